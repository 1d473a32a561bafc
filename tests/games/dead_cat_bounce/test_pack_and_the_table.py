"""§1 of Dead-Cat Bounce: the pack and the table."""

from __future__ import annotations

from collections import Counter

import pytest

from openoutcry.engine.chance import DECK
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import SPECTATOR
from support import any_chance, play, refused, rigged, shown
from trading import (
    DEAD_CAT_BOUNCE,
    PACK,
    PRICES,
    RANKS,
    SUITS,
    after,
    can,
    cards,
    collected,
    dealt,
    every_card,
    hand,
    known,
    melds,
    purses,
    seen_by,
    table,
    turn_over,
)


@pytest.mark.parametrize(("seats", "twice"), [(2, ""), (3, ""), (4, ""), (5, "C"), (6, "CD")])
def test_1_1_four_suits_of_thirteen_and_more_for_five_and_six_players(seats: int, twice: str) -> None:
    expected = Counter(PACK) + Counter(card for card in PACK if card[1] in twice)
    assert Counter(every_card(dealt(seats))) == expected


def test_1_2_two_equal_cards_do_not_stand_in_one_run_but_are_of_one_suit() -> None:
    state = table("3C 4C", "", hands=["3C 5C 5C"], double_suits="on")
    assert can(after(state, "0 at A"), "extend") == {"5C"}
    assert can(after(state, "0 at A", "0 extend 5C", "0 at A"), "extend") == set()
    assert collected("5C 5C 5D", "6C", double_suits="on") == 3 + 3, "most clubs, most diamonds and the highest diamond"


def test_1_2_a_card_of_the_table_is_the_one_in_the_first_meld_by_letter() -> None:
    state = table({"B": "KC KD", "C": "QC KC"}, "", double_suits="on")
    assert melds(after(state, "0 sell_shown KC"), 0) == {"B": "KD", "C": "QC KC"}
    assert melds(after(state, "0 put KC"), 0) == {"B": "KD", "C": "QC KC"}
    trade = after(state, "0 propose 1", "0 give_shown KC", "0 send", "1 accept")
    assert melds(trade, 0) == {"B": "KD", "C": "QC KC"}
    assert melds(after(state, "0 at C", "0 take KC"), 0) == {"B": "KC KD", "C": "QC"}


def test_1_2_of_equal_jokers_in_one_run_it_is_the_lowest() -> None:
    state = after(table("3C wild 5C wild 7C", "", jokers="wild"), "0 at A", "0 take wild")
    assert (melds(state, 0), hand(state, 0)) == ({"A": "5C wild 7C"}, "3C wild")


@pytest.mark.parametrize("rank", RANKS)
def test_1_3_what_each_rank_costs(rank: str) -> None:
    for suit in SUITS:
        price = PRICES[rank]
        assert refused(table("", "", flop=rank + suit, purses=[price - 1, 7]), 0, "buy 1") == "§4.1"
        bought = after(table("", "", flop=rank + suit, purses=[price, 7]), "0 buy 1")
        assert (purses(bought), hand(bought, 0)) == ([0, 7], rank + suit)


def test_1_3_the_prices_are_the_printed_ones() -> None:
    assert [PRICES[rank] for rank in "3456789T2JQKA"] == [1] * 8 + [2, 2, 3, 4, 5]


@pytest.mark.parametrize(("run", "price"), [("AC 2C", 7), ("KC AC", 9), ("AC 2C 3C", 8), ("QC KC AC", 12)])
def test_1_3_an_ace_costs_5_high_or_low(run: str, price: int) -> None:
    assert purses(after(table("", run, purses=[20, 0]), "0 takeover 1 A")) == [20 - price, price]


def test_1_4_two_cards_each_going_round_twice_then_the_flop_from_the_discard_pile() -> None:
    order = ["KC", "5D", "AS", "2H", "7C", "8C", "9C", "TC", "AH", "3D", "4D"]
    left, outcomes = list(PACK), []
    for card in order:
        outcomes.append((left.index(card), len(left)))
        left.remove(card)
    state = dealt(4, rigged(DECK, outcomes))
    assert [hand(state, seat).split() for seat in range(4)] == [["7C", "KC"], ["8C", "5D"], ["9C", "AS"], ["TC", "2H"]]
    assert (cards(state, "flop"), cards(state, "stack").split(), int(state.stack_size)) == ("AH 3D 4D", left, 41)


@pytest.mark.parametrize("seats", DEAD_CAT_BOUNCE.seats)
def test_1_4_everyone_begins_with_7_tokens_and_nothing_on_the_table(seats: int) -> None:
    state = dealt(seats)
    assert (purses(state), shown(state)["hand_sizes"]) == ([7] * seats, [2] * seats)
    assert [melds(state, seat) for seat in range(seats)] == [{}] * seats
    assert (len(shown(state)["flop"]), cards(state, "face_up"), [known(state, seat) for seat in range(seats)]) == (
        3,
        "",
        [""] * seats,
    )


def test_1_5_each_card_left_is_equally_likely() -> None:
    state, chance, times = (
        table("", "", stack="3C 3C KD 5H", double_suits="on"),
        any_chance(5),
        40 if IS_PLAIN else 2000,
    )
    drawn = Counter(cards(play(state, 0, "look", chance), "flop") for _ in range(times))
    assert set(drawn) == {"3C", "KD", "5H"}
    if not IS_PLAIN:
        assert abs(drawn["3C"] - 1000) < 120
        assert all(abs(drawn[card] - 500) < 100 for card in ("KD", "5H"))


def test_1_6_cards_slide_towards_the_discard_pile_and_enter_nearest_the_stack() -> None:
    state = after(table("", "", flop="5C KD 7H", hands=["QS"]), "0 buy 1")
    assert cards(state, "flop") == "KD 7H"
    state = after(state, "0 put QS")
    assert cards(state, "flop") == "KD 7H QS"
    state = after(state, "0 buy 2")
    assert cards(state, "flop") == "KD QS"
    assert cards(after(state, "0 look: 3C"), "flop") == "KD QS 3C"


def test_1_6_the_flop_keeps_its_cards_until_they_are_bought_or_discarded() -> None:
    state = turn_over(table("", "", flop="5C KD"), "9S")
    assert cards(state, "flop") == "5C KD 9S"
    state = after(state, "1 next", "1 discard 2", "1 pay: 8S")
    assert (cards(state, "flop"), cards(state, "face_up")) == ("5C 9S 8S", "KD")


def test_1_7_a_hand_is_secret_and_its_size_is_not() -> None:
    state = table("", "", hands=["5C 9D", "KH"])
    assert (hand(seen_by(state, 1), 0), hand(seen_by(state, 1), 1), hand(seen_by(state), 1)) == ("", "KH", "")
    assert shown(seen_by(state))["hand_sizes"] == [2, 1]


def test_1_7_what_all_have_seen_going_into_a_hand_is_known_until_it_leaves() -> None:
    state = after(table("3C 4C 5C", "QH KH AH", hands=["9D", "TD JD"], flop="KS"), "0 buy 1")
    assert known(state, 0) == "KS"
    state = after(state, "0 at A", "0 take 4C")
    assert known(state, 0) == "3C 4C 5C KS"
    state = after(state, "0 propose 1", "0 want KH", "0 want_any", "0 give KS", "0 send", "1 accept", "1 choose TD")
    assert (known(state, 0), known(state, 1)) == ("3C 4C 5C TD KH", "KS")
    assert hand(seen_by(state), 0) == hand(seen_by(state, 1), 0) == "3C 4C 5C TD KH"
    state = after(state, "0 put KH", "0 begin 4C", "0 extend 5C")
    assert (known(state, 0), hand(state, 0)) == ("3C TD", "3C 9D TD")


def test_1_7_of_equal_cards_the_known_one_leaves_openly() -> None:
    state = table("", "", hands=["KC KC"], known=["KC"], double_suits="on")
    assert known(after(state, "0 put KC"), 0) == ""
    assert known(after(state, "0 single KC"), 0) == ""
    assert known(after(state, "0 propose 1", "0 give KC", "0 send", "1 accept"), 0) == ""


def test_1_7_after_a_sale_from_the_hand_nothing_in_it_is_known() -> None:
    state = table("", "", hands=["KC 5D 9H"], known=["KC 5D"])
    assert known(after(state, "0 sell 9H"), 0) == known(after(state, "0 sell KC"), 0) == ""
    assert known(after(table("QC", "", hands=["KC"], known=["KC"]), "0 sell_shown QC"), 0) == "KC"


def test_1_8_tokens_melds_flop_offers_and_sizes_are_open() -> None:
    state = table(
        "3C 4C / QH", "KD", hands=["5C 9D", "TD"], flop="7H", tokens=[{"A": 2}], sold=["2S", "2H"], stack="8C 8D"
    )
    state = after(state, "0 propose 1", "0 give 5C", "0 want KD", "0 bid 2")
    true = shown(state)
    for seat in (0, 1, SPECTATOR):
        seen = shown(seen_by(state, seat))
        hidden = {name for name in true if seen[name] != true[name]}
        assert hidden <= {"hands", "sold", "stack"}
        assert seen["stack"] == []
        assert seen["sold"] == [["2S"] if seat == 0 else [], ["2H"] if seat == 1 else []]
        assert (seen["sold_sizes"], seen["stack_size"], seen["give"], seen["want"]) == ([1, 1], 2, ["5C"], ["KD"])
        assert seen["face_up"] == true["face_up"] != []
