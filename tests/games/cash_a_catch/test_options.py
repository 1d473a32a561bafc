"""§7 of Cash-a-Catch: options."""

from __future__ import annotations

from collections import Counter

import pytest

from auctions import (
    KINDS,
    PLACES,
    after,
    bought,
    catch,
    dealt,
    garbage,
    phase,
    places_for,
    stand,
    table,
)
from openoutcry.engine.mistakes import Mistake
from support import legal, refused, shown


def check_count(option: str, cards: list[str], low: int, usual: int, high: int) -> None:
    """So many of each of these cards are in the deck, within limits, and nothing else differs."""
    for count in (low, usual, high):
        state = dealt(3) if count == usual else dealt(3, **{option: count})
        expected = Counter(shown(dealt(3))["deck"])
        expected.update(dict.fromkeys(cards, count - usual))
        assert (shown(state)["deck"], int(state.deck_size)) == (dict(+expected), 104 + (count - usual) * len(cards))
    for count in (low - 1, high + 1):
        with pytest.raises(Mistake, match=f"{option} takes a whole number from {low} to {high}"):
            dealt(3, **{option: count})


def test_7_1_ones() -> None:
    check_count("ones", [f"{letter}1" for letter in KINDS.values()], 1, 5, 6)


def test_7_2_twos() -> None:
    check_count("twos", [f"{letter}2" for letter in KINDS.values()], 1, 5, 6)


def test_7_3_threes() -> None:
    check_count("threes", [f"{letter}3" for letter in KINDS.values()], 1, 5, 6)


def test_7_4_octopus_ones() -> None:
    check_count("octopus_ones", ["O1"], 0, 2, 4)


def test_7_5_octopus_twos() -> None:
    check_count("octopus_twos", ["O2"], 0, 2, 4)


def test_7_6_octopus_threes() -> None:
    check_count("octopus_threes", ["O3"], 0, 2, 4)


def test_7_7_thieves() -> None:
    check_count("thieves", ["THIEF"], 0, 3, 8)


def test_7_8_cans() -> None:
    check_count("cans", ["CAN"], 0, 3, 8)


@pytest.mark.parametrize(
    ("before", "thrown", "left"),
    [
        ("E3 O3 E2", "E2", "E3 O3"),
        ("E3 O1", "O1", "E3"),
        ("S3 / E1 E3", "E3", "S3 / E1"),
        ("/ / E3", "", "/ / E3"),
        ("O3", "", "O3"),
    ],
)
def test_7_9_the_top_card_may_be_the_one_that_spoils(before: str, thrown: str, left: str) -> None:
    state = after(table("E1", before, "", spoils="top"), "0 sell crate1")
    assert (stand(state, 1), garbage(state, 1)) == (left, thrown)


@pytest.mark.parametrize(
    ("before", "thrown", "left"),
    [
        ("O3 O1 / O3 / O2", "O1", "O3 / O3 / O2"),
        ("O2 E1 / O3 O2", "O2", "O2 E1 / O3"),
        ("/ O3", "O3", ""),
        ("O2 E1 / / O3", "", "O2 E1 / / O3"),
    ],
)
def test_7_9_of_octopus_alone_it_is_the_top_card_of_the_first_such_crate(before: str, thrown: str, left: str) -> None:
    state = after(table("O1", before, "", spoils="top"), "0 sell crate1")
    assert (stand(state, 1), garbage(state, 1)) == (left, thrown)


def test_7_9_the_option_has_two_names() -> None:
    assert dealt(3).tobytes() == dealt(3, spoils="highest").tobytes()
    with pytest.raises(Mistake, match="spoils takes highest or top"):
        dealt(3, spoils="lowest")


def test_7_10_a_thief_may_be_let_take_from_the_buyers_own_places() -> None:
    stands = ["S1", "O2 E1 / / F3", ""]
    off, on = bought(1, "THIEF", *stands), bought(1, "THIEF", *stands, thief_own="on")
    assert legal(off, 1) == {"steal 0 crate1", "pass"}
    assert [refused(off, 1, f"steal 1 {place}") for place in PLACES] == ["§7.10"] * 3
    assert legal(on, 1) == {"steal 0 crate1", "steal 1 crate1", "steal 1 tub", "pass"}
    assert refused(on, 1, "steal 1 crate2") == "§5.2"


def test_7_10_what_is_taken_from_an_own_place_may_be_laid_there_or_elsewhere() -> None:
    state = after(bought(1, "THIEF", "", "O2 E1 / / F3", "", thief_own="on"), "1 steal 1 crate1")
    assert (stand(state, 1), catch(state), places_for(state, "E1")) == ("O2 / / F3", "E1", {"crate1", "crate2"})
    assert stand(after(state, "1 lay E1 crate1"), 1) == "O2 E1 / / F3"


def test_7_10_with_nothing_on_any_stand_even_such_a_thief_is_discarded() -> None:
    assert phase(bought(1, "THIEF", "", "", "", thief_own="on")) == "selling"
    assert phase(bought(1, "THIEF", "", "E1", "", thief_own="on")) == "stealing"
