"""The server on this machine's own database, as other commands find it."""

import json
import os
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cli.run import started, underdeck
from underdeck.cli.account import account_for
from underdeck.cli.client import client_for
from underdeck.cli.running_server import (
    address_of,
    announce,
    running_address,
    server_file,
    withdrawn_at_end,
)
from underdeck.serve import messages

READY = "Press Ctrl-C to stop it."


def test_a_server_is_announced_while_it_runs(home: Path) -> None:
    with withdrawn_at_end():
        assert running_address() is None
        announce("http://127.0.0.1:8765")
        assert running_address() == "http://127.0.0.1:8765"
        assert server_file().stat().st_mode & 0o777 == 0o600
    assert running_address() is None


def test_the_file_of_another_server_is_left_alone() -> None:
    announce("http://127.0.0.1:8765")
    other = json.dumps({"pid": os.getppid(), "address": "http://127.0.0.1:1"})
    server_file().write_text(other)
    with withdrawn_at_end():
        pass
    assert server_file().read_text() == other


@pytest.mark.parametrize(
    "stale",
    [
        json.dumps({"pid": 2**22 + 1, "address": "http://127.0.0.1:1"}),
        json.dumps({"pid": os.getpid(), "address": "http://127.0.0.1:1"}),
        json.dumps({"pid": "1", "address": 5}),
        "[]",
        "{",
    ],
    ids=["another process", "this process", "wrong types", "a list", "broken"],
)
def test_a_stale_file_is_ignored(home: Path, stale: str) -> None:
    home.mkdir()
    server_file().write_text(stale)
    client = client_for()
    assert not client.has_server
    assert client.request("GET", "/api/games", messages.Games).games


def test_no_key_is_sent_to_a_foreign_process_at_the_address_of_a_killed_server(home: Path) -> None:
    player = account_for()  # whose key would be sent
    with socket.create_server(("127.0.0.1", 0)) as foreign:
        foreign.settimeout(0.2)
        address = f"http://127.0.0.1:{foreign.getsockname()[1]}"
        # the number of the killed server belongs to another process now
        server_file().write_text(json.dumps({"pid": os.getpid(), "address": address}))
        assert running_address() is None
        assert account_for().profile == player.profile
        assert player.is_known()
        with pytest.raises(TimeoutError):
            foreign.accept()


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("0.0.0.0", "http://127.0.0.1:80"),
        ("::", "http://[::1]:80"),
        ("cards.local", "http://cards.local:80"),
    ],
)
def test_the_address_for_clients_on_this_machine(host: str, address: str) -> None:
    assert address_of(host, 80) == address


def test_commands_use_the_running_server_and_the_same_profile(home: Path) -> None:
    before = account_for()
    with started("serve", "--port", "0") as server:
        ready = server.wait_for(READY)
        assert "claim" not in ready  # nobody reads it
        client = client_for()
        assert client.is_local
        assert client.has_server
        assert account_for().key == before.key
        assert account_for(client.address).key == before.key
        assert underdeck("series", "new", "3").code == 0
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait() == 0
    assert not server_file().exists()
    assert client.address == "http://127.0.0.1:8765"
    assert client.request("GET", "/api/games", messages.Games).games
    assert "Your next game is number 1 of 3." in underdeck("series", "list").out


def test_a_server_can_start_and_stop_during_a_game(home: Path) -> None:
    underdeck("series", "new", "3")

    def typed() -> Iterator[str]:
        yield "delve\n"
        with started("serve", "--port", "0") as server:
            server.wait_for(READY)
            yield "draw\n"  # legal if the deal begins with an encounter
            yield "delve\n"  # legal otherwise
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait() == 0
        yield "look\n"
        yield "quit\n"

    ran = underdeck("series", "play", typed=typed())
    assert ran.code == 0
    assert "Can't reach" not in ran.out
    assert re.search("after [23] moves", underdeck("series", "play", typed="quit\n").out)


def test_serve_offers_the_terminals_player_to_the_browser(home: Path) -> None:
    with started("serve", "--port", "0", "--open", DISPLAY="", WAYLAND_DISPLAY="") as server:
        shown = server.wait_for("/#/claim/")
        code, profile = server.stdout.readline().strip().split("/")
        address = shown.split("running at ")[1].split()[0].rstrip(".")
        claimed = httpx.post(f"{address}/api/profile/claim", json={"code": code}).json()
        assert claimed["profile"] == profile == account_for().profile


def test_another_database_has_no_claim_and_is_not_announced(home: Path, tmp_path: Path) -> None:
    other = f"sqlite:///{tmp_path / 'other.db'}"
    with started("serve", "--port", "0", "--open", "--database", other, DISPLAY="") as server:
        assert "claim" not in server.wait_for(READY)
        assert running_address() is None
