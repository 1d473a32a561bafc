"""What a person can do now: the list they choose from, and what a line that they type means.

A verb with many actions, such as a bid, has no numbers: its actions are listed in groups, and typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from openoutcry import Mistake
from openoutcry.cli import boards
from openoutcry.cli.phrases import Phrases
from openoutcry.engine.actions import Action, Domain, Range, Subsets, Verb
from openoutcry.engine.names import Names
from openoutcry.table.words import Words

MANY = 12
"""A verb with more actions than this is typed."""
LONG_LIST = 5


class Choices:
    """The legal actions of a person: those with a number, and by their verbs those that are too many for that."""

    def __init__(self, legal: Sequence[Action], words: Words, say: Phrases) -> None:
        self.legal, self.words, self.say = legal, words, say
        self.actions = words.game.actions
        by_verb = {verb: list(actions) for verb, actions in groupby(legal, key=lambda action: action.verb)}
        self.grouped = {verb: actions for verb, actions in by_verb.items() if len(actions) > MANY}
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
        for verb in self.actions.verbs:
            if words and words[0].lower() == verb.name:
                return self._of_verb(verb, words)
        found = self._of_offer(words) or self._of_parameters(words)
        if found is None:
            raise Mistake(self.say("no_such_input", example=repr(str(self.example)), text=repr(typed)))
        return found

    def _of_number(self, typed: str) -> Action:
        numbered = {str(number): action for number, action in enumerate(self.numbered, start=1)}
        if typed not in numbered:
            raise Mistake(self.say("no_such_choice", number=typed, count=len(numbered)))
        return numbered[typed]

    def _of_verb(self, verb: Verb, words: Sequence[str]) -> Action:
        """The action of a notation, in which parameters may be short; what is expected is for the engine to say."""
        written = " ".join(words)
        domains, parts = list(verb.parameters.values()), words[1:]
        if len(parts) != len(domains):
            return self.actions.read(written)
        read = [self._notation(domain, part) for domain, part in zip(domains, parts, strict=True)]
        if any(part is None and isinstance(domain, Range) for domain, part in zip(domains, read, strict=True)):
            example = self.grouped.get(verb.name, [self.actions[self.actions.first(verb.name)]])[0]
            raise Mistake(self.say("no_such_action", example=repr(str(example)), text=repr(written)))
        return self.actions.read(" ".join([verb.name, *(short or part for short, part in zip(read, parts, strict=True))]))

    def _of_offer(self, words: Sequence[str]) -> Action | None:
        """The action that is offered in these words, which are those of the person's language."""
        typed = " ".join(words).lower()
        return next((action for action in self.actions if self.words.action(action).lower() == typed), None)

    def _of_parameters(self, words: Sequence[str]) -> Action | None:
        """The action of parameters without a verb, if they fit one of the verbs that can be used now."""
        legal = {action.verb for action in self.legal}
        found = []
        for verb in self.actions.verbs:
            if verb.name in legal and words and len(words) == len(verb.parameters):
                parts = [self._notation(domain, word) for domain, word in zip(verb.parameters.values(), words, strict=True)]
                found += [] if None in parts else [self.actions.read(" ".join([verb.name, *map(str, parts)]))]
        return found[0] if len(found) == 1 else None

    def _notation(self, domain: Domain, written: str) -> str | None:
        """A parameter in notation, from its name in any language that is spoken here; a set also from first letters: go is Gold+Oil."""
        if isinstance(domain, Subsets):
            members = [self._notation(domain.names, member) or self._of_first_letter(domain.names, member) for member in written.split("+")]
            if None in members:
                members = [self._of_first_letter(domain.names, letter) for letter in written]
            return None if None in members or len({*members}) < len(members) else "+".join(map(str, members))
        for name in (domain[place] for place in range(len(domain))):
            if written.lower() in (name.lower(), self._shown(domain, name).lower()):
                return name
        return None

    def _of_first_letter(self, names: Names, letter: str) -> str | None:
        """The name that begins with a letter, if it is the only one."""
        found = [name for name in names if letter.lower() in (name[0].lower(), self._shown(names, name)[0].lower())]
        return found[0] if len(found) == 1 else None

    def _shown(self, domain: Domain, written: str) -> str:
        return self.words.part("", domain, written)

    def offer(self) -> RenderableType:
        """The list: what is typed, in groups, and what has a number."""
        width = len(str(len(self.numbered)))
        items = [
            Text.assemble((f" {number:>{width}}  ", "bold"), self._coloured(self.words.action(action)))
            for number, action in enumerate(self.numbered, start=1)
        ]
        listed: RenderableType = Columns(items, padding=(0, 3), column_first=True) if len(items) > LONG_LIST else Group(*items)
        return Group(*self._groups(), listed, Text(self.say("hint" if self.numbered else "hint_typed"), style="dim"))

    def _groups(self) -> Iterator[RenderableType]:
        for verb, actions in self.grouped.items():
            spans = [Text.assemble(("  –  ", "bold"), self._coloured(span)) for span in self.spans(verb)]
            yield Columns(spans, padding=(0, 3), column_first=True)
            yield Text("     " + self.say("type_it", example=self.words.action(actions[0]), short=self.short(actions[0])), style="dim")

    def spans(self, verb: str) -> list[str]:
        """The actions of a verb that differ in one parameter only, a number if there is one, as one offer: bid 3–16 Gold."""
        domains = next(known.parameters for known in self.actions.verbs if known.name == verb)
        varied = next((name for name, domain in domains.items() if isinstance(domain, Range)), [*domains][-1])
        groups: dict[tuple[str, ...], list[dict[str, str]]] = {}
        for action in reversed(self.grouped[verb]):
            parts = self.words.parts(action.text)
            groups.setdefault(tuple(part for name, part in parts.items() if name != varied), []).insert(0, parts)
        together = ({**group[0], varied: _span([parts[varied] for parts in group])} for group in reversed(groups.values()))
        return [self.words.offer(verb, parts) for parts in together]

    def short(self, action: Action) -> str:
        """An action without its verb, sets by their first letters; its notation if that could mean something else."""
        domains = next(known.parameters for known in self.actions.verbs if known.name == action.verb).values()
        parts = [
            "".join(member[0].lower() for member in part.split("+")) if isinstance(domain, Subsets) else part
            for domain, part in zip(domains, action.text.split()[1:], strict=True)
        ]
        is_number = len(parts) == 1 and parts[0].isdecimal() and self.numbered
        return " ".join(parts) if self._of_parameters(parts) == action and not is_number else action.text

    def _coloured(self, offer: str) -> Text:
        return boards.coloured(self.words.game, offer)


def _span(values: Sequence[str]) -> str:
    """Numbers in a row from the first to the last, others one by one."""
    first, last = values[0], values[-1]
    is_row = len(values) > 1 and all(value.isdecimal() for value in values) and int(last) - int(first) == len(values) - 1
    return f"{first}–{last}" if is_row else ", ".join(values)
