"""Chance lives outside the state: a 256-bit key and, for each stream, how many words were drawn. The words are ChaCha8's.

Two tables with one key get the same cards and the same dice, however their players play: each stream has a nonce of its own.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

import numpy as np

from openoutcry.engine.bits import U, add32, nth, size, turn32
from openoutcry.engine.compiled import rule
from openoutcry.engine.record import Kind, Row, T, record_type

STREAMS = 3
DECK, DICE, TIES = range(STREAMS)
BLOCK = 16
ROUNDS = 8
LOW_WORD = U(0xFFFF_FFFF)
GAME_KEYS, BOT_KEYS = U(0x73656D6167), U(0x73746F62)
"""Nonces under which a key gives the keys of many games, and of the bots that play them."""

Eight = Annotated[Row[T], 8]
Streams = Annotated[Row[T], STREAMS]
Blocks = Annotated[Row[T], STREAMS * BLOCK]
Word32 = Annotated[Any, Kind("u4")]


class Chance:
    """The key, how many words each stream has given, and the block each stream is in."""

    key: Eight[Word32]
    drawn: Streams[Annotated[int, Kind("i8")]]
    blocks: Blocks[Word32]


CHANCE = record_type(Chance)


@rule
def block(words: Row[Any], place: int, key: Row[Any], counter: np.uint64, nonce: np.uint64, rounds: int) -> None:
    """Write one ChaCha block of sixteen words, beginning at words[place]."""
    a0, a1, a2, a3 = np.uint32(0x61707865), np.uint32(0x3320646E), np.uint32(0x79622D32), np.uint32(0x6B206574)
    b0, b1, b2, b3, c0, c1, c2, c3 = key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7]
    d0, d1 = np.uint32(counter & LOW_WORD), np.uint32(counter >> U(32))
    d2, d3 = np.uint32(nonce & LOW_WORD), np.uint32(nonce >> U(32))
    t0, t1, t2, t3 = d0, d1, d2, d3
    for _ in range(rounds // 2):
        a0, b0, c0, d0 = quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter(a3, b0, c1, d2)
    words[place] = add32(a0, np.uint32(0x61707865))
    words[place + 1] = add32(a1, np.uint32(0x3320646E))
    words[place + 2] = add32(a2, np.uint32(0x79622D32))
    words[place + 3] = add32(a3, np.uint32(0x6B206574))
    words[place + 4] = add32(b0, key[0])
    words[place + 5] = add32(b1, key[1])
    words[place + 6] = add32(b2, key[2])
    words[place + 7] = add32(b3, key[3])
    words[place + 8] = add32(c0, key[4])
    words[place + 9] = add32(c1, key[5])
    words[place + 10] = add32(c2, key[6])
    words[place + 11] = add32(c3, key[7])
    words[place + 12] = add32(d0, t0)
    words[place + 13] = add32(d1, t1)
    words[place + 14] = add32(d2, t2)
    words[place + 15] = add32(d3, t3)


@rule
def quarter(a: Any, b: Any, c: Any, d: Any) -> tuple[Any, Any, Any, Any]:
    """ChaCha's quarter round."""
    a = add32(a, b)
    d = turn32(d ^ a, 16)
    c = add32(c, d)
    b = turn32(b ^ c, 12)
    a = add32(a, b)
    d = turn32(d ^ a, 8)
    c = add32(c, d)
    b = turn32(b ^ c, 7)
    return a, b, c, d


@rule
def next_word(chance: Chance, stream: int) -> np.uint64:
    """The next 32 random bits of a stream."""
    drawn = chance.drawn[stream]
    place = stream * BLOCK + drawn % BLOCK
    if drawn % BLOCK == 0:
        block(chance.blocks, stream * BLOCK, chance.key, U(drawn // BLOCK), U(stream), ROUNDS)
    chance.drawn[stream] = drawn + 1
    return U(chance.blocks[place])


@rule
def below(chance: Chance, stream: int, count: int) -> int:
    """A whole number from 0 to count - 1, all exactly equally likely (Lemire's way: a short last interval is drawn again)."""
    product = next_word(chance, stream) * U(count)
    if product & LOW_WORD < U(count):
        short = (U(0x1_0000_0000) - U(count)) % U(count)
        while product & LOW_WORD < short:
            product = next_word(chance, stream) * U(count)
    return np.int64(product >> U(32))  # type: ignore[return-value]


@rule
def draw(chance: Chance, bag: np.uint64) -> np.uint64:
    """One card of the bag, all equally likely. The bag has no order: the future does not exist until it is drawn."""
    return nth(bag, below(chance, DECK, size(bag)))


@rule
def roll(chance: Chance, sides: int) -> int:
    """A die of that many sides: 1 to sides."""
    return below(chance, DICE, sides) + 1


@rule
def rekey(chance: Chance, master: Chance, nonce: np.uint64, number: int) -> None:
    """Begin chance anew with the key of that number under a master key."""
    block(chance.blocks, 0, master.key, U(number), nonce, ROUNDS)
    for i in range(8):
        chance.key[i] = chance.blocks[i]
    for stream in range(STREAMS):
        chance.drawn[stream] = 0


def new_chance(key: bytes) -> Any:
    """A chance record at the beginning of its streams."""
    if len(key) != 32:
        raise ValueError(f"a key has 32 bytes, this one has {len(key)}")
    chance = np.zeros(1, CHANCE)[0]
    chance.key[:] = np.frombuffer(key, "<u4")
    return chance


def key_of_seed(seed: int) -> bytes:
    """The key that stands for a whole number, for play that should be repeatable rather than secret."""
    return hashlib.sha256(b"open outcry seed %d" % seed).digest()
