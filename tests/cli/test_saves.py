"""Where the terminal game keeps its matches."""

from __future__ import annotations

import os.path
import re
from pathlib import Path

import pytest

from openoutcry import Mistake
from openoutcry.cli import saves


def test_matches_are_kept_where_the_user_keeps_what_programs_remember(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OUTCRY_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert saves.folder() == tmp_path / "openoutcry"


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OUTCRY_STATE")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    sentence = "you have no home folder to keep games in; set OUTCRY_STATE to a folder"
    with pytest.raises(Mistake, match=re.escape(sentence)):
        saves.folder()
