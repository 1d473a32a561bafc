"""A lesson: a coached first match of a game, from the lesson.toml in its folder.

    key = "7b8…"                         # the cards; 64 hexadecimal digits
    seats = 3
    goal.en = "Land on the mat before the others."
    free.en = "Play on as you like."     # said where no step fits what can be done
    end.en = "That is all there is to it."

    [[steps]]
    clause = "§2.2"
    do = ["roll"]                        # what is lit: the first of these beginnings of a notation that is legal
    done = [{ action = "roll" }]         # what ends the step; without it, the player's doing any of `do`
    skip = [{ event = "landed", by = "anyone" }]   # what makes it come no more
    beside = []                          # it is the time for the step where all of these are legal too,
    unless = ["faceplant"]               # and none of these,
    after = "*"                          # and the player did this last,
    wise = false                         # and the rules of thumb would do it, if this is true,
    least = {}                           # and these fields of the record are at least so large
    say.en = "Roll the dice."
    why.en = "…"

A step is reached by what happened, never by a path of clicks: whoever does something else is followed. A step that
the player cannot end alone, by an action, comes when those before it are past. `Coach` reads the story of the match as
the player is told it, so that it comes to the same after a reload, and when something is taken back. The page does the
same (`web/src/client/lesson/coach.ts`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import replace

from openoutcry.engine.actions import Action
from openoutcry.engine.events import Telling
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Reason
from openoutcry.engine.options import read_options
from openoutcry.table.messages import Key
from openoutcry.table.story import Line

FILE = "lesson.toml"
DONE, SKIPPED = "done", "skipped"
YOU, ANYONE = "you", "anyone"
Spoken = Annotated[dict[str, Annotated[str, Meta(min_length=1)]], Meta(min_length=1)]
"""A sentence or two per language."""


class Happening(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is done or told of: an action by its notation or how that begins, or an event that is about
    somebody.
    """

    action: str = ""
    event: str = ""
    by: Literal["you", "other", "anyone"] = "you"


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: what is said, what is lit, what ends it, what makes it come no more, and when it is its time:
    where all of `beside` and none of `unless` can be done, after the player did such a thing last, and, if it is to be
    wise, where the rules of thumb would do it; and where fields of the record are at least so large.
    """

    clause: str
    say: Spoken
    why: Spoken
    do: list[str] = []
    done: list[Happening] = []
    skip: list[Happening] = []
    beside: list[str] = []
    unless: list[str] = []
    after: str = "*"
    wise: bool = False
    least: dict[str, int] = {}


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A coached first match: its cards, who sits there, and its steps; the player is at `seat`, bots at the others."""

    key: Key
    seats: int
    goal: Spoken
    free: Spoken
    end: Spoken
    steps: Annotated[list[Step], Meta(min_length=5, max_length=8)]
    seat: int = 0
    bot: str = "greedy"
    options: dict[str, int | str] = {}


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game, checked against it, options by their numbers; nothing where it has none."""
    path = game.folder / FILE
    if not path.is_file():
        return None
    try:
        lesson = convert(tomllib.loads(path.read_text(encoding="utf-8")), Lesson)
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise Reason("lesson_wrong", game=game.name, why=str(error)) from None
    _check(game, lesson)
    chosen = read_options(game.options, lesson.options)
    return replace(lesson, options=dict(chosen), steps=[_whole(step) for step in lesson.steps])


def _whole(step: Step) -> Step:
    """A step that says what ends it: the player's doing what is lit, unless it says otherwise."""
    return step if step.done else replace(step, done=[Happening(action=each) for each in step.do])


def _check(game: Game, lesson: Lesson) -> None:
    """Refuse a lesson that speaks of what the game does not have."""
    game.check_seats(lesson.seats)
    _expect(0 <= lesson.seat < lesson.seats, game, f"there is no seat {lesson.seat} among {lesson.seats}")
    for spoken in (lesson.goal, lesson.free, lesson.end, *(s for step in lesson.steps for s in (step.say, step.why))):
        languages = f"it speaks {', '.join(spoken)}, and words.toml {', '.join(game.words)}"
        _expect(set(spoken) == set(game.words), game, languages)
    for step in lesson.steps:
        _expect(step.clause in game.clauses, game, f"RULES.md has no {step.clause}")
        _expect(bool(step.do or step.done), game, f"nothing ends the step of {step.clause}")
        for notation in (*step.do, *step.beside, *step.unless, step.after):
            _check_notation(game, notation)
        for happening in (*step.done, *step.skip):
            _check_happening(game, happening)
        numbers = {field.name for field in game.fields if field.kind.meaning == "number" and not field.shape}
        for name in step.least:
            _expect(name in numbers, game, f"there is no number {name!r} in the record")


def _check_happening(game: Game, happening: Happening) -> None:
    _expect(bool(happening.action) != bool(happening.event), game, "what happens is an action or an event")
    if happening.action:
        _check_notation(game, happening.action)
        return
    event = game.events.by_name.get(happening.event)
    _expect(event is not None, game, f"there is no event {happening.event!r}")
    assert event is not None
    is_about = event.about is not None or happening.by == "anyone"
    _expect(is_about, game, f"{happening.event!r} is about nobody: it happens by anyone")


def _check_notation(game: Game, notation: str) -> None:
    """Refuse what no action of the game begins with."""
    _expect(any(begins(action.text, notation) for action in game.actions), game, f"there is no action {notation!r}")


def _expect(holds: bool, game: Game, otherwise: str) -> None:
    if not holds:
        raise Reason("lesson_wrong", game=game.name, why=otherwise)


def begins(text: str, notation: str) -> bool:
    """Whether an action is one that a lesson names: its first words are these, `?` being any letter and `*` any
    letters.

    >>> begins("bid 3 Gold", "bid 3"), begins("bid 3 Gold", "bid * Oil"), begins("sell AD", "sell A?")
    (True, False, True)
    """
    words, wanted = text.split(" "), notation.split(" ")
    return len(wanted) <= len(words) and all(map(fnmatchcase, words, wanted))


class Coaching(NamedTuple):
    """What a coach says now: which steps are done, skipped, or to come (""), the one whose time it is, and what is
    lit.
    """

    passed: list[str]
    step: int | None
    lit: list[Action]


class Coach:
    """Follows a match of a lesson."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game = game
        self.lesson = lesson

    def coached(
        self, story: Iterable[Line], legal: Sequence[Action], record: Any, thumb: Action | None = None
    ) -> Coaching:
        """What is said to a player who was told this, sees the record and may do that: the first step to come whose
        time it is.

        Of several actions that a step names, the one is lit that the rules of thumb would choose, and where no step
        fits it is lit too.
        """
        passed, last = ["" for _ in self.lesson.steps], ""
        for line in story:
            if not line.is_gone:
                self._pass_by(line, passed)
                last = line.text if line.seat == self.lesson.seat else last
        for number in self._ahead(passed):
            step = self.lesson.steps[number]
            is_time = all(int(record[field]) >= number for field, number in step.least.items())
            lit = _lit(step, legal, last, thumb) if is_time else []
            if lit or not (step.do or legal):
                return Coaching(passed, number, lit)
        return Coaching(passed, None, [thumb] if thumb and legal else [])

    def _ahead(self, passed: Sequence[str]) -> list[int]:
        """The steps that can come next: the first that is not past, and those that the player can end alone."""
        ahead = [number for number, name in enumerate(passed) if not name]
        return [number for number in ahead if number == ahead[0] or self._is_up_to_you(self.lesson.steps[number])]

    def _is_up_to_you(self, step: Step) -> bool:
        return bool(step.do) and any(each.action and each.by == YOU for each in step.done)

    def _pass_by(self, line: Line, passed: list[str]) -> None:
        """Mark the first step that an entry ends, and what comes no more after it."""
        for number in self._ahead(passed):
            if self._comes(self.lesson.steps[number].done, line):
                passed[number] = DONE
                break
        for number, step in enumerate(self.lesson.steps):
            if not passed[number] and self._comes(step.skip, line):
                passed[number] = SKIPPED

    def _comes(self, happenings: Iterable[Happening], line: Line) -> bool:
        return any(self._is(happening, line) for happening in happenings)

    def _is(self, happening: Happening, line: Line) -> bool:
        if happening.action:
            return self._is_by(happening.by, line.seat) and begins(line.text, happening.action)
        return any(self._tells(happening, told) for told in line.events)

    def _tells(self, happening: Happening, told: Telling) -> bool:
        if told["event"] != happening.event:
            return False
        about = self.game.events.by_name[happening.event].about
        return happening.by == ANYONE or (about is not None and self._is_by(happening.by, told[about]))

    def _is_by(self, by: str, seat: int | None) -> bool:
        if seat is None or seat < 0:
            return False
        return by == ANYONE or (by == YOU) == (seat == self.lesson.seat)


def _lit(step: Step, legal: Sequence[Action], last: str, thumb: Action | None) -> list[Action]:
    """What a step lights of what is legal: what the first fitting of its notations names, if it is its time."""

    def named(notation: str) -> list[Action]:
        return [action for action in legal if begins(action.text, notation)]

    is_time = all(map(named, step.beside)) and not any(map(named, step.unless)) and begins(last, step.after)
    lit = next((found for found in map(named, step.do) if found), []) if is_time else []
    if thumb in lit:
        return [thumb]
    return [] if step.wise and thumb else lit
