"""The report of an experiment: one page (HTML) that needs nothing else, no network and no script."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import resources
from itertools import combinations

from openoutcry.lab.experiment import Aim
from openoutcry.lab.findings import Comparison, Figure, Findings, Found
from openoutcry.lab.markup import Markup, tag
from openoutcry.lab.picture import Point, Row, picture, scatter
from openoutcry.lab.statistics import Interval
from openoutcry.lab.summary import label, summary
from openoutcry.lab.trial import Trial
from openoutcry.lab.tuning import Standing, Tuning
from openoutcry.lab.words import Voice

REPORT = "report.html"
USES = ("ending", "action", "event", "clause")
MOST_SHOWN, MOST_TRADES = 20, 6
"""So many settings of a frontier are listed, and so many pictures of it are drawn."""
BY_SEAT = ("wins", "bot")
"""Kinds of measures of which an equal share is drawn."""


def report(trial: Trial, findings: Findings, voice: Voice, tuning: Tuning | None = None) -> str:
    """The page."""
    title = voice.say("title", game=findings.experiment.game.title)
    style = resources.files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Markup(style)),
    )
    parts = [
        tag("h1", title),
        *_head(trial, findings, voice),
        *_section(voice.say("summary"), _listed(summary(findings, voice, tuning))),
        *(_section(voice.say("tuning"), *_tuning(tuning, voice)) if tuning and tuning.standings else ()),
        *(_section(voice.say("aims"), *_aims(findings, voice)) if findings.experiment.read_aims else ()),
        *(_section(voice.say("measured"), *_measures(findings, voice)) if findings.keys else ()),
        *(_section(voice.say("compared"), _comparisons(findings, voice)) if _compared(findings) else ()),
        *(_section(voice.say("line_ups"), _line_ups(findings, voice)) if _beside(findings) else ()),
        *(_section(voice.say("use"), *_uses(findings, voice)) if findings.keys else ()),
        *_section(voice.say("how"), *_how(trial, findings, voice)),
    ]
    page = tag("html", head, tag("body", tag("main", *parts)), lang=voice.language)
    return f"<!doctype html>\n{page}\n"


def _section(title: str, *inside: str) -> tuple[Markup]:
    return (tag("section", tag("h2", title), *inside),)


def _listed(sentences: Iterable[str]) -> Markup:
    return tag("ul", *(tag("li", sentence) for sentence in sentences))


def _head(trial: Trial, findings: Findings, voice: Voice) -> Iterator[Markup]:
    """What was played, and what one has to know before reading on."""
    experiment = findings.experiment
    yield tag(
        "p",
        voice.say(
            "played",
            games=findings.games,
            game=experiment.game.title,
            keys=findings.keys,
            tables=len(findings.tables),
            seed=str(experiment.seed),
        ),
    )
    if findings.is_pilot:
        yield tag("p", voice.say("pilot_alone", keys=findings.keys, planned=trial.pilot.keys), class_="warning")
    elif not findings.is_whole:
        yield tag("p", voice.say("unfinished", keys=findings.keys, planned=trial.planned), class_="warning")
    elif trial.needed and (most := max(trial.needed.values())) > findings.keys:
        measure = voice.title(max(trial.needed, key=lambda name: trial.needed[name]))
        yield tag("p", voice.say("imprecise", measure=measure, needed=most, keys=findings.keys), class_="warning")
    yield tag("p", voice.say("weakness"))


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[Markup]]) -> Markup:
    """A table whose first column names the rows; one that is too wide is moved within its own frame."""
    head = tag("thead", tag("tr", *(tag("th", each, scope="col") for each in heads)))
    return tag(
        "div",
        tag("table", head, tag("tbody", *(tag("tr", *row) for row in rows))),
        class_="scroll",
        tabindex="0",
        role="region",
        aria_label=title,
    )


def _row_head(text: str) -> Markup:
    return tag("th", text, scope="row")


def _cell(text: str, kind: str = "figure") -> Markup:
    return tag("td", text, class_=kind)


def _tuning(tuning: Tuning, voice: Voice) -> Iterator[Markup]:
    """How settings were searched, and the frontier: as a table, and in pictures of what is traded for what."""
    rounds, settings = tuning.rounds, len(tuning.experiment.settings)
    yield tag("p", voice.say("searched", settings=settings, rounds=len(rounds), finalists=len(tuning.finalists)))
    if tuning.best is None:
        yield tag("p", voice.say("searching"), class_="warning")
    frontier = tuning.frontier
    yield tag("h3", voice.say("frontier"))
    yield tag("p", voice.say("on_frontier", shown=min(len(frontier), MOST_SHOWN), count=len(frontier)))
    heads = [voice.say("setting"), *(aim.written for aim in tuning.aims)]
    yield _table(voice.say("frontier"), heads, (_on_frontier(each, voice) for each in frontier[:MOST_SHOWN]))
    for one, other in list(combinations(range(len(tuning.aims)), 2))[:MOST_TRADES]:
        titles = voice.title(tuning.aims[one].measure), voice.title(tuning.aims[other].measure)
        if titles[0] != titles[1]:
            yield tag("p", voice.say("trade", one=titles[0], other=titles[1]))
            yield _trade(tuning, one, other, titles, voice)


def _on_frontier(standing: Standing, voice: Voice) -> list[Markup]:
    kind = "figure marked" if standing.is_fresh else "figure"
    return [
        tag("th", standing.variant, scope="row", class_="marked" if standing.is_fresh else ""),
        *(_cell(_writer(figure, voice)(figure.mean), kind) for figure in standing.figures),
    ]


def _trade(tuning: Tuning, one: int, other: int, titles: tuple[str, str], voice: Voice) -> Markup:
    frontier, best = tuning.frontier, tuning.best
    points = [
        Point(each.variant, each.figures[one].mean, each.figures[other].mean, each in frontier, each is best)
        for each in tuning.standings.values()
    ]
    first, second = (
        partial(voice.tick, is_share=next(iter(tuning.standings.values())).figures[which].is_share)
        for which in (one, other)
    )
    bands = _wanted([tuning.aims[one]]), _wanted([tuning.aims[other]])
    return scatter(points, titles, (first, second), bands)


def _aims(findings: Findings, voice: Voice) -> Iterator[Markup]:
    """Every table against every aim, and beside what it is compared with."""
    yield tag("p", voice.say("judged", verdicts=sum(len(found.verdicts) for found in findings.tables)))
    rows = [
        [
            _row_head(label(findings, found, voice)),
            _cell(each.aim.written, "aim"),
            *_mean(each.figure, voice),
            _cell(voice.say(each.verdict), each.verdict),
            _cell(voice.say(each.beside.replace(" ", "_")) if each.beside else "", "aim"),
        ]
        for found in findings.tables
        for each in found.verdicts
    ]
    heads = ("table", "aim", "mean", "interval_together", "verdict", "beside")
    yield _table(voice.say("aims"), [voice.say(head) for head in heads], rows)


def _mean(figure: Figure, voice: Voice) -> tuple[Markup, Markup]:
    write = _writer(figure, voice)
    return _cell(write(figure.mean)), _cell(f"{write(figure.low)} – {write(figure.high)}")


def _writer(figure: Figure | Comparison, voice: Voice) -> Callable[[float], str]:
    return partial(voice.figure, is_share=figure.is_share)


def _measures(findings: Findings, voice: Voice) -> Iterator[Markup]:
    """A picture for each measure that was asked for."""
    yield tag("p", voice.say("pictures"))
    for name in findings.experiment.asked:
        there = [found for found in findings.tables if name in found.figures]
        if not there:
            continue
        aims = [aim for aim in findings.experiment.read_aims if aim.measure == name]
        has_fair = name.partition(".")[0] in BY_SEAT and len({found.arm.seats for found in there}) == 1
        notes = [voice.meaning(name)]
        notes += [voice.say("fair")] if has_fair else []
        notes += [voice.say("band")] if aims else []
        yield tag(
            "section",
            tag("h3", voice.title(name)),
            tag("p", " ".join(notes)),
            picture(
                [_drawn(findings, found, name, voice) for found in there],
                voice.title(name),
                _writer(there[0].figures[name], voice),
                partial(voice.tick, is_share=there[0].figures[name].is_share),
                band=_wanted(aims) if aims else None,
                line=1 / there[0].arm.seats if has_fair else None,
            ),
        )


def _drawn(findings: Findings, found: Found, name: str, voice: Voice) -> Row:
    figure = found.figures[name]
    return Row(label(findings, found, voice), figure.mean, Interval(figure.low, figure.high), found.is_baseline)


def _wanted(aims: Sequence[Aim]) -> Interval:
    return Interval(max(aim.low for aim in aims), min(aim.high for aim in aims))


def _compared(findings: Findings) -> int:
    """How many comparisons there are."""
    return sum(len(found.comparisons) for found in findings.tables)


def _comparisons(findings: Findings, voice: Voice) -> Markup:
    """Every variant beside what it is compared with, in every measure that was asked for."""
    heads = ("table", "measure", "difference", "from_to", "relative", "effect", "p", "verdict", "to_see")
    rows = [
        [_row_head(label(findings, found, voice)), _cell(voice.title(name), "measure"), *_difference(each, voice)]
        for found in findings.tables
        for name, each in found.comparisons.items()
    ]
    return _table(voice.say("compared"), [voice.say(head) for head in heads], rows)


def _beside(findings: Findings) -> int:
    """How many comparisons there are with other players."""
    return sum(len(found.beside) for found in findings.tables)


def _line_ups(findings: Findings, voice: Voice) -> Markup:
    """Every line-up beside the first one, where both play the same."""
    heads = ("table", "baseline", "measure", "difference", "from_to", "relative", "effect", "p", "verdict", "to_see")
    rows = [
        [
            _row_head(label(findings, found, voice)),
            _cell(found.rival.players, "measure"),
            _cell(voice.title(name), "measure"),
            *_difference(each, voice),
        ]
        for found in findings.tables
        for name, each in found.beside.items()
        if found.rival
    ]
    return _table(voice.say("line_ups"), [voice.say(head) for head in heads], rows)


def _difference(each: Comparison, voice: Voice) -> list[Markup]:
    write = _writer(each, voice)
    verdict = each.verdict.replace(" ", "_") if each.p is not None else "not_tested"
    return [
        _cell(write(each.difference)),
        _cell(f"{write(each.low)} – {write(each.high)}"),
        _cell("" if each.relative is None else voice.share(each.relative)),
        _cell(voice.number(each.effect)),
        _cell("" if each.p is None else voice.number(each.p, 4)),
        _cell(voice.say(verdict), verdict),
        _cell(voice.whole(each.keys_to_see)),
    ]


def _uses(findings: Findings, voice: Voice) -> Iterator[Markup]:
    """What is counted of each kind, and how often everything is used, a column for each table."""
    names = dict.fromkeys(name for found in findings.tables for name in found.figures if name.partition(".")[0] in USES)
    kinds = dict.fromkeys(name.partition(".")[0] for name in names)
    yield _listed(f"{voice.title(f'{kind}.…')}: {voice.meaning(kind)}" for kind in kinds)
    yield tag("p", voice.say("named"))
    heads = [voice.say("measure"), *(label(findings, found, voice) for found in findings.tables)]
    yield _table(
        voice.say("use"), heads, ([_row_head(voice.title(name)), *_used(findings, name, voice)] for name in names)
    )


def _used(findings: Findings, name: str, voice: Voice) -> Iterator[Markup]:
    for found in findings.tables:
        figure = found.figures.get(name)
        if figure is None:
            yield _cell("")
            continue
        write = _writer(figure, voice)
        yield _cell(f"{write(figure.mean)} ({write(figure.low)} – {write(figure.high)})")


def _how(trial: Trial, findings: Findings, voice: Voice) -> Iterator[Markup]:
    """How everything was made, so that it can be made again."""
    yield tag("p", voice.say("method", pilot=trial.pilot.keys, comparisons=_compared(findings) + _beside(findings)))
    if trial.deep.done:
        yield tag("p", voice.say("deeply", keys=trial.deep.done))
    yield tag("p", voice.say("command"))
    yield tag("pre", tag("code", findings.experiment.as_command), tabindex="0")
    yield tag("p", voice.say("file"))
    yield tag("pre", tag("code", findings.experiment.as_toml), tabindex="0")
    versions = ", ".join(f"{name} {version}" for name, version in trial.versions.items())
    yield tag("p", voice.say("versions", versions=versions))
