"""What the laboratory can do with the mind of a game: train it, and measure perfect play."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from underdeck.game import Move
from underdeck.playthrough import AnyPlaythrough

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    """A number for each deal."""
    Wholes = NDArray[np.int64]
    """A whole number for each deal."""


class TrainingReport(NamedTuple):
    """The state of a training: steps done, and means over the games of the last step."""

    step: int
    steps: int
    wins: float | None
    """The share of games won, in a game against itself of games that somebody won; None in a step
    without games."""
    points: float | None
    """The mean points; None in a game without points."""
    loss: float


class DealRating(NamedTuple):
    """How good a deal is."""

    ceiling: int
    """The most points of a player who knows the order of the deck."""
    winnable: bool
    """Whether such a player can win."""
    par: float
    """The mean points of strong play on this deal."""
    wins: float
    """The share of games that strong play wins on this deal."""
    difficulty: str


class Prospect(NamedTuple):
    """What a move leads to: its value by search, and the results of games played out after it."""

    move: Move
    value: float
    """The chance to win, or the expected points."""
    won: float
    escaped: float
    slain: float
    lost: float
    """The share of games that ended in the dark."""
    points: float

    def as_json(self) -> dict[str, Any]:
        """Return the prospect with the text of the move."""
        return {**self._asdict(), "move": str(self.move)}


class Puzzle(NamedTuple):
    """A decision with one clearly best move."""

    played: AnyPlaythrough
    """The game up to the decision."""
    goal: str
    rating: int
    """From about 700 (anyone finds the move) to 2,200 (hardly anyone does)."""
    prospects: list[Prospect]
    """All legal moves, the best first."""
    seed: str = ""
    number: int = 0
    """The game comes from this numbered deal of the seed."""


class Training(Protocol):
    """A training that can be interrupted at any step and continued."""

    @property
    def step(self) -> int:
        """The number of steps done."""
        ...

    @property
    def steps(self) -> int:
        """The number of steps of the whole training."""
        ...

    def run(self, report: Callable[[TrainingReport], None]) -> None:
        """Train to the end; checkpoints are written in between."""
        ...

    def save(self) -> None:
        """Write a checkpoint."""
        ...

    def finish(self) -> Mapping[str, float]:
        """Write the weights, delete the checkpoint, and return results of games with them."""
        ...


class Trainings(Protocol):
    """The trainings of one game's mind."""

    @property
    def goals(self) -> tuple[str, ...]:
        """The names of what a player can aim at."""
        ...

    def open_training(
        self, out: Path, goal: str, seed: str, steps: int | None, *, resume: bool
    ) -> Training:
        """Return a new training that writes weights to a file, or an interrupted one."""
        ...


class Laboratory(Protocol):
    """The experiments of one game."""

    @property
    def goals(self) -> tuple[str, ...]:
        """The names of what a player can aim at."""
        ...

    @property
    def difficulties(self) -> tuple[str, ...]:
        """The names of how difficult deals are, the easiest first."""
        ...

    def rate_deal(self, options: Any, cards: Sequence[int]) -> DealRating:
        """Return how good a deal is."""
        ...

    def find_puzzles(self, options: Any, seed: str, number: int, goal: str) -> Iterator[Puzzle]:
        """Yield the puzzles in the game of a numbered deal, each while it is at hand."""
        ...

    @property
    def rule_names(self) -> tuple[str, ...]:
        """The names of the numbers of a rule of thumb."""
        ...

    def first_rule(self, goal: str, /) -> tuple[int, ...]:
        """Return the rule of thumb from which a search begins."""
        ...

    def rules_near(self, rule: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the rules of thumb that differ a little from one."""
        ...

    def rule_chart(self, rule: tuple[int, ...]) -> list[list[int]]:
        """Return a rule of thumb as a chart; its rows are numbered from 1, its columns from 0."""
        ...

    def rule_results(  # noqa: PLR0913, PLR0917  what is played, and the deals
        self, options: Any, goal: str, rule: tuple[int, ...], seed: str, first: int, count: int
    ) -> "Wholes":
        """Return the results of a rule of thumb on the numbered deals: points, or 1 for a win."""
        ...

    def strong_results(
        self, options: Any, goal: str, seed: str, first: int, count: int
    ) -> "Wholes":
        """Return the results of strong play on the numbered deals: points, or 1 for a win."""
        ...

    def lower_values(
        self, options: Any, goal: str, seed: str, first: int, count: int
    ) -> tuple["Values", "Values"]:
        """Return the results of strong play, plain and without luck, for the numbered deals."""
        ...

    def upper_values(  # noqa: PLR0913, PLR0917  what is bounded, and the deals
        self, options: Any, goal: str, plies: int, seed: str, first: int, count: int
    ) -> "Values":
        """Return results that no player exceeds on average, for the numbered deals."""
        ...

    def scale(self, goal: str) -> float:
        """Return the factor from a value between 0 and 1 to the unit of a goal."""
        ...

    def weights_hash(self, goal: str) -> str:
        """Return the hash of the weights that results depend on."""
        ...
