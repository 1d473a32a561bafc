"""Every test of the command has a state folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the terminal game saves in this test."""
    folder = tmp_path / "state"
    monkeypatch.setenv("OUTCRY_STATE", str(folder))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)
    return folder
