"""Auctions against the clock: who is first, and what the keys do. The clock and the keyboard are moved by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.live_table import HandClock, Ringers, Typist, table_of
from openoutcry import Match, Mistake, Refused
from openoutcry.cli import live
from openoutcry.cli.console import out
from openoutcry.cli.terminal import TerminalGame
from openoutcry.table import messages as m

A_MOMENT = 1 / 1024


class Auction:
    """An auction of seat 0 that has just opened, and its bots have decided."""

    def __init__(
        self,
        seats: int,
        *ringers: int,
        seat: int,
        pace: float = 2.5,
        level: str = "medium",
        seed: int = 1,
        held: tuple[int, ...] = (),
    ) -> None:
        self.clock, self.bots = HandClock(), Ringers(*ringers)
        match = Match("cash_a_catch", seats, seed=1)
        match.play(0, "open")
        for other in held:
            match.play(other, "hold")
        self.table = table_of(match, seat, self.bots, pace=pace, level=level, seed=seed, clock=self.clock.now)
        self.let_bots_choose()

    def let_bots_choose(self) -> None:
        for asked in self.table.asked():
            self.table.answer(asked)

    def wait(self, seconds: float) -> None:
        self.clock.move(seconds)
        self.table.let_time_pass()

    def ring(self) -> None:
        self.table.say(m.PlayAction, action=self.match.read("ring").number)

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def log(self) -> list[str]:
        return [f"{entry.seat} {entry}" for entry in self.match.log]


def test_the_quickest_bot_has_it_and_not_before_its_time() -> None:
    auction = Auction(4, 1, 2, 3, seat=0)
    assert auction.bots.asked == [1, 2, 3]
    first, *later = auction.table.session._plans
    assert first.at < min(plan.at for plan in later)
    auction.wait(first.at - A_MOMENT)
    assert auction.log == ["0 open"]
    auction.wait(A_MOMENT)
    assert auction.log == ["0 open", f"{first.seat} ring"]
    assert auction.match.points == [31, *(20 if seat == first.seat else 30 for seat in (1, 2, 3))]


def test_a_person_before_and_after_a_bot() -> None:
    auction = Auction(4, 1, seat=2)
    at = auction.table.time_to_next
    auction.clock.move(at - A_MOMENT)
    auction.ring()
    assert auction.log[1:] == ["2 ring"]
    auction = Auction(4, 1, seat=2)
    auction.clock.move(at + A_MOMENT)
    with pytest.raises(Refused):
        auction.ring()
    assert auction.log[1:] == ["1 ring"], "the bot was first, though the person was heard first"


def test_when_time_is_up_the_next_card_comes_and_all_are_asked_again() -> None:
    auction = Auction(4, seat=3)
    assert auction.table.time_to_next == auction.table.time_left == 2.5
    auction.wait(2.5)
    assert auction.match.view(3).record.lot_size == 2
    auction.let_bots_choose()
    assert auction.table.time_to_next == auction.table.time_left == 2.5
    assert auction.bots.asked == [1, 2, 1, 2], "the auctioneer is not asked"


def test_who_is_not_entitled_only_watches() -> None:
    auction = Auction(4, seat=0)
    assert auction.table.race is not None
    assert auction.table.race["opens"] == -1
    auction.wait(1.0)
    with pytest.raises(Refused, match=r"§4\.3"):
        auction.ring()
    assert auction.log == ["0 open"]


def test_of_three_the_auctioneers_bell_opens_later() -> None:
    auction = Auction(3, seat=0)
    assert auction.table.race is not None
    assert auction.table.race["opens"] == 0.5
    with pytest.raises(Mistake, match="too early"):
        auction.ring()
    auction.wait(0.5)
    auction.ring()
    assert auction.log == ["0 open", "1 hold", "2 hold", "0 ring"]


def test_a_bot_is_as_quick_as_its_level_and_rings_before_the_end() -> None:
    for level, first, last in (("easy", 1.1, 2.3), ("medium", 0.35, 2.3), ("hard", 0.25, 1.25)):
        times = [Auction(4, 1, seat=2, level=level, seed=seed).table.time_to_next for seed in range(40)]
        assert first <= min(times) < max(times) <= last
        assert max(times) - min(times) > (last - first) / 2


def test_of_three_a_bot_at_the_bell_comes_later_too() -> None:
    times = [Auction(3, 0, seat=1, level="hard", seed=seed).table.time_to_next for seed in range(40)]
    assert 0.6 <= min(times) < max(times) <= 1.25


def test_a_quick_pace_leaves_bots_less_time() -> None:
    for seed in range(40):
        auction = Auction(3, 0, 2, seat=1, pace=0.75, seed=seed)
        times = {plan.seat: plan.at for plan in auction.table.session._plans}
        assert 0.25 <= times[2] < 0.75
        assert 0.375 < times[0] < 0.75, "the auctioneer's opens at half time"


def test_who_has_held_is_not_asked_again() -> None:
    auction = Auction(4, 1, seat=3, held=(1, 3))
    assert auction.bots.asked == [2], "seat 1 would have rung"
    assert auction.table.race is not None
    assert auction.table.race["opens"] == -1
    with pytest.raises(Refused):
        auction.ring()
    auction.table.say(m.TakeBack)
    assert auction.table.race["opens"] == 0
    auction.wait(2.5)
    auction.let_bots_choose()
    assert auction.match.view(3).record.lot_size == 2
    assert auction.bots.asked[-2:] == [1, 2], "there is a new card"


def test_while_the_program_is_suspended_no_time_passes() -> None:
    auction = Auction(4, seat=3)
    for left in (1.5, 0.5):
        auction.wait(1.0)
        auction.table.suspended()
        auction.clock.move(60.0)
        auction.table.resumed()
        auction.wait(0.0)
        assert auction.table.time_left == left
    assert auction.log == ["0 open"]


def test_in_a_pause_no_time_passes() -> None:
    auction = Auction(4, 1, 2, seat=3)
    auction.wait(0.125)
    before = auction.table.time_to_next
    auction.table.pause(paused=True)
    auction.wait(60.0)
    assert auction.table.time_left == 2.375
    auction.table.pause(paused=False)
    assert (auction.table.time_left, auction.log) == (2.375, ["0 open"])
    assert auction.table.time_to_next == pytest.approx(before)


def test_where_nobody_has_a_clock_lots_decide_who_is_asked_first() -> None:
    turns = []
    for seed in range(40):
        match = Match("cash_a_catch", 4, seed=1)
        match.play(0, "open")
        table = table_of(match, 3, Ringers(), seed=seed)
        asked = 0
        while not table.is_persons_turn():
            table.answer(table.asked()[0])
            asked += 1
        turns.append(asked)
    assert {*turns} == {0, 1, 2}


def test_whoever_has_begun_to_choose_goes_on() -> None:
    match = Match("cash_or_crash", 3, seed=1)
    match.play(1, match.legal(1)[0])
    assert 1 in match.to_act
    for seed in range(10):
        assert table_of(match, 1, seed=seed).is_persons_turn()
        assert not table_of(match, 2, seed=seed).is_persons_turn()


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
    clock = HandClock()
    match = Match("cash_a_catch", seats, seed=1, players=["You" if n == seat else f"Bot {n}" for n in range(seats)])
    match.play(0, "open")
    ringers = [other for other in range(seats) if verb == "ring"]
    table = table_of(match, seat, Ringers(*ringers), pace=2.5, clock=clock.now)
    game = TerminalGame(table, tmp_path / "match.json", "en", resume_with="")
    assert game.live
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
    assert capsys.readouterr().out.count("it is too early: the others come first for a moment") == 2
    assert [str(entry) for entry in game.match.log] == ["open", "hold", "hold", "ring"]
