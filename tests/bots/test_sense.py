"""No bot bids in Cash or Crash what cannot be true, raises it, or challenges what its own cards prove.

The judge (`believing.py`) counts every market there could be, from RULES.md alone.
`PYTHONPATH=tests python tests/bots/test_sense.py` plays 2,000 decisions of every level and variant, among its own kind
and among others.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import count
from typing import Any

import pytest

from believing import CHALLENGED, IMPOSSIBLE, RAISED, Onlooker, decisions
from bidding import CASH_OR_CRASH, VARIANTS, after, match_at, opening
from openoutcry.bots import find
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.record import blank
from openoutcry.games.cash_or_crash.sense import sensible
from openoutcry.table.match import Match
from support import shown

LEVELS = ("easy", "greedy", "medium", "hard")
OTHERS = ("random", "outsider:probability", "outsider:honest")
DECISIONS = 2000


def faults(level: str, others: str, variant: str, wanted: int, seed: int, **options: Any) -> Counter[str]:
    """How many decisions a level made at tables of four, two of them others, and which faults."""
    found: Counter[str] = Counter()
    for number in count(seed):
        match = Match(CASH_OR_CRASH, 4, {"variant": variant, **options}, seed=number)
        players = [find(name, CASH_OR_CRASH) for name in (level, others, level, others)]
        for _, fault in decisions(match, players, [players[0].name], number):
            found[fault or "sound"] += 1
        if found.total() >= wanted:
            return found
    return found


@pytest.mark.skipif(IS_PLAIN, reason="hundreds of searches")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("level", ["easy", "greedy", "medium"])
@pytest.mark.parametrize("others", ["itself", "random"])
def test_no_level_makes_one_of_the_three_faults(level: str, others: str, variant: str) -> None:
    wanted = 120 if level == "medium" else 400
    found = faults(level, level if others == "itself" else others, variant, wanted, seed=7)
    assert found["sound"] == found.total()


@pytest.mark.skipif(IS_PLAIN, reason="hundreds of searches")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("level", ["easy", "greedy"])
def test_with_doubling_and_other_cards_neither(level: str, variant: str) -> None:
    found = faults(level, "easy", variant, 300, seed=11, doubling="on", cards="spread")
    assert found["sound"] == found.total()


@pytest.mark.skipif(IS_PLAIN, reason="thousands of searches")
@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("level", LEVELS[:3])
def test_none_in_two_thousand_decisions(level: str, variant: str) -> None:
    found = faults(level, level, variant, DECISIONS, seed=100)
    assert found["sound"] == found.total()


def judged(state: Any, seat: int, action: str) -> str:
    """What the judge says of an action at a table where all know what everyone keeps."""
    match, fields = match_at(state), shown(state)
    kept = [{frozenset(hand + stake)} for hand, stake in zip(fields["hands"], fields["staked"], strict=True)]
    view = match.view(seat)
    legal = [str(each) for each in view.legal]
    assert action in legal
    return Onlooker([], kept).fault(seat, view.as_dict()["state"], legal, action)


def sense_of(state: Any, seat: int) -> set[str]:
    """What makes sense by the bots' own account."""
    view: Any = match_at(state).view(seat).record
    mask = blank(CASH_OR_CRASH.mask_type)
    CASH_OR_CRASH.rules.legal(view, seat, mask)
    sensible(view, seat, mask)
    return {str(action) for action in CASH_OR_CRASH.actions if mask.words[action.number >> 6] >> action.number % 64 & 1}


KNOWN = opening("GGG GGO OOO", "GOW OOO WWW", stakes=["GGG GGO", "GOW OOO"])
"""Seat 0 shows 5 Gold and 1 Oil; the other can show 1 Gold, 4 Oil, 4 Wheat at most, and not all of it at once."""


def test_the_judge_and_the_bots_know_what_cannot_be_true() -> None:
    assert judged(KNOWN, 0, "bid 7 Gold") == IMPOSSIBLE
    assert judged(KNOWN, 0, "bid 6 Gold") == ""
    assert {"bid 6 Gold", "bid 5 Oil", "bid 4 Wheat"} <= sense_of(KNOWN, 0)
    assert not {"bid 7 Gold", "bid 6 Oil", "bid 5 Wheat"} & sense_of(KNOWN, 0)


def test_two_commodities_are_counted_together() -> None:
    state = after(KNOWN, "0 bid 1 Wheat", "1 bid 2 Wheat")
    assert (judged(state, 0, "bid 4 Oil+Wheat"), judged(state, 0, "bid 3 Oil+Wheat")) == (IMPOSSIBLE, "")
    assert "bid 3 Oil+Wheat" in sense_of(state, 0)
    assert "bid 4 Oil+Wheat" not in sense_of(state, 0), "each of the two could be there without the other"


def test_nobody_says_what_is_hardly_ever_true_unless_there_is_nothing_else_to_say() -> None:
    state = opening(10, 10, 10, 10, stakes=["GGG GGO", "GGG GGO", "WWW WWG", "OOO OOG"])
    assert judged(state, 0, "bid 18 Gold") == "", "everyone could have staked Gold"
    assert "bid 18 Gold" not in sense_of(state, 0)
    assert {"bid 9 Gold", "bid 5 Oil", "bid 4 Wheat"} <= sense_of(state, 0)
    bluffed = after(state, "0 bid 9 Gold", "1 add GGW", "1 bid 14 Oil")
    assert sense_of(bluffed, 2) >= {"challenge"}
    assert len([action for action in sense_of(bluffed, 2) if action.startswith("bid ")]) == 1, "the likeliest stays"


def test_what_must_be_false_is_challenged() -> None:
    state = after(KNOWN, "0 bid 7 Gold")
    assert judged(state, 1, "bid 8 Gold") == judged(state, 1, "add WWW") == RAISED
    assert sense_of(state, 1) == {"challenge"}


def test_what_is_proven_is_not_challenged() -> None:
    state = after(KNOWN, "0 bid 1 Gold", "1 bid 5 Gold")
    assert judged(state, 0, "challenge") == CHALLENGED
    assert sense_of(state, 0) == {"bid 6 Gold", "add OOO"}, "5 Gold+Oil could be true, but hardly ever is"


def test_nobody_adds_a_card_after_which_no_bid_could_be_true() -> None:
    state = after(KNOWN, "0 bid 1 Gold", "1 bid 5 Gold")
    assert judged(state, 0, "add OOO") == ""
    higher = after(KNOWN, "0 bid 1 Gold", "1 bid 6 Gold", "0 bid 6 Gold+Oil")
    assert sense_of(higher, 1) == {"challenge"}


def test_whoever_can_do_nothing_else_is_not_blamed() -> None:
    state = after(opening("GGG GGO", "GGW GOW", stakes=["GGG GGO", "GGW GOW"]), "0 bid 7 Gold", "1 bid 8 Gold")
    assert judged(state, 0, "challenge") == "", "it is proven, and every raise cannot be true"
    assert "challenge" not in sense_of(state, 0), "a challenge is lost for sure; a raise only if somebody says so"


def main() -> None:
    """Every level and variant, among its own kind and among others."""
    for level in sys.argv[1:] or LEVELS:
        for variant in VARIANTS:
            for others in (level, *OTHERS):
                found = faults(level, others, variant, DECISIONS // (1 if others == level else 4), seed=5000)
                print(level, "among", others, variant, dict(found), flush=True)


if __name__ == "__main__":
    main()
