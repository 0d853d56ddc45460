"""Load a saved ``mcptest.run/v1`` document as a run."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

from mcptest.errors import UsageError
from mcptest.model.escape import one_line
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.grade import Compliance, GateVerdict, Level, NextGrade, RuleVerdict, SectionScore
from mcptest.model.json import MISSING, Json
from mcptest.model.location import Location
from mcptest.model.outcome import CaseResult, Lane, Said, Skip, SkipReason, Status, Summary
from mcptest.model.run import CallRecord, Run, SdkFacts, ServerFacts
from mcptest.model.spec_version import Era
from mcptest.model.start import Start
from mcptest.reading import newer_format
from mcptest.report.document import SCHEMA
from mcptest.report.schemas import document_schema
from mcptest.report.security_document import parse_security
from mcptest.schema.validate import validator

T = TypeVar("T")


def parse_run(document: Json) -> Run:
    """Read a document that we or an older version of us wrote.

    Raises: UsageError when it is something else.
    """
    found = document.get("schema") if isinstance(document, dict) else None
    if not isinstance(document, dict) or found != SCHEMA:
        newer = newer_format(found, SCHEMA)
        raise UsageError(
            "report-not-a-run",
            f"this run was {newer}"
            if newer
            else f"this is not a saved run: its schema is not {SCHEMA}",
            hint="to save a run, use: mcptest run --report json=run.json",
        )
    wrong = validator(document_schema("run")).errors(document)
    if wrong:
        raise UsageError(
            "report-broken-run",
            f"this saved run cannot be read: at {wrong[0].pointer or 'its root'}: "
            f"{one_line(wrong[0].message)}",
        )
    try:
        return _run(document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(
            "report-broken-run", f"this saved run cannot be read: {type(error).__name__}: {error}"
        ) from error


def _known(cls: type[T], raw: Any) -> T:
    """What a later version of us added is passed over."""
    names = {each.name for each in fields(cls)}  # type: ignore[arg-type]
    return cls(**{name: value for name, value in raw.items() if name in names})


def _run(raw: Any) -> Run:
    cases = tuple(map(parse_case, raw["cases"]))
    return Run(
        mcptest=str(raw["mcptest"]),
        command=str(raw["command"]),
        started=str(raw["started"]),
        duration_ms=float(raw["duration_ms"]),
        seed=raw["seed"],
        exit_code=int(raw["exit_code"]),
        servers=tuple(map(parse_server, raw["servers"])),
        summary=Summary.of(cases),
        cases=cases,
        compliance=_compliance(raw["compliance"]) if raw.get("compliance") else None,
        calls=tuple(map(parse_call, raw["calls"])),
        notes=tuple(map(str, raw.get("notes") or ())),
        interrupted=bool(raw.get("interrupted")),
        starts=tuple(_known(Start, one) for one in raw.get("starts") or ()),
    )


def parse_server(raw: Any) -> ServerFacts:
    return ServerFacts(
        name=str(raw["name"]),
        transport=str(raw["transport"]),
        era=Era(raw["era"]) if raw["era"] else None,
        protocol_version=raw["protocol_version"],
        speaks=tuple(map(str, raw["speaks"])),
        info=raw["info"],
        tools=raw.get("tools"),
        sdk=_known(SdkFacts, raw["sdk"]) if raw.get("sdk") else None,
    )


def parse_call(raw: Any) -> CallRecord:
    return CallRecord(
        server=str(raw["server"]),
        tool=str(raw["tool"]),
        tool_class=str(raw["class"]),
        decision=str(raw["decision"]),
        feature=str(raw["feature"]),
        called=bool(raw.get("called")),
    )


def parse_case(raw: Any) -> CaseResult:
    return CaseResult(
        id=str(raw["id"]),
        name=str(raw["name"]),
        lane=Lane(raw["lane"]),
        server=raw["server"],
        status=Status(raw["status"]),
        duration_ms=float(raw["duration_ms"]),
        skip=_skip(raw["skip"]),
        targets=dict(raw["targets"]),
        findings=tuple(map(_finding, raw["findings"])),
        notes=tuple(map(str, raw.get("notes") or ())),
        attempts=int(raw.get("attempts", 1)),
        tags=tuple(map(str, raw.get("tags") or ())),
        at_ms=float(raw["at_ms"]) if "at_ms" in raw else None,
        said=tuple(map(_said, raw.get("said") or ())),
        said_in_all=int(raw.get("said_in_all", 0)),
    )


def _said(raw: Any) -> Said:
    return Said(
        method=str(raw["method"]),
        about=_text(raw["about"]),
        outcome=_text(raw["outcome"]),
        duration_ms=float(raw["duration_ms"]),
        at_ms=float(raw["at_ms"]),
    )


def _text(raw: Any) -> str | None:
    return None if raw is None else str(raw)


def _skip(raw: Any) -> Skip | None:
    return Skip(SkipReason(raw["reason"]), str(raw["detail"])) if raw else None


def _finding(raw: Any) -> Finding:
    exchange = None
    if "request" in raw or "reply" in raw:
        headers = (raw.get("request_headers") or {}).items()
        exchange = Exchange(
            raw.get("request", MISSING),
            raw.get("reply", MISSING),
            headers=tuple((str(name), str(value)) for name, value in headers),
        )
    return Finding(
        id=str(raw["id"]),
        severity=Severity(raw["severity"]),
        message=str(raw["message"]),
        where=_where(raw["where"]) if raw["where"] else None,
        pointer=raw["pointer"],
        expected=raw.get("expected", MISSING),
        actual=raw.get("actual", MISSING),
        help=raw.get("help"),
        spec=raw.get("spec"),
        exchange=exchange,
        security=parse_security(raw["security"]) if "security" in raw else None,
        reproduce=_text(raw.get("reproduce")),
        sdk=_text(raw.get("sdk")),
        code=_text(raw.get("code")),
    )


def _where(raw: Any) -> Location:
    """A whole number may be written as 6.0 as well."""
    line, column, width = (int(raw.get(name, 1)) for name in ("line", "column", "width"))
    return Location(str(raw["file"]), line, column, width, str(raw.get("text", "")))


def _compliance(raw: Any) -> Compliance:
    if (raw["grade"] is None) != (raw["score"] is None):
        raise ValueError("a grade requires a score")
    return Compliance(
        spec_version=raw["spec_version"],
        grade=raw["grade"],
        score=raw["score"],
        tier=raw["tier"],
        incomplete=raw["incomplete"],
        sections={name: _known(SectionScore, score) for name, score in raw["sections"].items()},
        rules=tuple(map(_rule, raw["rules"])),
        gates=tuple(_known(GateVerdict, gate) for gate in raw["gates"]),
        revisions=tuple(map(_compliance, raw.get("revisions") or ())),
        failed_foundations=tuple(map(str, raw.get("failed_foundations") or ())),
        next_grade=_next_grade(raw.get("next_grade")),
        reason=raw.get("reason"),
    )


def _next_grade(raw: Any) -> NextGrade | None:
    if raw is None:
        return None
    rules, theirs = raw["rules"], raw.get("sdk_rules") or ()
    return NextGrade(
        str(raw["grade"]), tuple(map(str, rules)), _text(raw.get("sdk")), tuple(map(str, theirs))
    )


def _rule(raw: Any) -> RuleVerdict:
    return RuleVerdict(
        id=str(raw["id"]),
        level=Level(raw["level"]),
        section=str(raw["section"]),
        status=Status(raw["status"]),
        reason=_skip(raw["reason"]),
    )
