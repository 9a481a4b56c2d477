"""The ledger of wagers in the database: who owes whom, and what both agree is settled."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, FromClause, and_, case, func, or_, select, update

from underdeck.career.competition import Competition
from underdeck.career.debts import RoundDebt
from underdeck.refusal import Refusal
from underdeck.store import schema
from underdeck.store.deletion import GONE_PREFIX
from underdeck.store.rows import insert_or_update, insert_rows

MAX_LISTED = 1000
"""Maximum number of debts in a ledger, the unsettled ones first."""

_debts, _entrants = schema.debts.c, schema.entrants.c
_debtors, _creditors = schema.entrants.alias("debtors"), schema.entrants.alias("creditors")
_is_settled = or_(
    _debts.amount == 0,
    and_(
        or_(_debts.debtor_agreed.is_not(None), _debts.debtor.startswith(GONE_PREFIX)),
        or_(_debts.creditor_agreed.is_not(None), _debts.creditor.startswith(GONE_PREFIX)),
    ),
)
"""Nothing is owed, or both agree; a deleted profile counts as agreeing."""

Party = Literal["debtor", "creditor"]


@dataclass(frozen=True, slots=True)
class Debt:
    """What one entrant of a wager owes another for one game."""

    debt: str
    competition: str
    number: int
    debtor: str
    creditor: str
    amount: int
    cancelled_amount: int
    currency: str
    created: float
    debtor_agreed: float | None
    """When the debtor said that it is settled."""
    creditor_agreed: float | None
    debtor_name: str
    creditor_name: str

    @property
    def settled_by(self) -> list[Party]:
        """Return who has said that it is settled; a deleted profile counts as agreeing."""
        parties: list[Party] = []
        if self.debtor_agreed is not None or self.debtor.startswith(GONE_PREFIX):
            parties.append("debtor")
        if self.creditor_agreed is not None or self.creditor.startswith(GONE_PREFIX):
            parties.append("creditor")
        return parties

    @property
    def is_settled(self) -> bool:
        """Return whether both agree that it is settled, or nothing is owed."""
        return self.amount == 0 or self.settled_by == ["debtor", "creditor"]

    def party(self, profile: str) -> Party | Literal[""]:
        """Return on which side a profile is."""
        return {self.debtor: "debtor", self.creditor: "creditor"}.get(profile, "")  # type: ignore[return-value]


class BalanceRow(NamedTuple):
    """The unsettled debts between a profile and another in one currency."""

    profile: str
    currency: str
    amount: int
    """Positive if the other one owes."""
    name: str


def add_debts(
    connection: Connection,
    competition: Competition,
    number: int,
    owed: Iterable[RoundDebt],
    now: float,
) -> None:
    """Store the debts of a game; those that are stored stay as they are."""
    insert_rows(
        connection,
        insert_or_update(schema.debts, connection.dialect.name),
        [
            {
                "debt": debt_id(competition.competition, number, each),
                "competition": competition.competition,
                "number": number,
                **each._asdict(),
                "currency": competition.currency,
                "created": now,
                "debtor_agreed": None,
                "creditor_agreed": None,
            }
            for each in owed
        ],
    )


def debt_id(competition: str, number: int, debt: RoundDebt) -> str:
    """Return the id of a debt, the same however often the game is settled."""
    parts = f"{competition}\n{number}\n{debt.debtor}\n{debt.creditor}"
    return hashlib.sha256(parts.encode()).hexdigest()[:24]


def of_competitions(connection: Connection, ids: Sequence[str]) -> list[Debt]:
    """Return the debts of competitions in the order of their games."""
    return _find(connection, _debts.competition.in_(ids))


def of_profile(connection: Connection, profile: str) -> list[Debt]:
    """Return the debts of a profile: the unsettled ones first, and then the newest first."""
    return _find(connection, _concerns(profile), is_ledger=True)


def balances(connection: Connection, profile: str) -> list[BalanceRow]:
    """Return what other players and a profile owe each other, for each player and currency.

    Unsettled debts that cancel each other out are a balance of 0.
    """
    is_creditor = _debts.creditor == profile
    unsettled = (
        select(
            case((is_creditor, _debts.debtor), else_=_debts.creditor).label("other"),
            case((is_creditor, _debts.amount), else_=-_debts.amount).label("amount"),
            _debts.currency,
            _debts.created,
        )
        .where(_concerns(profile), ~_is_settled)
        .subquery()
    )
    columns, amount = unsettled.c, func.sum(unsettled.c.amount)
    query = (
        select(columns.other, columns.currency, amount)
        .group_by(columns.other, columns.currency)
        .order_by(func.max(columns.created).desc(), columns.other, columns.currency)
    )
    rows = connection.execute(query).all()
    names = _names(connection, profile, {other for other, _, _ in rows})
    return [BalanceRow(other, currency, int(owed), names[other]) for other, currency, owed in rows]


def settle(connection: Connection, profile: str, ids: Sequence[str], now: float) -> None:
    """Note that a profile says that debts are settled; refuse if any isn't of this profile."""
    wanted = set(ids)
    mine = select(func.count()).where(_debts.debt.in_(wanted), _concerns(profile))
    if connection.execute(mine).scalar_one() != len(wanted):
        raise Refusal("unknown_debt")
    for party, agreed in (
        (_debts.debtor, _debts.debtor_agreed),
        (_debts.creditor, _debts.creditor_agreed),
    ):
        connection.execute(
            update(schema.debts)
            .where(_debts.debt.in_(wanted), party == profile, agreed.is_(None))
            .values({agreed: now})
        )


def _names(connection: Connection, profile: str, others: set[str]) -> dict[str, str]:
    """Return the names by which a profile knows others: those of their last wager together."""
    shared = select(_debts.competition).where(_concerns(profile))
    query = (
        select(_entrants.profile, _entrants.name)
        .where(_entrants.profile.in_(others), _entrants.competition.in_(shared))
        .order_by(_entrants.entered)
    )
    return {row.profile: row.name for row in connection.execute(query)}


def _concerns(profile: str) -> ColumnElement[bool]:
    return or_(_debts.debtor == profile, _debts.creditor == profile)


def _is_entrant(entrants: FromClause, profile: ColumnElement[str]) -> ColumnElement[bool]:
    return and_(entrants.c.competition == _debts.competition, entrants.c.profile == profile)


def _find(
    connection: Connection, condition: ColumnElement[bool], *, is_ledger: bool = False
) -> list[Debt]:
    """Return debts with the names that both entered with."""
    query = (
        select(schema.debts, _debtors.c.name, _creditors.c.name)
        .join(_debtors, _is_entrant(_debtors, _debts.debtor))
        .join(_creditors, _is_entrant(_creditors, _debts.creditor))
        .where(condition)
    )
    if is_ledger:
        query = query.order_by(
            case((_is_settled, 1), else_=0), _debts.created.desc(), _debts.debt
        ).limit(MAX_LISTED)
    else:
        query = query.order_by(_debts.number, _debts.debt)
    return [Debt(*row) for row in connection.execute(query)]
