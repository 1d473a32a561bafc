"""Random play for the checks: matches of all options, moments of a match, and all that can be asked of one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from openoutcry.engine import contract
from openoutcry.engine.actions import Action
from openoutcry.engine.compiled import IS_PLAIN, rule
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.game import Game
from openoutcry.engine.observation import layout_of
from openoutcry.engine.record import as_dict, blank, copied
from openoutcry.table.match import Match
from openoutcry.table.story import Line, Story

MOST_ACTIONS = 100_000
FEW_STOPS, MANY_ACTIONS = 5, 500
"""In plain Python a game of many actions is looked at only so often: each look asks for the clause of every action,
from every seat.
"""
Check = Callable[[Match, random.Random], None]


def random_match(game: Game, number: int, most_seats: int = 99) -> Match:
    """A match with random seats and options; one in three has the options as they come."""
    dice = random.Random(f"{game.name} {number}")
    options = {option.name: option.show(dice.randint(option.low, option.high)) for option in game.options}
    seats = max(game.seats[0], min(dice.choice(game.seats), most_seats))
    return Match(game, seats, options if number % 3 else None, seed=number)


def moments(match: Match, dice: random.Random, *, is_told: bool = False) -> Iterator[None]:
    """Play the match at random to its end, stopping now and then, less often the longer it gets, and at the end.

    Where it is told everybody hears every action as it comes, so that nobody has to catch up at a stop.
    """
    stops, wait = 0, 0
    most_stops = FEW_STOPS if IS_PLAIN and len(match.game.actions) > MANY_ACTIONS else MOST_ACTIONS
    for _ in range(MOST_ACTIONS):
        if match.over:
            yield
            return
        if wait == 0 and stops < most_stops:
            yield
            stops += 1
            wait = dice.randint(1, 1 + stops // 2) if most_stops == MOST_ACTIONS else dice.randint(1, 60)
        wait = max(0, wait - 1)
        seat = dice.choice(match.to_act)
        legal = match.legal(seat)
        assert legal, f"seat {seat} is to act and has no legal action after {log_of(match)}"
        match.play(seat, any_legal(legal, dice))
        for watcher in (*range(match.seats), None) if is_told else ():
            match.story(watcher)
    raise AssertionError(f"{match} does not end")


def any_legal(legal: list[Action], dice: random.Random) -> Action:
    """Now any legal action, now any verb first: so verbs of few actions are tried beside those of hundreds."""
    verb = dice.choice(sorted({action.verb for action in legal}))
    return dice.choice([action for action in legal if action.verb == verb] if dice.random() < 0.5 else legal)


def log_of(match: Match) -> str:
    """The log in one line, to find the place again."""
    return f"{match.options}: " + ", ".join(f"{entry.seat} {entry}" for entry in match.log)


def watchers(match: Match) -> list[int]:
    """Every seat, and the spectator."""
    return [*range(match.seats), SPECTATOR]


def legal_bits(match: Match, state: Any, seat: int) -> bytes:
    """The mask of a seat's legal actions."""
    mask = blank(match.game.mask_type)
    match.game.rules.legal(state, seat, mask)
    return bytes(mask.tobytes())


def refusals_of(match: Match, state: Any, seat: int) -> list[int]:
    """The clause that forbids it, for every action of the game."""
    clauses = np.zeros(len(match.game.actions), np.int64)
    _refuse_all(state, seat, clauses)
    return clauses.tolist()


@rule
def _refuse_all(state: Any, seat: int, clauses: Any) -> None:
    for action in range(len(clauses)):
        clauses[action] = contract.refusal(state, seat, action)


def hidden(match: Match, state: Any, seat: int) -> Any:
    """A copy of the state as a seat may see it."""
    copy = copied(state)
    match.game.sight.hide(copy, seat)
    return copy


def last_line(match: Match, seat: int | None) -> Line | None:
    """What a seat is told of the last entry of the log, worked out anew from the state as it is."""
    return Story(seat).last(match)


def everything_told(match: Match, seat: int | None) -> bytes:
    """Every byte a seat can get hold of."""
    observed = layout_of(match.game, match.seats).observe(match._state, SPECTATOR if seat is None else seat)
    told = match.view(seat).as_bytes() + bytes(observed.tobytes())
    if seat is None:
        return told
    refusals = str(refusals_of(match, match._state, seat)).encode()
    return told + legal_bits(match, match._state, seat) + refusals + str(match.may_undo(seat)).encode()


def pieces(match: Match) -> list[Counter[str]]:
    """All the cards there are, wherever they are: one pack in the rules' PLACES, or a pack of each seat's own in
    OWN_PLACES.

    Rules whose cards are not all in sets, stacks, bags and counts have a function `pieces` that finds them in the
    decoded state.
    """
    rules, state = match.game.rules, as_dict(match._state, match.game.fields)
    if hasattr(rules, "pieces"):
        return [Counter(rules.pieces(state))]
    shared, own = getattr(rules, "PLACES", ()), getattr(rules, "OWN_PLACES", ())
    packs = [[state[name] for name in shared], *([state[name][seat] for name in own] for seat in range(match.seats))]
    return [Counter(cards_in(pack)) for pack in packs]


def cards_in(held: Any) -> Iterator[str]:
    """The names of all cards in a set, a stack, a row that counts them, or several of these."""
    if isinstance(held, str):
        yield held
    elif isinstance(held, Mapping):
        for name, count in held.items():
            assert count > 0, f"there are {count} of {name}"
            yield from [name] * count
    else:
        for part in held:
            yield from cards_in(part)
