"""Rows that lie at an address are the same memory, compiled and in plain Python."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.compiled import rule
from openoutcry.engine.places import row_at
from openoutcry.engine.record import Amount, record_type


class Size:
    """A record of two numbers."""

    length: Amount
    width: Amount


SIZE = record_type(Size)


@rule
def doubled(address: int, length: int) -> int:
    """Double every number there; their sum before."""
    row, total = row_at(address, length, np.int16), 0
    for place in range(len(row)):
        total += row[place]
        row[place] = 2 * row[place]
    return total


@rule
def width_of(address: int, place: int) -> int:
    return int(row_at(address, place + 1, SIZE)[place].width)


def test_numbers_are_read_and_written_where_they_lie() -> None:
    numbers = np.arange(-3, 6, dtype=np.int16)
    assert doubled(numbers.ctypes.data + 2, 7) == sum(range(-2, 5))
    assert numbers.tolist() == [-3, -4, -2, 0, 2, 4, 6, 8, 5]


def test_records_are_read_where_they_lie() -> None:
    sizes = np.zeros(4, SIZE)
    sizes["width"] = [7, 5, 3, 1]
    assert [width_of(sizes.ctypes.data, place) for place in range(4)] == [7, 5, 3, 1]
