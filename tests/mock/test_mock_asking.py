"""``ask``: a mock that asks its client first, in the form of either era."""

from __future__ import annotations

import pytest
from tests.compliance.peer import healthy

from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion

FORM = {"type": "object", "properties": {"zone": {"type": "string"}}, "required": ["zone"]}
ASK = {"method": "elicitation/create", "params": {"message": "Where?", "requestedSchema": FORM}}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}


def server(version):
    overrides = parse_overrides([{"on": "tools/call", "ask": ASK}])
    return MockServer(healthy(), version=version, overrides=overrides)


def call(mock, **more):
    params = {"name": "now", "arguments": {}, **more}
    outs = mock.handle({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params})
    return [out.message for out in outs]


def test_in_a_session_it_sends_a_request_before_the_result():
    mock = server(SpecVersion.V2025_11_25)
    about = {"protocolVersion": "2025-11-25", "capabilities": {}}
    about["clientInfo"] = {"name": "test", "version": "1"}
    mock.handle({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about})
    mock.handle({"jsonrpc": "2.0", "method": "notifications/initialized"})
    asked, answered = call(mock)
    assert asked == {"jsonrpc": "2.0", "id": "srv-7", **ASK}
    assert answered["result"]["content"][0]["text"] == "12:00"


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({}, "asks"),
        ({"inputResponses": {}}, "asks"),
        ({"inputResponses": {"first": {"action": "decline"}}}, "done"),
        ({"inputResponses": {"first": {"action": "accept", "content": {"zone": "UTC"}}}}, "done"),
        ({"inputResponses": {"first": {"action": "accept", "content": {"zone": 5}}}}, "refuses"),
        ({"inputResponses": {"first": {"action": "accept"}}}, "refuses"),
        ({"inputResponses": {"first": 5}}, "refuses"),
        ({"inputResponses": 5}, "refuses"),
    ],
)
def test_without_a_session_it_asks_until_the_answers_are_right(answers, expected):
    (reply,) = call(server(SpecVersion.V2026_07_28), _meta=META, **answers)
    asks = reply.get("result", {}).get("resultType") == "input_required"
    assert expected == ("refuses" if "error" in reply else "asks" if asks else "done")
