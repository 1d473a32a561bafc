"""Drawing on a GPU, by other ways to the same words: which is the quickest depends on what 32 threads do at once.

Natively a block of sixteen words is made when the first of them is drawn. On a GPU the threads of a warp wait for
whichever of them needs a block, at each place in the code where something is drawn.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numba.extending import intrinsic

from openoutcry.engine import chance as chances
from openoutcry.engine.bits import U
from openoutcry.engine.chance import BLOCK, ROUNDS, STREAMS, TIES, Chance, Eight, Streams, Word32, block
from openoutcry.engine.compiled import IS_PLAIN, inlined, rule
from openoutcry.engine.record import Kind, Row, T, record_type

KEPT = 2 * BLOCK
"""So many words of a stream are kept where they are made ahead: while one block is used, the next is made."""

Long = Annotated[int, Kind("i8")]
Ahead = Annotated[Row[T], STREAMS * KEPT]


class AheadChance(Chance):
    """The key, how many words each stream has given, how many are made, and the last two blocks of each stream."""

    key: Eight[Word32]
    drawn: Streams[Long]
    ready: Streams[Long]
    blocks: Ahead[Word32]


AHEAD = record_type(AheadChance)

if IS_PLAIN:
    standing_block = chances._block

else:

    @intrinsic
    def standing_block(typing: Any, words: Any, place: Any, key: Any, counter: Any, nonce: Any, rounds: Any) -> Any:
        """The cipher, in a function that stands once and is called wherever a card is drawn."""
        written: Any = chances._block
        signature, write = written._defn(typing, words, place, key, counter, nonce, rounds)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.function.attributes.add("noinline")
            return write(context, builder, signature, args)

        return signature, codegen


@rule
def make_block(chance: AheadChance, stream: int) -> None:
    """Make the next sixteen words of a stream; the sixteen before stay."""
    ready = chance.ready[stream]
    block(chance.blocks, stream * KEPT + ready % KEPT, chance.key, U(ready // BLOCK), U(stream), ROUNDS)
    chance.ready[stream] = ready + BLOCK


@inlined
def next_word(chance: AheadChance, stream: int) -> np.uint64:
    """The next 32 random bits of a stream; where none were made ahead, they are made now."""
    drawn = chance.drawn[stream]
    if drawn == chance.ready[stream]:
        make_block(chance, stream)
    chance.drawn[stream] = drawn + 1
    return U(chance.blocks[stream * KEPT + drawn % KEPT])


@rule
def rekey(chance: AheadChance, master: Chance, nonce: np.uint64, number: int) -> None:
    """Begin chance anew with the key of that number under a master key."""
    block(chance.blocks, 0, master.key, U(number), nonce, ROUNDS)
    for i in range(8):
        chance.key[i] = chance.blocks[i]
    for stream in range(STREAMS):
        chance.drawn[stream] = 0
        chance.ready[stream] = 0


@rule
def make_ahead(chance: AheadChance, first: int, end: int) -> None:
    """Make a block for each of some streams that has less than one left; for ties only where there were some."""
    for stream in range(first, end):
        ready = chance.ready[stream]
        if ready - chance.drawn[stream] < BLOCK and (ready > 0 or stream != TIES):
            make_block(chance, stream)


INSTEAD = {chances.next_word: next_word, chances.rekey: rekey}
"""What stands in for what, where words are made ahead."""
STANDING = {chances._block: standing_block}
"""What stands in for what, where there is one copy of the cipher."""
