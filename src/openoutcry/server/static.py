"""The page over HTTP: files of one folder, compressed, and nothing else."""

from __future__ import annotations

import gzip
import socket
import sys
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from openoutcry.engine.mistakes import Mistake

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".webmanifest": "application/manifest+json; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
NOT_COMPRESSED = (".png", ".woff2")
POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "frame-ancestors 'none'",
    ]
)
"""What the page may load: its own files, and code only as files and WebAssembly."""


class PageHandler(BaseHTTPRequestHandler):
    """Answers GET and HEAD for the files of a folder."""

    protocol_version = "HTTP/1.1"
    server_version = "OpenOutcry"
    sys_version = ""

    def __init__(self, folder: Path, *given: object) -> None:
        self.folder = folder
        super().__init__(*given)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """A file with its type, compressed where that helps and is wanted."""
        path = file_at(self.folder, self.path)
        if path is None:
            self.answer(HTTPStatus.NOT_FOUND, b"There is no such page here.\n", {"Content-Type": "text/plain; charset=utf-8"})
            return
        headers = {"Content-Type": TYPES.get(path.suffix, "application/octet-stream"), "Content-Security-Policy": POLICY}
        is_named_by_content = path.parent.name == "assets"
        headers["Cache-Control"] = "public, max-age=31536000, immutable" if is_named_by_content else "no-cache"
        body = path.read_bytes()
        if "gzip" in self.headers.get("Accept-Encoding", "") and path.suffix not in NOT_COMPRESSED:
            body = _compressed(path, path.stat().st_mtime_ns)
            headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        self.answer(HTTPStatus.OK, body, headers)

    do_HEAD = do_GET  # noqa: N815

    def answer(self, status: HTTPStatus, body: bytes, headers: dict[str, str]) -> None:
        """Send an answer; of one to HEAD only the headers."""
        self.send_response(status)
        for name, value in (headers | {"Content-Length": str(len(body)), "X-Content-Type-Options": "nosniff"}).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: whoever plays does not want to read it."""


def file_at(folder: Path, address: str) -> Path | None:
    """The file that an address names, if it is one of the folder's."""
    name = unquote(urlsplit(address).path).lstrip("/")
    path = (folder / (name or "index.html")).resolve()
    return path if path.is_relative_to(folder.resolve()) and path.is_file() else None


@lru_cache(maxsize=256)
def _compressed(path: Path, _: int) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


class PageServer(ThreadingHTTPServer):
    """A server of the page; threads end with it."""

    daemon_threads = True

    def server_bind(self) -> None:
        """Without looking up the machine's name, which can take seconds."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def handle_error(self, request: object, client_address: object) -> None:
        """Somebody who has gone away is no error; anything else is shown."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def url(self) -> str:
        """Where the page is."""
        host = "localhost" if self.server_name in ("127.0.0.1", "0.0.0.0") else self.server_name
        return f"http://{host}:{self.server_port}/"


def page_server(folder: Path, host: str, port: int | None, usual: int = 8642) -> PageServer:
    """A server that listens: at the port given, or at the usual one, or at a free one if that is taken."""
    if not (folder / "index.html").is_file():
        raise Mistake("the page has not been built here; build it with: make page")
    handler = partial(PageHandler, folder)
    for choice in [port] if port is not None else [usual, 0]:
        try:
            return PageServer((host, choice), handler)
        except OSError as error:
            reason = error.strerror
        except OverflowError:
            reason = "ports go from 0 to 65535"
    raise Mistake(f"the page cannot be served at {host}, port {port}: {reason}")
