"""How Cash-a-Catch goes when bots play it: `python bench/fish_market.py market`, or strength, habits, decks, range.

Each prints tables for docs/fish-market.md. The same seed gives the same figures. After ± stands half of a 95% interval;
where seats are rotated, a deal counts once, with the mean over the seats.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING
from openoutcry.engine.chance import Chance, key_of_seed, new_chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import any_action, apply, hide, legal, place
from openoutcry.engine.mask import Mask
from openoutcry.engine.playout import deal, next_seat
from openoutcry.engine.record import Row, blank
from openoutcry.games import find
from openoutcry.games.cash_a_catch import actions as do
from openoutcry.games.cash_a_catch import phases
from openoutcry.games.cash_a_catch.rules import fish_on_garbage
from openoutcry.games.cash_a_catch.state import CAPITAL, LOT_PRICE, STAND, State, fish_in
from openoutcry.games.cash_a_catch.thumb import choose, gain_from_lot, stock_of, worth

GAME = find("cash_a_catch")
SEATS = tuple(GAME.seats)
WIDE = 1.96
TABLE, PRINTED, RANDOM_DECKS = 4, 104, 100
"""Decks are compared with so many players; the rulebook's deck has so many cards."""
Options = tuple[tuple[str, int | str], ...]

GREEDY, RANDOM, KEEPER, EAGER, CHOOSY = range(5)
HABITS = {
    GREEDY: "greedy, as it is",
    KEEPER: "keeper: sells any place only from 7 fish on",
    EAGER: "eager: rings for any gain, whatever rivals want",
    CHOOSY: "choosy: rings only for a gain of €5",
}
KEPT_BELOW, CHOOSY_GAIN = 7, 5
LONGEST_LOT, MOST_FISH = 128, 10
"""More cards than there are, and the fish from which on the price stays the same."""

(
    AUCTIONS,
    LOTS,
    CARDS,
    LATE_LOTS,
    COMMISSION,
    SALES,
    LARGE_SALES,
    SPOILED,
    THROWN,
    THEFTS,
    PASSES,
    SCRAPS,
    BROKE,
    EXPECTED,
    GARBAGE,
    LEADER_WINS,
    FIGURES,
) = range(17)
"""What is counted in each game, and how many such figures there are."""


@rule
def chosen(habit: int, state: State, seat: int, view: State, mask: Mask, thought: Chance) -> int:
    """What a seat does by its habit, given what it may know."""
    states.copy(view, state)
    hide(view, seat)
    legal(view, seat, mask)
    if habit == RANDOM:
        return any_action(view, mask, thought)
    if habit == KEEPER and (view.phase == phases.SELLING or view.phase == phases.SELLING_CATCH):
        return sale_of_keeper(view, seat)
    if habit == EAGER and view.phase == phases.BELL:
        return do.RING if gain_from_lot(view, seat) >= 0 else do.HOLD
    if habit == CHOOSY and view.phase == phases.BELL:
        return do.RING if gain_from_lot(view, seat) >= CHOOSY_GAIN else do.HOLD
    return choose(view, seat, mask, thought)


@rule
def sale_of_keeper(view: State, seat: int) -> int:
    for number in range(STAND):
        fish = fish_in(view, seat, number)
        if fish >= KEPT_BELOW or (fish > 0 and view.is_end_phase):
            return do.SELL + number
    return do.OPEN if view.phase == phases.SELLING else do.DONE


@rule
def watch(
    state: State,
    habits: Row[int],
    chance: Chance,
    thought: Chance,
    view: State,
    mask: Mask,
    figures: Any,
    lots: Any,
    sales: Any,
    broke: Any,
) -> None:
    """Play a game to its end, and note what happens in it."""
    leader = -1
    while state.to_act != NOTHING:
        seat = next_seat(state, chance)
        action = chosen(habits[seat], state, seat, view, mask, thought)
        garbage, was_late = garbage_of_all(state), state.is_end_phase
        note(state, seat, action, figures, lots, sales, broke)
        apply(state, seat, action, chance)
        if action < do.OPEN:
            figures[SPOILED] += garbage_of_all(state) - garbage
        elif do.THROW <= action < do.LAY:
            figures[THROWN] += garbage_of_all(state) - garbage
        if state.is_end_phase and not was_late:
            leader = leader_of(state)
    figures[GARBAGE] = garbage_of_all(state)
    figures[LEADER_WINS] = place(state, leader) == 1


@rule
def note(state: State, seat: int, action: int, figures: Any, lots: Any, sales: Any, broke: Any) -> None:
    """Count what is about to be done."""
    if action == do.OPEN:
        figures[AUCTIONS] += 1
        for other in range(state.seats):
            if state.money[other] < LOT_PRICE:
                figures[BROKE] += 1
                broke[other] = 1
    elif action == do.RING:
        figures[LOTS] += 1
        figures[CARDS] += state.lot_size
        figures[LATE_LOTS] += state.is_end_phase
        figures[COMMISSION] += state.lot_size if seat != state.auctioneer else 0
        figures[EXPECTED] += gain_from_lot(state, seat)
        lots[state.lot_size] += 1
    elif action < do.OPEN:
        fish = min(fish_in(state, seat, action - do.SELL), MOST_FISH)
        figures[SALES] += 1
        figures[LARGE_SALES] += fish >= KEPT_BELOW
        sales[fish] += 1
    elif do.STEAL <= action < do.PASS:
        figures[THEFTS] += 1
    elif action == do.PASS:
        figures[PASSES] += 1
    elif do.SCRAP <= action < do.DONE:
        figures[SCRAPS] += 1


@rule
def garbage_of_all(state: State) -> int:
    fish = 0
    for seat in range(state.seats):
        fish += fish_on_garbage(state, seat)
    return fish


@rule
def leader_of(state: State) -> int:
    """Who is ahead by money, what the stand would bring, and garbage."""
    best, most = 0, -1000
    for seat in range(state.seats):
        wealth = state.money[seat] + worth(stock_of(state, seat)) - fish_on_garbage(state, seat)
        if wealth > most:
            best, most = seat, wealth
    return best


@rule
def watch_games(
    finals: Any,
    template: State,
    habits: Row[int],
    master: Chance,
    chance: Chance,
    thought: Chance,
    view: State,
    mask: Mask,
    figures: Any,
    lots: Any,
    sales: Any,
    broke: Any,
) -> None:
    for number in range(len(finals)):
        state = finals[number]
        deal(state, template, master, number, chance, thought)
        watch(state, habits, chance, thought, view, mask, figures[number], lots, sales, broke[number])


@dataclass(frozen=True)
class Watched:
    """What was noted of many games: figures a game, how many lots had so many cards and sales so many fish, money and
    shares of the win.
    """

    figures: Any
    lots: Any
    sales: Any
    broke: Any
    money: Any
    shares: Any

    def mean(self, figure: int) -> float:
        return float(self.figures[:, figure].mean())

    def per(self, figure: int, other: int) -> float:
        return float(self.figures[:, figure].sum() / self.figures[:, other].sum())

    @property
    def income(self) -> Any:
        """What sales brought in each game, the closing at half price included: it follows from all money."""
        paid = LOT_PRICE * self.figures[:, LOTS] + self.figures[:, GARBAGE] - self.figures[:, COMMISSION]
        return self.money.sum(axis=1) - CAPITAL * self.money.shape[1] + paid

    @property
    def brought(self) -> float:
        """What sales brought for each lot that was bought."""
        return float(self.income.sum() / self.figures[:, LOTS].sum())

    @property
    def lot_size_deviation(self) -> float:
        return float(np.repeat(np.arange(len(self.lots)), self.lots).std())

    @property
    def margin(self) -> float:
        """How far the winner is ahead of the second."""
        ranked = np.sort(self.money, axis=1)
        return float((ranked[:, -1] - ranked[:, -2]).mean())


class Runner:
    """Plays tables of so many games each, the same keys for all of them."""

    def __init__(self, games: int, seed: int) -> None:
        self.games, self.seed = games, seed
        self.watched = cache(self._watched)

    def _watched(self, habits: tuple[int, ...], options: Options = ()) -> Watched:
        seats, kind = len(habits), GAME.state_type
        finals, figures, broke = (
            np.zeros(self.games, kind),
            np.zeros((self.games, FIGURES), np.int64),
            np.zeros((self.games, seats), np.int64),
        )
        lots, sales = np.zeros(LONGEST_LOT, np.int64), np.zeros(MOST_FISH + 1, np.int64)
        own = (
            new_chance(key_of_seed(self.seed)),
            new_chance(bytes(32)),
            new_chance(bytes(32)),
            blank(kind),
            blank(GAME.mask_type),
        )
        watch_games(finals, GAME.template(seats, dict(options)), np.array(habits), *own, figures, lots, sales, broke)
        money = finals["money"][:, :seats].astype(np.int64)
        first = money == money.max(axis=1)[:, None]
        return Watched(figures, lots, sales, broke, money, first / first.sum(axis=1)[:, None])

    def among(self, seats: int, one: int, others: int, options: Options = ()) -> tuple[Any, Any]:
        """The share of wins of one player among others of another habit, and its money less theirs, for each deal, over
        all seats.
        """
        shares, leads = [], []
        for seat in range(seats):
            watched = self.watched(tuple(one if place == seat else others for place in range(seats)), options)
            shares.append(watched.shares[:, seat])
            leads.append(watched.money[:, seat] - np.delete(watched.money, seat, axis=1).mean(axis=1))
        return np.mean(shares, axis=0), np.mean(leads, axis=0)


def interval(values: Any, scale: float = 1, unit: str = "", digits: int = 1) -> str:
    """A mean with half its 95% interval."""
    half = WIDE * values.std(ddof=1) / len(values) ** 0.5
    return f"{scale * values.mean():.{digits}f}{unit} ± {scale * half:.{digits}f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def strength(run: Runner) -> Iterator[str]:
    """One greedy bot among random ones."""
    rows = []
    for seats in SEATS:
        shares, leads = run.among(seats, GREEDY, RANDOM)
        rows.append([f"{seats}", interval(shares, 100, "%", 2), f"{100 / seats:.1f}%", interval(leads)])
    yield table(["players", "one greedy wins", "an equal would win", "€ ahead of the others"], rows)


def market(run: Runner) -> Iterator[str]:
    """The bot against itself, with the deck as it comes."""
    tables = [run.watched((GREEDY,) * seats) for seats in SEATS]
    rows = [[name, *(show(watched) for watched in tables)] for name, show in MARKET.items()]
    yield table(["a game, on the average", *(f"{seats} players" for seats in SEATS)], rows)
    shares = [[f"{100 * count / watched.lots.sum():.0f}%" for count in grouped(watched.lots)] for watched in tables]
    yield table(
        ["cards in a lot", *LOT_GROUPS], [[f"{seats} players", *row] for seats, row in zip(SEATS, shares, strict=True)]
    )
    shares = [[f"{100 * count / watched.sales.sum():.0f}%" for count in watched.sales[1:]] for watched in tables]
    heads = ["fish in a sale", *map(str, range(1, MOST_FISH)), f"{MOST_FISH}+"]
    yield table(heads, [[f"{seats} players", *row] for seats, row in zip(SEATS, shares, strict=True)])
    rows = []
    for seats, watched in zip(SEATS, tables, strict=True):
        for what, values, scale, unit in (("wins", watched.shares, 100, "%"), ("€", watched.money, 1, "")):
            cells = [interval(values[:, seat], scale, unit) if seat < seats else "" for seat in range(SEATS[-1])]
            rows.append([f"{seats} players, {what}", *cells])
    yield table(["seat", *map(str, range(SEATS[-1]))], rows)


MARKET: Mapping[str, Callable[[Watched], str]] = {
    "auctions": lambda w: interval(w.figures[:, AUCTIONS], digits=2),
    "auctions without a sale": lambda w: f"{w.mean(AUCTIONS) - w.mean(LOTS):.2f}",
    "cards in a lot, mean and standard deviation": lambda w: f"{w.per(CARDS, LOTS):.2f}, {w.lot_size_deviation:.2f}",
    "a buyer pays (of which the auctioneer gets)": lambda w: f"€{LOT_PRICE} ({w.per(COMMISSION, LOTS):.2f})",
    "the lot is worth to the buyer, when bought": lambda w: f"€{LOT_PRICE + w.per(EXPECTED, LOTS):.2f}",
    "sales bring, for each lot bought": lambda w: f"€{w.brought:.2f}",
    "garbage costs, for each lot bought": lambda w: f"€{w.per(GARBAGE, LOTS):.2f}",
    "so a lot earns its buyer": lambda w: f"€{w.brought - w.per(GARBAGE, LOTS) - LOT_PRICE:.2f}",
    "sales": lambda w: f"{w.mean(SALES):.1f}",
    "sales of 7 fish and more": lambda w: f"{w.per(LARGE_SALES, SALES):.1%}",
    "fish that spoil": lambda w: f"{w.mean(SPOILED):.1f}",
    "fish thrown away": lambda w: f"{w.mean(THROWN):.1f}",
    "garbage costs a player": lambda w: f"€{w.mean(GARBAGE) / w.money.shape[1]:.2f}",
    "thieves used, not used": lambda w: f"{w.mean(THEFTS):.2f}, {w.mean(PASSES):.2f}",
    "cards taken off by cans": lambda w: f"{w.mean(SCRAPS):.2f}",
    "lots bought in the end phase": lambda w: f"{w.per(LATE_LOTS, LOTS):.1%}",
    "an auction opens and a player has less than €10": lambda w: f"{w.per(BROKE, AUCTIONS) / w.money.shape[1]:.1%}",
    "players who have less than €10 at some opening": lambda w: f"{w.broke.mean():.1%}",
    "final money of all players": lambda w: f"€{w.money.mean():.1f} (sd {w.money.std():.1f})",
    "final money of the winner": lambda w: "€" + interval(w.money.max(axis=1)),
    "the winner is ahead of the second by": lambda w: f"€{w.margin:.1f}",
    "players who end with less than they began with": lambda w: f"{(w.money < CAPITAL).mean():.1%}",
    "who leads when the end phase begins, wins": lambda w: interval(w.figures[:, LEADER_WINS], 100, "%", 0),
    "first place shared": lambda w: f"{(w.shares.max(axis=1) < 1).mean():.1%}",
}
LOT_GROUPS = ("1", "2", "3", "4", "5", "6", "7", "8", "9 and more")


def grouped(lots: Any) -> list[int]:
    return [*lots[1:9].tolist(), int(lots[9:].sum())]


def habits(run: Runner) -> Iterator[str]:
    """Players with another habit among greedy ones, one greedy one among them, and they among themselves."""
    for seats in SEATS:
        rows = []
        for habit, name in HABITS.items():
            alone = run.watched((habit,) * seats)
            row = [name]
            for one, others in ((habit, GREEDY), (GREEDY, habit)):
                shares, leads = run.among(seats, one, others)
                row.append(f"{interval(shares, 100, '%')}, {leads.mean():+.1f}" if habit != GREEDY else "")
            large, cards = alone.per(LARGE_SALES, SALES), alone.per(CARDS, LOTS)
            rows.append(
                [
                    *row,
                    f"{alone.mean(LOTS):.1f}",
                    f"{cards:.2f}",
                    f"{large:.0%}",
                    f"{alone.mean(SPOILED):.0f}",
                    f"{alone.money.mean():.0f}",
                ]
            )
        head = [f"{seats} players", "one of them among greedy: wins, € ahead", "one greedy among them: wins, € ahead"]
        yield table([*head, "all alike: lots", "cards per lot", "sales of 7+", "fish spoilt", "€ each"], rows)


DECKS: Mapping[str, Mapping[str, int | str]] = {
    "as it comes": {},
    "ones=6 threes=4": {"ones": 6, "threes": 4},
    "ones=4 threes=6": {"ones": 4, "threes": 6},
    "ones=3 twos=6 threes=6": {"ones": 3, "twos": 6, "threes": 6},
    "threes=3": {"threes": 3},
    "ones=3": {"ones": 3},
    "ones=1": {"ones": 1},
    "ones=6 twos=6 threes=6": {"ones": 6, "twos": 6, "threes": 6},
    "four octopus of each value": {"octopus_ones": 4, "octopus_twos": 4, "octopus_threes": 4},
    "no octopus": {"octopus_ones": 0, "octopus_twos": 0, "octopus_threes": 0},
    "thieves=8": {"thieves": 8},
    "thieves=0": {"thieves": 0},
    "cans=8": {"cans": 8},
    "cans=0": {"cans": 0},
    "spoils=top": {"spoils": "top"},
    "spoils=top thieves=0": {"spoils": "top", "thieves": 0},
}

DECK_COLUMNS: Mapping[str, Callable[[Watched], str]] = {
    "auctions": lambda w: f"{w.mean(AUCTIONS):.1f}",
    "cards per lot (sd)": lambda w: f"{w.per(CARDS, LOTS):.2f} ({w.lot_size_deviation:.2f})",
    "sales of 7+": lambda w: f"{w.per(LARGE_SALES, SALES):.1%}",
    "a lot earns": lambda w: f"€{w.brought - w.per(GARBAGE, LOTS) - LOT_PRICE:.2f}",
    "fish spoilt": lambda w: f"{w.mean(SPOILED):.1f}",
    "fish thrown": lambda w: f"{w.mean(THROWN):.1f}",
    "broke": lambda w: f"{w.per(BROKE, AUCTIONS) / w.money.shape[1]:.1%}",
    "€ each (sd)": lambda w: f"{w.money.mean():.0f} ({w.money.std():.0f})",
    "first by": lambda w: f"€{w.margin:.1f}",
    "leader wins": lambda w: f"{w.mean(LEADER_WINS):.0%}",
    "seat 0 wins": lambda w: interval(w.shares[:, 0], 100, "%"),
}


def decks(run: Runner) -> Iterator[str]:
    """Other counts of cards, and the other way to spoil, with four players."""
    rows = []
    for name, options in DECKS.items():
        chosen_options = tuple(options.items())
        watched = run.watched((GREEDY,) * TABLE, chosen_options)
        keeping, _ = run.among(TABLE, KEEPER, GREEDY, chosen_options)
        rows.append(
            [
                name,
                str(cards_of(options)),
                *(show(watched) for show in DECK_COLUMNS.values()),
                interval(keeping, 100, "%"),
            ]
        )
    yield table(["options", "cards", *DECK_COLUMNS, "one keeper wins"], rows)


def cards_of(options: Mapping[str, int | str]) -> int:
    """How many cards there are with these options."""
    state = GAME.template(TABLE, options)
    GAME.rules.setup(state, new_chance(bytes(32)))
    return int(state.deck_size)


MEASURES: Mapping[str, Callable[[Watched], float]] = {
    "auctions": lambda w: w.mean(AUCTIONS),
    "cards in a lot": lambda w: w.per(CARDS, LOTS),
    "its standard deviation, in means": lambda w: w.lot_size_deviation / w.per(CARDS, LOTS),
    "sales of 7 fish and more, %": lambda w: 100 * w.per(LARGE_SALES, SALES),
    "a lot earns its buyer, €": lambda w: w.brought - w.per(GARBAGE, LOTS) - LOT_PRICE,
    "fish spoilt for each lot": lambda w: w.per(SPOILED, LOTS),
    "broke when an auction opens, %": lambda w: 100 * w.per(BROKE, AUCTIONS) / w.money.shape[1],
    "the winner is ahead by, €": lambda w: w.margin,
    "leader at the end phase wins, %": lambda w: 100 * w.mean(LEADER_WINS),
    "seat 0 wins, %": lambda w: 100 * float(w.shares[:, 0].mean()),
    "the last seat wins, %": lambda w: 100 * float(w.shares[:, -1].mean()),
}


def spread(run: Runner) -> Iterator[str]:
    """How far each measure can be moved: the deck as it comes beside decks of random counts that have 104 cards too."""
    dice = random.Random(run.seed)
    usual = run.watched((GREEDY,) * TABLE)
    found = [run.watched((GREEDY,) * TABLE, random_deck(dice)) for _ in range(RANDOM_DECKS)]
    rows = []
    for name, measure in MEASURES.items():
        values = sorted(measure(watched) for watched in found)
        rows.append(
            [
                name,
                f"{measure(usual):.2f}",
                *(f"{value:.2f}" for value in (values[0], float(np.mean(values)), values[-1])),
            ]
        )
    yield table(["four players", "as it comes", f"least of {RANDOM_DECKS} decks", "mean", "most"], rows)


def random_deck(dice: random.Random) -> Options:
    """Counts drawn anew until the deck has as many cards as the rulebook says."""
    while True:
        counts: dict[str, int | str] = {
            option.name: dice.randint(option.low, option.high) for option in GAME.options if option.choices is None
        }
        if cards_of(counts) == PRINTED:
            return tuple(counts.items())


SECTIONS = {"strength": strength, "market": market, "habits": habits, "decks": decks, "range": spread}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("section", choices=SECTIONS)
    parser.add_argument("--games", type=int, default=2000, help="games at each table")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for text in SECTIONS[given.section](Runner(given.games, given.seed)):
        print(text)


if __name__ == "__main__":
    main()
