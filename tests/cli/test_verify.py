"""`outcry verify`: what was checked, line by line, and an exit code that says whether all of it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import is_one_sentence, outcry
from openoutcry import Match
from proofs import Fair


@pytest.fixture
def fair(tmp_path: Path) -> Fair:
    made = Fair().played()
    (tmp_path / "match.json").write_text(made.text(), encoding="utf-8")
    return made


def said(text: str) -> str:
    """What was printed, however its lines were broken."""
    return " ".join(text.split())


def test_each_step_is_told_in_a_line(fair: Fair) -> None:
    answer = outcry("verify", "match.json")
    assert answer.code == 0, answer
    assert "✓ Round 1: the nonce of Anna fits the commitment" in said(answer.out)
    assert f"The file ends at the head {fair.chain.head}; compare it" in said(answer.out)
    assert said(answer.out).endswith("Nothing is wrong with this file.")
    assert "✗" not in answer.out


def test_what_is_wrong_is_told_last_and_by_the_exit_code(fair: Fair, tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(fair.text().replace('"Bo"', '"Eve"'), encoding="utf-8")
    answer = outcry("verify", "match.json", "--language", "de")
    assert answer.code == 1
    assert "✗ Der Name an Platz 1 " in said(answer.out)
    assert said(answer.out).endswith("siehe die letzte Zeile oben.")


def test_a_head_has_to_be_one_that_the_match_passed_through(fair: Fair) -> None:
    shown = fair.chain.hashes[3]
    answer = outcry("verify", "match.json", "--head", shown)
    assert answer.code == 0
    assert f"The match passed through {shown}, after entry 3." in said(answer.out)
    assert outcry("verify", "match.json", "--head", "00" * 32).code == 1


def test_the_own_nonce_and_the_commitment_that_was_shown_are_compared(fair: Fair) -> None:
    one = fair.rounds[0]
    answer = outcry("verify", "match.json", "--commitment", one.commitment, "--nonce", one.nonces[1])
    assert answer.code == 0
    assert "The commitments that your client was shown are those of round 1." in said(answer.out)
    assert "Your own nonce is among those that the key follows from." in said(answer.out)
    assert outcry("verify", "match.json", "--nonce", "00" * 32).code == 1
    assert outcry("verify", "match.json", "--commitment", "00" * 32).code == 1


def test_json_has_codes_and_sentences(fair: Fair, tmp_path: Path) -> None:
    told = outcry("verify", "match.json", "--json").json
    assert told["holds"] is True
    assert told["steps"][1] == {
        "holds": True,
        "code": "fair_one_round",
        "parameters": {},
        "told": "the cards were shuffled in the first round",
    }
    (tmp_path / "match.json").write_text(fair.text().replace(fair.secrets[0].hex(), "00" * 32), encoding="utf-8")
    answer = outcry("verify", "match.json", "--json")
    assert (answer.code, answer.json["holds"], answer.json["steps"][-1]["code"]) == (1, False, "fair_secret_wrong")


def test_a_file_without_proof_is_checked_as_far_as_it_goes(tmp_path: Path) -> None:
    Match("bounce", 2, seed=1).save(tmp_path / "match.json")
    answer = outcry("verify", "match.json")
    assert answer.code == 0
    assert "– The file has no proof of its shuffle" in said(answer.out)


def test_what_is_no_match_file_does_not_hold_and_what_cannot_be_read_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{", encoding="utf-8")
    answer = outcry("verify", "other.json")
    assert answer.code == 1
    assert "✗ This file is damaged: line 1, column 2 is not JSON." in said(answer.out)
    assert is_one_sentence(outcry("verify", "nowhere.json"))
