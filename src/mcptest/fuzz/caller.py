"""Call one tool repeatedly, and restart its server when it dies."""

from __future__ import annotations

from dataclasses import dataclass

from mcptest.engine.answer import denial_of
from mcptest.engine.context import Context
from mcptest.engine.own_server import OwnServer
from mcptest.engine.passed_values import given_to
from mcptest.engine.protocol.message_rules import ProtocolJudge
from mcptest.fuzz.oracle import FuzzOutcome, Sighting, look
from mcptest.model.json import JsonObject, Missing
from mcptest.model.leak import NOTHING
from mcptest.model.outcome import Skip
from mcptest.model.spec_version import Era
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Refusal
from mcptest.safety.policy import CallContext
from mcptest.schema.validate import Validator, validator
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session

FEATURE = "fuzz"


@dataclass(frozen=True, slots=True)
class Stopped:
    """No further call may be made."""

    skip: Skip


class ToolCaller:
    """Every call passes the gate; a crash or a hang costs the server, not the run."""

    def __init__(
        self,
        context: Context,
        tool: ToolDescriptor,
        *,
        limit: float,
        consent: CallContext,
        own: OwnServer | None = None,
    ) -> None:
        self.own = own or OwnServer(context)
        self._context = context
        self._tool = tool
        self._limit = limit
        self._consent = consent
        self._output = _output_check(tool)
        self._flagged = 0
        self._session: Session | None = None
        self._protocol: ProtocolJudge
        self._given = NOTHING

    async def call(self, arguments: JsonObject, *, settle: bool = False) -> Sighting | Stopped:
        """Call once and judge; ``settle`` also waits for what a server says afterwards.

        Raises: TargetError when the server does not come back.
        """
        gate = self._context.gate.enter(
            self._context.server, self._tool, FEATURE, context=self._consent
        )
        async with gate as answer:
            if isinstance(answer, Refusal):
                return Stopped(answer.skip)
            session = await self._open()
            params: JsonObject = {"name": self._tool.name, "arguments": arguments}
            reply = await session.request("tools/call", params, timeout=self._limit)
            if settle and session.alive():
                reply = await self._settled(session, reply)
        if (denied := denial_of(reply)) is not None:
            return Stopped(denied)
        seen = self._look(session, reply)
        if seen.outcome in {FuzzOutcome.CRASH, FuzzOutcome.HANG}:
            await self.own.discard()
        return seen

    def used_up(self, seen: Sighting) -> bool:
        """Whether the call was waited for until its time was over."""
        return seen.reply is not None and seen.reply.duration_ms >= self._limit * 1000

    def process(self) -> int | None:
        """The id of the server's process, where it is one that we started."""
        process = getattr(getattr(self._session, "link", None), "process", None)
        pid = getattr(process, "pid", None)
        return pid if isinstance(pid, int) else None

    async def _open(self) -> Session:
        session = await self.own.session()
        if session is not self._session:
            self._session, self._flagged = session, len(session.transcript.problems)
            self._protocol = ProtocolJudge(session.version)
            self._given = given_to(self._context.target, self._tool, session.client)
        return session

    async def _settled(self, session: Session, reply: Reply) -> Reply:
        """A second answer, or a death after the first one, shows with the next request."""
        method = "server/discover" if session.era is Era.STATELESS else "ping"
        after = await session.request(method, timeout=self._limit)
        return after if after.ending is not None else reply

    def _look(self, session: Session, reply: Reply) -> Sighting:
        problems = session.transcript.problems
        new, self._flagged = problems[self._flagged :], len(problems)
        return look(reply, new, self._output, self._protocol, self._given)


def _output_check(tool: ToolDescriptor) -> Validator | None:
    if isinstance(tool.output_schema, Missing):
        return None
    check = validator(tool.output_schema)
    return None if check.schema_errors else check
