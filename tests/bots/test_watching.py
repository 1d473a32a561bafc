"""Watched games are the games that are played otherwise, and what is noted of them is what a slow twin sees."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from openoutcry.bots import read
from openoutcry.cli.skeleton import GAME as SKELETON
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.contract import any_action
from openoutcry.engine.game import Game
from openoutcry.engine.playout import MOST_STEPS, deal, next_seat
from openoutcry.engine.record import blank, copied
from openoutcry.engine.telling import new_told
from openoutcry.games import registered
from openoutcry.lab.measures import Watched
from openoutcry.lab.simulate import Series
from openoutcry.testing.random_play import random_match

GAMES = 12
ALL = [*registered().values(), SKELETON]


def watched(game: Game, template: Any, bot: str, first: int, games: int = GAMES) -> Watched:
    series = Watched(game, template, [read(bot, game)] * int(template.seats), games)
    series.play(new_chance(key_of_seed(3)), first, games)
    return series


def told(game: Game, before: Any, after: Any, seat: int, action: int) -> list[str]:
    """The names of the events of a step."""
    if not game.has("events"):
        return []
    room = new_told()
    game.member("events")(before, after, seat, action, room)
    return [event["event"] for event in game.events.read(room)]


def twin(game: Game, template: Any, number: int) -> dict[str, Any]:
    """What is to be noted of a game at random, with lists and names, step by step."""
    chance, thought, master = new_chance(bytes(32)), new_chance(bytes(32)), new_chance(key_of_seed(3))
    state, mask = blank(game.state_type), blank(game.mask_type)
    deal(state, template, master, number, chance, thought)
    seats = range(int(state.seats))
    events, verbs, options, actors = told(game, template, state, -1, -1), [], [], []
    points = [[game.rules.points(state, seat) for seat in seats]]
    while state.to_act:
        before, seat = copied(state), next_seat(state, chance)
        game.rules.legal(state, seat, mask)
        options.append(sum(int(word).bit_count() for word in mask.words))
        action = int(any_action(state, mask, thought))
        game.rules.apply(state, seat, action, chance)
        verbs.append(game.actions[action].verb)
        actors.append(seat)
        events += told(game, before, state, seat, action)
        points.append([game.rules.points(state, seat) for seat in seats])
    best = min if game.has("LOWEST_WINS") and game.rules.LOWEST_WINS else max
    return by_hand(game, state, points, best) | {
        "options": sum(options),
        "forced": options.count(1),
        "verbs": [verbs.count(verb.name) for verb in game.actions.verbs],
        "events": [events.count(event.name) for event in game.events],
        "turns": events.count("turn")
        if len(game.events)
        else sum(one != other for one, other in zip(actors, [-1, *actors], strict=False)),
    }


def by_hand(game: Game, state: Any, points: list[list[int]], best: Any) -> dict[str, Any]:
    """What follows from everybody's points after each action."""
    worst = min if best is max else max
    leaders = [{s for s, p in enumerate(row) if p == best(row) != worst(row)} for row in points]
    lasts = [{s for s, p in enumerate(row) if p == worst(row) != best(row)} for row in points]
    winners = {seat for seat in range(int(state.seats)) if game.rules.place(state, seat) == 1}
    alone = [led for led in leaders if len(led) == 1]
    half = (len(points) - 1) // 2
    return {
        "lead_changes": sum(one != other for one, other in pairwise(alone)),
        "behind": max((n for n, led in enumerate(leaders) if winners - led), default=0),
        "came_back": int(bool(winners & lasts[half])),
        "held": int(len(leaders[half]) == 1 and leaders[half] <= winners),
        "ending": int(state.ending),
    }


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_what_is_noted_is_what_a_slow_twin_sees(game: Game) -> None:
    for number in range(2):
        match = random_match(game, number)
        template = game.template(match.seats, match.options)
        notes = watched(game, template, "random", number * GAMES).notes
        for place, noted in enumerate(notes):
            for name, value in twin(game, template, number * GAMES + place).items():
                found = noted[name][: len(value)].tolist() if isinstance(value, list) else int(noted[name])
                assert found == value, (name, place)


@pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
def test_watched_games_are_those_that_nobody_watches(game: Game) -> None:
    template = game.template(game.best[-1])
    seen = watched(game, template, "greedy", 5, 40)
    unseen = Series(game, template, [read("greedy", game)] * game.best[-1], 40)
    unseen.play(new_chance(key_of_seed(3)), 5, 40)
    assert (seen.lengths == unseen.lengths).all()
    assert (seen.points == unseen.points).all()
    assert (seen.places == unseen.places).all()
    assert (seen.notes["ending"] == unseen.finals["ending"]).all()
    assert (np.add.reduce(seen.notes["verbs"]).sum()) == unseen.lengths.sum() < MOST_STEPS


def test_notes_are_of_the_last_games_alone() -> None:
    template = SKELETON.template(2)
    series = watched(SKELETON, template, "random", 0)
    once = series.notes.copy()
    series.play(new_chance(key_of_seed(3)), 0, GAMES)
    assert (series.notes == once).all()


@pytest.mark.parametrize(
    ("name", "verb"), [("crypto_cards", "endorse"), ("cash_a_catch", "steal"), ("cash_or_crash", "add")]
)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_what_is_left_out_never_comes_and_games_end_all_the_same(name: str, verb: str, bot: str) -> None:
    game = registered()[name]
    place, seats = [each.name for each in game.actions.verbs].index(verb), game.best[0]
    series = watched(game, game.template(seats), bot, 0, 60)
    assert series.notes["verbs"][:, place].sum() > 0
    series.restrict([[verb]] * seats)
    series.play(new_chance(key_of_seed(3)), 0, 60)
    assert series.notes["verbs"][:, place].sum() == 0
    assert (series.notes["ending"] > 0).all()


def test_whoever_may_leave_out_everything_plays_as_ever() -> None:
    game = registered()["crypto_cards"]
    series = watched(game, game.template(3), "greedy", 0)
    before = series.points.copy(), series.lengths.copy(), series.notes.copy()
    series.restrict([[verb.name for verb in game.actions.verbs]] * 3)
    series.play(new_chance(key_of_seed(3)), 0, GAMES)
    assert all(
        (one == other).all() for one, other in zip(before, (series.points, series.lengths, series.notes), strict=True)
    )


def test_one_seat_leaves_out_what_the_others_do() -> None:
    game = registered()["crypto_cards"]
    place = [each.name for each in game.actions.verbs].index("endorse")
    series = watched(game, game.template(3), "greedy", 0, 60)
    often = series.notes["verbs"][:, place].sum()
    series.restrict([["endorse"], [], []])
    series.play(new_chance(key_of_seed(3)), 0, 60)
    assert 0 < series.notes["verbs"][:, place].sum() < often
