"""Opening a database by its URL: SQLite in one file, or PostgreSQL; its version, and that one server alone uses it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.server.migrations.env import VERSION_TABLE

PATIENCE = 0.5
"""Seconds that SQLite waits for somebody else's lock before it says so."""
LOCK_NUMBER = 0x6F7574637279
"""The advisory lock of PostgreSQL that a server holds: "outcry" in ASCII."""
LAST_BREATH = 3.0
"""Seconds in which PostgreSQL notices that a server is gone that was killed."""
POSTGRES: dict[str, Any] = {
    "application_name": "openoutcry",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "prepare_threshold": None,  # what the writer says has as many forms as groups have sizes
}
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    f"PRAGMA busy_timeout = {round(PATIENCE * 1000)}",
    "PRAGMA secure_delete = FAST",
    "PRAGMA temp_store = MEMORY",  # what takes back half a statement needs no file of its own
    "PRAGMA wal_autocheckpoint = 4000",  # pages: those that change again and again are brought home less often
)


def url_of(database: str | Path) -> URL:
    """The URL of a database that is named by a path or by a URL.

    >>> url_of("games.sqlite").database, url_of("sqlite:////srv/games.sqlite").database
    ('games.sqlite', '/srv/games.sqlite')
    >>> url_of("postgres://ann@db/games").drivername
    'postgresql+psycopg'
    """
    try:
        url = make_url(str(database)) if "://" in str(database) else URL.create("sqlite", database=str(database))
    except (ArgumentError, ValueError):
        raise Mistake(f"a database is a path, sqlite:///PATH or postgresql://…, not {quoted(database)}") from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database and url.database != ":memory:":
        return url
    raise Mistake(f"a database is a path, sqlite:///PATH or postgresql://…, not {quoted(url.render_as_string())}")


def is_sqlite(url: URL) -> bool:
    """Whether it is a file of SQLite's, not a server of PostgreSQL's."""
    return url.drivername == "sqlite"


def name_of(url: URL) -> str:
    """What a sentence calls a database: never with its password."""
    return str(url.database) if is_sqlite(url) else url.render_as_string(hide_password=True)


def engine_of(url: URL, **given: Any) -> Engine:
    """Connections to a database, each set up alike."""
    given = {"hide_parameters": True} | given  # whatever goes wrong, what was to be stored is in no log
    if is_sqlite(url):
        engine = create_engine(url, **given)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return engine
    try:
        return create_engine(url, connect_args=POSTGRES, pool_pre_ping=True, **given)
    except ImportError:
        raise Mistake("PostgreSQL needs a package more: pip install 'openoutcry[postgres]'") from None


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin when we say so, also around changes of tables
    for pragma in PRAGMAS:
        connection.execute(pragma)


def why(error: BaseException) -> str:
    """What a database complains of, on one line."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return " ".join(str(said).split()) or type(said).__name__


@contextmanager
def opening(url: URL) -> Iterator[None]:
    """Say in one sentence why a database cannot be opened."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise Mistake(f"the database {name_of(url)} cannot be opened: {why(error)}") from error


# One server alone.


class Holder:
    """Holds a database for one server: it has the connection that writes, and whoever else comes is refused.

    With PostgreSQL the lock belongs to that very connection, so what was written with it was written alone.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self._engine = engine_of(url, poolclass=NullPool)
        self._file = _locked(Path(f"{url.database}.lock"), url) if is_sqlite(url) else None
        self._connection: Connection | None = None

    def connection(self) -> Connection:
        """The connection that writes; a new one if the last was given up."""
        if self._connection is None:
            self._connection = self._connected()
        return self._connection

    def _connected(self) -> Connection:
        connection = self._engine.connect().execution_options(preserve_rowcount=True)
        try:
            if not is_sqlite(self.url):
                _hold(connection, self.url)
        except BaseException:
            connection.close()
            raise
        return connection

    def give_up_connection(self) -> None:
        """Forget a connection that failed."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def close(self) -> None:
        """Let others have the database."""
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()
        if self._file is not None:
            self._file.close()


def _in_use(url: URL) -> Mistake:
    return Mistake(f"another server uses the database {name_of(url)}; stop it first, or name another database")


def _locked(path: Path, url: URL) -> IO[bytes]:
    """A file beside the database that is locked for as long as it is open, and whatever becomes of this process."""
    file = path.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise _in_use(url) from None
    return file


def _hold(connection: Connection, url: URL) -> None:
    """Take PostgreSQL's lock, and see to it that a commit is on disk when it is answered."""
    with connection.begin():
        if connection.scalar(text("SHOW server_encoding")) != "UTF8":
            raise Mistake(f"the database {name_of(url)} has to be encoded in UTF8")
        deadline = time.monotonic() + LAST_BREATH
        while not connection.scalar(text("SELECT pg_try_advisory_lock(:number)"), {"number": LOCK_NUMBER}):
            if time.monotonic() > deadline:
                raise _in_use(url)
            time.sleep(0.05)
        if connection.scalar(text("SHOW synchronous_commit")) == "off":
            connection.execute(text("SET synchronous_commit = on"))


def make_file(path: Path) -> None:
    """A new database belongs to us alone: no one else may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


# Versions.


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    return config


def versions() -> list[str]:
    """The versions of a database that are known here, the newest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def version_of(connection: Connection, url: URL) -> str | None:
    """The version of a database, or nothing of an empty one; another program's is refused."""
    tables = sorted(inspect(connection).get_table_names())
    if VERSION_TABLE in tables:
        return str(connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")))
    if tables:
        raise Mistake(f"the database {name_of(url)} is not one of Open Outcry's: it has a table {quoted(tables[0])}")
    return None


def refuse_newer(version: str | None, url: URL) -> None:
    """A database that a newer release has changed is left alone."""
    if version is not None and version not in versions():
        raise Mistake(
            f"the database {name_of(url)} is of version {version}, and this release knows versions up to "
            f"{versions()[0]}; use the release that made it, or a newer one"
        )


def bring_up_to_date(connection: Connection, url: URL) -> None:
    """Bring a database to the newest version, in one transaction."""
    with connection.begin():
        refuse_newer(version_of(connection, url), url)
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def refuse_older(connection: Connection, url: URL) -> None:
    """Whoever only reads needs a database as it is today."""
    with connection.begin():
        version = version_of(connection, url)
    refuse_newer(version, url)
    if version != versions()[0]:
        raise Mistake(
            f"the database {name_of(url)} is of version {version or 'none'}, not {versions()[0]}; "
            "start the server once, and it brings it up to date"
        )
