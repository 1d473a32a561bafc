"""Bounce in the terminal: the tower of spaces, up on the left and down on the right, and everyone's jumps."""

from __future__ import annotations

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

COLOURS = ("cyan", "magenta", "yellow", "green")
STYLES = {3: "green", 2: "yellow", 1: "red"}
"""How a jump looks, by the dice that it is rolled with."""
LONGEST_BAR = 20
HIGHEST_TOWER = 12
LANE, NARROW_LANE = 15, 12


def board(seen: Seen) -> Block:
    """The tower beside the players, or above them."""
    jumps = Below([_jumps(seen), _dice(seen)])
    return Either(Beside([_tower(seen, LANE), jumps]), Below([_tower(seen, NARROW_LANE), jumps]))


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
    return [
        _name(seen, seat)
        for seat, token in enumerate(seen.state["tokens"][: len(seen.players)])
        if seen.state["statuses"][seat] == "jumping"
        and seen.fact("space_of", token) == space
        and seen.fact("faces_up", token) == is_up
    ]


def _name(seen: Seen, seat: int) -> Styled:
    return Styled(seen.players[seat], f"bold {COLOURS[seat]}")


def _jumps(seen: Seen) -> Rows:
    """Everyone's arrows and dice, and below them how far the jump has come."""
    state, words, rows = seen.state, seen.words, list[list[Line]]()
    for seat in range(len(seen.players)):
        name: Line = [TO_ACT if seat in seen.to_act else WAITING, _name(seen, seat)]
        dice = str(seen.fact("dice_to_roll", seat)) if state["statuses"][seat] == "jumping" else ""
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
    style = STYLES[seen.fact("dice_at", done)]
    return [Styled("●" * done, style), Styled("○" * (most - done), f"dim {style}")]


def _dice(seen: Seen) -> Line:
    """What was rolled last: 3 + 4 = 7."""
    dice, pips = [str(die) for die in seen.state["dice"] if die], seen.fact("pips_rolled")
    rolled = f"{' + '.join(dice)} = {pips}" if len(dice) > 1 else pips or "–"
    return f"\n{seen.words.label('last_roll')}: {rolled}"
