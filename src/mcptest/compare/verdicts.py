"""Compare the grades, rules and findings of two audits."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.compare.difference import ComparedSection, Difference
from mcptest.lint.diff.value_diff import Impact
from mcptest.model.finding import Severity
from mcptest.model.grade import Compliance
from mcptest.model.outcome import Lane, Status
from mcptest.model.run import Run

_BAD = {Status.FAILED: Impact.BREAKING, Status.WARNED: Impact.RISKY, Status.ERRORED: Impact.RISKY}
_JUDGED = (Status.PASSED, Status.FAILED, Status.WARNED)


def rule_differences(base: Compliance, head: Compliance) -> Iterator[Difference]:
    """Rules that both sides could be judged by, where the verdict differs."""
    before = {rule.id: rule for rule in base.rules if rule.status in _JUDGED}
    for rule in head.rules:
        was = before.get(rule.id)
        if was is None or rule.status not in _JUDGED or rule.status is was.status:
            continue
        better = rule.status is Status.PASSED or was.status is Status.FAILED
        impact = Impact.SAFE if better else _BAD[rule.status]
        words = f"{was.status.value} before, now {rule.status.value}"
        yield Difference(ComparedSection.GRADE, impact, rule.id, words)


def finding_differences(base: Run, head: Run) -> Iterator[Difference]:
    """Findings that only one side has; those of rules are in the grade.

    A tool that was removed takes its findings along: nothing was fixed.
    """
    before, after = _findings(base), _findings(head)
    for key in (key for key in after if key not in before):
        severity, words = after[key]
        impact = Impact.BREAKING if severity is Severity.ERROR else Impact.RISKY
        yield Difference(ComparedSection.FINDINGS, impact, key[1], f"new finding {key[2]}: {words}")
    checked = {(case.lane.value, case.name) for case in head.cases}
    for key in (key for key in before if key not in after and key[:2] in checked):
        _, words = before[key]
        yield Difference(ComparedSection.FINDINGS, Impact.SAFE, key[1], f"fixed {key[2]}: {words}")


def _findings(run: Run) -> dict[tuple[str, str, str], tuple[Severity, str]]:
    return {
        (case.lane.value, case.name, finding.id): (finding.severity, finding.message)
        for case in run.cases
        if case.lane is not Lane.COMPLIANCE
        for finding in case.findings
        if finding.severity is not Severity.NOTE
    }
