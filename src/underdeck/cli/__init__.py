"""The command line: `underdeck` and its commands."""

import os
import sys

from underdeck.say import Words, choose_language

__all__ = ["main"]


def main() -> None:
    """Run the command line; if its libraries are missing, say how to install them."""
    try:
        from underdeck.cli.app import run  # noqa: PLC0415  the error is explained below
    except ModuleNotFoundError as missing:
        if missing.name != "click":
            raise
        sys.exit(Words(choose_language(None, os.environ)).say("cli.error.not_installed"))
    sys.exit(run(sys.argv[1:]))
