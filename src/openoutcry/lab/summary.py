"""What was found, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from openoutcry.engine.game import LANGUAGE
from openoutcry.lab.experiment import base_of, left_out_by
from openoutcry.lab.findings import (
    AS_GOOD,
    BETTER,
    LESS,
    MET,
    MISSED,
    MORE,
    NONE_SEEN,
    UNSURE,
    WORSE,
    Comparison,
    Figure,
    Findings,
    Found,
)
from openoutcry.lab.measures import PARTS, PROBED, SEAT_ADVANTAGE
from openoutcry.lab.tuning import Tuning
from openoutcry.lab.words import Voice

MOST_CHANGES = 4
"""So many changes are told in full, the largest first, everybody's points last; the others by their names."""
HEADLINES = ("turns", "ties", "lead_for_good", "led", "leader_wins", *PROBED)
"""What is told of a game of which nothing is varied, unless something else was asked for."""


def summary(findings: Findings, voice: Voice, tuning: Tuning | None = None) -> list[str]:
    """Sentences, the most important first."""
    if not findings.keys:
        return []
    return [
        *(_tuned(tuning, voice) if tuning else ()),
        *_aims(findings, voice),
        *_nearness(findings, voice),
        *(_changes(findings, found, voice) for found in findings.tables if found.comparisons and findings.is_whole),
        *_restricted(findings, voice),
        *_cost_agreement(findings, voice),
        *_skill(findings, voice),
        *_headlines(findings, voice),
        *_parts(findings, voice),
        *_best_seats(findings, voice),
        *_line_ups(findings, voice),
        *_agreement(findings, voice),
        *(() if findings.is_pilot else _never(findings, voice)),
    ]


def _tuned(tuning: Tuning, voice: Voice) -> Iterator[str]:
    """The best setting, or that none meets the aims and which comes closest."""
    best = tuning.best
    if best is None:
        return
    verdict, verdicts = tuning.verdict(best), zip(tuning.aims, best.verdicts, strict=True)
    yield voice.say(
        f"tuned_{verdict}",
        settings=len(tuning.experiment.settings),
        setting=best.variant,
        figures="; ".join(f"{voice.title(each.measure)} {with_interval(each, voice)}" for each in best.figures),
        **({"aims": ", ".join(aim.written for aim, each in verdicts if each == MISSED)} if verdict == MISSED else {}),
    )


def label(findings: Findings, found: Found, voice: Voice) -> str:
    """What tells a table from the others."""
    arms = [each.arm for each in findings.tables]
    apart = [name for name in found.arm.options if len({arm.options[name] for arm in arms}) > 1]
    variant = " ".join(f"{name}={found.arm.options[name]}" for name in apart) or found.arm.variant
    parts = [variant] if variant else []
    if len({arm.seats for arm in arms}) > 1 or not parts:
        parts.append(voice.say("players", seats=found.arm.seats))
    if len({arm.players for arm in arms}) > 1:
        parts.append(found.arm.players)
    return ", ".join(parts)


def with_interval(figure: Figure, voice: Voice) -> str:
    """A mean and its interval."""
    low, mean, high = (voice.figure(each, is_share=figure.is_share) for each in (figure.low, figure.mean, figure.high))
    return f"{mean} ({voice.say('interval', low=low, high=high)})"


def change_of(compared: Comparison, voice: Voice) -> str:
    """By how much a measure is more or less, with its interval: points of a share, else per cent of what it was."""
    ends = sorted(map(abs, (compared.low, compared.high)))

    def size(difference: float) -> str:
        if compared.is_share:
            return voice.number(100 * difference)
        if compared.relative is None or not compared.difference:
            return voice.number(difference)
        return voice.share(difference * abs(compared.relative / compared.difference))

    low, change, high = map(size, (ends[0], abs(compared.difference), ends[1]))
    told = voice.say("points", value=change) if compared.is_share else change
    return f"{told} ({voice.say('interval', low=low, high=high)})"


def _changes(findings: Findings, found: Found, voice: Voice) -> str:
    """How a variant differs from what it is compared with."""
    base = next(each for each in findings.tables if each.is_baseline and each.arm.table == found.arm.table)
    table = voice.say("at_table", seats=found.arm.seats, bots=found.arm.players)
    return voice.say(
        "changes",
        variant=found.arm.variant,
        baseline=base.arm.variant,
        table=table,
        changes=_told(found.comparisons, voice),
    )


def _told(comparisons: Mapping[str, Comparison], voice: Voice) -> str:
    """What changes and by how much, the largest change first, and what does not."""
    seen = sorted(
        (each for each in comparisons.values() if each.verdict != NONE_SEEN),
        key=lambda each: (each.measure.startswith("points."), -abs(each.effect)),
    )
    told = [voice.change(each.measure, each.verdict, change_of(each, voice)) for each in seen[:MOST_CHANGES]]
    if rest := [voice.title(each.measure) for each in seen[MOST_CHANGES:]]:
        told.append(voice.say("also", measures=", ".join(rest)))
    if not told:
        told.append(voice.say("nothing_changes"))
    elif same := [voice.title(each.measure) for each in comparisons.values() if each.verdict == NONE_SEEN]:
        told.append(voice.say("unchanged", measures=", ".join(same)))
    return "; ".join(told)


def _line_ups(findings: Findings, voice: Voice) -> Iterator[str]:
    """Where the game as it comes is another one when others play it."""
    for found in findings.tables if findings.is_whole else ():
        if found.rival and found.is_baseline and found.beside:
            yield voice.say(
                "changes",
                variant=found.arm.players,
                baseline=found.rival.players,
                table=voice.say("players", seats=found.arm.seats) + _variant(found),
                changes=_told(found.beside, voice),
            )


def _headlines(findings: Findings, voice: Voice) -> Iterator[str]:
    """The figures of the game as it comes, or of all that there is where nothing is varied."""
    asked = findings.experiment.measures or HEADLINES
    for found in findings.tables:
        told = [
            f"{voice.title(name)} {with_interval(found.figures[name], voice)}"
            for name in asked
            if name in found.figures and name not in PARTS
        ]
        if found.is_baseline and told and not any(map(left_out_by, found.arm.bots)):
            table = voice.say("at_table", seats=found.arm.seats, bots=found.arm.players)
            yield voice.say("as_it_is", table=table, variant=_variant(found), figures="; ".join(told))


def _restricted(findings: Findings, voice: Voice) -> Iterator[str]:
    """What a player has who never does something, among others who do."""
    for found in findings.tables:
        for bot in dict.fromkeys(found.arm.bots):
            left_out, figure = left_out_by(bot), found.figures.get(f"bot.{bot}")
            if left_out and figure:
                yield voice.say(
                    "restricted",
                    verbs=_named(findings, left_out, voice),
                    wins=with_interval(figure, voice),
                    share=voice.share(1 / found.arm.seats),
                    table=voice.say("at_table", seats=found.arm.seats, bots=base_of(bot)),
                    variant=_variant(found),
                )


def _named(findings: Findings, left_out: Sequence[str], voice: Voice) -> str:
    """What is left out, in words: verbs by their names, habits as the game calls them."""
    words = findings.experiment.game.words
    habits = words.get(voice.language, words[LANGUAGE]).get("habits", {})
    return ", ".join(habits.get(name, name) for name in left_out)


def _cost_agreement(findings: Findings, voice: Voice) -> Iterator[str]:
    """Where bots do not agree whether it costs anything to do without something."""
    answers: dict[tuple[int, str, tuple[str, ...]], dict[str, str]] = {}
    for found in findings.tables if findings.is_whole else ():
        share = 1 / found.arm.seats
        for bot in dict.fromkeys(found.arm.bots):
            left_out, figure = tuple(left_out_by(bot)), found.figures.get(f"bot.{bot}")
            if left_out and figure:
                verdict = "loses" if figure.high < share else "gains" if figure.low > share else "is_open"
                answers.setdefault((found.arm.seats, _variant(found), left_out), {})[base_of(bot)] = verdict
    for (seats, variant, left_out), verdicts in answers.items():
        if len(set(verdicts.values())) > 1:
            said = ", ".join(f"{bot} {voice.say(verdict)}" for bot, verdict in verdicts.items())
            verbs = _named(findings, left_out, voice)
            code = "disagree_on_cost" if {"loses", "gains"} <= set(verdicts.values()) else "may_disagree_on_cost"
            yield voice.say(code, verbs=verbs, seats=seats, variant=variant, verdicts=said)


def _skill(findings: Findings, voice: Voice) -> Iterator[str]:
    """How much more than its share a bot wins among others: how deep the game is."""
    for found in findings.tables:
        several = list(dict.fromkeys(found.arm.bots))
        figures = [found.figures[f"bot.{bot}"] for bot in several if f"bot.{bot}" in found.figures]
        if not figures or any(map(left_out_by, several)):
            continue
        best = max(range(len(figures)), key=lambda place: figures[place].mean)
        share = 1 / found.arm.seats
        yield voice.say(
            "deep" if figures[best].low > share else "shallow",
            bot=several[best],
            others=", ".join(bot for bot in several if bot != several[best]),
            wins=with_interval(figures[best], voice),
            share=voice.share(share),
            table=voice.say("players", seats=found.arm.seats),
            variant=_variant(found),
        )


def _parts(findings: Findings, voice: Voice) -> Iterator[str]:
    """Of what the result is made, the largest part first."""
    for found in findings.tables:
        if not found.is_baseline or found.arm.depth is None or PARTS[0] not in found.figures:
            continue
        parts = sorted((found.figures[name] for name in PARTS), key=lambda part: -part.mean)
        yield voice.say(
            "parts",
            parts="; ".join(f"{voice.title(part.measure)} {with_interval(part, voice)}" for part in parts),
            players=", ".join(found.arm.depth.players),
            variant=_variant(found),
        )


def _variant(found: Found) -> str:
    return f", {found.arm.variant}" if found.arm.variant else ""


def _best_seats(findings: Findings, voice: Voice) -> Iterator[str]:
    """Which seat wins most often, where the seats are known to differ."""
    for found in findings.tables:
        advantage = found.figures.get(SEAT_ADVANTAGE)
        if advantage is None or not found.is_baseline or advantage.low <= 0:
            continue
        wins = [found.figures[f"wins.{seat}"] for seat in range(found.arm.seats)]
        best = max(range(found.arm.seats), key=lambda seat: wins[seat].mean)
        yield voice.say(
            "best_seat",
            seat=voice.seat(best),
            table=voice.say("at_table", seats=found.arm.seats, bots=found.arm.players),
            variant=_variant(found),
            wins=voice.share(wins[best].mean),
            advantage=voice.say("points", value=voice.number(100 * advantage.mean, 1)),
        )


def _aims(findings: Findings, voice: Voice) -> Iterator[str]:
    """Which tables are what the designer wants."""
    for aim in findings.experiment.read_aims:
        for verdict, code in ((MET, "aim_met"), (MISSED, "aim_missed"), (UNSURE, "aim_unsure")):
            tables = [
                label(findings, found, voice)
                for found in findings.tables
                if any(each.aim == aim and each.verdict == verdict for each in found.verdicts)
            ]
            if tables:
                names = voice.say("all") if len(tables) == len(findings.tables) > 1 else "; ".join(tables)
                yield voice.say(code, aim=aim.written, tables=names)


def _nearness(findings: Findings, voice: Voice) -> Iterator[str]:
    """Which tables are nearer to what the designer wants than the one that they are compared with."""
    usual = " ".join(f"{name}={value}" for name, value in findings.experiment.baseline.items())
    for aim in findings.experiment.read_aims:
        for beside in (BETTER, WORSE, AS_GOOD, NONE_SEEN, UNSURE):
            tables = [
                label(findings, found, voice)
                for found in findings.tables
                if any(each.aim == aim and each.beside == beside for each in found.verdicts)
            ]
            if tables:
                code = f"beside_{beside.replace(' ', '_')}"
                yield voice.say(code, aim=aim.written, baseline=usual, tables="; ".join(tables))


def _agreement(findings: Findings, voice: Voice) -> list[str]:
    """Where the answer is not the same for all bots: one has more where another has less; where one shows a difference
    and another none, that is not certain.
    """
    if not findings.is_whole:
        return []
    plain = [found for found in findings.tables if not any(map(left_out_by, found.arm.bots))]
    compared = [(found, each) for found in plain for each in found.comparisons.values()]
    if not compared or len({found.arm.players for found in plain}) < 2:
        return []

    def question(pair: tuple[Found, Comparison]) -> tuple[int, str, str]:
        return pair[0].arm.seats, pair[0].arm.variant, pair[1].measure

    told = []
    for (seats, variant, measure), several in groupby(sorted(compared, key=question), question):
        answers = {found.arm.players: each.verdict for found, each in several}
        if len(set(answers.values())) > 1:
            verdicts = ", ".join(f"{bot} {voice.say(verdict.replace(' ', '_'))}" for bot, verdict in answers.items())
            title = voice.title(measure)
            code = "disagree" if {MORE, LESS} <= set(answers.values()) else "may_disagree"
            told.append(voice.say(code, measure=title, variant=variant, seats=seats, verdicts=verdicts))
    return told or [voice.say("agree")]


def _never(findings: Findings, voice: Voice) -> Iterator[str]:
    """The actions, events and clauses that never came."""
    names: Sequence[str] = [
        name
        for name in dict.fromkeys(name for found in findings.tables for name in found.figures)
        if name.startswith(("action.", "event.", "clause."))
        and not any(found.figures[name].mean for found in findings.tables if name in found.figures)
    ]
    if names:
        yield voice.say("never", names=", ".join(voice.title(name) for name in names))
