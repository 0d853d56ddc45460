"""Verdicts in pytest's words: the same text as on the command line, sessions shared, none left."""

import sys
from pathlib import Path

import pytest

from mcptest.errors import FileProblemsError, Problem

ECHO = "{name: %s, tool: echo, args: {text: a}}"


def test_passed_failed_and_skipped(suite, run):
    suite(
        "tools:\n"
        "  - {name: good, tool: echo, args: {text: a}}\n"
        "  - name: bad\n"
        "    tool: echo\n"
        "    args: {text: a}\n"
        "    expect: [{target: text, matcher: {exact: b}}]\n"
        "  - {name: later, tool: echo, skip: not today}\n"
    )
    result = run("-rs")
    result.assert_outcomes(passed=1, failed=1, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "*mcptest::default::bad*",
            'error?assertion?: text is "a", expected "b"',
            "  --> mcptest.yml:7:14",
            "*expect: ?{target: text, matcher: {exact: b}}?",
            "   |              ^*",
            '  expected: {"exact": "b"}',
            '  actual:   "a"',
            "SKIPPED ?1? mcptest.yml:8: not today",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*.py:*")


def test_hooks_run_around_the_tests_of_a_suite(suite, run):
    suite(
        "setup: [{tool: echo, args: {text: a}, capture: {word: text}}]\n"
        "teardown: [{tool: echo, args: {text: b}}]\n"
        "tools:\n"
        "  - name: captured\n"
        "    tool: echo\n"
        "    args: {text: '${word}'}\n"
        "    expect: [{target: text, matcher: {exact: a}}]\n"
    )
    run().assert_outcomes(passed=1)


def test_a_failed_setup_is_an_error_and_skips_the_tests(suite, run):
    suite(
        "setup: [{tool: echo, args: {text: a}, expect: [{target: text, matcher: {exact: b}}]}]\n"
        "tools: [{name: one, tool: echo, args: {text: a}}, {name: two, tool: echo, args: {text: a}}]\n"
    )
    result = run()
    result.assert_outcomes(skipped=2, errors=1)
    result.stdout.fnmatch_lines(["*setup step 1: text is*"])


def test_tests_share_one_session(suite, run):
    suite(
        "tools:\n"
        "  - {name: first, tool: count}\n"
        "  - {name: second, tool: count, expect: [{target: text, matcher: {exact: '2'}}]}\n"
    )
    run().assert_outcomes(passed=2)


def test_a_server_that_dies_is_there_again_for_the_next_test(suite, run):
    suite("tools: [{name: dies, tool: crash}, %s]\n" % (ECHO % "lives"))
    result = run()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["error?server-crashed?*", "*cannot go on*"])


def test_a_server_that_cannot_start_fails_every_test(suite, run):
    suite(f"tools: [{ECHO % 'a'}, {ECHO % 'b'}]\n", command=["no-such-command-anywhere"])
    result = run()
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["error?launch-not-found?*"])


def test_coverage_and_latency_are_items(suite, run):
    suite(
        f"tools: [{ECHO % 'a'}]\ncoverage: {{tools: 100}}\nperformance: {{p95_latency_ms: 9000}}\n"
    )
    result = run("-v")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["error?coverage?: tests call 1 of 6 tools*"])


def test_coverage_is_not_judged_on_a_part(suite, run):
    suite(f"tools: [{ECHO % 'one'}, {ECHO % 'two'}]\ncoverage: {{tools: 100}}\n")
    result = run("-rs", "-k", "coverage or one")
    result.stdout.fnmatch_lines(["SKIPPED*not all tests of the suite ran*"])


def test_a_gate_that_cannot_be_judged_says_why(suite, run, monkeypatch):
    def broken(*_arguments):
        raise FileProblemsError([Problem("corpus-cycle", "it goes round in a circle")])

    monkeypatch.setattr("mcptest.compliance.gates.spec_version_gate", broken)
    suite("compliance: {spec_version: draft, spec_version_check: {against: draft}, tests: []}\n")
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["error?corpus-cycle?: it goes round in a circle"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_gates_are_items(suite, run):
    text = (
        "compliance:\n  spec_version: {from}\n"
        "  spec_version_check: {{against: {to}}}\n  tests: []\n"
    )
    suite(text.format(**{"from": "v2024-11-05", "to": "v2025-06-18"}), "a.mcptest.yml")
    suite(text.format(**{"from": "v2026-07-28", "to": "draft"}), "b.mcptest.yml")
    result = run("-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["a.mcptest.yml::mcptest::gates::spec_version_check FAILED*", "FAIL  spec_version_check*"]
    )


def test_what_a_server_says_beside_the_tests_is_an_error(suite, run, pytester):
    tiny = Path(__file__).parents[1] / "servers" / "tiny.py"
    loud = pytester.makepyfile(loud=f"print('ready', flush=True)\nexec(open({str(tiny)!r}).read())")
    suite(f"tools: [{ECHO % 'a'}]\n", command=[sys.executable, str(loud)])
    result = run()
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["*ERROR at teardown*", "error?*stdout contains a line that is not a JSON-RPC message*"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_warning_of_ours_is_a_warning_of_pytest(suite, run, pytester):
    pytester.makeconftest(
        "from dataclasses import replace\n"
        "from mcptest.model.finding import Severity\n"
        "def pytest_collection_modifyitems(items):\n"
        "    for item in items:\n"
        "        item.case = replace(item.case, severity=Severity.WARNING)\n"
    )
    suite("tools: [{name: a, tool: fail, expect: [{target: text, matcher: {exact: b}}]}]\n")
    result = run("-W", "default")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*PytestWarning: warning?assertion?: text is*"])


def test_a_bug_of_ours_keeps_its_traceback(suite, run, pytester):
    pytester.makeconftest(
        "import pytest\n"
        "@pytest.hookimpl(tryfirst=True)\n"
        "def pytest_runtest_call(item):\n"
        "    item._run.run = None\n"
    )
    suite(f"tools: [{ECHO % 'a'}]\n")
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*TypeError*"])


def test_junit_has_every_test(suite, run, pytester):
    suite(f"tools: [{ECHO % 'a'}, {{name: bad, tool: fail}}]\n")
    run("--junitxml=out.xml").assert_outcomes(passed=1, failed=1)
    text = (pytester.path / "out.xml").read_text()
    assert 'name="bad"' in text
    assert "the tool reported an error" in text


def test_what_failed_last_is_run_first(suite, pytester):
    suite(f"tools: [{ECHO % 'a'}, {{name: bad, tool: fail}}]\n")
    pytester.runpytest_inprocess().assert_outcomes(passed=1, failed=1)
    pytester.runpytest_inprocess("--lf").assert_outcomes(failed=1, deselected=1)


SNAPSHOT = "tools: [{name: a, tool: echo, args: {text: %s}, expect: [{target: text, matcher: snapshot}]}]\n"


def test_snapshots_are_updated_when_asked(suite, run):
    suite(SNAPSHOT % "old")
    run().assert_outcomes(passed=1)
    suite(SNAPSHOT % "new")
    run().assert_outcomes(failed=1)
    run("--mcptest-update-snapshots").assert_outcomes(passed=1)
    run().assert_outcomes(passed=1)


def test_snapshots_that_are_written_updated_or_not_used_are_noted(suite, run):
    suite(SNAPSHOT % "old")
    run().stdout.fnmatch_lines(["mcptest: 1 snapshot written"])
    run().stdout.no_fnmatch_line("mcptest: *")
    suite(SNAPSHOT % "new")
    result = run("--mcptest-update-snapshots")
    result.stdout.fnmatch_lines(["mcptest: 1 snapshot updated"])
    suite((SNAPSHOT % "new").replace("name: a", "name: b"))
    run().stdout.fnmatch_lines(["mcptest: 1 snapshot not used by any test: *--prune-snapshots"])


def test_a_part_of_the_tests_says_nothing_of_unused_snapshots(suite, run):
    suite((SNAPSHOT % "x").replace("]}]", "]}, {name: other, tool: echo, args: {text: a}}]"))
    run().assert_outcomes(passed=2)
    suite((SNAPSHOT % "x").replace("name: a", "name: b").replace("]}]", f"]}}, {ECHO % 'other'}]"))
    run("-k", "other").stdout.no_fnmatch_line("mcptest: *")


def test_snapshots_are_not_updated_under_ci(suite, run, monkeypatch):
    monkeypatch.setenv("CI", "1")
    suite(SNAPSHOT % "old")
    result = run("--mcptest-update-snapshots")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*snapshots are not updated when CI is set*"])
