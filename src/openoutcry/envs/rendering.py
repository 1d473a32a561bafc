"""A match of an environment as text or as a picture, from the view of whoever is asked; when it is over, as all see
it.
"""

from __future__ import annotations

from typing import Any

from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.engine.rows import Styled
from openoutcry.engine.turn import NOBODY
from openoutcry.envs.batch import Batch
from openoutcry.envs.picture import picture
from openoutcry.envs.text import Drawn, board_of, plain

HUMAN, ANSI, RGB_ARRAY = MODES = ("human", "ansi", "rgb_array")


def check_mode(mode: str | None, modes: tuple[str, ...]) -> str | None:
    """A mode there is, or none."""
    if mode is not None and mode not in modes:
        raise Mistake(f"it can be rendered as {', '.join(modes)}, not as {quoted(mode)}")
    return mode


def rendered(batch: Batch, mode: str | None, names: list[str], lane: int = 0) -> Any:
    """The match of a lane: as a text, as an array of red, green and blue; for people it is printed."""
    if mode is None:
        return None
    lines = table_of(batch, names, lane)
    if mode == RGB_ARRAY:
        return picture(lines)
    if mode == ANSI:
        return plain(lines)
    print(plain(lines))
    return None


def table_of(batch: Batch, names: list[str], lane: int) -> Drawn:
    """What is to be said, and the table below it."""
    asked = int(batch.asked[lane])
    said = f"{names[asked]} is asked" if asked != NOBODY else _result(batch, names, lane)
    seat = SPECTATOR if asked == NOBODY else asked
    head = [[Styled(f"{batch.game.title}: {said}", "bold")], [Styled("")]]
    return head + board_of(batch.game, batch.states[lane], seat, names)


def _result(batch: Batch, names: list[str], lane: int) -> str:
    """Who came where, and with how many points."""
    places, points = batch.places[lane].tolist(), batch.points[lane].tolist()
    ranked = sorted(range(batch.seats), key=lambda seat: (places[seat], seat))
    return ", ".join(f"{places[seat]}. {names[seat]} ({points[seat]})" for seat in ranked)
