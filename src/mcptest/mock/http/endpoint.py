"""Streamable HTTP without sockets: a request in, a draft response out, in both eras."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from mcptest.mock import stateless
from mcptest.mock.auth.gate import Protection
from mcptest.mock.envelope import IncomingMessage, MessageKind, read_message
from mcptest.mock.http.guard import Guard
from mcptest.mock.http.headers import (
    accepts,
    accepts_events,
    check_mirror_headers,
    check_version_header,
)
from mcptest.mock.http.replay import EventStore
from mcptest.mock.meaning.scene import HttpSide, Standing
from mcptest.mock.overrides.draft import DraftReply
from mcptest.mock.rpc import (
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    MISSING_CAPABILITY,
    RpcError,
    error_message,
    result_message,
)
from mcptest.mock.server import MockConnection, MockServer
from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.record import record

PATH: Final = "/mcp"
SESSION: Final = "Mcp-Session-Id"
MOST_SESSIONS: Final = 1000
_STATELESS_STATUS: Final = {METHOD_NOT_FOUND: 404, MISSING_CAPABILITY: 400}


@record
class Request:
    """One HTTP request; header names in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes = b""
    query: str = ""
    shouted: frozenset[str] = frozenset()
    padded: frozenset[str] = frozenset()


class HttpMock:
    """The endpoint; sessions belong to the handshake era alone."""

    def __init__(self, server: MockServer, guard: Guard) -> None:
        self.server = server
        self.guard = guard
        self._sessions: OrderedDict[str, MockConnection] = OrderedDict()
        self._events = EventStore()
        self._protection = Protection(PATH, server.book.flaws) if server.book.protects else None
        self._ended: OrderedDict[str, None] = OrderedDict()

    def answer(self, request: Request) -> DraftReply:
        """What comes back, overrides applied; the status is always set."""
        incoming = IncomingMessage(MessageKind.NOTHING)
        if request.method == "POST" and request.path == PATH:
            incoming = read_message(request.body)
        session_id = request.headers.get(SESSION.lower(), "")
        connection = self._sessions.get(session_id)
        standing = Standing() if connection is None else connection.standing()
        session = "known" if connection else "ended" if session_id in self._ended else "unknown"
        healthy = self._healthy(request, incoming)
        side = self.side(request, healthy, session)
        draft = self.server.book.apply(incoming, healthy, side, standing)
        self._rename(healthy.headers.get(SESSION), draft.headers.get(SESSION))
        return self._events.apply(draft, request.headers.get("last-event-id"))

    def side(self, request: Request, healthy: DraftReply, session: str = "unknown") -> HttpSide:
        """What overrides may ask of a request, next to the status of the healthy answer."""
        return HttpSide(
            request.method,
            request.headers,
            healthy.status or 200,
            request.path,
            request.query,
            session=session,
            own_origin=self.guard.takes_origin(request.headers.get("origin")),
            own_host=self.guard.takes_host(request.headers.get("host", "")),
            shouted=request.shouted,
            padded=request.padded,
        )

    def _rename(self, given: str | None, told: str | None) -> None:
        """A session goes by the name that its client was told."""
        if given is not None and told is not None and given != told:
            self._sessions[told] = self._sessions.pop(given)

    def _healthy(self, request: Request, incoming: IncomingMessage) -> DraftReply:
        if (words := self.guard.refusal(request.headers)) is not None:
            return refused(403, words)
        if (answered := self._protected(request, incoming)) is not None:
            return answered
        if request.path != PATH:
            return refused(404, f"not found; the endpoint is {PATH}")
        if request.method != "POST":
            return self._other_method(request)
        if (status := _unusable(request.headers)) is not None:
            return refused(
                status, "send application/json, and accept application/json or text/event-stream"
            )
        if self._is_stateless(request, incoming):
            return self._stateless(request, incoming)
        return self._in_session(request, incoming)

    def _protected(self, request: Request, incoming: IncomingMessage) -> DraftReply | None:
        """What authorization answers in place of the endpoint."""
        if self._protection is None:
            return None
        asked = (request.method, request.path, request.query, request.headers, request.body)
        return self._protection.answer(*asked, incoming)

    def _is_stateless(self, request: Request, incoming: IncomingMessage) -> bool:
        if not (self.server.stateless and self.server.handshakes):
            return self.server.stateless
        named = request.headers.get("mcp-protocol-version") in stateless.SUPPORTED
        return named or stateless.VERSION_KEY in stateless.meta_of(incoming.params)

    def _stateless(self, request: Request, incoming: IncomingMessage) -> DraftReply:
        if incoming.kind is MessageKind.NOTIFICATION:
            return DraftReply(status=202)
        if incoming.kind is not MessageKind.REQUEST:
            wrong = incoming.refusal or RpcError(INVALID_REQUEST, "send one request at a time")
            return DraftReply(error_message(incoming.id, wrong.as_json()), status=400)
        try:
            self._check(request, incoming)
        except RpcError as error:
            return DraftReply(error_message(incoming.id, error.as_json()), status=400)
        try:
            features = self.server.features
            result = stateless.answer_alone(features, incoming.method, incoming.params)
        except RpcError as error:
            status = _STATELESS_STATUS.get(error.code, 200)
            return DraftReply(error_message(incoming.id, error.as_json()), status=status)
        return DraftReply(result_message(incoming.id, result), status=200)

    def _check(self, request: Request, incoming: IncomingMessage) -> None:
        """Everything that 2026-07-28 answers with status 400.

        Raises: RpcError.
        """
        if incoming.refusal is not None:
            raise incoming.refusal
        stateless.check_opening(incoming.method, incoming.params)
        check_version_header(incoming, request.headers)
        stateless.check_meta(incoming.params)
        stateless.check_version(incoming.params)
        is_call = incoming.method == "tools/call"
        tool = self.server.features.tools.find(incoming.params.get("name")) if is_call else None
        check_mirror_headers(incoming, request.headers, tool)

    def _in_session(self, request: Request, incoming: IncomingMessage) -> DraftReply:
        session_id = request.headers.get(SESSION.lower())
        opens = incoming.method == "initialize" and incoming.kind is MessageKind.REQUEST
        if incoming.kind is MessageKind.MALFORMED:
            return DraftReply(self.server.connect().reply(incoming), status=400)
        if opens and session_id is None:
            return self._open(request, incoming)
        if not opens and (words := self._wrong_version(request)) is not None:
            return refused(400, words, incoming.id)
        if session_id is None:
            return refused(400, f"the {SESSION} header is missing", incoming.id)
        connection = self._sessions.get(session_id)
        if connection is None:
            return refused(404, "unknown session", incoming.id)
        self._sessions.move_to_end(session_id)
        reply = connection.reply(incoming)
        if reply is MISSING:
            return DraftReply(status=202)
        refused_batch = incoming.kind is MessageKind.BATCH and isinstance(reply, dict)
        return DraftReply(reply, status=400 if refused_batch else 200)

    def _wrong_version(self, request: Request) -> str | None:
        version = request.headers.get("mcp-protocol-version")
        spoken = [known.wire for known in self.server.handshakes]
        if version is None or version in spoken:
            return None
        return f"unsupported MCP-Protocol-Version; supported: {', '.join(spoken)}"

    def _open(self, request: Request, incoming: IncomingMessage) -> DraftReply:
        connection = self.server.connect()
        reply = connection.reply(incoming)
        if connection.version is None:
            return DraftReply(reply, status=200)
        session_id = secrets.token_urlsafe(24)
        self._sessions[session_id] = connection
        if self._protection is not None:
            self._protection.opened(session_id, request.headers)
        if len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        return DraftReply(reply, status=200, headers={SESSION: session_id})

    def _other_method(self, request: Request) -> DraftReply:
        """No stream of our own is offered; a session can be ended."""
        named = request.headers.get("mcp-protocol-version") in stateless.SUPPORTED
        ends = request.method == "DELETE" and bool(self.server.handshakes)
        if not ends or (named and self.server.stateless):
            allowed = "POST, DELETE" if self.server.handshakes else "POST"
            return DraftReply(status=405, headers={"Allow": allowed})
        session_id = request.headers.get(SESSION.lower())
        if session_id is None:
            return refused(400, f"the {SESSION} header is missing")
        found = self._sessions.pop(session_id, None)
        if found:
            self._ended[session_id] = None
            if len(self._ended) > MOST_SESSIONS:
                self._ended.popitem(last=False)
        return DraftReply(status=204) if found else refused(404, "unknown session")


def refused(status: int, words: str, request_id: MaybeJson = MISSING) -> DraftReply:
    """A refusal by HTTP, with a JSON-RPC error for people to read."""
    error = RpcError(INVALID_REQUEST, words)
    return DraftReply(error_message(request_id, error.as_json()), status=status)


def _unusable(headers: Mapping[str, str]) -> int | None:
    content_type = headers.get("content-type", "application/json").partition(";")[0].strip()
    if content_type.lower() != "application/json":
        return 415
    return None if accepts(headers, "application/json") or accepts_events(headers) else 406
