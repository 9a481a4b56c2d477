"""The project is written in plain technical English: words of its former dialect don't return."""

import re
import subprocess
from itertools import zip_longest
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
    "src/underdeck/serve/page/",  # built from web/
    "tests/test_language.py",
)
TEXT_SUFFIXES = frozenset({".c", ".css", ".html", ".json", ".md", ".py", ".sql", ".toml"})
DIALECT = re.compile(
    r"""
      so-manieth
    | (?<![a-z]) so[ _]many (?![a-z])
    | (?<![a-z]) anew (?![a-z])
    | (?<![a-z]) who(?:so)?ever (?![a-z])
    | (?<![a-z]) said[ _]no[ _]to (?![a-z])
    | (?<![a-z]) told[ _]of[ _]each (?![a-z])
    | (?<![a-z]) behind[ _]its[ _]doors (?![a-z])
    | told_outside
    | \bEye\.look\b
    | (?<![a-z]) annals (?![a-z])
    | (?<!--) (?<![a-z]) thinkers? (?![a-z])
    | (?<![a-z]) to[ _]be[ _]had (?![a-z])
    | (?<![a-z]) look(?:s|ed|ing)?[ _]after (?![a-z])
    | (?<![a-z]) (?:comes?|came|coming)[ _]by (?![a-z])
    | (?<![a-z]) anything[ _]else[ _]than (?![a-z])
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
    """Return `file:line: expression` for each expression of the dialect, even across two lines."""
    lines = [re.sub(r"[\s#]+", " ", line).strip() for line in text.splitlines()]
    return [
        f"{path}:{number}: {match[0]}"
        for number, (line, following) in enumerate(zip_longest(lines, lines[1:], fillvalue=""), 1)
        for match in DIALECT.finditer(f"{line} {following}")
        if match.start() < len(line)
    ]


def test_no_file_uses_the_dialect() -> None:
    found = [
        finding
        for path in sources()
        for finding in findings(path, (ROOT / path).read_text("utf-8"))
    ]
    assert not found, "write plain technical English instead:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "the so-manieth time",
        "Whoever comes next",
        "ask anew",
        "def test_whoever_is_away",
        "told = json.loads(text)",
        "most_turns: int",
        "MOST_NAME = 3",
        "what is to be had",
        "--thinkers, the thinkers",
        "how it came\n    # by",
    ],
)
def test_the_dialect_is_found(line: str) -> None:
    assert len(findings("a.py", line)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "--thinkers 2",
        "almost_black=True",
        "counted.most_common()",
        "a new deck",
        "it told the story",
    ],
)
def test_plain_english_is_accepted(line: str) -> None:
    assert findings("a.py", line) == []
