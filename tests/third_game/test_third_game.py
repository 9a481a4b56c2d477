"""A game of another package, installed beside Underdeck: played, saved, verified and replayed."""

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from cli.run import Ran, underdeck_process
from serve.server import Visitor, running
from underdeck.cards import read_cards

HERE = str(Path(__file__).parent)
DEAL = "2S 7H 4S 3S 5H 6H 2H 3H 4H 5S 6S 7S"
"""Player 1 gets 2S 4S 7H, player 2 gets 3S 5H 6H."""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERDECK_HOME", str(tmp_path))


def run(*args: str, typed: str = "") -> Ran:
    """Run a command with the third game's package on the path."""
    return underdeck_process(*args, typed=typed, PYTHONPATH=HERE)


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
    story = run("replay", saved.stem).out
    assert "Player 2" in story
    assert "takes the trick" in story or "The trick goes to" in story
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


def test_it_is_simulated_with_bots_and_with_a_policy() -> None:
    bots = ("--bots", "random,random", "--games", "200", "--seed", "1", "--json")
    data = json.loads(run("simulate", "tricks", *bots).out)
    assert data["games"] == 200
    again = run("simulate", "tricks", *bots, "--jobs", "2").out
    assert json.loads(again) == data
    shown = run("simulate", "tricks", "--policy", "random", "--games", "50", "--seed", "1").out
    assert "50" in shown


def test_it_is_played_at_a_live_table_over_websocket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", HERE)

    async def play_a_game(visitor: Visitor) -> None:
        opened = await visitor.open("tricks", house={"players": 3}, bots=["random"])
        joined = await visitor.join(opened["join"])
        ada, bruno = await visitor.sit(opened["key"]), await visitor.sit(joined["key"])
        watcher = await visitor.sit(opened["watch"])
        ends = await asyncio.gather(ada.play_on(Random(1)), bruno.play_on(Random(2)))
        assert [end["status"] for end in ends] == ["over", "over"]
        assert ends[0]["result"] == ends[1]["result"]
        hands = [player.received[0]["view"]["hand"] for player in (ada, bruno)]
        assert len({card for hand in hands for card in hand}) == 6
        await watcher.seen(lambda table: table["status"] == "over")
        assert all(frame["view"]["hand"] == [] for frame in watcher.received)
        story = [line for frame in ada.received for line in frame.get("story", ())]
        assert any("trick" in line for line in story)
        record = await visitor.get("GET", "/api/record?protocol=2", key=opened["key"])
        saved = tmp_path / "live.json"
        saved.write_text(json.dumps(record), "utf-8")
        assert run("verify", str(saved)).code == 0

    async def visit() -> None:
        with running(tmp_path / "server") as server:
            async with Visitor(server) as visitor:
                await play_a_game(visitor)

    asyncio.run(visit())
