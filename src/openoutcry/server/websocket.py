"""WebSockets (RFC 6455) on uvicorn's connections, without ASGI: a message goes straight to whoever handles it.

Only what the tables need: text, no extensions, no subprotocols. Everything a client can make the server hold is
limited: sizes, numbers, rates and times. Pings of our own measure each line's delay (`server/bell.py`).
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import socket
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from struct import Struct
from time import monotonic
from typing import Any, Protocol
from urllib.parse import urlsplit

from openoutcry.server.bell import Delays

Network = IPv4Network | IPv6Network
Headers = Mapping[str, str]

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What the protocol adds to a client's key (RFC 6455, 1.3)."""
SWITCHING = 101
NORMAL, GOING_AWAY, PROTOCOL_ERROR, NO_TEXT, BAD_TEXT, AGAINST_POLICY, TOO_LARGE = (
    1000, 1001, 1002, 1003, 1007, 1008, 1009,
)  # fmt: skip
"""Codes of a close frame (RFC 6455, 7.4.1)."""
CODES_OF_CLIENTS = {*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)}
"""Codes that a close frame may have."""
LONGEST_CONTROL = 125
"""Bytes of a control frame."""

FINAL, MASKED = 0x80, 0x80
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
WHOLE_TEXT = FINAL | TEXT
SHORT_HEADS = [bytes((WHOLE_TEXT, length)) for length in range(126)]
"""The heads of short text frames, made once."""
MEDIUM_HEAD, LONG_HEAD = Struct(">BBH").pack, Struct(">BBQ").pack
"""The heads of frames whose length has two bytes of its own, or eight."""
ROUNDING = 1e-6
"""Seconds by which a sum of short times may be too long."""
KNOWN_ADDRESSES = 1 << 12
"""So many are read once: a household comes again and again."""
MIN_RTT = 148
"""Where Linux puts `tcpi_min_rtt`, microseconds, into `struct tcp_info`."""


@dataclass(frozen=True)
class Limits:
    """What a client may ask of the server. Bytes, numbers and seconds."""

    largest_message: int = 64 * 1024
    most_lines: int = 15_000
    most_lines_of_peer: int = 200
    rate: float = 50.0
    """Frames that a line may send per second, once the burst is used up."""
    burst: float = 100.0
    ping_every: float = 5.0
    first_pings: int = 5
    first_ping_every: float = 0.5
    resting_ping_every: float = 20.0
    """Where nobody races a ping only asks whether anybody is there."""
    pong_within: float = 30.0
    message_within: float = 10.0
    """How long a message that has begun may take to come."""
    close_within: float = 2.0
    """How long we wait for the other side once we have said that a line is over."""
    most_unsent: int = 1024 * 1024
    drain_within: float = 10.0
    """How long more than `full_at` bytes may wait to be taken."""
    full_at: int = 64 * 1024
    trusted_proxies: tuple[Network, ...] = ()
    """Whose word counts on where a request comes from (X-Forwarded-For)."""


class Lines(Protocol):
    """Whoever handles the lines of a server."""

    def may_open(self, path: str, headers: Headers) -> int:
        """101, or the HTTP status with which a request for a line is refused; names of headers are in lower case."""

    def opened(self, line: Line) -> None:
        """A line is open."""

    def heard(self, line: Line, written: bytes) -> None:
        """A whole message has come: text, checked to be UTF-8."""

    def closed(self, line: Line) -> None:
        """An open line is gone, for whatever reason: called once."""

    def stopping(self) -> None:
        """The server ends: the last chance to say something before all lines are closed (1001)."""


class Refusal(Exception):
    """Why a handshake is none: an HTTP status."""

    def __init__(self, status: int) -> None:
        self.status = status


class Broken(Exception):
    """Why a line cannot go on: the code of a close frame and a reason."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason


class Sockets:
    """All lines of a server: who may open one, and how many are open."""

    def __init__(self, handler: Lines, limits: Limits | None = None) -> None:
        self.handler, self.limits = handler, limits or Limits()
        self.lines: set[Line] = set()
        self._of_peer: Counter[str] = Counter()
        self._others: dict[object, str] = {}
        self._others_of_peer: Counter[str] = Counter()
        self._is_stopping = False

    def open(
        self, transport: asyncio.Transport, method: str, target: str, headers: Headers, connections: set[Any]
    ) -> Line | None:
        """A line where a request asked for one and may have it; else the answer is written, and the connection ends."""
        try:
            accept = accepted_key(method, headers)
            path, peer = target.partition("?")[0], peer_of(transport, headers, self.limits.trusted_proxies)
            status = self.handler.may_open(path, headers)
            if status != SWITCHING:
                raise Refusal(status)
            if self._is_stopping or self._is_full_for(peer):
                raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE)
        except Refusal as refusal:
            transport.write(refusing(refusal.status))
            transport.close()
            return None
        transport.write(switching(accept))
        line = Line(self, transport, path, headers, peer, connections)
        transport.set_protocol(line)
        self.lines.add(line)
        self._of_peer[household(peer)] += 1
        connections.add(line)
        line.begin()
        self.handler.opened(line)
        return line

    def _is_full_for(self, peer: str) -> bool:
        return len(self.lines) >= self.limits.most_lines or (
            self._of_peer[household(peer)] >= self.limits.most_lines_of_peer
        )

    def came(self, connection: object, transport: asyncio.BaseTransport) -> bool:
        """A connection that is no line yet; whether there is room for it. Proxies that are trusted have as many as they
        need.
        """
        name = transport.get_extra_info("peername")
        address = _address(name[0]) if name else None
        if address is None or any(address in network for network in self.limits.trusted_proxies):
            return True
        house = self._others[connection] = household(name[0])
        self._others_of_peer[house] += 1
        return self._others_of_peer[house] <= self.limits.most_lines_of_peer

    def went(self, connection: object) -> None:
        """It is gone, or a line now."""
        house = self._others.pop(connection, None)
        if house is not None:
            self._others_of_peer[house] -= 1
            if not self._others_of_peer[house]:
                del self._others_of_peer[house]

    def forget(self, line: Line) -> None:
        """A line is gone."""
        self.lines.discard(line)
        house = household(line.peer)
        self._of_peer[house] -= 1
        if not self._of_peer[house]:
            del self._of_peer[house]
        self.handler.closed(line)

    def stop(self) -> None:
        """The server ends: the handler may say so, once."""
        if not self._is_stopping:
            self._is_stopping = True
            self.handler.stopping()


class Line(asyncio.Protocol):
    """One connection: messages in, messages out, and how long they are on their way."""

    __slots__ = (
        "_beats",
        "_connections",
        "_held",
        "_is_closing",
        "_is_direct",
        "_is_full",
        "_is_resting",
        "_late",
        "_limits",
        "_needed",
        "_paid_until",
        "_parts",
        "_pings",
        "_sockets",
        "_timer",
        "_write",
        "delays",
        "headers",
        "heard_at",
        "owner",
        "path",
        "peer",
        "transport",
    )

    def __init__(
        self,
        sockets: Sockets,
        transport: asyncio.Transport,
        path: str,
        headers: Headers,
        peer: str,
        connections: set[Any],
    ) -> None:
        self.path, self.headers, self.peer, self.transport = path, headers, peer, transport
        self.owner: Any = None
        """For whoever handles the line."""
        self.heard_at = monotonic()
        """When the last bytes came, by the clock `time.monotonic`: the arrival of the message that is handled."""
        self.delays = Delays()
        self._sockets, self._connections, self._limits = sockets, connections, sockets.limits
        self._write = transport.write
        self._is_direct = is_direct(transport, headers, peer)
        self._held, self._needed = bytearray(), 0
        self._parts: bytearray | None = None
        self._paid_until = 0.0
        self._is_closing = self._is_full = False
        self._pings: dict[bytes, float] = {}
        self._beats = 0
        self._is_resting = False
        self._timer: asyncio.TimerHandle | None = None
        self._late: asyncio.TimerHandle | None = None

    # For whoever handles the line.

    @property
    def origin(self) -> str | None:
        """The page from which a browser opened the line."""
        return self.headers.get("origin")

    @property
    def is_open(self) -> bool:
        """Whether anything that is sent may still arrive."""
        return not self._is_closing

    @property
    def half_trip(self) -> float | None:
        """Seconds that a message takes one way, by our own pings; nothing before the first was answered."""
        return self.delays.half_trip

    def send(self, *written: bytes) -> None:
        """Send messages, all at once; whoever does not take them is cut off, never waited for."""
        if self._is_closing:
            return
        self._write(framed(written[0]) if len(written) == 1 else b"".join(map(framed, written)))
        if self._is_full and self.transport.get_write_buffer_size() > self._limits.most_unsent:
            self.abort()

    def close(self, code: int, reason: str = "") -> None:
        """Say that the line is over: nothing more is heard from it, and it ends soon, whatever the other side does."""
        if self._is_closing:
            return
        self._is_closing = True
        payload = code.to_bytes(2, "big") + _cut(reason, LONGEST_CONTROL - 2)
        self._write(head(FINAL | CLOSE, len(payload)) + payload)
        self._wait(self._limits.close_within)
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def abort(self) -> None:
        """Hang up without a word."""
        self._is_closing = True
        self.transport.abort()

    def rest(self) -> None:
        """Where nobody races the delay is of no interest: ping seldom."""
        self._is_resting = True
        if self._timer is not None and not (self._is_closing or self._is_full):
            self._timer.cancel()
            self._beat_in(self._limits.resting_ping_every)

    def ping(self) -> None:
        """Measure the delay once more."""
        number = b"%d" % self._beats
        self._beats += 1
        self._pings[number] = monotonic()
        self._write(head(FINAL | PING, len(number)) + number)

    # What uvicorn and the event loop call.

    def begin(self) -> None:
        """Begin to measure and to listen."""
        self.transport.set_write_buffer_limits(high=self._limits.full_at)
        self._beat()

    def shutdown(self) -> None:
        """The server ends."""
        self._sockets.stop()
        self.close(GOING_AWAY)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        del exc  # whatever it was, the line is gone
        self._is_closing = True
        for timer in (self._timer, self._late):
            if timer is not None:
                timer.cancel()
        self._connections.discard(self)
        self._sockets.forget(self)

    def pause_writing(self) -> None:
        """More waits to be taken than should."""
        self._is_full = True
        if not self._is_closing:
            self._wait(self._limits.drain_within)

    def resume_writing(self) -> None:
        """It was taken."""
        self._is_full = False
        if not self._is_closing and self._timer is not None:
            self._timer.cancel()
            self._beat_in(self._next_beat)

    def data_received(self, data: bytes) -> None:
        """Take every whole frame, and keep what is left until the rest comes."""
        if self._is_closing:
            return
        self.heard_at = monotonic()
        held = self._held
        if held:
            held += data
            if len(held) < self._needed:
                return
            data = bytes(held)
            held.clear()
        try:
            is_news, rest = self._take_frames(data)
        except Broken as broken:
            self.close(broken.code, broken.reason)
            rest = b""
        if not self.is_open:
            self._held, self._parts = bytearray(), None
            return
        if rest:
            held += rest
        if rest or self._parts is not None or self._late is not None:
            self._watch(is_half=bool(rest) or self._parts is not None, is_news=is_news)

    def _take_frames(self, data: bytes) -> tuple[bool, bytes]:
        """Whether a whole message has come, and what is left."""
        handler, cost = self._sockets.handler, 1 / self._limits.rate
        now, earliest = self.heard_at + ROUNDING, self.heard_at - self._limits.burst * cost
        position, size, is_news = 0, len(data), False
        while size - position >= 2:
            first, second = data[position], data[position + 1]
            if first != WHOLE_TEXT or second < MASKED or self._parts is not None:
                self._check_head(first, second)
            start, length = position + 6, second & 0x7F
            if length > LONGEST_CONTROL:
                wide, length = self._long(data[position + 1 : position + 10])
                start += wide
            end = start + length
            if end > size:
                self._needed = end - position
                return is_news, data[position:]
            payload = unmasked(data[start - 4 : start], data[start:end])
            position = end
            self._paid_until = paid = max(self._paid_until, earliest) + cost
            if paid > now:
                raise Broken(AGAINST_POLICY, "too many messages")
            if first == WHOLE_TEXT:
                check_text(payload)
                is_news = True
                handler.heard(self, payload)
            else:
                is_news |= self._take_other(first, payload)
            if self._is_closing:
                return is_news, b""
        self._needed = 2
        return is_news, data[position:]

    def _long(self, sizes: bytes) -> tuple[int, int]:
        """How many bytes the length of a long frame takes, and that length: none while it is not there yet."""
        wide = 2 if sizes[0] & 0x7F == 126 else 8
        length = int.from_bytes(sizes[1 : 1 + wide], "big") if len(sizes) > wide else 0
        if length + len(self._parts or b"") > self._limits.largest_message:
            raise Broken(TOO_LARGE, f"a message has at most {self._limits.largest_message} bytes")
        return wide, length

    def _check_head(self, first: int, second: int) -> None:
        """Whether such a frame may come now."""
        kind = first & 0x0F
        if second < MASKED:
            raise Broken(PROTOCOL_ERROR, "a client masks its frames")
        if first & 0x70:
            raise Broken(PROTOCOL_ERROR, "no extension was agreed on")
        if kind in (CLOSE, PING, PONG):
            if not first & FINAL or second & 0x7F > LONGEST_CONTROL:
                raise Broken(PROTOCOL_ERROR, f"a control frame is one of at most {LONGEST_CONTROL} bytes")
        elif kind == BINARY:
            raise Broken(NO_TEXT, "messages are text")
        elif kind not in (CONTINUED, TEXT):
            raise Broken(PROTOCOL_ERROR, "no such frame")
        elif (kind == CONTINUED) != (self._parts is not None):
            raise Broken(PROTOCOL_ERROR, "a message begins once, and goes on until it ends")

    def _take_other(self, first: int, payload: bytes) -> bool:
        """Take a control frame or a part of a message; whether that was whole then."""
        kind = first & 0x0F
        if kind == PING:
            self._write(head(FINAL | PONG, len(payload)) + payload)
        elif kind == PONG:
            self._take_pong(payload)
        elif kind == CLOSE:
            self._answer_close(payload)
        else:
            self._parts = parts = bytearray() if self._parts is None else self._parts
            parts += payload
            if len(parts) > self._limits.largest_message:
                raise Broken(TOO_LARGE, f"a message has at most {self._limits.largest_message} bytes")
            if first & FINAL:
                self._parts = None
                message = bytes(parts)
                check_text(message)
                self._sockets.handler.heard(self, message)
                return True
        return False

    def _take_pong(self, payload: bytes) -> None:
        """A ping was answered; what answers none of ours is nothing. Older pings need no answer any more."""
        sent = self._pings.get(payload)
        if sent is None:
            return
        is_measured = self._is_direct and not self._is_resting
        self.delays.took(self.heard_at - sent, kernel_trip(self.transport) if is_measured else None)
        while next(iter(self._pings)) != payload:
            del self._pings[next(iter(self._pings))]
        del self._pings[payload]

    def _answer_close(self, payload: bytes) -> None:
        """The other side ends the line: say the same, and hang up."""
        if len(payload) == 1 or (payload and int.from_bytes(payload[:2], "big") not in CODES_OF_CLIENTS):
            raise Broken(PROTOCOL_ERROR, "that is no code of a close frame")
        check_text(payload[2:])
        self._is_closing = True
        self._write(head(FINAL | CLOSE, len(payload[:2])) + payload[:2])
        self._wait(self._limits.close_within)
        self.transport.close()

    # Time.

    def _beat(self) -> None:
        """Ping, and see whether the last pings were answered."""
        if self._pings and monotonic() - next(iter(self._pings.values())) > self._limits.pong_within:
            self.abort()
            return
        self.ping()
        self._beat_in(self._next_beat)

    @property
    def _next_beat(self) -> float:
        """After how many seconds to ping again."""
        limits = self._limits
        if self._is_resting:
            return limits.resting_ping_every
        return limits.first_ping_every if self._beats < limits.first_pings else limits.ping_every

    def _beat_in(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._beat)

    def _wait(self, seconds: float) -> None:
        """Hang up then, unless what is waited for comes before; nobody is pinged meanwhile."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.abort)

    def _watch(self, *, is_half: bool, is_news: bool) -> None:
        """A message that has begun has to end in time."""
        if self._late is not None and (is_news or not is_half):
            self._late.cancel()
            self._late = None
        if is_half and self._late is None:
            loop = asyncio.get_running_loop()
            self._late = loop.call_later(
                self._limits.message_within, self.close, AGAINST_POLICY, "a message that has begun has to end"
            )


# Frames.


def head(first: int, length: int) -> bytes:
    """The head of a frame that the server sends.

    >>> head(WHOLE_TEXT, 300).hex()
    '817e012c'
    """
    if length < 126:
        return bytes((first, length))
    return MEDIUM_HEAD(first, 126, length) if length < 1 << 16 else LONG_HEAD(first, 127, length)


def framed(message: bytes) -> bytes:
    """A message in a frame.

    >>> framed(b"Hello").hex()
    '810548656c6c6f'
    """
    length = len(message)
    if length < 126:
        return SHORT_HEADS[length] + message
    return (MEDIUM_HEAD(WHOLE_TEXT, 126, length) if length < 1 << 16 else LONG_HEAD(WHOLE_TEXT, 127, length)) + message


def unmasked(mask: bytes, payload: bytes) -> bytes:
    """What a client has masked; the same again masks it.

    >>> unmasked(bytes.fromhex("37fa213d"), bytes.fromhex("7f9f4d5158"))
    b'Hello'
    """
    length = len(payload)
    long_mask = mask * (length // 4) + mask[: length % 4]
    number = int.from_bytes(payload, "little") ^ int.from_bytes(long_mask, "little")
    return number.to_bytes(length, "little")


def check_text(written: bytes) -> None:
    """Refuse what is not UTF-8."""
    if not written.isascii():
        try:
            written.decode()
        except UnicodeDecodeError:
            raise Broken(BAD_TEXT, "text is UTF-8") from None


def _cut(reason: str, length: int) -> bytes:
    """A reason in at most so many bytes of UTF-8."""
    return reason.encode()[:length].decode(errors="ignore").encode()


# Handshakes.


def accepted_key(method: str, headers: Headers) -> bytes:
    """The answer to a client's key, if it asks for a line as it should.

    >>> asks = {"sec-websocket-version": "13", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}
    >>> accepted_key("GET", asks)
    b's3pPLMBiTxaQ9kYGzzhZRbK+xOo='
    """
    if method != "GET" or headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        raise Refusal(HTTPStatus.BAD_REQUEST)
    if headers.get("sec-websocket-version") != "13":
        raise Refusal(HTTPStatus.UPGRADE_REQUIRED)
    key = headers.get("sec-websocket-key", "").encode()
    try:
        is_key = len(base64.b64decode(key, validate=True)) == 16
    except binascii.Error:
        is_key = False
    if not is_key:
        raise Refusal(HTTPStatus.BAD_REQUEST)
    return base64.b64encode(hashlib.sha1(key + GUID, usedforsecurity=False).digest())


def switching(accept: bytes) -> bytes:
    """The answer that opens a line."""
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
    )


def refusing(status: int) -> bytes:
    """The answer that opens none."""
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", "Connection: close", "Content-Length: 0"]
    if status == HTTPStatus.UPGRADE_REQUIRED:
        lines += ["Upgrade: websocket", "Sec-WebSocket-Version: 13"]
    return "\r\n".join([*lines, "", ""]).encode()


def is_from(headers: Headers, others: Iterable[str] = ()) -> bool:
    """Whether a request is from a page of this server, of one of the others, or from no browser.

    >>> is_from({"origin": "https://fish.example", "host": "fish.example"})
    True
    >>> is_from({"origin": "https://crab.example", "host": "fish.example"})
    False
    """
    origin = headers.get("origin")
    if origin is None or origin in others:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:
        return False


def peer_of(transport: asyncio.BaseTransport, headers: Headers, trusted: tuple[Network, ...]) -> str:
    """Where a line comes from: whoever is at its other end, or the last whom trusted proxies do not know."""
    name = transport.get_extra_info("peername")
    return first_untrusted(name[0] if name else "", headers.get("x-forwarded-for", ""), trusted)


def is_direct(transport: asyncio.BaseTransport, headers: Headers, peer: str) -> bool:
    """Whether the other end of a connection is the client itself: a proxy in the same house says that it is one."""
    name = transport.get_extra_info("peername")
    address = _address(name[0]) if name and name[0] == peer else None
    return address is not None and not (address.is_private and "x-forwarded-for" in headers)


def first_untrusted(direct: str, forwarded: str, trusted: tuple[Network, ...]) -> str:
    """The last address on the way here that is not a trusted proxy's.

    >>> from ipaddress import ip_network
    >>> first_untrusted("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", (ip_network("10.0.0.0/8"),))
    '203.0.113.9'
    >>> first_untrusted("203.0.113.9", "6.6.6.6", (ip_network("10.0.0.0/8"),))
    '203.0.113.9'
    """
    peer = direct
    for before in reversed(["", *forwarded.split(",")]):
        address = _address(peer)
        if address is None or not any(address in network for network in trusted) or _address(before.strip()) is None:
            return peer
        peer = before.strip()
    return peer


@lru_cache(KNOWN_ADDRESSES)
def _address(written: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(written)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(KNOWN_ADDRESSES)
def household(peer: str) -> str:
    """What is counted as one peer: an IPv4 address, or the 64 bits of an IPv6 address that one household has."""
    address = _address(peer)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return str(address or peer)


def kernel_trip(transport: asyncio.BaseTransport) -> float | None:
    """The smallest round trip that the system has seen on a connection, in seconds; nothing where it does not say."""
    ends = transport.get_extra_info("socket")
    if ends is None or not hasattr(socket, "TCP_INFO"):
        return None
    try:
        told = ends.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, MIN_RTT + 4)
    except OSError:
        return None
    if len(told) < MIN_RTT + 4:
        return None
    return int.from_bytes(told[MIN_RTT : MIN_RTT + 4], sys.byteorder) / 1e6 or None
