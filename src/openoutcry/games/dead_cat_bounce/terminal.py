"""Dead-Cat Bounce in the terminal: everyone's purse, hand and melds, the flop, your hand, and the offer that is being
made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from openoutcry.engine.rows import Below, Block, BoardWords, Cell, Column, Line, Pieces, Rows, Seen, Styled, coloured
from openoutcry.games.dead_cat_bounce.pack import CARDS, JOKERS
from openoutcry.games.dead_cat_bounce.state import LETTERS

QUIET = ("at", "begin", "propose", "give", "give_shown", "want", "want_any", "bid", "ask", "cancel", "next")
"""What is no news: what came of it is told when the meld lies there, and when the offer is sent."""
TOKENS, TO, UNKNOWN, NONE = "●", "→", "?", "–"
BETWEEN = "   "


def board(seen: Seen) -> Block:
    """The players; below them, so that no screen is too low for it, the market, your hand, the offer and the step."""
    blocks: list[Block] = [_players(seen)]
    if any(seen.state["letters"]):
        blocks.append(Styled(seen.words.label("legend"), "dim"))
    blocks += ["", _market(seen)]
    if seen.seat is not None:
        blocks.append(_own_hand(seen.state["hands"][seen.seat], seen.words))
    if seen.to_act:
        blocks += _offer(seen) if seen.state["offer_by"] >= 0 else []
        blocks += _step(seen)
    return Below(blocks)


def _players(seen: Seen) -> Rows:
    """A row per player: tokens, what the melds would pay now, cards in hand, points so far, and the melds by letter."""
    state, words, rows = seen.state, seen.words, list[list[Cell]]()
    heads = [words.field("purses"), words.label("income"), words.field("hand_sizes"), words.label("points")]
    named = replace(seen, players=_with_seats(seen))
    for seat in range(len(seen.players)):
        numbers = state["purses"][seat], f"+{seen.fact('income', seat)}", state["hand_sizes"][seat], seen.points[seat]
        known = [_known(seen, seat)] if seat != seen.seat and state["hands"][seat] else []
        melds = [_meld(seen, seat, letter) for letter in state["letters"][seat]]
        rows.append([named.player(seat), *map(str, numbers), Pieces(known + melds or [Styled(NONE, "dim")])])
    counted = [Column(head, "right", wraps=False) for head in heads]
    return Rows([Column(wraps=False), *counted, Column(words.field("letters"))], rows, is_ruled=True)


def _with_seats(seen: Seen) -> Sequence[str]:
    """The players' names, with the numbers of their seats, which are typed, unless every name says it."""
    if all(player.endswith(f" {seat}") for seat, player in enumerate(seen.players) if seat != seen.seat):
        return seen.players
    return [f"{seat} {player}" for seat, player in enumerate(seen.players)]


def _meld(seen: Seen, seat: int, letter: str) -> Line:
    """A meld: its letter, its cards, the tokens on it, what it costs to take it over, and what it pays."""
    state = seen.state
    tokens = state["protection"][seat][LETTERS.number(letter)]
    price = str(seen.fact("takeover_price", seat, letter)) if seen.fact("is_for_sale", seat, letter) else NONE
    if letter in state["blocked"][seat]:
        price = seen.words.label("blocked")
    return [
        Styled(f"{letter}: ", "bold"),
        coloured(row(_cards_of(seen, seat, letter), seen.words)),
        Styled(f" {TOKENS}{tokens}" if tokens else "", "yellow"),
        Styled(f" {price}/+{seen.fact('dividend', seat, letter)}", "dim"),
    ]


def _cards_of(seen: Seen, seat: int, letter: str) -> list[str]:
    """The cards of a meld in their order, jokers in their places."""
    places = range(seen.fact("cards_of", seat, letter))
    return [CARDS[seen.fact("card_in_meld", seat, letter, place)] for place in places]


def _known(seen: Seen, seat: int) -> Line:
    """§1.7 The cards of another's hand that the view shows."""
    cards = seen.state["hands"][seat]
    unknown = seen.state["hand_sizes"][seat] - len(cards)
    shown = [row(cards, seen.words), *([UNKNOWN * unknown] if unknown else [])]
    return [Styled(seen.words.label("in_hand") + " ", "italic"), coloured(" ".join(shown))]


def _market(seen: Seen) -> Line:
    """§1.6 The flop with its numbers and prices, between the discard pile and the stack."""
    state, words = seen.state, seen.words
    cards = [
        words.label("priced", card=_short(card, words), price=str(seen.fact("price", card))) for card in state["flop"]
    ]
    return [
        Styled(words.field("flop"), "bold"),
        Styled(f"  {words.label('discards')} {seen.fact('discarded')} ◂  ", "dim"),
        coloured(BETWEEN.join(f"{place}: {card}" for place, card in enumerate(cards, start=1)) or words.label("empty")),
        Styled(f"  ◂ {words.field('stack_size')} {state['stack_size']}", "dim"),
    ]


def _own_hand(cards: Sequence[str], words: BoardWords) -> Line:
    """Your cards, by suit."""
    suits = [[card for card in cards if card not in JOKERS and card[1] == suit] for suit in "CDHS"]
    rows = [row(suit, words) for suit in [*suits, [card for card in cards if card in JOKERS]] if suit]
    return [Styled(words.label("your_hand"), "bold"), "  ", coloured(BETWEEN.join(rows) or words.label("empty"))]


def _offer(seen: Seen) -> Iterator[Line]:
    """§7.2 The offer, finished or not: whose it is, to whom, and what each side would give."""
    state, words, players = seen.state, seen.words, seen.players
    by, to = state["offer_by"], state["offer_to"]
    yield ""
    head = words.label("counter" if state["is_counter"] else "offer")
    yield Styled(f"{head}: {players[by]} {TO} {players[to]}", "bold")
    labels = [
        words.label("gives_you") if seat == seen.seat else words.label("gives", player=players[seat])
        for seat in (by, to)
    ]
    for label, side in zip(labels, _sides(seen), strict=True):
        yield [f"  {label:<{max(map(len, labels))}}  ", coloured(", ".join(side) or words.thing("nothing"))]


def _sides(seen: Seen) -> tuple[list[str], list[str]]:
    """§7.2 What the one side of an offer would give, and what the other."""
    state, words, wanted = seen.state, seen.words, Counter(seen.state["want"])
    in_hand = Counter({card: seen.fact("wanted_in_hand", card) for card in wanted})
    gives = [*_of("hand", state["give"], words), *_of("table", state["give_shown"], words)]
    wants = [*_of("hand", in_hand.elements(), words), *_of("table", (wanted - in_hand).elements(), words)]
    if state["want_any"]:
        wants.append(words.thing("choice", str(state["want_any"])))
    if state["tokens"]:
        (gives if state["tokens"] > 0 else wants).append(words.thing("tokens", str(abs(state["tokens"]))))
    return gives, wants


def _of(place: str, cards: Iterable[str], words: BoardWords) -> Iterator[str]:
    """Cards of the hand, or of the table."""
    return (words.thing(place, words.name("card", card)) for card in cards)


def _step(seen: Seen) -> Iterator[Line]:
    """Whose turn it is, the step, and how many turns there are to come once they are the last."""
    state, words = seen.state, seen.words
    step = words.name("phase", state["phase"])
    if state["phase"] == "building":
        step = words.label("in_work", meld=LETTERS[state["focus"]])
    yield f"{words.field('turn')}: {seen.players[state['turn']]}   {words.field('phase')}: {step}"
    if (turns := seen.fact("turns_to_come")) >= 0:
        yield Styled(words.label("last_turns", count=str(turns)) if turns else words.label("last_turn"), "bold")


def _short(card: str, words: BoardWords) -> str:
    """A card in a row of others; a joker by its kind alone."""
    return words.label(card) if card in JOKERS else words.name("card", card)


def row(cards: Iterable[str], words: BoardWords) -> str:
    """Cards in a row."""
    return " ".join(_short(card, words) for card in cards)
