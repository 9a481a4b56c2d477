"""The commands about series, contests, wagers and the daily deal, and their options."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import click

from underdeck.cli.account_options import account_options, yes_option
from underdeck.cli.options import argument, flag
from underdeck.cli.speech import text

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def lengths(choices: tuple[int, ...]) -> "click.Choice[str]":
    """Return the type of a number of games."""
    return click.Choice([str(length) for length in choices])


def house_option() -> click.Option:
    """Return `--house`, which may be repeated."""
    return click.Option(
        ["--house"], multiple=True, metavar=text("metavar.house"), help=text("option.house")
    )


def listing_options() -> list[click.Parameter]:
    """Return the options of a command that only shows something."""
    return [*account_options(), flag("json")]


def one_options() -> list[click.Parameter]:
    """Return the options of a command about one competition, by default the newest."""
    return [argument("competition", required=False), *listing_options()]


def play_options() -> list[click.Parameter]:
    """Return the options of a command that plays a competition."""
    return [argument("competition", required=False), *account_options()]


def join_options() -> list[click.Parameter]:
    """Return the options of a command that enters a competition."""
    return [argument("link"), *listing_options()]


def close_options() -> list[click.Parameter]:
    """Return the options of a command that ends a competition."""
    return [argument("competition"), yes_option(), *listing_options()]


def series_options() -> list[click.Parameter]:
    """Return the options of a new series."""
    from underdeck.career.competition import SERIES_LENGTHS  # noqa: PLC0415  for this command only

    choices = "|".join(map(str, SERIES_LENGTHS))
    default = str(SERIES_LENGTHS[0])
    return [
        click.Argument(
            ["games"], type=lengths(SERIES_LENGTHS), default=default, metavar=f"[{choices}]"
        ),
        house_option(),
        flag("contest"),
        *listing_options(),
    ]


def wager_options() -> list[click.Parameter]:
    """Return the options of a new wager."""
    from underdeck.career.competition import WAGER_LENGTHS  # noqa: PLC0415  for this command only
    from underdeck.cli.amounts import Stake  # noqa: PLC0415

    return [
        click.Option(
            ["--stake"],
            type=Stake(),
            required=True,
            metavar=text("metavar.amount"),
            help=text("option.stake"),
        ),
        click.Option(
            ["--currency"],
            required=True,
            metavar=text("metavar.name"),
            help=text("option.currency"),
        ),
        click.Option(
            ["--games"],
            type=lengths(WAGER_LENGTHS),
            default=str(WAGER_LENGTHS[0]),
            show_default=True,
            help=text("option.games_wagered"),
        ),
        click.Option(["--same-deal"], is_flag=True, help=text("option.same_deal")),
        click.Option(
            ["--with", "rivals"],
            multiple=True,
            metavar=text("metavar.name"),
            help=text("option.with"),
        ),
        house_option(),
        *listing_options(),
    ]


def settle_options() -> list[click.Parameter]:
    """Return the options of a command that settles debts."""
    return [argument("rival", required=False), *listing_options()]


def daily_options() -> list[click.Parameter]:
    """Return the options of the daily deal."""
    return [argument("day", required=False, type=Day()), *account_options()]


class Day(click.ParamType):  # type: ignore[type-arg]
    """A day such as `2026-11-17`."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the day that a text names."""
        written = str(value).strip()
        try:
            return date.fromisoformat(written if DAY.fullmatch(written) else "").isoformat()
        except ValueError:
            self.fail(text("error.day", text=value), param, ctx)


COMPETITION_COMMANDS: dict[str, tuple[str, Callable[[], list[click.Parameter]]]] = {
    "daily play": ("daily", lambda: [*daily_options(), flag("again")]),
    "daily show": ("daily", lambda: [*daily_options(), flag("json")]),
    "series list": ("series", listing_options),
    "series new": ("series", series_options),
    "series play": ("series", play_options),
    "series show": ("series", one_options),
    "series join": ("series", join_options),
    "series close": ("series", close_options),
    "wager list": ("wager", listing_options),
    "wager new": ("wager", wager_options),
    "wager join": ("wager", join_options),
    "wager play": ("wager", play_options),
    "wager show": ("wager", one_options),
    "wager close": ("wager", close_options),
    "wager ledger": ("wager", listing_options),
    "wager settle": ("wager", settle_options),
}
"""The module and the parameters of each command, as in `app.COMMANDS`."""
DEFAULT_COMMANDS = {"daily": "play"}
"""The command of a group that runs if none is named."""
