"""A second implementation of Dungeon, written from docs/rules/dungeon.md alone.

It is a test oracle and slow on purpose: cards are strings, places are lists, and pending work is an
explicit stack of small records. Nothing is cached. § and D-n cite the paragraphs and rulings of the
rules. Both versions of the rules are played.
"""

from oracle.dungeon.game import DungeonOracle

__all__ = ["DungeonOracle"]
