"""The ``performance:`` block: limits on how long the tests' calls may take."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.finding import Finding, Severity
from mcptest.model.location import Location
from mcptest.model.outcome import Lane, Skip, SkipReason
from mcptest.model.record import record
from mcptest.suite.block import Block
from mcptest.suite.load import Suite
from mcptest.suite.shape import Key, Number, Object


@record(kw_only=True)
class Performance:
    p95_latency_ms: float
    where: Location


SHAPE = Object(
    "performance block",
    {
        "p95_latency_ms": Key(
            Number(minimum=0),
            required=True,
            doc="Fail if 95% of calls do not finish within this time.",
        )
    },
    Performance,
    place=True,
)


def percentile(durations: Sequence[float], share: float) -> float:
    """The smallest value that this share of all values does not exceed (nearest rank)."""
    ordered = sorted(durations)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def performance_cases(wanted: Performance, suite: Suite) -> list[Case]:
    return [_case(wanted, server) for server in suite.servers]


def _case(wanted: Performance, server: str) -> Case:
    async def observe(context: Context) -> Observation:
        durations = context.ledger.durations(server)
        if not durations:
            skip = Skip(SkipReason.NOT_APPLICABLE, "no test called a tool of this server")
            return Observation(skip=skip)
        seen = percentile(durations, 0.95)
        findings = () if seen <= wanted.p95_latency_ms else (_finding(wanted, seen),)
        return Observation(targets={"p95_latency_ms": round(seen, 3)}, findings=findings)

    return Case(
        id=f"{Lane.PERFORMANCE}::{server}::p95_latency_ms",
        name="p95 latency",
        lane=Lane.PERFORMANCE,
        server=server,
        observe=observe,
        where=wanted.where,
        last=True,
    )


def _finding(wanted: Performance, seen: float) -> Finding:
    return Finding(
        id="performance",
        severity=Severity.ERROR,
        message=f"the p95 latency is {seen:.1f} ms, expected at most {wanted.p95_latency_ms:g} ms",
        where=wanted.where,
        expected=wanted.p95_latency_ms,
        actual=round(seen, 3),
    )


BLOCK = Block(
    key="performance",
    doc="How fast the responses must be.",
    lane=Lane.PERFORMANCE,
    shape=SHAPE,
    cases=performance_cases,
)
