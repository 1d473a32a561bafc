"""What comes of an action in Dead-Cat Bounce, to the letter. An action is written with the cards it draws after a
colon.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from openoutcry.engine import contract
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.events import NOBODY
from openoutcry.engine.record import blank
from openoutcry.engine.telling import MOST_WORDS, new_told
from openoutcry.table.match import Match
from openoutcry.table.story import events_of
from openoutcry.table.words import Words
from trading import DEAD_CAT_BOUNCE, LETTERS, after, dealt, phase, seen_by, table

PLAYERS = ["Ada", "Bo", "Cy", "Di", "Ed", "Fi"]
TWO_RANKS = [("2", "3"), ("4", "5"), ("6", "7"), ("8", "9"), ("T", "J"), ("Q", "K")]


def told(state: Any, *lines: str, reader: int = SPECTATOR, language: str = "en") -> list[str]:
    """What a reader is told of the last of these actions."""
    *first, last = lines
    before = after(state, *first)
    seat, _, text = last.partition(": ")[0].partition(" ")
    number = DEAD_CAT_BOUNCE.actions.read(text).number
    if int(seat) != reader:
        number = DEAD_CAT_BOUNCE.actions.seen_number(number)
    return sentences(before, after(before, last), int(seat), number, reader, language)


def sentences(before: Any, now: Any, seat: int, number: int, reader: int, language: str = "en") -> list[str]:
    words = Words(DEAD_CAT_BOUNCE, language)
    events = events_of(DEAD_CAT_BOUNCE, seen_by(before, reader), seen_by(now, reader), seat, number)
    return [words.event(event, PLAYERS, reader) for event in events]


def at_tax(state: Any) -> Any:
    """Seat 0 has come to its tax."""
    while phase(state) != "paying_tax":
        state = after(state, "0 next")
    return state


def test_2_1_the_first_turn_is_told_with_the_deal() -> None:
    before, now = blank(DEAD_CAT_BOUNCE.rules.STATE), dealt(3)
    assert sentences(before, now, NOBODY, NOBODY, SPECTATOR) == ["Ada"]
    assert sentences(before, now, NOBODY, NOBODY, 0) == ["You"]
    assert sentences(before, now, NOBODY, NOBODY, 0, "de") == ["Du"]


def test_10_2_the_tax_then_the_turn_with_its_housekeeping() -> None:
    state = at_tax(
        table(
            "3C 4C",
            "5D 6D / QH",
            hands=["9S"],
            flop="7C",
            tokens=[{}, {"A": 2}],
            blocked=["", "A"],
            jokers="block",
        )
    )
    assert told(state, "0 pay: KC block", reader=1) == [
        "The tax is 1 token.",
        "You",
        "You lose 2 tokens of protection to the bank.",
        "You lose a block joker to the discard pile.",
        "New in the flop: K♣ block.",
        "You collect 7 tokens (3 in dividends, 4 in bonuses).",
    ]
    assert told(state, "0 pay: KC block", reader=0)[1:] == [
        "Bo",
        "Bo loses 2 tokens of protection to the bank.",
        "Bo loses a block joker to the discard pile.",
        "New in the flop: K♣ block.",
        "Bo collects 7 tokens (3 in dividends, 4 in bonuses).",
    ]
    assert told(state, "0 pay: KC block", language="de") == [
        "Die Steuer beträgt 1 Chip.",
        "Bo",
        "Bo verliert 2 Chips Schutz an die Bank.",
        "Bo verliert einen Blockjoker an die Ablage.",
        "Neu in der Auslage: K♣ Block.",
        "Bo bekommt 7 Chips (3 an Dividenden, 4 an Boni).",
    ]


def test_3_1_two_block_jokers_and_one_token() -> None:
    two = table("", "5D 6D / QH QS", tokens=[{}, {"A": 1}], blocked=["", "A B"], jokers="block", flop="7C 8C 9C")
    assert told(after(two, "0 next", "0 discard 1"), "0 pay: 9S", reader=1)[:3] == [
        "You",
        "You lose 1 token of protection to the bank.",
        "You lose 2 block jokers to the discard pile.",
    ]


def test_3_2_nothing_is_told_where_nothing_is_due() -> None:
    assert told(at_tax(table("", "", stack="", face_up="")), "0 pay") == ["Bo"]


def test_4_1_what_a_card_has_cost() -> None:
    state = table("", "", flop="7C KH wild", jokers="wild")
    assert told(state, "0 buy 1") == ["That is 1 token for 7♣."]
    assert told(state, "0 buy 2") == ["That is 4 tokens for K♡."]
    assert told(state, "0 buy 3", language="de") == ["Das macht 2 Chips für einen Wildjoker."]


def test_4_2_the_card_that_came_and_11_1_the_last_turns() -> None:
    assert told(table("", "", flop="7C"), "0 look: 5S") == ["New in the flop: 5♠."]
    assert told(table("", "", flop="7C", stack="5S"), "0 look: 5S") == [
        "New in the flop: 5♠.",
        "The stack has run out, and the discards are the new one. After this turn everyone has one last turn.",
    ]


def test_4_3_what_the_bank_pays_and_5_11_what_is_left_over() -> None:
    state = table("TC JC", "", hands=["JC"], double_suits="on")
    assert told(state, "0 put JC") == ["The bank pays 1 token."]
    assert told(table("TC JC", ""), "0 put JC") == [
        "The bank pays 1 token.",
        "Left over, back in the hand of Ada: 10♣.",
    ]


def test_4_4_of_a_sale_from_the_hand_nothing_is_told_of_one_from_the_table_what_is_left_over() -> None:
    assert told(table("", "", hands=["KC"]), "0 sell KC") == []
    assert told(table("", "", hands=["KC"]), "0 sell KC", reader=0) == []
    assert told(table("3C wild 5C", "", jokers="wild"), "0 sell_shown 3C", reader=0) == [
        "Left over, back in your hand: 5♣ wild."
    ]


@pytest.mark.parametrize("reader", [0, 1, SPECTATOR])
def test_5_9_a_card_that_was_taken_up_is_not_left_over(reader: int) -> None:
    state = table("3C 3H", "", hands=["3C"], double_suits="on")
    where = "your hand" if reader == 0 else "the hand of Ada"
    assert told(state, "0 at A", "0 take 3C", reader=reader) == [f"Left over, back in {where}: 3♡."]
    assert told(state, "0 at A", "0 take 3H", reader=reader) == [f"Left over, back in {where}: 3♣."]


def test_5_11_two_equal_cards_may_be_left_over() -> None:
    state = table("3C 4C 5C / 3C 4C 5C", "", double_suits="on", purses=[0, 7])
    trade = ("0 propose 1", "0 give_shown 4C", "0 give_shown 4C", "0 send", "1 accept")
    assert told(state, *trade)[1:] == ["Left over, back in the hand of Ada: 3♣ 3♣ 5♣ 5♣."]


def test_5_8_the_meld_as_it_is_now() -> None:
    state = table("3C 3H / TS JS / KD AD", "", hands=["3C 8S QD wild"], double_suits="on", jokers="wild")
    assert told(state, "0 at A", "0 extend 3C") == ["Meld A is now 3♣ 3♣ 3♡."]
    assert told(state, "0 at B", "0 bridge 8S") == ["Meld B is now 8♠ wild 10♠ J♠."]
    assert told(state, "0 at C", "0 extend QD") == ["Meld C is now Q♢ K♢ A♢."]


def test_5_10_both_pieces_of_a_run_that_is_cut() -> None:
    state = table({"A": "AC 2C 3C 4C 5C", "B": "KD"}, "")
    assert told(state, "0 at A", "0 split 4") == ["Meld A is now A♣ 2♣ 3♣, and meld C is 4♣ 5♣."]


def test_6_2_the_cards_that_were_taken_over_and_their_price() -> None:
    state = table("", "3C wild 5C / QH KH", tokens=[{}, {"A": 2, "B": 3}], jokers="wild", purses=[10, 0])
    assert told(state, "0 takeover 1 A") == ["That is 4 tokens for 3♣ wild 5♣."]
    assert told(state, "0 takeover 1 B", reader=1) == ["That is 10 tokens for Q♡ K♡."]


def test_7_3_the_offer_as_a_whole() -> None:
    state = table("JC QC", "5D 6D", hands=["block 9S", "7H 8H 9H"], known=["", "7H"], jokers="block")
    gives = ("0 propose 1", "0 give block", "0 give_shown JC")
    offer = (*gives, "0 want 7H", "0 want 5D", "0 want_any", "0 ask 1", "0 send")
    assert told(state, *offer) == [
        "Bo would get a block joker, J♣ (table) for 7♡, 5♢ (table), 1 card of choice, 1 token."
    ]
    assert told(state, *offer, reader=1)[0].startswith("You would get a block joker, ")
    assert told(state, *offer, language="de") == [
        "Bo bekäme einen Blockjoker, B♣ (Tisch) für 7♡, 5♢ (Tisch), 1 Karte freier Wahl, 1 Chip."
    ]
    assert told(state, *gives, "0 bid 2", "0 send", reader=1) == [
        "You would get a block joker, J♣ (table), 2 tokens for nothing."
    ]


def test_7_4_whoever_drops_a_counter_offer_declines() -> None:
    lines = ("0 propose 1", "0 give 9S", "0 send", "1 counter", "1 cancel")
    state = table("", "", hands=["9S"])
    assert told(state, *lines) == ["So Bo declines."]
    assert told(state, *lines, reader=1) == ["So you decline."]
    assert told(state, "0 propose 1", "0 cancel") == []
    assert told(state, *lines[:3], "1 decline") == []


def test_7_5_a_trade_is_told_when_the_last_card_is_chosen() -> None:
    state = table("", "", hands=["5C", "9S 9H KD"])
    lines = ["0 propose 1", "0 give 5C", "0 want_any", "0 want_any", "0 bid 2", "0 send"]
    assert told(state, *lines) == ["Bo would get 5♣, 2 tokens for 2 cards of choice."]
    lines += ["1 accept"]
    assert told(state, *lines) == []
    lines += ["1 choose 9S"]
    assert told(state, *lines) == []
    lines += ["1 choose KD"]
    assert told(state, *lines) == ["Bo gets 5♣, 2 tokens for K♢, 9♠."]
    assert told(state, *lines, reader=1) == ["You get 5♣, 2 tokens for K♢, 9♠."]


def test_7_6_what_was_traded_what_is_left_over_on_both_sides_and_7_7_protection_that_is_lost() -> None:
    state = table("TC JC", "5D 6D 7D", hands=["", "8D"], tokens=[{}, {"A": 2}])
    trade = ("0 propose 1", "0 give_shown JC", "0 want 6D", "0 send", "1 accept")
    assert told(state, *trade, reader=1) == [
        "You get J♣ (table) for 6♢ (table).",
        "Left over, back in the hand of Ada: 10♣.",
        "Left over, back in your hand: 5♢ 7♢.",
        "You lose 2 tokens of protection to the bank.",
    ]


def test_9_1_what_was_discarded_and_9_2_what_the_bank_took() -> None:
    free = after(table("", "", flop="3C KH AS"), "0 next")
    assert told(free, "0 discard 1") == ["It hits 3♣, free of charge."]
    assert told(free, "0 discard 2") == ["That is 3 tokens for K♡."]
    assert told(after(table("", "", flop="KH 2C AS"), "0 next"), "0 leave") == ["It hits 2♣, free of charge."]


def test_11_1_after_the_last_turn_no_other_begins() -> None:
    state = at_tax(table("3C 4C", "5D 6D", hands=["9S TD"], tokens=[{}, {"A": 2}]))
    state.last_turns = 1
    assert told(state, "0 pay") == ["The tax is 2 tokens."]


def test_11_2_a_royal_flush_and_what_the_others_collect() -> None:
    state = table("TS JS QS KS", "5D 6D", "", hands=["AS"], tokens=[{}, {"A": 2}])
    lines = ("0 at A", "0 extend AS")
    assert told(state, *lines) == [
        "Meld A is now 10♠ J♠ Q♠ K♠ A♠.",
        "Ada has a royal flush!",
        "Bo loses 2 tokens of protection to the bank.",
        "Bo collects 4 tokens (2 in dividends, 2 in bonuses).",
    ]
    assert told(state, *lines, reader=0)[1] == "You have a royal flush!"


def test_11_2_a_royal_flush_is_its_owners_whoever_acts_and_12_8_the_run_with_the_thief() -> None:
    state = table("3C 4C", "8S 9H TS JS QS KS AS", hands=["thief"], jokers="thief", mixed_runs="on")
    assert told(state, "0 steal 1 9H", reader=0) == [
        "Meld A of Bo is now 8♠ thief 10♠ J♠ Q♠ K♠ A♠.",
        "Bo has a royal flush!",
        "You collect 4 tokens (2 in dividends, 2 in bonuses).",
    ]
    assert told(state, "0 steal 1 9H", reader=1)[:2] == [
        "Your meld A is now 8♠ thief 10♠ J♠ Q♠ K♠ A♠.",
        "You have a royal flush!",
    ]


def test_11_2_tokens_of_a_trade_are_no_income() -> None:
    state = table("9H TS JS QS KS AS", "", hands=["", "4D"], mixed_runs="on")
    trade = ("0 propose 1", "0 give_shown 9H", "0 ask 3", "0 send", "1 accept")
    assert told(state, *trade) == ["Bo gets 9♡ (table) for 3 tokens.", "Ada has a royal flush!"]


def test_7_8_pieces_of_an_offer_and_steps_are_no_news() -> None:
    state = table("3C 4C", "", hands=["9S JC KD"], known=["9S"])
    offer = ("0 propose 1", "0 give 9S", "0 bid 2", "0 want_any")
    for lines in [
        ("0 next",),
        ("0 single KD",),
        ("0 at A",),
        ("0 next", "0 protect A"),
        offer[:1],
        offer[:2],
        offer[:3],
    ]:
        assert told(state, *lines) == []


def test_1_7_what_was_unseen_is_not_told() -> None:
    before = at_tax(table("3C 4C", "5D 6D", hands=["9S"]))
    assert sentences(before, before, NOBODY, NOBODY, SPECTATOR) == []


def test_7_2_the_greatest_offer_has_room() -> None:
    pairs = [f"{low}{suit} {high}{suit}" for low, high in TWO_RANKS for suit in "CCDD"]
    whole = dict(zip(LETTERS, pairs, strict=False))
    state = table(whole, "", hands=["7H 8H 9H", "5H"], purses=[9, 9], double_suits="on")
    cards = [card for pair in pairs for card in pair.split()]
    offer = ["0 propose 1", *(f"0 give_shown {card}" for card in cards), "0 give 7H", "0 want_any", "0 bid 9", "0 send"]
    before = after(state, *offer, "1 accept")
    now = after(before, "1 choose 5H")
    events = new_told()
    contract.events(before, now, 1, DEAD_CAT_BOUNCE.actions.read("choose 5H").number, events)
    assert 2 * len(cards) < events.used < MOST_WORDS // 2


def any_match(seed: int) -> Match:
    """A match with any options, to be played at random."""
    chance = random.Random(seed)
    options = {option.name: chance.choice(option.choices or ("off", "on")) for option in DEAD_CAT_BOUNCE.options}
    return Match("dead_cat_bounce", seats=2 + seed % 5, seed=seed, options=options)


@pytest.mark.parametrize("seed", range(2 if IS_PLAIN else 15))
def test_1_8_every_reader_is_told_the_same(seed: int) -> None:
    match, chance = any_match(seed), random.Random(seed)
    stories: list[list[Any]] = []
    while not match.over and len(match.log) < (150 if IS_PLAIN else 600):
        seat = match.to_act[0]
        legal = match.legal(seat)
        verb = chance.choice(sorted({action.verb for action in legal}))
        match.play(seat, chance.choice([action for action in legal if action.verb == verb]))
    for reader in (None, *range(match.seats)):
        lines = match.story(reader)
        stories.append([line.events for line in lines])
        for language in DEAD_CAT_BOUNCE.words:
            words = Words(DEAD_CAT_BOUNCE, language)
            said = [words.event(event, PLAYERS, reader) for line in lines for event in line.events]
            assert not [sentence for sentence in said if set(sentence) & set("{}?") or "  " in sentence]
    stories.append([line.events for line in match.story(None, is_open=True)])
    assert stories == [stories[0]] * len(stories)
    assert stories[0][0] == ({"event": "turn", "player": 0},)
