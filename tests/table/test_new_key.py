"""A match can be played on with another key: an entry of its log, after which nobody can know the cards."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import openoutcry as oo
from openoutcry.engine.mistakes import Reason
from openoutcry.games import registered
from openoutcry.table.checking import check, holds
from openoutcry.table.fairness import refuse_unproven
from openoutcry.table.file import replayed, text_of
from openoutcry.table.match import same_position
from proofs import Fair
from table.test_match import played

KEY = bytes(range(32))


def played_on(game: str, key: bytes = KEY, seats: int = 3) -> oo.Match:
    """A match that is played on with another key after nine entries, to its end or far."""
    match = played(oo.Match(game, seats, seed=5), 9)
    match.new_key(key)
    return played(match, 200)


@pytest.mark.parametrize("game", registered())
def test_it_survives_its_file_its_pickle_and_its_copy(game: str) -> None:
    match = played_on(game)
    assert match.log[9].as_line() == {"key": KEY.hex()}
    for again in (replayed(text_of(match)), pickle.loads(pickle.dumps(match)), copy.copy(match)):
        assert same_position(match, again)
        assert match.log == again.log
        assert text_of(match) == text_of(again)


@pytest.mark.parametrize("game", registered())
def test_every_moment_of_it_is_as_it_was(game: str) -> None:
    match = played(oo.Match(game, 3, seed=5), 9)
    states = [match.open_view().record.tobytes()]
    match.new_key(KEY)
    assert match.open_view().record.tobytes() == states[0], "a new key changes nothing by itself"
    dice = random.Random(3)
    for _ in range(30):
        if match.over:
            break
        seat = dice.choice(match.to_act)
        match.play(seat, dice.choice(match.legal(seat)))
        states.append(match.open_view().record.tobytes())
    assert [moment.open_view().record.tobytes() for moment in match.moments()][10 : 10 + len(states)] == states


def test_the_cards_that_come_are_others() -> None:
    texts = {text_of(played_on("crypto_cards", key)).split('"stands"')[1] for key in (KEY, bytes(32))}
    assert len(texts) == 2


def test_what_was_done_before_is_not_taken_back() -> None:
    match = oo.Match("crypto_cards", 2, seed=7)
    match.play(0, "pass")
    assert match.may_undo(0)
    match.new_key()
    assert (match.may_undo(0), match.count_of(0)) == (False, 0)
    for consent in (False, True):
        with pytest.raises(Reason) as caught:
            match.undo(0, consent=consent)
        assert caught.value.code == "nothing_to_take_back"
    before = match.open_view().record.tobytes()
    match.play(0, match.legal(0)[0])
    assert (match.undo(0, consent=True), match.count_of(0)) == (1, 0)
    assert match.open_view().record.tobytes() == before
    assert same_position(match, replayed(text_of(match)))


def test_nobody_is_told_of_it() -> None:
    match = oo.Match("crypto_cards", 2, seed=7)
    match.play(0, "pass")
    before = [match.story(seat) for seat in (0, 1, None)], match.story(None, is_open=True), match.view(0).log
    match.new_key()
    after = [match.story(seat) for seat in (0, 1, None)], match.story(None, is_open=True), match.view(0).log
    assert after == before


@pytest.mark.parametrize("key", [None, 7, "", "00", "00" * 31, "00" * 33, "0" * 63 + "g", "AB" * 32, "٠" * 64])
def test_a_key_that_is_none_is_refused(key: Any) -> None:
    def change(data: dict[str, Any]) -> None:
        data["log"][9] = {"key": key}

    assert refused(change).code == "entry_not_a_key"


def test_a_key_stands_alone() -> None:
    assert refused(lambda data: data["log"][9].update(text="roll")).code == "entry_not_a_key"


def refused(change: Callable[[dict[str, Any]], None]) -> Reason:
    data = json.loads(text_of(played_on("bounce")))
    change(data)
    with pytest.raises(Reason) as caught:
        replayed(json.dumps(data))
    assert caught.value.code == "against_the_rules"
    assert caught.value.parameters["entry"] == 10
    why = caught.value.parameters["why"]
    assert isinstance(why, Reason)
    return why


def test_verifying_says_so() -> None:
    steps = check(text_of(played_on("bounce")))
    assert holds(steps)
    said = [str(step.reason) for step in steps if step.holds is None]
    assert "at entry 10 it was played on with another key: its cards from there on follow from that one" in said


def test_what_is_proven_has_one_key() -> None:
    data = Fair().played(20).data()
    refuse_unproven(data)
    data["log"][0] = {"key": KEY.hex()}
    with pytest.raises(Reason) as caught:
        refuse_unproven(data)
    why = "the key, and with it the cards, does not follow from the secret and the nonces"
    assert str(caught.value.parameters["why"]) == why
