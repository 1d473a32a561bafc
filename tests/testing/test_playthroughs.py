"""Whole games written down: a change of behaviour shows as a change of these files.

Written anew with `OUTCRY_WRITE_PLAYTHROUGHS=1 pytest tests/testing/test_playthroughs.py`; then look at what changed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from openoutcry.games import registered
from openoutcry.testing.playthrough import playthrough

FOLDER = Path(__file__).parents[1] / "playthroughs"
GAMES: dict[str, tuple[str, int, int, dict[str, int | str | bool]]] = {
    "bounce-alone": ("bounce", 1, 1, {}),
    "bounce-two-on-top": ("bounce", 2, 584, {}),
    "bounce-four": ("bounce", 4, 2, {}),
    "bounce-four-all": ("bounce", 4, 3, {"finish": "all", "spaces": 5, "jumps": 8, "two_dice": 3, "one_die": 5}),
    "cash-a-catch-three": ("cash_a_catch", 3, 363, {}),
    "cash-a-catch-four": ("cash_a_catch", 4, 365, {}),
    "cash-a-catch-five-options": (
        "cash_a_catch",
        5,
        324,
        {
            "ones": 2,
            "twos": 1,
            "threes": 1,
            "octopus_ones": 0,
            "octopus_threes": 3,
            "thieves": 6,
            "cans": 5,
            "spoils": "top",
            "thief_own": "on",
        },
    ),
    "cash-or-crash-two": ("cash_or_crash", 2, 10, {}),
    "cash-or-crash-three-endurance": ("cash_or_crash", 3, 5, {"variant": "endurance", "doubling": "on"}),
    "cash-or-crash-four-blitz": ("cash_or_crash", 4, 5, {"variant": "blitz", "doubling": "on", "cards": "spread"}),
    "crypto-cards-two": ("crypto_cards", 2, 1, {}),
    "crypto-cards-four": ("crypto_cards", 4, 2, {}),
    "crypto-cards-five-options": (
        "crypto_cards",
        5,
        4,
        {
            "hand": 4,
            "order": "sell-mine-transfer",
            "faces": "after-first-joker",
            "face_sales": 3,
            "buy_back": "on",
            "scoring": "points",
        },
    ),
    "crypto-cards-three-turning": ("crypto_cards", 3, 5, {"direction": "turning", "crash": "round"}),
    "dead-cat-bounce-two": ("dead_cat_bounce", 2, 12, {}),
    "dead-cat-bounce-four": ("dead_cat_bounce", 4, 17, {}),
    "dead-cat-bounce-six-options": (
        "dead_cat_bounce",
        6,
        28,
        {"jokers": "all", "double_suits": "on", "short_suits": "on", "mixed_runs": "on", "may_hide": "on"},
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_plays_as_it_was_written_down(name: str) -> None:
    game, seats, seed, options = GAMES[name]
    path, text = FOLDER / f"{name}.txt", playthrough(game, seats, seed, options)
    if os.environ.get("OUTCRY_WRITE_PLAYTHROUGHS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_every_game_has_one() -> None:
    assert {game for game, *_ in GAMES.values()} == set(registered())
