"""Many games of Tomb as a vector environment of Stable-Baselines3: `TombVecEnv(256)`.

Stable-Baselines3 expects the first observation of a new game in the step that ends the old one;
the last observation of the old game is in `infos`. Its algorithms with masks (sb3-contrib's
`MaskablePPO`) call `action_masks`. See docs/reference/environments.md.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from underdeck.env.batch import Observations
from underdeck.env.tomb_vector import TombVectorEnv
from underdeck.env.vector import Seeds

MASKS = "action_masks"


class TombVecEnv(VecEnv):  # type: ignore[misc]
    """Steps many games at once; the options are those of `TombVectorEnv`."""

    def __init__(self, num_envs: int, **options: object) -> None:
        self.games = TombVectorEnv(num_envs, **options)  # type: ignore[arg-type]
        self.render_mode = None
        self._actions: NDArray[Any] = np.zeros(num_envs, np.int64)
        super().__init__(
            num_envs, self.games.single_observation_space, self.games.single_action_space
        )

    def reset(self) -> Observations:
        """Deal all games, after `seed(s)` as single environments with `s`, `s + 1`, ... do."""
        seeds: Seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        observations, _ = self.games.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Make a move in every game, and deal again where one ended."""
        observations, rewards, ended, late, info = self.games.step(self._actions)
        over = ended | late
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if over.any():
            restarted = self.games.restart_finished()
            result = info.get("result", {})
            for place in np.flatnonzero(over).tolist():
                infos[place]["terminal_observation"] = observations[place].copy()
                infos[place]["TimeLimit.truncated"] = bool(late[place] and not ended[place])
                if ended[place]:
                    infos[place]["result"] = {
                        name: values[place]
                        for name, values in result.items()
                        if not name.startswith("_")
                    }
            observations[over] = restarted[over]
        return observations, rewards.astype(np.float32), over, infos

    def close(self) -> None:
        """Do nothing: no resources are open."""

    def has_attr(self, attr_name: str) -> bool:
        """Return whether a game has an attribute or a method."""
        return attr_name == MASKS or hasattr(self.games, attr_name)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Return an attribute, which is the same for all games."""
        return [getattr(self.games, attr_name)] * len(self._places(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refuse: the games have no attributes of their own."""
        raise AttributeError(f"{attr_name} of a single game can't be set: pass it as an option")

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """Return the masks of legal actions, one row per game; there is no other method."""
        if method_name != MASKS:
            raise AttributeError(f"unknown method {method_name!r}: the only one is {MASKS}")
        masks = self.games.action_masks()
        return [masks[place] for place in self._places(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """Return False for each game: they aren't wrapped."""
        return [False] * len(self._places(indices))

    def _places(self, indices: VecEnvIndices) -> Sequence[int]:
        """Return the indices of games; all games if none are given."""
        if indices is None:
            return range(self.num_envs)
        return list(indices) if isinstance(indices, Iterable) else [indices]
