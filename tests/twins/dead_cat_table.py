"""The table of the slow twin of Dead-Cat Bounce and what is legal there, written only from RULES.md; § marks a
clause.
"""

from collections.abc import Mapping

from twins.dead_cat_melds import (
    JOKERS,
    LETTERS,
    SINGLE_RANKS,
    bridged,
    extended,
    is_run,
    is_single,
    legal_cuts,
    price,
    price_of_all,
    whole_pack,
)

MOST_TAKEN_UP = 30  # §5.9
MOST_OFFERS = 3  # §7.1
MOST_TOKENS = 20  # §7.2


class Offer:
    """§7.2: a proposal, or a counter-proposal to another; positive tokens go from `by` to `to`."""

    def __init__(self, by: int, to: int, first: "Offer | None" = None) -> None:
        self.by = by
        self.to = to
        self.first = first
        self.give: list[str] = []
        self.give_shown: list[str] = []
        self.want: list[str] = []
        self.want_any = 0
        self.tokens = 0
        self.chosen: list[str] = []
        self.stage = "build"  # then "answer" and "choose"


class Table:
    """The table, and who may do what."""

    def __init__(self, seats: int, options: Mapping[str, int | str]) -> None:
        self.seats = seats
        self.options = options
        self.mixed = options["mixed_runs"] == "on"  # §12.5
        self.purses = [7] * seats  # §1.4
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.known: list[list[str]] = [[] for _ in range(seats)]  # §1.7
        self.flop: list[str] = []
        self.stack = whole_pack(seats, options)
        self.face_up: list[str] = []  # §1.8
        self.sold: list[list[str]] = [[] for _ in range(seats)]  # §1.8
        self.stack_seen: list[str] = []  # §11.1
        self.remembered: list[list[str]] = [[] for _ in range(seats)]  # §11.1
        self.melds: list[dict[str, list[str]]] = [{} for _ in range(seats)]
        self.tokens: list[dict[str, int]] = [{} for _ in range(seats)]  # §8.1
        self.blocked: list[set[str]] = [set() for _ in range(seats)]  # §12.4
        self.turn = 0  # §2.1
        self.acquired: list[str] = []  # §4.5
        self.taken_up = 0  # §5.9
        self.offers = [0] * seats  # §7.1
        self.last_turns = -1  # §11.1
        self.offer: Offer | None = None
        self.at_work: str | None = None  # §5.6, §5.7: the letter of the meld in work
        self.just_begun = False  # §5.6
        self.ending = "running"
        self.step = "trade"  # §2.3; then "protect", "discard", "lay", "tax", and "over"

    # Who may act, and how

    def to_act(self) -> set[int]:
        """§2.1: the player whose turn it is, except to put together, answer or fulfil an offer (§7.4, §7.5)."""
        if self.step == "over":
            return set()
        if self.offer is None:
            return {self.turn}
        return {self.offer.by if self.offer.stage == "build" else self.offer.to}

    def legal(self, seat: int) -> set[str]:
        """§2.2: what belongs to one step cannot be done in another."""
        if seat not in self.to_act():
            return set()
        if self.offer is not None:
            return self.legal_offer(self.offer)
        if self.at_work is not None:
            return self.legal_work(seat, self.at_work)
        if self.step == "trade":
            return self.legal_trade_step(seat)
        if self.step == "protect":
            return self.legal_protection(seat) | {"next"}
        if self.step == "discard":
            return self.legal_discards(seat)
        if self.step == "lay":
            return self.legal_laying(seat)
        return self.legal_tax(seat)

    def legal_trade_step(self, seat: int) -> set[str]:
        """§2.2: everything of §4 to §7, and to go on."""
        actions = self.legal_market(seat) | self.legal_laying(seat) | self.legal_takeovers(seat)
        return actions | self.legal_steals(seat) | self.legal_proposals() | {"next"}

    def legal_market(self, seat: int) -> set[str]:
        """§4.1-§4.5."""
        purse, hand, table = self.purses[seat], self.hands[seat], self.table(seat)
        actions = {f"buy {number}" for number, card in enumerate(self.flop, 1) if price(card) <= purse}  # §4.1
        if len(self.flop) < 3:
            if self.stack and purse >= 1:
                actions.add("look")  # §4.2
            actions |= {"put " + card for card in hand + table if price(card) > 1}  # §4.3
        actions |= {"sell " + card for card in hand if self.beyond_ban(seat, card) > 0}  # §4.4, §4.5
        return actions | {"sell_shown " + card for card in table if self.beyond_ban(seat, card) > 0}

    def beyond_ban(self, seat: int, card: str) -> int:
        """§4.5: how many of these the player has, in hand and on the table, beyond those acquired for tokens this
        turn.
        """
        have = self.hands[seat].count(card) + self.table(seat).count(card)
        if card == "block":
            have += len(self.blocked[seat])  # it lies on the table too
        return max(0, have - self.acquired.count(card))

    def legal_laying(self, seat: int) -> set[str]:
        """§5.5-§5.7 in the trade step; in the tax step (§10.1) only what is laid down directly."""
        hand = self.hands[seat]
        actions = {"at " + letter for letter in self.melds[seat] if self.legal_work(seat, letter)}
        if self.free_letter(seat):  # §5.4
            actions |= {"single " + card for card in hand if self.may_be_single(seat, card)}
            actions |= {"begin " + card for card in hand if self.seconds(seat, card)}
        return actions

    def may_be_single(self, seat: int, card: str) -> bool:
        """§5.3: at most one of each rank."""
        return card[0] in SINGLE_RANKS and not any(
            is_single(meld) and meld[0][0] == card[0] for meld in self.melds[seat].values()
        )

    def seconds(self, seat: int, card: str) -> set[str]:
        """§5.6: what could be added from the hand to this card of the hand."""
        if card in JOKERS:
            return set()
        rest = list(self.hands[seat])
        rest.remove(card)
        return self.additions([card], rest)

    def additions(self, meld: list[str], hand: list[str]) -> set[str]:
        """§5.8, §12.7: from this hand; before the tax nothing that needs a joker (§10.1)."""
        actions = {"extend " + card for card in hand if extended(meld, card, self.mixed)}
        if "wild" in hand and self.step == "trade":
            actions |= {"bridge " + card for card in hand if bridged(meld, card, self.mixed)}
        return actions

    def legal_work(self, seat: int, letter: str) -> set[str]:
        """§5.6-§5.10: what can be done with the meld in work."""
        meld = self.melds[seat][letter]
        actions = self.additions(meld, self.hands[seat])
        if self.just_begun or self.step == "lay":
            return actions
        if self.taken_up < MOST_TAKEN_UP:
            actions |= {"take " + card for card in meld}  # §5.9
        return actions | self.legal_splits(seat, meld)

    def legal_splits(self, seat: int, meld: list[str]) -> set[str]:
        """§5.10: both pieces are runs or legal singletons, and there is a letter for the second."""
        if not is_run(meld) or self.free_letter(seat) is None:
            return set()
        actions: set[str] = set()
        for rank, index in legal_cuts(meld).items():
            if all(len(piece) > 1 or self.may_be_single(seat, piece[0]) for piece in (meld[:index], meld[index:])):
                actions.add("split " + rank)
        return actions

    def legal_takeovers(self, seat: int) -> set[str]:
        """§6.1-§6.3, §12.4."""
        actions: set[str] = set()
        if not self.free_letter(seat):
            return actions
        for owner in self.others(seat):
            for letter, meld in self.melds[owner].items():
                if is_single(meld) and meld[0][0] != "2":
                    continue
                if letter not in self.blocked[owner] and self.takeover_price(owner, letter) <= self.purses[seat]:
                    actions.add(f"takeover {owner} {letter}")
        return actions

    def takeover_price(self, owner: int, letter: str) -> int:
        """§6.2."""
        return price_of_all(self.melds[owner][letter]) + self.tokens[owner].get(letter, 0)

    def legal_steals(self, seat: int) -> set[str]:
        """§12.8."""
        if "thief" not in self.hands[seat]:
            return set()
        return {
            f"steal {owner} {card}"
            for owner in self.others(seat)
            for meld in self.melds[owner].values()
            if is_run(meld)
            for card in meld[1:-1]
            if card not in JOKERS
        }

    def legal_proposals(self) -> set[str]:
        """§7.1."""
        return {f"propose {other}" for other in self.others(self.turn) if self.offers[other] < MOST_OFFERS}

    def legal_protection(self, seat: int) -> set[str]:
        """§8.1, §12.4: only runs and sets."""
        actions: set[str] = set()
        for letter, meld in self.melds[seat].items():
            if is_single(meld):
                continue
            if self.purses[seat] >= 1:
                actions.add("protect " + letter)
            if "block" in self.hands[seat] and letter not in self.blocked[seat]:
                actions.add("block " + letter)
        return actions

    def legal_discards(self, seat: int) -> set[str]:
        """§9.1, §9.2."""
        actions = {
            f"discard {number}" for number, card in enumerate(self.flop, 1) if price(card) - 1 <= self.purses[seat]
        }
        return actions | ({"leave"} if all(price(card) > 1 for card in self.flop) else set())

    def legal_tax(self, seat: int) -> set[str]:
        """§10.2, §10.3: who can pay pays; who cannot sells or proposes; §4.6: the ban falls where it would not do."""
        hand, purse = self.hands[seat], self.purses[seat]
        if purse >= len(hand):
            return {"pay"}
        others = sum(min(hand.count(card), self.beyond_ban(seat, card)) for card in set(hand))
        ban_falls = purse + others < len(hand) - others
        actions = {
            "sell " + card for card in hand if ban_falls or self.beyond_ban(seat, card) > 0
        } | self.legal_proposals()
        return actions | {"sell_shown " + card for card in self.table(seat) if self.beyond_ban(seat, card) > 0}

    # Offers

    def legal_offer(self, offer: Offer) -> set[str]:
        if offer.stage == "answer":
            return {"accept", "decline"} | (set() if offer.first else {"counter"})  # §7.4
        if offer.stage == "choose":
            return self.legal_choices(offer)
        actions = {"cancel"} | self.legal_gifts(offer) | self.legal_wishes(offer) | self.legal_tokens(offer)
        if self.step == "tax":  # §10.3: cards of the seller for tokens alone
            allowed = ["cancel", "want", "want_any", "bid"] if offer.first else ["cancel", "give", "give_shown", "ask"]
            actions = {action for action in actions if action.split(" ")[0] in allowed}
        moves = bool(offer.give or offer.give_shown or offer.want or offer.want_any)  # §7.3
        if (
            moves and (self.step != "tax" or offer.tokens != 0) and not self.changes_nothing(offer)
        ):  # §10.3: at least one token
            actions.add("send")
        return actions

    def changes_nothing(self, offer: Offer) -> bool:
        """§7.4: each side would give the same cards from the same places, and the same tokens."""
        first = offer.first
        if first is None or offer.want_any or first.want_any:
            return False
        return self.would_give(offer) == self.would_give(first)

    def would_give(self, offer: Offer) -> dict[int, tuple[list[str], list[str], int]]:
        """What each side of a proposal would give from the hand, from the table, and of tokens."""
        of_hand = self.wanted_of_hand(offer, offer.want)
        of_table = list(offer.want)
        for card in of_hand:
            of_table.remove(card)
        return {
            offer.by: (sorted(offer.give), sorted(offer.give_shown), max(offer.tokens, 0)),
            offer.to: (sorted(of_hand), sorted(of_table), max(-offer.tokens, 0)),
        }

    def legal_gifts(self, offer: Offer) -> set[str]:
        """§7.2: nobody gives what they do not have."""
        hand, table = self.hands[offer.by], self.table(offer.by)
        actions = {"give " + card for card in hand if offer.give.count(card) < hand.count(card)}
        return actions | {"give_shown " + card for card in table if offer.give_shown.count(card) < table.count(card)}

    def legal_wishes(self, offer: Offer) -> set[str]:
        """§7.2: cards of the table, known or just offered cards of the hand, and any others of the hand beside
        those.
        """
        known, offered = self.known[offer.to], self.just_offered(offer)
        in_hand = [card for card in set(known + offered) for _ in range(max(known.count(card), offered.count(card)))]
        there = self.table(offer.to) + in_hand
        size = len(self.hands[offer.to])
        actions: set[str] = set()
        for card in set(there):
            more = [*offer.want, card]
            if more.count(card) <= there.count(card) and len(self.wanted_of_hand(offer, more)) + offer.want_any <= size:
                actions.add("want " + card)
        if len(self.wanted_of_hand(offer, offer.want)) + offer.want_any < size:
            actions.add("want_any")
        return actions

    def just_offered(self, offer: Offer) -> list[str]:
        """§7.2: what the proposal that is answered here offered from the hand."""
        return list(offer.first.give) if offer.first else []

    def wanted_of_hand(self, offer: Offer, want: list[str]) -> list[str]:
        """§7.2: first those just offered from the hand are meant, then those on the table; without the latter."""
        offered, table = self.just_offered(offer), self.table(offer.to)
        of_hand: list[str] = []
        for card in want:
            if card in offered:
                offered.remove(card)
                of_hand.append(card)
            elif card in table:
                table.remove(card)
            else:
                of_hand.append(card)
        return of_hand

    def legal_tokens(self, offer: Offer) -> set[str]:
        """§7.2: a bid or an ask, not both."""
        actions: set[str] = set()
        for count in range(1, MOST_TOKENS + 1):
            if 0 <= offer.tokens <= self.purses[offer.by] - count:
                actions.add(f"bid {count}")
            if 0 <= -offer.tokens <= self.purses[offer.to] - count:
                actions.add(f"ask {count}")
        return actions

    def legal_choices(self, offer: Offer) -> set[str]:
        """§7.5: beside the cards that are wanted by name."""
        left = list(self.hands[offer.to])
        for card in self.wanted_of_hand(offer, offer.want) + offer.chosen:
            left.remove(card)
        return {"choose " + card for card in left}

    # Small things

    def others(self, seat: int) -> list[int]:
        return [other for other in range(self.seats) if other != seat]

    def table(self, seat: int) -> list[str]:
        """The cards in the melds of a player, jokers in runs too."""
        return [card for meld in self.melds[seat].values() for card in meld]

    def free_letter(self, seat: int) -> str | None:
        """§5.4."""
        return next((letter for letter in LETTERS if letter not in self.melds[seat]), None)

    def into_hand(self, seat: int, cards: list[str]) -> None:
        """§1.7: all have seen them."""
        self.hands[seat] += cards
        self.known[seat] += cards

    def out_of_hand(self, seat: int, card: str) -> None:
        """§1.7: openly; a known card equal to it has left."""
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)

    def no_longer_acquired(self, card: str) -> None:
        """§4.5: an equal card that is put back, traded away or used up is the one acquired."""
        if card in self.acquired:
            self.acquired.remove(card)
