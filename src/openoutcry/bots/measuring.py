"""What a watched game comes to: a number for each measure, compiled, so that the lab of the page has the same figures.

The measures stand in a row: the general ones, wins and points by seat, then endings, actions, events and clauses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openoutcry.bots.selfplay import Outcome
from openoutcry.bots.watching import Notes, Watcher, clauses_of
from openoutcry.engine.compiled import rule
from openoutcry.engine.record import Row

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

GENERAL = (
    *("turns", "decisions", "forced", "options"),
    *("ties", "margin", "lead_changes", "lead_for_good", "comebacks", "led", "leader_wins"),
)
OF_SEVERAL = frozenset({"ties", "margin", "lead_changes", "lead_for_good", "comebacks", "led", "leader_wins", "wins"})
"""What has no meaning where one plays alone."""
SHARES = frozenset(
    {"forced", "ties", "lead_for_good", "comebacks", "led", "leader_wins", "wins", "bot", "ending", "clause"}
)
"""From 0 to 1; the others count or sum up."""


def measured(game: Game) -> dict[str, list[str]]:
    """Which measures there are of each kind that does not depend on the table."""
    return {
        "ending": list(game.rules.ENDINGS)[1:],
        "action": [verb.name for verb in game.actions.verbs],
        "event": [event.name for event in game.events],
        "clause": clauses_of(game),
    }


def width_of(game: Game, seats: int) -> int:
    """How many measures there are at a table."""
    return len(GENERAL) + 2 * seats + sum(map(len, measured(game).values()))


@rule
def measure_games(watcher: Watcher, seats: int, outcomes: Row[Outcome], notes: Row[Notes], values: Row[float]) -> None:
    """The row of each game, one after another."""
    width = len(values) // len(outcomes)
    for number in range(len(outcomes)):
        outcome, noted, place = outcomes[number], notes[number], number * width
        place = measure_course(seats, outcome, noted, values, place)
        place = measure_seats(seats, outcome, values, place)
        measure_use(watcher, noted, values, place)


@rule
def measure_course(seats: int, outcome: Outcome, noted: Notes, values: Row[float], place: int) -> int:
    """The general measures; where the next ones stand."""
    length = max(outcome.length, 1)
    values[place] = noted.turns
    values[place + 1] = outcome.length
    values[place + 2] = noted.forced / length
    values[place + 3] = noted.options / length
    values[place + 4] = 1.0 if winners(seats, outcome) > 1 else 0.0
    values[place + 5] = margin(seats, outcome)
    values[place + 6] = noted.lead_changes
    values[place + 7] = noted.behind / length
    values[place + 8] = noted.came_back
    values[place + 9] = noted.led
    values[place + 10] = noted.held
    return place + 11


@rule
def measure_seats(seats: int, outcome: Outcome, values: Row[float], place: int) -> int:
    """Wins, a shared one divided, and points; where the next ones stand."""
    share = 1.0 / max(winners(seats, outcome), 1)
    for seat in range(seats):
        values[place + seat] = share if outcome.places[seat] == 1 else 0.0
        values[place + seats + seat] = outcome.points[seat]
    return place + 2 * seats


@rule
def measure_use(watcher: Watcher, noted: Notes, values: Row[float], place: int) -> None:
    """How it ended, how often each action and each event came, and which clauses came into play."""
    verbs = place + watcher.endings
    events = verbs + len(noted.verbs)
    clauses = events + watcher.kinds
    for ending in range(watcher.endings):
        values[place + ending] = 1.0 if noted.ending == ending + 1 else 0.0
    for clause in range(watcher.clauses):
        values[clauses + clause] = 0.0
    for verb in range(len(noted.verbs)):
        values[verbs + verb] = noted.verbs[verb]
        if noted.verbs[verb] > 0 and watcher.verb_clauses[verb] >= 0:
            values[clauses + watcher.verb_clauses[verb]] = 1.0
    for event in range(watcher.kinds):
        values[events + event] = noted.events[event]
        if noted.events[event] > 0 and watcher.event_clauses[event] >= 0:
            values[clauses + watcher.event_clauses[event]] = 1.0


@rule
def winners(seats: int, outcome: Outcome) -> int:
    """How many share the first place."""
    first = 0
    for seat in range(seats):
        if outcome.places[seat] == 1:
            first += 1
    return first


@rule
def margin(seats: int, outcome: Outcome) -> int:
    """How many points lie between whoever is first and the next; nothing where one plays alone."""
    first = 0
    for seat in range(1, seats):
        if outcome.places[seat] < outcome.places[first]:
            first = seat
    second = first
    for seat in range(seats):
        if seat != first and (second == first or outcome.places[seat] < outcome.places[second]):
            second = seat
    return abs(outcome.points[first] - outcome.points[second])
