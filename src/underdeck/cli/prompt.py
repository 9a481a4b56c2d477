"""Read a line that a player typed: a legal move or a command.

Moves are understood in the player's language and in the notation, as short as they are clear.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from underdeck.cards import code_of
from underdeck.cli.moves import move_keys
from underdeck.cli.phrases import shortened, simple
from underdeck.game import AnyGame, Move
from underdeck.refusal import AmbiguousMove, IllegalMove, InvalidMove, Refusal
from underdeck.say import Words

COMMANDS = ("help", "rules", "look", "odds", "hint", "count", "undo", "save", "quit")
ASSISTS = ("odds", "hint", "count", "undo")
"""R-20 Commands that mark the game as assisted."""
WITH_ARGUMENT = ("rules", "save", "hint")
"""Commands that may have an argument."""
IN_FULL = (*ASSISTS, "quit")
"""Commands that can't be abbreviated: they mark the game as assisted, or leave it."""
ACE = "A"
"""Typed alone, the capital letter is a card and not a key."""
NO_CARD = "pass"
"""The move of a player who lays no card."""
MIN_LENGTH = 2
"""Letters needed to abbreviate a word; a single letter is a key."""
_SUITED = re.compile(r"(?<![^=])(10|[2-9ajqk])[shdc♠♥♦♣](?=$|=)")
"""A rank with a suit, also on either side of `=`."""


class Command(NamedTuple):
    """A command about the game, such as `rules 7`."""

    name: str
    rest: str = ""


def understand(
    text: str, game: AnyGame, legal: tuple[Move, ...], words: Words, quoted: str | None = None
) -> Move | Command:
    """Return the only move or command that a text means, or raise a refusal.

    A single letter is always a move's key, even if that move isn't legal. Refusals quote the line
    as it was typed, `quoted`, if names in it were replaced.
    """
    quoted = (text if quoted is None else quoted).strip()
    spoken = text.split()
    typed = shortened(spoken, game.name, words) if spoken else []
    if not typed:
        if len(legal) == 1:
            return legal[0]
        raise InvalidMove("nothing_typed", legal=legal)
    keyed = move_keys(words.language, game.name).get(typed[0]) if text.strip() != ACE else None
    if keyed is not None:
        typed[0] = keyed
        return understand_move(typed, quoted, game, legal, words)
    exact = [move for move in legal if is_exactly(typed, move, words)]
    if len(exact) == 1:
        return exact[0]  # even if it begins like a command
    first = simple(spoken[0])
    if command := read_command(spoken, first, words):
        return command
    commands = short_commands(spoken, first, words)
    refuse_ambiguous(quoted, commands, exact or short_for(typed, legal, words), words)
    return commands[0] if commands else understand_move(typed, quoted, game, legal, words)


def understand_move(
    typed: list[str], text: str, game: AnyGame, legal: tuple[Move, ...], words: Words
) -> Move:
    """Return the only move that a text means, or raise a refusal."""
    exact = [move for move in legal if is_exactly(typed, move, words)]
    found = exact or short_for(typed, legal, words)
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousMove("ambiguous_move", text=text, legal=found)
    raise illegal_or_unknown(text, typed, game, legal, words)


# Commands


def refuse_ambiguous(text: str, commands: list[Command], moves: list[Move], words: Words) -> None:
    """Refuse a text that abbreviates several commands, or a command and a move."""
    names = [words.say(f"cli.command.{command.name}") for command in commands]
    if moves and commands:
        raise AmbiguousMove("ambiguous_command", text=text, commands=names, legal=moves)
    if len(commands) > 1:
        raise AmbiguousMove("ambiguous_move", text=text, legal=names)


def read_command(spoken: list[str], first: str, words: Words) -> Command | None:
    """Return the command that the first word names in full."""
    rest = " ".join(spoken[1:])
    wanted: str = words.table("cli.command_alias").get(first, first)
    for name in COMMANDS:
        if wanted in (name, own_word(name, words)) and takes(name, rest):
            return Command(name, rest)
    return None


def short_commands(spoken: list[str], first: str, words: Words) -> list[Command]:
    """Return the commands that the first word abbreviates in the player's language."""
    rest = " ".join(spoken[1:])
    if len(first) < MIN_LENGTH:
        return []
    return [
        Command(name, rest)
        for name in COMMANDS
        if name not in IN_FULL and own_word(name, words).startswith(first) and takes(name, rest)
    ]


def own_word(name: str, words: Words) -> str:
    """Return a command in the player's language."""
    return simple(words.say(f"cli.command.{name}"))


def takes(name: str, rest: str) -> bool:
    """Return whether a command may have this argument."""
    return not rest or name in WITH_ARGUMENT


# Moves


def short_for(typed: list[str], legal: Iterable[Move], words: Words) -> list[Move]:
    """Return the moves that a text abbreviates.

    Moves that begin with the text come before moves of which it leaves parts out, and whole
    verbs before beginnings of verbs. A card means itself rather than another rank.
    """
    found = [move for move in legal if fits(typed, move, words)] or [
        move for move in legal if leaves_out(typed, move, words)
    ]
    whole = [move for move in found if typed[0] in verbs(move, words)] or found
    honest = [move for move in whole if not any("=" in part for part in parts_of(move))]
    return honest if honest and names_disguised(typed, whole) else whole


def names_disguised(typed: list[str], moves: Iterable[Move]) -> bool:
    """Return whether a text names a card that could also be played as another rank."""
    heads = {part.partition("=")[0] for move in moves for part in parts_of(move) if "=" in part}
    return any(rank_alone(word) in heads for word in typed)


def is_exactly(typed: list[str], move: Move, words: Words) -> bool:
    """Return whether a text names a move word for word."""
    parts = parts_of(move)
    return (
        typed[0] in verbs(move, words)
        and len(typed) == len(parts) + 1
        and all(map(is_same, typed[1:], parts))
    )


def fits(typed: list[str], move: Move, words: Words) -> bool:
    """Return whether a text is the beginning of a move, or names it by its cards alone."""
    parts = parts_of(move)
    by_verb = is_verb(typed[0], move, words) and begins(typed[1:], parts)
    return by_verb or (typed[0] != move.word and begins(typed, parts))


def leaves_out(typed: list[str], move: Move, words: Words) -> bool:
    """Return whether a text is a move's verb and some of its parts in their order."""
    if len(typed) < 2 or not is_verb(typed[0], move, words):
        return False
    left = iter(parts_of(move))
    return all(any(names(part, full) for full in left) for part in typed[1:])


def parts_of(move: Move) -> list[str]:
    """Return the parts of a move after its verb, as they are compared."""
    return [part.lower() for part in move.texts(code_of)]


def verbs(move: Move, words: Words) -> tuple[str, ...]:
    """Return the verbs of a move in the player's language and in the notation."""
    return (*own_verbs(move.game, move.word, words), move.word)


def own_verbs(game: str, word: str, words: Words) -> tuple[str, ...]:
    """Return the verbs of a move in the player's language."""
    aliases: dict[str, str] = words.file(game).get("move_alias", {})
    return (
        simple(words.say(f"{game}.move.{word}")),
        *(simple(alias) for alias, meant in aliases.items() if meant == word),
    )


def is_verb(word: str, move: Move, words: Words) -> bool:
    """Return whether a word is a move's verb, or its beginning in the player's language."""
    return word in verbs(move, words) or begins_word(word, own_verbs(move.game, move.word, words))


def begins_word(typed: str, wholes: Iterable[str]) -> bool:
    """Return whether a text abbreviates one of these words."""
    return len(typed) >= MIN_LENGTH and any(whole.startswith(typed) for whole in wholes)


def begins(typed: list[str], parts: list[str]) -> bool:
    """Return whether these are the first parts of a move; the @ of a place may be left out."""
    return len(typed) <= len(parts) and all(
        names(part, full) or f"@{part}" == full for part, full in zip(typed, parts, strict=False)
    )


def names(part: str, full: str) -> bool:
    """Return whether a text names a part of a move, a rank always whole.

    A suit and the rank that a card is played as may be left out.
    """
    return is_same(part, full) or is_same(part, full.partition("=")[0]) or part == rank_alone(full)


def is_same(part: str, full: str) -> bool:
    """Return whether a text is a part of a move; a suit is ignored if the move has none."""
    return full in (part, rank_alone(part))


def rank_alone(part: str) -> str:
    """Return a card without its suit."""
    return _SUITED.sub(r"\1", part)


def illegal_or_unknown(
    text: str, typed: list[str], game: AnyGame, legal: tuple[Move, ...], words: Words
) -> Refusal:
    """Return the refusal of a text that names no legal move: an illegal move, or none at all."""
    every = list(words.table(f"{game.name}.move"))
    meant = [word for word in every if typed[0] in (word, *own_verbs(game.name, word, words))]
    meant = meant or [
        word for word in every if begins_word(typed[0], own_verbs(game.name, word, words))
    ]
    notation = " ".join([meant[0] if len(meant) == 1 else typed[0], *typed[1:]])
    try:
        card = None if meant or len(typed) > 1 else read_card_alone(text, game, legal)
        move = card or game.read_move(notation)
    except InvalidMove:
        if len(meant) == 1 and len(typed) == 1:
            verb = words.say(f"{game.name}.move.{meant[0]}")
            return InvalidMove("not_now", word=meant[0], text=verb, legal=legal)
        if len(typed) == 1 and (half := half_typed(typed[0], words)):
            return InvalidMove("in_full", text=text, command=half)
        return InvalidMove("not_understood", text=text, notation=notation, legal=legal)
    return IllegalMove("illegal_move", move=move, legal=legal)


def read_card_alone(text: str, game: AnyGame, legal: tuple[Move, ...]) -> Move | None:
    """Return the move that a card alone would name, if it were legal.

    A card is asked for, as in a fight: nobody may pass. Moves of the decision at hand come first
    among the legal ones, those that may be made at any time last.
    """
    if any(move.word == NO_CARD for move in legal):
        return None
    for kind in dict.fromkeys(move.word for move in legal if parts_of(move)):
        with suppress(InvalidMove):
            move: Move = game.read_move(f"{kind} {text.upper()}")
            return move
    return None


def half_typed(first: str, words: Words) -> str:
    """Return the command that a word abbreviates though it must be typed in full."""
    own = (words.say(f"cli.command.{name}") for name in IN_FULL)
    return next((command for command in own if simple(command).startswith(first)), "")
