"""A grade finds the fixtures of its rules in what the tools do; what the user gives wins."""

import pytest
from tests.compliance.peer import corpora, grade_mock, memory, served

from mcptest.compliance.observe.fixtures.capable import capable_client
from mcptest.compliance.observe.fixtures.find_fixtures import FINDABLE
from mcptest.compliance.observe.fixtures.found_fixtures import FoundFixtures
from mcptest.compliance.observe.fixtures.quick_arguments import briefly, quickened
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
    assert "rounds" in rule.observe.views or not FINDABLE.isdisjoint(rule.needs.fixture)
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


def test_a_template_that_can_be_read_with_a_common_value_is_read():
    assert graded("RES-117", []).status is Status.PASSED


def test_a_template_that_no_common_value_fits_is_left_undecided():
    unknown = {
        "on": "resources/read",
        "when": {"params": {"uri": {"is": "templated"}}},
        "error": {"code": -32602, "message": "resource not found"},
    }
    assert graded("RES-117", [unknown]).skip.reason is SkipReason.NEEDS_FIXTURE


def test_a_value_that_fits_one_template_is_not_held_against_another():
    other = {"uriTemplate": "note://other/{name}", "name": "other"}
    lists = {
        "on": "resources/templates/list",
        "patch": [{"op": "add", "path": "/result/resourceTemplates/-", "value": other}],
    }
    assert graded("RES-117", [lists]).status is Status.PASSED


def asked_in_url_mode():
    params = {
        "message": "Sign in",
        "mode": "url",
        "url": "https://example.com",
        "elicitationId": "1",
    }
    question = {"method": "elicitation/create", "params": params}
    when = {"params": {"name": "echo"}, "client": {"elicitation": {"url": {}}}}
    result = {"resultType": "input_required", "inputRequests": {"first": question}}
    return [{"on": "tools/call", "when": when, "result": result}]


@pytest.mark.parametrize("version", [V25, V26])
def test_a_url_that_the_client_declared_breaks_no_rule(version):
    assert graded("CLI-011", asked_in_url_mode(), version).status is not Status.FAILED


def test_a_tool_that_asks_for_one_thing_is_preferred_as_a_fixture():
    def asks(tool, *methods):
        requests = {str(n): {"method": method, "params": {}} for n, method in enumerate(methods)}
        when = {"params": {"name": tool}, "client": {"sampling": {}, "roots": {}}}
        result = {"resultType": "input_required", "inputRequests": requests}
        return {"on": "tools/call", "when": when, "result": result}

    both = asks("echo", "sampling/createMessage", "roots/list")
    one = {**asks("now", "sampling/createMessage")}
    one["when"]["client"].pop("roots")
    assert graded("DEPREC-003", [both, one], V26).status in VIOLATED
    assert graded("DEPREC-003", [both], V26).skip.reason is SkipReason.CANNOT_TELL


@pytest.mark.parametrize(
    ("name", "declared", "expected"),
    [
        ("duration", {"type": "number", "default": 10}, {"duration": 0.25}),
        ("delayMs", {"type": "integer", "default": 5000}, {"delayMs": 250}),
        ("seconds", {"type": "integer", "default": 10}, None),
        ("seconds", {"type": "number", "minimum": 0.5, "default": 10}, None),
        ("steps", {"type": "number", "default": 10}, None),
    ],
)
def test_a_tool_is_asked_for_a_fraction_of_a_second_where_it_can_be(name, declared, expected):
    assert briefly({"properties": {name: declared}}, {}) == expected


def reporting(duration, **more):
    """The mock's echo takes time, and reports progress when it is asked for this much of it."""
    schema = "/result/tools/0/inputSchema/properties/duration"
    called = {"name": "echo", "arguments": {"duration": duration}}
    progress = {"progressToken": "${request.params._meta.progressToken}", "progress": 5, **more}
    said = {"jsonrpc": "2.0", "method": "notifications/progress", "params": progress}
    return [
        {
            "on": "tools/list",
            "patch": [
                {"op": "add", "path": schema, "value": {"type": "number", "default": 10}},
                {
                    "op": "replace",
                    "path": "/result/tools/0/annotations",
                    "value": {"readOnlyHint": True},
                },
            ],
        },
        {
            "on": "tools/call",
            "when": {"params": {**called, "_meta": {"progressToken": {"is": "present"}}}},
            "before": [said],
            "result": {"content": []},
        },
    ]


@pytest.mark.parametrize(("more", "expected"), [({}, {Status.PASSED}), ({"message": 9}, VIOLATED)])
def test_a_tool_that_reports_progress_is_asked_for_less_time(more, expected):
    both = [*reporting(1), *reporting(0.25, **more)[1:]]

    assert graded("UTIL-013", both).status in expected


def test_a_tool_that_then_reports_none_gets_its_time():
    both = [*reporting(1, message=9), *reporting(0.5)[1:]]

    assert graded("UTIL-013", both).status in VIOLATED


def page_and_form(url):
    """Echo asks for a form and now for a page; both are read-only."""
    page = {"mode": "url", "message": "Sign in.", "url": url, "elicitationId": "1"}
    return [
        *asking(readOnlyHint=True),
        {
            "on": "tools/call",
            "when": {"params": {"name": "now"}, "client": {"elicitation": {"url": {}}}},
            "result": {
                "resultType": "input_required",
                "inputRequests": {"page": {"method": "elicitation/create", "params": page}},
            },
        },
    ]


@pytest.mark.parametrize(
    ("rule_id", "url", "expected"),
    [
        ("CLI-010", "https://example.com/", Status.PASSED),
        ("CLI-211", "https://example.com/", Status.PASSED),
        ("CLI-211", "no address", Status.FAILED),
    ],
)
def test_a_form_and_a_page_of_two_tools_are_both_checked(rule_id, url, expected):
    assert graded(rule_id, page_and_form(url), V26).status is expected


def test_a_tool_that_asks_for_a_form_is_preferred_to_one_that_asks_for_a_page():
    overrides = page_and_form("https://example.com/")
    page, form = {"params": {"name": "echo"}}, {"params": {"name": "now"}}
    overrides[1]["when"] |= form
    overrides[2]["when"] |= page
    assert graded("MRTR-014", overrides, V26).status is Status.PASSED


@pytest.mark.parametrize(
    ("bound", "expected"), [(True, {Status.PASSED}), (False, VIOLATED)], ids=["bound", "free"]
)
def test_a_state_is_sent_with_other_arguments(bound, expected):
    """Without a fixture, where the schema takes another text."""
    overrides = asking(readOnlyHint=True)
    overrides[1]["result"]["requestState"] = "state-1"
    retry = {"name": "echo", "requestState": "state-1"}
    done = {"resultType": "complete", "content": [{"type": "text", "text": "done"}]}
    overrides.append({"on": "tools/call", "when": {"params": retry}, "result": done})
    if bound:
        other = {**retry, "arguments": {"text": {"not": "text"}}}
        error = {"code": -32602, "message": "the state is that of another call"}
        overrides.append({"on": "tools/call", "when": {"params": other}, "error": error})
    assert graded("MRTR-008", overrides, V26).status in expected


@pytest.mark.parametrize(
    ("version", "expected"),
    [(SpecVersion.V2025_06_18, {}), (V25, {"form": {}, "url": {}}), (V26, {"form": {}, "url": {}})],
)
def test_modes_of_elicitation_are_declared_from_the_revision_that_has_them(version, expected):
    assert capable_client(version=version).capabilities["elicitation"] == expected
