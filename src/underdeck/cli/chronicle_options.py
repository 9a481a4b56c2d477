"""Options of the commands that tell finished games."""

import click

from underdeck.cli.speech import text

FORMATS = ("txt", "md", "html")
LENGTHS = ("full", "short")
JOURNAL_FILE = "underdeck-journal.html"


def chronicle_options() -> list[click.Parameter]:
    """Return the options of a chronicle: what to tell, in which form, and where to write it."""
    return [
        length_option(),
        click.Option(
            ["--seat"],
            type=click.IntRange(1),
            metavar=text("metavar.number"),
            help=text("option.seat"),
        ),
        click.Option(["--format", "form"], type=click.Choice(FORMATS), help=text("option.format")),
        click.Option(
            ["--output"],
            type=click.Path(),
            metavar=text("metavar.file"),
            help=text("option.output"),
        ),
        force_option(),
        click.Option(
            ["--scenes"],
            type=click.Path(),
            multiple=True,
            metavar=text("metavar.file"),
            help=text("option.scenes"),
        ),
    ]


def journal_options() -> list[click.Parameter]:
    """Return the options of a journal besides those that choose games."""
    return [
        length_option(),
        click.Option(
            ["--output"],
            type=click.Path(),
            default=JOURNAL_FILE,
            show_default=True,
            metavar=text("metavar.file"),
            help=text("option.output_journal"),
        ),
        force_option(),
    ]


def review_options() -> list[click.Parameter]:
    """Return the options of a review."""
    return [
        click.Option(["--goal"], metavar=text("metavar.goal"), help=text("option.review_goal")),
        click.Option(
            ["--html"], type=click.Path(), metavar=text("metavar.file"), help=text("option.html")
        ),
        force_option(),
    ]


def length_option() -> click.Option:
    """Return `--length`, how much a chronicle tells."""
    return click.Option(
        ["--length"],
        type=click.Choice(LENGTHS),
        default=LENGTHS[0],
        show_default=True,
        help=text("option.length"),
    )


def force_option() -> click.Option:
    """Return `--force`, which replaces an existing file."""
    return click.Option(["--force"], is_flag=True, help=text("option.force"))
