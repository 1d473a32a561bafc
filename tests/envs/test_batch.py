"""A batch plays the very games of simulation, refuses as a whole, and goes on from what it saved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from openoutcry.bots import read
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.mask import actions_of
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.playout import play_game
from openoutcry.engine.record import blank
from openoutcry.envs.batch import Batch
from openoutcry.games import registered
from openoutcry.lab.simulate import Series
from varying import variants

SIZE, GAMES, SEED = 5, 12, 7


@pytest.fixture(params=sorted(registered()))
def game(request: pytest.FixtureRequest) -> Game:
    return registered()[request.param]


def played(batch: Batch) -> Iterator[tuple[int, bytes, int, list[int], list[int]]]:
    """Random play through a batch: number, last record, length, points and places of every game that ends."""
    while batch.games < GAMES:
        numbers = batch.numbers.copy()
        batch.apply(batch.sample())
        for lane in np.flatnonzero(batch.ended):
            yield (
                int(numbers[lane]),
                batch.finals[lane].tobytes(),
                int(batch.lengths[lane]),
                batch.points[lane].tolist(),
                batch.places[lane].tolist(),
            )


def test_random_play_is_that_of_the_engine_in_every_byte(game: Game) -> None:
    state, mask, master = blank(game.state_type), blank(game.mask_type), new_chance(key_of_seed(SEED))
    chance, thought = new_chance(bytes(32)), new_chance(bytes(32))
    for seats in game.seats:
        batch, template = Batch(game, seats, size=SIZE, seed=SEED), game.template(seats)
        for number, final, length, points, places in played(batch):
            steps = play_game(state, template, master, number, chance, thought, mask)
            assert (final, length) == (state.tobytes(), steps)
            assert points == [game.rules.points(state, seat) for seat in range(seats)]
            assert places == [game.rules.place(state, seat) for seat in range(seats)]


def test_bots_in_the_lanes_are_those_of_simulation(game: Game) -> None:
    seats = game.seats[-1]
    bots = [None, *["greedy", "random"] * seats][:seats]
    series = Series(game, game.template(seats), [read(bot or "random", game) for bot in bots])
    for number, final, length, points, _ in played(Batch(game, seats, size=SIZE, seed=SEED, bots=bots)):
        series.play(new_chance(key_of_seed(SEED)), number, 1)
        assert final == series.finals[0].tobytes()
        assert length == series.lengths[0]
        assert points == series.points[0].tolist()


def test_all_variants_can_be_played(game: Game) -> None:
    for options in variants(game):
        batch = Batch(game, game.seats[-1], options, size=2, seed=SEED)
        assert batch.options.items() >= options.items()
        for _ in range(30):
            batch.apply(batch.sample())
            rows = batch.observe()
            assert (batch.layout.low <= rows).all()
            assert (rows <= batch.layout.high).all()


def test_cores_and_size_change_no_game() -> None:
    one, many = (Batch("crypto_cards", 3, size=300, seed=SEED, cores=cores) for cores in (1, 4))
    assert len(many._slices) == 4
    for _ in range(60):
        for batch in (one, many):
            batch.apply(batch.sample())
        assert one.save() == many.save()
        assert one.observe().tobytes() == many.observe().tobytes()
    many.close()
    many.apply(many.sample())


def test_masks_are_bits_and_bytes_of_what_is_legal(game: Game) -> None:
    batch, mask = Batch(game, game.seats[-1], size=8, seed=SEED), blank(game.mask_type)
    for _ in range(40):
        batch.apply(batch.sample())
        legal, packed = batch.legal().copy(), batch.packed
        for lane in range(batch.size):
            game.rules.legal(batch.states[lane], int(batch.asked[lane]), mask)
            assert np.flatnonzero(legal[lane]).tolist() == actions_of(mask)
            assert packed[lane].tobytes() == mask.tobytes()
        for seat in range(batch.seats):
            of_seat = batch.legal(seat)
            for number in np.flatnonzero(batch.asked == seat):
                assert (of_seat[number] == legal[number]).all()


def test_observations_are_those_of_one_record(game: Game) -> None:
    batch = Batch(game, game.seats[-1], size=4, seed=SEED)
    for _ in range(20):
        batch.apply(batch.sample())
        for seat in (None, -1, 0, batch.seats - 1):
            rows = batch.observe(seat)
            for lane in range(batch.size):
                watcher = int(batch.asked[lane]) if seat is None else seat
                assert rows[lane].tobytes() == batch.layout.observe(batch.states[lane], watcher).tobytes()


@pytest.mark.parametrize("cores", [1, 2])
def test_a_step_is_to_play_to_look_and_to_ask_what_is_legal_in_one(game: Game, cores: int) -> None:
    one, other, third = (Batch(game, size=150, seed=SEED, cores=cores) for _ in range(3))
    for _ in range(30):
        one.apply(one.sample())
        given = other.step(other.sample())
        at_random = third.step()
        for rows, legal in (given, at_random):
            assert rows.tobytes() == one.observe().tobytes()
            assert legal.tobytes() == one.legal().tobytes()
        assert (one.rewards == third.rewards).all()
    assert one.games > 0 or game.name != "bounce"
    assert one.save() == other.save() == third.save()


def test_a_step_that_is_refused_changes_nothing_that_is_shown() -> None:
    batch = Batch("crypto_cards", 3, size=4, seed=SEED)
    rows, legal = batch.step()
    before, saved = (rows.tobytes(), legal.tobytes()), batch.save()
    with pytest.raises(Mistake, match=r"^lane 0: actions go from 0 to 160, not -1$"):
        batch.step(np.array([-1, 0, 0, 0]))
    assert (rows.tobytes(), legal.tobytes()) == before
    assert batch.save() == saved


def test_an_illegal_action_is_refused_with_its_clause_and_nothing_is_played() -> None:
    batch = Batch("crypto_cards", 3, size=200, seed=SEED, cores=2)
    actions, before = batch.sample().copy(), batch.save()
    wrong = actions.copy()
    wrong[150] = np.flatnonzero(~batch.legal()[150])[0]
    with pytest.raises(Mistake, match=r"^lane 150, seat 0, \w+ \w+: §\d\.\d: .+\.?$"):
        batch.apply(wrong)
    wrong[150] = 161
    with pytest.raises(Mistake, match=r"^lane 150: actions go from 0 to 160, not 161$"):
        batch.apply(wrong)
    with pytest.raises(Mistake, match=r"^actions are whole numbers of shape \(200,\), not float64 of shape \(200,\)$"):
        batch.apply(actions.astype(float))
    assert batch.save() == before
    batch.apply(actions)
    assert batch.save() != before


def test_what_is_saved_goes_on_to_the_same_bytes(game: Game) -> None:
    batch = Batch(game, size=6, seed=SEED, bots=["random", *[None] * (game.seats[-1] - 1)])
    for _ in range(25):
        batch.apply(batch.sample())
    again = Batch.restore(batch.save(), cores=1)
    assert again.save() == batch.save()
    for _ in range(25):
        batch.apply(batch.sample())
        again.apply(again.sample())
    assert again.save() == batch.save()


def test_what_was_not_saved_is_not_restored() -> None:
    saved = Batch("bounce", 2, size=2).save()
    with pytest.raises(Mistake, match=r"^what was saved is not whole$"):
        Batch.restore(saved[:-1])
    with pytest.raises(Mistake, match=r"^a saved batch begins with 'open outcry batch 2', not with b'something'$"):
        Batch.restore(b"something")
    with pytest.raises(
        Mistake, match=r"^what was saved is not of a batch like this one: it differs in seats, options, bots$"
    ):
        Batch("bounce", 3, {"jumps": 3}, size=2).load(saved)
    with pytest.raises(Mistake, match=r"^what was saved is not of a batch like this one: it differs in version$"):
        Batch.restore(saved.replace(b'"version": ', b'"version": 9', 1))
    form, head, content = saved.split(b"\n", 2)
    for other in (
        b"x",
        b"{}",
        b"[]",
        b"[" * 100_000,
        head.replace(b'"kind"', b'"sort"'),
        head.replace(b": 0", b": []"),
    ):
        with pytest.raises(Mistake, match=r"^what was saved is not whole$"):
            Batch.restore(b"\n".join([form, other, content]))
    with pytest.raises(Mistake, match=r"^what was saved does not say its seats$"):
        Batch.restore(saved.replace(b'"seats"', b'"chairs"', 1))


@pytest.mark.parametrize("cores", [0, -1, 2.5, "2", True])
def test_cores_are_a_whole_number(cores: Any) -> None:
    with pytest.raises(Mistake, match=r"^a batch has from 1 to 1024 cores, not "):
        Batch("bounce", 2, size=200, cores=cores)


@pytest.mark.parametrize("number", [10**12, -(10**12), 5000, -64, -1])
def test_what_is_no_action_is_not_played_where_all_choose_at_once(number: int) -> None:
    batch = Batch("cash_or_crash", 3, size=4, seed=SEED, auto_reset=False)
    before = batch.states.tobytes()
    batch.apply_at_once(np.full((4, 3), number))
    assert batch.states.tobytes() == before


def test_without_auto_reset_a_lane_waits_for_the_next_deal() -> None:
    batch = Batch("bounce", 2, size=3, seed=SEED, auto_reset=False)
    ended = np.zeros(3, bool)
    while not batch.is_over:
        batch.apply(batch.sample())
        assert not (ended & batch.ended).any()
        assert (batch.rewards[~batch.ended] == 0).all()
        ended |= batch.ended
    assert not batch.legal().any()
    assert batch.numbers.tolist() == [0, 1, 2]
    batch.reset_ended()
    assert batch.numbers.tolist() == [3, 4, 5]
    assert batch.legal().any(axis=1).all()


def test_rewards_go_by_places_and_sum_to_nothing() -> None:
    batch = Batch("cash_a_catch", 4, size=64, seed=SEED)
    while batch.games < 200:
        batch.apply(batch.sample())
        assert np.abs(batch.rewards.sum(axis=1)).max() < 1e-6
        for places, rewards in zip(batch.places[batch.ended], batch.rewards[batch.ended], strict=True):
            ahead, behind = (places[:, None] > places).sum(axis=1), (places[:, None] < places).sum(axis=1)
            assert rewards == pytest.approx((behind - ahead) / 3)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"size": 0}, "a batch has from 1 to 16777216 lanes, not 0"),
        ({"bots": ["random", "random"]}, "there is a bot or None for each of 2 seats, and one None at least"),
        ({"bots": ["search", None]}, "search cannot play in a batch; random, easy and greedy can"),
        ({"seats": 9}, "Bounce is for 1 to 4 players"),
    ],
)
def test_what_makes_no_batch_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistake) as refused:
        Batch("bounce", **{"seats": 2} | given)
    assert str(refused.value).startswith(sentence)
