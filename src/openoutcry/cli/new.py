"""`outcry new NAME`: the skeleton of a game in a package of its own, which keeps the contract from the start."""

from __future__ import annotations

import keyword
import re
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from openoutcry import Mistake
from openoutcry.cli.console import out, print_json
from openoutcry.games import registered

SKELETON = "openoutcry.cli.skeleton"
IN_PACKAGE = ("__init__.py", "RULES.md", "rules.py", "sight.py", "words.toml")


def new(
    name: Annotated[str, typer.Argument(help="The game's name, as in fish_market.")],
    folder: Annotated[Path, typer.Option(help="Where its folder is made.")] = Path(),
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Write the skeleton of a new game, a package of its own that keeps the contract from the start.

    Example: outcry new fish_market
    """
    written = write_skeleton(name, folder)
    if json:
        print_json({"game": name, "files": [str(path) for path in written]})
        return
    for path in written:
        out.print(str(path), soft_wrap=True)
    out.print(f"\nNow: cd {folder / name} && pip install -e '.[test]' && pytest && outcry play {name}", soft_wrap=True)


def write_skeleton(name: str, folder: Path) -> list[Path]:
    """Write the package of a new game below the folder; what was written."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise Mistake(f"a game's name is small letters, digits and _, as in fish_market, not {name!r}")
    if name in registered() or name in ("openoutcry", "skeleton"):
        raise Mistake(f"there is already a game or package {name!r}")
    root = folder / name
    if root.exists():
        raise Mistake(f"{root} exists already, and nothing is overwritten")
    files = {root / "src" / name / file: file for file in IN_PACKAGE}
    files |= {root / "pyproject.toml": "package.toml", root / "tests" / f"test_{name}.py": "test_skeleton.py"}
    try:
        for path, file in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_renamed(resources.files(SKELETON).joinpath(file).read_text(encoding="utf-8"), name), encoding="utf-8")
    except OSError as error:
        raise Mistake(f"{root} cannot be written: {error.strerror}") from None
    return list(files)


def _renamed(text: str, name: str) -> str:
    title = name.replace("_", " ").title()
    return text.replace(SKELETON, name).replace("Skeleton", title).replace("skeleton", name)
