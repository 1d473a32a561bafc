"""Bots: each is given a View, which holds only what its seat may know, and never the match."""

from __future__ import annotations

from typing import Any, Protocol

from openoutcry.bots.greedy import Choose, choose_of
from openoutcry.engine.actions import Action
from openoutcry.engine.contract import any_action
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.record import blank
from openoutcry.table.match import View


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, chance: Any) -> Action:
        """One of the view's legal actions; `chance` is the bot's own and says nothing of the cards to come."""
        ...


class RandomBot:
    """Every legal action is as good as another."""

    def choose(self, view: View, chance: Any) -> Action:
        """A legal action, as the game's rules choose one at random."""
        _, mask = _asked(view)
        return view.game.actions[any_action(view.record, mask, chance)]


class GreedyBot:
    """A few rules of thumb, for the games that have some."""

    def choose(self, view: View, chance: Any) -> Action:
        """What the rules of thumb say."""
        seat, mask = _asked(view)
        return view.game.actions[int(_rules_of_thumb(view.game)(view.record, seat, mask, chance))]


def _asked(view: View) -> tuple[int, Any]:
    """Who has to choose, and the mask of what they may do."""
    assert view.seat is not None, "who only watches has nothing to choose"
    mask = blank(view.game.mask_type)
    view.game.rules.legal(view.record, view.seat, mask)
    return view.seat, mask


def registered(game: Game | None = None) -> dict[str, Bot]:
    """Every bot by its name, or every one that plays a game."""
    known: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
    return {name: bot for name, bot in known.items() if game is None or name != "greedy" or choose_of(game.name) is not None}


def best(game: Game) -> str:
    """The name of the best bot that plays a game."""
    return list(registered(game))[-1]


def find(name: str, game: Game | None = None) -> Bot:
    """The bot of that name; it has to play the game, if one is given.

    >>> find("oracle")
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Mistake: there is no bot 'oracle'; there are random, greedy
    """
    known, wanted = registered(), name.strip().lower()
    if wanted not in known:
        raise Mistake(f"there is no bot {name!r}; there are {', '.join(registered(game))}")
    if game is not None and wanted not in registered(game):
        raise _none_yet(wanted, game)
    return known[wanted]


def _rules_of_thumb(game: Game) -> Choose:
    choose = choose_of(game.name)
    if choose is None:
        raise _none_yet("greedy", game)
    return choose


def _none_yet(name: str, game: Game) -> Mistake:
    return Mistake(f"there is no {name} bot for {game.title} yet; there are {', '.join(registered(game))}")
