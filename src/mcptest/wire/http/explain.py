"""Explain an HTTP status without a message, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus

from mcptest.wire.http.address import mask_userinfo
from mcptest.wire.reply import HttpFacts, Reply

_ANSWERS = {"application/json", "text/event-stream"}
_SHOWN = 200


def status_problem(status: int, headers: Mapping[str, str], body: bytes) -> str:
    """One sentence on an HTTP response that is not a JSON-RPC response."""
    name = f"status {status}{_phrase(status)}"
    if 300 <= status < 400:  # noqa: PLR2004
        location = plain(mask_userinfo(headers.get("location", "nowhere")))
        return f"{name}, a redirect to {location} (redirects are not followed)"
    if 200 <= status < 300:  # noqa: PLR2004
        if not body:
            return f"{name} with an empty body, expected a response"
        shown = plain(headers.get("content-type", "")) or "none"
        return f"{name} with the content type {shown}, expected JSON or an event stream"
    if status == HTTPStatus.UNAUTHORIZED and "www-authenticate" in headers:
        return f"{name}, the server requires {plain(headers['www-authenticate'])}"
    shown = _text(headers, body)
    return f"{name}: {shown}" if shown else name


def explain_http(reply: Reply) -> tuple[str, str, str]:
    """Code, message and hint for an opening exchange that brought no usable answer."""
    http = reply.http
    if http is None:
        message = reply.problem or "no HTTP response"
        return (
            "http-status",
            message,
            "Check that the server is running and uses HTTP on this port.",
        )
    message = reply.problem or status_problem(http.status, http.headers, http.body)
    code, hint = _verdict(http)
    return code, message, hint


def _verdict(http: HttpFacts) -> tuple[str, str]:
    match http.status:
        case 401:
            hint = "Sign in with mcptest login URL, or pass --bearer-env VAR or --header."
            return "http-unauthorized", hint
        case 403:
            hint = "The server denied access: check the credentials"
            return "http-forbidden", f"{hint}, and which Host and Origin values the server accepts."
        case 404:
            hint = "Check the path of the URL. Many servers use /mcp, older ones /sse."
            return "http-not-found", hint
        case 405:
            hint = "This path does not accept POST: check the URL. Older servers use /sse."
            return "http-method", hint
        case status if 300 <= status < 400:  # noqa: PLR2004
            hint = (
                "If you trust the target, use its URL. A missing trailing slash is a common cause."
            )
            return "http-redirect", hint
        case _ if http.content_type == "text/html":
            hint = "This looks like a web page: check the port and the path of the URL."
            return "http-html", hint
        case status if 200 <= status < 300 and http.content_type not in _ANSWERS:  # noqa: PLR2004
            hint = "Respond with application/json or text/event-stream."
            return "http-content-type", hint
        case _:
            return "http-status", "Check the server's log: it responded, but not with MCP."


def plain(text: str) -> str:
    """What a server sent, cut and without anything that a terminal would act on."""
    cut = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return "".join(each if each.isprintable() else " " for each in cut).strip()


def _phrase(status: int) -> str:
    try:
        return f" ({HTTPStatus(status).phrase})"
    except ValueError:
        return ""


def _text(headers: Mapping[str, str], body: bytes) -> str:
    """The words of a body; of a page without its markup."""
    text = body[: 16 * 1024].decode("utf-8", "replace")
    if "html" in headers.get("content-type", ""):
        text = re.sub(r"<(script|style)\b[^<]*</\1>|<[^<>]*>", " ", text)
    return plain(" ".join(text.split()))
