"""What a person can do now: the list they choose from, and what a line that they type means.

A verb with many actions, such as a bid, has no numbers: its actions are listed in groups, and typed. In a long list of
many verbs only those with few actions have numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from openoutcry import Mistake
from openoutcry.cli import boards
from openoutcry.cli.phrases import Phrases
from openoutcry.engine.actions import Action, Domain, Range, Subsets, Verb
from openoutcry.engine.mistakes import quoted
from openoutcry.engine.names import Names
from openoutcry.table.words import SEAT_PARAMETER as SEAT
from openoutcry.table.words import Words

MANY = 12
"""A verb with more actions than this is typed."""
MOST_NUMBERS = 20
FEW = 3
"""Where there would be more numbers than that, a verb with more actions than this is typed too; so is always one of
amounts alone.
"""
LONG_LIST = 5
MOST_DIGITS = 20
"""Of a number that was typed, so many are shown."""
SHORT_TIDY = "t"
"""What is typed to leave the rest to the table."""


class Choices:
    """The legal actions of a person: those with a number, and by their verbs those that are too many for that."""

    def __init__(self, legal: Sequence[Action], words: Words, say: Phrases, tidy: str | None = None) -> None:
        self.legal, self.words, self.say, self.tidy = legal, words, say, tidy
        self.actions = words.game.actions
        by_verb = {verb: list(actions) for verb, actions in groupby(legal, key=lambda action: action.verb)}
        are_too_many = sum(len(actions) for actions in by_verb.values() if len(actions) <= MANY) > MOST_NUMBERS
        most = {verb.name: FEW if are_too_many or _is_amount(verb) else MANY for verb in self.actions.verbs}
        self.grouped = {verb: actions for verb, actions in by_verb.items() if len(actions) > most[verb]}
        self.numbered = [action for action in legal if action.verb not in self.grouped]

    @property
    def example(self) -> Action:
        """One of the actions: one that has to be typed, if there is any."""
        return next((actions[0] for actions in self.grouped.values()), self.legal[-1])

    def meant(self, typed: str) -> Action:
        """The action of a number of the list, a notation or an offer; an empty line is the only action there is."""
        if not typed and len(self.legal) == 1:
            return self.legal[0]
        if typed.isdecimal() and self.numbered:
            return self._of_number(typed)
        words = re.sub(r"\s*\+\s*", "+", typed).split()
        found = (
            self._of_offer(words)
            or self._of_parameters(words)
            or self._of_notation(words)
            or self._of_beginnings(words)
        )
        if found is None:
            raise Mistake(self.say("no_such_input", example=repr(str(self.example)), text=quoted(typed)))
        return found

    def _of_number(self, typed: str) -> Action:
        numbered = {str(number): action for number, action in enumerate(self.numbered, start=1)}
        if typed not in numbered:
            raise Mistake(self.say("no_such_choice", number=typed[:MOST_DIGITS], count=len(numbered)))
        return numbered[typed]

    def _of_notation(self, words: Sequence[str]) -> Action | None:
        """The action of a notation, or of the beginnings of an offer that begins with a verb; nothing if no verb comes
        first.
        """
        for verb in sorted(self.actions.verbs, key=lambda verb: -len(verb.name)):
            parts = verb.name.split("_")
            spoken = [word.lower() for word in words[: len(parts)]] == parts
            if spoken or (words and words[0].lower() == verb.name):
                try:
                    return self._of_verb(verb, [verb.name, *words[len(parts) if spoken else 1 :]])
                except Mistake:
                    if found := self._of_beginnings(words):
                        return found
                    raise
        return None

    def _of_verb(self, verb: Verb, words: Sequence[str]) -> Action:
        """The action of a notation, in which parameters may be short; what is expected is for the engine to say."""
        words = self._with_seats(words) if SEAT in verb.parameters else words
        written = " ".join(words)
        domains, parts = list(verb.parameters.values()), words[1:]
        if len(parts) != len(domains):
            return self.actions.read(written)
        read = [self._notation(domain, part) for domain, part in zip(domains, parts, strict=True)]
        if any(part is None and isinstance(domain, Range) for domain, part in zip(domains, read, strict=True)):
            example = self.grouped.get(verb.name, [self.actions[self.actions.first(verb.name)]])[0]
            raise Mistake(self.say("no_such_action", example=repr(str(example)), text=quoted(written)))
        return self.actions.read(
            " ".join([verb.name, *(short or part for short, part in zip(read, parts, strict=True))])
        )

    def _with_seats(self, words: Sequence[str]) -> list[str]:
        """Players by their seats, where the words of the table know them: takeover 2 C for takeover Bot 2 C."""
        line = " ".join(words)
        for seat, player in enumerate(self.words.called):
            line = re.sub(rf"(?<!\S){re.escape(player)}(?!\S)", str(seat), line, flags=re.IGNORECASE)
        return line.split()

    def _of_offer(self, words: Sequence[str]) -> Action | None:
        """The action that is offered in these words, which are those of the person's language."""
        typed = self._typeable(" ".join(words)).lower()
        return next(
            (action for action in self.actions if self._typeable(self.words.action(action)).lower() == typed), None
        )

    def _of_parameters(self, words: Sequence[str]) -> Action | None:
        """The action of parameters without a verb, if they fit one of the verbs that can be used now."""
        legal = {action.verb for action in self.legal}
        found = []
        for verb in self.actions.verbs:
            if verb.name in legal and words and len(words) == len(verb.parameters):
                parts = [
                    self._notation(domain, word) for domain, word in zip(verb.parameters.values(), words, strict=True)
                ]
                found += [] if None in parts else [self.actions.read(" ".join([verb.name, *map(str, parts)]))]
        return found[0] if len(found) == 1 else None

    def _of_beginnings(self, words: Sequence[str]) -> Action | None:
        """The action whose offer has words that begin like these, in this order, if it is the only one: 2 eels tub."""
        for actions in (self.legal, self.actions):
            found = [
                action
                for action in actions
                if words and _begin(words, self._typeable(self.words.action(action)).split())
            ]
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def _notation(self, domain: Domain, written: str) -> str | None:
        """A parameter in notation, from its name in any language that is spoken here; a set also from first letters: go
        is Gold+Oil.
        """
        if isinstance(domain, Subsets):
            members = [
                self._notation(domain.names, member) or self._of_first_letter(domain.names, member)
                for member in written.split("+")
            ]
            if None in members:
                members = [self._of_first_letter(domain.names, letter) for letter in written]
            return None if None in members or len({*members}) < len(members) else "+".join(map(str, members))
        for name in (domain[place] for place in range(len(domain))):
            shown = self._shown(domain, name)
            if written.lower() in (name.lower(), shown.lower(), self._typeable(shown).lower()):
                return name
        return None

    def _of_first_letter(self, names: Names, letter: str) -> str | None:
        """The name that begins with a letter, if it is the only one."""
        found = [name for name in names if letter.lower() in (name[0].lower(), self._shown(names, name)[0].lower())]
        return found[0] if len(found) == 1 else None

    def _shown(self, domain: Domain, written: str) -> str:
        return self.words.part("", domain, written)

    def _typeable(self, shown: str) -> str:
        """What people read as a keyboard has it: 10D for 10♢."""
        for letter, symbol in self.words.phrases.get("suits", {}).items():
            shown = shown.replace(symbol, letter)
        return shown

    def offer(self) -> RenderableType:
        """The list, in the order of the verbs: what is typed, in groups, and what has a number."""
        width = len(str(len(self.numbered)))
        items = iter(
            Text.assemble((f" {number:>{width}}  ", "bold"), self._coloured(self.words.action(action)))
            for number, action in enumerate(self.numbered, start=1)
        )
        parts: list[RenderableType] = []
        for verb, actions in groupby(
            self.legal, key=lambda action: action.verb if action.verb in self.grouped else None
        ):
            parts += self._group(verb) if verb else [_in_columns([*islice(items, len(list(actions)))])]
        if len(self.grouped) > 1:
            parts.append(self._how_to_type(self.example))
        if self.tidy:
            parts.append(Text.assemble((f" {SHORT_TIDY:>{width}}  ", "bold"), self.tidy))
        return Group(*parts, Text(self.say("hint" if self.numbered else "hint_typed"), style="dim"))

    def _group(self, verb: str) -> Iterator[RenderableType]:
        """The actions of a verb; how they are typed is said once, at the end if there are other groups."""
        spans = [_with_dash(self._coloured(span)) for span in self.spans(verb)]
        yield Columns(spans, padding=(0, 3), column_first=True)
        if len(self.grouped) == 1:
            yield self._how_to_type(self.grouped[verb][0])

    def _how_to_type(self, action: Action) -> Text:
        example = self._typeable(self.words.action(action))
        return Text("     " + self.say("type_it", example=example, short=self.short(action)), style="dim")

    def spans(self, verb: str) -> list[str]:
        """The actions of a verb that differ in one parameter only, a number if there is one, as one offer: bid 3–16
        Gold.
        """
        domains = next(known.parameters for known in self.actions.verbs if known.name == verb)
        varied = next(
            (name for name, domain in domains.items() if isinstance(domain, Range) and name != SEAT), [*domains][-1]
        )
        groups: dict[tuple[str, ...], list[dict[str, str]]] = {}
        for action in reversed(self.grouped[verb]):
            parts = self.words.parts(action.text)
            groups.setdefault(tuple(part for name, part in parts.items() if name != varied), []).insert(0, parts)
        together = (
            {**group[0], varied: _span([parts[varied] for parts in group])} for group in reversed(groups.values())
        )
        return [self.words.offer(verb, parts) for parts in together]

    def short(self, action: Action) -> str:
        """An action without its verb, sets by their first letters; its notation if that could mean something else."""
        domains = next(known.parameters for known in self.actions.verbs if known.name == action.verb)
        parts = [
            "".join(member[0].lower() for member in part.split("+")) if isinstance(domains[name], Subsets) else part
            for name, part in self.words.parts(action.text).items()
        ]
        written = self._typeable(" ".join(parts)).split()
        is_number = len(written) == 1 and written[0].isdecimal() and self.numbered
        is_clear = (self._of_parameters(written) or self._of_beginnings(written)) == action
        return " ".join(written) if is_clear and not is_number else action.text

    def _coloured(self, offer: str) -> Text:
        return boards.coloured(self.words.game, offer)


def _is_amount(verb: Verb) -> bool:
    """Whether a verb says how much, and nothing else."""
    return len(verb.parameters) == 1 and all(
        isinstance(domain, Range) and name != SEAT for name, domain in verb.parameters.items()
    )


def _with_dash(span: Text) -> RenderableType:
    """An item without a number; what does not fit into a line goes on below it."""
    item = Table.grid()
    item.add_row(Text("  –  ", style="bold"), span)
    return item


def _in_columns(items: Sequence[Text]) -> RenderableType:
    return Columns(items, padding=(0, 3), column_first=True) if len(items) > LONG_LIST else Group(*items)


def _begin(typed: Sequence[str], offered: Sequence[str]) -> bool:
    """Whether the words of an offer begin like those typed, in their order; numbers are whole."""
    rest = iter(word.lower() for word in offered)
    return all(
        any(word == part or (not part.isdecimal() and word.startswith(part)) for word in rest)
        for part in map(str.lower, typed)
    )


def _span(values: Sequence[str]) -> str:
    """Numbers in a row from the first to the last, others one by one."""
    first, last = values[0], values[-1]
    is_row = (
        len(values) > 1 and all(value.isdecimal() for value in values) and int(last) - int(first) == len(values) - 1
    )
    return f"{first}–{last}" if is_row else ", ".join(values)
