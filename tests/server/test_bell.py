"""The fair bell: whoever rang first has rung first, however far away they are, and nobody gains by lying."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json
from msgspec.inspect import StructType, UnionType, type_info

import auctions
import bidding
from openoutcry.engine.mistakes import Mistake
from openoutcry.server import protocol
from openoutcry.server.bell import CAP, LONGEST_WINDOW, MARGIN, TOO_LATE, Delays, FairBell
from openoutcry.table.match import Match
from ringing import BellTable

ONE_WAY = (0.02, 0.06, 0.1)
"""Seconds that messages take, on three lines."""
JITTER = 0.02
"""Seconds that one may take longer."""
FIRST_BY = 0.03
"""Seconds by which somebody is first."""


def auction(seats: int = 4) -> Match:
    """An auction of Cash-a-Catch in which one eel lies."""
    return auctions.match_at(auctions.after(auctions.table(*[""] * seats), "0 open: E1"))


def blitz(seats: int = 4) -> Match:
    """A bid of seat 0 in Blitz."""
    start = bidding.opening(*[10] * seats, variant="blitz", doubling="on")
    return bidding.match_at(bidding.after(start, "0 bid 3 Gold"))


class Person:
    """Somebody on a line of a delay, who may answer pings late on purpose."""

    def __init__(self, chance: random.Random, one_way: float, late: float = 0.0, pings: int = 8) -> None:
        self.chance, self.one_way, self.late = chance, one_way, late
        self.delays = Delays()
        for _ in range(pings):
            self.ping()

    def trip(self) -> float:
        return self.one_way + self.chance.uniform(0, JITTER)

    def ping(self, kernel: float | None = None) -> None:
        self.delays.took(self.trip() + self.late + self.trip(), kernel)


def winner(match: Match, people: dict[int, Person], presses: dict[int, float], action: str) -> list[str]:
    """What happens at a table where these people press then, seconds after the race began."""
    began = 100.0
    table = BellTable(match, began, half_trips={seat: person.delays.half_trip for seat, person in people.items()})
    arrivals = [(began + at + people[seat].trip(), seat) for seat, at in presses.items()]
    heapq.heapify(arrivals)
    while arrivals:
        at, seat = heapq.heappop(arrivals)
        table.run(at)
        table.ring(seat, at, people[seat].delays.half_trip, action)
    table.run(at + LONGEST_WINDOW)
    assert sum(verdict.is_first for verdict in table.verdicts) == 1
    return table.log


def share_won(races: int, match: Callable[[], Match], action: str) -> float:
    """How many of the races are won by whoever presses first by 30 ms; the other two right after that."""
    chance, won = random.Random(15), 0
    for _ in range(races):
        people = {seat: Person(chance, way) for seat, way in zip((1, 2, 3), ONE_WAY, strict=True)}
        first, second, third = chance.sample([1, 2, 3], 3)
        at = chance.uniform(0.2, 1.5)
        presses = {first: at, second: at + FIRST_BY, third: at + FIRST_BY + chance.uniform(0, 0.05)}
        won += winner(match(), people, presses, action)[-1] == f"{first} {action}"
    return won / races


@pytest.mark.parametrize(("match", "action"), [(auction, "ring"), (blitz, "bid 4 Gold")])
def test_whoever_presses_first_by_30_ms_wins(match: Callable[[], Match], action: str) -> None:
    assert share_won(200, match, action) >= 0.95


@pytest.mark.long
def test_whoever_presses_first_by_30_ms_wins_over_thousands() -> None:
    assert share_won(3000, auction, "ring") >= 0.95


def test_without_the_bell_the_nearest_would_win() -> None:
    """What the bell is for: by arrival alone most of these races would be won by somebody else."""
    chance, won = random.Random(15), 0
    for _ in range(500):
        far, near = Person(chance, 0.1), Person(chance, 0.02)
        won += far.trip() < FIRST_BY + near.trip()
    assert won / 500 < 0.1


# What a race is.


def test_a_ring_counts_if_it_was_done_in_time_and_comes_later() -> None:
    table = BellTable(auction(), 10.0, half_trips={1: 0.02, 2: 0.1})
    table.run(12.04)
    assert table.log == []
    table.ring(2, 12.09, 0.1)
    table.run(12.2)
    assert table.log == ["2 ring"]
    (verdict,) = table.verdicts
    assert verdict.seat == 2
    assert verdict.is_first
    assert (verdict.arrived, verdict.half_trip, verdict.corrected) == pytest.approx((2.09, 0.1, 1.99))


def test_a_ring_after_the_end_is_too_late_and_does_not_buy_the_next_card() -> None:
    table = BellTable(auction(), 10.0, half_trips={2: 0.1})
    table.ring(2, 12.11, 0.1)
    table.run(12.5)
    assert table.log == ["1 hold", "2 hold", "3 hold"]
    assert table.declined == [("2", "missed_race")]


def test_a_ring_after_the_end_is_too_late_even_if_the_table_was_not_looked_at_meanwhile() -> None:
    table = BellTable(auction(), 10.0, half_trips={2: 0.1})
    table.bell.put("2", table.ring(2, 11.0, 0.1).message, 12.11, 0.1)
    table.bell._waiting.pop(0)
    table.step(13.0)
    assert table.log == ["1 hold", "2 hold", "3 hold"]
    assert table.declined == [("2", "missed_race")]


def test_the_next_race_begins_when_people_are_told_and_has_all_its_time() -> None:
    table = BellTable(auction(), 10.0, half_trips={2: 0.1})
    table.run(12.149)
    assert table.log == []
    table.run(12.15)
    race = table.session._race
    assert race is not None
    assert race.began == pytest.approx(12.15)
    table.ring(1, 12.2, 0.0)
    table.run(12.34)
    assert table.log == ["1 hold", "2 hold", "3 hold"]
    table.run(12.4)
    assert table.log[-1] == "1 ring"


def test_whom_the_race_opens_later_for_is_too_early_by_when_they_pressed() -> None:
    for pressed, told in ((0.45, [("0", "too_early")]), (0.55, [])):
        table = BellTable(auction(3), 10.0, half_trips={0: 0.1})
        table.ring(0, 10.0 + pressed + 0.1, 0.1)
        table.run(10.9)
        assert table.declined == told
        assert table.log[-1:] == ([] if told else ["0 ring"])


def test_whoever_comes_second_is_told_so() -> None:
    table = BellTable(auction(), 10.0, half_trips={1: 0.02, 2: 0.1})
    table.ring(1, 11.05, 0.02)
    table.ring(2, 11.1, 0.1)
    table.run(11.5)
    assert table.log == ["2 ring"]
    assert table.declined == [("1", "missed_race")]
    assert [(verdict.seat, verdict.is_first) for verdict in table.verdicts] == [(2, True), (1, False)]
    assert table.verdicts[1][1:4] == pytest.approx((1.05, 0.02, 1.03))


@pytest.mark.parametrize(("ahead", "first"), [(FIRST_BY, 1), (-FIRST_BY, 3)])
def test_bots_ring_at_their_own_times_in_between(ahead: float, first: int) -> None:
    for start in range(20):
        table = BellTable(auction(), 10.0 + start / 7, bots=[3], half_trips={1: 0.1})
        (plan,) = table.bots_ring(10.0 + start / 7 + 0.01).values()
        pressed = plan - ahead
        table.run(pressed + 0.1)
        table.ring(1, pressed + 0.1, 0.1)
        table.run(plan + 1)
        assert table.log[-1] == f"{first} ring"


def test_between_two_people_a_bot_takes_its_place() -> None:
    table = BellTable(auction(), 10.0, bots=[3], half_trips={1: 0.1, 2: 0.02})
    (plan,) = table.bots_ring(10.0).values()
    table.ring(2, plan + FIRST_BY + 0.02, 0.02)
    table.run(plan + 1)
    assert table.log[-1] == "3 ring"


# The order.


@given(
    st.lists(st.tuples(st.floats(0, 3), st.sampled_from("abc"), st.floats(0, 0.3)), max_size=30),
    st.lists(st.floats(0, 3.5), max_size=30),
    st.lists(st.floats(0, 0.3), max_size=3),
)
def test_what_was_done_earlier_is_never_done_later(
    rings: list[tuple[float, str, float]], looks: list[float], half_trips: list[float]
) -> None:
    bell, done = FairBell[int](), []
    bell.open(0.0, 5.0, half_trips)
    assert MARGIN <= bell.lag <= min(LONGEST_WINDOW, CAP + MARGIN)
    puts = [(at, number) for number, (at, _, _) in enumerate(rings)]
    for at, number in sorted([*puts, *((at, -1) for at in looks)]):
        if number >= 0:
            ring = bell.put(rings[number][1], number, at, rings[number][2])
            assert at - min(CAP, rings[number][2]) - 1e-9 <= ring.corrected <= at
        done += bell.ready(at)
    done += bell.ready(10.0)
    assert [ring.corrected for ring in done] == sorted(ring.corrected for ring in done)
    for who in "abc":
        own = [(ring.arrived, ring.number) for ring in done if ring.who == who]
        assert own == sorted(own)
    assert len(done) == len(rings)
    assert bell.next_at is None


def test_nobody_waits_longer_than_the_window() -> None:
    bell = FairBell[str]()
    bell.open(0.0, 5.0, [9.0, None])
    bell.put("near", "ring", 1.0, 0.0)
    assert bell.next_at is not None
    assert bell.next_at - 1.0 <= LONGEST_WINDOW
    assert bell.ready(1.0 + LONGEST_WINDOW)


# Lies.


def test_no_message_has_a_time_and_a_time_that_is_added_changes_nothing() -> None:
    union = type_info(protocol.SocketMessage)
    assert isinstance(union, UnionType)
    for one in union.types:
        assert isinstance(one, StructType)
        assert not {field.name for field in one.fields} & {"at", "time", "when", "now", "pressed", "sent", "clock"}
    plain = {"type": "play_action", "id": 1, "action": 2}
    for name in ("at", "time", "now", "corrected", "half_trip"):
        try:
            heard = protocol.read(json.encode({**plain, name: 0.0}))
        except Mistake:
            continue
        assert heard == protocol.read(json.encode(plain))


def gain(late: float, one_way: float) -> float:
    """Seconds that somebody gains on the average by answering pings so much later."""
    chance, gained = random.Random(7), 0.0
    for _ in range(300):
        honest, liar = Person(chance, one_way), Person(chance, one_way, late)
        bell = FairBell[str]()
        bell.open(0.0, 5.0, [honest.delays.half_trip, liar.delays.half_trip])
        first = bell.put("honest", "ring", 1.0, honest.delays.half_trip).corrected
        gained += first - bell.put("liar", "ring", 1.0, liar.delays.half_trip).corrected
    return gained / 300


@pytest.mark.parametrize("one_way", ONE_WAY)
def test_whoever_answers_pings_late_gains_half_of_it_and_at_most_what_is_left_to_the_cap(one_way: float) -> None:
    for late in (0.02, 0.05, 0.1, 0.2, 1.0, 10.0):
        assert gain(late, one_way) == pytest.approx(min(late / 2, CAP - one_way), abs=0.006)
        assert gain(late, one_way) <= CAP


def noticed(late: float, one_way: float, *, knows_kernel: bool, early: int = 0, lines: int = 1000) -> float:
    """The share of lines that are suspected, if they are honest for some pings and then late."""
    chance, count = random.Random(3), 0
    for _ in range(lines):
        person = Person(chance, one_way, pings=early)
        kernel = min(person.trip() + person.trip() for _ in range(4)) if knows_kernel else None
        person.late = late
        for _ in range(8):
            person.ping(kernel)
        count += person.delays.is_suspicious
    return count / lines


@pytest.mark.parametrize("one_way", ONE_WAY)
def test_lateness_on_purpose_is_noticed_and_honest_lines_are_not_suspected(one_way: float) -> None:
    assert noticed(0.0, one_way, knows_kernel=True) <= 0.001
    assert noticed(0.0, one_way, knows_kernel=False, early=50) <= 0.001
    assert noticed(0.06, one_way, knows_kernel=True) >= 0.99
    assert noticed(0.06, one_way, knows_kernel=False, early=5) >= 0.99


def test_lateness_from_the_first_answer_on_is_only_noticed_where_the_clients_system_is_seen() -> None:
    assert noticed(0.2, 0.02, knows_kernel=True) >= 0.99
    assert noticed(0.2, 0.02, knows_kernel=False) <= 0.01


def test_what_stays_unnoticed_gains_less_than_a_press_that_is_first_by_30_ms() -> None:
    for late in (0.02, 0.03, 0.04, 0.05, 0.06):
        is_seen = noticed(late, 0.02, knows_kernel=True) > 0.5
        assert is_seen or gain(late, 0.02) <= TOO_LATE


def test_nothing_is_thought_of_a_line_after_a_few_pings_and_one_good_answer_clears_it() -> None:
    delays = Delays()
    told = [(delays.half_trip, delays.is_suspicious)]
    for trip in (0.2, 0.2, 0.2, 0.2, 0.02):
        delays.took(trip, 0.01)
        told.append((delays.half_trip, delays.is_suspicious))
    assert told == [(None, False), *[(0.1, False)] * 3, (0.1, True), (0.01, False)]
