"""§6 of Crypto Cards: options."""

from __future__ import annotations

from typing import Any

import pytest

from mining import (
    CRYPTO_CARDS,
    NUMBERS,
    SUITS,
    act,
    dealt,
    deck,
    hand,
    highest_cards,
    is_over,
    jokers_seen,
    lowest_cards,
    market,
    phase,
    portfolio,
    table,
)
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import seats_in
from support import legal, places, play, points, refused, shown

MINE_LATER: dict[str, Any] = {"order": "sell-mine-transfer"}


def test_6_1_the_hand_has_3_to_8_cards_and_5_if_nothing_is_said() -> None:
    assert int(CRYPTO_CARDS.template(2).hand) == 5
    for size in range(3, 9):
        state = dealt(2, hand=size)
        assert shown(state)["hand_sizes"][:2] == [size + 1, size]
    for size in (2, 9):
        with pytest.raises(Mistake, match="hand takes a whole number from 3 to 8"):
            CRYPTO_CARDS.template(2, {"hand": size})


@pytest.mark.parametrize(("size", "step"), [(3, "transferring"), (4, "transferring"), (5, "selling")])
def test_6_1_the_hand_held_when_a_turn_is_finished(size: int, step: str) -> None:
    after = act(table(["2C 3C 4C 5C 6C", "7C"], hand=size), "pass", "9S")
    assert (phase(after), int(after.seat)) == (step, 0 if step == "transferring" else 1)


def test_6_2_a_turn_can_begin_with_selling() -> None:
    state = dealt(2, lowest_cards(6), hand=3, **MINE_LATER)
    assert (hand(state, 0), phase(state), int(state.deck_size)) == ("AC 3C 5C", "selling", 48)
    mined = play(state, 0, "pass", lowest_cards(1))
    assert (hand(mined, 0), phase(mined), seats_in(mined), int(mined.deck_size)) == (
        "AC 3C 5C 7C",
        "transferring",
        [0],
        47,
    )
    assert legal(mined, 0) == {f"transfer {card}" for card in ("AC", "3C", "5C", "7C")}
    after = play(mined, 0, "transfer 3C")
    assert (seats_in(after), phase(after), hand(after, 1), int(after.deck_size)) == ([1], "selling", "2C 4C 6C", 47)


def test_6_2_a_sale_before_the_second_joker_stands() -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], ["AH 9H", ""], deck="9S X2", **MINE_LATER)
    after = act(state, "sell AH", "X2")
    assert is_over(after)
    assert (market(after), portfolio(after, 0), hand(after, 0)) == ("AH", "9H", "2C 3C 4C")


def test_6_2_an_endorsement_and_a_purchase_before_the_second_joker_stand() -> None:
    state = table(["2C 3C KC", "5C 6C 7C"], ["9H", ""], "5D", deck="9S X2", buy_back="on", **MINE_LATER)
    endorsed = act(act(state, "endorse KC"), "sell 9H", "X2")
    assert is_over(endorsed)
    assert (market(endorsed), portfolio(endorsed, 0)) == ("5D 9H", "KC")
    bought = act(state, "buy D", "X2")
    assert is_over(bought)
    assert (market(bought), portfolio(bought, 0)) == ("", "5D 9H")


def test_6_2_after_an_endorsement_the_player_still_mines_and_does_not_transfer() -> None:
    state = table(["2C 3C KC", "5C 6C 7C"], ["9H", ""], **MINE_LATER)
    after = act(act(state, "endorse KC"), "sell 9H", "9S")
    assert (hand(after, 0), seats_in(after), phase(after)) == ("2C 3C 9S", [1], "selling")


def test_6_2_a_mined_card_comes_too_late_to_be_sold() -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], ["9H", ""], **MINE_LATER)
    mined = act(state, "pass", "X1", "JS")
    assert (legal(mined, 0), jokers_seen(mined)) == ({"transfer 2C", "transfer 3C", "transfer 4C", "transfer JS"}, 1)


def test_6_2_the_order_has_two_names() -> None:
    assert int(CRYPTO_CARDS.template(2).order) == CRYPTO_CARDS.rules.MINE_SELL_TRANSFER
    with pytest.raises(Mistake, match="order takes mine-sell-transfer or sell-mine-transfer"):
        CRYPTO_CARDS.template(2, {"order": "transfer-sell-mine"})


def test_6_3_faces_can_wait_for_the_first_joker() -> None:
    hands, portfolios = ["2C 3C 4C KC", "5C 6C 7C"], ["9H", ""]
    before = table(hands, portfolios, faces="after-first-joker")
    assert legal(before, 0) == {"pass"}
    assert refused(before, 0, "endorse KC") == "§6.3"
    assert refused(before, 0, "endorse 2C") == "§3.5"
    after = table(hands, portfolios, deck="9S TS JS X2", faces="after-first-joker")
    assert legal(after, 0) == {"pass", "endorse KC"}
    assert refused(after, 0, "endorse KC") is None


@pytest.mark.parametrize(("draws", "expected"), [(["X1", "9S"], {"pass", "endorse KC"}), (["9S"], {"pass"})])
def test_6_3_a_joker_of_this_very_turn_counts(draws: list[str], expected: set[str]) -> None:
    state = table(["2C 3C 4C", "5C 6C KC"], ["", "9H"], phase="transferring", faces="after-first-joker")
    assert legal(act(state, "transfer 2C", *draws), 1) == expected


def test_6_4_an_endorsement_may_sell_more_numbers_but_need_not() -> None:
    state = table(["2D 3D 4D KC", "5C 6C 7C"], ["AC 8C 9H TH JH"], "9C", face_sales=3)
    assert legal(state, 0) == {"sell AC", "sell 8C", "endorse KC", "pass"}
    first = act(state, "endorse KC")
    assert legal(first, 0) == {"sell AC", "sell 8C", "sell 9H", "sell TH"}
    assert refused(first, 0, "pass") == "§3.5"
    second = act(first, "sell 9H")
    assert legal(second, 0) == {"sell AC", "sell 8C", "sell TH", "pass"}
    stopped = act(second, "pass", "9S")
    assert (seats_in(stopped), portfolio(stopped, 0), market(stopped)) == ([1], "AC 8C KC TH JH", "9C 9H")


def test_6_4_the_step_ends_by_itself_at_the_limit_or_without_a_number() -> None:
    state = act(table(["2D 3D 4D KC", "5C 6C 7C"], ["8C 9H TH"], face_sales=2), "endorse KC")
    second = act(state, "sell 9H")
    assert seats_in(second) == [0]
    assert seats_in(act(second, "sell TH", "9S")) == [1]
    few = act(table(["2D 3D 4D KC", "5C 6C 7C"], ["9H QH"], face_sales=3), "endorse KC")
    assert seats_in(act(few, "sell 9H", "9S")) == [1]


def test_6_4_a_card_that_must_be_sold_does_not_bind_an_endorsement() -> None:
    state = act(table(["2D 3D 4D KC", "6C 7C 8C"], ["5C 8H TH"], "6H", face_sales=3), "endorse KC")
    second = act(state, "sell 8H")
    assert legal(second, 0) == {"sell 5C", "sell TH", "pass"}
    one_above = table(["2D 3D 4D", ""], ["5C 8H TH"], "9H", phase="endorsing", sales_left=3, face_sales=3)
    assert legal(one_above, 0) == {"sell 5C", "sell 8H", "sell TH"}
    assert legal(act(one_above, "sell 8H"), 0) == {"sell 5C", "sell TH", "pass"}


def test_6_4_every_endorsement_has_its_own_count() -> None:
    state = act(table(["2D 3D 4D KC", "5C 6C 7C"], ["8C 9H TD"], face_sales=2), "endorse KC")
    state = act(act(state, "sell 9H"), "pass", "9S")
    state = act(act(state, "pass"), "transfer 9S", "JS")
    first = act(state, "endorse JS")
    assert legal(first, 0) == {"sell 8C", "sell TD"}
    assert legal(act(first, "sell 8C"), 0) == {"sell TD", "pass"}


def test_6_4_one_to_three_numbers() -> None:
    assert int(CRYPTO_CARDS.template(2).face_sales) == 1
    for count in (0, 4):
        with pytest.raises(Mistake, match="face_sales takes a whole number from 1 to 3"):
            CRYPTO_CARDS.template(2, {"face_sales": count})


def test_6_5_the_top_card_of_a_market_can_be_bought_back() -> None:
    state = table(["2D 3D 4D 5D", "5C 6C 7C"], ["4H"], "AC 9C 2C 7H", buy_back="on")
    assert legal(state, 0) == {"sell 4H", "buy C", "buy H", "pass"}
    after = act(state, "buy C")
    assert (market(after), portfolio(after, 0), phase(after)) == ("AC 2C 7H", "9C 4H", "transferring")
    assert legal(after, 0) == {f"transfer {card}" for card in ("2D", "3D", "4D", "5D")}


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("rank", NUMBERS)
def test_6_5_any_top_of_any_suit_can_be_bought(suit: str, rank: str) -> None:
    market_cards = [place + other for other in SUITS for place in NUMBERS[: NUMBERS.index(rank) + 1]]
    after = act(table(["KD", ""], [""], " ".join(market_cards), deck="JS X1 X2", buy_back="on"), f"buy {suit}", "JS")
    assert portfolio(after, 0) == rank + suit
    assert market(after).split() == [card for card in market_cards if card != rank + suit]


def test_6_5_an_empty_market_sells_nothing_and_off_is_off() -> None:
    state = table(["2D 3D 4D 5D", ""], ["4H"], "9C", buy_back="on")
    assert legal(state, 0) == {"buy C", "pass"}
    assert [refused(state, 0, f"buy {suit}") for suit in SUITS] == [None, "§6.5", "§6.5", "§6.5"]
    off = table(["2D 3D 4D 5D", ""], ["4H"], "9C")
    assert legal(off, 0) == {"pass"}
    assert refused(off, 0, "buy C") == "§6.5"


def test_6_6_points_are_the_numbers_and_ten_for_a_face() -> None:
    state = table(["9C", "", ""], ["AD KD", "9D TD", "5D 6D"], scoring="points")
    assert (points(state), places(state)) == ([11, 19, 11], [2, 3, 1])


@pytest.mark.parametrize(
    ("portfolios", "expected"),
    [
        (["AC 9C", "TD"], [2, 1]),
        (["KC", "TD"], [2, 1]),
        (["KC AD 9D", "KH QH"], [2, 1]),
        (["KC", "QD"], [1, 1]),
        (["5C 6C", "AD KD"], [1, 2]),
        (["AC 2C 3C", "KC"], [1, 2]),
    ],
)
def test_6_6_equal_points_are_compared_by_cards_then_by_faces(portfolios: list[str], expected: list[int]) -> None:
    assert places(table(["", ""], portfolios, scoring="points")) == expected


TURNING: dict[str, Any] = {"direction": "turning"}
WITH_ROUND: dict[str, Any] = {"crash": "round"}
HANDS = ["2C 3C 4C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S", "6C 7C 8C", "6D 7D 8D"]


@pytest.mark.parametrize("seats", CRYPTO_CARDS.seats)
@pytest.mark.parametrize("options", [TURNING, TURNING | WITH_ROUND, TURNING | MINE_LATER])
def test_6_7_the_direction_turns_round_after_every_round(seats: int, options: dict[str, Any]) -> None:
    up, down = list(range(seats)), list(reversed(range(seats)))
    assert turns_of(dealt(seats, lowest_cards(3 * seats + 1), hand=3, **options), 3 * seats) == up + down + up


@pytest.mark.parametrize("seats", CRYPTO_CARDS.seats)
def test_6_7_clockwise_if_nothing_is_said(seats: int) -> None:
    assert shown(CRYPTO_CARDS.template(seats))["direction"] == "clockwise"
    assert turns_of(dealt(seats, lowest_cards(3 * seats + 1), hand=3), 3 * seats) == 3 * list(range(seats))


def turns_of(state: Any, count: int) -> list[int]:
    """Whose turns so many are, where everybody passes and lays down the first card, and no joker comes."""
    turns: list[int] = []
    while len(turns) < count:
        (seat,) = seats_in(state)
        if int(state.turn_number) == len(turns):
            turns.append(seat)
        may = sorted(legal(state, seat))
        state = play(state, seat, "pass" if "pass" in may else may[0], lowest_cards(1))
    return turns


def test_6_7_at_the_turning_point_a_seat_has_two_whole_turns() -> None:
    state = table([*HANDS[:2]], ["", "AH AS"], deck="9S TS JS X1 X2", seat=1, phase="transferring", **TURNING)
    again = act(state, "transfer 2D", "9S")
    assert (seats_in(again), phase(again), hand(again, 1)) == ([1], "selling", "3D 4D 9S")
    assert legal(again, 1) == {"sell AH", "sell AS"}
    assert [refused(again, 0, "pass"), refused(again, 1, "pass")] == ["§2.1", "§3.3"]
    sold = act(again, "sell AS", "TS")
    assert (seats_in(sold), phase(sold), hand(sold, 0)) == ([0], "selling", "2C 3C 4C TS")
    back = act(act(sold, "pass"), "transfer TS", "JS")
    assert (seats_in(back), phase(back), hand(back, 0)) == ([0], "selling", "2C 3C 4C JS")


def test_6_7_a_card_laid_down_in_the_first_of_two_turns_can_be_sold_in_the_second() -> None:
    state = table(["2C 3C 4C", "AD 3D 4D 5D"], seat=1, phase="transferring", **TURNING)
    again = act(state, "transfer AD", "9S")
    assert legal(again, 1) == {"sell AD"}


def test_6_8_the_second_joker_is_laid_aside_and_everybody_else_has_a_turn() -> None:
    state = table(HANDS[:3], ["", "AS"], deck="9S TS JS X2", phase="transferring", **WITH_ROUND)
    last = act(act(state, "transfer 2C", "X2", "TS"), "sell AS")
    assert (jokers_seen(last), hand(last, 1), seats_in(last), phase(last)) == (2, "2D 3D 4D TS", [1], "transferring")
    after = act(last, "transfer TS", "JS")
    assert (seats_in(after), hand(after, 2), int(after.deck_size)) == ([2], "2H 3H 4H JS", 1)
    after = act(act(after, "pass"), "transfer JS")
    assert (shown(after)["ending"], seats_in(after), hand(after, 0)) == ("last_round", [], "3C 4C")
    assert [portfolio(after, seat) for seat in range(3)] == ["2C", "TS", "JS"]
    assert {refused(after, seat, action) for seat in range(3) for action in ("pass", "transfer 3C")} == {"§5.1"}


def test_6_8_the_last_of_a_round_ends_it_and_nobody_else_acts() -> None:
    state = table(HANDS[:2], deck="9S TS X2", phase="transferring", **WITH_ROUND)
    last = act(state, "transfer 2C", "X2", "TS")
    assert seats_in(last) == [1]
    after = act(act(last, "pass"), "transfer TS")
    assert (shown(after)["ending"], portfolio(after, 1), deck(after)) == ("last_round", "TS", "9S")


def test_6_8_both_jokers_can_come_one_after_the_other() -> None:
    state = dealt(2, highest_cards(13), hand=3, **WITH_ROUND)
    assert (jokers_seen(state), seats_in(state), int(state.deck_size)) == (2, [0], 45)
    state = play(play(state, 0, "pass"), 0, "transfer KS", highest_cards(1))
    assert (seats_in(state), int(state.deck_size)) == ([1], 44)
    state = play(play(state, 1, "pass"), 1, f"transfer {hand(state, 1).split()[0]}")
    assert shown(state)["ending"] == "last_round"


@pytest.mark.parametrize("options", [{}, MINE_LATER])
def test_6_8_an_empty_deck_gives_nothing_and_so_nothing_is_laid_down(options: dict[str, Any]) -> None:
    state = table(["2C 3C", "2D 3D 4D", "2H 3H KH"], ["", "", "9H"], deck="X2", **WITH_ROUND | options)
    mined = act(state, "pass", "X2")
    if options:
        assert (jokers_seen(mined), hand(mined, 0)) == (2, "2C 3C")
    assert (seats_in(mined), phase(mined), hand(mined, 1), int(mined.deck_size)) == ([1], "selling", "2D 3D 4D", 0)
    passed = act(mined, "pass")
    assert (seats_in(passed), hand(passed, 2), portfolio(passed, 1)) == ([2], "2H 3H KH", "")
    assert legal(passed, 2) == {"endorse KH", "pass"}
    over = act(act(passed, "endorse KH"), "sell 9H")
    assert (shown(over)["ending"], hand(over, 2), portfolio(over, 2)) == ("last_round", "2H 3H", "KH")


def test_6_8_with_selling_first_the_transfer_still_follows_the_second_joker() -> None:
    state = table(HANDS[:2], ["9H"], "TH", deck="9S TS X2", **WITH_ROUND | MINE_LATER)
    mined = act(state, "sell 9H", "X2", "9S")
    assert (seats_in(mined), phase(mined), jokers_seen(mined)) == ([0], "transferring", 2)
    after = act(mined, "transfer 9S")
    assert (seats_in(after), phase(after)) == ([1], "selling")


def test_6_8_a_last_round_that_goes_down_ends_with_seat_0() -> None:
    hands = ["2C 3C 4C", "2D 3D 4D", "2H 3H 4H 5H"]
    state = table(hands, deck="9S TS JS X2", seat=2, phase="transferring", **TURNING | WITH_ROUND)
    last = act(state, "transfer 2H", "X2", "9S")
    turns = []
    for card, draws in (("9S", ["TS"]), ("TS", ["JS"]), ("JS", [])):
        turns += seats_in(last)
        last = act(act(last, "pass"), f"transfer {card}", *draws)
    assert (turns, shown(last)["ending"]) == ([2, 1, 0], "last_round")


def test_6_8_with_the_turn_if_nothing_is_said() -> None:
    assert shown(CRYPTO_CARDS.template(2))["crash"] == "turn"
    state = act(table(HANDS[:2], deck="9S X2", phase="transferring"), "transfer 2C", "X2")
    assert is_over(state)
