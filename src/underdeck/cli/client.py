"""Requests of the terminal to a server, or to the same application within this process."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from underdeck.cli.running_server import running_address
from underdeck.cli.speech import Speech, text
from underdeck.refusal import Refusal, ServerRefusal
from underdeck.say.sentences import printable
from underdeck.serve.messages import FACTS_PROTOCOL, NotTaken

JSON = "application/json"
LOCAL = "local"
"""The id of this machine's own database, whether or not a server runs on it."""
QUERY = f"protocol={FACTS_PROTOCOL}"
"""The query of every request; routes that don't depend on the protocol ignore it."""
FIRST_ERROR_STATUS = 300
EXACT_PATHS = frozenset({"/api/record", "/api/profile/export", "/api/profile/journal"})
"""Responses that are written to files, whose texts must stay as they are."""

T = TypeVar("T")


class Response(NamedTuple):
    """The status and the body of a response."""

    status: int
    body: bytes


class Client(ABC):
    """Sends requests to one place: a server, or this machine's database."""

    id: str
    """`local`, or the address of a server: what the player's keys are filed under."""
    place: str
    """The place as people are shown it."""

    @property
    def is_local(self) -> bool:
        """Whether the place is this machine's own database."""
        return self.id == LOCAL

    @property
    @abstractmethod
    def address(self) -> str:
        """The address that links to the place begin with."""

    @property
    @abstractmethod
    def has_server(self) -> bool:
        """Whether a server answers there, so that others can reach it too."""

    def request(
        self, method: str, path: str, kind: type[T], *, body: Any = None, key: str | None = None
    ) -> T:
        """Send a request and return its response as a message of this type.

        An error of the server is raised as a `ServerRefusal`, in the language of this run.
        """
        headers = {"accept": JSON, "accept-language": Speech.words.language}
        if key is not None:
            headers["authorization"] = f"Bearer {key}"
        if body is not None:
            headers["content-type"] = JSON
        data = b"" if body is None else msgspec.json.encode(body)
        response = self.send(method, path, headers, data)
        if response.status >= FIRST_ERROR_STATUS:
            raise self._refusal(response)
        try:
            # decoding by type builds nothing of what a hostile server adds
            found = msgspec.json.decode(response.body, type=kind)
            if path in EXACT_PATHS:
                return found
            return msgspec.convert(clean(msgspec.to_builtins(found)), kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise Refusal("server_unclear", place=self.place) from None

    @abstractmethod
    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        """Send a request; refuse if there is no response."""

    def link(self, fragment: str) -> str:
        """Return a link to a view of the page, such as `enter/KEY`."""
        return f"{self.address}/#/{fragment}"

    def _refusal(self, response: Response) -> Refusal:
        """Return the error that a response describes."""
        try:
            parts = msgspec.json.decode(response.body, type=NotTaken).refused
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return Refusal("server_unclear", place=self.place)
        return ServerRefusal(parts.code, text=parts.text)


def clean(data: Any) -> Any:
    """Return JSON data without control characters, which must not reach the terminal."""
    match data:
        case str():
            return data if data.isprintable() else printable(data, len(data))
        case list():
            return [clean(each) for each in data]
        case dict():
            return {clean(name): clean(each) for name, each in data.items()}
    return data


def client_for(server: str | None = None) -> Client:
    """Return a client of the given server, else of this machine's own database."""
    if server is not None:
        from underdeck.cli.http_client import HttpClient, read_address  # noqa: PLC0415  both
        # modules know clients, and the second one needs all libraries of the server

        address = read_address(server)
        return HttpClient(address, is_local=address == running_address())
    from underdeck.cli.machine_client import MachineClient  # noqa: PLC0415

    return MachineClient()


def local_place() -> str:
    """Return this machine's database as people are shown it."""
    return text("client.local")
