"""A game's words in one language, from its words.toml: what people read, as against the notation that files keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openoutcry.engine.actions import HIDDEN, Action
from openoutcry.engine.game import LANGUAGE, Game
from openoutcry.engine.mistakes import Mistake


class Words:
    """The words of a game. What words.toml does not name is shown by its notation."""

    def __init__(self, game: Game, language: str = LANGUAGE) -> None:
        if language not in game.words:
            raise Mistake(f"{game.title} does not speak {language!r}; it speaks {', '.join(game.words)}")
        self.game = game
        self.table: Mapping[str, Any] = game.words[language]

    def name(self, kind: str, name: str) -> str:
        """A card or another thing, as people write it: 7♢ for 7D."""
        names: Mapping[str, str] = self.table.get("names", {}).get(kind, {})
        if name in names:
            return names[name]
        ranks, suits = self.table.get("ranks", {}), self.table.get("suits", {})
        if kind == "card" and name[1:] in suits:
            return f"{ranks.get(name[:1], name[:1])}{suits[name[1:]]}"
        return name

    def action(self, action: Action) -> str:
        """What a player can do, as an offer: sell 7♢."""
        return self._phrase("actions", action.verb, action.text)

    def told(self, text: str, player: str) -> str:
        """What a player did, as a sentence, from the notation that the reader may see."""
        verb = text.split()[0]
        return self._phrase("told", verb, text, player=player)

    def _phrase(self, table: str, verb: str, text: str, **more: str) -> str:
        declared = next(known for known in self.game.actions.verbs if known.name == verb)
        shown = dict(more)
        for (parameter, domain), part in zip(declared.parameters.items(), text.split()[1:], strict=True):
            shown[parameter] = HIDDEN if part == HIDDEN else self.name(getattr(domain, "kind", parameter), part)
        phrase = self.table.get(table, {}).get(verb)
        return str(phrase).format(**shown) if phrase else " ".join([*more.values(), text])

    def refusal(self, clause: str) -> str:
        """Why an action is refused; the clause itself where words.toml has no shorter sentence."""
        short = self.table.get("refusals", {}).get(clause)
        return str(short) if short else self.game.clauses[clause]

    def ending(self, name: str) -> str:
        """Why the game is over."""
        return str(self.table.get("endings", {}).get(name, name.replace("_", " ")))

    def option(self, name: str) -> str:
        """What an option is called."""
        return str(self.table.get("options", {}).get(name, name.replace("_", " ")))
