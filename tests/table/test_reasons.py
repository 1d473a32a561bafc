"""Reasons: codes with parameters, in every language."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

import openoutcry as oo
from openoutcry.engine.mistakes import NeedsConsent, Refused
from openoutcry.engine.reasons import BLANK, phrases
from openoutcry.table.reasons import Reason, given, refused, said

SOURCES = Path(oo.__file__).parent


def blanks(phrase: str) -> set[str]:
    return {found[1] for found in BLANK.finditer(phrase)}


def test_every_code_has_a_phrase_in_every_language_with_the_same_blanks() -> None:
    spoken = phrases()
    assert set(spoken) == {"en", "de"}
    for language, table in spoken.items():
        assert list(table) == list(spoken["en"]), language
        for code, phrase in table.items():
            assert blanks(phrase) == blanks(spoken["en"][code]), (language, code)
            assert not set(BLANK.sub("", phrase)) & {*"{}"}, (language, code)


def calls_of(name: str, folder: Path = SOURCES) -> Iterator[tuple[str, ast.Call]]:
    """Where something is called in the sources, and how."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield f"{path.relative_to(SOURCES)}:{node.lineno}", node


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Where a Reason is made in the sources, its code, and the names of its parameters."""
    for where, call in calls_of("Reason"):
        (code,) = call.args
        assert isinstance(code, ast.Constant), f"{where}: a code is written out"
        yield where, str(code.value), {str(keyword.arg) for keyword in call.keywords}


def test_every_reason_in_the_sources_has_a_code_that_is_known_and_its_parameters() -> None:
    for where, code, parameters in raised():
        assert code in phrases()["en"], where
        assert parameters == blanks(phrases()["en"][code]), where


def test_the_table_gives_no_reason_without_a_code() -> None:
    assert [where for where, _ in calls_of("Mistake", SOURCES / "table")] == []


def test_a_reason_is_said_in_the_readers_language_and_in_english_where_that_is_not_spoken() -> None:
    reason = Reason("no_such_seat", seat=7, last=3)
    assert str(reason) == reason.said("en") == reason.said("fr") == "there is no seat 7; they go from 0 to 3"
    assert reason.said("de") == said(**reason.as_json(), language="de") != str(reason)
    assert Reason("no_name", longest=40).said("de") == "ein Name hat 1 bis 40 sichtbare Zeichen"
    assert isinstance(reason, oo.Mistake)


def test_a_reason_inside_a_reason_is_said_in_the_same_language() -> None:
    reason = Reason("not_a_message", about=Reason("no_such_bot", name="oracle"))
    inner = {"code": "no_such_bot", "parameters": {"name": "oracle"}}
    assert reason.as_json() == {"code": "not_a_message", "parameters": {"about": inner}}
    assert reason.said("de").endswith(": es gibt keinen Bot oracle")
    assert said(**reason.as_json(), language="de") == reason.said("de")


def test_a_reason_that_came_in_a_message_is_what_was_raised() -> None:
    match = oo.Match("crypto_cards", seats=2, seed=7)
    inside = Reason("not_a_message", about=Reason("no_such_bot", name="oracle"))
    for raised_there in (Reason("no_such_seat", seat=7, last=3), inside, NeedsConsent(), refused(match.game, "§2.1")):
        came = given(raised_there.as_json(), match.game)
        assert isinstance(came, type(raised_there))
        assert (came.as_json(), came.said("de")) == (raised_there.as_json(), raised_there.said("de"))


def test_a_refusal_is_said_in_the_words_of_its_game() -> None:
    match = oo.Match("crypto_cards", seats=2, seed=7)
    with pytest.raises(Refused) as caught:
        match.play(1, "pass")
    refused = caught.value
    assert refused.as_json() == {"code": "refused", "parameters": {"clause": "§2.1"}}
    assert str(refused) == refused.said("en") == refused.said("fr") == "§2.1: It is not your turn."
    german = f"§2.1: {match.game.words['de']['refusals']['§2.1']}"
    assert refused.said("de") == said(**refused.as_json(), language="de", game=match.game) == german
    assert said(**refused.as_json(), language="de") == "§2.1 verbietet es"


def test_what_needs_consent_says_so() -> None:
    match = oo.Match("crypto_cards", seats=2, seed=7)
    match.play(0, "pass")
    match.play(0, match.legal(0)[0])
    match.play(1, "pass")
    with pytest.raises(NeedsConsent) as caught:
        match.undo(0)
    assert caught.value.as_json() == {"code": "needs_consent", "parameters": {}}


@pytest.mark.parametrize(
    "reason",
    [Reason("no_such_seat", seat=7, last=3), NeedsConsent(), Refused("§2.1", "It is not your turn.")],
)
def test_reasons_can_be_sent_from_process_to_process(reason: Reason) -> None:
    again = pickle.loads(pickle.dumps(reason))
    assert type(again) is type(reason)
    assert (str(again), again.as_json()) == (str(reason), reason.as_json())
