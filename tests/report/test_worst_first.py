"""The worst comes first, and what needs no attention is folded or counted."""

from dataclasses import replace

import pytest
from tests.report.sample import nasty_run, result

from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.grade import Compliance, Level, RuleVerdict
from mcptest.model.outcome import Lane, Skip, SkipReason, Status
from mcptest.model.run import CallRecord
from mcptest.model.valid_calls import (
    NONE_SUCCEEDED,
    TARGET,
    TOO_SLOW_ID,
    CallOutcome,
    ValidCalls,
)
from mcptest.report.audit_text import render_audit
from mcptest.report.formats.agent import render as agent
from mcptest.report.formats.markdown import render as markdown
from mcptest.report.formats.text import render as text
from mcptest.report.paint import Paint
from mcptest.report.plain import message_text


def broken(name, status=Status.FAILED, severity=Severity.ERROR, lane=Lane.TOOLS):
    return result(name, status, findings=(Finding("x", severity, f"{name} is bad"),), lane=lane)


def run(*cases, **more):
    return nasty_run(cases=cases, compliance=None, notes=(), **more)


MIXED = (
    result("fine"),
    broken("odd", Status.WARNED, Severity.WARNING),
    broken("fuzzed", lane=Lane.FUZZ),
    broken("wrong"),
    broken("ours", Status.ERRORED),
)


def order(shown, *names):
    return sorted(names, key=shown.index)


def test_an_agent_reads_the_worst_first():
    shown = agent(run(*MIXED))
    assert order(shown, "ours", "wrong", "fuzzed") == ["ours", "wrong", "fuzzed"]


def test_markdown_has_findings_first_and_folds_what_passed():
    shown = markdown(run(*MIXED))
    assert (
        order(shown, "ours is bad", "wrong is bad", "fuzzed is bad", "odd is bad")[0]
        == "ours is bad"
    )
    head, _, folded = shown.partition("<details><summary>1 passed</summary>")
    assert "fine" not in head
    assert "fine" in folded
    assert folded.rstrip().endswith("</details>")


def test_a_grade_lists_what_needs_attention_and_counts_the_rest():
    skip = Skip(SkipReason.NEEDS_FIXTURE, "needs a fixture: compliance.hints.slow_tool")
    cases = (
        result("PASS-1", lane=Lane.COMPLIANCE),
        result("SKIP-1", Status.SKIPPED, skip=skip, lane=Lane.COMPLIANCE),
        broken("FAIL-1", lane=Lane.COMPLIANCE),
    )
    short = text(run(*cases, command="compliance run"))
    assert "FAIL-1" in short
    assert "PASS-1" not in short
    assert "SKIP-1" not in short
    assert "1 rule   requiring a fixture" in short
    every = text(run(*cases, command="compliance run"), verbose=True)
    assert all(name in every for name in ("PASS-1", "SKIP-1", "FAIL-1"))
    assert "not tested" not in every


def test_an_audit_shows_every_finding_if_asked():
    cases = tuple(
        result(f"case {n}", Status.FAILED, findings=(Finding(f"ID-{n}", Severity.ERROR, "bad"),))
        for n in range(9)
    )
    assert "and 5 more" in text(run(*cases, command="audit"))
    every = text(run(*cases, command="audit"), verbose=True)
    assert all(f"ID-{n}" in every for n in range(9))


def test_a_probe_counts_the_tools_that_nothing_called():
    cases = [result(name, lane=Lane.PROBE) for name in ("first", "second")]
    calls = (CallRecord("s", "first", "ReadOnly", "Execute", "probe", called=True),)
    shown = text(run(*cases, command="probe", calls=calls))

    assert "called 1 of 2 tools; 1 not called by any check" in shown


def test_equal_findings_of_a_test_are_shown_once_and_counted():
    equal = tuple(
        Finding("RPC-001", Severity.ERROR, "bad", spec="x", pointer=f"/{n}") for n in range(3)
    )
    case = result("RPC-001 x", Status.FAILED, lane=Lane.COMPLIANCE, findings=equal)
    shown = text(run(case, command="compliance run"))
    assert shown.count("error[RPC-001]") == 1
    assert "and 2 more like this" in shown


def test_a_finding_about_the_server_does_not_have_the_title_of_a_rule():
    gone = Finding("server-unusable", Severity.ERROR, "it does not respond")
    cases = [
        result(f"R-{n} title", Status.FAILED, lane=Lane.COMPLIANCE, rule=f"R-{n}", findings=(gone,))
        for n in range(3)
    ]
    assert "error[server-unusable]: it does not respond\n  in 3 checks\n" in text(
        run(*cases, command="audit")
    )


def called(name, outcome):
    targets = {"duration_ms": 3000.0, TARGET: outcome.value}
    return result(name, lane=Lane.PROBE, targets=targets)


@pytest.mark.parametrize("outcome", [CallOutcome.UNANSWERED, CallOutcome.REJECTED])
def test_only_a_call_that_succeeded_has_a_latency(outcome):
    other = called("b", outcome)
    both = run(called("a", CallOutcome.SUCCEEDED), other, command="audit")
    assert "latency" in text(both)
    assert "latency" not in text(run(other, command="audit"))


def test_only_a_short_report_says_how_to_see_why_calls_were_rejected():
    rejected = run(called("b", CallOutcome.REJECTED), command="audit")
    assert "use -v to see why calls were rejected" in render_audit(rejected, Paint(on=False))
    assert "use -v to see why" not in render_audit(rejected, Paint(on=False), verbose=True)


def test_a_capped_grade_says_what_caps_it():
    failed = RuleVerdict("TOOL-002", Level.MUST, "tools", Status.FAILED)
    graded = Compliance("v2025-11-25", "B", 99.2, "F", rules=(failed,))
    shown = text(nasty_run(cases=(), command="audit", compliance=graded))
    assert "grade B (capped: 1 must rule failed), score 99.2, no tier" in shown
    assert "tier F" not in shown
    useless = replace(graded, grade="F", failed_foundations=("TOOL-002",))
    shown = text(nasty_run(cases=(), command="audit", compliance=useless))
    assert "grade F (foundation rule failed: TOOL-002), score 99.2" in shown
    low = replace(graded, grade="C", score=75.0)
    assert "capped" not in text(nasty_run(cases=(), command="audit", compliance=low))
    clean = Compliance("v2025-11-25", "A", 99.0, "T1")
    assert "capped" not in text(nasty_run(cases=(), command="audit", compliance=clean))


def test_what_the_doctor_did_not_reach_is_counted():
    behind = Skip(SkipReason.NOT_APPLICABLE, "not checked, because an earlier check failed")
    cases = [
        result(name, Status.SKIPPED, lane=Lane.DOCTOR, skip=behind)
        for name in ("the server responds", "a session can be opened")
    ]
    shown = text(run(*cases, command="doctor"))
    assert "skip  2 more checks  (not reached; use -v to list them)" in shown
    assert "the server responds" not in shown


def probed(name, outcome, *findings):
    return result(name, lane=Lane.PROBE, targets={TARGET: outcome.value}, findings=findings)


REJECTED = probed(
    "a", CallOutcome.REJECTED, Finding("PROBE-REJECTED", Severity.NOTE, "not a repository")
)


def test_a_rejected_call_does_not_count_as_passed_in_the_text_of_a_probe():
    said = text(run(REJECTED, probed("b", CallOutcome.SUCCEEDED), command="probe"))
    assert "rejected a" in said
    assert "1 passed, 1 rejected in" in said


def test_a_whole_audit_lists_the_rejected_calls():
    said = run(REJECTED, command="audit")
    assert "a: not a repository" in text(said, verbose=True)
    assert "not a repository" not in text(said)


def test_an_audit_in_which_nothing_worked_says_so_below_the_grade():
    graded = Compliance("v2025-11-25", "A", 99.2, "T1")
    said = replace(run(REJECTED, command="audit"), compliance=graded, notes=(NONE_SUCCEEDED,))
    lines = text(said).splitlines()
    below = next(number for number, line in enumerate(lines) if line.startswith("grade A")) + 1
    assert NONE_SUCCEEDED in lines[below]
    assert text(said).count(NONE_SUCCEEDED) == 1


def test_a_slow_tool_is_told_from_a_silent_one():
    slow = probed(
        "a", CallOutcome.UNANSWERED, Finding(TOO_SLOW_ID, Severity.WARNING, "no response")
    )
    calls = ValidCalls.of([slow, probed("b", CallOutcome.UNANSWERED)])
    assert str(calls) == "1 too slow, 1 got no response"


def test_a_run_that_shows_nothing_says_so():
    left = result("a", lane=Lane.TOOLS, status=Status.SKIPPED, skip=Skip(SkipReason.DECLARED_SKIP, "later"))  # fmt: skip
    told = "shows nothing about the server"
    assert told in text(run(left, command="run"))
    assert told not in text(run(left, result("b", lane=Lane.TOOLS), command="run"))


def test_a_refusal_as_a_whole_is_named_with_its_exit_code():
    spent = result("a", lane=Lane.PROBE, status=Status.SKIPPED, skip=Skip(SkipReason.BUDGET_EXHAUSTED, "spent"))  # fmt: skip
    refused = run(spent, command="audit", exit_code=5)
    assert "exit code 5" in text(refused)


def rejected(name):
    done = result(name, lane=Lane.PROBE)
    return replace(done, targets={TARGET: CallOutcome.REJECTED.value})


def test_every_total_counts_a_rejected_call_apart():
    cases = (rejected("search"), result("fine"))
    for command in ("audit", "probe"):
        assert "1 passed, 1 rejected in" in text(run(*cases, command=command)).splitlines()[-1]
    assert "(1 passed, 1 rejected)" in agent(run(*cases, command="audit"))
    assert "1 passed, 1 rejected</summary>" in markdown(run(*cases, command="audit"))


def test_an_audit_without_a_grade_also_warns_that_nothing_worked():
    found = replace(run(rejected("search"), command="audit"), notes=(NONE_SUCCEEDED,))
    assert f"warning: {NONE_SUCCEEDED}" in text(found)


def test_an_audit_shows_all_failures_before_the_first_warning():
    def rule(name, status, severity, lane):
        found = (Finding(name, severity, f"{name} is bad"),)
        return replace(result(name, status, findings=found, lane=lane), rule=name)

    twice = replace(
        rule("FAULT-A", Status.FAILED, Severity.ERROR, Lane.NEGATIVE_PATH), name="an unknown tool"
    )
    shown = text(
        run(
            *(
                rule(f"SCH-{n}", Status.WARNED, Severity.ERROR, Lane.SCHEMA_LINT)
                for n in range(1, 5)
            ),
            twice,
            rule("TOOL-002", Status.FAILED, Severity.ERROR, Lane.COMPLIANCE),
            command="audit",
        )
    )
    names = ["TOOL-002 is bad", "FAULT-A is bad", "SCH-1 is bad", "SCH-2 is bad"]
    assert order(shown, *names) == names


def test_the_request_and_response_of_a_call_are_shown_once():
    call = Exchange({"method": "tools/call"}, {"result": 1})
    found = tuple(Finding("x", Severity.ERROR, words, exchange=call) for words in ("one", "two"))
    shown = text(run(result("bad", Status.FAILED, findings=found)))
    assert shown.count("response:") == 1
    assert order(shown, "one", "two") == ["one", "two"]


def test_json_that_breaks_off_is_marked():
    assert message_text('{"jsonrpc": ') == "'{\"jsonrpc\": ' (not valid JSON)"
    assert message_text("hello") == "hello"
    assert message_text('{"a": 1}') == '{"a": 1}'
