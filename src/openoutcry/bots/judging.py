"""Judging: what an action was worth beside what else could have been done, given what the seat knew.

The action is compared with what the rules of thumb say, with what a search thinks best, and with whatever is the only
one of its kind, such as a challenge. All are played to the end in the same worlds and with the same chance; what falls
behind drops out, and it goes on for as long as the verdict is open and there are steps left to spend. What stands out
then is measured once more, in worlds by which nobody was chosen: those flatter none.
"""

from __future__ import annotations

import math

from openoutcry.bots.memory import NONE, WHOLE, Tree, forget, head, trust
from openoutcry.bots.search import imagine, look_for_sense, play_on, share_of_win, think
from openoutcry.engine import states
from openoutcry.engine.bits import U
from openoutcry.engine.chance import rekey
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.contract import LONGEST, apply, greedy, only_of_its_kind
from openoutcry.engine.mask import Mask, forbid, is_allowed
from openoutcry.engine.record import Row
from openoutcry.engine.workspace import (
    BEFORE,
    COST,
    COSTLY,
    CREDIT,
    ENTRANTS,
    ERROR,
    FOUND,
    LOST,
    OPEN,
    SOUND,
    SPENT,
    SPREAD,
    VERDICT,
    WINS,
    WINS_OF_BEST,
    WON,
    Workspace,
)

WORLD_KEYS = U(0x73646C726F77)
"""The nonce under which a judgement's key gives the keys of worlds."""
IDEAS = 300
"""Play-outs of the search for what may be better."""
SEARCHED, FEW = 3, 6
"""So many of the search's best are compared; and all that makes sense, if it is no more than a few."""
FIRST, LEAST = 32, 64
"""So many worlds before the first look, and at least."""
MATTERS = WHOLE // 20
"""What a decision may cost before it matters: five chances of winning in a hundred."""
STANDS_OUT, SURE_AT_ONCE, SURE_AGAIN = 2.0, 3.5, 1.3
"""So many standard errors make a difference stand out in the end, and at an early look; so many it has to have when it
is measured once more.
"""
SURE_ENOUGH = 1.6
"""So many leave room for no cost that matters."""
ALONE = 96
"""After so many worlds the best rival is alone with the action."""
AGAIN = 150
"""In so many worlds at least is it measured once more."""
A_POINT = WHOLE / 100
"""Less is no cost, and no credit."""
A_WORLD = WHOLE * WHOLE / 4
"""So much is added to the squares of all differences, a quarter of a world in which all depends on the action."""
ANY = 1 << 60
"""As many steps as it takes."""
DECIDED = 150
"""So many games that all end alike say that a match is lost or won: it goes otherwise once in fifty at most."""
A_CHANCE = WHOLE // 50


@rule
def judge(workspace: Workspace, tree: Tree, seat: int, action: int, steps: int) -> int:
    """The best alternative to an action, itself if there is none; `judged` says what either wins, and what follows.

    It takes no more steps than that, but for the least that says anything.
    """
    workspace.spent = workspace.worlds = 0
    states.copy(workspace.master, workspace.thought)
    enter(workspace, tree, seat, action)
    suspect, worlds, limit = 0, FIRST, steps
    while worlds > 0:
        if workspace.worlds == 0 or suspect > 0:
            begin(workspace, suspect)
        race(workspace, seat, worlds, limit)
        measure(workspace)
        worlds = 0
        if suspect == 0:
            drop_out(workspace)
            worlds = workspace.worlds // 2 if is_open(workspace, steps) else 0
            suspect = what_stands_out(workspace) if worlds == 0 else 0
            if suspect > 0:
                worlds, limit = max(workspace.worlds, AGAIN), ANY
    return sum_up(workspace, suspect)


@rule
def enter(workspace: Workspace, tree: Tree, seat: int, action: int) -> None:
    """Who is compared: the action first, then the rules of thumb, what is the only one of its kind, and the search's
    best; or all that makes sense, if it is little.
    """
    seen, sense, choices = workspace.seen, workspace.sense, 0
    forget(tree)
    look_for_sense(workspace, seat)
    for each in range(size(sense)):
        choices += is_allowed(sense, each)
    if choices > FEW:
        think(workspace, tree, seat, IDEAS, 0)
    workspace.thumb, workspace.runners = greedy(seen, seat, sense, workspace.thought), 0
    enters(workspace, action)
    enters(workspace, workspace.thumb)
    for each in range(size(sense)):
        if is_allowed(sense, each) and (choices <= FEW or only_of_its_kind(seen, each)):
            enters(workspace, each)
    searched = min(SEARCHED, choices)
    while searched > 0:
        enters(workspace, most_trusted_of_the_others(workspace, tree))
        searched -= 1


@inlined
def size(mask: Mask) -> int:
    """How many actions a mask has room for."""
    return 64 * len(mask.words)


@rule
def enters(workspace: Workspace, action: int) -> None:
    """Compare an action too, if it makes sense and is not compared already, or is the first, and there is room."""
    if is_allowed(workspace.sense, action) or workspace.runners == 0:
        forbid(workspace.sense, action)
        if workspace.runners < ENTRANTS:
            workspace.entrants[workspace.runners] = action
            workspace.runners += 1


@rule
def most_trusted_of_the_others(workspace: Workspace, tree: Tree) -> int:
    """The action that the search trusts most of those that are not compared yet; the first that is, if all are."""
    root = head(tree).root
    best, most, edge = workspace.entrants[0], -1.0, tree[root].first_edge
    while edge != NONE:
        trusted = trust(tree, root, edge)
        if trusted >= most and is_allowed(workspace.sense, tree[edge].action):
            best, most = tree[edge].action, trusted
        edge = tree[edge].next_edge
    return best


@rule
def begin(workspace: Workspace, rival: int) -> None:
    """Nobody has played yet; all are in, or nobody but the action and one rival."""
    for entrant in range(workspace.runners):
        workspace.is_in[entrant] = rival == 0 or entrant in (0, rival)
        workspace.won[entrant] = workspace.gains[entrant] = workspace.squares[entrant] = workspace.raced[entrant] = 0


@rule
def race(workspace: Workspace, seat: int, worlds: int, steps: int) -> None:
    """Play all who are in, in so many worlds, the same for all and with the same chance, unless the steps are spent
    before: what each has won, and its gains beside the action.
    """
    for _ in range(worlds):
        if workspace.spent >= steps and workspace.worlds >= LEAST:
            return
        rekey(workspace.thought, workspace.master, WORLD_KEYS, workspace.worlds)
        imagine(workspace.scratch, workspace.seen, seat, workspace.thought)
        states.copy(workspace.chance, workspace.thought)
        workspace.worlds += 1
        first = 0
        for entrant in range(workspace.runners):
            if workspace.is_in[entrant]:
                share = played_to_the_end(workspace, seat, workspace.entrants[entrant])
                first = share if entrant == 0 else first
                workspace.raced[entrant] += 1
                workspace.won[entrant] += share
                workspace.gains[entrant] += share - first
                workspace.squares[entrant] += (share - first) * (share - first)


@rule
def played_to_the_end(workspace: Workspace, seat: int, action: int) -> int:
    """What an action came to in one whole game, begun in the scratch."""
    world = workspace.world
    states.copy(world, workspace.scratch)
    states.copy(workspace.thought, workspace.chance)
    apply(world, seat, action, workspace.thought)
    workspace.spent += 1 + play_on(workspace, LONGEST)
    return share_of_win(world, seat)


@rule
def measure(workspace: Workspace) -> None:
    """What every rival that is in wins more often than the action, in ten-thousandths, and the standard error of that,
    which is never nothing, however alike all games came out. And the best rival; the action itself if there is no
    other.
    """
    workspace.best, workspace.gain[0] = 0, 0.0
    for entrant in range(1, workspace.runners):
        if workspace.is_in[entrant]:
            worlds = float(workspace.raced[entrant])
            mean, least = workspace.gains[entrant] / worlds, A_WORLD / worlds
            square = workspace.squares[entrant] / worlds + least - mean * mean
            workspace.gain[entrant], workspace.error[entrant] = mean, math.sqrt(max(square, least) / worlds)
            if workspace.best == 0 or mean > workspace.gain[workspace.best]:
                workspace.best = entrant


@rule
def drop_out(workspace: Workspace) -> None:
    """Rivals that did worse than their mean are compared no further, and after some looks none but the best: where
    several are as good, one of them says as much.
    """
    total, rivals = 0.0, 0
    for entrant in range(1, workspace.runners):
        if workspace.is_in[entrant]:
            total += workspace.gain[entrant]
            rivals += 1
    for entrant in range(1, workspace.runners):
        is_worse = workspace.gain[entrant] * rivals < total or workspace.worlds >= ALONE
        if is_worse and entrant != workspace.best:
            workspace.is_in[entrant] = 0


@rule
def is_open(workspace: Workspace, steps: int) -> bool:
    """Whether to play on: the verdict is not clear, and there are steps left; or little was played yet."""
    if workspace.worlds < LEAST:
        return True
    if workspace.spent >= steps:
        return False
    if workspace.worlds < DECIDED and is_one_sided(workspace):
        return True
    best = workspace.best
    gain, error = workspace.gain[best], workspace.error[best]
    if gain > SURE_AT_ONCE * error or best == 0:
        return False
    return gain + SURE_ENOUGH * error > MATTERS


@rule
def is_one_sided(workspace: Workspace) -> bool:
    """Whether all games of the action and the best rival were lost so far, or all of the action's won."""
    nothing = workspace.won[0] + workspace.won[workspace.best] == 0
    return nothing or workspace.won[0] == workspace.raced[0] * WHOLE


@rule
def what_stands_out(workspace: Workspace) -> int:
    """The entrant that seems better than the action; or the rules of thumb, if the action seems better than those; else
    the action itself.
    """
    best = workspace.best
    if best > 0 and workspace.gain[best] > max(STANDS_OUT * workspace.error[best], A_POINT):
        return best
    if workspace.runners < 2 or workspace.entrants[1] != workspace.thumb:
        return 0
    return 1 if -workspace.gain[1] > max(STANDS_OUT * workspace.error[1], A_POINT) else 0


@rule
def sum_up(workspace: Workspace, suspect: int) -> int:
    """What was found, in ten-thousandths; and the best alternative."""
    judged, best = workspace.judged, workspace.best
    judged[SPENT] = workspace.spent
    wins, lost, error = workspace.won[0] / workspace.raced[0], workspace.gain[best], workspace.error[best]
    judged[WINS], judged[WINS_OF_BEST] = nearest(wins), min(nearest(max(wins + lost, 0.0)), WHOLE)
    judged[ERROR] = nearest(error) if best > 0 else 0
    judged[COST] = judged[CREDIT] = 0
    if suspect > 0 and abs(lost) > max(SURE_AGAIN * error, A_POINT):
        judged[COST] = max(judged[WINS_OF_BEST] - judged[WINS], 0)
        if workspace.entrants[best] == workspace.thumb:
            judged[CREDIT] = max(judged[WINS] - judged[WINS_OF_BEST], 0)
    judged[BEFORE] = judged[WINS] + judged[COST] - judged[CREDIT]
    judged[SPREAD] = spread(judged[BEFORE], workspace.raced[0])
    judged[VERDICT] = verdict(judged, lost)
    return workspace.entrants[best]


@rule
def spread(chance: int, games: int) -> int:
    """The standard error of a share of wins; never nothing."""
    share = (float(chance) * games + WHOLE) / ((games + 2) * WHOLE)
    return nearest(WHOLE * math.sqrt(share * (1.0 - share) / games))


@rule
def verdict(judged: Row[int], lost: float) -> int:
    """In one word: it cost something, or was found; the match was lost or won already; else it was sound, or that stays
    open.
    """
    if judged[COST] > 0:
        return COSTLY
    if judged[CREDIT] > 0:
        return FOUND
    if judged[WINS_OF_BEST] + 3 * judged[SPREAD] <= A_CHANCE:
        return LOST
    if judged[WINS] - 3 * judged[SPREAD] >= WHOLE - A_CHANCE:
        return WON
    return OPEN if lost > 0.0 and lost + SURE_ENOUGH * judged[ERROR] > MATTERS else SOUND


@inlined
def nearest(number: float) -> int:
    """The nearest whole number to one that is not below 0."""
    return int(number + 0.5)
