"""A match: one game at one table. It is its log; everything else follows from the key and the actions."""

from __future__ import annotations

import hashlib
import secrets
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import index
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from openoutcry.engine import states, turn
from openoutcry.engine.actions import Action
from openoutcry.engine.chance import CHANCE, KEY_SIZE, key_of_seed, new_chance
from openoutcry.engine.contract import NO_CLAUSE, SPECTATOR, clause_name
from openoutcry.engine.events import NOBODY, Telling
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import NeedsConsent, Reason, counted, quoted
from openoutcry.engine.record import copied
from openoutcry.engine.telling import TOLD
from openoutcry.games import find
from openoutcry.table.desk import desks
from openoutcry.table.history import History, Standing
from openoutcry.table.limits import named_bots, named_players, path_of
from openoutcry.table.reasons import refused
from openoutcry.table.story import Line, Story
from openoutcry.table.view import Glance, View, legal_actions, listed, seats_in, seats_of

__all__ = [
    "Choice",
    "LogEntry",
    "Match",
    "Options",
    "View",
    "action_of",
    "legal_actions",
    "same_position",
    "seats_in",
]

Choice = Action | int | str
Options = Mapping[str, int | str | bool]


class LogEntry(Struct, frozen=True, gc=False):
    """One line of the log: a seat played an action, or took back its last one and all that came after it; or nobody did
    anything, and from there on chance comes from another key.

    What is gone is told by its places in the log. Where all choose at once that one choice goes alone, and those of
    others stay.
    """

    seat: int
    action: Action | None
    by_consent: bool = False
    gone: tuple[int, ...] = ()
    is_alone: bool = False
    key: bytes | None = None

    def __str__(self) -> str:
        return str(self.action) if self.action else "undo" if self.key is None else "new key"

    def as_line(self) -> dict[str, Any]:
        """The entry as a match file has it."""
        if self.key is not None:
            return {"key": self.key.hex()}
        if self.action is None:
            alone = {"entry": self.gone[0] + 1} if self.is_alone else {}
            return {"seat": self.seat, "undo": len(self.gone)} | ({"consent": True} if self.by_consent else {}) | alone
        return line_of(self.seat, self.action.number, self.action.text)


def line_of(seat: int, number: int, text: str) -> dict[str, Any]:
    """An action as a match file has it."""
    return {"seat": seat, "action": number, "text": text}


class Seen(NamedTuple):
    """What a seat saw of each entry of the log, or nothing; and what it saw by itself."""

    entries: list[tuple[int, str] | None]
    lines: list[tuple[int, str]]


class Before(Struct, frozen=True, gc=False):
    """How things were before an action, given by its place in the log, and whether all chose at once: it is never
    changed.
    """

    place: int
    states: Any
    chances: Any
    is_step: bool


class Match:
    """A match in play.

    >>> match = Match("crypto_cards", seats=2, seed=7)
    >>> match.to_act
    [0]
    >>> [str(action) for action in match.legal(0)]
    ['pass']
    >>> match.play(0, "pass")
    >>> match.play(0, match.legal(0)[0])
    >>> match.to_act
    [1]
    """

    def __init__(
        self,
        game: str | Game,
        seats: int,
        options: Options | None = None,
        *,
        seed: int | None = None,
        key: bytes | None = None,
        players: Sequence[str] | None = None,
        bots: Mapping[int, str] | None = None,
    ) -> None:
        """Deal. The key decides all chance; a seed stands for a key, and without either the key is drawn and nobody
        knows it. Who plays where is written into its file: players by their names, and which of them are which bots.
        """
        if seed is not None and key is not None:
            raise Reason("seed_and_key")
        self.game = game if isinstance(game, Game) else find(game)
        self._template, self._kind = self.game.template(seats, options), self.game.state_type
        self._actions, self._events_known, self._desks = self.game.actions, self.game.events, desks(self.game, seats)
        self.seats = seats
        self.players = [f"seat {seat}" for seat in range(seats)] if players is None else named_players(players, seats)
        self.bots = named_bots(bots or {}, seats)
        self.proof: dict[str, Any] | None = None
        """How its cards were shuffled, as its file said (`table/fairness.py`)."""
        self.proven_options: tuple[str, ...] = ()
        """The options that the proof speaks of: the game may have got others since, which are as they come."""
        self._key = key if key is not None else secrets.token_bytes(32) if seed is None else key_of_seed(seed)
        self._state, self._chance = copied(self._template), new_chance(self._key)
        self.game.rules.setup(self._state, self._chance)
        self._history = History(self.game)
        self._log: list[LogEntry] = []
        self._seen: dict[int | None, Seen] = {}
        self._stories: dict[int | None, Story] = {}
        self._open_stories: dict[int | None, Story] = {}
        self._before_last_of: dict[int, Before] = {}
        self._last: tuple[bytes, bytes] | None = None

    def __repr__(self) -> str:
        parts = (
            self.game.name,
            counted(self.seats, "seat"),
            counted(len(self._log), "action"),
            *(["over"] if self.over else []),
        )
        return f"<Match {', '.join(parts)}>"

    @property
    def _state(self) -> Any:
        """How things stand. It is kept in an array of one record, as `engine/turn.py` takes it. Whoever takes hold of
        it may change it, so what was hidden of it is hidden anew.
        """
        self._forget_sights()
        return self._states[0]

    @_state.setter
    def _state(self, state: Any) -> None:
        self._states = state.reshape(1)
        self._forget_sights()

    def _forget_sights(self) -> None:
        self._sights: Any = None
        self._sights_before: Any = None
        self._sight_bytes: list[bytes] | None = None
        self._events: Any = None
        self._asked: Any = None
        self._rights: Any = None
        self._way: int | None = None

    @property
    def _chance(self) -> Any:
        """What will be drawn, kept likewise."""
        return self._chances[0]

    @_chance.setter
    def _chance(self, chance: Any) -> None:
        self._chances = chance.reshape(1)

    @property
    def options(self) -> dict[str, int | str]:
        """Every option, by name, as people write it."""
        return {option.name: option.show(int(self._template[option.name])) for option in self.game.options}

    @property
    def commitment(self) -> str:
        """The SHA-256 of the key, which can be shown before the game to prove after it that no card was chosen."""
        return hashlib.sha256(self._key).hexdigest()

    @property
    def to_act(self) -> list[int]:
        """The seats that may act now."""
        return list(seats_of(self._to_act))

    @property
    def _to_act(self) -> int:
        """The same, as bits."""
        if self._asked is None:
            self._asked = self._states["to_act"].item()
        return int(self._asked)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._asked == 0 if self._asked is not None else self._to_act == 0

    @property
    def ending(self) -> str | None:
        """How the game ended, in the words of its rules; nothing while it runs."""
        return str(self.game.rules.ENDINGS[int(self._state.ending)]) if self.over else None

    @property
    def points(self) -> list[int]:
        """Each seat's result so far."""
        return [int(self.game.rules.points(self._state, seat)) for seat in range(self.seats)]

    @property
    def places(self) -> list[int]:
        """Each seat's place so far, 1 the best, equal results sharing one."""
        return [int(self.game.rules.place(self._state, seat)) for seat in range(self.seats)]

    @property
    def log(self) -> list[LogEntry]:
        """Everything that was done, undoing included."""
        return list(self._log)

    @property
    def entries(self) -> int:
        """How many entries the log has."""
        return len(self._log)

    @property
    def last_entry(self) -> LogEntry | None:
        """The last entry of the log; nothing after the deal."""
        return self._log[-1] if self._log else None

    def log_from(self, entry: int) -> list[LogEntry]:
        """The log from an entry on."""
        return self._log[entry:]

    @property
    def standing(self) -> list[int]:
        """The places in the log of all actions that were not taken back."""
        return self._history.places

    def since_all_saw(self) -> list[LogEntry]:
        """What was done, and stands, since the last thing that changed what everybody sees."""
        seen, room = self._hidden_from(SPECTATOR), self.room(1)
        since: list[LogEntry] = []
        for number in reversed(range(len(self._history))):
            if not turn.looks_the_same_at(self._before(number)[0], seen, room):
                break
            since.append(self._log[self._history[number].place])
        return since[::-1]

    def asked_since_all_saw(self) -> list[int]:
        """Who was to act when everybody last saw something change: whoever has held since is one of them."""
        since = len(self.since_all_saw())
        return seats_in(self._before(len(self._history) - since)[0][0]) if since else self.to_act

    def copy(self) -> Match:
        """The same match, to go on with apart from this one."""
        again = object.__new__(Match)
        again.__dict__ |= self.__dict__
        again.players, again.bots = list(self.players), dict(self.bots)
        again._log, again._history = list(self._log), self._history.copy()
        again._seen = {watcher: Seen(list(seen.entries), list(seen.lines)) for watcher, seen in self._seen.items()}
        again._stories = {reader: story.copy() for reader, story in self._stories.items()}
        again._open_stories = {reader: story.copy() for reader, story in self._open_stories.items()}
        again._before_last_of = dict(self._before_last_of)
        again._state, again._chance = copied(self._state), copied(self._chance)
        return again

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        log = [
            (entry.seat, None if entry.action is None else entry.action.number, entry.by_consent, entry.key)
            for entry in self._log
        ]
        return _played_again, (self.game.name, self.seats, self.options, self._key, self.players, self.bots, log)

    def legal(self, seat: int) -> list[Action]:
        """What a seat may do now; nothing if it may not act."""
        return listed(self.game, self._states, self._checked(seat))

    def play(self, seat: int, action: Choice) -> None:
        """Play an action, given as such, as its number or as its text.

        >>> Match("crypto_cards", seats=2, seed=7).play(1, "pass")
        Traceback (most recent call last):
            ...
        openoutcry.engine.mistakes.Refused: §2.1: It is not your turn.
        """
        chosen, number = self.read(action), self._checked(seat)
        self._history.prepare(self._states, self._chances)
        clause = self._play_and_tell(number, chosen.number) if self._stories else self._play(number, chosen.number)
        if clause != NO_CLAUSE:
            raise refused(self.game, clause_name(clause))
        self._history.add(Standing(len(self._log), number, chosen.number))
        self._write(LogEntry(number, chosen))

    def _play(self, seat: int, action: int) -> int:
        """Play an action if no clause forbids it."""
        last = self._states.tobytes(), self._chances.tobytes()
        clause = int(turn.attempt_at(self._states, seat, action, self._chances))
        if clause == NO_CLAUSE:
            before = self._sights
            self._forget_sights()
            self._last, self._sights_before = last, before
        return clause

    def _play_and_tell(self, seat: int, action: int) -> int:
        """The same where somebody is told of it: all that they are told is worked out at once."""
        seen = self._actions.seen_number(action)
        clause, played = self._desks.play(self._states, self._chances, seat, action, seen, self._events_known)
        if played is not None:
            self._sights = self._sights_before = self._rights = None
            self._last, self._sight_bytes = (played.state, played.chance), played.sights
            self._events, self._asked, self._way = played.events, played.to_act, played.way_back
        return clause

    def _write(self, entry: LogEntry) -> None:
        """Write into the log, and into every story that is told of it."""
        self._log.append(entry)
        for story in self._open_stories.values():
            story.add(self)
        if entry.action is None:
            for story in self._stories.values():
                story.add(self)
        elif self._stories:
            self._tell(entry.seat, entry.action)

    def _tell(self, seat: int, action: Action) -> None:
        """Tell every story of an action that was just played: as `Story.add`, for all of them at once."""
        seen, events = self._actions.seen(action.number), self._events_of_all(seat, action.number)
        line: Line | None = None
        for watcher, story in self._stories.items():
            text = action.text if watcher == seat else seen
            came = events[-1 if watcher is None else watcher]
            if text is None:
                line = Line(None, "", came) if came else None
            elif line is None or line.text != text or line.events is not came:
                line = Line(seat, text, came)
            story.put(line)

    def next_tidy(self, seat: int) -> Action | None:
        """What the table would do next for a seat that leaves it the work, or nothing where the seat has to choose."""
        if not self.game.has("tidy"):
            return None
        number = int(turn.tidy_at(self.sights, self._checked(seat)))
        return None if number < 0 else self.game.actions[number]

    def next_lapse(self, seat: int) -> Action | None:
        """What lets an offer lapse that this seat has to answer; nothing where nobody waits for an answer."""
        if not self.game.has("lapse"):
            return None
        number = int(turn.lapse_at(self.sights, self._checked(seat)))
        return None if number < 0 else self.game.actions[number]

    def tidy(self, seat: int) -> list[Action]:
        """Do a seat's work for it, as "lay out for me" does, until it has to choose again; what was played."""
        played = []
        while action := self.next_tidy(seat):
            self.play(seat, action)
            played.append(action)
        return played

    def read(self, action: Choice) -> Action:
        """The action that a number or a text means."""
        return action_of(self.game, action)

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is a spectator.

        >>> view = Match("crypto_cards", seats=2, seed=7).view(1)
        >>> view.as_dict()["state"]["hands"][0], view.as_dict()["state"]["hand_sizes"][:2]
        ([], [6, 5])
        """
        hidden = self._hidden_from(SPECTATOR if seat is None else self._checked(seat))
        return View(self.game, seat, hidden[0], self._seen_log(seat))

    def views(self) -> list[View]:
        """What each seat may know, and last what a spectator may: as `view`, all of them at once.

        >>> [view.seat for view in Match("crypto_cards", seats=2, seed=7).views()]
        [0, 1, None]
        """
        hidden = np.empty(self.seats + 1, self.game.state_type)
        turn.hide_all(self._states, hidden)
        watchers = (*range(self.seats), None)
        return [View(self.game, seat, hidden[place], self._seen_log(seat)) for place, seat in enumerate(watchers)]

    def open_view(self) -> View:
        """Everything, nothing hidden: for matches that are over, and for whoever runs the table."""
        return View(
            self.game, None, copied(self._state), [(entry.seat, str(entry)) for entry in self._log if not entry.key]
        )

    def moments(self) -> Iterator[Match]:
        """The match again: as dealt, then after every entry of its log. It is one match that goes on, so look before
        the next.
        """
        again = Match(self.game, self.seats, self.options, key=self._key, players=self.players, bots=self.bots)
        yield again
        for entry in self._log:
            again._go_on(entry.seat, entry.action, entry.by_consent, entry.key)
            yield again

    def moment(self, entries: int) -> Match:
        """The match as it stood after so many entries of its log."""
        return next(islice(self.moments(), entries, None))

    def record_after(self, entries: int, seat: int | None, *, is_open: bool = False) -> bytes:
        """What a seat or a spectator knew after so many entries of the log, or everything there was to know."""
        stood = self._stood_after(entries).tobytes()
        if is_open:
            return bytes(stood)
        hidden = np.frombuffer(bytearray(stood), self._kind)
        turn.hide_at(hidden, SPECTATOR if seat is None else self._checked(seat))
        return bytes(hidden.tobytes())

    def _stood_after(self, entries: int) -> Any:
        """How things stood after so many entries, in an array: from the last moment that was kept, or, where something
        from before was taken back later, played again from the beginning.
        """
        if entries == len(self._log):
            return self._states
        places = self._history.places
        number = bisect_left(places, entries)
        is_kept = number < len(places) and places[number] == entries
        if is_kept and not any(gone < entries for later in self._log[entries:] for gone in later.gone):
            return self._before(number)[0]
        return self.moment(entries)._states

    def decisions(self, seat: int) -> Iterator[tuple[int, View]]:
        """The entries of the log in which a seat had a choice, and did not take it back, each with what the seat knew
        before it.
        """
        kept = set(self.standing)
        for number, moment in enumerate(self.moments()):
            if number in kept and self._log[number].seat == seat:
                view = moment.view(seat)
                if len(view.legal) > 1:
                    yield number, view

    def story(self, seat: int | None, *, is_open: bool = False) -> list[Line]:
        """What a seat or a spectator is told: what was done, as far as they saw it, and what came of it.

        >>> match = Match("crypto_cards", seats=2, seed=7)
        >>> match.play(0, "pass")
        >>> [(line.seat, line.text, len(line.events)) for line in match.story(1)]
        [(None, '', 1), (0, 'pass', 0)]
        """
        return list(self.kept_story(seat, is_open=is_open).lines)

    def kept_story(self, seat: int | None, *, is_open: bool = False) -> Story:
        """The same story, which goes on as the match does."""
        stories = self._open_stories if is_open else self._stories
        story = stories.get(seat)
        if story is None:
            if seat is not None:
                self._checked(seat)
            story = stories[seat] = Story.of(self, seat, is_open=is_open)
        return story

    def around_last(self) -> tuple[Any, Any]:
        """The state before the last action, or before the deal, and after it; for whoever runs the table."""
        return copied(self._before_last()[0]), copied(self._state)

    def _before_last(self) -> Any:
        """How things were before the last action, or before the deal."""
        last = len(self._history) - 1
        return copied(self._template).reshape(1) if last < 0 else self._before(last)[0]

    @property
    def sights(self) -> Any:
        """What each seat may know, and last what a spectator may, as an array that is not to be changed; it is kept
        until something is done.
        """
        if self._sights is None:
            self._sights = self.room(self.seats + 1)
            turn.hide_all(self._states, self._sights)
        return self._sights

    def glance(self, seat: int | None) -> Glance:
        """What a seat may know, without what it saw done."""
        return Glance(self.sight(seat), self.sights, self.seats if seat is None else seat)

    def events_seen(self, reader: int | None, seat: int, action: int) -> tuple[Telling, ...]:
        """What came of the last action, or of the deal, as a reader knows it."""
        return self._events_of_all(seat, action)[-1 if reader is None else reader]

    def _events_of_all(self, seat: int, action: int) -> list[tuple[Telling, ...]]:
        """What came of the last action, or of the deal, as each seat knows it, and last as a spectator does."""
        if self._events is None:
            if not self._events_known.events:
                return [()] * (self.seats + 1)
            if self._sights_before is None:
                self._sights_before = self.room(self.seats + 1)
                turn.hide_all(self._before_last(), self._sights_before)
            told = np.empty(self.seats + 1, TOLD)
            seen = action if action == NOBODY else self._actions.seen_number(action)
            turn.tell_all(self._sights_before, self.sights, seat, action, seen, told)
            self._events = self._read(told)
        events: list[tuple[Telling, ...]] = self._events
        return events

    def _read(self, told: Any) -> list[tuple[Telling, ...]]:
        """What everybody was told."""
        used, in_words = told["used"].tolist(), self._events_known.in_words
        words = told["words"][:, : max(used)].tolist()
        return [in_words(tuple(row[:count])) for row, count in zip(words, used, strict=True)]

    def room(self, states: int) -> Any:
        """Room for so many states, all zero: what is made of bytes is made in a third of the time."""
        return np.frombuffer(bytearray(states * self._kind.itemsize), self._kind)

    def _seen_log(self, seat: int | None) -> list[tuple[int, str]]:
        return list(self._seen_by(seat).lines)

    def entries_seen(self, seat: int | None) -> int:
        """How many entries of the log a seat saw."""
        return len(self._seen_by(seat).lines)

    def seen_entries(self, seat: int | None) -> list[tuple[int, str] | None]:
        """Each entry of the log as far as a seat saw it: nothing for what was unseen, nor that it was taken back by
        right.
        """
        return self._seen_by(seat).entries

    def seen_text(self, seat: int, action: Action, watcher: int | None) -> str | None:
        """An action of a seat as far as a watcher saw it."""
        return action.text if seat == watcher else self.game.actions.seen(action.number)

    def _seen_by(self, seat: int | None) -> Seen:
        seen = self._seen.get(seat)
        if seen is None:
            seen = self._seen[seat] = Seen([], [])
        if len(seen.entries) == len(self._log):
            return seen
        for place in range(len(seen.entries), len(self._log)):
            entry = self._log[place]
            if entry.action is not None:
                text = self.seen_text(entry.seat, entry.action, seat)
            else:
                is_seen = entry.by_consent or any(seen.entries[gone] is not None for gone in entry.gone)
                text = str(entry) if is_seen else None
            seen.entries.append(None if text is None else (entry.seat, text))
            if text is not None:
                seen.lines.append((entry.seat, text))
        return seen

    def may_undo(self, seat: int) -> bool:
        """Whether a seat may take back its last action on its own, which follows from what the seat itself has seen.

        A secret choice, or a hold in a race, until the step has closed, whatever others did meanwhile; anything else as
        long as the seat saw nobody act since, nothing was drawn, and the seat has learned nothing.
        """
        return self.undo_rights()[self._checked(seat)] is True

    def undo_rights(self) -> list[bool | None]:
        """The same for each seat, nothing where there is nothing to take back; it is kept until something is done."""
        if self._rights is None:
            has_step, rights = self.game.has("step"), list[bool | None]([None] * self.seats)
            for seat, last, seen in self._history.last_of_all():
                rights[seat] = (has_step or not seen) and self._way_back(seat, last, seen) != turn.BY_CONSENT
            self._rights = rights
        found: list[bool | None] = self._rights
        return found

    def count_of(self, seat: int) -> int:
        """How many of a seat's actions stand."""
        return self._history.count_of(seat)

    def sight(self, seat: int | None) -> bytes:
        """The bytes of what a seat may know."""
        if self._sight_bytes is None:
            data, size = self.sights.tobytes(), self._kind.itemsize
            self._sight_bytes = [data[start : start + size] for start in range(0, len(data), size)]
        return self._sight_bytes[-1 if seat is None else seat]

    def _way_back(self, seat: int, last: int, seen: int) -> int:
        """How a seat may take back its last action, the one of that number, after which others saw so many."""
        if self._way is not None and last == len(self._history) - 1:
            return self._way
        before = self._kept_before(seat, last)
        if seen and not before.is_step:
            return turn.BY_CONSENT
        action, room, drawn = self._history[last].action, self.room(3), room_for_chance()
        return int(turn.way_back_at(before.states, before.chances, self._states, seat, action, seen, room, drawn))

    def _kept_before(self, seat: int, last: int) -> Before:
        """How things were before a seat's last action, the one of that number: it is kept, for it is asked again with
        every action of others.
        """
        place, before = self._history[last].place, self._before_last_of.get(seat)
        if before is None or before.place != place:
            (states, chances), is_step = self._before(last), False
            if self.game.has("step"):
                known = np.frombuffer(bytearray(states.tobytes()), states.dtype)
                turn.hide_at(known, seat)
                is_step = turn.step_at(known) != 0
            before = self._before_last_of[seat] = Before(place, states, chances, is_step)
        return before

    def _before(self, number: int) -> tuple[Any, Any]:
        """State and chance as they were before the action of that number, each in an array."""
        if number == len(self._history) - 1 and self._last is not None:
            state, chance = self._last
            return np.frombuffer(bytearray(state), self._kind), np.frombuffer(bytearray(chance), CHANCE)
        states, chances = self._history.before(number)
        return states.reshape(1), chances.reshape(1)

    def _hidden_from(self, seat: int) -> Any:
        """How things stand as a seat may know them, in an array of its own."""
        hidden = np.frombuffer(bytearray(self._states.tobytes()), self._kind)
        turn.hide_at(hidden, seat)
        return hidden

    def _hidden(self, state: Any, seat: int) -> Any:
        hidden = copied(state)
        self.game.sight.hide(hidden, seat)
        return hidden

    def undo(self, seat: int, *, consent: bool = False) -> int:
        """Take back a seat's last action; with everybody's consent also what others did since. How many actions were
        taken back.

        >>> match = Match("crypto_cards", seats=2, seed=7)
        >>> match.play(0, "pass")
        >>> match.undo(0)
        1
        >>> [str(entry) for entry in match.log]
        ['pass', 'undo']
        """
        last = self._history.last_of(self._checked(seat))
        if last < 0:
            raise Reason("nothing_to_take_back")
        way = turn.WITH_THE_REST if consent else self._way_back(seat, last, self._history.seen_since(last + 1))
        if way == turn.BY_CONSENT:
            raise NeedsConsent
        gone, was = self._history.since(last), self._state
        self._state, self._chance = self._history.before(last)
        self._history.cut(last)
        self._last = None
        self._before_last_of.clear()
        if way == turn.WITH_THE_REST:
            self._write(LogEntry(seat, None, consent, tuple(one.place for one in gone)))
            return len(gone)
        for other in gone[1:]:
            self._history.prepare(self._states, self._chances)
            self.game.rules.apply(self._state, other.seat, other.action, self._chance)
            self._history.add(other)
        turn.stay_asked(self._state, was)
        self._history.keep(self._state, self._chance)
        self._write(LogEntry(seat, None, False, (gone[0].place,), is_alone=len(gone) > 1))
        return 1

    def new_key(self, key: bytes | None = None) -> None:
        """From here on all chance comes from another key, one that nobody knows unless it is given: so a match whose
        key is known can be played on. What was done before cannot be taken back any more.

        >>> match = Match("crypto_cards", seats=2, seed=7)
        >>> match.play(0, "pass")
        >>> match.new_key()
        >>> match.may_undo(0)
        False
        """
        drawn = secrets.token_bytes(KEY_SIZE) if key is None else key
        self._chance = new_chance(drawn)
        self._history.begin_anew(self._states, self._chances)
        self._last = self._rights = None
        self._before_last_of.clear()
        self._write(LogEntry(NOBODY, None, key=drawn))

    def _go_on(self, seat: int, action: Choice | None, by_consent: bool, key: bytes | None) -> None:
        """Do what an entry of a log says."""
        if key is not None:
            self.new_key(key)
        elif action is None:
            self.undo(seat, consent=by_consent)
        else:
            self.play(seat, action)

    def save(self, path: str | Path) -> None:
        """Write the match to a file that a person can read and `load` can replay. It has the key: whoever reads it can
        know all cards.
        """
        from openoutcry.table.file import write_match

        write_match(self, path_of(path))

    def _checked(self, seat: int) -> int:
        number = seat if type(seat) is int else _whole(seat)
        if number is None or not 0 <= number < self.seats:
            raise Reason("no_such_seat", seat=quoted(seat), last=self.seats - 1)
        return number


def room_for_chance() -> Any:
    """Room for what is drawn."""
    return np.frombuffer(bytearray(CHANCE.itemsize), CHANCE)


def _whole(number: Any) -> int | None:
    """A whole number, Python's or NumPy's, as Python's; nothing if it is something else."""
    try:
        return None if isinstance(number, bool) else index(number)
    except TypeError:
        return None


def _played_again(
    game: str,
    seats: int,
    options: Options,
    key: bytes,
    players: list[str],
    bots: dict[int, str],
    log: list[tuple[int, int | None, bool, bytes | None]],
) -> Match:
    """A match from its log, as a pickle keeps it."""
    match = Match(game, seats, options, key=key, players=players, bots=bots)
    for entry in log:
        match._go_on(*entry)
    return match


def action_of(game: Game, meant: Choice) -> Action:
    """The action of a game that an action, its number or its text means."""
    if isinstance(meant, Action):
        return game.actions.own(meant)
    if isinstance(meant, str):
        return game.actions.read(meant)
    number = _whole(meant)
    if number is None:
        raise Reason("not_an_action", action=quoted(meant))
    return game.actions[number]


def same_position(one: Match, other: Match) -> bool:
    """Whether two matches stand at the same point, byte for byte."""
    return one.game is other.game and bool(states.same(one._state, other._state))
