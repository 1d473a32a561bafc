"""An experiment: what is asked of a game. It is written on a command line or in a file (TOML), and checked whole before
anything is played.

game = "crypto_cards"
vary = ["hand=3..8", "order=mine-sell-transfer,sell-mine-transfer"]
seats = "2-4"
bots = ["greedy"]
aims = ["turns 20..40", "ties < 3%"]
"""

from __future__ import annotations

import json
import math
import re
import shlex
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import product
from operator import mul
from pathlib import Path
from typing import Any

from openoutcry.bots import check
from openoutcry.bots.measuring import GENERAL
from openoutcry.bots.selfplay import LEARNED, SEARCH
from openoutcry.engine.chance import key_of_seed
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake, counted, quoted
from openoutcry.engine.options import Option, written_options
from openoutcry.games import find
from openoutcry.lab.depth import Depth
from openoutcry.lab.measures import DEEP, KINDS, PARTS, SEAT_ADVANTAGE, Measure, Sheet, rotations_of
from openoutcry.lab.simulate import bots_at, without_python
from openoutcry.lab.statistics import LEVEL

DEFAULT_MEASURES = (*GENERAL, "wins", "points", "bot")
WITHOUT = " without "
"""As in `greedy without endorse`, a bot that does without a verb or a habit as long as something else is legal."""
MOST_ARMS, MOST_TUNED = 200, 2000
"""So many tables are compared, and so many does tuning begin with."""
MOST_KEYS = 10**9
LEAST_KEYS = 64
"""Fewer keys tell nothing."""
DEEP_KEYS = 256
"""On so many keys is measured what takes play-outs, unless something else is said."""
ONE_FOR_EACH = {"wins": "seat", "points": "seat", **{kind: kind for kind in KINDS[2:]}}
"""Kinds of measures, and what there is one of each for: an aim is about one of them."""
LEAST = {"turns": 0, "decisions": 0, "options": 1, "margin": 0, "lead_changes": 0, "action": 0, "event": 0}
"""What counts is never less; points may be."""
HAIR = 1e-9
"""By so little bounds may seem to contradict each other without doing so."""
WRITTEN_AIM = re.compile(
    r"(?P<measure>\S+?)\s*(?:(?P<sign><=?|>=?)\s*(?P<bound>\S+)|\s(?P<low>[^.\s]*(?:\.\d+%?)?)\.\.(?P<high>\S+))"
)


@dataclass(frozen=True)
class Arm:
    """One of the tables that are compared: some options, a number of seats, and who sits there."""

    options: Mapping[str, int | str]
    """Those that vary."""
    seats: int
    bots: tuple[str, ...]
    template: Any
    sheet: Sheet
    depth: Depth | None
    """What takes play-outs to tell; nothing where one plays alone, or leaves something out."""

    @property
    def rotations(self) -> int:
        """How often a key is played, until everybody has sat everywhere."""
        return rotations_of(self.bots)

    @property
    def table(self) -> tuple[int, tuple[str, ...]]:
        """What it has in common with those that it is compared with."""
        return self.seats, self.bots

    @property
    def variant(self) -> str:
        """The options that vary, as people write them."""
        return " ".join(f"{name}={value}" for name, value in self.options.items())

    @property
    def players(self) -> str:
        """Who plays, in few words."""
        return self.bots[0] if len(set(self.bots)) == 1 else ",".join(self.bots)


@dataclass(frozen=True)
class Aim:
    """What a designer wants a measure to be."""

    written: str
    measure: str
    low: float
    high: float


@dataclass(frozen=True)
class Experiment:
    """All that is asked, as it was written; what follows from it is worked out once."""

    game: Game
    vary: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    seats: str = ""
    bots: tuple[str, ...] = ("greedy",)
    without: tuple[str, ...] = ()
    """Verbs and habits, each of which one player does without, at a table of its own."""
    measures: tuple[str, ...] = ()
    aims: tuple[str, ...] = ()
    precision: float = 0.01
    most: int = 100_000
    deep: int = 0
    """On how many keys is measured what takes play-outs; without it, none of that unless it is asked for by name."""
    tune: bool = False
    """Whether to look for settings that meet the aims rather than to compare all (`lab/tuning.py`)."""
    seed: int = 0
    only: tuple[Mapping[str, int | str], ...] = ()
    """Of all settings these: what tuning has chosen so far."""

    def __post_init__(self) -> None:
        """Check everything; nothing is played."""
        if not 0 < self.precision < 1:
            raise Mistake(f"the precision is between 0 and 1, not {self.precision}")
        if not LEAST_KEYS <= self.most <= MOST_KEYS:
            raise Mistake(f"the most keys at a table go from {LEAST_KEYS} to {MOST_KEYS:,}, not {self.most:,}")
        if self.deep and not LEAST_KEYS <= self.deep <= MOST_KEYS:
            raise Mistake(f"the deep keys at a table go from {LEAST_KEYS} to {MOST_KEYS:,}, not {self.deep:,}")
        key_of_seed(self.seed)
        if self.tune and not (self.aims and (self.only or len(self.settings) > 1)):
            raise Mistake("tuning needs an aim, and options that vary")
        assert self.arms
        assert self.asked
        self._check_aims()

    @cached_property
    def settings(self) -> list[Mapping[str, int | str]]:
        """The options of every variant, those that vary."""
        several = (dict(zip(self._varied, values, strict=True)) for values in product(*self._varied.values()))
        return list(self.only or several)

    @cached_property
    def arms(self) -> tuple[Arm, ...]:
        """Every table, those that are compared with one another side by side."""
        settings, seats = self.settings, read_seats(self.seats, self.game)
        tables, most = len(settings) * len(seats) * len(self._line_ups), MOST_TUNED if self.tune else MOST_ARMS
        if tables > most:
            raise Mistake(f"these are {tables:,} tables; at most {most:,}")
        fixed = written_options(self.options, self._varied)
        arms: list[Arm] = []
        for count, written in product(seats, self._line_ups):
            bots = line_up(written, count, self.game)
            sheet, is_deep = Sheet(self.game, count, bots), count > 1 and not any(map(left_out_by, bots))
            depth = Depth(self.game, count, bots) if is_deep else None
            templates = [self.game.template(count, {**fixed, **setting}) for setting in settings]
            for laid in templates:
                check({base_of(name) for name in bots}, self.game, laid)
            arms += [Arm(each, count, bots, laid, sheet, depth) for each, laid in zip(settings, templates, strict=True)]
        return tuple(arms)

    @property
    def _line_ups(self) -> list[str]:
        """Who plays at each table: all as they are, then one who leaves something out among them."""
        if self.without and (several := [bot for bot in self.bots if "," in bot or WITHOUT in bot]):
            raise Mistake(f"one bot for all seats leaves out {', '.join(self.without)}, not {quoted(several[0])}")
        return [
            *self.bots,
            *(f"{bot}{WITHOUT}{verb},{ALL_OTHERS}{bot}" for bot in self.bots for verb in self.without),
        ]

    @cached_property
    def _varied(self) -> dict[str, list[int | str]]:
        known = {option.name: option for option in self.game.options}
        varied: dict[str, list[int | str]] = {}
        for written in self.vary:
            name, equals, values = (part.strip() for part in written.partition("="))
            if not (name and equals and values):
                raise Mistake(f"what varies is written like hand=3..8 or order=a,b, not {quoted(written)}")
            name = name.replace("-", "_")
            if name not in known:
                raise Mistake(f"{self.game.title} has no option {quoted(name)}; it has {', '.join(known) or 'none'}")
            if name in varied:
                raise Mistake(f"option {name} is varied twice")
            varied[name] = read_values(known[name], values)
        return varied

    @cached_property
    def usual(self) -> Mapping[str, int | str] | None:
        """The game as it comes, where that is one of the settings."""
        usual = {option.name: option.show(option.default) for option in self.game.options}
        each = (setting for setting in self.settings if all(usual[name] == setting[name] for name in setting))
        return next(each, None)

    @cached_property
    def baseline(self) -> Mapping[str, int | str]:
        """What the others are compared with: the game as it comes, or the first where that is not among them."""
        return self.settings[0] if self.usual is None else self.usual

    def is_baseline(self, arm: Arm) -> bool:
        """Whether the others of its table are compared with it."""
        return arm.options == self.baseline

    @cached_property
    def rivals(self) -> dict[int, int]:
        """Where several line-ups are asked to play as they are: for every table but those of the first line-up the
        table of the same variant at which that sits.
        """
        first: dict[tuple[int, str], int] = {}
        found: dict[int, int] = {}
        for number, arm in enumerate(self.arms):
            if not any(map(left_out_by, arm.bots)):
                rival = first.setdefault((arm.seats, arm.variant), number)
                if arm.bots != self.arms[rival].bots:
                    found[number] = rival
        return found

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The measures that the question is about, by name, those of all tables: they are to be precise."""
        there = {measure.name: measure for arm in self.arms for measure in arm.sheet.measures}
        there |= {measure.name: measure for arm in self.arms if arm.depth for measure in arm.depth.measures}
        usual = [] if self.tune else self._by_default
        wanted = [*(self.measures or usual), *(aim.measure for aim in self.read_aims)]
        found: dict[str, None] = {}
        for name in wanted:
            of_kind = [each for each, measure in there.items() if name in (each, measure.kind)]
            if name == SEAT_ADVANTAGE:
                of_kind = [name] if any(can_have_advantage(arm) for arm in self.arms) else []
            if not of_kind:
                known = ", ".join((*GENERAL, SEAT_ADVANTAGE, *KINDS, *DEEP))
                raise Mistake(f"there is no measure {quoted(name)} here; there are {known}")
            found |= dict.fromkeys(of_kind)
        return tuple(found)

    @property
    def _by_default(self) -> list[str]:
        there = {measure.kind for arm in self.arms for measure in arm.sheet.measures}
        names = [name for name in DEFAULT_MEASURES if name in there]
        names += [SEAT_ADVANTAGE] if any(can_have_advantage(arm) for arm in self.arms) else []
        return [*names, *DEEP] if self.deep and any(arm.depth for arm in self.arms) else names

    @cached_property
    def deep_keys(self) -> int:
        """How many keys are looked into at each table."""
        return self.deep or (DEEP_KEYS if any(name in DEEP for name in self.asked) else 0)

    def precise(self, arm: Arm) -> list[Measure]:
        """The measures of a table that are to be precise; for the advantage of a seat, everybody's wins."""
        kinds = {"wins"} if self._asks_for_advantage(arm) else set()
        return [each for each in arm.sheet.measures if each.name in self.asked or each.kind in kinds]

    def level_of(self, arm: Arm, measure: Measure) -> float:
        """How sure the interval of a measure has to be, for which it is to be precise: those of all seats' wins hold
        together for the advantage of a seat.
        """
        is_one_of_all = measure.kind == "wins" and self._asks_for_advantage(arm)
        return 1 - (1 - LEVEL) / arm.seats if is_one_of_all else LEVEL

    def _asks_for_advantage(self, arm: Arm) -> bool:
        return SEAT_ADVANTAGE in self.asked and can_have_advantage(arm)

    @cached_property
    def read_aims(self) -> tuple[Aim, ...]:
        """What the designer wants."""
        return tuple(read_aim(written) for written in self.aims)

    def _check_aims(self) -> None:
        """Refuse aims that no game can meet, and those that do not say which of several measures they are about."""
        for aim in self.read_aims:
            self._check_aim(aim)
            for other in self.read_aims:
                if other.measure == aim.measure and other.low > aim.high:
                    raise Mistake(f"{quoted(aim.written)} and {quoted(other.written)} contradict each other")
        for arm in {arm.table: arm for arm in self.arms}.values():
            for whole in wholes(arm):
                check_parts(whole, self.read_aims)
            if can_have_advantage(arm):
                check_advantage(arm.seats, self.read_aims)

    def _check_aim(self, aim: Aim) -> None:
        """Refuse an aim that is about a kind of measures, or beyond all that its measure can be."""
        if aim.measure in ONE_FOR_EACH:
            there = dict.fromkeys(each.name for arm in self.arms for each in arm.sheet.measures)
            members = ", ".join(name for name in there if name.partition(".")[0] == aim.measure)
            each = ONE_FOR_EACH[aim.measure]
            raise Mistake(f"{quoted(aim.written)} does not say which; there is one for each {each}: {members}")
        if is_share(aim.measure) and any(math.isfinite(bound) and not 0 <= bound <= 1 for bound in (aim.low, aim.high)):
            raise Mistake(f"{aim.measure} is a share from 0 to 1, as in 0.03 or 3%, not as in {quoted(aim.written)}")
        least = LEAST.get(aim.measure.partition(".")[0], -math.inf)
        if aim.high < least:
            raise Mistake(f"{quoted(aim.written)} cannot be met: {aim.measure} is never less than {least}")

    @property
    def searches(self) -> bool:
        """Whether somebody searches, and games take their time."""
        return self._search(name for arm in self.arms for name in arm.bots)

    def _search(self, bots: Iterable[str]) -> bool:
        return any(without_python(name, self.game).policy == SEARCH for name in set(map(base_of, bots)))

    @property
    def needs(self) -> tuple[str, ...]:
        """What has to be compiled."""
        watched = "watched searched games" if self.searches else "watched games"
        players = [name for arm in self.arms if arm.depth for name in arm.depth.players]
        probed = ("probed games", *(("probed searched games",) if self._search(players) else ()))
        return (watched, *(probed if self.deep_keys else ()))

    @property
    def as_toml(self) -> str:
        """The experiment as a file."""
        lines = {"game": self.game.name} | {name: getattr(self, name) for name in FIELDS}
        return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in lines.items())

    @property
    def as_command(self) -> str:
        """The experiment as a command."""
        usual = {field.name: field.default for field in fields(self)}
        words = ["outcry", "lab", self.game.name]
        for name in FIELDS:
            value = getattr(self, name)
            if value == usual[name]:
                continue
            if value is True:
                words.append(f"--{name}")
                continue
            for each in value if name in OF_LISTS else [value]:
                words += [f"--{AS_FLAGS.get(name, name)}", str(each)]
        return shlex.join(words)


AS_FLAGS = {"options": "option", "measures": "measure", "aims": "aim"}
FIELDS = (
    "vary",
    "options",
    "seats",
    "bots",
    "without",
    "measures",
    "aims",
    "precision",
    "most",
    "deep",
    "tune",
    "seed",
)
OF_LISTS = frozenset({"vary", "options", "bots", "without", "measures", "aims"})
ALL_OTHERS = "…"
"""Before a bot: it sits at all the other seats."""


def base_of(bot: str) -> str:
    """A bot without what it leaves out."""
    return bot.partition(WITHOUT)[0].strip()


def left_out_by(bot: str) -> list[str]:
    """The verbs and habits that a bot does without.

    >>> left_out_by("greedy without sell+buy"), left_out_by("greedy")
    (['sell', 'buy'], [])
    """
    return [name.strip() for name in bot.partition(WITHOUT)[2].split("+") if name.strip()]


def line_up(written: str, seats: int, game: Game) -> tuple[str, ...]:
    """The bot of every seat.

    >>> from openoutcry.games import find
    >>> line_up("greedy without buy,…random", 3, find("crypto_cards"))
    ('greedy without buy', 'random', 'random')
    """
    names = [" ".join(name.lower().split()) for name in written.replace("...", ALL_OTHERS).split(",")]
    if names[-1].startswith(ALL_OTHERS):
        names[-1:] = [names[-1].removeprefix(ALL_OTHERS)] * (seats - len(names) + 1)
    bots_at(seats, [base_of(name) for name in names], game)
    for name in names:
        for left_out in left_out_by(name):
            check_left_out(left_out, game)
            if without_python(base_of(name), game).policy == LEARNED:
                raise Mistake(f"{base_of(name)} cannot leave out {left_out}; greedy, random and search can")
    return tuple(names * seats if len(names) == 1 else names)


def check_left_out(name: str, game: Game) -> None:
    """Refuse to do without what is neither an action nor a habit."""
    verbs = [verb.name for verb in game.actions.verbs]
    if name not in (*verbs, *game.habits):
        habits = f"the habits {', '.join(game.habits)}" if game.habits else "no habits"
        raise Mistake(f"{game.title} has no action or habit {quoted(name)}; it has {', '.join(verbs)}, and {habits}")


def can_have_advantage(arm: Arm) -> bool:
    """Whether only the seat tells the players apart."""
    return arm.seats > 1 and len(set(arm.bots)) == 1


def wholes(arm: Arm) -> list[dict[str, int]]:
    """Measures of a table that come to 100% together, with how often each counts for it: the wins of a bot are those of
    one of its kind.
    """
    names = [each.name for each in arm.sheet.measures]
    found = [{name: 1 for name in names if name.partition(".")[0] == kind} for kind in ("wins", "ending")]
    found.append({f"bot.{bot}": arm.bots.count(bot) for bot in arm.bots if f"bot.{bot}" in names})
    return [whole for whole in (*found, dict.fromkeys(PARTS, 1)) if whole]


def bounds(aims: Iterable[Aim], measure: str) -> tuple[float, float]:
    """Between which values all aims want a share to be."""
    own = [aim for aim in aims if aim.measure == measure]
    return max([0.0, *(aim.low for aim in own)]), min([1.0, *(aim.high for aim in own)])


def check_parts(whole: Mapping[str, int], aims: Sequence[Aim]) -> None:
    """Refuse aims that have the parts of a whole come to more than all of it, or to less."""
    lows, highs = zip(*(bounds(aims, name) for name in whole), strict=True)
    if sum(map(mul, whole.values(), lows)) > 1 + HAIR:
        told = _quoted(aim for aim in aims if aim.measure in whole and aim.low > 0)
        raise Mistake(f"{told} contradict each other: these are parts of one whole")
    if sum(map(mul, whole.values(), highs)) < 1 - HAIR:
        told = _quoted(aim for aim in aims if aim.measure in whole and aim.high < 1)
        parts = " and ".join(name if count == 1 else f"{count} times {name}" for name, count in whole.items())
        raise Mistake(f"{told} contradict each other: {parts} are 100%")


def check_advantage(seats: int, aims: Sequence[Aim]) -> None:
    """Refuse aims by which a seat wins more than the best may, or none as much as the best has to."""
    least, most = (1 / seats + bound for bound in bounds(aims, SEAT_ADVANTAGE))
    wins = {f"wins.{seat}": bounds(aims, f"wins.{seat}") for seat in range(seats)}
    lows = sum(low for low, _ in wins.values())
    told = _quoted(aim for aim in aims if aim.measure in wins or aim.measure == SEAT_ADVANTAGE)
    table = f"{counted(seats, 'player')} and a seat_advantage"
    if least > 1 + HAIR:
        most_of_all = f"{1 - 1 / seats:.1%}"
        raise Mistake(f"{told} cannot be met: of {seats} players one wins {most_of_all} more than its share at most")
    if any(low > most + HAIR for low, _ in wins.values()):
        raise Mistake(f"{told} contradict each other: with {table} like that, no seat wins more than {most:.1%}")
    if sum(min(high, most) for _, high in wins.values()) < 1 - HAIR:
        raise Mistake(f"{told} contradict each other: with {table} like that, all seats together win less than 100%")
    if all(min(high, 1 - (lows - low)) < least - HAIR for low, high in wins.values()):
        raise Mistake(f"{told} contradict each other: with {table} like that, one seat wins at least {least:.1%}")


def _quoted(aims: Iterable[Aim]) -> str:
    return " and ".join(quoted(aim.written) for aim in aims)


def is_share(measure: str) -> bool:
    """Whether a measure of that name is from 0 to 1."""
    return Measure(measure.partition(".")[0]).is_share


def read_values(option: Option, written: str) -> list[int | str]:
    """The values of an option that varies: 3..8, or some of them, one after another.

    >>> from openoutcry.games import find
    >>> hand = find("crypto_cards").options[0]
    >>> read_values(hand, "3..5,8")
    [3, 4, 5, 8]
    >>> read_values(hand, "8..3")
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Mistake: hand=8..3 has no values: a range goes up, as in 3..8
    """
    found: list[int | str] = []
    for part in written.split(","):
        low, dots, high = part.partition("..")
        if dots and option.choices is None:
            first, last = option.read(low.strip()), option.read(high.strip())
            if first > last:
                raise Mistake(f"{option.name}={part.strip()} has no values: a range goes up, as in 3..8")
            found += range(first, last + 1)
        else:
            found.append(option.show(option.read(part.strip())))
    if len(set(found)) < len(found):
        raise Mistake(f"{option.name}={written} has a value twice")
    return found


def read_seats(written: str, game: Game) -> list[int]:
    """How many sit at the tables: 4, 2-4 or 2,4; as many as the game is best with where nothing is said.

    >>> from openoutcry.games import find
    >>> read_seats("2-4", find("crypto_cards")), read_seats("2,5", find("crypto_cards"))
    ([2, 3, 4], [2, 5])
    """
    if not written.strip():
        return [game.best[-1]]
    seats: list[int] = []
    for part in written.split(","):
        found = re.fullmatch(r"\s*(\d{1,3})\s*(?:(?:-|\.\.)\s*(\d{1,3})\s*)?", part)
        if not found:
            raise Mistake(f"seats are written 4, 2-4 or 2,4, not {quoted(written)}")
        low, high = int(found[1]), int(found[2] or found[1])
        if low > high:
            raise Mistake(f"there are no seats from {low} to {high}: a range goes up, as in 2-4")
        seats += range(low, high + 1)
    for count in seats:
        game.check_seats(count)
    return list(dict.fromkeys(seats))


def read_aim(written: str) -> Aim:
    """An aim as people write it.

    >>> read_aim("turns 20..40").high, read_aim("ties < 3%").high, read_aim("margin > 2").low
    (40.0, 0.03, 2.0)
    >>> read_aim("short games")
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Mistake: an aim is written like turns 20..40 or ties < 0.03, not 'short games'
    """
    found = WRITTEN_AIM.fullmatch(written.strip())
    if not found:
        raise Mistake(f"an aim is written like turns 20..40 or ties < 0.03, not {quoted(written)}")
    if found["sign"]:
        bound = read_number(found["bound"], written)
        low, high = (-math.inf, bound) if found["sign"].startswith("<") else (bound, math.inf)
    else:
        low, high = read_number(found["low"], written), read_number(found["high"], written)
    if low > high:
        raise Mistake(f"{quoted(written)} cannot be met: a range goes up, as in 20..40")
    return Aim(written.strip(), found["measure"], low, high)


def read_number(text: str, written: str) -> float:
    """A number of an aim, or a share in per cent."""
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise Mistake(f"an aim is written like turns 20..40 or ties < 0.03, not {quoted(written)}")
    return value


def experiment_of(asked: Mapping[str, Any], where: str = "the experiment") -> Experiment:
    """An experiment of what a file or a command says."""
    if unknown := [name for name in asked if name not in ("game", *FIELDS)]:
        raise Mistake(f"{where} says {quoted(unknown[0])}; it can say game, {', '.join(FIELDS)}")
    if not isinstance(asked.get("game"), str):
        raise Mistake(f"{where} has to name a game")
    given: dict[str, Any] = {}
    for name, value in asked.items():
        if name in OF_LISTS:
            given[name] = _texts(name, value, where)
        elif name == "seats":
            given[name] = str(value)
        elif name == "tune":
            if not isinstance(value, bool):
                raise Mistake(f"tune of {where} is true or false, not {quoted(value)}")
            given[name] = value
        elif name in FIELDS:
            kind = float if name == "precision" else int
            if isinstance(value, bool) or not isinstance(value, kind | int):
                raise Mistake(f"{name} of {where} is a number, not {quoted(value)}")
            given[name] = value
    return Experiment(find(asked["game"]), **given)


def _texts(name: str, value: Any, where: str) -> tuple[str, ...]:
    several: Sequence[Any] = [value] if isinstance(value, str) else value
    if not isinstance(several, list | tuple) or not all(isinstance(each, str) for each in several):
        raise Mistake(f"{name} of {where} is a list of texts, not {quoted(value)}")
    return tuple(several)


def read_file(path: Path) -> Experiment:
    """The experiment of a file."""
    try:
        asked = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Mistake(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Mistake(f"{path} is not an experiment: {error}") from None
    return experiment_of(asked, path.name)
