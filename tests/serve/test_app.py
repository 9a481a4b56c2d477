"""What only those may see who look after the house, and what everybody may."""

from ipaddress import ip_network

import pytest

from serve.server import Server, Visitor, live
from underdeck.refusal import Refusal
from underdeck.say.words import Words
from underdeck.serve.app import LOOPBACK, App
from underdeck.serve.responses import front_page
from underdeck.serve.run import read_network


@live
async def test_this_machine_may_watch_the_house(visitor: Visitor) -> None:
    assert (await visitor.ask("GET", "/metrics")).status_code == 200
    assert (await visitor.ask("GET", "/api/ready")).json() == {"status": "ok"}


@pytest.mark.parametrize(
    ("client", "seen"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("10.2.3.4", True),
        ("11.2.3.4", False),
        ("", False),
        ("x", False),
    ],
)
def test_others_only_from_networks_that_were_named(client: str, seen: bool) -> None:
    app = App.__new__(App)
    app.observers = [*LOOPBACK, ip_network("10.0.0.0/8")]
    assert app._may_observe({"client": (client, 1234)}) is seen


def test_a_network_must_be_one() -> None:
    assert read_network("10.1.2.3/8") == ip_network("10.0.0.0/8")
    with pytest.raises(Refusal, match="bad_network"):
        read_network("everywhere")


@live
async def test_there_is_a_page_at_the_root(visitor: Visitor) -> None:
    page = await visitor.ask("GET", "/", **{"accept-language": "es-ES,es;q=0.9"})
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "script" not in page.headers["content-security-policy"].replace("script-src 'self'", "")


@pytest.mark.parametrize("language", ["en", "es"])
def test_where_the_page_is_not_built_a_sentence_says_what_is_here(language: str) -> None:
    page = front_page(Words(language)).decode()
    assert f'lang="{language}"' in page
    assert "/api/openapi.json" in page


# What doesn't fit


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
def test_what_does_not_fit_is_named_in_the_language_asked_for(
    server: Server, body: object, field: str
) -> None:
    @live
    async def story(visitor: Visitor) -> None:
        for language, sentence in (
            ("en", "isn't valid: check {},"),
            ("es", "no es válida: revisa {} "),
        ):
            answer = await visitor.ask("POST", "/api/tables", body, **{"accept-language": language})
            refused = answer.json()["refused"]
            assert (answer.status_code, refused["code"]) == (400, "bad_request")
            assert sentence.format(field) in refused["text"]

    story(server)


@live
async def test_a_body_that_is_no_object_is_not_understood(visitor: Visitor) -> None:
    for body in ("[]", '"Ada"', "null", ""):
        answer = await visitor.http.post(
            "/api/tables", content=body, headers={"content-type": "application/json"}
        )
        assert answer.json()["refused"]["code"] == "message_unclear"
