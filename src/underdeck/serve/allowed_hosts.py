"""Names that this server goes by, against DNS rebinding.

A page of a hostile site can have its own name resolve to this server, and then talks to it as if both were one site:
browsers send that name in `Host`. So only names are served that such a site can't have.
"""

import socket
from collections.abc import Iterable
from ipaddress import ip_address

ANY = "*"


class ServedNames:
    """The host names for which requests are answered: addresses, localhost, this machine's name, and those that were configured."""

    def __init__(
        self, host: str = "", allowed: Iterable[str] = (), origins: Iterable[str] = ()
    ) -> None:
        given = [*allowed, *(origin.partition("://")[2] or origin for origin in origins)]
        self.any = ANY in given
        self.names = {
            "localhost",
            *own_names(),
            *(name_of(each.rstrip("/")) for each in (host, *given)),
        } - {""}

    def __contains__(self, header: str) -> bool:
        name = name_of(header)
        return self.any or name in self.names or name.endswith(".localhost") or is_address(name)


def own_names() -> set[str]:
    """Return this machine's name, as it is and as mDNS announces it."""
    name = socket.gethostname().lower().rstrip(".")
    return {name, name.partition(".")[0] + ".local"} if name else set()


def name_of(header: str) -> str:
    """Return the name or address in a Host header, without port, brackets, final dot and capitals."""
    text = header.strip().lower()
    if text.startswith("["):
        address, _, port = text[1:].partition("]")
        return address if port == "" or (port[0] == ":" and port[1:].isdigit()) else text
    name, _, port = text.rpartition(":")
    return (name if name and port.isdigit() and ":" not in name else text.removesuffix(":")).rstrip(
        "."
    )


def is_address(name: str) -> bool:
    """Is this an IPv4 or IPv6 address, without a zone?"""
    if "%" in name:
        return False
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
