"""§3 of Crypto Cards: selling."""

from __future__ import annotations

import pytest

from mining import NUMBERS, act, hand, market, phase, portfolio, table
from openoutcry.table.match import seats_in
from support import legal, refused


def test_3_1_the_rulebooks_gap_is_filled_between_the_2_and_the_6() -> None:
    state = table(["2C 3C 8C 5C", ""], ["4S"], "AS 2S 6S 7S", deck="9S TS JS X1 X2")
    assert legal(state, 0) == {"sell 4S", "pass"}
    after = act(state, "sell 4S")
    assert (market(after), portfolio(after, 0)) == ("AS 2S 4S 6S 7S", "")


def test_3_1_the_top_is_the_largest_card_whatever_was_sold_last() -> None:
    state = table(["2C 3C 8C 5C", "2D 3D 4D"], ["4S", "5S 8S"], "2S 7S", deck="9S TS X1 X2")
    after = act(act(state, "sell 4S"), "transfer 2C", "TS")
    assert legal(after, 1) == {"sell 8S"}


@pytest.mark.parametrize("rank", range(1, 10))
def test_3_1_with_any_top_the_next_must_and_all_below_may_be_sold(rank: int) -> None:
    suit_of_top = [f"{NUMBERS[place]}D" for place in range(10)]
    others = [card for card in suit_of_top if card != suit_of_top[rank - 1]]
    state = table(["", ""], [" ".join(others)], suit_of_top[rank - 1])
    assert legal(state, 0) == {f"sell {suit_of_top[rank]}"}
    without = table(["", ""], [" ".join(card for card in others if card != suit_of_top[rank])], suit_of_top[rank - 1])
    assert legal(without, 0) == {f"sell {card}" for card in suit_of_top[: rank - 1]} | {"pass"}


def test_3_1_an_empty_market_stands_at_0() -> None:
    assert legal(table(["", ""], ["AH 2H"]), 0) == {"sell AH"}
    assert legal(table(["", ""], ["2H TH"]), 0) == {"pass"}


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("sell KD", "a face of the portfolio"),
        ("sell 3D", "a number of the hand"),
        ("sell 4D", "a number of another portfolio"),
        ("sell 9D", "a number of the market"),
        ("sell 9S", "a number of the deck"),
    ],
)
def test_3_2_only_numbers_of_ones_own_portfolio_are_sold(action: str, why: str) -> None:
    for step in ("selling", "endorsing"):
        state = table(["3D 2C 3C 4C", ""], ["5D KD", "4D"], "9D", phase=step, sales_left=1)
        assert action not in legal(state, 0), why
        assert refused(state, 0, action) == "§3.2"


def test_3_2_each_is_sold_into_the_market_of_its_suit() -> None:
    state = table(["2C 3C 4C 5C", ""], ["9D 9H"], "TD")
    assert legal(state, 0) == {"sell 9D", "pass"}
    after = act(state, "sell 9D")
    assert (market(after), portfolio(after, 0)) == ("9D TD", "9H")


def test_3_2_no_face_follows_the_ten() -> None:
    assert legal(table(["", ""], ["JC", ""], "TC"), 0) == {"pass"}
    assert legal(table(["", ""], ["AD JC", ""], "TC KC"), 0) == {"sell AD"}


def test_3_3_the_rulebooks_3_of_clubs_goes_on_the_2() -> None:
    state = table(["5C 6C 7C KC", ""], ["3C 9D", ""], "2C TD")
    assert legal(state, 0) == {"sell 3C"}
    after = act(state, "sell 3C")
    assert (market(after), portfolio(after, 0), phase(after)) == ("2C 3C TD", "9D", "transferring")


def test_3_3_the_player_chooses_among_several() -> None:
    state = table(["5C 6C 7C KC", ""], ["AC 3D 5H TS", ""], "2D 4H 9S", deck="8S X1 X2")
    assert legal(state, 0) == {"sell AC", "sell 3D", "sell 5H", "sell TS"}


@pytest.mark.parametrize("action", ["pass", "endorse KC", "buy D", "sell 9D", "sell 9H"])
def test_3_3_with_such_a_card_nothing_else_is_possible(action: str) -> None:
    state = table(["5C 6C 7C KC", ""], ["3C 9D 9H", ""], "2C TD", buy_back="on")
    assert legal(state, 0) == {"sell 3C"}
    assert refused(state, 0, action) == "§3.3"


def test_3_4_a_number_smaller_than_the_top_may_be_sold_and_one_above_not() -> None:
    state = table(["2D 3D 4D 5D", ""], ["AC 4C 8C TC 3H"], "6C")
    assert legal(state, 0) == {"sell AC", "sell 4C", "pass"}
    assert [refused(state, 0, f"sell {card}") for card in ("8C", "TC", "3H")] == ["§3.4"] * 3
    assert refused(state, 0, "sell 4C") is None


def test_3_4_suits_do_not_touch_one_another() -> None:
    state = table(["3D 4D 5D 6D", ""], ["9C 2D 9D 2H 9H 2S 9S"], "TD", deck="8S X1 X2")
    assert legal(state, 0) == {"sell 2D", "sell 9D", "pass"}


def test_3_5_the_rulebooks_queen_sells_the_7_of_hearts_and_there_is_no_transfer() -> None:
    state = table(["2C 3C 4C QH", "5C 6C 7C"], ["7H"], hand=3)
    assert legal(state, 0) == {"endorse QH", "pass"}
    endorsed = act(state, "endorse QH")
    assert (hand(endorsed, 0), portfolio(endorsed, 0), phase(endorsed), seats_in(endorsed)) == (
        "2C 3C 4C",
        "7H QH",
        "endorsing",
        [0],
    )
    assert legal(endorsed, 0) == {"sell 7H"}
    after = act(endorsed, "sell 7H", "9S")
    assert (market(after), portfolio(after, 0), hand(after, 0)) == ("7H", "QH", "2C 3C 4C")
    assert (seats_in(after), phase(after), hand(after, 1)) == ([1], "selling", "5C 6C 7C 9S")


def test_3_5_a_face_of_any_suit_endorses_any_number_of_the_portfolio() -> None:
    state = table(["2C JC QD KS", ""], ["3H 9D JH"], "5D 7H", deck="9S TS X1 X2")
    assert legal(state, 0) == {"sell 3H", "endorse JC", "endorse QD", "endorse KS", "pass"}
    assert legal(act(state, "endorse KS"), 0) == {"sell 3H", "sell 9D"}


@pytest.mark.parametrize(
    ("hands", "portfolios", "action"),
    [
        (["2C 3C 4C KC", ""], ["", "7H"], "endorse KC"),
        (["2C 3C 4C KC", ""], ["QH", "7H"], "endorse KC"),
        (["2C 3C 4C KC", ""], ["7H", ""], "endorse 4C"),
        (["2C 3C 4C KC", "QC"], ["7H", ""], "endorse QC"),
        (["2C 3C 4C KC", ""], ["7H QH", ""], "endorse QH"),
    ],
)
def test_3_5_it_takes_a_face_of_the_hand_and_a_number_of_the_portfolio(
    hands: list[str], portfolios: list[str], action: str
) -> None:
    state = table(hands, portfolios)
    assert action not in legal(state, 0)
    assert refused(state, 0, action) == "§3.5"


def test_3_5_once_the_face_is_down_a_number_has_to_be_sold() -> None:
    state = act(table(["2C 3C 4C KC", ""], ["7H"]), "endorse KC")
    assert legal(state, 0) == {"sell 7H"}
    assert refused(state, 0, "pass") == "§3.5"


def test_3_6_the_player_may_pass_and_sell_nothing() -> None:
    state = table(["2C 3C 4C KC", ""], ["4H 7H"], "9H")
    assert legal(state, 0) == {"sell 4H", "sell 7H", "endorse KC", "pass"}
    after = act(state, "pass")
    assert (market(after), portfolio(after, 0), hand(after, 0), phase(after)) == (
        "9H",
        "4H 7H",
        "2C 3C 4C KC",
        "transferring",
    )


@pytest.mark.parametrize(("portfolios", "action"), [(["AC 2C"], "sell AC"), (["4D 5D"], "sell 4D")])
def test_3_7_one_sale_a_turn(portfolios: list[str], action: str) -> None:
    state = table(["5C 6C 7C KC", ""], portfolios, "9D")
    after = act(state, action)
    assert phase(after) == "transferring"
    assert legal(after, 0) == {f"transfer {card}" for card in ("5C", "6C", "7C", "KC")}


def test_3_7_one_sale_with_an_endorsement_too() -> None:
    state = table(["5C 6C 7C KC", "5H 6H 7H"], ["4D 5D", ""], "9D")
    assert seats_in(act(act(state, "endorse KC"), "sell 4D", "9S")) == [1]
