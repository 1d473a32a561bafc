"""The scenes whose conversations are kept in `tests/conversations`: what people say at a table, made with the rules at
hand; whoever reproduces a conversation needs only what was said.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from openoutcry.games import find
from openoutcry.table.file import text_of
from openoutcry.table.match import Match
from openoutcry.testing.conversation import Conversation

GAMES: dict[str, tuple[int, dict[str, int]]] = {
    "bounce": (3, {}),
    "crypto_cards": (3, {}),
    "cash_or_crash": (3, {}),
    "cash_a_catch": (4, {}),
    "dead_cat_bounce": (3, {}),
}
ADA, BOB, EVE = "Ada", "Bob", "Eve"


class Scene(Conversation):
    """A conversation in the making: people who know the rules, and choose at random."""

    def __init__(self, title: str, *, is_own: bool = True, seed: int = 1) -> None:
        super().__init__(title, is_own=is_own, key=f"{seed:02x}" * 32)
        self.random = random.Random(seed)
        self.ids = 0

    @property
    def match(self) -> Match:
        """What is on the table."""
        assert self.session.match is not None
        return self.session.match

    def open(self, game: str, seats: int, bots: dict[int, str], *, seat: int = 0, **more: Any) -> None:
        """Ada opens a table, and sits down."""
        names = [ADA if each == seat else f"Player {each}" for each in range(seats)]
        opening = {"game": game, "seats": seats, "seat": seat, "players": names, "options": {}, "pace": 2.5, "haste": 1}
        self.says(ADA, {"type": "open_match", **opening, "key": "07" * 32, "bots": _seats(bots), **more})

    def wants(self, who: str, kind: str, **more: Any) -> dict[str, Any]:
        """Somebody asks for something that gets an answer; the answer."""
        self.ids += 1
        self.says(who, {"type": kind, "id": self.ids, **more})
        return next(said for _, to, said in self.steps[-1]["said"] if to == who and said.get("id") == self.ids)

    def plays(self, who: str, text: str) -> dict[str, Any]:
        """Somebody plays an action, by its notation."""
        return self.wants(who, "play_action", action=self.match.read(text).number)

    def seat_of(self, who: str) -> int:
        """Where somebody sits."""
        return next(seat for seat, one in self.session._people.items() if one == who)

    def plays_any(self, who: str) -> bool:
        """Somebody plays a legal action if there is one."""
        legal = self.match.legal(self.seat_of(who))
        if legal:
            self.wants(who, "play_action", action=self.random.choice(legal).number)
        return bool(legal)

    def goes_on(self, people: tuple[str, ...], turns: int) -> None:
        """People play what they may, and wait for bots where they may not."""
        for _ in range(turns):
            if self.match.over:
                return
            if not any(self.plays_any(who) for who in self.random.sample(people, len(people)) if not self.in_race):
                self.waits(self.random.choice((300, 900, 2500)))

    @property
    def in_race(self) -> bool:
        """Whether there is a race; people let most of them pass."""
        return self.session._race is not None and self.random.random() < 0.7


def _seats(bots: dict[int, str]) -> dict[str, str]:
    return {str(seat): bot for seat, bot in bots.items()}


def _others(seats: int, bot: str, *people: int) -> dict[int, str]:
    return {seat: bot for seat in range(seats) if seat not in people}


def alone(game: str) -> Scene:
    """One person and bots by rules of thumb, hurried and not, taking back what may be taken back."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: alone with easy bots", seed=3)
    scene.open(game, seats, _others(seats, "easy", 0), options=options)
    for _ in range(6):
        scene.goes_on((ADA,), 5)
        scene.wants(ADA, "take_back")
    return scene


def undo(game: str) -> Scene:
    """Everything may be taken back with the bots' consent, and nothing before anything was done."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: undo", seed=4)
    scene.open(
        game, seats, _others(seats, "greedy" if game != "bounce" else "random", 1), seat=1, haste=0, options=options
    )
    scene.wants(ADA, "take_back")
    scene.wants(ADA, "ask_undo")
    for _ in range(5):
        scene.goes_on((ADA,), 6)
        if scene.wants(ADA, "take_back")["type"] == "declined":
            scene.wants(ADA, "ask_undo")
            scene.wants(ADA, "answer_undo", agrees=True)
    return scene


def together(game: str) -> Scene:
    """Two people, a bot and somebody who watches, at a host that is nobody's own."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: two people, a bot and a spectator", is_own=False, seed=5)
    scene.says(EVE, {"type": "hello"})
    scene.wants(EVE, "play_action", action=0)
    scene.open(game, seats, _others(seats, "easy", 0, 1), options=options)
    scene.says(EVE, {"type": "hello", "last": 0})
    scene.says(BOB, {"type": "hello", "last": 0})
    scene.wants(BOB, "play_action", action=0)
    scene.wants(BOB, "sit_down", seat=0, name=BOB)
    scene.wants(BOB, "sit_down", seat=2, name=BOB)
    scene.wants(BOB, "sit_down", seat=seats, name=BOB)
    scene.wants(BOB, "sit_down", seat=1, name="\u202eevil")
    scene.wants(BOB, "sit_down", seat=1, name=BOB)
    scene.says(BOB, {"type": "open_match", "game": game, "seats": 2, "seat": 0, "players": ["a", "b"]})
    scene.wants(ADA, "save_match")
    scene.goes_on((ADA, BOB), 25)
    scene.wants(BOB, "play_action", action=10**6)
    return scene


def agreed(game: str) -> Scene:
    """Undo among people: asked, declined, asked again, agreed; and what is asked lapses when somebody acts."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: undo by consent", is_own=False, seed=6)
    scene.open(game, seats, _others(seats, "easy", 0, 1), haste=0.2, options=options)
    scene.wants(BOB, "sit_down", seat=1, name=BOB)
    scene.wants(BOB, "answer_undo", agrees=True)
    for answer in (False, True, True, False, True):
        scene.goes_on((ADA, BOB), 6)
        scene.wants(ADA, "ask_undo")
        scene.wants(BOB, "ask_undo") if answer else scene.wants(BOB, "take_back")
        scene.wants(ADA, "answer_undo", agrees=answer)
        scene.wants(BOB, "answer_undo", agrees=answer)
    return scene


def broken_line(game: str) -> Scene:
    """Somebody's line breaks; they come back and get the rest, what they ask again is done once, and they leave."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: a broken line", is_own=False, seed=7)
    scene.open(game, seats, _others(seats, "easy", 0, 1), haste=0.5, options=options)
    scene.wants(BOB, "sit_down", seat=1, name=BOB)
    scene.goes_on((ADA, BOB), 6)
    seen = scene.last(BOB, "view_changed")["number"]
    scene.leaves(BOB)
    scene.goes_on((ADA,), 6)
    scene.says(BOB, {"type": "hello", "last": seen})
    scene.says(BOB, {"type": "hello", "last": 10_000})
    scene.goes_on((ADA, BOB), 6)
    scene.says(ADA, scene.steps[-1].get("says", {"type": "hello", "last": 1}))
    again = next(
        step for step in reversed(scene.steps) if step.get("who") == BOB and step["says"]["type"] == "play_action"
    )
    scene.says(BOB, again["says"])
    scene.says(BOB, {"type": "hello", "last": 0, "run": 7})
    scene.says(BOB, again["says"])
    scene.says(BOB, {"type": "hello", "last": 0, "run": 7})
    scene.says(BOB, again["says"])
    scene.wants(BOB, "stand_up")
    scene.wants(BOB, "take_back")
    scene.wants(BOB, "sit_down", seat=2, name=BOB)
    scene.wants(BOB, "seat_bot", seat=1, bot="easy")
    scene.wants(ADA, "seat_bot", seat=0, bot="easy")
    scene.wants(ADA, "seat_bot", seat=1, bot="easy")
    scene.goes_on((ADA,), 8)
    scene.wants(ADA, "seat_bot", seat=1, bot=None)
    scene.says(EVE, {"type": "hello"})
    scene.leaves(EVE)
    scene.goes_on((ADA,), 3)
    return scene


def paused(game: str) -> Scene:
    """A pause stops bots and races where they are, and they go on from there."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: pauses", seed=8)
    scene.open(game, seats, _others(seats, "easy", 1), seat=1, options=options)
    for wait in (200, 700, 1100, 1900, 400):
        scene.wants(ADA, "pause_match", paused=True)
        scene.waits(5000)
        scene.plays_any(ADA)
        scene.wants(ADA, "pause_match", paused=True)
        scene.waits(1000)
        scene.wants(ADA, "pause_match", paused=False)
        scene.waits(wait)
    return scene


def hastened(game: str) -> Scene:
    """The host lets bots think faster, and nobody else may."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: haste", seed=9)
    scene.open(game, seats, _others(seats, "easy", 1), seat=1, options=options)
    for haste in (0.35, 2.0, 0.0):
        scene.wants(ADA, "set_haste", haste=haste)
        scene.goes_on((ADA,), 3)
    scene.wants(EVE, "set_haste", haste=1.0)
    return scene


def kept(game: str) -> Scene:
    """A match goes on from its file; files that are damaged, or of another version, or none."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: files", seed=9)
    scene.says(ADA, {"type": "show_moment", "entries": 1})
    scene.wants(ADA, "save_match")
    scene.open(game, seats, _others(seats, "easy", 0), haste=0, options=options)
    scene.goes_on((ADA,), 12)
    file = text_of(scene.match)
    data = json.loads(file)
    back = {"seat": 0, "bots": _seats(_others(seats, "medium", 0)), "pace": 2.5, "haste": 0}
    scene.says(ADA, {"type": "load_match", "file": file, **back})
    scene.goes_on((ADA,), 3)
    scene.says(ADA, {"type": "load_match", "file": file, **back, "seat": seats})
    scene.says(ADA, {"type": "load_match", "file": file, **back, "seat": 1})
    for broken in (
        "",
        "[]",
        json.dumps({**data, "format": "another"}),
        json.dumps({**data, "key": "00" * 32}),
        json.dumps({**data, "players": data["players"][:-1]}),
        json.dumps({**data, "log": data["log"][:-1]}),
        json.dumps({**data, "log": [*data["log"], {"seat": 0, "undo": 99}]}),
        json.dumps({**data, "version": 0}),
        json.dumps({**data, "version": find(game).version + 1}),
    ):
        scene.says(ADA, {"type": "load_match", "file": broken, **back})
    scene.goes_on((ADA,), 3)
    for entries in (0, 1, 3, 10_000):
        scene.says(ADA, {"type": "show_moment", "entries": entries})
    return scene


def openings(game: str) -> Scene:
    """Tables that cannot be opened, and why; and one with every option at its highest."""
    scene = Scene(f"{game}: openings", seed=15)
    least, most, options = find(game).seats[0], find(game).seats[-1], find(game).options
    names = [f"Player {seat}" for seat in range(least)]
    good = {"type": "open_match", "game": game, "seats": least, "seat": 0, "players": names, "key": "07" * 32}
    scene.says(ADA, {**good, "seats": most + 1})
    scene.says(ADA, {**good, "players": [*names, "One more"]})
    scene.says(ADA, {**good, "players": ["", *names[1:]]})
    scene.says(ADA, {**good, "seat": least})
    scene.says(ADA, {**good, "bots": {"0": "easy"}})
    scene.says(ADA, {**good, "bots": {str(least): "easy"}})
    scene.says(ADA, {**good, "bots": {"0": ""}})
    scene.says(ADA, {**good, "options": {"zebra": 1}})
    for option in options:
        scene.says(ADA, {**good, "options": {option.name: option.high + 1}})
    scene.wants(ADA, "play_action", action=0)
    highest = {option.name: option.high for option in options}
    scene.says(ADA, {**good, "game": game.upper().replace("_", "-"), "options": highest})
    scene.wants(ADA, "stand_up")
    scene.says(ADA, good)
    return scene


def whole(game: str) -> Scene:
    """A whole match, and what comes after it: all moments, the file, a review that is stopped and one that is not."""
    seats = find(game).seats[0] if game != "bounce" else 2
    scene = Scene(f"{game}: a whole match and its review", is_own=False, seed=10)
    scene.open(game, seats, _others(seats, "easy", 0), haste=0, pace=0.5, options=_short(game))
    scene.wants(ADA, "ask_review", steps=10_000)
    scene.wants(ADA, "save_match")
    scene.goes_on((ADA,), 2000)
    assert scene.match.over, f"{game} should be over"
    scene.wants(ADA, "save_match")
    scene.says(EVE, {"type": "hello"})
    scene.wants(EVE, "save_match")
    scene.wants(EVE, "ask_review", steps=10_000)
    for entries in (0, 2, len(scene.match.log)):
        scene.says(ADA, {"type": "show_moment", "entries": entries})
    scene.wants(ADA, "ask_review", steps=10_000)
    return scene


def _short(game: str) -> dict[str, int]:
    return {}


def advised(game: str) -> Scene:
    """Hints, and bots that search."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: hints and searching bots", seed=11)
    scene.open(game, seats, _others(seats, "medium", 0), haste=0, options=options)
    for _ in range(4):
        scene.wants(ADA, "ask_hint")
        scene.goes_on((ADA,), 3)
    return scene


def tidied(game: str) -> Scene:
    """The table lays out a catch, and all of it is taken back at once."""
    scene = Scene(f"{game}: laid out by the table", seed=12)
    scene.open(game, 3, _others(3, "easy", 0), haste=0)
    scene.wants(ADA, "tidy_up")
    for _ in range(12):
        if scene.match.next_tidy(0):
            scene.wants(ADA, "tidy_up")
            scene.wants(ADA, "take_back")
            scene.wants(ADA, "take_back")
            scene.wants(ADA, "tidy_up")
        scene.goes_on((ADA,), 4)
    return scene


def raced(game: str) -> Scene:
    """Races against the clock among people and bots: held, rung too early and in time, let pass, taken back."""
    options = {"variant": 2} if game == "cash_or_crash" else {}
    scene = Scene(f"{game}: races", is_own=False, seed=13)
    scene.open(game, 3, {2: "easy"}, options=options)
    scene.wants(BOB, "sit_down", seat=1, name=BOB)
    scene.says(EVE, {"type": "hello"})
    hold = str(scene.match.game.actions.hold)
    for turn in range(50):
        if scene.match.over:
            break
        if scene.session._race is None:
            scene.goes_on((ADA, BOB), 1)
            continue
        who = scene.random.choice((ADA, BOB))
        match turn % 6:
            case 0:
                scene.plays(who, hold)
                scene.wants(who, "take_back")
            case 1:
                scene.plays(who, hold)
                scene.waits(600)
            case 2:
                scene.waits(100)
                _acts(scene, who, hold)
            case 3:
                scene.waits(800)
                _acts(scene, who, hold)
            case _:
                scene.waits(1300)
    return scene


def timed(game: str) -> Scene:
    """Clocks: time for a move and from the bank, a pause, a move that a bot plays, a seat that becomes a bot's."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: clocks", is_own=False, seed=14)
    clock = {"move": 2, "bank": 5, "increment": 1, "leaves": game != "crypto_cards"}
    scene.open(game, seats, _others(seats, "random", 0, 1), options=options, clock=clock, haste=0.3)
    scene.wants(BOB, "sit_down", seat=1, name=BOB)
    scene.says(EVE, {"type": "hello"})
    for turn in range(24):
        playing = [who for who, seat in ((ADA, 0), (BOB, 1)) if seat in scene.session._playing]
        if scene.match.over or not playing:
            break
        if turn == 9:
            scene.wants(playing[0], "pause_match", paused=True)
            scene.waits(60_000)
            scene.wants(playing[0], "pause_match", paused=False)
        if turn % 8 == 7:
            scene.waits(9_000)
        scene.waits(scene.random.choice((100, 1500, 3000)))
        for who in scene.random.sample(playing, len(playing)):
            if scene.seat_of(who) in scene.session._playing:
                scene.plays_any(who) or scene.wants(who, "take_back")
        if turn % 4 == 3:
            _sit_down_again(scene)
    return scene


def _sit_down_again(scene: Scene) -> None:
    """Whoever has a bot play for them tries to play, and then sits down again."""
    for who in (ADA, BOB):
        if scene.seat_of(who) in scene.session._stand_ins:
            scene.wants(who, "take_back")
            scene.wants(who, "sit_down", seat=scene.seat_of(who), name=who)


def settled(game: str) -> Scene:
    """Tables at which nothing is taken back, or only by right, and without hints."""
    seats, options = GAMES[game]
    scene = Scene(f"{game}: what a table allows", seed=16)
    for rule in ("never", "right"):
        scene.open(game, seats, _others(seats, "random", 0), haste=0, options=options, undo=rule, hints=False)
        scene.wants(ADA, "ask_hint")
        for _ in range(4):
            scene.goes_on((ADA,), 2)
            scene.wants(ADA, "take_back")
            scene.wants(ADA, "ask_undo")
    return scene


def _acts(scene: Scene, who: str, hold: str) -> None:
    """Do something in a race other than to hold."""
    race = scene.session._race
    view = race.asking(scene.seat_of(who)) if race else None
    legal = [action for action in (view.legal if view else []) if str(action) != hold]
    if legal:
        scene.wants(who, "play_action", action=scene.random.choice(legal).number)


def lapsed(game: str) -> Scene:
    """Offers that lapse: not answered, countered and not sent, accepted and nothing chosen; and a pause."""
    scene = Scene(f"{game}: offers that lapse", is_own=False, seed=17)
    scene.open(game, 3, {2: "random"}, haste=0, answer=20)
    scene.wants(BOB, "sit_down", seat=1, name=BOB)
    scene.says(EVE, {"type": "hello"})
    for answers in ((), ("counter", "ask 1"), ("accept",)):
        for text in ("propose 1", "want_any", "want_any", "send"):
            scene.plays(ADA, text)
        scene.waits(5_000)
        for text in answers:
            scene.plays(BOB, text)
        scene.wants(ADA, "pause_match", paused=True)
        scene.waits(60_000)
        scene.wants(ADA, "pause_match", paused=False)
        scene.waits(50_000)
    return scene


SCENES: dict[str, Callable[[str], Scene]] = {
    "alone": alone,
    "undo": undo,
    "together": together,
    "agreed": agreed,
    "broken-line": broken_line,
    "paused": paused,
    "hastened": hastened,
    "kept": kept,
    "openings": openings,
    "whole": whole,
    "advised": advised,
    "tidied": tidied,
    "raced": raced,
    "timed": timed,
    "settled": settled,
    "lapsed": lapsed,
}
ONLY = {
    "tidied": ("cash_a_catch",),
    "raced": ("cash_a_catch", "cash_or_crash"),
    "timed": ("crypto_cards", "cash_or_crash"),
    "advised": tuple(GAMES)[1:],
    "hastened": ("crypto_cards",),
    "settled": ("crypto_cards",),
    "lapsed": ("dead_cat_bounce",),
}


def all_scenes() -> dict[str, Callable[[], Scene]]:
    """Every scene by the name of its file."""
    return {
        f"{game.replace('_', '-')}-{name}": partial(scene, game)
        for name, scene in SCENES.items()
        for game in GAMES
        if game in ONLY.get(name, GAMES)
    }
