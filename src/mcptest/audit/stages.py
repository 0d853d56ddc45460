"""The stages of an audit, each of them cases for the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec

from mcptest.audit.allowance import Allowance
from mcptest.audit.pulse import Pulse
from mcptest.audit.recheck import Recheck
from mcptest.audit.security_stage import listening
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.fuzz.observe import FuzzPlan
from mcptest.fuzz.observe import observing as fuzzing
from mcptest.lint.engine import ToolReport, lint_tools
from mcptest.lint.tokens import tool_tokens
from mcptest.model.finding import Finding
from mcptest.model.json import JsonObject
from mcptest.model.outcome import Lane
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.negative.observe import NegativePath, observe_negative_path
from mcptest.negative.table import chosen
from mcptest.safety.gate import Gate, Refusal
from mcptest.safety.policy import CallContext, Decision
from mcptest.safety.refusals import not_repeated
from mcptest.scaffold.arguments import tool_arguments
from mcptest.scaffold.probe import probe_cases
from mcptest.security.live.responses import ResponseLog


def lint_stage(
    server: str, tools: Sequence[ToolDescriptor], version: SpecVersion
) -> Iterator[Case]:
    """One case a tool. Nothing a lint says breaks the protocol, so it warns at most.

    The first case that runs lints the whole catalog, since rules compare tools with each other.
    """

    @cache
    def reports() -> dict[int, ToolReport]:
        return {report.index: report for report in lint_tools(tools, version=version)}

    for index, tool in enumerate(tools):

        async def observe(
            _context: Context, index: int = index, tool: ToolDescriptor = tool
        ) -> Observation:
            report = reports()[index]
            return Observation(
                targets={"score": report.score.value, "tokens": tool_tokens(tool)},
                findings=tuple(report.findings),
            )

        case = _case(Lane.SCHEMA_LINT, server, tool.name, Observation())
        yield replace(case, observe=observe, advisory=True)


def unlisted_case(server: str, findings: tuple[Finding, ...]) -> Case:
    """Every stage but the rules works on the list of tools: what it lacks, they do not see."""
    return _case(Lane.PROBE, server, "the server lists its tools", Observation(findings=findings))


def probe_stage(
    server: str, tools: Sequence[ToolDescriptor], pulse: Pulse, log: ResponseLog | None = None
) -> Iterator[Case]:
    """A valid call of each tool, alone on the server, so that its time is the tool's own.

    ``log`` keeps the responses, where another stage wants them.
    """
    by_name = {tool.name: tool for tool in tools}
    recheck = Recheck()
    for case in probe_cases(server, tools):
        observe = pulse.taking(replace(case, observe=recheck.after(case, by_name[case.name])))
        if log is not None:
            observe = listening(replace(case, observe=observe), by_name[case.name], log)
        yield replace(case, serial=True, observe=observe)


def negative_stage(
    server: str, tools: Iterable[ToolDescriptor], pulse: Pulse, gate: Gate
) -> Iterator[Case]:
    """The default probes on every tool that may be called as often as it takes."""
    for tool in tools:

        async def observe(context: Context, tool: ToolDescriptor = tool) -> Observation:
            asked = NegativePath(
                tool=tool.name,
                probes=chosen(None),
                args=valid_arguments(tool, context.gate.folder_for(tool)),
                alone=False,
                consent=CallContext.NEEDS_CALL,
            )
            return await observe_negative_path(context, asked)

        case = _case(Lane.NEGATIVE_PATH, server, tool.name, Observation())
        case = replace(case, observe=pulse.unless_slow(tool.name, observe))
        yield _if_repeatable(case, server, tool, gate)


def fuzz_stage(
    server: str, tools: Sequence[ToolDescriptor], seed: int, pulse: Pulse, gate: Gate
) -> Iterator[Case]:
    """A short fuzz of every tool that may be called as often as it takes."""
    allowed = Allowance.for_each_of(sum(gate.repeatable(server, tool) for tool in tools))
    for tool in tools:

        async def observe(context: Context, tool: ToolDescriptor = tool) -> Observation:
            plan = FuzzPlan(
                tool=tool.name,
                args=valid_arguments(tool, context.gate.folder_for(tool)),
                seed=seed,
                cases=allowed.cases,
                limit=context.limits.timeout,
                alone=False,
                until=allowed.begin(),
            )
            return await fuzzing(plan)(context)

        case = _case(Lane.FUZZ, server, tool.name, Observation())
        case = replace(case, observe=pulse.unless_slow(tool.name, observe))
        yield _if_repeatable(case, server, tool, gate)


def can_fuzz() -> bool:
    """Whether the extra is installed; nothing is imported for the question."""
    return all(find_spec(name) for name in ("hypothesis", "hypothesis_jsonschema"))


def valid_arguments(tool: ToolDescriptor, folder: str | None = None) -> JsonObject:
    """Generated from its schema; none where that does not work."""
    made = tool_arguments(tool, folder=folder)
    return made.value if isinstance(made.value, dict) else {}


def _if_repeatable(case: Case, server: str, tool: ToolDescriptor, gate: Gate) -> Case:
    """The same, or a skip: what may be called once had its call, with valid arguments."""
    answer = gate.decide(server, tool, CallContext.NEEDS_CALL)
    if isinstance(answer, Refusal):
        return replace(case, skip=answer.skip)
    if answer.decision is Decision.EXECUTE_ONCE:
        return replace(case, skip=not_repeated(tool, answer.classification))
    return case


def _case(lane: Lane, server: str, name: str, seen: Observation) -> Case:
    async def observe(_context: Context) -> Observation:
        return seen

    return Case(
        id=f"{lane}::{server}::{name}", name=name, lane=lane, server=server, observe=observe
    )
