"""The background GET stream for messages that the server sends by itself."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from mcptest.wire.http.call import EVENT_STREAM
from mcptest.wire.http.event_stream import EventReader
from mcptest.wire.http.exchange import IncomingResponse
from mcptest.wire.http.explain import status_problem
from mcptest.wire.http.failures import BrokenError
from mcptest.wire.http.reconnecting import CODE, Reconnecting
from mcptest.wire.reply import HttpFacts, Reply, ReplyKind

if TYPE_CHECKING:
    from mcptest.wire.http.streamable import HttpLink

_METHOD = "GET"
GET_STREAM = "get"  # its name in the transcript


class Listener:
    """Holds the one background task of a link; ended streams are taken up again, within limits."""

    def __init__(self, link: HttpLink) -> None:
        self._link = link
        self._task: asyncio.Task[None] | None = None
        self._last_id: str | None = None
        self._retry = 0.0

    async def start(self, timeout: float) -> Reply:
        """Open the stream: ACCEPTED when it is there, REFUSED (often 405) when it is not."""
        if self._task is not None and not self._task.done():
            return Reply(ReplyKind.ACCEPTED, _METHOD)
        try:
            async with asyncio.timeout(timeout):
                incoming = await self._open()
        except TimeoutError:
            problem = f"no response to GET within {timeout:g} s"
            return Reply(ReplyKind.TIMED_OUT, _METHOD, problem=problem)
        except BrokenError as error:
            return Reply(error.kind, _METHOD, problem=error.problem)
        facts = HttpFacts(incoming.status, incoming.headers, incoming.content_type)
        if not _is_stream(incoming):
            await incoming.close()
            problem = status_problem(incoming.status, incoming.headers, b"")
            return Reply(ReplyKind.REFUSED, _METHOD, problem=problem, http=facts)
        self._link.transcript.answered(GET_STREAM, facts)
        self._task = asyncio.ensure_future(self._listen(incoming))
        return Reply(ReplyKind.ACCEPTED, _METHOD, http=facts)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _open(self) -> IncomingResponse:
        resume = {} if self._last_id is None else {"Last-Event-ID": self._last_id}
        return await self._link.request(
            "GET", layers=({"Accept": EVENT_STREAM}, resume), stream=GET_STREAM
        )

    async def _listen(self, incoming: IncomingResponse) -> None:
        tries, again, clock = 0, Reconnecting(), asyncio.get_running_loop().time
        while _is_stream(incoming):
            begun = clock()
            moved = await self._read(incoming)
            tries = 0 if moved else tries + 1
            again.ended(clock() - begun, self._retry)
            if again.exhausted:
                self._link.transcript.note(again.problem, CODE)
            if tries > self._link.limits.reconnects or again.exhausted:
                break
            await asyncio.sleep(again.delay(self._retry))
            try:
                async with asyncio.timeout(self._link.limits.timeout):
                    incoming = await self._open()
            except (BrokenError, TimeoutError):
                break
        await incoming.close()
        self._link.transcript.note("the GET event stream ended")

    async def _read(self, incoming: IncomingResponse) -> bool:
        """Take events until the stream ends; tells whether there were any."""
        link, reader, moved = self._link, EventReader(self._link.limits.message), False
        try:
            async with aclosing(incoming.chunks()) as chunks:
                async for chunk in chunks:
                    for event in reader.feed(chunk):
                        moved = True
                        self._last_id = self._last_id if event.id is None else event.id or None
                        self._retry = self._retry if event.retry is None else event.retry / 1000
                        if event.data and event.name == "message":
                            link.inbox.receive(event.data, stream=GET_STREAM)
                    if reader.overflowed:
                        limit = link.limits.message
                        link.transcript.note(f"an event over {limit} bytes", "limit-event")
                        return False
        except BrokenError as error:
            link.transcript.note(error.problem, error.code)
        finally:
            await incoming.close()
        return moved


def _is_stream(incoming: IncomingResponse) -> bool:
    return incoming.ok and incoming.content_type == EVENT_STREAM
