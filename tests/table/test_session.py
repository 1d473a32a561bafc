"""A table in play: what is told to whom, and what never is. Whole conversations are in `test_conversations.py`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from openoutcry.engine.chance import new_chance
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.record import copied
from openoutcry.table import messages as m
from openoutcry.table.clocks import Clocks
from openoutcry.table.match import Match
from openoutcry.table.messages import read, write
from openoutcry.table.race import Race
from openoutcry.table.reasons import Reason
from openoutcry.table.session import Session, Telling
from scenes import ADA, BOB, EVE, GAMES, Scene

RACES = {"cash_a_catch": {}, "cash_or_crash": {"variant": 2}}


def seated(game: str, *, seats: int = 3, **more: Any) -> Scene:
    """Ada, Bob and a bot that does nothing by itself, with Eve watching."""
    scene = Scene(f"a table of {game}", is_own=False, seed=21)
    scene.open(game, seats, {}, **more)
    scene.wants(BOB, "sit_down", seat=1, name=BOB)
    scene.wants("Cyd", "sit_down", seat=2, name="Cyd")
    scene.says(EVE, {"type": "hello"})
    return scene


def told(scene: Scene) -> dict[str, list[dict[str, Any]]]:
    """What everybody was told in the last step."""
    found: dict[str, list[dict[str, Any]]] = {}
    for _, who, said in scene.steps[-1]["said"]:
        found.setdefault(who, []).append(said)
    return found


def seen_by_all(scene: Scene) -> bytes:
    return bytes(scene.match.view(None).record.tobytes())


def tells_of_the_unseen(game: str) -> bool:
    """Whether somebody is told anything because another did what nobody can see, or tried what is refused."""
    unseen = 0
    scene = seated(game, options=RACES[game], clock={"move": 9, "bank": 9, "increment": 1, "leaves": False})
    for turn in range(120):
        before, who = seen_by_all(scene), scene.random.choice((ADA, BOB, "Cyd"))
        if turn % 3 == 2:
            scene.wants(who, "take_back")
        elif not scene.plays_any(who):
            scene.waits(700)
            continue
        is_done = any(said["type"] == "accepted" for said in told(scene)[who])
        last = scene.match.log[-1].action if scene.match.log else None
        is_unseen = last is not None and scene.match.game.actions.seen(last.number) is None
        if is_done and not (is_unseen and seen_by_all(scene) == before):
            continue
        unseen += is_done
        if set(told(scene)) != {who}:
            return True
    assert unseen > 3, "otherwise nothing was tried"
    return False


@pytest.mark.parametrize("game", RACES)
def test_what_nobody_sees_is_told_to_nobody(game: str) -> None:
    assert not tells_of_the_unseen(game)


def worlds(game: str) -> Iterator[tuple[Scene, str, int]]:
    """Tables at some moment, and somebody there: what they may not know can be dealt again."""
    scene = seated(game, seats=GAMES[game][0], options=RACES.get(game, {}), pace=2.5)
    for _ in range(14):
        scene.goes_on((ADA, BOB, "Cyd"), 4)
        for who, seat in ((ADA, 0), (BOB, 1), (EVE, SPECTATOR)):
            yield scene, who, seat


def all_that_is_told(scene: Scene, who: str) -> list[bytes]:
    """Everything that somebody gets who comes anew."""
    session = scene.session
    said = [message for to, message in session.hear(who, m.Hello(), scene.now / 1000) if to == who]
    session._readers[who].number = 0
    return [write(message) for message in said]


def finds_a_leak(game: str) -> bool:
    """Whether what somebody is told depends on what they may not know."""
    for scene, who, seat in worlds(game):
        state = scene.match._state
        known = all_that_is_told(scene, who)
        hidden = scene.match._hidden(state, seat)
        for number in range(3):
            scene.match._state = copied(hidden)
            scene.match.game.sight.redeal(scene.match._state, seat, new_chance(bytes([number + 1] * 32)))
            other = all_that_is_told(scene, who)
            scene.match._state = state
            if other != known:
                return True
    return False


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_what_they_may_not_know(game: str) -> None:
    assert not finds_a_leak(game)


def thinking_by_the_truth(session: Session, seats: Iterable[int | None]) -> dict[int | None, Telling]:
    to_act = session._table.to_act
    return {seat: replace(telling, thinking=to_act) for seat, telling in TELLINGS(session, seats).items()}


def record_by_the_truth(match: Match, _seat: int | None) -> bytes:
    return match.open_view().data


def opening_by_the_truth(race: Race, seat: int) -> float:
    return 0.0 if seat in race.match.to_act else 0.5


def view_by_the_truth(session: Session, seat: int | None) -> Any:
    return session._table.view(seat)


TELLINGS = Session._tellings
MUTANTS: dict[str, tuple[type, str, Callable[..., Any], Callable[[], bool]]] = {
    "who is to act": (Session, "_tellings", thinking_by_the_truth, lambda: finds_a_leak("cash_a_catch")),
    "the record": (Match, "sight", record_by_the_truth, lambda: finds_a_leak("crypto_cards")),
    "who has held": (Race, "opens_for", opening_by_the_truth, lambda: tells_of_the_unseen("cash_a_catch")),
    "who is asked last": (Session, "_view_told", view_by_the_truth, lambda: tells_of_the_unseen("cash_a_catch")),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_session_that_tells_too_much_is_found(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, broken, is_found = MUTANTS[mutant]
    monkeypatch.setattr(where, name, broken)
    assert is_found()


def test_what_is_asked_again_is_done_once() -> None:
    scene = seated("crypto_cards")
    scene.plays_any(ADA)
    again, first = scene.steps[-1]["says"], told(scene)[ADA][0]
    log = len(scene.match.log)
    scene.says(ADA, again)
    assert told(scene) == {ADA: [first]}
    assert len(scene.match.log) == log


def test_nobody_acts_for_another() -> None:
    scene = seated("crypto_cards")
    action = scene.match.legal(0)[0].number
    assert scene.wants(BOB, "play_action", action=action)["reason"]["code"] == "refused"
    assert scene.wants(EVE, "play_action", action=action)["reason"]["code"] == "watching"
    assert scene.wants(BOB, "sit_down", seat=0, name=BOB)["reason"]["code"] == "not_your_seat"
    assert scene.wants(EVE, "sit_down", seat=0, name=EVE)["reason"]["code"] == "seat_taken"
    with pytest.raises(Reason, match="seat"):
        read(json.dumps({"type": "play_action", "id": 1, "action": action, "seat": 0}))
    assert not scene.match.log


def test_whoever_has_seen_cards_takes_no_other_seat() -> None:
    scene = Scene("seats", is_own=False, seed=22)
    scene.open("crypto_cards", 4, {})
    scene.wants(BOB, "sit_down", seat=1, name=BOB)
    assert scene.wants(BOB, "sit_down", seat=2, name=BOB)["reason"]["code"] == "not_your_seat"
    scene.wants(BOB, "stand_up")
    scene.leaves(BOB)
    scene.says(BOB, {"type": "hello"})
    assert scene.wants(BOB, "sit_down", seat=2, name=BOB)["reason"]["code"] == "not_your_seat"
    assert scene.wants(BOB, "sit_down", seat=1, name=BOB)["type"] == "accepted"


def test_the_key_stays_until_the_end() -> None:
    scene = seated("bounce")
    assert scene.wants(ADA, "save_match")["reason"]["code"] == "key_stays"
    scene.goes_on((ADA, BOB, "Cyd"), 3000)
    assert scene.match.over
    for who in (ADA, EVE):
        scene.wants(who, "save_match")
        assert [said["type"] for said in told(scene)[who]] == ["accepted", "match_file"]
    key = scene.match._key.hex()
    assert all(key not in json.dumps(step["said"]) for step in scene.steps)


def test_whoever_comes_back_gets_the_rest_and_no_more() -> None:
    scene = seated("crypto_cards")
    scene.goes_on((ADA, BOB, "Cyd"), 5)
    heard = scene.last(BOB, "view_changed")["number"]
    lines = [line for view in views_of(scene, BOB) for line in view["log"]]
    scene.leaves(BOB)
    scene.goes_on((ADA, "Cyd"), 2)
    scene.wants(ADA, "take_back")
    assert BOB not in told(scene)
    scene.says(BOB, {"type": "hello", "last": heard})
    [view] = [said for said in told(scene)[BOB] if said["type"] == "view_changed"]
    whole = [line.as_json() for line in scene.match.story(1)]
    assert lines[: view["log_from"]] + view["log"] == whole


def views_of(scene: Scene, who: str) -> list[dict[str, Any]]:
    return [
        said for step in scene.steps for _, to, said in step["said"] if to == who and said["type"] == "view_changed"
    ]


def test_undo_needs_all_the_people_and_no_bot() -> None:
    scene = seated("crypto_cards")
    while not scene.match.log:
        scene.plays_any(ADA)
    scene.goes_on((ADA, BOB, "Cyd"), 8)
    seat = scene.match.log[-1].seat
    asker, *others = [(ADA, BOB, "Cyd")[(seat + turn) % 3] for turn in range(3)]
    scene.wants(asker, "ask_undo")
    assert scene.last(EVE, "table_changed")["undo"] == {"seat": seat, "agreed": []}
    log = len(scene.match.log)
    scene.wants(others[0], "answer_undo", agrees=True)
    assert len(scene.match.log) == log
    scene.wants(others[1], "answer_undo", agrees=True)
    assert scene.match.log[-1].action is None
    assert scene.match.log[-1].by_consent
    assert scene.last(EVE, "table_changed")["undo"] is None


def test_a_pause_stops_the_time() -> None:
    scene = Scene("a pause", seed=3)
    scene.open("crypto_cards", 3, {0: "easy", 2: "easy"}, seat=1)
    at = scene.session.next_at
    assert at is not None
    scene.wants(ADA, "pause_match", paused=True)
    assert scene.session.next_at is None
    scene.waits(10_000)
    scene.wants(ADA, "pause_match", paused=False)
    assert scene.session.next_at == pytest.approx(at + 10)


def test_a_clock_that_others_see_does_not_tell_who_has_chosen() -> None:
    clocks = Clocks({"move": 0, "bank": 30, "increment": 5, "leaves": False}, seats=3)
    clocks.wind([0, 1, 2], [0, 1, 2], 0.0, is_news=True)
    before = clocks.known(1), clocks.known(None)
    clocks.moved(0, 10.0)
    clocks.wind([1, 2], [0, 1, 2], 10.0, is_news=False)
    assert (clocks.known(1), clocks.known(None)) == before
    assert clocks.told(0, 12.0)[0] == {"seat": 0, "left": 25.0, "runs": False}
    clocks.wind([0, 1, 2], [0, 1, 2], 13.0, is_news=False)  # it was taken back
    assert (clocks.known(1), clocks.known(None)) == before
    clocks.moved(0, 14.0)
    clocks.wind([1], [1], 20.0, is_news=True)
    assert clocks.told(2, 20.0)[0] == {"seat": 0, "left": 29.0, "runs": False}


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda each: (
            st.lists(each) | st.dictionaries(st.text() | st.sampled_from(("type", "id", "action", "last")), each)
        ),
    )
)
def test_whatever_comes_is_a_message_or_gets_a_reason(value: Any) -> None:
    with suppress(Reason):
        assert isinstance(read(json.dumps(value)), m.Asked)


@pytest.mark.parametrize("written", ["", "{", "[" * 100_000, '{"type": "hello", "type": "hello"}x', "\ud800"])
def test_what_is_no_json_gets_a_reason(written: str) -> None:
    with pytest.raises(Reason, match="message"):
        read(written)
