"""§11.2 Debts of a wager: every pair of entrants is one bet on each game."""

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from underdeck.career.boards import Score

ALL_KINGS = 4
"""A player who brings out all four kings owes nothing."""


class RoundDebt(NamedTuple):
    """The difference between two scores times the stake, in hundredths of the currency."""

    debtor: str
    creditor: str
    amount: int
    """0 if it is cancelled."""
    cancelled_amount: int = 0


def debts_of_round(scores: Mapping[str, Score], stake: int) -> list[RoundDebt]:
    """Return the debts of a game that every entrant has finished, at most one for each pair.

    The kings of a score are those brought out alive; a lost game has none.
    """
    debts = []
    for pair in combinations(sorted(scores), 2):
        debtor, creditor = sorted(pair, key=lambda player: scores[player].points)
        loser = scores[debtor]
        amount = (scores[creditor].points - loser.points) * stake
        if amount and loser.kings == ALL_KINGS:
            debts.append(RoundDebt(debtor, creditor, 0, amount))
        elif amount:
            debts.append(RoundDebt(debtor, creditor, amount))
    return debts
