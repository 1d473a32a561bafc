"""Whether `redeal` is fair, found by counting: as the game deals, and every world that a seat holds possible as often
as any other.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from math import sqrt
from typing import Any

from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import step as step_of
from openoutcry.engine.game import Game
from openoutcry.engine.record import Field, copied
from openoutcry.table.match import Match
from openoutcry.testing.random_play import cards_in, hidden, log_of, moments, random_match, watchers

DEALS = 100 if IS_PLAIN else 500
GAMES = 1 if IS_PLAIN else 6
LOOKS = 5 if IS_PLAIN else 25
FIRST_LOOK, FEW_WORLDS, TIMES = 24, 12, 40
"""Where so many samples show no more worlds than that, each of them is counted, and should be met so many times."""
TOO_FAR = 6.0
"""Standard deviations that do not come about by chance."""


def check_redeal(game: Game, seed: int = 0) -> None:
    """Dealt again is as the game deals; and where few worlds are possible each comes equally often, the true one among
    them.
    """
    check_deals(game, game.seats[-1], seed)
    for number in range(GAMES):
        dice = random.Random(number)
        check_worlds(random_match(game, seed * GAMES + number), dice)


def check_deals(game: Game, seats: int, seed: int = 0) -> None:
    """After the deal, what is dealt again for a seat has every card in every place as often as the deal itself has."""
    dealt: Counter[Hashable] = Counter()
    again: Counter[Hashable] = Counter()
    for number in range(DEALS):
        match = Match(game, seats, seed=seed * DEALS + number)
        dealt.update(lying(match, match._state))
        again.update(lying(match, dealt_again(match, number % seats, key_of_seed(number))))
    for where in dealt.keys() | again.keys():
        apart = abs(dealt[where] - again[where]) / sqrt(dealt[where] + again[where])
        assert apart < TOO_FAR, (
            f"in {DEALS} deals {where} came {dealt[where]} times, and {again[where]} times when redeal dealt"
        )


def check_worlds(match: Match, dice: random.Random) -> None:
    """At moments of a match where a seat holds few worlds possible, each is met equally often, and so is the true
    one.
    """
    for looks, _ in enumerate(moments(match, dice)):
        if looks >= LOOKS:
            break
        if somebody_has_half_chosen(match):
            continue
        for seat in watchers(match):
            seen = worlds(match, seat, FIRST_LOOK, dice)
            if len(seen) > FEW_WORLDS or set(seen) == {world_of(match, match._state)}:
                continue
            wanted = TIMES * len(seen)
            found = worlds(match, seat, wanted, dice)
            if len(found) > FEW_WORLDS:
                continue
            assert found[world_of(match, match._state)], (
                f"redeal never deals seat {seat} what is true after {log_of(match)}"
            )
            expected = wanted / len(found)
            for count in found.values():
                assert abs(count - expected) / sqrt(expected) < TOO_FAR, (
                    f"redeal for seat {seat} is not fair: of {len(found)} worlds one came {count} times of "
                    f"{wanted} after {log_of(match)}"
                )


def somebody_has_half_chosen(match: Match) -> bool:
    """Whether a seat has begun a secret choice and not ended it: then it may be dealt again as not having begun."""
    step = step_of(match._state)
    began = {
        one.seat
        for number, one in enumerate(match._history.since(0))
        if step_of(match._history.before(number)[0]) == step
    }
    return bool(step) and not began.isdisjoint(match.to_act)


def worlds(match: Match, seat: int, count: int, dice: random.Random) -> Counter[Hashable]:
    """What is dealt for a seat, so many times."""
    return Counter(world_of(match, dealt_again(match, seat, dice.randbytes(32))) for _ in range(count))


def dealt_again(match: Match, seat: int, key: bytes) -> Any:
    """A world that a seat holds possible, drawn by the key."""
    world = copied(hidden(match, match._state, seat))
    match.game.sight.redeal(world, seat, new_chance(key))
    return world


def world_of(match: Match, state: Any) -> Hashable:
    """Where every card lies, and who may act."""
    return (int(state.to_act), *(state[field.name].tobytes() for field in places_of(match.game)))


def places_of(game: Game) -> list[Field]:
    """The fields in which cards lie: the rules' PLACES or OWN_PLACES."""
    named = {*getattr(game.rules, "PLACES", ()), *getattr(game.rules, "OWN_PLACES", ())}
    return [field for field in game.fields if field.name in named]


def lying(match: Match, state: Any) -> Iterator[tuple[str, int, str]]:
    """Each card with the place it lies in, and the seat where each has a place of its own."""
    for field in places_of(match.game):
        shown = field.decode(state[field.name], match.seats)
        for seat, held in enumerate(shown if field.per_seat else [shown]):
            yield from ((field.name, seat, card) for card in cards_in(held))
