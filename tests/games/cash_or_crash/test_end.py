"""§7 of Cash or Crash: the end."""

from __future__ import annotations

from bidding import (
    CASH_OR_CRASH,
    TRIPLES,
    after,
    dealt,
    keep_all,
    opening,
    phase,
    sell,
    sizes,
    stake,
    surely_lost,
    table,
)
from openoutcry.table.match import seats_in
from support import legal, places, points, refused, shown


def test_7_1_a_player_with_no_cards_left_is_out() -> None:
    state = sell(opening(10, 2, 10), "0 bid 3 Gold")
    assert (sizes(state, 1), shown(state)["went_out"], surely_lost(state, 1)) == (
        (0, 0, 10),
        [0, 1, 0],
        " ".join(TRIPLES),
    )
    assert (phase(state), seats_in(state)) == ("staking", [0, 2])
    assert [refused(state, 1, action) for action in ("stake GGG", "keep", "challenge", "bid 1 Gold")] == ["§7.1"] * 4
    assert refused(state, 0, "keep") == "§2.2"


def test_7_1_two_players_go_out_one_after_the_other() -> None:
    state = sell(opening(10, 2, 2, 10), "0 bid 3 Gold")
    assert (points(state), int(state.opener), places(state)) == ([10, 0, 2, 10], 2, [1, 4, 3, 1])
    state = sell(stake(keep_all(state)), "2 bid 16 Oil")
    assert (points(state), int(state.opener), places(state)) == ([10, 0, 0, 10], 3, [1, 4, 3, 1])
    state = sell(stake(state), "3 bid 3 Gold")
    assert (points(state), int(state.opener), places(state)) == ([8, 0, 0, 10], 0, [2, 4, 3, 1])


def test_7_2_the_last_one_left_has_won() -> None:
    state = sell(opening(10, 2), "0 bid 3 Gold")
    assert (shown(state)["ending"], seats_in(state), places(state)) == ("one_left", [], [1, 2])
    assert [legal(state, seat) for seat in range(2)] == [set(), set()]
    assert [refused(state, seat, action) for seat in range(2) for action in ("stake GGG", "challenge")] == ["§7.2"] * 4
    assert shown(dealt(2))["ending"] == "running"


def test_7_3_the_last_one_out_is_second() -> None:
    state = sell(opening(0, 10, 0, 2, 0, opener=1), "1 bid 3 Gold")
    assert shown(state)["went_out"] == [1, 0, 2, 4, 3]
    assert (shown(state)["ending"], places(state)) == ("one_left", [5, 1, 4, 2, 3])


def test_7_3_before_the_end_by_the_number_of_cards_kept() -> None:
    assert places(table(5, 10, 0, 5, 7, 0)) == [3, 1, 6, 3, 2, 5]
    assert places(dealt(3)) == [1, 1, 1]


def test_7_4_the_points_are_the_cards_kept() -> None:
    state = after(opening(10, 0, 5), "0 bid 1 Gold", "2 add OOG", "2 bid 2 Oil")
    assert (sizes(state, 2), points(state)) == ((2, 3, 5), [10, 0, 5])
    assert not CASH_OR_CRASH.rules.LOWEST_WINS
