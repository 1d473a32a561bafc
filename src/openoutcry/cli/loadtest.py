"""`outcry loadtest`: how much a server bears, and whether all it says is right."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from openoutcry.cli.console import out, print_json

if TYPE_CHECKING:
    from openoutcry.server.crowd import Counts

WRONG = 1
"""The exit code when anything that was heard is wrong."""


def loadtest(
    url: Annotated[str | None, typer.Option(help="A server.", show_default="one of its own")] = None,
    tables: Annotated[int, typer.Option(help="Tables at which somebody plays at every seat.")] = 20,
    seats: Annotated[int, typer.Option(help="Seats of a table.")] = 4,
    game: Annotated[str, typer.Option(help="The game.")] = "crypto_cards",
    seconds: Annotated[float, typer.Option(help="How long is measured.")] = 10.0,
    every: Annotated[float, typer.Option(help="Seconds between a table's actions; 0: as fast as it goes.")] = 0.0,
    idle: Annotated[int, typer.Option(help="Tables at which one person waits among bots.")] = 0,
    processes: Annotated[int, typer.Option(help="Processes that play.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play at many tables of a server over sockets, and check all that it says. Exit code 1 if anything is wrong.

    Example: outcry loadtest --tables 200 --every 3
    """
    from openoutcry.server.crowd import Load
    from openoutcry.server.loadtest import OwnServer, checked, measure, own_server

    load = checked(Load(url or "", game, seats, tables, idle, seconds=seconds, every=every), processes)
    with ExitStack() as until_measured:
        where = OwnServer(url, 0) if url else until_measured.enter_context(own_server(game))
        counts = measure(replace(load, url=where.url), processes, where.process)
    if json:
        print_json(counts.as_dict())
    else:
        tell(counts)
    if counts.faults:
        raise typer.Exit(WRONG)


def tell(counts: Counts) -> None:
    """Print what was counted, and what was wrong."""
    from openoutcry.server.crowd import PARTS

    told = counts.as_dict()
    out.print(f"{told['actions_per_second']:,.0f} actions per second, {told['views_per_second']:,.0f} views")
    if counts.processor:
        out.print(f"{told['actions_per_second_of_processor']:,.0f} actions per second of the server's processor time")
    out.print("answered after " + ", ".join(f"{told[f'p{part}']:.1f} ms (p{part})" for part in PARTS))
    declined = ", ".join(f"{times} {code}" for code, times in counts.declined.items())
    out.print(f"{counts.matches} matches over" + (f", declined: {declined}" if declined else ""))
    for fault in counts.faults:
        out.print(f"wrong: {fault}", markup=False)
    if counts.more_faults:
        out.print(f"and {counts.more_faults} more")
    if not counts.faults:
        out.print("all that was heard is right")
