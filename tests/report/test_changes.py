"""What changed between two runs."""

from dataclasses import replace

from tests.report.sample import graded, nasty_run, result

from mcptest.model.outcome import Said, Status
from mcptest.report.changes import changes_between, median_latency
from mcptest.report.formats.markdown import render as markdown
from mcptest.report.formats.text import render as text


def run(*cases, **more):
    return nasty_run(cases=cases, **{"compliance": None, **more})


def names(cases):
    return [case.name for case in cases]


def test_a_run_against_itself_is_clean():
    found = changes_between(nasty_run(), nasty_run())
    assert found.clean
    assert names(found.failing) == [
        case.name for case in nasty_run().cases if case.status in {"failed", "errored"}
    ]
    assert found.grades == ("A", "A")


def test_each_case_is_told_by_what_became_of_it():
    old = run(
        result("breaks"),
        result("mends", Status.FAILED),
        result("stays", Status.ERRORED),
        result("hides", Status.FAILED),
        result("leaves"),
        result("calm"),
    )
    new = run(
        result("breaks", Status.FAILED),
        result("mends"),
        result("stays", Status.FAILED),
        result("hides", Status.WARNED),
        result("calm"),
        result("comes"),
        result("comes bad", Status.FAILED),
    )
    found = changes_between(old, new)
    assert names(found.broken) == ["breaks", "comes bad"]
    assert names(found.fixed) == ["mends"]
    assert names(found.failing) == ["stays"]
    assert names(found.quiet) == ["hides"]
    assert names(found.added) == ["comes", "comes bad"]
    assert names(found.removed) == ["leaves"]
    assert not found.clean


def test_an_outcome_that_changed_without_a_failure_is_told_as_well():
    old = run(result("dims"), result("clears", Status.WARNED), result("sleeps"), result("calm"))
    new = run(
        result("dims", Status.WARNED),
        result("clears"),
        result("sleeps", Status.SKIPPED),
        result("calm"),
    )
    found = changes_between(old, new)
    assert names(found.moved) == ["dims", "clears", "sleeps"]
    assert not found.clean
    text = markdown(replace(new, earlier=old))
    assert "no case ended otherwise" not in text
    assert "dims" in text.split("**Since")[1].split("| Verdict")[0]


def test_cases_of_one_id_are_counted_and_not_lost():
    found = changes_between(
        run(result("a"), result("a")), run(result("a"), result("a"), result("a"))
    )
    assert names(found.added) == ["a"]
    assert found.removed == ()


def test_the_median_is_of_answers_only():
    said = (
        Said("x", None, "result", 1.0),
        Said("x", None, "tool-error", 3.0),
        Said("x", None, "timed-out", 99.0),
    )
    assert median_latency(run(result("a", said=said))) == 2.0
    assert median_latency(run(result("a"))) is None


def test_markdown_tells_what_changed():
    old = run(result("a"), result("b", Status.FAILED), compliance=replace(graded(), grade="B"))
    new = run(result("a", Status.FAILED), result("b"), compliance=graded(), earlier=old)
    text = markdown(new)
    assert "- grade `B` → `A`" in text
    assert "- ❌ new failure: `tools: a`" in text
    assert "- ✅ fixed: `tools: b`" in text
    assert "Since" not in markdown(replace(new, earlier=None))
    assert "- no test changed" in markdown(replace(old, earlier=old))


def test_markdown_counts_what_it_does_not_list():
    many = [result(f"c{n}", Status.FAILED) for n in range(25)]
    assert "- ❌ new failure: 5 more" in markdown(run(*many, earlier=run()))


def test_the_text_counts_what_is_new_fixed_and_unchanged():
    old = run(result("breaks"), result("mends", Status.FAILED), result("calm"), result("dims"))
    new = run(
        result("breaks", Status.FAILED),
        result("mends"),
        result("calm"),
        result("dims", Status.WARNED),
    )
    shown = text(replace(new, earlier=replace(old, started="then")))
    assert "since then: 1 new failure, 1 new warning, 1 fixed, 1 unchanged\n" in shown
    assert "  new warning: tools: dims\n" in shown


def test_the_text_names_a_changed_grade_and_cuts_long_lists():
    old = run(compliance=replace(graded(), grade="B"))
    new = run(*(result(f"bad {n}", Status.FAILED) for n in range(12)), compliance=graded())
    shown = text(replace(new, earlier=old))
    assert "  grade B -> A\n" in shown
    assert "  new failure: 2 more\n" in shown
