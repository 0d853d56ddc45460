"""Protected servers that do what the specification allows, and their neighbours that do not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.compliance.peer import corpora, grade_mock, http

from mcptest.compliance.cases import decide
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


@pytest.mark.parametrize("version", [V25_03, V25_06, V25, V26])
@pytest.mark.parametrize(("hints", "wanted"), [(None, WARNED), ({"static_key": True}, SKIPPED)])
def test_who_asks_for_credentials_says_how_to_get_them_or_is_known_to_have_a_key(
    version, hints, wanted
):
    found = statuses(["AUTH-200"], FIXED_KEY, version, hints, headers=TOKEN)
    assert found == {"AUTH-200": wanted}


def test_a_key_in_another_header_is_not_taken_for_no_authorization():
    with http([], V25) as target:
        known = replace(target, headers={"X-Key": "k"})
        case = grade_mock(rules_of(["AUTH-201"], V25), known, V25)["AUTH-201"]
    assert case.skip is not None
    assert "X-Key" in case.skip.detail


NO_METADATA = [
    {"use": "protected"},
    *(
        {"on": "GET", "when": {"http": {"path": f"/.well-known/oauth-{path}"}}, "status": 404}
        for path in ("authorization-server", "protected-resource/mcp")
    ),
    {**NO_TOKEN, "headers": {"WWW-Authenticate": "Bearer"}},
]
DEFAULTS = ["AUTH-001", "AUTH-016", "AUTH-200", "AUTH-216"]


def answered(verb, path, **answer):
    return {"on": verb, "when": {"http": {"path": path}}, **answer}


@pytest.mark.parametrize(
    ("answers", "wanted"),
    [
        ([], (PASSED, WARNED, PASSED, PASSED)),
        ([answered("POST", "/token", status=404)], (PASSED, WARNED, PASSED, FAILED)),
        ([answered("GET", "/authorize", status=404)], (SKIPPED, SKIPPED, WARNED, SKIPPED)),
        ([answered("GET", "/authorize", status=200)], (SKIPPED, SKIPPED, WARNED, SKIPPED)),
        ([{"on": "GET", "status": 400}], (SKIPPED, SKIPPED, WARNED, SKIPPED)),
    ],
    ids=["both paths", "no token", "no authorize", "a page", "400 for everything"],
)
def test_the_default_paths_of_2025_03_26_are_a_claim_and_come_in_pairs(answers, wanted):
    found = statuses_with_token(DEFAULTS, [*NO_METADATA, *answers], V25_03)
    assert tuple(found[name] for name in DEFAULTS) == wanted


STEP_UP = {
    "tokens": {"reduced_scope": "mcptest-reduced", "challenged_scope": "mcptest-valid"},
    "scoped_request": {"method": "tools/call", "params": {"name": "now", "arguments": {}}},
}


@pytest.mark.parametrize(
    ("hints", "answers", "wanted"),
    [
        (STEP_UP, [], PASSED),
        ({**STEP_UP, "tokens": {"reduced_scope": "mcptest-reduced"}}, [], SKIPPED),
        ({**STEP_UP, "scoped_request": {"method": "tools/list"}}, [], SKIPPED),
        (STEP_UP, [{"on": "tools/call", "status": 500}], SKIPPED),
    ],
    ids=["all named", "no second token", "nothing refused", "no challenge"],
)
def test_one_challenge_names_everything_that_is_missing(hints, answers, wanted):
    found = statuses_over_http(["AUTH-011"], [{"use": "protected"}, *answers], V26, hints)
    assert found == {"AUTH-011": wanted}


def authorized(form, status=302, **more):
    return {"form": form, "http": {"status": status, "headers": {}}, **more}


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        (authorized("code"), "passed"),
        (authorized("error", error="invalid_target"), "passed"),
        (authorized("refused", 400), "passed"),
        (authorized("page", 200), "passed"),
        (authorized("error", error="server_error"), "found"),
        (authorized("refused", 500), "found"),
    ],
)
def test_an_unknown_resource_may_be_ignored_or_refused_by_its_name(answer, wanted):
    rule = corpora()[V25].rules["AUTH-051"]
    seen = decide(rule, {"authorization_server": {"other_resource": answer}})
    assert ("found" if seen.findings else "passed") == wanted
    assert seen.skip is None
