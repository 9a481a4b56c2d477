"""A finished game as it enters the history."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from underdeck.career.base import Facts, GameCareer, Origin, Standing, options_key
from underdeck.deal import Deal
from underdeck.playthrough import AnyPlaythrough
from underdeck.record import VERSION
from underdeck.registry import find_part

BOT_PREFIX = "bot:"
"""The beginning of a bot's player id; a person's is the profile."""


@dataclass(frozen=True, slots=True)
class FinishedSeat:
    """One seat of a finished game."""

    player: str
    """The profile of a person, `bot:` and the name of a bot, or "" for a person without one."""
    name: str
    facts: Facts

    @property
    def profile(self) -> str:
        """Return the profile whose history the game enters, "" for bots."""
        return "" if self.player.startswith(BOT_PREFIX) else self.player


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game with the facts about every seat."""

    table: str
    """The table, or for a game without a log a name derived from its record."""
    game: str
    at: float
    house: str
    """The house rules in short."""
    options: str
    """All options as JSON."""
    result: str
    """The record's result as JSON."""
    origin: Origin
    standing: Standing
    """A `ranked` game becomes a `repeat` if the store knows an earlier game with its deal."""
    deal: str
    """A hash of the cards."""
    seats: tuple[FinishedSeat, ...]
    board: str = ""
    number: int = 1

    @property
    def people(self) -> list[tuple[int, FinishedSeat]]:
        """Return the seats of people with a profile, with their numbers."""
        return [(number, seat) for number, seat in enumerate(self.seats) if seat.profile]


def finished_game(  # noqa: PLR0913  facts of one game, given by name
    played: AnyPlaythrough,
    *,
    table: str,
    at: float,
    players: Sequence[tuple[str, str]],
    origin: Origin,
    standing: Standing = "ranked",
    board: str = "",
    number: int = 1,
) -> FinishedGame:
    """Return a finished game for the history; `players` are the id and name at each seat."""
    record = played.record
    outcome = played.result() or {}
    return FinishedGame(
        table=table,
        game=record.game,
        at=at,
        house=options_key(record.options),
        options=json.dumps(record.options_as_dict()),
        result=json.dumps({**outcome, "deal": origin, "underdeck": VERSION}),
        origin=origin,
        standing="assisted" if record.assists else standing,
        deal=deal_hash(record.game, record.deal),
        seats=tuple(
            FinishedSeat(player, name, facts_of(played, seat))
            for seat, (player, name) in enumerate(players)
        ),
        board=board,
        number=number,
    )


def facts_of(played: AnyPlaythrough, seat: int) -> Facts:
    """Return the facts about a seat; a game without a `career` part has an outcome only."""
    career: GameCareer | None = find_part(played.game.name, "career")
    if career is not None:
        return career.facts(played, seat)
    outcome: dict[str, Any] = played.result() or {}
    is_winner = bool(outcome.get("won", outcome.get("winner") == seat))
    ending = str(outcome.get("ending", "over"))
    counts: dict[str, int | str] = {"outcome": ending, "won": int(is_winner)}
    return Facts(ending, is_winner, is_winner, counts=counts)


def deal_hash(game: str, deal: Deal) -> str:
    """Return a hash by which the same deal is recognized."""
    text = f"underdeck/deal/{game}\n" + " ".join(map(str, deal.cards))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
