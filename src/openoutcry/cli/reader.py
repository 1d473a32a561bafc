"""Whoever reads what the command says: the language they asked for, for reasons that end a command too."""

from __future__ import annotations

from typing import Annotated

import typer

from openoutcry.engine.game import LANGUAGE


class Reader:
    """The person at the terminal."""

    def __init__(self) -> None:
        self.language = LANGUAGE


reader = Reader()


def _heard(language: str) -> str:
    reader.language = language
    return language


Language = Annotated[str, typer.Option(callback=_heard, is_eager=True, help="The language of the game, en or de.")]
"""The option of every command that speaks more than English; it is read before the others, so that what is wrong with
them can be said in it.
"""
