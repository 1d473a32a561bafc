"""§2 of Crypto Cards: the turn."""

from __future__ import annotations

from typing import Any

import pytest

from mining import (
    CRYPTO_CARDS,
    JOKERS,
    act,
    dealt,
    deck,
    hand,
    highest_cards,
    is_over,
    jokers_seen,
    lowest_cards,
    phase,
    portfolio,
    table,
)
from openoutcry.table.match import seats_in
from support import legal, places, play, refused


def test_2_1_seat_0_begins_and_only_it_may_act() -> None:
    state = dealt(3)
    assert seats_in(state) == [0]
    assert [legal(state, seat) for seat in (1, 2)] == [set(), set()]
    assert [refused(state, seat, "pass") for seat in range(3)] == [None, "§2.1", "§2.1"]


@pytest.mark.parametrize("seats", CRYPTO_CARDS.seats)
def test_2_1_the_turn_passes_clockwise(seats: int) -> None:
    hands = ["2C 3C 4C 5C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S", "6C 7C 8C", "6D 7D 8D"][:seats]
    state = table(hands, deck="6S 7S 8S 9S TS JS QS X2", phase="transferring")
    turns = []
    for draw in ["6S", "7S", "8S", "9S", "TS", "JS", "QS"]:
        state = act(state, f"transfer {hand(state, int(state.seat)).split()[0]}", draw)
        turns += seats_in(state)
        state = act(state, "pass")
    assert turns == [turn % seats for turn in range(1, 8)]


def test_2_2_a_turn_is_mining_then_selling_then_the_transfer() -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], phase="transferring", seat=0)
    selling = act(state, "transfer 2C", "9S")
    assert (int(selling.seat), phase(selling), hand(selling, 1)) == (1, "selling", "5C 6C 7C 9S")
    transferring = act(selling, "pass")
    assert (int(transferring.seat), phase(transferring)) == (1, "transferring")
    assert legal(transferring, 1) == {"transfer 5C", "transfer 6C", "transfer 7C", "transfer 9S"}
    after = act(transferring, "transfer 9S", "TS")
    assert (int(after.seat), phase(after), portfolio(after, 1)) == (0, "selling", "9S")


@pytest.mark.parametrize(
    ("step", "action"),
    [
        ("selling", "transfer 2C"),
        ("transferring", "sell 5D"),
        ("transferring", "endorse KC"),
        ("transferring", "buy D"),
        ("endorsing", "transfer 2C"),
        ("endorsing", "endorse KC"),
        ("endorsing", "buy D"),
    ],
)
def test_2_2_what_belongs_to_one_step_cannot_be_done_in_another(step: str, action: str) -> None:
    state = table(["2C 3C QC KC", ""], ["5D"], "9D", phase=step, sales_left=1, buy_back="on")
    assert action not in legal(state, 0)
    assert refused(state, 0, action) == "§2.2"


IN_HAND = "AC KC AH KS"


@pytest.mark.parametrize(
    ("state", "clauses", "exceptions"),
    [
        (
            table([IN_HAND, ""], ["5D 9H KD", ""], "8D", buy_back="on"),
            {"sell": "§3.2", "endorse": "§3.5", "transfer": "§2.2", "buy": "§6.5"},
            {"sell 9H": "§3.4"},
        ),
        (
            table([IN_HAND, ""], ["AD 9H KD", ""], "8S", buy_back="on"),
            {"sell": "§3.2", "endorse": "§3.3", "transfer": "§2.2", "buy": "§3.3", "pass": "§3.3"},
            {"sell 9H": "§3.3"},
        ),
        (
            table([IN_HAND, ""], ["AD 9H KD", ""], "8S", buy_back="on", phase="endorsing", sales_left=2, face_sales=2),
            {"sell": "§3.2", "endorse": "§2.2", "transfer": "§2.2", "buy": "§2.2", "pass": "§3.5"},
            {},
        ),
        (
            table([IN_HAND, ""], ["AD 9H KD", ""], "8S", buy_back="on", phase="transferring"),
            {"sell": "§2.2", "endorse": "§2.2", "transfer": "§4.1", "buy": "§2.2", "pass": "§4.1"},
            {},
        ),
    ],
    ids=["selling", "with a sale that is forced", "endorsing", "transferring"],
)
def test_2_2_each_step_refuses_what_is_not_legal_in_it(
    state: Any, clauses: dict[str, str], exceptions: dict[str, str]
) -> None:
    may = legal(state, 0)
    assert may
    for action in CRYPTO_CARDS.actions:
        expected = None if str(action) in may else exceptions.get(str(action), clauses.get(action.verb))
        assert refused(state, 0, str(action)) == expected, action


def test_2_3_a_card_is_mined_at_the_beginning_of_every_turn() -> None:
    state = dealt(2, lowest_cards(7), hand=3)
    assert (hand(state, 0), int(state.deck_size)) == ("AC 3C 5C 7C", 47)
    after = play(play(state, 0, "pass"), 0, "transfer AC", lowest_cards(1))
    assert (hand(after, 1), int(after.deck_size)) == ("2C 4C 6C 8C", 46)


def test_2_3_a_choice_is_left_to_the_player_even_where_there_is_only_one() -> None:
    assert legal(table(["2C 3C 4C 5C", ""]), 0) == {"pass"}
    assert legal(table(["2C 3C 4C 5C", ""], ["AC"]), 0) == {"sell AC"}
    endorsed = act(table(["2C 3C 4C KC", ""], ["7H"]), "endorse KC")
    assert legal(endorsed, 0) == {"sell 7H"}


@pytest.mark.parametrize("joker", JOKERS)
def test_2_4_the_first_joker_is_laid_aside_and_the_player_draws_again(joker: str) -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], phase="transferring")
    after = act(state, "transfer 2C", joker, "TS")
    assert hand(after, 1) == "5C 6C 7C TS"
    assert deck(after).split() == [card for card in ["9S", "JS", *JOKERS] if card != joker]
    assert (jokers_seen(after), int(after.deck_size), seats_in(after)) == (1, 3, [1])


def test_2_4_the_second_joker_drawn_at_once_ends_the_game() -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], phase="transferring")
    after = act(state, "transfer 2C", "X2", "X1")
    assert is_over(after)
    assert (hand(after, 1), deck(after), int(after.deck_size)) == ("5C 6C 7C", "9S TS JS", 3)


def test_2_4_even_the_first_turn_can_end_the_game() -> None:
    state = dealt(2, highest_cards(12), hand=3)
    assert is_over(state)
    assert (jokers_seen(state), int(state.deck_size), places(state)) == (2, 46, [1, 1])
