"""Run probes one after the other, and restart what one of them breaks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from mcptest.engine.answer import AnswerKind, denial_of, error_text, limit_of, sort_answer
from mcptest.engine.context import Context
from mcptest.engine.own_server import OwnServer
from mcptest.model.outcome import Skip, SkipReason
from mcptest.negative.probe import Attempt, Judgement, Probe, Verdict
from mcptest.negative.probe_session import ProbeSession
from mcptest.negative.subject import ProbeSubject
from mcptest.safety.gate import Refusal
from mcptest.safety.policy import CallContext
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session

FEATURE: Final = "negative_path"
_MOST_CRASHES: Final = 3  # of one probe; the rest of its requests would only repeat them


@dataclass(frozen=True, slots=True)
class Heard:
    """One bad request and how its answer was judged."""

    label: str
    reply: Reply
    judgement: Judgement
    ordinary: bool = False  # one request in an open session, as any client can send it


@dataclass(frozen=True, slots=True)
class ProbeOutcome:
    """A probe that ran, or why it did not."""

    probe: Probe
    heard: tuple[Heard, ...] = ()
    skip: Skip | None = None
    cut: Skip | None = None  # why it did not make all of its requests

    @property
    def out_of_budget(self) -> bool:
        left = self.skip or self.cut
        return left is not None and left.reason is SkipReason.BUDGET_EXHAUSTED

    @property
    def broken(self) -> tuple[Heard, ...]:
        return tuple(one for one in self.heard if not one.judgement.met)


class _RefusedError(Exception):
    """The gate, or a server that wants credentials, let a call not pass."""

    def __init__(self, skip: Skip) -> None:
        super().__init__(skip.detail)
        self.skip = skip


class Prober:
    """Holds the server that is being mistreated, and what it said so far."""

    def __init__(
        self,
        context: Context,
        own: OwnServer,
        subject: ProbeSubject,
        limit: float,
        consent: CallContext,
    ) -> None:
        self._context = context
        self._consent = consent
        self._own = own
        self._scratch = OwnServer(
            context
        )  # for messages that are not ordinary requests; new for each probe
        self._subject = subject
        self._limit = limit
        self._replies: list[tuple[str, Reply]] = []

    async def run(self, probe: Probe) -> ProbeOutcome:
        skip = probe.applies(self._subject)
        if skip is not None:
            return ProbeOutcome(probe, skip=skip)
        earlier = self._errors(probe) if probe.reads_errors else ()
        heard: list[Heard] = []
        left: Skip | None = None
        try:
            await self._make(probe, probe.requests(self._subject), heard)
        except _RefusedError as refused:
            left = refused.skip
        finally:
            await self._scratch.discard()
        if probe.reads_errors:
            own = [one for one in heard if error_text(one.reply) or not one.judgement.met]
            heard = [*earlier, *own]
        if heard:
            return ProbeOutcome(probe, tuple(heard), cut=left)
        return ProbeOutcome(probe, skip=left or Skip(SkipReason.NOT_APPLICABLE, probe.nothing))

    async def _make(self, probe: Probe, attempts: Iterable[Attempt], heard: list[Heard]) -> None:
        """Fill ``heard``; what came before a refusal counts."""
        crashes = 0
        for attempt in attempts:
            reply = await self._attempt(attempt)
            denied = denial_of(reply) if attempt.calls is not None else limit_of(reply)
            if denied is not None:
                raise _RefusedError(denied)
            kind = sort_answer(reply).kind
            crashes += kind is AnswerKind.CRASH
            if kind in {AnswerKind.CRASH, AnswerKind.HANG}:
                await self._start_again(probe, attempt, kind)
            if kind is AnswerKind.HANG and await self._hangs_anyway(probe, attempt):
                break
            self._replies.append((attempt.label, reply))
            judge = attempt.judge or probe.judge
            judged = judge(reply, self._subject)
            heard.append(Heard(attempt.label, reply, judged, ordinary=not attempt.alone))
            if kind is AnswerKind.HANG or crashes == _MOST_CRASHES:
                break

    async def _hangs_anyway(self, probe: Probe, attempt: Attempt) -> bool:
        """Whether what is bad about the attempt is not to blame."""
        if attempt.control is None:
            return False
        kind = sort_answer(await self._attempt(attempt.control)).kind
        if kind is not AnswerKind.HANG:
            return False
        await self._start_again(probe, attempt.control, kind)
        self._context.note(f"{probe.id}: not judged, because {attempt.control.label} hangs too")
        return True

    async def _start_again(self, probe: Probe, attempt: Attempt, kind: AnswerKind) -> None:
        await (self._scratch if attempt.alone else self._own).discard()
        how = "crashed" if kind is AnswerKind.CRASH else "did not respond"
        self._context.note(f"{probe.id}: the server {how} ({attempt.label}) and was restarted")

    async def _attempt(self, attempt: Attempt) -> Reply:
        if attempt.calls is None:
            return await self._act(attempt)
        # A tool that nobody offers runs nothing, however often it is asked for.
        offered = attempt.calls.name == self._subject.tool.name
        consent = self._consent if offered else CallContext.CONSENTED
        server = self._context.server
        gate = self._context.gate.enter(server, attempt.calls, FEATURE, context=consent)
        async with gate as answer:
            if isinstance(answer, Refusal):
                raise _RefusedError(answer.skip)
            return await self._act(attempt)

    async def _act(self, attempt: Attempt) -> Reply:
        if not attempt.alone:
            return await attempt.act(self._probe_session(await self._own.session()))
        return await attempt.act(self._probe_session(await self._scratch.session()))

    def _probe_session(self, session: Session) -> ProbeSession:
        context = self._context
        return ProbeSession(session, context.target, context.limits, self._limit)

    def _errors(self, probe: Probe) -> tuple[Heard, ...]:
        """What the probes before this one heard, read by this one's judge."""
        read = [
            Heard(label, reply, probe.judge(reply, self._subject))
            for label, reply in self._replies
            if error_text(reply)
        ]
        fine = {Verdict.REJECTED, Verdict.LEAKED}  # what else is wrong, their own probe says
        return tuple(one for one in read if one.judgement.verdict in fine)
