"""Checks that a protected mock can leave out on purpose."""

from __future__ import annotations

from typing import Final

FLAWS: Final[dict[str, str]] = {
    "unknown": "answers a token that nobody issued with 400",
    "broader": "refuses a token that allows more than is needed",
    "signature": "accepts a token whose signature or value was changed",
    "unsigned": "accepts a token without a signature",
    "expiry": "accepts a token that has expired",
    "audience": "accepts a token for another resource",
    "issuer": "accepts a token of another authorization server",
    "scheme": "accepts Bearer in this spelling only",
    "echo": "repeats a token that it refuses",
    "notifications": "accepts notifications without a token",
    "listening": "answers GET without a token",
    "ending": "ends a session without a token",
    "owner": "opens a session to another user",
    "redirect": "redirects to an address that was not registered",
    "state": "returns no state with an authorization response",
    "iss": "returns no iss although its metadata declares it",
    "pkce": "issues a code without a code challenge",
    "verifier": "redeems a code with a wrong verifier",
    "reuse": "redeems a code more than once",
    "rotation": "keeps a refresh token of a public client",
    "secret": "accepts any client secret",
    "registration": "registers http redirects to other hosts",
    "piecemeal": "asks for one more scope after each token",
    "target": "answers a resource of another server with invalid_request",
    "document": "accepts a client document that names another client",
    "lenient": "answers a malformed authorization request with a login page",
}
