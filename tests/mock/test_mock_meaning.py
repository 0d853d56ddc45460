"""Conditions by meaning: every word at every place holds for one message and not for another."""

from __future__ import annotations

import json

import pytest

from mcptest.compliance.corpus.healthy import HEALTHY
from mcptest.errors import UsageError
from mcptest.mock.envelope import IncomingMessage, MessageKind, read_message
from mcptest.mock.features import Features
from mcptest.mock.http.endpoint import HttpMock, Request
from mcptest.mock.http.guard import Guard
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.meaning.condition import condition_holds
from mcptest.mock.meaning.reading import read_when
from mcptest.mock.meaning.scene import HttpSide, MockOffer, Scene, Standing
from mcptest.mock.meaning.words import ANYWHERE, LARGE, PLACES
from mcptest.mock.overrides.draft import DraftReply
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion

PREFIX = "io.modelcontextprotocol/"
OFFER = MockOffer(Features(load_definition(HEALTHY)), ("2025-11-25",), ("2026-07-28",))
STANDING = Standing(asked={"mine": {}}, client="first")


def call(method, **params):
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def tool(arguments, name="add"):
    return call("tools/call", name=name, arguments=arguments)


def meta(**members):
    return call("tools/list", _meta={PREFIX + name: value for name, value in members.items()})


def scene(message, headers=None, **side):
    """A message from a wire, with HTTP around it where there are headers."""
    incoming = (
        IncomingMessage(MessageKind.NOTHING) if message is None else read_message(as_bytes(message))
    )
    http = None if headers is None else HttpSide("POST", headers, 200, **side)
    return Scene(incoming, http=http, standing=STANDING, offer=OFFER)


def as_bytes(message):
    return message if isinstance(message, bytes) else json.dumps(message).encode()


def headed(message, name, value, **side):
    return scene(message, {name: value}, **side)


COUNT = tool({"region": "eu", "floor": 2}, "count_notes")
ADD = tool({"a": 1, "b": 2})
LIST = call("tools/list")
VERSION, LEVEL = PREFIX + "protocolVersion", PREFIX + "logLevel"
CLIENT = ("params", "_meta", PREFIX + "clientInfo", "name")
METHOD, NAME = ("http", "header", "mcp-method"), ("http", "header", "mcp-name")
PARAM, SPOKEN = ("http", "header", "mcp-param"), ("http", "header", "mcp-protocol-version")
SESSION, ORIGIN = ("http", "header", "mcp-session-id"), ("http", "header", "origin")
HOST = ("http", "header", "host")

CASES = [
    (("message",), "large", {"x": "y" * LARGE}, {"x": "y"}),
    (("message",), "not-json", b"{", b"{}"),
    (("message",), "not-utf8", b"\xff\xfe", b"{"),
    (("id",), "numeral", {**LIST, "id": "7"}, {**LIST, "id": "seven"}),
    (("method",), "known", LIST, call("tools/dance")),
    (("method",), "unknown", call("tools/dance"), LIST),
    (("params", "name"), "known", ADD, call("prompts/get", name="add")),
    (("params", "name"), "unknown", call("prompts/get", name="add"), call("tools/call")),
    (("params", "uri"), "known", call("resources/read", uri="note://by-name/x"), LIST),
    (
        ("params", "uri"),
        "unknown",
        call("resources/read", uri="other://x"),
        call("resources/read", uri="no uri"),
    ),
    (
        ("params", "uri"),
        "listed",
        call("resources/read", uri="note://today"),
        call("resources/read", uri="note://by-name/x"),
    ),
    (
        ("params", "uri"),
        "templated",
        call("resources/read", uri="note://by-name/x"),
        call("resources/read", uri="note://today"),
    ),
    (
        ("params", "uri"),
        "climbing",
        call("resources/read", uri="note://by-name/..%2Fx"),
        call("resources/read", uri="note://by-name/..x"),
    ),
    (("params", "uri"), "outside", call("x", uri="file:///a/../b"), call("x", uri="file:///b")),
    (("params", "uri"), "no-uri", call("x", uri="to day"), call("x", uri="a:b")),
    (("params", "ref", "name"), "known", call("x", ref={"name": "greet"}), LIST),
    (("params", "ref", "name"), "unknown", call("x", ref={"name": "add"}), LIST),
    (("params", "ref", "uri"), "known", call("x", ref={"uri": "note://by-name/{name}"}), LIST),
    (("params", "ref", "uri"), "unknown", call("x", ref={"uri": "note://{name}"}), LIST),
    (("params", "ref", "type"), "known", call("x", ref={"type": "ref/prompt"}), LIST),
    (("params", "ref", "type"), "unknown", call("x", ref={"type": "ref/tool"}), LIST),
    (("params", "cursor"), "unknown", call("tools/list", cursor="x"), LIST),
    (("params", "level"), "known", call("x", level="alert"), call("x", level="odd")),
    (("params", "level"), "unknown", call("x", level=5), call("x", level="alert")),
    (("params", "_meta"), "foreign", call("x", _meta={"a/b": 1}), meta(logLevel="info")),
    (("params", "_meta", LEVEL), "known", meta(logLevel="info"), meta(logLevel="odd")),
    (("params", "_meta", LEVEL), "unknown", meta(logLevel="odd"), meta()),
    (
        ("params", "protocolVersion"),
        "known",
        call("initialize", protocolVersion="2025-11-25"),
        call("initialize", protocolVersion="2026-07-28"),
    ),
    (("params", "protocolVersion"), "unknown", call("initialize", protocolVersion="1"), LIST),
    (("params", "_meta", VERSION), "known", meta(protocolVersion="2026-07-28"), meta()),
    (("params", "_meta", VERSION), "unknown", meta(protocolVersion="1"), meta()),
    (CLIENT, "known", meta(clientInfo={"name": "first"}), meta(clientInfo={"name": "next"})),
    (CLIENT, "unknown", meta(clientInfo={"name": "next"}), meta(clientInfo={})),
    (("params", "requestId"), "known", call("x", requestId="mine"), call("x", requestId=[])),
    (("params", "requestId"), "unknown", call("x", requestId="other"), call("x")),
    (("params", "arguments"), "valid", ADD, tool({"a": 1})),
    (("params", "arguments"), "valid", tool({}, "now"), tool({"a": 1, "b": 2, "c": 3})),
    (("params", "arguments"), "incomplete", call("tools/call", name="add"), ADD),
    (
        ("params", "arguments"),
        "incomplete",
        call("prompts/get", name="greet"),
        call("prompts/get", name="summarize"),
    ),
    (("params", "arguments"), "excess", tool({"a": 1, "b": 2, "c": 3}), ADD),
    (("params", "arguments"), "mistyped", tool({"a": "x", "b": 2}), tool({"c": "x"})),
    (
        ("params", "arguments"),
        "mistyped",
        call("prompts/get", name="greet", arguments={"who": 5}),
        call("prompts/get", name="greet", arguments={"who": "Ada"}),
    ),
    (SESSION, "known", headed(LIST, "mcp-session-id", "s", session="known"), LIST),
    (SESSION, "unknown", headed(LIST, "mcp-session-id", "s", session="ended"), scene(LIST, {})),
    (SESSION, "ended", headed(LIST, "mcp-session-id", "s", session="ended"), LIST),
    (ORIGIN, "known", headed(LIST, "origin", "http://us"), scene(LIST, {})),
    (ORIGIN, "unknown", headed(LIST, "origin", "http://x", own_origin=False), scene(LIST, {})),
    (
        ORIGIN,
        "lookalike",
        headed(LIST, "origin", "http://localhost.x", own_origin=False),
        headed(LIST, "origin", "http://x", own_origin=False),
    ),
    (HOST, "known", headed(LIST, "host", "us"), scene(LIST, {})),
    (HOST, "unknown", headed(LIST, "host", "x", own_host=False), scene(LIST, {})),
    (SPOKEN, "known", headed(LIST, "mcp-protocol-version", "2026-07-28"), scene(LIST, {})),
    (SPOKEN, "unknown", headed(LIST, "mcp-protocol-version", "1"), scene(LIST, {})),
    (
        SPOKEN,
        "other",
        headed(meta(protocolVersion="2026-07-28"), "mcp-protocol-version", "2025-11-25"),
        headed(meta(protocolVersion="2026-07-28"), "mcp-protocol-version", "2026-07-28"),
    ),
    (METHOD, "other", headed(LIST, "mcp-method", "ping"), headed(LIST, "mcp-method", "TOOLS/list")),
    (
        METHOD,
        "recased",
        headed(LIST, "mcp-method", "TOOLS/list"),
        headed(LIST, "mcp-method", "tools/list"),
    ),
    (
        METHOD,
        "shouted",
        headed(LIST, "mcp-method", "tools/list", shouted=frozenset({"mcp-method"})),
        headed(LIST, "mcp-method", "tools/list"),
    ),
    (
        METHOD,
        "padded",
        headed(LIST, "mcp-method", "tools/list", padded=frozenset({"mcp-method"})),
        headed(LIST, "mcp-method", "tools/list"),
    ),
    (NAME, "encoded", headed(ADD, "mcp-name", "=?base64?YWRk?="), headed(ADD, "mcp-name", "add")),
    (
        NAME,
        "undecodable",
        headed(ADD, "mcp-name", "=?base64?%?="),
        headed(ADD, "mcp-name", "=?base64?YWRk?="),
    ),
    (NAME, "other", headed(ADD, "mcp-name", "now"), headed(ADD, "mcp-name", "=?base64?YWRk?=")),
    (
        PARAM,
        "other",
        headed(COUNT, "mcp-param-region", "us"),
        headed(COUNT, "mcp-param-region", "eu"),
    ),
    (
        PARAM,
        "undecodable",
        headed(COUNT, "mcp-param-region", "\u00e9"),
        headed(COUNT, "mcp-param-region", "us"),
    ),
    (
        PARAM,
        "missing",
        headed(COUNT, "mcp-param-region", "eu"),
        scene(COUNT, {"mcp-param-region": "eu", "mcp-param-floor": "2"}),
    ),
    (PARAM, "spare", scene(tool({}, "count_notes"), {}), scene(tool({}, "now"), {})),
    (
        PARAM,
        "undeclared",
        headed(LIST, "mcp-param-odd", "1"),
        headed(LIST, "mcp-param-region", "1"),
    ),
    (
        PARAM,
        "respelt",
        headed(COUNT, "mcp-param-floor", "2.0"),
        headed(COUNT, "mcp-param-floor", "2"),
    ),
    (
        PARAM,
        "encoded",
        headed(COUNT, "mcp-param-region", "=?base64?ZXU=?="),
        headed(COUNT, "mcp-param-region", "eu"),
    ),
    (
        PARAM,
        "unpadded",
        headed(COUNT, "mcp-param-region", "=?base64?ZXU?="),
        headed(COUNT, "mcp-param-region", "=?base64?ZXU=?="),
    ),
    (
        PARAM,
        "half-marked",
        headed(COUNT, "mcp-param-region", "=?base64?ZXU="),
        headed(COUNT, "mcp-param-region", "=?base64?ZXU=?="),
    ),
]


def asked(place, word):
    condition = {"is": word}
    for name in reversed(place):
        condition = {name: condition}
    return read_when(condition, "when")


@pytest.mark.parametrize(("place", "word", "holds", "fails"), CASES)
def test_a_word_holds_for_one_message_and_not_for_another(place, word, holds, fails):
    condition = asked(place, word)
    good, bad = (one if isinstance(one, Scene) else scene(one) for one in (holds, fails))
    assert condition_holds(condition, good)
    assert not condition_holds(condition, bad)


def test_every_word_that_belongs_to_a_place_is_shown_here():
    shown = {word for _, word, *_ in CASES}
    assert {word for words in PLACES.values() for word in words} == shown
    assert set(PLACES) == {place for place, *_ in CASES}


@pytest.mark.parametrize(
    ("word", "holds", "fails"),
    [
        ("absent", None, 5),
        ("present", 5, None),
        ("text", "5", 5),
        ("number", 5.0, True),
        ("fraction", 5.5, 5.0),
        ("truth", False, 0),
        ("object", {}, []),
        ("list", [], {}),
    ],
)
def test_a_word_for_any_value(word, holds, fails):
    assert word in ANYWHERE
    for value, wanted in ((holds, True), (fails, False)):
        given = {} if value is None else {"x": value}
        assert condition_holds(asked(("params", "x"), word), scene(call("x", **given))) is wanted


def test_not_wants_another_value_than_those_named():
    condition = {"params": {"cursor": {"not": ["page-2", {"is": "number"}]}}}
    fits = [
        condition_holds(condition, scene(call("tools/list", **params)))
        for params in ({"cursor": "other"}, {"cursor": "page-2"}, {"cursor": 5}, {})
    ]
    assert fits == [True, False, False, False]


def test_an_object_that_is_not_there_lacks_its_members():
    condition = {"params": {"_meta": {"progressToken": {"is": "absent"}}}}
    assert condition_holds(condition, scene(LIST))
    assert not condition_holds({"params": {"_meta": {}}}, scene(LIST))
    assert not condition_holds({"http": {"header": {"origin": None}}}, scene(LIST))


def test_a_cursor_is_known_by_the_list_that_gave_it_out():
    paged = load_definition(HEALTHY)
    server = MockServer(paged.__class__(tools=paged.tools, page_size=2))
    server.handle(call("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={}))
    [out] = server.handle(LIST)
    cursor = out.message["result"]["nextCursor"]
    offer = MockOffer(server.features)
    for value, wanted in ((cursor, True), ("x", False)):
        asking = Scene(read_message(as_bytes(call("tools/list", cursor=value))), offer=offer)
        assert condition_holds(asked(("params", "cursor"), "known"), asking) is wanted


def test_a_word_at_the_wrong_place_is_named_with_the_right_ones():
    with pytest.raises(UsageError) as caught:
        read_when({"params": {"cursor": {"is": "knwon"}}}, "when")
    assert "known" in caught.value.hint


def broken(*overrides):
    server = MockServer(
        load_definition(HEALTHY),
        version=SpecVersion.V2025_11_25,
        overrides=parse_overrides(list(overrides)),
    )
    return HttpMock(server, Guard("127.0.0.1", 80))


def post(mock, message, **headers):
    given = {"host": "127.0.0.1", **{key.replace("_", "-"): v for key, v in headers.items()}}
    return mock.answer(Request("POST", "/mcp", given, as_bytes(message)))


OPEN = call("initialize", protocolVersion="2025-11-25", capabilities={"roots": {}}, clientInfo={})


def test_a_session_is_known_by_the_name_that_its_client_was_told():
    mock = broken({"on": "initialize", "headers": {"Mcp-Session-Id": "told"}})
    assert post(mock, OPEN).headers["Mcp-Session-Id"] == "told"
    assert post(mock, LIST, mcp_session_id="told").status == 200


def test_conditions_on_the_session_and_the_client_hold_over_http():
    ready = {"session": {"open": True, "ready": False}, "client": {"roots": {}}}
    ended = {"http": {"header": {"Mcp-Session-Id": {"is": "ended"}}}}
    mock = broken(
        {"on": "ping", "when": ready, "status": 418},
        {"on": "ping", "when": ended, "status": 419},
    )
    name = post(mock, OPEN).headers["Mcp-Session-Id"]
    assert post(mock, call("ping"), mcp_session_id=name).status == 418
    post(mock, {"jsonrpc": "2.0", "method": "notifications/initialized"}, mcp_session_id=name)
    assert post(mock, call("ping"), mcp_session_id=name).status == 200
    gone = Request("DELETE", "/mcp", {"host": "127.0.0.1", "mcp-session-id": name})
    assert mock.answer(gone).status == 204
    assert post(mock, call("ping"), mcp_session_id=name).status == 419


def test_an_answer_may_name_the_turn_the_reply_and_the_request_that_was_named():
    server = MockServer(
        load_definition(HEALTHY),
        overrides=parse_overrides(
            [
                {"on": "ping", "raw": "${turn} ${reply}"},
                {"on": "notifications/cancelled", "after": ["${named.params.x}"]},
            ]
        ),
    )
    server.handle(OPEN)
    for turn in (1, 2):
        [out] = server.handle(call("ping", x="kept"))
        assert out.raw == f'{turn} {{"jsonrpc": "2.0", "id": 1, "result": {{}}}}'.encode()
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    assert [out.message for out in server.handle(cancel)] == ["kept"]


def test_a_draft_without_conditions_is_left_alone():
    mock = broken()
    assert (
        mock.server.book.apply(IncomingMessage(MessageKind.NOTHING), DraftReply()) == DraftReply()
    )
