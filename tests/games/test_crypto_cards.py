"""The clauses of Crypto Cards. Cards are written as in the notation of RULES.md, several of them with blanks
between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest

from openoutcry.engine.chance import DECK
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.record import copied
from openoutcry.games import find
from openoutcry.table.match import seats_in
from support import any_chance, legal, places, play, points, position, refused, rigged, rigged_draws, shown

CRYPTO_CARDS = find("crypto_cards")
SUITS = "CDHS"
NUMBERS = "A23456789T"
PACK = [rank + suit for suit in SUITS for rank in NUMBERS + "JQK"]
JOKERS = ["X1", "X2"]
REST = "9S TS JS X1 X2"
MINE_LATER: dict[str, Any] = {"order": "sell-mine-transfer"}


def table(
    hands: Sequence[str],
    portfolios: Sequence[str] = (),
    market: str = "",
    deck: str = REST,
    seat: int = 0,
    phase: str = "selling",
    sales_left: int = 0,
    **options: int | str,
) -> Any:
    """A position with every card in one place at most; jokers that are not in the deck have turned up."""
    cards = " ".join([*hands, *portfolios, market, deck]).split()
    assert len(cards) == len(set(cards)), f"a card lies in two places: {cards}"
    return position(
        "crypto_cards",
        len(hands),
        {"hand": 3, **options},
        seat=seat,
        to_act=[seat],
        phase=phase,
        sales_left=sales_left,
        hands=[hand.split() for hand in hands],
        hand_sizes=[len(hand.split()) for hand in hands],
        portfolios=[portfolio.split() for portfolio in portfolios],
        market=market.split(),
        deck=deck.split(),
        deck_size=len(deck.split()),
        jokers=[joker for joker in JOKERS if joker not in deck],
    )


def jokers_seen(state: Any) -> int:
    return len(shown(state)["jokers"])


def act(state: Any, action: str, *draws: str) -> Any:
    """The seat in turn plays an action, and these cards are drawn next."""
    return play(state, int(state.seat), action, rigged_draws(shown(state)["deck"], draws))


def hand(state: Any, seat: int) -> str:
    return " ".join(shown(state)["hands"][seat])


def portfolio(state: Any, seat: int) -> str:
    return " ".join(shown(state)["portfolios"][seat])


def market(state: Any) -> str:
    return " ".join(shown(state)["market"])


def deck(state: Any) -> str:
    return " ".join(shown(state)["deck"])


def phase(state: Any) -> str:
    return str(shown(state)["phase"])


def is_over(state: Any) -> bool:
    return shown(state)["ending"] == "second_joker" and not seats_in(state)


def dealt(seats: int, chance: Any = None, **options: int | str) -> Any:
    state = CRYPTO_CARDS.template(seats, options)
    CRYPTO_CARDS.rules.setup(state, any_chance() if chance is None else chance)
    return state


def lowest_cards(count: int) -> Any:
    """A chance that always draws the lowest card left."""
    return rigged(DECK, [(0, 54)] * count)


def highest_cards(count: int) -> Any:
    return rigged(DECK, [(53, 54)] * count)


def test_1_1_the_pack_has_four_suits_of_thirteen_and_two_jokers() -> None:
    state = dealt(4)
    everywhere = [*shown(state)["deck"], *chain.from_iterable(shown(state)["hands"])]
    assert sorted(everywhere) == sorted([*PACK, *JOKERS])
    assert len(everywhere) == 54


@pytest.mark.parametrize("suit", SUITS)
def test_1_1_ace_to_ten_are_numbers_and_the_ace_counts_one(suit: str) -> None:
    everything = " ".join(card for card in PACK if card[1] == suit)
    five = "5" + "SHDC"[SUITS.index(suit)]
    endorsing = table(["", ""], [everything], deck="X1 X2", phase="endorsing", sales_left=1)
    assert legal(endorsing, 0) == {f"sell {rank}{suit}" for rank in NUMBERS}
    assert legal(table(["", ""], [everything], deck="X1 X2"), 0) == {f"sell A{suit}"}
    assert legal(table([everything, ""], [five], deck="X1 X2"), 0) == {
        f"endorse J{suit}",
        f"endorse Q{suit}",
        f"endorse K{suit}",
        "pass",
    }
    assert points(table(["", ""], [everything], deck="X1 X2", scoring="points")) == [55 + 30, 0]


def test_1_2_cards_are_dealt_one_at_a_time_from_seat_0() -> None:
    state = dealt(3, lowest_cards(10), hand=3)
    assert [hand(state, seat) for seat in range(3)] == ["AC 4C 7C TC", "2C 5C 8C", "3C 6C 9C"]


@pytest.mark.parametrize("seats", CRYPTO_CARDS.seats)
@pytest.mark.parametrize("size", [3, 5, 8])
def test_1_2_everyone_is_dealt_a_hand(seats: int, size: int) -> None:
    state = dealt(seats, hand=size, order="sell-mine-transfer")
    assert shown(state)["hand_sizes"][:seats] == [size] * seats
    assert int(state.deck_size) == 54 - size * seats


def test_1_2_no_joker_is_dealt() -> None:
    state = dealt(2, highest_cards(8), hand=3, order="sell-mine-transfer")
    assert [hand(state, seat) for seat in range(2)] == ["9S JS KS", "8S TS QS"]
    assert shown(state)["deck"][-2:] == JOKERS


def test_1_3_the_jokers_are_in_the_deck_after_the_deal() -> None:
    state = dealt(2, order="sell-mine-transfer")
    assert set(JOKERS) < set(shown(state)["deck"])
    assert jokers_seen(state) == 0


def test_1_3_each_card_left_is_equally_likely() -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], deck="9S TS JS X2", phase="transferring")
    chance = any_chance(3)
    drawn = Counter(hand(play(state, 0, "transfer 2C", chance), 1).removeprefix("5C 6C 7C") for _ in range(400))
    assert set(drawn) == {"", " 9S", " TS", " JS"}
    assert all(70 <= times <= 130 for times in drawn.values())


def test_1_3_any_card_left_can_be_drawn() -> None:
    state = table(["2C 3C 4C 8C", "5C 6C 7C"], phase="transferring")
    for card in ("9S", "TS", "JS"):
        after = act(state, "transfer 2C", card)
        assert hand(after, 1) == f"5C 6C 7C {card}"
        assert deck(after) == REST.replace(f"{card} ", "")


def test_1_4_the_other_hands_are_hidden_and_their_sizes_are_not() -> None:
    state = table(["2C 3C 4C", "5C 6C", "7C QC"], ["AD", "2D KH", ""], "3D", deck="9S TS X2")
    seen = copied(state)
    CRYPTO_CARDS.sight.hide(seen, 1)
    assert [hand(seen, seat) for seat in range(3)] == ["", "5C 6C", ""]
    assert shown(seen)["hand_sizes"][:3] == [3, 2, 2]
    assert [portfolio(seen, seat) for seat in range(3)] == ["AD", "2D KH", ""]
    assert (market(seen), jokers_seen(seen), int(seen.deck_size)) == ("3D", 1, 3)


def test_1_4_what_the_others_hold_makes_no_difference_to_what_a_seat_sees() -> None:
    one = table(["2C 3C 4C", "5C 6C", "7C QC"], deck="9S TS X2")
    other = table(["QC 9S 4C", "5C 6C", "TS 2C"], deck="3C 7C X2")
    for state in (one, other):
        CRYPTO_CARDS.sight.hide(state, 1)
    assert one.tobytes() == other.tobytes()


def test_1_4_a_spectator_sees_no_hand() -> None:
    state = table(["2C 3C 4C", "5C 6C"])
    CRYPTO_CARDS.sight.hide(state, SPECTATOR)
    assert [hand(state, seat) for seat in range(2)] == ["", ""]


def test_1_4_hidden_hands_are_dealt_again_from_what_the_seat_has_not_seen() -> None:
    state = table(["2C 3C 4C", "5C 6C", "7C QC"], ["AD", "2D"], "3D", deck="9S TS X2")
    hands = set()
    chance = any_chance()
    for _ in range(60):
        guess = copied(state)
        CRYPTO_CARDS.sight.redeal(guess, 1, chance)
        hands.add(hand(guess, 2))
        unseen = f"{hand(guess, 0)} {hand(guess, 2)} {deck(guess)}".split()
        assert sorted(unseen) == ["2C", "3C", "4C", "7C", "9S", "QC", "TS", "X2"]
        assert [len(hand(guess, seat).split()) for seat in range(3)] == [3, 2, 2]
        assert hand(guess, 1) == "5C 6C"
        assert "X2" in deck(guess)
        assert (portfolio(guess, 0), portfolio(guess, 1), market(guess)) == ("AD", "2D", "3D")
    assert len(hands) > 15


def test_2_1_seat_0_begins_and_only_it_may_act() -> None:
    state = dealt(3)
    assert seats_in(state) == [0]
    assert [legal(state, seat) for seat in (1, 2)] == [set(), set()]
    assert [refused(state, seat, "pass") for seat in range(3)] == [None, "§2.1", "§2.1"]


@pytest.mark.parametrize("seats", CRYPTO_CARDS.seats)
def test_2_1_the_turn_passes_clockwise(seats: int) -> None:
    hands = ["2C 3C 4C 5C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S", "6C 7C 8C", "6D 7D 8D"][:seats]
    state = table(hands, deck="6S 7S 8S 9S TS JS QS X2", phase="transferring")
    turns = []
    for draw in ["6S", "7S", "8S", "9S", "TS", "JS", "QS"]:
        state = act(state, f"transfer {hand(state, int(state.seat)).split()[0]}", draw)
        turns += seats_in(state)
        state = act(state, "pass")
    assert turns == [turn % seats for turn in range(1, 8)]


def test_2_2_a_turn_is_mining_then_selling_then_the_transfer() -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], phase="transferring", seat=0)
    selling = act(state, "transfer 2C", "9S")
    assert (int(selling.seat), phase(selling), hand(selling, 1)) == (1, "selling", "5C 6C 7C 9S")
    transferring = act(selling, "pass")
    assert (int(transferring.seat), phase(transferring)) == (1, "transferring")
    assert legal(transferring, 1) == {"transfer 5C", "transfer 6C", "transfer 7C", "transfer 9S"}
    after = act(transferring, "transfer 9S", "TS")
    assert (int(after.seat), phase(after), portfolio(after, 1)) == (0, "selling", "9S")


@pytest.mark.parametrize(
    ("step", "action"),
    [
        ("selling", "transfer 2C"),
        ("transferring", "sell 5D"),
        ("transferring", "endorse KC"),
        ("transferring", "buy D"),
        ("endorsing", "transfer 2C"),
        ("endorsing", "endorse KC"),
        ("endorsing", "buy D"),
    ],
)
def test_2_2_what_belongs_to_one_step_cannot_be_done_in_another(step: str, action: str) -> None:
    state = table(["2C 3C QC KC", ""], ["5D"], "9D", phase=step, sales_left=1, buy_back="on")
    assert action not in legal(state, 0)
    assert refused(state, 0, action) == "§2.2"


IN_HAND = "AC KC AH KS"


@pytest.mark.parametrize(
    ("state", "clauses", "exceptions"),
    [
        (
            table([IN_HAND, ""], ["5D 9H KD", ""], "8D", buy_back="on"),
            {"sell": "§3.2", "endorse": "§3.5", "transfer": "§2.2", "buy": "§6.5"},
            {"sell 9H": "§3.4"},
        ),
        (
            table([IN_HAND, ""], ["AD 9H KD", ""], "8S", buy_back="on"),
            {"sell": "§3.2", "endorse": "§3.3", "transfer": "§2.2", "buy": "§3.3", "pass": "§3.3"},
            {"sell 9H": "§3.3"},
        ),
        (
            table([IN_HAND, ""], ["AD 9H KD", ""], "8S", buy_back="on", phase="endorsing", sales_left=2, face_sales=2),
            {"sell": "§3.2", "endorse": "§2.2", "transfer": "§2.2", "buy": "§2.2", "pass": "§3.5"},
            {},
        ),
        (
            table([IN_HAND, ""], ["AD 9H KD", ""], "8S", buy_back="on", phase="transferring"),
            {"sell": "§2.2", "endorse": "§2.2", "transfer": "§4.1", "buy": "§2.2", "pass": "§4.1"},
            {},
        ),
    ],
    ids=["selling", "with a sale that is forced", "endorsing", "transferring"],
)
def test_2_2_each_step_refuses_what_is_not_legal_in_it(
    state: Any, clauses: dict[str, str], exceptions: dict[str, str]
) -> None:
    may = legal(state, 0)
    assert may
    for action in CRYPTO_CARDS.actions:
        expected = None if str(action) in may else exceptions.get(str(action), clauses.get(action.verb))
        assert refused(state, 0, str(action)) == expected, action


def test_2_3_a_card_is_mined_at_the_beginning_of_every_turn() -> None:
    state = dealt(2, lowest_cards(7), hand=3)
    assert (hand(state, 0), int(state.deck_size)) == ("AC 3C 5C 7C", 47)
    after = play(play(state, 0, "pass"), 0, "transfer AC", lowest_cards(1))
    assert (hand(after, 1), int(after.deck_size)) == ("2C 4C 6C 8C", 46)


def test_2_3_a_choice_is_left_to_the_player_even_where_there_is_only_one() -> None:
    assert legal(table(["2C 3C 4C 5C", ""]), 0) == {"pass"}
    assert legal(table(["2C 3C 4C 5C", ""], ["AC"]), 0) == {"sell AC"}
    endorsed = act(table(["2C 3C 4C KC", ""], ["7H"]), "endorse KC")
    assert legal(endorsed, 0) == {"sell 7H"}


@pytest.mark.parametrize("joker", JOKERS)
def test_2_4_the_first_joker_is_laid_aside_and_the_player_draws_again(joker: str) -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], phase="transferring")
    after = act(state, "transfer 2C", joker, "TS")
    assert hand(after, 1) == "5C 6C 7C TS"
    assert deck(after).split() == [card for card in ["9S", "JS", *JOKERS] if card != joker]
    assert (jokers_seen(after), int(after.deck_size), seats_in(after)) == (1, 3, [1])


def test_2_4_the_second_joker_drawn_at_once_ends_the_game() -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], phase="transferring")
    after = act(state, "transfer 2C", "X2", "X1")
    assert is_over(after)
    assert (hand(after, 1), deck(after), int(after.deck_size)) == ("5C 6C 7C", "9S TS JS", 3)


def test_2_4_even_the_first_turn_can_end_the_game() -> None:
    state = dealt(2, highest_cards(12), hand=3)
    assert is_over(state)
    assert (jokers_seen(state), int(state.deck_size), places(state)) == (2, 46, [1, 1])


def test_3_1_the_rulebooks_gap_is_filled_between_the_2_and_the_6() -> None:
    state = table(["2C 3C 8C 5C", ""], ["4S"], "AS 2S 6S 7S", deck="9S TS JS X1 X2")
    assert legal(state, 0) == {"sell 4S", "pass"}
    after = act(state, "sell 4S")
    assert (market(after), portfolio(after, 0)) == ("AS 2S 4S 6S 7S", "")


def test_3_1_the_top_is_the_largest_card_whatever_was_sold_last() -> None:
    state = table(["2C 3C 8C 5C", "2D 3D 4D"], ["4S", "5S 8S"], "2S 7S", deck="9S TS X1 X2")
    after = act(act(state, "sell 4S"), "transfer 2C", "TS")
    assert legal(after, 1) == {"sell 8S"}


@pytest.mark.parametrize("rank", range(1, 10))
def test_3_1_with_any_top_the_next_must_and_all_below_may_be_sold(rank: int) -> None:
    suit_of_top = [f"{NUMBERS[place]}D" for place in range(10)]
    others = [card for card in suit_of_top if card != suit_of_top[rank - 1]]
    state = table(["", ""], [" ".join(others)], suit_of_top[rank - 1])
    assert legal(state, 0) == {f"sell {suit_of_top[rank]}"}
    without = table(["", ""], [" ".join(card for card in others if card != suit_of_top[rank])], suit_of_top[rank - 1])
    assert legal(without, 0) == {f"sell {card}" for card in suit_of_top[: rank - 1]} | {"pass"}


def test_3_1_an_empty_market_stands_at_0() -> None:
    assert legal(table(["", ""], ["AH 2H"]), 0) == {"sell AH"}
    assert legal(table(["", ""], ["2H TH"]), 0) == {"pass"}


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("sell KD", "a face of the portfolio"),
        ("sell 3D", "a number of the hand"),
        ("sell 4D", "a number of another portfolio"),
        ("sell 9D", "a number of the market"),
        ("sell 9S", "a number of the deck"),
    ],
)
def test_3_2_only_numbers_of_ones_own_portfolio_are_sold(action: str, why: str) -> None:
    for step in ("selling", "endorsing"):
        state = table(["3D 2C 3C 4C", ""], ["5D KD", "4D"], "9D", phase=step, sales_left=1)
        assert action not in legal(state, 0), why
        assert refused(state, 0, action) == "§3.2"


def test_3_2_each_is_sold_into_the_market_of_its_suit() -> None:
    state = table(["2C 3C 4C 5C", ""], ["9D 9H"], "TD")
    assert legal(state, 0) == {"sell 9D", "pass"}
    after = act(state, "sell 9D")
    assert (market(after), portfolio(after, 0)) == ("9D TD", "9H")


def test_3_2_no_face_follows_the_ten() -> None:
    assert legal(table(["", ""], ["JC", ""], "TC"), 0) == {"pass"}
    assert legal(table(["", ""], ["AD JC", ""], "TC KC"), 0) == {"sell AD"}


def test_3_3_the_rulebooks_3_of_clubs_goes_on_the_2() -> None:
    state = table(["5C 6C 7C KC", ""], ["3C 9D", ""], "2C TD")
    assert legal(state, 0) == {"sell 3C"}
    after = act(state, "sell 3C")
    assert (market(after), portfolio(after, 0), phase(after)) == ("2C 3C TD", "9D", "transferring")


def test_3_3_the_player_chooses_among_several() -> None:
    state = table(["5C 6C 7C KC", ""], ["AC 3D 5H TS", ""], "2D 4H 9S", deck="8S X1 X2")
    assert legal(state, 0) == {"sell AC", "sell 3D", "sell 5H", "sell TS"}


@pytest.mark.parametrize("action", ["pass", "endorse KC", "buy D", "sell 9D", "sell 9H"])
def test_3_3_with_such_a_card_nothing_else_is_possible(action: str) -> None:
    state = table(["5C 6C 7C KC", ""], ["3C 9D 9H", ""], "2C TD", buy_back="on")
    assert legal(state, 0) == {"sell 3C"}
    assert refused(state, 0, action) == "§3.3"


def test_3_4_a_number_smaller_than_the_top_may_be_sold_and_one_above_not() -> None:
    state = table(["2D 3D 4D 5D", ""], ["AC 4C 8C TC 3H"], "6C")
    assert legal(state, 0) == {"sell AC", "sell 4C", "pass"}
    assert [refused(state, 0, f"sell {card}") for card in ("8C", "TC", "3H")] == ["§3.4"] * 3
    assert refused(state, 0, "sell 4C") is None


def test_3_4_suits_do_not_touch_one_another() -> None:
    state = table(["3D 4D 5D 6D", ""], ["9C 2D 9D 2H 9H 2S 9S"], "TD", deck="8S X1 X2")
    assert legal(state, 0) == {"sell 2D", "sell 9D", "pass"}


def test_3_5_the_rulebooks_queen_sells_the_7_of_hearts_and_there_is_no_transfer() -> None:
    state = table(["2C 3C 4C QH", "5C 6C 7C"], ["7H"], hand=3)
    assert legal(state, 0) == {"endorse QH", "pass"}
    endorsed = act(state, "endorse QH")
    assert (hand(endorsed, 0), portfolio(endorsed, 0), phase(endorsed), seats_in(endorsed)) == (
        "2C 3C 4C",
        "7H QH",
        "endorsing",
        [0],
    )
    assert legal(endorsed, 0) == {"sell 7H"}
    after = act(endorsed, "sell 7H", "9S")
    assert (market(after), portfolio(after, 0), hand(after, 0)) == ("7H", "QH", "2C 3C 4C")
    assert (seats_in(after), phase(after), hand(after, 1)) == ([1], "selling", "5C 6C 7C 9S")


def test_3_5_a_face_of_any_suit_endorses_any_number_of_the_portfolio() -> None:
    state = table(["2C JC QD KS", ""], ["3H 9D JH"], "5D 7H", deck="9S TS X1 X2")
    assert legal(state, 0) == {"sell 3H", "endorse JC", "endorse QD", "endorse KS", "pass"}
    assert legal(act(state, "endorse KS"), 0) == {"sell 3H", "sell 9D"}


@pytest.mark.parametrize(
    ("hands", "portfolios", "action"),
    [
        (["2C 3C 4C KC", ""], ["", "7H"], "endorse KC"),
        (["2C 3C 4C KC", ""], ["QH", "7H"], "endorse KC"),
        (["2C 3C 4C KC", ""], ["7H", ""], "endorse 4C"),
        (["2C 3C 4C KC", "QC"], ["7H", ""], "endorse QC"),
        (["2C 3C 4C KC", ""], ["7H QH", ""], "endorse QH"),
    ],
)
def test_3_5_it_takes_a_face_of_the_hand_and_a_number_of_the_portfolio(
    hands: list[str], portfolios: list[str], action: str
) -> None:
    state = table(hands, portfolios)
    assert action not in legal(state, 0)
    assert refused(state, 0, action) == "§3.5"


def test_3_5_once_the_face_is_down_a_number_has_to_be_sold() -> None:
    state = act(table(["2C 3C 4C KC", ""], ["7H"]), "endorse KC")
    assert legal(state, 0) == {"sell 7H"}
    assert refused(state, 0, "pass") == "§3.5"


def test_3_6_the_player_may_pass_and_sell_nothing() -> None:
    state = table(["2C 3C 4C KC", ""], ["4H 7H"], "9H")
    assert legal(state, 0) == {"sell 4H", "sell 7H", "endorse KC", "pass"}
    after = act(state, "pass")
    assert (market(after), portfolio(after, 0), hand(after, 0), phase(after)) == (
        "9H",
        "4H 7H",
        "2C 3C 4C KC",
        "transferring",
    )


@pytest.mark.parametrize(("portfolios", "action"), [(["AC 2C"], "sell AC"), (["4D 5D"], "sell 4D")])
def test_3_7_one_sale_a_turn(portfolios: list[str], action: str) -> None:
    state = table(["5C 6C 7C KC", ""], portfolios, "9D")
    after = act(state, action)
    assert phase(after) == "transferring"
    assert legal(after, 0) == {f"transfer {card}" for card in ("5C", "6C", "7C", "KC")}


def test_3_7_one_sale_with_an_endorsement_too() -> None:
    state = table(["5C 6C 7C KC", "5H 6H 7H"], ["4D 5D", ""], "9D")
    assert seats_in(act(act(state, "endorse KC"), "sell 4D", "9S")) == [1]


def test_4_1_one_card_any_one_of_the_hand_is_laid_down() -> None:
    state = act(table(["5C AC KC 7C", "5H 6H 7H"], ["4D"]), "pass")
    assert legal(state, 0) == {f"transfer {card}" for card in ("5C", "AC", "KC", "7C")}
    laid = act(state, "transfer AC", "9S")
    assert (hand(laid, 0), portfolio(laid, 0), shown(laid)["hand_sizes"][:2]) == ("5C 7C KC", "AC 4D", [3, 4])
    laid = act(state, "transfer KC", "9S")
    assert (hand(laid, 0), portfolio(laid, 0), shown(laid)["hand_sizes"][:2]) == ("AC 5C 7C", "KC 4D", [3, 4])


def test_4_1_there_is_no_passing_and_no_laying_of_other_cards() -> None:
    state = act(table(["5C AC KC 7C", "5H 6H 7H"], ["4D"]), "pass")
    assert refused(state, 0, "pass") == "§4.1"
    assert [refused(state, 0, f"transfer {card}") for card in ("5H", "4D", "9S")] == ["§4.1"] * 3


@pytest.mark.parametrize("held", ["", "5C", "5C 6C 7C"])
def test_4_1_with_no_more_than_a_hand_none_is_laid(held: str) -> None:
    after = act(table([held, "5H 6H 7H"], ["4D"]), "pass", "9S")
    assert (seats_in(after), hand(after, 0), portfolio(after, 0)) == ([1], held, "4D")


def test_4_2_a_card_laid_down_this_turn_is_sold_in_the_next_at_the_earliest() -> None:
    state = act(table(["5C 6C 7C AC", "5H 6H 7H"]), "pass")
    after = act(state, "transfer AC", "9S")
    assert (seats_in(after), market(after), portfolio(after, 0)) == ([1], "", "AC")
    again = act(act(after, "pass"), "transfer 5H", "TS")
    assert legal(again, 0) == {"sell AC"}


def test_4_2_a_face_that_is_transferred_endorses_nothing() -> None:
    state = act(table(["5C 6C 7C KC", "5H 6H 7H"], ["9D"]), "pass")
    after = act(state, "transfer KC", "9S")
    assert (seats_in(after), market(after), portfolio(after, 0)) == ([1], "", "KC 9D")


def test_4_2_the_endorsing_face_itself_is_not_sold() -> None:
    state = act(table(["5C 6C 7C KC", ""], ["9D"]), "endorse KC")
    assert refused(state, 0, "sell KC") == "§3.2"


def test_5_1_the_second_joker_ends_the_game_at_once() -> None:
    state = table(["2C 3C 4C", "AD 6C 7C"], ["", "9S"], deck="TS JS X2", phase="transferring")
    after = act(state, "transfer 2C", "X2")
    assert is_over(after)
    assert (hand(after, 1), portfolio(after, 1), deck(after), int(after.deck_size)) == ("6C 7C AD", "9S", "TS JS", 2)
    assert [legal(after, seat) for seat in range(2)] == [set(), set()]
    assert [refused(after, seat, action) for seat in range(2) for action in ("pass", "sell 9S", "transfer 6C")] == [
        "§5.1"
    ] * 6


def test_5_2_the_result_is_the_number_of_cards_in_the_portfolio() -> None:
    state = table(["2C 3C 4C 5C", "", "9C TC"], ["TD KD", "", "AD 2D 3D"])
    assert (points(state), places(state)) == ([2, 0, 3], [2, 1, 3])
    assert CRYPTO_CARDS.rules.LOWEST_WINS


@pytest.mark.parametrize(
    ("portfolios", "expected"),
    [
        (["KD 2D", "9D TD"], [2, 1]),
        (["KD QD", "KC TD"], [2, 1]),
        (["9D TD", "8D 9C"], [2, 1]),
        (["AD TD", "2C 9C"], [1, 1]),
        (["AD KD", "AC JC", "2C JS", "3H 4H"], [2, 2, 4, 1]),
        (["AD 5D", "2C 4C", "3H TH"], [1, 1, 3]),
        (["", ""], [1, 1]),
        (["TC TD TH TS", "AC AD AH AS KS"], [1, 2]),
    ],
)
def test_5_3_ties_are_broken_by_faces_then_by_the_sum_and_else_shared(
    portfolios: list[str], expected: list[int]
) -> None:
    assert places(table([""] * len(portfolios), portfolios, deck="X1 X2")) == expected


def test_5_3_the_largest_portfolios_are_still_told_apart() -> None:
    everything_but_a_suit = " ".join(card for card in PACK if card[1] != "S")
    spades = " ".join(card for card in PACK if card[1] == "S")
    for scoring in ("cards", "points"):
        assert places(table(["", ""], [everything_but_a_suit, spades], deck="X1 X2", scoring=scoring)) == [2, 1]


def test_6_1_the_hand_has_3_to_8_cards_and_5_if_nothing_is_said() -> None:
    assert int(CRYPTO_CARDS.template(2).hand) == 5
    for size in range(3, 9):
        state = dealt(2, hand=size)
        assert shown(state)["hand_sizes"][:2] == [size + 1, size]
    for size in (2, 9):
        with pytest.raises(Mistake, match="hand takes a whole number from 3 to 8"):
            CRYPTO_CARDS.template(2, {"hand": size})


@pytest.mark.parametrize(("size", "step"), [(3, "transferring"), (4, "transferring"), (5, "selling")])
def test_6_1_the_hand_held_when_a_turn_is_finished(size: int, step: str) -> None:
    after = act(table(["2C 3C 4C 5C 6C", "7C"], hand=size), "pass", "9S")
    assert (phase(after), int(after.seat)) == (step, 0 if step == "transferring" else 1)


def test_6_2_a_turn_can_begin_with_selling() -> None:
    state = dealt(2, lowest_cards(6), hand=3, **MINE_LATER)
    assert (hand(state, 0), phase(state), int(state.deck_size)) == ("AC 3C 5C", "selling", 48)
    mined = play(state, 0, "pass", lowest_cards(1))
    assert (hand(mined, 0), phase(mined), seats_in(mined), int(mined.deck_size)) == (
        "AC 3C 5C 7C",
        "transferring",
        [0],
        47,
    )
    assert legal(mined, 0) == {f"transfer {card}" for card in ("AC", "3C", "5C", "7C")}
    after = play(mined, 0, "transfer 3C")
    assert (seats_in(after), phase(after), hand(after, 1), int(after.deck_size)) == ([1], "selling", "2C 4C 6C", 47)


def test_6_2_a_sale_before_the_second_joker_stands() -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], ["AH 9H", ""], deck="9S X2", **MINE_LATER)
    after = act(state, "sell AH", "X2")
    assert is_over(after)
    assert (market(after), portfolio(after, 0), hand(after, 0)) == ("AH", "9H", "2C 3C 4C")


def test_6_2_an_endorsement_and_a_purchase_before_the_second_joker_stand() -> None:
    state = table(["2C 3C KC", "5C 6C 7C"], ["9H", ""], "5D", deck="9S X2", buy_back="on", **MINE_LATER)
    endorsed = act(act(state, "endorse KC"), "sell 9H", "X2")
    assert is_over(endorsed)
    assert (market(endorsed), portfolio(endorsed, 0)) == ("5D 9H", "KC")
    bought = act(state, "buy D", "X2")
    assert is_over(bought)
    assert (market(bought), portfolio(bought, 0)) == ("", "5D 9H")


def test_6_2_after_an_endorsement_the_player_still_mines_and_does_not_transfer() -> None:
    state = table(["2C 3C KC", "5C 6C 7C"], ["9H", ""], **MINE_LATER)
    after = act(act(state, "endorse KC"), "sell 9H", "9S")
    assert (hand(after, 0), seats_in(after), phase(after)) == ("2C 3C 9S", [1], "selling")


def test_6_2_a_mined_card_comes_too_late_to_be_sold() -> None:
    state = table(["2C 3C 4C", "5C 6C 7C"], ["9H", ""], **MINE_LATER)
    mined = act(state, "pass", "X1", "JS")
    assert (legal(mined, 0), jokers_seen(mined)) == ({"transfer 2C", "transfer 3C", "transfer 4C", "transfer JS"}, 1)


def test_6_2_the_order_has_two_names() -> None:
    assert int(CRYPTO_CARDS.template(2).order) == CRYPTO_CARDS.rules.MINE_SELL_TRANSFER
    with pytest.raises(Mistake, match="order takes mine-sell-transfer or sell-mine-transfer"):
        CRYPTO_CARDS.template(2, {"order": "transfer-sell-mine"})


def test_6_3_faces_can_wait_for_the_first_joker() -> None:
    hands, portfolios = ["2C 3C 4C KC", "5C 6C 7C"], ["9H", ""]
    before = table(hands, portfolios, faces="after-first-joker")
    assert legal(before, 0) == {"pass"}
    assert refused(before, 0, "endorse KC") == "§6.3"
    assert refused(before, 0, "endorse 2C") == "§3.5"
    after = table(hands, portfolios, deck="9S TS JS X2", faces="after-first-joker")
    assert legal(after, 0) == {"pass", "endorse KC"}
    assert refused(after, 0, "endorse KC") is None


@pytest.mark.parametrize(("draws", "expected"), [(["X1", "9S"], {"pass", "endorse KC"}), (["9S"], {"pass"})])
def test_6_3_a_joker_of_this_very_turn_counts(draws: list[str], expected: set[str]) -> None:
    state = table(["2C 3C 4C", "5C 6C KC"], ["", "9H"], phase="transferring", faces="after-first-joker")
    assert legal(act(state, "transfer 2C", *draws), 1) == expected


def test_6_4_an_endorsement_may_sell_more_numbers_but_need_not() -> None:
    state = table(["2D 3D 4D KC", "5C 6C 7C"], ["AC 8C 9H TH JH"], "9C", face_sales=3)
    assert legal(state, 0) == {"sell AC", "sell 8C", "endorse KC", "pass"}
    first = act(state, "endorse KC")
    assert legal(first, 0) == {"sell AC", "sell 8C", "sell 9H", "sell TH"}
    assert refused(first, 0, "pass") == "§3.5"
    second = act(first, "sell 9H")
    assert legal(second, 0) == {"sell AC", "sell 8C", "sell TH", "pass"}
    stopped = act(second, "pass", "9S")
    assert (seats_in(stopped), portfolio(stopped, 0), market(stopped)) == ([1], "AC 8C KC TH JH", "9C 9H")


def test_6_4_the_step_ends_by_itself_at_the_limit_or_without_a_number() -> None:
    state = act(table(["2D 3D 4D KC", "5C 6C 7C"], ["8C 9H TH"], face_sales=2), "endorse KC")
    second = act(state, "sell 9H")
    assert seats_in(second) == [0]
    assert seats_in(act(second, "sell TH", "9S")) == [1]
    few = act(table(["2D 3D 4D KC", "5C 6C 7C"], ["9H QH"], face_sales=3), "endorse KC")
    assert seats_in(act(few, "sell 9H", "9S")) == [1]


def test_6_4_a_card_that_must_be_sold_does_not_bind_an_endorsement() -> None:
    state = act(table(["2D 3D 4D KC", "6C 7C 8C"], ["5C 8H TH"], "6H", face_sales=3), "endorse KC")
    second = act(state, "sell 8H")
    assert legal(second, 0) == {"sell 5C", "sell TH", "pass"}
    one_above = table(["2D 3D 4D", ""], ["5C 8H TH"], "9H", phase="endorsing", sales_left=3, face_sales=3)
    assert legal(one_above, 0) == {"sell 5C", "sell 8H", "sell TH"}
    assert legal(act(one_above, "sell 8H"), 0) == {"sell 5C", "sell TH", "pass"}


def test_6_4_every_endorsement_has_its_own_count() -> None:
    state = act(table(["2D 3D 4D KC", "5C 6C 7C"], ["8C 9H TD"], face_sales=2), "endorse KC")
    state = act(act(state, "sell 9H"), "pass", "9S")
    state = act(act(state, "pass"), "transfer 9S", "JS")
    first = act(state, "endorse JS")
    assert legal(first, 0) == {"sell 8C", "sell TD"}
    assert legal(act(first, "sell 8C"), 0) == {"sell TD", "pass"}


def test_6_4_one_to_three_numbers() -> None:
    assert int(CRYPTO_CARDS.template(2).face_sales) == 1
    for count in (0, 4):
        with pytest.raises(Mistake, match="face_sales takes a whole number from 1 to 3"):
            CRYPTO_CARDS.template(2, {"face_sales": count})


def test_6_5_the_top_card_of_a_market_can_be_bought_back() -> None:
    state = table(["2D 3D 4D 5D", "5C 6C 7C"], ["4H"], "AC 9C 2C 7H", buy_back="on")
    assert legal(state, 0) == {"sell 4H", "buy C", "buy H", "pass"}
    after = act(state, "buy C")
    assert (market(after), portfolio(after, 0), phase(after)) == ("AC 2C 7H", "9C 4H", "transferring")
    assert legal(after, 0) == {f"transfer {card}" for card in ("2D", "3D", "4D", "5D")}


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("rank", NUMBERS)
def test_6_5_any_top_of_any_suit_can_be_bought(suit: str, rank: str) -> None:
    market_cards = [place + other for other in SUITS for place in NUMBERS[: NUMBERS.index(rank) + 1]]
    after = act(table(["KD", ""], [""], " ".join(market_cards), deck="JS X1 X2", buy_back="on"), f"buy {suit}", "JS")
    assert portfolio(after, 0) == rank + suit
    assert market(after).split() == [card for card in market_cards if card != rank + suit]


def test_6_5_an_empty_market_sells_nothing_and_off_is_off() -> None:
    state = table(["2D 3D 4D 5D", ""], ["4H"], "9C", buy_back="on")
    assert legal(state, 0) == {"buy C", "pass"}
    assert [refused(state, 0, f"buy {suit}") for suit in SUITS] == [None, "§6.5", "§6.5", "§6.5"]
    off = table(["2D 3D 4D 5D", ""], ["4H"], "9C")
    assert legal(off, 0) == {"pass"}
    assert refused(off, 0, "buy C") == "§6.5"


def test_6_6_points_are_the_numbers_and_ten_for_a_face() -> None:
    state = table(["9C", "", ""], ["AD KD", "9D TD", "5D 6D"], scoring="points")
    assert (points(state), places(state)) == ([11, 19, 11], [2, 3, 1])


@pytest.mark.parametrize(
    ("portfolios", "expected"),
    [
        (["AC 9C", "TD"], [2, 1]),
        (["KC", "TD"], [2, 1]),
        (["KC AD 9D", "KH QH"], [2, 1]),
        (["KC", "QD"], [1, 1]),
        (["5C 6C", "AD KD"], [1, 2]),
        (["AC 2C 3C", "KC"], [1, 2]),
    ],
)
def test_6_6_equal_points_are_compared_by_cards_then_by_faces(portfolios: list[str], expected: list[int]) -> None:
    assert places(table(["", ""], portfolios, scoring="points")) == expected
