"""What to tell users whose server requires credentials (401), rejects them (403) or us (429)."""

from __future__ import annotations

import re
import time

from mcptest.errors import TargetDeniedError, TargetLimitedError
from mcptest.wire.http.clock import told_offset
from mcptest.wire.http.connections.rate_limit import TOO_MANY
from mcptest.wire.http.explain import plain
from mcptest.wire.http.jwt import told_age
from mcptest.wire.reply import HttpFacts, Reply
from mcptest.wire.target import HttpTarget, Target

UNAUTHORIZED, FORBIDDEN = 401, 403
_CODES = {UNAUTHORIZED: "http-unauthorized", FORBIDDEN: "http-forbidden"}
_SEND = "pass a token with --bearer-env VAR, or a header with --header 'Name: value'"
_LOGIN = (
    "pass a token with --bearer-env VAR, sign in with `mcptest login URL`, or pass a header with "
    "--header 'Name: value'"
)
_RENEW = "get a new token and pass it with --bearer-env VAR"
_AGAIN = "sign in again with `mcptest login URL`, or check what the client may request"
_ACCEPTS = "which Host and Origin the server accepts"
_HINT = (
    "--bearer-env names the environment variable that holds the token; "
    "in a suite, use auth: {bearer_token_env: VAR}."
)

_OAUTH_HINT = "`mcptest auth URL` shows each step between a request and a token."


def denied(reply: Reply, target: Target) -> TargetDeniedError | None:
    """The error for an opening that was answered with 401, 403 or 429; None for any other answer.

    Its first line has the status and the next step.
    """
    http = reply.http
    if http is not None and http.status == TOO_MANY:
        return _limited(reply, http)
    if http is None or http.status not in _CODES:
        return None
    challenge = plain(http.headers.get("www-authenticate", ""))
    lines = [_first_line(http, target)]
    if challenge:
        lines.append(f"the server sent WWW-Authenticate: {challenge}")
    lines += _about_clocks(http, target)
    hint = _OAUTH_HINT if _is_signed(target) else _HINT
    return TargetDeniedError(_CODES[http.status], "\n".join(lines), hint=hint, reply=reply)


def _limited(reply: Reply, http: HttpFacts) -> TargetLimitedError:
    asked = plain(http.headers.get("retry-after", ""))
    wait = f", and asks to wait {asked} s" if asked.isdecimal() else ""
    message = f"the server limits the rate of requests (HTTP 429){wait}"
    hint = "Wait, or raise or turn off the server's rate limit for this run."
    return TargetLimitedError("http-rate-limited", message, hint=hint, reply=reply)


def _first_line(http: HttpFacts, target: Target) -> str:
    scope = _parameter(http, "scope")
    renew = _AGAIN if _is_signed(target) else _RENEW
    match http.status, _has_credentials(target), _parameter(http, "error"):
        case (403, _, "insufficient_scope"):
            wanted = f' "{scope}"' if scope else ""
            return f"the token lacks a required scope{wanted} (HTTP 403): {renew}"
        case (401, False, _):
            send = _LOGIN if _parameter(http, "resource_metadata") else _SEND
            return f"the server requires authorization (HTTP 401): {send}"
        case (401, True, error):
            if age := _age(target):
                return f"the access token {age} (HTTP 401): {renew}"
            why = _parameter(http, "error_description") or error
            said = f", {why}" if why else ""
            return f"the server rejected the credentials (HTTP 401{said}): {renew}"
        case (_, False, _):
            return f"the server refused access (HTTP 403): {_SEND}, or check {_ACCEPTS}"
        case _:
            check = f"check what they allow, and {_ACCEPTS}"
            return f"the server refused access with these credentials (HTTP 403): {check}"


def _has_credentials(target: Target) -> bool:
    """Any header of the user's may be the key that the server wants."""
    return isinstance(target, HttpTarget) and bool(target.headers or target.credentials)


def _is_signed(target: Target) -> bool:
    return isinstance(target, HttpTarget) and target.credentials is not None


def _age(target: Target) -> str:
    """How long ago the token ended, where it is a JWT that says so."""
    headers = target.http.headers if target.http else {}
    sent = next((v for k, v in headers.items() if k.lower() == "authorization"), "")
    scheme, _, token = sent.partition(" ")
    return told_age(token.strip(), time.time()) if scheme.lower() == "bearer" else ""


def _about_clocks(http: HttpFacts, target: Target) -> list[str]:
    """A right token is refused, or a wrong one is not, where the clocks differ."""
    ours = time.time()
    if off := told_offset(http.headers.get("date", ""), ours):
        return [f"the server's clock is {off} this machine's clock"]
    if _is_signed(target) and _age(target):
        return ["mcptest has just got this token: check the clock of the authorization server"]
    return []


def _parameter(http: HttpFacts, name: str) -> str:
    """A parameter of the challenge, as RFC 9110 spells it: a quoted string, or a token."""
    challenge = http.headers.get("www-authenticate", "")
    found = re.search(rf'(?<![\w-]){name}\s*=\s*(?:"([^"]*)"|([^\s,"]+))', challenge, re.IGNORECASE)
    return plain(found[1] or found[2] or "") if found else ""
