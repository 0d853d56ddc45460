"""Turn a reply into the targets of a test, or into a finding if it is not a response."""

from __future__ import annotations

from mcptest.engine.case import Observation
from mcptest.model.escape import last_lines, one_line
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.json import Json, MaybeJson, Missing
from mcptest.model.location import Location
from mcptest.wire.reply import Reply, ReplyKind

_CODES = {
    ReplyKind.CLOSED: "server-crashed",
    ReplyKind.TIMED_OUT: "server-hung",
    ReplyKind.MALFORMED: "reply-malformed",
    ReplyKind.REFUSED: "http-refused",
}
_NEXT = {
    ReplyKind.CLOSED: (
        "find out why the server exited; tests share a process, so run with --jobs 1 or set "
        "`isolation: test` to see which one crashed it"
    ),
    ReplyKind.TIMED_OUT: "raise the test's timeout if the call may take this long",
    ReplyKind.MALFORMED: "respond with one JSON-RPC 2.0 object that has the request's id",
    ReplyKind.REFUSED: "check the status and body of the HTTP response",
}
_DENIED = {401, 403}


def roots_of(reply: Reply) -> dict[str, MaybeJson]:
    """What a target path may start from."""
    notifications: list[Json] = list(reply.notifications)
    progress = _params(notifications, "notifications/progress")
    return {
        "result": reply.result,
        "error": reply.error,
        "text": joined_text(reply.result),
        "duration_ms": reply.duration_ms,
        "notifications": notifications,
        "stderr": reply.stderr,
        "progress": progress,
        "progress.count": len(progress),
        "logs": _params(notifications, "notifications/message"),
    }


def _params(notifications: list[Json], method: str) -> list[Json]:
    """What the server told on the way, such as progress and log messages."""
    if not notifications:
        return []
    return [
        one.get("params")
        for one in notifications
        if isinstance(one, dict) and one.get("method") == method
    ]


def observation_of(reply: Reply, *findings: Finding, alone: bool = False) -> Observation:
    """``alone`` says that one request in a new session would show the same."""
    return Observation(
        roots=roots_of(reply),
        targets={"duration_ms": round(reply.duration_ms, 3)},
        findings=findings,
        exchange=Exchange(reply.request, reply.message, alone=alone),
    )


def no_answer(reply: Reply, where: Location | None) -> Finding | None:
    """A crash, a hang, a malformed or a refused reply; None when the server answered."""
    if reply.kind is ReplyKind.ANSWERED:
        return None
    said = reply.problem or str(reply.ending or reply.kind.value)
    last_words = reply.ending.stderr if reply.ending else reply.stderr
    tail = last_lines(last_words)
    return Finding(
        id=_CODES.get(reply.kind, "no-answer"),
        severity=Severity.ERROR,
        message=f"{reply.method}: {one_line(said)}",
        where=where,
        help=_next_step(reply) + ("\nlast lines of stderr:\n" + tail if tail else ""),
        exchange=reply.exchange,
    )


def _next_step(reply: Reply) -> str:
    if reply.http is not None and reply.http.status in _DENIED:
        return (
            "this request requires authorization: pass a token with --bearer-env VAR, or --header"
        )
    return _NEXT.get(reply.kind, "run it again with --debug")


def joined_text(result: MaybeJson) -> MaybeJson:
    """All text of a result, whichever of the three kinds it is."""
    if not isinstance(result, dict):
        return ""
    texts: list[str] = []
    for key in ("content", "contents", "messages"):
        items = result.get(key)
        for item in items if isinstance(items, list) else ():
            _add_texts(item, texts)
    return "\n".join(texts)


def _add_texts(item: Json, texts: list[str]) -> None:
    if not isinstance(item, dict):
        return
    block = item.get("content", item)
    for part in block if isinstance(block, list) else (block,):
        text = part.get("text") if isinstance(part, dict) else None
        if isinstance(text, str):
            texts.append(text)


def succeeded(reply: Reply, where: Location | None) -> Finding | None:
    """What a test without expectations demands: no error and no ``isError``.

    Whether the result has the shape of its revision is judged for every test alike.
    """
    if not isinstance(reply.error, Missing):
        return _assertion("the server returned an error", reply.error, where, reply)
    if isinstance(reply.result, dict) and reply.result.get("isError") is True:
        text = joined_text(reply.result)
        return _assertion("the tool reported an error (isError)", text, where, reply)
    return None


def _assertion(message: str, actual: MaybeJson, where: Location | None, reply: Reply) -> Finding:
    return Finding(
        id="assertion",
        severity=Severity.ERROR,
        message=message,
        where=where,
        actual=actual,
        help="if you expect this error, assert it under `expect`",
        exchange=reply.exchange,
    )
