"""What a fact says is what happens then: facts before an action, or after it, against what the action has changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from openoutcry.engine.actions import Action
from openoutcry.engine.record import copied
from openoutcry.games import find
from openoutcry.games.dead_cat_bounce.pack import CARDS
from openoutcry.table.match import Match, View
from openoutcry.testing.random_play import any_legal, random_match
from support import position, shown

Step = tuple[View, int, Action, View]
GAMES = 8


@cache
def steps_of(name: str, games: int = GAMES) -> list[Step]:
    """Every step of some matches at random, as a spectator with open cards would see it before and after."""
    return [step for number in range(games) for step in _steps(name, number)]


def _steps(name: str, number: int) -> Iterator[Step]:
    match, dice = random_match(find(name), number), random.Random(number)
    before = open_view(match)
    while not match.over:
        seat = dice.choice(match.to_act)
        action = any_legal(match.legal(seat), dice)
        match.play(seat, action)
        after = open_view(match)
        yield before, seat, action, after
        before = after


def open_view(match: Match) -> View:
    """A view of all there is, for comparison."""
    return View(match.game, None, copied(match._state), [])


def checked(name: str, verb: str, check: Callable[[View, int, list[str], View], bool], games: int = GAMES) -> None:
    """A check holds for every action of a verb, and there was one."""
    found = [
        (str(action), check(before, seat, str(action).split()[1:], after))
        for before, seat, action, after in steps_of(name, games)
        if action.verb == verb
    ]
    assert found
    assert [text for text, holds in found if not holds] == []


def gained(before: View, after: View, field: str, seat: int) -> int:
    return int(after.record[field][seat]) - int(before.record[field][seat])


def test_so_many_dice_are_rolled_and_their_sum_is_what_was_rolled() -> None:
    def holds(before: View, seat: int, _: list[str], after: View) -> bool:
        dice = [int(die) for die in after.record.dice if die]
        told = before.fact("dice_at", int(before.record.arrows[seat]))
        return len(dice) == before.fact("dice_to_roll", seat) == told and after.fact("pips_rolled") == sum(dice)

    checked("bounce", "roll", holds)


def test_whoever_rolls_the_pips_to_land_has_landed() -> None:
    def holds(before: View, seat: int, _: list[str], after: View) -> bool:
        lands = before.fact("pips_to_land", seat) == after.fact("pips_rolled")
        return not lands or bool(shown(after.record)["statuses"][seat] == "landed")

    checked("bounce", "roll", holds)


def test_spaces_go_up_and_down_again() -> None:
    record = position("bounce", 2, {"spaces": 3})
    view = View(find("bounce"), None, record, [])
    assert [view.fact("space_of", token) for token in range(7)] == [0, 1, 2, 3, 3, 2, 1]
    assert [view.fact("faces_up", token) for token in range(1, 7)] == [1, 1, 1, 0, 0, 0]


def test_the_top_card_is_the_one_that_is_bought_back() -> None:
    def holds(before: View, seat: int, parts: list[str], after: View) -> bool:
        (bought,) = {*shown(before.record)["market"]} - {*shown(after.record)["market"]}
        return bool(before.game.rules.CARDS[before.fact("top_card", parts[0])] == bought)

    checked("crypto_cards", "buy", holds, games=20)


def test_the_next_card_has_to_be_sold_before_any_other() -> None:
    fixed = 0
    for before, seat, action, _ in steps_of("crypto_cards"):
        state = shown(before.record)
        cards = [before.game.rules.CARDS[card] for suit in "CDHS" if (card := before.fact("next_card", suit)) >= 0]
        if state["phase"] == "selling" and (forced := set(cards) & set(state["portfolios"][seat])):
            assert action.verb == "sell"
            assert str(action).split()[1] in forced
            fixed += 1
    assert fixed


def test_what_decided_between_two_places() -> None:
    told = set()
    for _, _, _, after in steps_of("crypto_cards"):
        points, places = after.points, after.places
        told.add(by := after.fact("decided_by", 0, 1))
        assert (places[0] == places[1]) == (by == 0)
        assert (points[0] == points[1]) == (by != 1)
        if by == 3:
            assert after.fact("faces_of", 0) != after.fact("faces_of", 1)
        if by == 4:
            assert after.fact("faces_of", 0) == after.fact("faces_of", 1)
            assert after.fact("sum_of_numbers", 0) != after.fact("sum_of_numbers", 1)
    assert told == {0, 1, 2, 3, 4} or told == {0, 1, 3, 4}


def test_a_place_sells_for_its_price() -> None:
    def holds(before: View, seat: int, parts: list[str], after: View) -> bool:
        if after.record.ending:
            return True
        price = before.fact("price_in", seat, parts[0])
        fish = sum(int(card[1]) for card in shown(before.record)["stands"][seat][PLACES.index(parts[0])])
        is_told = before.fact("fish_in", seat, parts[0]) == fish and before.fact("price", fish) == price
        return is_told and gained(before, after, "money", seat) == price

    checked("cash_a_catch", "sell", holds)


PLACES = ["crate1", "crate2", "tub"]


def test_the_market_closes_at_half_price_and_the_garbage_costs() -> None:
    closed = 0
    for before, _, _, after in steps_of("cash_a_catch"):
        if shown(after.record)["ending"] == "market_close":
            for seat in range(int(after.record.seats)):
                sales = sum(before.fact("half_price_in", seat, place) for place in PLACES)
                assert gained(before, after, "money", seat) == sales - after.fact("fish_on_garbage", seat)
            assert before.fact("may_close") or before.record.deck_size - after.record.deck_size > 1
            closed += 1
    assert closed


def test_the_end_phase_comes_when_it_was_told() -> None:
    came = 0
    for before, _, _, after in steps_of("cash_a_catch"):
        if before.record.is_end_phase != after.record.is_end_phase:
            turned = int(before.record.deck_size) - int(after.record.deck_size)
            assert 1 <= before.fact("cards_to_end_phase") <= turned
            assert after.fact("cards_to_end_phase") == 0
            came += 1
    assert came


def test_what_is_offered_and_what_it_is_worth() -> None:
    record = position(
        "cash_a_catch", 3, lot={"E1": 1, "E3": 2, "S2": 1, "O3": 1, "THIEF": 1}, stands=[[["E2", "O1"], [], ["O2"]]]
    )
    record.heights[0] = [2, 0, 1]
    view = View(find("cash_a_catch"), None, record, [])
    assert [view.fact("fish_offered", kind) for kind in ("eel", "shark", "flounder", "octopus")] == [7, 2, 0, 3]
    assert [view.fact("fish_together", 0, kind) for kind in ("eel", "shark", "octopus")] == [10, 0, 0]
    assert [view.fact("kind_in", 0, place) for place in PLACES] == [0, -1, -1]
    assert view.fact("worth_of_lot") == 30 + 2
    assert [view.fact("price", fish) for fish in (0, 5, 10, 200)] == [0, 7, 30, 30]


def test_whoever_may_buy_is_asked_at_the_bell() -> None:
    asked = 0
    for _, _, _, after in steps_of("cash_a_catch"):
        if shown(after.record)["phase"] == "bell" and after.to_act:
            assert all(after.fact("may_buy", seat) for seat in after.to_act)
            asked += 1
    assert asked


def test_whoever_was_wrong_loses() -> None:
    decided = 0
    for before, _, action, after in steps_of("cash_or_crash"):
        state = shown(after.record)
        if any(before.record.stake_sizes) and not any(after.record.stake_sizes):
            right = after.fact("was_right")
            assert state["last_loser"] == (state["last_challenger"] if right else state["last_bidder"])
            assert right == all(after.fact("was_enough", good) for good in state["last_goods"])
            staked = [
                sum(before.fact("icons_staked", seat, good) for seat in range(state["seats"])) for good in range(3)
            ]
            assert staked == state["counts"], action
            decided += 1
    assert decided


def test_the_cards_of_a_player_are_kept_or_lost() -> None:
    for _, _, _, after in steps_of("cash_or_crash")[::40]:
        record = after.record
        for seat in range(int(record.seats)):
            assert after.fact("kept", seat) + int(record.discard_sizes[seat]) == int(record.set_size)
            icons = [
                sum(after.fact(f"icons_{where}", seat, good) for good in range(3))
                for where in ("in_hand", "staked", "discarded")
            ]
            cards = [shown(record)[place][seat] for place in ("hands", "staked", "discards")]
            assert icons == [len("".join(each)) for each in cards]


def test_a_takeover_costs_its_price() -> None:
    def holds(before: View, seat: int, parts: list[str], after: View) -> bool:
        owner, meld = int(parts[0]), parts[1]
        price = before.fact("takeover_price", owner, meld)
        return bool(before.fact("is_for_sale", owner, meld)) and gained(before, after, "purses", seat) == -price

    checked("dead_cat_bounce", "takeover", holds)


def test_the_tax_is_paid_and_then_comes_the_income() -> None:
    def holds(before: View, seat: int, _: list[str], after: View) -> bool:
        paid = gained(before, after, "purses", seat) == -before.fact("tax", seat)
        turn = int(after.record.turn)
        if after.record.ending or turn == seat:
            return True
        income = after.fact("income", turn)
        leads = sum(after.fact(f"leads_by_{by}", turn, suit) for by in ("rank", "number") for suit in range(4))
        is_sum = after.fact("bonuses", turn) == leads + after.fact("leads_by_run", turn)
        return paid and is_sum and gained(before, after, "purses", turn) in (income, 0)

    checked("dead_cat_bounce", "pay", holds)


def test_the_dividends_of_all_melds_are_the_dividends() -> None:
    for _, _, _, after in steps_of("dead_cat_bounce")[::40]:
        for seat, letters in enumerate(shown(after.record)["letters"]):
            paid = sum(after.fact("dividend", seat, letter) for letter in letters)
            assert after.fact("dividends", seat) == paid == after.fact("income", seat) - after.fact("bonuses", seat)


def test_prices_of_the_market() -> None:
    def of_flop(before: View, seat: int, parts: list[str], after: View) -> bool:
        return gained(before, after, "purses", seat) == -before.fact("price_in_flop", int(parts[0]) - 1)

    checked("dead_cat_bounce", "buy", of_flop)
    checked("dead_cat_bounce", "discard", of_flop)
    for verb, fact, sign in (("sell", "paid_for_selling", 1), ("look", "price_of_look", -1)):
        checked(
            "dead_cat_bounce",
            verb,
            lambda before, seat, _, after, fact=fact, sign=sign: (  # type: ignore[misc]
                gained(before, after, "purses", seat) == sign * before.fact(fact)
            ),
        )
    checked(
        "dead_cat_bounce",
        "put",
        lambda before, seat, parts, after: (
            bool(after.record.ending)
            or gained(before, after, "purses", seat) == before.fact("paid_for_putting_back", parts[0])
        ),
    )


def test_the_cards_of_a_meld_stand_in_their_places() -> None:
    record = position(
        "dead_cat_bounce",
        2,
        letters=[["A", "B", "C"]],
        melds=[[["QH", "AH"], ["7C", "7D"], ["AS", "2S", "4S"]]],
        doubles=[[[], ["D"], []]],
        spots=[[["Q", "K", "A"], [], ["low_ace", "2", "3", "4"]]],
        thieves=[[["K"], [], []]],
    )
    view = View(find("dead_cat_bounce"), None, record, [])

    def meld(letter: str) -> list[int]:
        return [view.fact("card_in_meld", 0, letter, place) for place in range(view.fact("cards_of", 0, letter) + 1)]

    def number(name: str) -> int:
        return CARDS.number(name)

    assert meld("A") == [number("QH"), number("thief"), number("AH"), -1]
    assert meld("B") == [number("7C"), number("7D"), number("7D"), -1]
    assert meld("C") == [number("AS"), number("2S"), number("wild"), number("4S"), -1]
    assert [view.fact("letter_of", 0, card) for card in ("7D", "wild", "KC")] == [1, 2, -1]
    assert [view.fact("stolen_from", 0, card) for card in ("2S", "4S", "QH")] == [2, -1, -1]


def test_the_last_turns_are_counted_down() -> None:
    told = [
        (before.fact("turns_to_come"), after.fact("turns_to_come"), bool(after.record.ending))
        for before, _, action, after in steps_of("dead_cat_bounce")
        if action.verb == "pay" and before.fact("turns_to_come") >= 0
    ]
    assert told
    assert all(later == now - 1 for now, later, _ in told)
    assert all(ends == (now == 0) for now, _, ends in told)


def test_what_is_wanted_comes_out_of_the_hand_or_off_the_table() -> None:
    seen = 0
    for before, _, action, after in steps_of("dead_cat_bounce"):
        if action.verb != "accept" or after.record.offer_by >= 0 or after.record.ending:
            continue
        state = shown(before.record)
        wanted = sum(before.fact("wanted_in_hand", card) for card in {*state["want"]})
        assert wanted <= len(state["want"])
        hand = before.record.hand_sizes[state["offer_to"]]
        assert wanted <= hand
        seen += 1
    assert seen


@pytest.mark.parametrize("verb", ["discard", "leave", "sell"])
def test_the_discard_pile_grows_by_what_is_discarded(verb: str) -> None:
    checked(
        "dead_cat_bounce",
        verb,
        lambda before, _, __, after: (
            bool(after.record.ending) or after.fact("discarded") == before.fact("discarded") + 1
        ),
    )
