"""The ``security:`` block: gates on what a scan of a server finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.match.bind import bind
from mcptest.match.expectation import Expectation
from mcptest.match.path import Path
from mcptest.model.finding import Finding, Severity
from mcptest.model.location import Location
from mcptest.model.outcome import Lane, Skip, SkipReason
from mcptest.model.record import record
from mcptest.security.engine import all_rules, scan_catalog
from mcptest.security.infos import security_infos
from mcptest.security.live.look import around_texts
from mcptest.security.result import risk_counts
from mcptest.security.subject import make_catalog
from mcptest.suite.block import Block
from mcptest.suite.entry import ENTRY_KEYS
from mcptest.suite.expect import Expect, ExpectShape
from mcptest.suite.load import Suite
from mcptest.suite.shape import Key, ListOf, Object, OneOf

TARGETS: Final = {
    "security": "Counts by severity: `security.critical`, `.high`, `.medium`, `.low`, `.info`; "
    "`security.max_severity` is the worst of them, or `none`.",
}
_RULE_IDS: Final = tuple(rule.id for rule in all_rules())


@record(kw_only=True)
class SecurityTest:
    """One entry as written."""

    name: str
    where: Location
    server: str | None = None
    expect: Expect | None = None
    ignore: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    skip: str | None = None
    only: bool = False


SHAPE = Object(
    "security entry",
    {
        **{key: ENTRY_KEYS[key] for key in ("name", "server", "tags", "skip", "only")},
        "ignore": Key(ListOf(OneOf(*_RULE_IDS)), doc="Rules whose findings do not count."),
        "expect": Key(
            ExpectShape(tuple(TARGETS)),
            doc="What must hold; left out: no finding of severity high or critical.",
        ),
    },
    SecurityTest,
    place=True,
)


def security_cases(tests: tuple[SecurityTest, ...], suite: Suite) -> list[Case]:
    return [_case(test, suite) for test in tests]


def _case(test: SecurityTest, suite: Suite) -> Case:
    server = test.server or suite.scope.only_server or ""

    async def observe(context: Context) -> Observation:
        session = await context.session()
        tools = await context.tools()
        if not tools:
            return Observation(skip=Skip(SkipReason.NOT_APPLICABLE, "the server offers no tools"))
        catalog = make_catalog(tools, server=server, around=await around_texts(session))
        rules = [rule for rule in all_rules() if rule.id not in test.ignore]
        found = scan_catalog(catalog, rules)
        return _observed(
            [replace(one.finding, message=_named(one.name, one.finding)) for one in found]
        )

    return Case(
        id=f"{Lane.SECURITY}::{server}::{test.name}",
        name=test.name,
        lane=Lane.SECURITY,
        server=server,
        observe=observe,
        expect=(test.expect or Expect()).expectations(default_gate()),
        where=test.where,
        tags=test.tags,
        skip=Skip(SkipReason.DECLARED_SKIP, test.skip) if test.skip is not None else None,
        only=test.only,
    )


def _named(tool: str, finding: Finding) -> str:
    return f"{tool}: {finding.message}" if tool else finding.message


def default_gate() -> tuple[Expectation, ...]:
    """What holds where nothing else is said."""
    return (
        Expectation(Path.parse("security.critical"), bind({"exact": 0})),
        Expectation(Path.parse("security.high"), bind({"exact": 0})),
    )


def _observed(findings: Sequence[Finding]) -> Observation:
    """The counts; findings go along as notes, since the expectations are the verdict."""
    counts = risk_counts(findings)
    told = tuple(replace(finding, severity=Severity.NOTE) for finding in findings)
    return Observation(roots={"security": counts}, targets={"security": counts}, findings=told)


BLOCK = Block(
    key="security",
    doc="Gates on what a security scan finds.",
    lane=Lane.SECURITY,
    shape=ListOf(SHAPE),
    cases=security_cases,
    defaults=("server",),
    targets=TARGETS,
    rules=security_infos,
)
