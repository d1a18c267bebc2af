"""The addresses of this computer that phones in the room can reach, the likeliest first."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterable
from contextlib import closing
from ipaddress import IPv4Address
from typing import NamedTuple

HOTSPOTS = {"192.168.137.1", "10.42.0.1"}
"""The addresses that Windows and NetworkManager give themselves when they are a hotspot."""
HOTSPOT_OF_MACS = re.compile(r"^bridge1\d\d$|\bap\d$|wi-?fi direct", re.IGNORECASE)
VIRTUAL = re.compile(
    r"docker|podman|^br-|^veth|^virbr|vmnet|vmware|virtualbox|vboxnet|hyper-?v|vethernet|wsl|default switch|"
    r"^lxc|^lxd|^cni|^tun|^tap|^utun|^ppp|^wg\d|wireguard|tailscale|zerotier|^zt|hamachi|nordlynx|proton|"
    r"openvpn|anyconnect|cisco|fortinet|forti|globalprotect|pangp|juniper|sonicwall|vpn|ipsec|awdl|llw|radmin",
    re.IGNORECASE,
)
"""Names of cards that lead into another computer or a tunnel, where no phone is."""
WIRELESS = re.compile(r"wi-?fi|wlan|wireless|^wl|802\.11|airport", re.IGNORECASE)
WHOLE = 32
"""The length of a network of one computer: the end of a tunnel."""
NOWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737); nothing is sent to it."""


class Card(NamedTuple):
    """An address of this computer, with the name of its network card and the length of its network."""

    name: str
    ip: str
    length: int


def addresses(
    cards: Callable[[], Iterable[Card]] | None = None, outgoing: Callable[[], str] | None = None
) -> list[Card]:
    """The cards that phones may reach, the likeliest first.

    A hotspot of this computer comes first, as its phones know no other way; then the card that leads to the
    internet, unless that is a tunnel; then Wi-Fi; cards of virtual machines and tunnels come last.
    """
    leading = (outgoing or _outgoing)()
    found = {card.ip: card for card in (cards or _cards)() if _is_reachable(card.ip)}
    return sorted(found.values(), key=lambda card: _rank(card, leading))


def _is_reachable(ip: str) -> bool:
    address = IPv4Address(ip)
    return not (address.is_loopback or address.is_unspecified or address.is_multicast)


def _rank(card: Card, leading: str) -> tuple[bool, bool, bool, bool, bool, bool, int]:
    address = IPv4Address(card.ip)
    is_hotspot = card.ip in HOTSPOTS or bool(HOTSPOT_OF_MACS.search(card.name))
    return (
        not is_hotspot and (bool(VIRTUAL.search(card.name)) or card.length == WHOLE),
        address.is_link_local,
        not is_hotspot,
        card.ip != leading,
        not WIRELESS.search(card.name),
        not address.is_private,
        int(address),
    )


def _outgoing() -> str:
    """The address from which this computer would reach the internet; blank without a way there."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asking:
        try:
            asking.connect(NOWHERE)
            return str(asking.getsockname()[0])
        except OSError:
            return ""


def _cards() -> list[Card]:
    """The cards of this computer as the system lists them; what is known without a list where that fails."""
    import ifaddr  # noqa: PLC0415  (of the extra)

    try:
        return [
            Card(adapter.nice_name or str(adapter.name), ip.ip, ip.network_prefix)
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
            if isinstance(ip.ip, str)  # those of IPv6 are tuples
        ]
    except OSError:
        return [Card("", ip, 0) for ip in [_outgoing()] if ip]
