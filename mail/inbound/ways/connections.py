"""Connections to the mail server: a limited number of places, shared among networks.

When all places are taken, the network that has most loses one: the connection that has been silent
longest and has named no address of ours, new ones last. A network takes a place from others only
once in a while, so a mail is delivered before its sender has to go, however many networks come.
Mail servers in front of ours (`INBOUND_RELAYS`) have no limit.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from math import inf
from typing import Protocol

MOST_CONNECTIONS = 100
MOST_OF_A_NETWORK = 20
LONGEST_SESSION = timedelta(minutes=5)
"""How long one connection may last in all, however busy it looks."""

YOUNG_SECONDS = 30.0
"""Within them a mail server brings its mail."""
AGAIN_SECONDS = 60.0
"""How long a network waits before it takes another place from others; our own checks do not."""

LOOPBACK = ("127.0.0.0/24", "::/56")
"""From here mail server and worker check whether the port greets them."""
_SAME_NETWORK = {4: 24, 6: 56}
"""Bits of an address that one customer of a provider usually has."""


class Connection(Protocol):
    """What decides which connection has to go."""

    network: str
    began_at: float
    heard_at: float
    """When its last command came."""

    @property
    def is_busy(self) -> bool:
        """Whether a mail of it is being written down."""

    @property
    def has_recipient(self) -> bool:
        """Whether it has named an address of ours."""

    def leave(self) -> None:
        """Say that there is no place any more, and hang up."""


class Places:
    """The connections that are there."""

    def __init__(self) -> None:
        self._taken: set[Connection] = set()
        self._pushed: dict[str, float] = {}
        """When a network last took a place from another."""

    def __len__(self) -> int:
        return len(self._taken)

    def take(self, newcomer: Connection) -> bool:
        """Return whether there is a place for the newcomer; somebody idle may have to leave."""
        of_network = Counter(each.network for each in self._taken)
        if of_network[newcomer.network] >= MOST_OF_A_NETWORK:
            leaving = self._idlest(newcomer.network)
        elif len(self._taken) >= MOST_CONNECTIONS:
            leaving = self._whose_place(newcomer, of_network)
        else:
            self._taken.add(newcomer)
            return True
        if leaving is None:
            return False
        self.free(leaving)
        leaving.leave()
        self._taken.add(newcomer)
        return True

    def free(self, connection: Connection) -> None:
        """Give the place of this connection back, if it has one."""
        self._taken.discard(connection)

    def _whose_place(self, newcomer: Connection, of_network: Counter[str]) -> Connection | None:
        now = newcomer.began_at
        recent = {each: at for each, at in self._pushed.items() if at > now - AGAIN_SECONDS}
        self._pushed = recent
        leaving = self._idlest(*_greediest(of_network), young_since=now - YOUNG_SECONDS)
        if newcomer.network in recent or leaving is None:
            return None
        if newcomer.network not in LOOPBACK:
            recent[newcomer.network] = now
        return leaving

    def _idlest(self, *networks: str, young_since: float = inf) -> Connection | None:
        def staying(each: Connection) -> tuple[bool, bool, float]:
            if each.began_at > young_since:
                return True, False, each.began_at
            return False, each.has_recipient, each.heard_at

        idle = [each for each in self._taken if each.network in networks and not each.is_busy]
        return min(idle, key=staying, default=None)


def network_of(address: str) -> str:
    """Return the network that an address belongs to; what is no address is one by itself."""
    try:
        found = _unmapped(address)
    except ValueError:
        return address
    return str(ip_network(f"{found}/{_SAME_NETWORK[found.version]}", strict=False))


def is_relay(address: str, relays: Sequence[str]) -> bool:
    """Return whether this is a mail server in front of ours, by addresses and networks."""
    try:
        found = _unmapped(address)
    except ValueError:
        return False
    return any(found in ip_network(relay, strict=False) for relay in relays)


def is_private(address: str) -> bool:
    """Return whether the address is one of this machine or of a network that nobody else sees."""
    try:
        return _unmapped(address).is_private
    except ValueError:
        return True


def _unmapped(address: str) -> IPv4Address | IPv6Address:
    found = ip_address(address.partition("%")[0])
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _greediest(of_network: Counter[str]) -> list[str]:
    most = max(of_network.values(), default=0)
    return [network for network, count in of_network.items() if count == most]
