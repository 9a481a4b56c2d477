"""The daily deal without a server: a saved game from the date alone, unranked.

A day counts once, for the first game of its deal, and for streaks only if that was begun on the
day itself. If the clock is set back, the latest day stays open, as on a server.
"""

import re
from datetime import UTC, date, datetime
from typing import NamedTuple

from underdeck.career.daily import daily_game, streaks
from underdeck.cli.saves import Save, read_file, saved_paths
from underdeck.deal import Seed
from underdeck.formats import read_record
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import find_game

SEED_PREFIX = "underdeck daily "
STAMP = re.compile(r"-(\d{8})-\d{6}-")
"""The day in the name of a saved game."""


class LocalDay(NamedTuple):
    """The first game of a day's deal."""

    day: str
    save: Save
    played: AnyPlaythrough

    @property
    def is_over(self) -> bool:
        """Whether the game is finished."""
        return self.played.result() is not None

    @property
    def is_on_time(self) -> bool:
        """Whether the game was begun on the day itself."""
        stamp = STAMP.search(self.save.name)
        return stamp is not None and stamp[1] == self.day.replace("-", "")


def seed_of(day: str) -> str:
    """Return the seed of a day's deal."""
    return f"{SEED_PREFIX}{day}"


def day_of(played: AnyPlaythrough) -> str | None:
    """Return the day whose deal a game is, None for any other game."""
    source = played.record.deal.source
    if not isinstance(source, Seed) or not source.text.startswith(SEED_PREFIX):
        return None
    try:
        return date.fromisoformat(source.text.removeprefix(SEED_PREFIX)).isoformat()
    except ValueError:
        return None


def local_days() -> dict[str, LocalDay]:
    """Return the first game of each day's deal among the saved ones."""
    found: dict[str, LocalDay] = {}
    for path in sorted(saved_paths(), key=lambda path: path.name):
        try:
            text = read_file(str(path))
            if SEED_PREFIX not in text:
                continue
            played = read_record(text)
        except Refusal:
            continue
        day = day_of(played)
        if day is not None and played.record.game == daily_game():
            found.setdefault(day, LocalDay(day, Save(path, text), played))
    return found


class LocalCalendar:
    """The local dailies that were played, and today's."""

    def __init__(self, now: datetime | None = None) -> None:
        self.days = local_days()
        self.clock_day = (now or datetime.now(UTC)).date().isoformat()
        """The day by this machine's clock (UTC)."""
        self.today = max([self.clock_day, *self.days])
        """The latest day: it stays open if the clock is set back."""

    @property
    def is_clock_behind(self) -> bool:
        """Whether the clock was set back before a day that was played."""
        return self.clock_day < self.today

    def find(self, day: str) -> LocalDay | None:
        """Return the first game of a day's deal."""
        if day > self.today:
            raise Refusal("day_not_begun", day=day)
        return self.days.get(day)

    def begin(self, day: str) -> LocalDay:
        """Return a new game of a day's deal."""
        game = find_game(daily_game())
        options = game.Options()
        deal = Seed(seed_of(day)).deal(game.deck(options))
        return LocalDay(day, Save.new(game.name), Playthrough.begin(game, options, deal))

    def streak(self) -> tuple[int, int]:
        """Return the number of days in a row up to today or yesterday, and the longest."""
        played = (each.day for each in self.days.values() if each.is_over and each.is_on_time)
        found = streaks(played, self.today)
        return found.current, found.longest
