"""What a server says when it does not know one of its own tools."""

import pytest

from mcptest.model.error_texts.unknown_tool import is_said_unknown


@pytest.mark.parametrize(
    "text",
    [
        "Unknown tool: get_note",
        "Unknown tool 'get_note'",
        "MCP error -32602: Tool get_note not found",
        'tool "get_note" is not registered',
        "No such tool: `get_note`",
        "Tool get_note does not exist",
        "unknown tool name: get_note",
    ],
)
def test_a_tool_that_is_said_to_be_unknown(text):
    assert is_said_unknown("get_note", text)


@pytest.mark.parametrize(
    "text",
    [
        "Note not found",
        "get_note: note 7 not found",
        "Unknown tool: get_note_list",
        "Tool get_note-v2 not found",
        "Tool get_note rejected the arguments: id not found",
        "Error executing tool get_note: no such tool in the box",
        "Unknown tool: drill",
        "",
    ],
)
def test_something_else_that_was_not_found(text):
    assert not is_said_unknown("get_note", text)
