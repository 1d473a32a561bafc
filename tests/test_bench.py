"""The bench measures what it says: the C plays our games, and the figures add up. How fast anything is, is not
tested.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openoutcry.bots import read
from openoutcry.bots.memory import WHOLE
from openoutcry.engine.chance import new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find, registered
from openoutcry.games.cash_or_crash.knowledge import WORDS
from openoutcry.lab.bench import Course, Pace, measure
from openoutcry.lab.simulate import Series

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench import blunders, run
from bench.ceiling import Deal, ceiling
from bench.minutes import Evening

GAMES = 20_000

every_game = pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)


def played(course: Course, games: int) -> tuple[Any, Any]:
    """The final states of the first games of a course, and their lengths."""
    table = Series(course.game, course.game.template(course.seats), [read("random", course.game)] * course.seats, games)
    table.play(new_chance(course.key), 0, games)
    return table.finals, table.lengths


def digests(words: Iterable[Any]) -> Any:
    """The FNV hash of each state, as the C makes it; each column has a word of every state."""
    columns = [np.asarray(column).astype(np.uint64) for column in words]
    hashes = np.full(len(columns[0]), 0xCBF29CE484222325, np.uint64)
    for column in columns:
        hashes = (hashes ^ column) * np.uint64(0x100000001B3)
    return hashes


def digests_of_crypto_cards(states: Any, seats: int) -> Any:
    """Portfolios, hands, market."""
    return digests([*states["portfolios"].T[:seats], *states["hands"].T[:seats], states["market"]])


def digests_of_cash_or_crash(states: Any, seats: int) -> Any:
    """For each seat its cards, what it said, and what all may know of it; then how the last challenge went."""
    own = ("hands", "discards", "turned_up", "said_amounts", "said_goods", "went_out")
    total = digests([states[name] for name in ("round_number", "last_bidder", "last_challenger", "last_loser")])
    for seat in range(seats):
        known = states["possible"].T[seat * WORDS : (seat + 1) * WORDS]
        total += digests([*(states[name].T[seat] for name in own), *known])
    return total


BY_HAND = {"cash_or_crash": digests_of_cash_or_crash, "crypto_cards": digests_of_crypto_cards}


def test_what_is_written_by_hand_is_compared() -> None:
    assert sorted(BY_HAND) == sorted(run.WRITTEN_BY_HAND) == sorted(path.stem for path in run.PEERS.glob("*.c"))


@pytest.mark.parametrize("name", BY_HAND)
def test_the_c_plays_the_same_games(name: str) -> None:
    if shutil.which("gcc") is None:
        if os.environ.get("CI"):
            pytest.fail("gcc is not installed")
        pytest.skip("gcc is not installed")
    course = Course(find(name))
    states, lengths = played(course, GAMES)
    with run.Program(run.c_peer(course)) as program:
        steps, _, check = program.ask(0, GAMES)
    assert (int(steps), int(check)) == (lengths.sum(), int(BY_HAND[name](states, course.seats).sum()))


@every_game
def test_a_course_plays_every_step_of_its_games(game: Any) -> None:
    course = Course(game)
    assert course.run(0, 500).steps == played(course, 500)[1].sum()


def test_every_game_is_measured() -> None:
    paces = measure(0.01)
    assert [pace.game for pace in paces] == list(registered())
    assert all(pace.games > 0 and pace.steps > pace.games and pace.seconds >= 0.01 for pace in paces)


def test_a_pace_as_json_has_it() -> None:
    assert Pace("bounce", seats=4, games=10, steps=150, seconds=0.5).as_dict() == {
        "game": "bounce",
        "seats": 4,
        "games": 10,
        "steps": 150,
        "seconds": 0.5,
        "steps_per_second": 300.0,
        "games_per_second": 20.0,
    }


def test_a_measurement_takes_time() -> None:
    with pytest.raises(Mistake, match="more than 0 seconds, not 0"):
        Course(find("bounce")).measure(0)


def contender(kind: str, steps_per_game: int, steps_per_second: float) -> run.Contender:
    def play(first: int, games: int) -> tuple[int, float]:
        return games * steps_per_game, games * steps_per_game / steps_per_second

    return run.Contender("patience", kind, play)


def test_a_ratio_is_that_of_the_rounds() -> None:
    ours, peer = contender(run.NATIVE, 10, 3e6), contender(run.BY_HAND, 10, 4e6)
    run.race([ours, peer], seconds=0.1)
    found = run.ratio("ours to the peer's", ours, peer, 0.6, "of C")
    assert len(ours.rates) == run.ROUNDS
    assert (found.shown, found.target, found.met) == ("0.75", "at least 0.6 of C", True)


def test_who_plays_other_games_is_found_out() -> None:
    with pytest.raises(RuntimeError, match="patience: C by hand does not play the same games"):
        run.race([contender(run.NATIVE, 10, 1e6), contender(run.BY_HAND, 9, 1e6)], seconds=0.1)


def test_what_is_missing_is_said_and_not_measured() -> None:
    ours, peer = contender(run.NATIVE, 10, 1e6), run.Contender("patience", run.BY_HAND, absent="gcc is not installed")
    run.race([ours, peer], seconds=0.1)
    found = run.ratio("ours to the peer's", ours, peer, 0.6, "of C")
    assert (found.shown, found.met) == ("not measured: gcc is not installed", None)


@pytest.mark.long
def test_nobody_wins_more_than_the_ceiling_and_greedy_bots_share_the_wins() -> None:
    shares, most = [], []
    for number in range(12):
        deal = Deal.of(1, number)
        shares.append([ceiling(deal, seat, is_greedy=True) for seat in range(4)])
        most.append([ceiling(deal, seat) for seat in range(4)] if number < 2 else shares[-1])
    assert np.sum(shares, axis=1) == pytest.approx(1)
    assert np.all(np.array(most) >= np.array(shares) - 1e-9)
    assert 0.25 < np.mean(most[:2]) < 0.75


def test_a_deal_of_the_ceiling_is_one_of_the_game() -> None:
    orders = [Deal.of(1, number).order for number in range(2000)]
    assert all(sorted(np.append(Deal.of(1, number).hands, orders[number])) == list(range(53)) for number in range(20))
    first = np.array([np.flatnonzero(order == 52)[0] for order in orders])
    assert first.mean() == pytest.approx((34 - 2) / 3, abs=1), (
        "of two jokers in 34 cards the first comes after a third of the others"
    )


OURS = ("bounce", "cash_a_catch", "cash_or_crash", "crypto_cards", "dead_cat_bounce")


@pytest.mark.skipif(IS_PLAIN, reason="whole matches take minutes in plain Python")
@pytest.mark.parametrize("name", OURS)
def test_the_minutes_of_a_game_are_what_a_match_with_bots_takes(name: str) -> None:
    game = find(name)
    took = statistics.median(Evening(game, "greedy", seed).seconds() / 60 for seed in (1, 2, 3))
    assert 0.8 * took - 1 < game.minutes < 1.2 * took + 1, f"a match takes {took:.1f} minutes"


def test_what_a_long_judgement_says_has_to_be_clear() -> None:
    half = WHOLE // 2
    assert blunders.Long(1000, 200, half, is_preferred=False).kind == blunders.BLUNDER
    assert blunders.Long(1000, 300, half, is_preferred=False).kind is None
    assert blunders.Long(-200, 100, half, is_preferred=False).kind == blunders.SOUND
    assert blunders.Long(50, 100, half, is_preferred=False).kind is None
    assert blunders.Long(50, 100, half, is_preferred=True).kind == blunders.SOUND
    assert blunders.Long(-200, 100, 0, is_preferred=True).kind is None


def test_rows_count_what_was_found_and_what_was_blamed() -> None:
    told = [("blunder", "costly"), ("blunder", "open"), ("sound", "sound"), ("sound", "costly"), ("sound", "found")]
    confirmed = [{"kind": kind, "verdict": verdict} for kind, verdict in told]
    match = {"game": "crypto_cards", "seconds": 2.0, "confirmed": confirmed}
    *_, row = blunders.rows([match])
    assert row == "| all | 1 | 2 | 50.0 (9.5 to 90.5) | 3 | 33.3 (6.1 to 79.2) | 2.0, at most 2.0 |"


@pytest.mark.long
def test_a_review_finds_planted_blunders_and_blames_little_else() -> None:
    """A small run of `bench/blunders.py`, in the game that takes least time."""
    found = [blunders.looked_at("crypto_cards", number, 60, {"blunder", "sound"}) for number in range(25)]
    kinds = [(each["kind"], each["verdict"] == "costly") for match in found for each in match["confirmed"]]
    assert kinds.count(("blunder", True)) > 4 * kinds.count(("blunder", False))
    assert kinds.count(("sound", False)) > 20 * kinds.count(("sound", True))
    assert kinds.count(("blunder", True)) > 4
