"""Check ``Host`` and ``Origin`` before a listener accepts a request."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

_LOOPBACK_NAMES: Final = frozenset(("127.0.0.1", "localhost", "::1"))


def is_wildcard(address: str) -> bool:
    """Whether the address stands for every one that the machine has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return found.is_unspecified or (mapped is not None and mapped.is_unspecified)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """Knows the names of one listener; a page in a browser that was led here has another.

    ``bound`` is the address that the system made of ``host``: 0, 0x0 and 0.0 are all 0.0.0.0.
    """

    def __init__(self, host: str, port: int, *, bound: str | None = None) -> None:
        self._names = _LOOPBACK_NAMES | {host.lower()}
        self._any_address = is_wildcard(bound or host)
        self._port = port

    def refusal(self, headers: Mapping[str, str]) -> str | None:
        """Why a request is not served; None where it is. Header names are in lower case."""
        if not self.takes_host(headers.get("host", "")):
            return "the Host header does not match this server"
        if not self.takes_origin(headers.get("origin")):
            return "the Origin header does not match this server"
        return None

    def takes_host(self, host: str) -> bool:
        """Whether a ``Host`` is our own."""
        return self._is_ours(host)

    def takes_origin(self, origin: str | None) -> bool:
        """Whether an ``Origin`` is our own; no header is nobody's page."""
        if origin is None:
            return True
        scheme, separator, authority = origin.partition("://")
        return scheme == "http" and bool(separator) and self._is_ours(authority)

    def _is_ours(self, authority: str) -> bool:
        try:
            parts = urlsplit(f"//{authority}")
            name, port = parts.hostname, parts.port
        except ValueError:
            return False
        plain = not (parts.path or parts.query or parts.fragment or parts.username)
        if not plain or name is None or (80 if port is None else port) != self._port:
            return False
        return name in self._names or (self._any_address and _is_address(name))


def _is_address(name: str) -> bool:
    """A number is safe behind a wildcard: only a name can be pointed here by a stranger."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
