"""A solitaire on a server at the terminal: as a local game, and nothing is ever lost."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cli.in_process import FlakyClient, open_game, open_table
from cli.run import underdeck
from cli.tomb_lines import choose, moves_of_number, numbered_deal, play_out
from serve.server import running
from underdeck.cli.account import account_for
from underdeck.cli.competition_play import find_competition
from underdeck.cli.local_client import LocalClient
from underdeck.cli.remote_playthrough import RemotePlaythrough
from underdeck.cli.remote_seat import RemoteSeat
from underdeck.games.tomb import GAME
from underdeck.games.tomb.view import TombView
from underdeck.playthrough import Playthrough
from underdeck.refusal import IllegalMove, Refusal
from underdeck.serve import messages

NUMBERS = (7, 31, 2024)


def local_game(number: int) -> Playthrough[TombView]:
    return Playthrough.begin(GAME, GAME.Options(), numbered_deal(number))


def story(output: str) -> str:
    """Return everything from the first prompt to the last sentence of the story."""
    found = re.search(r"^> .*^> [^\n]*\n.*?\n\n", output, re.DOTALL | re.MULTILINE)
    assert found, output
    return found[0]


# As a local game


@pytest.mark.parametrize("plain", [[], ["--plain"]])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_whole_game_is_told_as_a_local_one(
    tmp_path: Path, language: str, plain: list[str]
) -> None:
    moves = moves_of_number(7)
    assert len(moves) > 15
    options = ["--number", "7", "--lang", language, *plain]
    typed = "\n".join(moves) + "\n"
    local = underdeck("play", "tomb", *options, typed=typed)
    with running(tmp_path / "server") as server:
        address = f"http://{server.address}"
        remote = underdeck("play", "tomb", *options, "--server", address, typed=typed)
    assert (local.code, remote.code) == (0, 0)
    assert story(local.out) == story(remote.out)


@pytest.mark.parametrize("number", NUMBERS)
def test_events_views_and_result_are_those_of_a_local_game(number: int) -> None:
    remote, local, random = open_game(LocalClient(), number), local_game(number), Random(number)
    while local.result() is None:
        move = choose(local.view(0), 5, random)
        assert remote.play(move).events == local.play(move).events
        assert remote.view(0) == local.view(0)
    assert remote.result() == local.result()
    assert remote.history == local.history
    assert remote.record.deal.voice == local.record.deal.voice


@pytest.mark.parametrize("number", NUMBERS)
def test_a_game_resumes_after_any_move(number: int) -> None:
    client = LocalClient()
    seat, local, random = open_table(client, number), local_game(number), Random(number)
    while local.result() is None:
        remote = RemotePlaythrough.open(seat)
        assert (remote.view(0), remote.history) == (local.view(0), local.history)
        assert remote.record.moves == local.record.moves
        move = choose(local.view(0), 4, random)
        remote.play(move)
        local.play(move)
    assert RemotePlaythrough.open(seat).result() == local.result()


def test_house_rules_are_the_tables() -> None:
    remote = open_game(LocalClient(), house={"drop_sum": True})
    assert remote.record.options == GAME.Options(drop_sum=True)


def test_an_illegal_move_is_refused_without_a_request() -> None:
    client = FlakyClient()
    remote = open_game(client)
    client.is_cut = True
    with pytest.raises(IllegalMove):
        remote.play(GAME.read_move("retreat"))


def test_undo_and_count_are_the_servers() -> None:
    remote = open_game(LocalClient())
    assert remote.allows_assists
    remote.play(GAME.read_move("delve"))
    before = remote.view(0)
    remote.undo()
    assert (remote.record.moves, remote.record.assists) == ([], ["undo"])
    remote.play(GAME.read_move("delve"))
    assert remote.view(0) == before
    remote.assist("count")
    remote.assist("count")
    assert remote.table.unseen is not None
    again = RemotePlaythrough.open(remote.seat)
    assert again.record.assists == ["count"]
    play_out(again, depth=1)  # type: ignore[arg-type]
    result = again.result()
    assert result is not None
    assert result["assisted"]


# Lost connections


def test_a_move_that_never_arrived_can_be_made_again() -> None:
    client = FlakyClient()
    remote, local = open_game(client), local_game(7)
    client.is_cut = True
    with pytest.raises(Refusal, match="Can't reach"):
        remote.play(GAME.read_move("delve"))
    assert remote.record.moves == []
    client.is_cut = False
    remote.play(GAME.read_move("delve"))
    local.play(GAME.read_move("delve"))
    assert remote.view(0) == local.view(0)


def test_a_move_whose_answer_is_lost_is_made_once() -> None:
    client = FlakyClient()
    remote, local = open_game(client), local_game(7)
    client.loses_answers = True
    with pytest.raises(Refusal, match="Can't reach"):
        remote.play(GAME.read_move("delve"))
    client.loses_answers = False
    step = remote.play(GAME.read_move("delve"))
    assert step.events == local.play(GAME.read_move("delve")).events
    assert remote.history == local.history


def test_after_a_lost_answer_another_move_shows_the_table_first() -> None:
    client = FlakyClient()
    remote = open_game(client)
    remote.play(GAME.read_move("delve"))
    moves = remote.view(0).legal
    client.loses_answers = True
    with pytest.raises(Refusal, match="Can't reach"):
        remote.play(moves[0])
    client.loses_answers = False
    with pytest.raises(Refusal) as refused:
        remote.undo()
    assert refused.value.code == "stale"
    assert len(remote.record.moves) == 2
    remote.undo()
    assert len(remote.record.moves) == 1


def test_an_unanswered_move_is_dropped_if_it_never_arrived() -> None:
    client = FlakyClient()
    remote = open_game(client)
    remote.play(GAME.read_move("delve"))
    client.is_cut = True
    with pytest.raises(Refusal, match="Can't reach"):
        remote.play(remote.view(0).legal[0])
    client.is_cut = False
    remote.undo()
    assert remote.record.moves == []


def test_moves_made_elsewhere_are_taken_over() -> None:
    here = open_game(LocalClient())
    there = RemotePlaythrough.open(here.seat)
    there.play(GAME.read_move("delve"))
    with pytest.raises(Refusal) as refused:
        here.play(GAME.read_move("delve"))
    assert refused.value.code == "stale"
    assert here.history == there.history
    assert here.view(0) == there.view(0)


def test_a_server_with_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = open_table(LocalClient())
    RemotePlaythrough.open(seat).play(GAME.read_move("delve"))
    table = seat.show()
    assert table.view is not None
    table.view["hit_points"] = 99
    monkeypatch.setattr(seat, "show", lambda: table)
    with pytest.raises(Refusal) as refused:
        RemotePlaythrough.open(seat)
    assert refused.value.code == "remote_rules"


# At the prompt


def test_a_lost_connection_in_the_middle_of_a_game(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        options = ("--number", "7", "--server", f"http://{server.address}")
        moves = moves_of_number(7)

        def typed() -> Iterator[str]:
            yield from (f"{move}\n" for move in moves[:3])
            server.stop()
            yield f"{moves[3]}\n"
            yield "quit\n"

        ran = underdeck("play", "tomb", *options, typed=typed())
    assert ran.code == 0
    assert "Can't reach the server at" in ran.out
    assert "Nothing is lost" in " ".join(ran.out.split())
    assert f"play tomb --code 22222-22295 --server http://{server.address}" in ran.out
    with running(tmp_path / "server", port=server.port):
        ran = underdeck("play", "tomb", *options, typed="\n".join(moves[3:]) + "\n")
    assert "Back to your game, after 3 moves." in ran.out
    assert "Your result: " in ran.out


def test_the_story_of_moves_made_elsewhere_is_told() -> None:
    created = underdeck("series", "new", "3")
    assert created.code == 0
    account = account_for()
    shown = find_competition(account, ("series",), None)

    def typed() -> Iterator[str]:
        path = f"/api/competitions/{shown.competition}/game"
        seat = RemoteSeat(account.client, account.request("POST", path, messages.Seated))
        RemotePlaythrough.open(seat).play(GAME.read_move("delve"))
        yield "delve\n"
        yield "quit\n"

    ran = underdeck("series", "play", typed=typed())
    assert "Turn 1" in ran.out
    assert "The table has changed since you chose." in ran.out


def test_commands_at_the_prompt() -> None:
    underdeck("series", "new", "3")
    typed = "help\nsave\nsave x.json\nundo\ncount\nquit\n"
    ran = underdeck("series", "play", typed=typed)
    flat = " ".join(ran.out.split())
    assert "save: say where the game is saved" in flat
    assert "undo:" not in flat
    assert "The game is saved after every move, on this machine." in flat
    assert "The record is available once the game is over." in flat
    assert flat.count("there is no undo, no card counter and no advice") == 2
    assert "Your game is saved. Continue with:" in flat
