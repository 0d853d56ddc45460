"""The MCP endpoint of a scenario: sessions and methods, lenient where rules judge.

A client that violates one rule is still served, so that its other behavior can be judged.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from mcptest.client.authorization.gate import EndpointGate
from mcptest.client.conversation import ClientConversation
from mcptest.client.serve.events import STREAM_HEADERS, PostChannel, event_text
from mcptest.client.serve.listener import HttpRequest, ScenarioListener
from mcptest.client.stage import ScenarioStage
from mcptest.mock.envelope import IncomingMessage, MessageKind, read_message
from mcptest.mock.rpc import (
    HEADER_MISMATCH,
    METHOD_NOT_FOUND,
    MISSING_CAPABILITY,
    UNSUPPORTED_VERSION,
)
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.wire.codec import encode

PATH: Final = "/mcp"
SESSION: Final = "mcp-session-id"
_STATUS: Final = {
    METHOD_NOT_FOUND: 404,
    MISSING_CAPABILITY: 400,
    UNSUPPORTED_VERSION: 400,
    HEADER_MISMATCH: 400,
}


class Endpoint:
    """Serves one stage over HTTP."""

    def __init__(self, stage: ScenarioStage) -> None:
        self.stage = stage
        self.listener = ScenarioListener(self._handle, self._unreadable)
        self._streams: dict[str, OldSession] = {}  # of HTTP+SSE
        self._latest: ClientConversation | None = None
        plan = stage.scenario.protection
        self._gate = None if plan is None else EndpointGate(stage, plan)

    async def open(self, port: int = 0) -> None:
        """Raises: OSError."""
        await self.listener.open(port=port)
        if self._gate is not None:
            await self._gate.open(self.listener.port)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.port}{PATH}"

    def _unreadable(self, problem: str) -> None:
        self.stage.log.happened("unreadable", problem=problem.partition(":")[0])

    async def _handle(self, request: HttpRequest) -> None:
        entry = self.stage.log.http(request.method, request.path, request.headers)
        try:
            if not await self._turned_away(request):
                await self._serve(request, entry)
            elif request.method == "POST":
                self.stage.log.refused(read_message(request.body).message)
        finally:
            entry["status"] = request.status

    async def _turned_away(self, request: HttpRequest) -> bool:
        """Whether the request never gets to the endpoint itself."""
        if self._gate is not None and await self._gate.takes(request):
            return True
        return await self.stage.scenario.http(self.stage, request)

    async def _serve(self, request: HttpRequest, entry: JsonObject) -> None:
        if self.stage.version is SpecVersion.V2024_11_05:
            await self._serve_old(request, entry)
        elif request.path != PATH:
            await request.respond(404)
        elif request.method == "POST":
            await self._post(request, entry)
        elif request.method == "DELETE" and self.stage.version.era is Era.HANDSHAKE:
            await self._delete(request)
        else:
            await request.respond(405, (("Allow", "POST"),))

    async def _post(self, request: HttpRequest, entry: JsonObject) -> None:
        incoming = read_message(request.body)
        opens = incoming.method == "initialize"
        conversation = self._conversation(request, opens=opens)
        messages = self.stage.read(request.body, conversation, entry)
        requests = [one for one in messages if one.kind is MessageKind.REQUEST]
        for one in messages:
            self.stage.notice(one, conversation)
        entry["conversation"] = conversation.number
        headers = self._named(conversation) if opens else ()
        sse = self.stage.scenario.sse and any(one.method == "tools/call" for one in requests)
        channel = PostChannel(request, headers=headers, sse=sse)
        if not requests:
            await request.respond(202 if messages else 400)
        else:
            batched = incoming.kind is MessageKind.BATCH
            await self._respond(requests, conversation, channel, batched=batched)

    async def _respond(
        self,
        requests: list[IncomingMessage],
        conversation: ClientConversation,
        channel: PostChannel,
        *,
        batched: bool,
    ) -> None:
        replies = [await self.stage.respond(one, conversation, channel) for one in requests]
        if channel.request.is_gone.is_set():
            return
        said: list[Json] = [reply for reply in replies if reply is not None]
        if not said:
            if channel.request.responded:
                await channel.request.finish()
            else:
                await channel.request.is_gone.wait()
            return
        reply = said if batched else said[0]
        await channel.finish(reply, status=self._status(requests[0], reply))

    def _status(self, incoming: IncomingMessage, reply: Json) -> int:
        error = reply.get("error") if isinstance(reply, dict) else None
        code = error.get("code") if isinstance(error, dict) else None
        if self.stage.is_probe(incoming):
            return 400
        stateless = self.stage.version.era is Era.STATELESS
        return _STATUS.get(code, 200) if stateless and isinstance(code, int) else 200

    def _conversation(self, request: HttpRequest, *, opens: bool) -> ClientConversation:
        """By its session; a request that names none is taken for one of the latest."""
        known = self.stage.sessions.get(request.headers.get(SESSION, ""))
        if known is not None:
            return known
        if self._latest is None or (opens and self._latest in self.stage.sessions.values()):
            self._latest = self.stage.converse()
        return self._latest

    def _named(self, conversation: ClientConversation) -> tuple[tuple[str, str], ...]:
        if self.stage.version.era is Era.STATELESS:
            return ()
        name = secrets.token_urlsafe(24)
        self.stage.sessions[name] = conversation
        self.stage.log.happened("session", session=name, conversation=conversation.number)
        return (("Mcp-Session-Id", name),)

    async def _delete(self, request: HttpRequest) -> None:
        known = self.stage.sessions.get(request.headers.get(SESSION, ""))
        await request.respond(200 if known else 404)

    async def _serve_old(self, request: HttpRequest, entry: JsonObject) -> None:
        """HTTP+SSE: a stream by GET names where to POST, and brings every message."""
        session = self._streams.get(request.path)
        if request.method == "GET" and request.path == PATH:
            await self._stream(request)
        elif request.method == "POST" and session is not None:
            conversation, channel = session.conversation, StreamChannel(session.stream)
            messages = self.stage.read(request.body, conversation, entry)
            entry["conversation"] = conversation.number
            await request.respond(202)
            for one in messages:
                self.stage.notice(one, conversation)
                if one.kind is MessageKind.REQUEST:
                    work = self._answer_on(one, conversation, channel)
                    self.stage.start(asyncio.ensure_future(work))
        else:
            await request.respond(405 if request.path == PATH else 404)

    async def _answer_on(
        self, one: IncomingMessage, conversation: ClientConversation, channel: StreamChannel
    ) -> None:
        reply = await self.stage.respond(one, conversation, channel)
        if reply is not None:
            await channel.send(reply)

    async def _stream(self, request: HttpRequest) -> None:
        path = f"{PATH}/messages/{secrets.token_urlsafe(8)}"
        queue = asyncio.Queue[bytes]()
        self._streams[path] = OldSession(self.stage.converse(), queue)
        await request.start(200, STREAM_HEADERS)
        await request.write(event_text(path.encode(), name="endpoint"))
        async with asyncio.TaskGroup() as group:
            passing = group.create_task(_pass_on(queue, request))
            await request.is_gone.wait()
            passing.cancel()


async def _pass_on(queue: asyncio.Queue[bytes], request: HttpRequest) -> None:
    while True:
        await request.write(await queue.get())


@record
class OldSession:
    """One client of HTTP+SSE: what was said, and the stream that it listens to."""

    conversation: ClientConversation
    stream: asyncio.Queue[bytes]


class StreamChannel:
    """The one stream of HTTP+SSE."""

    def __init__(self, stream: asyncio.Queue[bytes]) -> None:
        self._stream = stream
        self.is_gone = asyncio.Event()

    async def send(self, message: Json) -> None:
        self._stream.put_nowait(event_text(encode(message)))
