"""The result of a tried call: fit for a test, or why not."""

from __future__ import annotations

import re
from collections.abc import Collection

from mcptest.engine.call_outcome import exception_in
from mcptest.match.normalise import normalise_text
from mcptest.model.json import Json, MaybeJson
from mcptest.safety.sandbox import SHOWN
from mcptest.wire.reply import Reply, ReplyKind

FAILED = "returned an error when it was called"
RAISED = "raised an exception when it was called"

_REST = r"[^\s\"'<>|:,;)\]}]*"  # of a path


def trouble_with(reply: Reply, *, given: Collection[str] = (), folder: str = "") -> str | None:
    """None where the answer is a success; else the words for the comment and the skip.

    Paths in what was ``given`` to the server stay as they are. ``folder`` is where generated
    arguments point; its name is another one in every run.
    """
    if reply.kind is ReplyKind.TIMED_OUT:
        return "timed out when it was called"
    if reply.kind is ReplyKind.CLOSED:
        return "made the server exit when it was called"
    if reply.kind is not ReplyKind.ANSWERED:
        return "returned an invalid JSON-RPC response when it was called"
    if isinstance(reply.error, dict):
        return _refused(reply, reply.error.get("message"), given, folder)
    if isinstance(reply.result, dict) and reply.result.get("isError") is True:
        return _refused(reply, first_text(reply.result), given, folder)
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


def _refused(reply: Reply, said: Json, given: Collection[str], folder: str) -> str:
    found = exception_in(reply)
    what = RAISED if found is not None and found.certain else FAILED
    if not isinstance(said, str) or not said.strip():
        return what
    first = said.strip().splitlines()[0]
    if folder:
        first = first.replace(folder, SHOWN)
    return f'{what}: "{_steady(first, given)}"'


def _steady(line: str, given: Collection[str]) -> str:
    """What changes from call to call must not change the file."""
    if not given:
        return normalise_text(line)
    known = re.compile(f"((?:{'|'.join(map(re.escape, given))}){_REST})")
    return "".join(
        part if known.fullmatch(part) else normalise_text(part) for part in known.split(line)
    )
