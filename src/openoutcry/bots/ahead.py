"""Looking ahead: an action is played in a world that could be, and on until its player has to choose again, step by
step, so that whoever gives a hint can tell what came of it.

Each step leaves what the player would know before and after it, in the workspace; nothing else of the world is shown.
"""

from __future__ import annotations

from openoutcry.bots.search import imagine, play_on, share_of_win, whimsical
from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import LONGEST, apply, hide, legal, whims
from openoutcry.engine.events import NOBODY
from openoutcry.engine.mask import count
from openoutcry.engine.playout import next_seat
from openoutcry.engine.workspace import MOST_SEATS, Workspace


@rule
def suppose(workspace: Workspace, seat: int) -> None:
    """A world that could be, in which several actions of the seat can be looked at."""
    imagine(workspace.scratch, workspace.seen, seat, workspace.thought)


@rule
def step_ahead(workspace: Workspace, seat: int, action: int) -> int:
    """One step: the action of the seat in the world that was supposed, or whatever comes next, everyone by the rules of
    thumb.

    It gives the action and who acted, as `action * MOST_SEATS + actor`; NOBODY where the game is over, and where the
    seat has a choice again and somebody else has acted since.
    """
    world, mask, thought, actor = workspace.world, workspace.mask, workspace.thought, seat
    if action == NOBODY:
        if world.to_act == NOTHING:
            return NOBODY
        actor = next_seat(world, thought)
        legal(world, actor, mask)
        if actor == seat and workspace.steps > 0 and count(mask) > 1:
            return NOBODY
        action = whimsical(world, actor, mask, thought, whims(world))
    else:
        states.copy(world, workspace.scratch)
        workspace.steps = 0
    workspace.steps += actor != seat
    states.copy(workspace.before, world)
    hide(workspace.before, seat)
    apply(world, actor, action, thought)
    states.copy(workspace.after, world)
    hide(workspace.after, seat)
    return action * MOST_SEATS + actor


@rule
def ends_well(workspace: Workspace, seat: int) -> int:
    """Play the world to its end by the rules of thumb: what share of the win the seat has, in ten-thousandths."""
    play_on(workspace, LONGEST)
    return share_of_win(workspace.world, seat)
