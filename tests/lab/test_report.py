"""The report: plain words that are true, pictures that are drawn, one file that needs nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from openoutcry.bots.measuring import GENERAL
from openoutcry.engine.mistakes import Mistake
from openoutcry.lab.experiment import Aim, experiment_of
from openoutcry.lab.findings import (
    AS_GOOD,
    BETTER,
    LESS,
    MORE,
    NONE_SEEN,
    UNSURE,
    WORSE,
    Comparison,
    Figure,
    Findings,
    findings_of,
    level_of_verdicts,
    nearness,
)
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
        "; also different: Margin, Points of whoever plays third, Points of whoever plays second, Points of whoever "
        "plays first; no difference is seen" in first
    )
    best = "Whoever plays third wins most often (3 players, greedy, hand=5): 4"
    assert any(sentence.startswith(best) for sentence in sentences)
    assert sentences[-1] == (
        "Never came into play at any table: Action buy, Event last_round, §6.5, §6.8. Of a clause that no action and "
        "no event names nothing can be told."
    )


def test_seats_are_told_by_the_order_of_play() -> None:
    english, german = Voice("en"), Voice("de")
    assert [english.title(f"wins.{seat}") for seat in (0, 7, 8)] == [
        "Wins of whoever plays first",
        "Wins of whoever plays eighth",
        "Wins of whoever plays 9th",
    ]
    assert german.change("points.0", MORE, "3") == "wer beginnt, hat 3 mehr Punkte"
    assert german.change("wins.15", LESS, "3") == "wer an 16. Stelle spielt, gewinnt 3 seltener"
    told = " ".join(summary(found(), german))
    assert "Wer an dritter Stelle spielt, gewinnt am häufigsten (3 Spieler, greedy, hand=5): 4" in told
    for text in (page(), " ".join(summary(found(), english)), told):
        assert not re.search(r"\b([Ss]eat|Platz) \d", text)


def test_it_says_when_the_seats_differ_less() -> None:
    vary = ("order=mine-sell-transfer,sell-mine-transfer",)
    sentences = summary(
        found(vary=vary, seats="4", measures=("wins", "seat_advantage"), precision=0.004, most=100_000), Voice()
    )
    assert re.search(
        r"; the best seat wins 1\.\d\d percentage points \(95% interval 1\.\d\d to [12]\.\d\d\) less[;.]", sentences[0]
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


def test_it_says_which_tables_are_nearer_to_an_aim_than_the_baseline() -> None:
    asked: dict[str, Any] = {"vary": ("hand=4..6",), "aims": ("turns > 26.5", "wins.0 10%..40%", "ties < 1%")}
    findings = found(**asked)
    level = 1 - 0.05 / 9
    for table in findings.tables:
        assert [each.figure.high - each.figure.low > table.figures[each.aim.measure].high
                - table.figures[each.aim.measure].low for each in table.verdicts] == [True] * 3  # fmt: skip
    assert level_of_verdicts(played(**asked)) == pytest.approx(level)
    assert [table.verdicts[0].beside for table in findings.tables] == [BETTER, "", WORSE]
    sentences = summary(findings, Voice())
    assert "turns > 26.5: better than with hand=5: hand=4." in sentences
    assert "turns > 26.5: worse than with hand=5: hand=6." in sentences
    assert "turns > 26.5: besser als mit hand=5: hand=4." in summary(findings, Voice("de"))
    assert "The intervals here hold for all 9 verdicts together (Bonferroni)." in page(**asked)
    assert findings.as_json()["tables"][0]["aims_beside_baseline"]["turns > 26.5"] == BETTER
    assert findings.as_json()["tables"][1]["aims_beside_baseline"]["turns > 26.5"] is None


@pytest.mark.parametrize(
    ("base", "own", "nearer"),
    [
        ((10, 12), (15, 16), BETTER),
        ((10, 12), (21, 22), BETTER),
        ((10, 12), (31, 32), BETTER),
        ((10, 12), (21, 39), UNSURE),
        ((10, 12), (41, 45), WORSE),
        ((19, 21), (22, 23), UNSURE),
        ((21, 22), (24, 25), AS_GOOD),
        ((21, 22), (28, 31), UNSURE),
        ((21, 22), (31, 32), WORSE),
        ((33, 34), (36, 37), WORSE),
        ((31, 35), (29, 36), WORSE),
    ],
)
def test_better_is_what_is_surely_nearer_to_an_aim(
    base: tuple[float, float], own: tuple[float, float], nearer: str
) -> None:
    aim = Aim("turns 20..30", "turns", 20, 30)

    def beside(verdict: str, *ends: tuple[float, float], p: float | None = 0.001) -> str:
        here, there = (Figure("turns", False, (low + high) / 2, low, high, 64) for low, high in ends)
        return nearness(aim, here, there, Comparison("turns", False, 1, 0, 2, None, 0.1, p, verdict, 64))

    mirrored = [(50 - high, 50 - low) for low, high in (own, base)]
    assert beside(MORE, own, base) == beside(LESS, mirrored[0], mirrored[1]) == nearer
    assert beside(NONE_SEEN, own, base) == NONE_SEEN
    assert not beside(MORE, own, base, p=None)


def test_it_says_whether_the_answer_is_the_same_for_all_bots() -> None:
    findings = found(bots=("greedy", "random"), measures=("turns", "ties", "action.pass"))
    by_bot = [{name: each.verdict for name, each in table.comparisons.items()} for table in findings.tables]
    apart = [name for name in by_bot[0] if by_bot[0][name] != by_bot[2][name]]
    told = [each for each in summary(findings, Voice()) if "the bots agree on" in each or "All the bots" in each]
    assert len(told) == max(len(apart), 1)
    assert all(Voice().title(name) in " ".join(told) for name in apart)
    alike = summary(found(bots=("greedy", "random"), measures=("turns",)), Voice())
    assert "All the bots that were asked agree on what changes." in alike


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (LESS, "The bots do not agree on Turns (hand=4, 3 players): greedy more, random less."),
        (NONE_SEEN, ("It is not certain that the bots agree on Turns (hand=4, 3 players): greedy more, random no "
                    "difference seen.")),
        (MORE, "All the bots that were asked agree on what changes."),
    ],
)  # fmt: skip
def test_bots_disagree_where_one_has_more_and_another_less(verdict: str, told: str) -> None:
    findings = found(bots=("greedy", "random"), measures=("turns",))
    of_random = findings.tables[2]
    assert findings.tables[0].comparisons["turns"].verdict == MORE
    turns = replace(of_random.comparisons["turns"], verdict=verdict)
    tables = (*findings.tables[:2], replace(of_random, comparisons={"turns": turns}), findings.tables[3])
    sentences = summary(replace(findings, tables=tables), Voice())
    assert told in sentences
    assert sum("agree" in each for each in sentences) == 1


def test_it_says_where_the_same_game_is_another_one_when_others_play_it() -> None:
    asked: dict[str, Any] = {
        "vary": (),
        "bots": ("greedy", "random"),
        "measures": ("options", "action.endorse", "turns"),
    }
    sentences, text = summary(found(**asked), Voice()), page(**asked)
    (told,) = [each for each in sentences if each.startswith("random instead of greedy (3 players): ")]
    assert re.search(r"there are \d+\.\d% \(95% interval \d+\.\d% to \d+\.\d%\) fewer options a decision", told)
    assert re.search(r"endorse is played \d+\.\d% \(95% .*\) more often; no difference is seen in Turns\.$", told)
    assert not any("agree" in each for each in sentences), "nothing was varied"
    assert "The same with other players, key by key" in text
    assert "is corrected for all 3 comparisons (Holm)" in " ".join(text.split())
    german = summary(found(**asked), Voice("de"))
    assert any(each.startswith("random statt greedy (3 Spieler): ") for each in german)
    assert "The same with other players" not in page()


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
