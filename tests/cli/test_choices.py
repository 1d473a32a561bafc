"""The list of what can be done, and what a typed line means: in any game."""

from __future__ import annotations

import pytest
from rich.console import Console

from openoutcry import Match, Mistake
from openoutcry.cli import choices
from openoutcry.cli.choices import Choices
from openoutcry.cli.phrases import Phrases
from openoutcry.games import find
from openoutcry.table.words import Words


def bidding(*bids: str, language: str = "en") -> Choices:
    """What the next player can do after some bids of two."""
    match = Match("cash_or_crash", seats=2, seed=1)
    for seat in (0, 1):
        match.play(seat, "stake GGG")
        match.play(seat, "stake GOW")
    for bid in bids:
        match.play(match.to_act[0], bid)
    return Choices(match.legal(match.to_act[0]), Words(match.game, language), Phrases(language))


def listed(offered: Choices) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(offered.offer())
    return capture.get()


def test_a_verb_with_many_actions_is_listed_in_groups() -> None:
    offered = bidding("bid 3 Gold")
    assert offered.spans("bid") == [
        "bid 4–16 Gold",
        "bid 3–16 Gold+Oil",
        "bid 3–16 Gold+Wheat",
        "bid 3–16 Gold+Oil+Wheat",
    ]
    assert [str(action) for action in offered.numbered][-1] == "challenge"
    assert {action.verb for action in offered.numbered} == {"add", "challenge"}
    text = listed(offered)
    assert "bid 3–16 Gold+Oil " in text
    assert "type it, as in bid 3 Gold+Oil, or short: 3 go" in text
    assert f"{len(offered.numbered)}  challenge" in text
    assert len(text.splitlines()) < 10


def test_few_actions_are_numbered() -> None:
    offered = bidding("bid 16 Gold")
    assert offered.grouped == {}
    assert [str(action) for action in offered.numbered] == [
        "bid 16 Gold+Oil",
        "bid 16 Gold+Wheat",
        "bid 16 Gold+Oil+Wheat",
        "challenge",
    ]
    assert str(offered.meant("2")) == "bid 16 Gold+Wheat"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bid 4 Gold+Oil", "bid 4 Gold+Oil"),
        ("BID 4 oil+gold", "bid 4 Gold+Oil"),
        ("bid 4 Gold + Oil", "bid 4 Gold+Oil"),
        ("bid 4 go", "bid 4 Gold+Oil"),
        ("4 gold+oil", "bid 4 Gold+Oil"),
        ("4 go", "bid 4 Gold+Oil"),
        ("4 OG", "bid 4 Gold+Oil"),
        ("4 g+o", "bid 4 Gold+Oil"),
        ("4 gow", "bid 4 Gold+Oil+Wheat"),
        ("4 g", "bid 4 Gold"),
        ("4 Gold+Öl", "bid 4 Gold+Oil"),
        ("4 gö", "bid 4 Gold+Oil"),
        ("biete 4 gold+öl", "bid 4 Gold+Oil"),
        ("1 w", "bid 1 Wheat"),
        ("80 w", "bid 80 Wheat"),
        ("ooo", "add OOO"),
        ("challenge", "challenge"),
        ("1", "add GGO"),
    ],
)
def test_what_is_typed(typed: str, meant: str) -> None:
    """Short forms, in both languages; what the rules forbid is read all the same, so that they can say why."""
    assert str(bidding("bid 3 Gold", language="de").meant(typed)) == meant


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("bid 99 Gold", "There is no action 'bid 99 Gold'; write it as in 'bid 3 Gold+Oil'."),
        (f"bid {'9' * 5000} Gold", "write it as in 'bid 3 Gold+Oil'."),
        ("bid gold 4", "There is no action 'bid gold 4'"),
        ("bid 4", "write 'bid <amount> <commodities>', not 'bid 4'"),
        ("bid 4 silver", "there is no commodity 'silver'; there are Gold, Oil, Wheat"),
        ("4 gg", "an action such as 'bid 3 Gold+Oil', or help; not '4 gg'"),
        ("4 silver", "not '4 silver'"),
        ("", "not ''"),
        ("99", "There is no choice 99; they go from 1 to 9."),
    ],
)
def test_what_cannot_be_read(typed: str, sentence: str) -> None:
    with pytest.raises(Mistake) as mistake:
        bidding("bid 3 Gold").meant(typed)
    assert sentence in str(mistake.value)


def test_where_nothing_has_a_number() -> None:
    offered = bidding()
    assert offered.numbered == []
    assert "Type an action, or: undo" in listed(offered)
    with pytest.raises(Mistake, match="an action such as 'bid 1 Gold', or help; not '1'"):
        offered.meant("1")


def test_a_verb_without_a_number_is_listed_value_by_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "MANY", 2)
    match = Match("crypto_cards", seats=2, seed=7)
    match.play(0, "pass")
    offered = Choices(match.legal(0), Words(match.game), Phrases("en"))
    cards = [offered.words.name("card", str(action).split()[1]) for action in offered.legal]
    assert offered.spans("transfer") == [f"lay down {', '.join(cards)}"]
    assert offered.meant(cards[0].lower()) == offered.legal[0]
    assert offered.meant(f"lay down {cards[1]}") == offered.legal[1]


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "2 eels crate 1", "lay E2 crate1"),
        ("en", "2 e tub", "lay E2 tub"),
        ("en", "lay 2 eels in the ice tub", "lay E2 tub"),
        ("en", "e2 crate2", "lay E2 crate2"),
        ("de", "2 Aale Kiste 1", "lay E2 crate1"),
        ("de", "leg 2 aale in die eiswanne", "lay E2 tub"),
        ("en", "3 tuna crate 2", "lay T3 crate2"),
    ],
)
def test_words_may_be_left_out_or_short(language: str, typed: str, meant: str) -> None:
    game = find("cash_a_catch")
    legal = [
        game.actions.read(f"lay {card} {place}") for card in ("E2", "E3", "S2") for place in ("crate1", "crate2", "tub")
    ]
    assert str(Choices(legal, Words(game, language), Phrases(language)).meant(typed)) == meant


def test_what_is_short_must_be_clear() -> None:
    game = find("cash_a_catch")
    cards = ("E2", "E3", "S2", "S3", "O1")
    legal = [game.actions.read(f"lay {card} {place}") for card in cards for place in ("crate1", "crate2", "tub")]
    offered = Choices(legal, Words(game), Phrases("en"), tidy="lay out the rest for me")
    assert offered.spans("lay")[0] == "lay 2 eels in crate 1, crate 2, the ice tub"
    text = listed(offered)
    assert "type it, as in lay 2 eels in crate 1, or short: 2 eels crate 1" in text
    assert " t  lay out the rest for me" in text
    for typed in ("2 crate 1", "eels tub", "22 eels tub"):
        with pytest.raises(Mistake, match="Type a number of the list"):
            offered.meant(typed)
