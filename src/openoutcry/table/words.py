"""A game's words in one language, from its words.toml: what people read, as against the notation that files keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from openoutcry.engine.actions import Action, Domain, Subsets
from openoutcry.engine.events import SEAT, Event, ListOf, Parameter, Telling, Things
from openoutcry.engine.game import LANGUAGE, Game
from openoutcry.engine.mistakes import Reason, quoted
from openoutcry.engine.names import Names
from openoutcry.engine.reasons import filled

if TYPE_CHECKING:
    from openoutcry.table.story import Line

SEAT_PARAMETER = "seat"
"""What the parameter of an action is called that names a seat."""


class Words:
    """The words of a game. What words.toml does not name is shown by its notation.

    A seat that an action names is called by its player where it is said what they are called, and else by its number.
    """

    def __init__(self, game: Game, language: str = LANGUAGE, called: Sequence[str] = ()) -> None:
        if language not in game.words:
            raise Reason("not_spoken", game=game.title, language=quoted(language), spoken=", ".join(game.words))
        self.game = game
        self.language = language
        self.called = called
        self.phrases: Mapping[str, Any] = game.words[language]

    @property
    def title(self) -> str:
        """The game's name."""
        return str(self.phrases["title"])

    def name(self, kind: str, name: str) -> str:
        """A card or another thing, as people write it: 7♢ for 7D."""
        names: Mapping[str, str] = self.phrases.get("names", {}).get(kind, {})
        if name in names:
            return names[name]
        ranks, suits = self.phrases.get("ranks", {}), self.phrases.get("suits", {})
        if kind == "card" and name[1:] in suits:
            return f"{ranks.get(name[:1], name[:1])}{suits[name[1:]]}"
        return name

    def action(self, action: Action) -> str:
        """What a player can do, as an offer: sell 7♢."""
        return self.offer(action.verb, self.parts(action.text))

    def offer(self, verb: str, parts: Mapping[str, str]) -> str:
        """An offer whose parts are given as they are to be read: bid 3–16 Gold."""
        return self._phrase("actions", verb, parts, " ".join([verb, *parts.values()]))

    def sentences(self, line: Line, players: Sequence[str], you: int | None = None) -> list[str]:
        """A line of a story: what was done, as far as it was seen, then what came of it, headings left out."""
        events = [told for told in line.events if not self.game.events.by_name[told["event"]].heading]
        done = []
        if line.seat is not None:
            done = [self.told(line.text, players[line.seat], you=line.seat == you)]
        return done + [self.event(told, players, you) for told in events]

    def told(self, text: str, player: str, *, you: bool = False) -> str:
        """What a player did, as a sentence, from the notation that the reader may see; `you` speaks to the one who did
        it.
        """
        parts = {"player": player, **self.parts(text)}
        return self._phrase("told_you" if you else "told", text.split()[0], parts, f"{player} {text}")

    def parts(self, text: str) -> dict[str, str]:
        """The parameters of an action's notation, each as people read it; what is hidden from the reader is named like
        any other.
        """
        verb, *written = text.split()
        return {
            name: self.part(name, domain, part)
            for (name, domain), part in zip(self._parameters(verb).items(), written, strict=True)
        }

    def part(self, parameter: str, domain: Domain, written: str) -> str:
        """One parameter as people read it; of a set each member."""
        if parameter == SEAT_PARAMETER and written.isdecimal() and int(written) < len(self.called):
            return self.called[int(written)]
        if isinstance(domain, Subsets):
            return "+".join(self.name(domain.names.kind, member) for member in written.split("+"))
        return self.name(getattr(domain, "kind", parameter), written)

    def _phrase(self, kind: str, verb: str, parts: Mapping[str, str], otherwise: str) -> str:
        phrase = self.phrases.get(kind, {}).get(verb)
        return filled(str(phrase), parts) if phrase else otherwise

    def _parameters(self, verb: str) -> Mapping[str, Domain]:
        """The parameters of a verb; taking back, which every game has, has none."""
        return next((known.parameters for known in self.game.actions.verbs if known.name == verb), {})

    def event(self, told: Telling, players: Sequence[str], you: int | None = None) -> str:
        """What came of an action, as a sentence; it speaks to the reader whose seat is `you`."""
        event: Event = self.game.events.by_name[told["event"]]
        parts = {name: self._said(kind, told[name], players) for name, kind in event.parameters.items()}
        is_about_you = event.about is not None and told[event.about] == you
        phrases = self.phrases.get("events", {})
        phrase = (self.phrases.get("events_you", {}) if is_about_you else {}).get(event.name, phrases.get(event.name))
        return filled(str(phrase), parts) if phrase else ": ".join([event.name, ", ".join(parts.values())])

    def _said(self, parameter: Parameter, value: Any, players: Sequence[str], called: str = "") -> str:
        """A parameter of an event as people read it."""
        if isinstance(parameter, ListOf):
            return parameter.joined.join(self._said(parameter.of, each, players, parameter.called) for each in value)
        if isinstance(parameter, Things):
            things = [self.thing(kind, self._said(parameter.kinds[kind], each, players)) for kind, each in value]
            return ", ".join(things) or self.thing("nothing")
        if isinstance(parameter, Names):
            short = self.phrases.get("names", {}).get(called, {}).get(value)
            return str(short) if short else self.name(parameter.kind, value)
        return players[value] if parameter is SEAT and value >= 0 else str(value)

    def thing(self, kind: str, it: str = "") -> str:
        """One of several things that are told together: 3 tokens; or that there is nothing."""
        return filled(self._label("things", kind), {"it": it})

    def refusal(self, clause: str) -> str:
        """Why an action is refused; the clause itself where words.toml has no shorter sentence."""
        short = self.phrases.get("refusals", {}).get(clause)
        return str(short) if short else self.game.rulebook(self.language).clauses[clause]

    def ending(self, name: str) -> str:
        """Why the game is over."""
        return self._label("endings", name)

    def decided(self, by: int, first: str, second: str) -> str:
        """Which tie-break put the first before the second, by the number that the game's fact has for it."""
        return filled(self._label("decided", str(by)), {"first": first, "second": second})

    def unit(self, counted_in: int = 0) -> str | None:
        """What points are in this game, such as cards left; None where they are just points."""
        unit = self.phrases.get("units", {}).get(str(counted_in))
        return str(unit) if unit else None

    @property
    def sources(self) -> dict[str, str]:
        """The facts of a seat that the result shows besides its points, and what they are called."""
        return dict(self.phrases.get("sources", {}))

    def option(self, name: str) -> str:
        """What an option is called."""
        return self._label("options", name)

    def help(self, option: str) -> str:
        """What an option is good for, in a sentence; nothing where words.toml has none."""
        return str(self.phrases.get("help", {}).get(option, ""))

    def value(self, option: str, value: int | str) -> str:
        """What an option is set to."""
        return str(self.phrases.get("values", {}).get(option, {}).get(value, value))

    def field(self, name: str) -> str:
        """What a field of the state is called."""
        return self._label("fields", name)

    def label(self, name: str, **parts: str) -> str:
        """Another word that a board needs."""
        return filled(self._label("labels", name), parts)

    def _label(self, kind: str, name: str) -> str:
        return str(self.phrases.get(kind, {}).get(name, name.replace("_", " ")))
