"""A game described for other languages: with its manifest and its .wasm, anyone can play it without knowing it."""

from __future__ import annotations

from typing import Any

from openoutcry.engine.actions import Range, Subsets
from openoutcry.engine.chance import CHANCE, STREAMS, Chance
from openoutcry.engine.contract import SPECTATOR, VERBS
from openoutcry.engine.game import Game
from openoutcry.engine.names import Names
from openoutcry.engine.options import Option
from openoutcry.engine.record import SPARE, Field, fields_of

FORMAT = "openoutcry manifest 1"
TYPES = {"i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u2": "uint16", "u4": "uint32", "u8": "uint64"}


def manifest(game: Game) -> dict[str, Any]:
    """Everything about a game but its code, as JSON has it."""
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "seats": {"least": game.seats[0], "most": game.seats[-1], "best": [game.best[0], game.best[-1]]},
        "minutes": game.minutes,
        "lowest_wins": bool(game.rules.LOWEST_WINS),
        "spectator": SPECTATOR,
        "state": {"bytes": game.state_type.itemsize, "fields": _fields(game.state_type, game.fields)},
        "mask": {"bytes": game.mask_type.itemsize, "words": game.actions.words},
        "chance": {"bytes": CHANCE.itemsize, "streams": STREAMS, "fields": _fields(CHANCE, fields_of(Chance))},
        "verbs": {verb: list(parameters) for verb, parameters in VERBS.items()},
        "tidies": game.tidy is not None,
        "actions": {"count": len(game.actions), "verbs": [_verb(game, verb.name) for verb in game.actions.verbs]},
        "options": [_option(option) for option in game.options],
        "endings": list(game.rules.ENDINGS),
        "clauses": dict(game.clauses),
        "words": game.words,
    }


def _fields(kind: Any, declared: tuple[Field, ...]) -> list[dict[str, Any]]:
    """Every field of a record with its place in it; the version of the rules is the first of a state."""
    known = {field.name: field for field in declared}
    described = []
    for name in (name for name in kind.names if name != SPARE):
        base, offset = kind.fields[name][:2]
        field: dict[str, Any] = {"name": name, "type": TYPES[base.base.str[1:]], "offset": offset, "shape": list(base.shape)}
        if name in known:
            field |= {"meaning": known[name].kind.meaning, "per_seat": known[name].per_seat}
            names = known[name].kind.names
            if known[name].counted is not None:
                field |= {"meaning": "counts"}
                names = known[name].counted
            if option := known[name].option:
                field |= {"meaning": "option"}
                names = option.choices
            if names is not None:
                field |= {"kind": names.kind, "names": list(names)}
        else:
            field["meaning"] = "version"
        described.append(field)
    return described


def _verb(game: Game, name: str) -> dict[str, Any]:
    verb = next(verb for verb in game.actions.verbs if verb.name == name)
    parameters = [
        {"name": parameter, "secret": parameter in verb.secret, **_domain(domain)} for parameter, domain in verb.parameters.items()
    ]
    return {"verb": name, "first": game.actions.first(name), "count": len(verb), "unseen": verb.unseen, "parameters": parameters}


def _domain(domain: Any) -> dict[str, Any]:
    if isinstance(domain, Range):
        return {"type": "number", "low": domain.low, "high": domain.high}
    if isinstance(domain, Subsets):
        return {"type": "subset", "kind": domain.names.kind, "names": list(domain.names)}
    assert isinstance(domain, Names)
    return {"type": "name", "kind": domain.kind, "names": list(domain)}


def _option(option: Option) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": option.name,
        "clause": option.clause,
        "default": option.default,
        "low": option.low,
        "high": option.high,
    }
    return described | ({"choices": list(option.choices)} if option.choices else {})
