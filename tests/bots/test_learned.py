"""The bot that learned: its arithmetic has a slow twin, it is blind to secrets, and its file fits or is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openoutcry.bots import check, find
from openoutcry.bots.learned import FOLDER, MOST, WHOLE, Network, inputs_of, name_of, network_of, networks_of, seats_of
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.mask import actions_of
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.observation import layout_of
from openoutcry.engine.record import blank, copied
from openoutcry.games import find as find_game
from openoutcry.games import registered
from openoutcry.lab.experiment import Experiment
from openoutcry.lab.ladder import Ladder
from openoutcry.lab.simulate import Simulation
from openoutcry.table.match import Match

CRYPTO, CRASH = find_game("crypto_cards"), find_game("cash_or_crash")
TABLES = [(CRYPTO, 4, {}), (CRYPTO, 3, {"buy_back": "on"}), (CRASH, 4, {}), (CRASH, 2, {"variant": "blitz"})]
every_table = pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=lambda part: str(part))


def any_network(
    game: Game, seats: int, options: dict[str, str], seed: int = 1, wide: tuple[int, int] = (24, 12)
) -> Network:
    """A network that has learned nothing: its weights are drawn by lot, some of them large."""
    dice, inputs = np.random.default_rng(seed), inputs_of(game, seats)
    shapes = (wide[0], len(inputs) + 1), (wide[1], wide[0] + 1), (len(game.actions), wide[1] + 1)
    layers = [dice.normal(size=shape) * spread for shape, spread in zip(shapes, (0.3, 2.0, 0.3), strict=True)]
    shifts = dice.integers(0, 3, len(inputs.layout))
    return Network.rounded(game, seats, Match(game, seats, options).options, shifts, layers)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose networks are taken before those of the games."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def lay(folder: Path, network: Network) -> bytes:
    content = network.tobytes()
    (folder / name_of(network.game, network.seats)).write_bytes(content)
    return content


def inputs_by_name(network: Network, row: Any, seat: int) -> list[int]:
    """The inputs of a row, found by the names of its numbers: those of seats begin with the observer's."""
    game, seats, layout = network.game, network.seats, layout_of(network.game, network.seats)
    of_seats = {"observer"} | {field.name for field in game.fields if field.per_seat}
    names_seats = {
        field.name for field in game.fields if field.kind.names is not None and field.kind.names.kind == "seat"
    }
    by_name = dict(zip(layout.names, row.tolist(), strict=True))
    inputs = []
    for name in layout.names:
        parts = name.split(".")
        if parts[0] in of_seats:
            parts[1] = str((int(parts[1]) + seat) % seats)
        if parts[0] in names_seats:
            parts[-1] = str((int(parts[-1]) + seat) % seats)
        inputs.append(by_name[".".join(parts)])
    alone = [
        field.name
        for field in game.fields
        if field.kind.meaning == "number"
        and field.option is None
        and not field.shape
        and field.name in by_name
        and f"{field.name}.256s" not in by_name
    ]
    for name in alone:
        inputs += [int(by_name[name] == (seat + ahead) % seats) for ahead in range(seats)]
    return inputs


def twin(network: Network, view: Any, seat: int) -> int:
    """What a network says, in Python's own numbers, written down from the docs."""
    game = network.game
    row = layout_of(game, network.seats).observe(view, seat)
    inputs, shifts = inputs_by_name(network, row, seat), network.shifts.tolist()
    one, two, last = (weights.tolist() for weights in network.weights)
    shifts += [0] * (len(inputs) - len(shifts))
    first = list(one[-1])
    for value, shift, weights in zip(inputs, shifts, one[:-1], strict=True):
        if value:
            first = [sum_ + ((weight * value) >> shift) for sum_, weight in zip(first, weights, strict=True)]
    first = [min(max(sum_ >> (network.bits[0] - WHOLE), 0), MOST) for sum_ in first]
    second = [
        min(
            max(((two[-1][n] << WHOLE) + sum(two[i][n] * first[i] for i in range(len(first)))) >> network.bits[1], 0),
            MOST,
        )
        for n in range(len(two[0]))
    ]
    mask = blank(game.mask_type)
    game.rules.legal(view, seat, mask)
    game.member("sensible")(view, seat, mask)
    worth = {
        action: (last[action][-1] << WHOLE) + sum(w * v for w, v in zip(last[action], second, strict=False))
        for action in actions_of(mask)
    }
    return max(worth, key=lambda action: (worth[action], -action))


def positions(game: Game, seats: int, options: dict[str, str], count: int, seed: int = 3) -> Any:
    """Matches of random play, at moments in which somebody has a choice."""
    dice, done = np.random.default_rng(seed), 0
    while done < count:
        match = Match(game, seats, options, key=dice.bytes(32))
        while not match.over and done < count:
            seat = int(dice.choice(match.to_act))
            legal = match.legal(seat)
            if len(legal) > 1 and dice.random() < 0.3:
                done += 1
                yield match, seat
            match.play(seat, legal[int(dice.integers(len(legal)))])


@every_table
def test_the_compiled_network_chooses_as_its_slow_twin_does(
    game: Game, seats: int, options: dict[str, str], folder: Path
) -> None:
    network = any_network(game, seats, options)
    lay(folder, network)
    bot, chance, chosen = find("learned", game), new_chance(bytes(32)), set()
    for match, seat in positions(game, seats, options, 150):
        view = match.view(seat)
        before = view.as_bytes()
        action = bot.choose(view, chance)
        assert action.number == twin(network, view.record, seat)
        assert view.as_bytes() == before
        chosen.add(action.number)
    assert len(chosen) > 10
    assert chance.tobytes() == new_chance(bytes(32)).tobytes(), "it needs no chance"


@every_table
def test_what_a_seat_may_not_know_changes_no_choice(
    game: Game, seats: int, options: dict[str, str], folder: Path
) -> None:
    lay(folder, any_network(game, seats, options))
    bot = find("learned", game)
    for match, seat in positions(game, seats, options, 60):
        true, choices = match._state, set()
        for deal in range(4):
            match._state = copied(true)
            if deal:
                game.sight.redeal(match._state, seat, new_chance(key_of_seed(deal)))
            choices.add(bot.choose(match.view(seat), new_chance(bytes(32))))
        match._state = true
        assert len(choices) == 1


def test_a_network_that_saw_other_hands_would_be_found(folder: Path) -> None:
    """The test above can fail: asked about the true record, the bot chooses by what it may not know."""
    lay(folder, any_network(CRYPTO, 4, {}))
    bot, differed = find("learned", CRYPTO), False
    for match, seat in positions(CRYPTO, 4, {}, 60):
        choices = set()
        for deal in range(4):
            state = copied(match._state)
            CRYPTO.sight.redeal(state, seat, new_chance(key_of_seed(deal)))
            choices.add(bot.choose(replace(match.view(seat), record=state), new_chance(bytes(32))))
        differed |= len(choices) > 1
    assert differed


def test_whole_games_are_those_that_it_plays_move_by_move(folder: Path) -> None:
    lay(folder, any_network(CRYPTO, 3, {}))
    simulation = Simulation(CRYPTO, 3, 60, seed=5, bots=["learned", "greedy", "random"])
    simulation.run(workers=2)
    ladder = Ladder(CRYPTO, ["learned", "greedy"], 3, seed=5, most=8)
    for number in range(4):
        names = ["learned", "greedy", "greedy"]
        one_by_one = ladder._one_by_one(names, number)
        assert one_by_one == ladder._without_python(names, number)
    assert simulation.tally.games == 60


@pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
def test_the_networks_that_are_shipped_fit(game: Game) -> None:
    assert [network.seats for network in networks_of(game)] == seats_of(game)


def test_who_has_not_learned_so_many_players_or_these_options_is_refused(folder: Path) -> None:
    lay(folder, any_network(CRYPTO, 3, {}))
    lay(folder, any_network(CRYPTO, 2, {"hand": "6"}))
    for seats, options, players in ((5, {}, "5 players"), (3, {"buy_back": "on"}, "3 players"), (2, {}, "2 players")):
        with pytest.raises(Mistake) as refused:
            check(["learned"], CRYPTO, CRYPTO.template(seats, options))
        told = f"the learned bot has not learned Crypto Cards with {players} and these options"
        assert str(refused.value) == told
        with pytest.raises(Mistake, match=told):
            Simulation(CRYPTO, seats, 10, options=options, bots=["learned"])
        with pytest.raises(Mistake, match=told):
            Experiment(CRYPTO, (), tuple(f"{name}={each}" for name, each in options.items()), str(seats), ("learned",))
        with pytest.raises(Mistake, match=told):
            Ladder(CRYPTO, ["learned", "random"], seats, options=options)
        with pytest.raises(Mistake, match=told):
            find("learned", CRYPTO).choose(Match(CRYPTO, seats, options).view(0), new_chance(bytes(32)))
    with pytest.raises(Mistake, match="there is no learned bot for Bounce yet"):
        find("learned", find_game("bounce"))


def test_a_bot_that_has_played_refuses_another_table_all_the_same(folder: Path) -> None:
    lay(folder, any_network(CRYPTO, 3, {}))
    bot, chance = find("learned", CRYPTO), new_chance(bytes(32))
    assert bot.choose(Match(CRYPTO, 3).view(0), chance)
    with pytest.raises(Mistake, match="the learned bot has not learned"):
        bot.choose(Match(CRYPTO, 3, {"buy_back": "on"}).view(0), chance)


def changed(content: bytes, old: bytes, new: bytes) -> bytes:
    assert old in content
    return content.replace(old, new, 1)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda c: b"hello" + c, "the file of a network begins with 'open outcry network 1', not with b'helloopen"),
        (lambda _: b"", "the file of a network begins with 'open outcry network 1', not with b''"),
        (lambda c: c[:-2], "this network is not whole: its weights are not those that were written"),
        (lambda c: c[:-1] + bytes([c[-1] ^ 1]), "this network is not whole: its weights are not those that were"),
        (lambda c: changed(c, b'"crypto_cards"', b'"bounce"'), "this network plays 'bounce', not crypto_cards"),
        (lambda c: changed(c, b'"version": ', b'"version": 7'), "this network learned version 71 of the rules, not 1"),
        (lambda c: changed(c, b'"observation": ', b'"observation": 9'), "this network learned from another layout of"),
        (lambda c: changed(c, b'"layout": "', b'"layout": "0'), "this network learned from another layout of"),
        (lambda c: changed(c, b'"seats": 3', b'"seats": 4'), "this network learned from another layout of"),
        (lambda c: changed(c, b'"seats"', b'"chairs"'), "the second line of the file of a network does not say"),
        (lambda c: changed(c, b'"wide": [24', b'"wide": [99999999999'), "the second line of the file of a network"),
        (lambda c: changed(c, b'"shifts": [', b'"shifts": [90, '), "the second line of the file of a network"),
        (lambda c: changed(c, b'"bits": [', b'"bits": [-'), "the second line of the file of a network"),
        (lambda c: c.split(b"\n")[0] + b"\n" + b"[" * 100_000 + b"\n", "the second line of the file of a network"),
        (lambda c: changed(c, b'"options": {', b'"options": {"nope": 1, '), "there is no option 'nope'"),
    ],
)
def test_a_file_that_is_broken_or_of_something_else_gets_one_sentence(change: Any, told: str, folder: Path) -> None:
    content = lay(folder, any_network(CRYPTO, 3, {}))
    assert network_of(CRYPTO, CRYPTO.template(3)).tobytes() == content
    path = folder / name_of(CRYPTO, 3)
    path.write_bytes(change(content))
    with pytest.raises(Mistake) as refused:
        check(["learned"], CRYPTO, CRYPTO.template(3))
    assert str(refused.value).startswith(f"{path.name}: {told}")
    assert "\n" not in str(refused.value)
    assert 3 not in [network.seats for network in networks_of(CRYPTO)]


def test_a_folder_that_is_given_comes_before_the_games_own(folder: Path) -> None:
    network = any_network(CRYPTO, 5, {})
    lay(folder, network)
    assert 5 in seats_of(CRYPTO)
    assert network_of(CRYPTO, CRYPTO.template(5)).tobytes() == network.tobytes()


PLAIN = """
from openoutcry.bots import find
from openoutcry.engine.chance import new_chance
from openoutcry.games import find as find_game
from openoutcry.table.match import Match
game = find_game("crypto_cards")
match, bot = Match(game, 3, key=bytes(32)), find("learned", game)
for _ in range(30):
    seat = match.to_act[0]
    match.play(seat, bot.choose(match.view(seat), new_chance(bytes(32))))
print(*(entry for entry in match.log))
"""


def test_plain_python_chooses_the_same(folder: Path) -> None:
    lay(folder, any_network(CRYPTO, 3, {}))
    answers = [
        subprocess.run(
            [sys.executable, "-c", PLAIN],
            env=os.environ | {"NUMBA_DISABLE_JIT": plain},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for plain in ("0", "1")
    ]
    assert answers[0] == answers[1]
    assert len(answers[0]) > 100
