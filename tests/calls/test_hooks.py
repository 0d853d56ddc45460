"""Steps around tests: once for each server, and before and after each test."""

import sys

from tests.calls.bench import only_finding, run_suite, verdicts

SEARCH = "{tool: search_records, args: {query: alpha}"
FIRST = SEARCH + ", capture: {first: 'result.structuredContent.ids[0]'}}"
TOUCH = f"[{sys.executable}, -c, \"open('{{}}', 'a').write('{{}} ')\"]"


def test_tests_use_what_the_setup_captured(tmp_path):
    run = run_suite(
        tmp_path,
        f"""
        setup:
          - {FIRST}
        tools:
          - name: in args and expect
            tool: search_records
            args: {{query: "${{first}} $${{plain}}"}}
            expect:
              - {{target: result.structuredContent.query, matcher: {{exact: "${{first}} $${{plain}}"}}}}
          - name: in rows
            tool: search_records
            cases:
              - args: {{query: "${{first}}"}}
                expect: [{{target: result.structuredContent.query, matcher: {{exact: r-1}}}}]
          - name: in steps
            steps:
              - tool: delete_record
                args: {{id: "${{first}}"}}
                expect: [{{target: text, matcher: {{exact: "deleted r-1"}}}}]
        resources:
          - name: in a URI
            uri: records://by-id/${{first}}
            expect: [{{target: text, matcher: {{exact: record r-1}}}}]
        prompts:
          - name: in a prompt
            prompt: summarise
            args: {{query: "${{first}}"}}
            expect: [{{target: text, matcher: {{contains: r-1}}}}]
        """,
    )
    assert verdicts(run) == ["passed"] * 5


def test_a_failed_setup_skips_the_tests_and_fails_the_run(tmp_path):
    run = run_suite(
        tmp_path,
        f"""
        setup:
          - {{tool: search_records, args: {{query: 1}}}}
        teardown:
          - command: {TOUCH.format(tmp_path / "log", "down")}
        tools:
          - {{name: one, tool: search_records, args: {{query: a}}}}
          - {{name: two, tool: search_records, args: {{query: a}}}}
        """,
    )
    assert verdicts(run) == ["skipped", "skipped", "failed"]
    assert run.cases[0].skip.reason == "needs-fixture"
    assert "setup step 1" in run.cases[0].skip.detail
    assert run.cases[2].lane == "setup"
    assert run.exit_code == 1
    assert (tmp_path / "log").read_text() == "down "


def test_hooks_run_around_each_test_and_after_a_failure(tmp_path):
    log = tmp_path / "log"
    run = run_suite(
        tmp_path,
        f"""
        setup:
          - command: {TOUCH.format(log, "setup")}
        before_each:
          - command: {TOUCH.format(log, "before")}
        after_each:
          - command: {TOUCH.format(log, "after")}
        teardown:
          - command: {TOUCH.format(log, "teardown")}
        tools:
          - {{name: good, tool: search_records, args: {{query: a}}}}
          - {{name: bad, tool: search_records, args: {{}}}}
        """,
        jobs=4,
    )
    assert verdicts(run) == ["passed", "failed"]
    assert log.read_text().split() == ["setup", *["before", "after"] * 2, "teardown"]


def test_a_failed_before_each_fails_the_test_and_names_the_step(tmp_path):
    run = run_suite(
        tmp_path,
        """
        before_each:
          - {tool: search_records, args: {query: alpha}}
          - {tool: search_records, args: {query: 1}}
        tools:
          - {name: one, tool: search_records, args: {query: a}}
        """,
    )
    assert only_finding(run).message.startswith("before_each step 2: ")


def test_a_failed_after_each_fails_a_test_that_passed(tmp_path):
    run = run_suite(
        tmp_path,
        """
        after_each:
          - {tool: search_records, args: {query: 1}}
          - {tool: search_records, args: {query: 2}}
        tools:
          - {name: one, tool: search_records, args: {query: a}}
        """,
    )
    assert verdicts(run) == ["failed"]
    assert [one.message[:17] for one in run.cases[0].findings] == [
        "after_each step 1",
        "after_each step 2",
    ]


def test_a_failed_teardown_is_a_failed_case(tmp_path):
    run = run_suite(
        tmp_path,
        f"""
        teardown:
          - command: [{sys.executable}, -c, "import sys; print('gone', file=sys.stderr); sys.exit(3)"]
        tools:
          - {{name: one, tool: search_records, args: {{query: a}}}}
        """,
    )
    assert verdicts(run) == ["passed", "failed"]
    [finding] = run.cases[1].findings
    assert finding.id == "hook-command"
    assert finding.message.endswith("exited with code 3")
    assert "gone" in finding.help


def test_a_command_gives_its_output_and_status(tmp_path):
    program = 'import sys; print(\'{\\"id\\": \\"r-7\\"}\'); sys.exit(2)'
    run = run_suite(
        tmp_path,
        f"""
        setup:
          - command: [{sys.executable}, -c, "{program}"]
            expect:
              - {{target: exit_code, matcher: {{exact: 2}}}}
              - {{target: stdout, matcher: {{contains: r-7}}}}
            capture: {{id: json.id}}
        tools:
          - name: one
            tool: delete_record
            args: {{id: "${{id}}"}}
            expect: [{{target: text, matcher: {{exact: deleted r-7}}}}]
        """,
    )
    assert verdicts(run) == ["passed"]


def test_a_command_that_cannot_be_started_or_captured_from_is_a_finding(tmp_path):
    run = run_suite(
        tmp_path,
        f"""
        before_each:
          - command: [no-such-program-here]
        after_each:
          - {{command: "{sys.executable} -c pass", capture: {{x: json.id}}}}
          - {{command: "{sys.executable} -c input()", timeout: 20s}}
        tools:
          - {{name: one, tool: search_records, args: {{query: a}}}}
        """,
    )
    first, second, third = run.cases[0].findings
    assert first.id == "launch-not-found"
    assert second.id == "capture"
    assert third.id == "hook-command"


def test_a_command_that_takes_too_long_is_ended(tmp_path):
    run = run_suite(
        tmp_path,
        f"""
        setup:
          - command: [{sys.executable}, -c, "import time; time.sleep(60)"]
            timeout: 200ms
        tools:
          - {{name: one, tool: search_records, args: {{query: a}}}}
        """,
    )
    assert run.cases[1].findings[0].message.endswith("did not finish in time")


def test_a_step_for_another_server_is_left_out_and_its_value_missed(tmp_path):
    text = """
        servers:
          a: {command: not-started}
          b: {command: not-started}
        setup:
          - {tool: search_records, args: {query: a}, server: b, capture: {x: text}}
        teardown:
          - {command: "echo ${x}"}
        tools:
          - {name: one, server: a, tool: search_records, args: {query: "${x}"}}
        """
    from textwrap import dedent

    from tests.calls.bench import target_of

    from mcptest.engine.run import RunPlan
    from mcptest.engine.server import Server
    from mcptest.plan import build_cases, load_suite

    path = tmp_path / "two.yml"
    path.write_text(dedent(text))
    cases = build_cases(load_suite(path, env={}))[0]
    import asyncio

    from mcptest.engine.run import run as run_engine

    plan = RunPlan(command="run", cases=cases, servers={"a": Server("a", target_of())})
    run = asyncio.run(run_engine(plan, lambda _event: None))
    assert verdicts(run) == ["failed", "failed"]
    assert {finding.id for case in run.cases for finding in case.findings} == {"capture"}
