"""Bots: each is given a View, which holds only what its seat may know, and never the match.

A bot is named by a word, with a budget if it searches: `random`, `greedy`, `search:400` (play-outs), `search:500ms`.
For people there are levels: `easy`, `medium` and `hard`. For the ladder there are opponents from outside
(`outsider:probability`, `bots/outsiders`). Other packages add bots by the entry-point group
`openoutcry.bots`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from openoutcry.bots import outsiders
from openoutcry.bots.guests import (
    RAISED,
    BotFailed,
    GuestBot,
    address_of,
    forbidden,
    illegal,
    is_compiled,
    raised,
    takes,
)
from openoutcry.bots.learned import by_network, network_of, options_of, seats_of
from openoutcry.bots.search import by_thumb
from openoutcry.bots.selfplay import GREEDY, GUEST, LEARNED, RANDOM, SEARCH
from openoutcry.bots.solved import SolvedBot, paths_of, solution_of
from openoutcry.bots.thinking import PLAYOUTS, SearchBot
from openoutcry.engine.actions import Action
from openoutcry.engine.contract import THOUGHTS, USUAL_THOUGHTS, any_action
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake, Reason, quoted
from openoutcry.engine.record import blank
from openoutcry.table.match import View

__all__ = ["Bot", "BotFailed", "Chooser", "Spec", "failure", "find", "guest_address", "read", "registered"]

GROUP = "openoutcry.bots"
LEVELS = ("easy", "medium", "hard")
SOLVED = "solved"
OURS = ("random", "greedy", "search", *LEVELS, "learned", SOLVED)
MOST_PLAYOUTS, MOST_MILLISECONDS = 1_000_000, 600_000
BUDGET = re.compile(r"([1-9]\d{0,17})(ms|s)?")


class Chooser(Protocol):
    """Whatever chooses: all that a bot of another package has to be."""

    def choose(self, view: View, chance: Any) -> Action:
        """One of the view's legal actions; `chance` is the bot's own and says nothing of the cards to come."""
        ...


@dataclass(frozen=True)
class Bot:
    """A player that is a program, by its name; its level says how quick it is where there is a race."""

    name: str
    chooser: Chooser

    def choose(self, view: View, chance: Any) -> Action:
        """One of the view's legal actions."""
        return self.chooser.choose(view, chance)

    @property
    def level(self) -> str:
        """Easy, medium or hard; a bot that is none of them is medium."""
        return self.name if self.name in LEVELS else "medium"

    @property
    def thinks(self) -> bool:
        """Whether it may take a moment."""
        return isinstance(self.chooser, SearchBot)


class RandomBot:
    """Every legal action is as good as another."""

    def choose(self, view: View, chance: Any) -> Action:
        """A legal action, as the game's rules choose one at random."""
        _, mask = _asked(view)
        return view.game.actions[any_action(view.record, mask, chance)]


class GreedyBot:
    """The rules of thumb of the game; with whims, one action in so many is any action."""

    def __init__(self, whims: int = 0) -> None:
        self._whims = whims

    def choose(self, view: View, chance: Any) -> Action:
        """What the rules of thumb say, unless a whim comes first."""
        seat, mask = _asked(view)
        return view.game.actions[int(by_thumb(view.record, seat, mask, chance, self._whims))]


class LearnedBot:
    """What a network says that was trained for the game, the number of seats and the options."""

    def __init__(self) -> None:
        self._blocks: dict[tuple[Any, ...], Any] = {}

    def choose(self, view: View, chance: Any) -> Action:
        """What looks best to the network."""
        seat, mask = _asked(view)
        key = view.game.name, int(view.record.seats), *options_of(view.game, view.record).values()
        if key not in self._blocks:
            self._blocks[key] = network_of(view.game, view.record).block()
        address = int(self._blocks[key].ctypes.data)
        return view.game.actions[int(by_network(view.record, seat, mask, chance, address))]


def _asked(view: View) -> tuple[int, Any]:
    """Who has to choose, and the mask of what they may do."""
    assert view.seat is not None, "who only watches has nothing to choose"
    mask = blank(view.game.mask_type)
    view.game.rules.legal(view.record, view.seat, mask)
    return view.seat, mask


@dataclass(frozen=True)
class Spec:
    """A bot as its name says it: a policy that is compiled, and its budget; or a bot of another package."""

    name: str
    policy: int | None = None
    budget: int = 0
    milliseconds: int = 0

    @property
    def is_compiled(self) -> bool:
        """Whether whole games can be played with it without Python."""
        return self.policy is not None and not self.milliseconds


WHIMS = 12
"""One action in so many of the easy bot is any action."""


def read(written: str, game: Game | None = None) -> Spec:
    """What a bot's name means; it has to play the game, if one is given.

    >>> read("search:400").budget
    400
    >>> read("oracle")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Mistake: there is no bot 'oracle'; there are random, greedy, ...
    >>> read("search:soon")
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Mistake: 'search:soon' should be like search:2000 (play-outs) or search:500ms
    """
    name, colon, budget = written.strip().lower().partition(":")
    if name == outsiders.PREFIX:
        return _outsider(budget, game)
    if name not in registered(game):
        if name in registered() and game is not None:
            raise Mistake(f"there is no {name} bot for {game.title} yet; there are {', '.join(registered(game))}")
        raise Mistake(f"there is no bot {quoted(written.strip())}; there are {', '.join(registered(game))}")
    if colon and name != "search":
        raise Mistake(f"only search has a budget, {name} has none")
    if name == "search":
        return _search(written.strip(), budget if colon else str(PLAYOUTS))
    if name in LEVELS:
        return _level(name, game)
    if name in _others():
        return Spec(name, GUEST if is_compiled(_other(name)) else None)
    if name == SOLVED:
        return Spec(name)
    return Spec(name, {"random": RANDOM, "greedy": GREEDY, "learned": LEARNED}[name])


def check(names: Iterable[str], game: Game, template: Any) -> None:
    """Refuse bots that do not play a game, or not with as many seats and the options as a record has."""
    for name in names:
        spec = read(name, game)
        if spec.policy == LEARNED:
            network_of(game, template)
        if spec.name == SOLVED:
            solution_of(game, template)


def can_play(name: str, game: Game, template: Any) -> bool:
    """Whether a bot plays a game with as many seats and the options as a record has."""
    try:
        check([name], game, template)
    except Reason as reason:
        if reason.code in ("not_learned", "not_solved"):
            return False
        raise
    return True


def _outsider(name: str, game: Game | None) -> Spec:
    there = outsiders.outsiders(None if game is None else game.name)
    if name not in there:
        told = ", ".join(f"{outsiders.PREFIX}:{each}" for each in there) or "none"
        raise Mistake(f"there is no {quoted(f'{outsiders.PREFIX}:{name}')}; there is {told}")
    return Spec(f"{outsiders.PREFIX}:{name}")


def _search(written: str, budget: str) -> Spec:
    found = BUDGET.fullmatch(budget)
    if not found:
        raise Mistake(f"{quoted(written)} should be like search:{PLAYOUTS} (play-outs) or search:500ms")
    number = int(found[1]) * (1000 if found[2] == "s" else 1)
    most, unit = (MOST_MILLISECONDS, "milliseconds") if found[2] else (MOST_PLAYOUTS, "play-outs")
    if number > most:
        raise Mistake(f"{quoted(written)} is too much; at most {most:,} {unit}")
    return Spec("search", SEARCH, milliseconds=number) if found[2] else Spec("search", SEARCH, budget=number)


def _level(name: str, game: Game | None) -> Spec:
    """Easy plays by rules of thumb with whims, medium thinks a little, hard more; rules of thumb that are exact are the
    best there is.
    """
    has_greedy = game is None or game.has("choose")
    if name == "easy":
        return Spec(name, GREEDY, WHIMS) if has_greedy else Spec(name, RANDOM)
    if game is not None and game.has("IS_EXACT"):
        return Spec(name, GREEDY)
    medium, hard = USUAL_THOUGHTS if game is None else game.member(THOUGHTS)
    return Spec(name, SEARCH, medium if name == "medium" else hard)


@cache
def _others() -> dict[str, Any]:
    """Bots of other packages by their names; none can take the name of one of ours."""
    return {name: _loaded(entry) for entry in entry_points(group=GROUP) if (name := entry.name.lower()) not in OURS}


@dataclass(frozen=True)
class Broken:
    """A bot of another package that cannot be used; only whoever asks for it is told."""

    reason: str


def _loaded(entry: EntryPoint) -> Any:
    try:
        other = entry.load()
        games = getattr(other, "games", None)
    except Exception as error:
        return Broken(f"{type(error).__name__}: {error}")
    is_list = games is None or (
        isinstance(games, list | tuple | set | frozenset) and all(isinstance(name, str) for name in games)
    )
    return other if is_list else Broken("what it has as its games is not a list of their names")


def _other(name: str) -> Any:
    """A bot of another package."""
    if isinstance(other := _others()[name], Broken):
        raise Mistake(f"the bot {name!r} cannot be loaded: {other.reason}")
    return other


def registered(game: Game | None = None) -> list[str]:
    """The names of all bots, or of those that play a game."""
    return [name for name in (*OURS, *_others()) if game is None or _plays(name, game)]


def _plays(name: str, game: Game) -> bool:
    if name == "greedy":
        return game.has("choose")
    if name == "learned":
        return bool(seats_of(game))
    if name == SOLVED:
        return bool(paths_of(game))
    games = getattr(_others().get(name), "games", None)
    return games is None or game.name in games


def find(written: str, game: Game) -> Bot:
    """A new bot of that name, for one seat: what it remembers is its own.

    >>> from openoutcry.games import find as find_game
    >>> find("search:50", find_game("bounce")).name
    'search'
    """
    spec = read(written, game)
    return Bot(spec.name, _chooser(spec))


def _chooser(spec: Spec) -> Chooser:
    if spec.policy == RANDOM:
        return RandomBot()
    if spec.policy == SEARCH:
        return SearchBot(spec.budget, spec.milliseconds)
    if spec.policy == GREEDY:
        return GreedyBot(spec.budget)
    if spec.policy == LEARNED:
        return LearnedBot()
    if spec.name == SOLVED:
        return SolvedBot()
    if spec.name.startswith(outsiders.PREFIX + ":"):
        return _guest(spec.name, outsiders.named(spec.name.partition(":")[2]).choose)
    return _guest(spec.name, _other(spec.name))


def _guest(name: str, other: Any) -> Chooser:
    """A bot of another package: a class or an object with `choose(view, chance)`, or a function of a view and chance,
    or a compiled one.
    """
    if isinstance(other, type):
        try:
            other = other()
        except Exception as error:
            raise raised(name, error) from error
    if hasattr(other, "choose"):
        return GuestBot(name, other, other.choose)
    if takes(other) == 4:
        return GuestBot(name, other, lambda view, chance: other(view.record, *_asked(view), chance))
    if takes(other) == 2:
        return GuestBot(name, other, other)
    raise Mistake(
        f"the bot {name!r} should be a function of (view, chance) or of (view, seat, mask, thought), or have a "
        "method choose"
    )


def guest_address(spec: Spec, game: Game) -> int:
    """Where compiled code finds a compiled bot of another package."""
    return address_of(spec.name, _other(spec.name), game)


def failure(spec: Spec, game: Game, view: Any, seat: int, mask: Any, thought: Any, answer: int) -> BotFailed:
    """What a compiled bot of another package did wrong in compiled code, where an error has no name: it is asked once
    more.
    """
    if answer != RAISED:
        return illegal(spec.name, answer, forbidden(game, view, seat, answer))
    try:
        _other(spec.name)(view, seat, mask, thought)
    except Exception as error:
        return raised(spec.name, error)
    return BotFailed(f"the bot {spec.name!r} failed: it raised an error")
