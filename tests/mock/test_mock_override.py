"""Overrides: which messages they are for, and what they make of the answer."""

import pytest

from mcptest.errors import UsageError
from mcptest.mock.envelope import IncomingMessage, MessageKind
from mcptest.mock.meaning.condition import condition_holds
from mcptest.mock.meaning.scene import HttpSide, Scene
from mcptest.mock.overrides.draft import DraftReply
from mcptest.mock.overrides.fault import parse_fault
from mcptest.mock.overrides.override import OverrideBook
from mcptest.mock.overrides.patch import Patch, apply_patch, parse_pointer
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion

INIT = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-03-26",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    },
}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
PING = {"jsonrpc": "2.0", "id": 3, "method": "ping"}
CALL = {
    "jsonrpc": "2.0",
    "id": 4,
    "method": "tools/call",
    "params": {"name": "search", "arguments": {"query": "x"}},
}


@pytest.fixture
def serve(shop):
    def start(*data, fault=None):
        server = MockServer(shop, fault=fault, overrides=parse_overrides(list(data)))
        server.handle(INIT)
        return server

    return start


def said(server, message):
    return [out.message for out in server.handle(message)]


def test_a_patch_changes_the_healthy_reply(serve):
    server = serve(
        {
            "on": "tools/list",
            "patch": [
                {"op": "replace", "path": "/result/tools/0/name", "value": 5},
                {"op": "remove", "path": "/result/tools/*/inputSchema"},
                {"op": "add", "path": "/result/x", "value": "${request.id}"},
            ],
        }
    )
    [reply] = said(server, LIST)
    assert reply["result"]["tools"][0]["name"] == 5
    assert not any("inputSchema" in tool for tool in reply["result"]["tools"])
    assert reply["result"]["x"] == 2
    assert said(server, LIST) == [reply]


def test_a_result_error_or_reply_replaces_the_healthy_one(serve):
    [reply] = said(serve({"on": "ping", "result": {"a": 1}}), PING)
    assert reply == {"jsonrpc": "2.0", "id": 3, "result": {"a": 1}}
    [reply] = said(serve({"on": "ping", "error": {"code": 1, "message": "no"}}), PING)
    assert reply == {"jsonrpc": "2.0", "id": 3, "error": {"code": 1, "message": "no"}}
    [reply] = said(serve({"on": "ping", "reply": {"id": "${request.id}"}}), PING)
    assert reply == {"id": 3}


def test_messages_may_come_before_and_after(serve):
    note = {"jsonrpc": "2.0", "method": "notifications/x"}
    server = serve({"on": "*", "before": [note], "after": [note]})
    assert [message.get("id") for message in said(server, PING)] == [None, 3, None]
    silent = serve({"on": "*", "silent": True, "after": [note]})
    assert said(silent, PING) == [note]


def test_raw_text_and_bytes_are_verbatim(serve):
    [out] = serve({"on": "ping", "raw": "id ${request.id}"}).handle(PING)
    assert out.raw == b"id 3"
    [out] = serve({"on": "ping", "raw_base64": "/w=="}).handle(PING)
    assert out.raw == b"\xff"


def test_exit_and_delay_are_for_the_transport(serve):
    [out] = serve({"on": "ping", "exit": 3, "delay_ms": 20}).handle(PING)
    assert (out.exit, out.delay_ms, out.message) == (3, 20, MISSING)
    assert serve({"on": "ping", "silent": True, "delay_ms": 20}).handle(PING) == []


def test_only_fitting_requests_are_overridden(serve):
    server = serve({"on": "tools/call", "when": {"params": {"name": "search"}}, "result": {}})
    assert said(server, CALL)[0]["result"] == {}
    other = {**CALL, "params": {"name": "failing"}}
    assert said(server, other)[0]["result"] != {}
    every = serve({"on": "*", "except": ["ping"], "result": {"x": 1}})
    assert said(every, LIST)[0]["result"] == {"x": 1}
    assert said(every, PING)[0]["result"] == {}


def test_an_override_may_go_by_the_healthy_reply(serve):
    server = serve({"on": "*", "when": {"reply": {"error": {"code": -32601}}}, "result": {}})
    assert said(server, {**PING, "method": "nobody/knows"})[0]["result"] == {}
    assert "tools" in said(server, LIST)[0]["result"]


def test_kinds_of_messages_can_be_met(serve):
    reply = {"jsonrpc": "2.0", "id": None, "result": {}}
    notification = {"jsonrpc": "2.0", "method": "notifications/x"}
    assert said(serve({"on": "notification", "result": {}}), notification) == [reply]
    assert said(serve({"on": "notifications/x", "reply": reply}), notification) == [reply]
    assert said(
        serve({"on": "response", "reply": 1}), {"jsonrpc": "2.0", "id": 1, "result": {}}
    ) == [1]
    [out] = serve({"on": "malformed", "exit": 1}).handle(5)
    assert out.exit == 1
    assert said(serve({"on": "batch", "silent": True}), [PING]) == []
    assert said(serve({"on": "ping", "silent": True}), [PING, LIST])[0][0]["id"] == 2


def test_skip_and_times_choose_the_turns(serve):
    server = serve({"on": "ping", "skip": 1, "times": 2, "result": {"x": 1}})
    assert ["x" in said(server, PING)[0]["result"] for _ in range(4)] == [False, True, True, False]


def test_texts_that_fit_a_pattern_choose_the_messages(serve):
    server = serve({"on": "tools/call", "like": {"/params/name": "^s.*h$"}, "result": {}})
    assert said(server, CALL)[0]["result"] == {}
    for name in ("failing", 5):
        other = {**CALL, "params": {"name": name}}
        assert said(server, other)[0].get("result") != {}


def test_an_override_may_begin_after_another_message(serve):
    server = serve({"on": "tools/list", "since": "tools/call", "result": {"x": "${turn}"}})
    assert "x" not in said(server, LIST)[0]["result"]
    said(server, CALL)
    assert [said(server, LIST)[0]["result"]["x"] for _ in range(2)] == [1, 2]


def test_what_comes_after_may_come_later(serve):
    note = {"jsonrpc": "2.0", "method": "notifications/x"}
    server = serve({"on": "ping", "pause_ms": 50, "after": [note, note]})
    assert [out.delay_ms for out in server.handle(PING)] == [0, 50, 0]


def test_http_conditions_need_http():
    [override] = parse_overrides(
        {"on": "GET", "when": {"http": {"status": 405, "header": {"Accept": None}}}, "status": 404}
    )
    book = OverrideBook([override])
    incoming = IncomingMessage(MessageKind.MALFORMED)
    get = HttpSide("GET", {}, 405)
    assert book.apply(incoming, DraftReply(), get).status == 404
    assert book.apply(incoming, DraftReply(), HttpSide("GET", {"accept": "x"}, 405)).status is None
    assert book.apply(incoming, DraftReply(), HttpSide("GET", {}, 200)).status is None
    assert book.apply(incoming, DraftReply(), HttpSide("PUT", {}, 405)).status is None
    assert book.apply(incoming, DraftReply(), None).status is None


def test_an_http_condition_never_holds_without_http(serve):
    server = serve({"on": "ping", "when": {"http": {"method": "POST"}}, "result": {"x": 1}})
    assert said(server, PING)[0]["result"] == {}


@pytest.mark.parametrize(
    ("wanted", "actual", "fits"),
    [
        ({}, {"a": 1}, True),
        ({}, 5, False),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, True),
        ({"a": None}, {}, False),
        ([1, {"x": 1}], [1, {"x": 1, "y": 2}], True),
        ([1], [1, 2], False),
        ([1], 1, False),
        (1, True, False),
        (1, 1.0, True),
    ],
)
def test_a_part_fits_its_whole(wanted, actual, fits):
    scene = Scene(IncomingMessage(MessageKind.NOTIFICATION), healthy=actual)
    assert condition_holds({"reply": wanted}, scene) is fits


@pytest.mark.parametrize(
    ("op", "path", "value", "message", "after"),
    [
        ("add", "/a/0", 0, {"a": [1]}, {"a": [0, 1]}),
        ("add", "/a/-", 2, {"a": [1]}, {"a": [1, 2]}),
        ("add", "/a/x", 2, {"a": [1]}, {"a": [1]}),
        ("replace", "/a/0", 2, {"a": [1]}, {"a": [2]}),
        ("replace", "/a/7", 2, {"a": [1]}, {"a": [1]}),
        ("remove", "/a/*", None, {"a": [1, 2]}, {"a": []}),
        ("remove", "/*/b", None, {"a": {"b": 1}, "c": {"b": 2}}, {"a": {}, "c": {}}),
        ("replace", "/*", 0, {"a": 1, "b": 2}, {"a": 0, "b": 0}),
        ("replace", "/c", 0, {"a": 1}, {"a": 1}),
        ("remove", "/c", None, {"a": 1}, {"a": 1}),
        ("add", "/a~1b/c~0d", 1, {"a/b": {}}, {"a/b": {"c~d": 1}}),
        ("add", "/a/b/c", 1, {"a": 5}, {"a": 5}),
        ("add", "/a/b", 1, {"a": 5}, {"a": 5}),
    ],
)
def test_a_patch_by_pointer(op, path, value, message, after):
    assert apply_patch(message, Patch(op, parse_pointer(path), value)) == after


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (5, "mock-override-invalid"),
        ([5], "mock-override-invalid"),
        ({"onn": "ping"}, "mock-override-unknown-key"),
        ({"on": "ping", "zzzzzzzz": 1}, "mock-override-unknown-key"),
        ({"silent": True}, "mock-override-invalid"),
        ({"on": "ping", "like": {"/id": "("}}, "mock-override-invalid"),
        ({"on": ""}, "mock-override-invalid"),
        ({"on": "x", "result": 1, "error": 2}, "mock-override-invalid"),
        ({"on": "x", "raw": 5}, "mock-override-invalid"),
        ({"on": "x", "raw_base64": "?"}, "mock-override-invalid"),
        ({"on": "x", "silent": 1}, "mock-override-invalid"),
        ({"on": "x", "exit": True}, "mock-override-invalid"),
        ({"on": "x", "exit": -1}, "mock-override-invalid"),
        ({"on": "x", "before": {}}, "mock-override-invalid"),
        ({"on": "x", "when": []}, "mock-override-invalid"),
        ({"on": "x", "when": {"http": {"verb": 1}}}, "mock-override-invalid"),
        ({"on": "x", "when": {"http": {"header": {"a": 5}}}}, "mock-override-invalid"),
        ({"on": "x", "when": {"parms": {}}}, "mock-override-invalid"),
        ({"on": "x", "when": {"session": {"opened": True}}}, "mock-override-invalid"),
        ({"on": "x", "when": {"session": 5}}, "mock-override-invalid"),
        ({"on": "x", "when": {"http": {"header": 5}}}, "mock-override-invalid"),
        ({"on": "x", "when": {"params": {"name": {"is": "odd"}}}}, "mock-override-unknown-word"),
        ({"on": "x", "when": {"params": [{"is": "known"}]}}, "mock-override-unknown-word"),
        ({"on": "x", "when": {"id": {"not": {"is": "ended"}}}}, "mock-override-unknown-word"),
        ({"on": "x", "except": [5]}, "mock-override-invalid"),
        ({"on": "x", "patch": [{"op": "move", "path": "/a"}]}, "mock-override-invalid"),
        ({"on": "x", "patch": [{"op": "add", "path": "/a"}]}, "mock-override-invalid"),
        ({"on": "x", "patch": [{"op": "remove", "path": "a"}]}, "mock-override-invalid"),
        ({"on": "x", "patch": [{"op": "remove", "path": 5}]}, "mock-override-invalid"),
        ({"on": "x", "patch": [{"op": "remove", "path": "/a", "x": 1}]}, "mock-override-invalid"),
    ],
)
def test_a_mistake_in_an_override_is_named(data, code):
    with pytest.raises(UsageError) as caught:
        parse_overrides(data)
    assert caught.value.code == code


def test_a_mistake_is_named_by_its_place():
    with pytest.raises(UsageError, match=r"overrides\[1\]\.patch\[0\]\.op"):
        parse_overrides([{"on": "x"}, {"on": "x", "patch": [{"op": "x", "path": "/a"}]}])


def test_headers_and_http_members_are_read():
    [override] = parse_overrides(
        {"on": "x", "headers": {"A": None, "B": "c"}, "content_type": "text/plain", "sse": False}
    )
    assert override.headers == {"A": None, "B": "c"}
    assert (override.content_type, override.sse) == ("text/plain", False)


def test_no_fault_is_none():
    assert parse_fault(None) == ()


@pytest.mark.parametrize(
    "text", ["hangs", "slow", "slow:", "slow:x", "recover-after:-1", "zzz", ""]
)
def test_an_unknown_fault_is_told_what_there_is(text):
    with pytest.raises(UsageError) as caught:
        parse_fault(text)
    assert caught.value.code == "mock-unknown-fault"
    assert caught.value.hint


def test_faults_strike_calls_alone(serve):
    for fault in ("hang", "slow:5", "crash", "garbage", "recover-after:1"):
        assert said(serve(fault=fault), PING) == [{"jsonrpc": "2.0", "id": 3, "result": {}}]


def test_hang_and_wedged_say_nothing(serve):
    assert said(serve(fault="hang"), CALL) == []
    assert said(serve(fault="wedged"), PING) == []


def test_slow_waits_and_crash_ends_and_garbage_babbles(serve):
    assert serve(fault="slow:250").handle(CALL)[0].delay_ms == 250
    assert serve(fault="crash").handle(CALL)[0].exit == 1
    assert serve(fault="garbage").handle(CALL)[0].raw is not None


def test_a_server_recovers_after_some_calls(shop, connect):
    for version in (SpecVersion.V2025_11_25, SpecVersion.V2026_07_28):
        client = connect(MockServer(shop, fault="recover-after:2"), version)
        results = [client.call("count", {"n": 1})["result"] for _ in range(3)]
        assert [result.get("isError") for result in results] == [True, True, None]


@pytest.mark.parametrize(
    "told", ["x", [5], [{}], [{"message": {}, "to": 1}], [{"message": {}, "when": {"x": 1}}]]
)
def test_what_is_told_has_a_message_and_a_condition(told):
    with pytest.raises(UsageError):
        parse_overrides([{"on": "tools/call", "tell": told}])
