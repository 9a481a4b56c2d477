"""What the house says no to: a code and its parameters, put into words only at the edge."""

from typing import Any


class Refusal(Exception):
    """Input that can't be taken; `code` and `params` become a sentence in the user's language in `say`."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        """How it comes back from another process."""
        return _refusal, (type(self), self.code, self.params)

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({told})"


def _refusal(cls: type[Refusal], code: str, params: dict[str, object]) -> Refusal:
    """A refusal from its parts."""
    return cls(code, **params)


class InvalidMove(Refusal):
    """Text that is no move of this game at all."""


class IllegalMove(Refusal):
    """A move of this game that the rules don't allow now."""


class AmbiguousMove(Refusal):
    """Text that fits more than one legal move."""
