"""Moves at the prompt: the key of each, and how legal moves are listed."""

from collections.abc import Callable, Sequence
from functools import cache

from underdeck.cli.terminal import Terminal
from underdeck.game import Move
from underdeck.refusal import Refusal
from underdeck.say import Words
from underdeck.say.drawings.base import NO_BREAK
from underdeck.say.fold import PRINTED, FoldStyle
from underdeck.say.sentences import Lister, list_moves, move_name, refusal_text

SPOKEN_RUN = 8
"""Aloud, only from this many neighbouring ranks on is a range named: `2 to 5` sounds like a number of cards."""


@cache
def move_keys(language: str, game: str) -> dict[str, str]:
    """The move that each single letter stands for, whatever is legal: `d` is `draw`."""
    return {key: word for word, key in Words(language).table(f"cli.{game}_key").items()}


@cache
def key_of(language: str, game: str, word: str) -> str:
    """The letter that stands for a move; resigning has none."""
    return str(Words(language).table(f"cli.{game}_key").get(word, ""))


def listed(
    terminal: Terminal, moves: Sequence[Move], note: Callable[[Move], str] = lambda _move: ""
) -> list[str]:
    """Legal moves as this terminal lists them, each kind with its key once, and behind a move what there is to say of it."""
    shown: set[str] = set()

    def mark(move: Move, text: str) -> str:
        keyed = text if move.word in shown else with_key(terminal, move, text)
        shown.add(move.word)
        return keyed + note(move)

    return list_moves(terminal.words, moves, terminal.face, fold_style(terminal), mark)


def fold_style(terminal: Terminal) -> FoldStyle:
    """Return how folded moves are written on this terminal."""
    if not terminal.plain:
        return PRINTED._replace(gap=NO_BREAK, max_unfolded=0)
    words = terminal.words
    last, to, played_as = (
        f" {words.say(f'cli.{key}')} " for key in ("fold.or", "fold.to", "prompt.played_as")
    )
    return FoldStyle(
        NO_BREAK, ", ", last, to, SPOKEN_RUN, played_as, 0, lambda part: spoken_part(words, part)
    )


def spoken_part(words: Words, part: str) -> str:
    """A part of a move in words: a rank that has a name, or the place of a passage."""
    if part.startswith("@"):
        return words.say(
            "cli.dungeon.next_to_cell" if part == "@0" else "cli.dungeon.next_to", n=int(part[1:])
        )
    number = {"A": "1", "J": "11", "Q": "12", "K": "13"}.get(part)
    return (
        words.say("common.card.joker")
        if part == "Jk"
        else str(words.table("common.rank")[number])
        if number
        else part
    )


def with_key(terminal: Terminal, move: Move, text: str) -> str:
    """A listed move with its key: `[d]raw`, `dr[o]p 8♦`; aloud, after its verb: `drop (o) the 8 of diamonds`."""
    verb = terminal.words.say(f"{move.game}.move.{move.word}")
    key = key_of(terminal.words.language, move.game, move.word)
    if not key:
        return text
    if terminal.plain:
        return f"{verb}{NO_BREAK}({key}){text[len(verb) :]}"
    return bracket_key(text, key) if key in verb else f"[{key}]{NO_BREAK}{text}"


def bracket_key(text: str, key: str) -> str:
    """A listed move with its key in brackets: in its first word, or before it."""
    place = text.split(maxsplit=1)[0].find(key)
    return f"[{key}]{NO_BREAK}{text}" if place < 0 else f"{text[:place]}[{key}]{text[place + 1 :]}"


def typed_name(terminal: Terminal, move: Move) -> str:
    """A move as it is typed."""
    return move_name(terminal.words, move, terminal.typed, NO_BREAK)


def refused(terminal: Terminal, refusal: Refusal, lister: Lister | None = None) -> str:
    """A refusal as this terminal shows it, with the legal moves listed as always."""
    return refusal_text(
        terminal.words,
        refusal,
        terminal.face,
        NO_BREAK,
        lister or (lambda moves: listed(terminal, moves)),
    )
