"""From any cards of their own a player can come to every legal arrangement within one trade step, and to no other (§5).

What a trade of several cards leaves on the two tables is legal too, and what the slow twin leaves there (§5.11, §7.6).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.record import copied
from openoutcry.table.match import legal_actions
from support import any_chance, shown
from trading import DEAD_CAT_BOUNCE, IN_ORDER, LETTERS, SPOTS, after, hand, melds, table
from twins.dead_cat_bounce import Twin
from twins.facts import facts_of, facts_of_twin

Arrangement = tuple[tuple[str, ...], str]
"""The melds in any order, and the hand."""

BUILDING = {"single", "begin", "at", "extend", "bridge", "take", "split"}
SETS = 2 if IS_PLAIN else 40
LARGE_SETS = 3 if IS_PLAIN else 120
TRADES = 20 if IS_PLAIN else 600
MOST_TAKEN_UP = 30


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=IN_ORDER.index)


def runs_of(cards: list[str], mixed: bool) -> Iterator[str]:
    """Every run of exactly these cards: an ace at either end, each wild joker between two cards."""
    natural = [card for card in cards if card != "wild"]
    if not mixed and len({card[1] for card in natural}) > 1:
        return
    for ace in (0, 13):
        places = {ace if card[0] == "A" else SPOTS.index(card[0]): card for card in natural}
        if len(places) < 2 or len(places) < len(natural) or (ace and not any(card[0] == "A" for card in natural)):
            continue
        spots = range(min(places), max(places) + 1)
        gaps = [spot for spot in spots if spot not in places]
        if len(spots) == len(cards) and not any(gap + 1 in gaps for gap in gaps):
            yield " ".join(places.get(spot, "wild") for spot in spots)


def melds_of(cards: list[str], mixed: bool) -> Iterator[str]:
    """Every meld of exactly these cards."""
    if "wild" not in cards and len({card[0] for card in cards}) == 1 and (len(cards) > 1 or cards[0][0] in "2JQKA"):
        yield " ".join(in_order(cards))
    yield from runs_of(cards, mixed)


def arrangements(cards: list[str], mixed: bool) -> set[Arrangement]:
    """Every legal arrangement of these cards."""
    found = set()
    for size in range(len(cards) + 1):
        for kept in combinations(range(len(cards)), size):
            shown = [card for place, card in enumerate(cards) if place not in kept]
            in_hand = " ".join(in_order([cards[place] for place in kept]))
            found |= {(tuple(sorted(laid)), in_hand) for laid in ways_to_lay(shown, mixed) if has_singles_apart(laid)}
    return found


def ways_to_lay(cards: list[str], mixed: bool) -> Iterator[list[str]]:
    """Every way to lay down all of these cards."""
    if not cards:
        yield []
        return
    first, rest = cards[0], cards[1:]
    for size in range(len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            left = [card for place, card in enumerate(rest) if place not in others]
            for meld in melds_of([first, *(rest[place] for place in others)], mixed):
                yield from ([meld, *laid] for laid in ways_to_lay(left, mixed))


def has_singles_apart(laid: list[str]) -> bool:
    """At most one singleton of each rank."""
    ranks = [meld[0] for meld in laid if " " not in meld]
    return len(ranks) == len(set(ranks))


def position_of(arrangement: Arrangement, options: dict[str, Any]) -> Any:
    shown, in_hand = arrangement
    return table(" / ".join(shown), "", hands=[in_hand], **options)


def arrangement_of(state: Any) -> Arrangement:
    return tuple(sorted(melds(state, 0).values())), hand(state, 0)


def key_of(state: Any) -> tuple[Any, ...]:
    """What lies there, whatever its letters, and whether a meld is in work."""
    laid = sorted(
        (*(int(state[name][0, meld]) for name in ("melds", "doubles", "spots", "thieves")), meld == int(state.focus))
        for meld in range(26)
        if int(state.letters[0]) >> meld & 1
    )
    return tuple(laid), state.hands[0].tobytes(), int(state.is_begun)


def reached_from(state: Any) -> set[Arrangement]:
    """Every arrangement that can be reached by building alone; between two actions of one move there is none."""
    seen, waiting, found = {key_of(state)}, [state], set()
    chance = any_chance()
    while waiting:
        before = waiting.pop(0)
        if int(before.focus) < 0:
            found.add(arrangement_of(before))
        for action in legal_actions(DEAD_CAT_BOUNCE, before, 0):
            if action.verb in BUILDING:
                now = copied(before)
                DEAD_CAT_BOUNCE.rules.apply(now, 0, action.number, chance)
                if key_of(now) not in seen:
                    seen.add(key_of(now))
                    waiting.append(now)
    return found


def any_cards(thought: random.Random, size: int, options: dict[str, Any]) -> list[str]:
    """Cards near one another, so that they go together in many ways."""
    first = thought.randrange(len(SPOTS) - 4)
    ranks = [spot[-1] if spot != "low_ace" else "A" for spot in SPOTS[first : first + 5]]
    suits = thought.sample("CDHS", 2) if thought.random() < 0.7 else ["C"]
    pool = [rank + suit for rank in dict.fromkeys(ranks) for suit in suits]
    pool += [card for card in pool if card[1] in "CD"] if options["double_suits"] == "on" else []
    pool += ["wild", "wild"] if options["jokers"] == "wild" else []
    return thought.sample(pool, min(size, len(pool)))


def any_options(thought: random.Random) -> dict[str, Any]:
    return {
        "jokers": thought.choice(["off", "wild"]),
        "double_suits": thought.choice(["off", "on"]),
        "mixed_runs": thought.choice(["off", "on"]),
    }


def has_royal_flush(arrangement: Arrangement) -> bool:
    fives = [meld.split()[-5:] for meld in arrangement[0]]
    return any("".join(card[0] for card in five) == "TJQKA" and len({card[1] for card in five}) == 1 for five in fives)


@pytest.mark.parametrize("number", range(SETS))
def test_a_few_cards_reach_every_legal_arrangement_and_no_other(number: int) -> None:
    thought = random.Random(f"few {number}")
    options = any_options(thought)
    cards = any_cards(thought, 4 if IS_PLAIN else thought.choice([5, 6, 7]), options)
    expected = arrangements(cards, options["mixed_runs"] == "on")
    start = thought.choice(sorted(one for one in expected if not has_royal_flush(one)))
    assert reached_from(position_of(start, options)) == expected, f"{options} from {start}"


@pytest.mark.parametrize(
    ("text", "mixed", "count"),
    [
        ("3C 4C 5C", False, 4),
        ("3C 4D 5C", True, 4),
        ("KC KD QC", False, 10),
        ("2C 4C wild", False, 3),
        ("9H", False, 1),
        ("AS", False, 2),
    ],
)
def test_there_are_so_many_arrangements(text: str, mixed: bool, count: int) -> None:
    """Counted by hand: of `KC KD QC` all in hand, some alone (5), K-K and the queen (2), or Q-K and the other
    king (2).
    """
    assert len(arrangements(text.split(), mixed)) == count


def take_everything_up(state: Any) -> Any:
    while laid := melds(state, 0):
        letter = min(laid)
        state = after(state, f"0 at {letter}", f"0 take {laid[letter].split()[0]}")
    return state


def lay(state: Any, meld: str) -> Any:
    """A meld out of the hand, from its lowest card to its highest."""
    first, *others = meld.split()
    if not others:
        return after(state, f"0 single {first}")
    before, state = melds(state, 0), after(state, f"0 begin {first}")
    (letter,) = melds(state, 0).keys() - before.keys()
    verb = "extend"
    for card in others:
        if card == "wild":
            verb = "bridge"
        else:
            state = after(state, *[f"0 at {letter}"] * (int(state.focus) < 0), f"0 {verb} {card}")
            verb = "extend"
    return state


def any_arrangement(cards: list[str], mixed: bool, thought: random.Random) -> Arrangement:
    """Melds picked out of the cards at random, as long as there are any, or not as long."""
    left, laid = list(cards), list[str]()
    while left and thought.random() < 0.9:
        some = thought.sample(left, min(len(left), thought.choice([1, 2, 2, 3, 3, 4])))
        possible = [meld for meld in melds_of(some, mixed) if has_singles_apart([*laid, meld])]
        if possible:
            laid.append(thought.choice(possible))
            for card in some:
                left.remove(card)
    return tuple(sorted(laid)), " ".join(in_order(left))


@pytest.mark.parametrize("number", range(LARGE_SETS))
def test_many_cards_are_taken_up_and_laid_anew(number: int) -> None:
    thought = random.Random(f"many {number}")
    options = any_options(thought)
    mixed, cards = options["mixed_runs"] == "on", any_cards(thought, thought.randint(8, 16), options)
    start, goal = (any_arrangement(cards, mixed, thought) for _ in range(2))
    state = take_everything_up(position_of(start, options))
    assert arrangement_of(state) == ((), " ".join(in_order(cards)))
    for meld in goal[0]:
        state = lay(state, meld)
    assert arrangement_of(state) == goal, f"{options} from {start}"
    assert int(state.taken_up) <= MOST_TAKEN_UP


def with_singles(arrangement: Arrangement, cards: list[str]) -> Arrangement:
    """Some cards are laid alone as well, those that may not lie there in hand."""
    laid, in_hand = list(arrangement[0]), arrangement[1].split()
    for card in cards:
        (laid if has_singles_apart([*laid, card]) else in_hand).append(card)
    return tuple(sorted(laid)), " ".join(in_order(in_hand))


def some_of(arrangement: Arrangement, thought: random.Random) -> list[str]:
    """Some of the cards on a table: often those that lie alone or inside a meld, so that letters are freed and pieces
    left over.
    """
    found = []
    for meld in arrangement[0]:
        first, *others = meld.split()
        found += [first] * (thought.random() < (0.2 if others else 0.6))
        found += [card for card in others[:-1] if thought.random() < 0.4]
        found += [card for card in others[-1:] if thought.random() < 0.2]
    return found


def any_protection(arrangement: Arrangement, thought: random.Random) -> dict[str, int]:
    return {
        letter: 1
        for letter, meld in zip(LETTERS, arrangement[0], strict=False)
        if " " in meld and thought.random() < 0.3
    }


def two_tables(starts: list[Arrangement], tokens: list[dict[str, int]], options: dict[str, Any]) -> tuple[Any, Twin]:
    """The same two tables for the rules and for the twin."""
    hands = [in_hand for _, in_hand in starts]
    state = table(*(" / ".join(laid) for laid, _ in starts), hands=hands, tokens=tokens, **options)
    every_option = {option.name: option.show(int(state[option.name])) for option in DEAD_CAT_BOUNCE.options}
    by_letter = [dict(zip(LETTERS, laid, strict=False)) for laid, _ in starts]
    stack = shown(state)["stack"]
    return state, Twin.at(
        every_option, [7, 7], [in_hand.split() for in_hand in hands], by_letter, [], stack, tokens=tokens
    )


@pytest.mark.parametrize("number", range(TRADES))
def test_a_trade_of_several_cards_leaves_what_the_rules_allow(number: int) -> None:
    thought = random.Random(f"trade {number}")
    options = any_options(thought)
    mixed, cards = options["mixed_runs"] == "on", any_cards(thought, 20, options)
    others = [rank + suit for rank in "2JQKA" for suit in "CDHS" if not any(card[1] == suit for card in cards)]
    singles = thought.sample(others, 6)
    parts = ((cards[::2], singles[::2]), (cards[1::2], singles[1::2]))
    starts = [with_singles(any_arrangement(part, mixed, thought), alone) for part, alone in parts]
    state, twin = two_tables(starts, [any_protection(start, thought) for start in starts], options)
    gives, wants = (some_of(start, thought) for start in starts)
    if not gives + wants:
        return
    lines = [
        "0 propose 1",
        *(f"0 give_shown {card}" for card in gives),
        *(f"0 want {card}" for card in wants),
        "0 send",
        "1 accept",
    ]
    state = after(state, *lines)
    for line in lines:
        twin.play(int(line[0]), line[2:])
    for seat in (0, 1):
        laid = list(melds(state, seat).values())
        assert has_singles_apart(laid), f"{starts} {lines}"
        assert all(meld in melds_of(meld.split(), mixed) for meld in laid), f"{starts} {lines}"
    assert facts_of(state) == facts_of_twin(twin, 2), f"{starts} {lines}"
