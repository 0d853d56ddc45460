"""Servers that do what the specification allows, and their neighbours that do not."""

from __future__ import annotations

import asyncio
import json

import pytest
from tests.compliance.peer import corpora, grade_mock, http, memory, stdio

from mcptest.model.grade import Level
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.target import MemoryTarget

_, V25_03, _, V25, V26, _ = SpecVersion
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


class LateErrors:
    """The server's end of a pipe: error responses are sent a moment after the responses to come."""

    def __init__(self, pipe):
        self.receive = pipe.receive
        self._send = pipe.send
        self._late = set()

    async def send(self, raw):
        if "error" not in json.loads(raw):
            await self._send(raw)
            return
        late = asyncio.ensure_future(self._send_late(raw))
        self._late.add(late)
        late.add_done_callback(self._late.discard)

    async def _send_late(self, raw):
        await asyncio.sleep(0.05)
        await self._send(raw)


@pytest.mark.parametrize("version", [V25, V26])
def test_an_error_response_may_come_after_the_response_to_a_later_request(version):
    right = memory([], version)
    target = MemoryTarget(lambda pipe: right.serve(LateErrors(pipe)))
    found = grade_mock(list(corpora()[version]), target, version)
    assert [rule for rule, case in found.items() if case.status is FAILED] == []
    assert found["RPC-007"].status is PASSED


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
    "when": {"params": {"ref": {"type": {"is": "unknown"}}}},
}


@pytest.mark.parametrize(("values", "wanted"), [([], PASSED), (["Ada"], WARNED)])
def test_an_unknown_reference_may_have_no_values(values, wanted):
    answer = {**UNKNOWN_REF, "result": {"completion": {"values": values}}}
    assert status("COMP-009", [*COMPLETIONS, answer], V25) is wanted


def test_a_cursor_that_is_ignored_only_warns():
    paged = {"params": {"cursor": {"is": "present"}}}
    ignores = {"on": "tools/list", "when": paged, "result": {"tools": []}}
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


SERVES_BOTH = {
    "on": "initialize",
    "status": 200,
    "result": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "serverInfo": {"name": "both", "version": "1"},
    },
}
OLDER_WAYS = [
    {"on": "GET", "status": 200, "content_type": "text/event-stream", "raw": ": hello\n\n"},
    {"on": "DELETE", "status": 200},
    {
        "on": "tools/list",
        "when": {"http": {"header": {"mcp-session-id": {"is": "present"}}}},
        "headers": {"Mcp-Session-Id": "of-the-older-era"},
    },
    {
        "on": "tools/list",
        "when": {"http": {"header": {"last-event-id": {"is": "present"}}}},
        "status": 400,
        "error": {"code": -32600, "message": "no such event"},
    },
    {
        "on": "tools/list",
        "when": {"http": {"header": {"mcp-protocol-version": {"is": "other"}}}},
        "status": 400,
        "error": {"code": -32600, "message": "no such session"},
    },
]
OF_THIS_REVISION_ONLY = {
    "SHM-027": WARNED,
    "SHM-227": WARNED,
    "SHM-028": WARNED,
    "SHM-029": WARNED,
    "SHM-203": FAILED,
}


def test_a_server_of_both_eras_may_keep_the_ways_of_the_older_one():
    found = statuses_over_http(list(OF_THIS_REVISION_ONLY), [SERVES_BOTH, *OLDER_WAYS], V26)
    assert found == dict.fromkeys(OF_THIS_REVISION_ONLY, SKIPPED)


def test_a_server_of_this_revision_alone_may_not():
    found = statuses_over_http(list(OF_THIS_REVISION_ONLY), OLDER_WAYS, V26)
    assert found == OF_THIS_REVISION_ONLY


ELICITING = {"eliciting_tool": {"name": "now", "args": {}}}


def asking_back(*more):
    question = {"message": "Which zone?", "requestedSchema": {"type": "object", "properties": {}}}
    asks = {
        "resultType": "input_required",
        "requestState": "page-1",
        "inputRequests": {"zone": {"method": "elicitation/create", "params": question}},
    }

    def call(**params):
        return {"on": "tools/call", "when": {"params": {"name": "now", **params}}}

    altered = {"not": "page-1"}
    return [
        {**call(inputResponses={"is": "absent"}), "result": asks},
        {**call(inputResponses={"is": "present"}), "result": text_of("12:00")},
        *({**call(requestState=altered), **one} for one in more),
    ]


def text_of(text):
    return {"content": [{"type": "text", "text": text}], "resultType": "complete"}


@pytest.mark.parametrize(
    ("changed", "wanted"),
    [
        ([], PASSED),  # the state is not read, so nothing can be done with a changed one
        ([{"error": {"code": -32602, "message": "bad state"}}], PASSED),
        ([{"result": text_of("somebody else's appointment")}], WARNED),
    ],
)
def test_a_state_without_influence_needs_no_protection(changed, wanted):
    assert status("MRTR-007", asking_back(*changed), V26, ELICITING) is wanted


@pytest.mark.parametrize(
    ("name", "wanted"), [("com.example/new", PASSED), ("webhooks", PASSED), ("sampling", WARNED)]
)
def test_a_server_may_declare_what_the_specification_does_not_define(name, wanted):
    pointer = "/result/capabilities/" + name.replace("/", "~1")
    patch = [{"op": "add", "path": pointer, "value": {}}]
    assert status("MOD-022", [{"on": "server/discover", "patch": patch}], V26) is wanted


def test_the_old_transport_may_be_kept_for_old_clients_before_it_was_deprecated():
    assert [version for version in SpecVersion if "SSE-009" in corpora()[version].rules] == [
        V26,
        SpecVersion.DRAFT,
    ]


LOWERED = {
    "CLI-015": V25,
    "SHM-033": V26,
    "STDIO-007": V26,
    "SUB-009": V26,
    "TASKX-001": V26,
    "RPC-028": V25,
    "CLI-217": V26,
}


@pytest.mark.parametrize(("rule_id", "version"), LOWERED.items())
def test_what_no_must_carries_is_not_a_must(rule_id, version):
    assert corpora()[version].rules[rule_id].level is Level.SHOULD


def undeclared(kind):
    path = f"/result/capabilities/{kind}"
    return [
        {"on": name, "patch": [{"op": "remove", "path": path}]}
        for name in ("initialize", "server/discover")
    ]


@pytest.mark.parametrize("version", [V25, V26])
@pytest.mark.parametrize(
    ("rule_id", "kind"), [("CAP-001", "tools"), ("CAP-002", "resources"), ("CAP-003", "prompts")]
)
def test_an_empty_list_needs_no_capability(rule_id, kind, version):
    empty = {
        "on": f"{kind}/list",
        "patch": [{"op": "replace", "path": f"/result/{kind}", "value": []}],
    }
    assert status(rule_id, [*undeclared(kind), empty], version) is PASSED
    assert status(rule_id, undeclared(kind), version) is FAILED


def test_a_server_of_both_eras_may_refuse_a_late_initialize_in_any_words():
    refusing = {"on": "initialize", "error": {"code": 0, "message": "duplicate initialize"}}
    both = {
        "on": "server/discover",
        "patch": [
            {
                "op": "replace",
                "path": "/result/supportedVersions",
                "value": ["2026-07-28", "2025-11-25"],
            }
        ],
    }
    assert status("MOD-216", [refusing, both], V26) is SKIPPED
    assert status("MOD-216", [refusing], V26) is WARNED


def test_a_page_of_a_megabyte_is_an_html_document():
    page = "<!doctype html>\n<html><body>" + "x" * 1_200_000 + "</body></html>"
    uri = "ui://clock/face.html"
    long = {
        "on": "resources/read",
        "when": {"params": {"uri": uri}},
        "patch": [{"op": "replace", "path": "/result/contents/0/text", "value": page}],
    }
    assert status("APP-005", [{"use": "apps"}, long], V25) is PASSED


@pytest.mark.parametrize("version", [V25, V26])
def test_a_plain_http_error_is_not_blamed_for_the_id_that_it_cannot_have(version):
    plain = {"status": 400, "content_type": "text/plain", "raw": "unsupported"}
    plain |= {"on": "*", "when": {"method": {"is": "unknown"}}}
    found = statuses_over_http(["RPC-007", "RPC-209"], [plain], version)
    assert found == {"RPC-007": SKIPPED, "RPC-209": FAILED}


@pytest.mark.parametrize(("default", "expected"), [({"default": "info"}, SKIPPED), ({}, FAILED)])
def test_a_required_argument_with_a_default_may_be_left_out(default, expected):
    schema = {
        "type": "object",
        "properties": {"level": {"enum": ["info", "error"], **default}},
        "required": ["level"],
    }
    tool = {"name": "get_log", "inputSchema": schema, "annotations": {"readOnlyHint": True}}
    lenient = [
        {
            "on": "tools/list",
            "patch": [{"op": "replace", "path": "/result/tools", "value": [tool]}],
        },
        {"on": "tools/call", "result": {"content": []}},
    ]
    assert status("TOOL-125", lenient, V25) is expected


def test_a_retry_is_judged_over_http_only():
    """Over stdio a client keeps the process that it started, so a state may end with it."""
    rule = corpora()[V26].rules["MRTR-010"]
    assert status("MRTR-010", rule.proof.failing, V26, rule.proof.hints) is SKIPPED
    found = statuses_over_http(["MRTR-010"], rule.proof.failing, V26, rule.proof.hints)
    assert found == {"MRTR-010": WARNED}


def test_a_read_without_a_uri_also_lacks_the_header_that_repeats_it():
    refused = {"error": {"code": -32020, "message": "Mcp-Name is missing"}, "status": 400}
    without = {"on": "resources/read", "when": {"params": {"uri": {"is": "absent"}}}, **refused}
    assert statuses_over_http(["RES-322"], [without], V26) == {"RES-322": PASSED}


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("older", "expected"),
    [(["2026-07-28", "2025-11-25"], PASSED), (["2026-07-28"], FAILED)],
)
def test_a_process_of_both_eras_may_reject_a_request_without_a_version_as_an_older_one(
    older, expected
):
    early = {"error": {"code": -32600, "message": "initialize comes first"}}
    offer = {"op": "replace", "path": "/result/supportedVersions", "value": older}
    version = {"io.modelcontextprotocol/protocolVersion": {"is": "absent"}}
    overrides = [
        {"on": "server/discover", "patch": [offer]},
        {"on": "*", "except": ["initialize"], "when": {"params": {"_meta": version}}, **early},
        {"on": "*", "except": ["initialize"], "when": {"params": {"_meta": {"is": "absent"}}}}
        | early,
    ]
    found = grade_mock(rules_of(["MOD-007", "MOD-008"], V26), stdio(overrides, V26), V26)
    assert {case.status for case in found.values()} == {expected}
