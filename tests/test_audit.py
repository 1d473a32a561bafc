"""What was not audited does not pass for it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from auditing import FINE, NOT_AUDITED, WEAK, Unanswered, audited, main, weak_in_node, weak_in_python

ROOT = Path(__file__).parents[1]
KNOWN = {"name": "jinja2", "version": "2.4.1", "vulns": [{"id": "PYSEC-2014-8"}]}
FINE_ONE = {"name": "h11", "version": "0.16.0", "vulns": []}
SKIPPED = {"name": "h11", "skip_reason": "Dependency not found on PyPI and could not be audited: h11 (0.16.0)"}


def no_answer() -> list[str]:
    raise Unanswered("nobody there")


def test_what_was_left_out_was_not_audited() -> None:
    assert weak_in_python({"dependencies": [FINE_ONE]}) == []
    assert weak_in_python({"dependencies": [FINE_ONE, KNOWN]}) == ["jinja2 2.4.1: PYSEC-2014-8"]
    with pytest.raises(Unanswered, match="1 of 2 packages"):
        weak_in_python({"dependencies": [FINE_ONE, SKIPPED]})


@pytest.mark.parametrize("report", [{"error": {"code": "ENOAUDIT", "summary": "no"}}, {"message": "404"}, {}])
def test_a_registry_that_does_not_audit_is_no_audit(report: dict[str, Any]) -> None:
    with pytest.raises(Unanswered):
        weak_in_node(report)
    assert weak_in_node({"vulnerabilities": {"lodash": {"severity": "high"}}}) == ["lodash: high"]


def test_whoever_knows_of_nothing_is_not_believed() -> None:
    with pytest.raises(Unanswered, match="public for years"):
        audited(list, list)
    assert audited(lambda: ["jinja2"], list) == []


def test_the_status_says_what_came_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([("a", "here", list), ("b", "here", list)]) == FINE == 0
    assert main([("a", "here", no_answer), ("a", "there", list)]) == FINE
    assert main([("a", "here", lambda: ["x: bad"]), ("b", "here", no_answer)]) == WEAK
    assert "a: x: bad" in capsys.readouterr().out
    assert main([("a", "here", list), ("b", "here", no_answer)]) == NOT_AUDITED
    assert "b: NOT AUDITED" in capsys.readouterr().out


def test_everything_is_pinned_and_names_no_registry() -> None:
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line) for line in pinned if line)
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: about for name, about in lock["packages"].items() if name}
    assert all("version" in about and "integrity" in about for about in packages.values())
    assert not any("resolved" in about for about in packages.values())
