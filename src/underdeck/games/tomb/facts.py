"""What a client is shown of Tomb: legal moves as objects, and facts computed from the view."""

from types import MappingProxyType

from underdeck.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACK,
    KING,
    NUMBERS,
    QUEEN,
    SPADES,
    TEN,
    card_of,
    code_of,
    rank_of,
    suit_of,
)
from underdeck.client_view import CardFacts, card_facts, plain_move
from underdeck.games.tomb import moves
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.state import (
    BETWEEN,
    DARK,
    DECK,
    DODGE_BLOW,
    DROPPING,
    HELD,
    HIT_POINTS,
    MARKING,
    OVER,
    PHASES,
    SCROLL,
    STANDING,
    STRUCK,
    TORCHES,
    TREASURES,
    TURNING,
)
from underdeck.games.tomb.treasure import ALL_HOARDS, worth
from underdeck.games.tomb.view import TombView
from underdeck.json_types import JsonObject

ENCOUNTERS = {SPADES: "monster", DIAMONDS: "trap", CLUBS: "door"}
"""§1 The kind of encounter of each suit."""
KINDS_BY_RANK = {JACK: "skill", QUEEN: "favor", KING: "hoard", ACE: "torch"}
HEALTH = tuple(card_of(number, HEARTS) for number in NUMBERS)
"""§2 The cards that count hit points; they aren't in the deck."""

PARAGRAPHS = {
    PHASES[BETWEEN]: "9",
    PHASES[TURNING]: "3",
    PHASES[STANDING]: "3.6",
    PHASES[STRUCK]: "8",
    PHASES[HELD]: "6.2",
    PHASES[DARK]: "7.2",
    PHASES[MARKING]: "3.9",
    PHASES[DROPPING]: "4.3",
    PHASES[OVER]: "10",
}
"""The paragraph of the rules about each phase."""
ENCOUNTER_PARAGRAPHS = {SPADES: "4", DIAMONDS: "5", CLUBS: "6"}

LABELS = ("begin", "walk_out", "drop_more")
"""Labels that no move has as its verb."""
CARDS_PLAYED = {moves.DODGE: DODGE_BLOW, moves.READ: SCROLL}
"""The cards of moves whose text doesn't name them."""


def kind_of(card: int) -> str:
    """§1 Return the name of a card's role."""
    if card == SCROLL:
        return "scroll"
    if card in HEALTH:
        return "health"
    return KINDS_BY_RANK.get(rank_of(card)) or ENCOUNTERS[suit_of(card)]


def value_of(card: int) -> int | None:
    """§1 Return the points of treasure, or the number of an encounter or of a heart."""
    return worth(card) if card in TREASURES or rank_of(card) in NUMBERS else None


# Moves


def shown_move(view: TombView, move: TombMove) -> JsonObject:
    """Return a legal move as an object; fields that don't apply are left out."""
    card = move.card or CARDS_PLAYED.get(move.kind)
    shown: JsonObject = {"text": str(move), "verb": move.word, "label": label_of(view, move)}
    if card:
        shown["card"] = code_of(card)
    if cost := cost_of(view, move):
        shown["cost"] = cost
    if is_lethal(view, move):
        shown["lethal"] = True
    return shown


def label_of(view: TombView, move: TombMove) -> str:
    """Return the name of a move for people, which for some moves depends on the situation."""
    match move.kind:
        case moves.DELVE if view.turn == 0:
            return "begin"
        case moves.RETREAT if view.turn == 1:
            return "walk_out"  # §9.4
        case moves.DROP if view.phase == PHASES[DROPPING]:
            return "drop_more"
    return move.word


def cost_of(view: TombView, move: TombMove) -> dict[str, int] | None:
    """Return what a legal move costs for certain."""
    match move.kind:
        case moves.SUFFER:
            return {"hit_points": view.blow}  # §8.1
        case moves.YIELD:
            return {"cards": view.owed}  # §6.3
        case moves.DROP:
            return {"points": worth(move.card)}  # §4.3
    return None


def is_lethal(view: TombView, move: TombMove) -> bool:
    """Return whether a legal move ends the game for certain, in death or in the dark.

    §8.1 A blow takes the last hit point; §7.2 or the ace turns up that the scroll sent to the
    bottom of the deck, and no scroll is left to answer it.
    """
    if move.kind == moves.SUFFER:
        return view.blow >= view.hit_points
    return bool(view.under) and cards_turned(view, move) >= view.deck


def cards_turned(view: TombView, move: TombMove) -> int:
    """Return the number of cards that a move turns at least."""
    match move.kind:
        case moves.DRAW | moves.DELVE | moves.ONWARD:
            return 1
        case moves.RETREAT:
            return 1 if view.turn > 1 else 0
        case moves.YIELD:
            return view.owed
    return 0


# Facts


def paragraph_for(view: TombView) -> str:
    """Return the number of the paragraph or section of the rules that applies."""
    if view.phase == PHASES[STANDING]:
        return ENCOUNTER_PARAGRAPHS[suit_of(view.encounter)]
    return PARAGRAPHS[view.phase]


def turns_left(view: TombView) -> int:
    """§9.3 Return the turns to daylight: on the way back, or if the player turns around now.

    A turn that isn't finished counts on the way back; before that it is the deepest one.
    """
    if view.deepest:
        return 2 * view.deepest - 1 - len(view.stacks)
    return max(view.turn - 1, 0)


def foe_of(view: TombView) -> JsonObject | None:
    """§3.2 - §3.7 Return the encounter in play and the cards that win against it."""
    if not view.encounter:
        return None
    skill = card_of(JACK, suit_of(view.encounter))
    return {
        "card": code_of(view.encounter),
        "kind": ENCOUNTERS[suit_of(view.encounter)],
        "value": rank_of(view.encounter),
        "wins_from": rank_of(view.encounter),
        "wins_to": TEN,
        "skill": code_of(skill),
        "skill_in_hand": skill in view.hand,
    }


def rows_of(view: TombView) -> dict[str, list[JsonObject]]:
    """§2 Return the turns of the delve and of the retreat, each with its number of cards."""
    deepest = view.deepest or view.turn
    last = 2 * deepest - 1 if view.deepest else deepest
    turns = [turn_shown(view, turn) for turn in range(1, last + 1)]
    return {"delve": turns[:deepest], "retreat": turns[deepest:]}


def turn_shown(view: TombView, turn: int) -> JsonObject:
    """Return one turn: finished, running or ahead."""
    if turn <= len(view.stacks):
        return {"turn": turn, "state": "done", "cards": view.stacks[turn - 1]}
    if turn == view.turn:
        return {"turn": turn, "state": "now", "cards": len(view.column)}
    return {"turn": turn, "state": "ahead", "cards": 0}


class TombClientView:
    """Tomb for clients."""

    constants = MappingProxyType(
        {"max_hit_points": HIT_POINTS, "max_torches": TORCHES, "all_kings": ALL_HOARDS}
    )
    cards: MappingProxyType[str, CardFacts] = MappingProxyType(
        {code_of(card): card_facts(card, kind_of(card), value_of(card)) for card in DECK + HEALTH}
    )

    def shown(self, view: TombView) -> JsonObject:
        """Return a view as JSON data, with legal moves as objects and with facts."""
        return view.as_json() | {
            "legal": [shown_move(view, move) for move in view.legal],
            "rule": paragraph_for(view),
            "max_hit_points": HIT_POINTS,
            "max_torches": TORCHES,
            "torches_left": TORCHES - view.burnt,
            "all_kings": ALL_HOARDS,
            "turns_left": turns_left(view),
            "depth": view.deepest or view.turn,
            "foe": foe_of(view),
            "rows": rows_of(view),
        }

    def move(self, move: TombMove) -> JsonObject:
        """Return a move as an object, without what depends on the view."""
        return plain_move(move)


CLIENT_VIEW = TombClientView()
