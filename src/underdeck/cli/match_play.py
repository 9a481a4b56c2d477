"""Matches at one terminal: games of the same players up to a number of wins.

The score is kept in memory; the command that continues a match repeats it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from underdeck.cli.terminal import Terminal
from underdeck.game import AnyGame, Result
from underdeck.options import GameOptions
from underdeck.refusal import Refusal
from underdeck.say.bot_names import name_bots
from underdeck.say.sentences import seat_name
from underdeck.say.words import Words

MAX_MATCH_WINS = 9


class MatchPlay:
    """The score of a match: the wins of each seat."""

    def __init__(self, game: str, goal: int, wins: Sequence[int], seats: Sequence[str]) -> None:
        self.game = game
        self.goal = goal
        self.wins = list(wins)
        self.seats = list(seats)
        """The bot at each seat, or an empty text for a person."""

    @property
    def winner(self) -> int | None:
        """The seat that has won the match."""
        return next((seat for seat, wins in enumerate(self.wins) if wins >= self.goal), None)

    def count(self, result: Result | None) -> None:
        """Add the winner of a game; nobody scores in a stalemate."""
        winner = (result or {}).get("winner")
        if winner is not None:
            self.wins[winner] += 1

    def begin_next_game(self) -> None:
        """Start a new match if this one is decided."""
        if self.winner is not None:
            self.wins = [0] * len(self.wins)

    def arguments(self) -> str:
        """Return the options that continue the match on the command line."""
        score = f" --score {','.join(map(str, self.wins))}" if any(self.wins) else ""
        return f" --match {self.goal}{score}"

    # Words

    def bot_names(self, words: Words) -> dict[int, str]:
        """Return the names of the bots, the same ones in every game of a match."""
        return name_bots(words, self.game, self.seats, "match")

    def score_text(self, words: Words) -> str:
        """Return the score, or who has won the match."""
        people = [seat for seat, bot in enumerate(self.seats) if not bot]
        you = people[0] if len(people) == 1 else None
        names = {seat: seat_name(words, seat) for seat in people} | self.bot_names(words)
        if you is not None:
            names[you] = words.say("cli.match.you")
        scores = "; ".join(f"{names[seat]}: {wins}" for seat, wins in enumerate(self.wins))
        if self.winner is None:
            return words.say("cli.match.score", n=self.goal, scores=scores)
        key = "won_you" if self.winner == you else "won"
        return words.say(f"cli.match.{key}", winner=names[self.winner], scores=scores)

    def show(self, terminal: Terminal) -> None:
        """Show the score after a game."""
        terminal.show(terminal.bold(self.score_text(terminal.words)))


def read_match(
    game: AnyGame, options: GameOptions, seats: Sequence[str], arguments: Mapping[str, Any]
) -> MatchPlay | None:
    """Return the match that the command line asks for, if any."""
    goal, score = arguments["match"], arguments["score"]
    count = game.seats(options)
    if (goal or score) and count == 1:
        raise Refusal("option_not_for", option="--match", game=game.name)
    if goal is None:
        if score is not None:
            raise Refusal("score_without_match")
        return None
    return MatchPlay(game.name, goal, read_score(score, goal, count), seats)


def read_score(score: str | None, goal: int, seats: int) -> list[int]:
    """Return the wins of each seat, written `2,1`."""
    if score is None:
        return [0] * seats
    allowed = {str(wins): wins for wins in range(goal)}
    parts = [part.strip() for part in score.split(",")]
    if len(parts) != seats or not all(part in allowed for part in parts):
        raise Refusal("match_score", text=score, n=seats, goal=goal)
    return [allowed[part] for part in parts]
