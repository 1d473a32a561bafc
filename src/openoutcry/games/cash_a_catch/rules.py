"""The rules of Cash-a-Catch: sell, auction, catch. What lies on the table is in state.py, what may be done in
legality.py.
"""

from __future__ import annotations

from openoutcry.engine.bits import NOTHING, bit
from openoutcry.engine.chance import DECK, Chance, below, came
from openoutcry.engine.compiled import inlined, rule
from openoutcry.games.cash_a_catch import actions as do
from openoutcry.games.cash_a_catch import phases
from openoutcry.games.cash_a_catch.actions import ACTIONS
from openoutcry.games.cash_a_catch.legality import legal, refusal
from openoutcry.games.cash_a_catch.state import (
    CAN,
    CAPITAL,
    CARDS_A_CAN,
    CLOSE,
    CRATES,
    END,
    ENDINGS,
    FISH_CARDS,
    LOT_PRICE,
    MARKET_CLOSE,
    NOBODY,
    OCTOPUS_FIRST,
    PLACES,
    STAND,
    STATE,
    THIEF,
    TOP,
    UNDER_CLOSE,
    UNDER_END_PHASE,
    VALUES,
    VERSION,
    State,
    can_be_stolen,
    card_at,
    cards_of_kind,
    entitled,
    filled_places,
    half_price_in,
    is_race,
    kind_in,
    must_throw,
    on_garbage,
    place_of_kind,
    price_in,
    value_of,
)

__all__ = [
    "ACTIONS",
    "ENDINGS",
    "LOWEST_WINS",
    "PLACES",
    "STATE",
    "VERSION",
    "State",
    "apply",
    "legal",
    "place",
    "points",
    "refusal",
    "setup",
    "step",
]


@rule
def setup(state: State, chance: Chance) -> None:
    """§1.4 The deck; everyone has their capital (§1.7), and seat 0 is the first auctioneer (§2.1)."""
    for card in range(OCTOPUS_FIRST):
        put_into_deck(state, card, cards_of_value(state, value_of(card)))
    put_into_deck(state, OCTOPUS_FIRST, state.octopus_ones)
    put_into_deck(state, OCTOPUS_FIRST + 1, state.octopus_twos)
    put_into_deck(state, OCTOPUS_FIRST + 2, state.octopus_threes)
    put_into_deck(state, THIEF, state.thieves)
    put_into_deck(state, CAN, state.cans)
    put_into_deck(state, END, 1)
    put_into_deck(state, CLOSE, 1)
    for seat in range(state.seats):
        state.money[seat] = CAPITAL
    begin_turn(state, 0)


@rule
def put_into_deck(state: State, card: int, count: int) -> None:
    """§1.4 So many of a card are in the deck."""
    state.deck[card] = count
    state.deck_size += count


@rule
def cards_of_value(state: State, value: int) -> int:
    """§1.1 How many cards of a value each kind of fish has (§7.1, §7.2, §7.3)."""
    if value == 1:
        return state.ones
    return state.twos if value == 2 else state.threes


@rule
def begin_turn(state: State, seat: int) -> None:
    """§2.2 The auctioneer may sell, and opens the auction."""
    state.auctioneer = seat
    state.buyer = NOBODY
    state.phase = phases.SELLING
    state.to_act = bit(seat)


@rule
def sell(state: State, seat: int, place: int) -> None:
    """§3.1 A place is sold whole, at the price of its fish (§3.2), and spoils that kind elsewhere (§3.4)."""
    kind = kind_in(state, seat, place)
    state.money[seat] += price_in(state, seat, place)
    clear_place(state, seat, place)
    for other in range(state.seats):
        if other != seat:
            spoil(state, other, kind)


@rule
def clear_place(state: State, seat: int, place: int) -> None:
    """§3.1 All cards of a place go to the discard pile."""
    for height in range(state.heights[seat, place]):
        state.discards[card_at(state, seat, place, height)] += 1
        state.stands[seat, place, height] = 0
    state.heights[seat, place] = 0


@rule
def take_card(state: State, seat: int, place: int, height: int) -> int:
    """§1.6 A card leaves its place, and those above it come down by one."""
    card = card_at(state, seat, place, height)
    top = state.heights[seat, place] - 1
    for above in range(height, top):
        state.stands[seat, place, above] = state.stands[seat, place, above + 1]
    state.stands[seat, place, top] = 0
    state.heights[seat, place] = top
    return card


@rule
def spoil(state: State, seat: int, kind: int) -> None:
    """§3.4 A card of the sold kind in a crate goes on the garbage can; of octopus alone, one of the best in any such
    crate (§3.5).
    """
    spoiling, spoiling_height = -1, 0
    for crate in range(CRATES):
        if state.heights[seat, crate] > 0 and kind_in(state, seat, crate) == kind:
            height = spoiling_card(state, seat, crate)
            if spoiling < 0 or spoils_before(state, seat, crate, height, spoiling, spoiling_height):
                spoiling, spoiling_height = crate, height
    if spoiling >= 0:
        state.garbage[seat, take_card(state, seat, spoiling, spoiling_height)] += 1


@rule
def spoiling_card(state: State, seat: int, crate: int) -> int:
    """§3.4 How high the highest card of a crate lies, of equal ones the one nearest the top; the top card under
    §7.9.
    """
    best = state.heights[seat, crate] - 1
    if state.spoils == TOP:
        return best
    for height in range(best - 1, -1, -1):
        if value_of(card_at(state, seat, crate, height)) > value_of(card_at(state, seat, crate, best)):
            best = height
    return best


@rule
def spoils_before(state: State, seat: int, crate: int, height: int, other: int, other_height: int) -> bool:
    """§3.5 Of two crates the one with the higher card, of equal ones the one nearer the top; under §7.9 the first
    crate.
    """
    value, other_value = (
        value_of(card_at(state, seat, crate, height)),
        value_of(card_at(state, seat, other, other_height)),
    )
    if state.spoils == TOP:
        return False
    nearer = state.heights[seat, crate] - height < state.heights[seat, other] - other_height
    return value > other_value or (value == other_value and nearer)


@rule
def turn_cards(state: State, chance: Chance) -> None:
    """§4.1 Turn a card, and on (§4.5) until somebody may ring or the market closes."""
    nobody_may_ring = entitled(state) == NOTHING
    turn_card(state, chance)
    while state.deck[CLOSE] > 0 and (state.lot_size == 0 or nobody_may_ring):
        turn_card(state, chance)
    if state.deck[CLOSE] == 0:
        close_market(state)
        return
    state.phase = phases.BELL
    ask(state)


@rule
def turn_card(state: State, chance: Chance) -> None:
    """§4.1 The next card joins the lot; the end phase is laid aside (§4.6) and begins (§6.1)."""
    card = next_card(state, chance)
    state.deck[card] -= 1
    state.deck_size -= 1
    state.turned[0] = card + 1
    if card == END:
        state.is_end_phase = 1
    if card >= END:
        state.discards[card] += 1
    else:
        state.lot[card] += 1
        state.lot_size += 1


@rule
def next_card(state: State, chance: Chance) -> int:
    """§1.4 The end phase when 15 others are left; else any card of the bag (§1.5), the market close among them when
    five are left.
    """
    others = state.deck_size - state.deck[END] - state.deck[CLOSE]
    if state.deck[END] > 0 and others == UNDER_END_PHASE:
        return END
    number = below(chance, DECK, others + 1 if others <= UNDER_CLOSE else others)
    card = card_number(state, number)
    came(chance, card)
    return card


@inlined
def card_number(state: State, number: int) -> int:
    """§1.5 The card of that number in the bag, the market close last: first its kind is found, then its value."""
    first, before, so_far = 0, 0, 0
    for kind in range(0, THIEF, VALUES):
        so_far += cards_of_kind(state.deck, kind)
        if so_far <= number:
            first, before = kind + VALUES, so_far
    number -= before
    lower = state.deck[first]
    middle = lower + state.deck[first + 1]
    if first == THIEF and number >= middle:
        return CLOSE
    return first + (number >= lower) + (number >= middle)


@rule
def ask(state: State) -> None:
    """§4.2 Everyone entitled is asked at once; of three players the auctioneer last (§4.4), at a live table a moment
    later (§4.10).
    """
    seats = entitled(state)
    others = seats & ~bit(state.auctioneer)
    state.to_act = others if others != NOTHING else seats


@rule
def hold(state: State, seat: int, chance: Chance) -> None:
    """§4.5 When all have held the next card is turned; the auctioneer of three, asked last (§4.4), waits for nobody.

    At a table somebody may have taken back a hold when the auctioneer was asked already, and comes too late then.
    """
    state.to_act &= ~bit(seat)
    if seat == state.auctioneer:
        turn_cards(state, chance)
    elif state.to_act == NOTHING:
        if entitled(state) & bit(state.auctioneer) != NOTHING:
            state.to_act = bit(state.auctioneer)
        else:
            turn_cards(state, chance)


@rule
def step(state: State) -> int:
    """§4.2 Each card that is turned opens the bell anew: a race that is numbered by the cards left; 0 while the bell is
    not open.
    """
    return 1 + state.deck_size if is_race(state) else 0


@rule
def buy_lot(state: State, seat: int) -> None:
    """§4.7 The lot for ten euros; the auctioneer has a euro for each card (§4.8)."""
    state.money[seat] -= LOT_PRICE
    if seat != state.auctioneer:
        state.money[state.auctioneer] += state.lot_size
    for card in range(END):
        state.catch[card] = state.lot[card]
        state.lot[card] = 0
    state.catch_size = state.lot_size
    state.lot_size = 0
    state.buyer = seat
    state.to_act = bit(seat)
    go_on_from(state, phases.STEALING)


@rule
def go_on_from(state: State, phase: int) -> None:
    """§5.1 Thieves, throwing away, laying out, cans, selling in the end phase: to the next step in which there is a
    choice.
    """
    state.phase = phase
    if state.phase == phases.STEALING and not goes_stealing(state):
        state.phase = phases.THROWING
    if state.phase == phases.THROWING and not must_throw(state):
        state.phase = phases.LAYING
    if state.phase == phases.LAYING and state.catch_size == state.catch[CAN]:
        state.phase = phases.CANNING
        use_cans(state)
    if state.phase == phases.CANNING and not goes_canning(state):
        state.takes_left = 0
        state.phase = phases.SELLING_CATCH
    if state.phase == phases.SELLING_CATCH and not (
        state.is_end_phase and filled_places(state, state.buyer) != NOTHING
    ):
        begin_turn(state, (state.auctioneer + 1) % state.seats)


@rule
def goes_stealing(state: State) -> bool:
    """§5.2 Whether there is a thief and something to steal; thieves without are discarded."""
    if state.catch[THIEF] == 0:
        return False
    if can_be_stolen(state, state.buyer) != NOTHING:
        return True
    while state.catch[THIEF] > 0:
        discard_from_catch(state, THIEF)
    return False


@rule
def goes_canning(state: State) -> bool:
    """§5.8 Whether cards may be taken off the garbage can, and there are any."""
    return state.takes_left > 0 and on_garbage(state, state.buyer) != NOTHING


@rule
def discard_from_catch(state: State, card: int) -> None:
    """§1.3 An action card is discarded, used or not (§5.2)."""
    state.catch[card] -= 1
    state.catch_size -= 1
    state.discards[card] += 1


@rule
def steal(state: State, seat: int, victim: int, place: int) -> None:
    """§5.2 The top card of a place joins the catch."""
    discard_from_catch(state, THIEF)
    state.catch[take_card(state, victim, place, state.heights[victim, place] - 1)] += 1
    state.catch_size += 1
    go_on_from(state, phases.STEALING)


@rule
def pass_thief(state: State) -> None:
    """§5.2 A thief need not be used."""
    discard_from_catch(state, THIEF)
    go_on_from(state, phases.STEALING)


@rule
def throw(state: State, seat: int, kind: int) -> None:
    """§5.4 A kind goes on the garbage can whole: its place with the octopus there, and its cards in the catch."""
    place = place_of_kind(state, seat, kind)
    while place >= 0 and state.heights[seat, place] > 0:
        state.garbage[seat, take_card(state, seat, place, state.heights[seat, place] - 1)] += 1
    for card in range(kind * VALUES, (kind + 1) * VALUES):
        state.garbage[seat, card] += state.catch[card]
        state.catch_size -= state.catch[card]
        state.catch[card] = 0
    go_on_from(state, phases.THROWING)


@rule
def lay(state: State, seat: int, card: int, place: int) -> None:
    """§5.5 A card of the catch on top of a place."""
    state.catch[card] -= 1
    state.catch_size -= 1
    state.stands[seat, place, state.heights[seat, place]] = card + 1
    state.heights[seat, place] += 1
    go_on_from(state, phases.LAYING)


@rule
def use_cans(state: State) -> None:
    """§5.8 Each can lets the buyer take up to two cards off the garbage can."""
    while state.catch[CAN] > 0:
        discard_from_catch(state, CAN)
        state.takes_left += CARDS_A_CAN


@rule
def scrap(state: State, seat: int, card: int) -> None:
    """§5.8 A card goes from the garbage can to the discard pile."""
    state.garbage[seat, card] -= 1
    state.discards[card] += 1
    state.takes_left -= 1
    go_on_from(state, phases.CANNING)


@rule
def finish(state: State) -> None:
    """§5.8, §5.9 The buyer is done with the garbage can, or with selling."""
    state.takes_left = 0
    if state.phase == phases.CANNING:
        go_on_from(state, phases.SELLING_CATCH)
    else:
        begin_turn(state, (state.auctioneer + 1) % state.seats)


@rule
def close_market(state: State) -> None:
    """§6.2 The lot is lost; everyone sells at half price (§6.3) and pays for their garbage (§6.4)."""
    state.ending = MARKET_CLOSE
    state.to_act = NOTHING
    for card in range(END):
        state.discards[card] += state.lot[card]
        state.lot[card] = 0
    state.lot_size = 0
    for seat in range(state.seats):
        for place in range(STAND):
            state.money[seat] += half_price_in(state, seat, place)
            clear_place(state, seat, place)
        state.money[seat] -= fish_on_garbage(state, seat)


@rule
def fish_on_garbage(state: State, seat: int) -> int:
    """§6.4 The fish, not the cards, on a garbage can."""
    fish = 0
    for card in range(FISH_CARDS):
        fish += state.garbage[seat, card] * value_of(card)
    return fish


@rule
def apply(state: State, seat: int, action: int, chance: Chance) -> None:
    """Play a legal action."""
    if action == do.HOLD:
        hold(state, seat, chance)
    elif action == do.RING:
        buy_lot(state, seat)
    elif do.LAY <= action < do.SCRAP:
        lay(state, seat, (action - do.LAY) // STAND, (action - do.LAY) % STAND)
    elif action < do.OPEN:
        sell(state, seat, action - do.SELL)
        if state.phase == phases.SELLING_CATCH:
            go_on_from(state, phases.SELLING_CATCH)
    elif action == do.OPEN:
        turn_cards(state, chance)
    else:
        deal_with_catch(state, seat, action)


@rule
def deal_with_catch(state: State, seat: int, action: int) -> None:
    """§5.1 The other steps of the buyer."""
    if action < do.PASS:
        steal(state, seat, (action - do.STEAL) // STAND, (action - do.STEAL) % STAND)
    elif action == do.PASS:
        pass_thief(state)
    elif action < do.LAY:
        throw(state, seat, action - do.THROW)
    elif action < do.DONE:
        scrap(state, seat, action - do.SCRAP)
    else:
        finish(state)


LOWEST_WINS = False


@rule
def points(state: State, seat: int) -> int:
    """§6.5 The result is the money."""
    return state.money[seat]


@rule
def place(state: State, seat: int) -> int:
    """§6.5 One more than there are players with more money."""
    ahead = 0
    for other in range(state.seats):
        if state.money[other] > state.money[seat]:
            ahead += 1
    return ahead + 1
