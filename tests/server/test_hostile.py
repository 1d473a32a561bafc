"""`outcry serve` against whoever does not speak HTTP, or speaks it slowly: a clean refusal, limited time, and a silent
console.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import mkdtemp

import pytest

from hosted import clean_environment

PROGRAM = """
import sys
from pathlib import Path
from openoutcry.cli import main
from openoutcry.server import listening, page
page.PAGE = Path(sys.argv[1])
listening.REQUEST_WITHIN, listening.ANSWER_WITHIN, listening.IDLE = 1.0, 2.0, 1
main(sys.argv[2:])
"""
"""The command as it is, with a page of the test and less patience."""
LARGE = 30_000_000
"""Bytes: more than the system takes off the server's hands for somebody who does not read."""


class Served:
    """The command in a process of its own, and where it is."""

    def __init__(self, page: Path, *arguments: str) -> None:
        command = [sys.executable, "-c", PROGRAM, str(page), "serve", "--set", "most_connections=20", *arguments]
        environment = clean_environment(Path(mkdtemp(dir=page.parent)))
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        assert self.said, self.process.communicate()[1]
        self.port = int(self.said.partition(" (")[0].rstrip("/").rpartition(":")[2])

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=15)

    def answer(self, sent: bytes) -> bytes:
        """All that comes back until the connection is closed."""
        with self.connect() as connection:
            with suppress(ConnectionError):
                connection.sendall(sent)
            return everything(connection)

    def end(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """Its exit code, and what else it has said."""
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=15)
        return self.process.returncode, out, err


def everything(connection: socket.socket) -> bytes:
    received = b""
    with suppress(ConnectionError):
        while more := connection.recv(65536):
            received += more
    return received


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("<h1>Outcry</h1>", encoding="utf-8")
    with (folder / "large.png").open("wb") as large:
        large.truncate(LARGE)
    return folder


@pytest.fixture(scope="module")
def running(page: Path) -> Iterator[Served]:
    """A server, which has to end quietly whatever was done to it."""
    server = Served(page, "--port", "0")
    try:
        yield server
        assert server.end() == (0, "\n", "")
    finally:
        server.process.kill()
        server.process.communicate()


@pytest.fixture
def served(running: Served) -> Iterator[Served]:
    """That server, which has to serve the page after every test."""
    yield running
    assert running.answer(request("/")).endswith(b"<h1>Outcry</h1>")


def request(target: str, *headers: str, method: str = "GET") -> bytes:
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", ""]
    return "\r\n".join(lines).encode()


HOSTILE = {
    "a zero": (request("/%00"), 404),
    "no text": (request("/%ff%fe"), 404),
    "a path that is too long for a file": (request("/" + "a" * 5000), 404),
    "a path that is too long for a request": (request("/" + "a" * 100_000), 400),
    "a path of many parts": (request("/.." * 3000), 404),
    "an address that is none": (request("http://["), 400),
    "an address without a path that could be served": (request("*", method="OPTIONS"), 400),
    "a tunnel": (request("example.org:443", method="CONNECT"), 400),
    "a method that nobody knows": (request("/", method="BREW"), 405),
    "no method": (b"/ HTTP/1.1\r\n\r\n", 400),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 500, 400),
    "letters beyond ASCII": ("GET /ä HTTP/1.1\r\nHost: x\r\n\r\n".encode(), 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "a huge header": (request("/", "X: " + "a" * 100_000), 400),
    "many headers": (request("/", *(f"X-{number}: 1" for number in range(5000))), 400),
    "two lengths": (request("/", "Content-Length: 1", "Content-Length: 2"), 400),
    "a body that is no body": (request("/", "Transfer-Encoding: chunked") + b"zzz\r\n", 400),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_request_for_the_page_is_refused(served: Served, kind: str) -> None:
    sent, status = HOSTILE[kind]
    assert served.answer(sent).startswith(f"HTTP/1.1 {status} ".encode())


def seconds_until_closed(connection: socket.socket, *, trickle: bytes = b"") -> float:
    """How long the other side keeps a connection on which a byte comes now and then, or nothing."""
    began = time.monotonic()
    connection.settimeout(0.1)
    while time.monotonic() - began < 15:
        try:
            if trickle:
                connection.sendall(trickle)
            if not connection.recv(65536):
                break
        except TimeoutError:
            pass
        except ConnectionError:
            break
    return time.monotonic() - began


SLOW = {
    "says nothing": (b"", b""),
    "never ends its headers": (b"GET / HTTP/1.1\r\n", b"X: 1\r\n"),
    "never ends its body": (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n", b"x"),
    "asks once and then nothing": (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b""),
    "asks once and then slowly": (b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET", b"T"),
}


@pytest.mark.parametrize("kind", SLOW)
def test_whoever_is_slow_is_hung_up_on(served: Served, kind: str) -> None:
    begun, trickle = SLOW[kind]
    with served.connect() as connection:
        connection.sendall(begun)
        assert 0.5 < seconds_until_closed(connection, trickle=trickle) < 5


def test_an_answer_that_nobody_takes_does_not_keep_a_connection(served: Served) -> None:
    with served.connect() as connection:
        connection.sendall(request("/large.png"))
        time.sleep(3)
        assert len(everything(connection)) < LARGE


def test_a_body_that_goes_wrong_after_the_answer_ends_the_connection(served: Served) -> None:
    with served.connect() as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        answer = b""
        while not answer.endswith(b"\r\n\r\nThis can only be read.\n"):
            answer += connection.recv(65536)
        connection.sendall(b"zzz\r\n")
        assert everything(connection) == b""


def test_there_is_room_for_so_many_and_again_when_they_have_gone(served: Served) -> None:
    with ExitStack() as crowd:
        for _ in range(20):
            crowd.enter_context(served.connect())
        assert served.answer(request("/")).startswith(b"HTTP/1.1 503 ")
    time.sleep(0.5)
    assert served.answer(request("/")).startswith(b"HTTP/1.1 200 ")


def test_there_is_room_for_others_however_many_come_from_one_address(page: Path) -> None:
    running = Served(page, "--port", "0", "--set", "most_connections_of_one=5")
    with ExitStack() as crowd:
        for _ in range(5):
            crowd.enter_context(running.connect())
        assert running.answer(request("/")).startswith(b"HTTP/1.1 503 ")
        with socket.create_connection(("127.0.0.1", running.port), 15, ("127.0.0.2", 0)) as other:
            other.sendall(request("/"))
            assert other.recv(64).startswith(b"HTTP/1.1 200 ")
    time.sleep(0.5)
    assert running.answer(request("/")).startswith(b"HTTP/1.1 200 ")
    running.end()


def test_somebody_who_holds_the_line_does_not_keep_it_from_ending(page: Path) -> None:
    running = Served(page, "--port", "0")
    with running.connect() as idle, running.connect() as slow:
        idle.sendall(b"GET / HT")
        slow.sendall(request("/large.png"))
        time.sleep(0.5)
        assert running.end() == (0, "\n", "")


@pytest.mark.skipif(os.name != "posix", reason="a signal of POSIX")
def test_ended_by_the_system_it_leaves_nothing_behind(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spare = tmp_path / "spare"
    spare.mkdir()
    monkeypatch.setenv("TMPDIR", str(spare))
    running = Served(page, "--port", "0")
    assert list(spare.iterdir())
    assert running.end(signal.SIGTERM) == (128 + signal.SIGTERM, "", "")
    assert not list(spare.iterdir())


def refused(page: Path, *arguments: str) -> str:
    """What the command says that does not even begin to serve."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(page), "serve", *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    (sentence,) = done.stderr.splitlines()
    return sentence


def test_what_cannot_be_listened_at_is_one_sentence(page: Path, served: Served) -> None:
    assert refused(page, "--host", "").startswith("outcry: --host takes an address such as 127.0.0.1 or ::1, not ''; ")
    taken = f"outcry: the page cannot be served at 127.0.0.1, port {served.port}: Address already in use"
    assert refused(page, "--port", str(served.port)) == taken


def test_it_says_when_it_listens_beyond_this_machine(page: Path) -> None:
    running = Served(page, "--host", "0.0.0.0", "--port", "0")
    assert running.process.stdout is not None
    assert running.process.stdout.readline() == (
        "It listens beyond this machine, at 0.0.0.0: whoever can reach that address can open the page and play.\n"
    )
    assert running.end() == (0, "\n", "")
