"""Bulk play: the same rule functions, compiled by Numba for millions of games."""
