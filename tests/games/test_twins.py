"""Each game beside its slow twin, move by move, for every number of seats and many options; both draw from the same
chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from openoutcry.engine.chance import DECK, DICE, below, key_of_seed, new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.game import Game
from openoutcry.engine.options import Option
from openoutcry.games import find, registered
from twins import bounce, cash_a_catch, cash_or_crash, crypto_cards, dead_cat_bounce
from twins.facts import Twin, facts_of, facts_of_twin

GAMES = {"bounce": 600, "cash_a_catch": 600, "cash_or_crash": 120, "crypto_cards": 600, "dead_cat_bounce": 60}
PLAIN_GAMES = 9
BATCHES = 3 if IS_PLAIN else 20
MOST_ACTIONS = 300

Options = Mapping[str, int | str]


def crypto_cards_twin(seats: int, options: Options, chance: Any) -> Twin:
    return crypto_cards.Twin(seats, options, lambda cards: cards[int(below(chance, DECK, len(cards)))])


def bounce_twin(seats: int, options: Options, chance: Any) -> Twin:
    return bounce.Twin(seats, options, lambda count: int(below(chance, DICE, count)))


def cash_a_catch_twin(seats: int, options: Options, chance: Any) -> Twin:
    return cash_a_catch.Twin(seats, options, lambda cards: cards[int(below(chance, DECK, len(cards)))])


def cash_or_crash_twin(seats: int, options: Options, _: Any) -> Twin:
    return cash_or_crash.Twin(seats, options)


def dead_cat_bounce_twin(seats: int, options: Options, chance: Any) -> Twin:
    return dead_cat_bounce.Twin(seats, options, lambda cards: cards[int(below(chance, DECK, len(cards)))])


TWINS: dict[str, Callable[[int, Options, Any], Twin]] = {
    "bounce": bounce_twin,
    "cash_a_catch": cash_a_catch_twin,
    "cash_or_crash": cash_or_crash_twin,
    "crypto_cards": crypto_cards_twin,
    "dead_cat_bounce": dead_cat_bounce_twin,
}


def test_every_game_has_a_twin() -> None:
    assert set(TWINS) == set(registered())


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", TWINS)
@pytest.mark.long
def test_a_game_and_its_twin_agree_after_every_action(name: str, batch: int) -> None:
    game = find(name)
    for number in range(batch, PLAIN_GAMES if IS_PLAIN else GAMES[name], BATCHES):
        thought = random.Random(number)
        seats = game.seats[number % len(game.seats)]
        options = (
            {} if number < len(game.seats) else {option.name: any_value(option, thought) for option in game.options}
        )
        play_beside_twin(game, seats, options, number, thought)


def any_value(option: Option, thought: random.Random) -> int | str:
    """The default, one of the smallest, or any: small boards are crowded and short games end in every way."""
    small = thought.randint(option.low, min(option.high, option.low + 4))
    return option.show(thought.choice([option.default, small, thought.randint(option.low, option.high)]))


def play_beside_twin(game: Game, seats: int, options: Options, seed: int, thought: random.Random) -> None:
    """A game at random; in races with more or less patience, for what comes of large lots comes only of waiting."""
    state, chance, same_chance = (
        game.template(seats, options),
        new_chance(key_of_seed(seed)),
        new_chance(key_of_seed(seed)),
    )
    every_option = {option.name: option.show(int(state[option.name])) for option in game.options}
    game.rules.setup(state, chance)
    twin = TWINS[game.name](seats, every_option, same_chance)
    log: list[str] = []
    patience = thought.choice([0.0, 0.5, 0.9])
    while compare(
        state, twin, chance, same_chance, f"{game.name}, {seats} seats, {every_option}, seed {seed}: {log[-8:]}"
    ):
        seat = thought.choice(sorted(twin.to_act()))
        action = any_choice(sorted(twin.legal(seat)), patience, thought)
        game.rules.apply(state, seat, game.actions.read(action).number, chance)
        twin.play(seat, action)
        log.append(f"{seat} {action}")
        if len(log) == MOST_ACTIONS:
            return


def any_choice(choices: list[str], patience: float, thought: random.Random) -> str:
    """First what to do, then with what: where many cards can be offered, something else happens too."""
    if "hold" in choices and thought.random() < patience:
        return "hold"
    verb = thought.choice(sorted({choice.split()[0] for choice in choices}))
    return thought.choice([choice for choice in choices if choice.split()[0] == verb])


def compare(state: Any, twin: Twin, chance: Any, same_chance: Any, where: str) -> bool:
    """Whether the game goes on, once both sides are seen to agree."""
    assert facts_of(state) == facts_of_twin(twin, int(state.seats)), where
    assert chance.drawn.tolist() == same_chance.drawn.tolist(), where
    return bool(twin.to_act())
