"""Deals that players share: by a code that reveals no cards, by a deal code, or by a number."""

import secrets
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, select

from underdeck.career.boards import DEAL, Board
from underdeck.deal_code import CODE_ALPHABET, CODE_LENGTH, clean_code, code_of_number, read_code
from underdeck.refusal import Refusal
from underdeck.store import schema
from underdeck.store.rows import insert_or_update, insert_rows

SHARED_LENGTH = 12
"""The length of the code of a shared deal, which differs from that of a deal code."""

_deals = schema.shared_deals.c


class DealName(NamedTuple):
    """A deal as a player names it: by a deal code, or by the code of a shared deal."""

    code: str
    is_shared: bool


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """The deal of a finished game, and what its player reached."""

    code: str
    table: str
    game: str
    house: str
    """The options of the game as JSON."""
    cards: str
    profile: str
    name: str
    outcome: str
    points: int
    kings: int
    created: float


def read_name(text: str) -> DealName:
    """Return the deal that a typed code or number names."""
    plain, number = clean_code(text), text.strip()
    if number.isdecimal() and len(number) < CODE_LENGTH:
        return DealName(code_of_number(int(number)), is_shared=False)
    if len(plain) == SHARED_LENGTH and all(char in CODE_ALPHABET for char in plain):
        return DealName(shared_form(plain), is_shared=True)
    return DealName(read_code(text), is_shared=False)


def new_shared_code() -> str:
    """Draw the code of a shared deal."""
    return shared_form("".join(secrets.choice(CODE_ALPHABET) for _ in range(SHARED_LENGTH)))


def shared_form(plain: str) -> str:
    """Return a shared code in groups of four, such as `7KQ2-P9MX-AGHT`."""
    return "-".join(plain[start : start + 4] for start in range(0, SHARED_LENGTH, 4))


def board_of(code: str, house: str) -> str:
    """Return the leaderboard of a deal under a set of house rules."""
    return str(Board(DEAL, f"{code}/{house}" if house else code))


def find(connection: Connection, code: str) -> SharedDeal:
    """Return a shared deal, or refuse an unknown code."""
    row = connection.execute(select(schema.shared_deals).where(_deals.code == code)).one_or_none()
    if row is None:
        raise Refusal("unknown_deal", text=code)
    return SharedDeal(*row)


def share(connection: Connection, deal: SharedDeal) -> SharedDeal:
    """Store a shared deal; return the one that the profile shared before, if there is one."""
    query = select(schema.shared_deals).where(
        _deals.table == deal.table, _deals.profile == deal.profile
    )
    row = connection.execute(query).first()
    if row is not None:
        return SharedDeal(*row)
    values = {name: getattr(deal, name) for name in deal.__slots__}
    insert_rows(
        connection, insert_or_update(schema.shared_deals, connection.dialect.name), [values]
    )
    return deal
