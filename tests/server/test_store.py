"""What is stored is read back as it was, in SQLite and in PostgreSQL."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from openoutcry import Mistake
from openoutcry.server.database import url_of, versions
from openoutcry.server.migrations.env import VERSION_TABLE
from openoutcry.server.rows import METADATA, LinkRow, LinkUsed, PersonForgotten, ServerRow
from openoutcry.server.store import Store, usual_database
from server.stored import chat, entry, name, person, stands, stored, table, token


def test_what_was_stored_is_there_after_opening_again(database: str) -> None:
    entries, chats = [entry(number) for number in range(3)], [chat(0), chat(1, seat=2, text="", phrase="hello")]
    with Store(database) as store:
        link = LinkRow("beef", "ann", 9.5)
        stored(store, [person(), token(), link, table(), name(0), ServerRow("alive_at", "7.5")], [*entries, *chats])
    with Store(database) as store:
        assert store.person("ann") == store.person_by_token_hash(token().hash) == person()
        assert store.person_by_token_hash("0" * 64) is None
        assert (store.link("beef"), store.link("bee")) == (link, None)
        assert (store.table("t1"), store.table("t2")) == (table(), None)
        assert (store.entries("t1"), store.entries("t1", since=2), store.entries("t2")) == (entries, entries[2:], [])
        assert store.chats("t1") == chats
        assert store.names("t1") == [name(0)]
        assert (store.value("alive_at"), store.value("other")) == ("7.5", None)


def test_a_banned_person_is_a_bool(database: str) -> None:
    with Store(database) as store:
        stored(store, [person(is_banned=True)])
        found = store.person("ann")
        assert found is not None
        assert found.is_banned is True


def test_rows_are_replaced_changed_and_removed(database: str) -> None:
    with Store(database) as store:
        stored(
            store,
            [person(), table(), table("t2"), LinkRow("beef", "ann", 9.5)],
            [person(name="Bea"), stands(due_at=99.5), LinkUsed("beef"), ServerRow("alive_at", "1")],
            [ServerRow("alive_at", "2")],
        )
        assert store.person("ann") == person(name="Bea")
        changed = table(phase="playing", state='{"generation":1}', changed_at=5.5)
        assert store.table("t1") == changed._replace(due_at=99.5)
        assert store.table("t2") == table("t2")
        assert store.link("beef") is None
        assert store.value("alive_at") == "2"
        stored(store, [stands(), stands("nowhere")])
        assert store.table("t1") == changed
        assert store.table("nowhere") is None


def test_rows_count_in_the_order_they_were_given(database: str) -> None:
    """Also those of different kinds that concern the same row, in one group."""
    with Store(database) as store:
        stored(store, [table(), stands(), table(phase="closed")])
        assert store.table("t1") == table(phase="closed")
        stored(store, [table(), table(phase="shuffling"), stands(), stands(state="[]")])
        found = store.table("t1")
        assert found is not None
        assert (found.phase, found.state) == ("playing", "[]")
        stored(store, [person(), token(), PersonForgotten("ann"), person(name="New")])
        assert store.person("ann") == person(name="New")
        assert store.person_by_token_hash(token().hash) is None


def test_more_rows_than_one_statement_takes(database: str) -> None:
    entries = [entry(number) for number in range(1203)]
    with Store(database) as store:
        stored(store, [*entries])
        assert store.entries("t1") == entries


def test_tables_by_phase_and_by_person(database: str) -> None:
    phases = ["gathering", "over", "shuffling", "playing", "closed", "over"]
    tables = [table(f"t{number}", phase=phase, changed_at=float(number)) for number, phase in enumerate(phases)]
    tables[5] = tables[5]._replace(rounds="null")
    with Store(database) as store:
        stored(store, [*tables, name(1, "bea", "t1"), name(0, "bea", "t4"), name(0, "ann", "t5")])
        assert store.open_tables() == [tables[0], tables[2], tables[3]]
        assert list(store.finished_tables()) == [tables[1], tables[4]]
        assert store.tables_of("bea") == [tables[4], tables[1]]
        assert store.tables_of("nobody") == []


def test_whoever_is_forgotten_leaves_a_seat_and_no_name(database: str) -> None:
    with Store(database) as store:
        stored(store, [person(), person("bea"), token(), token("bea"), LinkRow("beef", "ann", 9.5), table()])
        stored(store, [name(0), name(1, "bea"), name(2, "ann", "t2"), chat(0), entry(0)])
        stored(store, [PersonForgotten("ann")])
        assert (store.person("ann"), store.person_by_token_hash(token().hash), store.link("beef")) == (None,) * 3
        assert store.person_by_token_hash(token("bea").hash) == person("bea")
        assert store.names("t1") == [name(0)._replace(name="", salt=""), name(1, "bea")]
        assert store.names("t2") == [name(2, "ann", "t2")._replace(name="", salt="")]
        assert store.entries("t1") == [entry(0)]


def test_a_forgotten_name_is_not_in_the_file_any_more(sqlite_database: str) -> None:
    with Store(sqlite_database) as store:
        stored(store, [person(name="Rumpelstilz"), name(0)._replace(name="Rumpelstilz")])
        stored(store, [PersonForgotten("ann")])
    assert b"Rumpelstilz" not in Path(sqlite_database).read_bytes()
    assert not Path(f"{sqlite_database}-wal").exists()


def test_the_migrations_make_the_tables_that_are_declared(database: str) -> None:
    with Store(database) as store, store.reading() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
        assert compare_metadata(context, METADATA) == []


# What cannot be opened.


def test_a_database_of_the_first_version_is_brought_up_to_date_with_all_that_is_in_it(database: str) -> None:
    entries, lines = [entry(number) for number in range(3)], [chat(0), chat(1, seat=2, text="", phrase="hello")]
    with Store(database) as store:
        stored(store, [person(), token(), LinkRow("beef", "ann", 9.5), table(), name(0)], [*entries, *lines])
        assert store.holder is not None
        with store.holder.connection() as connection, connection.begin():
            connection.exec_driver_sql("ALTER TABLE chats DROP COLUMN client_id")
            connection.exec_driver_sql("ALTER TABLE tables ADD COLUMN series TEXT")
            connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '1'")
    with pytest.raises(Mistake, match="is of version 1, not"):
        Store(database, is_reader=True)
    with Store(database) as store:
        assert store.person_by_token_hash(token().hash) == person()
        assert (store.table("t1"), store.names("t1"), store.entries("t1")) == (table(), [name(0)], entries)
        assert store.chats("t1") == [line._replace(client_id=None) for line in lines]
        stored(store, [chat(2)])
        assert store.chats("t1")[-1] == chat(2)
    with Store(database, is_reader=True) as store:
        assert store.person("ann") == person()


def test_two_servers_never_share_a_database(database: str) -> None:
    with Store(database) as store:
        with pytest.raises(Mistake, match=r"^another server uses the database .*; stop it first, or name another"):
            Store(database)
        stored(store, [person()])
    with Store(database) as store:
        assert store.person("ann") == person()


def test_a_reader_may_look_while_the_server_runs(database: str) -> None:
    with Store(database) as store:
        stored(store, [person()])
        with Store(database, is_reader=True) as reader:
            assert reader.person("ann") == person()
            stored(store, [person(name="Bea")])
            assert reader.person("ann") == person(name="Bea")


def _say(database: str, statement: str) -> None:
    with Store(database) as store:
        assert store.holder is not None
        with store.holder.connection().begin():
            store.holder.connection().exec_driver_sql(statement)


@pytest.mark.parametrize("is_reader", [False, True])
def test_a_newer_database_is_left_alone(database: str, is_reader: bool) -> None:
    _say(database, f"UPDATE {VERSION_TABLE} SET version_num = '999'")
    sentence = rf"is of version 999, and this release knows versions up to {versions()[0]}; use the release that made"
    with pytest.raises(Mistake, match=sentence):
        Store(database, is_reader=is_reader)


def test_a_reader_needs_a_database_as_it_is_today(database: str) -> None:
    _say(database, f"DROP TABLE {VERSION_TABLE}")
    with pytest.raises(Mistake, match="is not one of Open Outcry's: it has a table 'chats'"):
        Store(database, is_reader=True)


def test_a_reader_makes_no_database(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"^there is no database at .*outcry.sqlite$"):
        Store(tmp_path / "outcry.sqlite", is_reader=True)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_database_cannot_be_read(postgres_database: str) -> None:
    sentence = f"is of version none, not {versions()[0]}; start the server once, and it brings it up to date"
    with pytest.raises(Mistake, match=sentence):
        Store(postgres_database, is_reader=True)


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE moz_places (id INTEGER)")
    before = path.stat().st_size
    with pytest.raises(Mistake, match=r"is not one of Open Outcry's: it has a table 'moz_places'$"):
        Store(path)
    assert path.stat().st_size == before


def test_what_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database, but a text that is long enough to be looked at closely\n" * 20)
    with pytest.raises(Mistake, match=r"^the database .*text cannot be opened: file is not a database$"):
        Store(tmp_path / "text")
    with pytest.raises(Mistake, match=r"cannot be opened: .*Is a directory"):
        Store(tmp_path)


@pytest.mark.parametrize("named", ["mysql://ann:secret@db/games", "sqlite://", "sqlite:///:memory:", "http://x:y:z/"])
def test_only_two_kinds_of_database_are_known(named: str) -> None:
    with pytest.raises(Mistake, match=r"^a database is a path, sqlite:///PATH or postgresql://…, not") as caught:
        Store(named)
    assert "secret" not in str(caught.value)


def test_a_postgres_that_does_not_answer_is_said_without_the_password() -> None:
    with pytest.raises(Mistake, match=r"cannot be opened: connection .*refused") as caught:
        Store("postgresql://ann:secret@127.0.0.1:1/games")
    assert "secret" not in str(caught.value)


def test_the_file_is_ours_alone_and_safe_against_loss_of_power(sqlite_database: str) -> None:
    with Store(sqlite_database) as store:
        assert store.holder is not None
        connection = store.holder.connection()
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        connection.rollback()
    assert stat.S_IMODE(Path(sqlite_database).stat().st_mode) == 0o600


def test_a_commit_of_postgres_is_on_disk_when_it_is_answered(postgres_database: str) -> None:
    database = f"{postgres_database}?options=-csynchronous_commit%3Doff"
    with Store(database) as store:
        assert store.holder is not None
        connection = store.holder.connection()
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        connection.rollback()


def test_without_its_package_postgres_is_said_to_need_one() -> None:
    program = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from openoutcry.server.store import Store\n"
        "try: Store('postgresql://db/games')\nexcept ValueError as mistake: print(mistake)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "PostgreSQL needs a package more: pip install 'openoutcry[postgres]'\n"


def test_the_usual_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert usual_database() == tmp_path / "openoutcry" / "outcry.sqlite"
    assert url_of(usual_database()).database == str(usual_database())
