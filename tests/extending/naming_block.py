"""A block from outside the package: ``naming:`` gates the names of the tools.

This file and one row in ``mcptest.plan.blocks.BLOCKS`` are all there is of it.
"""

from __future__ import annotations

from mcptest.engine.case import Case, Observation
from mcptest.model.finding import Finding, Severity
from mcptest.model.location import Location
from mcptest.model.outcome import Lane
from mcptest.model.record import record
from mcptest.model.rule_info import RuleInfo
from mcptest.suite.block import Block, Nested
from mcptest.suite.entry import ENTRY_KEYS
from mcptest.suite.expect import Expect, ExpectShape
from mcptest.suite.shape import Integer, Key, ListOf, Object, Text

NAMING = Lane("naming")
TARGETS = {"longest": "The length of the longest name."}


@record(kw_only=True)
class NamingTest:
    name: str
    where: Location
    prefix: str = ""
    server: str | None = None
    expect: Expect | None = None


def _cases(tests, suite):
    return [_case(test, test.server or suite.scope.only_server or "") for test in tests]


def _case(test, server):
    async def observe(context):
        names = [tool.name for tool in await context.tools()]
        odd = [name for name in names if not name.startswith(test.prefix)]
        findings = [
            Finding("naming-prefix", Severity.ERROR, f"{name} lacks {test.prefix}", test.where)
            for name in odd
        ]
        roots = {"longest": max(map(len, names), default=0)}
        return Observation(roots=roots, targets=roots, findings=tuple(findings))

    return Case(
        id=f"{NAMING}::{server}::{test.name}",
        name=test.name,
        lane=NAMING,
        server=server,
        observe=observe,
        expect=test.expect.expectations() if test.expect else (),
        where=test.where,
    )


BLOCK = Block(
    key="naming",
    doc="How tools must be named.",
    lane=NAMING,
    shape=ListOf(
        Object(
            "naming entry",
            {
                "name": ENTRY_KEYS["name"],
                "server": ENTRY_KEYS["server"],
                "prefix": Key(Text(), doc="What every name must begin with."),
                "expect": Key(ExpectShape(tuple(TARGETS)), doc="What must hold."),
            },
            NamingTest,
            place=True,
        )
    ),
    cases=_cases,
    defaults=("server",),
    targets=TARGETS,
    rules=lambda: [RuleInfo("naming-prefix", "Names have the prefix", "error", "So.", "Rename.")],
)


def _twice(entry, value, suite):
    server = entry.server or suite.scope.only_server or ""

    async def observe(context):
        session = await context.session()
        params = {"name": entry.tool, "arguments": entry.args}
        replies = [await session.request("tools/call", params) for _ in range(value)]
        return Observation(roots={"repeated": {"calls": len(replies)}})

    return [
        Case(
            id=f"{TWICE}::{server}::{entry.name}",
            name=entry.name,
            lane=TWICE,
            server=server,
            observe=observe,
            expect=entry.expect.expectations() if entry.expect else (),
            where=entry.where,
        )
    ]


TWICE = Lane("repeated")
REPEATED = Nested(
    key="repeated",
    doc="Call the tool that often.",
    lane=TWICE,
    shape=Integer(minimum=1),
    cases=_twice,
    targets={"calls": "How many."},
)
