"""The same rules on every target: the same keys come to the same bytes."""

from __future__ import annotations

import atexit
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import wasmtime

from openoutcry.bots import read
from openoutcry.bots.wasm import build, names_of
from openoutcry.engine import turn
from openoutcry.engine.chance import CHANCE, STREAMS, key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.record import as_dict, blank, copied
from openoutcry.games import find, registered
from openoutcry.lab.simulate import Series
from openoutcry.table.match import Match
from openoutcry.testing.random_play import random_match
from targets.wasm_game import WasmGame

SEED = 11
KEYS = 10_000
PLAIN_KEYS = 60
BATCH = 500
"""After so many games the next number of seats and the next options come."""

every_game = pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)


def tables(game: Game, keys: int) -> list[tuple[int, Any]]:
    """The first key and the template of every batch: all numbers of seats and many options take their turn."""
    found = []
    for number in range((keys + BATCH - 1) // BATCH):
        match = random_match(game, number)
        found.append((number * BATCH, game.template(match.seats, match.options)))
    return found


def finals(game: Game, first: int, template: Any, count: int) -> Any:
    """The final states of so many games."""
    table = Series(game, template, [read("random", game)] * int(template.seats), count)
    table.play(new_chance(key_of_seed(SEED)), first, count)
    return table.finals


def digest_of_finals(game: Game, keys: int, batch: int = BATCH) -> str:
    """A digest of all final states of so many keys."""
    digest = hashlib.sha256()
    for first, template in tables(game, keys * BATCH // batch):
        digest.update(finals(game, first, template, min(batch, keys)).tobytes())
    return digest.hexdigest()


@cache
def wasm_folder() -> Path:
    """The games' WebAssembly."""
    folder = Path(tempfile.mkdtemp(prefix="outcry-wasm-"))
    atexit.register(shutil.rmtree, folder)
    build(folder)
    return folder


@every_game
@pytest.mark.long
def test_webassembly_comes_to_the_same_bytes_as_native(game: Game) -> None:
    wasm = WasmGame(wasm_folder(), game.name)
    wasm.put("master", new_chance(key_of_seed(SEED)).tobytes())
    for first, template in tables(game, KEYS):
        wasm.put("template", template.tobytes())
        for number, state in enumerate(finals(game, first, template, BATCH), start=first):
            wasm.call("play_game", "state", "template", "master", number, "chance", "thought", "mask")
            assert wasm.get("state") == state.tobytes(), f"game {number} differs"


@every_game
@pytest.mark.long
def test_plain_python_comes_to_the_same_bytes_as_native(game: Game) -> None:
    code = (
        f"from targets.test_targets import *; print(digest_of_finals(find({game.name!r}), {PLAIN_KEYS}, "
        f"{PLAIN_KEYS // 20}))"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parents[1])}
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout.strip() == digest_of_finals(find(game.name), PLAIN_KEYS, PLAIN_KEYS // 20)


@every_game
@pytest.mark.long
def test_every_verb_agrees_in_webassembly(game: Game) -> None:
    wasm = WasmGame(wasm_folder(), game.name)
    wasm.make_room(before=wasm.sizes["state"], world=wasm.sizes["state"])
    for number in range(10):
        match, dice = random_match(game, number), random.Random(number)
        options = {option.name: int(match._template[option.name]) for option in game.options}
        assert wasm.template(match.seats, options) == match._template.tobytes()
        wasm.put("state", wasm.template(match.seats, options))
        wasm.put("chance", new_chance(match._key).tobytes())
        wasm.call("setup", "state", "chance")
        while not match.over:
            assert wasm.get("state") == match._state.tobytes()
            seat = dice.choice(match.to_act)
            agree_on_questions(wasm, match, seat, dice)
            agree_on_steps(wasm, match, dice)
            action = dice.choice(match.legal(seat))
            match.play(seat, action)
            wasm.call("apply", "state", seat, action.number, "chance")
        assert wasm.get("state") == match._state.tobytes()
        assert wasm.get("chance") == match._chance.tobytes()
        assert wasm.read(wasm.get("state")) == as_dict(match._state, game.fields)


def agree_on_questions(wasm: WasmGame, match: Match, seat: int, dice: random.Random) -> None:
    """The verbs that only ask, and those that change a copy."""
    rules, sight = match.game.rules, match.game.sight
    mask = blank(match.game.mask_type)
    rules.legal(match._state, seat, mask)
    wasm.call("legal", "state", seat, "mask")
    assert wasm.get("mask") == mask.tobytes()
    action = dice.randrange(len(match.game.actions))
    assert wasm.call("refusal", "state", seat, action) == rules.refusal(match._state, seat, action)
    assert [wasm.call("points", "state", each) for each in range(match.seats)] == match.points
    assert [wasm.call("place", "state", each) for each in range(match.seats)] == match.places
    for name, fact in match.game.facts.items():
        numbers = dice.choice(list(fact.all_numbers()))
        assert wasm.call(f"fact_{name}", "state", *numbers) == fact.of(match._state, *numbers), (name, numbers)
    true, here = wasm.get("state"), wasm.get("chance")
    for watching in (*range(match.seats), -1):
        view = np.frombuffer(bytearray(true), match.game.state_type)[0]
        sight.hide(view, watching)
        wasm.call("hide", "state", watching)
        assert wasm.get("state") == view.tobytes()
        key = new_chance(key_of_seed(dice.getrandbits(30)))
        wasm.put("chance", key.tobytes())
        sight.redeal(view, watching, key)
        wasm.call("redeal", "state", watching, "chance")
        assert wasm.get("state") == view.tobytes()
        wasm.put("state", true)
    wasm.put("chance", here)


def agree_on_steps(wasm: WasmGame, match: Match, dice: random.Random) -> None:
    """The steps of a table, each on copies."""
    game, (seat, other) = match.game, (dice.randrange(match.seats), dice.randrange(match.seats))
    true, here = wasm.get("state"), wasm.get("chance")
    action, seen = dice.randrange(len(game.actions)), dice.randrange(2)
    own = match.legal(seat)
    steps: list[tuple[Any, tuple[Any, ...]]] = [
        (turn.attempt, ("state", seat, action, "chance")),
        (turn.stay_asked, ("state", "template")),
        (turn.number_below, ("chance", dice.randrange(STREAMS), action + 1)),
        (turn.begin_bot, ("thought", "chance", action)),
    ]
    if own:
        steps.append((turn.way_back, ("state", "chance", "before", seat, dice.choice(own).number, seen, "world")))
    if game.actions.hold:
        hold = game.actions.hold.number
        steps += [
            (turn.next_to_hold, ("state", hold)),
            (turn.hold_until, ("state", "chance", other, hold, "before", "world")),
            (turn.hold_until, ("state", "chance", turn.NOBODY, hold, "before", "world")),
            (turn.looks_the_same, ("state", "before", "world")),
        ]
    for step, given in steps:
        records = {name: np.frombuffer(bytearray(true), game.state_type)[0] for name in ("state", "before", "world")}
        records |= {name: np.frombuffer(bytearray(here), CHANCE)[0] for name in ("chance", "thought")}
        records["template"] = copied(match._template)
        for name, record in records.items():
            wasm.put(name, record.tobytes())
        native = step(*(records[one] if isinstance(one, str) else one for one in given))
        found = wasm.call(step.__name__, *given)
        assert (found or 0) == int(native or 0), step.__name__
        assert all(wasm.get(name) == record.tobytes() for name, record in records.items()), step.__name__
    wasm.put("state", true)
    wasm.put("chance", here)


@every_game
def test_the_wasm_is_small_and_imports_nothing(game: Game) -> None:
    for name in names_of(game):
        path = wasm_folder() / f"{name}.wasm"
        assert list(wasmtime.Module.from_file(wasmtime.Engine(), str(path)).imports) == []
        assert path.stat().st_size < 110_000


@every_game
def test_the_manifest_says_everything(game: Game) -> None:
    manifest = WasmGame(wasm_folder(), game.name).manifest
    assert manifest["game"] == game.name
    assert manifest["version"] == game.version
    assert manifest["rulebooks"] == {
        language: {"text": book.text, "clauses": book.clauses} for language, book in game.rulebooks.items()
    }
    assert manifest["words"] == game.words
    assert [option["name"] for option in manifest["options"]] == [option.name for option in game.options]
    assert {name: [parameter["name"] for parameter in facts] for name, facts in manifest["facts"].items()} == {
        name: list(fact.parameters) for name, fact in game.facts.items()
    }
    verbs = manifest["actions"]["verbs"]
    assert [verb["verb"] for verb in verbs] == [verb.name for verb in game.actions.verbs]
    assert sum(verb["count"] for verb in verbs) == manifest["actions"]["count"] == len(game.actions)
    assert {field["name"] for field in manifest["state"]["fields"]} == {
        game.name,
        *(field.name for field in game.fields),
    }
