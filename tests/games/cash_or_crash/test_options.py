"""§9 of Cash or Crash: options."""

from __future__ import annotations

import numpy as np
import pytest

from bidding import (
    CASH_OR_CRASH,
    SPREAD,
    TRIPLES,
    VARIANTS,
    after,
    all_bids,
    dealt,
    discards,
    hand,
    opening,
    phase,
    seen_by,
    sell,
    sizes,
    stake,
    surely_kept,
    surely_lost,
)
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import seats_in
from support import legal, places, points, refused, shown


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


@pytest.mark.parametrize(
    ("cards", "count", "left"),
    [
        ("triples", 3, "GGG OOO WWW"),
        ("triples", 4, "GGG OOO WWW GOW"),
        ("triples", 7, "GGO OOW WWG GGG OOO WWW GOW"),
        ("triples", 10, "GGO GGW OOG OOW WWG WWO GGG OOO WWW GOW"),
        ("spread", 3, "G O W"),
        ("spread", 6, "GOW G GG O OO W"),
    ],
)
def test_9_5_everyone_has_only_so_many_cards(cards: str, count: int, left: str) -> None:
    state = dealt(3, cards=cards, set_size=count)
    assert [hand(state, seat) for seat in range(3)] == [left] * 3
    assert points(state) == [count] * 3
    assert legal(state, 0) == {f"stake {card}" for card in left.split()}


@pytest.mark.parametrize(("count", "limit"), [(3, 6), (4, 8), (5, 12), (6, 14), (10, 16)])
def test_9_5_the_limit_is_reckoned_with_what_there_is(count: int, limit: int) -> None:
    """Of six cards OOO, OOW, GOW and GGO show 7 Oil, more than any four show of Gold."""
    assert int(dealt(2, set_size=count).limit) == limit


def test_9_5_nobody_is_sure_to_have_lost_what_nobody_has() -> None:
    start = dealt(2, set_size=3)
    assert (surely_kept(start, 1), surely_lost(start, 1)) == ("GGG OOO WWW", "")
    stakes = ("0 stake GGG", "0 stake OOO", "1 stake GGG", "1 stake WWW")
    state = sell(after(start, *stakes), "0 bid 6 Gold")
    assert (shown(state)["counts"], surely_kept(state, 0), surely_lost(state, 0)) == ([6, 3, 3], "GGG OOO WWW", "")
    assert (surely_kept(state, 1), surely_lost(state, 1), phase(state)) == ("OOO", "GGG WWW", "red_zone")


def test_9_5_three_to_ten_cards() -> None:
    assert int(CASH_OR_CRASH.template(2).set_size) == 10
    for count in (2, 11):
        with pytest.raises(Mistake, match="option set_size takes a whole number from 3 to 10"):
            CASH_OR_CRASH.template(2, {"set_size": count})


def test_9_5_what_is_taken_back_unseen_is_a_card_that_there_is() -> None:
    stakes = ("0 stake GGG", "0 stake OOO", "1 stake GGG", "1 stake WWW")
    state = sell(after(dealt(2, set_size=3), *stakes), "0 bid 6 Gold")
    state = after(state, "1 keep", "1 recover WWW")
    assert (surely_kept(state, 1), surely_lost(state, 1)) == ("OOO", "")
    assert int(np.bitwise_count(seen_by(state, 0).possible[16:32]).sum()) == 2
