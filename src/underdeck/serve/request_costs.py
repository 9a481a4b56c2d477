"""Prices of requests and messages whose work grows with a table's length, in tokens of a client's bucket.

Measured on a 2-core machine: 0.02 ms for each stage of a table that is told in words, 0.025 ms for each entry of a log
that is read from disk, 0.1 ms for each move of a replay. A token buys about 0.2 ms.
"""

from underdeck.table.table import Table

RETELLING_TOKENS = 10
"""The least that a whole table costs, and what is taken before its length is known."""
REPLAY_TOKENS = 50
"""The same for a replay."""
JOIN_TOKENS = 20
"""What it costs to take a seat: everybody at the table is told, so joining and leaving again and again is slow."""
STAGES_PER_TOKEN = 10
MOVES_PER_REPLAY_TOKEN = 2


def retelling_cost(table: Table) -> int:
    """Return the price of a whole table: `hello`, `sync`, GET /api/table, and of a record."""
    return max(RETELLING_TOKENS, table.stage // STAGES_PER_TOKEN)


def replay_cost(table: Table) -> int:
    """Return the price of a finished game, move by move."""
    return max(REPLAY_TOKENS, len(table.game_played.record.moves) // MOVES_PER_REPLAY_TOKEN)
