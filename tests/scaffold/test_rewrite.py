import pytest

from mcptest.scaffold.draft import DraftedTest
from mcptest.scaffold.rewrite import add_expectations, add_tests
from mcptest.suite.yaml.source import parse_source

SUITE = """\
# my suite
server: {command: x}

tools:
  # the first
  - name: one   # odd spacing
    tool: echo
    args: {message: "hi"}   # flow

  # the second
  -   name: two
      tool: echo
      args:
        message: |
          several
          lines

  # the third
  - {name: three, tool: echo}
# the end
prompts:
  - name: p
    prompt: q
"""
FOUND = [{"target": "result.content[0].text", "matcher": {"exact": "a ${b}"}}]


def test_expectations_go_to_the_end_of_their_test_and_nothing_else_moves():
    text, failed = add_expectations(SUITE, {0: FOUND, 1: FOUND})
    assert failed == []
    added = [line for line in text.splitlines() if line not in SUITE.splitlines()]
    assert [line for line in text.splitlines() if line in SUITE.splitlines()] == SUITE.splitlines()
    assert len(added) == 6
    tools = parse_source(text).plain()["tools"]
    assert tools[0]["expect"] == tools[1]["expect"]
    assert tools[0]["expect"][0]["matcher"] == {"exact": "a $${b}"}


def test_a_test_in_flow_style_is_left_alone_and_named():
    text, failed = add_expectations(SUITE, {2: FOUND})
    assert (text, failed) == (SUITE, [2])


@pytest.mark.parametrize(
    "text", ["server: {command: x}\n", "tools: [{name: a, tool: b}]\n", "[]\n", "tools: {a: 1}\n"]
)
def test_a_file_without_such_a_test_stays_as_it_is(text):
    assert add_expectations(text, {0: FOUND}) == (text, [0])


def test_a_file_without_a_last_line_end_and_one_with_other_line_ends_work():
    short = "tools:\n- name: a\n  tool: b"
    text, failed = add_expectations(short, {0: FOUND})
    assert failed == []
    assert text.startswith(short + "\n  expect:\n")
    text, failed = add_expectations(short.replace("\n", "\r\n") + "\r\n", {0: FOUND})
    assert failed == []
    assert "\n" not in text.replace("\r\n", "")


def test_where_the_change_would_not_be_what_was_meant_nothing_is_changed():
    aliased = "tools:\n- &a\n  name: a\n  tool: b\n- name: c\n  tool: d\n  args: {x: &v 1}\n- name: e\n  tool: f\n  timeout: *v\n"
    text, failed = add_expectations(aliased, {2: FOUND})
    assert (text, failed) == (aliased, [2]) or parse_source(text).plain()["tools"][2]["expect"]


def new(block, subject):
    return DraftedTest(block, subject, {"name": f"{subject} works", "tool": subject}, ("a remark",))


def test_new_tests_go_to_the_end_of_their_blocks():
    text = add_tests(SUITE, [new("tools", "x"), new("prompts", "y"), new("resources", "z")])
    kept = [line for line in text.splitlines() if line in SUITE.splitlines()]
    assert [line for line in kept if line.strip()] == [
        line for line in SUITE.splitlines() if line.strip()
    ]
    tree = parse_source(text).plain()
    assert [entry["name"] for entry in tree["tools"]] == ["one", "two", "three", "x works"]
    assert tree["prompts"][1]["name"] == "y works"
    assert tree["resources"][0]["name"] == "z works"


def test_no_new_test_is_no_change():
    assert add_tests(SUITE, []) == SUITE


@pytest.mark.parametrize("text", ["tools: [{name: a, tool: b}]\n", "tools: []\n", "- a\n"])
def test_a_file_that_is_not_written_in_blocks_is_refused(text):
    assert add_tests(text, [new("tools", "x")]) is None
