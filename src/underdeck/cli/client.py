"""Requests of the terminal to a server, or to the same application within this process."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from underdeck.cli.running_server import running_address
from underdeck.cli.speech import Speech, text
from underdeck.refusal import Refusal, ServerRefusal
from underdeck.serve.messages import FACTS_PROTOCOL, NotTaken

JSON = "application/json"
LOCAL = "local"
"""The id of this machine's own database, whether or not a server runs on it."""
QUERY = f"protocol={FACTS_PROTOCOL}"
"""The query of every request; routes that don't depend on the protocol ignore it."""
FIRST_ERROR_STATUS = 300

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
    address: str
    """The address that links to the place begin with."""

    @property
    def is_local(self) -> bool:
        """Whether the place is this machine's own database."""
        return self.id == LOCAL

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
            return msgspec.json.decode(response.body, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError):
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
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return Refusal("server_unclear", place=self.place)
        return ServerRefusal(parts.code, text=parts.text)


def client_for(server: str | None = None) -> Client:
    """Return a client of the given server, else of this machine's running server or database."""
    from underdeck.cli.http_client import HttpClient, read_address  # noqa: PLC0415  slow imports

    address = running_address()
    if server is not None:
        named = read_address(server)
        return HttpClient(named, is_local=named == address)
    if address is not None:
        client = HttpClient(address, is_local=True)
        if client.is_running():
            return client
    from underdeck.cli.local_client import LocalClient  # noqa: PLC0415

    return LocalClient()


def local_place() -> str:
    """Return this machine's database as people are shown it."""
    return text("client.local")
