"""A grade finds the fixtures of its rules in what the tools do; what the user gives wins."""

import pytest
from tests.compliance.peer import corpora, grade_mock, memory, served

from mcptest.compliance.observe.fixtures.find_fixtures import FINDABLE
from mcptest.compliance.observe.fixtures.found_fixtures import FoundFixtures
from mcptest.compliance.observe.fixtures.quick_arguments import quickened
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion
from mcptest.safety.policy import CallOnly, ExecutionPolicy

V25, V26 = SpecVersion.V2025_11_25, SpecVersion.V2026_07_28
VIOLATED = {Status.FAILED, Status.WARNED}
# The proof of TASK-014 speaks of one tool, and the mock runs the others as tasks.
FOUND_BOTH_WAYS = {
    V25: "CLI-002 CLI-004 CLI-005 CLI-006 CLI-008 CLI-010 CLI-012 CLI-013 CLI-014 CLI-015 CLI-018 "
    "CLI-211 DEPREC-007 UTIL-005 UTIL-013",
    V26: "CLI-004 CLI-005 CLI-006 CLI-010 CLI-013 CLI-014 CLI-018 CLI-211 DEPREC-007 MRTR-003 "
    "MRTR-004 MRTR-005 MRTR-006 MRTR-007 MRTR-011 MRTR-013 MRTR-014 MRTR-015 UTIL-005 UTIL-013",
}


def asking(**annotations):
    """The mock's echo asks a client that can be asked."""
    form = {"message": "Who?", "requestedSchema": {"type": "object", "properties": {}}}
    question = {"method": "elicitation/create", "params": form}
    return [
        {
            "on": "tools/list",
            "patch": [
                {"op": "replace", "path": "/result/tools/0/annotations", "value": annotations}
            ],
        },
        {
            "on": "tools/call",
            "when": {"params": {"name": "echo"}, "client": {"elicitation": {}}},
            "result": {"resultType": "input_required", "inputRequests": {"first": question}},
        },
    ]


def graded(rule_id, overrides, version=V25, hints=None, **more):
    rule = corpora()[version].rules[rule_id]
    more.setdefault("seeks_fixtures", True)
    return grade_mock([rule], memory(overrides, version), version, hints, **more)[rule_id]


@pytest.mark.parametrize(
    ("version", "rule_id"),
    [(version, name) for version, names in FOUND_BOTH_WAYS.items() for name in names.split()],
)
def test_the_proofs_of_rules_need_no_hint(version, rule_id):
    rule = corpora()[version].rules[rule_id]
    assert not FINDABLE.isdisjoint(rule.needs.fixture)
    for overrides, expected in (
        (rule.proof.passing, {Status.PASSED}),
        (rule.proof.failing, VIOLATED),
    ):
        with served(overrides, version, rule.proof.transport) as target:
            case = grade_mock([rule], target, version, seeks_fixtures=True)[rule_id]
        assert case.status in expected, case.skip


def test_a_single_rule_of_a_suite_seeks_nothing():
    case = graded("CLI-010", asking(readOnlyHint=True), seeks_fixtures=False)
    assert case.skip.reason is SkipReason.NEEDS_FIXTURE


def test_the_one_call_of_a_mutating_tool_decides_what_one_call_can():
    assert graded("CLI-010", asking(readOnlyHint=False)).status is Status.PASSED


def test_a_rule_that_needs_a_second_call_says_which_hint_decides_it():
    skip = graded("CLI-015", asking(readOnlyHint=False)).skip
    assert skip.reason is SkipReason.NEEDS_FIXTURE
    assert "compliance.hints.eliciting_tool" in skip.detail
    assert "echo" in skip.detail
    hint = {"eliciting_tool": {"name": "echo", "args": {"text": "x"}}}
    assert graded("CLI-015", asking(readOnlyHint=False), hints=hint).status is not Status.SKIPPED


def test_nothing_is_called_where_the_policy_says_so():
    policy = ExecutionPolicy(call_only=CallOnly.NONE)
    case = graded("CLI-010", asking(readOnlyHint=True), policy=policy)
    assert case.skip.reason is SkipReason.NEEDS_FIXTURE


def test_a_destructive_tool_is_never_tried():
    case = graded("CLI-010", asking(destructiveHint=True))
    assert case.skip.reason is SkipReason.NEEDS_FIXTURE


def test_a_found_hint_is_no_consent():
    fixtures = FoundFixtures()
    fixtures.found = {"slow_tool": {"name": "a", "args": {}}}
    hints = {"slow_tool": {"name": "a"}, "plain_tool": {"name": "b"}}
    assert fixtures.given(hints) == {"plain_tool": {"name": "b"}}
    assert fixtures.refused("b") is None


@pytest.mark.parametrize("field", ["description", "title"])
def test_a_warning_not_to_enter_a_secret_asks_for_none(field):
    def status(text):
        overrides = asking(readOnlyHint=True)
        form = overrides[1]["result"]["inputRequests"]["first"]["params"]
        form["requestedSchema"]["properties"] = {"n": {"type": "integer", field: text}}
        return graded("CLI-014", overrides).status

    assert status("Your favourite number (do not enter your phone number, pin or others)") is (
        Status.PASSED
    )
    assert status("Your pin") in VIOLATED


@pytest.mark.parametrize(
    ("name", "declared", "given", "expected"),
    [
        ("duration", {"type": "number", "default": 10}, {}, {"duration": 1}),
        ("delayMs", {"type": "integer", "default": 5000}, {}, {"delayMs": 1000}),
        ("seconds", {"type": "integer"}, {"seconds": 30}, {"seconds": 1}),
        ("seconds", {"type": "integer", "minimum": 5, "default": 9}, {}, {}),
        ("seconds", {"type": "string", "default": "10"}, {}, {}),
        ("duration", {"type": "number", "default": 0.5}, {}, {}),
        ("duration", {"type": "number", "enum": [5, 10], "default": 10}, {}, {}),
        ("steps", {"type": "number", "default": 10}, {}, {}),
    ],
)
def test_a_tool_is_asked_for_a_second_rather_than_for_longer(name, declared, given, expected):
    assert quickened({"properties": {name: declared}}, given) == expected


@pytest.mark.parametrize("schema", [True, {}, {"properties": []}, {"properties": {"a": True}}])
def test_arguments_without_a_duration_stay(schema):
    assert quickened(schema, {"a": 5}) == {"a": 5}
