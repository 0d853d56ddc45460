"""JUnit XML as CI viewers read it: a suite per lane and server, a case per case."""

from __future__ import annotations

from collections import defaultdict
from xml.sax.saxutils import escape, quoteattr

from mcptest.model.escape import visible
from mcptest.model.outcome import CaseResult, Status, Summary
from mcptest.model.run import Run
from mcptest.report.plain import finding_text
from mcptest.report.report import Report


def render(run: Run) -> str:
    groups: dict[str, list[CaseResult]] = defaultdict(list)
    for case in run.cases:
        groups[f"{case.lane}::{case.server}" if case.server else str(case.lane)].append(case)
    suites = [_suite(name, cases, run) for name, cases in groups.items()]
    counts = _counts(Summary.of(run.cases)).rpartition(" ")[0]  # the root has no skipped
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="mcptest {_attribute(run.command)[1:-1]}" {counts} '
        f'time="{run.duration_ms / 1000:.3f}">\n' + "".join(suites) + "</testsuites>\n"
    )


def _suite(name: str, cases: list[CaseResult], run: Run) -> str:
    time = sum(case.duration_ms for case in cases) / 1000
    body = "".join(map(_case, cases))
    return (
        f"  <testsuite name={_attribute(name)} {_counts(Summary.of(cases))} "
        f'timestamp={_attribute(run.started.rstrip("Z"))} time="{time:.3f}">\n'
        f"{body}  </testsuite>\n"
    )


def _counts(counts: Summary) -> str:
    return (
        f'tests="{counts.total}" failures="{counts.failed}" '
        f'errors="{counts.errored}" skipped="{counts.skipped}"'
    )


def _case(case: CaseResult) -> str:
    group = f"{case.lane}.{case.server}" if case.server else str(case.lane)
    head = (
        f"    <testcase name={_attribute(case.name)} classname={_attribute(group)} "
        f'time="{case.duration_ms / 1000:.3f}"'
    )
    body = _body(case)
    return f"{head}>\n{body}    </testcase>\n" if body else f"{head}/>\n"


def _body(case: CaseResult) -> str:
    text = "\n\n".join(map(finding_text, case.findings))
    if case.skip is not None:
        message = f"{case.skip.reason}: {case.skip.detail}"
        return f"      <skipped message={_attribute(message)}/>\n"
    if case.status in {Status.FAILED, Status.ERRORED}:
        tag = "failure" if case.status is Status.FAILED else "error"
        kinds, messages = [f.id for f in case.findings], [f.message for f in case.findings]
        return (
            f"      <{tag} type={_attribute((kinds or [tag])[0])} "
            f"message={_attribute((messages or [''])[0])}>{_text(text)}</{tag}>\n"
        )
    return f"      <system-out>{_text(text)}</system-out>\n" if text else ""


def _text(text: str) -> str:
    """What XML 1.0 cannot carry, not even as a reference, is made visible first."""
    return escape(visible(text))


def _attribute(text: str) -> str:
    return quoteattr(visible(text))


REPORT = Report("junit", "JUnit XML for CI viewers.", render, extension="xml", relative=True)
