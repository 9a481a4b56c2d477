"""Client addresses as keys for limits: one IPv4 address, or one IPv6 /64 network."""

import hashlib
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any


def client_of(scope: Mapping[str, Any]) -> str:
    """Return a hash of a request's client network, so that no address is kept."""
    return hashlib.sha256(network_of((scope.get("client") or ("", 0))[0]).encode()).hexdigest()[:16]


def network_of(host: str) -> str:
    """Return an IPv4 address as it is, and of an IPv6 address its /64 network, which usually belongs to one subscriber."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return (
        str(address.ipv4_mapped or f"{int(address) >> 64:x}")
        if isinstance(address, IPv6Address)
        else host
    )
