"""Cards, moves and refusals in words: what every game and every edge needs."""

from collections.abc import Callable, Sequence

from underdeck.cards import JOKER, code_of, rank_of, suit_of
from underdeck.game import Move
from underdeck.refusal import Refusal
from underdeck.say.fold import PRINTED, Joints, fold, form_text
from underdeck.say.words import Spoken, Words

Face = Callable[[int], str]
"""How a card is shown: `10♠` or `10S`, coloured or not."""
Mark = Callable[[Move, str], str]
"""What is made of a listed move's text, such as showing its key."""
Lister = Callable[[Sequence[Move]], Sequence[str]]
"""How legal moves are listed."""


def card_name(words: Words, card: int) -> str:
    """The card's full name, as one says it."""
    if card == JOKER:
        return words.say("common.card.joker")
    rank, suit = (
        words.table("common.rank")[str(rank_of(card))],
        words.table("common.suit")[str(suit_of(card))],
    )
    return words.say("common.card.name", rank=rank, suit=suit)


def spoken_card(words: Words, card: int) -> str:
    """The card's full name with its article, for a screen reader: `the queen of spades`, `la reina de picas`."""
    names = words.table("common.the_rank")
    if card == JOKER:
        return str(names["joker"])
    return words.say(
        "common.card.name",
        rank=names[str(rank_of(card))],
        suit=words.table("common.suit")[str(suit_of(card))],
    )


def listed(words: Words, names: Sequence[str]) -> str:
    """Several things in a sentence: `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return words.say("common.list.last", most=", ".join(names[:-1]), last=names[-1])


def move_name(words: Words, move: Move, face: Face = code_of, gap: str = " ") -> str:
    """The move as the player would type it; a gap that isn't broken keeps it in one line."""
    return gap.join([words.say(f"{move.game}.move.{move.word}"), *move.texts(face)])


def list_moves(
    words: Words,
    moves: Sequence[Move],
    face: Face = code_of,
    joints: Joints = PRINTED,
    mark: Mark = lambda _move, text: text,
) -> list[str]:
    """The moves to list: up to `joints.many` one by one, more of them folded by kind (`dig Jk=2..10 @1|@3`)."""
    if len(moves) <= joints.many:
        return [mark(move, move_name(words, move, face, joints.gap)) for move in moves]
    listed: list[str] = []
    for word in dict.fromkeys(move.word for move in moves):
        for move, form in fold([move for move in moves if move.word == word], face):
            listed.append(
                mark(move, form_text(words.say(f"{move.game}.move.{word}"), form, joints))
            )
    return listed


def refusal_text(
    words: Words,
    refusal: Refusal,
    face: Face = code_of,
    gap: str = " ",
    lister: Lister | None = None,
) -> str:
    """A refusal as a sentence that says what to do."""
    listed = lister or (lambda moves: list_moves(words, moves, face, PRINTED._replace(gap=gap)))
    parts = {name: told(words, part, face, gap, listed) for name, part in refusal.params.items()}
    if isinstance(card := refusal.params.get("card"), int):
        parts["card"] = Spoken(face(card))
    if "reason" in parts and words.has(f"common.reason.{parts['reason']}"):
        parts["reason"] = words.say(f"common.reason.{parts['reason']}")
    return words.say(f"common.refusal.{refusal.code}", **parts)


def told(words: Words, part: object, face: Face, gap: str, lister: Lister) -> object:
    """A refusal's part as words: moves as the player types them, lists with commas, text without control characters."""
    if isinstance(part, int) and abs(part) < 10**9:
        return part
    if isinstance(part, Move):
        return move_name(words, part, face, gap)
    if isinstance(part, list | tuple) and part and all(isinstance(item, Move) for item in part):
        return ", ".join(lister(part))
    if isinstance(part, list | tuple):
        return ", ".join(str(told(words, item, face, gap, lister)) for item in part)
    return printable(str(part))


def printable(text: str, most: int = 80) -> str:
    """A user's own text shown back: nothing that moves the cursor, nothing endless."""
    plain = "".join(char if char.isprintable() else "?" for char in text)
    return plain if len(plain) <= most else plain[:most] + "..."
