"""The slow twin of Crypto Cards, written only from RULES.md; § marks the clause a piece of code follows."""

from collections.abc import Callable, Mapping

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKERS = ["X1", "X2"]
SUIT_CARDS = [rank + suit for suit in SUITS for rank in RANKS]  # §1.1
ALL_CARDS = SUIT_CARDS + JOKERS  # §1.1, in canonical order


def is_number(card: str) -> bool:
    """§1.1: ace to ten are numbers."""
    return card[0] in "A23456789T"


def is_face(card: str) -> bool:
    """§1.1: jack, queen and king are faces."""
    return card[0] in "JQK"


def value(card: str) -> int:
    """§1.1: a number counts its rank, the ace one."""
    return "A23456789T".index(card[0]) + 1


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=ALL_CARDS.index)


class Twin:
    def __init__(self, seats: int, options: Mapping[str, int | str], draw: Callable[[list[str]], str]) -> None:
        self.seats = seats
        self.draw = draw
        self.hand_size = int(options["hand"])  # §6.1
        self.order = str(options["order"])  # §6.2
        self.faces = str(options["faces"])  # §6.3
        self.face_sales = int(options["face_sales"])  # §6.4
        self.buy_back = str(options["buy_back"])  # §6.5
        self.scoring = str(options["scoring"])  # §6.6
        self.direction = str(options["direction"])  # §6.7
        self.crash = str(options["crash"])  # §6.8

        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.portfolios: list[list[str]] = [[] for _ in range(seats)]
        self.markets: dict[str, list[str]] = {suit: [] for suit in SUITS}  # §3.1
        self.deck: list[str] = list(SUIT_CARDS)  # §1.2: the jokers are laid aside
        self.jokers_seen = 0
        self.over = False
        self.rounds_begun = 0
        self.turns_begun = 0
        self.still_to_come: list[int] = []  # who has not had a turn in this round

        self.deal()
        self.deck.extend(JOKERS)  # §1.3
        self.begin_round()
        self.begin_turn()  # §2.1
        self.run_by_itself()

    @classmethod
    def at(
        cls,
        options: Mapping[str, int | str],
        hands: list[list[str]],
        portfolios: list[list[str]],
        market: list[str],
        deck: list[str],
    ) -> "Twin":
        """A table in the middle of a game, where seat 0 is about to sell; jokers that are not in the deck have turned
        up.
        """
        twin = cls(len(hands), options, lambda cards: cards[0])
        twin.hands = [list(hand) for hand in hands]
        twin.portfolios = [list(portfolio) for portfolio in portfolios]
        twin.markets = {suit: [card for card in market if card[1] == suit] for suit in SUITS}
        twin.deck = in_order(deck)
        twin.jokers_seen = len(JOKERS) - len([card for card in deck if card in JOKERS])
        twin.over = False
        twin.rounds_begun = 0
        twin.turns_begun = 0
        twin.begin_round()
        twin.begin_turn()
        twin.steps_left = twin.steps_left[twin.steps_left.index("sell") :]
        return twin

    def deal(self) -> None:
        """§1.2: cards are dealt one at a time, beginning with seat 0, until everyone holds `hand` cards."""
        for _ in range(self.hand_size):
            for seat in range(self.seats):
                self.hands[seat].append(self.draw_card())

    def draw_card(self) -> str:
        """§1.3: any card left in the deck may be drawn."""
        card = self.draw(list(self.deck))
        self.deck.remove(card)
        return card

    def begin_round(self) -> None:
        """§2.1, §6.7: everybody has a turn, clockwise from seat 0; with `turning` every second round goes back down."""
        self.rounds_begun += 1
        self.still_to_come = list(range(self.seats))
        if self.direction == "turning" and self.rounds_begun in range(2, 1000, 2):
            self.still_to_come.reverse()

    def finish_turn(self) -> None:
        """§2.1, §6.8: the next one in the round, or a new round; none begins when both jokers have turned up."""
        if not self.still_to_come:
            if self.jokers_seen == 2:
                self.over = True
                return
            self.begin_round()
        self.begin_turn()

    def begin_turn(self) -> None:
        """§2.2, §6.2: a turn has three steps, in the order of the option."""
        self.turns_begun += 1
        self.turn = self.still_to_come.pop(0)
        self.steps_left = ["mine", "sell", "transfer"]
        if self.order == "sell-mine-transfer":
            self.steps_left = ["sell", "mine", "transfer"]
        self.endorsed = False
        self.sold_by_endorsement = 0

    def run_by_itself(self) -> None:
        """§2.3, §4.1: go on until the seat whose turn it is has something to decide, or the game is over."""
        while not self.over:
            if not self.steps_left:
                self.finish_turn()
            elif self.steps_left[0] == "mine":
                self.mine()
                self.steps_left.pop(0)
            elif self.steps_left[0] == "transfer" and not self.must_transfer():
                self.steps_left.pop(0)
            else:
                return

    def mine(self) -> None:
        """§2.3: the player draws a card into the hand."""
        if not self.deck:  # §6.8: draws nothing
            return
        card = self.draw_card()
        if card not in JOKERS:
            self.hands[self.turn].append(card)
            return
        self.jokers_seen += 1
        if self.jokers_seen == 2 and self.crash == "turn":  # §5.1
            self.over = True
            return
        self.mine()  # §2.4, §6.8: draws again at once

    def must_transfer(self) -> bool:
        """§4.1, §3.5: a player with too many cards transfers, unless an endorsement has replaced the transfer."""
        return len(self.hands[self.turn]) > self.hand_size and not self.endorsed

    def top(self, suit: str) -> int:
        """§3.1: the top of a market is its largest card, an empty market stands at 0."""
        return max((value(card) for card in self.markets[suit]), default=0)

    def numbers(self, seat: int) -> list[str]:
        """§3.2: only these cards of the portfolio can ever be sold."""
        return [card for card in self.portfolios[seat] if is_number(card)]

    def to_act(self) -> set[int]:
        """§2.1, §5.1: only the seat whose turn it is may act, and nobody when the game is over."""
        return set() if self.over else {self.turn}

    def legal(self, seat: int) -> set[str]:
        """§2.2: what belongs to one step cannot be done in another."""
        if seat not in self.to_act():
            return set()
        if self.steps_left[0] == "transfer":
            return {"transfer " + card for card in self.hands[seat]}  # §4.1
        if self.endorsed:
            return self.legal_after_endorsing(seat)
        return self.legal_sell_step(seat)

    def legal_after_endorsing(self, seat: int) -> set[str]:
        """§3.5, §6.4: any number may be sold; the first must be, a further one need not be."""
        actions = {"sell " + card for card in self.numbers(seat)}
        if self.sold_by_endorsement >= 1:
            actions.add("pass")
        return actions

    def legal_sell_step(self, seat: int) -> set[str]:
        """§3.3-§3.6, §6.5: a forced sale, or else the choice of a small sale, endorsing, buying back and passing."""
        numbers = self.numbers(seat)
        forced = {"sell " + card for card in numbers if value(card) == self.top(card[1]) + 1}
        if forced:
            return forced  # §3.3
        actions = {"pass"}  # §3.6
        for card in numbers:
            if value(card) < self.top(card[1]):  # §3.4
                actions.add("sell " + card)
        if numbers and self.faces_usable():  # §3.5
            for card in self.hands[seat]:
                if is_face(card):
                    actions.add("endorse " + card)
        if self.buy_back == "on":  # §6.5
            for suit in SUITS:
                if self.markets[suit]:
                    actions.add("buy " + suit)
        return actions

    def faces_usable(self) -> bool:
        """§6.3: with `after-first-joker` nobody endorses before the first joker has turned up."""
        return self.faces == "always" or self.jokers_seen >= 1

    def play(self, seat: int, action: str) -> None:
        verb, _, what = action.partition(" ")
        if verb == "transfer":
            self.lay_down(seat, what)  # §4.1
            self.steps_left.pop(0)
        elif verb == "endorse":
            self.lay_down(seat, what)  # §3.5: the sale follows in the same step
            self.endorsed = True
        elif verb == "sell":
            self.sell(seat, what)
        elif verb == "buy":
            self.buy(seat, what)
            self.steps_left.pop(0)
        else:
            self.steps_left.pop(0)  # §3.6, §6.4: pass
        self.run_by_itself()

    def lay_down(self, seat: int, card: str) -> None:
        """§3.5, §4.1: a card goes from the hand into the portfolio."""
        self.hands[seat].remove(card)
        self.portfolios[seat].append(card)

    def sell(self, seat: int, card: str) -> None:
        """§3.2, §3.7, §6.4: one card is sold and the step ends, unless an endorsement may sell more."""
        self.portfolios[seat].remove(card)
        self.markets[card[1]].append(card)
        if self.endorsed:
            self.sold_by_endorsement += 1
            if self.sold_by_endorsement < self.face_sales and self.numbers(seat):
                return
        self.steps_left.pop(0)

    def buy(self, seat: int, suit: str) -> None:
        """§6.5: the top card of the market goes into the portfolio."""
        card = max(self.markets[suit], key=value)
        self.markets[suit].remove(card)
        self.portfolios[seat].append(card)

    def face_count(self, seat: int) -> int:
        """§5.3: the faces in the portfolio."""
        return len([card for card in self.portfolios[seat] if is_face(card)])

    def number_sum(self, seat: int) -> int:
        """§5.3: the sum of the numbers in the portfolio, the ace being 1."""
        return sum(value(card) for card in self.numbers(seat))

    def points(self, seat: int) -> int:
        """§5.2, §6.6: the number of cards in the portfolio, or the sum of the numbers plus ten for each face."""
        if self.scoring == "points":
            return self.number_sum(seat) + 10 * self.face_count(seat)
        return len(self.portfolios[seat])

    def standing(self, seat: int) -> tuple[int, int, int, int]:
        """§5.3, §6.6: result, number of cards, faces, sum; lower is ahead (by `cards` the first two are the same)."""
        return self.points(seat), len(self.portfolios[seat]), self.face_count(seat), self.number_sum(seat)

    def place(self, seat: int) -> int:
        """§5.3: players equal in all of this share the place."""
        return 1 + len([other for other in range(self.seats) if self.standing(other) < self.standing(seat)])

    def ending(self) -> str:
        """§5.1, §6.8: with `turn` the second joker ends the game, with `round` the end of its round does."""
        if not self.over:
            return "running"
        return "second_joker" if self.crash == "turn" else "last_round"

    def snapshot(self) -> dict[str, object]:
        return {
            "ending": self.ending(),
            "turns_begun": self.turns_begun,
            "hands": [in_order(hand) for hand in self.hands],
            "portfolios": [in_order(portfolio) for portfolio in self.portfolios],
            "market": in_order([card for market in self.markets.values() for card in market]),
            "deck": in_order(self.deck),
            "jokers_seen": self.jokers_seen,
        }
