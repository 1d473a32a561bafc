"""The reports for the authors: what is made in them follows from the experiments beside them."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from openoutcry.lab.experiment import read_file

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
from bench import reports

PAGES = sorted(reports.REPORTS.glob("*.md"))
EXPERIMENTS = sorted(reports.REPORTS.glob("*.toml"))
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def parts(page: Path) -> list[tuple[str, Path, list[str], str]]:
    """What is made in a page: how, from which experiment, of which measures, and what stands there now."""
    text = page.read_text(encoding="utf-8")
    found = [
        (match[2], page.parent / match[3], (match[4] or "").split(), match[0]) for match in reports.MADE.finditer(text)
    ]
    assert len(found) == text.count("<!-- end -->")
    return found


def test_every_experiment_is_in_a_report_and_every_report_in_the_index() -> None:
    used = {file for page in PAGES for _, file, _, _ in parts(page)}
    assert used == set(EXPERIMENTS)
    index = (reports.REPORTS / "README.md").read_text(encoding="utf-8")
    assert {page.name for page in PAGES if page.stem != "README"} == set(re.findall(r"\(([\w-]+\.md)\): ", index))


@every_page
def test_tables_have_the_rows_and_columns_of_their_experiment(page: Path) -> None:
    for kind, file, measures, text in parts(page):
        arms, lines = read_file(file).arms, [line for line in text.splitlines() if line.startswith("|")]
        if kind == "table":
            heads = [reports.VOICE.title(name) for name in reports.columns(file, measures)]
            assert lines[0] == f"|  | {' | '.join(heads)} |"
            assert len(lines) == 2 + len(arms), text
            assert all(re.search(r"[\d%] ± \d", line) for line in lines[-1:])
        elif kind == "exact":
            assert len(lines) == 2 + len(arms)
        elif kind == "last_turn":
            assert len(lines) == 2 + arms[0].seats


@every_page
def test_pictures_are_there_and_can_be_read_in_light_and_dark_and_on_paper(page: Path) -> None:
    for name in re.findall(r"!\[[^\]]+\]\((\S+\.svg)\)", page.read_text(encoding="utf-8")):
        picture = page.parent / name
        root = ET.fromstring(picture.read_text(encoding="utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.attrib["aria-label"]
        style = root.findtext("{http://www.w3.org/2000/svg}style") or ""
        assert "prefers-color-scheme: dark" in style
        assert "@media print" in style


@every_page
def test_the_page_names_its_command_and_what_the_bots_may_hide(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if page.stem != "README":
        assert f"`python bench/reports.py {page.stem}`" in text
        assert "## What the bots may hide" in text
    for link in re.findall(r"\]\((?!https?://)([^)#]+)", text):
        assert (page.parent / link).exists(), link


def test_bounce_made_anew_has_the_same_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "KEPT", tmp_path)
    reports.played.cache_clear()
    (made,) = [(file, text) for kind, file, _, text in parts(reports.REPORTS / "bounce.md") if kind == "exact"]
    assert reports.exact(made[0], []) in made[1]
