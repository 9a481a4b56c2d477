"""The rows that the store keeps beside a table's log, for lookups that don't read the log."""

from underdeck.career.base import Origin, Standing
from underdeck.career.finished import BOT_PREFIX, FinishedGame, finished_game
from underdeck.store.model import Summary
from underdeck.table.table import Table


def summary_of(table: Table) -> Summary:
    """Return the summary of a table as it is now."""
    return Summary(
        table=table.name,
        game=table.terms.game,
        status=table.status,
        listed=table.is_listed,
        house=table.options_json,
        names=table.names,
        free=table.names.count(""),
        created=table.created,
        changed=table.changed,
        deadline=table.deadline(),
        bots=bots_of(table),
        company=table.terms.company,
    )


def bots_of(table: Table) -> int:
    """Return a bit mask of the seats given to bots, without people replaced by a bot."""
    return sum(1 << seat for seat, bot in enumerate(table.bots) if bot)


def finished_of(table: Table, at: float) -> FinishedGame:
    """Return the finished game of a table for the history."""
    return finished_game(
        table.game_played,
        table=table.name,
        at=at,
        players=[
            (seat.profile or bot_player(seat.bot), seat.name or seat.bot) for seat in table.seats
        ],
        origin=origin_of(table),
        standing=standing_of(table),
        board=table.terms.board,
        number=table.terms.number,
    )


def bot_player(bot: str) -> str:
    """Return the player id of a bot, "" without one."""
    return f"{BOT_PREFIX}{bot}" if bot else ""


def origin_of(table: Table) -> Origin:
    """Return how the game came about; cards known before are `again` or the `walkthrough`."""
    terms = table.terms
    if terms.origin:
        return terms.origin
    if terms.cards:
        return terms.source or "again"
    return "code" if terms.deal else "fair"


def standing_of(table: Table) -> Standing:
    """Return whether the game may be ranked, as far as the table knows."""
    if table.terms.source == "again":
        return "repeat"
    return "free" if table.terms.source else "ranked"
