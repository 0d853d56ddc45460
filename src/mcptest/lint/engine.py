"""Apply the lint rules to a catalog, and return findings and scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from mcptest.lint.rule import FAMILIES, Hit, LintRule
from mcptest.lint.score import Score, score_tool
from mcptest.lint.selection import select_rules
from mcptest.lint.subject import DEEPEST, LintSubject, Neighbours, make_subject, nesting
from mcptest.model.finding import Finding
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.registry import collect

_TOO_DEEP = "META-018"
_CODES = {"unknown": "lint-unknown-rule", "nothing": "lint-nothing-selected"}


@record
class ToolReport:
    """One tool; the pointers of its findings start at the tool."""

    index: int
    name: str
    findings: tuple[Finding, ...]
    score: Score


@cache
def all_rules() -> tuple[LintRule, ...]:
    """Every rule, family by family in the order of FAMILIES."""
    order = {family: place for place, family in enumerate(FAMILIES)}
    found = collect("mcptest.lint.rules", "RULE", LintRule).values()
    return tuple(sorted(found, key=lambda rule: (order[rule.family], rule.id)))


def choose_rules(
    *, select: Iterable[str] = (), ignore: Iterable[str] = (), version: SpecVersion | None = None
) -> tuple[LintRule, ...]:
    """The rules whose id or family is selected (all, when nothing is) and not ignored.

    Raises: UsageError for a word that names no rule, NothingSelectedError when none is left.
    """
    return select_rules(
        all_rules(),
        select=select,
        ignore=ignore,
        kind="lint",
        codes=_CODES,
        applies=lambda rule: rule.applies(version),
    )


def lint_tools(
    tools: Sequence[ToolDescriptor],
    *,
    rules: Sequence[LintRule] | None = None,
    version: SpecVersion | None = None,
) -> list[ToolReport]:
    """One report per tool, in the order of the catalog."""
    applied = choose_rules(version=version) if rules is None else rules
    neighbours = Neighbours.of(tools)
    return [_report(tool, index, neighbours, applied, version) for index, tool in enumerate(tools)]


def lint_catalog(
    tools: Sequence[ToolDescriptor | Json],
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    version: SpecVersion | None = None,
) -> list[Finding]:
    """Every finding of a catalog; pointers start at its ``{"tools": […]}``."""
    described = [t if isinstance(t, ToolDescriptor) else ToolDescriptor.from_json(t) for t in tools]
    rules = choose_rules(select=select, ignore=ignore, version=version)
    return [
        replace(finding, pointer=f"/tools/{report.index}{finding.pointer or ''}")
        for report in lint_tools(described, rules=rules, version=version)
        for finding in report.findings
    ]


def _report(
    tool: ToolDescriptor,
    index: int,
    neighbours: Neighbours,
    rules: Sequence[LintRule],
    version: SpecVersion | None,
) -> ToolReport:
    if nesting(tool.raw) > DEEPEST:
        rules = [rule for rule in rules if rule.id == _TOO_DEEP]
        subject = LintSubject(tool, index, neighbours, version)
    else:
        subject = make_subject(tool, index, neighbours, version)
    findings = tuple(_finding(rule, hit) for rule in rules for hit in rule.check(subject))
    return ToolReport(index, tool.name, findings, score_tool(subject, findings))


def _finding(rule: LintRule, hit: Hit) -> Finding:
    return Finding(
        id=rule.id,
        severity=rule.severity,
        message=hit.message[:1].upper() + hit.message[1:],
        pointer=hit.pointer,
        expected=hit.expected,
        actual=hit.actual,
        help=rule.fix,
    )
