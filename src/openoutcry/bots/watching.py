"""Play between bots that is watched: what the lab counts in a game, in one pass with playing it, compiled.

Events are told of whole records, as to a reader who may know everything; a game of another package that tells none is
watched in all the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from openoutcry.bots.restraint import is_restrained, restrain
from openoutcry.bots.search import by_thumb
from openoutcry.bots.selfplay import GREEDY, SEARCH, Outcome, asked, forget_all, has_failed, take_down
from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING, U, bit, has, lowest, size
from openoutcry.engine.compiled import GAME_DIGESTS, rule, type_of
from openoutcry.engine.contract import any_action, apply, events, hide, legal, lowest_wins, points
from openoutcry.engine.events import NOBODY, ListOf, Parameter, Things
from openoutcry.engine.mask import Mask, is_allowed
from openoutcry.engine.playout import MOST_STEPS, deal, next_seat
from openoutcry.engine.record import RECORD, Row, Seats, blank
from openoutcry.engine.telling import TOLD, Told
from openoutcry.engine.workspace import MOST_SEATS, Workspace

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

ROOM = 4096
"""Of so many actions it is remembered who led after them: the middle of any game that is not twice as long."""
NOTHING_MORE, ONE_NUMBER, LIST, LIST_OF_THINGS = range(4)
"""How a parameter of an event is told: as a number, or as how many follow, one or two numbers each."""


class Notes:
    """What was seen of one game."""

    ending: int
    turns: int
    options: int
    """Legal actions, summed over all decisions."""
    forced: int
    """Decisions with a single legal action."""
    lead_changes: int
    behind: int
    """The last action after which who won in the end was not in the lead."""
    came_back: int
    """Whether who won was last after half the actions."""
    led: int
    """Whether somebody led alone after half the actions."""
    held: int
    """Whether who led alone then won."""
    verbs: Row[int]
    events: Row[int]
    """How often each happened."""


class Watcher:
    """What one thread watches with: the table, what it has to know of the game, and what it remembers of this one."""

    state: Any
    before: Any
    told: Told
    verb_of: Row[int]
    """The verb of every action."""
    forms: Any
    """How each event's parameters are told."""
    headings: Row[int]
    """Whether an event begins a turn."""
    hears_turns: int
    """Whether the game tells when a turn begins; else it is when another seat acts."""
    endings: int
    kinds: int
    clauses: int
    """How many ways there are to end, events that are told, and clauses that are named."""
    verb_clauses: Row[int]
    event_clauses: Row[int]
    """The clause of each, by its place among those that are named; -1 for none (`bots/measuring.py`)."""
    previous: int
    leader: Seats
    """Who led alone last."""
    leaders: Row[np.uint64]
    lasts: Row[np.uint64]
    """Who led and who was last after each action, as sets."""
    behind: Row[int]
    """The last action after which each seat was not in the lead."""


@cache
def notes_type(game: Game) -> np.dtype[Any]:
    """The NumPy type of what is noted of a game."""
    numbers = ("ending", "turns", "options", "forced", "lead_changes", "behind", "came_back", "led", "held")
    layout: list[Any] = [(name, "i8") for name in numbers]
    layout += [("verbs", "i8", (len(game.actions.verbs),)), ("events", "i8", (max(len(game.events), 1),))]
    return _known(game, layout)


@cache
def watcher_type(game: Game) -> np.dtype[Any]:
    """The NumPy type of whatever watches a game."""
    kinds, most = max(len(game.events), 1), max((len(event.parameters) for event in game.events), default=0)
    layout: list[Any] = [
        ("verb_of", "i2", (len(game.actions),)),
        ("forms", "i1", (kinds, max(most, 1))),
        ("headings", "i1", (kinds,)),
        ("verb_clauses", "i1", (len(game.actions.verbs),)),
        ("event_clauses", "i1", (kinds,)),
        *((name, "i8") for name in ("hears_turns", "endings", "kinds", "clauses")),
        *((name, game.state_type) for name in ("state", "before")),
        ("told", TOLD),
        ("previous", "i8"),
        ("leader", "u8"),
        *((name, "u2", (ROOM,)) for name in ("leaders", "lasts")),
        ("behind", "i8", (MOST_SEATS,)),
    ]
    return _known(game, layout)


def _known(game: Game, layout: list[Any]) -> np.dtype[Any]:
    """A record of the game's own, as one field is called like the game: what is compiled for it is as fresh as the
    game.
    """
    kind = np.dtype((RECORD, np.dtype([*layout, (game.name, "i8")], align=True)))
    GAME_DIGESTS[type_of(kind)] = GAME_DIGESTS[type_of(game.state_type)]
    return kind


def new_watcher(game: Game) -> Any:
    """Whatever watches a game, knowing its verbs and events."""
    watcher = blank(watcher_type(game))
    lengths = [len(verb) for verb in game.actions.verbs]
    watcher.verb_of[:] = np.repeat(np.arange(len(lengths)), lengths)
    watcher.hears_turns = any(event.heading for event in game.events)
    watcher.endings, watcher.kinds = len(game.rules.ENDINGS) - 1, len(game.events)
    clauses = clauses_of(game)
    watcher.clauses = len(clauses)
    for number, verb in enumerate(game.actions.verbs):
        watcher.verb_clauses[number] = clauses.index(_plain(verb)) if verb.clause else -1
    for number, event in enumerate(game.events):
        watcher.event_clauses[number] = clauses.index(_plain(event)) if event.clause else -1
        watcher.headings[number] = event.heading
        for place, parameter in enumerate(event.parameters.values()):
            watcher.forms[number, place] = _form(parameter)
    return watcher


def clauses_of(game: Game) -> list[str]:
    """The clauses that a verb or an event names, without their §, in the order of the rulebook."""
    things: Iterable[Any] = (*game.actions.verbs, *game.events)
    return sorted({_plain(thing) for thing in things if thing.clause}, key=lambda name: [*map(int, name.split("."))])


def _plain(thing: Any) -> str:
    return str(thing.clause).removeprefix("§")


def _form(parameter: Parameter) -> int:
    if isinstance(parameter, Things):
        return LIST_OF_THINGS
    return LIST if isinstance(parameter, ListOf) else ONE_NUMBER


@rule
def watch_games(
    workspace: Workspace, trees: Any, first: int, watcher: Watcher, outcomes: Row[Outcome], notes: Row[Notes]
) -> None:
    """Games first, first + 1, … of the workspace's key, those of `play_games`: one for each outcome. The notes are
    blank. A game in which a guest fails is the last.
    """
    for number in range(len(outcomes)):
        state, outcome, noted = watcher.state, outcomes[number], notes[number]
        deal(state, workspace.template, workspace.master, first + number, workspace.chance, workspace.thought)
        outcome.length, outcome.points[0] = watch_out(state, workspace, trees, watcher, noted)
        if outcome.length < 0:
            return
        take_down(state, outcome)
        sum_up(state, outcome, watcher, noted)


@rule
def watch_out(state: Any, workspace: Workspace, trees: Any, watcher: Watcher, noted: Notes) -> tuple[int, int]:
    """Watch a game until it is over; the rest is as in `selfplay.play_out`."""
    forget_all(state, workspace, trees)
    states.copy(watcher.before, workspace.template)
    watcher.previous, watcher.leader = NOBODY, NOTHING
    hear(state, NOBODY, NOBODY, watcher, noted)
    look(state, 0, watcher, noted)
    steps = 0
    while state.to_act != NOTHING and steps < MOST_STEPS:
        seat = next_seat(state, workspace.chance)
        count_options(state, seat, workspace.mask, noted)
        action = asked(state, seat, workspace, trees)
        if has_failed(state, seat, action, workspace, len(watcher.verb_of)):
            return -1 - seat, action
        action = with_restraint(state, seat, action, workspace, len(watcher.verb_of))
        noted.verbs[watcher.verb_of[action]] += 1
        states.copy(watcher.before, state)
        apply(state, seat, action, workspace.chance)
        steps += 1
        hear(state, seat, action, watcher, noted)
        look(state, steps, watcher, noted)
    return steps, 0


@rule
def with_restraint(state: Any, seat: int, action: int, workspace: Workspace, actions: int) -> int:
    """What a seat does that would do an action: that, unless it does without."""
    if is_restrained(workspace, seat) and is_done_without(state, seat, action, workspace):
        return instead(state, seat, workspace, actions)
    return action


@rule
def is_done_without(state: Any, seat: int, action: int, workspace: Workspace) -> bool:
    """Whether a seat does without an action; what is left to it, by what it may know, is in the mask."""
    states.copy(workspace.seen, state)
    hide(workspace.seen, seat)
    legal(workspace.seen, seat, workspace.mask)
    restrain(workspace, workspace.seen, seat, workspace.mask)
    return not is_allowed(workspace.mask, action)


@rule
def instead(state: Any, seat: int, workspace: Workspace, actions: int) -> int:
    """What a seat does rather than something that it does without: what the rules of thumb say of all the rest, or any
    of it where they insist.
    """
    view, mask, thought = workspace.seen, workspace.mask, workspace.thought
    if workspace.policies[seat] in (GREEDY, SEARCH):
        whims = workspace.budgets[seat] if workspace.policies[seat] == GREEDY else 0
        other = by_thumb(view, seat, mask, thought, whims)
        if 0 <= other < actions and not is_done_without(state, seat, other, workspace):
            return other
    return any_action(view, mask, thought)


@rule
def count_options(state: Any, seat: int, mask: Mask, noted: Notes) -> None:
    """How many legal actions there are; what is legal tells no secret, so nothing has to be hidden."""
    legal(state, seat, mask)
    options = 0
    for word in range(len(mask.words)):
        options += size(mask.words[word])
    noted.options += options
    if options == 1:
        noted.forced += 1


@rule
def hear(after: Any, seat: int, action: int, watcher: Watcher, noted: Notes) -> None:
    """Count the events that came of an action, or of the deal, and the turns."""
    told = watcher.told
    told.used = 0
    events(watcher.before, after, seat, action, told)
    place = 0
    while place < told.used:
        event = told.words[place]
        noted.events[event] += 1
        noted.turns += watcher.headings[event]
        place = end_of(watcher, place)
    if not watcher.hears_turns and seat != watcher.previous:
        noted.turns += 1
    watcher.previous = seat


@rule
def end_of(watcher: Watcher, place: int) -> int:
    """Where an event that begins there ends."""
    told, event = watcher.told, watcher.told.words[place]
    place += 1
    for parameter in range(watcher.forms.shape[1]):
        form = watcher.forms[event, parameter]
        if form == NOTHING_MORE or place >= told.used:
            break
        if form == ONE_NUMBER:
            place += 1
        elif form == LIST:
            place += 1 + told.words[place]
        else:
            place += 1 + 2 * told.words[place]
    return place


@rule
def look(state: Any, steps: int, watcher: Watcher, noted: Notes) -> None:
    """Who leads now, and who is last, by points; nobody while all are level."""
    best = worst = standing(state, 0)
    leaders = lasts = bit(0)
    for seat in range(1, state.seats):
        own = standing(state, seat)
        if own > best:
            best, leaders = own, NOTHING
        if own < worst:
            worst, lasts = own, NOTHING
        if own == best:
            leaders |= bit(seat)
        if own == worst:
            lasts |= bit(seat)
    if best == worst:
        leaders = lasts = NOTHING
    remember(state, steps, leaders, lasts, watcher)
    if leaders not in (NOTHING, watcher.leader) and leaders == lowest(leaders):
        if watcher.leader != NOTHING:
            noted.lead_changes += 1
        watcher.leader = leaders


@rule
def standing(state: Any, seat: int) -> int:
    """The points of a seat so far, the more the better."""
    return -points(state, seat) if lowest_wins(state) else points(state, seat)


@rule
def remember(state: Any, steps: int, leaders: Seats, lasts: Seats, watcher: Watcher) -> None:
    """Keep who led after an action and who was last, and who has to take the lead yet."""
    for seat in range(state.seats):
        if steps == 0 or not has(leaders, seat):
            watcher.behind[seat] = steps
    if steps < ROOM:
        watcher.leaders[steps] = leaders
        watcher.lasts[steps] = lasts


@rule
def sum_up(state: Any, outcome: Outcome, watcher: Watcher, noted: Notes) -> None:
    """What can be told when it is known who won; of several who share the first place, whoever came last to the lead
    counts.
    """
    half = min(outcome.length // 2, ROOM - 1)
    behind, leaders, lasts = 0, U(watcher.leaders[half]), U(watcher.lasts[half])
    if leaders != NOTHING and leaders == lowest(leaders):
        noted.led = 1
    for seat in range(state.seats):
        if outcome.places[seat] == 1:
            behind = max(behind, watcher.behind[seat])
            if has(lasts, seat):
                noted.came_back = 1
            if leaders == bit(seat):
                noted.held = 1
    noted.behind = behind
    noted.ending = state.ending
