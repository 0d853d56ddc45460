"""GitLab Code Quality: a list of issues with fingerprints."""

from __future__ import annotations

import json

from mcptest.model.bounds import bounded
from mcptest.model.escape import visible
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult
from mcptest.model.run import Run
from mcptest.report.locate import fingerprints, place_of
from mcptest.report.report import Report

_SEVERITY = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.NOTE: "minor"}


def render(run: Run) -> str:
    pairs = [(case, finding) for case in run.cases for finding in case.findings]
    prints = fingerprints(pairs)
    issues = [_issue(*pair, prints[at], run.source) for at, pair in enumerate(pairs)]
    return json.dumps(issues, indent=2, allow_nan=False) + "\n"


def _issue(case: CaseResult, finding: Finding, print_: str, source: str | None) -> Json:
    file, line, _ = place_of(case, finding, source)
    return {
        "description": bounded(visible(f"{case.name}: {finding.message}")),
        "check_name": finding.id,
        "fingerprint": print_,
        "severity": _SEVERITY[finding.severity],
        "location": {"path": visible(file).removeprefix("./"), "lines": {"begin": line}},
    }


REPORT = Report("gitlab", "GitLab Code Quality.", render, extension="json", relative=True)
