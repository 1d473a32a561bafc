"""A table on the server does not break, whatever people say in whatever order, and is the same after a restart."""

from __future__ import annotations

import hashlib
import json
import random
import secrets
import tempfile
from pathlib import Path
from typing import Any, cast
from unittest import mock

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from openoutcry import bots
from openoutcry.bots.seated import SeatedBots
from openoutcry.engine.game import Game
from openoutcry.server import house as real
from openoutcry.server import keeping
from openoutcry.server import protocol as p
from openoutcry.server.kept import CLOSED, GATHERING, OVER, PLAYING, SHUFFLING, Kept, Seat
from openoutcry.server.metrics import Metrics
from openoutcry.server.playing import Playing, Said
from openoutcry.server.room import Room
from openoutcry.server.rows import KINDS, ChatRow, EntryRow, NameRow, PersonRow, Row, TableRow, TableStands
from openoutcry.server.shuffle import DrawnRound
from openoutcry.server.vault import Vault
from openoutcry.table import messages as m
from openoutcry.table.asks import Ask
from openoutcry.table.checking import check, holds
from openoutcry.table.fairness import REMOVED

PHASES = (GATHERING, SHUFFLING, PLAYING, OVER, CLOSED)
NAMES = ("Ann", "Bea", "Cem", "Dan")
TOLD = msgspec.json.Decoder(p.ServerMessage)
CLOCK: Any = {"move": 20.0, "bank": 5.0, "increment": 1.0, "leaves": True}


class Stored:
    """What is stored, in the memory: rows by their keys, as the real statements write them."""

    def __init__(self) -> None:
        self.rows: dict[tuple[Any, ...], Any] = {}

    def write(self, row: Row) -> None:
        kind = KINDS[type(row)]
        key = kind.table.name, *row[: len(kind.keys)]
        if isinstance(row, TableStands):
            self.rows[key] = self.rows[key]._replace(**row._asdict())
        else:
            assert kind.way != "append" or self.rows.get(key, row) == row, "what is stored is another"
            self.rows[key] = row

    def _all(self, kind: type[Any], table: str) -> list[Any]:
        found = [row for row in self.rows.values() if isinstance(row, kind) and row[0] == table]
        return sorted(found, key=lambda row: row[1])

    def table(self, id: str) -> TableRow | None:
        return self.rows.get(("tables", id))

    def entries(self, table: str) -> list[EntryRow]:
        return self._all(EntryRow, table)

    def chats(self, table: str) -> list[ChatRow]:
        return self._all(ChatRow, table)

    def names(self, table: str) -> list[NameRow]:
        return self._all(NameRow, table)

    def person(self, id: str) -> PersonRow:
        return PersonRow(id, id, 1, 0.0, 0.0, False)


class SmallHouse:
    """All that rooms and what is kept of them ask of a house, without lines, threads and clocks."""

    def __init__(self, folder: Path) -> None:
        self.store, self.vault, self.metrics = Stored(), Vault(folder / "vault.key"), Metrics()
        self.time, self.secrets, self.generation = 1000.0, 0, 1
        self.rooms: dict[str, Room] = {}
        self.others: list[tuple[Room, Said]] = []
        self.asks: list[tuple[Room, Ask]] = []

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return self.time

    def new_secret(self) -> bytes:
        self.secrets += 1
        return hashlib.sha256(str(self.secrets).encode()).digest()

    def due_at(self, room: Room) -> float | None:
        return room.playing.next_at if room.playing and room.playing.session.has_clocks else None

    def check_bot(self, name: str, game: Game) -> object:
        return bots.read(name, game)

    def delays_of(self, table: str, who: str) -> None:
        """Nobody has a line."""

    def check_ready(self, game: Game) -> None:
        """All are."""

    def begin_match(self, room: Room, rounds: list[DrawnRound], key: bytes, now: float) -> Playing:
        return keeping.begin(cast("real.House", self), room, rounds, key, now)

    def open_next(self, room: Room, seats: list[Seat]) -> str:
        return keeping.open_next(self, room, seats).id

    def twin_of(self, room: Room) -> Room | None:
        return self.rooms.get(room.kept.twin or "")

    def sat_down_late(self, room: Room, seat: int) -> None:
        keeping.sit_down_late(room, seat)

    def file_of(self, room: Room) -> str:
        return keeping.file_of(room)

    def also(self, room: Room, said: Said) -> None:
        self.others.append((room, said))

    def new_room(self, table: p.NewTable, kept: Kept) -> Room:
        room = Room(f"t{len(self.rooms)}", table, kept, ("invite", "watch"), self.new_secret(), self)
        self.rooms[room.id] = room
        self.others.append((room, []))
        return room

    def step(self, room: Room, said: Said) -> Said:
        """Store and tell; what is told is JSON of the protocol, for somebody who is there."""
        for each in (room, *(other for other, _ in self.others)):
            for row in keeping.items_of(cast("real.House", self), each):
                self.store.write(row)
            self.asks += [(each, ask) for ask in each.asks()]
        self.others = []
        for who, message in said:
            assert room.guests[who].is_here, f"{who} is not here"
            assert TOLD.decode(p.write(message)) is not None
        return said

    def loaded(self, room: Room) -> Room:
        """The same table after a restart."""
        self.generation += 1
        self.asks = []
        self.rooms[room.id] = keeping.load(cast("real.House", self), room.id)
        self.step(self.rooms[room.id], [])
        return self.rooms[room.id]


class AtTheTable(RuleBasedStateMachine):
    """People at a table, and then at the next."""

    game = "crypto_cards"

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.chance = random.Random(1)
        self.same = mock.patch.object(secrets, "token_bytes", self.chance.randbytes)
        self.same.start()  # the same conversation is the same to the letter
        self.house = SmallHouse(Path(self.folder.name))
        self.ids = 0
        self.said: tuple[str, Any] | None = None
        self.nonces: dict[str, bytes] = {}
        self.asked: dict[str, p.ShuffleAsked | p.NoncesCommitted] = {}

    def teardown(self) -> None:
        self.same.stop()
        self.folder.cleanup()

    @initialize(clock=st.booleans(), undo=st.sampled_from(["never", "right", "consent"]), pace=st.sampled_from([0, 2]))
    def open(self, clock: bool, undo: Any, pace: float) -> None:
        table = p.NewTable(
            game=self.game, seats=3, is_open=True, clock=CLOCK if clock else None, undo=undo, pace=pace, haste=0.5
        )
        seats = [Seat("Ann", "Ann"), Seat(), Seat()]
        self.room = self.house.new_room(keeping.checked(table, self.house.check_bot), Kept(seats, "Ann", "Ann"))
        self.phase = self.room.phase
        self._step([])
        self._enter("Ann", 0)

    def _step(self, said: Said) -> Said:
        for who, message in said:
            if isinstance(message, p.ShuffleAsked | p.NoncesCommitted):
                self.asked[who] = message
        return self.house.step(self.room, said)

    def _enter(self, who: str, last: int, run: int = 1) -> None:
        person = p.Person(person=who, name=who, colour=1)
        self._step(self.room.enter(who, person, p.Enter(token="x", last=last, run=run), self.house.time))

    def _say(self, who: str, message: Any) -> str:
        """Say something; whoever is not there comes back first. What is answered."""
        if who not in self._here():
            self._enter(who, 1)
        self.said = who, message
        said = self._step(self.room.hear(who, message, self.house.time, self.house.time))
        number = getattr(message, "id", 0)
        answers = [told for to, told in said if isinstance(told, m.Accepted | m.Declined) and told.id == number]
        return type(answers[-1]).__name__ if answers else ""

    def _ask(self, who: str, kind: type[Any], **more: Any) -> str:
        self.ids += 1
        return self._say(who, kind(id=self.ids, **more))

    def _here(self) -> list[str]:
        return [who for who, guest in self.room.guests.items() if guest.is_here]

    # Coming and going.

    @rule(who=st.sampled_from(NAMES), last=st.sampled_from([0, 1, 2**20 + 1, 2**20 + 3]))
    def enter(self, who: str, last: int) -> None:
        self._enter(who, last)

    @rule(who=st.sampled_from(NAMES))
    def leave(self, who: str) -> None:
        if who in self._here():
            self._step(self.room.leave(who, self.house.time))

    @rule(who=st.sampled_from(NAMES), seat=st.integers(0, 3))
    def take_seat(self, who: str, seat: int) -> None:
        self._ask(who, p.TakeSeat, seat=seat)

    @rule(who=st.sampled_from(NAMES))
    def leave_seat(self, who: str) -> None:
        self._ask(who, p.LeaveSeat)

    @rule(who=st.sampled_from(NAMES), seat=st.integers(0, 3), bot=st.sampled_from(["random", "greedy", None, "none"]))
    def fill(self, who: str, seat: int, bot: str | None) -> None:
        self._ask(who, p.FillSeat, seat=seat, bot=bot)

    @rule(who=st.sampled_from(NAMES), seat=st.integers(0, 3))
    def free(self, who: str, seat: int) -> None:
        self._ask(who, p.FreeSeat, seat=seat)

    @rule(who=st.sampled_from(NAMES))
    def be_forgotten(self, who: str) -> None:
        if self.room.phase == GATHERING:
            self._step(self.room.forget_person(who))

    @rule(who=st.sampled_from(NAMES), is_ready=st.booleans())
    def be_ready(self, who: str, is_ready: bool) -> None:
        self._ask(who, p.BeReady, is_ready=is_ready)

    # The beginning.

    @rule(who=st.sampled_from(NAMES))
    def start(self, who: str) -> None:
        self._ask(who, p.StartMatch)

    @precondition(lambda self: self.room.phase == GATHERING)
    @rule(people=st.integers(1, 3), bot=st.sampled_from(["random", "greedy"]))
    def fill_and_start(self, people: int, bot: str) -> None:
        """All that it takes to begin: for most of what follows there has to be a match."""
        for who in NAMES[:people]:
            self._enter(who, 0)
        for seat in range(3):
            if self.room.seats[seat].is_free and seat < people:
                self._ask(NAMES[seat], p.TakeSeat, seat=seat)
            if self.room.seats[seat].is_free:
                self._ask(self._leader(), p.FillSeat, seat=seat, bot=bot)
        for who in list(self.room.people):
            self._enter(who, 1)
            self._ask(who, p.BeReady, is_ready=True)
        self._ask(self._leader(), p.StartMatch)
        for _ in range(2):
            for who in list(self.asked):
                self.answer(who)

    def _leader(self) -> str:
        """The host, or who sits here if there is none."""
        who = self.room.kept.host or next(iter(self.room.people), NAMES[0])
        self._enter(who, 1)
        return who

    @precondition(lambda self: self.asked)
    @rule(who=st.sampled_from(NAMES))
    def answer(self, who: str) -> None:
        """Commit to a nonce, or show it; whoever does not is passed over when the time is up."""
        asked = self.asked.pop(who, None)
        if isinstance(asked, p.ShuffleAsked):
            self.nonces[who] = hashlib.sha256(f"{who} {self.ids}".encode()).digest()
            committed = hashlib.sha256(self.nonces[who]).hexdigest()
            self._say(who, p.CommitNonce(round=asked.round, commitment=committed))
        elif asked:
            self._say(who, p.RevealNonce(round=asked.round, nonce=self.nonces[who].hex()))

    @rule(who=st.sampled_from(NAMES), number=st.integers(1, 2))
    def answer_wrongly(self, who: str, number: int) -> None:
        self._say(who, p.CommitNonce(round=number, commitment="ab" * 32))
        self._say(who, p.RevealNonce(round=number, nonce="cd" * 32))

    # In play.

    @precondition(lambda self: self.room.phase == PLAYING)
    @rule(choices=st.lists(st.integers(0, 999), min_size=1, max_size=12))
    def play(self, choices: list[int]) -> None:
        for choice in choices:
            if self.room.phase != PLAYING or self.room.playing is None:
                return
            match = self.room.playing.match
            for who, seat in list(self.room.people.items()):
                if self.room.phase == PLAYING and seat in match.to_act and (legal := match.legal(seat)):
                    self._ask(who, m.PlayAction, action=legal[choice % len(legal)].number)
            self.think()
            self.wait(0.5)

    @rule(who=st.sampled_from(NAMES), action=st.integers(0, 200))
    def play_anything(self, who: str, action: int) -> None:
        self._ask(who, m.PlayAction, action=action)

    @rule(who=st.sampled_from(NAMES), kind=st.sampled_from([m.TakeBack, m.AskUndo, m.TidyUp, m.AskHint, m.SaveMatch]))
    def ask_something(self, who: str, kind: type[Any]) -> None:
        self._ask(who, kind)

    @rule(who=st.sampled_from(NAMES), is_so=st.booleans(), kind=st.sampled_from(["undo", "pause", "abandon"]))
    def agree(self, who: str, is_so: bool, kind: str) -> None:
        if kind == "undo":
            self._ask(who, m.AnswerUndo, agrees=is_so)
        elif kind == "pause":
            self._ask(who, m.PauseMatch, paused=is_so)
        else:
            self._ask(who, p.AbandonTable, agrees=is_so)

    @rule(who=st.sampled_from(NAMES), seat=st.integers(0, 3))
    def let_bot_play(self, who: str, seat: int) -> None:
        self._ask(who, p.LetBotPlay, seat=seat)

    @rule(who=st.sampled_from(NAMES))
    def describe(self, who: str) -> None:
        self._say(who, p.DescribeView())

    @rule(who=st.sampled_from(NAMES), text=st.sampled_from(["hello", "", " \n", "Öl 🐟"]))
    def chat(self, who: str, text: str) -> None:
        self._ask(who, p.SayLine, text=text)

    @rule(who=st.sampled_from(NAMES), entries=st.integers(0, 50))
    def show_moment(self, who: str, entries: int) -> None:
        self._say(who, m.ShowMoment(entries=entries))

    @precondition(lambda self: self.said)
    @rule()
    def say_again(self) -> None:
        """What is said again under the same id is answered as before, and not done again."""
        assert self.said is not None
        before = len(self.house.store.rows)
        if isinstance(self.said[1], p.SayLine | m.PlayAction):
            self._say(*self.said)
            now = [row for row in self.house.store.rows.values() if isinstance(row, EntryRow | ChatRow)]
            ids = [(type(row), row[0], row.person, row.client_id) for row in now if isinstance(row, ChatRow)]
            assert len(ids) == len(set(ids))
            assert len(self.house.store.rows) >= before

    # Time.

    @rule()
    def think(self) -> None:
        """Bots answer."""
        asks, self.house.asks = self.house.asks, []
        for room, ask in asks:
            is_wanted = room is self.room and room.playing and room.playing.session.is_wanted(ask.number)
            if is_wanted and ask.what == "choose":
                self._step(room.decided(ask, SeatedBots().answer(ask._replace(bot="random")), self.house.time))

    @rule(seconds=st.sampled_from([0.1, 1.0, 16.0, 61.0]))
    def wait(self, seconds: float) -> None:
        self.house.time += seconds
        while (at := self.room.next_at) is not None and at <= self.house.time:
            self._step(self.room.due(self.house.time))
            if self.room.next_at == at:
                break

    @rule()
    def restart(self) -> None:
        """The room is thrown away and loaded again: it is as it was."""
        before = self.room
        self.room, self.asked = self.house.loaded(before), {}
        if before.phase == SHUFFLING:
            assert (self.room.phase, self.room.secret) == (GATHERING, before.secret)
            self.phase = GATHERING
        else:
            assert self.room.phase == before.phase
        assert self.room.seats == before.seats
        assert (self.room.kept.host, self.room.kept.next) == (before.kept.host, before.kept.next)
        assert list(self.room.chat.lines) == list(before.chat.lines)
        if before.playing:
            assert self.room.playing is not None
            now, then = self.room.playing, before.playing
            assert now.match.log == then.match.log
            assert now.match._states.tobytes() == then.match._states.tobytes()
            assert now.chain.hashes == then.chain.hashes
            assert now.chain.head == then.chain.head
            kept, stood = now.session.snapshot(), then.session.snapshot()
            for name in ("settings", "players", "people", "host", "bots", "stand_ins", "tidied", "undo"):
                assert kept[name] == stood[name], name

    @precondition(lambda self: self.room.phase in (OVER, CLOSED))
    @rule(who=st.sampled_from(NAMES))
    def play_again(self, who: str) -> None:
        """The next table has the same people, and is played at from now on."""
        if self._ask(who, p.PlayAgain) == "Accepted" and self.room.kept.next:
            if self.room.header is not None and self.room.playing is not None:
                steps = check(keeping.file_of(self.room))
                assert holds(steps), [str(step.reason) for step in steps]
            following = self.house.rooms[self.room.kept.next]
            assert set(following.people) == set(self.room.people)
            self.room, self.phase, self.said, self.asked = following, GATHERING, None, {}

    # What always holds.

    @invariant()
    def seats_are_nobodys_twice(self) -> None:
        if not hasattr(self, "room"):
            return
        people = [seat.person for seat in self.room.seats if seat.person]
        assert len(people) == len(set(people))
        assert not any(seat.person and seat.bot for seat in self.room.seats)
        if self.room.playing and self.room.phase == PLAYING:
            sitting = {who: seat for seat, who in self.room.playing.session._people.items()}
            assert sitting == self.room.people

    @invariant()
    def phases_go_forward(self) -> None:
        if hasattr(self, "room"):
            assert PHASES.index(self.room.phase) >= PHASES.index(self.phase)
            self.phase = self.room.phase

    @invariant()
    def what_is_played_is_stored(self) -> None:
        if hasattr(self, "room") and self.room.playing:
            rows = self.house.store.entries(self.room.id)
            assert [row.number for row in rows] == list(range(1, len(self.room.playing.match.log) + 1))
            assert [row.hash for row in rows] == self.room.playing.chain.hashes[1:]


class AtTheFishMarket(AtTheTable):
    """The same in a race."""

    game = "cash_a_catch"


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("goes_on", [False, True])
def test_the_file_of_a_match_at_which_somebody_sat_down_later_holds(is_restarted: bool, goes_on: bool) -> None:
    table = AtTheTable()
    table.open(clock=False, undo="never", pace=0.0)
    table.fill_and_start(people=2, bot="random")
    assert table._ask("Bea", p.LeaveSeat) == table._ask("Cem", p.TakeSeat, seat=1) == "Accepted"
    if is_restarted:
        table.restart()
    if goes_on:
        assert table.room.playing is not None
        while not any(entry.seat == 0 for entry in table.room.playing.match.log):
            for who, seat in table.room.people.items():
                for action in table.room.playing.match.legal(seat)[:1]:
                    table._ask(who, m.PlayAction, action=action.number)
            table.think()
            table.wait(1.0)
    for who in table.room.people:
        assert table._ask(who, p.AbandonTable, agrees=True) == "Accepted"
    text = keeping.file_of(table.room)
    assert [step.reason for step in check(text) if step.holds is False] == []
    assert json.loads(text)["players"] == ["Ann", "Cem" if goes_on else REMOVED, "Bot 3"]
    table.teardown()


def begun_alone() -> AtTheTable:
    """Ann plays with two bots, by right of nobody's undo and without clocks."""
    table = AtTheTable()
    table.open(clock=False, undo="never", pace=0.0)
    table.fill_and_start(people=1, bot="random")
    assert table.room.phase == PLAYING
    return table


def acts(table: AtTheTable, id: int) -> str:
    """Ann plays the first thing she may, once it is her turn; how it is answered."""
    assert table.room.playing is not None
    while 0 not in table.room.playing.match.to_act:
        table.think()
        table.wait(1.0)
    return table._say("Ann", m.PlayAction(id=id, action=table.room.playing.match.legal(0)[0].number))


def own_entries(table: AtTheTable) -> int:
    return sum(row.person == "Ann" for row in table.house.store.entries(table.room.id))


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("run", [0, 8])
def test_the_ids_of_another_run_of_a_client_are_its_own(is_restarted: bool, run: int) -> None:
    table = begun_alone()
    table._enter("Ann", 0, run=7)
    for id in (101, 102, 103):
        assert acts(table, id) == "Accepted"
    table._enter("Ann", 0, run=run)
    assert acts(table, 101) == "Accepted"
    if is_restarted:
        table.restart()
        table._enter("Ann", 2**20 + 1, run=run)
    assert acts(table, 102) == acts(table, 103) == "Accepted"
    assert own_entries(table) == 6
    table.teardown()


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("last", [0, 2**20 + 1])
def test_what_a_run_says_again_is_done_once_whatever_it_has_heard(is_restarted: bool, last: int) -> None:
    table = begun_alone()
    table._enter("Ann", 0, run=7)
    assert acts(table, 101) == table._say("Ann", p.SayLine(id=102, text="hello")) == "Accepted"
    before = own_entries(table)
    if is_restarted:
        table.restart()
    table._enter("Ann", last, run=7)
    assert acts(table, 101) == table._say("Ann", p.SayLine(id=102, text="hello")) == "Accepted"
    assert (own_entries(table), len(table.room.chat.lines)) == (before, 1)
    table.teardown()


HOW = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = HOW
TestAtTheFishMarket = AtTheFishMarket.TestCase
TestAtTheFishMarket.settings = settings(HOW, max_examples=20)
