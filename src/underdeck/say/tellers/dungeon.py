"""The story of a game of Dungeon, told to one seat from the events that it may know."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from underdeck.cards import ACE, JACK, JOKER, rank_of
from underdeck.game import Event
from underdeck.games.dungeon.moves import RANKS
from underdeck.say.tellers.story import Listener, Sentence, Teller
from underdeck.say.words import Spoken

TOLD_TOGETHER = frozenset({"drew", "hand_shown", "lost_card", "passage_shown"})
"""Events that come in a row and are told in one sentence."""
UNTOLD = frozenset({"gave_card", "bid_with"})
"""Events that only add what another one has told already."""
OPENS_WINDOW = frozenset({"ace_played", "countered"})
"""Events that even the player whose turn it is may have to let pass."""
NAMES_JOKER = {
    "attacked": 0,
    "fight_laid": 0,
    "tried_with": 0,
    "ace_played": ACE,
    "rob_called": JACK,
}
"""Events that say what a joker stands for: always this rank, or the event's value."""

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
"""What a learner is told when such an event comes up for the first, second, third time."""


class DungeonTeller(Teller):
    """Tells a game to a seat or to a spectator."""

    game = "dungeon"

    def explain(self, events: Iterable[Event], seat: int) -> list[str]:
        """What the rules make of these events, one thing at a time."""
        lessons = []
        for event in events:
            left = [key for key in EXPLAINED_BY.get(event.name, ()) if key not in self._explained]
            if left and event.is_for(seat):
                self._explained.add(left[0])
                lessons.append(self.words.say(f"dungeon.explain.{left[0]}"))
        return lessons

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat; people count seats from 1."""
        return self.words.say("cli.dungeon.player", n=seat + 1)

    def tell(self, events: Sequence[Event], seat: int | None, before: Sequence[Event]) -> list[str]:
        """The sentences for these events, after all earlier ones of the game, as far as this seat may know them."""
        return self.tell_to(seat, events, before)

    def sentences(
        self, events: Iterable[Event], seat: int | None, listener: Listener
    ) -> Iterator[Sentence]:
        """What is told to this seat: events in a row together, and nothing that another sentence says already."""
        allowed = (
            event
            for event in events
            if event.is_for(seat) and event.name not in UNTOLD and not is_no_loss(event)
        )
        for row in grouped(tell_passes_apart(fold_fronts(fold_hands(allowed)), listener)):
            key = sentence_key(row[0], seat)
            if self.words.has(f"dungeon.event.{key}"):
                yield key, row

    def parts(self, row: list[Event]) -> dict[str, object]:
        """What a sentence may mention."""
        event = row[0]
        told: dict[str, object] = dict(event.parts)
        for part, word in (("seat", "player"), ("target", "target")):
            if part in event.parts:
                told[word] = self.name(event.parts[part])
        for part in ("value", "rank"):
            if part in event.parts:
                told[part] = RANKS[event.parts[part]]
                told[f"a_{part}"] = self.a_rank(event.parts[part])
        if event.name == "drew":
            told["n"] = sum(each.parts["n"] for each in row)
        if "card" in event.parts:
            told["card"] = self.shown(event.parts["card"])
            cards = [each.parts["card"] for each in row]
            told["cards"] = self.shown_row(
                cards if event.name == "passage_shown" else sorted(cards)
            )
        if event.parts.get("card") == JOKER and event.name in NAMES_JOKER:
            stands_for = self.a_rank(NAMES_JOKER[event.name] or event.parts["value"])
            declared = self.words.say("dungeon.joker.as", card=str(told["card"]), a_rank=stands_for)
            told["card"] = Spoken(declared) if self.spoken else declared
        if event.name == "attacked":
            told["creature"] = self.words.table("dungeon.creature")[str(event.parts["value"])]
        return told

    def a_rank(self, rank: int) -> str:
        """A card of this rank, with its article."""
        name: str = self.words.table("dungeon.a_rank")[str(rank)]
        return name


def tell_passes_apart(events: Iterable[Event], listener: Listener) -> Iterator[Event]:
    """Passing one's own turn stays what it is; letting something of another's pass becomes an event of its own."""
    for event in events:
        if event.name == "turn_begun":
            listener.turn_of = event.parts["seat"]
        if event.name != "passed":
            listener.last = event.name
            yield event
        elif event.parts["seat"] == listener.turn_of and listener.last not in OPENS_WINDOW:
            yield event
        else:
            yield Event("let_pass", event.parts, event.audience)


def is_no_loss(event: Event) -> bool:
    """Is it the loss of a hand without cards, or of a dungeon without passages?"""
    return event.name in ("hand_lost", "dungeon_lost") and event.parts["n"] == 0


def fold_hands(events: Iterable[Event]) -> list[Event]:
    """Leave out how many cards a hand lost where the cards themselves are told right after."""
    told: list[Event] = []
    for event in events:
        if event.name == "lost_card" and told and told[-1].name == "hand_lost":
            told.pop()
        told.append(event)
    return told


def fold_fronts(events: Iterable[Event]) -> list[Event]:
    """A blind hit and the front that falls at once become one event, and so do a retreat and the card that it cost.

    After a blind cave-in the card is told too, and otherwise it was already.
    """
    told: list[Event] = []
    for event in events:
        before = told[-1].name if told else ""
        if event.name == "front_lost":
            if before == "cave_hit":
                told[-1] = Event("front_fell", told[-1].parts, told[-1].audience)
        elif event.name != "front_was":
            told.append(event)
        elif before == "retreated":
            told[-1] = Event("retreated_from", event.parts, event.audience)
        elif before in ("cave_hit", "front_fell"):
            told.append(event)
    return told


def grouped(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events as they are told: one by one, or a row of one kind about one player."""
    for (name, _), row in groupby(events, lambda event: (event.name, event.parts.get("seat"))):
        rows = list(row)
        if name in TOLD_TOGETHER:
            yield rows
        else:
            yield from ([event] for event in rows)


def is_honest(event: Event) -> bool:
    """Is a hidden passage what it is said to be? A joker always is (D-14)."""
    card = event.parts["card"]
    return card == JOKER or rank_of(card) == event.parts["value"]


def sentence_key(event: Event, seat: int | None) -> str:
    """The key of an event's sentence: its name, and who does it to whom from where one sits."""
    if "seat" not in event.parts:
        return event.name
    actor = "you" if event.parts["seat"] == seat else "other"
    if event.name == "laid_as" and is_honest(event):
        return f"{event.name}.{actor}_honest"
    if "target" not in event.parts:
        return f"{event.name}.{actor}"
    return f"{event.name}.{actor}_{'you' if event.parts['target'] == seat else 'other'}"
