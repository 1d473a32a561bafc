"""The bots of examples/, installed as a package would be: found by their entry points, and played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bots"


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which the example is installed: what an installer leaves of it, without the network."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(
        tmp_path,
        project["name"],
        (EXAMPLE / "my_bots.py").read_text(encoding="utf-8"),
        project["entry-points"]["openoutcry.bots"],
    )
    places = {"OUTCRY_STATE": str(tmp_path / "state"), "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    return os.environ | places | {"COLUMNS": "100"}


def install(folder: Path, name: str, code: str, named: dict[str, str]) -> None:
    """A package of one module with bots."""
    module = name.replace("-", "_")
    (folder / f"{module}.py").write_text(code, encoding="utf-8")
    about = folder / f"{module}-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(
        "\n".join(["[openoutcry.bots]", *(f"{bot} = {where}" for bot, where in named.items()), ""])
    )


def outcry(installed: dict[str, str], *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from openoutcry.cli import main; main()", *arguments]
    return subprocess.run(command, env=installed, input=typed, capture_output=True, text=True, check=False)


def test_they_play_on_the_ladder(installed: dict[str, str]) -> None:
    ladder = (
        "ladder",
        "crypto_cards",
        "--seats",
        "2",
        "--bots",
        "miser,first,random",
        "--most",
        "16",
        "--precision",
        "0.2",
    )
    done = outcry(installed, *ladder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.index("miser") < done.stdout.index("random  ")


def test_one_that_is_compiled_plays_many_games_at_once(installed: dict[str, str]) -> None:
    simulated = outcry(
        installed, "simulate", "crypto_cards", "--bots", "first,random", "--seats", "2", "--games", "20000", "--json"
    )
    assert simulated.returncode == 0, simulated.stderr
    report = json.loads(simulated.stdout)
    assert (report["bots"], report["games"]) == (["first", "random"], 20000)
    assert abs(report["wins"][0] - report["wins"][1]) > 3 * report["wins_ci95"][0], (
        "who takes the first action plays unlike chance"
    )


FAULTY = """
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import count, nth_action

def shy(view, chance):
    if len(view.log) > 2:
        raise RuntimeError("too many people")
    return view.legal[0]

def vague(view, chance):
    return view.legal[0] if len(view.log) < 3 else "something"

@rule
def bold(view, seat, mask, thought):
    return nth_action(mask, 0) if view.deck_size > 36 else -1

@rule
def cross(view, seat, mask, thought):
    if view.deck_size < 36:
        raise ValueError("no more cards")
    return nth_action(mask, 0)
"""
FAULTS = {
    "shy": "it raised RuntimeError: too many people",
    "vague": "it answered 'something', which is not one of its legal actions",
    "bold": "it answered -1, which is not one of its legal actions",
    "cross": "it raised ValueError: no more cards",
}


@pytest.fixture
def faulty(installed: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The same with bots that fail in the middle of a game."""
    install(tmp_path, "faulty", FAULTY, {name: f"faulty:{name}" for name in FAULTS})
    return installed


@pytest.mark.parametrize("bot", ["bold", "cross"])
def test_one_that_fails_in_compiled_games_is_named(faulty: dict[str, str], bot: str) -> None:
    done = outcry(faulty, "simulate", "crypto_cards", "--seats", "2", "--games", "2000", "--bots", f"random,{bot}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"outcry: the bot '{bot}' failed: {FAULTS[bot]}\n"


@pytest.mark.parametrize("bot", FAULTS)
def test_one_that_fails_on_the_ladder_is_named(faulty: dict[str, str], bot: str) -> None:
    done = outcry(faulty, "ladder", "crypto_cards", "--seats", "2", "--bots", f"{bot},random", "--most", "16")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"outcry: the bot '{bot}' failed: {FAULTS[bot]}\n"


@pytest.mark.parametrize("bot", FAULTS)
def test_one_that_fails_at_the_table_is_named_and_the_match_is_saved(faulty: dict[str, str], bot: str) -> None:
    play = ("play", "crypto_cards", "--seats", "2", "--seed", "1")
    done = outcry(faulty, *play, "--bots", bot, typed="1\n" * 80)
    resume = "your game is saved, play on with other bots: outcry play crypto_cards --resume --bots medium"
    assert done.returncode == 2
    assert done.stderr == f"outcry: the bot '{bot}' failed: {FAULTS[bot]}; {resume}\n"
    resumed = outcry(faulty, "play", "crypto_cards", "--resume", "--bots", "random", typed="1\n" * 200)
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert "The match is saved." in resumed.stdout


def test_one_that_is_not_compiled_says_where_it_can_play(installed: dict[str, str]) -> None:
    done = outcry(installed, "simulate", "crypto_cards", "--bots", "miser")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == "outcry: miser cannot play many games at once, as it is not compiled; outcry ladder has it play one by one\n"
    )


def test_it_plays_only_its_own_games(installed: dict[str, str]) -> None:
    done = outcry(installed, "play", "bounce", "--bots", "miser")
    assert done.returncode == 2
    assert done.stderr.startswith("outcry: there is no miser bot for Bounce yet; there are random, greedy, search")
