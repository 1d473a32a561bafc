"""Drawing the key of a match together: people commit to nonces, then show them, in rounds. Without input or output."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from openoutcry.server import protocol as p
from openoutcry.table import messages as m
from openoutcry.table.fairness import commitment, key_of
from openoutcry.table.reasons import Reason

WITHIN = 15.0
"""Seconds in which a client has to answer."""

Said = list[tuple[str, m.Said]]


@dataclass
class DrawnRound:
    """One try: the server's secret, what people committed to and showed, by their places, and who did not in time."""

    secret: bytes
    commitments: dict[int, str] = field(default_factory=dict)
    nonces: dict[int, str] = field(default_factory=dict)
    missing: list[int] = field(default_factory=list)


class Shuffle:
    """The drawing of one key. People are named by their places, in the order in which nonces count."""

    def __init__(self, people: Mapping[str, int], secret: bytes, new_secret: Callable[[], bytes]) -> None:
        self.people = dict(people)
        self._new_secret = new_secret
        self.rounds = [DrawnRound(secret)]
        self.key: bytes | None = None
        self._is_showing = False
        self._until = 0.0

    @property
    def next_at(self) -> float | None:
        """When `due` should be called."""
        return None if self.key else self._until

    @property
    def _round(self) -> DrawnRound:
        return self.rounds[-1]

    def sat_down(self, nonces: Mapping[int, str]) -> None:
        """By correspondence nonces came when people sat down."""
        self._round.nonces = dict(nonces)
        self._round.commitments = {place: commitment(bytes.fromhex(nonce)) for place, nonce in nonces.items()}

    def begin(self, now: float) -> Said:
        """Ask everybody for a commitment."""
        self._until, self._is_showing = now + WITHIN, False
        if not self.people:
            return self._end()
        return [(who, said) for who in self.people if (said := self.asked(who, now))]

    def asked(self, who: str, now: float) -> m.Said | None:
        """What somebody is asked for now, said again to whoever comes back."""
        if self.key or who not in self.people:
            return None
        number, seconds, place = len(self.rounds), max(0.0, self._until - now), self.people[who]
        if not self._is_showing:
            if place in self._round.commitments:
                return None
            return p.ShuffleAsked(round=number, commitment=commitment(self._round.secret), seconds=seconds)
        if place in self._round.nonces or place in self._round.missing:
            return None
        commitments = dict(sorted(self._round.commitments.items()))
        return p.NoncesCommitted(round=number, commitments=commitments, seconds=seconds)

    def commit(self, who: str, message: p.CommitNonce, now: float) -> Said:
        """Somebody has committed to a nonce."""
        place = self._place(who, message.round)
        if self._is_showing or self._round.commitments.get(place, message.commitment) != message.commitment:
            raise Reason("nonce_too_late")
        self._round.commitments[place] = message.commitment
        return self._show(now) if len(self._round.commitments) == len(self.people) else []

    def reveal(self, who: str, message: p.RevealNonce) -> Said:
        """Somebody has shown their nonce."""
        place = self._place(who, message.round)
        if not self._is_showing or place not in self._round.commitments:
            raise Reason("nonce_too_late")
        if not hmac.compare_digest(commitment(bytes.fromhex(message.nonce)), self._round.commitments[place]):
            raise Reason("other_nonce")
        self._round.nonces[place] = message.nonce
        return self._end() if len(self._round.nonces) == len(self._round.commitments) else []

    def due(self, now: float) -> Said:
        """The time is up: whoever has not committed is passed over; whoever has not shown their nonce too, and as the
        others know theirs by now, everything begins again with a new secret.
        """
        if self.key or now < self._until:
            return []
        done = self._round.nonces if self._is_showing else self._round.commitments
        self._round.missing += sorted(set(self.people.values()) - set(done) - set(self._round.missing))
        self.people = {who: place for who, place in self.people.items() if place not in self._round.missing}
        if not self._is_showing:
            return self._show(now)
        self.rounds.append(DrawnRound(self._new_secret()))
        return self.begin(now)

    def _place(self, who: str, number: int) -> int:
        if who not in self.people or number != len(self.rounds) or self.key:
            raise Reason("nonce_too_late")
        return self.people[who]

    def _show(self, now: float) -> Said:
        self._until, self._is_showing = now + WITHIN, True
        if not self._round.commitments:
            return self._end()
        return [(who, said) for who in self.people if (said := self.asked(who, now))]

    def _end(self) -> Said:
        last = self._round
        self.key = key_of(last.secret, [bytes.fromhex(nonce) for _, nonce in sorted(last.nonces.items())])
        return []
