"""A list request whose mirrored headers have white space around their values.

HTTP libraries refuse to send such a header, so the bytes are written here.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.stateless_meta import standard_meta
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.target import HttpTarget

_METHOD: Final = "tools/list"
_SECONDS: Final = 5.0
_MOST: Final = 64 * 1024
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    target = ctx.target.http
    if target is None:
        raise NotSeenError(SkipReason.OTHER_TRANSPORT, "checked over HTTP only")
    session = await exam.session(ctx)
    answer = await _exchange(target, _request(target, session.version))
    head, _, body = answer.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    if not head.startswith(b"HTTP/") or len(words) < 2 or not words[1].isdigit():  # noqa: PLR2004
        return {"form": "closed"}
    return {"form": "http", "status": int(words[1]), "mismatch": b"-32020" in body}


def _request(target: HttpTarget, version: SpecVersion) -> bytes:
    parts = urlsplit(target.url)
    message: JsonObject = {
        "jsonrpc": "2.0",
        "id": "mcptest-padded",
        "method": _METHOD,
        "params": {"_meta": standard_meta(version)},
    }
    body = json.dumps(message).encode()
    headers = {
        "Host": parts.netloc.rpartition("@")[2],
        **{name: value for name, value in target.headers.items() if "\n" not in value},
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
        "MCP-Protocol-Version": f"  {version.wire}  ",
        "Mcp-Method": f"  {_METHOD} \t",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    query = f"?{parts.query}" if parts.query else ""
    lines = [f"POST {parts.path or '/'}{query} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body


async def _exchange(target: HttpTarget, request: bytes) -> bytes:
    """What came back until the server closed, a bound was reached, or the time was up."""
    parts = urlsplit(target.url)
    port = parts.port or _DEFAULT_PORTS.get(parts.scheme, 80)
    secure = ssl.create_default_context(cafile=target.ca_file) if parts.scheme == "https" else None
    answer = b""
    with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
        async with asyncio.timeout(_SECONDS):
            reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=secure)
            try:
                writer.write(request)
                await writer.drain()
                while len(answer) < _MOST and (part := await reader.read(_MOST)):
                    answer += part
            finally:
                writer.close()
    return answer


VIEW = View(
    name="padded-headers",
    summary="tools/list with white space around MCP-Protocol-Version and Mcp-Method.",
    members={
        "form": "http, or closed where no response came",
        "status": "of the response",
        "mismatch": "whether the response has the code -32020",
    },
    look=_look,
)
