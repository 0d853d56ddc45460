"""The cases of a scan that need a session."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.counted import counted
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.security.engine import Located, make_finding
from mcptest.security.live.http_look import look_at_http
from mcptest.security.live.lists import list_again, list_elsewhere, list_twice, listed_before
from mcptest.security.live.observed import SeenSession
from mcptest.security.live.responses import ResponseLog, call_each
from mcptest.security.rule import PassiveRule
from mcptest.security.stage import ScanOptions, make_live_case, observed
from mcptest.wire.target import HttpTarget, Target

LISTS = "the list of tools stays the same"
RESPONSES = "responses to valid calls"
HTTP = "HTTP"


def passive_cases(
    server: str,
    target: Target,
    tools: Sequence[ToolDescriptor],
    options: ScanOptions,
    *,
    same_session: bool = False,
) -> list[Case]:
    """Everything that ordinary requests show; tools are called as far as the policy allows.

    ``same_session``: the tools were listed in the session that the cases use.
    """
    lists = list_again_case if same_session else list_case
    cases = [lists(server, tools, options), _response_case(server, tools, options)]
    if isinstance(target, HttpTarget):
        cases.append(http_case(server, tools, options, sessions=True))
    return cases


def list_case(server: str, tools: Sequence[ToolDescriptor], options: ScanOptions) -> Case:
    async def observe(context: Context) -> Observation:
        lists = await list_twice(await context.session())
        seen = SeenSession(lists=(listed_before(tools), *lists))
        return observed(kept_findings(seen, server, options))

    return make_live_case(server, LISTS, observe, options)


def list_again_case(server: str, tools: Sequence[ToolDescriptor], options: ScanOptions) -> Case:
    async def observe(context: Context) -> Observation:
        lists = await list_elsewhere(await context.fresh())
        lists += await list_again(await context.session(), tools)
        return observed(kept_findings(SeenSession(lists=tuple(lists)), server, options))

    return make_live_case(server, LISTS, observe, options)


def http_case(
    server: str, tools: Sequence[ToolDescriptor], options: ScanOptions, *, sessions: bool
) -> Case:
    async def observe(context: Context) -> Observation:
        http = await look_at_http(context, sessions=sessions, other_user=options.other_user)
        if http is None:
            detail = "the server is not reached over Streamable HTTP"
            return Observation(skip=Skip(SkipReason.OTHER_TRANSPORT, detail))
        return observed(
            kept_findings(SeenSession(http=http, writers=writers_of(tools)), server, options)
        )

    return make_live_case(server, HTTP, observe, options)


def writers_of(tools: Sequence[ToolDescriptor]) -> tuple[str, ...]:
    """Tools that declare a change themselves; a name that sounds like one is not enough."""
    hints = [(t.name, t.annotations) for t in tools if isinstance(t.annotations, dict)]
    return tuple(
        name
        for name, said in hints
        if said.get("destructiveHint") is True or said.get("readOnlyHint") is False
    )


def _response_case(server: str, tools: Sequence[ToolDescriptor], options: ScanOptions) -> Case:
    async def observe(context: Context) -> Observation:
        return judge_responses(await call_each(context, tools), server, tools, options)

    return make_live_case(server, RESPONSES, observe, options)


def judge_responses(
    log: ResponseLog, server: str, tools: Sequence[ToolDescriptor], options: ScanOptions
) -> Observation:
    """What was answered, and how many tools were not called."""
    if not log.responses:
        return Observation(skip=Skip(SkipReason.NOT_APPLICABLE, "no tool was called"))
    names = frozenset(tool.name for tool in tools)
    seen = SeenSession(responses=tuple(log.responses), tool_names=names)
    judged = observed(kept_findings(seen, server, options))
    return Observation(
        targets=judged.targets,
        findings=judged.findings,
        judged=True,
        notes=(f"{counted(len(log.responses), 'tool')} called, {log.refused} not called",),
    )


def kept_findings(seen: SeenSession, server: str, options: ScanOptions) -> list[Located]:
    """What the passive rules find, without what is accepted."""
    found = [
        Located(
            None,
            "",
            make_finding(rule, hit, server=server, fail_on=options.fail_on, proof="observed"),
        )
        for rule in options.rules
        if isinstance(rule, PassiveRule)
        for hit in rule.check(seen)
    ]
    return options.acceptance.kept(found)
