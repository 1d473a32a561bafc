"""What readers are told of a step, and of whole matches, for the tests of every game's events."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from openoutcry.engine import contract
from openoutcry.engine.events import NOBODY
from openoutcry.engine.game import Game
from openoutcry.engine.record import copied
from openoutcry.engine.telling import MOST_WORDS, new_told
from openoutcry.table.match import Match
from openoutcry.table.story import Line, events_of
from openoutcry.table.words import Words
from openoutcry.testing.random_play import any_legal, random_match
from support import game_of

PLAYERS = ["Ada", "Bo", "Cy", "Di", "Ed", "Fi", "Gus", "Hal"]
SPECTATOR = contract.SPECTATOR


def told(before: Any, after: Any, line: str, reader: int = SPECTATOR, language: str = "en") -> str:
    """What a reader is told has come of an action, which is written as a seat and what it plays."""
    seat, _, text = line.partition(" ")
    return in_words(game_of(before), line_of(before, after, int(seat), text, reader).events, reader, language)


def line_of(before: Any, after: Any, seat: int, text: str, reader: int | None) -> Line:
    """An action and what came of it, as a reader is told it."""
    game, watcher = game_of(before), SPECTATOR if reader is None else reader
    number = game.actions.read(text).number
    seen = number if seat == reader else game.actions.seen_number(number)
    shown = text if seat == reader else game.actions.seen(number)
    events = events_of(game, hidden(before, watcher), hidden(after, watcher), seat, seen)
    return Line(None, "", events) if shown is None else Line(seat, shown, events)


def told_at_the_deal(dealt: Any, reader: int = SPECTATOR) -> str:
    """What a reader is told before anybody acts."""
    game = game_of(dealt)
    before = hidden(game.template(int(dealt.seats)), reader)
    return in_words(game, events_of(game, before, hidden(dealt, reader), NOBODY, NOBODY), reader)


def in_words(game: Game, events: Any, reader: int, language: str = "en") -> str:
    """Events as sentences."""
    words = Words(game, language)
    return " ".join(words.event(event, PLAYERS, reader) for event in events)


def hidden(state: Any, reader: int) -> Any:
    """A copy of the state as a reader may see it."""
    copy = copied(state)
    game_of(state).sight.hide(copy, reader)
    return copy


def tell_random_matches(game: Game, count: int) -> Counter[str]:
    """Matches of all options told to every seat, a spectator and an open table, in every language: how often each event
    has come, as the open table has it. None takes up half the room there is.
    """
    found = Counter[str]()
    for number in range(count):
        match = played(random_match(game, number), random.Random(number))
        for reader in [*range(match.seats), None]:
            for line in match.story(reader):
                check_sentences(game, line.events, SPECTATOR if reader is None else reader)
        found.update(event["event"] for line in match.story(None, is_open=True) for event in line.events)
        assert most_words(match) < MOST_WORDS / 2
    return found


def played(match: Match, dice: random.Random) -> Match:
    """A match played at random to its end."""
    while not match.over:
        seat = dice.choice(match.to_act)
        match.play(seat, any_legal(match.legal(seat), dice))
    return match


def check_sentences(game: Game, events: Any, reader: int) -> None:
    """Every event has a phrase in every language, and every part of it is filled in."""
    for language in game.words:
        for event in events:
            sentence = in_words(game, [event], reader, language)
            assert "{" not in sentence, sentence
            assert not sentence.startswith(event["event"] + ": "), f"{language} has no phrase for {event}"


def most_words(match: Match) -> int:
    """How much room the events of a single step have taken up."""
    most = 0
    for moment in match.moments():
        words, entry = new_told(), moment.log[-1] if moment.log else None
        action = NOBODY if entry is None or entry.action is None else entry.action.number
        contract.events(*moment.around_last(), NOBODY if entry is None else entry.seat, action, words)
        most = max(most, int(words.used))
    return most
