"""Chance by a script: the rules are given the outcomes that are written down, and where they want one more they say how
many there are to choose from.

It is another type of chance record, so the rules are compiled for it apart, and play by a key is as fast as ever. A
rule that wants more than the script has gets a 0 and goes on; what becomes of the state is thrown away. So whoever
enumerates chance plays the same action again with one outcome more, until nothing is wanted.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

import numpy as np

from openoutcry.engine.chance import Source, add_source
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.contract import apply, setup
from openoutcry.engine.game import Game
from openoutcry.engine.record import Kind, Row, T, record_type
from openoutcry.engine.states import copy

LONGEST = 500
"""No deal and no action draws this often."""

UNTOLD = -1
"""What came of a number where the rules do not say: then no two numbers are alike."""

DEAL = -1
"""The seat that stands for the deal."""

Outcomes = Annotated[Row[T], LONGEST]
Word = Annotated[int, Kind("i4")]


class Script:
    """The outcomes that are given, how many they are and how many were used; how many numbers there are to choose from
    where one more is wanted (0: none is), of which stream; and what came of the last one that was given.
    """

    outcomes: Outcomes[Annotated[int, Kind("i2")]]
    given: Word
    used: Word
    wanted: Word
    stream: Word
    thing: Word


SCRIPT = record_type(Script)


@inlined
def scripted_below(script: Script, stream: int, count: int) -> int:
    """The next outcome of the script; after the last it is said that one more is wanted."""
    if script.used < script.given:
        script.used += 1
        return script.outcomes[script.used - 1]
    if script.wanted == 0:
        script.wanted = count
        script.stream = stream
    return 0


@inlined
def noticed(script: Script, thing: int) -> None:
    """What came of the last outcome that is given."""
    if script.used == script.given and script.wanted == 0:
        script.thing = thing


add_source(SCRIPT, Source(scripted_below, noticed))


@rule
def play_by(state: Any, seat: int, action: int, script: Script) -> None:
    """Deal, or play a legal action, by a script from its beginning."""
    script.used = script.wanted = script.stream = 0
    script.thing = UNTOLD
    if seat == DEAL:
        setup(state, script)
    else:
        apply(state, seat, action, script)


@rule
def play_by_at(states: Row[Any], seat: int, action: int, scripts: Row[Script]) -> None:
    """`play_by` for a caller with arrays."""
    play_by(states[0], seat, action, scripts[0])


@rule
def things_at(
    states: Row[Any], seat: int, action: int, scripts: Row[Script], count: int, room: Row[Any], things: Row[int]
) -> None:
    """What comes of each of so many numbers as the next outcome of a script."""
    script = scripts[0]
    script.given += 1
    for number in range(count):
        script.outcomes[script.given - 1] = number
        copy(room[0], states[0])
        play_by(room[0], seat, action, script)
        things[number] = script.thing


class Wanted(NamedTuple):
    """An outcome that is wanted: from which stream, and how many numbers there are."""

    stream: int
    numbers: int


class Outcome(NamedTuple):
    """One thing that chance can give: the first number that gives it, what it is, and how likely it is."""

    number: int
    thing: int
    probability: Fraction


class Playing(NamedTuple):
    """A deal or an action that is being played by a script."""

    game: Game
    before: Any
    """The state before it, in an array that is not to be changed."""
    seat: int
    action: int
    outcomes: tuple[int, ...] = ()

    def given(self, outcome: int) -> Playing:
        """The same with one outcome more."""
        return self._replace(outcomes=(*self.outcomes, outcome))

    def result(self) -> tuple[Any, Wanted | None]:
        """The state after it, in an array; or, with a state that means nothing, what is wanted."""
        after, scripts = self.before.copy(), self._scripts()
        play_by_at(after, self.seat, self.action, scripts)
        script = scripts[0]
        return after, Wanted(int(script.stream), int(script.wanted)) if script.wanted else None

    def possible(self, wanted: Wanted) -> list[Outcome]:
        """What chance can give where something is wanted, each thing once, with exact probabilities."""
        found = np.empty(wanted.numbers, np.int64)
        things_at(
            self.before, self.seat, self.action, self._scripts(), wanted.numbers, np.empty_like(self.before), found
        )
        firsts: dict[int, int] = {}
        alike: Counter[int] = Counter()
        for number, thing in enumerate(found.tolist()):
            first = number if thing == UNTOLD else firsts.setdefault(thing, number)
            alike[first] += 1
        return [Outcome(number, int(found[number]), Fraction(count, wanted.numbers)) for number, count in alike.items()]

    def _scripts(self) -> Any:
        if len(self.outcomes) >= LONGEST:
            raise ValueError(f"{self.game.name} draws more than {LONGEST} times in one action")
        scripts = np.zeros(1, SCRIPT)
        scripts["outcomes"][0, : len(self.outcomes)] = self.outcomes
        scripts["given"] = len(self.outcomes)
        return scripts


def dealing(game: Game, template: Any) -> Playing:
    """The deal of a game, from a state before it (`Game.template`)."""
    return Playing(game, template.reshape(1), DEAL, 0)
