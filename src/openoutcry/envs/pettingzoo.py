"""PettingZoo: every game with all its seats as agents, one after another (AEC) or at once (parallel); see
`docs/pettingzoo.md`. It needs the extra `gym`.

Rewards come at the end, by places: from -1 for the last to 1 for the first, in all 0; who plays alone wins 1 or loses
it. Points and places are then in the infos. An action that is not legal is refused with a sentence, and nothing
changes.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from openoutcry.engine.bits import has
from openoutcry.engine.contract import NO_CLAUSE, clause_name
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.engine.turn import NOBODY
from openoutcry.envs.batch import Batch, Options
from openoutcry.envs.rendering import MODES, check_mode, rendered
from openoutcry.table.reasons import refused

Observation = dict[str, Any]


def env(
    game: Game | str, seats: int | None = None, options: Options | None = None, render_mode: str | None = None
) -> Any:
    """A match in which one agent acts at a time; what is called in a wrong order is told."""
    return OrderEnforcingWrapper(InTurn(game, seats, options, render_mode))


def parallel_env(
    game: Game | str, seats: int | None = None, options: Options | None = None, render_mode: str | None = None
) -> AtOnce:
    """A match in which all agents act at once; those who have nothing to do wait."""
    return AtOnce(game, seats, options, render_mode)


class Sitting:
    """One match, its agents and their spaces: what both kinds have."""

    def __init__(self, game: Game | str, seats: int | None, options: Options | None, waits: int) -> None:
        self.batch = Batch(game, seats, options, size=1, auto_reset=False)
        self.names = [f"seat_{seat}" for seat in range(self.batch.seats)]
        self.seat_of = {name: seat for seat, name in enumerate(self.names)}
        layout, count = self.batch.layout, len(self.batch.game.actions) + waits
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            name: spaces.Dict(
                observation=spaces.Box(layout.low, layout.high, dtype=layout.dtype.type),
                action_mask=spaces.MultiBinary(count),
            )
            for name in self.names
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {name: spaces.Discrete(count) for name in self.names}
        self.metadata = {
            "name": f"{self.batch.game.name}_v{layout.version}",
            "render_modes": [*MODES],
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self._was_dealt = False

    def deal(self, seed: int | None) -> None:
        """The first game of a seed, or the next one of the seed there was."""
        if seed is None and self._was_dealt:
            self.batch.reset_next()
        else:
            self.batch.reset(secrets.randbits(63) if seed is None else seed)
        self._was_dealt = True

    @property
    def asked(self) -> int:
        """Who is asked."""
        return int(self.batch.asked[0])

    def row(self, seat: int) -> Any:
        """What a seat may know."""
        return self.batch.observe(seat)[0].copy()

    def infos(self) -> dict[str, dict[str, Any]]:
        """Everybody's points and places, once it is over: before that they are nobody's business."""
        if self.asked != NOBODY:
            return {name: {} for name in self.names}
        told = zip(self.names, self.batch.points[0].tolist(), self.batch.places[0].tolist(), strict=True)
        return {name: {"points": points, "place": place} for name, points, place in told}

    def rewards(self) -> dict[str, float]:
        """Everybody's reward for the last action."""
        return dict(zip(self.names, self.batch.rewards[0].tolist(), strict=True))

    def load(self, saved: bytes) -> None:
        """Go on from what was saved."""
        self.batch.load(saved)
        self._was_dealt = True


class InTurn(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match in which one agent acts at a time. Where several may, as in a race or a secret choice, they are asked in
    the order of the stream for ties.
    """

    def __init__(
        self, game: Game | str, seats: int | None = None, options: Options | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.render_mode = check_mode(render_mode, MODES)
        self.sitting = Sitting(game, seats, options, waits=0)
        self.metadata = self.sitting.metadata
        self.possible_agents = [*self.sitting.names]
        self.observation_spaces, self.action_spaces = self.sitting.observation_spaces, self.sitting.action_spaces
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do at any time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 (PettingZoo gives it)
        """Deal the first game of a seed, or the next one; the game's options are those of the environment."""
        self.sitting.deal(seed)
        self.agents = [*self.possible_agents]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._take_over()

    def _take_over(self) -> None:
        """How the match stands, as PettingZoo keeps it."""
        is_over = self.sitting.asked == NOBODY
        self.rewards, self.infos = self.sitting.rewards(), self.sitting.infos()
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0 if is_over else self.sitting.asked]

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and do if it is asked."""
        seat, batch = self.sitting.seat_of[agent], self.sitting.batch
        mask = batch.legal()[0].astype(np.int8)
        return {"observation": self.sitting.row(seat), "action_mask": mask * np.int8(seat == self.sitting.asked)}

    def step(self, action: int | None) -> None:
        """Play what the agent that is asked does."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.sitting.batch.apply(np.array([action]))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._take_over()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The table as the agent that is asked sees it."""
        return rendered(self.sitting.batch, self.render_mode, self.sitting.names)

    def close(self) -> None:
        """Nothing is open."""

    def save(self) -> bytes:
        """The match as bytes, secrets and all."""
        return self.sitting.batch.save()

    def restore(self, saved: bytes) -> None:
        """Go on from what was saved; rewards that were not yet told are those of the end."""
        self.sitting.load(saved)
        self.agents = [*self.possible_agents]
        self._take_over()
        self._cumulative_rewards = {**self.rewards}


class AtOnce(ParallelEnv):  # type: ignore[misc]
    """A match in which all agents act at once: those who may not act wait, the last of all actions. Those who may are
    asked in the order of the stream for ties; whoever is asked too late has not acted.
    """

    def __init__(
        self, game: Game | str, seats: int | None = None, options: Options | None = None, render_mode: str | None = None
    ) -> None:
        self.render_mode = check_mode(render_mode, MODES)
        self.sitting = Sitting(game, seats, options, waits=1)
        self.metadata = self.sitting.metadata
        self.possible_agents = [*self.sitting.names]
        self.observation_spaces, self.action_spaces = self.sitting.observation_spaces, self.sitting.action_spaces
        self.wait = len(self.sitting.batch.game.actions)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do at any time."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal the first game of a seed, or the next one; the game's options are those of the environment."""
        self.sitting.deal(seed)
        self.agents = [*self.possible_agents]
        return self._observations(), self.sitting.infos()

    def _observations(self) -> dict[str, Observation]:
        return {
            name: {"observation": self.sitting.row(seat), "action_mask": self._mask(seat)}
            for name, seat in self.sitting.seat_of.items()
        }

    def _mask(self, seat: int) -> Any:
        """What a seat may do; one that may do nothing may wait."""
        mask = np.zeros(self.wait + 1, np.int8)
        mask[: self.wait] = self.sitting.batch.legal(seat)[0]
        mask[self.wait] = not mask.any()
        return mask

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play what all do who may act; if one of them may not do that, nothing is played."""
        choices = [self._checked(name, seat, actions) for name, seat in self.sitting.seat_of.items()]
        self.sitting.batch.apply_at_once(np.array([choices]))
        is_over = self.sitting.asked == NOBODY
        observations, infos, names = self._observations(), self.sitting.infos(), self.sitting.names
        if is_over:
            self.agents = []
        over, cut = dict.fromkeys(names, is_over), dict.fromkeys(names, False)
        return observations, self.sitting.rewards(), over, cut, infos

    def _checked(self, name: str, seat: int, actions: dict[str, int]) -> int:
        """What an agent does; it has to be something that it may do."""
        batch, action = self.sitting.batch, actions.get(name)
        if not self.agents:
            raise Mistake("the match is over; reset deals the next one")
        if action is None or not 0 <= int(action) <= self.wait:
            raise Mistake(f"{name} gives an action from 0 to {self.wait}, not {quoted(action)}")
        if not has(batch.states[0].to_act, seat):
            if action != self.wait:
                raise Mistake(f"{name} may not act and waits, which is action {self.wait}, not {action}")
        elif action == self.wait:
            raise Mistake(f"{name} may act and cannot wait")
        elif (clause := batch.game.rules.refusal(batch.states[0], seat, int(action))) != NO_CLAUSE:
            raise Mistake(f"{name}, {batch.game.actions[int(action)]}: {refused(batch.game, clause_name(clause))}")
        return int(action)

    def render(self) -> Any:
        """The table as the agent that is asked first sees it."""
        return rendered(self.sitting.batch, self.render_mode, self.sitting.names)

    def close(self) -> None:
        """Nothing is open."""

    def save(self) -> bytes:
        """The match as bytes, secrets and all."""
        return self.sitting.batch.save()

    def restore(self, saved: bytes) -> None:
        """Go on from what was saved."""
        self.sitting.load(saved)
        self.agents = [] if self.sitting.asked == NOBODY else [*self.possible_agents]
