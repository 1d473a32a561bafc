"""The server of the page: files of its folder, with their types, and nothing else."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from openoutcry import Mistake
from openoutcry.server.static import PageServer, page_server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<h1>Outcry</h1>", encoding="utf-8")
    (page / "assets" / "game-1234.js").write_text("play()", encoding="utf-8")
    (page / "bounce.wasm").write_bytes(b"\0asm")
    (tmp_path / "secret.txt").write_text("key", encoding="utf-8")
    return page


@pytest.fixture
def server(folder: Path) -> Iterator[PageServer]:
    running = page_server(folder, "127.0.0.1", 0)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield running
    running.shutdown()
    thread.join()
    running.server_close()


def answer(server: PageServer, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def test_the_page_is_at_the_root(server: PageServer) -> None:
    response, body = answer(server, "/")
    assert (response.status, body) == (200, b"<h1>Outcry</h1>")
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"


def test_webassembly_has_its_type_and_what_is_named_by_content_is_kept(server: PageServer) -> None:
    assert answer(server, "/bounce.wasm")[0].headers["Content-Type"] == "application/wasm"
    assert "immutable" in answer(server, "/assets/game-1234.js")[0].headers["Cache-Control"]


def test_it_is_compressed_for_those_who_ask(server: PageServer) -> None:
    response, body = answer(server, "/", Accept_Encoding="br, gzip")
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == b"<h1>Outcry</h1>"


def test_a_head_has_no_body(server: PageServer) -> None:
    response, body = answer(server, "/", "HEAD")
    assert (response.status, response.headers["Content-Length"], body) == (200, "15", b"")


@pytest.mark.parametrize("path", ["/nothing", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/", "/assets/../../secret.txt"])
def test_nothing_else_is_there(server: PageServer, path: str) -> None:
    response, body = answer(server, path)
    assert response.status == 404
    assert b"key" not in body


def test_nothing_but_reading(server: PageServer) -> None:
    assert answer(server, "/", "POST")[0].status == 501


def test_a_port_that_is_taken_is_said_so_or_another_is_used(server: PageServer, folder: Path) -> None:
    with pytest.raises(Mistake, match=f"port {server.server_port}: Address already in use"):
        page_server(folder, "127.0.0.1", server.server_port)
    other = page_server(folder, "127.0.0.1", None, usual=server.server_port)
    assert other.server_port != server.server_port
    assert other.url == f"http://localhost:{other.server_port}/"
    other.server_close()


def test_a_page_that_was_not_built_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="not been built here; build it with: make page"):
        page_server(tmp_path, "127.0.0.1", 0)
