"""Costs of requests and messages, in tokens of a client's bucket.

Work that grows with the length of a table costs more for a longer one. Measured on two cores:
0.02 ms per stage of a table narrated in words, 0.025 ms per entry of a log read from disk, 0.1 ms
per move of a replay, 5 to 10 ms for the scenes of a chronicle. A token stands for about 0.2 ms.
"""

from underdeck.table.table import Table

LESSON_TOKENS = 10
WHOLE_TABLE_TOKENS = 10
"""Minimum for a whole table, taken before its length is known."""
REPLAY_TOKENS = 50
"""Minimum for a replay, taken before its length is known."""
JOIN_TOKENS = 20
"""For taking a seat, which is broadcast: this slows down repeated joining and leaving."""
CHRONICLE_TOKENS = 30
"""For a chronicle, taken before the length of its game is known: choosing its scenes."""
CHRONICLE_LINK_TOKENS = 20
"""For a link to a chronicle, which reads a whole game and stores a key."""
ADVICE_TOKENS = 50
"""For advice: it is computed in another process, but seldom asked for more than once a second."""
REVIEW_TOKENS = 50
"""For a review, taken before the length of its game is known."""
STAGES_PER_TOKEN = 10
MOVES_PER_REPLAY_TOKEN = 2


def whole_table_cost(table: Table) -> int:
    """Return the cost of a whole table (`hello`, `sync`, GET /api/table) or of its record."""
    return max(WHOLE_TABLE_TOKENS, table.stage // STAGES_PER_TOKEN)


def news_cost(table: Table, seen: int) -> int:
    """Return the cost of the stages of a table after one that the client has seen."""
    return (table.stage - seen) // STAGES_PER_TOKEN


def replay_cost(table: Table) -> int:
    """Return the cost of a finished game, move by move."""
    return max(REPLAY_TOKENS, len(table.game_played.record.moves) // MOVES_PER_REPLAY_TOKEN)


def chronicle_cost(moves: int) -> int:
    """Return the cost of telling a finished game, whose record is replayed for it."""
    return CHRONICLE_TOKENS + moves // MOVES_PER_REPLAY_TOKEN


def review_cost(moves: int) -> int:
    """Return the cost of a review, whose record is replayed for it."""
    return REVIEW_TOKENS + moves // MOVES_PER_REPLAY_TOKEN
