"""How a server is run: by flags, by the environment (`OUTCRY_PORT`) or by a file (TOML), in this order."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.server.thinking import usual_threads
from openoutcry.server.vault import GIVEN
from openoutcry.server.websocket import Limits, is_from

PREFIX = "OUTCRY_"
SECRET = ("operator_token", "database")
"""What is shown to nobody, not even where it is wrong."""
LIKE = 0.7
"""How alike a name is to that of a setting which is meant; other variables of ours are no settings."""
SHORTEST_TOKEN = 16
MILLION = 1_000_000
LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""What this machine is called for itself."""


def _about(sentence: str, **limits: Any) -> Meta:
    return Meta(description=sentence, **limits)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All that can be set; times in seconds. Each has a sentence, which `docs/running.md` shows too."""

    host: Annotated[
        str | None,
        _about("The address to listen at: by default 127.0.0.1, for this machine alone; with `public` every address."),
    ] = None
    port: Annotated[
        int | None, _about("The port to listen at: by default 8642, or a free one if that is taken; 0 for a free one.")
    ] = None
    public: Annotated[bool, _about("Let others in, at every address, or at `host` where it is set.")] = False
    database: Annotated[
        str, _about("A file (SQLite) or a postgresql:// URL; by default a file of your own in your data folder.")
    ] = ""
    vault_file: Annotated[
        str,
        _about(
            "The file with the vault's key, made if there is none; by default with your settings. "
            "The key itself may be given by `OUTCRY_VAULT_KEY` instead."
        ),
    ] = ""
    operator_token: Annotated[
        str,
        _about(
            "What the operator shows, at least 16 characters; by default it is made, and kept in `operator.token` "
            "beside the vault's key.",
            min_length=SHORTEST_TOKEN,
        ),
    ] = ""
    origins: Annotated[
        list[str],
        _about("Other pages that may connect, such as `https://games.example`; our own always may."),
    ] = []
    trusted_proxies: Annotated[
        list[str],
        _about("Addresses or networks of reverse proxies, whose `X-Forwarded-For` says where people come from."),
    ] = []
    most_connections: Annotated[int, _about("Connections at once; each needs an open file.", ge=1, le=MILLION)] = 10_000
    most_connections_of_one: Annotated[int, _about("Connections at once from one address.", ge=1, le=MILLION)] = 100
    messages_per_second: Annotated[
        float, _about("Messages that one connection may say per second, twice as many at once.", ge=1, le=MILLION)
    ] = 50.0
    most_tables: Annotated[int, _about("Tables that go on at once.", ge=1, le=MILLION)] = 20_000
    most_tables_of_one: Annotated[int, _about("Tables that one person may sit at.", ge=1, le=MILLION)] = 50
    most_people_per_hour: Annotated[
        int, _about("Guests that may come from one address in an hour.", ge=1, le=MILLION)
    ] = 200
    most_requests_per_minute: Annotated[
        int, _about("Requests over HTTP that may come from one address in a minute.", ge=1, le=MILLION)
    ] = 600
    thinkers: Annotated[
        int, _about("Threads in which bots search; by default one less than there are cores.", ge=1, le=256)
    ] = msgspec.field(default_factory=usual_threads)
    strikes: Annotated[
        int, _about("What one connection may say that is no message before it is ended.", ge=0, le=MILLION)
    ] = 20
    log: Annotated[Literal["text", "json"], _about("How the log is written to the error stream.")] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], _about("What is written to the log: this and what is graver.")
    ] = "warning"
    drain: Annotated[bool, _about("Go on with tables, but open no new ones, and say so.")] = False

    def is_origin_allowed(self, origin: str | None, host: str | None) -> bool:
        """Whether a page from there may connect: our own, and those that were named; programs have no origin.

        >>> Settings().is_origin_allowed("http://localhost:8642", "localhost:8642")
        True
        >>> Settings().is_origin_allowed("https://elsewhere.example", "localhost:8642")
        False
        >>> Settings().is_origin_allowed("http://elsewhere.example:8642", "elsewhere.example:8642")
        False
        """
        headers = {name: value for name, value in (("origin", origin), ("host", host)) if value is not None}
        return self._is_host_ours(host) and is_from(headers, self.origins)

    def _is_host_ours(self, host: str | None) -> bool:
        """Whether an address is one of this server: where it is for this machine alone, any name but those of this
        machine is somebody's who wants to have its pages taken for ours.
        """
        is_for_others = self.public or self.host not in (None, *LOOPBACK) or bool(self.trusted_proxies)
        if host is None or is_for_others:
            return True
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        return name.lower().strip("[]") in LOOPBACK or any(urlsplit(origin).netloc == host for origin in self.origins)


class Described(NamedTuple):
    """A setting: its name, what it takes, what it is by default, and what it is for."""

    name: str
    takes: str
    usual: Any
    about: str


_HINTS: dict[str, Any] = get_type_hints(Settings, include_extras=True)


def described() -> Iterator[Described]:
    """Every setting."""
    usual = Settings()
    for name, hint in _HINTS.items():
        kind, meta = get_args(hint)
        yield Described(name, _taken(kind, meta), getattr(usual, name), meta.description)


def limits_of(settings: Settings) -> Limits:
    """What clients may ask of the server."""
    try:
        proxies = tuple(ip_network(proxy) for proxy in settings.trusted_proxies)
    except ValueError as error:
        raise Mistake(f"trusted_proxies are addresses or networks such as 10.0.0.0/8: {error}") from None
    return Limits(
        most_lines=settings.most_connections,
        most_lines_of_peer=settings.most_connections_of_one,
        rate=settings.messages_per_second,
        burst=2 * settings.messages_per_second,
        trusted_proxies=proxies,
    )


def settings_of(
    flags: Mapping[str, Any],
    others: Sequence[str] = (),
    environment: Mapping[str, str] = os.environ,
    file: Path | None = None,
) -> Settings:
    """The settings: flags that were given and others as NAME=VALUE, then the environment, then the file, then what is
    usual.

    >>> settings_of({"port": 1}, ["thinkers=3"], {"OUTCRY_PORT": "2", "OUTCRY_THINKERS": "4"}).port
    1
    >>> settings_of({}, [], {"OUTCRY_THINKERS": "many"})
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Mistake: the setting OUTCRY_THINKERS takes a whole number from 1 to 256, not 'many'
    """
    found: dict[str, Any] = _in_file(file) if file else {}
    for name in environment:
        _check_variable(name)
    for name in _HINTS:
        if written := environment.get(PREFIX + name.upper()):
            found[name] = _read(name, written, PREFIX + name.upper())
    for other in others:
        name, _, written = other.partition("=")
        _check_name(name, f"--set {name}")
        found[name] = _read(name, written, f"--set {name}")
    given = {name: value for name, value in flags.items() if value is not None}
    found |= {name: _checked(name, value, f"--{name.replace('_', '-')}") for name, value in given.items()}
    settings = Settings(**found)
    limits_of(settings)
    for origin in settings.origins:
        _check_origin(origin)
    return settings


def _check_origin(origin: str) -> None:
    """An origin as browsers write it: a scheme, a host and perhaps a port, and nothing after them."""
    try:
        parts = urlsplit(origin)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_one = False
    if not is_one or origin != f"{parts.scheme}://{parts.netloc}".lower() or "@" in parts.netloc:
        raise Mistake(f"origins are written like https://games.example, not {quoted(origin)}")


def _in_file(path: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Mistake(f"the settings in {path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Mistake(f"the settings in {path} are not TOML: {error}") from None
    for name in found:
        _check_name(name, f"{name} in {path}")
    return {name: _checked(name, value, f"{name} in {path}") for name, value in found.items()}


def _check_name(name: str, place: str) -> None:
    if name not in _HINTS:
        near = get_close_matches(name, _HINTS, 1)
        raise Mistake(f"there is no setting {place}{f'; did you mean {near[0]}?' if near else ''}")


def _check_variable(name: str) -> None:
    """Refuse a name in the environment that was meant for a setting."""
    meant = name.removeprefix(PREFIX).lower()
    if not name.startswith(PREFIX) or name == GIVEN or meant in _HINTS:
        return
    if near := get_close_matches(meant, _HINTS, 1, LIKE):
        raise Mistake(f"there is no setting {name}; did you mean {PREFIX}{near[0].upper()}?")


def _checked(name: str, value: Any, place: str, *, strict: bool = True) -> Any:
    """A value that the setting takes."""
    kind, meta = get_args(_HINTS[name])
    try:
        return msgspec.convert(value, _HINTS[name], strict=strict)
    except msgspec.ValidationError:
        came = "" if name in SECRET else f", not {value!r}"
        raise Mistake(f"the setting {place} takes {_taken(kind, meta)}{came}") from None


def _read(name: str, written: str, place: str) -> Any:
    """A setting that is written as text: lists are separated by commas."""
    is_list = get_origin(get_args(_HINTS[name])[0]) is list
    value = [part.strip() for part in written.split(",") if part.strip()] if is_list else written
    return _checked(name, value, place, strict=False)


def _taken(kind: Any, meta: Meta) -> str:
    """What a setting takes, in words."""
    if get_origin(kind) is Literal:
        return " or ".join(get_args(kind))
    kinds = [part for part in get_args(kind) if part is not NoneType] or [kind]
    if get_origin(kind) is list:
        return "a list of texts"
    limits = "" if meta.ge is None else f" from {meta.ge} to {meta.le}"
    length = "" if meta.min_length is None else f" of at least {meta.min_length} characters"
    words = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
    return words[kinds[0]] + limits + length
