"""The result says what decided between equal points."""

from __future__ import annotations

import random

import pytest

from openoutcry import Match
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.result import tie_breaks
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
