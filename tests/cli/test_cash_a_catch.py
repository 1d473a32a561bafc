"""Cash-a-Catch in the terminal: the board, what is told, whole games with and without a clock, and laying out by the
table.
"""

from __future__ import annotations

import random
import re
import termios
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cli.command import outcry
from cli.live_table import Ringers, table_of
from cli.terminal import PROMPT, Terminal, only_match
from openoutcry import Match
from openoutcry.cli import boards
from openoutcry.cli.names import SeatedWords
from openoutcry.cli.story import Teller
from openoutcry.cli.terminal import TerminalGame
from openoutcry.games import find
from openoutcry.table.match import View
from openoutcry.table.words import Words
from support import play, position
from telling import line_of

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")

GAME = find("cash_a_catch")
PLAYERS = ["Ada", "Bo", "Cy", "Di", "Ed"]
PAUSED = r"Your choice \(Enter to go on\): "
MOST = {"E3": 5, "E2": 5, "F3": 2, "O3": 1}


def board(state: Any, seat: int | None = 0, language: str = "en") -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(boards.draw(View(GAME, seat, state, []), Words(GAME, language), PLAYERS[: int(state.seats)]))
    return capture.get()


def told(
    state: Any, seat: int, action: str, *, you: int | None = None, language: str = "en", chance: Any = None
) -> str:
    """What one action and what came of it sound like."""
    after = play(state, seat, action, chance)
    players = PLAYERS[: int(state.seats)]
    teller = Teller(SeatedWords(GAME, language, players, you), players, you)
    (line,) = teller.told([line_of(state, after, seat, action, you)])
    return line.told


def selling(**fields: Any) -> Any:
    """Four players; Ada has 7 eels and an octopus in her ice tub, Bo eels in a crate, Cy eels in the tub, Di
    nothing.
    """
    stands: list[list[list[str]]] = [
        [[], ["S2"], ["E3", "E1", "O3"]],
        [["E1", "E2"], [], []],
        [[], [], ["E3"]],
        [[], [], []],
    ]
    heights = [[len(place) for place in stand] for stand in stands]
    deck: dict[str, int] = dict.fromkeys((*MOST, "S1", "S2"), 3) | {"END": 1, "CLOSE": 1}
    usual: dict[str, Any] = {
        "phase": "selling",
        "buyer": -1,
        "money": [30] * 4,
        "stands": stands,
        "heights": heights,
        "deck": deck,
        "deck_size": 20,
    }
    return position("cash_a_catch", 4, **(usual | fields))


def test_stands_prices_garbage_and_roles() -> None:
    text = board(selling(garbage=[{}, {"E3": 1, "T2": 2}, {}, {}]))
    assert re.search(r"▸ Ada +€30  · +2 sharks €2 +7 eels €15 +·\n", text)
    assert re.search(r"auctioneer +2 +3 1 \*3", text), "bottom to top"
    assert re.search(r"  Bo +€30  3 eels €3 .*-€7\n +1 2\n", re.sub(r" +\n", "\n", text))
    assert "Step: selling   Deck: 20 (end phase in 4)" in text


def test_the_lot_by_kind() -> None:
    state = selling(phase="bell", lot={"E2": 2, "F3": 1, "O1": 1, "THIEF": 2, "CAN": 1}, lot_size=7, turned=["E2"])
    text = board(state)
    assert re.search(r"Lot \(7\) +eels +sharks +flounders +crawfish +tuna +lobsters +octopuses", text)
    assert re.search(r"Cards +2 \+2 +· +3 +· +· +· +1\n", text)
    assert re.search(r"Fish +4 +· +3 +· +· +· +1\n", text)
    assert re.search(r"Price +€5 +· +€3 +· +· +· +€1\n", text)
    assert re.search(r"With yours 11: €30 ", text)
    assert "With a fish thief (×2), a canned fish. On an empty stand it would bring €10." in text
    assert "With yours" not in board(state, None)


def test_a_catch_is_the_buyers() -> None:
    state = selling(phase="laying", buyer=1, to_act={"1"}, auctioneer=0, catch={"E2": 1, "S1": 1}, catch_size=2)
    text = board(state, 1)
    assert re.search(r"Catch \(2\)", text)
    assert re.search(r"With yours +5: €7 ", text)
    assert re.search(r"▸ Bo .*\nbuyer ", text)
    assert "With yours" not in board(state, 0)
    assert "empty stand" not in text


def test_the_end_phase() -> None:
    assert "Deck: 9   END PHASE\n" in re.sub(" +\n", "\n", board(selling(is_end_phase=1, deck_size=9)))
    assert "Stapel: 6   ENDPHASE, der Markt kann schließen" in board(selling(is_end_phase=1, deck_size=6), 0, "de")


def test_when_the_market_has_closed() -> None:
    text = board(selling(to_act=set(), ending="market_close", garbage=[{"E3": 1}, {}, {}, {}], money=[-12, 100, 3, 4]))
    assert re.search(r"  Ada +-€12 .*€3 paid", text)
    assert "Step" not in text
    assert "auctioneer" not in text


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_fullest_table_fits_eighty_columns(language: str, seats: int) -> None:
    place = ["T3"] * 9 + ["O3"] * 3
    fields: dict[str, Any] = {
        "stands": [[place] * 3] * seats,
        "heights": [[12] * 3] * seats,
        "garbage": [{"T3": 5}] * seats,
        "money": [-100] * seats,
    }
    state = position(
        "cash_a_catch", seats, phase="bell", lot=MOST | {"T3": 5, "L3": 5}, lot_size=20, turned=["E3"], **fields
    )
    lines = board(state, 0, language).splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert "…" not in "".join(lines)


def test_fish_have_colours() -> None:
    text = boards.coloured(GAME, "Bo lays 2 eels in crate 1, 1 Krake weg.")
    assert [text.plain[span.start : span.end] for span in text.spans] == ["2 eels", "1 Krake"]


def test_a_sale_and_what_it_spoils() -> None:
    assert (
        told(selling(), 0, "sell tub", you=1)
        == "Ada sells the ice tub. It brings €15 (7 eels). Spoiled: you throw 2 eels away."
    )
    assert told(selling(), 0, "sell tub", you=0, language="de") == (
        "Du verkaufst die Eiswanne. Das bringt 15 € (7 Aale). Verdorben: Bo wirft 2 Aale weg."
    )


def test_cards_turned() -> None:
    assert re.fullmatch(r"Ada opens the auction\. Turned: \d [a-z]+\.", told(selling(), 0, "open"))
    deck = {"E1": 15, "END": 1, "CLOSE": 1}
    assert (
        told(selling(deck=deck, deck_size=17), 0, "open")
        == "Ada opens the auction. The end phase begins! Turned: 1 eel."
    )


def test_the_bell_and_the_commission() -> None:
    state = selling(phase="bell", to_act={"1", "2", "3"}, lot={"E2": 1, "F3": 1}, lot_size=2)
    assert told(state, 3, "ring", you=0) == "Di rings the bell. You get €2 commission."
    assert told(state, 3, "ring", you=3) == "You ring the bell. Ada gets €2 commission."


def test_thieves_and_cans() -> None:
    state = selling(phase="stealing", buyer=3, to_act={"3"}, catch={"THIEF": 1, "CAN": 1, "S1": 1}, catch_size=3)
    assert told(state, 3, "steal 1 crate1", you=1) == "Di steals the top of crate 1 from you. You lose 2 eels."
    assert told(state, 3, "steal 1 crate1", language="de") == "Di greift bei Bo in Kiste 1. Bo verliert 2 Aale."
    laying = selling(phase="laying", buyer=3, to_act={"3"}, catch={"CAN": 1, "S1": 1}, catch_size=2)
    assert told(laying, 3, "lay S1 tub") == "Di lays out: 1 shark in the ice tub. The canned fish finds no garbage."
    empty: list[list[list[str]]] = [[[], [], []]] * 4
    bare = selling(
        phase="bell", to_act={"1"}, lot={"THIEF": 2, "S1": 1}, lot_size=3, stands=empty, heights=[[0] * 3] * 4
    )
    assert told(bare, 1, "ring").endswith("There is nothing to steal.")


def test_a_kind_thrown_away() -> None:
    state = selling(phase="throwing", buyer=0, catch={"E2": 1, "L1": 1, "T1": 2}, catch_size=4)
    assert told(state, 0, "throw tuna") == "Ada throws the tuna away. That will cost €2 in the end."


def test_the_market_close() -> None:
    fields = {
        "deck": {"CLOSE": 1},
        "deck_size": 1,
        "is_end_phase": 1,
        "lot": {"E3": 1},
        "lot_size": 1,
        "garbage": [{"T2": 1}, {}, {}, {}],
    }
    closed = told(selling(phase="bell", to_act={"3"}, **fields), 3, "hold", you=3)
    assert closed.startswith(
        "You wait. The lot is lost. Ada sells out for €9 and pays €2 for garbage. Bo sells out for €2"
    )
    assert closed.endswith("You sell out for €0 and pay €0 for garbage.")


def modes(terminal: Terminal) -> int:
    """Whether the terminal reads by lines and echoes, as it should where nothing reads single keys."""
    return int(termios.tcgetattr(terminal.child.child_fd)[3]) & (termios.ICANON | termios.ECHO)


def test_a_whole_game_card_by_card(state: Path) -> None:
    terminal = Terminal("play", "cash_a_catch", "--seats", "4", "--seed", "5", "--pace", "0")
    terminal.wait(PROMPT)
    terminal.play_to_the_end(("t", "1"))
    screen = " ".join(terminal.seen().split())
    assert re.search(r"You sell out for €\d+ and pay €\d+ for garbage\.", screen)
    assert "The market closes." in screen
    assert terminal.left() == 0
    match = only_match(state)
    assert match.ending == "market_close"
    assert {"ring", "lay", "sell"} <= {str(entry).split()[0] for entry in match.log if entry.seat == 0}


def test_the_space_bar_buys_and_the_table_lays_out(state: Path) -> None:
    terminal = Terminal(
        "play", "cash_a_catch", "--seats", "3", "--seat", "1", "--seed", "53", "--bots", "random", "--pace", "1"
    )
    usual = modes(terminal)
    terminal.wait(r"Lot \(2\)")
    terminal.wait("space: ring the bell")
    assert modes(terminal) == 0
    terminal.child.send(" ")
    terminal.wait(PROMPT)
    assert "You ring the bell." in terminal.seen()
    assert "t  lay out the rest for me" in terminal.seen()
    terminal.type("tidy")
    terminal.wait(PROMPT)
    assert "You lay out: " in terminal.seen()
    terminal.type("open")
    terminal.wait("space: ring the bell")
    terminal.child.sendintr()
    terminal.wait("--resume --pace 1")
    assert modes(terminal) == usual
    assert terminal.left() == 0
    own = [str(entry).split()[0] for entry in only_match(state).log if entry.seat == 1]
    assert own[0] == "hold"
    assert {"ring", "lay", "open"} <= {*own}


def test_leaving_in_the_middle_of_an_auction_and_playing_on(state: Path) -> None:
    terminal = Terminal("play", "cash_a_catch", "--seed", "35", "--bots", "random", "--pace", "5", "--language", "de")
    terminal.wait(r"Wahl \(Enter für 1\): ")
    terminal.type("")
    terminal.wait("du siehst zu   p: Pause   q: aufhören")
    assert "Aufgedeckt: " in terminal.seen()
    terminal.child.send("q")
    terminal.wait("gespeichert")
    assert terminal.left() == 0
    before = only_match(state).log
    assert {str(entry) for entry in before} == {"open"}, "the bots of this seed hold for the first cards"

    terminal = Terminal("play", "cash_a_catch", "--resume")
    terminal.wait(PAUSED)
    assert "1  wait for the next card" in terminal.seen()
    terminal.type("ring")
    terminal.wait(PAUSED)
    assert "(§4.3)" in terminal.seen()
    terminal.type("")
    terminal.wait("you are watching")
    terminal.child.send("\x1b[A")
    terminal.child.send("?")
    terminal.wait(PROMPT)
    terminal.type("quit")
    assert terminal.left() == 0
    assert only_match(state).log[: len(before)] == before


def test_tidy_lays_all_out_and_is_taken_back_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match("cash_a_catch", 3, seed=35, players=["Bot 1", "Bot 2", "You"])
    for seat, action in (
        (0, "open"),
        (1, "hold"),
        (2, "hold"),
        (0, "hold"),
        (1, "hold"),
        (2, "hold"),
        (0, "hold"),
        (2, "ring"),
    ):
        match.play(seat, action)
    before = match.view(2).record.tobytes()
    lines = iter(["t", "tidy", "undo", "y", "quit"])
    monkeypatch.setattr("openoutcry.cli.terminal.ask", lambda _: next(lines))
    monkeypatch.setattr("openoutcry.cli.console.ask", lambda _: next(lines))
    game = TerminalGame(table_of(match, 2, Ringers()), tmp_path / "match.json", "en", resume_with="")
    game.play()
    match = game.match
    seen = " ".join(capsys.readouterr().out.split())
    assert "You lay out: 3 crawfish in crate 1, 3 sharks in the ice tub (×2). Bot 2 opens the auction." in seen
    assert "! there is nothing that the table could do for you now" in seen
    assert "You take your last move back (×3)." in seen
    assert [str(entry).split()[0] for entry in match.log if entry.seat == 2][-6:] == ["lay"] * 3 + ["undo"] * 3
    assert match.view(2).record.tobytes() == before


@pytest.mark.parametrize("language", ["en", "de"])
def test_without_a_terminal_nothing_is_timed(language: str, state: Path) -> None:
    answer = outcry("play", "cash_a_catch", "--pace", "60", "--seed", "5", "--language", language, typed="1\n" * 400)
    assert (answer.code, answer.err) == (0, "")
    assert only_match(state).over
    assert "█" not in answer.out
    assert ("Aufgedeckt: " if language == "de" else "Turned: ") in answer.out


def with_a_theft() -> Match:
    """A match in which somebody has stolen from seat 1."""
    for seed in count():
        match, dice = Match("cash_a_catch", 3, seed=seed, players=["You", "Bot 1", "Bot 2"]), random.Random(seed)
        while not match.over:
            seat = dice.choice(match.to_act)
            match.play(seat, dice.choice(match.legal(seat)))
            if str(match.log[-1]).startswith("steal 1"):
                return match
    raise AssertionError


def test_a_replay_calls_everyone_by_their_names(tmp_path: Path) -> None:
    with_a_theft().save(tmp_path / "match.json")
    told = outcry("replay", "match.json").out
    assert re.search(r"(You steal|Bot 2 steals) the top of (crate \d|the ice tub) from Bot 1\. Bot 1 loses \d ", told)
