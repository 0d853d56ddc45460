"""Failures below the message level: each with a kind, a stable code and a sentence."""

from __future__ import annotations

from mcptest.wire.reply import ReplyKind

_FRAMING = "http-framing"


class BrokenError(Exception):
    """An exchange that cannot go on; becomes a Reply of that kind, never leaves the room."""

    def __init__(self, kind: ReplyKind, code: str, problem: str, raw: bytes = b"") -> None:
        super().__init__(problem)
        self.kind = kind
        self.code = code
        self.problem = problem
        self.raw = raw


class KeptEndedError(BrokenError):
    """A connection that was kept ended when it was used again, before a byte of the response."""


def invalid(problem: str) -> BrokenError:
    """The bytes are not what HTTP allows there."""
    shown = "".join(each if each.isprintable() else "?" for each in problem[:200])
    return BrokenError(ReplyKind.MALFORMED, _FRAMING, f"invalid HTTP response: {shown}")


def incomplete() -> BrokenError:
    problem = "the connection was closed before the body was complete"
    return BrokenError(ReplyKind.CLOSED, _FRAMING, problem)


def headers_too_large(limit: int) -> BrokenError:
    problem = f"the response headers are too large: more than {limit} bytes of headers"
    return BrokenError(ReplyKind.MALFORMED, "limit-headers", problem)


def body_too_large(problem: str, raw: bytes = b"") -> BrokenError:
    return BrokenError(ReplyKind.MALFORMED, "limit-body", f"the body is too large: {problem}", raw)


def unconnected(problem: str) -> BrokenError:
    return BrokenError(ReplyKind.CLOSED, "http-connect", problem)


def closed(failure: Exception | None, *, in_body: bool = False, kept: bool = False) -> BrokenError:
    """The connection ended where a response was due; ``kept`` where it had served before."""
    where = "in the middle of the response" if in_body else "before sending a response"
    problem = f"the server closed the connection {where}"
    if failure is not None:
        problem = f"the connection was lost {where}: {str(failure) or 'it was reset'}"
    if kept:
        return KeptEndedError(ReplyKind.CLOSED, "http-closed", problem)
    return BrokenError(ReplyKind.CLOSED, "http-closed", problem)
