"""`underdeck series`: series alone, and contests on the same deals."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.on_terminal import finish, on_terminal
from cli.run import json_of, underdeck
from cli.tomb_lines import CYCLE, timid_lines
from serve.server import running


@pytest.fixture(autouse=True)
def user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests run as the same user everywhere."""
    monkeypatch.setattr("getpass.getuser", lambda: "Ada")


def new(*options: str) -> dict[str, Any]:
    return json_of(underdeck("series", "new", *options, "--json"))


def show(*options: str) -> dict[str, Any]:
    return json_of(underdeck("series", "show", *options, "--json"))


def own_points(shown: dict[str, Any]) -> int:
    (own,) = [entrant for entrant in shown["entrants"] if entrant["is_you"]]
    points: int = own["points"]
    return points


# A series alone


def test_a_new_series_shows_its_commitment_and_how_to_play() -> None:
    ran = underdeck("series", "new", "5", "--house", "drop_sum=on")
    assert ran.code == 0
    flat = " ".join(ran.out.split())
    assert "5 games of Tomb of Four Kings." in flat
    assert "House rules: drop_sum=on." in flat
    shown = show()
    assert shown["commitment"] in flat
    assert f"series play {shown['competition'][:6]}" in flat
    assert shown["house"]["drop_sum"] is True


def test_games_are_played_one_after_the_other_with_a_running_total() -> None:
    created = new()
    ran = underdeck("series", "play", typed=timid_lines(3))
    assert ran.code == 0
    for number in (1, 2, 3):
        assert f"Game {number} of 3 begins." in ran.out
    shown = show(created["competition"][:4])
    assert shown["is_over"]
    assert shown["seed"]
    assert f"The series is over. Your total: {own_points(shown)} point" in ran.out
    ran = underdeck("series", "play")
    assert (ran.code, ran.out) == (1, "")
    assert "You have no series or contest to play." in ran.err


def test_a_series_is_left_and_resumed_in_the_middle_of_a_game() -> None:
    new()
    ran = underdeck("series", "play", typed="delve\nquit\n")
    assert "Your game is saved. Continue with:" in ran.out
    assert "Your game 1 of 3 is waiting for you." in underdeck("series", "list").out
    ran = underdeck("series", "play", typed=timid_lines(3))
    assert "Back to game 1 of 3, after 1 move." in ran.out
    assert show()["is_over"]


def test_the_end_of_the_input_leaves_the_series() -> None:
    new()
    ran = underdeck("series", "play", typed="delve\n")
    assert ran.code == 0
    assert ran.out.rstrip().endswith(f"series play {show()['competition'][:6]}")


def test_a_closed_series_is_over() -> None:
    created = new("10")
    ran = underdeck("series", "close", created["competition"][:5])
    assert "The series is over. Your total: 0 points." in ran.out
    assert show()["is_over"]


def test_the_newest_series_is_listed_first() -> None:
    assert "You have no series or contests." in underdeck("series", "list").out
    first, second = new("3"), new("5")
    ids = [first["competition"][:6], second["competition"][:6]]
    out = underdeck("series", "list").out
    assert out.index(ids[1]) < out.index(ids[0])
    listed = json_of(underdeck("series", "list", "--json"))["competitions"]
    assert [each["games"] for each in listed] == [5, 3]


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (["new", "4"], 2, "'4' is not one of '3', '5', '10'"),
        (["new", "--house", "drop_sum=maybe"], 1, 'can\'t be "maybe"'),
        (["show", "zzz"], 1, '"zzz" doesn\'t match exactly one of your ids'),
        (["close"], 2, "ID"),
        (["join", "http://127.0.0.1:8765/#/deal/abc"], 1, "isn't a link that works here"),
        (["join", "x" * 24], 1, "This key doesn't open anything here."),
    ],
)
def test_misuse(args: list[str], code: int, sentence: str) -> None:
    new()
    ran = underdeck("series", *args)
    assert ran.code == code
    assert sentence in " ".join(ran.err.split())


def test_a_series_in_spanish_for_a_screen_reader() -> None:
    new()
    ran = underdeck("series", "play", "--lang", "es", "--plain", typed="\nsalir\n")
    assert "Empieza la partida 1 de 3." in ran.out
    ran = underdeck("series", "show", "--lang", "es", "--plain")
    assert "1. Ada (tú): 0 puntos, 0 reyes, 0 turnos; 0 de 3 partidas jugadas." in ran.out
    assert "#" not in ran.out


# Contests


def invitation() -> str:
    ran = underdeck("series", "new", "3", "--contest")
    assert ran.code == 0
    (link,) = [line.strip() for line in ran.out.splitlines() if "/#/enter/" in line]
    return link


def test_a_contest_is_entered_by_its_link_and_played_on_the_same_deals() -> None:
    link = invitation()
    assert link.startswith("http://127.0.0.1:8765/#/enter/")
    joined = underdeck("series", "join", link, "--as", "Bruno")
    assert "You have entered as Bruno." in joined.out
    assert "--as Bruno" in joined.out
    first = underdeck("series", "play", typed=timid_lines(3))
    assert "You have played all your games; others haven't yet." in first.out
    second = underdeck("series", "play", "--as", "Bruno", typed=timid_lines(3))
    shown = show()
    assert shown["is_over"]
    games = {entrant["name"]: entrant["games"] for entrant in shown["entrants"]}
    points = [[game["points"] for game in games[name]] for name in ("Ada", "Bruno")]
    assert points[0] == points[1]
    assert "share first place" in second.out


def test_entering_twice_changes_nothing() -> None:
    link = invitation()
    for _ in range(2):
        assert underdeck("series", "join", link, "--as", "Bruno").code == 0
    assert len(show()["entrants"]) == 2


def test_a_name_that_looks_the_same_is_refused() -> None:
    ran = underdeck("series", "join", invitation(), "--as", "Аda")  # a Cyrillic letter
    assert ran.code == 0  # the same player of this terminal
    assert len(show()["entrants"]) == 1


def test_a_contest_on_another_server(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        address = f"http://{server.address}"
        ran = underdeck("series", "new", "3", "--contest", "--server", address)
        assert f"--server {address}" in ran.out
        (link,) = [line.strip() for line in ran.out.splitlines() if "/#/enter/" in line]
        assert link.startswith(f"{address}/#/enter/")
        joined = json_of(underdeck("series", "join", link, "--as", "Bruno", "--json"))
        assert {entrant["name"] for entrant in joined["entrants"]} == {"Ada", "Bruno"}
        ran = underdeck(
            "series", "play", "--server", address, "--as", "Bruno", typed=timid_lines(3)
        )
        assert "You have played all your games; others haven't yet." in ran.out
        wrong = underdeck("series", "join", link, "--server", "https://cards.example")
        assert "This link belongs to" in wrong.err
    assert underdeck("series", "list").out.startswith("You have no series")


def test_between_games_a_terminal_asks_whether_to_go_on(home: Path) -> None:
    new()
    with on_terminal("series", "play", UNDERDECK_HOME=str(home)) as child:
        child.expect("Game 1 of 3 begins.")
        for line in CYCLE * 20:
            if child.expect(["\n> ", "Press Enter for game 2, or type quit > "]):
                break
            child.sendline(line)
        child.sendline("quit")
        assert finish(child) == 0
        assert "Everything is saved. Continue with:" in (child.before or "")


def test_another_player_can_not_see_a_series() -> None:
    new()
    assert "You have no series" in underdeck("series", "list", "--as", "Bruno").out


def test_a_game_finished_elsewhere_ends_here() -> None:
    new()

    def typed() -> Iterator[str]:
        assert underdeck("series", "play", typed=timid_lines(1)).code == 0
        yield "delve\n"
        yield "quit\n"

    ran = underdeck("series", "play", typed=typed())
    assert ran.code == 0
    assert "The table has changed since you chose." in ran.out
