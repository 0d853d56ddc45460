"""The shared methods, at every revision; each message is held to its shape."""

import json
from dataclasses import replace

import pytest
from tests.mock.conftest import check

from mcptest.mock.manifest.definition import (
    MockDefinition,
    MockPrompt,
    MockResource,
    MockTool,
    Response,
)
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion

V24, V25_03, V25_06, V25_11, V26 = list(SpecVersion)[:5]


def test_every_method_of_the_server_answers_within_its_schema(client):
    for kind in ("tools", "resources", "resources/templates", "prompts"):
        client.result(f"{kind}/list")
    for name in ("search", "count", "listing", "media", "failing"):
        said = {"query": "x", "n": 3} if name == "count" else {"query": "x"}
        assert "content" in client.call(name, said)["result"]
    client.result("resources/read", {"uri": "shop://a"})
    client.result("resources/read", {"uri": "shop://b"})
    client.result("prompts/get", {"name": "greet", "arguments": {"who": "Ann"}})


def test_a_message_that_does_not_fit_would_be_noticed():
    for wrong in ({"result": {"tools": 3}}, {"error": {"code": -32603}}):
        with pytest.raises(AssertionError):
            check({"jsonrpc": "2.0", "id": 1, **wrong}, {"method": "tools/list"}, V25_11)


def test_a_tool_shows_the_members_that_its_revision_knows(client):
    search = client.result("tools/list")["tools"][0]
    version = client.version
    assert ("annotations" in search) == (version >= V25_03)
    assert ("title" in search) == (version >= V25_06)
    assert ("icons" in search) == (version >= V25_11)
    assert "execution" not in search


def test_an_output_schema_that_is_no_object_shows_from_2026_on(client):
    by_name = {tool["name"]: tool for tool in client.result("tools/list")["tools"]}
    assert ("outputSchema" in by_name["count"]) == (client.version >= V25_06)
    assert ("outputSchema" in by_name["listing"]) == (client.version >= V26)


def test_arguments_are_filled_in_and_what_is_missing_is_empty(client):
    result = client.call("search", {"query": "a b"})["result"]
    assert result["content"] == [{"type": "text", "text": "found a b within "}]


def test_structured_output_keeps_the_type_of_an_argument_and_is_repeated_as_text(client):
    result = client.call("count", {"n": 7})["result"]
    assert result["content"] == [{"type": "text", "text": '{"n": 7}'}]
    assert result.get("structuredContent") == ({"n": 7} if client.version >= V25_06 else None)


def test_structured_output_that_is_no_object_is_text_until_2026(client):
    result = client.call("listing")["result"]
    assert result["content"] == [{"type": "text", "text": "[1, 2]"}]
    assert result.get("structuredContent") == ([1, 2] if client.version >= V26 else None)


def test_content_that_a_revision_does_not_know_is_said_as_text(client):
    kinds = [block["type"] for block in client.call("media")["result"]["content"]]
    audio = "audio" if client.version >= V25_03 else "text"
    link = "resource_link" if client.version >= V25_06 else "text"
    assert kinds == [audio, link, "image"]


def test_bad_arguments_are_a_tool_error_from_2025_11_on_and_a_protocol_error_before(client):
    reply = client.call("search", {"limit": "many"})
    if client.version >= V25_11:
        assert reply["result"]["isError"] is True
        assert "search" in reply["result"]["content"][0]["text"]
    else:
        assert reply["error"]["code"] == -32602


def test_a_tool_may_answer_with_an_error_or_fail(client):
    error = client.call("broken", {"what": "luck", "n": 4})["error"]
    assert error == {"code": -32603, "message": "no luck", "data": {"x": 4}}
    assert client.call("failing")["result"]["isError"] is True


@pytest.mark.parametrize(
    "params", [{}, {"name": 5}, {"name": "nobody"}, {"name": "search", "arguments": None}]
)
def test_a_call_that_names_no_tool_is_a_protocol_error(client, params):
    assert client.error("tools/call", params)["code"] == -32602


def test_a_missing_resource_has_the_code_of_its_revision_and_names_the_uri(client):
    for uri in ("shop://none", "not a uri", "shop://items/..", "shop://items/%2e%2e%2Fx"):
        error = client.error("resources/read", {"uri": uri})
        assert error["code"] == (-32602 if client.version >= V26 else -32002)
        assert error["data"] == {"uri": uri}
    assert client.error("resources/read")["code"] == -32602


def test_resources_are_read_by_address_and_by_template(client):
    read = client.result("resources/read", {"uri": "shop://items/a%20b"})
    assert read["contents"] == [
        {"uri": "shop://items/a%20b", "mimeType": "text/plain", "text": "item a b"}
    ]
    blob = client.result("resources/read", {"uri": "shop://b"})
    assert blob["contents"] == [{"uri": "shop://b", "blob": "aGVsbG8="}]


def test_a_prompt_is_filled_in_and_holds_to_its_arguments(client):
    got = client.result("prompts/get", {"name": "greet", "arguments": {"who": "Ann"}})
    assert got["messages"][0]["content"]["text"] == "Hello Ann"
    assert got["description"] == "Greets."
    for params in (
        {"name": "nobody"},
        {"name": "greet"},
        {"name": "greet", "arguments": {"how": "x"}},
        {"name": "greet", "arguments": {"who": 5}},
        {"name": "greet", "arguments": []},
        {},
    ):
        assert client.error("prompts/get", params)["code"] == -32602


def test_a_prompt_argument_has_a_title_from_2025_06_on(client):
    [prompt] = client.result("prompts/list")["prompts"]
    assert ("title" in prompt["arguments"][0]) == (client.version >= V25_06)


def test_a_prompt_without_arguments_needs_none(connect):
    said = ({"role": "assistant", "content": {"type": "text", "text": "hi"}},)
    plain = MockDefinition(prompts=(MockPrompt("p", {"name": "p"}, said),))
    got = connect(MockServer(plain), V26).result("prompts/get", {"name": "p"})
    assert got["messages"] == list(said)
    assert "description" not in got


def test_lists_go_by_pages_and_refuse_a_cursor_they_did_not_give(shop, connect):
    client = connect(MockServer(replace(shop, page_size=4)), V25_11)
    first = client.result("tools/list")
    second = client.result("tools/list", {"cursor": first["nextCursor"]})
    assert [len(page["tools"]) for page in (first, second)] == [4, 2]
    assert "nextCursor" not in second
    assert second == client.result("tools/list", {"cursor": first["nextCursor"]})
    for cursor in ("bogus", "", 5, None):
        assert client.error("tools/list", {"cursor": cursor})["code"] == -32602
    assert client.error("resources/list", {"cursor": first["nextCursor"]})["code"] == -32602


def test_what_is_not_declared_does_not_exist(client, connect):
    empty = connect(MockServer(MockDefinition()), client.version)
    for method in ("tools/list", "tools/call", "resources/read", "prompts/list"):
        assert empty.error(method)["code"] == -32601
    for method in ("completion/complete", "logging/setLevel", "resources/subscribe", "x/y"):
        assert client.error(method)["code"] == -32601


def test_an_empty_list_is_declared_and_listed(connect):
    client = connect(MockServer(MockDefinition(tools=())), V25_06)
    assert client.opening["result"]["capabilities"] == {"tools": {"listChanged": False}}
    assert client.result("tools/list") == {"tools": []}


def test_a_tool_that_embeds_a_resource_declares_resources(connect):
    block = {"type": "resource", "resource": {"uri": "a:b", "text": "x"}}
    tool = MockTool("t", {"name": "t", "inputSchema": {"type": "object"}}, Response((block,)))
    client = connect(MockServer(MockDefinition(tools=(tool,))), V25_06)
    assert client.result("resources/list") == {"resources": []}
    assert client.call("t")["result"]["content"] == [block]


def _one(entry, **members):
    return MockServer(MockDefinition(tools=(MockTool("t", {"name": "t", **entry}, **members),)))


def test_a_tool_without_a_response_says_that_it_was_called(connect):
    client = connect(_one({"inputSchema": {"type": "object"}}), V25_11)
    assert client.call("t")["result"]["content"][0]["text"] == "t was called"


def test_a_tool_without_a_response_makes_up_output_that_fits_its_schema(connect):
    output = {
        "type": "object",
        "properties": {"n": {"type": "integer", "minimum": 3}},
        "required": ["n"],
    }
    schemas = {"inputSchema": {"type": "object"}, "outputSchema": output}
    for version in (V25_06, V25_11, V26):
        client = connect(_one(schemas), version)
        result = client.call("t")["result"]
        assert result["structuredContent"]["n"] >= 3
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
        assert client.call("t")["result"] == result
    impossible = {**schemas, "outputSchema": {"type": "object", "not": {}}}
    assert connect(_one(impossible), V25_11).call("t")["result"]["content"]


def test_a_tool_with_an_empty_response_answers_with_no_content(connect):
    client = connect(_one({"inputSchema": {"type": "object"}}, response=Response()), V25_11)
    assert client.call("t")["result"] == {"content": []}


def test_arguments_are_not_held_to_a_schema_that_is_off_broken_or_absent(connect):
    strict = {"inputSchema": {"type": "object", "required": ["x"]}}
    assert connect(_one(strict), V25_11).call("t")["result"]["isError"] is True
    broken = {"inputSchema": {"type": "objekt"}}
    for server in (_one(strict, validate=False), _one(broken), _one({}), _one({"inputSchema": 5})):
        reply = server.connect()
        outs = _called(reply)
        assert "isError" not in outs["result"]


def _called(connection):
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}}
    connection.handle({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t"}}
    [out] = connection.handle(call)
    return out.message


def test_a_resource_template_that_cannot_be_matched_is_listed_and_not_found(connect):
    from mcptest.mock.manifest.definition import MockTemplate

    template = MockTemplate("a:{?q}", {"uriTemplate": "a:{?q}", "name": "a"}, {"text": ""})
    client = connect(MockServer(MockDefinition(templates=(template,))), V25_11)
    assert len(client.result("resources/templates/list")["resourceTemplates"]) == 1
    assert client.error("resources/read", {"uri": "a:?q=1"})["code"] == -32002


def test_a_resource_may_stand_alone(connect):
    one = MockResource("a:b", {"uri": "a:b", "name": "b"}, {"text": ""})
    client = connect(MockServer(MockDefinition(resources=(one,))), V26)
    assert client.result("resources/templates/list")["resourceTemplates"] == []
