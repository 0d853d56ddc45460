"""Apply the rules to a catalog or a launch: subjects in, findings out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache

from mcptest.errors import NothingSelectedError, UsageError
from mcptest.model.finding import Finding, Risk, SecurityFacts
from mcptest.model.record import record
from mcptest.registry import collect
from mcptest.security.evidence import SecurityHit
from mcptest.security.launch import LaunchFacts
from mcptest.security.rule import FAMILIES, LaunchRule, SecurityRule, StaticRule
from mcptest.security.severity import DEFAULT_GATE, severity_of
from mcptest.security.subject import CatalogSubject


@record
class Located:
    """A finding, and the tool that it is about (None: the whole server)."""

    tool: int | None
    name: str
    finding: Finding


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
    wanted, unwanted = _expand(select), _expand(ignore)
    chosen = tuple(
        rule
        for rule in all_rules()
        if (not wanted or rule.id in wanted) and rule.id not in unwanted
    )
    if not chosen:
        raise NothingSelectedError(
            "security-nothing-selected",
            "the selection leaves no security rule",
            hint="select at least one rule that is not ignored",
        )
    return chosen


def _expand(words: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    for word in words:
        matching = {r.id for r in all_rules() if word.upper() == r.id or word.lower() == r.family}
        if not matching:
            known = [*(rule.id for rule in all_rules()), *FAMILIES]
            near = get_close_matches(word, known, n=1, cutoff=0.4)
            raise UsageError(
                "security-unknown-rule",
                f'there is no security rule or family "{word}"',
                hint=f'did you mean "{near[0]}"?' if near else f"families: {', '.join(FAMILIES)}",
            )
        found |= matching
    return frozenset(found)


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
