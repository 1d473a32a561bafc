"""Errors that a person's input can cause. Each is one sentence that says what was expected and what came."""

from __future__ import annotations


class Mistake(ValueError):
    """What was given cannot be used; nothing has changed."""


class NeedsConsent(Mistake):
    """It can be done if everybody at the table agrees."""


class Refused(Mistake):
    """The rules forbid an action: `clause` says which one, `reason` why."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"{clause}: {reason}")
        self.clause = clause
        self.reason = reason
