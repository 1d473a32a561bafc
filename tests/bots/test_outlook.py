"""Why a hint is given: what it says comes of an action does come of it, and what it foresees speaks for it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from openoutcry.bots import find as bot_named
from openoutcry.bots.memory import WHOLE
from openoutcry.bots.outlook import APART, WORLDS, Games, advised, alone, is_better, outlook, pooled, strongest
from openoutcry.bots.thinking import Estimate
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.table.asks import Advice
from openoutcry.table.match import Match

FEW = 40
"""Play-outs, where nothing hangs on how good a hint is."""
TOLD, OTHER = (alone({"event": "mined", "player": seat, "card": "7C"}) for seat in range(2))


def decisions(name: str, seats: int, count: int) -> Iterator[tuple[Match, Advice]]:
    """Some decisions of the first seat, each with what is advised there; everybody plays by the rules of thumb."""
    match, thought = Match(name, seats=seats, seed=5), new_chance(key_of_seed(3))
    bot, found = bot_named("greedy", match.game), 0
    while not match.over and found < count:
        seat = match.to_act[0]
        view = match.view(seat)
        if seat == 0 and len(view.legal) > 1:
            found += 1
            yield match, advised(view, new_chance(key_of_seed(found)), FEW)
        match.play(seat, bot.choose(view, thought))


@pytest.mark.parametrize(("name", "seats"), [("crypto_cards", 3), ("cash_a_catch", 3)])
def test_what_surely_comes_of_an_action_comes_of_it(name: str, seats: int) -> None:
    brought = 0
    for match, found in decisions(name, seats, 12):
        played = match.copy()
        played.play(0, match.game.actions[found.action])
        told = played.story(0)[-1].events
        assert all(event in told for event in found.brings)
        brought += len(found.brings)
        if found.foreseen is not None:
            assert abs(found.often - found.otherwise) >= APART / WORLDS
        if found.points is not None:
            assert found.next_points is not None
            assert (found.points < found.next_points) == bool(match.game.member("LOWEST_WINS"))
    assert brought or name == "crypto_cards"


def games(happened: int, won_with: int, won: int) -> Games:
    """Games in which a thing came to pass so often, with so many wins of these and of all."""
    made = Games()
    made.happened[TOLD], made.won_with[TOLD], made.won = happened, won_with * WHOLE, won * WHOLE
    return made


@pytest.mark.parametrize(
    ("after", "otherwise", "is_told"),
    [
        (games(80, 60, 65), games(20, 15, 30), True),  # oftener, and whoever sees it wins oftener
        (games(20, 5, 60), games(80, 20, 40), True),  # less often, and whoever sees it loses
        (games(80, 20, 35), games(20, 5, 60), False),  # oftener, and whoever sees it loses
        (games(50, 40, 60), games(30, 24, 40), False),  # hardly oftener
        (games(80, 52, 65), games(20, 6, 30), False),  # oftener, and it makes no difference
        (games(100, 60, 60), games(0, 0, 40), True),  # always and never: nothing speaks against it
    ],
)
def test_what_is_foreseen_differs_and_speaks_for_the_action(after: Games, otherwise: Games, is_told: bool) -> None:
    assert strongest(after, otherwise) == (TOLD if is_told else None)


def test_what_surely_comes_of_the_action_itself_is_not_foreseen_too() -> None:
    after, otherwise = games(100, 60, 60), games(0, 0, 40)
    after.brought[TOLD] = after.brought[OTHER] = otherwise.brought[OTHER] = WORLDS
    after.points = otherwise.points = [3] * WORLDS
    found = outlook(after, otherwise, is_lowest_best=False)
    assert found.brings == json.loads(TOLD)["events"], "what the other brings as well is no reason"
    assert (found.foreseen, found.points) == (None, None)


def test_points_are_told_where_they_are_clearly_better() -> None:
    assert is_better([3] * WORLDS, [2] * WORLDS, 1)
    assert not is_better([3] * WORLDS, [2] * WORLDS, -1)
    assert not is_better([3, 0] * (WORLDS // 2), [0, 2] * (WORLDS // 2), 1), "that may well be chance"


def test_games_of_the_search_and_those_looked_ahead_count_alike() -> None:
    only = Estimate(None, 100, 0.0)  # type: ignore[arg-type]
    assert pooled(only, games(0, 0, 50)) == 0.25
