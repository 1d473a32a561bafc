"""What every game must keep, whatever its rules: checks by random play, for our games and for yours.

    from openoutcry.table.conformance import check_game
    check_game(GAME)

Each check takes a match that is played at random and raises an AssertionError that says what was broken.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from openoutcry.engine import contract, states
from openoutcry.engine.actions import Action
from openoutcry.engine.bits import U
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import IS_PLAIN, rule
from openoutcry.engine.contract import NO_CLAUSE, SPECTATOR, clause_name
from openoutcry.engine.game import Game
from openoutcry.engine.mask import actions_of
from openoutcry.engine.mistakes import Refused
from openoutcry.engine.record import as_dict, blank, copied
from openoutcry.table.match import Match

MOST_ACTIONS = 100_000
FEW_STOPS, MANY_ACTIONS = 5, 500
"""In plain Python a game of many actions is looked at only so often: each look asks for the clause of every action, from every seat."""
OUTLINE = re.compile(r"^(?:#+ (?:\d+\.)?|- \*\*§\d+\.\d+\*\*)", re.MULTILINE)
CODE = re.compile(r"`[^`]+`")
FIXED = re.compile(r"`[^`]+`|§?\d+(?:\.\d+)*|\*\(")
"""What no language changes in a clause: code, the clauses it cites, numbers, and that it has a note *(…)* on where it comes from."""
Check = Callable[[Match, random.Random], None]


def check_game(game: Game, games: int = 20, seed: int = 0) -> None:
    """Every check on so many random games, over all numbers of seats and values of options."""
    check_verbs(game)
    check_rulebooks(game)
    for number in range(games):
        for check in CHECKS:
            check(random_match(game, seed * games + number), random.Random(number))


def check_verbs(game: Game) -> None:
    """A clause that a verb names stands in RULES.md."""
    for verb in game.actions.verbs:
        assert not verb.clause or verb.clause in game.clauses, f"{verb.name} names {verb.clause}, which RULES.md lacks"


def check_rulebooks(game: Game) -> None:
    """The rulebook in every language has the headings and clauses of RULES.md, and in each of them the same code, § and numbers."""
    english, *others = game.rulebooks.values()
    for book in others:
        name = book.path.name
        assert book.language in game.words, f"there is {name}, and words.toml has no table {book.language!r}"
        assert OUTLINE.findall(book.text) == OUTLINE.findall(english.text), f"{name} has other headings or clauses than RULES.md"
        for clause, text in english.clauses.items():
            missing_or_new = set(FIXED.findall(text)) ^ set(FIXED.findall(book.clauses[clause]))
            assert not missing_or_new, f"{clause} is not the same in {name}: {', '.join(sorted(missing_or_new))}"
        assert set(CODE.findall(book.text)) == set(CODE.findall(english.text)), f"{name} has other words in backticks than RULES.md"


def random_match(game: Game, number: int, most_seats: int = 99) -> Match:
    """A match with random seats and options; one in three has the options as they come."""
    dice = random.Random(f"{game.name} {number}")
    options = {option.name: option.show(dice.randint(option.low, option.high)) for option in game.options}
    seats = max(game.seats[0], min(dice.choice(game.seats), most_seats))
    return Match(game, seats, options if number % 3 else None, seed=number)


def moments(match: Match, dice: random.Random) -> Iterator[None]:
    """Play the match at random to its end, stopping now and then, less often the longer it gets, and at the end."""
    stops, wait = 0, 0
    most_stops = FEW_STOPS if IS_PLAIN and len(match.game.actions) > MANY_ACTIONS else MOST_ACTIONS
    for _ in range(MOST_ACTIONS):
        if match.over:
            yield
            return
        if wait == 0 and stops < most_stops:
            yield
            stops += 1
            wait = dice.randint(1, 1 + stops // 2) if most_stops == MOST_ACTIONS else dice.randint(1, 60)
        wait = max(0, wait - 1)
        seat = dice.choice(match.to_act)
        legal = match.legal(seat)
        assert legal, f"seat {seat} is to act and has no legal action after {log_of(match)}"
        match.play(seat, any_legal(legal, dice))
    raise AssertionError(f"{match} does not end")


def any_legal(legal: list[Action], dice: random.Random) -> Action:
    """Now any legal action, now any verb first: so verbs of few actions are tried beside those of hundreds."""
    verb = dice.choice(sorted({action.verb for action in legal}))
    return dice.choice([action for action in legal if action.verb == verb] if dice.random() < 0.5 else legal)


def log_of(match: Match) -> str:
    """The log in one line, to find the place again."""
    return f"{match.options}: " + ", ".join(f"{entry.seat} {entry}" for entry in match.log)


def watchers(match: Match) -> list[int]:
    """Every seat, and the spectator."""
    return [*range(match.seats), SPECTATOR]


def legal_bits(match: Match, state: Any, seat: int) -> bytes:
    """The mask of a seat's legal actions."""
    mask = blank(match.game.mask_type)
    match.game.rules.legal(state, seat, mask)
    return bytes(mask.tobytes())


def refusals_of(match: Match, state: Any, seat: int) -> list[int]:
    """The clause that forbids it, for every action of the game."""
    clauses = np.zeros(len(match.game.actions), np.int64)
    _refuse_all(state, seat, clauses)
    return clauses.tolist()


@rule
def _refuse_all(state: Any, seat: int, clauses: Any) -> None:
    for action in range(len(clauses)):
        clauses[action] = contract.refusal(state, seat, action)


def hidden(match: Match, state: Any, seat: int) -> Any:
    """A copy of the state as a seat may see it."""
    copy = copied(state)
    match.game.sight.hide(copy, seat)
    return copy


def legal_is_what_is_not_refused(match: Match, dice: random.Random) -> None:
    """An action is legal exactly when no clause refuses it, every refusal cites a clause, and nobody acts out of turn."""
    rules = match.game.rules
    mask = blank(match.game.mask_type)
    for _ in moments(match, dice):
        for seat in range(match.seats):
            rules.legal(match._state, seat, mask)
            legal = set(actions_of(mask))
            refusals = refusals_of(match, match._state, seat)
            allowed = {number for number, clause in enumerate(refusals) if clause == NO_CLAUSE}
            assert legal == allowed, (
                f"legal and refusal differ for {[str(match.game.actions[n]) for n in legal ^ allowed]} after {log_of(match)}"
            )
            assert seat in match.to_act or not legal, f"seat {seat} may act out of turn after {log_of(match)}"
            for clause in set(refusals) - {NO_CLAUSE}:
                assert clause_name(clause) in match.game.clauses, f"a refusal cites {clause_name(clause)}, which RULES.md does not have"


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
                raise AssertionError(f"{match.game.actions[number]} by seat {seat} was not refused after {log_of(match)}")
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


def it_ends(match: Match, dice: random.Random) -> None:
    """Random play comes to an end, with a reason and a ranking."""
    for _ in moments(match, dice):
        pass
    assert match.ending != match.game.rules.ENDINGS[0], f"the game is over without an ending after {log_of(match)}"
    places = match.places
    for place in places:
        ahead = sum(other < place for other in places)
        assert place - ahead in (1, 2), f"places are no ranking: {places}"


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


def pieces(match: Match) -> list[Counter[str]]:
    """All the cards there are, wherever they are: one pack in the rules' PLACES, or a pack of each seat's own in OWN_PLACES.

    Rules whose cards are not all in sets, stacks, bags and counts have a function `pieces` that finds them in the decoded state.
    """
    rules, state = match.game.rules, as_dict(match._state, match.game.fields)
    if hasattr(rules, "pieces"):
        return [Counter(rules.pieces(state))]
    shared, own = getattr(rules, "PLACES", ()), getattr(rules, "OWN_PLACES", ())
    packs = [[state[name] for name in shared], *([state[name][seat] for name in own] for seat in range(match.seats))]
    return [Counter(cards_in(pack)) for pack in packs]


def cards_in(held: Any) -> Iterator[str]:
    """The names of all cards in a set, a stack, a row that counts them, or several of these."""
    if isinstance(held, str):
        yield held
    elif isinstance(held, Mapping):
        for name, count in held.items():
            assert count > 0, f"there are {count} of {name}"
            yield from [name] * count
    else:
        for part in held:
            yield from cards_in(part)


def hiding_twice_is_hiding_once(match: Match, dice: random.Random) -> None:
    """A hidden record has nothing left to hide."""
    for _ in moments(match, dice):
        for seat in watchers(match):
            once = hidden(match, match._state, seat)
            assert once.tobytes() == hidden(match, once, seat).tobytes(), f"hiding twice differs for seat {seat} after {log_of(match)}"


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


def secrets_change_nothing(match: Match, dice: random.Random) -> None:
    """Two states that differ only in what a seat may not know give it the same bytes: view, mask, log, points, refusals, notation."""
    for _ in moments(match, dice):
        true = match._state
        for seat in watchers(match):
            watching = None if seat == SPECTATOR else seat
            told = everything_told(match, watching)
            for _ in range(3):
                match._state = copied(true)
                match.game.sight.redeal(match._state, seat, new_chance(key_of_seed(dice.getrandbits(32))))
                assert everything_told(match, watching) == told, f"seat {seat} is told a secret after {log_of(match)}"
            match._state = true


def everything_told(match: Match, seat: int | None) -> bytes:
    """Every byte a seat can get hold of."""
    told = match.view(seat).as_bytes()
    if seat is None:
        return told
    refusals = str(refusals_of(match, match._state, seat)).encode()
    return told + legal_bits(match, match._state, seat) + refusals + str(match.may_undo(seat)).encode()


def redealing_keeps_what_is_known(match: Match, dice: random.Random) -> None:
    """What is dealt again is a whole position: hidden again it is what the seat knew, and random play on from it ends."""
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
            assert pieces(match) == everything, f"dealt again for seat {seat}, a piece came or went after {log_of(match)}"
        match._state = true


CHECKS: tuple[Check, ...] = (
    legal_is_what_is_not_refused,
    a_refused_action_changes_nothing,
    asking_changes_nothing,
    it_ends,
    the_same_key_gives_the_same_game,
    copies_are_equal,
    every_piece_is_somewhere,
    hiding_twice_is_hiding_once,
    a_view_is_enough_to_act,
    secrets_change_nothing,
    redealing_keeps_what_is_known,
)
