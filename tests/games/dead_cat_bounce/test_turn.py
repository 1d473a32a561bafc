"""§2 of Dead-Cat Bounce: the turn."""

from __future__ import annotations

from typing import Any

import pytest

from openoutcry.table.match import seats_in
from support import any_chance, legal, refused, shown
from trading import (
    DEAD_CAT_BOUNCE,
    after,
    cards,
    dealt,
    phase,
    purses,
    table,
    turn_over,
    verbs,
)


@pytest.mark.parametrize("seats", DEAD_CAT_BOUNCE.seats)
def test_2_1_seat_0_begins_and_turns_go_round(seats: int) -> None:
    state, order = dealt(seats, may_hide="on"), []
    for _ in range(seats + 1):
        (seat,) = seats_in(state)
        order.append(seat)
        assert all(refused(state, other, "next") == "§2.1" for other in range(seats) if other != seat)
        state = turn_over(state)
    assert order == [turn % seats for turn in range(seats + 1)]


def test_2_1_only_an_offer_is_answered_by_another() -> None:
    state = after(table("", "", "", hands=["KC"]), "0 propose 2", "0 give KC", "0 send")
    assert seats_in(state) == [2]
    assert (refused(state, 0, "accept"), refused(state, 1, "accept"), refused(state, 2, "accept")) == (
        "§2.1",
        "§2.1",
        None,
    )
    assert seats_in(after(state, "2 decline")) == [0]


OF_STEP: dict[str, set[str]] = {
    "trading": {
        "buy",
        "look",
        "put",
        "sell",
        "sell_shown",
        "single",
        "begin",
        "at",
        "takeover",
        "steal",
        "propose",
        "next",
    },
    "building": {"extend", "bridge", "take", "split"},
    "composing": {"give", "give_shown", "want", "want_any", "bid", "ask", "send", "cancel"},
    "answering": {"accept", "decline", "counter"},
    "choosing": {"choose"},
    "protecting": {"protect", "block", "next"},
    "discarding": {"discard", "leave"},
    "laying_down": {"single", "begin", "at"},
    "paying_tax": {"sell", "sell_shown", "propose", "pay"},
}


def in_step(step: str) -> Any:
    """A position in which seat 0, or seat 1 where it has to answer, is in a step."""
    state = table("3C 4C", "QD KD AD", hands=["5C KS", "9H TH"], flop="7H 2S QS", purses=[3, 3])
    lines = {
        "trading": [],
        "building": ["0 at A"],
        "composing": ["0 propose 1", "0 give KS"],
        "answering": ["0 propose 1", "0 want_any", "0 send"],
        "choosing": ["0 propose 1", "0 want_any", "0 send", "1 accept"],
        "protecting": ["0 next"],
        "discarding": ["0 next", "0 next"],
        "laying_down": ["0 next", "0 next", "0 discard 1"],
        "paying_tax": ["0 next", "0 next", "0 discard 1", "0 single KS", "0 at A", "0 extend 5C"],
    }
    return after(state, *lines[step])


@pytest.mark.parametrize("step", OF_STEP)
def test_2_2_what_belongs_to_one_step_cannot_be_done_in_another(step: str) -> None:
    state = in_step(step)
    (seat,), may = seats_in(state), legal(state, seats_in(state)[0])
    assert (phase(state), verbs(state, seat) <= OF_STEP[step], bool(may)) == (step, True, True)
    for action in DEAD_CAT_BOUNCE.actions:
        clause = refused(state, seat, str(action))
        assert (clause is None) == (str(action) in may), action
        assert (clause == "§2.2") == (action.verb not in OF_STEP[step]), action


def test_2_2_the_steps_follow_one_another() -> None:
    state, steps = table("3C 4C", "", hands=["5C KS"], flop="7H 2S QS"), []
    for line in ("0 next", "0 next", "0 discard 1", "0 single KS", "0 at A", "0 extend 5C", "0 pay"):
        steps.append(phase(state))
        state = after(state, line)
    assert steps == ["trading", "protecting", "discarding", "laying_down", "laying_down", "building", "paying_tax"]
    assert (phase(state), seats_in(state)) == ("trading", [1])


@pytest.mark.parametrize(
    ("shown_melds", "purse", "in_hand", "expected"),
    [
        ("3C 4C", 1, "", "protecting"),
        ("3C 3D", 1, "", "protecting"),
        ("2C / KD", 7, "", "discarding"),
        ("", 7, "", "discarding"),
        ("3C 4C", 0, "", "discarding"),
        ("3C 4C", 0, "block", "protecting"),
        ("2C", 7, "block", "discarding"),
    ],
)
def test_2_2_protect_is_left_out_with_nothing_to_protect_or_nothing_to_do_it_with(
    shown_melds: str, purse: int, in_hand: str, expected: str
) -> None:
    state = table(shown_melds, "", hands=[in_hand], purses=[purse, 7], flop="7H 2S QS", jokers="block")
    assert phase(after(state, "0 next")) == expected


@pytest.mark.parametrize(
    ("flop", "expected"), [("7H 2S QS", "discarding"), ("7H 2S", "paying_tax"), ("", "paying_tax")]
)
def test_2_2_discard_is_left_out_with_fewer_than_three_cards_in_the_flop(flop: str, expected: str) -> None:
    assert phase(after(table("", "", flop=flop), "0 next")) == expected


def test_2_3_the_very_first_turn_has_no_housekeeping_and_every_other_has() -> None:
    state = table("2C", "2D")
    rules = DEAD_CAT_BOUNCE.rules
    state.is_first_turn = 1
    rules.begin_turn(state, 0, any_chance())
    assert (purses(state), cards(state, "flop"), int(state.is_first_turn)) == ([7, 7], "", 0)
    state = turn_over(state)
    assert (purses(state), len(shown(state)["flop"])) == ([7, 7 + 4], 3)
    assert purses(turn_over(state))[0] == 7 + 4


def test_2_3_a_game_begins_without_it() -> None:
    state = dealt(3)
    assert (int(state.is_first_turn), int(state.stack_size), phase(state)) == (0, 52 - 6 - 3, "trading")
