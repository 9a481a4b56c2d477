"""Requests and responses about series, contests, wagers and the ledger."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from underdeck.career.competition import MAX_CURRENCY_LENGTH, MAX_STAKE, Kind
from underdeck.serve.messages.fields import GameName, Name, Secret, check_game_name

CompetitionId = Annotated[str, Meta(max_length=32)]
Amount = Annotated[
    int,
    Meta(ge=1, le=MAX_STAKE, description="Hundredths of the currency's unit."),
]


class NewCompetition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A series, a contest or a wager to begin."""

    kind: Kind
    name: Name
    """The player's name."""
    game: GameName = "tomb"
    house: dict[str, int | bool] = msgspec.field(default_factory=dict)
    games: int = 3
    same_deals: bool = True
    stake: Amount | None = None
    """Hundredths of the currency per point; for wagers only."""
    currency: Annotated[str, Meta(max_length=MAX_CURRENCY_LENGTH)] = ""

    def __post_init__(self) -> None:
        """Check the name that depends on the registered games."""
        check_game_name(self.game)


class EnterCompetition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to a competition, and the name to enter with."""

    key: Secret
    name: Name


class CompetitionGame(msgspec.Struct, frozen=True):
    """One game of an entrant."""

    number: int
    status: Literal["open", "running", "over"]
    """A game that wasn't finished before the competition ended is open."""
    outcome: str | None
    points: int
    kings: int
    turns: int
    table: str | None
    """The table, for the entrant only."""


class EntrantShown(msgspec.Struct, frozen=True):
    """An entrant of a competition with totals and games."""

    name: str
    is_you: bool
    rank: int
    played: int
    points: int
    kings: int
    turns: int
    is_finished: bool
    games: list[CompetitionGame]


class DebtShown(msgspec.Struct, frozen=True):
    """What one player owes another for one game of a wager."""

    debt: str
    """The id by which both agree that it is settled."""
    competition: str
    number: int
    debtor: str
    creditor: str
    amount: int
    """Hundredths of the currency's unit; 0 if cancelled."""
    cancelled_amount: int
    """What would be owed if the loser had not brought out all four kings."""
    currency: str
    created: float
    you: Literal["debtor", "creditor", ""]
    settled_by: list[Literal["debtor", "creditor"]]
    """Who has said that it is settled."""
    is_settled: bool


class CompetitionShown(msgspec.Struct, frozen=True):
    """A competition as an entrant or an invited person sees it."""

    competition: str
    kind: Kind
    game: str
    house: dict[str, int | bool]
    games: int
    same_deals: bool
    stake: int
    currency: str
    creator: str
    created: float
    is_over: bool
    is_creator: bool
    can_enter: bool
    can_play: bool
    """Whether you may play now: a game is running or next."""
    next_game: int | None
    """The number of your running or next game."""
    commitment: str
    """SHA-256 of the seed of all deals."""
    seed: str | None
    """The seed itself, once the competition is over."""
    entrants: list[EntrantShown]
    """Best first."""
    debts: list[DebtShown]
    """For entrants, and not in a list of competitions: see the ledger."""
    key: str | None
    """The key of the invitation, for entrants."""
    is_open: bool = False
    """Whether more people can enter, for entrants who invite them."""


class Competitions(msgspec.Struct, frozen=True):
    """The competitions of a profile, newest first."""

    competitions: list[CompetitionShown]


class Balance(msgspec.Struct, frozen=True):
    """The unsettled debts between this profile and another player in one currency."""

    name: str
    currency: str
    amount: int
    """Hundredths of the unit: positive if they owe you, negative if you owe them, 0 if the debts
    cancel each other out."""


class Ledger(msgspec.Struct, frozen=True):
    """Who owes whom."""

    balances: list[Balance]
    debts: list[DebtShown]


class Settle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Debts that this profile says are settled; each counts as settled once both have said so."""

    debts: Annotated[list[str], Meta(min_length=1, max_length=200)]
