"""A case as the page shows it: its texts, and its truncated evidence."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from mcptest.model.bounds import LONGEST_TEXT, bounded
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MaybeJson, Missing
from mcptest.model.outcome import CaseResult, Status
from mcptest.model.record import record
from mcptest.model.rule_info import RuleInfo
from mcptest.report.excerpt import show_place
from mcptest.report.plain import exchange_pairs

MOST_CASES = 5_000
MOST_FINDINGS = 50  # of one case
EVIDENCE = 16 * 1024 * 1024  # characters of evidence in the whole page
_LEAST = 2 * 1024
_ORDER = (Status.FAILED, Status.ERRORED, Status.WARNED, Status.PASSED, Status.SKIPPED)
_OPEN_BY_ITSELF = 3


@record
class FindingView:
    finding: Finding
    title: str
    why: str
    fix: tuple[str, ...]
    code: str | None  # a fix in the terms of the server's SDK
    listed: str  # help of several lines: a difference, or an entry for a suite
    link: str | None  # only a URL from a rule
    place: str | None
    facts: tuple[tuple[str, str], ...]  # expected and actual
    exchange: tuple[tuple[str, str], ...]  # request and reply


@record
class CaseView:
    case: CaseResult
    anchor: str
    findings: tuple[FindingView, ...]
    more: int  # findings that are not shown
    severities: str
    server: str
    targets: str | None
    open: bool


def view_cases(
    cases: Iterable[CaseResult], rules: Mapping[str, RuleInfo]
) -> tuple[list[CaseView], int]:
    """The gravest first, as many as a page can bear, and how many were left out."""
    ordered = sorted(cases, key=lambda case: _ORDER.index(case.status))
    shown = ordered[:MOST_CASES]
    limit, codes = _limit(shown), _codes(ordered)
    views = [
        _view(
            case,
            rules,
            codes,
            limit,
            open_it=number < _OPEN_BY_ITSELF and case.status in _ORDER[:2],
        )
        for number, case in enumerate(shown)
    ]
    return _distinct(views), len(ordered) - len(shown)


def _distinct(views: list[CaseView]) -> list[CaseView]:
    """Two cases of one id get two anchors; links lead to the first."""
    met: Counter[str] = Counter()
    told = []
    for view in views:
        met[view.anchor] += 1
        number = met[view.anchor]
        told.append(view if number == 1 else replace(view, anchor=f"{view.anchor}-{number}"))
    return told


def anchor_of(case: CaseResult) -> str:
    """The same from run to run, so that a link to a case stays good."""
    return f"c-{_digest(case.id)}"


def server_key(case: CaseResult) -> str:
    """One word for a server, whose name may be anything."""
    return f"s-{_digest(case.server)}" if case.server else "none"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _limit(cases: Iterable[CaseResult]) -> int:
    """What one piece of evidence may take, so that all of it stays within the page's measure."""
    pieces = sum(4 * min(len(case.findings), MOST_FINDINGS) + 1 for case in cases)
    return max(_LEAST, min(LONGEST_TEXT, EVIDENCE // max(1, pieces)))


def _codes(cases: Iterable[CaseResult]) -> dict[str, str]:
    """By id: the run has each only with the first finding of its kind."""
    found = (finding for case in cases for finding in case.findings)
    return {finding.id: finding.code for finding in found if finding.code is not None}


def _view(
    case: CaseResult,
    rules: Mapping[str, RuleInfo],
    codes: Mapping[str, str],
    limit: int,
    *,
    open_it: bool,
) -> CaseView:
    shown = case.findings[:MOST_FINDINGS]
    found = {finding.severity for finding in case.findings}
    return CaseView(
        case=case,
        anchor=anchor_of(case),
        findings=tuple(_finding(one, rules.get(one.id), codes.get(one.id), limit) for one in shown),
        more=len(case.findings) - len(shown),
        server=server_key(case),
        severities=" ".join(each.value for each in Severity if each in found) or "none",
        targets=_pretty(dict(case.targets), limit) if case.targets else None,
        open=open_it,
    )


def _finding(finding: Finding, rule: RuleInfo | None, code: str | None, limit: int) -> FindingView:
    fixes = [text for text in (finding.help, rule.fix if rule else "") if text]
    listed = next((text for text in fixes if "\n" in text), "")
    where = finding.where
    return FindingView(
        finding=finding,
        title=rule.title if rule else "",
        why=rule.why if rule else "",
        fix=tuple(dict.fromkeys(text for text in fixes if text != listed)),
        code=code,
        listed=listed,
        link=rule.url if rule else None,
        place=None if where is None else "\n".join(show_place(where)).strip("\n"),
        facts=_facts(finding, limit),
        exchange=_exchange(finding, limit),
    )


def _facts(finding: Finding, limit: int) -> tuple[tuple[str, str], ...]:
    pairs: list[tuple[str, MaybeJson]] = []
    if finding.spec is not None:
        return ()  # a rule's message says what was expected and what came
    if not isinstance(finding.expected, Missing):
        pairs = [("Expected", finding.expected), ("Actual", finding.actual)]
    elif not isinstance(finding.actual, Missing):
        pairs = [("Actual", finding.actual)]
    return tuple((name, _pretty(value, limit)) for name, value in pairs)


def _exchange(finding: Finding, limit: int) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name.capitalize(), _pretty(value, limit))
        for name, value in exchange_pairs(finding)
        if not isinstance(value, Missing)
    )


def _pretty(value: MaybeJson, limit: int) -> str:
    if isinstance(value, Missing):
        return "(absent)"
    return bounded(json.dumps(value, ensure_ascii=False, indent=2), limit)
