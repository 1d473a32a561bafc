"""`make audit`: whether anything we depend on has a known weakness, where a database of advisories answers.

What was not looked up passes for nothing: a registry that answers without advisories looks like one that knows of none,
so each is asked first for something that is known to be weak. The status is 0 where all was looked up and nothing was
found, 1 where something was found, and 2, with the words NOT AUDITED, where nobody answered.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FINE, WEAK, NOT_AUDITED = 0, 1, 2
WEAK_IN_PYTHON = "jinja2==2.4.1\n"
WEAK_IN_NODE = {"lodash": "4.17.4"}
"""Versions whose weaknesses have been public for years."""


class Unanswered(Exception):
    """Nobody has said whether there are weaknesses."""


def weak_in_python(report: dict[str, Any]) -> list[str]:
    """What pip-audit has found; what it left out was not audited."""
    if skipped := [one["name"] for one in report["dependencies"] if "skip_reason" in one]:
        raise Unanswered(f"{len(skipped)} of {len(report['dependencies'])} packages were not found there")
    return [
        f"{one['name']} {one['version']}: {', '.join(known['id'] for known in one['vulns'])}"
        for one in report["dependencies"]
        if one["vulns"]
    ]


def weak_in_node(report: dict[str, Any]) -> list[str]:
    """What `npm audit` has found."""
    if "vulnerabilities" not in report:
        raise Unanswered(str(report.get("error", report).get("summary") or report)[:200])
    return [f"{name}: {found['severity']}" for name, found in sorted(report["vulnerabilities"].items())]


def audited(known_weak: Callable[[], list[str]], ours: Callable[[], list[str]]) -> list[str]:
    """What is weak of ours, as whoever is asked says, who has to know what is known to be weak."""
    if not known_weak():
        raise Unanswered("it does not even know of a weakness that has been public for years")
    return ours()


def _json_of(command: list[str], folder: Path) -> dict[str, Any]:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unanswered(str(error)) from None
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise Unanswered(said[-1][:200] if said else f"{command[0]} says nothing") from None
    return found


def python_audit(requirements: Path, service: str) -> list[str]:
    """What an advisory service knows of pinned packages."""
    options = ["--no-deps", "--disable-pip", "--format", "json", "--progress-spinner", "off", "--timeout", "15"]
    program = [sys.executable, "-m", "pip_audit", "--vulnerability-service", service]
    return weak_in_python(_json_of([*program, *options, "--requirement", str(requirements)], ROOT))


def node_audit(folder: Path) -> list[str]:
    """What the registry of npm knows of a folder's locked packages."""
    return weak_in_node(_json_of(["npm", "audit", "--json", "--package-lock-only"], folder))


def _python_audited(weak: Path, ours: Path, service: str) -> list[str]:
    return audited(lambda: python_audit(weak, service), lambda: python_audit(ours, service))


def audits() -> Iterable[tuple[str, str, Callable[[], list[str]]]]:
    """What is looked up where."""
    spare = Path(tempfile.mkdtemp())
    weak, node = spare / "requirements.txt", spare / "node"
    weak.write_text(WEAK_IN_PYTHON, encoding="ascii")
    node.mkdir()
    about = {"name": "weak", "version": "1.0.0", "dependencies": WEAK_IN_NODE}
    packages = {"": about} | {f"node_modules/{name}": {"version": version} for name, version in WEAK_IN_NODE.items()}
    lock = {"name": "weak", "version": "1.0.0", "lockfileVersion": 3, "requires": True, "packages": packages}
    (node / "package.json").write_text(json.dumps(about), encoding="ascii")
    (node / "package-lock.json").write_text(json.dumps(lock), encoding="ascii")
    ours = ROOT / "constraints.txt"
    for service in ("pypi", "osv"):
        yield "constraints.txt", service, partial(_python_audited, weak, ours, service)
    yield "web/package-lock.json", "npm", lambda: audited(lambda: node_audit(node), lambda: node_audit(ROOT / "web"))


def main(looked_up: Iterable[tuple[str, str, Callable[[], list[str]]]]) -> int:
    """Look everything up and say what came of it; one service that answers is enough for each file."""
    answers: dict[str, list[str] | None] = {}
    for what, where, look in looked_up:
        if answers.setdefault(what, None) is not None:
            continue
        try:
            answers[what] = look()
        except Unanswered as why:
            print(f"{what}: no answer from {where}: {why}")
    for what, weak in answers.items():
        if weak is None:
            print(f"{what}: NOT AUDITED: no database of advisories answers")
        else:
            print("\n".join([f"{what}: {one}" for one in weak] or [f"{what}: no known weakness"]))
    if any(answers.values()):
        return WEAK
    return NOT_AUDITED if None in answers.values() else FINE


if __name__ == "__main__":
    sys.exit(main(audits()))
