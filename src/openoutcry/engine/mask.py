"""Which actions are legal: a bit for every action of the game, in a record of 64-bit words."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, U, index, nth, size
from openoutcry.engine.chance import DICE, Chance, below
from openoutcry.engine.compiled import inlined
from openoutcry.engine.record import Row


class Mask:
    """The words of a mask, as the rules see them."""

    words: Annotated[Row[np.uint64], ...]


def mask_type(words: int) -> np.dtype[Any]:
    """The NumPy type of a mask of so many words."""
    return np.dtype((np.record, np.dtype([("words", "u8", (words,))], align=True)))


@inlined
def clear(mask: Mask) -> None:
    """Nothing is legal."""
    for word in range(len(mask.words)):
        mask.words[word] = NOTHING


@inlined
def allow(mask: Mask, first: int, choices: np.uint64) -> None:
    """For each member n of the set, action first + n is legal."""
    word, shift = first >> 6, U(first & 63)
    mask.words[word] |= choices << shift
    rest = (choices >> ONE) >> (U(63) - shift)
    if rest != NOTHING:
        mask.words[word + 1] |= rest


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
    word = 0
    here = size(mask.words[0])
    while number >= here:
        number -= here
        word += 1
        here = size(mask.words[word])
    return word * 64 + index(nth(mask.words[word], number))


@inlined
def any_action(mask: Mask, thought: Chance) -> int:
    """A legal action, all equally likely; where there is no choice nothing is drawn."""
    legal = count(mask)
    return nth_action(mask, below(thought, DICE, legal) if legal > 1 else 0)


def actions_of(mask: Any) -> list[int]:
    """The numbers of all legal actions."""
    bits = int.from_bytes(mask.words.astype("<u8").tobytes(), "little")
    return [number for number in range(bits.bit_length()) if bits >> number & 1]
