"""Offers wait for an answer only so long, where a table sets a time for it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import UNSET

from openoutcry.engine.contract import NO_CLAUSE
from openoutcry.games import registered
from openoutcry.table import messages as m
from openoutcry.table.match import Match
from openoutcry.table.session import Session
from openoutcry.testing.random_play import any_legal, random_match
from sayings import last

PEOPLE = {"Ada": 0, "Bob": 1, "Cyd": 2}
OFFER = ("propose 1", "want_any", "want_any", "send")


def trading(*, answer: float = 30.0, **more: Any) -> Session:
    """Three people trade, and one watches."""
    session = Session(bytes(32))
    session.begin(Match("dead_cat_bounce", 3, seed=1), PEOPLE, {}, now=0.0, answer=answer, **more)
    for who in (*PEOPLE, "Eve"):
        session.hear(who, m.Hello(), 0.0)
    return session


def plays(session: Session, who: str, now: float, *texts: str) -> list[Any]:
    """Somebody plays some actions; all that is said."""
    said = []
    for text in texts:
        number = session._table.entries + 1
        said += session.hear(who, m.PlayAction(id=number, action=session._table.read(text).number), now)
    return said


def lines(session: Session) -> list[str]:
    """Who has done what."""
    return [f"{entry.seat} {entry}" for entry in session._table.log]


def test_an_offer_lapses_when_it_is_not_answered_in_time() -> None:
    session = trading()
    said = plays(session, "Ada", 5.0, *OFFER)
    for who in (*PEOPLE, "Eve"):
        assert last(said, who, m.ViewChanged).answers == [{"seat": 1, "left": 30.0, "runs": True}]
    assert session.next_at == 35.0
    assert not session.due(34.9)
    said = session.due(35.0)
    assert lines(session)[-1] == "1 decline"
    assert last(said, "Bob", m.ViewChanged).answers is UNSET
    assert session.next_at is None


def test_whoever_answers_is_in_time() -> None:
    session = trading()
    plays(session, "Ada", 5.0, *OFFER)
    said = plays(session, "Bob", 20.0, "counter", "ask 1")
    assert last(said, "Ada", m.ViewChanged).answers == [{"seat": 1, "left": 30.0, "runs": True}]
    said = plays(session, "Bob", 40.0, "ask 1")
    assert last(said, "Ada", m.ViewChanged).answers == [{"seat": 1, "left": 10.0, "runs": True}]
    session.due(50.0)
    assert lines(session)[-1] == "1 cancel"
    assert session._table.to_act == [0]


def test_cards_that_were_promised_are_chosen() -> None:
    session = trading()
    plays(session, "Ada", 5.0, *OFFER)
    plays(session, "Bob", 6.0, "accept")
    first, second = (str(action) for action in session._table.legal(1)[:2])
    session.due(36.0)
    session.due(66.0)
    assert lines(session)[-2:] == [f"1 {first}", f"1 {second}"]
    assert session._table.to_act == [0]


def test_a_pause_stops_the_time_for_an_answer() -> None:
    session = trading()
    plays(session, "Ada", 5.0, *OFFER)
    said = session.hear("Cyd", m.PauseMatch(id=1, paused=True), 15.0)
    assert last(said, "Bob", m.ViewChanged).answers == [{"seat": 1, "left": 20.0, "runs": False}]
    session.due(900.0)
    session.hear("Cyd", m.PauseMatch(id=2, paused=False), 1000.0)
    assert session.next_at == 1020.0
    session.due(1020.0)
    assert lines(session)[-1] == "1 decline"


@pytest.mark.parametrize("session", [trading(answer=0.0), trading()], ids=["no time", "a turn"])
def test_nobody_is_hurried_otherwise(session: Session) -> None:
    said = plays(session, "Ada", 5.0, *(OFFER if not session._rules.answer else OFFER[:-1]))
    assert last(said, "Bob", m.ViewChanged).answers is UNSET
    assert session.next_at is None


def test_the_time_that_is_left_is_kept() -> None:
    session = trading()
    plays(session, "Ada", 5.0, *OFFER)
    match = session._table
    again = Session.restored(
        match.moment(match.entries),
        session.snapshot(),
        key=bytes(32),
        first_number=9,
        answers=[],
        now=2000.0,
        alive_at=11.0,
    )
    assert again.next_at == 2024.0
    again.due(2024.0)
    assert lines(again)[-1] == "1 decline"


@pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
def test_what_lapses_is_legal_and_for_whoever_is_to_act(game: Any) -> None:
    found = 0
    for number in range(3):
        match, dice = random_match(game, number, most_seats=3), random.Random(number)
        while not match.over and match.entries < 150:
            for seat in range(match.seats):
                if action := match.next_lapse(seat):
                    assert game.rules.refusal(match._state, seat, action.number) == NO_CLAUSE
                    found += 1
            seat = dice.choice(match.to_act)
            match.play(seat, any_legal(match.legal(seat), dice))
    assert (found > 0) == game.has("lapse")
