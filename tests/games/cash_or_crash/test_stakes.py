"""§4 of Cash or Crash: stakes."""

from __future__ import annotations

from bidding import (
    after,
    hand,
    opening,
    phase,
    sizes,
    staked,
    table,
)
from openoutcry.table.match import seats_in
from support import legal, refused


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
