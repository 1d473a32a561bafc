"""Dead-Cat Bounce in the terminal: the board, what is told, the list of what can be done, and whole games."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cli.command import outcry
from cli.terminal import LINES, PROMPT, Terminal, only_match
from openoutcry import Match
from openoutcry.cli import boards
from openoutcry.cli.choices import Choices
from openoutcry.cli.names import SeatedWords
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.story import Teller, paragraphs
from openoutcry.games import find
from openoutcry.table.match import View
from support import play
from telling import line_of
from trading import after, drawing, seen_by, table

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")

GAME = find("dead_cat_bounce")
PLAYERS = ["Ada", "Bot 1", "Bot 2", "Bot 3", "Bot 4", "Bot 5"]
LIKELY = {
    "begin": 30,
    "extend": 30,
    "single": 20,
    "buy": 6,
    "next": 4,
    "send": 4,
    "takeover": 3,
    "propose": 0.4,
    "sell_shown": 0.1,
}
"""How a player at random makes melds, so that there is something to see."""


def view(state: Any, seat: int | None = 0) -> View:
    return View(GAME, seat, seen_by(state) if seat is None else seen_by(state, seat), [])


def words_of(state: Any, seat: int | None, language: str) -> SeatedWords:
    return SeatedWords(GAME, language, PLAYERS[: int(state.seats)], seat)


def text_of(drawing: Any) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get()


def board(state: Any, seat: int | None = 0, language: str = "en") -> str:
    return text_of(boards.draw(view(state, seat), words_of(state, seat, language), PLAYERS[: int(state.seats)]))


def told(state: Any, seat: int, action: str, *, you: int | None = None, language: str = "en", drawn: str = "") -> str:
    """What one action and what came of it sound like."""
    new = play(state, seat, action, drawing(state, drawn.split()))
    teller = Teller(words_of(state, you, language), PLAYERS[: int(state.seats)], you)
    (line,) = teller.told([line_of(state, new, seat, action, you)])
    return line.told


def choices(state: Any, seat: int = 0, language: str = "en") -> Choices:
    return Choices(view(state, seat).legal, words_of(state, seat, language), Phrases(language))


def two() -> Any:
    """Ada has a run, a protected set and a queen; Bot 1 a blocked run with a thief joker, a long run with a wild one,
    and a 2.
    """
    return table(
        "3C 4C 5C / 8D 8H / QS",
        "7S thief 9S / 9H TH wild QH / 2D",
        hands=["2C KD wild", "6C 9D"],
        known=["", "9D"],
        purses=[12, 5],
        flop="7D KS",
        tokens=[{"B": 2}],
        blocked=["", "A"],
        jokers="all",
    )


def test_everyones_purse_hand_and_melds() -> None:
    text = board(two())
    assert re.search(r"▸ Ada +12 +\+\d+ +3 +12 +A: 3♣ 4♣ 5♣ 3/\+3   B: 8♢ 8♡ ●2 4/\+2", text)
    assert "C: Q♠ –/+1" in text, "a queen alone is not for sale"
    assert re.search(r"Bot 1 +5 +\+\d+ +2 +9 +in hand: 9♢ \?", text)
    assert "A: 7♠ thief 9♠ blocked/+2" in text
    assert "B: 9♡ 10♡ wild Q♡ 5/+5" in text, "a joker costs and pays nothing"
    assert "C: 2♢ 2/+2" in text
    assert "Flop  Discards 0 ◂  1: 7♢ for 1   2: K♠ for 4  ◂ Stack" in text
    assert "Your hand  2♣   K♢   wild" in text
    assert "6♣" not in text
    assert "Turn: Ada   Step: trade" in text
    german = board(two(), language="de")
    assert "A: 7♠ Dieb 9♠ blockiert/+2" in german
    assert "1: 7♢ für 1   2: K♠ für 4" in german
    assert "auf der Hand: 9♢ ?" in german
    assert "C: D♠ –/+1" in german


def test_seats_are_numbered_where_the_names_do_not_say_them() -> None:
    state = two()
    assert "▸ 0 Ada" in board(state, 1)
    assert "▸ Ada" in board(state, 0)


def test_an_open_table_and_a_spectator() -> None:
    text = text_of(boards.draw(View(GAME, None, two(), []), words_of(two(), None, "en"), PLAYERS[:2]))
    assert "in hand: 6♣ 9♢" in text
    assert "in hand: 2♣ K♢ wild" in text
    assert "Your hand" not in text
    assert "in hand: 9♢ ?" in board(two(), None)


def test_six_players_and_the_last_turns() -> None:
    state = table(
        *["5C 5C / KH", "6C 7C", "2D", "", "9S TS JS", "AD AH"], hands=["3C", "", "", "4H 6H", "", ""], turn=4
    )
    state.last_turns = 3
    text = board(state)
    assert "A: 5♣ 5♣ 2/+2   B: K♡ –/+1" in text, "two equal cards in one set"
    assert re.search(r"▸ Bot 4 .*A: 9♠ 10♠ J♠ 4/\+4", text)
    assert "LAST TURNS: 2 more after this one" in text
    state.last_turns = 1
    assert "DER LETZTE ZUG" in board(state, language="de")
    assert len(text.splitlines()) < 16


def test_an_offer_in_words() -> None:
    state = after(two(), "0 propose 1")
    assert "Offer: Ada → Bot 1\n  You give     nothing\n  Bot 1 gives  nothing\n" in board(state)
    state = after(state, "0 give 2C", "0 give_shown 5C", "0 want 9D", "0 want 2D", "0 want_any", "0 bid 2")
    assert "  You give     2♣, 5♣ (table), 2 tokens\n  Bot 1 gives  9♢, 2♢ (table), 1 card of choice\n" in board(state)
    assert "Step: making an offer" in board(state)
    german = board(state, 1, "de")
    assert (
        "Angebot: Ada → Bot 1\n  Ada gibt  2♣, 5♣ (Tisch), 2 Chips\n  Du gibst  9♢, 2♢ (Tisch), 1 Karte freier Wahl\n"
        in german
    )
    sentence = "You would get 2♣, 5♣ (table), 2 tokens for 9♢, 2♢ (table), 1 card of choice."
    assert told(state, 0, "send", you=1) == f"Ada makes an offer. {sentence}"
    state = after(state, "0 send")
    assert [str(action) for action in choices(state, 1).numbered] == ["accept", "decline", "counter"]
    assert told(state, 1, "decline", you=0) == "Bot 1 declines."
    assert told(state, 1, "counter", you=0) == "Bot 1 would rather have something else."
    countered = after(state, "1 counter", "1 want QS")
    assert "Counter-offer: Bot 1 → Ada" in board(countered)
    assert told(countered, 1, "cancel", you=0) == "Bot 1 drops the offer. So Bot 1 declines."


def test_a_trade_and_what_is_left_over_of_melds() -> None:
    state = after(two(), "0 propose 1", "0 give_shown 4C", "0 want 9S", "0 want_any", "0 send")
    assert told(state, 1, "accept", you=1) == "You accept."
    state = after(state, "1 accept")
    assert told(state, 1, "choose 6C", you=0) == (
        "Bot 1 chooses 6♣ to give. Bot 1 gets 4♣ (table) for 9♠ (table), 6♣. Left over, back in your hand: 3♣ 5♣. "
        "Left over, back in the hand of Bot 1: 7♠ thief. Bot 1 loses a block joker to the discard pile."
    )


def test_the_market_is_told() -> None:
    state = two()
    assert told(state, 0, "buy 2", you=0) == "You buy card 2 of the flop. That is 4 tokens for K♠."
    assert told(state, 0, "look", drawn="TC") == "Ada pays 1 token for a card in the flop. New in the flop: 10♣."
    assert told(state, 0, "put KD", you=0) == "You put K♢ back into the flop. The bank pays 3 tokens."
    assert told(state, 0, "sell KD", you=0) == "You sell K♢ from your hand for 1 token."
    assert (
        told(state, 0, "sell_shown 4C")
        == "Ada sells 4♣ from the table for 1 token. Left over, back in the hand of Ada: 3♣ 5♣."
    )
    assert told(state, 0, "sell_shown 4C", you=0, language="de") == (
        "Du verkaufst 4♣ vom Tisch für 1 Chip. Übrig, zurück auf deiner Hand: 3♣ 5♣."
    )


def test_melds_and_takeovers_are_told() -> None:
    state = two()
    assert (
        told(state, 0, "takeover 1 B", you=1) == "Ada takes over meld B from you. That is 5 tokens for 9♡ 10♡ wild Q♡."
    )
    assert told(after(state, "0 at A"), 0, "extend 2C") == "Ada adds 2♣. Meld A is now 2♣ 3♣ 4♣ 5♣."
    assert (
        told(after(state, "0 at A"), 0, "take 4C", you=0)
        == "You take 4♣ up into your hand. Left over, back in your hand: 3♣ 5♣."
    )
    assert "Step: meld A in work" in board(after(state, "0 at A"))


def test_the_end_of_a_turn_and_the_housekeeping_of_the_next() -> None:
    state = table(
        "3C 4C / 2H",
        "9H TH / KD",
        hands=["4D", "5S"],
        flop="7D KS QS",
        tokens=[{}, {"A": 2}],
        blocked=["", "A"],
        jokers="block",
    )
    state = after(state, "0 next", "0 next")
    assert told(state, 0, "discard 1", you=0) == "You discard card 1 of the flop. It hits 7♢, free of charge."
    assert told(state, 0, "discard 2", you=0) == "You discard card 2 of the flop. That is 3 tokens for K♠."
    state = after(state, "0 discard 1")
    assert told(state, 0, "pay", you=1, drawn="8C") == (
        "Ada ends the turn. The tax is 1 token. You lose 2 tokens of protection to the bank. You lose a block "
        "joker to the discard pile. "
        "New in the flop: 8♣. You collect 7 tokens (3 in dividends, 4 in bonuses)."
    )


def test_what_the_bank_takes() -> None:
    state = after(table("", "", hands=["4D", "5S"], flop="2D KS QS"), "0 next")
    assert told(state, 0, "leave") == "Ada leaves the discard to the bank. It hits 2♢, free of charge."


def test_the_stack_runs_out() -> None:
    state = table("", "", hands=["4D", "5S"], flop="7D KS", stack="3C")
    sentence = (
        "New in the flop: 3♣. The stack has run out, and the discards are the new one. After this turn everyone "
        "has one last turn."
    )
    assert told(state, 0, "look", drawn="3C").endswith(sentence)
    assert "LAST TURNS: 2 more after this one" in board(play(state, 0, "look", drawing(state, ["3C"])))


def test_a_royal_flush_and_the_last_dividends() -> None:
    state = table("TS JS QS KS", "9H TH / KD", hands=["AS", ""], tokens=[{}, {"A": 1}])
    assert told(after(state, "0 at A"), 0, "extend AS", you=0) == (
        "You add A♠. Meld A is now 10♠ J♠ Q♠ K♠ A♠. You have a royal flush! "
        "Bot 1 loses 1 token of protection to the bank. Bot 1 collects 7 tokens (3 in dividends, 4 in bonuses)."
    )


def test_preparations_are_no_news() -> None:
    match = Match("dead_cat_bounce", seats=2, seed=1, players=PLAYERS[:2])
    card = match.view(0).as_dict()["state"]["hands"][0][0]
    for seat, action in ((0, "propose 1"), (0, f"give {card}"), (0, "ask 1"), (0, "send"), (1, "decline"), (0, "next")):
        match.play(seat, action)
    lines = Teller(SeatedWords(GAME, "en", PLAYERS[:2], 0), PLAYERS[:2], 0).told(match.story(0))
    name = SeatedWords(GAME, "en", PLAYERS[:2], 0).name("card", card)
    assert paragraphs(lines) == [f"You make an offer. Bot 1 would get {name} for 1 token.", "Bot 1 declines."]
    assert lines[0].told == "You prepare an offer to Bot 1.", "a replay tells all"


def many() -> Any:
    """A trade step with very much to do."""
    own = "3C 4C 5C / 8D 8H / QS / JD JH / KC KH"
    return table(
        own, "6S 7S / 9H TH / 2D / 9C TC JC", hands=["2C 7D AD wild", "6C"], purses=[20, 5], flop="7H KS", jokers="all"
    )


def test_a_long_list_is_short() -> None:
    offered = choices(many())
    text = text_of(offered.offer())
    assert len(offered.legal) > 30
    assert len(offered.numbered) < 10
    assert len(text.splitlines()) < 20
    in_order = [
        "buy card 1",
        "turn up",
        "put 2♣",
        "sell 2♣",
        "lay 2♣",
        "work on",
        "take over meld A, B, C, D from Bot 1",
        "an offer",
        "next",
    ]
    assert [text.index(part) for part in in_order] == sorted(text.index(part) for part in in_order)
    assert text.count("type it, as in") == 1
    assert "put 2C back into the flop, or short: put 2C" in text


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "buy 2", "buy 2"),
        ("en", "BUY CARD 2", "buy 2"),
        ("en", "at B", "at B"),
        ("en", "work b", "at B"),
        ("en", "extend 9d", "extend 9D"),
        ("en", "extend 10D", "extend TD"),
        ("en", "put ks", "put KS"),
        ("en", "sell 7d", "sell 7D"),
        ("en", "takeover 1 C", "takeover 1 C"),
        ("en", "takeover Bot 1 c", "takeover 1 C"),
        ("en", "take over d bot 1", "takeover 1 D"),
        ("en", "propose 1", "propose 1"),
        ("en", "propose bot 1", "propose 1"),
        ("en", "give 5C", "give 5C"),
        ("en", "ask 3", "ask 3"),
        ("en", "send", "send"),
        ("en", "want any", "want_any"),
        ("en", "sell shown 5c", "sell_shown 5C"),
        ("de", "sell DS", "sell QS"),
        ("de", "verkaufe 7D aus der Hand", "sell 7D"),
        ("de", "übernimm meldung d bot 1", "takeover 1 D"),
    ],
)
def test_what_is_typed(language: str, typed: str, meant: str) -> None:
    assert str(choices(many(), language=language).meant(typed)) == meant


def test_amounts_are_typed_in_words_or_notation() -> None:
    offered = choices(after(many(), "0 propose 1"))
    assert offered.spans("bid") == ["give tokens: 1–20"]
    assert offered.spans("ask") == ["want tokens: 1–5"]
    assert [str(offered.meant(typed)) for typed in ("give 3", "want 2", "give tokens: 4", "give wild")] == [
        "bid 3",
        "ask 2",
        "bid 4",
        "give wild",
    ]


def test_few_things_can_be_done_with_a_meld_in_work() -> None:
    offered = choices(after(many(), "0 at A"))
    assert [str(action) for action in offered.numbered] == ["extend 2C", "take 3C", "take 4C", "take 5C"]


def at_random(match: Match, rng: random.Random) -> None:
    seat = match.to_act[0]
    by_verb: dict[str, list[Any]] = {}
    for action in match.legal(seat):
        by_verb.setdefault(action.verb, []).append(action)
    (verb,) = rng.choices([*by_verb], [LIKELY.get(verb, 1) for verb in by_verb])
    match.play(seat, rng.choice(by_verb[verb]))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("seats", "jokers"), [(2, "wild"), (4, "off"), (6, "all")])
def test_nothing_is_wider_than_eighty_columns(language: str, seats: int, jokers: str) -> None:
    match = Match("dead_cat_bounce", seats=seats, seed=seats, options={"jokers": jokers})
    rng = random.Random(seats)
    players = PLAYERS[:seats]
    words = SeatedWords(GAME, language, players, 0)
    teller = Teller(words, players, 0)
    for step in range(1500):
        if match.over:
            break
        at_random(match, rng)
        now = match.view(0)
        assert all(line.told for line in teller.told(match.story(0)[-1:]))
        if step % 25 == 0:
            acting = match.view(match.to_act[0] if match.to_act else 0)
            lists = [Choices(acting.legal, words, Phrases(language)).offer()] if acting.legal else []
            for drawing in (boards.draw(now, words, players), boards.draw(acting, words, players), *lists):
                assert all(len(line) <= 80 for line in text_of(drawing).splitlines())


def test_a_whole_game(state: Path) -> None:
    terminal = Terminal("play", "dead_cat_bounce", "--seats", "2", "--seed", "5", "--option", "short_suits=on")
    terminal.wait(PROMPT)
    terminal.play_to_the_end(LINES["dead_cat_bounce"])
    assert re.search(r"The last turns have been played\.|A royal flush stops the game\.", terminal.seen())
    assert terminal.left() == 0
    assert only_match(state).over


def typed(terminal: Terminal, line: str) -> str:
    """Type a line; what is on the screen then, without its layout."""
    terminal.type(line)
    terminal.wait(PROMPT)
    return " ".join(terminal.seen().split())


def test_buying_melding_trading_undo_and_playing_on(state: Path) -> None:
    terminal = Terminal("play", "dead_cat_bounce", "--seats", "3", "--seed", "11")
    terminal.wait(PROMPT)
    assert "Your hand  9♢ K♢" in terminal.seen()
    assert "You buy card 2 of the flop. That is 1 token for 10♢." in typed(terminal, "buy 2")
    assert "! Only a 2, jack, queen, king or ace lies alone, and only one of each rank. (§5.3)" in typed(
        terminal, "single 9D"
    )
    screen = typed(terminal, "begin 9D")
    assert "Step: meld A in work" in screen
    assert "1 add 10♢ Type a number" in screen
    assert "! A new meld takes two cards of your hand" in typed(terminal, "take 9D")
    assert "Meld A is now 9♢ 10♢." in typed(terminal, "extend 10D")
    assert "You take your last move back." in typed(terminal, "undo")
    assert "A: 9♢ 10♢ 2/+2" in typed(terminal, "")
    assert "Offer: You → Bot 1" in typed(terminal, "propose 1")
    assert "! An offer can be sent when at least one card would move. (§7.3)" in typed(terminal, "send")
    typed(terminal, "give KD")
    assert "You give K♢ Bot 1 gives 2 tokens" in typed(terminal, "ask 2")
    assert re.search(
        r"Bot 1 would get K♢ for 2 tokens\. Bot 1 (accepts|declines|would rather)", typed(terminal, "send")
    )
    terminal.type("quit")
    assert terminal.left() == 0
    before = only_match(state).log

    terminal = Terminal("play", "dead_cat_bounce", "--resume")
    terminal.wait(PROMPT)
    assert "A: 9♢ 10♢ 2/+2" in terminal.seen()
    terminal.type("quit")
    assert terminal.left() == 0
    assert only_match(state).log == before


def test_answering_an_offer() -> None:
    terminal = Terminal("play", "dead_cat_bounce", "--seats", "4", "--seed", "12")
    terminal.wait(PROMPT)
    screen = ""
    for line in ("next", "1", "pay") * 30:
        if "1 accept 2 decline 3 make a counter-offer" in screen:
            break
        screen = typed(terminal, line)
    offer = re.search(
        r"Offer: (Bot \d) → You (Bot \d) gives .* You give .* Turn: (Bot \d) Step: answering an offer", screen
    )
    assert offer
    assert len({*offer.groups()}) == 1
    screen = typed(terminal, "counter")
    assert "You would rather have something else." in screen
    assert f"Counter-offer: You → {offer[1]}" in screen
    typed(terminal, "cancel")
    assert "So you decline." in typed(terminal, "log")
    terminal.type("quit")
    assert terminal.left() == 0


def test_german(state: Path) -> None:
    lines = ["verkaufe 5♣ vom Tisch", "kaufe Karte 2", "begin 9D", "lege 10D an", "nächster Schritt", "help", "log"]
    answer = outcry(
        "play", "dead_cat_bounce", "--seats", "3", "--seed", "11", "--language", "de", typed="\n".join(lines)
    )
    assert "! Du hast dort keine solche Karte zu verkaufen. (§4.4)" in answer.out
    assert "Du kaufst Karte 2 der Auslage. Das macht 1 Chip für 10♢." in answer.out
    assert "Schritt: Meldung A in Arbeit" in answer.out
    assert "Du legst 10♢ an. Meldung A " in answer.out
    assert "lege einen Chip auf Meldung A" in answer.out
