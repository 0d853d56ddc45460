"""Call the tool, and cancel the call at once."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from mcptest.engine.answer import AnswerKind, sort_answer
from mcptest.model.json import JsonObject
from mcptest.negative.demands import broken_down
from mcptest.negative.probe import RUNTIME_FAULTS, Attempt, Judgement, Probe, ProbeProof, Verdict
from mcptest.negative.probe_session import ProbeSession
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.reply import Reply

_ID = "mcptest-cancelled"
_SETTLE = 0.25


def _requests(subject: ProbeSubject) -> list[Attempt]:
    async def act(probing: ProbeSession) -> Reply:
        """The answer to the next request counts; the cancelled one may come or not."""
        params = probing.params({"name": subject.tool.name, "arguments": subject.base})
        message: JsonObject = {"jsonrpc": "2.0", "id": _ID, "method": "tools/call"}
        call = {**message, "params": params}
        pending = asyncio.ensure_future(
            probing.session.exchange(call, id=_ID, timeout=probing.limit)
        )
        try:
            await asyncio.sleep(0)
            await probing.session.notify("notifications/cancelled", {"requestId": _ID})
            live = await probing.live()
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(pending), min(_SETTLE, probing.limit))
            return live
        finally:
            pending.cancel()
            await asyncio.wait([pending])

    return [Attempt("a call and its cancellation", act, calls=subject.tool, alone=True)]


def _judge(reply: Reply, _subject: ProbeSubject) -> Judgement:
    answer = sort_answer(reply)
    lives = Verdict.ANSWERED if answer.kind is AnswerKind.RESULT else Verdict.REJECTED
    return broken_down(answer) or Judgement(met=True, verdict=lives)


PROBE = Probe(
    id="cancelled_call",
    fault="FAULT-TIMEOUT-CANCELLED-CALL",
    paper=RUNTIME_FAULTS,
    category="timeout and cancellation",
    sends="The valid call and, without waiting, its cancellation. Then a request that must work.",
    demands="The server keeps working and responds to the next request.",
    why="Users cancel calls. A server that crashes or hangs then has to be restarted by hand.",
    fix="Stop the work, send no response for it, and keep running.",
    requests=_requests,
    judge=_judge,
    proof=ProbeProof(failing=[{"on": "notifications/cancelled", "exit": 1}]),
)
