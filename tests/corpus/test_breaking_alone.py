"""A server that breaks one rule breaks, as far as the protocol allows, no other."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora, grade_mock, memory

from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion

# Whole grades, over and over; tracing what other tests cover would double their time.
pytestmark = pytest.mark.untraced
# Over 90 % of all break alone (python -m tests.compliance.alone counts them). A sibling sees the
# others too: the same requirement as advice, or the form of a message whose content is wrong.
FLOOR = 0.85
SAMPLE = 11  # of so many rules one; all of them take minutes
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


@pytest.mark.parametrize("version", [SpecVersion.V2025_11_25, SpecVersion.V2026_07_28])
def test_most_rules_break_alone(version):
    rules = [rule for rule in corpora()[version] if rule.proof.transport is None]
    company = {rule.id: broken_with(rule, version) for rule in rules[::SAMPLE]}
    crowds = {name: others for name, others in company.items() if others}
    assert len(crowds) <= (1 - FLOOR) * len(company), crowds
