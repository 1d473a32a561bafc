"""A game described for other languages: with its manifest and its .wasm, anyone can play it without knowing it."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from openoutcry.engine import events, facts, telling
from openoutcry.engine.actions import Range, Subsets
from openoutcry.engine.chance import CHANCE, STREAMS, Chance
from openoutcry.engine.contract import SPECTATOR, VERBS
from openoutcry.engine.game import Game
from openoutcry.engine.names import Names
from openoutcry.engine.options import Option
from openoutcry.engine.record import SPARE, Field, fields_of

FORMAT = "openoutcry manifest 1"
TYPES = {"i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u2": "uint16", "u4": "uint32", "u8": "uint64"}


class SeatNumbers(TypedDict):
    """How many can sit down, and with how many it is best."""

    least: int
    most: int
    best: list[int]


class FieldLayout(TypedDict):
    """A field of a record: where it is, how wide, and what it means."""

    name: str
    type: str
    offset: int
    shape: list[int]
    meaning: str
    per_seat: NotRequired[bool]
    kind: NotRequired[str]
    names: NotRequired[list[str]]


class RecordLayout(TypedDict):
    """A record: its size and its fields."""

    bytes: int
    fields: list[FieldLayout]


class MaskLayout(TypedDict):
    """A bit for every action."""

    bytes: int
    words: int


class ChanceLayout(TypedDict):
    """The record of chance."""

    bytes: int
    streams: int
    fields: list[FieldLayout]


class ToldLayout(TypedDict):
    """The record in which events are told: how many numbers there are, and where they begin."""

    bytes: int
    used: int
    words: int


class ParameterDomain(TypedDict):
    """A parameter of an action and what it may be."""

    name: str
    secret: bool
    type: Literal["number", "subset", "name"]
    low: NotRequired[int]
    high: NotRequired[int]
    kind: NotRequired[str]
    names: NotRequired[list[str]]


class EventParameter(TypedDict):
    """A parameter of an event: a number, a seat, a name, a list of these, or a list of things of several kinds."""

    name: str
    type: Literal["number", "seat", "name", "list", "things"]
    kind: NotRequired[str]
    names: NotRequired[list[str]]
    of: NotRequired[EventParameter]
    joined: NotRequired[str]
    called: NotRequired[str]
    kinds: NotRequired[list[EventParameter]]


class EventDescription(TypedDict):
    """An event with its parameters; which of them says of whom it tells, and whether it begins a part of the log."""

    event: str
    parameters: list[EventParameter]
    about: str | None
    heading: bool
    clause: str


class FactParameter(TypedDict):
    """A number that a fact is asked with, and what it may be; a named thing has its place among the names."""

    name: str
    low: int
    high: int
    kind: NotRequired[str]
    names: NotRequired[list[str]]


class VerbDescription(TypedDict):
    """A verb, the number of its first action, its parameters, the clause that governs it, and what it is a part of; of
    a race whether it lets it pass, or is the one thing to do in it.
    """

    verb: str
    first: int
    count: int
    unseen: bool
    holds: bool
    bell: bool
    parameters: list[ParameterDomain]
    clause: NotRequired[str]
    part_of: NotRequired[str]


class ActionTable(TypedDict):
    """All actions."""

    count: int
    verbs: list[VerbDescription]


class OptionDescription(TypedDict):
    """An option: its clause, and which numbers or names it takes."""

    name: str
    clause: str
    default: int
    low: int
    high: int
    choices: NotRequired[list[str]]


class RulebookText(TypedDict):
    """A rulebook in one language, whole and clause by clause."""

    text: str
    clauses: dict[str, str]


class Level(TypedDict):
    """A bot for people, and its budget: play-outs for search, and for greedy one action in so many at random (0:
    none).
    """

    bot: str
    budget: int


class WorkspaceLayout(TypedDict):
    """How many bytes a search works with, and where in them are what the seat may know, a world that could be, what the
    seat would know before and after a step ahead in it, and what a judgement came to, five 32-bit numbers: wins, wins
    of the best, error, cost, chance before.
    """

    bytes: int
    seen: int
    world: int
    before: int
    after: int
    judged: int


class TreeLayout(TypedDict):
    """How many nodes a tree has room for as a rule, and the bytes of a cell; a tree has two cells per node and one."""

    nodes: int
    cell: int


class LearnedDescription(TypedDict):
    """A network that can be fetched: for how many seats and which options, by their numbers, and its file with so many
    bytes, which are laid down as they are.
    """

    seats: int
    options: dict[str, int]
    file: str
    bytes: int


class BotsDescription(TypedDict):
    """The bots that the page has, what the levels for people mean, and what a search works with and remembers."""

    bots: list[str]
    levels: dict[str, Level]
    workspace: WorkspaceLayout
    tree: TreeLayout
    learned: list[LearnedDescription]


class LabDescription(TypedDict):
    """What the lab of the page needs (GAME.lab.json, beside GAME.lab.wasm): its bots by their numbers, where in a
    workspace its games are set up, the records that it watches with, the measures that it has, how long a game
    without an end is, and the keys.

    A watcher begins with what it knows of the game, here in base64, as is the chance that has the master key.
    """

    bots: list[str]
    workspace: LabWorkspace
    watcher: str
    watcher_bytes: int
    outcome_bytes: int
    notes_bytes: int
    general: list[str]
    of_several: list[str]
    shares: list[str]
    measures: dict[str, list[str]]
    most_steps: int
    master: str


class LabWorkspace(TypedDict):
    """How many bytes a workspace has, and where in them are the seats and options of its games, their key, and by seat
    who plays and how.
    """

    bytes: int
    template: int
    master: int
    policies: int
    budgets: int


class Manifest(BotsDescription):
    """Everything about a game but its code; rulebooks and words by language, English always among them.

    The releases are those that have an earlier version of the rules, by its number. A fact is exported as `fact_` and
    its name, and takes the record before its parameters.
    """

    format: str
    game: str
    version: int
    releases: dict[str, str]
    seats: SeatNumbers
    minutes: int
    pace: float
    lowest_wins: bool
    spectator: int
    state: RecordLayout
    mask: MaskLayout
    chance: ChanceLayout
    verbs: dict[str, list[str]]
    facts: dict[str, list[FactParameter]]
    tidies: bool
    lapses: bool
    actions: ActionTable
    told: ToldLayout
    events: list[EventDescription]
    options: list[OptionDescription]
    endings: list[str]
    rulebooks: dict[str, RulebookText]
    words: dict[str, dict[str, Any]]


def manifest(game: Game, bots: BotsDescription) -> Manifest:
    """Everything about a game but its code, as JSON has it."""
    return {
        **bots,
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "releases": {str(version): release for version, release in game.releases.items()},
        "seats": {"least": game.seats[0], "most": game.seats[-1], "best": [game.best[0], game.best[-1]]},
        "minutes": game.minutes,
        "pace": game.pace,
        "lowest_wins": bool(game.member("LOWEST_WINS")),
        "spectator": SPECTATOR,
        "state": {"bytes": game.state_type.itemsize, "fields": _fields(game.state_type, game.fields)},
        "mask": {"bytes": game.mask_type.itemsize, "words": game.actions.words},
        "chance": {"bytes": CHANCE.itemsize, "streams": STREAMS, "fields": _fields(CHANCE, fields_of(Chance))},
        "verbs": {verb: list(parameters) for verb, parameters in VERBS.items()},
        "facts": {
            name: [_fact_parameter(*parameter) for parameter in fact.parameters.items()]
            for name, fact in game.facts.items()
        },
        "tidies": game.has("tidy"),
        "lapses": game.has("lapse"),
        "actions": {"count": len(game.actions), "verbs": [_verb(game, verb.name) for verb in game.actions.verbs]},
        "told": {
            "bytes": telling.TOLD.itemsize,
            "used": _offset(telling.TOLD, "used"),
            "words": _offset(telling.TOLD, "words"),
        },
        "events": [_event(event) for event in game.events],
        "options": [_option(option) for option in game.options],
        "endings": list(game.rules.ENDINGS),
        "rulebooks": {
            language: {"text": book.text, "clauses": dict(book.clauses)} for language, book in game.rulebooks.items()
        },
        "words": dict(game.words),
    }


def _offset(kind: Any, name: str) -> int:
    """Where a field begins."""
    return int(kind.fields[name][1])


def _fields(kind: Any, declared: tuple[Field, ...]) -> list[FieldLayout]:
    """Every field of a record with its place in it; the version of the rules is the first of a state."""
    known = {field.name: field for field in declared}
    described: list[FieldLayout] = []
    for name in (name for name in kind.names if name != SPARE):
        base, offset = kind.fields[name][:2]
        field: FieldLayout = {
            "name": name,
            "type": TYPES[base.base.str[1:]],
            "offset": offset,
            "shape": list(base.shape),
            "meaning": "version",
        }
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
        described.append(field)
    return described


def _verb(game: Game, name: str) -> VerbDescription:
    verb = next(verb for verb in game.actions.verbs if verb.name == name)
    parameters = [
        _parameter(parameter, parameter in verb.secret, domain) for parameter, domain in verb.parameters.items()
    ]
    described: VerbDescription = {
        "verb": name,
        "first": game.actions.first(name),
        "count": len(verb),
        "unseen": verb.unseen,
        "holds": verb.holds,
        "bell": verb.bell,
        "parameters": parameters,
    }
    if verb.clause:
        described["clause"] = verb.clause
    if verb.part_of:
        described["part_of"] = verb.part_of
    return described


def _event(event: events.Event) -> EventDescription:
    return {
        "event": event.name,
        "parameters": [_event_parameter(name, parameter) for name, parameter in event.parameters.items()],
        "about": event.about,
        "heading": event.heading,
        "clause": event.clause,
    }


def _event_parameter(name: str, parameter: events.Parameter) -> EventParameter:
    if isinstance(parameter, Names):
        return {"name": name, "type": "name", "kind": parameter.kind, "names": list(parameter)}
    if isinstance(parameter, events.ListOf):
        of = _event_parameter("", parameter.of)
        return {"name": name, "type": "list", "of": of, "joined": parameter.joined, "called": parameter.called}
    if isinstance(parameter, events.Things):
        return {"name": name, "type": "things", "kinds": [_event_parameter(*each) for each in parameter.kinds.items()]}
    return {"name": name, "type": "seat" if parameter is events.SEAT else "number"}


def _parameter(name: str, secret: bool, domain: Any) -> ParameterDomain:
    if isinstance(domain, Range):
        return {"name": name, "secret": secret, "type": "number", "low": domain.low, "high": domain.high}
    if isinstance(domain, Subsets):
        return {
            "name": name,
            "secret": secret,
            "type": "subset",
            "kind": domain.names.kind,
            "names": list(domain.names),
        }
    assert isinstance(domain, Names)
    return {"name": name, "secret": secret, "type": "name", "kind": domain.kind, "names": list(domain)}


def _fact_parameter(name: str, limits: facts.Limits) -> FactParameter:
    low = facts.first_of(limits)
    described: FactParameter = {"name": name, "low": low, "high": low + len(limits) - 1}
    return described | {"kind": limits.kind, "names": list(limits)} if isinstance(limits, Names) else described


def _option(option: Option) -> OptionDescription:
    described: OptionDescription = {
        "name": option.name,
        "clause": option.clause,
        "default": option.default,
        "low": option.low,
        "high": option.high,
    }
    return described | {"choices": list(option.choices)} if option.choices else described
