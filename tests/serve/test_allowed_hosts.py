"""Allowed Host headers: other names, as in DNS rebinding, are refused."""

import asyncio
import socket
from collections.abc import Iterator

import pytest

from serve.raw_tcp import RawConnections, over_raw_connections
from serve.server import Server, Visitor, live, running
from underdeck.serve.allowed_hosts import AllowedHosts, host_name, machine_names

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nhost: %b\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(
        tmp_path_factory.mktemp("named"),
        allowed_hosts=["cards.example"],
        origins=["https://page.example"],
    ) as server:
        yield server
        assert server.failures() == []


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8765",
        "127.0.0.1",
        "[::1]:8765",
        "192.168.1.7:80",
        "localhost:8765",
        "LocalHost.",
        "a.localhost",
    ],
)
def test_addresses_and_localhost_are_always_served(host: str) -> None:
    assert host in AllowedHosts()


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8765",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "cards.example.evil.example",
        "",
        "[",
        ":80",
        "[::1]evil.example",
        "[::1%25evil.example]",
        "[::1]:80x",
    ],
)
def test_other_names_are_refused(host: str) -> None:
    assert host not in AllowedHosts("127.0.0.1", ["cards.example"], ["https://page.example:444"])


@pytest.mark.parametrize(
    "host",
    [
        "cards.example",
        "Cards.Example:443",
        "cards.example.",
        "page.example:444",
        "page.example",
        "den.example",
    ],
)
def test_configured_names_are_served_on_any_port(host: str) -> None:
    assert host in AllowedHosts("den.example", ["cards.example"], ["https://page.example:444/"])


def test_a_star_allows_any_name() -> None:
    assert "evil.example" in AllowedHosts(allowed=["*"])


def test_this_machines_name_is_served_plain_and_as_mdns_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Attic.lan")
    assert machine_names() == {"attic.lan", "attic.local"}
    assert "attic.local:8765" in AllowedHosts("0.0.0.0")
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    assert machine_names() == set()


@pytest.mark.parametrize(
    ("header", "name"),
    [("a:1", "a"), ("a:", "a"), ("[::1]:1", "::1"), ("::1", "::1"), ("A.", "a"), (" a ", "a")],
)
def test_reading_the_name_in_a_host_header(header: str, name: str) -> None:
    assert host_name(header) == name


@live
async def test_a_request_for_another_name_is_refused_on_every_path(visitor: Visitor) -> None:
    paths = ("/", "/api/health", "/api/games", "/metrics", "/nowhere")
    headers = {"host": "evil.example", "accept-language": "es"}
    for answer in await asyncio.gather(*(visitor.ask("GET", path, **headers) for path in paths)):
        assert answer.status_code == 421
        assert answer.json()["refused"]["code"] == "wrong_host"
        assert "--allow-host" in answer.json()["refused"]["text"]
        assert "content-security-policy" in answer.headers
    for name in ("cards.example", "page.example", "localhost:1"):
        assert (await visitor.ask("GET", "/api/health", host=name)).status_code == 200


@over_raw_connections
async def test_a_handshake_for_another_name_is_refused(connections: RawConnections) -> None:
    for name, status in ((b"evil.example", 403), (b"cards.example", 101)):
        connection = await connections.open()
        connection.send(HANDSHAKE % name)
        assert await connection.status() == status


@live
async def test_of_two_host_headers_both_must_be_allowed(visitor: Visitor) -> None:
    for hosts in ((b"evil.example", b"localhost"), (b"localhost", b"evil.example")):
        reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
        writer.write(
            b"GET /api/games HTTP/1.1\r\nhost: %b\r\nhost: %b\r\nconnection: close\r\n\r\n" % hosts
        )
        status = (await reader.read()).split()[1]
        writer.close()
        await writer.wait_closed()
        assert status in (b"400", b"421")
