"""A fault is reported by the rule that names it, and by no other rule of its family."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora, grade_mock, http, memory

from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion

V25 = SpecVersion.V2025_11_25
PASSED, WARNED, FAILED, SKIPPED = Status.PASSED, Status.WARNED, Status.FAILED, Status.SKIPPED


def statuses(ids, overrides):
    rules = [corpora()[V25].rules[rule_id] for rule_id in ids]
    found = grade_mock(rules, memory(overrides, V25), V25)
    return {rule_id: case.status for rule_id, case in found.items()}


NOTE = '{"jsonrpc": "2.0", "method": "notifications/x", "params": {"a": 1}}'


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (NOTE.replace('"a": 1', '"a": 1, "a": 2'), "STDIO-001"),
        (NOTE.replace("1}", "NaN}"), "STDIO-001"),
        (NOTE.replace("1}", '"\\ud800"}'), "STDIO-001"),
        ("a banner", "STDIO-001"),
        (NOTE + NOTE, "STDIO-002"),
        (NOTE[:-1], "STDIO-002"),
    ],
)
def test_only_a_message_with_a_wrong_line_end_is_reported_as_such(line, wrong):
    found = statuses(["STDIO-001", "STDIO-002"], [{"on": "start", "raw": line}])
    assert [rule_id for rule_id, status in found.items() if status is FAILED] == [wrong]


WHO = [{"name": "who", "required": True}]


def gets(answer, **prompt):
    listed = [{"name": "greet", **prompt}]
    return [
        {
            "on": "prompts/list",
            "patch": [{"op": "replace", "path": "/result/prompts", "value": listed}],
        },
        {"on": "prompts/get", "when": {"params": {"name": "greet"}}, **answer},
    ]


UNKNOWN = {"error": {"code": -32602, "message": "unknown prompt"}}
FAILS = {"error": {"code": -32603, "message": "the disk is gone"}}


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        (gets({"result": {"messages": []}}), PASSED),
        (gets(UNKNOWN), WARNED),
        (gets(UNKNOWN, arguments=[]), WARNED),
        (gets(UNKNOWN, arguments=WHO), SKIPPED),  # "mcptest" may be nobody that it knows
        (gets(FAILS), SKIPPED),
    ],
)
def test_a_listed_prompt_that_is_unknown_is_reported(overrides, expected):
    assert statuses(["PROMPT-113"], overrides) == {"PROMPT-113": expected}


OPENING = {"on": "notifications/initialized"}
JSON = {"content_type": "application/json", "raw": "{}"}


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"status": 200, "raw": ""}, FAILED),
        ({"status": 204, "raw": ""}, FAILED),
        ({"status": 202, **JSON}, FAILED),
        ({"status": 400, **JSON}, SKIPPED),  # it is not accepted, which other rules report
        ({}, PASSED),
    ],
)
def test_the_notification_that_every_client_sends_is_looked_at(answer, expected):
    overrides = [{**OPENING, **answer}] if answer else []
    with http(overrides, V25) as target:
        found = grade_mock([corpora()[V25].rules["SHL-203"]], target, V25)
    assert found["SHL-203"].status is expected
