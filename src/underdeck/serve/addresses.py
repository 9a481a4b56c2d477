"""Client addresses as keys of limits: an IPv4 address or an IPv6 /64 network."""

import hashlib
from ipaddress import IPv6Address, ip_address

from underdeck.serve.asgi import Scope


def client_key(scope: Scope) -> str:
    """Return a hash of a request's client network, so that no address is stored."""
    host = (scope.get("client") or ("", 0))[0]
    return hashlib.sha256(client_network(host).encode()).hexdigest()[:16]


def client_network(host: str) -> str:
    """Return an IPv4 address as it is, and an IPv6 address as its /64 network.

    A /64 network usually belongs to one subscriber.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or f"{int(address) >> 64:x}")
