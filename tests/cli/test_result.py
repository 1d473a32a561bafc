"""The result says what decided between equal points."""

from __future__ import annotations

import random
from io import StringIO

import pytest
from rich.console import Console

from openoutcry import Match
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.result import result, tie_breaks
from openoutcry.table.words import Words
from openoutcry.testing.random_play import any_legal

PLAYERS = ["Ada", "Bo", "Cy", "Di"]


def finished(game: str, seed: int, **options: str) -> Match:
    match, chance = Match(game, 4, seed=seed, options=options), random.Random(seed)
    while not match.over:
        seat = chance.choice(match.to_act)
        match.play(seat, any_legal(match.legal(seat), chance))
    return match


DECIDED = {
    ("en", "cards", 0): [
        "Bo before Di: equal result, fewer faces (§5.3).",
        "Di before Cy: equal result, the lower sum of the numbers (§5.3).",
    ],
    ("de", "cards", 0): [
        "Bo vor Di: gleiches Ergebnis, weniger Bilder (§5.3).",
        "Di vor Cy: gleiches Ergebnis, kleinere Summe der Zahlen (§5.3).",
    ],
    ("en", "points", 5): ["Cy before Ada: equal points, fewer cards (§6.6)."],
    ("de", "points", 5): ["Cy vor Ada: gleich viele Punkte, weniger Karten (§6.6)."],
    ("en", "points", 0): [],
}


@pytest.mark.parametrize(("language", "scoring", "seed"), DECIDED)
def test_the_tie_break_that_decided_is_told(language: str, scoring: str, seed: int) -> None:
    match = finished("crypto_cards", seed, scoring=scoring)
    told = tie_breaks(match, Words(match.game, language), Phrases(language), PLAYERS)
    assert told == DECIDED[language, scoring, seed]


def test_a_game_with_one_tie_break_says_how_it_decides() -> None:
    match = finished("cash_or_crash", 0)
    assert len({*match.points}) < len({*match.places})
    told = tie_breaks(match, Words(match.game), Phrases("en"), PLAYERS)
    assert told == ["Whoever went out later comes first (§7.3)."]


HEADS = {
    ("bounce", "en"): "Place   Player   Landed   Jumps",
    ("cash_a_catch", "en"): "Place   Player   Euros",
    ("cash_or_crash", "de"): "Platz   Name   Übrige Karten",
    ("crypto_cards", "en"): "Place   Player   Cards left (fewest win)   Faces   Sum of the numbers",
    ("crypto_cards", "de"): "Platz   Name   Übrige Karten (die wenigsten gewinnen)   Bilder   Summe der Zahlen",
}


@pytest.mark.parametrize(("game", "language"), HEADS)
def test_the_result_says_what_points_are_and_what_breaks_ties(game: str, language: str) -> None:
    assert HEADS[game, language].split() == drawn(finished(game, 0), language)[0].split()


def test_points_are_told_by_their_sources() -> None:
    match = finished("dead_cat_bounce", 3)
    view, sources = match.open_view(), Words(match.game).sources
    assert [sum(view.fact(name, seat) for name in sources) for seat in range(4)] == list(match.points)
    told = [word for name, word in sources.items() if any(view.fact(name, seat) for seat in range(4))]
    assert drawn(match, "en")[0].split() == ["Place", "Player", "Points", *" ".join(told).split()]


def test_what_is_counted_follows_the_options() -> None:
    assert "Value of the cards left" in drawn(finished("crypto_cards", 0, scoring="points"), "en")[0]


def drawn(match: Match, language: str) -> list[str]:
    """The lines of the table of places."""
    written = StringIO()
    Console(width=120, file=written).print(result(match, Words(match.game, language), Phrases(language), PLAYERS, 0))
    return written.getvalue().splitlines()[2:]
