"""`outcry serve`: the page in your browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from openoutcry import Mistake
from openoutcry.cli.console import out


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets others in your network in.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help="The port to listen at.", show_default="8642, or a free one")] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
) -> None:
    """Serve the page with all games, those of other packages too. Everything runs in the browser; stop with Ctrl-C.

    Example: outcry serve --open
    """
    from openoutcry.server.page import PAGE, page_of_all
    from openoutcry.server.static import page_server

    with TemporaryDirectory() as spare:
        try:
            folder = page_of_all(Path(spare))
        except Mistake as mistake:
            out.print(str(mistake), soft_wrap=True, highlight=False)
            folder = PAGE
        server = page_server(folder, host, port)
        out.print(f"Open Outcry is at {server.url} (stop with Ctrl-C)", soft_wrap=True, highlight=False)
        if show:
            webbrowser.open(server.url)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            out.print()
        finally:
            server.server_close()
