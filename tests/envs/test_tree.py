"""A game as a tree: who acts, what chance can give, what a seat recalls, and what it cannot tell."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from openoutcry.engine import contract, turn
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.envs.tree import NOBODY, Moment, Node, root
from openoutcry.games import find, registered

GAMES = sorted(registered())
TABLES = [*((name, {}) for name in GAMES), ("cash_or_crash", {"variant": "blitz", "doubling": "on"})]


def walk(node: Node, dice: random.Random, steps: int = 300) -> Iterator[Node]:
    """Nodes of one game, played at random."""
    for _ in range(steps):
        yield node
        if node.is_over:
            return
        node = node.child(dice.choice([branch.number for branch in node.branches] or node.legal))


def moments(node: Node) -> list[Moment]:
    found = [node.moment]
    while found[-1].before is not None:
        found.append(found[-1].before)
    return found[::-1]


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_chance_is_certain_to_give_something(name: str, options: dict[str, Any]) -> None:
    for node in walk(root(name, 3, options), random.Random(1)):
        assert (node.seat == NOBODY) == (node.is_chance or node.is_over)
        assert bool(node.legal) == (node.seat != NOBODY)
        if node.is_chance:
            assert sum(branch.probability for branch in node.branches) == 1
            assert len({branch.number for branch in node.branches}) == len(node.branches) > 1
        else:
            assert node.branches == []


def test_cash_or_crash_without_races_has_no_chance() -> None:
    assert not any(node.is_chance for node in walk(root("cash_or_crash", 4), random.Random(3), 2000))


def test_secret_choices_are_made_by_seat_and_races_by_lot() -> None:
    node = root("cash_or_crash", 3, {"variant": "blitz"})
    seats = []
    while not node.is_chance:
        seats.append(node.seat)
        node = node.child(node.legal[0])
    assert seats == [0, 0, 1, 1, 2, 2, 0]
    assert [(branch.text, str(branch.probability)) for branch in node.branches] == [("ask 1", "1/2"), ("ask 2", "1/2")]
    assert node.child(2).seat == 2


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_node_is_the_same_after_it_was_kept(name: str, options: dict[str, Any]) -> None:
    for number, node in enumerate(walk(root(name, 3, options), random.Random(4), 60)):
        if number % 7 == 0:
            again = pickle.loads(pickle.dumps(node))
            assert (again.seat, again.is_chance, again.is_over) == (node.seat, node.is_chance, node.is_over)
            assert (again.legal, again.branches) == (node.legal, node.branches)
            assert [again.moment.story(seat) for seat in range(3)] == [node.moment.story(seat) for seat in range(3)]


def dealt_again(node: Node, reader: int) -> Moment:
    """The same history in worlds that a seat cannot tell from what happened, each moment dealt anew."""
    again: Moment | None = None
    for number, moment in enumerate(moments(node)):
        states, game = moment.states.copy(), moment.game
        contract.hide(states[0], reader)
        contract.redeal(states[0], reader, new_chance(key_of_seed(number)))
        secret = moment.action if moment.seat in (reader, NOBODY) else game.actions.seen_number(moment.action)
        done = moment.action if secret == NOBODY else secret
        again = Moment(game, states, again, moment.seat, done)
    assert again is not None
    return again


def differences(name: str, options: dict[str, Any]) -> int:
    """At how many moments a seat could tell worlds apart that it must not."""
    found = 0
    for seed in range(4):
        *_, last = walk(root(name, 3, options), random.Random(seed), 150)
        for reader in range(3):
            found += dealt_again(last, reader).story(reader) != last.moment.story(reader)
    return found


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_story_is_the_same_in_every_world_that_fits_it(name: str, options: dict[str, Any]) -> None:
    assert differences(name, options) == 0


@pytest.mark.parametrize("name", ["crypto_cards", "cash_or_crash", "dead_cat_bounce"])
def test_a_story_of_what_was_not_hidden_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "hide_at", lambda _states, _seat: None)
    assert differences(name, {}) > 0


def recalled(node: Node) -> list[tuple[str, int]]:
    """What the seat to act knew whenever it acted, and what it did."""
    chain = moments(node)
    return [(before.story(node.seat), after.action) for before, after in pairwise(chain) if after.seat == node.seat]


def forgotten(name: str, options: dict[str, Any]) -> int:
    """How many times one story is told of two different pasts of the seat that acts."""
    pasts: dict[tuple[int, str], list[tuple[str, int]]] = {}
    found = 0
    for seed in range(30):
        for node in walk(root(name, 3, options), random.Random(seed), 40):
            if node.seat != NOBODY:
                key = node.seat, node.moment.story(node.seat)
                found += pasts.setdefault(key, recalled(node)) != recalled(node)
    return found


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_seat_recalls_what_it_knew_and_did(name: str, options: dict[str, Any]) -> None:
    assert forgotten(name, options) == 0


def test_a_story_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record alone does not tell what was staked first, or bid before."""
    monkeypatch.setattr(Moment, "story", lambda self, reader: self.hidden(reader).tobytes())
    assert forgotten("cash_or_crash", {}) > 0


def test_what_a_seat_is_told_it_can_read() -> None:
    node = root("cash_or_crash", 2)
    for action in ("stake GGG", "stake GGO", "stake OOO", "stake WWW", "bid 3 Gold"):
        node = node.child(find("cash_or_crash").actions.read(action).number)
    first, *others = node.moment.story(1).splitlines()
    assert first.startswith('deal; to_act=["0","1"]; phase="staking"; round_number=1;')
    assert others[0] == "0 stake ?; hand_sizes=[9,10]; stake_sizes=[1,0]"
    assert others[2].startswith("1 stake OOO; hand_sizes=[8,9]; stake_sizes=[2,1]; hands=[[],[")
    assert others[4].startswith('0 bid 3 Gold; to_act=["1"]; phase="bidding"')
