"""The stages of an audit, each of them cases for the engine."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.fuzz.observe import FuzzPlan, before
from mcptest.fuzz.observe import observing as fuzzing
from mcptest.lint.engine import ToolReport, lint_tools
from mcptest.lint.tokens import tool_tokens
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import JsonObject
from mcptest.model.outcome import Lane, Skip, SkipReason
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.negative.observe import NegativePath, observe_negative_path
from mcptest.negative.table import chosen
from mcptest.safety.classify import ToolClass, classify
from mcptest.scaffold.arguments import tool_arguments

_FREE = {ToolClass.READ_ONLY, ToolClass.READ_ONLY_PRESUMED}
FUZZ_CASES = 25
FUZZ_SECONDS = 20.0


def lint_stage(
    server: str, tools: Sequence[ToolDescriptor], version: SpecVersion
) -> Iterator[Case]:
    """One case a tool. Nothing a lint says breaks the protocol, so nothing of it fails a server."""
    for report in lint_tools(tools, version=version):
        tool = tools[report.index]
        yield _case(Lane.SCHEMA_LINT, server, tool.name, _linted(report, tool))


def _linted(report: ToolReport, tool: ToolDescriptor) -> Observation:
    return Observation(
        targets={"score": report.score.value, "tokens": tool_tokens(tool)},
        findings=tuple(map(_advice, report.findings)),
    )


def _advice(finding: Finding) -> Finding:
    if finding.severity is not Severity.ERROR:
        return finding
    return replace(finding, severity=Severity.WARNING)


def negative_stage(server: str, tools: Iterable[ToolDescriptor]) -> Iterator[Case]:
    """The default probes on every tool that may be called as often as it takes."""
    for tool in tools:
        asked = NegativePath(tool=tool.name, probes=chosen(None), args=_arguments(tool))

        async def observe(context: Context, asked: NegativePath = asked) -> Observation:
            return await observe_negative_path(context, asked)

        case = _case(Lane.NEGATIVE_PATH, server, tool.name, Observation())
        yield _unless_it_changes_things(replace(case, observe=observe), tool)


def fuzz_stage(server: str, tools: Sequence[ToolDescriptor], seed: int) -> Iterator[Case]:
    """A short fuzz; the time is shared by all tools, so a big catalog costs no more."""
    each = FUZZ_SECONDS / max(1, len(tools))
    for tool in tools:

        async def observe(context: Context, tool: ToolDescriptor = tool) -> Observation:
            plan = FuzzPlan(
                tool=tool.name,
                args=_arguments(tool),
                seed=seed,
                cases=FUZZ_CASES,
                limit=context.limits.timeout,
                until=before(time.monotonic() + each),
            )
            return await fuzzing(plan)(context)

        case = _case(Lane.FUZZ, server, tool.name, Observation())
        yield _unless_it_changes_things(replace(case, observe=observe), tool)


def _arguments(tool: ToolDescriptor) -> JsonObject:
    made = tool_arguments(tool)
    return made.value if isinstance(made.value, dict) else {}


def _unless_it_changes_things(case: Case, tool: ToolDescriptor) -> Case:
    found = classify(tool)
    if found.tool_class in _FREE:
        return case
    detail = f"{tool.name} is {found.tool_class} ({found.reason}); it was called once at most"
    return replace(case, skip=Skip(SkipReason.REFUSED_BY_POLICY, detail))


def _case(lane: Lane, server: str, name: str, seen: Observation) -> Case:
    async def observe(_context: Context) -> Observation:
        return seen

    return Case(
        id=f"{lane}::{server}::{name}", name=name, lane=lane, server=server, observe=observe
    )
