"""Small tables of Cash or Crash, solved: `python bench/solve_cash_or_crash.py` prints the figures of docs/solved.md.

A bot's policy is estimated twice, each time from so many choices per information state. A best response to the one is
tried against the other, which is what it gets for certain (as far as luck goes); against the one that it was made for
it gets a little too much, because it knows that luck.
"""

from __future__ import annotations

import argparse
import json
from math import log10
from pathlib import Path
from time import perf_counter
from typing import Any

from openoutcry.bots.solved import SUFFIX, Solution
from openoutcry.games import find
from openoutcry.lab.game_tree import SEATS, GameTree, tree_of
from openoutcry.lab.solved import policy_by, policy_of, solution
from openoutcry.lab.solving import Step, best_response, exploitability, joined, solve, value

GAME = find("cash_or_crash")
SMALL: dict[str, int | str] = {"cards": "spread", "set_size": 3, "round_limit": 1}
TABLES: dict[str, dict[str, int | str]] = {
    "Classic": {"variant": "classic", **SMALL},
    "Endurance": {"variant": "endurance", **SMALL},
}
SHIPPED = {
    **{name.lower(): options for name, options in TABLES.items()},
    **{f"{name.lower()}_doubling": options | {"doubling": "on"} for name, options in TABLES.items()},
}
ITERATIONS = 10_000
"""How often CFR+ goes through a tree for a file."""
LOOKS = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000]
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 560, 300, 60, 20, 40
LEAST = -6
"""The lowest power of ten in the picture."""


def gained(tree: GameTree, policy: Any, again: Any) -> tuple[float, float]:
    """What best responses get on average of both seats: against a policy of other luck, and against that of this."""
    fair = lucky = 0.0
    for seat in range(SEATS):
        best, worth = best_response(tree, policy, seat)
        got = value(tree, joined(tree, best, again, seat))
        fair += (got if seat == 0 else -got) / SEATS
        lucky += worth / SEATS
    return fair, lucky


def curve(steps: dict[str, list[Step]]) -> str:
    """Exploitability by iterations, both as powers of ten, as a picture."""
    across = (WIDTH - LEFT - 90) / log10(LOOKS[-1])
    up = (HEIGHT - TOP - BOTTOM) / -LEAST
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for power in range(LEAST, 1):
        y = TOP - power * up
        lines.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - 90}" stroke="#ddd"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for power in range(int(log10(LOOKS[-1])) + 1):
        x = LEFT + power * across
        lines.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{10**power:,}</text>')
    lines.append(f'<text x="{LEFT}" y="{HEIGHT - 6}">iterations of CFR+; up: exploitability</text>')
    for (name, found), colour in zip(steps.items(), ("#0a58ca", "#b4520a"), strict=True):
        points = [
            (LEFT + log10(step.iterations) * across, TOP - max(log10(step.exploitability), LEAST) * up)
            for step in found
        ]
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        lines.append(f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="{points[-1][0] + 6:.1f}" y="{points[-1][1] + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join([*lines, "</svg>", ""])


def ship(folder: Path) -> None:
    """Write a file for each table that the bot `solved` knows, and say how exploitable the bot is that reads it."""
    for name, options in SHIPPED.items():
        template = GAME.template(2, options)
        tree = tree_of(GAME, template)
        *_, step = solve(tree, [ITERATIONS])
        content = solution(GAME, template, tree, step.policy).tobytes()
        (folder / f"{GAME.name}.{name}{SUFFIX}").write_bytes(content)
        told = exploitability(tree, policy_by(Solution.of(content, GAME), template, tree))
        print(
            f"{name}: {tree.size:,} nodes, {len(tree.owners):,} information states, value {step.value:+.5f}, "
            f"solution exploitable by {step.exploitability:.6f}, bot by {told:.6f}, {len(content):,} bytes",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--bots", nargs="*", default=["greedy:400", "search:50:40", "search:200:40"])
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--ship", type=Path, metavar="FOLDER", help="only write the files of the bot `solved`")
    asked = parser.parse_args()
    if asked.ship:
        ship(asked.ship)
        return
    steps: dict[str, list[Step]] = {}
    for name, options in TABLES.items():
        template = GAME.template(2, options)
        tree = tree_of(GAME, template)
        began = perf_counter()
        steps[name] = list(solve(tree, LOOKS))
        print(f"{name}: {tree.size:,} nodes, {len(tree.owners):,} information states, {json.dumps(options)}")
        for step in steps[name]:
            print(
                f"  {step.iterations:>6,} iterations: value {step.value:+.5f}, exploitability {step.exploitability:.6f}"
            )
        print(f"  {perf_counter() - began:.1f} s", flush=True)
        for written in asked.bots:
            bot, _, samples = written.rpartition(":")
            policy, again = (policy_of(bot, GAME, template, tree, int(samples), seed) for seed in (1, 2))
            fair, lucky = gained(tree, policy, again)
            worth = value(tree, policy)
            print(
                f"  {bot}, asked {samples} times: value {worth:+.3f}, exploitable by {fair:.3f} to {lucky:.3f}",
                flush=True,
            )
    if asked.picture:
        asked.picture.write_text(curve(steps), encoding="utf-8")


if __name__ == "__main__":
    main()
