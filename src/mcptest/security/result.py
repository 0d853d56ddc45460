"""Findings as cases and counts of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from mcptest.lint.result import Origin
from mcptest.model.counted import counted
from mcptest.model.finding import Finding, Risk, Severity
from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.record import record
from mcptest.model.run import UNNAMED
from mcptest.security.engine import Located
from mcptest.security.rule import AttackRule, LaunchRule, PassiveRule, SecurityRule, StaticRule
from mcptest.security.subject import CatalogSubject

CATALOG: Final = "the catalog"
LAUNCH: Final = "how the server is started"
_OTHER_USER: Final = "SEC-065"
_UNLISTED: Final = "SEC-033"
_SERVER: Final = "a running server"
_HTTP: Final = "a server over HTTP"
_STDIO: Final = "a server over stdio"
_ATTACK: Final = "--attack"
_LOCK: Final = "--lock"


def catalog_cases(origin: Origin, found: Sequence[Located]) -> Iterator[CaseResult]:
    """One case for the catalog as a whole where it has findings, then one per tool."""
    server = origin.server or origin.label
    whole = [one for one in found if one.tool is None]
    if whole:
        yield make_case(server, CATALOG, [one.finding for one in whole], server=origin.server)
    seen: Counter[str] = Counter()
    for index, tool in enumerate(origin.tools):
        name = tool.name or f"tool {index}"
        seen[name] += 1
        shown = name if seen[name] == 1 else f"{name} #{seen[name]}"
        own = [_placed(origin, one) for one in found if one.tool == index]
        yield make_case(server, shown, own, server=origin.server)


def make_case(
    place: str, name: str, findings: Sequence[Finding], *, server: str | None = None
) -> CaseResult:
    return CaseResult(
        id=f"{Lane.SECURITY}::{place}::{name}",
        name=name,
        lane=Lane.SECURITY,
        server=server,
        status=_status(findings),
        targets=risk_counts(findings),
        findings=tuple(findings),
    )


def _status(findings: Iterable[Finding]) -> Status:
    severities = {finding.severity for finding in findings}
    if Severity.ERROR in severities:
        return Status.FAILED
    return Status.WARNED if Severity.WARNING in severities else Status.PASSED


def _placed(origin: Origin, located: Located) -> Finding:
    if origin.catalog is None or located.tool is None:
        return located.finding
    where = origin.catalog.where(located.tool, located.finding.pointer or "")
    return replace(located.finding, where=where)


def risk_counts(findings: Iterable[Finding]) -> dict[str, Json]:
    """How many of each risk, and the worst; ``none`` where there is nothing."""
    risks = Counter(f.security.risk for f in findings if f.security is not None)
    worst = max(risks, key=lambda risk: risk.rank, default=None)
    counts: dict[str, Json] = {risk.value: risks[risk] for risk in reversed(Risk)}
    return {**counts, "max_severity": worst.value if worst is not None else "none"}


def coverage_note(catalog: CatalogSubject, label: str, rules: str) -> str:
    """What was looked at, and against which ``rules``: "no findings" alone says nothing."""
    from mcptest.security.reading.reader import languages

    texts = sum(len(tool.texts) for tool in catalog.tools) + len(catalog.around)
    spoken = ", ".join(language.name for language in languages())
    read = f"checked {counted(texts, 'string')} in {counted(len(catalog.tools), 'tool')}"
    where = "" if label == UNNAMED else f"{label}: "
    return f"{where}{read} against {rules}; detects instructions in {spoken}"


def risks_text(findings: Iterable[Finding]) -> str:
    """``findings by severity: 1 high, 2 low``."""
    counts = risk_counts(findings)
    told = [f"{counts[risk.value]} {risk.value}" for risk in reversed(Risk) if counts[risk.value]]
    return f"findings by severity: {', '.join(told)}" if told else "no findings"


@record(kw_only=True)
class ScanReach:
    """What a scan looks at; ``transport`` is None where no server runs."""

    transport: str | None = None
    attack: bool = False
    locked: bool = False
    several: bool = False  # catalogs are compared with each other
    other_user: bool = False

    def rules_text(self, rules: Sequence[SecurityRule]) -> str:
        """``32 rules; 26 others need a running server, --attack or --lock``."""
        lacking = [missing for rule in rules if (missing := list(self._missing(rule)))]
        text = counted(len(rules) - len(lacking), "rule")
        if not lacking:
            return text
        needs = list(dict.fromkeys(need for missing in lacking for need in missing))
        words = f"{', '.join(needs[:-1])} or {needs[-1]}" if len(needs) > 1 else needs[0]
        others = "1 other needs" if len(lacking) == 1 else f"{len(lacking)} others need"
        return f"{text}; {others} {words}"

    def _missing(self, rule: SecurityRule) -> Iterator[str]:
        match rule:
            case StaticRule() if rule.proof.beside and not self.several:
                yield "several catalogs"
            case StaticRule() if rule.proof.reviewed and not self.locked:
                yield _LOCK
            case LaunchRule():
                yield from self._launch(over_http="url" in rule.proof.failing)
            case PassiveRule():
                yield from self._passive(rule)
            case AttackRule():
                yield from self._attack()
            case _:
                return

    def _launch(self, *, over_http: bool) -> Iterator[str]:
        if self.transport is None:
            yield _SERVER
        elif over_http != (self.transport == "http"):
            yield _HTTP if over_http else _STDIO

    def _passive(self, rule: PassiveRule) -> Iterator[str]:
        if rule.id == _UNLISTED:
            yield from self._attack()
            if not self.locked:
                yield _LOCK
        elif self.transport is None:
            yield _SERVER
        elif rule.family == "http" and self.transport != "http":
            yield _HTTP
        elif rule.id == _OTHER_USER and not self.other_user:
            yield "--other-user-env"

    def _attack(self) -> Iterator[str]:
        if self.transport is None:
            yield _SERVER
        if not self.attack:
            yield _ATTACK
