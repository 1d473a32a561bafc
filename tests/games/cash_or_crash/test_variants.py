"""§8 of Cash or Crash: variants."""

from __future__ import annotations

import pytest

from bidding import (
    CASH_OR_CRASH,
    GROUPS,
    SINGLES,
    TRIPLES,
    VARIANTS,
    adds,
    after,
    all_bids,
    bids,
    dealt,
    discards,
    hand,
    keep_all,
    opening,
    phase,
    refused_bids,
    seen_by,
    sell,
    sizes,
    stake,
    surely_kept,
    surely_lost,
    table,
)
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import seats_in
from support import legal, points, refused, shown


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
