"""What comes from outside has limits: hostile files, names and numbers get one sentence, and a damaged file is never
more than refused.
"""

from __future__ import annotations

import copy
import json
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import openoutcry as oo
from openoutcry.engine.mistakes import quoted
from openoutcry.games import registered
from openoutcry.table.file import text_of
from openoutcry.table.limits import LARGEST_FILE, LONGEST_NAME, is_name
from table.test_match import played

GOOD_NAMES = [
    "Ann",
    "Çelik",
    "李 雷",
    "O'Hara-Smith",
    "seat 0",
    "👩‍💻",
    "علي",
    "می‌خواهم",
    "{player}",
    "[bold]",
    "a" * LONGEST_NAME,
]
BAD_NAMES = [
    "",
    " ",
    "\u200d",
    "a" * (LONGEST_NAME + 1),
    "a\nb",
    "\x1b[2J",
    "\u202eeve",
    "\u2066eve",
    "a\u200eb",
    "\ud800",
    "\x00",
    "\u2028",
]
NO_NAMES: list[Any] = [None, 7, 1.5, True, {}, [], b"Ann"]


@cache
def honest(game: str) -> str:
    """A match file with undoing in it."""
    match = played(oo.Match(game, 3, seed=3, players=["Ann", "Bo", "Çelik"]), 12)
    match.undo(match.log[-1].seat, consent=True)
    return text_of(match)


def sentence_of(content: bytes, folder: Path) -> str:
    """Why a file is refused."""
    path = folder / "match.json"
    path.write_bytes(content)
    with pytest.raises(oo.Mistake) as caught:
        oo.load(path)
    return str(caught.value).removeprefix(f"{path} ")


def changed(**values: Any) -> bytes:
    return json.dumps(json.loads(honest("bounce")) | values).encode()


def test_an_honest_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(changed())
    assert len(oo.load(tmp_path / "match.json").log) == 13


HOSTILE: list[tuple[bytes | str | dict[str, Any], str]] = [
    (b"[" * 1_000_000, "is damaged: its brackets are nested too deeply"),
    (b'{"format": ' + b'{"a": ' * 100_000 + b"1" + b"}" * 100_001, "is damaged: its brackets are nested too deeply"),
    ("3" * 100_000, "is damaged: a number should be whole and no larger than"),
    ("9007199254740992", "is damaged: a number should be whole and no larger than"),
    ("3.5", "is damaged: a number should be whole and no larger than"),
    ("1e999", "is damaged: a number should be whole and no larger than"),
    ("NaN", "is damaged: a number should be whole and no larger than"),
    ("-Infinity", "is damaged: a number should be whole and no larger than"),
    ('3, "seats": 3', "is damaged: 'seats' is there twice in one object"),
    ({"players": [{}, [], None]}, "cannot be replayed: a player's name is 1 to 40 characters that can be seen, not {}"),
    (
        {"players": ["A", "B", "x" * 100_000]},
        "cannot be replayed: a player's name is 1 to 40 characters that can be seen, not 'xxx",
    ),
    (
        {"players": ["A", "B", "\x1b[2J"]},
        r"cannot be replayed: a player's name is 1 to 40 characters that can be seen, not '\x1b[2J'",
    ),
    ({"game": "x" * 3_000_000}, "cannot be replayed: there is no game 'xxx"),
    ({"options": {"x" * 3_000_000: 1}}, "cannot be replayed: there is no option 'xxx"),
    (
        {"options": {"spaces": "x" * 3_000_000}},
        "cannot be replayed: option spaces takes a whole number from 3 to 30, not 'xxx",
    ),
    ({"options": {"finish": "x" * 3_000_000}}, "cannot be replayed: option finish takes first or all, not 'xxx"),
    ({"options": {"finish": [[[[]]]]}}, "cannot be replayed: option finish takes first or all, not [[[[]]]]"),
    ({"key": "x" * 3_000_000}, "is damaged: the key is not hexadecimal"),
    (
        {"log": [{"seat": 0, "action": 0, "text": "x" * 3_000_000}]},
        "does not follow the rules at log entry 1: action 0 is 'roll', not 'xxx",
    ),
    ({"log": [{"seat": 0, "undo": "x" * 3_000_000}]}, "does not follow the rules at log entry 1: "),
    (
        {"log": [{"seat": 9**15, "action": 0, "text": "roll"}]},
        "does not follow the rules at log entry 1: there is no seat 205891132094649;",
    ),
    (
        {"log": [{"seat": 0, "action": 9**15}]},
        "does not follow the rules at log entry 1: there is no action 205891132094649;",
    ),
    ({"stands": {"to_act": "x" * 3_000_000}}, "is damaged: after the last log entry to_act should be ["),
    ({"more": "x" * LARGEST_FILE}, "is not a match file: it has more than "),
    (b"\xff\xfe{\x00}\x00", "is not a match file: it is not text in UTF-8"),
    (b"{\x00}\x00", "is damaged: line 1"),
    (b"\x00" * 1000, "is damaged: line 1"),
]
"""A whole file, or the number of seats in an honest one as it is written there, or other values in it; and what is
said.
"""


@pytest.mark.parametrize(("hostile", "sentence"), HOSTILE, ids=quoted)
def test_a_hostile_file_is_one_sentence(hostile: bytes | str | dict[str, Any], sentence: str, tmp_path: Path) -> None:
    if isinstance(hostile, dict):
        hostile = changed(**hostile)
    elif isinstance(hostile, str):
        hostile = with_seats(hostile)
    said = sentence_of(hostile, tmp_path)
    assert said.startswith(sentence)
    assert len(said) < 300
    assert said.isprintable()


def with_seats(written: str) -> bytes:
    return changed().replace(b'"seats": 3', f'"seats": {written}'.encode())


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(b"\xef\xbb\xbf" + changed())
    assert oo.load(tmp_path / "match.json").seats == 3


def test_a_number_is_read_as_a_page_reads_it(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(with_seats("3.0"))
    assert oo.load(tmp_path / "match.json").seats == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_no_file_is_neither_waited_for_nor_written_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    match = oo.Match("bounce", 1, seed=1)
    for path, what in ((tmp_path / "pipe", "a device"), (Path("/dev/null"), "a device"), (tmp_path, "a folder")):
        for do in (oo.load, match.save):
            with pytest.raises(oo.Mistake, match=f"^{path} is .*{what}"):
                do(path)
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("path", ["", " ", "a\0b", "\ud800", None, 7, b"match.json"], ids=quoted)
def test_a_path_that_is_none_is_refused(path: Any) -> None:
    for do in (oo.load, oo.Match("bounce", 1, seed=1).save):
        with pytest.raises(oo.Mistake, match=r"^a file has a name, as in match.json, not "):
            do(path)


@pytest.mark.parametrize("name", GOOD_NAMES, ids=quoted)
def test_a_good_name_survives_its_file(name: str, tmp_path: Path) -> None:
    oo.Match("bounce", 1, seed=1, players=[name]).save(tmp_path / "match.json")
    assert oo.load(tmp_path / "match.json").players == [name]


@pytest.mark.parametrize("name", [*BAD_NAMES, *NO_NAMES], ids=quoted)
def test_a_bad_name_is_refused(name: Any) -> None:
    assert not is_name(name)
    with pytest.raises(oo.Mistake, match=r"^a player's name is 1 to 40 characters that can be seen, not "):
        oo.Match("bounce", 1, seed=1, players=[name])


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"seats": "2"}, "Crypto Cards is for 2 to 6 players, not '2'"),
        ({"seats": 2.0}, "Crypto Cards is for 2 to 6 players, not 2.0"),
        ({"seats": True}, "Crypto Cards is for 2 to 6 players, not True"),
        ({"seats": 10**10_000}, "Crypto Cards is for 2 to 6 players, not a number of 33220 bits"),
        ({"seed": 1.5}, "a seed is a whole number from 0 to 18446744073709551615, not 1.5"),
        ({"seed": "1"}, "a seed is a whole number from 0 to 18446744073709551615, not '1'"),
        ({"seed": True}, "a seed is a whole number from 0 to 18446744073709551615, not True"),
        ({"seed": -1}, "a seed is a whole number from 0 to 18446744073709551615, not -1"),
        ({"seed": 2**64}, "a seed is a whole number from 0 to 18446744073709551615, not 18446744073709551616"),
        ({"seed": 10**10_000}, "a seed is a whole number from 0 to 18446744073709551615, not a number of 33220 bits"),
        ({"key": "a" * 32}, "a key is 32 bytes, not 'aaa"),
        ({"key": bytearray(32)}, "a key is 32 bytes, not bytearray"),
        ({"key": [0] * 32}, "a key is 32 bytes, not [0, 0,"),
        ({"options": [("hand", 5)]}, "options are a mapping of names to values, as in {'hand': 5}, not [('hand', 5)]"),
        ({"options": []}, "options are a mapping of names to values, as in {'hand': 5}, not []"),
        ({"options": {5: 5}}, "options are a mapping of names to values, as in {'hand': 5}, not {5: 5}"),
        ({"options": {"hand": 5.0}}, "option hand takes a whole number from 3 to 8, not 5.0"),
        ({"options": {"hand": float("inf")}}, "option hand takes a whole number from 3 to 8, not inf"),
        ({"options": {"hand": [5]}}, "option hand takes a whole number from 3 to 8, not [5]"),
        ({"options": {"hand": True}}, "option hand takes a whole number from 3 to 8, not True"),
        ({"options": {"hand": 10**10_000}}, "option hand takes a whole number from 3 to 8, not a number of 33220 bits"),
        ({"options": {"hand": "9" * 10_000}}, "option hand takes a whole number from 3 to 8, not '999"),
        ({"options": {"buy_back": 1}}, "option buy_back takes off or on, not 1"),
        ({"options": {"buy_back": None}}, "option buy_back takes off or on, not None"),
        ({"players": "An"}, "players are a list of names, not 'An'"),
        ({"players": 7}, "players are a list of names, not 7"),
        ({"players": {"Ann", "Bo"}}, "players are a list of names, not {"),
        ({"players": ["Ann"]}, "2 seats need 2 players' names, not 1"),
        ({"game": 7}, "there is no game 7; there are bounce, "),
        ({"game": None}, "there is no game None; there are bounce, "),
    ],
    ids=quoted,
)
def test_a_match_of_bad_types_is_a_mistake(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(oo.Mistake) as caught:
        oo.Match(**{"game": "crypto_cards", "seats": 2, **given})
    assert str(caught.value).startswith(sentence)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("seat", ["0", 0.0, True, 2, -1, 10**10_000, np.array([0, 1]), []], ids=quoted)
def test_a_seat_that_is_none_is_a_mistake(seat: Any) -> None:
    match = oo.Match("crypto_cards", 2, seed=7)
    match.play(0, "pass")
    for do in (match.legal, match.view, match.undo, match.may_undo, lambda seat: match.play(seat, "pass")):
        with pytest.raises(oo.Mistake, match=r"^there is no seat .*; they go from 0 to 1$"):
            do(seat)


@pytest.mark.parametrize(
    "action",
    [None, 1.5, True, -1, 161, 10**10_000, b"pass", [], "fly", "x" * 1_000_000, "sell " + "x" * 1_000_000],
    ids=quoted,
)
def test_an_action_that_is_none_is_a_mistake(action: Any) -> None:
    match = oo.Match("crypto_cards", 2, seed=7)
    with pytest.raises(oo.Mistake) as caught:
        match.play(0, action)
    assert len(str(caught.value)) < 300
    assert match.log == []


def test_an_action_of_another_game_is_refused_and_not_taken_by_its_number() -> None:
    """Action 0 is `roll` in Bounce and something else everywhere; and every game refuses every action of every
    other.
    """
    match = oo.Match("bounce", 1, seed=1)
    sell = oo.Match("crypto_cards", 2, seed=7).read(0)
    with pytest.raises(oo.Mistake, match=r"^'sell AC' is an action of another game$"):
        match.play(0, sell)
    assert match.log == []
    for one in registered().values():
        for other in registered().values():
            for action in list(other.actions)[:200] if one is not other else ():
                with pytest.raises(oo.Mistake, match="is an action of another game"):
                    one.actions.own(action)


def test_a_copy_of_an_action_is_taken() -> None:
    match = oo.Match("bounce", 1, seed=1)
    match.play(0, copy.deepcopy(match.read("roll")))
    assert [str(entry) for entry in match.log] == ["roll"]


def test_numpy_numbers_are_numbers() -> None:
    numbers: list[Any] = [np.int8(0), np.int64(160), np.int64(7), np.uint8(5)]
    seat, action, seed, hand = numbers
    match = oo.Match("crypto_cards", 2, {"hand": hand}, seed=seed)
    match.play(seat, action)
    assert str(match.log[0]) == "pass"


def test_what_is_quoted_is_short_and_does_nothing_to_a_terminal() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    wide = {str(number): "x" * 1000 for number in range(100_000)}
    for value in (
        "\x1b[2J\u202e",
        "x" * 10**7,
        10**100_000,
        -(10**100_000),
        deep,
        wide,
        [10**100_000],
        b"x" * 10**7,
        object(),
    ):
        assert len(quoted(value)) < 130
        assert quoted(value).isprintable()
    while deep:
        deep = deep[0]


BYTES = st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=12))
"""Where in a file, how many bytes there go, and what comes instead."""
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=50)
    | st.sampled_from([{}, [], "pass", "roll", 0, 1, -1])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def is_read_or_refused(content: bytes) -> bool:
    """Whether a file is a match; if not it is a mistake, and one that can be shown to anybody."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        path.write_bytes(content)
        try:
            match = oo.load(path)
        except oo.Mistake as mistake:
            said = str(mistake).removeprefix(str(path))
            assert said.isprintable()
            assert len(said) < 400
            return False
        assert all(is_name(player) for player in match.players)
        match.save(path)
        assert oo.load(path).log == match.log
        return True


@given(st.sampled_from(list(registered())), st.lists(BYTES, min_size=1, max_size=4))
@settings(max_examples=150)
def test_a_file_with_other_bytes_is_read_or_refused(game: str, changes: list[tuple[float, int, bytes]]) -> None:
    content = honest(game).encode()
    for place, gone, come in changes:
        at = int(place * len(content))
        content = content[:at] + come + content[at + gone :]
    is_read_or_refused(content)


@given(
    st.sampled_from(list(registered())),
    st.lists(st.tuples(st.lists(st.integers(0, 50), max_size=4), VALUES), min_size=1, max_size=3),
)
@settings(max_examples=150)
def test_a_file_with_other_values_is_read_or_refused(game: str, changes: list[tuple[list[int], Any]]) -> None:
    data = json.loads(honest(game))
    for way, value in changes:
        put(data, way, value)
    is_read_or_refused(json.dumps(data).encode())


def put(data: Any, way: list[int], value: Any) -> None:
    """Put a value somewhere into nested lists and objects, the way given by numbers."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    if not keys or not way:
        return
    key = keys[way[0] % len(keys)]
    if len(way) > 1 and isinstance(data[key], dict | list) and data[key]:
        put(data[key], way[1:], value)
    else:
        data[key] = value


def test_the_files_that_are_changed_are_good_ones() -> None:
    assert all(is_read_or_refused(honest(game).encode()) for game in registered())
