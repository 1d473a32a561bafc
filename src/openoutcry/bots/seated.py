"""Bots at a table: they answer what a session asks of them."""

from __future__ import annotations

from typing import Any

from openoutcry.bots import Bot, find
from openoutcry.bots.outlook import advised
from openoutcry.bots.thinking import Mind
from openoutcry.table.asks import ADVISE, CHOOSE, Ask, Judged


class SeatedBots:
    """The bots of one table, each with a memory of its own for as long as a match lasts."""

    def __init__(self) -> None:
        self._match = 0
        self._bots: dict[tuple[int, str], Bot] = {}

    def answer(self, ask: Ask) -> Any:
        """What a bot chooses, advises or finds, as `Session.decided` takes it."""
        if ask.what == CHOOSE:
            return self.bot(ask).choose(ask.view, ask.chance).number
        if ask.what == ADVISE:
            return advised(ask.view, ask.chance)
        return judged(ask)

    def bot(self, ask: Ask) -> Bot:
        """The bot that is asked."""
        if ask.match != self._match:
            self._match, self._bots = ask.match, {}
        return self._bots.setdefault((ask.seat, ask.bot), find(ask.bot, ask.view.game))


def judged(ask: Ask) -> Judged:
    """What a decision was worth."""
    assert ask.action is not None, "what is judged is an action"
    mind = Mind(ask.view.game)
    mind.wake(ask.chance, 0)
    return mind.judge(ask.view.record, ask.seat, ask.action, ask.steps)
