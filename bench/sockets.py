"""Echoed messages per second over WebSockets: ours beside Starlette on uvicorn with the `websockets` package.

    python bench/sockets.py

Every server runs in a process of its own on one core, the client on another; both sides of a comparison are measured
in turn in the same run, and the best of the rounds counts. A client keeps so many lines, each with one message of so
many bytes on its way. Seconds are those of the server's processor time, so that other work on the machine counts less.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import socket
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

LINES, ROUNDS, SECONDS = 50, 3, 2.0
SIZES = (40, 1000)
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def serve_ours(listening: socket.socket, loop: str) -> None:
    from starlette.applications import Starlette

    from openoutcry.server.listening import server_of
    from openoutcry.server.websocket import Headers, Limits, Line, Sockets

    class Echo:
        def may_open(self, path: str, headers: Headers) -> int:
            del path, headers
            return 101

        def heard(self, line: Line, written: bytes) -> None:
            line.send(written)

        def opened(self, line: Line) -> None:
            """Nothing to do."""

        def closed(self, line: Line) -> None:
            """Nothing to do."""

        def stopping(self) -> None:
            """Nothing to do."""

    server = server_of(Starlette(), Sockets(Echo(), Limits(rate=1e9, burst=1e9)))
    server.config.loop = loop
    server.run([listening])


def serve_theirs(listening: socket.socket, loop: str) -> None:
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket
    from uvicorn import Config, Server

    async def echo(websocket: WebSocket) -> None:
        await websocket.accept()
        async for text in websocket.iter_text():
            await websocket.send_text(text)

    app = Starlette(routes=[WebSocketRoute("/ws", echo)])
    config = Config(app, ws="websockets-sansio", ws_per_message_deflate=False, loop=loop, log_level="critical")
    Server(config).run([listening])


SERVERS = {"ours": serve_ours, "uvicorn + Starlette + websockets": serve_theirs}


class Client(asyncio.Protocol):
    """One line that says the same again and again; it counts bytes, so that it costs next to nothing."""

    def __init__(self, size: int, counts: list[int]) -> None:
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.message = head + bytes(4) + b"x" * size
        self.answer = len(self.message) - 4
        self.counts, self.is_open, self.waits = counts, False, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.write = transport.write  # type: ignore[attr-defined]
        self.write(HANDSHAKE)

    def data_received(self, data: bytes) -> None:
        if not self.is_open:
            data = data.partition(b"\r\n\r\n")[2]
            self.is_open = True
            self.write(self.message)
        self.waits += len(data.replace(b"\x89\x01" + data[2:3], b"", 1) if data[:1] == b"\x89" else data)
        if self.waits >= self.answer:
            self.waits = 0
            self.counts[0] += 1
            self.write(self.message)


def processor_time(process: int) -> float:
    """Seconds that a process has worked, by Linux."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def drive(port: int, size: int, server: int) -> float:
    """Messages per second."""
    loop, counts = asyncio.get_running_loop(), [0]
    ends = [await loop.create_connection(lambda: Client(size, counts), "127.0.0.1", port) for _ in range(LINES)]
    await asyncio.sleep(0.5)
    before, began = counts[0], processor_time(server)
    await asyncio.sleep(SECONDS)
    rate = (counts[0] - before) / (processor_time(server) - began)
    for transport, _ in ends:
        transport.abort()
    return rate


def on_core(number: int) -> None:
    """Stay on one core, where the system lets a program choose."""
    with suppress(AttributeError, OSError):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[number % len(cores)]})


def run_server(name: str, loop: str, answer: Connection) -> None:
    on_core(0)
    listening = socket.create_server(("127.0.0.1", 0))
    answer.send(listening.getsockname()[1])
    SERVERS[name](listening, loop)


def measured(name: str, loop: str, size: int) -> float:
    context = multiprocessing.get_context("spawn")
    mine, other = context.Pipe()
    server = context.Process(target=run_server, args=(name, loop, other))
    server.start()
    try:
        port = mine.recv()
        import uvloop

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(drive(port, size, server.pid or 0))
    finally:
        server.kill()
        server.join()


def main() -> None:
    on_core(1)
    for loop in ("asyncio", "uvloop"):
        for size in SIZES:
            best = dict.fromkeys(SERVERS, 0.0)
            for _ in range(ROUNDS):
                for name in SERVERS:
                    best[name] = max(best[name], measured(name, loop, size))
            told = ", ".join(f"{name} {rate:,.0f}" for name, rate in best.items())
            print(f"{loop}, {size} bytes: {told} messages per second ({best['ours'] / best[list(best)[1]]:.1f} times)")


if __name__ == "__main__":
    main()
