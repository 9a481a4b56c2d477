"""Codes of named things: ints that the rules compute with, in the order of their definition."""


class Codes(dict[str, str]):
    """The names that have a code, each with a detail that the game interprets."""

    def define(self, name: str, detail: str = "") -> int:
        """Add a name and return its code."""
        assert name not in self, f"{name!r} has a code already"
        self[name] = detail
        return len(self) - 1
