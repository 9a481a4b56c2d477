"""Many games between bots, over all cores, the same from the same seed however many work on it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from statistics import mean, median
from typing import Any

from underdeck.bots import find_bot
from underdeck.deal import deal_from_seed
from underdeck.game import find_game
from underdeck.record import Playthrough

CHUNK = 10
"""Games that one worker plays at a time."""
BOT_TURN_LIMIT = 500
"""D-4 Where the table sets none, a game of bots is a stalemate after so many turns."""


@dataclass(frozen=True)
class Match:
    """What is played over and over: a game, its house, and the bots by seat."""

    game: str
    house: Any
    bots: tuple[str, ...]
    seed: str


def play_game(match: Match, number: int) -> Playthrough:
    """One game to its end; every bot gets its own view and nothing else."""
    game = find_game(match.game)
    deal = deal_from_seed(game.deck(match.house), f"{match.seed} {number}")
    played = Playthrough.begin(game, match.house, deal, match.bots if len(match.bots) > 1 else ())
    bots = [find_bot(name) for name in match.bots]
    random = Random(f"{match.seed} {number}")
    while played.result() is None:
        seat = game.waiting(played.state)[0]
        played.play(bots[seat](played.view(seat), random), seat)
    return played


def play_chunk(match: Match, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """The results of some games, with how many moves each took."""
    results = []
    for number in numbers:
        played = play_game(match, number)
        results.append({**(played.result() or {}), "moves": len(played.record.moves)})
    return results


@dataclass
class Tally:
    """What the games came to."""

    games: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    ways: Counter[tuple[int, str]] = field(default_factory=Counter)
    turns: list[int] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)

    def add(self, results: list[dict[str, Any]]) -> None:
        """Count some more games."""
        for result in results:
            self.games += 1
            self.endings[result["ending"]] += 1
            self.moves.append(result["moves"])
            winner = result.get("winner") or int(result.get("won", False))
            if winner:
                self.wins[winner] += 1
                self.ways[winner, result["ending"]] += 1
            if "turns" in result:
                self.turns.append(result["turns"])
            if "points" in result:
                self.points.append(result["points"])

    def as_json(self, seats: int) -> dict[str, Any]:
        """The tally as data."""
        told: dict[str, Any] = {"games": self.games, "endings": dict(sorted(self.endings.items()))}
        if self.turns:
            told["turns"] = spread(self.turns)
        told["moves"] = spread(self.moves)
        if self.points:
            told["points"] = spread(self.points)
        share = {str(seat): self.wins[seat] / self.games for seat in range(1, seats + 1)} if self.games else {}
        told["win_share"] = share
        told["ways"] = [{"seat": seat, "ending": ending, "games": count} for (seat, ending), count in sorted(self.ways.items())]
        return told


def spread(numbers: list[int]) -> dict[str, float]:
    """Where numbers lie."""
    return {"mean": round(mean(numbers), 2), "median": median(numbers), "least": min(numbers), "most": max(numbers)} if numbers else {}


def simulate(match: Match, games: int, jobs: int) -> Iterator[list[dict[str, Any]]]:
    """The results chunk by chunk, in order."""
    chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    if jobs == 1:
        yield from (play_chunk(match, numbers) for numbers in chunks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(play_chunk, [match] * len(chunks), chunks)
        finally:
            pool.shutdown(cancel_futures=True)
