"""Routes: a handler with a typed body and a typed response, registered by a decorator.

    router = Router()

    @router.post("/api/tables", "Open a table", key=OPTIONAL_PROFILE)
    async def open_table(request: Request, body: messages.NewTable) -> messages.Seated: ...

A parameter called `body` is read from JSON; one named in the path, such as `{game}`, is a string.
"""

import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, get_type_hints

from underdeck.refusal import Refusal
from underdeck.serve.messages import MAX_MESSAGE_BYTES, OLDEST_PROTOCOL, Protocol
from underdeck.serve.service import Service

Handler = Callable[..., Awaitable[Any]]
AnyHandler = TypeVar("AnyHandler", bound=Handler)
PARAMETER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class KeyRule:
    """The key that a route needs, in words and as the kinds of keys it accepts."""

    description: str
    kinds: tuple[str, ...]
    is_optional: bool = False


SEAT = KeyRule("a seat's key", ("seat",))
WATCH = KeyRule("the key of a seat or of a spectator", ("seat", "watch"))
INVITATION = KeyRule("the key of an invitation", ("join",))
PROFILE = KeyRule("a profile's key", ("profile",))
COMPETITION = KeyRule("the key of an invitation to a competition", ("competition",))
CHRONICLE = KeyRule(
    "the key of a seat, of a spectator or of a shared chronicle", ("seat", "watch", "chronicle")
)
OPTIONAL_PROFILE = replace(PROFILE, is_optional=True)


@dataclass(frozen=True, slots=True)
class Request:
    """The parts of a request that handlers use, besides its body."""

    service: Service
    client: str
    """A hash of the client's network, which limits are counted by."""
    language: str
    secret: str | None
    """The key sent with the request."""
    protocol: Protocol = OLDEST_PROTOCOL
    """The protocol that the client reads, for routes whose response depends on it."""
    charge: Callable[[int], None] = lambda _: None
    """Take more tokens once the cost of the response is known; may raise `too_fast`."""


@dataclass(frozen=True, slots=True)
class Route:
    """One operation of the HTTP API."""

    method: str
    path: str
    summary: str
    handler: Handler
    response: Any
    """The type of the response."""
    body: Any = None
    """The type of the body as it is published; None if the route has none."""
    decoded: Any = None
    """The type that the handler takes, if it isn't the published one."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The types of the parameters in the path."""
    key: KeyRule | None = None
    status: int = 200
    tokens: int = 1
    """Tokens taken before anything is looked up."""
    max_body: int = MAX_MESSAGE_BYTES
    """Maximum size of the body in bytes."""
    is_versioned: bool = False
    """Whether the response depends on the protocol that the client reads."""
    is_compressed: bool = False
    """Whether the response is gzipped. Only for public data: the size of a compressed response
    can reveal a secret next to text that an attacker chose."""


class Router:
    """Collects the routes of one module."""

    def __init__(self) -> None:
        self.routes: list[Route] = []

    def get(self, path: str, summary: str, **options: Any) -> Callable[[AnyHandler], AnyHandler]:
        """Register a handler for GET requests, which also answers HEAD."""
        return self._add("GET", path, summary, 200, options)

    def post(self, path: str, summary: str, **options: Any) -> Callable[[AnyHandler], AnyHandler]:
        """Register a handler for POST requests; the status is 201 unless set."""
        return self._add("POST", path, summary, 201, options)

    def put(self, path: str, summary: str, **options: Any) -> Callable[[AnyHandler], AnyHandler]:
        """Register a handler for PUT requests."""
        return self._add("PUT", path, summary, 200, options)

    def delete(self, path: str, summary: str, **options: Any) -> Callable[[AnyHandler], AnyHandler]:
        """Register a handler for DELETE requests."""
        return self._add("DELETE", path, summary, 200, options)

    def _add(
        self, method: str, path: str, summary: str, status: int, options: dict[str, Any]
    ) -> Callable[[AnyHandler], AnyHandler]:
        def register(handler: AnyHandler) -> AnyHandler:
            hints = get_type_hints(handler, include_extras=True)
            parameters = {name: hints[name] for name in PARAMETER.findall(path)}
            body = hints.get("body")
            types = {"response": hints["return"], "body": body, "decoded": body}
            settings = {"status": status, "parameters": parameters, **types, **options}
            self.routes.append(Route(method, path, summary, handler, **settings))
            return handler

        return register


class RouteTable:
    """Finds the route for a method and a path."""

    def __init__(self, routes: Collection[Route]) -> None:
        self._methods: dict[str, dict[str, Route]] = {}
        for route in routes:
            self._methods.setdefault(route.path, {})[route.method] = route
        self._templates = [
            (re.compile(PARAMETER.sub(r"(?P<\1>[^/\\0]+)", path)), path)
            for path in self._methods
            if PARAMETER.search(path)
        ]

    def match(self, path: str) -> tuple[str, dict[str, str]]:
        """Return the template of a path and its parameters; an unknown path is its own template."""
        if path not in self._methods:
            for pattern, template in self._templates:
                if found := pattern.fullmatch(path):
                    return template, found.groupdict()
        return path, {}

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        """Return the route of a request and the parameters in its path."""
        template, parameters = self.match(path)
        methods = self._methods.get(template)
        if methods is None:
            raise Refusal("no_such_page")
        if method not in methods:
            raise Refusal("method_not_allowed", methods=list(methods))
        return methods[method], parameters
