"""Rewrite request heads for the real server: ``Host`` and ``Origin`` must name it."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from functools import lru_cache

from mcptest.mock.http.guard import Guard
from mcptest.model.record import record
from mcptest.recording.proxy.http_reader import HttpHead
from mcptest.wire.http.address import Address


@record
class Upstream:
    """The real server: where it is, whom to trust, what to send with every request."""

    address: Address
    tls: ssl.SSLContext | None
    headers: Mapping[str, str]


class RequestHeads:
    """Decides who may ask, and writes heads as the server would get them without us."""

    def __init__(self, upstream: Upstream, guard: Guard) -> None:
        address, extra = upstream.address, upstream.headers
        self._replaced = {
            "host": address.authority,
            "origin": f"{address.scheme}://{address.authority}",
        }
        self._extra = [f"{name}: {value}" for name, value in extra.items()]
        self._left_out = {name.lower() for name in extra}

        @lru_cache(maxsize=64)
        def refusal(host: str, origin: str | None) -> str | None:
            found = {"host": host} if origin is None else {"host": host, "origin": origin}
            return guard.refusal(found)

        self._refusal = refusal

    def refusal(self, head: HttpHead) -> str | None:
        """Why a request is not passed on; a request with two hosts names neither."""
        found: dict[str, str] = {}
        for name, value in head.headers:
            key = name.lower()
            if key in self._replaced:
                found[key] = f"{found[key]}, {value}" if key in found else value
        return self._refusal(found.get("host", ""), found.get("origin"))

    def rewritten(self, head: HttpHead) -> bytes:
        """With the headers of the user, which replace those of the client."""
        lines = [head.start]
        for name, value in head.headers:
            key = name.lower()
            if key not in self._left_out:
                lines.append(f"{name}: {self._replaced.get(key, value)}")
        return ("\r\n".join([*lines, *self._extra]) + "\r\n\r\n").encode("latin-1")
