"""§6 of Cash or Crash: the challenge."""

from __future__ import annotations

import pytest

from bidding import (
    SIX_FIVE_ONE,
    after,
    discards,
    hand,
    opening,
    seen_by,
    sell,
    sizes,
    stake,
    staked,
)
from openoutcry.engine.contract import SPECTATOR
from support import points, refused, shown


def test_6_1_only_the_last_bid_is_challenged_by_the_player_in_turn() -> None:
    start = opening(10, 10, 10, stakes=["GGG OOO", "GGG OOO", "GGG OOO"])
    assert refused(start, 0, "challenge") == "§6.1"
    state = after(start, "0 bid 9 Gold", "1 bid 10 Gold")
    assert [refused(state, seat, "challenge") for seat in range(3)] == ["§2.3", "§2.3", None]
    state = after(state, "2 challenge")
    assert (int(state.last_bidder), int(state.last_loser), points(state)) == (1, 1, [10, 8, 10])


@pytest.mark.parametrize(("amount", "loser"), [(5, 0), (6, 1)])
def test_6_2_the_bid_was_right_if_all_is_there_else_the_bidder_loses(amount: int, loser: int) -> None:
    state = sell(opening(10, 10, stakes=SIX_FIVE_ONE), f"0 bid {amount} Gold", f"1 bid {amount} Gold+Oil")
    assert (shown(state)["counts"], int(state.last_loser)) == ([6, 5, 1], loser)
    assert points(state) == [8 if seat == loser else 10 for seat in range(2)]


def test_6_2_the_rulebooks_charlie_has_9_of_one_and_is_1_short_of_the_other() -> None:
    stakes = ["GGG WWW", "GGO WWO", "GGG OOW", "WWW GOW"]
    state = sell(opening(10, 10, 10, 10, stakes=stakes), "0 bid 3 Gold", "1 bid 4 Gold", "2 bid 6 Gold+Oil")
    assert (shown(state)["counts"][:2], int(state.last_bidder), int(state.last_loser)) == ([9, 5], 2, 2)
    assert discards(state, 2) == "OOW GGG"
    assert [sizes(state, seat) for seat in range(4)] == [(10, 0, 0), (10, 0, 0), (8, 0, 2), (10, 0, 0)]


def test_6_3_the_loser_discards_the_stake_and_everyone_else_takes_theirs_back() -> None:
    start = opening(10, 5, 10, stakes=["GGG OOO", "GGO WWG", "WWW WWO"])
    lost = after(start, "0 bid 1 Gold", "1 add OOW", "1 bid 15 Wheat", "2 challenge")
    assert (hand(lost, 1), staked(lost, 1), discards(lost, 1)) == ("GGW OOG", "", "GGO OOW WWG WWO GGG OOO WWW GOW")
    assert [sizes(lost, seat) for seat in range(3)] == [(10, 0, 0), (2, 0, 8), (10, 0, 0)]
    challenged = after(start, "0 bid 1 Gold", "1 challenge")
    assert (hand(challenged, 1), discards(challenged, 1)) == ("GGW OOG OOW", "GGO WWG WWO GGG OOO WWW GOW")


def test_6_4_before_the_first_challenge_there_is_nothing_to_see() -> None:
    state = shown(after(opening(10, 10), "0 bid 3 Gold"))
    assert (state["turned_up"], state["counts"], state["last_amount"], state["last_goods"]) == (
        [[], []],
        [0, 0, 0],
        0,
        [],
    )
    assert (state["last_bidder"], state["last_challenger"], state["last_loser"]) == (-1, -1, -1)


def test_6_4_what_was_turned_up_stays_visible_until_cards_are_turned_up_again() -> None:
    state = sell(opening(10, 10, 10, stakes=["GGG OOO", "GOW WWW", "GGO OOG"]), "0 bid 1 Gold", "1 bid 6 Gold+Oil")
    turned_up = [["GGG", "OOO"], ["WWW", "GOW"], ["GGO", "OOG"]]
    later = after(stake(state, "GGG OOO", "GGG OOG", "GGW OOW"), "1 bid 3 Wheat")
    for moment in (state, later):
        for seat in (0, 1, 2, SPECTATOR):
            seen = shown(seen_by(moment, seat))
            assert (seen["turned_up"], seen["counts"]) == (turned_up, [7, 7, 4])
            assert (seen["last_amount"], seen["last_goods"]) == (6, ["Gold", "Oil"])
            assert (seen["last_bidder"], seen["last_challenger"], seen["last_loser"]) == (1, 2, 2)
    again = shown(sell(later))
    assert again["turned_up"] == [["GGG", "OOO"], ["OOG", "GGG"], ["GGW", "OOW"]]
