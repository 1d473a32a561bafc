"""The easy bot beats every opponent from outside: `docs/strength.md` has the figures of all levels."""

from __future__ import annotations

import pytest

from openoutcry.bots.outsiders import named, outsiders
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.games import find
from openoutcry.lab.ladder import Cell, Ladder

VARIANTS = ("classic", "endurance", "blitz")
TABLES = [
    (name, variant) for name in outsiders() for variant in (VARIANTS if named(name).GAME == "cash_or_crash" else ("",))
]
KEYS = {"crypto_cards": 300, "cash_or_crash": 60, "cash_a_catch": 60, "dead_cat_bounce": 20}
"""So many that chance does not decide."""


def alone(bot: str, other: str, variant: str, keys: int) -> Cell:
    """How a bot fares alone among three of another, at every seat with each key."""
    options = {"variant": variant} if variant else {}
    game = find(named(other.partition(":")[2]).GAME)
    ladder = Ladder(game, [bot, other], 4, seed=17, options=options, alone=bot, most=keys, precision=0.001)
    ladder.run(workers=1)
    return ladder.cells[bot, other]


@pytest.mark.long
@pytest.mark.skipif(IS_PLAIN, reason="hundreds of games")
@pytest.mark.parametrize(("name", "variant"), TABLES)
def test_the_easy_bot_beats_every_outsider(name: str, variant: str) -> None:
    cell = alone("easy", f"outsider:{name}", variant, KEYS[named(name).GAME])
    assert cell.wins > 0.25


@pytest.mark.long
@pytest.mark.skipif(IS_PLAIN, reason="thousands of searches")
def test_a_probability_bidder_is_beaten_in_endurance_too() -> None:
    cell = alone("medium", "outsider:probability", "endurance", 12)
    assert cell.wins > 0.25
