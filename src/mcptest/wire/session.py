"""One session with a server, with one interface for both eras."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Self

from mcptest.errors import TargetConnectError, TargetHandshakeError
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.model.run import ServerFacts
from mcptest.model.spec_version import NEWEST_HANDSHAKE, NEWEST_STATELESS, Era, SpecVersion
from mcptest.sdk.detect import detect_sdk
from mcptest.wire.client_side import ClientSide
from mcptest.wire.codec import encode
from mcptest.wire.limits import Limits
from mcptest.wire.link import Closing, Connect, Link, Outgoing, RequestId, open_link
from mcptest.wire.listing import Listing, walk_list, walk_page
from mcptest.wire.meta import RequestMeta, with_meta
from mcptest.wire.opening import FIRST_ID, Opened, discover, listed_revision, shake_hands
from mcptest.wire.opening_error import worth_another
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.target import Target

_Headers = Mapping[str, str | None]
_NO_HEADERS: _Headers = {}
_DEFAULT = Limits()
_NOT_NOW = 503
_CANCEL_WITHIN = 0.5  # a server that hangs gets no more than this for its cancellation


class Session:
    """What a feature may do with a server that is open; nothing here raises for its faults."""

    def __init__(
        self,
        link: Link,
        opened: Opened,
        *,
        limits: Limits,
        client: ClientSide | None = None,
        last_id: int = FIRST_ID,
    ) -> None:
        self.link = link
        self.transcript = link.transcript
        self.limits = limits
        self.client = client or ClientSide()
        self.era = opened.era
        self.version = opened.version
        self.capabilities = opened.capabilities
        self.info = opened.info
        self.instructions = opened.instructions
        self.opening = opened.reply
        self.speaks = opened.speaks
        self._last_id = last_id
        self.offered: list[Json] = []  # the tools as last listed
        self._schemas: dict[str, Json] = {}
        stateless = opened.era is Era.STATELESS
        self.meta = RequestMeta(self.version, self.client.capabilities if stateless else None)

    async def request(
        self,
        method: str,
        params: JsonObject | None = None,
        *,
        timeout: float | None = None,
        headers: _Headers | None = None,
    ) -> Reply:
        """Ask and wait; a request that ran out of time is cancelled."""
        self._last_id = number = self._last_id + 1
        if self.meta.members:
            params = with_meta(params, self.meta.members)
        message: JsonObject = {"jsonrpc": "2.0", "id": number, "method": method}
        if params is not None:
            message["params"] = params
        schema = self._schema_of(message) if self._schemas else MISSING
        out = Outgoing(encode(message), method, message, number, headers or _NO_HEADERS, schema)
        limit = self.limits.timeout if timeout is None else timeout
        reply = await self.link.exchange(out, timeout=limit)
        if reply.kind is ReplyKind.TIMED_OUT and method != "initialize":
            await self.cancel(number, "no response in time")
        return reply

    async def notify(
        self, method: str, params: JsonObject | None = None, *, headers: _Headers | None = None
    ) -> Reply:
        """Say something that has no answer."""
        return await self._notify(method, params, headers, self.limits.timeout)

    async def exchange(
        self,
        message: Json | bytes,
        *,
        id: RequestId | None = None,  # noqa: A002 - it is what JSON-RPC calls it
        timeout: float | None = None,
        headers: _Headers | None = None,
        schema: MaybeJson = MISSING,
    ) -> Reply:
        """Say anything, also wrongly, and wait for an answer to ``id`` when one is named.

        ``schema`` says which arguments of a call become headers; that of a listed tool is known.
        """
        raw = message if isinstance(message, bytes) else encode(message)
        method = message.get("method") if isinstance(message, dict) else None
        out = Outgoing(
            raw,
            method if isinstance(method, str) else "",
            MISSING if isinstance(message, bytes) else message,
            id,
            headers or _NO_HEADERS,
            self._schema_of(message) if schema is MISSING else schema,
        )
        limit = self.limits.timeout if timeout is None else timeout
        return await self.link.exchange(out, timeout=limit)

    async def list_all(self, kind: str) -> Listing:
        """Every page of a kind that ``listing.LISTS`` has."""
        stateless = self.era is Era.STATELESS
        listing = await walk_list(kind, self._list, self.limits, empty_cursor_lives=stateless)
        if kind == "tools":
            self.offered = listing.items
            self._remember_schemas(listing.items)
        return listing

    async def list_page(self, kind: str, cursor: str | None) -> tuple[Listing, str | None]:
        """One page of the same, the first without a cursor; and the cursor of the next page."""
        listing, following = await walk_page(kind, self._list, self.limits.timeout, cursor)
        if kind == "tools":
            self._remember_schemas(listing.items)
        return listing, following

    async def _list(self, method: str, params: JsonObject | None, limit: float) -> Reply:
        reply = await self.request(method, params, timeout=limit)
        if reply.http is None or reply.http.status != _NOT_NOW:
            return reply
        self.transcript.note(f"{method} got HTTP 503 and was retried")
        return await self.request(method, params, timeout=limit)

    def alive(self) -> bool:
        return self.link.alive()

    @property
    def lost(self) -> bool:
        """The server said that it no longer knows this conversation, so it did nothing in it."""
        return bool(getattr(self.link, "session_lost", False))

    def facts(self, name: str) -> ServerFacts:
        return ServerFacts(
            name=name,
            transport=self.link.transport.name,
            era=self.era,
            protocol_version=self.version.wire,
            speaks=tuple(version.wire for version in self.speaks),
            info=self.info,
            sdk=detect_sdk(self.opening.message, self.offered),
        )

    async def close(self) -> Closing:
        return await self.link.close()

    @property
    def next_id(self) -> int:
        """The id of the next request."""
        return self._last_id + 1

    async def cancel(self, number: int, reason: str) -> None:
        """Tell the server that nobody waits for an answer any more.

        On HTTP in the stateless era the closed stream has said it already.
        """
        if self.era is Era.STATELESS and self.link.transport.http:
            return
        params: JsonObject = {"requestId": number, "reason": reason}
        await self._notify("notifications/cancelled", params, None, _CANCEL_WITHIN)

    async def _notify(
        self, method: str, params: JsonObject | None, headers: _Headers | None, limit: float
    ) -> Reply:
        message: JsonObject = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        out = Outgoing(encode(message), method, message, None, headers or _NO_HEADERS)
        return await self.link.exchange(out, timeout=limit)

    def _remember_schemas(self, tools: list[Json]) -> None:
        for tool in tools if self.era is Era.STATELESS else ():
            if isinstance(tool, dict) and isinstance(name := tool.get("name"), str):
                self._schemas[name] = tool.get("inputSchema")

    def share_schemas(self, known: dict[str, Json]) -> Self:
        """Use and extend what other sessions with the server learned about its tools."""
        known.update(self._schemas)
        self._schemas = known
        return self

    def _schema_of(self, message: Json | bytes) -> MaybeJson:
        match message:
            case {"method": "tools/call", "params": {"name": str(name)}}:
                return self._schemas.get(name, MISSING)
        return MISSING


@record
class _Attempt:
    target: Target
    version: SpecVersion
    exact: bool


async def open_session(
    target: Target,
    *,
    version: SpecVersion | None = None,
    exact: bool = True,
    limits: Limits = _DEFAULT,
    client: ClientSide | None = None,
    connect: Connect | None = None,
    first_id: int = FIRST_ID,
) -> Session:
    """Launch or connect, and begin; without a version at whatever it speaks.

    With one that is not ``exact``, an older one of the same era will do. Request ids count up
    from ``first_id``.

    Raises: TargetStartError, TargetConnectError, TargetHandshakeError.
    """
    first: TargetHandshakeError | None = None
    for attempt in _attempts(target, version, exact=exact and version is not None):
        try:
            return await _open(
                attempt, limits, client or ClientSide(), connect or open_link, first_id
            )
        except TargetHandshakeError as error:
            first = first or error
            if not worth_another(error):
                raise first from None
        except TargetConnectError:
            if first is None:
                raise
    assert first is not None
    raise first


def _attempts(target: Target, version: SpecVersion | None, *, exact: bool) -> Iterator[_Attempt]:
    """Each on a process or connection of its own: a server may stick to its first era."""
    if version is None or version.era is Era.HANDSHAKE:
        yield _Attempt(target, version or NEWEST_HANDSHAKE, exact)
    if version is None or version.era is Era.STATELESS:
        yield _Attempt(target, version or NEWEST_STATELESS, exact)
    older = target.older
    if older is not None and (version is None or version.era is Era.HANDSHAKE):
        yield _Attempt(older, version or NEWEST_HANDSHAKE, exact)


async def _open(
    attempt: _Attempt, limits: Limits, client: ClientSide, connect: Connect, first_id: int
) -> Session:
    try:
        link = await connect(attempt.target, limits=limits, client=client)
        return await open_on(
            link,
            attempt.version,
            exact=attempt.exact,
            limits=limits,
            client=client,
            number=first_id,
        )
    except TargetHandshakeError as error:
        listed = None if attempt.exact else listed_revision(error, attempt.version)
        if listed is None:
            raise attempt.target.explained(error) from None
    return await _open(replace(attempt, version=listed), limits, client, connect, first_id)


async def open_on(
    link: Link,
    version: SpecVersion,
    *,
    exact: bool = True,
    limits: Limits,
    client: ClientSide,
    number: int = FIRST_ID,
) -> Session:
    """Begin on a link that is there; ``number`` is the first id that nobody used on it.

    Raises: TargetHandshakeError; the link is closed then.
    """
    within = limits.timeout
    try:
        if version.era is Era.STATELESS:
            opened = await discover(link, version, client=client, timeout=within, number=number)
        else:
            opened = await shake_hands(
                link, version, exact=exact, client=client, timeout=within, number=number
            )
    except BaseException:
        await link.close()
        raise
    return Session(link, opened, limits=limits, client=client, last_id=number)
