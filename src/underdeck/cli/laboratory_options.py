"""The options of the commands that work with the mind of a game."""

from typing import Any

import click

from underdeck.agents import is_for_several
from underdeck.cli.options import (
    MAX_GAMES,
    flag,
    house_option,
    house_options,
    jobs_option,
    simulation_seed_option,
)
from underdeck.cli.speech import text
from underdeck.registry import find_manifest, game_names

GOALS = ("win", "points")
MAX_STEPS = 10**6
MAX_RATING = 3_000
DIFFICULTIES = ("easy", "medium", "hard", "extreme", "impossible")
DEFAULT_RULE_DEALS = 20_000
"""The deals that each rule of thumb plays by default."""
DEFAULT_DEALS = 2_000
"""The deals of a bound by default."""
DEFAULT_EXPLOIT_GAMES = 400
"""The games of each response by default."""
DEFAULT_ROUND_ROBIN_GAMES = 120
"""The games of each pair of bots in a round robin by default."""


def games_with_laboratory() -> list[str]:
    """Return the games that have a mind to experiment with."""
    return [name for name in game_names() if find_manifest(name).laboratory]


def games_with_training() -> list[str]:
    """Return the games whose mind can be trained."""
    return [name for name in game_names() if find_manifest(name).training]


def laboratory_game_argument() -> click.Argument:
    """Return the argument that names a game with a mind."""
    return game_argument(games_with_laboratory())


def game_argument(names: list[str]) -> click.Argument:
    """Return the argument that names one of some games."""
    return click.Argument(["game"], type=click.Choice(names), metavar=text("metavar.game"))


def number_option(name: str, key: str, most: int, **settings: Any) -> click.Option:
    """Return an option whose value is a number from 1 on."""
    return click.Option(
        [f"--{name}"],
        type=click.IntRange(1, most),
        metavar=text("metavar.number"),
        help=text(f"option.{key}"),
        **settings,
    )


def file_option(name: str, key: str) -> click.Option:
    """Return an option whose value is the path of a file."""
    return click.Option([f"--{name}"], metavar=text("metavar.file"), help=text(f"option.{key}"))


def goal_option() -> click.Option:
    """Return `--goal`: to win, or to collect points."""
    return click.Option(
        ["--goal"],
        type=click.Choice(GOALS),
        default=GOALS[0],
        show_default=True,
        help=text("option.goal"),
    )


def train_options() -> list[click.Parameter]:
    """Return the options of a training."""
    return [
        game_argument(games_with_training()),
        goal_option(),
        simulation_seed_option(),
        number_option("steps", "steps", MAX_STEPS),
        file_option("out", "out_weights"),
        flag("resume"),
        flag("json"),
    ]


def bound_options() -> list[click.Parameter]:
    """Return the options of a bound for perfect play."""
    return [
        laboratory_game_argument(),
        number_option("deals", "deals_bound", MAX_GAMES, default=DEFAULT_DEALS, show_default=True),
        simulation_seed_option(),
        goal_option(),
        click.Option(
            ["--plies"],
            type=click.IntRange(1, 2),
            default=1,
            show_default=True,
            metavar=text("metavar.number"),
            help=text("option.plies"),
        ),
        house_option(),
        click.Option(["--house-rules"], is_flag=True, help=text("option.house_rules")),
        jobs_option(),
        click.Option(["--cluster"], metavar=text("metavar.address"), help=text("option.cluster")),
        file_option("plot", "plot_bound"),
        file_option("out", "out_bound"),
        flag("json"),
    ]


def rating_options() -> list[click.Parameter]:
    """Return the options that rate a deal, or search for one."""
    return [
        flag("rate"),
        flag("winnable"),
        click.Option(
            ["--difficulty"], type=click.Choice(DIFFICULTIES), help=text("option.difficulty")
        ),
    ]


def puzzle_options() -> list[click.Parameter]:
    """Return the options of a puzzle."""
    return [
        laboratory_game_argument(),
        click.Option(["--seed"], metavar=text("metavar.text"), help=text("option.seed_puzzle")),
        number_option("rating", "rating", MAX_RATING),
        goal_option(),
        house_option(),
        flag("json"),
    ]


def rule_options() -> list[click.Parameter]:
    """Return the options of the search for a rule of thumb."""
    return [
        laboratory_game_argument(),
        goal_option(),
        simulation_seed_option(),
        number_option(
            "deals", "deals_rule", MAX_GAMES, default=DEFAULT_RULE_DEALS, show_default=True
        ),
        house_option(),
        jobs_option(),
        flag("json"),
    ]


def ratings_options() -> list[click.Parameter]:
    """Return the options of a round robin of bots."""
    games = [name for name in game_names() if is_for_several(name)]
    rules = [option for option in house_options() if option.name != "bots"]
    return [
        click.Argument(["game"], type=click.Choice(games), metavar=text("metavar.game")),
        click.Option(
            ["--bots"], required=True, metavar=text("metavar.bots"), help=text("option.bots_rated")
        ),
        number_option(
            "games",
            "games_rated",
            MAX_GAMES,
            default=DEFAULT_ROUND_ROBIN_GAMES,
            show_default=True,
        ),
        *rules,
        simulation_seed_option(),
        jobs_option(),
        file_option("plot", "plot_ratings"),
        file_option("out", "out_ratings"),
        flag("json"),
    ]


def exploit_options() -> list[click.Parameter]:
    """Return the options of the search for a best response."""
    games = [name for name in game_names() if find_manifest(name).responses]
    return [
        click.Argument(["game"], type=click.Choice(games), metavar=text("metavar.game")),
        click.Option(
            ["--bot"],
            required=True,
            metavar=text("metavar.bots"),
            help=text("option.bot_exploited"),
        ),
        number_option(
            "games", "games_exploited", MAX_GAMES, default=DEFAULT_EXPLOIT_GAMES, show_default=True
        ),
        click.Option(
            ["--response"], metavar=text("metavar.response"), help=text("option.response")
        ),
        *(option for option in house_options() if option.name != "bots"),
        simulation_seed_option(),
        jobs_option(),
        flag("json"),
    ]
