"""Actions: a game declares verbs with typed parameters, and every action gets a number, a text and a JSON form.

ACTIONS = Actions(
    Verb("sell", {"card": CARDS}, clause="§3.2"),
    Verb("stake", {"card": CARDS}, secret=["card"]),
    Verb("bid", {"amount": Range(1, 96), "goods": Subsets(GOODS)}),
    Verb("hold", unseen=True, holds=True),
    Verb("pass"),
)
SELL = ACTIONS.first("sell")        # sell AC is SELL, sell 2C is SELL + 1, …
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from openoutcry.engine.mistakes import Reason, quoted
from openoutcry.engine.names import Names

HIDDEN = "?"
MOST_VERBS = 64
"""A set holds them (`engine/mask.py`)."""
Value = int | str | list[str]


class Domain(Protocol):
    """What a parameter may be."""

    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> str: ...
    def number(self, name: str, /) -> int:
        """The place of a written value."""
        ...


class Range(Sequence[str]):
    """Whole numbers from low to high."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def __len__(self) -> int:
        return self.high - self.low + 1

    def __getitem__(self, number: int) -> str:  # type: ignore[override]
        if not 0 <= number < len(self):
            raise IndexError(number)
        return str(self.low + number)

    def number(self, name: str) -> int:
        """The place of a written number in the range."""
        if not name.isdecimal() or len(name) > 18 or not self.low <= int(name) <= self.high:
            raise Reason("no_number_here", number=quoted(name[:20]), low=self.low, high=self.high)
        return int(name) - self.low


class Subsets(Sequence[str]):
    """Every set of at least one of the names, written as in Gold+Oil. Number n is the set whose bits are n + 1."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def __len__(self) -> int:
        return (1 << len(self.names)) - 1

    def __getitem__(self, number: int) -> str:  # type: ignore[override]
        if not 0 <= number < len(self):
            raise IndexError(number)
        return "+".join(name for place, name in enumerate(self.names) if (number + 1) >> place & 1)

    def number(self, name: str) -> int:
        """The number of a written set, its members in any order."""
        members: set[int] = {self.names.number(part) for part in name.split("+")}
        return sum(1 << member for member in members) - 1


@dataclass(frozen=True)
class Verb:
    """A kind of action. Others do not see the parameters named in `secret`; of an `unseen` action they do not see that
    it happened.

    The `clause` is the one that governs it, for those who read the rules beside the table. Actions in a row that are
    part of the same, as of a trade, are one entry of the log. Whoever `holds` lets a race pass; a `bell` is the one
    thing to do in a race besides: at a live table a key plays it.
    """

    name: str
    parameters: Mapping[str, Domain] = field(default_factory=dict)
    secret: Sequence[str] = ()
    unseen: bool = False
    clause: str = ""
    part_of: str = ""
    holds: bool = False
    bell: bool = False

    def __len__(self) -> int:
        count = 1
        for domain in self.parameters.values():
            count *= len(domain)
        return count


@dataclass(frozen=True)
class Action:
    """One action: its number, its verb, its parameters by name, and, as a string, its notation."""

    number: int
    verb: str
    parameters: Mapping[str, Value] = field(compare=False)
    text: str = field(compare=False)

    def __str__(self) -> str:
        return self.text

    def __int__(self) -> int:
        return self.number

    def as_json(self) -> dict[str, Value]:
        """The action as a JSON object."""
        return {"verb": self.verb, **self.parameters}


class Actions:
    """All the actions of a game, numbered without gaps in the order of their verbs."""

    def __init__(self, *verbs: Verb) -> None:
        if len(verbs) > MOST_VERBS:
            raise ValueError(f"a game has at most {MOST_VERBS} verbs, not {len(verbs)}")
        self.verbs = verbs
        self._first: dict[str, int] = {}
        self._made: dict[int, Action] = {}
        self._seen: dict[int, str | None] = {}
        self._seen_numbers: dict[int, int] = {}
        self._count = 0
        for verb in verbs:
            self._first[verb.name] = self._count
            self._count += len(verb)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Action]:
        return (self[number] for number in range(len(self)))

    @property
    def words(self) -> int:
        """How many 64-bit words hold a bit for every action."""
        return (self._count + 63) // 64

    @cached_property
    def hold(self) -> Action | None:
        """What lets a race pass, in games that have races."""
        return next((self[self._first[verb.name]] for verb in self.verbs if verb.holds), None)

    def first(self, verb: str) -> int:
        """The number of a verb's first action."""
        return self._first[verb]

    def __getitem__(self, number: int) -> Action:
        if number not in self._made:
            self._made[number] = self._action(number)
        return self._made[number]

    def several(self, numbers: Iterable[int]) -> list[Action]:
        """The actions of some numbers."""
        made = self._made
        return [made[number] if number in made else self[number] for number in numbers]

    def _action(self, number: int) -> Action:
        verb, places = self._taken_apart(number)
        texts = [domain[place] for domain, place in zip(verb.parameters.values(), places, strict=True)]
        values = [_value(domain, text) for domain, text in zip(verb.parameters.values(), texts, strict=True)]
        return Action(number, verb.name, dict(zip(verb.parameters, values, strict=True)), " ".join([verb.name, *texts]))

    def _taken_apart(self, number: int) -> tuple[Verb, list[int]]:
        if not 0 <= number < self._count:
            raise Reason("no_action_numbered", action=quoted(number), last=self._count - 1)
        verb = max(
            (verb for verb in self.verbs if self._first[verb.name] <= number), key=lambda verb: self._first[verb.name]
        )
        rest, places = number - self._first[verb.name], []
        for domain in reversed(list(verb.parameters.values())):
            rest, place = divmod(rest, len(domain))
            places.append(place)
        return verb, places[::-1]

    def seen(self, number: int) -> str | None:
        """The notation as everyone but the one who acts sees it, secrets left out; nothing where they see nothing."""
        if number not in self._seen:
            self._seen[number] = self._shown(number)
        return self._seen[number]

    def _shown(self, number: int) -> str | None:
        verb, places = self._taken_apart(number)
        if verb.unseen:
            return None
        shown = (
            HIDDEN if name in verb.secret else domain[place]
            for (name, domain), place in zip(verb.parameters.items(), places, strict=True)
        )
        return " ".join([verb.name, *shown])

    def seen_number(self, number: int) -> int:
        """The action as everyone but the one who acts sees it: the first of its verb where there are secrets, or -1."""
        if number not in self._seen_numbers:
            verb, _ = self._taken_apart(number)
            self._seen_numbers[number] = -1 if verb.unseen else self._first[verb.name] if verb.secret else number
        return self._seen_numbers[number]

    def own(self, action: Action) -> Action:
        """An action of this game as such; one of another game is refused, whatever its number means here."""
        own = self._made.get(action.number)
        if own is action:
            return own
        if not 0 <= action.number < self._count or self[action.number].text != action.text:
            raise Reason("of_another_game", action=quoted(action.text))
        return self[action.number]

    def read(self, text: str) -> Action:
        """The action of a notation, in capitals or not."""
        name, *written = text.split() or [""]
        for verb in self.verbs:
            if verb.name == name.lower():
                break
        else:
            raise Reason("no_action_called", action=quoted(text.strip()), verbs=", ".join(self._first))
        if len(written) != len(verb.parameters):
            form = " ".join([verb.name, *(f"<{name}>" for name in verb.parameters)])
            raise Reason("written_otherwise", form=repr(form), action=quoted(text.strip()))
        number = 0
        for domain, part in zip(verb.parameters.values(), written, strict=True):
            number = number * len(domain) + domain.number(part)
        return self[self._first[verb.name] + number]

    def from_json(self, value: Mapping[str, Any]) -> Action:
        """The action of a JSON object, as as_json gives it."""
        named = value.get("verb") if isinstance(value, Mapping) else None
        verb = next((verb for verb in self.verbs if verb.name == named), None)
        if verb is None or set(value) != {"verb", *verb.parameters}:
            raise Reason("no_action_object", action=quoted(value))
        return self.read(" ".join([verb.name, *(_written(value[name]) for name in verb.parameters)]))


def _written(part: Any) -> str:
    """A parameter of a JSON object as the notation has it; what can be none is quoted, and then no name or number that
    there is.
    """
    members = part if isinstance(part, list) else [part]
    return "+".join(member if isinstance(member, str) else quoted(member) for member in members)


def _value(domain: Domain, text: str) -> Value:
    if isinstance(domain, Range):
        return int(text)
    return text.split("+") if isinstance(domain, Subsets) else text
