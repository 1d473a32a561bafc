"""`outcry lab`: a designer's question, answered with games."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from openoutcry.cli.console import check_output, out, prepare, print_json, stopped_by_interrupt
from openoutcry.cli.progress import progress
from openoutcry.engine.mistakes import Mistake, counted

SUFFIX = ".toml"
EXPERIMENT = f"experiment{SUFFIX}"


def lab(
    game: Annotated[str, typer.Argument(help="The game, as in crypto_cards; or a file with an experiment (.toml).")],
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=…", help="An option to vary, as in hand=3..8 or order=a,b; may be repeated."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option that stays the same; may be repeated.")
    ] = None,
    seats: Annotated[
        str | None, typer.Option(help="How many sit there: 4, 2-4 or 2,4.", show_default="as many as it is best with")
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT,…",
            help="Who plays: a bot for all seats or one per seat, which then change seats; may be repeated.",
            show_default="greedy",
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Also a table where one player does without this, an action or a habit, as in endorse or bluff; "
            "may be repeated.",
        ),
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,…", help="What the question is about, as in turns,ties,event.sold; may be repeated."
        ),
    ] = None,
    aim: Annotated[
        list[str] | None,
        typer.Option(metavar="AIM", help='What you want, as in "turns 20..40" or "ties < 3%"; may be repeated.'),
    ] = None,
    tune: Annotated[
        bool, typer.Option("--tune", help="Search all that --vary names for settings that meet every --aim.")
    ] = False,
    precision: Annotated[
        float | None,
        typer.Option(
            help="Half of a 95% interval: of shares, so much; of others, so much of the mean.", show_default="0.01"
        ),
    ] = None,
    most: Annotated[int | None, typer.Option(help="The most keys at a table.", show_default="100,000")] = None,
    deep: Annotated[
        int | None,
        typer.Option(
            metavar="KEYS",
            help="Also measure what takes play-outs, on so many keys: meaningful, settled, drama, surprise, seat, "
            "skill, luck, whims.",
            show_default="256 if --measure or --aim names one of them",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same figures.", show_default="0")] = None,
    to: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where all is written.", show_default="lab-GAME")
    ] = None,
    cores: Annotated[int | None, typer.Option(min=1, help="How many cores take part.", show_default="all")] = None,
    on: Annotated[
        str | None,
        typer.Option(
            metavar="CLUSTER",
            help="Play on a cluster: ray (that of RAY_ADDRESS, or one on this machine) or ray://HOST:PORT.",
        ),
    ] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Only play the pilot, and say how long it will take.")] = False,
    language: Annotated[str, typer.Option(help="The language of the report: en or de.")] = "en",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play the same keys with different rules and compare what comes of it. Ctrl-C stops early; the same command then
    goes on.

    Example: outcry lab crypto_cards --vary hand=3..8 --seats 2-4 --aim "turns 20..40"
    """
    from openoutcry.lab.cluster import address_of, cluster
    from openoutcry.lab.experiment import experiment_of, read_file
    from openoutcry.lab.parquet import check_parquet
    from openoutcry.lab.trial import Trial, write
    from openoutcry.lab.tuning import Tuning
    from openoutcry.lab.words import Voice

    given = {
        "vary": vary,
        "options": option,
        "seats": seats,
        "bots": bots,
        "without": without,
        "measures": [name.strip() for names in measure for name in names.split(",")] if measure else None,
        "aims": aim,
        "precision": precision,
        "most": most,
        "deep": deep,
        "tune": tune or None,
        "seed": seed,
    }
    asked = {name: value for name, value in given.items() if value is not None}
    if game.endswith(SUFFIX) and asked:
        raise Mistake(f"{game} says what is asked; leave out what else asks for {', '.join(asked)}")
    experiment = (
        read_file(Path(game)) if game.endswith(SUFFIX) else experiment_of({"game": game} | asked, "the command")
    )
    folder = to or (Path(game).parent if game.endswith(SUFFIX) else Path(f"lab-{experiment.game.name}"))
    voice = Voice(language)
    check_parquet()
    address = None if on is None else address_of(on)
    make_folder(folder, is_asked_by_file=game.endswith(SUFFIX))
    tuning = Tuning(experiment, folder) if experiment.tune else None
    trial = None if tuning else Trial(experiment, folder)
    if not game.endswith(SUFFIX):
        write(folder / EXPERIMENT, experiment.as_toml)

    def played_by(trial: Trial) -> AbstractContextManager[None]:
        return nullcontext() if address is None else cluster(trial, address, cores)

    try:
        prepare([experiment.game], experiment.needs)
    except KeyboardInterrupt:
        if not json:
            out.print("Stopped while compiling, before anything was played; the same command goes on.")
        raise typer.Exit(130) from None
    if tuning:
        tuning.played_by = played_by
        search(tuning, cores, plan, is_told=not json)
        trial = tuning.final()
    assert trial is not None
    estimate = None
    if not tuning or tuning.is_decided:
        with played_by(trial):
            estimate = run(trial, cores, plan, is_told=not json)
    finish(trial, folder, voice, json, estimate, tuning, is_plan=plan)


def search(tuning: Any, cores: int | None, is_plan: bool, *, is_told: bool) -> None:
    """Play the rounds by which settings are chosen, with a progress bar where somebody looks."""
    if is_told and not tuning.is_decided:
        settings, rounds = counted(len(tuning.experiment.settings), "setting"), counted(len(tuning.rounds), "round")
        time = f"about {lasting(tuning.seconds(cores))}"
        out.print(f"{settings} in {rounds}: {time}; then the best of them with fresh keys.", soft_wrap=True)
    if is_plan:
        return
    with progress("Tuning") as move, suppress(KeyboardInterrupt), stopped_by_interrupt(tuning.stop):
        tuning.run(lambda done, total, doing: move(done, total, doing), cores)


def make_folder(folder: Path, *, is_asked_by_file: bool) -> None:
    """Make the folder, and refuse one in which something could not be written in the end."""
    from openoutcry.lab.parquet import FIGURES
    from openoutcry.lab.report import REPORT
    from openoutcry.lab.trial import STATE

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Mistake(f"the folder {folder} cannot be made: {error.strerror}") from None
    for name in (STATE, FIGURES, REPORT, *(() if is_asked_by_file else (EXPERIMENT,))):
        check_output(folder / name)


def run(trial: Any, cores: int | None, is_plan: bool, *, is_told: bool) -> float | None:
    """Play, with a progress bar where somebody looks; how many seconds the pilot says it takes."""
    estimate = None
    with (
        progress("Pilot", trial.pilot.keys) as move,
        suppress(KeyboardInterrupt),
        stopped_by_interrupt(trial.stop),
    ):
        if is_told and trial.experiment.searches and not trial.pilot.is_over:
            out.print(pilot_of(trial, trial.pilot_seconds(cores)), soft_wrap=True)
        estimate = trial.run_pilot(lambda done, total, doing: move(done, total, doing), cores)
        if estimate is not None and is_told and not trial.is_over:
            out.print(planned(trial, estimate), soft_wrap=True)
        if estimate is not None and not is_plan:
            trial.run(lambda done, total, doing: move(done, total, doing), cores)
    return estimate


def pilot_of(trial: Any, seconds: float) -> str:
    """What the pilot plays, and how long it takes."""
    left, tables = trial.pilot.keys - trial.pilot.done, counted(len(trial.experiment.arms), "table")
    games = counted(left * trial.games_per_key, "game")
    return f"Pilot: {tables}, {counted(left, 'key')} each: {games}, about {lasting(seconds)}."


def planned(trial: Any, seconds: float) -> str:
    """What will be played, and how long it takes."""
    left = trial.planned - trial.main.done
    tables = counted(len(trial.experiment.arms), "table")
    games = counted(left * trial.games_per_key, "game")
    deeply = f" and play-outs in {counted(trial.deep.keys, 'key')} each" if trial.deep.keys else ""
    what = f"{tables}, {counted(left, 'key')} each: {games}{deeply}, about {lasting(seconds)}."
    if (most := max(trial.needed.values(), default=0)) > trial.planned:
        widest = max(trial.needed, key=trial.needed.get)
        what += f" To be precise, {widest} would need {most:,}."
    return what


def lasting(seconds: float) -> str:
    """A time for people.

    >>> lasting(0.3), lasting(75), lasting(7260)
    ('1 second', '1 minute', '2 hours')
    """
    for unit, length in (("hour", 3600), ("minute", 60)):
        if seconds >= length:
            return counted(round(seconds / length), unit)
    return counted(max(round(seconds), 1), "second")


def finish(
    trial: Any, folder: Path, voice: Any, is_json: bool, estimate: float | None, tuning: Any, *, is_plan: bool
) -> None:
    """Write what there is, and say it."""
    from openoutcry.lab.findings import findings_of
    from openoutcry.lab.parquet import write_parquet
    from openoutcry.lab.report import REPORT, report
    from openoutcry.lab.summary import summary
    from openoutcry.lab.trial import write

    findings = findings_of(trial)
    if tuning:
        tuning.take(trial)
    if findings.keys:
        write_parquet(findings, folder)
    if findings.keys or (tuning and tuning.standings):
        write(folder / REPORT, report(trial, findings, voice, tuning))
    if is_json:
        tuned = {"tuning": tuning.as_json()} if tuning else {}
        print_json(findings.as_json() | {"planned": trial.planned, "estimated_seconds": estimate} | tuned)
    elif findings.keys:
        out.print(table(findings, voice))
        for sentence in summary(findings, voice, tuning):
            out.print(f"\n{sentence}")
        out.print(f"\nThe report is {folder / REPORT}; all figures are beside it.", soft_wrap=True)
    if not trial.is_over and (trial.is_stopped or not is_plan):
        if not is_json:
            out.print(stopped(findings, tuning))
        raise typer.Exit(130)


def stopped(findings: Any, tuning: Any) -> str:
    """How far it came."""
    keys = counted(findings.keys, "key")
    where = f"after {keys}"
    if findings.is_pilot:
        where = f"in the pilot, after {keys} that will not count"
    elif tuning and not tuning.is_decided:
        where = "while settings were searched"
    return f"Stopped {where}; the same command goes on."


def table(findings: Any, voice: Any) -> Any:
    """The figures that were asked for, a row for each table."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from openoutcry.cli.fitting import fitted
    from openoutcry.lab.summary import label

    asked = [name for name in findings.experiment.asked if any(name in each.figures for each in findings.tables)]
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    drawn.add_column("Measure")
    for found in findings.tables:
        drawn.add_column(label(findings, found, voice), justify="right")
    for name in asked:
        drawn.add_row(name, *(shown(found.figures.get(name)) for found in findings.tables))
    for aim in findings.experiment.read_aims:
        told = [{each.aim: (each.verdict, each.beside) for each in found.verdicts} for found in findings.tables]
        drawn.add_row(aim.written, *(", ".join(filter(None, each.get(aim, ()))) for each in told))
    note = f"{findings.experiment.game.name}, {counted(findings.games, 'game')}, {counted(findings.keys, 'key')}"
    if findings.is_pilot:
        note += " of the pilot alone"
    return Group(Text(note), Text(), fitted(drawn))


def shown(figure: Any) -> str:
    """A mean with half its interval; a share in per cent."""
    if figure is None:
        return ""
    scale, unit = (100, "%") if figure.is_share else (1, "")
    return f"{scale * figure.mean:.2f}{unit} ± {scale * (figure.high - figure.low) / 2:.2f}"
