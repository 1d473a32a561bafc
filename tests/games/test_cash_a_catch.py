"""The clauses of Cash-a-Catch. A stand is written with strokes between its places, an action with the cards it turns
after a colon.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest

from auctions import (
    CASH_A_CATCH,
    KINDS,
    LAST_FIFTEEN,
    PLACES,
    after,
    bag,
    bought,
    catch,
    dealt,
    discarded,
    discards,
    every_card,
    garbage,
    lot,
    match_at,
    money,
    phase,
    seen_by,
    stand,
    table,
    whole_deck,
)
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import seats_in
from openoutcry.table.race import HandClock, Race
from support import any_chance, legal, places, play, points, refused, shown

FISH = [f"{letter}{value}" for letter in KINDS.values() for value in (1, 2, 3)]
PRICES = [1, 2, 3, 5, 7, 10, 15, 20, 25, 30]
HALF_PRICES = [1, 1, 2, 3, 4, 5, 8, 10, 13, 15]
EVERY_EEL = ["E3"] * 5 + ["E2"] * 5 + ["E1"] * 5
LAST_FIVE = "S1 F1 C1 T1 L1 CLOSE"


def fish(count: int) -> str:
    """Eels that show so many fish together, up to thirty."""
    cards: list[str] = []
    for card in EVERY_EEL:
        if int(card[1]) <= count:
            cards.append(card)
            count -= int(card[1])
    assert count == 0
    return " ".join(cards)


def places_for(state: Any, card: str) -> set[str]:
    """Where the buyer may lay a card."""
    return {action.split()[2] for action in legal(state, int(state.buyer)) if action.startswith(f"lay {card} ")}


def is_over(state: Any) -> bool:
    return shown(state)["ending"] == "market_close" and not seats_in(state)


def test_1_1_there_are_six_kinds_with_five_cards_of_each_value() -> None:
    deck = shown(dealt(4))["deck"]
    assert {card: deck[card] for card in FISH} == dict.fromkeys(FISH, 5)
    assert sorted(card for card in deck if card not in FISH) == ["CAN", "CLOSE", "END", "O1", "O2", "O3", "THIEF"]


@pytest.mark.parametrize("card", FISH)
def test_1_1_the_value_of_a_card_is_the_number_of_its_fish(card: str) -> None:
    assert money(after(table(card, "", ""), "0 sell crate1")) == [30 + int(card[1]), 30, 30]
    assert money(after(table("", "", "", garbage=[card], deck="CLOSE"), "0 open: CLOSE")) == [30 - int(card[1]), 30, 30]


def test_1_2_there_are_two_octopus_cards_of_each_value() -> None:
    assert [shown(dealt(3))["deck"][card] for card in ("O1", "O2", "O3")] == [2, 2, 2]


@pytest.mark.parametrize("letter", KINDS.values())
def test_1_2_an_octopus_counts_as_fish_of_the_kind_it_lies_with(letter: str) -> None:
    state = table(f"{letter}3 O1 O2 / O3", f"{letter}1", "")
    sold = after(state, "0 sell crate1")
    assert (money(sold), stand(sold, 0), garbage(sold, 1)) == ([40, 30, 30], "/ O3", f"{letter}1")


def test_1_3_there_are_three_thieves_and_three_cans() -> None:
    assert [shown(dealt(5))["deck"][card] for card in ("THIEF", "CAN")] == [3, 3]


@pytest.mark.parametrize("card", ["THIEF", "CAN", "END", "CLOSE"])
def test_1_3_only_fish_and_octopus_lie_on_a_stand(card: str) -> None:
    with pytest.raises(Mistake):
        CASH_A_CATCH.actions.read(f"lay {card} crate1")
    assert CASH_A_CATCH.actions.read("lay O1 crate1")


def test_1_3_action_cards_are_gone_after_the_catch_used_or_not() -> None:
    state = bought(1, "THIEF CAN E1", "S1", "", "", garbage=["", "F1"])
    done = after(state, "1 pass", "1 lay E1 tub", "1 done")
    assert (discarded(state, done), phase(done), seats_in(done)) == ("THIEF CAN", "selling", [1])
    assert (stand(done, 1), stand(done, 0), garbage(done, 1)) == ("/ / E1", "S1", "F1")


def test_1_4_there_are_104_cards() -> None:
    for seats in CASH_A_CATCH.seats:
        state = dealt(seats)
        assert Counter(every_card(state)) == whole_deck(state)
        assert (
            whole_deck(state).total(),
            int(state.deck_size),
            whole_deck(state)["END"],
            whole_deck(state)["CLOSE"],
        ) == (104, 104, 1, 1)


@pytest.mark.parametrize("seed", range(2 if IS_PLAIN else 20))
def test_1_4_the_end_phase_comes_on_the_last_fifteen_and_the_close_among_the_last_six(seed: int) -> None:
    state, chance, turned = dealt(3), any_chance(seed), []
    state = play(state, 0, "open", chance)
    while seats_in(state):
        turned += shown(state)["turned"]
        for seat in (1, 2, 0):
            state = play(state, seat, "hold", chance)
    turned += shown(state)["turned"]
    assert (turned.index("END"), turned[-1]) == (102 - 15, "CLOSE")
    assert 98 <= turned.index("CLOSE") <= 103
    assert Counter(turned) + Counter(shown(state)["deck"]) == whole_deck(state)


def test_1_4_with_sixteen_others_left_the_end_phase_does_not_come_yet() -> None:
    state = table("", "", "", "", deck=f"{LAST_FIFTEEN} L1 END CLOSE")
    assert {lot(play(state, 0, "open", any_chance(seed))) for seed in range(60)} == {"E1", "S1", "F1", "C1", "T1", "L1"}
    assert int(after(state, "0 open: L1").is_end_phase) == 0


def test_1_4_the_close_does_not_come_while_six_others_are_left() -> None:
    state = table("", "", "", "", deck="E1 S1 F1 C1 T1 L1 CLOSE")
    assert {lot(play(state, 0, "open", any_chance(seed))) for seed in range(60)} == {"E1", "S1", "F1", "C1", "T1", "L1"}


def test_1_4_the_close_is_equally_likely_in_the_last_six_places() -> None:
    """Nobody has the money to ring, so the first auction turns every card up to the close."""
    state, chance, games = table("", "", "", "", money=[0, 0, 0, 0]), any_chance(5), 30 if IS_PLAIN else 6000
    left = Counter(int(play(state, 0, "open", chance).deck_size) for _ in range(games))
    assert set(left) <= set(range(6))
    if not IS_PLAIN:
        off = sum((left[place] - games / 6) ** 2 / (games / 6) for place in range(6))
        assert off < 20.5, "five degrees of freedom are off by more once in a thousand"


def turned_first(deck: str, times: int) -> Counter[str]:
    """How often each card is the first of a lot, or the market closes."""
    state, chance = table("", "", "", "", deck=deck), any_chance(3)
    return Counter(lot(play(state, 0, "open", chance)) or "CLOSE" for _ in range(times))


def test_1_5_each_card_of_the_bag_is_equally_likely() -> None:
    turned = turned_first("E1 E1 S2 F3 O1 THIEF CAN CAN CLOSE", 800)
    assert set(turned) == {"E1", "S2", "F3", "O1", "THIEF", "CAN"}
    assert all(160 <= turned[card] <= 240 for card in ("E1", "CAN"))
    assert all(70 <= turned[card] <= 130 for card in ("S2", "F3", "O1", "THIEF"))


def test_1_5_the_close_is_one_card_among_the_last() -> None:
    turned = turned_first("E1 S2 F3 O1 THIEF CLOSE", 600)
    assert set(turned) == {"E1", "S2", "F3", "O1", "THIEF", "CLOSE"}
    assert all(70 <= times <= 130 for times in turned.values())
    assert turned_first("CLOSE", 3) == {"CLOSE": 3}


def test_1_5_any_card_left_can_come() -> None:
    state = table("", "", "", "")
    for card in sorted(set(bag(whole_deck(state)))):
        turned = after(state, f"0 open: {card}")
        assert (lot(turned), shown(turned)["turned"], int(turned.deck_size)) == (card, [card], 103)


def test_1_6_a_stand_has_two_crates_and_a_tub_where_cards_lie_one_upon_another() -> None:
    state = bought(
        1, "E1 E2 E3 O1", "", "", "", lines=["1 lay E2 crate2", "1 lay E3 crate2", "1 lay O1 tub", "1 lay E1 crate2"]
    )
    assert stand(state, 1) == "/ E2 E3 E1 / O1"
    stolen = bought(2, "THIEF", "", stand(state, 1), "")
    assert legal(stolen, 2) == {"steal 1 crate2", "steal 1 tub", "pass"}
    assert catch(after(stolen, "2 steal 1 crate2")) == "E1"


def test_1_6_a_garbage_can_stands_beside_it() -> None:
    state = after(table("E1", "E2", "", garbage=["", "S3 S3 O1"]), "0 sell crate1")
    assert (stand(state, 1), garbage(state, 1)) == ("", "E2 S3 S3 O1")


MANY: dict[str, Any] = {"ones": 6, "twos": 6, "threes": 6, "octopus_ones": 4, "octopus_twos": 4, "octopus_threes": 4}


def test_1_6_every_card_that_can_lie_together_has_room_in_one_place() -> None:
    cards = [f"{letter}{value}" for value in (3, 2, 1) for letter in "E" * 6 + "O" * 4]
    state = bought(1, " ".join(cards), "", "", "", lines=[f"1 lay {card} crate1" for card in cards], **MANY)
    assert stand(state, 1) == " ".join(cards)
    assert (
        after(bought(0, "THIEF", "", " ".join(cards), "", **MANY), "0 steal 1 crate1", "0 lay O1 tub").heights[1, 0]
        == 29
    )
    assert money(after(state, "1 sell crate1"))[1] == 20 + 30


@pytest.mark.parametrize("seats", CASH_A_CATCH.seats)
def test_1_7_everyone_begins_with_30_euros_and_an_empty_stand(seats: int) -> None:
    state = dealt(seats)
    assert money(state) == [30] * seats
    assert (
        [stand(state, seat) for seat in range(seats)] == [garbage(state, seat) for seat in range(seats)] == [""] * seats
    )
    assert legal(state, 0) == {"open"}


IN_STEPS: dict[str, tuple[Any, int, dict[str, str]]] = {
    "selling": (table("E1 / O2", "S1", "", ""), 0, {"sell": "§3.1"}),
    "bell": (after(table("E1", "S1", "", ""), "0 open: E1"), 1, {}),
    "stealing": (
        bought(1, "THIEF E1", "S1 / / F2", "C1 / O1 / T1", "", ""),
        1,
        {"steal": "§5.2", **{f"steal 1 {place}": "§7.10" for place in PLACES}},
    ),
    "throwing": (bought(1, "L2", "C1", "E1 / S1 / T1", "", ""), 1, {"throw": "§5.3"}),
    "laying": (
        bought(1, "L2 O1", "C1", "E1 / O2 / T1", "", ""),
        1,
        {"lay": "§5.7", "lay L2 crate1": "§5.5", "lay L2 tub": "§5.5"},
    ),
    "canning": (bought(1, "CAN", "C1", "E1 / O2 / T1", "", "", garbage=["S2", "E1 O3"]), 1, {"scrap": "§5.8"}),
    "selling_catch": (
        bought(1, "E1", "C1", "E1 / / T1", "", "", deck=LAST_FIVE, lines=["1 lay E1 crate1"]),
        1,
        {"sell": "§3.1"},
    ),
}


@pytest.mark.parametrize("step", [step for step in IN_STEPS if step != "bell"])
def test_1_8_outside_a_race_everything_lies_open_to_all(step: str) -> None:
    state = IN_STEPS[step][0]
    for seat in (0, 1, 2, 3, SPECTATOR):
        assert seen_by(state, seat).tobytes() == state.tobytes()


def test_1_8_in_a_race_all_is_open_but_who_has_held() -> None:
    state = after(table("E1 / S2", "O1", "", "", garbage=["", "T3 O2"]), "0 open: F3", "1 hold")
    for seat in (0, 1, 2, 3, SPECTATOR):
        seen, true = shown(seen_by(state, seat)), shown(state)
        assert [name for name in true if seen[name] != true[name]] == ([] if seat == 1 else ["to_act"])
        assert (seen["garbage"][1], seen["lot"], seen["deck_size"]) == ({"T3": 1, "O2": 1}, {"F3": 1}, 98)


@pytest.mark.parametrize("seats", CASH_A_CATCH.seats)
def test_2_1_seat_0_is_the_first_auctioneer_and_then_the_next_to_the_left(seats: int) -> None:
    state, auctioneers = dealt(seats), []
    for card in FISH[: seats + 1]:
        (auctioneer,) = seats_in(state)
        auctioneers.append(auctioneer)
        buyer = (auctioneer + 1) % seats
        state = after(
            state, f"{auctioneer} open: {card}", f"{buyer} ring", f"{buyer} lay {card} crate{1 + card.startswith('S')}"
        )
    assert auctioneers == [turn % seats for turn in range(seats + 1)]


def test_2_1_whoever_buys_the_next_auctioneer_is_left_of_the_last() -> None:
    state = after(table("", "", "", "", auctioneer=3), "3 open: E1", "2 ring", "2 lay E1 tub")
    assert (int(state.auctioneer), seats_in(state), phase(state), int(state.buyer)) == (0, [0], "selling", -1)


def test_2_2_a_turn_is_selling_then_the_auction_then_the_catch() -> None:
    state = table("E1 / S1", "", "", "")
    assert (phase(state), legal(state, 0)) == ("selling", {"sell crate1", "sell crate2", "open"})
    state = after(state, "0 sell crate2")
    assert (phase(state), legal(state, 0)) == ("selling", {"sell crate1", "open"})
    state = after(state, "0 open: F1")
    assert (phase(state), legal(state, 1)) == ("bell", {"ring", "hold"})
    state = after(state, "3 ring")
    assert (phase(state), seats_in(state), int(state.buyer)) == ("laying", [3], 3)
    state = after(state, "3 lay F1 tub")
    assert (phase(state), seats_in(state), stand(state, 0)) == ("selling", [1], "E1")


@pytest.mark.parametrize("step", IN_STEPS)
def test_2_2_each_step_refuses_what_is_not_legal_in_it(step: str) -> None:
    state, seat, clauses = IN_STEPS[step]
    assert phase(state) == step
    may = legal(state, seat)
    assert may
    for action in CASH_A_CATCH.actions:
        expected = None if str(action) in may else clauses.get(str(action), clauses.get(action.verb, "§2.2"))
        assert refused(state, seat, str(action)) == expected, action


@pytest.mark.parametrize("step", IN_STEPS)
def test_2_2_only_those_whose_step_it_is_may_act(step: str) -> None:
    state = IN_STEPS[step][0]
    for seat in set(range(4)) - set(seats_in(state)):
        assert legal(state, seat) == set()
        in_race = {"ring": "§4.3", "hold": "§4.3"} if step == "bell" else {}
        for action in CASH_A_CATCH.actions:
            assert refused(state, seat, str(action)) == in_race.get(str(action), "§2.2")


@pytest.mark.parametrize("order", list(permutations(PLACES)), ids="-".join)
def test_3_1_places_are_sold_whole_in_any_order(order: tuple[str, ...]) -> None:
    state = table("E1 E2 O3 / S3 / O1 F1", "", "")
    for number, place in enumerate(order):
        assert legal(state, 0) == {"open", *(f"sell {left}" for left in order[number:])}
        before, state = state, after(state, f"0 sell {place}")
        assert discarded(before, state) == {"crate1": "E1 E2 O3", "crate2": "S3", "tub": "F1 O1"}[place]
        assert refused(state, 0, f"sell {place}") == "§3.1"
    assert (money(state)[0], stand(state, 0), legal(state, 0)) == (30 + 10 + 3 + 2, "", {"open"})


def test_3_1_nothing_need_be_sold_and_the_places_of_others_cannot_be() -> None:
    state = table("E1", "/ S1", "")
    assert (refused(state, 0, "open"), refused(state, 0, "sell crate2"), refused(state, 1, "sell crate2")) == (
        None,
        "§3.1",
        "§2.2",
    )
    assert stand(after(state, "0 open: E1"), 0) == "E1"


def test_3_1_each_place_is_priced_on_its_own() -> None:
    state = after(table("E3 E2 / O3 O2 / S3 S2", "", ""), "0 sell crate1", "0 sell crate2", "0 sell tub")
    assert money(state)[0] == 30 + 3 * 7


@pytest.mark.parametrize("count", range(1, 31))
def test_3_2_the_price_follows_from_the_number_of_fish(count: int) -> None:
    for place, stroke in zip(PLACES, ("", "/ ", "/ / "), strict=True):
        state = after(table(stroke + fish(count), "", ""), f"0 sell {place}")
        assert money(state) == [30 + PRICES[min(count, 10) - 1], 30, 30]


def test_3_2_the_rulebooks_seller_earns_22_with_5_eels_and_7_flounders_of_which_3_are_octopus() -> None:
    state = table("E3 E2 / F3 F1 O3", "E1 E2 / / F3 F1", "")
    sold = after(state, "0 sell crate1", "0 sell crate2")
    assert money(sold) == [30 + 22, 30, 30]
    assert discarded(state, sold) == "E2 E3 F1 F3 O3"


@pytest.mark.parametrize("letter", [*KINDS.values(), "O"])
def test_3_2_the_kind_does_not_matter(letter: str) -> None:
    assert money(after(table(f"{letter}3 {letter}3 {letter}1", "", ""), "0 sell crate1"))[0] == 30 + 15


@pytest.mark.parametrize("letter", KINDS.values())
def test_3_3_the_kind_of_a_place_is_that_of_its_fish(letter: str) -> None:
    others = [f"{other}3" for other in KINDS.values() if other != letter]
    state = after(table(f"{letter}1 O1", *others[:3], f"{others[3]} / O1 {letter}1 O2"), "0 sell crate1")
    assert [garbage(state, seat) for seat in range(5)] == ["", "", "", "", "O2"]


def test_3_3_the_kind_is_that_of_the_fish_that_lie_there_now() -> None:
    state = after(table("E1 / O1", "O2 E2 O1", ""), "0 sell crate1")
    assert (stand(state, 1), garbage(state, 1)) == ("O2 O1", "E2")
    state = after(state, "0 sell crate2")
    assert (stand(state, 1), garbage(state, 1)) == ("O1", "E2 O2")


def test_3_3_octopus_alone_is_sold_alone_at_the_same_prices() -> None:
    state = after(table("O3 O2 / O3 / E1", "", ""), "0 sell crate1")
    assert (money(state)[0], stand(state, 0)) == (30 + 7, "/ O3 / E1")
    assert money(after(state, "0 sell crate2"))[0] == 30 + 7 + 3


def test_3_4_the_rulebooks_opponent_throws_a_value_2_eel_and_nothing_of_the_tub() -> None:
    state = after(table("E3 E2 / F3 F1 O3", "E1 E2 / / F3 F1", ""), "0 sell crate1", "0 sell crate2")
    assert (stand(state, 1), garbage(state, 1)) == ("E1 / / F3 F1", "E2")


SPOILING = [
    ("E1 E3 E2", "E3", "E1 E2"),
    ("E3 E1 E1 E1 E1", "E3", "E1 E1 E1 E1"),
    ("E3 O3 E2", "O3", "E3 E2"),
    ("O3 E3", "E3", "O3"),
    ("E2 O2 E1", "O2", "E2 E1"),
    ("O2 E2 E1", "E2", "O2 E1"),
    ("E1 O3", "O3", "E1"),
    ("E2", "E2", ""),
    ("S3 / E1 O2", "O2", "S3 / E1"),
    ("S3 O3 / / E3", "", "S3 O3 / / E3"),
    ("/ / E3", "", "/ / E3"),
    ("O3 / O2 / E3", "", "O3 / O2 / E3"),
]


@pytest.mark.parametrize(("before", "thrown", "left"), SPOILING)
def test_3_4_the_highest_card_of_the_crate_spoils_and_of_equal_ones_the_nearest_the_top(
    before: str, thrown: str, left: str
) -> None:
    for stroke in ("", "/ ", "/ / "):
        state = after(table(f"{stroke}E1", before, ""), f"0 sell {PLACES[stroke.count('/')]}")
        assert (stand(state, 1), garbage(state, 1), money(state)) == (left, thrown, [31, 30, 30])


def test_3_4_every_other_player_throws_one_card_and_the_seller_none() -> None:
    state = table("E1 / S3", "E2 E3", "/ E1", "/ / E3 E3", "S1 / F2", garbage=["", "F1"])
    sold = after(state, "0 sell crate1")
    assert [stand(sold, seat) for seat in range(5)] == ["/ S3", "E2", "", "/ / E3 E3", "S1 / F2"]
    assert [garbage(sold, seat) for seat in range(5)] == ["", "E3 F1", "E1", "", ""]


def test_3_4_a_second_sale_spoils_another_kind() -> None:
    state = after(table("E1 / S1", "E2 E3 / S3 S2", ""), "0 sell crate1", "0 sell crate2")
    assert (stand(state, 1), garbage(state, 1)) == ("E2 / S2", "E3 S3")


SPOILING_OCTOPUS = [
    ("O3 O1 / O3 / O2", "O3", "O3 O1 / / O2"),
    ("O3 / O3 O2", "O3", "/ O3 O2"),
    ("O3 O1 / O3 O2", "O3", "O1 / O3 O2"),
    ("O2 / O3 O1", "O3", "O2 / O1"),
    ("O2 E1 / O1", "O1", "O2 E1"),
    ("O2 E1", "", "O2 E1"),
    ("/ / O3", "", "/ / O3"),
    ("E3 / O2", "O2", "E3"),
]


@pytest.mark.parametrize(("before", "thrown", "left"), SPOILING_OCTOPUS)
def test_3_5_the_highest_octopus_of_crates_with_nothing_else_spoils(before: str, thrown: str, left: str) -> None:
    state = after(table("O1", before, ""), "0 sell crate1")
    assert (stand(state, 1), garbage(state, 1), money(state)) == (left, thrown, [31, 30, 30])


def test_3_5_every_other_player_throws_one_card_and_the_seller_none() -> None:
    state = after(table("O1 / O3", "O2", "O1 E1", "/ O3 O2"), "0 sell crate1")
    assert [stand(state, seat) for seat in range(4)] == ["/ O3", "", "O1 E1", "/ O2"]
    assert [garbage(state, seat) for seat in range(4)] == ["", "O2", "", "O3"]


def test_4_1_cards_are_turned_one_at_a_time_and_make_up_the_lot() -> None:
    state = after(
        table("", "", "", ""), "0 open: E1", "1 hold", "2 hold", "3 hold: THIEF", "3 hold", "1 hold", "2 hold: E1"
    )
    assert (lot(state), int(state.lot_size), shown(state)["turned"], seats_in(state)) == (
        "E1 E1 THIEF",
        3,
        ["E1"],
        [1, 2, 3],
    )


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_4_2_each_is_asked_once_in_any_order(order: tuple[int, ...]) -> None:
    state = after(table("", "", "", ""), "0 open: E1")
    for number, seat in enumerate(order[:2]):
        assert seats_in(state) == sorted(order[number:])
        state = after(state, f"{seat} hold")
        assert (refused(state, seat, "ring"), refused(state, seat, "hold"), legal(state, seat)) == (
            "§4.2",
            "§4.2",
            set(),
        )
    assert (lot(state), legal(state, order[2])) == ("E1", {"ring", "hold"})


@pytest.mark.parametrize("held", [[], [1], [3], [1, 3], [3, 1]])
def test_4_2_the_first_to_ring_has_bought_the_lot(held: list[int]) -> None:
    state = after(table("", "", "", ""), "0 open: E1", *(f"{seat} hold" for seat in held), "2 ring")
    assert (seats_in(state), catch(state), lot(state), int(state.buyer)) == ([2], "E1", "", 2)
    assert (money(state), refused(state, 3, "ring")) == ([31, 30, 20, 30], "§2.2")


@pytest.mark.parametrize("held", [(), (1,), (2,), (3,), (1, 2), (1, 3), (2, 3)])
def test_4_2_nobody_is_shown_who_has_held(held: tuple[int, ...]) -> None:
    begun = after(table("", "", "", ""), "0 open: E1")
    state = after(begun, *(f"{seat} hold" for seat in held))
    for watcher in (0, 1, 2, 3, SPECTATOR):
        known = {watcher} & set(held)
        assert seats_in(seen_by(state, watcher)) == sorted({1, 2, 3} - known)
        if not known:
            assert seen_by(state, watcher).tobytes() == seen_by(begun, watcher).tobytes()


@pytest.mark.parametrize(
    ("euros", "asked"),
    [
        ([30, 10, 9, 0], [1]),
        ([0, 10, 11, 200], [1, 2, 3]),
        ([10, 30, 9, 9, 10], [1, 4]),
    ],
)
def test_4_3_entitled_is_who_has_ten_euros_but_of_four_or_five_not_the_auctioneer(
    euros: list[int], asked: list[int]
) -> None:
    state = after(table(*[""] * len(euros), money=euros), "0 open: E1")
    assert seats_in(state) == asked
    for seat in set(range(len(euros))) - set(asked):
        assert (refused(state, seat, "ring"), refused(state, seat, "hold")) == ("§4.3", "§4.3")


@pytest.mark.parametrize("auctioneer", range(4))
def test_4_3_whoever_is_the_auctioneer_cannot_ring(auctioneer: int) -> None:
    state = after(table("", "", "", "", auctioneer=auctioneer), f"{auctioneer} open: E1")
    assert seats_in(state) == [seat for seat in range(4) if seat != auctioneer]


def test_4_3_money_that_was_just_earned_counts() -> None:
    state = after(
        table("", "E3 E3", "", "", money=[0, 9, 9, 10], auctioneer=1),
        "1 sell crate1",
        "1 open: S1",
        "3 ring",
        "3 lay S1 tub",
    )
    assert (money(state), seats_in(after(state, "2 open: S1"))) == ([0, 20, 9, 0], [1])


@pytest.mark.parametrize("auctioneer", range(3))
def test_4_4_of_three_the_auctioneer_is_asked_last(auctioneer: int) -> None:
    others = [seat for seat in range(3) if seat != auctioneer]
    for first, second in (others, others[::-1]):
        state = after(table("", "", "", auctioneer=auctioneer), f"{auctioneer} open: E1")
        assert (seats_in(state), refused(state, auctioneer, "ring"), refused(state, auctioneer, "hold")) == (
            others,
            "§4.4",
            "§4.4",
        )
        state = after(state, f"{first} hold")
        assert (seats_in(state), refused(state, auctioneer, "ring")) == ([second], "§4.4")
        state = after(state, f"{second} hold")
        assert (seats_in(state), legal(state, auctioneer)) == ([auctioneer], {"ring", "hold"})
        assert [refused(state, seat, "ring") for seat in others] == ["§4.2", "§4.2"]
        assert (lot(after(state, f"{auctioneer} hold: S1")), money(after(state, f"{auctioneer} ring"))[auctioneer]) == (
            "E1 S1",
            20,
        )


def test_4_4_an_auctioneer_of_three_needs_ten_euros_too() -> None:
    state = after(table("", "", "", money=[9, 10, 10]), "0 open: E1")
    assert (refused(state, 0, "ring"), lot(after(state, "2 hold", "1 hold: S1"))) == ("§4.3", "E1 S1")


def test_4_4_where_the_others_have_no_money_the_auctioneer_is_asked_at_once() -> None:
    state = after(table("", "", "", money=[10, 9, 9]), "0 open: E1")
    assert seats_in(state) == [0]
    assert money(after(state, "0 ring")) == [0, 9, 9]


def test_4_5_if_nobody_rings_the_next_card_is_turned_and_all_are_asked_again() -> None:
    state = after(table("", "", "", "", ""), "0 open: E1", "1 hold", "2 hold", "3 hold", "4 hold: S2")
    assert (lot(state), seats_in(state), legal(state, 1)) == ("E1 S2", [1, 2, 3, 4], {"ring", "hold"})


@pytest.mark.parametrize("euros", [[50, 9, 9, 9], [9, 9, 9]])
def test_4_5_if_nobody_is_entitled_cards_are_turned_to_the_market_close(euros: list[int]) -> None:
    state = play(table(*[""] * len(euros), money=euros), 0, "open", any_chance(1))
    assert is_over(state)
    assert (money(state), discards(state)["END"], discards(state)["CLOSE"], int(state.deck_size) <= 5) == (
        euros,
        1,
        1,
        True,
    )
    assert Counter(every_card(state)) == whole_deck(state)


def test_4_6_on_an_empty_lot_the_end_phase_is_laid_aside_and_the_next_card_turned() -> None:
    state = table("", "", "", "", deck=f"{LAST_FIFTEEN} END CLOSE")
    opened = after(state, "0 open: END T1")
    assert (lot(opened), seats_in(opened), phase(opened)) == ("T1", [1, 2, 3], "bell")
    assert (discarded(state, opened), shown(opened)["turned"], int(opened.is_end_phase)) == ("END", ["T1"], 1)


@pytest.mark.parametrize("seats", CASH_A_CATCH.seats)
def test_4_6_after_the_end_phase_the_bell_is_open_if_the_lot_has_cards(seats: int) -> None:
    state = after(table(*[""] * seats, deck=f"{LAST_FIFTEEN} L1 END CLOSE"), "0 open: L1")
    asked = seats_in(state)
    for seat in asked[:-1]:
        state = after(state, f"{seat} hold")
    if seats == 3:
        state = after(state, "2 hold", "0 hold: END")
    else:
        state = after(state, f"{asked[-1]} hold: END")
    assert (lot(state), seats_in(state), shown(state)["turned"]) == ("L1", asked, ["END"])
    assert [legal(state, seat) for seat in asked] == [{"ring", "hold"}] * len(asked)
    rung = after(state, "2 ring")
    assert (money(rung)[0], money(rung)[2], catch(rung)) == (31, 20, "L1")


@pytest.mark.parametrize("cards", ["E1", "THIEF", "E1 E1 S2 S2 F3 O1 THIEF CAN"])
def test_4_7_the_buyer_pays_ten_euros_for_the_lot_however_large(cards: str) -> None:
    state = bought(2, cards, "S1", "", "", "", money=[0, 10, 10, 10])
    assert (money(state)[1:], catch(state), lot(state)) == ([10, 0, 10], cards, "")


def test_4_8_the_rulebooks_auctioneer_gets_5_euros_for_5_cards() -> None:
    turns = [
        "0 open: E1",
        *("1 hold", "2 hold", "3 hold: L2"),
        *("1 hold", "2 hold", "3 hold: T3"),
        *("1 hold", "2 hold", "3 hold: O2"),
    ]
    state = after(table("", "", "", ""), *turns, "1 hold", "2 hold", "3 hold: E3", "1 ring")
    assert (money(state), catch(state)) == ([35, 20, 30, 30], "E1 E3 T3 L2 O2")


def test_4_8_action_cards_count_and_the_end_phase_does_not() -> None:
    assert money(bought(1, "THIEF THIEF CAN E1", "", "", "", "")) == [34, 20, 30, 30]
    state = after(
        table("", "", "", deck=f"{LAST_FIFTEEN} L1 END CLOSE"), "0 open: L1", "1 hold", "2 hold", "0 hold: END"
    )
    assert money(after(state, "1 hold", "2 hold", "0 hold: E1", "2 ring")) == [32, 30, 20]


def test_4_8_an_auctioneer_who_buys_gets_nothing() -> None:
    state = after(table("", "", ""), "0 open: E1", "1 hold", "2 hold", "0 ring")
    assert money(state) == [20, 30, 30]


def test_4_8_the_commission_is_paid_for_the_largest_lot_there_can_be() -> None:
    state, chance = table("", "", "", "", money=[0, 10, 0, 0], thieves=8, cans=8, **MANY), any_chance(1)
    state = play(state, 0, "open", chance)
    while int(state.deck_size) > 6:
        state = play(state, 1, "hold", chance)
    assert money(after(state, "1 ring")) == [131, 0, 0, 0]


def at_live_table(state: Any, pace: float) -> tuple[Race, HandClock]:
    clock = HandClock()
    return Race(match_at(state), clock, pace), clock


@pytest.mark.parametrize("pace", [CASH_A_CATCH.pace, 1.0])
def test_4_9_at_a_live_table_there_is_so_much_time_to_ring_and_then_all_have_held(pace: float) -> None:
    assert CASH_A_CATCH.pace == 2.5
    race, clock = at_live_table(after(table("", "", "", ""), "0 open: E1"), pace)
    clock.move(pace - 0.125)
    assert (race.settle(), lot(race.match._state)) == (0, "E1")
    clock.move(0.125)
    assert (race.settle(), int(race.match._state.lot_size)) == (3, 2)
    clock.move(pace - 0.125)
    race.act(2, "ring")
    assert money(race.match._state) == [32, 30, 20, 30]


@pytest.mark.parametrize(("pace", "moment"), [(2.5, 0.5), (1.0, 0.5), (0.5, 0.25)])
def test_4_10_at_a_live_table_of_three_the_bell_opens_for_the_auctioneer_a_moment_later(
    pace: float, moment: float
) -> None:
    race, clock = at_live_table(after(table("", "", ""), "0 open: E1"), pace)
    assert [race.opens_for(seat) for seat in range(3)] == [moment, 0.0, 0.0]
    clock.move(moment / 2)
    with pytest.raises(Mistake, match="too early"):
        race.act(0, "ring")
    clock.move(moment / 2)
    race.act(0, "ring")
    assert money(race.match._state) == [20, 30, 30]


def test_4_10_if_nobody_else_is_entitled_it_opens_at_once() -> None:
    race, _ = at_live_table(after(table("", "", "", money=[30, 9, 9]), "0 open: E1"), 2.5)
    race.act(0, "ring")
    assert money(race.match._state) == [20, 9, 9]


def test_5_1_the_catch_is_dealt_with_in_order() -> None:
    state = bought(1, "THIEF CAN L1", "C3", "E1 / S1 / T1", "", "", garbage=["", "F1 F2 F3"], deck=LAST_FIVE)
    actions = [
        "steal 0 crate1",
        "throw eel",
        "throw shark",
        "lay L1 crate1",
        "lay C3 crate2",
        "scrap F3",
        "scrap S1",
        "sell tub",
        "done",
    ]
    steps = []
    for action in actions:
        steps.append(phase(state))
        state = after(state, f"1 {action}")
    assert steps == ["stealing", *["throwing"] * 2, *["laying"] * 2, *["canning"] * 2, *["selling_catch"] * 2]
    assert (phase(state), seats_in(state)) == ("selling", [1])
    assert (stand(state, 1), garbage(state, 1), money(state)[1]) == ("L1 / C3", "E1 F1 F2", 20 + 1)


@pytest.mark.parametrize(
    ("cards", "own", "step"),
    [
        ("E1", "S1", "laying"),
        ("CAN E1", "S1", "laying"),
        ("THIEF E1", "S1", "laying"),
        ("L1", "E1 / S1 / T1", "throwing"),
        ("CAN THIEF L1", "E1 / S1 / T1", "throwing"),
        ("CAN", "E1", "selling"),
        ("CAN THIEF THIEF", "E1", "selling"),
    ],
)
def test_5_1_steps_with_nothing_to_decide_are_left_out(cards: str, own: str, step: str) -> None:
    assert phase(bought(1, cards, "", own, "", "")) == step


def test_5_2_a_thief_takes_the_top_card_of_any_place_of_any_other_player() -> None:
    state = bought(2, "THIEF F1", "E1 E3 / / S2", "/ O1 O2", "C1", "", garbage=["T1", "T2", "T3"])
    assert legal(state, 2) == {"steal 0 crate1", "steal 0 tub", "steal 1 crate2", "pass"}
    stolen = after(state, "2 steal 0 crate1")
    assert (stand(stolen, 0), catch(stolen), discarded(state, stolen), phase(stolen)) == (
        "E1 / / S2",
        "E3 F1",
        "THIEF",
        "laying",
    )
    stolen = after(state, "2 steal 1 crate2")
    assert (stand(stolen, 1), catch(stolen), int(stolen.catch_size)) == ("/ O1", "F1 O2", 2)
    assert money(stolen) == money(state)


def test_5_2_a_thief_cannot_take_from_empty_places_seats_or_garbage_cans() -> None:
    state = bought(2, "THIEF F1", "E1", "", "C1", garbage=["T1", "T2", "T3"])
    assert [refused(state, 2, f"steal {seat} {place}") for seat in (1, 3, 4) for place in PLACES] == ["§5.2"] * 9
    assert [refused(state, 2, f"steal 0 {place}") for place in PLACES] == [None, "§5.2", "§5.2"]


def test_5_2_a_thief_may_be_passed_and_is_discarded() -> None:
    state = bought(2, "THIEF F1", "E1", "", "")
    passed = after(state, "2 pass")
    assert (catch(passed), discarded(state, passed), phase(passed), stand(passed, 0)) == ("F1", "THIEF", "laying", "E1")


def test_5_2_thieves_come_one_after_another() -> None:
    state = bought(1, "THIEF THIEF THIEF", "E1 E2 E3", "", "")
    twice = after(state, "1 steal 0 crate1", "1 steal 0 crate1")
    assert (catch(twice), stand(twice, 0), legal(twice, 1)) == ("E2 E3 THIEF", "E1", {"steal 0 crate1", "pass"})
    mixed = after(state, "1 pass", "1 steal 0 crate1", "1 pass")
    assert (catch(mixed), phase(mixed), discards(mixed)["THIEF"]) == ("E3", "laying", 3)


def test_5_2_without_a_card_to_steal_thieves_are_discarded() -> None:
    none = bought(1, "THIEF THIEF F1", "", "E1", "", garbage=["T1"])
    assert (phase(none), catch(none), discards(none)["THIEF"]) == ("laying", "F1", 2)
    state = after(bought(1, "THIEF THIEF F1", "E1", "S1", ""), "1 steal 0 crate1")
    assert (phase(state), catch(state), discards(state)["THIEF"]) == ("laying", "E1 F1", 2)


def test_5_3_the_rulebooks_buyer_throws_a_shark_to_make_room_for_two_lobsters() -> None:
    state = bought(1, "L2", "", "E2 E1 / S1 / T3", "")
    assert (phase(state), legal(state, 1)) == ("throwing", {"throw eel", "throw shark", "throw tuna", "throw lobster"})
    state = after(state, "1 throw shark", "1 lay L2 crate2")
    assert (stand(state, 1), garbage(state, 1)) == ("E2 E1 / L2 / T3", "S1")


def test_5_3_exactly_as_many_kinds_as_exceed_three_are_thrown() -> None:
    state, kinds = bought(1, "C1 T1 L1", "", "E1 / S1 / F1", ""), set(KINDS)
    for kind in ("tuna", "eel", "flounder"):
        assert legal(state, 1) == {f"throw {left}" for left in kinds}
        kinds.remove(kind)
        state = after(state, f"1 throw {kind}")
        assert refused(state, 1, f"throw {kind}") == ("§5.3" if len(kinds) > 3 else "§2.2")
    assert (phase(state), garbage(state, 1), catch(state), stand(state, 1)) == ("laying", "E1 F1 T1", "C1 L1", "/ S1")


@pytest.mark.parametrize("kinds", list(combinations(KINDS, 4)), ids="-".join)
def test_5_3_with_four_kinds_in_the_catch_any_one_is_thrown(kinds: tuple[str, ...]) -> None:
    state = bought(1, " ".join(f"{KINDS[kind]}2" for kind in kinds), "", "", "")
    assert legal(state, 1) == {f"throw {kind}" for kind in kinds}
    for kind in kinds:
        assert garbage(after(state, f"1 throw {kind}"), 1) == f"{KINDS[kind]}2"


@pytest.mark.parametrize(
    ("cards", "own"),
    [("F1", "E1 / S1 / O2"), ("O1 O2 O3", "E1 / S1 / T1"), ("E2 S2", "E1 / S1 / T1"), ("O1 E1", "O2 / O3")],
)
def test_5_3_three_kinds_are_not_too_many_and_octopus_is_none(cards: str, own: str) -> None:
    state = bought(1, cards, "", own, "")
    assert phase(state) == "laying"
    assert {refused(state, 1, f"throw {kind}") for kind in KINDS} == {"§2.2"}


def test_5_3_a_stolen_kind_counts() -> None:
    state = after(bought(1, "THIEF", "L1 O3", "E1 / S1 / T1", "F1"), "1 steal 2 crate1")
    assert legal(state, 1) == {"throw eel", "throw shark", "throw tuna", "throw flounder"}
    assert phase(after(bought(1, "THIEF", "L1 O3", "E1 / S1 / T1", "F1"), "1 steal 0 crate1")) == "laying"


def test_5_4_a_kind_is_thrown_with_its_place_its_octopus_and_its_cards_in_the_catch() -> None:
    state = bought(1, "L1 S2 S2 O1", "", "E1 / S1 O2 S3 / T1", "", garbage=["", "E2"])
    thrown = after(state, "1 throw shark")
    assert (stand(thrown, 1), garbage(thrown, 1)) == ("E1 / / T1", "E2 S1 S2 S2 S3 O2")
    assert (catch(thrown), int(thrown.catch_size), phase(thrown)) == ("L1 O1", 2, "laying")


def test_5_4_a_kind_that_is_only_in_the_catch_or_only_on_the_stand_can_be_thrown_too() -> None:
    state = bought(1, "L1 L3 O1", "", "E1 / S1 O2 / T1", "")
    of_catch, of_stand = after(state, "1 throw lobster"), after(state, "1 throw tuna")
    assert (garbage(of_catch, 1), stand(of_catch, 1), catch(of_catch)) == ("L1 L3", "E1 / S1 O2 / T1", "O1")
    assert (garbage(of_stand, 1), stand(of_stand, 1), catch(of_stand)) == ("T1", "E1 / S1 O2", "L1 L3 O1")
    assert (garbage(of_stand, 0), garbage(of_stand, 2), discarded(state, of_stand)) == ("", "", "")


def test_5_5_a_fish_goes_to_the_place_of_its_kind() -> None:
    state = bought(1, "E1 S1 F1", "", "/ O1 E2 / S3", "")
    assert (places_for(state, "E1"), places_for(state, "S1"), places_for(state, "F1")) == (
        {"crate2"},
        {"tub"},
        {"crate1"},
    )
    assert [refused(state, 1, f"lay E1 {place}") for place in PLACES] == ["§5.5", None, "§5.5"]
    assert stand(after(state, "1 lay E1 crate2"), 1) == "/ O1 E2 E1 / S3"


def test_5_5_a_new_kind_goes_to_any_place_that_is_empty_or_has_nothing_but_octopus() -> None:
    state = bought(1, "F1 F2", "", "O1 / E1", "")
    assert places_for(state, "F1") == places_for(state, "F2") == {"crate1", "tub"}
    on_octopus, in_tub = after(state, "1 lay F2 crate1"), after(state, "1 lay F2 tub")
    assert (places_for(on_octopus, "F1"), places_for(in_tub, "F1")) == ({"crate1"}, {"tub"})
    assert (stand(on_octopus, 1), stand(in_tub, 1)) == ("O1 F2 / E1", "O1 / E1 / F2")


def test_5_5_the_order_is_the_buyers_choice() -> None:
    state = bought(1, "E1 E2 E3 O1", "", "", "")
    for order in permutations(["E1", "E2", "E3", "O1"]):
        assert stand(after(state, *(f"1 lay {card} tub" for card in order)), 1) == f"/ / {' '.join(order)}"


@pytest.mark.parametrize("own", ["", "E1 / S1 / T1", "O2 / / S1"])
def test_5_6_an_octopus_goes_to_any_place(own: str) -> None:
    state = bought(1, "O1", "", own, "")
    assert legal(state, 1) == {f"lay O1 {place}" for place in PLACES}
    for number, place in enumerate(PLACES):
        assert shown(after(state, f"1 lay O1 {place}"))["stands"][1][number][-1] == "O1"


def test_5_6_an_octopus_may_be_laid_before_the_fish() -> None:
    state = bought(1, "O1 O1 O2 E1 S1 F1", "", "", "", lines=["1 lay O1 crate1", "1 lay O2 crate2", "1 lay O1 tub"])
    assert [places_for(state, card) for card in ("E1", "S1", "F1")] == [set(PLACES)] * 3
    state = after(state, "1 lay S1 tub", "1 lay E1 crate1", "1 lay F1 crate2")
    assert stand(state, 1) == "O1 E1 / O2 F1 / O1 S1"


def test_5_7_every_card_has_to_be_laid() -> None:
    state = bought(1, "E1 E1 O2", "", "S1", "", deck=LAST_FIVE)
    for card in ("E1", "O2", "E1"):
        assert {action.split()[0] for action in legal(state, 1)} == {"lay"}
        assert refused(state, 1, "done") == refused(state, 1, "sell crate1") == "§2.2"
        state = after(state, f"1 lay {card} tub")
    assert (phase(state), stand(state, 1), int(state.catch_size)) == ("selling_catch", "S1 / / E1 O2 E1", 0)


def test_5_7_only_cards_of_the_catch_are_laid_and_none_is_moved_again() -> None:
    state = bought(1, "E1 F3", "", "S1", "", lines=["1 lay E1 tub"])
    assert [refused(state, 1, f"lay {card} crate2") for card in ("S1", "E1", "O1", "F3")] == [
        "§5.7",
        "§5.7",
        "§5.7",
        None,
    ]


def test_5_8_a_can_takes_up_to_two_cards_off_the_own_garbage_can() -> None:
    state = bought(1, "CAN", "", "", "", garbage=["S3", "E1 E1 F2 O3"])
    assert legal(state, 1) == {"scrap E1", "scrap F2", "scrap O3", "done"}
    assert [refused(state, 1, f"scrap {card}") for card in ("S3", "E2")] == ["§5.8", "§5.8"]
    one = after(state, "1 scrap E1")
    assert (garbage(one, 1), discarded(state, one), legal(one, 1)) == (
        "E1 F2 O3",
        "E1",
        {"scrap E1", "scrap F2", "scrap O3", "done"},
    )
    two = after(one, "1 scrap E1")
    assert (garbage(two, 1), discards(two)["E1"], phase(two), int(two.takes_left)) == ("F2 O3", 2, "selling", 0)
    assert (garbage(two, 0), money(two)) == ("S3", money(state))


def test_5_8_the_buyer_is_done_at_any_time() -> None:
    state = bought(1, "CAN", "", "", "", garbage=["", "E1 F2 O3"])
    for lines in ([], ["1 scrap F2"]):
        done = after(state, *lines, "1 done")
        assert (phase(done), int(done.takes_left), len(garbage(done, 1).split())) == ("selling", 0, 3 - len(lines))


def test_5_8_two_cans_take_four_cards() -> None:
    state = bought(1, "CAN CAN", "", "", "", garbage=["", "E1 F2 F3 O3 O1"])
    for card in ("F2", "O3", "E1"):
        state = after(state, f"1 scrap {card}")
        assert phase(state) == "canning"
    state = after(state, "1 scrap O1")
    assert (phase(state), garbage(state, 1), discards(state)["CAN"]) == ("selling", "F3", 2)


def test_5_8_it_is_done_by_itself_when_none_is_left() -> None:
    assert phase(after(bought(1, "CAN CAN", "", "", "", garbage=["", "E1"]), "1 scrap E1")) == "selling"
    assert phase(bought(1, "CAN", "", "", "", garbage=["S1"])) == "selling"


def test_5_8_cards_just_thrown_can_be_taken_but_only_after_laying() -> None:
    state = after(bought(1, "CAN C1 L1", "", "E1 / S1 / T1", ""), "1 throw eel", "1 throw shark")
    assert refused(state, 1, "scrap E1") == "§2.2"
    state = after(state, "1 lay L1 crate1", "1 lay C1 crate2")
    assert legal(state, 1) == {"scrap E1", "scrap S1", "done"}
    assert garbage(after(state, "1 scrap E1", "1 scrap S1"), 1) == ""


def test_5_9_in_the_end_phase_the_buyer_may_sell_and_others_spoil() -> None:
    state = bought(1, "E1 E1", "E3", "E2 / S3", "", deck=LAST_FIVE, lines=["1 lay E1 crate1", "1 lay E1 crate1"])
    assert (phase(state), legal(state, 1)) == ("selling_catch", {"sell crate1", "sell crate2", "done"})
    sold = after(state, "1 sell crate1")
    assert (money(sold), garbage(sold, 0), legal(sold, 1)) == ([32, 25, 30], "E3", {"sell crate2", "done"})
    done = after(sold, "1 done")
    assert (phase(done), seats_in(done), stand(done, 1)) == ("selling", [1], "/ S3")


def test_5_9_selling_nothing_is_possible() -> None:
    state = bought(2, "E1", "", "", "", deck=LAST_FIVE, lines=["2 lay E1 tub", "2 done"])
    assert (phase(state), seats_in(state), stand(state, 2), money(state)) == ("selling", [1], "/ / E1", [31, 30, 20])


def test_5_9_the_step_ends_when_the_stand_is_empty_and_is_left_out_if_it_is() -> None:
    state = bought(1, "E1", "", "S1", "", deck=LAST_FIVE, lines=["1 lay E1 tub", "1 sell tub", "1 sell crate1"])
    assert (phase(state), seats_in(state), money(state)[1]) == ("selling", [1], 22)
    assert phase(bought(1, "THIEF CAN", "", "", "", deck=LAST_FIVE)) == "selling"


def test_5_9_it_comes_after_the_cans_and_not_before_the_end_phase() -> None:
    state = bought(1, "CAN E1", "", "", "", deck=LAST_FIVE, garbage=["", "S1"], lines=["1 lay E1 tub"])
    assert (phase(state), phase(after(state, "1 done")), phase(after(state, "1 scrap S1"))) == (
        "canning",
        "selling_catch",
        "selling_catch",
    )
    assert phase(bought(1, "E1", "", "", "", lines=["1 lay E1 tub"])) == "selling"


def test_6_1_the_end_phase_holds_for_the_very_auction_in_which_its_card_is_turned() -> None:
    state = after(table("", "", "", "", deck=f"{LAST_FIFTEEN} L1 END CLOSE"), "0 open: L1")
    before = after(state, "1 ring", "1 lay L1 tub")
    assert (int(before.is_end_phase), phase(before)) == (0, "selling")
    at_once = after(state, "1 hold", "2 hold", "3 hold: END", "1 ring", "1 lay L1 tub")
    assert (int(at_once.is_end_phase), phase(at_once), legal(at_once, 1)) == (1, "selling_catch", {"sell tub", "done"})
    next_time = after(at_once, "1 done", "1 open: E1", "2 ring", "2 lay E1 tub")
    assert phase(next_time) == "selling_catch"


def test_6_2_the_market_close_ends_the_game_at_once() -> None:
    state = after(
        table("", "", "", "", money=[1, 20, 10, 10], deck=LAST_FIVE), "0 open: S1", "1 hold", "2 hold", "3 hold: CLOSE"
    )
    assert is_over(state)
    assert (money(state), lot(state), discards(state)["S1"], int(state.deck_size)) == ([1, 20, 10, 10], "", 5, 4)
    for seat in range(4):
        assert legal(state, seat) == set()
        assert {refused(state, seat, str(action)) for action in CASH_A_CATCH.actions} == {"§6.2"}


def test_6_2_it_can_be_the_first_card_of_an_auction() -> None:
    assert is_over(after(table("", "", "", deck=LAST_FIVE), "0 open: CLOSE"))


@pytest.mark.parametrize("count", range(1, 31))
def test_6_3_everyone_sells_every_place_at_half_price(count: int) -> None:
    stands = [stroke + fish(count) for stroke in ("", "/ ", "/ / ")]
    for seat in range(3):
        for own in stands:
            state = after(table(*[own if other == seat else "" for other in range(3)], deck=LAST_FIVE), "0 open: CLOSE")
            assert money(state) == [30 + HALF_PRICES[min(count, 10) - 1] if other == seat else 30 for other in range(3)]
            assert stand(state, seat) == ""


def test_6_3_nothing_spoils() -> None:
    state = after(table("E2 / O1", "E3 / O2", "/ E1 / O3", deck=LAST_FIVE), "0 open: CLOSE")
    assert [garbage(state, seat) for seat in range(3)] == ["", "", ""]
    assert money(state) == [30 + 1 + 1, 30 + 2 + 1, 30 + 1 + 2]


def test_6_4_the_rulebooks_four_cards_on_a_garbage_can_cost_7() -> None:
    state = after(table("", "", "", garbage=["", "E1 S2 F3 O1"], deck=LAST_FIVE), "0 open: CLOSE")
    assert (money(state), garbage(state, 1)) == ([30, 23, 30], "E1 S2 F3 O1")


def test_6_4_money_may_end_below_zero() -> None:
    state = after(
        table("E3 / / O1", "", "", money=[0, 3, 0], garbage=["", "E3 S3 S3", "L1"], deck=LAST_FIVE), "0 open: CLOSE"
    )
    assert (points(state), places(state)) == ([3, -6, -1], [1, 3, 2])


def test_6_4_the_close_pays_for_fish_first_and_takes_for_garbage_then() -> None:
    stands = ["E3 E3 O3 / S1", "O2 / / L3 L3 L3 L1", ""]
    state = after(table(*stands, money=[0, 5, 1], garbage=["T2 T3 O1", "", "E1"], deck=LAST_FIVE), "0 open: CLOSE")
    assert (money(state), places(state)) == ([13 + 1 - 6, 5 + 1 + 15, 0], [2, 1, 3])


@pytest.mark.parametrize(
    ("euros", "expected"),
    [
        ([30, 31, 29], [2, 1, 3]),
        ([30, 30, 29], [1, 1, 3]),
        ([7, 30, 30, 7], [3, 1, 1, 3]),
        ([5, 5, 5, 5, 5], [1, 1, 1, 1, 1]),
    ],
)
def test_6_5_the_most_money_wins_and_equal_amounts_share_the_place(euros: list[int], expected: list[int]) -> None:
    state = after(table(*[""] * len(euros), money=euros, deck=LAST_FIVE), "0 open: CLOSE")
    assert (points(state), places(state)) == (euros, expected)
    assert not CASH_A_CATCH.rules.LOWEST_WINS


def check_count(option: str, cards: list[str], low: int, usual: int, high: int) -> None:
    """So many of each of these cards are in the deck, within limits, and nothing else differs."""
    for count in (low, usual, high):
        state = dealt(3) if count == usual else dealt(3, **{option: count})
        expected = Counter(shown(dealt(3))["deck"])
        expected.update(dict.fromkeys(cards, count - usual))
        assert (shown(state)["deck"], int(state.deck_size)) == (dict(+expected), 104 + (count - usual) * len(cards))
    for count in (low - 1, high + 1):
        with pytest.raises(Mistake, match=f"{option} takes a whole number from {low} to {high}"):
            dealt(3, **{option: count})


def test_7_1_ones() -> None:
    check_count("ones", [f"{letter}1" for letter in KINDS.values()], 1, 5, 6)


def test_7_2_twos() -> None:
    check_count("twos", [f"{letter}2" for letter in KINDS.values()], 1, 5, 6)


def test_7_3_threes() -> None:
    check_count("threes", [f"{letter}3" for letter in KINDS.values()], 1, 5, 6)


def test_7_4_octopus_ones() -> None:
    check_count("octopus_ones", ["O1"], 0, 2, 4)


def test_7_5_octopus_twos() -> None:
    check_count("octopus_twos", ["O2"], 0, 2, 4)


def test_7_6_octopus_threes() -> None:
    check_count("octopus_threes", ["O3"], 0, 2, 4)


def test_7_7_thieves() -> None:
    check_count("thieves", ["THIEF"], 0, 3, 8)


def test_7_8_cans() -> None:
    check_count("cans", ["CAN"], 0, 3, 8)


@pytest.mark.parametrize(
    ("before", "thrown", "left"),
    [
        ("E3 O3 E2", "E2", "E3 O3"),
        ("E3 O1", "O1", "E3"),
        ("S3 / E1 E3", "E3", "S3 / E1"),
        ("/ / E3", "", "/ / E3"),
        ("O3", "", "O3"),
    ],
)
def test_7_9_the_top_card_may_be_the_one_that_spoils(before: str, thrown: str, left: str) -> None:
    state = after(table("E1", before, "", spoils="top"), "0 sell crate1")
    assert (stand(state, 1), garbage(state, 1)) == (left, thrown)


@pytest.mark.parametrize(
    ("before", "thrown", "left"),
    [
        ("O3 O1 / O3 / O2", "O1", "O3 / O3 / O2"),
        ("O2 E1 / O3 O2", "O2", "O2 E1 / O3"),
        ("/ O3", "O3", ""),
        ("O2 E1 / / O3", "", "O2 E1 / / O3"),
    ],
)
def test_7_9_of_octopus_alone_it_is_the_top_card_of_the_first_such_crate(before: str, thrown: str, left: str) -> None:
    state = after(table("O1", before, "", spoils="top"), "0 sell crate1")
    assert (stand(state, 1), garbage(state, 1)) == (left, thrown)


def test_7_9_the_option_has_two_names() -> None:
    assert dealt(3).tobytes() == dealt(3, spoils="highest").tobytes()
    with pytest.raises(Mistake, match="spoils takes highest or top"):
        dealt(3, spoils="lowest")


def test_7_10_a_thief_may_be_let_take_from_the_buyers_own_places() -> None:
    stands = ["S1", "O2 E1 / / F3", ""]
    off, on = bought(1, "THIEF", *stands), bought(1, "THIEF", *stands, thief_own="on")
    assert legal(off, 1) == {"steal 0 crate1", "pass"}
    assert [refused(off, 1, f"steal 1 {place}") for place in PLACES] == ["§7.10"] * 3
    assert legal(on, 1) == {"steal 0 crate1", "steal 1 crate1", "steal 1 tub", "pass"}
    assert refused(on, 1, "steal 1 crate2") == "§5.2"


def test_7_10_what_is_taken_from_an_own_place_may_be_laid_there_or_elsewhere() -> None:
    state = after(bought(1, "THIEF", "", "O2 E1 / / F3", "", thief_own="on"), "1 steal 1 crate1")
    assert (stand(state, 1), catch(state), places_for(state, "E1")) == ("O2 / / F3", "E1", {"crate1", "crate2"})
    assert stand(after(state, "1 lay E1 crate1"), 1) == "O2 E1 / / F3"


def test_7_10_with_nothing_on_any_stand_even_such_a_thief_is_discarded() -> None:
    assert phase(bought(1, "THIEF", "", "", "", thief_own="on")) == "selling"
    assert phase(bought(1, "THIEF", "", "E1", "", thief_own="on")) == "stealing"
