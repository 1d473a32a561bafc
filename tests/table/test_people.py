"""Several people at a table from the start, how it is played, bots that stand in for somebody, heads; and the same
table again after the process that ran it is gone.
"""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.games import find, registered
from openoutcry.table import messages as m
from openoutcry.table.match import Match
from openoutcry.table.messages import write
from openoutcry.table.reasons import Reason
from openoutcry.table.session import Session
from sayings import answer, last

PEOPLE = {"Ada": 0, "Bob": 1}
CLOCK = {"move": 20.0, "bank": 60.0, "increment": 2.0, "leaves": False}


def begun(match: Match, bots: dict[int, str] | None = None, people: dict[str, int] = PEOPLE, **more: Any) -> Session:
    """A table at which some people sit, all of whom are there."""
    session = Session(bytes(32))
    session.begin(match, people, bots or {}, now=0.0, **more)
    for who in people:
        session.hear(who, m.Hello(), 0.0)
    return session


def test_several_people_sit_down_at_once() -> None:
    session = Session(bytes(32))
    session.hear("Ada", m.Hello(), 0.0)
    said = session.begin(Match("crypto_cards", 3, seed=1), PEOPLE, {2: "easy"}, now=0.0, host="Ada")
    table = last(said, "Ada", m.TableChanged)
    assert (table.people, table.away, table.bots) == ([0, 1], [1], {2: "easy"})
    assert {who for who, _ in said} == {"Ada"}
    said = session.hear("Bob", m.Hello(), 1.0)
    assert last(said, "Bob", m.MatchOpened).seat == 1
    assert last(said, "Ada", m.TableChanged).away == []
    assert answer(session.hear("Bob", m.SeatBot(id=1, seat=2, bot=None), 1.0), "Bob", 1) == "not_the_host"


@pytest.mark.parametrize(
    ("people", "bots", "code"),
    [
        ({"Ada": 3}, {}, "no_such_seat"),
        ({"Ada": 0, "Bob": 0}, {}, "seat_taken"),
        ({"Ada": 0}, {0: "easy"}, "bots_seat"),
    ],
)
def test_a_table_that_cannot_be_is_refused(people: dict[str, int], bots: dict[int, str], code: str) -> None:
    session = Session(bytes(32))
    with pytest.raises(Reason) as caught:
        session.begin(Match("crypto_cards", 3, seed=1), people, bots, now=0.0)
    assert caught.value.code == code
    assert session.match is None


@pytest.mark.parametrize(
    ("rule", "back", "asked"),
    [("never", "no_undo_here", "no_undo_here"), ("right", "accepted", "no_consent_here")],
)
def test_what_may_be_taken_back_is_for_the_table_to_say(rule: Any, back: str, asked: str) -> None:
    session = begun(Match("crypto_cards", 2, seed=7), undo=rule)
    said = session.hear("Ada", m.PlayAction(id=1, action=session._table.read("pass").number), 1.0)
    view = last(said, "Ada", m.ViewChanged)
    assert (view.may_undo, view.may_ask_undo) == (rule == "right", False)
    assert answer(session.hear("Ada", m.AskUndo(id=2), 1.0), "Ada", 2) == asked
    assert answer(session.hear("Ada", m.TakeBack(id=3), 1.0), "Ada", 3) == back


def test_without_hints_none_is_given() -> None:
    session = begun(Match("crypto_cards", 2, seed=7), hints=False)
    assert answer(session.hear("Ada", m.AskHint(id=1), 1.0), "Ada", 1) == "no_hints_here"
    assert not session.wanted()


def test_a_bot_plays_until_somebody_sits_down_again() -> None:
    session = begun(Match("crypto_cards", 2, seed=7))
    session.leave("Ada", 1.0)
    said = session.let_bot_play(0, 2.0)
    table = last(said, "Bob", m.TableChanged)
    assert (table.people, table.away, table.bots, table.stand_ins) == ([0, 1], [0], {0: "medium"}, [0])
    [ask] = session.wanted()
    assert (ask.seat, ask.bot) == (0, "medium")
    said = session.hear("Ada", m.Hello(), 3.0)
    view = last(said, "Ada", m.ViewChanged)
    assert view.record == session._table.view(0).data, "they see what is theirs to see"
    assert (view.may_undo, view.may_ask_undo, view.tidies) == (False, False, False)
    legal = session._table.legal(0)[0].number
    assert answer(session.hear("Ada", m.PlayAction(id=1, action=legal), 3.0), "Ada", 1) == "bot_plays"
    assert answer(session.hear("Bob", m.SitDown(id=1, seat=0, name="Bob"), 3.0), "Bob", 1) == "not_your_seat"
    assert answer(session.hear("Eve", m.SitDown(id=1, seat=0, name="Eve"), 3.0), "Eve", 1) == "bots_seat"
    said = session.hear("Ada", m.SitDown(id=2, seat=0, name="Ada"), 4.0)
    assert answer(said, "Ada", 2) == "accepted"
    assert (last(said, "Bob", m.TableChanged).bots, session._table.bots) == ({}, {})
    assert not session.is_wanted(ask.number)
    assert answer(session.hear("Ada", m.PlayAction(id=3, action=legal), 5.0), "Ada", 3) == "accepted"


def test_a_bot_plays_only_for_somebody_who_plays() -> None:
    session = begun(Match("crypto_cards", 3, seed=7), {2: "easy"})
    session.let_bot_play(0, 1.0)
    for seat in (0, 2, 7):
        with pytest.raises(Reason, match="nobody sits there"):
            session.let_bot_play(seat, 1.0)


def test_whose_time_is_up_comes_back() -> None:
    clock = {"move": 2.0, "bank": 0.0, "increment": 0.0, "leaves": True}
    session = begun(Match("crypto_cards", 2, seed=7), clock=clock)
    session.due(3.0)
    [ask] = session.wanted()
    said = session.decided(ask.number, session._table.legal(0)[0].number, 3.0)
    said += session.due(9.0)
    assert last(said, "Ada", m.TableChanged).stand_ins == [0]
    assert not [told for who, told in said if who == "Ada" and isinstance(told, m.MatchOpened)], "they keep their seat"
    said = session.hear("Ada", m.SitDown(id=1, seat=0, name="Ada"), 10.0)
    assert answer(said, "Ada", 1) == "accepted"
    assert session._people == {0: "Ada", 1: "Bob"}
    assert not session.bots


def test_whoever_is_stood_in_for_need_not_agree() -> None:
    session = begun(Match("crypto_cards", 3, seed=7), people={"Ada": 0, "Bob": 1, "Cyd": 2})
    while not session._table.count_of(1):
        seat = session._table.to_act[0]
        session._act(seat, session._table.legal(seat)[0].number)
    session.let_bot_play(2, 1.0)
    session.hear("Bob", m.AskUndo(id=1), 1.0)
    session.hear("Ada", m.AnswerUndo(id=1, agrees=True), 1.0)
    assert session._table.log[-1].by_consent


class Counting:
    """A chain that only counts, and notes what it was given."""

    def __init__(self) -> None:
        self.head = "none"
        self.seen: list[tuple[int, bytes]] = []

    def follow(self, match: Match, seen: bytes) -> None:
        """Note it."""
        self.seen.append((match.entries, seen))
        self.head = f"{len(self.seen)}"


def test_the_chain_follows_before_anybody_is_told() -> None:
    chain = Counting()
    session = Session(bytes(32), chain=chain)
    session.hear("Ada", m.Hello(), 0.0)
    match = Match("crypto_cards", 2, seed=7)
    assert last(session.begin(match, PEOPLE, {}, now=0.0), "Ada", m.ViewChanged).head == "1"
    said = session.hear("Ada", m.PlayAction(id=1, action=match.legal(0)[0].number), 1.0)
    assert last(said, "Ada", m.ViewChanged).head == "2"
    assert chain.seen[-1] == (1, match.view(None).data)
    chain.head = "another"
    assert not session.due(2.0)
    session._tell_all()
    assert not session._said(), "a head alone is no news"
    without = begun(Match("crypto_cards", 2, seed=7))
    assert b"head" not in write(last(without.hear("Ada", m.Hello(), 1.0), "Ada", m.ViewChanged))


OPTIONS: dict[str, dict[str, Any]] = {"cash_or_crash": {"variant": "blitz"}}


def anything(session: Session, dice: random.Random, now: float) -> tuple[str, int] | None:
    """Time passes, bots choose, and somebody wants something; who, and under which id."""
    session.due(now)
    for ask in session.wanted():
        if session.is_wanted(ask.number):
            session.decided(ask.number, dice.choice(ask.view.legal).number, now)
    playing = [who for who, seat in PEOPLE.items() if seat in session._playing]
    if playing and dice.random() < 0.02:
        session.let_bot_play(PEOPLE[dice.choice(playing)], now)
        return None
    who, number = dice.choice(playing or ["Ada"]), dice.randrange(1, 2**40)
    session.hear(who, any_wish(session, who, dice, number), now)
    return who, number


def any_wish(session: Session, who: str, dice: random.Random, number: int) -> m.ClientMessage:
    """Something that somebody may want; most of the time it is to play."""
    wishes: list[m.ClientMessage] = [
        m.TakeBack(id=number),
        m.AskUndo(id=number),
        m.AnswerUndo(id=number, agrees=dice.random() < 0.7),
        m.TidyUp(id=number),
        m.PauseMatch(id=number, paused=dice.random() < 0.4),
    ]
    if PEOPLE[who] in session._stand_ins:
        return m.SitDown(id=number, seat=PEOPLE[who], name=who)
    legal = session._table.legal(PEOPLE[who])
    plays = [m.PlayAction(id=number, action=dice.choice(legal).number)] * 7 if legal else []
    return dice.choice([*wishes, *plays])


def everything(session: Session, now: float) -> dict[str, list[Any]]:
    """All that anybody gets who comes anew, but for the numbers of views."""
    told: dict[str, list[Any]] = {}
    for who in (*PEOPLE, "Eve"):
        said = [each for to, each in session.hear(who, m.Hello(), now) if to == who]
        told[who] = [json.loads(write(each)) for each in said]
        for each in told[who]:
            each.pop("number", None)
            each.pop("away", None)
            if each.get("race"):
                each["race"]["left"] = 0.0
            for clock in each.get("clocks") or ():
                clock["left"] = round(clock["left"], 6)
    return told


@pytest.mark.parametrize("game", registered())
def test_a_table_stands_as_it_stood(game: str) -> None:
    for number in range(2 if IS_PLAIN else 6):
        dice, seats = random.Random(number), max(3, find(game).seats[0])
        match = Match(game, seats, OPTIONS.get(game, {}) if number % 2 else {}, seed=number)
        bots = dict.fromkeys(range(2, seats), "random")
        session = begun(match, bots, pace=3.0 * (number % 2), clock=CLOCK if number % 3 else None, haste=0.2)
        now, done = 0.0, []
        for _ in range(20 if IS_PLAIN else 60):
            now += dice.choice((0.0, 0.4, 3.0, 9.0))
            done += [each for each in [anything(session, dice, now)] if each]
            if match.over:
                break
            if dice.random() < 0.3:
                check_restored(session, now, done)


def check_restored(session: Session, now: float, done: list[tuple[str, int]]) -> None:
    """The table once more, from what is kept of it."""
    match = session._table
    kept = json.loads(json.dumps(session.snapshot()))
    replayed = match.moment(match.entries)
    accepted = [
        (who, number) for who, number in done if isinstance(session._readers[who].answers.given(number), m.Accepted)
    ]
    again = Session.restored(
        replayed,
        kept,
        key=bytes(32),
        first_number=2**20,
        answers=[(who, 0, number) for who, number in accepted],
        now=5000.0,
        alive_at=now,
    )
    stopped = {"behind": 0.0, "stopped_at": None}
    assert json.loads(json.dumps(again.snapshot())) | stopped == kept | stopped
    if accepted:
        who, number = accepted[-1]
        entries = again._table.entries
        again._readers[who].is_here = True
        said = again.hear(who, m.PlayAction(id=number, action=0), 5000.0)
        assert said == [(who, m.Accepted(id=number))]
        assert again._table.entries == entries
    again._fresh, again._plans = [], []
    copies = {who: copy.deepcopy(reader.answers) for who, reader in session._readers.items()}
    assert everything(again, 5000.0) == everything(session, now)
    for who, answers in copies.items():
        session._readers[who].answers = answers
    seen = again.hear("Ada", m.Hello(last=7), 5000.0)
    assert last(seen, "Ada", m.MatchOpened).seat == session._readers["Ada"].seat
    assert last(seen, "Ada", m.ViewChanged).number == 2**20 + 1
    assert last(seen, "Ada", m.ViewChanged).log_from == 0
    session.leave("Eve", now)
