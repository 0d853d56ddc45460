"""Say why no conversation could begin, with the evidence and a way out."""

from __future__ import annotations

from mcptest.errors import TargetHandshakeError
from mcptest.model.json import MISSING
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.stderr import LAST_LINES

_HINTS = {
    "handshake-crashed": "Run the command by hand: it must keep running and read standard input.",
    "handshake-timeout": "Check that it reads standard input and flushes what it writes, or allow"
    " more time with --timeout.",
    "handshake-refused": "Check that this is an MCP server, and which revisions it speaks.",
    "handshake-malformed": "Send nothing but JSON-RPC messages; log to standard error.",
}
_SIGN_IN = "Give credentials, with --bearer-env VAR or --header."


def opening_error(reply: Reply) -> TargetHandshakeError:
    """The error for an opening exchange that brought no usable result."""
    code, message = _verdict(reply)
    hint = _SIGN_IN if needs_credentials(reply) else _HINTS[code]
    words = _last_words(reply)
    text = f"{message}\nits last words on standard error:\n{words}" if words else message
    return TargetHandshakeError(code, text, hint=hint, reply=reply)


def needs_credentials(reply: Reply) -> bool:
    return reply.http is not None and reply.http.status in {401, 403}


def _verdict(reply: Reply) -> tuple[str, str]:
    method = reply.method
    match reply.kind:
        case ReplyKind.CLOSED:
            what = str(reply.ending) if reply.ending else "closed the connection"
            return "handshake-crashed", f"the server {what} before it answered {method}"
        case ReplyKind.TIMED_OUT:
            return "handshake-timeout", f"the server did not answer {method}: {reply.problem}"
        case ReplyKind.REFUSED:
            return "handshake-refused", f"the server refused {method}: {reply.problem}"
        case ReplyKind.ANSWERED if reply.error is not MISSING:
            return "handshake-refused", f"the server refused {method}: {_error_text(reply)}"
        case _:
            problem = reply.problem or "its result is not an object"
            return "handshake-malformed", f"the answer to {method} cannot be used: {problem}"


def _error_text(reply: Reply) -> str:
    error = reply.error if isinstance(reply.error, dict) else {}
    return f"error {error.get('code')}, {str(error.get('message'))[:500]!r}"


def _last_words(reply: Reply) -> str:
    said = reply.ending.stderr if reply.ending and reply.ending.stderr else reply.stderr
    lines = said.rstrip().split("\n")[-LAST_LINES:]
    return "\n".join(f"  {line[:500]}" for line in lines) if said.strip() else ""
