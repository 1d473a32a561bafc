"""Tables and what is stored of them: how one begins, what is written when it changes, and how it comes back."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from openoutcry.engine.game import Game
from openoutcry.games import find
from openoutcry.server import protocol as p
from openoutcry.server.bell import Delays
from openoutcry.server.dealing import begin_again
from openoutcry.server.files import is_by_other_rules
from openoutcry.server.kept import CLOSED, OVER, PLAYING, SHUFFLING, Kept, Seat
from openoutcry.server.people import person_of
from openoutcry.server.playing import Playing, StoredChain, read_id
from openoutcry.server.room import Room
from openoutcry.server.rows import ChatRow, EntryRow, NameRow, Row, TableRow, TableStands
from openoutcry.server.rows import text_of as json_of
from openoutcry.server.sealed import SEALED, Sealed
from openoutcry.server.shuffle import DrawnRound
from openoutcry.table.clocks import ClockSet
from openoutcry.table.fairness import SIZE, Round, commitment, header_of, name_commitment
from openoutcry.table.file import play_line, text_of
from openoutcry.table.match import Match
from openoutcry.table.reasons import Reason
from openoutcry.table.session import Session, shown_option

if TYPE_CHECKING:
    from openoutcry.server.house import House
    from openoutcry.server.store import Store

NEEDS = ("table", "thumb", "search", "review")
"""What has to be compiled of a game before it is played here."""
A_DAY = 86_400
ID = re.compile("[A-Za-z0-9_-]{1,64}")
SETTINGS, KEPT = msgspec.json.Decoder(p.NewTable), msgspec.json.Decoder(Kept)
"""Made here, for msgspec crashes where two threads are the first to read a type at the same time."""
GENERATION = 2**20
"""Views that one run of the server may number at a table; what was heard from an earlier run is less."""


class Rooms(Protocol):
    """Whoever has rooms."""

    def now(self) -> float:
        """Seconds of the tables' clock."""

    def new_room(self, settings: p.NewTable, kept: Kept) -> Room:
        """A room with an id, codes and a secret of its own."""

    def check_bot(self, name: str, game: Game) -> object:
        """Refuse a bot that does not play a game."""

    def delays_of(self, table: str, who: str) -> Delays | None:
        """What is known of the delay of somebody's line to a table."""


def new_id() -> str:
    """The id of a table."""
    return secrets.token_urlsafe(9)


def is_id(written: str) -> bool:
    """Whether something may be the id of a table or a person: databases are asked for nothing else."""
    return ID.fullmatch(written) is not None


def new_code() -> str:
    """The code of a link."""
    return secrets.token_urlsafe(12)


def checked(settings: p.NewTable, check_bot: Callable[[str, Game], object]) -> p.NewTable:
    """Settings that a table can be opened with; what was left to the game is filled in."""
    game = find(settings.game)
    options = {name: shown_option(game, name, number) for name, number in settings.options.items()}
    game.template(settings.seats, options)
    for seat, bot in settings.bots.items():
        if not 0 <= seat < settings.seats:
            raise Reason("no_such_seat", seat=seat, last=settings.seats - 1)
        check_bot(bot, game)
    if settings.days and settings.clock:
        raise Reason("clock_and_days")
    if settings.clock and not (settings.clock["move"] or settings.clock["bank"]):
        raise Reason("clock_of_zero")
    pace = game.pace if settings.pace is None else settings.pace
    return msgspec.structs.replace(settings, pace=0.0 if settings.days else pace)


def open_table(house: Rooms, person: p.Person, settings: p.NewTable) -> Room:
    """A new table: whoever opens it has its first free seat, by correspondence once they have added their nonce. With
    a duplicate at two tables there is another beside it.
    """
    settings = checked(settings, house.check_bot)
    seats = [Seat(bot=settings.bots.get(number)) for number in range(settings.seats)]
    free = next((number for number, seat in enumerate(seats) if seat.is_free), None)
    if free is None:
        raise Reason("nobody_sits")
    if not settings.days:
        seats[free] = Seat(person.person, person.name, person.colour)
    room = house.new_room(settings, Kept(seats, person.person, person.name))
    room.all_are_away(house.now())
    if settings.duplicate == "tables":
        free_seats = [Seat(bot=seat.bot) for seat in seats]
        twin = house.new_room(settings, Kept(free_seats, person.person, person.name, leg=1, twin=room.id))
        twin.all_are_away(house.now())
        room.kept.twin, twin.secret = twin.id, room.secret
    return room


def open_next(house: Rooms, room: Room, seats: list[Seat]) -> Room:
    """The next table of the same people, led by the host or, where they have got up, by whoever sits first; where it is
    the second leg of a duplicate, with the same key. There are no two next tables: after two there is one by itself.
    """
    leaders = [(seat.person, seat.name or "") for seat in seats if seat.person]
    host = room.kept.host, room.kept.host_name
    kept = Kept(seats, *(host if host[0] in room.people or not leaders else leaders[0]))
    is_leg = room.settings.duplicate == "legs" and room.kept.twin is None and room.phase == OVER
    if is_leg:
        kept.twin, kept.leg, kept.is_same_people = room.id, 1, True
    is_by_itself = room.settings.duplicate == "tables"
    settings = msgspec.structs.replace(room.settings, duplicate="none") if is_by_itself else room.settings
    following = house.new_room(settings, kept)
    following.all_are_away(house.now())
    room.kept.next_watch = following.watch
    if is_leg and room.playing is not None:
        following.rounds, following.secret, following.key = list(room.rounds), room.secret, room.playing.match._key
    return following


def clock_of(settings: p.NewTable) -> ClockSet | None:
    """The clock of a table: by correspondence so many days for each move."""
    if settings.days:
        return {"move": settings.days * A_DAY, "bank": 0.0, "increment": 0.0, "leaves": False}
    return settings.clock


def begin(house: Rooms, room: Room, rounds: list[DrawnRound], key: bytes, now: float) -> Playing:
    """Deal: a match with that key, the chain of its entries, and a session with everybody who sits here."""
    bots = {number: seat.bot for number, seat in enumerate(room.seats) if seat.bot}
    match = _match(room, key)
    salts = [secrets.token_bytes(SIZE) for _ in room.seats]
    room.salts = [*salts]
    names = [name_commitment(salt, name) for salt, name in zip(salts, match.players, strict=True)]
    room.header = header_of(
        match,
        table=room.id,
        rounds=[_public(number, drawn, room) for number, drawn in enumerate(rounds, start=1)],
        names=names,
        twin=room.kept.twin,
        leg=room.kept.leg,
    )
    chain = StoredChain(room.secret, room.header, match)
    session = _session(house, chain)
    settings = room.settings
    session.begin(
        match,
        room.people,
        bots,
        pace=settings.pace or 0.0,
        haste=settings.haste,
        clock=clock_of(settings),
        host=room.kept.host,
        undo=settings.undo,
        hints=settings.hints,
        answer=0.0 if settings.days else settings.answer,
        now=now,
    )
    return Playing(session, chain, partial(house.delays_of, room.id))


def _match(room: Room, key: bytes) -> Match:
    settings, game = room.settings, room.game
    options = {name: shown_option(game, name, number) for name, number in settings.options.items()}
    bots = {number: seat.bot for number, seat in enumerate(room.seats) if seat.bot}
    players = [seat.name or bot_name(number) for number, seat in enumerate(room.seats)]
    return Match(game, settings.seats, options, key=key, players=players, bots=bots)


def _public(number: int, drawn: DrawnRound, room: Room) -> Round:
    """What may be known of a round before the end."""
    return Round(
        round=number,
        commitment=commitment(drawn.secret),
        commitments=drawn.commitments,
        nonces=drawn.nonces,
        missing=drawn.missing,
        at_sitting=bool(room.settings.days),
    )


def _session(house: Rooms, chain: StoredChain) -> Session:
    return Session(secrets.token_bytes(32), check_bot=house.check_bot, chain=chain)


def phase_of(written: str) -> p.Phase:
    """A phase as it is stored."""
    phase: p.Phase = msgspec.convert(written, p.Phase)
    return phase


def sit_down_late(room: Room, seat: int) -> None:
    """Somebody else sits at a seat of a match that runs: their name is committed to with what is done next."""
    assert room.playing is not None, "a match is played"
    salt = secrets.token_bytes(SIZE)
    room.salts[seat] = salt
    room.playing.chain.names[seat] = name_commitment(salt, room.playing.match.players[seat])


# Writing.


def items_of(house: House, room: Room) -> list[Row]:
    """What is to be stored of a table since it was stored last."""
    entries, lines, kept = room.take_unsaved()
    if not (entries or lines or kept):
        return []
    at = house.wall()
    house.metrics.actions += len(entries)
    rows: list[Row] = [
        EntryRow(room.id, one.number, at, one.content, one.hash, one.person, one.said_as) for one in entries
    ]
    for person, line, said_as in lines:
        text = line["text"] or ""
        rows.append(ChatRow(room.id, line["number"], line["at"], person, line["seat"], text, line["phrase"], said_as))
    if kept is not None:
        rows += _table_rows(house, room, kept.decode(), at)
    return rows


def _table_rows(house: House, room: Room, state: str, at: float) -> list[Row]:
    due_at = house.due_at(room)
    if not room.is_row_changed:
        return [TableStands(room.id, room.phase, state, at, due_at)]
    room.is_row_changed = False
    sealed = Sealed([drawn.secret for drawn in room.rounds] or [room.secret], room.key)
    row = TableRow(
        id=room.id,
        invite=room.invite,
        watch=room.watch,
        game=room.game.name,
        version=room.header["version"] if room.header else room.game.version,
        phase=room.phase,
        host=room.kept.host,
        settings=json_of(room.settings),
        state=state,
        secret=house.vault.seal(msgspec.msgpack.encode(sealed), room.id),
        rounds=json_of(room.header),
        created_at=room.opened_at,
        changed_at=at,
        due_at=due_at,
        next_table=room.kept.next,
        twin=room.kept.twin,
    )
    return [row, *_name_rows(room)]


def _name_rows(room: Room) -> list[Row]:
    """Who sits where, people and bots; whoever has left is still called by the row that was written then."""
    if room.playing is None:
        return []
    return [
        NameRow(room.id, number, seat.person or "", name, salt.hex())
        for number, (seat, name, salt) in enumerate(
            zip(room.seats, room.playing.match.players, room.salts, strict=True)
        )
        if salt and (seat.person or name == bot_name(number))
    ]


def bot_name(seat: int) -> str:
    """What a bot is called in the file of a match."""
    return f"Bot {seat + 1}"


# Reading.


def load(house: House, table: str) -> Room:
    """A table as it is stored, ready to go on."""
    row = house.store.table(table)
    if row is None:
        raise Reason("no_table")
    settings, kept = SETTINGS.decode(row.settings), KEPT.decode(row.state)
    sealed = SEALED.decode(house.vault.open(row.secret, row.id))
    room = Room(row.id, settings, kept, (row.invite, row.watch), sealed.secrets[-1], house)
    room.opened_at, room.phase, room.key = row.created_at, phase_of(row.phase), sealed.key
    room.is_changed = room.is_row_changed = False
    lines = house.store.chats(table)
    people = [found for person in {line.person for line in lines} if (found := house.store.person(person))]
    room.load_chat(lines, {person.id: person_of(person) for person in people})
    room.all_are_away(house.now())
    if row.phase == SHUFFLING:
        begin_again(room)
    header = msgspec.json.decode(row.rounds)
    if sealed.key is not None and kept.twin and (first := house.store.table(kept.twin)):
        room.rounds = _drawn(sealed, msgspec.json.decode(first.rounds))
    if header is None:
        return room
    room.header = header
    room.salts = _salts(house.store, room)
    room.rounds = _drawn(sealed, header)
    if not is_by_other_rules(row):
        room.playing = _resumed(house, room, sealed)
        room.playing.is_stopped = room.phase == CLOSED
    elif row.phase == PLAYING:
        room.close("rules_changed")
    return room


def _drawn(sealed: Sealed, header: dict[str, Any]) -> list[DrawnRound]:
    """The rounds of the shuffle, with their secrets; those of a duplicate's second leg are those of its first."""
    return [
        DrawnRound(
            secret,
            {int(place): shown for place, shown in one["commitments"].items()},
            {int(place): nonce for place, nonce in one["nonces"].items()},
            one["missing"],
        )
        for secret, one in zip(sealed.secrets, header["rounds"], strict=True)
    ]


def _salts(store: Store, room: Room) -> list[bytes | None]:
    """The salts of the names, as far as they were not deleted."""
    found = {name.seat: name.salt for name in store.names(room.id)}
    return [bytes.fromhex(found[seat]) if found.get(seat) else None for seat in range(room.settings.seats)]


def _resumed(house: House, room: Room, sealed: Sealed) -> Playing:
    """The match from its entries, and its session from where it stood."""
    header, rows = room.header or {}, house.store.entries(room.id)
    last = Round.from_json(header["rounds"][-1])
    match = _match(room, last.key(room.secret))
    match.bots = {int(seat): bot for seat, bot in header["bots"].items()}
    for row in rows:
        line = msgspec.json.decode(row.line)
        line.pop("note", None)
        play_line(match, line)
    names = [
        None if salt is None else name_commitment(salt, called)
        for salt, called in zip(room.salts, (room.kept.session or {}).get("players", match.players), strict=True)
    ]
    chain = StoredChain(room.secret, header, match, [row.line for row in rows])
    chain.names = [now or then for now, then in zip(names, chain.names, strict=True)]
    answers = [(row.person, *read_id(row.client_id)) for row in rows if row.person and row.client_id]
    session = Session.restored(
        match,
        room.kept.session or {},
        key=secrets.token_bytes(32),
        first_number=house.generation * GENERATION,
        answers=answers,
        now=house.now(),
        alive_at=house.now(),
        check_bot=house.check_bot,
        chain=chain,
    )
    return Playing(session, chain, partial(house.delays_of, room.id))


def file_of(room: Room) -> str:
    """The file of a match that is over, with the proof of its shuffle, from the memory; see also `server/files.py`."""
    if room.is_secret_kept:
        raise Reason("twin_runs") if room.phase in (OVER, CLOSED) else Reason("key_stays")
    if room.playing is None:
        raise Reason("no_match")
    chain = room.playing.chain
    salts = [None if seat in chain.unchained else salt for seat, salt in enumerate(room.salts)]
    proof = chain.proof([drawn.secret for drawn in room.rounds], salts)
    return text_of(room.playing.match, proof, chain.header["options"])
