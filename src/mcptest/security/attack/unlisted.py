"""Call reviewed tools that are no longer listed, in case only the list is filtered."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import Skip
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Gate, Refusal
from mcptest.safety.policy import CallContext
from mcptest.security.live.observed import SeenResponse, SeenSession, SeenUnlisted
from mcptest.security.live.session_cases import kept_findings
from mcptest.security.stage import ScanOptions, make_live_case, observed

_FEATURE = "security"


def unlisted_cases(
    server: str, tools: Sequence[ToolDescriptor], options: ScanOptions, gate: Gate
) -> list[Case]:
    """One for each reviewed tool that is gone and needs arguments."""
    listed = {tool.name for tool in tools}
    reviewed = options.review.tools if options.review is not None else {}
    gone = [ToolDescriptor.from_json(raw) for name, raw in reviewed.items() if name not in listed]
    return [_case(server, tool, options, gate) for tool in gone if _required(tool)]


def _case(server: str, tool: ToolDescriptor, options: ScanOptions, gate: Gate) -> Case:
    async def observe(context: Context) -> Observation:
        seen = await _look(context, tool)
        if isinstance(seen, Skip):
            return Observation(skip=seen)
        return observed(kept_findings(SeenSession(unlisted=(seen,)), server, options))

    answer = gate.decide(server, tool, CallContext.NEEDS_CALL)
    skip = answer.skip if isinstance(answer, Refusal) else None
    name = f"attack unlisted {tool.name}"
    return make_live_case(server, name, observe, options, serial=True, skip=skip)


async def _look(context: Context, tool: ToolDescriptor) -> SeenUnlisted | Skip:
    async with context.gate.enter(context.server, tool, _FEATURE) as answer:
        if isinstance(answer, Refusal):
            return answer.skip
        nobody = await _call(context, f"mcptest_{secrets.token_hex(6)}")
        response = await _call(context, tool.name)
    return SeenUnlisted(tool.name, _required(tool), response, nobody)


async def _call(context: Context, name: str) -> SeenResponse:
    """Nothing is sent but the name, so nothing that comes back can be an echo."""
    params: JsonObject = {"name": name, "arguments": {}}
    reply = await (await context.session()).request("tools/call", params)
    return SeenResponse(name, {}, reply.result, reply.error, reply.exchange)


def _required(tool: ToolDescriptor) -> tuple[str, ...]:
    schema = tool.input_schema
    listed = schema.get("required") if isinstance(schema, dict) else None
    return (
        tuple(name for name in listed if isinstance(name, str)) if isinstance(listed, list) else ()
    )
