"""A legal action at random is the same, and takes the same draws, in whatever way it is found."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from openoutcry.engine.chance import DICE, below, new_chance
from openoutcry.engine.mask import any_action, any_of_a_kind, any_of_first, mask_type


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


@pytest.mark.parametrize(
    "firsts", [[0, 1, 2, 64], [0, 64, 128, 130], [0, 3, 63, 64, 65, 127, 128, 500, 501, 640], [0, 700]]
)
def test_a_kind_is_chosen_before_an_action_of_it(firsts: list[int]) -> None:
    mask, thought = np.zeros(1, mask_type(-(-firsts[-1] // 64)))[0], random.Random(firsts[-1])
    one, other, choose = new_chance(bytes(32)), new_chance(bytes(32)), any_of_a_kind(firsts)
    for _ in range(300):
        legal = thought.sample(range(firsts[-1]), min(thought.choice([1, 2, 5, 60]), firsts[-1]))
        for word in range(len(mask.words)):
            mask.words[word] = sum(1 << action % 64 for action in legal if action // 64 == word)
        of_kind = [sorted(set(legal) & set(range(*ends))) for ends in pairwise(firsts)]
        there = [kind for kind in of_kind if kind]
        kind = there[int(below(other, DICE, len(there))) if len(there) > 1 else 0]
        assert choose(mask, one) == kind[int(below(other, DICE, len(kind))) if len(kind) > 1 else 0]
        assert one == other
