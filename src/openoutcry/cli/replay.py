"""`outcry replay`: a match file, told from beginning to end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from openoutcry import Mistake
from openoutcry.cli.console import out, prepare, print_json
from openoutcry.cli.play import YOU
from openoutcry.cli.saves import game_of
from openoutcry.engine.game import LANGUAGE
from openoutcry.engine.mistakes import quoted

if TYPE_CHECKING:
    from openoutcry.cli.story import Teller
    from openoutcry.table.match import Match, View

    Look = Callable[[Match], View]

ALL = "all"


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match file.", show_default=False)],
    seat: Annotated[
        str | None,
        typer.Option(metavar="K|all", help="Show what this seat could see, or all.", show_default="all once it is over, else a spectator"),
    ] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Show the table after every action.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Replay a match file and tell what happened.

    Example: outcry replay match.json --seat 0 --steps
    """
    prepare(game_of(file), ("table",))
    from openoutcry.cli.names import TableWords
    from openoutcry.cli.story import Teller
    from openoutcry.table.file import load

    match = load(file)
    look = _look(match, seat)
    you = match.players.index(YOU) if YOU in match.players else None
    teller = Teller(TableWords(match.game, LANGUAGE, match.players, you), match.players, you)
    if json:
        print_json(_as_json(match, look, teller))
    else:
        _print(match, look, teller, steps=steps)


def _look(match: Match, seat: str | None) -> Look:
    """How to look at the match: with all open, from a seat, or as a spectator."""
    if seat == ALL or (seat is None and match.over):
        return _open
    if seat is None:
        return partial(_seen_from, seat=None)
    if seat not in map(str, range(match.seats)):
        raise Mistake(f"there is no seat {quoted(seat)}; they go from 0 to {match.seats - 1}, or all")
    return partial(_seen_from, seat=int(seat))


def _open(match: Match) -> View:
    return match.open_view()


def _seen_from(match: Match, seat: int | None) -> View:
    return match.view(seat)


def _as_json(match: Match, look: Look, teller: Teller) -> dict[str, Any]:
    view = look(match)
    return {
        "game": match.game.name,
        "version": match.game.version,
        "seats": match.seats,
        "options": match.options,
        "players": match.players,
        "log": [{"seat": line.seat, "text": line.text, "told": line.told} for line in teller.whole(match, look)],
        "over": match.over,
        "ending": match.ending,
        "points": match.points if match.over else view.points,
        "places": match.places if match.over else view.places,
    }


def _print(match: Match, look: Look, teller: Teller, *, steps: bool) -> None:
    from rich.rule import Rule

    from openoutcry.cli import boards
    from openoutcry.cli.phrases import Phrases
    from openoutcry.cli.result import result

    words, players = teller.words, teller.players
    out.print(f"{words.title}, version {match.game.version} of the rules", style="bold")
    out.print(", ".join(f"seat {seat}: {player}" for seat, player in enumerate(players)))
    out.print("; ".join(f"{words.option(name)}: {words.value(name, value)}" for name, value in match.options.items()), style="dim")
    out.print()
    width = len(str(len(match.log)))
    views = (look(moment) for moment in match.moments())
    number = 0
    for before, after in pairwise(views):
        for line in teller.between(before, after):
            number += 1
            out.print(f"{number:>{width}} ", boards.coloured(match.game, line.told))
            if steps:
                out.print(boards.draw(after, words, players), Rule(style="dim"))
    if not steps or not match.log:
        out.print("", boards.draw(look(match), words, players), sep="\n")
    if match.over:
        out.print()
        out.print(result(match, words, Phrases(words.language), players, teller.you))
