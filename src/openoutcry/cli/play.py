"""`outcry play`: a game in the terminal."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from openoutcry import Game, Mistake
from openoutcry.cli import saves
from openoutcry.cli.console import (
    agrees,
    check_output,
    is_interactive,
    out,
    prepare,
    prepare_in_background,
)
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.reader import Language
from openoutcry.engine.game import LANGUAGE
from openoutcry.engine.mistakes import Reason
from openoutcry.engine.options import written_options
from openoutcry.games import find
from openoutcry.table.words import Words

if TYPE_CHECKING:
    from openoutcry.table.match import Match
    from openoutcry.table.messages import LoadMatch, OpenMatch

YOU = "You"
DEFAULT_BOTS = "medium"
TO_PLAY, TO_THINK = ("table", "thumb"), ("search",)
"""What is compiled before the first prompt, and what only bots that search and hints need."""
AT_ONCE = 0.0
"""Bots act as soon as they have decided: nobody waits at a prompt."""
SLOWEST = 60
"""Seconds from one card to the next, at most."""


def play(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game's name; `outcry games` lists them.", show_default=False)
    ],
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="With --resume: a match file instead of your last game.", show_default=False
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="How many sit at the table.", show_default="as many as it is best with")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(help="Where you sit: 0 is the first to play, 1 the second, and so on.", show_default="0"),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game; can be given again.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Play the deal of this number, the same each time.", show_default=False)
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,…",
            help="Who plays the other seats, one bot or one for each: easy, medium, hard, or a bot as in search:500.",
            show_default="medium, or those who played",
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the match in this file.", show_default=False)
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Play on where you left.")] = False,
    pace: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="Seconds from card to card where a bell is rung; 0 asks you instead.",
            show_default="2.5",
        ),
    ] = None,
    language: Language = LANGUAGE,
) -> None:
    """Play a game against bots. It is saved after every action.

    In the auctions of Cash-a-Catch cards come by themselves, and the space bar rings the bell.

    Example: outcry play crypto_cards --seats 3 --option hand=4
    """
    chosen = find(game)
    Words(chosen, language)
    _check_pace(pace)
    if resume:
        _refuse_beside_resume({"--seats": seats, "--option": option, "--seed": seed, "--save": save})
        play_on(chosen, file or _last_unfinished(chosen), language, bots, seat, pace)
        return
    if file is not None:
        raise Mistake(
            f"a match file goes with --resume, as in: outcry play {chosen.name} --resume {shlex.quote(str(file))}"
        )
    count, own, options = chosen.best[-1] if seats is None else seats, seat or 0, written_options(option or ())
    chosen.template(count, options)
    _check_bots(chosen, _bots_at(chosen, count, own, bots or DEFAULT_BOTS), count, options)
    _check_new_file(save)
    if left := _offered(chosen, language):
        play_on(chosen, left, language, None, None, pace)
    else:
        play_new(chosen, count, own, language, bots, options=options, seed=seed, path=save, pace=pace)


def play_new(
    game: Game,
    seats: int,
    own: int,
    language: str,
    bots: str | None = None,
    *,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    path: Path | None = None,
    pace: float | None = None,
) -> None:
    """Deal and play."""
    prepare([game], TO_PLAY)
    from openoutcry.engine.chance import key_of_seed
    from openoutcry.table.messages import OpenMatch

    numbers, template = iter(range(1, seats)), game.template(seats, options)
    opening = OpenMatch(
        game=game.name,
        seats=seats,
        seat=own,
        players=[YOU if seat == own else f"Bot {next(numbers)}" for seat in range(seats)],
        options={option.name: int(template[option.name]) for option in game.options},
        bots=_bots_at(game, seats, own, bots or DEFAULT_BOTS),
        pace=_pace_here(game, pace),
        haste=AT_ONCE,
        key=None if seed is None else key_of_seed(seed).hex(),
    )
    _sit_down(game, opening, path or saves.new_path(game), language, pace, seed)


def play_on(
    game: Game, path: Path, language: str, bots: str | None, seat: int | None, pace: float | None = None
) -> None:
    """Resume a match file, at the seat that was yours unless you choose another, with the bots that played."""
    prepare([game], TO_PLAY)
    from openoutcry.table.file import load, text_of
    from openoutcry.table.messages import LoadMatch

    match = load(path)
    if match.game is not game:
        raise Mistake(f"{path} is a match of {match.game.title}, not of {game.title}")
    if match.over:
        raise Mistake(f"{path} is over; see it again with: outcry replay {shlex.quote(str(path))}")
    own = _own_seat(match) if seat is None else seat
    match.bots = _names_at(match, own, bots)
    _check_bots(game, match.bots, match.seats, match.options)
    opening = LoadMatch(file=text_of(match), seat=own, bots=match.bots, pace=_pace_here(game, pace), haste=AT_ONCE)
    _sit_down(game, opening, path, language, pace)


def _own_seat(match: Match) -> int:
    """The seat of the person: the only one where no bot plays, or else the one that is called so."""
    people = [seat for seat in range(match.seats) if seat not in match.bots]
    if len(people) == 1:
        return people[0]
    return match.players.index(YOU) if YOU in match.players else 0


def _sit_down(
    game: Game,
    opening: OpenMatch | LoadMatch,
    path: Path,
    language: str,
    pace: float | None,
    seed: int | None = None,
) -> None:
    from openoutcry.bots import BotFailed
    from openoutcry.bots import find as find_bot
    from openoutcry.cli.own_table import OwnTable
    from openoutcry.cli.terminal import TerminalGame

    thinks = any(find_bot(name, game).thinks for name in opening.bots.values())
    prepare([game], TO_THINK if thinks else ())
    if is_interactive():
        prepare_in_background(game, () if thinks else TO_THINK)
    again, without = (_resume_command(game, path, named, language, pace) for named in (None, DEFAULT_BOTS))
    on_screen = TerminalGame(OwnTable(opening, seed=seed), path, language, resume_with=again)
    try:
        on_screen.play()
    except BotFailed as failed:
        raise Mistake(f"{failed}; {on_screen.left_by_bot(without)}") from failed


def _pace_here(game: Game, pace: float | None) -> float:
    """Seconds that a race lasts: none where there is no bell for a key to ring, or no keys can be read."""
    from openoutcry.cli.boards import bell
    from openoutcry.cli.keys import can_be_read

    if not bell(game) or not can_be_read() or out.is_dumb_terminal:
        return 0.0
    return game.pace if pace is None else pace


def _names_at(match: Match, own: int, written: str | None) -> dict[int, str]:
    """Which bot plays each seat but the person's own: as is written, or as before, and a person's place by default."""
    if written is not None:
        return _bots_at(match.game, match.seats, own, written)
    _bots_at(match.game, match.seats, own, DEFAULT_BOTS)
    return {seat: match.bots.get(seat, DEFAULT_BOTS) for seat in range(match.seats) if seat != own}


def _bots_at(game: Game, seats: int, own: int, written: str) -> dict[int, str]:
    """Who plays each seat but the person's own: one bot for all, or as many as there are seats left."""
    from openoutcry import bots

    if not 0 <= own < seats:
        raise Reason("no_such_seat", seat=own, last=seats - 1)
    others = [seat for seat in range(seats) if seat != own]
    names = written.split(",")
    if len(names) == 1:
        names *= len(others)
    for name in names:
        bots.find(name, game)
    if len(names) != len(others):
        there_are = "there is 1 seat for a bot" if len(others) == 1 else f"there are {len(others)} seats for bots"
        raise Mistake(f"{there_are}, so name one bot for all of them or {len(others)}, not {len(names)}")
    return dict(zip(others, names, strict=True))


def _check_bots(game: Game, names: Mapping[int, str], seats: int, options: Mapping[str, int | str]) -> None:
    """Refuse a bot that does not play with so many players and these options."""
    from openoutcry import bots

    bots.check(names.values(), game, game.template(seats, options))


def _refuse_beside_resume(given: Mapping[str, object]) -> None:
    for name, value in given.items():
        if value:
            raise Mistake(f"{name} is for a new game; one that is resumed has it already")


def _check_pace(pace: float | None) -> None:
    if pace is not None and not 0 <= pace <= SLOWEST:
        raise Mistake(f"--pace takes seconds from 0 to {SLOWEST}, not {pace:g}")


def _last_unfinished(game: Game) -> Path:
    path = saves.last_unfinished(game)
    if path is None:
        raise Mistake(f"there is no unfinished game of {game.title} in {saves.folder()}")
    return path


def _check_new_file(path: Path | None) -> None:
    if path is None:
        return
    check_output(path)
    if path.exists():
        raise Mistake(f"{path} is there already; choose another name, or play on with --resume")


def _offered(game: Game, language: str) -> Path | None:
    """The game that was left, if the person wants to play on."""
    say = Phrases(language)
    path = saves.last_left(game) if is_interactive() else None
    if path is None:
        return None
    prepare([game], TO_PLAY)
    from openoutcry.table.file import load

    try:
        match = load(path)
    except Mistake as mistake:
        out.print(say("not_resumed", reason=mistake.said(language)))
        return None
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    players = say("one_player") if match.seats == 1 else say("several_players", count=match.seats)
    return path if agrees(say("resume_offer", game=game.title, players=players, when=when), by_default=True) else None


def _resume_command(game: Game, path: Path, bots: str | None, language: str, pace: float | None) -> str:
    words = ["outcry", "play", game.name, "--resume"]
    words += [str(path)] if path.parent != saves.folder() else []
    words += ["--bots", bots] if bots else []
    words += ["--pace", f"{pace:g}"] if pace is not None else []
    words += ["--language", language] if language != "en" else []
    return shlex.join(words)
