"""Thousands of matches stepped at once, on all cores, from NumPy arrays: `docs/batches.md`.

>>> batch = Batch("crypto_cards", seats=3, size=100, seed=1)
>>> while batch.games < 250:
...     batch.apply(batch.sample())
>>> batch.observe().shape, batch.legal().shape, bool(batch.places[batch.ended].all())
((100, 528), (100, 161), True)
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from openoutcry.bots import read
from openoutcry.bots.selfplay import GREEDY, RANDOM
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.contract import SPECTATOR, clause_name
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.engine.observation import WORD, layout_of, words_of_rows
from openoutcry.engine.turn import NOBODY
from openoutcry.engine.workspace import workspace_type
from openoutcry.envs import lanes
from openoutcry.envs.lanes import AGENT, MOST_PASSED_OVER, NONE_SUCH, WHOEVER_IS_ASKED, lane_type
from openoutcry.games import find
from openoutcry.table.reasons import refused

LEAST_PER_CORE = 64
"""Fewer lanes are not worth a thread."""
MOST_LANES, MOST_CORES = 1 << 24, 1024
NO_ACTIONS = np.zeros(0, np.int64)
SAVED = "open outcry batch 2"
"""How what is saved begins."""

Options = Mapping[str, int | str | bool]


def game_of(game: Game | str) -> Game:
    """A game, or the one of that name."""
    return find(game) if isinstance(game, str) else game


class Batch:
    """So many matches of one game, each in a lane of its own. In every lane one seat is asked; where several may act
    at once, chance asks one after another.

    Lane i plays game i of the seed's key; when it is over, game i + size, and so on: together the games that
    `outcry simulate` plays with that seed. What the methods give is written over by their next call.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Options | None = None,
        size: int = 1024,
        seed: int = 0,
        bots: Sequence[str | None] = (),
        cores: int | None = None,
        auto_reset: bool = True,
    ) -> None:
        """Deal every lane its first game. Seats that have a bot are not asked: its name, or None, for each seat."""
        self.game = game_of(game)
        self.seats = self.game.seats[-1] if seats is None else seats
        template = self.game.template(self.seats, options)
        if not _is_count(size, MOST_LANES):
            raise Mistake(f"a batch has from 1 to {MOST_LANES} lanes, not {quoted(size)}")
        if cores is not None and not _is_count(cores, MOST_CORES):
            raise Mistake(f"a batch has from 1 to {MOST_CORES} cores, not {quoted(cores)}")
        self.options = {option.name: option.show(int(template[option.name])) for option in self.game.options}
        self.size, self.auto_reset = size, auto_reset
        self.bots = tuple(bots) or (None,) * self.seats
        self.layout = layout_of(self.game, self.seats)
        self._slices = _slices(size, min(cores or os.cpu_count() or 1, max(1, size // LEAST_PER_CORE)))
        self._workspaces = [self._workspace(template) for _ in self._slices]
        self._pool: ThreadPoolExecutor | None = None
        self._lanes = np.zeros(size, lane_type(self.game))
        self._finals = np.zeros(size, self.game.state_type)
        self._rewards = np.zeros((size, self.seats), np.float32)
        self._actions = np.zeros(size, np.int64)
        self._legal: Any = np.zeros((size, self.game.actions.words * WORD), np.uint64)
        self._rows = np.zeros((size, len(self.layout)), self.layout.dtype)
        self.reset(seed)

    def _workspace(self, template: Any) -> Any:
        workspaces = np.zeros(1, workspace_type(self.game))
        workspace = workspaces[0]
        workspace.template = template
        for seat, policy in enumerate(_policies(self.bots, self.seats, self.game)):
            workspace.policies[seat], workspace.budgets[seat] = policy
        return workspaces

    def _on_all_cores(self, work: Callable[[Any, slice], Any]) -> list[Any]:
        """What some work gives for every slice of lanes; the first of them is done here."""
        if len(self._slices) == 1:
            return [work(self._workspaces[0], self._slices[0])]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(len(self._slices) - 1)
        given = zip(self._workspaces[1:], self._slices[1:], strict=True)
        others = [self._pool.submit(work, *each) for each in given]
        return [work(self._workspaces[0], self._slices[0]), *(other.result() for other in others)]

    def close(self) -> None:
        """Give back the threads; they come again when they are needed."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def reset(self, seed: int | None = None, first: int = 0) -> None:
        """Begin with the games first, first + 1, … of a seed, or of the seed there was."""
        if seed is not None:
            self.seed = seed
            for workspace in self._workspaces:
                workspace[0].master = new_chance(key_of_seed(seed))
        self.games = 0
        self._lanes[:], self._finals[:] = np.zeros(1, self._lanes.dtype), np.zeros(1, self._finals.dtype)
        self._lanes["number"] = np.arange(first, first + self.size)
        self._rewards[:] = 0
        self._on_all_cores(lambda workspace, part: lanes.begin(workspace, self._lanes[part], self.size))
        if (self.asked == NOBODY).any():
            raise Mistake(f"in {MOST_PASSED_OVER} games in a row nobody was asked but bots: sit at another seat")

    def reset_next(self) -> None:
        """Begin with the games after all that were dealt."""
        self.reset(first=int(self.numbers.max()) + 1)

    def reset_ended(self) -> None:
        """Deal the next game wherever one is over, in a batch without `auto_reset`."""
        self._rewards[:] = 0
        self._on_all_cores(lambda workspace, part: lanes.begin_again(workspace, self._lanes[part], self.size))

    def legal(self, seat: int | None = None) -> Any:
        """What whoever is asked may do, or a given seat: a row per lane, True or False per action."""
        asked = WHOEVER_IS_ASKED if seat is None else self._seat(seat)
        self._on_all_cores(lambda workspace, part: lanes.unpack(workspace, self._lanes[part], asked, self._legal[part]))
        return self._masks

    @property
    def _masks(self) -> Any:
        return self._legal.view(bool)[:, : len(self.game.actions)]

    def observe(self, seat: int | None = None) -> Any:
        """What whoever is asked may know, or a given seat, or a spectator (-1): a row per lane, by the layout."""
        asked = WHOEVER_IS_ASKED if seat is None else self._seat(seat, SPECTATOR)
        self._on_all_cores(
            lambda workspace, part: lanes.observe_all(
                workspace, self._lanes[part], asked, words_of_rows(self._rows[part])
            )
        )
        return self._rows

    def observe_finals(self, seat: int) -> Any:
        """What a seat may know of the match before, in the lanes where it ended with the last action; elsewhere 0."""
        asked, rows = self._seat(seat, SPECTATOR), np.zeros_like(self._rows)
        self._on_all_cores(
            lambda workspace, part: lanes.observe_finals(
                workspace, self._lanes[part], self._finals[part], asked, words_of_rows(rows[part])
            )
        )
        return rows

    def sample(self) -> Any:
        """A legal action for every lane, at random: so the batch plays the very games of `engine/playout.py`."""
        self._on_all_cores(lambda workspace, part: lanes.choose_any(workspace, self._lanes[part], self._actions[part]))
        return self._actions

    def apply(self, actions: Any) -> None:
        """Play an action in every lane; where a match is over its number says nothing. If one of them is not legal,
        none is played.
        """
        self._play(self._checked(actions), lambda _: slice(0))

    def step(self, actions: Any = None) -> tuple[Any, Any]:
        """`apply`, at random where no actions are given, and what `observe` and `legal` give of whoever is asked next:
        the same in one go, and sooner, as each lane is looked at while it is at hand.
        """
        self._play(NO_ACTIONS if actions is None else self._checked(actions), lambda part: part)
        return self._rows, self._masks

    def _play(self, given: Any, shown: Callable[[slice], slice]) -> None:
        """Play an action in every lane, and show some of them."""
        stride = self.size if self.auto_reset else 0
        ended = self._on_all_cores(
            lambda workspace, part: lanes.play(
                workspace,
                self._lanes[part],
                given[part],
                stride,
                self._rewards[part],
                self._finals[part],
                self._legal[shown(part)],
                words_of_rows(self._rows[shown(part)]),
            )
        )
        self.games += sum(ended)

    def apply_at_once(self, choices: Any) -> None:
        """Play what all that may act chose at the same time, a column per seat, in a batch without `auto_reset`: they
        are asked in the order of the stream for ties, and who is asked too late has not acted.
        """
        given = self._whole_numbers(choices, (self.size, self.seats))
        ended = self._on_all_cores(
            lambda workspace, part: lanes.play_at_once(
                workspace,
                self._lanes[part],
                given[part],
                len(self.game.actions),
                self._rewards[part],
                self._finals[part],
            )
        )
        self.games += sum(ended)

    def _whole_numbers(self, actions: Any, shape: tuple[int, ...]) -> Any:
        given = np.asarray(actions)
        if given.shape != shape or given.dtype.kind not in "iu":
            raise Mistake(f"actions are whole numbers of shape {shape}, not {given.dtype} of shape {given.shape}")
        return np.ascontiguousarray(given, np.int64)

    def _checked(self, given: Any) -> Any:
        """The actions of all lanes, refused where one is not legal, saying which and why."""
        actions, count = self._whole_numbers(given, (self.size,)), len(self.game.actions)
        found = self._on_all_cores(
            lambda _, part: (part.start, lanes.first_illegal(self._lanes[part], actions[part], count))
        )
        for start, place in found:
            if place != NONE_SUCH:
                raise self._refused(start + place, int(actions[start + place]))
        return actions

    def _refused(self, lane: int, action: int) -> Mistake:
        seat, count = int(self.asked[lane]), len(self.game.actions)
        if not 0 <= action < count:
            return Mistake(f"lane {lane}: actions go from 0 to {count - 1}, not {action}")
        clause = clause_name(int(self.game.rules.refusal(self.states[lane], seat, action)))
        return Mistake(f"lane {lane}, seat {seat}, {self.game.actions[action]}: {refused(self.game, clause)}")

    def _seat(self, seat: int, first: int = 0) -> int:
        if isinstance(seat, bool) or not hasattr(seat, "__index__") or not first <= seat < self.seats:
            raise Mistake(f"seats go from {first} to {self.seats - 1}, not {quoted(seat)}")
        return int(seat)

    @property
    def states(self) -> Any:
        """The true records, secrets and all."""
        return self._lanes["state"]

    @property
    def finals(self) -> Any:
        """The last record of each lane's match before."""
        return self._finals

    @property
    def asked(self) -> Any:
        """The seat that is asked in each lane; -1 where the match is over."""
        return self._lanes["seat"]

    @property
    def packed(self) -> Any:
        """What whoever is asked may do, a bit per action, in 64-bit words."""
        return self._lanes["mask"]["words"]

    @property
    def numbers(self) -> Any:
        """Which game of the key each lane plays."""
        return self._lanes["number"]

    @property
    def ended(self) -> Any:
        """Where a match ended with the last action."""
        return self._lanes["ended"] != 0

    @property
    def rewards(self) -> Any:
        """Everybody's reward for the last action, 0 until the end; then by places, from -1 (last) to 1 (first), in all
        0. Who plays alone has 1 or -1.
        """
        return self._rewards

    @property
    def points(self) -> Any:
        """Everybody's points in the last match of each lane that ended."""
        return self._lanes["outcome"]["points"][:, : self.seats]

    @property
    def places(self) -> Any:
        """Everybody's places in the last match of each lane that ended."""
        return self._lanes["outcome"]["places"][:, : self.seats]

    @property
    def lengths(self) -> Any:
        """How many actions the last match of each lane took."""
        return self._lanes["outcome"]["length"]

    def save(self) -> bytes:
        """All of it, secrets and all, for `load` and `restore`."""
        content = b"".join(kept.tobytes() for kept in self._kept)
        head = {"kind": self._kind, "seed": self.seed, "games": self.games, "digest": _digest(content)}
        return f"{SAVED}\n{json.dumps(head)}\n".encode() + content

    @property
    def _kept(self) -> tuple[Any, ...]:
        """What is saved."""
        return self._lanes, self._finals, self._rewards

    @property
    def _kind(self) -> dict[str, Any]:
        """What is the same in all batches that can go on from one another."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "seats": self.seats,
            "options": self.options,
            "size": self.size,
            "bots": [*self.bots],
            "auto_reset": self.auto_reset,
        }

    def load(self, saved: bytes) -> None:
        """Go on from what was saved of a batch like this one, to the same bytes."""
        head, content = _parted(saved)
        if different := [name for name, value in self._kind.items() if head["kind"].get(name) != value]:
            raise Mistake(f"what was saved is not of a batch like this one: it differs in {', '.join(different)}")
        self.reset(head["seed"])
        self.games, start = head["games"], 0
        for kept in self._kept:
            kept[:] = np.frombuffer(content, kept.dtype, kept.size, start).reshape(kept.shape)
            start += kept.nbytes

    @classmethod
    def restore(cls, saved: bytes, cores: int | None = None) -> Batch:
        """A batch that goes on from what was saved."""
        kind = _parted(saved)[0]["kind"]
        names = ("game", "seats", "options", "size", "bots", "auto_reset")
        if missing := [name for name in names if name not in kind]:
            raise Mistake(f"what was saved does not say its {', '.join(missing)}")
        batch = cls(**{name: kind[name] for name in names}, cores=cores)
        batch.load(saved)
        return batch

    @property
    def is_over(self) -> bool:
        """Whether no lane asks anybody any more."""
        return bool((self.asked == NOBODY).all())


def _parted(saved: bytes) -> tuple[dict[str, Any], bytes]:
    """What is said of a batch that was saved, and its bytes."""
    form, _, rest = bytes(saved).partition(b"\n")
    if form != SAVED.encode():
        raise Mistake(f"a saved batch begins with {SAVED!r}, not with {quoted(form[:40])}")
    told, _, content = rest.partition(b"\n")
    try:
        head = json.loads(told)
        is_whole = isinstance(head["kind"], dict) and _digest(content) == head["digest"]
        is_whole &= all(isinstance(head[name], int) for name in ("seed", "games"))
    except (ValueError, TypeError, KeyError, RecursionError):
        is_whole = False
    if not is_whole:
        raise Mistake("what was saved is not whole")
    return head, content


def _is_count(number: Any, most: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= most


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _slices(size: int, parts: int) -> list[slice]:
    """All lanes in slices that are about equally long."""
    return [slice(size * part // parts, size * (part + 1) // parts) for part in range(parts)]


def _policies(bots: Sequence[str | None], seats: int, game: Game) -> list[tuple[int, int]]:
    """The policy and the budget of every seat."""
    if len(bots) != seats or all(bots):
        raise Mistake(f"there is a bot or None for each of {seats} seats, and one None at least, not {quoted(bots)}")
    found = []
    for name in bots:
        spec = None if name is None else read(name, game)
        if spec is not None and (spec.policy not in (RANDOM, GREEDY) or spec.milliseconds):
            raise Mistake(f"{name} cannot play in a batch; random, easy and greedy can")
        found.append((AGENT, 0) if spec is None else (int(spec.policy or 0), spec.budget))
    return found
