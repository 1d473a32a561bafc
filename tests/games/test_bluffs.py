"""What counts as a bluff and as a feint, against a slow twin written from the words of `habits.py`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bidding import after, opening, seen_by
from bluffing import GOODS, Twin
from openoutcry.engine.bits import U
from openoutcry.engine.record import blank, copied
from openoutcry.games import find
from openoutcry.games.cash_or_crash.habits import HABITS
from openoutcry.table.match import Match
from openoutcry.testing.random_play import moments, random_match
from support import legal, shown

GAME = find("cash_or_crash")
MATCHES, BATCHES = 12, 3
TO_SAY = ("bid", "add", "challenge", "double", "show", "persist", "withdraw", "hold")


def left(state: Any, seat: int, *habits: str) -> set[str]:
    """What a seat may do that does without some habits."""
    mask, leave_out = blank(GAME.mask_type), GAME.member("leave_out")
    GAME.rules.legal(state, seat, mask)
    leave_out(state, seat, mask, U(sum(1 << HABITS.number(name) for name in habits)))
    return {str(action) for action in GAME.actions if int(mask.words[action.number >> 6]) >> (action.number & 63) & 1}


def expected(match: Match, seat: int, habits: set[str]) -> set[str]:
    """What is left of all that is legal, each action tried in a copy of the match."""
    twin = Twin(match.view(seat).record, seat)
    return {str(action) for action in match.legal(seat) if not is_left_out(match, seat, str(action), twin, habits)}


def is_left_out(match: Match, seat: int, action: str, twin: Twin, habits: set[str]) -> bool:
    verb, *rest = action.split()
    if verb == "bid":
        return twin.does(int(rest[0]), tuple(rest[1].split("+")), habits)
    if verb == "double":
        return twin.does(*twin.standing, habits - {"feint"})
    if verb == "add" or (verb == "withdraw" and not match.view(seat).record.is_out_of_turn):
        later = match.copy()
        later.play(seat, action)
        return not expected(later, seat, habits)
    return False


def test_the_words_of_the_twin_are_those_of_the_game() -> None:
    assert [*HABITS] == ["bluff", "big_bluff", "feint"]


def looked_at(number: int) -> Iterator[tuple[Match, int]]:
    """Whoever has something to say, wherever a random match is looked at."""
    match, dice = random_match(GAME, number, 4), random.Random(number)
    for _ in moments(match, dice):
        for seat in match.to_act:
            if any(str(action).split()[0] in TO_SAY for action in match.legal(seat)):
                yield match, seat


def agrees(number: int, leave: Any = left) -> int:
    """How many looks at a match there were, in all of which a slow twin leaves out the same."""
    looks = 0
    for match, seat in looked_at(number):
        world = copied(match.view(seat).record)
        GAME.sight.redeal(world, seat, match._chance)
        for habits in ({"bluff"}, {"big_bluff"}, {"feint"}, {"bluff", "feint"}, {"big_bluff", "feint"}, set(HABITS)):
            wanted = expected(match, seat, habits)
            assert leave(match.view(seat).record, seat, *habits) == wanted, (seat, habits, match.log)
            for record in (match._state, world):
                assert leave(record, seat, *habits) == wanted, f"a secret has a say: {seat} {habits} {match.log}"
        looks += 1
    return looks


@pytest.mark.parametrize("batch", range(BATCHES))
def test_what_is_left_is_what_a_slow_twin_leaves(batch: int) -> None:
    assert sum(agrees(number) for number in range(batch, MATCHES, BATCHES)) > 0


def test_a_bluff_that_is_told_from_what_the_others_have_is_found() -> None:
    def by_the_true_stakes(record: Any, seat: int, *habits: str) -> set[str]:
        staked, own = shown(record)["staked"], left(record, seat, *habits)
        if not any(stake for other, stake in enumerate(staked) if other != seat):
            return own
        there = {good: sum("".join(stake).count(good[0]) for stake in staked) for good in GOODS}
        bids = [(bid, *bid.split()[1:]) for bid in own if bid.startswith("bid ")]
        return own - {bid for bid, amount, goods in bids if any(int(amount) > there[good] for good in goods.split("+"))}

    with pytest.raises(AssertionError, match="a secret has a say"):
        sum(agrees(number, by_the_true_stakes) for number in range(MATCHES))


def test_a_bluff_is_more_than_ones_own_stake_and_the_average_of_the_others() -> None:
    """With whole sets a card shows one icon of each commodity on average, so two cards of each other two."""
    state = opening(10, 10, 10, stakes=["GGG GGO", "OOO OOG", "WWW WWG"])
    assert max(int(bid.split()[1]) for bid in left(seen_by(state, 0), 0, "bluff") if bid.endswith("Gold")) == 5 + 4
    assert max(int(bid.split()[1]) for bid in left(seen_by(state, 0), 0, "bluff") if bid.endswith("Oil")) == 1 + 4
    assert max(int(bid.split()[1]) for bid in left(seen_by(state, 0), 0, "bluff") if bid.endswith("Wheat")) == 0 + 4
    assert max(int(bid.split()[1]) for bid in left(seen_by(state, 0), 0, "big_bluff") if bid.endswith("Oil")) == 7
    assert not [bid for bid in left(seen_by(state, 0), 0, "feint") if bid.endswith("Wheat")]
    assert len([bid for bid in left(seen_by(state, 0), 0, "feint") if bid.endswith("Oil")]) == int(state.limit)


def test_whoever_can_only_bluff_sells() -> None:
    state = after(opening(10, 10, stakes=["GGG GGO", "OOO OOW"]), "0 bid 9 Gold")
    assert left(seen_by(state, 1), 1, "bluff") == {"challenge"}
    assert left(seen_by(state, 1), 1, "big_bluff") == {"challenge", "add OOG"}
    assert {"challenge", "bid 10 Gold", "add GGW"} <= legal(state, 1)


def test_a_card_is_added_that_leaves_something_to_say() -> None:
    state = after(opening(10, 10, stakes=["GGG GGO", "OOO OOW"]), "0 bid 8 Gold")
    assert left(seen_by(state, 1), 1, "bluff") == {"challenge", "add OOG"}
    assert left(seen_by(after(state, "1 add OOG"), 1), 1, "bluff") == {"bid 9 Oil"}


def test_a_double_that_defends_a_bluff_is_one() -> None:
    for amount, is_bluff in ((7, False), (8, True)):
        state = after(
            opening(10, 10, stakes=["GGG GGO", "OOO OOW"], doubling="on"), f"0 bid {amount} Gold", "1 challenge"
        )
        assert left(seen_by(state, 0), 0, "bluff") == {"show"} if is_bluff else {"show", "double"}
        assert left(seen_by(state, 0), 0, "feint") == {"show", "double"}
