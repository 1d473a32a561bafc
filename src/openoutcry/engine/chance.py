"""Chance lives outside the state: a 256-bit key and, for each stream, how many words were drawn. The words are
ChaCha8's.

Two tables with one key get the same cards and the same dice, however their players play: each stream has a nonce of its
own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic

from openoutcry.engine.bits import U, index, nth, size
from openoutcry.engine.by_type import pick_by_type
from openoutcry.engine.compiled import IS_PLAIN, inlined, rule, type_of
from openoutcry.engine.mistakes import Reason, quoted
from openoutcry.engine.record import Kind, Row, T, record_type

STREAMS = 3
DECK, DICE, TIES = range(STREAMS)
BLOCK = 16
KEY_SIZE = 32
MOST_SEED = 2**64 - 1
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


CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)

if IS_PLAIN:

    def _block(words: Row[Any], place: int, key: Row[Any], counter: np.uint64, nonce: np.uint64, rounds: int) -> None:
        tail = (int(counter) & 0xFFFF_FFFF, int(counter) >> 32, int(nonce) & 0xFFFF_FFFF, int(nonce) >> 32)
        before = [*CONSTANTS, *(int(key[number]) for number in range(8)), *tail]
        w = list(before)
        for _ in range(rounds // 2):
            for column in range(4):
                _quarter(w, column, column + 4, column + 8, column + 12)
            for column in range(4):
                _quarter(w, column, (column + 1) % 4 + 4, (column + 2) % 4 + 8, (column + 3) % 4 + 12)
        for number in range(BLOCK):
            words[place + number] = (w[number] + before[number]) & 0xFFFF_FFFF

    def _quarter(w: list[int], a: int, b: int, c: int, d: int) -> None:
        """ChaCha's quarter round."""
        for first, second, third, places in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            w[first] = (w[first] + w[second]) & 0xFFFF_FFFF
            turned = (w[third] ^ w[first]) << places
            w[third] = (turned | turned >> 32) & 0xFFFF_FFFF

else:
    FOUR = ir.VectorType(ir.IntType(32), 4)
    """A row of the cipher's square: the four quarter rounds of a round go side by side."""
    PORTABLE = "generic"
    """The processor that code for a page is compiled for: there the cipher stands once, and not wherever a card is
    drawn.
    """

    @intrinsic
    def _block(_typing: Any, words: Any, place: Any, key: Any, counter: Any, nonce: Any, rounds: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if vars(config)["CPU_NAME"] == PORTABLE:
                builder.function.attributes.add("noinline")
            words, place, key, counter, nonce, rounds = args
            keys = _rows_at(builder, context.make_array(signature.args[2])(context, builder, key).data)
            given = [
                ir.Constant(FOUR, CONSTANTS),
                _load(builder, keys, 0),
                _load(builder, keys, 1),
                _tail(builder, counter, nonce),
            ]
            room: Any = cgutils.alloca_once_value
            rows = [room(builder, row) for row in given]
            with cgutils.for_range(builder, builder.lshr(rounds, ir.Constant(rounds.type, 1))):
                _double_round(builder, rows)
            out = builder.gep(context.make_array(signature.args[0])(context, builder, words).data, [place])
            for number, (row, first) in enumerate(zip(rows, given, strict=True)):
                target = builder.gep(_rows_at(builder, out), [ir.Constant(ir.IntType(32), number)])
                builder.store(builder.add(builder.load(row), first), target).align = 4
            return context.get_dummy_value()

        return types.void(words, types.int64, key, types.uint64, types.uint64, types.int64), codegen

    def _rows_at(builder: Any, pointer: Any) -> Any:
        return builder.bitcast(pointer, FOUR.as_pointer())

    def _load(builder: Any, rows: Any, number: int) -> Any:
        row = builder.load(builder.gep(rows, [ir.Constant(ir.IntType(32), number)]))
        row.align = 4
        return row

    def _tail(builder: Any, counter: Any, nonce: Any) -> Any:
        """The last row: the counter and the nonce, the low half first."""
        row = ir.Constant(FOUR, ir.Undefined)
        for number, (word, shift) in enumerate(((counter, 0), (counter, 32), (nonce, 0), (nonce, 32))):
            half = builder.trunc(builder.lshr(word, ir.Constant(word.type, shift)), ir.IntType(32))
            row = builder.insert_element(row, half, ir.Constant(ir.IntType(32), number))
        return row

    def _double_round(builder: Any, rows: list[Any]) -> None:
        """The columns, then, each row turned by one place more than the one above, the diagonals."""
        for turns in ((1, 2, 3), (3, 2, 1)):
            a, b, c, d = _quarters(builder, *(builder.load(row) for row in rows))
            after = [a, *(_shuffled(builder, row, places) for row, places in zip((b, c, d), turns, strict=True))]
            for row, value in zip(rows, after, strict=True):
                builder.store(value, row)

    def _quarters(builder: Any, a: Any, b: Any, c: Any, d: Any) -> tuple[Any, Any, Any, Any]:
        """ChaCha's quarter round, four at a time."""
        a = builder.add(a, b)
        d = _turned(builder, builder.xor(d, a), 16)
        c = builder.add(c, d)
        b = _turned(builder, builder.xor(b, c), 12)
        a = builder.add(a, b)
        d = _turned(builder, builder.xor(d, a), 8)
        c = builder.add(c, d)
        b = _turned(builder, builder.xor(b, c), 7)
        return a, b, c, d

    def _turned(builder: Any, row: Any, places: int) -> Any:
        left, right = ir.Constant(FOUR, [places] * 4), ir.Constant(FOUR, [32 - places] * 4)
        return builder.or_(builder.shl(row, left), builder.lshr(row, right))

    def _shuffled(builder: Any, row: Any, places: int) -> Any:
        order = ir.Constant(FOUR, [(number + places) % 4 for number in range(4)])
        return builder.shuffle_vector(row, ir.Constant(FOUR, ir.Undefined), order)


@rule
def block(words: Row[Any], place: int, key: Row[Any], counter: np.uint64, nonce: np.uint64, rounds: int) -> None:
    """Write one ChaCha block of sixteen words, beginning at words[place]."""
    _block(words, place, key, counter, nonce, rounds)


@inlined
def next_word(chance: Chance, stream: int) -> np.uint64:
    """The next 32 random bits of a stream."""
    drawn = chance.drawn[stream]
    place = drawn & (BLOCK - 1)
    if place == 0:
        block(chance.blocks, stream * BLOCK, chance.key, U(drawn // BLOCK), U(stream), ROUNDS)
    chance.drawn[stream] = drawn + 1
    return U(chance.blocks[stream * BLOCK + place])


@inlined
def keyed_below(chance: Chance, stream: int, count: int) -> int:
    """Lemire's way: a short last interval is drawn again."""
    product = next_word(chance, stream) * U(count)
    if product & LOW_WORD < U(count):
        short = (U(0x1_0000_0000) - U(count)) % U(count)
        while product & LOW_WORD < short:
            product = next_word(chance, stream) * U(count)
    return np.int64(product >> U(32))  # type: ignore[return-value]


@inlined
def unnoticed(chance: Chance, thing: int) -> None:
    """Nobody asks what came of a number that a key gave."""


class Source(NamedTuple):
    """Where a kind of chance has its numbers from, and who is told what came of them."""

    below: Callable[[Any, int, int], int]
    came: Callable[[Any, int], None]


_SOURCES: dict[Any, Source] = {}
"""The source of a chance record's type, as compiled code knows it, and as NumPy does."""


def add_source(kind: np.dtype[Any], source: Source) -> None:
    """Let rules draw from records of another type."""
    _SOURCES[type_of(kind)] = _SOURCES[kind] = source


add_source(CHANCE, Source(keyed_below, unnoticed))


def below(chance: Any, stream: int, count: int) -> int:
    """A whole number from 0 to count - 1, all exactly equally likely. The type of the chance picks where it is from."""
    return _SOURCES[chance.dtype].below(chance, stream, count)


def came(chance: Any, thing: int) -> None:
    """Say what came of the number that was drawn last, such as a card by its number: numbers that give the same thing
    are alike.
    """
    _SOURCES[chance.dtype].came(chance, thing)


pick_by_type(below, lambda kind: _SOURCES[kind].below)
pick_by_type(came, lambda kind: _SOURCES[kind].came)


@inlined
def draw(chance: Chance, bag: np.uint64) -> np.uint64:
    """One card of the bag, all equally likely. The bag has no order: the future does not exist until it is drawn."""
    card = nth(bag, below(chance, DECK, size(bag)))
    came(chance, index(card))
    return card


@inlined
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
    if not isinstance(key, bytes):
        raise Reason("key_no_bytes", size=KEY_SIZE, key=quoted(key))
    if len(key) != KEY_SIZE:
        raise Reason("key_of_other_size", size=KEY_SIZE, found=len(key))
    chance = np.zeros(1, CHANCE)[0]
    chance.key[:] = np.frombuffer(key, "<u4")
    return chance


def key_of_seed(seed: int) -> bytes:
    """The key that stands for a whole number, for play that should be repeatable rather than secret.

    >>> key_of_seed(-1)
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Reason: a seed is a whole number from 0 to 18446744073709551615, not -1
    """
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= int(seed) <= MOST_SEED:
        raise Reason("no_seed", most=MOST_SEED, seed=quoted(seed))
    return hashlib.sha256(b"open outcry seed %d" % seed).digest()
