"""§7 of Dead-Cat Bounce: trades."""

from __future__ import annotations

import pytest

from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import seats_in
from support import legal, refused, shown
from trading import (
    DEAD_CAT_BOUNCE,
    after,
    blocked,
    can,
    cards,
    hand,
    known,
    melds,
    phase,
    purses,
    seen_by,
    table,
    tokens,
    turn_over,
)


def test_7_1_a_trade_is_proposed_to_one_other_player() -> None:
    state = table("", "", "", hands=["KC"])
    assert can(state, "propose") == {"1", "2"}
    assert [refused(state, 0, f"propose {seat}") for seat in (0, 3)] == ["§7.1", "§7.1"]
    proposed = after(state, "0 propose 2")
    assert (phase(proposed), int(proposed.offer_by), int(proposed.offer_to), seats_in(proposed)) == (
        "composing",
        0,
        2,
        [0],
    )


def test_7_1_at_most_three_times_to_the_same_player_begun_ones_counted() -> None:
    state = table("", "", "", hands=["KC"])
    state = after(
        state, "0 propose 1", "0 cancel", "0 propose 1", "0 give KC", "0 send", "1 decline", "0 propose 1", "0 cancel"
    )
    assert (can(state, "propose"), refused(state, 0, "propose 1")) == ({"2"}, "§7.1")
    state = turn_over(after(state, "0 sell KC"))
    assert can(state, "propose") == {"0", "2"}


def test_7_2_cards_of_the_hand_and_of_the_table_are_given() -> None:
    state = after(table("3C 4C / QC QD", "", hands=["5C 5C"], double_suits="on"), "0 propose 1")
    assert (can(state, "give"), can(state, "give_shown")) == ({"5C"}, {"3C", "4C", "QC", "QD"})
    state = after(state, "0 give 5C", "0 give_shown QC")
    assert (can(state, "give"), can(state, "give_shown")) == ({"5C"}, {"3C", "4C", "QD"})
    state = after(state, "0 give 5C")
    assert can(state, "give") == set()
    assert [refused(state, 0, f"give {card}") for card in ("5C", "3C", "9H")] == ["§7.2"] * 3
    assert [refused(state, 0, f"give_shown {card}") for card in ("QC", "5C", "9H")] == ["§7.2"] * 3


def test_7_2_cards_of_the_others_table_and_known_ones_of_the_hand_are_wanted_by_name() -> None:
    state = after(table("", "KD AD", hands=["", "5C 9H"], known=["", "9H"]), "0 propose 1")
    assert can(state, "want") == {"KD", "AD", "9H"}
    assert [refused(state, 0, f"want {card}") for card in ("5C", "8S")] == ["§7.2", "§7.2"]
    assert can(after(state, "0 want 9H"), "want") == {"KD", "AD"}


def test_7_2_cards_of_the_others_choice_as_many_as_the_hand_has_beside_the_known_ones_wanted() -> None:
    state = after(table("", "KC KD", hands=["", "KC 4D"], known=["", "KC"], double_suits="on"), "0 propose 1")
    one = after(state, "0 want KC")
    assert (can(one, "want"), can(one, "want_any")) == ({"KC", "KD"}, {""})
    two = after(one, "0 want_any", "0 want_any")
    assert (can(two, "want"), can(two, "want_any"), refused(two, 0, "want_any")) == ({"KD"}, set(), "§7.2")
    both = after(one, "0 want KC")
    assert (can(both, "want"), can(after(both, "0 want_any"), "want_any")) == ({"KD"}, set())


def test_7_2_a_wanted_card_is_first_the_one_on_the_table() -> None:
    state = table("", "KC KD", hands=["", "KC 4D"], known=["", "KC"], double_suits="on")
    done = after(state, "0 propose 1", "0 want KC", "0 send", "1 accept")
    assert (melds(done, 1), hand(done, 1), hand(done, 0)) == ({"A": "KD"}, "KC 4D", "KC")


def test_7_2_tokens_are_bid_or_asked_for_and_not_both() -> None:
    state = after(table("", "", hands=["KC"], purses=[3, 30]), "0 propose 1")
    assert (can(state, "bid"), can(state, "ask")) == ({"1", "2", "3"}, {str(number) for number in range(1, 21)})
    bid = after(state, "0 bid 2")
    assert (can(bid, "bid"), can(bid, "ask"), int(bid.tokens)) == ({"1"}, set(), 2)
    assert (refused(bid, 0, "bid 2"), refused(bid, 0, "ask 1")) == ("§7.2", "§7.2")


def test_7_2_at_most_20_tokens_at_once_and_the_same_again_adds_to_it() -> None:
    state = after(table("", "", hands=["KC"], purses=[3, 30]), "0 propose 1")
    with pytest.raises(Mistake):
        DEAD_CAT_BOUNCE.actions.read("ask 21")
    asked = after(state, "0 ask 20")
    assert (can(asked, "ask"), can(asked, "bid")) == ({str(number) for number in range(1, 11)}, set())
    assert refused(asked, 0, "ask 11") == "§7.2"
    traded = after(asked, "0 ask 10", "0 give KC", "0 send", "1 accept")
    assert purses(traded) == [33, 0]


def test_7_2_a_counter_proposal_may_name_a_card_of_the_hand_that_was_just_offered() -> None:
    state = after(table("", "", hands=["4D 9H", "8S"]), "0 propose 1", "0 give 4D", "0 ask 2", "0 send", "1 counter")
    assert (can(state, "want", 1), refused(state, 1, "want 9H")) == ({"4D"}, "§7.2")
    haggled = after(state, "1 want 4D", "1 bid 1")
    assert (can(haggled, "want", 1), known(haggled, 0)) == (set(), "")
    done = after(haggled, "1 send", "0 accept")
    assert (hand(done, 0), hand(done, 1), purses(done), known(done, 1)) == ("9H", "4D 8S", [8, 6], "4D")


def test_7_2_no_more_of_them_than_were_offered_or_the_hand_has() -> None:
    state = table("", "", hands=["4D 4D"], known=["4D"], double_suits="on")
    one = after(state, "0 propose 1", "0 give 4D", "0 send", "1 counter", "1 want 4D")
    assert (can(one, "want", 1), refused(one, 1, "want_any")) == (set(), None), (
        "the known one is the one that was offered"
    )
    two = after(state, "0 propose 1", "0 give 4D", "0 give 4D", "0 send", "1 counter", "1 want 4D")
    assert can(two, "want", 1) == {"4D"}
    chosen = after(table("", "", hands=["4D"]), "0 propose 1", "0 give 4D", "0 send", "1 counter", "1 want_any")
    assert refused(chosen, 1, "want 4D") == "§7.2", "the hand has no card beside the one of choice"


def test_7_2_what_was_offered_is_named_only_in_the_answer_to_it() -> None:
    state = after(
        table("", "", "", hands=["4D", "5D"]), "0 propose 1", "0 give 4D", "0 send", "1 counter", "1 give 5D", "1 send"
    )
    state = after(state, "0 decline", "0 propose 1")
    assert (can(state, "want"), refused(state, 0, "want 5D")) == (set(), "§7.2")
    assert not any(shown(state)[f"first_{name}"] for name in ("give", "give_shown", "want", "want_any", "tokens"))


def test_7_2_of_equal_cards_the_one_just_offered_from_the_hand_is_meant_first() -> None:
    state = table("KC KD", "", hands=["KC 9H"], double_suits="on")
    state = after(state, "0 propose 1", "0 give KC", "0 send", "1 counter", "1 want KC", "1 bid 1")
    of_hand = after(state, "1 send", "0 accept")
    assert (melds(of_hand, 0), hand(of_hand, 0), hand(of_hand, 1)) == ({"A": "KC KD"}, "9H", "KC")
    both = after(state, "1 want KC", "1 send", "0 accept")
    assert (melds(both, 0), hand(both, 0), hand(both, 1)) == ({"A": "KD"}, "9H", "KC KC")
    any_two = after(
        table("KC KD", "", hands=["KC"], double_suits="on"),
        "0 propose 1",
        "0 give KC",
        "0 send",
        "1 counter",
        "1 want KC",
    )
    assert (can(any_two, "want", 1), can(any_two, "want_any", 1)) == ({"KC", "KD"}, set())


def test_7_2_block_jokers_on_melds_are_not_traded() -> None:
    state = after(table("", "5D 6D", blocked=["", "A"], jokers="block"), "0 propose 1")
    assert can(state, "want") == {"5D", "6D"}
    assert refused(state, 0, "want block") == "§7.2"


def test_7_3_it_can_be_sent_when_at_least_one_card_would_move() -> None:
    state = after(table("3C 4C", "KD", hands=["9H", "8S"]), "0 propose 1", "0 bid 1")
    assert refused(state, 0, "send") == "§7.3"
    for piece in ("give 9H", "give_shown 3C", "want KD", "want_any"):
        assert seats_in(after(state, f"0 {piece}", "0 send")) == [1]


def test_7_3_or_be_cancelled() -> None:
    state = after(table("3C 4C", "KD", hands=["9H"]), "0 propose 1", "0 give 9H", "0 bid 1", "0 cancel")
    assert (phase(state), seats_in(state), cards(state, "give"), int(state.tokens), int(state.offer_by)) == (
        "trading",
        [0],
        "",
        0,
        -1,
    )


def test_7_4_the_other_accepts_or_declines() -> None:
    state = after(table("", "KD", hands=["9H"]), "0 propose 1", "0 give 9H", "0 want KD", "0 bid 2", "0 send")
    assert legal(state, 1) == {"accept", "decline", "counter"}
    accepted, declined = after(state, "1 accept"), after(state, "1 decline")
    assert (purses(accepted), hand(accepted, 0), hand(accepted, 1), melds(accepted, 1)) == ([5, 9], "KD", "9H", {})
    assert (purses(declined), hand(declined, 0), melds(declined, 1), phase(declined)) == (
        [7, 7],
        "9H",
        {"A": "KD"},
        "trading",
    )


def test_7_4_or_answers_with_a_counter_proposal_which_is_accepted_or_declined() -> None:
    state = after(table("", "KD", hands=["9H", "8S"]), "0 propose 1", "0 give 9H", "0 want KD", "0 send", "1 counter")
    assert (seats_in(state), phase(state), cards(state, "give"), cards(state, "want")) == ([1], "composing", "", "")
    state = after(state, "1 give_shown KD", "1 ask 3", "1 send")
    assert (legal(state, 0), refused(state, 0, "counter")) == ({"accept", "decline"}, "§7.4")
    accepted, declined = after(state, "0 accept"), after(state, "0 decline")
    assert (purses(accepted), hand(accepted, 0), melds(accepted, 1)) == ([4, 10], "KD 9H", {})
    assert (phase(declined), seats_in(declined), purses(declined)) == ("trading", [0], [7, 7])


@pytest.mark.parametrize(
    ("proposal", "same", "change"),
    [
        (["give 4D", "ask 2"], ["want 4D", "bid 2"], "bid 1"),
        (["give 4D"], ["want 4D"], "ask 1"),
        (["give 4D", "bid 1"], ["want 4D", "ask 1"], "give 8S"),
        (["give_shown 3C", "want QD"], ["want 3C", "give_shown QD"], "want 9H"),
        (
            ["give 4D", "give_shown 5C", "want QD", "want 7H", "bid 2"],
            ["want 5C", "give 7H", "ask 2", "want 4D", "give_shown QD"],
            "want_any",
        ),
    ],
)
def test_7_4_a_counter_proposal_has_to_change_something(proposal: list[str], same: list[str], change: str) -> None:
    state = table("3C 4C 5C", "QD KD", hands=["4D 9H", "8S 7H"], known=["9H", "7H"])
    state = after(state, "0 propose 1", *(f"0 {piece}" for piece in proposal), "0 send", "1 counter")
    for piece in same:
        assert refused(state, 1, "send") in {"§7.3", None}
        state = after(state, f"1 {piece}")
    assert (refused(state, 1, "send"), refused(state, 1, "cancel")) == ("§7.4", None)
    changed = after(state, f"1 {change}", "1 send")
    assert legal(changed, 0) == {"accept", "decline"}


def test_7_4_a_card_from_another_place_is_a_change() -> None:
    state = table("", "KC KD", hands=["4D", "KC 8S"], known=["", "KC"], double_suits="on")
    state = after(state, "0 propose 1", "0 give 4D", "0 want KC", "0 send", "1 counter", "1 want 4D")
    assert refused(after(state, "1 give_shown KC"), 1, "send") == "§7.4", "the one on the table was wanted"
    done = after(state, "1 give KC", "1 send", "0 accept")
    assert (melds(done, 1), hand(done, 1), hand(done, 0)) == ({"A": "KC KD"}, "4D 8S", "KC")


def test_7_4_a_card_of_choice_that_is_named_now_is_a_change() -> None:
    state = after(table("", "", hands=["4D", "8S"]), "0 propose 1", "0 give 4D", "0 want_any", "0 send", "1 counter")
    assert refused(after(state, "1 want 4D", "1 give 8S"), 1, "send") is None
    assert refused(after(state, "1 want_any", "1 give 8S"), 1, "send") is None


def test_7_4_a_cancelled_counter_proposal_is_declined() -> None:
    state = after(table("", "", hands=["9H"]), "0 propose 1", "0 give 9H", "0 send", "1 counter", "1 cancel")
    assert (phase(state), seats_in(state), hand(state, 0), int(state.offer_to)) == ("trading", [0], "9H", -1)


def test_7_5_cards_of_choice_are_chosen_one_by_one_beside_those_wanted_by_name() -> None:
    state = table("", "", hands=["", "7C 7C 4D"], known=["", "7C"], double_suits="on")
    state = after(state, "0 propose 1", "0 want 7C", "0 want_any", "0 ask 2", "0 send", "1 accept")
    assert (legal(state, 1), refused(state, 1, "choose 9H"), refused(state, 1, "accept")) == (
        {"choose 7C", "choose 4D"},
        "§7.5",
        "§2.2",
    )
    state = after(state, "1 choose 7C")
    assert (hand(state, 0), known(state, 0), hand(state, 1), known(state, 1), purses(state)) == (
        "7C 7C",
        "7C 7C",
        "4D",
        "",
        [9, 5],
    )


def test_7_5_as_many_as_are_wanted() -> None:
    state = table("", "", hands=["", "7C 9C 4D"])
    state = after(state, "0 propose 1", "0 want_any", "0 want_any", "0 send", "1 accept", "1 choose 9C")
    assert (phase(state), legal(state, 1), hand(state, 0)) == ("choosing", {"choose 7C", "choose 4D"}, "")
    assert hand(after(state, "1 choose 4D"), 0) == "9C 4D"


def test_7_6_everything_changes_hands_at_once_and_is_known_there() -> None:
    state = table("3C 4C", "QD KD AD", hands=["9H 8H", "5S 6S"])
    lines = (
        "0 propose 1",
        "0 give 9H",
        "0 give_shown 4C",
        "0 want AD",
        "0 want_any",
        "0 bid 3",
        "0 send",
        "1 accept",
        "1 choose 6S",
    )
    state = after(state, *lines)
    assert (melds(state, 0), melds(state, 1)) == ({}, {"A": "QD KD"})
    assert (hand(state, 0), hand(state, 1), purses(state)) == ("3C AD 8H 6S", "4C 9H 5S", [4, 10])
    assert (known(state, 0), known(state, 1), phase(state), seats_in(state)) == ("3C AD 6S", "4C 9H", "trading", [0])


def test_7_6_melds_are_mended_with_all_their_losses_at_once() -> None:
    state = table("", "3C 4C 5C 6C 7C / QC QD / QH", tokens=[{}, {"A": 2, "B": 1}], blocked=["", "A"], jokers="block")
    state = after(state, "0 propose 1", "0 want 5C", "0 want QD", "0 bid 2", "0 send", "1 accept")
    assert melds(state, 1) == {"A": "6C 7C", "C": "QH", "D": "3C 4C"}
    assert (hand(state, 1), hand(state, 0), tokens(state, 1), blocked(state, 1)) == ("QC", "5C QD", {"A": 2}, "A")
    assert (purses(state), cards(state, "acquired")) == ([5, 9], "5C QD")


def test_7_6_pieces_take_letters_meld_by_meld_and_those_of_the_proposer_are_their_own() -> None:
    state = table("3C 4C 5C 6C 7C / 3D 4D 5D 6D 7D", "3H 4H 5H 6H 7H")
    state = after(state, "0 propose 1", "0 give_shown 5D", "0 give_shown 5C", "0 want 5H", "0 send", "1 accept")
    assert melds(state, 0) == {"A": "6C 7C", "B": "6D 7D", "C": "3C 4C", "D": "3D 4D"}
    assert melds(state, 1) == {"A": "6H 7H", "B": "3H 4H"}


def test_7_7_protection_stays_on_the_piece_that_keeps_the_letter() -> None:
    state = table("", "3C 4C 5C 6C", tokens=[{}, {"A": 2}], blocked=["", "A"], jokers="block")
    state = after(state, "0 propose 1", "0 want 4C", "0 send", "1 accept")
    assert (melds(state, 1), tokens(state, 1), blocked(state, 1), hand(state, 1)) == (
        {"A": "5C 6C"},
        {"A": 2},
        "A",
        "3C",
    )


@pytest.mark.parametrize(
    ("meld", "wanted", "left"),
    [("3C 4C 5C", "4C", {}), ("QC KC", "KC", {"A": "QC"}), ("5C 5D", "5C 5D", {}), ("KC KD KH", "KC KD", {"A": "KH"})],
)
def test_7_7_otherwise_the_tokens_go_to_the_bank_and_the_joker_to_the_discard_pile(
    meld: str, wanted: str, left: dict[str, str]
) -> None:
    state = table("", meld, tokens=[{}, {"A": 2}], blocked=["", "A"], jokers="block")
    state = after(state, "0 propose 1", *(f"0 want {card}" for card in wanted.split()), "0 send", "1 accept")
    assert (melds(state, 1), tokens(state, 1), blocked(state, 1)) == (left, {}, "")
    assert (cards(state, "face_up"), purses(state)) == ("block", [7, 7])


def test_7_7_a_sale_for_the_tax_leaves_the_protection_on_the_piece_that_keeps_the_letter() -> None:
    state = table("4C 5C 6C 7C / 9D TD", "", hands=["3H 5H block"], purses=[2, 7], jokers="block")
    state = after(state, "0 next", "0 protect A", "0 protect B", "0 block A", "0 next")
    kept, lost = after(state, "0 sell_shown 5C"), after(state, "0 sell_shown TD")
    assert (melds(kept, 0), tokens(kept, 0), blocked(kept, 0)) == ({"A": "6C 7C", "B": "9D TD"}, {"A": 1, "B": 1}, "A")
    assert (melds(lost, 0), tokens(lost, 0), hand(lost, 0)) == ({"A": "4C 5C 6C 7C"}, {"A": 1}, "9D 3H 5H")


def test_7_8_an_offer_is_open_but_makes_nothing_known_when_it_fails() -> None:
    state = after(table("", "", hands=["9H", "8S"]), "0 propose 1", "0 give 9H", "0 send")
    assert shown(seen_by(state))["give"] == ["9H"]
    declined = after(state, "1 decline")
    assert (known(declined, 0), hand(seen_by(declined, 1), 0)) == ("", "")
    countered = after(state, "1 counter", "1 give 8S", "1 send", "0 decline")
    assert (known(countered, 0), known(countered, 1)) == ("", "")


@pytest.mark.parametrize("last", ["1 cancel", "0 decline"])
def test_7_8_nor_when_a_counter_proposal_names_it_and_fails(last: str) -> None:
    state = after(
        table("", "", hands=["9H 2C", "8S"]), "0 propose 1", "0 give 9H", "0 send", "1 counter", "1 want 9H", "1 bid 1"
    )
    state = after(state, *["1 send"] * (last == "0 decline"))
    assert shown(seen_by(state))["first_give"] == shown(seen_by(state))["want"] == ["9H"]
    assert (known(state, 0), hand(seen_by(state, 1), 0)) == ("", "")
    failed = after(state, last)
    assert (known(failed, 0), hand(seen_by(failed, 1), 0), cards(failed, "first_give")) == ("", "", "")


def test_7_8_nobody_gives_or_is_asked_for_tokens_they_do_not_have() -> None:
    state = after(table("", "KC", hands=["9H"], purses=[0, 2]), "0 propose 1")
    assert (can(state, "bid"), can(state, "ask")) == (set(), {"1", "2"})
