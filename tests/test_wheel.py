"""What the wheel says of the project where it is read: in an index, beside the others."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOME = "https://github.com/open-outcry/openoutcry"
FILES = "https://raw.githubusercontent.com/open-outcry/openoutcry/HEAD/"


@pytest.fixture(scope="module")
def about(tmp_path_factory: pytest.TempPathFactory) -> Message:
    """The metadata of the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        (name,) = [name for name in packed.namelist() if name.endswith("dist-info/METADATA")]
        return Parser().parsestr(packed.read(name).decode())


def test_it_names_its_home_and_licence_and_where_it_runs(about: Message) -> None:
    links = dict(link.split(", ") for link in about.get_all("Project-URL", []))
    assert links["Homepage"] == links["Source"] == HOME
    assert all(link.startswith(HOME) for link in links.values())
    assert about["License-Expression"] == "Apache-2.0"
    classifiers = about.get_all("Classifier", [])
    assert "Operating System :: OS Independent" in classifiers
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13)} <= set(classifiers)
    assert about["Requires-Python"] == ">=3.11"


def test_its_pictures_and_links_can_be_followed_from_anywhere(about: Message) -> None:
    text = about.get_payload()
    assert isinstance(text, str)
    assert about["Description-Content-Type"] == "text/markdown"
    pictures, links = (re.findall(rf"(?<!!){mark}\[[^\]]*\]\(([^)]+)\)", text) for mark in ("!", ""))
    shown = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert [*pictures] == [FILES + picture for picture in shown]
    assert len(shown) == 3
    for link in links:
        assert link.startswith(f"{HOME}/blob/HEAD/"), link
        assert (ROOT / link.removeprefix(f"{HOME}/blob/HEAD/")).exists()
