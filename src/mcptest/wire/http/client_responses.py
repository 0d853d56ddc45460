"""Send our responses to the server's requests, each as a POST."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count

from mcptest.wire.http.exchange import IncomingResponse
from mcptest.wire.http.failures import BrokenError
from mcptest.wire.limits import Limits
from mcptest.wire.transcript import Transcript

_MOST = 32


class Answers:
    """The tasks that carry answers; none outlives its link, and a flood of them is dropped."""

    def __init__(
        self,
        post: Callable[[bytes, str], Awaitable[IncomingResponse]],
        transcript: Transcript,
        limits: Limits,
    ) -> None:
        self._post = post
        self._transcript = transcript
        self._limits = limits
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = count(1)
        self._stopped = False

    def send(self, raw: bytes) -> None:
        if self._stopped or len(self._tasks) >= _MOST:
            self._transcript.note("too many concurrent requests from the server", "answer-dropped")
            return
        task = asyncio.ensure_future(self._send(raw))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        self._stopped = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self, raw: bytes) -> None:
        stream = f"post:answer:{next(self._numbers)}"
        self._transcript.sent(raw, stream)
        problem = "no response in time"
        try:
            async with asyncio.timeout(self._limits.timeout):
                incoming = await self._post(raw, stream)
                await incoming.close()
                problem = "" if incoming.ok else f"status {incoming.status}"
        except BrokenError as error:
            problem = error.problem
        except TimeoutError:
            pass
        if problem:
            self._transcript.note(
                f"the server rejected the client's response: {problem}", "answer-refused"
            )
