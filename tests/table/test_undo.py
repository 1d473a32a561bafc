"""Taking back: by right what nobody learned from, and one's own choice where all choose at once; nobody is told
anything by it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import auctions
from bidding import after, match_at, opening, table
from openoutcry.engine.mistakes import NeedsConsent
from openoutcry.table import messages as m
from openoutcry.table.file import load
from openoutcry.table.match import Match
from openoutcry.table.session import Session
from sayings import answer

RED_ZONE = table("GGG", "OOO WWW GOW", "WWW")
BLITZ = after(opening(10, 10, 10, 10, variant="blitz", doubling="on"), "0 bid 3 Gold")


def played(match: Match, *lines: str) -> Match:
    for line in lines:
        seat, _, action = line.partition(" ")
        match.undo(int(seat)) if action == "undo" else match.play(int(seat), action)
    return match


def bell(seats: int, *lines: str) -> Match:
    """An auction in which a card was turned, and this was done."""
    return played(auctions.match_at(auctions.after(auctions.table(*[""] * seats), "0 open: E1")), *lines)


def may_undo(match: Match) -> list[int]:
    return [seat for seat in range(match.seats) if match.may_undo(seat)]


def told(match: Match, seat: int | None) -> tuple[bytes, bool]:
    """Every byte of a seat, and its permission."""
    return match.view(seat).as_bytes(), seat is not None and match.may_undo(seat)


def test_at_the_bell_nobody_learns_from_a_permission_that_someone_held() -> None:
    assert may_undo(bell(4, "1 hold")) == [1]
    assert may_undo(bell(4, "1 hold", "2 hold")) == [1, 2]
    assert told(bell(4, "1 hold"), 1) == told(bell(4, "1 hold", "2 hold"), 1)


def test_at_the_bell_nobody_reads_that_someone_took_back_a_hold() -> None:
    match = bell(4, "2 hold", "2 undo")
    assert [match.view(seat).log for seat in (0, 1, 3, None)] == [[], [], [], []]
    assert match.view(2).log == [(2, "hold"), (2, "undo")]
    for seat in (0, 1, 3, None):
        assert told(match, seat) == told(bell(4), seat) == told(bell(4, "2 hold"), seat)


def test_one_hold_goes_and_those_of_others_stay() -> None:
    match = bell(5, "1 hold", "2 hold", "3 hold", "1 undo")
    assert (match.to_act, may_undo(match)) == ([1, 4], [2, 3])
    assert match._state.tobytes() == bell(5, "2 hold", "3 hold")._state.tobytes()
    match.play(1, "ring")
    assert match.to_act == [1]


def test_when_the_bell_has_closed_only_by_consent() -> None:
    for match in (bell(4, "1 hold", "2 hold", "3 ring"), bell(4, "1 hold", "2 hold", "3 hold")):
        assert may_undo(match) == []
        with pytest.raises(NeedsConsent):
            match.undo(1)


def test_of_three_the_auctioneer_who_is_asked_does_not_see_that_a_hold_was_taken_back() -> None:
    asked = bell(3, "1 hold", "2 hold")
    assert may_undo(asked) == [*may_undo(bell(3, "1 hold")), 2] == [1, 2]
    again = bell(3, "1 hold", "2 hold", "1 undo")
    assert (asked.to_act, again.to_act) == ([0], [0, 1])
    for seat in (0, 2, None):
        assert told(again, seat) == told(asked, seat)
    assert played(again.copy(), "1 ring").to_act == [1]
    assert played(again.copy(), "0 ring").to_act == [0]
    assert played(again.copy(), "1 hold")._state.tobytes() == asked._state.tobytes()
    assert played(again, "0 hold").to_act == [1, 2]


def test_whoever_chose_last_and_so_closed_the_step_does_not_take_that_back() -> None:
    two = table("OOO WWW GOW", "GGG WWW", variant="blitz", doubling="on")
    for other in ("1 keep", "1 swap GGG"):
        match = match_at(two)
        played(match, other, *(["1 take GGG"] if "swap" in other else []), "0 keep")
        assert may_undo(match) == []


def test_whoever_chooses_last_may_take_back_half_a_choice() -> None:
    match = played(match_at(RED_ZONE), "1 keep", "2 keep", "0 swap GGG")
    assert may_undo(match) == [0, 1, 2]
    assert played(match, "0 undo").view(0).to_act == [0]


@pytest.mark.parametrize("unseen", [["1 swap WWW"], ["1 swap WWW", "1 take GGG"], ["1 keep"], ["1 swap WWW", "1 undo"]])
def test_half_a_swap_of_another_changes_no_permission(unseen: list[str]) -> None:
    for own in (["0 keep"], ["0 swap GGG"], ["0 swap GGG", "0 take OOO"]):
        match = played(match_at(RED_ZONE), *own, *unseen)
        assert match.may_undo(0)
        assert match.view(0).log == [(0, line.partition(" ")[2]) for line in own]
        assert match.undo(0) == 1


def test_in_a_race_a_bid_may_be_taken_back_whoever_has_held() -> None:
    match = match_at(after(opening(10, 10, 10, 10, variant="blitz")))
    played(match, "0 bid 3 Gold")
    assert told(match, 0) == told(played(match.copy(), "2 hold", "1 hold"), 0)
    assert match.may_undo(0)
    assert not played(match.copy(), "2 hold", "1 bid 4 Gold").may_undo(0)


def test_a_race_that_goes_on_after_a_withdrawn_challenge_is_the_same_race() -> None:
    match = played(match_at(BLITZ), "1 hold", "3 challenge")
    assert not match.may_undo(1)
    played(match, "0 double", "3 withdraw")
    assert match.may_undo(1)
    assert played(match, "1 undo").to_act == [1, 2]


def test_what_was_learned_is_not_taken_back() -> None:
    match = Match("cash_or_crash", 2, seed=1)
    played(match, "0 stake GGG", "0 stake OOO", "1 stake GGG", "1 stake OOO", "0 bid 3 Gold", "1 challenge")
    assert may_undo(match) == []


def test_the_file_says_which_choice_was_taken_back(tmp_path: Path) -> None:
    match = played(
        Match("cash_a_catch", 4, seed=1), "0 open", "1 hold", "2 hold", "1 undo", "2 undo", "2 hold", "3 ring"
    )
    match.save(tmp_path / "match.json")
    text = (tmp_path / "match.json").read_text(encoding="utf-8")
    assert '{"seat": 1, "undo": 1, "entry": 2}' in text
    assert '{"seat": 2, "undo": 1}' in text
    again = load(tmp_path / "match.json")
    assert (again.log, again.standing) == (match.log, match.standing) == (match.log, [0, 5, 6])
    assert again._state.tobytes() == match._state.tobytes()


def test_a_file_that_names_another_choice_is_refused(tmp_path: Path) -> None:
    match = played(Match("cash_a_catch", 4, seed=1), "0 open", "1 hold", "2 hold", "1 undo")
    match.save(tmp_path / "match.json")
    text = (tmp_path / "match.json").read_text(encoding="utf-8")
    (tmp_path / "match.json").write_text(text.replace('"entry": 2', '"entry": 3'), encoding="utf-8")
    with pytest.raises(Exception, match="does not follow the rules at log entry 4"):
        load(tmp_path / "match.json")


def test_a_copy_goes_on_apart() -> None:
    match = bell(4, "1 hold")
    other = match.copy()
    played(other, "2 hold", "1 undo")
    assert (match.to_act, other.to_act, len(match.log)) == ([2, 3], [1, 3], 1)
    assert match._state.tobytes() == bell(4, "1 hold")._state.tobytes()


def test_in_a_very_long_match_nothing_is_taken_back_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openoutcry.table.session.MOST_ENTRIES", 4)
    session = Session(bytes(32))
    match = Match("crypto_cards", 2, seed=7)
    session.begin(match, {"Ada": 0}, {}, now=0.0, undo="consent")
    session.hear("Ada", m.Hello(), 0.0)
    for number in (1, 2, 3, 4):
        while match.to_act != [0]:
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        action = match.legal(0)[0].number
        assert answer(session.hear("Ada", m.PlayAction(id=number, action=action), 0.0), "Ada", number) == "accepted"
    for number, kind in ((5, m.TakeBack), (6, m.AskUndo)):
        assert answer(session.hear("Ada", kind(id=number), 0.0), "Ada", number) == "log_too_long"
