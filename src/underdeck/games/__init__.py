"""The games: one folder each, and nothing else."""

__all__ = ["dungeon", "tomb"]
