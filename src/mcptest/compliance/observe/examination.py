"""What was observed of one server at one revision, shared by all rules."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from weakref import WeakKeyDictionary

from mcptest.compliance.corpus.claims import Claim
from mcptest.compliance.observe.fixtures.found_fixtures import FoundFixtures
from mcptest.compliance.observe.parking import Parking
from mcptest.compliance.observe.scratch import Scratch
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.select import ServerTraits
from mcptest.engine.context import Context
from mcptest.errors import TargetError, TargetHandshakeError
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.model.valid_calls import CallOutcome
from mcptest.registry import lookup
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import Session
from mcptest.wire.transcript import Transcript

VIEWS = "mcptest.compliance.views"
LONGEST_WAIT = 10.0
SHORTEST_WAIT = 1.0
SLOWER = 10  # times what an answer took, before its absence is a silence


@cache
def find_view(name: str) -> View | None:
    """The view of that name, importing its module alone."""
    return lookup(VIEWS, name, "VIEW", View)


@dataclass(slots=True)
class Examination:
    """Views are looked at once; every conversation is remembered for those who watch."""

    version: SpecVersion | None = None  # of the first session, where it is not pinned
    hints: Mapping[str, Json] = field(default_factory=dict)
    claims: tuple[Claim, ...] | None = None  # of a registry that is not built in
    traits: ServerTraits | None = None  # of the last session that was opened
    seeks_fixtures: bool = False  # also by calls that no rule makes
    fixtures: FoundFixtures = field(default_factory=FoundFixtures)  # hints that nobody had to give
    tokens_filled: bool = False
    filling: asyncio.Lock = field(default_factory=asyncio.Lock)
    _seen: dict[str, JsonObject | NotSeenError] = field(default_factory=dict)
    _watched: dict[str, tuple[int, JsonObject]] = field(default_factory=dict)
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict)
    _transcripts: list[Transcript] = field(default_factory=list)
    _own: WeakKeyDictionary[Context, Session] = field(default_factory=WeakKeyDictionary)
    _probed: set[int] = field(default_factory=set)
    violated: set[str] = field(default_factory=set)  # the rules, so far
    scratch: Scratch = field(default_factory=Scratch)
    parking: Parking = field(default_factory=Parking)
    silences: int = 0
    slowest: float = 0.0  # seconds
    refusals: list[TargetHandshakeError] = field(
        default_factory=list
    )  # of sessions after the first
    lost: list[TargetError] = field(default_factory=list)  # why the server is no longer asked
    calls: list[CallOutcome] = field(default_factory=list)  # of the calls with valid arguments
    _ids: count[int] = field(default_factory=lambda: count(1))

    async def see(self, name: str, ctx: Context) -> JsonObject:
        """What the view shows.

        Raises: NotSeenError.
        """
        view = find_view(name)
        assert view is not None, name
        if view.watches:
            return await self._watch(view, ctx)
        async with self._locks.setdefault(name, asyncio.Lock()):
            if name not in self._seen:
                self._seen[name] = await self._look(view, ctx)
        seen = self._seen[name]
        if isinstance(seen, NotSeenError):
            raise NotSeenError(seen.skip.reason, seen.skip.detail)
        return seen

    async def _watch(self, view: View, ctx: Context) -> JsonObject:
        """Look again only when more was said since."""
        if self.version is not None and self.version.era is Era.STATELESS:
            await self.parking.close()
        if self._watched.get(view.name, (-1, {}))[0] != self._said:
            seen = await view.look(self, ctx)
            self._watched[view.name] = (self._said, seen)
        return self._watched[view.name][1]

    @property
    def _said(self) -> int:
        return sum(transcript.mark() for transcript in self._transcripts)

    async def _look(self, view: View, ctx: Context) -> JsonObject | NotSeenError:
        try:
            return await view.look(self, ctx)
        except NotSeenError as reason:
            return reason

    async def session(self, ctx: Context) -> Session:
        """The shared conversation, or the case's own where the shared one has another revision."""
        session = self._own.get(ctx) or await ctx.session()
        self.version = self.version or session.version
        if session.version is not self.version:
            session = self._own[ctx] = await ctx.fresh(version=self.version)
        self.remember(session.transcript)
        return session

    async def on_its_own(self, ctx: Context) -> Examination:
        """The same server on a process that the case alone uses; nothing was seen there yet.

        Raises: TargetError.
        """
        own = Examination(self.version, self.hints, self.claims, fixtures=self.fixtures)
        own.tokens_filled = self.tokens_filled
        own._own[ctx] = await ctx.fresh(version=self.version)
        return own

    def remember(self, transcript: Transcript, *, probed: bool = False) -> None:
        """``probed`` says that things are said there which no good client says."""
        if not any(known is transcript for known in self._transcripts):
            self._transcripts.append(transcript)
        if probed:
            self._probed.add(id(transcript))

    def freeze(self, transcript: Transcript) -> None:
        """From now on the conversation is not part of this examination."""
        copied = transcript.copy()
        if id(transcript) in self._probed:
            self._probed ^= {id(transcript), id(copied)}
        self._transcripts = [copied if one is transcript else one for one in self._transcripts]

    def was_probed(self, transcript: Transcript) -> bool:
        return id(transcript) in self._probed

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        return tuple(self._transcripts)

    def next_id(self) -> str:
        """An id that nobody else uses in a message of our own making."""
        return f"mcptest-{next(self._ids)}"

    def timeout_for(self, limit: float) -> float:
        """How long to wait for the next answer: less with every one that did not come.

        Never so short that a slow server, or a busy machine, looks mute: what it needed for an
        answer before is the measure.
        """
        longest = min(limit, LONGEST_WAIT)
        least = max(SHORTEST_WAIT, SLOWER * self.slowest)
        return max(min(least, longest), longest * 0.5**self.silences)

    def noticed(self, reply: Reply) -> Reply:
        """Remember a silence, so that a server that hangs costs little, and how slow it can be.

        A call that may be made once, and that was not answered with a question, was made.
        """
        self.fixtures.unrun.noticed(reply)
        if reply.kind is ReplyKind.TIMED_OUT:
            self.silences += 1
        elif reply.kind is ReplyKind.ANSWERED:
            self.slowest = max(self.slowest, reply.duration_ms / 1000)
        return reply
