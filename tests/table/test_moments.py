"""A moment of a match that goes on is the match as it stood then, however it is come by."""

from __future__ import annotations

import random
import time
from contextlib import suppress

import pytest

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import registered
from openoutcry.table.match import Match


def played(game: str, number: int, entries: int) -> Match:
    """A match at random in which much is taken back, by right and by consent."""
    match, dice = Match(game, registered()[game].seats[-1], seed=number), random.Random(number)
    while not match.over and match.entries < entries:
        seat = dice.choice(match.to_act)
        if dice.random() < 0.25:
            with suppress(Mistake):
                match.undo(dice.randrange(match.seats), consent=dice.random() < 0.5)
        elif legal := match.legal(seat):
            match.play(seat, dice.choice(legal))
    return match


@pytest.mark.parametrize("game", registered())
def test_records_and_stories_of_moments_are_those_of_the_match_played_again(game: str) -> None:
    for number in range(1 if IS_PLAIN else 3):
        match = played(game, number, 60)
        for entries, moment in enumerate(match.moments()):
            for seat in (None, 0, match.seats - 1):
                assert match.record_after(entries, seat) == moment.view(seat).data
                for is_open in (False, True):
                    kept = match.kept_story(seat, is_open=is_open).lines_after(entries, match.log)
                    assert kept == moment.story(seat, is_open=is_open)
            assert match.record_after(entries, None, is_open=True) == moment.open_view().data


@pytest.mark.skipif(IS_PLAIN, reason="how long it takes is asked of what is compiled")
def test_a_moment_costs_no_replay() -> None:
    match, dice = Match("dead_cat_bounce", 4, seed=3), random.Random(1)
    while not match.over and match.entries < 360:
        seat = match.to_act[0]
        match.play(seat, dice.choice(match.legal(seat)))
    match.kept_story(None)

    def seconds() -> float:
        began = time.process_time()
        match.record_after(300, None)
        match.kept_story(None).lines_after(300, match.log)
        return time.process_time() - began

    def seconds_of_replay() -> float:
        began = time.process_time()
        match.moment(300).story(None)
        return time.process_time() - began

    assert 5 * min(seconds() for _ in range(5)) < min(seconds_of_replay() for _ in range(5))
