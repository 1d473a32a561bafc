"""docs/running.md tells of every setting and every metric, as they are."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hosted import Hosted, hosted
from openoutcry.server.settings import PREFIX, described

DOCS = Path(__file__).parents[1] / "docs" / "running.md"


def table_of_settings() -> str:
    """The settings as the page shows them."""
    rows = [
        f"| `{each.name}` | {each.takes} | {_usual(each.name, each.usual)} | {each.about} |" for each in described()
    ]
    return "\n".join(["| setting | takes | default | what it is for |", "| --- | --- | --- | --- |", *rows])


def _usual(name: str, usual: Any) -> str:
    if name == "thinkers":
        return "cores − 1"
    written = {True: "true", False: "false"}.get(usual, str(usual)) if isinstance(usual, bool) else usual
    return f"`{written}`" if usual not in (None, "", []) else ""


def test_the_table_of_settings_is_made_from_them() -> None:
    """Written anew by OUTCRY_WRITE_DOCS=1."""
    text = DOCS.read_text(encoding="utf-8")
    before, _, rest = text.partition("| setting |")
    after = rest.partition("\n\n")[2]
    wanted = f"{before}{table_of_settings()}\n\n{after}"
    if os.environ.get(f"{PREFIX}WRITE_DOCS"):
        DOCS.write_text(wanted, encoding="utf-8")
    assert text == wanted


def test_every_metric_of_ours_is_told(tmp_path: Path) -> None:
    with hosted(tmp_path) as server:
        names = _metrics(server)
    text = DOCS.read_text(encoding="utf-8")
    assert len(names) > 20
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []


def _metrics(server: Hosted) -> set[str]:
    lines = server.web.get("/metrics", headers=server.operator).text.splitlines()
    kinds = [line.split()[2:] for line in lines if line.startswith("# TYPE outcry_")]
    return {name for name, _ in kinds if not name.endswith("_created")}


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile", "outcry.service", "outcry.toml"])
def test_what_is_given_to_deploy_is_linked(name: str) -> None:
    assert f"](../deploy/{name})" in DOCS.read_text(encoding="utf-8")
    assert (DOCS.parents[1] / "deploy" / name).is_file()
