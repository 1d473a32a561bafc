"""Bots that think, in threads beside the event loop: compiled search holds no lock, and a queue has limits."""

from __future__ import annotations

import heapq
import itertools
import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from openoutcry.bots.seated import SeatedBots
from openoutcry.server.logs import fail
from openoutcry.table.asks import ADVISE, CHOOSE, Ask

if TYPE_CHECKING:
    from openoutcry.server.house import House
    from openoutcry.server.room import Room

HURRIED = "greedy"
"""Who chooses when there is no time left to search."""
QUICK = ("random", "greedy")
"""Bots that need no thread: they choose in less time than it takes to ask one."""
INSTEAD = (HURRIED, "random")
"""Who chooses for a bot that has failed."""
MOST_QUEUED = 256
"""Questions that wait; beyond them bots choose by rules of thumb, and nobody is advised."""
NICE = 5
"""How far threads that think stand behind everything else on this machine."""


class Thinkers:
    """Threads that answer what tables ask of bots: those whose time is up soonest come first, and a table's bots one
    after another. Whoever's time has passed in the queue, or who finds it full, chooses by rules of thumb.
    """

    def __init__(self, house: House, threads: int) -> None:
        self._house, self._order = house, itertools.count()
        self._queue: list[tuple[float, int, Room, Ask]] = []
        self._busy: set[str] = set()
        self._bots: dict[str, SeatedBots] = {}
        self._changed = threading.Condition()
        self._is_over = False
        self._threads = [threading.Thread(target=self._work, name=f"thinker {n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    def ask(self, room: Room, ask: Ask) -> None:
        """Ask a bot; the answer goes to the house."""
        is_full = len(self._queue) >= MOST_QUEUED
        if ask.what == CHOOSE and (is_full or ask.bot in QUICK):
            self._house.loop.call_soon(self._done, room, ask, self._hurried(ask) if is_full else answered(ask))
            return
        if ask.what == ADVISE and is_full:
            return
        until = ask.until if ask.what == CHOOSE else self._house.now() + 60.0
        with self._changed:
            heapq.heappush(self._queue, (until, next(self._order), room, ask))
            self._changed.notify()

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._queue)

    def forget(self, table: str) -> None:
        """A table is gone from the memory; its bots are too."""
        with self._changed:
            self._bots.pop(table, None)

    def close(self) -> None:
        """Think no further."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _work(self) -> None:
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        while (task := self._next()) is not None:
            room, ask = task
            try:
                answer = self._answer(room, ask)
            finally:
                with self._changed:
                    self._busy.discard(room.id)
                    self._changed.notify()
            with suppress(RuntimeError):
                self._house.loop.call_soon_threadsafe(self._done, room, ask, answer)

    def _next(self) -> tuple[Room, Ask] | None:
        """The most urgent question of a table that is not being answered another."""
        with self._changed:
            while not self._is_over:
                held = []
                try:
                    while self._queue:
                        first = heapq.heappop(self._queue)
                        if first[2].id not in self._busy:
                            self._busy.add(first[2].id)
                            return first[2], first[3]
                        held.append(first)
                finally:
                    for each in held:
                        heapq.heappush(self._queue, each)
                self._changed.wait()
        return None

    def _answer(self, room: Room, ask: Ask) -> Any:
        """What the bot says; nothing if nobody wants to know any longer."""
        if room.playing is None or not room.playing.session.is_wanted(ask.number):
            return None
        if ask.what == CHOOSE and self._house.now() > ask.until:
            return self._hurried(ask)
        with self._house.metrics.searches.time():
            return answered(ask, self._bots.setdefault(room.id, SeatedBots()))

    def _hurried(self, ask: Ask) -> Any:
        if ask.bot not in QUICK:
            self._house.metrics.hurried.inc()
            ask = ask._replace(bot=HURRIED)
        return answered(ask)

    def _done(self, room: Room, ask: Ask, answer: Any) -> None:
        if answer is not None:
            self._house.decided(room, ask, answer)


def answered(ask: Ask, seated: SeatedBots | None = None) -> Any:
    """What a bot says; for one that fails others choose, and of a failed search for advice nothing is told."""
    for bot in (ask.bot, *INSTEAD):
        try:
            return (seated or SeatedBots()).answer(ask._replace(bot=bot))
        except Exception as error:
            fail("bot_failed", error, game=ask.view.game.name, asked=ask.what, bot=bot)
        if ask.what != CHOOSE:
            break
    return None


def usual_threads() -> int:
    """One core is for everything else."""
    return max(1, (os.cpu_count() or 2) - 1)
