"""Databases of both kinds for the tests of what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from needed import lacks
from postgres import MISSING, Postgres, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """PostgreSQL, started once; where it cannot be had the test is skipped, but never in CI."""
    found = programs()
    if found is None:
        lacks(MISSING)
    server = Postgres(found)
    yield server
    server.remove()


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    """A file that is not there yet."""
    return str(tmp_path / "stored" / "outcry.sqlite")


@pytest.fixture
def postgres_database(postgres: Postgres) -> str:
    """An empty database of PostgreSQL's."""
    return postgres.emptied()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """A database that is still empty, of either kind."""
    named: str = request.getfixturevalue(f"{request.param}_database")
    return named
