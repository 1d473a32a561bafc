"""What the bots choose with fixed keys stands in `choices.json`: how they are made may change, their choices may not.

OUTCRY_WRITE_CHOICES=1 writes them anew, for a change of the rules, of the rules of thumb or of the search itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from openoutcry.bots import find, read
from openoutcry.bots.thinking import SearchBot, advice
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.game import Game
from openoutcry.games import registered
from openoutcry.lab.review import review
from openoutcry.lab.simulate import Series
from openoutcry.table.match import Match

CHOICES = Path(__file__).with_name("choices.json")
MATCHES, MOVES, BUDGET = 3, 8, 40


def choices_of(game: Game) -> dict[str, Any]:
    """What searches choose, advise and play among themselves and with others, and how they judge a finished match."""
    return {
        "searched": [list(searched(game, number)) for number in range(MATCHES)],
        "advised": [advised(game, number) for number in range(MATCHES)],
        "played": [played(game, number) for number in range(MATCHES)],
        "judged": judged(game),
    }


def searched(game: Game, number: int) -> Iterator[str]:
    """The first moves of a match between searches, each with a memory of its own."""
    match = a_match(game, number)
    chance, bots = new_chance(key_of_seed(number)), [SearchBot(BUDGET) for _ in range(match.seats)]
    while len(match.log) < MOVES and not match.over:
        seat = match.to_act[0]
        match.play(seat, bots[seat].choose(match.view(seat), chance))
        yield str(match.log[-1])


def advised(game: Game, number: int) -> list[list[Any]]:
    """The best of what a search advises after the deal."""
    match = a_match(game, number)
    found = advice(match.view(match.to_act[0]), new_chance(key_of_seed(number)), BUDGET)
    return [[str(each.action), each.tries, round(10_000 * each.wins)] for each in found[:4]]


def played(game: Game, number: int) -> list[Any]:
    """A whole game in compiled code between a search, an easy bot and searches: its length, and everybody's points."""
    seats = min(max(3, game.seats[0]), game.seats[-1])
    names = ["search:20", "easy", "search:9", *["greedy" if game.has("choose") else "random"] * seats][:seats]
    series = Series(game, game.template(seats), [read(name, game) for name in names])
    series.play(new_chance(key_of_seed(number)), number, 1)
    return [int(series.lengths[0]), series.points[0].tolist()]


def judged(game: Game) -> list[list[Any]]:
    """The last decisions of a seat in a match played by easy bots."""
    match, chance = a_match(game, 7), new_chance(key_of_seed(7))
    bots = [find("easy", game) for _ in range(match.seats)]
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, bots[seat].choose(match.view(seat), chance))
    seen = review(match, 0, 100_000).decisions[-6:]
    return [[each.entry, str(each.best), each.judged.before, each.judged.wins, each.judged.verdict] for each in seen]


def a_match(game: Game, number: int) -> Match:
    """A match of as many seats as there is room for in so many."""
    return Match(game, game.seats[number % len(game.seats)], seed=number)


@pytest.mark.skipif(IS_PLAIN, reason="thousands of play-outs")
@pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
def test_the_bots_choose_what_they_chose(game: Game) -> None:
    written = json.loads(CHOICES.read_text(encoding="utf-8")) if CHOICES.exists() else {}
    if os.environ.get("OUTCRY_WRITE_CHOICES"):
        written[game.name] = choices_of(game)
        CHOICES.write_text(json.dumps(written, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    assert choices_of(game) == written[game.name]
