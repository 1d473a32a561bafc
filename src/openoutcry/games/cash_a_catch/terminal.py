"""Cash-a-Catch in the terminal: everyone's stand with what its places would bring, the lot or the catch by kind, and
the deck.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from openoutcry.engine.rows import Below, Block, BoardWords, Column, Either, Line, Rows, Seen, Styled, marked
from openoutcry.games.cash_a_catch import GAME
from openoutcry.games.cash_a_catch.state import FISH, KINDS, NO_KIND, PLACES_OF_STAND

QUIET = ("hold",)
"""What is no news: a card that somebody lets pass."""
STYLES = {"E": "green", "S": "bright_blue", "F": "yellow", "C": "red", "T": "cyan", "L": "magenta", "O": "bold"}
LETTERS, OCTOPUS = dict(zip([*KINDS, "octopus"], "ESFCTLO", strict=True)), "O"
THIEF, CAN = "THIEF", "CAN"
NAMES = {words["names"]["card"][card].partition(" ")[2]: card[0] for words in GAME.words.values() for card in FISH}
FISH_IN_WORDS = re.compile(rf"\b(?:\d+ )?({'|'.join(sorted(NAMES, key=len, reverse=True))})\b")
NONE = Styled("·", "dim")


def board(seen: Seen) -> Block:
    """The stands; below them, so that no screen is too low for it, what is for sale or was bought, and how far the game
    is.
    """
    state = seen.state
    blocks: list[Block] = [_stands(seen)]
    if any(cards for stand in state["stands"] for cards in stand):
        blocks.append(Styled(seen.words.label("order"), "dim"))
    if seen.to_act:
        blocks.append("")
        for pile in ("lot", "catch"):
            if state[pile]:
                blocks += _pile(seen, pile)
        blocks.append(_step(seen))
    return Below(blocks)


def coloured(sentence: str) -> Line:
    """A sentence with its fish in their colours."""
    return marked(sentence, FISH_IN_WORDS, lambda found: Styled(found[0], STYLES[NAMES[found[1]]]))


def euros(amount: int, words: BoardWords) -> str:
    """An amount of money: €15 or 15 €."""
    return ("-" if amount < 0 else "") + words.label("euros", amount=str(abs(amount)))


def _kind_in(seen: Seen, seat: int, place: str) -> str:
    """The letter of the kind of a place."""
    kind = seen.fact("kind_in", seat, place)
    return OCTOPUS if kind == NO_KIND else LETTERS[KINDS[kind]]


def _counted(fish: int, kind: str, words: BoardWords) -> str:
    """So many fish with the name of their kind: 7 eels."""
    return words.name("card", f"{kind}1") if fish == 1 else f"{fish} {_kind_name(kind, words)}"


def _kind_name(letter: str, words: BoardWords) -> str:
    """What several fish of a kind are called."""
    return words.name("card", f"{letter}2").partition(" ")[2]


def _stands(seen: Seen) -> Rows:
    """A row per player: the role under the name, and in each place the fish with their price, and the cards under
    them.
    """
    state, words, rows = seen.state, seen.words, list[list[Line]]()
    for seat in range(len(seen.players)):
        role = next((role for role in ("buyer", "auctioneer") if seen.to_act and state[role] == seat), None)
        under = Styled("\n" + words.label(f"is_{role}"), "italic") if role else ""
        places = [_place(seen, seat, place) for place in PLACES_OF_STAND]
        rows.append([[seen.player(seat), under], euros(state["money"][seat], words), *places, _garbage(seen, seat)])
    columns = [
        Column(least=9, wraps=False),
        Column(words.field("money"), "right", wraps=False),
        *(Column(words.label(place), least=16) for place in PLACES_OF_STAND),
        Column(words.field("garbage"), "right", wraps=False),
    ]
    return Rows(columns, rows, is_ruled=True)


def _garbage(seen: Seen, seat: int) -> Line:
    """What a garbage can will cost, or has cost."""
    cost = seen.fact("fish_on_garbage", seat)
    if not cost:
        return NONE
    return euros(-cost, seen.words) if seen.to_act else seen.words.label("paid", money=euros(cost, seen.words))


def _place(seen: Seen, seat: int, place: str) -> Line:
    cards = seen.state["stands"][seat][PLACES_OF_STAND.number(place)]
    if not cards:
        return NONE
    kind, price = _kind_in(seen, seat, place), euros(seen.fact("price_in", seat, place), seen.words)
    fish = Styled(_counted(seen.fact("fish_in", seat, place), kind, seen.words), STYLES[kind])
    shown = (f"*{card[1]}" if card[0] == OCTOPUS else card[1] for card in cards)
    return [fish, f" {price}\n", Styled(" ".join(shown), "dim")]


def _pile(seen: Seen, pile: str) -> Iterator[Block]:
    """The lot, or what is still to be laid out of it: by kind its cards, how many fish they are, what these bring, and
    what with yours.
    """
    state, words, cards = seen.state, seen.words, Counter(seen.state[pile])
    owner = seen.seat if pile == "lot" or state["buyer"] == seen.seat else None
    has_own = owner is not None and any(state["stands"][owner])
    new = state["turned"][0] if pile == "lot" else ""
    labels = [words.label(label) for label in ("cards", "fish", "price", *(["with_yours"] if has_own else []))]
    head = Styled(words.label(pile, count=str(state[f"{pile}_size"])), "bold")
    kinds: dict[str, list[Line]] = {
        kind: [
            Styled(_kind_name(letter, words), STYLES[letter]),
            *_column(seen, kind, cards, new, owner)[: len(labels)],
        ]
        for kind, letter in LETTERS.items()
    }
    yield Either(_across(head, labels, [*kinds.values()]), _down(head, labels, [*kinds.values()]))
    if remarks := " ".join(_remarks(seen, cards, pile)):
        yield remarks


def _across(head: Line, labels: Sequence[str], kinds: Sequence[Sequence[Line]]) -> Rows:
    """A column per kind."""
    columns = [Column(head, least=10, wraps=False), *(Column(name, "right", least=6) for name, *_ in kinds)]
    return Rows(columns, [[label, *(kind[row] for kind in kinds)] for row, label in enumerate(labels, start=1)], gap=1)


def _down(head: Line, labels: Sequence[str], kinds: Sequence[Sequence[Line]]) -> Rows:
    """A row per kind, where there is no room for all of them side by side."""
    return Rows([Column(head), *map(Column, labels)], kinds)


def _column(seen: Seen, kind: str, cards: Counter[str], new: str, owner: int | None) -> list[Line]:
    """Of a kind: the cards, the one just turned with a plus, the fish, their price, and both with those on your
    stand.
    """
    fish = seen.fact("fish_offered", kind)
    together = 0 if owner is None else seen.fact("fish_together", owner, kind)
    lying = _of_kind(LETTERS[kind], cards)
    if new in lying:
        lying.remove(new)
        lying.append(f"+{new[1]}")
    shown = [
        " ".join(card[-1] if card in FISH else card for card in lying),
        str(fish or ""),
        _price(seen, fish) if fish else "",
        f"{together}: {_price(seen, together)}" if together else "",
    ]
    return [cell or NONE for cell in shown]


def _price(seen: Seen, fish: int) -> str:
    return euros(seen.fact("price", fish), seen.words)


def _of_kind(letter: str, cards: Counter[str]) -> list[str]:
    """The cards of a kind, or octopus, lowest first."""
    return sorted(card for card in cards.elements() if card in FISH and card[0] == letter)


def _remarks(seen: Seen, cards: Counter[str], pile: str) -> Iterator[str]:
    """The action cards, and what the fish of a lot would bring to somebody who has none."""
    words = seen.words
    actions = [
        words.name("card", card) + (f" (×{cards[card]})" if cards[card] > 1 else "")
        for card in (THIEF, CAN)
        if cards[card]
    ]
    if actions:
        yield words.label("actions", cards=", ".join(actions))
    if pile == "lot":
        yield words.label("worth", money=euros(seen.fact("worth_of_lot"), words))


def _step(seen: Seen) -> Line:
    """The step, and how far the deck is from the end phase or the market's close (§1.4)."""
    state, words, count = seen.state, seen.words, seen.state["deck_size"]
    deck = (
        str(count)
        if state["is_end_phase"]
        else words.label("end_phase_in", count=str(count), cards=str(seen.fact("cards_to_end_phase")))
    )
    step = f"{words.field('phase')}: {words.name('phase', state['phase'])}   {words.field('deck_size')}: {deck}"
    if not state["is_end_phase"]:
        return step
    return [step, Styled("   " + words.label("may_close" if seen.fact("may_close") else "end_phase"), "bold")]
