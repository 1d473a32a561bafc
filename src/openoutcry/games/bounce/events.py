"""What comes of a roll in Bounce: the move, then whoever is bumped, lands or is sick, and whose turn it is."""

from __future__ import annotations

from openoutcry.engine.compiled import rule
from openoutcry.engine.events import NUMBER, SEAT, Event, Events, ListOf, Parameter
from openoutcry.engine.names import Names
from openoutcry.engine.telling import Told, add_item, open_list, tell
from openoutcry.games.bounce.rules import JUMPING, LANDED, MOST_DICE, SICK, State, faces_up, space_of

WAYS = Names("way", ["down", "up"])
WHERE: dict[str, Parameter] = {"space": NUMBER, "way": WAYS}

EVENTS = Events(
    Event("turn", {"player": SEAT}, clause="§2.1", heading=True),
    Event("rolled", {"total": NUMBER, "dice": ListOf(NUMBER, " + ")}, clause="§2.2"),
    Event("rolled_one", {"pips": NUMBER}, clause="§2.2"),
    Event("began", WHERE, clause="§1.3"),
    Event("moved", {"from_space": NUMBER, "from_way": WAYS, **WHERE}, clause="§1.2"),
    Event("bumped", {"player": SEAT, **WHERE}, clause="§4.3", counted=True),
    Event("landed", {"player": SEAT}, clause="§3.1", counted=True),
    Event("sick", {"player": SEAT}, clause="§3.2", counted=True),
)
TURN, ROLLED, ROLLED_ONE, BEGAN, MOVED, BUMPED, HAS_LANDED, IS_SICK = EVENTS.numbers()


@rule
def events(before: State, after: State, seat: int, action: int, told: Told) -> None:
    """§2.2 What the dice show and where they led; then what became of everybody."""
    if before.to_act:
        tell_roll(after, told)
        tell_move(before, after, seat, told)
        for player in range(after.seats):
            tell_fate(before, after, seat, player, told)
    if after.to_act:
        tell(told, TURN, after.seat)


@rule
def tell_roll(after: State, told: Told) -> None:
    """§2.3 The dice and their sum; a single one, or the coin (§2.5), alone."""
    if after.dice[1] == 0:
        tell(told, ROLLED_ONE, after.dice[0])
        return
    tell(told, ROLLED, after.dice[0] + after.dice[1] + after.dice[2])
    dice = open_list(told)
    for die in range(MOST_DICE):
        if after.dice[die]:
            add_item(told, dice, after.dice[die])


@rule
def tell_move(before: State, after: State, seat: int, told: Told) -> None:
    """§1.2 From where to where, of a player who is still there."""
    start, end = before.tokens[seat], after.tokens[seat]
    if after.statuses[seat] != JUMPING:
        return
    if start:
        was_up, is_up = int(faces_up(before, start)), int(faces_up(after, end))
        tell(told, MOVED, space_of(before, start), was_up, space_of(after, end), is_up)
    else:
        tell(told, BEGAN, space_of(after, end), int(faces_up(after, end)))


@rule
def tell_fate(before: State, after: State, mover: int, player: int, told: Told) -> None:
    """§3 Landed or sick, or §4.3 bumped by another."""
    if after.statuses[player] != before.statuses[player]:
        if after.statuses[player] == LANDED:
            tell(told, HAS_LANDED, player)
        elif after.statuses[player] == SICK:
            tell(told, IS_SICK, player)
    elif player != mover and after.tokens[player] != before.tokens[player]:
        end = after.tokens[player]
        tell(told, BUMPED, player, space_of(after, end), int(faces_up(after, end)))
