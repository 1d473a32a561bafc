"""§4 of Crypto Cards: the transfer."""

from __future__ import annotations

import pytest

from mining import act, hand, market, portfolio, table
from openoutcry.table.match import seats_in
from support import legal, refused, shown


def test_4_1_one_card_any_one_of_the_hand_is_laid_down() -> None:
    state = act(table(["5C AC KC 7C", "5H 6H 7H"], ["4D"]), "pass")
    assert legal(state, 0) == {f"transfer {card}" for card in ("5C", "AC", "KC", "7C")}
    laid = act(state, "transfer AC", "9S")
    assert (hand(laid, 0), portfolio(laid, 0), shown(laid)["hand_sizes"][:2]) == ("5C 7C KC", "AC 4D", [3, 4])
    laid = act(state, "transfer KC", "9S")
    assert (hand(laid, 0), portfolio(laid, 0), shown(laid)["hand_sizes"][:2]) == ("AC 5C 7C", "KC 4D", [3, 4])


def test_4_1_there_is_no_passing_and_no_laying_of_other_cards() -> None:
    state = act(table(["5C AC KC 7C", "5H 6H 7H"], ["4D"]), "pass")
    assert refused(state, 0, "pass") == "§4.1"
    assert [refused(state, 0, f"transfer {card}") for card in ("5H", "4D", "9S")] == ["§4.1"] * 3


@pytest.mark.parametrize("held", ["", "5C", "5C 6C 7C"])
def test_4_1_with_no_more_than_a_hand_none_is_laid(held: str) -> None:
    after = act(table([held, "5H 6H 7H"], ["4D"]), "pass", "9S")
    assert (seats_in(after), hand(after, 0), portfolio(after, 0)) == ([1], held, "4D")


def test_4_2_a_card_laid_down_this_turn_is_sold_in_the_next_at_the_earliest() -> None:
    state = act(table(["5C 6C 7C AC", "5H 6H 7H"]), "pass")
    after = act(state, "transfer AC", "9S")
    assert (seats_in(after), market(after), portfolio(after, 0)) == ([1], "", "AC")
    again = act(act(after, "pass"), "transfer 5H", "TS")
    assert legal(again, 0) == {"sell AC"}


def test_4_2_a_face_that_is_transferred_endorses_nothing() -> None:
    state = act(table(["5C 6C 7C KC", "5H 6H 7H"], ["9D"]), "pass")
    after = act(state, "transfer KC", "9S")
    assert (seats_in(after), market(after), portfolio(after, 0)) == ([1], "", "KC 9D")


def test_4_2_the_endorsing_face_itself_is_not_sold() -> None:
    state = act(table(["5C 6C 7C KC", ""], ["9D"]), "endorse KC")
    assert refused(state, 0, "sell KC") == "§3.2"
