"""The terminal game: you at one seat, bots at the others."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from openoutcry import Mistake, Refused
from openoutcry.bots import Bot
from openoutcry.cli import boards
from openoutcry.cli.console import agrees, ask, out
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.result import result
from openoutcry.cli.rules import clause_of, show_clause, show_rulebook
from openoutcry.cli.story import Line, Teller, paragraphs
from openoutcry.cli.suits import coloured
from openoutcry.engine.actions import Action
from openoutcry.engine.chance import BOT_KEYS, TIES, below, key_of_seed, new_chance, rekey
from openoutcry.table.match import Match
from openoutcry.table.words import Words

LONG_LIST = 5
SHORT_FORMS = {"q": "quit", "exit": "quit", "u": "undo", "?": "help", "h": "help"}


class Quit(Exception):
    """The person leaves the table."""


class TerminalGame:
    """A match, the seat of the person, and the bots at the other seats."""

    def __init__(
        self, match: Match, seat: int, bots: Mapping[int, Bot], path: Path, words: Words, *, resume_with: str, seed: int | None = None
    ) -> None:
        self.match, self.seat, self.bots, self.path, self.words = match, seat, bots, path, words
        self.resume_with = resume_with
        self.say = Phrases(words.language)
        self.players = [self.say("you") if place == seat else player for place, player in enumerate(match.players)]
        self.teller = Teller(words, self.players, seat)
        self.story: list[Line] = self.teller.whole(match, lambda moment: moment.view(seat))
        self.shown = max((place for place, line in enumerate(self.story) if line.seat == seat), default=0)
        self.view = match.view(seat)
        self.is_saved = bool(match.log)
        self.thoughts = _thoughts(match.seats + 1, seed)
        self.commands: dict[str, Callable[[str], bool]] = {
            "undo": self.undo,
            "rules": self.rules,
            "log": self.log,
            "save": self.save_copy,
            "help": self.help,
            "quit": self.quit,
        }

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        try:
            while not self.match.over:
                seat = self.next_seat()
                if seat in self.bots:
                    self.act(seat, self.bots[seat].choose(self.match.view(seat), self.thoughts[seat]))
                else:
                    self.take_turn()
        except (Quit, EOFError, KeyboardInterrupt):
            self.leave()
        else:
            self.finish()

    def next_seat(self) -> int:
        """Who acts next; where several may, chance decides."""
        seats = self.match.to_act
        return seats[below(self.thoughts[-1], TIES, len(seats))] if len(seats) > 1 else seats[0]

    def act(self, seat: int, action: Action | str) -> None:
        """Play an action, tell it and save."""
        self.match.play(seat, action)
        self.note()

    def note(self) -> None:
        """Add to the story what has changed, and save."""
        before, self.view = self.view, self.match.view(self.seat)
        self.story += self.teller.between(before, self.view)
        self.save()

    def save(self) -> None:
        """Write the match to its file; the game goes on if that fails."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.match.save(self.path)
            self.is_saved = True
        except (Mistake, OSError) as error:
            self.is_saved = False
            self.warn(self.say("save_failed", reason=error))

    def take_turn(self) -> None:
        """Show the table and ask until the person has acted."""
        legal = self.view.legal
        self.show(self.news(), self.offer(legal))
        prompt = self.say("only_choice" if len(legal) == 1 else "prompt")
        while not self.handle(ask(prompt), legal):
            pass

    def handle(self, typed: str, legal: list[Action]) -> bool:
        """Do what was typed; whether the table has changed."""
        word, _, rest = typed.partition(" ")
        command = self.commands.get(SHORT_FORMS.get(word.lower(), word.lower()))
        try:
            if command is not None:
                return command(rest.strip())
            chosen = self.chosen(typed, legal)
            self.shown = len(self.story)
            self.act(self.seat, chosen)
        except Refused as refused:
            self.warn(f"{self.words.refusal(refused.clause)} ({refused.clause})")
        except Mistake as mistake:
            self.warn(str(mistake))
        else:
            return True
        return False

    def chosen(self, typed: str, legal: list[Action]) -> Action:
        """The action that a number of the list or a notation means; an empty line is the only action there is."""
        if not typed and len(legal) == 1:
            return legal[0]
        if typed.isdecimal():
            if not 1 <= int(typed) <= len(legal):
                raise Mistake(self.say("no_such_choice", number=typed, count=len(legal)))
            return legal[int(typed) - 1]
        if typed.split(" ")[0].lower() not in {verb.name for verb in self.match.game.actions.verbs}:
            raise Mistake(self.say("no_such_input", count=len(legal), example=repr(str(legal[-1])), text=repr(typed)))
        return self.match.read(typed)

    def undo(self, _: str) -> bool:
        """Take back the person's last action: by right, or with the bots' consent."""
        taken_from = len(self.story)
        try:
            self.match.undo(self.seat)
        except Mistake as mistake:
            if not self.has_acted():
                raise
            self.warn(str(mistake))
            if not agrees(self.say("consent")):
                out.print(self.say("kept"))
                return False
            self.match.undo(self.seat, consent=True)
        self.shown = taken_from
        self.note()
        return True

    def has_acted(self) -> bool:
        """Whether there is an action of the person's own that is not taken back."""
        standing: list[int] = []
        for entry in self.match.log:
            if entry.action is not None:
                standing.append(entry.seat)
            else:
                del standing[len(standing) - entry.taken_back :]
        return self.seat in standing

    def rules(self, clause: str) -> bool:
        """Show the rulebook or a clause."""
        if clause:
            show_clause(self.match.game, clause_of(self.match.game, clause))
        else:
            show_rulebook(self.match.game)
        return False

    def log(self, _: str) -> bool:
        """Show all that has happened."""
        out.print(*(_sentences(self.story) or [Text(self.say("nothing_yet"))]), sep="\n")
        return False

    def save_copy(self, name: str) -> bool:
        """Say where the match is saved, or save it elsewhere too."""
        path = Path(name).expanduser() if name else self.path
        if name and path.exists() and not agrees(self.say("overwrite", path=path)):
            out.print(self.say("not_saved"))
            return False
        if name and path.is_dir():
            raise Mistake(f"{path} is a folder")
        if name:
            self.match.save(path)
        else:
            self.save()
        out.print(self.say("saved", path=path))
        return False

    def help(self, _: str) -> bool:
        """Say what can be typed."""
        out.print(self.say("help", example=self.view.legal[-1]).strip())
        return False

    def quit(self, _: str) -> bool:
        """Leave the table."""
        raise Quit

    def leave(self) -> None:
        """Say how to resume."""
        out.print()
        if not self.match.log:
            out.print(self.say("left_unsaved"))
            return
        self.save()
        out.print(self.say("left", command=self.resume_with) if self.is_saved else self.say("left_in_danger"))

    def finish(self) -> None:
        """Show the table as it is at the end, and the result."""
        self.show(self.news(), result(self.match, self.words, self.say, self.players, self.seat))
        if self.is_saved:
            out.print(self.say("kept_in", path=self.path, quoted=shlex.quote(str(self.path))), soft_wrap=True)

    def news(self) -> list[Text]:
        """What has happened since the person last acted."""
        return _sentences(self.story[self.shown :])

    def offer(self, legal: list[Action]) -> RenderableType:
        """The legal actions, numbered."""
        width = len(str(len(legal)))
        items = [Text(f" {number:>{width}}  ", style="bold") + coloured(self.words.action(a)) for number, a in enumerate(legal, start=1)]
        listed: RenderableType = Columns(items, padding=(0, 3), column_first=True) if len(items) > LONG_LIST else Group(*items)
        return Group(listed, Text(self.say("hint"), style="dim"))

    def show(self, news: list[Text], below_it: RenderableType) -> None:
        """A fresh screen: the table, the news, and what there is to choose or the result."""
        frame: list[RenderableType] = [
            Rule(Text(self.words.title, style="bold"), style="dim"),
            boards.draw(self.view, self.words, self.players),
        ]
        out.clear()
        out.print(Group(*frame, "", *news, *([""] if news else []), below_it))

    def warn(self, sentence: str) -> None:
        """Say in one sentence what is wrong."""
        out.print(Text("! ", style="bold yellow") + Text(sentence))


def _sentences(lines: list[Line]) -> list[Text]:
    return [coloured(paragraph) for paragraph in paragraphs(lines)]


def _thoughts(count: int, seed: int | None) -> list[Any]:
    """A chance for each bot, and one for the table; a seed makes them repeatable."""
    master = new_chance(secrets.token_bytes(32) if seed is None else key_of_seed(seed))
    thoughts = [new_chance(bytes(32)) for _ in range(count)]
    for number, thought in enumerate(thoughts):
        rekey(thought, master, BOT_KEYS, number)
    return thoughts
