"""A run as the ``mcptest.run/v1`` document, and back."""

from __future__ import annotations

from collections.abc import Mapping

from mcptest.model.finding import Finding
from mcptest.model.grade import Compliance, GateVerdict, NextGrade, RuleVerdict, SectionScore
from mcptest.model.json import Json, JsonObject, MaybeJson, Missing
from mcptest.model.location import Location
from mcptest.model.outcome import CaseResult, Said, Skip
from mcptest.model.run import CallRecord, Run, ServerFacts
from mcptest.model.valid_calls import ValidCalls
from mcptest.report.security_document import security_document

SCHEMA = "mcptest.run/v1"


def run_document(run: Run) -> JsonObject:
    """Everything a program may want to read, in one object."""
    document: JsonObject = {
        "schema": SCHEMA,
        "mcptest": run.mcptest,
        "command": run.command,
        "started": run.started,
        "duration_ms": round(run.duration_ms, 3),
        "seed": run.seed,
        "exit_code": int(run.exit_code),
        "servers": [server_document(server) for server in run.servers],
        "summary": summary_document(run),
        "cases": [case_document(case) for case in run.cases],
        "compliance": compliance_document(run.compliance) if run.compliance else None,
        "calls": [call_document(call) for call in run.calls],
        "notes": list(run.notes),
    }
    calls = ValidCalls.of(run.cases)
    if calls is not None:
        document["valid_calls"] = valid_calls_document(calls)
    if run.starts:
        document["starts"] = [{"reason": one.reason, "ms": one.ms} for one in run.starts]
    if run.interrupted:
        document["interrupted"] = True
    return document


def valid_calls_document(calls: ValidCalls) -> JsonObject:
    return {
        "succeeded": calls.succeeded,
        "rejected": calls.rejected,
        "crashed": calls.crashed,
        "unanswered": calls.unanswered,
    }


def summary_document(run: Run) -> JsonObject:
    counts = run.summary
    return {
        "passed": counts.passed,
        "failed": counts.failed,
        "warned": counts.warned,
        "skipped": counts.skipped,
        "errored": counts.errored,
    }


def server_document(server: ServerFacts) -> JsonObject:
    document: JsonObject = {
        "name": server.name,
        "transport": server.transport,
        "era": server.era.value if server.era else None,
        "protocol_version": server.protocol_version,
        "speaks": list(server.speaks),
        "info": dict(server.info) if server.info is not None else None,
    }
    if server.tools is not None:
        document["tools"] = server.tools
    if server.sdk is not None:
        sdk = server.sdk
        document["sdk"] = {
            "id": sdk.id,
            "name": sdk.name,
            "language": sdk.language,
            "sure": sdk.sure,
            "because": sdk.because,
        }
    return document


def case_document(case: CaseResult) -> JsonObject:
    document: JsonObject = {
        "id": case.id,
        "name": case.name,
        "lane": case.lane.value,
        "server": case.server,
        "status": case.status.value,
        "duration_ms": round(case.duration_ms, 3),
        "skip": _skip(case.skip),
        "targets": dict(case.targets),
        "findings": [finding_document(finding) for finding in case.findings],
    }
    if case.notes:
        document["notes"] = list(case.notes)
    if case.attempts > 1:
        document["attempts"] = case.attempts
    if case.tags:
        document["tags"] = list(case.tags)
    if case.at_ms is not None:
        document["at_ms"] = round(case.at_ms, 3)
    if case.said:
        document["said"] = [_said(said) for said in case.said]
        document["said_in_all"] = case.said_in_all
    return document


def _said(said: Said) -> JsonObject:
    return {
        "method": said.method,
        "about": said.about,
        "outcome": said.outcome,
        "duration_ms": round(said.duration_ms, 3),
        "at_ms": round(said.at_ms, 3),
    }


def finding_document(finding: Finding) -> JsonObject:
    document: JsonObject = {
        "id": finding.id,
        "severity": finding.severity.value,
        "message": finding.message,
        "where": _where(finding.where),
        "pointer": finding.pointer,
        **_present({"expected": finding.expected, "actual": finding.actual}),
        "help": finding.help,
    }
    if finding.spec:
        document["spec"] = finding.spec
    if finding.exchange is not None:
        document.update(
            _present({"request": finding.exchange.request, "reply": finding.exchange.reply})
        )
        if finding.exchange.headers:
            document["request_headers"] = dict(finding.exchange.headers)
    if finding.reproduce is not None:
        document["reproduce"] = finding.reproduce
    if finding.sdk is not None:
        document["sdk"] = finding.sdk
    if finding.code is not None:
        document["code"] = finding.code
    if finding.security is not None:
        document["security"] = security_document(finding.security)
    return document


def _where(where: Location | None) -> Json:
    if where is None:
        return None
    return {
        "file": where.file,
        "line": where.line,
        "column": where.column,
        "width": where.width,
        "text": where.text,
    }


def _skip(skip: Skip | None) -> Json:
    return None if skip is None else {"reason": skip.reason.value, "detail": skip.detail}


def _present(members: Mapping[str, MaybeJson]) -> JsonObject:
    """An absent value has no member, since null would be a value."""
    return {key: value for key, value in members.items() if not isinstance(value, Missing)}


def call_document(call: CallRecord) -> JsonObject:
    return {
        "server": call.server,
        "tool": call.tool,
        "class": call.tool_class,
        "decision": call.decision,
        "feature": call.feature,
        "called": call.called,
    }


def compliance_document(compliance: Compliance) -> JsonObject:
    document: JsonObject = {
        "spec_version": compliance.spec_version,
        "grade": compliance.grade,
        "score": compliance.score,
        "tier": compliance.tier,
        "incomplete": compliance.incomplete,
        "next_grade": _next_grade(compliance.next_grade),
        "reason": compliance.reason,
        "sections": {name: _section(score) for name, score in compliance.sections.items()},
        "rules": [_rule(rule) for rule in compliance.rules],
        "gates": [_gate(gate) for gate in compliance.gates],
    }
    if compliance.failed_foundations:
        document["failed_foundations"] = list(compliance.failed_foundations)
    if compliance.revisions:
        document["revisions"] = [compliance_document(other) for other in compliance.revisions]
    return document


def _next_grade(found: NextGrade | None) -> Json:
    if found is None:
        return None
    document: JsonObject = {"grade": found.grade, "rules": list(found.rules)}
    if found.sdk is not None:
        document |= {"sdk": found.sdk, "sdk_rules": list(found.sdk_rules)}
    return document


def _section(score: SectionScore) -> Json:
    return {
        "score": score.score,
        "passed": score.passed,
        "failed": score.failed,
        "warned": score.warned,
        "skipped": score.skipped,
    }


def _rule(rule: RuleVerdict) -> Json:
    return {
        "id": rule.id,
        "level": rule.level.value,
        "section": rule.section,
        "status": rule.status.value,
        "reason": _skip(rule.reason),
    }


def _gate(gate: GateVerdict) -> Json:
    return {"name": gate.name, "passed": gate.passed, "note": gate.note}
