"""What can go wrong below the message: said once, as a kind, a stable code and a sentence."""

from __future__ import annotations

import httpcore2

from mcptest.wire.http.socket import HeadTooLargeError
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


def from_httpcore(error: Exception, *, in_body: bool) -> BrokenError:
    """Name what httpcore2 raised; what it does not know is ours and raised again."""
    where = "in the middle of the response" if in_body else "before sending a response"
    match error:
        case HeadTooLargeError():
            problem = f"the response headers are too large: {error}"
            return BrokenError(ReplyKind.MALFORMED, "limit-headers", problem)
        case httpcore2.RemoteProtocolError() if "disconnected" in str(error):
            problem = f"the server closed the connection {where}"
            return BrokenError(ReplyKind.CLOSED, "http-closed", problem)
        case httpcore2.RemoteProtocolError() if "peer closed" in str(error):
            problem = "the connection was closed before the body was complete"
            return BrokenError(ReplyKind.CLOSED, _FRAMING, problem)
        case httpcore2.RemoteProtocolError():
            problem = f"invalid HTTP response: {_plain(error)}"
            return BrokenError(ReplyKind.MALFORMED, _FRAMING, problem)
        case httpcore2.ConnectError():
            problem = f"could not connect: {error}"
            return BrokenError(ReplyKind.CLOSED, "http-connect", problem)
        case httpcore2.NetworkError():
            problem = f"the connection was lost {where}: {_plain(error) or 'it was reset'}"
            return BrokenError(ReplyKind.CLOSED, "http-closed", problem)
        case httpcore2.ProxyError():
            problem = f"the proxy refused the connection: {_plain(error)}"
            return BrokenError(ReplyKind.CLOSED, "http-connect", problem)
        case _:
            raise error


def _plain(error: Exception) -> str:
    """Bounded and without control characters, for some of it comes from the server."""
    return "".join(each if each.isprintable() else "?" for each in str(error)[:200])
