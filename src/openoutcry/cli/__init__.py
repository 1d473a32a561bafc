"""The `outcry` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from openoutcry import Mistake, __version__
from openoutcry.cli.plain import write_plainly

COMMANDS = ("play", "serve", "games", "rules", "replay", "review", "simulate", "ladder", "solve", "bench", "new")
"""Each is a function in the module of its name, which is imported when it is asked for."""


class Commands(TyperGroup):
    """The commands, none of them imported before its time."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names, as the help shows them."""
        return [*super().list_commands(ctx), *COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        single = typer.Typer(add_completion=False)
        single.command(cmd_name)(getattr(import_module(f"{__name__}.{cmd_name}"), cmd_name))
        return typer.main.get_command(single)


app = typer.Typer(cls=Commands, add_completion=False, pretty_exceptions_enable=False)


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        print(f"outcry {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def outcry(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")] = False,
) -> None:
    """Market games in your terminal. Without a command: choose a game and play.

    Example: outcry play crypto_cards --seats 3
    """
    if context.invoked_subcommand is None:
        from openoutcry.cli.menu import menu

        menu()


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command; a person's mistake is one sentence and exit code 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        write_plainly(stream)
    try:
        code = app(args=arguments, prog_name="outcry", standalone_mode=False)
    except Mistake as mistake:
        _fail(str(mistake))
    except typer.TyperException as error:
        _fail(error.format_message())
    except (typer.Abort, KeyboardInterrupt, EOFError):
        sys.exit(130)
    sys.exit(code)


def _fail(sentence: str) -> NoReturn:
    print(f"outcry: {' '.join(sentence.split())}", file=sys.stderr)
    sys.exit(2)
