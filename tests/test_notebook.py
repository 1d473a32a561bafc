"""The notebook that draws a learning curve runs, and shows what it comes to: OUTCRY_WRITE_NOTEBOOK=1 writes it anew."""

from __future__ import annotations

import ast
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOK = EXAMPLES / "learning_curve.ipynb"


def outputs_of(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What a cell shows, as Jupyter keeps it: the value of an expression at its end."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, f"cell {number}", "exec"), names)
        return []
    exec(compile(ast.Module(tree.body[:-1], []), f"cell {number}", "exec"), names)
    value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    data = {"text/plain": [repr(value)]}
    if hasattr(value, "_repr_svg_"):
        data = {
            "image/svg+xml": value._repr_svg_().splitlines(keepends=True),
            "text/plain": [f"<{type(value).__name__}>"],
        }
    return [{"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}]


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with its cells run in order."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            shown = outputs_of("".join(cell["source"]), names, number)
            cells.append(cell | {"execution_count": number, "outputs": shown})
        else:
            cells.append(cell)
    return notebook | {"cells": cells}


@pytest.mark.parametrize("folder", [EXAMPLES, EXAMPLES.parent], ids=["beside it", "from the root"])
def test_it_shows_what_it_comes_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    done = run(kept)
    if os.environ.get("OUTCRY_WRITE_NOTEBOOK"):
        NOTEBOOK.write_text(json.dumps(done, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        assert kept == done


def test_every_measurement_is_a_point_of_its_curve() -> None:
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    shown = [output["data"] for cell in kept["cells"] for output in cell.get("outputs", [])]
    pictures = ["".join(data["image/svg+xml"]) for data in shown if "image/svg+xml" in data]
    curves = [EXAMPLES / "curves" / f"{game}.4.jsonl" for game in ("crypto_cards", "cash_or_crash")]
    for picture, curve in zip(pictures, curves, strict=True):
        lines = [json.loads(line) for line in curve.read_text(encoding="utf-8").splitlines()]
        points = re.findall(r'<polyline points="([^"]*)"', picture)
        assert [len(each.split()) for each in points] == [len(lines)] * 2
        assert lines[-1]["steps"] > lines[0]["steps"]
