"""The reports for the games' authors: `python bench/reports.py`, or with the names of some, as in `bounce`.

A page of docs/reports/ is written by hand, but for what stands between two comments: `<!-- table FILE: MEASURE … -->`
or the like and `<!-- end -->`. That is made here, from the experiment in FILE beside the page; the same code and the
same seed come to the same figures.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

import numpy as np

from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.games.bounce.solve import solve
from openoutcry.lab.experiment import Arm, base_of, left_out_by, read_file
from openoutcry.lab.findings import Figure, Findings, Found, findings_of
from openoutcry.lab.measures import KINDS, Values, Watched, shares_of_wins
from openoutcry.lab.picture import Row, picture, standing_alone
from openoutcry.lab.statistics import Interval
from openoutcry.lab.summary import label
from openoutcry.lab.trial import Trial
from openoutcry.lab.words import Voice

ROOT = Path(__file__).resolve().parent.parent
REPORTS = ROOT / "docs" / "reports"
KEPT = ROOT / "build" / "reports"
MADE = re.compile(r"(<!-- (\w+) ([\w.-]+)(?:: ([^>]*?))? -->\n).*?(<!-- end -->)", re.DOTALL)
VOICE = Voice("en")
BY_SEAT = "wins"
AROUND = 2000
"""On so many keys it is looked who wins beside whom."""
LAST_TURNS = 200
"""Blocks of keys of which it is asked whose turn was the last, or how many rounds there were."""


@cache
def played(path: Path) -> Trial:
    """The experiment of a file, played; what the same code has played before is not played again."""
    experiment = read_file(path)
    what = experiment.as_toml + Trial(experiment).versions["code"]
    folder = KEPT / f"{path.stem}-{hashlib.sha256(what.encode()).hexdigest()[:8]}"
    folder.mkdir(parents=True, exist_ok=True)
    trial = Trial(experiment, folder)
    trial.run()
    return trial


def table(path: Path, measures: Sequence[str]) -> str:
    """A row for each table of the experiment, a column for each measure."""
    found, names = findings_of(played(path)), columns(path, measures)
    heads = ["", *(VOICE.title(name) for name in names)]
    rows = [[label(found, each, VOICE), *(shown(each.figures.get(name)) for name in names)] for each in found.tables]
    return f"{markdown(heads, rows)}\n\n{number_of_games(found)}\n"


def columns(path: Path, measures: Sequence[str]) -> list[str]:
    """The measures by name: a kind stands for all of its kind."""
    there = {each.name: each for arm in read_file(path).arms for each in arm.sheet.measures}
    return [
        name
        for asked in measures
        for name in ([asked] if asked not in KINDS else [name for name, each in there.items() if each.kind == asked])
    ]


def number_of_games(found: Findings) -> str:
    return f"{VOICE.whole(found.games)} games, {VOICE.whole(found.keys)} keys at each table."


def shown(figure: Figure | None) -> str:
    """A mean with half its interval."""
    if figure is None:
        return ""
    scale, unit = (100, "%") if figure.is_share else (1, "")
    half = scale * (figure.high - figure.low) / 2
    digits = 1 if half >= 0.05 else 2 if half >= 0.005 else 3
    return f"{scale * figure.mean:,.{digits}f}{unit} ± {half:.{digits}f}"


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def drawn(path: Path, measures: Sequence[str]) -> str:
    """A picture of one measure, or of everybody's wins, in a file beside the page."""
    (name,) = measures
    found = findings_of(played(path))
    rows = [row for each in found.tables for row in rows_of(found, each, name)]
    is_share = next(each for each in found.tables[0].figures.values() if each.measure.startswith(name)).is_share
    seats = {each.arm.seats for each in found.tables}
    title = f"{'Wins of seat' if name == BY_SEAT else VOICE.title(name)}, {found.experiment.game.title}"
    made = picture(
        rows,
        title,
        partial(VOICE.figure, is_share=is_share),
        partial(VOICE.tick, is_share=is_share),
        line=1 / seats.pop() if name == BY_SEAT and len(seats) == 1 else None,
    )
    file = f"{path.stem}-{name.replace('.', '-')}.svg"
    (REPORTS / file).write_text(standing_alone(made), encoding="utf-8")
    return f"![{title}: a dot for each mean, a line for its 95% interval]({file})\n"


def rows_of(found: Findings, each: Found, name: str) -> Iterator[Row]:
    """The rows of a table of the experiment: one, or one per seat."""
    names = [f"{name}.{seat}" for seat in range(each.arm.seats)] if name == BY_SEAT else [name]
    for own in names:
        if figure := each.figures.get(own):
            seat = f", seat {own.partition('.')[2]}" if name == BY_SEAT else ""
            around = Interval(figure.low, figure.high)
            yield Row(f"{label(found, each, VOICE)}{seat}", figure.mean, around, each.is_baseline)


def last_turn(path: Path, _measures: Sequence[str]) -> str:
    """Who wins, by whose turn was the last, at the first table of an experiment: among equals a share is fair where all
    have had as many turns.
    """
    arm = played(path).experiment.arms[0]
    turns, wins = turns_and_wins(path, arm)
    whose = (turns - 1) % arm.seats
    parts = {f"whoever {VOICE.seat(seat)}": whose == seat for seat in range(arm.seats)}
    return wins_where("Whose turn ends the game", parts, wins)


def even_rounds(path: Path, _measures: Sequence[str]) -> str:
    """Who wins, by whether the number of rounds was even, at the last table of an experiment: where the direction turns
    round, as many rounds were then played the one way as the other.
    """
    arm = played(path).experiment.arms[-1]
    turns, wins = turns_and_wins(path, arm)
    is_even = -(-turns // arm.seats) % 2 == 0
    return wins_where("The number of rounds", {"even": is_even, "odd": ~is_even}, wins)


def turns_and_wins(path: Path, arm: Arm) -> tuple[Values, Values]:
    """How many turns each of many games at a table had, and each seat's share of its win."""
    trial = played(path)
    values = np.concatenate(
        [trial.values(arm, first, trial.block) for first in range(0, LAST_TURNS * trial.block, trial.block)]
    )
    wins = values[:, [arm.sheet.places[f"wins.{seat}"] for seat in range(arm.seats)]]
    return values[:, arm.sheet.places["turns"]].astype(int), wins


def wins_where(head: str, parts: Mapping[str, Values], wins: Values) -> str:
    """A row for each part of the games: how many they are, and who wins them."""
    rows = [
        [name, f"{part.mean():.1%}", *(f"{share:.1%}" for share in wins[part].mean(0))] for name, part in parts.items()
    ]
    heads = [head, "of all games", *(VOICE.title(f"{BY_SEAT}.{seat}") for seat in range(wins.shape[1]))]
    return f"{markdown(heads, rows)}\n\n{VOICE.whole(len(wins))} games.\n"


def exact(path: Path, _measures: Sequence[str]) -> str:
    """Bounce alone: what was played beside the exact solution."""
    rows = []
    for each in findings_of(played(path)).tables:
        chances = solve({name: str(value) for name, value in each.arm.options.items()}).chances
        landed, rolls = each.figures["event.landed"], each.figures["decisions"]
        is_held = landed.low <= chances.landing <= landed.high and rolls.low <= chances.rolls <= rolls.high
        rows.append(
            [
                each.arm.variant,
                f"{float(chances.landing):.4f}",
                f"{landed.mean:.4f} ({landed.low:.4f} to {landed.high:.4f})",
                f"{float(chances.rolls):.3f}",
                f"{rolls.mean:.3f} ({rolls.low:.3f} to {rolls.high:.3f})",
                "yes" if is_held else "no",
            ]
        )
    heads = ["", "lands, exactly", "in play", "rolls, exactly", "in play", "both within"]
    return f"{markdown(heads, rows)}\n\n{number_of_games(findings_of(played(path)))}\n"


def without(path: Path, _measures: Sequence[str]) -> str:
    """What a player wins who does without something, among others who do not: a row for each kind of table, a column
    for each thing.
    """
    found = findings_of(played(path))
    habits = found.experiment.game.words["en"].get("habits", {})
    names = list(dict.fromkeys(name for each in found.tables for bot in each.arm.bots for name in left_out_by(bot)))
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for each in found.tables:
        bot = each.arm.bots[0]
        if left_out := left_out_by(bot):
            whose = f"{each.arm.seats} players", each.arm.variant, base_of(bot)
            wins = shown(each.figures[f"bot.{bot}"])
            rows.setdefault(whose, {"share": f"{1 / each.arm.seats:.1%}"})["+".join(left_out)] = wins
    heads = ["", "An equal share", *(f"Without {habits.get(name, name)}" for name in names)]
    lines = [
        [", ".join(filter(None, whose)), *(cells.get(name, "") for name in ("share", *names))]
        for whose, cells in rows.items()
    ]
    return f"{markdown(heads, lines)}\n\n{number_of_games(found)}\n"


def around(path: Path, _measures: Sequence[str]) -> str:
    """Who wins beside a player who does without something: that player, and then whoever is next to the left."""
    found = findings_of(played(path))
    rows = [
        [bot, *(f"{share:.1%}" for share in wins_around(path, each.arm))]
        for each in found.tables
        if left_out_by(bot := each.arm.bots[0])
    ]
    seats = found.tables[0].arm.seats
    beside = [f"{place} to the left" for place in range(1, seats)]
    return f"{markdown(['', 'wins', *beside], rows)}\n\n{VOICE.whole(AROUND)} keys at each table.\n"


def wins_around(path: Path, arm: Arm) -> Values:
    """What the first bot of a table wins on average, and what those to its left do, one after another."""
    trial = played(path)
    watched = Watched(arm.sheet.game, arm.template, [trial.specs[name] for name in arm.bots], AROUND)
    total, master = np.zeros(arm.seats), new_chance(key_of_seed(trial.experiment.seed))
    for rotation in range(arm.rotations):
        bots = [arm.bots[(seat - rotation) % arm.seats] for seat in range(arm.seats)]
        watched.sit_down([trial.specs[name] for name in bots])
        watched.restrict([left_out_by(name) for name in bots])
        watched.play(master, trial.main.first, AROUND)
        total += np.roll(shares_of_wins(watched.places).mean(0), -rotation)
    average: Values = total / arm.rotations
    return average


MAKERS: dict[str, Callable[[Path, Sequence[str]], str]] = {
    "table": table,
    "picture": drawn,
    "last_turn": last_turn,
    "even_rounds": even_rounds,
    "exact": exact,
    "without": without,
    "around": around,
}


def made_anew(page: Path) -> str:
    """A page with all that is made in it."""

    def make(found: re.Match[str]) -> str:
        begin, kind, file, measures, end = found.groups()
        return f"{begin}\n{MAKERS[kind](page.parent / file, (measures or '').split())}\n{end}"

    return MADE.sub(make, page.read_text(encoding="utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the reports for the games' authors.")
    pages = {path.stem: path for path in sorted(REPORTS.glob("*.md")) if path.stem != "README"}
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which (default: all): {', '.join(pages)}")
    given = parser.parse_args()
    for name in given.names or pages:
        if name not in pages:
            parser.error(f"there is no report {name}; there are {', '.join(pages)}")
        pages[name].write_text(made_anew(pages[name]), encoding="utf-8")


if __name__ == "__main__":
    main()
