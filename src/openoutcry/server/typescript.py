"""TypeScript types from ours, so that no type is written twice: `python -m openoutcry.server.typescript FOLDER`."""

from __future__ import annotations

import json
import sys
import types
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from openoutcry.server import messages, page
from openoutcry.table import limits
from openoutcry.targets import manifest

WRITTEN = (manifest, messages, page)
"""The modules that have a file; a type that one of them takes from elsewhere is written into its own."""
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def write_types(folder: Path) -> None:
    """Write the types of messages and manifest, and the limits."""
    folder.mkdir(parents=True, exist_ok=True)
    for module in WRITTEN:
        name = module.__name__.rpartition(".")[2]
        (folder / f"{name}.ts").write_text(types_of(module), encoding="utf-8")
    (folder / "limits.ts").write_text(constants_of(limits), encoding="utf-8")


def constants_of(module: types.ModuleType) -> str:
    """Every constant of a module that JSON can write."""
    constants = {
        name: value for name, value in vars(module).items() if name.isupper() and isinstance(value, int | str | tuple)
    }
    written = [f"export const {name} = {json.dumps(value)};" for name, value in constants.items()]
    return "\n".join([_head(module), *written, ""])


def _head(module: types.ModuleType) -> str:
    return f"/** Made from {module.__name__} by server/typescript.py; change it there. */"


def types_of(module: types.ModuleType) -> str:
    """Every typed dictionary and every named union of a module."""
    parts = [_head(module)]
    for name, value in vars(module).items():
        if is_typeddict(value):
            is_elsewhere = value.__module__ != module.__name__ and value.__module__ in [
                each.__name__ for each in WRITTEN
            ]
            parts.append(_import(value) if is_elsewhere else _interface(value))
        elif get_origin(value) in (types.UnionType, Union, tuple) and name[0].isupper():
            parts.append(f"export type {name} = {_type(value)};")
    return "\n\n".join(parts) + "\n"


def _import(declared: Any) -> str:
    return f"import type {{ {declared.__name__} }} from './{declared.__module__.rpartition('.')[2]}';"


def _interface(declared: Any) -> str:
    hints = get_type_hints(declared, include_extras=True)
    fields = [
        f"  {name}{'?' if get_origin(hint) is NotRequired or name in declared.__optional_keys__ else ''}: "
        f"{_type(hint)};"
        for name, hint in hints.items()
    ]
    return "\n".join([f"/** {declared.__doc__} */", f"export interface {declared.__name__} {{", *fields, "}"])


def _type(hint: Any) -> str:
    if hint in SIMPLE:
        return SIMPLE[hint]
    if is_typeddict(hint):
        return str(hint.__name__)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _type(inner[0])
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in inner)
    if origin is list:
        return f"Array<{_type(inner[0])}>"
    if origin is dict:
        return f"{{ [name: string]: {_type(inner[1])} }}"
    if origin is tuple:
        return f"[{', '.join(map(_type, inner))}]"
    if origin in (types.UnionType, Union):
        return " | ".join(map(_type, inner))
    raise TypeError(f"there is no TypeScript for {hint!r} yet")


def main() -> None:
    """Write the types into the folder that is named."""
    if len(sys.argv) != 2:
        raise SystemExit("write: python -m openoutcry.server.typescript FOLDER")
    write_types(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
