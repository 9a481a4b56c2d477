"""The story of a game of Tomb of Four Kings, told from its events."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from underdeck.cards import CLUBS, DIAMONDS, SPADES, code_of, rank_of, suit_of
from underdeck.game import Event
from underdeck.say.story import Listener, Sentence, Teller
from underdeck.say.words import capital

KINDS = {SPADES: "monster", DIAMONDS: "trap", CLUBS: "door"}
TOLD_TOGETHER = frozenset({"discarded", "treasure_taken"})
"""Events that come in a row and are told in one sentence."""
TURN_ENDS = frozenset({"turn_won", "turn_lost", "turn_fled"})
PLAYER = 0
"""The only seat."""


def grouped(events: Iterable[Event], listener: Listener | None = None) -> Iterator[Sentence]:
    """The events as they are told: rows together, and a won turn only where no treasure was taken."""
    listener = listener or Listener()
    before = ""
    for name, row in groupby(events, lambda event: event.name):
        if name in TURN_ENDS:
            listener.queens = 0
        if name in TOLD_TOGETHER:
            yield name, list(row)
        elif (before, name) != ("treasure_taken", "turn_won"):
            for event in row:
                yield sentence_key(event, listener.queens), [event]
                listener.queens += name == "favor_shown"
        before = name


def sentence_key(event: Event, queens: int = 0) -> str:
    """The key of an event's sentence: its name, and what its words depend on, such as the earlier queens of the turn."""
    name, parts = event.name, event.parts
    match name:
        case "torch_burnt":
            return f"{name}.{parts['n']}"
        case "skill_gained" | "won_by_skill":
            return f"{name}.{code_of(parts['card'])}"
        case "favor_shown":
            return f"{name}.{'during' if 'foe' in parts else 'again' if queens else 'before'}"
        case "encounter_met":
            return f"{name}.{KINDS[suit_of(parts['card'])]}"
        case "won_by_action" | "won_by_favor" | "blow_struck" | "slain":
            return f"{name}.{KINDS[suit_of(parts['foe'])]}"
        case "wounded":
            return name if parts["hp"] else f"{name}.deadly"
        case "escaped":
            wealth = "rich" if parts["kings"] else "kingless" if parts["points"] else "empty"
            return f"{name}.{'won' if parts['kings'] == 4 else wealth}"
    return name


class TombTeller(Teller):
    """Tells a game to its player."""

    game = "tomb"

    def tell(self, events: Sequence[Event], before: Sequence[Event]) -> list[str]:
        """The sentences for what one move brought, after all earlier events of the game."""
        return self.tell_to(PLAYER, events, before)

    def sentences(self, events: Iterable[Event], seat: int | None, listener: Listener) -> Iterator[Sentence]:
        """Everything is told."""
        return grouped(events, listener)

    def explain(self, events: Iterable[Event]) -> list[str]:
        """What the rules make of these events, each kind the first time only."""
        lessons = []
        for key, group in grouped(events):
            lesson = next((k for k in (key, group[0].name) if self.words.has(f"tomb.explain.{k}")), None)
            if lesson is not None and lesson not in self._explained:
                self._explained.add(lesson)
                lessons.append(self.words.say(f"tomb.explain.{lesson}", **self.parts(group)))
        return lessons

    def parts(self, row: list[Event]) -> dict[str, object]:
        """What a sentence may mention."""
        event = row[0]
        parts: dict[str, object] = dict(event.parts)
        if event.name in TOLD_TOGETHER:
            parts["cards"] = self.shown_row(each.parts["card"] for each in row)
            parts["n"] = len(row)
        card = event.parts.get("card")
        if card is not None:
            parts["card"] = self.shown(card)
        if event.name in ("skill_gained", "won_by_skill") and card is not None:
            parts["skill"] = self.words.table("tomb.skill")[code_of(card)]
        if event.name == "escaped":
            parts["gold"] = event.parts["points"] * 100
        foe = card if event.name == "encounter_met" else event.parts.get("foe")
        if foe is not None:
            parts |= self.thing(foe)
        return parts

    def thing(self, foe: int) -> dict[str, object]:
        """An encounter's noun phrases, with and without a capital."""
        some, the = self.words.table("tomb.thing")[code_of(foe)]
        return {"a_thing": some, "A_thing": capital(some), "the_thing": the, "The_thing": capital(the), "value": rank_of(foe)}
