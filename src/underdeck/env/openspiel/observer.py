"""What OpenSpiel calls an observer: a tensor of named parts, filled from a state for one player, and a text."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel


class Observer:
    """Parts of one flat tensor; a game says what is in them."""

    def __init__(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[start : start + sizes[name]].reshape(shape)
            start += sizes[name]

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor with what this player may know."""
        self.tensor.fill(0)
        self.fill(state.world, player)

    def string_from(self, state: Any, player: int) -> str:
        """What this player may know, as text."""
        return self.text(state.world, player)

    def fill(self, world: Any, player: int) -> None:
        """A game's own."""
        raise NotImplementedError

    def text(self, world: Any, player: int) -> str:
        """A game's own."""
        raise NotImplementedError


def check_type(wanted: Any, params: Any) -> Any:
    """The kind of observation that is asked for, or the usual one; nobody is shown all hands at once."""
    if params:
        raise ValueError(f"there are no parameters of observations, but {params} were given")
    wanted = wanted or pyspiel.IIGObservationType(perfect_recall=False)
    if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
        raise ValueError("there is no observation of everyone's private cards")
    return wanted
