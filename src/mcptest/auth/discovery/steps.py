"""The steps from a first request to a token: what was sent and received, verdict and advice."""

from __future__ import annotations

from enum import StrEnum

from mcptest.model.record import record

PAGE = "basic/authorization"  # of every revision that has authorization


class StepVerdict(StrEnum):
    """What a step amounts to for a client."""

    OK = "ok"
    WARNING = "warning"
    BROKEN = "broken"
    SKIPPED = "skipped"


@record
class AuthStep:
    """One step; ``fault`` names what is wrong, so that it can be looked up by client."""

    id: str
    title: str
    verdict: StepVerdict
    received: str
    sent: str = ""
    advice: str = ""
    spec: str = ""
    fault: str = ""


TITLES = {
    "request": "a request without a token is refused",
    "challenge": "the 401 response points to the metadata",
    "resource": "the protected resource metadata is published",
    "resource-match": "the metadata is about this server",
    "issuer": "an authorization server is named",
    "metadata": "the authorization server publishes its metadata",
    "issuer-match": "the metadata is about this issuer",
    "endpoints": "the endpoints are complete, and use https unless on loopback",
    "pkce": "PKCE with S256 is offered",
    "client": "a client can get an id",
    "scope": "the scope to ask for is known",
}


def step(
    part: str,
    verdict: StepVerdict,
    received: str,
    *,
    sent: str = "",
    advice: str = "",
    spec: str = "",
    fault: str = "",
) -> AuthStep:
    return AuthStep(part, TITLES[part], verdict, received, sent, advice, spec, fault)
