"""What is known about the conversation; in every rule's reach without being asked for."""

from __future__ import annotations

from urllib.parse import urlsplit

from mcptest.compliance.observe.every_request import listing_of
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.stateless_meta import standard_meta
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.loopback import is_loopback


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    root: JsonObject = {
        "era": session.era.value,
        "version": session.version.wire,
        "transport": session.link.transport.name,
        "capabilities": session.capabilities,
        "meta": standard_meta(session.version),
        "listing": listing_of(session),
        **http_address(exam, ctx),
    }
    facts = session.opening.http
    for name, value in (facts.headers if facts else {}).items():
        if name.lower() == "mcp-session-id":
            root["id"] = value
    return root


def http_address(exam: Examination, ctx: Context) -> JsonObject:
    """Where the server is; the hint ``remote`` says that a tunnel only makes it look local."""
    target = ctx.target.http
    if target is None:
        return {}
    parts = urlsplit(target.url)
    host = parts.hostname or ""
    return {
        "url": target.url,
        "path": parts.path,
        "origin": f"{parts.scheme}://{parts.netloc}",
        "loopback": is_loopback(host) and exam.hints.get("remote") is not True,
    }


VIEW = View(
    name="session",
    summary="Era, version, transport, capabilities, the standard _meta, and the HTTP address.",
    members={
        "version": "the negotiated version as the wire spells it",
        "capabilities": "what the server declared",
        "meta": "the _meta of a correct stateless request",
        "listing": "tools/list, or the method of another list if the server declares no tools",
        "id": "the HTTP session id, where one was issued",
        "url": "the HTTP endpoint",
        "origin": "its scheme, host and port",
    },
    look=_look,
)
