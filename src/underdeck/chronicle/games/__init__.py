"""The planners of the built-in games."""
