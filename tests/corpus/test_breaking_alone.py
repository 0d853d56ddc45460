"""A server that breaks one rule breaks, as far as the protocol allows, no other."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora, grade_mock, memory

from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion

# Whole grades, over and over; tracing what other tests cover would double their time.
pytestmark = pytest.mark.untraced
FLOOR = 0.95
SLACK = 3  # a sample is coarse; python -m tests.compliance.alone counts them all
SAMPLE = 37  # of so many rules one; all of them take minutes
VIOLATED = {Status.FAILED, Status.WARNED}


def broken_with(rule, version):
    """The other rules that are violated where this one is."""
    rules = list(corpora()[version])
    results = grade_mock(rules, memory(rule.proof.failing, version), version, rule.proof.hints)
    assert results[rule.id].status in VIOLATED, rule.id
    return sorted(
        case_id
        for case_id, case in results.items()
        if case.status in VIOLATED and case_id != rule.id
    )


def test_nearly_every_rule_breaks_alone():
    company = {}
    for version in (SpecVersion.V2025_11_25, SpecVersion.V2026_07_28):
        rules = [rule for rule in corpora()[version] if rule.proof.transport is None]
        for rule in rules[::SAMPLE]:
            company[f"{rule.id} at {version.value}"] = broken_with(rule, version)
    crowds = {name: others for name, others in company.items() if others}
    assert len(crowds) <= max(SLACK, (1 - FLOOR) * len(company)), crowds
