"""Many games of Tomb of Four Kings in one step: `make_vec("underdeck/Tomb-v0", num_envs=1024)`.

See docs/reference/environments.md.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from underdeck.deal import Deal
from underdeck.env.batch import (
    EPISODE,
    ILLEGAL,
    NEW_DEAL,
    NO_MOVE,
    ORDER,
    OVER,
    SKIP,
    STEPS,
    Observations,
    Table,
)
from underdeck.env.checks import (
    check_count,
    check_names,
    check_reset_options,
    deal_from,
    illegal_action,
    reset_first,
    shown,
    whole,
)
from underdeck.env.seeds import seed_text
from underdeck.env.tomb_codes import MOVES
from underdeck.env.tomb_env import OPTIONS, TombEnv
from underdeck.env.tomb_rows import ENDING, KINGS, LEGAL, POINTS, tomb_batch
from underdeck.env.vector import Bits, Numbers, Seeds, listed_for, numbers_from, seeds_for
from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, ENDINGS
from underdeck.games.tomb.treasure import ALL_HOARDS, GOLD_PER_POINT

ACTIONS_IN_ORDER = np.arange(len(MOVES))
ENDING_NAMES = np.array([name or None for name in ENDINGS], object)


class TombVectorEnv(VectorEnv[Observations, object, NDArray[Any]]):
    """Steps many games at once, each like a `TombEnv`; finished games restart in the next step."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  as in the base class

    def __init__(
        self, num_envs: int = 1, *, max_episode_steps: int | None = None, **options: object
    ) -> None:
        check_count("num_envs", num_envs)
        if max_episode_steps is not None:
            check_count("max_episode_steps", max_episode_steps)
        one = single_env(options)
        self.num_envs = num_envs
        self.reward, self.illegal, self.compiled = one.reward, one.illegal, one.compiled
        self.options, self.max_episode_steps = one.options, max_episode_steps
        self.single_observation_space, self.single_action_space = (
            one.observation_space,
            one.action_space,
        )
        self.observation_space = batch_space(one.observation_space, num_envs)
        self.action_space = batch_space(one.action_space, num_envs)
        self._begun = False
        self._batch = tomb_batch(
            self.options, num_envs, count_cards=one.count_cards, compiled=self.compiled
        )
        self._table = self._batch.table

    def reset(
        self, *, seed: Seeds = None, options: dict[str, object] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal all games, as single environments with `seed`, `seed + 1`, ... do.

        `options={"deals": ...}` gives a deal for each game.
        """
        given = check_reset_options(options, "deals")
        deals = None if given is None else deals_from(given, self.num_envs)
        self._set_seeds(seed)
        self._table[:, OVER] = 0
        self._table[:, ORDER] = NEW_DEAL
        if deals is not None:
            self._start_from(deals)
        _, observations, masks = self._batch.step()
        return observations, self._mask_info(masks)

    def step(
        self, actions: object
    ) -> tuple[Observations, NDArray[np.float64], Bits, Bits, dict[str, Any]]:
        """Make a move in every running game, and restart the games that were over."""
        table = self._table
        table[:, ORDER] = numbers = self._numbers(actions)
        restarted = table[:, OVER] != 0
        refused, observations, masks = self._batch.step(
            strict=self.illegal == "raise", limit=self.max_episode_steps or 0
        )
        if refused >= 0:
            name = str(MOVES[numbers[refused]])
            raise gymnasium.error.InvalidAction(self._illegal(refused, int(numbers[refused]), name))
        ended = table[:, ENDING] != 0
        info = self._mask_info(masks)
        info |= {"illegal": table[:, ILLEGAL] != 0, "_illegal": ~restarted}
        if ended.any():
            info |= {"result": result_info(table, ended), "_result": ended.copy()}
        return observations, self._rewards(), ended, self._is_late(), info

    def restart_finished(self) -> Observations:
        """Deal a new game at once wherever one is over; other rows of the output are undefined.

        For libraries that expect the first observation of a game instead of the last one.
        """
        self._table[:, ORDER] = np.where(self._table[:, OVER] != 0, NEW_DEAL, SKIP)
        return self._batch.step()[1]

    def action_masks(self) -> Bits:
        """Return the masks of legal actions, one row per game."""
        masks: Bits = self._table[:, LEGAL, None] >> ACTIONS_IN_ORDER & 1 == 1
        return masks

    def _is_late(self) -> Bits:
        """Return which games are truncated now."""
        if not self.max_episode_steps:
            return np.zeros(self.num_envs, np.bool_)
        return self._table[:, STEPS] >= self.max_episode_steps

    def _set_seeds(self, seed: Seeds) -> None:
        """Give each game its seed; without a new seed its numbered deals go on."""
        seeds = seeds_for(seed, self.num_envs)
        super().reset(seed=seeds[0] if whole(seed) is not None else None)
        for place, one in enumerate(seeds):
            if one is not None or not self._begun:
                self._batch.set_seed(place, seed_text(one))
        self._begun = True

    def _start_from(self, deals: Sequence[Deal]) -> None:
        """Start from given deals; each still uses a number, as in a single environment."""
        self._table[:, ORDER] = NO_MOVE
        self._table[:, EPISODE] += 1
        self._table[:, [STEPS, ILLEGAL]] = 0
        for place, deal in enumerate(deals):
            self._batch.put(place, GAME.start(self.options, deal.cards))

    def _numbers(self, actions: object) -> Numbers:
        """Return the actions as an array, one per game, or refuse the first invalid one."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded(reset_first("step"))
        numbers, place, invalid = numbers_from(actions, self.num_envs, len(MOVES))
        if place >= 0:
            raise gymnasium.error.InvalidAction(self._illegal(place, invalid, ""))
        return numbers

    def _illegal(self, place: int, action: object, name: str) -> str:
        """Return the error for a game's illegal action."""
        legal = int(self._table[place, LEGAL])
        moves = {number: move for number, move in enumerate(MOVES) if legal >> number & 1}
        return f"environment {place}: {illegal_action(action, name, len(MOVES), moves)}"

    def _mask_info(self, masks: NDArray[np.int8]) -> dict[str, Any]:
        """Return the masks of legal actions, one row per game."""
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _rewards(self) -> NDArray[np.float64]:
        """Return the rewards of the endings, 0 for running games."""
        if self.reward == "win":
            return np.asarray(self._table[:, KINGS] == ALL_HOARDS, np.float64)
        return np.asarray(self._table[:, POINTS], np.float64)


def single_env(options: dict[str, Any]) -> TombEnv:
    """Return a single environment with these options, which can't be rendered."""
    if options.get("render_mode") is not None:
        raise ValueError(
            f"render_mode can't be {shown(options['render_mode'])}: "
            "only a single environment is drawn"
        )
    check_names(options, ["num_envs", "max_episode_steps", *OPTIONS, *Options.__slots__])
    return TombEnv(**options)


def deals_from(deals: object, count: int) -> list[Deal]:
    """Return given deals, one per environment."""
    return [
        deal_from(DECK, deal, f"deal {place}")
        for place, deal in enumerate(listed_for(deals, count, "deals"))
    ]


def result_info(table: Table, ended: Bits) -> dict[str, NDArray[np.generic]]:
    """Return the results as single environments do, but with an array for each name."""
    kings, points = table[:, KINGS].copy(), table[:, POINTS].copy()
    info: dict[str, NDArray[Any]] = {
        "ending": ENDING_NAMES[table[:, ENDING]],
        "kings": kings,
        "points": points,
        "gold": points * GOLD_PER_POINT,
        "won": kings == ALL_HOARDS,
    }
    return info | {f"_{name}": ended.copy() for name in info}
