"""`outcry lab`: what it writes and says, what it refuses before anything is played, and what Ctrl-C leaves."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cli.command import PROGRAM, Answer, is_one_sentence, nothing_written, outcry
from openoutcry.lab.crew import Block
from openoutcry.lab.report import REPORT
from openoutcry.lab.trial import STATE, Stage, Trial

QUESTION = ["lab", "crypto_cards", "--vary", "hand=4..5", "--seats", "3", "--precision", "0.05", "--most", "2000"]


def asked(folder: Path, *more: str) -> Answer:
    return outcry(*QUESTION, "--to", str(folder), *more)


def rows(folder: Path) -> list[dict[str, Any]]:
    parquet = pytest.importorskip("pyarrow.parquet")
    found: list[dict[str, Any]] = parquet.read_table(folder / "figures.parquet").to_pylist()
    return found


def test_it_says_what_it_will_play_and_what_it_found(tmp_path: Path) -> None:
    answer = asked(tmp_path, "--aim", "turns 20..40")
    assert answer.code == 0, answer.err
    assert answer.out.startswith("2 tables, ")
    assert re.search(r"about \d+ seconds?\.$", answer.out, re.MULTILINE)
    for said in (
        "hand=4",
        "hand=5",
        "turns",
        "seat_advantage",
        "turns 20..40",
        "met",
        f"The report is {tmp_path / REPORT}; all figures are beside it.",
    ):
        assert said in answer.out
    assert {path.name for path in tmp_path.iterdir()} == {STATE, "experiment.toml", "figures.parquet", REPORT}


def test_the_figures_are_in_parquet_all_of_them(tmp_path: Path) -> None:
    asked(tmp_path)
    found = rows(tmp_path)
    turns = [row for row in found if row["measure"] == "turns"]
    assert [(row["option_hand"], row["seats"], row["is_baseline"]) for row in turns] == [
        ("4", 3, False),
        ("5", 3, True),
    ]
    assert turns[0]["low"] < turns[0]["mean"] < turns[0]["high"]
    assert turns[0]["difference"] == pytest.approx(turns[0]["mean"] - turns[1]["mean"])
    assert turns[0]["keys_to_see"] > 0
    assert turns[1]["keys_to_see"] is None, "the baseline is compared with nothing"
    assert {"action.sell", "clause.3.2", "event.mined", "points.2"} <= {row["measure"] for row in found}


def test_a_file_asks_the_same_and_is_written_beside_the_figures(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    first = asked(one, "--json").json
    other.mkdir()
    own = b"# my question\n" + (one / "experiment.toml").read_bytes()
    (other / "experiment.toml").write_bytes(own)
    again = outcry("lab", str(other / "experiment.toml"), "--json").json
    assert first["tables"] == again["tables"]
    assert rows(one) == rows(other)
    assert (other / "experiment.toml").read_bytes() == own
    refused = outcry("lab", str(other / "experiment.toml"), "--seed", "3")
    assert is_one_sentence(refused)
    assert "leave out what else asks for seed" in refused.err


def test_the_report_is_in_the_language_that_was_asked_for(tmp_path: Path) -> None:
    answer = asked(tmp_path, "--language", "de")
    assert "hand=4 statt hand=5" in answer.out
    assert '<html lang="de">' in (tmp_path / REPORT).read_text(encoding="utf-8")
    refused = asked(tmp_path, "--language", "fr")
    assert is_one_sentence(refused)


def test_a_plan_plays_the_pilot_alone(tmp_path: Path) -> None:
    answer = asked(tmp_path, "--plan", "--json")
    assert answer.code == 0
    assert answer.json["keys"] == 0 < answer.json["planned"]
    assert answer.json["estimated_seconds"] > 0


def test_it_looks_deeper_where_it_is_asked_to(tmp_path: Path) -> None:
    answer = asked(tmp_path, "--measure", "settled,skill,luck", "--deep", "64")
    assert answer.code == 0, answer.err
    assert " games and play-outs in 64 keys each, about " in answer.out
    assert "What decides who wins where greedy, random, greedy play, hand=5: " in answer.out
    found = {(row["measure"], row["option_hand"]): row for row in rows(tmp_path)}
    assert {"settled", "drama", "surprise", "meaningful", "seat", "skill", "luck", "whims"} <= {
        name for name, _ in found
    }
    for name in ("settled", "skill", "luck"):
        row = found[name, "4"]
        assert 0 <= row["low"] <= row["mean"] <= row["high"] <= 1
        assert row["keys"] == 64
        assert row["difference_low"] <= row["difference"] <= row["difference_high"]


def test_it_tunes(tmp_path: Path) -> None:
    arguments = ["--tune", "--vary", "face_sales=1..3", "--aim", "turns 20..30", "--aim", "ties < 12%"]
    answer = asked(tmp_path, *arguments)
    assert answer.code == 0, answer.err
    assert re.match(r"6 settings in 1 round: about \d+ seconds?; then the best of them with fresh keys\.\n", answer.out)
    told = " ".join(answer.out.split())
    assert re.search(r"Of 6 settings hand=\d face_sales=\d is the best that meets all you want: Turns 2", told)
    again = asked(tmp_path, *arguments, "--json").json
    assert again["tuning"]["verdict"] == "met"
    assert f"hand={again['tuning']['best']['hand']} face" in told
    assert len(again["tables"]) in (3, 4)
    assert "The frontier" in (tmp_path / REPORT).read_text(encoding="utf-8")
    assert asked(tmp_path / "plan", *arguments, "--plan").out.startswith("6 settings in 1 round: ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--vary", "jokers=1..2"], "has no option 'jokers'"),
        (["--vary", "hand=8..3"], "has no values"),
        (["--aim", "turns < 20", "--aim", "turns > 30"], "contradict each other"),
        (["--measure", "fun"], "there is no measure 'fun'"),
        (["--bots", "oracle"], "there is no bot 'oracle'"),
        (["--deep", "3"], "the deep keys at a table go from 64"),
        (["--tune", "--aim", "turns < 30"], "tuning needs an aim, and options that vary"),
        (["--tune", "--vary", "hand=3..8"], "tuning needs an aim, and options that vary"),
        (["--tune", "--vary", "hand=3..8", "--aim", "wins.0 > 60%", "--aim", "wins.1 > 60%"], "parts of one whole"),
    ],
)
def test_bad_input_is_one_sentence_before_anything_is_played(
    tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    with nothing_written(tmp_path):
        answer = outcry("lab", "crypto_cards", *arguments, "--to", str(tmp_path / "lab"))
    assert is_one_sentence(answer), answer.err
    assert sentence in answer.err


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    answer = asked(tmp_path / "taken")
    assert is_one_sentence(answer)
    assert "cannot be made" in answer.err
    assert is_one_sentence(outcry("lab", str(tmp_path / "none.toml")))


@pytest.mark.parametrize("name", [REPORT, STATE, "figures.parquet", "experiment.toml"])
def test_a_file_that_could_not_be_replaced_is_refused_before_anything_is_played(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    answer = asked(tmp_path)
    assert is_one_sentence(answer)
    assert answer.err == f"outcry: {tmp_path / name} is a folder, not a file\n"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with nothing_written(tmp_path):
        answer = asked(tmp_path)
    assert is_one_sentence(answer)
    assert "pip install 'openoutcry[lab]'" in answer.err


def test_ctrl_c_in_the_pilot_leaves_a_report_of_the_pilot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add = Trial._add

    def add_and_stop(trial: Trial, stage: Stage, block: Block) -> None:
        add(trial, stage, block)
        if stage.done >= 3:
            trial.stop()

    question = ["lab", "bounce", "--seats", "2", "--bots", "search:8", "--most", "640", "--to", str(tmp_path)]
    monkeypatch.setattr(Trial, "_add", add_and_stop)
    answer = outcry(*question)
    assert answer.code == 130, answer.err
    assert re.match(r"Pilot: 1 table, 64 keys each: 64 games, about \d+ seconds?\.\n", answer.out)
    told = " ".join(answer.out.split())
    assert "keys of the pilot alone" in told
    assert re.search(r"Stopped in the pilot, after \d+ keys that will not count; the same command goes on\.$", told)
    assert "It was stopped in the pilot, after " in (tmp_path / REPORT).read_text(encoding="utf-8")
    assert {row["is_pilot"] for row in rows(tmp_path)} == {True}
    monkeypatch.undo()
    assert outcry(*question).code == 0
    assert {row["is_pilot"] for row in rows(tmp_path)} == {False}


def test_ctrl_c_while_compiling_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("openoutcry.cli.lab.prepare", interrupted)
    answer = asked(tmp_path)
    assert answer.code == 130
    assert answer.out == "Stopped while compiling, before anything was played; the same command goes on.\n"
    monkeypatch.undo()
    assert asked(tmp_path).code == 0


def test_ctrl_c_leaves_what_there_is_and_the_same_command_goes_on(tmp_path: Path) -> None:
    question = [
        "lab",
        "crypto_cards",
        "--seats",
        "3",
        "--precision",
        "0.0001",
        "--most",
        "300000",
        "--seed",
        "5",
        "--to",
    ]
    environment = os.environ | {"COLUMNS": "100"}
    with subprocess.Popen(
        [*PROGRAM, *question, str(tmp_path / "stopped")], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith("1 table, 300,000 keys each"), said
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[0]
    assert process.returncode == 130
    assert "; the same command goes on." in said
    assert rows(tmp_path / "stopped")[0]["keys"] < 300_000
    assert "It was stopped early" in (tmp_path / "stopped" / REPORT).read_text(encoding="utf-8")
    went_on = outcry(*question, str(tmp_path / "stopped"), "--json")
    assert went_on.code == 0, went_on.err
    at_once = outcry(*question, str(tmp_path / "at_once"), "--json", "--cores", "1")
    assert went_on.json["tables"] == at_once.json["tables"]
