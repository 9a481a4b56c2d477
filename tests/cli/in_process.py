"""Clients within this process: tables of Tomb, and connections that fail."""

from collections.abc import Mapping

from underdeck.cli.client import Client, Response
from underdeck.cli.local_client import LocalClient
from underdeck.cli.remote_playthrough import RemotePlaythrough
from underdeck.cli.remote_seat import RemoteSeat
from underdeck.deal_code import code_of_number
from underdeck.refusal import Refusal
from underdeck.serve import messages


class FlakyClient(LocalClient):
    """A client whose connection can be cut: before a request arrives, or before its answer."""

    def __init__(self) -> None:
        super().__init__()
        self.is_cut = False
        self.loses_answers = False

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        if self.is_cut:
            raise Refusal("server_unreachable", place="there", reason="ECONNREFUSED")
        response = super().send(method, path, headers, body)
        if self.loses_answers:
            raise Refusal("server_unreachable", place="there", reason="ECONNRESET")
        return response


def open_table(client: Client, number: int = 7, **wanted: object) -> RemoteSeat:
    """Open a table with a numbered deal."""
    body = messages.NewTable("tomb", "Ada", deal=code_of_number(number), **wanted)  # type: ignore[arg-type]
    return RemoteSeat(client, client.request("POST", "/api/tables", messages.Seated, body=body))


def open_game(client: Client, number: int = 7, **wanted: object) -> RemotePlaythrough:
    """Open a table with a numbered deal and return its game, told as a local one would be."""
    return RemotePlaythrough.open(open_table(client, number, **wanted), code_of_number(number))
