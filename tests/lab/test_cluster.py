"""An experiment on Ray: the figures of one machine to the last digit, whoever dies; what is told where no Ray is."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from cli.command import PROGRAM, is_one_sentence, nothing_written, outcry
from openoutcry.engine.mistakes import Mistake
from openoutcry.lab import cluster as clusters
from openoutcry.lab.cluster import address_of, cluster, written_of
from openoutcry.lab.experiment import experiment_of, read_file
from openoutcry.lab.trial import Trial
from openoutcry.lab.tuning import Tuning

QUESTION = {"game": "crypto_cards", "vary": ["hand=4..5"], "seats": "3", "precision": 0.002, "most": 100_000}
COMMAND = ["lab", "crypto_cards", "--seats", "3", "--precision", "0.0001", "--seed", "5"]


def figures(trial: Trial) -> Any:
    return [stage.done for stage in (trial.pilot, trial.main)], [sums.tolist() for sums in trial.main.sums]


def processes() -> Iterator[tuple[int, int, str]]:
    """Every process: its number, its parent's, and what it is called."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_text(encoding="utf-8", errors="replace").replace("\0", " ").strip()
            parent = re.search(r"^PPid:\s*(\d+)", (folder / "status").read_text(encoding="utf-8"), re.MULTILINE)
        except OSError:
            continue
        if parent:
            yield int(folder.name), int(parent[1]), words


def started_by(ancestor: int) -> dict[int, str]:
    """All that a process has started, and what that has started."""
    found: dict[int, str] = {}
    every, before = list(processes()), -1
    while len(found) > before:
        before = len(found)
        found |= {own: words for own, parent, words in every if parent == ancestor or parent in found}
    return found


def workers() -> list[int]:
    """The workers of this process's Ray."""
    return [own for own, words in started_by(os.getpid()).items() if words.startswith("ray::")]


def at_work() -> list[int]:
    """Those that play."""
    return [own for own, words in started_by(os.getpid()).items() if words.startswith("ray::play_job")]


def addresses_of(pids: set[int]) -> set[str]:
    """On which addresses some processes listen."""
    inodes = set()
    for pid in pids:
        for link in Path(f"/proc/{pid}/fd").iterdir():
            try:
                inodes |= set(re.findall(r"socket:\[(\d+)\]", str(link.readlink())))
            except OSError:
                continue
    listening = set()
    for kind in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{kind}").read_text(encoding="utf-8").splitlines()[1:]:
            parts = line.split()
            if parts[3] == "0A" and parts[9] in inodes:
                listening.add(parts[1].partition(":")[0])
    return listening


@pytest.mark.filterwarnings("default")
def test_a_worker_that_is_killed_changes_no_digit_and_ray_says_and_leaves_nothing(capfd: Any) -> None:
    by_threads = Trial(experiment_of(QUESTION))
    by_threads.run()
    by_ray, killed = Trial(experiment_of(QUESTION)), list[int]()

    def look(done: float, _total: float, doing: str) -> None:
        if doing == "Playing" and done and not killed:
            killed.extend(at_work()[:1])
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    with cluster(by_ray, cores=2):
        before = set(workers())
        everybody = set(started_by(os.getpid()))
        assert addresses_of(everybody) <= {"0100007F", "0000000000000000FFFF00000100007F"}
        by_ray.run(look)
        assert killed
        assert set(workers()) - before, "another took its place"
    assert figures(by_ray) == figures(by_threads)
    assert capfd.readouterr() == ("", "")
    assert not {own for own in everybody if Path(f"/proc/{own}/cmdline").exists()}
    assert not {name for name in os.environ if name.startswith("RAY_")}


@pytest.mark.filterwarnings("default")
def test_what_takes_play_outs_and_what_is_tuned_comes_to_the_same_on_ray() -> None:
    question: dict[str, Any] = {"vary": ["hand=3..7"], "aims": ["turns 20..24", "settled > 50%"], "tune": True}
    experiment = experiment_of(QUESTION | question | {"precision": 0.05, "most": 640, "deep": 64})
    found = []
    for is_on_ray in (False, True):
        tuning = Tuning(experiment)
        if is_on_ray:
            tuning.played_by = partial(cluster, cores=2)
        tuning.run()
        final = tuning.final()
        with tuning.played_by(final):
            final.run()
        tuning.take(final)
        found.append((tuning.as_json(), figures(final), [sums.tolist() for sums in final.deep.sums]))
    assert found[0] == found[1]


def test_a_place_that_is_none_is_refused() -> None:
    for place in ("spark", "ray://", "ray:10001"):
        with pytest.raises(Mistake, match=r"played on ray or on ray://HOST:PORT"):
            address_of(place)


@contextmanager
def listening() -> Iterator[int]:
    """A port at which somebody listens and says nothing."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        yield silent.getsockname()[1]


def test_a_cluster_that_does_not_answer_is_told_within_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as port:
        monkeypatch.setattr(clusters, "MOST_SECONDS", 1.0)
        began = time.monotonic()
        with nothing_written(tmp_path):
            answer = outcry(*COMMAND, "--to", str(tmp_path / "lab"), "--on", f"ray://127.0.0.1:{port}")
        assert is_one_sentence(answer), answer
        assert f"the cluster at ray://127.0.0.1:{port} does not answer" in answer.err
        monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{port}")
        with pytest.raises(Mistake, match=f"the cluster at 127.0.0.1:{port} does not answer"):
            address_of("ray")
        assert time.monotonic() - began < 10
    monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{port}")
    with pytest.raises(Mistake, match="does not answer"):
        address_of("ray")


def test_without_ray_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "find_spec", lambda _name: None)
    with nothing_written(tmp_path):
        answer = outcry(*COMMAND, "--to", str(tmp_path / "lab"), "--on", "ray")
    assert is_one_sentence(answer)
    assert "pip install 'openoutcry[ray]'" in answer.err


def test_a_worker_with_other_code_refuses_to_play() -> None:
    question = experiment_of(QUESTION)
    with pytest.raises(Mistake, match="another Open Outcry"):
        clusters.play_job(written_of(question), 512, "other code", 0, 1)


def test_jobs_grow_where_they_are_short() -> None:
    class Ray:
        """As much of it as a crew asks for."""

        took = 0.001
        exceptions = type("", (), {"RayTaskError": KeyError, "RayError": ValueError})

        def __init__(self) -> None:
            self.sent: list[tuple[int, int]] = []

        def remote(self, *_: Any, **__: Any) -> Any:
            def job(*question: Any) -> int:
                self.sent.append(question[-2:])
                return len(self.sent)

            return lambda _play: type("", (), {"remote": staticmethod(job)})

        def cluster_resources(self) -> dict[str, float]:
            return {"CPU": 3.0}

        def wait(self, jobs: list[int], num_returns: int, **_: float) -> tuple[list[int], list[int]]:
            return jobs[:num_returns], jobs[num_returns:]

        def get(self, _job: int) -> Any:
            return self.took, [[]]

    ray, trial = Ray(), Trial(experiment_of(QUESTION))
    crew = clusters.Workers(ray, trial, "here", 2)
    assert (crew.count, crew.blocks, ray.sent) == (2, 1, [(0, 1), (0, 1)])
    crew.send(0, trial.block)
    assert crew.answers(1.0) == [(0, [[]])]
    assert crew.blocks == 100
    ray.took = 60.0
    crew.send(0, 100 * trial.block)
    crew.answers(1.0)
    assert crew.blocks == 1


@pytest.mark.long
def test_ctrl_c_leaves_an_experiment_that_goes_on_with_or_without_ray(tmp_path: Path) -> None:
    question = [*COMMAND, "--most", "1600000", "--to", str(tmp_path)]
    with subprocess.Popen(
        [*PROGRAM, *question, "--on", "ray"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith("1 table, 1,600,000 keys each"), said
        time.sleep(1.0)
        everybody = started_by(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        rest = process.stdout.read()
    assert process.returncode == 130, rest
    assert "the same command goes on." in rest
    assert not {own for own in everybody if Path(f"/proc/{own}/cmdline").exists()}
    stopped = Trial(read_file(tmp_path / "experiment.toml"), tmp_path)
    assert 0 < stopped.main.done < stopped.planned
    stopped.run()
    whole = Trial(stopped.experiment)
    whole.run()
    assert figures(stopped) == figures(whole)


@pytest.fixture
def served() -> Iterator[tuple[dict[str, str], int, int]]:
    """A cluster that others started: what its users have in their environment, its port, and that of its clients."""
    environment = os.environ | {
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": "of-this-test-alone-" + "0" * 32,
    }
    port, clients = free_ports(2)
    with TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:
        start = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--num-cpus=2"]
        start += ["--node-ip-address=127.0.0.1", "--include-dashboard=false", "--object-store-memory=80000000"]
        start += [f"--port={port}", f"--ray-client-server-port={clients}", f"--temp-dir={folder}"]
        with subprocess.Popen(start, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as process:
            try:
                wait_for(clients)
                yield environment, port, clients
            finally:
                for own in (process.pid, *started_by(process.pid)):
                    with suppress(ProcessLookupError):
                        os.kill(own, signal.SIGKILL)


@pytest.mark.long
def test_a_cluster_at_an_address_plays_the_same(served: tuple[dict[str, str], int, int], tmp_path: Path) -> None:
    environment, port, clients = served
    question = [*COMMAND, "--most", "20000", "--json", "--to"]

    def asked(folder: str, *more: str, **variables: str) -> Any:
        command = [*PROGRAM, *question, str(tmp_path / folder), *more]
        done = subprocess.run(command, env=environment | variables, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)["tables"]

    here = asked("here")
    assert asked("far", "--on", f"ray://127.0.0.1:{clients}") == here
    assert asked("near", "--on", "ray", RAY_ADDRESS=f"127.0.0.1:{port}") == here


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens at."""
    taken = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in taken]
    for each in taken:
        each.close()
    return ports


def wait_for(port: int) -> None:
    """Wait until somebody listens at a port."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    pytest.fail(f"nobody listens at {port}")
