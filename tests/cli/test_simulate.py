"""`outcry simulate`: the figures, and what is printed when it is stopped."""

from __future__ import annotations

import json
import signal
import subprocess
import time

import pytest

from cli.command import PROGRAM, is_one_sentence, outcry

KEYS = {
    "game",
    "seats",
    "games",
    "seed",
    "options",
    "steps",
    "seconds",
    "steps_per_second",
    "games_per_second",
    "length",
    "wins",
    "points",
    "ties",
    "bots",
    "actions",
}


def test_the_report_has_every_figure() -> None:
    arguments = "simulate crypto_cards --seats 3 --games 5000 --seed 4 --option hand=4 --bots random --json"
    report = outcry(*arguments.split()).json
    assert set(report) > KEYS
    assert (report["game"], report["seats"], report["games"], report["seed"], report["options"]["hand"]) == (
        "crypto_cards",
        3,
        5000,
        4,
        4,
    )
    assert set(report["length"]) == {"mean", "sd", "min", "max"}
    assert report["length"]["min"] <= report["length"]["mean"] <= report["length"]["max"]
    assert report["steps"] == round(report["length"]["mean"] * 5000)
    assert sum(report["wins"]) == pytest.approx(1)
    assert report["bots"] == ["random"] * 3
    assert report["endings"] == {"second_joker": 1}


def test_it_tells_how_often_each_verb_is_played() -> None:
    arguments = "simulate cash_a_catch --seats 3 --games 1000 --bots greedy --json"
    report = outcry(*arguments.split()).json
    assert report["bots"] == ["greedy"] * 3
    assert list(report["actions"])[:4] == ["sell", "open", "ring", "hold"]
    assert sum(report["actions"].values()) == pytest.approx(report["length"]["mean"])
    assert report["actions"]["open"] == pytest.approx(report["actions"]["ring"] + 1)


def test_each_seat_can_have_its_own_bot() -> None:
    arguments = "simulate cash-a-catch --seats 4 --games 1000 --bots random,random,Greedy,random --json"
    report = outcry(*arguments.split()).json
    assert report["bots"] == ["random", "random", "greedy", "random"]
    assert report["wins"][2] > 0.9


def test_the_same_seed_gives_the_same_figures() -> None:
    first, second, other = (
        outcry("simulate", "bounce", "--seats", "2", "--games", "3000", "--seed", seed, "--json").json
        for seed in ("1", "1", "2")
    )
    assert (first["steps"], first["wins"]) == (second["steps"], second["wins"])
    assert first["steps"] != other["steps"]


def test_people_get_a_table() -> None:
    shown = outcry("simulate", "bounce", "--seats", "1", "--games", "1000").out
    assert "1,000 games, seed 0" in shown
    assert "how they end" in shown
    assert "actions a game: roll " in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["bounce", "--seats", "5"],
        ["bounce", "--games", "0"],
        ["bounce", "--games", "many"],
        ["bounce", "--option", "height=3"],
        ["bounce", "--option", "spaces=1000"],
        ["bounce", "--bots", "oracle"],
        ["bounce", "--bots", ""],
        ["bounce", "--seats", "3", "--bots", "random,random"],
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str]) -> None:
    assert is_one_sentence(outcry("simulate", *arguments))


@pytest.mark.parametrize("as_json", [True, False])
def test_stopped_it_prints_what_there_is_so_far(as_json: bool) -> None:
    out = next(out for seconds in (3, 10, 60) if (out := stopped_after(seconds, *(["--json"] if as_json else []))))
    if as_json:
        assert 0 < json.loads(out)["games"] < 1_000_000_000
    else:
        assert "Stopped after" in out
        assert "of 1,000,000,000 games" in out


def stopped_after(seconds: float, *arguments: str) -> str:
    """What is printed when Ctrl-C comes after so many seconds; nothing if that was before the first game, on a busy
    machine.
    """
    command = [*PROGRAM, "simulate", "crypto_cards", "--games", "1000000000", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert "Traceback" not in err or not out
    return "" if '"games": 0,' in out or "Stopped after 0 of" in out else out
