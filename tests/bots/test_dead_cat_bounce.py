"""The rules of thumb for Dead-Cat Bounce, each on a table made by hand."""

from __future__ import annotations

from typing import Any

from openoutcry.engine.chance import new_chance
from openoutcry.engine.record import blank
from openoutcry.games import find
from openoutcry.games.dead_cat_bounce.thumb import choose, turns_left
from openoutcry.lab.simulate import Simulation
from support import play
from trading import after, table

GAME = find("dead_cat_bounce")
NOTHING_FITS = "3H 5S 9D"


def four(own: str = "", *others: str, own_hand: str = "", **fields: Any) -> Any:
    """Seat 0 is ours and trades; the others have these melds, and 7 tokens as we have."""
    melds = [own, *others, *[""] * (3 - len(others))]
    return table(*melds, **{"hands": [own_hand], "flop": NOTHING_FITS} | fields)


def in_last_turns(state: Any, left: int) -> Any:
    """The same table when so many turns are left, this one included."""
    state.last_turns = left
    return state


def choice(state: Any, seat: int = 0) -> str:
    """What the bot of a seat does."""
    mask = blank(GAME.mask_type)
    GAME.rules.legal(state, seat, mask)
    return str(GAME.actions[int(choose(state, seat, mask, new_chance(bytes(32))))])


def choices(state: Any, count: int, seat: int = 0) -> list[str]:
    """The next so many actions of a seat's bot."""
    made = []
    for _ in range(count):
        made.append(choice(state, seat))
        state = play(state, seat, made[-1])
    return made


def test_the_turns_still_to_come_follow_from_the_stack_and_then_from_the_last_turns() -> None:
    assert [turns_left(four(), 0), turns_left(four(stack="4C 4D"), 0)] == [7, 1]
    assert [turns_left(in_last_turns(four(), 5), seat) for seat in range(4)] == [1, 1, 1, 1]
    assert [turns_left(in_last_turns(four(), 3), seat) for seat in range(4)] == [0, 1, 1, 0]


def test_it_lays_first_what_raises_the_dividends_most() -> None:
    assert choices(four("JH QH / 7C 8C", own_hand="KH 9C"), 4) == ["at A", "extend KH", "at B", "extend 9C"]
    assert choices(four(own_hand="7C 8C KD"), 3) == ["begin 7C", "extend 8C", "single KD"]


def test_of_two_cards_that_fit_the_dearer_one_is_laid_first() -> None:
    assert choices(four("QH", own_hand="KH QS"), 2) == ["at A", "extend KH"]


def test_a_card_of_the_flop_is_bought_where_it_fits() -> None:
    assert choice(four("7C 8C", flop="3H 9C 5S")) == "buy 2"
    assert choice(four("JH QH", flop="3D KH 8S")) == "buy 2"
    assert choice(four("JH QH", flop="3D KH 8S", purses=[3, 7, 7, 7])) == "next"
    assert choice(four("7C 8C")) == "next"


def test_two_cards_of_the_flop_that_fit_together_are_bought() -> None:
    assert choices(four(flop="6D 3H 5D"), 4) == ["buy 1", "buy 2", "begin 5D", "extend 6D"]
    assert choice(four(flop="6D 3H 5D", purses=[1, 7, 7, 7])) == "next"


def test_a_card_for_the_table_comes_before_a_takeover() -> None:
    assert choice(four("7C 8C", "3D 4D", flop="3H 9C 5S")) == "buy 2"


def test_the_next_player_is_robbed_first() -> None:
    assert choice(four("", "3C 4C", "7D 8D", "TH JH")) == "takeover 1 A"
    assert choice(four("", "", "7D 8D", "TH JH QH")) == "takeover 3 A"


def test_a_meld_is_left_when_its_tokens_cost_more_than_it_will_pay() -> None:
    few, many = ([{}, {}, {}, {"A": tokens}] for tokens in (1, 4))
    assert choice(four("", "", "", "7D 8D", stack="4C", tokens=few)) == "takeover 3 A"
    assert choice(four("", "", "", "7D 8D", stack="4C", tokens=many)) == "next"


def test_in_the_last_turn_only_what_costs_nothing_is_taken_from_those_who_still_collect() -> None:
    assert choice(in_last_turns(four("", "7D 8D"), 3)) == "takeover 1 A"
    assert choice(in_last_turns(four("", "TD JD"), 3)) == "next"
    assert choice(in_last_turns(four("", "", "", "7D 8D"), 2)) == "next"


def test_in_the_last_turn_dear_cards_go_back_to_the_market() -> None:
    assert choices(in_last_turns(four("KH KD / AC", flop="3H 9S"), 2), 2) == ["put AC", "next"]
    assert choice(four("KH KD / AC", flop="3H 9S")) == "next"


def test_in_the_last_turn_a_card_that_fits_makes_room_for_a_dear_one() -> None:
    state = in_last_turns(four("KC AC / 7D 8D", flop="3H 9D 5S"), 2)
    assert choices(state, 4) == ["buy 2", "at B", "extend 9D", "put AC"]
    assert choice(in_last_turns(four("7D 8D", flop="3H 9D 5S"), 2)) == "next"


def test_what_fits_nowhere_is_sold() -> None:
    assert choices(four(own_hand="4C 8H", purses=[0, 7, 7, 7]), 3) == ["sell 4C", "sell 8H", "next"]


def test_a_card_is_offered_to_whom_it_fits_for_more_than_the_bank_pays() -> None:
    state = four("", "", "7C 8C", own_hand="9C", purses=[0, 7, 7, 7])
    assert choices(state, 4) == ["propose 2", "give 9C", "ask 2", "send"]
    sent = after(state, "0 propose 2", "0 give 9C", "0 ask 2", "0 send")
    assert choice(sent, 2) == "accept"


def test_a_card_that_lies_alone_is_asked_for_when_it_pays_its_owner_less_than_us() -> None:
    state = four("QH", "KH", stack="4C 4D")
    assert choices(state, 4) == ["propose 1", "want KH", "bid 3", "send"]
    assert choice(after(state, "0 propose 1", "0 want KH", "0 bid 3", "0 send"), 1) == "accept"
    assert choice(four("QH", "KH", stack="4C 4D", purses=[2, 7, 7, 7])) == "next"


def test_nobody_pays_much_more_than_the_price_of_a_card() -> None:
    assert choice(four("QH", "KH")) == "next"


def test_who_was_refused_does_not_ask_again() -> None:
    state = after(four("QH", "KH", "KD", stack="4C 4D"), "0 propose 1", "0 want KH", "0 bid 3", "0 send", "1 decline")
    assert choice(state) == "next"


def test_nobody_who_has_had_the_last_turn_takes_a_card() -> None:
    state = four("", "", "7C 8C", own_hand="9C", purses=[0, 7, 7, 7])
    assert choice(in_last_turns(state, 2)) == "sell 9C"
    sent = after(in_last_turns(state, 2), "0 propose 2", "0 give 9C", "0 send")
    assert choice(sent, 2) == "decline"


def test_an_offer_is_accepted_if_it_brings_more_than_it_costs() -> None:
    state = after(four("QH", "KH", stack="4C 4D"), "0 propose 1", "0 want KH", "0 bid 2", "0 send")
    assert choice(state, 1) == "decline"
    state = after(four("", "7C 8C", own_hand="9C 2D"), "0 propose 1", "0 give 9C", "0 ask 3", "0 send")
    assert choice(state, 1) == "decline"


def test_an_offer_that_somebody_else_began_is_cancelled() -> None:
    state = after(four("QH", "KH", own_hand="4C", stack="4H 4D"), "0 propose 1", "0 give 4C")
    assert choice(state) == "cancel"


def test_cards_of_choice_are_given_for_more_than_a_token_each() -> None:
    state = four("", hands=["", "4C 8D"])
    asked = after(state, "0 propose 1", "0 want_any", "0 bid 2", "0 send")
    assert choices(asked, 2, 1) == ["accept", "choose 4C"]
    assert choice(after(state, "0 propose 1", "0 want_any", "0 bid 1", "0 send"), 1) == "decline"


def test_a_meld_is_protected_until_the_player_before_us_cannot_pay_for_it() -> None:
    state = after(four("7C 8C 9C", purses=[9, 20, 20, 5]), "0 next")
    assert choices(state, 4) == ["protect A", "protect A", "protect A", "next"]


def test_a_meld_that_is_dear_or_cheap_to_lose_is_not_protected() -> None:
    assert choice(after(four("7C 8C 9C", purses=[9, 20, 20, 2]), "0 next")) == "next"
    assert choice(after(in_last_turns(four("7C 8C 9C"), 4), "0 next")) == "next"
    assert choice(after(four("AC AD", purses=[9, 7, 7, 20], stack="4H"), "0 next")) == "next"


def test_a_block_joker_is_kept_for_the_best_meld_and_sold_without_one() -> None:
    state = four("7C 8C / JH QH", own_hand="block", jokers="block")
    assert choices(state, 2) == ["next", "block B"]
    assert choice(four(own_hand="block", jokers="block", purses=[0, 7, 7, 7])) == "sell block"


def test_a_thief_takes_what_fits_and_a_wild_joker_joins_a_card_to_a_meld() -> None:
    state = four("TC JC", "6D 7D 8D", own_hand="thief 3C", jokers="thief", purses=[0, 7, 7, 7])
    assert choice(state) == "sell 3C"
    state = four("7C 7H", "6D 7D 8D", own_hand="thief 3C", jokers="thief", purses=[0, 7, 7, 7])
    assert choice(state) == "steal 1 7D"
    state = four("7C 8C", own_hand="wild TC", jokers="wild", purses=[0, 7, 7, 7])
    assert choices(state, 2) == ["at A", "bridge TC"]


def test_the_card_that_the_next_player_needs_is_discarded() -> None:
    purses = [0, 7, 7, 7]
    assert choices(four("", "8H 9H", flop="4C TH 5S", purses=purses), 2) == ["next", "discard 2"]
    assert choices(four("", flop="JC KH AS", purses=purses), 2) == ["next", "leave"]


def test_in_games_among_greedy_players_offers_are_made_and_accepted() -> None:
    simulation = Simulation(GAME, 4, 500, seed=1, bots=["greedy"])
    simulation.run()
    actions = simulation.report()["actions"]
    assert 0.5 < actions["accept"] <= actions["send"] == actions["propose"] < 5
    assert actions["cancel"] == 0
