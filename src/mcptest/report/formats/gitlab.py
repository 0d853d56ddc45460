"""GitLab Code Quality: a list of issues with fingerprints."""

from __future__ import annotations

import json

from mcptest.model.escape import visible
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult
from mcptest.model.run import Run
from mcptest.report.locate import fingerprint, place_of
from mcptest.report.report import Report

_SEVERITY = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.NOTE: "minor"}


def render(run: Run) -> str:
    issues = [_issue(case, finding) for case in run.cases for finding in case.findings]
    return json.dumps(issues, indent=2, allow_nan=False) + "\n"


def _issue(case: CaseResult, finding: Finding) -> Json:
    file, line, _ = place_of(case, finding)
    return {
        "description": visible(f"{case.name}: {finding.message}"),
        "check_name": finding.id,
        "fingerprint": fingerprint(case, finding),
        "severity": _SEVERITY[finding.severity],
        "location": {"path": file, "lines": {"begin": line}},
    }


REPORT = Report("gitlab", "GitLab Code Quality.", render, extension="json")
