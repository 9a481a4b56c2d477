"""A game of Dungeon in which two people and two bots lie, demand, chain aces and fight.

`python -m e2e.scripted_dungeon`, run in the folder `tests`, searches for a seed that needs few
moves for that.
"""

from collections.abc import Sequence
from random import Random

from underdeck.agents import find_bot
from underdeck.table.entries import AnyEntry, Began, Opened, Sat, Shut
from underdeck.table.table import Table, fold

PEOPLE = ("Ana", "Luis")
BOT = "careful"
WORDS = ("one", "two")
SEED = "66b3670db37d8644aedd51167c53dac407ff4068f3de3c440a3e921b952aa8d6"
"""Found by `python -m e2e.scripted_dungeon`."""
REQUIRED_EVENTS = frozenset({"lied", "demanded", "chain", "fight_laid"})
"""Names of events, and `chain`: one ace played in answer to another."""
PREFERRED_VERBS = (
    "ace",
    "demand",
    "deny",
    "strike",
    "fight",
    "give",
    "take",
    "fish",
    "attack",
    "cave",
    "dig",
    "discard",
    "retreat",
    "fall",
    "bid",
    "pass",
)
"""The verbs of moves, in the order in which the people of the script prefer them."""
ACES_IN_CHAIN = 2


def preferred_move(moves: Sequence[str], seat: int) -> str:
    """Return the move that the script makes: moves against the other person come first."""
    other = f"p{2 - seat}"

    def rank(move: str) -> tuple[int, bool, str]:
        verb = move.split(maxsplit=1)[0]
        known = verb in PREFERRED_VERBS
        place = PREFERRED_VERBS.index(verb) if known else len(PREFERRED_VERBS)
        return place, other not in move, move

    return min(moves, key=rank)


def opening_entries(seed: str, window: float = 1.0) -> list[AnyEntry]:
    """Return the log of a table for two people and two bots, with the people seated."""
    opened = Opened("dungeon", {"players": 4}, ("", "", BOT, BOT), seed, window=window, pace=0)
    return [opened, *(Sat(seat, name, WORDS[seat]) for seat, name in enumerate(PEOPLE))]


def play_script(seed: str, max_moves: int = 60) -> tuple[set[str], int]:
    """Play the script until all required events happened; return the events and the moves."""
    table = fold("script", [(entry, 0.0) for entry in [*opening_entries(seed), Began()]])
    seen: set[str] = set()
    for number in range(max_moves):
        if table.is_over or seen >= REQUIRED_EVENTS:
            return seen, number
        before = table.stage
        step(table, seed)
        for event in (event for stage in table.history.stages[before:] for event in stage.events):
            seen.add(event.name)
            if event.name == "fight_laid" and event.parts["seat"] >= len(PEOPLE):
                seen.discard("fight_laid")
        if has_ace_chain(table):
            seen.add("chain")
    return seen, max_moves


def has_ace_chain(table: Table) -> bool:
    """Return whether an ace was just played in answer to another."""
    recent = [event.name for stage in table.history.stages[-2:] for event in stage.events]
    view = table.game_played.view(None)
    return (
        view.pending == "aces"  # type: ignore[attr-defined]
        and recent.count("ace_played") == ACES_IN_CHAIN
    )


def step(table: Table, seed: str) -> AnyEntry:
    """Make and return the next move: bots first, then people, then the window closes."""
    entry = next_entry(table, seed)
    table.apply(entry, 0.0)
    return entry


def next_entry(table: Table, seed: str) -> AnyEntry:
    """Return the next entry of the log."""
    if seats := table.bots_to_ask():
        seat = seats[0]
        random = Random(f"{seed} {table.stage} {seat}")
        move = str(find_bot(BOT)(table.game_played.view(seat), random))
        entry: AnyEntry | None = table.bot_move(seat, move, table.stage)
        assert entry is not None
        return entry
    for seat in table.waiting:
        if seat not in table.window.answers:
            legal = [str(move) for move in table.game_played.view(seat).legal]
            return table.move(seat, preferred_move(legal, seat), f"{table.version}")
    return Shut()


if __name__ == "__main__":
    best = 10_000
    for number in range(3000):
        seed = Random(number).randbytes(32).hex()
        seen, moves = play_script(seed)
        if seen >= REQUIRED_EVENTS and moves < best:
            best = moves
            print(moves, seed, flush=True)
