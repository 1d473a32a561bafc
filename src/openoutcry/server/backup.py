"""Copies of the database while the server runs, the way back, and the match files of all tables that are over."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, NullPool, create_engine

from openoutcry.engine.mistakes import Mistake
from openoutcry.server.database import Holder, is_sqlite, name_of, opening, refuse_newer, url_of, version_of
from openoutcry.server.store import Store
from openoutcry.server.vault import Vault
from openoutcry.table.file import write_text

BESIDE = ("", "-wal", "-shm")
"""What the names of SQLite's files end with."""


def back_up(database: str | Path, file: Path) -> None:
    """Copy a database of SQLite's as it stands at one moment, also while a server writes it, into a new file."""
    url = url_of(database)
    if not is_sqlite(url):
        raise Mistake(f"PostgreSQL makes its own backups: pg_dump --format=custom --file={file} '{_for_libpq(url)}'")
    if file.exists():
        raise Mistake(f"{file} is there already; name a new file")
    path = Path(str(url.database))
    if not path.is_file():
        raise Mistake(f"there is no database at {path}")
    with _whole(file) as making:
        _copy(path, making)
        _check(making, url)


def restore(file: Path, database: str | Path) -> Path | None:
    """Put the database of a backup in the place of ours, which no server may use; returns under which name ours is kept
    now.
    """
    url = url_of(database)
    if not is_sqlite(url):
        raise Mistake(
            f"PostgreSQL restores its own backups: pg_restore --clean --if-exists --dbname='{_for_libpq(url)}' {file}"
        )
    if not file.is_file():
        raise Mistake(f"there is no backup at {file}")
    path = Path(str(url.database))
    with opening(url):
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(Holder(url)), _whole(path) as making:
            _copy(file, making)
            _check(making, url_of(file))
            for ours in (making, Path(f"{path}.lock")):
                _give_to_owner_of(path if path.exists() else path.parent, ours)
            return _keep_under_another_name(path)


class Exported(NamedTuple):
    """How many files were written, and which tables have none, with the reasons."""

    written: int
    left_out: dict[str, Mistake]


def export(store: Store, vault: Vault, folder: Path, text_of: Callable[[Store, Vault, str], str]) -> Exported:
    """Write the match file of every table that is over into a folder; what was written there before is written anew."""
    folder.mkdir(parents=True, exist_ok=True)
    written, left_out = 0, {}
    for table in store.finished_tables():
        try:
            text = text_of(store, vault, table.id)
        except Mistake as mistake:
            left_out[table.id] = mistake
            continue
        day = time.strftime("%Y%m%d", time.gmtime(table.created_at))
        write_text(text, folder / f"{table.game}-{day}-{table.id}.json")
        written += 1
    return Exported(written, left_out)


def _for_libpq(url: URL) -> str:
    """The URL as PostgreSQL's own programs take it; they ask for the password, or have it from ~/.pgpass."""
    bare = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    return bare.render_as_string()


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A database of ours alone that has its name only when all of it is on disk."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}") from None
    making = Path(name)
    try:
        yield making
        os.fsync(handle)
        making.replace(path)
    finally:
        os.close(handle)
        for end in BESIDE:
            Path(f"{name}{end}").unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """All of a database, from one moment, in one file."""
    try:
        with closing(sqlite3.connect(source)) as from_there, closing(sqlite3.connect(target)) as to_here:
            from_there.backup(to_here)
            to_here.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise Mistake(f"{source} cannot be copied: {error}") from None


def _give_to_owner_of(other: Path, ours: Path) -> None:
    """Whoever restores it, the database belongs to whom it belonged before, or to whose folder it is in."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = other.stat()
        os.chown(ours, owner.st_uid, owner.st_gid)


def _check(copy: Path, backup: URL) -> None:
    """A copy is whole, ours, and not of a newer release; it is called by the name of what was copied."""
    with create_engine(url_of(copy), poolclass=NullPool).connect() as connection:
        version = version_of(connection, backup)
        faults = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    refuse_newer(version, backup)
    if version is None or faults != "ok":
        raise Mistake(f"the database {name_of(backup)} {'is empty' if version is None else f'is damaged: {faults}'}")


def _keep_under_another_name(path: Path) -> Path | None:
    """Give a database, if there is one, another name too; it has its own until another takes that, so that there is one
    whenever the machine fails.
    """
    if not path.exists():
        return None
    aside = path.with_name(f"{path.name}.{time.strftime('%Y%m%d-%H%M%S')}")
    if aside.exists():
        raise Mistake(f"{aside} is there already; try again")
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        os.link(path, aside)
    except (sqlite3.Error, OSError):
        for end in BESIDE:  # it is damaged, or the disk knows no second names
            if (beside := Path(f"{path}{end}")).exists():
                beside.rename(f"{aside}{end}")
    return aside
