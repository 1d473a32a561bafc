"""For whoever runs a server: health, metrics, logs, the operator's interface, backups, and the vault's key."""

from __future__ import annotations

import json
import logging
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from cli.command import outcry
from hosted import PROGRAM, Hosted, Player, hosted, play_whole
from openoutcry.server.logs import Lines, of_error
from openoutcry.server.metrics import SECONDS, Times


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosted(tmp_path_factory.mktemp("server")) as server:
        yield server


def scraped(server: Hosted) -> dict[str, float]:
    """Every sample of the metrics, by its name and labels."""
    answer = server.web.get("/metrics", headers=server.operator)
    assert answer.status_code == 200
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


# Health and metrics.


def test_health_needs_no_token_and_metrics_do(server: Hosted) -> None:
    assert server.web.get("/healthz").json()["status"] == "ok"
    assert server.web.get("/readyz").json() == {"status": "ready", "why": None}
    for path in ("/metrics", "/api/operator"):
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic eDp5"}):
            answer = server.web.get(path, headers=headers)
            assert (answer.status_code, answer.json()["reason"]["code"]) == (403, "not_the_operator")


def test_what_is_played_is_counted(server: Hosted) -> None:
    before = scraped(server)
    player = Player(server, "Ann")
    table = player.opens()["table"]
    with player.at(table) as line:
        player.ask(line, "start_match")
        player.plays(line, until=lambda view: bool(view["legal"]))
        now = scraped(server)
        assert now["outcry_tables"] == before["outcry_tables"] + 1
        assert (now["outcry_lines"], now["outcry_people"]) == (1, 1)
        assert now["outcry_tables_in_memory"] >= 1
        line.send("no message")
        player.say(line, "describe_view")
        player.plays(line)
    after = scraped(server)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    text = server.web.get(f"/api/tables/{table}/file", headers=player.headers).text
    assert grown("outcry_actions_total") == len(json.loads(text)["log"])
    assert grown("outcry_tables_opened_total") == grown("outcry_tables_ended_total") == 1
    assert grown("outcry_messages_total StartMatch") == 1
    assert grown("outcry_messages_total PlayAction") >= 1
    assert grown("outcry_refused_messages_total") == 1
    heard = sum(grown(name) for name in after if name.startswith("outcry_messages_total "))
    assert grown("outcry_hearing_seconds_count") == grown("outcry_hearing_seconds_bucket +Inf") == heard
    assert 0 < grown("outcry_telling_seconds_sum") < 60
    assert grown("outcry_telling_seconds_count") > 0
    assert grown("outcry_commits_total") > 0
    assert grown("outcry_stored_items_total") >= grown("outcry_commits_total")
    assert after["outcry_tables"] == before["outcry_tables"]
    assert after["outcry_store_queue"] == after["outcry_search_queue"] == after["outcry_draining"] == 0
    assert after["process_resident_memory_bytes"] > 1e6


def test_bots_that_search_are_counted(server: Hosted) -> None:
    before = scraped(server)["outcry_search_seconds_count"]
    player = Player(server, "Bo")
    table = player.opens(bots={"1": "easy"})["table"]
    with player.at(table) as line:
        player.ask(line, "start_match")
        player.plays(line)
    assert scraped(server)["outcry_search_seconds_count"] > before


def test_times_are_told_as_prometheus_has_them() -> None:
    times = Times()
    for seconds in (0.0, SECONDS[0], 0.002, 0.5, 99.0):
        times.observe(seconds)
    counts = {
        sample.labels.get("le"): sample.value
        for sample in times.family("seconds", "").samples
        if sample.name == "seconds_bucket"
    }
    assert (counts["0.0001"], counts["0.003"], counts["1.0"], counts["+Inf"]) == (2, 3, 4, 5)


# Logs.


def test_the_log_tells_what_happens_and_of_nobody(tmp_path: Path) -> None:
    with hosted(tmp_path, OUTCRY_LOG="json", OUTCRY_LOG_LEVEL="debug") as server:
        player = Player(server, "Evangeline")
        made = player.opens()
        with player.at(made["table"]) as line:
            player.ask(line, "start_match")
            player.ask(line, "say_line", text="my cards are bad")
            view = player.plays(line)
        server.web.post(f"/api/operator/people/{player.person}/ban", headers=server.operator)
        server.web.post(f"/api/operator/people/{player.person}/unban", headers=server.operator)
        server.web.post("/api/operator/drain", headers=server.operator)
        operator = server.operator["Authorization"].split()[1]
        code, written = server.end()
    assert code == 128 + signal.SIGTERM
    lines: list[dict[str, Any]] = [json.loads(line) for line in written]
    events = [line["event"] for line in lines]
    assert events == [
        "started",
        "table_opened",
        "table_ended",
        "banned",
        "unbanned",
        "draining",
        "stopping",
        "stopped",
    ]
    assert lines[1]["table"] == lines[2]["table"] == made["table"]
    assert (lines[2]["phase"], lines[2]["why"], lines[-1]["is_all_stored"]) == ("over", "played", True)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", lines[0]["at"])
    secrets = [player.token, made["invite"], made["watch"], operator, player.nonce.hex(), "Evangeline", "my cards"]
    for secret in [*secrets, *(choice["text"] for choice in view["legal"])]:
        assert secret not in "".join(written)


BROKEN = PROGRAM.replace(
    "main(sys.argv[2:])",
    """
from openoutcry.server import api, visits, writer
async def broken(self, request, body):
    raise ValueError("a secret word")
import dataclasses
api.WAYS[:] = [dataclasses.replace(way, do=broken) if way.path == "/healthz" else way for way in api.WAYS]
def stumble(self, line):
    self._house.loop.call_soon(stumbling, b"a secret word")
def stumbling(said):
    raise KeyError("a secret word")
visits.Visits.opened = stumble
visits.Visits.heard = lambda *_: None
visits.Visits.closed = lambda *_: None
writer.SLOW = -1.0
main(sys.argv[2:])
""",
)
"""A server with faults that no server has."""


def test_errors_of_ours_and_of_uvicorn_are_told_without_their_words(tmp_path: Path) -> None:
    with hosted(tmp_path, "--set", "log=json", code=BROKEN) as server:
        assert httpx.get(f"{server.url}/healthz").status_code == 500
        player = Player(server, "Ann")
        with player.at(player.opens()["table"]):
            pass
        _, written = server.end()
    lines = [json.loads(line) for line in written]
    assert "secret word" not in "".join(written)
    uvicorn = next(line for line in lines if line["event"] == "said")
    assert (uvicorn["by"], uvicorn["words"]) == ("uvicorn.error", "Exception in ASGI application")
    assert uvicorn["error"] == "ValueError"
    assert "broken" in uvicorn["where"]
    stumbled = next(line for line in lines if line["event"] == "unhandled")
    assert (stumbled["error"], "stumbling" in stumbled["where"]) == ("KeyError", True)
    slow = next(line for line in lines if line["event"] == "slow_commit")
    assert slow["level"] == "warning"
    assert slow["items"] >= 1


def test_a_line_of_text_reads_like_one() -> None:
    record = logging.LogRecord("openoutcry", logging.WARNING, "", 0, "storing_waits", (), None)
    record.about, record.created, record.msecs = {"why": "disk is full", "tables": 3}, 0.0, 7.0
    line = Lines(as_json=False).format(record)
    assert line == '1970-01-01T00:00:00.007Z warning storing_waits why="disk is full" tables=3'
    assert of_error(None) == {}


def test_by_default_only_trouble_is_told(tmp_path: Path) -> None:
    with hosted(tmp_path) as server:
        Player(server, "Ann").opens()
        assert server.end() == (128 + signal.SIGTERM, [])


# The operator.


def test_the_operator_sees_tables_closes_them_and_bans(server: Hosted) -> None:
    player = Player(server, "Cy")
    table = player.opens()["table"]
    (room,) = [room for room in server.overview()["rooms"] if room["table"] == table]
    assert (room["game"], room["phase"], room["players"][0]["name"]) == ("bounce", "gathering", "Cy")
    with player.at(table) as line:
        assert json.loads(line.recv(timeout=10))["type"] == "entered"
        assert server.web.post(f"/api/operator/tables/{table}/close", headers=server.operator).status_code == 204
        phases = (heard["phase"] for heard in map(json.loads, line) if heard["type"] == "room_changed")
        assert next(phase for phase in phases if phase != "gathering") == "closed"
        ban = f"/api/operator/people/{player.person}/ban"
        assert server.web.post(ban).status_code == 403
        assert server.web.post(ban, headers=server.operator).status_code == 204
        closed = next(heard for heard in map(json.loads, line) if heard["type"] == "line_closed")
        assert (closed["reason"]["code"], closed["is_final"]) == ("banned", True)
    assert server.web.get("/api/me", headers=player.headers).status_code == 403
    assert {"person": player.person, "name": "Cy"} in server.overview()["banned"]
    assert server.web.post(ban.replace("/ban", "/unban"), headers=server.operator).status_code == 204
    assert server.web.get("/api/me", headers=player.headers).status_code == 200
    assert server.overview()["banned"] == []


def test_behind_a_trusted_proxy_each_person_is_counted_apart(tmp_path: Path) -> None:
    more = ("--set", "most_people_per_hour=1", "--set", "trusted_proxies=127.0.0.1")
    with hosted(tmp_path, *more) as server:

        def came(address: str) -> int:
            headers = {"X-Forwarded-For": address}
            return server.web.post("/api/people", json={"name": "Ann"}, headers=headers).status_code

        assert [came("203.0.113.1"), came("203.0.113.2"), came("203.0.113.1")] == [201, 201, 429]


# Backups, and the vault's key.


def test_a_backup_of_a_server_in_play_is_restored_and_played_on(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with hosted(tmp_path / "one") as server:
        player = Player(server, "Ann")
        table = player.opens()["table"]
        with player.at(table) as line:
            player.ask(line, "start_match")
            player.plays(line, until=lambda view: bool(view["legal"]))
            answer = outcry("backup", str(copy), "--database", str(server.database))
            assert answer.code == 0, answer
            assert "The vault's key is not" in answer.out
            player.say(line, "describe_view")
            player.plays(line)
        restore = ["restore", str(copy), "--database", str(server.database)]
        assert outcry(*restore).code == 2
        server.end()
    assert outcry(*restore).code == 0
    with hosted(tmp_path / "one") as again:
        player.server = again
        with player.at(table) as line:
            assert player.plays(line)["is_over"]


def started(folder: Path, server: Hosted, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder), "serve", "--port", "0"],
        env=server.environment | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_server_that_cannot_start_leaves_no_token_behind(tmp_path: Path) -> None:
    with hosted(tmp_path) as server:
        server.end()
    token = server.key.with_name("operator.token")
    token.unlink()
    done = started(tmp_path / "page", server, OUTCRY_VAULT_KEY="5a" * 32)
    assert done.returncode == 2
    assert not token.exists()


def test_another_key_or_none_is_one_clear_sentence(tmp_path: Path) -> None:
    with hosted(tmp_path) as server:
        play_whole(server)
        server.end()
    page = tmp_path / "page"
    done = started(page, server, OUTCRY_VAULT_KEY="5a" * 32)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(
        r"outcry: the database belongs to another key of the vault \([0-9a-f]{16}\) than that of OUTCRY_VAULT_KEY "
        r"\([0-9a-f]{16}\): put the key of that database there, or tables that go on cannot be opened\n",
        done.stderr,
    )
    server.key.rename(tmp_path / "elsewhere.key")
    done = started(page, server)
    sentence = f"outcry: there is no key of the vault at {server.key}; name its file, or set OUTCRY_VAULT_KEY\n"
    assert (done.returncode, done.stderr) == (2, sentence)
    assert not server.key.exists()
    answer = outcry("export", str(tmp_path / "files"), "--database", str(server.database), "--vault-file", str(page))
    assert answer.code == 2
