"""Measure random play beside peers: `make bench`.

Machines are shared and noisy, so the figures that count are ratios: contenders take turns in short rounds, a ratio is
taken within each round, and the median of the rounds is reported. Ours, the C and the WebAssembly play the very same
games.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from openoutcry.bots import wasm
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.games import registered
from openoutcry.lab.bench import Course, Habit, Thought
from openoutcry.lab.experiment import experiment_of
from openoutcry.lab.trial import Trial
from openoutcry.server.page import PAGE

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / "bench" / "peers"
BUILD = ROOT / "build"
WASM = BUILD / "wasm"

ROUNDS = 11
SEATS_OF = {"cash_or_crash": 2}
"""Games whose target is set for another number of seats than four."""
WRITTEN_BY_HAND = ("cash_or_crash", "crypto_cards")
"""Games that are written in C as well, for four at the default options (bench/peers)."""
STARTS = 5
OLDEST_NODE = 18

NATIVE, BY_HAND, IN_NODE, FROM_PYTHON = "native", "C by hand", "WebAssembly in Node", "OpenSpiel from Python"
LEAST_OF_C, LEAST_OF_NATIVE, LEAST_DECISIONS = 0.8, 0.7, 100_000
LIARS_DICE, GIN_RUMMY = "liars_dice", "gin_rummy"
NEAREST = {"dead_cat_bounce": (GIN_RUMMY, 10)}
"""OpenSpiel's nearest game and how many times as fast ours has to be; for the others that is liars_dice, 20 times."""
MOST_BYTES, MOST_SECONDS = 110_000, 1.0
MOST_TO_LOAD, MOST_MILLISECONDS, MOVES_DRAWN = 150_000, 16.0, 150

LAB_GAMES, MOST_LAB_SECONDS = 1_000_000, 60
LEAST_PAGE_GAMES, PAGE_ROUNDS = 50_000, 7
LEAST_OF_THREADS = 0.8

LOADS = re.compile(r"""(?:src|href)="([^"#]+)"|url\(["']?([^"')]+)""")
"""What a page or a style sheet loads."""

Play = Callable[[int, int], tuple[int, float]]
"""Plays the games first, first + 1, …, so many of them, and tells the steps and the seconds it took."""


class NotMeasured(Exception):
    """What a measurement needs is not here; the message says what."""


@dataclass
class Contender:
    """One way to play a game, and its steps a second in every round; without a way to play, the reason is in
    `absent`.
    """

    game: str
    kind: str
    play: Play | None = None
    absent: str = ""
    rates: list[float] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        figures = (
            {"best": max(self.rates), "median": median(self.rates), "rounds": self.rates}
            if self.rates
            else {"absent": self.absent}
        )
        return {"game": self.game, "contender": self.kind} | figures


@dataclass(frozen=True)
class Measure:
    """A figure, what it should be, and whether it is; without a figure, `shown` says why not."""

    name: str
    target: str
    shown: str
    value: float | None = None
    met: bool | None = None


class Program:
    """A peer in a process of its own: it reads "FIRST GAMES" and answers "STEPS SECONDS", some of them with more."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def ask(self, first: int, games: int) -> list[str]:
        assert self.process.stdin
        assert self.process.stdout
        if self.process.poll() is None:
            print(first, games, file=self.process.stdin, flush=True)
            if answer := self.process.stdout.readline().split():
                return answer
        raise RuntimeError(f"{' '.join(self.command)} stopped instead of answering")

    def play(self, first: int, games: int) -> tuple[int, float]:
        steps, seconds = self.ask(first, games)[:2]
        return int(steps), float(seconds)


def c_peer(course: Course) -> list[str]:
    """A game for four in C, compiled for this machine."""
    if shutil.which("gcc") is None:
        raise NotMeasured("gcc is not installed")
    source, program = PEERS / f"{course.game.name}.c", BUILD / "bench" / course.game.name
    program.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "-O3", "-march=native", source, "-o", program], check=True)
    return [str(program), course.key.hex()]


def node_peer(course: Course) -> list[str]:
    """A game's WebAssembly in Node."""
    command = shutil.which("node")
    if command is None:
        raise NotMeasured(f"Node {OLDEST_NODE} or newer is not installed")
    found = said_by(command, "--version")
    if int(found.removeprefix("v").split(".")[0]) < OLDEST_NODE:
        raise NotMeasured(f"Node {found} is older than {OLDEST_NODE}")
    folder = wasm_of(course.game.name).parent
    program = "search.mjs" if isinstance(course, Thought) else "play.mjs"
    return [command, str(PEERS / program), str(folder), course.game.name, str(course.seats), course.key.hex()]


def open_spiel_peer(game: str) -> list[str]:
    """A game of OpenSpiel's."""
    if find_spec("pyspiel") is None:
        raise NotMeasured("OpenSpiel is not installed: pip install 'openoutcry[bench]'")
    return [sys.executable, str(PEERS / "open_spiel.py"), game]


def wasm_of(game: str) -> Path:
    """A game's WebAssembly, built when it is first asked for in this run."""
    if find_spec("ziglang") is None:
        raise NotMeasured("the WebAssembly linker is not installed: pip install 'openoutcry[wasm]'")
    if game not in BUILT:
        wasm.build(WASM)
        BUILT.update(registered())
    return WASM / f"{game}.wasm"


BUILT: set[str] = set()


def said_by(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def contenders(stack: ExitStack) -> Iterator[Contender]:
    """Everyone who plays; the native code of a game comes before those who play the same games."""

    def peer(game: str, kind: str, command: Callable[..., list[str]], *given: Course | str) -> Contender:
        try:
            return Contender(game, kind, stack.enter_context(Program(command(*given))).play)
        except NotMeasured as reason:
            return Contender(game, kind, absent=str(reason))

    for game in registered().values():
        course = Course(game, seats=SEATS_OF.get(game.name, 4))
        yield Contender(game.name, NATIVE, native_play(course))
        yield peer(game.name, IN_NODE, node_peer, course)
        if game.name in WRITTEN_BY_HAND:
            at_four = Course(game)
            yield Contender(beside_c(game.name), NATIVE, native_play(at_four))
            yield peer(beside_c(game.name), BY_HAND, c_peer, at_four)
        yield Contender(greedy_of(game.name), NATIVE, native_play(Habit(game)))
    for game in registered().values():
        course = Thought(game)
        yield Contender(search_of(game.name), NATIVE, native_play(course))
        yield peer(search_of(game.name), IN_NODE, node_peer, course)
    for name in (LIARS_DICE, GIN_RUMMY):
        yield peer(name, FROM_PYTHON, open_spiel_peer, name)


def beside_c(game: str) -> str:
    """The contest with the game written by hand in C, which is for four."""
    return f"{game}, beside C"


def greedy_of(game: str) -> str:
    """The contest in which decisions by the rules of thumb are counted."""
    return f"{game}, greedy"


def search_of(game: str) -> str:
    """The contest in which play-outs of search are counted."""
    return f"{game}, search"


def native_play(course: Course) -> Play:
    def play(first: int, games: int) -> tuple[int, float]:
        pace = course.run(first, games)
        return pace.steps, pace.seconds

    return play


def race(contenders: list[Contender], seconds: float) -> None:
    """So many seconds of play for each, in rounds by turns, after a round that warms up and does not count."""
    playing = [(contender, contender.play) for contender in contenders if contender.play is not None]
    games: dict[str, int] = {}
    for contender, play in playing:
        if contender.game not in games:
            games[contender.game] = games_in(play, seconds / ROUNDS)
        play(0, games[contender.game])
    for number in range(ROUNDS):
        steps_of: dict[str, int] = {}
        for contender, play in playing:
            steps, spent = play(number * games[contender.game], games[contender.game])
            if steps_of.setdefault(contender.game, steps) != steps:
                raise RuntimeError(f"{contender.game}: {contender.kind} does not play the same games as {NATIVE}")
            contender.rates.append(steps / spent)


def games_in(play: Play, seconds: float) -> int:
    """How many games are played in about so many seconds."""
    games, spent = 1, play(0, 1)[1]
    while spent < seconds / 4:
        games *= 2
        spent = play(0, games)[1]
    return max(1, round(games * seconds / spent))


def measures(contenders: list[Contender]) -> Iterator[Measure]:
    """Everything that has a target."""
    known = {(contender.game, contender.kind): contender for contender in contenders}
    for game in registered().values():
        native = known[game.name, NATIVE]
        if by_hand := known.get((beside_c(game.name), BY_HAND)):
            at_four = known[beside_c(game.name), NATIVE]
            yield ratio(f"{game.title}, native to C by hand", at_four, by_hand, LEAST_OF_C, "of C")
        yield ratio(
            f"{game.title}, WebAssembly to native", known[game.name, IN_NODE], native, LEAST_OF_NATIVE, "of native"
        )
        nearest, times = NEAREST.get(game.name, (LIARS_DICE, 20))
        yield ratio(
            f"{game.title}, native to OpenSpiel", native, known[nearest, FROM_PYTHON], times, f"times {nearest}"
        )
        yield decisions(game.title, known[greedy_of(game.name), NATIVE])
        searches = known[search_of(game.name), IN_NODE], known[search_of(game.name), NATIVE]
        yield ratio(f"{game.title}, search in WebAssembly to native", *searches, LEAST_OF_NATIVE, "of native")
        yield wasm_size(game.name)
    yield first_load()
    yield from moves_drawn()
    yield start_up()
    yield lab_games()
    yield page_lab_games()
    yield lab_on_ray()


def ratio(name: str, ours: Contender, peer: Contender, least: float, what: str) -> Measure:
    """The median of the ratios of the rounds."""
    target = f"at least {least:g} {what}"
    if absent := ours.absent or peer.absent:
        return Measure(name, target, f"not measured: {absent}")
    value = median(mine / other for mine, other in zip(ours.rates, peer.rates, strict=True))
    return Measure(name, target, f"{value:.2f}" if value < 10 else f"{value:.1f}", value, value >= least)


def decisions(title: str, greedy: Contender) -> Measure:
    """How many decisions a second the rules of thumb make and carry out."""
    rate = median(greedy.rates)
    return Measure(
        f"{title}, greedy",
        f"at least {LEAST_DECISIONS:,} decisions a second",
        f"{rate:,.0f}",
        rate,
        rate >= LEAST_DECISIONS,
    )


def wasm_size(game: str) -> Measure:
    name, target = f"{game}.wasm", f"under {MOST_BYTES:,} bytes"
    try:
        size = wasm_of(game).stat().st_size
    except NotMeasured as reason:
        return Measure(name, target, f"not measured: {reason}")
    return Measure(name, target, f"{size:,} bytes", size, size < MOST_BYTES)


def first_load() -> Measure:
    """All that the page loads before a game is chosen, compressed as it is served."""
    name, target = "The page, first load", f"under {MOST_TO_LOAD:,} bytes"
    start = PAGE / "index.html"
    if not start.exists():
        return Measure(name, target, "not measured: the page is not built (make page)")
    wanted, files = [start, PAGE / "games" / "games.json"], set[Path]()
    while wanted:
        file = wanted.pop()
        if file not in files and file.is_file():
            files.add(file)
            if file.suffix in (".html", ".css"):
                named = LOADS.findall(file.read_text(encoding="utf-8"))
                wanted += [(file.parent / name).resolve() for names in named for name in names if name]
    size = sum(len(gzip.compress(file.read_bytes())) for file in files if file.suffix not in (".png", ".webmanifest"))
    return Measure(name, target, f"{size:,} bytes", size, size < MOST_TO_LOAD)


def in_page(program: str, *given: str) -> Any:
    """What a program says, as JSON, that opens the page in Chromium."""
    if not (PAGE / "index.html").exists() or not (ROOT / "web" / "node_modules").is_dir():
        raise NotMeasured("the page is not built (make page)")
    outcry, node = Path(sys.executable).parent / "outcry", shutil.which("node") or "node"
    command = [node, str(PEERS / program), str(outcry), str(ROOT / "web"), *given]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotMeasured(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout)


def moves_drawn() -> Iterator[Measure]:
    """The page's own script time for a move, the 95th percentile, in Chromium."""
    target = f"under {MOST_MILLISECONDS:g} ms"
    try:
        found = in_page("page.mjs", str(MOVES_DRAWN))
    except NotMeasured as reason:
        yield Measure("A move drawn on the page", target, f"not measured: {reason}")
        return
    for game, times in found.items():
        slow = quantiles(times, n=20)[-1]
        yield Measure(
            f"A move of {game} drawn, 95th percentile", target, f"{slow:.1f} ms", slow, slow < MOST_MILLISECONDS
        )


def page_lab_games() -> Measure:
    """Games of the rule lab in Chromium on one worker, with every measure it has, while its pictures are drawn."""
    name = "The rule lab in the page, greedy games of Crypto Cards a second with all measures, one worker"
    target = f"at least {LEAST_PAGE_GAMES:,}"
    try:
        by_clock, by_processor = (median(rates) for rates in zip(*in_page("lab.mjs", str(PAGE_ROUNDS)), strict=True))
    except NotMeasured as reason:
        return Measure(name, target, f"not measured: {reason}")
    shown = f"{by_clock:,.0f}; {by_processor:,.0f} in a second of processor time, drawing included"
    return Measure(name, target, shown, by_clock, by_clock >= LEAST_PAGE_GAMES)


def start_up() -> Measure:
    """The median of several starts, the first not counted."""
    name, target = "`outcry games`, from start to end", f"under {MOST_SECONDS:g} s"
    command = shutil.which("outcry", path=str(Path(sys.executable).parent))
    if command is None:
        return Measure(name, target, "not measured: there is no outcry beside this Python")
    seconds = median([timed(command, "games") for _ in range(STARTS + 1)][1:])
    return Measure(name, target, f"{seconds:.2f} s", seconds, seconds < MOST_SECONDS)


def lab_games() -> Measure:
    """Games of the lab on all cores, with every measure it has; the pilot is not counted."""
    question = {"game": "crypto_cards", "seats": "4", "precision": 1e-6, "most": LAB_GAMES}
    trial = Trial(experiment_of(question))
    trial.run()
    name = f"The lab, {LAB_GAMES:,} greedy games of Crypto Cards with all measures, {os.cpu_count()} cores"
    target = f"under {MOST_LAB_SECONDS} s"
    return Measure(name, target, f"{trial.seconds:.1f} s", trial.seconds, trial.seconds < MOST_LAB_SECONDS)


def lab_on_ray() -> Measure:
    """The same games on Ray and on threads of this machine, by turns."""
    name = f"The lab on Ray, to threads, {os.cpu_count()} cores, by processor time"
    target = f"at least {LEAST_OF_THREADS:g} of threads"
    if find_spec("ray") is None:
        return Measure(name, target, "not measured: Ray is not installed: pip install 'openoutcry[ray]'")
    found = json.loads(said_by(sys.executable, str(ROOT / "bench" / "lab.py"), "--json"))
    value, on_the_wall = found["ratio_of_processor_time"], found["ratio"]
    return Measure(name, target, f"{value:.2f} (on the wall {on_the_wall:.2f})", value, value >= LEAST_OF_THREADS)


def timed(*command: str) -> float:
    started = time.perf_counter()
    said_by(*command)
    return time.perf_counter() - started


def machine() -> dict[str, str]:
    """Where and when this was measured."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "numba")},
        "gcc": said_by("gcc", "-dumpfullversion") if shutil.which("gcc") else "none",
        "Node": said_by("node", "--version").removeprefix("v") if shutil.which("node") else "none",
        "load before": f"{os.getloadavg()[0]:.1f}",
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def tables(contenders: list[Contender], found: list[Measure]) -> Iterator[tuple[list[str], list[list[str]]]]:
    """What is shown: headings and rows, measures first."""
    verdict = {True: "yes", False: "NO", None: "–"}
    yield (
        ["Measure", "Result", "Target", "Met"],
        [[each.name, each.shown, each.target, verdict[each.met]] for each in found],
    )
    paces = [
        [each.game, each.kind, *(f"{rate / 1e6:.3f}" for rate in (max(each.rates), median(each.rates)))]
        for each in contenders
        if each.rates
    ]
    yield ["Game", "Contender", "Best, million steps (decisions, play-outs) a second", "Median"], paces


def print_tables(here: dict[str, str], contenders: list[Contender], found: list[Measure]) -> None:
    console = Console(highlight=False, markup=False)
    for headings, rows in tables(contenders, found):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for heading in headings:
            table.add_column(heading, justify="right" if heading.startswith(("Best", "Median")) else "left")
        for row in rows:
            table.add_row(*row)
        console.print(table)
    console.print(", ".join(f"{name} {value}" for name, value in here.items()))


def print_markdown(here: dict[str, str], contenders: list[Contender], found: list[Measure]) -> None:
    print(
        "Measured by `python bench/run.py --markdown`: random play of whole games on one core, all contenders by "
        "turns.\n"
    )
    print(", ".join(f"{name} {value}" for name, value in here.items()) + ".")
    for headings, rows in tables(contenders, found):
        print()
        for row in (headings, ["---"] * len(headings), *rows):
            print(f"| {' | '.join(row)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure random play beside peers.")
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="how long each contender plays (default: %(default)s)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure to a file")
    parser.add_argument("--markdown", action="store_true", help="print Markdown, for docs/measures.md")
    given = parser.parse_args()
    if given.seconds <= 0:
        parser.error(f"--seconds must be more than 0, not {given.seconds:g}")
    if IS_PLAIN:
        parser.error("NUMBA_DISABLE_JIT is set: there is no native code to measure")
    here = machine()
    with ExitStack() as stack:
        everyone = list(contenders(stack))
        race(everyone, given.seconds)
    found = list(measures(everyone))
    if given.json:
        report = {"machine": here, "seconds": given.seconds, "paces": [each.as_dict() for each in everyone]}
        given.json.write_text(
            json.dumps(report | {"measures": [asdict(each) for each in found]}, indent=2) + "\n", encoding="utf-8"
        )
    (print_markdown if given.markdown else print_tables)(here, everyone, found)


if __name__ == "__main__":
    main()
