"""`outcry review`: where a match was won and lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from openoutcry import Mistake
from openoutcry.cli.console import out, prepare, print_json
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.play import YOU
from openoutcry.cli.progress import progress
from openoutcry.cli.reader import Language
from openoutcry.cli.saves import game_of
from openoutcry.engine.game import LANGUAGE
from openoutcry.table.limits import STEPS

if TYPE_CHECKING:
    from openoutcry.cli.names import SeatedWords
    from openoutcry.lab.review import Decision, Review
    from openoutcry.table.match import Match

BARS = " ▁▂▃▄▅▆▇█"
ROWS = 8
NUMBERS = 3
"""So many columns of the table are numbers."""


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match file.", show_default=False)],
    seat: Annotated[int | None, typer.Option(help="Whose play to look at.", show_default="yours")] = None,
    steps: Annotated[int, typer.Option(help="Steps of play-outs in all; more are surer and take longer.")] = STEPS,
    every: Annotated[bool, typer.Option("--all", help="Show every decision, not only those that stand out.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    language: Language = LANGUAGE,
) -> None:
    """Look at a match again: the chance of winning at each decision, given what could be known then, and what would
    have been better. Well found moves are credited; the rest is luck.

    Example: outcry review match.json --all
    """
    prepare(game_of(file), ("table", "review"))
    from openoutcry.table.file import load

    match = load(file)
    own = _seat(match) if seat is None else seat
    found = _judged(match, own, steps)
    if json:
        print_json(found.as_dict())
    else:
        _print(found, language, every=every)


def _seat(match: Match) -> int:
    if YOU in match.players:
        return match.players.index(YOU)
    raise Mistake(f"whose play? Say --seat with a number from 0 to {match.seats - 1}")


def _judged(match: Match, seat: int, steps: int) -> Review:
    """Review with a progress bar where somebody looks."""
    from openoutcry.lab.review import review as judge

    with progress("Thinking it over") as move:
        return judge(match, seat, steps, move)


def _print(found: Review, language: str, *, every: bool) -> None:
    from openoutcry.cli.names import SeatedWords

    match, say = found.match, Phrases(language)
    words = SeatedWords(match.game, language, match.players, found.seat)
    order, count = say.order(found.seat), len(found.decisions)
    out.print(say("review_of", game=words.title, player=match.players[found.seat], order=order), style="bold")
    if not found.decisions:
        out.print(say("review_nothing"))
        return
    out.print(say("review_one" if count == 1 else "review_many", count=count))
    out.print()
    for line in curve([decision.before for decision in found.decisions], out.width - 8):
        out.print(line)
    out.print()
    out.print(say("review_first", chance=f"{found.decisions[0].before:.0%}"))
    out.print(_split(found, say))
    out.print()
    _print_outstanding(found, say, words)
    if every:
        out.print()
        out.print(_table(found, say, words))


def _split(found: Review, say: Phrases) -> str:
    play, margin = f"{found.play:+.0%}", f"{found.margin:.0%}"
    if found.luck is None or found.result is None:
        return say("review_not_over", play=play, margin=margin)
    end = say("review_won" if found.result == 1 else "review_shared" if found.result else "review_lost")
    return say("review_split", luck=f"{found.luck:+.0%}", margin=margin, play=play, end=end)


def _print_outstanding(found: Review, say: Phrases, words: SeatedWords) -> None:
    """What cost most, and what was well found."""
    out.print(say("review_costliest" if found.costliest else "review_flawless"))
    for number, decision in enumerate(found.costliest, start=1):
        out.print(f"  {number}. {say('review_cost', **_parts(decision, words))}", soft_wrap=True)
    if found.finest:
        out.print(say("review_finest"))
    for number, decision in enumerate(found.finest, start=1):
        out.print(f"  {number}. {say('review_credit', **_parts(decision, words))}", soft_wrap=True)


def _parts(decision: Decision, words: SeatedWords) -> dict[str, str]:
    """What there is to say of a decision."""
    shares = {name: f"{getattr(decision, name):.0%}" for name in ("after", "cost", "credit", "margin")}
    named = {"action": words.action(decision.action), "best": words.action(decision.best)}
    return {**shares, **named, "entry": str(decision.entry + 1), "wins": f"{decision.wins_of_best:.0%}"}


def _table(found: Review, say: Phrases, words: SeatedWords) -> Any:
    from rich import box
    from rich.table import Table

    from openoutcry.cli.fitting import fitted

    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for place, heading in enumerate(say("review_columns").split(", ")):
        drawn.add_column(heading, justify="right" if place < NUMBERS else "left")
    for decision in found.decisions:
        parts = _parts(decision, words)
        verdict = say(f"verdict_{decision.judged.verdict}", **parts)
        drawn.add_row(parts["entry"], f"{decision.before:.0%}", parts["after"], parts["action"], verdict)
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
