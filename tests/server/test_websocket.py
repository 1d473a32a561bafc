"""Sockets: what a good client says comes back, what a bad one does costs it the line and nobody else anything."""

from __future__ import annotations

import asyncio
import gc
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import ip_network
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from openoutcry.server.websocket import Limits, Line, Sockets, first_untrusted, is_from
from serving import (
    BINARY,
    CLOSE,
    CONTINUED,
    FINAL,
    PING,
    PONG,
    TEXT,
    Echo,
    Raw,
    Served,
    frame,
    handshake,
    serving,
    until,
)

PATIENT = Limits(rate=10_000, burst=10_000, message_within=0.5, close_within=0.5, most_lines_of_peer=1000)


@pytest.fixture(scope="module", params=["asyncio", "uvloop"])
def running(request: pytest.FixtureRequest) -> Iterator[Served]:
    if request.param == "uvloop":
        pytest.importorskip("uvloop")
    with serving(Echo(), PATIENT, request.param) as served:
        yield served


@pytest.fixture
def served(running: Served) -> Iterator[Served]:
    """A server that has to go on after every test, and to forget every line."""
    yield running
    until(lambda: not running.sockets.lines)
    with connect(running.url) as client:
        client.send("still there")
        assert client.recv() == "still there"
    until(lambda: not running.sockets.lines)
    assert not running.sockets._of_peer


# Good clients.


@pytest.mark.parametrize("length", [0, 1, 3, 4, 5, 125, 126, 127, 128, 65_535, 65_536])
def test_a_message_of_any_length_comes_back(served: Served, length: int) -> None:
    with connect(served.url, compression=None) as client:
        for _ in range(3):
            client.send("ö" * (length // 2) + "x" * (length % 2))
            assert client.recv() == "ö" * (length // 2) + "x" * (length % 2)


def test_many_clients_at_once_each_get_their_own(served: Served) -> None:
    async def talk(number: int) -> bool:
        async with connect_async(served.url) as client:
            for count in range(20):
                await client.send(f"{number} {count}")
                if await client.recv() != f"{number} {count}":
                    return False
        return True

    async def all_talk() -> list[bool]:
        return await asyncio.gather(*(talk(number) for number in range(50)))

    assert asyncio.run(all_talk()) == [True] * 50


def test_extensions_and_subprotocols_are_offered_in_vain(served: Served) -> None:
    with connect(served.url, compression="deflate", subprotocols=[Subprotocol("a")]) as client:
        assert client.response is not None
        assert "Sec-WebSocket-Extensions" not in client.response.headers
        assert client.subprotocol is None
        client.send("plain")
        assert client.recv() == "plain"


def test_pings_are_answered_and_parts_are_joined_with_pings_in_between(served: Served) -> None:
    with connect(served.url) as client:
        assert client.ping(b"there?").wait(10)
        client.send(iter(["in ", "three ", "parts"]))
        assert client.recv() == "in three parts"
    with served.connect() as raw:
        raw.say(frame(TEXT, "ä".encode()[:1]) + frame(FINAL | PING, b"1") + frame(CONTINUED, "ä".encode()[1:]))
        raw.say(frame(CONTINUED) + frame(FINAL | PING, b"2") + frame(FINAL | CONTINUED, b"!"))
        assert [raw.control(PONG), raw.control(PONG)] == [b"1", b"2"]
        assert raw.heard() == "ä!".encode()


def test_a_frame_may_come_byte_by_byte(served: Served) -> None:
    with served.connect() as raw:
        for byte in frame(FINAL | TEXT, b"slow"):
            raw.say(bytes([byte]))
            time.sleep(0.01)
        assert raw.heard() == b"slow"


@pytest.mark.parametrize("code", [1000, 1001, 1011, 3000, 4999])
def test_whoever_ends_the_line_is_told_the_same(served: Served, code: int) -> None:
    with served.connect() as raw:
        raw.say(frame(FINAL | CLOSE, code.to_bytes(2, "big") + b"bye"))
        assert raw.heard() == code
        assert raw.is_over()
    with served.connect() as raw:
        raw.say(frame(FINAL | CLOSE))
        assert raw.heard() == 1005
        assert raw.is_over()


def test_messages_sent_together_are_written_together_and_after_the_end_nothing_is(served: Served) -> None:
    with served.connect() as raw:
        until(lambda: len(served.sockets.lines) == 1)
        (line,) = served.sockets.lines

        def say() -> None:
            line.send(b"one", b"two" * 100, b"")
            line.close(4000, "ü" * 100)
            line.send(b"never")
            line.close(4001)

        served.in_loop(say)
        assert [raw.heard(), raw.heard(), raw.heard()] == [b"one", b"two" * 100, b""]
        assert raw.control(CLOSE) == (4000).to_bytes(2, "big") + "ü".encode() * 61
        assert raw.is_over()


# Handshakes.

REFUSED: dict[str, tuple[bytes, int]] = {
    "another version": (handshake(Sec_WebSocket_Version="12"), 426),
    "no version": (handshake(Sec_WebSocket_Version=None), 426),
    "no key": (handshake(Sec_WebSocket_Key=None), 400),
    "a short key": (handshake(Sec_WebSocket_Key="c2hvcnQ="), 400),
    "a key that is none": (handshake(Sec_WebSocket_Key="?" * 24), 400),
    "two keys": (handshake(sec_websocket_key="dGhlIHNhbXBsZSBub25jZQ=="), 400),
    "another method": (handshake(method="POST"), 400),
    "an old HTTP": (handshake(http="1.0"), 400),
    "a body": (handshake(Content_Length="3") + b"abc", 400),
    "frames before the answer": (handshake() + frame(FINAL | TEXT, b"early"), 400),
    "no such place": (handshake("/elsewhere"), 404),
    "another page": (handshake(Origin="https://evil.example"), 403),
    "a page of nowhere": (handshake(Origin="null"), 403),
    "a page that is none": (handshake(Origin="http://["), 403),
    "no upgrade": (handshake(Upgrade=None), 404),
    "another upgrade": (handshake(Upgrade="h2c"), 404),
    "no connection": (handshake(Connection="close"), 404),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_handshake_opens_nothing(served: Served, kind: str) -> None:
    sent, status = REFUSED[kind]
    with Raw(served.port, opens=False) as raw:
        raw.say(sent)
        assert raw.status() == status
        assert ("Sec-WebSocket-Version: 13" in raw.answer) == (status == 426)
    assert not served.sockets.lines


def test_a_page_of_this_server_may_open_a_line_and_the_client_library_hears_a_refusal(served: Served) -> None:
    with connect(served.url, origin=Origin(f"http://127.0.0.1:{served.port}")) as client:
        client.send("mine")
        assert client.recv() == "mine"
    with pytest.raises(InvalidStatus, match="403"):
        connect(served.url, origin=Origin("http://evil.example"))


def test_the_head_of_a_request_may_come_slowly_but_an_open_line_outlives_what_http_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("openoutcry.server.listening.REQUEST_WITHIN", 0.5)
    monkeypatch.setattr("openoutcry.server.listening.ANSWER_WITHIN", 0.5)
    with serving(Echo()) as served, served.connect() as raw:
        time.sleep(1.2)
        raw.say(frame(FINAL | TEXT, b"here"))
        assert raw.heard() == b"here"


# Bad clients.

BROKEN: dict[str, tuple[bytes, int]] = {
    "not masked": (b"\x81\x02hi", 1002),
    "not masked and empty": (b"\x81\x00", 1002),
    "a second handshake": (handshake(), 1002),
    "binary": (frame(FINAL | BINARY, b"\0"), 1003),
    "binary in parts": (frame(BINARY, b"\0"), 1003),
    "an extension's bit": (frame(FINAL | 0x40 | TEXT, b"x"), 1002),
    "an extension's bit on a ping": (frame(FINAL | 0x10 | PING, b"x"), 1002),
    "no such frame": (frame(FINAL | 0x3, b"x"), 1002),
    "no such control frame": (frame(FINAL | 0xB, b"x"), 1002),
    "a ping in parts": (frame(PING, b"x"), 1002),
    "a ping that is too long": (frame(FINAL | PING, b"x" * 126), 1002),
    "a close that is too long": (frame(FINAL | CLOSE, b"\x03\xe8" + b"x" * 124), 1002),
    "going on with nothing": (frame(FINAL | CONTINUED, b"x"), 1002),
    "a message within a message": (frame(TEXT, b"a") + frame(FINAL | TEXT, b"b"), 1002),
    "a message begun within a message": (frame(TEXT, b"a") + frame(TEXT, b"b"), 1002),
    "no text": (frame(FINAL | TEXT, b"\xff"), 1007),
    "half a letter": (frame(FINAL | TEXT, "ä".encode()[:1]), 1007),
    "a surrogate": (frame(FINAL | TEXT, b"\xed\xa0\x80"), 1007),
    "no text in parts": (frame(TEXT, b"a") + frame(FINAL | CONTINUED, b"\xc3"), 1007),
    "no text in a close": (frame(FINAL | CLOSE, b"\x03\xe8\xff"), 1007),
    "half a code": (frame(FINAL | CLOSE, b"\x03"), 1002),
    "a code that nobody may send": (frame(FINAL | CLOSE, (1005).to_bytes(2, "big")), 1002),
    "a code that is none": (frame(FINAL | CLOSE, (999).to_bytes(2, "big")), 1002),
    "too large": (frame(FINAL | TEXT, b"x" * 65_537), 1009),
    "the head of what is too large": (b"\x81\xff" + (1 << 40).to_bytes(8, "big"), 1009),
    "the largest number": (b"\x81\xff" + b"\xff" * 8, 1009),
    "too large in parts": (frame(TEXT, b"x" * 40_000) + frame(CONTINUED, b"x" * 40_000), 1009),
    "too large in small parts": (frame(TEXT, b"") + frame(CONTINUED, b"x" * 125) * 525, 1009),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_no_message_closes_the_line_with_its_code(served: Served, kind: str) -> None:
    sent, code = BROKEN[kind]
    with served.connect() as raw:
        raw.say(frame(FINAL | TEXT, b"before") + sent)
        assert raw.heard() == b"before"
        assert raw.heard() == code
        assert raw.is_over()


HALF = {
    "a byte": b"\x81",
    "a head": b"\x81\x85",
    "half a long head": b"\x81\xfe\x01",
    "half a payload": frame(FINAL | TEXT, b"hello")[:-2],
    "half a message": frame(TEXT, b"hello"),
}


@pytest.mark.parametrize("kind", HALF)
def test_what_begins_has_to_end(served: Served, kind: str) -> None:
    with served.connect() as raw:
        began = time.monotonic()
        raw.say(HALF[kind])
        time.sleep(0.2)
        raw.say(b"" if kind != "half a message" else frame(FINAL | PING, b"x"))
        assert raw.heard(answers=False) == 1008
        assert time.monotonic() - began > 0.4


@pytest.mark.parametrize("kind", HALF)
def test_whoever_hangs_up_in_the_middle_is_gone(served: Served, kind: str) -> None:
    with served.connect() as raw:
        raw.say(HALF[kind])
    until(lambda: not served.sockets.lines)


def test_a_closed_line_ends_even_if_the_other_side_does_nothing(served: Served) -> None:
    with served.connect() as raw:
        raw.say(b"\x81\x00")
        until(lambda: not served.sockets.lines)


def test_a_flood_costs_the_flooder_the_line(served: Served) -> None:
    del served
    with serving(Echo(), Limits(rate=5, burst=20)) as strict:
        with connect(strict.url) as calm, strict.connect() as flood:
            flood.say(frame(FINAL | TEXT, b"x") * 21)
            assert [flood.heard() for _ in range(21)] == [b"x"] * 20 + [1008]
            for _ in range(15):
                calm.send("x")
                assert calm.recv() == "x"
        for kind in (PING, PONG):
            with strict.connect() as flood:
                flood.say(frame(FINAL | kind, b"x") * 200)
                assert flood.heard() == 1008
        with strict.connect() as steady:
            for _ in range(30):
                steady.say(frame(FINAL | TEXT, b"x"))
                assert steady.heard() == b"x"
                time.sleep(0.2)


@pytest.mark.parametrize("now", [7.919, 39.595, 1e3 / 7, 1e5 / 7, 1e7 / 7])
def test_a_burst_is_whole_whenever_it_comes(now: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openoutcry.server.websocket.monotonic", lambda: now)
    with serving(Echo(), Limits(rate=5, burst=20)) as strict, strict.connect() as flood:
        flood.say(frame(FINAL | TEXT, b"x") * 21)
        assert [flood.heard() for _ in range(21)] == [b"x"] * 20 + [1008]


def test_there_is_room_for_so_many_and_for_so_many_of_one_place() -> None:
    proxies = (ip_network("127.0.0.0/8"),)
    with serving(Echo(), Limits(most_lines=5, most_lines_of_peer=2, trusted_proxies=proxies)) as served:

        def ask(place: str | None) -> Raw:
            raw = Raw(served.port, opens=False)
            raw.say(handshake(X_Forwarded_For=place))
            return raw

        with ExitStack() as crowd:
            raws = [crowd.enter_context(ask(place)) for place in ("2001:db8::1", "2001:db8::2", "6.6.6.6, 192.0.2.1")]
            assert [raw.status() for raw in raws] == [101, 101, 101]
            assert sorted(line.peer for line in served.sockets.lines) == ["192.0.2.1", "2001:db8::1", "2001:db8::2"]
            assert crowd.enter_context(ask("2001:db8::3")).status() == 503
            assert [crowd.enter_context(ask("192.0.2.2")).status() for _ in range(3)] == [101, 101, 503]
            assert crowd.enter_context(ask("192.0.2.3")).status() == 503
        until(lambda: not served.sockets.lines)
        with ask("192.0.2.3") as raw:
            assert raw.status() == 101


def test_only_trusted_proxies_say_where_somebody_is() -> None:
    trusted = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))
    ways = {
        ("192.0.2.1", "6.6.6.6"): "192.0.2.1",
        ("10.0.0.1", ""): "10.0.0.1",
        ("10.0.0.1", "6.6.6.6,192.0.2.1"): "192.0.2.1",
        ("10.0.0.1", "6.6.6.6, fd00::1, 10.1.1.1"): "6.6.6.6",
        ("::ffff:10.0.0.1", "2001:db8::1"): "2001:db8::1",
        ("10.0.0.1", "nonsense"): "10.0.0.1",
        ("10.0.0.1", "6.6.6.6, nonsense, 10.0.0.2"): "10.0.0.2",
        ("", "6.6.6.6"): "",
    }
    assert {way: first_untrusted(*way, trusted) for way in ways} == ways


def test_a_browser_comes_from_here_or_from_where_it_may() -> None:
    assert is_from({"host": "a.example"})
    assert is_from({"origin": "https://A.example:8443", "host": "a.example:8443"})
    assert not is_from({"origin": "https://a.example", "host": "a.example:8443"})
    assert is_from({"origin": "https://b.example", "host": "a.example"}, ["https://b.example"])
    assert not is_from({"origin": "", "host": ""})


# Slow clients, silent clients.


class Flood(Echo):
    """Says so much to whoever asks for it, and little to everyone else."""

    def heard(self, line: Line, written: bytes) -> None:
        if written == b"all":
            for _ in range(400):
                line.send(b"x" * 50_000)
        else:
            line.send(written)


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_whoever_does_not_read_is_cut_off_while_others_go_on(loop: str) -> None:
    limits = Limits(rate=10_000, burst=10_000)
    with serving(Flood(), limits, loop) as served, connect(served.url) as other, served.connect() as slow:
        slow.say(frame(FINAL | TEXT, b"all"))
        for number in range(200):
            other.send(str(number))
            assert other.recv() == str(number)
        until(lambda: len(served.sockets.lines) == 1)
        other.send("on")
        assert other.recv() == "on"


class Trickle(Echo):
    """Says more than the system takes off its hands at once, and less than is too much."""

    def heard(self, line: Line, written: bytes) -> None:
        line.send(*[b"x" * 50_000 for _ in range(int(written))])


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_whoever_reads_too_slowly_is_cut_off_in_time_and_whoever_catches_up_is_not(loop: str) -> None:
    limits = Limits(drain_within=1.0, most_unsent=1 << 30, full_at=1000)
    with serving(Trickle(), limits, loop) as served, served.connect() as slow, served.connect() as quick:
        for raw in (quick, slow):
            raw.say(frame(FINAL | TEXT, b"400"))
        assert [quick.heard() for _ in range(400)] == [b"x" * 50_000] * 400
        until(lambda: len(served.sockets.lines) == 1)
        time.sleep(1.2)
        quick.say(frame(FINAL | TEXT, b"1"))
        assert quick.heard() == b"x" * 50_000


def test_whoever_does_not_answer_pings_is_gone_and_wrong_answers_are_none() -> None:
    limits = Limits(first_ping_every=0.1, ping_every=0.2, pong_within=1.0, rate=10_000, burst=10_000)
    with serving(Echo(), limits) as served, connect(served.url) as good, served.connect() as silent:
        for payload in (b"", b"-1", b"99", b"x" * 125):
            silent.say(frame(FINAL | PONG, payload))
        time.sleep(0.3)
        assert sorted(line.half_trip is None for line in served.sockets.lines) == [False, True]
        until(lambda: len(served.sockets.lines) == 1)
        time.sleep(0.5)
        good.send("here")
        assert good.recv() == "here"


def test_a_late_answer_counts_for_all_pings_before_it_and_measures_how_late_it_is() -> None:
    limits = Limits(first_ping_every=0.1, first_pings=3, ping_every=60)
    with serving(Echo(), limits) as served, served.connect() as raw:
        numbers = [raw.control(PING) for _ in range(3)]
        assert len(set(numbers)) == 3
        time.sleep(0.2)
        raw.say(frame(FINAL | PONG, numbers[2]) + frame(FINAL | PONG, numbers[0]) + frame(FINAL | PONG, numbers[2]))
        (line,) = served.sockets.lines
        until(lambda: line.half_trip is not None)
        time.sleep(0.1)
        assert line.half_trip is not None
        assert line.half_trip >= 0.1
        assert len(line.delays._last) == 1
        assert not line._pings


def test_a_line_that_rests_is_pinged_seldom() -> None:
    limits = Limits(first_pings=1000, first_ping_every=0.5, resting_ping_every=1000.0)
    with serving(Echo(), limits) as served, served.connect() as raw:
        (line,) = served.sockets.lines
        assert line._timer is not None
        soon = line._timer.when()
        served.in_loop(line.rest)
        until(lambda: line._timer is not None and line._timer.when() > soon + 900)
        raw.say(frame(FINAL | TEXT, b"x"))
        assert raw.heard(answers=False) == b"x"


# The end.


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_the_server_says_so_when_it_ends_and_waits_for_nobody(loop: str) -> None:
    echo = Echo()
    with ExitStack() as clients:
        with serving(echo, Limits(close_within=0.5), loop) as served:
            good = clients.enter_context(connect(served.url))
            dead = clients.enter_context(served.connect())
            until(lambda: len(served.sockets.lines) == 2)
        assert good.recv() == "stopping"
        with pytest.raises(ConnectionClosed) as closed:
            good.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1001
        assert dead.heard() == b"stopping"
    assert echo.log == ["opened"] * 2 + ["closed"] * 2


class Failing(Echo):
    """Has a bug."""

    def heard(self, line: Line, written: bytes) -> None:
        raise ValueError(line, written)


def test_a_bug_of_ours_costs_one_line() -> None:
    with serving(Failing()) as served, connect(served.url) as client, connect(served.url) as other:
        client.send("x")
        with pytest.raises(ConnectionClosed):
            client.recv(timeout=10)
        assert other.ping().wait(10)


def test_what_is_done_to_a_server_leaves_nothing_in_its_memory() -> None:
    with serving(Echo(), PATIENT) as served:

        def one_round() -> None:
            for sent, _ in BROKEN.values():
                with served.connect() as raw:
                    raw.say(sent)
                    raw.is_over()
            for sent in HALF.values():
                with served.connect() as raw:
                    raw.say(sent)
            until(lambda: not served.sockets.lines)

        one_round()
        tracemalloc.start()
        try:
            one_round()
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            for _ in range(4):
                one_round()
            gc.collect()
            assert tracemalloc.get_traced_memory()[0] - before < 100_000
        finally:
            tracemalloc.stop()


# However the bytes are cut.


class Taken(asyncio.Transport):
    """The near end of a connection, which keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_over = False

    def write(self, data: Any) -> None:
        self.written += data

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return 0

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.is_over = True

    close = abort = write_eof


class Kept(Echo):
    """Keeps what it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[bytes] = []

    def heard(self, line: Line, written: bytes) -> None:
        assert line.is_open
        self.messages.append(written)


def heard_of(chunks: list[bytes]) -> tuple[list[bytes], bytes]:
    """What a line hears of bytes that come in such pieces, and what it answers."""

    async def hear() -> tuple[list[bytes], bytes]:
        kept, transport = Kept(), Taken()
        sockets = Sockets(kept, Limits(rate=1e6, burst=1e6, largest_message=2000))
        headers = {"sec-websocket-version": "13", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "host": "x"}
        line = sockets.open(transport, "GET", "/ws", headers, set())
        assert line is not None
        transport.written = b""
        for chunk in chunks:
            line.data_received(chunk)
        line.connection_lost(None)
        return kept.messages, transport.written

    return asyncio.run(hear())


def cut(data: bytes, places: list[int]) -> list[bytes]:
    ends = sorted({place % (len(data) + 1) for place in places} | {0, len(data)})
    return [data[start:end] for start, end in pairwise(ends)]


payloads = st.one_of(
    st.text(max_size=20).map(str.encode),
    st.integers(120, 130).map(lambda length: b"y" * length),
    st.binary(max_size=20),
    st.integers(1990, 2010).map(lambda length: b"z" * length),
)
firsts = st.one_of(
    st.just(FINAL | TEXT), st.sampled_from([TEXT, CONTINUED, FINAL | CONTINUED, FINAL | PING]), st.integers(0, 255)
)
masks = st.binary(min_size=4, max_size=4)
frames = st.builds(lambda first, payload, mask: frame(first, payload, mask=mask), firsts, payloads, masks)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.one_of(frames, st.binary(max_size=3)), max_size=8), st.lists(st.integers(0, 10_000), max_size=30))
def test_however_bytes_are_cut_the_messages_and_answers_are_the_same(sent: list[bytes], places: list[int]) -> None:
    data = b"".join(sent)
    whole = heard_of([data])
    assert heard_of(cut(data, places)) == whole
    assert heard_of([bytes([byte]) for byte in data]) == whole


@settings(deadline=None, max_examples=200)
@given(st.lists(st.lists(st.text(max_size=30), min_size=1, max_size=4), max_size=6), st.lists(st.integers(0, 5000)))
def test_messages_in_any_parts_come_as_they_were_sent(messages: list[list[str]], places: list[int]) -> None:
    data = b""
    for parts in messages:
        for place, part in enumerate(parts):
            last = FINAL if place == len(parts) - 1 else 0
            data += frame(last | (CONTINUED if place else TEXT), part.encode()) + frame(FINAL | PING, b"!")
    heard, answered = heard_of(cut(data, places))
    assert heard == ["".join(parts).encode() for parts in messages]
    assert answered == b"\x8a\x01!" * sum(map(len, messages))
