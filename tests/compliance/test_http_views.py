"""Views of HTTP servers in the cases that no proof shows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.compliance.peer import corpora, grade_mock, http, memory

from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion

V25, V26 = SpecVersion.V2025_11_25, SpecVersion.V2026_07_28
TOKEN = {"Authorization": "Bearer mcptest-valid"}


def graded(ids, overrides, version, hints=None, *, headers=None):
    rules = [corpora()[version].rules[rule_id] for rule_id in ids]
    with http(overrides, version) as target:
        return grade_mock(rules, replace(target, headers=headers or {}), version, hints)


def test_authorization_is_not_asked_of_an_open_server():
    case = graded(["AUTH-001"], (), V25)["AUTH-001"]
    assert (case.status, case.skip.reason) == (Status.SKIPPED, SkipReason.NOT_APPLICABLE)


def test_authorization_is_not_asked_over_stdio():
    rule = corpora()[V25].rules["AUTH-001"]
    case = grade_mock([rule], memory((), V25), V25)["AUTH-001"]
    assert case.skip.reason is SkipReason.OTHER_TRANSPORT


@pytest.mark.parametrize("version", [V25, V26])
def test_a_token_that_we_have_is_left_out_to_see_the_refusal(version):
    ids = ["AUTH-001", "AUTH-006", "AUTH-007", "AUTH-018", "AUTH-020", "PROTO-001"]
    results = graded(ids, [{"use": "protected"}], version, headers=TOKEN)
    assert {case.status for case in results.values()} == {Status.PASSED}


def test_a_refusal_without_any_challenge_counts_where_a_token_is_taken():
    refused = {"status": 404, "reply": {"error": "nothing here"}}
    when = {"http": {"header": {"authorization": None}}}
    results = graded(["AUTH-201"], [{"on": "POST", "when": when, **refused}], V25, headers=TOKEN)
    assert results["AUTH-201"].status is Status.WARNED


def test_an_authorization_server_in_a_private_network_is_not_asked():
    patch = [{"op": "replace", "path": "/authorization_servers", "value": ["http://10.0.0.1"]}]
    path = "/.well-known/oauth-protected-resource/mcp"
    moved = {"on": "GET", "when": {"http": {"path": path}}, "patch": patch}
    results = graded(["AUTH-018"], [{"use": "protected"}, moved], V25)
    assert results["AUTH-018"].status is Status.SKIPPED


def test_metadata_by_openid_will_do():
    document = {"issuer": "${http.origin}", "code_challenge_methods_supported": ["S256"]}
    oauth = {"http": {"path": "/.well-known/oauth-authorization-server"}}
    openid = {"http": {"path": "/.well-known/openid-configuration"}}
    overrides = [
        {"use": "protected"},
        {"on": "GET", "when": oauth, "status": 404},
        {"on": "GET", "when": openid, "status": 200, "reply": document},
    ]
    results = graded(["AUTH-018", "AUTH-020"], overrides, V25)
    assert {case.status for case in results.values()} == {Status.PASSED}


def test_session_ids_are_not_asked_of_a_server_that_issues_none():
    unissued = {"on": "initialize", "headers": {"Mcp-Session-Id": None}}
    case = graded(["SHL-022"], [unissued], V25)["SHL-022"]
    assert (case.status, case.skip.reason) == (Status.SKIPPED, SkipReason.NOT_APPLICABLE)


SCHEMA = "/result/tools/*/inputSchema"


@pytest.mark.parametrize(
    "patch",
    [
        {"op": "replace", "path": SCHEMA, "value": {"type": "object"}},
        {"op": "replace", "path": SCHEMA, "value": 7},
    ],
)
def test_mirrored_arguments_are_asked_only_of_a_tool_that_marks_one(patch):
    case = graded(["SHM-015"], [{"on": "tools/list", "patch": [patch]}], V26)["SHM-015"]
    assert (case.status, case.skip.reason) == (Status.SKIPPED, SkipReason.NOT_APPLICABLE)


REQUIRED = {
    "on": "tools/list",
    "patch": [
        {"op": "add", "path": "/result/tools/7/inputSchema/required", "value": ["region", "floor"]}
    ],
}


@pytest.mark.parametrize("rule_id", ["SHM-015", "SHM-016", "SHM-019", "SHM-213"])
def test_the_other_marked_arguments_keep_their_headers(rule_id):
    assert graded([rule_id], [REQUIRED], V26)[rule_id].status is Status.PASSED


def test_a_tool_that_marks_its_arguments_is_called_with_headers_on_every_session():
    """Where they are missing, a right server rejects the call before the tool asks anything."""
    form = {"message": "Who?", "requestedSchema": {"type": "object", "properties": {}}}
    question = {"method": "elicitation/create", "params": form}
    tool = {"params": {"name": "count_notes"}}
    asks = {"resultType": "input_required", "inputRequests": {"who": question}}
    unable = {"code": -32021, "message": "elicitation is needed"}
    unable["data"] = {"requiredCapabilities": {"elicitation": {}}}
    unmarked = {"http": {"header": {"mcp-param": {"is": "missing"}}}}
    missing = {"code": -32020, "message": "Mcp-Param-Region is missing"}
    overrides = [
        {"on": "tools/call", "when": tool, "status": 400, "error": unable},
        {"on": "tools/call", "when": {**tool, "client": {"elicitation": {}}}, "result": asks},
        {"on": "tools/call", "when": {**tool, **unmarked}, "status": 400, "error": missing},
    ]
    hints = {"eliciting_tool": {"name": "count_notes", "args": {"region": "eu"}}}
    results = graded(["MOD-015", "MRTR-005"], overrides, V26, hints)
    assert {rule: case.status for rule, case in results.items()} == {
        "MOD-015": Status.PASSED,
        "MRTR-005": Status.PASSED,
    }


def test_the_old_transport_is_not_asked_of_a_server_that_speaks_the_new_one():
    rule = corpora()[SpecVersion.V2024_11_05].rules["SSE-001"]
    with http((), V25) as target:
        case = grade_mock([rule], target, V25)["SSE-001"]
    assert case.skip.reason is SkipReason.OTHER_TRANSPORT


def test_a_stream_that_ends_with_its_response_need_not_be_resumed():
    rule = corpora()[V25].rules["SHL-212"]
    hints = {"reconnecting_tool": {"name": "now", "args": {}}}
    with http([{"on": "tools/call", "sse": True}], V25) as target:
        case = grade_mock([rule], target, V25, hints)["SHL-212"]
    assert (case.status, case.skip.reason) == (Status.SKIPPED, SkipReason.NOT_APPLICABLE)


def test_data_that_is_not_json_is_not_the_response():
    rule = corpora()[V25].rules["SHL-014"]
    hints = {"reconnecting_tool": {"name": "now", "args": {}}}
    odd = {"on": "tools/call", "sse": True, "raw": "id: 1\nretry: 5\ndata: {\n\n"}
    with http([odd], V25) as target:
        assert grade_mock([rule], target, V25, hints)["SHL-014"].status is Status.PASSED
