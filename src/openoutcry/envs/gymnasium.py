"""Gymnasium: one seat of a game, the others are bots; see `docs/gymnasium.md`. It needs the extra `gym`.

Importing this module registers every game: `OpenOutcry/CryptoCards-v2` and so on, the number being the version of the
observations. Rewards come at the end, by places: from -1 for the last to 1 for the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.observation import OBSERVATION_VERSION, Layout
from openoutcry.engine.turn import NOBODY
from openoutcry.envs.batch import Batch, Options, game_of
from openoutcry.envs.rendering import ANSI, RGB_ARRAY, check_mode, rendered
from openoutcry.games import registered

MODES = (ANSI, RGB_ARRAY)
MOST_SEED = 2**63


def bots_beside(seat: int, seats: int, opponents: str | Sequence[str]) -> list[str | None]:
    """Who plays each seat: nobody of ours at the agent's, at the others one bot, or one each in their order."""
    if not 0 <= seat < seats:
        raise Mistake(f"seats go from 0 to {seats - 1}, not {seat}")
    others = [opponents] * (seats - 1) if isinstance(opponents, str) else [*opponents]
    if len(others) != seats - 1:
        raise Mistake(f"an agent has {seats - 1} opponents at {seats} seats, not {len(others)}")
    return [*others[:seat], None, *others[seat:]]


def observation_space(layout: Layout) -> spaces.Box:
    """All that an observation can be."""
    return spaces.Box(layout.low, layout.high, dtype=layout.dtype.type)


class Solo(gymnasium.Env[Any, Any]):
    """A match for one agent. What it may do is in the info, as `action_mask`. An action that it may not do changes
    nothing; the info then says why, as `refused`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Options | None = None,
        seat: int = 0,
        opponents: str | Sequence[str] = "greedy",
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = check_mode(render_mode, MODES)
        count = game_of(game).seats[-1] if seats is None else seats
        bots = bots_beside(seat, count, opponents)
        self.seat, self.batch = seat, Batch(game, count, options, size=1, bots=bots, auto_reset=False)
        self.names = [bot or "you" for bot in bots]
        self.observation_space = observation_space(self.batch.layout)
        self.action_space = spaces.Discrete(len(self.batch.game.actions))
        self._was_dealt = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal the first game of a seed, or the next one; the game's options are those of the environment."""
        super().reset(seed=seed, options=options)
        if seed is None and self._was_dealt:
            self.batch.reset_next()
        else:
            self.batch.reset(int(self.np_random.integers(MOST_SEED)) if seed is None else seed)
        self._was_dealt = True
        return self._observed(), self._info()

    def _observed(self) -> Any:
        return self.batch.observe(self.seat)[0].copy()

    def action_masks(self) -> Any:
        """What the agent may do now."""
        return self.batch.legal()[0].copy()

    def _info(self) -> dict[str, Any]:
        mask = {"action_mask": self.batch.legal()[0].astype(np.int8)}
        if self.batch.asked[0] != NOBODY:
            return mask
        return mask | {"points": self.batch.points[0].tolist(), "places": self.batch.places[0].tolist()}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and all that the bots do until the agent is asked again."""
        if self.batch.asked[0] == NOBODY:
            raise Mistake("the match is over; reset deals the next one")
        try:
            self.batch.apply(np.array([action]))
        except Mistake as mistake:
            return self._observed(), 0.0, False, False, self._info() | {"refused": str(mistake)}
        is_over = bool(self.batch.asked[0] == NOBODY)
        return self._observed(), float(self.batch.rewards[0, self.seat]), is_over, False, self._info()

    def render(self) -> Any:
        """The table as the agent sees it."""
        return rendered(self.batch, self.render_mode, self.names)

    def save(self) -> bytes:
        """The match as bytes, secrets and all."""
        return self.batch.save()

    def restore(self, saved: bytes) -> None:
        """Go on from what was saved of the same game, seats, options and opponents."""
        self.batch.load(saved)
        self._was_dealt = True


class Lanes(VectorEnv[Any, Any, Any]):
    """Many matches for one agent, over a batch: where one ends the next is dealt in the same step, and what the agent
    saw last is in the infos as `final_obs`. If one of the actions is not legal, none is played.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1024,
        seats: int | None = None,
        options: Options | None = None,
        seat: int = 0,
        opponents: str | Sequence[str] = "greedy",
        cores: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode, self.num_envs, self.seat = check_mode(render_mode, MODES), num_envs, seat
        count = game_of(game).seats[-1] if seats is None else seats
        bots = bots_beside(seat, count, opponents)
        self.batch = Batch(game, count, options, size=num_envs, bots=bots, cores=cores)
        self.names = [bot or "you" for bot in bots]
        self.single_observation_space = observation_space(self.batch.layout)
        self.single_action_space = spaces.Discrete(len(self.batch.game.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._was_dealt = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal the first games of a seed, one for all, or the next ones."""
        if isinstance(seed, list):
            raise Mistake("all matches have one seed, not one each")
        super().reset(seed=seed, options=options)
        if seed is None and self._was_dealt:
            self.batch.reset_next()
        else:
            self.batch.reset(int(self.np_random.integers(MOST_SEED)) if seed is None else seed)
        self._was_dealt = True
        return self._observed(), self._infos()

    def _observed(self) -> Any:
        return self.batch.observe(self.seat).copy()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.legal().astype(np.int8), "_action_mask": np.ones(self.num_envs, bool)}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in every match, and all that the bots do until the agent is asked again."""
        self.batch.apply(actions)
        ended, infos = self.batch.ended, self._infos()
        if ended.any():
            rows, last = self.batch.observe_finals(self.seat), np.full(self.num_envs, None, object)
            for lane in np.flatnonzero(ended):
                last[lane] = rows[lane]
            results = {"points": self.batch.points.copy(), "places": self.batch.places.copy()}
            infos |= {"final_obs": last, "_final_obs": ended, "_final_info": ended}
            infos["final_info"] = results | {f"_{name}": ended for name in results}
        rewards = self.batch.rewards[:, self.seat].astype(np.float64)
        return self._observed(), rewards, ended, np.zeros(self.num_envs, bool), infos

    def render(self) -> Any:
        """Every table as the agent sees it."""
        return tuple(rendered(self.batch, self.render_mode, self.names, lane) for lane in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Give back the threads."""
        self.batch.close()

    def save(self) -> bytes:
        """All matches as bytes, secrets and all."""
        return self.batch.save()

    def restore(self, saved: bytes) -> None:
        """Go on from what was saved of the same game, seats, options and opponents."""
        self.batch.load(saved)
        self._was_dealt = True


def name_of(game: Game) -> str:
    """The name under which a game is registered.

    >>> from openoutcry.games import find
    >>> name_of(find("cash_a_catch"))
    'OpenOutcry/CashACatch-v2'
    """
    return f"OpenOutcry/{''.join(word.capitalize() for word in game.name.split('_'))}-v{OBSERVATION_VERSION}"


def register() -> None:
    """Make every game known to Gymnasium, those of other packages too."""
    for game in registered().values():
        if name_of(game) not in gymnasium.registry:
            gymnasium.register(
                name_of(game),
                entry_point=f"{__name__}:Solo",
                vector_entry_point=f"{__name__}:Lanes",
                kwargs={"game": game.name},
            )


register()
