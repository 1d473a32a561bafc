"""PostgreSQL for the tests: found, or installed where this is run as a program, and started on loopback.

`python tests/postgres.py` sees to it that there is one: on a Debian machine, as root, it installs it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from needed import install

USER = "outcry"
DEBIAN = Path("/usr/lib/postgresql")
MISSING = "there is no PostgreSQL here; install Debian's package postgresql, or put its programs on the PATH"
PATIENCE = 60.0


def programs() -> Path | None:
    """The folder with initdb and postgres: of the newest that Debian has installed, else on the PATH."""
    folders = sorted(DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name.partition(".")[0]), reverse=True)
    found = [folder for folder in folders if (folder / "initdb").exists()]
    on_path = shutil.which("initdb")
    return found[0] if found else Path(on_path).resolve().parent if on_path else None


def unprivileged() -> list[str]:
    """PostgreSQL refuses to be run by root: what makes somebody else of us."""
    if os.geteuid() != 0:
        return []
    user = _somebody()
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def _somebody() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


class Postgres:
    """A server of PostgreSQL's in a folder of its own, which can be killed and started again."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="outcry-postgres-"))
        if os.geteuid() == 0:
            os.chown(self.folder, _somebody().pw_uid, _somebody().pw_gid)
        self._run("initdb", f"--pgdata={self.folder / 'data'}", f"--username={USER}", "--auth=trust", "--no-sync")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.start()

    def _command(self, program: str, *arguments: str) -> list[str]:
        return [*unprivileged(), str(self._programs / program), *arguments]

    def _run(self, program: str, *arguments: str) -> None:
        options = ["--encoding=UTF8", "--locale=C"] if program == "initdb" else []
        done = subprocess.run(
            self._command(program, *arguments, *options), cwd="/", capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start it, and wait until it answers; for a moment after a kill it may refuse to."""
        deadline = time.monotonic() + PATIENCE
        while not self._has_started():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.1)

    def _has_started(self) -> bool:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "max_connections": 30,
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self._command("postgres", "-D", str(self.folder / "data"), *options), cwd="/", stdout=log, stderr=log
            )
        while self.process.poll() is None:
            if self._answers():
                return True
            time.sleep(0.05)
        return False

    def _answers(self) -> bool:
        asked = [str(self._programs / "pg_isready"), "--host=127.0.0.1", f"--port={self.port}", "--quiet"]
        return subprocess.run(asked, cwd="/", check=False).returncode == 0

    def emptied(self) -> str:
        """The URL of its database, with nothing in it."""
        empty = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
        where = ["--host=127.0.0.1", f"--port={self.port}", f"--username={USER}", "--dbname=postgres"]
        self._run("psql", *where, "--quiet", "--set=client_min_messages=error", f"--command={empty}")
        return f"postgresql+psycopg://{USER}@127.0.0.1:{self.port}/postgres"

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.wait()

    def remove(self) -> None:
        """Stop it, with nothing written any more, and forget its folder."""
        self.process.send_signal(signal.SIGQUIT)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    if programs() is None:
        install(["postgresql"])
    if programs() is None:
        print(f"{MISSING}; the tests with it are skipped", file=sys.stderr)
        sys.exit(1 if os.environ.get("CI") else 0)
