"""Streamable HTTP in both eras: statuses, sessions, headers, guards; sockets only where they matter."""

import asyncio
import base64
import http.client
import json
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from mcptest.errors import UsageError
from mcptest.mock.http import asgi
from mcptest.mock.http import listen as mock_http
from mcptest.mock.http.asgi import Application
from mcptest.mock.http.endpoint import MOST_SESSIONS, HttpMock, Request
from mcptest.mock.http.guard import Guard, is_loopback
from mcptest.mock.http.render import render
from mcptest.mock.manifest.definition import MockTool
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.serve import ListenAddress, parse_address
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"
V25_03, V25_06, V25_11, V26 = list(SpecVersion)[1:5]
HOST = "127.0.0.1:8080"
MIRROR = MockTool(
    "mirror",
    {
        "name": "mirror",
        "inputSchema": {
            "type": "object",
            "properties": {
                "region": {"type": "string", "x-mcp-header": "Region"},
                "count": {"type": "integer", "x-mcp-header": "Count"},
                "deep": {
                    "type": "object",
                    "properties": {"flag": {"type": "boolean", "x-mcp-header": "Flag"}},
                },
                "odd": True,
            },
        },
    },
)


class Http:
    """An endpoint without sockets."""

    def __init__(self, definition, version=None, overrides=()):
        server = MockServer(definition, version=version, overrides=parse_overrides(list(overrides)))
        self.mock = HttpMock(server, Guard("127.0.0.1", 8080))

    def send(self, message=None, *, method="POST", path="/mcp", raw=None, **headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"host": HOST, **named}
        sent = {name: value for name, value in sent.items() if value is not None}
        body = raw if raw is not None else json.dumps(message).encode()
        return self.mock.answer(Request(method, path, sent, body))

    def open(self, version="2025-11-25"):
        draft = self.send(init(version))
        assert draft.status == 200
        return draft.headers["Mcp-Session-Id"]

    def modern(self, method="server/discover", params=None, meta=None, **headers):
        params = {**(params or {}), "_meta": meta}
        if meta is None:
            del params["_meta"]
        standard = {"mcp_protocol_version": "2026-07-28", "mcp_method": method}
        if method in ("tools/call", "prompts/get", "resources/read"):
            standard["mcp_name"] = params.get("name", params.get("uri"))
        message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        return self.send(message, **{**standard, **headers})


def init(version="2025-11-25"):
    params = {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


PING = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
NOTE = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def code(draft):
    return draft.reply["error"]["code"]


@pytest.fixture
def http_mock(shop):
    return Http(replace(shop, tools=(*shop.tools, MIRROR)))


def test_a_session_is_opened_used_and_ended(http_mock):
    session = http_mock.open()
    assert len(session) >= 16
    assert all(0x21 <= ord(letter) <= 0x7E for letter in session)
    assert http_mock.send(NOTE, mcp_session_id=session).status == 202
    assert http_mock.send(PING, mcp_session_id=session).reply["result"] == {}
    ended = http_mock.send(method="DELETE", mcp_session_id=session)
    assert ended.status == 204
    assert http_mock.send(PING, mcp_session_id=session).status == 404
    assert http_mock.send(method="DELETE", mcp_session_id=session).status == 404
    assert http_mock.send(method="DELETE").status == 400


def test_sessions_are_distinct_and_bounded(http_mock):
    first = http_mock.open()
    others = {http_mock.open() for _ in range(MOST_SESSIONS)}
    assert len(others) == MOST_SESSIONS
    assert http_mock.send(PING, mcp_session_id=first).status == 404


def test_a_request_without_or_with_a_foreign_session_is_refused(http_mock):
    assert http_mock.send(PING).status == 400
    assert http_mock.send(PING, mcp_session_id="made-up").status == 404
    assert http_mock.send(NOTE, mcp_session_id="made-up").status == 404
    assert http_mock.send(init(), mcp_session_id="made-up").status == 404


def test_a_second_initialize_in_a_session_is_refused(http_mock):
    session = http_mock.open()
    again = http_mock.send(init(), mcp_session_id=session)
    assert (again.status, code(again)) == (200, -32600)


def test_a_refused_initialize_opens_nothing(http_mock):
    bad = {**init(), "params": {}}
    draft = http_mock.send(bad)
    assert (draft.status, code(draft), dict(draft.headers)) == (200, -32602, {})


@pytest.mark.parametrize("version", ["1900-01-01", "not-a-version", ""])
def test_a_bad_version_header_is_a_400_in_a_session(http_mock, version):
    session = http_mock.open()
    draft = http_mock.send(PING, mcp_session_id=session, mcp_protocol_version=version)
    assert draft.status == 400


@pytest.mark.parametrize("version", [None, "2025-11-25", "2025-03-26"])
def test_a_spoken_or_absent_version_header_is_served(http_mock, version):
    session = http_mock.open()
    draft = http_mock.send(PING, mcp_session_id=session, mcp_protocol_version=version)
    assert draft.status == 200


def test_batches_are_served_at_2025_03_alone(http_mock):
    session = http_mock.open("2025-03-26")
    draft = http_mock.send([PING, {**PING, "id": 3}], mcp_session_id=session)
    assert (draft.status, len(draft.reply)) == (200, 2)
    assert http_mock.send([NOTE], mcp_session_id=session).status == 202
    other = http_mock.open()
    draft = http_mock.send([PING], mcp_session_id=other)
    assert (draft.status, code(draft)) == (400, -32600)
    assert http_mock.send([init()]).status == 400


def test_unusable_bodies_are_a_400(http_mock):
    draft = http_mock.send(raw=b"{bad")
    assert (draft.status, code(draft)) == (400, -32700)
    assert http_mock.send({"jsonrpc": "1.0", "id": 1, "method": "ping"}).status == 400


def test_other_methods_and_paths(http_mock, shop):
    assert http_mock.send(method="GET").status == 405
    assert http_mock.send(method="PUT").headers == {"Allow": "POST, DELETE"}
    assert http_mock.send(method="DELETE", mcp_protocol_version="2026-07-28").status == 405
    modern = Http(shop, V26)
    assert modern.send(method="DELETE").headers == {"Allow": "POST"}
    assert http_mock.send(PING, path="/other").status == 404


def test_content_types_are_negotiated(http_mock):
    assert http_mock.send(init(), content_type="text/plain").status == 415
    assert http_mock.send(init(), accept="text/html").status == 406
    for accept in ("application/json", "text/event-stream", "*/*", "application/*", "text/*;q=1"):
        draft = http_mock.send(init(), accept=accept, content_type="application/json; charset=x")
        assert draft.status == 200


@pytest.mark.parametrize(
    ("headers", "served"),
    [
        ({}, True),
        ({"host": "localhost:8080"}, True),
        ({"host": "LOCALHOST:8080"}, True),
        ({"host": "[::1]:8080"}, True),
        ({"host": None}, False),
        ({"host": "evil.example:8080"}, False),
        ({"host": "127.0.0.1"}, False),
        ({"host": "127.0.0.1:81"}, False),
        ({"host": "127.0.0.1:x"}, False),
        ({"host": "a@127.0.0.1:8080"}, False),
        ({"host": "127.0.0.1:8080/x"}, False),
        ({"host": "["}, False),
        ({"origin": "http://127.0.0.1:8080"}, True),
        ({"origin": "http://localhost:8080"}, True),
        ({"origin": "https://localhost:8080"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
    ],
)
def test_host_and_origin_are_ours_or_the_answer_is_403(http_mock, headers, served):
    assert http_mock.send(init(), **headers).status == (200 if served else 403)
    assert http_mock.send(method="GET", **headers).status == (405 if served else 403)


def test_a_wildcard_takes_any_number_and_no_foreign_name():
    guard = Guard("0.0.0.0", 80)
    assert guard.refusal({"host": "192.168.1.5"}) is None
    assert guard.refusal({"host": "evil.example"}) is not None


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("box", False)],
)
def test_loopback_is_known(host, local):
    assert is_loopback(host) is local


# 2026-07-28


def test_a_stateless_request_is_served_without_a_session(http_mock, meta):
    draft = http_mock.modern(meta=meta())
    assert draft.status == 200
    assert draft.reply["result"]["supportedVersions"] == ["2026-07-28"]
    assert dict(draft.headers) == {}
    assert http_mock.modern(meta=meta(), mcp_session_id="x").status == 200
    call = {"name": "search", "arguments": {"query": "x"}}
    assert http_mock.modern("tools/call", call, meta()).status == 200


@pytest.mark.parametrize("pinned", [None, V26])
@pytest.mark.parametrize(
    ("method", "headers", "expected"),
    [
        ("server/discover", {"mcp_protocol_version": None}, -32020),
        ("server/discover", {"mcp_protocol_version": "2025-11-25"}, -32020),
        ("server/discover", {"mcp_method": None}, -32020),
        ("server/discover", {"mcp_method": "tools/list"}, -32020),
        ("tools/list", {"mcp_method": "TOOLS/LIST"}, -32020),
        ("tools/call", {"mcp_name": None}, -32020),
        ("tools/call", {"mcp_name": "other"}, -32020),
        ("tools/call", {"mcp_name": "=?base64?%%%?="}, -32020),
        ("tools/call", {"mcp_name": "=?base64?/w==?="}, -32020),
        ("tools/call", {"mcp_name": "s\xe4"}, -32020),
    ],
)
def test_headers_that_do_not_repeat_the_body_are_a_400(
    shop, meta, pinned, method, headers, expected
):
    params = {"name": "search", "arguments": {"query": "x"}} if method == "tools/call" else {}
    draft = Http(shop, pinned).modern(method, params, meta(), **headers)
    assert (draft.status, code(draft), draft.reply["id"]) == (400, expected, 7)


def test_a_base64_name_is_decoded(http_mock, meta):
    encoded = f"=?base64?{base64.b64encode(b'search').decode()}?="
    call = {"name": "search", "arguments": {"query": "x"}}
    assert http_mock.modern("tools/call", call, meta(), mcp_name=encoded).status == 200
    read = http_mock.modern("resources/read", {"uri": "shop://a"}, meta())
    assert read.status == 200


def test_a_request_that_names_nothing_is_judged_by_its_params(http_mock, meta):
    draft = http_mock.modern("tools/call", {"name": 5}, meta(), mcp_name=None)
    assert (draft.status, code(draft)) == (200, -32602)


@pytest.mark.parametrize(
    ("arguments", "headers", "served"),
    [
        ({"region": "eu"}, {"mcp_param_region": "eu"}, True),
        ({"region": "eu"}, {"mcp_param_region": "us"}, False),
        ({"region": "eu"}, {}, False),
        ({"region": "ä"}, {"mcp_param_region": "=?base64?w6Q=?="}, True),
        ({"region": "eu"}, {"mcp_param_region": "\xe4"}, False),
        ({}, {}, True),
        ({"count": 42}, {"mcp_param_count": "42.0"}, True),
        ({"count": 42}, {"mcp_param_count": "x"}, False),
        ({"deep": {"flag": True}}, {"mcp_param_flag": "true"}, True),
        ({"deep": {"flag": False}}, {"mcp_param_flag": "true"}, False),
        ({"deep": 5}, {}, True),
        ({}, {"mcp_param_zzz": "1"}, True),
    ],
)
def test_mirrored_arguments_are_compared(http_mock, meta, arguments, headers, served):
    call = {"name": "mirror", "arguments": arguments}
    draft = http_mock.modern("tools/call", call, meta(), **headers)
    assert draft.status == (200 if served else 400)
    if not served:
        assert code(draft) == -32020


def test_statuses_of_stateless_errors(http_mock, meta):
    draft = http_mock.modern("nobody/knows", {}, meta())
    assert (draft.status, code(draft)) == (404, -32601)
    draft = http_mock.modern("ping", {}, meta())
    assert (draft.status, code(draft)) == (404, -32601)
    draft = http_mock.modern("tools/list", {})
    assert (draft.status, code(draft)) == (400, -32602)
    draft = http_mock.modern(meta=meta("1900-01-01"), mcp_protocol_version="1900-01-01")
    assert (draft.status, code(draft)) == (400, -32022)
    message = {"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": [1]}
    draft = http_mock.send(message, mcp_protocol_version="2026-07-28")
    assert (draft.status, code(draft)) == (400, -32602)


def test_only_single_requests_and_notifications_are_taken(http_mock):
    modern = {"mcp_protocol_version": "2026-07-28"}
    assert http_mock.send(NOTE, **modern).status == 202
    assert http_mock.send([PING], **modern).status == 400
    assert http_mock.send({"jsonrpc": "2.0", "id": 1, "result": {}}, **modern).status == 400
    assert http_mock.send(raw=b"{bad", **modern).status == 400


def test_a_stateless_server_refuses_the_handshake_with_its_versions(shop):
    draft = Http(shop, V26).send(init())
    assert (draft.status, code(draft)) == (400, -32022)


def test_a_handshake_server_refuses_a_stateless_request_without_a_modern_error(shop, meta):
    draft = Http(shop, V25_06).modern(meta=meta())
    assert (draft.status, code(draft)) == (400, -32600)


# overrides and rendering


def test_an_override_may_go_by_the_status_and_change_it(shop):
    lenient = {"on": "*", "when": {"http": {"status": 404}}, "status": 200, "result": {}}
    draft = Http(shop, overrides=[lenient]).send(PING, mcp_session_id="made-up")
    assert (draft.status, draft.reply["result"]) == (200, {})
    stream = {"on": "GET", "status": 404, "headers": {"Allow": None}}
    draft = Http(shop, overrides=[stream]).send(method="GET")
    assert (draft.status, draft.headers) == (404, {"Allow": None})


def rendered(draft, *, sse=False, **headers):
    out = render(draft, headers, sse=sse)
    return out.status, dict(out.headers), out.body


def test_an_answer_is_json_unless_events_are_asked_for(http_mock):
    draft = http_mock.send(init())
    status, headers, body = rendered(draft)
    assert (status, headers[b"Content-Type"]) == (200, b"application/json")
    assert json.loads(body)["id"] == 1
    for asked in ({"sse": True}, {"accept": "text/event-stream"}):
        status, headers, body = rendered(draft, **asked)
        assert headers[b"Content-Type"] == b"text/event-stream"
        assert headers[b"X-Accel-Buffering"] == b"no"
        assert body.startswith(b"event: message\ndata: {")
    assert rendered(draft, sse=True, accept="application/json")[1][b"Content-Type"] == (
        b"application/json"
    )


def test_overrides_shape_the_http_answer(shop):
    def answer(**override):
        return rendered(Http(shop, overrides=[{"on": "initialize", **override}]).send(init()))

    note = {"jsonrpc": "2.0", "method": "notifications/x"}
    assert answer(before=[note])[2].count(b"event: message") == 2
    assert answer(before=[note], sse=False)[2].count(b"\n") == 1
    assert answer(raw="oops")[2] == b"oops"
    assert answer(raw="data: x\n\n", sse=True)[2] == b"data: x\n\n"
    assert answer(content_type="text/plain")[1][b"Content-Type"] == b"text/plain"
    assert b"Mcp-Session-Id" not in answer(headers={"mcp-session-id": None})[1]
    assert b"Content-Type" not in answer(headers={"content-type": None})[1]


def test_an_empty_answer_has_no_body(http_mock):
    status, headers, body = rendered(http_mock.send(method="GET"))
    assert (status, headers, body) == (
        405,
        {b"Content-Length": b"0", b"Allow": b"POST, DELETE"},
        b"",
    )
    session = http_mock.open()
    ended = http_mock.send(method="DELETE", mcp_session_id=session)
    assert rendered(ended) == (204, {}, b"")


# the application


class Wire:
    """The two callables of an ASGI server, by hand."""

    def __init__(self, *events):
        self.events = list(events)
        self.sent = []

    async def receive(self):
        if self.events:
            return self.events.pop(0)
        return await asyncio.Event().wait()

    async def send(self, event):
        self.sent.append(event)


def ask(http_mock, *events, ended=None, **headers):
    wire = Wire(*events)
    named = {"host": HOST, **{key.replace("_", "-"): value for key, value in headers.items()}}
    pairs = [(name.encode(), value.encode()) for name, value in named.items()]
    scope = {"type": "http", "method": "POST", "path": "/mcp", "headers": pairs}
    application = Application(http_mock.mock, (ended if ended is not None else []).append)
    asyncio.run(asyncio.wait_for(application(scope, wire.receive, wire.send), 20))
    return wire


def body(message, *, more=False):
    return {"type": "http.request", "body": json.dumps(message).encode(), "more_body": more}


GONE = {"type": "http.disconnect"}


def test_a_body_is_read_in_pieces(http_mock):
    raw = json.dumps(init()).encode()
    pieces = [
        {"type": "http.request", "body": raw[:9], "more_body": True},
        {"type": "http.request", "body": raw[9:]},
    ]
    start, end = ask(http_mock, *pieces).sent
    assert start["status"] == 200
    assert json.loads(end["body"])["id"] == 1


def test_a_stranger_is_refused_before_the_body_is_read(http_mock):
    wire = ask(http_mock, host="evil.example")
    assert wire.sent[0]["status"] == 403


def test_a_stranger_may_be_served_by_an_override(shop):
    lax = {"on": "*", "when": {"http": {"status": 403}}, "status": 200, "result": {}}
    wire = ask(Http(shop, overrides=[lax]), body(PING), host="evil.example")
    assert wire.sent[0]["status"] == 200


def test_a_body_past_the_limit_is_413(http_mock, monkeypatch):
    monkeypatch.setattr(asgi, "MOST_BODY", 10)
    assert ask(http_mock, body(init())).sent[0]["status"] == 413


def test_a_body_that_never_ends_is_408(http_mock, monkeypatch):
    monkeypatch.setattr(asgi, "READ_SECONDS", 0.01)
    assert ask(http_mock, body(init(), more=True)).sent[0]["status"] == 408


def test_a_client_that_leaves_gets_nothing(http_mock, shop):
    assert ask(http_mock, GONE).sent == []
    silent = Http(shop, overrides=[{"on": "*", "silent": True}])
    assert ask(silent, body(init()), {"type": "http.request"}, GONE).sent == []


def test_a_late_answer_comes_and_a_cancelled_one_does_not(shop):
    late = Http(shop, overrides=[{"on": "*", "delay_ms": 10}])
    assert ask(late, body(init())).sent[0]["status"] == 200
    assert ask(late, body(init()), GONE).sent == []


def test_an_exit_ends_the_process(shop):
    ended = []
    crash = Http(shop, overrides=[{"on": "*", "exit": 3}])
    assert ask(crash, body(init()), ended=ended).sent == []
    assert ended == [3]


def test_a_header_sent_twice_equals_nothing():
    assert asgi.headers_of([(b"A", b" x "), (b"a", b"y")]) == {"a": "x, y"}


# the process


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("0", ListenAddress("127.0.0.1", 0)),
        ("8080", ListenAddress("127.0.0.1", 8080)),
        ("localhost:80", ListenAddress("localhost", 80)),
        ("[::1]:80", ListenAddress("::1", 80)),
    ],
)
def test_an_address_is_a_port_with_or_without_a_host(text, address):
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["", "x", ":80", "host:", "99999", "-1", "²", "1:2:x"])
def test_another_text_is_no_address(text):
    with pytest.raises(UsageError) as caught:
        parse_address(text)
    assert caught.value.code == "mock-bad-address"


def test_a_port_in_use_is_a_clear_error():
    with mock_http.listen("127.0.0.1", 0) as taken, pytest.raises(UsageError) as caught:
        mock_http.listen("127.0.0.1", taken.getsockname()[1])
    assert caught.value.code == "mock-cannot-listen"


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(UsageError) as caught:
        mock_http._require_uvicorn()
    assert caught.value.code == "extra-missing"
    assert "mcptest[http]" in caught.value.hint


@pytest.fixture
def process():
    started = []

    def start(*options):
        command = [sys.executable, "-m", "mcptest.mock", str(RECORDS), "--http", *options]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        started.append(child)
        line = child.stdout.readline().decode()
        assert line.startswith("listening on http://"), (line, child.stderr.read())
        return child, int(line.rsplit(":", 1)[1].split("/")[0])

    yield start
    for child in started:
        child.kill()
        child.communicate(timeout=20)


def post(connection, message, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("POST", "/mcp", json.dumps(message), named)
    response = connection.getresponse()
    return response, response.read()


def test_a_process_serves_sessions_survives_rubbish_and_ends_on_a_signal(process):
    child, port = process("0")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    response, _ = post(connection, init())
    session = response.headers["Mcp-Session-Id"]
    response, raw = post(connection, PING, Mcp_Session_Id=session)
    assert (response.status, json.loads(raw)["result"]) == (200, {})
    for rubbish in (b"\x00\xff\r\n\r\n", b"GET / HTTP/1.1\r\nX: " + b"y" * 70_000 + b"\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as plain:
            plain.sendall(rubbish)
            assert plain.recv(100).startswith(b"HTTP/1.1 400")
    response, _ = post(connection, PING, Mcp_Session_Id=session)
    assert response.status == 200
    connection.close()
    child.send_signal(signal.SIGTERM)
    assert child.wait(timeout=20) == -signal.SIGTERM


def test_an_interrupt_ends_a_process_with_a_client_that_waits(process):
    child, port = process("0", "--fault", "hang")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    response, _ = post(connection, init())
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "x"}}
    headers = {"Mcp-Session-Id": response.headers["Mcp-Session-Id"]}
    connection.request("POST", "/mcp", json.dumps(call), headers)
    child.send_signal(signal.SIGINT)
    assert child.wait(timeout=20) == 130
    connection.close()


def test_a_server_that_ends_at_its_start_never_listens(tmp_path):
    overrides = tmp_path / "overrides.json"
    overrides.write_text('[{"on": "start", "exit": 9}]')
    command = [sys.executable, "-m", "mcptest.mock", str(RECORDS), "--http", "0"]
    done = subprocess.run(
        [*command, "--overrides", str(overrides)], capture_output=True, timeout=20, check=False
    )
    assert (done.returncode, done.stdout) == (9, b"")


def test_a_listener_ends_with_its_parent(monkeypatch):
    ended = []
    monkeypatch.setattr(mock_http, "time", SimpleNamespace(sleep=lambda _: None))
    monkeypatch.setattr(mock_http.os, "kill", lambda pid, number: ended.append(number))
    mock_http.watch_parent(2**22 + 1)
    assert ended == [signal.SIGTERM]
    mock_http.watch_parent(1)
    assert len(ended) == 1


def test_a_process_warns_of_an_open_address_and_crashes_when_asked(process):
    child, port = process("0.0.0.0:0", "--fault", "crash")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    response, _ = post(connection, init())
    session = response.headers["Mcp-Session-Id"]
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "x"}}
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        post(connection, call, Mcp_Session_Id=session)
    assert child.wait(timeout=20) == 1
    assert b"warning" in child.stderr.read()


def test_slow_headers_are_dropped(shop):
    async def drop():
        application = Application(Http(shop).mock, sys.exit)
        server = mock_http.uvicorn_server(application)
        from mcptest.mock.http.protocol import bounded_protocol

        server.config.http = bounded_protocol(0.05, 65536)
        with mock_http.listen("127.0.0.1", 0) as listener:
            task = asyncio.create_task(server.serve(sockets=[listener]))
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(b"POST /mcp HTTP/1.1\r\n")
            assert await asyncio.wait_for(reader.read(), 20) == b""
            writer.close()
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await asyncio.wait_for(reader.readline(), 20)).startswith(b"HTTP/1.1 403")
            writer.write(b"GET / HTT")
            await asyncio.wait_for(reader.read(), 20)
            writer.close()
            server.should_exit = True
            await asyncio.wait_for(task, 20)

    asyncio.run(drop())
