"""The end of a match: why it is over, who came where, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from openoutcry.cli.fitting import Fitting, fitted
from openoutcry.cli.phrases import Phrases
from openoutcry.engine.facts import COUNTED_IN, DECIDED_BY
from openoutcry.table.match import Match, View
from openoutcry.table.words import Words


def result(match: Match, words: Words, phrases: Phrases, players: Sequence[str], you: int | None) -> Group:
    """The ending in words, the winner and the table of places."""
    assert match.ending is not None
    headline = Text(f"{words.ending(match.ending)} {winners(match, phrases, players, you)}", style="bold")
    ties = (Text(sentence, style="dim") for sentence in tie_breaks(match, words, phrases, players))
    return Group(headline, "", _table(match, words, phrases, players, you), *ties)


def winners(match: Match, phrases: Phrases, players: Sequence[str], you: int | None) -> str:
    """Who has won, as a sentence."""
    first = [seat for seat, place in enumerate(match.places) if place == 1]
    others = _listed([players[seat] for seat in first if seat != you], phrases)
    if you in first:
        return phrases("you_share", players=others) if others else phrases("you_win")
    if not first:
        return phrases("nobody")
    return phrases("wins", player=others) if len(first) == 1 else phrases("share", players=others)


def tie_breaks(match: Match, words: Words, phrases: Phrases, players: Sequence[str]) -> list[str]:
    """Why somebody came before others with the same points: what decided it, or else how the game decides."""
    ranking = [
        [seat for seat in range(match.seats) if match.places[seat] == place] for place in sorted({*match.places})
    ]
    tied = [(first, second) for first, second in pairwise(ranking) if match.points[first[0]] == match.points[second[0]]]
    if DECIDED_BY not in match.game.facts:
        return [words.label("ties")] if tied and "ties" in words.phrases.get("labels", {}) else []
    view = match.open_view()

    def named(seats: Sequence[int]) -> str:
        return _listed([players[seat] for seat in seats], phrases)

    return [
        words.decided(view.fact(DECIDED_BY, first[0], second[0]), named(first), named(second)) for first, second in tied
    ]


def _listed(names: Sequence[str], phrases: Phrases) -> str:
    *most, last = names or [""]
    return phrases("and").join([", ".join(most), last]) if most else last


def unit_of(view: View, words: Words, phrases: Phrases) -> str:
    """What points are in a game: cards left, euros."""
    return words.unit(view.fact(COUNTED_IN) if COUNTED_IN in view.game.facts else 0) or phrases("points")


def _table(match: Match, words: Words, phrases: Phrases, players: Sequence[str], you: int | None) -> Fitting:
    view = match.open_view()
    points = unit_of(view, words, phrases)
    every = {word: [view.fact(name, seat) for seat in range(match.seats)] for name, word in words.sources.items()}
    sources = {word: numbers for word, numbers in every.items() if any(numbers)}
    if match.game.rules.LOWEST_WINS:
        points += f" ({phrases('fewest_win')})"
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(phrases("place"), justify="right")
    table.add_column(phrases("player"))
    table.add_column(points, justify="right")
    for word in sources:
        table.add_column(word, justify="right", style="dim")
    for seat in sorted(range(match.seats), key=lambda seat: match.places[seat]):
        numbers = [match.points[seat], *(source[seat] for source in sources.values())]
        style = "bold" if seat == you else None
        table.add_row(f"{match.places[seat]}.", players[seat], *map(str, numbers), style=style)
    return fitted(table)
