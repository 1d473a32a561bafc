"""§3 of Cash or Crash: the red zone."""

from __future__ import annotations

from typing import Any

import pytest

from bidding import (
    TRIPLES,
    after,
    dealt,
    discards,
    hand,
    keep_all,
    phase,
    seen_by,
    sell,
    sizes,
    stake,
    table,
)
from openoutcry.engine.contract import SPECTATOR
from openoutcry.table.match import seats_in
from support import legal, places, points, refused, shown


def swapped(state: Any) -> list[int]:
    return [int(seat) for seat in shown(state)["swapped"]]


def test_3_1_a_card_is_put_away_and_any_discard_taken_back() -> None:
    state = table("GGG OOO WWW GOW", 10)
    assert legal(state, 0) == {"swap GGG", "swap OOO", "swap WWW", "swap GOW", "keep"}
    half = after(state, "0 swap WWW")
    assert (hand(half, 0), discards(half, 0)) == ("GGG OOO GOW", "GGO GGW OOG OOW WWG WWO WWW")
    assert legal(half, 0) == {f"take {card}" for card in ("GGO", "GGW", "OOG", "OOW", "WWG", "WWO", "WWW")}
    done = after(half, "0 take OOG")
    assert (hand(done, 0), discards(done, 0)) == ("OOG GGG OOO GOW", "GGO GGW OOW WWG WWO WWW")
    assert (phase(done), swapped(done)) == ("staking", [0])


def test_3_1_even_the_card_just_put_away_can_be_taken() -> None:
    state = after(table("GGG OOO WWW GOW", 10), "0 swap WWW", "0 take WWW")
    assert (hand(state, 0), sizes(state, 0), swapped(state)) == ("GGG OOO WWW GOW", (4, 0, 6), [0])


def test_3_1_or_the_hand_is_kept() -> None:
    state = after(table("GGG OOO WWW GOW", 10), "0 keep")
    assert (hand(state, 0), phase(state), swapped(state)) == ("GGG OOO WWW GOW", "staking", [])


def test_3_1_four_cards_or_fewer_are_the_red_zone() -> None:
    assert seats_in(table(5, 4, 1)) == [1, 2]
    assert phase(table(5, 10, 6)) == "staking"
    assert seats_in(table(4, 0, 2, 3)) == [0, 2, 3]


def test_3_1_who_has_no_discards_has_nothing_to_swap_with_and_is_not_asked() -> None:
    state = table(10, 9, 10, variant="blitz")
    assert (phase(state), seats_in(state), legal(state, 0)) == ("red_zone", [1], set())
    assert [refused(state, seat, "swap GGG") for seat in (0, 1, 2)] == ["§3.1", None, "§3.1"]
    assert [refused(state, 0, action) for action in ("keep", "take GGG", "stake GGG")] == ["§2.3"] * 3
    assert (phase(after(state, "1 keep")), seats_in(after(state, "1 keep"))) == ("staking", [0, 1, 2])


@pytest.mark.parametrize("variant", ["classic", "endurance", "blitz"])
@pytest.mark.parametrize("seats", [2, 8])
def test_3_1_nobody_can_swap_before_anybody_has_lost_a_card(variant: str, seats: int) -> None:
    state = dealt(seats, variant=variant)
    assert (phase(state), seats_in(state)) == ("staking", list(range(seats)))
    assert not any(action.startswith("swap") for seat in range(seats) for action in legal(state, seat))
    assert refused(state, 0, "swap GGG") == "§2.2"


def test_3_1_while_a_swap_is_half_done_the_numbers_do_not_change() -> None:
    state = table("GGG OOO WWW", 2)
    half = after(state, "0 swap GGG")
    assert (sizes(half, 0), points(half), places(half)) == ((3, 0, 7), [3, 2], [1, 2])
    for seat in (1, SPECTATOR):
        assert seen_by(half, seat).tobytes() == seen_by(state, seat).tobytes()


def test_3_2_who_has_swapped_is_known_when_all_have_chosen() -> None:
    state = after(table(4, 4, 4), "2 swap GGO", "2 take GGO", "0 keep")
    assert swapped(state) == []
    assert [shown(seen_by(state, seat))["swapping"] for seat in (0, 1, 2, SPECTATOR)] == [[], [], ["2"], []]
    state = after(state, "1 keep")
    assert [swapped(seen_by(state, seat)) for seat in (0, 1, 2, SPECTATOR)] == [[2]] * 4
    assert shown(state)["swapping"] == []


def test_3_2_it_is_forgotten_when_the_next_round_begins() -> None:
    state = stake(after(table(4, 10), "0 swap GGO", "0 take GGO"))
    assert swapped(after(state, "0 bid 3 Gold")) == [0]
    assert swapped(sell(state, "0 bid 3 Gold")) == []


def test_3_3_a_player_with_exactly_one_card_recovers_one() -> None:
    state = keep_all(table("GGG", 2, 10))
    assert (phase(state), seats_in(state)) == ("recovering", [0])
    assert legal(state, 0) == {f"recover {card}" for card in TRIPLES if card != "GGG"}
    recovered = after(state, "0 recover WWW")
    assert (hand(recovered, 0), sizes(recovered, 0), phase(recovered)) == ("GGG WWW", (2, 0, 8), "staking")
    assert refused(state, 0, "recover GGG") == "§3.3"
    assert refused(state, 0, "keep") == refused(state, 0, "stake GGG") == "§2.2"


def test_3_3_after_the_swaps_and_all_at_the_same_time() -> None:
    state = table("GGG", "OOO", 10)
    assert legal(state, 0) == {"swap GGG", "keep"}
    state = after(state, "0 swap GGG", "0 take WWW", "1 keep")
    assert (phase(state), seats_in(state), swapped(state)) == ("recovering", [0, 1], [0])
    state = after(state, "1 recover WWW", "0 recover GGG")
    assert [hand(state, seat) for seat in (0, 1)] == ["GGG WWW", "OOO WWW"]
    assert (phase(state), seats_in(state)) == ("staking", [0, 1, 2])
