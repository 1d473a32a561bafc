"""A catch that is left to the table is laid out sensibly: always by the rules, and never where a player should
choose.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from auctions import CASH_A_CATCH, after, bought, dealt, garbage, match_at, money, phase, stand, table
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.table.match import Match, seats_in
from support import any_chance, legal, play

LAST_FIVE = "S1 F1 C1 T1 L1 CLOSE"
GAMES = 2 if IS_PLAIN else 15


def tidied(state: Any, seat: int = 1) -> tuple[list[str], Any]:
    """What the table does for a seat, and what comes of it."""
    match = match_at(state)
    return [str(action) for action in match.tidy(seat)], match._state


def laid_out(lot: str, own: str, **more: Any) -> str:
    """Seat 1's stand after a catch was laid out for it."""
    return stand(tidied(bought(1, lot, "", own, "", **more))[1], 1)


def test_octopus_lies_on_the_best_card_of_its_kind_and_the_rest_above_by_value() -> None:
    played, state = tidied(bought(1, "E1 E2 E3 O2 O3", "", "", ""))
    assert played == ["lay E3 tub", "lay O3 tub", "lay O2 tub", "lay E2 tub", "lay E1 tub"]
    assert (stand(state, 1), phase(state), seats_in(state)) == ("/ / E3 O3 O2 E2 E1", "selling", [1])


@pytest.mark.parametrize(
    ("lot", "own", "expected"),
    [
        ("E2 S3", "E1 / / S1", "E1 E2 / / S1 S3"),
        ("E3 F2 S2 S1 S1", "", "E3 / F2 / S2 S1 S1"),
        ("E3 S1", "", "S1 / / E3"),
        ("E3 S2 S2", "/ / T1", "E3 / S2 S2 / T1"),
        ("E2 S3", "E1 / O1", "E1 E2 / O1 S3"),
        ("F1 L1", "/ E1 / O2", "F1 / E1 / O2 L1"),
    ],
)
def test_fish_go_to_their_kind_new_kinds_on_octopus_and_the_largest_into_the_tub(
    lot: str, own: str, expected: str
) -> None:
    assert laid_out(lot, own) == expected


@pytest.mark.parametrize(
    ("lot", "own", "expected"),
    [
        ("O2", "E3 E3 / S3 S3 S3 / T1", "E3 E3 O2 / S3 S3 S3 / T1"),
        ("O1", "E3 E3 / S3 S3 S3 / T1", "E3 E3 / S3 S3 S3 O1 / T1"),
        ("O3", "E3 E3 E3 E3 / S1", "E3 E3 E3 E3 / S1 O3"),
        ("O1", "", "O1"),
        ("O1", "O1 / O3", "O1 / O3 O1"),
        ("O1", "/ / O3 O2", "/ / O3 O2 O1"),
    ],
)
def test_octopus_goes_where_it_raises_the_price_most_and_of_equal_ones_to_more_fish(
    lot: str, own: str, expected: str
) -> None:
    assert laid_out(lot, own) == expected


def test_octopus_stays_with_the_kind_it_was_laid_for() -> None:
    state = tidied(bought(1, "E3 S2 S2 O3", "", "", ""))[1]
    sold = after(
        state, *(f"1 sell {place}" for place in ("crate1", "crate2", "tub") if f"sell {place}" in legal(state, 1))
    )
    assert money(sold)[1] == 20 + 15 + 3


def test_the_smallest_kinds_are_thrown_with_what_lies_with_them_counted() -> None:
    played, state = tidied(bought(1, "C3 T1 T1 L2 L2 L1", "", "E1 / S1 O3 / F3 F3", ""))
    assert played[:3] == ["throw eel", "throw tuna", "throw crawfish"]
    assert (garbage(state, 1), stand(state, 1)) == ("E1 C3 T1 T1", "L2 L2 L1 / S1 O3 / F3 F3")


def test_a_can_takes_the_dearest_cards() -> None:
    played, state = tidied(bought(1, "CAN CAN", "", "", "", garbage=["", "E1 S3 F2 O2 L3 T1"]))
    assert (played, garbage(state, 1)) == (["scrap S3", "scrap L3", "scrap F2", "scrap O2"], "E1 T1")


def test_a_whole_catch_is_dealt_with_in_order() -> None:
    played, state = tidied(bought(1, "CAN L2 O1", "", "E1 / S3 / T3", ""))
    assert played == ["throw eel", "lay O1 crate2", "lay L2 crate1", "scrap E1"]
    assert (phase(state), garbage(state, 1)) == ("selling", "")


CHOICES = {
    "selling": (table("E1", "S1", ""), 0),
    "bell": (after(table("E1", "S1", ""), "0 open: E1"), 1),
    "stealing": (bought(1, "THIEF E1", "S1", "", ""), 1),
    "selling_catch": (bought(1, "E1", "S1", "", "", deck=LAST_FIVE, lines=["1 lay E1 tub"]), 1),
}


@pytest.mark.parametrize("step", CHOICES)
def test_selling_ringing_and_thieves_are_left_to_the_player(step: str) -> None:
    state, seat = CHOICES[step]
    assert (phase(state), tidied(state, seat)[0]) == (step, [])


def test_after_the_thieves_and_up_to_the_sale_of_the_end_phase() -> None:
    state = after(bought(1, "THIEF E1", "S1", "", "", deck=LAST_FIVE), "1 steal 0 crate1")
    played, state = tidied(state)
    assert (played, phase(state), stand(state, 1)) == (["lay S1 tub", "lay E1 crate1"], "selling_catch", "E1 / / S1")


def test_only_the_buyer_is_laid_out_for() -> None:
    for state in (bought(1, "E1", "S1", "", ""), bought(1, "CAN", "S1", "", "", garbage=["E1", "E2"])):
        assert [match_at(state).next_tidy(seat) is None for seat in range(3)] == [True, False, True]


@pytest.mark.parametrize("number", range(GAMES))
def test_in_any_game_it_is_legal_and_of_the_right_kind(number: int) -> None:
    thought, chance = random.Random(number), any_chance(number)
    state, tidied_actions = dealt(CASH_A_CATCH.seats[number % 3]), 0
    match = Match(CASH_A_CATCH, int(state.seats), seed=0)
    while to_act := seats_in(state):
        seat = thought.choice(to_act)
        match._state = state
        offered = match.next_tidy(seat)
        assert (offered is None) == (phase(state) not in ("throwing", "laying", "canning"))
        assert offered is None or offered.verb in ("throw", "lay", "scrap")
        choices = sorted(legal(state, seat))
        if offered is not None and thought.random() < 0.7:
            action, tidied_actions = str(offered), tidied_actions + 1
        else:
            action = "hold" if "hold" in choices and thought.random() < 0.8 else thought.choice(choices)
        state = play(state, seat, action, chance)
    assert tidied_actions > 5
