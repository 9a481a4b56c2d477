"""Competitions and ledgers as messages for one profile."""

import json
from collections.abc import Sequence
from typing import Literal

from underdeck.career.attempts import Attempt
from underdeck.career.competition import Competition
from underdeck.career.ledger import BalanceRow, Debt
from underdeck.career.progress import Progress, Standing
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.keys import derived_secret


def invitation_key(competition: Competition) -> str | None:
    """Return the key that invites others, always the same one; None for a series."""
    return None if competition.kind == "series" else derived_secret(competition.seed, "enter")


def competition_message(
    progress: Progress, debts: Sequence[Debt], profile: str | None
) -> messages.CompetitionShown:
    """Return a competition as an entrant sees it; `profile` is None for an invited person."""
    competition = progress.competition
    creator = progress.entrant(competition.creator)
    return messages.CompetitionShown(
        competition=competition.competition,
        kind=competition.kind,
        game=competition.game,
        house=json.loads(competition.house),
        games=competition.games,
        same_deals=competition.same_deals,
        stake=competition.stake,
        currency=competition.currency,
        creator=creator.name if creator else "",
        created=competition.created,
        is_over=competition.is_over,
        is_creator=profile == competition.creator,
        can_enter=_can_enter(progress, profile),
        can_play=profile is not None and _can_play(progress, profile),
        next_game=progress.next_game(profile) if profile and not competition.is_over else None,
        commitment=competition.commitment,
        seed=competition.seed if competition.is_over else None,
        entrants=[_entrant_message(progress, each, profile) for each in progress.standings()],
        debts=[debt_message(each, profile) for each in debts],
        key=invitation_key(competition) if profile is not None else None,
        is_open=_is_open(progress),
    )


def _can_enter(progress: Progress, profile: str | None) -> bool:
    is_in = profile is not None and progress.entrant(profile) is not None
    return not is_in and _is_open(progress)


def _is_open(progress: Progress) -> bool:
    try:
        progress.check_entry()
    except Refusal:
        return False
    return True


def _can_play(progress: Progress, profile: str) -> bool:
    try:
        progress.check_game(profile)
    except Refusal:
        return False
    return True


def _entrant_message(
    progress: Progress, standing: Standing, profile: str | None
) -> messages.EntrantShown:
    """Return an entrant with the results of their games; tables only to the entrant."""
    entrant, games = standing.entrant, progress.games_of(standing.entrant.profile)
    is_you = entrant.profile == profile
    return messages.EntrantShown(
        name=entrant.name,
        is_you=is_you,
        rank=standing.rank,
        played=standing.played,
        **standing.total._asdict(),
        is_finished=standing.played == progress.competition.games,
        games=[
            _game_message(number, games.get(number), is_you, progress.competition.is_over)
            for number in range(1, progress.competition.games + 1)
        ],
    )


def _game_message(
    number: int, attempt: Attempt | None, is_you: bool, is_over: bool
) -> messages.CompetitionGame:
    """Return a game; one that wasn't finished in time stays open for ever."""
    if attempt is None:
        return messages.CompetitionGame(number, "open", None, 0, 0, 0, None)
    table = attempt.table if is_you else None
    if attempt.at is None:
        status: Literal["open", "running"] = "open" if is_over else "running"
        return messages.CompetitionGame(number, status, None, 0, 0, 0, table)
    return messages.CompetitionGame(number, "over", attempt.outcome, *attempt.score, table)


def debt_message(debt: Debt, profile: str | None) -> messages.DebtShown:
    """Return a debt as one of the entrants sees it."""
    return messages.DebtShown(
        debt=debt.debt,
        competition=debt.competition,
        number=debt.number,
        debtor=debt.debtor_name,
        creditor=debt.creditor_name,
        amount=debt.amount,
        cancelled_amount=debt.cancelled_amount,
        currency=debt.currency,
        created=debt.created,
        you=debt.party(profile or ""),
        settled_by=debt.settled_by,
        is_settled=debt.is_settled,
    )


def ledger_message(
    balances: Sequence[BalanceRow], debts: Sequence[Debt], profile: str
) -> messages.Ledger:
    """Return the ledger of a profile."""
    return messages.Ledger(
        [messages.Balance(each.name, each.currency, each.amount) for each in balances],
        [debt_message(each, profile) for each in debts],
    )
