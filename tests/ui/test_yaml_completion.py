"""Completion in the suite editor: where the cursor is, and what fits there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.plan import suite_schema
from mcptest.ui.editor.completion import suggestions
from mcptest.ui.editor.place import ITEM, place_of

SCHEMA = suite_schema()


def at(text, **known):
    """What is offered where the text has a bar."""
    before = text.partition("|")[0]
    line, column = before.count("\n"), len(before.rpartition("\n")[2])
    return suggestions(SCHEMA, text.replace("|", "", 1), line, column, known)


def labels(text, **known):
    return [one.label for one in at(text, **known)[1]]


def place(text):
    before = text.partition("|")[0]
    line, column = before.count("\n"), len(before.rpartition("\n")[2])
    return place_of(text.replace("|", "", 1), line, column)


@pytest.mark.parametrize(
    ("text", "path", "kind", "typed"),
    [
        ("|", (), "key", ""),
        ("to|", (), "key", "to"),
        ("tools:\n  - |", ("tools", ITEM), "key", ""),
        ("tools:\n- na|", ("tools", ITEM), "key", "na"),
        ("tools:\n  - name: a\n    to|", ("tools", ITEM), "key", "to"),
        ("tools:\n- name: a\n  to|", ("tools", ITEM), "key", "to"),
        ("tools:\n  - name: a\n    tool: |", ("tools", ITEM, "tool"), "value", ""),
        (
            "tools:\n  - expect:\n      - target: re|",
            ("tools", ITEM, "expect", ITEM, "target"),
            "value",
            "re",
        ),
        ("tools:\n  - a: 1\n\n  # a comment\n  - |", ("tools", ITEM), "key", ""),
        ("a:\n  b: |\n", ("a", "b"), "value", ""),
        ("a:\n  - - x|", ("a", ITEM, ITEM), "key", "x"),
        ('"a b":\n  c|', ("a b",), "key", "c"),
        ("a:\n  b: 1\nto|", (), "key", "to"),
        ("a:\n  b:\n    c: 1\n  d|", ("a",), "key", "d"),
    ],
)
def test_the_place_of_the_cursor(text, path, kind, typed):
    found = place(text)
    assert (found.path, found.kind, found.typed) == (path, kind, typed)


@pytest.mark.parametrize("text", ["# com|", "a: b c|", "a: {b|", "a: 'x|", "a: 1 # x|"])
def test_nothing_is_offered_in_comments_and_other_scalars(text):
    assert place(text) is None


def test_a_block_of_text_is_left_alone():
    text = "a: >\n  tools:\n  to|\nb: 1"
    assert place(text) is None


def test_a_cursor_outside_of_the_text_has_no_place():
    assert place_of("a", 5, 0) is None


def test_keys_come_from_the_schema_with_their_descriptions():
    typed, found = at("to|")
    assert typed == "to"
    [tools] = [one for one in found if one.label == "tools"]
    assert tools.insert == "tools:\n  - "
    assert "serial" in labels("tools:\n  - name: a\n    |")
    [timeout] = at("tools:\n  - timeo|")[1]
    assert (timeout.insert, timeout.about) == ("timeout: ", "Timeout of one request.")


def test_keys_that_are_there_are_not_offered_again():
    text = "tools:\n  - name: a\n    |\n    tool: b\n  - serial: true\n"
    found = labels(text)
    assert "name" not in found
    assert "tool" not in found
    assert "serial" in found  # it belongs to the next test


def test_matchers_and_their_values_are_offered():
    head = "tools:\n  - expect:\n      - target: result\n        matcher:\n          "
    assert "exact" in labels(f"{head}|")
    assert labels(f"{head}pres|") == ["present"]
    assert labels(f"{head}present: |") == ["true", "false"]


def test_values_of_an_enumeration_and_of_a_boolean():
    assert labels("tools:\n  - serial: t|") == ["true"]
    assert "sse" in labels("server:\n  transport: |")


def test_tools_of_the_servers_are_offered():
    known = {"tool": ["get-sum", "get-time", "true", "a: b"]}
    assert labels("tools:\n  - tool: get|", **known) == ["get-sum", "get-time"]
    found = {one.label: one.insert for one in at("tools:\n  - tool: |", **known)[1]}
    assert (found["true"], found["a: b"]) == ('"true"', '"a: b"')


@given(st.text(alphabet="ab:- \n#|>{}'\"\t", max_size=60), st.integers(0, 8), st.integers(0, 20))
def test_no_text_breaks_it(text, line, column):
    suggestions(SCHEMA, text, line, column, {})


def test_the_page_asks_for_it(page):
    async def look(client):
        await client.value("connect", server="tiny")
        await client.value("list", server="tiny", kind="tools")
        text = "tools:\n  - tool: ec"
        found = await client.value("complete_yaml", text=text, line=1, column=12)
        assert (found["typed"], found["items"][0]["label"]) == ("ec", "echo")

    page(look)
