"""What `outcry` alone does: choose a game and how many play, then play."""

from __future__ import annotations

from collections.abc import Sequence

from openoutcry import Game
from openoutcry.cli.console import ask, out
from openoutcry.cli.games import span, table
from openoutcry.engine.mistakes import quoted
from openoutcry.games import registered

LEAVING = ("q", "quit", "exit")


def menu() -> None:
    """Ask for a game and the number of players, and play it."""
    from openoutcry.cli.play import play

    games = list(registered().values())
    out.print("Open Outcry: market games", style="bold")
    out.print("", table(games, numbered=True), "", sep="\n")
    try:
        game = _chosen_game(games)
        seats = _chosen_seats(game) if game else None
    except (EOFError, KeyboardInterrupt):
        out.print()
        return
    if game and seats:
        play(game.name, seats=seats)


def _chosen_game(games: Sequence[Game]) -> Game | None:
    """The game of a number or a name; nothing if the person leaves."""
    while True:
        typed = ask(f"Which game? (1–{len(games)}, or quit) ").lower()
        if typed in LEAVING:
            return None
        for number, game in enumerate(games, start=1):
            if typed in (str(number), game.name, game.title.lower()):
                return game
        out.print(f"Type a number from 1 to {len(games)}, or a game's name, not {quoted(typed)}.")


def _chosen_seats(game: Game) -> int | None:
    """How many sit at the table, the person included; nothing if the person leaves."""
    usual = game.best[-1]
    while True:
        typed = ask(f"How many players, you included? ({span(game.seats)}, Enter for {usual}) ").lower()
        if typed in LEAVING:
            return None
        if not typed:
            return usual
        if typed in map(str, game.seats):
            return int(typed)
        out.print(f"{game.title} is for {span(game.seats)} players, not {quoted(typed)}.")
