"""Cards, moves and refusals in words: what every game and every edge needs."""

from collections.abc import Callable, Sequence

from underdeck.cards import JOKER, code_of, rank_of, suit_of
from underdeck.game import Move
from underdeck.refusal import Refusal
from underdeck.say.words import Words

Face = Callable[[int], str]
"""How a card is shown: `10♠` or `10S`, coloured or not."""
MANY, MANY_OF_A_KIND = 14, 4
"""More moves than this are listed by kind, and of more of a kind than this only the first and the last."""


def card_name(words: Words, card: int) -> str:
    """The card's full name, as one says it."""
    if card == JOKER:
        return words.say("common.card.joker")
    rank, suit = words.table("common.rank")[str(rank_of(card))], words.table("common.suit")[str(suit_of(card))]
    return words.say("common.card.name", rank=rank, suit=suit)


def spoken_card(words: Words, card: int) -> str:
    """The card's full name with its article, for a screen reader: `the queen of spades`, `la reina de picas`."""
    names = words.table("common.the_rank")
    if card == JOKER:
        return str(names["joker"])
    return words.say("common.card.name", rank=names[str(rank_of(card))], suit=words.table("common.suit")[str(suit_of(card))])


def listed(words: Words, names: Sequence[str]) -> str:
    """Several things in a sentence: `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return words.say("common.list.last", most=", ".join(names[:-1]), last=names[-1])


def move_name(words: Words, move: Move, face: Face = code_of, gap: str = " ") -> str:
    """The move as the player would type it; a gap that isn't broken keeps it in one line."""
    return gap.join([words.say(f"{move.game}.move.{move.word}"), *move.texts(face)])


def list_moves(words: Words, moves: Sequence[Move], face: Face = code_of, gap: str = " ") -> list[str]:
    """The moves to list: all of them, or where there are many, each long kind by its first and last."""
    if len(moves) <= MANY:
        return [move_name(words, move, face, gap) for move in moves]
    listed: list[str] = []
    for word in dict.fromkeys(move.word for move in moves):
        kind = [move_name(words, move, face, gap) for move in moves if move.word == word]
        if len(kind) <= MANY_OF_A_KIND:
            listed += kind
        else:
            choices = words.say("common.list.choices", n=len(kind)).replace(" ", gap)
            listed.append(f"{kind[0]}{gap}... {kind[-1]} ({choices})")
    return listed


def refusal_text(words: Words, refusal: Refusal, face: Face = code_of, gap: str = " ") -> str:
    """A refusal as a sentence that says what to do."""
    parts = {name: told(words, part, face, gap) for name, part in refusal.params.items()}
    if "reason" in parts and words.has(f"common.reason.{parts['reason']}"):
        parts["reason"] = words.say(f"common.reason.{parts['reason']}")
    return words.say(f"common.refusal.{refusal.code}", **parts)


def told(words: Words, part: object, face: Face, gap: str) -> object:
    """A refusal's part as words: moves as the player types them, lists with commas, text without control characters."""
    if isinstance(part, int) and abs(part) < 10**9:
        return part
    if isinstance(part, Move):
        return move_name(words, part, face, gap)
    if isinstance(part, list | tuple) and part and all(isinstance(item, Move) for item in part):
        return ", ".join(list_moves(words, part, face, gap))
    if isinstance(part, list | tuple):
        return ", ".join(str(told(words, item, face, gap)) for item in part)
    return printable(str(part))


def printable(text: str, most: int = 80) -> str:
    """A user's own text shown back: nothing that moves the cursor, nothing endless."""
    plain = "".join(char if char.isprintable() else "?" for char in text)
    return plain if len(plain) <= most else plain[:most] + "..."
