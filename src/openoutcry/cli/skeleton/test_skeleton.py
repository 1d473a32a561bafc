"""Skeleton keeps the contract, and its clauses hold."""

import pytest

from openoutcry import Match, Refused
from openoutcry.cli.skeleton import GAME
from openoutcry.testing.conformance import check_game


def test_it_keeps_the_contract() -> None:
    check_game(GAME)


def test_1_2_everyone_is_dealt_a_hand() -> None:
    match = Match(GAME, seats=3, options={"hand": 4}, seed=1)
    assert match.view(None).as_dict()["state"]["hand_sizes"] == [4, 4, 4]


def test_2_2_only_a_card_of_the_hand_can_be_laid() -> None:
    match = Match(GAME, seats=2, seed=1)
    card = next(card for card in range(1, 25) if f"lay {card}" not in map(str, match.legal(0)))
    with pytest.raises(Refused, match="§2.2"):
        match.play(0, f"lay {card}")
