"""The terminal's requests to a server, or to the application within the process."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cli.run import underdeck
from serve.server import running
from underdeck.cli import local_client
from underdeck.cli.client import Client, client_for
from underdeck.cli.http_client import HttpClient, read_address
from underdeck.cli.local_client import LocalClient
from underdeck.cli.speech import Speech
from underdeck.refusal import Refusal, ServerRefusal
from underdeck.say import Words
from underdeck.serve import messages

DEAD = "http://127.0.0.1:1"
"""An address at which nothing listens."""


@contextmanager
def answering(status: int, body: bytes, **headers: str) -> Iterator[str]:
    """Run a web server with one answer to everything; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in {"content-length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def new_profile(client: Client) -> messages.ProfileKey:
    body = messages.NewProfile("Ada")
    return client.request("POST", "/api/profiles", messages.ProfileKey, body=body)


# Within the process


def test_without_a_server_the_application_answers_within_the_process(home: Path) -> None:
    client = client_for()
    assert (client.is_local, client.has_server, client.place) == (True, False, "this machine")
    made = new_profile(client)
    shown = client.request("GET", "/api/profile", messages.ProfileShown, key=made.key)
    assert (shown.name, shown.profile) == ("Ada", made.profile)
    assert (home / "underdeck.db").exists()


def test_the_database_is_free_between_requests(home: Path) -> None:
    new_profile(LocalClient())
    with closing(sqlite3.connect(home / "underdeck.db", timeout=0)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.rollback()


def test_a_database_in_use_is_waited_for_and_then_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = LocalClient()
    new_profile(client)
    monkeypatch.setattr(local_client, "IN_USE_TIMEOUT_S", 0.0)
    with closing(sqlite3.connect(home / "underdeck.db", timeout=0)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Refusal) as refused:
            new_profile(client)
        assert refused.value.code == "store_in_use"
        other.rollback()
    new_profile(client)


def test_a_database_released_meanwhile_is_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = LocalClient()
    new_profile(client)
    with closing(sqlite3.connect(home / "underdeck.db", timeout=0)) as other:
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr("underdeck.cli.local_client.time.sleep", lambda _: other.close())
        new_profile(client)


def test_an_error_is_the_servers_sentence_in_the_language_of_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for language, sentence in (("en", "There is nothing here."), ("es", "Aquí no hay nada.")):
        monkeypatch.setattr(Speech, "words", Words(language))
        with pytest.raises(ServerRefusal) as refused:
            LocalClient().request("GET", "/api/nothing", messages.Health)
        assert refused.value.code == "no_such_page"
        assert refused.value.params == {"text": sentence}


# Over HTTP


def test_both_clients_get_the_same_answers(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        client = HttpClient(f"http://{server.address}")
        assert client.is_running()
        made = new_profile(client)
        shown = client.request("GET", "/api/profile", messages.ProfileShown, key=made.key)
        assert (shown.name, client.is_local) == ("Ada", False)
        with pytest.raises(ServerRefusal) as refused:
            client.request("GET", "/api/profile", messages.ProfileShown, key="x" * 24)
        assert refused.value.code == "unknown_key"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Can't reach the server at http://127.0.0.1:1: nothing answers there."),
        ("es", "No se puede conectar con el servidor de http://127.0.0.1:1: nada responde ahí."),
    ],
)
def test_an_unreachable_server_is_named_with_the_reason(language: str, sentence: str) -> None:
    ran = underdeck("series", "list", "--server", DEAD, "--lang", language)
    assert (ran.code, ran.out) == (1, "")
    assert sentence in ran.err


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, b"<html>"),
        (200, b'{"status": 1}'),
        (404, b"not found"),
        (500, b""),
        (200, b'{"status": ' + b"[" * 100_000),
        (400, b'{"refused": {"code": "odd", "text": "x", "more": ' + b"[" * 100_000),
    ],
    ids=["html", "type", "text", "empty", "deep", "deep error"],
)
def test_answers_of_other_servers_make_no_sense(status: int, body: bytes) -> None:
    with answering(status, body) as address, pytest.raises(Refusal) as refused:
        HttpClient(address).request("GET", "/api/health", messages.Health)
    assert refused.value.code == "server_unclear"


def test_a_key_is_never_sent_on_to_another_address() -> None:
    moved = {"location": "https://elsewhere.example/api/profile"}
    with answering(302, b"", **moved) as address, pytest.raises(Refusal) as refused:
        HttpClient(address).request("GET", "/api/profile", messages.ProfileShown, key="k" * 24)
    assert refused.value.code == "server_moved"
    assert refused.value.params["address"] == "https://elsewhere.example"


def test_control_characters_in_an_error_reach_no_terminal() -> None:
    body = json.dumps({"refused": {"code": "odd", "text": "\x1b[2Jgone"}}).encode()
    with answering(400, body) as address:
        ran = underdeck("daily", "show", "--server", address)
    assert ran.code == 1
    assert "\x1b" not in ran.err + ran.out


def test_control_characters_in_an_answer_reach_no_terminal() -> None:
    body = json.dumps({"day": "\x1b]0;x\x07", "name": "\u009b2J", "n": [1, "a b"]}).encode()
    with answering(200, body) as address:
        found = HttpClient(address).request("GET", "/api/daily", dict)
    assert found == {"day": "?]0;x?", "name": "?2J", "n": [1, "a b"]}
    with answering(200, b'{"\\u001b[2J": 1}') as address:
        assert HttpClient(address).request("GET", "/api/daily", dict) == {"?[2J": 1}


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://cards.example", "https://cards.example"),
        (" http://Cards.Example:8080/ ", "http://cards.example:8080"),
        ("http://[::1]:8765/#/enter/abc", "http://[::1]:8765"),
    ],
)
def test_the_address_of_a_server(text: str, address: str) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize(
    "text", ["cards.example", "ftp://cards.example", "http://", "http://me@cards.example", "//", ""]
)
def test_other_texts_are_no_addresses(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_address(text)
    assert refused.value.code == "server_address"
