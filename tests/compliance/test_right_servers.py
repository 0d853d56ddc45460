"""Servers that do what the specification allows, and their neighbours that do not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.compliance.peer import corpora, grade_mock, http, memory

from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion

V24, V25_03, V25_06 = list(SpecVersion)[:3]
V25, V26 = SpecVersion.V2025_11_25, SpecVersion.V2026_07_28
PASSED, WARNED, FAILED, SKIPPED = Status.PASSED, Status.WARNED, Status.FAILED, Status.SKIPPED
COMPLETIONS = [
    {
        "on": "initialize",
        "patch": [{"op": "add", "path": "/result/capabilities/completions", "value": {}}],
    },
    {"on": "completion/complete", "result": {"completion": {"values": ["Ada"]}}},
]


def rules_of(ids, version):
    return [corpora()[version].rules[rule_id] for rule_id in ids]


def status(rule_id, overrides, version, hints=None):
    found = grade_mock(rules_of([rule_id], version), memory(overrides, version), version, hints)
    return found[rule_id].status


def statuses_over_http(ids, overrides, version, hints=None):
    with http(overrides, version) as target:
        found = grade_mock(rules_of(ids, version), target, version, hints)
    return {rule_id: case.status for rule_id, case in found.items()}


BAD_VERSION = {"on": "POST", "when": {"http": {"header": {"mcp-protocol-version": "1900-01-01"}}}}


@pytest.mark.parametrize(
    "body",
    [
        {"error": "invalid_token", "error_description": "expired"},
        {"detail": "Forbidden"},
        {"error": {"reason": "no code here"}},
        ["nothing"],
    ],
)
def test_the_body_of_an_http_error_is_not_judged_as_a_message(body):
    ids = ["HEADER-002", "RPC-001", "RPC-006", "SHAPE-005"]
    refused = {**BAD_VERSION, "status": 400, "reply": body}
    found = statuses_over_http(ids, [refused], V25)
    assert set(found.values()) == {PASSED}


def test_the_body_of_a_refused_get_is_not_judged_as_a_message():
    refused = {"on": "GET", "status": 405, "reply": {"detail": "Method Not Allowed"}}
    found = statuses_over_http(["SHL-006", "RPC-001"], [refused], V25)
    assert set(found.values()) == {PASSED}


@pytest.mark.parametrize(
    ("body", "broken"),
    [
        ({"jsonrpc": "1.0", "id": None, "error": {"code": -32600, "message": "no"}}, "RPC-001"),
        ({"jsonrpc": "2.0", "id": None, "error": {"code": "x", "message": "no"}}, "RPC-006"),
    ],
)
def test_an_http_error_that_claims_to_be_a_message_is_judged_as_one(body, broken):
    refused = {**BAD_VERSION, "status": 400, "reply": body}
    assert statuses_over_http(["HEADER-002", broken], [refused], V25)[broken] is FAILED


NO_ID = {"jsonrpc": "2.0", "error": {"code": -32601, "message": "unknown notification"}}


@pytest.mark.parametrize("version", [V25, V26])
def test_a_notification_may_be_refused_with_an_http_error(version):
    late = {"on": "notifications/cancelled", "status": 400, "reply": NO_ID}
    unknown = {"on": "notification", "except": ["notifications/initialized"], "status": 400}
    ids = ["RPC-008", "UTIL-003", "UTIL-004", "UTIL-006"]
    found = statuses_over_http(ids, [{**unknown, "reply": NO_ID}, late], version)
    assert set(found.values()) == {PASSED}


@pytest.mark.parametrize("version", [V25, V26])
def test_a_notification_may_not_be_answered_with_success(version):
    unknown = {"on": "notification", "except": ["notifications/initialized"], "status": 200}
    found = statuses_over_http(["RPC-008"], [{**unknown, "reply": {**NO_ID, "id": None}}], version)
    assert found == {"RPC-008": FAILED}


def embedded(uri):
    resource = {"uri": uri, "mimeType": "text/plain", "text": "hello"}
    message = {"role": "user", "content": {"type": "resource", "resource": resource}}
    when = {"params": {"name": "greet"}}
    return {"on": "prompts/get", "when": when, "result": {"messages": [message]}}


def test_an_argument_of_ours_that_comes_back_as_a_uri_is_ours_to_answer_for():
    assert status("SHAPE-004", [embedded("${request.params.arguments.who}")], V25) is PASSED


def test_a_uri_of_the_servers_own_making_is_judged():
    assert status("SHAPE-004", [embedded("not a uri")], V25) is FAILED


def test_completions_may_be_for_prompts_alone():
    refusal = {
        "on": "completion/complete",
        "when": {"params": {"ref": {"type": "ref/resource"}}},
        "error": {"code": -32602, "message": "only prompts can be completed"},
    }
    assert status("COMP-004", [*COMPLETIONS, refusal], V25) is PASSED


def test_completion_that_fails_inside_the_server_is_told():
    crash = {
        "on": "completion/complete",
        "when": {"params": {"ref": {"type": "ref/resource"}}},
        "error": {"code": -32603, "message": "KeyError: 'template'"},
    }
    assert status("COMP-004", [*COMPLETIONS, crash], V25) is WARNED


UNKNOWN_REF = {
    "on": "completion/complete",
    "like": {"/params/ref/type": "^ref/(?!prompt|resource)"},
}


@pytest.mark.parametrize(("values", "wanted"), [([], PASSED), (["Ada"], WARNED)])
def test_an_unknown_reference_may_have_no_values(values, wanted):
    answer = {**UNKNOWN_REF, "result": {"completion": {"values": values}}}
    assert status("COMP-009", [*COMPLETIONS, answer], V25) is wanted


def test_a_cursor_that_is_ignored_only_warns():
    ignores = {"on": "tools/list", "has": ["/params/cursor"], "result": {"tools": []}}
    assert status("PAGE-006", [ignores], V25) is WARNED


BATCH_ANSWER = [{"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "no batch"}}]


@pytest.mark.parametrize("version", [V25_03, V25])
def test_a_batch_may_be_answered_with_an_array(version):
    ids = ["STDIO-001", "STDIO-002", "RPC-018" if version is V25_03 else "RPC-017"]
    target = memory([{"on": "batch", "reply": BATCH_ANSWER}], version)
    found = grade_mock(rules_of(ids, version), target, version)
    assert {case.status for case in found.values()} == {PASSED}


def test_an_array_that_answers_nothing_is_not_a_message():
    greeting = {"on": "tools/list", "before": [BATCH_ANSWER]}
    assert status("STDIO-001", [greeting], V25) is FAILED


TOKEN = {"Authorization": "Bearer right-key"}
NO_TOKEN = {"on": "POST", "when": {"http": {"header": {"authorization": None}}}}
WRONG_TOKEN = {
    "on": "POST",
    "when": {"http": {"header": {"authorization": "Bearer mcptest-invalid"}}},
}


def refused_with(status, **more):
    return [{**NO_TOKEN, "status": status, **more}, {**WRONG_TOKEN, "status": status, **more}]


def statuses_with_token(ids, overrides, version, hints=None):
    with http(overrides, version) as target:
        known = replace(target, headers=TOKEN)
        found = grade_mock(rules_of(ids, version), known, version, hints)
    return {rule_id: case.status for rule_id, case in found.items()}


FIXED_KEY = refused_with(401, headers={"WWW-Authenticate": "Bearer"}, reply={"error": "key"})
OAUTH_RULES = {
    V25_03: ["AUTH-001", "AUTH-002", "AUTH-016", "AUTH-021", "AUTH-023"],
    V25_06: ["AUTH-001", "AUTH-002", "AUTH-005", "AUTH-007", "AUTH-008", "AUTH-017"],
    V25: ["AUTH-001", "AUTH-002", "AUTH-006", "AUTH-009", "AUTH-018", "AUTH-020", "AUTH-022"],
    V26: ["AUTH-001", "AUTH-006", "AUTH-009", "AUTH-013", "AUTH-019", "AUTH-023", "AUTH-024"],
}


@pytest.mark.parametrize("version", list(OAUTH_RULES))
def test_a_fixed_key_binds_a_server_to_no_rule_about_oauth(version):
    ids = [*OAUTH_RULES[version], "AUTH-201", "AUTH-202"]
    found = statuses_with_token(ids, FIXED_KEY, version)
    assert found == {
        **dict.fromkeys(OAUTH_RULES[version], SKIPPED),
        "AUTH-201": PASSED,
        "AUTH-202": PASSED,
    }


def test_a_fixed_key_that_is_missing_or_wrong_only_warns_where_it_is_not_401():
    found = statuses_with_token(["AUTH-001", "AUTH-201", "AUTH-202"], refused_with(403), V25)
    assert found == {"AUTH-001": SKIPPED, "AUTH-201": WARNED, "AUTH-202": WARNED}


ERROR = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32001, "message": "log in first"}}


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 302, "headers": {"Location": "/login", "WWW-Authenticate": None}},
        {"status": 200, "headers": {"WWW-Authenticate": None}, "reply": ERROR},
        {"status": 403},
    ],
)
def test_a_missing_token_is_answered_with_401_and_nothing_else(answer):
    overrides = [{"use": "protected"}, {**NO_TOKEN, **answer}]
    assert statuses_with_token(["AUTH-001"], overrides, V25) == {"AUTH-001": FAILED}


@pytest.mark.parametrize("scopes", [[], None])
def test_a_challenge_names_no_scope_where_there_are_none(scopes):
    path = "/.well-known/oauth-protected-resource/mcp"
    change = {"op": "replace", "path": "/scopes_supported", "value": scopes}
    removal = {"op": "remove", "path": "/scopes_supported"}
    document = {
        "on": "GET",
        "when": {"http": {"path": path}},
        "patch": [change if scopes == [] else removal],
    }
    named = f'Bearer resource_metadata="${{http.origin}}{path}"'
    challenge = {**NO_TOKEN, "headers": {"WWW-Authenticate": named}}
    overrides = [{"use": "protected"}, document, challenge]
    found = statuses_over_http(["AUTH-006", "AUTH-009"], overrides, V25)
    assert found == {"AUTH-006": PASSED, "AUTH-009": SKIPPED}


HINTS = {"tokens": {"reduced_scope": "small"}, "scoped_request": {"method": "tools/list"}}
SMALL = {"on": "tools/list", "when": {"http": {"header": {"authorization": "Bearer small"}}}}
CHALLENGE = {"WWW-Authenticate": 'Bearer error="insufficient_scope", scope="notes:write"'}


@pytest.mark.parametrize("version", [V25_03, V25, V26])
@pytest.mark.parametrize(("status", "wanted"), [(403, PASSED), (401, FAILED), (200, FAILED)])
def test_too_little_scope_is_asked_inside_a_session(version, status, wanted):
    refusal = {**SMALL, "status": status, "headers": CHALLENGE, "reply": {"error": "scope"}}
    overrides = [{"use": "protected"}, refusal]
    assert statuses_over_http(["AUTH-010"], overrides, version, HINTS) == {"AUTH-010": wanted}


@pytest.mark.parametrize("version", [V25, V26])
def test_a_refusal_for_too_little_scope_is_read_inside_a_session(version):
    refusal = {**SMALL, "status": 403, "headers": CHALLENGE, "reply": {"error": "scope"}}
    overrides = [{"use": "protected"}, refusal]
    assert statuses_over_http(["AUTH-210"], overrides, version, HINTS) == {"AUTH-210": PASSED}


def test_registration_of_clients_is_optional_at_2025_11_25():
    assert "AUTH-023" not in corpora()[V25].rules
