"""Auctions against the clock: who is first, and what the keys do. The clock and the keyboard are moved by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.live_table import Bell, Typist
from openoutcry import Match
from openoutcry.bots import Bot
from openoutcry.cli import live
from openoutcry.cli.console import out
from openoutcry.cli.live import Auction, Live, StopClock, held
from openoutcry.cli.terminal import TerminalGame
from openoutcry.engine.chance import TIES
from openoutcry.table.race import HandClock, Race
from support import rigged

NEVER = 10**6


def auction(
    seats: int, moments: Sequence[int], *, seat: int, tie: int = 0, pace: float = 2.5
) -> tuple[Auction, HandClock]:
    """An auction of seat 0 that has just opened. Each seat's moment is when it rings, in thousandths of the time it
    has, or NEVER.
    """
    match, clock = Match("cash_a_catch", seats, seed=1), HandClock()
    match.play(0, "open")
    bots = {
        other: Bot("bell", Bell("hold" if moments[other] == NEVER else "ring"))
        for other in range(seats)
        if other != seat
    }
    thoughts = [rigged(TIES, [(moment % 1000, 1000)]) for moment in moments]
    return Auction(
        Race(match, clock, pace), match.read("ring"), seat, bots, [*thoughts, rigged(TIES, [(tie, 2)])]
    ), clock


def test_the_quickest_bot_has_it() -> None:
    race, clock = auction(4, [0, 500, 250, 999], seat=0)
    assert race.time_to_next == pytest.approx(0.4 + 1.9 * 0.25)
    clock.move(0.8)
    assert race.go_on() is None
    assert len(race.match.log) == 1
    clock.move(0.1)
    assert race.go_on() == 2
    assert race.match.points == [31, 30, 20, 30]


def test_a_person_before_and_after_a_bot() -> None:
    race, clock = auction(4, [NEVER, 0, NEVER, NEVER], seat=2)
    clock.move(0.3)
    assert race.go_on(rings=True) == 2
    race, clock = auction(4, [NEVER, 0, NEVER, NEVER], seat=2)
    clock.move(0.5)
    assert race.go_on(rings=True) == 1


@pytest.mark.parametrize(("tie", "first"), [(0, 1), (1, 2)])
def test_chance_decides_between_two_at_once(tie: int, first: int) -> None:
    race, clock = auction(4, [NEVER, 0, 0, NEVER], seat=3, tie=tie)
    clock.move(2.0)
    assert race.go_on(rings=True) == first, "the person was later"
    race, clock = auction(4, [NEVER, 0, NEVER, NEVER], seat=2, tie=tie)
    clock.move(race.time_to_next)
    assert race.go_on(rings=True) == first


def test_when_time_is_up_the_next_card_comes_and_all_are_asked_again() -> None:
    race, clock = auction(4, [NEVER] * 4, seat=3)
    assert race.time_to_next == 2.5
    clock.move(2.5)
    assert race.go_on() is None
    assert race.match.view(3).record.lot_size == 2
    assert race.time_to_next == 2.5
    race.go_on()
    assert [bot.chooser.asked for bot in race.bots.values() if isinstance(bot.chooser, Bell)] == [0, 2, 2], (
        "the auctioneer is not asked"
    )


def test_who_is_not_entitled_only_watches() -> None:
    race, clock = auction(4, [NEVER] * 4, seat=0)
    assert not race.may_ring
    clock.move(1.0)
    assert race.go_on(rings=True) is None
    assert len(race.match.log) == 1


def test_of_three_the_auctioneers_bell_opens_later() -> None:
    race, clock = auction(3, [NEVER] * 3, seat=0)
    assert race.may_ring
    assert race.is_early
    assert race.go_on(rings=True) is None
    clock.move(0.5)
    assert race.go_on(rings=True) == 0
    assert [str(entry) for entry in race.match.log] == ["open", "hold", "hold", "ring"]


def test_of_three_a_bot_at_the_bell_comes_later_too() -> None:
    race, clock = auction(3, [0, NEVER, NEVER], seat=1)
    assert race.time_to_next == pytest.approx(0.9)
    clock.move(0.9)
    assert race.go_on() == 0


def test_a_quick_pace_leaves_bots_less_time() -> None:
    for moment in (0, 999):
        race, _ = auction(3, [moment] * 3, seat=1, pace=0.5)
        race.ask()
        times = sorted(answer.at for answer in race._answers)
        assert all(0.08 <= at < 0.5 for at in times)
        assert times[-1] >= 0.25 + 0.08, "the auctioneer's opens at half time"


def test_who_has_held_is_not_asked_again() -> None:
    race, clock = auction(4, [NEVER, 0, NEVER, NEVER], seat=3)
    match = race.match
    match.play(1, "hold")
    match.play(3, "hold")
    assert held(match) == {1, 3}
    assert not race.may_ring
    clock.move(1.0)
    assert race.go_on() is None, "seat 1 would have rung"
    match.play(2, "hold")
    assert held(match) == set(), "there is a new card"
    match.undo(3, consent=True)
    assert held(match) == {1}
    assert race.may_ring


def test_a_clock_that_stops() -> None:
    hand = HandClock()
    clock = StopClock(hand)
    for seconds in (1.0, 2.0):
        hand.move(1.0)
        clock.stop()
        hand.move(5.0)
        assert clock.now() == seconds
        clock.stop()
        clock.go()


def watched(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    keys: dict[int, str],
    last: int,
    *,
    seat: int = 3,
    seats: int = 4,
    verb: str = "hold",
) -> TerminalGame:
    """A terminal game with a clock and a keyboard of our own, played until the keys are used up."""
    match, clock = (
        Match("cash_a_catch", seats, seed=1, players=["You" if n == seat else f"Bot {n}" for n in range(seats)]),
        HandClock(),
    )
    bots = {other: Bot("bell", Bell(verb)) for other in range(seats) if other != seat}
    game = TerminalGame(match, seat, {**bots}, tmp_path / "match.json", "en", resume_with="", pace=2.5)
    match.play(0, "open")
    game.note()
    game.live = Live(game, match.read("ring"), 2.5, clock)
    game.live.is_paused = False
    typist = Typist(clock, keys, last)
    monkeypatch.setattr(live, "keyboard", lambda *_: typist)
    monkeypatch.setattr("openoutcry.cli.terminal.ask", lambda _: "quit")
    game.play()
    return game


def test_the_cards_come_at_the_pace_and_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = watched(monkeypatch, tmp_path, {}, last=60)
    seen = capsys.readouterr().out
    assert game.view.record.lot_size == 3, "after 60 frames of a tenth of a second, at 2.5 seconds a card"
    assert re.search(r"Bot 0 opens the auction\. Turned: [^.]*, [^.]*, [^.]*\.", " ".join(seen.split()))
    assert "You wait." not in seen
    assert "█" * 20 in seen
    assert "█" * 10 + "░" * 10 in seen
    assert "space: ring the bell" in seen


def test_in_a_narrow_window_the_keys_come_above_the_bar(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(out, "_width", 40)
    watched(monkeypatch, tmp_path, {}, last=20)
    seen = capsys.readouterr().out
    assert "space: ring the bell p: pause q: leave" in " ".join(seen.split())
    assert "█" * 20 in seen
    monkeypatch.setattr(out, "_width", 60)
    watched(monkeypatch, tmp_path, {}, last=20)
    assert "█" * 15 + "  space: ring the bell   p: pause   q: leave" in capsys.readouterr().out


@pytest.mark.parametrize("key", [" ", "r", "\n"])
def test_a_key_rings(key: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = watched(monkeypatch, tmp_path, {30: key}, last=60)
    assert [str(entry) for entry in game.match.log] == ["open", "hold", "hold", "hold", "ring"]
    assert game.match.view(3).record.buyer == 3


def test_a_watcher_is_told_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = watched(monkeypatch, tmp_path, {5: " ", 6: " "}, last=20, seat=0)
    seen = " ".join(capsys.readouterr().out.split())
    assert seen.count("Ringing takes €10, and with four or five players it is not for the auctioneer. (§4.3)") == 1
    assert "you are watching" in seen
    assert len(game.match.log) == 1


def test_a_lot_sold_to_a_bot_is_shown_for_a_while(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = watched(monkeypatch, tmp_path, {}, last=40, verb="ring")
    seen = capsys.readouterr().out
    assert re.search(r"Sold to Bot \d\.", seen)
    assert str(game.match.log[1]) == "ring"


def test_in_a_pause_all_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["help", "log", "nonsense", "undo", "n", "hold", "undo", "y", "ring"])
    monkeypatch.setattr(live, "ask", lambda _: next(lines))
    monkeypatch.setattr("openoutcry.cli.console.ask", lambda _: next(lines))
    game = watched(monkeypatch, tmp_path, {30: "p", 31: "p"}, last=60)
    seen = capsys.readouterr().out
    for part in (
        "The auction runs against the clock.",
        "! Type a number of the list",
        "Nothing was taken back.",
        "1  ring the bell",
    ):
        assert part in seen
    assert [str(entry) for entry in game.match.log] == ["open", "hold", "hold", "hold", "undo", "ring"]
    assert game.match.view(3).record.catch_size == 1, "the card that was let pass is taken back"


def test_of_three_the_auctioneer_waits_a_moment_even_in_a_pause(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["ring", "", "ring"])
    monkeypatch.setattr(live, "ask", lambda _: next(lines))
    game = watched(monkeypatch, tmp_path, {1: " ", 2: "p", 10: "p"}, last=20, seat=0, seats=3)
    assert capsys.readouterr().out.count("The others come first for a moment.") == 2
    assert [str(entry) for entry in game.match.log] == ["open", "hold", "hold", "ring"]
