"""The history of a table: the events that its players were shown, in stages."""

from dataclasses import dataclass, field
from typing import NamedTuple

from underdeck.game import Event
from underdeck.json_types import JsonObject


class Stage(NamedTuple):
    """Events that became public together; none if the move behind them was taken back."""

    events: list[Event]
    before: int
    """The number of events in the game before these."""


@dataclass(slots=True)
class History:
    """The stages of a table, and the events of its game without those of undone moves."""

    stages: list[Stage] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    move_stages: list[int] = field(default_factory=list)
    """The stage after each move that hasn't been taken back."""
    undone_at: int = 0
    """The stage that showed the last undo, 0 without one."""
    watched: dict[bool, JsonObject] = field(default_factory=dict)
    """What spectators were shown in the last stage, without facts and with them."""

    def add(self, events: list[Event]) -> None:
        """Add a stage."""
        self.stages.append(Stage(events, len(self.events)))
        self.events += events
        self.watched.clear()

    def note_move(self) -> None:
        """Remember that the last stage shows a move, which may be taken back."""
        self.move_stages.append(len(self.stages))

    def drop_last_move(self) -> None:
        """Drop the events of a move that is taken back, before the stage that shows the undo."""
        self.undone_at = len(self.stages) + 1
        if self.move_stages:
            undone = self.move_stages.pop() - 1
            before = self.stages[undone].before
            self.stages[undone] = Stage([], before)
            del self.events[before:]

    def events_before(self, stage: int) -> list[Event]:
        """Return the events of the game before a stage, without those of undone moves."""
        if stage < len(self.stages):
            return self.events[: self.stages[stage].before]
        return list(self.events)

    def events_after(self, stage: int, seat: int | None) -> list[Event]:
        """Return the events since a stage that this seat, or a spectator, may know."""
        return [
            event
            for each in self.stages[max(0, stage) :]
            for event in each.events
            if event.is_for(seat)
        ]
