"""Matches whose shuffle is proven, played at random, for the tests of fairness."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from typing import Any

import openoutcry as oo
from openoutcry.table.fairness import Chain, Round, commitment, header_of, name_commitment
from openoutcry.table.file import text_of

PLAYERS = ["Anna", "Bo", "Çelik"]


def drawn(what: str) -> bytes:
    """Bytes that stand for random ones, the same at every run."""
    return sha256(what.encode()).digest()


def salts() -> list[bytes | None]:
    return [drawn(f"salt of {name}") for name in PLAYERS]


def shuffled(number: int = 1, *, missing: int | None = None, at_sitting: bool = False) -> Round:
    """A round in which Anna and Bo have nonces; the third seat is a bot's."""
    nonces = {seat: drawn(f"nonce {number} {seat}") for seat in (0, 1)}
    return Round(
        round=number,
        commitment=commitment(drawn(f"secret {number}")),
        commitments={} if at_sitting else {seat: commitment(nonce) for seat, nonce in nonces.items()},
        nonces={seat: nonce.hex() for seat, nonce in nonces.items() if seat != missing},
        missing=[] if missing is None else [missing],
        at_sitting=at_sitting,
    )


class Fair:
    """A match at a fair table: what the server does for it. It may have begun before the game got its last options."""

    def __init__(
        self, game: str = "crypto_cards", rounds: list[Round] | None = None, newer_options: int = 0, **given: Any
    ) -> None:
        self.rounds = rounds or [shuffled()]
        self.secrets = [drawn(f"secret {one.round}") for one in self.rounds]
        key = self.rounds[-1].key(self.secrets[-1])
        self.match = oo.Match(game, 3, key=key, players=PLAYERS, bots={2: "easy"})
        names = [name_commitment(salt, name) for salt, name in zip(salts(), PLAYERS, strict=True) if salt]
        self.header = header_of(self.match, table="t1", rounds=self.rounds, names=names, **given)
        options = self.header["options"]
        self.header["options"] = {name: options[name] for name in [*options][: len(options) - newer_options]}
        self.chain = Chain(self.secrets[-1], self.header, self.match)
        self.contents: list[str] = []

    def follow(self) -> None:
        self.contents += [one.content for one in self.chain.follow(self.match, seen(self.match))]

    def played(self, actions: int = 10_000, seed: int = 0) -> Fair:
        """Play on at random, taking something back now and then."""
        chance = random.Random(seed)
        for _ in range(actions):
            if self.match.over:
                break
            seat = chance.choice(self.match.to_act)
            if chance.random() < 0.1 and self.match.may_undo(seat):
                self.match.undo(seat)
            else:
                self.match.play(seat, chance.choice(self.match.legal(seat)))
            self.follow()
        return self

    def text(self, given: list[bytes | None] | None = None) -> str:
        return text_of(self.match, self.chain.proof(self.secrets, given or salts()), self.header["options"])

    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text())
        return found


def seen(match: oo.Match) -> bytes:
    """What everybody sees."""
    return bytes(match.view(None).record.tobytes())
