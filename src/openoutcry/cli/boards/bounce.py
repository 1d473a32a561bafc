"""Bounce in the terminal: the tower of spaces, up on the left and down on the right, and everyone's jumps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from openoutcry.cli.fitting import Fitting, fitted
from openoutcry.table.match import View
from openoutcry.table.words import Words

COLOURS = ("cyan", "magenta", "yellow", "green")
LONGEST_BAR = 20
HIGHEST_TOWER = 12
LANE, NARROW_LANE = 15, 12


def draw(view: View, words: Words, players: Sequence[str]) -> Fitting:
    """The tower beside the players, or above them."""
    state = view.as_dict()["state"]
    jumps = Group(_jumps(view, state, words, players), _dice(state, words))
    table = Table.grid(padding=(0, 2))
    table.add_row(_tower(state, words, players, LANE), jumps)
    return Fitting(table, Group(_tower(state, words, players, NARROW_LANE), jumps))


def notices(before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[tuple[int, str]]:
    """The roll and where it led, then whoever was bumped, landed or was sick."""
    old, new = before.as_dict()["state"], after.as_dict()["state"]
    mover = int(old["seat"])
    sentences = [_move(old, new, mover, words)]
    for seat, player in enumerate(players):
        fate = new["statuses"][seat]
        if fate != old["statuses"][seat]:
            sentences.append(words.notice(fate, you=seat == you, player=player))
        elif seat != mover and new["tokens"][seat] != old["tokens"][seat]:
            sentences.append(words.notice("bumped", you=seat == you, player=player, end=_where(new, seat)))
    return [(mover, sentence) for sentence in sentences]


def _move(old: Any, new: Any, mover: int, words: Words) -> str:
    if new["statuses"][mover] != "jumping":
        return words.notice("rolled", roll=_roll(new))
    if not old["tokens"][mover]:
        return words.notice("began", roll=_roll(new), end=_where(new, mover))
    return words.notice("moved", roll=_roll(new), start=_where(old, mover), end=_where(new, mover))


def _roll(state: Any) -> str:
    dice = [die for die in state["dice"] if die]
    return f"{' + '.join(map(str, dice))} = {sum(dice)}" if len(dice) > 1 else str(sum(dice))


def _space(state: Any, seat: int) -> int:
    """The space a token is on; 0 is off the board."""
    token, spaces = state["tokens"][seat], state["spaces"]
    return int(token if token <= spaces else 2 * spaces + 1 - token)


def _faces_up(state: Any, seat: int) -> bool:
    return bool(state["tokens"][seat] <= state["spaces"])


def _where(state: Any, seat: int) -> str:
    return f"{_space(state, seat)}{'↑' if _faces_up(state, seat) else '↓'}"


def _tower(state: Any, words: Words, players: Sequence[str], lane: int) -> Table:
    table = Table(box=box.ROUNDED, padding=(0, 1))
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("↑", width=lane, overflow="fold")
    table.add_column("↓", width=lane, overflow="fold")
    has_gap = False
    for space in range(state["spaces"], 0, -1):
        up, down = _tokens(state, space, True, players), _tokens(state, space, False, players)
        is_told = bool(up or down) or space in (1, state["spaces"]) or state["spaces"] <= HIGHEST_TOWER
        if is_told:
            table.add_row(str(space), up, down)
        elif not has_gap:
            table.add_row("⋮", "", "")
        has_gap = not is_told
    table.caption = words.label("trampoline")
    return table


def _tokens(state: Any, space: int, is_up: bool, players: Sequence[str]) -> Text:
    here = [
        Text(player, style=f"bold {COLOURS[seat]}")
        for seat, player in enumerate(players)
        if state["statuses"][seat] == "jumping" and _space(state, seat) == space and _faces_up(state, seat) == is_up
    ]
    return Text(" ").join(here)


def _jumps(view: View, state: Any, words: Words, players: Sequence[str]) -> Fitting:
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column(words.field("arrows"), no_wrap=True)
    table.add_column(words.field("dice"), justify="center")
    for seat, player in enumerate(players):
        name = Text("▸ " if seat in view.to_act else "  ").append(player, style=f"bold {COLOURS[seat]}")
        is_jumping = state["statuses"][seat] == "jumping"
        dice = str(view.game.rules.dice_to_roll(view.record, seat)) if is_jumping else ""
        table.add_row(name, f"{state['arrows'][seat]}/{state['jumps']}", dice)
        table.add_row("", _fate(state, seat, words), "")
    return fitted(table)


def _fate(state: Any, seat: int, words: Words) -> Text:
    """How far a jump arrow has come; or how it went."""
    if state["statuses"][seat] != "jumping":
        return Text(words.name("status", state["statuses"][seat]), style="bold")
    if not state["tokens"][seat]:
        return Text(words.label("off_board"), style="dim")
    done, most = state["arrows"][seat], state["jumps"]
    if most > LONGEST_BAR:
        return Text("")
    style = "red" if done >= state["one_die"] else "yellow" if done >= state["two_dice"] else "green"
    return Text("●" * done, style=style).append("○" * (most - done), style="dim")


def _dice(state: Any, words: Words) -> Text:
    return Text(f"\n{words.label('last_roll')}: {_roll(state) if any(state['dice']) else '–'}")
