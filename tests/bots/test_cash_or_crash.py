"""The rules of thumb for Cash or Crash, each at a table made by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from bidding import CASH_OR_CRASH, after, keep_all, opening, table
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.record import blank, copied
from openoutcry.games.cash_or_crash.state import CARDS
from openoutcry.games.cash_or_crash.thumb import chance_of_standing_bid, choose, loss, others, part, plausibility
from openoutcry.table.match import seats_in
from support import play

THOUGHTS = 60
GOLD = ["GGG GGO", "OOO OOW", "WWW WWO", "OOG GOW"]
"""Stakes of four: seat 0 has staked Gold, and little of it is elsewhere."""


def choices(state: Any, seat: int) -> Counter[str]:
    """What the bot of a seat does, with many different thoughts."""
    mask = blank(CASH_OR_CRASH.mask_type)
    CASH_OR_CRASH.rules.legal(state, seat, mask)
    thoughts = (new_chance(key_of_seed(number)) for number in range(THOUGHTS))
    return Counter(str(CASH_OR_CRASH.actions[int(choose(state, seat, mask, thought))]) for thought in thoughts)


def verbs(state: Any, seat: int) -> set[str]:
    return {choice.partition(" ")[0] for choice in choices(state, seat)}


def four(*lines: str, stakes: list[str] = GOLD, **options: Any) -> Any:
    return after(opening(10, 10, 10, 10, stakes=stakes, **options), *lines)


def test_it_challenges_what_can_hardly_be_there() -> None:
    assert verbs(four("0 bid 20 Gold"), 1) == {"challenge"}
    assert verbs(four("0 bid 9 Gold", "1 bid 9 Gold+Oil+Wheat"), 2) == {"challenge"}


def test_it_does_not_challenge_what_is_likely() -> None:
    assert "challenge" not in verbs(four("0 bid 3 Gold"), 1)


def test_its_own_stake_counts_as_it_is() -> None:
    rich, poor = (four("0 bid 9 Gold", stakes=["OOO WWW", own, "", ""]) for own in ("GGG GGO", "OOO WWW"))
    assert chance_of_standing_bid(rich, 1) > 800 > 400 > chance_of_standing_bid(poor, 1)


def test_what_all_know_is_certain() -> None:
    for amount, chance in ((6, 1000), (7, 0)):
        state = after(opening("GGG GGO", "GOW OOO", stakes=["GGG GGO", "GOW OOO"]), f"0 bid {amount} Gold")
        assert chance_of_standing_bid(state, 1) == chance


def test_who_bids_on_gold_has_probably_staked_gold() -> None:
    state = four("0 bid 3 Gold")
    silent, bid = (part(others(position, 1)[0], 0) for position in (four(), state))
    assert bid > silent == 6 * 64
    assert part(others(state, 1)[0], 1) < 6 * 64


def test_free_choices_tell_more_than_raises() -> None:
    state = four("0 bid 3 Gold", "1 bid 4 Gold")
    without_opener, without_raiser = part(others(state, 0)[0], 0), part(others(state, 1)[0], 0)
    assert without_raiser > without_opener > 6 * 64


def test_it_opens_mostly_with_what_it_has_staked_and_not_always() -> None:
    said = Counter(choice.split()[-1] for choice in choices(four(), 0).elements())
    assert said.most_common(1)[0][0] == "Gold"
    assert len(said) > 1


def test_a_third_card_is_cheap_when_the_number_of_cards_is_even() -> None:
    even, odd = opening(10, 10), opening(9, 9)
    assert loss(even, 0, 3) - loss(even, 0, 2) < loss(odd, 0, 3) - loss(odd, 0, 2)
    blitz = opening(10, 9, variant="blitz")
    assert loss(blitz, 1, 3) - loss(blitz, 1, 2) < loss(blitz, 0, 3) - loss(blitz, 0, 2)


def test_it_stakes_cards_that_go_together_and_now_and_then_any() -> None:
    begun = keep_all(table(10, 10))
    first = choices(begun, 0)
    assert sum(first[f"stake {card}"] for card in ("GGG", "OOO", "WWW")) > THOUGHTS // 2
    second = choices(play(begun, 0, "stake WWW"), 0)
    assert second["stake WWG"] + second["stake WWO"] > THOUGHTS // 2
    assert len(first) > 3 < len(second)


def test_it_swaps_what_does_not_go_with_the_rest() -> None:
    state = table("GGG GGO GGW WWW", 10)
    assert set(choices(state, 0)) == {"swap WWW"}
    assert set(choices(after(state, "0 swap WWW"), 0)) == {"take GOW", "take OOG", "take WWG"}
    assert set(choices(table("GGG GGO", 10), 0)) == {"keep"}


def test_it_recovers_what_goes_with_the_last_card() -> None:
    assert set(choices(after(table("WWO", 10), "0 keep"), 0)) == {"recover WWW"}


def test_it_pays_with_what_goes_least_with_the_rest() -> None:
    state = opening("GGG GGO GGW OOO OOW WWO", 10, stakes=["GGG GGO"], doubling="on")
    paying = after(state, "0 bid 16 Gold", "1 challenge", "0 double", "1 persist")
    assert set(choices(paying, 0)) == {"discard GGW"}


def test_it_doubles_when_it_is_sure_and_else_shows() -> None:
    for amount, verb in ((6, "double"), (16, "show")):
        state = after(
            opening(10, 10, stakes=["GGG GGO", "GGG GGO"], doubling="on"), f"0 bid {amount} Gold", "1 challenge"
        )
        assert verbs(state, 0) == {verb}


def test_doubled_it_persists_only_against_what_is_hardly_right() -> None:
    for amount, verb in ((4, "withdraw"), (16, "persist")):
        state = after(
            opening(10, 10, stakes=["GGG GGO", "OOO GOW"], doubling="on"),
            f"0 bid {amount} Gold",
            "1 challenge",
            "0 double",
        )
        assert verbs(state, 1) == {verb}


def test_in_a_race_it_challenges_what_is_hardly_right_and_else_holds() -> None:
    for amount, verb in ((30, "challenge"), (4, "hold")):
        state = four(f"0 bid {amount} Gold", variant="blitz")
        for seat in (1, 2, 3):
            assert verbs(state, seat) == {verb}


def test_two_cards_to_take_back_make_it_bolder_out_of_turn() -> None:
    bold = after(opening(10, 10, 6, 10, stakes=["GGG GGO"], variant="blitz"), "0 bid 13 Gold")
    assert (verbs(bold, 3), verbs(bold, 2)) == ({"hold"}, {"challenge"})


def test_a_world_in_which_bidders_have_what_they_say_is_more_plausible() -> None:
    fits, does_not = (four("0 bid 6 Gold", stakes=[stake, "", "", ""]) for stake in ("GGG GGO", "OOO WWO"))
    assert plausibility(fits, 1) == 1000
    assert 100 <= plausibility(does_not, 1) <= 300
    assert plausibility(does_not, 0) == 1000, "nobody else has bid yet"


@pytest.mark.skipif(IS_PLAIN, reason="thousands of worlds")
@pytest.mark.long
def test_plausible_worlds_tell_more_of_the_market_than_any_worlds() -> None:
    alike, weighed, accepted = np.array(predictions(games=40, worlds=60)).T
    assert len(alike) > 300
    assert weighed.mean() < 0.97 * alike.mean()
    assert 0.2 < accepted.mean() < 0.9


def predictions(games: int, worlds: int) -> list[tuple[float, float, float]]:
    """Squared errors of the count that a bid names, from worlds that all count alike and from weighed ones, and the
    mean weight.
    """
    found, mask = [], blank(CASH_OR_CRASH.mask_type)
    for number in range(games):
        state, thought, chance = (
            CASH_OR_CRASH.template(4, {}),
            new_chance(key_of_seed(number)),
            new_chance(key_of_seed(number + 1000)),
        )
        CASH_OR_CRASH.rules.setup(state, chance)
        while to_act := seats_in(state):
            seat = to_act[0]
            if int(state.amount) > 0 and np.count_nonzero(state.said_amounts) > 1:
                found.append(errors(state, seat, worlds, chance))
            CASH_OR_CRASH.rules.legal(state, seat, mask)
            CASH_OR_CRASH.rules.apply(state, seat, int(choose(state, seat, mask, thought)), chance)
    return found


def errors(state: Any, seat: int, worlds: int, chance: Any) -> tuple[float, float, float]:
    truth, counts, weights = market_of(state), [], []
    for _ in range(worlds):
        world = copied(state)
        CASH_OR_CRASH.sight.redeal(world, seat, chance)
        counts.append(market_of(world))
        weights.append(int(plausibility(world, seat)))
    alike, weighed = float(np.mean(counts)), float(np.average(counts, weights=weights))
    return (alike - truth) ** 2, (weighed - truth) ** 2, float(np.mean(weights)) / 1000


def market_of(state: Any) -> float:
    """How much all stakes show of what the bid names, a commodity."""
    goods = [good for good in range(3) if int(state.goods) >> good & 1]
    return float(
        np.mean([sum(shows(int(state.staked[seat]), good) for seat in range(int(state.seats))) for good in goods])
    )


def shows(cards: int, good: int) -> int:
    return sum(card.count("GOW"[good]) for number, card in enumerate(CARDS) if cards >> number & 1)
