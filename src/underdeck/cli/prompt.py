"""What a player typed: a legal move or a command, in the player's language or in the notation, as short as is clear."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from underdeck.cards import code_of
from underdeck.cli.moves import move_keys
from underdeck.cli.phrases import shortened, simple
from underdeck.game import AnyGame, Move
from underdeck.refusal import AmbiguousMove, IllegalMove, InvalidMove, Refusal
from underdeck.say import Words

COMMANDS = ("help", "rules", "look", "count", "undo", "save", "quit")
WITH_MORE = ("rules", "save")
"""Commands that may be followed by something."""
IN_FULL = ("count", "undo", "quit")
"""Commands that are never guessed from the beginning of a word: they mark the game for good, or leave it."""
ALIASES = {"?": "help", "exit": "quit"}
ACE = "A"
"""A card, and no key, where it is typed like this alone."""
SHORTEST = 2
"""Letters of a word that are needed at least; a single letter is a key."""
_SUITED = re.compile(r"(?<![^=])(10|[2-9ajqk])[shdc♠♥♦♣](?=$|=)")
"""A rank with a suit on it, also on either side of what a card is played as."""


class Command(NamedTuple):
    """Something to do about the game rather than in it."""

    name: str
    rest: str = ""


def understand(text: str, game: AnyGame, legal: tuple[Move, ...], words: Words) -> Move | Command:
    """The one move or command that the text means, or a refusal that says what could be meant.

    A single letter is a move's key and never anything else, even where that move isn't legal.
    """
    spoken = text.split()
    typed = shortened(spoken, game.name, words) if spoken else []
    if not typed:
        if len(legal) == 1:
            return legal[0]
        raise InvalidMove("nothing_typed", legal=legal)
    keyed = move_keys(words.language, game.name).get(typed[0]) if text.strip() != ACE else None
    if keyed is not None:
        spoken[0] = words.say(f"{game.name}.move.{keyed}")
        typed[0] = keyed
        return understand_move(typed, " ".join(spoken), game, legal, words)
    exact = [move for move in legal if is_exactly(typed, move, words)]
    if len(exact) == 1:
        return exact[0]  # even if it begins like a command
    first = simple(spoken[0])
    if command := read_command(spoken, first, words):
        return command
    short = short_commands(spoken, first, words)
    moves = exact or short_for(typed, legal, words)
    if moves and short:
        names = [words.say(f"cli.command.{command.name}") for command in short]
        raise AmbiguousMove("ambiguous_command", text=text.strip(), commands=names, legal=moves)
    if len(short) > 1:
        raise AmbiguousMove(
            "ambiguous_move",
            text=text.strip(),
            legal=[words.say(f"cli.command.{command.name}") for command in short],
        )
    return short[0] if short else understand_move(typed, text.strip(), game, legal, words)


def understand_move(
    typed: list[str], text: str, game: AnyGame, legal: tuple[Move, ...], words: Words
) -> Move:
    """The one move that the text means, or a refusal."""
    found = [move for move in legal if is_exactly(typed, move, words)] or short_for(
        typed, legal, words
    )
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousMove("ambiguous_move", text=text, legal=found)
    raise illegal_or_unknown(text, typed, game, legal, words)


# Commands


def read_command(spoken: list[str], first: str, words: Words) -> Command | None:
    """The command that the first word names in full."""
    rest, wanted = " ".join(spoken[1:]), ALIASES.get(first, first)
    found = (
        name for name in COMMANDS if wanted in (name, own_word(name, words)) and takes(name, rest)
    )
    return next((Command(name, rest) for name in found), None)


def short_commands(spoken: list[str], first: str, words: Words) -> list[Command]:
    """The commands that the first word is the beginning of, in the player's own language."""
    rest = " ".join(spoken[1:])
    if len(first) < SHORTEST:
        return []
    return [
        Command(name, rest)
        for name in COMMANDS
        if name not in IN_FULL and own_word(name, words).startswith(first) and takes(name, rest)
    ]


def own_word(name: str, words: Words) -> str:
    """A command in the player's own language; only that may be abbreviated."""
    return simple(words.say(f"cli.command.{name}"))


def takes(name: str, rest: str) -> bool:
    """May this command have that behind it?"""
    return not rest or name in WITH_MORE


# Moves


def short_for(typed: list[str], legal: Iterable[Move], words: Words) -> list[Move]:
    """The moves that the text is short for: those that begin so, or else those of which it leaves parts out; a whole verb comes first."""
    found = [move for move in legal if fits(typed, move, words)] or [
        move for move in legal if leaves_out(typed, move, words)
    ]
    whole = [move for move in found if typed[0] in verbs(move, words)] or found
    honest = [move for move in whole if not any("=" in part for part in parts_of(move))]
    return honest if honest and names_a_disguise(typed, whole) else whole


def names_a_disguise(typed: list[str], moves: Iterable[Move]) -> bool:
    """Does the text name a card without what it is played as? It means the card as itself where that is possible."""
    heads = {part.partition("=")[0] for move in moves for part in parts_of(move) if "=" in part}
    return any(rank_alone(word) in heads for word in typed)


def is_exactly(typed: list[str], move: Move, words: Words) -> bool:
    """Does the text name this move word for word?"""
    parts = parts_of(move)
    return (
        typed[0] in verbs(move, words)
        and len(typed) == len(parts) + 1
        and all(map(is_same, typed[1:], parts))
    )


def fits(typed: list[str], move: Move, words: Words) -> bool:
    """Does the text begin like this move, or name it by its cards alone?"""
    parts = parts_of(move)
    by_verb = is_verb(typed[0], move, words) and begins(typed[1:], parts)
    return by_verb or (typed[0] != move.word and begins(typed, parts))


def leaves_out(typed: list[str], move: Move, words: Words) -> bool:
    """Does the text name this move by its verb and some of its parts, in their order?"""
    if len(typed) < 2 or not is_verb(typed[0], move, words):
        return False
    left = iter(parts_of(move))
    return all(any(names(part, full) for full in left) for part in typed[1:])


def parts_of(move: Move) -> list[str]:
    """What follows the verb, as it is compared."""
    return [part.lower() for part in move.texts(code_of)]


def verbs(move: Move, words: Words) -> tuple[str, ...]:
    """A move's verb in the player's language, other words for it that are understood, and the notation's."""
    return (*own_verbs(move.game, move.word, words), move.word)


def own_verbs(game: str, word: str, words: Words) -> tuple[str, ...]:
    """A move's verb in the player's language, and other words for it."""
    others: dict[str, str] = words.file(game).get("move_alias", {})
    return (
        simple(words.say(f"{game}.move.{word}")),
        *(simple(other) for other, meant in others.items() if meant == word),
    )


def is_verb(word: str, move: Move, words: Words) -> bool:
    """Is this the move's verb, or the beginning of it in the player's language?"""
    return word in verbs(move, words) or begins_word(word, own_verbs(move.game, move.word, words))


def begins_word(typed: str, wholes: Iterable[str]) -> bool:
    """Is this the beginning of one of these words, and more than a letter of it?"""
    return len(typed) >= SHORTEST and any(whole.startswith(typed) for whole in wholes)


def begins(typed: list[str], parts: list[str]) -> bool:
    """Are these the first parts of a move?"""
    return len(typed) <= len(parts) and all(
        names(part, full) or f"@{part}" == full for part, full in zip(typed, parts, strict=False)
    )


def names(part: str, full: str) -> bool:
    """Is this a part of a move, or short for it? Ranks are named whole; a suit and what a card is played as may be left out."""
    return is_same(part, full) or is_same(part, full.partition("=")[0]) or part == rank_alone(full)


def is_same(part: str, full: str) -> bool:
    """Is this a part of a move as it is listed? Where only ranks are, a suit doesn't matter."""
    return full in (part, rank_alone(part))


def rank_alone(part: str) -> str:
    """A card without its suit."""
    return _SUITED.sub(r"\1", part)


def illegal_or_unknown(
    text: str, typed: list[str], game: AnyGame, legal: tuple[Move, ...], words: Words
) -> Refusal:
    """The refusal of a text that fits nothing: a move that can't be made now, or no move at all."""
    every = list(words.table(f"{game.name}.move"))
    meant = [word for word in every if typed[0] in (word, *own_verbs(game.name, word, words))]
    meant = meant or [
        word for word in every if begins_word(typed[0], own_verbs(game.name, word, words))
    ]
    try:
        move = game.read_move(" ".join([meant[0] if len(meant) == 1 else typed[0], *typed[1:]]))
    except InvalidMove:
        if len(meant) == 1 and len(typed) == 1:
            return InvalidMove("not_now", word=meant[0], text=text, legal=legal)
        if len(typed) == 1 and (half := half_typed(typed[0], words)):
            return InvalidMove("in_full", text=text, command=half)
        return InvalidMove("not_understood", text=text, legal=legal)
    return IllegalMove("illegal_move", move=move, legal=legal)


def half_typed(first: str, words: Words) -> str:
    """Return the command that must be typed in full and that this is the beginning of."""
    own = (words.say(f"cli.command.{name}") for name in IN_FULL)
    return next((command for command in own if simple(command).startswith(first)), "")
