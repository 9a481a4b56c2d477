"""Slow, independent second implementations of the games, to test the real ones against."""
