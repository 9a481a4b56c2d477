"""A third game on the command line, with only the parts that every game needs."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.pit import EXAMPLE, MANIFEST
from underdeck import registry
from underdeck.cli.app import run
from underdeck.cli.menus import menu_choices
from underdeck.cli.moves import keys_of, move_keys
from underdeck.cli.phrases import known_phrases
from underdeck.say.words import catalogue, page

Command = Callable[..., str]
CACHES = (catalogue, page, registry.find_part, keys_of, move_keys, known_phrases)


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Command]:
    """Run a command of `underdeck` with the third game registered, and return its output."""
    monkeypatch.setattr(registry, "_manifests", {**registry._manifests, "pit": MANIFEST})

    def call(*args: str, typed: str = "", code: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert run(list(args)) == code
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        return shown.out + shown.err

    yield call
    for cached in CACHES:
        cached.cache_clear()


def saved(home: Path) -> Path:
    (path,) = (home / "games").glob("*.json")
    return path


def test_a_solitaire_is_played_resumed_replayed_and_verified(command: Command, home: Path) -> None:
    shown = command("play", "pit", "--deal", EXAMPLE, typed="help\nfly\nundo\nd\ncount\nquit\n")
    assert "The Pit\n" in shown
    assert "d, dig: take the next card" in shown
    assert "How deep do you go? You can: [d]ig, climb." in shown
    assert "You dig up 2♠." in shown
    assert "There is no card counter in this game." in shown
    name = saved(home).stem
    assert "Out of the pit." in command("resume", typed="dig\nclimb\n")
    assert json.loads(saved(home).read_text("utf-8"))["moves"] == ["dig", "dig", "climb"]
    replayed = command("replay", name)
    assert "> dig\nYou dig up 3♠." in replayed
    assert "Out of the pit." in replayed
    data = json.loads(command("replay", name, "--json"))
    assert data["steps"][0]["view"] == {"points": [2], "cards_left": 5}
    assert "valid." in command("verify", name)
    assert f"{name}  over" in command("resume", "--list")


def test_it_is_spoken_in_spanish_and_in_plain_mode(command: Command) -> None:
    args = ["play", "pit", "--deal", EXAMPLE, "--lang", "es", "--plain"]
    shown = command(*args, typed="cavar\ntrepar\n")
    assert "El Pozo\n" in shown
    assert "Desentierras el 2 de picas." in shown
    assert "Fuera del pozo." in shown


def test_people_and_bots_share_a_terminal(command: Command, home: Path) -> None:
    shown = command(
        "play", "pit", "--players", "3", "--bots", "random", "--deal", EXAMPLE, typed="\ndig\n" * 9
    )
    assert "Player 1, press Enter." in shown
    assert "Player 2, press Enter." in shown
    assert "House rule" not in shown
    assert json.loads(saved(home).read_text("utf-8"))["seats"] == ["", "", "random"]


def test_rules_and_deals_are_shown(command: Command) -> None:
    assert "The seven ends the game." in command("rules", "pit")
    assert "six cards" not in command("rules", "pit", "1.2")
    assert 'no section "R-1"' in command("rules", "pit", "R-1", code=1)
    data = json.loads(command("deal", "pit", "--seed", "1", "--json"))
    assert sorted(data["cards"]) == sorted(EXAMPLE.split())


def test_menus_list_it_but_offer_no_lesson(command: Command) -> None:
    assert "play pit" in menu_choices()
    assert "rules pit" in menu_choices()
    assert "learn pit" not in menu_choices()
    assert "'pit' is not one of" in command("learn", "pit", code=2)


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [("--variants", "dark", 1), ("--decks", "2", 1), ("--players", "9", 2), ("--bots", "", 1)],
)
def test_options_of_other_games_are_refused(
    command: Command, option: str, value: str, code: int
) -> None:
    assert option in command("play", "pit", option, value, code=code)
