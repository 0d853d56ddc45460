"""What to fix first in the HTML report: what failed, then by severity and number."""

from tests.report.sample import nasty_run, result

from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import Status
from mcptest.report.html.overview import kinds


def found(name, status, finding_id):
    return result(name, status, findings=(Finding(finding_id, Severity.ERROR, "bad"),))


def test_a_failure_comes_before_more_frequent_errors_that_only_warn():
    cases = (
        found("a", Status.WARNED, "LINT-1"),
        found("b", Status.WARNED, "LINT-1"),
        found("c", Status.FAILED, "RULE-1"),
    )
    shown, more = kinds(nasty_run(cases=cases), {})

    assert [kind.id for kind in shown] == ["RULE-1", "LINT-1"]
    assert more == 0
