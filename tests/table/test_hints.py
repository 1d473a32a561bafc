"""Hints: one at a time, for what a seat sees, and none tells that somebody chose in secret."""

from __future__ import annotations

from openoutcry.table import messages as m
from openoutcry.table.asks import ADVISE, Advice
from openoutcry.table.match import Match
from openoutcry.table.session import Session
from sayings import last


def choosing() -> Session:
    """Ada and Bob choose at once and in secret."""
    session = Session(bytes(32))
    match = Match("cash_a_catch", 3, seed=1)
    session.begin(match, {"Ada": 0, "Bob": 1, "Cyd": 2}, {}, now=0.0, hints=True)
    for who in ("Ada", "Bob", "Cyd"):
        session.hear(who, m.Hello(), 0.0)
    while len(match.to_act) < 2 or len(match.legal(match.to_act[0])) < 2 or _seen(match):
        seat = match.to_act[0]
        session.hear(("Ada", "Bob", "Cyd")[seat], m.PlayAction(id=match.entries + 1, action=_any(match, seat)), 0.0)
    return session


def _seen(match: Match) -> bool:
    """Whether others see what the second who is to act would do."""
    return match.game.actions.seen(_any(match, match.to_act[1])) is not None


def _any(match: Match, seat: int) -> int:
    return match.legal(seat)[-1].number


def asks_hint(session: Session, who: str, id: int) -> int:
    """Somebody asks for a hint; the number under which a bot is asked."""
    session.hear(who, m.AskHint(id=id), 0.0)
    (ask,) = [ask for ask in session.wanted() if ask.what == ADVISE]
    return ask.number


def test_that_somebody_chose_in_secret_is_not_told_by_a_hint_that_does_not_come() -> None:
    session = choosing()
    first, second = session._table.to_act[:2]
    asker, other = (session._people[seat] for seat in (first, second))
    number = asks_hint(session, asker, 1001)
    seen = session._readers[asker].number
    said = session.hear(other, m.PlayAction(id=1001, action=_any(session._table, second)), 0.0)
    assert asker not in {who for who, _ in said}
    assert session.is_wanted(number)
    given = last(session.decided(number, Advice(3, 0.5), 0.0), asker, m.HintGiven)
    assert given.number == seen


def test_a_hint_for_what_is_seen_no_longer_is_not_given() -> None:
    session = choosing()
    seat = session._table.to_act[0]
    who = session._people[seat]
    number = asks_hint(session, who, 1001)
    session.hear(who, m.PlayAction(id=1002, action=_any(session._table, seat)), 0.0)
    assert not session.is_wanted(number)
    assert session.decided(number, Advice(3, 0.5), 0.0) == []


def test_whoever_asks_again_gets_one_hint() -> None:
    session = choosing()
    who = session._people[session._table.to_act[0]]
    numbers = [asks_hint(session, who, 1000 + count) for count in range(1, 6)]
    assert [session.is_wanted(number) for number in numbers] == [False] * 4 + [True]
