"""What a client was answered: what it says again under the same id is answered again, and not done again."""

from __future__ import annotations

from openoutcry.table.messages import Accepted, Declined

MOST_ANSWERS = 64
"""How many answers are remembered for a client that asks again."""

Answer = Accepted | Declined
ANSWERS = (Accepted, Declined)


class Answered:
    """The last answers to one client. Ids are unique within a run of it, which it numbers.

    >>> answers = Answered()
    >>> answers.come(run=7, last=0)
    >>> answers.keep(Accepted(id=1))
    >>> answers.come(run=8, last=0)
    >>> answers.given(1)
    >>> answers.come(run=7, last=0)
    >>> answers.given(1)
    Accepted(id=1)
    """

    __slots__ = ("_given", "run")

    def __init__(self) -> None:
        self.run = 0
        self._given: dict[tuple[int, int], Answer] = {}

    def come(self, run: int, last: int) -> None:
        """The client is there, in a run of that number; without one, whoever has heard nothing begins anew."""
        self.run = run
        if run == 0 and last == 0:
            self.clear()

    def __len__(self) -> int:
        return len(self._given)

    def clear(self) -> None:
        """Remember nothing any more."""
        self._given.clear()

    def given(self, id: int) -> Answer | None:
        """What was answered under an id of this run."""
        return self._given.get((self.run, id))

    def keep(self, answer: Answer, run: int | None = None) -> None:
        """Remember an answer, in this run or in another."""
        self._given[self.run if run is None else run, answer.id] = answer
        if len(self._given) > MOST_ANSWERS:
            del self._given[next(iter(self._given))]
