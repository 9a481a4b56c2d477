"""What a client is shown of Dungeon: legal moves as objects, and facts computed from the view."""

from functools import lru_cache
from types import MappingProxyType

from underdeck.cards import ACE, JOKER, KING, TEN, TWO, card_of, code_of, rank_of
from underdeck.client_view import CardFacts, card_facts
from underdeck.games.dungeon import moves
from underdeck.games.dungeon.creatures import beats
from underdeck.games.dungeon.moves import RANKS, DungeonMove
from underdeck.games.dungeon.options import cell_value, first_passage
from underdeck.games.dungeon.pending import PENDING, WINDOWS
from underdeck.games.dungeon.question import ace_draws, question_of, winner_after
from underdeck.games.dungeon.state import ACE_CARDS, CELL, HAND_LIMIT
from underdeck.games.dungeon.view import (
    DungeonView,
    Passage,
    PlayerView,
    passage_as_json,
    player_as_json,
)
from underdeck.games.dungeon.zones import true_value
from underdeck.json_types import JsonObject

PARAGRAPHS = {
    "bid": "1.4",
    "turn": "2",
    "discard": "2.7",
    "attacked": "4.3",
    "asked": "6.2",
    "answered": "6.3",
    "caught": "10",
    "robbing": "5",
    "saving": "12.2",
    "aces": "7.4",
    "counters": "11.2",
    "accusations": "14.4",
    "over": "8",
}
"""The paragraph of the rules about each decision."""
A_TURN = "2"
"""The section of the rules about all other moments."""
WINDOW_NAMES = frozenset(PENDING[kind] for kind in WINDOWS)
CARDS = (*(card_of(rank, suit) for suit in range(4) for rank in range(ACE, KING + 1)), JOKER)
COUNTING = frozenset({moves.DIG, moves.CAVE, moves.ATTACK, moves.FIGHT, moves.SAVE})
"""The kinds of moves in which the number of the card counts."""


def kind_of(card: int) -> str:
    """§1 Return the name of a card's role."""
    if card == JOKER:
        return "joker"
    if rank_of(card) == ACE:
        return "ace"
    return "passage" if rank_of(card) <= TEN else "creature"


def value_of(card: int) -> int | None:
    """§1 Return the number that a card counts; a joker has the value that it is played as."""
    return None if card == JOKER else rank_of(card)


# Moves


def shown_move(view: DungeonView, move: DungeonMove) -> JsonObject:
    """Return a legal move as an object; fields that don't apply are left out."""
    shown = known_parts(move)
    cost, winner = cards_lost(view, move), winner_after(view, move)
    if cost:
        shown = shown | {"cost": {"cards": cost}}
    if move.kind == moves.FIGHT and wins_with(view, move.value):
        shown = shown | {"wins": True}
    if move.kind == moves.PLAY_ACE and ace_draws(view) < ACE_CARDS:
        shown = shown | {"draws": ace_draws(view)}
    return shown if winner is None else shown | {"lets_win": winner}


@lru_cache(4096)
def known_parts(move: DungeonMove) -> JsonObject:
    """Return the fields that depend on the move alone; cached because most moves recur."""
    shown: JsonObject = {"text": str(move), "verb": move.word, "label": move.word}
    if move.rank:
        shown["card"] = RANKS[move.rank]
    if move.value != move.rank:
        shown["as"] = RANKS[move.value]
    if move.kind in COUNTING:
        shown["value"] = move.value
    if move.target is not None:
        shown["target"] = move.target
    if move.kind == moves.DIG:
        shown["place"] = move.place
    if move.kind == moves.FISH:
        shown["asked"] = RANKS[move.place]
    if move.kind == moves.FALL:
        shown["lethal"] = True
    return shown


def cards_lost(view: DungeonView, move: DungeonMove) -> int:
    """Return the cards that an answer costs for certain, from the hand or from the dungeon."""
    assert view.seat is not None  # a spectator has no moves
    match move.kind:
        case moves.RETREAT | moves.YIELD | moves.SAVE:
            return 1  # §4.6 §12.2
        case moves.BURN:
            return view.players[view.seat].cards  # §10.1
        case moves.GIVE if view.pending == "caught" and not view.options.surrender_keeps_rest:
            return view.players[view.seat].cards  # §10.1
        case moves.GIVE:
            return 1  # §6.2
    return 0


def wins_with(view: DungeonView, value: int) -> bool:
    """§4.4 Return whether one more fighting card wins: by the sum, or D-24 as a 2.

    A view doesn't say the version of its rules: this is version 2, where other cards may lie.
    """
    assert view.fight is not None  # a card can't fight without a creature
    values = (value, *view.fight.values)
    return beats(view.fight.strength, sum(values), TWO in values)


# Facts


def is_lie(passage: Passage) -> bool | None:
    """§14.2 Return whether a passage isn't what it claims to be; None if its card is hidden."""
    if passage.card is None:
        return None
    return true_value(passage.card, passage.value) != passage.value


def player_facts(player: PlayerView, cell: int) -> JsonObject:
    """Return a player as JSON data, with facts about the dungeon, whose cell has that value."""
    lowest = min((passage.value for passage in player.dungeon), default=cell)
    return player_as_json(player) | {
        "dungeon": [
            passage_as_json(passage) | {"depth": cell - passage.value, "is_lie": is_lie(passage)}
            for passage in player.dungeon
        ],
        "front": len(player.dungeon),
        "next_passage": lowest - 1 if lowest > TWO else None,
    }


def fight_facts(view: DungeonView) -> JsonObject | None:
    """§4 Return the attack that isn't decided yet, with the total of the cards laid."""
    if view.fight is None:
        return None
    return {
        "attacker": view.fight.attacker,
        "defender": view.fight.defender,
        "creature": None if view.creature is None else code_of(view.creature),
        "strength": view.fight.strength,
        "total": sum(view.fight.values),
        "values": list(view.fight.values),
        "is_won": view.fight.is_won,
    }


def question_facts(view: DungeonView) -> JsonObject | None:
    """Return what the game waits for as the key of a sentence and its parameters."""
    question = question_of(view)
    if question is None:
        return None
    data: JsonObject = {"key": question.key, "seats": list(question.seats)}
    if question.target is not None:
        data["target"] = question.target
    if question.rank is not None:
        data["rank"] = question.rank
    if question.lets_win is not None:
        data |= {"lets_win": question.lets_win, "warning": question.warning}
    return data


class DungeonClientView:
    """Dungeon for clients."""

    constants = MappingProxyType({"hand_limit": HAND_LIMIT, "cell": CELL, "exit_depth": CELL - TWO})
    cards: MappingProxyType[str, CardFacts] = MappingProxyType(
        {code_of(card): card_facts(card, kind_of(card), value_of(card)) for card in CARDS}
    )

    def shown(self, view: DungeonView) -> JsonObject:
        """Return a view as JSON data, with legal moves as objects and with facts."""
        cell = cell_value(view.options)
        return view._replace(players=(), legal=()).as_json() | {
            "players": [player_facts(player, cell) for player in view.players],
            "first_passage": first_passage(view.options),
            "legal": [shown_move(view, move) for move in view.legal],
            "rule": PARAGRAPHS.get(view.pending, A_TURN),
            "is_window": view.pending in WINDOW_NAMES,
            "fight": fight_facts(view),
            "ability": view.ability,
            "top_discard": None if view.top_discard is None else code_of(view.top_discard),
            "question": question_facts(view),
        }

    def move(self, move: DungeonMove) -> JsonObject:
        """Return a move as an object, without what depends on the view."""
        return known_parts(move)


CLIENT_VIEW = DungeonClientView()
