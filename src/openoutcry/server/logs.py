"""What the server writes of itself to the error stream, as text or as JSON, a line each.

No line has a token, a code, a name, a card or an action: our own say only what they are given by name, and of an error
its kind and where it happened are told, but not its words, which may quote what somebody said.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = "openoutcry"
OURS = logging.getLogger(ROOT)
MOST_FRAMES = 12
"""Places that are told of an error, the innermost last."""


def say(event: str, *, level: int = logging.INFO, **about: Any) -> None:
    """Something has happened: an event, in one word, and what is told of it."""
    OURS.log(level, event, extra={"about": about})


def warn(event: str, **about: Any) -> None:
    """Something that whoever runs the server should look at."""
    say(event, level=logging.WARNING, **about)


def fail(event: str, error: BaseException | None, **about: Any) -> None:
    """Something has failed that never should."""
    say(event, level=logging.ERROR, **about, **of_error(error))


def of_error(error: BaseException | None) -> dict[str, Any]:
    """What is told of an error: its kind, and the way to it."""
    return {} if error is None else {"error": type(error).__name__, "where": _where(error.__traceback__)}


def _where(way: TracebackType | None) -> str:
    frames = traceback.extract_tb(way)[-MOST_FRAMES:]
    return " > ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames)


def in_loop(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What the event loop does with an error that nobody caught; in its own words it would quote what was being
    sent.
    """
    fail("unhandled", context.get("exception"))


class Lines(logging.Formatter):
    """A record in one line."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """The time, the level, the event, and what is told of it."""
        told = {
            "at": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            **self._event(record),
        }
        if self._as_json:
            return json.dumps(told, ensure_ascii=False, default=str)
        at, level, event, *about = (f"{name}={_plain(value)}" for name, value in told.items())
        return " ".join([at[3:], level[6:], event[6:], *about])

    def _event(self, record: logging.LogRecord) -> dict[str, Any]:
        """Ours as it is; others may put anything into their words, of which only the pattern is told."""
        about = getattr(record, "about", None)
        if about is not None:
            return {"event": record.msg, **about}
        error = record.exc_info[1] if record.exc_info else None
        first = str(record.msg).strip().splitlines()[:1]
        return {"event": "said", "by": record.name, "words": first[0] if first else "", **of_error(error)}


def _plain(value: Any) -> str:
    text = str(value)
    return json.dumps(text, ensure_ascii=False) if not text or any(letter in ' "=' for letter in text) else text


def write_logs(form: str, level: str) -> None:
    """From here on everything that is logged is written to the error stream; where that is full, the server goes on."""
    logging.raiseExceptions = False
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(as_json=form == "json"))
    handler.addFilter(_is_heard)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    OURS.setLevel(level.upper())


def _is_heard(record: logging.LogRecord) -> bool:
    """Others are heard only when they have failed: what people send that is no request is no trouble of ours."""
    return record.name.startswith(ROOT) or record.levelno >= logging.ERROR
