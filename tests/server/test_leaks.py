"""Nothing that leaves the server tells a reader what they may not know: messages, answers over HTTP, lines of the log,
the lobby, counts, the head of the chain, and what is in the database.

What a reader may not know is dealt again, and people do what nobody sees: not a byte may change by it.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import hmac
import logging
import random
import re
import sys
import threading
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace

from housing import Client, Served, bearer, in_house
from openoutcry.engine.chance import new_chance
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.record import copied
from openoutcry.server import keeping, telling
from openoutcry.server import protocol as p
from openoutcry.server.api import Api
from openoutcry.server.house import House
from openoutcry.server.lobby import Lobby
from openoutcry.server.outbox import Outbox
from openoutcry.server.playing import Playing
from openoutcry.server.room import Room
from openoutcry.server.vault import Vault
from openoutcry.table import fairness
from openoutcry.table.file import text_of
from openoutcry.table.match import Match
from openoutcry.table.messages import PlayAction
from openoutcry.table.reasons import Reason
from openoutcry.table.reasons import told as reason_told
from openoutcry.table.session import Session
from scenes import GAMES

RACES: dict[str, dict[str, int]] = {"cash_a_catch": {}, "cash_or_crash": {"variant": 2}}
CLOCK = {"move": 30.0, "bank": 300.0, "increment": 1.0, "leaves": False}
LEFT = re.compile(rb'"left":[0-9.]+')
AGAINST = ("save_match", "ask_review", "ask_hint")
"""What is refused, or does nothing, before the end."""


class Play:
    """A table in play: people who know the rules and choose at random, a spectator, and people in the lobby."""

    def __init__(self, served: Served, game: str, *, seed: int = 1) -> None:
        self.served, self.game, self.random = served, game, random.Random(seed)
        self.room: Room
        self.told: dict[str, Any]
        self.people: list[Client] = []
        self.lobby: list[Client] = []

    async def begin(self, **settings: Any) -> None:
        seats = GAMES[self.game][0]
        self.people = [await self.served.person(name) for name in ("Ada", "Bob", "Cyd", "Dan")[:seats]]
        options = {"options": RACES.get(self.game, {}), "is_open": True} | settings
        host, *others = self.people
        self.room, self.told = await self.served.begun(host, others, game=self.game, seats=seats, **options)
        self.eve = self.served.stranger()
        await self.eve.enter(self.address)
        for one in (*self.people, self.served.stranger()):
            looking = Client(self.served, one.name, one.person, one.token)
            await looking.enter("/ws/lobby")
            self.lobby.append(looking)

    @property
    def address(self) -> str:
        return f"/ws/tables/{self.room.id}"

    @property
    def playing(self) -> Playing:
        assert self.room.playing is not None
        return self.room.playing

    @property
    def match(self) -> Match:
        return self.playing.match

    def legal(self, who: Client) -> list[int]:
        view = self.playing.session.view_of(who.person or "")
        return [action.number for action in view.legal]

    async def play_any(self, who: Client) -> str | None:
        """Somebody does something they may do, if there is anything."""
        legal = self.legal(who)
        return await who.wants("play_action", action=self.random.choice(legal)) if legal else None

    async def go_on(self, steps: int) -> None:
        """People play; in a race they let most of it pass."""
        for _ in range(steps):
            if self.match.over:
                return
            who = self.random.choice(self.people)
            if self.playing.session.race is not None and self.random.random() < 0.6:
                await self.served.wait(self.random.choice((0.3, 1.0, 3.0)))
            elif await self.play_any(who) is None:
                await self.served.wait(0.5)

    async def all_for(self, who: Client) -> list[bytes]:
        """All that somebody can get of the server: everything again at the table and in the lobby, whatever they may
        ask there, what is refused, and every answer over HTTP.
        """
        self.served.house.visits.closed(who.line)
        line = await who.enter(self.address, code=None if who.token else self.told["watch"])
        who.say("describe_view")
        for entries in (0, 1, 2, 5, 10_000):
            who.say("show_moment", entries=entries)
        for kind in AGAINST:
            who.say(kind, id=2**40 + AGAINST.index(kind), **asked(kind))
        in_race = self.playing.session.race is not None  # a ring is answered a moment later
        for number in [] if in_race else refused(self.match, self.legal_of(who)):
            who.say("play_action", id=2**41 + number, action=number)
        who.say("let_bot_play", id=2**42, seat=0)
        await self.served.settle()
        looking = Client(self.served, who.name, who.person, who.token)
        lobby = await looking.enter("/ws/lobby")
        self.served.house.visits.closed(lobby)
        self.forget_answers(who)
        return [*line.said, *lobby.said, *await self.over_http(who)]

    def legal_of(self, who: Client) -> list[int]:
        return self.legal(who) if who.person else []

    def forget_answers(self, who: Client) -> None:
        """The same ids are asked again."""
        for name, reader in self.playing.session._readers.items():
            if name == who.person or who.person is None:
                reader.answers.clear()
        if who.person:
            self.room._answers.pop(who.person, None)

    async def over_http(self, who: Client) -> list[bytes]:
        """Every answer to somebody who has no operator's token."""
        http, table = self.served.http, f"/api/tables/{self.room.id}"
        found = []
        for path in ("/api/tables", table, f"{table}/file", f"{table}/secret", "/metrics", "/api/operator", "/healthz"):
            answer = await http.get(path, headers=bearer(who.token))
            found.append(f"{path} {answer.status_code} {sorted(answer.headers.items())}".encode() + answer.content)
        if who.token:
            answer = await http.get("/api/me", headers=bearer(who.token))
            found.append(answer.content)
        return found

    def readers(self) -> list[tuple[Client, int]]:
        """Somebody at a seat, the last one at the table, and somebody who watches."""
        seats = [self.room.seat_of(one.person or "") for one in (self.people[0], self.people[-1])]
        places = [SPECTATOR if seat is None else seat for seat in seats]
        return [(self.people[0], places[0]), (self.people[-1], places[1]), (self.eve, SPECTATOR)]

    async def bot_sits_down(self) -> None:
        """The last one gets up and watches, and a bot plays on."""
        seat = len(self.people) - 1
        assert await self.people[-1].wants("leave_seat") == "accepted"
        assert await self.people[0].wants("fill_seat", seat=seat, bot="greedy") == "accepted"

    async def newcomer_sits_down(self) -> None:
        """Somebody new takes the bot's place."""
        seat, newcomer = len(self.people) - 1, await self.served.person("Fay")
        assert await self.people[0].wants("fill_seat", seat=seat, bot=None) == "accepted"
        await newcomer.enter(self.address)
        assert await newcomer.wants("take_seat", seat=seat) == "accepted"
        self.people[-1] = newcomer

    def said_to_others(self, actor: Client) -> list[list[bytes]]:
        """All that was said to lines that are not the actor's, at the table and in the lobby."""
        others = [one for one in (*self.people, self.eve, *self.lobby) if one.person != actor.person]
        return [list(one.line.said) for one in others]

    @property
    def seen_by_all(self) -> bytes:
        return bytes(self.match.view(None).record.tobytes())


def asked(kind: str) -> dict[str, Any]:
    return {"steps": 10_000} if kind == "ask_review" else {}


def refused(match: Match, legal: list[int]) -> list[int]:
    """Some actions that nobody at that seat may do now, and numbers that are none."""
    numbers = [number for number in range(0, len(match.game.actions), 7) if number not in legal]
    return [*numbers[:10], len(match.game.actions) + 3]


async def depends_on_the_unknown(play: Play) -> str | None:
    """What of all that somebody gets depends on what they may not know, if anything."""
    for who, seat in play.readers():
        state = play.match._state
        known = await play.all_for(who)
        hidden = play.match._hidden(state, seat)
        for number in range(2):
            play.match._state = copied(hidden)
            play.match.game.sight.redeal(play.match._state, seat, new_chance(bytes([number + 1] * 32)))
            other = await play.all_for(who)
            play.match._state = state
            if other != known:
                return f"{who.name or 'a spectator'}: {differing(known, other)}"
    return None


def at_any_time(told: list[bytes]) -> list[bytes]:
    """What was told, without the time that is left."""
    return [LEFT.sub(b"", one) for one in told]


def differing(some: list[bytes], others: list[bytes]) -> str:
    """The first thing in which two worlds differ."""
    for one, other in zip(some, others, strict=False):
        if one != other:
            return f"{one[:300]!r} and {other[:300]!r}"
    return f"{len(some)} and {len(others)} messages"


async def redealt(served: Served, game: str, rounds: int = 6, **settings: Any) -> str | None:
    play = Play(served, game)
    await play.begin(**settings)
    for _ in range(rounds):
        if found := await depends_on_the_unknown(play):
            return found
        await play.go_on(8)
    return None


@pytest.mark.parametrize("settings", [{}, {"days": 2}], ids=["live", "by correspondence"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_depends_on_what_a_reader_may_not_know(game: str, settings: dict[str, Any], tmp_path: Path) -> None:
    assert in_house(tmp_path, lambda served: redealt(served, game, **settings)) is None


async def tells_of_the_unseen(served: Served, game: str, *, turns: int = 150, **settings: Any) -> str | None:
    """What tells others that somebody did what nobody can see, or tried what is refused."""
    play, unseen = Play(served, game, seed=5), 0
    await play.begin(undo="consent", **settings)
    for turn in range(turns):
        if play.match.over:
            break
        who, asker, *_ = play.random.sample(play.people, len(play.people))
        if turn % 5 == 4:
            await asker.wants("ask_undo")
        anew = await play.all_for(asker) if turn % 3 == 1 else []
        said, seen, head = play.said_to_others(who), play.seen_by_all, play.playing.chain.head
        entries = len(play.match.log)
        await act_somehow(play, who, turn)
        if play.seen_by_all != seen:
            continue
        if play.playing.chain.head != head:
            return "the head moves with what not all see"
        if len(play.match.log) > entries:
            if not is_last_unseen(play.match):
                continue
            unseen += 1
        if found := differing_lines(said, play.said_to_others(who)):
            return f"turn {turn}, {who.name}: {found}"
        if anew and at_any_time(again := await play.all_for(asker)) != at_any_time(anew):
            return f"turn {turn}, whoever comes anew: {differing(anew, again)}"
    assert unseen > 3, "otherwise nothing was tried"
    return None


async def act_somehow(play: Play, who: Client, turn: int) -> None:
    """Somebody acts, or takes something back, or lets time pass; a ring in a race is judged a moment later."""
    if play.playing.session.race is not None and turn % 3 == 2:
        await who.wants("take_back")
    elif await play.play_any(who) is None:
        await play.served.wait(0.7)
    await play.served.wait(0.06)


def is_last_unseen(match: Match) -> bool:
    """Whether what was done last is seen by nobody else."""
    action = match.log[-1].action
    return action is not None and match.game.actions.seen(action.number) is None


def differing_lines(before: list[list[bytes]], after: list[list[bytes]]) -> str | None:
    """What was said to others meanwhile."""
    return next((str(new[len(old) :]) for old, new in zip(before, after, strict=True) if old != new), None)


async def redealt_to_others(served: Served, game: str) -> str | None:
    """What depends on the unknown where a bot plays for a while, and somebody who sits down later."""
    play = Play(served, game, seed=3)
    await play.begin()
    await play.go_on(4)
    for changes in (play.bot_sits_down, play.newcomer_sits_down):
        await changes()
        for _ in range(2):
            if found := await depends_on_the_unknown(play):
                return found
            await play.go_on(3)
    return None


@pytest.mark.parametrize("game", GAMES)
def test_bots_and_whoever_sits_down_later_change_nothing_of_that(game: str, tmp_path: Path) -> None:
    assert in_house(tmp_path, lambda served: redealt_to_others(served, game)) is None


@pytest.mark.parametrize("settings", [{}, {"clock": CLOCK}, {"days": 2}], ids=["live", "clocks", "by correspondence"])
@pytest.mark.parametrize("game", RACES)
def test_what_nobody_sees_is_told_to_nobody(game: str, settings: dict[str, Any], tmp_path: Path) -> None:
    assert in_house(tmp_path, lambda served: tells_of_the_unseen(served, game, **settings)) is None


async def work_of_refusals(served: Served, game: str) -> list[set[int]]:
    """For each of some actions that are refused, how much is called until that is said, in worlds that differ in what
    the reader may not know.
    """
    play = Play(served, game)
    await play.begin()
    await play.go_on(10)
    while play.playing.session.race is not None:  # there a ring is answered a moment later
        await served.wait(1.0)
    found: list[set[int]] = []
    for who, seat in play.readers():
        state, hidden = play.match._state, play.match._hidden(play.match._state, seat)
        for number in refused(play.match, play.legal_of(who)):
            works = set()
            for world in range(4):
                if world:
                    play.match._state = copied(hidden)
                    play.match.game.sight.redeal(play.match._state, seat, new_chance(bytes([world] * 32)))
                play.forget_answers(who)
                works.add(calls(partial(refuse, play, who, number)))
                play.match._state = state
            found.append(works)
    return found


def refuse(play: Play, who: Client, number: int) -> None:
    """Have an action refused by the table."""
    name = who.person or next(name for name in play.room.guests if name.startswith("watcher"))
    play.room.hear(name, PlayAction(id=next(play.served.ids), action=number), play.served.house.time)


def calls(do: Callable[[], None]) -> int:
    """How many functions are called; what others left to be collected is not counted."""
    count = 0

    def called(_frame: object, event: str, _about: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    do()  # what is worked out once is known now
    gc.disable()
    sys.setprofile(called)
    try:
        do()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_takes_as_much_work_whatever_is_hidden(game: str, tmp_path: Path) -> None:
    found = in_house(tmp_path, lambda served: work_of_refusals(served, game))
    assert len(found) > 3
    assert all(len(works) == 1 for works in found), found


async def said_to_the_operator(served: Served, game: str) -> tuple[Play, list[bytes]]:
    """A table in play, and what must not be in any log or file before its end."""
    play = Play(served, game)
    await play.begin()
    await play.go_on(20)
    room, match = play.room, play.match
    kept = [room.secret, match._key, *(drawn.secret for drawn in room.rounds)]
    salts = [hmac.new(room.secret, b"entry" + number.to_bytes(8, "big"), sha256).digest() for number in range(1, 5)]
    return play, [form for one in (*kept, *salts) for form in forms(one)]


def forms(secret: bytes) -> list[bytes]:
    """The ways in which bytes may be written."""
    return [secret, secret.hex().encode(), base64.b64encode(secret), base64.urlsafe_b64encode(secret).rstrip(b"=")]


async def found_in_files(served: Served, folder: Path) -> list[str]:
    """The files in which something lies in clear that nobody may read before the end."""
    play, secrets = await said_to_the_operator(served, "crypto_cards")
    await served.settle()
    files = [path for path in folder.rglob("outcry.sqlite*") if path.is_file()]
    texts = {path.name: path.read_bytes() for path in files}
    assert any(play.room.id.encode() in text for text in texts.values()), "otherwise nothing is stored yet"
    return [name for name, text in texts.items() if any(secret in text for secret in secrets)]


def test_in_the_database_no_secret_lies_in_clear(tmp_path: Path) -> None:
    assert in_house(tmp_path, lambda served: found_in_files(served, tmp_path)) == []


async def found_in_logs(served: Served, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Lines of the log that say something of a table in play."""
    with caplog.at_level(logging.DEBUG):
        play, secrets = await said_to_the_operator(served, "crypto_cards")
        row = served.house.store.entries(play.room.id)[-1]
        at: Any = None
        served.house.outbox.writer.put([row._replace(at=at)])
        await served.settle()
        told = [*secrets, row.line.encode(), row.hash.encode()]
        return [text for text in caplog.text.splitlines() if any(one in text.encode() for one in told)]


def test_the_log_of_the_server_says_nothing_of_a_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    assert in_house(tmp_path, lambda served: found_in_logs(served, caplog)) == []
    assert "not_stored" in caplog.text, "otherwise nothing was said at all"
    assert capfd.readouterr() == ("", "")


async def guessed(served: Served) -> bool:
    """Whether somebody who guesses an action can see in the heads that they guessed right."""
    play, _ = await said_to_the_operator(served, "crypto_cards")
    chain = play.playing.chain
    for number, entry in enumerate(play.match.log, start=1):
        before = bytes.fromhex(chain.hashes[number - 1])
        content = fairness.canonical(fairness.content_of(entry, chain.notes.get(number)))
        for salt in (b"", bytes(32), bytes.fromhex(fairness.commitment(play.room.secret))):
            if sha256(before + sha256(salt + content).digest()).hexdigest() == chain.hashes[number]:
                return True
    return False


def test_nobody_guesses_by_the_heads(tmp_path: Path) -> None:
    assert not in_house(tmp_path, guessed)


def test_whoever_watches_later_learns_nothing_sooner(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        play = Play(served, "crypto_cards")
        await play.begin(delay=0.4)
        await asyncio.sleep(0.5)
        told = ("view_changed", "table_changed", "view_described", "moment_shown")
        before = {kind: len(play.eve.line.heard(kind)) for kind in told}
        await play.go_on(6)
        play.eve.say("describe_view")
        play.eve.say("show_moment", entries=10_000)
        await served.settle()
        assert {kind: len(play.eve.line.heard(kind)) for kind in told} == before
        await asyncio.sleep(0.5)
        assert all(len(play.eve.line.heard(kind)) > before[kind] for kind in told if kind != "table_changed")

    in_house(tmp_path, scene)


def test_whoever_watches_a_little_later_is_told_what_is_stored(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        play = Play(served, "crypto_cards")
        await play.begin(delay=0.001)
        await asyncio.sleep(0.05)
        before, stuck = len(play.eve.line.said), threading.Event()
        writer = served.house.outbox.writer
        commit = writer._commit
        writer._commit = lambda group: (stuck.wait(), commit(group))[1]  # type: ignore[method-assign]
        who = next(one for one in play.people if play.legal(one))
        who.say("play_action", id=1, action=play.legal(who)[0])
        await asyncio.sleep(0.1)
        assert len(play.eve.line.said) == before
        stuck.set()
        await served.settle()
        assert len(play.eve.line.said) > before

    in_house(tmp_path, scene)


# Servers that tell too much are found.


def log_length(room: Room) -> p.RoomChanged:
    told = ABOUT(room)
    entries = len(room.playing.match.log) if room.playing else 0
    return replace(told, watchers=told.watchers + entries)


def choice_announced(room: Room, said: Any) -> Any:
    notice = p.NoticeGiven(reason=reason_told(Reason("not_your_turn")))
    news = [(who, notice) for who in room.guests] if room.playing and room.playing.unsaved else []
    return PLAYED(room, [*said, *news])


def whose_turn(lobby: Lobby) -> Any:
    room = next(iter(lobby._house.rooms.values()))
    turn = str(room.playing.match.to_act if room.playing else "")
    return [replace(table, host=table.host + turn) for table in LISTED(lobby)]


def turn_by_the_truth(session: Session, seat: int) -> bool:
    return (seat + len(session._table.to_act)) % 2 == 0


def described_by_the_truth(session: Session, who: str) -> Any:
    del who
    return session._table.open_view()


def refused_by_the_truth(session: Session, seat: int, number: int) -> None:
    if seat not in session._table.to_act:
        raise Reason("not_your_turn")
    raise Reason("no_such_action", action=number + crc32(session._table._state.tobytes()))


def file_at_any_time(room: Room) -> str:
    assert room.playing is not None
    return text_of(room.playing.match)


def unsalted(before: bytes, secret: bytes, number: int, content: bytes) -> bytes:
    del secret, number
    return sha256(before + sha256(content).digest()).digest()


def shown_at_once(chain: fairness.Chain, seen: bytes, *, is_over: bool) -> None:
    del is_over
    chain.shown, chain._seen = len(chain.hashes) - 1, seen


def secret_logged(house: House, room: Room, said: Any) -> None:
    logging.getLogger("openoutcry").debug("table %s, secret %s", room.id, room.secret.hex())
    STEP(house, room, said)


def row_logged(outbox: Outbox, ticket: int, error: Any) -> None:
    logging.getLogger("openoutcry").error("%s", error.params)
    FAILED(outbox, ticket, error)


ABOUT, PLAYED, LISTED, STEP = telling.about, Room.played, Lobby.listed, House.step
FAILED = Outbox._failed
Finds = Callable[[Served, Path, pytest.LogCaptureFixture], Any]
UNSEEN: Finds = lambda served, _folder, _log: tells_of_the_unseen(served, "cash_a_catch")  # noqa: E731
REDEALT: Finds = lambda served, _folder, _log: redealt(served, "cash_a_catch", rounds=8)  # noqa: E731
CARDS: Finds = lambda served, _folder, _log: redealt(served, "crypto_cards")  # noqa: E731
FILES: Finds = lambda served, folder, _log: found_in_files(served, folder)  # noqa: E731
LOGS: Finds = lambda served, _folder, log: found_in_logs(served, log)  # noqa: E731
MUTANTS: dict[str, tuple[Any, str, Any, Finds]] = {
    "the length of the log": (telling, "about", log_length, UNSEEN),
    "that somebody chose": (Room, "played", choice_announced, UNSEEN),
    "whose turn it is, in the lobby": (Lobby, "listed", whose_turn, UNSEEN),
    "how many are to act, in the lobby": (Session, "waits_for", turn_by_the_truth, UNSEEN),
    "a head that moves": (fairness.Chain, "_show", shown_at_once, UNSEEN),
    "all that lies there": (Session, "view_of", described_by_the_truth, CARDS),
    "the file before the end": (keeping, "file_of", file_at_any_time, UNSEEN),
    "counts": (Api, "check_operator", lambda _api, _request: None, UNSEEN),
    "why not, by the truth": (Session, "_act", refused_by_the_truth, CARDS),
    "heads without salt": (fairness, "next_hash", unsalted, lambda served, _folder, _log: guessed(served)),
    "the secret in the database": (Vault, "seal", lambda _vault, secret, _about: secret, FILES),
    "the secret in the log": (House, "step", secret_logged, LOGS),
    "what was to be stored, in the log": (Outbox, "_failed", row_logged, LOGS),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_server_that_tells_too_much_is_found(
    mutant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    where, name, broken, finds = MUTANTS[mutant]
    monkeypatch.setattr(where, name, broken)
    assert in_house(tmp_path, lambda served: finds(served, tmp_path, caplog))
