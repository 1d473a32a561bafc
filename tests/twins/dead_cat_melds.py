"""Cards and melds for the slow twin of Dead-Cat Bounce, written only from RULES.md; § marks the clause a piece of code
follows.

A meld is the list of its cards: one card is a singleton, cards of one rank are a set (in canonical order), anything
else is a run from the lowest position to the highest, jokers in their places.
"""

from collections.abc import Mapping

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKERS = ["block", "wild", "thief"]
ALL_CARDS = [rank + suit for suit in SUITS for rank in RANKS] + JOKERS  # in canonical order
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # §5.4
SINGLE_RANKS = "2JQKA"  # §5.3
HIGH_RANKS = "23456789TJQKA"  # §3.4: the ace is the highest
ROYAL_RANKS = "TJQKA"  # §5.12, §12.3


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=ALL_CARDS.index)


def to_draw_from(cards: list[str]) -> list[str]:
    """One of each card, then the second copies."""
    return [card for card in ALL_CARDS if card in cards] + [card for card in ALL_CARDS if cards.count(card) > 1]


def whole_pack(seats: int, options: Mapping[str, int | str]) -> list[str]:
    """§1.1, §12.1-§12.3."""
    second = {5: "C", 6: "CD"}.get(seats, "")
    if options["double_suits"] == "on":
        second = "CD"  # §12.2: never a third
    pack: list[str] = []
    for suit in SUITS + second:
        short = options["short_suits"] == "on" and suit in "HS"  # §12.3
        pack += [rank + suit for rank in (ROYAL_RANKS if short else RANKS)]
    for joker in JOKERS:
        if options["jokers"] in (joker, "all"):
            pack += [joker, joker]  # §12.1
    return in_order(pack)


def price(card: str) -> int:
    """§1.3, §12.1."""
    if card in JOKERS:
        return 2
    return {"2": 2, "J": 2, "Q": 3, "K": 4, "A": 5}.get(card[0], 1)


def natural(cards: list[str]) -> list[str]:
    """The cards without the jokers."""
    return [card for card in cards if card not in JOKERS]


def price_of_all(cards: list[str]) -> int:
    """§6.2: jokers in a meld cost nothing."""
    return sum(price(card) for card in natural(cards))


# What a meld is


def is_single(cards: list[str]) -> bool:
    return len(cards) == 1


def is_set(cards: list[str]) -> bool:
    """§5.2."""
    return len(cards) > 1 and natural(cards) == cards and len({card[0] for card in cards}) == 1


def is_run(cards: list[str]) -> bool:
    """§5.1."""
    return len(cards) > 1 and not is_set(cards)


def places_of(card: str) -> list[int]:
    """§5.1: the positions where a card can stand: the ace below the 2 or above the king."""
    if card in JOKERS:
        return []
    return [1, 14] if card[0] == "A" else [RANKS.index(card[0]) + 1]


def low_end(run: list[str]) -> int:
    """§5.1, §12.7: no joker is at an end, and an ace that comes first stands below the 2."""
    return places_of(run[0])[0]


def high_end(run: list[str]) -> int:
    return low_end(run) + len(run) - 1


def is_royal(meld: list[str]) -> bool:
    """§5.12: a run of one suit, with ten to ace at its end, no joker among the five."""
    five = meld[-5:]
    if not is_run(meld) or natural(five) != five:
        return False
    return [card[0] for card in five] == list(ROYAL_RANKS) and len({card[1] for card in natural(meld)}) == 1


# Growing


def suits_fit(meld: list[str], card: str, mixed: bool) -> bool:
    """§5.1, §12.5."""
    return mixed or all(other[1] == card[1] for other in natural(meld))


def legal_run(run: list[str]) -> list[str] | None:
    """§5.1: a rank only once; §12.7: no joker at an end."""
    return None if len(run) > 13 or run[0] in JOKERS or run[-1] in JOKERS else run


def grown_run(meld: list[str], card: str, between: list[str], mixed: bool) -> list[str] | None:
    """§5.8, §12.7: the card at an end of the run (or beside the single card), with `between` in the gap; the upper end
    first.
    """
    if not suits_fit(meld, card, mixed):
        return None
    step = len(between) + 1
    lows = places_of(meld[0]) if is_single(meld) else [low_end(meld)]
    for low in lows:
        if low + len(meld) - 1 + step in places_of(card):
            grown = legal_run([*meld, *between, card])
            if grown:
                return grown
    for low in lows:
        if low - step in places_of(card):
            grown = legal_run([card, *between, *meld])
            if grown:
                return grown
    return None


def extended(meld: list[str], card: str, mixed: bool) -> list[str] | None:
    """§5.8: the meld with the card, or None where it does not fit."""
    if card in JOKERS:
        return None
    if (is_single(meld) or is_set(meld)) and meld[0][0] == card[0]:
        return in_order([*meld, card])  # §5.2
    if is_set(meld):
        return None
    return grown_run(meld, card, [], mixed)


def bridged(meld: list[str], card: str, mixed: bool) -> list[str] | None:
    """§12.7: the meld with the card and a wild joker for the rank between."""
    if card in JOKERS or is_set(meld):
        return None
    return grown_run(meld, card, ["wild"], mixed)


# Falling apart


def pieces(run: list[str], gone: set[int]) -> tuple[list[list[str]], list[str]]:
    """§5.11: the pieces between the gaps from the lowest to the highest, and the jokers that were at their ends."""
    found: list[list[str]] = [[]]
    for index, card in enumerate(run):
        if index in gone:
            found.append([])
        else:
            found[-1].append(card)
    jokers: list[str] = []
    for piece in found:
        while piece and piece[0] in JOKERS:
            jokers.append(piece.pop(0))
        while piece and piece[-1] in JOKERS:
            jokers.append(piece.pop())
    return [piece for piece in found if piece], jokers


def largest(found: list[list[str]]) -> int:
    """§5.11: most cards, then the dearest, then the highest."""
    return max(range(len(found)), key=lambda index: (len(found[index]), price_of_all(found[index]), index))


def legal_cuts(run: list[str]) -> dict[str, int]:
    """§5.10: where a run can be cut, by the rank with which the upper piece begins; single cards are looked at
    elsewhere.
    """
    return {
        run[index][0]: index
        for index in range(1, len(run))
        if run[index] not in JOKERS and run[index - 1] not in JOKERS
    }


# What a table pays


def dividend(meld: list[str], mixed: bool) -> int:
    """§3.3, §12.5."""
    cards = natural(meld)
    if is_single(meld):
        return 2 if meld[0][0] == "2" else 1
    if is_run(meld) and mixed:
        return price(cards[0]) + len(cards) - 1
    return max(price(card) for card in cards) + len(cards) - 1


def alone_best(values: list[int], seat: int) -> int:
    """§3.4: 1 if the player has something of the kind and more of it than every other."""
    return int(values[seat] > 0 and all(value < values[seat] for other, value in enumerate(values) if other != seat))


def bonuses(tables: list[list[list[str]]], seat: int) -> int:
    """§3.4: for the highest card and for most cards in each suit, and for the longest run; jokers count for none."""
    shown = [natural([card for meld in table for card in meld]) for table in tables]
    total = 0
    for suit in SUITS:
        ranks = [[HIGH_RANKS.index(card[0]) + 1 for card in cards if card[1] == suit] for cards in shown]
        total += alone_best([max(of_seat, default=0) for of_seat in ranks], seat)
        total += alone_best([len(of_seat) for of_seat in ranks], seat)
    return total + alone_best(
        [max([len(natural(meld)) for meld in table if is_run(meld)], default=0) for table in tables], seat
    )
