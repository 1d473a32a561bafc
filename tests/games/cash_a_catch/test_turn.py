"""§2 of Cash-a-Catch: the turn."""

from __future__ import annotations

import pytest

from auctions import (
    CASH_A_CATCH,
    FISH,
    STEPS,
    after,
    dealt,
    in_steps,
    phase,
    stand,
    table,
)
from openoutcry.table.match import seats_in
from support import legal, refused


@pytest.mark.parametrize("seats", CASH_A_CATCH.seats)
def test_2_1_seat_0_is_the_first_auctioneer_and_then_the_next_to_the_left(seats: int) -> None:
    state, auctioneers = dealt(seats), []
    for card in FISH[: seats + 1]:
        (auctioneer,) = seats_in(state)
        auctioneers.append(auctioneer)
        buyer = (auctioneer + 1) % seats
        state = after(
            state, f"{auctioneer} open: {card}", f"{buyer} ring", f"{buyer} lay {card} crate{1 + card.startswith('S')}"
        )
    assert auctioneers == [turn % seats for turn in range(seats + 1)]


def test_2_1_whoever_buys_the_next_auctioneer_is_left_of_the_last() -> None:
    state = after(table("", "", "", "", auctioneer=3), "3 open: E1", "2 ring", "2 lay E1 tub")
    assert (int(state.auctioneer), seats_in(state), phase(state), int(state.buyer)) == (0, [0], "selling", -1)


def test_2_2_a_turn_is_selling_then_the_auction_then_the_catch() -> None:
    state = table("E1 / S1", "", "", "")
    assert (phase(state), legal(state, 0)) == ("selling", {"sell crate1", "sell crate2", "open"})
    state = after(state, "0 sell crate2")
    assert (phase(state), legal(state, 0)) == ("selling", {"sell crate1", "open"})
    state = after(state, "0 open: F1")
    assert (phase(state), legal(state, 1)) == ("bell", {"ring", "hold"})
    state = after(state, "3 ring")
    assert (phase(state), seats_in(state), int(state.buyer)) == ("laying", [3], 3)
    state = after(state, "3 lay F1 tub")
    assert (phase(state), seats_in(state), stand(state, 0)) == ("selling", [1], "E1")


@pytest.mark.parametrize("step", STEPS)
def test_2_2_each_step_refuses_what_is_not_legal_in_it(step: str) -> None:
    state, seat, clauses = in_steps()[step]
    assert phase(state) == step
    may = legal(state, seat)
    assert may
    for action in CASH_A_CATCH.actions:
        expected = None if str(action) in may else clauses.get(str(action), clauses.get(action.verb, "§2.2"))
        assert refused(state, seat, str(action)) == expected, action


@pytest.mark.parametrize("step", STEPS)
def test_2_2_only_those_whose_step_it_is_may_act(step: str) -> None:
    state = in_steps()[step][0]
    for seat in set(range(4)) - set(seats_in(state)):
        assert legal(state, seat) == set()
        in_race = {"ring": "§4.3", "hold": "§4.3"} if step == "bell" else {}
        for action in CASH_A_CATCH.actions:
            assert refused(state, seat, str(action)) == in_race.get(str(action), "§2.2")
