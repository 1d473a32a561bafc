"""A legal action at random is the same, and takes the same draws, in whatever way it is found."""

from __future__ import annotations

import random

import numpy as np
import pytest

from openoutcry.engine.chance import new_chance
from openoutcry.engine.mask import any_action, any_of_first, mask_type


@pytest.mark.parametrize("words", [2, 3, 11])
def test_one_of_the_first_actions_is_any_action(words: int) -> None:
    mask, thought = np.zeros(1, mask_type(words))[0], random.Random(words)
    one, other = new_chance(bytes(32)), new_chance(bytes(32))
    for _ in range(300):
        legal = thought.sample(range(128), thought.choice([1, 2, 5, 60]))
        members = sum(1 << action for action in legal)
        mask.words[0], mask.words[1] = members & (2**64 - 1), members >> 64
        found = any_of_first(mask, one)
        assert found in legal
        assert found == any_action(mask, other)
        assert one == other
