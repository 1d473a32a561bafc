"""How far a review can be trusted: `python bench/blunders.py --seed 7100 --keep blunders.jsonl`.

Bots play matches at tables of four. At some decisions of one seat an action at random is planted, its kind first. A
long judgement with rivals of its own choice then says which of these were blunders that mattered (they cost five
chances of winning in a hundred or more, with 97.5% confidence), and which of the bot's own moves were sound (they cost
less than one in a hundred, or are what long searches prefer, and the match was neither lost nor won). The review looks
at the whole match as a player would have it, and is asked about each: which blunders it found, and which sound moves it
blamed.

What was done is kept in a file, a line per match; run again, it goes on from there. The seed that is reported is not
one on which the review was tuned.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from openoutcry import Match
from openoutcry.bots import find, judging
from openoutcry.bots.memory import WHOLE, forget
from openoutcry.bots.thinking import Mind
from openoutcry.engine.actions import Action
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.contract import any_kind, greedy, only_of_its_kind, sensible
from openoutcry.engine.record import blank
from openoutcry.engine.workspace import ENTRANTS
from openoutcry.lab.review import review
from openoutcry.table.match import View

SEATS, BOTS = 4, ("medium", "easy")
VARIANTS: dict[str, tuple[dict[str, str], ...]] = {
    "cash_or_crash": ({"variant": "classic"}, {"variant": "endurance"}, {"variant": "blitz"})
}
PLANTED = {"crypto_cards": 0.3, "cash_or_crash": 0.1, "cash_a_catch": 0.1, "dead_cat_bounce": 0.1}
"""How often an action is planted."""
SOUND_PER_MATCH = 6
MATTERS, NOTHING, DECIDED = WHOLE // 20, WHOLE // 100, WHOLE // 50
SEARCHES = ((3000, False), (800, True))
"""Play-outs of the long searches: as far as the rules of thumb can see, and to the end."""
ROUNDS = ((100, 2), (500, 1), (2000, 1))
"""Worlds of each round of a long judgement, by which nobody was chosen before, and how many of the rivals stay in
afterwards.
"""
CLEAR = 4
"""So many standard errors beyond what matters need no further round."""
BLUNDER, SOUND = "blunder", "sound"


@dataclass
class Long:
    """What a long judgement came to: what the best rival wins more, its standard error, what the action wins, and
    whether the long searches prefer it.
    """

    gain: float
    error: float
    wins: float
    is_preferred: bool

    @property
    def kind(self) -> str | None:
        """A blunder that mattered, a sound move, or neither for certain."""
        if self.gain - 2 * self.error >= MATTERS:
            return BLUNDER
        if not DECIDED < self.wins < WHOLE - DECIDED:
            return None
        if self.gain + 2 * self.error <= NOTHING or (self.is_preferred and self.gain <= 2 * self.error):
            return SOUND
        return None


def long_judgement(view: View, action: Action, wanted: str, key: bytes) -> Long:
    """Compare an action with the best that long searches find, with the rules of thumb and what is the only one of its
    kind, round by round; what is clearly not as wanted is given up early.
    """
    assert view.seat is not None
    mind, chance = Mind(view.game, SEARCHES[0][0]), new_chance(key)
    rivals, preferred = _rivals(mind, view, chance)
    rivals = [each for each in rivals if each != action.number]
    workspace = mind.workspace
    workspace.worlds = 0
    workspace.master = chance
    for worlds, stay in ROUNDS:
        workspace.runners = 1 + len(rivals)
        workspace.entrants[: workspace.runners] = [action.number, *rivals]
        judging.begin(workspace, 0)
        judging.race(workspace, view.seat, worlds, judging.ANY)
        judging.measure(workspace)
        gain, error = float(workspace.gain[workspace.best]), float(workspace.error[workspace.best])
        if (wanted == BLUNDER and gain + error < MATTERS) or (wanted == SOUND and gain - 2 * error > NOTHING):
            break
        if wanted == BLUNDER and gain - CLEAR * error > MATTERS:
            break
        order = sorted(range(1, workspace.runners), key=lambda entrant: -workspace.gain[entrant])
        rivals = [int(workspace.entrants[entrant]) for entrant in order[:stay]]
    wins = int(workspace.won[0]) / int(workspace.raced[0])
    return Long(gain, error, wins, all(each == action.number for each in preferred))


def _rivals(mind: Mind, view: View, chance: Any) -> tuple[list[int], list[int]]:
    """Whom to compare with, as many as there is room for, and what each search prefers."""
    assert view.seat is not None
    mask, record = blank(view.game.mask_type), view.record
    view.game.rules.legal(record, view.seat, mask)
    sensible(record, view.seat, mask)
    preferred, tried = [], []
    for playouts, to_the_end in SEARCHES:
        forget(mind.tree)
        mind.wake(chance, playouts)
        mind.think(record, view.seat, playouts, to_the_end=to_the_end)
        found = [each.action.number for each in mind.estimates(view.legal)]
        preferred += [mind.best.number] if found else []
        tried += found[:3]
    thumb = int(greedy(record, view.seat, mask, chance))
    only = [each.number for each in view.legal if only_of_its_kind(record, each.number)]
    return list(dict.fromkeys([*preferred, thumb, *only[:3], *tried]))[: ENTRANTS - 1], preferred


def variant(name: str, number: int) -> dict[str, str]:
    """The options of a match: the variants of a game in turn."""
    variants = VARIANTS.get(name, ({},))
    return variants[number % len(variants)]


def played(name: str, number: int, seed: int) -> tuple[Match, int, set[int]]:
    """A match among bots with actions planted at one seat: the match, the seat, and where in the log they are."""
    dice, chance = np.random.default_rng([seed, number]), new_chance(key_of_seed(seed * 1000 + number))
    match = Match(name, SEATS, variant(name, number), seed=seed * 1000 + number)
    bots = [find(BOTS[(seat + number) % len(BOTS)], match.game) for seat in range(SEATS)]
    own, planted = number % SEATS, set[int]()
    while not match.over:
        seat = match.to_act[int(dice.integers(len(match.to_act)))]
        view = match.view(seat)
        action = bots[seat].choose(view, chance)
        if seat == own and len(view.legal) > 1 and dice.random() < PLANTED[name]:
            mask = blank(match.game.mask_type)
            match.game.rules.legal(view.record, seat, mask)
            other = match.game.actions[int(any_kind(view.record, mask, chance))]
            if other != action:
                planted.add(len(match.log))
                action = other
        match.play(seat, action)
    return match, own, planted


def looked_at(name: str, number: int, seed: int, wants: set[str]) -> dict[str, Any]:
    """One match: what was confirmed of it, and what the review says of that."""
    match, seat, planted = played(name, number, seed)
    dice, confirmed = np.random.default_rng([seed, number, 1]), list[dict[str, Any]]()
    decisions = list(match.decisions(seat))
    own = [entry for entry, _ in decisions if entry not in planted]
    asked = {int(each) for each in dice.permutation(own)[:SOUND_PER_MATCH]} if SOUND in wants else set[int]()
    for entry, view in decisions:
        action = match.log[entry].action
        wanted = BLUNDER if entry in planted else SOUND
        if action is None or not ((entry in planted and BLUNDER in wants) or entry in asked):
            continue
        found = long_judgement(view, action, wanted, key_of_seed(seed * 1_000_000 + number * 1000 + entry))
        if found.kind == wanted:
            confirmed.append({"entry": entry, "kind": wanted, "cost": found.gain / WHOLE})
    if confirmed:
        Mind(match.game).judge(decisions[0][1].record, seat, decisions[0][1].legal[0], 0)
    begun = time.process_time()
    verdicts = {each.entry: each for each in review(match, seat).decisions} if confirmed else {}
    seconds = time.process_time() - begun if confirmed else None
    for each in confirmed:
        judged = verdicts[each["entry"]]
        each.update(verdict=judged.judged.verdict, told=judged.cost, action=str(judged.action), best=str(judged.best))
    about = {"game": name, "number": number, "seed": seed, **variant(name, number)}
    return {**about, "decisions": len(decisions), "seconds": seconds, "confirmed": confirmed}


def kept(path: Path) -> list[dict[str, Any]]:
    """The matches that a file has."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def wilson(part: int, whole: int) -> tuple[float, float]:
    """A 95% interval of a share, in %, after Wilson.

    >>> [round(end) for end in wilson(90, 100)]
    [83, 94]
    """
    if whole == 0:
        return 0.0, 100.0
    share, square = part / whole, 1.96**2
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    half = 1.96 * math.sqrt(share * (1 - share) / whole + square / (4 * whole**2)) / (1 + square / whole)
    return 100 * (middle - half), 100 * (middle + half)


def rows(matches: list[dict[str, Any]]) -> Iterator[str]:
    """The table, a row per game and one for all together."""
    yield "| game | matches | blunders | found, % | sound moves | blamed, % | seconds a match |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name in [*PLANTED, None]:
        own = [each for each in matches if name in (None, each["game"])]
        confirmed = [each for match in own for each in match["confirmed"]]
        cells = []
        for kind in (BLUNDER, SOUND):
            of_kind = [each for each in confirmed if each["kind"] == kind]
            costly = sum(each["verdict"] == "costly" for each in of_kind)
            low, high = wilson(costly, len(of_kind))
            share = 100 * costly / max(len(of_kind), 1)
            cells += [str(len(of_kind)), f"{share:.1f} ({low:.1f} to {high:.1f})"]
        seconds = [each["seconds"] for each in own if each["seconds"] is not None]
        took = f"{np.mean(seconds):.1f}, at most {max(seconds):.1f}" if seconds else ""
        yield f"| {name or 'all'} | {len(own)} | {' | '.join(cells)} | {took} |"


def main() -> None:
    """Play and look at matches until there are enough blunders and sound moves of each game; then print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7100)
    parser.add_argument("--blunders", type=int, default=30, help="of each game (default: %(default)s)")
    parser.add_argument("--sound", type=int, default=60, help="of each game (default: %(default)s)")
    parser.add_argument("--most", type=int, default=400, help="matches of each game (default: %(default)s)")
    parser.add_argument("--games", default=",".join(PLANTED), help="which (default: all of skill)")
    parser.add_argument("--keep", type=Path, required=True, help="a file of what was done, a line per match")
    wanted = parser.parse_args()
    need = {BLUNDER: wanted.blunders, SOUND: wanted.sound}
    for name in wanted.games.split(","):
        for number in range(wanted.most):
            own = [each for each in kept(wanted.keep) if (each["game"], each["seed"]) == (name, wanted.seed)]
            kinds = [each["kind"] for match in own for each in match["confirmed"]]
            lacking = {kind for kind, count in need.items() if kinds.count(kind) < count}
            if not lacking:
                break
            if number not in [each["number"] for each in own]:
                line = json.dumps(looked_at(name, number, wanted.seed, lacking))
                with wanted.keep.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
    print("\n".join(rows([each for each in kept(wanted.keep) if each["seed"] == wanted.seed])))


if __name__ == "__main__":
    main()
