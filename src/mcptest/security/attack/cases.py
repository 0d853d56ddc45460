"""The cases of a scan with ``--attack``: one per tool that may be called repeatedly."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.engine.passed_values import given_to
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import classify
from mcptest.safety.gate import Gate, Refusal
from mcptest.safety.policy import CallContext, Decision
from mcptest.safety.refusals import not_repeated
from mcptest.security.attack.canaries import Canaries
from mcptest.security.attack.run import Probed, ToolProbe, told
from mcptest.security.engine import Located, make_finding
from mcptest.security.rule import AttackRule
from mcptest.security.stage import ScanOptions, make_live_case, observed
from mcptest.security.subject import ToolSubject, make_catalog
from mcptest.wire.client_side import ClientSide


def attack_cases(
    server: str, tools: Sequence[ToolDescriptor], options: ScanOptions, gate: Gate
) -> list[Case]:
    """Every tool has a case, so that the report says which were not attacked and why."""
    catalog = make_catalog(tools, server=server)
    return [_case(server, subject, options, gate) for subject in catalog.tools]


def _case(server: str, subject: ToolSubject, options: ScanOptions, gate: Gate) -> Case:
    async def observe(context: Context) -> Observation:
        return await _attack(context, subject, server, options)

    case = make_live_case(server, f"attack {subject.tool.name}", observe, options, serial=True)
    skip = _refusal(server, subject.tool, gate)
    return (
        case
        if skip is None
        else make_live_case(server, case.name, observe, options, serial=True, skip=skip)
    )


def _refusal(server: str, tool: ToolDescriptor, gate: Gate) -> Skip | None:
    answer = gate.decide(server, tool, CallContext.NEEDS_CALL)
    if isinstance(answer, Refusal):
        return answer.skip
    if answer.decision is Decision.EXECUTE_ONCE:
        return not_repeated(tool, classify(tool))
    return None


async def _attack(
    context: Context, subject: ToolSubject, server: str, options: ScanOptions
) -> Observation:
    rules = [rule for rule in options.rules if isinstance(rule, AttackRule)]
    pairs = [(r, a) for a in subject.arguments for r in rules if r.attack.suits(subject, a)]
    if not pairs:
        detail = "no argument of the tool suits a probe"
        return Observation(skip=Skip(SkipReason.NOT_APPLICABLE, detail))
    given = given_to(context.target, subject.tool, ClientSide())
    probed: list[Probed] = []
    found: list[Located] = []
    async with Canaries(given.folders) as canaries:
        probe = ToolProbe(context, subject, canaries)
        for rule, argument in pairs:
            one = await probe.run(rule, argument)
            probed.append(one)
            if one.hit is not None:
                name = subject.tool.name
                finding = make_finding(
                    rule, one.hit, server=server, tool=name, fail_on=options.fail_on
                )
                found.append(Located(None, name, finding))
            if probe.stopped is not None:
                break
    judged = observed(options.acceptance.kept(found))
    stopped = (f"stopped: {probe.stopped}",) if probe.stopped is not None else ()
    return Observation(
        targets=judged.targets,
        findings=judged.findings,
        notes=(told(probed), *stopped),
        judged=True,
    )
