"""One pending request, and what happened since it was sent."""

from __future__ import annotations

import asyncio
from math import inf

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.wire.link import Outgoing
from mcptest.wire.listeners import LISTENER
from mcptest.wire.process.stderr import Stderr
from mcptest.wire.reply import Ending, Reply, ReplyKind

EVIDENCE = 64 * 1024


class Waiting:
    """Collects what belongs to a request; ``future`` gets its Reply exactly once."""

    __slots__ = (
        "_stderr",
        "_stderr_mark",
        "_tell",
        "deadline",
        "dropped",
        "future",
        "listener",
        "notifications",
        "out",
        "requests",
        "since",
        "suspect",
        "timeout",
    )

    def __init__(self, out: Outgoing, stderr: Stderr | None = None) -> None:
        self.out = out
        loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Reply] = asyncio.Future(loop=loop)
        self.since = loop.time()
        self.timeout = self.deadline = inf
        self.notifications: list[Json] = []
        self.requests: list[Json] = []
        self.dropped = 0
        self.suspect: tuple[bytes, str] | None = None  # an unreadable frame, perhaps our answer
        self._stderr = stderr
        self._stderr_mark = stderr.total if stderr else 0
        self.listener = LISTENER.get()
        self._tell = None if self.listener is None else self.listener.asked(out)

    @property
    def token(self) -> MaybeJson:
        """The progress token that the request carries."""
        message = self.out.message
        params = message.get("params") if isinstance(message, dict) else None
        meta = params.get("_meta") if isinstance(params, dict) else None
        return meta.get("progressToken", MISSING) if isinstance(meta, dict) else MISSING

    def note(self, kept: list[Json], message: Json, limit: int) -> None:
        """Keep a notification or server request while there is room, else count it."""
        if len(kept) < limit:
            kept.append(message)
        else:
            self.dropped += 1

    def finish(self, reply: Reply) -> None:
        if not self.future.done():
            self.future.set_result(reply)

    def answer(self, message: JsonObject, raw: bytes) -> None:
        """End with a response that carries our id, well formed or not."""
        problem = response_problem(message)
        kind = ReplyKind.MALFORMED if problem else ReplyKind.ANSWERED
        self.finish(self.reply(kind, message=message, raw=raw, problem=problem))

    def reply(
        self,
        kind: ReplyKind,
        *,
        message: MaybeJson = MISSING,
        raw: bytes = b"",
        problem: str | None = None,
        ending: Ending | None = None,
    ) -> Reply:
        out = self.out
        members = message if isinstance(message, dict) else {}
        stderr = self._stderr
        silent = stderr is None or stderr.total == self._stderr_mark
        reply = Reply(
            kind,
            out.method,
            out.message,
            message,
            members.get("result", MISSING),
            members.get("error", MISSING),
            (self.future.get_loop().time() - self.since) * 1000,
            problem,
            raw[:EVIDENCE],
            tuple(self.notifications),
            self.dropped,
            tuple(self.requests),
            None,
            ending,
            "" if silent or stderr is None else stderr.since(self._stderr_mark),
        )
        if self._tell is not None:
            self._tell(reply)
        return reply


def response_problem(message: JsonObject) -> str | None:
    """Why this is not a JSON-RPC response, or None (JSON-RPC 2.0, section 5)."""
    if message.get("jsonrpc") != "2.0":
        return 'the member "jsonrpc" is not "2.0"'
    if ("result" in message) == ("error" in message):
        return 'exactly one of "result" and "error" was expected'
    return None
