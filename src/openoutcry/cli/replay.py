"""`outcry replay`: a match file, told from beginning to end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from openoutcry import Mistake
from openoutcry.cli.console import out, prepare, print_json
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.play import YOU
from openoutcry.cli.reader import Language
from openoutcry.cli.saves import game_of
from openoutcry.engine.game import LANGUAGE
from openoutcry.engine.mistakes import Reason, quoted

if TYPE_CHECKING:
    from openoutcry.cli.story import Teller
    from openoutcry.table.match import Match, View
    from openoutcry.table.old_file import OldMatch
    from openoutcry.table.story import Line
    from openoutcry.table.words import Words

ALL = "all"
Onlooker = int | str | None
"""A seat, ALL for everything, or a spectator."""


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match file.", show_default=False)],
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="K|all",
            help="Show what this seat could see, or all.",
            show_default="all once it is over, else a spectator",
        ),
    ] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Show the table after every action.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    language: Language = LANGUAGE,
) -> None:
    """Replay a match file and tell what happened.

    Example: outcry replay match.json --seat 0 --steps
    """
    prepare(game_of(file), ("table",))
    from openoutcry.cli.names import SeatedWords
    from openoutcry.cli.story import Teller
    from openoutcry.table.file import load
    from openoutcry.table.old_file import OtherVersion

    try:
        match = load(file)
    except OtherVersion as other:
        if steps:
            raise Reason("without_steps", why=other) from None
        _tell_old(other.match, seat, language, json=json)
        return
    onlooker = _onlooker(seat, match.seats, over=match.over)
    you = _you(match.players)
    teller = Teller(SeatedWords(match.game, language, match.players, you), match.players, you)
    if json:
        print_json(_as_json(match, onlooker, teller))
    else:
        _print(match, onlooker, teller, steps=steps)


def _you(players: Sequence[str]) -> int | None:
    return players.index(YOU) if YOU in players else None


def _onlooker(seat: str | None, seats: int, *, over: bool) -> Onlooker:
    """Whose eyes we look through: a seat's, a spectator's (None), or everybody's (ALL)."""
    if seat == ALL or (seat is None and over):
        return ALL
    if seat is None:
        return None
    if seat not in map(str, range(seats)):
        raise Mistake(f"there is no seat {quoted(seat)}; they go from 0 to {seats - 1}, or all")
    return int(seat)


def _look(match: Match, onlooker: Onlooker) -> View:
    return match.open_view() if isinstance(onlooker, str) else match.view(onlooker)


def _story(match: Match, onlooker: Onlooker) -> list[Line]:
    return match.story(None, is_open=True) if isinstance(onlooker, str) else match.story(onlooker)


def _tell_old(match: OldMatch, seat: str | None, language: str, *, json: bool) -> None:
    """Tell what a file of other rules says was done, as it stands."""
    from openoutcry.cli import boards
    from openoutcry.cli.names import SeatedWords

    players, you = match.players, _you(match.players)
    words = SeatedWords(match.game, language, players, you)
    onlooker = _onlooker(seat, len(players), over=match.over)
    lines = match.lines if isinstance(onlooker, str) else match.seen_by(onlooker)
    told = [
        words.told(text, players[by], you=by == you) if known else f"{players[by]}: {text}" for by, text, known in lines
    ]
    if json:
        print_json(
            {
                "game": match.game.name,
                "version": match.version,
                "checked": False,
                "not_checked": match.by_other_rules.said(language),
                "seats": len(players),
                "options": match.options,
                "players": players,
                "log": [
                    {"seat": line.seat, "text": line.text, "told": sentence}
                    for line, sentence in zip(lines, told, strict=True)
                ],
                "over": match.over,
            }
        )
        return
    _print_heading(words, match.version, players, match.options)
    out.print(Phrases(language)("not_checked", why=match.by_other_rules.said(language)), style="bold yellow")
    out.print()
    for number, sentence in enumerate(told, start=1):
        out.print(f"{number:>{len(str(len(told)))}} ", boards.coloured(match.game, sentence))


def _as_json(match: Match, onlooker: Onlooker, teller: Teller) -> dict[str, Any]:
    view = _look(match, onlooker)
    return {
        "game": match.game.name,
        "version": match.game.version,
        "checked": True,
        "seats": match.seats,
        "options": match.options,
        "players": match.players,
        "log": [
            {"seat": line.seat, "text": line.text, "told": line.told} for line in teller.told(_story(match, onlooker))
        ],
        "over": match.over,
        "ending": match.ending,
        "points": match.points if match.over else view.points,
        "places": match.places if match.over else view.places,
    }


def _print(match: Match, onlooker: Onlooker, teller: Teller, *, steps: bool) -> None:
    from rich.rule import Rule

    from openoutcry.cli import boards
    from openoutcry.cli.result import result

    words, players = teller.words, teller.players
    _print_heading(words, match.game.version, players, match.options)
    out.print()
    width = len(str(len(match.log)))
    number = heard = 0
    for moment in match.moments() if steps else [match]:
        lines = _story(moment, onlooker)
        for line in teller.told(lines[heard:]):
            number += 1
            out.print(f"{number:>{width}} ", boards.coloured(match.game, line.told))
            if steps:
                out.print(boards.draw(_look(moment, onlooker), words, players), Rule(style="dim"))
        heard = len(lines)
    if not steps or not match.log:
        out.print("", boards.draw(_look(match, onlooker), words, players), sep="\n")
    if match.over:
        out.print()
        out.print(result(match, words, Phrases(words.language), players, teller.you))


def _print_heading(words: Words, version: int, players: Sequence[str], options: Mapping[str, int | str]) -> None:
    say = Phrases(words.language)
    out.print(say("by_version", game=words.title, version=version), style="bold")
    out.print(", ".join(say("seat_of", order=say.order(seat), player=player) for seat, player in enumerate(players)))
    out.print(
        "; ".join(f"{words.option(name)}: {words.value(name, value)}" for name, value in options.items()), style="dim"
    )
