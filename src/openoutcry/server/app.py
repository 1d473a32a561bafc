"""The application that is served: the page, the server's interface before it, and sockets beside it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.types import ASGIApp, Receive, Scope, Send

from openoutcry.engine.mistakes import Mistake
from openoutcry.server.api import Api, no_such_method, server_failed
from openoutcry.server.house import House
from openoutcry.server.static import SAFETY, PageFiles


def application(folder: Path, house: House | None = None) -> Starlette:
    """The page of a folder, which has to have been built, and the tables of a house."""
    if not (folder / "index.html").is_file():
        raise Mistake("the page has not been built here; build it with: make page")
    routes = [*(Api(house).routes() if house else []), Mount("/", PageFiles(folder))]
    return Starlette(
        routes=routes,
        middleware=[Middleware(PathOfAddress)],
        exception_handlers={405: no_such_method, Exception: server_failed},
    )


class PathOfAddress:
    """A request may name a whole address (http://host/path): its path is what counts; what has none is refused."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through what has a path."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif path := path_of(scope["path"]):
            await self.app(dict(scope) | {"path": path}, receive, send)
        else:
            await PlainTextResponse("An address has a path, as in /index.html.\n", 400, SAFETY)(scope, receive, send)


def path_of(target: str) -> str | None:
    """The path of what was asked for.

    >>> path_of("/rules"), path_of("http://localhost:8642/rules"), path_of("http://localhost")
    ('/rules', '/rules', '/')
    >>> path_of("http://["), path_of("*")
    (None, None)
    """
    if target.startswith("/"):
        return target
    try:
        address = urlsplit(target)
    except ValueError:
        return None
    path = address.path or "/"
    return path if address.netloc and path.startswith("/") else None
