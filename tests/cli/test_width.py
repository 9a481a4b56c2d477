"""Output in 40 columns: no line is longer, and no word is broken."""

import io
import re

import pytest

from underdeck.cards import codes_of
from underdeck.cli.app import COMMANDS, run
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.say import LANGUAGES

BOOK = walkthrough().record
CARDS = " ".join(codes_of(BOOK.deal.cards))
HELP = [[*name.split(), "--help"] for name in COMMANDS] + [
    ["--help"],
    ["study", "--help"],
    ["admin", "--help"],
]
PAGES = [
    ["rules", "tomb"],
    ["rules", "dungeon"],
    ["rules", "tomb", "--plain"],
    ["rules", "dungeon", "--plain"],
    ["study", "knobs"],
    ["verify", "walkthrough"],
]
MISTAKES = [
    ["dance"],
    ["play"],
    ["play", "chess"],
    ["play", "tomb", "--nonsense"],
    ["play", "dungeon", "--players", "9"],
    ["rules", "tomb", "99"],
]


@pytest.fixture
def output_of(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Output":
    return Output(monkeypatch, capsys)


class Output:
    """Run a command in a terminal of some width, and return its output."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, args: list[str], columns: int, typed: str = "") -> str:
        self.monkeypatch.setenv("COLUMNS", str(columns))
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        run(args)
        shown = self.capsys.readouterr()
        return shown.out + shown.err


def check(narrow: str, columns: int = 40) -> None:
    for line in narrow.splitlines():
        command_or_path = len(line.split()) == 1 or re.match(
            r"  \S+ (?:replay|resume|learn|verify|play|chronicle|review) ", line
        )
        assert len(line) <= columns or command_or_path, line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("args", [*HELP, *PAGES], ids=" ".join)
def test_pages_are_wrapped_and_no_word_is_broken(
    output_of: Output, args: list[str], language: str
) -> None:
    narrow, wide = (output_of([*args, "--lang", language], columns) for columns in (40, 100))
    check(narrow)
    assert narrow.split() == wide.split()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [False, True])
def test_games_are_wrapped(output_of: Output, language: str, plain: bool) -> None:
    args = ["--lang", language, *(["--plain"] if plain else [])]
    moves = "\n".join(BOOK.moves)
    check(
        output_of(
            ["play", "tomb", "--deal", CARDS, *args],
            40,
            f"help\nrules\nrules 7\nfly\ncount\n{moves}\n",
        )
    )
    check(output_of(["learn", "tomb", *args], 40, f"help\n{moves}\n"))
    check(output_of(["replay", "walkthrough", *args], 40))
    dungeon = [
        "play",
        "dungeon",
        "--players",
        "4",
        "--variants",
        "pitch-black,counter-attack-3",
        "--seed",
        "5",
        *args,
    ]
    check(
        output_of(
            dungeon,
            40,
            "help\nfly\nbid 2\nbid 3\nbid 4\nbid 5\nbid 6\nbid 7\nbid 8\nbid 9\n"
            + "pass\n\nlook\ndiscard\n3\n4\n5\n6\n" * 4,
        )
    )
    check(output_of(["resume", "--list", "--lang", language], 40))
    check(output_of(["deal", "--seed", "1", *args], 40))


@pytest.mark.parametrize("args", MISTAKES, ids=" ".join)
def test_mistakes_are_answered_in_whole_words(
    output_of: Output, args: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("underdeck.cli.terminal.stderr_width", lambda: 40)
    check(output_of([*args, "--lang", "es"], 40))
