"""The training example, with settings for seconds on a CPU: the bot gets better, and its file plays."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from openoutcry.bots.learned import FOLDER, Network, name_of
from openoutcry.games import find
from openoutcry.lab.simulate import Simulation

TRAIN = Path(__file__).parents[1] / "examples" / "train_ppo.py"
SMALL = ["--lanes", "64", "--rollout", "48", "--wide", "32", "16", "--looks", "1", "--rate", "0.002"]


def trained(folder: Path, *given: str) -> list[dict[str, Any]]:
    """The lines of the learning curve."""
    command = [sys.executable, str(TRAIN), "--device", "cpu", "--to", str(folder), *SMALL, *given]
    done = subprocess.run(
        command, env=os.environ | {"OMP_NUM_THREADS": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    curve = next(folder.glob("*.jsonl")).read_text(encoding="utf-8")
    return [json.loads(line) for line in curve.splitlines()]


def test_it_learns_to_win_more_often_than_by_chance_and_its_file_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = trained(tmp_path, "--game", "crypto_cards", "--seats", "3", "--steps", "30000", "--games", "300")
    first, last = lines[0], lines[-1]
    assert first["steps"] == 0
    assert 30_000 <= last["steps"] < 35_000
    assert last["matches"] > 300
    assert last["random"] > first["random"] + 0.1
    game = find("crypto_cards")
    network = Network.of((tmp_path / name_of(game, 3)).read_bytes(), game)
    assert [weights.shape[1] for weights in network.weights[:2]] == [32, 16]
    monkeypatch.setenv(FOLDER, str(tmp_path))
    simulation = Simulation(game, 3, 300, seed=9, bots=["learned", "random", "random"])
    simulation.run()
    assert simulation.report()["wins"][0] > 0.45


def test_it_learns_with_options_and_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    given = [
        "--game",
        "cash_or_crash",
        "--seats",
        "2",
        "--option",
        "variant=endurance",
        "--steps",
        "3000",
        "--games",
        "20",
    ]
    files = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        trained(folder, *given)
        files.append((folder / "cash_or_crash.2.learned").read_bytes())
    network = Network.of(files[0], find("cash_or_crash"))
    assert network.options["variant"] == "endurance"
    assert files[0] == files[1]


@pytest.fixture(scope="module")
def example() -> ModuleType:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("train_ppo", TRAIN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def credited(played: dict[str, Any], seats: int, lane: int, fading: float) -> dict[int, float]:
    """What a lane's decisions turned out to be worth beyond what was expected, from the definition: each seat's
    decisions in a match are a chain of its own, whose end is its share of the win.
    """
    steps, gains = len(played["seat"]), {}
    ends = [step for step in range(steps) if played["ended"][step, lane]]
    matches = [
        range(first, last + 1) for first, last in zip([0, *(end + 1 for end in ends)], [*ends, steps - 1], strict=True)
    ]
    for match in matches:
        for seat in range(seats):
            own = [step for step in match if played["seat"][step, lane] == seat]
            expected = [float(played["expected"][step, lane]) for step in own]
            if match and match[-1] in ends:
                expected.append(float(played["shares"][match[-1], lane, seat]) - 1 / seats)
            errors = [after - before for before, after in itertools.pairwise(expected)]
            for number, step in enumerate(own[: len(errors)]):
                gains[step] = sum(error * fading**later for later, error in enumerate(errors[number:]))
    return gains


def test_each_decision_is_credited_with_what_came_of_it_to_its_own_seat(example: ModuleType) -> None:
    torch, seats, steps, size = example.torch, 3, 40, 16
    torch.manual_seed(5)
    shares = torch.rand(steps, size, seats)
    played = {
        "seat": torch.randint(seats, (steps, size)),
        "ended": torch.rand(steps, size) < 0.1,
        "expected": torch.randn(steps, size),
        "log": torch.zeros(steps, size),
        "shares": shares / shares.sum(2, keepdim=True),
    }
    example.credit(played, seats)
    left_out = 0
    for lane in range(size):
        gains = credited(played, seats, lane, example.HORIZON)
        for step in range(steps):
            assert bool(played["is_known"][step, lane]) == (step in gains)
            left_out += step not in gains
            if step in gains:
                assert float(played["gain"][step, lane]) == pytest.approx(gains[step], abs=1e-4)
    assert 0 < left_out <= seats * size
