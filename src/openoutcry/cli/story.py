"""What happened at a table, in sentences, as far as one onlooker could see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from openoutcry.cli import boards
from openoutcry.engine.actions import HIDDEN
from openoutcry.table.match import Match, View
from openoutcry.table.words import Words

UNDO = "undo"


@dataclass(frozen=True)
class Line:
    """What a seat did, in notation and in a sentence with what came of it; of what nobody saw done there is only what came of it."""

    seat: int | None
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
        if len(after.log) == len(before.log) and (seen := boards.notices(before, after, self.words, self.players, self.you)):
            lines.append(Line(None, "", seen))
        return lines

    def whole(self, match: Match, look: Callable[[Match], View]) -> list[Line]:
        """A match from its beginning."""
        views = (look(moment) for moment in match.moments())
        return [line for before, after in pairwise(views) for line in self.between(before, after)]


def paragraphs(lines: Iterable[Line]) -> list[str]:
    """Sentences, those of one seat in a row together; a seat that does the same thing again begins anew, and what is hidden goes on."""
    found: list[list[str]] = []
    told_of, done, before = None, set[str](), ""
    for line in lines:
        verb = line.text.partition(" ")[0]
        is_more = HIDDEN in line.text and line.text == before
        before = line.text
        for place, (seat, sentence) in enumerate(line.sentences):
            if place == 0 and is_more:
                told_of = None
            elif seat != told_of or (place == 0 and verb in done):
                found.append([])
                told_of, done = seat, set()
            if place == 0:
                done.add(verb)
            found[-1].append(sentence)
    return [" ".join(_counted(sentences)) for sentences in found]


def _counted(sentences: Iterable[str]) -> Iterator[str]:
    """Each sentence once, with how often it comes in a row."""
    for sentence, group in groupby(sentences):
        count = len(list(group))
        yield f"{sentence[:-1]} (×{count})." if count > 1 else sentence
