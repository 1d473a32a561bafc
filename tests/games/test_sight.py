"""Dealing again is fair: every deal that fits what a seat knows is equally likely, counted on a small set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest

import auctions
import trading
from bidding import TRIPLES, after, opening, stake, table
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.record import copied
from openoutcry.games import find
from openoutcry.table.match import seats_in
from support import any_chance, game_of, position, shown

Deal = tuple[tuple[str, ...], ...]


def deals(seat: int, count: int) -> Counter[Deal]:
    """How often each deal comes for a seat of a table with few cards left."""
    state = position(
        "crypto_cards",
        3,
        {"hand": 3},
        hands=[["AC", "2C"], ["5D", "KH"], ["9S"]],
        hand_sizes=[2, 2, 1],
        deck=["3H", "4H", "X1", "X2"],
        deck_size=4,
        portfolios=[["7C"], [], ["8D"]],
    )
    sight, chance, found = find("crypto_cards").sight, new_chance(key_of_seed(seat + 1)), Counter[bytes]()
    for _ in range(count):
        sight.redeal(state, seat, chance)
        found[state.tobytes()] += 1
    return Counter({deal_of(record): often for record, often in found.items()})


def deal_of(record: bytes) -> Deal:
    """The hands and the deck of a state."""
    dealt = shown(np.frombuffer(record, find("crypto_cards").state_type)[0])
    return tuple(map(tuple, [*dealt["hands"], dealt["deck"]]))


def all_deals(unseen: list[str], sizes: list[int]) -> list[list[tuple[str, ...]]]:
    """Every way to give hands of these sizes, the rest staying in the deck."""
    if not sizes:
        return [[tuple(unseen)]]
    found = []
    for hand in combinations(unseen, sizes[0]):
        left = [card for card in unseen if card not in hand]
        found += [[hand, *rest] for rest in all_deals(left, sizes[1:])]
    return found


def test_every_deal_a_player_can_imagine_is_equally_likely() -> None:
    expected = {
        (("AC", "2C"), *deal[:-1], (*deal[-1], "X1", "X2"))
        for deal in all_deals(["5D", "3H", "4H", "KH", "9S"], [2, 1])
    }
    assert_uniform(deals(0, 300 if IS_PLAIN else 30_000), expected)


def test_every_deal_a_spectator_can_imagine_is_equally_likely() -> None:
    unseen = ["AC", "2C", "5D", "3H", "4H", "KH", "9S"]
    expected = {(*deal[:-1], (*deal[-1], "X1", "X2")) for deal in all_deals(unseen, [2, 2, 1])}
    assert len(expected) == 21 * 10 * 3
    assert_uniform(deals(SPECTATOR, 300 if IS_PLAIN else 60_000), expected)


def assert_uniform(found: Mapping[Any, int], expected: Iterable[Hashable]) -> None:
    """All of the expected and nothing else, each as often as the others."""
    assert_fair(found, dict.fromkeys(expected, 1))


def assert_fair(found: Mapping[Any, int], weights: Mapping[Any, float]) -> None:
    """All of the expected and nothing else, each by its weight as often as chance allows (six standard deviations of
    chi-squared).
    """
    assert set(found) <= set(weights)
    if not IS_PLAIN:
        assert set(found) == set(weights)
        share, freedom = sum(found.values()) / sum(weights.values()), len(weights) - 1
        off = sum((found[deal] - share * weight) ** 2 / (share * weight) for deal, weight in weights.items())
        assert abs(off - freedom) < 6 * (2 * freedom) ** 0.5 + 1e-9


Kept = frozenset[str]
EVERY_CARD = frozenset(TRIPLES)


def seen_by(state: Any, seat: int) -> Any:
    view = copied(state)
    game_of(state).sight.hide(view, seat)
    return view


def redealt(state: Any, seat: int, count: int) -> Iterator[Any]:
    """What a seat sees, dealt again so many times: every time it would see the same."""
    view = seen_by(state, seat)
    dealt, chance = seen_by(state, seat), new_chance(key_of_seed(seat + 2))
    for number in range(min(count, 60) if IS_PLAIN else count):
        game_of(state).sight.redeal(dealt, seat, chance)
        if number < 60:
            assert seen_by(dealt, seat).tobytes() == view.tobytes()
        yield dealt


def bits(cards: Iterable[str]) -> int:
    return sum(1 << TRIPLES.index(card) for card in cards)


def holding(state: Any, seat: int) -> tuple[int, int, int]:
    """Where a player's cards are."""
    return int(state.hands[seat]), int(state.staked[seat]), int(state.discards[seat])


def holdings(sets: Iterable[Kept], staked: int) -> set[tuple[int, int, int]]:
    """Every way to keep one of these sets and to have staked so many of it."""
    ways = ((kept, stake) for kept in sets for stake in combinations(kept, staked))
    return {(bits(kept) - bits(stake), bits(stake), bits(EVERY_CARD - kept)) for kept, stake in ways}


def pairs_of(cards: Iterable[str]) -> set[Kept]:
    return {frozenset(pair) for pair in combinations(cards, 2)}


def after_a_swap(sets: Iterable[Kept]) -> set[Kept]:
    """What can be kept after one card was put away and one taken back."""
    return {kept - {card} | {back} for kept in sets for card in kept for back in (EVERY_CARD - kept) | {card}}


def after_a_double_loss() -> Any:
    """A game in which seat 1 has lost four cards that all have seen, and four more that nobody has."""
    state = opening(10, 10, stakes=["GGG GGO", "OOO WWW"], doubling="on")
    state = after(
        state, "0 bid 1 Gold", "1 add GOW", "1 bid 2 Oil", "0 bid 3 Oil", "1 add OOW", "1 bid 16 Wheat", "0 challenge"
    )
    return after(state, "1 double", "0 persist", *(f"1 discard {card}" for card in ("GGO", "GGW", "OOG", "WWG")))


NOT_SEEN = ["GGO", "GGW", "OOG", "WWG", "WWO", "GGG"]


def test_two_of_six_cards_may_be_kept_and_either_be_staked() -> None:
    state = after_a_double_loss()
    kept = Counter(holding(dealt, 1) for dealt in redealt(state, 0, 6000))
    assert len(holdings(pairs_of(NOT_SEEN), 0)) == 15
    assert_uniform(kept, holdings(pairs_of(NOT_SEEN), 0))
    staked = Counter(holding(dealt, 1) for dealt in redealt(after(state, "1 keep", "1 stake WWO"), 0, 6000))
    assert_uniform(staked, holdings(pairs_of(NOT_SEEN), 1))


def test_after_a_swap_one_of_the_lost_cards_may_be_back() -> None:
    state = after(after_a_double_loss(), "1 swap WWO", "1 take OOO", "1 stake OOO")
    sets = pairs_of(EVERY_CARD) - pairs_of(["OOO", "WWW", "GOW", "OOW"])
    assert sets == after_a_swap(pairs_of(NOT_SEEN))
    assert len(holdings(sets, 1)) == 2 * 39
    assert_uniform(Counter(holding(dealt, 1) for dealt in redealt(state, 0, 16_000)), holdings(sets, 1))


def test_what_is_turned_up_narrows_it_down_and_a_swap_widens_it_again() -> None:
    state = stake(after(table("GGG OOO WWW", 10), "0 swap WWW", "0 take GOW"), "GOW GGG", "OOO OOW")
    state = after(state, "0 bid 4 Gold", "1 challenge")
    sets = {frozenset(["GGG", "GOW", "OOO"]), frozenset(["GGG", "GOW", "WWW"])}
    assert_uniform(Counter(holding(dealt, 0) for dealt in redealt(state, 1, 400)), holdings(sets, 0))
    state = stake(after(state, "0 swap GGG", "0 take GGG"), "GGG OOO", "WWW WWO")
    assert_uniform(Counter(holding(dealt, 0) for dealt in redealt(state, 1, 15_000)), holdings(after_a_swap(sets), 2))


def test_a_recovered_card_may_be_any_and_a_spectator_is_dealt_all_again() -> None:
    state = after(
        table("GGG", "OOO"), "0 keep", "1 swap OOO", "1 take WWW", "0 recover WWO", "1 recover OOO", "0 stake WWO"
    )
    zero, one = {frozenset(["GGG", card]) for card in EVERY_CARD - {"GGG"}}, pairs_of(EVERY_CARD)
    expected = set(product(holdings(zero, 1), holdings(one, 0)))
    assert len(expected) == 18 * 45
    assert_uniform(
        Counter((holding(dealt, 0), holding(dealt, 1)) for dealt in redealt(state, SPECTATOR, 40_000)), expected
    )


def test_the_own_cards_stay_where_they_are() -> None:
    state = after(after_a_double_loss(), "1 swap WWO")
    assert {holding(dealt, 1) for dealt in redealt(state, 1, 50)} == {holding(state, 1)}
    assert {int(dealt.put_away[1]) for dealt in redealt(state, 1, 50)} == {bits(["WWO"])}
    assert {holding(dealt, 0) for dealt in redealt(state, 1, 50)} == {(1023, 0, 0)}


def test_a_choice_of_the_red_zone_that_nobody_knows_yet_is_a_swap_half_of_the_time() -> None:
    state = after(table("GGG", "OOO"), "0 keep")
    found = Counter((int(dealt.swapping), int(dealt.hands[0])) for dealt in redealt(state, 1, 8000))
    assert_fair(found, {(0, bits(["GGG"])): 10} | {(1, bits([card])): 1 for card in TRIPLES})


@pytest.mark.parametrize(
    ("lines", "seat", "asked"),
    [
        ([], 0, [0b0010, 0b0100, 0b0110, 0b1000, 0b1010, 0b1100, 0b1110]),
        ([], 1, [0b0010, 0b0110, 0b1010, 0b1110]),
        (["1 hold"], 1, [0b0100, 0b1000, 0b1100]),
        (["1 hold"], 2, [0b0100, 0b0110, 0b1100, 0b1110]),
        (["1 hold"], SPECTATOR, [0b0010, 0b0100, 0b0110, 0b1000, 0b1010, 0b1100, 0b1110]),
    ],
)
def test_in_a_race_any_of_the_others_may_have_held_but_not_all(lines: list[str], seat: int, asked: list[int]) -> None:
    state = after(opening(10, 10, 10, 10, variant="blitz"), "0 bid 3 Gold", *lines)
    assert_uniform(Counter(int(dealt.to_act) for dealt in redealt(state, seat, 3000)), asked)


@pytest.mark.parametrize(
    ("lines", "seat", "not_asked"),
    [
        (["3 challenge"], 0, [0b0000, 0b0010, 0b0100, 0b0110]),
        (["1 hold", "3 challenge", "0 double"], 3, [0b0000, 0b0010, 0b0100, 0b0110]),
        (["1 hold", "3 challenge", "0 double"], 1, [0b0000, 0b0100]),
        (["3 challenge", "0 double"], 1, [0b0010, 0b0110]),
        (["1 challenge"], 2, [0b0000]),
    ],
)
def test_who_would_go_on_with_the_race_is_drawn_too(lines: list[str], seat: int, not_asked: list[int]) -> None:
    state = after(opening(10, 10, 10, 10, variant="blitz", doubling="on"), "0 bid 3 Gold", *lines)
    assert_uniform(Counter(int(dealt.not_asked) for dealt in redealt(state, seat, 3000)), not_asked)


EVERYONE_HAS_30 = [30] * 5


def auction(seats: int, money: list[int], *lines: str) -> Any:
    """Cash-a-Catch with an eel in the lot and seat 0 as the auctioneer."""
    return auctions.after(auctions.table(*[""] * seats, money=money[:seats]), "0 open: E1", *lines)


@pytest.mark.parametrize(
    ("lines", "seat", "asked"),
    [
        ([], 0, ["1", "2", "3", "12", "13", "23", "123"]),
        ([], 1, ["1", "12", "13", "123"]),
        (["1 hold"], 1, ["2", "3", "23"]),
        (["1 hold", "3 hold"], 1, ["2", "3", "23"]),
        (["1 hold"], 2, ["2", "12", "23", "123"]),
        (["2 hold", "1 hold"], SPECTATOR, ["1", "2", "3", "12", "13", "23", "123"]),
    ],
)
def test_at_the_bell_any_of_the_others_may_have_held_but_not_all(lines: list[str], seat: int, asked: list[str]) -> None:
    state = auction(4, EVERYONE_HAS_30, *lines)
    assert_uniform(Counter("".join(map(str, seats_in(dealt))) for dealt in redealt(state, seat, 3000)), asked)


ASKED_LAST = ["0", "1", "2", "12"]


@pytest.mark.parametrize(
    ("money", "lines", "seat", "asked"),
    [
        ([30, 30, 30], [], SPECTATOR, ASKED_LAST),
        ([30, 30, 30], ["2 hold"], SPECTATOR, ASKED_LAST),
        ([30, 30, 30], ["2 hold", "1 hold"], SPECTATOR, ASKED_LAST),
        ([30, 30, 30], [], 0, ["1", "2", "12"]),
        ([30, 30, 30], ["1 hold"], 0, ["1", "2", "12"]),
        ([30, 30, 30], ["1 hold", "2 hold"], 0, ["0"]),
        ([30, 30, 30], [], 1, ["1", "12"]),
        ([30, 30, 30], ["1 hold"], 1, ["0", "2"]),
        ([30, 30, 30], ["1 hold", "2 hold"], 1, ["0", "2"]),
        ([30, 30, 30], ["1 hold"], 2, ["2", "12"]),
        ([9, 30, 30], [], SPECTATOR, ["1", "2", "12"]),
        ([9, 30, 30], ["1 hold"], 1, ["2"]),
        ([30, 9, 30], [], SPECTATOR, ["0", "2"]),
        ([30, 9, 30], ["2 hold"], 1, ["0", "2"]),
        ([30, 9, 30], ["2 hold"], 2, ["0"]),
        ([30, 9, 9], [], 1, ["0"]),
        ([9, 30, 9], [], SPECTATOR, ["1"]),
    ],
)
def test_of_three_the_auctioneer_may_be_asked_already(
    money: list[int], lines: list[str], seat: int, asked: list[str]
) -> None:
    state = auction(3, money, *lines)
    assert_uniform(Counter("".join(map(str, seats_in(dealt))) for dealt in redealt(state, seat, 1000)), asked)


@pytest.mark.parametrize("watcher", [0, 1, 2, 3, 4, SPECTATOR])
def test_nothing_of_a_fish_market_is_dealt_again_but_who_is_asked(watcher: int) -> None:
    stands = ["E1 O2 / S1", "/ / F3", "", "T2", ""]
    begun = auctions.table(*stands, garbage=["C1", "", "L2 O1"])
    for state in (begun, auctions.bought(2, "THIEF C1", *stands), auctions.bought(2, "C1", *stands)):
        dealt = copied(state)
        game_of(state).sight.redeal(dealt, watcher, any_chance())
        assert dealt.tobytes() == state.tobytes()
    racing = auctions.after(begun, "0 open: E1", "3 hold")
    dealt = copied(racing)
    game_of(racing).sight.redeal(dealt, watcher, any_chance())
    dealt.to_act = racing.to_act
    assert dealt.tobytes() == racing.tobytes()


@pytest.mark.parametrize(
    ("lines", "seen"),
    [
        (["0 buy 1"], ["KS", ""]),
        (["0 at A", "0 take 5C"], ["5C", ""]),
        (["0 at A", "0 take 4C"], ["3C 4C 5C", ""]),
        (["0 at A", "0 take 4C", "0 begin 3C", "0 extend 4C"], ["5C", ""]),
        (["0 takeover 1 B"], ["2D", ""]),
        (["0 steal 1 KH"], ["KH", ""]),
        (["0 propose 1", "0 give 9D", "0 want QH", "0 want_any", "0 send", "1 accept", "1 choose 8D"], ["8D QH", "9D"]),
        (["0 propose 1", "0 give 9D", "0 want QH", "0 send", "1 decline"], ["", ""]),
        (["0 buy 1", "0 put KS"], ["", ""]),
        (["0 buy 1", "0 sell 9D"], ["", ""]),
        (["0 buy 1", "0 at A", "0 take 4C", "0 sell 3C"], ["", ""]),
    ],
)
def test_of_a_hand_all_see_what_they_have_seen_going_into_it(lines: list[str], seen: list[str]) -> None:
    melds = ("3C 4C 5C / 2C", "QH KH AH / 2D")
    state = trading.table(*melds, hands=["9D thief", "8D 7S"], flop="KS", purses=[9, 9], jokers="thief")
    state = trading.after(state, *lines)
    assert [trading.hand(trading.seen_by(state), seat) for seat in (0, 1)] == seen
    assert trading.hand(trading.seen_by(state, 1), 0) == seen[0]
    assert trading.hand(trading.seen_by(state, 0), 0) == trading.hand(state, 0)


def last_card_drawn() -> Any:
    """Everyone but the last has sold a card face down, and then the stack ran out: what was in the discard pile is the
    stack.
    """
    state = trading.table("", "", "", hands=["", "6D", "5D"], sold=["8D", "7D"], stack="2S")
    return trading.after(state, "0 look: 2S")


def test_the_seller_knows_the_cards_sold_also_when_they_are_in_the_stack() -> None:
    before = trading.after(trading.table("", "", hands=["8D 9D"]), "0 sell 8D")
    assert [shown(seen_by(before, seat))["sold"] for seat in (0, 1, SPECTATOR)] == [[["8D"], []], [[], []], [[], []]]
    assert shown(seen_by(before, SPECTATOR))["sold_sizes"] == [1, 0]
    state = last_card_drawn()
    for seat, remembered in (
        (0, [["8D"], [], []]),
        (1, [[], ["7D"], []]),
        (2, [[], [], []]),
        (SPECTATOR, [[], [], []]),
    ):
        assert shown(seen_by(state, seat))["remembered"] == remembered
        assert len(shown(seen_by(state, seat))["stack_seen"]) == 52 - 5


Places = tuple[str, ...]


def places_of(state: Any) -> Places:
    """Everyone's hand, and what everyone sold face down."""
    return tuple(names_in(state[name][seat]) for name in ("hands", "sold") for seat in range(int(state.seats)))


def names_in(bag: Any) -> str:
    once, twice = int(bag[0]), int(bag[1])
    return " ".join(
        name
        for number, name in enumerate(trading.IN_ORDER)
        for _ in range((once >> number & 1) + (twice >> number & 1))
    )


def ways_to_place(unseen: str, slots: int) -> list[tuple[str, ...]]:
    """Every way to put one of these cards into each of so many places; the rest is in the stack."""
    return list(permutations(unseen.split(), slots))


def in_hand(*cards: str) -> str:
    return " ".join(sorted(" ".join(cards).split(), key=trading.IN_ORDER.index))


def trading_floor() -> Any:
    """Seat 1 has a card that all know and one they do not, seat 2 one; seat 1 has sold one; two are left in the
    stack.
    """
    return trading.table("", "", "", hands=["3S", "5D 6D", "7D"], known=["", "5D"], sold=["", "8D"], stack="9D TD")


def test_hands_and_sold_cards_are_dealt_again_and_what_is_known_stays() -> None:
    found = Counter(places_of(dealt) for dealt in redealt(trading_floor(), 0, 6000))
    ways = ways_to_place("6D 7D 8D 9D TD", 3)
    assert_uniform(found, [("3S", in_hand("5D", one), two, "", three, "") for one, two, three in ways])


def test_a_seller_keeps_the_card_sold_and_a_spectator_nothing() -> None:
    found = Counter(places_of(dealt) for dealt in redealt(trading_floor(), 1, 3000))
    assert_uniform(found, [(one, "5D 6D", two, "", "8D", "") for one, two in ways_to_place("3S 7D 9D TD", 2)])
    found = Counter(places_of(dealt) for dealt in redealt(trading_floor(), SPECTATOR, 20_000))
    ways = ways_to_place("3S 6D 7D 8D 9D TD", 4)
    assert_uniform(found, [(one, in_hand("5D", two), three, "", four, "") for one, two, three, four in ways])


def test_an_open_offer_shows_what_its_maker_has() -> None:
    state = trading_floor()
    state.turn, state.to_act = 1, 2
    offered = trading.after(state, "1 propose 0", "1 give 6D")
    for watcher in (0, 2):
        assert {places_of(dealt)[1] for dealt in redealt(offered, watcher, 60)} == {"5D 6D"}
    found = Counter(places_of(dealt) for dealt in redealt(offered, 0, 3000))
    assert_uniform(found, [("3S", "5D 6D", one, "", two, "") for one, two in ways_to_place("7D 8D 9D TD", 2)])
    cancelled = trading.after(offered, "1 cancel")
    assert len({places_of(dealt)[1] for dealt in redealt(cancelled, 0, 60)}) > 1


def test_what_was_offered_is_certain_while_it_is_answered_by_another_offer() -> None:
    state = trading_floor()
    state.turn, state.to_act = 1, 2
    countered = trading.after(state, "1 propose 0", "1 give 6D", "1 send", "0 counter", "0 want 6D", "0 bid 1")
    for watcher in (0, 2):
        assert {places_of(dealt)[1] for dealt in redealt(countered, watcher, 60)} == {"5D 6D"}
    for failed in (trading.after(countered, "0 cancel"), trading.after(countered, "0 send", "1 decline")):
        assert len({places_of(dealt)[1] for dealt in redealt(failed, 0, 60)}) > 1


def test_known_and_offered_are_the_same_card_if_they_are_equal() -> None:
    state = trading_floor()
    state.turn, state.to_act = 1, 2
    offered = trading.after(state, "1 propose 0", "1 give 5D")
    found = Counter(places_of(dealt)[1] for dealt in redealt(offered, 0, 3000))
    assert_uniform(found, [in_hand("5D", card) for card in ["6D", "7D", "8D", "9D", "TD"]])


def test_chosen_cards_are_certain_until_the_trade_is_done_and_known_then() -> None:
    state = trading.table("", "", "", hands=["3S", "5D 6D 7D", "4S"], stack="9D TD")
    state = trading.after(state, "0 propose 1", "0 want_any", "0 want_any", "0 send", "1 accept", "1 choose 6D")
    found = Counter(places_of(dealt)[1] for dealt in redealt(state, 0, 3000))
    assert_uniform(found, [in_hand("6D", *others) for others in combinations(["5D", "7D", "9D", "TD", "4S"], 2)])
    done = trading.after(state, "1 choose 5D")
    assert {places_of(dealt)[0] for dealt in redealt(done, 2, 60)} >= {"5D 6D 3S"}
    assert all({"5D", "6D"} <= set(places_of(dealt)[0].split()) for dealt in redealt(done, 2, 60))


def test_what_is_known_to_be_in_the_stack_stays_there() -> None:
    state = last_card_drawn()
    found = Counter(places_of(dealt) for dealt in redealt(state, 0, 3000))
    assert_uniform(found, [("", one, two, "", "", "") for one, two in ways_to_place("5D 6D 7D", 2)])
    found = Counter(places_of(dealt) for dealt in redealt(state, 2, 1000))
    assert_uniform(found, [("", one, "5D", "", "", "") for one in ("6D", "7D", "8D")])
    for watcher in (0, 1, 2, SPECTATOR):
        for dealt in redealt(state, watcher, 20):
            assert Counter(trading.every_card(dealt)) == Counter(trading.every_card(state))


def test_equal_cards_are_dealt_as_often_as_there_are_more_of_them() -> None:
    state = trading.table("", "", hands=["3S", "KC"], stack="KC 5D", double_suits="on")
    found = Counter(places_of(dealt)[1] for dealt in redealt(state, 0, 3000))
    assert_fair(found, {"KC": 2, "5D": 1})


@pytest.mark.parametrize("watcher", [0, 1, 2, SPECTATOR])
def test_nothing_of_a_trading_floor_is_dealt_again_but_what_is_hidden(watcher: int) -> None:
    offered = trading.after(trading_floor(), "0 propose 1", "0 give 3S", "0 want 5D", "0 bid 1")
    for state in (offered, last_card_drawn()):
        for dealt in redealt(state, watcher, 20):
            again = copied(dealt)
            again.stack[:] = state.stack
            for seat in {0, 1, 2} - {watcher}:
                for name in ("hands", "sold", "remembered"):
                    again[name][seat] = state[name][seat]
            assert again.tobytes() == state.tobytes()
            assert dealt.hand_sizes.tobytes() == state.hand_sizes.tobytes()
