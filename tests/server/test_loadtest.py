"""A load test plays for real, and finds what is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from openoutcry.engine.mistakes import Mistake
from openoutcry.server.crowd import MOST_FAULTS, Counts, Crowd, Load, Player, Table
from openoutcry.server.loadtest import checked, measure, own_server, shares
from openoutcry.table import messages as m
from openoutcry.table.match import Match

GAME, SEATS = "crypto_cards", 3


@pytest.fixture
def player() -> Iterator[Player]:
    """Somebody at the first seat of a table that is nowhere."""
    loop = asyncio.new_event_loop()
    crowd = Crowd(Load("http://localhost:1", GAME, SEATS), loop)
    yield Table(crowd, "nowhere", None, ["token"] * SEATS).players[0]
    loop.close()


def first_view() -> m.ViewChanged:
    """What the first seat is shown of a match."""
    return m.ViewChanged(
        number=1,
        entries=0,
        record=Match(GAME, SEATS, seed=1).view(0).data,
        log_from=0,
        log=[],
        may_undo=False,
        may_ask_undo=False,
        tidies=False,
        thinking=[],
        race=None,
        clocks=None,
        head="0" * 64,
    )


def faults(player: Player, **changed: object) -> list[str]:
    """What is wrong with a second view that is like the first but for some changes."""
    player._opened(m.MatchOpened(game=GAME, seats=SEATS, seat=0, options={}))
    player._see(first_view())
    assert player._crowd.counts.faults == []
    player._see(replace(first_view(), **({"number": 2} | changed)))
    return [fault.removeprefix("table nowhere, seat 0: ") for fault in player._crowd.counts.faults]


def test_a_view_that_is_right(player: Player) -> None:
    assert faults(player) == []


def test_a_view_that_is_missing(player: Player) -> None:
    assert faults(player, number=3) == ["view 3: it came after 1"]


def test_lines_that_are_missing(player: Player) -> None:
    assert faults(player, log_from=1) == ["view 2: its log goes on from 1 after 0 lines"]


def test_entries_that_are_gone(player: Player) -> None:
    player._opened(m.MatchOpened(game=GAME, seats=SEATS, seat=0, options={}))
    player._see(replace(first_view(), entries=2))
    player._see(replace(first_view(), number=2, entries=1))
    assert player._crowd.counts.faults == ["table nowhere, seat 0: view 2: 1 entries after 2"]


def test_a_head_that_is_none(player: Player) -> None:
    assert faults(player, head="0" * 63) == [f"view 2: its head is '{'0' * 63}'"]


def test_a_secret_that_is_shown(player: Player) -> None:
    assert faults(player, record=Match(GAME, SEATS, seed=1).open_view().data) == [
        "view 2: it shows what is hidden from this seat"
    ]


def test_a_record_of_another_game(player: Player) -> None:
    size = len(first_view().record)
    assert faults(player, record=b"abc") == [f"view 2: its record has 3 bytes instead of {size}"]


def test_another_seat_than_ones_own(player: Player) -> None:
    player._opened(m.MatchOpened(game=GAME, seats=SEATS, seat=1, options={}))
    assert player._crowd.counts.faults == ["table nowhere, seat 0: dealt to at seat 1"]


def test_faults_beyond_those_that_are_named_are_counted() -> None:
    counts, others = Counts(), Counts()
    for number in range(MOST_FAULTS + 2):
        others.fault(str(number))
    counts.fault("first")
    counts.add(others)
    assert (counts.faults[:2], len(counts.faults), counts.more_faults) == (["first", "0"], MOST_FAULTS, 3)


def test_the_load_is_shared_out_whole() -> None:
    load = Load("http://localhost:1", tables=5, idle=1, spare=4)
    assert [(share.tables, share.idle, share.spare) for share in shares(load, 3)] == [(2, 1, 2), (2, 0, 1), (1, 0, 1)]
    assert [(share.tables, share.idle) for share in shares(load, 8)][-1] == (1, 0)


@pytest.mark.parametrize(
    ("load", "said"),
    [
        (Load("", tables=0), "there are 1 to 20000 tables, not 0 and 0 idle ones"),
        (Load("", seconds=0.0), "it takes more than 0 seconds, with 0 or more between actions, not 0.0, 0.0"),
        (Load("", seats=99), "Crypto Cards is for"),
    ],
)
def test_a_load_that_cannot_be(load: Load, said: str) -> None:
    with pytest.raises(Mistake, match=said):
        checked(load, 1)


def test_no_server_is_there() -> None:
    with pytest.raises(Mistake, match="does not answer"):
        measure(Load("http://localhost:1", GAME, tables=1))
    with pytest.raises(Mistake, match="such as http://localhost:8642, not 'here'"):
        measure(Load("here", GAME, tables=1))


def test_whoever_has_ended_a_match_goes_on_at_a_spare_table() -> None:
    """At those that were dealt before, one after another, as long as there are any; then the next is opened."""
    with own_server(GAME) as server:
        counts = measure(Load(server.url, GAME, 2, tables=1, spare=1, seconds=3.0))
    assert (counts.faults, dict(counts.declined)) == ([], {})
    assert counts.matches > 2


def test_tables_are_played_at_a_real_server() -> None:
    """Matches end and the next begin, in two processes, beside tables that wait; all that is heard is right."""
    with own_server(GAME) as server:
        counts = measure(Load(server.url, GAME, SEATS, tables=3, idle=2, seconds=3.0), processes=2)
    assert (counts.faults, counts.more_faults, dict(counts.declined)) == ([], 0, {})
    assert counts.actions > 20
    assert counts.views >= SEATS * (counts.actions - SEATS * 3)
    assert len(counts.latencies) == counts.actions
    assert 0 < counts.percentile(50) <= counts.percentile(99)
