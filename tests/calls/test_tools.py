"""The ``tools:`` block on a mock in memory."""

import pytest
from tests.calls.bench import cases_of, only_finding, run_suite, verdicts

from mcptest.errors import ExitCode, FileProblemsError
from mcptest.model.outcome import SkipReason

SEARCH = """
    tools:
      - name: search
        tool: search_records
        args: {query: alpha}
"""
CALL = {"on": "tools/call"}


def test_without_expect_a_call_must_succeed_and_keep_its_output_schema(tmp_path):
    run = run_suite(tmp_path, SEARCH)
    assert verdicts(run) == ["passed"]
    assert run.exit_code == ExitCode.OK
    assert run.cases[0].id == "tools::default::search"
    assert run.cases[0].targets["duration_ms"] >= 0


def test_a_json_rpc_error_fails(tmp_path):
    run = run_suite(tmp_path, SEARCH, {**CALL, "error": {"code": -32000, "message": "no"}})
    found = only_finding(run)
    assert found.id == "assertion"
    assert found.actual == {"code": -32000, "message": "no"}
    assert found.where.line == 4
    assert run.exit_code == ExitCode.FAILED


def test_is_error_fails_and_shows_what_the_tool_said(tmp_path):
    broken = {"content": [{"type": "text", "text": "boom"}], "isError": True}
    found = only_finding(run_suite(tmp_path, SEARCH, {**CALL, "result": broken}))
    assert found.id == "assertion"
    assert found.actual == "boom"


@pytest.mark.parametrize(
    ("result", "pointer"),
    [
        ({"content": [], "structuredContent": {"query": "a"}}, "/result/structuredContent"),
        (
            {"content": [], "structuredContent": {"query": 5, "ids": []}},
            "/result/structuredContent/query",
        ),
        ({"content": []}, None),
    ],
)
def test_a_broken_promise_of_the_output_schema_fails(tmp_path, result, pointer):
    found = only_finding(run_suite(tmp_path, SEARCH, {**CALL, "result": result}))
    assert found.id == "output-schema"
    assert found.pointer == pointer
    assert found.where.line == 4


def test_an_output_schema_that_is_none_is_the_server_s_mistake(tmp_path):
    patch = [{"op": "replace", "path": "/result/tools/0/outputSchema", "value": {"type": 5}}]
    run = run_suite(tmp_path, SEARCH, {"on": "tools/list", "patch": patch})
    assert only_finding(run).id == "output-schema"
    assert verdicts(run) == ["failed", "failed"]  # the list that has it does, too


@pytest.mark.parametrize(
    "result", [None, 5, [], {"content": "text"}, {"content": [5]}, {"content": [{"text": "x"}]}]
)
def test_a_result_of_the_wrong_shape_is_no_success(tmp_path, result):
    run = run_suite(tmp_path, SEARCH, {**CALL, "result": result})
    assert "message-shape" in {finding.id for finding in run.cases[0].findings}
    assert run.exit_code == ExitCode.FAILED


def test_what_is_expected_is_judged_alone(tmp_path):
    text = """
        tools:
          - name: refuses
            tool: search_records
            args: {query: ""}
            expect:
              - {target: result.isError, matcher: {exact: true}}
          - name: fails
            tool: search_records
            args: {query: a}
            expect:
              - {target: result.structuredContent.query, matcher: {exact: b}, message: wrong query}
              - {target: result.nothing, matcher: {present: true}}
    """
    run = run_suite(tmp_path, text)
    assert verdicts(run) == ["passed", "failed"]
    first, second = run.cases[1].findings
    assert first.message.startswith("wrong query: result.structuredContent.query")
    assert (first.expected, first.actual) == ({"exact": "b"}, "a")
    assert first.where.line == 13
    assert first.exchange.request["params"]["name"] == "search_records"
    assert not second.actual


def test_a_limit_on_time_keeps_the_default_beside_it(tmp_path):
    text = SEARCH + "        expect: {max_duration_ms: 60000}\n"
    assert verdicts(run_suite(tmp_path, text)) == ["passed"]
    assert verdicts(run_suite(tmp_path, text, {**CALL, "error": {"code": 1, "message": "x"}})) == [
        "failed"
    ]
    slow = run_suite(tmp_path, text.replace("60000", "0"))
    assert only_finding(slow).expected == {"range": {"max": 0}}


def test_rows_share_a_name_and_keep_their_own_arguments(tmp_path):
    text = """
        tools:
          - name: search
            tool: search_records
            args: {query: alpha, limit: 3}
            expect:
              - {target: result.structuredContent.query, matcher: {exact: alpha}}
            cases:
              - {}
              - name: other
                args: {query: beta}
              - args: {query: beta}
                expect:
                  - {target: result.structuredContent.query, matcher: {exact: beta}}
    """
    run = run_suite(tmp_path, text)
    assert [case.name for case in run.cases] == ["search [1]", "search [other]", "search [3]"]
    assert verdicts(run) == ["passed", "failed", "passed"]
    assert run.cases[1].findings[0].exchange.request["params"]["arguments"]["limit"] == 3


def test_a_crash_is_seen_by_the_test_that_met_it_and_the_next_goes_on(tmp_path):
    second = SEARCH + "      - {name: again, tool: search_records, args: {query: beta}}\n"
    dies = {**CALL, "when": {"params": {"arguments": {"query": "alpha"}}}, "exit": 1}
    run = run_suite(tmp_path, second, dies)
    assert verdicts(run) == ["failed", "passed"]
    assert only_finding(run).id == "server-crashed"


def test_a_hang_costs_the_timeout_and_the_next_gets_a_fresh_server(tmp_path):
    second = SEARCH + "        timeout: 50ms\n"
    second += "      - {name: again, tool: search_records, args: {query: beta}}\n"
    hangs = {**CALL, "when": {"params": {"arguments": {"query": "alpha"}}}, "silent": True}
    run = run_suite(tmp_path, second, hangs)
    assert verdicts(run) == ["failed", "passed"]
    assert only_finding(run).id == "server-hung"


def test_a_reply_that_is_none_is_malformed(tmp_path):
    odd = {"jsonrpc": "2.0", "id": "${id}", "result": {}, "error": {"code": 1, "message": "x"}}
    run = run_suite(tmp_path, SEARCH, {**CALL, "reply": odd}, timeout=0.2)
    assert run.cases[0].findings[0].id in {"reply-malformed", "server-hung"}
    assert run.exit_code == ExitCode.FAILED


def test_crash_hang_malformed_and_refused_are_told_apart():
    from mcptest.calls.reply import no_answer
    from mcptest.wire.reply import Ending, Reply, ReplyKind

    codes = {
        ReplyKind.CLOSED: "server-crashed",
        ReplyKind.TIMED_OUT: "server-hung",
        ReplyKind.MALFORMED: "reply-malformed",
        ReplyKind.REFUSED: "http-refused",
        ReplyKind.ACCEPTED: "no-answer",
    }
    for kind, code in codes.items():
        found = no_answer(Reply(kind, "tools/call", problem="why"), None)
        assert (found.id, found.message) == (code, "tools/call: why")
    ended = Reply(ReplyKind.CLOSED, "ping", ending=Ending(status=3, stderr="last\nwords\x1b"))
    assert no_answer(ended, None).help.endswith("last lines of stderr:\nlast\nwords\\x1b")
    assert no_answer(Reply(ReplyKind.ANSWERED, "ping"), None) is None


def test_a_tool_that_changes_things_runs_alone(tmp_path):
    text = """
        tools:
          - {name: a, tool: search_records, args: {query: a}}
          - {name: b, tool: delete_record, args: {id: r-1}}
          - {name: c, tool: search_records, args: {query: a}, serial: true}
          - {name: d, steps: [{tool: delete_record, args: {id: r-1}}]}
          - {name: e, steps: [{uri: "records://all"}]}
    """
    serial = [case.keeps_order for case in cases_of(tmp_path, text)]
    assert serial == [False, True, True, True, False]


def test_a_declared_skip_keeps_its_reason(tmp_path):
    run = run_suite(tmp_path, SEARCH + "        skip: not yet\n")
    assert run.cases[0].skip.reason is SkipReason.DECLARED_SKIP
    assert run.cases[0].skip.detail == "not yet"


def test_targets_reach_into_text_stderr_and_notifications(tmp_path):
    text = """
        tools:
          - name: everything
            tool: delete_record
            args: {id: r-1}
            expect:
              - {target: text, matcher: {exact: deleted r-1}}
              - {target: notifications, matcher: {length: 0}}
              - {target: stderr, matcher: {exact: ""}}
              - {target: duration_ms, matcher: {range: {min: 0}}}
              - {target: error, matcher: {absent: true}}
              - {target: "$.result.content[*].text", matcher: {contains: deleted r-1}}
    """
    assert verdicts(run_suite(tmp_path, text)) == ["passed"]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("{name: x}", "suite-missing-key"),
        ("{name: x, tool: a, steps: [{tool: b}]}", "suite-bad-value"),
        ("{name: x, expect: [], steps: [{tool: b}]}", "suite-bad-value"),
        ("{name: x, steps: []}", "suite-bad-value"),
        ("{name: x, steps: [{}]}", "suite-bad-value"),
        ("{name: x, steps: [{tool: a, uri: b}]}", "suite-bad-value"),
        ("{name: x, tool: a, cases: []}", "suite-bad-value"),
        ("{name: x, tol: a}", "suite-unknown-key"),
        ("{name: x, steps: [{tool: a, capture: {id: '['}}]}", "suite-bad-target"),
        ("{name: x, steps: [{tool: a, capture: {id: 5}}]}", "suite-wrong-type"),
        (
            "{name: x, tool: a, expect: [{target: reslt.a, matcher: {exact: 1}}]}",
            "suite-bad-target",
        ),
        (
            "{name: x, tool: a, expect: [{target: text, matcher: {exat: 1}}]}",
            "suite-unknown-matcher",
        ),
    ],
)
def test_a_test_that_makes_no_sense_is_a_problem_with_a_place(tmp_path, entry, code):
    with pytest.raises(FileProblemsError) as caught:
        cases_of(tmp_path, f"tools:\n  - {entry}\n")
    assert code in {problem.code for problem in caught.value.problems}
    assert all(problem.where.line == 3 for problem in caught.value.problems)


def test_two_tests_of_one_name_are_a_problem(tmp_path):
    with pytest.raises(FileProblemsError) as caught:
        cases_of(tmp_path, SEARCH + "      - {name: search, tool: delete_record}\n")
    assert caught.value.code == "suite-duplicate-name"
    assert "line 4" in caught.value.message


def test_an_answer_without_text_is_kept_as_a_test_all_the_same():
    from mcptest.calls.entry_text import entry_text
    from mcptest.wire.reply import Reply, ReplyKind

    params = {"name": "x", "arguments": {}}
    bare = entry_text("tools/call", params, Reply(ReplyKind.ANSWERED, "tools/call", result=5))
    assert '"present": true' in bare
    empty = entry_text("tools/call", params, Reply(ReplyKind.ANSWERED, "tools/call", result={}))
    assert '"text"' not in empty
    odd = entry_text("tools/call", params, Reply(ReplyKind.ANSWERED, "tools/call", error="no"))
    assert '"error.code"' in odd
    long = {"content": [{"type": "text", "text": "x" * 300}, {"type": "image"}], "isError": True}
    told = entry_text("tools/call", params, Reply(ReplyKind.ANSWERED, "tools/call", result=long))
    assert "starts-with" in told


def test_a_target_path_takes_text_only():
    from mcptest.calls.target import TargetPath
    from mcptest.suite.yaml.node import Node

    assert TargetPath().fits(Node.of("result"))
    assert not TargetPath().fits(Node.of(5))
