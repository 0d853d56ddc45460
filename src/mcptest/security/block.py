"""The ``security:`` block: gates on the findings of a scan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Final

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.match.bind import bind
from mcptest.match.expectation import Expectation
from mcptest.match.path import Path
from mcptest.model.finding import Finding, Severity
from mcptest.model.location import Location
from mcptest.model.outcome import Lane, Skip, SkipReason, declared_skip
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.security.attack.cases import attack_cases
from mcptest.security.attack.permission import demand_permission
from mcptest.security.attack.unlisted import unlisted_cases
from mcptest.security.engine import all_rules
from mcptest.security.infos import security_infos
from mcptest.security.launch import launch_of
from mcptest.security.live.look import around_texts
from mcptest.security.live.session_cases import passive_cases
from mcptest.security.result import risk_counts
from mcptest.security.review import read_review
from mcptest.security.stage import ScanOptions, static_cases
from mcptest.suite.block import Block
from mcptest.suite.entry import ENTRY_KEYS
from mcptest.suite.expect import Expect, ExpectShape
from mcptest.suite.load import Suite
from mcptest.suite.shape import Flag, Key, ListOf, Object, OneOf, Text

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
    attack: bool = False
    i_may_test: str | None = None
    lock: str | None = None
    tags: tuple[str, ...] = ()
    skip: str | None = None
    only: bool = False


SHAPE = Object(
    "security entry",
    {
        **{key: ENTRY_KEYS[key] for key in ("name", "server", "tags", "skip", "only")},
        "ignore": Key(ListOf(OneOf(*_RULE_IDS)), doc="Rules whose findings do not count."),
        "attack": Key(
            Flag(), doc="Also send harmless injection probes to read-only tools.", default=False
        ),
        "i_may_test": Key(
            Text(), doc="The host that you may attack, if it is not this machine (with attack)."
        ),
        "lock": Key(
            Text(),
            doc="Report changes since `mcptest lock --reviewed` wrote this file, beside the suite.",
        ),
        "expect": Key(
            ExpectShape(tuple(TARGETS)),
            doc="What must hold (default: no finding of severity high or critical).",
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
        if test.attack:
            demand_permission(context.target, test.i_may_test)
        tools = await context.tools()
        if not tools:
            return Observation(skip=Skip(SkipReason.NOT_APPLICABLE, "the server offers no tools"))
        options = ScanOptions(
            rules=tuple(rule for rule in all_rules() if rule.id not in test.ignore),
            review=read_review(_beside(test.where, test.lock)) if test.lock else None,
        )
        return _observed(await _scan(context, tools, options, attack=test.attack))

    return Case(
        id=f"{Lane.SECURITY}::{server}::{test.name}",
        name=test.name,
        lane=Lane.SECURITY,
        server=server,
        observe=observe,
        expect=(test.expect or Expect()).expectations(default_gate()),
        where=test.where,
        serial=test.attack,
        tags=test.tags,
        skip=declared_skip(test.skip),
        only=test.only,
    )


async def _scan(
    context: Context, tools: Sequence[ToolDescriptor], options: ScanOptions, *, attack: bool
) -> list[Finding]:
    """Everything that the command does, one thing after the other on this server."""
    server, target = context.server, context.target
    around = await around_texts(await context.session())
    launch = launch_of(server, target)
    cases = static_cases(server, tools, options, launch=launch, around=around)
    cases += passive_cases(server, target, tools, options, same_session=True)
    if attack:
        cases += attack_cases(server, tools, options, context.gate)
        cases += unlisted_cases(server, tools, options, context.gate)
    names = {tool.name for tool in tools}
    found: list[Finding] = []
    for case in cases:
        seen = await case.observe(context) if case.skip is None else Observation()
        said = f"{case.name}: " if case.name in names else ""
        found += [replace(one, message=f"{said}{one.message}") for one in seen.findings]
    return found


def _beside(where: Location, name: str) -> FilePath:
    """A file that a suite names is looked for in the folder of the suite."""
    return FilePath(where.file).parent / name


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
