"""The reference of the command line, generated from the commands themselves."""

from collections.abc import Iterator

import click

from underdeck.cli.app import build
from underdeck.cli.speech import speak
from underdeck.cli.terminal import FAILED, INTERRUPTED

MISUSED = click.UsageError.exit_code

INTRODUCTION = f"""\
# Command line

Every command of `underdeck`, with its arguments and options. Without a command it opens a menu.
`underdeck COMMAND --help` prints the same in the terminal, in English or Spanish. The guide
[Play](../guides/play.md) and its neighbors explain how to use them.

## Exit codes

| code | meaning |
|---|---|
| 0 | done |
| {FAILED} | refused: the message on standard error says why |
| {MISUSED} | misused: an unknown command or option, or a missing argument |
| {INTERRUPTED} | interrupted with Ctrl-C |
"""


def cli_page() -> str:
    """Return the reference of all commands as Markdown, in English."""
    speak(["--lang", "en"])
    group = build()
    context = click.Context(group, info_name="underdeck")
    shared = options_table(context, group.params)
    return "\n".join(
        [
            INTRODUCTION,
            "## Options of every command",
            "",
            shared,
            *(section for found in commands(context) for section in sections(found)),
        ]
    )


def commands(context: click.Context) -> Iterator[click.Context]:
    """Yield the context of each command, depth first."""
    group = context.command
    assert isinstance(group, click.Group)
    for name, command in group.commands.items():
        found = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from commands(found)
        else:
            yield found


def sections(context: click.Context) -> list[str]:
    """Return the parts of one command's description."""
    command = context.command
    shared = {"plain", "lang"}
    own = [param for param in command.params if param.name not in shared]
    usage = " ".join(command.collect_usage_pieces(context))
    found = [
        f"## {context.command_path}",
        "",
        command.help or "",
        "",
        f"```text\n{context.command_path} {usage}\n```",
        "",
    ]
    return [*found, options_table(context, own)] if any(is_option(p) for p in own) else found


def is_option(param: click.Parameter) -> bool:
    """Return whether a parameter is listed: an option that isn't hidden."""
    return isinstance(param, click.Option) and not param.hidden


def options_table(context: click.Context, params: list[click.Parameter]) -> str:
    """Return a table of options and their descriptions."""
    rows = [param.get_help_record(context) for param in params if is_option(param)]
    lines = [f"| {code(name)} | {escaped(what)} |" for name, what in filter(None, rows)]
    return "\n".join(["| option | meaning |", "|---|---|", *lines, ""])


def code(text: str) -> str:
    """Return text as code, in which a cell of a table may contain `|` as it is."""
    return f"`{text}`"


def escaped(text: str) -> str:
    """Return text whose characters have no meaning in Markdown."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("[", "\\[")
