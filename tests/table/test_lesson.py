"""Lessons: each comes to its end for whoever does what the coach says, and is never at a loss for whoever does not."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from openoutcry.bots import find as bot_named
from openoutcry.engine.actions import Action
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import registered
from openoutcry.table.lesson import DONE, Coach, Coaching, Lesson, begins, lesson_of
from openoutcry.table.match import Match

TAUGHT = {name: lesson for name, game in registered().items() if (lesson := lesson_of(game))}
MOST_ACTIONS = 60
"""A lesson is over long before."""
OURS = ("bounce", "cash_a_catch", "cash_or_crash", "crypto_cards", "dead_cat_bounce")

every_lesson = pytest.mark.parametrize("name", TAUGHT)


def opened(game: Game, lesson: Lesson) -> Match:
    options = {option.name: option.show(int(lesson.options[option.name])) for option in game.options}
    return Match(game, lesson.seats, options, key=bytes.fromhex(lesson.key))


def coached(match: Match, lesson: Lesson) -> tuple[list[Action], Coaching]:
    """What the pupil may do, and what the coach says to that."""
    legal = match.legal(lesson.seat)
    thumb = bot_named("greedy", match.game).choose(match.view(lesson.seat), new_chance(bytes(32))) if legal else None
    return legal, Coach(match.game, lesson).coached(
        match.story(lesson.seat), legal, match.view(lesson.seat).record, thumb
    )


def moments(match: Match, lesson: Lesson, seed: int) -> Iterator[tuple[list[Action], Coaching]]:
    """Every moment of a lesson; whenever the pupil may act whoever asks for them acts for them, else the bots do.

    Where several may act at once the bots are asked first every other time, as they are where the pupil takes time.
    """
    thought, dice = new_chance(key_of_seed(seed)), random.Random(seed)
    bot = bot_named(lesson.bot, match.game)
    while not match.over:
        others = [seat for seat in match.to_act if seat != lesson.seat]
        if not others or (lesson.seat in match.to_act and seed % 2 == 0):
            yield coached(match, lesson)
        else:
            if lesson.seat not in match.to_act:
                yield coached(match, lesson)
            seat = dice.choice(others)
            match.play(seat, bot.choose(match.view(seat), thought))


def test_every_game_of_ours_has_a_lesson() -> None:
    assert set(OURS) <= set(TAUGHT)


@every_lesson
@pytest.mark.parametrize("seed", range(4))
def test_whoever_does_what_the_coach_says_comes_to_the_end_of_the_lesson(name: str, seed: int) -> None:
    game, lesson = registered()[name], TAUGHT[name]
    match, dice, shown, acted = opened(game, lesson), random.Random(seed), set[int | None](), 0
    passed: list[str] = []
    for legal, said in moments(match, lesson, seed):
        passed = said.passed
        shown.add(said.step)
        if all(passed):
            break
        if legal:
            assert said.lit, "the coach always has something to suggest"
            match.play(lesson.seat, dice.choice(said.lit))
            acted += 1
        assert acted < MOST_ACTIONS, f"the lesson does not end: {passed}"
    else:
        passed = coached(match, lesson)[1].passed
    assert passed == [DONE] * len(lesson.steps)
    assert shown >= set(range(len(lesson.steps))) - {None}, "every step was said"


@every_lesson
@pytest.mark.parametrize("seed", range(3))
def test_whoever_does_anything_else_is_followed(name: str, seed: int) -> None:
    game, lesson = registered()[name], TAUGHT[name]
    match, dice, before = opened(game, lesson), random.Random(seed), [""] * len(lesson.steps)
    for number, (legal, said) in enumerate(moments(match, lesson, seed)):
        assert set(said.lit) <= set(legal), "what is lit is legal"
        assert all(new for old, new in zip(before, said.passed, strict=True) if old), "what is past stays past"
        assert said.step is None or not said.passed[said.step], "a step that is past is not said again"
        assert bool(said.lit) == bool(legal), "the coach always has something to suggest, and nothing to whoever waits"
        before = said.passed
        if legal:
            match.play(lesson.seat, dice.choice(legal))
        if number > 400:
            return


@every_lesson
def test_what_is_taken_back_is_to_come_again(name: str) -> None:
    game, lesson = registered()[name], TAUGHT[name]
    match = opened(game, lesson)
    said = coached(match, lesson)[1]
    match.play(lesson.seat, said.lit[0])
    assert coached(match, lesson)[1].passed != said.passed
    match.undo(lesson.seat, consent=True)
    assert coached(match, lesson)[1] == said


@every_lesson
def test_every_step_is_said_in_every_language(name: str) -> None:
    game, lesson = registered()[name], TAUGHT[name]
    for step in lesson.steps:
        for language in game.words:
            told = f"{step.say[language]} {step.why[language]}"
            assert told.strip(), f"{step.clause} says nothing in {language}"
            assert not re.search(r"[`_{}]", told), f"{told!r} has something in it that is no word"
            assert len(told) < 320, f"{told!r} is too long to be read while playing"


@pytest.mark.parametrize(
    ("said", "instead", "broken"),
    [
        ('clause = "§3.6"', 'clause = "§9.6"', "RULES.md has no §9.6"),
        ('do = ["pass"]', 'do = ["passe"]', "there is no action 'passe'"),
        ('do = ["pass"]', 'do = ["sell 11?"]', "there is no action 'sell 11?'"),
        ('event = "first_joker", by = "anyone"', 'event = "joker", by = "anyone"', "there is no event 'joker'"),
        ('event = "first_joker", by = "anyone"', 'event = "first_joker"', "'first_joker' is about nobody"),
        ("seats = 2", "seats = 2\nseat = 2", "there is no seat 2 among 2"),
        ("goal.de", "goal.fr", "it speaks en, fr, and words.toml en, de"),
        ("seats = 2", "seats = 2\nspeed = 3", "unknown field `speed`"),
        ('do = ["pass"]', 'do = ["pass"]\nleast = { hands = 2 }', "there is no number 'hands' in the record"),
        ("seats = 2", "seats = 2\noptions = { hand = 99 }", "hand"),
    ],
)
def test_a_lesson_that_speaks_of_what_is_not_there_is_refused(
    said: str, instead: str, broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registered()["crypto_cards"]
    written = (game.folder / "lesson.toml").read_text(encoding="utf-8")
    assert said in written
    (tmp_path / "lesson.toml").write_text(written.replace(said, instead, 1), encoding="utf-8")
    game.rules, game.words, game.clauses  # noqa: B018 -- they are read before the folder is another
    monkeypatch.setattr(Game, "folder", tmp_path)
    with pytest.raises(Mistake, match=re.escape(broken)):
        lesson_of(game)


def test_a_game_needs_no_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "folder", tmp_path)
    assert lesson_of(registered()["crypto_cards"]) is None


def test_an_action_begins_as_a_lesson_says() -> None:
    assert begins("sell 7D", "*")
    assert begins("", "*")
    assert not begins("sell_shown 7D", "sell")
