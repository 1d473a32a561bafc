"""Cash or Crash in the terminal: bids, secrets, races, what a challenge shows, and whole games of every variant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from rich.console import Console

from cli.command import outcry
from cli.terminal import LINES, PROMPT, Terminal, only_match
from openoutcry import Match
from openoutcry.cli import boards
from openoutcry.cli.story import Line, Teller
from openoutcry.engine.events import NOBODY
from openoutcry.games import find
from openoutcry.table.match import View
from openoutcry.table.words import Words

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")

VARIANTS = ("classic", "endurance", "blitz")
PLAYERS = ["Ada", "Bo", "Cy"]
SECRETS = r"Bot \d (swaps|takes [GOW]|keeps|holds|(stakes|adds|recovers|discards) [GOW])"
"""What nobody may be told of somebody else."""


def play(match: Match, *actions: tuple[int, str]) -> Match:
    for seat, action in actions:
        match.play(seat, action)
    return match


def staked(options: Mapping[str, str] | None = None) -> Match:
    """Three players, each with GGG and OOW staked; seat 0 is to open."""
    match = Match("cash_or_crash", seats=3, options=options, seed=1, players=PLAYERS)
    cards = ("GGG",) if match.options["variant"] == "endurance" else ("GGG", "OOW")
    return play(match, *((seat, f"stake {card}") for seat in range(3) for card in cards))


def story(match: Match, seat: int | None) -> list[Line]:
    """What one onlooker is told of a match."""
    return Teller(Words(match.game), match.players, seat).told(match.story(seat))


def told(match: Match, seat: int | None) -> str:
    """The last line of the story."""
    return story(match, seat)[-1].told


def board(view: View, language: str = "en", width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(boards.draw(view, Words(view.game, language), PLAYERS[: int(view.record.seats)]))
    return capture.get()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.long
def test_a_whole_game_of_every_variant(variant: str, state: Path) -> None:
    terminal = Terminal(
        "play",
        "cash_or_crash",
        "--seats",
        "3",
        "--seed",
        "5",
        "--option",
        f"variant={variant}",
        "--option",
        "doubling=on",
    )
    terminal.wait(PROMPT)
    terminal.play_to_the_end(LINES["cash_or_crash"])
    assert "Only one trader is left." in terminal.seen()
    assert terminal.left() == 0
    match = only_match(state)
    assert (match.ending, match.options["variant"]) == ("one_left", variant)
    assert sorted(match.places) == [1, 2, 3]


def test_bids_are_grouped_typed_refused_and_taken_back(state: Path) -> None:
    terminal = Terminal("play", "cash_or_crash", "--seats", "2", "--seed", "3")
    terminal.wait(PROMPT)
    terminal.type("stake GGG")
    terminal.wait(PROMPT)
    terminal.type("undo")
    terminal.wait(PROMPT)
    assert "You take your last move back." in terminal.seen(), "nobody has acted since"
    for card in ("ggg", "stake gow"):
        terminal.type(card)
        terminal.wait(PROMPT)
    screen = terminal.seen()
    assert "bid 1–16 Gold" in screen
    assert "bid 1–16 Wheat" in screen
    assert "type it, as in bid 1 Gold, or short: 1 g" in screen
    assert "bid 2 Gold" not in screen
    assert "Bot 1 stakes a card (×2)." in screen
    for typed, sentence in {
        "2 go": "! The opening bid names one commodity. (§5.2)",
        "bid 17 Gold": "! The market cannot show that much, so it is above the limit. (§5.7)",
        "challenge": "! There is no bid to challenge yet. (§6.1)",
    }.items():
        terminal.type(typed)
        terminal.wait(PROMPT)
        assert sentence in terminal.seen()
    terminal.type("2 g")
    terminal.wait(PROMPT)
    assert "You bid 2 Gold." in terminal.seen()
    terminal.type("bid 1 Wheat")
    terminal.wait(PROMPT)
    assert re.search(r"! .* \(§\d\.\d\)", " ".join(terminal.seen().split()))
    terminal.type("undo")
    terminal.wait(r"Take it back all the same\? \[y/N\] ")
    terminal.type("y")
    terminal.wait(PROMPT)
    assert "Bid: none yet" in terminal.seen()
    terminal.type("quit")
    assert terminal.left() == 0
    before = only_match(state).log
    assert [str(entry) for entry in before if entry.seat == 0] == [
        "stake GGG",
        "undo",
        "stake GGG",
        "stake GOW",
        "bid 2 Gold",
        "undo",
    ]

    terminal = Terminal("play", "cash_or_crash", "--resume")
    terminal.wait(PROMPT)
    assert "Step: opening bid" in terminal.seen()
    terminal.type("16 g")
    terminal.wait(PROMPT)
    terminal.type("quit")
    assert terminal.left() == 0
    assert only_match(state).log[: len(before)] == before


def test_a_bid_can_be_taken_back_until_somebody_acts() -> None:
    match = play(staked(), (0, "bid 4 Gold"))
    assert match.may_undo(0)
    play(match, (1, "bid 4 Gold+Oil"))
    assert not match.may_undo(0)
    assert match.may_undo(1)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("cards", ["triples", "spread"])
@pytest.mark.long
def test_a_person_is_told_no_secrets(variant: str, cards: str, state: Path) -> None:
    arguments = [
        "--seats",
        "4",
        "--seed",
        "2",
        "--option",
        f"variant={variant}",
        "--option",
        f"cards={cards}",
        "--option",
        "doubling=on",
    ]
    answer = outcry("play", "cash_or_crash", *arguments, typed="1\nhold\n1 g\nchallenge\n" * 30 + "log\n")
    assert re.search(r"Bot \d stakes a card", answer.out)
    assert not re.search(SECRETS, answer.out)
    if variant == "blitz":
        assert "You hold." in answer.out
        assert "anyone may jump in" in answer.out


def test_a_challenge_is_told_and_shown() -> None:
    match = play(staked(), (0, "bid 4 Gold"), (1, "bid 7 Gold+Oil"), (2, "challenge"))
    assert told(match, 0) == (
        "Cy calls “Sell!” on it. The market shows 9 Gold, 6 Oil, 3 Wheat: 7 Gold+Oil was wrong. Bo loses OOW "
        "GGG. Round 2: Bo opens."
    )
    assert "You lose OOW GGG. Round 2: you open." in told(match, 1)
    text = board(match.view(0))
    assert "Turned up: 7 Gold+Oil by Bo: wrong, Bo lost" in text
    assert "Gold 9 ≥ 7   Oil 6 < 7   Wheat 3" in text
    assert "Ada: OOW GGG   Bo: OOW GGG   Cy: OOW GGG" in text
    assert re.search(r"Bo +8 +0 +2 +● +● +● +× +● +● +× +● +● +●", text)
    assert re.search(r"Your hand +GGO .* GOW +G 10 +O 10 +W 10", text)
    assert "Aufgedeckt: 7 Gold+Öl von Bo: falsch, Bo hat verloren" in board(match.view(0), "de")


def test_a_bid_that_was_right() -> None:
    match = play(staked(), (0, "bid 9 Gold"), (1, "challenge"))
    assert "9 Gold was right. You lose OOW GGG." in told(match, 1)
    assert "Turned up: 9 Gold by Ada: right, you lost" in board(match.view(1))
    assert "Your discards  OOW GGG" in board(match.view(1))


def test_the_bid_that_stands() -> None:
    match = staked({"doubling": "on"})
    assert "Bid: none yet   Limit: 24" in board(match.view(0))
    play(match, (0, "bid 9 Gold"))
    text = board(match.view(0))
    assert "Bid: 9 Gold by Ada   Limit: 24" in text
    assert "Step: bids   To act: Bo" in text
    assert "▸ Bo" in text
    play(match, (1, "challenge"), (0, "double"))
    assert "Bid: 9 Gold by Ada   challenged by Bo   doubled   Limit: 24" in board(match.view(2))
    play(match, (1, "persist"), (1, "discard GGO"), (1, "discard OOO"))
    assert story(match, 1)[-2].told == "You discard GGO."
    assert told(match, 0) == "Bo discards a card. Round 2: Bo opens."
    assert re.search(r"Bo +6 +0 +4", board(match.view(0)))


def test_a_race_that_nobody_runs() -> None:
    match = play(staked({"variant": "blitz"}), (0, "bid 1 Gold"))
    assert "In turn: Bo (anyone may jump in)" in board(match.view(0))
    play(match, (2, "hold"))
    assert "▸ Cy" in board(match.view(0)), "nobody is shown who has held"
    assert told(match, 0) == "You bid 1 Gold."
    assert told(match, 2) == "You hold."
    play(match, (1, "hold"))
    assert story(match, 0)[-1] == Line(None, "", [(NOBODY, "Nobody jumps in.")])
    assert told(match, 1) == "You hold. Nobody jumps in."


def test_swaps_are_told_when_all_have_chosen() -> None:
    stakes = [(seat, f"stake {card}") for seat in range(3) for card in ("GGO", "OOG")]
    match = play(staked({"variant": "blitz"}), (0, "bid 20 Gold"), (1, "challenge"), (0, "keep"))
    play(match, *stakes, (1, "bid 20 Gold"), (2, "challenge"))
    assert match.to_act == [0, 1]
    before = story(match, None)
    play(match, (1, "swap GGG"), (1, "take GGG"))
    assert story(match, None) == before
    play(match, (0, "keep"))
    assert told(match, 2) == "Swapped in the red zone: Bo."
    assert told(match, 0) == "You keep your hand. Swapped in the red zone: Bo."


def test_who_is_short_of_cards_and_out() -> None:
    match = Match("cash_or_crash", seats=2, options={"doubling": "on"}, seed=1, players=PLAYERS[:2])
    doubled = ((1, "challenge"), (0, "double"), (1, "persist"))
    own = ((0, "stake GGG"), (0, "stake GGO"))
    play(
        match,
        *own,
        (1, "stake OOO"),
        (1, "stake WWW"),
        (0, "bid 1 Gold"),
        *doubled,
        (1, "discard GGG"),
        (1, "discard GOW"),
    )
    play(match, *own, (1, "stake OOG"), (1, "stake OOW"), (1, "bid 1 Gold"), (0, "bid 2 Gold"), *doubled)
    play(match, (1, "discard GGO"), (1, "discard GGW"), (1, "keep"))
    assert told(match, 0) == "Nobody has swapped."
    play(match, *own, (1, "stake WWG"), (1, "stake WWO"), (0, "bid 1 Gold"), *doubled)
    assert told(match, 0).endswith(
        "Bo loses WWG WWO. Bo is too short of cards to pay double, and loses them all. Bo is out."
    )
    assert told(match, 1).endswith("You are too short of cards to pay double, and lose them all. You are out.")
    text = board(match.view(1))
    assert re.search(r"Bo +0 +0 +10 +out, place 2", text)
    assert "Step" not in text
    assert "Bid" not in text


def test_an_open_table_shows_where_every_card_is() -> None:
    match = play(staked(), (0, "bid 4 Gold"), (1, "challenge"), (2, "stake GOW"))
    text = board(match.open_view())
    assert "● in hand  ▲ staked  × lost" in text
    assert re.search(r"Cy +9 +1 +0 +● +● +● +● +● +● +● +● +● +▲", text)


def test_the_longest_names_and_lists_fit() -> None:
    for language in ("en", "de"):
        match = play(
            staked({"variant": "blitz", "doubling": "on"}),
            (0, "bid 28 Gold"),
            (2, "bid 29 Gold+Oil+Wheat"),
            (0, "challenge"),
        )
        assert all(len(line) <= 80 for line in board(match.view(0), language).splitlines())


def test_cards_and_commodities_have_colours_and_letters() -> None:
    game = find("cash_or_crash")
    text = boards.coloured(game, "Bo bids 4 Gold+Öl and loses GOW.")
    assert text.plain == "Bo bids 4 Gold+Öl and loses GOW."
    assert [text.plain[span.start : span.end] for span in text.spans] == ["Gold", "Öl", "G", "O", "W"]
    assert len({span.style for span in text.spans}) == 3


def test_the_other_commands(tmp_path: Path) -> None:
    report = outcry(
        "simulate", "cash_or_crash", "--seats", "3", "--games", "50", "--option", "variant=blitz", "--json"
    ).json
    assert (report["game"], report["games"], report["options"]["variant"]) == ("cash_or_crash", 50, "blitz")
    assert "cash_or_crash" in outcry("games").out
    assert "at least the amount" in outcry("rules", "cash_or_crash", "--clause", "5.1").out
    match = play(staked(), (0, "bid 9 Gold"), (1, "challenge"))
    match.save(tmp_path / "match.json")
    assert "Bo loses OOW GGG." in outcry("replay", "match.json").out
    assert "Bo stakes a card." in outcry("replay", "match.json", "--seat", "0").out
    assert "Bo stakes GGG." in outcry("replay", "match.json", "--seat", "all", "--steps").out


def test_a_seat_is_told_in_json_what_came_of_what_it_could_not_see(tmp_path: Path) -> None:
    match = play(staked({"variant": "blitz"}), (0, "bid 1 Gold"), (1, "hold"), (2, "hold"))
    match.save(tmp_path / "match.json")
    log = outcry("replay", "match.json", "--seat", "0", "--json").json["log"]
    assert log[-1] == {"seat": None, "text": "", "told": "Nobody jumps in."}
    assert {line["text"] for line in log if line["seat"] == 1} == {"stake ?"}
