"""The clauses of Dead-Cat Bounce. Melds are written with strokes between them, an action with the cards it draws after
a colon.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from openoutcry.engine.chance import DECK
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import seats_in
from support import any_chance, legal, places, play, points, refused, rigged, shown
from trading import (
    DEAD_CAT_BOUNCE,
    LETTERS,
    PACK,
    PRICES,
    RANKS,
    SUITS,
    Melds,
    after,
    blocked,
    can,
    cards,
    dealt,
    every_card,
    hand,
    known,
    melds,
    phase,
    purses,
    seen_by,
    sold,
    table,
    tokens,
    verbs,
)

MINORS = [card for card in PACK if card[1] in "CD"]


def turn_over(state: Any, draws: str | None = None) -> Any:
    """The player whose turn it is does nothing but discard and pay, and the next one's turn begins."""
    seat = int(state.turn)
    while phase(state) != "paying_tax":
        state = after(state, f"{seat} next" if phase(state) != "discarding" else f"{seat} {cheapest_discard(state)}")
    return after(state, f"{seat} pay" if draws is None else f"{seat} pay: {draws}")


def cheapest_discard(state: Any) -> str:
    """What costs nothing."""
    free = [place for place, card in enumerate(shown(state)["flop"], start=1) if PRICES[card[0]] == 1]
    return f"discard {free[0]}" if free else "leave"


def collected(own: Melds, *others: Melds, **options: Any) -> int:
    """What seat 1 gets at the beginning of its turn, seat 0 and the others showing these melds."""
    first, *rest = others or ("",)
    return int(purses(turn_over(table(first, own, *rest, **options)))[1]) - 7


def at_tax(*shown_melds: Melds, **more: Any) -> Any:
    """Seat 0 has come to its tax, or to what has to be laid down before it."""
    state = table(*shown_melds, **more)
    while phase(state) in ("trading", "protecting"):
        state = after(state, "0 next")
    return state


def full_table(last: str) -> dict[str, str]:
    """Twenty-five runs and one more meld: every letter is used. Two suits of clubs and of diamonds are needed."""
    pairs = [f"{low}{suit} {high}{suit}" for low, high in ("23", "45", "67", "89", "TJ", "QK") for suit in "CCDD"]
    return dict(zip(LETTERS, [*pairs, "8H 9H", last], strict=True))


def is_over(state: Any, ending: str) -> bool:
    return bool(shown(state)["ending"] == ending and not seats_in(state))


@pytest.mark.parametrize(("seats", "twice"), [(2, ""), (3, ""), (4, ""), (5, "C"), (6, "CD")])
def test_1_1_four_suits_of_thirteen_and_more_for_five_and_six_players(seats: int, twice: str) -> None:
    expected = Counter(PACK) + Counter(card for card in PACK if card[1] in twice)
    assert Counter(every_card(dealt(seats))) == expected


def test_1_2_two_equal_cards_do_not_stand_in_one_run_but_are_of_one_suit() -> None:
    state = table("3C 4C", "", hands=["3C 5C 5C"], double_suits="on")
    assert can(after(state, "0 at A"), "extend") == {"5C"}
    assert can(after(state, "0 at A", "0 extend 5C", "0 at A"), "extend") == set()
    assert collected("5C 5C 5D", "6C", double_suits="on") == 3 + 3, "most clubs, most diamonds and the highest diamond"


def test_1_2_a_card_of_the_table_is_the_one_in_the_first_meld_by_letter() -> None:
    state = table({"B": "KC KD", "C": "QC KC"}, "", double_suits="on")
    assert melds(after(state, "0 sell_shown KC"), 0) == {"B": "KD", "C": "QC KC"}
    assert melds(after(state, "0 put KC"), 0) == {"B": "KD", "C": "QC KC"}
    trade = after(state, "0 propose 1", "0 give_shown KC", "0 send", "1 accept")
    assert melds(trade, 0) == {"B": "KD", "C": "QC KC"}
    assert melds(after(state, "0 at C", "0 take KC"), 0) == {"B": "KC KD", "C": "QC"}


def test_1_2_of_equal_jokers_in_one_run_it_is_the_lowest() -> None:
    state = after(table("3C wild 5C wild 7C", "", jokers="wild"), "0 at A", "0 take wild")
    assert (melds(state, 0), hand(state, 0)) == ({"A": "5C wild 7C"}, "3C wild")


@pytest.mark.parametrize("rank", RANKS)
def test_1_3_what_each_rank_costs(rank: str) -> None:
    for suit in SUITS:
        price = PRICES[rank]
        assert refused(table("", "", flop=rank + suit, purses=[price - 1, 7]), 0, "buy 1") == "§4.1"
        bought = after(table("", "", flop=rank + suit, purses=[price, 7]), "0 buy 1")
        assert (purses(bought), hand(bought, 0)) == ([0, 7], rank + suit)


def test_1_3_the_prices_are_the_printed_ones() -> None:
    assert [PRICES[rank] for rank in "3456789T2JQKA"] == [1] * 8 + [2, 2, 3, 4, 5]


@pytest.mark.parametrize(("run", "price"), [("AC 2C", 7), ("KC AC", 9), ("AC 2C 3C", 8), ("QC KC AC", 12)])
def test_1_3_an_ace_costs_5_high_or_low(run: str, price: int) -> None:
    assert purses(after(table("", run, purses=[20, 0]), "0 takeover 1 A")) == [20 - price, price]


def test_1_4_two_cards_each_going_round_twice_then_the_flop_from_the_discard_pile() -> None:
    order = ["KC", "5D", "AS", "2H", "7C", "8C", "9C", "TC", "AH", "3D", "4D"]
    left, outcomes = list(PACK), []
    for card in order:
        outcomes.append((left.index(card), len(left)))
        left.remove(card)
    state = dealt(4, rigged(DECK, outcomes))
    assert [hand(state, seat).split() for seat in range(4)] == [["7C", "KC"], ["8C", "5D"], ["9C", "AS"], ["TC", "2H"]]
    assert (cards(state, "flop"), cards(state, "stack").split(), int(state.stack_size)) == ("AH 3D 4D", left, 41)


@pytest.mark.parametrize("seats", DEAD_CAT_BOUNCE.seats)
def test_1_4_everyone_begins_with_7_tokens_and_nothing_on_the_table(seats: int) -> None:
    state = dealt(seats)
    assert (purses(state), shown(state)["hand_sizes"]) == ([7] * seats, [2] * seats)
    assert [melds(state, seat) for seat in range(seats)] == [{}] * seats
    assert (len(shown(state)["flop"]), cards(state, "face_up"), [known(state, seat) for seat in range(seats)]) == (
        3,
        "",
        [""] * seats,
    )


def test_1_5_each_card_left_is_equally_likely() -> None:
    state, chance, times = (
        table("", "", stack="3C 3C KD 5H", double_suits="on"),
        any_chance(5),
        40 if IS_PLAIN else 2000,
    )
    drawn = Counter(cards(play(state, 0, "look", chance), "flop") for _ in range(times))
    assert set(drawn) == {"3C", "KD", "5H"}
    if not IS_PLAIN:
        assert abs(drawn["3C"] - 1000) < 120
        assert all(abs(drawn[card] - 500) < 100 for card in ("KD", "5H"))


def test_1_6_cards_slide_towards_the_discard_pile_and_enter_nearest_the_stack() -> None:
    state = after(table("", "", flop="5C KD 7H", hands=["QS"]), "0 buy 1")
    assert cards(state, "flop") == "KD 7H"
    state = after(state, "0 put QS")
    assert cards(state, "flop") == "KD 7H QS"
    state = after(state, "0 buy 2")
    assert cards(state, "flop") == "KD QS"
    assert cards(after(state, "0 look: 3C"), "flop") == "KD QS 3C"


def test_1_6_the_flop_keeps_its_cards_until_they_are_bought_or_discarded() -> None:
    state = turn_over(table("", "", flop="5C KD"), "9S")
    assert cards(state, "flop") == "5C KD 9S"
    state = after(state, "1 next", "1 discard 2", "1 pay: 8S")
    assert (cards(state, "flop"), cards(state, "face_up")) == ("5C 9S 8S", "KD")


def test_1_7_a_hand_is_secret_and_its_size_is_not() -> None:
    state = table("", "", hands=["5C 9D", "KH"])
    assert (hand(seen_by(state, 1), 0), hand(seen_by(state, 1), 1), hand(seen_by(state), 1)) == ("", "KH", "")
    assert shown(seen_by(state))["hand_sizes"] == [2, 1]


def test_1_7_what_all_have_seen_going_into_a_hand_is_known_until_it_leaves() -> None:
    state = after(table("3C 4C 5C", "QH KH AH", hands=["9D", "TD JD"], flop="KS"), "0 buy 1")
    assert known(state, 0) == "KS"
    state = after(state, "0 at A", "0 take 4C")
    assert known(state, 0) == "3C 4C 5C KS"
    state = after(state, "0 propose 1", "0 want KH", "0 want_any", "0 give KS", "0 send", "1 accept", "1 choose TD")
    assert (known(state, 0), known(state, 1)) == ("3C 4C 5C TD KH", "KS")
    assert hand(seen_by(state), 0) == hand(seen_by(state, 1), 0) == "3C 4C 5C TD KH"
    state = after(state, "0 put KH", "0 begin 4C", "0 extend 5C")
    assert (known(state, 0), hand(state, 0)) == ("3C TD", "3C 9D TD")


def test_1_7_of_equal_cards_the_known_one_leaves_openly() -> None:
    state = table("", "", hands=["KC KC"], known=["KC"], double_suits="on")
    assert known(after(state, "0 put KC"), 0) == ""
    assert known(after(state, "0 single KC"), 0) == ""
    assert known(after(state, "0 propose 1", "0 give KC", "0 send", "1 accept"), 0) == ""


def test_1_7_after_a_sale_from_the_hand_nothing_in_it_is_known() -> None:
    state = table("", "", hands=["KC 5D 9H"], known=["KC 5D"])
    assert known(after(state, "0 sell 9H"), 0) == known(after(state, "0 sell KC"), 0) == ""
    assert known(after(table("QC", "", hands=["KC"], known=["KC"]), "0 sell_shown QC"), 0) == "KC"


def test_1_8_tokens_melds_flop_offers_and_sizes_are_open() -> None:
    state = table(
        "3C 4C / QH", "KD", hands=["5C 9D", "TD"], flop="7H", tokens=[{"A": 2}], sold=["2S", "2H"], stack="8C 8D"
    )
    state = after(state, "0 propose 1", "0 give 5C", "0 want KD", "0 bid 2")
    true = shown(state)
    for seat in (0, 1, SPECTATOR):
        seen = shown(seen_by(state, seat))
        hidden = {name for name in true if seen[name] != true[name]}
        assert hidden <= {"hands", "sold", "stack"}
        assert seen["stack"] == []
        assert seen["sold"] == [["2S"] if seat == 0 else [], ["2H"] if seat == 1 else []]
        assert (seen["sold_sizes"], seen["stack_size"], seen["give"], seen["want"]) == ([1, 1], 2, ["5C"], ["KD"])
        assert seen["face_up"] == true["face_up"] != []


@pytest.mark.parametrize("seats", DEAD_CAT_BOUNCE.seats)
def test_2_1_seat_0_begins_and_turns_go_round(seats: int) -> None:
    state, order = dealt(seats, may_hide="on"), []
    for _ in range(seats + 1):
        (seat,) = seats_in(state)
        order.append(seat)
        assert all(refused(state, other, "next") == "§2.1" for other in range(seats) if other != seat)
        state = turn_over(state)
    assert order == [turn % seats for turn in range(seats + 1)]


def test_2_1_only_an_offer_is_answered_by_another() -> None:
    state = after(table("", "", "", hands=["KC"]), "0 propose 2", "0 give KC", "0 send")
    assert seats_in(state) == [2]
    assert (refused(state, 0, "accept"), refused(state, 1, "accept"), refused(state, 2, "accept")) == (
        "§2.1",
        "§2.1",
        None,
    )
    assert seats_in(after(state, "2 decline")) == [0]


OF_STEP: dict[str, set[str]] = {
    "trading": {
        "buy",
        "look",
        "put",
        "sell",
        "sell_shown",
        "single",
        "begin",
        "at",
        "takeover",
        "steal",
        "propose",
        "next",
    },
    "building": {"extend", "bridge", "take", "split"},
    "composing": {"give", "give_shown", "want", "want_any", "bid", "ask", "send", "cancel"},
    "answering": {"accept", "decline", "counter"},
    "choosing": {"choose"},
    "protecting": {"protect", "block", "next"},
    "discarding": {"discard", "leave"},
    "laying_down": {"single", "begin", "at"},
    "paying_tax": {"sell", "sell_shown", "propose", "pay"},
}


def in_step(step: str) -> Any:
    """A position in which seat 0, or seat 1 where it has to answer, is in a step."""
    state = table("3C 4C", "QD KD AD", hands=["5C KS", "9H TH"], flop="7H 2S QS", purses=[3, 3])
    lines = {
        "trading": [],
        "building": ["0 at A"],
        "composing": ["0 propose 1", "0 give KS"],
        "answering": ["0 propose 1", "0 want_any", "0 send"],
        "choosing": ["0 propose 1", "0 want_any", "0 send", "1 accept"],
        "protecting": ["0 next"],
        "discarding": ["0 next", "0 next"],
        "laying_down": ["0 next", "0 next", "0 discard 1"],
        "paying_tax": ["0 next", "0 next", "0 discard 1", "0 single KS", "0 at A", "0 extend 5C"],
    }
    return after(state, *lines[step])


@pytest.mark.parametrize("step", OF_STEP)
def test_2_2_what_belongs_to_one_step_cannot_be_done_in_another(step: str) -> None:
    state = in_step(step)
    (seat,), may = seats_in(state), legal(state, seats_in(state)[0])
    assert (phase(state), verbs(state, seat) <= OF_STEP[step], bool(may)) == (step, True, True)
    for action in DEAD_CAT_BOUNCE.actions:
        clause = refused(state, seat, str(action))
        assert (clause is None) == (str(action) in may), action
        assert (clause == "§2.2") == (action.verb not in OF_STEP[step]), action


def test_2_2_the_steps_follow_one_another() -> None:
    state, steps = table("3C 4C", "", hands=["5C KS"], flop="7H 2S QS"), []
    for line in ("0 next", "0 next", "0 discard 1", "0 single KS", "0 at A", "0 extend 5C", "0 pay"):
        steps.append(phase(state))
        state = after(state, line)
    assert steps == ["trading", "protecting", "discarding", "laying_down", "laying_down", "building", "paying_tax"]
    assert (phase(state), seats_in(state)) == ("trading", [1])


@pytest.mark.parametrize(
    ("shown_melds", "purse", "in_hand", "expected"),
    [
        ("3C 4C", 1, "", "protecting"),
        ("3C 3D", 1, "", "protecting"),
        ("2C / KD", 7, "", "discarding"),
        ("", 7, "", "discarding"),
        ("3C 4C", 0, "", "discarding"),
        ("3C 4C", 0, "block", "protecting"),
        ("2C", 7, "block", "discarding"),
    ],
)
def test_2_2_protect_is_left_out_with_nothing_to_protect_or_nothing_to_do_it_with(
    shown_melds: str, purse: int, in_hand: str, expected: str
) -> None:
    state = table(shown_melds, "", hands=[in_hand], purses=[purse, 7], flop="7H 2S QS", jokers="block")
    assert phase(after(state, "0 next")) == expected


@pytest.mark.parametrize(
    ("flop", "expected"), [("7H 2S QS", "discarding"), ("7H 2S", "paying_tax"), ("", "paying_tax")]
)
def test_2_2_discard_is_left_out_with_fewer_than_three_cards_in_the_flop(flop: str, expected: str) -> None:
    assert phase(after(table("", "", flop=flop), "0 next")) == expected


def test_2_3_the_very_first_turn_has_no_housekeeping_and_every_other_has() -> None:
    state = table("2C", "2D")
    rules = DEAD_CAT_BOUNCE.rules
    state.is_first_turn = 1
    rules.begin_turn(state, 0, any_chance())
    assert (purses(state), cards(state, "flop"), int(state.is_first_turn)) == ([7, 7], "", 0)
    state = turn_over(state)
    assert (purses(state), len(shown(state)["flop"])) == ([7, 7 + 4], 3)
    assert purses(turn_over(state))[0] == 7 + 4


def test_2_3_a_game_begins_without_it() -> None:
    state = dealt(3)
    assert (int(state.is_first_turn), int(state.stack_size), phase(state)) == (0, 52 - 6 - 3, "trading")


def test_3_1_tokens_on_the_melds_go_to_the_bank_and_block_jokers_to_the_discard_pile() -> None:
    state = table(
        "8D 9D", "3C 4C / KS", tokens=[{"A": 2}, {"A": 3}], blocked=["", "A"], jokers="block", stack="7H 7S 7D"
    )
    before = Counter(shown(state)["face_up"])
    state = turn_over(state, "7H 7S 7D")
    assert (tokens(state, 1), blocked(state, 1), tokens(state, 0)) == ({}, "", {"A": 2})
    assert Counter(shown(state)["stack"]) - before == Counter(["block"]), (
        "the stack ran out, and the discards are the new one"
    )
    state = turn_over(table("8D 9D", "3C 4C", tokens=[{}, {"A": 3}], blocked=["", "A"], jokers="block"))
    assert cards(state, "face_up") == "block"


def test_3_1_nobody_gets_the_tokens_back() -> None:
    assert purses(turn_over(table("8D 9D", "3C 4C / KS", tokens=[{}, {"A": 3}])))[1] == 7 + (1 + 1) + 1 + 4


@pytest.mark.parametrize(
    ("flop", "stack", "draws", "filled"),
    [
        ("", "7H 8S 9D KC", "9D 7H KC", "9D 7H KC"),
        ("5C KD", "7H 8S", "8S", "5C KD 8S"),
        ("5C", "7H 8S QS", "QS 7H", "5C QS 7H"),
    ],
)
def test_3_2_cards_are_drawn_until_the_flop_has_three(flop: str, stack: str, draws: str, filled: str) -> None:
    state = turn_over(table("", "", flop=flop, stack=stack), draws)
    assert cards(state, "flop") == filled


def test_3_2_or_until_the_stack_is_empty() -> None:
    state = turn_over(table("", "", stack="7H 8S", face_up=""), "8S 7H")
    assert (cards(state, "flop"), int(state.stack_size)) == ("8S 7H", 0)
    assert cards(turn_over(table("", "", flop="5C", stack="", face_up=""), ""), "flop") == "5C"


@pytest.mark.parametrize(
    ("meld", "sum_of_rulebook", "bonuses"),
    [
        ("TC JC QC KC", 4 + 3, 3),
        ("2H", 2, 2),
        ("2H 2S", 2 + 1, 4),
        ("3C 3H 3S", 1 + 2, 6),
        ("AC AD AH AS", 5 + 3, 8),
        ("AS 2S 3S 4S", 5 + 3, 3),
        ("3H 4H 5H 6H", 1 + 3, 3),
        ("2H 3H 4H 5H 6H", 2 + 4, 3),
        ("3H 3S", 1 + 1, 4),
        ("JC QC KC AC", 5 + 3, 3),
        ("TS JS", 2 + 1, 3),
        ("7C 8C", 1 + 1, 3),
        ("JC JD", 2 + 1, 4),
        ("QC QD", 3 + 1, 4),
        ("KC KD", 4 + 1, 4),
    ],
)
def test_3_3_the_rulebooks_dividends_and_others(meld: str, sum_of_rulebook: int, bonuses: int) -> None:
    assert collected(meld) == sum_of_rulebook + bonuses


@pytest.mark.parametrize("meld", ["TC JC QC KC", "2C", "2C 2D", "AC 2C 3C 4C", "3C 4C 5C 6C", "2C 3C 4C 5C 6C"])
def test_3_3_they_are_the_same_where_another_shows_as_much(meld: str) -> None:
    """With two suits of clubs and diamonds another player can show the same, so that nobody gets a bonus."""
    bonuses = 4 if meld == "2C 2D" else 2 if meld == "2C" else 3
    assert collected(meld, meld, double_suits="on") == collected(meld) - bonuses


@pytest.mark.parametrize(("card", "paid"), [("2D", 2), ("JD", 1), ("QD", 1), ("KD", 1), ("AD", 1)])
def test_3_3_a_single_2_pays_2_and_another_singleton_1(card: str, paid: int) -> None:
    assert collected(card, card, double_suits="on") == paid
    assert collected(f"{card} / 3C 4C", f"{card} / 3C 4C", double_suits="on") == paid + 2


def test_3_3_cards_in_hand_pay_nothing() -> None:
    assert purses(turn_over(table("", "", hands=["", "AC KC QC"])))[1] == 7
    assert purses(turn_over(table("", "2D", hands=["", "2C AD"])))[1] == 7 + 4


def test_3_3_what_was_taken_over_pays_its_new_owner() -> None:
    state = after(table("", "3C 4C 5C", purses=[7, 0]), "0 takeover 1 A")
    state = turn_over(state)
    assert purses(state) == [4, 3]
    assert purses(turn_over(state))[0] == 4 + 3 + 3


@pytest.mark.parametrize(
    ("own", "others", "paid", "bonuses"),
    [
        ("5C 6C", ["8D 9D TD"], 2, 2),
        ("5C 6C", ["QC"], 2, 2),
        ("5C 6C", ["2C / JC"], 2, 1),
        ("5C 6C", ["7C 8C"], 2, 0),
        ("5C 6C", ["7D 8D"], 2, 2),
        ("5C 6C", ["7D 7H"], 2, 3),
        ("5C 6C", ["", "7C 8C 9C"], 2, 0),
        ("2C / KC", ["QC"], 3, 2),
        ("KC", ["AC"], 1, 0),
        ("AC 2C", ["KC"], 6, 3),
        ("AC", ["KC"], 1, 1),
        ("QC QD QH QS", [""], 6, 8),
        ("QC QD QH QS", ["KC KD"], 6, 4),
        ("QC QD", ["QH QS"], 4, 4),
        ("2C 3C", ["QC QD / KC"], 3, 1),
        ("", ["2C"], 0, 0),
    ],
)
def test_3_4_bonuses_for_the_highest_the_most_and_the_longest(
    own: str, others: list[str], paid: int, bonuses: int
) -> None:
    assert collected(own, *others) == paid + bonuses


@pytest.mark.parametrize(
    ("own", "other", "paid", "bonuses"),
    [
        ("KC", "KC", 1, 0),
        ("KC / 2C", "KC", 3, 1),
        ("5C 6C", "5C 6C", 2, 0),
        ("5C 5C", "KC", 2, 1),
        ("5C 5C", "6C 7C", 2, 0),
        ("KC KC", "QC", 5, 2),
        ("3C 4C 5C", "3D 4D 5D", 3, 2),
    ],
)
def test_3_4_a_tie_pays_nobody_and_equal_cards_count_twice(own: str, other: str, paid: int, bonuses: int) -> None:
    assert collected(own, other, double_suits="on") == paid + bonuses


def test_3_4_a_singleton_or_a_set_is_no_run() -> None:
    assert collected("AC", "3D 4D") == 1 + 2
    assert collected("AC AH", "3D 4D") == 6 + 4
    assert collected("3D 4D", "AC / KH KS KD") == 2 + 2, "most diamonds and the longest run"


def test_3_4_housekeeping_for_all_that_one_alone_displays() -> None:
    assert collected("KC AC / 4D wild 6D 7D", jokers="wild") == 6 + 3 + 4 + 1


def test_3_4_jokers_count_for_none_of_these() -> None:
    assert collected("4D wild 6D", "7H 8H 9H", jokers="wild") - 2 == 2
    assert collected("4D wild 6D", "7H 8H", jokers="wild") - 2 == 2
    assert collected("4D wild 6D", "5D / 2D", jokers="wild") - 2 == 2


def test_4_1_a_card_of_the_flop_for_its_price_into_the_hand() -> None:
    state = table("", "", flop="5C KD AH", purses=[6, 7])
    bought = after(state, "0 buy 3")
    assert (purses(bought), hand(bought, 0), cards(bought, "flop")) == ([1, 7], "AH", "5C KD")
    assert (can(state, "buy"), can(bought, "buy")) == ({"1", "2", "3"}, {"1"})
    assert hand(after(bought, "0 buy 1"), 0) == "5C AH"


def test_4_1_what_cannot_be_paid_or_is_not_there_cannot_be_bought() -> None:
    state = table("", "", flop="5C KD", purses=[3, 7])
    assert [refused(state, 0, f"buy {place}") for place in (1, 2, 3)] == [None, "§4.1", "§4.1"]
    assert can(table("", "", flop="5C", purses=[0, 7]), "buy") == set()


def test_4_2_for_a_token_a_card_is_drawn_into_the_flop() -> None:
    state = after(table("", "", flop="5C KD", purses=[2, 7]), "0 look: AS")
    assert (purses(state), cards(state, "flop"), int(state.stack_size)) == ([1, 7], "5C KD AS", 52 - 3)
    assert refused(state, 0, "look") == "§4.2"


def test_4_2_not_without_a_token_a_gap_or_a_card() -> None:
    assert refused(table("", "", purses=[0, 7]), 0, "look") == "§4.2"
    assert refused(table("", "", flop="5C KD 9H"), 0, "look") == "§4.2"
    assert refused(table("", "", stack="", face_up=""), 0, "look") == "§4.2"
    assert refused(table("", "", flop="5C KD", purses=[1, 7]), 0, "look") is None


@pytest.mark.parametrize(
    ("card", "paid"), [("AC", 4), ("KC", 3), ("QC", 2), ("JC", 1), ("2C", 1), ("TC", None), ("3C", None)]
)
def test_4_3_a_card_worth_more_than_1_is_put_back_for_its_price_less_1(card: str, paid: int | None) -> None:
    state = table("", "", hands=[card], flop="5H 6H")
    if paid is None:
        assert refused(state, 0, f"put {card}") == "§4.3"
    else:
        put = after(state, f"0 put {card}")
        assert (purses(put), cards(put, "flop"), hand(put, 0)) == ([7 + paid, 7], f"5H 6H {card}", "")


def test_4_3_it_needs_a_gap_in_the_flop_which_may_be_made_by_buying() -> None:
    state = table("", "", hands=["KC"], flop="5H 6H 7H")
    assert refused(state, 0, "put KC") == "§4.3"
    state = after(state, "0 buy 1", "0 put KC")
    assert (cards(state, "flop"), purses(state)) == ("6H 7H KC", [7 - 1 + 3, 7])


def test_4_3_from_the_hand_and_if_there_is_none_from_the_table() -> None:
    state = table("JC QC KC / 3D 4D", "AD", hands=["KC", "AS"], double_suits="on")
    assert can(state, "put") == {"JC", "QC", "KC"}
    assert [refused(state, 0, f"put {card}") for card in ("3D", "AD", "AS", "AH")] == ["§4.3"] * 4
    state = after(state, "0 put KC")
    assert (melds(state, 0), hand(state, 0)) == ({"A": "JC QC KC", "B": "3D 4D"}, "")
    state = after(state, "0 put KC")
    assert melds(state, 0) == {"A": "JC QC", "B": "3D 4D"}
    assert (cards(state, "flop"), purses(state)[0]) == ("KC KC", 7 + 6)


def test_4_4_from_the_hand_face_down() -> None:
    state = after(table("", "", hands=["AC 5D"]), "0 sell AC")
    assert (purses(state), hand(state, 0), sold(state, 0), cards(state, "face_up")) == ([8, 7], "5D", "AC", "")
    assert DEAD_CAT_BOUNCE.actions.seen(DEAD_CAT_BOUNCE.actions.read("sell AC").number) == "sell ?"


def test_4_4_from_the_table_face_up() -> None:
    state = after(table("KC AC", "", hands=["5D"]), "0 sell_shown AC")
    assert (purses(state), melds(state, 0), cards(state, "face_up"), sold(state, 0)) == ([8, 7], {"A": "KC"}, "AC", "")


@pytest.mark.parametrize("card", ["3C", "TC", "2C", "JC", "QC", "KC", "AC"])
def test_4_4_the_bank_pays_1_whatever_the_card(card: str) -> None:
    assert purses(after(table("", "", hands=[card], purses=[0, 0]), f"0 sell {card}")) == [1, 0]
    shown_card = table(f"{card} {card[0]}D", "", purses=[0, 0])
    assert purses(after(shown_card, f"0 sell_shown {card}")) == [1, 0]


def test_4_4_only_what_one_has_can_be_sold() -> None:
    state = table("QC", "KD", hands=["5D", "9S"])
    assert [refused(state, 0, f"sell {card}") for card in ("5D", "QC", "9S", "KD")] == [None, "§4.4", "§4.4", "§4.4"]
    assert [refused(state, 0, f"sell_shown {card}") for card in ("QC", "5D", "9S", "KD")] == [
        None,
        "§4.4",
        "§4.4",
        "§4.4",
    ]


def test_4_5_what_was_bought_cannot_be_sold_this_turn() -> None:
    state = after(table("4C", "", hands=["9S"], flop="5C KD"), "0 buy 1")
    assert (refused(state, 0, "sell 5C"), refused(state, 0, "sell 9S")) == ("§4.5", None)
    laid = after(state, "0 at A", "0 extend 5C")
    assert (refused(laid, 0, "sell_shown 5C"), refused(laid, 0, "sell_shown 4C")) == ("§4.5", None)
    back = after(laid, "0 at A", "0 take 5C")
    assert refused(back, 0, "sell 5C") == "§4.5"


def test_4_5_but_it_can_be_put_back_and_be_sold_next_turn() -> None:
    state = after(table("", "", flop="KD"), "0 buy 1")
    assert (refused(state, 0, "sell KD"), refused(state, 0, "put KD")) == ("§4.5", None)
    state = after(state, "0 next", "0 single KD", "0 pay: 3C 4C 5C", "1 next", "1 discard 1", "1 pay: 6C")
    assert refused(state, 0, "sell_shown KD") is None


def test_4_5_what_was_taken_over_cannot_be_sold_this_turn() -> None:
    state = after(table("", "9C TC", tokens=[{}, {"A": 3}]), "0 takeover 1 A")
    assert purses(state) == [2, 12]
    assert [refused(state, 0, f"sell_shown {card}") for card in ("9C", "TC")] == ["§4.5", "§4.5"]
    joker = after(table("", "9C wild JC", jokers="wild"), "0 takeover 1 A")
    assert refused(joker, 0, "sell_shown wild") == "§4.5"


@pytest.mark.parametrize(
    ("lines", "may_be_sold"),
    [
        (["0 want KD", "0 bid 1"], False),
        (["0 want KD", "0 give 9S", "0 bid 1"], False),
        (["0 want KD", "0 give 9S"], True),
        (["0 want KD", "0 ask 1"], True),
    ],
)
def test_4_5_nor_what_was_got_by_the_side_that_paid(lines: list[str], may_be_sold: bool) -> None:
    state = after(table("", "KD", hands=["9S"]), "0 propose 1", *lines, "0 send", "1 accept")
    assert refused(state, 0, "sell KD") == (None if may_be_sold else "§4.5")


def test_4_5_whoever_pays_in_a_counter_proposal_has_acquired_too() -> None:
    state = after(table("", "", hands=["9S", "KD"]), "0 propose 1", "0 want_any", "0 send", "1 counter", "1 give KD")
    paying, paid = after(state, "1 ask 2", "1 send", "0 accept"), after(state, "1 bid 2", "1 send", "0 accept")
    assert (refused(paying, 0, "sell KD"), refused(paid, 0, "sell KD")) == ("§4.5", None)


def test_4_5_of_equal_cards_so_many_can_be_sold_as_are_beyond_those_acquired() -> None:
    state = after(table("", "", hands=["KC"], flop="KC", double_suits="on"), "0 buy 1")
    assert (refused(state, 0, "sell KC"), cards(state, "acquired")) == (None, "KC")
    assert refused(after(state, "0 sell KC"), 0, "sell KC") == "§4.5"
    on_table = after(table("KC", "", flop="KC", double_suits="on"), "0 buy 1")
    assert (refused(on_table, 0, "sell KC"), refused(on_table, 0, "sell_shown KC")) == (None, None)
    assert refused(after(on_table, "0 sell KC"), 0, "sell_shown KC") == "§4.5"
    both = after(table("", "", flop="KC KC", purses=[8, 7], double_suits="on"), "0 buy 1", "0 buy 1")
    assert refused(both, 0, "sell KC") == "§4.5"


def test_4_5_where_an_equal_card_is_put_back_or_traded_that_is_the_one_acquired() -> None:
    state = after(table("", "", hands=["KC"], flop="KC", double_suits="on"), "0 buy 1")
    put = after(state, "0 put KC")
    assert (cards(put, "acquired"), refused(put, 0, "sell KC")) == ("", None)
    traded = after(state, "0 propose 1", "0 give KC", "0 send", "1 accept")
    assert (cards(traded, "acquired"), refused(traded, 0, "sell KC")) == ("", None)
    swapped = after(
        table("", "", hands=["KC", "KC"], known=["", "KC"], double_suits="on"),
        *("0 propose 1", "0 give KC", "0 want KC", "0 bid 1", "0 send", "1 accept"),
    )
    assert (cards(swapped, "acquired"), refused(swapped, 0, "sell KC"), known(swapped, 1)) == ("KC", "§4.5", "KC")


def test_4_5_a_thief_that_is_used_up_is_the_one_acquired() -> None:
    state = table("5D thief 7D", "5C 6C 7C", flop="thief", jokers="thief")
    state = after(state, "0 buy 1")
    assert refused(after(state, "0 sell thief"), 0, "sell_shown thief") == "§4.5", "of the two one can be sold"
    state = after(state, "0 steal 1 6C")
    assert (cards(state, "acquired"), refused(state, 0, "sell_shown thief")) == ("", None)
    alone = after(
        table("", "5C 6C 7C / 7D 8D 9D", hands=["thief"], flop="thief", jokers="thief"), "0 buy 1", "0 steal 1 6C"
    )
    assert refused(alone, 0, "sell thief") is None


def test_4_5_so_is_a_block_joker_that_goes_to_the_discard_pile() -> None:
    state = table("4C 5C 6C", "", hands=["block 3H"], flop="block", purses=[2, 7], jokers="block")
    state = after(state, "0 buy 1", "0 next", "0 block A", "0 next")
    assert (phase(state), cards(state, "acquired"), refused(state, 0, "sell block")) == ("paying_tax", "block", None)
    state = after(state, "0 sell_shown 5C")
    assert (cards(state, "face_up"), hand(state, 0), purses(state)[0]) == ("5C block", "4C 6C 3H block", 1)
    assert (cards(state, "acquired"), refused(state, 0, "sell block")) == ("", None)


@pytest.mark.parametrize(("paid", "clause"), [([], None), (["0 ask 1"], None), (["0 bid 1"], "§4.5")])
def test_4_5_a_card_that_is_given_away_and_comes_back_is_banned_only_if_it_is_paid_again(
    paid: list[str], clause: str | None
) -> None:
    state = after(table("", "", flop="KD"), "0 buy 1", "0 propose 1", "0 give KD", "0 send", "1 accept")
    assert cards(state, "acquired") == ""
    state = after(state, "0 propose 1", "0 want KD", *paid, "0 send", "1 accept")
    assert (hand(state, 0), refused(state, 0, "sell KD")) == ("KD", clause)


def test_4_5_also_when_it_comes_back_from_the_market() -> None:
    state = after(table("", "", flop="KD", purses=[9, 7]), "0 buy 1", "0 put KD", "0 buy 1")
    assert (purses(state)[0], cards(state, "acquired"), refused(state, 0, "sell KD")) == (4, "KD", "§4.5")


def test_4_6_the_ban_falls_while_selling_all_others_would_not_pay_the_tax() -> None:
    state = after(table("", "", flop="5C 9D", purses=[2, 7]), "0 buy 1", "0 buy 1", "0 next")
    assert (phase(state), legal(state, 0)) == ("paying_tax", {"sell 5C", "sell 9D", "propose 1"})
    assert legal(after(state, "0 sell 9D"), 0) == {"pay"}


def test_4_6_it_stands_while_they_would() -> None:
    state = after(table("", "", hands=["3H"], flop="5C", purses=[1, 7]), "0 buy 1", "0 next")
    assert (purses(state)[0], legal(state, 0)) == (0, {"sell 3H", "propose 1"})
    assert refused(state, 0, "sell 5C") == "§4.5"
    assert legal(after(state, "0 sell 3H"), 0) == {"pay"}


def test_4_6_it_stands_for_cards_of_the_table() -> None:
    state = after(table("", "3S 4S", hands=["5C 9D"], purses=[2, 7]), "0 takeover 1 A", "0 next")
    assert (purses(state)[0], legal(state, 0)) == (0, {"sell 5C", "sell 9D", "propose 1"})
    state = after(
        table("", "", flop="3S 4S 5C", purses=[3, 7]), *["0 buy 1"] * 3, "0 begin 3S", "0 extend 4S", "0 next"
    )
    assert (legal(state, 0), refused(state, 0, "sell_shown 3S")) == ({"sell 5C", "propose 1"}, "§4.5")


def test_4_6_of_equal_cards_only_those_beyond_the_acquired_are_others() -> None:
    state = after(
        table("", "", hands=["5C"], flop="5C", purses=[1, 7], double_suits="on", may_hide="on"), "0 buy 1", "0 next"
    )
    assert legal(state, 0) == {"sell 5C", "propose 1"}
    assert legal(after(state, "0 sell 5C"), 0) == {"pay"}


@pytest.mark.parametrize(
    ("first", "others"),
    [
        ("3C", "4C"),
        ("AC", "KC QC JC"),
        ("3D", "2D AD"),
        ("2S", "AS"),
        ("9H", "TH JH"),
        ("KC", "AC"),
        ("7C", "8C 9C 6C 5C 4C TC"),
    ],
)
def test_5_1_a_run_is_two_or_more_cards_of_one_suit_in_sequence(first: str, others: str) -> None:
    second, *rest = others.split()
    state = after(table("", "", hands=[f"{first} {others}"]), f"0 begin {first}", f"0 extend {second}")
    for card in rest:
        state = after(state, "0 at A", f"0 extend {card}")
    run = melds(state, 0)["A"].split()
    assert (set(run), hand(state, 0)) == ({first, *others.split()}, "")
    places_in_order = [("A23456789TJQK" if run[0][0] == "A" else "23456789TJQKA").index(card[0]) for card in run]
    assert places_in_order == list(range(places_in_order[0], places_in_order[0] + len(run)))


@pytest.mark.parametrize(
    ("run", "in_hand", "fitting"),
    [
        ("3C 4C", "2C 5C 2D 5D 6C AC 3D", {"2C", "5C"}),
        ("AC 2C", "KC 3C", {"3C"}),
        ("KC AC", "2C QC", {"QC"}),
        ("2C 3C 4C", "AC", {"AC"}),
        ("JC QC KC", "AC", {"AC"}),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "AC", set()),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "AC", set()),
    ],
)
def test_5_1_the_ace_is_never_in_the_middle_and_a_rank_stands_only_once(
    run: str, in_hand: str, fitting: set[str]
) -> None:
    state = after(table(run, "", hands=[in_hand], double_suits="on"), "0 at A")
    assert can(state, "extend") == fitting


def test_5_1_an_ace_that_fits_at_both_ends_stands_above_the_king() -> None:
    state = after(table("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "", hands=["AC"]), "0 at A", "0 extend AC")
    assert melds(state, 0) == {"A": "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"}
    assert is_over(state, "royal_flush")
    state = table("3C 4C 5C 6C 7C 8C 9C TC JC QC", "", hands=["AC wild"], jokers="wild")
    assert melds(after(state, "0 at A", "0 bridge AC"), 0) == {"A": "3C 4C 5C 6C 7C 8C 9C TC JC QC wild AC"}


def test_5_1_a_single_ace_is_high_beside_a_king_and_low_beside_a_2() -> None:
    state = table("AC", "", hands=["2C KC"])
    assert melds(after(state, "0 at A", "0 extend KC"), 0) == {"A": "KC AC"}
    assert melds(after(state, "0 at A", "0 extend 2C"), 0) == {"A": "AC 2C"}


@pytest.mark.parametrize("rank", RANKS)
def test_5_2_a_set_is_two_or_more_cards_of_one_rank(rank: str) -> None:
    state = table("", "", hands=[f"{rank}C {rank}D {rank}H {rank}S"])
    state = after(state, f"0 begin {rank}H", f"0 extend {rank}C")
    assert melds(state, 0) == {"A": f"{rank}C {rank}H"}
    state = after(state, "0 at A", f"0 extend {rank}S", "0 at A", f"0 extend {rank}D")
    assert melds(state, 0) == {"A": f"{rank}C {rank}D {rank}H {rank}S"}


def test_5_2_two_equal_cards_may_be_in_one_set_which_may_have_six() -> None:
    state = table("5C 5D 5H 5S", "", hands=["5C 5D"], double_suits="on")
    state = after(state, "0 at A", "0 extend 5D", "0 at A", "0 extend 5C")
    assert melds(state, 0) == {"A": "5C 5C 5D 5D 5H 5S"}
    assert melds(after(table("", "", hands=["5C 5C"], double_suits="on"), "0 begin 5C", "0 extend 5C"), 0) == {
        "A": "5C 5C"
    }
    state = after(state, "0 at A", "0 take 5C")
    assert (melds(state, 0), hand(state, 0)) == ({"A": "5C 5D 5D 5H 5S"}, "5C")


def test_5_2_a_set_takes_no_other_rank() -> None:
    assert can(after(table("5C 5D", "", hands=["6C 4C 5H"]), "0 at A"), "extend") == {"5H"}


@pytest.mark.parametrize("rank", RANKS)
def test_5_3_a_singleton_is_one_2_jack_queen_king_or_ace(rank: str) -> None:
    state = table("", "", hands=[f"{rank}D"])
    assert refused(state, 0, f"single {rank}D") == (None if rank in "2JQKA" else "§5.3")


def test_5_3_a_player_has_at_most_one_of_each_rank() -> None:
    state = table("QC", "KD", hands=["QD KH QC"], double_suits="on")
    assert [refused(state, 0, f"single {card}") for card in ("QD", "QC", "KH")] == ["§5.3", "§5.3", None]
    assert refused(table("QC QH", "", hands=["QD"]), 0, "single QD") is None
    assert refused(table("QC KC", "", hands=["QD"]), 0, "single QD") is None


def test_5_3_it_can_grow_into_a_run_or_a_set() -> None:
    state = after(table("QC", "", hands=["QD JC KC TC"]), "0 at A")
    assert can(state, "extend") == {"QD", "JC", "KC"}
    assert melds(after(state, "0 extend JC"), 0) == {"A": "JC QC"}
    assert melds(after(state, "0 extend QD"), 0) == {"A": "QC QD"}


def test_5_4_a_new_meld_takes_the_first_letter_that_is_free() -> None:
    state = table({"A": "3C 4C", "C": "QH"}, "", hands=["KD 8S 9S"])
    state = after(state, "0 single KD", "0 begin 8S", "0 extend 9S")
    assert melds(state, 0) == {"A": "3C 4C", "B": "KD", "C": "QH", "D": "8S 9S"}


def test_5_4_who_has_used_all_26_letters_cannot_begin_another_meld() -> None:
    state = table(full_table("3S 4S 5S"), "", hands=["KS 6H 7H 6S"], double_suits="on")
    assert (refused(state, 0, "single KS"), refused(state, 0, "begin 6H")) == ("§5.4", "§5.4")
    assert can(state, "at") == set(LETTERS)
    fewer = after(state, "0 sell_shown 8H", "0 single KS")
    assert melds(fewer, 0)["Y"] == "KS"
    state = after(state, "0 next", "0 next", "0 at Z", "0 extend 6S", "0 at Y", "0 extend 7H", "0 at Y", "0 extend 6H")
    assert (phase(state), hand(state, 0)) == ("paying_tax", "KS")


def test_5_5_a_card_of_the_hand_is_laid_down_alone() -> None:
    state = after(table("", "", hands=["KD 5C"]), "0 single KD")
    assert (melds(state, 0), hand(state, 0), phase(state)) == ({"A": "KD"}, "5C", "trading")
    assert [refused(state, 0, f"single {card}") for card in ("KD", "QC", "5C")] == ["§5.5", "§5.5", "§5.3"]


@pytest.mark.parametrize(
    ("in_hand", "beginning"),
    [
        ("3C 4C", {"3C", "4C"}),
        ("3C 5C", set()),
        ("3C 4D", set()),
        ("3C 3D 9H", {"3C", "3D"}),
        ("AC KC 2C", {"AC", "KC", "2C"}),
        ("KC 2C", set()),
        ("5C 5C", {"5C"}),
        ("9H KS", set()),
    ],
)
def test_5_6_a_card_that_makes_a_run_or_a_set_with_another_of_the_hand_begins_one(
    in_hand: str, beginning: set[str]
) -> None:
    state = table("", "", hands=[in_hand], double_suits="on")
    assert can(state, "begin") == beginning
    assert all(refused(state, 0, f"begin {card}") == "§5.6" for card in {*in_hand.split(), "7H"} - beginning)


def test_5_6_a_second_card_has_to_follow_at_once() -> None:
    state = after(table("", "", hands=["3C 4C 3D 2C 9H"]), "0 begin 3C")
    assert (phase(state), legal(state, 0)) == ("building", {"extend 4C", "extend 3D", "extend 2C"})
    assert (refused(state, 0, "next"), refused(state, 0, "take 3C"), refused(state, 0, "split 4")) == (
        "§2.2",
        "§5.6",
        "§5.6",
    )
    state = after(state, "0 extend 2C")
    assert (melds(state, 0), phase(state)) == ({"A": "2C 3C"}, "trading")


def test_5_6_with_a_wild_joker_the_second_card_may_be_one_that_needs_it() -> None:
    state = table("", "", hands=["4C 6C wild"], jokers="wild")
    assert can(state, "begin") == {"4C", "6C"}
    state = after(state, "0 begin 6C")
    assert legal(state, 0) == {"bridge 4C"}
    assert melds(after(state, "0 bridge 4C"), 0) == {"A": "4C wild 6C"}
    assert can(table("", "", hands=["4C 6C thief"], jokers="all"), "begin") == set()


def test_5_7_one_thing_is_done_at_once_with_a_meld_in_work() -> None:
    state = after(table("3C 4C 5C / KD", "", hands=["6C KH"]), "0 at A")
    assert legal(state, 0) == {"extend 6C", "take 3C", "take 4C", "take 5C"}
    assert phase(after(state, "0 extend 6C")) == phase(after(state, "0 take 3C")) == "trading"
    assert legal(after(table("KD", "", hands=["6C"]), "0 at A"), 0) == {"take KD"}


def test_5_7_only_with_an_own_meld_with_which_something_can_be_done() -> None:
    state = table("3C 4C / KD / JS QS / 5H 5D", "8S 9S", hands=["6C KH"])
    assert (can(state, "at"), refused(state, 0, "at E")) == (set("ABCD"), "§5.7")
    state.taken_up = 30
    assert (can(state, "at"), refused(state, 0, "at A")) == ({"B", "C"}, "§5.7")


@pytest.mark.parametrize(
    ("meld", "card", "grown"),
    [
        ("3C 4C", "5C", "3C 4C 5C"),
        ("3C 4C", "2C", "2C 3C 4C"),
        ("4C wild 6C", "7C", "4C wild 6C 7C"),
        ("3C 3D", "3S", "3C 3D 3S"),
        ("QC", "QD", "QC QD"),
        ("QC", "KC", "QC KC"),
        ("2D", "AD", "AD 2D"),
        ("KD", "AD", "KD AD"),
    ],
)
def test_5_8_a_card_is_added_to_a_run_a_set_or_a_singleton(meld: str, card: str, grown: str) -> None:
    state = after(table(meld, "", hands=[f"{card} 9H"], jokers="wild"), "0 at A", f"0 extend {card}")
    assert (melds(state, 0), hand(state, 0), phase(state)) == ({"A": grown}, "9H", "trading")


def test_5_8_a_card_that_does_not_fit_or_is_not_in_hand_is_refused() -> None:
    state = after(table("3C 4C", "", hands=["6C 5D 5C"]), "0 at A")
    assert [refused(state, 0, f"extend {card}") for card in ("6C", "5D", "2C", "5C")] == ["§5.8", "§5.8", "§5.8", None]


def test_5_9_a_card_is_taken_up_into_the_hand() -> None:
    state = after(table("3C 4C 5C", ""), "0 at A", "0 take 5C")
    assert (melds(state, 0), hand(state, 0), known(state, 0), int(state.taken_up)) == ({"A": "3C 4C"}, "5C", "5C", 1)
    assert [refused(after(state, "0 at A"), 0, f"take {card}") for card in ("4C", "5C", "9H")] == [None, "§5.9", "§5.9"]
    assert melds(after(table("QD", ""), "0 at A", "0 take QD"), 0) == {}


def test_5_9_at_most_30_in_one_turn_and_left_over_cards_do_not_count() -> None:
    state = table("3C 4C 5C / QD KD", "")
    state.taken_up = 28
    state = after(state, "0 at A", "0 take 4C")
    assert (hand(state, 0), int(state.taken_up)) == ("3C 4C 5C", 29)
    state = after(state, "0 begin 3C", "0 extend 4C", "0 at A", "0 take 3C")
    assert (int(state.taken_up), can(state, "at")) == (30, {"B"})
    state = after(state, "0 at B")
    assert (legal(state, 0), refused(state, 0, "take QD")) == ({"split K"}, "§5.9")


def test_5_9_one_begins_to_count_anew_in_the_next_turn() -> None:
    state = table("", "3C 4C")
    state.taken_up = 30
    state = turn_over(state)
    assert "take 3C" in legal(after(state, "1 at A"), 1)


@pytest.mark.parametrize(
    ("run", "others", "cuts"),
    [
        ("AC 2C 3C 4C", "2D", {"2", "3"}),
        ("AC 2C 3C 4C", "", {"2", "3"}),
        ("AC 2C 3C 4C", "AD", {"3"}),
        ("2C 3C 4C", "", {"3"}),
        ("2C 3C 4C", "2D", set()),
        ("JC QC", "", {"Q"}),
        ("JC QC", "QD", set()),
        ("3C 4C 5C 6C", "", {"5"}),
        ("3C 4C", "", set()),
        ("TC JC QC KC", "", {"Q", "K"}),
        ("QC KC AC", "", {"K", "A"}),
        ("3C 4C wild 6C 7C", "", set()),
        ("3C 4C 5C 6C wild 8C", "", {"5", "6"}),
        ("2C 3C wild 5C", "", {"3"}),
        ("QC QD", "", set()),
    ],
)
def test_5_10_a_run_is_cut_into_two_pieces_that_are_runs_or_legal_singletons(
    run: str, others: str, cuts: set[str]
) -> None:
    state = after(table(f"{run} / {others}", "", jokers="wild"), "0 at A")
    assert can(state, "split") == cuts
    assert all(refused(state, 0, f"split {rank}") == "§5.10" for rank in set("23456789TJQKA") - cuts)


@pytest.mark.parametrize(
    ("run", "rank", "pieces"),
    [
        ("JC QC", "Q", {"A": "QC", "B": "JC"}),
        ("2C 3C 4C", "3", {"A": "3C 4C", "B": "2C"}),
        ("AC 2C 3C", "2", {"A": "2C 3C", "B": "AC"}),
        ("QC KC AC", "A", {"A": "QC KC", "B": "AC"}),
        ("3C 4C 5C 6C", "5", {"A": "5C 6C", "B": "3C 4C"}),
        ("3C 4C 5C wild 7C", "5", {"A": "5C wild 7C", "B": "3C 4C"}),
        ("AC 2C 3C 4C", "3", {"A": "AC 2C", "B": "3C 4C"}),
    ],
)
def test_5_10_the_upper_piece_begins_with_the_rank(run: str, rank: str, pieces: dict[str, str]) -> None:
    state = after(table(run, "", jokers="wild"), "0 at A", f"0 split {rank}")
    assert (melds(state, 0), hand(state, 0), int(state.taken_up)) == (pieces, "", 0)


def test_5_10_without_a_free_letter_there_is_no_split() -> None:
    """Else a piece would return to the hand uncounted (§5.9), and the turn need never end."""
    state = after(table(full_table("3S 4S 5S 6S 7S"), "", double_suits="on"), "0 at Z")
    assert (len(melds(state, 0)), can(state, "split"), refused(state, 0, "split 5")) == (26, set(), "§5.10")


@pytest.mark.parametrize(
    ("before", "taken", "left", "in_hand"),
    [
        ("3C 4C 5C 6C 7C", "5C", {"A": "6C 7C", "B": "3C 4C"}, "5C"),
        ("JC QC KC / KD", "QC", {"B": "KD", "C": "JC"}, "QC KC"),
        ("QC KC AC / KD", "KC", {"A": "AC", "B": "KD", "C": "QC"}, "KC"),
        ("3C 4C 5C", "4C", {}, "3C 4C 5C"),
        ("3C 4C", "4C", {}, "3C 4C"),
        ("3C 4C 5C 6C", "4C", {"A": "5C 6C"}, "3C 4C"),
        ("3C 4C 5C 6C 7C 8C", "5C", {"A": "6C 7C 8C", "B": "3C 4C"}, "5C"),
        ("AC 2C 3C 4C 5C", "3C", {"A": "AC 2C", "B": "4C 5C"}, "3C"),
        ("3C 4C 5C 6C 7C / KD", "5C", {"A": "6C 7C", "B": "KD", "C": "3C 4C"}, "5C"),
        ("3C 4C wild 6C", "6C", {"A": "3C 4C"}, "6C wild"),
        ("3C 4C wild wild 7C", "7C", {"A": "3C 4C"}, "7C wild wild"),
        ("3C wild 5C 6C", "5C", {}, "3C 5C 6C wild"),
        ("JC wild KC", "wild", {"A": "KC", "B": "JC"}, "wild"),
        ("KC KD KH", "KD", {"A": "KC KH"}, "KD"),
        ("KC KD", "KD", {"A": "KC"}, "KD"),
        ("KC KD / KH", "KD", {"B": "KH"}, "KC KD"),
        ("3C 3D", "3D", {}, "3C 3D"),
    ],
)
def test_5_11_what_is_left_falls_into_pieces_at_the_gap(
    before: str, taken: str, left: dict[str, str], in_hand: str
) -> None:
    state = table(before, "", jokers="wild")
    (letter,) = (letter for letter, text in melds(state, 0).items() if taken in text.split())
    state = after(state, f"0 at {letter}", f"0 take {taken}")
    assert (melds(state, 0), hand(state, 0), known(state, 0), int(state.taken_up)) == (left, in_hand, in_hand, 1)


def test_5_11_of_two_left_over_cards_of_one_rank_clubs_stay_then_diamonds_hearts_spades() -> None:
    state = after(table("", "3D 4D / KS KD / KC KH"), "0 propose 1", "0 want KS", "0 want KH", "0 send", "1 accept")
    assert (melds(state, 1), hand(state, 1)) == ({"A": "3D 4D", "C": "KC"}, "KD")
    state = after(table("", "QH KH / QS KS"), "0 propose 1", "0 want QS", "0 want QH", "0 send", "1 accept")
    assert (melds(state, 1), hand(state, 1)) == ({"A": "KH"}, "KS")


def test_5_11_of_equal_ones_the_first_letter_stays() -> None:
    state = table("", {"B": "QC KC", "D": "KC KD"}, double_suits="on")
    state = after(state, "0 propose 1", "0 want KD", "0 want QC", "0 send", "1 accept")
    assert (melds(state, 1), hand(state, 1)) == ({"B": "KC"}, "KC")


def test_5_11_a_singleton_that_lay_there_has_precedence() -> None:
    state = after(table("KC KD / KS", ""), "0 at A", "0 take KD")
    assert (melds(state, 0), hand(state, 0)) == ({"B": "KS"}, "KC KD")


@pytest.mark.parametrize(
    ("before", "given", "left", "in_hand"),
    [
        ("KD / 5C 6C 7C", "KD 6C", {}, "5C 7C"),
        ("KD / QC KC AC / QH", "KD KC", {"B": "AC", "C": "QH"}, "QC"),
        ("KD / JC QC KC", "KD QC", {"A": "JC", "B": "KC"}, ""),
        ("KD / QD / 5C 6C 7C 8C 9C", "KD QD 6C 8C", {}, "5C 7C 9C"),
        ("KD KH / KC AC / KS", "KS AC", {"A": "KD KH", "B": "KC"}, ""),
    ],
)
def test_5_11_a_piece_on_the_letter_of_a_singleton_that_has_left_has_no_precedence(
    before: str, given: str, left: dict[str, str], in_hand: str
) -> None:
    gives, wants = ([f"{piece} {card}" for card in given.split()] for piece in ("0 give_shown", "1 want"))
    offered = after(table(before, ""), "0 propose 1", *gives, "0 send", "1 accept")
    wanted = after(table(before, "", turn=1), "1 propose 0", *wants, "1 send", "0 accept")
    assert [(melds(state, 0), hand(state, 0)) for state in (offered, wanted)] == [(left, in_hand)] * 2


def test_5_11_emptied_melds_free_their_letters_first() -> None:
    state = table("3C 4C 5C 6C 7C / QC", "")
    state = after(state, "0 propose 1", "0 give_shown 5C", "0 give_shown QC", "0 send", "1 accept")
    assert (melds(state, 0), hand(state, 1)) == ({"A": "6C 7C", "B": "3C 4C"}, "5C QC")


def test_5_11_without_a_free_letter_the_other_pieces_return_to_the_hand() -> None:
    state = table(full_table("3S 4S wild 6S 7S 8S 9S"), "", double_suits="on", jokers="wild")
    taken = after(state, "0 at Z", "0 take 7S")
    assert (melds(taken, 0)["Z"], hand(taken, 0), len(melds(taken, 0))) == ("3S 4S wild 6S", "7S 8S 9S", 26)
    upper = after(
        table(full_table("3S wild 5S 6S 7S 8S 9S TS"), "", double_suits="on", jokers="wild"), "0 at Z", "0 take 6S"
    )
    assert (melds(upper, 0)["Z"], hand(upper, 0)) == ("7S 8S 9S TS", "3S 5S 6S wild")


def test_5_11_also_after_selling_from_the_table_and_putting_back() -> None:
    state = table("JC QC KC", "")
    sale, put = after(state, "0 sell_shown QC"), after(state, "0 put QC")
    assert melds(sale, 0) == melds(put, 0) == {"A": "KC", "B": "JC"}


def test_5_12_a_royal_flush_stops_the_game_at_once() -> None:
    state = table("TC JC QC KC", "5D 6D", hands=["AC 9H"], tokens=[{}, {"A": 2}], flop="5S 6S 7S")
    state = after(state, "0 at A", "0 extend AC")
    assert is_over(state, "royal_flush")
    assert (melds(state, 0), tokens(state, 1)) == ({"A": "TC JC QC KC AC"}, {})
    assert purses(state) == [7, 7 + 2 + 2]
    assert cards(state, "flop") == "5S 6S 7S"


def test_5_12_also_with_more_cards_below() -> None:
    state = table("8C wild TC JC QC KC", "", hands=["AC"], jokers="wild")
    assert is_over(after(state, "0 at A", "0 extend AC"), "royal_flush")


@pytest.mark.parametrize(
    ("run", "card"),
    [
        ("TC JC wild KC", "AC"),
        ("TC JC thief KC", "AC"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "KC"),
        ("JC QC KC", "AC"),
        ("9C TC JC QC", "KC"),
    ],
)
def test_5_12_not_with_a_joker_among_the_five_or_one_of_them_missing(run: str, card: str) -> None:
    state = after(table(run, "", hands=[card], jokers="all"), "0 at A", f"0 extend {card}")
    assert (shown(state)["ending"], seats_in(state)) == ("running", [0])


@pytest.mark.parametrize(
    ("meld", "price"), [("TC JC QC KC", 10), ("2C 2D", 4), ("5C 5D 5H", 3), ("2S", 2), ("AC AD AH AS", 20)]
)
def test_6_1_a_whole_run_set_or_single_2_without_asking(meld: str, price: int) -> None:
    state = after(table("", meld, purses=[20, 1]), "0 takeover 1 A")
    assert (melds(state, 0), melds(state, 1), purses(state)) == ({"A": meld}, {}, [20 - price, 1 + price])
    assert seats_in(state) == [0]


@pytest.mark.parametrize("card", ["JC", "QC", "KC", "AC"])
def test_6_1_other_singletons_cannot_be_taken_over(card: str) -> None:
    assert refused(table("", card, purses=[20, 7]), 0, "takeover 1 A") == "§6.1"


def test_6_1_nor_what_is_not_there_or_ones_own() -> None:
    state = table("3C 4C", "5D 6D")
    assert [refused(state, 0, f"takeover {what}") for what in ("0 A", "1 B", "2 A", "1 A")] == [
        "§6.1",
        "§6.1",
        "§6.1",
        None,
    ]


def test_6_1_as_often_as_it_can_be_paid() -> None:
    state = table("", "3C 4C / 8D 9D", "5H 5S", purses=[5, 0, 0])
    assert can(state, "takeover") == {"1 A", "1 B", "2 A"}
    state = after(state, "0 takeover 1 B", "0 takeover 2 A")
    assert (melds(state, 0), purses(state), can(state, "takeover")) == ({"A": "8D 9D", "B": "5H 5S"}, [1, 2, 2], set())


def test_6_1_only_in_the_trade_step() -> None:
    assert refused(after(table("", "3C 4C"), "0 next"), 0, "takeover 1 A") == "§2.2"


def test_6_2_each_token_on_it_costs_1_which_the_owner_gets_and_the_bank_gets_the_tokens() -> None:
    state = table("", "9C TC", tokens=[{}, {"A": 3}], purses=[7, 0])
    state = after(state, "0 takeover 1 A")
    assert (purses(state), tokens(state, 0), tokens(state, 1), melds(state, 0)) == ([2, 5], {}, {}, {"A": "9C TC"})


def test_6_2_who_cannot_pay_all_of_it_gets_nothing() -> None:
    assert refused(table("", "9C TC", tokens=[{}, {"A": 3}], purses=[4, 0]), 0, "takeover 1 A") == "§6.2"
    assert refused(table("", "9C TC", tokens=[{}, {"A": 3}], purses=[5, 0]), 0, "takeover 1 A") is None


def test_6_2_jokers_in_it_cost_nothing() -> None:
    state = after(table("", "4C thief thief 7C 8C", purses=[3, 0], jokers="thief"), "0 takeover 1 A")
    assert (melds(state, 0), purses(state)) == ({"A": "4C thief thief 7C 8C"}, [0, 3])


def test_6_2_equal_cards_of_a_set_cost_each() -> None:
    assert purses(after(table("", "KC KC KD", purses=[12, 0], double_suits="on"), "0 takeover 1 A")) == [0, 12]


def test_6_3_it_lies_under_the_buyers_first_free_letter() -> None:
    state = table({"A": "KD", "C": "QD"}, {"F": "3C wild 5C"}, jokers="wild")
    assert melds(after(state, "0 takeover 1 F"), 0) == {"A": "KD", "B": "3C wild 5C", "C": "QD"}


def test_6_3_a_single_2_goes_into_the_hand_of_who_shows_one_already() -> None:
    state = after(table("2C", "2D"), "0 takeover 1 A")
    assert (melds(state, 0), hand(state, 0), known(state, 0), melds(state, 1)) == ({"A": "2C"}, "2D", "2D", {})
    assert cards(state, "acquired") == "2D"
    assert melds(after(table("2C 3C", "2D"), "0 takeover 1 A"), 0) == {"A": "2C 3C", "B": "2D"}


def test_6_3_without_a_free_letter_there_is_no_takeover() -> None:
    state = table(full_table("3S 4S"), "6S 7S / 2S", double_suits="on")
    assert (refused(state, 0, "takeover 1 A"), refused(state, 0, "takeover 1 B")) == ("§6.3", "§6.3")
    state = table(full_table("2S"), "6S 7S / 2H", double_suits="on")
    assert (refused(state, 0, "takeover 1 B"), can(state, "takeover")) == ("§6.3", set())


def test_7_1_a_trade_is_proposed_to_one_other_player() -> None:
    state = table("", "", "", hands=["KC"])
    assert can(state, "propose") == {"1", "2"}
    assert [refused(state, 0, f"propose {seat}") for seat in (0, 3)] == ["§7.1", "§7.1"]
    proposed = after(state, "0 propose 2")
    assert (phase(proposed), int(proposed.offer_by), int(proposed.offer_to), seats_in(proposed)) == (
        "composing",
        0,
        2,
        [0],
    )


def test_7_1_at_most_three_times_to_the_same_player_begun_ones_counted() -> None:
    state = table("", "", "", hands=["KC"])
    state = after(
        state, "0 propose 1", "0 cancel", "0 propose 1", "0 give KC", "0 send", "1 decline", "0 propose 1", "0 cancel"
    )
    assert (can(state, "propose"), refused(state, 0, "propose 1")) == ({"2"}, "§7.1")
    state = turn_over(after(state, "0 sell KC"))
    assert can(state, "propose") == {"0", "2"}


def test_7_2_cards_of_the_hand_and_of_the_table_are_given() -> None:
    state = after(table("3C 4C / QC QD", "", hands=["5C 5C"], double_suits="on"), "0 propose 1")
    assert (can(state, "give"), can(state, "give_shown")) == ({"5C"}, {"3C", "4C", "QC", "QD"})
    state = after(state, "0 give 5C", "0 give_shown QC")
    assert (can(state, "give"), can(state, "give_shown")) == ({"5C"}, {"3C", "4C", "QD"})
    state = after(state, "0 give 5C")
    assert can(state, "give") == set()
    assert [refused(state, 0, f"give {card}") for card in ("5C", "3C", "9H")] == ["§7.2"] * 3
    assert [refused(state, 0, f"give_shown {card}") for card in ("QC", "5C", "9H")] == ["§7.2"] * 3


def test_7_2_cards_of_the_others_table_and_known_ones_of_the_hand_are_wanted_by_name() -> None:
    state = after(table("", "KD AD", hands=["", "5C 9H"], known=["", "9H"]), "0 propose 1")
    assert can(state, "want") == {"KD", "AD", "9H"}
    assert [refused(state, 0, f"want {card}") for card in ("5C", "8S")] == ["§7.2", "§7.2"]
    assert can(after(state, "0 want 9H"), "want") == {"KD", "AD"}


def test_7_2_cards_of_the_others_choice_as_many_as_the_hand_has_beside_the_known_ones_wanted() -> None:
    state = after(table("", "KC KD", hands=["", "KC 4D"], known=["", "KC"], double_suits="on"), "0 propose 1")
    one = after(state, "0 want KC")
    assert (can(one, "want"), can(one, "want_any")) == ({"KC", "KD"}, {""})
    two = after(one, "0 want_any", "0 want_any")
    assert (can(two, "want"), can(two, "want_any"), refused(two, 0, "want_any")) == ({"KD"}, set(), "§7.2")
    both = after(one, "0 want KC")
    assert (can(both, "want"), can(after(both, "0 want_any"), "want_any")) == ({"KD"}, set())


def test_7_2_a_wanted_card_is_first_the_one_on_the_table() -> None:
    state = table("", "KC KD", hands=["", "KC 4D"], known=["", "KC"], double_suits="on")
    done = after(state, "0 propose 1", "0 want KC", "0 send", "1 accept")
    assert (melds(done, 1), hand(done, 1), hand(done, 0)) == ({"A": "KD"}, "KC 4D", "KC")


def test_7_2_tokens_are_bid_or_asked_for_and_not_both() -> None:
    state = after(table("", "", hands=["KC"], purses=[3, 30]), "0 propose 1")
    assert (can(state, "bid"), can(state, "ask")) == ({"1", "2", "3"}, {str(number) for number in range(1, 21)})
    bid = after(state, "0 bid 2")
    assert (can(bid, "bid"), can(bid, "ask"), int(bid.tokens)) == ({"1"}, set(), 2)
    assert (refused(bid, 0, "bid 2"), refused(bid, 0, "ask 1")) == ("§7.2", "§7.2")


def test_7_2_at_most_20_tokens_at_once_and_the_same_again_adds_to_it() -> None:
    state = after(table("", "", hands=["KC"], purses=[3, 30]), "0 propose 1")
    with pytest.raises(Mistake):
        DEAD_CAT_BOUNCE.actions.read("ask 21")
    asked = after(state, "0 ask 20")
    assert (can(asked, "ask"), can(asked, "bid")) == ({str(number) for number in range(1, 11)}, set())
    assert refused(asked, 0, "ask 11") == "§7.2"
    traded = after(asked, "0 ask 10", "0 give KC", "0 send", "1 accept")
    assert purses(traded) == [33, 0]


def test_7_2_a_counter_proposal_may_name_a_card_of_the_hand_that_was_just_offered() -> None:
    state = after(table("", "", hands=["4D 9H", "8S"]), "0 propose 1", "0 give 4D", "0 ask 2", "0 send", "1 counter")
    assert (can(state, "want", 1), refused(state, 1, "want 9H")) == ({"4D"}, "§7.2")
    haggled = after(state, "1 want 4D", "1 bid 1")
    assert (can(haggled, "want", 1), known(haggled, 0)) == (set(), "")
    done = after(haggled, "1 send", "0 accept")
    assert (hand(done, 0), hand(done, 1), purses(done), known(done, 1)) == ("9H", "4D 8S", [8, 6], "4D")


def test_7_2_no_more_of_them_than_were_offered_or_the_hand_has() -> None:
    state = table("", "", hands=["4D 4D"], known=["4D"], double_suits="on")
    one = after(state, "0 propose 1", "0 give 4D", "0 send", "1 counter", "1 want 4D")
    assert (can(one, "want", 1), refused(one, 1, "want_any")) == (set(), None), (
        "the known one is the one that was offered"
    )
    two = after(state, "0 propose 1", "0 give 4D", "0 give 4D", "0 send", "1 counter", "1 want 4D")
    assert can(two, "want", 1) == {"4D"}
    chosen = after(table("", "", hands=["4D"]), "0 propose 1", "0 give 4D", "0 send", "1 counter", "1 want_any")
    assert refused(chosen, 1, "want 4D") == "§7.2", "the hand has no card beside the one of choice"


def test_7_2_what_was_offered_is_named_only_in_the_answer_to_it() -> None:
    state = after(
        table("", "", "", hands=["4D", "5D"]), "0 propose 1", "0 give 4D", "0 send", "1 counter", "1 give 5D", "1 send"
    )
    state = after(state, "0 decline", "0 propose 1")
    assert (can(state, "want"), refused(state, 0, "want 5D")) == (set(), "§7.2")
    assert not any(shown(state)[f"first_{name}"] for name in ("give", "give_shown", "want", "want_any", "tokens"))


def test_7_2_of_equal_cards_the_one_just_offered_from_the_hand_is_meant_first() -> None:
    state = table("KC KD", "", hands=["KC 9H"], double_suits="on")
    state = after(state, "0 propose 1", "0 give KC", "0 send", "1 counter", "1 want KC", "1 bid 1")
    of_hand = after(state, "1 send", "0 accept")
    assert (melds(of_hand, 0), hand(of_hand, 0), hand(of_hand, 1)) == ({"A": "KC KD"}, "9H", "KC")
    both = after(state, "1 want KC", "1 send", "0 accept")
    assert (melds(both, 0), hand(both, 0), hand(both, 1)) == ({"A": "KD"}, "9H", "KC KC")
    any_two = after(
        table("KC KD", "", hands=["KC"], double_suits="on"),
        "0 propose 1",
        "0 give KC",
        "0 send",
        "1 counter",
        "1 want KC",
    )
    assert (can(any_two, "want", 1), can(any_two, "want_any", 1)) == ({"KC", "KD"}, set())


def test_7_2_block_jokers_on_melds_are_not_traded() -> None:
    state = after(table("", "5D 6D", blocked=["", "A"], jokers="block"), "0 propose 1")
    assert can(state, "want") == {"5D", "6D"}
    assert refused(state, 0, "want block") == "§7.2"


def test_7_3_it_can_be_sent_when_at_least_one_card_would_move() -> None:
    state = after(table("3C 4C", "KD", hands=["9H", "8S"]), "0 propose 1", "0 bid 1")
    assert refused(state, 0, "send") == "§7.3"
    for piece in ("give 9H", "give_shown 3C", "want KD", "want_any"):
        assert seats_in(after(state, f"0 {piece}", "0 send")) == [1]


def test_7_3_or_be_cancelled() -> None:
    state = after(table("3C 4C", "KD", hands=["9H"]), "0 propose 1", "0 give 9H", "0 bid 1", "0 cancel")
    assert (phase(state), seats_in(state), cards(state, "give"), int(state.tokens), int(state.offer_by)) == (
        "trading",
        [0],
        "",
        0,
        -1,
    )


def test_7_4_the_other_accepts_or_declines() -> None:
    state = after(table("", "KD", hands=["9H"]), "0 propose 1", "0 give 9H", "0 want KD", "0 bid 2", "0 send")
    assert legal(state, 1) == {"accept", "decline", "counter"}
    accepted, declined = after(state, "1 accept"), after(state, "1 decline")
    assert (purses(accepted), hand(accepted, 0), hand(accepted, 1), melds(accepted, 1)) == ([5, 9], "KD", "9H", {})
    assert (purses(declined), hand(declined, 0), melds(declined, 1), phase(declined)) == (
        [7, 7],
        "9H",
        {"A": "KD"},
        "trading",
    )


def test_7_4_or_answers_with_a_counter_proposal_which_is_accepted_or_declined() -> None:
    state = after(table("", "KD", hands=["9H", "8S"]), "0 propose 1", "0 give 9H", "0 want KD", "0 send", "1 counter")
    assert (seats_in(state), phase(state), cards(state, "give"), cards(state, "want")) == ([1], "composing", "", "")
    state = after(state, "1 give_shown KD", "1 ask 3", "1 send")
    assert (legal(state, 0), refused(state, 0, "counter")) == ({"accept", "decline"}, "§7.4")
    accepted, declined = after(state, "0 accept"), after(state, "0 decline")
    assert (purses(accepted), hand(accepted, 0), melds(accepted, 1)) == ([4, 10], "KD 9H", {})
    assert (phase(declined), seats_in(declined), purses(declined)) == ("trading", [0], [7, 7])


@pytest.mark.parametrize(
    ("proposal", "same", "change"),
    [
        (["give 4D", "ask 2"], ["want 4D", "bid 2"], "bid 1"),
        (["give 4D"], ["want 4D"], "ask 1"),
        (["give 4D", "bid 1"], ["want 4D", "ask 1"], "give 8S"),
        (["give_shown 3C", "want QD"], ["want 3C", "give_shown QD"], "want 9H"),
        (
            ["give 4D", "give_shown 5C", "want QD", "want 7H", "bid 2"],
            ["want 5C", "give 7H", "ask 2", "want 4D", "give_shown QD"],
            "want_any",
        ),
    ],
)
def test_7_4_a_counter_proposal_has_to_change_something(proposal: list[str], same: list[str], change: str) -> None:
    state = table("3C 4C 5C", "QD KD", hands=["4D 9H", "8S 7H"], known=["9H", "7H"])
    state = after(state, "0 propose 1", *(f"0 {piece}" for piece in proposal), "0 send", "1 counter")
    for piece in same:
        assert refused(state, 1, "send") in {"§7.3", None}
        state = after(state, f"1 {piece}")
    assert (refused(state, 1, "send"), refused(state, 1, "cancel")) == ("§7.4", None)
    changed = after(state, f"1 {change}", "1 send")
    assert legal(changed, 0) == {"accept", "decline"}


def test_7_4_a_card_from_another_place_is_a_change() -> None:
    state = table("", "KC KD", hands=["4D", "KC 8S"], known=["", "KC"], double_suits="on")
    state = after(state, "0 propose 1", "0 give 4D", "0 want KC", "0 send", "1 counter", "1 want 4D")
    assert refused(after(state, "1 give_shown KC"), 1, "send") == "§7.4", "the one on the table was wanted"
    done = after(state, "1 give KC", "1 send", "0 accept")
    assert (melds(done, 1), hand(done, 1), hand(done, 0)) == ({"A": "KC KD"}, "4D 8S", "KC")


def test_7_4_a_card_of_choice_that_is_named_now_is_a_change() -> None:
    state = after(table("", "", hands=["4D", "8S"]), "0 propose 1", "0 give 4D", "0 want_any", "0 send", "1 counter")
    assert refused(after(state, "1 want 4D", "1 give 8S"), 1, "send") is None
    assert refused(after(state, "1 want_any", "1 give 8S"), 1, "send") is None


def test_7_4_a_cancelled_counter_proposal_is_declined() -> None:
    state = after(table("", "", hands=["9H"]), "0 propose 1", "0 give 9H", "0 send", "1 counter", "1 cancel")
    assert (phase(state), seats_in(state), hand(state, 0), int(state.offer_to)) == ("trading", [0], "9H", -1)


def test_7_5_cards_of_choice_are_chosen_one_by_one_beside_those_wanted_by_name() -> None:
    state = table("", "", hands=["", "7C 7C 4D"], known=["", "7C"], double_suits="on")
    state = after(state, "0 propose 1", "0 want 7C", "0 want_any", "0 ask 2", "0 send", "1 accept")
    assert (legal(state, 1), refused(state, 1, "choose 9H"), refused(state, 1, "accept")) == (
        {"choose 7C", "choose 4D"},
        "§7.5",
        "§2.2",
    )
    state = after(state, "1 choose 7C")
    assert (hand(state, 0), known(state, 0), hand(state, 1), known(state, 1), purses(state)) == (
        "7C 7C",
        "7C 7C",
        "4D",
        "",
        [9, 5],
    )


def test_7_5_as_many_as_are_wanted() -> None:
    state = table("", "", hands=["", "7C 9C 4D"])
    state = after(state, "0 propose 1", "0 want_any", "0 want_any", "0 send", "1 accept", "1 choose 9C")
    assert (phase(state), legal(state, 1), hand(state, 0)) == ("choosing", {"choose 7C", "choose 4D"}, "")
    assert hand(after(state, "1 choose 4D"), 0) == "9C 4D"


def test_7_6_everything_changes_hands_at_once_and_is_known_there() -> None:
    state = table("3C 4C", "QD KD AD", hands=["9H 8H", "5S 6S"])
    lines = (
        "0 propose 1",
        "0 give 9H",
        "0 give_shown 4C",
        "0 want AD",
        "0 want_any",
        "0 bid 3",
        "0 send",
        "1 accept",
        "1 choose 6S",
    )
    state = after(state, *lines)
    assert (melds(state, 0), melds(state, 1)) == ({}, {"A": "QD KD"})
    assert (hand(state, 0), hand(state, 1), purses(state)) == ("3C AD 8H 6S", "4C 9H 5S", [4, 10])
    assert (known(state, 0), known(state, 1), phase(state), seats_in(state)) == ("3C AD 6S", "4C 9H", "trading", [0])


def test_7_6_melds_are_mended_with_all_their_losses_at_once() -> None:
    state = table("", "3C 4C 5C 6C 7C / QC QD / QH", tokens=[{}, {"A": 2, "B": 1}], blocked=["", "A"], jokers="block")
    state = after(state, "0 propose 1", "0 want 5C", "0 want QD", "0 bid 2", "0 send", "1 accept")
    assert melds(state, 1) == {"A": "6C 7C", "C": "QH", "D": "3C 4C"}
    assert (hand(state, 1), hand(state, 0), tokens(state, 1), blocked(state, 1)) == ("QC", "5C QD", {"A": 2}, "A")
    assert (purses(state), cards(state, "acquired")) == ([5, 9], "5C QD")


def test_7_6_pieces_take_letters_meld_by_meld_and_those_of_the_proposer_are_their_own() -> None:
    state = table("3C 4C 5C 6C 7C / 3D 4D 5D 6D 7D", "3H 4H 5H 6H 7H")
    state = after(state, "0 propose 1", "0 give_shown 5D", "0 give_shown 5C", "0 want 5H", "0 send", "1 accept")
    assert melds(state, 0) == {"A": "6C 7C", "B": "6D 7D", "C": "3C 4C", "D": "3D 4D"}
    assert melds(state, 1) == {"A": "6H 7H", "B": "3H 4H"}


def test_7_7_protection_stays_on_the_piece_that_keeps_the_letter() -> None:
    state = table("", "3C 4C 5C 6C", tokens=[{}, {"A": 2}], blocked=["", "A"], jokers="block")
    state = after(state, "0 propose 1", "0 want 4C", "0 send", "1 accept")
    assert (melds(state, 1), tokens(state, 1), blocked(state, 1), hand(state, 1)) == (
        {"A": "5C 6C"},
        {"A": 2},
        "A",
        "3C",
    )


@pytest.mark.parametrize(
    ("meld", "wanted", "left"),
    [("3C 4C 5C", "4C", {}), ("QC KC", "KC", {"A": "QC"}), ("5C 5D", "5C 5D", {}), ("KC KD KH", "KC KD", {"A": "KH"})],
)
def test_7_7_otherwise_the_tokens_go_to_the_bank_and_the_joker_to_the_discard_pile(
    meld: str, wanted: str, left: dict[str, str]
) -> None:
    state = table("", meld, tokens=[{}, {"A": 2}], blocked=["", "A"], jokers="block")
    state = after(state, "0 propose 1", *(f"0 want {card}" for card in wanted.split()), "0 send", "1 accept")
    assert (melds(state, 1), tokens(state, 1), blocked(state, 1)) == (left, {}, "")
    assert (cards(state, "face_up"), purses(state)) == ("block", [7, 7])


def test_7_7_a_sale_for_the_tax_leaves_the_protection_on_the_piece_that_keeps_the_letter() -> None:
    state = table("4C 5C 6C 7C / 9D TD", "", hands=["3H 5H block"], purses=[2, 7], jokers="block")
    state = after(state, "0 next", "0 protect A", "0 protect B", "0 block A", "0 next")
    kept, lost = after(state, "0 sell_shown 5C"), after(state, "0 sell_shown TD")
    assert (melds(kept, 0), tokens(kept, 0), blocked(kept, 0)) == ({"A": "6C 7C", "B": "9D TD"}, {"A": 1, "B": 1}, "A")
    assert (melds(lost, 0), tokens(lost, 0), hand(lost, 0)) == ({"A": "4C 5C 6C 7C"}, {"A": 1}, "9D 3H 5H")


def test_7_8_an_offer_is_open_but_makes_nothing_known_when_it_fails() -> None:
    state = after(table("", "", hands=["9H", "8S"]), "0 propose 1", "0 give 9H", "0 send")
    assert shown(seen_by(state))["give"] == ["9H"]
    declined = after(state, "1 decline")
    assert (known(declined, 0), hand(seen_by(declined, 1), 0)) == ("", "")
    countered = after(state, "1 counter", "1 give 8S", "1 send", "0 decline")
    assert (known(countered, 0), known(countered, 1)) == ("", "")


@pytest.mark.parametrize("last", ["1 cancel", "0 decline"])
def test_7_8_nor_when_a_counter_proposal_names_it_and_fails(last: str) -> None:
    state = after(
        table("", "", hands=["9H 2C", "8S"]), "0 propose 1", "0 give 9H", "0 send", "1 counter", "1 want 9H", "1 bid 1"
    )
    state = after(state, *["1 send"] * (last == "0 decline"))
    assert shown(seen_by(state))["first_give"] == shown(seen_by(state))["want"] == ["9H"]
    assert (known(state, 0), hand(seen_by(state, 1), 0)) == ("", "")
    failed = after(state, last)
    assert (known(failed, 0), hand(seen_by(failed, 1), 0), cards(failed, "first_give")) == ("", "", "")


def test_7_8_nobody_gives_or_is_asked_for_tokens_they_do_not_have() -> None:
    state = after(table("", "KC", hands=["9H"], purses=[0, 2]), "0 propose 1")
    assert (can(state, "bid"), can(state, "ask")) == (set(), {"1", "2"})


def test_8_1_tokens_are_put_on_own_runs_and_sets_one_at_a_time() -> None:
    state = after(table("3C 4C / 2D / KC KD / QS", "8H 9H", purses=[3, 7]), "0 next")
    assert legal(state, 0) == {"protect A", "protect C", "next"}
    assert [refused(state, 0, f"protect {letter}") for letter in "BDEH"] == ["§8.1"] * 4
    state = after(state, "0 protect A", "0 protect C", "0 protect A")
    assert (tokens(state, 0), purses(state)[0], legal(state, 0)) == ({"A": 2, "C": 1}, 0, {"next"})
    assert refused(state, 0, "protect A") == "§8.1"


def test_8_2_they_lie_there_until_the_next_housekeeping_and_are_no_longer_in_the_purse() -> None:
    state = after(table("3C 4C", "", flop="5H 6H"), "0 next", "0 protect A", "0 protect A", "0 next", "0 pay: 7H")
    assert (tokens(state, 0), purses(state)[0], points(state)[0]) == ({"A": 2}, 5, 5 + 2)
    state = after(state, "1 next", "1 discard 1", "1 pay: 8H")
    assert (tokens(state, 0), purses(state)[0]) == ({}, 5 + 2 + 3)


def test_8_2_or_until_the_meld_is_taken_over() -> None:
    state = after(table("3C 4C", ""), "0 next", "0 protect A", "0 next", "0 pay", "1 takeover 0 A")
    assert (tokens(state, 0), tokens(state, 1), purses(state)) == ({}, {}, [6 + 3, 7 - 3])


@pytest.mark.parametrize(
    ("card", "fee"), [("3C", 0), ("7C", 0), ("TC", 0), ("2C", 1), ("JC", 1), ("QC", 2), ("KC", 3), ("AC", 4)]
)
def test_9_1_a_discard_costs_the_price_less_1(card: str, fee: int) -> None:
    state = after(table("", "", flop=f"5H {card} 6H"), "0 next")
    state = after(state, "0 discard 2")
    assert (purses(state), cards(state, "face_up"), cards(state, "flop")) == ([7 - fee, 7], card, "5H 6H")
    if fee:
        assert (
            refused(after(table("", "", flop=f"5H {card} 6H", purses=[fee - 1, 7]), "0 next"), 0, "discard 2") == "§9.1"
        )


def test_9_1_one_of_three_has_to_be_discarded() -> None:
    state = after(table("", "", flop="5H KC 6H", purses=[2, 7]), "0 next")
    assert legal(state, 0) == {"discard 1", "discard 3"}
    assert refused(state, 0, "next") == "§2.2"


@pytest.mark.parametrize(
    ("flop", "goes"),
    [
        ("KC JD 2C", "2C"),
        ("AC JD QH", "JD"),
        ("AC KD QH", "QH"),
        ("AC KD AH", "KD"),
        ("AC AD AH", "AC"),
        ("KC JD JH", "JD"),
        ("2S KC 2C", "2S"),
        ("KC wild 2C", "wild"),
        ("thief wild 2C", "thief"),
        ("block AC AD", "block"),
    ],
)
def test_9_2_with_no_card_worth_1_the_bank_takes_the_lowest_rank_nearest_the_discard_pile(flop: str, goes: str) -> None:
    state = after(table("", "", flop=flop, purses=[0, 7], jokers="all"), "0 next")
    assert legal(state, 0) == {"leave"}
    state = after(state, "0 leave")
    left = flop.split()
    left.remove(goes)
    assert (cards(state, "face_up"), cards(state, "flop").split(), purses(state)) == (goes, left, [0, 7])


def test_9_2_it_is_a_choice_beside_paying_and_not_there_with_a_free_card() -> None:
    state = after(table("", "", flop="KC JD 2C", purses=[1, 7]), "0 next")
    assert (legal(state, 0), refused(state, 0, "discard 1")) == ({"leave", "discard 2", "discard 3"}, "§9.1")
    assert refused(after(table("", "", flop="KC JD 3C"), "0 next"), 0, "leave") == "§9.2"


@pytest.mark.parametrize(
    ("shown_melds", "in_hand", "actions"),
    [
        ("", "KD 5C", {"single KD"}),
        ("KC", "KD", {"at A"}),
        ("", "5C 6C 9H", {"begin 5C", "begin 6C"}),
        ("", "5C 5D", {"begin 5C", "begin 5D"}),
        ("3C 4C", "5C KS", {"at A", "single KS"}),
        ("3C 3D", "3S", {"at A"}),
    ],
)
def test_10_1_every_card_that_can_be_laid_down_directly_has_to_be(
    shown_melds: str, in_hand: str, actions: set[str]
) -> None:
    state = at_tax(shown_melds, "", hands=[in_hand])
    assert (phase(state), legal(state, 0)) == ("laying_down", actions)
    assert refused(state, 0, "pay") == "§2.2"


def test_10_1_one_move_at_a_time_until_no_more_can_be_laid_in_the_order_of_choice() -> None:
    state = at_tax("", "", hands=["KD QD 9H"])
    assert legal(state, 0) == {"single KD", "single QD", "begin KD", "begin QD"}
    apart = after(state, "0 single KD", "0 single QD")
    assert (phase(apart), melds(apart, 0)) == ("paying_tax", {"A": "KD", "B": "QD"})
    together = after(state, "0 begin KD", "0 extend QD")
    assert (phase(together), melds(together, 0), hand(together, 0)) == ("paying_tax", {"A": "QD KD"}, "9H")


def test_10_1_a_meld_in_work_is_only_extended() -> None:
    state = after(at_tax("3C 4C 5C", "", hands=["6C"]), "0 at A")
    assert legal(state, 0) == {"extend 6C"}
    assert [refused(state, 0, action) for action in ("take 3C", "split 4", "extend 2C")] == ["§10.1", "§10.1", "§5.8"]
    assert refused(at_tax("3C 4C / 7H 7S", "", hands=["5C"]), 0, "at B") == "§5.7"


def test_10_1_jokers_and_cards_that_would_need_one_are_exempt() -> None:
    state = table("", "", hands=["4C 6C wild"], jokers="wild")
    assert "begin 4C" in legal(state, 0)
    assert phase(at_tax("", "", hands=["4C 6C wild"], jokers="wild")) == "paying_tax"
    assert phase(at_tax("4C 5C", "", hands=["7C wild"], jokers="wild")) == "paying_tax"
    assert refused(after(at_tax("3C 4C", "", hands=["5C 7C wild"], jokers="wild"), "0 at A"), 0, "bridge 7C") == "§10.1"


@pytest.mark.parametrize(
    "sale", [["0 propose 1", "0 give_shown 4C", "0 ask 1", "0 send", "1 accept"], ["0 sell_shown 4C"]]
)
def test_10_1_what_falls_into_the_hand_in_pay_tax_is_laid_before_the_tax_is_counted(sale: list[str]) -> None:
    state = after(at_tax("3C 4C 5C / 5D 5H", "", hands=["9S JS"], purses=[0, 7]), "0 single JS")
    assert (phase(state), refused(state, 0, "pay")) == ("paying_tax", "§10.3")
    state = after(state, *sale)
    assert (phase(state), hand(state, 0), legal(state, 0)) == ("laying_down", "3C 5C 9S", {"at B"})
    state = after(state, "0 at B", "0 extend 5C")
    assert (phase(state), hand(state, 0), purses(state)[0]) == ("paying_tax", "3C 9S", 1)
    assert refused(state, 0, "pay") == "§10.3", "the tax is 2 and not 3, but there is only 1"
    assert purses(after(state, "0 sell 9S", "0 pay"))[0] == 1


def test_10_1_not_with_may_hide_and_not_what_needs_a_joker() -> None:
    state = at_tax("3C 4C 5C / 5D 5H", "", hands=["9S"], purses=[0, 7], may_hide="on")
    assert (phase(after(state, "0 sell_shown 4C")), hand(after(state, "0 sell_shown 4C"), 0)) == (
        "paying_tax",
        "3C 5C 9S",
    )
    jokers = at_tax("3C wild 5C", "", hands=["9S 8S wild"], purses=[0, 7], jokers="wild", may_hide="on")
    assert hand(after(jokers, "0 sell_shown wild"), 0) == "3C 5C 8S 9S wild"
    exempt = at_tax("3C 4C 5C", "", hands=["9S wild"], purses=[0, 7], jokers="wild")
    assert phase(after(exempt, "0 sell_shown 4C")) == "paying_tax", "3C and 5C would need the joker"


def test_10_1_a_card_of_the_hand_that_fits_only_now_is_laid_too() -> None:
    state = at_tax("3C 4C 5C 6C 7C", "", hands=["5C 9S"], purses=[0, 7], double_suits="on")
    assert phase(state) == "paying_tax"
    state = after(state, "0 sell_shown 5C")
    assert (phase(state), legal(state, 0), melds(state, 0)) == (
        "laying_down",
        {"at A", "at B"},
        {"A": "6C 7C", "B": "3C 4C"},
    )


def test_10_1_a_royal_flush_laid_here_stops_the_game_before_the_tax() -> None:
    state = at_tax("JS QS KS AS", "", hands=["TS 3C"], short_suits="on")
    state = after(state, "0 at A", "0 extend TS")
    assert is_over(state, "royal_flush")
    assert (purses(state), points(state)[0]) == ([7, 7], 7 - 2 + 5 * 2 + 50)


def test_10_2_a_token_for_each_card_in_hand_and_the_turn_is_over() -> None:
    state = at_tax("", "", hands=["3C 5D 9H", "4S"], flop="6C 6D")
    assert legal(state, 0) == {"pay"}
    state = after(state, "0 pay")
    assert (purses(state), seats_in(state), hand(state, 0)) == ([4, 7], [1], "3C 5D 9H")


def test_10_2_with_nothing_in_hand_nothing_is_paid() -> None:
    assert purses(after(at_tax("", "", purses=[0, 0]), "0 pay")) == [0, 0]


def test_10_3_who_cannot_pay_sells_cards_of_the_hand_until_the_tax_can_be_paid() -> None:
    state = at_tax("QC", "", hands=["3H 5H 9S"], purses=[0, 7])
    assert (legal(state, 0), refused(state, 0, "pay")) == (
        {"sell 3H", "sell 5H", "sell 9S", "sell_shown QC", "propose 1"},
        "§10.3",
    )
    assert (refused(state, 0, "sell QC"), refused(state, 0, "sell_shown 3H")) == ("§4.4", "§4.4")
    state = after(state, "0 sell 5H")
    assert (legal(state, 0), sold(state, 0)) == ({"sell 3H", "sell 9S", "sell_shown QC", "propose 1"}, "5H")
    state = after(state, "0 sell 9S")
    assert legal(state, 0) == {"pay"}
    assert [refused(state, 0, action) for action in ("sell 3H", "sell_shown QC", "propose 1")] == ["§10.3"] * 3
    assert purses(after(state, "0 pay")) == [1, 7]


def test_10_3_or_cards_of_the_table_as_in_the_trade_step() -> None:
    state = at_tax("7D 8D 9D TD / QC", "", hands=["3H 5H"], purses=[1, 7])
    sale = after(state, "0 sell_shown TD")
    assert (melds(sale, 0), cards(sale, "face_up"), purses(sale), legal(sale, 0)) == (
        {"A": "7D 8D 9D", "B": "QC"},
        "TD",
        [2, 7],
        {"pay"},
    )
    split = after(state, "0 sell_shown 8D")
    assert (melds(split, 0), hand(split, 0), known(split, 0)) == ({"A": "9D TD", "B": "QC"}, "7D 3H 5H", "7D")
    assert refused(split, 0, "pay") == "§10.3"


def test_10_3_selling_for_the_tax_comes_to_an_end() -> None:
    state = at_tax("3C 4C 5C 6C 7C / 9D 9H / QS", "", hands=["3H 5H KD"], purses=[0, 7], may_hide="on")
    left = len(hand(state, 0).split()) + 8
    while refused(state, 0, "pay"):
        action = max(legal(state, 0) - {"propose 1"})
        state = after(state, f"0 {action}")
        left -= 1
        assert len(hand(state, 0).split()) + sum(len(meld.split()) for meld in melds(state, 0).values()) == left


def test_10_3_or_proposes_own_cards_for_tokens_alone() -> None:
    state = after(at_tax("4C 5C 6C", "QD", hands=["3H 5H 9S", "8S"], known=["", "8S"], purses=[0, 7]), "0 propose 1")
    assert verbs(state, 0) == {"give", "give_shown", "ask", "cancel"}
    assert [refused(state, 0, action) for action in ("want QD", "want_any", "bid 1", "give 8S")] == [
        "§10.3",
        "§10.3",
        "§10.3",
        "§7.2",
    ]
    assert refused(after(state, "0 give 3H"), 0, "send") == refused(after(state, "0 ask 1"), 0, "send") == "§10.3"
    state = after(state, "0 give 3H", "0 give_shown 6C", "0 ask 4", "0 send", "1 accept")
    assert (phase(state), purses(state), hand(state, 1), legal(state, 0)) == ("paying_tax", [4, 3], "6C 3H 8S", {"pay"})
    assert melds(state, 0) == {"A": "4C 5C"}


def test_10_3_a_counter_proposal_too_is_about_cards_of_the_seller_for_tokens() -> None:
    state = at_tax("4C 5C 6C", "QD", hands=["3H 5H 9S", "8S"], purses=[0, 7])
    state = after(state, "0 propose 1", "0 give 3H", "0 ask 1", "0 send", "1 counter")
    assert verbs(state, 1) == {"want", "want_any", "bid", "cancel"}
    assert [refused(state, 1, action) for action in ("give 8S", "give_shown QD", "ask 1")] == ["§10.3"] * 3
    assert refused(after(state, "1 want 5C"), 1, "send") == "§10.3"
    assert refused(after(state, "1 want 3H", "1 bid 1"), 1, "send") == "§7.4"
    more = after(state, "1 want 3H", "1 bid 2", "1 send", "0 accept")
    assert (purses(more), hand(more, 0), legal(more, 0)) == ([2, 5], "5H 9S", {"pay"})
    state = after(state, "1 want 5C", "1 bid 3", "1 send", "0 accept")
    assert (purses(state), hand(state, 0), melds(state, 0)) == ([3, 4], "4C 6C 3H 5H 9S", {})
    assert (phase(state), legal(state, 0)) == (
        "paying_tax",
        {"propose 1", *(f"sell {card}" for card in hand(state, 0).split())},
    )


def test_10_3_these_proposals_are_counted_with_those_of_the_turn() -> None:
    state = table("", "", hands=["3H 5H 9S"], purses=[0, 7])
    state = after(state, *["0 propose 1", "0 cancel"] * 2, "0 next", "0 propose 1", "0 cancel")
    assert (legal(state, 0), refused(state, 0, "propose 1")) == ({"sell 3H", "sell 5H", "sell 9S"}, "§7.1")


def test_10_3_a_protected_meld_may_be_broken_up_for_it() -> None:
    state = table("4C 5C 6C", "", hands=["3H 5H"], purses=[1, 7])
    state = after(
        state, "0 next", "0 protect A", "0 next", "0 propose 1", "0 give_shown 5C", "0 ask 4", "0 send", "1 accept"
    )
    assert (tokens(state, 0), purses(state), hand(state, 0), legal(state, 0)) == ({}, [4, 3], "4C 6C 3H 5H", {"pay"})


def test_11_1_when_the_last_card_is_drawn_the_discards_are_the_new_stack_at_once() -> None:
    state = table("", "", flop="KS", stack="KC", face_up="5D 6D", sold=["", "7D"])
    state = after(state, "0 look: KC")
    assert (cards(state, "flop"), cards(state, "stack"), int(state.stack_size)) == ("KS KC", "5D 6D 7D", 3)
    assert (cards(state, "stack_seen"), shown(state)["remembered"], cards(state, "face_up")) == (
        "5D 6D",
        [[], ["7D"]],
        "",
    )
    assert (shown(state)["sold"], shown(state)["sold_sizes"], int(state.last_turns)) == ([[], []], [0, 0], 3)


@pytest.mark.parametrize("seats", DEAD_CAT_BOUNCE.seats)
def test_11_1_then_the_turn_is_finished_and_everyone_has_one_last_turn(seats: int) -> None:
    state = after(table(*[""] * seats, flop="5D 6D", stack="KC"), "0 look: KC")
    order = []
    while seats_in(state):
        assert shown(state)["ending"] == "running"
        order.append(seats_in(state)[0])
        state = turn_over(state)
    assert order == [turn % seats for turn in range(seats + 1)]
    assert is_over(state, "last_turns")
    assert {refused(state, seat, str(action)) for seat in range(seats) for action in ("next", "pay", "buy 1")} == {
        "§11.1"
    }


def test_11_1_when_it_runs_out_in_housekeeping_that_turn_is_the_one_to_finish() -> None:
    state = turn_over(table("", "", stack="KC 3D 4D", face_up="5D"), "KC 3D 4D")
    assert (int(state.turn), int(state.last_turns)) == (1, 3)


def test_11_1_when_it_runs_out_again_nothing_follows_and_gaps_stay() -> None:
    state = after(table("", "", stack="KC", face_up="5D"), "0 look: KC", "0 look: 5D")
    assert (int(state.stack_size), int(state.last_turns), cards(state, "flop")) == (0, 3, "KC 5D")
    state = turn_over(state, "")
    assert (cards(state, "flop"), int(state.last_turns), refused(state, 1, "look")) == ("KC 5D", 2, "§4.2")


def test_11_1_a_card_drawn_is_the_one_all_know_and_otherwise_the_one_each_seller_knows() -> None:
    state = table("", "", "", stack="KC", face_up="7D 8S", sold=["7D", "9C", "9C"], double_suits="on")
    state = after(state, "0 look: KC")
    assert (cards(state, "stack_seen"), shown(state)["remembered"]) == ("7D 8S", [["7D"], ["9C"], ["9C"]])
    state = after(state, "0 look: 7D")
    assert (cards(state, "stack_seen"), shown(state)["remembered"]) == ("8S", [["7D"], ["9C"], ["9C"]])
    nine = after(state, "0 look: 9C")
    assert (cards(nine, "stack_seen"), shown(nine)["remembered"], cards(nine, "stack")) == (
        "8S",
        [["7D"], [], []],
        "9C 7D 8S",
    )
    seven = after(state, "0 look: 7D")
    assert (cards(seven, "stack_seen"), shown(seven)["remembered"]) == ("8S", [[], ["9C"], ["9C"]])


def test_11_2_a_royal_flush_stops_everything() -> None:
    state = table("TC JC QC KC / 3H 4H", "5D 6D / KS", "QH", hands=["AC 9D", "8S"], flop="5S 6S 7S", stack="2D", turn=0)
    state.last_turns = 2
    state.protection[1, 0] = 4
    state = after(state, "0 at A", "0 extend AC")
    assert is_over(state, "royal_flush")
    assert purses(state) == [7, 7 + (2 + 1) + 4, 7 + 1 + 1]
    assert (tokens(state, 1), cards(state, "flop"), hand(state, 0)) == ({}, "5S 6S 7S", "9D")
    assert {refused(state, seat, str(action)) for seat in range(3) for action in ("next", "pay", "buy 1")} == {"§11.2"}


def test_11_2_everyone_but_the_owner_loses_their_protection() -> None:
    state = table("TC JC QC KC", "5D 6D", hands=["AC"], tokens=[{}, {"A": 2}], blocked=["", "A"], jokers="block")
    state = after(state, "0 next", "0 protect A", "0 next", "0 at A", "0 extend AC")
    assert is_over(state, "royal_flush")
    assert (tokens(state, 0), tokens(state, 1), blocked(state, 1), cards(state, "face_up")) == (
        {"A": 1},
        {},
        "",
        "block",
    )
    assert purses(state) == [6, 7 + 2 + 2]


@pytest.mark.parametrize(
    ("shown_melds", "in_hand", "purse", "expected"),
    [
        ("", "", 7, 7),
        ("3C 4C 5C / KD", "", 0, 4),
        ("", "3C 4C", 1, -3),
        ("4C wild 6C", "", 2, 5),
        ("5C 5C 5D", "wild", 2, 3),
        ("TC JC QC KC AC", "9H", 3, 3 + 5 + 10 - 2),
    ],
)
def test_11_3_points_for_cards_and_tokens(shown_melds: str, in_hand: str, purse: int, expected: int) -> None:
    state = table(shown_melds, "", hands=[in_hand], purses=[purse, 7], jokers="all", double_suits="on")
    assert points(state) == [expected, 7]


def test_11_3_tokens_and_block_jokers_on_melds_count_nothing() -> None:
    state = table("3C 4C", "", tokens=[{"A": 5}], blocked=["A"], jokers="block")
    assert points(state) == [7 + 2, 7]


@pytest.mark.parametrize(
    ("tokens_left", "expected"),
    [([3, 5], [2, 1]), ([4, 4], [1, 1]), ([2, 9, 9, 1], [3, 1, 1, 4]), ([5, 5, 5, 5, 5, 6], [2] * 5 + [1])],
)
def test_11_4_the_most_points_win_and_equal_points_share_the_place(tokens_left: list[int], expected: list[int]) -> None:
    state = table(*[""] * len(tokens_left), purses=tokens_left)
    assert places(state) == expected
    assert not DEAD_CAT_BOUNCE.rules.LOWEST_WINS


@pytest.mark.parametrize(
    ("kind", "jokers"),
    [("off", ""), ("block", "block"), ("wild", "wild"), ("thief", "thief"), ("all", "block wild thief")],
)
def test_12_1_two_jokers_of_the_kind_or_of_each_are_in_the_pack(kind: str, jokers: str) -> None:
    for seats in DEAD_CAT_BOUNCE.seats:
        state = dealt(seats, jokers=kind)
        assert Counter(every_card(state)) == Counter(every_card(dealt(seats))) + Counter(jokers.split() * 2)


def test_12_1_they_may_be_dealt_and_come_into_the_flop() -> None:
    dealt_cards = {
        card for seed in range(20) for hand in shown(dealt(4, any_chance(seed), jokers="all"))["hands"] for card in hand
    }
    assert {"block", "wild", "thief"} <= dealt_cards
    assert cards(after(table("", "", jokers="wild"), "0 look: wild"), "flop") == "wild"


@pytest.mark.parametrize("joker", ["block", "wild", "thief"])
def test_12_1_a_joker_costs_2_and_is_put_back_discarded_and_sold_for_1(joker: str) -> None:
    assert purses(after(table("", "", flop=joker, jokers="all"), "0 buy 1")) == [5, 7]
    assert refused(table("", "", flop=joker, purses=[1, 7], jokers="all"), 0, "buy 1") == "§4.1"
    assert purses(after(table("", "", hands=[joker], jokers="all"), f"0 put {joker}")) == [8, 7]
    assert purses(after(table("", "", hands=[joker], jokers="all"), f"0 sell {joker}")) == [8, 7]
    assert purses(after(table("", "", flop=f"5C {joker} 6D", jokers="all"), "0 next", "0 discard 2")) == [6, 7]
    assert purses(after(table("", "", hands=[joker], flop="5C 6D", jokers="all"), "0 next", "0 pay")) == [6, 7]


def test_12_1_the_option_takes_these_names() -> None:
    assert dealt(3).tobytes() == dealt(3, jokers="off").tobytes()
    with pytest.raises(Mistake, match="jokers takes off or block or wild or thief or all"):
        dealt(3, jokers="two")


@pytest.mark.parametrize("seats", DEAD_CAT_BOUNCE.seats)
def test_12_2_there_may_be_a_second_suit_of_clubs_and_of_diamonds_and_never_a_third(seats: int) -> None:
    assert Counter(every_card(dealt(seats, double_suits="on"))) == Counter(PACK) + Counter(MINORS)


def test_12_3_hearts_and_spades_may_have_only_ten_to_ace() -> None:
    short = [card for card in PACK if card[1] in "HS" and card[0] in "TJQKA"]
    for seats in (2, 4):
        assert Counter(every_card(dealt(seats, short_suits="on"))) == Counter(MINORS) + Counter(short)
    assert Counter(every_card(dealt(6, short_suits="on"))) == Counter(MINORS * 2) + Counter(short)


def test_12_3_their_cards_on_the_table_score_2() -> None:
    state = table("TH JH / KC / QS QD", "AS", hands=["KH"], short_suits="on")
    assert points(state) == [7 + 4 + 1 + 3 - 2, 7 + 2]


@pytest.mark.parametrize(
    ("suit", "short", "scored"), [("H", "on", 50 + 10), ("S", "on", 60), ("C", "on", 15), ("H", "off", 15)]
)
def test_12_3_a_royal_flush_in_a_short_suit_scores_50(suit: str, short: str, scored: int) -> None:
    run = " ".join(rank + suit for rank in "TJQKA")
    assert points(table(run, "", short_suits=short)) == [7 + scored, 7]


def test_12_4_a_block_joker_is_laid_on_an_own_run_or_set_that_has_none() -> None:
    state = table("3C 4C / KD / 5H 5S", "8D 9D", hands=["block block"], purses=[1, 7], jokers="block")
    state = after(state, "0 next")
    assert can(state, "block") == {"A", "C"}
    assert [refused(state, 0, f"block {letter}") for letter in "BD"] == ["§12.4", "§12.4"]
    state = after(state, "0 block A")
    assert (blocked(state, 0), hand(state, 0), can(state, "block"), refused(state, 0, "block A")) == (
        "A",
        "block",
        {"C"},
        "§12.4",
    )


def test_12_4_with_one_run_only_one_can_be_laid() -> None:
    state = table("3C 4C", "", hands=["block block"], purses=[1, 7], jokers="block")
    state = after(state, "0 next", "0 protect A", "0 block A")
    assert legal(state, 0) == {"next"}


def test_12_4_nobody_can_take_that_meld_over_until_the_owners_next_housekeeping() -> None:
    state = table("3C 4C / 5D 6D", "", hands=["block"], flop="9H", jokers="block")
    state = after(state, "0 next", "0 block A", "0 next", "0 pay: 9S TH")
    assert (can(state, "takeover"), refused(state, 1, "takeover 0 A")) == ({"0 B"}, "§12.4")
    state = after(state, "1 next", "1 discard 1", "1 pay")
    assert (blocked(state, 0), "block" in cards(state, "face_up")) == ("", True)


def test_12_4_without_such_a_joker_nothing_is_blocked() -> None:
    state = after(table("3C 4C", "", hands=["wild"], jokers="all"), "0 next")
    assert refused(state, 0, "block A") == "§12.4"


def test_12_5_the_cards_of_a_run_may_mix_suits() -> None:
    state = table("", "", hands=["3C 4D 5H 6H KS AC"], mixed_runs="on")
    assert can(state, "begin") == {"3C", "4D", "5H", "6H", "KS", "AC"}
    state = after(state, "0 begin 4D", "0 extend 3C", "0 at A", "0 extend 5H")
    assert melds(state, 0) == {"A": "3C 4D 5H"}
    assert can(after(state, "0 at A"), "extend") == {"6H"}
    assert refused(after(table("3C 4C", "", hands=["5D"]), "0 at A"), 0, "extend 5D") == "§5.8"


@pytest.mark.parametrize(
    ("run", "paid", "bonuses"),
    [
        ("JH QH KS", 2 + 1 + 1, 5),
        ("JH QH KH", 2 + 1 + 1, 3),
        ("AC 2D 3H", 5 + 2, 7),
        ("2C 3C 4C", 2 + 2, 3),
        ("3C 4C 5C", 1 + 2, 3),
        ("QC KD AC", 3 + 2, 5),
        ("TC JC QC KC", 1 + 3, 3),
        ("JH wild KS", 2 + 1, 5),
    ],
)
def test_12_5_every_run_then_pays_from_its_lowest_card(run: str, paid: int, bonuses: int) -> None:
    assert collected(run, mixed_runs="on", jokers="wild") == paid + bonuses


def test_12_5_sets_and_singletons_pay_as_ever() -> None:
    assert collected("KC KD / 2H", mixed_runs="on") == 5 + 2 + 6


def test_12_5_a_mixed_royal_run_is_no_royal_flush() -> None:
    state = table("TH JC QH KH", "", hands=["AH"], mixed_runs="on")
    assert shown(after(state, "0 at A", "0 extend AH"))["ending"] == "running"
    state = table("9C TH JH QH KH", "", hands=["AH"], mixed_runs="on")
    assert shown(after(state, "0 at A", "0 extend AH"))["ending"] == "running"
    state = table("9H TH JH QH KH", "", hands=["AH"], mixed_runs="on")
    assert is_over(after(state, "0 at A", "0 extend AH"), "royal_flush")


@pytest.mark.parametrize(
    "steps",
    [
        ["0 sell_shown 9H"],
        ["0 propose 1", "0 give_shown 9H", "0 send", "1 accept"],
        ["0 propose 1", "0 give_shown 9H", "0 want_any", "0 send", "1 accept", "1 choose 4S"],
    ],
)
def test_12_5_a_royal_flush_that_is_left_of_a_mixed_run_stops_the_game(steps: list[str]) -> None:
    state = table("9H TC JC QC KC AC", "5D 6D", hands=["", "4S"], tokens=[{"A": 1}, {"A": 2}], mixed_runs="on")
    state = after(state, *steps)
    assert is_over(state, "royal_flush")
    assert (melds(state, 0), tokens(state, 0), tokens(state, 1)) == ({"A": "TC JC QC KC AC"}, {"A": 1}, {})


def test_12_5_also_when_the_other_card_is_put_back() -> None:
    state = table("2H 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "", mixed_runs="on")
    assert is_over(after(state, "0 put 2H"), "royal_flush")


def test_12_5_even_one_that_a_thief_leaves_on_the_table_of_another() -> None:
    state = table(
        "5D 6D", "8C 9H TC JC QC KC AC", hands=["thief"], tokens=[{"A": 2}, {}], jokers="all", mixed_runs="on"
    )
    state = after(state, "0 steal 1 9H")
    assert is_over(state, "royal_flush")
    assert tokens(state, 0) == {}


def test_12_6_nothing_may_have_to_be_laid_down_before_the_tax() -> None:
    assert phase(at_tax("3C 4C", "", hands=["5C KD"], may_hide="on")) == "paying_tax"
    assert phase(at_tax("3C 4C", "", hands=["5C KD"], may_hide="off")) == "laying_down"
    assert purses(after(at_tax("", "", hands=["5C KD"], flop="9H 9S", may_hide="on"), "0 pay"))[0] == 5


@pytest.mark.parametrize(
    ("meld", "card", "grown"),
    [
        ("3C 4C", "6C", "3C 4C wild 6C"),
        ("5C 6C", "3C", "3C wild 5C 6C"),
        ("QC", "TC", "TC wild QC"),
        ("QC", "AC", "QC wild AC"),
        ("AC", "3C", "AC wild 3C"),
        ("AC", "QC", "QC wild AC"),
        ("3C 4C", "AC", "AC wild 3C 4C"),
        ("9C TC JC QC", "AC", "9C TC JC QC wild AC"),
        ("JC QC KC", "9C", "9C wild JC QC KC"),
        ("4C wild 6C", "8C", "4C wild 6C wild 8C"),
    ],
)
def test_12_7_a_wild_joker_stands_for_the_missing_rank(meld: str, card: str, grown: str) -> None:
    state = after(table(meld, "", hands=[f"{card} wild"], jokers="wild"), "0 at A")
    assert can(state, "bridge") == {card}
    state = after(state, f"0 bridge {card}")
    assert (melds(state, 0), hand(state, 0)) == ({"A": grown}, "")


def test_12_7_the_rulebooks_run_with_a_joker_for_the_ten_pays_8_and_not_9() -> None:
    assert collected("8C 9C wild JC QC KC", jokers="wild") == 8 + 3
    assert collected("8C 9C TC JC QC KC", jokers="wild") == 9 + 3


@pytest.mark.parametrize(
    ("meld", "in_hand"),
    [
        ("3C 4C", "6D wild"),
        ("3C 4C", "5C wild"),
        ("3C 4C", "7C wild"),
        ("3C 4C", "6C thief"),
        ("QC KC", "2C wild"),
        ("2C 3C", "KC wild"),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "AC wild"),
        ("QC QD", "TC wild"),
    ],
)
def test_12_7_it_never_stands_at_an_end_or_for_an_ace_and_joins_nothing_else(meld: str, in_hand: str) -> None:
    state = after(table(meld, "", hands=[in_hand], jokers="all", double_suits="on"), "0 at A")
    assert (can(state, "bridge"), refused(state, 0, f"bridge {in_hand.split()[0]}")) == (set(), "§12.7")


def test_12_7_it_stays_what_it_is_when_it_returns_to_the_hand() -> None:
    state = table("3C 4C", "", hands=["6C wild"], jokers="all")
    state = after(state, "0 at A", "0 bridge 6C", "0 at A", "0 take 6C")
    assert (melds(state, 0), hand(state, 0), known(state, 0)) == ({"A": "3C 4C"}, "6C wild", "6C wild")
    assert "bridge 6C" in legal(after(state, "0 at A"), 0)
    thief = after(table("3C thief 5C", "", jokers="all"), "0 at A", "0 take 5C")
    assert hand(thief, 0) == "3C 5C thief"


def test_12_7_mixed_runs_can_be_bridged_with_any_suit() -> None:
    state = table("3C 4D", "", hands=["6H wild"], jokers="wild", mixed_runs="on")
    assert melds(after(state, "0 at A", "0 bridge 6H"), 0) == {"A": "3C 4D wild 6H"}


def test_12_8_a_thief_is_exchanged_for_a_card_inside_anothers_run() -> None:
    state = table("", "KC KD / QC KC AC", hands=["thief"], tokens=[{}, {"B": 3}], jokers="thief", double_suits="on")
    assert can(state, "steal") == {"1 KC"}
    state = after(state, "0 steal 1 KC")
    assert (melds(state, 1), tokens(state, 1)) == ({"A": "KC KD", "B": "QC thief AC"}, {"B": 3})
    assert (hand(state, 0), known(state, 0), cards(state, "acquired"), purses(state)) == ("KC", "KC", "", [7, 7])
    assert refused(state, 0, "sell KC") is None


def test_12_8_not_at_an_end_no_joker_no_set_not_ones_own_and_not_without_a_thief() -> None:
    state = table("3C 4C 5C", "7D 8D wild TD JD / 9C 9D 9H", hands=["thief"], jokers="all")
    assert can(state, "steal") == {"1 8D", "1 TD"}
    assert [refused(state, 0, f"steal {what}") for what in ("1 7D", "1 JD", "1 9D", "0 4C", "2 4C")] == ["§12.8"] * 5
    with pytest.raises(Mistake):
        DEAD_CAT_BOUNCE.actions.read("steal 1 wild")
    assert refused(table("", "7D 8D 9D", hands=["wild"], jokers="all"), 0, "steal 1 8D") == "§12.8"


def test_12_8_a_blocked_run_can_be_stolen_from_but_not_taken_over() -> None:
    state = table("", "QC KC AC", hands=["thief"], purses=[20, 7], blocked=["", "A"], jokers="all")
    assert refused(state, 0, "takeover 1 A") == "§12.4"
    state = after(state, "0 steal 1 KC")
    assert (melds(state, 1), blocked(state, 1), refused(state, 0, "takeover 1 A")) == (
        {"A": "QC thief AC"},
        "A",
        "§12.4",
    )


def test_12_8_in_the_run_it_counts_like_a_wild_one() -> None:
    assert collected("QC thief AC", jokers="thief") == 5 + 1 + 3
    assert points(table("QC thief AC", "", jokers="thief"))[0] == 7 + 3
    state = after(table("", "3C thief 5C", hands=["", ""], jokers="thief"), "0 takeover 1 A", "0 at A", "0 take thief")
    assert (hand(state, 0), melds(state, 0)) == ("3C 5C thief", {})
