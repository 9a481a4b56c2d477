"""`underdeck` itself: its commands, and what happens when something goes wrong. A command's own module is imported only when it runs."""

import builtins
import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from keyword import iskeyword
from shutil import which

from underdeck import __version__
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
    knobs_options,
    language_option,
    plain_option,
    serve_options,
    share_option,
    simulation_options,
    status_option,
    sweep_options,
    table_options,
)
from underdeck.cli.speech import speak, text
from underdeck.cli.terminal import FAILED, INTERRUPTED, complain
from underdeck.refusal import Refusal
from underdeck.say.sentences import refusal_text

import click  # isort: skip  after `speech`, which lends it our words

click.Context.formatter_class = Manual

COMMANDS: dict[str, tuple[str, Callable[[], list[click.Parameter]]]] = {
    "play": ("play", lambda: [chosen_game_argument(), *deal_options(), *table_options()]),
    "resume": ("play", lambda: [argument("name", required=False), flag("list")]),
    "learn": ("learn", lambda: [chosen_game_argument()]),
    "rules": (
        "rules",
        lambda: [chosen_game_argument(), argument("section", required=False, default="")],
    ),
    "replay": ("replay", lambda: [argument("record"), flag("step"), flag("json")]),
    "deal": ("deal", lambda: [game_argument(default="tomb"), *deal_options(), flag("json")]),
    "simulate": (
        "simulate",
        lambda: [
            game_argument(),
            *table_options("bots_simulated"),
            *simulation_options(),
            flag("json"),
        ],
    ),
    "study sweep": ("study", lambda: [*sweep_options(), flag("json")]),
    "study knobs": ("study", lambda: [*knobs_options(), flag("json")]),
    "cluster": ("cluster", cluster_options),
    "serve": ("serve", serve_options),
    "admin list": ("admin", lambda: [status_option(), database_option(), flag("json")]),
    "admin show": ("admin", lambda: [argument("table"), database_option(), flag("json")]),
    "admin close": ("admin", lambda: [argument("table"), database_option()]),
    "admin export": ("admin", lambda: [argument("file"), database_option()]),
    "admin import": ("admin", lambda: [argument("file"), database_option()]),
    "admin backup": ("admin", lambda: [argument("file"), database_option()]),
    "admin check": ("admin", lambda: [database_option()]),
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
"""Every command: the module of this package whose function of that name it is (of the last one, where it has two), and its options.

A name that Python has taken itself, such as `import`, has an underscore there.
"""

LAB = frozenset({"numpy", "numba", "llvmlite", "matplotlib", "plotext", "distributed", "dask"})
"""Libraries that only simulations need."""
SERVE = frozenset(
    {"alembic", "msgspec", "prometheus_client", "psycopg", "sqlalchemy", "uvicorn", "websockets"}
)
"""Libraries that only live tables need."""


def run(args: Sequence[str]) -> int:
    """Run one command and say how it went: 0 done, 1 refused, 2 misused, 130 interrupted."""
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
        # Whoever read us has gone, or there is no room: the interpreter must not try to write there once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            complain(
                refusal_text(
                    words,
                    Refusal(
                        "output_failed", reason=errno.errorcode.get(error.errno or 0, str(error))
                    ),
                )
            )
        return FAILED
    return left if isinstance(left, int) else 0


def show_error(error: click.ClickException) -> None:
    """Write a misuse of the command line to standard error, wrapped for a terminal."""
    message = io.StringIO()
    error.show(message)
    for line in message.getvalue().splitlines():
        complain(line)


def prepare_streams() -> None:
    """Streams that were closed lead nowhere, and what can't be read or shown is replaced, not an error."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  for as long as we run
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def program_name() -> str:
    """What to type to start us again: our name if it is on the path, else the way there."""
    return "underdeck" if which("underdeck") else os.path.relpath(sys.argv[0])


def build() -> click.Group:
    """The commands, described in the language of this run."""
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
        home, own = home_of(group, name), name.split()[-1]
        command = click.Command(
            own,
            callback=action(module, own),
            params=[*params(), plain_option(), language_option()],
            help=text(f"help.{name.replace(' ', '_')}"),
            short_help=text(f"short_help.{name.replace(' ', '_')}"),
            options_metavar=text("metavar.options"),
        )
        home.add_command(command)
    return group


@click.pass_context
def without_command(context: click.Context) -> None:
    """What `underdeck` alone does: a menu for someone who sits at a terminal, else the help."""
    if context.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.exceptions.NoArgsIsHelpError(context)
    from underdeck.cli.menus import main_menu  # noqa: PLC0415  only where it is shown

    main_menu(lambda args: build().main(args, prog_name="underdeck", standalone_mode=False))


def home_of(group: click.Group, name: str) -> click.Group:
    """The group that a command belongs to: `study sweep` to `study`."""
    parent = name.rpartition(" ")[0]
    if not parent:
        return group
    if parent not in group.commands:
        inner = click.Group(
            parent,
            help=text(f"help.{parent}"),
            short_help=text(f"short_help.{parent}"),
            no_args_is_help=True,
            options_metavar=text("metavar.options"),
            subcommand_metavar=text("metavar.command"),
        )
        inner.params = [plain_option(), language_option()]
        group.add_command(inner)
    found = group.commands[parent]
    assert isinstance(found, click.Group)
    return found


def action(module: str, name: str) -> Callable[..., None]:
    """A command's function, imported when it is called; without the libraries that it needs, how to get them."""
    own = f"{name}_" if iskeyword(name) or hasattr(builtins, name) else name

    def act(**given: object) -> None:
        try:
            getattr(import_module(f"underdeck.cli.{module}"), own)(**given)
        except ModuleNotFoundError as missing:
            library = (missing.name or "").partition(".")[0]
            if library in LAB:
                raise Refusal("needs_lab", library=missing.name) from None
            if library in SERVE:
                raise Refusal("needs_serve", library=missing.name) from None
            raise

    return act


def show_version(context: click.Context, _param: click.Parameter, asked: bool) -> None:
    """Print the version and stop."""
    if asked and not context.resilient_parsing:
        click.echo(f"underdeck {__version__}")
        context.exit()
