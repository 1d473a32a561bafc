"""`outcry ladder`: which bot is best, and by how much."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from openoutcry.cli.console import check_output, out, prepare, print_json, stopped_by_interrupt
from openoutcry.cli.progress import progress
from openoutcry.cli.simulate import head
from openoutcry.engine.mistakes import counted
from openoutcry.engine.options import written_options


def ladder(
    game: Annotated[str, typer.Argument(help="The game, as in crypto_cards.")],
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,…",
            help="Who plays, as in random,greedy,search:400; from outside: outsider:honest and such.",
            show_default="every bot of the game",
        ),
    ] = None,
    skill: Annotated[
        bool, typer.Option("--skill", help="Search with 100, 400, 1,600 and 6,400 play-outs: how deep is the game?")
    ] = False,
    alone: Annotated[
        str | None, typer.Option(metavar="BOT", help="Try only this bot alone among others.", show_default=False)
    ] = None,
    cores: Annotated[int | None, typer.Option(min=1, help="How many cores take part.", show_default="all")] = None,
    seats: Annotated[
        int | None, typer.Option(help="How many sit at the table.", show_default="as many as it is best with")
    ] = None,
    precision: Annotated[
        float, typer.Option(help="Play until every share of wins is known to so much either side (95%).")
    ] = 0.05,
    most: Annotated[
        int, typer.Option(help="The most keys for a pair of bots; with each key the bot sits at every seat once.")
    ] = 400,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, as in hand=4; may be repeated.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the ratings into this SVG file.", show_default=False)
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """All bots against each other, each alone among others at every seat with the same keys. Ctrl-C stops early and
    prints what there is.

    Example: outcry ladder crypto_cards --bots random,greedy,search:400
    """
    from openoutcry import Mistake
    from openoutcry.bots import LEVELS, can_play, registered
    from openoutcry.games import find
    from openoutcry.lab.ladder import SKILL, Ladder
    from openoutcry.lab.ladder import picture as drawn

    chosen = find(game)
    count, options = chosen.best[-1] if seats is None else seats, written_options(option or [])
    template = chosen.template(count, options)
    if skill and bots:
        raise Mistake("--skill chooses its own bots; leave out --bots")
    names = (
        list(SKILL)
        if skill
        else bots.split(",")
        if bots
        else [name for name in registered(chosen) if name not in LEVELS and can_play(name, chosen, template)]
    )
    if picture is not None:
        check_output(picture)
    contest = Ladder(
        chosen,
        names,
        count,
        seed=seed,
        options=options,
        precision=precision,
        most=most,
        alone=alone,
    )
    prepare([chosen], ("table", "thumb", "search", "games", "searched games"))
    is_whole = _run(contest, cores)
    report = contest.report()
    if json:
        print_json(report)
    else:
        out.print(table(report))
    if picture is not None:
        picture.write_text(drawn(report), encoding="utf-8")
        out.print(f"The ratings are drawn in {picture}.", soft_wrap=True) if not json else None
    if not is_whole:
        out.print(f"Stopped after {counted(report['games'], 'game')}.") if not json else None
        raise typer.Exit(130)


def _run(contest: Any, cores: int | None) -> bool:
    """Play, with a progress bar where somebody looks; whether it came to the end."""
    with (
        progress("Playing", 1.0, in_parts=True) as move,
        suppress(KeyboardInterrupt),
        stopped_by_interrupt(contest.stop),
    ):
        contest.run(lambda part: move(part, doing=f"Playing, {counted(contest.games, 'game')}"), cores)
        return not contest.is_stopped
    return False


def table(report: dict[str, Any]) -> Any:
    """The ratings and the cells for people."""
    from rich import box
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from openoutcry.cli.fitting import fitted

    note = (
        f"A row's bot alone among {report['seats'] - 1} of a column's wins so often, in %; equal bots win "
        f"{100 * report['fair']:.0f}."
    )
    cells = {(cell["bot"], cell["against"]): cell for cell in report["cells"]}
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    names = [each["bot"] for each in report["ratings"]]
    drawn.add_column("Bot")
    for heading in ("Rating", *names):
        drawn.add_column(heading, justify="right")
    for each in report["ratings"]:
        row = [each["bot"], f"{each['rating']:+.0f} ± {each['rating_ci95']:.0f}"]
        for other in names:
            cell = cells.get((each["bot"], other))
            row.append(_share(cell) if cell else "")
        drawn.add_row(*row)
    return Group(Text(head(report)), Text(note), Text(), fitted(drawn))


def _share(cell: dict[str, Any]) -> str:
    about = "" if cell["wins_ci95"] is None else f" ± {100 * cell['wins_ci95']:.1f}"
    return f"{100 * cell['wins']:.1f}{about}"
