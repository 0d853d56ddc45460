"""Draft a test from a call of the history, and see how its suite would look."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject, same_json
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.ui.calls import PageCall
from mcptest.ui.drafts import entry_yaml, propose_test, suite_with
from mcptest.ui.hub import Hub
from mcptest.ui.live import LiveServer
from mcptest.ui.suites import mark_of

_DEFAULT = "mcptest.yml"
_AGAIN_WITHIN = 10.0


@record
class DraftedSuite:
    """A test, and the suite with it; ``mark`` names the suite that it was added to."""

    path: str
    suite: str
    mark: str | None
    document: JsonObject


async def draft_call(hub: Hub, request: JsonObject) -> DraftedSuite:
    """Raises: UsageError."""
    call = hub.calls.get(int(str(request["call"])))
    live = hub.live(call.server)
    again = _earlier(hub, call) or await _once_more(live, call)
    proposal = propose_test(call, again, live.redactor)
    path = str(request.get("path") or _DEFAULT)
    text = hub.suites.text(path)
    known = hub.suites.check(path) if text is not None else {}
    name = str(request.get("name") or _free_name(f"{proposal.subject} responds", known))
    chosen = request.get("chosen")
    numbers = [int(str(one)) for one in chosen] if isinstance(chosen, list) else None
    draft = proposal.draft(name=name, chosen=numbers, server=_server_for(live, known))
    suite = suite_with(text, draft, live.offered, path)
    assertions: list[Json] = list(proposal.assertions)
    document: JsonObject = {
        "path": path,
        "name": name,
        "assertions": assertions,
        "yaml": entry_yaml(draft),
        "new_file": text is None,
        "seen_twice": again is not None,
    }
    return DraftedSuite(path, suite, None if text is None else mark_of(text), document)


def _free_name(wanted: str, known: JsonObject) -> str:
    tests = known.get("tests")
    listed = tests if isinstance(tests, list) else []
    taken = {one.get("name") for one in listed if isinstance(one, dict)}
    names = (wanted if n == 1 else f"{wanted} ({n})" for n in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def _server_for(live: LiveServer, known: JsonObject) -> str | None:
    """Which server of the suite is called, where it has several."""
    servers = known.get("servers")
    if not isinstance(servers, list) or len(servers) < 2:  # noqa: PLR2004 - one needs no name
        return None
    return live.name if live.name in servers else str(servers[0])


def _earlier(hub: Hub, call: PageCall) -> JsonObject | None:
    """The result of the same call made before, so that what changes is not pinned."""
    for other in reversed(list(hub.calls.kept.values())):
        same = (other.server, other.method, other.status) == (call.server, call.method, "ok")
        if same and other.number != call.number and same_json(other.params, call.params):
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
