"""`outcry simulate`: many games at once, and what became of them."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import typer

from openoutcry.cli.console import out, prepare, print_json, stopped_by_interrupt
from openoutcry.cli.progress import progress
from openoutcry.engine.mistakes import counted
from openoutcry.engine.options import written_options


def simulate(
    game: Annotated[str, typer.Argument(help="The game, as in crypto_cards.")],
    seats: Annotated[
        int | None, typer.Option(help="How many sit at the table; without it the most the game is best with.")
    ] = None,
    games: Annotated[int, typer.Option(help="How many games are played.")] = 100_000,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, as in hand=4; may be repeated.")
    ] = None,
    bots: Annotated[
        str, typer.Option(help="Who plays, a bot for all seats or one per seat, as in greedy,random,random.")
    ] = "random",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play many games between bots on all cores. Ctrl-C stops early and prints what there is so far.

    Example: outcry simulate crypto_cards --seats 4 --games 1000000 --option hand=4
    """
    from openoutcry.games import find
    from openoutcry.lab.simulate import Simulation

    chosen = find(game)
    simulation = Simulation(
        chosen, chosen.best[-1] if seats is None else seats, games, seed, written_options(option or []), bots.split(",")
    )
    prepare([chosen], ("searched games",) if simulation.searches else ("games",))
    is_whole = run(simulation)
    report = simulation.report()
    if json:
        print_json(report)
    else:
        out.print(table(report))
    if not is_whole:
        out.print(f"Stopped after {report['games']:,} of {counted(games, 'game')}.") if not json else None
        raise typer.Exit(130)


def run(simulation: Any) -> bool:
    """Play, with a progress bar where somebody looks; whether it came to the end."""
    with (
        progress("Playing", simulation.games) as move,
        suppress(KeyboardInterrupt),
        stopped_by_interrupt(simulation.stop),
    ):
        simulation.run(move)
        return not simulation.is_stopped
    return False


def table(report: dict[str, Any]) -> Any:
    """The figures for people."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from openoutcry.cli.fitting import fitted

    length = report["length"]
    pace = f"{report['steps_per_second']:,.0f} steps/s, {report['games_per_second']:,.0f} games/s"
    lines = [
        head(report),
        ", ".join(f"{name}={value}" for name, value in report["options"].items()),
        f"{counted(report['steps'], 'step')} in {report['seconds']:.2f} s: {pace}",
    ]
    if not report["games"]:
        return Group(*map(Text, lines))
    deviation = f" ± {length['sd']:.1f}" if length["sd"] is not None else ""
    ends = ", ".join(f"{name} {share:.2%}" for name, share in report["endings"].items())
    lines += [
        (
            f"a game takes {length['mean']:.2f}{deviation} actions, from {length['min']} to {length['max']}; "
            f"{report['ties']:.2%} end in a tie"
        ),
        f"how they end: {ends}",
        f"actions a game: {', '.join(f'{verb} {often:.2f}' for verb, often in report['actions'].items() if often)}",
    ]
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in ("Seat", "Bot", "Wins", "Points"):
        drawn.add_column(heading, justify="right" if heading != "Bot" else "left")
    for seat in range(report["seats"]):
        wins = with_interval(100 * report["wins"][seat], report["wins_ci95"][seat], 100, "%")
        drawn.add_row(
            str(seat),
            report["bots"][seat],
            wins,
            with_interval(report["points"][seat], report["points_ci95"][seat], 1, ""),
        )
    return Group(*map(Text, lines), Text(), fitted(drawn))


def head(report: dict[str, Any]) -> str:
    """What was played, and how often."""
    return (
        f"{report['game']}, {counted(report['seats'], 'seat')}, {counted(report['games'], 'game')}, seed "
        f"{report['seed']}"
    )


def with_interval(value: float, half: float | None, scale: int, unit: str) -> str:
    """A mean with its 95% interval."""
    return f"{value:.2f}{unit}" + (f" ± {scale * half:.2f}" if half is not None else "")
