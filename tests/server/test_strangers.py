"""Nobody acts for another: tokens, codes, ids, seats and links are good for what they are for, and for whom."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from housing import OPERATOR, Client, Served, bearer, in_house
from openoutcry.server.lobby import Lobby
from openoutcry.server.people import LINK_LASTS
from openoutcry.server.room import Room
from openoutcry.server.static import SAFETY
from openoutcry.table.reasons import Reason


async def three(served: Served, **settings: Any) -> tuple[list[Client], Room, dict[str, Any]]:
    """A table at which three people play."""
    people = [await served.person(name) for name in ("Ada", "Bob", "Cyd")]
    room, told = await served.begun(people[0], people[1:], game="crypto_cards", seats=3, **settings)
    return people, room, told


def actor(people: list[Client], room: Room) -> tuple[Client, int]:
    """Whoever is to act, and what they may do."""
    assert room.playing is not None
    for one in people:
        if legal := room.playing.session.view_of(one.person or "").legal:
            return one, legal[0].number
    raise AssertionError("somebody is to act")


def entries(room: Room) -> int:
    assert room.playing is not None
    return len(room.playing.match.log)


def reason_of(client: Client) -> str:
    """Why a line was closed."""
    assert client.line.closed_with is not None
    return str(client.line.heard("line_closed")[-1]["reason"]["code"])


@pytest.mark.parametrize("token", ["x", "", "é" * 30, "A" * 64])
def test_a_token_that_is_none_opens_nothing(token: str, tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        _, room, told = await three(served)
        liar = Client(served, "Ada", None, token or None)
        await liar.enter(f"/ws/tables/{room.id}", code=told["invite"] if token else None)
        assert reason_of(liar) == ("not_known" if token else "no_table")
        headers = [(b"Authorization", f"Bearer {token}".encode())]
        for method, path in (("GET", "/api/me"), ("PATCH", "/api/me"), ("DELETE", "/api/me"), ("POST", "/api/me/link")):
            content = b"{}" if method == "PATCH" else b""
            assert (await served.http.request(method, path, headers=headers, content=content)).status_code == 401

    in_house(tmp_path, scene)


def test_nobody_plays_for_another_seat(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, _ = await three(served)
        who, action = actor(people, room)
        before = entries(room)
        for other in people:
            if other is not who:
                assert await other.wants("play_action", action=action) != "accepted"
        assert entries(room) == before
        assert await who.wants("play_action", action=action) == "accepted"

    in_house(tmp_path, scene)


def test_whoever_watches_only_watches(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, told = await three(served, hints=True)
        watcher, eve = await served.person("Wim"), served.stranger()
        await watcher.enter(f"/ws/tables/{room.id}", code=told["watch"])
        await eve.enter(f"/ws/tables/{room.id}", code=told["watch"])
        _, action = actor(people, room)
        before = entries(room)
        for one in (watcher, eve):
            asked: list[tuple[str, dict[str, Any]]] = [
                ("play_action", {"action": action}),
                ("take_seat", {"seat": 0}),
                ("ask_hint", {}),
                ("ask_undo", {}),
                ("take_back", {}),
                ("answer_undo", {"agrees": True}),
                ("pause_match", {"paused": True}),
                ("let_bot_play", {"seat": 1}),
                ("abandon_table", {"agrees": True}),
                ("fill_seat", {"seat": 1, "bot": "easy"}),
                ("leave_seat", {}),
                ("be_ready", {"is_ready": True}),
                ("start_match", {}),
                ("play_again", {}),
                ("save_match", {}),
                ("ask_review", {"steps": 10_000}),
            ]
            for kind, parts in asked:
                assert await one.wants(kind, **parts) not in ("accepted", "no answer"), kind
        assert entries(room) == before
        assert len(room.people) == 3

    in_house(tmp_path, scene)


def test_a_code_to_watch_is_none_to_sit(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        room, told = await served.table(ada, [], game="crypto_cards", seats=3)
        await bob.enter(f"/ws/tables/{room.id}", code=told["watch"])
        assert bob.line.heard("entered")[-1]["may_sit"] is False
        assert await bob.wants("take_seat", seat=1) == "watching"
        for code in (None, "x", told["invite"][:-1], told["invite"].swapcase()):
            await bob.enter(f"/ws/tables/{room.id}", code=code)
            assert reason_of(bob) == "no_table"
        room_changed = (await ada.enter(f"/ws/tables/{room.id}")).heard("room_changed")
        assert room_changed[-1]["invite"] == told["invite"]
        await bob.enter(f"/ws/tables/{room.id}", code=told["watch"])
        assert bob.line.heard("room_changed")[-1]["invite"] is None

    in_house(tmp_path, scene)


def test_an_id_under_which_something_was_done_takes_nobodys_seat(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, _ = await three(served)
        who, action = actor(people, room)
        seats = dict(room.people)
        mine = seats[who.person or ""]
        assert await who.wants("play_action", id=77, action=action) == "accepted"
        assert await who.wants("take_seat", id=77, seat=(mine + 1) % 3) != "accepted"
        assert room.people == seats
        assert await who.wants("pause_match", id=78, paused=True) in ("accepted", "not_the_host")
        if who.person == room.kept.host:
            assert await who.wants("fill_seat", id=78, seat=(mine + 1) % 3, bot="easy") != "accepted"
        assert room.people == seats

    in_house(tmp_path, scene)


def test_ids_are_everybodys_own(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, _ = await three(served)
        have_acted: set[str] = set()
        while len(have_acted) < 3:
            who, action = actor(people, room)
            number = 1000 + entries(room) if who.name in have_acted else 9
            before = entries(room)
            assert await who.wants("play_action", id=number, action=action) == "accepted"
            assert entries(room) == before + 1, "what another did under that id is nothing to this one"
            have_acted.add(who.name)

    in_house(tmp_path, scene)


def test_a_repeated_message_is_done_once_and_ten_thousand_ids_are_no_burden(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, _ = await three(served)
        who, action = actor(people, room)
        for _ in range(5):
            assert await who.wants("play_action", id=5, action=action) == "accepted"
        assert entries(room) == 1
        for number in range(10_000):
            who.say("play_action", id=2**53 - 1 - number, action=2**31 - 1)
            who.say("take_seat", id=2**52 - number, seat=2**31 - 1)
        await served.settle()
        assert entries(room) == 1
        assert room.playing is not None
        assert len(room.playing.session._readers[who.person or ""].answers) <= 64
        assert len(room._answers[who.person or ""]) <= 64

    in_house(tmp_path, scene)


def test_whoever_has_left_acts_no_longer(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, _ = await three(served)
        who, action = actor(people, room)
        seat = room.people[who.person or ""]
        assert await who.wants("leave_seat") == "accepted"
        for kind, parts in (("play_action", {"action": action}), ("take_back", {}), ("pause_match", {"paused": True})):
            assert await who.wants(kind, **parts) not in ("accepted", "no answer"), kind
        assert await who.wants("take_seat", seat=(seat + 1) % 3) != "accepted"
        assert entries(room) == 0

    in_house(tmp_path, scene)


def test_what_is_said_at_one_table_is_said_at_no_other(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, _ = await three(served)
        dan = await served.person("Dan")
        other, told = await served.table(dan, [], game="crypto_cards", seats=3, bots={1: "easy", 2: "easy"})
        who, action = actor(people, room)
        at_other = Client(served, who.name, who.person, who.token)
        await at_other.enter(f"/ws/tables/{other.id}")
        assert reason_of(at_other) == "no_table"
        await at_other.enter(f"/ws/tables/{other.id}", code=told["watch"])
        assert await at_other.wants("play_action", action=action) == "no_match"
        assert entries(room) == 0
        assert await who.wants("play_action", action=action) == "accepted"

    in_house(tmp_path, scene)


def test_a_newer_line_takes_over_and_the_older_one_is_not_heard(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, _ = await three(served)
        who, action = actor(people, room)
        older = who.line
        await who.enter(f"/ws/tables/{room.id}")
        assert older.heard("line_closed")[-1]["reason"]["code"] == "elsewhere"
        served.house.visits.heard(older, json.dumps({"type": "play_action", "id": 1, "action": action}).encode())
        await served.settle()
        assert entries(room) == 0
        served.house.visits.closed(older)
        await served.settle()
        assert room.guests[who.person or ""].is_here, "the end of the older line is not the end of the newer"
        assert await who.wants("play_action", action=action) == "accepted"

    in_house(tmp_path, scene)


def test_one_enters_once_and_says_nothing_before(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, told = await three(served)
        bob = people[1]
        line = served.line(f"/ws/tables/{room.id}")
        served.house.visits.heard(line, b'{"type": "say_line", "id": 1, "text": "hello"}')
        assert line.heard("notice_given")[-1]["reason"]["code"] == "enter_first"
        for token in (bob.token, people[0].token):
            served.house.visits.heard(line, json.dumps({"type": "enter", "token": token}).encode())
        await served.settle()
        assert [told["person"] for told in line.heard("entered")] == [bob.person], "whoever came first is who it is"
        served.house.visits.heard(line, json.dumps({"type": "enter", "token": people[0].token}).encode())
        await served.settle()
        assert [told["person"] for told in line.heard("entered")] == [bob.person]
        await bob.enter(f"/ws/tables/{room.id}", code=told["invite"], last=2**31 - 1)
        assert bob.line.heard("match_opened"), "whoever claims to have heard what was never said gets everything"

    in_house(tmp_path, scene)


def test_at_a_line_that_enters_others_wait_within_limits(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        _, room, _ = await three(served)
        line = served.line(f"/ws/tables/{room.id}")
        served.house.visits.heard(line, b'{"type": "enter"}')
        for _ in range(1000):
            if line.is_open:
                served.house.visits.heard(line, b'{"type": "describe_view"}')
        assert line.closed_with == 1008
        assert len(served.house.visits[line].early) <= 40
        await served.settle()

    in_house(tmp_path, scene)


@pytest.mark.parametrize("is_open", [True, False], ids=["open to all", "by invitation"])
def test_time_is_stopped_by_the_host_and_only_among_themselves(is_open: bool, tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, _room, _ = await three(served, is_open=is_open)
        ada, bob, _ = people
        assert await bob.wants("pause_match", paused=True) == ("no_pause_here" if is_open else "not_the_host")
        assert await ada.wants("pause_match", paused=True) == ("no_pause_here" if is_open else "accepted")
        if not is_open:
            assert await bob.wants("pause_match", paused=False) == "not_the_host"
            served.house.visits.closed(ada.line)
            assert await bob.wants("pause_match", paused=False) == "accepted", "the host is away"

    in_house(tmp_path, scene)


def test_hints_are_given_where_the_table_allows_them(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, _ = await three(served)
        who, _ = actor(people, room)
        assert await who.wants("ask_hint") == "no_hints_here"

    in_house(tmp_path, scene)


def test_whoever_is_banned_is_out_everywhere(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, told = await three(served)
        bob, http = people[1], served.http
        lobby = await Client(served, "", bob.person, bob.token).enter("/ws/lobby")
        link = (await http.post("/api/me/link", headers=bearer(bob.token))).json()["code"]
        for path in (f"/api/operator/people/{bob.person}/ban", f"/api/operator/tables/{room.id}/close"):
            for token in (None, bob.token, "x"):
                assert (await http.post(path, headers=bearer(token))).status_code == 403
        banned = await http.post(f"/api/operator/people/{bob.person}/ban", headers=bearer(OPERATOR))
        assert banned.status_code == 204
        for line in (bob.line, lobby):
            assert line.closed_with == 1008
            assert line.heard("line_closed")[-1]["reason"]["code"] == "banned"
        assert (await http.get("/api/me", headers=bearer(bob.token))).status_code == 403
        opened = await http.post("/api/tables", headers=bearer(bob.token), json={"game": "bounce", "seats": 2})
        assert opened.status_code == 403
        assert (await http.post(f"/api/links/{link}")).status_code == 404
        await bob.enter(f"/ws/tables/{room.id}", code=told["invite"])
        assert reason_of(bob) == "banned"
        unbanned = await http.post(f"/api/operator/people/{bob.person}/unban", headers=bearer(OPERATOR))
        assert unbanned.status_code == 204
        await bob.enter(f"/ws/tables/{room.id}")
        assert bob.line.closed_with is None

    in_house(tmp_path, scene)


def test_a_ban_also_meets_whoever_is_on_the_way_in(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people, room, _ = await three(served)
        bob = people[1]
        served.house.people._known.clear()
        bob.line = served.line(f"/ws/tables/{room.id}")
        bob.say("enter", token=bob.token)
        await asyncio.gather(served.house.people.ban(bob.person or ""), asyncio.sleep(0))
        served.house.visits.close_lines_of(bob.person or "", Reason("banned"))
        await served.settle()
        bob.line = served.line(f"/ws/tables/{room.id}")
        bob.say("enter", token=bob.token)
        await served.settle()
        assert reason_of(bob) == "banned"

    in_house(tmp_path, scene)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/metrics"),
        ("GET", "/api/operator"),
        ("POST", "/api/operator/drain"),
        ("POST", "/api/operator/tables/x/close"),
        ("POST", "/api/operator/people/x/ban"),
        ("POST", "/api/operator/people/x/unban"),
    ],
)
def test_what_is_for_the_operator_needs_the_operators_token(method: str, path: str, tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        for token in (None, ada.token, OPERATOR[:-1], OPERATOR + "x"):
            assert (await served.http.request(method, path, headers=bearer(token))).status_code == 403
        assert (await served.http.request(method, path, headers=bearer(OPERATOR))).status_code in (200, 204, 404)

    in_house(tmp_path, scene)


def test_a_link_is_good_once_and_soon(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, http = await served.person("Ada"), served.http

        async def link() -> str:
            return str((await http.post("/api/me/link", headers=bearer(ada.token))).json()["code"])

        code = await link()
        both = await asyncio.gather(http.post(f"/api/links/{code}"), http.post(f"/api/links/{code}"))
        assert sorted(answer.status_code for answer in both) == [200, 404]
        used = next(answer for answer in both if answer.status_code == 200).json()
        assert used["person"] == ada.person
        assert used["token"] != ada.token
        assert (await http.post(f"/api/links/{code}")).status_code == 404
        late = await link()
        served.house.time += LINK_LASTS + 1
        assert (await http.post(f"/api/links/{late}")).status_code == 404
        assert (await http.post("/api/links/x")).status_code == 404

    in_house(tmp_path, scene)


def test_nobody_opens_more_tables_than_they_may(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, http = await served.person("Ada"), served.http
        for settings in ({"days": 3}, {}):
            answers = [
                await http.post(
                    "/api/tables", json={"game": "bounce", "seats": 2} | settings, headers=bearer(ada.token)
                )
                for _ in range(4)
            ]
            assert answers[-1].json()["reason"]["code"] == "too_many_tables"
        room = next(iter(served.house.rooms.values()))
        await ada.enter(f"/ws/tables/{room.id}")
        await ada.wants("leave_seat")
        again = await http.post("/api/tables", json={"game": "bounce", "seats": 2}, headers=bearer(ada.token))
        assert again.json()["reason"]["code"] == "too_many_tables", "a table that was opened counts, sat at or not"

    in_house(tmp_path, scene, most_tables_of_one=3)


def test_a_fault_of_ours_is_nobody_elses_business(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_lobby: Lobby) -> None:
        raise ValueError("the cards are ACE and KING")

    async def scene(served: Served) -> None:
        monkeypatch.setattr(Lobby, "listed", broken)
        transport = httpx.ASGITransport(served.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            answer = await http.get("/api/tables")
        assert (answer.status_code, answer.json()["reason"]["code"]) == (500, "server_failed")
        assert "ACE" not in answer.text
        assert {name: answer.headers.get(name) for name in SAFETY} == SAFETY

    in_house(tmp_path, scene)
