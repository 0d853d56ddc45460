"""The stages of an audit, each as cases for the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec

from mcptest.audit.aftermath import Aftermath
from mcptest.audit.allowance import Allowance
from mcptest.audit.call_history import CallHistory
from mcptest.audit.recheck import Recheck
from mcptest.audit.security_stage import listening
from mcptest.compliance.observe.fixtures.quick_arguments import quickened
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
from mcptest.negative.probe import Probe
from mcptest.negative.table import chosen
from mcptest.safety.gate import Gate, Refusal
from mcptest.safety.policy import CallContext, Decision
from mcptest.safety.refusals import not_repeated, only_as_task
from mcptest.scaffold.arguments import valid_arguments
from mcptest.scaffold.probe import probe_cases
from mcptest.security.live.responses import ResponseLog

UNKNOWN_TOOL = "an unknown tool"  # the name of its case
UNKNOWN_PROBE = "unknown_tool"


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
    server: str,
    tools: Sequence[ToolDescriptor],
    history: CallHistory,
    gate: Gate,
    log: ResponseLog | None = None,
    *,
    beside: Callable[[ToolDescriptor], bool] = lambda _tool: False,
) -> Iterator[Case]:
    """A valid call of each tool, alone on the server, so that its time is the tool's own.

    Those for which ``beside`` is true come last, and the stages after this one do not wait for
    them. ``log`` keeps the responses, where another stage wants them.
    """
    by_name = {tool.name: tool for tool in tools}
    recheck = Recheck()
    cases = probe_cases(server, tools, gate)
    for case in sorted(cases, key=lambda case: beside(by_name[case.name])):
        tool = by_name[case.name]
        rechecked = replace(case, observe=recheck.after(case, tool))
        apart = beside(tool) and case.skip is None
        observe = history.taking_beside(rechecked) if apart else history.taking(rechecked)
        if log is not None:
            observe = listening(replace(case, observe=observe), tool, log)
        yield replace(case, serial=not apart, observe=observe)


def may_take_long(tool: ToolDescriptor, gate: Gate) -> bool:
    """An argument says how long the tool takes, and its value is not short."""
    made = base_arguments(tool, gate, sandboxed=False)
    return quickened(tool.input_schema, made) != made


def negative_stage(
    server: str, tools: Iterable[ToolDescriptor], history: CallHistory, gate: Gate
) -> Iterator[Case]:
    """The default probes on every tool that may be called as often as it takes.

    The name of an unknown tool belongs to no tool, so one call for the whole server is enough.
    """
    tools = list(tools)
    plain = [tool for tool in tools if only_as_task(tool) is None]
    free = [tool for tool in plain if gate.repeatable(server, tool)]
    for tool in free[:1]:
        case = _negative_case(server, UNKNOWN_TOOL, tool, chosen([UNKNOWN_PROBE]))
        yield replace(case, observe=history.in_turn(case.observe))
    for tool in tools:
        case = _negative_case(server, tool.name, tool, tool_probes())
        case = replace(case, observe=history.unless_slow(tool.name, case.observe))
        yield _if_repeatable(case, server, tool, gate)


def tool_probes() -> tuple[Probe, ...]:
    """The default probes that are about the tool itself."""
    return tuple(probe for probe in chosen(None) if probe.id != UNKNOWN_PROBE)


def _negative_case(server: str, name: str, tool: ToolDescriptor, probes: Sequence[Probe]) -> Case:
    async def observe(context: Context) -> Observation:
        asked = NegativePath(
            tool=tool.name,
            probes=probes,
            args=base_arguments(tool, context.gate),
            alone=False,
            consent=CallContext.NEEDS_CALL,
        )
        return await observe_negative_path(context, asked)

    return replace(_case(Lane.NEGATIVE_PATH, server, name, Observation()), observe=observe)


def fuzz_stage(
    server: str, tools: Sequence[ToolDescriptor], seed: int, history: CallHistory, gate: Gate
) -> Iterator[Case]:
    """A short fuzz of every tool that may be called as often as it takes."""
    allowed = Allowance.for_each_of(sum(gate.repeatable(server, tool) for tool in tools))
    aftermath = Aftermath(
        {tool.name: tool for tool in tools},
        history.worked,
        lambda tool, context: base_arguments(tool, context.gate),
    )
    for tool in tools:

        async def observe(context: Context, tool: ToolDescriptor = tool) -> Observation:
            plan = FuzzPlan(
                tool=tool.name,
                args=base_arguments(tool, context.gate),
                seed=seed,
                cases=allowed.cases,
                limit=context.limits.timeout,
                alone=False,
                until=allowed.begin(),
                afterwards=aftermath.look,
            )
            return await fuzzing(plan)(context)

        case = _case(Lane.FUZZ, server, tool.name, Observation())
        case = replace(case, observe=history.unless_slow(tool.name, observe))
        yield _if_repeatable(case, server, tool, gate)


def can_fuzz() -> bool:
    """Whether the extra is installed; nothing is imported for the question."""
    return all(find_spec(name) for name in ("hypothesis", "hypothesis_jsonschema"))


def base_arguments(tool: ToolDescriptor, gate: Gate, *, sandboxed: bool = True) -> JsonObject:
    """The user's, or generated from its schema; none where that does not work."""
    made = valid_arguments(tool, gate, sandboxed=sandboxed)
    return made.value if isinstance(made.value, dict) else {}


def _if_repeatable(case: Case, server: str, tool: ToolDescriptor, gate: Gate) -> Case:
    """The same, or a skip: what may be called once had its call, with valid arguments."""
    as_task = only_as_task(tool)
    if as_task is not None:
        return replace(case, skip=as_task)
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
