"""Suites are collected by their names, shown under stable ids, and start nothing."""

import pytest

TWO = """
tools:
  - {name: says it, tool: echo, args: {text: hi}, tags: [smoke]}
  - name: rows
    tool: echo
    cases:
      - {args: {text: a}}
      - {name: second, args: {text: b}}
"""


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("mcptest.yml", True),
        ("mcptest.yaml", True),
        ("sub/any.mcptest.yml", True),
        ("any.mcptest.yaml", True),
        ("notmcptest.yml", False),
        ("mcptest.yml.txt", False),
        ("other.yml", False),
    ],
)
def test_a_suite_is_known_by_its_name(suite, run, name, found):
    suite(TWO, name)
    result = run("--collect-only", "-q")
    lines = [line for line in result.outlines if "::" in line]
    assert lines == (
        [
            f"{name}::mcptest::default::says it",
            f"{name}::mcptest::default::rows[1]",
            f"{name}::mcptest::default::rows[second]",
        ]
        if found
        else []
    )


def test_collecting_starts_no_server(suite, run):
    suite(TWO, command=["no-such-command-anywhere"])
    result = run("--collect-only")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["*<SuiteFile mcptest.yml>", "*<SuiteGroup mcptest>", "*<SuiteGroup default>"]
    )


def test_an_id_selects_its_test(suite, run):
    suite(TWO)
    run("mcptest.yml::mcptest::default::rows[second]").assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [(["-k", "rows"], 2), (["-k", "smoke"], 1), (["-m", "smoke"], 1), (["-m", "not smoke"], 2)],
)
def test_names_and_tags_select(suite, run, arguments, passed):
    suite(TWO)
    result = run("--strict-markers", *arguments)
    result.assert_outcomes(passed=passed, deselected=3 - passed)


def test_any_tag_goes_with_strict_markers(suite, run):
    suite("tools: [{name: a, tool: echo, args: {text: a}, tags: [two words, skip, _, 'a:b(c)']}]\n")
    run("--strict-markers", "-m", "two_words and a_b_c").assert_outcomes(passed=1)


def test_a_tag_is_registered_once(suite, pytester):
    suite("tools: [{name: a, tool: echo, tags: [x]}, {name: b, tool: echo, tags: [x]}]\n")
    [first, second], _ = pytester.inline_genitems("-p", "no:asyncio")
    assert [mark.name for item in (first, second) for mark in item.iter_markers()] == ["x", "x"]
    lines = [line for line in first.config.getini("markers") if line.startswith("x:")]
    assert lines == ["x: a tag in an mcptest suite"]


def test_a_suite_that_cannot_be_loaded_is_a_collection_error(suite, run):
    suite("tools: [{name: a, tol: echo}, {nam: b, tool: echo}]\n")
    result = run()
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(
        [
            "*ERROR collecting mcptest.yml*",
            'error?suite-unknown-key?: unknown key "tol" in this tool test',
            "  --> mcptest.yml:2:19",
            '   |                   ^^^ did you mean "tool"?',
            "error?suite-*",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*collect.py*")


def test_only_narrows_its_file(suite, run):
    suite(
        "tools:\n"
        "  - {name: a, tool: echo, args: {text: a}, only: true}\n"
        "  - {name: b, tool: echo, args: {text: b}}\n"
        "coverage: {tools: 100}\n"
    )
    result = run("-rs")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*only some of the tests*"])


def test_one_name_in_two_blocks_makes_two_ids(suite, run):
    suite(
        "tools: [{name: same, tool: echo, args: {text: a}}]\nprompts: [{name: same, prompt: p}]\n"
    )
    result = run("--collect-only", "-q")
    result.stdout.fnmatch_lines(
        ["mcptest.yml::mcptest::default::same", "mcptest.yml::mcptest::default::same (prompts)"]
    )


def test_a_suite_elsewhere_is_shown_with_its_whole_path(suite, run, pytester, monkeypatch):
    path = suite("tools: [{name: a, tol: echo}]\n", "suites/a.mcptest.yml")
    (pytester.path / "here").mkdir()
    monkeypatch.chdir(pytester.path / "here")
    run(str(path)).stdout.fnmatch_lines([f"  --> {path}:2:19"])
