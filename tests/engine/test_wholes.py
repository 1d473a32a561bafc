"""What only compiled code calls is neither optimised nor wrapped by itself; whoever calls it gets the same."""

from __future__ import annotations

from typing import Any

import numba
import pytest

from openoutcry.engine.compiled import IS_PLAIN, rule
from openoutcry.engine.wholes import Part, Whole

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")


def a_rule_and_its_caller() -> tuple[Any, Any]:
    """Two new rules, one calling the other."""

    @rule
    def called(number: int, unused: int) -> int:
        total = 0
        for each in range(number):
            total += each * each % 7
        return total

    @rule
    def caller(number: int) -> int:
        return called(number, 1) + called(number + 1, 2)

    return called, caller


def test_only_what_python_calls_becomes_a_whole() -> None:
    called, caller = a_rule_and_its_caller()
    caller(10)
    assert {type(each.library) for each in called.overloads.values()} == {Part}
    assert not called._wholes
    assert [type(each.library) for each in caller._wholes.values()] == [Whole]


def test_python_may_call_a_part_later() -> None:
    called, caller = a_rule_and_its_caller()
    assert caller(10) == called(10, 1) + called(11, 2) == called.py_func(10, 1) + called.py_func(11, 2)


def test_code_of_others_calls_rules_that_python_called_before() -> None:
    called, caller = a_rule_and_its_caller()
    caller(10)

    def others(number: int) -> Any:
        return called(number, 3) + caller(number)

    assert numba.njit(others)(10) == others(10)
