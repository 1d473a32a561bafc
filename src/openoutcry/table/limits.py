"""What comes from outside has limits: players' names, paths, and files, of which nothing is believed before it was
looked at.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from openoutcry.engine.mistakes import Mistake, quoted

LONGEST_NAME = 40
JOINERS = "\u200c\u200d"
"""They change nothing but the letters beside them, and some languages and many emoji need them."""
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Characters that a terminal obeys, that turn the direction of writing, that end a line, or that are none."""

LARGEST_FILE = 4 * 1024 * 1024
"""Bytes: forty times the file of a game of Dead-Cat Bounce for six that is played at random, the longest there is."""
LARGEST_NUMBER = 2**53 - 1
"""The largest that a page reads as it was written."""


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
        raise Mistake(f"players are a list of names, not {quoted(players)}")
    if len(players) != seats:
        needed = f"{seats} seats need {seats} players' names" if seats > 1 else "1 seat needs 1 player's name"
        raise Mistake(f"{needed}, not {len(players)}")
    for name in players:
        if not is_name(name):
            raise Mistake(f"a player's name is 1 to {LONGEST_NAME} characters that can be seen, not {quoted(name)}")
    return list(players)


def named_bots(bots: Mapping[int, str], seats: int) -> dict[int, str]:
    """Which bot plays at which seat, by their names."""
    for seat, name in bots.items():
        if type(seat) is not int or not 0 <= seat < seats or not is_name(name):
            raise Mistake(f"bots are names by their seats, 0 to {seats - 1}, not {quoted(name)} at {quoted(seat)}")
    return dict(sorted(bots.items()))


def path_of(given: str | Path) -> Path:
    """The path that somebody means."""
    if isinstance(given, str | Path) and str(given).strip() and "\0" not in str(given):
        with suppress(UnicodeEncodeError):
            os.fsencode(given)
            return Path(given)
    raise Mistake(f"a file has a name, as in match.json, not {quoted(given)}")


def refuse_what_is_no_file(path: Path) -> None:
    """Refuse folders, devices and whatever else would be waited for, or written over."""
    if path.is_dir():
        raise Mistake(f"{path} is a folder, not a match file")
    if path.exists() and not path.is_file():
        raise Mistake(f"{path} is not a match file but a device or the like")


def text_in(path: Path) -> str:
    """The text of a file, which has to be one and no larger than a match can be."""
    try:
        refuse_what_is_no_file(path)
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Mistake(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > LARGEST_FILE:
        raise Mistake(f"{path} is not a match file: it has more than {LARGEST_FILE // 2**20} MB")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Mistake(f"{path} is not a match file: it is not text in UTF-8") from None


def json_in(text: str) -> Any:
    """What JSON says, with no name twice in an object and no number that is not whole or that a page could not read."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_whole, parse_float=_whole, parse_constant=_whole)
    except json.JSONDecodeError as error:
        raise Mistake(f"is damaged: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise Mistake("is damaged: its brackets are nested too deeply") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise Mistake(f"is damaged: {quoted(twice)} is there twice in one object")
    return found


def _whole(written: str) -> int:
    """A number as a page reads it: 2.0 is 2."""
    number = float(written)
    if not abs(number) <= LARGEST_NUMBER or not number.is_integer():
        raise Mistake(
            f"is damaged: a number should be whole and no larger than {LARGEST_NUMBER}, not {quoted(written)}"
        )
    return int(number)
