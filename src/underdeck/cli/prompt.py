"""What a player typed: a legal move or a command, in the player's language or in the notation, as short as is clear."""

import re
import unicodedata
from typing import NamedTuple

from underdeck.cards import code_of, read_card
from underdeck.game import Game, Move
from underdeck.refusal import AmbiguousMove, IllegalMove, InvalidMove, Refusal
from underdeck.say import Words

COMMANDS = ("help", "rules", "look", "undo", "save", "quit")
WITH_MORE = ("rules", "save")
"""Commands that may be followed by something."""
IN_FULL = ("undo",)
"""Commands that are never guessed from a letter or two: undoing marks a game for good."""
ALIASES = {"?": "help", "exit": "quit"}
_SUITED = re.compile(r"(?<![^=])(10|[2-9ajqk])[shdc♠♥♦♣](?=$|=)")
"""A rank with a suit on it, also on either side of what a card is played as."""


class Command(NamedTuple):
    """Something to do about the game rather than in it."""

    name: str
    rest: str = ""


def understand(text: str, game: Game, legal: tuple[Move, ...], words: Words) -> Move | Command:
    """The one move or command that the text means, or a refusal that says what could be meant."""
    spoken = text.split()
    typed = [simple(word) for word in spoken]
    if not typed and len(legal) == 1:
        return legal[0]
    rest = " ".join(spoken[1:])
    exact: list[Move | Command] = [move for move in legal if fits(typed, move, words, exactly=True)]
    if len(exact) == 1:
        return exact[0]  # even if it begins like a command
    first = ALIASES.get(typed[0], typed[0]) if typed else ""
    exact += [Command(name, rest) for name in COMMANDS if first in (name, own_word(name, words)) and takes(name, rest)]
    if len(exact) == 1:
        return exact[0]
    short: list[Move | Command] = short_for(typed, legal, words)
    short += [
        Command(name, rest)
        for name in COMMANDS
        if first and name not in IN_FULL and own_word(name, words).startswith(first) and takes(name, rest)
    ]
    if len(short) == 1:
        return short[0]
    if short:
        raise ambiguous(text.strip(), short, words)
    raise illegal_or_unknown(text, typed, game, legal, words)


def short_for(typed: list[str], legal: tuple[Move, ...], words: Words) -> list[Move | Command]:
    """The moves that the text is short for: those that begin so, or else those of which it leaves parts out; a whole verb comes first."""
    found = [move for move in legal if fits(typed, move, words)] or [move for move in legal if leaves_out(typed, move, words)]
    whole = [move for move in found if typed[0] in verbs(move, words)]
    return [*(whole or found)]


def ambiguous(text: str, meant: list[Move | Command], words: Words) -> AmbiguousMove:
    """The refusal of a text that could mean several things; a command among them is told apart from the moves."""
    moves = [wish for wish in meant if not isinstance(wish, Command)]
    commands = [words.say(f"cli.command.{wish.name}") for wish in meant if isinstance(wish, Command)]
    if moves and commands:
        return AmbiguousMove("ambiguous_command", text=text, commands=commands, legal=moves)
    return AmbiguousMove("ambiguous_move", text=text, legal=moves or commands)


def own_word(name: str, words: Words) -> str:
    """A command in the player's own language; only that may be abbreviated."""
    return simple(words.say(f"cli.command.{name}"))


def takes(name: str, rest: str) -> bool:
    """May this command have that behind it?"""
    return not rest or name in WITH_MORE


def fits(typed: list[str], move: Move, words: Words, *, exactly: bool = False) -> bool:
    """Does the text name this move: word for word, beginning for beginning, or by its cards alone?"""
    cards = parts_of(move)
    if not typed:
        return False
    if exactly:
        return typed[0] in verbs(move, words) and len(typed) == len(cards) + 1 and all(map(is_same, typed[1:], cards))
    by_verb = is_verb(typed[0], move, words) and begins(typed[1:], cards)
    return by_verb or (typed[0] != move.word and begins(typed, cards))


def leaves_out(typed: list[str], move: Move, words: Words) -> bool:
    """Does the text name this move by its verb and some of its parts, in their order?"""
    if len(typed) < 2 or not is_verb(typed[0], move, words):
        return False
    left = iter(parts_of(move))
    return all(any(names(part, full) for full in left) for part in typed[1:])


def parts_of(move: Move) -> list[str]:
    """What follows the verb, as it is compared."""
    return [part.lower() for part in move.texts(code_of)]


def verbs(move: Move, words: Words) -> tuple[str, str]:
    """A move's verb in the player's language and in the notation."""
    return simple(words.say(f"{move.game}.move.{move.word}")), move.word


def is_verb(word: str, move: Move, words: Words) -> bool:
    """Is this the move's verb, or the beginning of it in the player's language?"""
    own, notation = verbs(move, words)
    return word == notation or own.startswith(word)


def begins(typed: list[str], parts: list[str]) -> bool:
    """Are these the first parts of a move?"""
    return len(typed) <= len(parts) and all(names(part, full) for part, full in zip(typed, parts, strict=False))


def names(part: str, full: str) -> bool:
    """Is this a part of a move, or short for it? Ranks are named whole; a suit and what a card is played as may be left out."""
    return is_same(part, full) or is_same(part, full.partition("=")[0]) or part == rank_alone(full)


def is_same(part: str, full: str) -> bool:
    """Is this a part of a move as it is listed? Where only ranks are, a suit doesn't matter."""
    return full in (part, rank_alone(part))


def rank_alone(part: str) -> str:
    """A card without its suit."""
    return _SUITED.sub(r"\1", part)


def illegal_or_unknown(text: str, typed: list[str], game: Game, legal: tuple[Move, ...], words: Words) -> Refusal:
    """The refusal of a text that fits nothing: a move that can't be made now, or no move at all."""
    if not typed:
        return InvalidMove("nothing_typed", legal=legal)
    own = {simple(own): word for word, own in words.table(f"{game.name}.move").items()}
    meant = [word for spelled, word in own.items() if spelled.startswith(typed[0])]
    try:
        move = game.read_move(" ".join([meant[0] if len(meant) == 1 else typed[0], *typed[1:]]))
    except InvalidMove:
        known = len(meant) == 1 or typed[0] in own.values()
        return InvalidMove("not_now" if known else "not_understood", text=text.strip(), legal=legal)
    return IllegalMove("illegal_move", move=move, legal=legal)


def simple(word: str) -> str:
    """A word without case and accents, or a card as its code; never nothing, for that would be like everything."""
    try:
        return code_of(read_card(word)).lower()
    except Refusal:
        apart = unicodedata.normalize("NFKD", word.casefold())
        return "".join(char for char in apart if not unicodedata.combining(char) and not char.isspace()) or word
