"""Runs and sets as sets of cards: what fits where, what they are worth, and what is left when cards leave them."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bags import put_in, take_out
from openoutcry.engine.bits import NOTHING, ONE, U, bit, first_bits, has, highest, index, lowest, size
from openoutcry.engine.cards import ACES, KINGS, SUIT, in_every_suit
from openoutcry.engine.compiled import inlined, rule
from openoutcry.games.dead_cat_bounce import pack
from openoutcry.games.dead_cat_bounce.state import EVERY_LETTER, State

A_SUIT = U(0x1FFF)
EVERY_SUIT = in_every_suit(1)
LOW_ACE, HIGH_ACE = 0, 13
BETWEEN_ACES = U(0x1FFE)
"""The spots of a run that belong to 2 … king, where a joker can stand."""
QUEENS, QUEEN = in_every_suit(1 << 11), 11
TO_JACK = in_every_suit(0x7FF)
FROM_THREE = in_every_suit(0x1FFC)


@inlined
def ranks_of(cards: np.uint64) -> np.uint64:
    """The ranks of some cards, thirteen bits, the ace lowest."""
    cards &= pack.ORDINARY
    return (cards | cards >> U(SUIT) | cards >> U(2 * SUIT) | cards >> U(3 * SUIT)) & A_SUIT


@inlined
def of_ranks(ranks: np.uint64) -> np.uint64:
    """All cards of some ranks."""
    return ranks * EVERY_SUIT


@rule
def next_to(cards: np.uint64, mixed: int) -> np.uint64:
    """§5.1 The cards just above and just below these, in their suit, or in any under §12.5; the ace is next to the 2
    and the king.
    """
    up = ((cards & ~KINGS) << ONE) | ((cards & KINGS) >> U(12))
    down = ((cards & ~ACES) >> ONE) | ((cards & ACES) << U(12))
    return of_ranks(ranks_of(up | down)) if mixed else up | down


@rule
def two_from(cards: np.uint64, mixed: int) -> np.uint64:
    """§12.7 The cards that a joker would join to these, each taken alone."""
    up = ((cards & TO_JACK) << U(2)) | ((cards & QUEENS) >> U(QUEEN))
    down = ((cards & FROM_THREE) >> U(2)) | ((cards & ACES) << U(QUEEN))
    return of_ranks(ranks_of(up | down)) if mixed else up | down


@inlined
def cards_of(state: State, seat: int, meld: int) -> int:
    """How many cards a meld has, jokers included."""
    if state.spots[seat, meld] != NOTHING:
        return size(U(state.spots[seat, meld]))
    return size(state.melds[seat, meld]) + size(U(state.doubles[seat, meld]))


@inlined
def is_run(state: State, seat: int, meld: int) -> bool:
    """§5.1 Whether a meld is a run."""
    return bool(state.spots[seat, meld] != NOTHING)


@rule
def is_single(state: State, seat: int, meld: int) -> bool:
    """§5.3 Whether a meld is one card."""
    return cards_of(state, seat, meld) == 1


@rule
def singletons(state: State, seat: int) -> np.uint64:
    """§5.3 The letters of a player's singletons."""
    single, left = NOTHING, state.letters[seat]
    while left != NOTHING:
        if is_single(state, seat, index(left)):
            single |= lowest(left)
        left &= ~lowest(left)
    return single


@rule
def may_lie_alone(state: State, seat: int) -> np.uint64:
    """§5.3 The cards that may be laid as singletons: 2, jack, queen, king and ace, one of each rank."""
    cards, left = pack.SINGLES, state.letters[seat]
    while left != NOTHING:
        if is_single(state, seat, index(left)):
            cards &= ~of_ranks(ranks_of(state.melds[seat, index(left)]))
        left &= ~lowest(left)
    return cards


@rule
def protectable(state: State, seat: int) -> np.uint64:
    """§8.1 The letters of a player's runs and sets."""
    return state.letters[seat] & ~singletons(state, seat)


@inlined
def card_spots(cards: np.uint64, spots: np.uint64) -> np.uint64:
    """The spots of a run that hold a card and no joker."""
    return spots & (ranks_of(cards) | ~BETWEEN_ACES)


@inlined
def ranks_at(spots: np.uint64) -> np.uint64:
    """The ranks that stand on some spots."""
    return (spots | spots >> U(HIGH_ACE)) & A_SUIT


@rule
def at_the_ends(state: State, seat: int, meld: int, away: int) -> np.uint64:
    """§5.8 The cards that stand so many ranks beyond the ends of a run, an ace only if it has none."""
    spots, cards = U(state.spots[seat, meld]), state.melds[seat, meld]
    low, high = index(spots) - away, highest(spots) + away
    has_ace = cards & ACES != NOTHING
    ranks = NOTHING
    if low > LOW_ACE or (low == LOW_ACE and not has_ace):
        ranks |= bit(low)
    if high < HIGH_ACE or (high == HIGH_ACE and not has_ace):
        ranks |= bit(high)
    fitting = of_ranks(ranks_at(ranks))
    return fitting if state.mixed_runs else fitting & pack.SUIT_CARDS[index(cards) // SUIT]


@rule
def extensions(state: State, seat: int, meld: int) -> np.uint64:
    """§5.8 The cards that can be added to a meld: at the ends of a run, of the rank of a set (§5.2), either beside a
    single card.
    """
    if is_run(state, seat, meld):
        return at_the_ends(state, seat, meld, 1)
    cards = state.melds[seat, meld]
    equals = of_ranks(ranks_of(cards))
    return equals | next_to(cards, state.mixed_runs) if is_single(state, seat, meld) else equals


@rule
def bridges(state: State, seat: int, meld: int) -> np.uint64:
    """§12.7 The cards that can be added to a meld together with a wild joker."""
    if is_run(state, seat, meld):
        return at_the_ends(state, seat, meld, 2)
    return two_from(state.melds[seat, meld], state.mixed_runs) if is_single(state, seat, meld) else NOTHING


@rule
def beginnings(state: State, once: np.uint64, twice: np.uint64, with_joker: bool) -> np.uint64:
    """§5.6 Those of some cards that make a run or a set with another of them; with a wild joker also those that need
    one.
    """
    cards = once & pack.ORDINARY
    by_suit = cards >> U(SUIT)
    pairs = (cards & by_suit) | (cards >> U(2 * SUIT) & by_suit) | (cards >> U(2 * SUIT) & cards)
    pairs |= (cards >> U(3 * SUIT)) & (cards | by_suit | cards >> U(2 * SUIT))
    joined = of_ranks(pairs & A_SUIT | ranks_of(twice)) | next_to(cards, state.mixed_runs)
    if with_joker:
        joined |= two_from(cards, state.mixed_runs)
    return cards & joined


@rule
def add_to_meld(state: State, seat: int, meld: int, card: int, away: int) -> None:
    """§5.8 A card joins a set of its rank, or a run: at its end, or one rank beyond with a joker between (away is 2,
    §12.7).
    """
    cards = state.melds[seat, meld]
    if not is_run(state, seat, meld) and ranks_of(cards) == bit(card % SUIT):
        if has(cards, card):
            state.doubles[seat, meld] |= bit(card // SUIT)
    else:
        spots = U(state.spots[seat, meld]) if is_run(state, seat, meld) else spot_of_single(cards, card)
        low, high = index(spots), highest(spots)
        is_above = high + away == (card % SUIT if card % SUIT > 0 else HIGH_ACE)
        added = first_bits(away) << U(high + 1) if is_above else first_bits(away) << U(low - away)
        state.spots[seat, meld] = spots | added
    state.melds[seat, meld] = cards | bit(card)


@inlined
def spot_of_single(cards: np.uint64, card: int) -> np.uint64:
    """The spot of a single card beside which another is laid: an ace stands above a queen or a king, below anything
    else.
    """
    return bit(HIGH_ACE) if cards & ACES != NOTHING and card % SUIT >= QUEEN else ranks_of(cards)


@rule
def letter_of(state: State, seat: int, card: int) -> int:
    """§1.2 The first meld of a player that has a card, or -1."""
    left = state.letters[seat]
    while left != NOTHING:
        if has(held_in(state, seat, index(left)), card):
            return index(left)
        left &= ~lowest(left)
    return -1


@inlined
def jokers_in(state: State, seat: int, meld: int) -> np.uint64:
    """The spots of a run where jokers stand."""
    spots = U(state.spots[seat, meld])
    return spots & ~card_spots(state.melds[seat, meld], spots)


@rule
def held_in(state: State, seat: int, meld: int) -> np.uint64:
    """The cards of a meld, jokers included, as a set."""
    cards = state.melds[seat, meld]
    jokers, thieves = jokers_in(state, seat, meld), U(state.thieves[seat, meld])
    if thieves != NOTHING:
        cards |= pack.THIEF_JOKER
    return cards | pack.WILD_JOKER if jokers & ~thieves != NOTHING else cards


@rule
def inside(state: State, seat: int, meld: int) -> np.uint64:
    """§12.8 The cards of a run that are neither at an end of it nor jokers."""
    spots = U(state.spots[seat, meld])
    if spots == NOTHING:
        return NOTHING
    inner = spots & ~lowest(spots) & ~bit(highest(spots))
    return state.melds[seat, meld] & of_ranks(ranks_at(inner))


@rule
def stolen_from(state: State, owner: int, card: int) -> int:
    """§12.8 The first run of a player (§1.2) inside which a card stands, or -1."""
    left = state.letters[owner]
    while left != NOTHING:
        if has(inside(state, owner, index(left)), card):
            return index(left)
        left &= ~lowest(left)
    return -1


@rule
def can_be_cut(state: State, seat: int, meld: int) -> np.uint64:
    """§5.10 The spots below which a run can be cut: a card on both sides, both pieces runs or legal singletons, and a
    letter for one.
    """
    cards, spots = state.melds[seat, meld], U(state.spots[seat, meld])
    if spots == NOTHING or free_letter(state, seat) < 0:
        return NOTHING
    real = card_spots(cards, spots)
    cuts = real & (real << ONE)
    alone = may_lie_alone(state, seat)
    low, high = lowest(spots), bit(highest(spots))
    if cards & of_ranks(ranks_at(low)) & alone == NOTHING:
        cuts &= ~(low << ONE)
    if cards & of_ranks(ranks_at(high)) & alone == NOTHING:
        cuts &= ~high
    return cuts


@rule
def price_of_cards(cards: np.uint64) -> int:
    """§1.3 What some cards cost together."""
    price = 0
    for least in range(1, 6):
        price += size(cards & pack.WORTH[least])
    return price


@rule
def price_of_meld(state: State, seat: int, meld: int) -> int:
    """§6.2 What the cards of a meld cost; jokers nothing."""
    cards = state.melds[seat, meld]
    return price_of_cards(cards) + size(U(state.doubles[seat, meld])) * int(pack.PRICE_OF_RANK[index(cards) % SUIT])


@rule
def dividend(state: State, seat: int, meld: int) -> int:
    """§3.3 The dearest card and 1 for each further one; a single 2 pays 2, another singleton 1; jokers count
    nothing.
    """
    cards = state.melds[seat, meld]
    count = size(cards) + size(U(state.doubles[seat, meld]))
    if count == 1:
        return 2 if cards & pack.TWOS != NOTHING else 1
    if state.mixed_runs and is_run(state, seat, meld):
        return int(pack.PRICE_OF_RANK[index(U(state.spots[seat, meld]))]) + count - 1
    price = 1
    for least in range(2, 6):
        if cards & pack.WORTH[least] != NOTHING:
            price = least
    return price + count - 1


@rule
def royal_flush(state: State, seat: int) -> int:
    """§5.12 The suit of a royal flush that a player shows, or -1."""
    left = state.letters[seat]
    while left != NOTHING:
        meld = index(left)
        if has(U(state.spots[seat, meld]), HIGH_ACE):
            for suit in range(4):
                wanted, cards = pack.FLUSH & pack.SUIT_CARDS[suit], state.melds[seat, meld]
                if cards & wanted == wanted and cards & ~pack.SUIT_CARDS[suit] == NOTHING:
                    return suit
        left &= ~lowest(left)
    return -1


@inlined
def free_letter(state: State, seat: int) -> int:
    """§5.4 The first letter that is free, or -1."""
    free = EVERY_LETTER & ~state.letters[seat]
    return index(free) if free != NOTHING else -1


@rule
def new_meld(state: State, seat: int, cards: np.uint64) -> int:
    """§5.4 Cards lie down under the first free letter."""
    meld = free_letter(state, seat)
    state.letters[seat] |= bit(meld)
    state.melds[seat, meld] = cards
    return meld


@rule
def clear_meld(state: State, seat: int, meld: int) -> None:
    """§5.4 A letter is free again; tokens on it go to the bank and a block joker to the discard pile (§7.7)."""
    lose_protection(state, seat, meld)
    state.letters[seat] &= ~bit(meld)
    state.melds[seat, meld] = NOTHING
    state.doubles[seat, meld] = state.spots[seat, meld] = state.thieves[seat, meld] = NOTHING


@rule
def lose_protection(state: State, seat: int, meld: int) -> None:
    """§8.2 Tokens on a meld go to the bank, a block joker on it to the discard pile, face up (§3.1)."""
    state.protection[seat, meld] = 0
    if has(state.blocked[seat], meld):
        state.blocked[seat] &= ~bit(meld)
        put_in(state.face_up, pack.BLOCK_JOKER)
        if seat == state.turn:
            give_away(state, pack.BLOCK_JOKER)


@rule
def give_away(state: State, cards: np.uint64) -> None:
    """§4.5 Of equal cards the one acquired this turn is put back, traded away or used up."""
    take_out(state.acquired, cards)


@rule
def into_hand(state: State, seat: int, cards: np.uint64) -> None:
    """§1.7 Cards go into a hand openly: they are known there."""
    put_in(state.hands[seat], cards)
    put_in(state.known[seat], cards)
    state.hand_sizes[seat] += size(cards)


@rule
def lift(state: State, seat: int, meld: int, card: int) -> None:
    """§5.11 A card, or the lowest joker of a kind (§1.2), leaves a meld and leaves a gap."""
    if card >= pack.WILD:
        thieves = U(state.thieves[seat, meld])
        spot = lowest(thieves if card == pack.THIEF else jokers_in(state, seat, meld) & ~thieves)
        state.spots[seat, meld] &= ~spot
        state.thieves[seat, meld] &= ~spot
        return
    suit, rank = card // SUIT, card % SUIT
    if has(U(state.doubles[seat, meld]), suit):
        state.doubles[seat, meld] &= ~bit(suit)
        return
    state.melds[seat, meld] &= ~bit(card)
    if is_run(state, seat, meld):
        spots = U(state.spots[seat, meld])
        ace = bit(HIGH_ACE) if has(spots, HIGH_ACE) else bit(LOW_ACE)
        state.spots[seat, meld] &= ~(bit(rank) if rank > 0 else ace)


@rule
def mend(state: State, seat: int, singles_before: np.uint64) -> None:
    """§5.11 After cards have left: all melds fall into pieces at the gaps, then pieces of one card stay only if they
    may.

    A singleton that has left is none that lay there before: a piece may take its letter, and has no precedence for
    that.
    """
    clear_empty_melds(state, seat)
    still_there = singles_before & state.letters[seat]
    left = state.letters[seat]
    while left != NOTHING:
        fall_apart(state, seat, index(left), 0)
        left &= ~lowest(left)
    settle_singles(state, seat, still_there)


@rule
def clear_empty_melds(state: State, seat: int) -> None:
    """§5.11 Melds that have lost all their cards free their letters first."""
    left = state.letters[seat]
    while left != NOTHING:
        if cards_of(state, seat, index(left)) == 0:
            clear_meld(state, seat, index(left))
        left &= ~lowest(left)


@inlined
def lowest_piece(spots: np.uint64, cut: int) -> np.uint64:
    """The lowest spots without a gap, up to where the run is cut (0: nowhere)."""
    piece = spots & ~(spots + lowest(spots))
    below = piece & first_bits(cut)
    return below if below != NOTHING else piece


@rule
def fall_apart(state: State, seat: int, meld: int, cut: int) -> None:
    """§5.11 The pieces of a run: jokers at their ends return to the hand, the largest keeps the letter, the others take
    free ones.
    """
    if not is_run(state, seat, meld):
        if cards_of(state, seat, meld) < 2:
            lose_protection(state, seat, meld)
        return
    trim(state, seat, meld, cut)
    keeper, left = NOTHING, U(state.spots[seat, meld])
    while left != NOTHING:
        piece = lowest_piece(left, cut)
        if keeper == NOTHING or is_greater(state.melds[seat, meld], piece, keeper):
            keeper = piece
        left &= ~piece
    left = U(state.spots[seat, meld]) & ~keeper
    while left != NOTHING:
        piece = lowest_piece(left, cut)
        move_piece(state, seat, meld, piece)
        left &= ~piece
    keep_piece(state, seat, meld, keeper)


@rule
def trim(state: State, seat: int, meld: int, cut: int) -> None:
    """§5.11 Jokers at the ends of pieces return to the hand."""
    real = card_spots(state.melds[seat, meld], U(state.spots[seat, meld]))
    left = U(state.spots[seat, meld])
    while left != NOTHING:
        piece = lowest_piece(left, cut)
        left &= ~piece
        while piece != NOTHING and lowest(piece) & real == NOTHING:
            return_joker(state, seat, meld, lowest(piece))
            piece &= ~lowest(piece)
        while piece != NOTHING and bit(highest(piece)) & real == NOTHING:
            return_joker(state, seat, meld, bit(highest(piece)))
            piece &= ~bit(highest(piece))


@rule
def return_joker(state: State, seat: int, meld: int, spot: np.uint64) -> None:
    """§5.11 A joker goes from a run into its owner's hand; it stays what it is."""
    thief = U(state.thieves[seat, meld]) & spot
    state.spots[seat, meld] &= ~spot
    state.thieves[seat, meld] &= ~spot
    into_hand(state, seat, pack.WILD_JOKER if thief == NOTHING else pack.THIEF_JOKER)


@rule
def is_greater(cards: np.uint64, piece: np.uint64, other: np.uint64) -> bool:
    """§5.11 More cards, jokers included; then dearer; then higher."""
    if size(piece) != size(other):
        return size(piece) > size(other)
    price, other_price = (
        price_of_cards(cards & of_ranks(ranks_at(piece))),
        price_of_cards(cards & of_ranks(ranks_at(other))),
    )
    return price > other_price or (price == other_price and bool(piece > other))


@rule
def move_piece(state: State, seat: int, meld: int, piece: np.uint64) -> None:
    """§5.11 A piece takes the first free letter; without one its cards return to the hand."""
    cards, thieves = state.melds[seat, meld] & of_ranks(ranks_at(piece)), U(state.thieves[seat, meld]) & piece
    state.melds[seat, meld] &= ~cards
    if free_letter(state, seat) < 0:
        into_hand(state, seat, cards)
        jokers = piece & ~card_spots(cards, piece)
        while jokers != NOTHING:
            into_hand(state, seat, pack.WILD_JOKER if lowest(jokers) & thieves == NOTHING else pack.THIEF_JOKER)
            jokers &= ~lowest(jokers)
        return
    target = new_meld(state, seat, cards)
    state.spots[seat, target] = piece if size(piece) > 1 else NOTHING
    state.thieves[seat, target] = thieves


@rule
def keep_piece(state: State, seat: int, meld: int, piece: np.uint64) -> None:
    """§5.11 The largest piece keeps the letter; the protection stays on it unless it is a single card (§7.7)."""
    if piece == NOTHING:
        clear_meld(state, seat, meld)
        return
    state.thieves[seat, meld] = U(state.thieves[seat, meld]) & piece
    state.spots[seat, meld] = piece
    if size(piece) == 1:
        state.spots[seat, meld] = NOTHING
        lose_protection(state, seat, meld)


@rule
def settle_singles(state: State, seat: int, singles_before: np.uint64) -> None:
    """§5.11 Pieces of one card stay only as legal singletons; the others return to the hand."""
    singles = singletons(state, seat)
    left = singles & ~singles_before
    while left != NOTHING:
        meld = index(left)
        cards = state.melds[seat, meld]
        if cards & pack.SINGLES == NOTHING or is_displaced(state, seat, meld, singles, singles_before):
            clear_meld(state, seat, meld)
            into_hand(state, seat, cards)
        left &= ~lowest(left)


@rule
def is_displaced(state: State, seat: int, meld: int, singles: np.uint64, before: np.uint64) -> bool:
    """§5.11 Whether another singleton of the rank goes before it: one that lay there, then a lower suit, then an
    earlier letter.
    """
    card = index(state.melds[seat, meld])
    others = singles & ~bit(meld)
    while others != NOTHING:
        other = index(others)
        cards = state.melds[seat, other]
        if cards != NOTHING and index(cards) % SUIT == card % SUIT:
            is_lower = index(cards) < card or (index(cards) == card and other < meld)
            if has(before, other) or is_lower:
                return True
        others &= ~lowest(others)
    return False
