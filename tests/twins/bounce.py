"""The slow twin of Bounce: a second, obvious implementation written from RULES.md alone."""

from collections.abc import Callable, Mapping


class Token:
    """One player's token and jump arrow."""

    def __init__(self, seat: int) -> None:
        """A token begins off the board with its arrow at 0 (§1.3, §1.4)."""
        self.seat = seat
        self.where = "off"  # "off", "board", "landed" or "sick"
        self.space = 0
        self.facing = "up"
        self.arrow = 0

    def text(self) -> str:
        """Write the token's state as the Notation section does."""
        if self.where != "board":
            return self.where
        return f"{self.space}{'↑' if self.facing == 'up' else '↓'}"


class Twin:
    """One game of Bounce."""

    def __init__(self, seats: int, options: Mapping[str, int | str], below: Callable[[int], int]) -> None:
        """Set the table; the options are those of §6 and seat 0 begins (§2.1)."""
        self.jumps = int(options["jumps"])
        self.two_dice = int(options["two_dice"])
        self.one_die = int(options["one_die"])
        self.spaces = int(options["spaces"])
        self.finish = str(options["finish"])
        self.below = below
        self.tokens = [Token(seat) for seat in range(seats)]
        self.turn = 0
        self.landed: list[int] = []  # seats, the first to land first
        self.sick: list[int] = []  # seats, the first to be sick first
        self.bumped: list[int] = []  # seats bumped in this turn, in the order of their bumps
        self.moved_by: set[tuple[int, int]] = set()  # who was bumped or turned back in this turn, and by whom

    def to_act(self) -> set[int]:
        """Only the seat whose turn it is may act (§2.1)."""
        return set() if self.over() else {self.turn}

    def legal(self, seat: int) -> set[str]:
        """A player may roll (§2.2) and sometimes faceplant instead (§2.5)."""
        if seat not in self.to_act():
            return set()
        token = self.tokens[seat]
        low = token.where == "board" and token.facing == "down" and token.space in (2, 3)
        if low and token.arrow == self.jumps - 1:
            return {"roll", "faceplant"}
        return {"roll"}

    def play(self, seat: int, action: str) -> None:
        """Play one whole turn: move, meet others, slow down, pass the turn on."""
        token = self.tokens[seat]
        landed_before = len(self.landed)
        self.bumped = []
        self.moved_by = set()
        if action == "faceplant":
            pips = self.below(2) + 1  # §2.5
        else:
            pips = sum(self.below(6) + 1 for _ in range(self.dice(token)))  # §2.2
        for _ in range(pips):
            if token.where != "sick":  # §3.2: the rest of the roll is ignored
                self.pip(token)
        if token.where == "board":
            self.arrive(token)
        self.order_landings(seat, landed_before)
        if not self.over():
            self.slow_down(token)
            self.pass_turn()

    def points(self, seat: int) -> int:
        """A player who has landed has 1 point, everyone else 0 (§5.4)."""
        return 1 if seat in self.landed else 0

    def place(self, seat: int) -> int:
        """Rank the landed in order, then those jumping together, then the sick, the last one first (§5.3, §6.5)."""
        if seat in self.landed:
            return self.landed.index(seat) + 1
        next_place = max(len(self.landed), 1) + 1  # §5.2: first place stays empty if nobody has landed
        jumping = self.jumping()
        if seat in jumping:
            return next_place
        later_sick = self.sick[self.sick.index(seat) + 1 :]
        return next_place + len(jumping) + len(later_sick)

    def snapshot(self) -> dict[str, object]:
        """Show every token and every arrow."""
        return {
            "tokens": [token.text() for token in self.tokens],
            "arrows": [token.arrow for token in self.tokens],
        }

    def jumping(self) -> list[int]:
        """List the seats that have neither landed nor are sick (§2.1)."""
        return [token.seat for token in self.tokens if token.where in ("off", "board")]

    def over(self) -> bool:
        """The game ends with the first landing (§5.1), unless `finish` is `all` (§6.5), or with nobody jumping
        (§5.2).
        """
        if self.finish == "first" and self.landed:
            return True
        return not self.jumping()

    def dice(self, token: Token) -> int:
        """The arrow decides how many dice are rolled (§2.3)."""
        if token.arrow >= self.one_die:
            return 1
        if token.arrow >= self.two_dice:
            return 2
        return 3

    def pip(self, token: Token) -> None:
        """Move a token on by one state (§1.1, §1.2)."""
        if token.where == "off":  # §1.3, §1.4
            token.where = "board"
            token.space = 1
            token.facing = "up"
            token.arrow = 1
        elif token.facing == "up" and token.space < self.spaces:
            token.space += 1
        elif token.facing == "up":
            token.facing = "down"
        elif token.space > 1:
            token.space -= 1
        else:  # §1.4: a turn on the trampoline moves the arrow
            token.facing = "up"
            token.arrow += 1
            if token.arrow == self.jumps:  # §3.2
                token.where = "sick"
                self.sick.append(token.seat)

    def arrive(self, mover: Token) -> None:
        """Settle everything that follows from a token having come to its present state as a mover (§4.1, §4.8)."""
        if mover.space == 1 and mover.facing == "down":  # §3.1, §4.7: it lands and bumps nobody
            mover.where = "landed"
            self.landed.append(mover.seat)
            return
        state = mover.text()
        for other in self.clockwise_from(mover):
            if self.over() or mover.text() != state:  # §5.1; §4.10: the mover has left
                return
            if not self.meets(mover, other):
                continue
            if mover.facing == "up" and other.facing == "down":  # §4.4
                self.moved_by.add((mover.seat, other.seat))
                self.one_lower(mover)
                self.arrive(mover)
            else:
                self.bump(mover, other)

    def clockwise_from(self, mover: Token) -> list[Token]:
        """List all other tokens, the next one clockwise from the mover first (§4.10)."""
        return self.tokens[mover.seat + 1 :] + self.tokens[: mover.seat]

    def meets(self, mover: Token, other: Token) -> bool:
        """Tokens on the same space meet (§4.1), but nobody meets one already bumped (§4.9) or the one that moved it
        (§4.8).
        """
        if other.seat in self.bumped or (mover.seat, other.seat) in self.moved_by:
            return False
        return other.where == "board" and other.space == mover.space

    def bump(self, mover: Token, other: Token) -> None:
        """Bump a token, which then acts as a mover itself (§4.8)."""
        self.bumped.append(other.seat)
        self.moved_by.add((other.seat, mover.seat))
        if mover.facing == "down":  # §4.5, §4.6
            self.one_lower(other)
        elif other.space < self.spaces:  # §4.3
            other.space += 1
        else:  # §4.3 on the top space
            other.facing = "down"
        self.arrive(other)

    def one_lower(self, token: Token) -> None:
        """Put a token one space lower, facing down (§4.4, §4.5, §4.6)."""
        token.space -= 1
        token.facing = "down"

    def order_landings(self, seat: int, landed_before: int) -> None:
        """Of those who landed in one turn the mover comes first, then the others in the order of their bumps (§6.5)."""
        others = [other for other in self.bumped if other != seat]
        self.landed[landed_before:] = [s for s in [seat, *others] if s in self.landed[landed_before:]]

    def slow_down(self, token: Token) -> None:
        """Turn the token whose turn it was to face down, unless it stands on space 1 or was bumped (§2.4, §4.11)."""
        if token.where != "board" or token.seat in self.bumped:
            return
        if token.arrow >= self.one_die and token.space != 1:
            token.facing = "down"

    def pass_turn(self) -> None:
        """Pass the turn clockwise to the next player still jumping (§2.1)."""
        self.turn = (self.turn + 1) % len(self.tokens)
        while self.turn not in self.jumping():
            self.turn = (self.turn + 1) % len(self.tokens)
