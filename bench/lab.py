"""How the lab grows with its cores, on threads and on Ray: `python bench/lab.py`.

Both play the same keys, by turns; a ratio is taken within each round, and its median is reported. Where other work
wants the same cores, what one has of them is a matter of luck, so the ratio that counts is that of processor time, of
this process and of all that it started.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

from openoutcry.lab.cluster import cluster
from openoutcry.lab.crew import Crew
from openoutcry.lab.experiment import experiment_of
from openoutcry.lab.trial import Trial

ROUNDS = 3
HEADINGS = ("Cores", "Threads, games a second", "Ray, games a second", "Ray to threads", "by processor time")
GENERATIONS = 5
"""How far from us the processes are that Ray starts."""
KEYS = 1_000_000


def new_trial(keys: int) -> Trial:
    """Greedy games of Crypto Cards at four seats, with every measure that the lab has."""
    question = {"game": "crypto_cards", "seats": "4", "precision": 1e-6, "most": keys}
    return Trial(experiment_of(question))


def pace(keys: int, cores: int, crew: Crew | None = None) -> tuple[float, float]:
    """Games a second on the wall, without the pilot, and of processor time; by threads or by a crew."""
    trial = new_trial(keys)
    trial.crew = crew
    trial.run_pilot(workers=cores)
    before = spent()
    trial.run(workers=cores)
    return keys / trial.seconds, keys / (spent() - before)


def spent() -> float:
    """The processor time of this process and of all that it started, in seconds."""
    own, found = {os.getpid()}, 0.0
    every = [(int(head.split()[0]), tail.split()) for head, _, tail in (text.rpartition(")") for text in stats())]
    for _ in range(GENERATIONS):
        own |= {pid for pid, fields in every if int(fields[1]) in own}
    for pid, fields in every:
        if pid in own:
            found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def stats() -> Iterator[str]:
    """What the system says of every process."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            yield path.read_text(encoding="utf-8")


def compared(cores: int, keys: int) -> dict[str, Any]:
    """Threads and Ray on so many cores."""
    trial = new_trial(keys)
    with cluster(trial, cores=cores):
        rounds = [(*pace(keys, cores), *pace(keys, cores, trial.crew)) for _ in range(ROUNDS)]
    on_threads, _, on_ray, _ = (median(column) for column in zip(*rounds, strict=True))
    return {
        "cores": cores,
        "threads": on_threads,
        "ray": on_ray,
        "ratio": median(ray / threads for threads, _, ray, _ in rounds),
        "ratio_of_processor_time": median(ray / threads for _, threads, _, ray in rounds),
    }


def steps(most: int) -> Iterator[int]:
    """One core, two, four, and so on, and in the end all."""
    cores = 1
    while cores < most:
        yield cores
        cores *= 2
    yield most


def main() -> None:
    parser = argparse.ArgumentParser(description="How the lab grows with its cores, on threads and on Ray.")
    parser.add_argument("--keys", type=int, default=KEYS, help="games a round (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON, of all cores alone")
    given = parser.parse_args()
    every = os.cpu_count() or 1
    if given.json:
        print(json.dumps(compared(every, given.keys)))
        return
    print(f"| {' | '.join(HEADINGS)} |\n|{' --- |' * len(HEADINGS)}")
    for cores in steps(every):
        found = compared(cores, given.keys)
        figures = f"{found['threads']:,.0f} | {found['ray']:,.0f} | {found['ratio']:.2f}"
        print(f"| {cores} | {figures} | {found['ratio_of_processor_time']:.2f} |", flush=True)


if __name__ == "__main__":
    main()
