"""The worst comes first, and what needs no attention is folded or counted."""

from tests.report.sample import nasty_run, result

from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import Lane, Skip, SkipReason, Status
from mcptest.report.formats.agent import render as agent
from mcptest.report.formats.markdown import render as markdown
from mcptest.report.formats.text import render as text


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
    assert "and 6 more" in text(run(*cases, command="audit"))
    every = text(run(*cases, command="audit"), verbose=True)
    assert all(f"ID-{n}" in every for n in range(9))
