"""The rules of thumb for Cash-a-Catch, each on a stand made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from openoutcry.bots.search import play_on
from openoutcry.engine.chance import new_chance
from openoutcry.engine.record import blank
from openoutcry.engine.workspace import new_workspace
from openoutcry.games import find
from openoutcry.games.cash_a_catch.thumb import GARBAGE, choose, gain_from_lot, is_settled, prospects
from support import position

GAME = find("cash_a_catch")
OWN, RIVAL, AUCTIONEER = 1, 2, 0


def stand(*places: list[str]) -> list[list[str]]:
    """The first crate, the second crate and the ice tub; those not given are empty."""
    return [*places, *([[]] * (3 - len(places)))]


def at(phase: str, own: Any = (), rival: Any = (), lot: Any = None, seats: int = 4, **fields: Any) -> Any:
    """Seat 1 is ours, seat 2 a rival, seat 0 the auctioneer; everybody has €30 and 60 cards are left."""
    stands = [stand(), stand(*own), stand(*rival), *[stand()] * (seats - 3)]
    lot = lot or {}
    given = {
        "money": [30] * seats,
        "stands": stands,
        "lot": lot,
        "lot_size": sum(lot.values()),
        "auctioneer": AUCTIONEER,
        "deck_size": 60,
    }
    given |= {"heights": [[len(place) for place in each] for each in stands], "to_act": [str(OWN)], "buyer": OWN}
    return position("cash_a_catch", seats, phase=phase, **given | fields)


def choice(state: Any, seat: int = OWN) -> str:
    """What the bot of a seat does."""
    mask = blank(GAME.mask_type)
    GAME.rules.legal(state, seat, mask)
    return str(GAME.actions[int(choose(state, seat, mask, new_chance(bytes(32))))])


@pytest.mark.parametrize(
    ("own", "lot", "gain"),
    [
        ([], {"E3": 2}, 0),
        ([["E3", "E3"]], {"E3": 1}, 5),
        ([["E3", "E3", "E3", "E3"]], {"E3": 1}, -10),
        ([["E3"], ["S3"], ["F3"]], {"C3": 1}, -13),
        ([["E3"], ["S3"], ["F1"]], {"C3": 1}, -9),
        ([["E3", "E3"], ["S1"]], {"O2": 1}, 0),
        ([], {"O3": 2}, 0),
        ([["E2", "O2"]], {"E3": 1}, 0),
    ],
)
def test_a_lot_is_worth_what_it_adds_to_the_stand(own: list[list[str]], lot: dict[str, int], gain: int) -> None:
    assert gain_from_lot(at("bell", own, lot=lot), OWN) == gain


def test_a_thief_is_worth_the_best_card_it_can_take_and_a_part_of_what_that_costs() -> None:
    assert gain_from_lot(at("bell", [["E3", "E3"]], lot={"THIEF": 1}), OWN) == -10
    assert gain_from_lot(at("bell", [["E3", "E3"]], [["S1"], ["E3"]], lot={"THIEF": 1}), OWN) == -10 + 15 + 1


def test_a_can_is_worth_the_two_dearest_cards_on_the_garbage() -> None:
    garbage = [{}, {"E1": 1, "S2": 1, "O3": 1}]
    assert gain_from_lot(at("bell", lot={"CAN": 1}, garbage=garbage), OWN) == -10 + 5


def test_the_auctioneer_of_three_would_lose_the_commission() -> None:
    state = at("bell", lot={"E3": 2, "S1": 1}, seats=3)
    assert gain_from_lot(state, OWN) - gain_from_lot(state, AUCTIONEER) == 3


def test_it_rings_for_a_gain_that_a_rival_would_take() -> None:
    assert choice(at("bell", [["E3", "E3"]], [["E3", "E3"]], lot={"E2": 1, "E3": 1})) == "ring"


def test_it_holds_while_nobody_else_wants_the_lot() -> None:
    assert choice(at("bell", [["E3", "E3"]], lot={"E3": 1})) == "hold"
    assert choice(at("bell", [["E3", "E3"]], lot={"E3": 1}, money=[30, 30, 9, 9])) == "hold"


def test_it_rings_alone_when_the_gain_is_as_large_as_the_price() -> None:
    assert choice(at("bell", [["E3", "E3"]], lot={"E3": 1, "E1": 1})) == "ring"


def test_it_never_rings_for_a_loss_of_more_than_a_euro() -> None:
    rival = [["S3", "S3", "S1"]]
    assert choice(at("bell", [["E3", "E1"]], rival, lot={"E1": 1, "S3": 1, "O1": 1})) == "hold"
    assert choice(at("bell", [["E3", "E1"]], rival, lot={"E2": 1, "S3": 1, "O1": 1})) == "ring"


def test_crates_are_sold_and_the_tub_is_kept_until_it_is_ripe() -> None:
    selling: Any = {"auctioneer": OWN, "buyer": -1}
    assert choice(at("selling", [["E1"], [], ["S3", "S3", "S1"]], **selling)) == "sell crate1"
    assert choice(at("selling", [[], ["E1"], ["S3", "S3", "S1"]], **selling)) == "sell crate2"
    assert choice(at("selling", [[], [], ["S3", "S3", "S1"]], **selling)) == "open"
    assert choice(at("selling", [[], [], ["S3", "S3", "S2"]], **selling)) == "sell tub"


def test_in_the_end_phase_everything_is_sold() -> None:
    assert choice(at("selling_catch", [[], [], ["S1"]], is_end_phase=1)) == "sell tub"
    assert choice(at("selling", [[], [], ["S1"]], is_end_phase=1, auctioneer=OWN)) == "sell tub"


def test_it_steals_what_it_needs_most() -> None:
    stealing: Any = {"catch": {"THIEF": 1, "E1": 1}, "catch_size": 2}
    assert choice(at("stealing", [["E3", "E3"]], [["S3", "S3"], ["E2"]], **stealing)) == "steal 2 crate2"
    assert choice(at("stealing", [["E3", "E3"], ["S1"], ["F3"]], [["C3"]], **stealing)) == "steal 2 crate1"
    assert choice(at("stealing", [["E3", "E3"], ["S3"], ["F3"]], [["C1"]], **stealing)) == "pass"


def test_the_rest_is_left_to_the_table() -> None:
    assert choice(at("laying", catch={"E1": 1, "S3": 1}, catch_size=2)) == "lay S3 tub"
    own = [["E3"], ["S2"], ["F3"]]
    assert choice(at("throwing", own, catch={"C3": 1}, catch_size=1)) == "throw shark"
    assert choice(at("canning", garbage=[{}, {"E1": 1, "O3": 1}], takes_left=2)) == "scrap O3"


def test_a_player_stands_as_well_as_money_and_stand_less_the_garbage() -> None:
    poor, rich = at("selling", [["E3", "E3"]]), at("selling", [["E3", "E3"]], money=[30, 32, 30, 30])
    assert prospects(rich, OWN) - prospects(poor, OWN) == 20
    assert prospects(poor, OWN) - prospects(at("selling"), OWN) == 100, "six fish bring €10"
    assert (
        prospects(poor, OWN) - prospects(at("selling", [["E3", "E3"]], garbage=[{}, {"S2": 1}, {}, {}]), OWN)
        == 2 * GARBAGE
    )
    assert prospects(at("selling", [[], [], ["E3", "E2"]]), OWN) > prospects(at("selling", [["E3", "E2"]]), OWN), (
        "a tub will grow"
    )
    assert prospects(poor, AUCTIONEER) > prospects(poor, RIVAL), "it is better to be the auctioneer sooner"


def test_when_all_is_over_there_is_nothing_but_money() -> None:
    over = at("selling", money=[12, -3, 40, 20], garbage=[{}, {"S3": 2}, {}, {}], to_act=[], ending="market_close")
    assert [int(prospects(over, seat)) for seat in range(4)] == [120, -30, 400, 200]


@pytest.mark.parametrize("steps", [0, 1, 7, 30])
def test_a_play_out_stops_between_lots(steps: int) -> None:
    workspace = new_workspace(GAME)
    workspace.thought = new_chance(bytes([steps]) * 32)
    for _ in range(20):
        workspace.world = at(
            "bell",
            lot={"E1": 1},
            deck={"E2": 20, "S3": 20, "F1": 18, "END": 1, "CLOSE": 1},
            to_act=["1", "2", "3"],
            buyer=-1,
        )
        assert not is_settled(workspace.world)
        play_on(workspace, steps)
        assert is_settled(workspace.world) or not workspace.world.to_act
