"""The security stage of an audit: scan the catalog and the responses of the other stages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.engine.server import Server
from mcptest.model.finding import Risk
from mcptest.model.tool import ToolDescriptor
from mcptest.security.engine import Located, scan_catalog, scan_launch
from mcptest.security.launch import launch_of
from mcptest.security.live.look import around_texts
from mcptest.security.live.responses import ResponseLog
from mcptest.security.live.session_cases import RESPONSES, http_case, judge_responses, list_case
from mcptest.security.review import Review
from mcptest.security.stage import ScanOptions, make_live_case, observed
from mcptest.security.subject import make_catalog
from mcptest.wire.target import HttpTarget

DEFINITIONS = "definitions and launch"


def security_stage(
    target: Server,
    tools: Sequence[ToolDescriptor],
    log: ResponseLog | None,
    review: Review | None = None,
) -> list[Case]:
    """A few cases, none of which fails an audit: they warn at most.

    ``log`` has what the valid calls of another stage brought, where there is one.
    """
    options = ScanOptions(advisory=True, review=review)
    cases = [_definitions(target, tools, options)]
    if tools:
        cases.append(list_case(target.name, tools, options))
    if log is not None:
        cases.append(_responses(target.name, tools, log, options))
    if isinstance(target.target, HttpTarget):
        cases.append(http_case(target.name, tools, options, sessions=False))
    return [replace(case, last=True) for case in cases]


def _definitions(target: Server, tools: Sequence[ToolDescriptor], options: ScanOptions) -> Case:
    async def observe(context: Context) -> Observation:
        around = await around_texts(await context.session())
        catalog = make_catalog(tools, server=target.name, around=around, review=options.review)
        found = scan_catalog(catalog, options.rules)
        found += scan_launch(launch_of(target.name, target.target), options.rules)
        return observed([_named(one) for one in found if _is_worth_telling(one)])

    return make_live_case(target.name, DEFINITIONS, observe, options)


def _is_worth_telling(located: Located) -> bool:
    """Facts that nearly every server has are left to the scan itself."""
    facts = located.finding.security
    return facts is not None and facts.risk is not Risk.INFO


def _named(located: Located) -> Located:
    if not located.name:
        return located
    message = f"{located.name}: {located.finding.message}"
    return replace(located, finding=replace(located.finding, message=message))


def _responses(
    server: str, tools: Sequence[ToolDescriptor], log: ResponseLog, options: ScanOptions
) -> Case:
    async def observe(_context: Context) -> Observation:
        return judge_responses(log, server, tools, options)

    return make_live_case(server, RESPONSES, observe, options)


def listening(
    case: Case, tool: ToolDescriptor, log: ResponseLog
) -> Callable[[Context], Awaitable[Observation]]:
    """The case's own observation, with its response kept for the security stage."""

    async def observe(context: Context) -> Observation:
        seen = await case.observe(context)
        log.add(tool, seen, context.target)
        return seen

    return observe
