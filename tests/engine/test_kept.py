"""The cache's folders: only ours are removed, nothing is read that others could have written, and nothing there stops a
program.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from openoutcry.bots.ready import prepare
from openoutcry.engine import kept
from openoutcry.games import find

MONTHS_AGO = time.time() - 90 * 86400

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner here")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the cache is in this test, and nothing was told yet."""
    monkeypatch.setenv("OUTCRY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    for known in (kept.folder, kept._tell):
        known.cache_clear()
    yield tmp_path / "cache"
    for known in (kept.folder, kept._tell):
        known.cache_clear()


def grown_old(folder: Path) -> Path:
    """A folder in which nothing was changed for months."""
    for path in (*folder.iterdir(), folder):
        os.utime(path, (MONTHS_AGO, MONTHS_AGO))
    return folder


def made(name: str) -> Path:
    folder = kept.folder(name)
    assert folder is not None
    return folder


def test_what_was_kept_is_read(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept.write(made("one") / "file", b"machine code")
    assert kept.read(place / "one" / "file") == b"machine code"
    assert (place / "one").stat().st_mode & 0o777 == 0o700
    assert capsys.readouterr().err == ""


def test_only_folders_that_we_made_are_removed(place: Path) -> None:
    (place / "photographs").mkdir(parents=True)
    (place / "photographs" / "wedding.jpg").write_bytes(b"!")
    (place / "told").mkdir()
    (place / "told" / kept.MARKER).write_text("something of somebody else's", encoding="utf-8")
    (place / "link").symlink_to(place / "ours")
    for name in ("photographs", "told"):
        grown_old(place / name)
    grown_old(made("ours"))
    made("used")
    kept.forget_unused()
    assert sorted(path.name for path in place.iterdir()) == ["link", "photographs", "told", "used"]
    assert (place / "photographs" / "wedding.jpg").exists()


def test_a_folder_that_was_there_does_not_become_ours(place: Path) -> None:
    (place / "one").mkdir(parents=True)
    grown_old(made("one"))
    kept.forget_unused()
    assert (place / "one").exists()


def test_a_folder_that_is_used_is_not_removed(place: Path) -> None:
    grown_old(made("one"))
    kept.folder.cache_clear()
    made("one")
    kept.forget_unused()
    assert (place / "one").exists()


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757])
@pytest.mark.parametrize("folder", ["", "one"])
def test_a_folder_that_others_can_write_in_is_not_used(
    place: Path, folder: str, mode: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "one").mkdir(parents=True)
    (place / folder).chmod(mode)
    assert made("one") == tmp_path / "temporary" / f"openoutcry-{os.getuid()}" / "one"
    made("two")
    told = capsys.readouterr().err
    assert told.startswith(f"outcry: the cache {(place / folder)} is not used, as others can write in it; ")
    assert told.count("\n") == 1


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can give files away")
def test_what_belongs_to_others_is_not_used(place: Path) -> None:
    file = made("one") / "file"
    kept.write(file, b"machine code")
    os.chown(file, 12345, -1)
    assert kept.read(file) is None
    os.chown(place, 12345, -1)
    kept.folder.cache_clear()
    assert made("one") != place / "one"


def test_a_file_that_others_can_write_is_not_read(place: Path) -> None:
    file = made("one") / "file"
    kept.write(file, b"machine code")
    file.chmod(0o666)
    assert kept.read(file) is None


def test_what_is_not_as_we_wrote_it_is_not_read(place: Path) -> None:
    file = made("one") / "file"
    kept.write(file, b"machine code")
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], whole[:20], whole + b"!", whole.replace(b"code", b"CODE")):
        file.write_bytes(damaged)
        assert kept.read(file) is None
    assert kept.read(place / "one") is None
    assert kept.read(place / "one" / "nothing") is None


def test_a_place_that_is_no_folder_is_told_once(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place.write_text("a file where a folder should be", encoding="utf-8")
    assert made("one").is_relative_to(place.parent / "temporary")
    assert made("two").is_relative_to(place.parent / "temporary")
    told = capsys.readouterr().err
    assert told.startswith(f"outcry: the cache {place} cannot be used: File exists; ")
    assert told.count("\n") == 1


def test_without_any_place_nothing_is_kept(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place.write_text("a file where a folder should be", encoding="utf-8")
    (place.parent / "temporary").rmdir()
    (place.parent / "temporary").write_text("here too", encoding="utf-8")
    assert kept.folder("one") is None
    assert kept.folder("two") is None
    prepare([find("dead_cat_bounce")])
    assert (
        capsys.readouterr().err
        == f"outcry: the cache {place} cannot be used: File exists; nothing that is compiled is kept\n"
    )


def test_a_full_disk_is_told_once_and_leaves_nothing(place: Path) -> None:
    """A limit on the size of files stands for the disk."""
    program = """
from pathlib import Path
from openoutcry.engine import kept
from openoutcry.games import find
from openoutcry.bots.ready import prepare
folder = kept.folder("one")
for number in range(3):
    kept.write(folder / str(number), bytes(100_000))
"""

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    done = subprocess.run(
        [sys.executable, "-c", program], preexec_fn=small_files, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert (
        done.stderr
        == f"outcry: the cache {place} cannot be written: File too large; nothing that is compiled is kept\n"
    )
    assert [path.name for path in (place / "one").iterdir()] == [kept.MARKER]


def test_a_user_without_a_home_has_a_temporary_cache(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OUTCRY_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert made("one").is_relative_to(tmp_path / "temporary")


def test_the_cache_is_where_the_user_keeps_caches(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OUTCRY_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert made("one") == tmp_path / "caches" / "openoutcry" / "one"
