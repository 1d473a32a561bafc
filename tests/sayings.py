"""Looking for something among all that a table says."""

from __future__ import annotations

from typing import Any

from openoutcry.table import messages as m

Said = list[tuple[str, m.HostMessage]]


def answer(said: Said, who: str, number: int) -> str:
    """What somebody is answered: that it is done, or the code of the reason why not."""
    [told] = [each for to, each in said if to == who and isinstance(each, m.Accepted | m.Declined)]
    assert told.id == number
    return "accepted" if isinstance(told, m.Accepted) else told.reason["code"]


def last(said: Said, who: str, kind: type) -> Any:
    """The last thing of a kind that somebody is told."""
    return [each for to, each in said if to == who and isinstance(each, kind)][-1]
