"""Where and how the server listens: one address, requests and connections of limited size, time and number
(uvicorn).
"""

from __future__ import annotations

import asyncio
import os
import socket
from ipaddress import ip_address
from typing import cast

import h11
from starlette.types import ASGIApp
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from openoutcry.engine.mistakes import Mistake
from openoutcry.server.websocket import Line, Sockets

USUAL_PORT = 8642
MOST_PORT = 65535
WAITING = 128
"""Connections that may wait to be accepted."""
MOST_CONNECTIONS = 200
"""That are no sockets, at once: fewer than the files that a program may have open on any system."""
LARGEST_HEAD = 16 * 1024
"""Bytes of a request's first line and headers."""
IDLE = 5
"""Seconds for which a connection without a request is kept after an answer."""
REQUEST_WITHIN = 10.0
"""Seconds in which a request has to come whole, from the connection or the last answer on."""
ANSWER_WITHIN = 60.0
"""Seconds in which an answer has to be taken."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def listen(host: str, port: int | None, usual: int = USUAL_PORT) -> socket.socket:
    """A socket that listens: at the port given, or at the usual one, or at a free one if that is taken."""
    if not host.strip():
        raise Mistake(
            f"--host takes an address such as 127.0.0.1 or ::1, not {host!r}; 0.0.0.0 lets others in your network in"
        )
    if port is not None and not 0 <= port <= MOST_PORT:
        raise Mistake(f"--port goes from 0 to {MOST_PORT}, not {port}")
    reason = ""
    for choice in [port] if port is not None else [usual, 0]:
        try:
            return _bound(host, choice)
        except OSError as error:
            reason = error.strerror or str(error)
        except UnicodeError:
            reason = "that is not the name of a host"
    raise Mistake(f"the page cannot be served at {host}, port {usual if port is None else port}: {reason}")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(WAITING)
    except OSError:
        bound.close()
        raise
    return bound


def url_of(listening: socket.socket) -> str:
    """Where the page is, for a browser on this machine.

    >>> with listen("127.0.0.1", 0) as listening:
    ...     url_of(listening) == f"http://localhost:{listening.getsockname()[1]}/"
    True
    """
    host, port = listening.getsockname()[:2]
    address = ip_address(host)
    if address.is_unspecified or host == "127.0.0.1":
        return f"http://localhost:{port}/"
    return f"http://[{host}]:{port}/" if address.version == 6 else f"http://{host}:{port}/"


def is_for_others(listening: socket.socket) -> bool:
    """Whether other machines can come in."""
    return not ip_address(listening.getsockname()[0]).is_loopback


def server_of(app: ASGIApp, sockets: Sockets | None = None, most_connections: int | None = None) -> Server:
    """A server of an application, and of sockets where they are given, within limits; it writes nothing but errors of
    our own.
    """

    class Connection(LimitedConnection):
        most = MOST_CONNECTIONS if most_connections is None else most_connections

    Connection.sockets = sockets
    config = Config(
        app,
        http=Connection,
        ws="none" if sockets is None else Line,
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        headers=[("Server", "OpenOutcry")],
        proxy_headers=False,
        backlog=WAITING,
        timeout_keep_alive=IDLE,
        h11_max_incomplete_event_size=LARGEST_HEAD,
    )
    return Server(config)


class LimitedConnection(H11Protocol):
    """A connection that ends: requests have to come whole and answers to be taken in time, however often a few bytes
    come or go.
    """

    deadline: asyncio.TimerHandle
    most = MOST_CONNECTIONS
    sockets: Sockets | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there: let them in if there is room."""
        both_ways = cast("asyncio.Transport", transport)  # uvloop's are not of asyncio's classes
        super().connection_made(both_ways)
        self.deadline = self.loop.call_later(REQUEST_WITHIN, both_ways.abort)
        lines = len(self.sockets.lines) if self.sockets else 0
        is_full_for_peer = self.sockets is not None and not self.sockets.came(self, both_ways)
        if len(self.connections) - lines > self.most or is_full_for_peer:
            both_ways.write(FULL)
            both_ways.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.deadline.cancel()
        if self.sockets is not None:
            self.sockets.went(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something has come, of which the parser is given so little at a time that it sees what is too large; a
        request is answered.
        """
        before = self.cycle
        for start in range(0, len(data), LARGEST_HEAD):
            if self.transport.get_protocol() is not self:
                self.transport.abort()  # more than was asked for before it was granted
            elif not self.transport.is_closing():
                super().data_received(data[start : start + LARGEST_HEAD])
        if self.cycle is not before:
            self._end_in(ANSWER_WITHIN)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Somebody wants a socket, and has to wait for the answer before they use it."""
        assert self.sockets is not None
        headers: dict[str, str] = {}
        for name, value in self.headers:
            key = name.decode("latin-1")
            headers[key] = f"{headers[key]}, {value.decode('latin-1')}" if key in headers else value.decode("latin-1")
        is_http = event.http_version == b"1.1" and not self.conn.trailing_data[0]
        line = self.sockets.open(
            self.transport, event.method.decode() if is_http else "", event.target.decode(), headers, self.connections
        )
        if line is not None:
            self.deadline.cancel()
            self.connections.discard(self)
            self.sockets.went(self)

    def on_response_complete(self) -> None:
        """An answer is on its way: next comes another request, unless one waits already or the answer has yet to be
        taken.
        """
        super().on_response_complete()
        is_taken = self.cycle.response_complete and not self.transport.get_write_buffer_size()
        self._end_in(REQUEST_WITHIN if is_taken else ANSWER_WITHIN)

    def send_400_response(self, msg: str) -> None:
        """Say that this is no request; where an answer has begun already, there is nothing to say."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.abort()

    def shutdown(self) -> None:
        """The server ends, and waits for nobody."""
        self.transport.abort()

    def _end_in(self, seconds: float) -> None:
        self.deadline.cancel()
        self.deadline = self.loop.call_later(seconds, self.transport.abort)
