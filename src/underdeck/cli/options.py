"""Options and arguments of the commands, described in the language of this run."""

import sys
from collections.abc import Callable
from typing import Any, get_args

import click

from underdeck.agents import opponent_names, simulated_names
from underdeck.cli.match_play import MAX_MATCH_WINS
from underdeck.cli.speech import Speech, text
from underdeck.deal_code import MAX_NUMBER
from underdeck.registry import find_game, find_manifest, game_names, refuse_broken
from underdeck.say import LANGUAGES

MAX_GAMES, MAX_PROCESSES, MAX_PORT = 10**12, 256, 65_535
DEFAULT_SWEEP_GAMES = 100_000
"""Games for each combination of parameters by default."""


def language_option() -> click.Option:
    """Return `--lang`, which was read before anything was parsed."""
    return click.Option(
        ["--lang"],
        type=click.Choice(LANGUAGES, case_sensitive=False),
        expose_value=False,
        help=text("option.lang"),
    )


def plain_option() -> click.Option:
    """Return `--plain`, which any command takes, before its name or after it."""

    def choose(_context: click.Context, _param: click.Parameter, asked: bool) -> None:
        Speech.plain = Speech.plain or asked

    return click.Option(
        ["--plain"], is_flag=True, expose_value=False, callback=choose, help=text("option.plain")
    )


class GameChoice(click.Choice[str]):
    """A choice of games that says why an installed game can't be chosen."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name of a game, or refuse it with the reason."""
        refuse_broken(value)
        return super().convert(value, param, ctx)


def game_argument(**settings: Any) -> click.Argument:
    """Return the argument that names a game."""
    return argument("game", **{"type": GameChoice(game_names())} | settings)


def chosen_game_argument(*, with_lesson: bool = False) -> click.Argument:
    """Return the argument that names a game; on a terminal a menu asks for it."""
    games = [name for name in game_names() if not with_lesson or find_manifest(name).lesson]
    return game_argument(
        type=GameChoice(games),
        required=False,
        metavar=text("metavar.game"),
        callback=lambda context, param, game: game or choose_game(context, param, games),
    )


def choose_game(context: click.Context, param: click.Parameter, games: list[str]) -> str:
    """Return the game chosen from a menu; without a terminal it must be named."""
    if context.resilient_parsing or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.MissingParameter(ctx=context, param=param)
    from underdeck.cli.menus import choose  # noqa: PLC0415  only for a terminal
    from underdeck.cli.terminal import terminal_for  # noqa: PLC0415

    names = {name: Speech.words.say(f"{name}.game.name") for name in games}
    game = choose(terminal_for(), names, text("menu.question"))
    if game is None:
        raise click.exceptions.Exit
    return game


def argument(name: str, **settings: Any) -> click.Argument:
    """Return a positional argument."""
    shown = text(f"metavar.{name}")
    required = settings.get("required", "default" not in settings)
    return click.Argument([name], **{"metavar": shown if required else f"[{shown}]"} | settings)


def flag(name: str) -> click.Option:
    """Return an option without a value."""
    return click.Option([f"--{name}"], is_flag=True, help=text(f"option.{name}"))


def deal_options() -> list[click.Parameter]:
    """Return the options that choose a deal."""
    return [
        click.Option(["--seed"], metavar=text("metavar.text"), help=text("option.seed")),
        click.Option(["--code"], metavar=text("metavar.code"), help=text("option.code")),
        click.Option(
            ["--number"],
            type=click.IntRange(1, MAX_NUMBER),
            metavar=text("metavar.number"),
            help=text("option.number", most=MAX_NUMBER),
        ),
        click.Option(["--deal"], metavar=text("metavar.cards"), help=text("option.deal")),
        click.Option(["--fair"], is_flag=True, help=text("option.fair")),
        click.Option(
            ["--mix"], multiple=True, metavar=text("metavar.text"), help=text("option.mix")
        ),
    ]


class LazyHelpOption(click.Option):
    """An option whose help depends on the games, and is built only when it is shown."""

    def __init__(self, *args: Any, lazy_help: Callable[[], str], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.lazy_help = lazy_help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help."""
        self.help = self.lazy_help()
        return super().get_help_record(ctx)


def variants_help() -> str:
    """Return the help of `--variants`, with the variants of every game that has some."""
    from underdeck.variants import variants_of  # noqa: PLC0415  only for help

    names = [name for game in game_names() for name in variants_of(find_game(game))]
    return text("option.variants", names=", ".join(names))


def house_option() -> click.Option:
    """Return `--house`, which can be repeated."""
    return click.Option(
        ["--house"], multiple=True, metavar=text("metavar.house"), help=text("option.house")
    )


def house_options(bots: str = "bots") -> list[click.Parameter]:
    """Return the options for house rules and bots; each game accepts those that it has."""
    return [
        house_option(),
        click.Option(
            ["--players"],
            type=click.IntRange(1),
            metavar=text("metavar.number"),
            help=text("option.players"),
        ),
        click.Option(
            ["--decks"],
            type=click.IntRange(1),
            metavar=text("metavar.number"),
            help=text("option.decks"),
        ),
        LazyHelpOption(["--variants"], metavar=text("metavar.variants"), lazy_help=variants_help),
        LazyHelpOption(
            ["--bots"],
            metavar=text("metavar.bots"),
            lazy_help=lambda: text(
                f"option.{bots}",
                bots=", ".join(opponent_names() if bots == "bots" else simulated_names()),
            ),
        ),
    ]


def match_options() -> list[click.Parameter]:
    """Return the options of a match to a number of wins."""
    return [
        click.Option(
            ["--match"],
            type=click.IntRange(1, MAX_MATCH_WINS),
            metavar=text("metavar.number"),
            help=text("option.match"),
        ),
        click.Option(["--score"], metavar=text("metavar.score"), help=text("option.score")),
    ]


def simulation_options() -> list[click.Parameter]:
    """Return the options of a simulation: size, seed, comparisons, workers and output."""
    return [
        policy_option(),
        click.Option(
            ["--games"],
            type=click.IntRange(1, MAX_GAMES),
            metavar=text("metavar.number"),
            help=text("option.games"),
        ),
        click.Option(
            ["--until"], type=Share(), metavar=text("metavar.share"), help=text("option.until")
        ),
        simulation_seed_option(),
        flag("rotate"),
        jobs_option(),
        click.Option(
            ["--against"],
            multiple=True,
            metavar=text("metavar.against"),
            help=text("option.against"),
        ),
        *(
            click.Option([f"--{name}"], metavar=text("metavar.file"), help=text(f"option.{name}"))
            for name in ("records", "plot", "report")
        ),
        click.Option(["--cluster"], metavar=text("metavar.address"), help=text("option.cluster")),
    ]


def swept_games() -> list[str]:
    """Return the games that are compiled, and so fast enough for a sweep."""
    return [name for name in game_names() if find_manifest(name).harness]


def sweep_options() -> list[click.Parameter]:
    """Return the options of a sweep: parameters, games and aim."""
    return [
        click.Argument(["game"], type=click.Choice(swept_games()), metavar=text("metavar.game")),
        policy_option(),
        click.Option(
            ["--knob"],
            multiple=True,
            required=True,
            metavar=text("metavar.knob"),
            help=text("option.knob"),
        ),
        click.Option(
            ["--games"],
            type=click.IntRange(1, MAX_GAMES),
            default=DEFAULT_SWEEP_GAMES,
            show_default=True,
            metavar=text("metavar.number"),
            help=text("option.games_swept"),
        ),
        click.Option(
            ["--aim"],
            default="wins",
            show_default=True,
            metavar=text("metavar.aim"),
            help=text("option.aim"),
        ),
        house_option(),
        simulation_seed_option(),
        jobs_option(),
    ]


def knobs_options() -> list[click.Parameter]:
    """Return the options that choose the policy whose parameters are listed."""
    return [
        click.Argument(
            ["game"],
            type=click.Choice(swept_games()),
            default=swept_games()[0],
            metavar=f"[{text('metavar.game')}]",
        ),
        policy_option(),
    ]


def cluster_options() -> list[click.Parameter]:
    """Return the options of a cluster: number of workers and port."""
    return [
        click.Option(
            ["--workers"],
            type=click.IntRange(1, MAX_PROCESSES),
            metavar=text("metavar.number"),
            help=text("option.workers"),
        ),
        click.Option(
            ["--port"],
            type=click.IntRange(0, MAX_PORT),
            default=0,
            metavar=text("metavar.number"),
            help=text("option.port"),
        ),
    ]


def serve_options() -> list[click.Parameter]:
    """Return the options of the server."""
    return [
        click.Option(
            ["--host"], default="127.0.0.1", metavar=text("metavar.text"), help=text("option.host")
        ),
        click.Option(
            ["--port"],
            type=click.IntRange(0, MAX_PORT),
            default=8765,
            metavar=text("metavar.number"),
            help=text("option.port_served"),
        ),
        database_option(),
        *process_options(),
        click.Option(["--open", "open_page"], is_flag=True, help=text("option.open")),
        *access_options(),
        *log_options(),
    ]


def process_options() -> list[click.Parameter]:
    """Return the options for the numbers of processes of the server."""
    workers = click.Option(
        ["--workers"],
        type=click.IntRange(1, MAX_PROCESSES),
        default=1,
        metavar=text("metavar.number"),
        help=text("option.workers_serving"),
    )
    bot_workers = click.Option(
        ["--bot-workers", "--thinkers", "bot_workers"],  # --thinkers is the former name
        type=click.IntRange(1, MAX_PROCESSES),
        default=1,
        metavar=text("metavar.number"),
        help=text("option.bot_workers"),
    )
    return [workers, bot_workers]


def access_options() -> list[click.Parameter]:
    """Return the options that allow origins, host names and observers."""
    return [
        click.Option(
            [f"--{name}"],
            multiple=True,
            metavar=text("metavar.text"),
            help=text(f"option.{name.replace('-', '_')}"),
        )
        for name in ("origin", "allow-host", "observer")
    ]


def log_options() -> list[click.Parameter]:
    """Return the options of the server's log."""
    return [
        click.Option(
            ["--log"],
            type=click.Choice(["debug", "info", "warning", "error"]),
            default="warning",
            help=text("option.log"),
        ),
        click.Option(["--log-json"], is_flag=True, help=text("option.log_json")),
    ]


def database_option() -> click.Option:
    """Return `--database`, the database of live tables."""
    return click.Option(["--database"], metavar=text("metavar.text"), help=text("option.database"))


def status_option() -> click.Option:
    """Return `--status`, which tables to list."""
    from underdeck.store.model import Status  # noqa: PLC0415  for this command only

    return click.Option(
        ["--status"],
        type=click.Choice(get_args(Status)),
        help=text("option.status"),
    )


def policy_option() -> click.Option:
    """Return `--policy`, the policy that plays."""
    return LazyHelpOption(["--policy"], metavar=text("metavar.policy"), lazy_help=policy_help)


def policy_help() -> str:
    """Return the help of `--policy`, with the policies that games describe."""
    keys = [f"study_{game}.help.policy" for game in game_names()]
    own = [Speech.words.say(key) for key in keys if Speech.words.has(key)]
    return " ".join([text("option.policy"), *own])


def simulation_seed_option() -> click.Option:
    """Return `--seed`, from which all games of a simulation are dealt."""
    return click.Option(
        ["--seed"],
        default="1",
        show_default=True,
        metavar=text("metavar.text"),
        help=text("option.seed_simulated"),
    )


def jobs_option() -> click.Option:
    """Return `--jobs`, by default all cores."""
    return click.Option(
        ["--jobs"],
        type=click.IntRange(1, MAX_PROCESSES),
        metavar=text("metavar.number"),
        help=text("option.jobs"),
    )


class Share(click.ParamType):  # type: ignore[type-arg]
    """A share between 0 and 50 %: `0.1%` or `0.001`."""

    name = "share"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the share that a text names."""
        written = str(value).strip().replace(",", ".")
        try:
            share = float(written.removesuffix("%")) / (100 if written.endswith("%") else 1)
        except ValueError:
            share = 0.0
        if not 0 < share < 0.5:
            self.fail(text("error.share", text=value), param, ctx)
        return share


def commitment_option() -> click.Option:
    """Return `--commitment`, published before the game."""
    return click.Option(["--commitment"], metavar="HEX", help=text("option.commitment"))


def share_option() -> click.Option:
    """Return `--share`, a player's commitment to a share of the shuffle; repeatable."""
    return click.Option(
        ["--share", "shares"], metavar="HEX", multiple=True, help=text("option.share")
    )
