"""What a game and its slow twin have in common, so that they can be compared at any moment."""

from __future__ import annotations

from typing import Any, Protocol

from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.record import copied
from openoutcry.table.match import seats_in
from openoutcry.testing.random_play import cards_in
from support import game_of, legal, places, points, shown


class Twin(Protocol):
    """The verbs every twin has."""

    def to_act(self) -> set[int]: ...
    def legal(self, seat: int) -> set[str]: ...
    def play(self, seat: int, action: str) -> None: ...
    def points(self, seat: int) -> int: ...
    def place(self, seat: int) -> int: ...
    def snapshot(self) -> dict[str, object]: ...


def facts_of(state: Any) -> dict[str, object]:
    """All that a twin can say too, from a state of the fast rules."""
    seats = range(int(state.seats))
    return {
        "to_act": set(seats_in(state)),
        "legal": [legal(state, seat) for seat in seats],
        "points": points(state),
        "places": places(state),
        **SNAPSHOTS[game_of(state).name](state),
    }


def facts_of_twin(twin: Twin, seats: int) -> dict[str, object]:
    return {
        "to_act": twin.to_act(),
        "legal": [twin.legal(seat) for seat in range(seats)],
        "points": [twin.points(seat) for seat in range(seats)],
        "places": [twin.place(seat) for seat in range(seats)],
        **twin.snapshot(),
    }


def cards_of(state: Any) -> dict[str, object]:
    fields, seats = shown(state), int(state.seats)
    assert fields["hand_sizes"][:seats] == [len(hand) for hand in fields["hands"][:seats]]
    assert fields["deck_size"] == len(fields["deck"])
    return {
        "ending": fields["ending"],
        "turns_begun": fields["turn_number"] + 1,
        "hands": fields["hands"][:seats],
        "portfolios": fields["portfolios"][:seats],
        "market": fields["market"],
        "deck": fields["deck"],
        "jokers_seen": len(fields["jokers"]),
    }


def trampoline_of(state: Any) -> dict[str, object]:
    return {"tokens": tokens_of(state), "arrows": [int(arrow) for arrow in state.arrows[: int(state.seats)]]}


def tokens_of(state: Any) -> list[str]:
    """Bounce's tokens, by seat, as RULES.md writes them."""
    statuses = shown(state)["statuses"]
    return [
        status if status != "jumping" else token_text(int(token), int(state.spaces))
        for token, status in zip(state.tokens[: int(state.seats)], statuses, strict=False)
    ]


def token_text(token: int, spaces: int) -> str:
    if token == 0:
        return "off"
    return f"{token}↑" if token <= spaces else f"{2 * spaces + 1 - token}↓"


def bidding_of(state: Any) -> dict[str, object]:
    """Cash or Crash as its twin sees it; what all may know for certain stands in a view."""
    view = copied(state)
    game_of(state).sight.hide(view, SPECTATOR)
    fields, known, seats = shown(state), shown(view), range(int(state.seats))
    sizes = zip(fields["hand_sizes"], fields["stake_sizes"], fields["discard_sizes"], strict=True)
    return {
        **{name: fields[name] for name in ("hands", "staked", "discards", "opener", "turned_up")},
        "sizes": list(sizes),
        "bid": bid_text(fields["amount"], fields["goods"]),
        "said": [
            bid_text(amount, goods) for amount, goods in zip(fields["said_amounts"], fields["said_goods"], strict=True)
        ],
        "bidder": None if fields["bidder"] < 0 else fields["bidder"],
        "challenger": fields["challenger"] if fields["ending"] == "running" and fields["challenger"] >= 0 else None,
        "not_asked": [int(seat) for seat in fields["not_asked"]],
        "round": fields["round_number"],
        "out": sorted((seat for seat in seats if fields["went_out"][seat]), key=lambda seat: fields["went_out"][seat]),
        "swapped": [int(seat) for seat in fields["swapped"]],
        "kept_for_sure": known["kept_for_sure"],
        "lost_for_sure": known["lost_for_sure"],
    }


def bid_text(amount: int, goods: list[str]) -> str | None:
    """A bid as RULES.md writes it; an amount of 0 is none."""
    return f"{amount} {'+'.join(goods)}" if amount else None


def market_of(state: Any) -> dict[str, object]:
    """Cash-a-Catch as its twin sees it: cards one by one, in the order of their names."""
    fields = shown(state)
    assert [[len(cards) for cards in stand] for stand in fields["stands"]] == fields["heights"]
    for name in ("lot", "catch", "deck"):
        assert sum(fields[name].values()) == fields[f"{name}_size"]
    return {
        **{name: fields[name] for name in ("money", "stands", "auctioneer", "takes_left")},
        **{name: [*cards_in(fields[name])] for name in ("lot", "catch", "discards", "deck")},
        "garbage": [[*cards_in(can)] for can in fields["garbage"]],
        "buyer": None if fields["buyer"] < 0 else fields["buyer"],
        "end_phase": bool(fields["is_end_phase"]),
    }


def trading_floor_of(state: Any) -> dict[str, object]:
    """Dead-Cat Bounce as its twin sees it: melds as texts by letter, and the offer that is being made."""
    fields, seats = shown(state), range(int(state.seats))
    assert fields["hand_sizes"] == [len(hand) for hand in fields["hands"]]
    assert fields["sold_sizes"] == [len(sold) for sold in fields["sold"]]
    assert fields["stack_size"] == len(fields["stack"])
    for seat in seats:
        free = [number for number in range(26) if chr(ord("A") + number) not in fields["letters"][seat]]
        assert not any(fields["protection"][seat][number] for number in free), "tokens lie on a letter that is free"
    bags = (
        "purses",
        "hands",
        "known",
        "flop",
        "stack",
        "face_up",
        "sold",
        "stack_seen",
        "remembered",
        "acquired",
        "offers",
    )
    return {
        **{name: fields[name] for name in (*bags, "turn", "taken_up", "last_turns", "ending", "blocked")},
        "melds": [{letter: meld_text(fields, seat, letter) for letter in fields["letters"][seat]} for seat in seats],
        "tokens": [
            {
                letter: fields["protection"][seat][place(letter)]
                for letter in fields["letters"][seat]
                if fields["protection"][seat][place(letter)]
            }
            for seat in seats
        ],
        "offer": offer_of(fields),
    }


def place(letter: str) -> int:
    return ord(letter) - ord("A")


def meld_text(fields: Any, seat: int, letter: str) -> str:
    """A run from its lowest spot to its highest, jokers in their places; another meld in the order of its cards."""
    cards, spots = fields["melds"][seat][place(letter)], fields["spots"][seat][place(letter)]
    doubles, thieves = fields["doubles"][seat][place(letter)], fields["thieves"][seat][place(letter)]
    if not spots:
        return " ".join(card for card in cards for _ in range(2 if card[1] in doubles else 1))
    by_rank = {card[0]: card for card in cards}
    return " ".join(
        by_rank.get(spot[-1] if spot != "low_ace" else "A", "thief" if spot in thieves else "wild") for spot in spots
    )


def offer_of(fields: Any) -> dict[str, object] | None:
    if fields["offer_by"] < 0 or fields["ending"] != "running":
        return None
    names = ("give", "give_shown", "want", "want_any", "tokens")
    first = {name: fields[f"first_{name}"] for name in names}
    assert fields["is_counter"] or not any(first.values())
    return {
        "by": fields["offer_by"],
        "to": fields["offer_to"],
        "chosen": fields["chosen"],
        **{name: fields[name] for name in names},
        "for_tax": fields["resume"] == "paying_tax",
        "first": first if fields["is_counter"] else None,
    }


SNAPSHOTS = {
    "crypto_cards": cards_of,
    "bounce": trampoline_of,
    "cash_a_catch": market_of,
    "cash_or_crash": bidding_of,
    "dead_cat_bounce": trading_floor_of,
}
