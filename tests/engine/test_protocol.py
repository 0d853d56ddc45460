"""Messages held to JSON-RPC and to the schema of their revision, one at a time."""

import pytest

from mcptest.engine.protocol.message_rules import ENVELOPE, SHAPE, ProtocolJudge
from mcptest.model.finding import Severity
from mcptest.model.spec_version import Era, SpecVersion

TEXT = {"type": "text", "text": "x"}
AUDIO = {"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}
LINK = {"type": "resource_link", "uri": "a://b", "name": "b"}
FIRST = {"text": "v2024-11-05", "audio": "v2025-03-26", "resource_link": "v2025-06-18"}


def result_of(version, **members):
    stateless = {"resultType": "complete"} if version.era is Era.STATELESS else {}
    return {"jsonrpc": "2.0", "id": 1, "result": {**stateless, **members}}


def called(version, message, request=None):
    return list(ProtocolJudge(version).response("tools/call", message, request))


@pytest.mark.parametrize("version", SpecVersion)
@pytest.mark.parametrize("block", [TEXT, AUDIO, LINK, {"type": "video"}])
def test_a_content_type_outside_the_union_of_the_revision_is_an_error(version, block):
    known = block["type"] in FIRST and version >= SpecVersion(FIRST[block["type"]])
    found = called(version, result_of(version, content=[block]))
    assert [(one.id, one.severity) for one in found] == [(SHAPE, Severity.ERROR)] * (not known)


@pytest.mark.parametrize("version", SpecVersion)
@pytest.mark.parametrize(
    "members", [{}, {"structuredContent": {}}, {"toolResult": 5}, {"content": None}]
)
def test_a_tool_result_has_content_in_every_revision(version, members):
    assert {one.id for one in called(version, result_of(version, **members))} == {SHAPE}


@pytest.mark.parametrize("version", SpecVersion)
def test_members_and_methods_that_the_schema_does_not_name_are_right(version):
    judge = ProtocolJudge(version)
    extra = result_of(version, content=[TEXT | {"more": 1}], more=2)
    assert list(judge.response("tools/call", extra | {"more": 3})) == []
    assert list(judge.response("of/our/own", result_of(version, x=1))) == []
    unknown = {"jsonrpc": "2.0", "method": "notifications/of/our/own", "params": {"x": [1]}}
    assert list(judge.said(unknown)) == []
    assert list(judge.said({"jsonrpc": "2.0", "id": "a", "method": "of/our/own"})) == []


@pytest.mark.parametrize("version", SpecVersion)
@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"method": "GET", "level": "info"}, ENVELOPE),
        ({"jsonrpc": "1.0", "method": "notifications/message"}, ENVELOPE),
        ({"jsonrpc": "2.0", "method": 5}, ENVELOPE),
        ({"jsonrpc": "2.0", "method": "notifications/x", "params": [1]}, ENVELOPE),
        ({"jsonrpc": "2.0", "id": None, "method": "of/our/own"}, ENVELOPE),
        ({"jsonrpc": "2.0", "id": 1.5, "method": "of/our/own"}, ENVELOPE),
        ({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}}, SHAPE),
    ],
)
def test_what_a_server_says_unasked(version, message, code):
    assert {one.id for one in ProtocolJudge(version).said(message, "stdout")} == {code}


@pytest.mark.parametrize("error", [5, "no", {}, {"code": "E", "message": "no"}, {"code": 1}])
def test_an_error_has_a_code_and_a_message(error):
    version = SpecVersion("v2025-11-25")
    message = {"jsonrpc": "2.0", "id": 1, "error": error}
    assert {one.id for one in called(version, message)} == {SHAPE}
    right = {"code": -32602, "message": "no", "data": [1]}
    assert called(version, message | {"error": right}) == []


def test_the_form_of_a_text_only_warns_and_not_where_it_is_ours():
    version = SpecVersion("v2025-11-25")
    block = {"type": "resource", "resource": {"uri": "no uri at all", "text": "x"}}
    message = result_of(version, content=[block])
    [found] = called(version, message)
    assert (found.id, found.severity) == (SHAPE, Severity.WARNING)
    sent = {"method": "tools/call", "params": {"name": "a", "arguments": {"x": "no uri at all"}}}
    assert called(version, message, sent) == []


def test_a_flood_is_explained_for_a_while_and_then_let_pass():
    judge = ProtocolJudge(SpecVersion("v2025-11-25"))
    asked = {"jsonrpc": "2.0", "id": "q", "method": "sampling/createMessage"}
    told = [bool(list(judge.said(asked))) for _ in range(300)]
    assert told == sorted(told, reverse=True)
    assert 0 < sum(told) < 300
    assert list(judge.said({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}}))


def test_a_long_list_with_one_mistake_is_told_at_one_place():
    version = SpecVersion("v2025-11-25")
    tools = [{"name": str(n)} for n in range(1000)]
    found = list(ProtocolJudge(version).response("tools/list", result_of(version, tools=tools)))
    assert len({one.message for one in found}) == 1
    assert found[0].pointer == "/result/tools/0/inputSchema"
