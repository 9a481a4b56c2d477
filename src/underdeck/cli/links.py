"""Links that players send each other: to enter a competition, or to play a deal."""

from typing import NamedTuple

from underdeck.cli.client import Client, client_for
from underdeck.cli.http_client import HttpClient, is_loopback, read_address
from underdeck.cli.running_server import DEFAULT_ADDRESS, running_address
from underdeck.refusal import Refusal

ENTER, DEAL, DAILY = "enter", "deal", "daily"
"""The views of the page that links lead to."""


class Link(NamedTuple):
    """The server of a link, None for the one that is asked for elsewhere, and what it leads to."""

    server: str | None
    target: str

    def client(self, server: str | None) -> Client:
        """Return a client of the link's server, or of the one that the user names."""
        if self.server is None:
            return client_for(server)
        if server is not None and read_address(server) != self.server:
            raise Refusal("link_elsewhere", address=self.server)
        return client_for(None) if is_own(self.server) else HttpClient(self.server)


def is_own(address: str) -> bool:
    """Return whether an address is that of the server on this machine's own database.

    While that server doesn't run, links to its usual address mean the database.
    """
    running = running_address()
    if running is not None:
        return address == running
    host = address.partition("://")[2].rpartition(":")[0]
    return address == DEFAULT_ADDRESS or (
        is_loopback(host) and address.endswith(DEFAULT_ADDRESS[DEFAULT_ADDRESS.rindex(":") :])
    )


def read_link(text: str, view: str) -> Link:
    """Return what a link to a view of the page leads to; without an address, the text itself."""
    text = text.strip()
    if "://" not in text:
        return Link(None, text)
    address, _, fragment = text.partition("#")
    found, _, target = fragment.strip("/").partition("/")
    if found != view or not target:
        raise Refusal("foreign_link", text=text)
    return Link(read_address(address), target)


def is_link(text: str) -> bool:
    """Return whether a text is an address and not a code or a key."""
    return "://" in text
