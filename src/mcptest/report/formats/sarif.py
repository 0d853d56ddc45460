"""SARIF 2.1.0 for code scanning: rules always declared, stable fingerprints, clean means empty."""

from __future__ import annotations

import json

from mcptest.model.escape import visible
from mcptest.model.finding import Finding
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import CaseResult
from mcptest.model.rule_info import RuleInfo
from mcptest.model.run import Run
from mcptest.report.locate import fingerprint, place_of
from mcptest.report.report import Report

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_MOST = 5_000  # more than this no viewer shows


def render(run: Run) -> str:
    pairs = [(case, finding) for case in run.cases for finding in case.findings]
    known = {info.id: info for info in run.rules}
    for _, finding in pairs:
        known.setdefault(finding.id, RuleInfo(finding.id, finding.id, finding.severity.value))
    results: list[Json] = [_result(case, finding) for case, finding in pairs[:_MOST]]
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
    sarif_run: JsonObject = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    document: JsonObject = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [sarif_run]}
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _rule(info: RuleInfo) -> Json:
    rule: JsonObject = {
        "id": info.id,
        "shortDescription": {"text": info.title},
        "defaultConfiguration": {"level": info.severity},
    }
    if info.why or info.fix:
        rule["fullDescription"] = {"text": info.why or info.title}
        rule["help"] = {"text": "\n\n".join(filter(None, [info.why, info.fix]))}
    if info.url:
        rule["helpUri"] = info.url
    return rule


def _result(case: CaseResult, finding: Finding) -> Json:
    file, line, column = place_of(case, finding)
    text = visible(f"{case.name}: {finding.message}")
    return {
        "ruleId": finding.id,
        "level": finding.severity.value,
        "message": {"text": text + (f"\n{visible(finding.help)}" if finding.help else "")},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(file)},
                    "region": {"startLine": line, "startColumn": column},
                },
                "logicalLocations": [{"fullyQualifiedName": visible(case.id)}],
            }
        ],
        "partialFingerprints": {"mcptest/v1": fingerprint(case, finding)},
    }


def _uri(file: str) -> str:
    from urllib.parse import quote

    return quote(visible(file).replace("\\", "/").removeprefix("./"), safe="/:._-~")


REPORT = Report(
    "sarif", "SARIF 2.1.0 for code scanning.", render, extension="sarif", needs_rules=True
)
