"""§1.4 What all may know of a player's cards: every set of cards that the player may keep, given all that was seen.

A player owns ten cards, so the sets are 1,024, and which of them are possible is as many bits, sixteen words per seat:
set number n has card c of the ten if bit c of n is set. Taking a card out of every set, or putting one in, moves bits;
no list is ever made.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from openoutcry.engine.bits import EVERY_BYTE, EVERYTHING, NOTHING, ONE, U, first_bits, has, index, nth, size
from openoutcry.engine.chance import DECK, Chance, below
from openoutcry.engine.compiled import inlined, rule

OWN = 10
WORDS = 2**OWN // 64
WITHIN = 6
"""The first six cards tell sets apart within a word, the others tell words apart."""
CONTAINS = np.array([sum(1 << n for n in range(64) if n >> card & 1) for card in range(WITHIN)], np.uint64)
CONTAIN_ALL = np.array([sum(1 << n for n in range(64) if n & some == some) for some in range(64)], np.uint64)
"""The sets of a word that have all of some of the first cards, by the number of the set of these cards."""
WITH_ALL = np.array([[EVERYTHING * (word & some == some) for word in range(WORDS)] for some in range(WORDS)])
WITH_NONE = np.array([[EVERYTHING * (word & some == 0) for word in range(WORDS)] for some in range(WORDS)])
"""For each set of the other cards the words whose sets have all of these cards, or none: words are told apart by tables
because a table takes no guess of the processor.
"""
IN_ALL_AND_NONE = np.array(
    [
        sum(
            1 << digit + 32 * is_absent
            for digit in range(3)
            for is_absent in (0, 1)
            if not any((number >> digit & 1) == is_absent for number in range(8) if numbers >> number & 1)
        )
        for numbers in range(256)
    ],
    np.uint64,
)
"""For each set of numbers below eight the binary digits that all of them have, and 32 bits on those that none has."""


@rule
def know_only(possible: Any, seat: int, cards: np.uint64) -> None:
    """The player keeps these cards, for certain."""
    for word in range(WORDS):
        possible[seat * WORDS + word] = NOTHING
    possible[seat * WORDS + np.int64(cards >> U(WITHIN))] = ONE << (cards & U(63))


@rule
def know_kept(possible: Any, seat: int, cards: np.uint64) -> None:
    """The player keeps these cards."""
    first, last = cards & U(63), cards >> U(WITHIN)
    for word in range(WORDS):
        possible[seat * WORDS + word] &= CONTAIN_ALL[first] & WITH_ALL[last, word]


@rule
def know_lost(possible: Any, seat: int, cards: np.uint64) -> None:
    """The player kept these cards and has lost them."""
    first, last = cards & U(63), cards >> U(WITHIN)
    for word in range(WORDS):
        before = possible[seat * WORDS + (word | np.int64(last))] & CONTAIN_ALL[first] & WITH_NONE[last, word]
        possible[seat * WORDS + word] = before >> first


@rule
def know_one_less(possible: Any, seat: int) -> None:
    """The player has lost one card, and nobody saw which."""
    for word in range(WORDS):
        here = seat * WORDS + word
        before, after = possible[here], NOTHING
        for card in range(WITHIN):
            after |= (before & CONTAINS[card]) >> (ONE << U(card))
        for card in range(OWN - WITHIN):
            if not word >> card & 1:
                after |= possible[here + (1 << card)]
        possible[here] = after


@rule
def know_one_more(possible: Any, seat: int, pack: np.uint64) -> None:
    """The player has got back one card of the pack, and nobody saw which."""
    for back in range(WORDS):
        word = WORDS - 1 - back
        here = seat * WORDS + word
        before, after = possible[here], NOTHING
        for card in range(WITHIN):
            if has(pack, card):
                after |= (before & ~CONTAINS[card]) << (ONE << U(card))
        for card in range(OWN - WITHIN):
            if word >> card & 1 and has(pack, WITHIN + card):
                after |= possible[U(here - (1 << card))]
        possible[here] = after


@rule
def certain(possible: Any, seat: int) -> tuple[np.uint64, np.uint64]:
    """The cards that are in every possible set, and those that are in none."""
    within, words = some_sets(possible, seat)
    first, second = IN_ALL_AND_NONE[places_in_bytes(within)], IN_ALL_AND_NONE[bytes_with_some(within)]
    third, last = IN_ALL_AND_NONE[places_in_bytes(words)], IN_ALL_AND_NONE[bytes_with_some(words)]
    both = first | second << U(3) | third << U(6) | last << U(9)
    return both & first_bits(OWN), both >> U(32) & first_bits(OWN)


@inlined
def places_in_bytes(numbers: np.uint64) -> np.uint64:
    """The last three digits of some numbers below 64, as a set of numbers below eight."""
    numbers |= numbers >> U(32)
    numbers |= numbers >> U(16)
    return (numbers | numbers >> U(8)) & U(255)


@inlined
def bytes_with_some(numbers: np.uint64) -> np.uint64:
    """The digits before them likewise: one bit for each byte, gathered in the first."""
    numbers |= numbers >> U(4)
    numbers |= numbers >> U(2)
    numbers = (numbers | numbers >> U(1)) & EVERY_BYTE
    numbers |= numbers >> U(7)
    numbers |= numbers >> U(14)
    return (numbers | numbers >> U(28)) & U(255)


@inlined
def some_sets(possible: Any, seat: int) -> tuple[np.uint64, np.uint64]:
    """Of the first cards every set that is possible with some of the others; of the others every set that is possible
    with some of the first ones. The latter are numbered as the words are.
    """
    within = words = NOTHING
    for word in range(WORDS):
        left = possible[seat * WORDS + word]
        within |= left
        words |= U(left != NOTHING) << U(word)
    return within, words


@rule
def sets_with(possible: Any, seat: int, card: int) -> int:
    """How many of the possible sets have a card."""
    count = 0
    for word in range(WORDS):
        if card < WITHIN:
            count += size(possible[seat * WORDS + word] & CONTAINS[card])
        elif word >> (card - WITHIN) & 1:
            count += size(possible[seat * WORDS + word])
    return count


@rule
def any_possible(possible: Any, seat: int, chance: Chance) -> np.uint64:
    """One of the possible sets, all equally likely."""
    count = 0
    for word in range(WORDS):
        count += size(possible[seat * WORDS + word])
    number = below(chance, DECK, count)
    word = 0
    while number >= size(possible[seat * WORDS + word]):
        number -= size(possible[seat * WORDS + word])
        word += 1
    return U(word * 64 + index(nth(possible[seat * WORDS + word], number)))
