"""Running totals of a player, folded from finished games one by one."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from underdeck.career.boards import Score
from underdeck.career.past_game import PastGame

FOLD_VERSION = 1
"""The version of the fold; totals of another version are rebuilt from the stored games."""
MAX_TOP = 10
"""The number of best scores that are kept."""


class Feats(NamedTuple):
    """What one game adds to the totals."""

    sums: Mapping[str, int] = {}
    """Numbers to add up."""
    most: Mapping[str, int] = {}
    """Numbers of which the highest is kept."""
    runs: Mapping[str, bool] = {}
    """Whether each of these happened in the game, for streaks."""


class Run(NamedTuple):
    """How often something happened in a row."""

    current: int = 0
    longest: int = 0
    gap: int = 0
    """The number of games since it last happened."""

    def advance(self, happened: bool) -> "Run":
        """Return the run after another game."""
        if not happened:
            return Run(0, self.longest, self.gap + 1)
        return Run(self.current + 1, max(self.longest, self.current + 1), 0)


class Top(NamedTuple):
    """A score among the best."""

    points: int
    kings: int
    turns: int
    at: float
    table: str

    @property
    def score(self) -> Score:
        """Return the score."""
        return Score(self.points, self.kings, self.turns)


class Totals(msgspec.Struct, frozen=True, omit_defaults=True):
    """The totals of a player over games that count: of one game, or of all of them."""

    version: int = 0
    """The version of the fold; 0 for no games at all, and for stored totals that are stale."""
    games: int = 0
    sums: dict[str, int] = {}
    most: dict[str, int] = {}
    runs: dict[str, Run] = {}
    top: tuple[Top, ...] = ()
    """The best scores, best first."""
    day: str = ""
    """The last day whose daily was played."""

    def total(self, name: str) -> int:
        """Return a sum, 0 if nothing was added to it."""
        return self.sums.get(name, 0)

    def highest(self, name: str) -> int:
        """Return the highest number so far."""
        return self.most.get(name, 0)

    def run(self, name: str) -> Run:
        """Return a run."""
        return self.runs.get(name, Run())

    @property
    def best(self) -> Top | None:
        """Return the best score."""
        return self.top[0] if self.top else None

    def rank(self, score: Score) -> int:
        """Return the rank of a score among the best ones, after equal scores."""
        return 1 + sum(each.score.order <= score.order for each in self.top)


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Totals).decode


def write_totals(totals: Totals) -> str:
    """Return totals as they are stored."""
    return _encode(totals).decode()


def read_totals(text: str) -> Totals | None:
    """Return stored totals, None if another version of the program has written them."""
    try:
        totals = _decode(text)
    except msgspec.ValidationError:
        return None
    return totals if totals.version == FOLD_VERSION else None


def advance(totals: Totals, game: PastGame, feats: Feats, *, has_points: bool) -> Totals:
    """Return the totals after a game that counts."""
    sums, most, runs = dict(totals.sums), dict(totals.most), dict(totals.runs)
    for name, number in feats.sums.items():
        if number:
            sums[name] = sums.get(name, 0) + number
    for name, number in feats.most.items():
        most[name] = max(most.get(name, number), number)
    for name, happened in feats.runs.items():
        runs[name] = runs.get(name, Run()).advance(happened)
    top = totals.top
    if has_points and game.survived:
        score = Top(game.points, game.kings, game.turns, game.at, game.table)
        place = totals.rank(score.score) - 1
        top = (*top[:place], score, *top[place:])[:MAX_TOP]
    return Totals(FOLD_VERSION, totals.games + 1, sums, most, runs, top, totals.day)
