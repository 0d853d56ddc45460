"""Probe one tool, and return what the server did with each bad request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from mcptest.engine.case import Observation
from mcptest.engine.context import Context
from mcptest.engine.own_server import OwnServer
from mcptest.errors import TargetError, TargetLimitedError
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import JsonObject
from mcptest.model.location import Location
from mcptest.model.outcome import Skip
from mcptest.model.tool import ToolDescriptor
from mcptest.negative.findings import (
    findings_of,
    skip_notes,
    skip_of,
    targets_of,
    unfinished,
    unknown_tool_finding,
)
from mcptest.negative.probe import Probe
from mcptest.negative.run import FEATURE, ProbeOutcome, Prober
from mcptest.negative.subject import InvalidBaseError, survey, valid_base
from mcptest.safety.gate import Refusal
from mcptest.safety.policy import CallContext, Decision
from mcptest.safety.refusals import not_repeated, only_as_task

_UNFIT = "args does not match the input schema, so a rejection may be due to that"


@dataclass(frozen=True, slots=True, kw_only=True)
class NegativePath:
    """Which tool, the valid call, the probes; ``gated`` means that any failure fails."""

    tool: str
    probes: Sequence[Probe]
    args: JsonObject
    limit: float | None = None
    gated: bool = True
    alone: bool = True  # on a server that no other case had before
    consent: CallContext = CallContext.CONSENTED  # a suite's block names the tool
    complete: bool = False  # a budget that runs out fails it, since it was asked for by name
    where: Location | None = None


def observing(asked: NegativePath) -> Callable[[Context], Awaitable[Observation]]:
    """What a case does with it."""

    async def observe(context: Context) -> Observation:
        return await observe_negative_path(context, asked)

    return observe


async def observe_negative_path(context: Context, asked: NegativePath) -> Observation:
    """Every probe on a server of this test's own."""
    tools = await context.tools_by_name()
    tool = tools.get(asked.tool)
    if tool is None:
        return Observation(findings=(unknown_tool_finding(asked.tool, tools, asked.where),))
    refused = only_as_task(tool) or await _refusal(context, tool, asked.consent)
    if refused is not None:
        return Observation(skip=refused)
    try:
        base, remark = valid_base(tool, asked.args, context.gate.folder_for(tool))
    except InvalidBaseError as error:
        if asked.complete:
            return Observation(findings=(_invalid_base(asked, error),), judged=True)
        base, remark = asked.args, _UNFIT
    if remark:
        context.note(remark)
    outcomes: list[ProbeOutcome] = []
    lost = await _probe(context, asked, tool, base, outcomes)
    return _observation(asked, outcomes, lost)


async def _refusal(context: Context, tool: ToolDescriptor, consent: CallContext) -> Skip | None:
    """A tool that must not be called is left alone as a whole; the refusal is on record.

    Without consent, one that may be called once is not called with arguments that are wrong.
    """
    answer = context.gate.decide(context.server, tool, consent)
    if isinstance(answer, Refusal):
        async with context.gate.enter(context.server, tool, FEATURE, context=consent):
            return answer.skip
    once = answer.decision is Decision.EXECUTE_ONCE
    if once and consent is not CallContext.CONSENTED:
        return not_repeated(tool, answer.classification)
    return None


async def _probe(
    context: Context,
    asked: NegativePath,
    tool: ToolDescriptor,
    base: JsonObject,
    outcomes: list[ProbeOutcome],
) -> Finding | None:
    """Fill ``outcomes``; a finding where the server did not come back."""
    own = OwnServer(context, alone=asked.alone)
    looks = {look for probe in asked.probes for look in probe.looks}
    subject = await survey(await own.session(), tool, base, looks, target=context.target)
    limit = context.limits.timeout if asked.limit is None else asked.limit
    prober = Prober(context, own, subject, limit, asked.consent)
    for probe in asked.probes:
        try:
            outcomes.append(await prober.run(probe))
        except TargetLimitedError:
            raise
        except TargetError as error:
            return _not_back(probe, error, asked.where)
    return None


def _invalid_base(asked: NegativePath, error: InvalidBaseError) -> Finding:
    return Finding(
        id="negative-args",
        severity=Severity.ERROR,
        message=f"args does not match the input schema of {asked.tool}: {error}",
        where=asked.where,
        actual=error.given,
        help="write a valid call under args; the probes break it in one place at a time",
    )


def _not_back(probe: Probe, error: TargetError, where: Location | None) -> Finding:
    return Finding(
        id=probe.fault,
        severity=Severity.ERROR,
        message=f"{probe.id}: the server did not restart: {error.message}",
        where=where,
        help=error.hint,
    )


def _observation(
    asked: NegativePath, outcomes: Sequence[ProbeOutcome], lost: Finding | None
) -> Observation:
    skip = None if lost else skip_of(outcomes)
    if skip is not None:
        return Observation(skip=skip)
    severity = Severity.ERROR if asked.gated else Severity.NOTE
    findings = tuple(findings_of(outcomes, severity=severity, where=asked.where))
    numbers = targets_of(outcomes)
    short = unfinished(outcomes, severity, asked.where) if asked.complete else None
    if short is not None:
        numbers["gate_passed"] = 0
    slowest = max(
        (one.reply.duration_ms for outcome in outcomes for one in outcome.heard), default=0.0
    )
    return Observation(
        roots={"negative_path": numbers, "duration_ms": slowest},
        targets={f"negative_path.{name}": value for name, value in numbers.items()},
        findings=(*findings, *(one for one in (lost, short) if one is not None)),
        notes=tuple(skip_notes(outcomes)),
    )
