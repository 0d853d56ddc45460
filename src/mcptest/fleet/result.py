"""The result of one server in a fleet run, and what changed since the last one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record

SLIP: Final = 0.05  # scores are rounded; a smaller difference is not a change
MOST_FAILURES: Final = 200  # ids that are kept of one server; ``failed_cases`` counts them all


class ServerStatus(StrEnum):
    """Every server of a run ends as exactly one of these."""

    PASSED = "passed"
    FAILED = "failed"  # a gate, or, where there is none, a rule, probe or test
    UNREACHABLE = "unreachable"  # it could not be launched or reached
    UNUSABLE = "unusable"  # its entry, suite or environment cannot be used as it is
    TIMED_OUT = "timed-out"  # its limit ended it; what had finished is kept
    ERRORED = "errored"  # ours: the process that ran it broke
    NOT_RUN = "not-run"  # the run was stopped before its turn was over


JUDGED: Final = frozenset({ServerStatus.PASSED, ServerStatus.FAILED})


@record(kw_only=True)
class ResultPart:
    """The audit or the suite of one server; ``document`` is its run, relative to the folder."""

    document: str
    exit_code: int
    duration_ms: float
    summary: Mapping[str, int]
    file: str | None = None  # of the suite


@record(kw_only=True)
class GateResult:
    name: str
    passed: bool
    note: str | None = None


@record(kw_only=True)
class Since:
    """How the server was in the run before: ``broke`` and ``fixed`` are ids of cases."""

    run: str
    status: ServerStatus
    grade: str | None = None
    score: float | None = None
    broke: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()


@record(kw_only=True)
class ServerResult:
    """A row of the fleet, and the unit of its journal.

    ``job`` is a digest of what was asked for: a resumed run keeps a result whose job is the same.
    """

    name: str
    status: ServerStatus
    job: str
    reason: str | None = None
    tags: tuple[str, ...] = ()
    owner: str | None = None
    stage: str | None = None
    started: str | None = None
    duration_ms: float = 0.0
    server: JsonObject | None = None
    spec_version: str | None = None
    grade: str | None = None
    score: float | None = None
    tier: str | None = None
    incomplete: bool = False
    tools: int | None = None
    valid_calls: JsonObject | None = None  # how many tools succeeded, rejected, crashed
    audit: ResultPart | None = None
    suite: ResultPart | None = None
    findings: Mapping[str, int] = field(default_factory=dict)
    security: Mapping[str, int] | None = None  # findings by severity, where that stage ran
    failed_cases: int = 0
    failures: tuple[str, ...] = ()
    gates: tuple[GateResult, ...] = ()
    since: Since | None = None
    notes: tuple[str, ...] = ()
    calls_left: int = 0  # that a budget kept from being made
    stages: tuple[str, ...] | None = None  # that were asked for; None where an older version wrote

    @property
    def moved(self) -> float:
        """How far the score went since the run before; 0 where there is nothing to compare."""
        if self.since is None or self.score is None or self.since.score is None:
            return 0.0
        far = self.score - self.since.score
        return far if abs(far) > SLIP else 0.0

    @property
    def revision(self) -> str | None:
        """The one that was agreed on."""
        agreed = (self.server or {}).get("protocol_version")
        return agreed if isinstance(agreed, str) else None

    @property
    def revisions(self) -> tuple[str, ...]:
        """Every revision that it speaks, the oldest first."""
        spoken = (self.server or {}).get("speaks")
        return tuple(map(str, spoken)) if isinstance(spoken, list) else ()

    @property
    def worst_risk(self) -> str:
        """The gravest security findings and how many, ``none``, or ``-`` where nobody looked."""
        if self.security is None:
            return "-"
        found = [f"{n} {risk}" for risk, n in self.security.items() if n and risk != "info"]
        return found[0] if found else "none"

    @property
    def tests(self) -> tuple[int, int]:
        """How many cases passed, and how many were judged."""
        parts = [part.summary for part in (self.audit, self.suite) if part is not None]
        passed = sum(counts.get("passed", 0) for counts in parts)
        return passed, sum(sum(counts.values()) - counts.get("skipped", 0) for counts in parts)


def result_document(result: ServerResult) -> JsonObject:
    """The row as JSON; every member is always there."""
    return {
        "name": result.name,
        "status": result.status.value,
        "reason": result.reason,
        "tags": list(result.tags),
        "owner": result.owner,
        "stage": result.stage,
        "started": result.started,
        "duration_ms": round(result.duration_ms, 3),
        "job": result.job,
        "server": result.server,
        "spec_version": result.spec_version,
        "grade": result.grade,
        "score": result.score,
        "tier": result.tier,
        "incomplete": result.incomplete,
        "tools": result.tools,
        "calls_left": result.calls_left,
        "valid_calls": result.valid_calls,
        "stages": None if result.stages is None else list(result.stages),
        "audit": _part(result.audit),
        "suite": _part(result.suite),
        "findings": {key: result.findings.get(key, 0) for key in ("error", "warning", "note")},
        "security": None if result.security is None else dict(result.security),
        "failed_cases": result.failed_cases,
        "failures": list(result.failures),
        "gates": [_gate(gate) for gate in result.gates],
        "since": _since(result.since),
        "notes": list(result.notes),
    }


def _part(part: ResultPart | None) -> Json:
    if part is None:
        return None
    return {
        "document": part.document,
        "file": part.file,
        "exit_code": part.exit_code,
        "duration_ms": round(part.duration_ms, 3),
        "summary": dict(part.summary),
    }


def _gate(gate: GateResult) -> Json:
    return {"name": gate.name, "passed": gate.passed, "note": gate.note}


def _since(since: Since | None) -> Json:
    if since is None:
        return None
    return {
        "run": since.run,
        "status": since.status.value,
        "grade": since.grade,
        "score": since.score,
        "broke": list(since.broke),
        "fixed": list(since.fixed),
    }


def parse_result(raw: Any) -> ServerResult:
    """A row that we or an older version of us wrote.

    Raises: KeyError, TypeError, ValueError, AttributeError when it is something else.
    """
    since = raw.get("since")
    return ServerResult(
        name=str(raw["name"]),
        status=ServerStatus(raw["status"]),
        job=str(raw["job"]),
        reason=raw.get("reason"),
        tags=tuple(map(str, raw.get("tags") or ())),
        owner=raw.get("owner"),
        stage=raw.get("stage"),
        started=raw.get("started"),
        duration_ms=float(raw.get("duration_ms") or 0.0),
        server=raw.get("server"),
        spec_version=raw.get("spec_version"),
        grade=raw.get("grade"),
        score=raw.get("score"),
        tier=raw.get("tier"),
        incomplete=bool(raw.get("incomplete")),
        tools=raw.get("tools"),
        calls_left=int(raw.get("calls_left") or 0),
        valid_calls=raw.get("valid_calls"),
        audit=_parse_part(raw.get("audit")),
        suite=_parse_part(raw.get("suite")),
        findings=dict(raw.get("findings") or {}),
        security=None if raw.get("security") is None else dict(raw["security"]),
        failed_cases=int(raw.get("failed_cases") or 0),
        failures=tuple(map(str, raw.get("failures") or ())),
        gates=tuple(GateResult(**gate) for gate in raw.get("gates") or ()),
        since=_parse_since(since) if since else None,
        notes=tuple(map(str, raw.get("notes") or ())),
        stages=_parse_stages(raw.get("stages")),
    )


def _parse_stages(raw: Any) -> tuple[str, ...] | None:
    return None if raw is None else tuple(map(str, raw))


def _parse_part(raw: Any) -> ResultPart | None:
    if not raw:
        return None
    return ResultPart(
        document=str(raw["document"]),
        file=raw.get("file"),
        exit_code=int(raw["exit_code"]),
        duration_ms=float(raw["duration_ms"]),
        summary=dict(raw["summary"]),
    )


def _parse_since(raw: Any) -> Since:
    return Since(
        run=str(raw["run"]),
        status=ServerStatus(raw["status"]),
        grade=raw.get("grade"),
        score=raw.get("score"),
        broke=tuple(map(str, raw.get("broke") or ())),
        fixed=tuple(map(str, raw.get("fixed") or ())),
    )
