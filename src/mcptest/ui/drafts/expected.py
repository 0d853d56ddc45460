"""The response that a server should have sent instead of the one in a finding."""

from __future__ import annotations

from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.recording.suite.observed import BLOCKS
from mcptest.ui.drafts.proposal import TestProposal

_TOOL_ERROR: Final[JsonObject] = {
    "required": ["result"],
    "properties": {"result": {"required": ["isError"], "properties": {"isError": {"const": True}}}},
}
_REJECTED: Final[JsonObject] = {
    "target": "$",
    "matcher": {"schema": {"anyOf": [{"required": ["error"]}, _TOOL_ERROR]}},
}
_MUST_SUCCEED: Final = frozenset(
    f"PROBE-{name}" for name in ("REJECTED", "CRASH", "HANG", "EXCEPTION", "OUTPUT-SCHEMA")
)


def mark_savable(event: Json) -> None:
    """Say of each finding of a finished case whether it can be saved as a test."""
    case = event.get("case") if isinstance(event, dict) else None
    findings = case.get("findings") if isinstance(case, dict) else None
    for finding in findings if isinstance(findings, list) else ():
        if isinstance(finding, dict):
            finding["savable"] = proposal_of(finding) is not None


def proposal_of(finding: JsonObject) -> TestProposal | None:
    """A test that fails until the finding is fixed; None where a test cannot say it."""
    request, expect = finding.get("request"), expected_response(finding)
    if not isinstance(request, dict) or expect is None:
        return None
    return _request(request, expect)


def expected_response(finding: JsonObject) -> tuple[JsonObject, ...] | None:
    """Assertions on the right response; none where the call must succeed, None where unknown."""
    expected, pointer = finding.get("expected"), str(finding.get("pointer") or "/form")
    if isinstance(expected, str):
        return (_REJECTED,) if expected.startswith("A rejection") else None
    if not isinstance(expected, dict):
        return () if finding.get("id") in _MUST_SUCCEED else None
    if pointer.endswith("/form"):
        return _of_form(expected)
    code = expected.get("exact") if pointer.endswith("/error/code") else None
    return None if code is None else ({"target": "error.code", "matcher": {"exact": code}},)


def _of_form(expected: JsonObject) -> tuple[JsonObject, ...] | None:
    """By what kind of response should have come."""
    kinds = expected.get("one-of", [expected.get("exact")])
    named = set(map(str, kinds)) if isinstance(kinds, list) else set()
    if named >= {"error", "tool-error"}:
        return (_REJECTED,)
    if named == {"error"}:
        return ({"target": "error", "matcher": {"present": True}},)
    return () if named == {"result"} else None


def _request(request: JsonObject, expect: tuple[JsonObject, ...]) -> TestProposal | None:
    block, params = BLOCKS.get(str(request.get("method"))), request.get("params")
    if block is None or not isinstance(params, dict):
        return None
    subject = params.get("uri" if block == "resources" else "name")
    arguments = params.get("arguments", {})
    if not isinstance(subject, str) or not isinstance(arguments, dict):
        return None
    return TestProposal(block, subject, arguments, expect)
