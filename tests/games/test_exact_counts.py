"""Small set-ups played to the end in every way, whatever is chosen and whatever chance brings: so many positions, and
no others.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

import auctions
import trading
from bidding import TRIPLES, after, table
from openoutcry.engine.chance import DECK, DICE
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.record import copied
from openoutcry.games import find
from openoutcry.table.match import legal_actions, seats_in
from support import any_chance, game_of, position, rigged_dice, rigged_draws, shown
from twins import bounce, cash_a_catch, cash_or_crash, crypto_cards, dead_cat_bounce
from twins.facts import facts_of, facts_of_twin

Options = Mapping[str, int | str]


def every_option(name: str, seats: int, options: Options) -> dict[str, int | str]:
    game = find(name)
    template = game.template(seats, options)
    return {option.name: option.show(int(template[option.name])) for option in game.options}


@dataclass(frozen=True)
class Cards:
    """Crypto Cards for two, seat 0 about to sell; how many positions there are after 0, 1, 2 … actions."""

    title: str
    hands: tuple[str, str]
    portfolios: tuple[str, str]
    market: str
    deck: str
    options: Options
    counts: list[int]

    def __str__(self) -> str:
        return self.title

    def state(self) -> Any:
        return position(
            "crypto_cards",
            2,
            self.options,
            hands=[hand.split() for hand in self.hands],
            hand_sizes=[len(hand.split()) for hand in self.hands],
            portfolios=[portfolio.split() for portfolio in self.portfolios],
            market=self.market.split(),
            deck=self.deck.split(),
            deck_size=len(self.deck.split()),
            jokers=[joker for joker in ("X1", "X2") if joker not in self.deck],
        )

    def twin(self) -> Any:
        return crypto_cards.Twin.at(
            every_option("crypto_cards", 2, self.options),
            [hand.split() for hand in self.hands],
            [portfolio.split() for portfolio in self.portfolios],
            self.market.split(),
            self.deck.split(),
        )

    @staticmethod
    def chances(state: Any, _verb: str) -> Iterator[Any]:
        """Every way to draw two cards, or the last one: no action draws more."""
        deck = shown(state)["deck"]
        return (rigged_draws(deck, cards) for cards in itertools.permutations(deck, min(2, len(deck))))

    @staticmethod
    def ask(twin: Any, answers: Answers) -> None:
        twin.draw = lambda cards: cards[answers.below(len(cards))]


@dataclass(frozen=True)
class Trampoline:
    """Bounce from its beginning; how many positions there are after 0, 1, 2 … actions."""

    title: str
    seats: int
    options: Options
    counts: list[int]

    def __str__(self) -> str:
        return self.title

    def state(self) -> Any:
        state = find("bounce").template(self.seats, self.options)
        find("bounce").rules.setup(state, any_chance())
        return state

    def twin(self) -> Any:
        return bounce.Twin(self.seats, every_option("bounce", self.seats, self.options), lambda _: 0)

    @staticmethod
    def chances(state: Any, verb: str) -> Iterator[Any]:
        """Every way the dice or the coin can fall."""
        sides = 2 if verb == "faceplant" else 6
        trial, before = rigged_dice([1, 1, 1], sides), copied(state)
        game_of(state).rules.apply(before, int(state.seat), game_of(state).actions.read(verb).number, trial)
        thrown = int(trial.drawn[DICE]) - 1
        return map(copied, every_throw(thrown, sides))

    @staticmethod
    def ask(twin: Any, answers: Answers) -> None:
        twin.below = answers.below


@dataclass(frozen=True)
class Bids:
    """Cash or Crash with few cards kept and some actions played; how many positions there are after 0, 1, 2 … more."""

    title: str
    kept: tuple[str, ...]
    played: tuple[str, ...]
    options: Options
    counts: list[int]

    def __str__(self) -> str:
        return self.title

    def state(self) -> Any:
        options: dict[str, Any] = dict(self.options)
        return after(table(*self.kept, **options), *self.played)

    def twin(self) -> Any:
        twin = cash_or_crash.Twin(len(self.kept), every_option("cash_or_crash", len(self.kept), self.options))
        twin.hands = [set(cards.split()) for cards in self.kept]
        twin.discards = [set(TRIPLES) - hand for hand in twin.hands]
        twin.possible = [{frozenset(hand)} for hand in twin.hands]
        twin.round = 0
        twin.begin_round(0)
        for line in self.played:
            seat, _, action = line.partition(" ")
            twin.play(int(seat), action)
        return twin

    @staticmethod
    def chances(_state: Any, _verb: str) -> Iterator[Any]:
        """Nothing is left to chance."""
        yield any_chance()

    @staticmethod
    def ask(_twin: Any, _answers: Answers) -> None:
        """A twin that never asks."""


@dataclass(frozen=True)
class Market:
    """Cash-a-Catch with few cards left, seat 0 about to sell; how many positions there are after 0, 1, 2 … actions."""

    title: str
    stands: tuple[str, ...]
    money: list[int]
    garbage: tuple[str, ...]
    deck: str
    options: Options
    counts: list[int]

    def __str__(self) -> str:
        return self.title

    def state(self) -> Any:
        options: dict[str, Any] = dict(self.options)
        return auctions.table(*self.stands, money=self.money, garbage=self.garbage, deck=self.deck, **options)

    def twin(self) -> Any:
        return cash_a_catch.Twin.at(
            every_option("cash_a_catch", len(self.stands), self.options),
            self.money,
            [auctions.places_of(stand) for stand in self.stands],
            [can.split() for can in self.garbage],
            self.deck.split(),
        )

    @staticmethod
    def chances(state: Any, _verb: str) -> Iterator[Any]:
        """Every order in which the cards can be turned, as far as the action turns them: of orders that begin alike
        only the first.
        """
        deck, turned = tuple(auctions.bag(shown(state)["deck"])), None
        for order in every_order(deck):
            if turned is None or order[: len(turned)] != turned:
                chance = rigged_draws(deck, order)
                yield chance
                turned = order[: int(chance.drawn[DECK]) - 1]

    @staticmethod
    def ask(twin: Any, answers: Answers) -> None:
        twin.draw = lambda cards: cards[answers.below(len(cards))]


@dataclass(frozen=True)
class Floor:
    """Dead-Cat Bounce for two with few cards, in the trade step of seat 0; how many positions there are after 0, 1, 2 …
    actions.

    A trade step has no early end, so most set-ups are played only as far as there are counts; the others to the end.
    """

    title: str
    melds: tuple[str, str]
    hands: tuple[str, str]
    purses: list[int]
    flop: str
    stack: str
    face_up: str
    options: Options
    counts: list[int]
    ends: bool = False

    def __str__(self) -> str:
        return self.title

    def state(self) -> Any:
        options: dict[str, Any] = dict(self.options)
        market = {"flop": self.flop, "stack": self.stack, "face_up": self.face_up}
        return trading.table(*self.melds, hands=self.hands, purses=self.purses, **(options | market))

    def twin(self) -> Any:
        return dead_cat_bounce.Twin.at(
            every_option("dead_cat_bounce", 2, self.options),
            self.purses,
            [hand.split() for hand in self.hands],
            [{letter: " ".join(cards) for letter, cards in trading.melds_of(own).items()} for own in self.melds],
            self.flop.split(),
            self.stack.split(),
            self.face_up.split(),
        )

    @staticmethod
    def chances(state: Any, verb: str) -> Iterator[Any]:
        """Every order in which cards can be drawn, as far as the action draws them: of orders that begin alike only the
        first.
        """
        if verb not in ("look", "pay"):
            yield any_chance()
            return
        fields, drawn = shown(state), None
        discards = [*fields["face_up"], *itertools.chain.from_iterable(fields["sold"])]
        for order in draws(tuple(fields["stack"]), tuple(discards), 3):
            if drawn is None or order[: len(drawn)] != drawn:
                chance = trading.drawing(state, order)
                yield chance
                drawn = order[: int(chance.drawn[DECK]) - 1]

    @staticmethod
    def ask(twin: Any, answers: Answers) -> None:
        twin.draw = lambda cards: cards[answers.below(len(cards))]


@cache
def draws(stack: tuple[str, ...], discards: tuple[str, ...], most: int) -> list[tuple[str, ...]]:
    """Every way to draw up to so many cards, the discards becoming the stack when it has run out."""
    if not most or not stack:
        return [()]
    found = []
    for card in sorted(set(stack)):
        place = stack.index(card)
        left = stack[:place] + stack[place + 1 :]
        found += [
            (card, *rest) for rest in (draws(left, discards, most - 1) if left else draws(discards, (), most - 1))
        ]
    return found


@cache
def every_order(cards: tuple[str, ...]) -> list[tuple[str, ...]]:
    return sorted(set(itertools.permutations(cards)))


class Answers:
    """Chance as a list of answers; asked for more it says 0 and notes what else it could have said."""

    def __init__(self, given: list[int]) -> None:
        self.given = list(given)
        self.asked = 0
        self.others: list[list[int]] = []

    def below(self, count: int) -> int:
        if self.asked == len(self.given):
            self.others += [[*self.given, other] for other in range(1, count)]
            self.given.append(0)
        self.asked += 1
        return self.given[self.asked - 1]


SetUp = Cards | Trampoline | Bids | Market | Floor


@cache
def every_throw(dice: int, sides: int) -> list[Any]:
    return [rigged_dice(values, sides) for values in itertools.product(range(1, sides + 1), repeat=dice)]


def states_after(set_up: SetUp, state: Any) -> Iterator[Any]:
    game, seen = game_of(state), set()
    for seat in seats_in(state):
        for action in legal_actions(game, state, seat):
            for chance in set_up.chances(state, action.verb):
                drawn = chance.drawn.tolist()
                after = copied(state)
                game.rules.apply(after, seat, action.number, chance)
                if after.tobytes() not in seen:
                    seen.add(after.tobytes())
                    yield after
                if chance.drawn.tolist() == drawn:
                    break


def twins_after(set_up: SetUp, twin: Any) -> Iterator[Any]:
    for seat in twin.to_act():
        for action in twin.legal(seat):
            to_try: list[list[int]] = [[]]
            while to_try:
                answers, after = Answers(to_try.pop()), copy.deepcopy(twin)
                set_up.ask(after, answers)
                after.play(seat, action)
                to_try += answers.others
                yield after


def positions_by_depth(
    first: Any, words: Callable[[Any], str], following: Callable[[Any], Iterator[Any]], most: int | None
) -> list[set[str]]:
    """The distinct positions after each number of actions, until nobody can act or there are so many levels."""
    level = {words(first): first}
    found = [set(level)]
    while len(found) != most:
        level = {words(after): after for before in level.values() for after in following(before)}
        if not level:
            break
        found.append(set(level))
    return found


def words_of_states() -> Callable[[Any], str]:
    """The facts of a state in words, asked only once for each."""
    known: dict[bytes, str] = {}

    def words(state: Any) -> str:
        record = state.tobytes()
        if record not in known:
            known[record] = in_words(facts_of(state))
        return known[record]

    return words


def in_words(facts: dict[str, Any]) -> str:
    in_order = facts | {"to_act": sorted(facts["to_act"]), "legal": [sorted(actions) for actions in facts["legal"]]}
    return str(sorted(in_order.items()))


ALL_OPTIONS: Options = {
    "hand": 3,
    "order": "sell-mine-transfer",
    "faces": "after-first-joker",
    "face_sales": 2,
    "buy_back": "on",
    "scoring": "points",
}
KEEP_AND_STAKE = (
    *("0 keep", "1 keep", "2 keep"),
    *("0 stake GGG", "0 stake OOO", "1 stake GGO", "1 stake OOG", "2 stake GGW", "2 stake WWO"),
)
SET_UPS: list[SetUp] = [
    Cards(
        "Crypto Cards as it is",
        ("2C 6H 7H KD", "3C 4D QS"),
        ("AH 4C", "2D"),
        "2H",
        "5H 8D X1 X2",
        {"hand": 3},
        [1, 3, 63, 108, 360, 480, 340],
    ),
    Cards(
        "Crypto Cards with every option",
        ("2C 6H KD", "3C 4D QS"),
        ("AH 4C 9C", "2D 5D"),
        "2H",
        "5H KH X1 X2",
        ALL_OPTIONS,
        [1, 21, 72, 208, 576, 600, 856, 896, 294],
    ),
    Trampoline(
        "Bounce alone",
        1,
        {"spaces": 4, "jumps": 5, "two_dice": 2, "one_die": 3},
        [1, 16, 20, 19, 17, 15, 13, 11, 10, 9, 8, 7, 5, 4, 3, 2],
    ),
    Trampoline(
        "Bounce for two on a low board",
        2,
        {"spaces": 3, "jumps": 3, "two_dice": 1, "one_die": 2},
        [1, 9, 56, 46, 32, 23, 18, 15, 12, 8, 5, 2],
    ),
    Trampoline(
        "Bounce for three until all have gone",
        3,
        {"spaces": 4, "jumps": 2, "two_dice": 1, "one_die": 1, "finish": "all"},
        [1, 5, 22, 87, 92, 75, 56, 40, 24, 8],
    ),
    Bids(
        "Endurance with one card each, from the red zone",
        ("GGG", "OOO"),
        ("1 keep",),
        {"variant": "endurance", "round_limit": 1},
        [1, 2, 12, 21, 13, 102, 1077, 4056, 5179, 3374, 1927, 898, 284, 40],
    ),
    Bids(
        "Endurance with a card to add, from the opening bid",
        ("GGG OOO", "WWW"),
        ("0 keep", "1 keep", "0 stake GGG", "1 stake WWW"),
        {"variant": "endurance", "round_limit": 1},
        [1, 3, 96, 709, 1064, 1432, 1296, 1292, 886, 648, 362, 203, 87, 28, 4],
    ),
    Bids(
        "Classic with doubling, just below the limit",
        ("GGO GGW OOG OOW", "OOO WWW GOW"),
        ("0 keep", "1 keep", "0 stake GGO", "0 stake GGW", "1 stake OOO", "1 stake WWW", "0 bid 14 Gold"),
        {"doubling": "on", "round_limit": 1},
        [1, 9, 33, 70, 115, 119, 126, 162, 114, 87, 81, 48, 39, 39, 18, 27, 15],
    ),
    Bids(
        "Blitz with doubling, a race at the limit",
        ("GGG OOO WWW GOW", "GGO OOG", "GGW WWG WWO"),
        (*KEEP_AND_STAKE, "0 bid 20 Gold"),
        {"variant": "blitz", "doubling": "on", "round_limit": 1},
        [1, 10, 45, 131, 382, 521, 592, 509, 510, 541, 516, 446, 413, 326, 256, 218, 84, 78, 62, 2],
    ),
    Market(
        "Cash-a-Catch for three, a thief and a can among the last cards",
        ("E1 O1", "/ / E3", ""),
        [10, 11, 9],
        ("", "T2 F1", ""),
        "THIEF CAN CLOSE",
        {},
        [1, 4, 7, 14, 25, 49, 85, 112, 140, 151, 120, 70, 15],
    ),
    Market(
        "Cash-a-Catch for four, the last cards bring too many kinds",
        ("", "E1 / S2 O1 / T1", "", ""),
        [0, 10, 0, 0],
        ("", "", "", ""),
        "F1 L1 CAN CLOSE",
        {},
        [1, 4, 9, 19, 39, 81, 149, 212, 278, 307, 332, 392, 307, 127, 38, 12],
    ),
    Market(
        "Cash-a-Catch for three with both options",
        ("E1 / O2", "O3 O1 / E2", ""),
        [9, 10, 0],
        ("", "", ""),
        "THIEF E1 CLOSE",
        {"spoils": "top", "thief_own": "on"},
        [1, 5, 12, 19, 45, 104, 182, 316, 451, 638, 800, 736, 389, 100, 12],
    ),
    Market(
        "Cash-a-Catch for five who only sell",
        ("E1 / O2 / S1", "O3 O1 / E2 O2", "O1 E3 E1 / S2", "/ / E2", "O3 / S3 S1"),
        [9, 9, 9, 0, 0],
        ("", "", "", "S1 T3", ""),
        "L1 T1 CLOSE",
        {},
        [1, 7, 15, 13, 4],
    ),
    Floor(
        "Dead-Cat Bounce: a run and an offer",
        ("3C 4C 5C", "KD"),
        ("6C QH", "QD"),
        [2, 1],
        "5D",
        "7S 8S",
        "9S",
        {},
        [1, 13, 106, 661],
    ),
    Floor(
        "Dead-Cat Bounce: jokers of every kind",
        ("3C wild 5C", "QC KC AC"),
        ("thief wild 7C", "block"),
        [1, 0],
        "",
        "7S",
        "",
        {"jokers": "all"},
        [1, 13, 119, 838],
    ),
    Floor(
        "Dead-Cat Bounce: equal cards and mixed runs",
        ("KC KC", "2D 3C"),
        ("AC AC", "2D"),
        [3, 0],
        "",
        "7S",
        "",
        {"double_suits": "on", "mixed_runs": "on", "may_hide": "on"},
        [1, 11, 75, 442],
    ),
    Floor(
        "Dead-Cat Bounce: a royal flush in reach",
        ("TC JC QC KC", "5D 6D"),
        ("AC", ""),
        [0, 0],
        "",
        "7S",
        "",
        {},
        [1, 13, 119, 920],
    ),
    Floor(
        "Dead-Cat Bounce: no token for the tax",
        ("", ""),
        ("3H 5H", "9D"),
        [0, 1],
        "",
        "7S 8S KD",
        "2C",
        {},
        [1, 4, 17, 54, 147, 345, 814],
    ),
    Floor(
        "Dead-Cat Bounce: a run sold for the tax",
        ("3C 4C 5C / 5D 5H", ""),
        ("9S", ""),
        [0, 1],
        "",
        "7S",
        "",
        {},
        [1, 10, 67, 354, 1684],
    ),
    Floor(
        "Dead-Cat Bounce: one card haggled over",
        ("", ""),
        ("4D", ""),
        [0, 2],
        "",
        "7S",
        "",
        {"may_hide": "on"},
        [1, 3, 8, 17, 28, 56, 107, 205],
    ),
    Floor(
        "Dead-Cat Bounce: to the end without a token",
        ("", ""),
        ("", ""),
        [0, 0],
        "3C 5D",
        "9H",
        "",
        {},
        [
            1,
            2,
            2,
            4,
            6,
            9,
            16,
            16,
            31,
            25,
            45,
            32,
            50,
            36,
            49,
            37,
            45,
            36,
            42,
            33,
            36,
            30,
            30,
            27,
            24,
            24,
            21,
            21,
            15,
            15,
            9,
            9,
            3,
            3,
        ],
        ends=True,
    ),
]
MOST_IF_PLAIN = 2000


@pytest.mark.parametrize("set_up", [one for one in SET_UPS if not IS_PLAIN or sum(one.counts) < MOST_IF_PLAIN], ids=str)
@pytest.mark.long
def test_the_rules_and_the_twin_reach_the_same_positions_and_exactly_so_many(set_up: SetUp) -> None:
    state, twin = set_up.state(), set_up.twin()
    most = len(set_up.counts) if isinstance(set_up, Floor) and not set_up.ends else None
    fast = positions_by_depth(state, words_of_states(), lambda before: states_after(set_up, before), most)
    slow = positions_by_depth(
        twin,
        lambda after: in_words(facts_of_twin(after, int(state.seats))),
        lambda before: twins_after(set_up, before),
        most,
    )
    assert [len(level) for level in fast] == set_up.counts
    assert fast == slow
