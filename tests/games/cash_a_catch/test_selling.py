"""§3 of Cash-a-Catch: selling."""

from __future__ import annotations

from itertools import permutations

import pytest

from auctions import (
    KINDS,
    PLACES,
    after,
    discarded,
    fish,
    garbage,
    money,
    stand,
    table,
)
from support import legal, refused

PRICES = [1, 2, 3, 5, 7, 10, 15, 20, 25, 30]


@pytest.mark.parametrize("order", list(permutations(PLACES)), ids="-".join)
def test_3_1_places_are_sold_whole_in_any_order(order: tuple[str, ...]) -> None:
    state = table("E1 E2 O3 / S3 / O1 F1", "", "")
    for number, place in enumerate(order):
        assert legal(state, 0) == {"open", *(f"sell {left}" for left in order[number:])}
        before, state = state, after(state, f"0 sell {place}")
        assert discarded(before, state) == {"crate1": "E1 E2 O3", "crate2": "S3", "tub": "F1 O1"}[place]
        assert refused(state, 0, f"sell {place}") == "§3.1"
    assert (money(state)[0], stand(state, 0), legal(state, 0)) == (30 + 10 + 3 + 2, "", {"open"})


def test_3_1_nothing_need_be_sold_and_the_places_of_others_cannot_be() -> None:
    state = table("E1", "/ S1", "")
    assert (refused(state, 0, "open"), refused(state, 0, "sell crate2"), refused(state, 1, "sell crate2")) == (
        None,
        "§3.1",
        "§2.2",
    )
    assert stand(after(state, "0 open: E1"), 0) == "E1"


def test_3_1_each_place_is_priced_on_its_own() -> None:
    state = after(table("E3 E2 / O3 O2 / S3 S2", "", ""), "0 sell crate1", "0 sell crate2", "0 sell tub")
    assert money(state)[0] == 30 + 3 * 7


@pytest.mark.parametrize("count", range(1, 31))
def test_3_2_the_price_follows_from_the_number_of_fish(count: int) -> None:
    for place, stroke in zip(PLACES, ("", "/ ", "/ / "), strict=True):
        state = after(table(stroke + fish(count), "", ""), f"0 sell {place}")
        assert money(state) == [30 + PRICES[min(count, 10) - 1], 30, 30]


def test_3_2_the_rulebooks_seller_earns_22_with_5_eels_and_7_flounders_of_which_3_are_octopus() -> None:
    state = table("E3 E2 / F3 F1 O3", "E1 E2 / / F3 F1", "")
    sold = after(state, "0 sell crate1", "0 sell crate2")
    assert money(sold) == [30 + 22, 30, 30]
    assert discarded(state, sold) == "E2 E3 F1 F3 O3"


@pytest.mark.parametrize("letter", [*KINDS.values(), "O"])
def test_3_2_the_kind_does_not_matter(letter: str) -> None:
    assert money(after(table(f"{letter}3 {letter}3 {letter}1", "", ""), "0 sell crate1"))[0] == 30 + 15


@pytest.mark.parametrize("letter", KINDS.values())
def test_3_3_the_kind_of_a_place_is_that_of_its_fish(letter: str) -> None:
    others = [f"{other}3" for other in KINDS.values() if other != letter]
    state = after(table(f"{letter}1 O1", *others[:3], f"{others[3]} / O1 {letter}1 O2"), "0 sell crate1")
    assert [garbage(state, seat) for seat in range(5)] == ["", "", "", "", "O2"]


def test_3_3_the_kind_is_that_of_the_fish_that_lie_there_now() -> None:
    state = after(table("E1 / O1", "O2 E2 O1", ""), "0 sell crate1")
    assert (stand(state, 1), garbage(state, 1)) == ("O2 O1", "E2")
    state = after(state, "0 sell crate2")
    assert (stand(state, 1), garbage(state, 1)) == ("O1", "E2 O2")


def test_3_3_octopus_alone_is_sold_alone_at_the_same_prices() -> None:
    state = after(table("O3 O2 / O3 / E1", "", ""), "0 sell crate1")
    assert (money(state)[0], stand(state, 0)) == (30 + 7, "/ O3 / E1")
    assert money(after(state, "0 sell crate2"))[0] == 30 + 7 + 3


def test_3_4_the_rulebooks_opponent_throws_a_value_2_eel_and_nothing_of_the_tub() -> None:
    state = after(table("E3 E2 / F3 F1 O3", "E1 E2 / / F3 F1", ""), "0 sell crate1", "0 sell crate2")
    assert (stand(state, 1), garbage(state, 1)) == ("E1 / / F3 F1", "E2")


SPOILING = [
    ("E1 E3 E2", "E3", "E1 E2"),
    ("E3 E1 E1 E1 E1", "E3", "E1 E1 E1 E1"),
    ("E3 O3 E2", "O3", "E3 E2"),
    ("O3 E3", "E3", "O3"),
    ("E2 O2 E1", "O2", "E2 E1"),
    ("O2 E2 E1", "E2", "O2 E1"),
    ("E1 O3", "O3", "E1"),
    ("E2", "E2", ""),
    ("S3 / E1 O2", "O2", "S3 / E1"),
    ("S3 O3 / / E3", "", "S3 O3 / / E3"),
    ("/ / E3", "", "/ / E3"),
    ("O3 / O2 / E3", "", "O3 / O2 / E3"),
]


@pytest.mark.parametrize(("before", "thrown", "left"), SPOILING)
def test_3_4_the_highest_card_of_the_crate_spoils_and_of_equal_ones_the_nearest_the_top(
    before: str, thrown: str, left: str
) -> None:
    for stroke in ("", "/ ", "/ / "):
        state = after(table(f"{stroke}E1", before, ""), f"0 sell {PLACES[stroke.count('/')]}")
        assert (stand(state, 1), garbage(state, 1), money(state)) == (left, thrown, [31, 30, 30])


def test_3_4_every_other_player_throws_one_card_and_the_seller_none() -> None:
    state = table("E1 / S3", "E2 E3", "/ E1", "/ / E3 E3", "S1 / F2", garbage=["", "F1"])
    sold = after(state, "0 sell crate1")
    assert [stand(sold, seat) for seat in range(5)] == ["/ S3", "E2", "", "/ / E3 E3", "S1 / F2"]
    assert [garbage(sold, seat) for seat in range(5)] == ["", "E3 F1", "E1", "", ""]


def test_3_4_a_second_sale_spoils_another_kind() -> None:
    state = after(table("E1 / S1", "E2 E3 / S3 S2", ""), "0 sell crate1", "0 sell crate2")
    assert (stand(state, 1), garbage(state, 1)) == ("E2 / S2", "E3 S3")


SPOILING_OCTOPUS = [
    ("O3 O1 / O3 / O2", "O3", "O3 O1 / / O2"),
    ("O3 / O3 O2", "O3", "/ O3 O2"),
    ("O3 O1 / O3 O2", "O3", "O1 / O3 O2"),
    ("O2 / O3 O1", "O3", "O2 / O1"),
    ("O2 E1 / O1", "O1", "O2 E1"),
    ("O2 E1", "", "O2 E1"),
    ("/ / O3", "", "/ / O3"),
    ("E3 / O2", "O2", "E3"),
]


@pytest.mark.parametrize(("before", "thrown", "left"), SPOILING_OCTOPUS)
def test_3_5_the_highest_octopus_of_crates_with_nothing_else_spoils(before: str, thrown: str, left: str) -> None:
    state = after(table("O1", before, ""), "0 sell crate1")
    assert (stand(state, 1), garbage(state, 1), money(state)) == (left, thrown, [31, 30, 30])


def test_3_5_every_other_player_throws_one_card_and_the_seller_none() -> None:
    state = after(table("O1 / O3", "O2", "O1 E1", "/ O3 O2"), "0 sell crate1")
    assert [stand(state, seat) for seat in range(4)] == ["/ O3", "", "O1 E1", "/ O2"]
    assert [garbage(state, seat) for seat in range(4)] == ["", "O2", "", "O3"]
