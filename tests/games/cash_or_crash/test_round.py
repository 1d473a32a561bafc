"""§2 of Cash or Crash: the round."""

from __future__ import annotations

from typing import Any

import pytest

from bidding import (
    CASH_OR_CRASH,
    after,
    dealt,
    opening,
    phase,
    sell,
    stake,
    staked,
    table,
)
from openoutcry.table.match import seats_in
from support import legal, points, refused, shown


@pytest.mark.parametrize("seats", CASH_OR_CRASH.seats)
def test_2_1_seat_0_opens_and_then_the_next_to_the_left(seats: int) -> None:
    state, openers = dealt(seats, variant="endurance"), []
    for _ in range(seats + 1):
        openers.append(int(state.opener))
        state = stake(state)
        assert seats_in(state) == [openers[-1]]
        state = sell(state, f"{openers[-1]} bid 1 Gold")
    assert openers == [*range(seats), 0]


def test_2_1_the_role_passes_over_those_who_are_out() -> None:
    state = sell(opening(10, 0, 0, 10, 0), "0 bid 3 Gold")
    assert (int(state.round_number), int(state.opener)) == (2, 3)
    state = sell(stake(state), "3 bid 3 Gold")
    assert (int(state.round_number), int(state.opener)) == (3, 0)


def test_2_1_whoever_goes_out_does_not_open() -> None:
    state = sell(opening(10, 2, 10), "0 bid 3 Gold")
    assert (points(state), int(state.opener)) == ([10, 0, 10], 2)


def test_2_2_a_round_goes_from_the_red_zone_to_the_challenge() -> None:
    state, phases = table("GGG", "GGG OOO WWW", 10), []
    for line in [
        "0 keep",
        "1 keep",
        "0 recover OOO",
        *[f"{seat} stake {card}" for seat in range(3) for card in ("GGG", "OOO")],
    ]:
        phases.append(phase(state))
        state = after(state, line)
    assert phases == ["red_zone"] * 2 + ["recovering"] + ["staking"] * 6
    assert (phase(state), int(state.round_number)) == ("opening", 1)
    state = after(state, "0 bid 3 Gold")
    assert phase(state) == "bidding"
    state = after(state, "1 challenge")
    assert (phase(state), int(state.round_number), seats_in(state)) == ("red_zone", 2, [0, 1])


OF_THE_ROUND = [
    "bidder",
    "amount",
    "goods",
    "challenger",
    "is_out_of_turn",
    "is_doubled",
    "to_pay",
    "to_take",
    "not_asked",
    "swapped",
]


@pytest.mark.parametrize(
    "lines",
    [
        ["0 bid 25 Gold", "1 challenge", "0 show"],
        ["0 bid 25 Gold", "1 challenge", "0 double", "1 persist", "0 discard GGG", "0 discard OOO"],
        [
            "0 bid 25 Gold",
            "2 challenge",
            "0 double",
            "2 persist",
            "0 discard GGG",
            "0 discard OOO",
            "2 recover WWW",
            "2 stop",
        ],
        ["0 bid 25 Gold", "2 challenge", "0 show", "2 recover WWW", "2 recover OOO"],
    ],
)
def test_2_2_a_new_round_begins_with_nothing_left_of_the_last(lines: list[str]) -> None:
    state = after(opening(10, 10, 7, variant="blitz", doubling="on"), *lines)
    assert (int(state.round_number), phase(state), int(state.opener), int(state.turn)) == (2, "red_zone", 1, 1)
    assert [shown(state)[name] for name in OF_THE_ROUND] == [-1, 0, [], -1, 0, 0, 0, 0, [], []]
    assert [staked(state, seat) for seat in range(3)] == ["", "", ""]


DOUBLED = opening(10, 4, 10, doubling="on")
RACE = after(opening(10, 10, 7, variant="blitz", doubling="on"), "0 bid 25 Gold")
IN_STEPS: dict[str, tuple[Any, int, dict[str, str]]] = {
    "red_zone": (table("GGG OOO", 10), 0, {"swap": "§3.1", "take": "§3.1"}),
    "a swap half done": (
        after(table("GGG OOO", 10), "0 swap GGG"),
        0,
        {"swap": "§3.1", "take": "§3.1", "keep": "§3.1"},
    ),
    "recovering": (after(table("GGG", 10), "0 keep"), 0, {"recover": "§3.3"}),
    "staking": (table(10, 5), 1, {"stake": "§4.1"}),
    "opening": (opening(10, 10), 0, {"bid": "", "challenge": "§6.1"}),
    "bidding": (after(opening(10, 10), "0 bid 3 Gold"), 1, {"bid": "", "add": "§5.5"}),
    "adding": (after(opening(10, 10), "0 bid 3 Gold", "1 add GGG"), 1, {"bid": ""}),
    "racing": (RACE, 2, {"bid": "", "add": "§5.5"}),
    "doubling": (after(RACE, "2 challenge"), 0, {}),
    "persisting": (after(RACE, "2 challenge", "0 double"), 2, {}),
    "withdrawn": (
        after(RACE, "1 challenge", "0 double", "1 withdraw"),
        1,
        {"bid": "", "add": "§5.5", "challenge": "§9.2"},
    ),
    "paying": (after(DOUBLED, "0 bid 3 Gold", "1 challenge", "0 double", "1 persist"), 1, {"discard": "§9.2"}),
    "taking_back": (after(RACE, "2 challenge", "0 show"), 2, {"recover": "§8.9"}),
}


@pytest.mark.parametrize("step", IN_STEPS)
def test_2_2_what_belongs_to_one_step_cannot_be_done_in_another(step: str) -> None:
    state, seat, clauses = IN_STEPS[step]
    assert phase(state) == (step if step != "a swap half done" else "red_zone")
    may = legal(state, seat)
    assert may
    for action in CASH_OR_CRASH.actions:
        expected = None if str(action) in may else clauses.get(action.verb, "§2.2")
        if expected != "":
            assert refused(state, seat, str(action)) == expected, action


def test_2_3_all_who_are_concerned_choose_at_the_same_time() -> None:
    state = table("GGG", "OOO", 10)
    assert seats_in(state) == [0, 1]
    state = after(state, "1 keep")
    assert (seats_in(state), legal(state, 1), refused(state, 1, "keep")) == ([0], set(), "§2.3")
    state = after(state, "0 keep")
    assert (phase(state), seats_in(state)) == ("recovering", [0, 1])
    state = after(state, "1 recover GGG")
    assert (seats_in(state), refused(state, 1, "recover WWW")) == ([0], "§2.3")
    state = after(state, "0 recover WWW")
    assert (phase(state), seats_in(state)) == ("staking", [0, 1, 2])
    state = after(state, "2 stake GGG", "1 stake GGG", "2 stake OOO")
    assert (seats_in(state), refused(state, 2, "stake WWW"), staked(state, 1)) == ([0, 1], "§2.3", "GGG")


def test_2_3_else_the_player_in_turn_acts_and_turns_go_to_the_left() -> None:
    state = opening(10, 0, 10, 10, 0, opener=2)
    turns = []
    for amount in range(1, 7):
        (seat,) = seats_in(state)
        turns.append(seat)
        assert [refused(state, other, f"bid {amount} Gold") for other in range(5)] == [
            None if other == seat else "§7.1" if other in (1, 4) else "§2.3" for other in range(5)
        ]
        assert [legal(state, other) for other in range(5) if other != seat] == [set()] * 4
        state = after(state, f"{seat} bid {amount} Gold")
    assert turns == [2, 3, 0, 2, 3, 0]
