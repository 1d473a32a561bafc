"""Sets as 64 bits: every function means the same compiled (LLVM's own instructions) and in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from openoutcry.engine.compiled import IS_PLAIN, rule

U = np.uint64
NOTHING = U(0)
ONE = U(1)
EVERYTHING = U(0xFFFF_FFFF_FFFF_FFFF)

if IS_PLAIN:

    def size(members: np.uint64) -> int:
        """How many members a set has."""
        return int(members).bit_count()

    def index(member: np.uint64) -> int:
        """The number of a set's lowest member; the set is not empty."""
        return (int(member) & -int(member)).bit_length() - 1

    def add32(a: np.uint32, b: np.uint32) -> np.uint32:
        """The sum of two 32-bit words, modulo 2^32."""
        return np.uint32((int(a) + int(b)) & 0xFFFF_FFFF)

    def turn32(word: np.uint32, places: int) -> np.uint32:
        """A 32-bit word turned left."""
        whole = int(word) << places
        return np.uint32((whole | (whole >> 32)) & 0xFFFF_FFFF)

else:

    @intrinsic
    def size(_typing: Any, members: Any) -> Any:
        """How many members a set has."""

        def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), codegen

    @intrinsic
    def index(_typing: Any, member: Any) -> Any:
        """The number of a set's lowest member; the set is not empty."""

        def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), codegen

    @intrinsic
    def add32(_typing: Any, a: Any, b: Any) -> Any:
        """The sum of two 32-bit words, modulo 2^32."""

        def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.add(args[0], args[1])

        return types.uint32(types.uint32, types.uint32), codegen

    @intrinsic
    def turn32(_typing: Any, word: Any, places: Any) -> Any:
        """A 32-bit word turned left."""

        def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            left = builder.trunc(args[1], ir.IntType(32))
            right = builder.sub(ir.Constant(ir.IntType(32), 32), left)
            return builder.or_(builder.shl(args[0], left), builder.lshr(args[0], right))

        return types.uint32(types.uint32, types.int64), codegen


@rule
def bit(number: int) -> np.uint64:
    """The set with one member, by number."""
    return ONE << U(number)


@rule
def has(members: np.uint64, number: int) -> bool:
    """Whether a set has the member of that number."""
    return bool((members >> U(number)) & ONE)


@rule
def first_bits(count: int) -> np.uint64:
    """The set of the members 0 to count - 1; count is below 64."""
    return (ONE << U(count)) - ONE


@rule
def lowest(members: np.uint64) -> np.uint64:
    """The set of a set's lowest member; the set is not empty."""
    return members & (~members + ONE)


@rule
def nth(members: np.uint64, number: int) -> np.uint64:
    """The set of a set's member number n, counted from the lowest; the set has more than n members."""
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        below = size((members >> U(place)) & first_bits(width))
        if number >= below:
            number -= below
            place += width
    return bit(place)
