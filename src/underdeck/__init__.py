"""Underdeck: two dungeon-crawling card games, to play and to study."""

__version__ = "0.2.0"
