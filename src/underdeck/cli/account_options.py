"""Options of the commands about a player's profile and history."""

import re
from typing import Any

import click

from underdeck.cli.options import GameChoice
from underdeck.cli.speech import text
from underdeck.registry import game_names

MAX_SHOWN_GAMES = 10_000
DEFAULT_SHOWN_GAMES = 20
MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])")


def account_options() -> list[click.Parameter]:
    """Return `--server` and `--as`: whose profile, and where."""
    return [
        server_option("server"),
        click.Option(["--as", "player"], metavar=text("metavar.name"), help=text("option.as")),
    ]


def server_option(help_key: str) -> click.Option:
    """Return `--server`, the address of a server."""
    return click.Option(
        ["--server"], metavar=text("metavar.server"), help=text(f"option.{help_key}")
    )


def filter_options() -> list[click.Parameter]:
    """Return the options that choose games of the history."""
    return [
        click.Option(
            ["--house"],
            multiple=True,
            metavar=text("metavar.house"),
            help=text("option.house_filter"),
        ),
        *(
            click.Option(
                [f"--{name}"],
                type=Month(),
                metavar=text("metavar.month"),
                help=text(f"option.{name}_month"),
            )
            for name in ("since", "until")
        ),
        click.Option(["--opponent"], metavar=text("metavar.name"), help=text("option.opponent")),
    ]


def game_option() -> click.Option:
    """Return `--game`, by default all games."""
    return click.Option(
        ["--game"],
        type=GameChoice(game_names()),
        metavar=text("metavar.game"),
        help=text("option.game"),
    )


def limit_option() -> click.Option:
    """Return `--limit`, how many games are listed."""
    return click.Option(
        ["--limit"],
        type=click.IntRange(1, MAX_SHOWN_GAMES),
        default=DEFAULT_SHOWN_GAMES,
        show_default=True,
        metavar=text("metavar.number"),
        help=text("option.limit"),
    )


def yes_option() -> click.Option:
    """Return `--yes`, which answers the question of a command."""
    return click.Option(["--yes"], is_flag=True, help=text("option.yes"))


class Month(click.ParamType):  # type: ignore[type-arg]
    """A month such as `2026-11`."""

    name = "month"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the month that a text names."""
        written = str(value).strip()
        if not MONTH.fullmatch(written):
            self.fail(text("error.month", text=value), param, ctx)
        return written
