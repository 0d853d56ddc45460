"""Every format on a run full of hostile text."""

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from tests.report.sample import NASTY, graded, nasty_cases, nasty_finding, nasty_run, result

from mcptest import registry
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import Lane, Skip, SkipReason, Status, Summary
from mcptest.report.formats import markdown, tap, text
from mcptest.report.formats.junit import render as junit
from mcptest.report.paint import Paint
from mcptest.report.plain import finding_text
from mcptest.report.report import FORMATS, Report

REPORTS = registry.collect(FORMATS, "REPORT", Report)
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\ud800-\udfff\ufffe]")
CI_ORDER = re.compile(r"(?m)^\s*(?:::|##\[|##vso\[)")


@pytest.mark.parametrize("name", sorted(REPORTS))
def test_a_format_is_named_after_its_file_and_says_what_it_is(name):
    report = REPORTS[name]
    assert report.name == name
    assert report.summary.endswith(".")
    assert report.extension.isalnum()


@pytest.mark.parametrize("name", sorted(REPORTS))
def test_no_control_character_and_no_order_to_ci_leaks(name):
    rendered = REPORTS[name].render(nasty_run())
    assert HIDDEN.findall(rendered) == []
    rendered.encode("utf-8")
    if name != "github":
        assert CI_ORDER.findall(rendered) == []


@pytest.mark.parametrize("name", sorted(REPORTS))
def test_a_run_of_nothing_and_an_interrupted_one_can_be_shown(name):
    empty = nasty_run(cases=(), servers=(), compliance=None, calls=(), notes=())
    for run in (empty, nasty_run(interrupted=True)):
        assert REPORTS[name].render(run).endswith("\n")


@pytest.mark.parametrize("name", sorted(REPORTS))
def test_the_same_run_gives_the_same_text(name):
    assert REPORTS[name].render(nasty_run()) == REPORTS[name].render(nasty_run())


def test_junit_parses_strictly_and_counts_right():
    root = ET.fromstring(junit(nasty_run()))
    counts = {key: root.get(key) for key in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "5", "failures": "1", "errors": "1", "skipped": None}
    assert sum(int(suite.get("skipped")) for suite in root) == 1
    suites = {suite.get("name"): suite.get("tests") for suite in root}
    assert suites == {"tools::default": "3", "resources::default": "1", "prompts::default": "1"}
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert len(cases) == 5
    assert cases["fine"].get("classname") == "tools.default"
    assert cases["odd"].find("system-out") is not None
    assert cases["ours"].find("error").get("type") == "internal"
    assert cases["later"].find("skipped").get("message").startswith("declared-skip: later")


def test_junit_takes_a_case_of_no_server_and_a_failure_without_findings():
    lonely = replace(result("x", Status.FAILED, lane=Lane.LINT), server=None)
    root = ET.fromstring(junit(nasty_run(cases=(lonely,), started='2026" x="1')))
    assert root[0].get("name") == "lint"
    assert root.find(".//failure") is not None


def test_tap_has_a_plan_and_a_line_a_case():
    lines = tap.render(nasty_run()).splitlines()
    heads = [line for line in lines if re.match(r"(?:not )?ok \d", line)]
    assert lines[:2] == ["TAP version 14", "1..5"]
    assert [head.split(" - ")[0] for head in heads] == [
        "ok 1",
        "not ok 2",
        "ok 3",
        "ok 4",
        "not ok 5",
    ]
    assert " # SKIP declared-skip: later" in heads[3]
    assert [line for line in lines if line.strip() == "---"] == ["  ---"] * 3
    payload = next(line for line in lines if line.startswith("    - "))
    assert json.loads(payload.removeprefix("    - "))["id"] == "assertion"


def test_tap_says_that_it_was_interrupted():
    assert tap.render(nasty_run(interrupted=True)).endswith("Bail out! interrupted\n")


def outside_code(rendered):
    """Markdown without its fences and code spans: what could still act."""
    bare = re.sub(r"(?ms)^(`{3,})text\n.*?^\1$", "", rendered)
    return re.sub(r"(?s)(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", bare)


def test_markdown_leaves_nothing_of_a_server_outside_code():
    rest = outside_code(markdown.render(nasty_run()))
    for word in ("<script>", "@all", "#12", "evil.example", "owned", "forged", "![i]"):
        assert word not in rest
    assert "| ✅ passed |" in rest
    assert "**Grade" in rest


def test_a_bar_in_a_name_does_not_end_its_cell():
    rows = markdown.render(nasty_run(cases=(result("a|b"),), compliance=None)).splitlines()
    row = next(line for line in rows if "passed |" in line)
    assert len(re.findall(r"(?<!\\)\|", row)) == 4


def test_markdown_counts_what_it_does_not_show():
    cases = tuple(result(str(n)) for n in range(203))
    assert "| … | 3 more | |" in markdown.render(nasty_run(cases=cases))


def test_a_backtick_at_the_edge_stays_inside():
    rendered = markdown.render(nasty_run(cases=(result("`"),), servers=(), compliance=None))
    assert "`` tools: ` ``" in rendered


def test_text_shows_the_caret_under_the_span():
    lines = text.render(nasty_run()).splitlines()
    at = next(n for n, line in enumerate(lines) if "tol: " in line and " 6 | " in line)
    assert lines[at].index("tol") == lines[at + 1].index("^^^")


def test_colour_is_decoration():
    plain, painted = text.render(nasty_run()), text.render(nasty_run(), Paint(on=True))
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[\d*m", "", painted) == plain


def test_more_than_a_hundred_passes_are_only_counted():
    many = tuple(result(f"case {n}") for n in range(101))
    bad = result("broken", Status.FAILED, findings=(Finding("x", Severity.ERROR, "no"),))
    rendered = text.render(nasty_run(cases=(*many, bad), compliance=None))
    assert "case 7" not in rendered
    assert "broken" in rendered
    assert "101 passed, 1 failed" in rendered
    assert "case 7" in text.render(nasty_run(cases=many[:100]))


def test_what_one_trouble_did_to_many_cases_is_told_once():
    down = Finding("launch-not-found", Severity.ERROR, "there is no program", help="install it")
    cases = tuple(result(str(n), Status.FAILED, findings=(down,)) for n in range(3))
    rendered = text.render(nasty_run(cases=cases, compliance=None))
    assert rendered.count("there is no program") == 1
    assert "and 2 more with the same findings" in rendered


def test_alike_failures_with_other_answers_are_all_shown():
    cases = tuple(
        result(str(n), Status.FAILED, findings=(Finding("a", Severity.ERROR, "no", actual=n),))
        for n in range(2)
    )
    rendered = text.render(nasty_run(cases=cases, compliance=None))
    assert "actual:   0" in rendered
    assert "actual:   1" in rendered


def test_the_same_finding_on_two_servers_or_with_two_answers_is_shown_twice():
    down = Finding("launch-not-found", Severity.ERROR, "there is no program")
    other = replace(result("b", Status.FAILED, findings=(down,)), server="other")
    rendered = text.render(nasty_run(cases=(result("a", Status.FAILED, findings=(down,)), other)))
    assert rendered.count("error[launch-not-found]") == 2
    answered = nasty_finding(message="wrong", where=None)
    cases = tuple(result(name, Status.FAILED, findings=(answered,)) for name in "ab")
    assert text.render(nasty_run(cases=cases)).count("error[assertion]") == 2


def test_the_sum_says_what_happened_and_how_long():
    last = text.render(nasty_run(interrupted=True)).splitlines()[-1]
    counts = "1 passed, 1 failed, 1 warned, 1 skipped, 1 errored, 1 gate failed"
    assert last == f"{counts} in 1.23 s, interrupted"
    empty = nasty_run(cases=(), summary=Summary(), duration_ms=125_000.0, compliance=None)
    assert text.render(empty).splitlines()[-1] == "nothing ran in 2 min 5 s"


def test_a_grade_and_its_gates_are_shown():
    rendered = text.render(nasty_run())
    assert "PASS  grade_delta" in rendered
    assert "grade A (incomplete), score 97.4, tier T1, at MCP 2025-11-25" in rendered
    gates_only = replace(graded(), grade=None)
    assert "grade A" not in text.render(nasty_run(compliance=gates_only))
    assert "Grade" not in outside_code(markdown.render(nasty_run(compliance=gates_only)))


def test_what_was_called_is_summed_up():
    assert "called 0 of 1 tool with generated arguments; 1 not called: destructive" in text.render(
        nasty_run()
    )


def test_a_finding_reads_from_what_to_where_to_what_next():
    told = finding_text(
        nasty_finding(message="short", help="do this\nand that", where=None, actual=5)
    )
    lines = told.splitlines()
    assert lines[0] == "error[assertion]: short"
    assert lines[-3:] == ["  = do this", "    and that", "  = see https://example.org/spec"]
    assert not [line for line in lines if line.startswith("  actual:")]
    own = finding_text(nasty_finding(message="short", spec=None, where=None, actual=5))
    assert "  actual:   5" in own.splitlines()


def test_a_finding_with_nothing_but_an_actual_value_shows_it():
    assert (
        finding_text(Finding("x", Severity.NOTE, "m", actual=None))
        == "note[x]: m\n  actual:   null"
    )
    assert finding_text(Finding("x", Severity.NOTE, "m", expected=1)).endswith("(absent)")


def test_a_long_value_is_cut_with_its_length():
    told = finding_text(Finding("x", Severity.NOTE, "m", actual=NASTY * 50))
    assert re.search(r"… \(\d+ characters\)$", told)


def test_every_case_is_in_the_list():
    lines = text.render(nasty_run()).splitlines()
    shown = [line for line in lines if re.match(r"(?:pass|FAIL|warn|skip|ERROR)\s+\w+: ", line)]
    assert len(shown) == len(nasty_cases())
    assert "(3 attempts)" in next(line for line in shown if "ours" in line)


def test_github_annotations_stay_on_their_own_lines():
    lines = REPORTS["github"].render(nasty_run()).splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error", "::warning", "::error", "mcptest:"]
    assert "col=5" in lines[0]


def test_sarif_and_gitlab_name_every_finding_once():
    sarif = json.loads(REPORTS["sarif"].render(nasty_run()))["runs"][0]
    issues = json.loads(REPORTS["gitlab"].render(nasty_run()))
    assert len(sarif["results"]) == len(issues) == 3
    assert [rule["id"] for rule in sarif["tool"]["driver"]["rules"]] == ["assertion", "internal"]
    prints = [result["partialFingerprints"]["mcptest/v1"] for result in sarif["results"]]
    assert prints == [issue["fingerprint"] for issue in issues]
    assert len(set(prints)) == 3


def test_an_agent_reads_how_many_were_skipped_where_they_are_many():
    skip = Skip(SkipReason.OTHER_TRANSPORT, "over HTTP only")
    few = tuple(result(str(n), Status.SKIPPED, skip=skip) for n in range(20))
    assert REPORTS["agent"].render(nasty_run(cases=few)).count("\nSKIP tools::") == 20
    many = (*few, result("one more", Status.SKIPPED, skip=skip))
    shown = REPORTS["agent"].render(nasty_run(cases=many))
    assert shown.endswith("\nSKIP 21 tests: other-transport\n")


def test_an_agent_reads_the_verdict_first_and_how_to_see_it_again():
    lines = REPORTS["agent"].render(nasty_run()).splitlines()
    assert lines[0].startswith("VERDICT FAIL exit=1 ")
    assert [line for line in lines if line.startswith("  repro: mcptest run ")]
    assert REPORTS["agent"].render(nasty_run(interrupted=True)).startswith("VERDICT INTERRUPTED")
    assert REPORTS["agent"].render(nasty_run(exit_code=0)).startswith("VERDICT PASS")


def test_an_audit_tells_also_of_a_revision_that_could_not_be_graded():
    ungraded = replace(graded(), spec_version="v2024-11-05", grade=None, score=None, tier=None)
    run = nasty_run(
        command="audit", compliance=replace(graded(), revisions=(ungraded, graded(), graded()))
    )
    assert "  MCP 2024-11-05: not graded" in REPORTS["text"].render(run)
