"""Every token and every card of Dead-Cat Bounce accounted for, action by action, in games played at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.lab.simulate import Simulation
from openoutcry.table.match import legal_actions, seats_in
from support import any_chance, shown
from trading import DEAD_CAT_BOUNCE, LETTERS, after, dealt, every_card, table
from twins.dead_cat_melds import bonuses, dividend, is_run, price, price_of_all
from twins.facts import meld_text

GAMES = 2 if IS_PLAIN else 20
SIMULATED = 1 if IS_PLAIN else 5
LONGEST = 5000
RESTLESS = {"next", "cancel", "propose", "sell", "sell_shown", "take", "put"}
"""What is done less often, or nothing would ever be built."""
RARE = {"bridge", "steal", "block", "split"}
"""What can seldom be done, and then often is."""
Fields = Mapping[str, Any]
Tokens = list[dict[str, int]]


def any_options(thought: random.Random) -> dict[str, Any]:
    return {option.name: option.show(thought.randint(option.low, option.high)) for option in DEAD_CAT_BOUNCE.options}


def new_game(number: int) -> Any:
    """A game as it comes, or with any options; some begin with jokers in everybody's hand, or with a royal flush in
    reach.
    """
    options = any_options(random.Random(number))
    if number % 5 == 3:
        hands, tables = (
            ["thief wild 7C", "thief block JD", "wild block TH"],
            ("3C 4C 5C / QH", "7D 8D 9D / KC KD", "TS JS QS / 2D"),
        )
        return table(*tables, hands=hands, **options | {"jokers": "all"})
    if number % 5 == 4:
        tables = ("TC JC QC KC / 5H 6H", "9D 9H 9S / 2S", "4D 5D 6D / QS")
        return after(table(*tables, hands=["AC 3S"], tokens=[{}, {"A": 2}, {"A": 1}]), "0 next")
    return dealt(2 + number // 2 % 5, any_chance(number), **options if number % 2 else {})


def moves(state: Any, number: int, style: int = 0) -> Iterator[tuple[int, str]]:
    """Play at random to the end, first a verb and then one of its actions, and tell each action that was played."""
    thought, chance = random.Random(f"play {number} {style}"), any_chance(number)
    while to_act := seats_in(state):
        actions = legal_actions(DEAD_CAT_BOUNCE, state, to_act[0])
        verbs = sorted({action.verb for action in actions})
        rare = [verb for verb in verbs if verb in RARE and thought.random() < 0.5]
        verb = thought.choice(
            rare or [verb for verb in verbs if verb not in RESTLESS or thought.random() < 0.3] or verbs
        )
        action = thought.choice([action for action in actions if action.verb == verb])
        DEAD_CAT_BOUNCE.rules.apply(state, to_act[0], action.number, chance)
        yield to_act[0], str(action)


def melds_in(fields: Fields) -> list[dict[str, list[str]]]:
    return [
        {letter: meld_text(fields, seat, letter).split() for letter in fields["letters"][seat]}
        for seat in range(fields["seats"])
    ]


def tokens_in(fields: Fields) -> Tokens:
    """The tokens on everyone's melds, where there are any."""
    rows = fields["protection"]
    return [{letter: count for letter, count in zip(LETTERS, row, strict=True) if count} for row in rows]


def income(fields: Fields, seat: int) -> int:
    """Dividends and bonuses, by the slow twin's way to count them."""
    tables = [list(own.values()) for own in melds_in(fields)]
    return sum(dividend(meld, fields["mixed_runs"] == "on") for meld in tables[seat]) + bonuses(tables, seat)


def is_trade_done(before: Fields, verb: str) -> bool:
    """Whether the action is the last word of a trade."""
    return (verb == "accept" and before["want_any"] == 0) or (
        verb == "choose" and len(before["chosen"]) + 1 == before["want_any"]
    )


def purses_after(before: Fields, now: Fields, seat: int, action: str) -> list[int]:
    """What everyone should have in the purse: each verb moves its own amount, and nothing else moves any."""
    purses = list(before["purses"])
    verb, *what = action.split()
    if verb in ("buy", "discard"):
        purses[seat] -= price(before["flop"][int(what[0]) - 1]) - (verb == "discard")
    elif verb in ("look", "protect"):
        purses[seat] -= 1
    elif verb in ("sell", "sell_shown", "put"):
        purses[seat] += 1 if verb != "put" else price(what[0]) - 1
    elif verb == "takeover":
        owner, letter = int(what[0]), what[1]
        cost = price_of_all(melds_in(before)[owner][letter]) + tokens_in(before)[owner].get(letter, 0)
        purses[seat] -= cost
        purses[owner] += cost
    elif is_trade_done(before, verb):
        purses[before["offer_by"]] -= before["tokens"]
        purses[before["offer_to"]] += before["tokens"]
    elif verb == "pay":
        purses[seat] -= len(before["hands"][seat])
        if now["ending"] == "running":
            purses[now["turn"]] += income(now, now["turn"])
    if now["ending"] == "royal_flush":
        for other in set(range(now["seats"])) - {seat}:
            purses[other] += income(now, other)
    return purses


def tokens_after(before: Fields, now: Fields, seat: int, action: str) -> Tokens:
    """What should lie on everyone's melds."""
    tokens = tokens_in(before)
    verb, *what = action.split()
    if verb == "protect":
        tokens[seat][what[0]] = tokens[seat].get(what[0], 0) + 1
    elif verb == "takeover":
        tokens[int(what[0])].pop(what[1], None)
    elif verb == "pay" and now["ending"] == "running":
        tokens[now["turn"]] = {}
    elif verb == "sell_shown" or is_trade_done(before, verb):
        had, has = melds_in(before), melds_in(now)
        for owner, on in enumerate(tokens):
            tokens[owner] = {
                letter: count
                for letter, count in on.items()
                if is_piece(has[owner].get(letter, []), had[owner][letter])
            }
    return (
        [on if owner == seat else {} for owner, on in enumerate(tokens)] if now["ending"] == "royal_flush" else tokens
    )


def is_piece(left: list[str], meld: list[str]) -> bool:
    """Whether what lies under the letter now is a run or a set that was part of the meld."""
    if len(left) < 2:
        return False
    if is_run(meld):
        return any(meld[first : first + len(left)] == left for first in range(len(meld)))
    return Counter(left) <= Counter(meld)


@pytest.mark.parametrize("number", range(GAMES))
def test_tokens_move_only_by_a_clause_and_cards_are_always_somewhere(number: int) -> None:
    state = new_game(number)
    before, everything = shown(state), Counter(every_card(state))
    for seat, action in moves(state, number):
        now = shown(state)
        assert now["purses"] == purses_after(before, now, seat, action), f"{seat} {action}"
        assert tokens_in(now) == tokens_after(before, now, seat, action), f"{seat} {action}"
        assert min(now["purses"]) >= 0
        assert Counter(DEAD_CAT_BOUNCE.rules.pieces(now)) == everything, f"{seat} {action}"
        assert len(now["flop"]) <= 3
        before = now
    assert before["ending"] in ("royal_flush", "last_turns")


@pytest.mark.skipif(IS_PLAIN, reason="few games are played")
def test_these_games_have_everything_in_them() -> None:
    verbs: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for number in range(GAMES):
        state = new_game(number)
        verbs.update(action.split()[0] for _, action in moves(state, number))
        endings[shown(state)["ending"]] += 1
    assert all(verbs[verb.name] >= 5 for verb in DEAD_CAT_BOUNCE.actions.verbs), verbs
    assert all(endings[ending] >= 3 for ending in ("royal_flush", "last_turns")), endings


@pytest.mark.parametrize("number", range(GAMES))
def test_the_same_key_draws_the_same_cards_however_people_play(number: int) -> None:
    """A5: until the discards are shuffled, the stack with so many cards left is the same stack."""
    stacks: list[dict[int, bytes]] = []
    for style in (1, 2):
        state = new_game(number)
        stacks.append(
            {int(state.stack_size): state.stack.tobytes() for _ in moves(state, number, style) if state.last_turns < 0}
        )
    both = stacks[0].keys() & stacks[1].keys()
    assert len(both) > (0 if number % 5 == 4 else 10)
    assert all(stacks[0][left] == stacks[1][left] for left in both)


def every_option(seats: int) -> list[dict[str, int | str]]:
    """All ways to set the options; plain, as they come or all together."""
    names = [option.name for option in DEAD_CAT_BOUNCE.options]
    values = [
        [option.show(value) for value in range(option.low, option.high + 1)] for option in DEAD_CAT_BOUNCE.options
    ]
    ways = [dict(zip(names, way, strict=True)) for way in product(*values)]
    return [ways[-(seats % 2)]] if IS_PLAIN else ways


@pytest.mark.parametrize("seats", DEAD_CAT_BOUNCE.seats)
def test_every_random_game_ends(seats: int) -> None:
    for options in every_option(seats):
        simulation = Simulation(DEAD_CAT_BOUNCE, seats, SIMULATED, seed=seats, options=options)
        simulation.run(workers=1)
        ended = simulation.report()["endings"]
        assert set(ended) <= {"last_turns", "royal_flush"}, options
        assert simulation.tally.games == SIMULATED
        assert simulation.tally.longest < LONGEST, options
