"""Tables of Cash-a-Catch for the tests: stands by hand, and turns played by notation with the cards they turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from openoutcry.engine.chance import DECK
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.record import copied
from openoutcry.games import find
from openoutcry.games.cash_a_catch import phases
from openoutcry.table.match import Match, seats_in
from openoutcry.testing.random_play import cards_in
from support import any_chance, legal, play, position, rigged, shown

CASH_A_CATCH = find("cash_a_catch")
KINDS = {"eel": "E", "shark": "S", "flounder": "F", "crawfish": "C", "tuna": "T", "lobster": "L"}
PLACES = ["crate1", "crate2", "tub"]
LAST_FIFTEEN = "E1 E1 E1 S1 S1 S1 F1 F1 F1 C1 C1 C1 T1 T1 T1"
"""What may lie under the end phase."""


def whole_deck(state: Any) -> Counter[str]:
    """All cards of a game with these options."""
    deck = Counter({"THIEF": int(state.thieves), "CAN": int(state.cans), "END": 1, "CLOSE": 1})
    for value, (fish, octopus) in enumerate(
        (("ones", "octopus_ones"), ("twos", "octopus_twos"), ("threes", "octopus_threes")), start=1
    ):
        deck.update({f"{letter}{value}": int(state[fish]) for letter in KINDS.values()})
        deck[f"O{value}"] = int(state[octopus])
    return deck


def places_of(stand: str) -> list[list[str]]:
    """A stand is written as its places with strokes between, each from its lowest card to its top: `E3 O1 / / S2`."""
    places = [place.split() for place in stand.split("/")]
    return [*places, *([] for _ in range(3 - len(places)))]


def table(
    *stands: str,
    money: Sequence[int] = (),
    garbage: Sequence[str] = (),
    lot: str = "",
    deck: str | None = None,
    auctioneer: int = 0,
    **options: int | str,
) -> Any:
    """Everyone's stand, the auctioneer about to sell. Of the other cards all are in the deck, or those given, and the
    rest is discarded.
    """
    seats = len(stands)
    state = position(
        "cash_a_catch",
        seats,
        options,
        to_act=[auctioneer],
        auctioneer=auctioneer,
        buyer=-1,
        money=list(money) or [30] * seats,
        stands=[places_of(stand) for stand in stands],
        heights=[[len(place) for place in places_of(stand)] for stand in stands],
        garbage=[Counter(can.split()) for can in garbage],
        lot=Counter(lot.split()),
        lot_size=len(lot.split()),
    )
    return fill_deck(state, deck)


def fill_deck(state: Any, deck: str | None) -> Any:
    """The deck has these cards, or all that lie nowhere; the others are discarded, and without its card the end phase
    has begun.
    """
    fields = shown(state)
    left = whole_deck(state)
    left.subtract(cards_in([fields["lot"], fields["garbage"], fields["stands"]]))
    in_deck = +left if deck is None else Counter(deck.split())
    left.subtract(in_deck)
    assert min(left.values()) >= 0, f"there are not so many of {[card for card, count in left.items() if count < 0]}"
    numbers = {card: number for number, card in enumerate(cards_of_game())}
    for card, count in in_deck.items():
        state.deck[numbers[card]] = count
    for card, count in left.items():
        state.discards[numbers[card]] = count
    state.deck_size = in_deck.total()
    state.is_end_phase = 1 - in_deck["END"]
    return state


def cards_of_game() -> list[str]:
    """The names of all cards, in the order of their numbers."""
    return [f"{letter}{value}" for letter in [*KINDS.values(), "O"] for value in (1, 2, 3)] + [
        "THIEF",
        "CAN",
        "END",
        "CLOSE",
    ]


def bag(deck: Mapping[str, int]) -> list[str]:
    """The cards that can come next, in the order of their numbers; the end phase never comes by chance."""
    others = [card for card in cards_of_game()[:-2] for _ in range(deck.get(card, 0))]
    return [*others, "CLOSE"] if len(others) <= 5 else others


def turning(state: Any, cards: Sequence[str]) -> Any:
    """A chance that turns these cards, and how often it is asked for that: the end phase comes without it."""
    left, outcomes = Counter(shown(state)["deck"]), []
    for card in cards:
        if card != "END":
            outcomes.append((bag(left).index(card), len(bag(left))))
        left[card] -= 1
    return rigged(DECK, outcomes)


def after(state: Any, *lines: str) -> Any:
    """The state after these actions, each a seat, what it plays and, after a colon, every card that is turned: `0 open:
    E1`.
    """
    for line in lines:
        action, _, cards = line.partition(": ")
        chance = turning(state, cards.split())
        seat, _, text = action.partition(" ")
        before = Counter(shown(state)["deck"])
        state = play(state, int(seat), text, chance)
        before.subtract(shown(state)["deck"])
        assert +before == Counter(cards.split()), f"{line}: {+before} was turned"
    return state


def bought(seat: int, lot: str, *stands: str, lines: Sequence[str] = (), **more: Any) -> Any:
    """A seat has rung for this lot, and more was done."""
    state = table(*stands, lot=lot, **more)
    state.phase = phases.BELL
    state.to_act = 1 << seat
    return after(state, f"{seat} ring", *lines)


def dealt(seats: int, chance: Any = None, **options: int | str) -> Any:
    """A game as it begins."""
    state = CASH_A_CATCH.template(seats, options)
    CASH_A_CATCH.rules.setup(state, any_chance() if chance is None else chance)
    return state


def match_at(state: Any) -> Match:
    """A match that stands at this state, with nothing in its log."""
    options = {option.name: option.show(int(state[option.name])) for option in CASH_A_CATCH.options}
    match = Match(CASH_A_CATCH, int(state.seats), options, seed=0)
    match._state = copied(state)
    return match


def seen_by(state: Any, seat: int = SPECTATOR) -> Any:
    """The state as a seat may see it."""
    view = copied(state)
    CASH_A_CATCH.sight.hide(view, seat)
    return view


def phase(state: Any) -> str:
    return str(shown(state)["phase"])


def money(state: Any) -> list[int]:
    return [int(euros) for euros in state.money[: int(state.seats)]]


def stand(state: Any, seat: int) -> str:
    """A stand as it is written for `table`."""
    places = (" ".join(place) for place in shown(state)["stands"][seat])
    return " ".join(" / ".join(places).split()).rstrip(" /")


def garbage(state: Any, seat: int) -> str:
    return " ".join(cards_in(shown(state)["garbage"][seat]))


def lot(state: Any) -> str:
    return " ".join(cards_in(shown(state)["lot"]))


def catch(state: Any) -> str:
    return " ".join(cards_in(shown(state)["catch"]))


def discards(state: Any) -> Counter[str]:
    return Counter(shown(state)["discards"])


def discarded(before: Any, now: Any) -> str:
    """What has come to the discard pile in between."""
    return " ".join(cards_in([dict(discards(now) - discards(before))]))


def every_card(state: Any) -> Iterator[str]:
    """All cards, wherever they lie."""
    fields = shown(state)
    return cards_in([fields[name] for name in ("deck", "lot", "catch", "discards", "garbage", "stands")])


FISH = [f"{letter}{value}" for letter in KINDS.values() for value in (1, 2, 3)]
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


MANY: dict[str, Any] = {"ones": 6, "twos": 6, "threes": 6, "octopus_ones": 4, "octopus_twos": 4, "octopus_threes": 4}
STEPS = list(phases.PHASES)


@cache
def in_steps() -> dict[str, tuple[Any, int, dict[str, str]]]:
    """For each step a table in it, who acts, and which clauses forbid what else belongs to it."""
    return {
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
