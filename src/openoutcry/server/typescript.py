"""TypeScript types from ours, so that no type is written twice: `python -m openoutcry.server.typescript FOLDER`."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from msgspec import Struct, UnsetType
from msgspec.structs import FieldInfo, fields

from openoutcry.engine.facts import Fact
from openoutcry.engine.game import Game
from openoutcry.engine.names import Names
from openoutcry.engine.reasons import BLANK, SPOKEN, phrases
from openoutcry.engine.record import INNER, Field
from openoutcry.games import registered
from openoutcry.server import page, protocol
from openoutcry.table import lesson, limits, messages
from openoutcry.targets import manifest

WRITTEN = (manifest, messages, lesson, page, protocol)
"""The modules that have a file; a type that one of them takes from elsewhere is written into its own."""
SIMPLE = {
    str: "string",
    bytes: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}
"""What JSON has for them: bytes are written in base64."""


def write_types(folder: Path) -> None:
    """Write the types of messages and manifest, limits, reasons, and the records of all games with their facts."""
    folder.mkdir(parents=True, exist_ok=True)
    for module in WRITTEN:
        name = module.__name__.rpartition(".")[2]
        (folder / f"{name}.ts").write_text(types_of(module), encoding="utf-8")
    (folder / "limits.ts").write_text(constants_of(limits), encoding="utf-8")
    (folder / "records.ts").write_text(records_of(registered().values()), encoding="utf-8")
    (folder / "reasons.ts").write_text(reasons_of(phrases()), encoding="utf-8")


def constants_of(module: types.ModuleType) -> str:
    """Every constant of a module that JSON can write."""
    constants = {
        name: value for name, value in vars(module).items() if name.isupper() and isinstance(value, int | str | tuple)
    }
    written = [f"export const {name} = {json.dumps(value)};" for name, value in constants.items()]
    return "\n".join([_head(module), *written, ""])


def reasons_of(spoken: Mapping[str, Mapping[str, str]]) -> str:
    """The phrases of all reasons by language, and the blanks of each."""
    blanks = {code: [found[1] for found in BLANK.finditer(phrase)] for code, phrase in spoken[SPOKEN].items()}
    lines = [f"  {code}: {_one_of(dict.fromkeys(named)) or 'never'};" for code, named in blanks.items()]
    parts = [
        "/** Made from engine/reasons.toml by server/typescript.py; change it there. */",
        f"export const REASONS = {json.dumps(spoken, ensure_ascii=False, indent=2)};",
        _block("What fills the blanks of a reason.", "Blanks", lines),
    ]
    return "\n\n".join(parts) + "\n"


def records_of(games: Iterable[Game]) -> str:
    """The record of each game by its fields, and what its facts are asked with."""
    parts = ["/** Made from the fields and the facts of every game by server/typescript.py; change them there. */"]
    names = {game.name: "".join(map(str.capitalize, game.name.split("_"))) for game in games}
    for game in games:
        fields = [f"  {field.name}: {_type_of_field(field)};" for field in game.fields if field.kind.meaning != INNER]
        facts = [line for fact in game.facts.values() for line in _fact(fact)]
        parts += [
            _block(f"The record of {game.title}.", names[game.name], fields),
            _block(f"What the facts of {game.title} are asked with.", f"{names[game.name]}Facts", facts),
        ]
    for suffix, all_of in (("", "Records"), ("Facts", "Facts")):
        lines = [f"  {game}: {name}{suffix};" for game, name in names.items()]
        parts.append(_block(f"{all_of} by game.", all_of, lines))
    return "\n\n".join(parts) + "\n"


def _block(told: str, name: str, lines: Iterable[str]) -> str:
    return "\n".join([f"/** {told} */", f"export interface {name} {{", *lines, "}"])


def _type_of_field(field: Field) -> str:
    """What `decode` gives: a name or a number, and within rows lists, but for rows whose places belong together."""
    names = field.option.choices if field.option else field.kind.names if field.kind.meaning == "one" else None
    kind, directions = _one_of(names) if names else "number", len(field.shape)
    if field.counted is not None:
        kind, directions = f"{{ [{field.counted.kind}: string]: number }}", directions - 1
    elif field.kind.meaning == "set":
        kind = "Array<string>"
    elif field.kind.meaning in ("stack", "bag"):
        kind, directions = "Array<string>", directions - 1
    return "Array<" * directions + kind + ">" * directions


def _one_of(names: Iterable[str]) -> str:
    return " | ".join(f"'{name}'" for name in names)


def _fact(fact: Fact) -> list[str]:
    """A fact with what it says, and its parameters; a named thing is given by its number or its name."""
    told = " ".join((fact.function.__doc__ or "").split())
    given = [
        f"{name}: {'number | string' if isinstance(limits, Names) else 'number'}"
        for name, limits in fact.parameters.items()
    ]
    return [f"  /** {told} */", f"  {fact.name}: [{', '.join(given)}];"]


def _head(module: types.ModuleType) -> str:
    return f"/** Made from {module.__name__} by server/typescript.py; change it there. */"


def types_of(module: types.ModuleType) -> str:
    """Every typed dictionary and every named union of a module."""
    parts = [_head(module)]
    for name, value in vars(module).items():
        if is_typeddict(value) or _is_struct(value):
            is_elsewhere = value.__module__ != module.__name__ and value.__module__ in [
                each.__name__ for each in WRITTEN
            ]
            parts.append(
                _import(value) if is_elsewhere else _interface(value) if is_typeddict(value) else _struct(value)
            )
        elif get_origin(value) in (types.UnionType, Union, tuple) and name[0].isupper():
            parts.append(f"export type {name} = {_type(value)};")
    return "\n\n".join(parts) + "\n"


def _import(declared: Any) -> str:
    return f"import type {{ {declared.__name__} }} from './{declared.__module__.rpartition('.')[2]}';"


def _is_struct(value: Any) -> bool:
    """Whether this is a message or a body, and not what several have in common."""
    return isinstance(value, type) and issubclass(value, Struct) and value is not Struct and not value.__subclasses__()


def _struct(declared: Any) -> str:
    """A message: its type, then its fields; what has a default need not be said. A body has no type."""
    tag = declared.__struct_config__.tag
    lines = [*([f"  type: '{tag}';"] if tag else []), *(_field(each) for each in fields(declared))]
    return _block(declared.__doc__, declared.__name__, lines)


def _field(field: FieldInfo) -> str:
    return f"  {field.name}{'' if field.required else '?'}: {_type(field.type)};"


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
    if is_typeddict(hint) or _is_struct(hint):
        return str(hint.__name__)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (NotRequired, Annotated):
        return _type(inner[0])
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in inner)
    if origin in (list, Sequence) or inner[1:] == (Ellipsis,):
        return f"Array<{_type(inner[0])}>"
    if origin in (dict, Mapping):
        return f"{{ [name: string]: {_type(inner[1])} }}"
    if origin is tuple:
        return f"[{', '.join(map(_type, inner))}]"
    if origin in (types.UnionType, Union):
        return " | ".join(_type(each) for each in inner if each is not UnsetType)
    raise TypeError(f"there is no TypeScript for {hint!r} yet")


def main() -> None:
    """Write the types into the folder that is named."""
    if len(sys.argv) != 2:
        raise SystemExit("write: python -m openoutcry.server.typescript FOLDER")
    write_types(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
