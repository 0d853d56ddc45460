"""Report the steps of a discovery as cases of a run."""

from __future__ import annotations

from mcptest.auth.discovery.known_clients import failing_clients
from mcptest.auth.discovery.steps import AuthStep, StepVerdict
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult, Lane, Skip, SkipReason, Status
from mcptest.model.spec_version import NEWEST_HANDSHAKE, SpecVersion

_SITE = "https://modelcontextprotocol.io/specification"
_STATUS = {
    StepVerdict.OK: Status.PASSED,
    StepVerdict.WARNING: Status.WARNED,
    StepVerdict.BROKEN: Status.FAILED,
    StepVerdict.SKIPPED: Status.SKIPPED,
}

_CODES = {
    "request": "auth-request",
    "challenge": "auth-challenge",
    "resource": "auth-resource",
    "resource-match": "auth-resource-match",
    "issuer": "auth-issuer",
    "metadata": "auth-metadata",
    "issuer-match": "auth-issuer-match",
    "endpoints": "auth-endpoints",
    "pkce": "auth-pkce",
    "client": "auth-client",
    "scope": "auth-scope",
}


def step_result(step: AuthStep, server: str, version: SpecVersion | None) -> CaseResult:
    """One step; what was sent and received, the advice and the clients are its targets."""
    clients: list[Json] = [str(each) for each in failing_clients(step.fault)]
    targets: dict[str, Json] = {"received": step.received}
    if step.sent:
        targets["sent"] = step.sent
    if step.advice:
        targets["advice"] = step.advice
    if clients:
        targets["failing_clients"] = clients
    status = _STATUS[step.verdict]
    skip = Skip(SkipReason.NOT_IN_REVISION, step.received) if status is Status.SKIPPED else None
    finding = _finding(step, version)
    return CaseResult(
        f"{Lane.AUTH}::{server}::{step.id}",
        step.title,
        Lane.AUTH,
        server,
        status,
        skip=skip,
        targets=targets,
        findings=(finding,) if finding else (),
        notes=tuple(map(str, failing_clients(step.fault))),
    )


def _finding(step: AuthStep, version: SpecVersion | None) -> Finding | None:
    if step.verdict in {StepVerdict.OK, StepVerdict.SKIPPED}:
        return None
    severity = Severity.ERROR if step.verdict is StepVerdict.BROKEN else Severity.WARNING
    folder = (version or NEWEST_HANDSHAKE).value.removeprefix("v")
    return Finding(
        _CODES[step.id],
        severity,
        f"expected that {step.title}: {step.received}",
        help=step.advice or None,
        spec=f"{_SITE}/{folder}/{step.spec}" if step.spec else None,
    )
