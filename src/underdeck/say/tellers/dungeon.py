"""The story of a game of Dungeon, told to one seat from the events that it may know."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from underdeck.cards import ACE, JACK, JOKER, rank_of
from underdeck.game import Event
from underdeck.games.dungeon.moves import RANKS
from underdeck.say.tellers.base import Narration, Sentence, Teller
from underdeck.say.words import Spoken

TOLD_TOGETHER = frozenset({"drew", "hand_shown", "lost_card", "passage_shown"})
"""Events of which a run is told in one sentence."""
UNTOLD = frozenset({"gave_card", "bid_with"})
"""Events that add nothing to what another event has told."""
OPENS_WINDOW = frozenset({"ace_played", "countered"})
"""Events that even the player whose turn it is may have to let pass."""
NAMES_JOKER = {
    "attacked": 0,
    "fight_laid": 0,
    "tried_with": 0,
    "ace_played": ACE,
    "rob_called": JACK,
}
"""Events that say which rank a joker stands for: this one, or for 0 the event's value."""

EXPLAINED_BY = {
    "bid_laid": ("bid",),
    "drew_card": ("draw",),
    "dug": ("dig", "front", "branch"),
    "caved_in": ("cave",),
    "attacked": ("attack", "cell"),
    "fight_laid": ("fight",),
    "retreated": ("retreat",),
    "rob_called": ("rob",),
    "fished": ("fish",),
    "denied": ("lie",),
    "demanded": ("demand",),
    "ace_played": ("ace", "ace_window"),
    "discarded": ("discard",),
    "escaped": ("win",),
}
"""The explanations for the first, second and third event of a name."""


@dataclass(slots=True)
class DungeonNarration(Narration):
    """What it takes to tell a passed turn from a window that someone lets pass."""

    turn_of: int | None = None
    """The seat whose turn it is."""
    last: str = ""
    """The name of the last event that wasn't a pass."""


class DungeonTeller(Teller[DungeonNarration]):
    """Tells a game to a seat or to a spectator."""

    game = "dungeon"
    narration_type = DungeonNarration

    def sentences(
        self, events: Iterable[Event], seat: int | None, narration: DungeonNarration
    ) -> Iterator[Sentence]:
        """Yield the sentences for a seat: runs of events together, and no fact twice."""
        known = (
            event
            for event in events
            if event.is_for(seat) and event.name not in UNTOLD and not is_no_loss(event)
        )
        for row in grouped(tell_passes_apart(fold_fronts(fold_hands(known)), narration)):
            key = sentence_key(row[0], seat)
            if self.words.has(f"dungeon.event.{key}"):
                yield key, row

    def explain(self, events: Iterable[Event], seat: int | None) -> list[str]:
        """Return the rules behind these events, one explanation per event."""
        lessons = []
        for event in events:
            left = [key for key in EXPLAINED_BY.get(event.name, ()) if key not in self._explained]
            if left and event.is_for(seat):
                self._explained.add(left[0])
                lessons.append(self.words.say(f"dungeon.explain.{left[0]}"))
        return lessons

    def parts(self, row: list[Event]) -> dict[str, object]:
        """Return the placeholders of a sentence."""
        event = row[0]
        parts = super().parts(row)
        for part in ("value", "rank"):
            if part in event.parts:
                parts[part] = RANKS[event.parts[part]]
                parts[f"a_{part}"] = self.a_rank(event.parts[part])
        if event.name == "drew":
            parts["n"] = sum(each.parts["n"] for each in row)
        if "card" in event.parts:
            cards = [each.parts["card"] for each in row]
            in_order = event.name == "passage_shown"
            parts["cards"] = self.shown_row(cards if in_order else sorted(cards))
        if event.parts.get("card") == JOKER and event.name in NAMES_JOKER:
            parts["card"] = self.joker_as(NAMES_JOKER[event.name] or event.parts["value"])
        if event.name == "attacked":
            parts["creature"] = self.words.table("dungeon.creature")[str(event.parts["value"])]
        return parts

    def joker_as(self, rank: int) -> str:
        """Return a joker with the rank it stands for."""
        return Spoken(
            self.words.say("dungeon.joker.played_as", card=self.joker(), a_rank=self.a_rank(rank))
        )

    def a_rank(self, rank: int) -> str:
        """Return a rank with its article."""
        name: str = self.words.table("dungeon.a_rank")[str(rank)]
        return name


def tell_passes_apart(events: Iterable[Event], narration: DungeonNarration) -> Iterator[Event]:
    """Replace each pass that isn't a passed turn by the event `let_pass`."""
    for event in events:
        if event.name == "turn_begun":
            narration.turn_of = event.parts["seat"]
        if event.name != "passed":
            narration.last = event.name
            yield event
        elif event.parts["seat"] == narration.turn_of and narration.last not in OPENS_WINDOW:
            yield event
        else:
            yield Event("let_pass", event.parts, event.audience)


def is_no_loss(event: Event) -> bool:
    """Return whether an event is the loss of an empty hand or an empty dungeon."""
    return event.name in ("hand_lost", "dungeon_lost") and event.parts["n"] == 0


def fold_hands(events: Iterable[Event]) -> list[Event]:
    """Leave out the number of cards that a hand lost if the cards themselves follow."""
    folded: list[Event] = []
    for event in events:
        if event.name == "lost_card" and folded and folded[-1].name == "hand_lost":
            folded.pop()
        folded.append(event)
    return folded


def fold_fronts(events: Iterable[Event]) -> list[Event]:
    """Join a blind hit with the fall of the front, and a retreat with the card that it cost.

    The card of a lost front is told separately after a blind cave-in only: otherwise it is known.
    """
    folded: list[Event] = []
    for event in events:
        previous = folded[-1].name if folded else ""
        if event.name == "front_lost":
            if previous == "cave_hit":
                folded[-1] = Event("front_fell", folded[-1].parts, folded[-1].audience)
        elif event.name != "front_was":
            folded.append(event)
        elif previous == "retreated":
            folded[-1] = Event("retreated_from", event.parts, event.audience)
        elif previous in ("cave_hit", "front_fell"):
            folded.append(event)
    return folded


def grouped(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Yield events one by one, or as a run of one kind about one player."""
    for (name, _), row in groupby(events, lambda event: (event.name, event.parts.get("seat"))):
        rows = list(row)
        if name in TOLD_TOGETHER:
            yield rows
        else:
            yield from ([event] for event in rows)


def is_honest(event: Event) -> bool:
    """Return whether a hidden passage is what its owner says; a joker always is (D-14)."""
    card = event.parts["card"]
    return card == JOKER or rank_of(card) == event.parts["value"]


def sentence_key(event: Event, seat: int | None) -> str:
    """Return the key of an event's sentence: its name, and who acts on whom from a seat."""
    if "seat" not in event.parts:
        return event.name
    actor = "you" if event.parts["seat"] == seat else "other"
    if event.name == "laid_as" and is_honest(event):
        return f"{event.name}.{actor}_honest"
    if "target" not in event.parts:
        return f"{event.name}.{actor}"
    return f"{event.name}.{actor}_{'you' if event.parts['target'] == seat else 'other'}"
