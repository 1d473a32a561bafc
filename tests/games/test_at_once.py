"""What is chosen at once, in secret: the order of the choices is nothing, and nobody sees what another has chosen, only
that it was.

And races: nobody sees who has held, and the order of holding is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

import pytest

import auctions
from bidding import after, discards, keep_all, match_at, opening, table
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.table.match import Match, seats_in
from support import legal

Choice = tuple[str, ...]
KEEP: Choice = ("keep",)
IN_RED_ZONE = table("GGG", "OOO WWW GOW", "WWW")
RECOVERING = keep_all(IN_RED_ZONE)
STAKING = after(RECOVERING, "0 recover OOO", "2 recover GGG")


def interleavings(choices: Sequence[Choice]) -> Iterator[list[str]]:
    """Every order in which the seats' actions can arrive, each seat's own in their order."""
    if not any(choices):
        yield []
    for seat, actions in enumerate(choices):
        if actions:
            left = [*choices[:seat], actions[1:], *choices[seat + 1 :]]
            yield from ([f"{seat} {actions[0]}", *rest] for rest in interleavings(left))


def swaps(state: Any, seat: int) -> list[Choice]:
    """Every swap a seat can make."""
    put_away = sorted(action for action in legal(state, seat) if action.startswith("swap"))
    return [(first, then) for first in put_away for then in sorted(legal(after(state, f"{seat} {first}"), seat))]


@pytest.mark.parametrize(
    ("state", "choices", "orders"),
    [
        (IN_RED_ZONE, [KEEP, KEEP, KEEP], 6),
        (IN_RED_ZONE, [("swap GGG", "take OOO"), KEEP, KEEP], 12),
        (IN_RED_ZONE, [("swap GGG", "take GGG"), ("swap WWW", "take GGO"), KEEP], 30),
        (IN_RED_ZONE, [("swap GGG", "take WWW"), ("swap GOW", "take GOW"), ("swap WWW", "take GGG")], 90),
        (RECOVERING, [("recover GOW",), (), ("recover GGO",)], 2),
        (STAKING, [("stake GGG", "stake OOO"), ("stake WWW", "stake OOO"), ("stake WWW", "stake GGG")], 90),
        (table(10, 4, variant="endurance"), [("stake GOW",), ("stake GGO",)], 2),
        (table(9, 0, 5, variant="blitz"), [("swap GGG", "take GGG"), (), ("swap GGO", "take GOW")], 6),
    ],
)
def test_every_order_of_arrival_gives_the_same_bytes(state: Any, choices: list[Choice], orders: int) -> None:
    ends = [after(state, *lines).tobytes() for lines in interleavings(choices)]
    assert (len(ends), len(set(ends))) == (orders, 1)


def test_the_order_in_a_players_own_stake_is_nothing_either() -> None:
    orders = [after(STAKING, *[f"1 stake {card}" for card in cards]) for cards in permutations(["OOO", "WWW"])]
    assert orders[0].tobytes() == orders[1].tobytes()


def test_whole_beginnings_of_rounds_come_to_the_same_bytes() -> None:
    red_zone = [("swap GGG", "take OOO"), KEEP, ("swap WWW", "take GGO")]
    recovery = [("recover GGG",), (), ("recover WWO",)]
    stakes = [("stake GGG", "stake OOO"), ("stake GOW", "stake OOO"), ("stake GGO", "stake WWO")]
    steps = [list(interleavings(step))[:: 15 if IS_PLAIN else 3] for step in (red_zone, recovery, stakes)]
    ends = {after(IN_RED_ZONE, *lines, *more, *last, "0 bid 3 Gold").tobytes() for lines, more, last in product(*steps)}
    assert len(ends) == 1


def views(match: Match, seats: Sequence[int | None]) -> list[bytes]:
    """Every byte these seats are given: record, mask and log."""
    return [match.view(seat).as_bytes() for seat in seats]


def seen_after(state: Any, chooser: int, choice: Choice, *then: str) -> list[bytes]:
    """What the others are given once a seat has chosen, and more was done."""
    match = match_at(state)
    for line in [*(f"{chooser} {action}" for action in choice), *then]:
        seat, _, action = line.partition(" ")
        match.play(int(seat), action)
    return views(match, [*(seat for seat in range(match.seats) if seat != chooser), None])


def test_nobody_sees_whether_or_what_another_swaps_until_all_have_chosen() -> None:
    choices = swaps(IN_RED_ZONE, 1)
    assert len(choices) == 3 * 8
    before = views(match_at(IN_RED_ZONE), [0, 2, None])
    chosen = seen_after(IN_RED_ZONE, 1, KEEP)
    assert all(one != other for one, other in zip(before, chosen, strict=True))
    for choice in choices:
        assert seen_after(IN_RED_ZONE, 1, choice[:1]) == before
        assert seen_after(IN_RED_ZONE, 1, choice) == chosen


def test_then_all_see_who_has_swapped_but_not_which_cards() -> None:
    rest = "0 keep", "2 keep"
    kept, swapped = seen_after(IN_RED_ZONE, 1, KEEP, *rest), seen_after(IN_RED_ZONE, 1, swaps(IN_RED_ZONE, 1)[0], *rest)
    assert all(one != other for one, other in zip(kept, swapped, strict=True))
    for choice in swaps(IN_RED_ZONE, 1):
        assert seen_after(IN_RED_ZONE, 1, choice, *rest) == swapped


def test_nobody_sees_what_another_recovers() -> None:
    choices: list[Choice] = [(f"recover {card}",) for card in discards(RECOVERING, 0).split()]
    assert len(choices) == 9
    for then in ([], ["2 recover GGG"]):
        assert len({tuple(seen_after(RECOVERING, 0, choice, *then)) for choice in choices}) == 1


def test_nobody_sees_what_another_stakes() -> None:
    choices: list[Choice] = [
        (f"stake {one}", f"stake {other}") for one, other in permutations(["OOO", "WWW", "GOW"], 2)
    ]
    rest = "0 stake GGG", "0 stake OOO", "2 stake GGG", "2 stake WWW", "0 bid 2 Gold"
    for then in (rest[:0], rest[:2], rest[:4], rest):
        assert len({tuple(seen_after(STAKING, 1, choice, *then)) for choice in choices}) == 1
    assert len({tuple(seen_after(STAKING, 1, choice[:1])) for choice in choices}) == 1


def test_only_that_another_has_chosen_is_seen() -> None:
    match = match_at(STAKING)
    match.play(1, "stake WWW")
    view = match.view(0).as_dict()
    assert (view["state"]["stake_sizes"], view["state"]["hand_sizes"]) == ([0, 1, 0], [2, 2, 2])
    assert (view["to_act"], view["log"]) == ([0, 1, 2], [[1, "stake ?"]])
    match.play(1, "stake OOO")
    assert match.view(0).to_act == [0, 2]
    in_red_zone = match_at(IN_RED_ZONE)
    in_red_zone.play(1, "swap WWW")
    assert (in_red_zone.view(0).to_act, in_red_zone.view(0).log) == ([0, 1, 2], [])
    in_red_zone.play(1, "take GGG")
    assert (in_red_zone.view(0).to_act, in_red_zone.view(0).log) == ([0, 2], [])


RACERS = (1, 2, 3)
SOME_HAVE_HELD = [held for count in range(3) for held in combinations(RACERS, count)]


def race(held: Sequence[int], *then: str) -> Match:
    """Four players of Blitz, a bid of seat 0, these have held, and more was done."""
    match = match_at(after(opening(10, 10, 10, 10, variant="blitz", doubling="on"), "0 bid 3 Gold"))
    for line in [*(f"{seat} hold" for seat in held), *then]:
        seat, _, action = line.partition(" ")
        match.play(int(seat), action)
    return match


@pytest.mark.parametrize("watcher", [0, 1, 2, 3, None])
def test_in_a_race_no_view_shows_who_has_held(watcher: int | None) -> None:
    assert len(SOME_HAVE_HELD) == 7
    for has_held in (True, False):
        held = [some for some in SOME_HAVE_HELD if (watcher in some) == has_held]
        seen = {race(some).view(watcher).as_bytes() for some in held}
        assert len(seen) == (1 if held else 0)


@pytest.mark.parametrize("held", SOME_HAVE_HELD)
def test_in_a_race_all_but_oneself_seem_not_to_have_held(held: tuple[int, ...]) -> None:
    match = race(held)
    assert match.to_act == [seat for seat in RACERS if seat not in held]
    for watcher in range(4):
        view = match.view(watcher)
        assert view.to_act == [seat for seat in RACERS if seat != watcher or seat not in held]
        assert (view.log, bool(view.legal)) == ([(watcher, "hold")] if watcher in held else [], watcher in match.to_act)
    assert match.view(None).to_act == [1, 2, 3]


@pytest.mark.parametrize(
    "then", [["3 challenge"], ["3 challenge", "0 double"], ["3 challenge", "0 double", "3 withdraw"]]
)
def test_who_held_before_a_challenge_out_of_turn_stays_unseen(then: list[str]) -> None:
    for watcher in (0, 3, None):
        assert len({race(held, *then).view(watcher).as_bytes() for held in [(), (1,), (2,)]}) == 1


def test_the_order_of_holding_is_nothing() -> None:
    start = after(opening(10, 10, 10, 10, variant="blitz"), "0 bid 3 Gold")
    for count in (2, 3):
        for some in combinations(RACERS, count):
            assert (
                len({after(start, *(f"{seat} hold" for seat in order)).tobytes() for order in permutations(some)}) == 1
            )
    assert seats_in(after(start, "3 hold", "1 hold", "2 hold")) == [1]


@pytest.mark.parametrize("seats", [4, 5])
def test_at_the_bell_the_order_of_holding_is_nothing(seats: int) -> None:
    start = auctions.after(auctions.table(*[""] * seats), "0 open: E1")
    for count in range(2, seats):
        for some in combinations(range(1, seats), count):
            card = ": S2" if count == seats - 1 else ""
            orders = [
                [*(f"{seat} hold" for seat in order[:-1]), f"{order[-1]} hold{card}"] for order in permutations(some)
            ]
            assert len({auctions.after(start, *lines).tobytes() for lines in orders}) == 1


def test_of_three_too_and_the_auctioneer_always_comes_last() -> None:
    start = auctions.after(auctions.table("", "", ""), "0 open: E1")
    both = [auctions.after(start, "1 hold", "2 hold"), auctions.after(start, "2 hold", "1 hold")]
    assert both[0].tobytes() == both[1].tobytes()
    assert [seats_in(state) for state in (start, both[0], auctions.after(both[0], "0 hold: S2"))] == [
        [1, 2],
        [0],
        [1, 2],
    ]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_whoever_rings_buys_the_same_whoever_has_held_before(seats: int) -> None:
    start = auctions.after(auctions.table(*[""] * seats), "0 open: E1")
    for buyer in range(1, seats):
        others = [seat for seat in range(1, seats) if seat != buyer]
        before = [order for count in range(len(others) + 1) for order in permutations(others, count)]
        assert (
            len(
                {
                    auctions.after(start, *(f"{seat} hold" for seat in held), f"{buyer} ring").tobytes()
                    for held in before
                }
            )
            == 1
        )


def bell(seats: int, held: Sequence[int]) -> Match:
    """An auction in which these have held, one after the other."""
    match = auctions.match_at(auctions.after(auctions.table(*[""] * seats), "0 open: E1"))
    for seat in held:
        match.play(seat, "hold")
    return match


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_at_the_bell_no_view_shows_who_has_held(seats: int) -> None:
    """Of three the auctioneer, asked last, knows that all have: what it is shown then is another thing."""
    everyone = range(1, seats)
    orders = [order for count in range(seats - 1) for order in permutations(everyone, count)]
    orders += list(permutations(everyone)) if seats == 3 else []
    for watcher in (*range(seats), None):
        seen: dict[tuple[bool, bool], set[bytes]] = {}
        for held in orders:
            is_asked_last = watcher == 0 and len(held) == seats - 1
            seen.setdefault((watcher in held, is_asked_last), set()).add(bell(seats, held).view(watcher).as_bytes())
        assert {len(views) for views in seen.values()} == {1}
        assert len(seen) == (1 if watcher is None or (watcher == 0 and seats > 3) else 2)


def test_of_three_the_auctioneer_learns_that_the_others_have_held_and_they_do_not_learn_that_it_is_asked() -> None:
    match = bell(3, [2, 1])
    assert [match.view(watcher).to_act for watcher in (0, 1, 2, None)] == [[0], [0, 2], [0, 1], [0, 1, 2]]
    assert [match.view(watcher).log for watcher in (0, 1, 2, None)] == [[], [(1, "hold")], [(2, "hold")], []]
    assert [str(action) for action in match.view(0).legal] == ["ring", "hold"]
    assert match.view(1).legal == match.view(2).legal == []
