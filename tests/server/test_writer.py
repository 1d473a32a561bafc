"""What the writer has told to be stored is stored, once, whatever becomes of disk, database and process."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from needed import lacks
from openoutcry.server.store import Store
from openoutcry.server.writer import MANY, Told, Writer
from postgres import Postgres
from server.stored import Heard, chat, entry, person, stored, table, until, writing


def test_what_was_told_to_be_committed_is_there_at_once(database: str) -> None:
    with Store(database) as store, writing(store) as (writer, heard):
        for number in range(50):
            heard.stored_up_to(writer.put([entry(number)]))
            assert len(store.entries("t1")) == number + 1


def test_tickets_grow_and_a_group_is_told_of_once(database: str) -> None:
    with Store(database) as store:
        with writing(store) as (writer, heard):
            tickets = [writer.put([entry(number), chat(number)]) for number in range(500)]
        told = [ticket for _, ticket in heard.of("committed")]
        assert tickets == list(range(1, 501))
        assert told == sorted(set(told))
        assert told[-1] == 500
        assert (writer.waiting, writer.counters.items, writer.counters.broken) == (0, 500, 0)
        assert writer.counters.groups == len(told) < 500
        assert 0 < writer.counters.slowest <= writer.counters.seconds
        assert store.entries("t1") == [entry(number) for number in range(500)]


def test_what_waits_is_written_together(sqlite_database: str) -> None:
    """While the disk is slow, here for somebody else's lock, everything that comes is one group."""
    with Store(sqlite_database) as store, writing(store) as (writer, heard):
        heard.stored_up_to(writer.put([table()]))
        with closing(sqlite3.connect(sqlite_database)) as other:
            other.execute("BEGIN IMMEDIATE")
            for number in range(100):
                last = writer.put([entry(number)])
            assert writer.waiting == 100
            other.rollback()
        heard.stored_up_to(last)
        assert writer.counters.groups <= 3


def test_a_busy_writer_lets_more_come_together(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a large group what comes next waits a moment for more; after a small one it does not."""
    monkeypatch.setattr("openoutcry.server.writer.GATHERS", 0.5)
    with Store(sqlite_database) as store, writing(store) as (writer, heard):
        for number in range(MANY):
            last = writer.put([entry(number)], wakes=False)
        writer.wake()
        heard.stored_up_to(last)
        began = time.monotonic()
        writer.put([entry(MANY)])
        time.sleep(0.1)
        heard.stored_up_to(writer.put([entry(MANY + 1)]))
        assert time.monotonic() - began > 0.4
        assert writer.counters.groups == 2
        began = time.monotonic()
        heard.stored_up_to(writer.put([entry(MANY + 2)]))
        assert time.monotonic() - began < 0.4


def test_a_busy_writer_that_is_closed_waits_for_no_more(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openoutcry.server.writer.GATHERS", 60.0)
    with Store(sqlite_database) as store:
        with writing(store) as (writer, heard):
            for number in range(MANY):
                last = writer.put([entry(number)], wakes=False)
            writer.wake()
            heard.stored_up_to(last)
            writer.put([entry(MANY)])
        assert len(store.entries("t1")) == MANY + 1


# What can never be stored.


def test_what_is_broken_keeps_nobody_else_from_going_on(database: str) -> None:
    """Items given together, of which some can never be stored: a missing value, and an entry that is another."""
    with Store(database) as store:
        stored(store, [entry(0, "old")])
        with writing(store) as (writer, heard):
            writer.put([entry(number, "busy") for number in range(5000)])  # what follows comes meanwhile
            writer.put([entry(0)])
            missing = writer.put([person(name=None), entry(0, "t2")])
            other = writer.put([chat(0), entry(0, "old", hash="another")])
            strange = writer.put([person("bea", colour=2**80)])
            last = writer.put([entry(0, "t3")])
            heard.stored_up_to(last)
        assert [ticket for _, ticket, _ in heard.of("broken")] == [missing, other, strange]
        assert "old" in str(heard.of("broken")[1][2])
        assert heard.of("waiting") == []
        assert heard.all[-1] == ("committed", last)
        assert (store.entries("t1"), store.entries("t3")) == ([entry(0)], [entry(0, "t3")])
        assert (store.entries("t2"), store.chats("t1"), store.person("ann")) == ([], [], None)
        assert store.entries("old") == [entry(0, "old")]
        assert writer.counters.groups <= 2
        assert (writer.counters.items, writer.counters.broken) == (3, 3)


def test_a_log_has_no_gap_after_what_is_broken(database: str) -> None:
    with Store(database) as store:
        with writing(store) as (writer, heard):
            writer.put([entry(0), entry(0, "t2")])
            first = writer.put([entry(1, line=None), entry(2)])
            second = writer.put([entry(3)])
            heard.stored_up_to(writer.put([entry(1, "t2")]))
            third = writer.put([entry(4)])
            heard.stored_up_to(writer.put([table(phase="closed")]))
        assert [ticket for _, ticket, _ in heard.of("broken")] == [first, second, third]
        assert str(heard.of("broken")[2][2]) == "entry 1 of table t1, before 4, could not be stored"
        assert (store.entries("t1"), len(store.entries("t2"))) == ([entry(0)], 2)
        assert store.table("t1") == table(phase="closed")


def test_a_log_goes_on_from_its_gap(database: str) -> None:
    """As when a table is read again, and the next action is numbered like the one that was lost."""
    with Store(database) as store:
        with writing(store) as (writer, heard):
            broken = [writer.put([entry(0), entry(1, line=None)]), writer.put([entry(2)])]
            for number in range(4):
                heard.stored_up_to(writer.put([entry(number)]))
        assert [ticket for _, ticket, _ in heard.of("broken")] == broken
        assert store.entries("t1") == [entry(number) for number in range(4)]


def test_a_log_goes_on_from_what_is_stored(database: str) -> None:
    """As when a table that remembered another entry is read again."""
    with Store(database) as store:
        with writing(store) as (writer, heard):
            heard.stored_up_to(writer.put([entry(0), entry(1), entry(2)]))
            broken = [writer.put([entry(1, hash="another")]), writer.put([entry(4)])]
            heard.stored_up_to(writer.put([entry(3)]))
            heard.stored_up_to(writer.put([entry(4)]))
        assert [ticket for _, ticket, _ in heard.of("broken")] == broken
        assert store.entries("t1") == [entry(number) for number in range(5)]


def test_what_was_stored_unheard_is_not_doubled(database: str) -> None:
    """As after a commit whose answer was lost."""
    with Store(database) as store:
        rows = [table(), entry(0), entry(1), chat(0)]
        stored(store, rows)
        stored(store, rows, [entry(1), entry(2)])
        assert store.entries("t1") == [entry(number) for number in range(3)]


def test_whoever_listens_cannot_stop_the_storing(sqlite_database: str, caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the loop is closed")

    with Store(sqlite_database) as store:
        writer = Writer(store, Told(fail, fail, fail, fail))
        writer.put([entry(0)])
        until(lambda: writer.waiting == 0)
        writer.put([entry(1)])
        assert writer.close()
        assert len(store.entries("t1")) == 2
    assert "not_heard" in caplog.text


def test_closed_means_closed(database: str) -> None:
    with Store(database) as store:
        with writing(store) as (writer, _):
            writer.put([entry(0)])
        with pytest.raises(RuntimeError, match="closed"):
            writer.put([entry(1)])
    with Store(database, is_reader=True) as reader, pytest.raises(ValueError, match="a store that only reads"):
        Writer(reader, Heard().told())


# Trouble with the database.


def test_a_locked_database_is_waited_for(sqlite_database: str) -> None:
    with Store(sqlite_database) as store, writing(store) as (writer, heard):
        heard.stored_up_to(writer.put([table()]))
        with closing(sqlite3.connect(sqlite_database, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            first = writer.put([entry(0)])
            until(lambda: writer.counters.failures >= 2)
            last = writer.put([entry(1)])
            assert heard.all[1:] == [("waiting", "database is locked")]
            assert writer.waiting == 2
            other.execute("ROLLBACK")
        heard.stored_up_to(last)
        assert heard.all[1:] == [("waiting", "database is locked"), ("resumed",), ("committed", last)]
        assert first < last
        assert store.entries("t1") == [entry(0), entry(1)]


def test_closing_does_not_wait_for_ever(sqlite_database: str) -> None:
    with Store(sqlite_database) as store:
        writer = Writer(store, Heard().told())
        with closing(sqlite3.connect(sqlite_database, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            writer.put([entry(0)])
            started = time.monotonic()
            assert not writer.close(timeout=0.2)
            assert time.monotonic() - started < 3
            assert writer.waiting == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(tmp_path)], check=False)
    if done.returncode:
        lacks("only root may mount a small disk")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def test_a_full_disk_is_waited_for(small_disk: Path) -> None:
    with Store(small_disk / "outcry.sqlite") as store, writing(store) as (writer, heard):
        heard.stored_up_to(writer.put([table()]))
        filling = small_disk / "filling"
        with suppress(OSError), filling.open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass
        last = [writer.put([entry(number, line="x" * 3000)]) for number in range(50)][-1]
        until(lambda: heard.of("waiting"))
        assert heard.of("waiting")[0][1] in ("database or disk is full", "disk I/O error")
        assert heard.of("committed")[-1][1] < last
        until(lambda: writer.counters.failures >= 3)
        filling.unlink()
        heard.stored_up_to(last)
        assert len(heard.of("waiting")) == len(heard.of("resumed")) == 1
        assert [stored.number for stored in store.entries("t1")] == list(range(50))


LIMITED = """
import resource, sys
from openoutcry.server.store import Store
from server.stored import entry, until, writing
with Store(sys.argv[1]) as store, writing(store) as (writer, heard):
    heard.stored_up_to(writer.put([entry(0)]))
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, most))
    last = [writer.put([entry(number, line="x" * 3000)]) for number in range(1, 101)][-1]
    until(lambda: writer.counters.failures >= 3)
    assert heard.of("committed")[-1][1] < last
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    heard.stored_up_to(last)
    assert len(heard.of("waiting")) == len(heard.of("resumed")) == 1, heard.all
    assert [row.number for row in store.entries("t1")] == list(range(101))
"""


def test_files_that_may_not_grow_are_waited_for(sqlite_database: str) -> None:
    done = _program(LIMITED, sqlite_database)
    _, err = done.communicate(timeout=60)
    assert (done.returncode, err) == (0, b"")


def _program(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    """A program of its own, which sees what the tests see."""
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_postgres_that_is_killed_and_started_again_is_waited_for(postgres: Postgres, postgres_database: str) -> None:
    with Store(postgres_database) as store, writing(store) as (writer, heard):
        for number in range(20):
            last = writer.put([entry(number)])
        postgres.kill()

        def is_gone() -> bool:
            """What it has begun it may still end: entries come until one has to wait."""
            nonlocal last
            last = writer.put([entry(last)])
            return writer.counters.failures >= 2

        until(is_gone)
        assert len(heard.of("waiting")) == 1
        assert writer.waiting >= 1
        postgres.start()
        heard.stored_up_to(last)
        assert len(heard.of("resumed")) == 1
        assert store.entries("t1") == [entry(number) for number in range(last)]


@pytest.mark.parametrize(
    ("taken", "given"),
    [
        ("ALTER TABLE entries RENAME TO elsewhere", "ALTER TABLE elsewhere RENAME TO entries"),
        ("ALTER TABLE entries RENAME hash TO other", "ALTER TABLE entries RENAME other TO hash"),
        ("ALTER SCHEMA public RENAME TO elsewhere", "ALTER SCHEMA elsewhere RENAME TO public"),
    ],
)
def test_what_is_missing_in_postgres_is_waited_for(postgres_database: str, taken: str, given: str) -> None:
    with Store(postgres_database) as store, writing(store) as (writer, heard):
        heard.stored_up_to(writer.put([entry(0)]))
        with store.reading() as connection:
            connection.exec_driver_sql(taken)
            connection.commit()
            writer.put([entry(1)])
            until(lambda: writer.counters.failures >= 2)
            connection.exec_driver_sql(given)
            connection.commit()
        heard.stored_up_to(2)
        assert heard.of("broken") == []
        assert store.entries("t1") == [entry(0), entry(1)]


def test_a_right_that_is_missing_in_postgres_is_waited_for(postgres_database: str) -> None:
    somebody = postgres_database.replace("outcry@", "somebody@")
    with Store(postgres_database) as store, store.reading() as connection:

        def do(*statements: str) -> None:
            for statement in statements:
                connection.exec_driver_sql(statement)
            connection.commit()

        do("DROP ROLE IF EXISTS somebody", "CREATE ROLE somebody LOGIN", "GRANT ALL ON SCHEMA public TO somebody")
        do("GRANT ALL ON ALL TABLES IN SCHEMA public TO somebody")
        assert store.holder is not None
        store.holder.close()
        try:
            with Store(somebody) as theirs, writing(theirs) as (writer, heard):
                do("REVOKE INSERT ON entries FROM somebody")
                writer.put([entry(0)])
                until(lambda: writer.counters.failures >= 2)
                do("GRANT INSERT ON entries TO somebody")
                heard.stored_up_to(1)
                assert heard.of("broken") == []
                assert theirs.entries("t1") == [entry(0)]
        finally:
            do("DROP OWNED BY somebody", "DROP ROLE somebody")


def test_a_connection_that_is_cut_under_load_loses_and_doubles_nothing(postgres_database: str) -> None:
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'openoutcry' AND pid <> "
    with Store(postgres_database) as store, writing(store) as (writer, heard):
        for number in range(1000):
            ticket = writer.put([entry(number)])
            if number % 200 == 100:
                with store.reading() as connection:
                    connection.exec_driver_sql(f"{cut} pg_backend_pid()")
            if number % 200 == 150:
                heard.stored_up_to(ticket)
        heard.stored_up_to(ticket)
        assert len(heard.of("waiting")) == len(heard.of("resumed")) == 5
        assert store.entries("t1") == [entry(number) for number in range(1000)]


def test_whoever_lost_the_lock_writes_no_more(postgres_database: str) -> None:
    """A server whose connection was cut finds that another has taken its place."""
    cut = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    with Store(postgres_database) as store, writing(store) as (writer, heard):
        with store.reading() as connection:
            connection.exec_driver_sql(cut)
        with Store(postgres_database):
            writer.put([entry(0)])
            until(lambda: writer.counters.failures >= 2)
            assert store.entries("t1") == []
        heard.stored_up_to(1)
        assert store.entries("t1") == [entry(0)]


# Kills.

KILLED = """
import os, sys
from openoutcry.server.store import Store
from openoutcry.server.writer import Told, Writer
from server.stored import entry, stands, until
store = Store(sys.argv[1])
def never(*given): raise SystemExit(str(given))
writer = Writer(store, Told(lambda ticket: os.write(1, b"%d\\n" % ticket), never, never, never))
tables = [f"t{number}" for number in range(7)]
begin = {table: len(store.entries(table)) for table in tables}
os.write(1, b"begin %d\\n" % sum(begin.values()))
for step in range(100_000):
    for table in tables:
        writer.put([entry(begin[table] + step, table), stands(table, state=str(step))])
    until(lambda: writer.waiting < 300)
"""


def test_a_process_killed_at_any_moment_loses_and_doubles_nothing(database: str) -> None:
    """Whatever was told to be committed is there, once, and nothing that stands before it is missing."""
    chance = random.Random(5)
    with Store(database) as store:
        stored(store, [table(f"t{number}") for number in range(7)])
    for _ in range(6):
        process = _program(KILLED, database)
        assert process.stdout is not None
        begun = int(process.stdout.readline().split()[1])
        time.sleep(chance.uniform(0.0, 0.3))
        process.kill()
        out, err = process.communicate(timeout=30)
        assert err == b""
        whole = [line for line in out.splitlines(keepends=True) if line.endswith(b"\n")]
        acknowledged = int(whole[-1]) if whole else 0
        with Store(database) as store:
            logs = [store.entries(f"t{number}") for number in range(7)]
        assert sum(map(len, logs)) >= begun + acknowledged
        for number, log in enumerate(logs):
            assert log == [entry(place, f"t{number}") for place in range(len(log))]
            assert len(log) >= begun // 7 + (acknowledged + 6 - number) // 7


def test_what_is_put_without_waking_is_stored_together_once_the_writer_is_woken(sqlite_database: str) -> None:
    with Store(sqlite_database) as store, writing(store) as (writer, heard):
        tickets = [writer.put([entry(number)], wakes=False) for number in range(20)]
        time.sleep(0.05)
        assert heard.of("committed") == []
        writer.wake()
        heard.stored_up_to(tickets[-1])
        assert writer.counters.groups == 1
        assert len(store.entries("t1")) == 20
