"""Arguments of vector environments: one seed, deal or action per game."""

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from underdeck.env.checks import action_from, shown, whole

Numbers = NDArray[np.int64]
Bits = NDArray[np.bool_]
Seeds = int | Sequence[int | None] | None


def listed_for(
    values: object, count: int, name: str, error: type[Exception] = ValueError
) -> list[Any]:
    """Return the values as a list, or raise unless there is one per environment."""
    listed = [] if isinstance(values, str) else list(values) if isinstance(values, Iterable) else []
    if len(listed) != count:
        raise error(
            f"{name} can't be {shown(values)}: one for each of {count} environments is needed"
        )
    return listed


def seeds_for(seed: Seeds, count: int) -> list[int | None]:
    """Return the seed of each environment: `seed`, `seed + 1`, ..., or the seeds in a list."""
    if seed is None:
        return [None] * count
    first = whole(seed)
    if first is not None:
        return [first + place for place in range(count)]
    return listed_for(seed, count, "seed")


def numbers_from(actions: object, count: int, size: int) -> tuple[Numbers, int, object]:
    """Return the actions as an array, one per game.

    Beside it are -1 and None, or the first game with an action outside the action space, and that
    action.
    """
    if (
        isinstance(actions, np.ndarray)
        and actions.shape == (count,)
        and actions.dtype.kind in "iu"
        and ((actions >= 0) & (actions < size)).all()
    ):
        return np.asarray(actions, np.int64), -1, None
    listed = listed_for(actions, count, "actions", gymnasium.error.InvalidAction)
    numbers = [action_from(action, size) for action in listed]
    if None in numbers:
        place = numbers.index(None)
        return np.zeros(0, np.int64), place, listed[place]
    return np.array(numbers, np.int64), -1, None
