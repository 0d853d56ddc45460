"""One server that the page keeps open: its session, its lists, and how it ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from mcptest.errors import McptestError, UsageError
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.redaction import Redactor
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.plan.servers import engine_server
from mcptest.safety.classify import strictest_by_name
from mcptest.ui.client_config import client_config
from mcptest.ui.client_tasks import ClientTasks
from mcptest.ui.feed import Feed
from mcptest.ui.messages.frames import Frames
from mcptest.ui.messages.heads import HttpHeads
from mcptest.ui.offered import OfferedServer
from mcptest.ui.questions import CAPABILITIES, Questions
from mcptest.ui.session_settings import SessionSettings, names_of
from mcptest.ui.signing.signed import is_vouched, way_of, with_vouching
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.link import Link, open_link
from mcptest.wire.listing import Listing
from mcptest.wire.ready import open_when_ready
from mcptest.wire.session import Session
from mcptest.wire.target import Target
from mcptest.wire.transcript import TranscriptEntry

KINDS: Final = ("tools", "resources", "resources/templates", "prompts", "skills", "tasks")
_OPENING: Final = 30.0
_STDERR: Final = 1024 * 1024
_GLANCE: Final = 0.5


class LiveServer:
    """Opened when the page asks; ``state`` is closed, opening, open or lost."""

    def __init__(
        self, offered: OfferedServer, feed: Feed, frames: Frames, questions: Questions
    ) -> None:
        self.offered = offered
        self.redactor = Redactor(offered.spec.secrets)
        self.state = "closed"
        self.error: JsonObject | None = None
        self.session: Session | None = None
        self.number = 0  # counts the sessions
        self.tools: dict[str, ToolDescriptor] = {}
        self.confirmed: set[str] = set()
        self.wanted = False  # somebody connected, and did not disconnect since
        self.revision: SpecVersion | None = None  # what was chosen
        self.settings = SessionSettings()
        self.log_level: str | None = None  # sent with each tool call, where there is no session
        self.heads = HttpHeads()
        self._feed, self._frames, self._questions = feed, frames, questions
        self._since = 0.0
        self._declared: JsonObject = {}  # when the session was opened
        self._changing = asyncio.Lock()
        self._opening: asyncio.Task[Session] | None = None
        self._watching: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        return self.offered.name

    async def connect(self, version: SpecVersion | None = None) -> None:
        """Open a new session; one that is open is closed first.

        Raises: TargetError.
        """
        async with self._changing:
            await self._close()
            self.number += 1
            self.error = None
            self.wanted, self.revision = True, version
            self._turn("opening")
            try:
                self.session = await self._opened(version or self.offered.spec.version)
            except BaseException as error:
                if isinstance(error, McptestError):
                    self.error = error_document(error, self.redactor)
                self._turn("closed")
                raise
            self._since = time.time()
            self._watching = asyncio.ensure_future(self._watch(self.session))
            self._turn("open")

    def use(self, target: Target) -> None:
        """Open the next session with the same server reached in another way."""
        self.offered = replace(self.offered, spec=replace(self.offered.spec, target=target))
        self._feed.put("server", self.document)

    def choose(self, settings: SessionSettings) -> None:
        """Metadata counts from the next request on, capabilities from the next session on."""
        self.settings = settings
        if self.session is not None:
            self.session.meta.extend(settings.meta)
        self._feed.put("server", self.document)

    async def disconnect(self) -> None:
        """Close the session; one that is being opened is given up."""
        if self._opening is not None:
            self._opening.cancel()
        async with self._changing:
            self.wanted = False
            session = self._detach()
            self._turn("closed")  # a process may take its time to end
            if session is not None:
                await session.close()

    async def ready(self) -> Session:
        """The open session; one that was lost is opened again.

        Raises: UsageError where nobody connected, TargetError.
        """
        if self.state == "lost":
            await self.connect(self.session.version if self.session else None)
        if self.session is None or self.state != "open":
            raise UsageError(
                "ui-not-connected", f"{self.name} is not connected", hint="select Connect"
            )
        return self.session

    async def list(self, kind: str) -> Listing:
        """Everything of one kind, and for tools also what a later call needs to know."""
        session = await self.ready()
        listing = await session.list_all(kind)
        if kind == "tools":
            found = [ToolDescriptor.from_json(item) for item in listing.items]
            self.tools = strictest_by_name(found)
        return listing

    async def page(self, kind: str, cursor: str | None) -> tuple[Listing, str | None]:
        """One page of the same; what it says of tools is added to what is known."""
        session = await self.ready()
        listing, following = await session.list_page(kind, cursor)
        if kind == "tools":
            found = [ToolDescriptor.from_json(item) for item in listing.items]
            self.tools = {**({} if cursor is None else self.tools), **strictest_by_name(found)}
        return listing, following

    async def tool(self, name: str) -> ToolDescriptor | None:
        if name not in self.tools:
            await self.list("tools")
        return self.tools.get(name)

    @property
    def document(self) -> JsonObject:
        """What the page knows of the server."""
        session = self.session
        shown: JsonObject = {
            "name": self.name,
            "address": self.redactor.text(self.offered.address),
            "transport": self.offered.spec.target.presumed.name,
            "state": self.state,
            "session": self.number,
            "error": self.error,
            "auth": way_of(self.offered.spec.target),
            "config": self.redactor.text(client_config(self.offered)),
            "settings": self.settings.document,
            "declarable": names_of(self._capabilities),
        }
        if session is None:
            return shown
        facts: JsonObject = {
            "transport": session.link.transport.name,
            "era": session.era.value,
            "revision": session.version.wire,
            "capabilities": session.capabilities,
            "info": session.info,
            "instructions": session.instructions,
            "declared": self._declared,
            "speaks": [version.wire for version in session.speaks],
            "since": self._since * 1000,
        }
        return {**shown, **_object(self.redactor.json(facts))}

    async def _opened(self, version: SpecVersion | None) -> Session:
        """Raises: UsageError where somebody did not want to wait any longer."""
        opening = self._opening = asyncio.ensure_future(self._open(version))
        try:
            await asyncio.wait([opening])  # unlike await, it tells who was cancelled
        finally:
            self._opening = None
            opening.cancel()
            await asyncio.gather(opening, return_exceptions=True)
        if opening.cancelled():
            raise UsageError("ui-cancelled", "the connection was cancelled")
        return opening.result()

    async def _open(self, version: SpecVersion | None) -> Session:
        server = engine_server(self.offered.spec)
        timeout = self.offered.spec.timeout or _OPENING
        client = self._client()
        session = await open_when_ready(
            server.target,
            ready=server.ready,
            version=version,
            limits=Limits(timeout=timeout, stderr_head=_STDERR),
            client=client,
            connect=self._tapped,
        )
        session.meta.extend(self.settings.meta)
        self._declared = client.capabilities
        return session

    @property
    def _capabilities(self) -> JsonObject:
        """Everything that the page supports, or that a suite says in its place."""
        own = with_vouching(CAPABILITIES) if is_vouched(self.offered) else CAPABILITIES
        return {**own, **self.offered.spec.client_side().capabilities}

    def _client(self) -> ClientSide:
        """Answers of a suite stand; everything else goes to a person."""
        scripted = self.offered.spec.client_side()
        tasks = ClientTasks(self.name, self._questions)

        def by_hand(message: JsonObject, send: Callable[[JsonObject], None]) -> bool:
            if message.get("method") in scripted.answers:
                return False
            return tasks.take(message, send) or self._questions.take(self.name, message, send)

        capabilities = self.settings.declared(self._capabilities)
        return ClientSide(capabilities, scripted.answers, by_hand=by_hand)

    async def _tapped(self, target: Target, *, limits: Limits, client: ClientSide) -> Link:
        link = await open_link(target, limits=limits, client=client)
        number = self.number
        for entry in link.transcript.entries:
            self.hear(entry, number)
        link.transcript.tap = lambda entry: self.hear(entry, number)
        link.transcript.follows_stderr = True
        link.transcript.head_tap = lambda head: self.heads.add(number, head)
        return link

    def hear(self, entry: TranscriptEntry, session: int) -> None:
        """Keep an entry of the transcript, and tell every page."""
        frame = self._frames.add(self.name, session, entry)
        self._feed.put("frame", frame.summary(self.redactor))
        if frame.method == "notifications/cancelled" and frame.direction == "received":
            self._questions.cancelled(self.name, _request_id(entry.message))

    def note(self, text: str) -> None:
        """Say in the list of messages what the page did by itself."""
        raw = text.encode()
        self.hear(TranscriptEntry(time.monotonic(), "note", raw, size=len(raw)), self.number)

    async def _watch(self, session: Session) -> None:
        """Notice a server that ends by itself while nobody asks it anything."""
        while session.alive():  # noqa: ASYNC110 - not every transport tells when it ends
            await asyncio.sleep(_GLANCE)
        self._questions.forget(self.name)
        self._turn("lost")

    async def _close(self) -> None:
        session = self._detach()
        if session is not None:
            await session.close()

    def _detach(self) -> Session | None:
        """The session, which nobody uses any longer."""
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None
        session, self.session = self.session, None
        self.tools = {}
        if session is not None:
            self._questions.forget(self.name)
        return session

    def _turn(self, state: str) -> None:
        self.state = state
        self._feed.put("server", self.document)


def error_document(error: McptestError, redactor: Redactor) -> JsonObject:
    """An error as the page shows it."""
    hint = error.hint and redactor.text(error.hint)
    return {"code": error.code, "message": redactor.text(error.message), "hint": hint}


def _request_id(message: MaybeJson) -> Json:
    params = message.get("params") if isinstance(message, dict) else None
    return params.get("requestId") if isinstance(params, dict) else None


def _object(value: Json) -> JsonObject:
    assert isinstance(value, dict)
    return value
