"""The slow twin of Dead-Cat Bounce, written only from RULES.md; § marks the clause a piece of code follows."""

from collections.abc import Callable, Mapping

from twins.dead_cat_melds import (
    JOKERS,
    SINGLE_RANKS,
    SUITS,
    bonuses,
    bridged,
    dividend,
    extended,
    in_order,
    is_royal,
    is_run,
    is_single,
    largest,
    legal_cuts,
    pieces,
    price,
    to_draw_from,
)
from twins.dead_cat_table import Offer, Table


class Twin(Table):
    def __init__(self, seats: int, options: Mapping[str, int | str], draw: Callable[[list[str]], str]) -> None:
        super().__init__(seats, options)
        self.draw = draw
        for _ in range(2):  # §1.4
            for seat in range(seats):
                self.hands[seat].append(self.draw_card())
        for _ in range(3):
            self.flop.append(self.draw_card())

    @classmethod
    def at(
        cls,
        options: Mapping[str, int | str],
        purses: list[int],
        hands: list[list[str]],
        melds: list[dict[str, str]],
        flop: list[str],
        stack: list[str],
        face_up: list[str] | None = None,
        turn: int = 0,
        tokens: list[dict[str, int]] | None = None,
        blocked: list[list[str]] | None = None,
        known: list[list[str]] | None = None,
        sold: list[list[str]] | None = None,
        draw: Callable[[list[str]], str] = lambda cards: cards[0],
    ) -> "Twin":
        """A table in the middle of a game, in the trade step of `turn`; nothing was acquired, taken up or proposed in
        it yet.
        """
        twin = cls(len(purses), options, lambda cards: cards[0])
        twin.draw = draw
        nothing: list[list[str]] = [[] for _ in purses]
        twin.purses = list(purses)
        twin.hands = [list(hand) for hand in hands]
        twin.known = [list(cards) for cards in known or nothing]
        twin.melds = [{letter: text.split(" ") for letter, text in table.items()} for table in melds]
        twin.tokens = [dict(on) for on in tokens] if tokens else [{} for _ in purses]
        twin.blocked = [set(letters) for letters in blocked or nothing]
        twin.flop = list(flop)
        twin.stack = list(stack)
        twin.face_up = list(face_up or [])
        twin.sold = [list(cards) for cards in sold or nothing]
        twin.turn = turn
        return twin

    # Playing

    def play(self, seat: int, action: str) -> None:
        if action not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {action!r}")
        verb, *what = action.split(" ")
        if self.offer is not None:
            self.play_offer(self.offer, verb, what)
        elif self.at_work is not None:
            self.play_work(seat, self.at_work, verb, what[0])
        elif verb in ("buy", "look", "put", "sell", "sell_shown"):
            self.play_market(seat, verb, what)
        elif verb in ("single", "begin", "at"):
            self.play_laying(seat, verb, what[0])
        else:
            self.play_other(seat, verb, what)
        self.stop_at_royal_flush()
        if self.step == "tax" and self.offer is None and self.options["may_hide"] == "off":
            self.step = "lay"  # §10.1: the same holds again, before the tax is counted
        if self.step == "lay" and self.offer is None and self.at_work is None and not self.legal_laying(self.turn):
            self.step = "tax"  # §10.1: until no more can be laid

    def play_other(self, seat: int, verb: str, what: list[str]) -> None:
        if verb == "takeover":
            self.take_over(seat, int(what[0]), what[1])
        elif verb == "steal":
            self.steal(seat, int(what[0]), what[1])
        elif verb == "propose":
            self.offers[int(what[0])] += 1  # §7.1: one that is begun counts
            self.offer = Offer(seat, int(what[0]))
        elif verb == "protect":
            self.purses[seat] -= 1  # §8.1
            self.tokens[seat][what[0]] = self.tokens[seat].get(what[0], 0) + 1
        elif verb == "block":
            self.out_of_hand(seat, "block")  # §12.4
            self.blocked[seat].add(what[0])
        elif verb == "discard":
            self.discard(seat, int(what[0]) - 1)
        elif verb == "leave":
            self.leave_to_bank(seat)
        elif verb == "next":
            self.next_step(seat)
        else:
            self.purses[seat] -= len(self.hands[seat])  # §10.2: pay
            self.end_turn()

    # Steps and turns

    def next_step(self, seat: int) -> None:
        """§2.2: steps with nothing to decide are left out."""
        if self.step == "trade":
            self.step = "protect"
            if (self.purses[seat] > 0 or "block" in self.hands[seat]) and not all(
                is_single(meld) for meld in self.melds[seat].values()
            ):
                return
        if self.step == "protect":
            self.step = "discard"
            if len(self.flop) == 3:
                return
        self.step = "tax" if self.options["may_hide"] == "on" else "lay"  # §10.1, §12.6

    def end_turn(self) -> None:
        """§2.1, §11.1."""
        if self.last_turns > 0:
            self.last_turns -= 1
        if self.last_turns == 0:
            self.step = "over"
            self.ending = "last_turns"
            return
        self.turn = (self.turn + 1) % self.seats
        self.acquired = []
        self.taken_up = 0
        self.offers = [0] * self.seats
        self.step = "trade"
        self.housekeeping(self.turn)

    def housekeeping(self, seat: int) -> None:
        self.clear_protection(seat)  # §3.1
        while len(self.flop) < 3 and self.stack:
            self.flop.append(self.draw_card())  # §3.2
        self.collect(seat)

    def clear_protection(self, seat: int) -> None:
        """§3.1: the tokens to the bank, block jokers to the discard pile."""
        self.tokens[seat] = {}
        self.face_up += ["block"] * len(self.blocked[seat])
        self.blocked[seat] = set()

    def collect(self, seat: int) -> None:
        """§3.3, §3.4."""
        self.purses[seat] += sum(dividend(meld, self.mixed) for meld in self.melds[seat].values())
        self.purses[seat] += bonuses([list(table.values()) for table in self.melds], seat)

    def draw_card(self) -> str:
        """§1.5; §11.1: what all know to be there, otherwise what sellers know; and the reshuffle, once."""
        card = self.draw(to_draw_from(self.stack))
        self.stack.remove(card)
        if card in self.stack_seen:
            self.stack_seen.remove(card)
        else:
            for cards in self.remembered:
                if card in cards:
                    cards.remove(card)
        if not self.stack and self.last_turns == -1:
            self.reshuffle()
        return card

    def reshuffle(self) -> None:
        """§11.1: this turn, and one for everyone."""
        self.last_turns = self.seats + 1
        self.stack = self.face_up + [card for cards in self.sold for card in cards]
        self.stack_seen = self.face_up
        self.remembered = self.sold
        self.face_up = []
        self.sold = [[] for _ in range(self.seats)]

    def stop_at_royal_flush(self) -> None:
        """§5.12, §11.2."""
        owners = [seat for seat in range(self.seats) if any(is_royal(meld) for meld in self.melds[seat].values())]
        if not owners or self.step == "over":
            return
        self.step = "over"
        self.ending = "royal_flush"
        for seat in range(self.seats):
            if seat not in owners:
                self.clear_protection(seat)
                self.collect(seat)

    # The market

    def play_market(self, seat: int, verb: str, what: list[str]) -> None:
        if verb == "buy":
            card = self.flop.pop(int(what[0]) - 1)  # §1.6, §4.1
            self.purses[seat] -= price(card)
            self.into_hand(seat, [card])
            self.acquired.append(card)  # §4.5
        elif verb == "look":
            self.purses[seat] -= 1  # §4.2
            self.flop.append(self.draw_card())
        elif verb == "put":
            self.put_back(seat, what[0])
        else:
            self.sell(seat, what[0], verb == "sell_shown")

    def put_back(self, seat: int, card: str) -> None:
        """§4.3: from the hand, if there is none from the table."""
        self.flop.append(card)
        self.purses[seat] += price(card) - 1
        self.no_longer_acquired(card)
        if card in self.hands[seat]:
            self.out_of_hand(seat, card)
        else:
            self.off_the_table(seat, [card])

    def sell(self, seat: int, card: str, shown: bool) -> None:
        """§4.4: the bank pays 1; §1.7: after a sale from the hand nothing in it is known."""
        self.purses[seat] += 1
        if shown:
            self.face_up.append(card)
            self.off_the_table(seat, [card])
        else:
            self.hands[seat].remove(card)
            self.known[seat] = []
            self.sold[seat].append(card)

    def discard(self, seat: int, index: int) -> None:
        """§9.1."""
        card = self.flop.pop(index)
        self.purses[seat] -= price(card) - 1
        self.face_up.append(card)
        self.next_step(seat)

    def leave_to_bank(self, seat: int) -> None:
        """§9.2: a joker below the 2, then 2, jack, queen, king, ace; of equal ones the one nearest the discard pile."""
        order = [-1 if card in JOKERS else SINGLE_RANKS.index(card[0]) for card in self.flop]
        self.face_up.append(self.flop.pop(order.index(min(order))))
        self.next_step(seat)

    # Melds

    def play_laying(self, seat: int, verb: str, what: str) -> None:
        if verb == "at":
            self.at_work = what  # §5.7
            return
        letter = self.free_letter(seat)
        assert letter is not None
        self.out_of_hand(seat, what)
        self.melds[seat][letter] = [what]  # §5.5, §5.6
        if verb == "begin":
            self.at_work = letter
            self.just_begun = True

    def play_work(self, seat: int, letter: str, verb: str, what: str) -> None:
        """§5.8-§5.10, §12.7: at once one thing is done."""
        meld = self.melds[seat][letter]
        self.at_work = None
        self.just_begun = False
        if verb in ("extend", "bridge"):
            grown = extended(meld, what, self.mixed) if verb == "extend" else bridged(meld, what, self.mixed)
            assert grown is not None
            self.melds[seat][letter] = grown
            self.out_of_hand(seat, what)
            if verb == "bridge":
                self.out_of_hand(seat, "wild")
        elif verb == "take":
            self.taken_up += 1  # §5.9
            self.into_hand(seat, [what])
            self.settle_singles(
                seat, self.break_up(seat, letter, {meld.index(what)})
            )  # §1.2: of equal jokers the lowest
        else:
            index = legal_cuts(meld)[what]
            self.share_letters(seat, letter, [meld[:index], meld[index:]])  # §5.10

    def off_the_table(self, seat: int, cards: list[str]) -> None:
        """§5.11: these cards leave the table at once."""
        self.settle_singles(seat, self.take_off(seat, cards))

    def take_off(self, seat: int, cards: list[str]) -> list[str]:
        """§1.2, §7.6: from the first meld by letter, of equal jokers the lowest; then the melds in the order of
        letters.
        """
        gone: dict[str, set[int]] = {}
        for card in cards:
            letter, index = next(
                (letter, index)
                for letter in sorted(self.melds[seat])
                for index, other in enumerate(self.melds[seat][letter])
                if other == card and index not in gone.get(letter, set())
            )
            gone.setdefault(letter, set()).add(index)
        emptied = [letter for letter in gone if len(gone[letter]) == len(self.melds[seat][letter])]
        for letter in emptied:  # a meld without cards is none, and its letter is free
            self.share_letters(seat, letter, [])
        touched: list[str] = []
        for letter in sorted(set(gone) - set(emptied)):
            touched += self.break_up(seat, letter, gone[letter])
        return touched

    def break_up(self, seat: int, letter: str, gone: set[int]) -> list[str]:
        """§5.11: the letters of what is left; single cards are not looked at yet."""
        meld = self.melds[seat][letter]
        if is_run(meld):
            left, jokers = pieces(meld, gone)
            self.into_hand(seat, jokers)
        else:
            rest = [card for index, card in enumerate(meld) if index not in gone]
            left = [rest] if rest else []  # §5.11: of a set
        return self.share_letters(seat, letter, left)

    def share_letters(self, seat: int, letter: str, left: list[list[str]]) -> list[str]:
        """§5.11: the largest keeps the letter, the others from the lowest to the highest take the first free ones;
        §7.7.
        """
        keeps = left.pop(largest(left)) if left else []
        self.melds[seat][letter] = keeps
        if len(keeps) < 2:
            self.unprotect(seat, letter)
        if not keeps:
            del self.melds[seat][letter]
            return []
        letters = [letter]
        for piece in left:
            free = self.free_letter(seat)
            if free is None:
                self.into_hand(seat, piece)
            else:
                self.melds[seat][free] = piece
                letters.append(free)
        return letters

    def unprotect(self, seat: int, letter: str) -> None:
        """§7.7: the tokens go to the bank and the joker to the discard pile."""
        self.tokens[seat].pop(letter, None)
        if letter in self.blocked[seat]:
            self.blocked[seat].remove(letter)
            self.face_up.append("block")
            if seat == self.turn:
                self.no_longer_acquired("block")  # §4.5: used up

    def settle_singles(self, seat: int, letters: list[str]) -> None:
        """§5.11: which of the new single cards stay: clubs, diamonds, hearts, spades, then the first letter."""
        table = self.melds[seat]
        new = sorted((SUITS.index(table[letter][0][1]), letter) for letter in letters if is_single(table[letter]))
        cards = [(letter, table.pop(letter)) for _, letter in new]
        for letter, card in cards:
            if self.may_be_single(seat, card[0]):
                table[letter] = card
            else:
                self.into_hand(seat, card)

    # Takeovers and thieves

    def take_over(self, seat: int, owner: int, letter: str) -> None:
        """§6.2, §6.3."""
        cost = self.takeover_price(owner, letter)
        self.purses[seat] -= cost
        self.purses[owner] += cost
        self.tokens[owner].pop(letter, None)
        meld = self.melds[owner].pop(letter)
        self.acquired += meld  # §4.5
        if is_single(meld) and not self.may_be_single(seat, meld[0]):
            self.into_hand(seat, meld)
            return
        free = self.free_letter(seat)
        assert free is not None
        self.melds[seat][free] = meld

    def steal(self, seat: int, owner: int, card: str) -> None:
        """§12.8: from the first run that has the card inside (§1.2)."""
        runs = [meld for _, meld in sorted(self.melds[owner].items()) if is_run(meld)]
        meld = next(run for run in runs if card in run[1:-1])
        meld[meld.index(card)] = "thief"
        self.out_of_hand(seat, "thief")
        self.no_longer_acquired("thief")  # §4.5: used up
        self.into_hand(seat, [card])

    # Trades

    def play_offer(self, offer: Offer, verb: str, what: list[str]) -> None:
        if verb == "give":
            offer.give.append(what[0])
        elif verb == "give_shown":
            offer.give_shown.append(what[0])
        elif verb == "want":
            offer.want.append(what[0])
        elif verb == "want_any":
            offer.want_any += 1
        elif verb == "bid":
            offer.tokens += int(what[0])
        elif verb == "ask":
            offer.tokens -= int(what[0])
        elif verb == "send":
            offer.stage = "answer"
        elif verb in ("cancel", "decline"):
            self.offer = None  # §7.3, §7.4
        elif verb == "counter":
            self.offer = Offer(offer.to, offer.by, offer)  # §7.4
        else:
            self.accept(offer, what)

    def accept(self, offer: Offer, what: list[str]) -> None:
        """§7.5: accept, or choose."""
        offer.stage = "choose"
        offer.chosen += what
        if len(offer.chosen) == offer.want_any:
            self.offer = None
            self.carry_out(offer)

    def carry_out(self, offer: Offer) -> None:
        """§7.6: everything changes hands at once."""
        by, to = offer.by, offer.to
        of_hand, of_table, _ = self.would_give(offer)[to]
        for card in offer.give:
            self.out_of_hand(by, card)
        for card in of_hand + offer.chosen:
            self.out_of_hand(to, card)
        self.purses[by] -= offer.tokens
        self.purses[to] += offer.tokens
        given, got = offer.give + offer.give_shown, offer.want + offer.chosen
        self.into_hand(to, given)
        self.into_hand(by, got)
        if by == self.turn:
            self.note_acquired(given, got, offer.tokens)
        else:
            self.note_acquired(got, given, -offer.tokens)
        by_letters = self.take_off(by, offer.give_shown)
        to_letters = self.take_off(to, of_table)
        self.settle_singles(by, by_letters)
        self.settle_singles(to, to_letters)

    def note_acquired(self, given: list[str], got: list[str], paid: int) -> None:
        """§4.5: seen from the player whose turn it is."""
        for card in given:
            self.no_longer_acquired(card)
        if paid > 0:
            self.acquired += got

    # The end

    def points(self, seat: int) -> int:
        """§11.3, §12.3."""
        short = self.options["short_suits"] == "on"
        total = self.purses[seat] - 2 * len(self.hands[seat])
        for meld in self.melds[seat].values():
            total += sum(2 if short and card not in JOKERS and card[1] in "HS" else 1 for card in meld)
            if is_royal(meld):
                total += 50 if short and meld[-1][1] in "HS" else 10
        return total

    def place(self, seat: int) -> int:
        """§11.4."""
        return 1 + len([other for other in range(self.seats) if self.points(other) > self.points(seat)])

    def snapshot(self) -> dict[str, object]:
        return {
            "purses": list(self.purses),
            "hands": [in_order(cards) for cards in self.hands],
            "known": [in_order(cards) for cards in self.known],
            "flop": list(self.flop),
            "stack": in_order(self.stack),
            "face_up": in_order(self.face_up),
            "sold": [in_order(cards) for cards in self.sold],
            "stack_seen": in_order(self.stack_seen),
            "remembered": [in_order(cards) for cards in self.remembered],
            "melds": [{letter: " ".join(table[letter]) for letter in sorted(table)} for table in self.melds],
            "tokens": [dict(sorted(on.items())) for on in self.tokens],
            "blocked": [sorted(letters) for letters in self.blocked],
            "turn": self.turn,
            "acquired": in_order(self.acquired),
            "taken_up": self.taken_up,
            "offers": list(self.offers),
            "last_turns": self.last_turns,
            "offer": self.offer_snapshot(),
            "ending": self.ending,
        }

    def offer_snapshot(self) -> dict[str, object] | None:
        if self.offer is None:
            return None
        first = self.offer.first
        return {
            "by": self.offer.by,
            "to": self.offer.to,
            "chosen": in_order(self.offer.chosen),
            **what_is_in(self.offer),
            "for_tax": self.step == "tax",
            "first": what_is_in(first) if first else None,
        }


def what_is_in(offer: Offer) -> dict[str, object]:
    return {
        "give": in_order(offer.give),
        "give_shown": in_order(offer.give_shown),
        "want": in_order(offer.want),
        "want_any": offer.want_any,
        "tokens": offer.tokens,
    }
