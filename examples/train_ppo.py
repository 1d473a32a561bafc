"""A bot learns a game by playing against itself: PPO with a small network, on a GPU or, with the same code, on a CPU.

    python examples/train_ppo.py --game crypto_cards --seconds 240 --to build/learned
    OUTCRY_LEARNED=build/learned outcry ladder crypto_cards --bots learned,greedy,random

Many matches are played at once, a lane each, all seats by the same network. It sees what the seat that is asked may
know, and in the end every decision is credited with the share of the win that came of it. In the folder are then
GAME.SEATS.learned, the bot in whole numbers, and GAME.SEATS.jsonl, its learning curve: `docs/training.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from openoutcry.bots.learned import FOLDER, Network, inputs_of, name_of, options_of
from openoutcry.engine.game import Game
from openoutcry.games import find
from openoutcry.lab.simulate import Simulation

CLIP, HORIZON, PATIENCE = 0.2, 0.95, 2
"""PPO: how far the chance of an action may move, how much later decisions tell of earlier ones (lambda of GAE), and how
often what was played is learned from.
"""
EXPLORING = 0.02
"""What it is worth, at the beginning, to keep several actions open; at the end nothing."""
WHATEVER_IS_NOT_LEGAL = -1e9


class Lanes:
    """Many matches at once: on a GPU they and all that is learned of them stay there."""

    def __init__(self, game: Game, seats: int, options: dict[str, str], size: int, seed: int, device: str) -> None:
        if device == "cuda":
            from openoutcry.envs.cuda import Batch
        else:
            from openoutcry.envs.batch import Batch
        self.batch: Any = Batch(game, seats, options, size=size, seed=seed)
        self.seats, self.size, self.device = seats, size, device
        inputs = inputs_of(game, seats)
        self.turns = torch.from_numpy(inputs.turns.astype(np.int64)).to(device)
        self.numbers = torch.from_numpy(inputs.numbers.astype(np.int64)).to(device)
        self.scale = torch.ones(len(inputs), device=device)

    def taken(self, numbers: Any) -> Tensor:
        """Numbers of the batch: on the GPU the very same memory, by DLPack."""
        return torch.from_dlpack(numbers) if self.device == "cuda" else torch.from_numpy(np.ascontiguousarray(numbers))

    def see(self) -> tuple[Tensor, Tensor, Tensor]:
        """Who is asked in each lane, what they may know, as the network gets it, and what they may do."""
        asked, row = self.taken(self.batch.asked).long(), self.taken(self.batch.observe())
        turned = row.gather(1, self.turns[asked])
        number = row[:, self.numbers].long()
        ahead = torch.where((number >= 0) & (number < self.seats), (number - asked[:, None]) % self.seats, -1)
        whose = ahead[:, :, None] == torch.arange(self.seats, device=self.device)
        inputs = torch.cat([turned.float(), whose.flatten(1).float()], 1) * self.scale
        return asked, inputs.half(), self.taken(self.batch.legal()).bool().clone()

    def play(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Play an action in every lane: where a match ended, and everybody's share of the win there."""
        if self.device == "cuda":
            self.batch.step(actions.int())
            ended = self.taken(self.batch.results) == 1
        else:
            self.batch.apply(actions.numpy())
            ended = self.taken(self.batch.ended)
        first = (self.taken(self.batch.places) == 1).float()
        return ended.clone(), first / first.sum(1, keepdim=True).clamp(min=1)

    def measure_scale(self, steps: int = 200) -> Any:
        """Divide numbers that are large, as random play shows them, by a power of two; by how many bits."""
        most = torch.zeros(len(self.scale), device=self.device)
        for _ in range(steps):
            most = torch.maximum(most, self.see()[1].float().abs().amax(0))
            self.play(self.taken(self.batch.sample()).clone())
        shifts = (most.clamp(min=1).log2() - 0.5).floor().clamp(min=0)
        self.scale = torch.exp2(-shifts)
        return shifts[: self.turns.shape[1]].cpu().numpy().astype(int)


class Player(nn.Module):
    """Two networks of the same shape: what to do, and what share of the win to expect, beyond an equal one."""

    def __init__(self, inputs: int, wide: tuple[int, int], actions: int) -> None:
        super().__init__()
        self.actor, self.critic = (
            nn.Sequential(
                *(nn.Linear(inputs, wide[0]), nn.ReLU(), nn.Linear(wide[0], wide[1]), nn.ReLU()),
                nn.Linear(wide[1], outputs),
            )
            for outputs in (actions, 1)
        )
        for network in (self.actor, self.critic):
            nn.init.normal_(network[-1].weight, std=0.01)
            nn.init.zeros_(network[-1].bias)

    def forward(self, inputs: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of each action's chance, and what is expected."""
        worth = self.actor(inputs.float()).masked_fill(~legal, WHATEVER_IS_NOT_LEGAL)
        return worth.log_softmax(1), self.critic(inputs.float())[:, 0]

    def layers(self) -> list[Any]:
        """The actor's weights, what goes with the 1 at the end of each row."""
        linear = [part for part in self.actor if isinstance(part, nn.Linear)]
        return [torch.cat([each.weight, each.bias[:, None]], 1).detach().cpu().numpy() for each in linear]


def rollout(lanes: Lanes, player: Player, steps: int) -> dict[str, Tensor]:
    """Play on in all lanes, everybody as the network says: what was seen, done and expected, and what came of it."""
    seen: dict[str, list[Tensor]] = {}
    with torch.no_grad():
        for _ in range(steps):
            asked, inputs, legal = lanes.see()
            logs, expected = player(inputs, legal)
            actions = (logs - torch.empty_like(logs).exponential_().log()).argmax(1)  # each by its chance
            ended, shares = lanes.play(actions)
            step = {"seat": asked, "inputs": inputs, "legal": legal, "action": actions, "ended": ended}
            step |= {"log": logs.gather(1, actions[:, None])[:, 0], "expected": expected, "shares": shares}
            for name, value in step.items():
                seen.setdefault(name, []).append(value)
    return {name: torch.stack(values) for name, values in seen.items()}


def credit(played: dict[str, Tensor], seats: int) -> None:
    """How much better each decision turned out than expected (GAE), told from the last to the first.

    In a lane the seats take turns: for each seat stands what comes after its decision, which is what it expected at its
    next one, or at the match's end its share of the win. The last decision of a seat whose match goes on has nothing
    after it yet: it is left out, but what was expected there tells of the one before.
    """
    steps, size = played["seat"].shape
    lane = torch.arange(size, device=played["seat"].device)
    after, gain = torch.zeros(2, size, seats, device=lane.device)
    is_known = torch.zeros(size, seats, dtype=torch.bool, device=lane.device)
    played["gain"], played["is_known"] = torch.zeros_like(played["log"]), torch.zeros_like(played["ended"])
    for step in reversed(range(steps)):
        ended, seat = played["ended"][step, :, None], played["seat"][step]
        after = torch.where(ended, played["shares"][step] - 1 / seats, after)
        gain, is_known = gain.masked_fill(ended, 0), is_known | ended
        expected, known = played["expected"][step], is_known[lane, seat]
        better = after[lane, seat] - expected + HORIZON * gain[lane, seat]
        played["gain"][step], played["is_known"][step] = better, known
        after[lane, seat], gain[lane, seat] = expected, torch.where(known, better, 0)
        is_known[lane, seat] = True


def learn(player: Player, optimizer: torch.optim.Optimizer, played: dict[str, Tensor], parts: int, left: float) -> Any:
    """Make what turned out better than expected likelier, in small steps; how open it still is, and how wrong."""
    chosen = played["is_known"] & (played["legal"].sum(2) > 1)
    use = {name: played[name][chosen] for name in ("inputs", "legal", "action", "log", "expected", "gain")}
    target = use["expected"] + use["gain"]
    gain = (use["gain"] - use["gain"].mean()) / (use["gain"].std() + 1e-6)
    told: tuple[Any, ...] = (0.0, 0.0)
    for _ in range(PATIENCE):
        for part in torch.randperm(len(gain), device=gain.device).chunk(parts):
            logs, expected = player(use["inputs"][part], use["legal"][part])
            ratio = (logs.gather(1, use["action"][part, None])[:, 0] - use["log"][part]).exp()
            own = gain[part]
            loss = -torch.minimum(ratio * own, ratio.clamp(1 - CLIP, 1 + CLIP) * own).mean()
            openness = -(logs.exp() * logs.clamp(min=-100)).sum(1).mean()
            error = (expected - target[part]).square().mean()
            optimizer.zero_grad()
            (loss + error - EXPLORING * left * openness).backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()
            told = openness.detach(), error.detach()
    return [float(each) for each in told]


def measured(game: Game, seats: int, options: dict[str, str], games: int, seed: int) -> dict[str, float]:
    """How often the bot in the file wins alone among others, at every seat in turn, and half of a 95% interval."""
    found = {}
    for other in ("random", "greedy"):
        shares, error = 0.0, 0.0
        for own in range(seats):
            names = ["learned" if seat == own else other for seat in range(seats)]
            simulation = Simulation(game, seats, max(2, games // seats), seed, options, names)
            simulation.run()
            report = simulation.report()
            shares, error = shares + report["wins"][own] / seats, error + (report["wins_ci95"][own] / seats) ** 2
        found |= {other: round(shares, 4), f"{other}_ci95": round(error**0.5, 4)}
    return found


def main() -> None:
    """Train, measuring now and then, until the time or the steps are up."""
    ask = argparse.ArgumentParser(description="PPO self-play; writes GAME.SEATS.learned and GAME.SEATS.jsonl.")
    ask.add_argument("--game", default="crypto_cards")
    ask.add_argument("--seats", type=int, default=4)
    ask.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    ask.add_argument("--to", type=Path, default=Path("build/learned"))
    ask.add_argument("--seconds", type=float, default=240.0, help="of training; measuring and compiling come on top")
    ask.add_argument("--steps", type=float, default=float("inf"), help="decisions at most")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--lanes", type=int, help="matches at once: 16,384 on a GPU, else 256")
    ask.add_argument("--rollout", type=int, default=64, help="actions in each lane between two lessons")
    ask.add_argument("--wide", type=int, nargs=2, default=(128, 64), help="neurons in the two layers")
    ask.add_argument("--rate", type=float, default=1e-3, help="of learning, at the beginning")
    ask.add_argument("--looks", type=int, default=12, help="how often the bot is measured")
    ask.add_argument("--games", type=int, default=4000, help="to measure it, against each kind of opponent")
    ask.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    given = ask.parse_args()

    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high")
    game, options = find(given.game), dict(option.split("=", 1) for option in given.option)
    size = given.lanes or (16_384 if given.device == "cuda" else 256)
    lanes = Lanes(game, given.seats, options, size, given.seed, given.device)
    shifts = lanes.measure_scale()
    player = Player(len(lanes.scale), tuple(given.wide), len(game.actions)).to(given.device)
    optimizer = torch.optim.Adam(player.parameters(), given.rate, eps=1e-5)
    all_options = options_of(game, game.template(given.seats, options))
    given.to.mkdir(parents=True, exist_ok=True)
    os.environ[FOLDER] = str(given.to)
    curve = (given.to / name_of(game, given.seats)).with_suffix(".jsonl")
    curve.write_text("")
    done = {"steps": 0, "matches": 0}
    spent, looks, told = 0.0, 0, [0.0, 0.0]

    def look(games: int) -> None:
        """Write the bot as it is now, measure it and note that."""
        network = Network.rounded(game, given.seats, all_options, shifts, player.layers())
        (given.to / name_of(game, given.seats)).write_bytes(network.tobytes())
        found = measured(game, given.seats, options, games, seed=given.seed + 1)
        line = {"seconds": round(spent, 1), **done, "openness": round(told[0], 4), "error": round(told[1], 4), **found}
        print(line, flush=True)
        with curve.open("a") as file:
            file.write(json.dumps(line) + "\n")

    look(given.games)
    while (part := max(spent / given.seconds, done["steps"] / given.steps)) < 1:
        started = time.perf_counter()
        optimizer.param_groups[0]["lr"] = given.rate * (1 - part)
        played = rollout(lanes, player, given.rollout)
        credit(played, given.seats)
        told = learn(player, optimizer, played, max(4, played["seat"].numel() >> 16), 1 - part)
        done = {
            "steps": done["steps"] + played["seat"].numel(),
            "matches": done["matches"] + int(played["ended"].sum()),
        }
        spent += time.perf_counter() - started
        if part * given.looks >= looks + 1:
            looks = int(part * given.looks)
            look(given.games)
    look(10 * given.games)


if __name__ == "__main__":
    main()
