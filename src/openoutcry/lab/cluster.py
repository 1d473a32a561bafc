"""An experiment on a cluster: Ray's workers play its blocks, and come to the same figures to the last digit.

A worker is sent the experiment as text and some keys, and answers with sums; one that dies is replaced, and what it was
at is played again. Without an address there is a Ray on this machine alone, which ends with the experiment.
"""

from __future__ import annotations

import json
import os
import secrets
import time
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from openoutcry.engine.compiled import PACKAGE, digest_of_sources
from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.lab.crew import Block, Crew
from openoutcry.lab.experiment import Experiment, experiment_of

if TYPE_CHECKING:
    from openoutcry.lab.trial import Trial

HERE, FAR = "ray", "ray://"
MOST_SECONDS = 5.0
"""A cluster that has not answered after so long does not answer."""
JOB_SECONDS = 0.1
"""How long a job should take, so that sending it costs little."""
MOST_BLOCKS = 256
TRIES = 5
"""How often a job is played again whose worker died."""
STORE = 80 * 2**20
"""Bytes that Ray keeps answers in, which are small; it takes no less."""
NO_STATISTICS = {"RAY_USAGE_STATS_ENABLED": "0"}


def address_of(on: str) -> str:
    """Where a cluster is, once it has answered; nothing where one is to be started on this machine."""
    if on != HERE and not (on.startswith(FAR) and on.removeprefix(FAR)):
        raise Mistake(f"an experiment is played on {HERE} or on {FAR}HOST:PORT, not on {quoted(on)}")
    address = on if on.startswith(FAR) else os.environ.get("RAY_ADDRESS", "").strip()
    check_ray()
    if address:
        check_answer(address)
    return address


@contextmanager
def cluster(trial: Trial, address: str = "", cores: int | None = None) -> Iterator[None]:
    """Have a trial played by Ray's workers: those at an address, or of a Ray that is started here."""
    with joined(address) if address else started(cores or os.cpu_count() or 1) as ray:
        trial.crew = Workers(ray, trial, address or "this machine", cores)
        yield


@contextmanager
def started(count: int) -> Iterator[Any]:
    """A Ray of this machine alone: on loopback, as if in no cluster, with a password of its own; its workers are not
    put behind all others. Nothing is left of it in the end.
    """
    settings = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_worker_niceness": "0"}
    settings |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": password()}
    room = {"num_cpus": count, "object_store_memory": STORE, "include_dashboard": False}
    with (
        environment(NO_STATISTICS | settings),
        TemporaryDirectory(prefix="outcry-ray-", ignore_cleanup_errors=True) as folder,
    ):
        ray = silent()
        try:
            begin(ray, "this machine", address="local", _node_ip_address="127.0.0.1", _temp_dir=folder, **room)
            yield ray
        finally:
            ray.shutdown()


@cache
def password() -> str:
    """Whoever has not this word cannot use our Ray, which remembers the first that a process tells it."""
    return secrets.token_hex(32)


@contextmanager
def joined(address: str) -> Iterator[Any]:
    """The Ray at an address."""
    with environment(NO_STATISTICS):
        ray = silent()
        begin(ray, address, address=address)
        try:
            yield ray
        finally:
            ray.shutdown()


def begin(ray: Any, where: str, **settings: object) -> None:
    """Have Ray begin, and say nothing of it."""
    try:
        with warnings.catch_warnings(action="ignore"):
            ray.init(log_to_driver=False, logging_level="CRITICAL", **settings)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise Mistake(f"Ray cannot be used on {where}: {first_line(error)}") from None


@contextmanager
def environment(more: Mapping[str, str]) -> Iterator[None]:
    """Some variables for Ray, which reads most of its settings there, and gives them to its workers."""
    before = dict(os.environ)
    os.environ.update(more)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def check_ray() -> None:
    """Refuse to begin without Ray."""
    if find_spec("ray") is None or find_spec("grpc") is None:
        raise Mistake("a cluster is reached with Ray: pip install 'openoutcry[ray]'")


def silent() -> Any:
    """Ray, which says nothing on the screen."""
    import ray
    from ray._private import worker

    # That a worker died is printed on our standard output, and there is no option against it.
    worker.print_to_stdstream = lambda *_, **__: None
    return ray


def check_answer(address: str) -> None:
    """Refuse an address at which nobody speaks as Ray does; Ray itself would wait for minutes."""
    import grpc

    host, colon, port = address.removeprefix(FAR).rpartition(":")
    if not colon or os.environ.get("RAY_USE_TLS") == "1":
        return
    try:
        with grpc.insecure_channel(f"{host}:{port}") as channel:
            grpc.channel_ready_future(channel).result(timeout=MOST_SECONDS)
    except grpc.FutureTimeoutError:
        raise Mistake(f"the cluster at {address} does not answer") from None


def first_line(error: BaseException) -> str:
    r"""What an error says first, and last where it only announces that.

    >>> first_line(ConnectionError("it failed:\n  at line 7\n  no such node")), first_line(ValueError())
    ('it failed: no such node', 'ValueError')
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return f"{lines[0]} {lines[-1]}" if lines[0].endswith(":") else lines[0]


def code_of(trial: Trial) -> str:
    """What a worker has to have in common with us, in one word."""
    return " ".join([*trial.versions.values(), digest_of_sources(PACKAGE / Path(__file__).parent.name)])


@cache
def trial_of(written: str, block: int) -> Trial:
    """The experiment that a worker was sent, and all that it plays it with."""
    from openoutcry.lab.trial import Trial

    said = json.loads(written)
    return Trial(replace(experiment_of(tomllib.loads(said["experiment"])), only=tuple(said["only"])), block=block)


def written_of(experiment: Experiment) -> str:
    """An experiment as it is sent, with the settings that tuning has left of it."""
    return json.dumps({"experiment": experiment.as_toml, "only": [dict(each) for each in experiment.only]})


def play_job(written: str, block: int, code: str, first: int, keys: int) -> tuple[float, list[Block]]:
    """What a worker does: play some keys, and say how long it took."""
    trial = trial_of(written, block)
    if code_of(trial) != code:
        raise Mistake("the cluster has another Open Outcry than this machine; install the same on both")
    began = time.perf_counter()
    blocks = trial.played(first, keys)
    return time.perf_counter() - began, blocks


class Workers(Crew):
    """Ray's workers, as many as the cluster has processors."""

    def __init__(self, ray: Any, trial: Trial, where: str, most: int | None) -> None:
        """Wait until they are ready to play."""
        self._ray, self._where = ray, where
        self._job = ray.remote(num_cpus=1, max_retries=TRIES)(play_job)
        self._question = written_of(trial.experiment), trial.block, code_of(trial)
        there = int(self._asked(ray.cluster_resources).get("CPU", 0))
        if not there:
            raise Mistake(f"the cluster at {where} has no processors")
        super().__init__(min(there, most or there))
        for _ in range(self.count):
            self.send(0, 1)
        while self.waiting:
            self.answers(MOST_SECONDS)
        self.blocks = 1

    def send(self, first: int, keys: int) -> None:
        """Have some worker play a job."""
        self.waiting[self._job.remote(*self._question, first, keys)] = first

    def answers(self, seconds: float) -> list[tuple[int, list[Block]]]:
        """What the workers have played; by how long it took them, the next jobs are larger or smaller."""
        wait, jobs = self._ray.wait, list(self.waiting)
        if self._asked(lambda: wait(jobs, num_returns=1, timeout=seconds))[0]:
            return [self._answer(job) for job in wait(jobs, num_returns=len(jobs), timeout=0)[0]]
        return []

    def _answer(self, job: Any) -> tuple[int, list[Block]]:
        took, blocks = self._asked(lambda: self._ray.get(job))
        fitting = len(blocks) * JOB_SECONDS / max(took, JOB_SECONDS / MOST_BLOCKS)
        self.blocks = min(max(round(fitting), 1), MOST_BLOCKS)
        return self.waiting.pop(job), blocks

    def _asked(self, question: Callable[[], Any]) -> Any:
        """An answer of Ray's; where there is none, why not, in one sentence."""
        errors = self._ray.exceptions
        try:
            return question()
        except errors.RayTaskError as error:
            raise (error.cause if isinstance(error.cause, Mistake) else error) from None
        except (errors.RayError, ConnectionError) as error:
            raise Mistake(f"the cluster at {self._where} is lost: {first_line(error)}") from None

    def rest(self) -> None:
        """Cancel what is not answered; whatever is played next may be shorter or longer."""
        with suppress(self._ray.exceptions.RayError, ConnectionError):
            for job in self.waiting:
                self._ray.cancel(job, force=True)
        self.waiting.clear()
        self.blocks = 1
