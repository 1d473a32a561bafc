"""Crypto Cards in the terminal: the four markets as ladders, everyone's portfolio by suit, and your hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openoutcry.engine.cards import PACK, SUITS
from openoutcry.engine.rows import (
    SUIT_STYLES,
    Below,
    Block,
    BoardWords,
    Column,
    Either,
    Line,
    Rows,
    Seen,
    Styled,
    coloured,
    joined,
)

NO_CARD = -1
NOBODY = -1
NUMBERS = "A23456789T"
FACES = "JQK"
NONE = Styled("–", "dim")


def board(seen: Seen) -> Block:
    """Markets above, portfolios below, then the hands that the view shows."""
    return Below([_markets(seen), "", _portfolios(seen), "", _hands(seen), _deck(seen)])


def _markets(seen: Seen) -> Either:
    """The ladders, with or without room between their cards."""
    words = seen.words
    market, top = words.field("market"), words.label("top")
    ranks = [Column(words.name("card", rank + "C")[:-1], "right", least=2) for rank in NUMBERS]
    ladders = [_ladder(seen, suit) for suit in SUITS]
    wide = Rows([Column(market, least=10), Column(top, "right"), *ranks], ladders, gap=3, is_ruled=True)
    return Either(wide, Below([f"{market}, {top}:", Rows([Column(), Column(), *ranks], ladders, gap=1)]))


def _ladder(seen: Seen, suit: str) -> list[Line]:
    """A market: its top, and each card that was sold there."""
    sold = [rank for rank in NUMBERS if rank + suit in seen.state["market"]]
    ladder = [_card(rank + suit, seen.words) if rank in sold else Styled("·", "dim") for rank in NUMBERS]
    top = seen.fact("top_card", suit)
    return [_suit(suit, seen.words), NONE if top == NO_CARD else _card(PACK[top], seen.words), *ladder]


def _portfolios(seen: Seen) -> Rows:
    state, words = seen.state, seen.words
    columns = [
        Column(words.field("portfolios"), least=10, wraps=False),
        Column(words.label(state["scoring"]), "right"),
        Column(words.field("hand_sizes"), "right"),
        *(Column(_suit(suit, words), least=10) for suit in SUITS),
    ]
    rows = [
        [
            seen.player(seat),
            str(seen.points[seat]),
            str(state["hand_sizes"][seat]),
            *(_ranks(state["portfolios"][seat], suit, words) for suit in SUITS),
        ]
        for seat in range(len(seen.players))
    ]
    return Rows(columns, rows, gap=3, is_ruled=True)


def _hands(seen: Seen) -> Rows:
    rows: list[list[Line]] = []
    for seat, player in enumerate(seen.players):
        if cards := seen.state["hands"][seat]:
            is_own = seat == seen.seat
            label = seen.words.label("your_hand") if is_own else f"{seen.words.field('hands')}: {player}"
            rows.append([Styled(label, "bold" if is_own else ""), _by_suit(cards, seen.words)])
    return Rows([Column(least=10, wraps=False), Column()], rows)


def _deck(seen: Seen) -> Line:
    state, words = seen.state, seen.words
    shown = {
        "deck_size": state["deck_size"],
        "jokers": f"{len(state['jokers'])}/2",
        "phase": words.name("phase", state["phase"]),
    }
    return "   ".join([*(f"{words.field(name)}: {value}" for name, value in shown.items()), *_next_turn(seen)])


def _next_turn(seen: Seen) -> Iterator[str]:
    """Whose turn comes next, where it need not be the one on the left (§6.7, §6.8)."""
    words = seen.words
    is_last_round = seen.fact("is_last_round")
    if is_last_round:
        yield words.label("last_round")
    if is_last_round or seen.state["direction"] == "turning":
        after = seen.fact("next_in_turn")
        yield f"{words.label('next_turn')}: {words.label('nobody') if after == NOBODY else seen.players[after]}"


def _by_suit(cards: Sequence[str], words: BoardWords) -> Line:
    suits = [[words.name("card", card) for card in cards if card[1] == suit] for suit in SUITS]
    return joined("   ", (coloured(" ".join(suit)) for suit in suits if suit))


def _ranks(portfolio: Sequence[str], suit: str, words: BoardWords) -> Line:
    cards = [_card(card, words) for card in portfolio if card[1] == suit]
    return joined(" ", cards) if cards else NONE


def _suit(suit: str, words: BoardWords) -> Styled:
    name = words.name("suit", suit)
    return Styled(name, SUIT_STYLES[name[-1]])


def _card(card: str, words: BoardWords) -> Styled:
    """A card's rank in the colour of its suit, faces underlined."""
    name = words.name("card", card)
    face = " underline" if card[0] in FACES else ""
    return Styled(name[:-1], SUIT_STYLES[name[-1]] + face)
