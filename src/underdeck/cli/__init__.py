"""The command line: `underdeck` and its commands."""

import os
import sys
from importlib.util import find_spec

from underdeck.say import Words, choose_language


def main() -> None:
    """Run the command line; without its libraries, say which ones are missing."""
    if find_spec("click") is None or find_spec("platformdirs") is None:
        words = Words(choose_language(None, os.environ))
        sys.exit(words.say("cli.error.not_installed"))
    from underdeck.cli.app import run  # noqa: PLC0415  needs what was just looked for

    sys.exit(run(sys.argv[1:]))
