"""The sentences of a report, in every language (words.toml)."""

from __future__ import annotations

import math
import tomllib
from functools import cache
from importlib import resources
from typing import Any

from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.reasons import SPOKEN, filled

TABLES = "measures"


@cache
def languages() -> dict[str, dict[str, Any]]:
    """The phrases of every language."""
    return tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))


class Voice:
    """Whoever speaks a language: sentences, numbers and the names of measures.

    >>> Voice("de").number(1234.5), Voice("en").share(0.1234), Voice("de").title("wins.2")
    ('1.234,50', '12.3%', 'Siege der Person, die an dritter Stelle spielt')
    """

    def __init__(self, language: str = SPOKEN) -> None:
        if language not in languages():
            raise Mistake(f"a report is written in {' or '.join(languages())}, not {language!r}")
        self.language, self._phrases = language, languages()[language]

    def say(self, code: str, **parts: object) -> str:
        """A sentence with its parts filled in."""
        return filled(self._phrases[code], {name: self._part(part) for name, part in parts.items()})

    def _part(self, part: object) -> str:
        return self.whole(part) if isinstance(part, int) else str(part)

    def whole(self, number: float) -> str:
        """A whole number; one that is not known is ∞."""
        return self._marked(f"{number:,.0f}") if math.isfinite(number) else "∞"

    def number(self, value: float, digits: int = 2) -> str:
        """A number."""
        return self._marked(f"{value:,.{digits}f}") if math.isfinite(value) else "∞"

    def share(self, value: float) -> str:
        """A share in per cent, more exactly where it is small."""
        return self.say("per_cent", value=self.number(100 * value, 2 if abs(value) < 0.01 else 1))

    def figure(self, value: float, *, is_share: bool) -> str:
        """A value of a measure."""
        return self.share(value) if is_share else self.number(value)

    def tick(self, value: float, *, is_share: bool) -> str:
        """A round value of a measure, without digits that say nothing.

        >>> Voice().tick(0.05, is_share=True), Voice().tick(20, is_share=False), Voice().tick(2.5, is_share=False)
        ('5%', '20', '2.5')
        """
        written = self._marked(f"{round(100 * value if is_share else value, 6):,.10g}")
        return self.say("per_cent", value=written) if is_share else written

    def _marked(self, written: str) -> str:
        marks = {",": self._phrases["group_mark"], ".": self._phrases["number_mark"]}
        return "".join(marks.get(letter, letter) for letter in written).replace("-", "\N{MINUS SIGN}")

    def seat(self, seat: int) -> str:
        """When whoever sits there plays: seats are told in their order."""
        said = self._phrases["seats"]
        return said.get(str(seat)) or filled(said["later"], {"number": self.whole(seat + 1)})

    def title(self, measure: str) -> str:
        """What a measure is called."""
        return self._of_measure(measure, "title")

    def meaning(self, measure: str) -> str:
        """What a measure is, in a sentence."""
        return self._of_measure(measure, "meaning")

    def change(self, measure: str, verdict: str, change: str) -> str:
        """That a measure is more or less than before, and by how much."""
        return self._of_measure(measure, verdict, change)

    def _of_measure(self, measure: str, which: str, change: str = "") -> str:
        kind, _, own = measure.partition(".")
        seat = self.seat(int(own)) if own.isdecimal() else ""
        return filled(self._phrases[TABLES][kind][which], {"which": own, "seat": seat, "change": change})
