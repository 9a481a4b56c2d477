"""Errors that a user can act on."""

import importlib

SENTENCES = "underdeck.say.errors"
"""The module that puts refusals into English; it is imported when one is printed."""


class Refusal(Exception):
    """An error the user can act on: a stable `code` plus `params`; `str` is an English sentence.

    Tracebacks show the code below the sentence.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params
        self.add_note(f"code: {code}")

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling, since exceptions with keyword arguments don't by themselves."""
        return _rebuild, (type(self), self.code, self.params), {"__notes__": self.__notes__}

    def __str__(self) -> str:
        sentence: str = importlib.import_module(SENTENCES).sentence_of(self)
        return sentence


def _rebuild(cls: type[Refusal], code: str, params: dict[str, object]) -> Refusal:
    """Unpickle a refusal."""
    return cls(code, **params)


class ServerRefusal(Refusal):
    """An error that a server has put into words: its code, and its sentence as `text`."""


class InvalidMove(Refusal):
    """A text that isn't a move of this game."""


class IllegalMove(Refusal):
    """A move of this game that the rules don't allow now."""


class AmbiguousMove(Refusal):
    """A text that matches more than one legal move."""
