"""Small set-ups of a game played to the end in every way, whatever is chosen and whatever chance brings."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.record import copied
from openoutcry.games import find
from openoutcry.table.match import legal_actions, seats_in
from support import game_of
from twins.facts import facts_of, facts_of_twin

Options = Mapping[str, int | str]


def every_option(name: str, seats: int, options: Options) -> dict[str, int | str]:
    game = find(name)
    template = game.template(seats, options)
    return {option.name: option.show(int(template[option.name])) for option in game.options}


class Answers:
    """Chance as a list of answers; asked for more it says 0 and notes what else it could have said."""

    def __init__(self, given: list[int]) -> None:
        self.given = list(given)
        self.asked = 0
        self.others: list[list[int]] = []

    def below(self, count: int) -> int:
        if self.asked == len(self.given):
            self.others += [[*self.given, other] for other in range(1, count)]
            self.given.append(0)
        self.asked += 1
        return self.given[self.asked - 1]


class SetUp(Protocol):
    """A set-up of a game, and how many positions there are after 0, 1, 2 … actions from it."""

    @property
    def counts(self) -> list[int]: ...

    def state(self) -> Any:
        """The record that it begins with."""
        ...

    def twin(self) -> Any:
        """The same as a twin."""
        ...

    def chances(self, state: Any, verb: str, /) -> Iterator[Any]:
        """All that chance can bring to an action."""
        ...

    def ask(self, twin: Any, answers: Answers, /) -> None:
        """Have a twin ask these for its chance."""
        ...


Counted = TypeVar("Counted", bound=SetUp)


def states_after(set_up: SetUp, state: Any) -> Iterator[Any]:
    game, seen = game_of(state), set()
    for seat in seats_in(state):
        for action in legal_actions(game, state, seat):
            for chance in set_up.chances(state, action.verb):
                drawn = chance.drawn.tolist()
                after = copied(state)
                game.rules.apply(after, seat, action.number, chance)
                if after.tobytes() not in seen:
                    seen.add(after.tobytes())
                    yield after
                if chance.drawn.tolist() == drawn:
                    break


def twins_after(set_up: SetUp, twin: Any) -> Iterator[Any]:
    for seat in twin.to_act():
        for action in twin.legal(seat):
            to_try: list[list[int]] = [[]]
            while to_try:
                answers, after = Answers(to_try.pop()), copy.deepcopy(twin)
                set_up.ask(after, answers)
                after.play(seat, action)
                to_try += answers.others
                yield after


def positions_by_depth(
    first: Any, words: Callable[[Any], str], following: Callable[[Any], Iterator[Any]], most: int | None
) -> list[set[str]]:
    """The distinct positions after each number of actions, until nobody can act or there are so many levels."""
    level = {words(first): first}
    found = [set(level)]
    while len(found) != most:
        level = {words(after): after for before in level.values() for after in following(before)}
        if not level:
            break
        found.append(set(level))
    return found


def words_of_states() -> Callable[[Any], str]:
    """The facts of a state in words, asked only once for each."""
    known: dict[bytes, str] = {}

    def words(state: Any) -> str:
        record = state.tobytes()
        if record not in known:
            known[record] = in_words(facts_of(state))
        return known[record]

    return words


def in_words(facts: dict[str, Any]) -> str:
    in_order = facts | {"to_act": sorted(facts["to_act"]), "legal": [sorted(actions) for actions in facts["legal"]]}
    return str(sorted(in_order.items()))


MOST_IF_PLAIN = 2000


def countable(set_ups: Sequence[Counted]) -> Sequence[Counted]:
    """Those that are not too large for where they are run."""
    return [one for one in set_ups if not IS_PLAIN or sum(one.counts) < MOST_IF_PLAIN]


def check_counts(set_up: SetUp, most: int | None = None) -> None:
    """The rules and the twin reach the same positions, and exactly so many, to the end or for so many levels."""
    state, twin = set_up.state(), set_up.twin()
    fast = positions_by_depth(state, words_of_states(), lambda before: states_after(set_up, before), most)
    slow = positions_by_depth(
        twin,
        lambda after: in_words(facts_of_twin(after, int(state.seats))),
        lambda before: twins_after(set_up, before),
        most,
    )
    assert [len(level) for level in fast] == set_up.counts
    assert fast == slow
