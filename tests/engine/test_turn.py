"""The steps of a table do what the verbs do one by one: to try an action, to list what is legal, to hide."""

from __future__ import annotations

import random

import numpy as np
import pytest

from openoutcry.engine import turn
from openoutcry.engine.contract import NO_CLAUSE, SPECTATOR
from openoutcry.engine.game import Game
from openoutcry.engine.mask import actions_of
from openoutcry.engine.record import blank, copied
from openoutcry.games import registered
from openoutcry.testing.random_play import moments, random_match

MATCHES = 3

every_game = pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)


@every_game
def test_an_attempt_is_an_action_or_its_refusal(game: Game) -> None:
    dice, played, refused = random.Random(1), 0, 0
    for number in range(MATCHES):
        match = random_match(game, number)
        for _ in moments(match, dice):
            seat, action = dice.choice([*match.to_act, dice.randrange(match.seats)]), dice.randrange(len(game.actions))
            if legal := match.legal(seat):
                action = dice.choice([action, dice.choice(legal).number])
            states, chances = (copied(record).reshape(1) for record in (match._state, match._chance))
            expected, drawn = copied(match._state), copied(match._chance)
            clause = int(game.rules.refusal(expected, seat, action))
            if clause == NO_CLAUSE:
                game.rules.apply(expected, seat, action, drawn)
            assert turn.attempt_at(states, seat, action, chances) == clause
            assert (states.tobytes(), chances.tobytes()) == (expected.tobytes(), drawn.tobytes())
            played, refused = played + (clause == NO_CLAUSE), refused + (clause != NO_CLAUSE)
    assert min(played, refused) > 0


@every_game
def test_what_is_listed_is_what_the_mask_allows(game: Game) -> None:
    dice, numbers, masks = random.Random(2), np.empty(len(game.actions), np.int32), np.empty(1, game.mask_type)
    for number in range(MATCHES):
        match = random_match(game, number)
        for _ in moments(match, dice):
            for seat in range(match.seats):
                mask = blank(game.mask_type)
                game.rules.legal(match._state, seat, mask)
                found = turn.list_legal(match._states, seat, masks, numbers)
                assert numbers[:found].tolist() == actions_of(mask)
                assert [action.number for action in match.legal(seat)] == actions_of(mask)


@every_game
def test_all_are_shown_what_each_alone_is_shown(game: Game) -> None:
    dice = random.Random(3)
    match = random_match(game, 1)
    for _ in moments(match, dice):
        *views, spectator = match.views()
        assert [view.seat for view in views] == list(range(match.seats))
        assert spectator.seat is None
        for view in (*views, spectator):
            hidden = copied(match._state)
            game.sight.hide(hidden, SPECTATOR if view.seat is None else view.seat)
            assert view.record.tobytes() == hidden.tobytes()
            assert view.log == match.view(view.seat).log
