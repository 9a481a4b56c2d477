"""Client addresses as keys of limits."""

from underdeck.serve.addresses import client_key


def test_ipv6_clients_are_keyed_by_network_and_ipv4_clients_by_address() -> None:
    def same(one: str, other: str) -> bool:
        return client_key({"client": (one, 1)}) == client_key({"client": (other, 2)})

    assert same("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff")
    assert not same("2001:db8:1:2::1", "2001:db8:1:3::1")
    assert same("fe80::1%eth0", "fe80::2%eth1")
    assert same("192.0.2.1", "::ffff:192.0.2.1")
    assert not same("192.0.2.1", "192.0.2.2")
    assert not same("::ffff:192.0.2.1", "::ffff:192.0.2.2")
    assert same("", "")
    assert not same("", "somewhere")
