"""Send one HTTP request with any method and headers, and add nothing to it."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from mcptest.compliance.observe.connection import RuleConnection
from mcptest.compliance.observe.reply_root import http_root
from mcptest.compliance.observe.view import NotSeenError
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.wire.http.connections.rate_limit import TRIES, pause_for
from mcptest.wire.reply import HttpFacts
from mcptest.wire.target import HttpTarget

if TYPE_CHECKING:
    import httpx2

BODY_LIMIT = 64 * 1024
SECONDS = 5.0
_WATCH = 1.0
_ACCEPT = "application/json, text/event-stream"


async def fetch(spec: Json, line: RuleConnection, ctx: Context) -> JsonObject:
    """Do what the step says: ``method``, ``path``, ``headers`` (null drops one), ``body``.

    An event stream is read up to its first event, or for ``watch`` seconds where the step says so;
    anything else up to a bound.
    """
    target = ctx.target.http
    if target is None:
        raise NotSeenError(SkipReason.OTHER_TRANSPORT, "checked over HTTP only")
    asked = spec if isinstance(spec, dict) else {}
    url = urljoin(target.url, str(asked.get("path", "")))
    own = urlsplit(url).netloc == urlsplit(target.url).netloc
    headers = _headers(asked, line, target) if own else {"Accept": "application/json"}
    method = str(asked.get("method", "GET"))
    watch = asked.get("watch")
    seconds = float(watch) if isinstance(watch, (int, float)) else None
    return await plain_fetch(method, url, headers, ctx, body=_body(asked), watch=seconds)


async def plain_fetch(
    method: str,
    url: str,
    headers: dict[str, str],
    ctx: Context,
    *,
    body: bytes | None = None,
    watch: float | None = None,
) -> JsonObject:
    """One exchange with exactly these headers; redirects are not followed."""
    tries = 0
    while True:
        root = await _fetch_once(method, url, headers, ctx, body=body, watch=watch)
        pause = _pause_after(root) if tries < TRIES else None
        if pause is None:
            return root
        tries += 1
        await asyncio.sleep(pause)


def _pause_after(root: JsonObject) -> float | None:
    """How long a server that limits its rate wants to be left alone, where that is not long."""
    match root.get("http"):
        case {"status": int(status), "headers": dict(headers)}:
            return pause_for(status, {name: str(value) for name, value in headers.items()})
    return None


async def _fetch_once(
    method: str,
    url: str,
    headers: dict[str, str],
    ctx: Context,
    *,
    body: bytes | None,
    watch: float | None,
) -> JsonObject:
    import httpx2

    # Loading the trusted authorities takes longer than the whole of a local exchange.
    trusted = ctx.target.http.ca_file if ctx.target.http else None
    verify = (trusted or True) if url.startswith("https:") else False
    try:
        async with (
            asyncio.timeout(min(SECONDS, ctx.limits.timeout)),
            httpx2.AsyncClient(verify=verify, follow_redirects=False, timeout=SECONDS) as client,
            client.stream(method, url, headers=headers, content=body) as response,
        ):
            return _root(response, await _read(response, watch), url)
    except (httpx2.HTTPError, TimeoutError, OSError) as trouble:
        form = "silence" if isinstance(trouble, TimeoutError) else "closed"
        return {"form": form, "url": url, "problem": str(trouble) or type(trouble).__name__}


def _headers(asked: JsonObject, line: RuleConnection, target: HttpTarget) -> dict[str, str]:
    headers: dict[str, Json] = {"Accept": _ACCEPT, **target.headers}
    session_id = _session_id(line)
    if session_id is not None:
        headers["Mcp-Session-Id"] = session_id
    if line.session is not None:
        headers["MCP-Protocol-Version"] = line.version.wire
    if "body" in asked:
        headers["Content-Type"] = "application/json"
    changes = asked.get("headers")
    for name, value in (changes if isinstance(changes, dict) else {}).items():
        for known in [key for key in headers if key.lower() == name.lower()]:
            del headers[known]
        headers[name] = value
    return {name: str(value) for name, value in headers.items() if value is not None}


def _session_id(line: RuleConnection) -> str | None:
    facts = line.session.opening.http if line.session else None
    if facts is None:
        return None
    return next((v for k, v in facts.headers.items() if k.lower() == "mcp-session-id"), None)


def _body(asked: JsonObject) -> bytes | None:
    body = asked.get("body")
    if body is None:
        return None
    return body.encode() if isinstance(body, str) else json.dumps(body).encode()


async def _read(response: httpx2.Response, watch: float | None) -> bytes:
    streams = response.headers.get("content-type", "").startswith("text/event-stream")
    first = streams and watch is None  # the first event will do
    body = b""
    try:
        async with asyncio.timeout(_WATCH if first else (watch if streams else SECONDS)):
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > BODY_LIMIT or (first and b"\n\n" in body.replace(b"\r", b"")):
                    break
    except TimeoutError:
        pass
    return body[:BODY_LIMIT]


def _root(response: httpx2.Response, body: bytes, url: str) -> JsonObject:
    content_type = response.headers.get("content-type", "")
    facts = HttpFacts(response.status_code, dict(response.headers), content_type, body)
    root: JsonObject = {"form": "http", "url": url, "http": http_root(facts)}
    with suppress(ValueError, RecursionError):
        root["json"] = json.loads(body)
    return root
