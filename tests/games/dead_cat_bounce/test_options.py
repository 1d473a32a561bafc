"""§12 of Dead-Cat Bounce: options."""

from __future__ import annotations

from collections import Counter

import pytest

from openoutcry.engine.mistakes import Mistake
from support import any_chance, legal, points, refused, shown
from trading import (
    DEAD_CAT_BOUNCE,
    PACK,
    after,
    at_tax,
    blocked,
    can,
    cards,
    collected,
    dealt,
    every_card,
    hand,
    is_over,
    known,
    melds,
    phase,
    purses,
    table,
    tokens,
)

MINORS = [card for card in PACK if card[1] in "CD"]


@pytest.mark.parametrize(
    ("kind", "jokers"),
    [("off", ""), ("block", "block"), ("wild", "wild"), ("thief", "thief"), ("all", "block wild thief")],
)
def test_12_1_two_jokers_of_the_kind_or_of_each_are_in_the_pack(kind: str, jokers: str) -> None:
    for seats in DEAD_CAT_BOUNCE.seats:
        state = dealt(seats, jokers=kind)
        assert Counter(every_card(state)) == Counter(every_card(dealt(seats))) + Counter(jokers.split() * 2)


def test_12_1_they_may_be_dealt_and_come_into_the_flop() -> None:
    dealt_cards = {
        card for seed in range(20) for hand in shown(dealt(4, any_chance(seed), jokers="all"))["hands"] for card in hand
    }
    assert {"block", "wild", "thief"} <= dealt_cards
    assert cards(after(table("", "", jokers="wild"), "0 look: wild"), "flop") == "wild"


@pytest.mark.parametrize("joker", ["block", "wild", "thief"])
def test_12_1_a_joker_costs_2_and_is_put_back_discarded_and_sold_for_1(joker: str) -> None:
    assert purses(after(table("", "", flop=joker, jokers="all"), "0 buy 1")) == [5, 7]
    assert refused(table("", "", flop=joker, purses=[1, 7], jokers="all"), 0, "buy 1") == "§4.1"
    assert purses(after(table("", "", hands=[joker], jokers="all"), f"0 put {joker}")) == [8, 7]
    assert purses(after(table("", "", hands=[joker], jokers="all"), f"0 sell {joker}")) == [8, 7]
    assert purses(after(table("", "", flop=f"5C {joker} 6D", jokers="all"), "0 next", "0 discard 2")) == [6, 7]
    assert purses(after(table("", "", hands=[joker], flop="5C 6D", jokers="all"), "0 next", "0 pay")) == [6, 7]


def test_12_1_the_option_takes_these_names() -> None:
    assert dealt(3).tobytes() == dealt(3, jokers="off").tobytes()
    with pytest.raises(Mistake, match="jokers takes off or block or wild or thief or all"):
        dealt(3, jokers="two")


@pytest.mark.parametrize("seats", DEAD_CAT_BOUNCE.seats)
def test_12_2_there_may_be_a_second_suit_of_clubs_and_of_diamonds_and_never_a_third(seats: int) -> None:
    assert Counter(every_card(dealt(seats, double_suits="on"))) == Counter(PACK) + Counter(MINORS)


def test_12_3_hearts_and_spades_may_have_only_ten_to_ace() -> None:
    short = [card for card in PACK if card[1] in "HS" and card[0] in "TJQKA"]
    for seats in (2, 4):
        assert Counter(every_card(dealt(seats, short_suits="on"))) == Counter(MINORS) + Counter(short)
    assert Counter(every_card(dealt(6, short_suits="on"))) == Counter(MINORS * 2) + Counter(short)


def test_12_3_their_cards_on_the_table_score_2() -> None:
    state = table("TH JH / KC / QS QD", "AS", hands=["KH"], short_suits="on")
    assert points(state) == [7 + 4 + 1 + 3 - 2, 7 + 2]


@pytest.mark.parametrize(
    ("suit", "short", "scored"), [("H", "on", 50 + 10), ("S", "on", 60), ("C", "on", 15), ("H", "off", 15)]
)
def test_12_3_a_royal_flush_in_a_short_suit_scores_50(suit: str, short: str, scored: int) -> None:
    run = " ".join(rank + suit for rank in "TJQKA")
    assert points(table(run, "", short_suits=short)) == [7 + scored, 7]


def test_12_4_a_block_joker_is_laid_on_an_own_run_or_set_that_has_none() -> None:
    state = table("3C 4C / KD / 5H 5S", "8D 9D", hands=["block block"], purses=[1, 7], jokers="block")
    state = after(state, "0 next")
    assert can(state, "block") == {"A", "C"}
    assert [refused(state, 0, f"block {letter}") for letter in "BD"] == ["§12.4", "§12.4"]
    state = after(state, "0 block A")
    assert (blocked(state, 0), hand(state, 0), can(state, "block"), refused(state, 0, "block A")) == (
        "A",
        "block",
        {"C"},
        "§12.4",
    )


def test_12_4_with_one_run_only_one_can_be_laid() -> None:
    state = table("3C 4C", "", hands=["block block"], purses=[1, 7], jokers="block")
    state = after(state, "0 next", "0 protect A", "0 block A")
    assert legal(state, 0) == {"next"}


def test_12_4_nobody_can_take_that_meld_over_until_the_owners_next_housekeeping() -> None:
    state = table("3C 4C / 5D 6D", "", hands=["block"], flop="9H", jokers="block")
    state = after(state, "0 next", "0 block A", "0 next", "0 pay: 9S TH")
    assert (can(state, "takeover"), refused(state, 1, "takeover 0 A")) == ({"0 B"}, "§12.4")
    state = after(state, "1 next", "1 discard 1", "1 pay")
    assert (blocked(state, 0), "block" in cards(state, "face_up")) == ("", True)


def test_12_4_without_such_a_joker_nothing_is_blocked() -> None:
    state = after(table("3C 4C", "", hands=["wild"], jokers="all"), "0 next")
    assert refused(state, 0, "block A") == "§12.4"


def test_12_5_the_cards_of_a_run_may_mix_suits() -> None:
    state = table("", "", hands=["3C 4D 5H 6H KS AC"], mixed_runs="on")
    assert can(state, "begin") == {"3C", "4D", "5H", "6H", "KS", "AC"}
    state = after(state, "0 begin 4D", "0 extend 3C", "0 at A", "0 extend 5H")
    assert melds(state, 0) == {"A": "3C 4D 5H"}
    assert can(after(state, "0 at A"), "extend") == {"6H"}
    assert refused(after(table("3C 4C", "", hands=["5D"]), "0 at A"), 0, "extend 5D") == "§5.8"


@pytest.mark.parametrize(
    ("run", "paid", "bonuses"),
    [
        ("JH QH KS", 2 + 1 + 1, 5),
        ("JH QH KH", 2 + 1 + 1, 3),
        ("AC 2D 3H", 5 + 2, 7),
        ("2C 3C 4C", 2 + 2, 3),
        ("3C 4C 5C", 1 + 2, 3),
        ("QC KD AC", 3 + 2, 5),
        ("TC JC QC KC", 1 + 3, 3),
        ("JH wild KS", 2 + 1, 5),
    ],
)
def test_12_5_every_run_then_pays_from_its_lowest_card(run: str, paid: int, bonuses: int) -> None:
    assert collected(run, mixed_runs="on", jokers="wild") == paid + bonuses


def test_12_5_sets_and_singletons_pay_as_ever() -> None:
    assert collected("KC KD / 2H", mixed_runs="on") == 5 + 2 + 6


def test_12_5_a_mixed_royal_run_is_no_royal_flush() -> None:
    state = table("TH JC QH KH", "", hands=["AH"], mixed_runs="on")
    assert shown(after(state, "0 at A", "0 extend AH"))["ending"] == "running"
    state = table("9C TH JH QH KH", "", hands=["AH"], mixed_runs="on")
    assert shown(after(state, "0 at A", "0 extend AH"))["ending"] == "running"
    state = table("9H TH JH QH KH", "", hands=["AH"], mixed_runs="on")
    assert is_over(after(state, "0 at A", "0 extend AH"), "royal_flush")


@pytest.mark.parametrize(
    "steps",
    [
        ["0 sell_shown 9H"],
        ["0 propose 1", "0 give_shown 9H", "0 send", "1 accept"],
        ["0 propose 1", "0 give_shown 9H", "0 want_any", "0 send", "1 accept", "1 choose 4S"],
    ],
)
def test_12_5_a_royal_flush_that_is_left_of_a_mixed_run_stops_the_game(steps: list[str]) -> None:
    state = table("9H TC JC QC KC AC", "5D 6D", hands=["", "4S"], tokens=[{"A": 1}, {"A": 2}], mixed_runs="on")
    state = after(state, *steps)
    assert is_over(state, "royal_flush")
    assert (melds(state, 0), tokens(state, 0), tokens(state, 1)) == ({"A": "TC JC QC KC AC"}, {"A": 1}, {})


def test_12_5_also_when_the_other_card_is_put_back() -> None:
    state = table("2H 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "", mixed_runs="on")
    assert is_over(after(state, "0 put 2H"), "royal_flush")


def test_12_5_even_one_that_a_thief_leaves_on_the_table_of_another() -> None:
    state = table(
        "5D 6D", "8C 9H TC JC QC KC AC", hands=["thief"], tokens=[{"A": 2}, {}], jokers="all", mixed_runs="on"
    )
    state = after(state, "0 steal 1 9H")
    assert is_over(state, "royal_flush")
    assert tokens(state, 0) == {}


def test_12_6_nothing_may_have_to_be_laid_down_before_the_tax() -> None:
    assert phase(at_tax("3C 4C", "", hands=["5C KD"], may_hide="on")) == "paying_tax"
    assert phase(at_tax("3C 4C", "", hands=["5C KD"], may_hide="off")) == "laying_down"
    assert purses(after(at_tax("", "", hands=["5C KD"], flop="9H 9S", may_hide="on"), "0 pay"))[0] == 5


@pytest.mark.parametrize(
    ("meld", "card", "grown"),
    [
        ("3C 4C", "6C", "3C 4C wild 6C"),
        ("5C 6C", "3C", "3C wild 5C 6C"),
        ("QC", "TC", "TC wild QC"),
        ("QC", "AC", "QC wild AC"),
        ("AC", "3C", "AC wild 3C"),
        ("AC", "QC", "QC wild AC"),
        ("3C 4C", "AC", "AC wild 3C 4C"),
        ("9C TC JC QC", "AC", "9C TC JC QC wild AC"),
        ("JC QC KC", "9C", "9C wild JC QC KC"),
        ("4C wild 6C", "8C", "4C wild 6C wild 8C"),
    ],
)
def test_12_7_a_wild_joker_stands_for_the_missing_rank(meld: str, card: str, grown: str) -> None:
    state = after(table(meld, "", hands=[f"{card} wild"], jokers="wild"), "0 at A")
    assert can(state, "bridge") == {card}
    state = after(state, f"0 bridge {card}")
    assert (melds(state, 0), hand(state, 0)) == ({"A": grown}, "")


def test_12_7_the_rulebooks_run_with_a_joker_for_the_ten_pays_8_and_not_9() -> None:
    assert collected("8C 9C wild JC QC KC", jokers="wild") == 8 + 3
    assert collected("8C 9C TC JC QC KC", jokers="wild") == 9 + 3


@pytest.mark.parametrize(
    ("meld", "in_hand"),
    [
        ("3C 4C", "6D wild"),
        ("3C 4C", "5C wild"),
        ("3C 4C", "7C wild"),
        ("3C 4C", "6C thief"),
        ("QC KC", "2C wild"),
        ("2C 3C", "KC wild"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "AC wild"),
        ("QC QD", "TC wild"),
    ],
)
def test_12_7_it_never_stands_at_an_end_or_for_an_ace_and_joins_nothing_else(meld: str, in_hand: str) -> None:
    state = after(table(meld, "", hands=[in_hand], jokers="all", double_suits="on"), "0 at A")
    assert (can(state, "bridge"), refused(state, 0, f"bridge {in_hand.split()[0]}")) == (set(), "§12.7")


def test_12_7_it_stays_what_it_is_when_it_returns_to_the_hand() -> None:
    state = table("3C 4C", "", hands=["6C wild"], jokers="all")
    state = after(state, "0 at A", "0 bridge 6C", "0 at A", "0 take 6C")
    assert (melds(state, 0), hand(state, 0), known(state, 0)) == ({"A": "3C 4C"}, "6C wild", "6C wild")
    assert "bridge 6C" in legal(after(state, "0 at A"), 0)
    thief = after(table("3C thief 5C", "", jokers="all"), "0 at A", "0 take 5C")
    assert hand(thief, 0) == "3C 5C thief"


def test_12_7_mixed_runs_can_be_bridged_with_any_suit() -> None:
    state = table("3C 4D", "", hands=["6H wild"], jokers="wild", mixed_runs="on")
    assert melds(after(state, "0 at A", "0 bridge 6H"), 0) == {"A": "3C 4D wild 6H"}


def test_12_8_a_thief_is_exchanged_for_a_card_inside_anothers_run() -> None:
    state = table("", "KC KD / QC KC AC", hands=["thief"], tokens=[{}, {"B": 3}], jokers="thief", double_suits="on")
    assert can(state, "steal") == {"1 KC"}
    state = after(state, "0 steal 1 KC")
    assert (melds(state, 1), tokens(state, 1)) == ({"A": "KC KD", "B": "QC thief AC"}, {"B": 3})
    assert (hand(state, 0), known(state, 0), cards(state, "acquired"), purses(state)) == ("KC", "KC", "", [7, 7])
    assert refused(state, 0, "sell KC") is None


def test_12_8_not_at_an_end_no_joker_no_set_not_ones_own_and_not_without_a_thief() -> None:
    state = table("3C 4C 5C", "7D 8D wild TD JD / 9C 9D 9H", hands=["thief"], jokers="all")
    assert can(state, "steal") == {"1 8D", "1 TD"}
    assert [refused(state, 0, f"steal {what}") for what in ("1 7D", "1 JD", "1 9D", "0 4C", "2 4C")] == ["§12.8"] * 5
    with pytest.raises(Mistake):
        DEAD_CAT_BOUNCE.actions.read("steal 1 wild")
    assert refused(table("", "7D 8D 9D", hands=["wild"], jokers="all"), 0, "steal 1 8D") == "§12.8"


def test_12_8_a_blocked_run_can_be_stolen_from_but_not_taken_over() -> None:
    state = table("", "QC KC AC", hands=["thief"], purses=[20, 7], blocked=["", "A"], jokers="all")
    assert refused(state, 0, "takeover 1 A") == "§12.4"
    state = after(state, "0 steal 1 KC")
    assert (melds(state, 1), blocked(state, 1), refused(state, 0, "takeover 1 A")) == (
        {"A": "QC thief AC"},
        "A",
        "§12.4",
    )


def test_12_8_in_the_run_it_counts_like_a_wild_one() -> None:
    assert collected("QC thief AC", jokers="thief") == 5 + 1 + 3
    assert points(table("QC thief AC", "", jokers="thief"))[0] == 7 + 3
    state = after(table("", "3C thief 5C", hands=["", ""], jokers="thief"), "0 takeover 1 A", "0 at A", "0 take thief")
    assert (hand(state, 0), melds(state, 0)) == ("3C 5C thief", {})
