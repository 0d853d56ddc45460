"""Tasks of the extension in the cases that no proof shows."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora, grade_mock, memory

from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion

V26 = SpecVersion.V2026_07_28
TASKS, ASKING = {"use": "tasks"}, {"use": "asking-tasks"}
DECLARED = {"extensions": {"io.modelcontextprotocol/tasks": {}}}


def graded(rule_id, overrides, hint, tool="now"):
    rule = corpora()[V26].rules[rule_id]
    hints = {hint: {"name": tool, "args": {}}}
    return grade_mock([rule], memory(overrides, V26), V26, hints)[rule_id]


@pytest.mark.parametrize(
    ("rule_id", "hint"),
    [("TASKX-009", "failing_task_tool"), ("TASKX-021", "asking_task_tool")],
)
def test_a_call_that_becomes_no_task_shows_nothing(rule_id, hint):
    case = graded(rule_id, [TASKS], hint, tool="show_picture")
    assert (case.status, case.skip.reason) == (Status.SKIPPED, SkipReason.NOT_APPLICABLE)


def test_a_task_that_asks_nothing_shows_nothing_about_input():
    case = graded("TASKX-012", [TASKS], "asking_task_tool")
    assert case.skip.reason is SkipReason.NOT_APPLICABLE


def test_the_answer_may_take_effect_later_than_its_acknowledgement():
    """The task says once more that it asks, although it was answered."""
    again = {
        "on": "tasks/get",
        "when": {"params": {"taskId": "task-1"}, "client": DECLARED},
        "times": 4,
        "patch": [{"op": "replace", "path": "/result/status", "value": "input_required"}],
    }
    asks = {
        "op": "add",
        "path": "/result/inputRequests",
        "value": {"roots": {"method": "roots/list"}},
    }
    overrides = [TASKS, {**again, "patch": [*again["patch"], asks]}]
    for rule_id in ("TASKX-012", "TASKX-013", "TASKX-021"):
        assert graded(rule_id, overrides, "asking_task_tool").status is Status.PASSED


def test_a_task_that_works_for_a_while_is_waited_for():
    works = {
        "on": "tasks/get",
        "when": {"params": {"taskId": "task-1"}, "client": DECLARED},
        "times": 1,
        "patch": [{"op": "replace", "path": "/result/status", "value": "working"}],
    }
    assert graded("TASKX-021", [ASKING, works], "asking_task_tool").status is Status.PASSED
