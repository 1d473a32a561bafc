"""§5 of Cash-a-Catch: the catch."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from auctions import (
    KINDS,
    LAST_FIVE,
    PLACES,
    after,
    bought,
    catch,
    discarded,
    discards,
    garbage,
    money,
    phase,
    places_for,
    stand,
)
from openoutcry.table.match import seats_in
from support import legal, refused, shown


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
