"""The terms of competitions: series of one player, contests on the same deals, and wagers."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Literal

from underdeck.career.base import GameCareer
from underdeck.options import GameOptions
from underdeck.refusal import Refusal
from underdeck.registry import find_game, find_part
from underdeck.store.deletion import GONE_PREFIX

Kind = Literal["series", "contest", "wager"]
SERIES_LENGTHS = (3, 5, 10)
"""The rulebook's lengths of a series."""
WAGER_LENGTHS = (1, *SERIES_LENGTHS)
MAX_ENTRANTS = 50
MIN_RIVALS = 2
"""A wager begins, and a contest is decided, with at least this many entrants."""
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

    @property
    def is_over(self) -> bool:
        """Return whether all games are played or the creator has closed it."""
        return self.closed is not None

    def game_seed(self, number: int, name: str) -> str:
        """Return the seed of an entrant's game, counted from 1; all share it on the same deals.

        Deals of one's own derive from the entrant's name, which is unique and known to all: once
        the seed is revealed, every entrant can check the deals of every other.
        """
        owner = "" if self.same_deals else name
        message = f"underdeck/competition/1\n{number}\n{owner}".encode()
        return hmac.new(bytes.fromhex(self.seed), message, hashlib.sha256).hexdigest()


@dataclass(frozen=True, slots=True)
class Entrant:
    """A profile that takes part in a competition, by the name it entered with."""

    competition: str
    profile: str
    name: str
    entered: float

    @property
    def is_gone(self) -> bool:
        """Return whether the profile was deleted, so that nobody waits for its games."""
        return self.profile.startswith(GONE_PREFIX)


def check_length(kind: Kind, games: int) -> None:
    """Refuse a number of games that this kind of competition doesn't have."""
    lengths = WAGER_LENGTHS if kind == "wager" else SERIES_LENGTHS
    if games not in lengths:
        raise Refusal("bad_series_length", lengths=list(map(str, lengths)))


def check_game(game: str, options: GameOptions) -> None:
    """Refuse a game that isn't a solitaire scored in points."""
    career: GameCareer | None = find_part(game, "career")
    if career is None or not career.has_points or find_game(game).seats(options) != 1:
        raise Refusal("needs_points", game=game)


def read_stake(kind: Kind, stake: int | None, currency: str) -> tuple[int, str]:
    """Return the stake and the currency of a wager, 0 and "" for other competitions."""
    name = " ".join(currency.split())
    if kind != "wager":
        if stake or name:
            raise Refusal("stake_without_wager")
        return 0, ""
    if stake is None or not 1 <= stake <= MAX_STAKE:
        raise Refusal("bad_stake", most=MAX_STAKE // STAKE_UNITS)
    if not 1 <= len(name) <= MAX_CURRENCY_LENGTH or not name.isprintable():
        raise Refusal("bad_currency", most=MAX_CURRENCY_LENGTH)
    return stake, name
