"""The slow twin of Cash or Crash, written only from RULES.md; § marks the clause a piece of code follows."""

from collections.abc import Iterable, Mapping

ORDER = ["GGO", "GGW", "OOG", "OOW", "WWG", "WWO", "GGG", "OOO", "WWW", "GOW", "G", "GG", "O", "OO", "W", "WW"]
TRIPLES = ["GGG", "OOO", "WWW", "GOW", "GGO", "OOW", "WWG", "GGW", "OOG", "WWO"]  # §1.1, §9.5
SPREAD = ["G", "O", "W", "GOW", "GG", "OO", "WW", "GGG", "OOO", "WWW"]  # §9.3, §9.5
GROUPS = ["Gold", "Oil", "Wheat", "Gold+Oil", "Gold+Wheat", "Oil+Wheat", "Gold+Oil+Wheat"]  # §5.1


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=ORDER.index)


def named(group: str) -> set[str]:
    """§5.1: the commodities that a bid names."""
    return set(group.split("+"))


def shown(cards: Iterable[str], commodity: str) -> int:
    """§1.1: how many icons of one commodity these cards show together."""
    return sum(card.count(commodity[0]) for card in cards)


class Twin:
    def __init__(self, seats: int, options: Mapping[str, int | str]) -> None:
        self.seats = seats
        self.variant = str(options["variant"])  # §8.1
        self.doubling = str(options["doubling"])  # §9.1
        order = TRIPLES if options["cards"] == "triples" else SPREAD  # §9.3
        self.cards = frozenset(order[: int(options["set_size"])])  # §9.5
        self.round_limit = int(options["round_limit"])  # §9.4
        self.first_stake = {"classic": 2, "endurance": 1, "blitz": 2}[self.variant]  # §4.1, §8.2, §8.6
        self.most_staked = {"classic": 4, "endurance": 3, "blitz": 10}[self.variant]  # §5.6, §8.2, §8.6
        self.red_zone = {"classic": 4, "endurance": 3, "blitz": 10}[self.variant]  # §3.1, §8.3, §8.7

        self.hands: list[set[str]] = [set(self.cards) for _ in range(seats)]  # §1.1
        self.staked: list[set[str]] = [set() for _ in range(seats)]
        self.discards: list[set[str]] = [set() for _ in range(seats)]
        self.possible: list[set[frozenset[str]]] = [{self.cards} for _ in range(seats)]  # §1.4
        self.turned_up: list[set[str]] = [set() for _ in range(seats)]  # §6.4
        self.out: list[int] = []  # §7.3: in the order of going out
        self.round = 0
        self.begin_round(0)  # §2.1

    def live(self) -> set[int]:
        """§7.1: those who are not out."""
        return set(range(self.seats)) - set(self.out)

    def left_of(self, seat: int) -> int:
        """§2.1, §2.3: the next player to the left who is not out."""
        left = (seat + 1) % self.seats
        while left in self.out:
            left = (left + 1) % self.seats
        return left

    def kept(self, seat: int) -> int:
        """§1.2: the number of cards in the hand and staked."""
        return len(self.hands[seat]) + len(self.staked[seat])

    def begin_round(self, opener: int) -> None:
        """§2.2: a round begins with the red zone, nothing bid and nobody known to have swapped."""
        self.round += 1
        self.opener = opener
        self.bid: tuple[int, str] | None = None
        self.bidder: int | None = None
        self.said: list[str | None] = [None] * self.seats  # §5.3
        self.swappers: set[int] = set()
        self.swapped: list[int] = []
        self.begin_red_zone()

    def begin_red_zone(self) -> None:
        """§3.1, §8.3, §8.7: all who keep few enough cards and have discards choose at the same time."""
        self.step = "red zone"
        self.waiting = {seat for seat in self.live() if self.kept(seat) <= self.red_zone and self.discards[seat]}
        self.asked = set(self.waiting)
        if not self.waiting:
            self.begin_recovery()

    def end_red_zone(self) -> None:
        """§3.2: when all have chosen it is known who has swapped, but not which cards."""
        self.swapped = sorted(self.swappers)
        for seat in self.swapped:
            self.all_know_of_swap(seat)
        self.begin_recovery()

    def begin_recovery(self) -> None:
        """§3.3, §8.3, §8.7: only in the classic game, all with exactly one card recover at the same time."""
        self.step = "recover"
        self.waiting = {seat for seat in self.live() if self.kept(seat) == 1 and self.variant == "classic"}
        if not self.waiting:
            self.begin_stakes()

    def begin_stakes(self) -> None:
        """§4.1: everyone who is not out stakes at the same time."""
        self.step = "stake"
        self.waiting = self.live()

    def begin_bidding(self) -> None:
        """§5.2: the opener makes the opening bid."""
        self.step = "open"
        self.waiting = {self.opener}

    def go_on_asking(self) -> None:
        """§5.3, §8.8: those in the race who have not been asked, and when there are none the player in turn."""
        if self.unasked:
            self.step = "race"
            self.waiting = set(self.unasked)
        else:
            self.step = "turn"
            self.waiting = {self.in_turn}

    def go_on_discarding(self) -> None:
        """§9.2: the loser of a doubled challenge discards one card after the other."""
        if self.to_discard > 0:
            self.step = "discard"
            self.waiting = {self.loser}
        else:
            self.settle_loss()

    def go_on_taking_back(self) -> None:
        """§8.9: the challenger takes back one card after the other, as long as there are discards."""
        if self.to_take > 0 and self.discards[self.challenger]:
            self.step = "take back"
            self.waiting = {self.challenger}
        else:
            self.end_round()

    def end_round(self) -> None:
        """§7.2, §9.4: the game ends with one player left or after the last round; else the next opener follows."""
        if len(self.live()) == 1 or self.round == self.round_limit:
            self.step = "over"
            self.waiting = set()
        else:
            self.begin_round(self.left_of(self.opener))  # §2.1

    def all_know_of_swap(self, seat: int) -> None:
        """§3.1, §3.2: any kept card may have been exchanged for any discarded one, or for itself."""
        exchanged = set(self.possible[seat])
        for kept in self.possible[seat]:
            for away in kept:
                for back in self.cards - kept:
                    exchanged.add((kept - {away}) | {back})
        self.possible[seat] = exchanged

    def all_know_of_gain(self, seat: int) -> None:
        """§3.3, §8.9: any one discarded card may have come back."""
        self.possible[seat] = {kept | {card} for kept in self.possible[seat] for card in self.cards - kept}

    def all_know_of_discard(self, seat: int) -> None:
        """§9.2: any one kept card may have been chosen."""
        self.possible[seat] = {kept - {card} for kept in self.possible[seat] for card in kept}

    def all_see(self, seat: int, cards: set[str]) -> None:
        """§6.2: the cards turned up are among those kept."""
        self.possible[seat] = {kept for kept in self.possible[seat] if cards <= kept}

    def all_see_loss(self, seat: int, cards: set[str]) -> None:
        """§6.3: the cards turned up by the loser are kept no more."""
        self.possible[seat] = {kept - cards for kept in self.possible[seat]}

    def limit(self) -> int:
        """§5.7: what all could show of one commodity with the best cards, as many as each keeps and may stake."""
        counts = [min(self.kept(seat), self.most_staked) for seat in self.live()]
        return sum(max(self.most_shown(commodity, count) for commodity in ["Gold", "Oil", "Wheat"]) for count in counts)

    def most_shown(self, commodity: str, count: int) -> int:
        """§5.7: what so many cards of a full set show of a commodity at most."""
        return sum(sorted([shown([card], commodity) for card in self.cards], reverse=True)[:count])

    def opening_bids(self) -> set[str]:
        """§5.2, §8.4: one commodity and any amount from 1, in endurance only 1."""
        most = 1 if self.variant == "endurance" else self.limit()
        return {f"bid {amount} {group}" for amount in range(1, most + 1) for group in ["Gold", "Oil", "Wheat"]}

    def raises(self) -> set[str]:
        """§5.4: every commodity is named again, nothing falls, and the amount or the set grows."""
        assert self.bid is not None
        old_amount, old_group = self.bid
        actions = set()
        for amount in range(old_amount, self.limit() + 1):
            for group in GROUPS:
                if named(group) >= named(old_group) and (amount > old_amount or group != old_group):
                    actions.add(f"bid {amount} {group}")
        return actions

    def bids_after_adding(self) -> set[str]:
        """§5.5, §8.5: the amount is greater and the set differs; in endurance by exactly one, and a single one."""
        assert self.bid is not None
        old_amount, old_group = self.bid
        actions = set()
        for amount in range(old_amount + 1, self.limit() + 1):
            for group in GROUPS:
                if self.variant == "endurance" and (amount > old_amount + 1 or len(named(group)) > 1):
                    continue
                if group != old_group:
                    actions.add(f"bid {amount} {group}")
        return actions

    def raises_and_adds(self, seat: int) -> set[str]:
        """§5.3, §5.6, §5.7: a card is added only below the most that may be staked, and if a bid can follow."""
        actions = self.raises()
        if len(self.staked[seat]) < self.most_staked and self.bids_after_adding():
            actions |= {"add " + card for card in self.hands[seat]}
        return actions

    def to_act(self) -> set[int]:
        """§2.3, §8.8: all who have not finished choosing or have not been asked, or else the one seat."""
        return set(self.waiting)

    def legal(self, seat: int) -> set[str]:
        """§2.2: what belongs to one step cannot be done in another."""
        if seat not in self.waiting:
            return set()
        if self.step in ("red zone", "recover", "stake", "discard", "take back"):
            return self.legal_with_own_cards(seat)
        return self.legal_about_bids(seat)

    def legal_with_own_cards(self, seat: int) -> set[str]:
        """§3, §4, §8.9, §9.2: the steps in which a player only moves cards of their own."""
        hand = self.hands[seat]
        discards = self.discards[seat]
        if self.step == "recover":
            return {"recover " + card for card in discards}  # §3.3
        if self.step == "stake":
            return {"stake " + card for card in hand}  # §4.1
        if self.step == "discard":
            return {"discard " + card for card in hand}  # §9.2
        if self.step == "take back":
            return {"recover " + card for card in discards} | {"stop"}  # §8.9
        if seat in self.swappers:
            return {"take " + card for card in discards}  # §3.1: the second half of a swap
        return {"swap " + card for card in hand} | {"keep"}  # §3.1

    def legal_about_bids(self, seat: int) -> set[str]:
        """§5, §6.1, §8.8, §9: bidding, challenging and doubling."""
        if self.step == "open":
            return self.opening_bids()  # §5.2
        if self.step == "added":
            return self.bids_after_adding()  # §5.5
        if self.step == "double":
            return {"double", "show"}  # §9.1
        if self.step == "persist":
            return {"persist", "withdraw"} if self.may_withdraw() else {"persist"}  # §9.2
        if self.step == "withdrawn":
            return self.raises_and_adds(seat)  # §9.2
        actions = self.raises_and_adds(seat) | {"challenge"}  # §5.3
        if self.step == "race":
            actions.add("hold")  # §8.8
        return actions

    def may_withdraw(self) -> bool:
        """§9.2: out of turn always, for that is only holding; in turn only who can raise or add."""
        return self.challenger != self.in_turn or bool(self.raises_and_adds(self.challenger))

    def play(self, seat: int, action: str) -> None:
        verb, _, what = action.partition(" ")
        if what:
            self.play_with(seat, verb, what)
        else:
            self.play_word(seat, verb)

    def play_with(self, seat: int, verb: str, what: str) -> None:
        """Notation: the actions that name a card or a bid."""
        if verb == "swap":
            self.swap(seat, what)
        elif verb == "take":
            self.take(seat, what)
        elif verb == "recover":
            self.recover(seat, what)
        elif verb == "stake":
            self.stake(seat, what)
        elif verb == "bid":
            self.make_bid(seat, what)
        elif verb == "add":
            self.add(seat, what)
        else:
            self.discard(seat, what)

    def play_word(self, seat: int, verb: str) -> None:
        """Notation: the actions of one word."""
        if verb == "keep":
            self.leave_red_zone(seat)  # §3.1
        elif verb == "hold":
            self.hold(seat)
        elif verb == "challenge":
            self.challenge(seat)
        elif verb == "double":
            self.double()
        elif verb == "withdraw":
            self.withdraw(seat)
        elif verb == "stop":
            self.end_round()  # §8.9
        else:
            self.turn_up()  # §9.1, §9.2: show, persist

    def swap(self, seat: int, card: str) -> None:
        """§3.1: a card of the hand goes among the discards, and the same player takes one back."""
        self.hands[seat].remove(card)
        self.discards[seat].add(card)
        self.swappers.add(seat)

    def get_back(self, seat: int, card: str) -> None:
        """§1.2: a player's own discard comes back to the hand."""
        self.discards[seat].remove(card)
        self.hands[seat].add(card)

    def take(self, seat: int, card: str) -> None:
        """§3.1: the second half of a swap."""
        self.get_back(seat, card)
        self.leave_red_zone(seat)

    def leave_red_zone(self, seat: int) -> None:
        """§2.3, §3.2: the red zone ends when all have chosen."""
        self.waiting.remove(seat)
        if not self.waiting:
            self.end_red_zone()

    def recover(self, seat: int, card: str) -> None:
        """§3.3: a discard of choice comes back, all who recover at the same time; or after a challenge out of turn
        (§8.9).
        """
        self.get_back(seat, card)
        self.all_know_of_gain(seat)
        if self.step == "take back":
            self.to_take -= 1
            self.go_on_taking_back()
            return
        self.waiting.remove(seat)
        if not self.waiting:
            self.begin_stakes()

    def put_on_table(self, seat: int, card: str) -> None:
        """§4.1, §5.5: a card of the hand is staked face down."""
        self.hands[seat].remove(card)
        self.staked[seat].add(card)

    def stake(self, seat: int, card: str) -> None:
        """§4.1, §8.2: one card after the other, until everyone has staked as many as a round begins with."""
        self.put_on_table(seat, card)
        if len(self.staked[seat]) == self.first_stake:
            self.waiting.remove(seat)
        if not self.waiting:
            self.begin_bidding()

    def add(self, seat: int, card: str) -> None:
        """§5.5: one more card is staked, and the same player bids at once."""
        self.put_on_table(seat, card)
        self.step = "added"
        self.waiting = {seat}

    def make_bid(self, seat: int, bid: str) -> None:
        """§2.3, §8.8: after a bid it is the left neighbour's turn, in blitz with three or more left after a race."""
        amount, _, group = bid.partition(" ")
        self.bid = (int(amount), group)
        self.bidder = seat
        self.said[seat] = bid  # §5.3
        self.in_turn = self.left_of(seat)
        self.unasked: set[int] = set()
        if self.variant == "blitz" and len(self.live()) >= 3:
            self.unasked = self.live() - {seat}
        self.go_on_asking()

    def hold(self, seat: int) -> None:
        """§8.8: everyone is asked once; if all hold, the player in turn must act."""
        self.unasked.remove(seat)
        self.go_on_asking()

    def challenge(self, seat: int) -> None:
        """§6.1, §9.1: the challenged player may double with enough cards in hand, else the cards are shown at once."""
        assert self.bidder is not None
        self.challenger = seat
        self.doubled = False
        if self.doubling == "on" and len(self.hands[self.bidder]) >= len(self.staked[self.bidder]):
            self.step = "double"
            self.waiting = {self.bidder}
        else:
            self.turn_up()

    def double(self) -> None:
        """§9.2: doubled, the challenger persists or withdraws."""
        self.doubled = True
        self.step = "persist"
        self.waiting = {self.challenger}

    def withdraw(self, seat: int) -> None:
        """§9.2: out of turn it counts as holding; in turn the player must raise or add at once."""
        if seat != self.in_turn:
            self.hold(seat)
        else:
            self.step = "withdrawn"
            self.waiting = {seat}

    def turn_up(self) -> None:
        """§6.2, §6.3, §9.2: all stakes are turned up and counted, and the loser loses the stake, doubled or not."""
        assert self.bid is not None
        assert self.bidder is not None
        amount, group = self.bid
        market = [card for stake in self.staked for card in stake]
        right = all(shown(market, commodity) >= amount for commodity in named(group))
        self.loser = self.challenger if right else self.bidder

        self.turned_up = [set(stake) for stake in self.staked]
        for seat in range(self.seats):
            self.all_see(seat, self.staked[seat])
            self.hands[seat] |= self.staked[seat]
            self.staked[seat] = set()

        lost = self.turned_up[self.loser]
        self.hands[self.loser] -= lost
        self.discards[self.loser] |= lost
        self.all_see_loss(self.loser, lost)

        self.to_discard = len(lost) if self.doubled else 0
        if self.to_discard > len(self.hands[self.loser]):
            self.lose_everything(self.loser)
            self.to_discard = 0
        self.go_on_discarding()

    def discard(self, seat: int, card: str) -> None:
        """§9.2: a card of choice is lost, and nobody else knows which."""
        self.hands[seat].remove(card)
        self.discards[seat].add(card)
        self.all_know_of_discard(seat)
        self.to_discard -= 1
        self.go_on_discarding()

    def lose_everything(self, seat: int) -> None:
        """§8.7, §9.2: the cards left are among the discards, as all know."""
        self.discards[seat] |= self.hands[seat]
        self.hands[seat] = set()
        self.possible[seat] = {frozenset()}

    def settle_loss(self) -> None:
        """§7.1, §8.7, §8.9: who is out is out, then a challenger who won out of turn may take back two cards."""
        fewest = 2 if self.variant == "blitz" else 1
        if self.kept(self.loser) < fewest:
            self.lose_everything(self.loser)
            self.out.append(self.loser)
        won_out_of_turn = self.loser == self.bidder and self.challenger != self.in_turn
        self.to_take = 2 if won_out_of_turn else 0
        self.go_on_taking_back()

    def points(self, seat: int) -> int:
        """§7.4: the cards kept."""
        return self.kept(seat) + self.put_away(seat)

    def put_away(self, seat: int) -> int:
        """§3.1: while a swap is half done the numbers that all may know do not change."""
        return 1 if self.step == "red zone" and seat in self.swappers & self.to_act() else 0

    def standing(self, seat: int) -> tuple[int, int]:
        """§7.3: the higher is ahead; those who are out are behind all others, the last one out first."""
        if seat in self.out:
            return 0, self.out.index(seat)
        return 1, self.points(seat)

    def place(self, seat: int) -> int:
        """§7.3: equal ones share the place."""
        return 1 + len([other for other in range(self.seats) if self.standing(other) > self.standing(seat)])

    def may_have_swapped(self, seat: int) -> bool:
        """§1.4: while others choose in the red zone, nothing is certain of one who has chosen."""
        return self.step == "red zone" and seat in self.asked - self.waiting

    def kept_for_sure(self, seat: int) -> frozenset[str]:
        """§1.4: in every possible set of cards kept."""
        if self.may_have_swapped(seat):
            return frozenset()
        return self.cards.intersection(*self.possible[seat])

    def lost_for_sure(self, seat: int) -> frozenset[str]:
        """§1.4: in no possible set of cards kept."""
        if self.may_have_swapped(seat):
            return frozenset()
        return self.cards.difference(*self.possible[seat])

    def sizes(self, seat: int) -> tuple[int, int, int]:
        """§1.3: how many cards are in the hand, staked and among the discards, as all may know it."""
        half = self.put_away(seat)
        return len(self.hands[seat]) + half, len(self.staked[seat]), len(self.discards[seat]) - half

    def not_asked(self) -> set[int]:
        """§8.8, §9.2: with whom the race goes on if a challenge made out of turn is withdrawn."""
        undecided = self.step in ("double", "persist") and self.challenger != self.in_turn
        return self.unasked - {self.challenger} if undecided else set()

    def snapshot(self) -> dict[str, object]:
        everyone = range(self.seats)
        return {
            "hands": [in_order(hand) for hand in self.hands],
            "staked": [in_order(stake) for stake in self.staked],
            "discards": [in_order(discards) for discards in self.discards],
            "sizes": [self.sizes(seat) for seat in everyone],
            "bid": None if self.bid is None else f"{self.bid[0]} {self.bid[1]}",
            "bidder": self.bidder,
            "said": list(self.said),
            "challenger": self.challenger if self.step in ("double", "persist", "discard", "take back") else None,
            "not_asked": sorted(self.not_asked()),
            "opener": self.opener,
            "round": self.round,
            "out": list(self.out),
            "swapped": list(self.swapped),
            "kept_for_sure": [in_order(self.kept_for_sure(seat)) for seat in everyone],
            "lost_for_sure": [in_order(self.lost_for_sure(seat)) for seat in everyone],
            "turned_up": [in_order(cards) for cards in self.turned_up],
        }
