"""A board works out no rule: what follows from the rules it asks of the game's facts."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from openoutcry import Match
from openoutcry.cli import boards
from openoutcry.engine.contract import BOARD
from openoutcry.table.words import Words

ASKED = {
    "bounce": {"space_of", "faces_up", "dice_to_roll", "dice_at", "pips_rolled"},
    "cash_a_catch": {
        *("price", "kind_in", "fish_in", "price_in", "fish_on_garbage", "fish_offered", "fish_together"),
        *("worth_of_lot", "cards_to_end_phase", "may_close"),
    },
    "cash_or_crash": {"was_right", "was_enough", "icons_in_hand", "icons_staked", "icons_discarded"},
    "crypto_cards": {"top_card", "is_last_round"},
    "dead_cat_bounce": {
        *("price", "income", "takeover_price", "is_for_sale", "dividend", "discarded", "turns_to_come"),
        *("cards_of", "card_in_meld", "wanted_in_hand"),
    },
}


@pytest.mark.parametrize("name", ASKED)
def test_a_board_asks_what_follows_from_the_rules(name: str) -> None:
    asked = set[str]()
    for seed in range(40):
        match, chance = Match(name, 3, seed=seed), random.Random(seed)
        while not match.over and asked != ASKED[name]:
            seat = chance.choice(match.to_act)
            legal = match.legal(seat)
            holds = [action for action in legal if action.verb == "hold" and chance.random() < 0.8]
            match.play(seat, chance.choice(holds or legal))
            seen = boards.seen_in(match.view(seat), Words(match.game), ["Ada", "Bo", "Cy"])

            def fact(fact: str, *given: int | str, answer: object = seen.fact) -> int:
                asked.add(fact)
                assert callable(answer)
                return int(answer(fact, *given))

            match.game.member(BOARD)(replace(seen, fact=fact))
    assert asked == ASKED[name]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, {""}),
        ({"direction": "turning"}, {"Next turn: Ada", "Next turn: Bo", "Next turn: Cy", "Next turn: nobody"}),
        ({"crash": "round"}, {"", *(f"Last round   Next turn: {name}" for name in ("Bo", "Cy", "nobody"))}),
    ],
)
def test_crypto_cards_says_whose_turn_comes_next_where_the_seats_do_not_tell(
    options: dict[str, str], told: set[str]
) -> None:
    found = set[str]()
    for seed in range(12):
        match, chance = Match("crypto_cards", 3, options, seed=seed), random.Random(seed)
        while not match.over:
            match.play(match.to_act[0], chance.choice(match.legal(match.to_act[0])))
            seen = boards.seen_in(match.view(0), Words(match.game), ["Ada", "Bo", "Cy"])
            line = match.game.member(BOARD)(seen).blocks[-1]
            found.add("   ".join(line.split("   ")[3:]))
    assert found == told
