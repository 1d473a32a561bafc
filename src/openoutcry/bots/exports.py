"""What is compiled for a game, each function with the types it is called with, by what it is needed for; and all that
the page gets.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import numba
from numba import types

from openoutcry.bots import ahead, judging, learned, measuring, memory, probing, read, search, selfplay, watching
from openoutcry.bots.learned import Network, block_name, networks_of, seats_of
from openoutcry.bots.memory import CELL, NODES
from openoutcry.bots.probing import PROBE, prober_type
from openoutcry.bots.selfplay import OUTCOME, POLICIES
from openoutcry.bots.watching import notes_type, watcher_type
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.playout import MOST_STEPS
from openoutcry.engine.workspace import workspace_type
from openoutcry.targets.manifest import BotsDescription, LabDescription, LearnedDescription
from openoutcry.targets.signatures import CHANCE_TYPE, Signature, facts_of, playouts_of, steps_of, turns_of, verbs_of

CELL_TYPE = numba.from_dtype(CELL)
TREE, TREES = types.Array(CELL_TYPE, 1, "C"), types.Array(CELL_TYPE, 2, "C")
ROW, OUTCOMES = types.Array(types.int64, 1, "C"), types.Array(numba.from_dtype(OUTCOME), 1, "C")
FLOATS = types.Array(types.float64, 1, "C")
PROBES = types.Array(numba.from_dtype(PROBE), 1, "C")

TABLE, THUMB, SEARCH, REVIEW, GAMES, SEARCHED_GAMES = "table", "thumb", "search", "review", "games", "searched games"
WATCHED_GAMES, WATCHED_SEARCHED_GAMES = "watched games", "watched searched games"
PROBED_GAMES, PROBED_SEARCHED_GAMES = "probed games", "probed searched games"
NEEDS = (
    *(TABLE, THUMB, SEARCH, REVIEW, GAMES, SEARCHED_GAMES),
    *(WATCHED_GAMES, WATCHED_SEARCHED_GAMES, PROBED_GAMES, PROBED_SEARCHED_GAMES),
)
"""A match; bots by rules of thumb; bots that search, and hints; judging decisions; many games at once, without and with
search; and the same for the lab, which watches them, or looks into them.
"""


def signatures_for(game: Game, need: str) -> Iterator[Signature]:
    """What is compiled of a game for one of these needs."""
    if need == TABLE:
        yield from verbs_of(game)
        yield from facts_of(game)
        yield from turns_of(game)
    elif need == THUMB:
        yield from bots_of(game)
        yield from learned_of(game)
    elif need == SEARCH:
        yield from search_of(game)
        yield "tries_of", memory.tries_of, (TREE, types.int64)
        yield "merge", memory.merge, (TREE, TREE)
    elif need == REVIEW:
        yield from review_of(game)
    elif need in (GAMES, SEARCHED_GAMES):
        yield from games_of(game, TREES if need == SEARCHED_GAMES else types.none)
    elif need in (WATCHED_GAMES, WATCHED_SEARCHED_GAMES):
        yield from watched_of(game, TREES if need == WATCHED_SEARCHED_GAMES else types.none)
    else:
        yield from probed_of(game, TREES if need == PROBED_SEARCHED_GAMES else types.none)


def bots_of(game: Game) -> Iterator[Signature]:
    """The bots that are one function, by their names."""
    if game.has("choose"):
        state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
        yield "greedy", search.by_thumb, (state, types.int64, mask, CHANCE_TYPE, types.int64)


def learned_of(game: Game) -> Iterator[Signature]:
    """What asks a network, in a game that has one: a block of bytes at an address (`bots/learned.py`)."""
    if seats_of(game):
        state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
        yield "learned", learned.by_network, (state, types.int64, mask, CHANCE_TYPE, types.int64)


def search_of(game: Game) -> Iterator[Signature]:
    """What a search is made of: to think, to decide, to look at what was found, and to look ahead."""
    workspace, number = numba.from_dtype(workspace_type(game)), types.int64
    yield "wake", search.wake, (workspace, TREE, number, CHANCE_TYPE)
    yield "think", search.think, (workspace, TREE, number, number, number)
    yield "decide", search.decide, (workspace, TREE, number, CHANCE_TYPE)
    yield "best_of", search.best_of, (TREE,)
    yield "wins_of", memory.wins_of, (TREE, number)
    yield "tries_of", memory.tries_of, (TREE, number)
    yield "forget", memory.forget, (TREE,)
    yield "suppose", ahead.suppose, (workspace, number)
    yield "step_ahead", ahead.step_ahead, (workspace, number, number)
    yield "ends_well", ahead.ends_well, (workspace, number)


def review_of(game: Game) -> Iterator[Signature]:
    """What judges a decision."""
    number = types.int64
    yield "judge", judging.judge, (numba.from_dtype(workspace_type(game)), TREE, number, number, number)


def games_of(game: Game, trees: types.Type) -> Iterator[Signature]:
    """Whole games between bots; those that search have trees, and without any there is no search in the code."""
    workspace, states = numba.from_dtype(workspace_type(game)), types.Array(numba.from_dtype(game.rules.STATE), 1, "C")
    yield "play_games", selfplay.play_games, (workspace, trees, types.int64, states, OUTCOMES, ROW)


def watched_of(game: Game, trees: types.Type) -> Iterator[Signature]:
    """The same, watched and measured."""
    workspace, watcher = numba.from_dtype(workspace_type(game)), numba.from_dtype(watcher_type(game))
    notes = types.Array(numba.from_dtype(notes_type(game)), 1, "C")
    yield "watch_games", watching.watch_games, (workspace, trees, types.int64, watcher, OUTCOMES, notes)
    yield "measure_games", measuring.measure_games, (watcher, types.int64, OUTCOMES, notes, FLOATS)


def probed_of(game: Game, trees: types.Type) -> Iterator[Signature]:
    """The same, looked into; and played again."""
    workspace, prober = numba.from_dtype(workspace_type(game)), numba.from_dtype(prober_type(game))
    path, first = types.Array(numba.from_dtype(game.rules.STATE), 1, "C"), types.int64
    yield "probe_games", probing.probe_games, (workspace, trees, first, prober, path, TREE, OUTCOMES, PROBES)
    yield "play_again", probing.play_again, (workspace, trees, first, prober, OUTCOMES, OUTCOMES)


def exports_of(game: Game) -> list[Signature]:
    """Everything that other targets get."""
    played = [*playouts_of(game), *bots_of(game), *learned_of(game), *search_of(game), *review_of(game)]
    return [*verbs_of(game), *facts_of(game), *steps_of(game), *played]


def lab_exports_of(game: Game) -> list[Signature]:
    """What the lab of the page gets, in a file of its own: games between bots that do not search, watched."""
    return list(watched_of(game, types.none))


def bots_described(game: Game) -> BotsDescription:
    """What a manifest says of the bots: which there are, what the levels for people mean, and what a search works
    with.
    """
    specs, workspace = {name: read(name, game) for name in ("easy", "medium", "hard")}, workspace_type(game)
    places = _places(workspace)
    return {
        "bots": ["random", *(name for name, _, _ in bots_of(game))],
        "levels": {name: {"bot": POLICIES[spec.policy or 0], "budget": spec.budget} for name, spec in specs.items()},
        "workspace": {
            "bytes": workspace.itemsize,
            "seen": places["seen"],
            "world": places["world"],
            "before": places["before"],
            "after": places["after"],
            "judged": places["judged"],
        },
        "tree": {"nodes": NODES, "cell": CELL.itemsize},
        "learned": [_learned(network) for network in networks_of(game)],
    }


def _learned(network: Network) -> LearnedDescription:
    """What the page has to know of a network before it fetches it; options are given by their numbers."""
    game, seats = network.game, network.seats
    template = game.template(seats, network.options)
    options = {option.name: int(template[option.name]) for option in game.options}
    return {"seats": seats, "options": options, "file": block_name(game, seats), "bytes": network.block().nbytes}


def lab_described(game: Game) -> LabDescription:
    """What the lab of the page has to know of a game; its keys are those of seed 0."""
    workspace, watcher = workspace_type(game), watcher_type(game)
    places = _places(workspace)
    return {
        "bots": ["random", *(name for name, _, _ in bots_of(game))],
        "workspace": {
            "bytes": workspace.itemsize,
            "template": places["template"],
            "master": places["master"],
            "policies": places["policies"],
            "budgets": places["budgets"],
        },
        "watcher": _in_base64(watching.new_watcher(game).tobytes()[: _places(watcher)["state"]]),
        "watcher_bytes": watcher.itemsize,
        "outcome_bytes": OUTCOME.itemsize,
        "notes_bytes": notes_type(game).itemsize,
        "general": list(measuring.GENERAL),
        "of_several": sorted(measuring.OF_SEVERAL),
        "shares": sorted(measuring.SHARES),
        "measures": measuring.measured(game),
        "most_steps": MOST_STEPS,
        "master": _in_base64(new_chance(key_of_seed(0)).tobytes()),
    }


def _places(kind: Any) -> dict[str, int]:
    """Where the fields of a record begin."""
    return {name: place for name, (_, place, *_) in kind.fields.items()}


def _in_base64(content: bytes) -> str:
    return b64encode(content).decode()
