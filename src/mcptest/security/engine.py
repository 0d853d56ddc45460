"""Apply the security rules to a catalog or a launch command."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache

from mcptest.lint.selection import select_rules
from mcptest.model.finding import Finding, Risk, SecurityFacts
from mcptest.model.record import record
from mcptest.registry import collect
from mcptest.security.evidence import SecurityHit
from mcptest.security.launch import LaunchFacts
from mcptest.security.rule import LaunchRule, SecurityRule, StaticRule
from mcptest.security.severity import DEFAULT_GATE, severity_of
from mcptest.security.subject import CatalogSubject


@record
class Located:
    """A finding, and the tool that it is about (None: the whole server)."""

    tool: int | None
    name: str
    finding: Finding


_CODES = {"unknown": "security-unknown-rule", "nothing": "security-nothing-selected"}


@cache
def all_rules() -> tuple[SecurityRule, ...]:
    """Every rule, by its id."""
    found = collect("mcptest.security.rules", "RULE", SecurityRule).values()
    return tuple(sorted(found, key=lambda rule: rule.id))


def choose_rules(
    *, select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> tuple[SecurityRule, ...]:
    """The rules whose id or family is selected (all, when nothing is) and not ignored.

    Raises: UsageError for a word that names no rule, NothingSelectedError when none is left.
    """
    return select_rules(all_rules(), select=select, ignore=ignore, kind="security", codes=_CODES)


def scan_catalog(
    catalog: CatalogSubject, rules: Sequence[SecurityRule], *, fail_on: Risk = DEFAULT_GATE
) -> list[Located]:
    """Every finding of the static rules, the gravest of each tool first."""
    found = [
        _located(rule, hit, catalog, fail_on)
        for rule in rules
        if isinstance(rule, StaticRule)
        for hit in rule.check(catalog)
    ]
    return sorted(found, key=_order)


def scan_launch(
    facts: LaunchFacts, rules: Sequence[SecurityRule], *, fail_on: Risk = DEFAULT_GATE
) -> list[Located]:
    """Every finding about how a server is started."""
    return [
        Located(None, "", make_finding(rule, hit, server=facts.name, fail_on=fail_on))
        for rule in rules
        if isinstance(rule, LaunchRule)
        for hit in rule.check(facts)
    ]


def _order(located: Located) -> tuple[int, float]:
    score = located.finding.security.score if located.finding.security else 0.0
    return (-1 if located.tool is None else located.tool, -score)


def _located(
    rule: SecurityRule, hit: SecurityHit, catalog: CatalogSubject, fail_on: Risk
) -> Located:
    name = catalog.tools[hit.tool].tool.name if hit.tool is not None else ""
    finding = make_finding(rule, hit, server=catalog.server, tool=name, fail_on=fail_on)
    return Located(hit.tool, name, finding)


def make_finding(
    rule: SecurityRule,
    hit: SecurityHit,
    *,
    server: str,
    tool: str = "",
    fail_on: Risk = DEFAULT_GATE,
    proof: str = "static",
) -> Finding:
    facts = SecurityFacts(
        score=rule.score if hit.score is None else hit.score,
        cwe=rule.cwe,
        proof=hit.proof or proof,
        signals=hit.signals,
        excerpt=hit.span.quoted if hit.span is not None else None,
        code_points=hit.span.code_points if hit.span is not None else (),
        fingerprint=fingerprint(rule.id, server, tool, hit.pointer, hit.kind),
        text_hash=fingerprint(hit.text)[:16] if hit.text else "",
    )
    return Finding(
        id=rule.id,
        severity=severity_of(facts.risk, fail_on),
        message=f"{facts.risk.value}: {hit.message}",
        pointer=hit.pointer or None,
        help=f"{hit.remedy or rule.fix} (CWE-{rule.cwe})",
        exchange=hit.exchange,
        security=facts,
    )


def fingerprint(*parts: str) -> str:
    """From the rule, the server, the tool, the place and the kind; never from offsets or words."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
