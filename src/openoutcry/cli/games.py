"""`outcry games`: what can be played."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from openoutcry import Game
from openoutcry.cli.console import out, print_json


def games(json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the games.

    Example: outcry games --json
    """
    from openoutcry.games import registered

    known = list(registered().values())
    if json:
        print_json([described(game) for game in known])
    else:
        out.print(table(known))


def described(game: Game) -> dict[str, Any]:
    """A game in figures."""
    return {
        "name": game.name,
        "title": game.title,
        "seats": [game.seats[0], game.seats[-1]],
        "best": [game.best[0], game.best[-1]],
        "minutes": game.minutes,
        "line": game.line,
    }


def table(games: list[Game], *, numbered: bool = False) -> Any:
    """The games as a table, by their names or by numbers to choose from."""
    from rich import box
    from rich.table import Table

    from openoutcry.cli.fitting import fitted

    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    drawn.add_column("" if numbered else "Name", style="bold", no_wrap=True)
    drawn.add_column("Title", no_wrap=True)
    drawn.add_column("Players", justify="center")
    drawn.add_column("Minutes", justify="right")
    drawn.add_column("")
    for number, game in enumerate(games, start=1):
        drawn.add_row(
            str(number) if numbered else game.name, game.title, span(game.seats), str(game.minutes), game.line
        )
    return fitted(drawn)


def span(numbers: range) -> str:
    """The numbers of a range, as people write them: 2–6."""
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
