"""The rules of Cash or Crash. The clauses are those of RULES.md."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from openoutcry.engine.actions import Actions, Range, Subsets, Verb
from openoutcry.engine.bits import NOTHING, ONE, U, bit, first_bits, has, index, size
from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE, clause
from openoutcry.engine.mask import Mask, allow, clear
from openoutcry.engine.names import Names
from openoutcry.engine.options import choice, number, switch
from openoutcry.engine.record import INNER, EachSeat, Kind, Number, Row, Seats, Small, T, Table, one_of, set_of, state_type
from openoutcry.games.cash_or_crash import GAME
from openoutcry.games.cash_or_crash.knowledge import OWN, WORDS, know_kept, know_lost, know_one_less, know_one_more, know_only

VERSION = 1

GOODS = Names("commodity", ["Gold", "Oil", "Wheat"])
EVERY_GOOD = U(0b111)
KINDS = 7
"""How many sets of commodities a bid can name; set number n (from 1) has the bits of n."""

CARDS = Names("card", ["GGO", "GGW", "OOG", "OOW", "WWG", "WWO", "GGG", "OOO", "WWW", "GOW", "G", "GG", "O", "OO", "W", "WW"])
TRIPLES_FIRST, SPREAD_FIRST = 0, 6
"""Each set of ten cards lies together: the first ten names, or the last ten."""

ICONS = np.array([[sum(1 << c for c, card in enumerate(CARDS) if card.count(good[0]) > n) for n in range(3)] for good in GOODS], np.uint64)
"""For each commodity the cards that show it, those that show two of it, and those that show three."""

SEEN_AT_MOST = np.array([[0, 3, 5, 7, 8, 9, 10, 10, 10, 10, 10], [0, 3, 5, 6, 7, 7, 7, 7, 7, 7, 7]])
"""§5.7, §9.3 How much of one commodity so many cards can show, for either set."""

SINGLES = U(0b0001011)
"""The sets of one commodity, as bits of their numbers less one."""
SUPERSETS = np.array([sum(1 << (more - 1) for more in range(1, KINDS + 1) if more & less == less) for less in range(KINDS + 1)], np.uint64)
"""For each set of commodities those that contain it."""
NINE_TIMES = U(sum(1 << KINDS * row for row in range(9)))

PHASES = Names(
    "phase",
    [
        "red_zone",
        "recovering",
        "staking",
        "opening",
        "bidding",
        "racing",
        "adding",
        "doubling",
        "persisting",
        "withdrawn",
        "paying",
        "taking_back",
    ],
)
RED_ZONE, RECOVERING, STAKING, OPENING, BIDDING, RACING, ADDING, DOUBLING, PERSISTING, WITHDRAWN, PAYING, TAKING_BACK = range(12)

ENDINGS = Names("ending", ["running", "one_left", "round_limit"])
RUNNING, ONE_LEFT, ROUND_LIMIT = range(3)

CLASSIC, ENDURANCE, BLITZ = range(3)
NOBODY = -1

Cards = Annotated[np.uint64, set_of(CARDS)]
Goods = Annotated[np.uint64, set_of(GOODS)]
PerSeat = Annotated[Row[T], EachSeat(GAME.seats[-1])]
PerGood = Annotated[Row[T], len(GOODS)]
Sets = Annotated[Row[T], GAME.seats[-1] * WORDS]


class Options:
    """§9: the variants, and what can be had with each."""

    variant: Small = choice("classic", "endurance", "blitz", clause="§8.1")
    doubling: Small = switch(clause="§9.1")
    cards: Small = choice("triples", "spread", clause="§9.3")
    round_limit: Number = number(200, 1, 200, clause="§9.4")


class State(Options, Table):
    """Everybody's cards, the bid, where in the round we are, what was turned up last, and what all may know."""

    ending: Annotated[int, one_of(ENDINGS)]
    phase: Annotated[int, one_of(PHASES)]
    round_number: Number
    opener: Small
    turn: Small
    bidder: Small
    amount: Small
    goods: Goods
    limit: Small
    challenger: Small
    is_out_of_turn: Small
    is_doubled: Small
    to_pay: Small
    to_take: Small
    gone: Small
    went_out: PerSeat[Small]
    hand_sizes: PerSeat[Small]
    stake_sizes: PerSeat[Small]
    discard_sizes: PerSeat[Small]
    hands: PerSeat[Cards]
    staked: PerSeat[Cards]
    discards: PerSeat[Cards]
    put_away: PerSeat[Cards]
    swapping: Seats
    swapped: Seats
    not_asked: Seats
    turned_up: PerSeat[Cards]
    counts: PerGood[Small]
    last_amount: Small
    last_goods: Goods
    last_bidder: Small
    last_loser: Small
    kept_for_sure: PerSeat[Cards]
    lost_for_sure: PerSeat[Cards]
    possible: Sets[Annotated[np.uint64, Kind("u8", INNER)]]


STATE = state_type(GAME.name, State)

OWN_PLACES = ("hands", "staked", "discards")
"""Where a player's ten cards can be: each is always in exactly one of these."""

ACTIONS = Actions(
    Verb("swap", {"card": CARDS}, unseen=True),
    Verb("take", {"card": CARDS}, unseen=True),
    Verb("keep", unseen=True),
    Verb("recover", {"card": CARDS}, secret=["card"]),
    Verb("stake", {"card": CARDS}, secret=["card"]),
    Verb("bid", {"amount": Range(1, 80), "commodities": Subsets(GOODS)}),
    Verb("add", {"card": CARDS}, secret=["card"]),
    Verb("challenge"),
    Verb("hold", unseen=True),
    Verb("double"),
    Verb("show"),
    Verb("persist"),
    Verb("withdraw"),
    Verb("discard", {"card": CARDS}, secret=["card"]),
    Verb("stop"),
)
SWAP, TAKE, KEEP, RECOVER, STAKE, BID, ADD, CHALLENGE, HOLD, DOUBLE, SHOW, PERSIST, WITHDRAW, DISCARD, STOP = (
    ACTIONS.first(verb.name) for verb in ACTIONS.verbs
)


@rule
def setup(state: State, chance: Chance) -> None:
    """§1.1 Everyone has the same ten cards, all in the hand (§1.2); seat 0 opens (§2.1)."""
    for seat in range(state.seats):
        state.hands[seat] = pack(state)
        state.hand_sizes[seat] = OWN
        know_only(state.possible, seat, first_bits(OWN))
    state.last_bidder = state.last_loser = NOBODY
    begin_round(state, 0)


@rule
def first_card(state: State) -> int:
    """§9.3 The number of the first card of the set that is played with."""
    return SPREAD_FIRST if state.cards else TRIPLES_FIRST


@rule
def pack(state: State) -> np.uint64:
    """§1.1, §9.3 The ten cards of a player."""
    return first_bits(OWN) << U(first_card(state))


@rule
def kept(state: State, seat: int) -> int:
    """§1.2 How many cards a player keeps."""
    return state.hand_sizes[seat] + state.stake_sizes[seat]


@rule
def is_in(state: State, seat: int) -> bool:
    """§7.1 Whether a player is not out."""
    return state.went_out[seat] == 0


@rule
def players_in(state: State) -> np.uint64:
    """§7.1 Everyone who is not out."""
    seats = NOTHING
    for seat in range(state.seats):
        if is_in(state, seat):
            seats |= bit(seat)
    return seats


@rule
def next_in(state: State, seat: int) -> int:
    """§2.3 The next player to the left who is not out."""
    seat = (seat + 1) % state.seats
    while not is_in(state, seat):
        seat = (seat + 1) % state.seats
    return seat


@rule
def begin_round(state: State, opener: int) -> None:
    """§2.2 Red zone, stakes, bids, challenge: a new round begins with the red zone."""
    state.round_number += 1
    state.opener = opener
    state.turn = opener
    state.bidder = state.challenger = NOBODY
    state.amount = 0
    state.goods = state.swapped = state.swapping = state.not_asked = NOTHING
    state.is_doubled = state.is_out_of_turn = 0
    state.phase = RED_ZONE
    state.to_act = NOTHING
    for seat in range(state.seats):
        if is_in(state, seat) and kept(state, seat) <= red_zone(state):
            state.to_act |= bit(seat)
    if state.to_act == NOTHING:
        begin_recovery(state)


@rule
def red_zone(state: State) -> int:
    """§3.1 Four cards or fewer; in Endurance three (§8.3), in Blitz any number (§8.7)."""
    if state.variant == BLITZ:
        return OWN
    return 3 if state.variant == ENDURANCE else 4


@rule
def swap(state: State, seat: int, card: np.uint64) -> None:
    """§3.1 A card of the hand is put among the discards; one will be taken back."""
    state.hands[seat] &= ~card
    state.discards[seat] |= card
    state.put_away[seat] = card


@rule
def take(state: State, seat: int, card: np.uint64) -> None:
    """§3.1 One of the discards is taken back, and the choice is made."""
    state.discards[seat] &= ~card
    state.hands[seat] |= card
    state.put_away[seat] = NOTHING
    state.swapping |= bit(seat)
    make_choice(state, seat)


@rule
def make_choice(state: State, seat: int) -> None:
    """§2.3 A secret choice is made; when all have chosen it is known who has swapped (§3.2)."""
    state.to_act &= ~bit(seat)
    if state.to_act != NOTHING:
        return
    state.swapped = state.swapping
    state.swapping = NOTHING
    for other in range(state.seats):
        if has(state.swapped, other):
            know_one_less(state.possible, other)
            know_one_more(state.possible, other)
    begin_recovery(state)


@rule
def begin_recovery(state: State) -> None:
    """§3.3 In Classic a player with exactly one card recovers one; not in Endurance (§8.3) and Blitz (§8.7)."""
    state.phase = RECOVERING
    state.to_act = NOTHING
    if state.variant == CLASSIC:
        for seat in range(state.seats):
            if kept(state, seat) == 1:
                state.to_act |= bit(seat)
    if state.to_act == NOTHING:
        begin_staking(state)


@rule
def get_back(state: State, seat: int, card: np.uint64) -> None:
    """§3.3 A discard of choice comes back into the hand, and nobody sees which."""
    state.discards[seat] &= ~card
    state.discard_sizes[seat] -= 1
    state.hands[seat] |= card
    state.hand_sizes[seat] += 1
    know_one_more(state.possible, seat)


@rule
def recover(state: State, seat: int, card: np.uint64) -> None:
    """§3.3 At the beginning of a round, or after a challenge won out of turn (§8.9)."""
    get_back(state, seat, card)
    if state.phase == RECOVERING:
        state.to_act &= ~bit(seat)
        if state.to_act == NOTHING:
            begin_staking(state)
        return
    state.to_take -= 1
    if state.to_take == 0 or state.discard_sizes[seat] == 0:
        end_round(state)


@rule
def begin_staking(state: State) -> None:
    """§4.1 Everyone stakes at the same time; the limit of the round's bids is known by now (§5.7)."""
    state.phase = STAKING
    state.to_act = players_in(state)
    state.limit = 0
    for seat in range(state.seats):
        if is_in(state, seat):
            state.limit += SEEN_AT_MOST[state.cards, min(kept(state, seat), most_staked(state))]


@rule
def first_stake(state: State) -> int:
    """§4.1 Two cards; in Endurance one (§8.2), in Blitz two (§8.6)."""
    return 1 if state.variant == ENDURANCE else 2


@rule
def most_staked(state: State) -> int:
    """§5.6 Four cards; in Endurance three (§8.2), in Blitz all (§8.6)."""
    if state.variant == BLITZ:
        return OWN
    return 3 if state.variant == ENDURANCE else 4


@rule
def put_on_stake(state: State, seat: int, card: np.uint64) -> None:
    """§1.2 A card goes from the hand to the stake."""
    state.hands[seat] &= ~card
    state.hand_sizes[seat] -= 1
    state.staked[seat] |= card
    state.stake_sizes[seat] += 1


@rule
def stake(state: State, seat: int, card: np.uint64) -> None:
    """§4.1 One card after the other; when all have staked the opener bids (§5.2)."""
    put_on_stake(state, seat, card)
    if state.stake_sizes[seat] < first_stake(state):
        return
    state.to_act &= ~bit(seat)
    if state.to_act == NOTHING:
        state.phase = OPENING
        state.to_act = bit(state.opener)


@rule
def can_raise(state: State) -> bool:
    """§5.4 Whether a greater amount or another commodity is left, within the limit (§5.7)."""
    return state.amount < state.limit or state.goods != EVERY_GOOD


@rule
def can_add(state: State, seat: int) -> bool:
    """§5.5 A card in hand, room for it (§5.6), and a greater amount left (§5.7)."""
    return state.hand_sizes[seat] > 0 and state.stake_sizes[seat] < most_staked(state) and state.amount < state.limit


@rule
def can_withdraw(state: State, seat: int) -> bool:
    """§9.2 Out of turn always; in turn only who can raise or add."""
    return bool(state.is_out_of_turn) or can_raise(state) or can_add(state, seat)


@rule
def bid(state: State, seat: int, amount: int, goods: np.uint64) -> None:
    """§5.3 The bid stands, and the next one to the left is in turn; in Blitz there is a race first (§8.8)."""
    state.amount = amount
    state.goods = goods
    state.bidder = seat
    state.challenger = NOBODY
    state.turn = next_in(state, seat)
    others = players_in(state) & ~bit(seat)
    if state.variant == BLITZ and size(others) >= 2:
        state.phase = RACING
        state.to_act = others
    else:
        ask_in_turn(state)


@rule
def ask_in_turn(state: State) -> None:
    """§5.3 The player in turn must raise, add or challenge."""
    state.phase = BIDDING
    state.to_act = bit(state.turn)


@rule
def hold(state: State, seat: int) -> None:
    """§8.8 Not now; when all have held the player in turn must act."""
    state.to_act &= ~bit(seat)
    if state.to_act == NOTHING:
        ask_in_turn(state)


@rule
def add(state: State, seat: int, card: np.uint64) -> None:
    """§5.5 One more card is staked, and a bid must follow at once."""
    put_on_stake(state, seat, card)
    state.challenger = NOBODY
    state.phase = ADDING
    state.to_act = bit(seat)


@rule
def challenge(state: State, seat: int) -> None:
    """§6.1 The last bid is challenged; with doubling the challenged player is asked first (§9.1)."""
    state.is_out_of_turn = 1 if seat != state.turn else 0
    state.not_asked = state.to_act & ~bit(seat) if state.is_out_of_turn else NOTHING
    state.challenger = seat
    if state.doubling and state.hand_sizes[state.bidder] >= state.stake_sizes[state.bidder]:
        state.phase = DOUBLING
        state.to_act = bit(state.bidder)
    else:
        turn_up(state)


@rule
def double(state: State) -> None:
    """§9.1 The stakes are doubled, if the challenger persists (§9.2)."""
    state.is_doubled = 1
    state.phase = PERSISTING
    state.to_act = bit(state.challenger)


@rule
def withdraw(state: State, seat: int) -> None:
    """§9.2 In turn, the player must raise or add at once; out of turn it counts as holding and the race goes on."""
    state.is_doubled = 0
    state.challenger = NOBODY
    if state.is_out_of_turn:
        state.is_out_of_turn = 0
        state.phase = RACING
        state.to_act = state.not_asked
        state.not_asked = NOTHING
        if state.to_act == NOTHING:
            ask_in_turn(state)
    else:
        state.phase = WITHDRAWN
        state.to_act = bit(seat)


@rule
def turn_up(state: State) -> None:
    """§6.2 All staked cards are turned up and counted; what was seen stays visible (§6.4)."""
    for good in range(3):
        state.counts[good] = 0
    for seat in range(state.seats):
        state.turned_up[seat] = state.staked[seat]
        see(state, seat)
        for good in range(3):
            state.counts[good] += icons(state.staked[seat], good)
    loser = state.challenger if is_bid_right(state) else state.bidder
    state.last_amount = state.amount
    state.last_goods = state.goods
    state.last_bidder = state.bidder
    state.last_loser = loser
    state.not_asked = NOTHING
    lose_stake(state, loser)
    for seat in range(state.seats):
        take_stake_back(state, seat)
    if state.is_doubled:
        pay_double(state, loser)
    else:
        finish_challenge(state)


@rule
def icons(cards: np.uint64, good: int) -> int:
    """§5.1 How much of a commodity some cards show."""
    return size(cards & ICONS[good, 0]) + size(cards & ICONS[good, 1]) + size(cards & ICONS[good, 2])


@rule
def is_bid_right(state: State) -> bool:
    """§6.2 Whether every named commodity shows at least the amount."""
    is_right = True
    for good in range(3):
        if has(state.goods, good) and state.counts[good] < state.amount:
            is_right = False
    return is_right


@rule
def see(state: State, seat: int) -> None:
    """§1.4 All see which cards a player had staked."""
    cards = state.staked[seat]
    while cards != NOTHING:
        know_kept(state.possible, seat, index(cards) - first_card(state))
        cards &= cards - ONE


@rule
def lose_stake(state: State, seat: int) -> None:
    """§6.3 The loser's stake goes among the discards."""
    state.to_pay = state.stake_sizes[seat]
    cards = state.staked[seat]
    state.discards[seat] |= cards
    state.discard_sizes[seat] += state.stake_sizes[seat]
    state.staked[seat] = NOTHING
    state.stake_sizes[seat] = 0
    while cards != NOTHING:
        know_lost(state.possible, seat, index(cards) - first_card(state))
        cards &= cards - ONE


@rule
def take_stake_back(state: State, seat: int) -> None:
    """§6.3 Everyone else's stake goes back into the hand."""
    state.hands[seat] |= state.staked[seat]
    state.hand_sizes[seat] += state.stake_sizes[seat]
    state.staked[seat] = NOTHING
    state.stake_sizes[seat] = 0


@rule
def pay_double(state: State, loser: int) -> None:
    """§9.2 As many cards of the hand as were staked; a challenger who has fewer loses all."""
    if state.hand_sizes[loser] < state.to_pay:
        lose_hand(state, loser)
        finish_challenge(state)
    else:
        state.phase = PAYING
        state.to_act = bit(loser)


@rule
def lose_hand(state: State, seat: int) -> None:
    """§9.2 All cards of the hand go among the discards."""
    state.discards[seat] |= state.hands[seat]
    state.discard_sizes[seat] += state.hand_sizes[seat]
    state.hands[seat] = NOTHING
    state.hand_sizes[seat] = 0
    know_only(state.possible, seat, NOTHING)


@rule
def discard(state: State, seat: int, card: np.uint64) -> None:
    """§9.2 One more card of the hand is lost, and nobody sees which."""
    state.hands[seat] &= ~card
    state.hand_sizes[seat] -= 1
    state.discards[seat] |= card
    state.discard_sizes[seat] += 1
    know_one_less(state.possible, seat)
    state.to_pay -= 1
    if state.to_pay == 0:
        finish_challenge(state)


@rule
def finish_challenge(state: State) -> None:
    """§7.1 A loser without cards is out; who won a challenge made out of turn may take back two discards (§8.9)."""
    challenger = state.challenger
    state.to_pay = 0
    if is_finished(state, state.last_loser):
        go_out(state, state.last_loser)
    if state.is_out_of_turn and state.last_loser != challenger and state.discard_sizes[challenger] > 0:
        state.to_take = 2
        state.phase = TAKING_BACK
        state.to_act = bit(challenger)
    else:
        end_round(state)


@rule
def is_finished(state: State, seat: int) -> bool:
    """§7.1 No card left; in Blitz no more than one (§8.7)."""
    return kept(state, seat) <= (1 if state.variant == BLITZ else 0)


@rule
def go_out(state: State, seat: int) -> None:
    """§7.1 The player is out, with a last card if there is one (§8.7)."""
    lose_hand(state, seat)
    state.gone += 1
    state.went_out[seat] = state.gone


@rule
def end_round(state: State) -> None:
    """§7.2 The game ends, or the next round begins (§2.1)."""
    state.to_take = 0
    if ending(state) == RUNNING:
        begin_round(state, next_in(state, state.opener))
    else:
        state.ending = ending(state)
        state.to_act = NOTHING


@rule
def ending(state: State) -> int:
    """§7.2 One player is left; or the rounds are over (§9.4)."""
    if state.seats - state.gone == 1:
        return ONE_LEFT
    if state.round_number >= state.round_limit:
        return ROUND_LIMIT
    return RUNNING


@rule
def legal(state: State, seat: int, mask: Mask) -> None:
    """What the seat may do in the step the round is in (§2.2)."""
    clear(mask)
    if not has(state.to_act, seat):
        return
    if state.phase <= STAKING:
        legal_choices(state, seat, mask)
    elif state.phase <= ADDING or state.phase == WITHDRAWN:
        legal_moves(state, seat, mask)
    else:
        legal_answers(state, seat, mask)


@rule
def legal_choices(state: State, seat: int, mask: Mask) -> None:
    """§3.1 Swap or keep, §3.3 recover, §4.1 stake: from one's own cards."""
    if state.phase == STAKING:
        allow(mask, STAKE, state.hands[seat])
    elif state.phase == RECOVERING:
        allow(mask, RECOVER, state.discards[seat])
    elif state.put_away[seat] != NOTHING:
        allow(mask, TAKE, state.discards[seat])
    else:
        allow(mask, SWAP, state.hands[seat])
        allow(mask, KEEP, ONE)


@rule
def legal_moves(state: State, seat: int, mask: Mask) -> None:
    """§5.3 Raise, add or challenge; the opening bid (§5.2), and the bid that follows an added card (§5.5)."""
    if state.phase == OPENING:
        allow_bids(mask, 1, 1 if state.variant == ENDURANCE else state.limit, SINGLES)
    elif state.phase == ADDING:
        last = state.amount + 1 if state.variant == ENDURANCE else state.limit
        allow_bids(mask, state.amount + 1, last, kinds_after_adding(state))
    else:
        supersets = SUPERSETS[np.int64(state.goods)]
        allow_bids(mask, state.amount, state.amount, supersets & ~same_kind(state))
        allow_bids(mask, state.amount + 1, state.limit, supersets)
        if can_add(state, seat):
            allow(mask, ADD, state.hands[seat])
        if state.phase != WITHDRAWN:
            allow(mask, CHALLENGE, ONE)
        if state.phase == RACING:
            allow(mask, HOLD, ONE)


@rule
def same_kind(state: State) -> np.uint64:
    """The commodities of the last bid, as a bit of their number less one."""
    return ONE << (state.goods - ONE)


@rule
def kinds_after_adding(state: State) -> np.uint64:
    """§5.5 Any set of commodities but the last one; in Endurance a single one (§8.5)."""
    kinds = SINGLES if state.variant == ENDURANCE else first_bits(KINDS)
    return kinds & ~same_kind(state)


@rule
def allow_bids(mask: Mask, first: int, last: int, kinds: np.uint64) -> None:
    """§5.1 Every amount from first to last with every one of these sets of commodities: nine amounts at a time."""
    while first <= last:
        rows = min(last - first + 1, 9)
        allow(mask, BID + (first - 1) * KINDS, kinds * NINE_TIMES & first_bits(rows * KINDS))
        first += rows


@rule
def legal_answers(state: State, seat: int, mask: Mask) -> None:
    """§9.1 Double or show, §9.2 persist or withdraw, and what is discarded; §8.9 what is taken back."""
    if state.phase == DOUBLING:
        allow(mask, DOUBLE, ONE)
        allow(mask, SHOW, ONE)
    elif state.phase == PERSISTING:
        allow(mask, PERSIST, ONE)
        if can_withdraw(state, seat):
            allow(mask, WITHDRAW, ONE)
    elif state.phase == PAYING:
        allow(mask, DISCARD, state.hands[seat])
    else:
        allow(mask, RECOVER, state.discards[seat])
        allow(mask, STOP, ONE)


@rule
def apply(state: State, seat: int, action: int, chance: Chance) -> None:
    """Play a legal action."""
    if BID <= action < ADD:
        bid(state, seat, (action - BID) // KINDS + 1, U((action - BID) % KINDS + 1))
    elif action < RECOVER:
        apply_red_zone(state, seat, action)
    elif action < STAKE:
        recover(state, seat, bit(action - RECOVER))
    elif action < BID:
        stake(state, seat, bit(action - STAKE))
    elif action < CHALLENGE:
        add(state, seat, bit(action - ADD))
    else:
        apply_answer(state, seat, action)


@rule
def apply_red_zone(state: State, seat: int, action: int) -> None:
    """§3.1 Swap, take, keep."""
    if action < TAKE:
        swap(state, seat, bit(action - SWAP))
    elif action < KEEP:
        take(state, seat, bit(action - TAKE))
    else:
        make_choice(state, seat)


@rule
def apply_answer(state: State, seat: int, action: int) -> None:
    """§6.1 Challenge, §8.8 hold, §9.1 double or show, §9.2 persist, withdraw or discard, §8.9 stop."""
    if action == CHALLENGE:
        challenge(state, seat)
    elif action == HOLD:
        hold(state, seat)
    elif action == DOUBLE:
        double(state)
    elif action == WITHDRAW:
        withdraw(state, seat)
    elif action == STOP:
        end_round(state)
    elif action < DISCARD:
        turn_up(state)
    else:
        discard(state, seat, bit(action - DISCARD))


@rule
def points(state: State, seat: int) -> int:
    """§7.4 The cards a player keeps."""
    return kept(state, seat)


LOWEST_WINS = False


@rule
def place(state: State, seat: int) -> int:
    """§7.3 Those who are in by the number of cards they keep, then the others, the last one out first."""
    if not is_in(state, seat):
        return state.seats - state.went_out[seat] + 1
    ahead = 0
    for other in range(state.seats):
        if is_in(state, other) and kept(state, other) > kept(state, seat):
            ahead += 1
    return 1 + ahead


NOT_IN_THIS_STEP = clause("§2.2")
NOT_YOUR_TURN = clause("§2.3")
NO_SWAP = clause("§3.1")
NO_RECOVERY = clause("§3.3")
NOT_TO_STAKE = clause("§4.1")
NOT_AN_OPENING = clause("§5.2")
NOT_A_RAISE = clause("§5.4")
NOT_TO_ADD = clause("§5.5")
TOO_MANY_STAKED = clause("§5.6")
OVER_THE_LIMIT = clause("§5.7")
NOTHING_TO_CHALLENGE = clause("§6.1")
OUT = clause("§7.1")
ONE_HAS_WON = clause("§7.2")
THREE_STAKED = clause("§8.2")
OPEN_WITH_ONE = clause("§8.4")
NOT_TO_ADD_IN_ENDURANCE = clause("§8.5")
NOT_TAKEN_BACK = clause("§8.9")
NO_WITHDRAWAL = clause("§9.2")
ROUNDS_ARE_OVER = clause("§9.4")


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Which clause forbids an action."""
    if state.ending != RUNNING:
        return ONE_HAS_WON if state.ending == ONE_LEFT else ROUNDS_ARE_OVER
    if not has(state.to_act, seat):
        return NOT_YOUR_TURN if is_in(state, seat) else OUT
    if BID <= action < ADD:
        return refusal_of_bid(state, (action - BID) // KINDS + 1, U((action - BID) % KINDS + 1))
    if action < BID:
        return refusal_of_choice(state, seat, action)
    if action < CHALLENGE:
        return refusal_of_adding(state, seat, bit(action - ADD))
    return refusal_of_answer(state, seat, action)


@rule
def refusal_of_choice(state: State, seat: int, action: int) -> int:
    """§3.1 Swaps, §3.3 recovery, §4.1 stakes: each in its step and of one's own cards."""
    if action < RECOVER:
        return refusal_of_swap(state, seat, action) if state.phase == RED_ZONE else NOT_IN_THIS_STEP
    if action >= STAKE:
        if state.phase != STAKING:
            return NOT_IN_THIS_STEP
        return NO_CLAUSE if has(state.hands[seat], action - STAKE) else NOT_TO_STAKE
    if state.phase not in (RECOVERING, TAKING_BACK):
        return NOT_IN_THIS_STEP
    if has(state.discards[seat], action - RECOVER):
        return NO_CLAUSE
    return NO_RECOVERY if state.phase == RECOVERING else NOT_TAKEN_BACK


@rule
def refusal_of_swap(state: State, seat: int, action: int) -> int:
    """§3.1 A card of the hand is put away, then one of the discards is taken."""
    if state.put_away[seat] != NOTHING:
        return NO_CLAUSE if TAKE <= action < KEEP and has(state.discards[seat], action - TAKE) else NO_SWAP
    return NO_CLAUSE if action == KEEP or (action < TAKE and has(state.hands[seat], action - SWAP)) else NO_SWAP


@rule
def is_time_to_raise(state: State) -> bool:
    """§5.3 Whether a bid stands and may be raised or added to now."""
    return state.phase in (BIDDING, RACING, WITHDRAWN)


@rule
def refusal_of_bid(state: State, amount: int, goods: np.uint64) -> int:
    """§5.2 An opening, §5.4 a raise or §5.5 what follows an added card, within the limit (§5.7)."""
    if state.phase == OPENING:
        return refusal_of_opening(state, amount, goods)
    if state.phase == ADDING:
        return refusal_after_adding(state, amount, goods)
    if not is_time_to_raise(state):
        return NOT_IN_THIS_STEP
    grows = amount > state.amount or goods != state.goods
    if amount < state.amount or goods & state.goods != state.goods or not grows:
        return NOT_A_RAISE
    return NO_CLAUSE if amount <= state.limit else OVER_THE_LIMIT


@rule
def refusal_of_opening(state: State, amount: int, goods: np.uint64) -> int:
    """§5.2 One commodity; in Endurance an amount of 1 (§8.4)."""
    if size(goods) > 1:
        return NOT_AN_OPENING
    if state.variant == ENDURANCE and amount > 1:
        return OPEN_WITH_ONE
    return NO_CLAUSE if amount <= state.limit else OVER_THE_LIMIT


@rule
def refusal_after_adding(state: State, amount: int, goods: np.uint64) -> int:
    """§5.5 More, and another set of commodities; in Endurance one more, and a single commodity (§8.5)."""
    if amount <= state.amount or goods == state.goods:
        return NOT_TO_ADD
    if state.variant == ENDURANCE and (amount > state.amount + 1 or size(goods) > 1):
        return NOT_TO_ADD_IN_ENDURANCE
    return NO_CLAUSE if amount <= state.limit else OVER_THE_LIMIT


@rule
def refusal_of_adding(state: State, seat: int, card: np.uint64) -> int:
    """§5.5 A card of the hand, room for it (§5.6, §8.2), and a bid left after it (§5.7)."""
    if not is_time_to_raise(state):
        return NOT_IN_THIS_STEP
    if not card & state.hands[seat]:
        return NOT_TO_ADD
    if state.stake_sizes[seat] >= most_staked(state):
        return THREE_STAKED if state.variant == ENDURANCE else TOO_MANY_STAKED
    return NO_CLAUSE if state.amount < state.limit else OVER_THE_LIMIT


@rule
def refusal_of_answer(state: State, seat: int, action: int) -> int:
    """§6.1 Challenges, §8.8 holding, §9.1 and §9.2 doubling and its consequences."""
    if action == CHALLENGE:
        return refusal_of_challenge(state)
    if action >= DISCARD and action < STOP:
        if state.phase != PAYING:
            return NOT_IN_THIS_STEP
        return NO_CLAUSE if has(state.hands[seat], action - DISCARD) else NO_WITHDRAWAL
    if action == WITHDRAW and state.phase == PERSISTING:
        return NO_CLAUSE if can_withdraw(state, seat) else NO_WITHDRAWAL
    return NO_CLAUSE if state.phase == phase_of(action) else NOT_IN_THIS_STEP


@rule
def refusal_of_challenge(state: State) -> int:
    """§6.1 A bid has to be there; who has withdrawn must raise or add (§9.2)."""
    if state.phase in (BIDDING, RACING):
        return NO_CLAUSE
    if state.phase == OPENING:
        return NOTHING_TO_CHALLENGE
    return NO_WITHDRAWAL if state.phase == WITHDRAWN else NOT_IN_THIS_STEP


@rule
def phase_of(action: int) -> int:
    """§2.2 The step to which an answer belongs."""
    if action == HOLD:
        return RACING
    if action in (DOUBLE, SHOW):
        return DOUBLING
    return TAKING_BACK if action == STOP else PERSISTING
