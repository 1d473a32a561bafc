"""Bounce in the terminal: the tower of spaces, up on the left and down on the right, and everyone's jumps."""

from __future__ import annotations

from typing import Any

from openoutcry.engine.rows import (
    TO_ACT,
    WAITING,
    Below,
    Beside,
    Block,
    Column,
    Either,
    Line,
    Rows,
    Seen,
    Styled,
    joined,
)
from openoutcry.games.bounce.rules import dice_to_roll

COLOURS = ("cyan", "magenta", "yellow", "green")
LONGEST_BAR = 20
HIGHEST_TOWER = 12
LANE, NARROW_LANE = 15, 12


def board(seen: Seen) -> Block:
    """The tower beside the players, or above them."""
    jumps = Below([_jumps(seen), _dice(seen)])
    return Either(Beside([_tower(seen, LANE), jumps]), Below([_tower(seen, NARROW_LANE), jumps]))


def roll(state: Any) -> str:
    """What was rolled last: 3 + 4 = 7."""
    dice = [die for die in state["dice"] if die]
    return f"{' + '.join(map(str, dice))} = {sum(dice)}" if len(dice) > 1 else str(sum(dice))


def where(state: Any, seat: int) -> str:
    """The space a token is on, and where it faces."""
    return f"{_space(state, seat)}{'↑' if _faces_up(state, seat) else '↓'}"


def _space(state: Any, seat: int) -> int:
    """The space a token is on; 0 is off the board."""
    token, spaces = state["tokens"][seat], state["spaces"]
    return int(token if token <= spaces else 2 * spaces + 1 - token)


def _faces_up(state: Any, seat: int) -> bool:
    return bool(state["tokens"][seat] <= state["spaces"])


def _tower(seen: Seen, lane: int) -> Rows:
    highest, rows, has_gap = seen.state["spaces"], list[list[Line]](), False
    for space in range(highest, 0, -1):
        up, down = _tokens(seen, space, True), _tokens(seen, space, False)
        is_told = bool(up or down) or space in (1, highest) or highest <= HIGHEST_TOWER
        if is_told:
            rows.append([str(space), joined(" ", up), joined(" ", down)])
        elif not has_gap:
            rows.append(["⋮", "", ""])
        has_gap = not is_told
    columns = [Column(align="right", wraps=False), Column("↑", width=lane), Column("↓", width=lane)]
    return Rows(columns, rows, is_framed=True, caption=seen.words.label("trampoline"))


def _tokens(seen: Seen, space: int, is_up: bool) -> list[Styled]:
    """The names of those whose token is there."""
    state = seen.state
    return [
        _name(seen, seat)
        for seat in range(len(seen.players))
        if state["statuses"][seat] == "jumping" and _space(state, seat) == space and _faces_up(state, seat) == is_up
    ]


def _name(seen: Seen, seat: int) -> Styled:
    return Styled(seen.players[seat], f"bold {COLOURS[seat]}")


def _jumps(seen: Seen) -> Rows:
    """Everyone's arrows and dice, and below them how far the jump has come."""
    state, words, rows = seen.state, seen.words, list[list[Line]]()
    for seat in range(len(seen.players)):
        name: Line = [TO_ACT if seat in seen.to_act else WAITING, _name(seen, seat)]
        dice = str(dice_to_roll(seen.record, seat)) if state["statuses"][seat] == "jumping" else ""
        rows += [[name, f"{state['arrows'][seat]}/{state['jumps']}", dice], ["", _fate(seen, seat), ""]]
    heads = [Column(words.field("arrows"), wraps=False), Column(words.field("dice"), "center")]
    return Rows([Column(wraps=False), *heads], rows)


def _fate(seen: Seen, seat: int) -> Line:
    """How far a jump arrow has come; or how it went."""
    state, words = seen.state, seen.words
    if state["statuses"][seat] != "jumping":
        return Styled(words.name("status", state["statuses"][seat]), "bold")
    if not state["tokens"][seat]:
        return Styled(words.label("off_board"), "dim")
    done, most = state["arrows"][seat], state["jumps"]
    if most > LONGEST_BAR:
        return ""
    style = "red" if done >= state["one_die"] else "yellow" if done >= state["two_dice"] else "green"
    return [Styled("●" * done, style), Styled("○" * (most - done), f"dim {style}")]


def _dice(seen: Seen) -> Line:
    return f"\n{seen.words.label('last_roll')}: {roll(seen.state) if any(seen.state['dice']) else '–'}"
