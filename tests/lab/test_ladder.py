"""Ladders: intervals, ratings, when they stop, whom they let play, and what the command prints."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, ClassVar
from xml.etree import ElementTree

import numpy as np
import pytest

from cli.command import is_one_sentence, outcry
from openoutcry import bots
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find
from openoutcry.lab.ladder import LEAST_KEYS, Cell, Ladder, picture
from openoutcry.lab.statistics import LEVEL, Sample, keys_for, sequence_width, student
from openoutcry.table.match import View

CRYPTO_CARDS = find("crypto_cards")
PAIR = ("greedy", "random")


def ladder(*names: str, seats: int = 2, **more: Any) -> Ladder:
    return Ladder(CRYPTO_CARDS, names or PAIR, seats, **more)


def filled(wins: dict[tuple[str, str], float], seats: int, keys: int = 10_000) -> Ladder:
    """A ladder in which each pair has played so many keys and won this share of them."""
    names = list(dict.fromkeys(name for pair in wins for name in pair))
    made = ladder(*names, seats=seats)
    for pair, share in wins.items():
        won = round(share * keys)
        made.cells[pair] = Cell([1.0] * won + [0.0] * (keys - won))
    return made


def rated(made: Ladder) -> dict[str, float]:
    return {each.bot: each.rating for each in made.ratings()}


def test_an_interval_has_the_width_of_the_mean_s_error() -> None:
    cell = Cell([0.0, 1.0] * 50)
    assert cell.wins == 0.5
    assert cell.half_width == pytest.approx(student(LEVEL, 99) * math.sqrt(0.25 * 100 / 99 / 100))
    assert Cell([0.0, 1.0] * 200).half_width < 0.51 * cell.half_width


def test_nothing_is_known_of_one_key_and_never_everything() -> None:
    assert math.isnan(Cell().wins)
    assert Cell([1.0]).half_width == math.inf
    assert Cell([1.0]).known_half_width is None
    always = Cell([1.0] * 8)
    assert always.wins == 1
    assert 0.1 < always.half_width < 0.4
    assert Cell([1.0] * 800).half_width < 0.01


def test_a_hundred_points_more_win_64_of_100_games_for_two() -> None:
    made = filled({("greedy", "random"): 0.64, ("random", "greedy"): 0.36}, seats=2)
    ratings = rated(made)
    assert ratings["greedy"] - ratings["random"] == pytest.approx(100, abs=0.5)
    assert sum(ratings.values()) == pytest.approx(0)
    assert [each.bot for each in made.ratings()] == ["greedy", "random"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_bots_have_equal_ratings_at_any_table(seats: int) -> None:
    made = filled({("greedy", "random"): 1 / seats, ("random", "greedy"): 1 / seats}, seats)
    assert rated(made)["greedy"] == pytest.approx(0, abs=0.1)


def test_known_strengths_come_back_as_ratings() -> None:
    strengths = {"search:9": 4.0, "greedy": 2.0, "random": 1.0}
    wins = {(a, b): s / (s + 3 * t) for a, s in strengths.items() for b, t in strengths.items() if a != b}
    ratings = rated(filled(wins, seats=4))
    twice = 400 * math.log10(2)
    assert list(ratings) == list(strengths)
    assert list(ratings.values()) == pytest.approx([twice, 0, -twice], abs=1)


def test_more_games_make_a_rating_surer() -> None:
    wins = {("greedy", "random"): 0.6, ("random", "greedy"): 0.4}
    few, many = (filled(wins, 2, keys).ratings()[0].half_width for keys in (100, 10_000))
    assert few == pytest.approx(10 * many, rel=0.05)
    assert many > 0


def test_who_always_wins_has_a_rating_all_the_same() -> None:
    made = filled({("greedy", "random"): 1.0, ("random", "greedy"): 0.0}, seats=2, keys=50)
    best, worst = made.ratings()
    assert (best.bot, worst.bot) == ("greedy", "random")
    assert 200 < best.rating - worst.rating < 2000
    assert math.isfinite(best.half_width)


@pytest.mark.parametrize("workers", [1, 2])
def test_it_plays_as_many_keys_as_its_pilot_says_and_leaves_the_pilot_out(workers: int) -> None:
    made, parts = ladder(precision=0.1, most=500), list[float]()
    made.run(parts.append, workers=workers)
    for cell in made.cells.values():
        assert len(cell.pilot) == 50
        assert LEAST_KEYS <= len(cell.shares) < 500
        assert cell.planned == len(cell.shares)
        assert cell.planned == keys_for(Sample.of(cell.pilot), 0.1, is_share=True)
        assert cell.half_width < 0.12
    assert made.games == 2 * sum(len(cell.shares) for cell in made.cells.values())
    assert 0 <= parts[0] < 1
    assert parts == sorted(parts)
    assert parts[-1] == 1


def test_the_same_keys_are_played_on_any_number_of_cores() -> None:
    one, other = ladder(precision=0.1, most=200), ladder(precision=0.1, most=200)
    one.run(workers=1)
    other.run(workers=3)
    assert one.report() == other.report()


def test_stopped_early_an_interval_holds_at_all_times() -> None:
    made = ladder(precision=0.01, most=400)
    made.run(lambda part: made.stop() if part > 0.3 else None, workers=1)
    for cell in made.cells.values():
        assert 0 < len(cell.shares) < (cell.planned or 0)
        whole = Cell(cell.shares)
        assert cell.half_width == pytest.approx(
            whole.half_width * sequence_width(len(cell.shares)) / student(LEVEL, len(cell.shares) - 1)
        )


def test_of_a_thousand_ladders_930_hold_the_share_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = np.random.default_rng(8)
    monkeypatch.setattr(Ladder, "_play", lambda _self, shares, planned, *_: [
        found.extend(dice.binomial(2, 0.3, planned[pair]) / 2) for pair, found in shares.items()])  # fmt: skip
    held = 0
    for _ in range(500):
        made = ladder(precision=0.06)
        made.run()
        held += sum(abs(cell.wins - 0.3) <= cell.half_width for cell in made.cells.values())
    print(f"{held} of 1000 hold it")
    assert held >= 930


def test_it_stops_at_the_most_keys() -> None:
    made = ladder(precision=0.001, most=LEAST_KEYS)
    made.run(workers=2)
    assert [len(cell.shares) for cell in made.cells.values()] == [LEAST_KEYS] * 2


def test_the_same_seed_and_key_give_the_same_share() -> None:
    one, other, another = (
        [
            ladder("search:20", "random", seats=3, seed=seed).share(("search:20", "random"), number)
            for number in range(8)
        ]
        for seed in (1, 1, 2)
    )
    assert one == other != another
    assert all(0 <= share <= 1 for share in one)


def test_bots_that_do_nothing_but_chance_win_their_part() -> None:
    made = ladder("random", "easy", seats=3, most=200, precision=0.02, alone="random")
    made.cells = {("random", "random"): Cell()}
    made.run()
    assert made.cells["random", "random"].wins == pytest.approx(1 / 3, abs=1e-9), (
        "over all seats of one key the shares add up"
    )


def test_one_bot_alone_among_each_of_the_others() -> None:
    made = ladder("greedy", "random", "search:10", alone=" Greedy ", most=LEAST_KEYS)
    assert set(made.cells) == {("greedy", "random"), ("greedy", "search:10")}
    made.run(workers=1)
    assert {each.bot for each in made.ratings()} == {"greedy", "random", "search:10"}
    assert {cell["bot"] for cell in made.report()["cells"]} == {"greedy"}


@pytest.mark.parametrize(
    ("names", "more", "words"),
    [
        (["greedy"], {}, "two bots or more"),
        (["greedy", " GREEDY "], {}, "all different"),
        (PAIR, {"seats": 1}, "two seats or more"),
        (PAIR, {"seats": 7}, "7"),
        (PAIR, {"precision": 0}, "between 0 and 1"),
        (PAIR, {"precision": 1.0}, "between 0 and 1"),
        (PAIR, {"most": LEAST_KEYS - 1}, "8 keys or more, not 7"),
        (PAIR, {"alone": "search"}, "'search' is not one of the bots"),
        (["greedy", "oracle"], {}, "no bot 'oracle'"),
        (PAIR, {"options": {"hand": 99}}, "hand"),
    ],
)
def test_mistakes_are_told(names: list[str], more: dict[str, Any], words: str) -> None:
    with pytest.raises(Mistake) as told:
        ladder(*names, **more)
    assert words in str(told.value)


class Watcher:
    """A bot of another package that notes what it is given."""

    given: ClassVar[list[tuple[Any, ...]]] = []

    def choose(self, *given: Any) -> Any:
        self.given.append(given)
        return given[0].legal[0]


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Bots of other packages, by their names."""
    installed: dict[str, Any] = {"watcher": Watcher, "cheat": lambda view, _chance: len(view.game.actions) - 1}
    monkeypatch.setattr(bots, "_others", lambda: installed)
    monkeypatch.setattr(Watcher, "given", [])
    return installed


@pytest.mark.usefixtures("others")
def test_bots_that_are_not_compiled_play_one_by_one_and_are_given_only_views() -> None:
    made = ladder("watcher", "random", seats=3, most=LEAST_KEYS)
    made.run(workers=2)
    assert made.games == 2 * 3 * LEAST_KEYS
    assert {len(given) for given in Watcher.given} == {2}
    assert {type(given[0]) for given in Watcher.given} == {View}
    assert {given[0].seat for given in Watcher.given} == {0, 1, 2}
    for view, _chance in Watcher.given:
        for seat in range(3):
            assert view.seat == seat or not view.as_dict()["state"]["hands"][seat]
    again = ladder("watcher", "random", seats=3)
    assert again.share(("watcher", "random"), 0) == again.share(("watcher", "random"), 0)


@pytest.mark.usefixtures("others")
def test_a_bot_that_cheats_is_told_by_the_rules() -> None:
    with pytest.raises(
        Mistake, match=r"^the bot 'cheat' failed: it answered .*, which is not one of its legal actions \(§[\d.]+\)$"
    ):
        ladder("cheat", "random", most=LEAST_KEYS).run(workers=1)


def test_a_budget_in_time_plays_one_by_one() -> None:
    made = ladder("search:1ms", "greedy")
    assert 0 <= made.share(("search:1ms", "greedy"), 0) <= 1
    assert not made.specs["search:1ms"].is_compiled


def test_the_picture_names_every_bot() -> None:
    made = filled({("greedy", "random"): 0.64, ("random", "greedy"): 0.36}, seats=2)
    drawn = ElementTree.fromstring(picture(made.report()))
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"greedy", "random", "+50", "-50"} <= set(texts)
    greedy, random = (float(point.get("cx") or 0) for point in drawn.iter("{http://www.w3.org/2000/svg}circle"))
    assert greedy > random, "the better, the further to the right"


def test_nothing_played_is_a_picture_too() -> None:
    ElementTree.fromstring(picture(ladder().report()))


def strict(text: str) -> Any:
    """JSON as other programs read it."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    return json.loads(text, parse_constant=refuse)


RUN = (
    "ladder",
    "crypto_cards",
    "--bots",
    "Random,greedy",
    "--seats",
    "2",
    "--most",
    "20",
    "--seed",
    "3",
    "--cores",
    "1",
)


def test_the_command_prints_a_table() -> None:
    shown = outcry(*RUN)
    assert shown.code == 0
    assert "crypto_cards, 2 seats" in shown.out
    assert "seed 3" in shown.out
    assert "equal bots win 50" in shown.out
    rows = [line.split()[0] for line in shown.out.splitlines() if "±" in line]
    assert rows == ["greedy", "random"]


def test_the_command_prints_json_and_draws(tmp_path: Path) -> None:
    report = strict(outcry(*RUN, "--option", "hand=4", "--picture", str(tmp_path / "a.svg"), "--json").out)
    assert (report["game"], report["seats"], report["seed"], report["options"]["hand"], report["fair"]) == (
        "crypto_cards",
        2,
        3,
        4,
        0.5,
    )
    assert [each["bot"] for each in report["ratings"]] == ["greedy", "random"]
    assert {(cell["bot"], cell["against"]) for cell in report["cells"]} == {("greedy", "random"), ("random", "greedy")}
    assert report["games"] == 2 * sum(cell["keys"] for cell in report["cells"])
    ElementTree.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8"))


def interrupted(after: int) -> Callable[..., float]:
    """Play so many keys, then Ctrl-C comes."""
    calls, share = count(), Ladder.share

    def play(self: Ladder, pair: tuple[str, str], number: int) -> float:
        if next(calls) >= after:
            raise KeyboardInterrupt
        return share(self, pair, number)

    return play


@pytest.mark.parametrize("after", [0, 1, 2, 9])
def test_stopped_it_prints_what_there_is(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ladder, "share", interrupted(after))
    answer = outcry(*RUN, "--json")
    assert answer.code == 130
    assert strict(answer.out)["games"] == 2 * after
    monkeypatch.undo()
    monkeypatch.setattr(Ladder, "share", interrupted(after))
    answer = outcry(*RUN)
    assert answer.code == 130
    assert f"Stopped after {2 * after} games." in answer.out
    assert "inf" not in answer.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["crypto_cards", "--bots", "greedy"],
        ["crypto_cards", "--bots", "greedy,oracle"],
        ["crypto_cards", "--bots", "greedy,search:soon"],
        ["crypto_cards", "--skill", "--bots", "greedy,random"],
        ["crypto_cards", "--bots", "greedy,random", "--alone", "search"],
        ["crypto_cards", "--bots", "greedy,random", "--seats", "1"],
        ["crypto_cards", "--bots", "greedy,random", "--precision", "2"],
        ["crypto_cards", "--bots", "greedy,random", "--picture", "no/such/folder/a.svg"],
        ["crypto_cards", "--bots", "greedy,random", "--cores", "0"],
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str]) -> None:
    assert is_one_sentence(outcry("ladder", *arguments))
