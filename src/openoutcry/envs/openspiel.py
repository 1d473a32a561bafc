"""Our games in OpenSpiel: importing this registers each as `openoutcry_` and its name, with seats and all options.

Chance is explicit. A seat's utility is how many others it is ahead of by place, less how many are ahead of it, over the
number of others: from -1 to 1, zero-sum, and those who share a place count nothing to each other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.observation import Layout, layout_of
from openoutcry.engine.options import Option
from openoutcry.engine.playout import MOST_STEPS
from openoutcry.engine.record import as_dict
from openoutcry.envs.tree import Node, root
from openoutcry.games import registered

try:
    import pyspiel
except ImportError as missing:
    raise Mistake("OpenSpiel is not installed: pip install 'openoutcry[openspiel]'") from missing

PREFIX = "openoutcry_"
MOST_OUTCOMES = 64
"""No draw has more outcomes: a set of cards has 64 bits at most."""

ALL_KNOWN = ("bounce",)
"""Games in which everybody knows everything."""


def fewest(game: Game) -> int:
    """The smallest table: nobody is ahead of anybody where one plays alone."""
    return max(2, game.seats[0])


def has_chance(table: Any) -> bool:
    """Whether anything at a table is left to chance: in Cash or Crash only races are, which are for three in Blitz."""
    name = table.dtype.names[0]
    return bool(name != "cash_or_crash" or (table.variant == 2 and table.seats > 2))


def type_of(game: Game, table: Any, defaults: Mapping[str, Any]) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded, or at one table of it."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"{PREFIX}{game.name}",
        long_name=f"Open Outcry: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if has_chance(table) else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if game.name in ALL_KNOWN
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=fewest(game),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=dict(defaults),
    )


def parameters_of(game: Game) -> dict[str, int | str]:
    """How many sit there and every option, each as people write it, with its default."""
    return {"seats": fewest(game), **{option.name: option.show(option.default) for option in game.options}}


class OutcryGame(pyspiel.Game):  # type: ignore[misc]
    """A table of one of our games; each has a class of its own."""

    outcry: Game

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        game = self.outcry
        chosen = {**parameters_of(game), **(given or {})}
        if chosen["seats"] < fewest(game):
            raise ValueError(f"{game.title} in OpenSpiel is for {fewest(game)} or more, not for {chosen['seats']}")
        options = {option.name: _written(option, chosen[option.name]) for option in game.options}
        self.root = root(game, chosen["seats"], options)
        table = self.root.moment.states[0]
        super().__init__(
            type_of(game, table, parameters_of(game)),
            pyspiel.GameInfo(
                num_distinct_actions=len(game.actions),
                max_chance_outcomes=MOST_OUTCOMES if has_chance(table) else 0,
                num_players=chosen["seats"],
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MOST_STEPS,
            ),
            chosen,
        )

    def new_initial_state(self) -> OutcryState:
        """The state before anything is dealt."""
        return OutcryState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game has so many."""
        return MOST_STEPS if self.get_type().chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Who writes down what a seat knows; nothing for what only that seat knows, apart from what all do."""
        if params:
            raise ValueError(f"there are no parameters of an observation, but {params} came")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info:
            return None
        return Observer(self, wanted)


def _written(option: Option, value: Any) -> int | str:
    """An option as OpenSpiel gives it: an `off` may come as a truth."""
    return ("off", "on")[value] if isinstance(value, bool) and option.choices else value


class OutcryState(pyspiel.State):  # type: ignore[misc]
    """A place in the tree of a game, which OpenSpiel walks."""

    def __init__(self, game: OutcryGame) -> None:
        super().__init__(game)
        self.node: Node = game.root

    def current_player(self) -> int:
        """The seat that is to act, chance, or nobody any more."""
        if self.node.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.is_chance else self.node.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal if player == self.node.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can come of chance, each with its probability."""
        return [(branch.number, float(branch.probability)) for branch in self.node.branches]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return next((branch.text for branch in self.node.branches if branch.number == action), str(action))
        return self.node.game.actions[action].text

    def returns(self) -> list[float]:
        """The utilities; nothing before the end."""
        places = self.node.places()
        if not self.node.is_over:
            return [0.0] * len(places)
        others = len(places) - 1
        return [sum((place < other) - (other < place) for other in places) / others for place in places]

    def __str__(self) -> str:
        return written(self.node, self.node.moment.states[0])


def written(node: Node, record: Any) -> str:
    """A record as one line of JSON."""
    return json.dumps(as_dict(record, node.game.fields), ensure_ascii=False)


class Observer:
    """What a seat knows, as text and as numbers; with perfect recall all that it ever saw, as text alone.

    An observer without private information is given what a spectator is.
    """

    def __init__(self, game: OutcryGame, wanted: Any) -> None:
        self._recalls = bool(wanted.perfect_recall)
        self._is_private = wanted.private_info != pyspiel.PrivateInfoType.NONE
        self._layout = layout_of(game.outcry, game.num_players())
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recalls:
            self._lay_out(self._layout)

    def _lay_out(self, layout: Layout) -> None:
        """One tensor, the row that batches have, and its parts by field."""
        self.tensor = np.zeros(len(layout), np.float32)
        start = 0
        for span in layout.spans:
            end = start + len(span.names)
            self.dict[span.name] = self.tensor[start:end].reshape(span.shape)
            start = end

    def _reader(self, player: int) -> int:
        return player if self._is_private else SPECTATOR

    def set_from(self, state: OutcryState, player: int) -> None:
        """Write the numbers."""
        if self.tensor is None:
            return
        self.tensor[:] = self._layout.observe(state.node.moment.states[0], self._reader(player))

    def string_from(self, state: OutcryState, player: int) -> str:
        """Write the text. What two seats know is never the same text."""
        reader = self._reader(player)
        moment = state.node.moment
        told = moment.story(reader) if self._recalls else written(state.node, moment.hidden(reader))
        return told if reader == SPECTATOR else f"seat {reader}\n{told}"


def kind_of(game: Game) -> type[OutcryGame]:
    """The class of a game's tables. OpenSpiel keeps it for longer than Python lives, which a function does not bear."""
    return type(game.name, (OutcryGame,), {"outcry": game})


def register() -> None:
    """Make every game known to OpenSpiel that is not yet."""
    known = set(pyspiel.registered_names())
    for game in registered().values():
        if f"{PREFIX}{game.name}" not in known:
            table = game.template(fewest(game))
            pyspiel.register_game(type_of(game, table, parameters_of(game)), kind_of(game))


register()
