"""Allowed values of the Host header, against DNS rebinding.

A hostile page can have its own host name resolve to this server and then counts as the same site.
Browsers send that name in `Host`, so requests are served only for names such a site can't own.
"""

import socket
from collections.abc import Iterable
from ipaddress import ip_address

ANY_HOST = "*"


class AllowedHosts:
    """The set of host names that are served.

    Contains addresses, localhost, this machine's name, and the configured names.
    """

    def __init__(
        self, host: str = "", allowed: Iterable[str] = (), origins: Iterable[str] = ()
    ) -> None:
        configured = [*allowed, *(origin.partition("://")[2] or origin for origin in origins)]
        self.allows_any = ANY_HOST in configured
        names = {host_name(each.rstrip("/")) for each in (host, *configured)}
        self.names = {"localhost", *machine_names(), *names} - {""}

    def __contains__(self, header: str) -> bool:
        name = host_name(header)
        return (
            self.allows_any or name in self.names or name.endswith(".localhost") or is_address(name)
        )


def machine_names() -> set[str]:
    """Return this machine's name, plain and as mDNS announces it."""
    name = socket.gethostname().lower().rstrip(".")
    return {name, name.partition(".")[0] + ".local"} if name else set()


def host_name(header: str) -> str:
    """Return the name or address in a Host header.

    Drops the port, brackets and a final dot, and lowers capitals.
    """
    text = header.strip().lower()
    if text.startswith("["):
        address, _, port = text[1:].partition("]")
        return address if port == "" or (port[0] == ":" and port[1:].isdigit()) else text
    name, _, port = text.rpartition(":")
    has_port = bool(name) and port.isdigit() and ":" not in name
    return (name if has_port else text.removesuffix(":")).rstrip(".")


def is_address(name: str) -> bool:
    """Return whether a name is an IPv4 or IPv6 address without a zone."""
    if "%" in name:
        return False
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
