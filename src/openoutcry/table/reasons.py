"""Why something cannot be done at a table: codes with parameters, worded by whoever shows them.

The sentences are in `engine/reasons.toml`, as the engine gives reasons too; an action that the rules forbid is worded
by its game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from openoutcry.engine.game import LANGUAGE, Game
from openoutcry.engine.mistakes import Mistake, NeedsConsent, Reason, Refused
from openoutcry.engine.reasons import worded
from openoutcry.table.words import Words

__all__ = ["Mistake", "Reason", "ReasonGiven", "Refused", "given", "refused", "said", "told"]


class ReasonGiven(TypedDict):
    """Why something is not done: a code and its parameters, put into words by whoever shows it; a parameter may be a
    reason itself.
    """

    code: str
    parameters: dict[str, Any]


def told(mistake: Mistake) -> ReasonGiven:
    """Why something is not done, as messages have it; what has no code is told as it is.

    >>> told(Reason("no_such_seat", seat=7, last=3))
    {'code': 'no_such_seat', 'parameters': {'seat': 7, 'last': 3}}
    """
    if isinstance(mistake, Reason):
        return {"code": mistake.code, "parameters": mistake.as_json()["parameters"]}
    return {"code": "mistake", "parameters": {"sentence": str(mistake)}}


def refused(game: Game, clause: str) -> Refused:
    """That a clause forbids an action, in the words of its game."""
    return Refused(clause, _refusal(game, clause, LANGUAGE), lambda language: _refusal(game, clause, language))


class Given(Reason):
    """A reason that came in a message, whatever its code."""


def given(reason: Mapping[str, Any], game: Game) -> Reason:
    """The reason that came in a message, as it was raised where it came from."""
    code, parameters = reason["code"], reason["parameters"]
    if code == "refused":
        return refused(game, parameters["clause"])
    if code == "needs_consent":
        return NeedsConsent()
    return Given(
        code, **{name: given(part, game) if isinstance(part, Mapping) else part for name, part in parameters.items()}
    )


def said(code: str, parameters: Mapping[str, Any], language: str, game: Game | None = None) -> str:
    """The sentence of a reason that came in a message, in English where we do not speak the language; what the rules
    forbid is told in the words of the game, where it is given.

    >>> said("bots_seat", {}, "de")
    'dort sitzt ein Bot'
    """
    if code == "refused" and game is not None:
        return refused(game, parameters["clause"]).said(language)
    parts = {
        name: said(part["code"], part["parameters"], language, game) if isinstance(part, Mapping) else part
        for name, part in parameters.items()
    }
    return worded(code, parts, language)


def _refusal(game: Game, clause: str, language: str) -> str:
    return Words(game, language if language in game.words else LANGUAGE).refusal(clause)
