"""§5 of Cash or Crash: bids."""

from __future__ import annotations

from typing import Any

import pytest

from bidding import (
    GROUPS,
    SINGLES,
    SIX_FIVE_ONE,
    SPREAD,
    TRIPLES,
    adds,
    after,
    all_bids,
    bids,
    discards,
    hand,
    opening,
    phase,
    refused_bids,
    seen_by,
    sell,
    sizes,
    staked,
)
from openoutcry.engine.contract import SPECTATOR
from openoutcry.table.match import seats_in
from support import legal, refused, shown


@pytest.mark.parametrize("group", GROUPS)
def test_5_1_a_bid_is_right_if_there_is_at_least_as_much_of_each_commodity(group: str) -> None:
    there_is = {"Gold": 6, "Oil": 5, "Wheat": 1}
    start = opening(10, 10, stakes=SIX_FIVE_ONE)
    for amount in range(1, 17):
        first = f"1 {group.split('+')[0]}"
        lines = [f"0 bid {first}"] + ([f"1 bid {amount} {group}"] if f"{amount} {group}" != first else [])
        state = sell(start, *lines)
        bidder, is_right = len(lines) - 1, amount <= min(there_is[good] for good in group.split("+"))
        assert shown(state)["counts"] == [6, 5, 1]
        assert int(state.last_loser) == (1 - bidder if is_right else bidder), amount


def test_5_2_the_opening_bid_is_any_amount_of_one_commodity() -> None:
    state = opening(10, 10)
    assert legal(state, 0) == {f"bid {bid}" for bid in all_bids(1, 16, SINGLES)}
    assert len(legal(state, 0)) == 48
    assert refused_bids(state, 0) == {"§5.2": all_bids(1, 80, GROUPS[3:]), "§5.7": all_bids(17, 80, SINGLES)}


def test_5_2_there_is_no_passing() -> None:
    state = opening(10, 10)
    assert [refused(state, 0, action) for action in ("keep", "hold", "stop", "add GGG", "challenge")] == [
        "§2.2"
    ] * 4 + ["§6.1"]


def test_5_3_then_each_player_raises_adds_a_card_or_challenges() -> None:
    state = after(opening(10, 5, stakes=["", "OOG WWG"]), "0 bid 14 Gold")
    assert legal(state, 1) == {
        *("bid 14 Gold+Oil", "bid 14 Gold+Wheat", "bid 14 Gold+Oil+Wheat"),
        *("bid 15 Gold", "bid 15 Gold+Oil", "bid 15 Gold+Wheat", "bid 15 Gold+Oil+Wheat"),
        *("bid 16 Gold", "bid 16 Gold+Oil", "bid 16 Gold+Wheat", "bid 16 Gold+Oil+Wheat"),
        *("add GGO", "add GGW", "add OOW"),
        "challenge",
    }
    after_raise = after(state, "1 bid 15 Gold")
    assert (phase(after_raise), seats_in(after_raise), "challenge" in legal(after_raise, 0)) == ("bidding", [0], True)


def test_5_3_everyones_latest_bid_of_the_round_stays_visible() -> None:
    state = after(opening(10, 10, 10), "0 bid 1 Gold", "1 bid 2 Gold+Oil", "2 bid 3 Gold+Oil", "0 bid 9 Gold+Oil")
    for seat in (0, 1, SPECTATOR):
        seen = shown(seen_by(state, seat))
        assert (seen["said_amounts"], seen["said_goods"]) == ([9, 2, 3], [["Gold", "Oil"]] * 3)
    assert shown(after(opening(10, 10, 10), "0 bid 1 Gold"))["said_amounts"] == [1, 0, 0]
    begun = shown(after(state, "1 challenge"))
    assert (begun["said_amounts"], begun["said_goods"]) == ([0, 0, 0], [[], [], []])


@pytest.mark.parametrize("good", SINGLES)
def test_5_4_the_rulebooks_raises_of_three(good: str) -> None:
    state = after(opening(10, 10), f"0 bid 3 {good}")
    another = next(group for group in GROUPS[3:6] if good in group)
    for bid in (f"5 {good}", f"3 {another}", "4 Gold+Oil+Wheat"):
        raised = after(state, f"1 bid {bid}")
        assert (f"{int(raised.amount)} {'+'.join(shown(raised)['goods'])}", int(raised.bidder)) == (bid, 1)


def test_5_4_nothing_falls_and_something_grows() -> None:
    state = after(opening(10, 10), "0 bid 3 Gold")
    with_gold = [group for group in GROUPS if "Gold" in group]
    assert bids(state, 1) == all_bids(3, 16, with_gold) - {"3 Gold"}
    assert len(bids(state, 1)) == 55
    no_raise = all_bids(1, 2, GROUPS) | {"3 Gold"} | all_bids(3, 80, ["Oil", "Wheat", "Oil+Wheat"])
    assert refused_bids(state, 1) == {"§5.4": no_raise, "§5.7": all_bids(17, 80, with_gold)}


def test_5_4_of_two_commodities_both_are_named_again() -> None:
    state = after(opening(10, 10), "0 bid 3 Gold", "1 bid 3 Gold+Oil")
    assert bids(state, 0) == all_bids(4, 16, ["Gold+Oil"]) | all_bids(3, 16, ["Gold+Oil+Wheat"])
    all_three = after(state, "0 bid 3 Gold+Oil+Wheat")
    assert bids(all_three, 1) == all_bids(4, 16, ["Gold+Oil+Wheat"])


def test_5_5_an_added_card_is_staked_and_another_bid_follows_at_once() -> None:
    state = after(opening(10, 10), "0 bid 3 Gold", "1 bid 3 Gold+Oil")
    assert adds(state, 0) == set(hand(state, 0).split())
    added = after(state, "0 add WWW")
    assert (staked(added, 0), sizes(added, 0), seats_in(added), phase(added)) == (
        "GGO GGW WWW",
        (7, 3, 0),
        [0],
        "adding",
    )
    others = [group for group in GROUPS if group != "Gold+Oil"]
    assert legal(added, 0) == {f"bid {bid}" for bid in all_bids(4, 16, others)}
    assert len(legal(added, 0)) == 78
    assert refused_bids(added, 0) == {
        "§5.5": all_bids(1, 3, GROUPS) | all_bids(4, 80, ["Gold+Oil"]),
        "§5.7": all_bids(17, 80, others),
    }
    smaller = after(added, "0 bid 4 Oil")
    assert (int(smaller.amount), shown(smaller)["goods"], int(smaller.bidder), seats_in(smaller)) == (
        4,
        ["Oil"],
        0,
        [1],
    )


def test_5_5_the_card_comes_from_the_hand() -> None:
    state = after(opening("GGG OOO WWW", 10), "0 bid 3 Gold", "1 bid 4 Gold")
    assert adds(state, 0) == {"WWW"}
    assert [refused(state, 0, f"add {card}") for card in ("GGG", "GOW", "WWW")] == ["§5.5", "§5.5", None]
    empty = after(opening("GGG OOO", 10), "0 bid 3 Gold", "1 bid 4 Gold")
    assert (adds(empty, 0), refused(empty, 0, "add GGG")) == (set(), "§5.5")


def test_5_5_an_added_card_counts_and_is_lost_with_the_others() -> None:
    state = after(opening(10, 10, stakes=SIX_FIVE_ONE), "0 bid 3 Gold", "1 add WWW", "1 bid 9 Wheat", "0 challenge")
    assert (shown(state)["counts"], int(state.last_loser)) == ([6, 5, 4], 1)
    assert (discards(state, 1), sizes(state, 1)) == ("OOO WWW GOW", (7, 0, 3))


def test_5_6_nobody_stakes_more_than_four() -> None:
    state = after(
        opening(10, 10),
        "0 bid 1 Gold",
        "1 add GGG",
        "1 bid 2 Oil",
        "0 bid 3 Oil",
        "1 add OOO",
        "1 bid 4 Gold",
        "0 bid 5 Gold",
    )
    assert sizes(state, 1) == (6, 4, 0)
    assert (adds(state, 1), len(bids(state, 1)), "challenge" in legal(state, 1)) == (set(), 47, True)
    assert [refused(state, 1, f"add {card}") for card in ("WWW", "GGG")] == ["§5.6", "§5.5"]


@pytest.mark.parametrize(
    ("kept", "options", "limit"),
    [
        ([10, 10], {}, 16),
        ([10, 10], {"variant": "endurance"}, 14),
        ([10, 10], {"variant": "blitz"}, 20),
        ([10, 10], {"cards": "spread"}, 14),
        ([10, 10], {"cards": "spread", "variant": "endurance"}, 12),
        ([10, 10], {"cards": "spread", "variant": "blitz"}, 14),
        ([10] * 8, {"variant": "blitz"}, 80),
        ([10, 3, 1], {}, 20),
        ([10, 5, 2], {"variant": "blitz"}, 24),
        ([10, 2, 1], {"variant": "endurance"}, 15),
        ([10, 3, 2], {"cards": "spread"}, 18),
        ([10, 0, 4, 0], {}, 16),
        ([3, 6, 7, 4, 8], {"variant": "blitz"}, 7 + 10 + 10 + 8 + 10),
        ([3, 6, 7, 4, 8], {"cards": "spread", "variant": "blitz"}, 6 + 7 + 7 + 7 + 7),
    ],
)
def test_5_7_no_amount_is_greater_than_could_be_shown(kept: list[int], options: dict[str, Any], limit: int) -> None:
    state = after(opening(*kept, **options), "0 bid 1 Gold")
    seat = int(state.turn)
    assert bids(state, seat) == all_bids(1, limit, [group for group in GROUPS if "Gold" in group]) - {"1 Gold"}
    if limit < 80:
        assert [refused(state, seat, f"bid {amount} Gold") for amount in (limit, limit + 1, 80)] == [
            None,
            "§5.7",
            "§5.7",
        ]


@pytest.mark.parametrize("cards", ["triples", "spread"])
def test_5_7_so_much_can_be_shown_by_so_many_cards(cards: str) -> None:
    own = sorted((card.count("G") for card in (TRIPLES if cards == "triples" else SPREAD)), reverse=True)
    for kept in range(2, 11):
        state = opening(2, kept, variant="blitz", cards=cards)
        assert bids(state, 0) == all_bids(1, sum(own[:2]) + sum(own[:kept]), SINGLES)


def test_5_7_the_best_cards_of_a_full_set_count_whatever_is_known_to_be_lost() -> None:
    state = opening("OOO OOW WWO WWW", "OOO WWW")
    assert bids(state, 0) == all_bids(1, 8 + 5, SINGLES)


def test_5_7_stakes_and_added_cards_do_not_change_the_limit() -> None:
    state = after(opening(10, 3), "0 bid 1 Gold", "1 add OOG", "1 bid 2 Oil")
    assert max(int(bid.split()[0]) for bid in bids(state, 0)) == 8 + 7


def test_5_7_at_the_limit_a_bid_can_only_grow_in_commodities() -> None:
    state = after(opening(10, 10), "0 bid 16 Gold")
    assert legal(state, 1) == {"bid 16 Gold+Oil", "bid 16 Gold+Wheat", "bid 16 Gold+Oil+Wheat", "challenge"}
    assert [refused(state, 1, action) for action in ("bid 17 Gold", "add GGG", "add GGO")] == ["§5.7", "§5.7", "§5.5"]


def test_5_7_a_card_is_added_only_if_a_bid_is_possible_after_it() -> None:
    state = after(opening(10, 10), "0 bid 15 Gold")
    added = after(state, "1 add OOO")
    assert legal(added, 1) == {f"bid 16 {group}" for group in GROUPS if group != "Gold"}
    assert adds(after(added, "1 bid 16 Oil"), 0) == set()


def test_5_7_who_can_neither_raise_nor_add_has_to_challenge() -> None:
    state = after(opening(10, 10), "0 bid 16 Gold", "1 bid 16 Gold+Oil+Wheat")
    assert legal(state, 0) == {"challenge"}
