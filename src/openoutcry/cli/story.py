"""What happened at a table, in sentences, as far as one onlooker could see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from openoutcry.cli import boards
from openoutcry.engine.record import copied
from openoutcry.table.match import Match, View
from openoutcry.table.words import Words

UNDO = "undo"


@dataclass(frozen=True)
class Line:
    """What a seat did, in notation and in a sentence with what came of it."""

    seat: int
    text: str
    sentences: Sequence[boards.Notice]

    @property
    def told(self) -> str:
        """All of it in a row."""
        return " ".join(sentence for _, sentence in self.sentences)


@dataclass(frozen=True)
class Teller:
    """Tells what happens: in which words, what the players are called, and to which of them it speaks."""

    words: Words
    players: Sequence[str]
    you: int | None = None

    def between(self, before: View, after: View) -> list[Line]:
        """What was done between two views of one onlooker, at most one action apart."""
        lines = []
        for seat, text in after.log[len(before.log) :]:
            sentences = [(seat, self.words.told(text, self.players[seat], you=seat == self.you))]
            if text != UNDO:
                sentences += boards.notices(before, after, self.words, self.players, self.you)
            lines.append(Line(seat, text, sentences))
        return lines

    def whole(self, match: Match, look: Callable[[Match], View]) -> list[Line]:
        """A match from its beginning."""
        views = (look(moment) for moment in moments(match))
        return [line for before, after in pairwise(views) for line in self.between(before, after)]


def moments(match: Match) -> Iterator[Match]:
    """The match again: as dealt, then after every entry of its log. It is one match that goes on, so look before the next."""
    again = Match(match.game, match.seats, match.options, key=match._key, players=match.players)
    yield again
    for entry in match.log:
        if entry.action is None:
            again.undo(entry.seat, consent=entry.by_consent)
        else:
            again.play(entry.seat, entry.action)
        yield again


def open_view(match: Match) -> View:
    """Everything, nothing hidden: for matches that are over, and for those who ask for it."""
    return View(match.game, None, copied(match._state), [(entry.seat, str(entry)) for entry in match.log])


def paragraphs(lines: Iterable[Line]) -> list[str]:
    """Sentences, those of one seat in a row together."""
    sentences = (sentence for line in lines for sentence in line.sentences)
    return [" ".join(told for _, told in same) for _, same in groupby(sentences, key=lambda sentence: sentence[0])]
