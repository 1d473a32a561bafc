"""Sets of bits against Python's own whole numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openoutcry.engine import bits
from openoutcry.engine.bits import U
from openoutcry.engine.compiled import IS_PLAIN, rule
from openoutcry.engine.record import Row

nth_by_bytes = rule(bits._nth_by_bytes)

words = st.integers(0, 2**64 - 1)
sets = st.integers(1, 2**64 - 1)


@rule
def size_of(members: U) -> int:
    return bits.size(members)


@rule
def index_of(members: U) -> int:
    return bits.index(members)


@rule
def highest_of(members: U) -> int:
    return bits.highest(members)


@rule
def spread_into(row: Row[U], place: int, members: U) -> None:
    bits.spread_into(row, place, members)


@given(words)
def test_size_counts_the_members(word: int) -> None:
    assert size_of(U(word)) == word.bit_count()


@given(sets)
def test_lowest_and_index_find_the_lowest_member(word: int) -> None:
    assert int(bits.lowest(U(word))) == word & -word
    assert 1 << int(index_of(U(word))) == word & -word


@given(sets)
def test_highest_finds_the_highest_member(word: int) -> None:
    assert int(highest_of(U(word))) == word.bit_length() - 1


@given(sets)
def test_nth_finds_each_member(word: int) -> None:
    members = [1 << place for place in range(64) if word >> place & 1]
    assert [int(bits.nth(U(word), number)) for number in range(len(members))] == members


@pytest.mark.skipif(IS_PLAIN, reason="plain Python counts one by one")
@given(sets)
def test_nth_by_bytes_finds_each_member_too(word: int) -> None:
    """The way of WebAssembly and of processors without an instruction for it."""
    members = [1 << place for place in range(64) if word >> place & 1]
    assert [int(nth_by_bytes(U(word), number)) for number in range(len(members))] == members


@given(words, st.integers(0, 2))
def test_spread_into_writes_a_byte_per_bit(word: int, place: int) -> None:
    row = np.zeros(12, np.uint64)
    spread_into(row, place, U(word))
    assert row.tobytes()[8 * place : 8 * place + 64] == bytes(word >> bit & 1 for bit in range(64))
    assert not row[:place].any()
    assert not row[place + 8 :].any()


@given(words, st.integers(0, 63))
def test_has_and_bit_agree(word: int, place: int) -> None:
    assert bool(bits.has(U(word), place)) == bool(word & int(bits.bit(place)))


@given(st.integers(0, 63))
def test_first_bits_are_the_lowest(count: int) -> None:
    assert int(bits.first_bits(count)) == 2**count - 1
