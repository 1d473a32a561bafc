"""What a seat may not know changes nothing that it is told: not a byte of its view, no line of its log, no
permission.
"""

from __future__ import annotations

import random

from openoutcry.engine.actions import Action
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.contract import step as step_of
from openoutcry.engine.record import copied
from openoutcry.table.match import Match
from openoutcry.testing.random_play import any_legal, everything_told, hidden, last_line, log_of, moments, watchers

TRIED = 6
"""How many actions of a seat are compared with one another."""
LOOKED_AT, LOOKED_AT_IN_STEP = 0.1, 0.5
"""At how many of the stops this is done, and at how many where several act at once: a look plays dozens of actions."""
GOES_ON = 8
"""How many actions two histories go on for."""


def secrets_change_nothing(match: Match, dice: random.Random) -> None:
    """Two states that differ only in what a seat may not know give it the same bytes: view, mask, log, points,
    refusals, notation.
    """
    for _ in moments(match, dice):
        true = match._state
        for seat in watchers(match):
            watching = None if seat == SPECTATOR else seat
            told, line = everything_told(match, watching), last_line(match, watching)
            for _ in range(3):
                match._state = copied(true)
                match.game.sight.redeal(match._state, seat, new_chance(key_of_seed(dice.getrandbits(32))))
                now = everything_told(match, watching), last_line(match, watching)
                assert now == (told, line), f"seat {seat} is told a secret after {log_of(match)}"
            match._state = true


def what_is_unseen_tells_nothing(match: Match, dice: random.Random) -> None:
    """Of two actions that come to the same hidden record of another seat, that seat is told the same; of one that
    changes nothing, nothing.

    Where they come to the same position altogether there is no secret, and it may be told which of them it was.
    """
    for _ in moments(match, dice, is_told=True):
        if not is_looked_at(match, dice):
            continue
        actor = dice.choice(match.to_act)
        branches = [(action, played(match, actor, action)) for action in some_of(match.legal(actor), dice)]
        for watcher in watchers(match):
            if watcher == actor:
                continue
            read: dict[bytes, list[tuple[str, bytes, tuple[bytes, bytes]]]] = {}
            for name, branch in [("nothing", match), *((str(action), branch) for action, branch in branches)]:
                told, state = told_to(branch, watcher), branch._state.tobytes()
                alike = read.setdefault(told[0], [])
                for other, its_state, its_told in alike:
                    assert told == its_told or state == its_state, (
                        f"seat {watcher} can tell {name} from {other}, which it cannot see, by seat {actor} after "
                        f"{log_of(match)}"
                    )
                alike.append((name, state, told))


def unseen_histories_tell_nothing(match: Match, dice: random.Random) -> None:
    """Two histories that differ in what a seat could not see, and go on alike, tell it the same until it sees a
    difference.
    """
    for _ in moments(match, dice, is_told=True):
        if not is_looked_at(match, dice):
            continue
        actor, watcher = dice.choice(match.to_act), dice.choice(watchers(match))
        if watcher == actor:
            continue
        branches = [match.copy(), *(played(match, actor, action) for action in some_of(match.legal(actor), dice))]
        one = dice.choice(branches)
        for other in branches:
            if other is not one and record_of(one, watcher) == record_of(other, watcher):
                go_on_alike(one.copy(), other, watcher, dice)


def is_looked_at(match: Match, dice: random.Random) -> bool:
    """Whether a moment is looked at closely: most of all those in which somebody may act unseen."""
    return not match.over and dice.random() < (LOOKED_AT_IN_STEP if step_of(match._state) else LOOKED_AT)


def go_on_alike(one: Match, other: Match, watcher: int, dice: random.Random) -> None:
    """Play the same in both, and take the same back, as long as the watcher sees the same."""
    for _ in range(GOES_ON):
        assert told_to(one, watcher) == told_to(other, watcher), (
            f"seat {watcher} is told a difference it cannot see between {log_of(one)} and {log_of(other)}"
        )
        undoing = [seat for seat in range(one.seats) if one.may_undo(seat) and other.may_undo(seat)]
        both = [seat for seat in one.to_act if seat in other.to_act]
        if undoing and dice.random() < 0.3:
            seat = dice.choice(undoing)
            one.undo(seat)
            other.undo(seat)
        elif both:
            seat = dice.choice(both)
            shared = [action for action in one.legal(seat) if action in other.legal(seat)]
            if not shared:
                return
            action = any_legal(shared, dice)
            one.play(seat, action)
            other.play(seat, action)
        else:
            return
        if record_of(one, watcher) != record_of(other, watcher):
            return


def choices_at_once_can_be_taken_back(match: Match, dice: random.Random) -> None:
    """Where several may act at once there is a step, that all can see; nothing is drawn while it is open; and whoever
    has chosen in it may take that back whatever others did since, and choose the same again to come to the same bytes.
    """
    step, drawn = 0, b""
    for _ in moments(match, dice, is_told=True):
        assert {step_of(hidden(match, match._state, seat)) for seat in watchers(match)} == {step_of(match._state)}, (
            f"not all see which step is open after {log_of(match)}"
        )
        assert step_of(match._state) or len(match.view(None).to_act) < 2, (
            f"several act at once in no step after {log_of(match)}"
        )
        if step and step == step_of(match._state):
            assert drawn == match._chance.drawn.tobytes(), (
                f"something was drawn while a step was open after {log_of(match)}"
            )
        step, drawn = step_of(match._state), match._chance.drawn.tobytes()
        for seat in range(match.seats):
            if match.may_undo(seat):
                take_back_and_choose_again(match.copy(), seat)


def take_back_and_choose_again(match: Match, seat: int) -> None:
    """A seat's last action goes; whoever cannot see that is told nothing; and the same action comes to the same bytes
    again.
    """
    last = match._history.last_of(seat)
    is_choice, action = bool(step_of(match._history.before(last)[0])), match._history[last].action
    is_unseen, before = match.game.actions.seen(action) is None, match._state.tobytes()
    told = {other: told_to(match, other) for other in watchers(match) if other != seat}
    match.undo(seat)
    for other, (record, _) in told.items():
        assert not is_unseen or record_of(match, other) != record or told_to(match, other) == told[other], (
            f"seat {other} is told that seat {seat} took back something unseen: {log_of(match)}"
        )
    match.play(seat, action)
    assert not is_choice or match._state.tobytes() == before, (
        f"{match.game.actions[action]} by seat {seat}, taken back and played again, came to another state: "
        f"{log_of(match)}"
    )


def played(match: Match, seat: int, action: Action) -> Match:
    """The match after one more action, apart from this one."""
    branch = match.copy()
    branch.play(seat, action)
    return branch


def some_of(legal: list[Action], dice: random.Random) -> list[Action]:
    """A few legal actions, most of them of one verb: they differ in what may be secret."""
    verb = dice.choice(legal).verb
    alike = [action for action in legal if action.verb == verb]
    chosen = dice.sample(alike, min(TRIED - 2, len(alike))) + dice.sample(legal, min(2, len(legal)))
    return list({action.number: action for action in chosen}.values())


def record_of(match: Match, seat: int) -> bytes:
    """The bytes of the hidden record of a seat, or of a spectator."""
    return bytes(hidden(match, match._state, seat).tobytes())


def told_to(match: Match, seat: int) -> tuple[bytes, bytes]:
    """The hidden record of a seat, and every byte it can get hold of, the whole story included."""
    watching = None if seat == SPECTATOR else seat
    return record_of(match, seat), everything_told(match, watching) + str(match.story(watching)).encode()
