"""Tests from recordings: one per distinct call, sequences with captures, marks on what mutates."""

import json
import sys

import pytest
import yaml
from tests.recording.written import OPENING, asks, calls, fails, recording, replies, save, text

from mcptest.cli.main import run as mcptest
from mcptest.recording.suite.drafts import MOST_STEPS, drafts_of

TOOLS = [
    {"name": "get_item", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},
    {"name": "create_item", "inputSchema": {"type": "object"}},
    {
        "name": "delete_item",
        "inputSchema": {"type": "object"},
        "annotations": {"destructiveHint": True, "readOnlyHint": False},
    },
]
LISTED = (asks(100, "tools/list"), replies(100, {"tools": TOOLS}))


def drafted(*said):
    return drafts_of(recording(*OPENING, *LISTED, *said))


def bodies(*said):
    return [draft.body for draft in drafted(*said).drafts]


def test_the_same_call_makes_one_test_and_what_stayed_is_pinned():
    [first, second] = bodies(
        calls(1, "get_item", id=1),
        replies(1, text("one")),
        calls(2, "get_item", id=2),
        replies(2, text("two")),
        calls(3, "get_item", id=1),
        replies(3, text("one")),
    )
    assert (first["name"], second["name"]) == (
        "get_item responds as recorded",
        "get_item responds as recorded (2)",
    )
    texts = [e["matcher"] for e in first["expect"] if e["target"] == "result.content[0].text"]
    assert texts == [{"exact": "one"}]
    once = [e["matcher"] for e in second["expect"] if e["target"] == "result.content[0].text"]
    assert once == [{"type": "string"}]


def test_errors_are_expected_as_they_came():
    [tool_error, protocol_error] = bodies(
        calls(1, "get_item", id="x"),
        replies(1, text("no", isError=True)),
        calls(2, "nothing"),
        fails(2, -32602),
    )
    assert tool_error["expect"] == [{"target": "result.isError", "matcher": {"exact": True}}]
    assert protocol_error["expect"] == [{"target": "error.code", "matcher": {"exact": -32602}}]


def test_resources_and_prompts_become_tests():
    found = drafted(
        asks(1, "resources/read", {"uri": "a://b"}),
        replies(1, {"contents": []}),
        asks(2, "prompts/get", {"name": "p", "arguments": {"x": "${y}"}}),
        replies(2, {"messages": []}),
    )
    assert [(draft.block, draft.subject) for draft in found.drafts] == [
        ("resources", "a://b"),
        ("prompts", "p"),
    ]
    assert found.drafts[1].body["args"] == {"x": "$${y}"}


def test_an_answer_that_a_later_call_uses_is_captured():
    [body] = bodies(
        calls(1, "create_item", name="lamp"),
        replies(1, text("made", structuredContent={"item": {"id": "item-7301"}})),
        calls(2, "get_item", ids=["item-7301"]),
        replies(2, text("item-7301 is a lamp")),
    )
    first, second = body["steps"]
    assert first["capture"] == {"id": "result.structuredContent.item.id"}
    assert second["args"] == {"ids": ["${id}"]}
    assert body["serial"] is True
    assert "item-7301" not in json.dumps(second)


def test_reads_before_the_first_change_stand_alone():
    found = drafted(
        calls(1, "get_item", id=1),
        replies(1, text("none")),
        calls(2, "create_item", name="a"),
        replies(2, text("made")),
        calls(3, "get_item", id=1),
        replies(3, text("a")),
    )
    alone, sequence = found.drafts
    assert "steps" not in alone.body
    assert [step["tool"] for step in sequence.body["steps"]] == ["create_item", "get_item"]
    assert any("create_item changes something" in remark for remark in sequence.remarks)


def test_what_is_destructive_waits_for_a_person():
    [single] = bodies(calls(1, "delete_item", id=1), replies(1, text("gone")))
    assert "destructive" in single["skip"]
    [sequence] = bodies(
        calls(1, "delete_item", id=1),
        replies(1, text("gone")),
        calls(2, "get_item", id=1),
        replies(2, text("none")),
    )
    assert "delete_item" in sequence["skip"]


def test_a_long_session_is_cut_and_says_so():
    said = [calls(0, "create_item"), replies(0, text("x"))]
    for number in range(1, MOST_STEPS + 5):
        said += [calls(number, "get_item", id=number), replies(number, text("x"))]
    found = drafted(*said, calls(999, "get_item"))
    assert len(found.drafts[0].body["steps"]) == MOST_STEPS
    assert len(found.notes) == 2


def test_two_captures_of_one_name_are_told_apart():
    [body] = bodies(
        calls(1, "create_item"),
        replies(1, text("x", structuredContent={"id": "item-0001", "of": {"id": 12345}})),
        calls(2, "get_item", a="item-0001", b=12345, c=True),
        replies(2, text("x")),
    )
    assert set(body["steps"][0]["capture"]) == {"id", "id2"}
    assert body["steps"][1]["args"] == {"a": "${id}", "b": "${id2}", "c": True}


def test_the_command_writes_a_suite_that_validates(tmp_path, capsys):
    file = save(
        tmp_path / "s.ndjson",
        recording(
            *OPENING,
            *LISTED,
            calls(1, "get_item", id=1),
            replies(1, text("one")),
            server={"command": [sys.executable, "server.py", "--token", "[redacted]"]},
        ),
    )
    out = tmp_path / "made.mcptest.yml"
    assert mcptest(["scaffold", "--from-recording", str(file), "-o", str(out)]) == 0
    assert "wrote 1 test" in (said := capsys.readouterr().err)
    assert "secrets are not recorded" in said
    assert yaml.safe_load(out.read_text())["server"]["command"][1] == "server.py"
    assert mcptest(["validate", str(out)]) == 0
    tapes = tmp_path / "tapes"
    tapes.mkdir()
    file.rename(tapes / "default.ndjson")
    assert mcptest(["run", str(out), "--replay", str(tapes)]) == 0


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (recording(*OPENING), "scaffold-no-calls"),
        (recording(calls(1, "t"), replies(1, text("x")), server={"x": 1}), "scaffold-no-server"),
    ],
)
def test_a_recording_without_what_it_takes_is_refused(tmp_path, capsys, found, code):
    file = save(tmp_path / "s.ndjson", found)
    assert mcptest(["scaffold", "--from-recording", str(file)]) == 2
    assert code in capsys.readouterr().err
    url = save(
        tmp_path / "u.ndjson",
        recording(calls(1, "t"), replies(1, text("x")), server={"url": "http://127.0.0.1:1/mcp"}),
    )
    assert mcptest(["scaffold", "--from-recording", str(url)]) == 0
    assert "http://127.0.0.1:1/mcp" in capsys.readouterr().out
