"""Competitions: series of one player, contests on the same deals, and wagers."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Literal

Kind = Literal["series", "contest", "wager"]
SERIES_LENGTHS = (3, 5, 10)
"""The rulebook's lengths of a series."""
WAGER_LENGTHS = (1, *SERIES_LENGTHS)
MAX_ENTRANTS = 50
STAKE_UNITS = 100
"""Stakes and debts are counted in hundredths of a currency's unit."""
MAX_STAKE = 1_000_000
MAX_CURRENCY_LENGTH = 20


@dataclass(frozen=True, slots=True)
class Competition:
    """The terms of a competition, fixed when it is created."""

    competition: str
    kind: Kind
    game: str
    house: str
    """The options of the game as JSON."""
    games: int
    same_deals: bool
    """Whether all entrants play the same deals; in a wager each may play deals of their own."""
    seed: str
    """The secret that all deals derive from; its SHA-256 is published at the start."""
    creator: str
    """The profile of the person who created it."""
    created: float
    stake: int = 0
    """Hundredths of the currency per point; 0 without a wager."""
    currency: str = ""
    closed: float | None = None
    """When it ended: all games are played, or its creator closed it."""

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of the seed."""
        return hashlib.sha256(bytes.fromhex(self.seed)).hexdigest()

    def game_seed(self, number: int, profile: str) -> str:
        """Return the seed of one game, counted from 1; the same for all on the same deals."""
        owner = "" if self.same_deals else profile
        message = f"underdeck/competition/1\n{number}\n{owner}".encode()
        return hmac.new(bytes.fromhex(self.seed), message, hashlib.sha256).hexdigest()
