"""Which actions are legal: a bit for every action of the game, in a record of 64-bit words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Annotated, Any

import numpy as np

from openoutcry.engine.bits import EVERYTHING, NOTHING, ONE, U, first_bits, index, nth, size
from openoutcry.engine.chance import DICE, Chance, below
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.record import RECORD, Row

FEW_WORDS = 4
"""Of so many words all are counted rather than guessed which one it is: a wrong guess costs more."""


class Mask:
    """The words of a mask, as the rules see them."""

    words: Annotated[Row[np.uint64], ...]


def mask_type(words: int) -> np.dtype[Any]:
    """The NumPy type of a mask of so many words."""
    return np.dtype((RECORD, np.dtype([("words", "u8", (words,))], align=True)))


@inlined
def clear(mask: Mask) -> None:
    """Nothing is legal."""
    for word in range(len(mask.words)):
        mask.words[word] = NOTHING


@inlined
def copy(mask: Mask, other: Mask) -> None:
    """The same is legal as by another mask."""
    for word in range(len(mask.words)):
        mask.words[word] = other.words[word]


@inlined
def allow(mask: Mask, first: int, choices: np.uint64) -> None:
    """For each member n of the set, action first + n is legal."""
    word, shift = first >> 6, U(first & 63)
    mask.words[word] |= choices << shift
    if word + 1 < len(mask.words):
        mask.words[word + 1] |= (choices >> ONE) >> (U(63) - shift)


@inlined
def forbid(mask: Mask, action: int) -> None:
    """An action is legal no more."""
    mask.words[action >> 6] &= ~(ONE << U(action & 63))


@inlined
def is_allowed(mask: Mask, action: int) -> bool:
    """Whether an action is legal by the mask."""
    return bool((mask.words[action >> 6] >> U(action & 63)) & ONE)


@inlined
def count(mask: Mask) -> int:
    """How many actions are legal."""
    total = 0
    for word in range(len(mask.words)):
        total += size(mask.words[word])
    return total


@inlined
def nth_action(mask: Mask, number: int) -> int:
    """The legal action number n, counted from the lowest; the mask has more than n."""
    if len(mask.words) > FEW_WORDS:
        word, here = 0, size(mask.words[0])
        while number >= here:
            number -= here
            word += 1
            here = size(mask.words[word])
        return word * 64 + index(nth(mask.words[word], number))
    word, below_it, so_far = 0, 0, 0
    for place in range(len(mask.words) - 1):
        so_far += size(mask.words[place])
        is_beyond = number >= so_far
        word += is_beyond
        below_it = so_far if is_beyond else below_it
    return word * 64 + index(nth(mask.words[word], number - below_it))


@inlined
def any_action(mask: Mask, thought: Chance) -> int:
    """A legal action, all equally likely; where there is no choice nothing is drawn."""
    legal = count(mask)
    return nth_action(mask, below(thought, DICE, legal) if legal > 1 else 0)


@inlined
def any_of_first(mask: Mask, thought: Chance) -> int:
    """A legal action, all equally likely, where all that is legal is among the first 128 actions."""
    here = size(mask.words[0])
    legal = here + size(mask.words[1])
    number = below(thought, DICE, legal) if legal > 1 else 0
    if number < here:
        return index(nth(mask.words[0], number))
    return 64 + index(nth(mask.words[1], number - here))


def any_of_a_kind(firsts: Sequence[int]) -> Callable[[Mask, Chance], int]:
    """What takes a legal action: first one of the kinds that are legal, all equally likely, then one of that kind.

    `firsts` has the first action of each kind, and after the last the number of all actions. Where one kind has
    hundreds of actions, as offers have, it is not chosen hundreds of times as often as another.
    """
    kinds_in = _either([_kind(kind, *ends) for kind, ends in enumerate(pairwise(firsts))])
    begins = np.array(firsts)

    @rule
    def any_of_a_kind(mask: Mask, thought: Chance) -> int:
        kinds = kinds_in(mask)
        wanted = below(thought, DICE, size(kinds)) if kinds & (kinds - ONE) else 0
        kind = index(nth(kinds, wanted))
        legal = count_between(mask, begins[kind], begins[kind + 1])
        return nth_from(mask, begins[kind], below(thought, DICE, legal) if legal > 1 else 0)

    return any_of_a_kind


def _kind(kind: int, first: int, end: int) -> Callable[[Mask], np.uint64]:
    """What gives a kind, as a set, if one of the actions first … end - 1 is legal: it knows which bits to look at."""
    first_word, last_word = first >> 6, (end - 1) >> 6
    head, tail = EVERYTHING << U(first & 63), EVERYTHING >> U(63 - ((end - 1) & 63))

    def kind_in(mask: Mask) -> np.uint64:
        legal = NOTHING
        for word in range(first_word, last_word + 1):
            members = mask.words[word]
            if word == first_word:
                members &= head
            if word == last_word:
                members &= tail
            legal |= members
        return U(legal != NOTHING) << U(kind)

    return inlined(kind_in)


def _either(finds: Sequence[Callable[[Mask], np.uint64]]) -> Callable[[Mask], np.uint64]:
    """What finds all of them: the first half and the other one, so that calls are never many deep."""
    if len(finds) == 1:
        return finds[0]
    half = len(finds) // 2
    first, second = _either(finds[:half]), _either(finds[half:])

    def both(mask: Mask) -> np.uint64:
        return first(mask) | second(mask)

    return inlined(both)


@inlined
def nth_from(mask: Mask, first: int, number: int) -> int:
    """The legal action number n, counted from one on; from there on the mask has more than n."""
    word = first >> 6
    members = mask.words[word] & ~first_bits(first & 63)
    while number >= size(members):
        number -= size(members)
        word += 1
        members = mask.words[word]
    return word * 64 + index(nth(members, number))


@inlined
def count_between(mask: Mask, first: int, end: int) -> int:
    """How many of the actions first … end - 1 are legal."""
    total = 0
    for word in range(first >> 6, (end + 63) >> 6):
        members = mask.words[word]
        if word == first >> 6:
            members &= ~first_bits(first & 63)
        if word == end >> 6:
            members &= first_bits(end & 63)
        total += size(members)
    return total


def actions_of(mask: Any) -> list[int]:
    """The numbers of all legal actions."""
    found: list[int] = np.flatnonzero(np.unpackbits(np.frombuffer(mask, np.uint8), bitorder="little")).tolist()
    return found
