"""Every kind of HTTP request to a protected endpoint, without a token."""

from __future__ import annotations

from mcptest.compliance.judge.authorization_claim import header_of, opens
from mcptest.compliance.observe.authorization.opening_asker import OpeningAsker
from mcptest.compliance.observe.authorization.token_fixtures import valid_token
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.raw_http import plain_fetch
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import Era
from mcptest.wire.codec import encode

_SESSION = "Mcp-Session-Id"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    """The session is real and our own: without one, many servers say no before they look."""
    asker = OpeningAsker.of(exam, ctx)
    opened = await asker.post(f"Bearer {valid_token(exam)}")
    if not opens(opened):
        raise NotSeenError(SkipReason.CANNOT_TELL, "the token does not open a session")
    session = header_of(opened, _SESSION.lower())
    headers = {**asker.others, "MCP-Protocol-Version": asker.version.wire}
    headers |= {_SESSION: session} if session else {}
    items: list[Json] = [
        {**await _notify(asker, headers), "kind": "a notification"},
        {**await _get(asker, headers), "kind": "GET"},
    ]
    if session:
        ended = await plain_fetch("DELETE", asker.target.url, headers, ctx)
        items.append({**ended, "kind": "DELETE"})
    return {"items": items}


async def _notify(asker: OpeningAsker, headers: dict[str, str]) -> JsonObject:
    handshake = asker.version.era is Era.HANDSHAKE
    method = "notifications/initialized" if handshake else "notifications/cancelled"
    params: JsonObject = {} if handshake else {"requestId": "mcptest-none"}
    named = {
        **headers,
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
        "Mcp-Method": method,
    }
    body = encode({"jsonrpc": "2.0", "method": method, "params": params})
    return await plain_fetch("POST", asker.target.url, named, asker.ctx, body=body)


async def _get(asker: OpeningAsker, headers: dict[str, str]) -> JsonObject:
    named = {**headers, "Accept": "text/event-stream"}
    return await plain_fetch("GET", asker.target.url, named, asker.ctx)


VIEW = View(
    name="without_token",
    summary="A notification, GET and DELETE of a session without the token that opened it.",
    members={"items": "one for each: kind, http"},
    look=_look,
    alone=True,
)
