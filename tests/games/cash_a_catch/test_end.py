"""§6 of Cash-a-Catch: the end."""

from __future__ import annotations

import pytest

from auctions import (
    CASH_A_CATCH,
    LAST_FIFTEEN,
    LAST_FIVE,
    after,
    discards,
    fish,
    garbage,
    is_over,
    lot,
    money,
    phase,
    stand,
    table,
)
from support import legal, places, points, refused

HALF_PRICES = [1, 1, 2, 3, 4, 5, 8, 10, 13, 15]


def test_6_1_the_end_phase_holds_for_the_very_auction_in_which_its_card_is_turned() -> None:
    state = after(table("", "", "", "", deck=f"{LAST_FIFTEEN} L1 END CLOSE"), "0 open: L1")
    before = after(state, "1 ring", "1 lay L1 tub")
    assert (int(before.is_end_phase), phase(before)) == (0, "selling")
    at_once = after(state, "1 hold", "2 hold", "3 hold: END", "1 ring", "1 lay L1 tub")
    assert (int(at_once.is_end_phase), phase(at_once), legal(at_once, 1)) == (1, "selling_catch", {"sell tub", "done"})
    next_time = after(at_once, "1 done", "1 open: E1", "2 ring", "2 lay E1 tub")
    assert phase(next_time) == "selling_catch"


def test_6_2_the_market_close_ends_the_game_at_once() -> None:
    state = after(
        table("", "", "", "", money=[1, 20, 10, 10], deck=LAST_FIVE), "0 open: S1", "1 hold", "2 hold", "3 hold: CLOSE"
    )
    assert is_over(state)
    assert (money(state), lot(state), discards(state)["S1"], int(state.deck_size)) == ([1, 20, 10, 10], "", 5, 4)
    for seat in range(4):
        assert legal(state, seat) == set()
        assert {refused(state, seat, str(action)) for action in CASH_A_CATCH.actions} == {"§6.2"}


def test_6_2_it_can_be_the_first_card_of_an_auction() -> None:
    assert is_over(after(table("", "", "", deck=LAST_FIVE), "0 open: CLOSE"))


@pytest.mark.parametrize("count", range(1, 31))
def test_6_3_everyone_sells_every_place_at_half_price(count: int) -> None:
    stands = [stroke + fish(count) for stroke in ("", "/ ", "/ / ")]
    for seat in range(3):
        for own in stands:
            state = after(table(*[own if other == seat else "" for other in range(3)], deck=LAST_FIVE), "0 open: CLOSE")
            assert money(state) == [30 + HALF_PRICES[min(count, 10) - 1] if other == seat else 30 for other in range(3)]
            assert stand(state, seat) == ""


def test_6_3_nothing_spoils() -> None:
    state = after(table("E2 / O1", "E3 / O2", "/ E1 / O3", deck=LAST_FIVE), "0 open: CLOSE")
    assert [garbage(state, seat) for seat in range(3)] == ["", "", ""]
    assert money(state) == [30 + 1 + 1, 30 + 2 + 1, 30 + 1 + 2]


def test_6_4_the_rulebooks_four_cards_on_a_garbage_can_cost_7() -> None:
    state = after(table("", "", "", garbage=["", "E1 S2 F3 O1"], deck=LAST_FIVE), "0 open: CLOSE")
    assert (money(state), garbage(state, 1)) == ([30, 23, 30], "E1 S2 F3 O1")


def test_6_4_money_may_end_below_zero() -> None:
    state = after(
        table("E3 / / O1", "", "", money=[0, 3, 0], garbage=["", "E3 S3 S3", "L1"], deck=LAST_FIVE), "0 open: CLOSE"
    )
    assert (points(state), places(state)) == ([3, -6, -1], [1, 3, 2])


def test_6_4_the_close_pays_for_fish_first_and_takes_for_garbage_then() -> None:
    stands = ["E3 E3 O3 / S1", "O2 / / L3 L3 L3 L1", ""]
    state = after(table(*stands, money=[0, 5, 1], garbage=["T2 T3 O1", "", "E1"], deck=LAST_FIVE), "0 open: CLOSE")
    assert (money(state), places(state)) == ([13 + 1 - 6, 5 + 1 + 15, 0], [2, 1, 3])


@pytest.mark.parametrize(
    ("euros", "expected"),
    [
        ([30, 31, 29], [2, 1, 3]),
        ([30, 30, 29], [1, 1, 3]),
        ([7, 30, 30, 7], [3, 1, 1, 3]),
        ([5, 5, 5, 5, 5], [1, 1, 1, 1, 1]),
    ],
)
def test_6_5_the_most_money_wins_and_equal_amounts_share_the_place(euros: list[int], expected: list[int]) -> None:
    state = after(table(*[""] * len(euros), money=euros, deck=LAST_FIVE), "0 open: CLOSE")
    assert (points(state), places(state)) == (euros, expected)
    assert not CASH_A_CATCH.rules.LOWEST_WINS
