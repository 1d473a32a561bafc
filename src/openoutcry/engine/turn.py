"""The exact steps of a table, compiled once for whoever runs one, here and in the page: try an action, may it be taken
back, who holds until a seat is asked.

Whoever runs a table keeps the log and the time; what follows from bytes is here. Nothing is allocated: a step is given
copies that it may write over. Those that Python calls for every action take arrays of one record: handing over an array
costs half as much as handing over a record.
"""

from __future__ import annotations

from typing import Any

from openoutcry.engine.bits import NOTHING, has, index, lowest
from openoutcry.engine.chance import BOT_KEYS, STREAMS, Chance, below, rekey
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.contract import (
    NO_CLAUSE,
    SPECTATOR,
    apply,
    events,
    hide,
    lapse,
    legal,
    redeal,
    refusal,
    step,
    tidy,
)
from openoutcry.engine.mask import Mask
from openoutcry.engine.record import Row
from openoutcry.engine.states import copy, same
from openoutcry.engine.telling import Told

WORLDS = 3
"""In how many of the worlds that a seat holds possible its action must come to what it sees: else it has learned
something.
"""

BY_CONSENT, WITH_THE_REST, ALONE = range(3)
"""How a seat may take back its last action: only if all agree; with what others did since, of which it saw nothing; or
that action alone, and what others did since stays.
"""

NOBODY = -1
"""No seat."""

FIRST_WORD, SAME = 3, -1
"""Where the words of the first reader are among the numbers of an action, and what stands for the words of the reader
before.
"""


@rule
def attempt(state: Any, seat: int, action: int, chance: Chance) -> int:
    """Play an action if it is legal, and say NO_CLAUSE; else the clause that forbids it, and nothing is changed."""
    clause = refusal(state, seat, action)
    if clause == NO_CLAUSE:
        apply(state, seat, action, chance)
    return clause


@rule
def attempt_at(states: Row[Any], seat: int, action: int, chances: Row[Chance]) -> int:
    """`attempt` for a caller with arrays."""
    return attempt(states[0], seat, action, chances[0])


@rule
def play_out(
    states: Row[Any],
    chances: Row[Chance],
    seat: int,
    action: int,
    seen: int,
    room: Row[Any],
    drawn: Row[Chance],
    tolds: Row[Told],
    numbers: Row[int],
) -> int:
    """`attempt_at`, and all that anybody is told of an action that was legal, in one go. `seen` is the action as
    everybody else sees it.

    The room then has what every seat, and after the last seat a spectator, knew before the action; what they know now;
    and the state before, with room for three more. Of chance there is what was to be drawn before, with room for one
    more. The numbers are: how the seat may take it back; who is to act; how many numbers there are; and of each reader
    how many words they are told, and those, or SAME.
    """
    state, told, readers = states[0], tolds[0], states[0].seats + 1
    clause = refusal(state, seat, action)
    if clause != NO_CLAUSE:
        return clause
    before = 2 * readers
    copy(room[before], state)
    copy(drawn[0], chances[0])
    hide_from_all(state, room, 0)
    apply(state, seat, action, chances[0])
    hide_from_all(state, room, readers)
    used, last = FIRST_WORD, 0
    for reader in range(readers):
        shown = action if reader == seat else seen
        told.used = 0
        events(room[reader], room[readers + reader], NOBODY if shown == NOBODY else seat, shown, told)
        if reader > 0 and is_told(told, numbers, last):
            numbers[used] = SAME
            used += 1
        else:
            last = used
            used = write_told(told, numbers, used)
    copy(room[before + 1], room[before])
    copy(room[before + 2], state)
    copy(drawn[1], drawn[0])
    numbers[0] = way_back(room[before + 1], drawn[1], room[before + 2], seat, action, 0, room[before + 3])
    numbers[1], numbers[2] = state.to_act, used
    return clause


@rule
def hide_from_all(state: Any, room: Row[Any], first: int) -> None:
    """Write what every seat may know, and after the last seat what a spectator may, from a place on."""
    seats = state.seats
    for seat in range(seats + 1):
        copy(room[first + seat], state)
        hide(room[first + seat], seat if seat < seats else SPECTATOR)


@rule
def is_told(told: Told, numbers: Row[int], place: int) -> bool:
    """Whether what is told is what was written at a place."""
    is_same = numbers[place] == told.used
    for word in range(told.used):
        is_same &= numbers[place + 1 + word] == told.words[word]
    return is_same


@rule
def write_told(told: Told, numbers: Row[int], place: int) -> int:
    """Write what is told at a place; the place after it."""
    numbers[place] = told.used
    for word in range(told.used):
        numbers[place + 1 + word] = told.words[word]
    return place + 1 + told.used


@rule
def list_legal(states: Row[Any], seat: int, masks: Row[Mask], numbers: Row[int]) -> int:
    """Write the numbers of a seat's legal actions, the lowest first; how many there are."""
    mask, found = masks[0], 0
    legal(states[0], seat, mask)
    for word in range(len(mask.words)):
        members = mask.words[word]
        while members != NOTHING:
            first = lowest(members)
            numbers[found] = word * 64 + index(first)
            found += 1
            members ^= first
    return found


@rule
def hide_all(states: Row[Any], views: Row[Any]) -> None:
    """Write what every seat may know, and after the last seat what a spectator may."""
    hide_from_all(states[0], views, 0)


@rule
def hide_at(states: Row[Any], seat: int) -> None:
    """`hide` for a caller with an array."""
    hide(states[0], seat)


@rule
def tell_all(earlier: Row[Any], afters: Row[Any], seat: int, action: int, seen: int, told: Row[Told]) -> None:
    """Write what came of an action for every seat, and after the last seat for a spectator, from the hidden records of
    each before and after it. `seen` is the action as everybody else sees it.
    """
    for reader in range(afters[0].seats + 1):
        shown = action if reader == seat else seen
        told[reader].used = 0
        events(earlier[reader], afters[reader], NOBODY if shown == NOBODY else seat, shown, told[reader])


@rule
def tidy_at(views: Row[Any], seat: int) -> int:
    """What `tidy` says to a seat, given what every seat may know."""
    return tidy(views[seat], seat)


@rule
def lapse_at(views: Row[Any], seat: int) -> int:
    """What `lapse` says of a seat, given what every seat may know."""
    return lapse(views[seat], seat)


@rule
def step_at(states: Row[Any]) -> int:
    """Which secret choice or race is open in the first of these."""
    return step(states[0])


@rule
def way_back_at(
    earlier: Row[Any],
    chances: Row[Chance],
    nows: Row[Any],
    seat: int,
    action: int,
    seen_since: int,
    room: Row[Any],
    drawn: Row[Chance],
) -> int:
    """`way_back` for a caller with arrays, which are left as they are: there is room for three states and a chance. The
    first of the three is then what the seat knew before.
    """
    copy(room[0], earlier[0])
    copy(room[1], nows[0])
    copy(drawn[0], chances[0])
    return way_back(room[0], drawn[0], room[1], seat, action, seen_since, room[2])


@rule
def way_back(before: Any, chance: Chance, now: Any, seat: int, action: int, seen_since: int, world: Any) -> int:
    """How a seat may take back its last action, which follows from what the seat itself has seen.

    A secret choice, or a hold in a race, until the step has closed, whatever others did meanwhile; anything else as
    long as the seat saw nobody act since (`seen_since` counts), nothing was drawn, and the seat has learned nothing.
    Given are copies of how things were before the action and are now.
    """
    copy(world, before)
    hide(before, seat)
    hide(now, seat)
    if step(before) != 0:
        return ALONE if step(before) == step(now) else BY_CONSENT
    if seen_since > 0 or _draws(world, seat, action, chance):
        return BY_CONSENT
    return WITH_THE_REST if _foresaw(before, now, seat, action, world, chance) else BY_CONSENT


@inlined
def _draws(state: Any, seat: int, action: int, chance: Chance) -> bool:
    """Whether cards or dice come by an action; plays it."""
    before = _drawn(chance)
    apply(state, seat, action, chance)
    return _drawn(chance) != before


@inlined
def _drawn(chance: Chance) -> int:
    """How many words were drawn in all."""
    drawn = 0
    for stream in range(STREAMS):
        drawn += chance.drawn[stream]
    return drawn


@inlined
def _foresaw(known: Any, now: Any, seat: int, action: int, world: Any, chance: Chance) -> bool:
    """Whether what the seat sees now is what it could foresee: its action comes to that in every world it held
    possible.
    """
    for number in range(WORLDS + 1):
        copy(world, known)
        if number > 0:
            _begin(chance, number)
            redeal(world, seat, chance)
        _begin(chance, 0)
        apply(world, seat, action, chance)
        hide(world, seat)
        if not same(world, now):
            return False
    return True


@rule
def _begin(chance: Chance, number: int) -> None:
    """Chance at the beginning of its streams, with a key that is this number in every byte."""
    for place in range(len(chance.key)):
        chance.key[place] = number * 0x0101_0101
    for stream in range(STREAMS):
        chance.drawn[stream] = 0


@rule
def stay_asked(state: Any, was: Any) -> None:
    """Whoever was asked stays asked, after a choice was taken back alone."""
    state.to_act |= was.to_act


@rule
def looks_the_same(state: Any, seen: Any, view: Any) -> bool:
    """Whether all see of a state what they saw before: then a race goes on, for nobody can see that somebody holds."""
    copy(view, state)
    hide(view, SPECTATOR)
    return same(view, seen)


@rule
def looks_the_same_at(states: Row[Any], seen: Row[Any], room: Row[Any]) -> bool:
    """`looks_the_same` for a caller with arrays."""
    return looks_the_same(states[0], seen[0], room[0])


@rule
def next_to_hold_at(states: Row[Any], hold: int) -> int:
    """`next_to_hold` for a caller with an array."""
    return next_to_hold(states[0], hold)


@rule
def hold_until_at(
    states: Row[Any], chances: Row[Chance], seat: int, hold: int, room: Row[Any], drawn: Row[Chance]
) -> int:
    """`hold_until` for a caller with arrays, which are left as they are: there is room for three states and a chance.
    The first of the three is then the state in which the seat is asked.
    """
    copy(room[0], states[0])
    copy(drawn[0], chances[0])
    return hold_until(room[0], drawn[0], seat, hold, room[1], room[2])


@rule
def next_to_hold(state: Any, hold: int) -> int:
    """The first seat that may hold; NOBODY where there is no race."""
    seats = state.to_act
    while seats != NOTHING:
        first = lowest(seats)
        if refusal(state, index(first), hold) == NO_CLAUSE:
            return index(first)
        seats ^= first
    return NOBODY


@rule
def hold_until(state: Any, chance: Chance, seat: int, hold: int, seen: Any, view: Any) -> int:
    """Hold for one after another in this race until a seat is asked: how many held, or -1 if it is not asked any more;
    for NOBODY to the end of the race. Given is a copy of how things stand, which is then the state in which it is
    asked.
    """
    copy(seen, state)
    hide(seen, SPECTATOR)
    held = 0
    while seat == NOBODY or not has(state.to_act, seat):
        holder = next_to_hold(state, hold)
        if holder != NOBODY:
            apply(state, holder, hold, chance)
            held += 1
        if holder == NOBODY or not looks_the_same(state, seen, view):
            return held if seat == NOBODY else -1
    return held


@rule
def number_below(chance: Chance, stream: int, count: int) -> int:
    """A whole number from 0 to count - 1 out of a stream, all exactly equally likely."""
    return below(chance, stream, count)


@rule
def begin_bot(thought: Chance, master: Chance, number: int) -> None:
    """The chance of that bot under the master key of a table's bots."""
    rekey(thought, master, BOT_KEYS, number)
