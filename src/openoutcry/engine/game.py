"""A game as the rest of the project sees it: its name and seats at once, its rules when they are first needed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module, resources
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from openoutcry.engine.mistakes import Reason, quoted
from openoutcry.engine.rulebook import Rulebook

if TYPE_CHECKING:
    import numpy as np

    from openoutcry.engine.actions import Actions
    from openoutcry.engine.events import Events
    from openoutcry.engine.facts import Fact
    from openoutcry.engine.names import Names
    from openoutcry.engine.options import Option
    from openoutcry.engine.record import Field

LANGUAGE = "en"


class Game:
    """A folder with RULES.md, words.toml, rules.py and sight.py, as `games/README` of the docs describes it.

    The pace is how many seconds a race usually lasts, in games that have races. The releases say of each earlier
    version of the rules which release has it, as in `{1: "Open Outcry 0.1"}`: match files of that version are read
    whole there.
    """

    def __init__(
        self,
        package: str,
        seats: range,
        minutes: int,
        best: range | None = None,
        pace: float = 8.0,
        releases: Mapping[int, str] | None = None,
    ) -> None:
        self.package = package
        self.name = package.rpartition(".")[2]
        self.seats = seats
        self.best = best or seats
        self.minutes = minutes
        self.pace = pace
        self._parts: dict[str, ModuleType | None] = {}
        self._members: dict[str, Any] = {}
        self._has: dict[str, bool] = {}
        self.releases = releases or {}

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @cached_property
    def words(self) -> Mapping[str, Any]:
        """words.toml, a table per language."""
        return tomllib.loads(self._text("words.toml"))

    @property
    def title(self) -> str:
        """The game's name for people."""
        return str(self.words[LANGUAGE]["title"])

    @property
    def line(self) -> str:
        """The game in one sentence."""
        return str(self.words[LANGUAGE]["line"])

    @cached_property
    def rulebooks(self) -> Mapping[str, Rulebook]:
        """RULES.md, and RULES.de.md and the like beside it: a rulebook a language, English first."""
        others = {path.name.split(".")[1]: path for path in sorted(self.folder.glob("RULES.*.md"))}
        paths = {LANGUAGE: self.folder / "RULES.md"} | others
        return {language: Rulebook(language, path) for language, path in paths.items()}

    def rulebook(self, language: str = LANGUAGE) -> Rulebook:
        """The rulebook in a language, or the English one where there is none in that."""
        return self.rulebooks.get(language, self.rulebooks[LANGUAGE])

    @property
    def clauses(self) -> Mapping[str, str]:
        """The clauses of RULES.md: § -> its text, on one line."""
        return self.rulebook().clauses

    @cached_property
    def rules(self) -> ModuleType:
        """rules.py; with it the game is known to the contract."""
        from openoutcry.engine import by_game
        from openoutcry.engine.compiled import GAME_DIGESTS, digest_of_code, type_of

        rules = import_module(f"{self.package}.rules")
        self.__dict__["rules"] = rules
        by_game.register(self)
        GAME_DIGESTS[type_of(rules.STATE)] = digest_of_code(self.folder)
        return rules

    @cached_property
    def sight(self) -> ModuleType:
        """sight.py: who may know what."""
        return import_module(f"{self.package}.sight")

    def part(self, name: str) -> ModuleType | None:
        """A file of the game's folder, or nothing where it has none of that name: tidy, thumb, terminal."""
        if name not in self._parts:
            self._parts[name] = _module(f"{self.package}.{name}")
        return self._parts[name]

    def has(self, name: str) -> bool:
        """Whether a game has a member of its own, such as `tidy`, or `choose` of its rules of thumb."""
        if name not in self._has:
            from openoutcry.engine.by_game import MEMBERS

            self._has[name] = hasattr(self.part(MEMBERS[name].part), name)
        return self._has[name]

    def member(self, name: str) -> Any:
        """What the game has under a name of the contract, or what holds where it does not say."""
        if name not in self._members:
            from openoutcry.engine.by_game import MEMBERS
            from openoutcry.engine.contract import MADE, made_for

            member = MEMBERS[name]
            if member.part == MADE:
                self._members |= made_for(self)
            else:
                self._members[name] = getattr(self.part(member.part), name, member.default)
        return self._members[name]

    @property
    def folder(self) -> Path:
        """Where the game's files are."""
        return Path(str(resources.files(self.package)))

    @property
    def version(self) -> int:
        """The version of the rules; it rises when behaviour changes."""
        return int(self.rules.VERSION)

    @property
    def actions(self) -> Actions:
        """All the game's actions."""
        actions: Actions = self.rules.ACTIONS
        return actions

    @property
    def events(self) -> Events:
        """What can come of an action."""
        events: Events = self.member("EVENTS")
        return events

    @property
    def facts(self) -> Mapping[str, Fact]:
        """What can be asked of its records, by name."""
        facts: Mapping[str, Fact] = self.member("FACTS")
        return facts

    @property
    def habits(self) -> Names:
        """What a player may do without though it is no verb."""
        habits: Names = self.member("HABITS")
        return habits

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of its state."""
        from openoutcry.engine.record import fields_of

        return fields_of(self.rules.State)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Its options."""
        return tuple(field.option for field in self.fields if field.option is not None)

    @property
    def state_type(self) -> np.dtype[Any]:
        """The NumPy type of its state."""
        kind: np.dtype[Any] = self.rules.STATE
        return kind

    @cached_property
    def mask_type(self) -> np.dtype[Any]:
        """The NumPy type of its masks of legal actions."""
        from openoutcry.engine.mask import mask_type

        return mask_type(self.actions.words)

    def check_seats(self, seats: int) -> None:
        """Refuse a number of players the game is not for."""
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            if least == most:
                raise Reason("for_so_many", game=self.title, players=least, seats=quoted(seats))
            raise Reason("for_from_to", game=self.title, least=least, most=most, seats=quoted(seats))

    def template(self, seats: int, options: Mapping[str, int | str | bool] | None = None) -> Any:
        """A state before the deal: seats, options and version are in it, and nothing else."""
        from openoutcry.engine.options import read_options
        from openoutcry.engine.record import copied

        self.check_seats(seats)
        state = copied(self._defaults)
        state.seats = seats
        if options is not None:
            for name, value in read_options(self.options, options).items():
                state[name] = value
        return state

    @cached_property
    def _defaults(self) -> Any:
        """A state with nothing in it but the version and the options as they come."""
        from openoutcry.engine.record import blank

        state = blank(self.state_type)
        state[self.name] = self.version
        for option in self.options:
            state[option.name] = option.default
        return state

    def _text(self, name: str) -> str:
        return resources.files(self.package).joinpath(name).read_text(encoding="utf-8")


def _module(name: str) -> ModuleType | None:
    """A module, or nothing where there is none; what it imports itself must be there."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None
