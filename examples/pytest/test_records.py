"""Tests in code: the fixture ``mcp`` is a client of the server that conftest.py names."""

import mcptest


def test_a_search_finds_two_records(mcp: mcptest.Client) -> None:
    answer = mcp.call("search_records", query="alpha")
    assert answer.structured["ids"] == ["r-1", "r-2"]


def test_an_empty_query_is_refused(mcp: mcptest.Client) -> None:
    assert mcp.call("search_records", query="").is_error


def test_what_was_found_can_be_deleted(mcp: mcptest.Client) -> None:
    for found in mcp.call("search_records", query="alpha").structured["ids"]:
        assert mcp.call("delete_record", id=found).matches("text", {"contains": found})


def test_no_tool_is_destructive_without_saying_so(mcp: mcptest.Client) -> None:
    for tool in mcp.tools():
        found = mcptest.classify(tool)
        assert found.tool_class is not mcptest.ToolClass.DESTRUCTIVE or found.source == "annotation"
