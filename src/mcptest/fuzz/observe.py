"""Fuzz one tool: generate cases, replay seeds, send them, save what was found."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import TypeAlias

from mcptest.engine.case import Observation
from mcptest.engine.context import Context
from mcptest.engine.own_server import OwnServer
from mcptest.errors import TargetError, TargetLimitedError, WriteError
from mcptest.fuzz.caller import FEATURE, ToolCaller
from mcptest.fuzz.examples import require_hypothesis
from mcptest.fuzz.findings import findings_of, notes_of, targets_of
from mcptest.fuzz.generate import FuzzCase, InputKind, fuzz_cases
from mcptest.fuzz.hunt import Hunt, Tally
from mcptest.fuzz.options import DEFAULT_CALL, DEFAULT_CASES, DEFAULT_SEED
from mcptest.fuzz.seeds import SeedFile
from mcptest.model.counted import counted
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import JsonObject, Missing
from mcptest.model.location import Location
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Permit, Refusal
from mcptest.safety.policy import CallContext, Decision
from mcptest.safety.refusals import called_not_fuzzed, only_as_task
from mcptest.schema.synth import synthesize

_Afterwards: TypeAlias = Callable[
    [Context, ToolDescriptor, OwnServer], Awaitable[tuple[Finding, ...]]
]


@dataclass(frozen=True, slots=True, kw_only=True)
class FuzzPlan:
    """What to do to one tool; ``until`` says whether there is time left."""

    tool: str
    args: JsonObject = field(default_factory=dict)
    seed: int = DEFAULT_SEED
    cases: int = DEFAULT_CASES
    limit: float = DEFAULT_CALL
    consent: CallContext = CallContext.NEEDS_CALL
    seeds: SeedFile | None = None
    gated: bool = True
    alone: bool = True  # on a server that no other case had before
    complete: bool = False  # a budget that runs out fails it, since it was asked for by name
    until: Callable[[], bool] = lambda: True
    on_case: Callable[[Tally], None] = lambda _tally: None
    afterwards: _Afterwards | None = None  # looks at the server that was called
    where: Location | None = None


def before(deadline: float | None) -> Callable[[], bool]:
    """Whether that point of the monotonic clock is still ahead."""
    return lambda: deadline is None or time.monotonic() < deadline


def observing(plan: FuzzPlan) -> Callable[[Context], Awaitable[Observation]]:
    """What a case does with it."""

    async def observe(context: Context) -> Observation:
        return await observe_fuzz(context, plan)

    return observe


async def observe_fuzz(context: Context, plan: FuzzPlan) -> Observation:
    """Everything on a server of this case's own."""
    require_hypothesis()
    tools = await context.tools_by_name()
    tool = tools.get(plan.tool)
    if tool is None:
        return Observation(findings=(_not_offered(plan),))
    decided = only_as_task(tool) or await _decided(context, tool, plan.consent)
    if isinstance(decided, Skip):
        return Observation(skip=decided)
    once = decided.decision is Decision.EXECUTE_ONCE
    args = plan.args or context.gate.arguments.get(tool.name, {})
    base = _base(tool, args, context.gate.folder_for(tool))
    own = OwnServer(context, alone=plan.alone)
    caller = ToolCaller(context, tool, limit=plan.limit, consent=plan.consent, own=own)
    hunt = Hunt(caller, base, time_left=plan.until, on_case=plan.on_case)
    lost: Finding | None = None
    more: tuple[Finding, ...] = ()
    try:
        if once:
            await hunt.run([FuzzCase(InputKind.VALID, "valid arguments", base)][: plan.cases])
        else:
            await hunt.run(_cases(context, tool, base, plan))
            if plan.afterwards is not None:
                more = await plan.afterwards(context, tool, own)
    except TargetLimitedError:
        raise
    except TargetError as error:
        lost = _lost(plan, error)
    seen = _observation(context, plan, hunt.tally, lost)
    if more:
        return replace(seen, findings=(*seen.findings, *more))
    if once and hunt.tally.cases and not seen.findings:
        return replace(seen, skip=called_not_fuzzed(tool, decided.classification))
    return seen


def _cases(
    context: Context, tool: ToolDescriptor, base: JsonObject, plan: FuzzPlan
) -> chain[FuzzCase]:
    """What was found before comes first, within the same number."""
    kept = plan.seeds.cases(context.server, tool.name) if plan.seeds else []
    if plan.seeds is not None and plan.seeds.warning is not None:
        context.note(plan.seeds.warning)
    schema = True if isinstance(tool.input_schema, Missing) else tool.input_schema
    kept = kept[: plan.cases]
    folder = context.gate.folder_for(tool)
    fresh = fuzz_cases(schema, base, seed=plan.seed, count=plan.cases, folder=folder)
    return chain(kept, islice(fresh, plan.cases - len(kept)))


def _base(tool: ToolDescriptor, args: JsonObject, folder: str | None) -> JsonObject:
    if isinstance(tool.input_schema, Missing):
        return args
    made = synthesize(tool.input_schema, folder=folder).value
    return {**(made if isinstance(made, dict) else {}), **args}


async def _decided(context: Context, tool: ToolDescriptor, consent: CallContext) -> Permit | Skip:
    """How often the tool may be called; a refusal is on record."""
    answer = context.gate.decide(context.server, tool, consent)
    if not isinstance(answer, Refusal):
        return answer
    async with context.gate.enter(context.server, tool, FEATURE, context=consent):
        return answer.skip


def _observation(
    context: Context, plan: FuzzPlan, tally: Tally, lost: Finding | None
) -> Observation:
    if tally.cases == 0 and lost is None:
        return Observation(skip=_nothing(tally))
    _keep(context, plan, tally)
    severity = Severity.ERROR if plan.gated else Severity.NOTE
    findings = findings_of(plan.tool, tally, limit=plan.limit, severity=severity, where=plan.where)
    numbers = targets_of(tally)
    short = _unfinished(plan, tally, severity)
    if short is not None:
        numbers["gate_passed"] = 0
    found = (*findings, *(one for one in (lost, short) if one is not None))
    return Observation(
        roots={"fuzz": numbers},
        targets={f"fuzz.{name}": value for name, value in numbers.items()},
        findings=found,
        notes=tuple(notes_of(tally)),
        skip=None if found else _inconclusive(plan, tally),
    )


def _inconclusive(plan: FuzzPlan, tally: Tally) -> Skip | None:
    """A tool that rejects every call shows nothing; a test of the user has its own expectations."""
    if tally.succeeded or plan.consent is CallContext.CONSENTED:
        return None
    return Skip(
        SkipReason.CANNOT_TELL,
        f"every call was rejected; give working arguments with --hint tool_args.{plan.tool}=…",
    )


def _unfinished(plan: FuzzPlan, tally: Tally, severity: Severity) -> Finding | None:
    stop = tally.stop
    if not plan.complete or stop is None or stop.skip.reason is not SkipReason.BUDGET_EXHAUSTED:
        return None
    return Finding(
        id="budget-exhausted",
        severity=severity,
        message=f"the call budget ran out after {tally.cases} of {counted(plan.cases, 'case')}",
        where=plan.where,
        help="Raise --max-calls, or omit it for no limit.",
    )


def _nothing(tally: Tally) -> Skip:
    if tally.stop is not None:
        return tally.stop.skip
    if tally.stopped is not None:
        return Skip(SkipReason.BUDGET_EXHAUSTED, tally.stopped)
    return Skip(SkipReason.NOT_SELECTED, "the number of cases is 0")


def _keep(context: Context, plan: FuzzPlan, tally: Tally) -> None:
    """The verdict matters more than the file: what cannot be written is only told."""
    if plan.seeds is None or not tally.finds:
        return
    found = [(find.kind, find.arguments) for find in tally.finds]
    try:
        left_out = plan.seeds.keep(context.server, plan.tool, found)
    except WriteError as error:
        context.note(f"the seeds were not saved: {error.message}")
        return
    if left_out:
        context.note(f"{counted(left_out, 'seed')} not saved because of a secret")


def _not_offered(plan: FuzzPlan) -> Finding:
    message = f'the server has no tool "{plan.tool}"'
    return Finding("tool-not-offered", Severity.ERROR, message, where=plan.where)


def _lost(plan: FuzzPlan, error: TargetError) -> Finding:
    message = f"{plan.tool}: the server could not be restarted: {error.message}"
    return Finding(error.code, Severity.ERROR, message, where=plan.where, help=error.hint)
