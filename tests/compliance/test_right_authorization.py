"""Protected servers that do what the specification allows, and their neighbours that do not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.compliance.peer import corpora, grade_mock, http

from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion

_, V25_03, V25_06, V25, V26, _ = SpecVersion
PASSED, WARNED, FAILED, SKIPPED = Status.PASSED, Status.WARNED, Status.FAILED, Status.SKIPPED


def rules_of(ids, version):
    return [corpora()[version].rules[rule_id] for rule_id in ids]


def statuses_over_http(ids, overrides, version, hints=None):
    return statuses(ids, overrides, version, hints, headers={})


def statuses(ids, overrides, version, hints=None, *, headers):
    with http(overrides, version) as target:
        known = replace(target, headers=headers)
        found = grade_mock(rules_of(ids, version), known, version, hints)
    return {rule_id: case.status for rule_id, case in found.items()}


TOKEN = {"Authorization": "Bearer mcptest-valid"}
NO_TOKEN = {"on": "POST", "when": {"http": {"header": {"authorization": None}}}}
WRONG_TOKEN = {
    "on": "POST",
    "when": {"http": {"header": {"authorization": {"not": [None, "Bearer mcptest-valid"]}}}},
}


def refused_with(status, **more):
    return [{**NO_TOKEN, "status": status, **more}, {**WRONG_TOKEN, "status": status, **more}]


def statuses_with_token(ids, overrides, version):
    return statuses(ids, overrides, version, headers=TOKEN)


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


HINTS = {"tokens": {"reduced_scope": "mcptest-reduced"}, "scoped_request": {"method": "tools/list"}}
SMALL = {
    "on": "tools/list",
    "when": {"http": {"header": {"authorization": "Bearer mcptest-reduced"}}},
}
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
