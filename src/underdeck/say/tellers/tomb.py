"""The story of a game of Tomb of Four Kings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from underdeck.cards import CLUBS, DIAMONDS, KING, SPADES, code_of, rank_of, suit_of
from underdeck.game import Event
from underdeck.games.tomb.state import DODGE_BLOW, PICK_LOCK
from underdeck.games.tomb.treasure import ALL_HOARDS, GOLD_PER_POINT
from underdeck.say.tellers.base import Narration, Sentence, Teller
from underdeck.say.words import capital

KINDS = {SPADES: "monster", DIAMONDS: "trap", CLUBS: "door"}
"""The kind of an encounter, by its suit."""
TOLD_TOGETHER = frozenset({"discarded", "treasure_taken"})
"""Events of which a run is told in one sentence."""
TURN_ENDS = frozenset({"turn_won", "turn_lost", "turn_fled"})
HOARDS_AT_STAKE = frozenset({"hoard_found", "treasure_dropped", "discarded"})
"""Events after which a king is out of the game unless the turn is won."""


@dataclass(slots=True)
class TombNarration(Narration):
    """What later sentences of the turn or the game depend on."""

    queens: int = 0
    """Queens in the current turn."""
    jacks: set[int] = field(default_factory=set)
    """Jacks in the hand."""
    door_failed: bool = False
    """Whether the door of the current turn has held: every further ace is one of its discards."""
    hoards: list[Event] = field(default_factory=list)
    """Events of the kings that are lost unless the current turn is won."""

    def copy(self) -> "TombNarration":
        """Return an independent copy."""
        return replace(Narration.copy(self), jacks=set(self.jacks), hoards=list(self.hoards))

    def note(self, events: Iterable[Event]) -> None:
        """Update the narration after events were told."""
        for event in events:
            card = event.parts.get("card", 0)
            if event.name in TURN_ENDS:
                self.queens, self.door_failed = 0, False
                self.hoards.clear()
            elif event.name == "favor_shown":
                self.queens += 1
            elif event.name == "skill_gained":
                self.jacks.add(card)
            elif event.name in ("won_by_skill", "dodged"):
                self.jacks.discard(card)
            elif event.name == "door_held":
                self.door_failed = True
            elif event.name in HOARDS_AT_STAKE and rank_of(card) == KING:
                self.hoards.append(event)


class TombTeller(Teller[TombNarration]):
    """Tells a game to its player and to spectators alike: all events are public."""

    game = "tomb"
    narration_type = TombNarration

    def sentences(
        self, events: Iterable[Event], seat: int | None, narration: TombNarration
    ) -> Iterator[Sentence]:
        """Yield a sentence for each event, or for each run of events that are told together."""
        return grouped(events, narration)

    def lesson_keys(self, key: str, row: list[Event]) -> Sequence[str]:
        """Return the sentence's key, then the key of the event by itself, then its name."""
        return (key, key_alone(row[0]), row[0].name)

    def parts(self, row: list[Event]) -> dict[str, object]:
        """Return the placeholders of a sentence."""
        event = row[0]
        parts: dict[str, object] = dict(event.parts)
        listed_events = row if event.name in TOLD_TOGETHER else row[1:]
        if listed_events:
            parts["cards"] = self.shown_row(each.parts["card"] for each in listed_events)
            parts["n"] = len(listed_events)
        card = event.parts.get("card")
        if card is not None:
            parts["card"] = self.shown(card)
        if event.name in ("skill_gained", "won_by_skill") and card is not None:
            parts["skill"] = self.words.table("tomb.skill")[code_of(card)]
        if event.name == "escaped":
            parts["gold"] = event.parts["points"] * GOLD_PER_POINT
            parts["missing"] = ALL_HOARDS - event.parts["kings"]
        foe = card if event.name == "encounter_met" else event.parts.get("foe")
        if foe is not None:
            parts |= self.encounter_parts(foe)
        return parts

    def joker(self) -> str:
        """Return the name of the only joker, the Scroll of Light."""
        return self.words.say("tomb.card.scroll")

    def encounter_parts(self, foe: int) -> dict[str, object]:
        """Return an encounter's noun phrases, with and without a capital, and its value."""
        indefinite, definite = self.words.table("tomb.thing")[code_of(foe)]
        return {
            "a_thing": indefinite,
            "A_thing": capital(indefinite),
            "the_thing": definite,
            "The_thing": capital(definite),
            "value": rank_of(foe),
        }


def grouped(events: Iterable[Event], narration: TombNarration | None = None) -> Iterator[Sentence]:
    """Yield sentences: some runs of events together, a won turn only if no treasure was taken."""
    narration = narration or TombNarration()
    previous = ""
    for name, row in groupby(events, lambda event: event.name):
        group = list(row)
        if name in TOLD_TOGETHER:
            yield name, group
            narration.note(group)
        else:
            for event in group:
                if (previous, name) != ("treasure_taken", "turn_won"):
                    yield sentence_key(event, narration), [event, *lost_hoards(event, narration)]
                narration.note([event])
        previous = name


def lost_hoards(event: Event, narration: TombNarration) -> list[Event]:
    """Return the events of the kings that are lost with this turn."""
    return list(narration.hoards) if event.name in ("turn_lost", "turn_fled") else []


def sentence_key(event: Event, narration: TombNarration | None = None) -> str:
    """Return the key of an event's sentence: its name and the variant that fits the moment."""
    return (narration and key_after(event, narration)) or key_alone(event)


def key_after(event: Event, narration: TombNarration) -> str:
    """Return the key of a sentence that depends on earlier events; an empty text if none does."""
    name, parts = event.name, event.parts
    match name:
        case "torch_burnt" if narration.door_failed:
            return f"{name}.discarded"
        case "favor_shown" if "foe" not in parts and narration.queens:
            return f"{name}.again"
        case "wounded" if parts["hp"] and DODGE_BLOW in narration.jacks:
            return f"{name}.chosen"
        case "door_held" if PICK_LOCK in narration.jacks:
            return f"{name}.pickable"
        case "turn_lost" | "turn_fled" if narration.hoards:
            return f"{name}.hoard"
    return ""


def key_alone(event: Event) -> str:
    """Return the key of a sentence that follows from the event by itself."""
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
            return f"{name}.{'won' if parts['kings'] == ALL_HOARDS else wealth}"
    return name
