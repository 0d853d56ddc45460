"""Send any HTTP request to a server's origin, for rules about HTTP."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import aclosing
from time import perf_counter

from mcptest.model.json import MISSING, MaybeJson
from mcptest.wire.codec import FrameError, decode
from mcptest.wire.http.address import Address
from mcptest.wire.http.body import keep_body
from mcptest.wire.http.call import EVENT_STREAM
from mcptest.wire.http.event_stream import EventReader
from mcptest.wire.http.exchange import IncomingResponse
from mcptest.wire.http.explain import status_problem
from mcptest.wire.http.failures import BrokenError
from mcptest.wire.http.headers import Layers
from mcptest.wire.limits import Limits
from mcptest.wire.reply import HttpFacts, Reply, ReplyKind
from mcptest.wire.transcript import Transcript
from mcptest.wire.waiting import EVIDENCE


class Probing(ABC):
    """A link that can also send any HTTP request to its origin."""

    address: Address
    limits: Limits
    transcript: Transcript

    @abstractmethod
    async def request(
        self,
        verb: str,
        *,
        body: bytes = b"",
        layers: Layers = (),
        at: Address | None = None,
        stream: str = "",
    ) -> IncomingResponse:
        """Make one request with the standard headers changed by ``layers``."""

    async def send(
        self,
        verb: str,
        *,
        body: bytes = b"",
        headers: Mapping[str, str | None] | None = None,
        timeout: float | None = None,
        path: str | None = None,
        watch: float = 0.25,
    ) -> Reply:
        """Send any request to this origin and show the response; see ``probe``."""
        limit = self.limits.timeout if timeout is None else timeout
        return await probe(
            self, verb, body=body, headers=headers or {}, timeout=limit, path=path, watch=watch
        )


async def probe(
    link: Probing,
    verb: str,
    *,
    body: bytes,
    headers: Mapping[str, str | None],
    timeout: float,
    path: str | None,
    watch: float,
) -> Reply:
    """Send the standard headers changed by ``headers``, to ``path`` where it is not the usual one.

    ACCEPTED is any 2xx, REFUSED any other status. Of an event stream, what comes within
    ``watch`` seconds is the body. Raises nothing for what the server does, and
    TargetConnectError where ``path`` is not a path of this origin.
    """
    seen = _Seen(verb)
    at = link.address.at(path) if path is not None else None
    if at is not None and at.origin != link.address.origin:
        raise ValueError("a probe must use the origin of its target")
    stream = f"probe:{verb}"
    link.transcript.sent(body, stream)
    try:
        async with asyncio.timeout(timeout):
            incoming = await link.request(verb, body=body, layers=(headers,), at=at, stream=stream)
            try:
                await seen.read(incoming, watch)
            finally:
                await incoming.close()
    except TimeoutError:
        return seen.reply(ReplyKind.TIMED_OUT, f"no complete response within {timeout:g} s")
    except BrokenError as error:
        link.transcript.flagged(error.raw, error.code, error.problem, stream)
        return seen.reply(error.kind, f"{error.problem} ({error.code})")
    message = seen.message(incoming)
    keep_body(link.transcript, seen.body, message, stream)
    kind = ReplyKind.ACCEPTED if incoming.ok else ReplyKind.REFUSED
    problem = None if incoming.ok else status_problem(incoming.status, incoming.headers, seen.body)
    return seen.reply(kind, problem, message=message)


class _Seen:
    """What a probe got so far."""

    def __init__(self, verb: str) -> None:
        self.body = b""
        self._verb = verb
        self._since = perf_counter()
        self._incoming: IncomingResponse | None = None
        self._ids: list[str] = []

    async def read(self, incoming: IncomingResponse, watch: float) -> None:
        self._incoming = incoming
        if incoming.content_type != EVENT_STREAM:
            self.body = await incoming.body()
            return
        reader = EventReader(EVIDENCE)
        try:
            async with asyncio.timeout(watch), aclosing(incoming.chunks()) as chunks:
                async for chunk in chunks:
                    self.body += chunk
                    self._ids += [each.id for each in reader.feed(chunk) if each.id is not None]
                    if len(self.body) > EVIDENCE:
                        break
        except TimeoutError:
            pass

    def message(self, incoming: IncomingResponse) -> MaybeJson:
        """The JSON of the body, even if it is not JSON-RPC."""
        try:
            return decode(self.body, incoming.limits)
        except FrameError:
            return MISSING

    def reply(self, kind: ReplyKind, problem: str | None, *, message: MaybeJson = MISSING) -> Reply:
        incoming, members = self._incoming, message if isinstance(message, dict) else {}
        body = self.body[:EVIDENCE]
        facts = None
        if incoming is not None:
            facts = HttpFacts(
                incoming.status, incoming.headers, incoming.content_type, body, tuple(self._ids)
            )
        return Reply(
            kind,
            self._verb,
            message=message,
            result=members.get("result", MISSING),
            error=members.get("error", MISSING),
            duration_ms=(perf_counter() - self._since) * 1000,
            problem=problem,
            raw=body,
            http=facts,
        )
