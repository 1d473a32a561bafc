"""`outcry verify`: whether a match file is what was played, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from openoutcry.cli.console import out, prepare, print_json
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.reader import Language
from openoutcry.cli.saves import game_of
from openoutcry.engine.game import LANGUAGE

if TYPE_CHECKING:
    from openoutcry.table.fairness import Step

UNPROVEN = 1
"""The exit code when something does not hold."""
MARKS = {True: ("✓", ""), None: ("–", "dim"), False: ("✗", "bold red")}
"""What stands before a step that holds, before one of which it cannot be said, and before one that does not."""


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match file.", show_default=False)],
    head: Annotated[
        str | None,
        typer.Option(
            metavar="HEX",
            help="A head that your own client was shown: the match has to have passed through it. "
            "Its first 16 digits are enough.",
            show_default=False,
        ),
    ] = None,
    commitment: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help="The commitment to the server's secret that you were shown.", show_default=False
        ),
    ] = None,
    nonce: Annotated[
        str | None, typer.Option(metavar="HEX", help="The nonce that your own client has drawn.", show_default=False)
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    language: Language = LANGUAGE,
) -> None:
    """Check a match file: secret, nonces, key, names, every entry, and the rules. Exit code 1 if anything is wrong.

    Example: outcry verify match.json --head 7f83b1657ff1fc53
    """
    from openoutcry.table.limits import path_of, text_in

    text = text_in(path_of(file))
    prepare(game_of(file), ("table",))
    from openoutcry.table.checking import Shown, check, holds

    steps = check(text, Shown(head=head, commitment=commitment, nonce=nonce))
    if json:
        print_json(
            {
                "holds": holds(steps),
                "steps": [{**step.as_json(), "told": step.reason.said(language)} for step in steps],
            }
        )
    else:
        _print(steps, language, holds=holds(steps))
    if not holds(steps):
        raise typer.Exit(UNPROVEN)


def _print(steps: list[Step], language: str, *, holds: bool) -> None:
    from rich.table import Table

    say = Phrases(language)
    lines = Table.grid(padding=(0, 1, 0, 0))
    for step in steps:
        mark, style = MARKS[step.holds]
        lines.add_row(mark, _sentence(step.reason.said(language)), style=style)
    out.print(lines)
    out.print(say("verified" if holds else "not_verified"), style="bold green" if holds else "bold red")


def _sentence(text: str) -> str:
    """A reason as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(tuple('.!?…')) else '.'}"
