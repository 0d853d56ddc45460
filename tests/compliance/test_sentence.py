"""A finding of a rule is a sentence about the server, with the messages that show it."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora

from mcptest.compliance.judge.expectation import compile_expectation
from mcptest.compliance.judge.judge_rule import judge
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion

RULE = corpora()[SpecVersion.V2025_11_25].rules["TOOL-002"]
REQUEST = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "odd"}}


def reply(form, **parts):
    return {"form": form, "method": "tools/call", "request": REQUEST, **parts}


def found(expect, **roots):
    (finding,) = judge(RULE, [compile_expectation(expect)], roots).findings
    return finding


def said(target, matcher, each=None, **roots):
    entry = {"target": target, "matcher": matcher}
    return found(entry | ({"each": each} if each else {}), **roots).message


@pytest.mark.parametrize(
    ("matcher", "came", "sentence"),
    [
        (
            {"one-of": ["error", "tool-error"]},
            reply("result"),
            'expected an error or a tool error from tools/call "odd", got a normal result',
        ),
        (
            {"exact": "result"},
            reply("error", error={"code": -32603, "message": "later"}),
            'expected a normal result from tools/call "odd", got error -32603 ("later")',
        ),
        (
            {"one-of": ["result", "error"]},
            reply("silence"),
            'expected a response from tools/call "odd", got no response',
        ),
        (
            {"not": {"exact": "result"}},
            {"form": "result"},
            "expected an error, got a normal result",
        ),
    ],
)
def test_how_an_exchange_ended(matcher, came, sentence):
    assert said("probe.form", matcher, probe=came) == sentence


def test_the_code_of_an_error_that_came_and_of_one_that_did_not():
    wrong = reply("error", error={"code": -32603, "message": "x"})
    assert said("probe.error.code", {"exact": -32602}, probe=wrong) == (
        'expected error -32602 from tools/call "odd", got error -32603 ("x")'
    )
    assert said("probe.error.code", {"exact": -32602}, probe=reply("tool-error")) == (
        'expected error -32602 from tools/call "odd", got a tool error (isError: true)'
    )
    assert said("probe.error.code", {"not": {"exact": -32603}}, probe=wrong) == (
        'unexpected error -32603 ("x") from tools/call "odd"'
    )


def test_status_and_headers_of_http():
    came = reply("result", http={"status": 200, "headers": {}, "content_type": "text/plain"})
    assert said("probe.http.status", {"exact": 404}, probe=came) == (
        'expected HTTP 404 from tools/call "odd", got HTTP 200'
    )
    assert said('probe.http.headers["mcp-session-id"]', {"present": True}, probe=came) == (
        'the HTTP response to tools/call "odd" has no mcp-session-id header'
    )
    assert said("probe.http.content_type", {"exact": "application/json"}, probe=came) == (
        'the HTTP response to tools/call "odd": the Content-Type header is "text/plain", '
        'expected "application/json"'
    )


def test_a_member_of_a_result():
    opening = {"form": "result", "method": "initialize", "result": {"instructions": 7}}
    assert said("opening.result.serverInfo.name", {"type": "string"}, opening=opening) == (
        'the response to initialize has no "serverInfo.name"'
    )
    either = {"any-of": [{"absent": True}, {"type": "string"}]}
    assert said("opening.result.instructions", either, opening=opening) == (
        "the response to initialize: instructions is 7, expected a string"
    )
    assert said("opening.result.instructions", {"absent": True}, opening=opening) == (
        'the response to initialize has an unexpected "instructions": 7'
    )


def test_an_entry_of_a_list_goes_by_its_name_or_number():
    items = [{"name": "search", "inputSchema": {}}]
    matcher = {"exact": "object"}
    assert said("item.inputSchema.type", matcher, "tools.items", tools={"items": items}) == (
        'tool "search" has no "inputSchema.type"'
    )
    nameless = {"items": [{}]}
    assert said("item.name", {"type": "string"}, "tools.items", tools=nameless) == (
        'tool 1 has no "name"'
    )


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [
        ({"properties": {"a": {"type": "string"}}}, 'prompt "p": a is [1, 1], expected a string'),
        ({"required": ["b"]}, 'prompt "p": "b" is missing'),
        ({"properties": {"a": {"maxItems": 1}}}, 'prompt "p": a has 2 items, expected at most 1'),
        ({"properties": {"a": {"uniqueItems": True}}}, 'prompt "p": a 1 is used more than once'),
        ({"properties": {"a": False}}, 'prompt "p": a is not allowed here'),
        (
            {"properties": {"name": {"enum": ["x", "y"]}}},
            'prompt "p": name is "p", expected "x" or "y"',
        ),
    ],
)
def test_what_a_schema_found(schema, sentence):
    prompts = {"items": [{"name": "p", "a": [1, 1]}]}
    assert said("item", {"schema": schema}, "prompts.items", prompts=prompts) == sentence


def test_a_message_of_the_server_is_shown_below_as_it_stood_on_the_wire():
    message = {"id": 1, "result": {}}
    expect = {"each": "transcript.received", "target": "item.jsonrpc", "matcher": {"exact": "2.0"}}
    finding = found(expect, transcript={"received": [message | {"jsonrpc": "1.0"}]})
    assert finding.message == 'a message from the server: jsonrpc is "1.0", expected "2.0"'
    assert finding.exchange.reply == message | {"jsonrpc": "1.0"}
    pair = {"request": REQUEST, "response": message, "method": "tools/call", "result": []}
    expect = {"each": "transcript.results", "target": "item.result", "matcher": {"type": "object"}}
    finding = found(expect, transcript={"results": [pair]})
    assert finding.message == "the response to tools/call: result is [], expected an object"
    assert (finding.exchange.request, finding.exchange.reply) == (REQUEST, message)


def test_messages_that_a_query_found_go_by_method_or_code():
    sent = {"jsonrpc": "2.0", "method": "roots/list", "id": 3, "conversation": 0, "declared": {}}
    expect = {"target": "$.transcript.requests[*]", "matcher": {"absent": True}}
    finding = found(expect, transcript={"requests": [sent]})
    assert finding.message == "the server sent roots/list"
    assert finding.exchange.reply == {"jsonrpc": "2.0", "method": "roots/list", "id": 3}
    assert finding.exchange.request is MISSING


def test_a_rule_may_say_it_in_its_own_words():
    roots = {"tools": {"items": [{"name": "a b"}]}}
    expect = {
        "each": "tools.items",
        "target": "item.name",
        "matcher": {"regex": "^[a-z]+$"},
        "message": "{item.name} has {actual}",
    }
    assert found(expect, **roots).message == 'tool "a b": a b has a b'


def test_each_problem_of_a_check_is_a_finding_of_its_own():
    problems = [
        {"at": 1, "problem": "one"},
        {"at": 2, "problem": "two", "entry": {"jsonrpc": "2.0"}},
    ]
    expect = compile_expectation({"target": "check.problems", "matcher": {"length": 0}})
    judged = judge(RULE, [expect], {"check": {"problems": problems}})
    assert [finding.message for finding in judged.findings] == ["one", "two"]
    assert [finding.exchange is None for finding in judged.findings] == [True, False]


def test_a_message_is_shown_without_what_the_transcript_added():
    own = {"conversation": 0, "probed": False, "declared": {}}
    item = {"verdict": "odd", "message": {"jsonrpc": "2.0", "method": "x", **own}}
    expect = {"each": "shapes.notifications", "target": "item.verdict", "matcher": {"exact": "y"}}
    shown = found(expect, shapes={"notifications": [item]}).exchange
    assert shown.reply == {"jsonrpc": "2.0", "method": "x"}
