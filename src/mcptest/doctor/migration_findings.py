"""Turns the failed expectations of a rule into findings about a move to another revision."""

from __future__ import annotations

from dataclasses import replace

from mcptest.compliance.revisions.migration import Fail, MigrationCorpus
from mcptest.compliance.revisions.version_diff import Bucket, DiffEntry
from mcptest.doctor.candidate import final_code_hint
from mcptest.engine.case import Observation
from mcptest.model.finding import Finding, Severity
from mcptest.model.grade import Level
from mcptest.model.json import MISSING


def with_advice(seen: Observation, entry: DiffEntry) -> Observation:
    """The findings of a rule with the way from the old revision to the new one."""
    findings = tuple(_with_advice(finding, seen, entry) for finding in seen.findings)
    return replace(seen, findings=findings)


def _with_advice(finding: Finding, seen: Observation, entry: DiffEntry) -> Finding:
    message = _missing_resource(seen) or _handshake(seen, entry) or finding.message
    help_text = _candidate_hint(finding) or _migration(finding, entry) or finding.help
    return replace(finding, severity=_severity(entry), message=message, help=help_text)


def _migration(finding: Finding, entry: DiffEntry) -> str | None:
    """None where the server returned neither the old value nor the new one."""
    old = [change.before for change in entry.changes if change.pointer.endswith("/exact")]
    other = old and finding.actual is not MISSING and finding.actual not in old
    return None if other else entry.migration


def _severity(entry: DiffEntry) -> Severity:
    """A recommendation that is new does not stand in the way; anything else breaks."""
    recommended = entry.after is not None and entry.after.level is not Level.MUST
    return Severity.NOTE if recommended and entry.bucket is Bucket.ADDED else Severity.ERROR


def _missing_resource(seen: Observation) -> str | None:
    """What the migration check says of the live code for a resource that is not there."""
    answer = seen.roots.get("missing_resource")
    error = answer.get("error") if isinstance(answer, dict) else None
    code = error.get("code") if isinstance(error, dict) else None
    if not isinstance(code, int):
        return None
    verdict = MigrationCorpus().check_resource_error_code(code)
    return verdict.message if isinstance(verdict, Fail) else None


def _handshake(seen: Observation, entry: DiffEntry) -> str | None:
    """What a server without server/discover does, instead of what its handshake lacks."""
    opening = seen.roots.get("opening")
    asked = opening.get("method") if isinstance(opening, dict) else None
    if entry.after is None or not entry.after.foundation or asked != "initialize":
        return None
    return (
        "the server opens sessions with initialize, and does not support server/discover, "
        "which replaces it"
    )


def _candidate_hint(finding: Finding) -> str | None:
    if finding.expected is MISSING or finding.actual is MISSING:
        return None
    return final_code_hint(finding.expected, finding.actual)
