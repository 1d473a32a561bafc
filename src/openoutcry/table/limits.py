"""What comes from outside has limits: players' names, paths, and files, of which nothing is believed before it was
looked at.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from openoutcry.engine.mistakes import Reason, quoted

LONGEST_NAME = 40
JOINERS = "\u200c\u200d"
"""They change nothing but the letters beside them, and some languages and many emoji need them."""
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Characters that a terminal obeys, that turn the direction of writing, that end a line, or that are none."""

LARGEST_FILE = 4 * 1024 * 1024
"""Bytes: forty times the file of a game of Dead-Cat Bounce for six that is played at random, the longest there is."""
MOST_ENTRIES = 5000
"""Entries of a log that somebody has seen when they take nothing back any more, or a match would have no end."""
LARGEST_NUMBER = 2**53 - 1
"""The largest that a page reads as it was written."""
DEEPEST = 100
"""How many brackets may be open at once; a match needs five."""
_BRACKET_OR_STRING = re.compile(r'[\[\]{}]|"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)


def is_name(name: object) -> bool:
    r"""Whether a player can be called so: names are shown in terminals, pages and logs.

    >>> [is_name(name) for name in ("Ann", "Çelik", "李", "seat 0", "", "  ", "a" * 41, "\x1b[2J", "\u202eeve", None)]
    [True, True, True, True, False, False, False, False, False, False]
    """
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        return False
    letters = [letter for letter in name if letter not in JOINERS]
    return bool("".join(letters).strip()) and all(unicodedata.category(letter) not in UNSEEN for letter in letters)


def named_players(players: Sequence[str], seats: int) -> list[str]:
    """The players' names, one for each seat."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise Reason("players_no_list", players=quoted(players))
    if len(players) != seats:
        raise Reason("players_for_seats", seats=seats, players=len(players))
    for name in players:
        if not is_name(name):
            raise Reason("not_a_name", longest=LONGEST_NAME, name=quoted(name))
    return list(players)


def named_bots(bots: Mapping[int, str], seats: int) -> dict[int, str]:
    """Which bot plays at which seat, by their names."""
    for seat, name in bots.items():
        if type(seat) is not int or not 0 <= seat < seats or not is_name(name):
            raise Reason("not_a_bot", last=seats - 1, name=quoted(name), seat=quoted(seat))
    return dict(sorted(bots.items()))


def path_of(given: str | Path) -> Path:
    """The path that somebody means."""
    if isinstance(given, str | Path) and str(given).strip() and "\0" not in str(given):
        with suppress(UnicodeEncodeError):
            os.fsencode(given)
            return Path(given)
    raise Reason("not_a_path", path=quoted(given))


def refuse_what_is_no_file(path: Path) -> None:
    """Refuse folders, devices and whatever else would be waited for, or written over."""
    if path.is_dir():
        raise Reason("file", path=str(path), why=Reason("is_folder"))
    if path.exists() and not path.is_file():
        raise Reason("file", path=str(path), why=Reason("is_device"))


def text_in(path: Path) -> str:
    """The text of a file, which has to be one and no larger than a match can be."""
    try:
        refuse_what_is_no_file(path)
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Reason("file", path=str(path), why=Reason("not_readable", why=str(error.strerror))) from None
    if len(content) > LARGEST_FILE:
        raise Reason("file", path=str(path), why=too_large())
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Reason("file", path=str(path), why=Reason("not_text")) from None


def too_large() -> Reason:
    """Why a file is not looked at."""
    return Reason("file_too_large", most=LARGEST_FILE // 2**20)


def json_in(text: str) -> Any:
    """What JSON says, with no name twice in an object and no number that is not whole or that a page could not read."""
    _refuse_what_is_too_deep(text)
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_whole, parse_float=_whole, parse_constant=_whole)
    except json.JSONDecodeError as error:
        before = text[: _place(error)]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise Reason("not_json", line=line, column=column) from None


def _refuse_what_is_too_deep(text: str) -> None:
    """Refuse brackets in brackets in brackets, which take more room than they are worth."""
    depth = 0
    for found in _BRACKET_OR_STRING.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > DEEPEST:
            raise Reason("too_deep")


def _place(error: json.JSONDecodeError) -> int:
    """Where a text is no JSON any more: behind a comma too many, where some versions of Python name the comma."""
    if not error.msg.startswith("Illegal trailing comma"):
        return error.pos
    return len(error.doc) - len(error.doc[error.pos + 1 :].lstrip(" \t\n\r"))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise Reason("named_twice", name=quoted(twice))
    return found


def _whole(written: str) -> int:
    """A number as a page reads it: 2.0 is 2."""
    number = float(written)
    if not abs(number) <= LARGEST_NUMBER or not number.is_integer():
        raise Reason("not_a_number", largest=LARGEST_NUMBER, number=quoted(written))
    return int(number)


STEPS, FEWEST_STEPS, MOST_STEPS = 8_000_000, 10_000, 1_000_000_000
"""So many steps are played for the review of a whole match, unless another number is asked for."""
