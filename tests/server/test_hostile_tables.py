"""`outcry serve` against whoever says at a table what is no message, too much of it, or nothing for too long: a word,
a closed line, no crash; others go on, and the memory stays as it is.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from commanding import OPERATOR, Command, commanded
from openoutcry.server.static import SAFETY
from serving import FINAL, PONG, TEXT, frame, handshake

NOTHING_SAID: list[str | bytes] = [
    "",
    "null",
    "[]",
    "{}",
    '{"type": null}',
    '{"type": "zebra"}',
    '{"type": "enter", "token": 5}',
    '{"type": "take_seat", "id": 1, "seat": -1}',
    '{"type": "take_seat", "id": 0, "seat": 1}',
    '{"type": "take_seat", "id": 1, "seat": 1, "for": "Bob"}',
    '{"type": "take_seat", "id": 1e999, "seat": 1}',
    '{"type": "play_action", "id": 1, "action": 99999999999999999999999999999999}',
    '{"type": "play_action", "id": NaN, "action": 1}',
    '{"type": "play_action", "id": 1, "action": 1.5}',
    '{"type": "say_line", "id": 1, "text": "\\ud800"}',
    '{"type": "say_line", "id": 1, "text": "' + "x" * 501 + '"}',
    '{"type": "say_phrase", "id": 1, "phrase": "zebra"}',
    '{"type": "commit_nonce", "round": 1, "commitment": "00"}',
    '{"type": "hello", "last": -1}',
    '{"type": "hello", "last": ' + "9" * 4000 + "}",
    "[" * 30_000,
    '{"type": ' * 3000,
    '{"type": "open_match", "game": "bounce", "seats": 2, "seat": 0, "players": ["a", "b"]}',
    '{"type": "sit_down", "id": 1, "seat": 0, "name": "Eve"}',
    '{"type": "load_match", "file": "", "seat": 0}',
]
"""What is no message of a socket."""
OUT_OF_PLACE: list[dict[str, Any]] = [
    {"type": "start_match", "id": 1},
    {"type": "reveal_nonce", "round": 1, "nonce": "00" * 32},
    {"type": "commit_nonce", "round": 2**31 - 1, "commitment": "00" * 32},
    {"type": "play_action", "id": 2, "action": 2**31 - 1},
    {"type": "answer_undo", "id": 3, "agrees": True},
    {"type": "show_moment", "entries": 2**31 - 1},
    {"type": "ask_review", "id": 4, "steps": 10_000},
    {"type": "stop_review"},
    {"type": "tidy_up", "id": 5},
    {"type": "let_bot_play", "id": 6, "seat": 2**31 - 1},
    {"type": "fill_seat", "id": 7, "seat": 2**31 - 1, "bot": "x" * 200},
    {"type": "fill_seat", "id": 8, "seat": 1, "bot": "../../etc/passwd"},
    {"type": "play_again", "id": 9},
    {"type": "describe_view"},
    {"type": "save_match", "id": 10},
    {"type": "pause_match", "id": 11, "paused": True},
]
"""Messages that cannot be meant, before a match begins."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    with commanded(tmp_path_factory.mktemp("hostile"), most_people_per_hour="100000") as command:
        yield command


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    """A server that hears far more than it has to."""
    limits = {"messages_per_second": "1000000", "strikes": "1000000", "most_people_per_hour": "100000"}
    with commanded(tmp_path_factory.mktemp("patient"), **limits) as command:
        yield command


def goes_on(command: Command) -> None:
    """Somebody else opens a table and comes in, as if nothing had been."""
    token = command.person("Bob")["token"]
    with command.entered(command.table(token)["table"], token) as line:
        assert json.loads(line.recv(timeout=20))["type"] == "room_changed"


def heard(line: Any, seconds: float = 20.0) -> list[dict[str, Any]]:
    """All that comes until the line is closed."""
    found, end = [], time.monotonic() + seconds
    with suppress(ConnectionClosed):
        while time.monotonic() < end:
            found.append(json.loads(line.recv(timeout=end - time.monotonic())))
    return found


@pytest.mark.parametrize("where", ["before entering", "at a table", "in the lobby"])
def test_what_is_no_message_gets_a_word_and_then_the_end(where: str, served: Command) -> None:
    token = served.person()["token"]
    table = served.table(token)["table"]
    path = "/ws/lobby" if where == "in the lobby" else f"/ws/tables/{table}"
    for said in NOTHING_SAID:
        with served.line(path) as line:
            if where != "before entering":
                line.send(json.dumps({"type": "enter", "token": token}))
            line.send(said)
            answer = json.loads(line.recv(timeout=20))
            while answer["type"] != "notice_given":
                answer = json.loads(line.recv(timeout=20))
            assert answer["reason"]["code"] in ("not_a_message", "enter_first"), said[:80]
    with served.line(path) as line:
        with suppress(ConnectionClosed):
            for _ in range(40):
                line.send("zebra")
        notices = [told for told in heard(line) if told["type"] == "notice_given"]
        assert len(notices) == 21
        assert line.close_code == 1008
    goes_on(served)


def test_what_is_out_of_place_is_declined(served: Command) -> None:
    token = served.person()["token"]
    table = served.table(token, bots={1: "random"})["table"]
    with served.entered(table, token) as line:
        for said in OUT_OF_PLACE:
            line.send(json.dumps(said))
        line.send(json.dumps({"type": "say_line", "id": 99, "text": "still here"}))
        told: list[dict[str, Any]] = []
        while not told or told[-1].get("id") != 99:
            told.append(json.loads(line.recv(timeout=20)))
        answers = {one["id"]: one["type"] for one in told if one["type"] in ("accepted", "declined")}
        assert answers == {said["id"]: "declined" for said in OUT_OF_PLACE if "id" in said} | {99: "accepted"}
    goes_on(served)


@pytest.mark.parametrize("cut", [1, 3, 7, 20])
def test_half_a_message_and_then_nothing_is_nothing(cut: int, served: Command) -> None:
    token = served.person()["token"]
    table = served.table(token)["table"]
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as raw:
        raw.sendall(handshake(f"/ws/tables/{table}"))
        assert raw.recv(4096).startswith(b"HTTP/1.1 101")
        written = json.dumps({"type": "enter", "token": token}).encode()
        raw.sendall(frame(FINAL | TEXT, written) + frame(FINAL | TEXT, written)[:cut])
    goes_on(served)


def test_too_many_messages_end_the_line(served: Command) -> None:
    token = served.person()["token"]
    with served.entered(served.table(token)["table"], token) as line:
        with suppress(ConnectionClosed):
            for _ in range(2000):
                line.send('{"type": "hello"}')
        heard(line)
        assert line.close_code == 1008


def test_thousands_of_lines_of_chat_are_a_few(patient: Command) -> None:
    token = patient.person()["token"]
    table = patient.table(token)["table"]
    with patient.entered(table, token) as line:
        for number in range(1, 3001):
            line.send(json.dumps({"type": "say_line", "id": number, "text": "buy " * 100}))
        told: list[dict[str, Any]] = []
        while not told or told[-1].get("id") != 3000:
            told.append(json.loads(line.recv(timeout=20)))
        assert sum(one["type"] == "accepted" for one in told) <= 12
        assert {one["reason"]["code"] for one in told if one["type"] == "declined"} == {"said_too_much"}
    with patient.entered(table) as late:
        assert len(json.loads(late.recv(timeout=20))["lines"]) <= 12


def test_so_many_guests_an_hour_come_from_one_place(tmp_path: Path) -> None:
    with commanded(tmp_path) as command:
        answers = [command.http.post("/api/people", json={"name": "Ada"}) for _ in range(260)]
        statuses = [answer.status_code for answer in answers]
        assert 200 <= statuses.count(201) <= 210
        assert set(statuses) == {201, 429}
        assert answers[-1].json()["reason"]["code"] == "too_often"
        forged = command.http.post("/api/people", json={"name": "Ada"}, headers={"X-Forwarded-For": "203.0.113.7"})
        assert forged.status_code == 429, "whoever is no trusted proxy says nothing of where others are"


def test_behind_a_trusted_proxy_each_place_is_counted_for_itself(tmp_path: Path) -> None:
    with commanded(tmp_path, trusted_proxies="127.0.0.0/8,::1", most_people_per_hour="5") as command:

        def came(place: str) -> int:
            headers = {"X-Forwarded-For": place}
            return command.http.post("/api/people", json={"name": "Ada"}, headers=headers).status_code

        assert [came("203.0.113.7") for _ in range(6)] == [201] * 5 + [429]
        assert came("203.0.113.8") == 201
        assert [came(f"2001:db8::{number}") for number in range(6)] == [201] * 5 + [429], "a household is one place"


def test_pages_from_elsewhere_are_refused(served: Command) -> None:
    for origin in ("https://elsewhere.example", "null", f"http://localhost:{served.port}.evil.example", "http://["):
        with pytest.raises(InvalidStatus) as refusal, served.line("/ws/lobby", additional_headers={"Origin": origin}):
            pass
        assert refusal.value.response.status_code == 403
        answer = served.http.post("/api/people", json={"name": "Ada"}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["reason"]["code"]) == (403, "other_origin")
    own = {"Origin": f"http://localhost:{served.port}"}
    assert served.http.post("/api/people", json={"name": "Ada"}, headers=own).status_code == 201
    with served.line("/ws/lobby", additional_headers=own) as line:
        line.send('{"type": "enter"}')
        assert json.loads(line.recv(timeout=20))["type"] == "entered"


def test_a_page_of_no_origin_and_no_host_is_none_of_ours(served: Command) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as raw:
        raw.sendall(handshake("/ws/lobby", Origin="null", Host=""))
        assert b" 403 " in raw.recv(4096).split(b"\r\n")[0]


ANSWERS = [
    ("GET", "/", 200),
    ("GET", "/nothing", 404),
    ("POST", "/", 405),
    ("GET", "/api/nothing", 404),
    ("GET", "/api/tables", 200),
    ("DELETE", "/api/tables", 405),
    ("GET", "/api/me", 401),
    ("PATCH", "/api/me", 400),
    ("GET", "/api/tables/none", 404),
    ("GET", "/api/tables/%00", 404),
    ("GET", "/api/tables/%ff%fe", 404),
    ("GET", "/api/tables/..%2f..%2fetc", 404),
    ("GET", "/metrics", 403),
    ("GET", "/api/operator", 403),
    ("POST", "/api/operator/people/%00/ban", 403),
    ("GET", "/healthz", 200),
    ("GET", "/readyz", 200),
    ("GET", "/api/openapi.json", 200),
    ("POST", "/api/people", 400),
]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_every_answer_is_strict_and_sets_no_cookie(method: str, path: str, status: int, served: Command) -> None:
    answer = served.http.request(method, path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in SAFETY} == SAFETY
    assert "set-cookie" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers
    for word in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert word in answer.headers["Content-Security-Policy"]


def test_the_operator_bans_only_people(served: Command) -> None:
    headers = {"Authorization": f"Bearer {OPERATOR}"}
    for person in ("%00", "nobody", "x" * 5000, "%ed%a0%80"):
        answer = served.http.post(f"/api/operator/people/{person}/ban", headers=headers)
        assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "no_such_person")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b"NaN",
        b"\xff\xfe",
        b"[" * 15_000,
        b'{"name": ' * 1500,
        b'{"name": 5}',
        b'{"name": "\\ud800"}',
        b'{"name": "\\u0000"}',
        b'{"name": "Ada", "is_admin": true}',
        b'{"name": "Ada", "colour": 1e400}',
    ],
)
def test_a_body_that_is_none_is_refused(body: bytes, served: Command) -> None:
    answer = served.http.post("/api/people", content=body)
    assert answer.status_code == 400
    assert answer.json()["reason"]["code"]


def test_a_body_too_large_is_refused(served: Command) -> None:
    assert served.http.post("/api/people", content=b" " * 16_385).status_code == 413
    with suppress(Exception):  # the rest of it need not be taken
        assert served.http.post("/api/people", content=b" " * 5_000_000).status_code == 413
    goes_on(served)


def test_whoever_does_not_listen_is_dropped_and_others_go_on(patient: Command) -> None:
    token = patient.person()["token"]
    table = patient.table(token)["table"]
    with socket.create_connection(("127.0.0.1", patient.port), timeout=30) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(handshake(f"/ws/tables/{table}"))
        assert b" 101 " in deaf.recv(300)
        deaf.sendall(frame(FINAL | TEXT, json.dumps({"type": "enter"}).encode()))
        before, dropped, end = patient.memory(), False, time.monotonic() + 60
        try:
            for _ in range(400):  # far fewer than the strikes that this server waits for
                deaf.sendall(frame(FINAL | TEXT, b"zebra") * 2000)
            while time.monotonic() < end:
                deaf.sendall(frame(FINAL | PONG, b""))
                time.sleep(0.1)
        except OSError:
            dropped = True
        assert dropped, "whoever takes nothing is not waited for"
        assert patient.memory() - before < 64 * 2**20
    began = time.monotonic()
    goes_on(patient)
    assert time.monotonic() - began < 10


def test_memory_stays_as_it_is(patient: Command) -> None:
    token = patient.person()["token"]
    table = patient.table(token)["table"]
    said = [*NOTHING_SAID[:20], *(json.dumps(one) for one in OUT_OF_PLACE)]

    def be_hostile(times: int) -> None:
        with patient.entered(table, token) as line:
            for number in range(times):
                line.send(said[number % len(said)])
                if number % 200 == 199:
                    _take(line)
            _take(line)
        for number in range(times // 200):
            with suppress(ConnectionClosed), patient.line(f"/ws/tables/{'x' * (number % 60)}") as line:
                line.send(json.dumps({"type": "enter", "token": f"{number:030}"}))
                line.recv(timeout=20)

    be_hostile(10_000)
    before = patient.memory()
    be_hostile(int(os.environ.get("OUTCRY_HOSTILE_MESSAGES", "100000")))
    grown = patient.memory() - before
    print(f"memory: {before / 2**20:.1f} MiB before, {grown / 2**20:+.1f} MiB after")
    assert grown < 24 * 2**20
    goes_on(patient)


def test_memory_stays_as_it_is_where_spectators_ask_for_all_that_there_is_and_are_told_later(patient: Command) -> None:
    token = patient.person()["token"]
    table = patient.table(token, delay=600)["table"]
    asked = [{"type": "hello"}, {"type": "describe_view"}, {"type": "show_moment", "entries": 3}]

    def be_curious(watchers: int) -> None:
        for _ in range(watchers):
            with suppress(ConnectionClosed), patient.entered(table) as line:
                for number in range(150):
                    line.send(json.dumps(asked[number % 3]))
                _take(line)

    with patient.entered(table, token) as line:
        _begin(line)
        be_curious(5)
        before = patient.memory()
        be_curious(20)
        grown = patient.memory() - before
    print(f"memory: {before / 2**20:.1f} MiB before, {grown / 2**20:+.1f} MiB after")
    assert grown < 8 * 2**20
    goes_on(patient)


def _begin(line: Any) -> None:
    """Have the match of one's own table dealt."""
    nonce = os.urandom(32)
    line.send(json.dumps({"type": "start_match", "id": 1}))
    while (told := json.loads(line.recv(timeout=20)))["type"] != "view_changed":
        if told["type"] == "shuffle_asked":
            commitment = hashlib.sha256(nonce).hexdigest()
            line.send(json.dumps({"type": "commit_nonce", "round": told["round"], "commitment": commitment}))
        elif told["type"] == "nonces_committed":
            line.send(json.dumps({"type": "reveal_nonce", "round": told["round"], "nonce": nonce.hex()}))


def _take(line: Any) -> None:
    """Hear all that there is by now."""
    with suppress(TimeoutError):
        while True:
            line.recv(timeout=0.01)
