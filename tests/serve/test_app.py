"""What only those may see who look after the house, and what everybody may."""

from ipaddress import ip_network

import pytest

from serve.server import Visitor, live
from underdeck.refusal import Refusal
from underdeck.serve.app import HERE, App
from underdeck.serve.run import read_network


@live
async def test_this_machine_may_watch_the_house(visitor: Visitor) -> None:
    assert (await visitor.ask("GET", "/metrics")).status_code == 200
    assert (await visitor.ask("GET", "/api/ready")).json() == {"status": "ok"}


@pytest.mark.parametrize(
    ("client", "seen"), [("127.0.0.1", True), ("::1", True), ("10.2.3.4", True), ("11.2.3.4", False), ("", False), ("x", False)]
)
def test_others_only_from_networks_that_were_named(client: str, seen: bool) -> None:
    app = App.__new__(App)
    app.observers = [*HERE, ip_network("10.0.0.0/8")]
    assert app._may_observe({"client": (client, 1234)}) is seen


def test_a_network_must_be_one() -> None:
    assert read_network("10.1.2.3/8") == ip_network("10.0.0.0/8")
    with pytest.raises(Refusal, match="bad_network"):
        read_network("everywhere")


@live
async def test_the_front_page_speaks_the_browsers_language(visitor: Visitor) -> None:
    page = await visitor.ask("GET", "/", **{"accept-language": "es-ES,es;q=0.9"})
    assert page.headers["content-type"].startswith("text/html")
    assert 'lang="es"' in page.text
    assert "script" not in page.headers["content-security-policy"].replace("script-src 'self'", "")
