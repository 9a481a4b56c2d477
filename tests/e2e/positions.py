"""Moments of games at which seat 0 can make certain moves, found by playing random games."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain, count
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from e2e.restartable_server import RestartableServer
from e2e.storage import fill_storage, seat_in_storage
from underdeck.game import Move
from underdeck.playthrough import AnyPlaythrough
from underdeck.registry import find_game
from underdeck.table.entries import Answered, AnyEntry, Began, Made, Opened, Sat
from underdeck.table.table import Table, fold

PEOPLE = ("Ana", "Luis", "Eva")
WINDOW_S = 3600.0
"""The time of windows: the test server closes each once everybody has answered."""
MAX_MOVES_PER_GAME = 60
MAX_MOVES = 150_000
"""The search gives up after this number of moves in all games."""
PASS_RATE = 0.4
"""How often a random player passes who could do something."""

Options = Mapping[str, int | bool]
Labelled = tuple[str, tuple[str, ...]]
"""What a position is an example of, and the moves that show it."""


@dataclass(frozen=True)
class Position:
    """A moment of a game, and moves that seat 0 can make from there."""

    entries: list[AnyEntry]
    """The log of the table."""
    view: Any
    """What seat 0 sees."""
    moves: tuple[str, ...]
    labels: frozenset[str]
    """What the moves are examples of, as far as it is wanted."""


def find_positions(
    game: str,
    options: Options,
    wanted: Set[str],
    labels_of: Callable[[Any], Iterable[Labelled]],
    first_games: Iterable[int] = (),
) -> list[Position]:
    """Return a position for each wanted label that seat 0 meets, the same ones in every run.

    The search ends with the first game after which no wanted label is missing. Games that are
    known to have rare labels come first.
    """
    found: dict[str, Position] = {}
    made_in_all = 0
    for number in chain(first_games, count()):
        if wanted <= found.keys() or made_in_all > MAX_MOVES:
            break
        table = begin(game, options, number)
        for made in play_randomly(table.game_played, Random(number)):
            made_in_all += 1
            view = table.game_played.view(0)
            labelled = list(labels_of(view))
            for label, moves in labelled:
                if label in wanted and is_shorter(made, found.get(label)):
                    labels = wanted & {other for other, same in labelled if same == moves}
                    found[label] = Position(log_of(table, made), view, moves, frozenset(labels))
    return without_repetition(found)


def without_repetition(found: Mapping[str, Position]) -> list[Position]:
    """Return positions for all labels, without those that the moves of others show too."""
    chosen: list[Position] = []
    for label in sorted(found, key=lambda label: (-len(found[label].labels), label)):
        if not any(label in position.labels for position in chosen):
            chosen.append(found[label])
    return chosen


def begin(game: str, options: Options, number: int) -> Table:
    """Return a table at which people have just begun a game."""
    return fold("search", [(entry, 0.0) for entry in opening(game, options, number)])


def opening(game: str, options: Options, number: int) -> list[AnyEntry]:
    """Return the log of a table at which people begin a game with the seed of this number."""
    rules, people = find_game(game), PEOPLE[: int(options.get("players", 1))]
    opened = Opened(
        game,
        dict(options),
        ("",) * len(people),
        Random(number).randbytes(32).hex(),
        window=WINDOW_S,
        rules=rules.rules,
    )
    return [opened, *(Sat(seat, name, "words") for seat, name in enumerate(people)), Began()]


def is_shorter(made: list[Made], known: Position | None) -> bool:
    """Return whether fewer moves lead to a position than to the known one."""
    return known is None or len(made) < sum(isinstance(entry, Made) for entry in known.entries)


def log_of(table: Table, made: list[Made]) -> list[AnyEntry]:
    """Return the log of a table after these moves; in a window all other seats have passed."""
    played = table.game_played
    others = [seat for seat in played.game.waiting(played.state) if seat]
    answers = others if played.game.asks_all(played.state) else []
    people = opening(table.terms.game, table.terms.house, 0)[1:]
    return [table.terms, *people, *made, *(Answered(seat, "pass") for seat in answers)]


def play_randomly(played: AnyPlaythrough, random: Random) -> Iterator[list[Made]]:
    """Play a game, and yield the moves so far before each decision that seat 0 may be part of."""
    played.keeps_states = False
    made: list[Made] = []
    while len(made) < MAX_MOVES_PER_GAME and played.result() is None:
        yield made
        seat = random.choice(played.game.waiting(played.state))
        move = random_move(played.view(seat).legal, random)
        played.play(move, seat)
        made = [*made, Made(seat, str(move))]


def random_move(legal: Iterable[Move], random: Random) -> Move:
    """Choose a kind of move first, so that kinds with few moves are as frequent as others."""
    kinds: dict[str, list[Move]] = {}
    for move in legal:
        kinds.setdefault(str(move).split()[0], []).append(move)
    if len(kinds) > 1 and random.random() > PASS_RATE:
        kinds.pop("pass", None)
    return random.choice(kinds[random.choice(sorted(kinds))])


def show_each(
    page: Page, server: RestartableServer, game: str, positions: list[Position]
) -> Iterator[Position]:
    """Show seat 0 the table of each position in turn."""
    tables = [server.add_table(position.entries) for position in positions]
    seats = [seat_in_storage(table, game, keys[0]) for table, keys in tables]
    fill_storage(page, PEOPLE[0], seats, sound=False, autoPass=False)
    page.goto("/#/settings")
    expect(page.locator("main h1")).to_be_visible()
    for (table, _), position in zip(tables, positions, strict=True):
        page.evaluate("document.querySelector('main').firstElementChild.dataset.before = ''")
        page.goto(f"/#/table/{table}")
        expect(page.locator("main [data-before]")).to_have_count(0)
        page.locator(f".{game}").wait_for()
        yield position
