"""`outcry serve`: the page in your browser, and tables for people anywhere."""

from __future__ import annotations

import signal
import sys
import webbrowser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from openoutcry import Mistake

HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
"""The addresses at which only this machine, and everybody in reach, comes in."""


def serve(
    host: Annotated[
        str | None, typer.Option(help="Where to listen; 0.0.0.0 lets others in.", show_default="127.0.0.1")
    ] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen at.", show_default="8642, or a free one")] = None,
    public: Annotated[bool | None, typer.Option("--public", help="Let others in, at every address.")] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    database: Annotated[
        str | None, typer.Option(help="A file (SQLite) or a postgresql:// URL.", show_default="a file of your own")
    ] = None,
    settings: Annotated[Path | None, typer.Option(help="A file with settings (TOML); see docs/running.md.")] = None,
    drain: Annotated[bool | None, typer.Option("--drain", help="Go on with tables, but open no new ones.")] = None,
    others: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other setting, such as log=json; see docs/running.md."),
    ] = None,
) -> None:
    """Serve the page, and tables for people who play together. Every table is stored; stop with Ctrl-C.

    Whatever can be set is set by a flag, else by the environment (OUTCRY_PORT), else in the file with settings.

    Example: outcry serve --open
    """
    from openoutcry.server.listening import is_for_others, listen, url_of
    from openoutcry.server.running import run
    from openoutcry.server.settings import settings_of

    flags = {"host": host, "port": port, "public": public, "database": database, "drain": drain}
    chosen = settings_of(flags, others or [], file=settings)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    address = chosen.host if chosen.host is not None else EVERYWHERE if chosen.public else HERE
    try:
        with TemporaryDirectory() as spare, listen(address, chosen.port) as listening:
            folder = _page(Path(spare))

            def tell() -> None:
                say(f"Open Outcry is at {url_of(listening)} (stop with Ctrl-C)")
                if is_for_others(listening):
                    say(
                        f"It listens beyond this machine, at {listening.getsockname()[0]}: whoever can reach that "
                        "address can open the page and play."
                    )
                if chosen.drain:
                    say("It drains: tables that are open go on, and no new ones are opened.")
                if show:
                    webbrowser.open(url_of(listening))

            asked_to_end = run(chosen, folder, listening, tell)
    except KeyboardInterrupt:
        asked_to_end = signal.SIGINT
    if asked_to_end == signal.SIGINT:
        print()
    elif asked_to_end:
        sys.exit(128 + asked_to_end)


def _page(spare: Path) -> Path:
    """The page with every game that can be served; a game that cannot is said so."""
    from openoutcry.server.page import PAGE, page_of_all

    try:
        return page_of_all(spare)
    except Mistake as mistake:
        say(str(mistake))
        return PAGE


def say(sentence: str) -> None:
    """Print a sentence, at once, for those who wait for it."""
    print(sentence, flush=True)
