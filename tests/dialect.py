"""Expressions of the project's former dialect, and the files that are searched for them."""

import re
import subprocess
from bisect import bisect
from itertools import accumulate
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCANNED = (
    "src",
    "tests",
    "docs",
    "bench",
    "examples",
    "README.md",
    "README.es.md",
    "CONTRIBUTING.md",
)
EXEMPT = (
    "tests/corpus/",  # frozen records
    "docs/rules/",  # rulebooks, in the words of the games
    "src/underdeck/say/en/",  # texts for players, which tests/say checks
    "src/underdeck/say/es/",
    "src/underdeck/chronicle/texts/",  # tales, in the words of a storyteller
    "src/underdeck/serve/page/",  # built from web/
    "tests/dialect.py",
    "tests/test_language.py",
)
TEXT_SUFFIXES = frozenset({".c", ".css", ".html", ".json", ".md", ".py", ".sql", ".toml"})
DIALECT = re.compile(
    r"""
    (?<![a-z]) (?:
          so[ _]many
        | anew
        | who(?:so)?ever
        | said[ _]no[ _]to
        | told[ _]of[ _]each
        | behind[ _]its[ _]doors
        | annals
        | (?<!--) thinkers?
        | to[ _]be[ _]had
        | look(?:s|ed|ing)?[ _]after
        | (?:comes?|came|coming)[ _]by
        | anything[ _]else[ _]than
    ) (?![a-z])
    | so-manieth
    | told_outside
    | \bEye\.look\b
    | (?-i: \bMOST_[A-Z] | \bmost_[a-z]+\ ?(?=[:=]) )
    | \btold(?=\ ?[:=][^=])
    """,
    re.VERBOSE | re.IGNORECASE,
)


def sources() -> list[str]:
    """Return the text files that are scanned, relative to the root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *SCANNED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a checkout of the repository")
    return [
        path
        for path in listed.stdout.splitlines()
        if Path(path).suffix in TEXT_SUFFIXES
        and not path.startswith(EXEMPT)
        and (ROOT / path).is_file()
    ]


def findings(path: str, text: str) -> list[str]:
    """Return `file:line: expression` for each expression of the dialect, even across lines."""
    lines = [" ".join(re.split(r"[\s#]+", line)).strip() for line in text.splitlines()]
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    return [
        f"{path}:{bisect(starts, match.start())}: {match[0]}"
        for match in DIALECT.finditer(" ".join(lines))
    ]
