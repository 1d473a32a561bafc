"""§4 of Cash-a-Catch: the auction."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from auctions import (
    CASH_A_CATCH,
    LAST_FIFTEEN,
    MANY,
    after,
    bought,
    catch,
    discarded,
    discards,
    every_card,
    is_over,
    lot,
    match_at,
    money,
    phase,
    seen_by,
    table,
    whole_deck,
)
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import seats_in
from racing import LiveTable
from support import any_chance, legal, play, refused, shown


def test_4_1_cards_are_turned_one_at_a_time_and_make_up_the_lot() -> None:
    state = after(
        table("", "", "", ""), "0 open: E1", "1 hold", "2 hold", "3 hold: THIEF", "3 hold", "1 hold", "2 hold: E1"
    )
    assert (lot(state), int(state.lot_size), shown(state)["turned"], seats_in(state)) == (
        "E1 E1 THIEF",
        3,
        ["E1"],
        [1, 2, 3],
    )


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_4_2_each_is_asked_once_in_any_order(order: tuple[int, ...]) -> None:
    state = after(table("", "", "", ""), "0 open: E1")
    for number, seat in enumerate(order[:2]):
        assert seats_in(state) == sorted(order[number:])
        state = after(state, f"{seat} hold")
        assert (refused(state, seat, "ring"), refused(state, seat, "hold"), legal(state, seat)) == (
            "§4.2",
            "§4.2",
            set(),
        )
    assert (lot(state), legal(state, order[2])) == ("E1", {"ring", "hold"})


@pytest.mark.parametrize("held", [[], [1], [3], [1, 3], [3, 1]])
def test_4_2_the_first_to_ring_has_bought_the_lot(held: list[int]) -> None:
    state = after(table("", "", "", ""), "0 open: E1", *(f"{seat} hold" for seat in held), "2 ring")
    assert (seats_in(state), catch(state), lot(state), int(state.buyer)) == ([2], "E1", "", 2)
    assert (money(state), refused(state, 3, "ring")) == ([31, 30, 20, 30], "§2.2")


@pytest.mark.parametrize("held", [(), (1,), (2,), (3,), (1, 2), (1, 3), (2, 3)])
def test_4_2_nobody_is_shown_who_has_held(held: tuple[int, ...]) -> None:
    begun = after(table("", "", "", ""), "0 open: E1")
    state = after(begun, *(f"{seat} hold" for seat in held))
    for watcher in (0, 1, 2, 3, SPECTATOR):
        known = {watcher} & set(held)
        assert seats_in(seen_by(state, watcher)) == sorted({1, 2, 3} - known)
        if not known:
            assert seen_by(state, watcher).tobytes() == seen_by(begun, watcher).tobytes()


@pytest.mark.parametrize(
    ("euros", "asked"),
    [
        ([30, 10, 9, 0], [1]),
        ([0, 10, 11, 200], [1, 2, 3]),
        ([10, 30, 9, 9, 10], [1, 4]),
    ],
)
def test_4_3_entitled_is_who_has_ten_euros_but_of_four_or_five_not_the_auctioneer(
    euros: list[int], asked: list[int]
) -> None:
    state = after(table(*[""] * len(euros), money=euros), "0 open: E1")
    assert seats_in(state) == asked
    for seat in set(range(len(euros))) - set(asked):
        assert (refused(state, seat, "ring"), refused(state, seat, "hold")) == ("§4.3", "§4.3")


@pytest.mark.parametrize("auctioneer", range(4))
def test_4_3_whoever_is_the_auctioneer_cannot_ring(auctioneer: int) -> None:
    state = after(table("", "", "", "", auctioneer=auctioneer), f"{auctioneer} open: E1")
    assert seats_in(state) == [seat for seat in range(4) if seat != auctioneer]


def test_4_3_money_that_was_just_earned_counts() -> None:
    state = after(
        table("", "E3 E3", "", "", money=[0, 9, 9, 10], auctioneer=1),
        "1 sell crate1",
        "1 open: S1",
        "3 ring",
        "3 lay S1 tub",
    )
    assert (money(state), seats_in(after(state, "2 open: S1"))) == ([0, 20, 9, 0], [1])


@pytest.mark.parametrize("auctioneer", range(3))
def test_4_4_of_three_the_auctioneer_is_asked_last(auctioneer: int) -> None:
    others = [seat for seat in range(3) if seat != auctioneer]
    for first, second in (others, others[::-1]):
        state = after(table("", "", "", auctioneer=auctioneer), f"{auctioneer} open: E1")
        assert (seats_in(state), refused(state, auctioneer, "ring"), refused(state, auctioneer, "hold")) == (
            others,
            "§4.4",
            "§4.4",
        )
        state = after(state, f"{first} hold")
        assert (seats_in(state), refused(state, auctioneer, "ring")) == ([second], "§4.4")
        state = after(state, f"{second} hold")
        assert (seats_in(state), legal(state, auctioneer)) == ([auctioneer], {"ring", "hold"})
        assert [refused(state, seat, "ring") for seat in others] == ["§4.2", "§4.2"]
        assert (lot(after(state, f"{auctioneer} hold: S1")), money(after(state, f"{auctioneer} ring"))[auctioneer]) == (
            "E1 S1",
            20,
        )


def test_4_4_an_auctioneer_of_three_needs_ten_euros_too() -> None:
    state = after(table("", "", "", money=[9, 10, 10]), "0 open: E1")
    assert (refused(state, 0, "ring"), lot(after(state, "2 hold", "1 hold: S1"))) == ("§4.3", "E1 S1")


def test_4_4_where_the_others_have_no_money_the_auctioneer_is_asked_at_once() -> None:
    state = after(table("", "", "", money=[10, 9, 9]), "0 open: E1")
    assert seats_in(state) == [0]
    assert money(after(state, "0 ring")) == [0, 9, 9]


def test_4_5_if_nobody_rings_the_next_card_is_turned_and_all_are_asked_again() -> None:
    state = after(table("", "", "", "", ""), "0 open: E1", "1 hold", "2 hold", "3 hold", "4 hold: S2")
    assert (lot(state), seats_in(state), legal(state, 1)) == ("E1 S2", [1, 2, 3, 4], {"ring", "hold"})


@pytest.mark.parametrize("euros", [[50, 9, 9, 9], [9, 9, 9]])
def test_4_5_if_nobody_is_entitled_cards_are_turned_to_the_market_close(euros: list[int]) -> None:
    state = play(table(*[""] * len(euros), money=euros), 0, "open", any_chance(1))
    assert is_over(state)
    assert (money(state), discards(state)["END"], discards(state)["CLOSE"], int(state.deck_size) <= 5) == (
        euros,
        1,
        1,
        True,
    )
    assert Counter(every_card(state)) == whole_deck(state)


def test_4_6_on_an_empty_lot_the_end_phase_is_laid_aside_and_the_next_card_turned() -> None:
    state = table("", "", "", "", deck=f"{LAST_FIFTEEN} END CLOSE")
    opened = after(state, "0 open: END T1")
    assert (lot(opened), seats_in(opened), phase(opened)) == ("T1", [1, 2, 3], "bell")
    assert (discarded(state, opened), shown(opened)["turned"], int(opened.is_end_phase)) == ("END", ["T1"], 1)


@pytest.mark.parametrize("seats", CASH_A_CATCH.seats)
def test_4_6_after_the_end_phase_the_bell_is_open_if_the_lot_has_cards(seats: int) -> None:
    state = after(table(*[""] * seats, deck=f"{LAST_FIFTEEN} L1 END CLOSE"), "0 open: L1")
    asked = seats_in(state)
    for seat in asked[:-1]:
        state = after(state, f"{seat} hold")
    if seats == 3:
        state = after(state, "2 hold", "0 hold: END")
    else:
        state = after(state, f"{asked[-1]} hold: END")
    assert (lot(state), seats_in(state), shown(state)["turned"]) == ("L1", asked, ["END"])
    assert [legal(state, seat) for seat in asked] == [{"ring", "hold"}] * len(asked)
    rung = after(state, "2 ring")
    assert (money(rung)[0], money(rung)[2], catch(rung)) == (31, 20, "L1")


@pytest.mark.parametrize("cards", ["E1", "THIEF", "E1 E1 S2 S2 F3 O1 THIEF CAN"])
def test_4_7_the_buyer_pays_ten_euros_for_the_lot_however_large(cards: str) -> None:
    state = bought(2, cards, "S1", "", "", "", money=[0, 10, 10, 10])
    assert (money(state)[1:], catch(state), lot(state)) == ([10, 0, 10], cards, "")


def test_4_8_the_rulebooks_auctioneer_gets_5_euros_for_5_cards() -> None:
    turns = [
        "0 open: E1",
        *("1 hold", "2 hold", "3 hold: L2"),
        *("1 hold", "2 hold", "3 hold: T3"),
        *("1 hold", "2 hold", "3 hold: O2"),
    ]
    state = after(table("", "", "", ""), *turns, "1 hold", "2 hold", "3 hold: E3", "1 ring")
    assert (money(state), catch(state)) == ([35, 20, 30, 30], "E1 E3 T3 L2 O2")


def test_4_8_action_cards_count_and_the_end_phase_does_not() -> None:
    assert money(bought(1, "THIEF THIEF CAN E1", "", "", "", "")) == [34, 20, 30, 30]
    state = after(
        table("", "", "", deck=f"{LAST_FIFTEEN} L1 END CLOSE"), "0 open: L1", "1 hold", "2 hold", "0 hold: END"
    )
    assert money(after(state, "1 hold", "2 hold", "0 hold: E1", "2 ring")) == [32, 30, 20]


def test_4_8_an_auctioneer_who_buys_gets_nothing() -> None:
    state = after(table("", "", ""), "0 open: E1", "1 hold", "2 hold", "0 ring")
    assert money(state) == [20, 30, 30]


def test_4_8_the_commission_is_paid_for_the_largest_lot_there_can_be() -> None:
    state, chance = table("", "", "", "", money=[0, 10, 0, 0], thieves=8, cans=8, **MANY), any_chance(1)
    state = play(state, 0, "open", chance)
    while int(state.deck_size) > 6:
        state = play(state, 1, "hold", chance)
    assert money(after(state, "1 ring")) == [131, 0, 0, 0]


@pytest.mark.parametrize("pace", [CASH_A_CATCH.pace, 1.0])
def test_4_9_at_a_live_table_there_is_so_much_time_to_ring_and_then_all_have_held(pace: float) -> None:
    assert CASH_A_CATCH.pace == 2.5
    live = LiveTable(match_at(after(table("", "", "", ""), "0 open: E1")), pace)
    live.move(pace - 0.125)
    assert (live.settle(), lot(live.state)) == (0, "E1")
    live.move(0.125)
    assert (live.settle(), int(live.state.lot_size)) == (3, 2)
    live.move(pace - 0.125)
    live.act(2, "ring")
    assert money(live.state) == [32, 30, 20, 30]


@pytest.mark.parametrize(("pace", "moment"), [(2.5, 0.5), (1.0, 0.5), (0.5, 0.25)])
def test_4_10_at_a_live_table_of_three_the_bell_opens_for_the_auctioneer_a_moment_later(
    pace: float, moment: float
) -> None:
    live = LiveTable(match_at(after(table("", "", ""), "0 open: E1")), pace)
    assert [live.race.opens_for(seat) for seat in range(3)] == [moment, 0.0, 0.0]
    live.move(moment / 2)
    with pytest.raises(Mistake, match="too early"):
        live.act(0, "ring")
    live.move(moment / 2)
    live.act(0, "ring")
    assert money(live.state) == [20, 30, 30]


def test_4_10_if_nobody_else_is_entitled_it_opens_at_once() -> None:
    live = LiveTable(match_at(after(table("", "", "", money=[30, 9, 9]), "0 open: E1")), 2.5)
    live.act(0, "ring")
    assert money(live.state) == [20, 9, 9]
