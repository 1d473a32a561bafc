"""Tables of a server without the server: rooms that are driven by hand, with a clock that is given."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from itertools import count
from typing import Any, TypeVar

from openoutcry import bots
from openoutcry.bots.seated import SeatedBots
from openoutcry.engine.chance import key_of_seed
from openoutcry.engine.game import Game
from openoutcry.server import keeping
from openoutcry.server import protocol as p
from openoutcry.server.bell import Delays
from openoutcry.server.kept import Kept, Seat
from openoutcry.server.playing import Playing, Said
from openoutcry.server.room import Room
from openoutcry.server.shuffle import DrawnRound
from openoutcry.table import messages as m
from openoutcry.table.checking import check

Message = TypeVar("Message", bound=m.Said)


class Rooms:
    """A house of rooms: what is said is kept by table and person, bots answer at once, nothing is stored."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.rooms: dict[str, Room] = {}
        self.said: dict[tuple[str, str], list[m.Said]] = defaultdict(list)
        self.seeds, self.ids = count(1), count(1)
        self.delays: dict[tuple[str, str], Delays] = {}

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return self.time

    def new_secret(self) -> bytes:
        return key_of_seed(next(self.seeds))

    def check_bot(self, name: str, game: Game) -> object:
        return bots.read(name, game)

    def delays_of(self, table: str, who: str) -> Delays | None:
        return self.delays.get((table, who))

    def check_ready(self, game: Game) -> None:
        del game

    def begin_match(self, room: Room, rounds: list[DrawnRound], key: bytes, now: float) -> Playing:
        return keeping.begin(self, room, rounds, key, now)

    def sat_down_late(self, room: Room, seat: int) -> None:
        keeping.sit_down_late(room, seat)

    def open_next(self, room: Room, seats: list[Seat]) -> str:
        return keeping.open_next(self, room, seats).id

    def new_room(self, settings: p.NewTable, kept: Kept) -> Room:
        number = len(self.rooms)
        room = Room(f"t{number}", settings, kept, (f"invite{number}", f"watch{number}"), self.new_secret(), self)
        room.opened_at = self.time
        self.rooms[room.id] = room
        return room

    def twin_of(self, room: Room) -> Room | None:
        return self.rooms.get(room.kept.twin or "")

    def file_of(self, room: Room) -> str:
        return keeping.file_of(room)

    def also(self, room: Room, said: Said) -> None:
        self.carry(room, said)

    # Driving.

    def open(self, host: p.Person, game: str = "crypto_cards", seats: int = 3, **settings: Any) -> Room:
        """A table, with its host at its first free seat and in the room."""
        made = keeping.open_table(self, host, p.NewTable(game=game, seats=seats, **settings))
        self.enter(made, host)
        return made

    def enter(self, room: Room, person: p.Person | None, code: str | None = None, last: int = 0, run: int = 0) -> None:
        who = person.person if person else "watcher"
        self.carry(room, room.enter(who, person, p.Enter(code=code or room.invite, last=last, run=run), self.time))

    def leave(self, room: Room, *people: p.Person) -> None:
        for each in people:
            self.carry(room, room.leave(each.person, self.time))

    def say(self, room: Room, person: p.Person, kind: type[Any], **parts: Any) -> m.Accepted | m.Declined | None:
        """Somebody says something; how it is answered."""
        if "id" in kind.__struct_fields__:
            parts.setdefault("id", next(self.ids))
        before = len(self.said[room.id, person.person])
        self.carry(room, room.hear(person.person, kind(**parts), self.time))
        heard = self.said[room.id, person.person][before:]
        answers = [each for each in heard if isinstance(each, m.Accepted | m.Declined) and each.id == parts.get("id")]
        return answers[0] if answers else None

    def why_not(self, room: Room, person: p.Person, kind: type[Any], **parts: Any) -> str:
        """Why something that somebody says is not done."""
        answer = self.say(room, person, kind, **parts)
        assert isinstance(answer, m.Declined), answer
        return answer.reason["code"]

    def carry(self, room: Room, said: Said) -> None:
        for who, message in said:
            self.said[room.id, who].append(message)
        seated = SeatedBots()
        for ask in room.asks():
            answer = seated.answer(ask._replace(bot="greedy"))
            self.carry(room, room.decided(ask, answer, self.time))

    def heard(self, room: Room, who: str, kind: type[Message]) -> list[Message]:
        """What somebody was told of that kind, the newest last."""
        return [each for each in self.said[room.id, who] if isinstance(each, kind)]

    def about(self, room: Room, person: p.Person) -> p.RoomChanged:
        """The table as somebody was told of it last."""
        return self.heard(room, person.person, p.RoomChanged)[-1]

    def pass_time(self, seconds: float) -> None:
        """Let time pass, never late."""
        until = self.time + seconds
        while (at := min((room.next_at or until for room in self.rooms.values()), default=until)) < until:
            self.time = max(self.time, at)
            self._due()
        self.time = until
        self._due()

    def _due(self) -> None:
        for room in list(self.rooms.values()):
            if (at := room.next_at) is not None and at <= self.time:
                self.carry(room, room.due(self.time))

    def assert_proven(self, room: Room) -> None:
        """The match is over, and its file holds."""
        assert room.phase in ("over", "closed")
        wrong = [str(step.reason) for step in check(keeping.file_of(room)) if step.holds is False]
        assert not wrong

    def shuffle(self, *tables: tuple[Room, list[p.Person]]) -> None:
        """Everybody commits, then everybody shows."""
        number = max(len(room.shuffle.rounds) for room, _ in tables if room.shuffle)
        for room, people in tables:
            for person in people:
                self.say(room, person, p.CommitNonce, round=number, commitment=committed(person))
        for room, people in tables:
            for person in people:
                self.say(room, person, p.RevealNonce, round=number, nonce=nonce_of(person).hex())

    def begun(self, people: list[p.Person], game: str = "crypto_cards", **settings: Any) -> Room:
        """A table at which people play, bots at the other seats."""
        seats = settings.pop("seats", max(len(people), 3))
        room = self.open(people[0], game, seats, **settings)
        for seat, person in enumerate(people[1:], start=1):
            self.enter(room, person)
            self.say(room, person, p.TakeSeat, seat=seat)
            self.say(room, person, p.BeReady, is_ready=True)
        for seat in range(len(people), seats):
            self.say(room, people[0], p.FillSeat, seat=seat, bot="greedy")
        assert isinstance(self.say(room, people[0], p.StartMatch), m.Accepted)
        self.shuffle((room, people))
        assert room.phase == "playing"
        return room

    def play_on(self, room: Room, people: list[p.Person], actions: int = 10_000) -> None:
        """Everybody plays the first thing they may, until it is over or so much was done."""
        assert room.playing is not None
        session = room.playing.session
        for _ in range(actions):
            if room.phase != "playing":
                return
            for person in people:
                seat = room.seat_of(person.person)
                if seat is not None and session.waits_for(seat) and seat not in session.stand_ins:
                    legal = session.view_of(person.person).legal
                    self.say(room, person, m.PlayAction, action=legal[len(room.playing.match.log) % len(legal)].number)
                    break
            else:
                self.pass_time(1.0)


def person(name: str) -> p.Person:
    return p.Person(person=name.lower(), name=name, colour=len(name) % 12)


def nonce_of(person: p.Person) -> bytes:
    return hashlib.sha256(person.name.encode()).digest()


def committed(person: p.Person) -> str:
    return hashlib.sha256(nonce_of(person)).hexdigest()
