"""`outcry new NAME`: the skeleton of a game in a package of its own, which keeps the contract from the start."""

from __future__ import annotations

import keyword
import re
import shutil
import sys
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from openoutcry import Mistake
from openoutcry.cli.console import out, print_json
from openoutcry.engine.mistakes import quoted
from openoutcry.games import registered

SKELETON = "openoutcry.cli.skeleton"
LONGEST_NAME = 40
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
    _check_name(name)
    root = folder / name
    if root.exists():
        raise Mistake(f"{root} exists already, and nothing is overwritten")
    files = {root / "src" / name / file: file for file in IN_PACKAGE}
    files |= {root / "pyproject.toml": "package.toml", root / "tests" / f"test_{name}.py": "test_skeleton.py"}
    try:
        for path, file in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(
                _renamed(resources.files(SKELETON).joinpath(file).read_text(encoding="utf-8"), name), encoding="utf-8"
            )
    except OSError as error:
        shutil.rmtree(root, ignore_errors=True)
        raise Mistake(f"{root} cannot be written: {error.strerror}") from None
    return list(files)


def _check_name(name: str) -> None:
    """Refuse what cannot be imported, or would hide what can."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or len(name) > LONGEST_NAME:
        raise Mistake(f"a game's name is small letters, digits and _, as in fish_market, not {quoted(name)}")
    if keyword.iskeyword(name):
        raise Mistake(f"{name} is a word of Python's own; call the game something else")
    if name in registered() or name == "skeleton":
        raise Mistake(f"there is already a game {name!r}")
    if name in sys.stdlib_module_names or _is_installed(name):
        raise Mistake(f"there is already a package {name!r}, which the game would hide")
    from openoutcry.cli.skeleton.rules import STATE

    if name in (STATE.names or ()):
        raise Mistake(f"a game's state is called like the game, and {name!r} is something in it already")


def _is_installed(name: str) -> bool:
    """Whether Python finds something to import by that name; a folder that only happens to be called so is nothing."""
    found = find_spec(name)
    return found is not None and found.origin is not None


def _renamed(text: str, name: str) -> str:
    title = name.replace("_", " ").title()
    return text.replace(SKELETON, name).replace("Skeleton", title).replace("skeleton", name)
