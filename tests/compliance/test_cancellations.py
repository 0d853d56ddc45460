"""What a server sends after a cancellation: what is its fault, and what is only late."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora, grade_mock, memory, stdio

from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion

V25, V26 = SpecVersion.V2025_11_25, SpecVersion.V2026_07_28
PASSED, WARNED, FAILED, SKIPPED = Status.PASSED, Status.WARNED, Status.FAILED, Status.SKIPPED
SLOW_TOOL = {"slow_tool": {"name": "now", "args": {}}}
NOW = {"on": "tools/call", "when": {"params": {"name": "now"}}}
LATE = {"jsonrpc": "2.0", "id": "${request.params.requestId}", "result": {"resultType": "complete"}}


def status(rule_id, target, version, hints=None):
    found = grade_mock([corpora()[version].rules[rule_id]], target, version, hints)
    return found[rule_id].status


@pytest.mark.untraced
@pytest.mark.parametrize("version", [V25, V26])
@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ([], SKIPPED),  # slow when it was found, but not anymore: the response is on its way
        ([{**NOW, "delay_ms": 1000}], PASSED),
        (
            [
                {**NOW, "delay_ms": 1000},
                {"on": "notifications/cancelled", "pause_ms": 300, "after": [LATE]},
            ],
            WARNED,
        ),
    ],
)
def test_a_response_that_crosses_the_cancellation_is_not_reported(overrides, expected, version):
    assert status("UTIL-005", stdio(overrides, version), version, SLOW_TOOL) is expected


ANSWERS = [
    LATE,
    {"jsonrpc": "2.0", "id": None, "result": {}},
    {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "not running"}},
]


@pytest.mark.parametrize("version", [V25, V26])
@pytest.mark.parametrize("reply", ANSWERS)
@pytest.mark.parametrize(
    ("rule_id", "request_id", "expected"),
    [
        ("UTIL-003", "unknown", WARNED),
        ("UTIL-004", "absent", WARNED),
        ("UTIL-006", "known", FAILED),
    ],
)
def test_a_cancellation_gets_no_response(rule_id, request_id, expected, reply, version):
    if reply is LATE and request_id == "absent":
        reply = {**LATE, "id": "mcptest"}
    answers = {
        "on": "notifications/cancelled",
        "when": {"params": {"requestId": {"is": request_id}}},
        "reply": reply,
    }
    assert status(rule_id, memory([], version), version) is PASSED
    assert status(rule_id, memory([answers], version), version) is expected
