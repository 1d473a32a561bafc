"""The checks find what they are for: each fails for a game, or a table, that breaks just that."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from openoutcry.engine.actions import Actions, Range
from openoutcry.engine.bits import U
from openoutcry.engine.events import Telling
from openoutcry.engine.facts import Fact, listed
from openoutcry.engine.game import Game
from openoutcry.engine.names import Names
from openoutcry.games import registered
from openoutcry.table.match import Match
from openoutcry.table.story import Story, events_of
from openoutcry.testing.books import check_habits, check_phrases
from openoutcry.testing.conformance import (
    facts_can_be_asked,
    habits_only_forbid,
    it_ends,
    redealing_keeps_what_is_known,
    selections,
)
from openoutcry.testing.random_play import Check, random_match
from openoutcry.testing.redealing import check_deals, check_worlds
from openoutcry.testing.secrecy import (
    choices_at_once_can_be_taken_back,
    secrets_change_nothing,
    unseen_histories_tell_nothing,
    what_is_unseen_tells_nothing,
)

GAMES = 20


def run(check: Check, game: Game, most_seats: int = 4, games: int = GAMES) -> None:
    for number in range(games):
        check(random_match(game, number, most_seats), random.Random(number))


@pytest.fixture
def fish() -> Game:
    return registered()["cash_a_catch"]


@pytest.fixture
def crash() -> Game:
    return registered()["cash_or_crash"]


@pytest.fixture
def crypto() -> Game:
    return registered()["crypto_cards"]


def test_events_told_from_what_is_hidden_are_found(crypto: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def from_the_true_records(_story: Story, match: Match, seat: int, action: int) -> tuple[Telling, ...]:
        return events_of(match.game, *match.around_last(), seat, action)

    monkeypatch.setattr(Story, "_events", from_the_true_records)
    with pytest.raises(AssertionError, match="is told a secret"):
        run(secrets_change_nothing, crypto)


def test_a_permission_that_flips_when_another_does_something_unseen_is_found(
    fish: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_undo = Match.may_undo

    def only_if_nobody_acted(match: Match, seat: int) -> bool:
        return may_undo(match, seat) and match.log[match.standing[-1]].seat == seat

    monkeypatch.setattr(Match, "may_undo", only_if_nobody_acted)
    for check in (what_is_unseen_tells_nothing, unseen_histories_tell_nothing):
        with pytest.raises(AssertionError, match=r"can tell hold from|is told a difference it cannot see"):
            run(check, fish)


def test_a_log_that_tells_of_everything_taken_back_is_found(fish: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seen_log = Match._seen_log

    def with_every_undo(match: Match, seat: int | None) -> list[tuple[int, str]]:
        lines = seen_log(match, seat)
        return lines + [
            (entry.seat, "undo") for entry in match.log if entry.action is None and (entry.seat, "undo") not in lines
        ]

    monkeypatch.setattr(Match, "_seen_log", with_every_undo)
    with pytest.raises(AssertionError, match=r"is told that seat \d took back something unseen"):
        run(choices_at_once_can_be_taken_back, fish)


def with_verbs(game: Game, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """The game with other promises of what others see."""
    monkeypatch.setattr(game.rules, "ACTIONS", Actions(*(replace(verb, **changes) for verb in game.actions.verbs)))


def test_a_game_that_forgets_to_keep_a_card_secret_is_found(crash: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with_verbs(crash, monkeypatch, secret=())
    run(secrets_change_nothing, crash, most_seats=2, games=2)
    with pytest.raises(AssertionError, match=r"can tell stake \w+ from stake \w+, which it cannot see"):
        run(what_is_unseen_tells_nothing, crash)


def test_a_game_that_shows_who_holds_is_found(fish: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with_verbs(fish, monkeypatch, unseen=False)
    with pytest.raises(AssertionError, match=r"can tell hold from nothing, which it cannot see"):
        run(what_is_unseen_tells_nothing, fish)


def test_a_game_that_has_no_step_where_several_choose_at_once_is_found(
    fish: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(fish._members, "step", lambda _state: 0)
    with pytest.raises(AssertionError, match="several act at once in no step"):
        run(choices_at_once_can_be_taken_back, fish)


def test_a_step_that_goes_on_when_cards_have_come_is_found(fish: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    step = fish.member("step")
    monkeypatch.setitem(fish._members, "step", lambda state: min(1, step(state)))
    with pytest.raises(AssertionError, match=r"something was drawn while a step was open|came to another state"):
        run(choices_at_once_can_be_taken_back, fish)


def changed(function: Callable[..., Any], then: Callable[[Any, int], None]) -> Callable[..., None]:
    """A verb with something done after it."""

    def both(state: Any, seat: int, chance: Any) -> None:
        function(state, seat, chance)
        then(state, seat)

    return both


def deal_the_lowest(state: Any, seat: int) -> None:
    """Everybody else holds the lowest of the unseen cards."""
    others = [other for other in range(int(state.seats)) if other != seat]
    pool = int(state.deck)
    for other in others:
        pool |= int(state.hands[other])
    for other in others:
        hand = 0
        for _ in range(int(state.hand_sizes[other])):
            hand |= pool & -pool
            pool &= pool - 1
        state.hands[other] = U(hand)
    state.deck = U(pool)


def test_a_redeal_that_takes_the_lowest_cards_is_found(crypto: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crypto.sight, "redeal", changed(crypto.sight.redeal, deal_the_lowest))
    run(secrets_change_nothing, crypto, most_seats=2, games=2)
    with pytest.raises(AssertionError, match=r"in \d+ deals .* times when redeal dealt"):
        check_deals(crypto, 3)


def let_nobody_have_held(state: Any, seat: int) -> None:
    """As if nobody had held at the bell."""
    others = sum(1 << other for other in range(int(state.seats)) if other not in (seat, int(state.auctioneer)))
    if state.phase == 1 and not int(state.to_act) >> int(state.auctioneer) & 1:
        state.to_act |= np.uint64(
            others & sum(1 << other for other in range(int(state.seats)) if state.money[other] >= 10)
        )


def test_a_redeal_that_leaves_out_what_may_be_is_found(fish: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fish.sight, "redeal", changed(fish.sight.redeal, let_nobody_have_held))
    with pytest.raises(AssertionError, match=r"redeal never deals seat -?\d what is true"):
        run(check_worlds, fish)


def stake_the_hand(state: Any, seat: int) -> None:
    """All that others hold lies on their stakes, and their hands are empty: nothing that the seat can see, and no
    position.
    """
    for other in range(int(state.seats)):
        if other != seat:
            state.staked[other] |= state.hands[other]
            state.hands[other] = U(0)


def test_a_redeal_from_which_nobody_can_play_on_is_found(crash: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash.sight, "redeal", changed(crash.sight.redeal, stake_the_hand))
    monkeypatch.setattr("openoutcry.testing.conformance.PLAYED_ON", 1.0)
    with pytest.raises(AssertionError, match="is to act and has no legal action"):
        run(redealing_keeps_what_is_known, crash)


@pytest.mark.parametrize(
    ("table", "verb", "phrase", "broken"),
    [
        ("actions", "sell", "sell {crad}", "en.actions.sell names 'crad', which nothing fills"),
        ("told", "sell", "{player} sells {card", "cannot be filled: a brace is open"),
        ("told_you", "pass", "You pass on {card}.", "en.told_you.pass names 'card', which nothing fills"),
        ("told", "sel", "{player} sells.", "tells of 'sel' in 'en', and there is no such verb"),
    ],
)
def test_a_phrase_that_cannot_be_filled_is_found(
    crypto: Game, table: str, verb: str, phrase: str, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = deepcopy(dict(crypto.words))
    words["en"][table][verb] = phrase
    monkeypatch.setitem(crypto.__dict__, "words", words)
    with pytest.raises(AssertionError, match=broken):
        check_phrases(crypto)


def test_an_event_that_names_something_else_in_another_language_is_found(
    crypto: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = deepcopy(dict(crypto.words))
    name = next(iter(words["de"]["events"]))
    words["de"]["events"][name] += " {crad}"
    monkeypatch.setitem(crypto.__dict__, "words", words)
    with pytest.raises(AssertionError, match=f"de.events.{name} names 'crad', which nothing fills"):
        check_phrases(crypto)


def spend_a_euro(state: Any, seat: int) -> int:
    """A fact that costs what it says."""
    state.money[seat] -= 1
    return int(state.money[seat])


def beyond_every_number(state: Any, seat: int) -> int:
    """A fact that no other target can tell."""
    return 1 << 40


@pytest.mark.parametrize(
    ("function", "broken"),
    [(spend_a_euro, "a fact changed the record of seat 0"), (beyond_every_number, "1099511627776 is too large")],
)
def test_a_fact_that_does_more_than_tell_a_number_is_found(
    fish: Game, function: Callable[..., int], broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(fish._members, "FACTS", listed(Fact(function, seat=Range(0, 2))))
    with pytest.raises(AssertionError, match=broken):
        run(facts_can_be_asked, fish, games=1)


def test_places_with_a_gap_are_found(crypto: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crypto.rules, "place", lambda _state, seat: [1, 3, 3, 4, 5, 6][seat])
    with pytest.raises(AssertionError, match=r"places are no ranking: \[1, 3"):
        run(it_ends, crypto)


@pytest.mark.parametrize(
    ("habits", "words", "broken"),
    [
        (["Face"], {"Face": "faces"}, "a habit is called in small letters, not 'Face'"),
        (["endorse"], {"endorse": "faces"}, "the habit 'endorse' is called like a verb"),
        (["face"], {}, r"words.toml: the habits in 'en' are \[\], not \['face'\]"),
        ([], {"face": "faces"}, r"words.toml: the habits in 'en' are \['face'\], not \[\]"),
    ],
)
def test_a_habit_that_is_named_badly_is_found(
    crypto: Game, monkeypatch: pytest.MonkeyPatch, habits: list[str], words: dict[str, str], broken: str
) -> None:
    check_habits(crypto)
    monkeypatch.setitem(crypto._members, "HABITS", Names("habit", habits))
    monkeypatch.setitem(crypto.__dict__, "words", {"en": {**crypto.words["en"], "habits": words}})
    with pytest.raises(AssertionError, match=broken):
        check_habits(crypto)


def test_every_habit_is_left_out_by_itself_and_all_together() -> None:
    assert selections(1) == {1}
    assert selections(3) == set(range(1, 8))
    assert {*range(1, 16), 16, 32, 63} == selections(6)


def allow_all(_view: Any, _seat: int, mask: Any, _habits: Any) -> None:
    mask.words[:] = ~U(0)


def count_asked(view: Any, _seat: int, _mask: Any, _habits: Any) -> None:
    view.turn_number += 1


def forbid_by_the_hands(view: Any, seat: int, mask: Any, _habits: Any) -> None:
    if any(int(hand) for other, hand in enumerate(view.hands) if other != seat):
        mask.words[:] = 0


@pytest.mark.parametrize(
    ("leave_out", "broken"),
    [
        (allow_all, "something is allowed that is not legal: face left out by seat"),
        (count_asked, "the record was changed: face left out by seat"),
        (forbid_by_the_hands, "a secret has a say: face left out by seat"),
    ],
)
def test_a_habit_that_does_more_than_forbid_is_found(
    crypto: Game, monkeypatch: pytest.MonkeyPatch, leave_out: Callable[..., None], broken: str
) -> None:
    run(habits_only_forbid, crypto, games=1)
    monkeypatch.setitem(crypto._members, "leave_out", leave_out)
    with pytest.raises(AssertionError, match=broken):
        run(habits_only_forbid, crypto)
