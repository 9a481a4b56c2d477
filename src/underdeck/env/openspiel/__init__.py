"""Both games for OpenSpiel, registered by importing this: `python_underdeck_tomb` and `python_underdeck_dungeon`."""

from underdeck.env.openspiel.dungeon import DungeonGame, DungeonState
from underdeck.env.openspiel.tomb import TombGame, TombState

__all__ = ["DungeonGame", "DungeonState", "TombGame", "TombState"]
