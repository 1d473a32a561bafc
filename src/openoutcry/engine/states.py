"""Copying, comparing and hashing of records, whatever is in them; compiled and plain alike."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from openoutcry.engine.bits import U
from openoutcry.engine.compiled import IS_PLAIN, rule

if IS_PLAIN:

    def _copy(target: Any, source: Any) -> None:
        for name in source.dtype.names:
            target[name] = source[name]

    def words_of(record: Any) -> int:
        """How many 64-bit words a record has."""
        return int(record.dtype.itemsize) // 8

    def word_of(record: Any, place: int) -> np.uint64:
        """One 64-bit word of a record."""
        return U(int.from_bytes(record.tobytes()[place * 8 : place * 8 + 8], "little"))

else:
    WORD, BYTE = ir.IntType(64), ir.IntType(8)

    @intrinsic
    def _copy(_typing: Any, target: Any, source: Any) -> Any:
        if target != source or not isinstance(target, types.Record):
            raise TypeError(f"only a record can be copied, and onto one of its own type: {source} to {target}")

        def codegen(_context: Any, builder: Any, signature: Any, args: Any) -> Any:
            target, source = (builder.bitcast(record, BYTE.as_pointer()) for record in args)
            copy_bytes: Any = cgutils.raw_memcpy
            copy_bytes(builder, target, source, cgutils.intp_t(signature.args[0].size), 1)

        return types.void(target, source), codegen

    @intrinsic
    def words_of(_typing: Any, record: Any) -> Any:
        """How many 64-bit words a record has."""
        count = record.size // 8

        def codegen(_context: Any, _builder: Any, _signature: Any, _args: Any) -> Any:
            return ir.Constant(WORD, count)

        return types.int64(record), codegen

    @intrinsic
    def word_of(_typing: Any, record: Any, place: Any) -> Any:
        """One 64-bit word of a record."""

        def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            base = builder.bitcast(args[0], WORD.as_pointer())
            return builder.load(builder.gep(base, [args[1]]))

        return types.uint64(record, types.int64), codegen


@rule
def copy(target: Any, source: Any) -> None:
    """Make the target equal to the source, a record of the same type."""
    _copy(target, source)


@rule
def same(one: Any, other: Any) -> bool:
    """Whether two records of one type are equal in every byte."""
    differs = U(0)
    for place in range(words_of(one)):
        differs |= word_of(one, place) ^ word_of(other, place)
    return bool(differs == U(0))


@rule
def digest(record: Any) -> np.uint64:
    """A 64-bit hash of a record."""
    low, high = U(0x9E37_79B9), U(0x85EB_CA6B)
    for place in range(words_of(record)):
        word = word_of(record, place)
        low = _mixed(low ^ (word & U(0xFFFF_FFFF)))
        high = _mixed(high ^ (word >> U(32)) ^ low)
    return (high << U(32)) | _mixed(low ^ high)


@rule
def _mixed(word: np.uint64) -> np.uint64:
    """32 bits, each of which changes about half of them: products stay inside 64 bits, so plain Python does not
    overflow.
    """
    word ^= word >> U(16)
    word = (word * U(0x7FEB_352D)) & U(0xFFFF_FFFF)
    word ^= word >> U(15)
    word = (word * U(0x846C_A68B)) & U(0xFFFF_FFFF)
    return word ^ (word >> U(16))
