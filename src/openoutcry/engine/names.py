"""Things that have a number in the record and a name for people: cards, suits, phases, endings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openoutcry.engine.mistakes import Reason, quoted

SHOWN = 12
"""Of many names so many are told to whoever named none of them."""


class Names(Sequence[str]):
    """The names of a kind of thing, in the order of their numbers: short, without a blank, the same in every
    language.
    """

    def __init__(self, kind: str, names: Sequence[str]) -> None:
        self.kind = kind
        self._names = tuple(names)
        self._numbers = {name.lower(): number for number, name in enumerate(self._names)}
        if len(self._numbers) != len(self._names) or any(" " in name for name in self._names):
            raise ValueError(f"the names of a {kind} must differ and have no blank: {' '.join(names)}")

    def __getitem__(self, number: int) -> str:  # type: ignore[override]
        return self._names[number]

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def number(self, name: str) -> int:
        """The number of a name, in capitals or not."""
        try:
            return self._numbers[name.lower()]
        except KeyError:
            raise self._unknown(name) from None

    def _unknown(self, name: str) -> Reason:
        if len(self) <= SHOWN:
            return Reason("no_such_name", kind=self.kind, name=quoted(name), names=", ".join(self._names))
        names, more = ", ".join(self._names[:SHOWN]), len(self) - SHOWN
        return Reason("no_such_name_of_many", kind=self.kind, name=quoted(name), names=names, more=more)
