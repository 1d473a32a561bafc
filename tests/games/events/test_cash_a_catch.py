"""What is told in Cash-a-Catch, to the letter."""

from __future__ import annotations

from typing import Any

import pytest

from auctions import CASH_A_CATCH, LAST_FIFTEEN, after, bought, dealt, match_at, table
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.games.cash_a_catch.events import EVENTS
from telling import SPECTATOR, tell_random_matches, told, told_at_the_deal

NO_MONEY = (0, 5, 9)


def came_of(state: Any, line: str, reader: int = SPECTATOR, language: str = "en") -> str:
    """What a reader is told of an action, with the cards that it turns after a colon."""
    return told(state, after(state, line), line.partition(": ")[0], reader, language)


@pytest.mark.parametrize(
    ("reader", "sentence"), [(0, "Your auction"), (1, "Ada's auction"), (SPECTATOR, "Ada's auction")]
)
def test_the_deal_begins_the_first_auction(reader: int, sentence: str) -> None:
    """§2.1"""
    assert told_at_the_deal(dealt(3), reader) == sentence


def test_the_next_auction_begins_when_the_lot_is_dealt_with() -> None:
    """§2.2"""
    state = bought(2, "E1", "", "", "")
    assert came_of(state, "2 lay E1 tub") == "Bo's auction"
    assert came_of(state, "2 lay E1 tub", reader=1) == "Your auction"
    assert came_of(state, "2 lay E1 tub", language="de") == "Auktion: Bo"


def test_what_lies_in_the_catch_still_begins_none() -> None:
    """§5.7"""
    assert came_of(bought(2, "E1 E2", "", "", ""), "2 lay E1 tub") == ""


def test_the_card_that_is_turned() -> None:
    """§4.1"""
    state = table("", "", "", "")
    assert came_of(state, "0 open: E2") == "Turned: 2 eels."
    assert came_of(state, "0 open: THIEF", language="de") == "Aufgedeckt: ein Fischdieb."


def test_of_a_hold_nothing_is_told_but_the_card_that_it_turns() -> None:
    """§4.2"""
    state = after(table("", "", "", ""), "0 open: E2", "1 hold", "2 hold")
    assert came_of(after(table("", "", "", ""), "0 open: E2"), "1 hold") == ""
    for reader in (0, 1, 2, 3, SPECTATOR):
        assert came_of(state, "3 hold: O3", reader) == "Turned: 3 octopuses."


def test_the_end_phase_is_told_before_the_card_after_it() -> None:
    """§6.1"""
    state = table("", "", "", deck=f"{LAST_FIFTEEN} END CLOSE")
    assert came_of(state, "0 open: END E1") == "The end phase begins! Turned: 1 eel."
    state = table("", "", "", "", deck=f"{LAST_FIFTEEN} S2 END CLOSE", money=[30, 0, 0, 30])
    state = after(state, "0 open: S2")
    assert came_of(state, "3 hold: END") == "The end phase begins!"


def test_a_sale_and_what_it_spoils() -> None:
    """§3.2, §3.4"""
    state = table("E3 O1 / S1", "E2 E1", " / / E3", "S2 / O2 E1")
    assert came_of(state, "0 sell crate1") == (
        "It brings €5 (4 eels). Spoiled: Bo throws 2 eels away. Spoiled: Di throws 2 octopuses away."
    )
    assert came_of(state, "0 sell crate1", reader=1) == (
        "It brings €5 (4 eels). Spoiled: you throw 2 eels away. Spoiled: Di throws 2 octopuses away."
    )
    assert came_of(state, "0 sell crate2", language="de") == "Das bringt 1 € (1 Hai). Verdorben: Di wirft 2 Haie weg."


@pytest.mark.parametrize(
    ("stand", "sentence"),
    [
        ("O1", "It brings €1 (1 octopus)."),
        ("O2 O1", "It brings €3 (3 octopuses)."),
        ("L1", "It brings €1 (1 lobster)."),
        ("T3 T3 T3 T2 T1 O2", "It brings €30 (14 tuna)."),
    ],
)
def test_what_a_place_is_sold_as(stand: str, sentence: str) -> None:
    """§3.3"""
    assert came_of(table(stand, "", ""), "0 sell crate1") == sentence


def test_a_sale_that_ends_the_catch_begins_the_next_auction() -> None:
    """§5.9"""
    state = bought(1, "E2", "", "", "", deck="E1 CLOSE", lines=["1 lay E2 tub"])
    assert came_of(state, "1 sell tub") == "It brings €2 (2 eels). Bo's auction"


def test_the_commission() -> None:
    """§4.8"""
    state = after(table("", "", "", ""), "0 open: E2")
    assert came_of(state, "3 ring") == "Ada gets €1 commission."
    assert came_of(state, "3 ring", reader=0) == "You get €1 commission."
    assert came_of(state, "3 ring", reader=3, language="de") == "Ada bekommt 1 € Provision."


def test_an_auctioneer_who_buys_has_none() -> None:
    """§4.8"""
    state = after(table("", "", ""), "0 open: E2", "1 hold", "2 hold")
    assert came_of(state, "0 ring") == ""


def test_the_commission_for_a_lot_that_leaves_nothing_to_do() -> None:
    """§5.1"""
    state = after(table("", "", "", ""), "0 open: CAN")
    assert came_of(state, "3 ring") == "Ada gets €1 commission. The canned fish finds no garbage. Bo's auction"
    state = after(table("", "", "", ""), "0 open: THIEF")
    assert came_of(state, "3 ring", reader=1) == "Ada gets €1 commission. There is nothing to steal. Your auction"


def test_a_theft() -> None:
    """§5.2"""
    state = bought(1, "THIEF E1", "S1 S3", "", "T1")
    assert came_of(state, "1 steal 0 crate1") == "Ada loses 3 sharks."
    assert came_of(state, "1 steal 0 crate1", reader=0) == "You lose 3 sharks."
    assert came_of(state, "1 steal 0 crate1", reader=0, language="de") == "Du verlierst 3 Haie."
    assert came_of(state, "1 pass") == ""


def test_a_theft_of_the_last_card_leaves_other_thieves_nothing() -> None:
    """§5.2"""
    state = bought(1, "THIEF THIEF", "S1", "", "")
    assert came_of(state, "1 steal 0 crate1") == "Ada loses 1 shark. There is nothing to steal."
    assert came_of(state, "1 pass") == ""


def test_a_kind_that_is_thrown_away() -> None:
    """§5.4"""
    state = bought(1, "T3 T1", "", "E1 O2 / S1 / F1", "")
    assert came_of(state, "1 throw eel") == "That will cost €3 in the end."
    assert came_of(state, "1 throw tuna") == "That will cost €4 in the end. Bo's auction"


def test_canned_fish() -> None:
    """§5.8"""
    assert came_of(bought(1, "E1 CAN", "", "", ""), "1 lay E1 tub") == "The canned fish finds no garbage. Bo's auction"
    state = bought(1, "E1 CAN", "", "", "", garbage=["", "S1 S2 S3"])
    assert came_of(state, "1 lay E1 tub") == ""
    state = after(state, "1 lay E1 tub", "1 scrap S1")
    assert came_of(state, "1 scrap S2") == "Bo's auction"
    assert came_of(state, "1 done") == "Bo's auction"


def test_the_close_of_the_market() -> None:
    """§6.2, §6.3, §6.4"""
    state = table("E3 E1 / S2", "", "T3", garbage=["", "S3 O2"], deck="E1 CLOSE")
    assert came_of(state, "0 open: CLOSE") == (
        "Ada sells out for €4 and pays €0 for garbage. Bo sells out for €0 and pays €5 for garbage."
        " Cy sells out for €2 and pays €0 for garbage."
    )
    state = after(state, "0 open: E1", "1 hold", "2 hold")
    assert came_of(state, "0 hold: CLOSE", reader=1) == (
        "The lot is lost. Ada sells out for €4 and pays €0 for garbage. You sell out for €0 and pay €5 for garbage."
        " Cy sells out for €2 and pays €0 for garbage."
    )


def test_where_nobody_can_ring_all_cards_are_told() -> None:
    """§4.5"""
    state = table("", "", "", money=NO_MONEY, deck="E1 E1 S3 CLOSE")
    assert came_of(state, "0 open: E1 S3 E1 CLOSE") == (
        "Turned: 1 eel, 1 eel, 3 sharks. The lot is lost. Ada sells out for €0 and pays €0 for garbage."
        " Bo sells out for €0 and pays €0 for garbage. Cy sells out for €0 and pays €0 for garbage."
    )


def test_a_match_tells_a_seat_its_own_hold_and_others_nothing_of_it() -> None:
    """§4.2"""
    match = match_at(table("", "", "", ""))
    match.play(0, "open")
    match.play(2, "hold")
    assert [(line.seat, line.text) for line in match.story(2)][-1] == (2, "hold")
    for reader in (0, 1, 3, None):
        assert [(line.seat, line.text) for line in match.story(reader)][-1] == (0, "open")


def test_random_matches() -> None:
    """§7 Every event comes, to every reader in words, with all options."""
    told_of = set(tell_random_matches(CASH_A_CATCH, 4 if IS_PLAIN else 60))
    assert IS_PLAIN or told_of == {event.name for event in EVENTS}
