"""A test from one call of the history."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.model.json import Json, JsonObject, same_json
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.ui.drafts.proposal import propose_test
from mcptest.ui.drafts.source import DraftSource
from mcptest.ui.hub import Hub
from mcptest.ui.live import LiveServer
from mcptest.ui.page_call import PageCall

_AGAIN_WITHIN = 10.0


async def source_of_call(hub: Hub, number: int, chosen: Sequence[int] | None) -> DraftSource:
    """With the chosen assertions, or with all of them.

    Raises: UsageError.
    """
    call = hub.calls.get(number)
    live = hub.live(call.server)
    again = _earlier(hub, call) or await _once_more(live, call)
    proposal = propose_test(call, again, live.redactor)
    assertions: list[Json] = list(proposal.assertions)
    return DraftSource(
        live,
        f"{proposal.subject} responds",
        lambda name: proposal.draft(name=name, chosen=chosen),
        {"assertions": assertions, "seen_twice": again is not None},
    )


def _earlier(hub: Hub, call: PageCall) -> JsonObject | None:
    """The result of the same call made before, so that what changes is not pinned."""
    for other in reversed(list(hub.calls.kept.values())):
        same = (other.server, other.method, other.status) == (call.server, call.method, "ok")
        fresh = other.number != call.number and not other.earlier
        if same and fresh and same_json(other.params, call.params):
            return _result(other.answer)
    return None


async def _once_more(live: LiveServer, call: PageCall) -> JsonObject | None:
    """Call a tool a second time where the policy allows any number of calls."""
    if call.status != "ok" or not await _repeatable(live, call):
        return None
    session = await live.ready()
    reply = await session.request(call.method, call.params, timeout=_AGAIN_WITHIN)
    return reply.result if reply.ok and isinstance(reply.result, dict) else None


async def _repeatable(live: LiveServer, call: PageCall) -> bool:
    if call.method != "tools/call":
        return True
    tool: ToolDescriptor | None = await live.tool(str(call.params.get("name")))
    return tool is not None and Gate(ExecutionPolicy()).repeatable(live.name, tool)


def _result(answer: JsonObject | None) -> JsonObject | None:
    result = (answer or {}).get("result")
    return result if isinstance(result, dict) else None
