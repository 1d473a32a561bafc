"""The terminal game: you at one seat, bots at the others."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from openoutcry import Mistake, NeedsConsent, Refused
from openoutcry.cli import boards
from openoutcry.cli.choices import SHORT_TIDY, Choices
from openoutcry.cli.console import agrees, ask, check_output, out, prepare
from openoutcry.cli.fitting import LEAST_COLUMNS
from openoutcry.cli.live import Live
from openoutcry.cli.names import SeatedWords
from openoutcry.cli.own_table import OwnTable
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.plain import speaks_unicode
from openoutcry.cli.result import result, unit_of
from openoutcry.cli.rules import clause_of, show_clause, show_rulebook
from openoutcry.cli.story import Line, Teller, paragraphs
from openoutcry.engine.actions import Action
from openoutcry.engine.mistakes import Reason
from openoutcry.table import messages as m
from openoutcry.table import story
from openoutcry.table.asks import ADVISE, CHOOSE, Ask
from openoutcry.table.file import write_text
from openoutcry.table.limits import path_of
from openoutcry.table.match import Match

ALIKE = 0.02
HARDLY = 0.01
"""Chances that are no further apart are alike, as far as a search can tell; what wins less often hardly wins."""
MOST_NEWS = 10
FEWEST_NEWS = 3
SHORT_FORMS = {"q": "quit", "exit": "quit", "u": "undo", "?": "help", "h": "help", SHORT_TIDY: "tidy"}


class Quit(Exception):
    """The person leaves the table."""


class TerminalGame:
    """A table on the screen, and the person at the keyboard."""

    def __init__(self, table: OwnTable, path: Path, language: str, *, resume_with: str) -> None:
        self.table, self.seat, self.path, self.resume_with = table, table.seat, path, resume_with
        self.say = Phrases(language)
        match, seat = self.match, self.seat
        self.players = [self.say("you") if place == seat else player for place, player in enumerate(match.players)]
        self.words = words = SeatedWords(match.game, language, self.players, seat)
        self.teller = Teller(words, self.players, seat)
        self.heard = 0
        self.story: list[Line] = []
        self.hear()
        self.shown = max((place for place, line in enumerate(self.story) if line.seat == seat), default=0)
        self.view = match.view(seat)
        self.trouble = ""
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
        self.live = Live(self, match.game.actions.read(bell)) if bell and table.pace else None
        table.keep = self.note

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.table.match

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        try:
            while not self.match.over:
                if self.live and self.live.is_open:
                    self.live.run()
                elif self.table.is_persons_turn():
                    self.take_turn()
                else:
                    self.let_bot_act()
        except (Quit, EOFError, KeyboardInterrupt):
            self.leave()
        else:
            self.finish()

    def let_bot_act(self) -> None:
        """Ask the bot whose turn it is; that it thinks is shown."""
        ask = next(ask for ask in self.table.asked() if ask.what == CHOOSE)
        with self.shown_thinking(ask):
            self.table.answer(ask)

    def shown_thinking(self, ask: Ask) -> AbstractContextManager[object]:
        """Show that a bot thinks, where that may take a moment."""
        if not (self.table.bots.bot(ask).thinks and out.is_terminal and len(ask.view.legal) > 1):
            return nullcontext()
        thinks = self.say("bot_thinks", player=self.players[ask.seat])
        return out.status(thinks, spinner="dots" if speaks_unicode() else "line")

    def note(self, file: str) -> None:
        """Add to the story what has changed, and keep the file of the match."""
        self.view = self.match.view(self.seat)
        self.hear()
        self.write(file)

    def hear(self) -> None:
        """Put into words what has come since."""
        lines = self.match.story(self.seat)
        self.story += self.teller.told(lines[self.heard :])
        self.heard = len(lines)

    def write(self, file: str) -> None:
        """Write the match to its file; the game goes on if that fails, and says so."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_text(file, self.path)
            self.trouble = ""
        except Mistake as mistake:
            self.trouble = self.say("save_failed", reason=self.why(mistake))
        except OSError as error:
            self.trouble = self.say("save_failed", reason=f"{self.path.parent}: {error.strerror}")

    def save(self) -> None:
        """Have the match written to its file."""
        self.table.say(m.SaveMatch)

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
        self.table.say(m.PlayAction, action=action.number)

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
        except Mistake as mistake:
            self.warn(self.why(mistake))
        else:
            return True
        return False

    def why(self, mistake: Mistake) -> str:
        """Why something is not done, in the person's language."""
        if isinstance(mistake, Refused):
            return f"{self.words.refusal(mistake.clause)} ({mistake.clause})"
        if isinstance(mistake, Reason) and mistake.code == "not_your_turn":
            return self.say("no_hint")
        return mistake.said(self.words.language)

    def tidy(self, _: str) -> bool:
        """Leave to the table what can be left to it."""
        told = len(self.story)
        self.table.say(m.TidyUp)
        self.shown = told
        return True

    def undo(self, _: str) -> bool:
        """Take back the person's last action, or all that `tidy` has done: by right, or with the bots' consent."""
        taken_from = len(self.story)
        try:
            self.table.say(m.TakeBack)
        except NeedsConsent as needs:
            self.warn(self.why(needs))
            if not agrees(self.say("consent")):
                out.print(self.say("kept"))
                return False
            self.table.say(m.AskUndo)
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
        self.table.say(m.AskHint)
        out.print(self.say("thinking"), style="dim")
        prepare([self.match.game], ("search",))
        self.table.answer(next(ask for ask in self.table.asked() if ask.what == ADVISE))
        assert self.table.hint is not None, "the table has not changed"
        self._tell_hint(self.table.hint)
        return False

    def _tell_hint(self, hint: m.HintGiven) -> None:
        """The best action, what surely comes of it, how often it wins beside the next best, and what is foreseen."""
        actions = self.match.game.actions
        given = "hint_hardly" if max(hint.wins, hint.next_wins) < HARDLY else "hint_given"
        out.print(self.say(given, action=self.words.action(actions[hint.action]), wins=f"{hint.wins:.0%}"))
        for told in hint.brings:
            out.print(self.words.event(told, self.players, self.seat))
        if hint.next_action is None:
            return
        others = self.words.action(actions[hint.next_action])
        alike = abs(hint.wins - hint.next_wins) < ALIKE
        compared = "hint_alike" if alike else "hint_next" if hint.wins > hint.next_wins else "hint_trusted"
        out.print(self.say(compared, action=others, wins=f"{hint.next_wins:.0%}"))
        if not alike:
            self._tell_outlook(hint, others)

    def _tell_outlook(self, hint: m.HintGiven, others: str) -> None:
        """What was foreseen more often, or less, than after the next best, or else the points in the end."""
        if hint.foreseen is not None:
            line = story.Line(hint.foreseen["seat"], hint.foreseen["text"], tuple(hint.foreseen["events"]))
            told = " ".join(self.words.sentences(line, self.players, self.seat))
            often, otherwise = round(10 * hint.often), round(10 * hint.otherwise)
            sees = "hint_sees" if often > otherwise else "hint_spares"
            sees = {(10, 0): "hint_then", (0, 10): "hint_not_then"}.get((often, otherwise), sees)
            out.print(self.say(sees, told=told, action=others, often=str(often), otherwise=str(otherwise)))
        elif hint.points is not None:
            unit = unit_of(self.view, self.words, self.say)
            points, otherwise_points = f"{hint.points:.1f}", f"{hint.next_points:.1f}"
            out.print(self.say("hint_ends", unit=unit, points=points, action=others, otherwise=otherwise_points))

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
