"""The terminal game without a terminal: what is typed comes from a file, and its end means quit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.console import Console

from cli.command import nothing_written, outcry, outcry_apart
from cli.terminal import LINES
from openoutcry import Match, load
from openoutcry.cli import boards, fields
from openoutcry.cli.phrases import languages
from openoutcry.cli.story import Line, paragraphs
from openoutcry.engine.events import NOBODY
from openoutcry.engine.mistakes import Reason
from openoutcry.engine.reasons import worded
from openoutcry.games import find, registered
from openoutcry.table.words import Words

FIRST = "1\n" * 400
"""Always the first choice, for longer than any game."""
TYPED = {game: "\n".join(lines * 400) for game, lines in LINES.items()}
"""Where the first choice is not enough: what cannot be done at the moment is refused, and the next line is tried."""


def saved(state: Path) -> Match:
    """The one match in the state folder."""
    (path,) = state.glob("*.json")
    return load(path)


@pytest.mark.parametrize("game", registered())
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_game(game: str, language: str, state: Path) -> None:
    answer = outcry(
        "play",
        game,
        "--seats",
        "3",
        "--seed",
        "5",
        "--bots",
        "greedy",
        "--language",
        language,
        typed=TYPED.get(game, FIRST),
    )
    assert (answer.code, answer.err) == (0, "")
    match = saved(state)
    assert match.over
    assert match.ending is not None
    assert Words(match.game, language).ending(match.ending) in " ".join(answer.out.split())
    assert match.players == ["You", "Bot 1", "Bot 2"]
    assert "outcry replay" in answer.out


def test_one_may_jump_alone(state: Path) -> None:
    outcry("play", "bounce", "--seats", "1", "--seed", "2", typed=FIRST)
    assert saved(state).over


def test_the_seat_the_options_and_the_file_are_those_asked_for(state: Path, tmp_path: Path) -> None:
    arguments = ["--seats", "2", "--seat", "1", "--option", "hand=3", "--option", "buy-back=on", "--save", "mine.json"]
    answer = outcry("play", "crypto_cards", *arguments, typed="1\n")
    assert "outcry play crypto_cards --resume mine.json" in answer.out
    match = load(tmp_path / "mine.json")
    assert match.players == ["Bot 1", "You"]
    assert (match.options["hand"], match.options["buy_back"]) == (3, "on")
    assert not state.exists()


def test_the_same_seed_plays_the_same_game(state: Path) -> None:
    once, again = (outcry("play", "crypto_cards", "--seed", "9", typed="1\n" * 6).out for _ in range(2))
    assert once == again


def test_without_a_seed_every_game_is_another() -> None:
    deals = {outcry("play", "crypto_cards").out for _ in range(3)}
    assert len(deals) == 3


def test_leaving_before_the_first_action_saves_nothing(tmp_path: Path) -> None:
    with nothing_written(tmp_path):
        answer = outcry("play", "crypto_cards", typed="help\nquit\n")
    assert "Nothing was played, so nothing was saved." in answer.out
    assert answer.code == 0


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("sell 7D", "! Only numbers that lie in your own portfolio can be sold. (§3.2)"),
        ("transfer 7D", "! That belongs to another step of the turn. (§2.2)"),
        ("sell 11D", "! there is no card '11D'"),
        ("sell", "! write 'sell <card>', not 'sell'"),
        ("0", "! There is no choice 0; they go from 1 to 1."),
        ("99", "! There is no choice 99; they go from 1 to 1."),
        ("-1", "not '-1'"),
        ("9" * 5000, "! There is no choice"),
        ("frob", "! Type a number of the list, an action such as 'pass', or help; not 'frob'."),
        ("undo", "! there is nothing to take back"),
        ("rules 9.9", "! Crypto Cards has no clause §9.9"),
        ("save nowhere/match.json", "! there is no folder nowhere to write in"),
        ("save /dev/null", "! /dev/null is not a file but a device or the like"),
        ("save " + "x" * 300, "File name too"),
        ("save a\0b", "! a file has a name, as in match.json, not 'a\\x00b'"),
        ("\x1b[2J", r"not '\x1b[2J'"),
        ("save .", "! . is a folder"),
        ("log", "Nothing has happened yet."),
        ("rules §5.1", "§5.1 The second joker ends the game at once"),
        ("help", "Type the number of an action"),
    ],
)
def test_what_is_no_action_changes_nothing(typed: str, part: str, tmp_path: Path) -> None:
    with nothing_written(tmp_path):
        answer = outcry("play", "crypto_cards", "--seed", "4", typed=f"{typed}\n")
    assert part in answer.out
    assert answer.out.count("Portfolio") == 1, "the table is not drawn again"
    assert answer.code == 0


def test_undo_by_right_and_by_consent(state: Path) -> None:
    answer = outcry(
        "play", "crypto_cards", "--seats", "2", "--seed", "4", typed="pass\nundo\npass\n1\nundo\nn\nundo\ny\n"
    )
    assert "You take your last move back." in answer.out
    assert "! this cannot be taken back without consent" in answer.out
    assert "Nothing was taken back." in answer.out
    undone = [(len(entry.gone), entry.by_consent) for entry in saved(state).log if entry.action is None]
    assert undone == [(1, False), (3, True)]


def test_the_log_tells_what_you_saw_and_no_more(state: Path) -> None:
    answer = outcry("play", "crypto_cards", "--seats", "3", "--seed", "4", typed="1\n1\n1\n1\nlog\n")
    told = answer.out.rpartition("Your choice")[0].rpartition("log\n")[2]
    assert "You mine " in told
    assert "Bot 1 lays down " in told
    assert not re.search(r"Bot \d mines", answer.out)


def test_the_story_has_a_line_a_turn() -> None:
    def told(*sentences: tuple[int, str]) -> Line:
        return Line(sentences[0][0], sentences[0][1], sentences)

    turns = [
        told((0, "pass")),
        told((0, "lay"), (1, "mine")),
        told((1, "pass")),
        told((1, "lay")),
        told((1, "lay"), (1, "land")),
    ]
    assert paragraphs(turns) == ["pass lay", "mine pass lay", "lay land"]


def test_the_story_joins_what_begins_alike() -> None:
    turned = [Line(None, "", [(0, f"Turned: {card}.")]) for card in ("2 eels", "1 eel", "1 eel")]
    held = Line(2, "hold", [(2, "You wait."), (0, "Turned: a can.")], is_news=False)
    laid = [Line(1, f"lay {place}", [(1, f"Bo lays: {place}.")]) for place in ("here", "there")]
    opened = Line(0, "open", [(0, "Al opens.")])
    assert paragraphs([opened, *turned, held, *laid]) == [
        "Al opens. Turned: 2 eels, 1 eel (×2), a can.",
        "Bo lays: here, there.",
    ]


def test_the_story_of_hidden_choices_is_short() -> None:
    chosen = [Line(seat, "stake ?", [(seat, f"Bot {seat} stakes a card.")]) for seat in (1, 1, 2, 2, 3)]
    bid = Line(3, "bid 1 Gold", [(3, "Bot 3 bids.")])
    unseen = Line(None, "", [(NOBODY, "Nobody jumps in.")])
    assert paragraphs([*chosen, bid, unseen]) == [
        "Bot 1 stakes a card (×2). Bot 2 stakes a card (×2). Bot 3 stakes a card.",
        "Bot 3 bids.",
        "Nobody jumps in.",
    ]


def test_save_makes_a_copy_and_asks_before_it_writes_over_a_file(state: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("precious", encoding="utf-8")
    answer = outcry(
        "play", "bounce", "--seats", "2", "--seed", "1", typed="roll\nsave copy.json\nsave\nsave notes.txt\nn\n"
    )
    assert "Saved to copy.json." in answer.out
    assert "Saved to " + str(state) in answer.out
    assert "Nothing was saved." in answer.out
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "precious"
    assert len(load(tmp_path / "copy.json").log) == 2


def test_resume_goes_on_where_it_stopped(state: Path) -> None:
    outcry("play", "crypto_cards", "--seats", "3", "--seed", "9", "--seat", "1", typed="1\n1\n1\n")
    before = saved(state).log
    answer = outcry("play", "crypto_cards", "--resume", typed="log\n1\n")
    assert "▸ You" in answer.out
    assert len(saved(state).log) > len(before)
    assert saved(state).log[: len(before)] == before


def test_resume_goes_on_with_the_bots_that_played(state: Path) -> None:
    outcry("play", "crypto_cards", "--seats", "3", "--seat", "1", "--bots", "random,easy", typed="1\n")
    assert saved(state).bots == {0: "random", 2: "easy"}
    outcry("play", "crypto_cards", "--resume", typed="1\n1\n")
    assert saved(state).bots == {0: "random", 2: "easy"}
    outcry("play", "crypto_cards", "--resume", "--bots", "greedy", typed="1\n1\n")
    assert saved(state).bots == {0: "greedy", 2: "greedy"}


def test_a_finished_game_is_not_resumed(state: Path) -> None:
    outcry("play", "bounce", "--seed", "5", typed=FIRST)
    (path,) = state.glob("*.json")
    assert "there is no unfinished game" in outcry("play", "bounce", "--resume").err
    assert f"is over; see it again with: outcry replay {path}" in outcry("play", "bounce", "--resume", str(path)).err
    assert "is a match of Bounce, not of Crypto Cards" in outcry("play", "crypto_cards", "--resume", str(path)).err


def test_the_last_game_left_is_the_one_resumed(state: Path) -> None:
    for seats in ("2", "3"):
        outcry_apart("play", "bounce", "--seats", seats, "--seed", "8", typed="1\n")
    assert len(list(state.glob("*.json"))) == 2
    assert "Bot 2" in outcry("play", "bounce", "--resume").out


def test_a_place_that_cannot_be_written_is_told_and_the_game_goes_on(state: Path) -> None:
    state.write_text("not a folder", encoding="utf-8")
    answer = outcry("play", "bounce", "--seed", "5", typed=FIRST)
    assert answer.code == 0
    assert "! This game cannot be saved at the moment" in answer.out
    assert "Place" in answer.out


def test_the_menu(state: Path) -> None:
    number = [*registered()].index("crypto_cards") + 1
    answer = outcry(typed=f"chess\n{number}\n9\n2\n1\n")
    assert f"Type a number from 1 to {len(registered())}, or a game's name, not 'chess'." in answer.out
    assert "Crypto Cards is for 2–6 players, not '9'." in answer.out
    match = saved(state)
    assert (match.game.name, match.seats) == ("crypto_cards", 2)


@pytest.mark.parametrize("typed", ["", "quit\n", "bounce\n", "bounce\nq\n"])
def test_the_menu_can_be_left(typed: str, tmp_path: Path) -> None:
    with nothing_written(tmp_path):
        assert outcry(typed=typed).code == 0


def drawn(drawing: object, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get()


@pytest.mark.parametrize("game", registered())
def test_boards_fit_eighty_columns_with_any_number_of_players(game: str) -> None:
    for seats in find(game).seats:
        match = Match(game, seats=seats, seed=1)
        for _ in range(40):
            if not match.over:
                match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        for seat in (None, *range(seats)):
            text = drawn(boards.draw(match.view(seat), Words(match.game), [f"Bot {n}" for n in range(seats)]))
            assert all(len(line) <= 80 for line in text.splitlines())
            assert "…" not in text


@pytest.mark.parametrize("game", registered())
def test_every_game_can_be_shown_field_by_field(game: str) -> None:
    players = ["Ada", "Bo", "Cy"][: max(2, find(game).seats[0])]
    match = Match(game, seats=len(players), seed=7)
    for seat in (None, 0, 1):
        assert "▸ Ada" in drawn(fields.draw(match.view(seat), Words(match.game), players))


def test_a_game_without_a_board_is_shown_field_by_field() -> None:
    match = Match("crypto_cards", seats=2, seed=7)
    text = drawn(fields.draw(match.view(1), Words(match.game), ["Ada", "Bo"]))
    assert "▸ Ada" in text
    assert "Portfolio" in text
    assert "Step" in text
    hand = [Words(match.game).name("card", card) for card in match.view(1).as_dict()["state"]["hands"][1]]
    assert all(card in text for card in hand)


def test_two_who_share_the_top_space_are_drawn_on_it() -> None:
    match = Match("bounce", seats=2, seed=584)
    for seat in range(2):
        match.play(seat, "roll")
    text = drawn(boards.draw(match.view(0), Words(match.game), ["Ada", "Bo"]))
    assert re.search(r"9 │ Bo +│ Ada ", text)


def test_a_high_tower_is_drawn_without_its_empty_middle() -> None:
    match = Match("bounce", seats=2, options={"spaces": 30}, seed=1)
    text = drawn(boards.draw(match.view(0), Words(match.game), ["Ada", "Bo"]))
    assert "30" in text
    assert "⋮" in text
    assert len(text.splitlines()) < 12


def test_the_rules_are_in_the_language_of_the_game() -> None:
    answer = outcry("play", "crypto_cards", "--seed", "4", "--language", "de", typed="rules 5.1\nrules\n")
    assert "§5.1 Der zweite Joker beendet das Spiel sofort" in answer.out
    assert "## 4. Das Auslegen" in answer.out


def test_the_terminal_says_the_same_in_every_language() -> None:
    english, german = languages()["en"], languages()["de"]
    assert {name: set(re.findall(r"{\w+}", phrase)) for name, phrase in english.items()} == {
        name: set(re.findall(r"{\w+}", phrase)) for name, phrase in german.items()
    }


def test_reasons_are_said_in_the_language_of_the_person(state: Path) -> None:
    answer = outcry("play", "crypto_cards", "--seed", "7", "--language", "de", typed="undo\nsell XX\n")
    assert "! es gibt nichts zurückzunehmen" in answer.out
    assert "'XX' gibt es hier nicht (card); es gibt AC, 2C," in " ".join(answer.out.split())


@pytest.mark.parametrize("command", [("play", "crypto_cards", "--resume"), ("replay",), ("review",)])
def test_what_ends_a_command_is_said_in_the_language_of_the_person(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text('{"format": "openoutcry match 1"}', encoding="utf-8")
    german = outcry(*command, str(path), "--language", "de")
    assert (german.code, german.err) == (2, f"outcry: {path} {worded('missing_or_wrong', {'name': 'game'}, 'de')}\n")
    english = outcry(*command, str(path))
    assert (english.code, english.err) == (2, f"outcry: {path} is damaged: 'game' is missing or of the wrong kind\n")


def test_what_is_wrong_with_a_table_is_said_in_the_language_of_the_person() -> None:
    answer = outcry("play", "crypto_cards", "--seats", "9", "--language", "de")
    assert answer.err == f"outcry: {Reason('for_from_to', game='Crypto Cards', least=2, most=6, seats=9).said('de')}\n"


def test_a_match_is_replayed_in_the_language_of_the_person(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    match = Match("bounce", 2, seed=1, players=["Ann", "Bo"])
    match.play(0, "roll")
    match.save(path)
    answer = outcry("replay", str(path), "--language", "de")
    assert "Bounce, Version 2 der Regeln" in answer.out
    assert "beginnt: Ann, als Zweite: Bo" in answer.out
    assert "Ann würfelt." in answer.out
