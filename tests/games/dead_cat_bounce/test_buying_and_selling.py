"""§4 of Dead-Cat Bounce: buying and selling."""

from __future__ import annotations

import pytest

from support import legal, refused
from trading import (
    DEAD_CAT_BOUNCE,
    after,
    can,
    cards,
    hand,
    known,
    melds,
    phase,
    purses,
    sold,
    table,
)


def test_4_1_a_card_of_the_flop_for_its_price_into_the_hand() -> None:
    state = table("", "", flop="5C KD AH", purses=[6, 7])
    bought = after(state, "0 buy 3")
    assert (purses(bought), hand(bought, 0), cards(bought, "flop")) == ([1, 7], "AH", "5C KD")
    assert (can(state, "buy"), can(bought, "buy")) == ({"1", "2", "3"}, {"1"})
    assert hand(after(bought, "0 buy 1"), 0) == "5C AH"


def test_4_1_what_cannot_be_paid_or_is_not_there_cannot_be_bought() -> None:
    state = table("", "", flop="5C KD", purses=[3, 7])
    assert [refused(state, 0, f"buy {place}") for place in (1, 2, 3)] == [None, "§4.1", "§4.1"]
    assert can(table("", "", flop="5C", purses=[0, 7]), "buy") == set()


def test_4_2_for_a_token_a_card_is_drawn_into_the_flop() -> None:
    state = after(table("", "", flop="5C KD", purses=[2, 7]), "0 look: AS")
    assert (purses(state), cards(state, "flop"), int(state.stack_size)) == ([1, 7], "5C KD AS", 52 - 3)
    assert refused(state, 0, "look") == "§4.2"


def test_4_2_not_without_a_token_a_gap_or_a_card() -> None:
    assert refused(table("", "", purses=[0, 7]), 0, "look") == "§4.2"
    assert refused(table("", "", flop="5C KD 9H"), 0, "look") == "§4.2"
    assert refused(table("", "", stack="", face_up=""), 0, "look") == "§4.2"
    assert refused(table("", "", flop="5C KD", purses=[1, 7]), 0, "look") is None


@pytest.mark.parametrize(
    ("card", "paid"), [("AC", 4), ("KC", 3), ("QC", 2), ("JC", 1), ("2C", 1), ("TC", None), ("3C", None)]
)
def test_4_3_a_card_worth_more_than_1_is_put_back_for_its_price_less_1(card: str, paid: int | None) -> None:
    state = table("", "", hands=[card], flop="5H 6H")
    if paid is None:
        assert refused(state, 0, f"put {card}") == "§4.3"
    else:
        put = after(state, f"0 put {card}")
        assert (purses(put), cards(put, "flop"), hand(put, 0)) == ([7 + paid, 7], f"5H 6H {card}", "")


def test_4_3_it_needs_a_gap_in_the_flop_which_may_be_made_by_buying() -> None:
    state = table("", "", hands=["KC"], flop="5H 6H 7H")
    assert refused(state, 0, "put KC") == "§4.3"
    state = after(state, "0 buy 1", "0 put KC")
    assert (cards(state, "flop"), purses(state)) == ("6H 7H KC", [7 - 1 + 3, 7])


def test_4_3_from_the_hand_and_if_there_is_none_from_the_table() -> None:
    state = table("JC QC KC / 3D 4D", "AD", hands=["KC", "AS"], double_suits="on")
    assert can(state, "put") == {"JC", "QC", "KC"}
    assert [refused(state, 0, f"put {card}") for card in ("3D", "AD", "AS", "AH")] == ["§4.3"] * 4
    state = after(state, "0 put KC")
    assert (melds(state, 0), hand(state, 0)) == ({"A": "JC QC KC", "B": "3D 4D"}, "")
    state = after(state, "0 put KC")
    assert melds(state, 0) == {"A": "JC QC", "B": "3D 4D"}
    assert (cards(state, "flop"), purses(state)[0]) == ("KC KC", 7 + 6)


def test_4_4_from_the_hand_face_down() -> None:
    state = after(table("", "", hands=["AC 5D"]), "0 sell AC")
    assert (purses(state), hand(state, 0), sold(state, 0), cards(state, "face_up")) == ([8, 7], "5D", "AC", "")
    assert DEAD_CAT_BOUNCE.actions.seen(DEAD_CAT_BOUNCE.actions.read("sell AC").number) == "sell ?"


def test_4_4_from_the_table_face_up() -> None:
    state = after(table("KC AC", "", hands=["5D"]), "0 sell_shown AC")
    assert (purses(state), melds(state, 0), cards(state, "face_up"), sold(state, 0)) == ([8, 7], {"A": "KC"}, "AC", "")


@pytest.mark.parametrize("card", ["3C", "TC", "2C", "JC", "QC", "KC", "AC"])
def test_4_4_the_bank_pays_1_whatever_the_card(card: str) -> None:
    assert purses(after(table("", "", hands=[card], purses=[0, 0]), f"0 sell {card}")) == [1, 0]
    shown_card = table(f"{card} {card[0]}D", "", purses=[0, 0])
    assert purses(after(shown_card, f"0 sell_shown {card}")) == [1, 0]


def test_4_4_only_what_one_has_can_be_sold() -> None:
    state = table("QC", "KD", hands=["5D", "9S"])
    assert [refused(state, 0, f"sell {card}") for card in ("5D", "QC", "9S", "KD")] == [None, "§4.4", "§4.4", "§4.4"]
    assert [refused(state, 0, f"sell_shown {card}") for card in ("QC", "5D", "9S", "KD")] == [
        None,
        "§4.4",
        "§4.4",
        "§4.4",
    ]


def test_4_5_what_was_bought_cannot_be_sold_this_turn() -> None:
    state = after(table("4C", "", hands=["9S"], flop="5C KD"), "0 buy 1")
    assert (refused(state, 0, "sell 5C"), refused(state, 0, "sell 9S")) == ("§4.5", None)
    laid = after(state, "0 at A", "0 extend 5C")
    assert (refused(laid, 0, "sell_shown 5C"), refused(laid, 0, "sell_shown 4C")) == ("§4.5", None)
    back = after(laid, "0 at A", "0 take 5C")
    assert refused(back, 0, "sell 5C") == "§4.5"


def test_4_5_but_it_can_be_put_back_and_be_sold_next_turn() -> None:
    state = after(table("", "", flop="KD"), "0 buy 1")
    assert (refused(state, 0, "sell KD"), refused(state, 0, "put KD")) == ("§4.5", None)
    state = after(state, "0 next", "0 single KD", "0 pay: 3C 4C 5C", "1 next", "1 discard 1", "1 pay: 6C")
    assert refused(state, 0, "sell_shown KD") is None


def test_4_5_what_was_taken_over_cannot_be_sold_this_turn() -> None:
    state = after(table("", "9C TC", tokens=[{}, {"A": 3}]), "0 takeover 1 A")
    assert purses(state) == [2, 12]
    assert [refused(state, 0, f"sell_shown {card}") for card in ("9C", "TC")] == ["§4.5", "§4.5"]
    joker = after(table("", "9C wild JC", jokers="wild"), "0 takeover 1 A")
    assert refused(joker, 0, "sell_shown wild") == "§4.5"


@pytest.mark.parametrize(
    ("lines", "may_be_sold"),
    [
        (["0 want KD", "0 bid 1"], False),
        (["0 want KD", "0 give 9S", "0 bid 1"], False),
        (["0 want KD", "0 give 9S"], True),
        (["0 want KD", "0 ask 1"], True),
    ],
)
def test_4_5_nor_what_was_got_by_the_side_that_paid(lines: list[str], may_be_sold: bool) -> None:
    state = after(table("", "KD", hands=["9S"]), "0 propose 1", *lines, "0 send", "1 accept")
    assert refused(state, 0, "sell KD") == (None if may_be_sold else "§4.5")


def test_4_5_whoever_pays_in_a_counter_proposal_has_acquired_too() -> None:
    state = after(table("", "", hands=["9S", "KD"]), "0 propose 1", "0 want_any", "0 send", "1 counter", "1 give KD")
    paying, paid = after(state, "1 ask 2", "1 send", "0 accept"), after(state, "1 bid 2", "1 send", "0 accept")
    assert (refused(paying, 0, "sell KD"), refused(paid, 0, "sell KD")) == ("§4.5", None)


def test_4_5_of_equal_cards_so_many_can_be_sold_as_are_beyond_those_acquired() -> None:
    state = after(table("", "", hands=["KC"], flop="KC", double_suits="on"), "0 buy 1")
    assert (refused(state, 0, "sell KC"), cards(state, "acquired")) == (None, "KC")
    assert refused(after(state, "0 sell KC"), 0, "sell KC") == "§4.5"
    on_table = after(table("KC", "", flop="KC", double_suits="on"), "0 buy 1")
    assert (refused(on_table, 0, "sell KC"), refused(on_table, 0, "sell_shown KC")) == (None, None)
    assert refused(after(on_table, "0 sell KC"), 0, "sell_shown KC") == "§4.5"
    both = after(table("", "", flop="KC KC", purses=[8, 7], double_suits="on"), "0 buy 1", "0 buy 1")
    assert refused(both, 0, "sell KC") == "§4.5"


def test_4_5_where_an_equal_card_is_put_back_or_traded_that_is_the_one_acquired() -> None:
    state = after(table("", "", hands=["KC"], flop="KC", double_suits="on"), "0 buy 1")
    put = after(state, "0 put KC")
    assert (cards(put, "acquired"), refused(put, 0, "sell KC")) == ("", None)
    traded = after(state, "0 propose 1", "0 give KC", "0 send", "1 accept")
    assert (cards(traded, "acquired"), refused(traded, 0, "sell KC")) == ("", None)
    swapped = after(
        table("", "", hands=["KC", "KC"], known=["", "KC"], double_suits="on"),
        *("0 propose 1", "0 give KC", "0 want KC", "0 bid 1", "0 send", "1 accept"),
    )
    assert (cards(swapped, "acquired"), refused(swapped, 0, "sell KC"), known(swapped, 1)) == ("KC", "§4.5", "KC")


def test_4_5_a_thief_that_is_used_up_is_the_one_acquired() -> None:
    state = table("5D thief 7D", "5C 6C 7C", flop="thief", jokers="thief")
    state = after(state, "0 buy 1")
    assert refused(after(state, "0 sell thief"), 0, "sell_shown thief") == "§4.5", "of the two one can be sold"
    state = after(state, "0 steal 1 6C")
    assert (cards(state, "acquired"), refused(state, 0, "sell_shown thief")) == ("", None)
    alone = after(
        table("", "5C 6C 7C / 7D 8D 9D", hands=["thief"], flop="thief", jokers="thief"), "0 buy 1", "0 steal 1 6C"
    )
    assert refused(alone, 0, "sell thief") is None


def test_4_5_so_is_a_block_joker_that_goes_to_the_discard_pile() -> None:
    state = table("4C 5C 6C", "", hands=["block 3H"], flop="block", purses=[2, 7], jokers="block")
    state = after(state, "0 buy 1", "0 next", "0 block A", "0 next")
    assert (phase(state), cards(state, "acquired"), refused(state, 0, "sell block")) == ("paying_tax", "block", None)
    state = after(state, "0 sell_shown 5C")
    assert (cards(state, "face_up"), hand(state, 0), purses(state)[0]) == ("5C block", "4C 6C 3H block", 1)
    assert (cards(state, "acquired"), refused(state, 0, "sell block")) == ("", None)


@pytest.mark.parametrize(("paid", "clause"), [([], None), (["0 ask 1"], None), (["0 bid 1"], "§4.5")])
def test_4_5_a_card_that_is_given_away_and_comes_back_is_banned_only_if_it_is_paid_again(
    paid: list[str], clause: str | None
) -> None:
    state = after(table("", "", flop="KD"), "0 buy 1", "0 propose 1", "0 give KD", "0 send", "1 accept")
    assert cards(state, "acquired") == ""
    state = after(state, "0 propose 1", "0 want KD", *paid, "0 send", "1 accept")
    assert (hand(state, 0), refused(state, 0, "sell KD")) == ("KD", clause)


def test_4_5_also_when_it_comes_back_from_the_market() -> None:
    state = after(table("", "", flop="KD", purses=[9, 7]), "0 buy 1", "0 put KD", "0 buy 1")
    assert (purses(state)[0], cards(state, "acquired"), refused(state, 0, "sell KD")) == (4, "KD", "§4.5")


def test_4_6_the_ban_falls_while_selling_all_others_would_not_pay_the_tax() -> None:
    state = after(table("", "", flop="5C 9D", purses=[2, 7]), "0 buy 1", "0 buy 1", "0 next")
    assert (phase(state), legal(state, 0)) == ("paying_tax", {"sell 5C", "sell 9D", "propose 1"})
    assert legal(after(state, "0 sell 9D"), 0) == {"pay"}


def test_4_6_it_stands_while_they_would() -> None:
    state = after(table("", "", hands=["3H"], flop="5C", purses=[1, 7]), "0 buy 1", "0 next")
    assert (purses(state)[0], legal(state, 0)) == (0, {"sell 3H", "propose 1"})
    assert refused(state, 0, "sell 5C") == "§4.5"
    assert legal(after(state, "0 sell 3H"), 0) == {"pay"}


def test_4_6_it_stands_for_cards_of_the_table() -> None:
    state = after(table("", "3S 4S", hands=["5C 9D"], purses=[2, 7]), "0 takeover 1 A", "0 next")
    assert (purses(state)[0], legal(state, 0)) == (0, {"sell 5C", "sell 9D", "propose 1"})
    state = after(
        table("", "", flop="3S 4S 5C", purses=[3, 7]), *["0 buy 1"] * 3, "0 begin 3S", "0 extend 4S", "0 next"
    )
    assert (legal(state, 0), refused(state, 0, "sell_shown 3S")) == ({"sell 5C", "propose 1"}, "§4.5")


def test_4_6_of_equal_cards_only_those_beyond_the_acquired_are_others() -> None:
    state = after(
        table("", "", hands=["5C"], flop="5C", purses=[1, 7], double_suits="on", may_hide="on"), "0 buy 1", "0 next"
    )
    assert legal(state, 0) == {"sell 5C", "propose 1"}
    assert legal(after(state, "0 sell 5C"), 0) == {"pay"}
