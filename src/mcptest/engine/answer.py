"""Classify the response to a request, for every feature that sends bad input."""

from __future__ import annotations

import json
from enum import StrEnum

from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.record import record
from mcptest.model.texts import texts_in
from mcptest.wire.reply import Reply, ReplyKind

_BAD_STATUS = 400
_SERVER_FAULT = 500
_DENIED = {401, 403}
_TOO_MANY = 429
RATE_LIMITED = Skip(
    SkipReason.CANNOT_TELL,
    "the server limits the rate of requests (HTTP 429); raise or turn off the limit for this run",
)


class AnswerKind(StrEnum):
    RESULT = "result"
    ERROR = "error"  # a JSON-RPC error
    TOOL_ERROR = "tool error"  # a result with isError: true
    REFUSED = "refused"  # an HTTP status below 500 and no JSON-RPC
    DENIED = "denied"  # no answer to what was asked: the server wants credentials, or others
    LIMITED = "limited"  # neither: the server limits the number of requests
    SILENT = "silent"  # nothing came, and nothing was waited for
    CRASH = "crash"
    HANG = "hang"
    MALFORMED = "malformed"


REJECTIONS = frozenset((AnswerKind.ERROR, AnswerKind.TOOL_ERROR, AnswerKind.REFUSED))


@record
class ResponseKind:
    """``problem`` says in words what is wrong, where something is."""

    kind: AnswerKind
    problem: str = ""


def sort_answer(reply: Reply) -> ResponseKind:
    """One of the kinds; whether that is right is for the asker to say."""
    match reply.kind:
        case ReplyKind.CLOSED:
            return ResponseKind(AnswerKind.CRASH, _last_words(reply))
        case ReplyKind.TIMED_OUT:
            return ResponseKind(AnswerKind.HANG, reply.problem or "the request timed out")
        case ReplyKind.ACCEPTED:
            return ResponseKind(AnswerKind.SILENT)
        case ReplyKind.REFUSED:
            return _refused(reply)
        case ReplyKind.MALFORMED:
            return ResponseKind(AnswerKind.MALFORMED, reply.problem or "not a JSON-RPC response")
        case ReplyKind.ANSWERED:
            return _answered(reply)


def denial_of(reply: Reply) -> Skip | None:
    """Why there is no response to check: missing credentials, or too many requests.

    This does not reject the request, which never reached the tool.
    """
    answer = sort_answer(reply)
    if answer.kind is not AnswerKind.DENIED:
        return limit_of(reply)
    how = "sign in with `mcptest login`, or pass --bearer-env or --header"
    detail = f"the server requires authorization ({answer.problem}); {how}"
    return Skip(SkipReason.CANNOT_TELL, detail)


def limit_of(reply: Reply) -> Skip | None:
    """Why there is no response to check: the server limits the number of requests."""
    return RATE_LIMITED if sort_answer(reply).kind is AnswerKind.LIMITED else None


def error_text(reply: Reply) -> str:
    """What the server says in an error or a failed result, as plain text."""
    if reply.error is not MISSING:
        return texts_in(reply.error)
    if reply.http is not None and reply.http.status >= _BAD_STATUS:
        return _body_text(reply.http.body)
    failed = isinstance(reply.result, dict) and reply.result.get("isError") is True
    return texts_in(reply.result) if failed else ""


def _body_text(body: bytes) -> str:
    """The text of an HTTP error whose body is not JSON-RPC."""
    text = body.decode("utf-8", "replace")
    try:
        return texts_in(json.loads(text))
    except (ValueError, RecursionError):
        return text


def _last_words(reply: Reply) -> str:
    ending = reply.ending
    if ending is None:
        return reply.problem or "the connection was lost"
    lines = ending.stderr.strip().splitlines()
    return f"{ending}; last line of stderr: {lines[-1].strip()[:300]}" if lines else str(ending)


def _refused(reply: Reply) -> ResponseKind:
    status = reply.http.status if reply.http else 0
    problem = reply.problem or f"status {status}"
    if status in _DENIED:
        return ResponseKind(AnswerKind.DENIED, problem)
    if status == _TOO_MANY:
        return ResponseKind(AnswerKind.LIMITED, problem)
    fault = status >= _SERVER_FAULT
    return ResponseKind(AnswerKind.MALFORMED if fault else AnswerKind.REFUSED, problem)


def _answered(reply: Reply) -> ResponseKind:
    if reply.error is not MISSING:
        problem = _error_problem(reply.error)
        return ResponseKind(AnswerKind.MALFORMED if problem else AnswerKind.ERROR, problem)
    if not isinstance(reply.result, dict):
        return ResponseKind(AnswerKind.MALFORMED, "the result is not an object")
    failed = reply.result.get("isError") is True
    return ResponseKind(AnswerKind.TOOL_ERROR if failed else AnswerKind.RESULT)


def _error_problem(error: MaybeJson) -> str:
    """JSON-RPC 2.0, section 5.1: an integer code and a message."""
    if not isinstance(error, dict):
        return "the error is not an object"
    code = error.get("code")
    if isinstance(code, bool) or not isinstance(code, int):
        return "the error has no integer code"
    return "" if isinstance(error.get("message"), str) else "the error has no message"
