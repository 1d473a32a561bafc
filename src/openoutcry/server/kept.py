"""How a table stands: its phase, its seats, and what is stored of it beside its log, its chat and its secrets."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

GATHERING: Final = "gathering"
SHUFFLING: Final = "shuffling"
PLAYING: Final = "playing"
OVER: Final = "over"
CLOSED: Final = "closed"


class Seat(Struct):
    """A place at the table, as it is stored: a person or a bot has it, or nobody. By correspondence with a nonce."""

    person: str | None = None
    name: str | None = None
    colour: int = 0
    bot: str | None = None
    is_ready: bool = False
    nonce: str | None = None

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down."""
        return self.person is None and self.bot is None


class Kept(Struct):
    """What is stored of a table beside its log, its chat and its secrets; the host is nobody where they are forgotten
    and nobody sits there.
    """

    seats: list[Seat]
    host: str
    host_name: str
    session: dict[str, Any] | None = None
    abandon: list[int] = []
    next: str | None = None
    next_watch: str | None = None
    twin: str | None = None
    leg: int = 0
    is_same_people: bool = False
    points: list[int] | None = None
    why_closed: str | None = None
