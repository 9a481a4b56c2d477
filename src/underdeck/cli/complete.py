"""Completion by Tab: legal moves, their parts and commands."""

from collections.abc import Iterable, Sequence

from underdeck.cards import code_of
from underdeck.cli.moves import move_keys
from underdeck.cli.phrases import simple
from underdeck.cli.prompt import is_verb, names
from underdeck.game import Move
from underdeck.say import Words


def completions(
    before: str, begun: str, legal: Iterable[Move], commands: Sequence[str], words: Words
) -> list[str]:
    """Return what may follow: verbs and commands first, then parts of the moves that fit."""
    typed = [simple(word) for word in before.split()]
    found: dict[str, None] = {}
    for move in legal:
        tokens = [words.say(f"{move.game}.move.{move.word}"), *move.texts(code_of)]
        if len(typed) < len(tokens) and agrees(typed, tokens, move, words):
            found[tokens[len(typed)]] = None
    if not typed:
        found |= dict.fromkeys(words.say(f"cli.command.{name}") for name in commands)
    start = simple(begun) if begun else ""
    return [each for each in found if simple(each).startswith(start)]


def agrees(typed: Sequence[str], tokens: Sequence[str], move: Move, words: Words) -> bool:
    """Return whether these words are the beginning of a move."""
    if not typed:
        return True
    by_key = move_keys(words.language, move.game).get(typed[0]) == move.word
    return (by_key or is_verb(typed[0], move, words)) and all(
        names(part, token.lower()) for part, token in zip(typed[1:], tokens[1:], strict=False)
    )
