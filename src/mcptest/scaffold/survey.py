"""List a server's catalog, try the allowed calls, and draft a test for each entry."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import field, replace

from mcptest.engine.passed_values import given_folders
from mcptest.errors import TargetError
from mcptest.model.counted import counted
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import classify, strictest_by_name
from mcptest.safety.gate import Refusal
from mcptest.safety.policy import CallContext
from mcptest.safety.refusals import only_as_task
from mcptest.scaffold.arguments import prompt_arguments, tool_arguments
from mcptest.scaffold.draft import DraftedTest, prompt_draft, resource_draft, tool_draft
from mcptest.scaffold.server_session import ServerSession
from mcptest.scaffold.trial import trouble_with

MOST_RESOURCES = 50
_GONE = "could not be called: the server had exited"


@record
class ScaffoldSurvey:
    """The drafts in the order served, and what a person should know besides."""

    drafts: tuple[DraftedTest, ...]
    notes: tuple[str, ...] = ()

    def redacted(self, redactor: Redactor) -> ScaffoldSurvey:
        """The same without secrets: a suite goes where its server's settings do not."""
        drafts = tuple(_without_secrets(draft, redactor) for draft in self.drafts)
        return ScaffoldSurvey(drafts, tuple(map(redactor.text, self.notes)))


def _without_secrets(draft: DraftedTest, redactor: Redactor) -> DraftedTest:
    body = redactor.json(draft.body)
    assert isinstance(body, dict)
    return replace(draft, body=body, remarks=tuple(map(redactor.text, draft.remarks)))


@record(kw_only=True)
class DraftWish:
    """``known`` holds what the suite has tests for already, by block."""

    all_arguments: bool = False
    known: dict[str, Collection[str]] = field(default_factory=dict)

    def lacks(self, block: str, subject: str) -> bool:
        return subject not in self.known.get(block, ())


async def survey(session: ServerSession, wish: DraftWish) -> ScaffoldSurvey:
    """Raises: TargetError where the server cannot be opened at all."""
    offered = await session.tools()
    tools = strictest_by_name(tool for tool in offered if tool.name)
    notes = [] if offered else ["the server has no tools"]
    doubled = len(offered) - len(tools)
    if doubled:
        notes.append(f"{counted(doubled, 'tool')} without a unique name omitted")
    chosen = [tool for tool in tools.values() if wish.lacks("tools", tool.name)]
    drafts = await _draft_tools(session, chosen, wish)
    resources, more = await _draft_resources(session, wish)
    prompts = await _draft_prompts(session, wish)
    return ScaffoldSurvey((*drafts, *resources, *prompts), (*notes, *more))


async def _draft_tools(
    session: ServerSession, tools: Sequence[ToolDescriptor], wish: DraftWish
) -> list[DraftedTest]:
    """Side by side as far as the gate lets them; what changes something comes after, alone."""
    drafts: dict[str, DraftedTest] = {}

    async def one(tool: ToolDescriptor) -> None:
        drafts[tool.name] = await _draft_tool(session, tool, wish)

    readers = [tool for tool in tools if "ReadOnly" in classify(tool).tool_class]
    async with asyncio.TaskGroup() as group:
        for tool in readers:
            group.create_task(one(tool))
    for tool in tools:
        if tool.name not in drafts:
            await one(tool)
    return [drafts[tool.name] for tool in tools]


async def _draft_tool(session: ServerSession, tool: ToolDescriptor, wish: DraftWish) -> DraftedTest:
    arguments = tool_arguments(tool, all_arguments=wish.all_arguments)
    trouble = None
    if isinstance(arguments.value, dict) and only_as_task(tool) is None:
        folder = session.gate.folder_for(tool)
        tried = tool_arguments(tool, all_arguments=wish.all_arguments, folder=folder).value
        arguments_tried = tried if isinstance(tried, dict) else {}
        trouble = await _try_tool(session, tool, arguments_tried, folder or "")
    return tool_draft(tool, classify(tool), arguments, trouble)


async def _try_tool(
    session: ServerSession, tool: ToolDescriptor, arguments: JsonObject, folder: str
) -> str | None:
    """None for a call that the policy refused; a destructive tool is marked by its draft."""
    try:
        reply = await session.call(tool, arguments, CallContext.CAN_EMIT)
    except TargetError:
        return _GONE
    if isinstance(reply, Refusal):
        spent = reply.skip.reason is SkipReason.BUDGET_EXHAUSTED
        return f"not called: {reply.skip.detail}" if spent else None
    return trouble_with(reply, given=_given(session), folder=folder)


async def _draft_resources(
    session: ServerSession, wish: DraftWish
) -> tuple[list[DraftedTest], list[str]]:
    listed = [item for item in await _offers(session, "resources") if isinstance(item, dict)]
    by_uri = {uri: item for item in listed if isinstance(uri := item.get("uri"), str)}
    wanted = [uri for uri in by_uri if wish.lacks("resources", uri)]
    drafts = []
    for uri in wanted[:MOST_RESOURCES]:
        trouble = await _try(session, "resources/read", {"uri": uri})
        drafts.append(resource_draft(uri, _text(by_uri[uri].get("name")), trouble))
    left = len(wanted) - len(drafts)
    return drafts, [f"{counted(left, 'more resource')} listed but omitted here"] if left else []


async def _draft_prompts(session: ServerSession, wish: DraftWish) -> list[DraftedTest]:
    drafts: dict[str, DraftedTest] = {}
    for item in await _offers(session, "prompts"):
        name = item.get("name") if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(name, str) or name in drafts:
            continue
        if wish.lacks("prompts", name):
            arguments = prompt_arguments(item, all_arguments=wish.all_arguments)
            params: JsonObject = {"name": name, **({"arguments": arguments} if arguments else {})}
            trouble = await _try(session, "prompts/get", params)
            drafts[name] = prompt_draft(name, _text(item.get("description")), arguments, trouble)
    return list(drafts.values())


async def _offers(session: ServerSession, kind: str) -> list[Json]:
    try:
        return await session.offers(kind)
    except TargetError:
        return []


async def _try(session: ServerSession, method: str, params: JsonObject) -> str | None:
    try:
        return trouble_with(await session.request(method, params), given=_given(session))
    except TargetError:
        return _GONE


def _given(session: ServerSession) -> tuple[str, ...]:
    """The folders that the server was started with or in."""
    return tuple(given_folders(session.server.target))


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
