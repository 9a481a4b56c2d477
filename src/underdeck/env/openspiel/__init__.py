"""Both games for OpenSpiel; importing this package registers them."""

from underdeck.env.openspiel.dungeon import DungeonGame, DungeonState
from underdeck.env.openspiel.tomb import TombGame, TombState

__all__ = ["DungeonGame", "DungeonState", "TombGame", "TombState"]
