"""The table of a game without a board: what is unseen is called so, and of what was revealed it says whose it was."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from rich.console import Console

from openoutcry import Game, Match
from openoutcry.cli import fields
from openoutcry.cli.names import SeatedWords
from openoutcry.cli.skeleton import GAME as SKELETON
from openoutcry.cli.story import Teller, paragraphs
from openoutcry.table.match import View

PLAYERS = ["Ada", "You", "Cleo"]


def table(view: View) -> dict[str, str]:
    """The lines of the drawing, by what stands at their beginning."""
    console = Console(width=100, file=io.StringIO(), color_system=None)
    console.print(fields.draw(view, SeatedWords(view.game, "en", PLAYERS, view.seat), PLAYERS))
    assert isinstance(console.file, io.StringIO)
    lines = (line.split("  ", 1) for line in console.file.getvalue().splitlines() if "  " in line)
    return {name.strip(): " ".join(value.split()) for name, value in lines}


def test_the_hands_of_others_do_not_lie_in_the_deck() -> None:
    match = Match(SKELETON, 3, seed=1)
    shown = table(match.view(1))
    assert "deck" not in shown
    assert len(shown["unseen (deck and what others hide)"].split()) == 24 - 3
    ada, *own, cleo = shown["hands"].split()
    assert (ada, cleo) == ("?", "?")
    assert own == match.view(1).as_dict()["state"]["hands"][1]
    assert shown["hand sizes"] == "3 3 3"


def test_where_nothing_is_hidden_the_deck_is_the_deck() -> None:
    match = Match(SKELETON, 3, seed=1)
    shown = table(match.open_view())
    assert len(shown["deck"].split()) == 24 - 9
    assert "?" not in shown["hands"]
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert table(match.view(1))["deck"] == shown["deck"]


def test_a_seat_is_told_by_its_player() -> None:
    match = Match(SKELETON, 3, seed=1)
    assert table(match.view(1))["seat"] == "Ada"
    match.play(0, match.legal(0)[0])
    assert table(match.view(0))["seat"] == "You"


RULES = """
from typing import Annotated

from openoutcry.engine.actions import Actions, Range, Verb
from openoutcry.engine.bits import NOTHING, ONE, U, bit, has
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE
from openoutcry.engine.mask import allow, clear
from openoutcry.engine.names import Names
from openoutcry.engine.record import EachSeat, Row, Small, T, Seating, one_of, state_type
from sealed import GAME

VERSION = 1
LOWEST_WINS = False
ENDINGS = Names("ending", ["running", "opened"])
PLACES = ()


class Options:
    pass


class State(Options, Seating):
    ending: Annotated[int, one_of(ENDINGS)]
    bids: Annotated[Row[Small], EachSeat(3)]


STATE = state_type(GAME.name, State)
ACTIONS = Actions(Verb("bid", {"price": Range(1, 9)}, secret=["price"]))


@rule
def setup(state, chance):
    state.to_act = bit(state.seats) - ONE


@rule
def legal(state, seat, mask):
    clear(mask)
    if has(state.to_act, seat):
        allow(mask, 0, U(2**9 - 1))


@rule
def apply(state, seat, action, chance):
    state.bids[seat] = action + 1
    state.to_act &= ~bit(seat)
    if state.to_act == NOTHING:
        state.ending = 1


@rule
def points(state, seat):
    return state.bids[seat]


@rule
def place(state, seat):
    return 1


@rule
def refusal(state, seat, action):
    return NO_CLAUSE
"""
SIGHT = """
from openoutcry.engine.bits import NOTHING, has
from openoutcry.engine.chance import DECK, below
from openoutcry.engine.compiled import rule


@rule
def hide(state, seat):
    for other in range(state.seats):
        if other != seat and state.to_act != NOTHING:
            state.bids[other] = 0


@rule
def redeal(state, seat, chance):
    hide(state, seat)
    for other in range(state.seats):
        if other != seat and state.to_act != NOTHING and not has(state.to_act, other):
            state.bids[other] = 1 + below(chance, DECK, 9)
"""
WORDS = """
[en]
title = "Sealed"
line = "One bid each, opened when all have bid."
[en.told]
bid = "{player} bids {price}."
[en.events]
shown = "{player} has bid {price}."
[en.events_you]
shown = "You have bid {price}."
"""
EVENTS = """
from openoutcry.engine.bits import NOTHING
from openoutcry.engine.compiled import rule
from openoutcry.engine.events import NUMBER, SEAT, Event, Events
from openoutcry.engine.telling import tell

EVENTS = Events(Event("shown", {"player": SEAT, "price": NUMBER}, clause="§1.1"))
(SHOWN,) = EVENTS.numbers()


@rule
def events(before, after, seat, action, told):
    if before.to_act != NOTHING and after.to_act == NOTHING:
        for player in range(after.seats):
            tell(told, SHOWN, player, after.bids[player])
"""
FILES = {
    "__init__.py": "from openoutcry.engine.game import Game\nGAME = Game(__name__, seats=range(2, 4), minutes=1)\n",
    "rules.py": RULES,
    "events.py": EVENTS,
    "sight.py": SIGHT,
    "words.toml": WORDS,
    "RULES.md": "# Sealed\n\n## 1. Bids\n\n- **§1.1** Everyone bids once, in secret.\n",
}


@pytest.fixture
def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game of another package with secret bids, all at once, and no board."""
    (tmp_path / "sealed").mkdir()
    for name, text in FILES.items():
        (tmp_path / "sealed" / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    game: Game = import_module("sealed").GAME
    yield game
    for name in [name for name in sys.modules if name.partition(".")[0] == "sealed"]:
        del sys.modules[name]


def test_who_bid_what_is_unknown_until_it_is_shown_and_then_told_by_name(sealed: Game) -> None:
    match = Match(sealed, 3, seed=1)
    match.play(0, "bid 7")
    match.play(1, "bid 2")
    assert table(match.view(1))["bids"] == "? 2 0"
    match.play(2, "bid 5")
    assert table(match.view(1))["bids"] == "7 2 5"
    told = Teller(SeatedWords(sealed, "en", PLAYERS, 1), PLAYERS, 1).told(match.story(1)[-1:])
    assert paragraphs(told) == ["Cleo bids ?. Ada has bid 7. You have bid 2. Cleo has bid 5."]
