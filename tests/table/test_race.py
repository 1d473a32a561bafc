"""Races with a clock that is moved by hand: who may act when, what the table does when the time is up, and what nobody
can see.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import auctions
import bidding
from auctions import catch, lot, money, phase
from openoutcry.engine.mistakes import Mistake, Reason, Refused
from openoutcry.table.match import Match
from openoutcry.table.race import HEAD_START, Race
from racing import LiveTable


def auction(seats: int, pace: float = 2.0, **more: Any) -> LiveTable:
    """An auction of Cash-a-Catch in which one eel lies."""
    return LiveTable(auctions.match_at(auctions.after(auctions.table(*[""] * seats, **more), "0 open: E1")), pace)


def blitz(players: int, *lines: str) -> LiveTable:
    """A bid of seat 0 in Blitz, and what came then."""
    start = bidding.opening(*[10] * players, variant="blitz", doubling="on")
    return LiveTable(bidding.match_at(bidding.after(start, "0 bid 3 Gold", *lines)))


def test_when_the_time_is_up_the_table_holds_for_all_and_the_next_card_is_turned() -> None:
    table = auction(4)
    table.move(2.0)
    assert table.settle() == 3
    assert table.log == ["1 hold", "2 hold", "3 hold"]
    assert (int(table.state.lot_size), phase(table.state), table.racers) == (2, "bell", [1, 2, 3])


def test_before_the_time_is_up_the_table_does_nothing() -> None:
    table = auction(4)
    table.move(1.75)
    assert table.time_left == 0.25
    assert (table.settle(), table.log, lot(table.state)) == (0, [], "E1")


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("moment", [0.0, 1.75])
def test_whoever_rings_before_the_time_is_up_has_bought(seat: int, moment: float) -> None:
    table = auction(4)
    table.move(moment)
    table.act(seat, "ring")
    assert (table.log, catch(table.state), money(table.state)[seat]) == ([f"{seat} ring"], "E1", 20)
    assert (table.racers, table.settle()) == ([], 0)


def test_a_new_card_begins_a_new_time() -> None:
    table = auction(4)
    table.move(5.0)
    table.settle()
    assert (table.time_left, table.settle()) == (2.0, 0)
    table.move(1.75)
    assert (table.time_left, table.settle()) == (0.25, 0)
    table.move(0.25)
    assert (table.time_left, table.settle(), int(table.state.lot_size)) == (0.0, 3, 3)


def test_an_auction_that_is_opened_begins_a_new_time() -> None:
    table = LiveTable(auctions.match_at(auctions.table("", "", "", "")))
    table.move(60.0)
    table.act(0, "open")
    assert (table.time_left, table.settle()) == (2.0, 0)


def test_the_time_runs_even_if_nobody_looks_at_it() -> None:
    table = auction(4)
    for cards in (2, 3, 4):
        table.move(2.0)
        assert (table.settle(), int(table.state.lot_size)) == (3, cards)


@pytest.mark.parametrize("seats", [3, 4])
def test_who_holds_changes_nothing_that_others_can_see(seats: int) -> None:
    table = auction(seats)
    table.move(1.5)
    racers, left = table.racers, table.time_left
    table.act(1, "hold")
    assert (table.racers, table.time_left) == (racers, left)


SOME_HAVE_HELD = pytest.mark.parametrize("held", [["1 hold"], ["2 hold"], ["3 hold", "1 hold"]])


@SOME_HAVE_HELD
def test_the_racers_are_those_whom_all_may_expect_to_act(held: list[str]) -> None:
    table = LiveTable(auctions.match_at(auctions.after(auctions.table("", "", "", ""), "0 open: E1", *held)))
    assert table.racers == [1, 2, 3]


@SOME_HAVE_HELD
def test_when_the_time_is_up_the_table_holds_only_for_those_who_have_not(held: list[str]) -> None:
    table = LiveTable(auctions.match_at(auctions.after(auctions.table("", "", "", ""), "0 open: E1", *held)))
    table.move(2.0)
    assert (table.settle(), int(table.state.lot_size)) == (3 - len(held), 2)
    assert table.match.to_act == [1, 2, 3]


def test_who_has_held_cannot_ring_any_more() -> None:
    table = auction(4)
    table.act(1, "hold")
    assert table.time_left == 2.0
    table.move(1.0)
    before = table.everything()
    with pytest.raises(Refused, match=r"§4\.2"):
        table.act(1, "ring")
    assert table.everything() == before


def test_who_may_not_ring_is_refused_and_nothing_changes() -> None:
    table = auction(4, money=[30, 9, 30, 30])
    assert table.racers == [2, 3]
    before = table.everything()
    for seat in (0, 1):
        with pytest.raises(Refused, match=r"§4\.3"):
            table.act(seat, "ring")
    with pytest.raises(Refused, match=r"§2\.2"):
        table.act(2, "open")
    with pytest.raises(Mistake, match="fly"):
        table.act(2, "fly")
    assert table.everything() == before


def test_of_three_the_bell_opens_for_the_auctioneer_a_moment_later() -> None:
    table = auction(3)
    assert table.racers == [0, 1, 2]
    assert [table.race.opens_for(seat) for seat in range(3)] == [HEAD_START, 0.0, 0.0]
    table.move(0.25)
    before = table.everything()
    with pytest.raises(Mistake) as caught:
        table.act(0, "ring")
    assert str(caught.value) == "it is too early: the others come first for a moment"
    assert table.everything() == before
    table.move(0.25)
    table.act(0, "ring")
    assert (table.log, money(table.state)) == (["1 hold", "2 hold", "0 ring"], [20, 30, 30])


def test_of_three_the_others_may_ring_at_once_and_later_too() -> None:
    for seat, moment in ((1, 0.0), (2, 0.0), (1, 1.0), (2, 1.75)):
        table = auction(3)
        table.move(moment)
        table.act(seat, "ring")
        assert (table.log, money(table.state)[0], money(table.state)[seat]) == ([f"{seat} ring"], 31, 20)


def test_a_quick_auction_has_a_short_head_start() -> None:
    table = auction(3, pace=0.5)
    assert table.race.opens_for(0) == 0.25
    table.move(0.25)
    table.act(0, "ring")
    assert catch(table.state) == "E1"


def test_of_three_the_table_holds_for_the_auctioneer_last() -> None:
    table = auction(3)
    table.move(2.0)
    assert table.settle() == 3
    assert (table.log, int(table.state.lot_size)) == (["1 hold", "2 hold", "0 hold"], 2)


def test_an_auctioneer_of_three_who_is_asked_may_ring_at_once() -> None:
    table = auction(3, money=[30, 9, 9])
    assert (table.racers, table.race.opens_for(0)) == ([0], 0.0)
    table.act(0, "ring")
    assert (table.log, money(table.state)) == (["0 ring"], [20, 9, 9])


@pytest.mark.parametrize("action", ["sell tub", "open", "lay E1 tub", "fly"])
def test_what_is_refused_to_an_auctioneer_of_three_changes_nothing(action: str) -> None:
    table = auction(3)
    table.move(1.0)
    before = table.everything()
    with pytest.raises(Mistake):
        table.act(0, action)
    assert table.everything() == before


def test_an_auctioneer_of_three_who_holds_does_not_hold_for_the_others() -> None:
    table = auction(3)
    table.move(1.0)
    with suppress(Reason):
        table.act(0, "hold")
    table.act(1, "ring")
    assert (catch(table.state), money(table.state)) == ("E1", [31, 20, 30])


def test_without_a_race_nothing_is_settled() -> None:
    for table in (
        LiveTable(auctions.match_at(auctions.table("", "", "", ""))),
        LiveTable(auctions.match_at(auctions.bought(1, "E1", "", "", ""))),
    ):
        before = table.everything()
        table.move(60.0)
        assert (table.racers, table.settle(), table.everything()[:3]) == ([], 0, before[:3])


def test_without_a_race_everyone_acts_as_ever() -> None:
    table = LiveTable(auctions.match_at(auctions.table("E1", "", "")))
    table.act(0, "sell crate1")
    with pytest.raises(Refused, match=r"§2\.2"):
        table.act(1, "open")
    assert (table.log, money(table.state)) == (["0 sell crate1"], [31, 30, 30])


def test_a_race_goes_on_to_the_market_close_and_no_further() -> None:
    table = auction(4, deck="S1 F1 E1 CLOSE")
    for _ in range(4):
        table.settle()
        assert table.time_left >= 0.0
        table.move(2.0)
    assert (table.match.over, table.racers, table.settle()) == (True, [], 0)


def test_the_time_of_a_blitz_holds_for_all_but_the_bidder_and_then_the_player_in_turn_must_act() -> None:
    table = blitz(4)
    assert table.racers == [1, 2, 3]
    table.move(2.0)
    assert (table.settle(), table.log) == (3, ["1 hold", "2 hold", "3 hold"])
    assert (table.match.to_act, table.racers, bidding.phase(table.state)) == ([1], [], "bidding")
    table.move(60.0)
    assert table.settle() == 0
    table.act(1, "bid 4 Gold")
    assert (table.racers, table.time_left) == ([0, 2, 3], 2.0)


def test_in_a_blitz_whoever_is_first_acts_at_once() -> None:
    for seat in (1, 2, 3):
        table = blitz(4)
        assert [table.race.opens_for(racer) for racer in (1, 2, 3)] == [0.0, 0.0, 0.0]
        table.move(1.0)
        table.act(seat, "bid 4 Gold")
        assert (table.log, table.racers) == (
            [f"{seat} bid 4 Gold"],
            [racer for racer in range(4) if racer != seat],
        )
        assert table.time_left == 2.0


def test_after_a_withdrawn_challenge_the_table_holds_only_for_those_not_asked_yet() -> None:
    table = blitz(4, "2 challenge", "0 double", "2 withdraw")
    assert (table.match.to_act, table.racers) == ([1, 3], [1, 2, 3])
    table.move(2.0)
    assert (table.settle(), table.log, table.match.to_act) == (2, ["1 hold", "3 hold"], [1])


def test_after_a_withdrawn_challenge_another_may_still_act() -> None:
    table = blitz(4, "1 hold", "2 challenge", "0 double", "2 withdraw")
    assert (table.match.to_act, table.racers) == ([3], [1, 2, 3])
    table.act(3, "bid 4 Gold")
    assert (table.log, table.racers) == (["3 bid 4 Gold"], [0, 1, 2])


@pytest.mark.parametrize("action", ["challenge", "bid 4 Gold"])
def test_after_a_withdrawn_challenge_its_player_has_held(action: str) -> None:
    table = blitz(4, "2 challenge", "0 double", "2 withdraw")
    table.move(1.0)
    before = table.everything()
    with pytest.raises(Refused):
        table.act(2, action)
    assert table.everything() == before


def test_while_a_challenge_is_answered_there_is_no_race() -> None:
    for table in (blitz(4, "2 challenge"), blitz(4, "2 challenge", "0 double"), blitz(2)):
        table.move(60.0)
        assert (table.racers, table.settle(), table.log) == ([], 0, [])


@pytest.mark.parametrize("pace", [0.0, -1.0])
def test_without_a_pace_there_is_no_race_and_everyone_is_asked(pace: float) -> None:
    match = Match("cash_a_catch", 4, seed=1)
    match.play(0, "open")
    assert Race.open(match, 2.0, now=0.0) is not None
    assert Race.open(match, pace, now=0.0) is None


def test_in_a_pause_no_time_passes_and_it_goes_on_from_where_it_stood() -> None:
    table = auction(4)
    for moment in (0.5, 1.0, 1.5):
        table.move(0.5)
        table.pause(paused=True)
        table.move(60.0)
        assert (table.settle(), lot(table.state)) == (0, "E1")
        table.pause(paused=True)
        table.pause(paused=False)
        assert table.time_left == 2.0 - moment
    table.move(0.5)
    assert table.settle() == 3
