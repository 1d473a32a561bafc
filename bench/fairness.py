"""What provable shuffles cost: chaining an entry, checking a file, and how much larger the file is.

python bench/fairness.py
"""

from __future__ import annotations

import secrets
from random import Random
from statistics import median
from time import perf_counter

from openoutcry import Match
from openoutcry.games import registered
from openoutcry.table.checking import check, holds
from openoutcry.table.fairness import Chain, Round, commitment, header_of, name_commitment
from openoutcry.table.file import text_of

SEATS = 3
TIMES = 5


def main() -> None:
    """Play a whole match of each game at random, and measure."""
    print("game, entries, µs to chain an entry, ms to check the file, kB without proof, kB with it")
    for game in registered():
        secret, salts = secrets.token_bytes(32), [secrets.token_bytes(32) for _ in range(SEATS)]
        one = Round(round=1, commitment=commitment(secret))
        match = Match(game, SEATS, key=one.key(secret))
        names = [name_commitment(salt, name) for salt, name in zip(salts, match.players, strict=True)]
        header = header_of(match, table="bench", rounds=[one], names=names)
        chain, chance, spent = Chain(secret, header, match), Random(1), []
        while not match.over:
            seat = chance.choice(match.to_act)
            match.play(seat, chance.choice(match.legal(seat)))
            seen = match.view(None).record.tobytes()
            begun = perf_counter()
            chain.follow(match, seen)
            spent.append(perf_counter() - begun)
        text = text_of(match, chain.proof([secret], salts))
        checked = min(_seconds(text) for _ in range(TIMES))
        entries = len(match.log)
        sizes = f"{len(text_of(match)) / 1000:.1f}, {len(text) / 1000:.1f}"
        print(f"{game}, {entries}, {median(spent) * 1e6:.1f}, {checked * 1e3:.1f}, {sizes}")


def _seconds(text: str) -> float:
    begun = perf_counter()
    assert holds(check(text)), "the file holds"
    return perf_counter() - begun


if __name__ == "__main__":
    main()
