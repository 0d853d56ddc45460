"""Headers that repeat the body."""

from __future__ import annotations

from base64 import b64decode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.http.headers import Headers
from mcptest.wire.http.stateless_headers import header_value, stateless_headers
from mcptest.wire.link import Outgoing


def headers(message: MaybeJson, schema: MaybeJson = MISSING) -> dict[str, str]:
    out = Outgoing(b"", "", message, 1, {}, schema)
    found = stateless_headers(out, SpecVersion.V2026_07_28)
    assert found.pop("MCP-Protocol-Version") == "2026-07-28"
    return found


def call(arguments: MaybeJson, schema: MaybeJson) -> dict[str, str]:
    message = {"method": "tools/call", "params": {"name": "t", "arguments": arguments}}
    found = headers(message, schema)
    return {name: value for name, value in found.items() if name.startswith("Mcp-Param")}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (MISSING, {}),
        ([1], {}),
        ({"method": 5}, {}),
        ({"method": "tools/list"}, {"Mcp-Method": "tools/list"}),
        ({"method": "tools/list", "params": {"name": "x"}}, {"Mcp-Method": "tools/list"}),
        (
            {"method": "tools/call", "params": {"name": "x"}},
            {"Mcp-Method": "tools/call", "Mcp-Name": "x"},
        ),
        ({"method": "tools/call", "params": {"name": 5}}, {"Mcp-Method": "tools/call"}),
        (
            {"method": "resources/read", "params": {"uri": "a:b"}},
            {"Mcp-Method": "resources/read", "Mcp-Name": "a:b"},
        ),
    ],
)
def test_method_and_name_are_repeated(message: MaybeJson, expected: dict[str, str]):
    assert headers(message) == expected


def marked(name: object, **more: object) -> dict[str, object]:
    return {"x-mcp-header": name, **more}


@pytest.mark.parametrize(
    ("arguments", "schema", "expected"),
    [
        ({"a": "x"}, {"properties": {"a": marked("A")}}, {"Mcp-Param-A": "x"}),
        ({"a": True}, {"properties": {"a": marked("A")}}, {"Mcp-Param-A": "true"}),
        ({"a": False}, {"properties": {"a": marked("A")}}, {"Mcp-Param-A": "false"}),
        ({"a": 42}, {"properties": {"a": marked("A")}}, {"Mcp-Param-A": "42"}),
        ({"a": None}, {"properties": {"a": marked("A")}}, {}),
        ({}, {"properties": {"a": marked("A")}}, {}),
        ({"a": "x"}, {"properties": {"a": marked("not a token")}}, {}),
        ({"a": "x"}, {"properties": {"a": marked(5)}}, {}),
        ({"a": "x"}, {"properties": {"a": True}}, {}),
        (
            {"a": {"b": 1}},
            {"properties": {"a": {"properties": {"b": marked("B")}}}},
            {"Mcp-Param-B": "1"},
        ),
        ({"a": [1]}, {"properties": {"a": {"items": marked("B")}}}, {}),
        (None, {"properties": {"a": marked("A")}}, {}),
        ({"a": "x"}, True, {}),
    ],
)
def test_marked_arguments_are_repeated(arguments, schema, expected):
    assert call(arguments, schema) == expected


@pytest.mark.parametrize("text", ["", " a", "a ", "é", "a\nb", "=?base64?eA==?="])
def test_what_a_header_cannot_carry_is_wrapped(text: str):
    value = header_value(text)
    assert value.startswith("=?base64?")
    assert b64decode(value[9:-2]).decode() == text


@given(st.text())
def test_every_text_can_be_carried_and_read_back(text: str):
    value = header_value(text)
    Headers({"X": value})
    if value != text:
        assert b64decode(value[9:-2]).decode("utf-8", "surrogatepass") == text


def test_headers_are_found_whatever_their_case():
    found = Headers({"Accept": "x"}, {"ACCEPT": "y"})
    assert "accept" in found
    assert found.get("Accept") == "y"
    assert found.get("other") is None
    assert found.lines(without="host") == b"ACCEPT: y\r\n"
    assert found.lines(without="accept") == b""
