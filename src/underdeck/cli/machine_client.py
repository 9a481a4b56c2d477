"""Requests to this machine's own database, by its server or without one."""

from collections.abc import Mapping
from functools import cached_property

from underdeck.cli.client import LOCAL, Client, Response, local_place
from underdeck.cli.http_client import REFUSED_CONNECTION, HttpClient
from underdeck.cli.local_client import LocalClient
from underdeck.cli.running_server import DEFAULT_ADDRESS, running_address
from underdeck.refusal import Refusal


class MachineClient(Client):
    """A client of the server that runs now, else of the application within this process.

    A server can start and stop while somebody plays in the terminal.
    """

    def __init__(self) -> None:
        self.id = LOCAL
        self.place = local_place()

    @property
    def address(self) -> str:
        """The address of the server that runs, or would run."""
        return running_address() or DEFAULT_ADDRESS

    @property
    def has_server(self) -> bool:
        """Whether a server runs now."""
        address = running_address()
        return address is not None and HttpClient(address).is_running()

    @cached_property
    def _without_server(self) -> LocalClient:
        return LocalClient()

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        """Send a request to the server, or answer it here if none listens."""
        response = self._ask_server(method, path, headers, body)
        if response is not None:
            return response
        try:
            return self._without_server.send(method, path, headers, body)
        except Refusal as refusal:
            if refusal.code != "store_in_use":
                raise
            # a server has started meanwhile
            response = self._ask_server(method, path, headers, body)
            if response is None:
                raise
            return response

    def _ask_server(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> Response | None:
        """Return the server's response; None if nothing listens at its address."""
        address = running_address()
        if address is None:
            return None
        try:
            return HttpClient(address, is_local=True).send(method, path, headers, body)
        except Refusal as refusal:
            # any other failure leaves open whether the request was answered
            if refusal.params.get("reason") != REFUSED_CONNECTION:
                raise
            return None
