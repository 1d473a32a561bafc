"""Auctions against the clock: the cards come at a pace, a key rings the bell, and the bots ring each in their own time.

Only races with a bell are run like this, in which there is one thing to do or to leave. Where there is more to choose
from, as in the races of Cash or Crash, no verb is a bell, and the table asks everyone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from openoutcry import Mistake, Refused
from openoutcry.bots import Bot
from openoutcry.cli.choices import Choices
from openoutcry.cli.console import ask, out
from openoutcry.cli.keys import keyboard
from openoutcry.engine.actions import Action
from openoutcry.engine.chance import TIES, below
from openoutcry.engine.record import copied
from openoutcry.table.match import Match, View
from openoutcry.table.race import PACE, Clock, Race, WallClock

if TYPE_CHECKING:
    from openoutcry.cli.keys import Keys
    from openoutcry.cli.terminal import TerminalGame

RING_KEYS = (" ", "r", "R", "\r", "\n")
PAUSE_KEYS = ("p", "P", "u", "U", "h", "H", "?")
LEAVE_KEYS = ("q", "Q", "\x04")

REACTIONS = {"easy": (1.1, 2.3), "medium": (0.4, 2.3), "hard": (0.25, 1.3)}
"""Seconds into the race between which a bot of a level rings, at the usual pace; at a quick pace they shrink."""
MARGIN = 0.2
"""Seconds before the end of a race after which no bot rings."""
MOMENTS = 1000
"""How finely the time of a bot is drawn."""
FRAME = 0.1
"""Seconds between two drawings of the bar."""
BAR, LEAST_BAR = 20, 5
BESIDE_BAR = "  "
SOLD_FOR = 1.5
"""Seconds for which a lot that somebody else has bought is shown."""


class StopClock:
    """A clock that can be stopped, and then goes on from where it stood."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._behind = clock, 0.0
        self._stopped_at: float | None = None

    def now(self) -> float:
        """Seconds it has run."""
        return (self._clock.now() if self._stopped_at is None else self._stopped_at) - self._behind

    def stop(self) -> None:
        """Let no time pass."""
        self._stopped_at = self._clock.now() if self._stopped_at is None else self._stopped_at

    def go(self) -> None:
        """Let time pass again."""
        if self._stopped_at is not None:
            self._behind += self._clock.now() - self._stopped_at
            self._stopped_at = None


@dataclass(frozen=True)
class Answer:
    """What somebody does in a race, and when."""

    at: float
    seat: int
    action: Action


class Auction:
    """The races of a match, in which bots answer once a card, each in its own time; the earliest answer counts, a
    person's or a bot's.

    `thoughts` is a chance for each seat, and one more for the table.
    """

    def __init__(self, race: Race, bell: Action, seat: int, bots: Mapping[int, Bot], thoughts: Sequence[Any]) -> None:
        self.race, self.match, self.bell, self.seat, self.bots, self.thoughts = (
            race,
            race.match,
            bell,
            seat,
            bots,
            thoughts,
        )
        self._asked_at = -1
        self._answers: list[Answer] = []
        self._waiting: set[int] = set()

    def ask(self) -> None:
        """Ask every bot in the race, once a card."""
        if self._asked_at != len(self.match.log):
            self._asked_at = len(self.match.log)
            self._waiting = set(self.race.racers) - held(self.match)
            self._answers = [answer for seat in sorted(self._waiting & set(self.bots)) for answer in self._of_bot(seat)]

    def _of_bot(self, seat: int) -> Iterator[Answer]:
        chance, view = self.thoughts[seat], self.match.view(seat)
        action = self.bots[seat].choose(view if view.legal else as_if_asked(view), chance)
        if action != self.match.game.actions.hold:
            yield Answer(self._reaction(seat, chance), seat, action)

    def _reaction(self, seat: int, chance: Any) -> float:
        """When a bot acts that wants to: as quick as its level, after the race has opened for it and a little before
        its end.
        """
        first, last = REACTIONS.get(self.bots[seat].level, REACTIONS["medium"])
        shrunk = min(1.0, self.race.pace / PACE)
        opens = self.race.opens_for(seat)
        first, last = opens + first * shrunk, min(opens + last * shrunk, self.race.pace - MARGIN * shrunk)
        return first + (max(last, first) - first) * int(below(chance, TIES, MOMENTS)) / MOMENTS

    @property
    def may_ring(self) -> bool:
        """Whether the person is in the race."""
        self.ask()
        return self.seat in self._waiting

    @property
    def is_early(self) -> bool:
        """Whether the race has not opened for the person yet."""
        return self.race.time_passed < self.race.opens_for(self.seat)

    @property
    def time_to_next(self) -> float:
        """Seconds until something happens if the person does nothing."""
        self.ask()
        return max(0.0, min([self.race.time_left, *(answer.at - self.race.time_passed for answer in self._answers)]))

    def go_on(self, *, rings: bool = False) -> int | None:
        """Let happen what is due, the person ringing now or not: who was first, or nobody."""
        self.ask()
        now = self.race.time_passed
        due = [answer for answer in self._answers if answer.at <= now]
        if rings and self.may_ring and not self.is_early:
            due.append(Answer(now, self.seat, self.bell))
        first = [answer for answer in due if answer.at == min(answer.at for answer in due)]
        if not first:
            self.race.settle()
            return None
        answer = first[below(self.thoughts[-1], TIES, len(first))] if len(first) > 1 else first[0]
        self.race.act(answer.seat, answer.action)
        return answer.seat


def as_if_asked(view: View) -> View:
    """What a seat that the rules ask last will see when it is asked: all the others have held."""
    assert view.seat is not None
    record = copied(view.record)
    record.to_act = np.uint64(1 << view.seat)
    return View(view.game, view.seat, record, view.log)


def held(match: Match) -> set[int]:
    """Who has held since the last thing that all could see, and so is not asked again in this race."""
    return {entry.seat for entry in match.since_all_saw()}


class Live:
    """The auctions of a terminal game against the clock, on the screen and at the keyboard."""

    def __init__(self, game: TerminalGame, bell: Action, pace: float, clock: Clock | None = None) -> None:
        self.game, self.clock = game, StopClock(clock or WallClock())
        self.clock.stop()
        self.auction = Auction(Race(game.match, self.clock, pace), bell, game.seat, game.bots, game.thoughts)
        self.is_paused = bool(game.match.log)
        self.remark, self.is_stale = "", False

    @property
    def is_open(self) -> bool:
        """Whether there is a race."""
        return bool(self.auction.race.racers)

    def run(self) -> None:
        """Let the cards come until somebody has the lot or there are no more."""
        while self.is_open:
            if self.is_paused:
                self.pause()
            else:
                self.race()

    def race(self) -> None:
        """Let the time run, and read keys, until the auction is over or paused."""
        buyer = None
        with keyboard(self.clock.stop, self.resume) as keys, _no_cursor():
            while buyer is None and self.is_open and not self.is_paused:
                buyer = self.wait_for_card(keys)
            if buyer is not None and buyer != self.game.seat:
                self.show_sold(buyer, keys)

    def wait_for_card(self, keys: Keys) -> int | None:
        """Until the next card is there, or somebody has rung, or the person pauses; who has rung."""
        log, told, buyer = len(self.game.match.log), len(self.game.story), None
        self.remark = ""
        self.auction.ask()
        self.draw()
        self.clock.go()
        while len(self.game.match.log) == log and not self.is_paused:
            self.draw_again()
            key = keys.wait(min(FRAME, self.auction.time_to_next))
            self.obey(key)
            buyer = None if self.is_paused else self.auction.go_on(rings=key in RING_KEYS)
        self.clock.stop()
        self.game.note()
        if buyer == self.game.seat:
            self.game.shown = told
        return buyer

    def obey(self, key: str) -> None:
        """Pause, leave, or say why the bell cannot be rung."""
        if key in LEAVE_KEYS:
            self.game.quit("")
        self.is_paused |= key in PAUSE_KEYS
        if key in RING_KEYS and (reason := self.why_not()) not in ("", self.remark):
            self.remark = reason
            self.draw()

    def why_not(self) -> str:
        """Why the person cannot ring now; nothing if they can."""
        if self.auction.may_ring:
            return self.game.say("too_early") if self.auction.is_early else ""
        try:
            self.game.match.play(self.game.seat, self.auction.bell)
        except Refused as refused:
            return f"{self.game.words.refusal(refused.clause)} ({refused.clause})"
        raise AssertionError("who is not in a race cannot ring")

    def pause(self) -> None:
        """Stop the time and ask, as at any other moment of the game, until the auction goes on or there is none any
        more.
        """
        actions = self.game.match.game.actions
        assert actions.hold is not None
        legal = [self.auction.bell] if self.auction.may_ring else []
        choices = Choices([*legal, actions.hold], self.game.words, self.game.say)
        self.game.show(choices.offer())
        log, shown = len(self.game.match.log), self.game.shown
        while self.is_paused and len(self.game.match.log) == log:
            self.game.handle(ask(self.game.say("prompt_paused")) or str(actions.hold), choices, self.choose)
        if len(self.game.match.log) == log:
            self.game.shown = shown

    def choose(self, action: Action) -> None:
        """Do what the person has chosen in a pause: waiting lets the auction go on."""
        if action != self.auction.bell or not self.auction.may_ring:
            self.is_paused = action != self.game.match.game.actions.hold
            if self.is_paused:
                self.game.act(self.game.seat, action)
        elif self.auction.is_early:
            raise Mistake(self.game.say("too_early"))
        else:
            self.auction.go_on(rings=True)
            self.is_paused = False
            self.game.note()

    def resume(self) -> None:
        """Go on after the program was suspended: with a fresh screen, once whatever is being written has been."""
        self.is_stale = True
        self.clock.go()

    def draw(self) -> None:
        """The table, and what there is to say to the person; the bar comes below it."""
        self.game.show(
            *([self.remark] if self.remark else []), *([] if self.room_for_bar >= LEAST_BAR else [self.keys])
        )

    def draw_again(self) -> None:
        """What changes while nothing happens: the bar; all of it after something else was on the screen."""
        if self.is_stale:
            self.is_stale = False
            self.draw()
        self.draw_bar()

    def draw_bar(self) -> None:
        """The time that is left, and the keys, in one line that is written anew each time."""
        is_alone = self.room_for_bar < LEAST_BAR
        whole = min(BAR, out.width - 1 if is_alone else self.room_for_bar)
        left = round(whole * self.auction.race.time_left / self.auction.race.pace)
        self.line(
            Text.assemble(
                ("█" * left, "yellow"), ("░" * (whole - left), "dim"), "" if is_alone else f"{BESIDE_BAR}{self.keys}"
            )
        )

    @property
    def keys(self) -> str:
        """What the keys do."""
        say, words = self.game.say, self.game.words
        return say("keys", ring=words.action(self.auction.bell)) if self.auction.may_ring else say("keys_watching")

    @property
    def room_for_bar(self) -> int:
        """Columns that are left for the bar beside the keys; where they are few, the keys come above it."""
        return out.width - 1 - len(BESIDE_BAR) - len(self.keys)

    def show_sold(self, buyer: int, keys: Keys) -> None:
        """Leave time to see who has bought what; a bell that comes too late does nothing."""
        self.remark = ""
        self.draw()
        self.line(Text(self.game.say("sold", player=self.game.players[buyer]), style="bold"))
        self.clock.go()
        end = self.clock.now() + min(SOLD_FOR, self.auction.race.pace)
        while (left := end - self.clock.now()) > 0:
            key = keys.wait(left)
            if key not in RING_KEYS:
                self.obey(key)
        self.clock.stop()

    def line(self, text: Text) -> None:
        """Write the last line of the screen anew."""
        text.truncate(out.width - 1)
        with out:
            out.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))
            out.print(text, end="")


@contextmanager
def _no_cursor() -> Iterator[None]:
    """No cursor meanwhile, and a new line afterwards."""
    out.show_cursor(False)
    try:
        yield
    finally:
        out.show_cursor(True)
        out.print()
