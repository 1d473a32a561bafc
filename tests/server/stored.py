"""Rows to store in tests, and a writer that remembers what it told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from openoutcry.server.rows import ChatRow, EntryRow, NameRow, PersonRow, TableRow, TableStands, TokenRow, text_of
from openoutcry.server.store import Store
from openoutcry.server.writer import Told, Writer


def person(id: str = "ann", **changes: Any) -> PersonRow:
    return PersonRow(id, f"{id.title()} Öz 🐟", 3, 1.5, 2.25, False)._replace(**changes)


def token(id: str = "ann") -> TokenRow:
    return TokenRow(sha256(id.encode()).hexdigest(), id, 1.5)


def table(id: str = "t1", **changes: Any) -> TableRow:
    settings = text_of({"seats": 3, "options": {}})
    row = TableRow(
        id,
        "in",
        "see",
        "bounce",
        4,
        "gathering",
        "ann",
        settings,
        "{}",
        b"\0\xff",
        "[]",
        1.1,
        1.1,
        None,
        None,
        None,
    )
    return row._replace(**changes)


def stands(id: str = "t1", **changes: Any) -> TableStands:
    return TableStands(id, "playing", '{"generation":1}', 5.5, None)._replace(**changes)


def entry(number: int, table_id: str = "t1", **changes: Any) -> EntryRow:
    line = text_of({"seat": number % 3, "action": f"sell {number}D", "table": table_id})
    hashed = sha256(f"{table_id} {number}".encode()).hexdigest()
    return EntryRow(table_id, number, 0.1 * number, line, hashed, "ann", f"c{number}")._replace(**changes)


def chat(number: int, table_id: str = "t1", **changes: Any) -> ChatRow:
    return ChatRow(table_id, number, 0.1, "ann", None, "servus 👋", None, f"c{number}")._replace(**changes)


def name(seat: int, id: str = "ann", table_id: str = "t1") -> NameRow:
    return NameRow(table_id, seat, id, id.title(), "ab" * 16)


@dataclass
class Heard:
    """What a writer told, in order."""

    all: list[tuple[Any, ...]] = field(default_factory=list)

    def told(self) -> Told:
        return Told(
            committed=lambda ticket: self.all.append(("committed", ticket)),
            waiting=lambda reason: self.all.append(("waiting", reason)),
            resumed=lambda: self.all.append(("resumed",)),
            broken=lambda ticket, error: self.all.append(("broken", ticket, error)),
        )

    def of(self, kind: str) -> list[tuple[Any, ...]]:
        return [told for told in list(self.all) if told[0] == kind]

    def stored_up_to(self, ticket: int) -> None:
        until(lambda: any(told[1] >= ticket for told in self.of("committed")))


def until(happened: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait for something to happen."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.005)


@contextmanager
def writing(store: Store) -> Iterator[tuple[Writer, Heard]]:
    """A writer, closed at the end."""
    heard = Heard()
    writer = Writer(store, heard.told())
    try:
        yield writer, heard
    finally:
        writer.close()


def stored(store: Store, *items: list[Any]) -> Heard:
    """Store items, each at once, and return what was told."""
    with writing(store) as (writer, heard):
        for item in items:
            writer.put(item)
    assert heard.of("broken") == heard.of("waiting") == []
    return heard
