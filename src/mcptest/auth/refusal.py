"""Errors of a sign-in: which step failed, at which URL, and what to do next."""

from __future__ import annotations

from typing import Final

from mcptest.auth.discovery.steps import AuthStep
from mcptest.auth.fetch import Fetched
from mcptest.errors import SignInError
from mcptest.wire.http.explain import plain

_CODES: Final = {
    "request": "auth-no-metadata",
    "challenge": "auth-no-metadata",
    "resource": "auth-no-metadata",
    "resource-match": "auth-resource-mismatch",
    "issuer": "auth-no-metadata",
    "metadata": "auth-no-metadata",
    "issuer-match": "auth-issuer-mismatch",
    "endpoints": "auth-no-metadata",
    "pkce": "auth-no-pkce",
}
_HINTS: Final = {
    "invalid_client": "Check the client id and the secret.",
    "invalid_grant": "The grant expired or was revoked: sign in again with `mcptest login URL`.",
    "invalid_scope": "Request a scope that the authorization server supports (--scope).",
    "invalid_target": "The authorization server does not know this resource; register it there.",
    "unauthorized_client": "Allow this grant for the client at the authorization server.",
    "unsupported_grant_type": "Use a grant that the authorization server supports.",
    "access_denied": "The request was denied. Sign in as a user who may grant it.",
}


_NEXT: Final = {  # where the same error means something else
    ("token exchange", "invalid_grant"): "Get a new ID token: this one may have expired.",
    ("token exchange", "unsupported_grant_type"): "Enable token exchange at the identity provider.",
    ("token exchange", "invalid_target"): "Allow this server for the client there.",
    ("identity assertion", "invalid_grant"): "Check that the authorization server trusts the "
    "identity provider, and that both know this client by the same id.",
}


def broken_step(step: AuthStep, url: str) -> SignInError:
    """Discovery cannot go on."""
    message = f"cannot sign in to {url}: expected that {step.title}; {step.received}"
    if step.sent:
        message += f"\n{step.sent}"
    hint = step.advice or "Run `mcptest auth URL` to see every step."
    return SignInError(_CODES.get(step.id, "auth-no-metadata"), message, hint=hint)


def refused_token(answer: Fetched, what: str) -> SignInError:
    """The authorization server did not give a token."""
    error, description = _error_of(answer)
    said = f"{error}: {description}" if error and description else error or str(answer)
    message = f"{answer.url} refused the {what} (HTTP {answer.status}): {plain(said)}"
    if not answer.status:
        message = f"{answer.url} did not respond to the {what}: {answer.problem}"
    other = "Run `mcptest auth URL` to check the authorization server."
    hint = _NEXT.get((what, error)) or _HINTS.get(error, other)
    code = "auth-scope" if error == "invalid_scope" else "auth-denied"
    return SignInError(code, message, hint=hint)


def error_code(answer: Fetched) -> str:
    """The ``error`` of an OAuth error response, empty for anything else."""
    return _error_of(answer)[0]


def _error_of(answer: Fetched) -> tuple[str, str]:
    found = answer.json
    if not isinstance(found, dict):
        return "", ""
    error, description = found.get("error"), found.get("error_description")
    return (
        error if isinstance(error, str) else "",
        description if isinstance(description, str) else "",
    )
