"""Routes: registration by decorator, matching of paths, and their OpenAPI description."""

from typing import Any

import pytest

from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.openapi import openapi
from underdeck.serve.routes import ROUTE_TABLE, ROUTES
from underdeck.serve.routes.base import OPTIONAL_PROFILE, Request, Router, RouteTable

router = Router()


@router.get("/api/dragons", "List dragons")
async def list_dragons(request: Request) -> messages.Games: ...  # type: ignore[empty-body]


@router.put("/api/dragons/{dragon}", "Tame a dragon", key=OPTIONAL_PROFILE, tokens=3)
async def tame(  # type: ignore[empty-body]
    request: Request, dragon: str, body: messages.Claim
) -> dict[str, Any]: ...


def test_types_come_from_the_signature() -> None:
    listing, taming = router.routes
    assert (listing.response, listing.body, listing.parameters) == (messages.Games, None, {})
    assert (taming.body, taming.parameters) == (messages.Claim, {"dragon": str})
    assert (taming.method, taming.status, taming.tokens) == ("PUT", 200, 3)


def test_a_path_is_matched_by_its_template() -> None:
    table = RouteTable(router.routes)
    assert table.find("GET", "/api/dragons") == (router.routes[0], {})
    assert table.find("PUT", "/api/dragons/smaug") == (router.routes[1], {"dragon": "smaug"})
    assert table.match("/api/dragons/smaug")[0] == "/api/dragons/{dragon}"


@pytest.mark.parametrize("path", ["/api", "/api/dragons/", "/api/dragons/a/b", "/x/api/dragons"])
def test_an_unknown_path_is_refused_and_matches_itself(path: str) -> None:
    table = RouteTable(router.routes)
    assert table.match(path) == (path, {})
    with pytest.raises(Refusal, match="no_such_page"):
        table.find("GET", path)


def test_another_method_is_refused_with_the_allowed_ones() -> None:
    with pytest.raises(Refusal, match="method_not_allowed") as raised:
        ROUTE_TABLE.find("PATCH", "/api/profile")
    assert raised.value.params == {"methods": ["GET", "PUT", "DELETE"]}


def test_every_route_is_described_once() -> None:
    paths: Any = openapi("1", ROUTES)["paths"]
    operations = {
        (method.upper(), path): operation
        for path, methods in paths.items()
        for method, operation in methods.items()
    }
    assert operations.keys() == {(route.method, route.path) for route in ROUTES}
    ids = [operation["operationId"] for operation in operations.values()]
    assert len(set(ids)) == len(ids) == len(ROUTES)
    assert operations["POST", "/api/seat/key"]["operationId"] == "post_seat_key"


def test_a_description_has_parameters_body_key_and_errors() -> None:
    paths: Any = openapi("1", router.routes)["paths"]
    operation = paths["/api/dragons/{dragon}"]["put"]
    assert operation["parameters"][0]["name"] == "dragon"
    assert operation["security"] == [{"key": []}, {}]
    assert operation["description"] == "May be sent with a profile's key."
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/Claim"}
    assert {"200", "400", "401", "404", "429"} <= operation["responses"].keys()
