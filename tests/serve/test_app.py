"""The application: monitoring paths, the front page and errors of invalid bodies."""

from ipaddress import ip_network

import pytest

from serve.server import Server, Visitor, live
from underdeck.refusal import Refusal
from underdeck.say.words import Words
from underdeck.serve.app import LOOPBACK, App
from underdeck.serve.responses import front_page
from underdeck.serve.run import read_network


@live
async def test_loopback_may_read_metrics_and_readiness(visitor: Visitor) -> None:
    assert (await visitor.ask("GET", "/metrics")).status_code == 200
    assert (await visitor.ask("GET", "/api/ready")).json() == {"status": "ok"}


@pytest.mark.parametrize(
    ("client", "is_allowed"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("10.2.3.4", True),
        ("11.2.3.4", False),
        ("", False),
        ("x", False),
    ],
)
def test_other_addresses_may_observe_only_from_configured_networks(
    client: str, is_allowed: bool
) -> None:
    app = App.__new__(App)
    app.observers = [*LOOPBACK, ip_network("10.0.0.0/8")]
    assert app._may_observe({"client": (client, 1234)}) is is_allowed


def test_an_invalid_network_is_refused() -> None:
    assert read_network("10.1.2.3/8") == ip_network("10.0.0.0/8")
    with pytest.raises(Refusal, match="bad_network"):
        read_network("everywhere")


@live
async def test_the_root_serves_a_page_without_inline_scripts(visitor: Visitor) -> None:
    page = await visitor.ask("GET", "/", **{"accept-language": "es-ES,es;q=0.9"})
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "script" not in page.headers["content-security-policy"].replace("script-src 'self'", "")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_front_page_without_a_build_links_the_api_description(language: str) -> None:
    page = front_page(Words(language)).decode()
    assert f'lang="{language}"' in page
    assert "/api/openapi.json" in page


# Invalid bodies


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "chess", "name": "Ada"}, "game"),
        ({"game": "tomb"}, "name"),
        ({"game": "tomb", "name": "Ada", "sorcery": 1}, "sorcery"),
        ({"game": "tomb", "name": ""}, "name"),
        ({"game": "dungeon", "name": "Ada", "bots": ["careful", 3]}, "bots[1]"),
        ({"game": "dungeon", "name": "Ada", "clock": {"move": "long"}}, "clock.move"),
        ({"game": "dungeon", "name": "Ada", "clock": {"tick": 1}}, "clock.tick"),
        ({"game": "dungeon", "name": "Ada", "house": {"players": "two"}}, "house[...]"),
    ],
)
def test_an_invalid_field_is_named_in_the_accepted_language(
    server: Server, body: object, field: str
) -> None:
    @live
    async def scenario(visitor: Visitor) -> None:
        for language, sentence in (
            ("en", "isn't valid: check {},"),
            ("es", "no es válida: revisa {} "),
        ):
            response = await visitor.ask(
                "POST", "/api/tables", body, **{"accept-language": language}
            )
            error = response.json()["refused"]
            assert (response.status_code, error["code"]) == (400, "bad_request")
            assert sentence.format(field) in error["text"]

    scenario(server)


@live
async def test_a_body_that_is_no_object_is_message_unclear(visitor: Visitor) -> None:
    for body in ("[]", '"Ada"', "null", ""):
        response = await visitor.http.post(
            "/api/tables", content=body, headers={"content-type": "application/json"}
        )
        assert response.json()["refused"]["code"] == "message_unclear"
