"""The names of bots: levels for people, budgets, mistakes, and bots of other packages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from openoutcry import bots
from openoutcry.bots import WHIMS, Bot, GreedyBot, RandomBot, Spec, find, read, registered
from openoutcry.bots.exports import bots_described
from openoutcry.bots.guests import BotFailed, GuestBot
from openoutcry.bots.outsiders import named, outsiders
from openoutcry.bots.selfplay import GREEDY, GUEST, RANDOM, SEARCH
from openoutcry.bots.thinking import PLAYOUTS, SearchBot
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import USUAL_THOUGHTS
from openoutcry.engine.game import Game
from openoutcry.engine.mask import nth_action
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find as find_game
from openoutcry.games import registered as registered_games
from openoutcry.table.match import Match, View

CRYPTO_CARDS = find_game("crypto_cards")
OF_SKILL = [game for game in registered_games().values() if game.name != "bounce"]


class Entry:
    """An entry point of another package."""

    def __init__(self, name: str, bot: Any) -> None:
        self.name, self.bot = name, bot

    def load(self) -> Any:
        return self.bot


Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install bots of other packages, by their names, for one test."""

    def installed(**others: Any) -> None:
        entries = [Entry(name, bot) for name, bot in others.items()]
        monkeypatch.setattr(bots, "entry_points", lambda group: entries if group == "openoutcry.bots" else [])
        bots._others.cache_clear()

    yield installed
    bots._others.cache_clear()


def choice_of(bot: Any, match: Match) -> Any:
    """What a bot does first."""
    seat = match.to_act[0]
    return bot.choose(match.view(seat), new_chance(key_of_seed(1)))


def says(written: str, *words: str, game: Any = None) -> None:
    """A mistake, in one sentence that has all these words."""
    with pytest.raises(Mistake) as told:
        find(written, game or CRYPTO_CARDS)
    assert "\n" not in str(told.value)
    for word in words:
        assert word in str(told.value)


@pytest.mark.parametrize("game", OF_SKILL, ids=lambda game: game.name)
def test_easy_has_whims_and_harder_levels_think_more(game: Any) -> None:
    easy, medium, hard = (read(name, game) for name in ("easy", "medium", "hard"))
    assert (easy.policy, easy.budget) == (GREEDY, WHIMS)
    assert (medium.policy, hard.policy) == (SEARCH, SEARCH)
    assert (medium.budget, hard.budget) == ((50, 2000) if game.name == "cash_a_catch" else USUAL_THOUGHTS)


def test_where_rules_of_thumb_are_exact_nobody_searches() -> None:
    bounce = find_game("bounce")
    assert [(read(name, bounce).policy, read(name, bounce).budget) for name in ("easy", "medium", "hard")] == [
        (GREEDY, WHIMS),
        (GREEDY, 0),
        (GREEDY, 0),
    ]
    assert isinstance(find("hard", bounce).chooser, GreedyBot)


def test_without_rules_of_thumb_easy_is_any_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "has", lambda *_: False)
    assert read("easy", CRYPTO_CARDS) == Spec("easy", RANDOM)
    assert read("hard", CRYPTO_CARDS).policy == SEARCH
    says("greedy", "no greedy bot for Crypto Cards", "easy, medium, hard")


def test_a_page_is_told_the_same_levels() -> None:
    assert bots_described(find_game("bounce"))["levels"]["hard"] == {"bot": "greedy", "budget": 0}
    assert bots_described(CRYPTO_CARDS)["levels"] == {
        "easy": {"bot": "greedy", "budget": WHIMS},
        "medium": {"bot": "search", "budget": USUAL_THOUGHTS[0]},
        "hard": {"bot": "search", "budget": USUAL_THOUGHTS[1]},
    }


def test_easy_plays_by_rules_of_thumb_but_for_a_whim_now_and_then() -> None:
    match = Match(CRYPTO_CARDS, 3, seed=5)
    match.play(0, "pass")
    view, chance = match.view(0), new_chance(key_of_seed(1))
    easy, greedy = find("easy", CRYPTO_CARDS), find("greedy", CRYPTO_CARDS)
    best = greedy.choose(view, chance)
    often = sum(easy.choose(view, chance) == best for _ in range(400))
    assert 340 < often < 395


@pytest.mark.parametrize(
    ("written", "playouts", "milliseconds"),
    [
        ("search", PLAYOUTS, 0),
        (" Search:400 ", 400, 0),
        ("SEARCH:500MS", 0, 500),
        ("search:2s", 0, 2000),
        ("search:1000000", 1_000_000, 0),
        ("search:600s", 0, 600_000),
    ],
)
def test_a_budget_is_play_outs_or_time(written: str, playouts: int, milliseconds: int) -> None:
    spec = read(written)
    assert (spec.budget, spec.milliseconds, spec.is_compiled) == (playouts, milliseconds, not milliseconds)
    bot = find(written, CRYPTO_CARDS).chooser
    assert isinstance(bot, SearchBot)
    assert (bot.playouts, bot.milliseconds) == (playouts, milliseconds)


@pytest.mark.parametrize("budget", ["", "0", "-5", "soon", "5m", "1.5", " 400", "4e2", "1_000", "100:3"])
def test_a_budget_that_is_none_is_told_how_it_should_be(budget: str) -> None:
    says(f"search:{budget}", "should be like search:2000 (play-outs) or search:500ms")


@pytest.mark.parametrize(
    ("budget", "most"), [("1000001", "1,000,000 play-outs"), ("600001ms", "600,000 mill"), ("601s", "600,000 mill")]
)
def test_a_budget_that_is_too_large_is_told_the_most(budget: str, most: str) -> None:
    says(f"search:{budget}", "too much", f"at most {most}")


@pytest.mark.parametrize("name", ["greedy", "random", "easy", "medium", "hard"])
def test_only_search_has_a_budget(name: str) -> None:
    says(f"{name}:100", "only search has a budget", name)


@pytest.mark.parametrize("name", ["", "oracle", "oracle:5", "greedy search"])
def test_an_unknown_bot_is_told_who_there_is(name: str) -> None:
    says(name, repr(name), "random, greedy, search, easy, medium, hard")


@pytest.mark.parametrize(
    ("name", "kind"), [(" Random", RandomBot), ("GREEDY ", GreedyBot), ("Hard", SearchBot), ("easy", GreedyBot)]
)
def test_capitals_and_spaces_do_not_matter(name: str, kind: type) -> None:
    assert type(find(name, CRYPTO_CARDS).chooser) is kind


def test_every_seat_gets_a_bot_of_its_own() -> None:
    assert find("search", CRYPTO_CARDS).chooser is not find("search", CRYPTO_CARDS).chooser


@rule
def first_legal(view: Any, seat: int, mask: Any, thought: Any) -> int:
    """A compiled bot of another package: the first legal action."""
    return nth_action(mask, 0)


class Patient:
    """A bot that counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, _chance: Any) -> Any:
        self.asked += 1
        return view.legal[-1]


def guest_of(bot: Bot) -> Any:
    """A bot as its package has it."""
    assert isinstance(bot.chooser, GuestBot)
    return bot.chooser.guest


@pytest.mark.parametrize(
    "answer", [lambda action: action, lambda action: action.number, str], ids=["action", "number", "text"]
)
def test_a_function_of_a_view_is_a_bot_however_it_answers(install: Install, answer: Callable[[Any], Any]) -> None:
    install(last=lambda view, _chance: answer(view.legal[-1]))
    bot, match = find("last", CRYPTO_CARDS), Match(CRYPTO_CARDS, 2, seed=7)
    assert isinstance(bot.chooser, GuestBot)
    match.play(0, "pass")
    assert choice_of(bot, match) == match.legal(0)[-1]


WRONG = {
    "nothing": None,
    "half": 0.5,
    "yes": True,
    "no action": "sell everything",
    "not yours": "sell AC",
    "beyond": 10**6,
    "before": -1,
}


@pytest.mark.parametrize("answer", WRONG.values(), ids=WRONG.keys())
def test_a_bot_that_answers_with_what_is_not_legal_is_named_with_its_answer(install: Install, answer: Any) -> None:
    install(odd=lambda _view, _chance: answer)
    with pytest.raises(BotFailed) as failed:
        choice_of(find("odd", CRYPTO_CARDS), Match(CRYPTO_CARDS, 2, seed=7))
    why = " (§3.2)" if answer == "sell AC" else ""
    assert (
        str(failed.value) == f"the bot 'odd' failed: it answered {answer!r}, which is not one of its legal actions{why}"
    )


@pytest.mark.parametrize("error", [ValueError("no\nidea"), SystemExit(3), RecursionError(), KeyError("card")], ids=repr)
def test_a_bot_that_raises_is_named_with_its_error(install: Install, error: BaseException) -> None:
    def fail(_view: Any, _chance: Any) -> Any:
        raise error

    install(odd=fail)
    with pytest.raises(BotFailed) as failed:
        choice_of(find("odd", CRYPTO_CARDS), Match(CRYPTO_CARDS, 2, seed=7))
    assert str(failed.value) == " ".join(f"the bot 'odd' failed: it raised {type(error).__name__}: {error}".split())


def test_a_bot_that_changes_what_it_was_given_deceives_nobody(install: Install) -> None:
    def cheat(view: Any, _chance: Any) -> Any:
        view.record.hands[view.seat] = view.record.hands[view.seat] | view.record.deck
        return view.legal[-1]

    install(cheat=cheat)
    match = Match(CRYPTO_CARDS, 2, seed=7)
    match.play(0, "pass")
    with pytest.raises(BotFailed, match="not one of its legal actions"):
        choice_of(find("cheat", CRYPTO_CARDS), match)


def test_a_class_that_cannot_be_made_is_named(install: Install) -> None:
    class Late:
        def __init__(self) -> None:
            raise OSError("the model is not there")

    install(late=Late)
    says("late", "the bot 'late' failed: it raised OSError: the model is not there")


def test_games_that_are_no_names_are_in_nobodys_way(install: Install) -> None:
    class Vague(Patient):
        games = 5

    install(vague=Vague)
    assert "greedy" in registered(CRYPTO_CARDS)
    says("vague", "the bot 'vague' cannot be loaded", "not a list of their names")


def test_a_compiled_function_is_a_bot_and_whole_games_are_played_with_it(install: Install) -> None:
    install(first=first_legal)
    bot, match = find("first", CRYPTO_CARDS), Match(CRYPTO_CARDS, 2, seed=7)
    match.play(0, "pass")
    assert choice_of(bot, match) == match.legal(0)[0]
    assert read("first") == Spec("first", GUEST)
    assert read("first").is_compiled


def test_a_class_is_a_bot_and_each_seat_has_its_own(install: Install) -> None:
    install(patient=Patient)
    one, other, match = find("patient", CRYPTO_CARDS), find("patient", CRYPTO_CARDS), Match(CRYPTO_CARDS, 2, seed=7)
    choice_of(one, match)
    assert (guest_of(one).asked, guest_of(other).asked) == (1, 0)


def test_an_object_is_a_bot(install: Install) -> None:
    shared = Patient()
    install(patient=shared)
    assert guest_of(find("patient", CRYPTO_CARDS)) is shared


@pytest.mark.parametrize("wrong", [42, "greedy", len, pow, int], ids=str)
def test_what_is_no_bot_is_told_what_a_bot_is(install: Install, wrong: Any) -> None:
    install(wrong=wrong)
    says("wrong", "'wrong'", "(view, chance)", "(view, seat, mask, thought)", "choose")


def test_a_bot_plays_only_its_games(install: Install) -> None:
    class Fisher(Patient):
        games = ("cash_a_catch",)

    install(fisher=Fisher)
    assert "fisher" in registered()
    assert "fisher" in registered(find_game("cash_a_catch"))
    assert "fisher" not in registered(CRYPTO_CARDS)
    assert isinstance(guest_of(find("fisher", find_game("cash_a_catch"))), Fisher)
    says("fisher", "no fisher bot for Crypto Cards", "random, greedy, search")


def test_no_other_bot_takes_the_name_of_one_of_ours(install: Install) -> None:
    install(greedy=Patient, Search=Patient, hard=Patient)
    assert registered() == ["random", "greedy", "search", "easy", "medium", "hard", "learned", "solved"]
    assert isinstance(find("greedy", CRYPTO_CARDS).chooser, GreedyBot)
    assert isinstance(find("search", CRYPTO_CARDS).chooser, SearchBot)


def test_a_bot_with_capitals_in_its_name_is_found(install: Install) -> None:
    install(MyBot=Patient)
    assert isinstance(guest_of(find("MyBot", CRYPTO_CARDS)), Patient)
    assert isinstance(guest_of(find("mybot", CRYPTO_CARDS)), Patient)
    assert "mybot" in registered()


def test_another_bot_has_no_budget(install: Install) -> None:
    install(patient=Patient)
    says("patient:50", "only search has a budget", "patient")


def test_one_that_cannot_be_imported_is_in_nobodys_way(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Entry) -> Any:
        raise ModuleNotFoundError("No module named 'tensors'")

    install(heavy=None)
    monkeypatch.setattr(Entry, "load", fail)
    assert find("greedy", CRYPTO_CARDS).name == "greedy"
    says("heavy", "the bot 'heavy' cannot be loaded: ModuleNotFoundError: No module named 'tensors'")


def test_outsiders_are_named_by_their_files_and_play_one_game() -> None:
    assert [name for name in outsiders() if find_game(named(name).GAME)] == outsiders()
    bot, match = find(" Outsider:Hurry ", CRYPTO_CARDS), Match(CRYPTO_CARDS, 2, seed=7)
    assert (bot.name, bot.level, str(choice_of(bot, match))) == ("outsider:hurry", "medium", "pass")
    assert not read("outsider:hurry").is_compiled
    says("outsider:honest", "'outsider:honest'", "there is outsider:hurry")
    says("outsider", "'outsider:'", "there is outsider:hurry")


@pytest.mark.parametrize("name", outsiders())
def test_an_outsider_plays_whole_matches_of_its_game(name: str) -> None:
    game, thought = find_game(named(name).GAME), new_chance(key_of_seed(3))
    variants = [{"variant": "endurance"}, {"variant": "blitz"}] if game.name == "cash_or_crash" else []
    for seed, options in enumerate([{}, *variants]):
        match = Match(game, 4, options, seed=seed)
        players = [find(each, game) for each in (f"outsider:{name}", "greedy", f"outsider:{name}", "easy")]
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, players[seat].choose(match.view(seat), thought))
        assert 1 in match.places
