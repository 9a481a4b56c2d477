"""Errors that a user can act on."""


class Refusal(Exception):
    """An error the user can act on: a stable code plus parameters; text is added at the edge."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling, since exceptions with keyword arguments don't by themselves."""
        return _rebuild, (type(self), self.code, self.params)

    def __str__(self) -> str:
        params = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({params})"


def _rebuild(cls: type[Refusal], code: str, params: dict[str, object]) -> Refusal:
    """Unpickle a refusal."""
    return cls(code, **params)


class InvalidMove(Refusal):
    """A text that isn't a move of this game."""


class IllegalMove(Refusal):
    """A move of this game that the rules don't allow now."""


class AmbiguousMove(Refusal):
    """A text that matches more than one legal move."""
