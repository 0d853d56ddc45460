"""Faults that a rule once let pass, each on a server that is right but for it."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode

import pytest
from tests.compliance.peer import corpora, grade_mock, http, memory

from mcptest.compliance.checks import shl_023
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.limits import Limits
from mcptest.wire.target import MemoryTarget

V24, V03, V06, V25, V26 = list(SpecVersion)[:5]
VIOLATED = {Status.FAILED, Status.WARNED}


def judged(rule_id, overrides, version, *, by_http=False, hints=None):
    """How the rule ends on the mock with these overrides."""
    rules = [corpora()[version].rules[rule_id]]
    if by_http:
        with http(overrides, version) as target:
            return grade_mock(rules, target, version, hints)[rule_id].status
    return grade_mock(rules, memory(overrides, version), version, hints)[rule_id].status


PASSWD = "# users\ndaemon:x:1:1::/:/sbin/nologin\nroot:*:0:0:System:/root:/bin/sh\nbin:x:2:2::/:\n"


@pytest.mark.parametrize(
    "contents",
    [{"text": PASSWD}, {"text": PASSWD.replace("\n", "\r\n")}]
    + [{"blob": b64encode(text.encode()).decode()} for text in (PASSWD, "root:x:0:0:::\n")],
)
@pytest.mark.parametrize(
    ("rule_id", "climbing"),
    [("RES-313", {"is": "outside"}), ("RES-114", {"is": ["templated", "climbing"]})],
)
def test_the_password_file_is_found_as_text_and_as_bytes(rule_id, climbing, contents):
    result = {"contents": [{"uri": "file:///etc/passwd", **contents}]}
    served = {"on": "resources/read", "when": {"params": {"uri": climbing}}, "result": result}
    assert judged(rule_id, [served], V25) in VIOLATED


@pytest.mark.parametrize("contents", [{"text": "the root: of all"}, {"blob": "no base64!"}])
def test_other_contents_are_no_password_file(contents):
    result = {"contents": [{"uri": "file:///etc/passwd", **contents}]}
    outside = {"params": {"uri": {"is": "outside"}}}
    served = {"on": "resources/read", "when": outside, "result": result}
    assert judged("RES-313", [served], V25) is Status.PASSED


@pytest.mark.parametrize(
    ("rule_id", "on", "path", "value"),
    [
        ("TOOL-107", "tools/list", "/result/tools/0/name", "echo\n"),
        ("RES-102", "resources/list", "/result/resources/0/uri", "note://today\n"),
        ("RES-106", "resources/read", "/result/contents/0/blob", "iVBORw0KGgo=\n"),
        ("RES-116", "resources/templates/list", "/result/resourceTemplates/0/uriTemplate", "a:b\n"),
    ],
)
def test_a_line_end_is_a_character_like_any_other(rule_id, on, path, value):
    patch = [{"op": "replace", "path": path, "value": value}]
    assert judged(rule_id, [{"on": on, "patch": patch}], V25) in VIOLATED


@pytest.mark.parametrize("version", [V24, V03])
@pytest.mark.parametrize("rule_id", ["TOOL-117", "PROMPT-105"])
def test_content_of_a_type_that_no_revision_has_fails_at_the_old_ones_too(rule_id, version):
    video = {"type": "video", "data": "AAAA", "mimeType": "video/mp4"}
    call = [{"op": "replace", "path": "/result/content/0", "value": video}]
    get = [{"op": "replace", "path": "/result/messages/0/content", "value": video}]
    faults = [{"on": "tools/call", "patch": call}, {"on": "prompts/get", "patch": get}]
    assert judged(rule_id, faults, version) is Status.FAILED


STREAMS = [("SHL-007", V25), ("SHM-025", V26)]


@pytest.mark.parametrize(("rule_id", "version"), STREAMS)
@pytest.mark.parametrize("method", ["tools/call", "resources/read"])
def test_a_stream_that_stays_open_is_seen_on_any_request(rule_id, version, method):
    streamed = {"on": method, "sse": True}
    assert judged(rule_id, [streamed], version, by_http=True) is Status.PASSED
    assert judged(rule_id, [{**streamed, "hold": True}], version, by_http=True) in VIOLATED


@pytest.mark.parametrize(("rule_id", "version"), STREAMS)
def test_a_message_that_follows_the_response_is_seen(rule_id, version):
    note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}
    late = {"on": "prompts/get", "sse": True, "pause_ms": 50, "after": [note]}
    assert judged(rule_id, [late], version, by_http=True) in VIOLATED


def meta(**members):
    """The condition that the _meta of a message is so."""
    return {"when": {"params": {"_meta": members}}}


def marked(word):
    return meta(progressToken={"is": word})


def progress(token):
    params = {"progressToken": token, "progress": 1}
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (marked("absent"), progress("somebody's")),
        (marked("present"), progress("somebody's")),
        ({}, {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}),
        ({}, {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged"}),
    ],
)
def test_what_belongs_to_another_request_is_seen_on_a_reply_stream(condition, message):
    fault = {"on": "tools/call", **condition, "before": [message]}
    assert judged("SHM-023", [fault], V26, by_http=True) is Status.FAILED


def test_progress_of_the_request_itself_may_come_on_its_stream():
    own = progress("${request.params._meta.progressToken}")
    fine = {"on": "tools/call", **marked("present"), "before": [own]}
    assert judged("SHM-023", [fine], V26, by_http=True) is Status.PASSED


@pytest.mark.parametrize("method", ["server/discover", "prompts/get"])
def test_an_event_stream_for_any_request_asks_not_to_be_buffered(method):
    fault = {"on": method, "sse": True, "headers": {"X-Accel-Buffering": None}}
    assert judged("SHM-026", [fault], V26, by_http=True) is Status.WARNED


def test_202_without_a_body_is_no_answer_to_initialize():
    fault = {"on": "initialize", "status": 202, "raw": ""}
    assert judged("MOD-016", [fault], V26, by_http=True) is Status.FAILED


def test_events_after_the_one_that_opens_a_replayed_stream_are_read():
    numbered = {"on": "tools/list", "event_id": "s${turn}"}
    for replay, status in (("stream", Status.PASSED), ("all", Status.FAILED)):
        overrides = [numbered, {"on": "GET", "replay": replay, "hold": True}]
        assert judged("SHL-012", overrides, V25, by_http=True) is status


@pytest.mark.parametrize(
    ("ids", "problems"),
    [
        ([f"6ba7b810-9dad-41d1-80b4-00c04fd4300{n}" for n in range(4)], 1),
        ([f"session-000000000{n}" for n in (8, 9, 10, 11)], 1),
        ([f"1763323200{n:09}" for n in (120_000_000, 121_400_321, 123_002_917)], 1),
        (["AAAAAAAAAAAAAAAAAAAAAQ==", "AAAAAAAAAAAAAAAAAAAAAg=="], 1),
        (["x" * 32, "x" * 32], 1),
        (["a1", "f9"], 3),
        (["1d8b7f5e-6c1f-4f4e-9a55-0a3e5d8c7b21", "c0ffee00-1234-4abc-8def-9f8e7d6c5b4a"], 0),
        (["0199c1f2-7b3a-7c4d-8e5f-1a2b3c4d5e6f", "0199c1f2-7b41-7d11-a0b9-c8d7e6f50413"], 0),
        (["kX9_-aLq3ZpT0vRw", "mQ2Bc7-_dHn8YsEu"], 0),
        (["only-one-session-id-here"], 0),
    ],
)
def test_session_ids_that_can_be_counted_are_told_from_random_ones(ids, problems):
    found = list(shl_023.CHECK.run({"session_ids": {"ids": ids}}))
    assert len(found) == problems, found


@pytest.mark.parametrize("ref", [{"type": "ref/prompt", "name": "greet"}, {"type": "ref/resource"}])
def test_completion_that_is_not_declared_is_seen_for_what_is_listed(ref):
    served = {
        "on": "completion/complete",
        "when": {"params": {"ref": ref}},
        "result": {"completion": {"values": []}},
    }
    assert judged("CAP-004", [served], V25) is Status.FAILED


class Listed:
    """A mock whose answers each connection may change: by its number, and by what it was asked."""

    def __init__(self, version, change):
        self._inner = memory((), version)
        self._change = change
        self._connections = 0

    def target(self):
        return MemoryTarget(self._serve)

    async def _serve(self, pipe):
        self._connections += 1
        await self._inner.serve(_Changing(pipe, self._connections, self._change))


class _Changing:
    def __init__(self, pipe, number, change):
        self._pipe, self._number, self._change = pipe, number, change
        self._asked = []

    async def receive(self):
        raw = await self._pipe.receive()
        if raw is not None:
            self._asked.append(json.loads(raw).get("method"))
        return raw

    async def send(self, raw):
        message = json.loads(raw)
        self._change(message.get("result", {}), self._number, self._asked)
        await self._pipe.send(json.dumps(message).encode())
        await asyncio.sleep(0)


def by_connection(result, number, _asked):
    for tool in result.get("tools", []):
        tool["inputSchema"]["title"] = f"Process {number}"


def every_other_connection(result, number, _asked):
    if "prompts" in result and number % 2:
        result["prompts"].pop()


def after_a_call(result, _number, asked):
    if "resources" in result and "tools/call" in asked:
        result["resources"].pop()


@pytest.mark.parametrize(
    ("rule_id", "change"),
    [
        ("MOD-013", by_connection),
        ("MOD-013", every_other_connection),
        ("MOD-014", after_a_call),
    ],
)
def test_lists_that_differ_between_processes_or_after_a_call_are_seen(rule_id, change):
    rules = [corpora()[V26].rules[name] for name in ("MOD-013", "MOD-014")]
    results = grade_mock(rules, Listed(V26, change).target(), V26)
    wrong = {name for name, case in results.items() if case.status is Status.FAILED}
    assert wrong == {rule_id}


COMPLETES = {"on": "completion/complete", "result": {"completion": {"values": ["Ada"]}}}


@pytest.mark.parametrize("rule_id", ["COMP-001", "COMP-002", "COMP-003"])
def test_completion_is_judged_where_there_is_no_capability_for_it_yet(rule_id):
    wrong = {"values": [7] * 101, "total": "7"}
    fault = {"on": "completion/complete", "result": {"completion": wrong}}
    assert judged(rule_id, [COMPLETES], V24) is Status.PASSED
    assert judged(rule_id, [fault], V24) is Status.FAILED
    assert judged(rule_id, [], V24) is Status.SKIPPED
    assert judged(rule_id, [fault], V03) is Status.SKIPPED


PREFIX = "io.modelcontextprotocol/"
FOREIGN = {"when": {"params": {"_meta": {"is": "foreign"}}}}
REFUSES = {"error": {"code": -32602, "message": "no"}}
EMPTY = {"result": {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}}
METHODS = ["server/discover", "tools/list", "resources/templates/list", "tools/call", "prompts/get"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("rule_id", "fault"),
    [
        ("RPC-029", {**FOREIGN, **REFUSES}),
        ("MOD-023", {**meta(baggage={"is": "present"}), **REFUSES}),
        ("MOD-010", {**meta(**{PREFIX + "clientInfo": {"is": "absent"}}), **REFUSES}),
        ("MOD-009", {**meta(**{PREFIX + "clientCapabilities": {"is": "absent"}}), **EMPTY}),
        ("LOG-008", {**meta(**{PREFIX + "logLevel": {"is": "unknown"}}), **EMPTY}),
        ("MOD-007", {"when": {"params": {"_meta": {"is": "absent"}}}, **EMPTY}),
        ("MOD-008", {**meta(**{PREFIX + "protocolVersion": {"is": "absent"}}), **EMPTY}),
        ("MOD-021", {**meta(**{PREFIX + "clientInfo": {"name": {"is": "unknown"}}}), **REFUSES}),
    ],
)
def test_a_rule_about_every_request_is_asked_of_every_kind(rule_id, fault, method):
    declared = [{"op": "add", "path": "/result/capabilities/logging", "value": {}}]
    logs = {"on": "server/discover", "patch": declared}
    assert judged(rule_id, [logs], V26) is Status.PASSED
    assert judged(rule_id, [logs, {"on": method, **fault}], V26) in VIOLATED


@pytest.mark.parametrize("by_http", [False, True])
@pytest.mark.parametrize("method", METHODS[1:])
def test_a_request_that_waits_for_discovery_is_seen_whatever_it_asks(method, by_http):
    waits = {"on": method, "when": {"session": {"discovered": False}}, **REFUSES}
    assert judged("MOD-011", [], V26, by_http=by_http) is Status.PASSED
    if not by_http:
        assert judged("MOD-011", [waits], V26) is Status.FAILED


@pytest.mark.parametrize(
    ("method", "member"),
    [
        ("tools/list", "tools"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ],
)
def test_a_list_that_is_shorter_for_another_client_is_seen(method, member):
    stranger = meta(**{PREFIX + "clientInfo": {"name": {"is": "unknown"}}})
    shorter = [{"op": "remove", "path": f"/result/{member}/0"}]
    assert judged("MOD-021", [{"on": method, **stranger, "patch": shorter}], V26) is Status.WARNED


@pytest.mark.parametrize("method", ["tools/list", "tools/call", "resources/read", "prompts/get"])
@pytest.mark.parametrize(
    ("rule_id", "version", "right", "wrong"),
    [
        ("SHL-008", V03, "data: ${reply}\n\n", ": nothing\n\n"),
        ("SHL-008", V25, "id: a${turn}\ndata:\n\n", "data:\n\n"),
        ("SHL-011", V25, "id: ${turn}\ndata: ${reply}\n\n", "id: 1\ndata: ${reply}\n\n"),
        (
            "SHL-013",
            V25,
            "id: p${turn}\ndata:\n\ndata: ${reply}\n\n",
            "id: p${turn}\ndata: ${reply}\n\n",
        ),
    ],
)
def test_a_rule_about_streams_looks_at_every_response(rule_id, version, right, wrong, method):
    stream = {"on": method, "sse": True}
    same = [] if rule_id != "SHL-011" else [{"on": "prompts/list", "sse": True, "raw": wrong}]
    assert judged(rule_id, [{**stream, "raw": right}], version, by_http=True) is Status.PASSED
    status = judged(rule_id, [*same, {**stream, "raw": wrong}], version, by_http=True)
    assert status in VIOLATED


@pytest.mark.parametrize("method", ["tools/list", "tools/call", "resources/read", "prompts/get"])
@pytest.mark.parametrize(
    "fault",
    [
        {"content_type": "text/html"},
        {"raw": " "},
        {"raw": "${reply}${reply}"},
        {"sse": True, "raw": "data: ${reply}\ndata: ${reply}\n\n"},
        {"status": 500},
    ],
    ids=str,
)
def test_a_response_that_http_spoils_is_seen_whatever_was_asked(method, fault):
    assert judged("SHL-002", [{"on": method, **fault}], V25, by_http=True) is Status.FAILED


def test_a_result_with_an_error_status_is_not_a_second_response():
    fault = {"on": "tools/call", "status": 500}
    assert judged("RPC-031", [fault], V25, by_http=True) is Status.PASSED


def test_foreign_keys_that_are_refused_on_another_request_than_ping_are_seen():
    fault = {"on": "resources/read", **FOREIGN, **REFUSES}
    assert judged("RPC-029", [fault], V25) is Status.WARNED


@pytest.mark.parametrize("version", [V24, V25])
def test_an_id_that_comes_again_with_the_next_question_is_seen(version):
    question = {"jsonrpc": "2.0", "id": 1, "method": "roots/list"}
    asks = {"on": "notifications/roots/list_changed", "reply": question}
    assert judged("RPC-019", [asks], version) is Status.FAILED
    other = {**asks, "reply": {**question, "id": "${turn}"}}
    assert judged("RPC-019", [other], version) is Status.PASSED


@pytest.mark.parametrize("by_http", [False, True])
def test_progress_long_after_the_response_is_seen(by_http):
    own = progress("${request.params._meta.progressToken}")
    late = {"on": "tools/call", **marked("present"), "after": [own]}
    hints = {"progress_tool": {"name": "now", "args": {}}}
    status = judged("UTIL-012", [{**late, "pause_ms": 50}], V25, by_http=by_http, hints=hints)
    assert status is Status.FAILED


def _deaf_again(target: MemoryTarget) -> MemoryTarget:
    """Every process but the first is too slow to answer anything."""
    started = []

    async def serve(pipe):
        started.append(1)
        if len(started) == 1:
            await target.serve(pipe)
        while await pipe.receive() is not None:
            pass

    return MemoryTarget(serve)


def test_a_slow_start_is_not_taken_for_silence_about_a_version():
    rules = [corpora()[V25].rules["LIFE-004"]]
    limits = Limits(timeout=0.2, grace=0.1)
    found = grade_mock(rules, _deaf_again(memory((), V25)), V25, limits=limits)["LIFE-004"]
    assert (found.status, found.skip.reason) == (Status.SKIPPED, SkipReason.CANNOT_TELL)
    known = {"on": "initialize", "when": {"params": {"protocolVersion": "1999-01-01"}}}
    mute = memory([{**known, "silent": True}], V25)
    assert grade_mock(rules, mute, V25, limits=limits)["LIFE-004"].status is Status.FAILED


@pytest.mark.parametrize("method", ["tools/list", "tools/call", "prompts/list"])
def test_progress_that_nobody_asked_for_is_seen_without_a_fixture(method):
    params = {"progressToken": "nobody", "progress": 1}
    progress = {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}
    assert judged("UTIL-009", [{"on": method, "before": [progress]}], V25) in VIOLATED
    assert judged("UTIL-009", [], V25) is Status.SKIPPED
