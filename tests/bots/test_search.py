"""Search: legal, repeatable, blind to secrets, alike everywhere, and it finds what wins."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from openoutcry.bots import find, thinking
from openoutcry.bots.memory import CELL, NODES, forget, head, new_tree, nodes_for
from openoutcry.bots.selfplay import GREEDY, SEARCH, chosen
from openoutcry.bots.thinking import A_TREE, SLICE, Mind, SearchBot, advice
from openoutcry.bots.wasm import build
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import THOUGHTS
from openoutcry.engine.game import Game
from openoutcry.engine.record import copied
from openoutcry.engine.workspace import new_workspace
from openoutcry.games import find as find_game
from openoutcry.games import registered as registered_games
from openoutcry.table.match import Match, View
from openoutcry.testing.random_play import any_legal, random_match
from targets.wasm_game import WasmGame
from winning import POSITIONS, Winning

CRYPTO_CARDS = find_game("crypto_cards")
BOTS = ("random", "greedy", "search:60", "easy", "medium", "hard")
BUDGET = 40
"""Of medium and hard, in these tests."""

every_game = pytest.mark.parametrize("game", registered_games().values(), ids=lambda game: game.name)
every_game_of_choices = pytest.mark.parametrize(
    "game", [game for game in registered_games().values() if game.name != "bounce"], ids=lambda game: game.name
)
every_position = pytest.mark.parametrize("winning", POSITIONS, ids=lambda winning: winning.name)
too_slow = pytest.mark.skipif(IS_PLAIN, reason="thousands of play-outs")


@pytest.fixture
def quick_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Medium and hard with few play-outs."""
    members = Game.member
    quick = (BUDGET, BUDGET + 1)
    monkeypatch.setattr(Game, "member", lambda game, name: quick if name == THOUGHTS else members(game, name))


def decisions(game: Game, number: int, most: int) -> Iterator[tuple[Match, int]]:
    """Moments of a match played at random in which a seat has a choice (in Bounce any), at most so many."""
    dice, match = random.Random(number), random_match(game, number)
    often = dice.choice([0.05, 0.3])
    while not match.over and most:
        seat = dice.choice(match.to_act)
        if dice.random() < often and (len(match.legal(seat)) > 1 or game.name == "bounce"):
            most -= 1
            yield match, seat
        match.play(seat, any_legal(match.legal(seat), dice))


def same_views(match: Match, seat: int, count: int) -> Iterator[tuple[Any, View]]:
    """True states that the seat cannot tell apart, the match's own first, each with what the seat is shown."""
    true = match._state
    for deal in range(count):
        match._state = copied(true)
        if deal:
            match.game.sight.redeal(match._state, seat, new_chance(key_of_seed(deal)))
        yield match._state, match.view(seat)
    match._state = true


def play_whole(match: Match, players: Any, number: int) -> list[str]:
    """Play to the end, each seat by its bot; what was played."""
    ties, thoughts = (
        random.Random(number),
        [new_chance(key_of_seed(1000 * number + seat)) for seat in range(match.seats)],
    )
    while not match.over:
        seat = ties.choice(match.to_act)
        match.play(seat, players[seat].choose(match.view(seat), thoughts[seat]))
    return [f"{entry.seat} {entry}" for entry in match.log]


@every_game
@pytest.mark.usefixtures("quick_levels")
def test_what_a_seat_may_not_know_changes_no_choice(game: Game) -> None:
    differed = 0
    for number in range(5):
        for match, seat in decisions(game, number, most=6):
            for name in BOTS:
                choices, truths = set(), set()
                for true, view in same_views(match, seat, 3):
                    before = view.as_bytes()
                    choices.add(find(name, game).choose(view, new_chance(key_of_seed(number))))
                    truths.add(true.tobytes())
                    assert view.as_bytes() == before, "a bot only looks"
                assert len(choices) == 1
                assert choices <= set(match.legal(seat))
                differed += len(truths) > 1
    assert differed or game.name in ("bounce", "cash_a_catch"), "there was nothing that could leak"


def test_in_compiled_play_too_what_is_secret_changes_no_choice() -> None:
    game, differed = CRYPTO_CARDS, 0
    tree, workspace = new_tree(), new_workspace(game)
    for number in range(6):
        for match, seat in decisions(game, number, most=6):
            for policy, budget in ((GREEDY, 0), (GREEDY, 4), (SEARCH, 30)):
                choices, truths = set(), set()
                for true, view in same_views(match, seat, 3):
                    forget(tree)
                    truths.add(true.tobytes())
                    workspace.policies[seat], workspace.budgets[seat] = policy, budget
                    workspace.thought = new_chance(key_of_seed(number))
                    choices.add(int(chosen(true, seat, workspace, tree)))
                    assert true.tobytes() in truths, "choosing changes nothing"
                    assert workspace.seen.tobytes() == view.record.tobytes(), "a bot is shown what its seat may know"
                assert len(choices) == 1
                differed += len(truths) > 1
    assert differed


@every_game
def test_a_choice_is_legal_in_whole_matches_with_any_options(game: Game) -> None:
    for number in range(4):
        match, dice, thought = random_match(game, number), random.Random(number), new_chance(key_of_seed(number))
        bot, own = find("search:30", game), dice.randrange(match.seats)
        asked = 0
        while not match.over:
            seat = dice.choice(match.to_act)
            if seat == own:
                action = bot.choose(match.view(seat), thought)
                assert action in match.legal(seat)
                asked += 1
            else:
                action = dice.choice(match.legal(seat))
            match.play(seat, action)
        assert asked


@every_game_of_choices
def test_the_same_key_plays_the_same_match_and_another_does_not(game: Game) -> None:
    played = []
    for number in (1, 1, 2):
        match = Match(game, game.seats[0], seed=3)
        played.append(play_whole(match, [find("search:30", game) for _ in range(match.seats)], number))
    assert played[0] == played[1]
    assert played[0] != played[2]


def test_another_key_gives_another_tree() -> None:
    trees = []
    for seed in (1, 1, 2):
        mind = mind_of(CRYPTO_CARDS, seed)
        mind.think(a_view().record, 0, 60)
        trees.append(mind.tree.tobytes())
    assert trees[0] == trees[1] != trees[2]


def a_view() -> View:
    """Seat 0 of three has a card to transfer in Crypto Cards."""
    match = Match(CRYPTO_CARDS, 3, seed=5)
    match.play(0, "pass")
    return match.view(0)


def mind_of(game: Game, seed: int) -> Mind:
    mind = Mind(game)
    mind.wake(new_chance(key_of_seed(seed)), BUDGET)
    return mind


@every_game_of_choices
def test_thinking_twice_is_thinking_once_for_as_long(game: Game) -> None:
    for match, seat in decisions(game, 0, most=2):
        view = match.view(seat)
        once, twice = mind_of(game, 1), mind_of(game, 1)
        once.think(view.record, seat, 60)
        for _ in range(2):
            twice.think(view.record, seat, 30)
        assert once.tree.tobytes() == twice.tree.tobytes()
        assert visits(once) == 60


def visits(mind: Mind) -> int:
    """How often the last decision has been looked at."""
    return int(mind.tree[head(mind.tree).root].visits)


class OneByOne:
    """A pool without threads, which begins with the last task."""

    def __init__(self, _workers: int) -> None:
        pass

    def __enter__(self) -> OneByOne:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(self, function: Callable[[Any], Any], tasks: list[Any]) -> list[Any]:
        return [function(task) for task in reversed(tasks)]


@too_slow
def test_several_trees_come_to_the_same_however_many_threads_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for pool in (ThreadPoolExecutor, OneByOne):
        monkeypatch.setattr(thinking, "ThreadPoolExecutor", pool)
        bot, chance = SearchBot(2 * A_TREE), new_chance(key_of_seed(1))
        action = bot.choose(a_view(), chance)
        (minds,) = bot._minds.values()
        assert len(minds) == 2
        assert minds[0].tree.tobytes() != minds[1].tree.tobytes()
        found.append((action, [mind.tree.tobytes() for mind in minds]))
    assert found[0] == found[1]


@too_slow
def test_trees_are_added_up() -> None:
    bot = SearchBot(2 * A_TREE)
    bot.choose(a_view(), new_chance(key_of_seed(1)))
    (minds,) = bot._minds.values()
    first, second = (sum(each.tries for each in mind.estimates(a_view().legal)) for mind in minds)
    assert (first, second) == (2 * A_TREE, A_TREE)


@every_position
def test_it_finds_what_wins(winning: Winning) -> None:
    view = winning.view
    for seed in range(5):
        bot = find("search:200", view.game)
        assert str(bot.choose(view, new_chance(key_of_seed(seed)))) == winning.best


@every_position
def test_advice_says_how_often_it_wins(winning: Winning) -> None:
    view = winning.view
    best, *others = advice(view, new_chance(key_of_seed(1)), 300)
    assert str(best.action) == winning.best
    assert best.wins == pytest.approx(winning.wins, abs=0.1)
    assert best.tries + sum(each.tries for each in others) == 300
    assert all(each.wins < best.wins for each in others)


@pytest.mark.parametrize("winning", [each for each in POSITIONS if each.thumb], ids=lambda winning: winning.name)
def test_it_sees_more_than_rules_of_thumb(winning: Winning) -> None:
    view = winning.view
    assert str(find("greedy", view.game).choose(view, new_chance(bytes(32)))) == winning.thumb != winning.best


def test_advice_with_one_legal_action_says_how_often_that_wins() -> None:
    view = Match("bounce", 2, seed=1).view(0)
    (only,) = advice(view, new_chance(bytes(32)), 400)
    assert (str(only.action), only.tries) == ("roll", 400)
    assert 0.1 < only.wins < 0.9


@too_slow
def test_a_memory_that_is_full_goes_on_and_then_forgets() -> None:
    view, mind = a_view(), mind_of(CRYPTO_CARDS, 1)
    mind.think(view.record, 0, 2 * NODES)
    assert (head(mind.tree).nodes, visits(mind)) == (NODES, 2 * NODES)
    assert mind.decide(view.record, 0, mind.workspace.thought) in view.legal
    assert mind.think(view.record, 0, 100) == 100
    assert head(mind.tree).nodes <= 102
    assert mind.think(view.record, 0, 100) == 200, "with room enough nothing is forgotten"


@too_slow
def test_a_tree_is_as_large_as_its_budget_and_its_size_changes_nothing_that_fits() -> None:
    view, small, large = a_view(), mind_of(CRYPTO_CARDS, 1), Mind(CRYPTO_CARDS, 2 * NODES)
    large.wake(new_chance(key_of_seed(1)), BUDGET)
    assert (len(small.tree), len(large.tree)) == (2 * NODES + 1, 8 * NODES + 1)
    for mind in (small, large):
        mind.think(view.record, 0, 2000)
    assert small.estimates(view.legal) == large.estimates(view.legal)
    assert large.think(view.record, 0, 2 * NODES) == 2000 + 2 * NODES, "nothing is forgotten"
    assert nodes_for(NODES - 2) == NODES
    assert nodes_for(NODES - 1) == 2 * NODES


def test_seats_of_one_bot_do_not_share_what_they_have_thought() -> None:
    game = find_game("cash_or_crash")
    match = Match(game, 3, seed=4)
    shared, alone = SearchBot(40), SearchBot(40)
    for seat in (0, 2):
        shared.choose(match.view(seat), new_chance(key_of_seed(seat)))
    before = shared._minds[game.name, 0][0].tree.tobytes()
    choice = shared.choose(match.view(1), new_chance(key_of_seed(1)))
    assert choice == alone.choose(match.view(1), new_chance(key_of_seed(1)))
    assert shared._minds[game.name, 1][0].tree.tobytes() == alone._minds[game.name, 1][0].tree.tobytes()
    assert shared._minds[game.name, 0][0].tree.tobytes() == before


def test_a_seat_remembers_from_one_decision_to_the_next() -> None:
    match, bot, chance = Match("cash_or_crash", 2, seed=4), SearchBot(60), new_chance(key_of_seed(1))
    match.play(0, bot.choose(match.view(0), chance))
    (mind,) = bot._minds["cash_or_crash", 0]
    nodes = int(head(mind.tree).nodes)
    bot.choose(match.view(0), chance)
    assert head(mind.tree).nodes > nodes
    assert visits(mind) > 60, "the tree for the first card has what comes after it"


def test_a_budget_in_time_thinks_at_least_a_slice() -> None:
    bot, view = SearchBot(milliseconds=5), a_view()
    assert bot.choose(view, new_chance(key_of_seed(1))) in view.legal
    for mind in bot._minds[CRYPTO_CARDS.name, 0]:
        assert visits(mind) >= SLICE


def test_where_there_is_no_choice_nobody_thinks() -> None:
    bot, view = SearchBot(1000), Match("crypto_cards", 2, seed=7).view(0)
    assert str(bot.choose(view, new_chance(bytes(32)))) == "pass"
    assert head(bot._minds["crypto_cards", 0][0].tree).root == 0


def digest_of_trees() -> str:
    """A digest of what a search of 20 play-outs chooses and remembers in every position."""
    digest = hashlib.sha256()
    for winning in POSITIONS:
        bot, view = SearchBot(20), winning.view
        action = bot.choose(view, new_chance(key_of_seed(1)))
        advised = advice(view, new_chance(key_of_seed(2)), 20)
        digest.update(f"{winning.name}: {action}, {advised}\n".encode())
        digest.update(bot._minds[view.game.name, winning.seat][0].tree.tobytes())
    return digest.hexdigest()


@pytest.mark.skipif(IS_PLAIN, reason="there is nothing to compare with")
def test_plain_python_thinks_as_native_code_does() -> None:
    code = "from bots.test_search import *; print(digest_of_trees())"
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *sys.path]),
    }
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout.strip() == digest_of_trees()


@pytest.mark.long
def test_webassembly_thinks_as_native_code_does(tmp_path: Path) -> None:
    build(tmp_path, [CRYPTO_CARDS])
    wasm = WasmGame(tmp_path, CRYPTO_CARDS.name)
    layout, cells = wasm.manifest["workspace"], 2 * wasm.manifest["tree"]["nodes"] + 1
    wasm.make_room(workspace=layout["bytes"], tree=cells * wasm.manifest["tree"]["cell"])
    wasm.places["seen"], wasm.sizes["seen"] = wasm.places["workspace"] + layout["seen"], wasm.sizes["state"]
    assert wasm.sizes["tree"] == (2 * NODES + 1) * CELL.itemsize
    for number in range(3):
        for match, seat in decisions(CRYPTO_CARDS, number, most=3):
            view, mind, chance = match.view(seat), Mind(CRYPTO_CARDS), new_chance(key_of_seed(number))
            wasm.put("tree", bytes(wasm.sizes["tree"]))
            wasm.put("seen", view.record.tobytes())
            wasm.put("chance", chance.tobytes())
            wasm.call("forget", "tree", cells)
            wasm.call("wake", "workspace", "tree", cells, 100, "chance")
            wasm.call("think", "workspace", "tree", cells, seat, 100, 0)
            mind.wake(chance, 100)
            mind.think(view.record, seat, 100)
            assert wasm.get("tree") == mind.tree.tobytes()
            action = mind.decide(view.record, seat, chance)
            assert wasm.call("decide", "workspace", "tree", cells, seat, "chance") == action.number
            wins = round(10_000 * mind.estimates([action])[0].wins)
            assert wasm.call("wins_of", "tree", cells, action.number) == wins
