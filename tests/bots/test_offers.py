"""Offers among bots in Dead-Cat Bounce: they are made, and some are accepted."""

from __future__ import annotations

from collections import Counter

from openoutcry.bots import find
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.games import find as find_game
from openoutcry.lab.simulate import Simulation
from openoutcry.table.match import Match

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


def test_between_search_and_greedy_offers_are_accepted_too() -> None:
    often = verbs_played(["search:20", "greedy", "search:20", "greedy"], 6)
    assert often["propose"] >= often["send"] > 0
    assert often["accept"] > 0


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
