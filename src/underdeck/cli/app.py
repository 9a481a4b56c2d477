"""The command `underdeck`, its subcommands and their errors.

The module of a subcommand is imported when it runs.
"""

import builtins
import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from keyword import iskeyword
from shutil import which
from typing import Any

import click

from underdeck import __version__
from underdeck.cli.account_options import (
    account_options,
    filter_options,
    game_option,
    limit_option,
    server_option,
    yes_option,
)
from underdeck.cli.chronicle_options import chronicle_options, journal_options, review_options
from underdeck.cli.competition_options import COMPETITION_COMMANDS, DEFAULT_COMMANDS
from underdeck.cli.laboratory_options import (
    bound_options,
    exploit_options,
    puzzle_options,
    rating_options,
    ratings_options,
    rule_options,
    train_options,
)
from underdeck.cli.manual import Manual
from underdeck.cli.options import (
    argument,
    chosen_game_argument,
    cluster_options,
    commitment_option,
    database_option,
    deal_options,
    flag,
    game_argument,
    house_options,
    knobs_options,
    language_option,
    match_options,
    plain_option,
    serve_options,
    share_option,
    simulation_options,
    status_option,
    sweep_options,
)
from underdeck.cli.speech import speak, text
from underdeck.cli.terminal import FAILED, INTERRUPTED, complain
from underdeck.refusal import Refusal
from underdeck.registry import game_names
from underdeck.say.sentences import refusal_text

click.Context.formatter_class = Manual

COMMANDS: dict[str, tuple[str, Callable[[], list[click.Parameter]]]] = {
    "play": (
        "play",
        lambda: [
            chosen_game_argument(),
            *deal_options(),
            server_option("server_play"),
            *house_options(),
            *match_options(),
        ],
    ),
    "resume": (
        "play",
        lambda: [argument("name", required=False), flag("list"), *match_options()],
    ),
    **COMPETITION_COMMANDS,
    "learn": ("learn", lambda: [chosen_game_argument(with_lesson=True)]),
    "bots": ("bots", lambda: [chosen_game_argument(), flag("json")]),
    "rules": (
        "rules",
        lambda: [chosen_game_argument(), argument("section", required=False, default="")],
    ),
    "replay": (
        "replay",
        lambda: [
            argument("record"),
            flag("step"),
            flag("chronicle"),
            *account_options(),
            flag("json"),
        ],
    ),
    "chronicle": (
        "chronicle",
        lambda: [argument("record"), *chronicle_options(), *account_options(), flag("json")],
    ),
    "review": (
        "review",
        lambda: [argument("record"), *review_options(), *account_options(), flag("json")],
    ),
    "journal": (
        "journal",
        lambda: [game_option(), *journal_options(), *account_options(), flag("json")],
    ),
    "deal": (
        "deal",
        lambda: [
            game_argument(default=game_names()[0]),
            *deal_options(),
            *rating_options(),
            flag("json"),
        ],
    ),
    "puzzle": ("puzzle", puzzle_options),
    "simulate": (
        "simulate",
        lambda: [
            game_argument(),
            *house_options("bots_simulated"),
            *simulation_options(),
            flag("json"),
        ],
    ),
    "study sweep": ("study", lambda: [*sweep_options(), flag("json")]),
    "study knobs": ("study", lambda: [*knobs_options(), flag("json")]),
    "study rule": ("study_rule", rule_options),
    "study train": ("study_train", train_options),
    "study bound": ("study_bound", bound_options),
    "study ratings": ("study_ratings", ratings_options),
    "study exploit": ("study_exploit", exploit_options),
    "cluster": ("cluster", cluster_options),
    "serve": ("serve", serve_options),
    "admin list": ("admin", lambda: [status_option(), database_option(), flag("json")]),
    "admin show": ("admin", lambda: [argument("table"), database_option(), flag("json")]),
    "admin close": ("admin", lambda: [argument("table"), database_option()]),
    "admin export": ("admin", lambda: [argument("file"), database_option()]),
    "admin import": ("admin", lambda: [argument("file"), database_option()]),
    "admin backup": ("admin", lambda: [argument("file"), database_option()]),
    "admin check": ("admin", lambda: [database_option()]),
    "stats": (
        "stats",
        lambda: [
            game_argument(required=False),
            *filter_options(),
            *account_options(),
            flag("json"),
        ],
    ),
    "history": (
        "history",
        lambda: [
            game_option(),
            *filter_options(),
            limit_option(),
            *account_options(),
            flag("json"),
        ],
    ),
    "achievements": ("achievements", lambda: [*account_options(), flag("json")]),
    "profile show": ("profile", lambda: [*account_options(), flag("json")]),
    "profile name": ("profile", lambda: [argument("new_name"), *account_options()]),
    "profile export": ("profile", lambda: [argument("file"), *account_options()]),
    "profile import": ("profile", lambda: [argument("file"), *account_options()]),
    "profile merge": ("profile", lambda: [argument("code"), *account_options()]),
    "profile code": ("profile", lambda: [*account_options(), flag("json")]),
    "profile delete": ("profile", lambda: [yes_option(), *account_options()]),
    "verify": (
        "verify",
        lambda: [
            argument("records", nargs=-1, required=True),
            commitment_option(),
            share_option(),
            flag("json"),
        ],
    ),
}
"""The module and the parameters of each command; the function has the command's last word as name.

A name that Python uses itself, such as `import`, is followed by an underscore.
"""

LAB = frozenset({"numpy", "numba", "llvmlite", "matplotlib", "plotext", "distributed", "dask"})
"""Libraries that only simulations need."""
SERVE = frozenset(
    {"alembic", "msgspec", "prometheus_client", "psycopg", "sqlalchemy", "uvicorn", "websockets"}
)
"""Libraries that only live tables need."""


def run(args: Sequence[str]) -> int:
    """Run a command and return its exit code: 0 done, 1 refused, 2 misused, 130 interrupted."""
    prepare_streams()
    words = speak(args)
    words.program = program_name()
    try:
        left = build().main(list(args), prog_name="underdeck", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        show_error(error)
        return error.exit_code
    except Refusal as refusal:
        complain(refusal_text(words, refusal))
        return FAILED
    except (KeyboardInterrupt, click.Abort):
        complain(words.say("cli.error.interrupted"))
        return INTERRUPTED
    except OSError as error:
        # The pipe is closed or the disk is full: nothing may be flushed there at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            reason = errno.errorcode.get(error.errno or 0, str(error))
            complain(refusal_text(words, Refusal("output_failed", reason=reason)))
        return FAILED
    return left if isinstance(left, int) else 0


def show_error(error: click.ClickException) -> None:
    """Write a misuse of the command line to standard error, wrapped for a terminal."""
    message = io.StringIO()
    error.show(message)
    for line in message.getvalue().splitlines():
        complain(line)


def prepare_streams() -> None:
    """Replace closed streams, and characters that can't be read or written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  open until exit
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def program_name() -> str:
    """Return the command that starts this program: its name, or its path if not on PATH."""
    return "underdeck" if which("underdeck") else os.path.relpath(sys.argv[0])


class LazyCommand(click.Command):
    """A command whose parameters are made when first used; some need a search for games."""

    def __init__(
        self, name: str, make_params: Callable[[], list[click.Parameter]], **settings: Any
    ) -> None:
        super().__init__(name, **settings)
        del self.params
        self._make_params = make_params

    @cached_property
    def params(self) -> list[click.Parameter]:  # type: ignore[override]
        """The parameters of the command and those that every command has."""
        return [*self._make_params(), plain_option(), language_option()]


class GroupWithDefault(click.Group):
    """A group of commands; without the name of one its default runs, or else its help is shown."""

    def __init__(self, name: str, default: str | None, **settings: Any) -> None:
        super().__init__(name, no_args_is_help=default is None, **settings)
        self.default = default

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the name of the default command before arguments that name no command."""
        first = next(iter(without_speech_options(args)), "")
        is_named = first in self.commands or first in ctx.help_option_names
        is_completed = ctx.resilient_parsing and not args
        if self.default is not None and not is_named and not is_completed:
            args = [self.default, *args]
        return super().parse_args(ctx, args)


def without_speech_options(args: Sequence[str]) -> list[str]:
    """Return arguments without the options for language and mode that come first."""
    left = list(args)
    while left and left[0].partition("=")[0] in ("--plain", "--lang"):
        has_value = left.pop(0) == "--lang"
        del left[: int(has_value)]
    return left


def build() -> click.Group:
    """Return all commands, described in the language of this run."""
    group = click.Group(
        "underdeck",
        help=text("help.underdeck"),
        callback=without_command,
        invoke_without_command=True,
        options_metavar=text("metavar.options"),
        subcommand_metavar=text("metavar.command"),
    )
    group.params = [
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=show_version,
            help=text("option.version"),
        ),
        plain_option(),
        language_option(),
    ]
    for name, (module, params) in COMMANDS.items():
        parent, own = parent_group(group, name), name.split()[-1]
        command = LazyCommand(
            own,
            params,
            callback=callback_for(module, own),
            help=text(f"help.{name.replace(' ', '_')}"),
            short_help=text(f"short_help.{name.replace(' ', '_')}"),
            options_metavar=text("metavar.options"),
        )
        parent.add_command(command)
    return group


@click.pass_context
def without_command(context: click.Context) -> None:
    """Show the menu on a terminal, otherwise the help."""
    if context.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.exceptions.NoArgsIsHelpError(context)
    from underdeck.cli.menus import main_menu  # noqa: PLC0415  only for a terminal

    main_menu(lambda args: build().main(args, prog_name="underdeck", standalone_mode=False))


def parent_group(group: click.Group, name: str) -> click.Group:
    """Return the group of a command: `study` for `study sweep`."""
    parent = name.rpartition(" ")[0]
    if not parent:
        return group
    if parent not in group.commands:
        inner = GroupWithDefault(
            parent,
            default=DEFAULT_COMMANDS.get(parent),
            help=text(f"help.{parent}"),
            short_help=text(f"short_help.{parent}"),
            options_metavar=text("metavar.options"),
            subcommand_metavar=text("metavar.command"),
        )
        inner.params = [plain_option(), language_option()]
        group.add_command(inner)
    found = group.commands[parent]
    assert isinstance(found, click.Group)
    return found


def callback_for(module: str, name: str) -> Callable[..., None]:
    """Return a function that imports and runs a command, and refuses if a library is missing."""
    own = f"{name}_" if iskeyword(name) or hasattr(builtins, name) else name

    def run_command(**given: object) -> None:
        try:
            getattr(import_module(f"underdeck.cli.{module}"), own)(**given)
        except ModuleNotFoundError as missing:
            library = (missing.name or "").partition(".")[0]
            if library in LAB:
                raise Refusal("needs_lab", library=missing.name) from None
            if library in SERVE:
                raise Refusal("needs_serve", library=missing.name) from None
            raise

    return run_command


def show_version(context: click.Context, _param: click.Parameter, asked: bool) -> None:
    """Print the version and stop."""
    if asked and not context.resilient_parsing:
        click.echo(f"underdeck {__version__}")
        context.exit()
