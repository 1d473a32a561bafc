"""What may be done in Cash-a-Catch, and which clause forbids the rest."""

from __future__ import annotations

from openoutcry.engine.bits import ONE, has
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE, clause
from openoutcry.engine.mask import Mask, allow, clear
from openoutcry.games.cash_a_catch import actions as do
from openoutcry.games.cash_a_catch import phases
from openoutcry.games.cash_a_catch.state import (
    FISH_CARDS,
    LOT_PRICE,
    RUNNING,
    STAND,
    VALUES,
    State,
    can_be_stolen,
    cards_of_kind,
    filled_places,
    kinds_to_keep,
    on_garbage,
    places_for,
)

NOT_NOW = clause("§2.2")
NOTHING_TO_SELL = clause("§3.1")
WAS_ASKED = clause("§4.2")
NOT_ENTITLED = clause("§4.3")
ASKED_LAST = clause("§4.4")
NOTHING_TO_STEAL = clause("§5.2")
NOT_TO_THROW = clause("§5.3")
NOT_THERE = clause("§5.5")
NOT_IN_THE_CATCH = clause("§5.7")
NOT_ON_THE_GARBAGE = clause("§5.8")
MARKET_IS_CLOSED = clause("§6.2")
OWN_PLACE = clause("§7.10")


@rule
def legal(state: State, seat: int, mask: Mask) -> None:
    """What the seat may do in the step it is in (§2.2)."""
    clear(mask)
    if not has(state.to_act, seat):
        return
    if state.phase == phases.BELL:
        allow(mask, do.RING, ONE)
        allow(mask, do.HOLD, ONE)
    elif state.phase == phases.SELLING:
        allow(mask, do.SELL, filled_places(state, seat))
        allow(mask, do.OPEN, ONE)
    elif state.phase == phases.LAYING:
        legal_layings(state, seat, mask)
    else:
        legal_steps(state, seat, mask)


@rule
def legal_layings(state: State, seat: int, mask: Mask) -> None:
    """§5.5 Every card of the catch, wherever it may lie."""
    for first in range(0, FISH_CARDS, VALUES):
        if cards_of_kind(state.catch, first) > 0:
            places = places_for(state, seat, first)
            for card in range(first, first + VALUES):
                if state.catch[card] > 0:
                    allow(mask, do.LAY + card * STAND, places)


@rule
def legal_steps(state: State, seat: int, mask: Mask) -> None:
    """§5.1 Steal or pass, throw a kind, take cards off the garbage can, sell in the end phase."""
    if state.phase == phases.STEALING:
        allow(mask, do.STEAL, can_be_stolen(state, seat))
        allow(mask, do.PASS, ONE)
    elif state.phase == phases.THROWING:
        allow(mask, do.THROW, kinds_to_keep(state))
    elif state.phase == phases.CANNING:
        allow(mask, do.SCRAP, on_garbage(state, seat))
        allow(mask, do.DONE, ONE)
    else:
        allow(mask, do.SELL, filled_places(state, seat))
        allow(mask, do.DONE, ONE)


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Which clause forbids an action."""
    if state.ending != RUNNING:
        return MARKET_IS_CLOSED
    if state.phase == phases.BELL and do.RING <= action < do.STEAL:
        return refusal_at_the_bell(state, seat)
    if not has(state.to_act, seat) or not belongs_to_phase(state, action):
        return NOT_NOW
    if action < do.OPEN:
        return NO_CLAUSE if has(filled_places(state, seat), action - do.SELL) else NOTHING_TO_SELL
    if do.STEAL <= action < do.PASS:
        return refusal_of_theft(state, seat, action - do.STEAL)
    if do.THROW <= action < do.LAY:
        return NO_CLAUSE if has(kinds_to_keep(state), action - do.THROW) else NOT_TO_THROW
    if do.LAY <= action < do.SCRAP:
        return refusal_of_laying(state, seat, (action - do.LAY) // STAND, (action - do.LAY) % STAND)
    if do.SCRAP <= action < do.DONE:
        return NO_CLAUSE if state.garbage[seat, action - do.SCRAP] > 0 else NOT_ON_THE_GARBAGE
    return NO_CLAUSE


@rule
def refusal_at_the_bell(state: State, seat: int) -> int:
    """§4.3 Who has the money and is not the auctioneer; the auctioneer of three is asked last (§4.4); each once
    (§4.2).
    """
    if has(state.to_act, seat):
        return NO_CLAUSE
    if state.money[seat] < LOT_PRICE or (seat == state.auctioneer and state.seats != 3):
        return NOT_ENTITLED
    return ASKED_LAST if seat == state.auctioneer else WAS_ASKED


@rule
def belongs_to_phase(state: State, action: int) -> bool:
    """§2.2 What belongs to one step cannot be done in another."""
    if action < do.OPEN:
        return state.phase in (phases.SELLING, phases.SELLING_CATCH)
    if action < do.RING:
        return state.phase == phases.SELLING
    if action < do.THROW:
        return state.phase == phases.STEALING and action >= do.STEAL
    if action < do.LAY:
        return state.phase == phases.THROWING
    if action < do.SCRAP:
        return state.phase == phases.LAYING
    if action < do.DONE:
        return state.phase == phases.CANNING
    return state.phase in (phases.CANNING, phases.SELLING_CATCH)


@rule
def refusal_of_theft(state: State, seat: int, place: int) -> int:
    """§5.2 A place with a card, of somebody else (§7.10)."""
    if has(can_be_stolen(state, seat), place):
        return NO_CLAUSE
    return OWN_PLACE if place // STAND == seat and not state.thief_own else NOTHING_TO_STEAL


@rule
def refusal_of_laying(state: State, seat: int, card: int, place: int) -> int:
    """§5.7 A card of the catch, §5.5 in a place where it may lie."""
    if state.catch[card] == 0:
        return NOT_IN_THE_CATCH
    return NO_CLAUSE if has(places_for(state, seat, card), place) else NOT_THERE
