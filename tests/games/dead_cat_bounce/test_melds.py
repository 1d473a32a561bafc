"""§5 of Dead-Cat Bounce: melds."""

from __future__ import annotations

import pytest

from openoutcry.table.match import seats_in
from support import legal, refused, shown
from trading import (
    LETTERS,
    RANKS,
    after,
    can,
    cards,
    full_table,
    hand,
    is_over,
    known,
    melds,
    phase,
    purses,
    table,
    tokens,
    turn_over,
)


@pytest.mark.parametrize(
    ("first", "others"),
    [
        ("3C", "4C"),
        ("AC", "KC QC JC"),
        ("3D", "2D AD"),
        ("2S", "AS"),
        ("9H", "TH JH"),
        ("KC", "AC"),
        ("7C", "8C 9C 6C 5C 4C TC"),
    ],
)
def test_5_1_a_run_is_two_or_more_cards_of_one_suit_in_sequence(first: str, others: str) -> None:
    second, *rest = others.split()
    state = after(table("", "", hands=[f"{first} {others}"]), f"0 begin {first}", f"0 extend {second}")
    for card in rest:
        state = after(state, "0 at A", f"0 extend {card}")
    run = melds(state, 0)["A"].split()
    assert (set(run), hand(state, 0)) == ({first, *others.split()}, "")
    places_in_order = [("A23456789TJQK" if run[0][0] == "A" else "23456789TJQKA").index(card[0]) for card in run]
    assert places_in_order == list(range(places_in_order[0], places_in_order[0] + len(run)))


@pytest.mark.parametrize(
    ("run", "in_hand", "fitting"),
    [
        ("3C 4C", "2C 5C 2D 5D 6C AC 3D", {"2C", "5C"}),
        ("AC 2C", "KC 3C", {"3C"}),
        ("KC AC", "2C QC", {"QC"}),
        ("2C 3C 4C", "AC", {"AC"}),
        ("JC QC KC", "AC", {"AC"}),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "AC", set()),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "AC", set()),
    ],
)
def test_5_1_the_ace_is_never_in_the_middle_and_a_rank_stands_only_once(
    run: str, in_hand: str, fitting: set[str]
) -> None:
    state = after(table(run, "", hands=[in_hand], double_suits="on"), "0 at A")
    assert can(state, "extend") == fitting


def test_5_1_an_ace_that_fits_at_both_ends_stands_above_the_king() -> None:
    state = after(table("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "", hands=["AC"]), "0 at A", "0 extend AC")
    assert melds(state, 0) == {"A": "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"}
    assert is_over(state, "royal_flush")
    state = table("3C 4C 5C 6C 7C 8C 9C TC JC QC", "", hands=["AC wild"], jokers="wild")
    assert melds(after(state, "0 at A", "0 bridge AC"), 0) == {"A": "3C 4C 5C 6C 7C 8C 9C TC JC QC wild AC"}


def test_5_1_a_single_ace_is_high_beside_a_king_and_low_beside_a_2() -> None:
    state = table("AC", "", hands=["2C KC"])
    assert melds(after(state, "0 at A", "0 extend KC"), 0) == {"A": "KC AC"}
    assert melds(after(state, "0 at A", "0 extend 2C"), 0) == {"A": "AC 2C"}


@pytest.mark.parametrize("rank", RANKS)
def test_5_2_a_set_is_two_or_more_cards_of_one_rank(rank: str) -> None:
    state = table("", "", hands=[f"{rank}C {rank}D {rank}H {rank}S"])
    state = after(state, f"0 begin {rank}H", f"0 extend {rank}C")
    assert melds(state, 0) == {"A": f"{rank}C {rank}H"}
    state = after(state, "0 at A", f"0 extend {rank}S", "0 at A", f"0 extend {rank}D")
    assert melds(state, 0) == {"A": f"{rank}C {rank}D {rank}H {rank}S"}


def test_5_2_two_equal_cards_may_be_in_one_set_which_may_have_six() -> None:
    state = table("5C 5D 5H 5S", "", hands=["5C 5D"], double_suits="on")
    state = after(state, "0 at A", "0 extend 5D", "0 at A", "0 extend 5C")
    assert melds(state, 0) == {"A": "5C 5C 5D 5D 5H 5S"}
    assert melds(after(table("", "", hands=["5C 5C"], double_suits="on"), "0 begin 5C", "0 extend 5C"), 0) == {
        "A": "5C 5C"
    }
    state = after(state, "0 at A", "0 take 5C")
    assert (melds(state, 0), hand(state, 0)) == ({"A": "5C 5D 5D 5H 5S"}, "5C")


def test_5_2_a_set_takes_no_other_rank() -> None:
    assert can(after(table("5C 5D", "", hands=["6C 4C 5H"]), "0 at A"), "extend") == {"5H"}


@pytest.mark.parametrize("rank", RANKS)
def test_5_3_a_singleton_is_one_2_jack_queen_king_or_ace(rank: str) -> None:
    state = table("", "", hands=[f"{rank}D"])
    assert refused(state, 0, f"single {rank}D") == (None if rank in "2JQKA" else "§5.3")


def test_5_3_a_player_has_at_most_one_of_each_rank() -> None:
    state = table("QC", "KD", hands=["QD KH QC"], double_suits="on")
    assert [refused(state, 0, f"single {card}") for card in ("QD", "QC", "KH")] == ["§5.3", "§5.3", None]
    assert refused(table("QC QH", "", hands=["QD"]), 0, "single QD") is None
    assert refused(table("QC KC", "", hands=["QD"]), 0, "single QD") is None


def test_5_3_it_can_grow_into_a_run_or_a_set() -> None:
    state = after(table("QC", "", hands=["QD JC KC TC"]), "0 at A")
    assert can(state, "extend") == {"QD", "JC", "KC"}
    assert melds(after(state, "0 extend JC"), 0) == {"A": "JC QC"}
    assert melds(after(state, "0 extend QD"), 0) == {"A": "QC QD"}


def test_5_4_a_new_meld_takes_the_first_letter_that_is_free() -> None:
    state = table({"A": "3C 4C", "C": "QH"}, "", hands=["KD 8S 9S"])
    state = after(state, "0 single KD", "0 begin 8S", "0 extend 9S")
    assert melds(state, 0) == {"A": "3C 4C", "B": "KD", "C": "QH", "D": "8S 9S"}


def test_5_4_who_has_used_all_26_letters_cannot_begin_another_meld() -> None:
    state = table(full_table("3S 4S 5S"), "", hands=["KS 6H 7H 6S"], double_suits="on")
    assert (refused(state, 0, "single KS"), refused(state, 0, "begin 6H")) == ("§5.4", "§5.4")
    assert can(state, "at") == set(LETTERS)
    fewer = after(state, "0 sell_shown 8H", "0 single KS")
    assert melds(fewer, 0)["Y"] == "KS"
    state = after(state, "0 next", "0 next", "0 at Z", "0 extend 6S", "0 at Y", "0 extend 7H", "0 at Y", "0 extend 6H")
    assert (phase(state), hand(state, 0)) == ("paying_tax", "KS")


def test_5_5_a_card_of_the_hand_is_laid_down_alone() -> None:
    state = after(table("", "", hands=["KD 5C"]), "0 single KD")
    assert (melds(state, 0), hand(state, 0), phase(state)) == ({"A": "KD"}, "5C", "trading")
    assert [refused(state, 0, f"single {card}") for card in ("KD", "QC", "5C")] == ["§5.5", "§5.5", "§5.3"]


@pytest.mark.parametrize(
    ("in_hand", "beginning"),
    [
        ("3C 4C", {"3C", "4C"}),
        ("3C 5C", set()),
        ("3C 4D", set()),
        ("3C 3D 9H", {"3C", "3D"}),
        ("AC KC 2C", {"AC", "KC", "2C"}),
        ("KC 2C", set()),
        ("5C 5C", {"5C"}),
        ("9H KS", set()),
    ],
)
def test_5_6_a_card_that_makes_a_run_or_a_set_with_another_of_the_hand_begins_one(
    in_hand: str, beginning: set[str]
) -> None:
    state = table("", "", hands=[in_hand], double_suits="on")
    assert can(state, "begin") == beginning
    assert all(refused(state, 0, f"begin {card}") == "§5.6" for card in {*in_hand.split(), "7H"} - beginning)


def test_5_6_a_second_card_has_to_follow_at_once() -> None:
    state = after(table("", "", hands=["3C 4C 3D 2C 9H"]), "0 begin 3C")
    assert (phase(state), legal(state, 0)) == ("building", {"extend 4C", "extend 3D", "extend 2C"})
    assert (refused(state, 0, "next"), refused(state, 0, "take 3C"), refused(state, 0, "split 4")) == (
        "§2.2",
        "§5.6",
        "§5.6",
    )
    state = after(state, "0 extend 2C")
    assert (melds(state, 0), phase(state)) == ({"A": "2C 3C"}, "trading")


def test_5_6_with_a_wild_joker_the_second_card_may_be_one_that_needs_it() -> None:
    state = table("", "", hands=["4C 6C wild"], jokers="wild")
    assert can(state, "begin") == {"4C", "6C"}
    state = after(state, "0 begin 6C")
    assert legal(state, 0) == {"bridge 4C"}
    assert melds(after(state, "0 bridge 4C"), 0) == {"A": "4C wild 6C"}
    assert can(table("", "", hands=["4C 6C thief"], jokers="all"), "begin") == set()


def test_5_7_one_thing_is_done_at_once_with_a_meld_in_work() -> None:
    state = after(table("3C 4C 5C / KD", "", hands=["6C KH"]), "0 at A")
    assert legal(state, 0) == {"extend 6C", "take 3C", "take 4C", "take 5C"}
    assert phase(after(state, "0 extend 6C")) == phase(after(state, "0 take 3C")) == "trading"
    assert legal(after(table("KD", "", hands=["6C"]), "0 at A"), 0) == {"take KD"}


def test_5_7_only_with_an_own_meld_with_which_something_can_be_done() -> None:
    state = table("3C 4C / KD / JS QS / 5H 5D", "8S 9S", hands=["6C KH"])
    assert (can(state, "at"), refused(state, 0, "at E")) == (set("ABCD"), "§5.7")
    state.taken_up = 30
    assert (can(state, "at"), refused(state, 0, "at A")) == ({"B", "C"}, "§5.7")


@pytest.mark.parametrize(
    ("meld", "card", "grown"),
    [
        ("3C 4C", "5C", "3C 4C 5C"),
        ("3C 4C", "2C", "2C 3C 4C"),
        ("4C wild 6C", "7C", "4C wild 6C 7C"),
        ("3C 3D", "3S", "3C 3D 3S"),
        ("QC", "QD", "QC QD"),
        ("QC", "KC", "QC KC"),
        ("2D", "AD", "AD 2D"),
        ("KD", "AD", "KD AD"),
    ],
)
def test_5_8_a_card_is_added_to_a_run_a_set_or_a_singleton(meld: str, card: str, grown: str) -> None:
    state = after(table(meld, "", hands=[f"{card} 9H"], jokers="wild"), "0 at A", f"0 extend {card}")
    assert (melds(state, 0), hand(state, 0), phase(state)) == ({"A": grown}, "9H", "trading")


def test_5_8_a_card_that_does_not_fit_or_is_not_in_hand_is_refused() -> None:
    state = after(table("3C 4C", "", hands=["6C 5D 5C"]), "0 at A")
    assert [refused(state, 0, f"extend {card}") for card in ("6C", "5D", "2C", "5C")] == ["§5.8", "§5.8", "§5.8", None]


def test_5_9_a_card_is_taken_up_into_the_hand() -> None:
    state = after(table("3C 4C 5C", ""), "0 at A", "0 take 5C")
    assert (melds(state, 0), hand(state, 0), known(state, 0), int(state.taken_up)) == ({"A": "3C 4C"}, "5C", "5C", 1)
    assert [refused(after(state, "0 at A"), 0, f"take {card}") for card in ("4C", "5C", "9H")] == [None, "§5.9", "§5.9"]
    assert melds(after(table("QD", ""), "0 at A", "0 take QD"), 0) == {}


def test_5_9_at_most_30_in_one_turn_and_left_over_cards_do_not_count() -> None:
    state = table("3C 4C 5C / QD KD", "")
    state.taken_up = 28
    state = after(state, "0 at A", "0 take 4C")
    assert (hand(state, 0), int(state.taken_up)) == ("3C 4C 5C", 29)
    state = after(state, "0 begin 3C", "0 extend 4C", "0 at A", "0 take 3C")
    assert (int(state.taken_up), can(state, "at")) == (30, {"B"})
    state = after(state, "0 at B")
    assert (legal(state, 0), refused(state, 0, "take QD")) == ({"split K"}, "§5.9")


def test_5_9_one_begins_to_count_anew_in_the_next_turn() -> None:
    state = table("", "3C 4C")
    state.taken_up = 30
    state = turn_over(state)
    assert "take 3C" in legal(after(state, "1 at A"), 1)


@pytest.mark.parametrize(
    ("run", "others", "cuts"),
    [
        ("AC 2C 3C 4C", "2D", {"2", "3"}),
        ("AC 2C 3C 4C", "", {"2", "3"}),
        ("AC 2C 3C 4C", "AD", {"3"}),
        ("2C 3C 4C", "", {"3"}),
        ("2C 3C 4C", "2D", set()),
        ("JC QC", "", {"Q"}),
        ("JC QC", "QD", set()),
        ("3C 4C 5C 6C", "", {"5"}),
        ("3C 4C", "", set()),
        ("TC JC QC KC", "", {"Q", "K"}),
        ("QC KC AC", "", {"K", "A"}),
        ("3C 4C wild 6C 7C", "", set()),
        ("3C 4C 5C 6C wild 8C", "", {"5", "6"}),
        ("2C 3C wild 5C", "", {"3"}),
        ("QC QD", "", set()),
    ],
)
def test_5_10_a_run_is_cut_into_two_pieces_that_are_runs_or_legal_singletons(
    run: str, others: str, cuts: set[str]
) -> None:
    state = after(table(f"{run} / {others}", "", jokers="wild"), "0 at A")
    assert can(state, "split") == cuts
    assert all(refused(state, 0, f"split {rank}") == "§5.10" for rank in set("23456789TJQKA") - cuts)


@pytest.mark.parametrize(
    ("run", "rank", "pieces"),
    [
        ("JC QC", "Q", {"A": "QC", "B": "JC"}),
        ("2C 3C 4C", "3", {"A": "3C 4C", "B": "2C"}),
        ("AC 2C 3C", "2", {"A": "2C 3C", "B": "AC"}),
        ("QC KC AC", "A", {"A": "QC KC", "B": "AC"}),
        ("3C 4C 5C 6C", "5", {"A": "5C 6C", "B": "3C 4C"}),
        ("3C 4C 5C wild 7C", "5", {"A": "5C wild 7C", "B": "3C 4C"}),
        ("AC 2C 3C 4C", "3", {"A": "AC 2C", "B": "3C 4C"}),
    ],
)
def test_5_10_the_upper_piece_begins_with_the_rank(run: str, rank: str, pieces: dict[str, str]) -> None:
    state = after(table(run, "", jokers="wild"), "0 at A", f"0 split {rank}")
    assert (melds(state, 0), hand(state, 0), int(state.taken_up)) == (pieces, "", 0)


def test_5_10_without_a_free_letter_there_is_no_split() -> None:
    """Else a piece would return to the hand uncounted (§5.9), and the turn need never end."""
    state = after(table(full_table("3S 4S 5S 6S 7S"), "", double_suits="on"), "0 at Z")
    assert (len(melds(state, 0)), can(state, "split"), refused(state, 0, "split 5")) == (26, set(), "§5.10")


@pytest.mark.parametrize(
    ("before", "taken", "left", "in_hand"),
    [
        ("3C 4C 5C 6C 7C", "5C", {"A": "6C 7C", "B": "3C 4C"}, "5C"),
        ("JC QC KC / KD", "QC", {"B": "KD", "C": "JC"}, "QC KC"),
        ("QC KC AC / KD", "KC", {"A": "AC", "B": "KD", "C": "QC"}, "KC"),
        ("3C 4C 5C", "4C", {}, "3C 4C 5C"),
        ("3C 4C", "4C", {}, "3C 4C"),
        ("3C 4C 5C 6C", "4C", {"A": "5C 6C"}, "3C 4C"),
        ("3C 4C 5C 6C 7C 8C", "5C", {"A": "6C 7C 8C", "B": "3C 4C"}, "5C"),
        ("AC 2C 3C 4C 5C", "3C", {"A": "AC 2C", "B": "4C 5C"}, "3C"),
        ("3C 4C 5C 6C 7C / KD", "5C", {"A": "6C 7C", "B": "KD", "C": "3C 4C"}, "5C"),
        ("3C 4C wild 6C", "6C", {"A": "3C 4C"}, "6C wild"),
        ("3C 4C wild wild 7C", "7C", {"A": "3C 4C"}, "7C wild wild"),
        ("3C wild 5C 6C", "5C", {}, "3C 5C 6C wild"),
        ("JC wild KC", "wild", {"A": "KC", "B": "JC"}, "wild"),
        ("KC KD KH", "KD", {"A": "KC KH"}, "KD"),
        ("KC KD", "KD", {"A": "KC"}, "KD"),
        ("KC KD / KH", "KD", {"B": "KH"}, "KC KD"),
        ("3C 3D", "3D", {}, "3C 3D"),
    ],
)
def test_5_11_what_is_left_falls_into_pieces_at_the_gap(
    before: str, taken: str, left: dict[str, str], in_hand: str
) -> None:
    state = table(before, "", jokers="wild")
    (letter,) = (letter for letter, text in melds(state, 0).items() if taken in text.split())
    state = after(state, f"0 at {letter}", f"0 take {taken}")
    assert (melds(state, 0), hand(state, 0), known(state, 0), int(state.taken_up)) == (left, in_hand, in_hand, 1)


def test_5_11_of_two_left_over_cards_of_one_rank_clubs_stay_then_diamonds_hearts_spades() -> None:
    state = after(table("", "3D 4D / KS KD / KC KH"), "0 propose 1", "0 want KS", "0 want KH", "0 send", "1 accept")
    assert (melds(state, 1), hand(state, 1)) == ({"A": "3D 4D", "C": "KC"}, "KD")
    state = after(table("", "QH KH / QS KS"), "0 propose 1", "0 want QS", "0 want QH", "0 send", "1 accept")
    assert (melds(state, 1), hand(state, 1)) == ({"A": "KH"}, "KS")


def test_5_11_of_equal_ones_the_first_letter_stays() -> None:
    state = table("", {"B": "QC KC", "D": "KC KD"}, double_suits="on")
    state = after(state, "0 propose 1", "0 want KD", "0 want QC", "0 send", "1 accept")
    assert (melds(state, 1), hand(state, 1)) == ({"B": "KC"}, "KC")


def test_5_11_a_singleton_that_lay_there_has_precedence() -> None:
    state = after(table("KC KD / KS", ""), "0 at A", "0 take KD")
    assert (melds(state, 0), hand(state, 0)) == ({"B": "KS"}, "KC KD")


@pytest.mark.parametrize(
    ("before", "given", "left", "in_hand"),
    [
        ("KD / 5C 6C 7C", "KD 6C", {}, "5C 7C"),
        ("KD / QC KC AC / QH", "KD KC", {"B": "AC", "C": "QH"}, "QC"),
        ("KD / JC QC KC", "KD QC", {"A": "JC", "B": "KC"}, ""),
        ("KD / QD / 5C 6C 7C 8C 9C", "KD QD 6C 8C", {}, "5C 7C 9C"),
        ("KD KH / KC AC / KS", "KS AC", {"A": "KD KH", "B": "KC"}, ""),
    ],
)
def test_5_11_a_piece_on_the_letter_of_a_singleton_that_has_left_has_no_precedence(
    before: str, given: str, left: dict[str, str], in_hand: str
) -> None:
    gives, wants = ([f"{piece} {card}" for card in given.split()] for piece in ("0 give_shown", "1 want"))
    offered = after(table(before, ""), "0 propose 1", *gives, "0 send", "1 accept")
    wanted = after(table(before, "", turn=1), "1 propose 0", *wants, "1 send", "0 accept")
    assert [(melds(state, 0), hand(state, 0)) for state in (offered, wanted)] == [(left, in_hand)] * 2


def test_5_11_emptied_melds_free_their_letters_first() -> None:
    state = table("3C 4C 5C 6C 7C / QC", "")
    state = after(state, "0 propose 1", "0 give_shown 5C", "0 give_shown QC", "0 send", "1 accept")
    assert (melds(state, 0), hand(state, 1)) == ({"A": "6C 7C", "B": "3C 4C"}, "5C QC")


def test_5_11_without_a_free_letter_the_other_pieces_return_to_the_hand() -> None:
    state = table(full_table("3S 4S wild 6S 7S 8S 9S"), "", double_suits="on", jokers="wild")
    taken = after(state, "0 at Z", "0 take 7S")
    assert (melds(taken, 0)["Z"], hand(taken, 0), len(melds(taken, 0))) == ("3S 4S wild 6S", "7S 8S 9S", 26)
    upper = after(
        table(full_table("3S wild 5S 6S 7S 8S 9S TS"), "", double_suits="on", jokers="wild"), "0 at Z", "0 take 6S"
    )
    assert (melds(upper, 0)["Z"], hand(upper, 0)) == ("7S 8S 9S TS", "3S 5S 6S wild")


def test_5_11_also_after_selling_from_the_table_and_putting_back() -> None:
    state = table("JC QC KC", "")
    sale, put = after(state, "0 sell_shown QC"), after(state, "0 put QC")
    assert melds(sale, 0) == melds(put, 0) == {"A": "KC", "B": "JC"}


def test_5_12_a_royal_flush_stops_the_game_at_once() -> None:
    state = table("TC JC QC KC", "5D 6D", hands=["AC 9H"], tokens=[{}, {"A": 2}], flop="5S 6S 7S")
    state = after(state, "0 at A", "0 extend AC")
    assert is_over(state, "royal_flush")
    assert (melds(state, 0), tokens(state, 1)) == ({"A": "TC JC QC KC AC"}, {})
    assert purses(state) == [7, 7 + 2 + 2]
    assert cards(state, "flop") == "5S 6S 7S"


def test_5_12_also_with_more_cards_below() -> None:
    state = table("8C wild TC JC QC KC", "", hands=["AC"], jokers="wild")
    assert is_over(after(state, "0 at A", "0 extend AC"), "royal_flush")


@pytest.mark.parametrize(
    ("run", "card"),
    [
        ("TC JC wild KC", "AC"),
        ("TC JC thief KC", "AC"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "KC"),
        ("JC QC KC", "AC"),
        ("9C TC JC QC", "KC"),
    ],
)
def test_5_12_not_with_a_joker_among_the_five_or_one_of_them_missing(run: str, card: str) -> None:
    state = after(table(run, "", hands=[card], jokers="all"), "0 at A", f"0 extend {card}")
    assert (shown(state)["ending"], seats_in(state)) == ("running", [0])
