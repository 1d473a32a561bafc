"""Restraint: a seat that never does something, as long as something else is legal. It is what the lab asks a player to
do without: verbs, and habits that the game names (`habits.py` of its folder).
"""

from __future__ import annotations

from typing import Any

from openoutcry.engine.bits import NOTHING, has
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import leave_out
from openoutcry.engine.mask import Mask, copy, count
from openoutcry.engine.workspace import Workspace


@rule
def is_restrained(workspace: Workspace, seat: int) -> bool:
    """Whether a seat does without something."""
    return has(workspace.restrained, seat)


@rule
def restrain(workspace: Workspace, view: Any, seat: int, mask: Mask) -> None:
    """Forbid, of what is left to a seat that is shown so much, what it does without; where nothing else is left, all
    stays.
    """
    copy(workspace.spare, mask)
    for word in range(len(mask.words)):
        mask.words[word] &= ~workspace.never[seat, word]
    if workspace.habits[seat] != NOTHING:
        leave_out(view, seat, mask, workspace.habits[seat])
    if count(mask) == 0:
        copy(mask, workspace.spare)
