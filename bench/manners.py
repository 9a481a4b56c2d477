"""How the characters of Dungeon play: what they do with their turns, questions and claims.

Each character plays against `careful`, in both seats alternately, once by the plain rules and once
in pitch black. Prints a table in Markdown: `python bench/manners.py --games 100`.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from underdeck.agents import asker, find_bot
from underdeck.agents.dungeon_reading import is_honest
from underdeck.characters import cast_of
from underdeck.deal import Seed
from underdeck.games.dungeon import GAME, DungeonMove, DungeonOptions, DungeonView
from underdeck.games.dungeon.moves import DEMAND, DENY, DIG, GIVE, RETREAT, WORDS
from underdeck.playthrough import Playthrough

RIVAL = "careful"
TURN_LIMIT = 500


class Share(NamedTuple):
    """A column of the table: how often something was done of the times it could be."""

    title: str
    done: str
    of: str


COLUMNS = (
    *(
        Share(title, f"turn {verb}", "turn")
        for title, verb in {
            "dig": "dig",
            "cave in": "cave",
            "attack": "attack",
            "rob": "rob",
            "fish": "fish",
            "pass": "pass",
        }.items()
    ),
    Share("retreat when attacked", "retreat", "attacked"),
    Share("lie when asked", "lies", "asked with the card"),
    Share("demand after a no", "demand", "denied"),
    Share("false claims", "false", "dark digs"),
    Share("accuse after a passage", "accuse", "passages"),
    Share("wins", "wins", "games"),
)


def notes(view: DungeonView, move: DungeonMove) -> Iterator[str]:
    """Yield what a decision counts for."""
    verb, dark = WORDS[move.kind], view.options.pitch_black
    kinds = {each.kind for each in view.legal}
    if view.pending == "turn" and not dark:
        yield "turn"
        yield f"turn {verb}"
    if view.pending == "accusations":
        yield "passages"
        yield verb
    if view.pending == "attacked" and not view.laid and RETREAT in kinds:
        yield "attacked"
        yield verb
    if {GIVE, DENY} <= kinds and view.pending == "asked":
        yield "asked with the card"
        yield "lies" if move.kind == DENY else ""
    if DEMAND in kinds:
        yield "denied"
        yield verb
    if dark and move.kind == DIG:
        yield "honest" if is_honest(move) else "false"
        yield "dark digs"


def play(name: str, number: int, *, dark: bool) -> Counter[str]:
    """Play one game and count a character's decisions."""
    options = DungeonOptions(players=2, turn_limit=TURN_LIMIT, pitch_black=dark)
    seat, counts = number % 2, Counter[str]()
    seats = [RIVAL, RIVAL]
    seats[seat] = name
    played = Playthrough.begin(
        GAME, options, Seed(f"manners {number // 2}").deal(GAME.deck(options))
    )
    bots = [asker(find_bot(bot, "dungeon")) for bot in seats]
    random = Random(number)
    while played.result() is None:
        mover = played.game.waiting(played.state)[0]
        view = played.view(mover)
        move = bots[mover](played, mover, random)
        if mover == seat:
            counts.update(notes(view, move))  # type: ignore[arg-type]
        played.play(move, mover)
    counts["games"] += 1
    counts["wins"] += (played.result() or {}).get("winner") == seat
    return counts


def measure(name: str, games: int) -> Counter[str]:
    """Return a character's decisions in games by the plain rules and in pitch black."""
    total = Counter[str]()
    for number in range(games):
        total += play(name, number, dark=False)
        total += play(name, number, dark=True)
    return total


def line(name: str, counts: Counter[str]) -> str:
    """Return a row of the table."""
    cells = [
        f"{100 * counts[each.done] / counts[each.of]:.0f} %" if counts[each.of] else "–"
        for each in COLUMNS
    ]
    return f"| {' | '.join([f'`{name}`', *cells])} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of each kind per character")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    names = [character.bot for character in cast_of("dungeon").characters] + [RIVAL]
    print("| | " + " | ".join(column.title for column in COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    with ProcessPoolExecutor(given.jobs) as pool:
        for name, counts in zip(
            names, pool.map(measure, names, [given.games] * len(names)), strict=True
        ):
            print(line(name, counts), flush=True)


if __name__ == "__main__":
    main()
