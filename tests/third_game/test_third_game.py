"""A game of another package, installed beside Underdeck: played, saved, verified and told."""

import json
from pathlib import Path

import pytest

from cli.run import Ran, underdeck
from underdeck.cards import read_cards

HERE = str(Path(__file__).parent)
DEAL = "2S 7H 4S 3S 5H 6H 2H 3H 4H 5S 6S 7S"
"""Player 1 gets 2S 4S 7H, player 2 gets 3S 5H 6H."""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERDECK_HOME", str(tmp_path))


def run(*args: str, typed: str = "") -> Ran:
    """Run a command with the third game's package on the path."""
    return underdeck(*args, typed=typed, PYTHONPATH=HERE)


def play(*args: str, typed: str) -> str:
    """Play a game by two people at one terminal, and return the output."""
    people = ("play", "tricks", "--bots", "", "--deal", DEAL)
    return run(*people, *args, typed=typed).out


WHOLE_GAME = "\nplay 7H\n\n6H\n\nplay 2S\n\n3S\n\n5H\n\n4S\n"
"""The lines of both players, each after Enter at "Player 2, press Enter"."""


def test_it_is_played_in_the_terminal_in_both_languages() -> None:
    english = play(typed=WHOLE_GAME)
    assert "The trick goes to" in english or "takes the trick" in english
    assert "Player 2 wins with the most tricks." in english
    spanish = play("--lang", "es", typed=WHOLE_GAME.replace("play", "jugar"))
    assert "¿Qué carta juegas?" in spanish
    assert "gana con más bazas" in spanish


def test_nobody_is_shown_another_hand() -> None:
    shown = play(typed="\n")
    assert "7♥" in shown
    assert "6♥" not in shown


def test_an_illegal_card_is_refused_with_the_legal_ones() -> None:
    shown = play(typed="\nplay 6H\n")
    assert "2♠" in shown
    assert "Traceback" not in shown


def test_it_is_saved_resumed_verified_and_replayed(tmp_path: Path) -> None:
    play(typed="\nplay 7H\n")
    (saved,) = (tmp_path / "games").glob("tricks*.json")
    assert json.loads(saved.read_text("utf-8"))["moves"] == ["p1 play 7H"]
    resumed = run("resume", typed=WHOLE_GAME.split("play 7H\n", 1)[1]).out
    assert "Player 2 wins" in resumed
    assert run("verify", saved.stem).code == 0
    told = run("replay", saved.stem).out
    assert "Player 2" in told
    assert "takes the trick" in told or "The trick goes to" in told
    record = json.loads(saved.read_text("utf-8"))
    record["result"]["winner"] = 0
    saved.write_text(json.dumps(record), "utf-8")
    assert run("verify", saved.stem).code == 1


def test_its_rules_and_deals_are_shown() -> None:
    assert "The highest rank takes the trick." in run("rules", "tricks", "2.3").out
    assert "Gana la baza el valor más alto." in run("rules", "tricks", "--lang", "es").out
    dealt = json.loads(run("deal", "tricks", "--seed", "1", "--json").out)["cards"]
    assert len(set(read_cards(dealt))) == 12


def test_its_house_rules_are_options() -> None:
    shown = run("play", "tricks", "--bots", "", "--house", "hand=2", "--seed", "1", typed="\n").out
    assert "the number of cards of each player" in shown
    assert run("play", "tricks", "--house", "hand=9").code == 1
