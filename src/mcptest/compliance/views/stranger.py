"""A stateless connection that does not start with discovery, and then the other era's handshake."""

from __future__ import annotations

from contextlib import suppress

from mcptest.compliance.corpus.rule import Observe
from mcptest.compliance.observe.connection import RuleConnection, connect
from mcptest.compliance.observe.every_request import ask, changed, working_requests
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject

_NAME = "stranger"
_LISTS = ("tools", "resources", "prompts")
_INITIALIZE: JsonObject = {
    "jsonrpc": "2.0",
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "mcptest", "version": "0"},
    },
}


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    requests = [request async for request in working_requests(exam, ctx)]
    async with connect(Observe(on="bare"), {}, exam, ctx, view=_NAME) as line:
        root: JsonObject = {}
        for kind in _LISTS:
            message = changed({"method": f"{kind}/list"}, {}, line)
            root[kind] = await ask(message, line, exam, ctx)
        root["items"] = await _others(requests, line, exam, ctx)
        headers = {"MCP-Protocol-Version": None, "Mcp-Method": None}
        root["initialize"] = await ask(_INITIALIZE, line, exam, ctx, headers)
        return root


async def _others(
    requests: list[JsonObject], line: RuleConnection, exam: Examination, ctx: Context
) -> list[Json]:
    """What works on a connection that began with server/discover, other than that itself."""
    replies: list[Json] = []
    for request in requests:
        if request["method"] != "server/discover":
            with suppress(NotSeenError):
                replies.append(await ask(changed(request, {}, line), line, exam, ctx))
    return replies


VIEW = View(
    name=_NAME,
    summary="A connection without server/discover: the three lists, one request of each kind that "
    "works, then an initialize of the older revisions.",
    members={
        **{kind: f"the reply to {kind}/list" for kind in _LISTS},
        "items": "one for each kind of request that works elsewhere: method, form, result, error",
        "initialize": "the reply to initialize",
    },
    look=_look,
)
