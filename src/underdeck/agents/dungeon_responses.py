"""Responses to a bot of Dungeon: it plays against itself, one of both bluffing in another way.

A response makes the bot's own moves, except where somebody can lie or be found out. There it lies,
demands, lays false passages or accuses with fixed frequencies.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from random import Random
from types import SimpleNamespace

from underdeck.agents import AnyBot, find_bot, wants_memory
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import (
    ACCUSE,
    BELIEVE,
    DEMAND,
    DENY,
    DIG,
    GIVE,
    PASS,
    DungeonMove,
)
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import JOKER_RANK
from underdeck.games.dungeon.view import DungeonView

Frequencies = Mapping[str, float]
"""How often a response bluffs, by the name of the decision."""

LYING = {"lie": (0.0, 0.5, 1.0), "demand": (0.0, 0.5, 1.0)}
"""The frequencies that are tried in every game."""
CHEATING = {"cheat": (0.0, 0.3, 1.0), "accuse": (0.0, 0.1, 0.5)}
"""Those that are tried in pitch black, too."""


@dataclass(frozen=True)
class Response:
    """A bot that plays like another one, but for the frequencies that are set."""

    bot: str
    lie: float | None = None
    """Denies a card that it holds this often."""
    demand: float | None = None
    """Demands to see the hand after a denial this often."""
    cheat: float | None = None
    """Lays a false passage this often if it has no true one to lay."""
    accuse: float | None = None
    """Accuses this often if it may."""

    wants_memory = True

    @property
    def name(self) -> str:
        """The name in records: `careful lie=1`."""
        changes = {name: value for name, value in asdict(self).items() if name != "bot"}
        texts = [f"{name}={value:g}" for name, value in changes.items() if value is not None]
        return " ".join([self.bot, *(texts or ["as itself"])])

    def __call__(self, view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
        """Return the move that the response chooses."""
        for changed in (self.answer(view, random), self.judge(view, random)):
            if changed is not None:
                return changed
        false = self.false_passage(view, random)
        if false is not None:
            return false
        return self.without_accusation(view, random, self.own_move(view, random, memory))

    def own_move(self, view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
        """Return the bot's own move."""
        choose: AnyBot = find_bot(self.bot, "dungeon")
        move = choose(view, random, memory) if wants_memory(choose) else choose(view, random)
        assert isinstance(move, DungeonMove)
        return move

    def answer(self, view: DungeonView, random: Random) -> DungeonMove | None:
        """Deny or give a card that is asked for and held."""
        if self.lie is None:
            return None
        return one_of_two(view, DENY, GIVE, self.lie, random)

    def judge(self, view: DungeonView, random: Random) -> DungeonMove | None:
        """Demand after a denial, or accuse in a window that is open for that."""
        if self.demand is not None:
            move = one_of_two(view, DEMAND, BELIEVE, self.demand, random)
            if move is not None:
                return move
        if self.accuse is None or view.pending != "accusations":
            return None
        return one_of_two(view, ACCUSE, PASS, self.accuse, random)

    def false_passage(self, view: DungeonView, random: Random) -> DungeonMove | None:
        """Return a false passage if there is no true one, as often as the response cheats."""
        digs = [move for move in view.legal if move.kind == DIG]
        false = [move for move in digs if move.rank not in (move.value, JOKER_RANK)]
        if not self.cheat or not false or len(false) < len(digs):
            return None
        return random.choice(false) if random.random() < self.cheat else None

    def without_accusation(
        self, view: DungeonView, random: Random, move: DungeonMove
    ) -> DungeonMove:
        """Accuse in the own turn as often as the response does, instead of as the bot does."""
        accusations = [each for each in view.legal if each.kind == ACCUSE]
        if self.accuse is None or not accusations or view.pending == "accusations":
            return move
        if random.random() < self.accuse:
            return random.choice(accusations)
        others = [each for each in view.legal if each.kind == PASS]
        return others[0] if move.kind == ACCUSE and others else move


def one_of_two(
    view: DungeonView, one: int, other: int, frequency: float, random: Random
) -> DungeonMove | None:
    """Return a move of the first kind with this frequency, else of the second.

    Return None if not both are legal.
    """
    first = [move for move in view.legal if move.kind == one]
    second = [move for move in view.legal if move.kind == other]
    if not first or not second:
        return None
    return random.choice(first if random.random() < frequency else second)


def candidates(options: Options) -> Iterator[tuple[str, float]]:
    """Yield each frequency that is worth trying under these options."""
    decisions = LYING | CHEATING if options.pitch_black else LYING
    for name, frequencies in decisions.items():
        for frequency in frequencies:
            yield name, frequency


RESPONSES = SimpleNamespace(Response=Response, candidates=candidates)
