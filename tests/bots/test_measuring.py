"""What is measured is what a slow twin works out from the same notes, in every game and at every number of seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pytest

from openoutcry.bots import read
from openoutcry.bots.measuring import GENERAL, measured, width_of
from openoutcry.cli.skeleton import GAME as SKELETON
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.games import registered
from openoutcry.lab.measures import Watched

GAMES = 40
PLAYED = [(game, bot) for game in registered().values() for bot in ("random", "greedy")] + [(SKELETON, "random")]


def twin(game: Game, watched: Watched) -> Any:
    """The same by whole columns."""
    lengths, notes = np.maximum(watched.lengths, 1), watched.notes
    first = watched.places == 1
    general: Mapping[str, Any] = {
        "turns": notes["turns"],
        "decisions": watched.lengths,
        "forced": notes["forced"] / lengths,
        "options": notes["options"] / lengths,
        "ties": first.sum(axis=1) > 1,
        "margin": margins(watched.points, watched.places),
        "lead_changes": notes["lead_changes"],
        "lead_for_good": notes["behind"] / lengths,
        "comebacks": notes["came_back"],
        "led": notes["led"],
        "leader_wins": notes["held"],
    }
    columns = [
        *(general[name] for name in GENERAL),
        *(first / np.maximum(first.sum(axis=1), 1)[:, None]).T,
        *watched.points.T,
        *(notes["ending"] == number for number in range(1, len(game.rules.ENDINGS))),
        *notes["verbs"].T,
        *notes["events"].T[: len(game.events)],
        *(came(game, notes, clause) for clause in measured(game)["clause"]),
    ]
    return np.array(columns, float).T


def margins(points: Any, places: Any) -> Any:
    if points.shape[1] < 2:
        return np.zeros(len(points))
    order = np.argsort(places, axis=1, kind="stable")[:, :2]
    first, second = np.take_along_axis(points, order, axis=1).T
    return np.abs(first - second)


def came(game: Game, notes: Any, clause: str) -> Any:
    """Whether a verb or an event of a clause came in each game."""

    def of(things: Iterable[Any]) -> list[int]:
        return [number for number, thing in enumerate(things) if thing.clause == f"§{clause}"]

    verbs, events = of(game.actions.verbs), of(game.events)
    return (notes["verbs"][:, verbs].sum(axis=1) + notes["events"][:, events].sum(axis=1)) > 0


@pytest.mark.parametrize(("game", "bot"), PLAYED, ids=lambda each: getattr(each, "name", each))
def test_every_measure_is_what_a_slow_twin_works_out(game: Game, bot: str) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        watched = Watched(game, game.template(seats), [read(bot, game)] * seats, GAMES)
        watched.play(new_chance(key_of_seed(5)), 0, GAMES)
        values = watched.values(GAMES)
        assert values.shape == (GAMES, width_of(game, seats))
        assert (values == twin(game, watched)).all()


def test_clauses_are_named_once_in_the_order_of_the_rulebook() -> None:
    clauses = measured(registered()["cash_or_crash"])["clause"]
    numbers = [[int(part) for part in clause.split(".")] for clause in clauses]
    assert numbers == sorted(numbers)
    assert len(set(clauses)) == len(clauses)
