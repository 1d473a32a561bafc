"""The clauses of Bounce. Tokens are listed by seat, as RULES.md writes their states: 3↑, 1↓, off, landed or sick."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find
from openoutcry.table.match import Match, seats_in
from support import any_chance, legal, places, play, points, position, refused, rigged_dice, shown
from twins import bounce
from twins.facts import tokens_of

BOUNCE = find("bounce")


def board(
    tokens: str,
    mover: int = 0,
    arrows: int | Sequence[int] = 5,
    went: Sequence[int] | None = None,
    **options: int | str,
) -> Any:
    """A position: who has landed or is sick went in the order of the seats, unless `went` says otherwise."""
    written = tokens.split()
    spaces = int(options.get("spaces", 9))
    statuses = [token if token in ("landed", "sick") else "jumping" for token in written]
    return position(
        "bounce",
        len(written),
        options,
        seat=mover,
        to_act=[mover],
        tokens=[number_of(token, spaces) for token in written],
        arrows=[arrows] * len(written) if isinstance(arrows, int) else arrows,
        statuses=statuses,
        landed=statuses.count("landed"),
        sick=statuses.count("sick"),
        went=went
        or [statuses[: seat + 1].count(status) if status != "jumping" else 0 for seat, status in enumerate(statuses)],
    )


def number_of(token: str, spaces: int) -> int:
    if token in ("off", "landed", "sick"):
        return {"off": 0, "landed": 2 * spaces, "sick": 1}[token]
    space = int(token[:-1])
    return space if token.endswith("↑") else 2 * spaces + 1 - space


def roll(state: Any, *dice: int) -> Any:
    return play(state, int(state.seat), "roll", rigged_dice(dice))


def move(state: Any, pips: int) -> Any:
    """Roll so many pips with the dice the arrow allows."""
    arrow = int(state.arrows[int(state.seat)])
    count = 1 if arrow >= state.one_die else 2 if arrow >= state.two_dice else 3
    dice: list[int] = []
    for others in reversed(range(count)):
        dice.append(min(6, pips - sum(dice) - others))
    assert sum(dice) == pips
    return roll(state, *dice)


def faceplant(state: Any, coin: int) -> Any:
    return play(state, int(state.seat), "faceplant", rigged_dice([coin], sides=2))


def tokens(state: Any) -> str:
    return " ".join(tokens_of(state))


def arrows(state: Any) -> list[int]:
    return [int(arrow) for arrow in state.arrows[: int(state.seats)]]


def ending(state: Any) -> str:
    return str(shown(state)["ending"])


def begun(seats: int, **options: int | str) -> Any:
    state = BOUNCE.template(seats, options)
    BOUNCE.rules.setup(state, any_chance())
    return state


@dataclass(frozen=True)
class Situation:
    """One turn, worked out by hand from RULES.md alone; what is not given as a result was not asked."""

    number: int
    before: str
    pips: int
    after: str
    mover: int = 0
    arrows: int | Sequence[int] = 5
    options: dict[str, Any] = field(default_factory=dict)
    action: str = "roll"
    arrows_after: Sequence[int] | None = None
    places: Sequence[int] | None = None
    to_act: Sequence[int] | None = None

    def __str__(self) -> str:
        return f"{self.number}: {self.before} {self.action} {self.pips}"


ALL = {"finish": "all"}
LAST_JUMP = (14, 5)
FIRST_ROLL = (0, 5)

SITUATIONS = [
    Situation(1, "3↑ 7↑", 4, "7↑ 8↑"),
    Situation(2, "3↑ 7↓", 4, "6↓ 7↓"),
    Situation(3, "9↓ 5↓", 4, "5↓ 4↓"),
    Situation(3, "9↓ 5↑", 4, "5↓ 4↓"),
    Situation(4, "5↑ 9↑", 4, "9↑ 9↓"),
    Situation(5, "5↑ 9↑ 9↑", 4, "9↑ 9↓ 8↓"),
    Situation(5, "5↑ 9↑ 9↓", 4, "9↑ 9↓ 8↓"),
    Situation(6, "5↑ 9↓ 9↑", 4, "8↓ 9↓ 9↑"),
    Situation(7, "3↑ 7↑ 8↑ 9↑", 4, "7↑ 8↑ 9↑ 9↓"),
    Situation(8, "3↑ 7↓ 6↑", 4, "6↓ 7↓ 5↓"),
    Situation(9, "3↑ 7↑ 8↓", 4, "7↑ 7↓ 8↓"),
    Situation(10, "3↑ 7↑ 8↓ 6↑", 4, "7↑ 7↓ 8↓ 6↑"),
    Situation(11, "3↑ 7↑ 8↓ 7↑", 4, "7↑ 7↓ 8↓ 6↓"),
    Situation(12, "3↑ 7↑ 8↑ 9↓", 4, "7↑ 8↑ 8↓ 9↓"),
    Situation(13, "9↓ 5↓ 4↓ 3↑", 4, "5↓ 4↓ 3↓ 2↓"),
    Situation(14, "9↓ 5↓ 5↑", 4, "5↓ 4↓ 4↓"),
    Situation(15, "3↑ 7↑ 7↓", 4, "6↓ 8↑ 7↓"),
    Situation(15, "3↑ 7↓ 7↑", 4, "6↓ 7↓ 7↑"),
    Situation(16, "7↓ 3↑ 7↑", 4, "7↓ 6↓ 8↑", mover=1),
    Situation(17, "6↓ 2↓", 4, "2↓ landed", places=[2, 1], to_act=[]),
    Situation(17, "6↓ 2↑", 4, "2↓ landed", places=[2, 1], to_act=[]),
    Situation(18, "4↓ 2↓", 5, "landed 2↓", arrows_after=[6, 5], places=[1, 2], to_act=[]),
    Situation(19, "8↓ 4↓ 3↓ 2↑", 4, "4↓ 3↓ 2↓ landed"),
    Situation(20, "4↓ 3↓ 2↑", 6, "2↓ 3↓ landed", arrows_after=[6, 5, 5]),
    Situation(21, "6↓ 1↑", 6, "1↑ 2↑", arrows_after=[6, 5]),
    Situation(22, "6↓ 1↑ 2↓", 6, "1↑ landed 2↓", arrows_after=[6, 5, 5]),
    Situation(23, "6↓ 1↑", 5, "landed 1↑", options=ALL),
    Situation(24, "6↓ 2↓ 2↑", 4, "2↓ landed 2↑", places=[2, 1, 2], to_act=[]),
    Situation(24, "6↓ 2↓ 2↑", 4, "2↓ landed landed", options=ALL, places=[3, 1, 2], to_act=[0]),
    Situation(25, "2↓ 6↓ 2↑", 4, "landed 2↓ landed", mover=1, options=ALL, places=[2, 3, 1], to_act=[1]),
    Situation(
        26, "3↓ 2↑ 2↓ 3↓", 4, "2↑ 2↓ landed 3↓", options=ALL, arrows_after=[6, 5, 5, 5], places=[2, 2, 1, 2], to_act=[1]
    ),
    Situation(26, "3↓ 2↑ 2↓ 3↓", 4, "2↑ 2↓ landed 3↓", arrows_after=[6, 5, 5, 5], places=[2, 2, 1, 2], to_act=[]),
    Situation(27, "3↓ 2↑ 2↓ 3↓", 4, "2↑ 2↓ landed 3↓", arrows=10, places=[2, 2, 1, 2], to_act=[]),
    Situation(28, "4↓ 3↑", 6, "3↓ 4↑", arrows=10, arrows_after=[11, 10]),
    Situation(29, "4↓ 3↓", 6, "2↓ 3↓", arrows=10),
    Situation(30, "4↓", 6, "3↓", arrows=9, arrows_after=[10]),
    Situation(30, "4↓", 6, "3↑", arrows=8, arrows_after=[9]),
    Situation(31, "4↓ 1↑", 4, "1↑ 2↑", arrows=10),
    Situation(
        32, "3↓ 1↑ 2↓", 6, "sick 1↑ 2↓", arrows=(14, 5, 5), arrows_after=[15, 5, 5], places=[4, 2, 2], to_act=[1]
    ),
    Situation(33, "3↓ 2↑", 1, "2↓ landed", arrows=LAST_JUMP, action="faceplant"),
    Situation(33, "3↓ 2↑", 2, "landed 2↑", arrows=LAST_JUMP, action="faceplant"),
    Situation(33, "2↓ 2↑", 2, "sick 2↑", arrows=LAST_JUMP, action="faceplant"),
    Situation(34, "off off", 18, "landed off", arrows=0),
    Situation(34, "off off", 3, "3↑ off", arrows=0),
    Situation(34, "off 3↓", 3, "2↓ 3↓", arrows=FIRST_ROLL),
    Situation(35, "off", 17, "2↓", arrows=0, options={"spaces": 3}, arrows_after=[3]),
    Situation(35, "off", 17, "sick", arrows=0, options={"spaces": 3, "jumps": 3}, arrows_after=[3], places=[2]),
    Situation(36, "off", 4, "4↓", arrows=0, options={"one_die": 1, "two_dice": 9}, arrows_after=[1]),
    Situation(37, "4↑ 8↑ 9↑ 9↑", 4, "7↓ 9↑ 9↓ 8↓"),
    Situation(37, "4↑ 8↑ 9↓ 9↑", 4, "8↑ 8↓ 9↓ 9↑"),
    Situation(38, "8↑ 9↑", 1, "9↓ 9↓", arrows=10),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_situations_worked_out_by_hand(situation: Situation) -> None:
    state = board(situation.before, situation.mover, situation.arrows, **situation.options)
    after = faceplant(state, situation.pips) if situation.action == "faceplant" else move(state, situation.pips)
    assert tokens(after) == situation.after
    if situation.arrows_after is not None:
        assert arrows(after) == situation.arrows_after
    if situation.places is not None:
        assert places(after) == situation.places
    if situation.to_act is not None:
        assert seats_in(after) == situation.to_act


BOUNCE_OF_NINE = [
    "1↑",
    "2↑",
    "3↑",
    "4↑",
    "5↑",
    "6↑",
    "7↑",
    "8↑",
    "9↑",
    "9↓",
    "8↓",
    "7↓",
    "6↓",
    "5↓",
    "4↓",
    "3↓",
    "2↓",
    "1↓",
]


@pytest.mark.parametrize("start", range(17))
@pytest.mark.parametrize("pips", [2, 7, 12])
def test_1_1_a_bounce_is_every_space_up_and_every_space_down(start: int, pips: int) -> None:
    end = (start + pips) % 18
    after = move(board(BOUNCE_OF_NINE[start]), pips)
    assert tokens(after) == ("landed" if end == 17 else BOUNCE_OF_NINE[end])


@pytest.mark.parametrize("pips", range(3, 17))
def test_1_1_a_board_of_other_height_has_twice_as_many_states(pips: int) -> None:
    states = ["1↑", "2↑", "3↑", "4↑", "5↑", "5↓", "4↓", "3↓", "2↓", "landed", "1↑", "2↑", "3↑", "4↑", "5↑", "5↓"]
    assert tokens(move(board("off", arrows=0, spaces=5), pips)) == states[pips - 1]


@pytest.mark.parametrize(
    ("before", "pips", "after"), [("8↑", 2, "9↓"), ("9↑", 2, "8↓"), ("2↓", 2, "1↑"), ("9↓", 10, "2↑")]
)
def test_1_2_turning_round_costs_a_pip(before: str, pips: int, after: str) -> None:
    assert tokens(move(board(before), pips)) == after


def test_1_3_all_tokens_begin_off_the_board() -> None:
    state = begun(4)
    assert tokens(state) == "off off off off"


@pytest.mark.parametrize(("pips", "after"), [(3, "3↑"), (9, "9↑"), (10, "9↓"), (17, "2↓")])
def test_1_3_the_first_pip_leads_onto_1_up(pips: int, after: str) -> None:
    assert tokens(move(begun(1), pips)) == after


def test_1_4_the_first_pip_sets_the_arrow_to_1() -> None:
    state = begun(2)
    assert arrows(state) == [0, 0]
    assert arrows(move(state, 3)) == [1, 0]


@pytest.mark.parametrize(("before", "pips", "after"), [("4↓", 3, 5), ("4↓", 4, 6), ("4↓", 12, 6), ("8↑", 2, 5)])
def test_1_4_the_arrow_goes_up_when_a_pip_turns_the_token_on_the_trampoline(before: str, pips: int, after: int) -> None:
    assert arrows(move(board(f"{before} off", arrows=(5, 0)), pips)) == [after, 0]


def test_1_4_one_roll_can_move_the_arrow_more_than_once() -> None:
    assert arrows(move(board("3↓", arrows=2, spaces=3), 16)) == [5]


def test_2_1_seat_0_begins_and_only_it_may_act() -> None:
    state = begun(3)
    assert seats_in(state) == [0]
    assert [legal(state, seat) for seat in range(3)] == [{"roll"}, set(), set()]
    assert [refused(state, seat, "roll") for seat in range(3)] == [None, "§2.1", "§2.1"]


def test_2_1_turns_go_round_clockwise() -> None:
    state, turns = begun(4), []
    for _ in range(6):
        turns += seats_in(state)
        state = move(state, 3 + len(turns) % 4)
    assert turns == [0, 1, 2, 3, 0, 1]


@pytest.mark.parametrize(
    ("before", "mover", "next_seat"),
    [
        ("3↑ sick 5↑ 6↑", 0, 2),
        ("3↑ landed 5↑ 6↑", 0, 2),
        ("3↑ sick landed 6↑", 0, 3),
        ("3↑ sick landed sick", 0, 0),
        ("sick 3↑ 5↑ landed", 2, 1),
        ("3↑ off 5↑ 6↑", 0, 1),
    ],
)
def test_2_1_only_those_who_have_gone_are_passed_over(before: str, mover: int, next_seat: int) -> None:
    after = move(board(before, mover, finish="all"), 6)
    assert seats_in(after) == [next_seat]
    assert int(after.seat) == next_seat


def test_2_2_a_player_rolls_and_moves_by_the_sum() -> None:
    state = board("2↑")
    state.dice[:] = [6, 5, 4]
    assert legal(state, 0) == {"roll"}
    after = roll(state, 2, 3)
    assert tokens(after) == "7↑"
    assert shown(after)["dice"] == [2, 3, 0]


def test_2_2_a_die_shows_one_to_six_all_equally_likely() -> None:
    chance = any_chance(2)
    dice = [int(die) for _ in range(200) for die in play(begun(1), 0, "roll", chance).dice]
    assert set(dice) == {1, 2, 3, 4, 5, 6}
    assert all(70 < dice.count(value) < 130 for value in range(1, 7))


@pytest.mark.parametrize(
    ("arrow", "options", "count"),
    [
        *((arrow, {}, 3) for arrow in range(5)),
        *((arrow, {}, 2) for arrow in range(5, 10)),
        *((arrow, {}, 1) for arrow in range(10, 15)),
        (2, {"two_dice": 7, "one_die": 3}, 3),
        (3, {"two_dice": 7, "one_die": 3}, 1),
        (7, {"two_dice": 7, "one_die": 3}, 1),
    ],
)
def test_2_3_the_arrow_decides_how_many_dice_are_rolled(arrow: int, options: dict[str, Any], count: int) -> None:
    after = roll(board("off" if arrow == 0 else "1↑", arrows=arrow, **options), 2, 2, 2)
    assert shown(after)["dice"] == [2] * count + [0] * (3 - count)


def test_2_3_the_dice_are_counted_before_the_move() -> None:
    after = roll(board("2↓", arrows=4), 1, 1, 1)
    assert shown(after)["dice"] == [1, 1, 1]
    assert (tokens(after), arrows(after)) == ("2↑", [5])


def test_2_4_slowing_down_as_the_rulebook_shows_it() -> None:
    """Two spaces from the bottom with one die and a six: it falls 2, bounces up to the 4th spot and begins to fall."""
    after = roll(board("3↓", arrows=10), 6)
    assert (tokens(after), arrows(after)) == ("4↓", [11])
    assert tokens(roll(after, 1)) == "3↓"


@pytest.mark.parametrize(
    ("before", "arrow", "pips", "after"),
    [
        ("2↑", 9, 2, "4↑"),
        ("2↑", 10, 2, "4↓"),
        ("8↑", 10, 1, "9↓"),
        ("8↓", 10, 2, "6↓"),
        ("2↓", 9, 4, "3↓"),
        ("2↓", 8, 4, "3↑"),
        ("2↓", 10, 2, "1↑"),
        ("1↑", 10, 1, "2↓"),
    ],
)
def test_2_4_a_move_that_ends_facing_up_turns_down_except_on_space_1(
    before: str, arrow: int, pips: int, after: str
) -> None:
    assert tokens(move(board(before, arrows=arrow), pips)) == after


DOWN_LOW = {"3↓", "2↓"}


@pytest.mark.parametrize("token", ["off", *BOUNCE_OF_NINE[:-1]])
@pytest.mark.parametrize(("arrow", "jumps"), [(13, 15), (14, 15), (14, 16), (3, 4)])
def test_2_5_only_one_jump_short_and_facing_down_on_2_or_3_may_one_faceplant(
    token: str, arrow: int, jumps: int
) -> None:
    state = board(token, arrows=arrow, jumps=jumps)
    may = token in DOWN_LOW and arrow == jumps - 1
    assert legal(state, 0) == ({"roll", "faceplant"} if may else {"roll"})
    assert refused(state, 0, "faceplant") == (None if may else "§2.5")
    assert refused(state, 0, "roll") is None


@pytest.mark.parametrize(
    ("before", "coin", "after"), [("3↓", 1, "2↓"), ("3↓", 2, "landed"), ("2↓", 1, "landed"), ("2↓", 2, "sick")]
)
def test_2_5_a_faceplant_moves_by_a_coin(before: str, coin: int, after: str) -> None:
    before_it = board(before, arrows=14)
    before_it.dice[:] = [6, 5, 4]
    state = faceplant(before_it, coin)
    assert tokens(state) == after
    assert shown(state)["dice"] == [coin, 0, 0]


def test_2_5_both_sides_of_the_coin_turn_up() -> None:
    chance = any_chance(1)
    coins = [int(play(board("3↓", arrows=14), 0, "faceplant", chance).dice[0]) for _ in range(100)]
    assert set(coins) == {1, 2}
    assert 30 < coins.count(1) < 70


def test_2_5_a_faceplant_bumps_and_passes_the_turn_like_any_move() -> None:
    after = faceplant(board("3↓ 2↓ 9↑", arrows=(14, 5, 5), finish="all"), 1)
    assert tokens(after) == "2↓ landed 9↑"
    assert seats_in(after) == [2]


@pytest.mark.parametrize(("pips", "after", "arrow"), [(4, "2↓", 5), (5, "landed", 5), (6, "1↑", 6), (7, "2↑", 6)])
def test_3_1_one_lands_exactly_on_1_down_and_passing_it_is_a_bounce(pips: int, after: str, arrow: int) -> None:
    state = move(board("6↓"), pips)
    assert (tokens(state), arrows(state)) == (after, [arrow])


def test_3_1_a_first_roll_of_18_lands() -> None:
    after = roll(begun(2), 6, 6, 6)
    assert (tokens(after), arrows(after), places(after)) == ("landed off", [1, 0], [1, 2])


def test_3_2_who_reaches_the_last_jump_is_sick_and_the_rest_of_the_roll_is_ignored() -> None:
    state = board("2↓ 5↑", arrows=(14, 5))
    assert tokens(roll(state, 2)) == "sick 5↑"
    after = roll(state, 6)
    assert (tokens(after), arrows(after), seats_in(after)) == ("sick 5↑", [15, 5], [1])


def test_3_2_no_later_pip_of_the_roll_lands_the_sick_or_moves_the_arrow_again() -> None:
    after = move(board("off off", arrows=0, spaces=3, jumps=2), 18)
    assert (tokens(after), arrows(after)) == ("sick off", [2, 0])


@pytest.mark.parametrize(
    ("before", "pips", "after"),
    [
        ("3↑ 5↑ 6↓ 9↑", 5, "8↑ 5↑ 6↓ 9↑"),
        ("3↑ 8↑ off off", 4, "7↑ 8↑ off off"),
        ("6↓ sick off 2↓", 6, "1↑ sick off 2↓"),
        ("6↓ landed off 2↓", 6, "1↑ landed off 2↓"),
        ("8↑ 9↑ 9↓ 7↓", 4, "7↓ 9↑ 9↓ 6↓"),
    ],
)
def test_4_1_only_tokens_on_the_space_where_a_move_ends_are_met(before: str, pips: int, after: str) -> None:
    assert tokens(move(board(before, finish="all"), pips)) == after


def test_4_2_the_mover_travels_up_though_it_is_slowed_down_afterwards() -> None:
    assert tokens(move(board("4↓ 3↑", arrows=10), 6)) == "3↓ 4↑"
    assert tokens(move(board("4↓ 3↓", arrows=10), 6)) == "2↓ 3↓"


@pytest.mark.parametrize(
    ("before", "pips", "after"), [("8↓ 3↑", 5, "3↓ 2↓"), ("8↑ 8↑", 3, "8↓ 7↓"), ("5↓ 2↑", 6, "2↑ 3↑")]
)
def test_4_2_the_way_it_faces_at_the_end_counts_not_at_the_start(before: str, pips: int, after: str) -> None:
    assert tokens(move(board(before), pips)) == after


@pytest.mark.parametrize(("before", "after"), [("3↑ 7↑", "7↑ 8↑"), ("4↑ 8↑", "8↑ 9↑")])
def test_4_3_up_onto_up_sends_the_other_one_on(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


def test_4_3_on_the_top_space_the_other_turns_round() -> None:
    assert tokens(move(board("1↑ 5↑", spaces=5), 4)) == "5↑ 5↓"


@pytest.mark.parametrize(("before", "after"), [("3↑ 7↓", "6↓ 7↓"), ("5↑ 9↓", "8↓ 9↓"), ("2↓ 3↓", "2↓ 3↓")])
def test_4_4_up_onto_down_turns_the_mover_back(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


@pytest.mark.parametrize(("before", "after"), [("9↓ 5↓", "5↓ 4↓"), ("9↑ 6↓", "6↓ 5↓")])
def test_4_5_down_onto_down_pushes_the_other_one_lower(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


def test_4_5_at_the_top_too() -> None:
    assert tokens(move(board("6↑ 9↓"), 4)) == "9↓ 8↓"


@pytest.mark.parametrize(("before", "after"), [("9↓ 5↑", "5↓ 4↓"), ("6↑ 9↑", "9↓ 8↓")])
def test_4_6_down_onto_up_bumps_the_other_one_lower_and_turns_it(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


def test_4_7_who_lands_bumps_nobody() -> None:
    assert tokens(move(board("6↓ 1↑ 2↓", finish="all"), 5)) == "landed 1↑ 2↓"


@pytest.mark.parametrize(
    ("before", "mover", "pips", "after"),
    [
        ("6↓ 2↓", 0, 4, "2↓ landed"),
        ("6↓ 2↑", 0, 4, "2↓ landed"),
        ("4↓ 2↓", 0, 5, "landed 2↓"),
        ("2↓ 4↓", 1, 5, "2↓ landed"),
    ],
)
def test_4_7_who_is_bumped_or_turned_back_onto_1_down_has_landed(
    before: str, mover: int, pips: int, after: str
) -> None:
    state = move(board(before, mover), pips)
    assert tokens(state) == after
    assert points(state) == [int(token == "landed") for token in after.split()]


def test_4_7_one_bumped_up_on_the_trampoline_has_not_landed() -> None:
    assert tokens(move(board("6↓ 1↑"), 6)) == "1↑ 2↑"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3↑ 7↑ 8↑ 9↑", "7↑ 8↑ 9↑ 9↓"),
        ("9↓ 5↓ 4↓ 3↑", "5↓ 4↓ 3↓ 2↓"),
        ("3↑ 7↓ 6↑", "6↓ 7↓ 5↓"),
        ("5↑ 9↑ 9↑", "9↑ 9↓ 8↓"),
        ("5↑ 9↓ 8↑", "8↓ 9↓ 7↓"),
    ],
)
def test_4_8_who_was_bumped_or_turned_back_acts_as_a_mover(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


def test_4_8_who_was_bumped_at_the_top_shares_it_with_the_one_that_bumped_it() -> None:
    match = Match("bounce", 2, seed=584)
    for seat in range(2):
        match.play(seat, "roll")
        assert sum(match.open_view().as_dict()["state"]["dice"]) == 9
    assert tokens_of(match.open_view().record) == ["9↓", "9↑"]


@pytest.mark.parametrize(
    ("before", "pips", "after"),
    [
        ("5↑ 9↑", 4, "9↑ 9↓"),
        ("5↑ 9↑ 8↑", 4, "9↑ 9↓ 8↑"),
        ("3↑ 7↑ 8↓", 4, "7↑ 7↓ 8↓"),
        ("3↑ 7↑ 8↓ 6↑", 4, "7↑ 7↓ 8↓ 6↑"),
    ],
)
def test_4_8_who_was_bumped_never_meets_the_one_that_bumped_it_in_that_turn(before: str, pips: int, after: str) -> None:
    assert tokens(move(board(before), pips)) == after


def test_4_8_the_mover_can_still_be_bumped_by_a_third() -> None:
    """Seat 1 is bumped to 9, bumps seat 2 to 9↓, which bumps seat 3 to 8↓, and that one meets the mover."""
    assert tokens(move(board("4↑ 8↑ 9↑ 9↑"), 4)) == "7↓ 9↑ 9↓ 8↓"


def test_4_8_in_the_next_turn_those_who_share_the_top_space_are_met_like_others() -> None:
    shared = move(board("5↑ 9↑ 5↑"), 4)
    assert (tokens(shared), seats_in(shared)) == ("9↑ 9↓ 5↑", [1])
    assert tokens(move(move(shared, 2), 4)) == "9↓ 7↓ 9↑"


@pytest.mark.parametrize("mover", range(4))
def test_4_8_every_arrangement_on_a_small_board_is_settled_as_the_twin_settles_it(mover: int) -> None:
    """Four tokens in every state of three spaces, and a roll of one to six: chains of every kind."""
    options: dict[str, Any] = {"jumps": 15, "two_dice": 1, "one_die": 1, "spaces": 3, "finish": "all"}
    for number, before in enumerate(itertools.product(["1↑", "2↑", "3↑", "3↓", "2↓"], repeat=4)):
        pips = number % 6 + 1
        after = roll(board(" ".join(before), mover, **options), pips)
        assert tokens(after).split() == settled_by_twin(before, mover, pips, options), (before, pips)


def settled_by_twin(before: Sequence[str], mover: int, pips: int, options: dict[str, Any]) -> list[str]:
    twin = bounce.Twin(len(before), options, lambda _: pips - 1)
    for token, written in zip(twin.tokens, before, strict=True):
        token.where, token.space, token.facing, token.arrow = (
            "board",
            int(written[0]),
            "up" if written[1] == "↑" else "down",
            5,
        )
    twin.turn = mover
    twin.play(mover, "roll")
    return [token.text() for token in twin.tokens]


@pytest.mark.parametrize(
    ("before", "after"), [("9↓ 5↓ 5↑", "5↓ 4↓ 4↓"), ("5↑ 9↑ 9↑", "9↑ 9↓ 8↓"), ("3↑ 7↑ 8↓ 7↑", "7↑ 7↓ 8↓ 6↓")]
)
def test_4_9_who_was_bumped_is_not_met_again_and_shares_the_space(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


def test_4_9_who_was_bumped_can_still_be_turned_back() -> None:
    """Seat 1 is bumped from 7 to 8 and turned back there; back on 7 it bumps seat 3."""
    assert tokens(move(board("3↑ 7↑ 8↓ 7↓"), 4)) == "7↑ 7↓ 8↓ 6↓"


@pytest.mark.parametrize(
    ("before", "mover", "after"),
    [
        ("3↑ 7↑ 7↓", 0, "6↓ 8↑ 7↓"),
        ("3↑ 7↓ 7↑", 0, "6↓ 7↓ 7↑"),
        ("7↓ 3↑ 7↑", 1, "7↓ 6↓ 8↑"),
        ("7↑ 3↑ 7↓", 1, "7↑ 6↓ 7↓"),
        ("7↑ 7↓ 3↑", 2, "8↑ 7↓ 6↓"),
    ],
)
def test_4_10_the_next_clockwise_is_met_first_and_a_mover_who_has_left_meets_nobody(
    before: str, mover: int, after: str
) -> None:
    assert tokens(move(board(before, mover), 4)) == after


def test_4_10_a_whole_chain_is_settled_before_the_next_is_met() -> None:
    """Seat 1 is turned back on 8 and bumps seat 3 down; had the mover met seat 3 before that, it would have sent
    it up.
    """
    assert tokens(move(board("3↑ 7↑ 8↓ 7↑"), 4)) == "7↑ 7↓ 8↓ 6↓"


def test_4_10_after_a_long_chain_the_mover_meets_the_next() -> None:
    assert tokens(move(board("3↑ 7↑ 8↑ 7↑"), 4)) == "7↑ 8↑ 9↑ 8↑"


def test_4_11_no_bump_and_no_turning_back_moves_an_arrow() -> None:
    assert arrows(move(board("6↓ 2↓ 2↑", finish="all"), 4)) == [5, 5, 5]
    assert arrows(move(board("3↑ 7↑ 8↓ 7↑", arrows=(6, 7, 8, 9)), 4)) == [6, 7, 8, 9]


def test_4_11_only_the_token_whose_turn_it_is_is_slowed_down() -> None:
    assert tokens(move(board("4↓ 3↑", arrows=10), 6)) == "3↓ 4↑"
    assert tokens(move(board("2↑ 5↑ 6↑", arrows=10), 3)) == "5↓ 6↑ 7↑"


def test_4_11_nobody_is_slowed_down_when_the_game_is_over() -> None:
    assert tokens(move(board("3↓ 2↑ 2↓ 3↓", arrows=10), 4)) == "2↑ 2↓ landed 3↓"


def test_5_1_the_first_to_land_ends_the_game_at_that_moment() -> None:
    after = move(board("6↓ 2↓ 2↑"), 4)
    assert tokens(after) == "2↓ landed 2↑"
    assert (ending(after), seats_in(after)) == ("landed", [])
    assert [legal(after, seat) for seat in range(3)] == [set()] * 3
    assert [refused(after, seat, "roll") for seat in range(3)] == ["§5.1"] * 3


def test_5_2_the_game_ends_when_all_are_sick_and_nobody_wins() -> None:
    after = roll(board("2↓ sick sick", arrows=(14, 15, 15), went=[0, 2, 1]), 3)
    assert (ending(after), seats_in(after), tokens(after)) == ("nobody_left", [], "sick sick sick")
    assert (places(after), points(after)) == ([2, 3, 4], [0, 0, 0])
    assert refused(after, 0, "roll") == "§5.2"


def test_5_2_the_last_to_land_ends_a_game_for_all() -> None:
    after = move(board("6↓ landed", finish="all"), 5)
    assert (ending(after), seats_in(after)) == ("nobody_left", [])
    assert refused(after, 1, "roll") == "§5.2"


@pytest.mark.parametrize(
    ("before", "went", "expected"),
    [
        ("6↓ 3↑ 4↑ off", [0, 0, 0, 0], [1, 2, 2, 2]),
        ("6↓ 3↑ 4↑ sick", [0, 0, 0, 1], [1, 2, 2, 4]),
        ("6↓ sick 4↑ sick", [0, 1, 0, 2], [1, 4, 2, 3]),
        ("6↓ sick 4↑ sick", [0, 2, 0, 1], [1, 3, 2, 4]),
        ("6↓ sick sick sick", [0, 2, 3, 1], [1, 3, 2, 4]),
    ],
)
def test_5_3_behind_the_winner_the_jumping_share_a_place_and_the_last_to_be_sick_is_ahead(
    before: str, went: Sequence[int], expected: list[int]
) -> None:
    assert places(move(board(before, went=went), 5)) == expected


def test_5_3_the_order_of_being_sick_is_kept_in_play() -> None:
    state = board("2↓ 2↓ 5↑", arrows=14)
    state = roll(roll(state, 6), 6)
    assert (tokens(state), places(state)) == ("sick sick 5↑", [4, 3, 2])


def test_5_4_who_has_landed_has_a_point() -> None:
    after = move(board("6↓ landed sick 3↑", finish="all"), 5)
    assert points(after) == [1, 1, 0, 0]
    assert points(begun(3)) == [0, 0, 0]


@pytest.mark.parametrize(
    ("option", "default", "low", "high"),
    [("jumps", 15, 2, 99), ("two_dice", 5, 1, 99), ("one_die", 10, 1, 99), ("spaces", 9, 3, 30)],
)
def test_6_1_to_6_4_the_numbers_have_these_defaults_and_limits(option: str, default: int, low: int, high: int) -> None:
    assert int(BOUNCE.template(1)[option]) == default
    assert [int(BOUNCE.template(1, {option: value})[option]) for value in (low, high)] == [low, high]
    for value in (low - 1, high + 1):
        with pytest.raises(Mistake, match=f"{option} takes a whole number from {low} to {high}"):
            BOUNCE.template(1, {option: value})


@pytest.mark.parametrize(("jumps", "after"), [(6, "sick"), (7, "1↑")])
def test_6_1_the_arrow_at_which_one_is_sick(jumps: int, after: str) -> None:
    assert tokens(move(board("2↓", jumps=jumps), 2)) == after


def test_6_1_the_longest_game_has_99_jumps() -> None:
    state = board("2↓", arrows=98, jumps=99)
    assert legal(state, 0) == {"roll", "faceplant"}
    assert arrows(move(state, 2)) == [99]
    assert tokens(move(state, 2)) == "sick"


@pytest.mark.parametrize(("arrow", "count"), [(6, 3), (7, 2)])
def test_6_2_the_arrow_from_which_two_dice_are_rolled(arrow: int, count: int) -> None:
    assert shown(roll(board("1↑", arrows=arrow, two_dice=7), 1, 1, 1))["dice"] == [1] * count + [0] * (3 - count)


@pytest.mark.parametrize(("arrow", "dice", "after"), [(6, [2, 1, 0], "4↑"), (7, [2, 0, 0], "3↓")])
def test_6_3_the_arrow_from_which_one_die_is_rolled_and_one_slows_down(arrow: int, dice: list[int], after: str) -> None:
    state = roll(board("1↑", arrows=arrow, one_die=7), 2, 1, 1)
    assert (shown(state)["dice"], tokens(state)) == (dice, after)


@pytest.mark.parametrize(("spaces", "after"), [(3, "3↓"), (4, "4↑"), (30, "4↑")])
def test_6_4_the_height_of_the_board(spaces: int, after: str) -> None:
    assert tokens(move(board("1↑", spaces=spaces), 3)) == after


def test_6_4_the_highest_board_has_sixty_states() -> None:
    assert tokens(move(board("29↑", spaces=30), 12)) == "20↓"
    assert tokens(move(board("12↓", spaces=30), 11)) == "landed"
    assert tokens(move(board("26↑ 30↓", spaces=30), 4)) == "29↓ 30↓"


def test_6_5_landing_ends_the_game_unless_all_play_on() -> None:
    assert seats_in(move(board("6↓ 3↑"), 5)) == []
    after = move(board("6↓ 3↑", finish="all"), 5)
    assert (ending(after), seats_in(after), places(after)) == ("running", [1], [1, 2])
    with pytest.raises(Mistake, match="finish takes first or all"):
        BOUNCE.template(1, {"finish": "last"})


def test_6_5_players_are_ranked_in_the_order_of_landing_and_then_the_sick() -> None:
    after = move(board("landed 6↓ sick sick", 1, went=[1, 0, 1, 2], finish="all"), 5)
    assert (ending(after), places(after), points(after)) == ("nobody_left", [1, 2, 4, 3], [1, 1, 0, 0])


@pytest.mark.parametrize(
    ("before", "mover", "pips", "after", "expected"),
    [
        ("2↓ 6↓ 2↑", 1, 4, "landed 2↓ landed", [2, 3, 1]),
        ("2↓ 6↓ 2↑ landed", 1, 4, "landed 2↓ landed landed", [3, 4, 2, 1]),
        ("6↓ 2↓ 2↑ 2↓", 0, 4, "2↓ landed landed landed", [4, 1, 2, 3]),
    ],
)
def test_6_5_of_those_who_land_in_one_turn_the_first_to_be_bumped_is_first(
    before: str, mover: int, pips: int, after: str, expected: list[int]
) -> None:
    state = move(board(before, mover, finish="all"), pips)
    assert (tokens(state), places(state)) == (after, expected)


def test_6_5_first_place_stays_empty_if_nobody_lands() -> None:
    after = roll(board("2↓ sick", arrows=(14, 15), finish="all"), 6)
    assert (ending(after), places(after)) == ("nobody_left", [2, 3])
