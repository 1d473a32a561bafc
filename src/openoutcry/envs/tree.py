"""A game as a tree with chance in it: every deal, die and question who is first is a node of its own.

Nothing in a tree changes: a node has its children, and what it was made of. Choices that are made secretly and at the
same time are made one after another, by seat; nobody sees what another has chosen, so the order does not matter. In a
race chance says who is asked next, as in a simulation.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from openoutcry.engine import contract, turn
from openoutcry.engine.chance import DICE
from openoutcry.engine.contract import NO_CLAUSE
from openoutcry.engine.game import Game
from openoutcry.engine.names import Names
from openoutcry.engine.record import INNER
from openoutcry.engine.script import UNTOLD, Outcome, Playing, Wanted, dealing
from openoutcry.games import find
from openoutcry.table.view import listed, seats_in

NOBODY = -1
"""The seat of a node in which chance acts or the game is over."""


class Branch(NamedTuple):
    """One thing that can come of chance: its number among all that can, what it is called, how likely it is, and, of a
    deal or a die, the outcome to script.
    """

    number: int
    text: str
    probability: Fraction
    outcome: int


class Moment:
    """How things stand between two actions, and how they came to that."""

    def __init__(self, game: Game, states: Any, before: Moment | None, seat: int, action: int) -> None:
        self.game = game
        self.states = states
        self.before = before
        self.seat, self.action = seat, action
        self._hidden: dict[int, Any] = {}
        self._stories: dict[int, str] = {}

    def hidden(self, reader: int) -> Any:
        """What a seat, or a spectator, may know: a record that is not to be changed."""
        if reader not in self._hidden:
            known = self.states.copy()
            turn.hide_at(known, reader)
            self._hidden[reader] = known[0]
        return self._hidden[reader]

    def story(self, reader: int) -> str:
        """All that a reader has seen, a line for each time there was something to see: what was done and what changed.

        It tells two moments apart if the reader could at any time so far.
        """
        lines: list[str] = []
        moment: Moment | None = self
        while moment is not None and reader not in moment._stories:
            lines.append(moment._line(reader))
            moment = moment.before
        if lines:
            told = [] if moment is None else [moment._stories[reader]]
            self._stories[reader] = "\n".join([*told, *filter(None, reversed(lines))])
        return self._stories[reader]

    def _line(self, reader: int) -> str:
        """What a reader saw of the last action, or of the deal."""
        actions = self.game.actions
        if self.before is None:
            done, known = "deal", self.game.template(int(self.states[0].seats))
        else:
            seen = actions[self.action].text if reader == self.seat else actions.seen(self.action)
            done, known = "" if seen is None else f"{self.seat} {seen}", self.before.hidden(reader)
        return "; ".join(filter(None, [done, *changes(self.game, known, self.hidden(reader))]))


def changes(game: Game, before: Any, after: Any) -> Iterator[str]:
    """Every field that differs between two records, as it is now; of what is for the rules alone a digest."""
    inner = b""
    for field in game.fields:
        if (now := after[field.name]).tobytes() != before[field.name].tobytes():
            if field.kind.meaning == INNER:
                inner += now.tobytes()
            else:
                yield f"{field.name}={json.dumps(field.decode(now, int(after.seats)), separators=(',', ':'))}"
    if inner:
        yield hashlib.sha256(inner).hexdigest()[:16]


class Node:
    """A place in the tree: a seat is to act, or chance is, or the game is over.

    >>> node = root("bounce", 2)
    >>> node.seat, [str(node.game.actions[action]) for action in node.legal]
    (0, ['roll'])
    >>> node = node.child(node.legal[0])
    >>> [(branch.text, str(branch.probability)) for branch in node.branches][:2]
    [('1', '1/6'), ('2', '1/6')]
    """

    def __init__(
        self, moment: Moment, playing: Playing | None = None, wanted: Wanted | None = None, asked: int = NOBODY
    ) -> None:
        self.moment = moment
        self._playing, self._wanted = playing, wanted
        seats = [] if playing else seats_in(moment.states[0])
        self.is_over = not playing and not seats
        self._asked = [] if asked != NOBODY or len(seats) < 2 or not is_race(moment, seats[0]) else seats
        self.seat = NOBODY if playing or not seats or self._asked else seats[0] if asked == NOBODY else asked

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first, steps = self.moment, list[Step]()
        while first.before is not None:
            steps.append((first.seat, first.action, first.states.tobytes()))
            first = first.before
        playing = self._playing and (self._playing.seat, self._playing.action, self._playing.outcomes)
        return _again, (self.game.name, first.states.tobytes(), steps[::-1], playing, self.seat)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.moment.game

    @property
    def is_chance(self) -> bool:
        """Whether chance acts."""
        return self.seat == NOBODY and not self.is_over

    @cached_property
    def legal(self) -> list[int]:
        """The numbers of what the seat may do."""
        if self.seat == NOBODY:
            return []
        return [action.number for action in listed(self.game, self.moment.states, self.seat)]

    @cached_property
    def branches(self) -> list[Branch]:
        """What can come of chance, with probabilities that add up to 1."""
        if self._asked:
            each = Fraction(1, len(self._asked))
            return [Branch(seat, f"ask {seat}", each, seat) for seat in self._asked]
        if self._playing is None or self._wanted is None:
            return []
        wanted = self._wanted
        return [
            Branch(each.number if each.thing == UNTOLD else each.thing, text, each.probability, each.number)
            for each in self._playing.possible(wanted)
            for text in [_text(self.game, wanted, each)]
        ]

    def child(self, number: int) -> Node:
        """What follows from an action of the seat, or from a branch of chance, by its number."""
        if self.seat != NOBODY:
            return _played(self.moment, Playing(self.game, self.moment.states, self.seat, number))
        branch = next(branch for branch in self.branches if branch.number == number)
        if self._asked:
            return Node(self.moment, asked=branch.outcome)
        assert self._playing is not None
        return _played(self.moment, self._playing.given(branch.outcome))

    def places(self) -> list[int]:
        """Each seat's place so far."""
        state = self.moment.states[0]
        return [int(contract.place(state, seat)) for seat in range(int(state.seats))]


def is_race(moment: Moment, seat: int) -> bool:
    """Whether a seat that may act with others may hold instead."""
    hold = moment.game.actions.hold
    return hold is not None and contract.refusal(moment.states[0], seat, hold.number) == NO_CLAUSE


def root(game: str | Game, seats: int, options: Mapping[str, int | str | bool] | None = None) -> Node:
    """The beginning of a game: the first card of the deal, or the first action where nothing is dealt."""
    found = game if isinstance(game, Game) else find(game)
    template = found.template(seats, options)
    return _played(Moment(found, template.reshape(1), None, NOBODY, 0), dealing(found, template))


def _played(moment: Moment, playing: Playing) -> Node:
    """The node after an action, or the node of chance in the midst of it; what is certain is no node."""
    while True:
        after, wanted = playing.result()
        if wanted is None:
            before = None if playing.seat == NOBODY else moment
            return Node(Moment(playing.game, after, before, playing.seat, playing.action))
        if wanted.numbers > 1:
            return Node(moment, playing, wanted)
        playing = playing.given(0)


Step = tuple[int, int, bytes]
Drawn = tuple[int, int, tuple[int, ...]]


def _again(name: str, first: bytes, steps: list[Step], playing: Drawn | None, seat: int) -> Node:
    """A node that was pickled."""
    game = find(name)
    moment = Moment(game, _states(game, first), None, NOBODY, 0)
    for by, action, after in steps:
        moment = Moment(game, _states(game, after), moment, by, action)
    if playing is None:
        return Node(moment, asked=seat)
    return _played(moment, Playing(game, moment.states, *playing))


def _states(game: Game, record: bytes) -> Any:
    return np.frombuffer(bytearray(record), game.state_type)


def _text(game: Game, wanted: Wanted, outcome: Outcome) -> str:
    """What chance gave, as people would call it: a card, or the pips of a die."""
    if wanted.stream == DICE:
        return str(outcome.number + 1)
    cards = cards_of(game)
    return cards[outcome.thing] if cards and outcome.thing != UNTOLD else f"{outcome.number} of {wanted.numbers}"


def cards_of(game: Game) -> Names | None:
    """The names of the cards that are drawn in a game: those of the first field that holds cards."""
    named = (names for field in game.fields for names in (field.kind.names, field.counted))
    return next((names for names in named if names is not None and names.kind == "card"), None)
