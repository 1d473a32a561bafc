"""Reviews: a blunder is found and named, nothing else is blamed, and no secret enters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from cli.command import is_one_sentence, outcry
from openoutcry.bots.memory import WHOLE
from openoutcry.bots.search import sum_up
from openoutcry.cli.review import curve
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.record import copied
from openoutcry.lab.review import Review, review
from openoutcry.table.match import Match

PLAYOUTS = 100


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
    return [str(decision.judgement.action) for decision in found.decisions]


def test_the_blunder_is_the_costliest_decision_and_something_better_is_named() -> None:
    found = review(one_round(*BLUNDER), 0, PLAYOUTS)
    worst = found.costliest[0]
    assert (worst.entry, str(worst.judgement.action)) == (4, "bid 16 Gold")
    assert worst.after < 0.1
    assert worst.cost > 0.3
    assert str(worst.judgement.best).startswith("bid ")
    assert int(str(worst.judgement.best).split()[1]) < 10
    assert found.result == 0


def test_who_challenged_it_has_made_no_mistake() -> None:
    found = review(one_round(*BLUNDER), 1, PLAYOUTS)
    challenge = found.decisions[-1]
    assert str(challenge.judgement.action) == "challenge"
    assert (challenge.before, challenge.after, challenge.cost) == (1, 1, 0)
    assert found.result == 1


def test_who_believes_an_impossible_bid_is_told_to_challenge() -> None:
    match = one_round(*STAKED, "0 bid 15 Gold", "1 bid 16 Gold", "0 challenge")
    worst = review(match, 1, PLAYOUTS).costliest[0]
    assert (str(worst.judgement.action), str(worst.judgement.best)) == ("bid 16 Gold", "challenge")
    assert worst.wins_of_best == 1
    assert worst.cost > 0.9


@pytest.mark.parametrize("seat", [0, 1])
def test_result_is_the_chance_at_first_and_luck_and_play(seat: int) -> None:
    found = review(one_round(*BLUNDER), seat, PLAYOUTS)
    assert found.luck is not None
    assert found.decisions[0].before + found.luck + found.play == pytest.approx(found.result, abs=1e-12)
    assert found.play == pytest.approx(-sum(decision.cost for decision in found.decisions))
    for decision in found.decisions:
        assert decision.before - decision.after == pytest.approx(decision.cost)


def test_nobody_is_blamed_for_the_best_there_is() -> None:
    alike = 0
    for seed in range(6):
        match = Match("crypto_cards", 2, seed=seed)
        while not match.over:
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        for decision in review(match, 0, 30).decisions:
            judged = decision.judgement
            if judged.best == judged.action:
                alike += 1
                assert (judged.wins, judged.error, judged.cost) == (judged.wins_of_best, 0, 0)
    assert alike > 10


@pytest.mark.parametrize(
    ("wins", "wins_of_best", "differed", "expected"),
    [
        (40, 50, 37, [4000, 5000, 600, 0, 4000]),
        (40, 50, 17, [4000, 5000, 400, 1000, 5000]),
        (50, 40, 10, [5000, 4000, 300, 0, 5000]),
        (50, 50, 0, [5000, 5000, 0, 0, 5000]),
    ],
)
def test_a_difference_that_may_be_chance_costs_nothing(
    wins: int, wins_of_best: int, differed: int, expected: list[int]
) -> None:
    """Wins, wins of the best, error, cost and the chance before, of 100 games, some of which came to different ends."""
    judged = np.zeros(5, np.int32)
    sum_up(judged, 100, wins * WHOLE, wins_of_best * WHOLE, differed * WHOLE**2)
    assert judged.tolist() == expected


def test_sums_of_many_games_do_not_overflow() -> None:
    judged, games = np.zeros(5, np.int32), 50_001
    sum_up(judged, games, 0, games * WHOLE, games * WHOLE**2)
    assert judged.tolist() == [0, WHOLE, 0, WHOLE, WHOLE]


def test_what_was_taken_back_is_not_judged() -> None:
    match = one_round("0 stake WWW", "0 undo", *STAKED, "0 bid 16 Gold", "1 challenge")
    found = review(match, 0, 20)
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
    assert review(match, 0, 20).decisions == []
    match.play(0, match.legal(0)[0])
    assert [decision.entry for decision in review(match, 0, 20).decisions] == [1]


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
    found = review(match, 0, 40)
    truths = [moment._state.tobytes() for moment in match.moments()]
    assert truths[:-1] != [moment._state.tobytes() for moment in redealt(match, 0)][:-1]
    monkeypatch.setattr(match, "moments", lambda: redealt(match, 0))
    again = review(match, 0, 40)
    assert again.as_dict() == found.as_dict()
    assert [decision.view.as_bytes() for decision in again.decisions] == [
        decision.view.as_bytes() for decision in found.decisions
    ]


def test_the_same_match_gives_the_same_review_and_tells_how_far_it_is() -> None:
    match, told = one_round(*BLUNDER), list[tuple[int, int]]()
    once = review(match, 0, 40, lambda done, whole: told.append((done, whole)))
    assert once.as_dict() == review(match, 0, 40).as_dict()
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_an_unfinished_match_has_no_result_and_no_luck() -> None:
    found = review(one_round(*STAKED, "0 bid 16 Gold"), 0, PLAYOUTS)
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
    ("seat", "playouts", "words"),
    [(2, 100, "no seat 2"), (-1, 100, "no seat -1"), (0, 19, "19"), (0, 100_001, "20 to 100,000")],
)
def test_mistakes_are_told(seat: int, playouts: int, words: str) -> None:
    with pytest.raises(Mistake) as told:
        review(one_round(*BLUNDER), seat, playouts)
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
    assert "Cash or Crash: You, seat 0" in seen
    assert "3 decisions." in seen
    assert "What cost most: 1. Entry 5: you chose “" in seen
    assert "In the end: lost." in seen
    assert "Luck: " in seen


def test_the_command_shows_every_decision_if_asked(file: Path) -> None:
    few, every = (outcry("review", str(file), "--playouts", "40", *more).out for more in ([], ["--all"]))
    assert "Before" not in few
    assert re.findall(r"^ *(\d+) +\d+% +\d+%", every, re.MULTILINE) == ["1", "2", "5"]


def test_the_command_prints_json(file: Path) -> None:
    found = outcry("review", str(file), "--playouts", "40", "--json").json
    assert (found["game"], found["seat"], found["player"], found["result"]) == ("cash_or_crash", 0, "You", 0)
    assert [decision["action"] for decision in found["decisions"]] == ["stake GGO", "stake GGW", "bid 16 Gold"]
    assert found["decisions"][0]["before"] + found["luck"] + found["play"] == pytest.approx(found["result"])
    assert found == outcry("review", str(file), "--playouts", "40", "--json").json


def test_another_seat_is_reviewed_if_it_is_named(file: Path) -> None:
    found = outcry("review", str(file), "--seat", "1", "--playouts", "40", "--json").json
    assert (found["seat"], found["player"], found["result"]) == (1, "Bot 2", 1)


def test_an_unfinished_match_says_so(tmp_path: Path) -> None:
    one_round(*STAKED).save(tmp_path / "match.json")
    assert "The match is not over." in words_of(outcry("review", str(tmp_path / "match.json"), "--playouts", "20").out)
    one_round().save(tmp_path / "empty.json")
    assert "There was nothing to decide." in outcry("review", str(tmp_path / "empty.json")).out


@pytest.mark.parametrize(
    "arguments",
    [["--seat", "2"], ["--seat", "-1"], ["--playouts", "5"], ["--playouts", "1000000"], ["--seat", "me"]],
)
def test_bad_input_gets_one_sentence(file: Path, arguments: list[str]) -> None:
    assert is_one_sentence(outcry("review", str(file), *arguments))


def test_a_file_without_you_needs_a_seat(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    one_round(*BLUNDER, players=("Ada", "Bob")).save(path)
    answer = outcry("review", str(path))
    assert is_one_sentence(answer)
    assert "--seat" in answer.err
    assert outcry("review", str(path), "--seat", "0", "--playouts", "20").code == 0


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
