"""A whole game as text: every action, what came of it, everything it changed, and what could have been done instead. A
changed rule shows in review.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from openoutcry.engine.record import as_dict
from openoutcry.table.match import Match
from openoutcry.table.words import Words


def playthrough(game: str, seats: int, seed: int, options: Mapping[str, int | str | bool] | None = None) -> str:
    """Random play by a seed, written down."""
    match, dice = Match(game, seats, options, seed=seed), random.Random(seed)
    return "\n".join(_lines(match, dice, seed)) + "\n"


def _lines(match: Match, dice: random.Random, seed: int) -> Iterator[str]:
    yield f"{match.game.name}, version {match.game.version}, {match.seats} seats, seed {seed}"
    before: Mapping[str, Any] = {}
    number = told = 0
    words, players = Words(match.game), [f"seat {seat}" for seat in range(match.seats)]
    while True:
        now, story = as_dict(match._state, match.game.fields), match.story(None, is_open=True)
        yield from (f"  > {words.event(event, players)}" for line in story[told:] for event in line.events)
        told = len(story)
        yield from (f"  {name}: {_shown(value)}" for name, value in now.items() if value != before.get(name))
        before = now
        if match.over:
            break
        seat = dice.choice(match.to_act)
        legal = match.legal(seat)
        action = dice.choice(legal)
        number += 1
        yield f"{number}. seat {seat}: {action}  (of {', '.join(str(each) for each in legal)})"
        match.play(seat, action)
    yield f"points {match.points}, places {match.places}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return (
            " | ".join(_shown(item) for item in value)
            if value and isinstance(value[0], list)
            else " ".join(map(str, value)) or "-"
        )
    return str(value)
