"""What resource templates give is read with values that mcptest finds, and judged."""

import pytest
from tests.compliance.peer import corpora, grade_mock, memory

from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion

V25, V26 = SpecVersion.V2025_11_25, SpecVersion.V2026_07_28
VIOLATED = {Status.FAILED, Status.WARNED}


def only_templates(**content):
    """A server that lists no resource, and whose template gives this content."""
    contents = [{"uri": "note://by-name/1", "mimeType": "text/plain", **content}]
    return [
        {
            "on": "resources/list",
            "patch": [{"op": "replace", "path": "/result/resources", "value": []}],
        },
        {
            "on": "resources/read",
            "when": {"params": {"uri": {"is": "templated"}}},
            "patch": [{"op": "replace", "path": "/result/contents", "value": contents}],
        },
    ]


def graded(rule_id, overrides, version, *, seeks_fixtures=True):
    rule, target = corpora()[version].rules[rule_id], memory(overrides, version)
    return grade_mock([rule], target, version, seeks_fixtures=seeks_fixtures)[rule_id]


@pytest.mark.parametrize(
    ("rule_id", "good", "bad"),
    [
        ("RES-105", {"text": "x"}, {"text": 5}),
        ("RES-106", {"blob": "AAAA"}, {"blob": "not base64"}),
        ("RES-123", {"text": "x"}, {"text": "x", "uri": "other://place"}),
    ],
)
@pytest.mark.parametrize("version", [V25, V26])
def test_what_a_template_stands_for_is_judged_as_a_resource(rule_id, good, bad, version):
    assert graded(rule_id, only_templates(**good), version).status is Status.PASSED
    assert graded(rule_id, only_templates(**bad), version).status in VIOLATED
    alone = graded(rule_id, only_templates(**bad), version, seeks_fixtures=False)
    assert alone.skip.reason is SkipReason.NOT_APPLICABLE
