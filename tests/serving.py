"""A server of sockets in a thread of its own, and a client that says bytes as they are."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.applications import Starlette
from uvicorn import Server

from openoutcry.server.listening import listen, server_of
from openoutcry.server.websocket import Headers, Limits, Line, Lines, Sockets, head, is_from, unmasked

FINAL, CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x80, 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


class Echo:
    """Says everything back to whom it came from, and remembers it."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.open: list[Line] = []
        self.loop: asyncio.AbstractEventLoop | None = None

    def may_open(self, path: str, headers: Headers) -> int:
        if path != "/ws":
            return 404
        return 101 if is_from(headers) else 403

    def opened(self, line: Line) -> None:
        self.loop = asyncio.get_running_loop()
        self.open.append(line)
        self.log.append("opened")

    def heard(self, line: Line, written: bytes) -> None:
        line.send(written)

    def closed(self, line: Line) -> None:
        self.open.remove(line)
        self.log.append("closed")

    def stopping(self) -> None:
        for line in self.open:
            line.send(b"stopping")


class Served:
    """A server that runs, and where."""

    def __init__(self, server: Server, sockets: Sockets, port: int) -> None:
        self.server, self.sockets, self.port = server, sockets, port
        self.url = f"ws://127.0.0.1:{port}/ws"

    def connect(self) -> Raw:
        return Raw(self.port)

    def in_loop(self, call: Callable[[], object]) -> None:
        """Call something where the lines live."""
        echo = self.sockets.handler
        assert isinstance(echo, Echo)
        assert echo.loop is not None
        echo.loop.call_soon_threadsafe(call)


@contextmanager
def serving(handler: Lines, limits: Limits | None = None, loop: str = "auto") -> Iterator[Served]:
    """A server while it is needed; it has to end by itself when it is asked to."""
    sockets = Sockets(handler, limits)
    with listen("127.0.0.1", 0) as listening:
        server = server_of(Starlette(), sockets)
        server.config.loop = loop
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            until(lambda: server.started)
            yield Served(server, sockets, listening.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join(timeout=20)
            assert not thread.is_alive()


def until(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.01)


def frame(first: int, payload: bytes = b"", *, mask: bytes | None = None) -> bytes:
    """A frame of a client."""
    mask = os.urandom(4) if mask is None else mask
    begun = head(first, len(payload))
    return begun[:1] + bytes([begun[1] | 0x80]) + begun[2:] + mask + unmasked(mask, payload)


def handshake(path: str = "/ws", method: str = "GET", http: str = "1.1", **headers: str | None) -> bytes:
    """A request for a socket, with headers changed or (nothing) left out."""
    usual = {
        "Host": "localhost",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY,
    }
    changed = {**usual, **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = [f"{name}: {value}" for name, value in changed.items() if value is not None]
    return "\r\n".join([f"{method} {path} HTTP/{http}", *lines, "", ""]).encode()


class Raw:
    """A client that knows nothing but bytes."""

    def __init__(self, port: int, *, opens: bool = True) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._held = b""
        if opens:
            self.say(handshake())
            assert self.status() == 101

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.socket.close()

    def say(self, sent: bytes) -> None:
        self.socket.sendall(sent)

    def status(self) -> int:
        """The status of an HTTP answer; what comes after its head is kept."""
        while b"\r\n\r\n" not in self._held:
            self._more()
        answer, _, self._held = self._held.partition(b"\r\n\r\n")
        self.answer = answer.decode()
        return int(answer.split()[1])

    def _more(self) -> None:
        more = self.socket.recv(65536)
        if not more:
            raise EOFError(self._held)
        self._held += more

    def frame(self) -> tuple[int, bytes]:
        """The next frame of the server."""
        while True:
            held = self._held
            if len(held) >= 2:
                start, length = 2, held[1]
                if length > 125:
                    start = 4 if length == 126 else 10
                    length = int.from_bytes(held[2:start], "big") if len(held) >= start else 1 << 62
                if len(held) >= start + length:
                    self._held = held[start + length :]
                    return held[0] & 0x0F, held[start : start + length]
            self._more()

    def heard(self, *, answers: bool = True) -> bytes | int | None:
        """The next message; or the code with which the line is closed, or nothing if it is cut."""
        try:
            while True:
                kind, payload = self.frame()
                if kind == TEXT:
                    return payload
                if kind == CLOSE:
                    return int.from_bytes(payload[:2], "big") if payload else 1005
                if kind == PING and answers:
                    self.say(frame(FINAL | PONG, payload))
        except (EOFError, ConnectionError):
            return None

    def control(self, wanted: int) -> bytes:
        """The next control frame of a kind."""
        while True:
            kind, payload = self.frame()
            if kind == wanted:
                return payload

    def is_over(self) -> bool:
        """Whether nothing more comes, after whatever comes."""
        try:
            while self.socket.recv(65536):
                pass
        except ConnectionError:
            pass
        return True
