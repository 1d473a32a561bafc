"""Every euro and every card of Cash-a-Catch accounted for, in games played at random with more or less patience."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from auctions import CASH_A_CATCH, PLACES, dealt, every_card, whole_deck
from openoutcry.engine.chance import DECK
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.games.cash_a_catch import actions as do
from openoutcry.table.match import legal_actions, seats_in
from openoutcry.testing.random_play import cards_in
from support import any_chance, shown

PRICES = {0: 0, 1: 1, 2: 2, 3: 3, 4: 5, 5: 7, 6: 10, 7: 15, 8: 20, 9: 25}
HALF_PRICES = {0: 0, 1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 8, 8: 10, 9: 13}
GAMES = 3 if IS_PLAIN else 42
DECKS = 2 if IS_PLAIN else 60

Fields = Mapping[str, Any]


def any_options(thought: random.Random) -> dict[str, int | str]:
    return {option.name: option.show(thought.randint(option.low, option.high)) for option in CASH_A_CATCH.options}


def new_game(number: int) -> Any:
    """A game with the options as they come, or any."""
    return dealt(CASH_A_CATCH.seats[number % 3], **any_options(random.Random(number)) if number % 2 else {})


def patience_of(number: int) -> float:
    """How often whoever may ring holds instead: small lots and large ones make different games."""
    return (0.0, 0.6, 0.9)[number // 2 % 3]


def moves(state: Any, key: int, thought: random.Random, patience: float) -> Iterator[tuple[int, str]]:
    """Play at random to the end, and tell each action that was played."""
    chance = any_chance(key)
    while to_act := seats_in(state):
        seat = thought.choice(to_act)
        actions = {str(action): action.number for action in legal_actions(CASH_A_CATCH, state, seat)}
        action = "hold" if "hold" in actions and thought.random() < patience else thought.choice(list(actions))
        CASH_A_CATCH.rules.apply(state, seat, actions[action], chance)
        yield seat, action


def values(held: Any) -> int:
    return sum(int(card[1]) for card in cards_in(held))


def money_after(before: Fields, now: Fields, seat: int, action: str) -> list[int]:
    """Everyone's money after an action: the price of a lot and its commission, a sale, or the market close."""
    money = list(before["money"])
    verb, *what = action.split()
    if verb == "sell":
        money[seat] += PRICES.get(values(before["stands"][seat][PLACES.index(what[0])]), 30)
    if verb == "ring":
        money[seat] -= 10
        money[before["auctioneer"]] += len(list(cards_in(before["lot"]))) if seat != before["auctioneer"] else 0
    if now["ending"] == "market_close":
        for player, stand in enumerate(before["stands"]):
            money[player] += sum(HALF_PRICES.get(values(place), 15) for place in stand) - values(
                before["garbage"][player]
            )
    return money


@pytest.mark.parametrize("number", range(GAMES))
def test_money_changes_only_by_price_commission_sale_and_garbage(number: int) -> None:
    state = new_game(number)
    before = shown(state)
    for seat, action in moves(state, number, random.Random(number), patience_of(number)):
        now = shown(state)
        assert now["money"] == money_after(before, now, seat, action), f"{seat} {action}"
        before = now


@pytest.mark.parametrize("number", range(GAMES))
def test_every_card_is_always_in_one_place(number: int) -> None:
    state = new_game(number)
    everything = +whole_deck(state)
    for last in moves(state, number, random.Random(number), patience_of(number)):
        assert Counter(every_card(state)) == everything, last


@pytest.mark.skipif(IS_PLAIN, reason="few games are played")
def test_these_games_have_everything_in_them() -> None:
    verbs: Counter[str] = Counter()
    for number in range(GAMES):
        verbs.update(
            action.split()[0]
            for _, action in moves(new_game(number), number, random.Random(number), patience_of(number))
        )
    assert all(verbs[verb.name] >= 20 for verb in CASH_A_CATCH.actions.verbs), verbs


@pytest.mark.parametrize("number", range(GAMES))
def test_the_same_key_turns_the_same_cards_however_people_play(number: int) -> None:
    """A5: whatever happens in between, the deck with so many cards left is the same deck."""
    decks: list[dict[int, bytes]] = []
    for patience in (0.0, 0.5, 0.97):
        state, thought = new_game(number), random.Random(f"{number} {patience}")
        decks.append({int(state.deck_size): state.deck.tobytes() for _ in moves(state, number, thought, patience)})
    seen = [set(deck) for deck in decks]
    assert len(seen[0] & seen[1]) > 5
    assert len(seen[1] & seen[2]) > 5
    for one in decks:
        for other in decks:
            assert all(one[left] == other[left] for left in one.keys() & other.keys())


def order_of_deck(state: Any, key: int) -> list[str]:
    """The cards as they come if nobody ever rings."""
    chance, turned = any_chance(key), []
    rules = CASH_A_CATCH.rules
    rules.apply(state, 0, do.OPEN, chance)
    while to_act := seats_in(state):
        before = int(state.deck_size)
        rules.apply(state, to_act[0], do.HOLD, chance)
        if int(state.deck_size) < before:
            turned += shown(state)["turned"]
    return turned


@pytest.mark.parametrize("number", range(DECKS))
def test_the_end_phase_lies_on_the_last_fifteen_and_the_close_is_among_the_last_six(number: int) -> None:
    state = new_game(number)
    others = whole_deck(state).total() - 2
    turned = ["the first", *order_of_deck(state, number)]
    assert turned.index("END") == others - 15
    assert turned[-1] == "CLOSE"
    assert others + 2 - 6 < len(turned) <= others + 2


def test_the_end_phase_is_not_drawn() -> None:
    """It lies where it lies: no chance is asked for it, so that the same key turns the same cards whether it comes on a
    lot or not.
    """
    state, chance = dealt(4), any_chance(1)
    state.money[:] = 0
    CASH_A_CATCH.rules.apply(state, 0, do.OPEN, chance)
    assert int(chance.drawn[DECK]) == 104 - int(state.deck_size) - 1
