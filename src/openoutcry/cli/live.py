"""Auctions against the clock: the cards come at a pace, a key rings the bell, and the bots ring each in their own time.

Only races with a bell are run like this, in which there is one thing to do or to leave. Where there is more to choose
from, as in the races of Cash or Crash, no verb is a bell, and the table asks everyone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from openoutcry import Mistake
from openoutcry.cli.choices import Choices
from openoutcry.cli.console import ask, out
from openoutcry.cli.keys import keyboard
from openoutcry.engine.actions import Action
from openoutcry.table import messages as m

if TYPE_CHECKING:
    from openoutcry.cli.keys import Keys
    from openoutcry.cli.terminal import TerminalGame

RING_KEYS = (" ", "r", "R", "\r", "\n")
PAUSE_KEYS = ("p", "P", "u", "U", "h", "H", "?")
LEAVE_KEYS = ("q", "Q", "\x04")

FRAME = 0.1
"""Seconds between two drawings of the bar."""
BAR, LEAST_BAR = 20, 5
BESIDE_BAR = "  "
SOLD_FOR = 1.5
"""Seconds for which a lot that somebody else has bought is shown."""


class Live:
    """The auctions of a terminal game against the clock, on the screen and at the keyboard.

    Time passes at the table only while keys are read.
    """

    def __init__(self, game: TerminalGame, bell: Action) -> None:
        self.game, self.table, self.bell = game, game.table, bell
        self.is_paused = bool(game.match.log)
        self.remark, self.is_stale = "", False

    @property
    def is_open(self) -> bool:
        """Whether there is a race."""
        return self.table.race is not None

    @property
    def may_ring(self) -> bool:
        """Whether the person is in the race."""
        return self.table.race is not None and self.table.race["opens"] >= 0

    def run(self) -> None:
        """Let the cards come until somebody has the lot or there are no more."""
        self.table.pause(paused=True)
        while self.is_open:
            if self.is_paused:
                self.pause()
            else:
                self.race()
        self.table.pause(paused=False)

    def race(self) -> None:
        """Let the time run, and read keys, until the auction is over or paused."""
        buyer = None
        with keyboard(self.table.suspended, self.resume) as keys, _no_cursor():
            while buyer is None and self.is_open and not self.is_paused:
                buyer = self.wait_for_card(keys)
            if buyer is not None and buyer != self.game.seat:
                self.show_sold(buyer, keys)

    def wait_for_card(self, keys: Keys) -> int | None:
        """Until the next card is there, or somebody has rung, or the person pauses; who has rung."""
        log, told = len(self.game.match.log), len(self.game.story)
        self.remark = ""
        self.let_bots_choose()
        self.draw()
        self.table.pause(paused=False)
        while len(self.game.match.log) == log and not self.is_paused:
            self.draw_again()
            key = keys.wait(min(FRAME, self.table.time_to_next))
            now = self.table.let_time_pass()
            if key not in RING_KEYS:
                self.obey(key)
            elif len(self.game.match.log) == log:
                self.ring(now)
        self.table.pause(paused=True)
        buyer = self.buyer_since(log)
        if buyer == self.game.seat:
            self.game.shown = told
        return buyer

    def let_bots_choose(self) -> None:
        """Ask the bots whether they want this lot. The table asks them while time passes, but none does meanwhile."""
        now = self.table.now()
        self.table.pause(paused=False, at=now)
        self.table.pause(paused=True, at=now)
        for asked in self.table.asked():
            self.table.answer(asked)

    def buyer_since(self, log: int) -> int | None:
        """Who has rung since the log had so many entries."""
        return next((entry.seat for entry in self.game.match.log[log:] if entry.action == self.bell), None)

    def obey(self, key: str) -> None:
        """Pause, or leave."""
        if key in LEAVE_KEYS:
            self.game.quit("")
        self.is_paused |= key in PAUSE_KEYS

    def ring(self, now: float) -> None:
        """Ring the bell, or say why it cannot be rung."""
        try:
            self.table.say(m.PlayAction, now, action=self.bell.number)
        except Mistake as mistake:
            if (reason := self.game.why(mistake)) != self.remark:
                self.remark = reason
                self.draw()

    def pause(self) -> None:
        """Ask, as at any other moment of the game, until the auction goes on or there is none any more."""
        actions = self.game.match.game.actions
        assert actions.hold is not None
        legal = [self.bell] if self.may_ring else []
        choices = Choices([*legal, actions.hold], self.game.words, self.game.say)
        self.game.show(choices.offer())
        log, shown = len(self.game.match.log), self.game.shown
        while self.is_paused and len(self.game.match.log) == log:
            self.game.handle(ask(self.game.say("prompt_paused")) or str(actions.hold), choices, self.choose)
        if len(self.game.match.log) == log:
            self.game.shown = shown

    def choose(self, action: Action) -> None:
        """Do what the person has chosen in a pause: waiting lets the auction go on."""
        if action != self.game.match.game.actions.hold:
            self.game.act_oneself(action)
        self.is_paused = False

    def resume(self) -> None:
        """Go on after the program was suspended: with a fresh screen, once whatever is being written has been."""
        self.is_stale = True
        self.table.resumed()

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
        left = round(whole * self.table.time_left / self.table.pace)
        self.line(
            Text.assemble(
                ("█" * left, "yellow"), ("░" * (whole - left), "dim"), "" if is_alone else f"{BESIDE_BAR}{self.keys}"
            )
        )

    @property
    def keys(self) -> str:
        """What the keys do."""
        say, words = self.game.say, self.game.words
        return say("keys", ring=words.action(self.bell)) if self.may_ring else say("keys_watching")

    @property
    def room_for_bar(self) -> int:
        """Columns that are left for the bar beside the keys; where they are few, the keys come above it."""
        return out.width - 1 - len(BESIDE_BAR) - len(self.keys)

    def show_sold(self, buyer: int, keys: Keys) -> None:
        """Leave time to see who has bought what; a bell that comes too late does nothing."""
        self.remark = ""
        self.draw()
        self.line(Text(self.game.say("sold", player=self.game.players[buyer]), style="bold"))
        end = self.table.now() + min(SOLD_FOR, self.table.pace)
        while (left := end - self.table.now()) > 0:
            self.obey(keys.wait(left))

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
