"""Options: defaults, what people write, and one clear sentence for what cannot be."""

from __future__ import annotations

import pytest

from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find, registered


def test_what_is_not_chosen_is_the_default() -> None:
    state = find("crypto_cards").template(2)
    assert (state.hand, state.order, state.faces, state.face_sales, state.buy_back, state.scoring) == (5, 0, 0, 1, 0, 0)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ({"hand": 8}, ("hand", 8)),
        ({"hand": "3"}, ("hand", 3)),
        ({"order": "sell-mine-transfer"}, ("order", 1)),
        ({"buy_back": True}, ("buy_back", 1)),
        ({"buy-back": "on"}, ("buy_back", 1)),
        ({"buy_back": "OFF"}, ("buy_back", 0)),
    ],
)
def test_options_are_read_as_people_write_them(written: dict[str, int | str | bool], kept: tuple[str, int]) -> None:
    assert find("crypto_cards").template(2, written)[kept[0]] == kept[1]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ({"hand": 9}, "option hand takes a whole number from 3 to 8, not 9"),
        ({"hand": "five"}, "option hand takes a whole number from 3 to 8, not 'five'"),
        ({"hand": 4.5}, "option hand takes a whole number from 3 to 8, not 4.5"),
        ({"hand": True}, "option hand takes a whole number from 3 to 8, not True"),
        ({"order": "transfer"}, "option order takes mine-sell-transfer or sell-mine-transfer, not 'transfer'"),
        ({"order": True}, "option order takes mine-sell-transfer or sell-mine-transfer, not True"),
        (
            {"suits": 5},
            "there is no option 'suits'; there are hand, order, faces, face_sales, buy_back, scoring, direction, crash",
        ),
    ],
)
def test_a_bad_option_gets_one_sentence(written: dict[str, int | str | bool], sentence: str) -> None:
    with pytest.raises(Mistake) as caught:
        find("crypto_cards").template(2, written)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("seats", [1, 7, 0, -1, True])
def test_a_bad_number_of_seats_gets_one_sentence(seats: int) -> None:
    with pytest.raises(Mistake, match=f"Crypto Cards is for 2 to 6 players, not {seats}"):
        find("crypto_cards").template(seats)


def test_an_unknown_game_gets_one_sentence() -> None:
    with pytest.raises(Mistake, match=f"there is no game 'chess'; there are {', '.join(registered())}"):
        find("chess")
