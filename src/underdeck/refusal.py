"""What the house says no to: a code and its parameters, put into words only at the edge."""


class Refusal(Exception):
    """Input that can't be taken; `code` and `params` become a sentence in the user's language in `say`."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({told})"


class InvalidMove(Refusal):
    """Text that is no move of this game at all."""


class IllegalMove(Refusal):
    """A move of this game that the rules don't allow now."""


class AmbiguousMove(Refusal):
    """Text that fits more than one legal move."""
