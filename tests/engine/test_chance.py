"""Chance: the cipher against published vectors, the streams apart, and numbers without bias."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from openoutcry.engine.bits import U
from openoutcry.engine.chance import (
    BOT_KEYS,
    DECK,
    DICE,
    GAME_KEYS,
    STREAMS,
    TIES,
    below,
    block,
    draw,
    key_of_seed,
    new_chance,
    next_word,
    rekey,
    roll,
)

ZERO_KEY_20 = (
    "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
    "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
)
ZERO_KEY_8 = (
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
)
RFC_8439_2_3_2 = (
    "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
    "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
)


def keystream(key: bytes, counter: int, nonce: int, rounds: int) -> str:
    words, keys = np.zeros(16, np.uint32), np.frombuffer(key, np.uint32).copy()
    block(words, 0, keys, U(counter), U(nonce), rounds)
    return words.tobytes().hex()


def test_twenty_rounds_give_the_block_of_rfc_8439() -> None:
    assert keystream(bytes(range(32)), 1 | 0x09000000 << 32, 0x4A000000, 20) == RFC_8439_2_3_2


@pytest.mark.parametrize(("rounds", "expected"), [(20, ZERO_KEY_20), (8, ZERO_KEY_8)])
def test_the_zero_key_gives_the_published_blocks(rounds: int, expected: str) -> None:
    assert keystream(bytes(32), 0, 0, rounds) == expected


def test_a_stream_is_the_eight_round_cipher_under_its_own_nonce() -> None:
    key = key_of_seed(3)
    for stream in range(STREAMS):
        chance = new_chance(key)
        words = [int(next_word(chance, stream)) for _ in range(40)]
        expected = b"".join(bytes.fromhex(keystream(key, counter, stream, 8)) for counter in range(3))
        assert words == list(np.frombuffer(expected, "<u4")[:40])


def test_our_own_words_never_change() -> None:
    chance = new_chance(key_of_seed(1))
    words = b"".join(
        int(next_word(chance, stream)).to_bytes(4, "little") for stream in range(STREAMS) for _ in range(100)
    )
    assert hashlib.sha256(words).hexdigest()[:16] == "c303d3af14bf5952"


def test_streams_do_not_disturb_one_another() -> None:
    alone, mixed = new_chance(key_of_seed(5)), new_chance(key_of_seed(5))
    expected = [int(next_word(alone, DECK)) for _ in range(50)]
    found = []
    for number in range(50):
        for _ in range(number % 4):
            next_word(mixed, DICE)
            next_word(mixed, TIES)
        found.append(int(next_word(mixed, DECK)))
    assert found == expected


@pytest.mark.parametrize("count", [1, 2, 3, 6, 7, 54, 1000])
def test_numbers_are_in_range_and_about_equally_often(count: int) -> None:
    chance, draws = new_chance(key_of_seed(count)), 40 * max(count, 25)
    found = np.bincount([below(chance, DECK, count) for _ in range(draws)], minlength=count)
    assert len(found) == count
    expected = draws / count
    assert ((found - expected) ** 2 / expected).sum() < count + 6 * (2 * count) ** 0.5


def test_a_short_last_interval_is_drawn_again() -> None:
    """3 does not divide 2^32: the word 0 would make the number 0 a little likelier, so it is thrown away."""
    chance = new_chance(bytes(32))
    chance.drawn[DECK] = 1
    chance.blocks[1], chance.blocks[2] = 0, 0x5555_5556
    assert below(chance, DECK, 3) == 1
    assert chance.drawn[DECK] == 3


def test_a_power_of_two_never_draws_again() -> None:
    chance = new_chance(bytes(32))
    chance.drawn[DECK] = 1
    chance.blocks[1] = 0
    assert below(chance, DECK, 4) == 0
    assert chance.drawn[DECK] == 2


def test_every_card_of_a_bag_is_drawn() -> None:
    chance, bag = new_chance(key_of_seed(0)), U(0b1011 | 1 << 63)
    assert {int(draw(chance, bag)) for _ in range(100)} == {1, 2, 8, 1 << 63}


def test_a_die_shows_every_side() -> None:
    chance = new_chance(key_of_seed(0))
    assert {int(roll(chance, 6)) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_keys_of_games_and_bots_all_differ() -> None:
    master, chance = new_chance(key_of_seed(9)), new_chance(bytes(32))
    keys = set()
    for nonce in (GAME_KEYS, BOT_KEYS):
        for number in range(100):
            next_word(chance, DECK)
            rekey(chance, master, nonce, number)
            assert not chance.drawn.any()
            keys.add(chance.key.tobytes())
    assert len(keys) == 200


def test_a_key_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes, this one has 31"):
        new_chance(bytes(31))
