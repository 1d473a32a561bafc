"""`outcry rules`: a game's rulebook, or one clause of it."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from openoutcry import Game, Mistake
from openoutcry.cli.console import out, print_json
from openoutcry.engine.mistakes import quoted
from openoutcry.engine.rulebook import Rulebook


def rules(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game's name; `outcry games` lists them.", show_default=False)
    ],
    clause: Annotated[str | None, typer.Option(metavar="§", help="Only this clause, such as §3.3 or 3.3.")] = None,
    language: Annotated[
        str, typer.Option(help="The language; a game without a rulebook in it shows the English one.")
    ] = "en",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show the rules of a game.

    Example: outcry rules crypto_cards --clause §3.3
    """
    from openoutcry.games import find
    from openoutcry.table.words import Words

    chosen = find(game)
    words = Words(chosen, language)
    book = chosen.rulebook(language)
    wanted = clause_of(chosen, clause) if clause is not None else None
    if json:
        clauses = {wanted: book.clauses[wanted]} if wanted else dict(book.clauses)
        print_json(
            {"game": chosen.name, "version": chosen.version, "clauses": clauses, "options": _options(chosen, words)}
        )
    elif wanted:
        show_clause(book, wanted)
    else:
        show_rulebook(book)


def clause_of(game: Game, written: str) -> str:
    """The clause that a person means: §3.3 for 3.3."""
    clause = "§" + written.strip().removeprefix("§").strip()
    if clause not in game.clauses:
        first, *_, last = game.clauses
        raise Mistake(f"{game.title} has no clause {quoted(clause)[1:-1]}; they go from {first} to {last}")
    return clause


def show_clause(book: Rulebook, clause: str) -> None:
    """Print one clause."""
    show_markdown(f"**{clause}** {book.clauses[clause]}", f"{clause} {book.clauses[clause]}")


def show_rulebook(book: Rulebook) -> None:
    """Print the rulebook: laid out on a terminal, page by page where it is longer than the screen, and as it stands in
    a pipe.
    """
    show_markdown(book.text, book.text)


def show_markdown(marked: str, plain: str) -> None:
    """Print Markdown on a terminal, the plain text elsewhere."""
    if not out.is_terminal:
        print(plain.rstrip())
        return
    from rich.markdown import Markdown

    laid_out = Markdown(marked)
    if len(out.render_lines(laid_out)) < out.height:
        out.print(laid_out)
        return
    os.environ.setdefault("LESS", "-R")
    with out.pager(styles=True):
        out.print(laid_out)


def _options(game: Game, words: Any) -> list[dict[str, Any]]:
    return [
        {
            "name": option.name,
            "label": words.option(option.name),
            "help": words.help(option.name),
            "clause": option.clause,
            "default": option.show(option.default),
            **({"choices": list(option.choices)} if option.choices else {"low": option.low, "high": option.high}),
        }
        for option in game.options
    ]
