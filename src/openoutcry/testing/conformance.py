"""What every game must keep, whatever its rules: checks by random play, for our games and for yours.

    from openoutcry.testing.conformance import check_game
    check_game(GAME)

Each check takes a match that is played at random and raises an AssertionError that says what was broken.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from openoutcry.engine import states
from openoutcry.engine.bits import U
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.contract import NO_CLAUSE, clause_name
from openoutcry.engine.facts import Fact, first_of
from openoutcry.engine.game import Game
from openoutcry.engine.mask import actions_of
from openoutcry.engine.mistakes import Refused
from openoutcry.engine.record import blank, copied
from openoutcry.table.lesson import lesson_of
from openoutcry.table.match import Match
from openoutcry.testing.books import (
    check_habits,
    check_phrases,
    check_result,
    check_rulebooks,
    check_terms,
    check_verbs,
)
from openoutcry.testing.random_play import (
    MOST_ACTIONS,
    Check,
    any_legal,
    hidden,
    legal_bits,
    log_of,
    moments,
    pieces,
    random_match,
    refusals_of,
    watchers,
)
from openoutcry.testing.redealing import check_redeal
from openoutcry.testing.secrecy import (
    choices_at_once_can_be_taken_back,
    secrets_change_nothing,
    unseen_histories_tell_nothing,
    what_is_unseen_tells_nothing,
)

MOST_HABITS = 4
"""All selections of so many habits are tried."""
ASKED, LARGEST = 2, 1 << 31
"""With how many numbers at random a fact is asked at each look, and the bound of what other targets can give back."""
PLAYED_ON = 0.02
"""From how many of the positions that are dealt again play goes on to the end."""


def check_game(game: Game, games: int = 20, seed: int = 0) -> None:
    """Every check on so many random games, over all numbers of seats and values of options; and its lesson speaks of
    nothing that is not there.
    """
    check_verbs(game)
    check_habits(game)
    check_rulebooks(game)
    check_phrases(game)
    check_terms(game)
    lesson_of(game)
    check_result(game)
    check_redeal(game, seed)
    for number in range(games):
        for check in CHECKS:
            check(random_match(game, seed * games + number), random.Random(number))


def legal_is_what_is_not_refused(match: Match, dice: random.Random) -> None:
    """An action is legal exactly when no clause refuses it, every refusal cites a clause, and nobody acts out of
    turn.
    """
    rules = match.game.rules
    mask = blank(match.game.mask_type)
    for _ in moments(match, dice):
        for seat in range(match.seats):
            rules.legal(match._state, seat, mask)
            legal = set(actions_of(mask))
            refusals = refusals_of(match, match._state, seat)
            allowed = {number for number, clause in enumerate(refusals) if clause == NO_CLAUSE}
            assert legal == allowed, (
                f"legal and refusal differ for {[str(match.game.actions[n]) for n in legal ^ allowed]} after "
                f"{log_of(match)}"
            )
            assert seat in match.to_act or not legal, f"seat {seat} may act out of turn after {log_of(match)}"
            for clause in set(refusals) - {NO_CLAUSE}:
                assert clause_name(clause) in match.game.clauses, (
                    f"a refusal cites {clause_name(clause)}, which RULES.md does not have"
                )


def a_refused_action_changes_nothing(match: Match, dice: random.Random) -> None:
    """What is refused leaves every byte of state, chance and log as it was."""
    for _ in moments(match, dice):
        before = match._state.tobytes(), match._chance.tobytes(), match.log
        seat, number = dice.randrange(match.seats), dice.randrange(len(match.game.actions))
        if number not in {action.number for action in match.legal(seat)}:
            try:
                match.play(seat, number)
            except Refused:
                pass
            else:
                raise AssertionError(
                    f"{match.game.actions[number]} by seat {seat} was not refused after {log_of(match)}"
                )
        assert before == (match._state.tobytes(), match._chance.tobytes(), match.log), (
            f"a refused action changed something: {log_of(match)}"
        )


def asking_changes_nothing(match: Match, dice: random.Random) -> None:
    """Legal actions, points, places, refusals and views are only looked at."""
    for _ in moments(match, dice):
        before = match._state.tobytes()
        for seat in range(match.seats):
            match.legal(seat), match.view(seat), match.points, match.places, match.may_undo(seat)
            match.game.rules.refusal(match._state, seat, 0)
        assert before == match._state.tobytes(), f"asking changed the state after {log_of(match)}"


def facts_can_be_asked(match: Match, dice: random.Random) -> None:
    """A fact takes whatever is within its limits, of every view, gives a number that every target has, and only
    looks; dealt again, the hidden part changes none.
    """
    for _ in moments(match, dice):
        for seat in watchers(match):
            view = hidden(match, match._state, seat)
            world = copied(view)
            match.game.sight.redeal(world, seat, new_chance(key_of_seed(dice.getrandbits(32))))
            again, before = hidden(match, world, seat), view.tobytes()
            for fact in match.game.facts.values():
                for numbers in some_of(fact, dice):
                    number, told = fact.of(view, *numbers), f"{fact.name} {numbers} for seat {seat}"
                    assert -LARGEST <= number < LARGEST, f"{number} is too large: {told} after {log_of(match)}"
                    assert fact.of(again, *numbers) == number, f"a secret changes {told} after {log_of(match)}"
            assert view.tobytes() == before, f"a fact changed the record of seat {seat} after {log_of(match)}"


def habits_only_forbid(match: Match, dice: random.Random) -> None:
    """To leave habits out forbids some of what a seat may do, allows nothing, and only looks at what the seat may
    know; dealt again, the hidden part changes nothing.
    """
    game, leave_out = match.game, match.game.member("leave_out")
    for _ in moments(match, dice) if game.habits else ():
        for seat in range(match.seats):
            view = hidden(match, match._state, seat)
            legal, before = left_by(no_habits, match, view, seat, 0), view.tobytes()
            worlds = [copied(view) for _ in range(ASKED)]
            for world in worlds:
                game.sight.redeal(world, seat, new_chance(key_of_seed(dice.getrandbits(32))))
            for habits in selections(len(game.habits)):
                left = left_by(leave_out, match, view, seat, habits)
                named = [name for number, name in enumerate(game.habits) if habits >> number & 1]
                told = f"{', '.join(named)} left out by seat {seat} after {log_of(match)}"
                assert left <= legal, f"something is allowed that is not legal: {told}"
                assert view.tobytes() == before, f"the record was changed: {told}"
                for world in worlds:
                    assert left_by(leave_out, match, world, seat, habits) == left, f"a secret has a say: {told}"


def selections(count: int) -> set[int]:
    """Sets of so many habits: all of the first few, each by itself, and all together."""
    few = range(1, 1 << min(count, MOST_HABITS))
    return {*few, *(1 << number for number in range(count)), (1 << count) - 1}


def no_habits(_view: Any, _seat: int, _mask: Any, _habits: Any) -> None:
    """All that is legal is left."""


def left_by(leave_out: Callable[..., None], match: Match, record: Any, seat: int, habits: int) -> set[int]:
    """What is left to a seat without some habits."""
    mask = blank(match.game.mask_type)
    match.game.rules.legal(record, seat, mask)
    leave_out(record, seat, mask, U(habits))
    return set(actions_of(mask))


def some_of(fact: Fact, dice: random.Random) -> list[tuple[int, ...]]:
    """Some of what a fact can be asked with, the lowest and the highest numbers among it."""
    limits = [(first_of(each), first_of(each) + len(each) - 1) for each in fact.parameters.values()]
    return [
        tuple(low for low, _ in limits),
        tuple(high for _, high in limits),
        *(tuple(dice.randint(low, high) for low, high in limits) for _ in range(ASKED if limits else 0)),
    ]


def it_ends(match: Match, dice: random.Random) -> None:
    """Random play comes to an end, with a reason and a ranking."""
    for _ in moments(match, dice):
        pass
    assert match.ending != match.game.rules.ENDINGS[0], f"the game is over without an ending after {log_of(match)}"
    assert is_ranking(match.places), f"places are no ranking: {match.places}"


def is_ranking(places: list[int]) -> bool:
    """Whether each place is one more than there are seats ahead; where nobody has won, two more.

    >>> is_ranking([1, 2, 2, 4]), is_ranking([2, 3, 3]), is_ranking([1, 3, 3])
    (True, True, False)
    """
    return {place - sum(other < place for other in places) for place in places} in ({1}, {2})


def the_same_key_gives_the_same_game(match: Match, dice: random.Random) -> None:
    """The log and the key are the match: played again they come to the same bytes."""
    for _ in moments(match, dice):
        pass
    again = Match(match.game, match.seats, match.options, key=match._key)
    for entry in match.log:
        assert entry.action is not None
        again.play(entry.seat, entry.action.number)
    assert again._state.tobytes() == match._state.tobytes(), f"the same actions came to another state: {log_of(match)}"


def copies_are_equal(match: Match, dice: random.Random) -> None:
    """A copy is the same in every byte and has the same hash; one that differs is told apart."""
    target = blank(match.game.state_type)
    for _ in moments(match, dice):
        states.copy(target, match._state)
        assert target.tobytes() == match._state.tobytes(), "a copy differs"
        assert states.same(target, match._state), "a copy is not the same"
        assert states.digest(target) == states.digest(match._state), "equal states have different hashes"
        target.to_act ^= U(1)
        assert not states.same(target, match._state), "different states are the same"
        assert states.digest(target) != states.digest(match._state), "different states have one hash"


def every_piece_is_somewhere(match: Match, dice: random.Random) -> None:
    """Cards are in exactly one place each, and always the same ones."""
    everything = pieces(match)
    for _ in moments(match, dice):
        assert pieces(match) == everything, f"a piece came or went after {log_of(match)}"


def hiding_twice_is_hiding_once(match: Match, dice: random.Random) -> None:
    """A hidden record has nothing left to hide."""
    for _ in moments(match, dice):
        for seat in watchers(match):
            once = hidden(match, match._state, seat)
            assert once.tobytes() == hidden(match, once, seat).tobytes(), (
                f"hiding twice differs for seat {seat} after {log_of(match)}"
            )


def a_view_is_enough_to_act(match: Match, dice: random.Random) -> None:
    """What a seat may do, and why not, follows from what it knows."""
    for _ in moments(match, dice):
        for seat in range(match.seats):
            view = hidden(match, match._state, seat)
            assert legal_bits(match, view, seat) == legal_bits(match, match._state, seat), (
                f"legal differs for seat {seat} after {log_of(match)}"
            )
            told, true = refusals_of(match, view, seat), refusals_of(match, match._state, seat)
            assert told == true, f"refusals differ for seat {seat} after {log_of(match)}"


def redealing_keeps_what_is_known(match: Match, dice: random.Random) -> None:
    """What is dealt again is a whole position: hidden again it is what the seat knew, and random play on from it
    ends.
    """
    everything = pieces(match)
    for _ in moments(match, dice):
        true = match._state
        for seat in watchers(match):
            view = hidden(match, true, seat)
            match._state = copied(view)
            match.game.sight.redeal(match._state, seat, new_chance(key_of_seed(dice.getrandbits(32))))
            assert hidden(match, match._state, seat).tobytes() == view.tobytes(), (
                f"seat {seat} would know it was dealt again: {log_of(match)}"
            )
            assert pieces(match) == everything, (
                f"dealt again for seat {seat}, a piece came or went after {log_of(match)}"
            )
            if dice.random() < PLAYED_ON:
                play_on(match.copy(), dice)
        match._state = true


def play_on(match: Match, dice: random.Random) -> None:
    """Play at random to the end, wherever the match stands."""
    for _ in range(MOST_ACTIONS):
        if match.over:
            return
        seat = dice.choice(match.to_act)
        legal = match.legal(seat)
        assert legal, f"dealt again, seat {seat} is to act and has no legal action after {log_of(match)}"
        match.play(seat, any_legal(legal, dice))
    raise AssertionError(f"dealt again, {match} does not end")


CHECKS: tuple[Check, ...] = (
    legal_is_what_is_not_refused,
    a_refused_action_changes_nothing,
    asking_changes_nothing,
    facts_can_be_asked,
    habits_only_forbid,
    it_ends,
    the_same_key_gives_the_same_game,
    copies_are_equal,
    every_piece_is_somewhere,
    hiding_twice_is_hiding_once,
    a_view_is_enough_to_act,
    secrets_change_nothing,
    what_is_unseen_tells_nothing,
    unseen_histories_tell_nothing,
    choices_at_once_can_be_taken_back,
    redealing_keeps_what_is_known,
)
