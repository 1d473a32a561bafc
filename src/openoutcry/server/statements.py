"""What is said to a database to write rows: as many at once as there are, each kind of row in its way.

One statement of many rows is much quicker than many of one row: between two calls of SQLite the thread that writes has
to get Python's lock back from the one that plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from sqlalchemy import Column, Connection, Double
from sqlalchemy.exc import IntegrityError

from openoutcry.server.rows import KINDS, LINKS, NAMES, PEOPLE, TOKENS, Kind, Row

MOST_ROWS = 500
"""In one statement: both databases take some 32,000 values at once."""
FORGOTTEN = (PEOPLE.c.id, TOKENS.c.person_id, LINKS.c.person_id, NAMES.c.person)
"""Where a person is named who is to be forgotten."""


def write(connection: Connection, rows: Iterable[Row]) -> None:
    """Write rows in the transaction that is open; the last of several that say the same thing counts."""
    for kind, alike in _batches(rows):
        for start in range(0, len(alike), MOST_ROWS):
            _write_alike(connection, kind, alike[start : start + MOST_ROWS])


def _batches(rows: Iterable[Row]) -> Iterator[tuple[Kind, list[Row]]]:
    """Rows of a kind together, but never past a row of another kind that concerns the same table."""
    waiting: dict[Kind, list[Row]] = {}
    for row in rows:
        kind = KINDS[type(row)]
        if kind not in waiting:
            if any(_meets(kind, other) for other in waiting):
                yield from _distinct(waiting)
                waiting = {}
            waiting[kind] = []
        waiting[kind].append(row)
    yield from _distinct(waiting)


@cache
def _meets(kind: Kind, other: Kind) -> bool:
    """Whether it matters which of the two is written first."""
    return not _concerns(kind).isdisjoint(_concerns(other))


def _concerns(kind: Kind) -> set[str]:
    return {column.table.name for column in FORGOTTEN} if kind.way == "forget" else {kind.table.name}


def _distinct(waiting: dict[Kind, list[Row]]) -> Iterator[tuple[Kind, list[Row]]]:
    """No statement may change a row twice; what is appended is compared instead."""
    for kind, rows in waiting.items():
        keys = len(kind.keys)
        yield kind, rows if kind.way == "append" else list({row[:keys]: row for row in rows}.values())


def _write_alike(connection: Connection, kind: Kind, rows: Sequence[Row]) -> None:
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    values = tuple(chain.from_iterable(rows))
    for statement in _statements(kind, len(rows), mark):
        done = connection.exec_driver_sql(statement, values)
    if kind.way == "append" and done.rowcount < len(rows):
        _refuse_others(connection, kind, rows, mark)


@lru_cache(256)
def _statements(kind: Kind, count: int, mark: str) -> tuple[str, ...]:
    """What writes so many rows of a kind; a mark stands for each value."""
    table, columns, keys = kind.table.name, ", ".join(kind.columns), ", ".join(kind.keys)
    others = [column for column in kind.columns if column not in kind.keys]
    rows = ", ".join([f"({', '.join([mark] * len(kind.columns))})"] * count)
    match kind.way:
        case "append":
            return (f"INSERT INTO {table} ({columns}) VALUES {rows} ON CONFLICT ({keys}) DO NOTHING",)
        case "replace":
            changes = ", ".join(f"{column} = excluded.{column}" for column in others)
            return (f"INSERT INTO {table} ({columns}) VALUES {rows} ON CONFLICT ({keys}) DO UPDATE SET {changes}",)
        case "change":
            changes = ", ".join(f"{name} = CAST(given.{name} AS {_type(kind.table.c[name])})" for name in others)
            given = f"WITH given ({columns}) AS (VALUES {rows})"
            return (f"{given} UPDATE {table} SET {changes} FROM given WHERE {table}.{keys} = given.{keys}",)
        case "remove":
            return (f"DELETE FROM {table} WHERE {keys} IN ({rows})",)
        case "forget":
            return tuple(f"{_forgetting(name.table.name)} WHERE {name.name} IN ({rows})" for name in FORGOTTEN)


def _type(column: Column[Any]) -> str:
    """PostgreSQL does not know the type of a mark for which only NULL stands; both databases know these names."""
    return "DOUBLE PRECISION" if isinstance(column.type, Double) else str(column.type)


def _forgetting(table: str) -> str:
    return f"UPDATE {table} SET name = '', salt = ''" if table == NAMES.name else f"DELETE FROM {table}"


def _refuse_others(connection: Connection, kind: Kind, rows: Sequence[Row], mark: str) -> None:
    """What was there already has to be the very same: stored before, though nobody heard of it."""
    which = " AND ".join(f"{key} = {mark}" for key in kind.keys)
    asked = f"SELECT {', '.join(kind.columns)} FROM {kind.table.name} WHERE {which}"
    for row in rows:
        key = row[: len(kind.keys)]
        if tuple(connection.exec_driver_sql(asked, key).one()) != row:
            error = ValueError(f"{kind.table.name} {key} is stored already, and different")
            raise IntegrityError(asked, key, error)
