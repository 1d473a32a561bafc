"""The `outcry` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from errno import EBADF
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from openoutcry import Mistake, __version__
from openoutcry.cli.plain import write_plainly
from openoutcry.cli.reader import reader
from openoutcry.engine.game import LANGUAGE

COMMANDS = (
    *("play", "serve", "games", "rules"),
    *("replay", "verify", "review", "simulate", "lab", "ladder", "solve", "bench", "new"),
    *("backup", "restore", "export", "loadtest"),
)
MODULES = {"backup": "store", "restore": "store", "export": "store"}
"""Each command is a function in the module of its name, or in this one; it is imported when it is asked for."""


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
        module = import_module(f"{__name__}.{MODULES.get(cmd_name, cmd_name)}")
        single.command(cmd_name)(getattr(module, cmd_name))
        return typer.main.get_command(single)


app = typer.Typer(cls=Commands, add_completion=False, pretty_exceptions_enable=False)


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        print(f"outcry {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def outcry(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Market games in your terminal. Without a command: choose a game and play.

    Example: outcry play crypto_cards --seats 3
    """
    if context.invoked_subcommand is None:
        from openoutcry.cli.menu import menu

        menu()


MISTAKEN, UNHEARD, INTERRUPTED = 2, 1, 130
"""Exit codes: a person's mistake; nobody could hear the answer; Ctrl-C."""
LONGEST_SENTENCE = 1000
MOST_COLUMNS = 1000
"""No window is taken to be wider, whatever the shell says: lines are filled up to its edge."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command; a person's mistake is one sentence and exit code 2, never a traceback."""
    _replace_closed_streams()
    _bound_columns()
    reader.language = LANGUAGE
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        write_plainly(stream)
    try:
        code = app(args=arguments, prog_name="outcry", standalone_mode=False)
        sys.stdout.flush()
    except Mistake as mistake:
        _fail(mistake.said(reader.language))
    except typer.TyperException as error:
        _fail(error.format_message())
    except (typer.Abort, KeyboardInterrupt, EOFError):
        sys.exit(INTERRUPTED)
    except OSError as error:
        _fail_unheard(error)
    sys.exit(code)


def _replace_closed_streams() -> None:
    """Where the shell has closed a stream, nothing is read and nobody listens; and no file that is opened later takes
    its place.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _bound_columns() -> None:
    """A number of columns that no window has would be filled with blanks for minutes."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) >= len(str(MOST_COLUMNS)):
        os.environ["COLUMNS"] = str(min(int(columns[:9]), MOST_COLUMNS))


def _fail(sentence: str, code: int = MISTAKEN) -> NoReturn:
    """Say on one line what is wrong, nothing in it that a terminal would obey, and stop."""
    line = "".join(letter if letter.isprintable() else " " for letter in " ".join(sentence.split())[:LONGEST_SENTENCE])
    try:
        print(f"outcry: {line}", file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)
    sys.exit(code)


def _fail_unheard(error: OSError) -> NoReturn:
    """The system refuses a file, or what was to be printed; whoever has closed a pipe has heard enough."""
    _silence(sys.stdout)
    if isinstance(error, BrokenPipeError):
        sys.exit(UNHEARD)
    subject = error.filename or (
        "the terminal cannot be used" if error.errno == EBADF else "the output cannot be written"
    )
    _fail(f"{subject}: {error.strerror or error}", UNHEARD)


def _silence(stream: Any) -> None:
    """Let Python forget what it could not print, or it would try once more at the end, and complain."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
