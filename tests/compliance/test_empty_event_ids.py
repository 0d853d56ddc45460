"""An ``id`` field without a value takes the last event id back: the event has none."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora, grade_mock, http

from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion

V25 = SpecVersion.V2025_11_25
LISTS = ("tools/list", "resources/list", "prompts/list", "prompts/get")


def statuses(ids, raw, methods=LISTS):
    overrides = [{"on": method, "sse": True, "raw": raw} for method in methods]
    with http(overrides, V25) as target:
        found = grade_mock([corpora()[V25].rules[rule_id] for rule_id in ids], target, V25)
    return {rule_id: case.status for rule_id, case in found.items()}


@pytest.mark.parametrize("field", ["id", "id:", "id: "])
def test_events_without_an_id_have_no_id_in_common(field):
    found = statuses(["SHL-011", "SHL-013"], f"{field}\ndata: ${{reply}}\n\n")
    assert set(found.values()) <= {Status.PASSED, Status.SKIPPED}


def test_a_stream_cannot_be_resumed_from_an_empty_id():
    found = statuses(["SHL-008"], "id: 1\ndata:\n\nid:\ndata:\n\n", ["prompts/get"])
    assert found == {"SHL-008": Status.PASSED}
    assert statuses(["SHL-008"], "id:\ndata:\n\n", ["prompts/get"]) == {"SHL-008": Status.WARNED}
