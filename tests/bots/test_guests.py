"""Compiled bots of other packages in whole games: they play as they do one by one, and what they do wrong is named."""

from __future__ import annotations

from typing import Any

import pytest

from openoutcry import bots
from openoutcry.bots.guests import BotFailed
from openoutcry.engine.compiled import IS_PLAIN, rule
from openoutcry.engine.mask import clear, count, nth_action
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find
from openoutcry.lab.simulate import Simulation

CATCH = find("cash_a_catch")
GREEDY: Any = CATCH.member("choose")


@rule
def first(view: Any, seat: int, mask: Any, thought: Any) -> int:
    return nth_action(mask, 0)


@rule
def beyond(view: Any, seat: int, mask: Any, thought: Any) -> int:
    return 1_000_000


@rule
def before(view: Any, seat: int, mask: Any, thought: Any) -> int:
    return -1


@rule
def forbidden(view: Any, seat: int, mask: Any, thought: Any) -> int:
    """The first action that is not legal, with a mask that says all is well."""
    number = 0
    while nth_action(mask, number) == number and number + 1 < count(mask):
        number += 1
    clear(mask)
    return number


@rule
def halved(view: Any, seat: int, mask: Any, thought: Any) -> float:
    return nth_action(mask, 0) / 2


@rule
def confused(view: Any, seat: int, mask: Any, thought: Any) -> int:
    return int(view.no_such_field)


@rule
def angry(view: Any, seat: int, mask: Any, thought: Any) -> int:
    if view.money[seat] > 0:
        raise ValueError("this is no fish")
    return nth_action(mask, 0)


def untyped(view: Any, seat: int, mask: Any, thought: Any) -> int:
    return nth_action(mask, 0)


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots above, and the greedy bot under another name."""
    known = {"first": first, "beyond": beyond, "before": before, "forbidden": forbidden, "halved": halved}
    known |= {"confused": confused, "angry": angry, "untyped": untyped, "thumb": GREEDY}
    monkeypatch.setattr(bots, "_others", lambda: known)


def results_of(*names: str) -> dict[str, Any]:
    simulation = Simulation(CATCH, seats=3, games=4 if IS_PLAIN else 2000, seed=5, bots=names)
    simulation.run(workers=2)
    report = simulation.report()
    return {key: report[key] for key in ("games", "length", "wins", "points", "actions")}


def test_as_a_guest_the_greedy_bot_plays_the_very_same_games() -> None:
    assert results_of("thumb", "random", "thumb") == results_of("greedy", "random", "greedy")


def test_guests_and_ours_play_each_at_their_seats() -> None:
    one = results_of("first", "greedy", "random")
    assert one["games"] == (4 if IS_PLAIN else 2000)
    assert one["wins"][1] > one["wins"][0]


@pytest.mark.parametrize(("name", "answer"), [("beyond", "1000000"), ("before", "-1"), ("forbidden", r"\d+")])
def test_one_that_answers_illegally_is_named(name: str, answer: str) -> None:
    why = r" \(§\d\.\d+\)" if name == "forbidden" else ""
    told = f"^the bot '{name}' failed: it answered {answer}, which is not one of its legal actions{why}$"
    with pytest.raises(BotFailed, match=told):
        results_of("first", name, "random")


def test_one_that_raises_is_named_with_its_error() -> None:
    with pytest.raises(BotFailed, match=r"^the bot 'angry' failed: it raised ValueError: this is no fish$"):
        results_of("first", "angry", "random")


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
def test_one_that_cannot_be_compiled_or_answers_no_number_is_named() -> None:
    with pytest.raises(BotFailed, match=r"^the bot 'confused' cannot be compiled for Cash-a-Catch: "):
        results_of("confused")
    with pytest.raises(
        BotFailed, match=r"^the bot 'halved' should answer with the number of an action, not with float64$"
    ):
        results_of("halved")


@pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled")
def test_a_function_like_it_that_is_not_compiled_says_where_it_can_play() -> None:
    with pytest.raises(
        Mistake,
        match="untyped cannot play many games at once, as it is not compiled; outcry ladder has it play one by one",
    ):
        results_of("untyped")
