"""The files of matches that are over, from a running server, hold what was promised."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from cli.command import outcry
from hosted import Hosted, Player, hosted, play_whole
from openoutcry.server.files import text_of_table
from openoutcry.server.rows import TABLES
from openoutcry.server.store import Store
from openoutcry.server.vault import Vault
from openoutcry.table.reasons import Reason
from server.stored import until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosted(tmp_path_factory.mktemp("server")) as server:
        yield server


def exported(server: Hosted, folder: Path) -> tuple[str, dict[str, Path]]:
    """What the command says, and the files by their tables."""
    answer = outcry("export", str(folder), "--database", str(server.database), "--vault-file", str(server.key))
    assert answer.code == 0, answer
    return answer.out, {path.stem.split("-", 2)[2]: path for path in folder.iterdir()}


def verified(path: Path) -> list[dict[str, Any]]:
    answer = outcry("verify", str(path), "--json")
    assert answer.code == 0, answer.out
    steps: list[dict[str, Any]] = answer.json["steps"]
    return steps


def test_every_match_that_is_over_is_exported_and_holds(server: Hosted, tmp_path: Path) -> None:
    tables = [play_whole(server, name)["table"] for name in ("Ann", "Bo")]
    runs = Player(server, "Cy").opens()["table"]
    said, files = exported(server, tmp_path / "files")
    assert said.endswith(f"match files in {tmp_path / 'files'}.\n")
    assert set(tables) <= files.keys()
    assert runs not in files
    for table, name in zip(tables, ("Ann", "Bo"), strict=True):
        data = json.loads(files[table].read_text(encoding="utf-8"))
        assert data["players"] == [name, "Bot 2"]
        codes = [step["code"] for step in verified(files[table])]
        assert codes.count("fair_name") == 2
        assert "fair_nonce" in codes
        assert data["stands"]["ending"] is not None


def test_over_http_the_file_is_the_same(server: Hosted, tmp_path: Path) -> None:
    table = play_whole(server, "Dee", is_open=True)["table"]
    _, files = exported(server, tmp_path / "files")
    assert server.web.get(f"/api/tables/{table}/file").text == files[table].read_text(encoding="utf-8")


def test_whoever_is_forgotten_is_in_no_file_and_it_still_holds(server: Hosted, tmp_path: Path) -> None:
    player = Player(server, "Evangeline")
    table = player.opens()["table"]
    with player.at(table) as line:
        player.ask(line, "start_match")
        player.plays(line)
    assert server.web.delete("/api/me", headers=player.headers).status_code == 204
    _, files = exported(server, tmp_path / "files")
    text = files[table].read_text(encoding="utf-8")
    assert "Evangeline" not in text
    assert json.loads(text)["players"] == ["removed", "Bot 2"]
    assert "fair_name_removed" in [step["code"] for step in verified(files[table])]


def test_nothing_of_a_duplicate_before_both_are_over(server: Hosted, tmp_path: Path) -> None:
    player = Player(server, "Fay")
    table = player.opens(duplicate="legs")["table"]
    with player.at(table) as line:
        player.ask(line, "start_match")
        player.plays(line)
    with player.at(table) as line:
        following = next(room["next"] for room in map(json.loads, line) if room["type"] == "room_changed")
    said, files = exported(server, tmp_path / "before")
    assert f"Table {table} is left out: " in said
    assert table not in files
    with player.at(following) as line:
        player.ask(line, "start_match")
        player.plays(line)
    _, files = exported(server, tmp_path / "after")
    for each in (table, following):
        verified(files[each])


def test_whoever_sits_down_late_is_in_the_chain(server: Hosted, tmp_path: Path) -> None:
    host, late = Player(server, "Gil"), Player(server, "Hal")
    made = host.opens(seats=3, bots={"2": "random"}, is_open=True)
    other = Player(server, "Ida")
    with host.at(made["table"]) as line, other.at(made["table"]) as second, late.at(made["table"]) as third:
        other.ask(second, "take_seat", seat=1)
        ready = other.ask(second, "be_ready", is_ready=True)
        heard_answer(second, ready)
        host.ask(line, "start_match")
        shuffle(other, second)
        host.plays(line, until=lambda view: 1 in view["to_act"] or bool(view["is_over"]))
        heard_answer(second, other.ask(second, "leave_seat"))
        heard_answer(third, late.ask(third, "take_seat", seat=1))
        late.say(third, "describe_view")
        late.plays(third, until=lambda view: 1 not in view["to_act"])
        playing = threading.Thread(target=host.plays, args=(line,))
        playing.start()
        host.say(line, "describe_view")
        late.say(third, "describe_view")
        late.plays(third)
        playing.join(60)
    _, files = exported(server, tmp_path / "files")
    data = json.loads(files[made["table"]].read_text(encoding="utf-8"))
    assert data["players"] == ["Gil", "Hal", "Bot 3"]
    assert [step["code"] for step in verified(files[made["table"]])].count("fair_name") == 3


def heard_answer(line: Any, id: int) -> None:
    while True:
        heard = json.loads(line.recv(timeout=20))
        if heard["type"] in ("accepted", "declined") and heard["id"] == id:
            assert heard["type"] == "accepted", heard
            return


def shuffle(player: Player, line: Any) -> None:
    player.plays(line, until=lambda _: True)


def test_after_an_upgrade_a_table_of_other_rules_is_closed_and_its_log_kept(tmp_path: Path) -> None:
    with hosted(tmp_path / "server") as server:
        player = Player(server, "Ann")
        table = player.opens("crypto_cards")["table"]
        with player.at(table) as line:
            player.ask(line, "start_match")
            views = itertools.count()
            assert not player.plays(line, until=lambda _: next(views) >= 4)["is_over"]
        server.end()
    with Store(server.database) as store:
        assert store.holder is not None
        connection = store.holder.connection()
        row = store.table(table)
        assert row is not None
        header = json.loads(row.rounds) | {"version": 0}
        with connection.begin():
            connection.execute(update(TABLES).values(version=0, rounds=json.dumps(header)))
    with hosted(tmp_path / "server", "--set", "log_level=info", "--set", "log=json") as again:
        until(lambda: '"why": "rules_changed"' in "".join(again.err))
        text = again.web.get(f"/api/tables/{table}/file", headers=player.headers).text
        until(lambda: table in exported(again, tmp_path / "files")[1])  # it is stored a moment after it was closed
        _, files = exported(again, tmp_path / "files")
    assert files[table].read_text(encoding="utf-8") == text
    data = json.loads(text)
    assert (data["stands"], data["players"]) == (None, ["Ann", "Bot 2"])
    assert data["log"]
    assert data["fairness"]["head"] == data["fairness"]["hashes"][-1]
    assert len(data["fairness"]["hashes"]) == len(data["log"]) + 1


def test_what_has_no_file_says_why(tmp_path: Path) -> None:
    with hosted(tmp_path / "server") as server:
        player = Player(server, "Ann")
        table = player.opens()["table"]
        with Store(server.database, is_reader=True) as store:
            for wanted, code in ((table, "key_stays"), ("nowhere", "no_table")):
                with pytest.raises(Reason) as why:
                    text_of_table(store, Vault(server.key), wanted)
                assert why.value.code == code
