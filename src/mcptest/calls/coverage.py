"""The ``coverage:`` block: which share of a server's tools the tests call."""

from __future__ import annotations

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.counted import counted
from mcptest.model.finding import Finding, Severity
from mcptest.model.location import Location
from mcptest.model.outcome import Lane
from mcptest.model.record import record
from mcptest.suite.block import Block
from mcptest.suite.load import Suite
from mcptest.suite.shape import Key, Number, Object

_ALL = 100.0


@record(kw_only=True)
class Coverage:
    tools: float
    where: Location


SHAPE = Object(
    "coverage block",
    {
        "tools": Key(
            Number(minimum=0, maximum=100),
            required=True,
            doc="Fail if tests call less than this percentage of the tools.",
        )
    },
    Coverage,
    place=True,
)


def coverage_cases(wanted: Coverage, suite: Suite) -> list[Case]:
    return [_case(wanted, server) for server in suite.servers]


def _case(wanted: Coverage, server: str) -> Case:
    async def observe(context: Context) -> Observation:
        offered = {tool.name for tool in await context.tools()}
        if context.tools_problem is not None:
            return Observation(findings=(_unlisted(wanted, context.tools_problem),))
        called = offered & context.ledger.tools(server)
        share = _ALL * len(called) / len(offered) if offered else _ALL
        targets = {"tools": round(share, 2)}
        if share >= wanted.tools:
            return Observation(targets=targets)
        return Observation(targets=targets, findings=(_finding(wanted, offered, called, share),))

    return Case(
        id=f"{Lane.COVERAGE}::{server}::tools",
        name="tool coverage",
        lane=Lane.COVERAGE,
        server=server,
        observe=observe,
        where=wanted.where,
        last=True,
    )


def _unlisted(wanted: Coverage, problem: str) -> Finding:
    return Finding(
        id="coverage",
        severity=Severity.ERROR,
        message=f"the tools could not be listed: {problem}",
        where=wanted.where,
    )


def _finding(wanted: Coverage, offered: set[str], called: set[str], share: float) -> Finding:
    left = sorted(offered - called)
    return Finding(
        id="coverage",
        severity=Severity.ERROR,
        message=(
            f"tests call {len(called)} of {counted(len(offered), 'tool')} ({share:.0f}%), "
            f"expected at least {wanted.tools:g}%"
        ),
        where=wanted.where,
        expected=wanted.tools,
        actual=round(share, 2),
        help=f"not called: {', '.join(left)}",
    )


BLOCK = Block(
    key="coverage",
    doc="How much of the catalog the tests must cover.",
    lane=Lane.COVERAGE,
    shape=SHAPE,
    cases=coverage_cases,
)
