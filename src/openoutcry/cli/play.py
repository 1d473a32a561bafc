"""`outcry play`: a game in the terminal."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from openoutcry import Game, Mistake
from openoutcry.cli import saves
from openoutcry.cli.console import agrees, is_interactive, out, read_options

if TYPE_CHECKING:
    from openoutcry.bots import Bot
    from openoutcry.cli.phrases import Phrases
    from openoutcry.table.match import Match

YOU = "You"
DEFAULT_BOTS = "random"


def play(
    game: Annotated[str, typer.Argument(help="The game's name; `outcry games` lists them.", show_default=False)],
    file: Annotated[Path | None, typer.Argument(help="With --resume: the match file; without it your last game.", show_default=False)] = None,
    seats: Annotated[int | None, typer.Option(help="How many sit at the table.", show_default="the most it is best with")] = None,
    seat: Annotated[int | None, typer.Option(help="Where you sit; seat 0 begins.", show_default="0")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game; can be given again.")] = None,
    seed: Annotated[int | None, typer.Option(help="Play the deal of this number, which is the same each time.")] = None,
    bots: Annotated[str, typer.Option(metavar="BOT,…", help="Who plays the other seats: one bot, or one for each.")] = DEFAULT_BOTS,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the match in this file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Play on where you left.")] = False,
    language: Annotated[str, typer.Option(help="en or de.")] = "en",
) -> None:
    """Play a game against bots. It is saved after every action.

    Example: outcry play crypto_cards --seats 3 --option hand=4
    """
    from openoutcry.cli.phrases import Phrases
    from openoutcry.games import find
    from openoutcry.table.words import Words

    chosen = find(game)
    words, say = Words(chosen, language), Phrases(language)
    new_match = {"--seats": seats, "--option": option or None, "--seed": seed, "--save": save}
    if resume:
        _refuse(new_match)
        match, path = _load(chosen, file)
    elif file is not None:
        raise Mistake(f"a match file goes with --resume, as in: outcry play {chosen.name} --resume {file}")
    else:
        match, path = _new(chosen, seats, read_options(option or ()), seed), save or saves.new_path(chosen)
        _check(save)
    own = _own_seat(match, seat)
    others = _others(match, own, bots)
    if not resume:
        match.players = _names(match.seats, own, say)
    if not resume and (left := _offered(chosen, say)):
        match, path = left
        own = _own_seat(match, None)
        others = _others(match, own, DEFAULT_BOTS)
    _sit_down(match, own, others, path, words, resume_with=_command(chosen, path, bots, language), seed=seed)
