"""The slow twin of Cash-a-Catch, written only from RULES.md; § marks the clause a piece of code follows."""

from collections.abc import Callable, Mapping

KINDS = {"eel": "E", "shark": "S", "flounder": "F", "crawfish": "C", "tuna": "T", "lobster": "L"}  # §1.1
PLACES = ["crate1", "crate2", "tub"]  # §1.6
CRATES = [0, 1]  # §1.6: the third place is the ice tub
FISH = [letter + number for letter in KINDS.values() for number in "123"]  # §1.1
OCTOPUS = ["O1", "O2", "O3"]  # §1.2
ALL_CARDS = FISH + OCTOPUS + ["THIEF", "CAN", "END", "CLOSE"]  # in canonical order
PRICES = [0, 1, 2, 3, 5, 7, 10, 15, 20, 25, 30]  # §3.2: by the number of fish
HALF_PRICES = [0, 1, 1, 2, 3, 4, 5, 8, 10, 13, 15]  # §6.3
LOT_PRICE = 10  # §4.7
CATCH_STEPS = ["thief", "throw", "lay", "can", "sell catch"]  # §5.1


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=ALL_CARDS.index)


def value(card: str) -> int:
    """§1.1, §1.2: how many fish or octopuses the card shows."""
    return int(card[1])


def fish_count(cards: list[str]) -> int:
    """§3.2: the values of all cards together, octopus included."""
    return sum(value(card) for card in cards)


def price(cards: list[str], prices: list[int]) -> int:
    """§3.2, §6.3: ten fish and more all bring the same."""
    return prices[min(fish_count(cards), 10)]


def kinds_of(cards: list[str]) -> set[str]:
    """§1.1, §5.3: the names of the kinds of fish among the cards; octopus is no kind, nor are action cards."""
    return {name for name, letter in KINDS.items() for card in cards if card in FISH and card[0] == letter}


def has_kind(cards: list[str], kind: str) -> bool:
    """§3.3: a place is of a kind when fish of that kind lie in it now."""
    return kind in kinds_of(cards)


def only_octopus(cards: list[str]) -> bool:
    """§3.3: a place with nothing but octopus (an empty one is not)."""
    return len(cards) > 0 and all(card in OCTOPUS for card in cards)


def depth(cards: list[str], index: int) -> int:
    """§1.6: how far a card lies from the top; the last one laid is the top."""
    return len(cards) - 1 - index


def whole_deck(options: Mapping[str, int | str]) -> list[str]:
    """§1.1-§1.4, §7.1-§7.8: all cards of the game in canonical order."""
    deck: list[str] = []
    for letter in KINDS.values():
        deck += [letter + "1"] * int(options["ones"])
        deck += [letter + "2"] * int(options["twos"])
        deck += [letter + "3"] * int(options["threes"])
    deck += ["O1"] * int(options["octopus_ones"])
    deck += ["O2"] * int(options["octopus_twos"])
    deck += ["O3"] * int(options["octopus_threes"])
    deck += ["THIEF"] * int(options["thieves"])
    deck += ["CAN"] * int(options["cans"])
    return [*deck, "END", "CLOSE"]


class Twin:
    def __init__(self, seats: int, options: Mapping[str, int | str], draw: Callable[[list[str]], str]) -> None:
        self.seats = seats
        self.draw = draw
        self.spoils = str(options["spoils"])  # §7.9
        self.thief_own = str(options["thief_own"])  # §7.10

        self.money = [30] * seats  # §1.7
        self.stands: list[list[list[str]]] = [[[], [], []] for _ in range(seats)]  # §1.6, §1.7
        self.garbage: list[list[str]] = [[] for _ in range(seats)]  # §1.6
        self.deck = whole_deck(options)
        self.lot: list[str] = []
        self.catch: list[str] = []
        self.discards: list[str] = []
        self.auctioneer = 0  # §2.1
        self.buyer: int | None = None
        self.held: set[int] = set()
        self.takes_left = 0
        self.end_phase = False
        self.step = "sell"  # §2.2; then "race", the steps of the catch, and "over"

    @classmethod
    def at(
        cls,
        options: Mapping[str, int | str],
        money: list[int],
        stands: list[list[list[str]]],
        garbage: list[list[str]],
        deck: list[str],
        draw: Callable[[list[str]], str] = lambda cards: cards[0],
        auctioneer: int = 0,
    ) -> "Twin":
        """A table in the middle of a game, where the auctioneer is about to sell; cards not named lie on the discard
        pile.
        """
        twin = cls(len(money), options, draw)
        twin.money = list(money)
        twin.stands = [[list(cards) for cards in stand] for stand in stands]
        twin.garbage = [list(cards) for cards in garbage]
        twin.deck = in_order(deck)
        twin.end_phase = "END" not in deck
        twin.auctioneer = auctioneer
        twin.discards = whole_deck(options)
        for card in (
            deck
            + [card for stand in stands for cards in stand for card in cards]
            + [card for can in garbage for card in can]
        ):
            twin.discards.remove(card)
        return twin

    # Who may act, and how

    def to_act(self) -> set[int]:
        """§2.2: only those whose step it is may act."""
        if self.step == "over":
            return set()
        if self.step == "sell":
            return {self.auctioneer}
        if self.step == "race":
            return self.to_be_asked()
        assert self.buyer is not None
        return {self.buyer}

    def entitled(self) -> set[int]:
        """§4.3, §4.4: who has the money, with four or five players not the auctioneer; an empty lot cannot be bought
        (§4.6).
        """
        if not self.lot:
            return set()
        seats = {seat for seat in range(self.seats) if self.money[seat] >= LOT_PRICE}
        if self.seats > 3:
            seats.discard(self.auctioneer)
        return seats

    def to_be_asked(self) -> set[int]:
        """§4.2, §4.4: each is asked once; an entitled auctioneer is asked when all the others have held."""
        left = self.entitled() - self.held
        if left == {self.auctioneer}:
            return left
        return left - {self.auctioneer}

    def legal(self, seat: int) -> set[str]:
        """§2.2: what belongs to one step cannot be done in another."""
        if seat not in self.to_act():
            return set()
        if self.step == "sell":
            return self.legal_sales(seat) | {"open"}  # §2.2
        if self.step == "race":
            return {"ring", "hold"}  # §4.2
        if self.step == "thief":
            return self.legal_steals(seat) | {"pass"}  # §5.2
        if self.step == "throw":
            return {"throw " + kind for kind in self.kinds_to_hold(seat)}  # §5.3
        if self.step == "lay":
            return self.legal_lays(seat)
        if self.step == "can":
            return {"scrap " + card for card in self.garbage[seat]} | {"done"}  # §5.8
        return self.legal_sales(seat) | {"done"}  # §5.9

    def legal_sales(self, seat: int) -> set[str]:
        """§3.1: any place that is not empty."""
        return {"sell " + PLACES[place] for place in range(3) if self.stands[seat][place]}

    def legal_steals(self, seat: int) -> set[str]:
        """§5.2, §7.10: the top card of any place of any other player, with the option of one's own too."""
        actions: set[str] = set()
        for victim in range(self.seats):
            if victim == seat and self.thief_own == "off":
                continue
            for place in range(3):
                if self.stands[victim][place]:
                    actions.add(f"steal {victim} {PLACES[place]}")
        return actions

    def kinds_to_hold(self, seat: int) -> set[str]:
        """§5.3: the kinds on the buyer's stand and in the catch together."""
        kinds = kinds_of(self.catch)
        for cards in self.stands[seat]:
            kinds |= kinds_of(cards)
        return kinds

    def cards_to_lay(self) -> list[str]:
        """§1.3, §5.7: every card of the catch that is no action card."""
        return [card for card in self.catch if card in FISH or card in OCTOPUS]

    def legal_lays(self, seat: int) -> set[str]:
        """§5.5: in an order of choice."""
        return {f"lay {card} {PLACES[place]}" for card in self.cards_to_lay() for place in self.places_for(seat, card)}

    def places_for(self, seat: int, card: str) -> list[int]:
        """§5.5, §5.6: a fish goes to its kind, or else to a place that is empty or has only octopus; an octopus goes
        anywhere.
        """
        stand = self.stands[seat]
        if card in OCTOPUS:
            return [0, 1, 2]
        own = [place for place in range(3) if kinds_of(stand[place]) == kinds_of([card])]
        if own:
            return own
        return [place for place in range(3) if not stand[place] or only_octopus(stand[place])]

    # Playing

    def play(self, seat: int, action: str) -> None:
        if action not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {action!r}")
        verb, *what = action.split(" ")
        if verb == "sell":
            self.sell(seat, PLACES.index(what[0]))
        elif verb == "open":
            self.turn_cards()  # §2.2, §4.1
        elif verb == "ring":
            self.buy_lot(seat)
        elif verb == "hold":
            self.hold(seat)
        else:
            self.play_catch(seat, verb, what)
        self.run_catch()

    def play_catch(self, seat: int, verb: str, what: list[str]) -> None:
        """§5: what only the buyer does."""
        if verb == "steal":
            self.steal(int(what[0]), PLACES.index(what[1]))
        elif verb == "throw":
            self.throw_kind(seat, what[0])
        elif verb == "lay":
            self.lay(seat, what[0], PLACES.index(what[1]))
        elif verb == "scrap":
            self.scrap(seat, what[0])
        elif verb == "pass":
            self.discard_thief()
        else:
            self.next_catch_step()  # §5.8, §5.9: done

    # Selling

    def sell(self, seat: int, place: int) -> None:
        """§3.1, §3.2: the place is sold whole, and what it was spoils for the others (§3.4, §3.5)."""
        cards = self.stands[seat][place]
        self.stands[seat][place] = []
        self.money[seat] += price(cards, PRICES)
        self.discards += cards
        for other in range(self.seats):
            if other == seat:
                continue
            if only_octopus(cards):
                self.spoil_octopus(other)
            for kind in kinds_of(cards):
                self.spoil_kind(other, kind)

    def spoil_kind(self, seat: int, kind: str) -> None:
        """§3.4: one card of the crate with that kind; in the ice tub nothing spoils."""
        for crate in CRATES:
            if has_kind(self.stands[seat][crate], kind):
                self.spoil_one_of(seat, [crate])
                return

    def spoil_octopus(self, seat: int) -> None:
        """§3.5: one card of the crates with nothing but octopus."""
        crates = [crate for crate in CRATES if only_octopus(self.stands[seat][crate])]
        if crates:
            self.spoil_one_of(seat, crates)

    def spoil_one_of(self, seat: int, crates: list[int]) -> None:
        """§3.4, §3.5, §7.9: one card of these crates goes on the garbage can."""
        stand = self.stands[seat]
        if self.spoils == "top":
            self.garbage[seat].append(stand[crates[0]].pop())  # §7.9
            return
        ranked: list[tuple[int, int, int, int]] = []
        for crate in crates:
            for index, card in enumerate(stand[crate]):
                # the highest, then nearest the top, then in the first crate
                ranked.append((-value(card), depth(stand[crate], index), crate, index))
        _, _, crate, index = min(ranked)
        self.garbage[seat].append(stand[crate].pop(index))

    # The auction

    def turn_cards(self) -> None:
        """§4.1, §4.5: cards are turned until somebody may ring, or the market closes."""
        self.held = set()
        self.step = "race"
        while True:
            self.turn_one()
            if self.step == "over" or self.to_be_asked():
                return

    def turn_one(self) -> None:
        """§1.4, §1.5: the end phase lies on the lowest 15 others; else any card that can come."""
        others = [card for card in self.deck if card not in ("END", "CLOSE")]
        if "END" in self.deck and len(others) == 15:
            self.deck.remove("END")
            self.discards.append("END")  # §4.6: laid aside
            self.end_phase = True  # §6.1
            return
        card = self.draw([*others, "CLOSE"] if len(others) <= 5 else others)
        self.deck.remove(card)
        if card == "CLOSE":
            self.discards.append(card)
            self.close_market()
        else:
            self.lot.append(card)

    def hold(self, seat: int) -> None:
        """§4.2, §4.5: if nobody rings the next card is turned."""
        self.held.add(seat)
        if not self.to_be_asked():
            self.turn_cards()

    def buy_lot(self, seat: int) -> None:
        """§4.7, §4.8: the price, and the commission for an auctioneer who is not the buyer."""
        self.money[seat] -= LOT_PRICE
        if seat != self.auctioneer:
            self.money[self.auctioneer] += len(self.lot)
        self.catch = self.lot
        self.lot = []
        self.held = set()
        self.buyer = seat
        self.begin_step(CATCH_STEPS[0])

    # The catch

    def begin_step(self, step: str) -> None:
        """§5.1; when the step of the canned fish begins they all go to the discard pile (§5.8)."""
        self.step = step
        if step == "can":
            cans = [card for card in self.catch if card == "CAN"]
            self.catch = [card for card in self.catch if card != "CAN"]
            self.discards += cans
            self.takes_left = 2 * len(cans)

    def next_catch_step(self) -> None:
        """§5.1: in this order; after the last the next auctioneer's turn begins (§2.1, §2.2)."""
        self.takes_left = 0
        if self.step == CATCH_STEPS[-1]:
            self.buyer = None
            self.auctioneer = (self.auctioneer + 1) % self.seats
            self.step = "sell"
        else:
            self.begin_step(CATCH_STEPS[CATCH_STEPS.index(self.step) + 1])

    def run_catch(self) -> None:
        """§5.1: steps with nothing to decide are left out."""
        while self.step in CATCH_STEPS and self.nothing_to_decide():
            if self.step == "thief":
                while "THIEF" in self.catch:
                    self.discard_thief()  # §5.2: there is no card that could be stolen
            self.next_catch_step()

    def nothing_to_decide(self) -> bool:
        assert self.buyer is not None
        if self.step == "thief":
            return "THIEF" not in self.catch or not self.legal_steals(self.buyer)  # §5.2
        if self.step == "throw":
            return len(self.kinds_to_hold(self.buyer)) <= 3  # §5.3
        if self.step == "lay":
            return not self.cards_to_lay()  # §5.7
        if self.step == "can":
            return self.takes_left == 0 or not self.garbage[self.buyer]  # §5.8
        return not self.end_phase or not any(self.stands[self.buyer])  # §5.9

    def discard_thief(self) -> None:
        """§5.2: the thief goes to the discard pile, used or not."""
        self.catch.remove("THIEF")
        self.discards.append("THIEF")

    def steal(self, victim: int, place: int) -> None:
        """§5.2: the stolen card joins the catch."""
        self.discard_thief()
        self.catch.append(self.stands[victim][place].pop())

    def throw_kind(self, seat: int, kind: str) -> None:
        """§5.4: the whole place of that kind, and all its cards in the catch."""
        for place in range(3):
            if has_kind(self.stands[seat][place], kind):
                self.garbage[seat] += self.stands[seat][place]
                self.stands[seat][place] = []
        self.garbage[seat] += [card for card in self.catch if has_kind([card], kind)]
        self.catch = [card for card in self.catch if not has_kind([card], kind)]

    def lay(self, seat: int, card: str, place: int) -> None:
        """§5.5, §5.6: the card becomes the top of the place."""
        self.catch.remove(card)
        self.stands[seat][place].append(card)

    def scrap(self, seat: int, card: str) -> None:
        """§5.8: a card goes off the garbage can onto the discard pile."""
        self.garbage[seat].remove(card)
        self.discards.append(card)
        self.takes_left -= 1

    # The end

    def close_market(self) -> None:
        """§6.2-§6.4: the lot is lost, every place is sold at half price, and every fish on the garbage can costs €1."""
        self.step = "over"
        self.discards += self.lot
        self.lot = []
        for seat in range(self.seats):
            for place in range(3):
                self.money[seat] += price(self.stands[seat][place], HALF_PRICES)
                self.discards += self.stands[seat][place]
                self.stands[seat][place] = []
            self.money[seat] -= fish_count(self.garbage[seat])

    def points(self, seat: int) -> int:
        """§6.5: a player's result is their money."""
        return self.money[seat]

    def place(self, seat: int) -> int:
        """§6.5: equal amounts share the place."""
        return 1 + len([money for money in self.money if money > self.money[seat]])

    def snapshot(self) -> dict[str, object]:
        return {
            "money": list(self.money),
            "stands": [[list(cards) for cards in stand] for stand in self.stands],
            "garbage": [in_order(cards) for cards in self.garbage],
            "lot": in_order(self.lot),
            "catch": in_order(self.catch),
            "discards": in_order(self.discards),
            "deck": in_order(self.deck),
            "auctioneer": self.auctioneer,
            "buyer": self.buyer,
            "end_phase": self.end_phase,
            "takes_left": self.takes_left,
        }
