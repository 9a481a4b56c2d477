"""The facts and names that texts about Tomb may use, for a turn and for the whole game."""

from collections.abc import Sequence

from underdeck.cards import KING, code_of, rank_of
from underdeck.chronicle.games.tomb_plot import Plot
from underdeck.chronicle.games.tomb_rooms import Room
from underdeck.chronicle.story import Facts, Named, Names, Ref
from underdeck.games.tomb.state import HIT_POINTS, SCROLL, TORCHES
from underdeck.games.tomb.treasure import ALL_HOARDS, GOLD_PER_POINT, worth


def story_facts(plot: Plot) -> Facts:
    """Return the facts about the whole game."""
    return {
        "ending": plot.ending,
        "theme": plot.theme,
        "points": plot.points,
        "gold": plot.points * GOLD_PER_POINT,
        "kings": plot.kings,
        "depth": plot.turned or len(plot.rooms),
        "turns": len(plot.rooms),
        "turned": plot.turned,
        "favors": sum(room.by == "favor" for room in plot.rooms),
    }


def state_facts(room: Room) -> dict[str, int | str]:
    """Return how the hero stands after a turn."""
    return standing_facts(room, room.hp, room.burnt, room.held)


def standing_facts(room: Room, hp: int, burnt: int, held: tuple[int, ...]) -> dict[str, int | str]:
    """Return how the hero stands at a moment of a turn."""
    carried = sum(map(worth, held))
    return {
        "turn": room.turn,
        "is_return": int(room.is_return),
        "hp": hp,
        "lost_hp": HIT_POINTS - hp,
        "burnt": burnt,
        "torches": TORCHES - burnt,
        "carried": carried,
        "gold_carried": carried * GOLD_PER_POINT,
        "kings_held": sum(rank_of(card) == KING for card in held),
        "treasures": len(held),
        "has_scroll": int(SCROLL in held),
    }


def room_facts(plot: Plot, room: Room) -> dict[str, int | str]:
    """Return the facts about a turn."""
    return state_facts(room) | {
        "is_first": int(room.turn == 1),
        "is_last": int(plot.is_out and room is plot.rooms[-1]),
        "left": 2 * plot.turned - room.turn if room.is_return else 0,
        "value": room.value,
        "foe_kind": room.kind,
        "outcome": room.outcome,
        "by": room.by,
        "tries": room.tries,
        "blows": len(room.blows),
        "wounds": room.wounds,
        "worst": room.blows[-1] if room.blows else 0,
        "dodged": room.dodged,
        "favored": int(room.favored),
        "is_late": int(room.outcome == "won" and room.gap > 0),
        "gap": 0 if room.outcome == "won" else room.gap,
        "loot": room.loot,
        "gold_loot": room.loot * GOLD_PER_POINT,
        "taken": len(room.taken),
        "kings_taken": len(room.kings_taken),
        "dropped": sum(map(worth, room.dropped)),
        "dropped_gold": sum(map(worth, room.dropped)) * GOLD_PER_POINT,
        "dropped_king": int(any(rank_of(card) == KING for card in room.dropped)),
    }


def foe_ref(room: Room) -> Ref:
    """Return the reference to the name of an encounter."""
    return Ref("foe", code_of(room.foe))


def foe_names(room: Room) -> Names:
    """Return the encounter's name, if there is an encounter."""
    return {"foe": foe_ref(room)} if room.foe else {}


def king_ref(card: int) -> Ref:
    """Return the reference to a king's name; each suit has another one."""
    return Ref("king", "", card % ALL_HOARDS)


def room_names(room: Room) -> Names:
    """Return the names in a turn."""
    names: dict[str, Named] = dict(foe_names(room))
    kings = room.kings_taken or room.kings_lost or room.kings_buried
    if kings:
        names["king"] = king_ref(kings[0])
    if room.skill:
        names["skill_name"] = Ref("skill_name", code_of(room.skill))
    if room.dropped:
        card = max(room.dropped, key=worth)
        if rank_of(card) == KING:
            names["king"] = king_ref(card)
        names["treasure"] = treasure_ref(card)
    return names


def treasure_ref(card: int) -> Ref:
    """Return the reference to the name of a treasure."""
    return Ref("treasure", "king" if rank_of(card) == KING else code_of(card))


def end_names(plot: Plot) -> Names:
    """Return the names that an ending may use."""
    names: dict[str, Ref | Sequence[Ref]] = {}
    kings = [card for card in plot.held if rank_of(card) == KING]
    if kings:
        names["king"] = king_ref(kings[-1])
        names["kings_list"] = tuple(map(king_ref, kings))
    if plot.rival is not None:
        names["rival"] = foe_ref(plot.rival)
    return names
