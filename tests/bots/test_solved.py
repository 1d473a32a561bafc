"""The bot that plays as a table was solved: it mixes as the solution does, from what its seat saw, and its file fits or
is refused.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from shutil import copy
from typing import Any

import numpy as np
import pytest

from openoutcry.bots import BotFailed, check, find, read, registered
from openoutcry.bots.solved import WHOLE, Solution, key_of, paths_of, read_solution, solution_of, told_apart
from openoutcry.engine.chance import DICE, below, key_of_seed, new_chance
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find as find_game
from openoutcry.lab.game_tree import GameTree, tree_of
from openoutcry.lab.ladder import Ladder
from openoutcry.lab.solved import policy_by, state_at, view_at
from openoutcry.lab.solving import exploitability
from openoutcry.table.match import Match
from openoutcry.table.view import View

GAME = find_game("cash_or_crash")
SMALL: dict[str, int | str] = {"cards": "spread", "set_size": 3, "round_limit": 1}
TABLES = [
    SMALL | {"variant": variant, "doubling": doubling}
    for variant in ("classic", "endurance")
    for doubling in ("off", "on")
]
ENDURANCE = TABLES[2]


@pytest.fixture(scope="module")
def tree() -> GameTree:
    return tree_of(GAME, GAME.template(2, ENDURANCE))


def known(options: dict[str, int | str]) -> Solution:
    return solution_of(GAME, GAME.template(2, options))


@pytest.mark.parametrize("options", TABLES[:3], ids=str)
def test_nobody_gains_much_against_it(options: dict[str, int | str]) -> None:
    template = GAME.template(2, options)
    whole = tree_of(GAME, template)
    assert exploitability(whole, policy_by(known(options), template, whole)) < 0.001


def test_it_mixes_as_often_as_its_solution(tree: GameTree) -> None:
    """Where it mixes most, over many keys: the sum of squares that chance would exceed once in some ten thousand
    times.
    """
    template, bot, keys = GAME.template(2, ENDURANCE), find("solved", GAME), 3000
    solution, tried = known(ENDURANCE), 0
    for node in tree.examples:
        view = view_at(GAME, template, tree, int(node))
        weights = np.array(solution.chances(view)) / WHOLE
        if len(weights) < 3 or np.sort(weights)[-3] < 0.1:
            continue
        tried += 1
        counts = Counter(bot.choose(view, new_chance(key_of_seed(seed))).number for seed in range(keys))
        numbers = [action.number for action in view.legal]
        assert set(counts) <= {number for number, weight in zip(numbers, weights, strict=True) if weight}
        likely = weights * keys > 5
        found = np.array([counts[number] for number in numbers])
        squares = ((found - weights * keys) ** 2 / np.where(likely, weights * keys, 1))[likely].sum()
        assert squares < 2 * likely.sum() + 25
        if tried == 5:
            break
    assert tried == 5


def test_the_same_key_gives_the_same_choice(tree: GameTree) -> None:
    view = view_at(GAME, GAME.template(2, ENDURANCE), tree, 0)
    chosen = [
        [find("solved", GAME).choose(view, new_chance(key_of_seed(key))).number for key in range(50)] for _ in "ab"
    ]
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) == 3


def test_all_that_its_seat_cannot_tell_apart_has_the_same_chances(tree: GameTree) -> None:
    """Every node of an information state gives the same chances, though others hold other cards there."""
    template, solution = GAME.template(2, ENDURANCE), known(ENDURANCE)
    differing = 0
    for info in range(0, len(tree.owners), 7):
        nodes = np.flatnonzero(tree.infos == info)
        views = [view_at(GAME, template, tree, int(node)) for node in nodes]
        assert len({str(solution.chances(view)) for view in views}) == 1
        differing += len({state_at(GAME, template, tree, int(node)).tobytes() for node in nodes}) > 1
    assert differing > 100


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_it_plays_whole_matches_whoever_is_asked_first(options: dict[str, int | str]) -> None:
    dice, orders = new_chance(key_of_seed(5)), set()
    for seed in range(150):
        match, bots = (
            Match(GAME, 2, options, seed=seed),
            [find("solved" if seed % 2 else "random", GAME), find("solved", GAME)],
        )
        while not match.over:
            seats = match.to_act
            seat = seats[int(below(dice, DICE, len(seats)))]
            action = bots[seat].choose(match.view(seat), dice)
            assert action in match.legal(seat)
            match.play(seat, action)
        orders.add(tuple(entry.seat for entry in match.log[:2]))
    assert orders >= {(0, 1), (1, 0)}


def test_what_was_taken_back_is_forgotten() -> None:
    taken, plain = Match(GAME, 2, TABLES[0], seed=1), Match(GAME, 2, TABLES[0], seed=1)
    for seat, text in ((0, "stake G"), (1, "stake O")):
        taken.play(seat, text)
    taken.undo(0)
    for seat, text in ((0, "stake O"), (1, "stake G"), (0, "stake W")):
        taken.play(seat, text)
    for seat, text in ((0, "stake O"), (0, "stake W"), (1, "stake O"), (1, "stake G")):
        plain.play(seat, text)
    for match in (taken, plain):
        match.play(match.to_act[0], "bid 1 Gold")
    taken.undo(0, consent=True)
    taken.play(0, "bid 1 Gold")
    at_once, views = known(TABLES[0]).at_once, [match.view(1) for match in (taken, plain)]
    assert told_apart(views[0].log, 1, at_once) == told_apart(views[1].log, 1, at_once)
    keys = {key_of(view, view.legal, at_once) for view in views}
    assert len(keys) == 1
    assert keys <= set(known(TABLES[0]).entries)


def test_it_does_not_guess_what_it_has_not_seen(tree: GameTree) -> None:
    view = next(
        view
        for node in tree.examples
        for view in [view_at(GAME, GAME.template(2, ENDURANCE), tree, int(node))]
        if len(view.log) > 3 and len(view.legal) > 1
    )
    with pytest.raises(BotFailed, match="what it saw of this match is not in its solution"):
        find("solved", GAME).choose(View(GAME, view.seat, view.record, view.log[:-1]), new_chance(bytes(32)))


def test_it_plays_in_a_ladder() -> None:
    ladder = Ladder(GAME, ["solved", "random"], 2, options=ENDURANCE, most=40, precision=0.1)
    ladder.run(workers=1)
    assert ladder.cells["solved", "random"].wins > 0.6


@pytest.mark.parametrize(("seats", "options"), [(3, ENDURANCE), (2, {}), (2, SMALL | {"variant": "blitz"})])
def test_at_another_table_it_says_which_it_knows(seats: int, options: dict[str, int | str]) -> None:
    with pytest.raises(Mistake) as refused:
        check(["solved"], GAME, GAME.template(seats, options))
    assert str(refused.value) == (
        "the solved bot knows Cash or Crash only with two players and cards=spread round_limit=1 set_size=3 or "
        "doubling=on cards=spread round_limit=1 set_size=3 or variant=endurance cards=spread round_limit=1 set_size=3 "
        "or variant=endurance doubling=on cards=spread round_limit=1 set_size=3"
    )


def test_there_is_one_for_games_with_a_solution_alone() -> None:
    assert "solved" in registered(GAME)
    assert "solved" not in registered(find_game("bounce"))
    with pytest.raises(Mistake, match="there is no solved bot for Bounce yet"):
        read("solved", find_game("bounce"))


def changed(content: bytes, old: bytes, new: bytes) -> bytes:
    assert content.count(old) == 1
    return content.replace(old, new)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda c: b"#" + c, "the file of a solution begins with 'open outcry solution 1', not with"),
        (lambda c: changed(c, b'"states"', b'"stat"'), "the second line of the file of a solution does not say"),
        (lambda c: changed(c, b'"states": ', b'"states": 1'), "the second line of the file of a solution does not say"),
        (lambda c: changed(c, b'"game": "', b'"game": "x'), "this solution is of 'xcash_or_crash', not of cash_or"),
        (lambda c: changed(c, b'"version": ', b'"version": 7'), "is of version 72 of the rules, not 2"),
        (lambda c: changed(c, b'"record": "', b'"record": "0'), "this solution is of another layout of the record"),
        (lambda c: c[:-1] + bytes([c[-1] ^ 1]), "this solution is not whole"),
        (lambda c: c[:-2], "this solution is not whole"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(change: Any, told: str, tmp_path: Path) -> None:
    path = tmp_path / paths_of(GAME)[0].name
    copy(paths_of(GAME)[0], path)
    assert read_solution(path, GAME).options["variant"] == "classic"
    content = path.read_bytes()
    assert Solution.of(content, GAME).tobytes() == content
    other = tmp_path / "other.solved"
    other.write_bytes(change(content))
    with pytest.raises(Mistake, match=told) as refused:
        read_solution(other, GAME)
    assert str(refused.value).startswith("other.solved: ")
