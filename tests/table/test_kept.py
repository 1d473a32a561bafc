"""What a match and a table keep from one action to the next is what is worked out anew; and it does not grow."""

from __future__ import annotations

import random
import sys
from statistics import median
from typing import Any

import pytest

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.game import Game
from openoutcry.games import registered
from openoutcry.table import messages as m
from openoutcry.table.match import Match
from openoutcry.table.session import Session
from openoutcry.testing.random_play import any_legal, random_match

every_game = pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
MOST_ACTIONS, MATCHES = (12, 1) if IS_PLAIN else (60, 3)


def everything(match: Match) -> list[Any]:
    """All that follows from a log and is kept."""
    watchers = (*range(match.seats), None)
    return [
        [match.may_undo(seat) for seat in range(match.seats)],
        [match.next_tidy(seat) for seat in range(match.seats)],
        [match.story(watcher) for watcher in watchers],
        [match.seen_entries(watcher) for watcher in watchers],
        [match.entries_seen(watcher) for watcher in watchers],
        [match.glance(watcher).data for watcher in watchers],
        [match.view(watcher).data for watcher in watchers],
        match.to_act,
    ]


@every_game
def test_what_is_kept_is_what_is_worked_out_anew(game: Game) -> None:
    for number in range(MATCHES):
        match, dice = random_match(game, number, most_seats=4), random.Random(number)
        everything(match)
        while not match.over and match.entries < MOST_ACTIONS:
            undoing = [seat for seat in range(match.seats) if match.may_undo(seat)]
            if undoing and dice.random() < 0.15:
                match.undo(dice.choice(undoing))
            elif match.standing and dice.random() < 0.05:
                match.undo(match.log[match.standing[-1]].seat, consent=True)
            else:
                seat = dice.choice(match.to_act)
                match.play(seat, any_legal(match.legal(seat), dice))
            if dice.random() < 0.3:
                assert everything(match) == everything(match.moment(match.entries))


def calls_of_actions(game: Game, actions: int) -> list[int]:
    """How many functions are called for each action of a random match at a table with a person at every seat."""
    session, seats = Session(bytes(32)), 4
    calls: list[int] = []
    names = [f"Player {seat}" for seat in range(seats)]
    session.hear(names[0], m.OpenMatch(game=game.name, seats=seats, seat=0, players=names, key="07" * 32), 0.0)
    for seat in range(1, seats):
        session.hear(names[seat], m.SitDown(id=1, seat=seat, name=names[seat]), 0.0)
    match, dice, called = session.match, random.Random(1), 0
    assert match is not None

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    while not match.over and len(calls) < actions:
        seat = dice.choice(match.to_act)
        message = m.PlayAction(id=2 + len(calls), action=dice.choice(match.legal(seat)).number)
        called = 0
        sys.setprofile(count)
        session.hear(names[seat], message, 1.0)
        sys.setprofile(None)
        calls.append(called)
    return calls


@pytest.mark.skipif(IS_PLAIN, reason="in plain Python the rules call what they need, and that is not alike")
def test_a_long_match_is_told_as_quickly_as_a_short_one() -> None:
    calls = calls_of_actions(registered()["cash_or_crash"], 150)
    assert len(calls) == 150
    assert median(calls[-40:]) < 1.3 * median(calls[20:60])
