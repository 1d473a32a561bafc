"""Bots: each is given a View, which holds only what its seat may know, and never the match."""

from __future__ import annotations

from typing import Any, Protocol

from openoutcry.engine.actions import Action
from openoutcry.engine.chance import DICE, below
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import View


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, chance: Any) -> Action:
        """One of the view's legal actions; `chance` is the bot's own and says nothing of the cards to come."""
        ...


class RandomBot:
    """Every legal action is as good as another."""

    def choose(self, view: View, chance: Any) -> Action:
        """A legal action, all equally likely."""
        legal = view.legal
        return legal[below(chance, DICE, len(legal))]


def registered() -> dict[str, Bot]:
    """Every bot by its name."""
    return {"random": RandomBot()}


def find(name: str) -> Bot:
    """The bot of that name.

    >>> find("oracle")
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Mistake: there is no bot 'oracle'; there are random
    """
    known = registered()
    try:
        return known[name.strip().lower()]
    except KeyError:
        raise Mistake(f"there is no bot {name!r}; there are {', '.join(known)}") from None
