"""The terminal game: you at one seat, bots at the others."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from openoutcry import Mistake, NeedsConsent, Refused
from openoutcry.bots import Bot
from openoutcry.cli import boards
from openoutcry.cli.choices import SHORT_TIDY, Choices
from openoutcry.cli.console import agrees, ask, check_output, out, prepare
from openoutcry.cli.fitting import LEAST_COLUMNS
from openoutcry.cli.live import Live
from openoutcry.cli.names import TableWords
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.plain import speaks_unicode
from openoutcry.cli.result import result
from openoutcry.cli.rules import clause_of, show_clause, show_rulebook
from openoutcry.cli.story import Line, Teller, paragraphs
from openoutcry.engine.actions import Action
from openoutcry.engine.chance import BOT_KEYS, TIES, below, key_of_seed, new_chance, rekey
from openoutcry.table.limits import path_of
from openoutcry.table.match import Match

MOST_NEWS = 10
FEWEST_NEWS = 3
SHORT_FORMS = {"q": "quit", "exit": "quit", "u": "undo", "?": "help", "h": "help", SHORT_TIDY: "tidy"}


class Quit(Exception):
    """The person leaves the table."""


class TerminalGame:
    """A match, the seat of the person, and the bots at the other seats."""

    def __init__(
        self,
        match: Match,
        seat: int,
        bots: Mapping[int, Bot],
        path: Path,
        language: str,
        *,
        resume_with: str,
        seed: int | None = None,
        pace: float = 0.0,
    ) -> None:
        self.match, self.seat, self.bots, self.path = match, seat, bots, path
        self.resume_with = resume_with
        self.say = Phrases(language)
        self.players = [self.say("you") if place == seat else player for place, player in enumerate(match.players)]
        self.words = words = TableWords(match.game, language, self.players, seat)
        self.teller = Teller(words, self.players, seat)
        self.heard = 0
        self.story: list[Line] = []
        self.hear()
        self.shown = max((place for place, line in enumerate(self.story) if line.seat == seat), default=0)
        self.view = match.view(seat)
        self.trouble = ""
        self.thoughts = _thoughts(match.seats + 1, seed)
        self.tidied: dict[int, int] = {}
        self.commands: dict[str, Callable[[str], bool]] = {
            "undo": self.undo,
            "hint": self.hint,
            "rules": self.rules,
            "log": self.log,
            "save": self.save_copy,
            "help": self.help,
            "quit": self.quit,
        }
        if match.game.has("tidy"):
            self.commands["tidy"] = self.tidy
        bell = boards.bell(match.game)
        self.live = Live(self, match.game.actions.read(bell), pace) if bell and pace else None

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        try:
            while not self.match.over:
                if self.live and self.live.is_open:
                    self.live.run()
                elif (seat := self.next_seat()) in self.bots:
                    self.act(seat, self.chosen(seat))
                else:
                    self.take_turn()
        except (Quit, EOFError, KeyboardInterrupt):
            self.leave()
        else:
            self.finish()

    def chosen(self, seat: int) -> Action:
        """What a bot does; that it thinks is shown."""
        bot, view = self.bots[seat], self.match.view(seat)
        if not (bot.thinks and out.is_terminal and len(view.legal) > 1):
            return bot.choose(view, self.thoughts[seat])
        with out.status(
            self.say("bot_thinks", player=self.players[seat]), spinner="dots" if speaks_unicode() else "line"
        ):
            return bot.choose(view, self.thoughts[seat])

    def next_seat(self) -> int:
        """Who acts next; where several may, chance decides, but whoever has begun to choose goes on."""
        seats, last = self.match.to_act, self.match.log[-1] if self.match.log else None
        if last and last.seat in seats and last.action != self.match.game.actions.hold:
            return last.seat
        return seats[below(self.thoughts[-1], TIES, len(seats))] if len(seats) > 1 else seats[0]

    def act(self, seat: int, action: Action) -> None:
        """Play an action, tell it and save."""
        self.match.play(seat, action)
        self.note()

    def note(self) -> None:
        """Add to the story what has changed, and save."""
        self.view = self.match.view(self.seat)
        self.hear()
        self.save()

    def hear(self) -> None:
        """Put into words what has come since."""
        lines = self.match.story(self.seat)
        self.story += self.teller.told(lines[self.heard :])
        self.heard = len(lines)

    def save(self) -> None:
        """Write the match to its file; the game goes on if that fails, and says so."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.match.save(self.path)
            self.trouble = ""
        except Mistake as mistake:
            self.trouble = self.say("save_failed", reason=mistake)
        except OSError as error:
            self.trouble = self.say("save_failed", reason=f"{self.path.parent}: {error.strerror}")

    def take_turn(self) -> None:
        """Show the table and ask until the person has acted."""
        if self.live:
            self.live.is_paused = False
        tidy = self.words.label("tidy") if self.match.next_tidy(self.seat) else None
        choices = Choices(self.view.legal, self.words, self.say, tidy)
        self.show(choices.offer())
        prompt = self.say("only_choice" if len(choices.legal) == 1 else "prompt")
        while not self.handle(ask(prompt), choices, self.act_oneself):
            pass

    def act_oneself(self, action: Action) -> None:
        """Play an action of the person."""
        self.act(self.seat, action)

    def handle(self, typed: str, choices: Choices, act: Callable[[Action], None]) -> bool:
        """Do what was typed; whether the table has changed."""
        self.choices = choices
        word, _, rest = typed.partition(" ")
        command = self.commands.get(SHORT_FORMS.get(word.lower(), word.lower()))
        try:
            if command is not None:
                return command(rest.strip())
            told = len(self.story)
            act(choices.meant(typed))
            self.shown = told
        except Refused as refused:
            self.warn(f"{self.words.refusal(refused.clause)} ({refused.clause})")
        except Mistake as mistake:
            self.warn(str(mistake))
        else:
            return True
        return False

    def tidy(self, _: str) -> bool:
        """Leave to the table what can be left to it."""
        told, count = len(self.story), 0
        while action := self.match.next_tidy(self.seat):
            self.act(self.seat, action)
            count += 1
        if not count:
            raise Mistake(self.say("nothing_to_tidy"))
        self.tidied[self.own_actions] = count
        self.shown = told
        return True

    @property
    def own_actions(self) -> int:
        """How many of the person's actions stand."""
        log = self.match.log
        return sum(log[place].seat == self.seat for place in self.match.standing)

    def undo(self, _: str) -> bool:
        """Take back the person's last action, or all that `tidy` has done: by right, or with the bots' consent."""
        taken_from, tidied = len(self.story), self.own_actions
        try:
            self.match.undo(self.seat)
        except NeedsConsent as needs:
            self.warn(str(needs))
            if not agrees(self.say("consent")):
                out.print(self.say("kept"))
                return False
            self.match.undo(self.seat, consent=True)
        self.note()
        for _more in range(self.tidied.pop(tidied, 1) - 1):
            self.match.undo(self.seat)
            self.note()
        self.shown = taken_from
        if self.live:
            self.live.is_paused = True
        return True

    def rules(self, clause: str) -> bool:
        """Show the rulebook or a clause."""
        book = self.match.game.rulebook(self.words.language)
        if clause:
            show_clause(book, clause_of(self.match.game, clause))
        else:
            show_rulebook(book)
        return False

    def log(self, _: str) -> bool:
        """Show all that has happened."""
        out.print(*(self.sentences(self.story) or [Text(self.say("nothing_yet"))]), sep="\n")
        return False

    def save_copy(self, name: str) -> bool:
        """Say where the match is saved, or save it elsewhere too."""
        if not name:
            self.save()
            out.print(self.trouble or self.say("saved", path=self.path), soft_wrap=True)
            return False
        path = path_of(name)
        check_output(path)
        if path.exists() and not agrees(self.say("overwrite", path=path)):
            out.print(self.say("not_saved"))
            return False
        self.match.save(path)
        out.print(self.say("saved", path=path), soft_wrap=True)
        return False

    def help(self, _: str) -> bool:
        """Say what can be typed."""
        out.print(self.say("help", example=self.choices.example).strip())
        if self.match.game.has("tidy"):
            out.print(self.say("help_tidy"))
        if self.live:
            out.print("", self.say("help_bell"), sep="\n")
        return False

    def hint(self, _: str) -> bool:
        """Say what a strong player would do, knowing what the person knows."""
        from openoutcry.bots.thinking import advice

        if not (view := self.match.view(self.seat)).legal:
            raise Mistake(self.say("no_hint"))
        out.print(self.say("thinking"), style="dim")
        prepare([self.match.game], ("search",))
        best = advice(view, self.thoughts[-1])[0]
        out.print(self.say("hint_given", action=self.words.action(best.action), wins=f"{best.wins:.0%}"))
        return False

    def quit(self, _: str) -> bool:
        """Leave the table."""
        raise Quit

    def left_by_bot(self, resume_with: str) -> str:
        """Save, as a bot cannot go on; how to resume without it."""
        self.save()
        return self.trouble or self.say("left_by_bot", command=resume_with)

    def leave(self) -> None:
        """Say how to resume."""
        out.print()
        if not self.match.log:
            out.print(self.say("left_unsaved"))
            return
        self.save()
        out.print(self.trouble or self.say("left", command=self.resume_with), soft_wrap=True)

    def finish(self) -> None:
        """Show the table as it is at the end, and the result."""
        self.show(result(self.match, self.words, self.say, self.players, self.seat))
        if not self.trouble:
            out.print(
                "",
                self.say("kept_in", command=shlex.join(["outcry", "replay", str(self.path)])),
                sep="\n",
                soft_wrap=True,
            )

    def show(self, *below_it: RenderableType) -> None:
        """A fresh screen: the table, what has happened since the person last acted, and then what there is to choose,
        or the result.
        """
        title = Rule(Text(self.words.title, style="bold"), style="dim")
        table = boards.draw(self.view, self.words, self.players)
        news = self.latest(self.sentences(self.story[self.shown :]), beside=Group(title, table, "", "", *below_it, ""))
        out.clear()
        out.print(Group(title, table, "", *news, *([""] if news else []), *below_it))
        if self.trouble:
            self.warn(self.trouble)
        if out.width < LEAST_COLUMNS:
            self.warn(self.say("narrow", width=out.width, least=LEAST_COLUMNS))

    def latest(self, news: list[Text], beside: RenderableType) -> list[Text]:
        """The last of the news, as many as the screen has room for beside the rest; a few lines in any case."""
        room = max(out.height - _height(beside), FEWEST_NEWS + 1) if out.is_terminal else sys.maxsize
        kept = news[-MOST_NEWS:]
        while len(kept) > 1 and _height(Group(*kept)) + (len(kept) < len(news)) > room:
            kept = kept[1:]
        earlier = len(news) - len(kept)
        return [Text(self.say("earlier", count=earlier), style="dim"), *kept] if earlier else news

    def sentences(self, lines: list[Line]) -> list[Text]:
        """What has happened, a paragraph each."""
        return [boards.coloured(self.match.game, paragraph) for paragraph in paragraphs(lines)]

    def warn(self, sentence: str) -> None:
        """Say in one sentence what is wrong."""
        out.print(Text.assemble(("! ", "bold yellow"), sentence))


def _height(drawing: RenderableType) -> int:
    return len(out.render_lines(drawing))


def _thoughts(count: int, seed: int | None) -> list[Any]:
    """A chance for each bot, and one for the table; a seed makes them repeatable."""
    master = new_chance(secrets.token_bytes(32) if seed is None else key_of_seed(seed))
    thoughts = [new_chance(bytes(32)) for _ in range(count)]
    for number, thought in enumerate(thoughts):
        rekey(thought, master, BOT_KEYS, number)
    return thoughts
