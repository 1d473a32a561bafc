"""What happened at a table, in sentences, as far as one onlooker could see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from openoutcry.engine.actions import HIDDEN
from openoutcry.engine.contract import QUIET
from openoutcry.engine.events import NOBODY
from openoutcry.table import story
from openoutcry.table.words import Words

UNDO = "undo"


@dataclass(frozen=True)
class Line:
    """What a seat did, in notation and in a sentence with what came of it, each sentence with the seat it belongs to;
    of what nobody saw done there is only what came of it.

    Of what is no news, such as a card that somebody let pass, people want to hear only what came of it.
    """

    seat: int | None
    text: str
    sentences: Sequence[tuple[int, str]]
    is_news: bool = True

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

    def told(self, lines: Iterable[story.Line]) -> list[Line]:
        """The lines of a story in sentences; headings that only name a player are left out: the next sentence does."""
        return [line for line in map(self._line, lines) if line.sentences]

    def _line(self, line: story.Line) -> Line:
        is_news = line.text.partition(" ")[0] not in self.words.game.member(QUIET)
        sentences = []
        if line.seat is not None:
            sentences.append(
                (line.seat, self.words.told(line.text, self.players[line.seat], you=line.seat == self.you))
            )
        of = line.seat if line.seat is not None and is_news else NOBODY
        for told in line.events:
            event = self.words.game.events.by_name[told["event"]]
            sentence = self.words.event(told, self.players, self.you)
            if not event.heading:
                sentences.append((of, sentence))
            elif set(event.parameters) != {event.about}:
                sentences.append((NOBODY, f"{sentence}."))
            of = told[event.about] if event.heading and event.about else of
        return Line(line.seat, line.text, sentences, is_news)


def paragraphs(lines: Iterable[Line]) -> list[str]:
    """Sentences, those of one seat in a row together; a seat that does the same thing again begins anew, and what is
    hidden goes on.

    So do undoing, and sentences that begin alike, up to a colon.
    """
    found: list[list[str]] = []
    told_of, done, before = None, set[str](), ""
    for line in lines:
        verb = line.text.partition(" ")[0] if line.is_news else ""
        is_more = HIDDEN in line.text and line.text == before
        before = line.text
        for place, (seat, sentence) in enumerate(line.sentences if line.is_news else line.sentences[1:]):
            is_alike = bool(found) and _beginning(sentence) == _beginning(found[-1][-1]) != ""
            goes_on = bool(found) and (verb in ("", UNDO) or is_alike)
            is_anothers = seat != told_of and not (seat == NOBODY and is_alike)
            if place == 0 and is_more:
                told_of = None
            elif is_anothers or (place == 0 and verb in done and not goes_on):
                found.append([])
                told_of, done = seat, set()
            if place == 0:
                done.add(verb)
            found[-1].append(sentence)
    return [" ".join(_joined(_counted(sentences))) for sentences in found]


def _counted(sentences: Iterable[str]) -> Iterator[str]:
    """Each sentence once, with how often it comes in a row."""
    for sentence, group in groupby(sentences):
        count = len(list(group))
        yield f"{sentence[:-1]} (×{count})." if count > 1 else sentence


def _joined(sentences: Iterable[str]) -> Iterator[str]:
    """Sentences in a row that begin alike, up to a colon, as one."""
    for beginning, group in groupby(sentences, key=_beginning):
        if beginning:
            yield beginning + ", ".join(sentence[len(beginning) : -1] for sentence in group) + "."
        else:
            yield from group


def _beginning(sentence: str) -> str:
    """A sentence up to its colon; nothing if it has none."""
    before, colon, _ = sentence.partition(": ")
    return before + colon if colon else ""
