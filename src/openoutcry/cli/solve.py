"""`outcry solve`: a game solved exactly, where somebody has found out how."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import typer

from openoutcry import Mistake
from openoutcry.cli.console import out, prepare, print_json
from openoutcry.engine.options import written_options


def solve(
    game: Annotated[str, typer.Argument(help="The game; bounce can be solved for one player.")],
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, as in jumps=10; may be repeated.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Solve a game exactly, in fractions.

    Example: outcry solve bounce --option spaces=7
    """
    from openoutcry.games import find, registered

    chosen = find(game)
    solver = chosen.part("solve")
    if solver is None:
        solved = [each.name for each in registered().values() if each.part("solve")]
        raise Mistake(f"{chosen.title} has not been solved; {', '.join(solved)} has")
    prepare([chosen], ("table",))
    solution = solver.solve(written_options(option or []))
    if json:
        print_json({"game": chosen.name, "options": solution.options, **described(solution)})
        return
    out.print(
        f"{chosen.title} for one player, " + ", ".join(f"{name} {value}" for name, value in solution.options.items())
    )
    out.print(f"The probability to land with best play is {shown(solution.chances.landing)}")
    out.print(f"The expected number of rolls is {shown(solution.chances.rolls)}")
    for decision in solution.decisions:
        landing = {"roll": decision.roll.landing, "faceplant": decision.faceplant.landing}
        figures = ", ".join(f"{action} lands with {float(chance):.2%}" for action, chance in landing.items())
        out.print(f"On space {decision.space}, one jump before being sick: {decision.best} ({figures})")


def shown(value: Fraction) -> str:
    """A fraction with its decimals, on as many lines as it takes."""
    return f"{float(value):.12f}, exactly\n  {value}"


def described(solution: Any) -> dict[str, Any]:
    """The solution for programs: fractions as text, and as decimals."""
    return {
        **chances(solution.chances),
        "decisions": [
            {"space": each.space, "best": each.best, "roll": chances(each.roll), "faceplant": chances(each.faceplant)}
            for each in solution.decisions
        ],
    }


def chances(value: Any) -> dict[str, Any]:
    """Landing and rolls."""
    return {
        "landing": {"fraction": str(value.landing), "decimal": float(value.landing)},
        "rolls": {"fraction": str(value.rolls), "decimal": float(value.rolls)},
    }
