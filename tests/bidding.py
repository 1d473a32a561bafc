"""Tables of Cash or Crash for the tests: cards by hand, and rounds played by notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.record import copied
from openoutcry.games import find
from openoutcry.games.cash_or_crash.knowledge import WORDS
from openoutcry.games.cash_or_crash.state import CARDS, SPREAD_FIRST, TRIPLES_FIRST
from openoutcry.table.match import Match, seats_in
from support import any_chance, legal, play, refused, shown

CASH_OR_CRASH = find("cash_or_crash")
TRIPLES = ["GGO", "GGW", "OOG", "OOW", "WWG", "WWO", "GGG", "OOO", "WWW", "GOW"]
SPREAD = ["GGG", "OOO", "WWW", "GOW", "G", "GG", "O", "OO", "W", "WW"]
SINGLES = ["Gold", "Oil", "Wheat"]
GROUPS = [*SINGLES, "Gold+Oil", "Gold+Wheat", "Oil+Wheat", "Gold+Oil+Wheat"]


def table(*kept: int | str, opener: int = 0, **options: int | str) -> Any:
    """A round that begins. Everyone keeps these cards, or the first so many of the set, and all know which; who keeps
    none is out.
    """
    state = CASH_OR_CRASH.template(len(kept), options)
    CASH_OR_CRASH.rules.setup(state, any_chance())
    for seat, cards in enumerate(kept):
        own = SPREAD if state.cards else TRIPLES
        give(state, seat, own[:cards] if isinstance(cards, int) else cards.split())
    state.round_number = 0
    CASH_OR_CRASH.rules.begin_round(state, opener)
    return state


def give(state: Any, seat: int, cards: Sequence[str]) -> None:
    """A player keeps these cards and has lost the others of the set."""
    first = SPREAD_FIRST if state.cards else TRIPLES_FIRST
    number = sum(1 << CARDS.number(card) - first for card in cards)
    state.hands[seat] = number << first
    state.discards[seat] = (1023 - number) << first
    state.hand_sizes[seat], state.discard_sizes[seat] = len(cards), 10 - len(cards)
    state.possible[seat * WORDS : (seat + 1) * WORDS] = 0
    state.possible[seat * WORDS + number // 64] = 1 << number % 64
    if not cards:
        state.gone += 1
        state.went_out[seat] = state.gone


def after(state: Any, *lines: str) -> Any:
    """The state after these actions, each written as a seat and what it plays: `0 bid 3 Gold`."""
    for line in lines:
        seat, _, action = line.partition(" ")
        state = play(state, int(seat), action)
    return state


def keep_all(state: Any) -> Any:
    """Everyone in the red zone keeps the hand."""
    while phase(state) == "red_zone":
        state = play(state, seats_in(state)[0], "keep")
    return state


def stake(state: Any, *stakes: str) -> Any:
    """Everyone stakes these cards, or the first ones of the hand where nothing is said."""
    for seat in seats_in(state):
        cards = (stakes[seat] if seat < len(stakes) else "").split()
        while phase(state) == "staking" and seat in seats_in(state):
            state = play(state, seat, f"stake {cards.pop(0) if cards else hand(state, seat).split()[0]}")
    return state


def opening(*kept: int | str, stakes: Sequence[str] = (), opener: int = 0, **options: int | str) -> Any:
    """A round up to the opening bid: everyone keeps the hand, recovers the first discard if need be, and stakes."""
    state = keep_all(table(*kept, opener=opener, **options))
    while phase(state) == "recovering":
        seat = seats_in(state)[0]
        state = play(state, seat, f"recover {discards(state, seat).split()[0]}")
    return stake(state, *stakes)


def phase(state: Any) -> str:
    return str(shown(state)["phase"])


def hand(state: Any, seat: int) -> str:
    return " ".join(shown(state)["hands"][seat])


def staked(state: Any, seat: int) -> str:
    return " ".join(shown(state)["staked"][seat])


def discards(state: Any, seat: int) -> str:
    return " ".join(shown(state)["discards"][seat])


def sizes(state: Any, seat: int) -> tuple[int, int, int]:
    """How many cards a player has in hand, staked and among the discards, as all know it."""
    fields = shown(state)
    return fields["hand_sizes"][seat], fields["stake_sizes"][seat], fields["discard_sizes"][seat]


def bids(state: Any, seat: int) -> set[str]:
    """The legal bids of a seat, without their verb."""
    return {action.removeprefix("bid ") for action in legal(state, seat) if action.startswith("bid ")}


def adds(state: Any, seat: int) -> set[str]:
    """The cards a seat may add."""
    return {action.removeprefix("add ") for action in legal(state, seat) if action.startswith("add ")}


def all_bids(first: int, last: int, groups: Sequence[str]) -> set[str]:
    return {f"{amount} {group}" for amount in range(first, last + 1) for group in groups}


def seen_by(state: Any, seat: int = SPECTATOR) -> Any:
    """The state as a seat may see it."""
    view = copied(state)
    CASH_OR_CRASH.sight.hide(view, seat)
    return view


def surely_kept(state: Any, seat: int) -> str:
    return " ".join(shown(seen_by(state))["kept_for_sure"][seat])


def surely_lost(state: Any, seat: int) -> str:
    return " ".join(shown(seen_by(state))["lost_for_sure"][seat])


def match_at(state: Any) -> Match:
    """A match that stands at this state, with nothing in its log."""
    options = {option.name: option.show(int(state[option.name])) for option in CASH_OR_CRASH.options}
    match = Match(CASH_OR_CRASH, int(state.seats), options, seed=0)
    match._state = copied(state)
    return match


VARIANTS = ["classic", "endurance", "blitz"]
SIX_FIVE_ONE = ["GGG GGO", "OOO GOW"]
"""Stakes of two players that show 6 Gold, 5 Oil and 1 Wheat."""


def dealt(seats: int, **options: int | str) -> Any:
    state = CASH_OR_CRASH.template(seats, options)
    CASH_OR_CRASH.rules.setup(state, any_chance())
    return state


def sell(state: Any, *lines: str) -> Any:
    """These bids, and the player in turn challenges the last one."""
    state = after(state, *lines)
    return play(state, int(state.turn), "challenge")


def refused_bids(state: Any, seat: int) -> dict[str, set[str]]:
    """For each clause the bids it forbids, without their verb."""
    found: dict[str, set[str]] = {}
    for bid in all_bids(1, 80, GROUPS):
        if clause := refused(state, seat, f"bid {bid}"):
            found.setdefault(clause, set()).add(bid)
    return found
