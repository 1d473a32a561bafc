"""What all may know of a player's cards, beside the obvious way to keep it: a set of sets."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from openoutcry.engine.bits import U, first_bits
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.games.cash_or_crash import knowledge
from openoutcry.games.cash_or_crash.knowledge import OWN, WORDS

SEATS = 3
Cards = frozenset[int]
Sets = set[Cards]


def bits(cards: Cards) -> np.uint64:
    return U(sum(1 << card for card in cards))


def cards_of(number: int) -> Cards:
    return frozenset(card for card in range(OWN) if number >> card & 1)


def sets_of(possible: Any, seat: int) -> Sets:
    """The sets that a seat's words stand for."""
    words = possible[seat * WORDS : (seat + 1) * WORDS]
    return {cards_of(number) for number in range(2**OWN) if int(words[number // 64]) >> number % 64 & 1}


class Slow:
    """Every set of cards that a player may keep."""

    def __init__(self, cards: Cards) -> None:
        self.sets = {cards}

    def kept(self, seen: Cards) -> None:
        self.sets = {cards for cards in self.sets if seen <= cards}

    def lost(self, seen: Cards) -> None:
        self.sets = {cards - seen for cards in self.sets if seen <= cards}

    def one_less(self) -> None:
        self.sets = {cards - {card} for cards in self.sets for card in cards}

    def one_more(self) -> None:
        self.sets = {cards | {card} for cards in self.sets for card in set(range(OWN)) - cards}

    def sure_to_keep(self) -> Cards:
        return frozenset(range(OWN)).intersection(*self.sets)

    def sure_to_have_lost(self) -> Cards:
        return frozenset(range(OWN)).difference(*self.sets)


def learn(possible: Any, seat: int, slow: Slow, thought: random.Random) -> None:
    """Something that can happen, on both sides."""
    some = thought.choice(sorted(map(sorted, slow.sets)))
    event = thought.choice(["less", "less", "more", "more", *(["kept", "lost"] if some else [])])
    if event == "less" and some:
        knowledge.know_one_less(possible, seat)
        slow.one_less()
    elif event == "more" and len(some) < OWN:
        knowledge.know_one_more(possible, seat, first_bits(knowledge.OWN))
        slow.one_more()
    elif event == "kept":
        seen = frozenset(thought.sample(some, thought.randint(1, len(some))))
        knowledge.know_kept(possible, seat, bits(seen))
        slow.kept(seen)
    elif event == "lost":
        seen = frozenset(thought.sample(some, thought.randint(1, len(some))))
        knowledge.know_lost(possible, seat, bits(seen))
        slow.lost(seen)


@pytest.mark.parametrize("seed", range(3 if IS_PLAIN else 40))
def test_whatever_happens_the_possible_sets_are_these(seed: int) -> None:
    thought, possible = random.Random(seed), np.zeros(SEATS * WORDS, np.uint64)
    slow = []
    for seat in range(SEATS):
        cards = frozenset(thought.sample(range(OWN), thought.randint(0, OWN)))
        knowledge.know_only(possible, seat, bits(cards))
        slow.append(Slow(cards))
    for _ in range(25):
        seat = thought.randrange(SEATS)
        learn(possible, seat, slow[seat], thought)
        for other in range(SEATS):
            assert sets_of(possible, other) == slow[other].sets
            kept, lost = bits(slow[other].sure_to_keep()), bits(slow[other].sure_to_have_lost())
            assert knowledge.certain(possible, other) == (kept, lost)


@pytest.mark.parametrize("card", range(OWN))
def test_each_card_is_told_from_the_others(card: int) -> None:
    """From every set of four: one that is kept, one that is lost, one that comes and one that goes."""
    every_four = {frozenset(cards) for cards in combinations(range(OWN), 4)}
    possible, start = np.zeros(SEATS * WORDS, np.uint64), np.zeros(SEATS * WORDS, np.uint64)
    for cards in every_four:
        number = int(bits(cards))
        start[WORDS + number // 64] |= U(1 << number % 64)
    possible[:] = start
    knowledge.know_kept(possible, 1, bits(frozenset({card})))
    assert sets_of(possible, 1) == {cards for cards in every_four if card in cards}
    assert knowledge.certain(possible, 1) == (bits(frozenset({card})), U(0))
    possible[:] = start
    knowledge.know_lost(possible, 1, bits(frozenset({card})))
    assert sets_of(possible, 1) == {cards - {card} for cards in every_four if card in cards}
    assert knowledge.certain(possible, 1) == (U(0), bits(frozenset({card})))
    knowledge.know_one_more(possible, 1, first_bits(knowledge.OWN))
    assert sets_of(possible, 1) == every_four
    assert not possible[:WORDS].any()
    assert not possible[2 * WORDS :].any()


@pytest.mark.parametrize("number", range(0, 2**OWN, 97))
def test_a_known_set_is_known_and_forgets_all_before(number: int) -> None:
    possible = np.full(SEATS * WORDS, 2**64 - 1, np.uint64)
    knowledge.know_only(possible, 2, U(number))
    assert sets_of(possible, 2) == {cards_of(number)}
    assert len(sets_of(possible, 1)) == 2**OWN
    assert knowledge.certain(possible, 2) == (U(number), U(2**OWN - 1 - number))
