"""Tables of Dead-Cat Bounce for the tests: melds written as texts, and turns played by notation with the cards they
draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from openoutcry.engine.chance import DECK
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.record import copied
from openoutcry.games import find
from openoutcry.table.match import seats_in
from support import any_chance, legal, play, position, rigged, shown
from twins.facts import meld_text

DEAD_CAT_BOUNCE = find("dead_cat_bounce")
RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKERS = ["block", "wild", "thief"]
PACK = [rank + suit for suit in SUITS for rank in RANKS]
IN_ORDER = [*PACK, *JOKERS]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SPOTS = ["low_ace", *RANKS[1:], "A"]
PRICES = {**dict.fromkeys("3456789T", 1), "2": 2, "J": 2, "Q": 3, "K": 4, "A": 5}

Melds = str | Mapping[str, str]


def melds_of(given: Melds) -> dict[str, list[str]]:
    """Melds are written with strokes between, for A, B, C …, or each with its letter: `3C 4C wild 6C / QH`."""
    if not isinstance(given, str):
        return {letter: text.split() for letter, text in given.items()}
    return {letter: text.split() for letter, text in zip(LETTERS, given.split("/"), strict=False) if text.strip()}


def spots_of(meld: Sequence[str]) -> list[str]:
    """Where the cards of a run stand, from the lowest; none for a set or a single card."""
    if len({card[0] for card in meld}) == 1 and not set(meld) & set(JOKERS):
        return []
    place, card = next((place, card) for place, card in enumerate(meld) if card not in JOKERS and card[0] != "A")
    first = SPOTS.index(card[0]) - place
    return SPOTS[first : first + len(meld)]


def laid_out(given: Melds) -> dict[str, list[Any]]:
    """A player's melds as the record has them, by letter."""
    melds = melds_of(given)
    rows: dict[str, list[Any]] = {"melds": [], "doubles": [], "spots": [], "thieves": []}
    for letter in LETTERS:
        cards = melds.get(letter, [])
        spots = spots_of(cards) if cards else []
        rows["melds"].append([card for card in dict.fromkeys(cards) if card not in JOKERS])
        rows["doubles"].append([card[1] for card, count in Counter(cards).items() if count == 2 and card not in JOKERS])
        rows["spots"].append(spots)
        rows["thieves"].append([spot for spot, card in zip(spots, cards, strict=False) if card == "thief"])
    return rows


def in_words(texts: Sequence[str], seats: int) -> list[list[str]]:
    return [text.split() for text, _ in zip_longest(texts, range(seats), fillvalue="")]


def table(
    *melds: Melds,
    hands: Sequence[str] = (),
    known: Sequence[str] = (),
    purses: Sequence[int] = (),
    flop: str = "",
    stack: str | None = None,
    face_up: str | None = None,
    sold: Sequence[str] = (),
    tokens: Sequence[Mapping[str, int]] = (),
    blocked: Sequence[str] = (),
    turn: int = 0,
    **options: int | str | bool,
) -> Any:
    """Everyone's melds, in the trade step of a turn. Cards that are nowhere are in the stack; if that is given, face up
    on the discard pile; and if that is given too, the pack has no others.
    """
    seats = len(melds)
    rows = [laid_out(given) for given in melds]
    state = position(
        "dead_cat_bounce",
        seats,
        options,
        to_act=[turn],
        turn=turn,
        last_turns=-1,
        focus=-1,
        offer_by=-1,
        offer_to=-1,
        purses=list(purses) or [7] * seats,
        hands=in_words(hands, seats),
        hand_sizes=[len(hand.split()) for hand in hands],
        known=in_words(known, seats),
        flop=flop.split(),
        stack=(stack or "").split(),
        face_up=(face_up or "").split(),
        sold=in_words(sold, seats),
        sold_sizes=[len(cards.split()) for cards in sold],
        letters=[list(melds_of(given)) for given in melds],
        protection=[[on.get(letter, 0) for letter in LETTERS] for on in tokens],
        blocked=[text.split() for text in blocked],
        **{name: [row[name] for row in rows] for name in ("melds", "doubles", "spots", "thieves")},
    )
    put_the_rest(state, "stack" if stack is None else "face_up" if face_up is None else None)
    state.stack_size = len(shown(state)["stack"])
    return state


def put_the_rest(state: Any, where: str | None) -> None:
    """Every card of the pack that is nowhere goes there; nothing may be there that the pack does not have."""
    left = whole_pack(state)
    left.subtract(every_card(state))
    assert min(left.values()) >= 0, f"there are not so many of {[card for card, count in left.items() if count < 0]}"
    if where is not None:
        for card in left.elements():
            put(state[where], card)


def put(bag: Any, card: str) -> None:
    thing = bag.dtype.type(1 << IN_ORDER.index(card))
    bag[1] |= bag[0] & thing
    bag[0] |= thing


def whole_pack(state: Any) -> Counter[str]:
    """All cards of a game with these seats and options."""
    options = {option.name: option.show(int(state[option.name])) for option in DEAD_CAT_BOUNCE.options}
    return Counter(every_card(dealt(int(state.seats), **options)))


def every_card(state: Any) -> list[str]:
    """All cards, wherever they are."""
    return list(DEAD_CAT_BOUNCE.rules.pieces(shown(state)))


def dealt(seats: int, chance: Any = None, **options: int | str | bool) -> Any:
    """A game as it begins."""
    state = DEAD_CAT_BOUNCE.template(seats, options)
    DEAD_CAT_BOUNCE.rules.setup(state, any_chance() if chance is None else chance)
    return state


def drawing(state: Any, cards: Sequence[str]) -> Any:
    """A chance that draws these cards from the stack, and from the discards when it has run out."""
    fields = shown(state)
    stack, discards = list(fields["stack"]), [*fields["face_up"], *(card for sold in fields["sold"] for card in sold)]
    outcomes = []
    for card in cards:
        bag = [one for one in IN_ORDER if one in stack] + [one for one in IN_ORDER if stack.count(one) == 2]
        outcomes.append((bag.index(card), len(bag)))
        stack.remove(card)
        if not stack:
            stack = discards
    return rigged(DECK, outcomes)


def after(state: Any, *lines: str) -> Any:
    """The state after these actions, each a seat, what it plays and, after a colon, every card that is drawn: `1 pay:
    KC 5D`.
    """
    for line in lines:
        action, colon, cards = line.partition(": ")
        chance = drawing(state, cards.split())
        seat, _, text = action.partition(" ")
        state = play(state, int(seat), text, chance)
        if colon:
            assert int(chance.drawn[DECK]) == 1 + len(cards.split()), f"{line}: so many were not drawn"
    return state


def seen_by(state: Any, seat: int = SPECTATOR) -> Any:
    """The state as a seat may see it."""
    view = copied(state)
    DEAD_CAT_BOUNCE.sight.hide(view, seat)
    return view


def can(state: Any, verb: str, seat: int | None = None) -> set[str]:
    """What can be done with a verb by the one whose turn it is, or by a seat: the rest of the notation."""
    actions = (action.partition(" ") for action in legal(state, int(state.turn) if seat is None else seat))
    return {rest for first, _, rest in actions if first == verb}


def verbs(state: Any, seat: int) -> set[str]:
    return {action.split()[0] for action in legal(state, seat)}


def phase(state: Any) -> str:
    return str(shown(state)["phase"])


def purses(state: Any) -> list[int]:
    return list(shown(state)["purses"])


def hand(state: Any, seat: int) -> str:
    return " ".join(shown(state)["hands"][seat])


def known(state: Any, seat: int) -> str:
    return " ".join(shown(state)["known"][seat])


def sold(state: Any, seat: int) -> str:
    return " ".join(shown(state)["sold"][seat])


def cards(state: Any, name: str) -> str:
    """A bag or the flop, by the name of its field."""
    return " ".join(shown(state)[name])


def melds(state: Any, seat: int) -> dict[str, str]:
    """A player's melds by letter, runs from their lowest card to their highest."""
    fields = shown(state)
    return {letter: meld_text(fields, seat, letter) for letter in fields["letters"][seat]}


def tokens(state: Any, seat: int) -> dict[str, int]:
    """The tokens on a player's melds, where there are any."""
    fields = shown(state)
    return {letter: count for letter, count in zip(LETTERS, fields["protection"][seat], strict=True) if count}


def blocked(state: Any, seat: int) -> str:
    return " ".join(shown(state)["blocked"][seat])


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
