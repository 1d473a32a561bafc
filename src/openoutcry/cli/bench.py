"""`outcry bench`: how fast random play is on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from openoutcry.cli.console import out, print_json


def bench(
    game: Annotated[list[str] | None, typer.Argument(help="The games; without one, all.")] = None,
    seconds: Annotated[float, typer.Option(help="How long each game is measured.")] = 2.0,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure random play on one core. `make bench` in the repository measures peers beside it.

    Example: outcry bench crypto_cards --seconds 5
    """
    from rich import box
    from rich.table import Table

    from openoutcry.cli.fitting import fitted
    from openoutcry.games import find, registered

    chosen = [find(name) for name in game] if game else list(registered().values())
    from openoutcry.lab.bench import measure

    paces = measure(seconds, chosen)
    if json:
        print_json([pace.as_dict() for pace in paces])
        return
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in ("Game", "Seats", "Steps/s", "Games/s"):
        drawn.add_column(heading, justify="left" if heading == "Game" else "right")
    for pace in paces:
        drawn.add_row(pace.game, str(pace.seats), f"{pace.steps_per_second:,.0f}", f"{pace.games_per_second:,.0f}")
    out.print(fitted(drawn))
