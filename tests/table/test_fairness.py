"""Provable shuffles: what is committed, chained and checked; whatever is changed in a file is found and named.

The cases in tests/fairness are files and what is found in them, and hold the page's check to the same
(`web/tests/fairness.test.ts`). OUTCRY_WRITE_FAIRNESS=1 writes them anew: read the difference.
"""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import openoutcry as oo
from openoutcry.games import registered
from openoutcry.table import fairness
from openoutcry.table.checking import NOTHING, Shown, check, holds
from openoutcry.table.fairness import Chain, Round, canonical, key_of, name_commitment, sat_down
from openoutcry.table.file import replayed, text_of
from proofs import PLAYERS, Fair, drawn, salts, seen, shuffled
from table.test_match import played

Data = dict[str, Any]
Change = Callable[[Data], Any]
AT_EASE = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def codes(text: str, head: str | None = None) -> list[tuple[str, bool | None]]:
    return [(step.as_json()["code"], step.holds) for step in check(text, Shown(head=head))]


@pytest.fixture(scope="module")
def fair() -> Fair:
    return Fair().played()


def test_a_fair_match_is_checked_step_by_step_in_words(fair: Fair) -> None:
    steps = check(fair.text())
    entries, head = len(fair.match.log), fair.chain.head
    assert [(step.reason.said("en"), step.holds) for step in steps] == [
        (f"this is a match of crypto_cards with 3 seats and {entries} entries", True),
        ("the cards were shuffled in the first round", True),
        (
            "the server had committed to its secret before anyone sat down: it fits " + fair.rounds[0].commitment,
            True,
        ),
        ("round 1: the nonce of Anna fits the commitment that was made before any nonce was shown", True),
        ("round 1: the nonce of Bo fits the commitment that was made before any nonce was shown", True),
        ("the key, and with it every card, follows from the secret and 2 nonces", True),
        ("game, options, rounds and names have the hash that the chain begins with: " + fair.chain.hashes[0], True),
        (f"the hashes of all entries ({entries}) follow each from the one before", True),
        ("the name at seat 0 is the one that was committed to: Anna", True),
        ("the name at seat 1 is the one that was committed to: Bo", True),
        ("the name at seat 2 is the one that was committed to: Çelik", True),
        (f"{entries} of {entries} entries follow the rules from that key, and lead to where the match stands", True),
        (f"the file ends at the head {head}; compare it with what your own client was shown", True),
    ]
    assert all(step.reason.said("de") != step.reason.said("en") for step in steps)


@pytest.mark.parametrize("game", registered())
def test_matches_of_all_games_are_proven_and_keep_their_proof(game: str) -> None:
    fair = Fair(game).played(60, seed=3)
    assert holds(check(fair.text()))
    again = replayed(fair.text())
    assert text_of(again) == fair.text()
    if not again.over:
        again.play(again.to_act[0], again.legal(again.to_act[0])[0])
        assert "fairness" not in json.loads(text_of(again))


def test_a_match_that_began_before_its_game_got_an_option_keeps_its_proof() -> None:
    fair = Fair(newer_options=2).played(6)
    assert list(fair.data()["options"]) == list(fair.match.options)[:-2]
    assert holds(check(fair.text()))
    again = replayed(fair.text())
    assert text_of(again) == fair.text()
    again.play(again.to_act[0], again.legal(again.to_act[0])[0])
    assert json.loads(text_of(again))["options"] == again.options


def test_rounds_that_were_given_up_are_told() -> None:
    fair = Fair(rounds=[shuffled(1, missing=1), shuffled(2)]).played(5)
    told = [step.reason.said("en") for step in check(fair.text())]
    assert "in round 1 the nonce of Bo was missing" in told
    assert "the cards were shuffled in round 2; each round before was given up for a missing nonce" in told
    assert holds(check(fair.text()))


def test_by_correspondence_nonces_come_when_sitting_down() -> None:
    fair = Fair(rounds=[shuffled(at_sitting=True)]).played(5)
    assert ("fair_nonce_sitting", True) in codes(fair.text())
    assert ("fair_unfinished", None) in codes(fair.text())


def test_a_twin_says_so_and_its_nonces_are_of_both_tables() -> None:
    far = {seat: drawn(f"far {seat}") for seat in (3, 5)}
    one = shuffled()
    both = Round(
        round=1,
        commitment=one.commitment,
        commitments=one.commitments | {seat: fairness.commitment(nonce) for seat, nonce in far.items()},
        nonces=one.nonces | {seat: nonce.hex() for seat, nonce in far.items()},
    )
    fair = Fair(rounds=[both], twin="t2").played(5)
    assert ("fair_twin", True) in codes(fair.text())
    told = [step.reason.said("en") for step in check(fair.text())]
    assert any("the player at seat 2 of the twin table" in sentence for sentence in told)
    data = fair.data()
    data["fairness"]["twin"] = None
    assert codes(json.dumps(data))[-1] == ("fair_block_wrong", False)


def test_whoever_sits_down_later_is_chained_by_a_note() -> None:
    fair = Fair().played(4)
    salt = drawn("late")
    fair.chain.note(len(fair.match.log) + 1, sat_down(2, name_commitment(salt, "Dora")))
    fair.match.players[2] = "Dora"
    fair.played(4, seed=1)
    text = fair.text([*salts()[:2], salt])
    assert holds(check(text))
    assert codes(text.replace("Dora", "Doro"))[-1] == ("fair_name_wrong", False)
    assert codes(fair.text())[-1] == ("fair_name_wrong", False)


def test_that_a_bot_plays_from_an_entry_on_is_chained() -> None:
    fair = Fair().played(4)
    fair.match.bots[0] = "hard"
    fair.played(4, seed=1)
    assert fair.data()["bots"] == {"0": "hard", "2": "easy"}
    assert fair.chain.notes == {5: {"bots": {"0": "hard", "2": "easy"}}}
    again = Chain(fair.secrets[-1], fair.header, fair.match, fair.contents)
    fair.match.bots.clear()
    for chain in (fair.chain, again):
        assert holds(check(text_of(fair.match, chain.proof(fair.secrets, salts()))))
    fair.played(1, seed=1)
    assert "bots" not in fair.data()
    assert holds(check(fair.text()))


def test_whoever_does_not_commit_is_passed_over_in_the_same_round() -> None:
    whole = shuffled()
    alone = Round(
        round=1,
        commitment=whole.commitment,
        commitments={0: whole.commitments[0]},
        nonces={0: whole.nonces[0]},
        missing=[1],
    )
    fair = Fair(rounds=[alone]).played(3)
    assert ("fair_not_committed", None) in codes(fair.text())
    assert holds(check(fair.text()))


def test_what_the_own_client_was_shown_is_compared() -> None:
    first, second = shuffled(1, missing=1), shuffled(2)
    fair = Fair(rounds=[first, second]).played(3)
    steps = [
        (Shown(commitment=second.commitment.upper(), commitments=second.commitments), "are those of round 2"),
        (Shown(commitment=first.commitment), "are those of round 1"),
        (Shown(commitment=second.commitment, commitments=first.commitments), "there was no round with the commitments"),
        (Shown(commitment="00" * 32), "there was no round with the commitments"),
        (Shown(nonce=second.nonces[0]), "your own nonce is among those"),
        (Shown(nonce=first.nonces[0]), "your own nonce is not among those"),
    ]
    for shown, sentence in steps:
        last = check(fair.text(), shown)[-1]
        assert sentence in last.reason.said("en")
        assert last.holds is ("no" not in sentence.split() and "not" not in sentence.split())
        assert check(text_of(oo.Match("bounce", 2, seed=1)), shown)[-1].holds is False


def test_the_times_of_a_race_are_chained() -> None:
    rung = Fair("cash_a_catch").played(3)
    rung.match.play(rung.match.to_act[0], rung.match.legal(rung.match.to_act[0])[0])
    rung.chain.note(len(rung.match.log), {"rings": [{"seat": 0, "came": 120_000, "taken_off": 31_000}]})
    rung.follow()
    assert holds(check(rung.text()))
    data = rung.data()
    data["fairness"]["notes"][str(len(rung.match.log))]["rings"][0]["came"] -= 1
    assert codes(json.dumps(data))[-1] == ("fair_hash_wrong", False)
    with pytest.raises(oo.Mistake, match="entry 1 was chained already"):
        rung.chain.note(1, {})


def test_a_name_its_owner_has_removed_is_gone_and_the_file_still_holds(fair: Fair) -> None:
    text = fair.text([*salts()[:1], None, *salts()[2:]])
    assert '"Bo"' not in text
    assert ("fair_name_removed", None) in codes(text)
    assert "round 1: the nonce of the player at seat 1 fits" in " ".join(s.reason.said("en") for s in check(text))
    assert holds(check(text))
    assert codes(text.replace('"removed"', '"Eve"'))[-1] == ("fair_name_wrong", False)


def test_a_file_without_proof_says_what_can_be_checked_and_what_not() -> None:
    match = played(oo.Match("crypto_cards", 2, seed=7), 9)
    assert codes(text_of(match)) == [
        ("fair_read", True),
        ("fair_key_committed", True),
        ("fair_replayed", True),
        ("fair_unfinished", None),
        ("fair_not_given", None),
    ]


def test_a_head_that_was_shown_is_found(fair: Fair) -> None:
    shown = fair.chain.hashes[5]
    assert (
        check(fair.text(), Shown(head=shown))[-1].reason.said("en")
        == f"the match passed through {shown}, after entry 5"
    )
    assert codes(fair.text(), shown[:16].upper())[-1] == ("fair_passes", True)
    for other in (shown[:15], "0" * 64, "", "\x1b[2J"):
        assert codes(fair.text(), other)[-1] == ("fair_passes_not", False)
    assert codes(text_of(oo.Match("crypto_cards", 2, seed=7)), shown)[-1] == ("fair_passes_not", False)


def block(change: Change) -> Change:
    return lambda data: change(data["fairness"])


def one_round(**values: Any) -> Change:
    return block(lambda proof: proof["rounds"][0].update(values))


def swap(data: Data) -> None:
    data["log"][7], data["log"][8] = data["log"][8], data["log"][7]


def chosen_cards(data: Data) -> None:
    """Another key, committed to as if it had always been it."""
    data["key"] = drawn("chosen").hex()
    data["commitment"] = sha256(drawn("chosen")).hexdigest()


TAMPERED: list[tuple[Change, str]] = [
    (lambda data: data["log"][3].update(text="sell AC"), "entry 4 was changed: its hash does not fit"),
    (lambda data: data["log"][3].update(action=0), "entry 4 was changed: its hash does not fit"),
    (lambda data: data["log"][3].update(seat=2), "entry 4 was changed: its hash does not fit"),
    (swap, "entry 8 was changed: its hash does not fit"),
    (lambda data: data["log"].pop(), "the proof is damaged: 'hashes' is missing or of the wrong kind"),
    (chosen_cards, "the key, and with it the cards, does not follow from the secret and the nonces"),
    (
        lambda data: data.update(key="00" * 32),
        "this file is damaged: the key is not the one it was committed to",
    ),
    (
        lambda data: data.update(commitment="00" * 32),
        "this file is damaged: the key is not the one it was committed to",
    ),
    (one_round(secret="00" * 32), "the secret of round 1 is not the one that the server had committed to"),
    (one_round(commitment="00" * 32), "the secret of round 1 is not the one that the server had committed to"),
    (
        block(lambda proof: proof["rounds"][0]["nonces"].update({"1": "00" * 32})),
        "round 1: the nonce of Bo is not the one that was committed to",
    ),
    (
        block(lambda proof: proof["rounds"][0]["commitments"].update({"0": "00" * 32})),
        "round 1: the nonce of Anna is not the one that was committed to",
    ),
    (
        block(lambda proof: proof["rounds"][0]["nonces"].pop("1")),
        "round 1 cannot have been like that: the nonce of Bo does not fit who committed and who is missing",
    ),
    (one_round(missing=[2]), "game, version, seats, options, rounds or names were changed: the chain begins with"),
    (
        one_round(missing=[1], nonces={"0": shuffled().nonces[0]}),
        "in round 1 the nonce of Bo was missing",
    ),
    (one_round(at_sitting=True), "game, version, seats, options, rounds or names were changed: the chain begins with"),
    (one_round(round=2), "the proof is damaged: 'rounds[0].round' is missing or of the wrong kind"),
    (
        block(lambda proof: proof["rounds"].insert(0, proof["rounds"][0])),
        "the proof is damaged: 'rounds[1].round' is missing or of the wrong kind",
    ),
    (
        block(lambda proof: proof["rounds"].append(proof["rounds"][0] | {"round": 2})),
        "round 1 was thrown away although no nonce was missing",
    ),
    (lambda data: data["options"].update(hand=4), "game, version, seats, options, rounds or names were changed: "),
    (lambda data: data.update(players=["Anna", "Eve", "Çelik"]), "the name at seat 1 is not the one that was"),
    (block(lambda proof: proof["salts"].__setitem__(1, "00" * 32)), "the name at seat 1 is not the one that was"),
    (block(lambda proof: proof["salts"].__setitem__(1, None)), "the name at seat 1 is not the one that was"),
    (block(lambda proof: proof["names"].__setitem__(1, "00" * 32)), "game, version, seats, options, rounds or names"),
    (lambda data: data.update(bots={"2": "hard"}), "the bots are not those that were chained"),
    (block(lambda proof: proof["hashes"].__setitem__(9, "00" * 32)), "entry 9 was changed: its hash does not fit"),
    (block(lambda proof: proof.update(head="00" * 32)), "the head is not the hash of the last entry"),
    (block(lambda proof: proof.update(more=1)), "the proof is damaged: 'more' is missing or of the wrong kind"),
    (block(lambda proof: proof.update(notes={"2": {"late": 1}})), "entry 2 was changed: its hash does not fit"),
    (lambda data: data.update(fairness=None), "the proof is damaged: 'fairness' is missing or of the wrong kind"),
    (lambda data: data["stands"].update(points=[9, 9, 9]), "this file is damaged: after the last log entry points"),
]


@pytest.mark.parametrize(("change", "sentence"), TAMPERED)
def test_whatever_is_changed_in_a_file_is_found_and_named(fair: Fair, change: Change, sentence: str) -> None:
    data = fair.data()
    change(data)
    *before, last = check(json.dumps(data))
    assert last.holds is False
    assert last.reason.said("en").startswith(sentence)
    assert holds(before)
    with pytest.raises(oo.Mistake):
        replayed(json.dumps(data))


def test_another_action_that_would_have_been_legal_is_found_where_it_stands(fair: Fair) -> None:
    data = fair.data()
    for number, view in (found for seat in range(3) for found in fair.match.decisions(seat)):
        other = next(action for action in view.legal if action.number != data["log"][number]["action"])
        changed = json.loads(json.dumps(data))
        changed["log"][number] |= {"action": other.number, "text": other.text}
        (step,) = check(json.dumps(changed))[-1:]
        assert (step.reason.said("en"), step.holds) == (
            f"entry {number + 1} was changed: its hash does not fit",
            False,
        )


def test_a_log_that_was_written_anew_with_the_secret_misses_the_head_that_was_shown(fair: Fair) -> None:
    shown = fair.chain.head
    forged = Fair().played(seed=9)
    assert holds(check(forged.text()))
    assert codes(forged.text(), shown)[-1] == ("fair_passes_not", False)


def parts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in JSON."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield from parts(part, (*path, name))


ANYTHING = some.recursive(
    some.none()
    | some.booleans()
    | some.integers(-(2**53) + 1, 2**53 - 1)
    | some.text(max_size=70)
    | some.just("00" * 32),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@AT_EASE
@given(choice=some.data())
def test_whatever_stands_in_a_file_there_are_steps_and_never_a_traceback(small: str, choice: some.DataObject) -> None:
    data = json.loads(small)
    path = choice.draw(some.sampled_from(list(parts(data))[1:]))
    new = choice.draw(ANYTHING)
    inner = data
    for name in path[:-1]:
        inner = inner[name]
    was, inner[path[-1]] = inner[path[-1]], new
    steps = check(json.dumps(data))
    assert steps
    for step in steps:
        assert step.reason.said("en")
        assert json.dumps(step.as_json())
    if not (canonical(was) == canonical(new) or path[0] == "stands" or path == ("key",)):
        assert not holds(steps), path


@pytest.fixture(scope="module")
def small() -> str:
    """The file of a short match, so that each of its values is changed often."""
    return Fair(rounds=[shuffled(1, missing=1), shuffled(2)]).played(6).text()


CASES = Path(__file__).parent.parent / "fairness" / "cases.json"


def cases() -> Iterator[Data]:
    """Files that hold, and the same file changed in each of the ways above; what is found in each."""
    rounds = [shuffled(1, missing=1), shuffled(2)]
    given_up = Fair(rounds=rounds).played(4).text([None, *salts()[1:]])
    noted = Fair().played(4)
    noted.match.bots[0] = "hard"
    good = {
        **{f"whole {game}": (Fair(game).played(40, seed=1).text(), NOTHING) for game in registered()},
        "given up": (given_up, NOTHING),
        "begun before the last options were there": (Fair(newer_options=2).played(9).text(), NOTHING),
        "given up, shown": (given_up, Shown(None, rounds[1].commitment, rounds[1].commitments, rounds[1].nonces[0])),
        "given up, shown another round": (given_up, Shown(None, rounds[1].commitment, rounds[0].commitments)),
        "given up, another nonce": (given_up, Shown(nonce=rounds[0].nonces[0])),
        "at sitting": (Fair(rounds=[shuffled(at_sitting=True)], twin="t2", leg=1).played(2).text(), NOTHING),
        "another bot": (noted.played(3, seed=1).text(), NOTHING),
        "no proof": (text_of(played(oo.Match("bounce", 2, seed=1), 4)), NOTHING),
        "no proof, a head": (text_of(played(oo.Match("bounce", 2, seed=1), 4)), Shown("00" * 32)),
        "a head": (Fair().played(4).text(), Shown(Fair().played(3).chain.head[:20])),
        "another head": (Fair().played(4).text(), Shown("00" * 32)),
    }
    for name, (text, shown) in good.items():
        yield case(name, text, shown)
    short = Fair().played(9).data()
    for number, (change, _) in enumerate(TAMPERED):
        data = json.loads(json.dumps(short))
        change(data)
        yield case(f"tampered {number}", json.dumps(data, ensure_ascii=False))
    yield case("another version", json.dumps(short | {"version": 99}))
    old = json.loads(text_of(played(oo.Match("bounce", 2, seed=1), 4)))
    yield case("another version without proof", json.dumps(old | {"version": 99}))
    yield case("no JSON", "{")
    anew = played(oo.Match("bounce", 2, seed=1), 4)
    anew.new_key(bytes(32))
    text = text_of(played(anew, 4))
    yield case("another key", text)
    yield case("another key, another version", json.dumps(json.loads(text) | {"version": 99}))
    yield case("another key in a proof", json.dumps(short | {"log": [{"key": "00" * 32}, *short["log"][1:]]}))


def case(name: str, text: str, shown: Shown = NOTHING) -> Data:
    said = {part: value for part, value in shown._asdict().items() if value is not None}
    steps = [step.as_json() for step in check(text, shown)]
    return {"name": name, "shown": json.loads(json.dumps(said)), "text": text, "steps": steps}


def test_the_cases_that_the_page_is_held_to_are_those_of_today() -> None:
    found = list(cases())
    if "OUTCRY_WRITE_FAIRNESS" in os.environ:
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in found)
        CASES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    assert json.loads(CASES.read_text(encoding="utf-8")) == found


# While a match runs.


@pytest.mark.parametrize("game", registered())
def test_the_shown_head_moves_with_what_all_see_and_with_nothing_else(game: str) -> None:
    secret_steps = 0
    for seed in range(4):
        fair = Fair(game)
        match, chance = fair.match, random.Random(seed)
        for _ in range(150):
            if match.over:
                break
            before, head, hashes = seen(match), fair.chain.head, len(fair.chain.hashes)
            seat = chance.choice(match.to_act)
            match.play(seat, chance.choice(match.legal(seat)))
            fair.follow()
            assert len(fair.chain.hashes) == hashes + 1
            is_seen = seen(match) != before or match.over
            secret_steps += not is_seen
            assert (fair.chain.head == fair.chain.hashes[-1]) == is_seen
            assert (fair.chain.head == head) == (not is_seen)
    actions = fair.match.game.actions
    assert (secret_steps > 0) == any(actions.seen(number) is None for number in range(len(actions)))


def test_nothing_that_is_shown_depends_on_a_choice_that_nobody_sees() -> None:
    compared = 0
    for seed in range(3):
        fair = Fair("cash_or_crash")
        chain = copy.deepcopy(fair.chain)
        for match in fair.played(130, seed=seed).match.moments():
            chain.follow(match, seen(match))
            heads = [
                head
                for seat in match.to_act
                for action in match.legal(seat)
                if _is_unseen(match, action.number)
                and (head := _head_after(copy.deepcopy(chain), match.copy(), seat, action))
            ]
            compared += len(heads) > 1
            assert len(set(heads)) <= 1
    assert compared > 0


def _head_after(chain: Chain, match: oo.Match, seat: int, action: oo.Action) -> str | None:
    """The head that is shown after an action, if nobody sees that there was one."""
    before = seen(match)
    match.play(seat, action)
    if seen(match) != before:
        return None
    chain.follow(match, before)
    assert chain.hashes[-1] != chain.head
    return chain.head


def _is_unseen(match: oo.Match, action: int) -> bool:
    return match.game.actions.seen(action) is None


def guessed() -> list[Data]:
    """Which choices fit the head that is shown after a choice of which all see only that it was made: to whoever knows
    everything but the secret, and tries what comes to mind instead of a salt.
    """
    fair = Fair("cash_or_crash")
    match, root = fair.match, bytes.fromhex(fair.chain.head)
    lines = [{"seat": 0, "action": action.number, "text": action.text} for action in match.legal(0)]
    assert len(lines) == 10
    assert {match.game.actions.seen(action.number) for action in match.legal(0)} == {"stake ?"}
    match.play(0, match.legal(0)[3])
    fair.follow()
    assert fair.chain.head == fair.chain.hashes[1]
    return [
        line
        for line in lines
        for salt in (b"", bytes(32), root)
        if sha256(root + sha256(salt + canonical(line)).digest()).hexdigest() == fair.chain.head
    ]


def test_nobody_can_try_out_a_secret_choice_on_a_head(monkeypatch: pytest.MonkeyPatch) -> None:
    assert guessed() == []

    def unsalted(before: bytes, _secret: bytes, _number: int, content: bytes) -> bytes:
        return sha256(before + sha256(content).digest()).digest()

    monkeypatch.setattr(fairness, "next_hash", unsalted)
    assert len(guessed()) == 1, "a chain without salts tells what was chosen"


def test_what_is_published_before_the_end_has_no_secret_no_key_and_no_name() -> None:
    fair = Fair().played(20)
    published = json.dumps([fair.header, fair.chain.head])
    for hidden in (*fair.secrets, fair.match._key, *(salt for salt in salts() if salt)):
        assert hidden.hex() not in published
    assert not any(name in published for name in PLAYERS)


def test_a_chain_is_taken_up_again_from_what_was_stored() -> None:
    for game in registered():
        fair = Fair(game)
        fair.chain.note(2, {"rings": [1]})
        fair.played(30)
        again = Chain(fair.secrets[-1], json.loads(json.dumps(fair.header)), fair.match, fair.contents)
        assert (again.hashes, again.head, again.notes) == (fair.chain.hashes, fair.chain.head, fair.chain.notes)
        assert again.proof(fair.secrets, salts()) == fair.chain.proof(fair.secrets, salts())
    with pytest.raises(oo.Mistake, match="cannot be chained by the contents of"):
        Chain(fair.secrets[-1], fair.header, fair.match, fair.contents[1:])


def test_rounds_survive_being_stored() -> None:
    for one in (shuffled(), shuffled(missing=0), shuffled(at_sitting=True)):
        assert Round.from_json(json.loads(json.dumps(one.as_json()))) == one


def test_every_nonce_and_the_secret_change_the_key() -> None:
    keys = {key_of(drawn(secret), map(drawn, nonces)) for secret in "ab" for nonces in ("", "x", "y", "xy", "yx")}
    assert len(keys) == 10
    with pytest.raises(oo.Mistake, match="have 32 bytes each"):
        key_of(drawn("a"), [b"short"])
    with pytest.raises(oo.Mistake, match="have 32 bytes each"):
        name_commitment(b"short", "Ann")
