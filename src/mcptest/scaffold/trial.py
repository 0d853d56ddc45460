"""What became of a call that was only tried: fit for a test, or why not."""

from __future__ import annotations

from mcptest.match.normalise import normalise_text
from mcptest.model.json import Json, MaybeJson
from mcptest.wire.reply import Reply, ReplyKind

NEEDS_ARGUMENTS = "needs real arguments"


def trouble_with(reply: Reply) -> str | None:
    """None where the answer is a success; else the words for the comment and the skip."""
    if reply.kind is ReplyKind.TIMED_OUT:
        return "timed out when it was called"
    if reply.kind is ReplyKind.CLOSED:
        return "made the server exit when it was called"
    if reply.kind is not ReplyKind.ANSWERED:
        return "returned an invalid JSON-RPC response when it was called"
    if isinstance(reply.error, dict):
        return _refused(reply.error.get("message"))
    if isinstance(reply.result, dict) and reply.result.get("isError") is True:
        return _refused(first_text(reply.result))
    if is_interim(reply.result):
        return "asks for input before it returns a result"
    return None


def is_interim(result: MaybeJson) -> bool:
    """Whether a stateless server wants something first, or has only begun (``resultType``)."""
    kind = result.get("resultType", "complete") if isinstance(result, dict) else "complete"
    return kind != "complete"


def first_text(result: Json) -> Json:
    """The first text block of a tool's answer."""
    content = result.get("content") if isinstance(result, dict) else None
    for item in content if isinstance(content, list) else []:
        if isinstance(item, dict) and isinstance(item.get("text"), str):
            return item["text"]
    return None


def _refused(said: Json) -> str:
    if not isinstance(said, str) or not said.strip():
        return NEEDS_ARGUMENTS
    # What changes from call to call must not change the file.
    line = normalise_text(said.strip().splitlines()[0])
    return f'{NEEDS_ARGUMENTS}: the server returned "{line}"'
