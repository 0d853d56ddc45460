"""Accept the findings of an earlier audit, so that only new ones count."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from mcptest.atomic import write_atomically
from mcptest.audit.survey import Survey
from mcptest.engine.judge import status_of
from mcptest.errors import FileProblemsError, Problem
from mcptest.model.counted import counted
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.model.outcome import CaseResult, Status, Summary
from mcptest.model.run import Run
from mcptest.reading import MIB, CannotReadError, JsonTextError, parse_json, read_whole
from mcptest.report.locate import fingerprint

SCHEMA: Final = "mcptest.audit-baseline/v1"
_COUNTS: Final = {Severity.ERROR, Severity.WARNING}
_JUDGED: Final = {Status.FAILED, Status.WARNED}


def load_audit_baseline(path: Path) -> frozenset[str]:
    """The fingerprints of the accepted findings.

    Raises: FileProblemsError.
    """
    try:
        raw = parse_json(read_whole(path, limit=16 * MIB))
    except CannotReadError as trouble:
        raise _unusable(path, trouble.about(path)) from None
    except JsonTextError as trouble:
        raise _unusable(path, f"{path} is not valid JSON: {trouble.message}") from None
    members = raw if isinstance(raw, dict) else {}
    entries = members.get("findings")
    if members.get("schema") != SCHEMA or not isinstance(entries, list):
        raise _unusable(path, f"{path} is not an audit baseline ({SCHEMA})")
    return frozenset(str(entry.get("fingerprint")) for entry in entries if isinstance(entry, dict))


def _unusable(path: Path, words: str) -> FileProblemsError:
    hint = "write one with --save-baseline"
    return FileProblemsError(
        [Problem("audit-baseline-unusable", words, Location(str(path), 1, 1), hint)]
    )


def write_audit_baseline(path: Path, run: Run) -> int:
    """Replace the file with the errors and warnings of this run; how many there are.

    Raises: WriteError.
    """
    entries: dict[str, Json] = {
        fingerprint(case, finding): {
            "case": case.id,
            "finding": finding.id,
            "message": finding.message,
            "fingerprint": fingerprint(case, finding),
        }
        for case, finding in _findings(run)
    }
    document: Json = {"schema": SCHEMA, "findings": [entries[key] for key in sorted(entries)]}
    text = json.dumps(document, indent=2, ensure_ascii=True)
    write_atomically(path, f"{text}\n".encode())
    return len(entries)


def has_verdict(run: Run, found: Survey) -> bool:
    """Whether the audit got far enough to be compared with another one."""
    graded = run.compliance is None or run.compliance.grade is not None
    return graded and found.trouble is None


def without_baseline(run: Run) -> Run:
    """The run with a note: what nobody could check cannot be accepted."""
    note = "no verdict was possible, so the baseline was neither used nor written"
    return replace(run, notes=(*run.notes, note))


def accept(run: Run, baseline: frozenset[str]) -> Run:
    """The run with accepted findings as notes, and with baseline entries that match nothing."""
    met = {fingerprint(case, finding) for case, finding in _findings(run)}
    cases = tuple(_accepted(case, baseline) for case in run.cases)
    notes = []
    if known := len(met & baseline):
        notes.append(f"{counted(known, 'finding')} accepted by the baseline")
    if gone := len(baseline - met):
        entries = counted(gone, "entry", "entries")
        notes.append(f"{entries} of the baseline no longer found; update it with --save-baseline")
    return replace(run, cases=cases, summary=Summary.of(cases), notes=(*run.notes, *notes))


def _findings(run: Run) -> Iterator[tuple[CaseResult, Finding]]:
    for case in run.cases:
        yield from ((case, one) for one in case.findings if one.severity in _COUNTS)


def _accepted(case: CaseResult, baseline: frozenset[str]) -> CaseResult:
    if case.status not in _JUDGED:
        return case
    findings = tuple(
        replace(one, severity=Severity.NOTE) if fingerprint(case, one) in baseline else one
        for one in case.findings
    )
    if findings == case.findings:
        return case
    left = status_of(findings)
    milder = Status.WARNED if case.status is Status.WARNED and left is Status.FAILED else left
    return replace(case, findings=findings, status=milder)
