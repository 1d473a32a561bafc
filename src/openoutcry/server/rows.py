"""What the database holds: each row a tuple, from which its table is declared, and how a row of that kind is written.

Texts that hold JSON are made by `text_of` and read by `msgspec.json.decode`. Times are seconds since 1970, hashes and
salts hexadecimal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args, get_type_hints

from msgspec import json
from sqlalchemy import BigInteger, Boolean, Column, Double, Index, LargeBinary, MetaData, Table, Text
from sqlalchemy.types import TypeEngine


class PersonRow(NamedTuple):
    """Somebody who came as a guest: nothing is known of them but the name they chose."""

    id: str
    name: str
    colour: int
    created_at: float
    seen_at: float
    is_banned: bool


class TokenRow(NamedTuple):
    """What proves who somebody is; only its SHA-256 is kept."""

    hash: str
    person_id: str
    created_at: float


class LinkRow(NamedTuple):
    """What makes another device the same person, once and soon; only its SHA-256 is kept."""

    hash: str
    person_id: str
    expires_at: float


class TableRow(NamedTuple):
    """A table: how it is played (settings), how it stands (state), and what its shuffle comes from, sealed."""

    id: str
    invite: str
    watch: str
    game: str
    version: int
    phase: str
    host: str
    settings: str
    state: str
    secret: bytes
    rounds: str
    created_at: float
    changed_at: float
    due_at: float | None
    next_table: str | None
    twin: str | None


class TableStands(NamedTuple):
    """How a table stands now; what else its row holds stays as it is."""

    id: str
    phase: str
    state: str
    changed_at: float
    due_at: float | None


class EntryRow(NamedTuple):
    """An entry of a match's log, and the id that the client gave the action; never changed."""

    table_id: str
    number: int
    at: float
    line: str
    hash: str
    person: str | None
    client_id: str | None


class ChatRow(NamedTuple):
    """A line of chat, or the name of a quick phrase, and the id that the client gave it; never changed."""

    table_id: str
    number: int
    at: float
    person: str
    seat: int | None
    text: str
    phrase: str | None
    client_id: str | None


class NameRow(NamedTuple):
    """What somebody was called at a table, and the salt of its commitment; both are empty once they were deleted."""

    table_id: str
    seat: int
    person: str
    name: str
    salt: str


class ServerRow(NamedTuple):
    """What the server remembers for itself, such as when it was last alive."""

    key: str
    value: str


class LinkUsed(NamedTuple):
    """A link that is to be gone."""

    hash: str


class PersonForgotten(NamedTuple):
    """A person who is to be gone: name, tokens and links everywhere; the seats they had stay."""

    id: str


Row = (
    PersonRow
    | TokenRow
    | LinkRow
    | TableRow
    | TableStands
    | EntryRow
    | ChatRow
    | NameRow
    | ServerRow
    | LinkUsed
    | PersonForgotten
)

METADATA = MetaData()
TYPES: dict[Any, type[TypeEngine[Any]]] = {
    str: Text,
    int: BigInteger,
    float: Double,
    bool: Boolean,
    bytes: LargeBinary,
}


def _column(name: str, hint: Any, is_key: bool) -> Column[Any]:
    inner = [part for part in get_args(hint) if part is not type(None)]
    return Column(name, TYPES[inner[0] if inner else hint], primary_key=is_key, nullable=bool(inner))


def _table(name: str, row: type[Row], *keys: str, indexed: Iterable[str] = ()) -> Table:
    """The table that holds rows of a kind."""
    columns = [_column(field, hint, field in keys) for field, hint in get_type_hints(row).items()]
    return Table(name, METADATA, *columns, *(Index(f"{name}_{field}", field) for field in indexed))


PEOPLE = _table("people", PersonRow, "id")
TOKENS = _table("tokens", TokenRow, "hash", indexed=["person_id"])
LINKS = _table("links", LinkRow, "hash", indexed=["person_id"])
TABLES = _table("tables", TableRow, "id", indexed=["phase"])
ENTRIES = _table("entries", EntryRow, "table_id", "number")
CHATS = _table("chats", ChatRow, "table_id", "number")
NAMES = _table("names", NameRow, "table_id", "seat", indexed=["person"])
SERVER = _table("server", ServerRow, "key")

Way = Literal["append", "replace", "change", "remove", "forget"]


@dataclass(frozen=True, eq=False)
class Kind:
    """How a row of a kind is written: appended for good, put in the place of an older one, as a change of some columns,
    or as the removal of what it names.
    """

    way: Way
    table: Table
    columns: tuple[str, ...]
    keys: tuple[str, ...]


def _kind(way: Way, table: Table, row: type[Row]) -> Kind:
    return Kind(way, table, row._fields, tuple(column.name for column in table.primary_key))


_WAYS: list[tuple[Way, Table, type[Row]]] = [
    ("replace", PEOPLE, PersonRow),
    ("replace", TOKENS, TokenRow),
    ("replace", LINKS, LinkRow),
    ("replace", TABLES, TableRow),
    ("change", TABLES, TableStands),
    ("append", ENTRIES, EntryRow),
    ("append", CHATS, ChatRow),
    ("replace", NAMES, NameRow),
    ("replace", SERVER, ServerRow),
    ("remove", LINKS, LinkUsed),
    ("forget", PEOPLE, PersonForgotten),
]
KINDS: dict[type[Row], Kind] = {row: _kind(way, table, row) for way, table, row in _WAYS}


def text_of(value: Any) -> str:
    """A value as JSON.

    >>> text_of({"seats": 3})
    '{"seats":3}'
    """
    return json.encode(value).decode()
