"""The files of the page: those of one folder, compressed, and nothing else."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

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
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""What the page may load: its own files, and code only as files and WebAssembly."""
SAFETY = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What every answer says to browsers."""
READING = ("GET", "HEAD")


class PageFiles:
    """An application (ASGI) that answers GET and HEAD for the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope)
        if request.method not in READING:
            response: Response = PlainTextResponse(
                "This can only be read.\n", 405, SAFETY | {"Allow": ", ".join(READING)}
            )
        else:
            takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
            response = await run_in_threadpool(self.answer, scope["path"], takes_gzip)
        await response(scope, receive, send)

    def answer(self, address: str, takes_gzip: bool) -> Response:
        """A file with its type, compressed where that helps and is wanted."""
        path = file_at(self.folder, address)
        if path is None:
            return PlainTextResponse("There is no such page here.\n", 404, SAFETY)
        is_named_by_content = path.parent.name == "assets"
        headers = SAFETY | {
            "Content-Type": TYPES.get(path.suffix, "application/octet-stream"),
            "Cache-Control": "public, max-age=31536000, immutable" if is_named_by_content else "no-cache",
        }
        if path.suffix in NOT_COMPRESSED:
            return Response(path.read_bytes(), headers=headers)
        headers["Vary"] = "Accept-Encoding"
        if not takes_gzip:
            return Response(path.read_bytes(), headers=headers)
        return Response(_compressed(path, path.stat().st_mtime_ns), headers=headers | {"Content-Encoding": "gzip"})


def file_at(folder: Path, address: str) -> Path | None:
    """The file that the path of an address names, if it is one of the folder's; what no file can be called is none."""
    try:
        path = (folder / (address.lstrip("/") or "index.html")).resolve()
        return path if path.is_relative_to(folder) and path.is_file() else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=256)
def _compressed(path: Path, _: int) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)
