"""Games that are looked into: at points on the way play-outs tell everybody's chance of winning, and some decisions are
judged; and games played again with the same key, in which only the whims of the players are others.

Play-outs tell the chances as somebody would who watches and sees what all may see: what is hidden from a spectator is
dealt again in each, and the future is drawn anew. Whoever searches at the table plays by the rules of thumb there.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from openoutcry.bots.judging import MATTERS, judge
from openoutcry.bots.memory import WHOLE, Tree
from openoutcry.bots.selfplay import GREEDY, SEARCH, Outcome, asked, forget_all, has_failed, play_out, take_down
from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING, U
from openoutcry.engine.chance import CHANCE, DICE, Chance, below, rekey
from openoutcry.engine.compiled import GAME_DIGESTS, rule, type_of
from openoutcry.engine.contract import SPECTATOR, any_action, apply, hide, legal, place, redeal
from openoutcry.engine.mask import count
from openoutcry.engine.playout import MOST_STEPS, deal, next_seat
from openoutcry.engine.record import RECORD, Row, blank
from openoutcry.engine.workspace import COST, MOST_SEATS, Workspace

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

POINTS = 20
"""The chances are told so often in a game, at equal distances from its beginning on."""
HALVES, PLAYOUTS = 2, 50
"""At each point so many play-outs, twice: what one half picks out, the other measures."""
DECISIONS = 4
"""So many decisions of a game are judged."""
STEPS = 20_000
"""So many steps are spent on one of them."""
ROOM = 1024
"""So many states of a game are kept; of longer games every second, fourth, …"""
PLAYOUT_KEYS, WHIM_KEYS, PICK_KEYS, AGAIN_KEYS = U(0x74756F79616C70), U(0x736D696877), U(0x6B636970), U(0x6E69616761)
"""Nonces for the future of play-outs, what their players do, which decisions are judged, and other whims."""


class Probe:
    """What was found in one game."""

    chances: Any
    """What the play-outs of each point and half came to for everybody, in ten-thousandths of a win, summed."""
    meaningful: int
    """Decisions at which an action that is taken blindly costs something that matters."""


PROBE = np.dtype(
    (RECORD, np.dtype([("chances", "i8", (POINTS, HALVES, MOST_SEATS)), ("meaningful", "i8")], align=True))
)


class Prober:
    """What one thread looks into games with."""

    state: Any
    """The game, then each play-out."""
    master: Chance
    """The key of the games; judging a decision leaves none in the workspace."""
    picks: Chance
    kept: int
    stride: int
    """How many states are kept of this game: every so many-th."""
    actors: Row[int]
    """Who had to act in each of them."""
    policies: Row[int]
    budgets: Row[int]
    """Who plays at each seat."""
    counts: Row[int]


@cache
def prober_type(game: Game) -> np.dtype[Any]:
    """The NumPy type of whatever looks into a game."""
    layout: list[Any] = [
        ("state", game.state_type),
        *((name, CHANCE) for name in ("master", "picks")),
        *((name, "i8") for name in ("kept", "stride")),
        ("actors", "i2", (ROOM,)),
        *((name, "i8", (MOST_SEATS,)) for name in ("policies", "budgets")),
        ("counts", "i8", (len(game.actions),)),
    ]
    kind = np.dtype((RECORD, np.dtype(layout, align=True)))
    GAME_DIGESTS[type_of(kind)] = GAME_DIGESTS[type_of(game.state_type)]
    return kind


def new_prober(game: Game) -> Any:
    """Whatever looks into a game."""
    return blank(prober_type(game))


@rule
def probe_games(
    workspace: Workspace,
    trees: Any,
    first: int,
    prober: Prober,
    path: Row[Any],
    tree: Tree,
    outcomes: Row[Outcome],
    probes: Row[Probe],
) -> None:
    """Games first, first + 1, … of the workspace's key, those of `play_games`, looked into; the probes are blank. A
    game in which a guest fails is the last.
    """
    states.copy(prober.master, workspace.master)
    for seat in range(MOST_SEATS):
        prober.policies[seat], prober.budgets[seat] = workspace.policies[seat], workspace.budgets[seat]
    for number in range(len(outcomes)):
        outcome, probe, state = outcomes[number], probes[number], prober.state
        deal(state, workspace.template, prober.master, first + number, workspace.chance, workspace.thought)
        outcome.length, outcome.points[0] = play_and_keep(state, workspace, trees, prober, path)
        if outcome.length < 0:
            return
        take_down(state, outcome)
        have_stand_ins(workspace)
        for point in range(POINTS):
            failed, answer = tell_chances(workspace, prober, path, first + number, point, outcome.length, probe)
            if failed < 0:
                outcome.length, outcome.points[0] = failed, answer
                return
        judge_some(workspace, prober, path, tree, first + number, probe)
        sit_again(workspace, prober)


@rule
def play_and_keep(state: Any, workspace: Workspace, trees: Any, prober: Prober, path: Row[Any]) -> tuple[int, int]:
    """Play a game until it is over and keep its states; the rest is as in `selfplay.play_out`."""
    forget_all(state, workspace, trees)
    prober.kept, prober.stride = 0, 1
    steps = 0
    while state.to_act != NOTHING and steps < MOST_STEPS:
        seat = next_seat(state, workspace.chance)
        if steps % prober.stride == 0:
            keep(state, seat, steps, prober, path)
        action = asked(state, seat, workspace, trees)
        if has_failed(state, seat, action, workspace, len(prober.counts)):
            return -1 - seat, action
        apply(state, seat, action, workspace.chance)
        steps += 1
    return steps, 0


@rule
def keep(state: Any, seat: int, steps: int, prober: Prober, path: Row[Any]) -> None:
    """Keep a state; where there is no room left, every second goes."""
    if prober.kept == len(path):
        prober.kept //= 2
        prober.stride *= 2
        for number in range(1, prober.kept):
            states.copy(path[number], path[2 * number])
            prober.actors[number] = prober.actors[2 * number]
    if steps % prober.stride == 0:
        states.copy(path[prober.kept], state)
        prober.actors[prober.kept] = seat
        prober.kept += 1


@rule
def have_stand_ins(workspace: Workspace) -> None:
    """Whoever searches is played by the rules of thumb."""
    for seat in range(MOST_SEATS):
        if workspace.policies[seat] == SEARCH:
            workspace.policies[seat], workspace.budgets[seat] = GREEDY, 0


@rule
def sit_again(workspace: Workspace, prober: Prober) -> None:
    """Everybody plays for themselves again, with the key of the games."""
    states.copy(workspace.master, prober.master)
    for seat in range(MOST_SEATS):
        workspace.policies[seat], workspace.budgets[seat] = prober.policies[seat], prober.budgets[seat]


@rule
def tell_chances(
    workspace: Workspace, prober: Prober, path: Row[Any], game: int, point: int, length: int, probe: Probe
) -> tuple[int, int]:
    """Play on from what all may see at a point of a game, often, and sum up who wins; where a guest fails, as in
    `selfplay.play_out`.
    """
    world = prober.state
    since = min(point * length // POINTS // prober.stride, prober.kept - 1)
    for half in range(HALVES):
        for number in range(PLAYOUTS):
            future = ((game * POINTS + point) * HALVES + half) * PLAYOUTS + number
            rekey(workspace.chance, prober.master, PLAYOUT_KEYS, future)
            rekey(workspace.thought, prober.master, WHIM_KEYS, future)
            states.copy(world, path[since])
            hide(world, SPECTATOR)
            redeal(world, SPECTATOR, workspace.chance)
            steps, answer = play_out(world, workspace, None, prober.counts)
            if steps < 0:
                return steps, answer
            first = 0
            for seat in range(world.seats):
                first += place(world, seat) == 1
            for seat in range(world.seats):
                if place(world, seat) == 1:
                    probe.chances[point, half, seat] += WHOLE // first
    return 0, 0


@rule
def judge_some(workspace: Workspace, prober: Prober, path: Row[Any], tree: Tree, game: int, probe: Probe) -> None:
    """Pick decisions, and judge an action at each that is taken blindly, by what its seat knew."""
    seen, mask, thought = workspace.seen, workspace.mask, workspace.thought
    rekey(prober.picks, prober.master, PICK_KEYS, game)
    for number in range(DECISIONS):
        rekey(thought, prober.picks, PICK_KEYS, number)
        pick = below(prober.picks, DICE, prober.kept)
        seat = prober.actors[pick]
        states.copy(seen, path[pick])
        hide(seen, seat)
        legal(seen, seat, mask)
        if count(mask) > 1:
            judge(workspace, tree, seat, any_action(seen, mask, thought), STEPS)
            if workspace.judged[COST] >= MATTERS:
                probe.meaningful += 1


@rule
def play_again(
    workspace: Workspace, trees: Any, first: int, prober: Prober, outcomes: Row[Outcome], others: Row[Outcome]
) -> None:
    """Games first, first + 1, … twice, with the same cards and dice and other whims. A game in which a guest fails is
    the last.
    """
    state, counts = prober.state, prober.counts
    for number in range(len(outcomes)):
        for again in range(2):
            outcome = others[number] if again else outcomes[number]
            deal(state, workspace.template, workspace.master, first + number, workspace.chance, workspace.thought)
            if again:
                rekey(workspace.thought, workspace.master, AGAIN_KEYS, first + number)
            outcome.length, outcome.points[0] = play_out(state, workspace, trees, counts)
            if outcome.length < 0:
                outcomes[number].length, outcomes[number].points[0] = outcome.length, outcome.points[0]
                return
            take_down(state, outcome)
