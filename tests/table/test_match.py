"""The public interface: playing, looking, undoing."""

from __future__ import annotations

from typing import Any, assert_type

import pytest

import auctions
import openoutcry as oo
from openoutcry.engine.record import Record
from openoutcry.table.match import same_position
from support import position


def played(match: oo.Match, actions: int = 10_000) -> oo.Match:
    """The match after so many first-best actions."""
    for _ in range(actions):
        if match.over:
            break
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[-1])
    return match


def test_an_action_is_given_as_such_by_number_or_by_text() -> None:
    matches = [oo.Match("crypto_cards", seats=2, seed=7) for _ in range(3)]
    action = matches[0].legal(0)[0]
    matches[0].play(0, action)
    matches[1].play(0, action.number)
    matches[2].play(0, " PASS ")
    assert same_position(matches[0], matches[1])
    assert same_position(matches[0], matches[2])


@pytest.mark.parametrize("action", ["fly", 161, -1, None, 1.5, True, "sell"])
def test_what_is_no_action_is_a_mistake_and_changes_nothing(action: Any) -> None:
    match = oo.Match("crypto_cards", seats=2, seed=7)
    before = match.view(0).as_bytes()
    with pytest.raises(oo.Mistake):
        match.play(0, action)
    assert match.view(0).as_bytes() == before


@pytest.mark.parametrize("seat", [2, -1, None, "0", True])
def test_what_is_no_seat_is_a_mistake(seat: Any) -> None:
    match = oo.Match("crypto_cards", seats=2, seed=7)
    with pytest.raises(oo.Mistake, match="there is no seat"):
        match.play(seat, "pass")


def test_a_refusal_cites_its_clause() -> None:
    with pytest.raises(oo.Refused) as caught:
        oo.Match("crypto_cards", seats=2, seed=7).play(0, "sell AC")
    assert caught.value.clause == "§3.2"
    assert caught.value.reason


def test_a_seed_stands_for_a_key_and_without_one_the_key_is_drawn() -> None:
    assert same_position(oo.Match("crypto_cards", 3, seed=1), oo.Match("crypto_cards", 3, seed=1))
    assert not same_position(oo.Match("crypto_cards", 3, seed=1), oo.Match("crypto_cards", 3, seed=2))
    assert not same_position(oo.Match("crypto_cards", 3), oo.Match("crypto_cards", 3))
    assert same_position(oo.Match("crypto_cards", 3, key=bytes(32)), oo.Match("crypto_cards", 3, key=bytes(32)))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seed": 1, "key": bytes(32)}, "a match has a seed or a key, not both"),
        ({"key": bytes(31)}, "a key has 32 bytes, this one has 31"),
        ({"players": ["Ann"]}, "2 seats need 2 players' names, not 1"),
        ({"options": {"hand": 99}}, "option hand takes a whole number from 3 to 8, not 99"),
    ],
)
def test_a_match_that_cannot_be_is_a_mistake(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(oo.Mistake) as caught:
        oo.Match("crypto_cards", 2, **arguments)
    assert str(caught.value) == sentence


def test_the_same_key_deals_the_same_cards_however_people_play() -> None:
    """A5: the deck has a stream of its own."""
    hands = []
    for choice in (0, -1):
        match = oo.Match("crypto_cards", 2, seed=5)
        mined = []
        while not match.over:
            before = {card for hand in match.view(match.to_act[0]).as_dict()["state"]["hands"] for card in hand}
            mined.append((match.to_act[0], len(before)))
            seat = match.to_act[0]
            match.play(seat, match.legal(seat)[choice])
        drawn = [int(count) for count in match._chance.drawn]
        hands.append((match.view(None).as_dict()["state"]["deck_size"], drawn))
    assert hands[0] == hands[1]


def test_what_nobody_learned_can_be_taken_back() -> None:
    match = oo.Match("crypto_cards", 2, seed=7)
    start = match.view(0).record.tobytes()
    match.play(0, "pass")
    assert match.may_undo(0)
    assert not match.may_undo(1)
    assert match.undo(0) == 1
    assert match.view(0).record.tobytes() == start
    assert [str(entry) for entry in match.log] == ["pass", "undo"]


def test_what_drew_a_card_cannot_be_taken_back_but_by_consent() -> None:
    match = oo.Match("crypto_cards", 2, seed=7)
    start = match.view(None).record.tobytes()
    match.play(0, "pass")
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[0])
    assert not match.may_undo(0)
    with pytest.raises(oo.Mistake, match="without consent"):
        match.undo(0)
    assert match.undo(0, consent=True) == 2
    assert match.to_act == [0]
    match.undo(0)
    assert match.view(None).record.tobytes() == start


def test_dice_cannot_be_rolled_again() -> None:
    match = oo.Match("bounce", 1, seed=1)
    match.play(0, "roll")
    assert not match.may_undo(0)


def test_there_may_be_nothing_to_take_back() -> None:
    with pytest.raises(oo.Mistake, match="there is nothing to take back"):
        oo.Match("bounce", 2, seed=1).undo(1)


def test_what_was_undone_is_dealt_the_same_again() -> None:
    match = played(oo.Match("crypto_cards", 3, seed=3), 7)
    after = match._state.tobytes()
    seat, action = match.log[-1].seat, match.log[-1].action
    assert action is not None
    match.undo(seat, consent=True)
    match.play(seat, action)
    assert match._state.tobytes() == after


def test_a_view_has_no_secret_of_another_hand() -> None:
    match = played(oo.Match("crypto_cards", 3, seed=3), 9)
    own = match.view(1).as_dict()["state"]
    assert [len(hand) for hand in own["hands"][:3]] == [0, own["hand_sizes"][1], 0]
    assert all(hand == [] for hand in match.view(None).as_dict()["state"]["hands"])


def test_swapping_hidden_cards_changes_nothing_a_seat_is_told() -> None:
    """Made by hand, so that it does not lean on redeal: seat 1's hand and the deck exchange a card."""
    told = []
    for hand, deck in ((["2C", "9S"], ["3C", "X1", "X2"]), (["3C", "9S"], ["2C", "X1", "X2"])):
        match = oo.Match("crypto_cards", 2, {"hand": 3}, seed=1)
        match._state = position(
            "crypto_cards",
            2,
            {"hand": 3},
            hands=[["4D"], hand],
            hand_sizes=[1, 2],
            deck=deck,
            deck_size=3,
            portfolios=[["5D"], []],
        )
        told.append((match.view(0).as_bytes(), match.view(None).as_bytes(), str(match.legal(0))))
    assert told[0] == told[1]


def test_places_and_points_stand_when_it_is_over() -> None:
    match = played(oo.Match("crypto_cards", 4, seed=2))
    assert match.over
    assert match.ending == "second_joker"
    assert min(match.places) == 1
    assert match.points[match.places.index(1)] == min(match.points)
    assert match.to_act == [] == match.legal(0)
    with pytest.raises(oo.Refused, match=r"§5\.1"):
        match.play(0, "pass")


def test_a_catch_can_be_left_to_the_table() -> None:
    match = auctions.match_at(auctions.bought(1, "E1 S3", "", "", ""))
    assert str(match.next_tidy(1)) == "lay S3 tub"
    assert match.log == []
    assert [str(action) for action in match.tidy(1)] == ["lay S3 tub", "lay E1 crate1"]
    assert [(entry.seat, str(entry)) for entry in match.log] == [(1, "lay S3 tub"), (1, "lay E1 crate1")]
    assert (match.next_tidy(1), match.tidy(1)) == (None, [])


def test_what_the_table_did_can_be_taken_back_card_by_card() -> None:
    match = auctions.match_at(auctions.bought(1, "E1 S3", "", "", ""))
    start = match.view(None).record.tobytes()
    match.tidy(1)
    assert (match.undo(1), match.undo(1)) == (1, 1)
    assert match.view(None).record.tobytes() == start


@pytest.mark.parametrize("game", ["bounce", "cash_or_crash", "crypto_cards"])
def test_other_games_have_nothing_to_leave_to_the_table(game: str) -> None:
    match = oo.Match(game, 2, seed=1)
    assert (match.next_tidy(0), match.tidy(0), match.log) == (None, [], [])


def test_the_table_works_for_nobody_who_does_not_sit_there() -> None:
    match = oo.Match("cash_a_catch", 3, seed=1)
    for tidy in (match.next_tidy, match.tidy):
        with pytest.raises(oo.Mistake, match="there is no seat 3"):
            tidy(3)


def test_a_record_has_a_type() -> None:
    """What mypy holds on every check; and the record is what it says."""
    record = oo.Match("crypto_cards", seats=2, seed=7).view(0).record
    assert_type(record, Record)
    assert_type(record.seats, int)
    assert (record.seats, record["seats"], record.hand_sizes[1]) == (2, 2, 5)
    assert len(record.tobytes()) == record.dtype.itemsize
