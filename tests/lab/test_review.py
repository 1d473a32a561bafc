"""Reviews: a blunder is found and named, nothing else is blamed, and no secret enters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.command import is_one_sentence, outcry
from openoutcry.bots import judging
from openoutcry.bots.memory import WHOLE
from openoutcry.cli.review import curve
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.record import copied
from openoutcry.engine.workspace import (
    BEFORE,
    COST,
    COSTLY,
    CREDIT,
    FOUND,
    LOST,
    OPEN,
    SOUND,
    VERDICT,
    WINS,
    WINS_OF_BEST,
    WON,
    new_workspace,
)
from openoutcry.games import find
from openoutcry.lab.review import Decision, Review, review
from openoutcry.table.match import Match

STEPS, FEW = 1_000_000, 10_000


def one_round(*lines: str, players: tuple[str, str] = ("You", "Bot 2")) -> Match:
    """Cash or Crash for two, and whoever loses the first challenge loses the game; then these actions, each a seat and
    what it plays.
    """
    match = Match("cash_or_crash", 2, {"round_limit": 1}, seed=3, players=players)
    for line in lines:
        seat, _, action = line.partition(" ")
        match.undo(int(seat)) if action == "undo" else match.play(int(seat), action)
    return match


STAKED = ("0 stake GGO", "0 stake GGW", "1 stake GGO", "1 stake GGW")
BLUNDER = (*STAKED, "0 bid 16 Gold", "1 challenge")
"""The cards show 8 of Gold, and no cards show 16."""


def actions(found: Review) -> list[str]:
    return [str(decision.action) for decision in found.decisions]


def test_the_blunder_is_the_costliest_decision_and_something_better_is_named() -> None:
    found = review(one_round(*BLUNDER), 0, STEPS)
    worst = found.costliest[0]
    assert (worst.entry, str(worst.action)) == (4, "bid 16 Gold")
    assert worst.after < 0.1
    assert worst.cost > 0.3
    assert str(worst.best).startswith("bid ")
    assert int(str(worst.best).split()[1]) < 10
    assert found.result == 0


def test_who_challenged_it_has_made_no_mistake() -> None:
    found = review(one_round(*BLUNDER), 1, STEPS)
    challenge = found.decisions[-1]
    assert str(challenge.action) == "challenge"
    assert (challenge.before, challenge.after, challenge.cost) == (1, 1, 0)
    assert found.result == 1


def test_who_believes_an_impossible_bid_is_told_to_challenge() -> None:
    match = one_round(*STAKED, "0 bid 15 Gold", "1 bid 16 Gold", "0 challenge")
    worst = review(match, 1, STEPS).costliest[0]
    assert (str(worst.action), str(worst.best)) == ("bid 16 Gold", "challenge")
    assert worst.wins_of_best == 1
    assert worst.cost > 0.9


@pytest.mark.parametrize("seat", [0, 1])
def test_result_is_the_chance_at_first_and_luck_and_play(seat: int) -> None:
    found = review(one_round(*BLUNDER), seat, STEPS)
    assert found.luck is not None
    assert found.decisions[0].before + found.luck + found.play == pytest.approx(found.result, abs=1e-12)
    assert found.play == pytest.approx(sum(decision.credit - decision.cost for decision in found.decisions))
    assert 0 < found.margin < 0.3
    for decision in found.decisions:
        assert decision.before - decision.after == pytest.approx(decision.cost - decision.credit)


def judgements(games: int) -> Iterator[tuple[Match, Decision]]:
    """All decisions of a seat in matches of Crypto Cards in which everybody does the first thing there is."""
    for seed in range(games):
        match = Match("crypto_cards", 2, seed=seed)
        while not match.over:
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        for decision in review(match, 0, STEPS).decisions:
            yield match, decision


def test_the_best_alternative_is_another_action_and_figures_agree() -> None:
    verdicts = Counter[str]()
    for _, decision in judgements(12):
        judged = decision.judged
        verdicts[judged.verdict] += 1
        assert decision.best != decision.action
        assert judged.before == judged.wins + judged.cost - judged.credit
        assert (judged.cost > 0) == (judged.verdict == "costly")
        assert (judged.credit > 0) == (judged.verdict == "found")
        if judged.cost or judged.credit:
            assert judged.wins_of_best - judged.wins == judged.cost - judged.credit
            assert max(judged.cost, judged.credit) > judged.error
    assert verdicts["costly"] > 3
    assert verdicts["sound"] > 10


def test_a_match_that_is_lost_or_won_is_called_so() -> None:
    match = one_round(*STAKED, "0 bid 16 Gold", "1 challenge")
    won = review(match, 1, STEPS).decisions[-1]
    assert (str(won.action), won.judged.verdict) == ("challenge", "won")
    verdicts = {decision.judged.verdict: decision for _, decision in judgements(12)}
    assert verdicts["lost"].judged.wins_of_best < 0.02 * WHOLE


def compared(wins: int, wins_of_rival: int, differed: int, worlds: int = 100, rival: int = 1) -> list[Any]:
    """What is made of an action and a rival, measured once more, in so many worlds, some of which ended differently;
    the rules of thumb say action 1.
    """
    workspace = new_workspace(find("crypto_cards"))
    workspace.thumb, workspace.worlds, workspace.runners = 1, worlds, 2
    workspace.entrants[:2] = [0, rival]
    judging.begin(workspace, 0)
    workspace.raced[:2], workspace.won[:2] = worlds, [wins * WHOLE, wins_of_rival * WHOLE]
    workspace.gains[1], workspace.squares[1] = (wins_of_rival - wins) * WHOLE, differed * WHOLE**2
    judging.measure(workspace)
    judging.sum_up(workspace, 1)
    return [int(workspace.judged[place]) for place in (WINS, WINS_OF_BEST, COST, CREDIT, BEFORE, VERDICT)]


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ((40, 50, 60), [4000, 5000, 0, 0, 4000, OPEN]),
        ((40, 50, 20), [4000, 5000, 1000, 0, 5000, COSTLY]),
        ((50, 40, 20), [5000, 4000, 0, 1000, 4000, FOUND]),
        ((50, 50, 0), [5000, 5000, 0, 0, 5000, SOUND]),
        ((0, 0, 0), [0, 0, 0, 0, 0, SOUND]),
        ((0, 0, 0, 400), [0, 0, 0, 0, 0, LOST]),
        ((400, 400, 0, 400), [10_000, 10_000, 0, 0, 10_000, WON]),
        ((0, 500_000, 500_000, 500_000), [0, 10_000, 10_000, 0, 10_000, COSTLY]),
    ],
)
def test_a_difference_that_may_be_chance_costs_nothing(figures: tuple[int, ...], expected: list[int]) -> None:
    """Wins, those of the rival, cost, credit, the chance before, and the verdict."""
    assert compared(*figures) == expected


def test_only_who_beats_the_rules_of_thumb_is_credited() -> None:
    assert compared(50, 40, 20, rival=2) == [5000, 4000, 0, 0, 5000, SOUND]


def test_what_was_taken_back_is_not_judged() -> None:
    match = one_round("0 stake WWW", "0 undo", *STAKED, "0 bid 16 Gold", "1 challenge")
    found = review(match, 0, FEW)
    assert [decision.entry for decision in found.decisions] == [2, 3, 6]
    assert actions(found) == ["stake GGO", "stake GGW", "bid 16 Gold"]


def test_what_was_taken_back_with_consent_takes_along_what_came_after_it() -> None:
    match = one_round(*STAKED, "0 bid 3 Gold", "1 bid 4 Gold")
    match.undo(0, consent=True)
    match.play(0, "bid 16 Gold")
    assert [number for number, _ in match.decisions(0)] == [0, 1, 7]
    assert [number for number, _ in match.decisions(1)] == [2, 3]


def test_where_there_was_no_choice_nothing_is_judged() -> None:
    match = Match("crypto_cards", 2, seed=7)
    match.play(0, "pass")
    assert review(match, 0, FEW).decisions == []
    match.play(0, match.legal(0)[0])
    assert [decision.entry for decision in review(match, 0, FEW).decisions] == [1]


def redealt(match: Match, seat: int) -> Iterator[Match]:
    """The moments of a match, in each of which all that the seat may not know is something else."""
    for number, moment in enumerate(Match.moments(match)):
        true = moment._state
        moment._state = copied(true)
        match.game.sight.redeal(moment._state, seat, new_chance(key_of_seed(number)))
        yield moment
        moment._state = true


def test_no_secret_of_others_enters(monkeypatch: pytest.MonkeyPatch) -> None:
    match = one_round(*BLUNDER)
    found = review(match, 0, FEW)
    truths = [moment._state.tobytes() for moment in match.moments()]
    assert truths[:-1] != [moment._state.tobytes() for moment in redealt(match, 0)][:-1]
    monkeypatch.setattr(match, "moments", lambda: redealt(match, 0))
    again = review(match, 0, FEW)
    assert again.as_dict() == found.as_dict()
    assert [decision.view.as_bytes() for decision in again.decisions] == [
        decision.view.as_bytes() for decision in found.decisions
    ]


def test_the_same_match_gives_the_same_review_and_tells_how_far_it_is() -> None:
    match, told = one_round(*BLUNDER), list[tuple[int, int]]()
    once = review(match, 0, FEW, lambda done, whole: told.append((done, whole)))
    assert once.as_dict() == review(match, 0, FEW).as_dict()
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_an_unfinished_match_has_no_result_and_no_luck() -> None:
    found = review(one_round(*STAKED, "0 bid 16 Gold"), 0, STEPS)
    assert (found.result, found.luck) == (None, None)
    assert found.play < -0.3


def test_a_shared_win_is_a_part_of_one() -> None:
    match = Match("crypto_cards", 2, seed=7)
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    found = Review(match, 0, [])
    assert found.result == float(match.places[0] == 1)
    match._state.portfolios[:] = 0
    assert match.places == [1, 1]
    assert found.result == 0.5


@pytest.mark.parametrize(
    ("seat", "steps", "words"),
    [
        (2, STEPS, "no seat 2"),
        (-1, STEPS, "no seat -1"),
        (0, 9_999, "not 9,999"),
        (0, 10**10, "10,000 to 1,000,000,000"),
    ],
)
def test_mistakes_are_told(seat: int, steps: int, words: str) -> None:
    with pytest.raises(Mistake) as told:
        review(one_round(*BLUNDER), seat, steps)
    assert words in str(told.value)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A match file with a blunder of yours."""
    path = tmp_path / "match.json"
    one_round(*BLUNDER).save(path)
    return path


def words_of(text: str) -> str:
    return " ".join(text.split())


def test_the_command_tells_what_cost_most(file: Path) -> None:
    answer = outcry("review", str(file))
    seen = words_of(answer.out)
    assert answer.code == 0
    assert "Cash or Crash: You, first to play" in seen
    assert "3 decisions." in seen
    assert "What cost most: 1. Entry 5: you chose “" in seen
    assert "In the end: lost." in seen
    assert "Luck: " in seen


def test_the_command_shows_every_decision_if_asked(file: Path) -> None:
    few, every = (outcry("review", str(file), "--steps", "100000", *more).out for more in ([], ["--all"]))
    assert "Before" not in few
    assert re.findall(r"^ *(\d+) +\d+% +\d+%", every, re.MULTILINE) == ["1", "2", "5"]


def test_the_command_prints_json(file: Path) -> None:
    found = outcry("review", str(file), "--steps", "100000", "--json").json
    assert (found["game"], found["seat"], found["player"], found["result"]) == ("cash_or_crash", 0, "You", 0)
    assert [decision["action"] for decision in found["decisions"]] == ["stake GGO", "stake GGW", "bid 16 Gold"]
    assert found["decisions"][0]["before"] + found["luck"] + found["play"] == pytest.approx(found["result"])
    assert found == outcry("review", str(file), "--steps", "100000", "--json").json


def test_another_seat_is_reviewed_if_it_is_named(file: Path) -> None:
    found = outcry("review", str(file), "--seat", "1", "--steps", "100000", "--json").json
    assert (found["seat"], found["player"], found["result"]) == (1, "Bot 2", 1)


def test_an_unfinished_match_says_so(tmp_path: Path) -> None:
    one_round(*STAKED).save(tmp_path / "match.json")
    assert "The match is not over." in words_of(outcry("review", str(tmp_path / "match.json"), "--steps", "10000").out)
    one_round().save(tmp_path / "empty.json")
    assert "There was nothing to decide." in outcry("review", str(tmp_path / "empty.json")).out


@pytest.mark.parametrize(
    "arguments",
    [["--seat", "2"], ["--seat", "-1"], ["--steps", "5"], ["--steps", "10000000000"], ["--seat", "me"]],
)
def test_bad_input_gets_one_sentence(file: Path, arguments: list[str]) -> None:
    assert is_one_sentence(outcry("review", str(file), *arguments))


def test_a_file_without_you_needs_a_seat(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    one_round(*BLUNDER, players=("Ada", "Bob")).save(path)
    answer = outcry("review", str(path))
    assert is_one_sentence(answer)
    assert "--seat" in answer.err
    assert outcry("review", str(path), "--seat", "0", "--steps", "10000").code == 0


@pytest.mark.parametrize("text", [None, "", "{}", "no match"])
def test_what_is_no_match_file_gets_one_sentence(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "match.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert is_one_sentence(outcry("review", str(path)))


def test_the_curve_fits_the_width_and_goes_from_bottom_to_top() -> None:
    drawn = curve([0.0, 0.5, 1.0], 10)
    assert [line[4:] for line in drawn] == ["  █"] * 4 + [" ██"] * 4
    assert {len(line) for line in curve([number / 100 for number in range(100)], 20)} == {24}
