"""Actions: numbers, texts and JSON, there and back; and what others see of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openoutcry.engine.actions import Actions, Range, Subsets, Verb
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.names import Names
from openoutcry.games import registered

CARDS = Names("card", ["AC", "2C", "3C"])
GOODS = Names("good", ["Gold", "Oil", "Wheat"])
ACTIONS = Actions(
    Verb("sell", {"card": CARDS}),
    Verb("stake", {"card": CARDS}, secret=["card"]),
    Verb("bid", {"amount": Range(1, 96), "goods": Subsets(GOODS)}),
    Verb("hold", unseen=True),
    Verb("pass"),
)


def test_actions_are_numbered_without_gaps() -> None:
    assert [action.number for action in ACTIONS] == list(range(3 + 3 + 96 * 7 + 2)) == list(range(len(ACTIONS)))
    assert ACTIONS.words == 11


@given(st.integers(0, len(ACTIONS) - 1))
def test_an_action_survives_text_and_json(number: int) -> None:
    action = ACTIONS[number]
    assert ACTIONS.read(str(action)) == action
    assert ACTIONS.read(f"  {str(action).upper()} ") == action
    assert ACTIONS.from_json(action.as_json()) == action


@pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
def test_every_action_of_every_game_survives_text_and_json(game: Game) -> None:
    for action in game.actions:
        assert game.actions.read(action.text) == game.actions.from_json(action.as_json()) == action


def test_parameters_are_readable() -> None:
    bid = ACTIONS.read("bid 4 Oil+Gold")
    assert str(bid) == "bid 4 Gold+Oil"
    assert bid.as_json() == {"verb": "bid", "amount": 4, "goods": ["Gold", "Oil"]}
    assert int(bid) == ACTIONS.first("bid") + 3 * 7 + 2


def test_others_see_no_secret() -> None:
    assert ACTIONS.seen(ACTIONS.read("sell 2C").number) == "sell 2C"
    assert {ACTIONS.seen(ACTIONS.read(f"stake {card}").number) for card in CARDS} == {"stake ?"}
    assert ACTIONS.seen(ACTIONS.read("hold").number) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is no action ''; the verbs are sell, stake, bid, hold, pass"),
        ("fly", "there is no action 'fly'; the verbs are sell, stake, bid, hold, pass"),
        ("sell", "write 'sell <card>', not 'sell'"),
        ("pass 3C", "write 'pass', not 'pass 3C'"),
        ("sell 4C", "there is no card '4C'; there are AC, 2C, 3C"),
        ("bid 97 Gold", "there is no number '97' here; it goes from 1 to 96"),
        ("bid -1 Gold", "there is no number '-1' here; it goes from 1 to 96"),
        ("bid 1 Gold+Tin", "there is no good 'Tin'; there are Gold, Oil, Wheat"),
    ],
)
def test_what_cannot_be_read_is_answered_with_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Mistake) as caught:
        ACTIONS.read(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("number", [-1, len(ACTIONS)])
def test_there_is_no_action_out_of_range(number: int) -> None:
    with pytest.raises(Mistake, match=f"there is no action {number}; they go from 0 to {len(ACTIONS) - 1}"):
        ACTIONS[number]


@pytest.mark.parametrize("value", [{}, {"verb": "fly"}, {"verb": "sell"}, {"verb": "pass", "card": "AC"}])
def test_json_that_is_no_action_is_refused(value: dict[str, str]) -> None:
    with pytest.raises(Mistake, match="an action is an object with a verb and its parameters"):
        ACTIONS.from_json(value)


def test_there_are_as_many_verbs_as_a_set_holds() -> None:
    assert len(Actions(*(Verb(f"verb_{number}") for number in range(64)))) == 64
    with pytest.raises(ValueError, match="a game has at most 64 verbs, not 65"):
        Actions(*(Verb(f"verb_{number}") for number in range(65)))


def test_names_must_differ() -> None:
    with pytest.raises(ValueError, match="must differ"):
        Names("card", ["AC", "ac"])
