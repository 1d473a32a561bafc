"""§1 of Crypto Cards: the pack."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from mining import (
    CRYPTO_CARDS,
    JOKERS,
    NUMBERS,
    PACK,
    REST,
    SUITS,
    act,
    dealt,
    deck,
    hand,
    highest_cards,
    jokers_seen,
    lowest_cards,
    market,
    portfolio,
    table,
)
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.record import copied
from support import any_chance, legal, play, points, shown


def test_1_1_the_pack_has_four_suits_of_thirteen_and_two_jokers() -> None:
    state = dealt(4)
    everywhere = [*shown(state)["deck"], *chain.from_iterable(shown(state)["hands"])]
    assert sorted(everywhere) == sorted([*PACK, *JOKERS])
    assert len(everywhere) == 54


@pytest.mark.parametrize("suit", SUITS)
def test_1_1_ace_to_ten_are_numbers_and_the_ace_counts_one(suit: str) -> None:
    everything = " ".join(card for card in PACK if card[1] == suit)
    five = "5" + "SHDC"[SUITS.index(suit)]
    endorsing = table(["", ""], [everything], deck="X1 X2", phase="endorsing", sales_left=1)
    assert legal(endorsing, 0) == {f"sell {rank}{suit}" for rank in NUMBERS}
    assert legal(table(["", ""], [everything], deck="X1 X2"), 0) == {f"sell A{suit}"}
    assert legal(table([everything, ""], [five], deck="X1 X2"), 0) == {
        f"endorse J{suit}",
        f"endorse Q{suit}",
        f"endorse K{suit}",
        "pass",
    }
    assert points(table(["", ""], [everything], deck="X1 X2", scoring="points")) == [55 + 30, 0]


def test_1_2_cards_are_dealt_one_at_a_time_from_seat_0() -> None:
    state = dealt(3, lowest_cards(10), hand=3)
    assert [hand(state, seat) for seat in range(3)] == ["AC 4C 7C TC", "2C 5C 8C", "3C 6C 9C"]


@pytest.mark.parametrize("seats", CRYPTO_CARDS.seats)
@pytest.mark.parametrize("size", [3, 5, 8])
def test_1_2_everyone_is_dealt_a_hand(seats: int, size: int) -> None:
    state = dealt(seats, hand=size, order="sell-mine-transfer")
    assert shown(state)["hand_sizes"][:seats] == [size] * seats
    assert int(state.deck_size) == 54 - size * seats


def test_1_2_no_joker_is_dealt() -> None:
    state = dealt(2, highest_cards(8), hand=3, order="sell-mine-transfer")
    assert [hand(state, seat) for seat in range(2)] == ["9S JS KS", "8S TS QS"]
    assert shown(state)["deck"][-2:] == JOKERS


def test_1_3_the_jokers_are_in_the_deck_after_the_deal() -> None:
    state = dealt(2, order="sell-mine-transfer")
    assert set(JOKERS) < set(shown(state)["deck"])
    assert jokers_seen(state) == 0


def test_1_3_each_card_left_is_equally_likely() -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], deck="9S TS JS X2", phase="transferring")
    chance = any_chance(3)
    drawn = Counter(hand(play(state, 0, "transfer 2C", chance), 1).removeprefix("5C 6C 7C") for _ in range(400))
    assert set(drawn) == {"", " 9S", " TS", " JS"}
    assert all(70 <= times <= 130 for times in drawn.values())


def test_1_3_any_card_left_can_be_drawn() -> None:
    state = table(["2C 3C 4C 8C", "5C 6C 7C"], phase="transferring")
    for card in ("9S", "TS", "JS"):
        after = act(state, "transfer 2C", card)
        assert hand(after, 1) == f"5C 6C 7C {card}"
        assert deck(after) == REST.replace(f"{card} ", "")


def test_1_4_the_other_hands_are_hidden_and_their_sizes_are_not() -> None:
    state = table(["2C 3C 4C", "5C 6C", "7C QC"], ["AD", "2D KH", ""], "3D", deck="9S TS X2")
    seen = copied(state)
    CRYPTO_CARDS.sight.hide(seen, 1)
    assert [hand(seen, seat) for seat in range(3)] == ["", "5C 6C", ""]
    assert shown(seen)["hand_sizes"][:3] == [3, 2, 2]
    assert [portfolio(seen, seat) for seat in range(3)] == ["AD", "2D KH", ""]
    assert (market(seen), jokers_seen(seen), int(seen.deck_size)) == ("3D", 1, 3)


def test_1_4_what_the_others_hold_makes_no_difference_to_what_a_seat_sees() -> None:
    one = table(["2C 3C 4C", "5C 6C", "7C QC"], deck="9S TS X2")
    other = table(["QC 9S 4C", "5C 6C", "TS 2C"], deck="3C 7C X2")
    for state in (one, other):
        CRYPTO_CARDS.sight.hide(state, 1)
    assert one.tobytes() == other.tobytes()


def test_1_4_a_spectator_sees_no_hand() -> None:
    state = table(["2C 3C 4C", "5C 6C"])
    CRYPTO_CARDS.sight.hide(state, SPECTATOR)
    assert [hand(state, seat) for seat in range(2)] == ["", ""]


def test_1_4_hidden_hands_are_dealt_again_from_what_the_seat_has_not_seen() -> None:
    state = table(["2C 3C 4C", "5C 6C", "7C QC"], ["AD", "2D"], "3D", deck="9S TS X2")
    hands = set()
    chance = any_chance()
    for _ in range(60):
        guess = copied(state)
        CRYPTO_CARDS.sight.redeal(guess, 1, chance)
        hands.add(hand(guess, 2))
        unseen = f"{hand(guess, 0)} {hand(guess, 2)} {deck(guess)}".split()
        assert sorted(unseen) == ["2C", "3C", "4C", "7C", "9S", "QC", "TS", "X2"]
        assert [len(hand(guess, seat).split()) for seat in range(3)] == [3, 2, 2]
        assert hand(guess, 1) == "5C 6C"
        assert "X2" in deck(guess)
        assert (portfolio(guess, 0), portfolio(guess, 1), market(guess)) == ("AD", "2D", "3D")
    assert len(hands) > 15
