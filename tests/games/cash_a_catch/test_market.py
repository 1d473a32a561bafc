"""§1 of Cash-a-Catch: the market."""

from __future__ import annotations

from collections import Counter

import pytest

from auctions import (
    CASH_A_CATCH,
    FISH,
    KINDS,
    LAST_FIFTEEN,
    MANY,
    STEPS,
    after,
    bag,
    bought,
    catch,
    dealt,
    discarded,
    every_card,
    garbage,
    in_steps,
    lot,
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
from support import any_chance, legal, play, shown


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


@pytest.mark.parametrize("step", [step for step in STEPS if step != "bell"])
def test_1_8_outside_a_race_everything_lies_open_to_all(step: str) -> None:
    state = in_steps()[step][0]
    for seat in (0, 1, 2, 3, SPECTATOR):
        assert seen_by(state, seat).tobytes() == state.tobytes()


def test_1_8_in_a_race_all_is_open_but_who_has_held() -> None:
    state = after(table("E1 / S2", "O1", "", "", garbage=["", "T3 O2"]), "0 open: F3", "1 hold")
    for seat in (0, 1, 2, 3, SPECTATOR):
        seen, true = shown(seen_by(state, seat)), shown(state)
        assert [name for name in true if seen[name] != true[name]] == ([] if seat == 1 else ["to_act"])
        assert (seen["garbage"][1], seen["lot"], seen["deck_size"]) == ({"T3": 1, "O2": 1}, {"F3": 1}, 98)
