"""Holds a rule's expectations against what was seen; every item that breaks one is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.judge.expectation import RuleExpectation
from mcptest.match.matcher import Mismatch
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.grade import Level
from mcptest.model.json import MISSING, MaybeJson, Missing
from mcptest.model.record import record

MOST_FINDINGS = 20
_LABELS = ("name", "uri", "uriTemplate", "tool", "method", "id")


@record
class Judged:
    """``looked`` counts the places where an expectation applied at all."""

    findings: tuple[Finding, ...]
    looked: int


def severity_of(level: Level) -> Severity:
    """A violated must fails; anything else warns."""
    return Severity.ERROR if level is Level.MUST else Severity.WARNING


def judge(
    rule: Rule, expectations: Sequence[RuleExpectation], roots: Mapping[str, MaybeJson]
) -> Judged:
    """Compare everything; nothing is short-circuited, so that one run shows all."""
    findings: list[Finding] = []
    looked = 0
    for expectation in expectations:
        for prefix, inner in expectation.places(roots):
            looked += 1
            mismatch = expectation.clause.mismatch(inner)
            if mismatch is not None and len(findings) < MOST_FINDINGS:
                findings.append(_finding(rule, expectation, prefix, inner, mismatch))
    return Judged(tuple(findings), looked)


def _finding(
    rule: Rule,
    expectation: RuleExpectation,
    prefix: str,
    roots: Mapping[str, MaybeJson],
    mismatch: Mismatch,
) -> Finding:
    clause = expectation.clause
    target = clause.target.text
    place = prefix + target.removeprefix("item") if prefix else target
    said = expectation.message or mismatch.reason
    return Finding(
        id=rule.id,
        severity=severity_of(rule.level),
        message=f"{place}{_label(roots)}: {said}",
        pointer=pointer(place),
        expected={clause.check.matcher: clause.check.wants},
        actual=clause.target.resolve(roots),
        help=rule.fix,
        spec=rule.spec_url,
        exchange=_exchange(target, roots),
    )


def _label(roots: Mapping[str, MaybeJson]) -> str:
    item = roots.get("item", MISSING)
    if not isinstance(item, dict):
        return ""
    name = next((item[key] for key in _LABELS if isinstance(item.get(key), (str, int))), None)
    return "" if name is None else f" ({name})"


def pointer(place: str) -> str | None:
    """``tools.items[2].name`` as ``/tools/items/2/name``; a query has no single place."""
    if place.startswith("$"):
        return None
    from mcptest.match.path import Path

    steps = Path.parse(place).steps
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def _exchange(target: str, roots: Mapping[str, MaybeJson]) -> Exchange | None:
    """The request and the reply that the target was read from, where there is one pair."""
    head = target.removeprefix("$").lstrip(".").partition(".")[0].partition("[")[0]
    root = roots.get(head, MISSING)
    if isinstance(root, Missing) or not isinstance(root, dict) or "request" not in root:
        return None
    return Exchange(request=root["request"], reply=root.get("message", MISSING))
