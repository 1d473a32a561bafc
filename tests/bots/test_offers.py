"""Offers among bots in Dead-Cat Bounce: they are made, and some are accepted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from openoutcry.bots import find
from openoutcry.bots.thinking import advice
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.games import find as find_game
from openoutcry.games.dead_cat_bounce.thumb import best_offer, gain_from_offer
from openoutcry.lab.simulate import Simulation
from openoutcry.table.match import Match, View

GAME = find_game("dead_cat_bounce")


def verbs_played(bots: list[str], games: int) -> Counter[str]:
    """How often each verb was played, a game."""
    simulation = Simulation(GAME, len(bots), games, seed=2, bots=bots)
    simulation.run(workers=1)
    return Counter(simulation.report()["actions"])


def test_among_greedy_players_most_offers_are_accepted_and_none_is_left_half_done() -> None:
    often = verbs_played(["greedy"] * 4, 300)
    assert often["propose"] == often["send"] > 0.5
    assert 0.5 * often["send"] < often["accept"] <= often["send"]
    assert often["accept"] + often["decline"] + often["counter"] == often["send"], "every offer is answered"
    assert often["give"] + often["give_shown"] > 0 < often["want"], "cards are offered, and cards are asked for"


@pytest.mark.skipif(IS_PLAIN, reason="thousands of play-outs")
def test_searching_bots_send_what_they_prepare_and_many_offers_are_accepted() -> None:
    often = verbs_played(["search:20", "greedy", "search:20", "greedy"], 12)
    assert often["propose"] == often["send"] > 1, "more than one offer in a match"
    assert often["cancel"] == often["counter"] == 0
    assert often["accept"] > 0.3 * often["send"]


def test_even_whims_prepare_no_offer_that_is_dropped() -> None:
    often = verbs_played(["easy"] * 4, 40)
    assert often["propose"] == often["send"] > 0 == often["cancel"]


def moments(games: int) -> Iterator[tuple[View, Any]]:
    """What the seat to act sees, and its record, all through some matches between rules of thumb with whims."""
    for seed in range(games):
        match, thought = Match(GAME, 4, seed=seed), new_chance(key_of_seed(seed))
        bots = [find("easy", GAME) for _ in range(4)]
        while not match.over:
            seat = match.to_act[0]
            yield (view := match.view(seat)), view.record
            match.play(seat, bots[seat].choose(match.view(seat), thought))


def test_whoever_gets_an_offer_gains_by_it_as_far_as_others_can_see() -> None:
    gains = [
        gain_from_offer(record, int(record.offer_to))
        for view, record in moments(20)
        if "send" in map(str, view.legal) and record.tokens
    ]
    assert len(gains) > 5
    assert min(gains) > 0


@pytest.mark.skipif(IS_PLAIN, reason="thousands of play-outs")
def test_a_hint_suggests_no_offer_that_is_sure_to_be_declined() -> None:
    suggested = 0
    for number, (view, record) in enumerate(moments(6)):
        if number % 7 == 0 and any(action.verb == "propose" for action in view.legal):
            hinted = advice(view, new_chance(key_of_seed(number)), 40)
            for partner in (int(str(each.action).split()[1]) for each in hinted if each.action.verb == "propose"):
                found, _, _ = best_offer(record, view.to_act[0], partner)
                assert found == partner, "there is something in it for both"
                suggested += 1
    assert suggested


def test_what_is_offered_changes_hands_from_one_bot_to_another() -> None:
    match = Match(GAME, 4, seed=1)
    bots, thoughts = [find("greedy", GAME) for _ in range(4)], [new_chance(key_of_seed(seat)) for seat in range(4)]
    moved = 0
    while not match.over and moved < 3:
        seat = match.to_act[0]
        before, action = match.view(seat).as_dict()["state"], bots[seat].choose(match.view(seat), thoughts[seat])
        match.play(seat, action)
        if str(action) == "accept":
            after = match.view(seat).as_dict()["state"]
            assert after["purses"] != before["purses"] or after["hand_sizes"] != before["hand_sizes"]
            assert before["offer_by"] != seat, "nobody accepts an offer of their own"
            moved += 1
    assert moved
