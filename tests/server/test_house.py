"""The house: twins stay together, nobody hears of what is not stored, draining, bots that fail, spectators who are told
later, tables to which nobody comes, and what the lobby tells.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from housing import Client, Served, bearer, in_house
from openoutcry.bots.seated import SeatedBots
from openoutcry.server import later, operating, thinking, visits
from openoutcry.server.room import Room
from openoutcry.server.rows import PersonRow, TableRow
from openoutcry.server.waking import A_DAY, IDLE_FOR, MOST_DAYS
from openoutcry.table.asks import CHOOSE, Ask
from openoutcry.table.reasons import Reason

NOTHING: Any = None
"""What no row takes."""


async def leaves(served: Served, *people: Client) -> None:
    """Lines are gone."""
    for one in people:
        served.house.visits.closed(one.line)
    await served.settle()


async def asleep(served: Served, seconds: float) -> None:
    """Time passes, and the house looks after its tables every few seconds."""
    house, until = served.house, served.house.time + seconds
    while house.time < until:
        await served.wait(min(60.0, until - house.time))
        house.waking.sweep()
        await served.settle()


@contextmanager
def nothing_stored(served: Served) -> Iterator[threading.Event]:
    """The disk answers nothing until the event is set."""
    writer, goes_on = served.house.outbox.writer, threading.Event()
    commit = writer._commit
    writer._commit = lambda group: (goes_on.wait(), commit(group))[1]  # type: ignore[method-assign]
    try:
        yield goes_on
    finally:
        goes_on.set()
        writer._commit = commit  # type: ignore[method-assign]


def phase_stored(served: Served, table: str) -> str:
    row = served.house.store.table(table)
    assert row is not None
    return row.phase


# Duplicates.


def test_the_two_tables_of_a_duplicate_leave_the_memory_together_and_come_back_together(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, bob, cyd, dan = [await served.person(name) for name in ("Ada", "Bob", "Cyd", "Dan")]
        one, told = await served.table(ada, [bob], game="crypto_cards", seats=2, duplicate="tables", grace=900.0)
        twin = told["twin"]
        for seat, person in enumerate((cyd, dan)):
            await person.enter(f"/ws/tables/{twin['table']}", code=twin["invite"])
            assert await person.wants("take_seat", seat=seat) == "accepted"
        await leaves(served, cyd, dan)
        await asleep(served, 200.0)
        await leaves(served, ada, bob)
        for _ in range(20):
            await asleep(served, 60.0)
            there = [table in served.house.rooms for table in (one.id, twin["table"])]
            assert there in ([True, True], [False, False])
        assert there == [False, False]
        await ada.enter(f"/ws/tables/{one.id}", code=told["invite"])
        assert {one.id, twin["table"]} <= served.house.rooms.keys()

    in_house(tmp_path, scene)


def test_a_table_whose_twin_is_not_in_the_memory_gets_it_back(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        one, told = await served.table(ada, [], game="crypto_cards", seats=2, duplicate="tables")
        twin = told["twin"]["table"]
        served.house.rooms.pop(twin)
        assert await served.house.room(one.id) is one
        assert twin in served.house.rooms
        served.house.forget(served.house.rooms[twin])
        assert not served.house.rooms

    in_house(tmp_path, scene)


# Nothing is told that is not stored.


def test_over_http_nothing_is_acknowledged_that_cannot_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        write = served.house.outbox.writer.put

        def broken(rows: list[Any], **how: Any) -> int:
            return write([row._replace(host=NOTHING) if isinstance(row, TableRow) else row for row in rows], **how)

        monkeypatch.setattr(served.house.outbox.writer, "put", broken)
        settings = {"game": "bounce", "seats": 2, "is_open": True}
        made = await served.http.post("/api/tables", json=settings, headers=bearer(ada.token))
        await asyncio.sleep(0.05)
        assert (made.status_code, made.json()["reason"]["code"]) == (500, "server_failed")
        assert not served.house.rooms
        assert served.house.store.open_tables() == []
        assert (await served.http.get("/api/tables")).json() == []
        assert served.house.lobby.count == 0
        monkeypatch.undo()
        with pytest.raises(Reason, match="server"):
            await served.house.outbox.stored([PersonRow("dan", "Dan", 0, 0.0, 0.0, NOTHING)])

    in_house(tmp_path, scene)


def test_a_duplicate_is_stored_with_both_tables_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(served: Served) -> None:
        ada, tables = await served.person("Ada"), list[int]()
        put = served.house.outbox.writer.put

        def counted(rows: list[Any], **how: Any) -> int:
            tables.append(sum(isinstance(row, TableRow) for row in rows))
            return put(rows, **how)

        monkeypatch.setattr(served.house.outbox.writer, "put", counted)
        settings = {"game": "crypto_cards", "seats": 2, "duplicate": "tables"}
        await served.http.post("/api/tables", json=settings, headers=bearer(ada.token))
        assert max(tables) == sum(tables) == 2

    in_house(tmp_path, scene)


def test_nobody_hears_of_a_table_before_it_is_stored(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        await ada.enter("/ws/lobby")
        looking = ada.line
        before = len(looking.said)
        settings = {"game": "bounce", "seats": 2, "is_open": True}
        with nothing_stored(served) as goes_on:
            made = asyncio.create_task(served.http.post("/api/tables", json=settings, headers=bearer(ada.token)))
            await asyncio.sleep(0.05)
            served.house.lobby._tell()
            listed = asyncio.create_task(served.http.get("/api/tables"))
            table = next(iter(served.house.rooms))
            one = asyncio.create_task(served.http.get(f"/api/tables/{table}"))
            late = served.line("/ws/lobby")
            served.house.visits.heard(late, json.dumps({"type": "enter", "token": bob.token}).encode())
            await asyncio.sleep(0.1)
            assert looking.said[before:] == []
            assert late.heard("lobby_changed") == []
            assert [task.done() for task in (made, listed, one)] == [False] * 3
            goes_on.set()
            assert (await made).status_code == 201
        assert [each["table"] for each in (await listed).json()] == [table]
        assert (await one).json()["table"] == table
        await served.settle()
        assert looking.heard("lobby_changed")[-1]["tables"][0]["table"] == table
        assert looking.heard("yours_changed")[-1]["tables"][0]["table"] == table
        assert late.heard("lobby_changed")

    in_house(tmp_path, scene)


def test_while_nothing_can_be_stored_the_list_is_what_was_stored_last(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        first, _ = await served.table(ada, [], game="bounce", seats=2, is_open=True)
        assert [each["table"] for each in (await served.http.get("/api/tables")).json()] == [first.id]
        with closing(sqlite3.connect(tmp_path / "outcry.sqlite")) as other:
            other.execute("BEGIN IMMEDIATE")
            settings = {"game": "bounce", "seats": 2, "is_open": True}
            made = asyncio.create_task(served.http.post("/api/tables", json=settings, headers=bearer(ada.token)))
            while not served.house.outbox.is_stuck:
                await asyncio.sleep(0.01)
            assert [each["table"] for each in (await served.http.get("/api/tables")).json()] == [first.id]
            other.rollback()
        assert (await made).status_code == 201
        assert len((await served.http.get("/api/tables")).json()) == 2

    in_house(tmp_path, scene)


# Draining.


def test_a_server_that_drains_opens_no_next_table_but_the_second_leg_of_a_duplicate(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        one, _ = await served.begun(ada, [bob], game="crypto_cards", seats=2)
        operating.drain(served.house)
        for each in (ada, bob):
            assert await each.wants("abandon_table", agrees=True) == "accepted"
        assert one.phase == "closed"
        assert await ada.wants("play_again") == "draining"
        assert one.kept.next is None
        assert list(served.house.rooms) == [one.id]

    in_house(tmp_path, scene)


def test_the_second_leg_is_opened_while_the_server_drains(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        made = {"game": "bounce", "seats": 2, "bots": {"1": "greedy"}, "duplicate": "legs", "pace": 0.0}
        one, _ = await served.begun(ada, [], **made)
        operating.drain(served.house)
        await play_out(served, one, ada)
        assert one.phase == "over"
        assert one.kept.next in served.house.rooms

    in_house(tmp_path, scene)


async def play_out(served: Served, room: Room, *people: Client, actions: int = 10_000) -> None:
    """Play whatever comes first, to the end."""
    for _ in range(actions):
        assert room.playing is not None
        if room.phase != "playing":
            return
        for one in people:
            if legal := room.playing.session.view_of(one.person or "").legal:
                assert await one.wants("play_action", action=legal[-1].number) == "accepted"
                break
        else:
            await served.wait(1.0)


def test_whoever_comes_to_a_server_that_drains_is_told(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        served.house.is_draining = False
        ada, eve = await served.person("Ada"), served.stranger()
        room, _ = await served.table(ada, [], game="bounce", seats=2, is_open=True)
        served.house.is_draining = True
        for who, path in ((ada, f"/ws/tables/{room.id}"), (ada, "/ws/lobby"), (eve, "/ws/lobby")):
            line = await who.enter(path)
            kinds = [json.loads(said)["type"] for said in line.said]
            assert [told["reason"]["code"] for told in line.heard("notice_given")] == ["draining"]
            assert kinds.index("entered") < kinds.index("notice_given")

    in_house(tmp_path, scene, drain=True)


# Bots.


def test_a_bot_that_fails_chooses_by_rules_of_thumb_and_its_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answer = SeatedBots.answer

    def failing(self: SeatedBots, ask: Any) -> Any:
        if ask.bot not in ("greedy", "random"):
            raise ZeroDivisionError("a secret word")
        return answer(self, ask)

    monkeypatch.setattr(SeatedBots, "answer", failing)

    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        room, _ = await served.begun(ada, [], game="bounce", seats=2, bots={"1": "easy"}, pace=0.0)
        for _ in range(40):
            await play_out(served, room, ada, actions=3)
            await asyncio.sleep(0.02)
        assert room.playing is not None
        assert {entry.seat for entry in room.playing.match.log} == {0, 1}
        assert all(thread.is_alive() for thread in served.house.thinkers._threads)
        assert not served.house.thinkers._busy

    in_house(tmp_path, scene)
    assert "bot_failed" in caplog.text
    assert "secret word" not in caplog.text


def test_beyond_the_limit_of_the_queue_bots_choose_by_rules_of_thumb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        served.house.thinkers.close()
        monkeypatch.setattr(thinking, "MOST_QUEUED", 3)
        made = {"game": "bounce", "seats": 2, "bots": {"0": "hard"}, "pace": 0.0}
        rooms = [(await served.begun(ada, [], **made))[0] for _ in range(5)]
        assert served.house.thinkers.waiting == 3
        await served.wait(5.0)
        assert [bool(room.playing and room.playing.match.log) for room in rooms] == [False] * 3 + [True] * 2
        assert served.house.metrics.hurried._value.get() >= 2

    in_house(tmp_path, scene)


def test_a_house_that_is_closed_hears_no_late_answers(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        room, _ = await served.begun(ada, [], game="bounce", seats=2, bots={"1": "easy"})
        assert room.playing is not None
        ask = Ask(1, CHOOSE, 1, 1, NOTHING, NOTHING)
        await served.house.close()
        ada.say("say_line", id=1, text="hello")
        served.house.decided(room, ask, 0)
        served.house.visits.closed(ada.line)

    in_house(tmp_path, scene)


# Spectators who are told later.


def test_a_spectator_who_sits_down_hears_nothing_of_before(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        people = [await served.person(name) for name in ("Ada", "Bob", "Cyd")]
        room, told = await served.begun(people[0], people[1:], game="crypto_cards", seats=3, delay=600.0)
        wim = await served.person("Wim")
        await wim.enter(f"/ws/tables/{room.id}", code=told["invite"])
        await play_out(served, room, *people, actions=2)
        assert await people[2].wants("leave_seat") == "accepted"
        assert wim.line.heard("view_changed") == []
        assert served.house.later._held[wim.line].messages
        assert await wim.wants("take_seat", seat=2) == "accepted"
        assert wim.line not in served.house.later._held
        seats = [opened["seat"] for opened in wim.line.heard("match_opened")]
        assert seats == [2]
        numbers = [view["number"] for view in wim.line.heard("view_changed")]
        assert numbers == sorted(set(numbers))
        assert len(numbers) >= 1

    in_house(tmp_path, scene)


def test_once_a_match_is_over_spectators_hear_all_of_it_at_once_and_in_order(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        room, told = await served.begun(ada, [bob], game="bounce", seats=2, delay=600.0)
        wim = await served.person("Wim")
        await wim.enter(f"/ws/tables/{room.id}", code=told["watch"])
        await play_out(served, room, ada, bob, actions=3)
        assert wim.line.heard("view_changed") == []
        await play_out(served, room, ada, bob)
        assert room.phase == "over"
        numbers = [view["number"] for view in wim.line.heard("view_changed")]
        assert numbers == sorted(numbers)
        assert len(numbers) > 3
        wim.say("show_moment", entries=1)
        await served.settle()
        assert wim.line.heard("moment_shown")
        again = await wim.enter(f"/ws/tables/{room.id}", code=told["watch"])
        assert again.heard("match_opened")

    in_house(tmp_path, scene)


# Tables to which nobody comes.


def test_a_table_to_which_nobody_comes_is_closed_after_a_day_also_from_the_store(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        for days, limit in ((0, A_DAY), (2, MOST_DAYS)):
            room, _ = await served.table(ada, [], game="bounce", seats=2, is_open=True, days=days)
            opened = served.house.time
            await leaves(served, ada)
            await asleep(served, IDLE_FOR + 120.0)
            assert room.id not in served.house.rooms
            row = served.house.store.table(room.id)
            assert row is not None
            assert row.due_at == pytest.approx(opened + limit)
            served.house.time = opened + limit - 60.0
            served.house.waking._load_when_due(room.id)
            await served.settle()
            assert phase_stored(served, room.id) == "gathering"
            served.house.forget(served.house.rooms[room.id])
            served.house.time = opened + limit + 1.0
            served.house.waking._load_when_due(room.id)
            await served.settle()
            assert phase_stored(served, room.id) == "closed"
            assert served.house.lobby.count == 0
            assert (await served.http.get("/api/tables")).json() == []

    in_house(tmp_path, scene)


def test_a_table_at_which_somebody_waits_is_not_closed(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        room, _ = await served.table(ada, [], game="crypto_cards", seats=2, duplicate="tables")
        served.house.time += A_DAY + 60.0
        served.house.waking.sweep()
        assert [each.phase for each in served.house.rooms.values()] == ["gathering", "gathering"]
        await leaves(served, ada)
        served.house.waking.sweep()
        await served.settle()
        assert room.phase == "closed"

    in_house(tmp_path, scene)


def test_a_house_that_begins_knows_when_to_close_what_was_open(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        room, _ = await served.table(ada, [], game="bounce", seats=2)
        await leaves(served, ada)
        served.house.forget(room)
        served.house.time += A_DAY + 1.0
        await served.house.waking.begin()
        await asyncio.sleep(0.05)
        served.house._tasks.pop().cancel()
        await served.settle()
        assert phase_stored(served, room.id) == "closed"

    in_house(tmp_path, scene)


# The lobby.


def yours(line: Any) -> list[tuple[str, str]]:
    return [(each["table"], each["phase"]) for each in line.heard("yours_changed")[-1]["tables"]]


def test_your_tables_that_ended_lately_are_listed_after_those_that_go_on(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        ended = []
        for _ in range(12):
            room, _ = await served.begun(ada, [bob], game="bounce", seats=2)
            for each in (ada, bob):
                await each.wants("abandon_table", agrees=True)
            ended.append((room.id, "closed"))
            served.house.time += 60.0
        goes_on, _ = await served.begun(ada, [bob], game="bounce", seats=2)
        looking = await bob.enter("/ws/lobby")
        assert yours(looking) == [(goes_on.id, "playing"), *reversed(ended[2:])]
        assert served.house.lobby.count_of(bob.person or "") == 1
        line = next(line for line in served.house.visits.at(goes_on.id).values())
        assert line
        for each in (ada, bob):
            await each.enter(f"/ws/tables/{goes_on.id}")
            await each.wants("abandon_table", agrees=True)
        await served.settle()
        assert yours(looking) == [(goes_on.id, "closed"), *reversed(ended[3:])]
        served.house.time += 14 * A_DAY + 1.0
        later = await bob.enter("/ws/lobby")
        assert yours(later) == []

    in_house(tmp_path, scene)


def test_your_tables_stay_listed_while_you_look_however_quiet_they_are(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        quiet, _ = await served.begun(ada, [bob], game="bounce", seats=2)
        await leaves(served, ada, bob)
        looking = await ada.enter("/ws/lobby")
        await asleep(served, 3 * IDLE_FOR)
        other = Client(served, "Ada", ada.person, ada.token)
        await served.table(other, [], game="bounce", seats=2)
        await served.settle()
        assert len(yours(looking)) == 2
        assert quiet.id in [table for table, _ in yours(looking)]

    in_house(tmp_path, scene)


def test_the_lobby_says_how_many_are_here_when_somebody_comes_and_goes(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        room, _ = await served.table(ada, [], game="bounce", seats=2)
        looking = await ada.enter("/ws/lobby")
        assert looking.heard("lobby_changed")[-1]["people"] == 1
        await bob.enter("/ws/lobby")
        await served.settle()
        assert looking.heard("lobby_changed")[-1]["people"] == 2
        told = len(looking.heard("lobby_changed"))
        await served.stranger().enter("/ws/lobby")
        await served.settle()
        assert len(looking.heard("lobby_changed")) == told
        await leaves(served, bob)
        assert looking.heard("lobby_changed")[-1]["people"] == 1
        await bob.enter(f"/ws/tables/{room.id}", code=room.invite)
        await served.settle()
        assert looking.heard("lobby_changed")[-1]["people"] == 2

    in_house(tmp_path, scene)


# Limits.


def test_what_is_held_for_a_spectator_is_limited_and_goes_with_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        room, told = await served.begun(ada, [bob], game="crypto_cards", seats=2, delay=3600.0)
        wim, xia = await served.person("Wim"), await served.person("Xia")
        await wim.enter(f"/ws/tables/{room.id}", code=told["watch"])
        await play_out(served, room, ada, bob, actions=2)
        held = served.house.later._held[wim.line]
        assert held.size == sum(len(written) for _, written in held.messages) > 0
        await leaves(served, wim)
        assert served.house.later._held == {}
        await xia.enter(f"/ws/tables/{room.id}", code=told["watch"])
        monkeypatch.setattr(later, "MOST_HELD", served.house.later._held[xia.line].size + 10)
        await play_out(served, room, ada, bob, actions=2)
        assert xia.line.heard("line_closed")[-1]["is_final"] is False
        assert ada.line.is_open

    in_house(tmp_path, scene)


def test_whoever_asks_for_what_is_costly_has_so_much_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "MOST_TIME", 0.0)

    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        room, _ = await served.begun(ada, [bob], game="crypto_cards", seats=2)
        for _ in range(3):
            ada.say("describe_view")
        await served.settle()
        assert len(ada.line.heard("view_described")) == 1
        assert ada.line.heard("notice_given")[-1]["reason"]["code"] == "too_often"
        await play_out(served, room, ada, bob, actions=2)
        served.house.visits[ada.line].taken_at -= 60.0
        ada.say("describe_view")
        await served.settle()
        assert len(ada.line.heard("view_described")) == 2

    in_house(tmp_path, scene)


def test_the_next_table_needs_room_as_any_other(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        one, _ = await served.begun(ada, [bob], game="crypto_cards", seats=2)
        for each in (ada, bob):
            await each.wants("abandon_table", agrees=True)
        await served.settle()
        other = Client(served, "Ada", ada.person, ada.token)
        await served.table(other, [], game="bounce", seats=2)
        assert await bob.wants("play_again") == "too_many_tables"
        assert one.kept.next is None

    in_house(tmp_path, scene, most_tables_of_one=1)


def test_a_match_to_which_nobody_comes_for_a_month_is_closed_and_its_log_kept(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada, bob = await served.person("Ada"), await served.person("Bob")
        room, _ = await served.begun(ada, [bob], game="crypto_cards", seats=2)
        await play_out(served, room, ada, bob, actions=2)
        last = served.house.time
        await leaves(served, ada, bob)
        await asleep(served, 2 * IDLE_FOR)
        assert room.id not in served.house.rooms
        for seconds, phase in ((MOST_DAYS - 60.0, "playing"), (MOST_DAYS + 60.0, "closed")):
            served.house.time = last + seconds
            served.house.waking._load_when_due(room.id)
            await served.settle()
            assert phase_stored(served, room.id) == phase
            if phase == "playing":
                served.house.forget(served.house.rooms[room.id])
        assert len(served.house.store.entries(room.id)) >= 2

    in_house(tmp_path, scene)


def test_delays_are_measured_where_somebody_may_race(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        rests = {}
        for game in ("cash_a_catch", "cash_or_crash", "crypto_cards"):
            room, _ = await served.table(ada, [], game=game, seats=3)
            rests[game] = served.house.visits.at(room.id)[ada.person or ""]._is_resting
        assert rests == {"cash_a_catch": False, "cash_or_crash": False, "crypto_cards": True}

    in_house(tmp_path, scene)


def test_whoever_answers_pings_late_on_purpose_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(served: Served) -> None:
        ada = await served.person("Ada")
        room, _ = await served.table(ada, [], game="bounce", seats=2)
        served.house.visits.notice_late_pongs()
        assert operating.overview(served.house)["rooms"][0]["suspicious_pings"] == 0
        monkeypatch.setattr(type(ada.line.delays), "is_suspicious", True)
        for _ in range(2):
            served.house.visits.notice_late_pongs()
        assert operating.overview(served.house)["rooms"][0]["suspicious_pings"] == 1
        assert served.house.delays_of(room.id, ada.person or "") is ada.line.delays
        assert served.house.delays_of(room.id, "nobody") is None

    in_house(tmp_path, scene)
    assert caplog.text.count("suspicious_pings") == 1


def test_every_line_of_forwarded_addresses_counts(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        def came(*addresses: str) -> Any:
            headers = [("X-Forwarded-For", address) for address in addresses]
            return served.http.post("/api/people", json={"name": "Ann"}, headers=headers)

        assert (await came("6.6.6.6", "203.0.113.1")).status_code == 201
        assert (await came("7.7.7.7", "203.0.113.1")).status_code == 429
        assert (await came("6.6.6.6", "203.0.113.2")).status_code == 201

    in_house(tmp_path, scene, trusted_proxies=["127.0.0.1"], most_people_per_hour=1)


@pytest.mark.parametrize(
    ("settings", "host", "status"),
    [
        ({}, "evil.example:8642", 403),
        ({}, "localhost:8642", 200),
        ({}, "127.0.0.1", 200),
        ({}, "[::1]:8642", 200),
        ({"public": True}, "games.example", 200),
        ({"host": "192.0.2.7"}, "games.example", 200),
        ({"trusted_proxies": ["127.0.0.1"]}, "games.example", 200),
        ({"origins": ["https://games.example"]}, "games.example", 200),
    ],
)
def test_a_server_for_this_machine_answers_to_its_names_alone(
    tmp_path: Path, settings: dict[str, Any], host: str, status: int
) -> None:
    """Or a page whose name was made to lead here could speak as if it were ours."""

    async def scene(served: Served) -> None:
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert (await served.http.get("/api/tables", headers=headers)).status_code == status
        opens = served.house.visits.may_open("/ws/lobby", {"host": host, "origin": f"http://{host}"})
        assert opens == (101 if status == 200 else 403)

    in_house(tmp_path, scene, **settings)
