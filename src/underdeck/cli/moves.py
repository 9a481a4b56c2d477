"""Moves at the prompt: their keys, and lists of legal moves."""

from collections.abc import Callable, Sequence
from functools import cache

from underdeck.cli.terminal import Terminal
from underdeck.game import Move
from underdeck.refusal import Refusal
from underdeck.say import Words
from underdeck.say.drawings.base import NO_BREAK
from underdeck.say.fold import PRINTED, FoldStyle
from underdeck.say.sentences import Lister, list_moves, move_name, refusal_text

MIN_SPOKEN_RUN = 8
"""Neighbouring ranks that are read aloud as a range; `2 to 5` sounds like a number of cards."""
SPOKEN_RANKS = {"A": "1", "J": "11", "Q": "12", "K": "13"}
"""Ranks with a name, by their code; the number is the key in the catalogue."""


@cache
def keys_of(language: str, game: str) -> dict[str, str]:
    """Return the key of each move of a game, a single letter."""
    return dict(Words(language).file(game).get("key", {}))


@cache
def move_keys(language: str, game: str) -> dict[str, str]:
    """Return the move that each key stands for, legal or not: `d` is `draw`."""
    return {key: word for word, key in keys_of(language, game).items()}


def key_of(language: str, game: str, word: str) -> str:
    """Return the key of a move, or an empty text if it has none."""
    return keys_of(language, game).get(word, "")


def list_spoken(
    terminal: Terminal, moves: Sequence[Move], spoken_part: Callable[[str], str]
) -> list[str]:
    """Return moves as the terminal lists them, each kind with its key once.

    In plain mode `spoken_part` says the parts of a move in words.
    """
    marked: set[str] = set()

    def mark(move: Move, text: str) -> str:
        if move.word in marked:
            return text
        marked.add(move.word)
        return with_key(terminal, move, text)

    return list_moves(terminal.words, moves, terminal.face, fold_style(terminal, spoken_part), mark)


def fold_style(terminal: Terminal, spoken_part: Callable[[str], str]) -> FoldStyle:
    """Return how listed moves are joined: with symbols, or in plain mode with words."""
    if not terminal.plain:
        return PRINTED._replace(gap=NO_BREAK, max_unfolded=0)
    words = terminal.words
    last, to, played_as = (
        f" {words.say(f'cli.{key}')} " for key in ("fold.or", "fold.to", "prompt.played_as")
    )
    return FoldStyle(NO_BREAK, ", ", last, to, MIN_SPOKEN_RUN, played_as, 0, spoken_part)


def spoken_rank(words: Words, part: str) -> str:
    """Return a rank that has a name in words, and any other part of a move unchanged."""
    if part == "Jk":
        return words.say("common.card.joker")
    if part in SPOKEN_RANKS:
        return str(words.table("common.rank")[SPOKEN_RANKS[part]])
    return part


def with_key(terminal: Terminal, move: Move, text: str) -> str:
    """Return a listed move with its key: `[d]raw`, `dr[o]p 8♦`; in plain mode `drop (o) ...`."""
    verb = terminal.words.say(f"{move.game}.move.{move.word}")
    key = key_of(terminal.words.language, move.game, move.word)
    if not key:
        return text
    if terminal.plain:
        return f"{verb}{NO_BREAK}({key}){text[len(verb) :]}"
    return bracket_key(text, key) if key in verb else f"[{key}]{NO_BREAK}{text}"


def bracket_key(text: str, key: str) -> str:
    """Return a listed move with its key in brackets, in its first word or before it."""
    place = text.split(maxsplit=1)[0].find(key)
    return f"[{key}]{NO_BREAK}{text}" if place < 0 else f"{text[:place]}[{key}]{text[place + 1 :]}"


def typed_name(terminal: Terminal, move: Move) -> str:
    """Return a move as it is typed."""
    return move_name(terminal.words, move, terminal.typed, NO_BREAK)


def refused(terminal: Terminal, refusal: Refusal, lister: Lister | None = None) -> str:
    """Return a refusal as text, with legal moves listed as the terminal lists them."""

    def default(moves: Sequence[Move]) -> list[str]:
        return list_spoken(terminal, moves, lambda part: spoken_rank(terminal.words, part))

    return refusal_text(terminal.words, refusal, terminal.face, NO_BREAK, lister or default)
