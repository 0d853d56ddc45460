"""One message on one stream: what is told apart, and what a right server may do."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora, grade_mock, http

from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion

V25 = SpecVersion.V2025_11_25
CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
HELD = {
    "on": "GET",
    "when": {"http": {"path": "/mcp"}},
    "status": 200,
    "sse": True,
    "hold": True,
    "raw": ": open\n\n",
}
NOW = {"params": {"name": "now"}}
TO_GET = {"http": {"method": "GET"}}
CHANGES = {"changing_tools": {"tool": "now", "args": {}}}
PROGRESSES = {"progress_tool": {"name": "now", "args": {}}, "sampling_tool": {"name": "now"}}
REPORTED = {
    "jsonrpc": "2.0",
    "method": "notifications/progress",
    "params": {"progressToken": "${request.params._meta.progressToken}", "progress": 1},
}
WITH_TOKEN = {
    "params": {"name": "now", "_meta": {"progressToken": {"is": "present"}}},
    "client": {"sampling": {"is": "object"}},
}


def graded(hints, *overrides, seeks_fixtures=False):
    rule = corpora()[V25].rules["SHL-010"]
    with http(overrides, V25) as target:
        result = grade_mock([rule], target, V25, hints, seeks_fixtures=seeks_fixtures)
    return result[rule.id].status


def test_a_change_that_each_get_stream_is_told_of_is_a_broadcast():
    told = {"on": "tools/call", "when": NOW, "tell": [{"when": TO_GET, "message": CHANGED}]}
    client = {"sampling_tool": {"name": "now", "args": {}}}
    assert graded({**CHANGES, **client}, HELD, told) is Status.FAILED


def test_a_change_that_is_told_with_the_call_is_right():
    told = {"on": "tools/call", "when": NOW, "before": [CHANGED]}
    assert graded(CHANGES, HELD, told) in {Status.PASSED, Status.SKIPPED}


@pytest.mark.parametrize(("copied", "expected"), [(False, Status.PASSED), (True, Status.FAILED)])
def test_progress_on_the_stream_of_its_call_and_on_another_is_a_copy(copied, expected):
    report = {"on": "tools/call", "when": WITH_TOKEN, "before": [REPORTED]}
    copy = {"on": "tools/call", "when": WITH_TOKEN, "tell": [{"when": TO_GET, "message": REPORTED}]}
    more = [copy] if copied else []
    assert graded({}, HELD, report, *more, seeks_fixtures=True) is expected


def test_a_server_without_a_get_stream_is_not_judged():
    assert graded(CHANGES) is Status.SKIPPED
