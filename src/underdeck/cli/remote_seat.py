"""A seat at a table that is played over a client, with the key that opens it."""

from typing import Any

from underdeck.cli.client import Client
from underdeck.serve import messages


class RemoteSeat:
    """Requests with the key of one seat."""

    def __init__(self, client: Client, seated: messages.Seated) -> None:
        self.client = client
        self.table = seated.table
        self._key = seated.key

    def show(self) -> messages.Table:
        """Return the whole table with all its events."""
        return self.client.request("GET", "/api/table", messages.Table, key=self._key)

    def move(self, move: messages.SeatMove) -> messages.Table:
        """Make a move; sending it again changes nothing."""
        return self.client.request(
            "POST", "/api/seat/move", messages.Table, body=move, key=self._key
        )

    def record(self) -> dict[str, Any]:
        """Return the record of the finished game."""
        return self.client.request("GET", "/api/record", dict[str, Any], key=self._key)

    def result(self) -> messages.GameListed:
        """Return the finished game as the history has it."""
        return self.client.request("GET", "/api/result", messages.GameListed, key=self._key)
