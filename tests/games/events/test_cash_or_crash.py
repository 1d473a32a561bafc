"""What is told in Cash or Crash, to the letter."""

from __future__ import annotations

from typing import Any

import pytest

from bidding import CASH_OR_CRASH, after, opening, table
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.games.cash_or_crash.events import EVENTS
from telling import SPECTATOR, tell_random_matches, told, told_at_the_deal

STAKES = ("GGG GGO", "OOO GGG", "WWW GOW")
"""Together they show 9 Gold, 5 Oil and 4 Wheat."""
SHOWS = "The market shows 9 Gold, 5 Oil, 4 Wheat"


def came_of(state: Any, line: str, reader: int = SPECTATOR, language: str = "en") -> str:
    """What a reader is told of an action, which is written as a seat and what it plays."""
    return told(state, after(state, line), line, reader, language)


def bid_on(*kept: int | str, lines: tuple[str, ...], **options: Any) -> Any:
    """A round of three in which this has been bid, or more."""
    return after(opening(*kept, stakes=STAKES, **options), *lines)


@pytest.mark.parametrize(("reader", "sentence"), [(0, "Round 1: you open"), (SPECTATOR, "Round 1: Ada opens")])
def test_the_deal_begins_the_first_round(reader: int, sentence: str) -> None:
    """§2.1"""
    assert told_at_the_deal(table(10, 10), reader) == sentence


@pytest.mark.parametrize("line", ["0 stake GGG", "1 stake OOO"])
def test_of_stakes_nothing_is_told(line: str) -> None:
    """§1.3"""
    for reader in (0, 1, SPECTATOR):
        assert came_of(table(10, 10), line, reader) == ""


def test_of_bids_nothing_more_is_told() -> None:
    """§5.3"""
    state = bid_on(10, 10, 10, lines=("0 bid 3 Gold",))
    assert came_of(state, "1 bid 4 Gold") == ""
    assert came_of(state, "1 add GGO") == ""


def test_who_has_swapped_is_told_when_all_have_chosen() -> None:
    """§3.2"""
    state = after(table("GGG OOO", "WWW", 10, "GOW GGO"), "0 swap GGG")
    for reader in (0, 1, 2, SPECTATOR):
        assert came_of(state, "0 take WWW", reader) == ""
    state = after(state, "0 take WWW", "1 keep", "3 swap GOW")
    for reader in (0, 1, 2, SPECTATOR):
        assert came_of(state, "3 take GGG", reader) == "Swapped in the red zone: Ada, Di."
    assert came_of(state, "3 take GGG", language="de") == "In der roten Zone getauscht: Ada, Di."


def test_that_nobody_has_swapped() -> None:
    """§3.2"""
    state = table("GGG OOO", 10, "GOW GGO")
    assert came_of(state, "2 keep") == ""
    assert came_of(after(state, "2 keep"), "0 keep") == "Nobody has swapped."


def test_a_bid_that_was_right() -> None:
    """§6.2, §6.3"""
    state = bid_on(10, 10, 10, lines=("0 bid 3 Gold", "1 bid 4 Gold+Oil+Wheat"))
    lost = f"{SHOWS}: 4 Gold+Oil+Wheat was right."
    assert came_of(state, "2 challenge") == f"{lost} Cy loses WWW GOW. Round 2: Bo opens"
    assert came_of(state, "2 challenge", reader=2) == f"{lost} You lose WWW GOW. Round 2: Bo opens"
    assert came_of(state, "2 challenge", reader=1) == f"{lost} Cy loses WWW GOW. Round 2: you open"


def test_a_bid_that_was_wrong() -> None:
    """§6.2, §6.3"""
    state = bid_on(10, 10, 10, lines=("0 bid 3 Oil", "1 bid 6 Oil"))
    assert came_of(state, "2 challenge") == f"{SHOWS}: 6 Oil was wrong. Bo loses GGG OOO. Round 2: Bo opens"
    assert came_of(state, "2 challenge", language="de") == (
        "Der Markt zeigt 9 Gold, 5 Öl, 4 Weizen: 6 Öl war falsch. Bo verliert GGG OOO. Runde 2: Bo eröffnet"
    )


def test_who_is_out() -> None:
    """§7.1"""
    state = bid_on(10, "OOO GGG", 10, lines=("0 bid 3 Oil", "1 bid 6 Oil"))
    assert came_of(state, "2 challenge") == (
        f"{SHOWS}: 6 Oil was wrong. Bo loses GGG OOO. Bo is out. Round 2: Cy opens"
    )
    assert came_of(state, "2 challenge", reader=1) == (
        f"{SHOWS}: 6 Oil was wrong. You lose GGG OOO. You are out. Round 2: Cy opens"
    )


def test_after_the_last_round_none_begins() -> None:
    """§9.4"""
    state = bid_on(10, 10, 10, lines=("0 bid 6 Oil",), round_limit=1)
    assert came_of(state, "1 challenge") == f"{SHOWS}: 6 Oil was wrong. Ada loses GGO GGG."


def test_doubled_the_loser_pays_before_the_next_round() -> None:
    """§9.2"""
    state = bid_on(10, 10, 10, lines=("0 bid 6 Oil",), doubling="on")
    assert came_of(state, "1 challenge") == ""
    state = after(state, "1 challenge")
    assert came_of(state, "0 double") == ""
    assert came_of(state, "0 show") == f"{SHOWS}: 6 Oil was wrong. Ada loses GGO GGG. Round 2: Bo opens"
    state = after(state, "0 double")
    assert came_of(state, "1 withdraw") == ""
    assert came_of(state, "1 persist") == f"{SHOWS}: 6 Oil was wrong. Ada loses GGO GGG."
    state = after(state, "1 persist", "0 discard WWW")
    assert came_of(state, "0 discard OOO", reader=1) == "Round 2: you open"


def test_who_cannot_pay_double() -> None:
    """§9.2"""
    state = bid_on(10, "OOO GGG WWW", 10, lines=("0 bid 2 Oil", "1 challenge", "0 double"), doubling="on")
    assert came_of(state, "1 persist") == (
        f"{SHOWS}: 2 Oil was right. Bo loses GGG OOO. Bo is too short of cards to pay double, and loses them all."
        " Bo is out. Round 2: Cy opens"
    )
    assert came_of(state, "1 persist", reader=1) == (
        f"{SHOWS}: 2 Oil was right. You lose GGG OOO. You are too short of cards to pay double, and lose them all."
        " You are out. Round 2: Cy opens"
    )


def test_that_nobody_jumps_in() -> None:
    """§8.8"""
    state = bid_on(10, 10, 10, lines=("0 bid 6 Oil",), variant="blitz")
    for reader in (0, 1, 2, SPECTATOR):
        assert came_of(state, "2 hold", reader) == ""
        assert came_of(after(state, "2 hold"), "1 hold", reader) == "Nobody jumps in."
    assert came_of(state, "1 bid 7 Oil") == ""


def test_a_challenge_withdrawn_out_of_turn_is_held() -> None:
    """§9.2"""
    state = bid_on(10, 10, 10, lines=("0 bid 6 Oil",), variant="blitz", doubling="on")
    assert came_of(after(state, "2 challenge", "0 double"), "2 withdraw") == ""
    assert came_of(after(state, "1 hold", "2 challenge", "0 double"), "2 withdraw") == "Nobody jumps in."


def test_discards_are_taken_back_before_the_next_round() -> None:
    """§8.9"""
    state = bid_on(10, 10, "WWW GOW GGG GGO OOG", lines=("0 bid 6 Oil",), variant="blitz")
    assert came_of(state, "2 challenge") == f"{SHOWS}: 6 Oil was wrong. Ada loses GGO GGG."
    state = after(state, "2 challenge")
    assert came_of(state, "2 recover OOO") == ""
    assert came_of(state, "2 stop") == "Round 2: Bo opens"


def test_random_matches() -> None:
    """§8, §9 Every event comes, to every reader in words, with all options; who cannot pay double is rare."""
    told_of = set(tell_random_matches(CASH_OR_CRASH, 2 if IS_PLAIN else 12))
    assert IS_PLAIN or told_of | {"short"} == {event.name for event in EVENTS}
