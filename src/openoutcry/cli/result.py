"""The end of a match: why it is over, who came where, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from openoutcry.cli.fitting import Fitting, fitted
from openoutcry.cli.phrases import Phrases
from openoutcry.table.match import Match
from openoutcry.table.words import Words


def result(match: Match, words: Words, phrases: Phrases, players: Sequence[str], you: int | None) -> Group:
    """The ending in words, the winner and the table of places."""
    assert match.ending is not None
    headline = Text(f"{words.ending(match.ending)} {winners(match, phrases, players, you)}", style="bold")
    ties = [words.label("ties")] if _needs_tie_break(match) and "ties" in words.table.get("labels", {}) else []
    return Group(
        headline, "", _table(match, phrases, players, you), *(Text(sentence, style="dim") for sentence in ties)
    )


def winners(match: Match, phrases: Phrases, players: Sequence[str], you: int | None) -> str:
    """Who has won, as a sentence."""
    first = [seat for seat, place in enumerate(match.places) if place == 1]
    others = _listed([players[seat] for seat in first if seat != you], phrases)
    if you in first:
        return phrases("you_share", players=others) if others else phrases("you_win")
    if not first:
        return phrases("nobody")
    return phrases("wins", player=others) if len(first) == 1 else phrases("share", players=others)


def _needs_tie_break(match: Match) -> bool:
    """Whether somebody came before another with the same points."""
    return len(set(match.points)) < len(set(match.places))


def _listed(names: Sequence[str], phrases: Phrases) -> str:
    *most, last = names or [""]
    return phrases("and").join([", ".join(most), last]) if most else last


def _table(match: Match, phrases: Phrases, players: Sequence[str], you: int | None) -> Fitting:
    points = phrases("points")
    if match.game.rules.LOWEST_WINS:
        points += f" ({phrases('fewest_win')})"
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(phrases("place"), justify="right")
    table.add_column(phrases("player"))
    table.add_column(points, justify="right")
    for seat in sorted(range(match.seats), key=lambda seat: match.places[seat]):
        cells = f"{match.places[seat]}.", players[seat], str(match.points[seat])
        table.add_row(*cells, style="bold" if seat == you else None)
    return fitted(table)
