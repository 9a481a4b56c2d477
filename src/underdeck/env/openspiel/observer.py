"""Observers as OpenSpiel defines them: a tensor of named parts and a text, for one player."""

from collections.abc import Mapping
from typing import Generic

import numpy as np
import pyspiel
from numpy.typing import NDArray

from underdeck.env.openspiel.checked import CheckedState, PositionT


class Observer(Generic[PositionT]):
    """A flat tensor with named parts; each game fills them."""

    def __init__(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[start : start + sizes[name]].reshape(shape)
            start += sizes[name]

    def set_from(self, state: CheckedState[PositionT], player: int) -> None:
        """Fill the tensor with what this player may know."""
        self.tensor.fill(0)
        self.fill(state.position, player)

    def string_from(self, state: CheckedState[PositionT], player: int) -> str:
        """Return what this player may know, as text."""
        return self.text(state.position, player)

    def fill(self, position: PositionT, player: int) -> None:
        """Fill the parts of the tensor."""
        raise NotImplementedError

    def text(self, position: PositionT, player: int) -> str:
        """Return the text."""
        raise NotImplementedError


def check_type(
    wanted: pyspiel.IIGObservationType | None, params: Mapping[str, object] | None
) -> pyspiel.IIGObservationType:
    """Return the requested type of observation, or the default one.

    An observation of all players' private cards is refused.
    """
    if params:
        raise ValueError(f"there are no parameters of observations, but {params} were given")
    wanted = wanted or pyspiel.IIGObservationType(perfect_recall=False)
    if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
        raise ValueError("there is no observation of everyone's private cards")
    return wanted
