"""The rules of thumb for Crypto Cards, each in a position made by hand; seat 0 is ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from openoutcry.engine.chance import new_chance
from openoutcry.engine.record import blank
from openoutcry.games import find
from openoutcry.games.crypto_cards.thumb import choose
from support import position

GAME = find("crypto_cards")
SELLING, ENDORSING, LAYING = "selling", "endorsing", "transferring"


def choice(phase: str, hand: str, own: str = "", market: str = "", others: Sequence[str] = (), **more: Any) -> str:
    """What seat 0 of four does: its hand, its portfolio, the markets, the portfolios of seats 1, 2 and 3; no joker has
    turned up.
    """
    named = ("scoring", "face_sales", "buy_back", "faces", "direction", "crash")
    options: dict[str, Any] = {name: more.pop(name) for name in named if name in more}
    given: dict[str, Any] = {"jokers": [], "deck_size": 25, "sales_left": 1 if phase == ENDORSING else 0} | more
    state = position(
        "crypto_cards",
        4,
        options,
        phase=phase,
        hands=[hand.split()],
        hand_sizes=[len(hand.split()), 5, 5, 5],
        portfolios=[own.split(), *(portfolio.split() for portfolio in others)],
        market=market.split(),
        **given,
    )
    mask = blank(GAME.mask_type)
    GAME.rules.legal(state, 0, mask)
    return str(GAME.actions[int(choose(state, 0, mask, new_chance(bytes(32))))])


def test_of_cards_below_the_top_the_highest_is_sold() -> None:
    assert choice(SELLING, "KC 9H", "2C 4D 6D TS", market="8C 7D") == "sell 6D"


def test_of_cards_that_must_be_sold_the_one_that_helps_us_more_than_others() -> None:
    assert choice(SELLING, "2C 9H", "AC AD AH") == "sell AC"
    assert choice(SELLING, "9H", "AC AD 2D") == "sell AD"
    assert choice(SELLING, "9H", "AC AD AH", others=["2C", "2H"]) == "sell AD"
    assert choice(SELLING, "2C 9H", "AC AD AH", others=["2C"]) == "sell AC"


def test_a_face_is_played_when_two_numbers_are_stuck() -> None:
    assert choice(SELLING, "KC 9H", "4C 7D") == "endorse KC"
    assert choice(SELLING, "9H", "4C 7D") == "pass"
    assert choice(SELLING, "KC 9H", "4C 7D", faces="after-first-joker") == "pass"


def test_no_face_is_played_where_a_plain_sale_is_possible() -> None:
    assert choice(SELLING, "KC 9H", "4C 7D", market="5C") == "sell 4C"


def test_the_last_number_is_sold_with_a_face_only_near_the_end() -> None:
    assert choice(SELLING, "KC 9H", "7D") == "pass"
    assert choice(SELLING, "KC 9H", "7D", jokers=["X1"], deck_size=13) == "pass"
    assert choice(SELLING, "KC 9H", "7D", jokers=["X1"], deck_size=12) == "endorse KC"
    assert choice(SELLING, "KC 9H", "7D", deck_size=12) == "pass"


def test_with_points_a_face_has_to_be_cheaper_than_the_card_it_saves() -> None:
    assert choice(SELLING, "KC 3H", "4C 7D", scoring="points") == "endorse KC"
    assert choice(SELLING, "KC 2H", "4C 7D", scoring="points") == "pass"
    assert choice(SELLING, "KC QC", "4C 7D", scoring="points") == "endorse QC"


def test_a_face_sells_what_opens_the_market_for_our_own_cards() -> None:
    assert choice(ENDORSING, "QC 5D 6D", "KC 9S 7D") == "sell 7D"
    assert choice(ENDORSING, "QC", "KC 9S 7D 4D") == "sell 7D"


def test_a_face_sells_what_opens_no_market_for_others() -> None:
    assert choice(ENDORSING, "QC", "KC 6S 7D", others=["3D", "4D"]) == "sell 6S"
    assert choice(ENDORSING, "QC", "KC 6S 7D") == "sell 7D"


def test_a_face_sells_what_cannot_be_sold_without_one() -> None:
    assert choice(ENDORSING, "QC", "KC 9C 4D", market="TC", face_sales=2, sales_left=1) == "sell 4D"


def test_a_face_that_sells_several_numbers_sells_as_many_as_it_may() -> None:
    assert choice(ENDORSING, "QC", "KC AC", face_sales=3, sales_left=2) == "sell AC"


def test_nothing_is_ever_bought_back() -> None:
    assert choice(SELLING, "9H", "7D", market="3C", buy_back=True) == "pass"


def test_a_card_that_can_be_sold_next_turn_is_laid_down() -> None:
    assert choice(LAYING, "2C 7D 3H KS", market="6D") == "transfer 7D"
    assert choice(LAYING, "2C AD 3H KS") == "transfer AD"


def test_of_these_the_lowest_as_the_sum_breaks_ties() -> None:
    assert choice(LAYING, "8C 7D 4D 9D", market="8D") == "transfer 4D"


def test_others_who_must_sell_open_the_market_before_our_next_turn() -> None:
    assert choice(LAYING, "2C 2D 2H KS", others=["AH"]) == "transfer 2H"
    assert choice(LAYING, "2C 2D 3H KS", others=["AH", "", "2H"]) == "transfer 3H"
    assert choice(LAYING, "2C 2D 3H KS", others=["", "2H", "AH"]) == "transfer 2C"


def test_others_who_have_a_choice_are_not_relied_on() -> None:
    assert choice(LAYING, "2C 2H KS", others=["AH AS"]) == "transfer 2C"


def test_with_a_sale_assured_the_lowest_number_is_laid_down() -> None:
    assert choice(LAYING, "3C 7D KS", "5D", market="8D") == "transfer 3C"


def test_what_is_stuck_is_near_the_top_of_its_market() -> None:
    assert choice(LAYING, "6C 7D 9H", market="4D") == "transfer 7D"


@pytest.mark.parametrize(("hand", "laid"), [("5C 3D 8H", "3D"), ("5C 3D 8H KS", "5C")])
def test_with_a_face_to_come_two_numbers_of_a_suit_go_together(hand: str, laid: str) -> None:
    assert choice(LAYING, hand, "9C") == f"transfer {laid}"


def test_a_face_goes_down_only_if_there_is_nothing_else() -> None:
    assert choice(LAYING, "KC QD TS") == "transfer TS"
    assert choice(LAYING, "KC QD JS") == "transfer KC"


LAST_ROUND: dict[str, Any] = {"crash": "round", "jokers": ["X1", "X2"]}


def test_in_the_last_round_nothing_is_kept_for_later() -> None:
    assert choice(LAYING, "2C 9H KD", market="8H") == "transfer 9H"
    assert choice(LAYING, "2C 9H KD", market="8H", **LAST_ROUND) == "transfer 2C"
    assert choice(SELLING, "2C 9H", "AC 3D 8H", market="2D 7H") == "sell 8H"
    assert choice(SELLING, "KC 9H", "7D", **LAST_ROUND) == "endorse KC"


def test_no_face_for_a_number_where_nothing_is_laid_down() -> None:
    bare: dict[str, Any] = LAST_ROUND | {"deck_size": 0}
    assert choice(SELLING, "KC 9H 8H 7H 6H", "7D 4S", **bare) == "pass"
    assert choice(SELLING, "KC 9H 8H 7H 6H", "7D 4S", face_sales=2, **bare) == "endorse KC"
    assert choice(SELLING, "KC 9H 8H 7H 6H 5H", "7D 4S", **bare) == "endorse KC"


def test_who_comes_before_our_next_turn_depends_on_the_direction() -> None:
    """Seats 1 and 2 will have to sell the ace and the two, so that our three is saleable; with two turns in a row it is
    not.
    """
    assert choice(LAYING, "3C 2D", others=["AC", "2C"]) == "transfer 3C"
    assert choice(LAYING, "3C 2D", others=["AC", "2C"], direction="turning") == "transfer 3C"
    assert choice(LAYING, "3C 2D", others=["AC", "2C"], direction="turning", turn_number=7) == "transfer 2D"
