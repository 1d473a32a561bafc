"""The clauses of Cash or Crash. Cards and actions are written as in the notation of RULES.md, an action after the seat
that plays it.
"""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from typing import Any

import pytest

from bidding import (
    CASH_OR_CRASH,
    GROUPS,
    SINGLES,
    SPREAD,
    TRIPLES,
    adds,
    after,
    all_bids,
    bids,
    discards,
    hand,
    keep_all,
    opening,
    phase,
    seen_by,
    sizes,
    stake,
    staked,
    surely_kept,
    surely_lost,
    table,
)
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import seats_in
from support import any_chance, legal, places, play, points, refused, shown

VARIANTS = ["classic", "endurance", "blitz"]
SIX_FIVE_ONE = ["GGG GGO", "OOO GOW"]
"""Stakes of two players that show 6 Gold, 5 Oil and 1 Wheat."""


def dealt(seats: int, **options: int | str) -> Any:
    state = CASH_OR_CRASH.template(seats, options)
    CASH_OR_CRASH.rules.setup(state, any_chance())
    return state


def sell(state: Any, *lines: str) -> Any:
    """These bids, and the player in turn challenges the last one."""
    state = after(state, *lines)
    return play(state, int(state.turn), "challenge")


def swapped(state: Any) -> list[int]:
    return [int(seat) for seat in shown(state)["swapped"]]


def refused_bids(state: Any, seat: int) -> dict[str, set[str]]:
    """For each clause the bids it forbids, without their verb."""
    found: dict[str, set[str]] = {}
    for bid in all_bids(1, 80, GROUPS):
        if clause := refused(state, seat, f"bid {bid}"):
            found.setdefault(clause, set()).add(bid)
    return found


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


@pytest.mark.parametrize("seats", CASH_OR_CRASH.seats)
def test_2_1_seat_0_opens_and_then_the_next_to_the_left(seats: int) -> None:
    state, openers = dealt(seats, variant="endurance"), []
    for _ in range(seats + 1):
        openers.append(int(state.opener))
        state = stake(state)
        assert seats_in(state) == [openers[-1]]
        state = sell(state, f"{openers[-1]} bid 1 Gold")
    assert openers == [*range(seats), 0]


def test_2_1_the_role_passes_over_those_who_are_out() -> None:
    state = sell(opening(10, 0, 0, 10, 0), "0 bid 3 Gold")
    assert (int(state.round_number), int(state.opener)) == (2, 3)
    state = sell(stake(state), "3 bid 3 Gold")
    assert (int(state.round_number), int(state.opener)) == (3, 0)


def test_2_1_whoever_goes_out_does_not_open() -> None:
    state = sell(opening(10, 2, 10), "0 bid 3 Gold")
    assert (points(state), int(state.opener)) == ([10, 0, 10], 2)


def test_2_2_a_round_goes_from_the_red_zone_to_the_challenge() -> None:
    state, phases = table("GGG", "GGG OOO WWW", 10), []
    for line in [
        "0 keep",
        "1 keep",
        "0 recover OOO",
        *[f"{seat} stake {card}" for seat in range(3) for card in ("GGG", "OOO")],
    ]:
        phases.append(phase(state))
        state = after(state, line)
    assert phases == ["red_zone"] * 2 + ["recovering"] + ["staking"] * 6
    assert (phase(state), int(state.round_number)) == ("opening", 1)
    state = after(state, "0 bid 3 Gold")
    assert phase(state) == "bidding"
    state = after(state, "1 challenge")
    assert (phase(state), int(state.round_number), seats_in(state)) == ("red_zone", 2, [0, 1])


OF_THE_ROUND = [
    "bidder",
    "amount",
    "goods",
    "challenger",
    "is_out_of_turn",
    "is_doubled",
    "to_pay",
    "to_take",
    "not_asked",
    "swapped",
]


@pytest.mark.parametrize(
    "lines",
    [
        ["0 bid 25 Gold", "1 challenge", "0 show"],
        ["0 bid 25 Gold", "1 challenge", "0 double", "1 persist", "0 discard GGG", "0 discard OOO"],
        [
            "0 bid 25 Gold",
            "2 challenge",
            "0 double",
            "2 persist",
            "0 discard GGG",
            "0 discard OOO",
            "2 recover WWW",
            "2 stop",
        ],
        ["0 bid 25 Gold", "2 challenge", "0 show", "2 recover WWW", "2 recover OOO"],
    ],
)
def test_2_2_a_new_round_begins_with_nothing_left_of_the_last(lines: list[str]) -> None:
    state = after(opening(10, 10, 7, variant="blitz", doubling="on"), *lines)
    assert (int(state.round_number), phase(state), int(state.opener), int(state.turn)) == (2, "red_zone", 1, 1)
    assert [shown(state)[name] for name in OF_THE_ROUND] == [-1, 0, [], -1, 0, 0, 0, 0, [], []]
    assert [staked(state, seat) for seat in range(3)] == ["", "", ""]


DOUBLED = opening(10, 4, 10, doubling="on")
RACE = after(opening(10, 10, 7, variant="blitz", doubling="on"), "0 bid 25 Gold")
IN_STEPS: dict[str, tuple[Any, int, dict[str, str]]] = {
    "red_zone": (table("GGG OOO", 10), 0, {"swap": "§3.1", "take": "§3.1"}),
    "a swap half done": (
        after(table("GGG OOO", 10), "0 swap GGG"),
        0,
        {"swap": "§3.1", "take": "§3.1", "keep": "§3.1"},
    ),
    "recovering": (after(table("GGG", 10), "0 keep"), 0, {"recover": "§3.3"}),
    "staking": (table(10, 5), 1, {"stake": "§4.1"}),
    "opening": (opening(10, 10), 0, {"bid": "", "challenge": "§6.1"}),
    "bidding": (after(opening(10, 10), "0 bid 3 Gold"), 1, {"bid": "", "add": "§5.5"}),
    "adding": (after(opening(10, 10), "0 bid 3 Gold", "1 add GGG"), 1, {"bid": ""}),
    "racing": (RACE, 2, {"bid": "", "add": "§5.5"}),
    "doubling": (after(RACE, "2 challenge"), 0, {}),
    "persisting": (after(RACE, "2 challenge", "0 double"), 2, {}),
    "withdrawn": (
        after(RACE, "1 challenge", "0 double", "1 withdraw"),
        1,
        {"bid": "", "add": "§5.5", "challenge": "§9.2"},
    ),
    "paying": (after(DOUBLED, "0 bid 3 Gold", "1 challenge", "0 double", "1 persist"), 1, {"discard": "§9.2"}),
    "taking_back": (after(RACE, "2 challenge", "0 show"), 2, {"recover": "§8.9"}),
}


@pytest.mark.parametrize("step", IN_STEPS)
def test_2_2_what_belongs_to_one_step_cannot_be_done_in_another(step: str) -> None:
    state, seat, clauses = IN_STEPS[step]
    assert phase(state) == (step if step != "a swap half done" else "red_zone")
    may = legal(state, seat)
    assert may
    for action in CASH_OR_CRASH.actions:
        expected = None if str(action) in may else clauses.get(action.verb, "§2.2")
        if expected != "":
            assert refused(state, seat, str(action)) == expected, action


def test_2_3_all_who_are_concerned_choose_at_the_same_time() -> None:
    state = table("GGG", "OOO", 10)
    assert seats_in(state) == [0, 1]
    state = after(state, "1 keep")
    assert (seats_in(state), legal(state, 1), refused(state, 1, "keep")) == ([0], set(), "§2.3")
    state = after(state, "0 keep")
    assert (phase(state), seats_in(state)) == ("recovering", [0, 1])
    state = after(state, "1 recover GGG")
    assert (seats_in(state), refused(state, 1, "recover WWW")) == ([0], "§2.3")
    state = after(state, "0 recover WWW")
    assert (phase(state), seats_in(state)) == ("staking", [0, 1, 2])
    state = after(state, "2 stake GGG", "1 stake GGG", "2 stake OOO")
    assert (seats_in(state), refused(state, 2, "stake WWW"), staked(state, 1)) == ([0, 1], "§2.3", "GGG")


def test_2_3_else_the_player_in_turn_acts_and_turns_go_to_the_left() -> None:
    state = opening(10, 0, 10, 10, 0, opener=2)
    turns = []
    for amount in range(1, 7):
        (seat,) = seats_in(state)
        turns.append(seat)
        assert [refused(state, other, f"bid {amount} Gold") for other in range(5)] == [
            None if other == seat else "§7.1" if other in (1, 4) else "§2.3" for other in range(5)
        ]
        assert [legal(state, other) for other in range(5) if other != seat] == [set()] * 4
        state = after(state, f"{seat} bid {amount} Gold")
    assert turns == [2, 3, 0, 2, 3, 0]


def test_3_1_a_card_is_put_away_and_any_discard_taken_back() -> None:
    state = table("GGG OOO WWW GOW", 10)
    assert legal(state, 0) == {"swap GGG", "swap OOO", "swap WWW", "swap GOW", "keep"}
    half = after(state, "0 swap WWW")
    assert (hand(half, 0), discards(half, 0)) == ("GGG OOO GOW", "GGO GGW OOG OOW WWG WWO WWW")
    assert legal(half, 0) == {f"take {card}" for card in ("GGO", "GGW", "OOG", "OOW", "WWG", "WWO", "WWW")}
    done = after(half, "0 take OOG")
    assert (hand(done, 0), discards(done, 0)) == ("OOG GGG OOO GOW", "GGO GGW OOW WWG WWO WWW")
    assert (phase(done), swapped(done)) == ("staking", [0])


def test_3_1_even_the_card_just_put_away_can_be_taken() -> None:
    state = after(table("GGG OOO WWW GOW", 10), "0 swap WWW", "0 take WWW")
    assert (hand(state, 0), sizes(state, 0), swapped(state)) == ("GGG OOO WWW GOW", (4, 0, 6), [0])


def test_3_1_or_the_hand_is_kept() -> None:
    state = after(table("GGG OOO WWW GOW", 10), "0 keep")
    assert (hand(state, 0), phase(state), swapped(state)) == ("GGG OOO WWW GOW", "staking", [])


def test_3_1_four_cards_or_fewer_are_the_red_zone() -> None:
    assert seats_in(table(5, 4, 1)) == [1, 2]
    assert phase(table(5, 10, 6)) == "staking"
    assert seats_in(table(4, 0, 2, 3)) == [0, 2, 3]


def test_3_1_who_has_no_discards_has_nothing_to_swap_with_and_is_not_asked() -> None:
    state = table(10, 9, 10, variant="blitz")
    assert (phase(state), seats_in(state), legal(state, 0)) == ("red_zone", [1], set())
    assert [refused(state, seat, "swap GGG") for seat in (0, 1, 2)] == ["§3.1", None, "§3.1"]
    assert [refused(state, 0, action) for action in ("keep", "take GGG", "stake GGG")] == ["§2.3"] * 3
    assert (phase(after(state, "1 keep")), seats_in(after(state, "1 keep"))) == ("staking", [0, 1, 2])


@pytest.mark.parametrize("variant", ["classic", "endurance", "blitz"])
@pytest.mark.parametrize("seats", [2, 8])
def test_3_1_nobody_can_swap_before_anybody_has_lost_a_card(variant: str, seats: int) -> None:
    state = dealt(seats, variant=variant)
    assert (phase(state), seats_in(state)) == ("staking", list(range(seats)))
    assert not any(action.startswith("swap") for seat in range(seats) for action in legal(state, seat))
    assert refused(state, 0, "swap GGG") == "§2.2"


def test_3_1_while_a_swap_is_half_done_the_numbers_do_not_change() -> None:
    state = table("GGG OOO WWW", 2)
    half = after(state, "0 swap GGG")
    assert (sizes(half, 0), points(half), places(half)) == ((3, 0, 7), [3, 2], [1, 2])
    for seat in (1, SPECTATOR):
        assert seen_by(half, seat).tobytes() == seen_by(state, seat).tobytes()


def test_3_2_who_has_swapped_is_known_when_all_have_chosen() -> None:
    state = after(table(4, 4, 4), "2 swap GGO", "2 take GGO", "0 keep")
    assert swapped(state) == []
    assert [shown(seen_by(state, seat))["swapping"] for seat in (0, 1, 2, SPECTATOR)] == [[], [], ["2"], []]
    state = after(state, "1 keep")
    assert [swapped(seen_by(state, seat)) for seat in (0, 1, 2, SPECTATOR)] == [[2]] * 4
    assert shown(state)["swapping"] == []


def test_3_2_it_is_forgotten_when_the_next_round_begins() -> None:
    state = stake(after(table(4, 10), "0 swap GGO", "0 take GGO"))
    assert swapped(after(state, "0 bid 3 Gold")) == [0]
    assert swapped(sell(state, "0 bid 3 Gold")) == []


def test_3_3_a_player_with_exactly_one_card_recovers_one() -> None:
    state = keep_all(table("GGG", 2, 10))
    assert (phase(state), seats_in(state)) == ("recovering", [0])
    assert legal(state, 0) == {f"recover {card}" for card in TRIPLES if card != "GGG"}
    recovered = after(state, "0 recover WWW")
    assert (hand(recovered, 0), sizes(recovered, 0), phase(recovered)) == ("GGG WWW", (2, 0, 8), "staking")
    assert refused(state, 0, "recover GGG") == "§3.3"
    assert refused(state, 0, "keep") == refused(state, 0, "stake GGG") == "§2.2"


def test_3_3_after_the_swaps_and_all_at_the_same_time() -> None:
    state = table("GGG", "OOO", 10)
    assert legal(state, 0) == {"swap GGG", "keep"}
    state = after(state, "0 swap GGG", "0 take WWW", "1 keep")
    assert (phase(state), seats_in(state), swapped(state)) == ("recovering", [0, 1], [0])
    state = after(state, "1 recover WWW", "0 recover GGG")
    assert [hand(state, seat) for seat in (0, 1)] == ["GGG WWW", "OOO WWW"]
    assert (phase(state), seats_in(state)) == ("staking", [0, 1, 2])


def test_4_1_everyone_stakes_two_cards_one_after_the_other() -> None:
    state = table(10, 0, 5, 10)
    assert (phase(state), seats_in(state)) == ("staking", [0, 2, 3])
    assert legal(state, 2) == {"stake GGO", "stake GGW", "stake OOG", "stake OOW", "stake WWG"}
    one = after(state, "2 stake OOW")
    assert legal(one, 2) == {"stake GGO", "stake GGW", "stake OOG", "stake WWG"}
    two = after(one, "2 stake GGO")
    assert (staked(two, 2), hand(two, 2), sizes(two, 2), seats_in(two)) == ("GGO OOW", "GGW OOG WWG", (3, 2, 5), [0, 3])
    assert [refused(state, 2, f"stake {card}") for card in ("GGG", "WWO", "GGO")] == ["§4.1", "§4.1", None]
    assert refused(one, 2, "stake OOW") == "§4.1"
    assert refused(state, 1, "stake GGO") == "§7.1"


def test_4_1_two_cards_are_both_staked() -> None:
    state = opening("GGG OOO", 10)
    assert (staked(state, 0), hand(state, 0), seats_in(state)) == ("GGG OOO", "", [0])


@pytest.mark.parametrize("group", GROUPS)
def test_5_1_a_bid_is_right_if_there_is_at_least_as_much_of_each_commodity(group: str) -> None:
    there_is = {"Gold": 6, "Oil": 5, "Wheat": 1}
    start = opening(10, 10, stakes=SIX_FIVE_ONE)
    for amount in range(1, 17):
        first = f"1 {group.split('+')[0]}"
        lines = [f"0 bid {first}"] + ([f"1 bid {amount} {group}"] if f"{amount} {group}" != first else [])
        state = sell(start, *lines)
        bidder, is_right = len(lines) - 1, amount <= min(there_is[good] for good in group.split("+"))
        assert shown(state)["counts"] == [6, 5, 1]
        assert int(state.last_loser) == (1 - bidder if is_right else bidder), amount


def test_5_2_the_opening_bid_is_any_amount_of_one_commodity() -> None:
    state = opening(10, 10)
    assert legal(state, 0) == {f"bid {bid}" for bid in all_bids(1, 16, SINGLES)}
    assert len(legal(state, 0)) == 48
    assert refused_bids(state, 0) == {"§5.2": all_bids(1, 80, GROUPS[3:]), "§5.7": all_bids(17, 80, SINGLES)}


def test_5_2_there_is_no_passing() -> None:
    state = opening(10, 10)
    assert [refused(state, 0, action) for action in ("keep", "hold", "stop", "add GGG", "challenge")] == [
        "§2.2"
    ] * 4 + ["§6.1"]


def test_5_3_then_each_player_raises_adds_a_card_or_challenges() -> None:
    state = after(opening(10, 5, stakes=["", "OOG WWG"]), "0 bid 14 Gold")
    assert legal(state, 1) == {
        *("bid 14 Gold+Oil", "bid 14 Gold+Wheat", "bid 14 Gold+Oil+Wheat"),
        *("bid 15 Gold", "bid 15 Gold+Oil", "bid 15 Gold+Wheat", "bid 15 Gold+Oil+Wheat"),
        *("bid 16 Gold", "bid 16 Gold+Oil", "bid 16 Gold+Wheat", "bid 16 Gold+Oil+Wheat"),
        *("add GGO", "add GGW", "add OOW"),
        "challenge",
    }
    after_raise = after(state, "1 bid 15 Gold")
    assert (phase(after_raise), seats_in(after_raise), "challenge" in legal(after_raise, 0)) == ("bidding", [0], True)


def test_5_3_everyones_latest_bid_of_the_round_stays_visible() -> None:
    state = after(opening(10, 10, 10), "0 bid 1 Gold", "1 bid 2 Gold+Oil", "2 bid 3 Gold+Oil", "0 bid 9 Gold+Oil")
    for seat in (0, 1, SPECTATOR):
        seen = shown(seen_by(state, seat))
        assert (seen["said_amounts"], seen["said_goods"]) == ([9, 2, 3], [["Gold", "Oil"]] * 3)
    assert shown(after(opening(10, 10, 10), "0 bid 1 Gold"))["said_amounts"] == [1, 0, 0]
    begun = shown(after(state, "1 challenge"))
    assert (begun["said_amounts"], begun["said_goods"]) == ([0, 0, 0], [[], [], []])


@pytest.mark.parametrize("good", SINGLES)
def test_5_4_the_rulebooks_raises_of_three(good: str) -> None:
    state = after(opening(10, 10), f"0 bid 3 {good}")
    another = next(group for group in GROUPS[3:6] if good in group)
    for bid in (f"5 {good}", f"3 {another}", "4 Gold+Oil+Wheat"):
        raised = after(state, f"1 bid {bid}")
        assert (f"{int(raised.amount)} {'+'.join(shown(raised)['goods'])}", int(raised.bidder)) == (bid, 1)


def test_5_4_nothing_falls_and_something_grows() -> None:
    state = after(opening(10, 10), "0 bid 3 Gold")
    with_gold = [group for group in GROUPS if "Gold" in group]
    assert bids(state, 1) == all_bids(3, 16, with_gold) - {"3 Gold"}
    assert len(bids(state, 1)) == 55
    no_raise = all_bids(1, 2, GROUPS) | {"3 Gold"} | all_bids(3, 80, ["Oil", "Wheat", "Oil+Wheat"])
    assert refused_bids(state, 1) == {"§5.4": no_raise, "§5.7": all_bids(17, 80, with_gold)}


def test_5_4_of_two_commodities_both_are_named_again() -> None:
    state = after(opening(10, 10), "0 bid 3 Gold", "1 bid 3 Gold+Oil")
    assert bids(state, 0) == all_bids(4, 16, ["Gold+Oil"]) | all_bids(3, 16, ["Gold+Oil+Wheat"])
    all_three = after(state, "0 bid 3 Gold+Oil+Wheat")
    assert bids(all_three, 1) == all_bids(4, 16, ["Gold+Oil+Wheat"])


def test_5_5_an_added_card_is_staked_and_another_bid_follows_at_once() -> None:
    state = after(opening(10, 10), "0 bid 3 Gold", "1 bid 3 Gold+Oil")
    assert adds(state, 0) == set(hand(state, 0).split())
    added = after(state, "0 add WWW")
    assert (staked(added, 0), sizes(added, 0), seats_in(added), phase(added)) == (
        "GGO GGW WWW",
        (7, 3, 0),
        [0],
        "adding",
    )
    others = [group for group in GROUPS if group != "Gold+Oil"]
    assert legal(added, 0) == {f"bid {bid}" for bid in all_bids(4, 16, others)}
    assert len(legal(added, 0)) == 78
    assert refused_bids(added, 0) == {
        "§5.5": all_bids(1, 3, GROUPS) | all_bids(4, 80, ["Gold+Oil"]),
        "§5.7": all_bids(17, 80, others),
    }
    smaller = after(added, "0 bid 4 Oil")
    assert (int(smaller.amount), shown(smaller)["goods"], int(smaller.bidder), seats_in(smaller)) == (
        4,
        ["Oil"],
        0,
        [1],
    )


def test_5_5_the_card_comes_from_the_hand() -> None:
    state = after(opening("GGG OOO WWW", 10), "0 bid 3 Gold", "1 bid 4 Gold")
    assert adds(state, 0) == {"WWW"}
    assert [refused(state, 0, f"add {card}") for card in ("GGG", "GOW", "WWW")] == ["§5.5", "§5.5", None]
    empty = after(opening("GGG OOO", 10), "0 bid 3 Gold", "1 bid 4 Gold")
    assert (adds(empty, 0), refused(empty, 0, "add GGG")) == (set(), "§5.5")


def test_5_5_an_added_card_counts_and_is_lost_with_the_others() -> None:
    state = after(opening(10, 10, stakes=SIX_FIVE_ONE), "0 bid 3 Gold", "1 add WWW", "1 bid 9 Wheat", "0 challenge")
    assert (shown(state)["counts"], int(state.last_loser)) == ([6, 5, 4], 1)
    assert (discards(state, 1), sizes(state, 1)) == ("OOO WWW GOW", (7, 0, 3))


def test_5_6_nobody_stakes_more_than_four() -> None:
    state = after(
        opening(10, 10),
        "0 bid 1 Gold",
        "1 add GGG",
        "1 bid 2 Oil",
        "0 bid 3 Oil",
        "1 add OOO",
        "1 bid 4 Gold",
        "0 bid 5 Gold",
    )
    assert sizes(state, 1) == (6, 4, 0)
    assert (adds(state, 1), len(bids(state, 1)), "challenge" in legal(state, 1)) == (set(), 47, True)
    assert [refused(state, 1, f"add {card}") for card in ("WWW", "GGG")] == ["§5.6", "§5.5"]


@pytest.mark.parametrize(
    ("kept", "options", "limit"),
    [
        ([10, 10], {}, 16),
        ([10, 10], {"variant": "endurance"}, 14),
        ([10, 10], {"variant": "blitz"}, 20),
        ([10, 10], {"cards": "spread"}, 14),
        ([10, 10], {"cards": "spread", "variant": "endurance"}, 12),
        ([10, 10], {"cards": "spread", "variant": "blitz"}, 14),
        ([10] * 8, {"variant": "blitz"}, 80),
        ([10, 3, 1], {}, 20),
        ([10, 5, 2], {"variant": "blitz"}, 24),
        ([10, 2, 1], {"variant": "endurance"}, 15),
        ([10, 3, 2], {"cards": "spread"}, 18),
        ([10, 0, 4, 0], {}, 16),
        ([3, 6, 7, 4, 8], {"variant": "blitz"}, 7 + 10 + 10 + 8 + 10),
        ([3, 6, 7, 4, 8], {"cards": "spread", "variant": "blitz"}, 6 + 7 + 7 + 7 + 7),
    ],
)
def test_5_7_no_amount_is_greater_than_could_be_shown(kept: list[int], options: dict[str, Any], limit: int) -> None:
    state = after(opening(*kept, **options), "0 bid 1 Gold")
    seat = int(state.turn)
    assert bids(state, seat) == all_bids(1, limit, [group for group in GROUPS if "Gold" in group]) - {"1 Gold"}
    if limit < 80:
        assert [refused(state, seat, f"bid {amount} Gold") for amount in (limit, limit + 1, 80)] == [
            None,
            "§5.7",
            "§5.7",
        ]


@pytest.mark.parametrize("cards", ["triples", "spread"])
def test_5_7_so_much_can_be_shown_by_so_many_cards(cards: str) -> None:
    own = sorted((card.count("G") for card in (TRIPLES if cards == "triples" else SPREAD)), reverse=True)
    for kept in range(2, 11):
        state = opening(2, kept, variant="blitz", cards=cards)
        assert bids(state, 0) == all_bids(1, sum(own[:2]) + sum(own[:kept]), SINGLES)


def test_5_7_the_best_cards_of_a_full_set_count_whatever_is_known_to_be_lost() -> None:
    state = opening("OOO OOW WWO WWW", "OOO WWW")
    assert bids(state, 0) == all_bids(1, 8 + 5, SINGLES)


def test_5_7_stakes_and_added_cards_do_not_change_the_limit() -> None:
    state = after(opening(10, 3), "0 bid 1 Gold", "1 add OOG", "1 bid 2 Oil")
    assert max(int(bid.split()[0]) for bid in bids(state, 0)) == 8 + 7


def test_5_7_at_the_limit_a_bid_can_only_grow_in_commodities() -> None:
    state = after(opening(10, 10), "0 bid 16 Gold")
    assert legal(state, 1) == {"bid 16 Gold+Oil", "bid 16 Gold+Wheat", "bid 16 Gold+Oil+Wheat", "challenge"}
    assert [refused(state, 1, action) for action in ("bid 17 Gold", "add GGG", "add GGO")] == ["§5.7", "§5.7", "§5.5"]


def test_5_7_a_card_is_added_only_if_a_bid_is_possible_after_it() -> None:
    state = after(opening(10, 10), "0 bid 15 Gold")
    added = after(state, "1 add OOO")
    assert legal(added, 1) == {f"bid 16 {group}" for group in GROUPS if group != "Gold"}
    assert adds(after(added, "1 bid 16 Oil"), 0) == set()


def test_5_7_who_can_neither_raise_nor_add_has_to_challenge() -> None:
    state = after(opening(10, 10), "0 bid 16 Gold", "1 bid 16 Gold+Oil+Wheat")
    assert legal(state, 0) == {"challenge"}


def test_6_1_only_the_last_bid_is_challenged_by_the_player_in_turn() -> None:
    start = opening(10, 10, 10, stakes=["GGG OOO", "GGG OOO", "GGG OOO"])
    assert refused(start, 0, "challenge") == "§6.1"
    state = after(start, "0 bid 9 Gold", "1 bid 10 Gold")
    assert [refused(state, seat, "challenge") for seat in range(3)] == ["§2.3", "§2.3", None]
    state = after(state, "2 challenge")
    assert (int(state.last_bidder), int(state.last_loser), points(state)) == (1, 1, [10, 8, 10])


@pytest.mark.parametrize(("amount", "loser"), [(5, 0), (6, 1)])
def test_6_2_the_bid_was_right_if_all_is_there_else_the_bidder_loses(amount: int, loser: int) -> None:
    state = sell(opening(10, 10, stakes=SIX_FIVE_ONE), f"0 bid {amount} Gold", f"1 bid {amount} Gold+Oil")
    assert (shown(state)["counts"], int(state.last_loser)) == ([6, 5, 1], loser)
    assert points(state) == [8 if seat == loser else 10 for seat in range(2)]


def test_6_2_the_rulebooks_charlie_has_9_of_one_and_is_1_short_of_the_other() -> None:
    stakes = ["GGG WWW", "GGO WWO", "GGG OOW", "WWW GOW"]
    state = sell(opening(10, 10, 10, 10, stakes=stakes), "0 bid 3 Gold", "1 bid 4 Gold", "2 bid 6 Gold+Oil")
    assert (shown(state)["counts"][:2], int(state.last_bidder), int(state.last_loser)) == ([9, 5], 2, 2)
    assert discards(state, 2) == "OOW GGG"
    assert [sizes(state, seat) for seat in range(4)] == [(10, 0, 0), (10, 0, 0), (8, 0, 2), (10, 0, 0)]


def test_6_3_the_loser_discards_the_stake_and_everyone_else_takes_theirs_back() -> None:
    start = opening(10, 5, 10, stakes=["GGG OOO", "GGO WWG", "WWW WWO"])
    lost = after(start, "0 bid 1 Gold", "1 add OOW", "1 bid 15 Wheat", "2 challenge")
    assert (hand(lost, 1), staked(lost, 1), discards(lost, 1)) == ("GGW OOG", "", "GGO OOW WWG WWO GGG OOO WWW GOW")
    assert [sizes(lost, seat) for seat in range(3)] == [(10, 0, 0), (2, 0, 8), (10, 0, 0)]
    challenged = after(start, "0 bid 1 Gold", "1 challenge")
    assert (hand(challenged, 1), discards(challenged, 1)) == ("GGW OOG OOW", "GGO WWG WWO GGG OOO WWW GOW")


def test_6_4_before_the_first_challenge_there_is_nothing_to_see() -> None:
    state = shown(after(opening(10, 10), "0 bid 3 Gold"))
    assert (state["turned_up"], state["counts"], state["last_amount"], state["last_goods"]) == (
        [[], []],
        [0, 0, 0],
        0,
        [],
    )
    assert (state["last_bidder"], state["last_challenger"], state["last_loser"]) == (-1, -1, -1)


def test_6_4_what_was_turned_up_stays_visible_until_cards_are_turned_up_again() -> None:
    state = sell(opening(10, 10, 10, stakes=["GGG OOO", "GOW WWW", "GGO OOG"]), "0 bid 1 Gold", "1 bid 6 Gold+Oil")
    turned_up = [["GGG", "OOO"], ["WWW", "GOW"], ["GGO", "OOG"]]
    later = after(stake(state, "GGG OOO", "GGG OOG", "GGW OOW"), "1 bid 3 Wheat")
    for moment in (state, later):
        for seat in (0, 1, 2, SPECTATOR):
            seen = shown(seen_by(moment, seat))
            assert (seen["turned_up"], seen["counts"]) == (turned_up, [7, 7, 4])
            assert (seen["last_amount"], seen["last_goods"]) == (6, ["Gold", "Oil"])
            assert (seen["last_bidder"], seen["last_challenger"], seen["last_loser"]) == (1, 2, 2)
    again = shown(sell(later))
    assert again["turned_up"] == [["GGG", "OOO"], ["OOG", "GGG"], ["GGW", "OOW"]]


def test_7_1_a_player_with_no_cards_left_is_out() -> None:
    state = sell(opening(10, 2, 10), "0 bid 3 Gold")
    assert (sizes(state, 1), shown(state)["went_out"], surely_lost(state, 1)) == (
        (0, 0, 10),
        [0, 1, 0],
        " ".join(TRIPLES),
    )
    assert (phase(state), seats_in(state)) == ("staking", [0, 2])
    assert [refused(state, 1, action) for action in ("stake GGG", "keep", "challenge", "bid 1 Gold")] == ["§7.1"] * 4
    assert refused(state, 0, "keep") == "§2.2"


def test_7_1_two_players_go_out_one_after_the_other() -> None:
    state = sell(opening(10, 2, 2, 10), "0 bid 3 Gold")
    assert (points(state), int(state.opener), places(state)) == ([10, 0, 2, 10], 2, [1, 4, 3, 1])
    state = sell(stake(keep_all(state)), "2 bid 16 Oil")
    assert (points(state), int(state.opener), places(state)) == ([10, 0, 0, 10], 3, [1, 4, 3, 1])
    state = sell(stake(state), "3 bid 3 Gold")
    assert (points(state), int(state.opener), places(state)) == ([8, 0, 0, 10], 0, [2, 4, 3, 1])


def test_7_2_the_last_one_left_has_won() -> None:
    state = sell(opening(10, 2), "0 bid 3 Gold")
    assert (shown(state)["ending"], seats_in(state), places(state)) == ("one_left", [], [1, 2])
    assert [legal(state, seat) for seat in range(2)] == [set(), set()]
    assert [refused(state, seat, action) for seat in range(2) for action in ("stake GGG", "challenge")] == ["§7.2"] * 4
    assert shown(dealt(2))["ending"] == "running"


def test_7_3_the_last_one_out_is_second() -> None:
    state = sell(opening(0, 10, 0, 2, 0, opener=1), "1 bid 3 Gold")
    assert shown(state)["went_out"] == [1, 0, 2, 4, 3]
    assert (shown(state)["ending"], places(state)) == ("one_left", [5, 1, 4, 2, 3])


def test_7_3_before_the_end_by_the_number_of_cards_kept() -> None:
    assert places(table(5, 10, 0, 5, 7, 0)) == [3, 1, 6, 3, 2, 5]
    assert places(dealt(3)) == [1, 1, 1]


def test_7_4_the_points_are_the_cards_kept() -> None:
    state = after(opening(10, 0, 5), "0 bid 1 Gold", "2 add OOG", "2 bid 2 Oil")
    assert (sizes(state, 2), points(state)) == ((2, 3, 5), [10, 0, 5])
    assert not CASH_OR_CRASH.rules.LOWEST_WINS


def test_8_1_there_are_three_variants_and_classic_is_meant_if_nothing_is_said() -> None:
    assert shown(CASH_OR_CRASH.template(2))["variant"] == "classic"
    assert [shown(CASH_OR_CRASH.template(2, {"variant": variant}))["variant"] for variant in VARIANTS] == VARIANTS
    with pytest.raises(Mistake, match="option variant takes classic or endurance or blitz, not 'marathon'"):
        CASH_OR_CRASH.template(2, {"variant": "marathon"})


@pytest.mark.parametrize("seats", [1, 9])
def test_8_1_each_is_for_two_to_eight(seats: int) -> None:
    for variant in VARIANTS:
        with pytest.raises(Mistake, match=f"Cash or Crash is for 2 to 8 players, not {seats}"):
            CASH_OR_CRASH.template(seats, {"variant": variant})


def test_8_2_in_endurance_one_card_is_staked_and_three_at_most() -> None:
    state = after(table(10, 4, variant="endurance"), "0 stake GGG", "1 stake GGO")
    assert (sizes(state, 0), sizes(state, 1), phase(state)) == ((9, 1, 0), (3, 1, 6), "opening")
    state = after(state, "0 bid 1 Gold", "1 add GGW", "1 bid 2 Oil", "0 bid 3 Oil", "1 add OOG", "1 bid 4 Gold")
    assert adds(state, 0) == set(TRIPLES) - {"GGG"}
    state = after(state, "0 bid 5 Gold")
    assert (sizes(state, 1), adds(state, 1)) == ((1, 3, 6), set())
    assert [refused(state, 1, f"add {card}") for card in ("OOW", "GGO")] == ["§8.2", "§5.5"]


def test_8_3_in_endurance_the_red_zone_begins_at_three() -> None:
    assert seats_in(table(4, 3, 1, variant="endurance")) == [1, 2]


def test_8_3_in_endurance_nobody_recovers_a_card() -> None:
    state = keep_all(table("GGG", "OOO", 10, variant="endurance"))
    assert (phase(state), legal(state, 0), seats_in(state)) == ("staking", {"stake GGG"}, [0, 1, 2])
    state = stake(state)
    assert sizes(state, 0) == (0, 1, 9)
    assert points(sell(state, "0 bid 1 Wheat", "1 bid 13 Wheat")) == [1, 0, 10]


def test_8_4_in_endurance_the_opening_bid_is_1() -> None:
    state = opening(10, 10, variant="endurance")
    assert legal(state, 0) == {"bid 1 Gold", "bid 1 Oil", "bid 1 Wheat"}
    assert refused_bids(state, 0) == {"§5.2": all_bids(1, 80, GROUPS[3:]), "§8.4": all_bids(2, 80, SINGLES)}


def test_8_5_in_endurance_an_added_card_raises_by_one_on_another_single_commodity() -> None:
    state = after(opening(10, 10, variant="endurance"), "0 bid 1 Gold")
    assert bids(state, 1) == all_bids(1, 14, ["Gold", "Gold+Oil", "Gold+Wheat", "Gold+Oil+Wheat"]) - {"1 Gold"}
    added = after(state, "1 add GGG")
    assert legal(added, 1) == {"bid 2 Oil", "bid 2 Wheat"}
    assert refused_bids(added, 1) == {
        "§5.5": all_bids(1, 1, GROUPS) | all_bids(2, 80, ["Gold"]),
        "§8.5": all_bids(2, 2, GROUPS[3:]) | all_bids(3, 80, GROUPS[1:]),
    }
    two = after(state, "1 bid 3 Gold+Oil", "0 add WWW")
    assert legal(two, 0) == {"bid 4 Gold", "bid 4 Oil", "bid 4 Wheat"}


def test_8_5_in_endurance_the_limit_holds_for_added_cards_too() -> None:
    state = after(opening(10, 10, variant="endurance"), "0 bid 1 Gold", "1 bid 13 Gold", "0 add OOO")
    assert legal(state, 0) == {"bid 14 Oil", "bid 14 Wheat"}
    state = after(state, "0 bid 14 Oil")
    assert (adds(state, 1), refused(state, 1, "add GGG")) == (set(), "§5.7")


def test_8_6_in_blitz_two_cards_are_staked_and_there_is_no_limit() -> None:
    state = opening(10, 10, variant="blitz")
    assert [sizes(state, seat) for seat in range(2)] == [(8, 2, 0)] * 2
    state = after(state, "0 bid 1 Oil")
    for number, card in enumerate(TRIPLES[2:], start=2):
        assert adds(state, 1) == set(TRIPLES[number:])
        good = SINGLES[number % 2]
        state = after(state, f"1 add {card}", f"1 bid {2 * number} {good}", f"0 bid {2 * number + 1} {good}")
    assert (sizes(state, 1), adds(state, 1)) == ((0, 10, 0), set())
    assert points(sell(state)) == [8, 10]


def test_8_7_in_blitz_everyone_is_in_the_red_zone_at_the_beginning_of_every_round() -> None:
    state = table(9, 8, 2, 5, variant="blitz")
    assert (phase(state), seats_in(state)) == ("red_zone", [0, 1, 2, 3])
    assert legal(state, 0) == {f"swap {card}" for card in TRIPLES[:9]} | {"keep"}
    assert legal(after(state, "0 swap GGG"), 0) == {"take GGG", "take GOW"}
    assert seats_in(table(10, 0, 2, 5, variant="blitz")) == [2, 3]


def test_8_7_in_blitz_whoever_has_lost_cards_may_swap_in_the_next_round() -> None:
    state = sell(stake(dealt(4, variant="blitz")), "0 bid 9 Gold", "1 hold", "2 hold", "3 hold")
    assert (phase(state), seats_in(state), points(state)) == ("red_zone", [1], [10, 8, 10, 10])


def test_8_7_in_blitz_a_player_left_with_one_card_is_out() -> None:
    state = sell(opening(3, 10, 10, variant="blitz"), "0 bid 18 Wheat", "1 hold", "2 hold")
    assert (sizes(state, 0), shown(state)["went_out"], points(state)) == ((0, 0, 10), [1, 0, 0], [0, 10, 10])
    assert (hand(state, 0), discards(state, 0), surely_lost(state, 0)) == ("", " ".join(TRIPLES), " ".join(TRIPLES))
    assert (phase(state), seats_in(state)) == ("staking", [1, 2])
    four = sell(opening(4, 10, 10, variant="blitz"), "0 bid 18 Wheat", "1 hold", "2 hold")
    assert (sizes(four, 0), phase(four), seats_in(four)) == ((2, 0, 8), "red_zone", [0])


def test_8_7_in_blitz_nobody_recovers_at_the_beginning_of_a_round() -> None:
    state = keep_all(table(2, 10, variant="blitz"))
    assert (phase(state), sizes(state, 0)) == ("staking", (2, 0, 8))


def test_8_8_in_a_race_everyone_but_the_bidder_may_act_or_hold() -> None:
    state = after(opening(10, 10, 10, 0, 10, variant="blitz"), "0 bid 39 Gold")
    assert (phase(state), seats_in(state)) == ("racing", [1, 2, 4])
    for seat in (1, 2, 4):
        assert legal(state, seat) == {
            *(
                f"bid {bid}"
                for bid in all_bids(39, 40, ["Gold", "Gold+Oil", "Gold+Wheat", "Gold+Oil+Wheat"]) - {"39 Gold"}
            ),
            *(f"add {card}" for card in hand(state, seat).split()),
            *("challenge", "hold"),
        }
    assert (legal(state, 0), refused(state, 0, "challenge"), refused(state, 3, "hold")) == (set(), "§2.3", "§7.1")


def test_8_8_play_goes_on_to_the_left_of_whoever_acted() -> None:
    state = after(opening(10, 10, 10, 10, variant="blitz"), "0 bid 3 Gold", "2 bid 4 Gold")
    assert (int(state.bidder), int(state.turn), phase(state), seats_in(state)) == (2, 3, "racing", [0, 1, 3])
    state = after(state, "0 hold", "3 hold", "1 hold")
    assert (phase(state), seats_in(state)) == ("bidding", [3])


def test_8_8_a_card_can_be_added_out_of_turn() -> None:
    state = after(opening(10, 10, 10, 10, variant="blitz"), "0 bid 3 Gold", "1 hold", "3 add GGG")
    assert (phase(state), seats_in(state), sizes(state, 3)) == ("adding", [3], (7, 3, 0))
    state = after(state, "3 bid 4 Oil")
    assert (int(state.bidder), int(state.turn), seats_in(state)) == (3, 0, [0, 1, 2])


def test_8_8_everyone_is_asked_once_and_if_all_hold_the_player_in_turn_must_act() -> None:
    state = after(opening(10, 10, 10, variant="blitz"), "0 bid 29 Gold", "1 hold")
    assert (phase(state), seats_in(state)) == ("racing", [2])
    assert (legal(state, 1), refused(state, 1, "hold"), refused(state, 1, "challenge")) == (set(), "§2.3", "§2.3")
    state = after(state, "2 hold")
    assert (phase(state), seats_in(state), refused(state, 1, "hold"), refused(state, 2, "challenge")) == (
        "bidding",
        [1],
        "§2.2",
        "§2.3",
    )
    assert legal(state, 1) == {
        *(f"bid {bid}" for bid in all_bids(29, 30, ["Gold", "Gold+Oil", "Gold+Wheat", "Gold+Oil+Wheat"]) - {"29 Gold"}),
        *(f"add {card}" for card in hand(state, 1).split()),
        "challenge",
    }


def test_8_8_even_who_can_only_challenge_may_hold() -> None:
    state = after(opening(10, 10, 10, variant="blitz"), "0 bid 30 Gold", "1 bid 30 Gold+Oil+Wheat")
    assert [legal(state, seat) for seat in range(3)] == [{"challenge", "hold"}, set(), {"challenge", "hold"}]
    state = after(state, "2 hold", "0 hold")
    assert (seats_in(state), legal(state, 2)) == ([2], {"challenge"})


def test_8_8_a_challenge_in_a_race_ends_it() -> None:
    state = after(opening(10, 10, 10, variant="blitz"), "0 bid 3 Gold", "2 challenge")
    assert (int(state.last_bidder), int(state.last_loser), int(state.round_number), phase(state)) == (
        0,
        2,
        2,
        "red_zone",
    )


def test_8_8_while_a_challenge_is_not_decided_nobody_else_acts() -> None:
    state = after(opening(10, 10, 10, 10, variant="blitz", doubling="on"), "0 bid 3 Gold", "2 challenge")
    assert (phase(state), seats_in(state)) == ("doubling", [0])
    assert [refused(state, seat, "challenge") for seat in (1, 2, 3)] == ["§2.3"] * 3
    state = after(state, "0 double")
    assert (phase(state), seats_in(state), shown(state)["not_asked"]) == ("persisting", [2], ["1", "3"])
    assert [refused(state, seat, "hold") for seat in (0, 1, 3)] == ["§2.3"] * 3
    decided = after(state, "2 persist")
    assert (phase(decided), seats_in(decided), shown(decided)["not_asked"]) == ("paying", [2], [])


def test_8_8_with_two_players_left_there_is_no_race() -> None:
    state = after(opening(10, 0, 10, variant="blitz"), "0 bid 3 Gold")
    assert (phase(state), seats_in(state), refused(state, 2, "hold")) == ("bidding", [2], "§2.2")
    assert phase(after(opening(10, 10), "0 bid 3 Gold")) == "bidding"
    assert phase(after(opening(10, 10, 10, variant="endurance"), "0 bid 1 Gold")) == "bidding"
    assert seats_in(after(opening(10, 10, 10), "0 bid 3 Gold")) == [1]


def test_8_9_who_wins_a_challenge_out_of_turn_may_take_back_two_cards() -> None:
    state = after(opening(10, 10, 7, variant="blitz"), "0 bid 25 Gold", "2 challenge")
    assert (int(state.last_loser), phase(state), seats_in(state)) == (0, "taking_back", [2])
    assert legal(state, 2) == {"recover OOO", "recover WWW", "recover GOW", "stop"}
    assert [refused(state, 2, f"recover {card}") for card in ("GGO", "OOO")] == ["§8.9", None]
    one = after(state, "2 recover WWW")
    assert (legal(one, 2), sizes(one, 2)) == ({"recover OOO", "recover GOW", "stop"}, (8, 0, 2))
    two = after(one, "2 recover GOW")
    assert (phase(two), int(two.round_number), discards(two, 2), points(two)) == ("red_zone", 2, "OOO", [8, 10, 9])
    for moment, cards in ((state, 7), (one, 8)):
        stopped = after(moment, "2 stop")
        assert (phase(stopped), int(stopped.round_number), points(stopped)) == ("red_zone", 2, [8, 10, cards])


def test_8_9_the_cards_taken_back_are_secret() -> None:
    state = after(opening(10, 10, 7, variant="blitz"), "0 bid 25 Gold", "2 challenge")
    one, other = after(state, "2 recover WWW"), after(state, "2 recover OOO")
    for seat in (0, 1, SPECTATOR):
        assert seen_by(one, seat).tobytes() == seen_by(other, seat).tobytes()
    assert (surely_kept(one, 2), surely_lost(one, 2)) == ("GGO GGW OOG OOW WWG WWO GGG", "")


def test_8_9_it_ends_by_itself_without_discards() -> None:
    one_lost = after(opening(10, 10, 9, variant="blitz"), "0 bid 25 Gold", "2 challenge")
    assert legal(one_lost, 2) == {"recover GOW", "stop"}
    assert phase(after(one_lost, "2 recover GOW")) == "red_zone"
    none_lost = after(opening(10, 10, 10, variant="blitz"), "0 bid 25 Gold", "2 challenge")
    assert (phase(none_lost), int(none_lost.round_number)) == ("red_zone", 2)


def test_8_9_not_in_turn_not_when_challenged_and_not_when_it_is_lost() -> None:
    start = opening(7, 7, 7, variant="blitz")
    for lines in (
        ["0 bid 25 Gold", "1 challenge"],
        ["0 bid 25 Gold", "1 hold", "2 hold", "1 challenge"],
        ["0 bid 3 Gold", "2 challenge"],
        ["0 bid 3 Gold", "1 bid 4 Gold", "0 challenge"],
    ):
        state = after(start, *lines)
        assert (phase(state), int(state.round_number), max(points(state))) == ("red_zone", 2, 7)
    two_left = after(opening(7, 0, 7, variant="blitz"), "0 bid 16 Gold", "2 challenge")
    assert phase(two_left) == "red_zone"


def test_8_9_the_loser_goes_out_first() -> None:
    state = after(opening(3, 10, 7, variant="blitz"), "0 bid 25 Gold", "2 challenge")
    assert (shown(state)["went_out"], phase(state), seats_in(state)) == ([1, 0, 0], "taking_back", [2])
    state = after(state, "2 recover WWW", "2 stop")
    assert (points(state), int(state.opener), seats_in(state)) == ([0, 10, 8], 1, [2])


def test_8_9_a_doubled_loser_discards_first() -> None:
    state = after(
        opening(10, 10, 7, variant="blitz", doubling="on"), "0 bid 25 Gold", "2 challenge", "0 double", "2 persist"
    )
    assert (phase(state), seats_in(state)) == ("paying", [0])
    state = after(state, "0 discard GGG", "0 discard OOO")
    assert (phase(state), seats_in(state), points(state)) == ("taking_back", [2], [6, 10, 7])


def test_9_1_the_challenged_player_may_double_or_have_the_cards_shown() -> None:
    state = after(opening(10, 10, doubling="on"), "0 bid 3 Gold", "1 challenge")
    assert (phase(state), seats_in(state), legal(state, 0)) == ("doubling", [0], {"double", "show"})
    assert shown(state)["turned_up"] == [[], []]
    assert points(after(state, "0 show")) == [10, 8]
    doubled = after(state, "0 double")
    assert (phase(doubled), seats_in(doubled), shown(doubled)["turned_up"]) == ("persisting", [1], [[], []])


def test_9_1_only_with_as_many_cards_in_hand_as_are_staked() -> None:
    for kept, can_double in ((4, True), (3, False), (2, False)):
        state = after(opening(kept, 10, doubling="on"), "0 bid 3 Gold", "1 challenge")
        assert (phase(state) == "doubling") == can_double
        assert points(after(state, "0 show") if can_double else state) == [kept, 8]
    added = after(opening(10, 5, doubling="on"), "0 bid 3 Gold", "1 add OOG", "1 bid 4 Wheat", "0 challenge")
    assert (sizes(added, 1), phase(added)) == ((2, 0, 8), "red_zone")


def test_9_1_doubling_is_off_if_nothing_is_said() -> None:
    assert shown(CASH_OR_CRASH.template(2))["doubling"] == "off"
    assert points(after(opening(10, 10), "0 bid 3 Gold", "1 challenge")) == [10, 8]
    with pytest.raises(Mistake, match="option doubling takes off or on, not 'twice'"):
        CASH_OR_CRASH.template(2, {"doubling": "twice"})


@pytest.mark.parametrize("variant", VARIANTS)
def test_9_1_it_goes_with_every_variant(variant: str) -> None:
    state = after(
        opening(10, 10, variant=variant, doubling="on"), "0 bid 1 Gold", "1 challenge", "0 double", "1 persist"
    )
    assert (phase(state), points(state)) == ("paying", [10, 9 if variant == "endurance" else 8])


def test_9_2_the_loser_discards_the_stake_and_as_many_cards_of_choice() -> None:
    state = after(opening(10, 10, doubling="on"), "0 bid 9 Wheat", "1 challenge", "0 double", "1 persist")
    assert (phase(state), seats_in(state)) == ("paying", [0])
    assert legal(state, 0) == {f"discard {card}" for card in TRIPLES[2:]}
    assert [refused(state, 0, f"discard {card}") for card in ("GGO", "OOO")] == ["§9.2", None]
    one = after(state, "0 discard OOO")
    assert (legal(one, 0), sizes(one, 0)) == ({f"discard {card}" for card in TRIPLES[2:] if card != "OOO"}, (7, 0, 3))
    two = after(one, "0 discard GOW")
    assert (discards(two, 0), points(two), phase(two)) == ("GGO GGW OOO GOW", [6, 10], "staking")
    assert (surely_kept(two, 0), surely_lost(two, 0)) == ("", "GGO GGW")


def test_9_2_an_added_card_is_paid_for_too() -> None:
    state = after(
        opening(10, 6, doubling="on"),
        "0 bid 3 Gold",
        "1 add OOG",
        "1 bid 9 Wheat",
        "0 challenge",
        "1 double",
        "0 persist",
    )
    assert legal(state, 1) == {"discard OOW", "discard WWG", "discard WWO"}
    state = after(state, "1 discard OOW", "1 discard WWG")
    assert (phase(state), seats_in(state), legal(state, 1)) == ("paying", [1], {"discard WWO"})
    state = after(state, "1 discard WWO")
    assert (shown(state)["ending"], places(state)) == ("one_left", [1, 2])


def test_9_2_the_challenger_pays_by_the_own_stake() -> None:
    lines = ["0 bid 3 Gold", "1 add OOG", "1 bid 4 Oil", "0 bid 5 Oil", "1 challenge", "0 double", "1 persist"]
    state = after(opening(10, 10, stakes=["OOO OOW", "OOO WWW"], doubling="on"), *lines)
    assert (int(state.last_loser), sizes(state, 1), phase(state)) == (1, (7, 0, 3), "paying")
    state = after(state, "1 discard GGG", "1 discard GGO")
    assert (phase(state), points(after(state, "1 discard GOW"))) == ("paying", [10, 4])


def test_9_2_a_challenger_who_is_short_loses_all_cards_at_once() -> None:
    state = after(opening(10, 3, 10, doubling="on"), "0 bid 3 Gold", "1 challenge", "0 double", "1 persist")
    assert (sizes(state, 1), shown(state)["went_out"], phase(state), seats_in(state)) == (
        (0, 0, 10),
        [0, 1, 0],
        "staking",
        [0, 2],
    )
    assert (hand(state, 1), discards(state, 1), surely_lost(state, 1)) == ("", " ".join(TRIPLES), " ".join(TRIPLES))


def test_9_2_one_who_is_just_not_short_discards_all_there_is() -> None:
    state = after(opening(10, 4, 10, doubling="on"), "0 bid 3 Gold", "1 challenge", "0 double", "1 persist")
    assert (phase(state), legal(state, 1), shown(state)["went_out"]) == (
        "paying",
        {"discard OOG", "discard OOW"},
        [0, 0, 0],
    )
    state = after(state, "1 discard OOW")
    assert (legal(state, 1), points(state)) == ({"discard OOG"}, [10, 1, 10])
    state = after(state, "1 discard OOG")
    assert (shown(state)["went_out"], phase(state), seats_in(state)) == ([0, 1, 0], "staking", [0, 2])


def test_9_2_a_short_challenger_who_is_right_loses_nothing() -> None:
    state = after(opening(10, 3, 10, doubling="on"), "0 bid 20 Wheat", "1 challenge", "0 double", "1 persist")
    assert points(after(state, "0 discard GGG", "0 discard OOO")) == [6, 3, 10]


def test_9_2_the_next_challenge_is_not_doubled() -> None:
    state = after(
        opening(10, 10, doubling="on"),
        "0 bid 9 Wheat",
        "1 challenge",
        "0 double",
        "1 persist",
        "0 discard GGG",
        "0 discard OOO",
    )
    state = after(stake(state), "1 bid 3 Gold", "0 challenge", "1 show")
    assert (phase(state), points(state)) == ("red_zone", [4, 10])


def test_9_2_who_withdraws_in_turn_must_raise_or_add_at_once() -> None:
    doubled = after(opening(10, 5, doubling="on"), "0 bid 15 Gold", "1 challenge", "0 double")
    assert legal(doubled, 1) == {"persist", "withdraw"}
    state = after(doubled, "1 withdraw")
    with_gold = ["Gold", "Gold+Oil", "Gold+Wheat", "Gold+Oil+Wheat"]
    assert (phase(state), seats_in(state)) == ("withdrawn", [1])
    assert legal(state, 1) == {f"bid {bid}" for bid in all_bids(15, 16, with_gold) - {"15 Gold"}} | {
        "add OOG",
        "add OOW",
        "add WWG",
    }
    assert (refused(state, 1, "challenge"), refused(state, 1, "withdraw"), refused(state, 0, "bid 16 Gold")) == (
        "§9.2",
        "§2.2",
        "§2.3",
    )
    added = after(state, "1 add OOG", "1 bid 16 Oil")
    assert (phase(added), seats_in(added), "challenge" in legal(added, 0)) == ("bidding", [0], True)
    again = after(state, "1 bid 16 Gold", "0 challenge", "1 show")
    assert (int(again.last_bidder), int(again.last_loser), points(again)) == (1, 1, [10, 3])


def test_9_2_who_can_neither_raise_nor_add_cannot_withdraw() -> None:
    state = after(opening(10, 10, doubling="on"), "0 bid 16 Gold", "1 bid 16 Gold+Oil+Wheat", "0 challenge", "1 double")
    assert (legal(state, 0), refused(state, 0, "withdraw")) == ({"persist"}, "§9.2")
    can = after(opening(10, 10, doubling="on"), "0 bid 16 Gold", "1 bid 16 Gold+Oil", "0 challenge", "1 double")
    assert legal(can, 0) == {"persist", "withdraw"}


def test_9_2_in_a_race_nobody_jumps_in_after_a_withdrawal_in_turn() -> None:
    lines = ["0 bid 3 Gold", "2 hold", "1 challenge", "0 double", "1 withdraw"]
    state = after(opening(10, 10, 10, 10, variant="blitz", doubling="on"), *lines)
    assert (phase(state), seats_in(state), "hold" in legal(state, 1)) == ("withdrawn", [1], False)
    assert refused(state, 3, "bid 5 Gold") == "§2.3"
    state = after(state, "1 bid 4 Gold")
    assert (phase(state), seats_in(state)) == ("racing", [0, 2, 3])


def test_9_2_a_withdrawal_out_of_turn_counts_as_holding() -> None:
    state = after(opening(10, 10, 10, variant="blitz", doubling="on"), "0 bid 3 Gold", "2 challenge", "0 double")
    assert legal(state, 2) == {"persist", "withdraw"}
    state = after(state, "2 withdraw")
    assert (phase(state), seats_in(state), "hold" in legal(state, 1)) == ("racing", [1], True)
    assert (legal(state, 2), refused(state, 2, "challenge")) == (set(), "§2.3")
    state = after(state, "1 hold")
    assert (phase(state), seats_in(state), refused(state, 1, "hold")) == ("bidding", [1], "§2.2")
    state = after(state, "1 challenge")
    assert (phase(state), seats_in(state)) == ("doubling", [0])
    assert points(after(state, "0 show")) == [10, 8, 10]


def test_9_2_the_race_goes_on_with_those_not_asked_yet() -> None:
    lines = ["0 bid 3 Gold", "1 hold", "3 challenge", "0 double", "3 withdraw"]
    state = after(opening(10, 10, 10, 10, 10, variant="blitz", doubling="on"), *lines)
    assert (phase(state), seats_in(state)) == ("racing", [2, 4])
    all_asked = after(state, "2 hold", "4 hold")
    assert (phase(all_asked), seats_in(all_asked)) == ("bidding", [1])
    last = after(state, "2 hold", "4 challenge", "0 double", "4 withdraw")
    assert (phase(last), seats_in(last)) == ("bidding", [1])


def test_9_2_out_of_turn_even_a_bid_that_cannot_be_raised_is_let_go() -> None:
    lines = ["0 bid 30 Gold", "1 bid 30 Gold+Oil+Wheat", "0 challenge", "1 double"]
    state = after(opening(10, 10, 10, variant="blitz", doubling="on"), *lines)
    assert legal(state, 0) == {"persist", "withdraw"}
    state = after(state, "0 withdraw")
    assert (seats_in(state), legal(state, 2)) == ([2], {"challenge", "hold"})


def test_9_2_a_withdrawn_challenge_is_forgotten() -> None:
    lines = ["0 bid 25 Gold", "2 challenge", "0 double", "2 withdraw"]
    state = after(opening(10, 7, 7, variant="blitz", doubling="on"), *lines)
    assert [shown(state)[name] for name in ("challenger", "is_out_of_turn", "is_doubled", "not_asked")] == [
        -1,
        0,
        0,
        [],
    ]
    state = after(state, "1 challenge", "0 show")
    assert (phase(state), points(state)) == ("red_zone", [8, 7, 7])
    later = after(opening(10, 7, 7, variant="blitz", doubling="on"), *lines, "1 bid 26 Gold", "0 challenge", "1 show")
    assert (int(later.last_loser), phase(later), points(later)) == (1, "red_zone", [10, 5, 7])


def test_9_2_the_cards_discarded_are_secret() -> None:
    state = after(opening(10, 10, doubling="on"), "0 bid 9 Wheat", "1 challenge", "0 double", "1 persist")
    for one, other in (("GGG", "OOO"), ("GOW", "WWW")):
        for seat in (1, SPECTATOR):
            views = [seen_by(after(state, f"0 discard {card}"), seat).tobytes() for card in (one, other)]
            assert views[0] == views[1]


def test_9_3_the_other_set_has_one_two_and_three_of_each() -> None:
    state = dealt(2, cards="spread")
    assert [hand(state, seat) for seat in range(2)] == ["GGG OOO WWW GOW G GG O OO W WW"] * 2
    assert shown(CASH_OR_CRASH.template(2))["cards"] == "triples"
    with pytest.raises(Mistake, match="option cards takes triples or spread, not 'tarot'"):
        CASH_OR_CRASH.template(2, {"cards": "tarot"})


@pytest.mark.parametrize("card", SPREAD)
def test_9_3_its_cards_show_their_icons(card: str) -> None:
    state = sell(opening(10, 10, stakes=[card, "OO"], variant="endurance", cards="spread"), "0 bid 1 Gold")
    assert shown(state)["counts"] == [card.count("G"), 2 + card.count("O"), card.count("W")]


def test_9_3_its_cards_are_known_like_the_others() -> None:
    start = opening(10, "G GG WWW", stakes=["G GG", "GG WWW"], cards="spread")
    assert (surely_kept(start, 1), surely_lost(start, 1)) == ("WWW G GG", "GGG OOO GOW O OO W WW")
    state = sell(start, "0 bid 6 Gold")
    assert (shown(state)["counts"], surely_lost(state, 0)) == ([5, 0, 3], "G GG")
    assert legal(after(state, "1 swap G"), 1) == {
        f"take {card}" for card in ("GGG", "OOO", "GOW", "G", "O", "OO", "W", "WW")
    }


def test_9_4_after_the_last_round_the_game_ends_ranked_by_cards() -> None:
    state = sell(opening(10, 10, 7, 0, round_limit=1), "0 bid 3 Gold")
    assert (shown(state)["ending"], seats_in(state), points(state), places(state)) == (
        "round_limit",
        [],
        [10, 8, 7, 0],
        [1, 2, 3, 4],
    )
    assert [refused(state, seat, "stake GGG") for seat in range(4)] == ["§9.4"] * 4
    running = sell(opening(10, 10, 7, 0, round_limit=2), "0 bid 3 Gold")
    assert (shown(running)["ending"], int(running.round_number)) == ("running", 2)
    shared = sell(opening(10, 7, 5, round_limit=1), "0 bid 3 Gold")
    assert (points(shared), places(shared)) == ([10, 5, 5], [1, 2, 2])


def test_9_4_with_one_player_left_that_is_how_it_ends() -> None:
    state = sell(opening(10, 2, round_limit=1), "0 bid 3 Gold")
    assert (shown(state)["ending"], places(state)) == ("one_left", [1, 2])


def test_9_4_the_cards_won_in_the_last_round_are_taken_back_first() -> None:
    state = after(opening(10, 10, 7, variant="blitz", round_limit=1), "0 bid 25 Gold", "2 challenge")
    assert (phase(state), shown(state)["ending"]) == ("taking_back", "running")
    state = after(state, "2 recover WWW", "2 recover OOO")
    assert (shown(state)["ending"], points(state), places(state)) == ("round_limit", [8, 10, 9], [3, 1, 2])


def test_9_4_one_to_two_hundred_rounds() -> None:
    assert int(CASH_OR_CRASH.template(2).round_limit) == 200
    for rounds in (0, 201):
        with pytest.raises(Mistake, match="option round_limit takes a whole number from 1 to 200"):
            CASH_OR_CRASH.template(2, {"round_limit": rounds})
