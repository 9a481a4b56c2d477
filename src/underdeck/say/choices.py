"""Moves in words, as advice and reviews name them: `attack Ana with the queen`.

The phrases are in the table `act` of a game's catalogue. A game without that table has its moves
named as a player would type them.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from underdeck.cards import JOKER, code_of, rank_of
from underdeck.game import Move
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.tomb.moves import TombMove
from underdeck.say.sentences import Face, move_name, seat_name
from underdeck.say.words import Spoken, Words


class Namer(NamedTuple):
    """How sentences name cards and players."""

    card: Face = code_of
    players: Sequence[str] = ()
    """The names of the players, by seat."""


BY_CODE = Namer()
"""Cards by their codes, in a game of one player."""


def choice_text(words: Words, move: Move, namer: Namer = BY_CODE) -> str:
    """Return a move in words."""
    if move.game not in PARTS:
        return move_name(words, move, namer.card)
    return words.say(f"{move.game}.act.{move.word}", **PARTS[move.game](words, move, namer))


def player_name(words: Words, seat: int, names: Sequence[str]) -> str:
    """Return the name of a player, or the number of one without a name."""
    return (names[seat] if seat < len(names) else "") or seat_name(words, seat)


def tomb_parts(_words: Words, move: TombMove, namer: Namer) -> dict[str, object]:
    """Return the placeholders for a move of Tomb."""
    return {"card": Spoken(namer.card(move.card))} if move.card else {}


def dungeon_parts(words: Words, move: DungeonMove, namer: Namer) -> dict[str, object]:
    """Return the placeholders for a move of Dungeon."""
    parts: dict[str, object] = {"where": Spoken(place_name(words, move))}
    if move.rank:
        parts["card"] = rank_name(words, move)
    if move.target is not None:
        parts["target"] = player_name(words, move.target, namer.players)
    if move.place in RANK_RANGE:
        parts["asked"] = words.table("dungeon.a_rank")[str(move.place)]
    return parts


def rank_name(words: Words, move: DungeonMove) -> str:
    """Return the card of a move: `the 7`, or `the joker as a 9`."""
    key = "joker" if move.rank == rank_of(JOKER) else str(move.rank)
    name: str = words.table("common.the_rank")[key]
    if move.value in (0, move.rank):
        return name
    value = words.table("dungeon.a_rank")[str(move.value)]
    return words.say("dungeon.joker.as", card=name, a_rank=value)


def fight_text(words: Words, cards: Sequence[DungeonMove]) -> str:
    """Return the cards of a fight: `the 6`, or `6 + 7 + the joker as a 9`."""
    if len(cards) == 1:
        return rank_name(words, cards[0])
    joker = rank_of(JOKER)
    names = (rank_name(words, card) if card.rank == joker else card.parts[0] for card in cards)
    return " + ".join(names)


def place_name(words: Words, move: DungeonMove) -> str:
    """§3.1 Return where a passage is dug: next to the cell, or to one that is one higher."""
    if not move.place:
        return words.say("dungeon.place.cell")
    return str(words.table("common.the_rank")[str(move.value + 1)])


RANK_RANGE = range(1, rank_of(JOKER) + 1)
PARTS: dict[str, Callable[[Words, Any, Namer], dict[str, object]]] = {
    "tomb": tomb_parts,
    "dungeon": dungeon_parts,
}
"""The placeholders of a game's phrases."""
