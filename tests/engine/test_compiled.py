"""Compiling: a rule is compiled once, whatever numbers it is given."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from numba import types

from openoutcry.engine.compiled import IS_PLAIN, rule


@rule
def doubled(number: int) -> int:
    return number + number


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
def test_a_rule_is_compiled_once_for_numbers_of_every_width_and_for_constants() -> None:
    def of_all(small: int, number: int, large: int) -> int:
        return doubled(small) + doubled(number) + doubled(large) + doubled(5)

    caller: Any = numba.njit(of_all)
    assert caller(np.int8(100), np.int32(2**30), np.int64(2**40)) == 2 * (100 + 2**30 + 2**40 + 5)
    assert vars(doubled)["overloads"].keys() == {(types.int64,)}
