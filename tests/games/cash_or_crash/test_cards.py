"""§1 of Cash or Crash: the cards."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest

from bidding import (
    CASH_OR_CRASH,
    SIX_FIVE_ONE,
    SPREAD,
    TRIPLES,
    VARIANTS,
    after,
    dealt,
    discards,
    hand,
    keep_all,
    opening,
    seen_by,
    sell,
    sizes,
    stake,
    staked,
    surely_kept,
    surely_lost,
    table,
)
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import SPECTATOR
from openoutcry.table.match import seats_in
from support import legal, play, points, shown


@pytest.mark.parametrize("seats", CASH_OR_CRASH.seats)
def test_1_1_everyone_has_the_ten_ways_to_put_three_icons_on_a_card(seats: int) -> None:
    state = dealt(seats)
    ways = {"".join(icons) for icons in combinations_with_replacement("GOW", 3)}
    for seat in range(seats):
        assert sorted("".join(sorted(card)) for card in hand(state, seat).split()) == sorted(ways)
        assert sizes(state, seat) == (10, 0, 0)


@pytest.mark.parametrize("card", TRIPLES)
def test_1_1_a_card_shows_its_icons(card: str) -> None:
    state = sell(opening(10, 10, stakes=[card, "GOW"], variant="endurance"), "0 bid 1 Gold")
    assert shown(state)["counts"] == [1 + card.count(icon) for icon in "GOW"]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("cards", ["triples", "spread"])
def test_1_2_a_card_is_always_in_one_of_its_owners_three_places(variant: str, cards: str) -> None:
    thought, state = (
        random.Random(1),
        dealt(3, variant=variant, cards=cards, doubling="on", round_limit=2 if IS_PLAIN else 20),
    )
    own = int(state.hands[0])
    while to_act := seats_in(state):
        seat = thought.choice(to_act)
        state = play(state, seat, thought.choice(sorted(legal(state, seat))))
        for player in range(3):
            in_hand, on_stake, lost = int(state.hands[player]), int(state.staked[player]), int(state.discards[player])
            assert in_hand + on_stake + lost == in_hand | on_stake | lost == own


@pytest.mark.parametrize("card", TRIPLES)
def test_1_2_any_card_goes_where_it_is_sent(card: str) -> None:
    one, other = [another for another in TRIPLES if another != card][:2]
    half = after(table(f"{card} {one}", 10), f"0 swap {card}")
    assert (hand(half, 0), card in discards(half, 0)) == (one, True)
    taken = after(table(f"{one} {other}", 10), f"0 swap {one}", f"0 take {card}")
    recovered = after(table(other, 10), "0 keep", f"0 recover {card}")
    for state in (taken, recovered):
        assert (set(hand(state, 0).split()), card in discards(state, 0)) == ({other, card}, False)
    added = after(opening(10, 10, stakes=["", f"{one} {other}"], doubling="on"), "0 bid 1 Gold", f"1 add {card}")
    assert (set(staked(added, 1).split()), card in hand(added, 1)) == ({one, other, card}, False)
    paying = after(
        opening(10, 10, stakes=[f"{one} {other}"], doubling="on"),
        "0 bid 16 Gold",
        "1 challenge",
        "0 double",
        "1 persist",
    )
    assert set(discards(after(paying, f"0 discard {card}"), 0).split()) == {one, other, card}


def test_1_2_the_cards_kept_are_those_in_the_hand_and_staked() -> None:
    state = opening(10, 10, stakes=SIX_FIVE_ONE)
    assert (hand(state, 0), staked(state, 0), discards(state, 0)) == ("GGW OOG OOW WWG WWO OOO WWW GOW", "GGO GGG", "")
    assert points(state) == [10, 10]
    lost = sell(state, "0 bid 7 Gold")
    assert (sizes(lost, 0), points(lost)) == ((8, 0, 2), [8, 10])


def test_1_3_the_cards_of_the_others_are_hidden_and_their_numbers_are_not() -> None:
    state = opening(4, 10, 3, stakes=["GGO GGW", "GGG OOO", "GGO OOG"])
    for seat in range(3):
        seen = seen_by(state, seat)
        for other in range(3):
            cards = hand(seen, other), staked(seen, other), discards(seen, other)
            assert cards == (
                (hand(state, seat), staked(state, seat), discards(state, seat)) if other == seat else ("", "", "")
            )
            assert sizes(seen, other) == [(2, 2, 6), (8, 2, 0), (1, 2, 7)][other]


def test_1_3_a_spectator_sees_no_card() -> None:
    seen = shown(seen_by(after(table(4, "GGG OOO"), "0 swap GGO")))
    assert seen["hands"] == seen["staked"] == seen["discards"] == seen["put_away"] == [[], []]
    assert (seen["hand_sizes"], seen["discard_sizes"], seen["swapping"]) == ([4, 2], [6, 8], [])


def test_1_3_what_the_others_hold_makes_no_difference_to_what_a_seat_sees() -> None:
    begun = keep_all(after(table("GGG OOO WWW", 10), "0 swap GGG", "0 take GGO"))
    same = keep_all(after(table("GGG OOO WWW", 10), "0 swap WWW", "0 take WWW"))
    one = after(stake(begun, "GGO OOO", "GGG OOO"), "0 bid 2 Gold")
    other = after(stake(same, "GGG WWW", "GGG OOO"), "0 bid 2 Gold")
    assert one.tobytes() != other.tobytes()
    for seat in (1, SPECTATOR):
        assert seen_by(one, seat).tobytes() == seen_by(other, seat).tobytes()


def test_1_4_at_first_all_know_that_everyone_keeps_everything() -> None:
    for cards, own in (("triples", TRIPLES), ("spread", SPREAD)):
        state = dealt(3, cards=cards)
        assert [(surely_kept(state, seat), surely_lost(state, seat)) for seat in range(3)] == [(" ".join(own), "")] * 3


def test_1_4_all_see_what_is_turned_up_and_what_of_it_is_lost() -> None:
    state = sell(opening(10, 10, stakes=SIX_FIVE_ONE), "0 bid 5 Gold", "1 bid 5 Gold+Oil")
    assert (surely_kept(state, 0), surely_lost(state, 0)) == ("GGW OOG OOW WWG WWO OOO WWW GOW", "GGO GGG")
    assert (surely_kept(state, 1), surely_lost(state, 1)) == (" ".join(TRIPLES), "")
    wrong = sell(opening(10, 10, stakes=SIX_FIVE_ONE), "0 bid 6 Gold", "1 bid 6 Gold+Oil")
    assert (surely_kept(wrong, 0), surely_lost(wrong, 0)) == (" ".join(TRIPLES), "")
    assert (surely_kept(wrong, 1), surely_lost(wrong, 1)) == ("GGO GGW OOG OOW WWG WWO GGG WWW", "OOO GOW")


def test_1_4_after_a_swap_nothing_is_certain_until_it_is_turned_up_again() -> None:
    state = table("GGG OOO WWW", 10)
    assert (surely_kept(state, 0), surely_lost(state, 0)) == ("GGG OOO WWW", "GGO GGW OOG OOW WWG WWO GOW")
    state = after(state, "0 swap WWW", "0 take GOW")
    assert (surely_kept(state, 0), surely_lost(state, 0)) == ("", "")
    state = sell(stake(state, "GOW GGG", "OOO OOW"), "0 bid 4 Gold")
    assert int(state.last_loser) == 1
    assert (surely_kept(state, 0), surely_lost(state, 0)) == ("GGG GOW", "GGO GGW OOG OOW WWG WWO")


def test_1_4_nothing_is_certain_of_who_may_have_swapped() -> None:
    start = table("GGG OOO WWW", 4)
    for lines in (["0 keep"], ["0 swap GGG", "0 take GGG"], ["0 swap GGG", "0 take GOW"]):
        state = after(start, *lines)
        assert (surely_kept(state, 0), surely_lost(state, 0)) == ("", "")
        assert (surely_kept(state, 1), surely_lost(state, 1)) == ("GGO GGW OOG OOW", "WWG WWO GGG OOO WWW GOW")
    all_kept = after(start, "0 keep", "1 keep")
    assert (surely_kept(all_kept, 0), surely_lost(all_kept, 0)) == ("GGG OOO WWW", "GGO GGW OOG OOW WWG WWO GOW")
    blitz = after(table(9, 9, 10, variant="blitz"), "0 keep")
    assert (surely_kept(blitz, 0), surely_lost(blitz, 0)) == ("", "")
    assert (surely_kept(blitz, 2), surely_lost(blitz, 2)) == (" ".join(TRIPLES), "")


def test_1_4_a_swap_of_a_card_for_itself_is_a_swap_to_the_others() -> None:
    state = after(table("GGG OOO WWW", 10), "0 swap WWW", "0 take WWW")
    assert hand(state, 0) == "GGG OOO WWW"
    assert (surely_kept(state, 0), surely_lost(state, 0)) == ("", "")


def test_1_4_a_card_that_is_recovered_or_discarded_unseen_may_be_any() -> None:
    recovered = after(table("GGG", 10), "0 keep", "0 recover WWO")
    assert (surely_kept(recovered, 0), surely_lost(recovered, 0)) == ("GGG", "")
    start = opening("GGO GGG OOO WWW GOW", 10, stakes=["GGO GGG"], doubling="on")
    turned_up = after(start, "0 bid 16 Oil", "1 challenge", "0 double", "1 persist")
    assert (surely_kept(turned_up, 0), surely_lost(turned_up, 0)) == ("OOO WWW GOW", "GGO GGW OOG OOW WWG WWO GGG")
    discarded = after(turned_up, "0 discard OOO")
    assert (surely_kept(discarded, 0), surely_lost(discarded, 0)) == ("", "GGO GGW OOG OOW WWG WWO GGG")


def test_1_4_a_bid_an_added_card_and_a_stake_tell_nothing() -> None:
    state = after(table("GGG OOO WWW", 10), "0 swap WWW", "0 take GOW")
    state = after(stake(state, "GGG GOW", "OOO OOW"), "0 bid 4 Gold", "1 add GGG", "1 bid 5 Oil")
    assert (surely_kept(state, 0), surely_lost(state, 0)) == ("", "")
    assert (surely_kept(state, 1), surely_lost(state, 1)) == (" ".join(TRIPLES), "")


def test_1_4_everyone_is_shown_the_same_certainties() -> None:
    state = sell(opening(10, "GGG OOO WWW", stakes=["GGW WWG", "GGG OOO"]), "0 bid 9 Gold")
    state, lost = after(state, "1 swap WWW", "1 take GOW"), ["GGW", "WWG"]
    for seat in (0, 1, SPECTATOR):
        seen = shown(seen_by(state, seat))
        assert (seen["kept_for_sure"], seen["lost_for_sure"]) == (
            [[card for card in TRIPLES if card not in lost], []],
            [lost, []],
        )
