"""§10 of Dead-Cat Bounce: tax."""

from __future__ import annotations

import pytest

from openoutcry.table.match import seats_in
from support import legal, points, refused
from trading import (
    after,
    at_tax,
    cards,
    hand,
    is_over,
    known,
    melds,
    phase,
    purses,
    sold,
    table,
    tokens,
    verbs,
)


@pytest.mark.parametrize(
    ("shown_melds", "in_hand", "actions"),
    [
        ("", "KD 5C", {"single KD"}),
        ("KC", "KD", {"at A"}),
        ("", "5C 6C 9H", {"begin 5C", "begin 6C"}),
        ("", "5C 5D", {"begin 5C", "begin 5D"}),
        ("3C 4C", "5C KS", {"at A", "single KS"}),
        ("3C 3D", "3S", {"at A"}),
    ],
)
def test_10_1_every_card_that_can_be_laid_down_directly_has_to_be(
    shown_melds: str, in_hand: str, actions: set[str]
) -> None:
    state = at_tax(shown_melds, "", hands=[in_hand])
    assert (phase(state), legal(state, 0)) == ("laying_down", actions)
    assert refused(state, 0, "pay") == "§2.2"


def test_10_1_one_move_at_a_time_until_no_more_can_be_laid_in_the_order_of_choice() -> None:
    state = at_tax("", "", hands=["KD QD 9H"])
    assert legal(state, 0) == {"single KD", "single QD", "begin KD", "begin QD"}
    apart = after(state, "0 single KD", "0 single QD")
    assert (phase(apart), melds(apart, 0)) == ("paying_tax", {"A": "KD", "B": "QD"})
    together = after(state, "0 begin KD", "0 extend QD")
    assert (phase(together), melds(together, 0), hand(together, 0)) == ("paying_tax", {"A": "QD KD"}, "9H")


def test_10_1_a_meld_in_work_is_only_extended() -> None:
    state = after(at_tax("3C 4C 5C", "", hands=["6C"]), "0 at A")
    assert legal(state, 0) == {"extend 6C"}
    assert [refused(state, 0, action) for action in ("take 3C", "split 4", "extend 2C")] == ["§10.1", "§10.1", "§5.8"]
    assert refused(at_tax("3C 4C / 7H 7S", "", hands=["5C"]), 0, "at B") == "§5.7"


def test_10_1_jokers_and_cards_that_would_need_one_are_exempt() -> None:
    state = table("", "", hands=["4C 6C wild"], jokers="wild")
    assert "begin 4C" in legal(state, 0)
    assert phase(at_tax("", "", hands=["4C 6C wild"], jokers="wild")) == "paying_tax"
    assert phase(at_tax("4C 5C", "", hands=["7C wild"], jokers="wild")) == "paying_tax"
    assert refused(after(at_tax("3C 4C", "", hands=["5C 7C wild"], jokers="wild"), "0 at A"), 0, "bridge 7C") == "§10.1"


@pytest.mark.parametrize(
    "sale", [["0 propose 1", "0 give_shown 4C", "0 ask 1", "0 send", "1 accept"], ["0 sell_shown 4C"]]
)
def test_10_1_what_falls_into_the_hand_in_pay_tax_is_laid_before_the_tax_is_counted(sale: list[str]) -> None:
    state = after(at_tax("3C 4C 5C / 5D 5H", "", hands=["9S JS"], purses=[0, 7]), "0 single JS")
    assert (phase(state), refused(state, 0, "pay")) == ("paying_tax", "§10.3")
    state = after(state, *sale)
    assert (phase(state), hand(state, 0), legal(state, 0)) == ("laying_down", "3C 5C 9S", {"at B"})
    state = after(state, "0 at B", "0 extend 5C")
    assert (phase(state), hand(state, 0), purses(state)[0]) == ("paying_tax", "3C 9S", 1)
    assert refused(state, 0, "pay") == "§10.3", "the tax is 2 and not 3, but there is only 1"
    assert purses(after(state, "0 sell 9S", "0 pay"))[0] == 1


def test_10_1_not_with_may_hide_and_not_what_needs_a_joker() -> None:
    state = at_tax("3C 4C 5C / 5D 5H", "", hands=["9S"], purses=[0, 7], may_hide="on")
    assert (phase(after(state, "0 sell_shown 4C")), hand(after(state, "0 sell_shown 4C"), 0)) == (
        "paying_tax",
        "3C 5C 9S",
    )
    jokers = at_tax("3C wild 5C", "", hands=["9S 8S wild"], purses=[0, 7], jokers="wild", may_hide="on")
    assert hand(after(jokers, "0 sell_shown wild"), 0) == "3C 5C 8S 9S wild"
    exempt = at_tax("3C 4C 5C", "", hands=["9S wild"], purses=[0, 7], jokers="wild")
    assert phase(after(exempt, "0 sell_shown 4C")) == "paying_tax", "3C and 5C would need the joker"


def test_10_1_a_card_of_the_hand_that_fits_only_now_is_laid_too() -> None:
    state = at_tax("3C 4C 5C 6C 7C", "", hands=["5C 9S"], purses=[0, 7], double_suits="on")
    assert phase(state) == "paying_tax"
    state = after(state, "0 sell_shown 5C")
    assert (phase(state), legal(state, 0), melds(state, 0)) == (
        "laying_down",
        {"at A", "at B"},
        {"A": "6C 7C", "B": "3C 4C"},
    )


def test_10_1_a_royal_flush_laid_here_stops_the_game_before_the_tax() -> None:
    state = at_tax("JS QS KS AS", "", hands=["TS 3C"], short_suits="on")
    state = after(state, "0 at A", "0 extend TS")
    assert is_over(state, "royal_flush")
    assert (purses(state), points(state)[0]) == ([7, 7], 7 - 2 + 5 * 2 + 50)


def test_10_2_a_token_for_each_card_in_hand_and_the_turn_is_over() -> None:
    state = at_tax("", "", hands=["3C 5D 9H", "4S"], flop="6C 6D")
    assert legal(state, 0) == {"pay"}
    state = after(state, "0 pay")
    assert (purses(state), seats_in(state), hand(state, 0)) == ([4, 7], [1], "3C 5D 9H")


def test_10_2_with_nothing_in_hand_nothing_is_paid() -> None:
    assert purses(after(at_tax("", "", purses=[0, 0]), "0 pay")) == [0, 0]


def test_10_3_who_cannot_pay_sells_cards_of_the_hand_until_the_tax_can_be_paid() -> None:
    state = at_tax("QC", "", hands=["3H 5H 9S"], purses=[0, 7])
    assert (legal(state, 0), refused(state, 0, "pay")) == (
        {"sell 3H", "sell 5H", "sell 9S", "sell_shown QC", "propose 1"},
        "§10.3",
    )
    assert (refused(state, 0, "sell QC"), refused(state, 0, "sell_shown 3H")) == ("§4.4", "§4.4")
    state = after(state, "0 sell 5H")
    assert (legal(state, 0), sold(state, 0)) == ({"sell 3H", "sell 9S", "sell_shown QC", "propose 1"}, "5H")
    state = after(state, "0 sell 9S")
    assert legal(state, 0) == {"pay"}
    assert [refused(state, 0, action) for action in ("sell 3H", "sell_shown QC", "propose 1")] == ["§10.3"] * 3
    assert purses(after(state, "0 pay")) == [1, 7]


def test_10_3_or_cards_of_the_table_as_in_the_trade_step() -> None:
    state = at_tax("7D 8D 9D TD / QC", "", hands=["3H 5H"], purses=[1, 7])
    sale = after(state, "0 sell_shown TD")
    assert (melds(sale, 0), cards(sale, "face_up"), purses(sale), legal(sale, 0)) == (
        {"A": "7D 8D 9D", "B": "QC"},
        "TD",
        [2, 7],
        {"pay"},
    )
    split = after(state, "0 sell_shown 8D")
    assert (melds(split, 0), hand(split, 0), known(split, 0)) == ({"A": "9D TD", "B": "QC"}, "7D 3H 5H", "7D")
    assert refused(split, 0, "pay") == "§10.3"


def test_10_3_selling_for_the_tax_comes_to_an_end() -> None:
    state = at_tax("3C 4C 5C 6C 7C / 9D 9H / QS", "", hands=["3H 5H KD"], purses=[0, 7], may_hide="on")
    left = len(hand(state, 0).split()) + 8
    while refused(state, 0, "pay"):
        action = max(legal(state, 0) - {"propose 1"})
        state = after(state, f"0 {action}")
        left -= 1
        assert len(hand(state, 0).split()) + sum(len(meld.split()) for meld in melds(state, 0).values()) == left


def test_10_3_or_proposes_own_cards_for_tokens_alone() -> None:
    state = after(at_tax("4C 5C 6C", "QD", hands=["3H 5H 9S", "8S"], known=["", "8S"], purses=[0, 7]), "0 propose 1")
    assert verbs(state, 0) == {"give", "give_shown", "ask", "cancel"}
    assert [refused(state, 0, action) for action in ("want QD", "want_any", "bid 1", "give 8S")] == [
        "§10.3",
        "§10.3",
        "§10.3",
        "§7.2",
    ]
    assert refused(after(state, "0 give 3H"), 0, "send") == refused(after(state, "0 ask 1"), 0, "send") == "§10.3"
    state = after(state, "0 give 3H", "0 give_shown 6C", "0 ask 4", "0 send", "1 accept")
    assert (phase(state), purses(state), hand(state, 1), legal(state, 0)) == ("paying_tax", [4, 3], "6C 3H 8S", {"pay"})
    assert melds(state, 0) == {"A": "4C 5C"}


def test_10_3_a_counter_proposal_too_is_about_cards_of_the_seller_for_tokens() -> None:
    state = at_tax("4C 5C 6C", "QD", hands=["3H 5H 9S", "8S"], purses=[0, 7])
    state = after(state, "0 propose 1", "0 give 3H", "0 ask 1", "0 send", "1 counter")
    assert verbs(state, 1) == {"want", "want_any", "bid", "cancel"}
    assert [refused(state, 1, action) for action in ("give 8S", "give_shown QD", "ask 1")] == ["§10.3"] * 3
    assert refused(after(state, "1 want 5C"), 1, "send") == "§10.3"
    assert refused(after(state, "1 want 3H", "1 bid 1"), 1, "send") == "§7.4"
    more = after(state, "1 want 3H", "1 bid 2", "1 send", "0 accept")
    assert (purses(more), hand(more, 0), legal(more, 0)) == ([2, 5], "5H 9S", {"pay"})
    state = after(state, "1 want 5C", "1 bid 3", "1 send", "0 accept")
    assert (purses(state), hand(state, 0), melds(state, 0)) == ([3, 4], "4C 6C 3H 5H 9S", {})
    assert (phase(state), legal(state, 0)) == (
        "paying_tax",
        {"propose 1", *(f"sell {card}" for card in hand(state, 0).split())},
    )


def test_10_3_these_proposals_are_counted_with_those_of_the_turn() -> None:
    state = table("", "", hands=["3H 5H 9S"], purses=[0, 7])
    state = after(state, *["0 propose 1", "0 cancel"] * 2, "0 next", "0 propose 1", "0 cancel")
    assert (legal(state, 0), refused(state, 0, "propose 1")) == ({"sell 3H", "sell 5H", "sell 9S"}, "§7.1")


def test_10_3_a_protected_meld_may_be_broken_up_for_it() -> None:
    state = table("4C 5C 6C", "", hands=["3H 5H"], purses=[1, 7])
    state = after(
        state, "0 next", "0 protect A", "0 next", "0 propose 1", "0 give_shown 5C", "0 ask 4", "0 send", "1 accept"
    )
    assert (tokens(state, 0), purses(state), hand(state, 0), legal(state, 0)) == ({}, [4, 3], "4C 6C 3H 5H", {"pay"})
