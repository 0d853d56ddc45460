"""Whether a local server can also be reached at an address of this machine that is not its own.

On Linux every address of 127.0.0.0/8 reaches this machine, and a server that is bound to 127.0.0.1
does not answer at 127.0.0.2. The address that the machine has in its network shows it everywhere.
"""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.raw_http import plain_fetch
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.views.session import http_address
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.schema.pointer import follow_pointer

_SECOND: Final = "127.0.0.2"
_NOWHERE: Final = ("192.0.2.1", 9)  # of the range for examples; nothing is sent there


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    target = ctx.target.http
    if target is None or http_address(exam, ctx).get("loopback") is not True:
        raise NotSeenError(SkipReason.NOT_APPLICABLE, "applies only if the server is local")
    parts = urlsplit(target.url)
    headers = {"Accept": "text/event-stream", "Host": parts.netloc.rpartition("@")[2]}
    here = await plain_fetch("GET", target.url, headers, ctx)
    addresses = other_addresses()
    if not addresses:
        raise NotSeenError(SkipReason.NOT_APPLICABLE, "this machine has no other address")
    reached: list[Json] = []
    for address in addresses:
        netloc = address if parts.port is None else f"{address}:{parts.port}"
        url = parts._replace(netloc=netloc).geturl()
        there = await plain_fetch("GET", url, headers, ctx)
        if _is_same(here, there):
            reached.append(address)
    return {"tried": list(addresses), "reached": reached}


def other_addresses() -> list[str]:
    """The addresses of this machine to try."""
    found = [_SECOND] if sys.platform == "linux" else []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_NOWHERE)
        own = str(probe.getsockname()[0])
        if not own.startswith("127.") and own != "0.0.0.0":  # noqa: S104 - compared, not bound
            found.append(own)
    return found


def _is_same(here: JsonObject, there: JsonObject) -> bool:
    """Another program may have the same port elsewhere; it would answer otherwise."""
    places = ("/http/status", "/http/content_type")
    return there.get("form") == "http" and all(
        follow_pointer(here, place) == follow_pointer(there, place) for place in places
    )


VIEW = View(
    name="binding",
    summary="The same GET at other addresses of this machine as at the server's own.",
    members={"tried": "the addresses", "reached": "those where the server answered too"},
    look=_look,
)
