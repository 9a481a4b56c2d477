"""The story of a game of Tomb of Four Kings, told from its events."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from underdeck.cards import CLUBS, DIAMONDS, KING, SPADES, code_of, rank_of, suit_of
from underdeck.game import Event
from underdeck.games.tomb.state import DODGE_BLOW, PICK_LOCK
from underdeck.say.tellers.story import Listener, Sentence, Teller
from underdeck.say.words import capital

KINDS = {SPADES: "monster", DIAMONDS: "trap", CLUBS: "door"}
TOLD_TOGETHER = frozenset({"discarded", "treasure_taken"})
"""Events that come in a row and are told in one sentence."""
TURN_ENDS = frozenset({"turn_won", "turn_lost", "turn_fled"})
HOARDS_AT_STAKE = frozenset({"hoard_found", "treasure_dropped", "discarded"})
"""Events after which a king is out of the game unless the turn is won."""
FOUR_KINGS = 4
PLAYER = 0
"""The only seat."""


def grouped(events: Iterable[Event], listener: Listener | None = None) -> Iterator[Sentence]:
    """The events as they are told: rows together, and a won turn only where no treasure was taken."""
    listener = listener or Listener()
    before = ""
    for name, row in groupby(events, lambda event: event.name):
        group = list(row)
        if name in TOLD_TOGETHER:
            yield name, group
            note(group, listener)
        else:
            for event in group:
                if (before, name) != ("treasure_taken", "turn_won"):
                    yield sentence_key(event, listener), [event, *lost_hoards(event, listener)]
                note([event], listener)
        before = name


def note(events: Iterable[Event], listener: Listener) -> None:
    """Remember what later sentences of the turn or the game depend on."""
    for event in events:
        card = event.parts.get("card", 0)
        if event.name in TURN_ENDS:
            listener.queens, listener.door_failed = 0, False
            listener.hoards.clear()
        elif event.name == "favor_shown":
            listener.queens += 1
        elif event.name == "skill_gained":
            listener.jacks.add(card)
        elif event.name in ("won_by_skill", "dodged"):
            listener.jacks.discard(card)
        elif event.name == "door_held":
            listener.door_failed = True
        elif event.name in HOARDS_AT_STAKE and rank_of(card) == KING:
            listener.hoards.append(event)


def lost_hoards(event: Event, listener: Listener) -> list[Event]:
    """The events of the kings that are lost with this turn."""
    return list(listener.hoards) if event.name in ("turn_lost", "turn_fled") else []


def sentence_key(event: Event, listener: Listener | None = None) -> str:
    """The key of an event's sentence: its name, and what its words depend on."""
    return key_after(event, listener) or key_alone(event) if listener else key_alone(event)


def key_after(event: Event, listener: Listener) -> str:
    """The key of a sentence that depends on what came before, or nothing."""
    name, parts = event.name, event.parts
    match name:
        case "torch_burnt" if listener.door_failed:
            return f"{name}.discarded"
        case "favor_shown" if "foe" not in parts and listener.queens:
            return f"{name}.again"
        case "wounded" if parts["hp"] and DODGE_BLOW in listener.jacks:
            return f"{name}.chosen"
        case "door_held" if PICK_LOCK in listener.jacks:
            return f"{name}.pickable"
        case "turn_lost" | "turn_fled" if listener.hoards:
            return f"{name}.hoard"
    return ""


def key_alone(event: Event) -> str:
    """The key of a sentence as far as it follows from the event itself."""
    name, parts = event.name, event.parts
    match name:
        case "torch_burnt":
            return f"{name}.{parts['n']}"
        case "skill_gained" | "won_by_skill":
            return f"{name}.{code_of(parts['card'])}"
        case "favor_shown":
            return f"{name}.{'during' if 'foe' in parts else 'before'}"
        case "encounter_met":
            return f"{name}.{KINDS[suit_of(parts['card'])]}"
        case "won_by_action" | "won_by_favor" | "blow_struck" | "slain":
            return f"{name}.{KINDS[suit_of(parts['foe'])]}"
        case "wounded":
            return name if parts["hp"] else f"{name}.deadly"
        case "retreated":
            return name if parts["left"] > 1 else f"{name}.last"
        case "escaped":
            wealth = "rich" if parts["kings"] else "kingless" if parts["points"] else "empty"
            return f"{name}.{'won' if parts['kings'] == FOUR_KINGS else wealth}"
    return name


class TombTeller(Teller):
    """Tells a game to its player."""

    game = "tomb"

    def tell(self, events: Sequence[Event], before: Sequence[Event]) -> list[str]:
        """The sentences for what one move brought, after all earlier events of the game."""
        return self.tell_to(PLAYER, events, before)

    def sentences(
        self, events: Iterable[Event], seat: int | None, listener: Listener
    ) -> Iterator[Sentence]:
        """Everything is told."""
        return grouped(events, listener)

    def explain(self, events: Iterable[Event]) -> list[str]:
        """What the rules make of these events, each kind the first time only."""
        lessons = []
        for key, group in grouped(events):
            keys = (key, key_alone(group[0]), group[0].name)
            lesson = next((each for each in keys if self.words.has(f"tomb.explain.{each}")), None)
            if lesson is not None and lesson not in self._explained:
                self._explained.add(lesson)
                lessons.append(self.words.say(f"tomb.explain.{lesson}", **self.parts(group)))
        return lessons

    def parts(self, row: list[Event]) -> dict[str, object]:
        """What a sentence may mention."""
        event = row[0]
        parts: dict[str, object] = dict(event.parts)
        told = row if event.name in TOLD_TOGETHER else row[1:]
        if told:
            parts["cards"] = self.shown_row(each.parts["card"] for each in told)
            parts["n"] = len(told)
        card = event.parts.get("card")
        if card is not None:
            parts["card"] = self.shown(card)
        if event.name in ("skill_gained", "won_by_skill") and card is not None:
            parts["skill"] = self.words.table("tomb.skill")[code_of(card)]
        if event.name == "escaped":
            parts["gold"] = event.parts["points"] * 100
            parts["missing"] = FOUR_KINGS - event.parts["kings"]
        foe = card if event.name == "encounter_met" else event.parts.get("foe")
        if foe is not None:
            parts |= self.thing(foe)
        return parts

    def thing(self, foe: int) -> dict[str, object]:
        """An encounter's noun phrases, with and without a capital."""
        some, the = self.words.table("tomb.thing")[code_of(foe)]
        return {
            "a_thing": some,
            "A_thing": capital(some),
            "the_thing": the,
            "The_thing": capital(the),
            "value": rank_of(foe),
        }
