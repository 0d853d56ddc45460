"""``mcptest call``: one request, shown, or kept as a test."""

import json
import sys
from pathlib import Path

import pytest

from mcptest.cli.commands.call import arguments_of, request_of
from mcptest.errors import UsageError
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"
MOCK = ["--", sys.executable, "-m", "mcptest", "mock", "--tools-from", RECORDS]


def test_the_text_of_the_answer_is_shown(cli, tiny):
    said = cli("call", "echo", "text=hello", *tiny)
    assert (said.code, said.out, said.err) == (0, "hello\n", "")


def test_an_error_of_the_tool_is_one(cli, tiny):
    said = cli("call", "fail", *tiny)
    assert (said.code, said.out) == (1, "error: that did not work\n")


def test_a_json_rpc_error_is_one(cli, tiny):
    said = cli("call", "nobody", *tiny)
    assert said.code == 1
    assert "-32602" in said.out


def test_a_crash_is_one_with_the_last_words(cli, tiny):
    said = cli("call", "crash", *tiny)
    assert said.code == 1
    assert "no response: " in said.out
    assert "cannot go on" in said.out


def test_a_crash_makes_no_test(cli, tiny):
    said = cli("call", "crash", "--as-test", *tiny)
    assert said.code == 1
    assert "expect" not in said.out


def test_a_server_that_cannot_be_shaken_hands_with_is_three(cli):
    said = cli("call", "x", "--timeout", "5s", "--", sys.executable, "-c", "pass")
    assert said.code == 3


def test_what_a_server_says_is_never_printed_raw(cli, tiny):
    said = cli("call", "echo", "text=\x1b[31mred\u202e", *tiny)
    assert said.out == "\\x1b[31mred\\u202e\n"


def test_the_document_keeps_to_its_schema(cli, tiny):
    said = cli("call", "echo", "text=hi", "--format", "json", *tiny)
    document = json.loads(said.out)
    assert validator(document_schema("call")).errors(document) == []
    assert (document["ok"], document["method"]) == (True, "tools/call")


def test_a_secret_that_comes_back_is_masked(cli, tiny):
    said = cli("call", "environment", "text=API_KEY", "--env", "API_KEY=hunter22", *tiny)
    assert said.out == "[redacted]\n"


def test_resources_and_prompts_are_asked_too(cli):
    assert cli("call", "--resource", "records://all", *MOCK).out.startswith("r-1 alpha")
    said = cli("call", "--prompt", "summarise", "query=42", *MOCK)
    assert (said.code, '"42"' in said.out) == (0, True)


def test_a_stateless_server_is_asked_by_name(cli):
    said = cli("call", "delete_record", "id=r-1", "--spec-version", "v2026-07-28", *MOCK)
    assert (said.code, said.out) == (0, "deleted r-1\n")


def test_structure_beside_the_text_is_shown_whole(cli):
    said = cli("call", "search_records", "query=alpha", *MOCK)
    assert json.loads(said.out)["structuredContent"]["ids"] == ["r-1", "r-2"]


@pytest.mark.parametrize(
    "words",
    [
        ["search_records", "query=alpha"],
        ["search_records", 'query="quo\\"te: #x"'],
        ["search_records", "query="],
        ["delete_record", "id=r-1"],
        ["nobody"],
        ["--resource", "records://all"],
        ["--resource", "records://none"],
        ["--prompt", "summarise", "query=${HOME} 🎉 \u202e\u2028"],
        ["search_records", "--json", '{"query": "$${a} ${b}"}'],
    ],
)
def test_a_call_as_a_test_validates_and_passes(cli, tmp_path, words):
    said = cli("call", *words, "--as-test", *MOCK)
    assert "\u202e" not in said.out
    path = tmp_path / "kept.mcptest.yml"
    command = json.dumps([str(word) for word in MOCK[1:]])
    path.write_text(f"server: {{command: {command}}}\n{said.out}", encoding="utf-8")
    assert cli("validate", path).code == 0
    again = cli("run", path)
    assert again.code == 0, again.out


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("a=1", 1),
        ("a=true", True),
        ("a=null", None),
        ("a=[1]", [1]),
        ('a="1"', "1"),
        ("a=text", "text"),
        ("a=", ""),
        ("a=b=c", "b=c"),
        ("a=NaN", "NaN"),
        ("a=Infinity", "Infinity"),
        ("a=1e999", "1e999"),
        ("a=" + "[" * 50_000, "[" * 50_000),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_value_that_is_json_is_sent_as_json(word, value):
    assert arguments_of((word,), None) == {"a": value}


def test_words_are_laid_over_the_json(cli):
    assert arguments_of(("a=2",), '{"a": 1, "b": 3}') == {"a": 2, "b": 3}


@pytest.mark.parametrize(
    ("words", "resource", "prompt", "json_args", "code"),
    [
        ((), None, None, None, "call-what"),
        (("a=b",), None, None, None, "call-what"),
        (("tool",), "u:x", None, None, "call-what"),
        ((), "u:x", "p", None, "call-what"),
        ((), "u:x", None, "{}", "call-what"),
        (("tool", "word"), None, None, None, "call-argument"),
        (("tool", "=x"), None, None, None, "call-argument"),
        (("tool",), None, None, "[1]", "call-json"),
        (("tool",), None, None, "{", "call-json"),
    ],
)
def test_a_call_of_nothing_is_refused(words, resource, prompt, json_args, code):
    with pytest.raises(UsageError) as caught:
        request_of(words, resource, prompt, json_args)
    assert caught.value.code == code
