"""The database is copied while it is written, put back, and its matches written as files."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from cli.command import is_one_sentence, outcry
from needed import lacks
from openoutcry import Mistake
from openoutcry.server.backup import back_up, export, restore
from openoutcry.server.migrations.env import VERSION_TABLE
from openoutcry.server.store import Store
from openoutcry.server.vault import Vault
from postgres import programs
from server.stored import entry, person, stored, table, writing


def test_a_backup_is_made_while_the_server_writes(sqlite_database: str, tmp_path: Path) -> None:
    with Store(sqlite_database) as store, writing(store) as (writer, heard):
        for number in range(3000):
            ticket = writer.put([entry(number)])
            if number == 1000:
                heard.stored_up_to(ticket)
        back_up(sqlite_database, tmp_path / "copy.sqlite")
    assert stat.S_IMODE((tmp_path / "copy.sqlite").stat().st_mode) == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"copy.sqlite", "stored"}
    with Store(tmp_path / "copy.sqlite", is_reader=True) as store:
        entries = store.entries("t1")
    assert len(entries) > 1000
    assert entries == [entry(number) for number in range(len(entries))]


def test_a_backup_is_put_back_and_what_was_there_is_kept(sqlite_database: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with Store(sqlite_database) as store:
        stored(store, [person()])
        back_up(sqlite_database, copy)
        stored(store, [person(name="Later")])
        with pytest.raises(Mistake, match=r"^another server uses the database"):
            restore(copy, sqlite_database)
    aside = restore(copy, sqlite_database)
    with Store(sqlite_database) as store:
        assert store.person("ann") == person()
    assert aside is not None
    with Store(aside) as store:
        assert store.person("ann") == person(name="Later")
    assert restore(copy, tmp_path / "elsewhere" / "new.sqlite") is None
    with Store(tmp_path / "elsewhere" / "new.sqlite") as store:
        assert store.person("ann") == person()


def test_a_backup_is_made_by_a_new_release_before_it_has_changed_the_database(
    sqlite_database: str, tmp_path: Path
) -> None:
    with Store(sqlite_database) as store:
        stored(store, [person()])
    for version, sentence in (("1", None), ("999", "is of version 999")):
        with closing(sqlite3.connect(sqlite_database)) as connection:
            connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '{version}'")
            connection.commit()
        if sentence is None:
            back_up(sqlite_database, tmp_path / "copy.sqlite")
        else:
            with pytest.raises(Mistake, match=sentence):
                back_up(sqlite_database, tmp_path / "other.sqlite")
    assert {path.name for path in tmp_path.iterdir()} == {"copy.sqlite", "stored"}


def test_a_damaged_database_is_put_aside_too(sqlite_database: str, tmp_path: Path) -> None:
    copy, path = tmp_path / "copy.sqlite", Path(sqlite_database)
    with Store(sqlite_database) as store:
        stored(store, [person()])
        back_up(sqlite_database, copy)
    path.write_text("no database\n" * 1000)
    aside = restore(copy, sqlite_database)
    assert aside is not None
    assert aside.read_text().startswith("no database")
    with Store(sqlite_database) as store:
        assert store.person("ann") == person()


def test_there_is_a_database_whenever_the_machine_fails(
    sqlite_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last step is one renaming: what was there has its own name until then."""
    copy, path = tmp_path / "copy.sqlite", Path(sqlite_database)
    with Store(sqlite_database) as store:
        stored(store, [person()])
        back_up(sqlite_database, copy)
        stored(store, [person(name="Later")])

    def fails(*_: object) -> None:
        raise SystemExit

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(SystemExit):
        restore(copy, sqlite_database)
    monkeypatch.undo()
    assert path.exists()
    with Store(sqlite_database) as store:
        assert store.person("ann") == person(name="Later")


def test_what_root_restores_belongs_to_whom_it_belonged(sqlite_database: str, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        lacks("only root has files of others")
    copy, path, lock = tmp_path / "copy.sqlite", Path(sqlite_database), Path(f"{sqlite_database}.lock")
    with Store(sqlite_database) as store:
        stored(store, [person()])
    back_up(sqlite_database, copy)
    for file in (path, path.parent):
        os.chown(file, 4711, 4712)
    restore(copy, sqlite_database)
    assert [(file.stat().st_uid, file.stat().st_gid) for file in (path, lock)] == [(4711, 4712)] * 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for file in path.parent.iterdir():
        file.unlink()
    restore(copy, sqlite_database)
    assert [(file.stat().st_uid, file.stat().st_gid) for file in (path, lock)] == [(4711, 4712)] * 2


def test_what_is_no_backup_changes_nothing(sqlite_database: str, tmp_path: Path) -> None:
    with Store(sqlite_database) as store:
        stored(store, [person()])
    for name in ("newer", "damaged"):
        back_up(sqlite_database, tmp_path / name)
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("no database\n" * 1000)
    with closing(sqlite3.connect(tmp_path / "newer")) as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '999'")
        connection.commit()
    with (tmp_path / "damaged").open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\x55" * 4096)
    before = Path(sqlite_database).read_bytes()
    for name, sentence in {
        "newer": "is of version 999",
        "damaged": "is damaged: ",
        "empty": "is empty$",
        "text": "text cannot be copied: file is not a database$",
        "missing": "^there is no backup at .*missing$",
    }.items():
        with pytest.raises(Mistake, match=sentence):
            restore(tmp_path / name, sqlite_database)
    assert Path(sqlite_database).read_bytes() == before
    assert sorted(path.name for path in Path(sqlite_database).parent.iterdir()) == [
        "outcry.sqlite",
        "outcry.sqlite.lock",
    ]


def test_a_backup_overwrites_nothing(sqlite_database: str, tmp_path: Path) -> None:
    Store(sqlite_database).close()
    (tmp_path / "copy").write_text("mine")
    with pytest.raises(Mistake, match=r"copy is there already; name a new file$"):
        back_up(sqlite_database, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "mine"
    with pytest.raises(Mistake, match=r"copy cannot be written: No such file or directory$"):
        back_up(sqlite_database, tmp_path / "nowhere" / "copy")


def test_the_match_files_of_all_that_are_over_while_the_server_runs(database: str, tmp_path: Path) -> None:
    def text_of(store: Store, vault: Vault, table_id: str) -> str:
        row = store.table(table_id)
        assert row is not None
        if table_id == "t3":
            raise Mistake("its twin runs")
        return vault.open(row.secret, table_id).decode()

    vault = Vault(tmp_path / "vault.key")
    phases = {"t1": "over", "t2": "playing", "t3": "over", "t4": "over"}
    with Store(database) as server:
        rows = [table(id, phase=phase, secret=vault.seal(id.encode(), id)) for id, phase in phases.items()]
        stored(server, rows)
        with Store(database, is_reader=True) as store:
            for _ in range(2):
                written, left_out = export(store, vault, tmp_path / "files", text_of)
                assert (written, {id: str(mistake) for id, mistake in left_out.items()}) == (2, {"t3": "its twin runs"})
    files = {path.name: path.read_text() for path in (tmp_path / "files").iterdir()}
    assert files == {"bounce-19700101-t1.json": "t1", "bounce-19700101-t4.json": "t4"}


# The commands.


def test_the_commands(sqlite_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(sqlite_database) as store:
        stored(store, [person()])
        copy = str(tmp_path / "copy.sqlite")
        answer = outcry("backup", copy, "--database", sqlite_database)
        told = f"The database is in {copy}. The vault's key is not: keep a copy of it elsewhere.\n"
        assert (answer.code, answer.out) == (0, told)
        assert is_one_sentence(outcry("restore", copy, "--database", sqlite_database))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    place = tmp_path / "data" / "openoutcry" / "outcry.sqlite"
    assert outcry("restore", copy).out == f"The backup is restored to {place}.\n"
    with Store(place) as store:
        assert store.person("ann") == person()
    monkeypatch.setenv("OUTCRY_DATABASE", sqlite_database)
    assert f"What was there is now {sqlite_database}.2" in outcry("restore", copy).out


def test_postgres_has_its_own_programs_for_it() -> None:
    named = "postgresql+psycopg://ann:secret@db:5433/games"
    answer = outcry("backup", "monday", "--database", named)
    assert is_one_sentence(answer)
    assert answer.err.endswith("backups: pg_dump --format=custom --file=monday 'postgresql://ann@db:5433/games'\n")
    answer = outcry("restore", "monday", "--database", named)
    assert is_one_sentence(answer)
    assert answer.err.endswith(
        "backups: pg_restore --clean --if-exists --dbname='postgresql://ann@db:5433/games' monday\n"
    )


def test_what_postgres_is_said_to_need_does_it(postgres_database: str, tmp_path: Path) -> None:
    found = programs()
    assert found is not None

    def obey(command: str) -> None:
        said = outcry(command, str(tmp_path / "dump"), "--database", postgres_database).err
        line = said[said.index(": pg_") + 2 :]
        done = subprocess.run(
            line,
            shell=True,
            env=os.environ | {"PATH": f"{found}:/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")

    with Store(postgres_database) as store:
        stored(store, [person()])
        obey("backup")
        stored(store, [person(name="Later")])
    obey("restore")
    with Store(postgres_database) as store:
        assert store.person("ann") == person()
