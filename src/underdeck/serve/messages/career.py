"""Requests and responses about history, statistics, achievements, exports and imports."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from underdeck.career.base import Origin, Standing
from underdeck.serve.messages.fields import DeviceCode, GameName, TableName, check_game_name

MAX_PAGE = 100
"""Maximum number of games in one page of the history."""
MAX_IMPORTED = 5000
"""Maximum number of games in one import."""
MAX_SEATS = 8
"""More seats than any game has."""

Month = Annotated[
    str,
    Meta(
        max_length=7,
        pattern=r"^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])$",
        description="A month (UTC).",
        examples=["2026-11"],
    ),
]
HouseKey = Annotated[
    str,
    Meta(
        max_length=400,
        pattern=r"^[a-z_0-9=,]*$",
        description="A set of house rules: the options that differ from the defaults, by name.",
        examples=["", "drop_sum=1"],
    ),
]
PlayerId = Annotated[
    str, Meta(max_length=40, description="A profile, or `bot:` and the name of a bot.")
]


class GameFilter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The games that a list or a statistic is about; without a value all."""

    game: GameName
    house: HouseKey | None = None
    since: Month | None = None
    until: Month | None = None
    """The last month, included."""
    opponent: PlayerId | None = None

    def __post_init__(self) -> None:
        """Check the name that depends on the registered games."""
        check_game_name(self.game)


class HistoryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A page of the history, newest first."""

    game: GameName | None = None
    """Without a game the history of all games."""
    house: HouseKey | None = None
    since: Month | None = None
    until: Month | None = None
    opponent: PlayerId | None = None
    before: str | None = None
    """The `next` of the previous page."""
    limit: Annotated[int, Meta(ge=1, le=MAX_PAGE)] = 20

    def __post_init__(self) -> None:
        """Check the name that depends on the registered games."""
        if self.game is not None:
            check_game_name(self.game)


class RemarkShown(msgspec.Struct, frozen=True):
    """A remark on a finished game; `career.remark.<code>` of the catalogue has its sentence."""

    code: str
    n: int


class GameListed(msgspec.Struct, frozen=True):
    """A finished game in the history."""

    table: str
    game: str
    seat: int
    at: float
    house: dict[str, int | bool]
    """All options of the game."""
    house_key: str
    origin: Origin
    standing: Standing
    outcome: str
    won: bool
    survived: bool
    points: int
    kings: int
    turns: int
    facts: dict[str, int | str]
    opponents: list["OpponentShown"]
    remarks: list[RemarkShown]
    achievements: list[str]
    """Achievements unlocked by this game."""
    board: str
    """The leaderboard it was played for, such as `daily:2026-11-17`; empty if none."""
    number: int
    """The number of the game in its competition."""
    has_record: bool
    """Whether the game can be replayed and exported."""


class OpponentShown(msgspec.Struct, frozen=True):
    """Another player of a finished game."""

    seat: int
    player: str
    """A profile, `bot:` and the name of a bot, or empty."""
    name: str


class HistoryPage(msgspec.Struct, frozen=True):
    """Games of the history, newest first."""

    games: list[GameListed]
    next: str | None
    """The `before` of the next page; null at the end."""
    total: int


class Rate(msgspec.Struct, frozen=True):
    """A share of games with its 95 % interval."""

    n: int
    """The number of games that it is a share of."""
    share: float
    low: float
    high: float


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval, and the median."""

    mean: float
    low: float
    high: float
    median: float


class ValueCount(msgspec.Struct, frozen=True):
    """How often a value occurred."""

    value: str
    count: int


class HouseCount(msgspec.Struct, frozen=True):
    """A set of house rules that was played."""

    key: str
    house: dict[str, int | bool]
    games: int


class OpponentCount(msgspec.Struct, frozen=True):
    """An opponent, the games against them and how many of them this profile won."""

    player: str
    name: str
    games: int
    won: int
    rating: float | None


class RecentGame(msgspec.Struct, frozen=True):
    """One of the last games, for a sparkline."""

    table: str
    at: float
    outcome: str
    won: bool
    survived: bool
    points: int
    kings: int


class Best(msgspec.Struct, frozen=True):
    """The personal best under one set of house rules, among ranked games."""

    kings: int
    points: int
    turns: int
    at: float
    table: str


class BestSeries(msgspec.Struct, frozen=True):
    """The best finished series of a length."""

    games: int
    points: int
    kings: int
    turns: int
    competition: str


class ChallengeShown(msgspec.Struct, frozen=True):
    """A step of the ladder; `career.challenge.<name>` of the catalogue describes it."""

    name: str
    is_reached: bool
    n: int
    goal: int


class Rating(msgspec.Struct, frozen=True):
    """A strength by openskill: the mean, its uncertainty, and a cautious estimate to show."""

    mean: float
    uncertainty: float
    shown: float
    games: int


class StatisticsShown(msgspec.Struct, frozen=True):
    """The statistics of a profile in one game."""

    game: str
    games: int
    assisted: int
    rates: dict[str, Rate]
    means: dict[str, Mean]
    distributions: dict[str, list[ValueCount]]
    """The counts of each kind of tally, in the order of its values."""
    recent: list[RecentGame]
    """The last 20 games, oldest first."""
    houses: list[HouseCount]
    months: list[str]
    """The months in which this profile has played, oldest first."""
    opponents: list[OpponentCount]
    best: Best | None
    best_series: list[BestSeries]
    challenges: list[ChallengeShown]
    rating: Rating | None


class AchievementShown(msgspec.Struct, frozen=True):
    """An achievement; `career.achievement.<name>` of the catalogue has its title and text."""

    name: str
    """Empty for a hidden one that isn't unlocked yet."""
    game: str
    is_hidden: bool
    at: float | None
    """When it was unlocked; null if it isn't yet."""
    table: str | None
    n: int
    """Progress toward `goal`."""
    goal: int


class Achievements(msgspec.Struct, frozen=True):
    """All achievements, unlocked or not."""

    achievements: list[AchievementShown]
    unlocked: int


class ExportRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the export of a profile's games."""

    after: str | None = None
    limit: Annotated[int, Meta(ge=1, le=500)] = 200


class ExportedGame(msgspec.Struct, frozen=True):
    """A game as it is exported and imported: its record, whose seat it was, and when it ended."""

    record: dict[str, Any]
    seat: Annotated[int, Meta(ge=0, le=MAX_SEATS)] = 0
    at: Annotated[float, Meta(ge=0, le=4102444800)] = 0.0
    names: list[str] = msgspec.field(default_factory=list)
    table: TableName = ""
    """The table on the server that it was played at; empty for a game of the terminal."""


class OwnGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game of the profile, by its name in the history."""

    table: TableName


class ExportPart(msgspec.Struct, frozen=True):
    """A part of an export."""

    underdeck_history: int
    name: str
    games: list[ExportedGame]
    next: str | None


class ImportRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Finished games of the terminal or of an export, added to a profile all or none."""

    underdeck_history: int
    games: Annotated[list[ExportedGame], Meta(max_length=MAX_IMPORTED)]
    origin: Literal["terminal", "import"] = "import"


class UnreadGame(msgspec.Struct, frozen=True):
    """An `ExportedGame` whose record isn't decoded yet."""

    record: msgspec.Raw
    seat: Annotated[int, Meta(ge=0, le=MAX_SEATS)] = 0
    at: Annotated[float, Meta(ge=0, le=4102444800)] = 0.0
    names: Annotated[list[str], Meta(max_length=MAX_SEATS)] = msgspec.field(default_factory=list)
    table: TableName = ""


class UnreadImport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An `ImportRequest` as the server reads it.

    Decoding all records at once would stop everybody else for seconds.
    """

    underdeck_history: int
    games: Annotated[list[UnreadGame], Meta(max_length=MAX_IMPORTED)]
    origin: Literal["terminal", "import"] = "import"


class Imported(msgspec.Struct, frozen=True):
    """The number of games that were added, and of those that were there already."""

    added: int
    known: int
    games: list[GameListed]
    """The added game with its remarks, if one game was sent."""


class MergeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device code of another profile, whose games become this profile's."""

    code: DeviceCode
