"""SARIF 2.1.0 for code scanning: rules always declared, stable fingerprints, clean means empty."""

from __future__ import annotations

import json

from mcptest.model.bounds import bounded
from mcptest.model.escape import visible
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import CaseResult
from mcptest.model.rule_info import RuleInfo
from mcptest.model.run import Run
from mcptest.report.locate import fingerprints, place_of
from mcptest.report.report import Report

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_MOST = 5_000  # more than this code scanning does not show
_TEXT = 1_500  # characters of one result, so that all of them stay within 10 MB
_PRECISION = {"confirmed": "very-high", "observed": "high", "static": "medium", "suspected": "low"}
_GRAVEST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


def render(run: Run) -> str:
    pairs = [(case, finding) for case in run.cases for finding in case.findings]
    known = {info.id: info for info in run.rules}
    for _, finding in pairs:
        known.setdefault(finding.id, RuleInfo(finding.id, finding.id, finding.severity.value))
    shown = pairs
    if len(pairs) > _MOST:
        shown = sorted(pairs, key=lambda pair: _GRAVEST.index(pair[1].severity))[:_MOST]
    prints = fingerprints(shown)
    results: list[Json] = [_result(*pair, prints[at], run.source) for at, pair in enumerate(shown)]
    driver: JsonObject = {
        "name": "mcptest",
        "version": run.mcptest,
        "rules": [_rule(known[rule_id]) for rule_id in sorted(known)],
    }
    invocation: JsonObject = {
        "executionSuccessful": not run.interrupted and not run.summary.errored,
        "exitCode": int(run.exit_code),
        "startTimeUtc": run.started,
    }
    if len(pairs) > len(shown):
        invocation["toolExecutionNotifications"] = [_left_out(len(pairs), len(shown))]
    sarif_run: JsonObject = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    document: JsonObject = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [sarif_run]}
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _left_out(found: int, shown: int) -> JsonObject:
    text = f"{found - shown} of {found} results are omitted, the least severe ones."
    return {"level": "warning", "message": {"text": text}}


def _rule(info: RuleInfo) -> Json:
    rule: JsonObject = {
        "id": info.id,
        "shortDescription": {"text": info.title},
        "fullDescription": {"text": info.why or info.title},
        "help": {"text": "\n\n".join(filter(None, [info.why, info.fix])) or info.title},
        "defaultConfiguration": {"level": info.severity},
    }
    if info.url:
        rule["helpUri"] = info.url
    if info.score is not None:
        tags: list[Json] = ["security", *info.tags]
        rule["properties"] = {"security-severity": f"{info.score:.1f}", "tags": tags}
    return rule


def _result(case: CaseResult, finding: Finding, print_: str, source: str | None) -> Json:
    file, line, column = place_of(case, finding, source)
    text = bounded(visible(f"{case.name}: {finding.message}"), _TEXT)
    result: JsonObject = {
        "ruleId": finding.id,
        "level": finding.severity.value,
        "message": {"text": text + _help(finding)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(file)},
                    "region": {"startLine": line, "startColumn": column},
                },
                "logicalLocations": [{"fullyQualifiedName": visible(case.id)}],
            }
        ],
        "partialFingerprints": {"mcptest/v1": print_},
    }
    if finding.security is not None:
        result["properties"] = {
            "security-severity": f"{finding.security.score:.1f}",
            "precision": _PRECISION.get(finding.security.proof, "medium"),
            "signals": [one.name for one in finding.security.signals],
        }
    return result


def _help(finding: Finding) -> str:
    return f"\n{bounded(visible(finding.help), _TEXT)}" if finding.help else ""


def _uri(file: str) -> str:
    from urllib.parse import quote

    return quote(visible(file).replace("\\", "/").removeprefix("./"), safe="/:._-~")


REPORT = Report(
    "sarif",
    "SARIF 2.1.0 for code scanning.",
    render,
    extension="sarif",
    needs_rules=True,
    relative=True,
)
