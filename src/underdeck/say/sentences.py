"""Cards, seats, moves and refusals in words, for the terminal, the server and environments."""

from collections.abc import Callable, Sequence

from underdeck.cards import JOKER, code_of, rank_of, read_card, suit_of
from underdeck.game import Move
from underdeck.refusal import Refusal, ServerRefusal
from underdeck.say.fold import PRINTED, FoldStyle, fold, form_text
from underdeck.say.words import Spoken, Words

Face = Callable[[int], str]
"""Return a card as it is shown: `10♠` or `10S`, colored or not."""
Mark = Callable[[Move, str], str]
"""Return the text of a listed move with its key marked, or changed in another way."""
Lister = Callable[[Sequence[Move]], Sequence[str]]
"""Return legal moves as they are listed."""

MAX_QUOTED_NUMBER = 10**9
"""Larger numbers in a refusal are quoted as text, which is cut if it is long."""
MAX_QUOTED_LENGTH = 80
MAX_SERVER_TEXT_LENGTH = 1000


def card_name(words: Words, card: int) -> str:
    """Return a card's full name: `queen of spades`."""
    if card == JOKER:
        return words.say("common.card.joker")
    rank = words.table("common.rank")[str(rank_of(card))]
    suit = words.table("common.suit")[str(suit_of(card))]
    return words.say("common.card.name", rank=rank, suit=suit)


def spoken_card(words: Words, card: int) -> str:
    """Return a card's full name with its article: `the queen of spades`, `la reina de picas`."""
    names = words.table("common.the_rank")
    if card == JOKER:
        return str(names["joker"])
    rank = names[str(rank_of(card))]
    suit = words.table("common.suit")[str(suit_of(card))]
    return words.say("common.card.name", rank=rank, suit=suit)


def seat_name(words: Words, seat: int) -> str:
    """Return the name of a player without a name: `Player 1` for seat 0."""
    return words.say("common.seat.player", n=seat + 1)


def listed(words: Words, names: Sequence[str]) -> str:
    """Return several things as a part of a sentence: `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return words.say("common.list.last", most=", ".join(names[:-1]), last=names[-1])


def move_name(words: Words, move: Move, face: Face = code_of, gap: str = " ") -> str:
    """Return a move as the player would type it; `gap` separates its parts."""
    return gap.join([words.say(f"{move.game}.move.{move.word}"), *move.texts(face)])


def list_moves(
    words: Words,
    moves: Sequence[Move],
    face: Face = code_of,
    style: FoldStyle = PRINTED,
    mark: Mark = lambda _move, text: text,
) -> list[str]:
    """Return moves as they are listed: one by one if they are few, otherwise folded by kind.

    `dig Jk=2..10 @1|@3` is a folded form.
    """
    if len(moves) <= style.max_unfolded:
        return [mark(move, move_name(words, move, face, style.gap)) for move in moves]
    texts: list[str] = []
    for word in dict.fromkeys(move.word for move in moves):
        for move, form in fold([move for move in moves if move.word == word], face):
            verb = words.say(f"{move.game}.move.{word}")
            texts.append(mark(move, form_text(verb, form, style)))
    return texts


def refusal_text(
    words: Words,
    refusal: Refusal,
    face: Face = code_of,
    gap: str = " ",
    lister: Lister | None = None,
) -> str:
    """Return a refusal as a sentence that says what to do.

    The code of a refusal that only one game has is `game.code`; its sentence is in the table
    `refusal` of that game's catalogue, all others in that of `common.toml`. An error of a server
    has its sentence already.
    """
    if isinstance(refusal, ServerRefusal):
        return printable(str(refusal.params["text"]), MAX_SERVER_TEXT_LENGTH)
    list_legal = lister or (lambda moves: list_moves(words, moves, face, PRINTED._replace(gap=gap)))
    parts = {
        name: part_text(words, part, face, gap, list_legal) for name, part in refusal.params.items()
    }
    if isinstance(card := refusal.params.get("card"), int):
        parts["card"] = Spoken(face(card))
    if "reason" in parts and words.has(f"common.reason.{parts['reason']}"):
        parts["reason"] = words.say(f"common.reason.{parts['reason']}")
    if isinstance(target := refusal.params.get("target"), int):
        parts["target"] = seat_name(words, target)
    file, _, code = refusal.code.rpartition(".")
    if file and "rank" in refusal.params:
        parts["rank"] = Spoken(a_rank(words, file, str(refusal.params["rank"])))
    return words.say(f"{file or 'common'}.refusal.{code}", **parts)


def a_rank(words: Words, game: str, code: str) -> str:
    """Return the rank of a move in words, with its article: `a king` for `K`."""
    rank = rank_of(JOKER if code == code_of(JOKER) else read_card(f"{code}S"))
    name: str = words.table(f"{game}.a_rank")[str(rank)]
    return name


def part_text(words: Words, part: object, face: Face, gap: str, lister: Lister) -> object:
    """Return a refusal's parameter for a sentence: moves as typed, lists joined by commas."""
    if isinstance(part, int) and abs(part) < MAX_QUOTED_NUMBER:
        return part
    if isinstance(part, Refusal):
        return refusal_text(words, part, face, gap)
    if isinstance(part, Move):
        return move_name(words, part, face, gap)
    if isinstance(part, list | tuple) and part and all(isinstance(item, Move) for item in part):
        return ", ".join(lister(part))
    if isinstance(part, list | tuple):
        return ", ".join(str(part_text(words, item, face, gap, lister)) for item in part)
    return printable(str(part))


def printable(text: str, max_length: int = MAX_QUOTED_LENGTH) -> str:
    """Return a user's text without control characters and cut to a maximum length."""
    plain = "".join(char if char.isprintable() else "?" for char in text)
    return plain if len(plain) <= max_length else plain[:max_length] + "..."
