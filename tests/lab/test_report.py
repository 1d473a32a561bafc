"""The report: plain words that are true, pictures that are drawn, one file that needs nothing else."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from openoutcry.bots.measuring import GENERAL
from openoutcry.engine.mistakes import Mistake
from openoutcry.lab.experiment import experiment_of
from openoutcry.lab.findings import LESS, MORE, Comparison, Findings, findings_of
from openoutcry.lab.measures import DEEP, KINDS
from openoutcry.lab.picture import Row, picture
from openoutcry.lab.report import report
from openoutcry.lab.statistics import Interval
from openoutcry.lab.summary import change_of, summary
from openoutcry.lab.trial import Trial
from openoutcry.lab.words import Voice, languages

QUESTION = {"game": "crypto_cards", "vary": ["hand=4..5"], "seats": "3", "precision": 0.02, "most": 8000}
BLANK = re.compile(r"\{(\w+)")
ENDLESS = {"meta"}


@cache
def played(**more: Any) -> Trial:
    trial = Trial(experiment_of(QUESTION | {name: list(value) if isinstance(value, tuple) else value
                                            for name, value in more.items()}))  # fmt: skip
    trial.run()
    return trial


def found(**more: Any) -> Findings:
    return findings_of(played(**more))


def page(language: str = "en", **more: Any) -> str:
    return report(played(**more), found(**more), Voice(language))


class Reader(HTMLParser):
    """Reads a page: what is open has to be closed in its order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ENDLESS:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("language", languages())
def test_a_page_is_whole_and_needs_nothing_else(language: str) -> None:
    text = page(language, aims=("turns 20..40",))
    read = Reader(text)
    assert read.tags[0] == ("html", {"lang": language})
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in read.tags}
    assert not re.search(r"https?:|url\(|@import|\son\w+=", text)
    headings = [int(tag[1]) for tag, _ in read.tags if re.fullmatch(r"h\d", tag)]
    assert headings[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(headings))
    assert all("scope" in attributes for tag, attributes in read.tags if tag == "th")


def test_every_measure_has_its_picture_its_sentence_and_its_interval() -> None:
    text, voice = page(), Voice()
    pictures = re.findall(r"<svg.*?</svg>", text)
    asked = played().experiment.asked
    assert len(pictures) == len(asked)
    for name, drawn in zip(asked, pictures, strict=True):
        tree = ElementTree.fromstring(drawn)
        assert tree.get("aria-label") == voice.title(name)
        assert len(tree.findall("circle")) == 2
        assert voice.meaning(name) in text


@pytest.mark.parametrize("language", languages())
def test_the_use_of_everything_has_its_interval_and_says_what_is_counted(language: str) -> None:
    voice, first = Voice(language), found().tables[0]
    use = page(language).partition(f"<h2>{voice.say('use')}</h2>")[2].partition("</section>")[0]
    for kind in ("ending", "action", "event", "clause"):
        assert f": {voice.meaning(kind)}</li>" in use
    assert f"<p>{voice.say('named')}</p>" in use
    sold = first.figures["action.sell"]
    low, mean, high = map(voice.number, (sold.low, sold.mean, sold.high))
    assert f'{voice.title("action.sell")}</th><td class="figure">{mean} ({low} – {high})</td>' in use
    assert not re.search(r'class="figure">[^<(]+<', use), "no figure without an interval"


def test_everybody_s_points_are_asked_for_by_default() -> None:
    assert {"points.0", "points.1", "points.2"} <= set(played().experiment.asked)


def test_a_table_says_how_often_somebody_led_halfway_beside_how_often_they_win() -> None:
    told = summary(findings_of(played(vary=())), Voice())[0]
    assert re.search(r"; Led halfway \d\d\.\d% .*; The leader wins \d\d\.\d% ", told)
    for language in languages():
        assert re.search("all games|aller Spiele", Voice(language).meaning("leader_wins"))


def test_it_names_the_command_the_file_the_versions_and_the_bots_weakness() -> None:
    text = page()
    assert "outcry lab crypto_cards --vary hand=4..5 --seats 3 --precision 0.02 --most 8000" in text
    assert "vary = [&quot;hand=4..5&quot;]" in text or 'vary = ["hand=4..5"]' in text
    assert f"openoutcry {played().versions['openoutcry']}, crypto_cards 1" in text
    assert "a weakness of the bots may hide" in text


def test_the_summary_says_what_changes_and_what_does_not() -> None:
    sentences = summary(found(), Voice())
    first = sentences[0]
    assert first.startswith("hand=4 instead of hand=5 (3 players, greedy): ")
    assert re.search(r"games have 7\.\d% \(95% interval 7\.\d% to \d\.\d%\) more turns", first)
    assert (
        "; also different: Margin, Points of seat 2, Points of seat 1, Points of seat 0; no difference is seen" in first
    )
    assert any(sentence.startswith("Seat 2 wins most often (3 players, greedy, hand=5): 4") for sentence in sentences)
    assert sentences[-1] == (
        "Never came into play at any table: Action buy, Event last_round, §6.5, §6.8. Of a clause that no action and "
        "no event names nothing can be told."
    )


def test_it_says_when_the_seats_differ_less() -> None:
    vary = ("order=mine-sell-transfer,sell-mine-transfer",)
    sentences = summary(
        found(vary=vary, seats="4", measures=("wins", "seat_advantage"), precision=0.004, most=100_000), Voice()
    )
    assert re.search(
        r"; the best seat wins 1\.\d\d percentage points \(95% interval 1\.\d\d to 2\.\d\d\) less[;.]", sentences[0]
    ), sentences[0]
    assert "the best seat" not in summary(found(), Voice())[0]


def test_it_says_the_same_in_german_with_german_numbers() -> None:
    english, german = (summary(found(), Voice(language)) for language in ("en", "de"))
    assert len(english) == len(german)
    assert german[0].startswith("hand=4 statt hand=5 (3 Spieler, greedy): ")
    for one, other in zip(english, german, strict=True):
        numbers = [re.findall(r"(?<!§)\b\d+[.,]\d+", sentence) for sentence in (one, other)]
        assert [number.replace(".", ",") for number in numbers[0]] == numbers[1]


def test_aims_come_first_and_name_the_tables() -> None:
    sentences = summary(found(aims=("turns 20..40", "turns > 26.5")), Voice())
    assert sentences[0] == "turns 20..40: met by all tables."
    assert sentences[1:3] == ["turns > 26.5: met by hand=4.", "turns > 26.5: missed by hand=5."]


def test_it_says_whether_the_answer_is_the_same_for_all_bots() -> None:
    findings = found(bots=("greedy", "random"), measures=("turns", "ties", "action.pass"))
    by_bot = [{name: each.verdict for name, each in table.comparisons.items()} for table in findings.tables]
    apart = [name for name in by_bot[0] if by_bot[0][name] != by_bot[2][name]]
    told = [each for each in summary(findings, Voice()) if each.startswith(("The bots do not agree", "All the bots"))]
    assert len(told) == max(len(apart), 1)
    assert all(Voice().title(name) in " ".join(told) for name in apart)
    alike = summary(found(bots=("greedy", "random"), measures=("turns",)), Voice())
    assert "All the bots that were asked agree on what changes." in alike


@pytest.mark.parametrize(
    ("is_share", "difference", "around", "relative", "said"),
    [
        (False, -3.0, (-3.3, -2.7), -0.12, "12.0% (95% interval 10.8% to 13.2%)"),
        (True, 0.013, (0.01, 0.016), 0.5, "1.30 percentage points (95% interval 1.00 to 1.60)"),
        (False, 2.0, (1.0, 3.0), None, "2.00 (95% interval 1.00 to 3.00)"),
    ],
)
def test_a_change_is_told_with_its_interval(
    is_share: bool, difference: float, around: tuple[float, float], relative: float | None, said: str
) -> None:
    verdict = MORE if difference > 0 else LESS
    compared = Comparison("turns", is_share, difference, *around, relative, 0.3, 0.001, verdict, 100.0)
    assert change_of(compared, Voice()) == said


def test_an_experiment_that_was_stopped_early_says_so_and_claims_nothing() -> None:
    trial = Trial(experiment_of(QUESTION))
    trial.run(lambda done, _total, doing: trial.stop() if doing == "Playing" and done else None, 1)
    findings = findings_of(trial)
    assert 0 < findings.keys < trial.planned
    text = report(trial, findings, Voice())
    assert f"It was stopped early, after {findings.keys:,} of {trial.planned:,} keys" in text
    assert "not tested" in text
    assert not any("instead of" in sentence for sentence in summary(findings, Voice()))


def test_it_says_where_it_is_less_precise_than_was_asked() -> None:
    assert "It is less precise than was asked: " in page(precision=0.001, most=2000)
    assert "It is less precise" not in page(precision=0.05)


def test_a_picture_holds_its_rows_and_what_is_wanted() -> None:
    rows = [Row("<a>", 1.0, Interval(0.5, 1.5)), Row("b", 4.0, Interval(3.0, 5.0), is_marked=True)]
    drawn = ElementTree.fromstring(picture(rows, "T & t", str, str, band=Interval(2.0, float("inf")), line=3.0))
    left, right = (float(str(each.get("cx"))) for each in drawn.findall("circle"))
    assert left < right
    assert "<a>" in [each.text for each in drawn.findall("text")]
    band = drawn.find("rect")
    assert band is not None
    assert left < float(str(band.get("x"))) < right
    assert [each.get("class") for each in drawn.findall("line")].count("interval") == 2


def test_every_language_has_the_same_phrases_with_the_same_blanks() -> None:
    english, others = languages()["en"], [words for name, words in languages().items() if name != "en"]
    assert others
    for words in others:
        assert _blanks(words) == _blanks(english)
    assert set(english["measures"]) == {*GENERAL, *KINDS, *DEEP, "seat_advantage"}
    with pytest.raises(Mistake, match="a report is written in en or de, not 'fr'"):
        Voice("fr")


def _blanks(words: Any) -> Any:
    if isinstance(words, str):
        return set(BLANK.findall(words))
    return {name: _blanks(each) for name, each in words.items()}
