"""deploy/nginx.conf in front of two workers on one PostgreSQL."""

import asyncio
import http.client
import re
import shutil
import socket
import ssl
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from deploy import nginx
from processes import TIMEOUT_S
from serve.server import CLIENT_TIMEOUTS, Player, Server, Visitor, running
from store.postgres import Postgres
from underdeck.serve.headers import HEADERS, HTTPS_ONLY
from underdeck.serve.limits import MAX_WEBSOCKETS

MAX_TABLES_PER_HOUR = 3
"""Low enough to be reached at once, and not to refill during a test."""
SPOOFED = [f"203.0.113.{number}" for number in range(1, 30)]
TABLE = {"game": "tomb", "name": "Ada"}

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="clients need addresses of their own: 127.0.0.0/8 is Linux's"
)


@dataclass
class Site:
    """A proxy and its workers."""

    proxy: nginx.Proxy
    workers: tuple[Server, Server]

    def trust(self) -> ssl.SSLContext:
        """Return a context that accepts the proxy's certificate."""
        return ssl.create_default_context(cafile=str(self.proxy.certificate))

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """Return a client of the proxy, at one of this machine's addresses."""
        return client_at(address, f"https://{self.proxy.address}", self.trust())

    def raw(self, path: str) -> int:
        """Request a path exactly as written, and return the status."""
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.proxy.secure, context=self.trust(), timeout=TIMEOUT_S
        )
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()


def client_at(address: str, url: str, trust: ssl.SSLContext | bool = True) -> httpx.Client:
    return httpx.Client(
        base_url=url,
        timeout=TIMEOUT_S,
        transport=httpx.HTTPTransport(verify=trust, local_address=address),
    )


def open_sockets(worker: Server) -> int:
    """Return the number of WebSockets that a worker counts."""
    found = re.search(
        r"^underdeck_connections (\d+)",
        httpx.get(f"http://{worker.address}/metrics").text,
        re.MULTILINE,
    )
    assert found is not None
    return int(found[1])


class ProxyClient(Visitor):
    """A player who connects through the proxy from an address of their own."""

    def __init__(self, site: Site, address: str) -> None:
        super().__init__(site.workers[0])
        self.site, self.local = site, address
        transport = httpx.AsyncHTTPTransport(verify=site.trust(), local_address=address)
        self.http = httpx.AsyncClient(
            base_url=f"https://{site.proxy.address}", timeout=TIMEOUT_S, transport=transport
        )

    async def open_socket(self, **headers: str) -> Player:
        url = f"wss://{self.site.proxy.address}/ws"
        connection = connect(
            url,
            additional_headers=headers,
            max_size=None,
            **CLIENT_TIMEOUTS,
            ssl=self.site.trust(),
            local_addr=(self.local, 0),
            proxy=None,
        )
        return Player(await self._sockets.enter_async_context(connection))


@pytest.fixture(scope="module")
def site(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("nginx")
    program = nginx.find(folder)
    if program is None:
        pytest.skip(
            "NO NGINX HERE: deploy/nginx.conf is not tested. "
            "Install nginx, or run on Debian with access to its packages."
        )
    if shutil.which("openssl") is None:
        pytest.skip("NO OPENSSL HERE: deploy/nginx.conf is not tested.")
    options = {
        "database": postgres.new_database(),
        "max_tables_per_hour": MAX_TABLES_PER_HOUR,
        "allowed_hosts": ["cards.example"],
    }
    with running(folder / "one", **options) as one, running(folder / "two", **options) as two:
        with nginx.running(program, folder, [one.port, two.port]) as proxy:
            yield Site(proxy, (one, two))
        assert one.failures() == two.failures() == []


def test_a_game_is_played_through_the_proxy_with_players_at_either_worker(site: Site) -> None:
    async def scenario() -> None:
        async with (
            ProxyClient(site, "127.0.1.1") as ada,
            ProxyClient(site, "127.0.1.2") as bruno,
        ):
            opened = await ada.open("dungeon", window=1, house={"turn_limit": 5})
            joined = await bruno.join(opened["join"])
            players = [await ada.sit(opened["key"]), await bruno.sit(joined["key"])]
            assert [open_sockets(worker) for worker in site.workers] == [1, 1]
            ended = await asyncio.gather(
                *(player.play_on(Random(seat)) for seat, player in enumerate(players))
            )
            assert {table["status"] for table in ended} == {"over"}

    asyncio.run(scenario())


def test_responses_have_each_security_header_once(site: Site) -> None:
    with site.client() as client:
        for path in ("/", "/api/health", "/api/nowhere"):
            answer = client.get(path)
            for name, value in {**HEADERS, "Strict-Transport-Security": HTTPS_ONLY}.items():
                assert answer.headers.get_list(name) == [value], (path, name)
            assert answer.headers.get_list("server") == ["nginx"]


def test_only_pages_of_the_same_origin_may_write(site: Site) -> None:
    with site.client("127.0.1.3") as client:
        assert client.post(
            "/api/tables", json=TABLE, headers={"origin": f"https://{site.proxy.address}"}
        ).is_success
        assert (
            client.post(
                "/api/tables", json=TABLE, headers={"origin": "https://evil.example"}
            ).status_code
            == 403
        )


def test_only_the_configured_host_name_is_served(site: Site) -> None:
    with site.client("127.0.1.9") as client:
        assert client.get("/api/games", headers={"host": "cards.example"}).is_success
        assert client.get("/api/games", headers={"host": "evil.example"}).status_code == 421


def test_plain_http_is_redirected_to_the_name_in_the_configuration(site: Site) -> None:
    with client_at("127.0.0.1", f"http://127.0.0.1:{site.proxy.plain}") as client:
        answer = client.get("/some/page?x=1", headers={"host": "evil.example"})
    assert (answer.status_code, answer.headers["location"]) == (
        301,
        "https://cards.example/some/page?x=1",
    )


def test_browsers_may_use_http_2(site: Site) -> None:
    trust = site.trust()
    trust.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", site.proxy.secure)) as plain,
        trust.wrap_socket(plain, server_hostname="cards.example") as tls,
    ):
        assert tls.selected_alpn_protocol() == "h2"


@pytest.mark.parametrize("path", ["/metrics", "/api/ready"])
def test_monitoring_paths_are_hidden(site: Site, path: str) -> None:
    assert [httpx.get(f"http://{worker.address}{path}").status_code for worker in site.workers] == [
        200,
        200,
    ]
    encoded = path.replace("e", "%65")
    for asked in (path, f"{path}?x=1", f"/{path}", f"/.{path}", f"/nowhere/..{path}", encoded):
        assert site.raw(asked) == 404, asked


def test_limits_are_counted_by_the_address_that_the_proxy_sees(site: Site) -> None:
    """The proxy replaces any X-Forwarded-For that a client sends."""
    with site.client("127.0.1.4") as greedy, site.client("127.0.1.5") as other:
        answers = [
            greedy.post("/api/tables", json=TABLE, headers={"x-forwarded-for": spoofed}).status_code
            for spoofed in SPOOFED
        ]
        assert set(answers) == {201, 429}
        assert MAX_TABLES_PER_HOUR <= answers.count(201) <= MAX_TABLES_PER_HOUR * len(site.workers)
        assert other.post("/api/tables", json=TABLE).status_code == 201


def test_a_worker_trusts_the_proxy_only(site: Site) -> None:
    url = f"http://{site.workers[0].address}"
    with client_at("127.0.1.6", url) as stranger, client_at("127.0.0.1", url) as proxy:
        claims = [{"x-forwarded-for": spoofed} for spoofed in SPOOFED[: 2 * MAX_TABLES_PER_HOUR]]
        asked = [
            stranger.post("/api/tables", json=TABLE, headers=claim).status_code for claim in claims
        ]
        assert asked == [201] * MAX_TABLES_PER_HOUR + [429] * MAX_TABLES_PER_HOUR
        assert {
            proxy.post("/api/tables", json=TABLE, headers=claim).status_code for claim in claims
        } == {201}


def test_websockets_are_limited_per_address(site: Site) -> None:
    async def scenario() -> None:
        async with (
            ProxyClient(site, "127.0.1.7") as greedy,
            ProxyClient(site, "127.0.1.8") as other,
        ):
            opened = await greedy.open("tomb")
            for _ in range(MAX_WEBSOCKETS):
                await greedy.sit(opened["key"])
            with pytest.raises(InvalidStatus) as refused:
                await greedy.open_socket()
            assert refused.value.response.status_code == 429
            await other.sit(opened["key"])

    asyncio.run(scenario())


def test_big_bodies_and_headers_are_refused(site: Site) -> None:
    with site.client("127.0.1.9") as client:
        assert client.post("/api/tables", json={**TABLE, "name": "a" * 9000}).status_code == 413
        assert client.get("/api/health", headers={"x-big": "a" * 5000}).status_code == 400
        assert (
            client.get(
                "/api/health", headers={f"x-big-{number}": "a" * 3000 for number in range(10)}
            ).status_code
            == 400
        )
        assert client.get(f"/api/health?{'a' * 5000}").status_code == 414
        assert client.get("/api/health").status_code == 200


def test_players_reconnect_to_the_other_worker_when_one_has_stopped(
    site: Site,
) -> None:  # the last test: it leaves one worker
    site.workers[1].stop()
    with site.client("127.0.1.10") as client:
        assert {client.get("/api/health").status_code for _ in range(10)} == {200}

    async def scenario() -> None:
        async with ProxyClient(site, "127.0.1.10") as guest:
            player = await guest.sit((await guest.open("tomb"))["key"])
            assert (await player.play(player.legal[0]))["type"] == "done"

    asyncio.run(scenario())
