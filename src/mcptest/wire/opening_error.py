"""Explain why no session could be opened, with evidence and a hint."""

from __future__ import annotations

from mcptest.errors import TargetHandshakeError
from mcptest.model.escape import one_line
from mcptest.model.json import MISSING
from mcptest.wire.link import Link
from mcptest.wire.process.stderr import LAST_LINES
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.transcript import TranscriptEntry

_SHOWN = 200
_MANY = 5  # more lines than this that are not messages are not a banner

_HINTS = {
    "handshake-crashed": "Run the command yourself. It must keep running and read stdin.",
    "handshake-timeout": "Check that it reads stdin and flushes stdout, or allow"
    " more time with --timeout.",
    "handshake-refused": "Check that this is an MCP server and which revisions it supports.",
    "handshake-malformed": "Write only JSON-RPC messages to stdout; log to stderr.",
}
_ECHO = "the program echoes its input; it is not an MCP server"
_ECHO_HINT = "Check the command."
_ANSWERS = {"stray-answer", "second-answer", "late-answer"}
_OTHER_WAY = {"handshake-refused", "http-not-found", "http-method", "http-status"}


def opening_error(reply: Reply, link: Link) -> TargetHandshakeError:
    """The error for an opening exchange that brought no usable result."""
    if link.transport.process and _echoes(link):
        return TargetHandshakeError("handshake-malformed", _ECHO, hint=_ECHO_HINT, reply=reply)
    code, message = _verdict(reply)
    hint = _HINTS[code]
    if code == "handshake-timeout" and not link.transport.process:
        hint = "Check the server's log, or allow more time with --timeout."
    if _is_about_http(reply):
        from mcptest.wire.http.explain import explain_http

        code, problem, hint = explain_http(reply)
        message = f"the server did not respond to {reply.method}: {problem}"
    if reply.kind in {ReplyKind.CLOSED, ReplyKind.TIMED_OUT}:
        babble = _babble(link)
        message += babble
        if code == "handshake-timeout" and babble and _babbles(link):
            code, hint = "handshake-malformed", _HINTS["handshake-malformed"]
    words = _last_words(reply)
    text = f"{message}; last lines of stderr:\n{words}" if words else message
    return TargetHandshakeError(code, text, hint=hint, reply=reply)


def worth_another(error: TargetHandshakeError) -> bool:
    """A refusal may mean the other era or transport; a crash or a hang would only cost again."""
    return error.code in _OTHER_WAY


def _is_about_http(reply: Reply) -> bool:
    """What HTTP said explains more than what JSON-RPC did, which was nothing, or no answer."""
    if reply.http is None or reply.kind in {ReplyKind.CLOSED, ReplyKind.TIMED_OUT}:
        return False
    if reply.http.status in {401, 403}:
        return True
    foreign = reply.http.content_type not in {"application/json", "text/event-stream"}
    return reply.kind is ReplyKind.REFUSED or (reply.message is MISSING and foreign)


def _verdict(reply: Reply) -> tuple[str, str]:
    method = reply.method
    match reply.kind:
        case ReplyKind.CLOSED:
            what = str(reply.ending) if reply.ending else "closed the connection"
            return "handshake-crashed", f"the server {what} before responding to {method}"
        case ReplyKind.TIMED_OUT:
            within = str(reply.problem).removeprefix("no response ")
            return "handshake-timeout", f"the server did not respond to {method} {within}"
        case ReplyKind.REFUSED:
            return "handshake-refused", f"the server rejected {method}: {reply.problem}"
        case ReplyKind.ANSWERED if reply.error is not MISSING:
            return "handshake-refused", f"the server rejected {method}: {_error_text(reply)}"
        case _:
            problem = reply.problem or "its result is not an object"
            return "handshake-malformed", f"the response to {method} is invalid: {problem}"


def _error_text(reply: Reply) -> str:
    error = reply.error if isinstance(reply.error, dict) else {}
    return f"error {error.get('code')}, {str(error.get('message'))[:500]!r}"


def _echoes(link: Link) -> bool:
    """Whether a line that mcptest sent came back unchanged."""
    entries = link.transcript.entries
    sent = {one.raw.strip() for one in entries if one.direction == "sent"}
    return any(one.raw.strip() in sent for one in entries if one.direction == "received")


def _babble(link: Link) -> str:
    """What came instead of an answer: a banner, a usage text, another protocol."""
    for entry in link.transcript.problems if link.transport.process else ():
        if entry.direction == "received":
            shown = one_line(_text(entry))
            if entry.code in _ANSWERS:
                return f"; {entry.stream} contains {entry.problem}: {shown!r}"
            return f"; {entry.stream} contains a line that is not JSON-RPC: {shown!r}"
    return ""


def _babbles(link: Link) -> bool:
    """So much of it that waiting longer would not help."""
    problems = link.transcript.problems
    return len(problems) >= _MANY or any(entry.code == "limit-size" for entry in problems)


def _text(entry: TranscriptEntry) -> str:
    return entry.raw[:_SHOWN].decode("utf-8", "replace")


def _last_words(reply: Reply) -> str:
    said = reply.ending.stderr if reply.ending and reply.ending.stderr else reply.stderr
    lines = said.rstrip().split("\n")[-LAST_LINES:]
    return "\n".join(f"  {line[:500]}" for line in lines) if said.strip() else ""
