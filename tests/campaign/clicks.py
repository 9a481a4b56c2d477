"""Whole games of Dungeon in a real browser: how many gestures and how many minutes they take.

In the folder `tests`: `python -m campaign.clicks` plays ten games with 2, 3 and 4 players each
against bots, with the moves of the careful bot. A click, a key and a drag are one gesture each. The
minutes are those of the bots, measured at their usual pace, and the player's time to think.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from statistics import median

import click
from playwright.sync_api import Browser

from e2e.browser import find_browser
from e2e.frugal_player import FrugalPlayer, Made
from e2e.restartable_server import RestartableServer
from e2e.shared_browser import SharedBrowser
from e2e.storage import fill_storage, seat_in_storage
from underdeck.table.entries import DEFAULT_PACE_S, AnyEntry, Opened, Sat

GOAL = 80
"""The maximum of the median number of gestures."""
THINKING_S = 2.0
"""The time that a player takes for a gesture."""
VIEWPORT = {"width": 1440, "height": 900}


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    turns: int
    made: list[Made]
    sent: int
    """The number of moves that the page sent, those that it made by itself included."""
    seconds: float
    """The time until the end, without the player's time to think."""

    @property
    def gestures(self) -> int:
        return sum(made.gestures for made in self.made)

    @property
    def minutes(self) -> float:
        return (self.seconds + THINKING_S * self.gestures) / 60


def entries_of(seed: str, house: dict[str, int], pace: float) -> list[AnyEntry]:
    """Return the log of a table for one person against careful bots."""
    bots = ("careful",) * (house["players"] - 1)
    opened = Opened("dungeon", house, ("", *bots), sha256(seed.encode()).hexdigest(), pace=pace)
    return [opened, Sat(0, "Ada", seed)]


def play_game(
    browser: Browser, server: RestartableServer, seed: str, house: dict[str, int], pace: float
) -> Played:
    """Play one game through the page."""
    table, [key] = server.add_table(entries_of(seed, house, pace))
    context = browser.new_context(
        base_url=server.address,
        viewport=VIEWPORT,  # type: ignore[arg-type]
        locale="en-GB",
        reduced_motion="reduce",
        service_workers="block",
    )
    with closing(context):
        page = context.new_page()
        player = FrugalPlayer(page, seed)
        fill_storage(page, "Ada", [seat_in_storage(table, "dungeon", key)])
        start = time.monotonic()
        page.goto(f"/#/table/{table}")
        player.play()
        assert player.table.view is not None
        turns: int = player.table.view["turn"]
        return Played(turns, player.made, len(player.sent), time.monotonic() - start)


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """Start the browser of the tests."""
    path = find_browser()
    if path is None:
        raise click.ClickException("There is no browser here: run `make browser`.")
    shared = SharedBrowser(path)
    try:
        with shared.in_use() as browser:
            yield browser
    finally:
        shared.close()


def describe(games: list[Played]) -> str:
    """Return the figures of some games in one line."""
    gestures = [game.gestures for game in games]
    return (
        f"gestures: median {median(gestures):g}, {min(gestures)} to {max(gestures)}; "
        f"minutes: median {median(game.minutes for game in games):.1f}; "
        f"decisions: median {median(len(game.made) for game in games):g}, "
        f"made by the page: {median(game.sent - len(game.made) for game in games):g}; "
        f"turns: median {median(game.turns for game in games):g}"
    )


def costs_of(games: list[Played]) -> str:
    """Return the gestures of all games by verb, the most expensive first."""
    costs: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for made in (made for game in games for made in game.made):
        verb = made.move.split()[0]
        costs[verb] += made.gestures
        times[verb] += 1
    return ", ".join(
        f"{verb} {cost} ({cost / times[verb]:.1f} each)" for verb, cost in costs.most_common()
    )


@click.command(help=__doc__)
@click.option(
    "--games", default=10, show_default=True, help="How many games for each number of players."
)
@click.option("--players", multiple=True, type=click.IntRange(2, 4), default=(2, 3, 4))
@click.option("--short", is_flag=True, help="Play with short tunnels.")
@click.option("--pace", default=DEFAULT_PACE_S, show_default=True, help="Seconds that a bot takes.")
@click.option("--seed", default="1", show_default=True)
def main(games: int, players: tuple[int, ...], short: bool, pace: float, seed: str) -> None:
    """Play, print the figures, and fail if a median is above the goal."""
    is_good = True
    with tempfile.TemporaryDirectory() as folder, opened_browser() as browser:
        server = RestartableServer(Path(folder))
        try:
            for number in players:
                house = {"players": number, "short_tunnel": short}
                played = []
                for game in range(games):
                    played.append(
                        play_game(browser, server, f"{seed} {number} {game}", house, pace)
                    )
                    print(
                        f"  {number} players, game {game + 1}: {describe(played[-1:])}", flush=True
                    )
                print(f"{number} players: {describe(played)}")
                print(f"  by verb: {costs_of(played)}", flush=True)
                is_good &= median(each.gestures for each in played) <= GOAL
        finally:
            server.stop()
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
