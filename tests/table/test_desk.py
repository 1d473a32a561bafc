"""What is worked out at a desk, in one step, is what the single steps come to."""

from __future__ import annotations

import random
from threading import Thread

import pytest

from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Refused
from openoutcry.games import registered
from openoutcry.table import desk
from openoutcry.table.desk import Desk, desks
from openoutcry.table.match import Match

GAMES = list(registered().values())
STEPS = 120


def pair(game: Game, seed: int) -> tuple[Match, Match]:
    """The same match twice; somebody is told of the first, and it is worked out at a desk."""
    told, untold = (Match(game, game.seats[-1], seed=seed) for _ in range(2))
    for reader in (*range(told.seats), None):
        told.kept_story(reader)
    return told, untold


def knowledge(match: Match) -> tuple[object, ...]:
    """All that follows from what was done last."""
    readers, last = (*range(match.seats), None), match.last_entry
    assert last is not None
    assert last.action is not None
    events = [match.events_seen(reader, last.seat, last.action.number) for reader in readers]
    return [match.sight(reader) for reader in readers], events, match.undo_rights(), match.to_act


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("few", [desk.FEW, 4])
def test_a_desk_comes_to_what_the_single_steps_come_to(game: Game, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "FEW", few)
    desks.cache_clear()
    dice = random.Random(few)
    told, untold = pair(game, seed=few)
    for _ in range(STEPS):
        if told.over:
            told, untold = pair(game, dice.randrange(1 << 30))
        seat = dice.choice(told.to_act)
        action = dice.choice(told.legal(seat))
        told.play(seat, action)
        untold.play(seat, action)
        assert knowledge(told) == knowledge(untold)
        if untold.may_undo(seat) and dice.random() < 0.2:
            told.undo(seat)
            untold.undo(seat)
        assert told.open_view().data == untold.open_view().data
    desks.cache_clear()


def test_what_is_refused_changes_nothing() -> None:
    told, _ = pair(GAMES[0], seed=1)
    before = [told.sight(reader) for reader in (*range(told.seats), None)], told.undo_rights(), told.open_view().data
    absent = next(seat for seat in range(told.seats) if seat not in told.to_act)
    with pytest.raises(Refused):
        told.play(absent, 0)
    after = [told.sight(reader) for reader in (*range(told.seats), None)], told.undo_rights(), told.open_view().data
    assert after == before


def test_no_two_threads_work_at_one_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes while a desk is lent gets another; both are there for the next."""
    desks.cache_clear()
    used: list[Desk] = []
    work_out = Desk.work_out

    def watched(self: Desk, *given: object) -> object:
        used.append(self)
        if len(used) == 1:
            match, _ = pair(GAMES[0], seed=2)
            other = Thread(target=match.play, args=(match.to_act[0], match.legal(match.to_act[0])[0]))
            other.start()
            other.join()
        return work_out(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Desk, "work_out", watched)
    match, _ = pair(GAMES[0], seed=1)
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert len(used) == len(set(map(id, used))) == 2
    desks.cache_clear()
