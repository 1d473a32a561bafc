"""What is stored, and read back: people, tables, entries of their logs, chat. Only the writer writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from platformdirs import user_data_path
from sqlalchemy import Connection, Select, Table, func, select

from openoutcry.engine.mistakes import Mistake
from openoutcry.server.database import (
    Holder,
    bring_up_to_date,
    engine_of,
    is_sqlite,
    make_file,
    name_of,
    opening,
    refuse_older,
    url_of,
)
from openoutcry.server.rows import (
    CHATS,
    ENTRIES,
    LINKS,
    NAMES,
    PEOPLE,
    SERVER,
    TABLES,
    TOKENS,
    ChatRow,
    EntryRow,
    LinkRow,
    NameRow,
    PersonRow,
    TableRow,
)

Read = TypeVar("Read", bound=NamedTuple)
FINISHED = ("over", "closed")
"""Phases of a table at which nobody plays any more."""


def usual_database() -> Path:
    """Where the database is unless another is named."""
    try:
        return user_data_path("openoutcry", appauthor=False) / "outcry.sqlite"
    except RuntimeError:
        raise Mistake("you have no home folder to keep a database in; name one with --database") from None


class Store:
    """A database that is open: for a server, which holds it alone and brings it up to date, or for a reader beside."""

    def __init__(self, database: str | Path, *, is_reader: bool = False) -> None:
        self.url = url_of(database)
        self.holder: Holder | None = None
        self._engine = engine_of(self.url)
        try:
            with opening(self.url):
                if is_reader:
                    self._open_beside()
                else:
                    self._open_alone()
        except BaseException:
            self.close()
            raise

    def _open_alone(self) -> None:
        if is_sqlite(self.url):
            make_file(Path(str(self.url.database)))
        self.holder = Holder(self.url)
        bring_up_to_date(self.holder.connection(), self.url)

    def _open_beside(self) -> None:
        if is_sqlite(self.url) and not Path(str(self.url.database)).is_file():
            raise Mistake(f"there is no database at {name_of(self.url)}")
        with self.reading() as connection:
            refuse_older(connection, self.url)

    def close(self) -> None:
        """Let go of it; the writer has to have been closed."""
        self._engine.dispose()
        if self.holder is not None:
            self.holder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection to ask by."""
        return self._engine.connect()

    def person(self, id: str) -> PersonRow | None:
        """Somebody by their id."""
        return self._one(PersonRow, select(PEOPLE).where(PEOPLE.c.id == id))

    def person_by_token_hash(self, hash: str) -> PersonRow | None:
        """Whom a token proves to be there, by its SHA-256."""
        is_theirs = PEOPLE.c.id == TOKENS.c.person_id
        return self._one(PersonRow, select(PEOPLE).join(TOKENS, is_theirs).where(TOKENS.c.hash == hash))

    def banned(self) -> list[PersonRow]:
        """Everybody who is let in no longer."""
        return self._all(PersonRow, select(PEOPLE).where(PEOPLE.c.is_banned).order_by(PEOPLE.c.id))

    def link(self, hash: str) -> LinkRow | None:
        """A link to another device, by its SHA-256."""
        return self._one(LinkRow, select(LINKS).where(LINKS.c.hash == hash))

    def table(self, id: str) -> TableRow | None:
        """A table by its id."""
        return self._one(TableRow, select(TABLES).where(TABLES.c.id == id))

    def open_tables(self) -> list[TableRow]:
        """All tables that are neither over nor closed, the oldest first."""
        is_open = TABLES.c.phase.not_in(FINISHED)
        return self._all(TableRow, select(TABLES).where(is_open).order_by(TABLES.c.created_at, TABLES.c.id))

    def tables_of(self, person: str) -> list[TableRow]:
        """The tables at which somebody has or had a seat, the one last played at first."""
        theirs = select(NAMES.c.table_id).where(NAMES.c.person == person)
        chosen = select(TABLES).where(TABLES.c.id.in_(theirs))
        return self._all(TableRow, chosen.order_by(TABLES.c.changed_at.desc(), TABLES.c.id))

    def last_used(self, table_id: str) -> float | None:
        """When something happened at a table last."""
        acted = select(func.max(ENTRIES.c.at)).where(ENTRIES.c.table_id == table_id).scalar_subquery()
        with self.reading() as connection:
            found = connection.execute(select(TABLES.c.changed_at, acted).where(TABLES.c.id == table_id)).one_or_none()
        return None if found is None else max(at for at in found if at is not None)

    def ended_tables_of(self, person: str, since: float, most: int) -> list[TableRow]:
        """The tables at which somebody has or had a seat that ended since a time, the last first."""
        theirs = select(NAMES.c.table_id).where(NAMES.c.person == person)
        has_ended = TABLES.c.phase.in_(FINISHED) & (TABLES.c.changed_at >= since)
        chosen = select(TABLES).where(TABLES.c.id.in_(theirs), has_ended)
        return self._all(TableRow, chosen.order_by(TABLES.c.changed_at.desc(), TABLES.c.id).limit(most))

    def finished_tables(self) -> Iterator[TableRow]:
        """All tables whose match is over or given up, by their ids, each read when it is asked for, so that nobody is
        kept waiting.
        """
        last = ""
        is_finished = TABLES.c.phase.in_(FINISHED) & (TABLES.c.rounds != "null")
        chosen = select(TABLES).where(is_finished).order_by(TABLES.c.id).limit(1)
        while table := self._one(TableRow, chosen.where(TABLES.c.id > last)):
            yield table
            last = table.id

    def entries(self, table_id: str, since: int = 0) -> list[EntryRow]:
        """The entries of a table's log, from a number on."""
        return self._all(EntryRow, _numbered(ENTRIES, table_id, since))

    def chats(self, table_id: str, since: int = 0) -> list[ChatRow]:
        """The chat of a table, from a number on."""
        return self._all(ChatRow, _numbered(CHATS, table_id, since))

    def names(self, table_id: str) -> list[NameRow]:
        """Who has or had the seats of a table."""
        return self._all(NameRow, select(NAMES).where(NAMES.c.table_id == table_id).order_by(NAMES.c.seat))

    def value(self, key: str) -> str | None:
        """What the server remembers for itself."""
        with self.reading() as connection:
            return connection.scalar(select(SERVER.c.value).where(SERVER.c.key == key))

    def _all(self, row: type[Read], chosen: Select[Any]) -> list[Read]:
        with self.reading() as connection:
            return [row(*found) for found in connection.execute(chosen)]

    def _one(self, row: type[Read], chosen: Select[Any]) -> Read | None:
        return next(iter(self._all(row, chosen)), None)


def _numbered(table: Table, table_id: str, since: int) -> Select[Any]:
    chosen = select(table).where(table.c.table_id == table_id, table.c.number >= since)
    return chosen.order_by(table.c.number)
