"""`outcry serve`: the page in your browser."""

from __future__ import annotations

import signal
import sys
import webbrowser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from openoutcry import Mistake


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets others in your network in.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help="The port to listen at.", show_default="8642, or a free one")] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
) -> None:
    """Serve the page with all games, those of other packages too. Everything runs in the browser; stop with Ctrl-C.

    Example: outcry serve --open
    """
    from openoutcry.server.app import application
    from openoutcry.server.listening import is_for_others, listen, run_until_asked, server_of, url_of

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        with TemporaryDirectory() as spare, listen(host, port) as listening:
            server = server_of(application(_page(Path(spare))))
            say(f"Open Outcry is at {url_of(listening)} (stop with Ctrl-C)")
            if is_for_others(listening):
                say(
                    f"It listens beyond this machine, at {listening.getsockname()[0]}: whoever can reach that "
                    "address can open the page."
                )
            if show:
                webbrowser.open(url_of(listening))
            asked_to_end = run_until_asked(server, listening)
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
