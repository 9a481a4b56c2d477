"""How two people play a Dungeon against two bots so that everything comes up: lies, demands, chains of aces and fights.

`python -m e2e.plan` from the folder `tests` looks for a seed with which that happens soon.
"""

from collections.abc import Sequence
from random import Random

from underdeck.agents import find_bot
from underdeck.table.entries import AnyEntry, Began, Opened, Sat, Shut
from underdeck.table.table import Table, fold

PEOPLE = ("Ana", "Luis")
BOT = "careful"
WORDS = ("one", "two")
SEED = "2b0b8531dc61c461582a3a73c3d168f235f0bab24e2a2e4d69cb4f35cf5ab685"
"""Found by `python -m e2e.plan`."""
WANTED = ("lied", "demanded", "chain", "fight_laid")
LIKED = (
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
"""What is done rather than what stands further back."""


def prefer(moves: Sequence[str], me: int) -> str:
    """The move that a person of this test makes: the other person is asked and attacked rather than a bot."""
    other = f"p{2 - me}"

    def rank(move: str) -> tuple[int, bool, str]:
        return (
            LIKED.index(move.split(maxsplit=1)[0])
            if move.split(maxsplit=1)[0] in LIKED
            else len(LIKED),
            other not in move,
            move,
        )

    return min(moves, key=rank)


def terms(seed: str, window: float = 1.0) -> list[AnyEntry]:
    """A table for two people and two bots at which the people have sat down."""
    opened = Opened("dungeon", {"players": 4}, ("", "", BOT, BOT), seed, window=window, pace=0)
    return [opened, *(Sat(seat, name, WORDS[seat]) for seat, name in enumerate(PEOPLE))]


def what_comes_up(seed: str, most: int = 60) -> tuple[set[str], int]:
    """What happens in a game played so, until all that is wanted has; and how many moves that takes."""
    table = fold("plan", [(entry, 0.0) for entry in [*terms(seed), Began()]])
    seen: set[str] = set()
    for number in range(most):
        if table.is_over or seen >= set(WANTED):
            return seen, number
        before = table.stage
        step(table, seed)
        for event in (event for stage in table.history.stages[before:] for event in stage.events):
            seen.add(event.name)
            if event.name == "fight_laid" and event.parts["seat"] >= len(PEOPLE):
                seen.discard("fight_laid")
        view = table.game_played.view(None)
        if (
            view.pending == "aces"  # type: ignore[attr-defined]
            and sum(
                1
                for stage in table.history.stages[-2:]
                for event in stage.events
                if event.name == "ace_played"
            )
            == 2
        ):
            seen.add("chain")
    return seen, most


def step(table: Table, seed: str) -> None:
    """The next thing that happens at the table: bots first, then people, then the window shuts."""
    if seats := table.bots_to_ask():
        seat = seats[0]
        move = str(
            find_bot(BOT)(table.game_played.view(seat), Random(f"{seed} {table.stage} {seat}"))
        )
        entry: AnyEntry | None = table.bot_move(seat, move, table.stage)
        assert entry is not None
        table.apply(entry, 0.0)
        return
    for seat in table.waiting:
        if seat not in table.window.answers:
            legal = [str(move) for move in table.game_played.view(seat).legal]
            table.apply(table.move(seat, prefer(legal, seat), f"{table.version}"), 0.0)
            return
    table.apply(Shut(), 0.0)


if __name__ == "__main__":
    best = 10_000
    for number in range(3000):
        seed = Random(number).randbytes(32).hex()
        seen, moves = what_comes_up(seed)
        if seen >= set(WANTED) and moves < best:
            best = moves
            print(moves, seed, flush=True)
