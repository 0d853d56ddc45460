"""Test Anything Protocol, version 14."""

from __future__ import annotations

import json

from mcptest.model.escape import one_line
from mcptest.model.outcome import CaseResult, Status
from mcptest.model.run import Run
from mcptest.report.document import finding_document
from mcptest.report.report import Report


def render(run: Run) -> str:
    lines = ["TAP version 14", f"1..{len(run.cases)}"]
    for number, case in enumerate(run.cases, 1):
        lines += _case(number, case)
    if run.interrupted:
        lines.append("Bail out! interrupted")
    return "\n".join(lines) + "\n"


def _case(number: int, case: CaseResult) -> list[str]:
    ok = "not ok" if case.status in {Status.FAILED, Status.ERRORED} else "ok"
    skip = f" # SKIP {case.skip.reason}: {_plain(case.skip.detail)}" if case.skip else ""
    head = f"{ok} {number} - {_plain(case.id)}{skip}"
    if not case.findings:
        return [head]
    # JSON is YAML, so the diagnostics need no second writer.
    findings = [json.dumps(finding_document(f), allow_nan=False) for f in case.findings]
    return [head, "  ---", "  findings:", *(f"    - {text}" for text in findings), "  ..."]


def _plain(text: str) -> str:
    return one_line(text, limit=500).replace("#", "\\#")


REPORT = Report("tap", "Test Anything Protocol 14.", render, extension="tap")
