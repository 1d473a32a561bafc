"""Sets as 64 bits: every function means the same compiled (LLVM's own instructions) and in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from openoutcry.engine.compiled import IS_PLAIN, inlined

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

    def highest(members: np.uint64) -> int:
        """The number of a set's highest member; the set is not empty."""
        return int(members).bit_length() - 1

    def spread(members: np.uint64) -> np.uint64:
        """The first eight bits as eight bytes, each 0 or 1."""
        return _spread_by_product(members)

    def spread_into(words: Any, place: int, members: np.uint64) -> None:
        """All 64 bits as bytes, each 0 or 1, written to eight words from a place on."""
        for eight in range(8):
            words[place + eight] = _spread_by_product(members >> U(8 * eight))

    def _nth(members: np.uint64, number: int) -> np.uint64:
        left = int(members)
        for _ in range(number):
            left &= left - 1
        return U(left & -left)

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
    def highest(_typing: Any, members: Any) -> Any:
        """The number of a set's highest member; the set is not empty."""

        def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            zeros_above = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
            return builder.sub(ir.Constant(ir.IntType(64), 63), zeros_above)

        return types.int64(types.uint64), codegen

    @intrinsic
    def _nth(_typing: Any, members: Any, number: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if not _has_quick_deposit(context):
                return context.compile_internal(builder, _nth_by_bytes, signature, args)
            word = ir.IntType(64)
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
            return builder.call(deposit, [builder.shl(ir.Constant(word, 1), args[1]), args[0]])

        return types.uint64(types.uint64, types.int64), codegen

    @intrinsic
    def spread(_typing: Any, members: Any) -> Any:
        """The first eight bits as eight bytes, each 0 or 1."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if not _has_quick_deposit(context):
                return context.compile_internal(builder, _spread_by_product, signature, args)
            word = ir.IntType(64)
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
            return builder.call(deposit, [args[0], ir.Constant(word, 0x0101_0101_0101_0101)])

        return types.uint64(types.uint64), codegen

    @intrinsic
    def spread_into(_typing: Any, words: Any, place: Any, members: Any) -> Any:
        """All 64 bits as bytes, each 0 or 1, written to eight words from a place on: at once, where the processor
        can.
        """

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind, (row, place, members) = signature.args[0], args
            array = context.make_array(kind)(context, builder, row)
            pointer_to: Any = cgutils.get_item_pointer
            pointer = pointer_to(context, builder, kind, array, [place], wraparound=False)
            bits = builder.bitcast(members, ir.VectorType(ir.IntType(1), 64))
            spread = builder.zext(bits, ir.VectorType(ir.IntType(8), 64))
            builder.store(spread, builder.bitcast(pointer, spread.type.as_pointer()), align=8)

        return types.void(words, types.int64, types.uint64), codegen

    def _has_quick_deposit(context: Any) -> bool:
        """Whether one quick instruction puts a bit into its place; the first AMD processors that have it are slow at
        it.
        """
        codegen = context.codegen()
        if "+bmi2" not in getattr(codegen, "_tm_features", ""):
            return False
        return codegen._get_host_cpu_name() not in ("znver1", "znver2")


EVERY_BYTE = U(0x0101_0101_0101_0101)
HIGH_BITS = U(0x8080_8080_8080_8080)
PLACE_IN_BYTE = np.array(
    [[[*(b for b in range(8) if byte >> b & 1), *[0] * 8][n] for byte in range(256)] for n in range(8)], np.uint8
)


def _nth_by_bytes(members: np.uint64, number: int) -> np.uint64:
    """Count the members of all bytes at once, find the byte by its sum, and look up the place in it; no branch to guess
    wrong.
    """
    sums = members - ((members >> ONE) & U(0x5555_5555_5555_5555))
    sums = (sums & U(0x3333_3333_3333_3333)) + ((sums >> U(2)) & U(0x3333_3333_3333_3333))
    sums = ((sums + (sums >> U(4))) & U(0x0F0F_0F0F_0F0F_0F0F)) * EVERY_BYTE
    full = ((U(number) * EVERY_BYTE | HIGH_BITS) - sums) & HIGH_BITS
    place = U(size(full)) << U(3)
    before = ((sums << U(8)) >> place) & U(0xFF)
    byte = (members >> place) & U(0xFF)
    return ONE << (place + U(PLACE_IN_BYTE[U(number) - before, byte]))


def _spread_by_product(members: np.uint64) -> np.uint64:
    """A copy of the bits in every byte, of which each keeps one; whatever is left of that is carried to the top."""
    copies = (members & U(0xFF)) * EVERY_BYTE & U(0x8040_2010_0804_0201)
    return ((copies + U(0x7F7F_7F7F_7F7F_7F7F)) >> U(7)) & EVERY_BYTE


@inlined
def bit(number: int) -> np.uint64:
    """The set with one member, by number."""
    return ONE << U(number)


@inlined
def has(members: np.uint64, number: int) -> bool:
    """Whether a set has the member of that number."""
    return bool((members >> U(number)) & ONE)


@inlined
def first_bits(count: int) -> np.uint64:
    """The set of the members 0 to count - 1; count is below 64."""
    return (ONE << U(count)) - ONE


@inlined
def lowest(members: np.uint64) -> np.uint64:
    """The set of a set's lowest member; the set is not empty."""
    return members & (~members + ONE)


@inlined
def nth(members: np.uint64, number: int) -> np.uint64:
    """The set of a set's member number n, counted from the lowest; the set has more than n members."""
    return _nth(members, number)
