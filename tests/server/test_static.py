"""The page over HTTP: files of its folder, with their types, and nothing else."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from openoutcry import Mistake
from openoutcry.server.app import application
from openoutcry.server.listening import is_for_others, listen, server_of, url_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<h1>Outcry</h1>", encoding="utf-8")
    (page / "assets" / "game-1234.js").write_text("play()", encoding="utf-8")
    (page / "icon.png").write_bytes(b"\x89PNG")
    (page / "bounce.wasm").write_bytes(b"\0asm")
    (tmp_path / "secret.txt").write_text("key", encoding="utf-8")
    return page


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    """Where the page is served."""
    with listen("127.0.0.1", 0) as listening:
        server = server_of(application(folder))
        thread = threading.Thread(target=server.run, args=([listening],))
        port = listening.getsockname()[1]
        thread.start()
        yield port
        server.should_exit = True
        thread.join()


def answer(port: int, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def test_the_page_is_at_the_root(port: int) -> None:
    response, body = answer(port, "/")
    assert (response.status, body) == (200, b"<h1>Outcry</h1>")
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"


def test_a_question_behind_the_path_changes_nothing_and_a_whole_address_is_its_path(port: int) -> None:
    assert (
        answer(port, "/index.html?v=2")[1]
        == answer(port, f"http://localhost:{port}/index.html")[1]
        == b"<h1>Outcry</h1>"
    )


@pytest.mark.parametrize("path", ["/", "/assets/game-1234.js", "/nothing"])
def test_every_answer_says_what_the_page_may_load(port: int, path: str) -> None:
    headers = answer(port, path)[0].headers
    assert headers["Content-Security-Policy"].startswith("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; ")
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers.get_all("Server") == ["OpenOutcry"]


def test_webassembly_has_its_type_and_what_is_named_by_content_is_kept(port: int) -> None:
    assert answer(port, "/bounce.wasm")[0].headers["Content-Type"] == "application/wasm"
    assert "immutable" in answer(port, "/assets/game-1234.js")[0].headers["Cache-Control"]


def test_it_is_compressed_for_those_who_ask(port: int) -> None:
    response, body = answer(port, "/", Accept_Encoding="br, gzip")
    assert (response.headers["Content-Encoding"], response.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(body) == b"<h1>Outcry</h1>"
    assert "Content-Encoding" not in answer(port, "/icon.png", Accept_Encoding="gzip")[0].headers


def test_a_head_has_no_body(port: int) -> None:
    response, body = answer(port, "/", "HEAD")
    assert (response.status, response.headers["Content-Length"], body) == (200, "15", b"")


@pytest.mark.parametrize(
    "path", ["/nothing", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/", "/assets/../../secret.txt"]
)
def test_nothing_else_is_there(port: int, path: str) -> None:
    response, body = answer(port, path)
    assert response.status == 404
    assert b"key" not in body


@pytest.mark.parametrize("method", ["POST", "DELETE", "PROPFIND"])
def test_nothing_but_reading(port: int, method: str) -> None:
    response, _ = answer(port, "/", method)
    assert (response.status, response.headers["Allow"]) == (405, "GET, HEAD")


def test_a_port_that_is_taken_is_said_so_or_another_is_used() -> None:
    with listen("127.0.0.1", 0) as first:
        taken = first.getsockname()[1]
        with pytest.raises(Mistake, match=f"at 127.0.0.1, port {taken}: Address already in use"):
            listen("127.0.0.1", taken)
        with listen("127.0.0.1", None, usual=taken) as other:
            assert url_of(other) == f"http://localhost:{other.getsockname()[1]}/"
            assert other.getsockname()[1] != taken


@pytest.mark.parametrize("host", ["", "  "])
def test_a_host_without_a_name_is_refused(host: str) -> None:
    with pytest.raises(Mistake, match=r"--host takes an address such as 127\.0\.0\.1 or ::1, not "):
        listen(host, 0)


def test_hosts_and_ports_that_are_none_are_refused() -> None:
    with pytest.raises(Mistake, match="--port goes from 0 to 65535, not 70000"):
        listen("127.0.0.1", 70000)
    with pytest.raises(Mistake, match=r"cannot be served at no\.such\.host\.invalid, port 8642: "):
        listen("no.such.host.invalid", None)
    with pytest.raises(Mistake, match="that is not the name of a host"):
        listen("a" * 300, None)


def has_version_six() -> bool:
    try:
        listen("::1", 0).close()
    except Mistake as mistake:
        return "Cannot assign requested address" not in str(mistake) and "not supported" not in str(mistake)
    return True


needs_version_six = pytest.mark.skipif(not has_version_six(), reason="this machine has no IPv6")


@needs_version_six
def test_an_address_of_version_six_stands_in_brackets() -> None:
    with listen("::1", 0) as listening:
        assert url_of(listening) == f"http://[::1]:{listening.getsockname()[1]}/"


SIX = [pytest.param(host, others, marks=needs_version_six) for host, others in (("::1", False), ("::", True))]


@pytest.mark.parametrize(("host", "others"), [("127.0.0.1", False), ("0.0.0.0", True), *SIX])
def test_who_can_come_in(host: str, others: bool) -> None:
    with listen(host, 0) as listening:
        assert is_for_others(listening) is others
        assert url_of(listening).startswith("http://[::1]:" if host == "::1" else "http://localhost:")


def test_a_page_that_was_not_built_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="not been built here; build it with: make page"):
        application(tmp_path)
