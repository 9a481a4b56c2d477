"""Many games of Dungeon in one step, for self-play: `DungeonVectorEnv(256, players=3)`.

See docs/reference/environments.md.
"""

from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from underdeck.env.batch import NEW_DEAL, ORDER, OVER, Masks, Observations, wants_compiled
from underdeck.env.checks import (
    check_bool,
    check_count,
    check_one_of,
    illegal_action,
    options_from,
    reset_first,
)
from underdeck.env.dungeon_batch import ENDING, SEAT, WINNER, dungeon_batch
from underdeck.env.dungeon_codes import SIZE, action_count, action_name
from underdeck.env.dungeon_game import choices_in
from underdeck.env.dungeon_v0 import DEFAULT_MAX_STEPS
from underdeck.env.seeds import seed_text
from underdeck.env.vector import Bits, Numbers, Seeds, numbers_from, seeds_for
from underdeck.games.dungeon.options import Options

OPTIONS = ("num_envs", "interrupts", "max_steps", "compiled")
"""The options that aren't variants or house rules."""


class Turns(NamedTuple):
    """The turn of each game: who acts now and what that seat sees, and what the last step gave."""

    observations: Observations
    """A row per game, from the view of the seat that acts."""
    masks: Masks
    """Its legal actions; none if the game is over."""
    seats: Numbers
    """The seat that acts; after the end the one that acted last."""
    rewards: NDArray[np.float64]
    """The rewards of the last step, a row per game and a column per seat."""
    terminated: Bits
    """Which games ended."""
    truncated: Bits
    """Which games were ended after `max_steps`."""


class DungeonVectorEnv:
    """Steps many games at once, one seat in each; finished games restart in the next step."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        interrupts: bool = False,
        max_steps: int = DEFAULT_MAX_STEPS,
        compiled: bool | None = None,
        **house_rules: object,
    ) -> None:
        check_count("num_envs", num_envs)
        check_bool("interrupts", interrupts)
        check_count("max_steps", max_steps)
        check_one_of("compiled", compiled, (None, True, False))
        self.options = options_from(Options, house_rules, OPTIONS)
        self.num_envs, self.players, self.max_steps = num_envs, self.options.players, max_steps
        self.compiled = wants_compiled(compiled)
        self.actions = action_count(self.options)
        self.single_observation_space = gymnasium.spaces.Box(0.0, 1.0, (SIZE,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(self.actions)
        self._begun = False
        self._batch = dungeon_batch(
            self.options, num_envs, interrupts=interrupts, compiled=self.compiled
        )
        self._table = self._batch.table

    def reset(self, *, seed: Seeds = None) -> Turns:
        """Deal all games, as `dungeon_v0` does with `seed`, `seed + 1`, ..."""
        for place, one in enumerate(seeds_for(seed, self.num_envs)):
            if one is not None or not self._begun:
                self._batch.set_seed(place, seed_text(one))
        self._begun = True
        self._table[:, ORDER] = NEW_DEAL
        _, observations, masks = self._batch.step()
        return self._turns(observations, masks)

    def step(self, actions: object) -> Turns:
        """Take the action of the acting seat in every game, and restart the games that were over.

        If one of the actions is illegal, nothing changes.
        """
        if not self._begun:
            raise gymnasium.error.ResetNeeded(reset_first("step"))
        numbers, invalid, action = numbers_from(actions, self.num_envs, self.actions)
        if invalid >= 0:
            raise gymnasium.error.InvalidAction(self._illegal(invalid, action, ""))
        self._table[:, ORDER] = numbers
        refused, observations, masks = self._batch.step(strict=True, limit=self.max_steps)
        if refused >= 0:
            number, seat = int(numbers[refused]), int(self._table[refused, SEAT])
            name = action_name(number, seat, self.players)
            raise gymnasium.error.InvalidAction(self._illegal(refused, number, name))
        return self._turns(observations, masks)

    def _turns(self, observations: Observations, masks: Masks) -> Turns:
        """Return the output of a step."""
        table = self._table
        terminated = table[:, ENDING] != 0
        rewards = np.zeros((self.num_envs, self.players))
        won = np.flatnonzero(terminated & (table[:, WINNER] >= 0))
        rewards[won] = -1 / (self.players - 1)
        rewards[won, table[won, WINNER]] = 1
        return Turns(
            observations,
            masks,
            table[:, SEAT].copy(),
            rewards,
            terminated,
            (table[:, OVER] != 0) & ~terminated,
        )

    def _illegal(self, place: int, action: object, name: str) -> str:
        """Return the error for the illegal action of a game."""
        legal: dict[int, Any] = {
            number: move or "wait"
            for number, move in choices_in(
                self._batch, self.options, place, int(self._table[place, SEAT])
            ).items()
        }
        if self._table[place, OVER]:
            legal = {}
        return f"game {place}: {illegal_action(action, name, self.actions, legal)}"
