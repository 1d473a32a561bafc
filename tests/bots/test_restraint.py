"""Who does without something never does it, knows no more than its seat, and searches among what is left."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from bluffing import Twin
from openoutcry.bots import read
from openoutcry.bots.memory import NONE, forget, node_of
from openoutcry.bots.search import think
from openoutcry.bots.selfplay import SEARCH, asked
from openoutcry.bots.watching import with_restraint
from openoutcry.engine import states
from openoutcry.engine.bits import U
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.game import Game
from openoutcry.engine.playout import deal, next_seat
from openoutcry.engine.record import blank, copied
from openoutcry.games import find
from openoutcry.lab.measures import Watched
from openoutcry.testing.conformance import habits_only_forbid
from openoutcry.testing.random_play import random_match
from peeking_game import GAME as PEEKING
from peeking_game.rules import ROUNDS

CRASH = find("cash_or_crash")
MASTER = new_chance(key_of_seed(3))


def watched(game: Game, seats: int, bot: str, games: int, *without: str) -> Watched:
    """Games in which seat 0 does without something."""
    series = Watched(game, game.template(seats), [read(bot, game)] * seats, games)
    series.restrict([without] + [()] * (seats - 1))
    series.play(MASTER, 0, games)
    return series


def bluffs(bot: str, games: int, *without: str) -> tuple[int, int]:
    """How often seat 0 bluffs in games that are played step by step, and how often the others do: by a slow twin, and
    in the very games that the lab plays.
    """
    seats, whole = 3, watched(CRASH, 3, bot, games, *without)
    workspace, trees = whole._workspace, whole._trees if read(bot, CRASH).policy == SEARCH else None
    state, own, others = blank(CRASH.state_type), 0, 0
    for number in range(games):
        deal(state, workspace.template, MASTER, number, workspace.chance, workspace.thought)
        for tree in () if trees is None else trees:
            forget(tree)
        steps = 0
        while state.to_act:
            seat = int(next_seat(state, workspace.chance))
            action = int(asked(state, seat, workspace, trees))
            action = int(with_restraint(state, seat, action, workspace, len(CRASH.actions)))
            verb, *rest = str(CRASH.actions[action]).split()
            if verb == "bid":
                view = copied(state)
                CRASH.sight.hide(view, seat)
                is_bluff = Twin(view, seat).does(int(rest[0]), tuple(rest[1].split("+")), {"bluff"})
                own, others = own + (is_bluff and seat == 0), others + (is_bluff and seat != 0)
            CRASH.rules.apply(state, seat, action, workspace.chance)
            steps += 1
        assert steps == whole.lengths[number], "this is the game that the lab played"
        assert [CRASH.rules.points(state, seat) for seat in range(seats)] == whole.points[number].tolist()
    return own, others


@pytest.mark.parametrize(("bot", "games"), [("random", 40), ("greedy", 40), ("search:12", 6)])
def test_who_does_without_bluffs_never_bluffs(bot: str, games: int) -> None:
    games = 2 if IS_PLAIN else games
    own, others = bluffs(bot, games, "bluff")
    assert own == 0 < others
    assert bluffs(bot, games)[0] > games


@pytest.mark.parametrize("bot", ["random", "greedy", "search:30"])
def test_whoever_does_without_a_habit_sees_nothing_of_the_others(bot: str) -> None:
    """Who saw the next seat's colour would leave out that one, and name black, which wins, where it is red."""
    games = 20
    series = watched(PEEKING, 3, bot, games, "guess")
    assert series.points[:, 0].tolist() == [0] * games
    assert series.points[:, 1:].max() > ROUNDS / 2


def test_a_habit_that_looks_at_secrets_is_found() -> None:
    with pytest.raises(AssertionError, match="a secret has a say: guess left out by seat"):
        habits_only_forbid(random_match(PEEKING, 0), Random(0))


@pytest.mark.parametrize(("name", "verb"), [("crypto_cards", "endorse"), ("cash_a_catch", "steal")])
def test_who_searches_leaves_verbs_out(name: str, verb: str) -> None:
    game, games = find(name), 2 if IS_PLAIN else 12
    place, seats = [each.name for each in game.actions.verbs].index(verb), game.best[0]
    often = watched(game, seats, "search:20", games).notes["verbs"][:, place].sum()
    series = Watched(game, game.template(seats), [read("search:20", game)] * seats, games)
    series.restrict([[verb]] * seats)
    series.play(MASTER, 0, games)
    assert series.notes["verbs"][:, place].sum() == 0 < often
    assert (series.notes["ending"] > 0).all()


def test_no_faces_are_laid_by_whoever_does_without_them() -> None:
    game, games = find("crypto_cards"), 40
    for bot in ("random", "greedy"):
        series = Watched(game, game.template(2), [read(bot, game)] * 2, games)
        series.play(MASTER, 0, games)
        place = [each.name for each in game.actions.verbs].index("endorse")
        assert series.notes["verbs"][:, place].sum() > 0
        series.restrict([["face"]] * 2)
        series.play(MASTER, 0, games)
        assert series.notes["verbs"][:, place].sum() == 0


def test_in_its_tree_every_decision_of_its_own_has_what_is_left() -> None:
    """At its root, and further down; the others may do there whatever they like."""
    series = watched(PEEKING, 2, "search:300", 1, "guess")
    workspace, tree, state = series._workspace, series._trees[0], blank(PEEKING.state_type)
    deal(state, workspace.template, MASTER, 0, workspace.chance, workspace.thought)
    workspace.seen = hidden(state, 0)
    forget(tree)
    think(workspace, tree, 0, 300, 1)
    tried: list[set[int]] = [set(), set()]
    decisions = 0
    for turns, *blacks in product(range(2 * ROUNDS), range(ROUNDS + 1), range(ROUNDS + 1)):
        seat = turns % 2
        state.turns, state.blacks[:2], state.to_act = turns, blacks, 1 << seat
        for secret in (1, 2) if seat else (int(state.secrets[0]),):
            state.secrets[seat] = secret
            node = int(node_of(tree, states.digest(hidden(state, seat)) ^ U(seat)))
            decisions += node != NONE and seat == 0
            edge = int(tree[node].first_edge) if node != NONE else NONE
            while edge != NONE:
                tried[seat].add(int(tree[edge].action))
                edge = int(tree[edge].next_edge)
    assert tried == [{1}, {0, 1}]
    assert decisions > 5


def hidden(state: Any, seat: int) -> Any:
    """What a seat may know."""
    view = copied(state)
    PEEKING.sight.hide(view, seat)
    return view
