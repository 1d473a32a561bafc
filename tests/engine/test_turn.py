"""The steps of a table do what the verbs do one by one: to try an action, to list what is legal, to hide; to take back
and to hold in races.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from openoutcry.engine import contract, turn
from openoutcry.engine.chance import BOT_KEYS, DECK, STREAMS, below, key_of_seed, new_chance, rekey
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import NO_CLAUSE, SPECTATOR
from openoutcry.engine.game import Game
from openoutcry.engine.mask import actions_of
from openoutcry.engine.record import blank, copied
from openoutcry.games import registered
from openoutcry.table.match import Match, seats_in
from openoutcry.testing.random_play import any_legal, moments, random_match

MATCHES, MOST_ACTIONS = 3, 60 if IS_PLAIN else 300

RACES = [game for game in registered().values() if game.actions.hold]

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


def hidden(game: Game, state: Any, seat: int) -> Any:
    view = copied(state)
    game.sight.hide(view, seat)
    return view


def way_back(game: Game, before: Any, chance: Any, now: Any, seat: int, action: int, seen_since: int) -> int:
    """The same as `turn.way_back`, verb by verb."""
    known, seen = hidden(game, before, seat), hidden(game, now, seat)
    if contract.step(known):
        return turn.ALONE if contract.step(known) == contract.step(seen) else turn.BY_CONSENT
    after, drawn = copied(before), copied(chance)
    game.rules.apply(after, seat, action, drawn)
    worlds = [copied(known) for _ in range(turn.WORLDS + 1)]
    for number, world in enumerate(worlds):
        if number:
            game.sight.redeal(world, seat, new_chance(bytes([number] * 32)))
        game.rules.apply(world, seat, action, new_chance(bytes(32)))
    foreseen = all(hidden(game, world, seat).tobytes() == seen.tobytes() for world in worlds)
    is_free = not seen_since and drawn.drawn.tobytes() == chance.drawn.tobytes() and foreseen
    return turn.WITH_THE_REST if is_free else turn.BY_CONSENT


FREE_IN = {"cash_a_catch", "cash_or_crash", "crypto_cards", "dead_cat_bounce"}
"""Games in which some actions bring and tell nothing; in Bounce each brings dice."""


@every_game
def test_the_way_back_is_what_the_verbs_say(game: Game) -> None:
    dice, ways = random.Random(4), Counter[int]()
    for number in range(MATCHES):
        match = random_match(game, number)
        last: dict[int, tuple[Any, Any, int]] = {}
        while not match.over and len(match.log) < MOST_ACTIONS:
            seat = dice.choice(match.to_act)
            action = any_legal(match.legal(seat), dice)
            last[seat] = copied(match._state), copied(match._chance), action.number
            match.play(seat, action)
            for one, (before, chance, done) in last.items():
                expected = way_back(game, before, chance, match._state, one, done, int(one != seat))
                given = copied(before), copied(chance), copied(match._state), one, done, int(one != seat)
                assert turn.way_back(*given, blank(game.state_type)) == expected
                ways[expected] += 1
    assert ways[turn.BY_CONSENT] > 0
    assert (ways[turn.WITH_THE_REST] > 0) == (game.name in FREE_IN)
    assert (ways[turn.ALONE] > 0) == game.has("step")


@pytest.mark.parametrize("game", RACES, ids=lambda game: game.name)
def test_who_is_asked_after_holds_is_what_the_verbs_say(game: Game) -> None:
    """For every seat, in every moment: how many hold before it is asked in this race, and how things stand then."""
    hold = game.actions.hold
    assert hold is not None
    dice, found = random.Random(5), Counter[int]()
    for number in range(MATCHES):
        match = random_match(game, number)
        if game.name == "cash_or_crash":
            match = Match(game, match.seats, {"variant": "blitz"}, seed=number)
        for _ in moments(match, dice):
            holders = [seat for seat in match.to_act if hold in match.legal(seat)]
            assert turn.next_to_hold(match._state, hold.number) == (holders[0] if holders else turn.NOBODY)
            for seat in (*range(match.seats), turn.NOBODY):
                state, chance = copied(match._state), copied(match._chance)
                expected, drawn = copied(state), copied(chance)
                held = holds(game, expected, drawn, seat, hold.number)
                seen, view = blank(game.state_type), blank(game.state_type)
                assert turn.hold_until(state, chance, seat, hold.number, seen, view) == held
                assert (state.tobytes(), chance.tobytes()) == (expected.tobytes(), drawn.tobytes())
                found[held] += bool(holders)
    assert min(found[-1], found[0], found[max(found)]) > 0
    assert max(found) > 1


def holds(game: Game, state: Any, chance: Any, seat: int, hold: int) -> int:
    """The same as `turn.hold_until`, verb by verb."""
    seen, held = hidden(game, state, SPECTATOR).tobytes(), 0
    while seat not in seats_in(state):
        holders = [one for one in seats_in(state) if game.rules.refusal(state, one, hold) == NO_CLAUSE]
        if not holders:
            return held if seat == turn.NOBODY else -1
        game.rules.apply(state, holders[0], hold, chance)
        held += 1
        if hidden(game, state, SPECTATOR).tobytes() != seen:
            return held if seat == turn.NOBODY else -1
    return held


@every_game
def test_a_state_looks_the_same_while_a_spectator_sees_no_difference(game: Game) -> None:
    dice, found = random.Random(6), Counter[bool]()
    match = random_match(game, 1)
    seen = hidden(game, match._state, SPECTATOR)
    for _ in moments(match, dice):
        now, view = hidden(game, match._state, SPECTATOR), blank(game.state_type)
        is_same = now.tobytes() == seen.tobytes()
        assert turn.looks_the_same(match._state, seen, view) == is_same
        assert view.tobytes() == now.tobytes()
        seen, found[is_same] = now, found[is_same] + 1
    assert found[True] > 0
    assert found[False] > 0


@every_game
def test_whoever_was_asked_stays_asked(game: Game) -> None:
    one, other = blank(game.state_type), blank(game.state_type)
    one.to_act, other.to_act, expected = 0b0011, 0b0110, copied(one)
    expected.to_act = 0b0111
    turn.stay_asked(one, other)
    assert one.tobytes() == expected.tobytes()


def test_a_number_of_a_stream_is_what_the_rules_draw() -> None:
    one, other = new_chance(key_of_seed(1)), new_chance(key_of_seed(1))
    for number in range(100):
        stream, count = number % STREAMS, number + 1
        assert turn.number_below(one, stream, count) == below(other, stream, count)
    assert one.tobytes() == other.tobytes()


def test_bots_of_a_table_have_chances_of_their_own() -> None:
    master, chances = new_chance(key_of_seed(1)), [new_chance(bytes(32)) for _ in range(4)]
    for number, chance in enumerate(chances):
        expected = new_chance(bytes(32))
        rekey(expected, master, BOT_KEYS, number)
        turn.begin_bot(chance, master, number)
        assert chance.tobytes() == expected.tobytes()
    assert len({turn.number_below(chance, DECK, 10**9) for chance in chances}) == 4
