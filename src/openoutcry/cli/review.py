"""`outcry review`: where a match was won and lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from openoutcry import Mistake
from openoutcry.cli.console import out, prepare, print_json
from openoutcry.cli.play import YOU
from openoutcry.cli.progress import progress
from openoutcry.cli.reader import Language
from openoutcry.cli.saves import game_of
from openoutcry.engine.game import LANGUAGE
from openoutcry.engine.mistakes import counted

if TYPE_CHECKING:
    from openoutcry.lab.review import Review
    from openoutcry.table.match import Match

BARS = " ▁▂▃▄▅▆▇█"
ROWS = 8


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match file.", show_default=False)],
    seat: Annotated[int | None, typer.Option(help="Whose play to look at.", show_default="yours")] = None,
    playouts: Annotated[int, typer.Option(help="Play-outs for each decision; more are surer and take longer.")] = 200,
    every: Annotated[bool, typer.Option("--all", help="Show every decision, not only the costliest.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    language: Language = LANGUAGE,
) -> None:
    """Look at a match again: the chance of winning at each decision, given what could be known then, and what would
    have been better.

    Example: outcry review match.json --all
    """
    prepare(game_of(file), ("table", "review"))
    from openoutcry.table.file import load

    match = load(file)
    own = _seat(match) if seat is None else seat
    found = _judged(match, own, playouts)
    if json:
        print_json(found.as_dict())
    else:
        _print(found, language, every=every)


def _seat(match: Match) -> int:
    if YOU in match.players:
        return match.players.index(YOU)
    raise Mistake(f"whose play? Say --seat with a number from 0 to {match.seats - 1}")


def _judged(match: Match, seat: int, playouts: int) -> Review:
    """Review with a progress bar where somebody looks."""
    from openoutcry.lab.review import review as judge

    with progress("Thinking it over") as move:
        return judge(match, seat, playouts, move)


def _print(found: Review, language: str, *, every: bool) -> None:
    match, players = found.match, found.match.players
    out.print(f"{match.game.title}: {players[found.seat]}, seat {found.seat}", style="bold")
    if not found.decisions:
        out.print("There was nothing to decide.")
        return
    out.print(f"{counted(len(found.decisions), 'decision')}. The chance of winning, by the decisions:")
    out.print()
    for line in curve([decision.before for decision in found.decisions], out.width - 8):
        out.print(line)
    out.print()
    for line in _split(found):
        out.print(line)
    _print_costliest(found, language)
    if every:
        out.print()
        out.print(_table(found, language))


def _split(found: Review) -> list[str]:
    fair = f"At the first decision: {found.decisions[0].before:.0%} to win."
    if found.luck is None or found.result is None:
        return [fair, f"Play: {found.play:+.0%} so far. The match is not over."]
    end = "won" if found.result == 1 else "shared the win" if found.result else "lost"
    return [fair, f"Luck: {found.luck:+.0%} (cards, dice and the others). Play: {found.play:+.0%}. In the end: {end}."]


def _print_costliest(found: Review, language: str) -> None:
    from openoutcry.cli.names import SeatedWords

    words = SeatedWords(found.match.game, language, found.match.players, found.seat)
    out.print()
    if not found.costliest:
        out.print("No decision was clearly worse than the best there was.")
        return
    out.print("What cost most:")
    for number, decision in enumerate(found.costliest, start=1):
        judged = decision.judgement
        out.print(
            f"  {number}. Entry {decision.entry + 1}: you chose “{words.action(judged.action)}” "
            f"({decision.after:.0%} to win); "
            f"“{words.action(judged.best)}” wins {decision.wins_of_best:.0%}. That cost {decision.cost:.0%}.",
            soft_wrap=True,
        )


def _table(found: Review, language: str) -> Any:
    from rich import box
    from rich.table import Table

    from openoutcry.cli.fitting import fitted
    from openoutcry.cli.names import SeatedWords

    words = SeatedWords(found.match.game, language, found.match.players, found.seat)
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in ("Entry", "Before", "After", "Cost", "You chose", "Best"):
        drawn.add_column(heading, justify="right" if heading in ("Entry", "Before", "After", "Cost") else "left")
    for decision in found.decisions:
        judged = decision.judgement
        cost = f"{decision.cost:.0%}" if judged.cost else ""
        best = words.action(judged.best) if judged.cost else ""
        drawn.add_row(
            str(decision.entry + 1),
            f"{decision.before:.0%}",
            f"{decision.after:.0%}",
            cost,
            words.action(judged.action),
            best,
        )
    return fitted(drawn)


def curve(chances: list[float], width: int) -> list[str]:
    """Shares from 0 to 1 as a drawing of blocks, as wide as there is room.

    >>> curve([0.25, 0.5, 1.0], 10)[-1]
    '  0%███'
    """
    if len(chances) > width:
        step = len(chances) / width
        chances = [chances[int(place * step)] for place in range(width)]
    lines = []
    for row in range(ROWS - 1, -1, -1):
        label = {ROWS - 1: "100%", ROWS // 2: " 50%", 0: "  0%"}.get(row, "    ")
        filled = [min(max(round((chance * ROWS - row) * 8), 0), 8) for chance in chances]
        lines.append(label + "".join(BARS[eighths] for eighths in filled))
    return lines
