"""What a reader may know as numbers: a row of every field that the record declares, between -1 and 1 where its range is
known.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from openoutcry.engine.game import Game
from openoutcry.engine.record import INNER, Field

LARGEST = {"i1": 127.0, "i2": 1000.0, "i4": 1000.0}
"""What a number of a width is divided by."""


def shapes(game: Game) -> dict[str, tuple[int, ...]]:
    """The shape of every field's numbers, by its name; what is for the rules alone has none."""
    return {field.name: _shape(field) for field in game.fields if field.kind.meaning != INNER}


def _shape(field: Field) -> tuple[int, ...]:
    """A set or one of some names has a number for each name; a stack tells by its places what lies there."""
    kind = field.kind
    if kind.names is None or kind.meaning == "stack":
        return field.shape
    return (*field.shape, len(kind.names))


def numbers(field: Field, value: Any) -> Any:
    """A field as numbers: 1 for each member of a set and for the one of several names that it is."""
    kind, given = field.kind, np.asarray(value)
    if kind.names is None or kind.meaning == "stack":
        return given / (LARGEST.get(kind.code, 1.0) if kind.names is None else len(kind.names))
    places = np.arange(len(kind.names), dtype=np.uint64)
    if kind.meaning == "one":
        return (given[..., None].astype(np.int64) == places.astype(np.int64)).astype(np.float32)
    return (given[..., None].astype(np.uint64) >> places & np.uint64(1)).astype(np.float32)
