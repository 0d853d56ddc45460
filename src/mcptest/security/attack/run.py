"""Send a probe's values to one argument of one tool, and judge the responses."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from mcptest.engine.context import Context
from mcptest.model.counted import counted
from mcptest.model.finding import Exchange, Signal
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.safety.gate import Refusal
from mcptest.scaffold.arguments import valid_arguments
from mcptest.security.attack.canaries import Canaries
from mcptest.security.attack.trial import Trial
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenResponse
from mcptest.security.live.response_text import response_texts
from mcptest.security.rule import AttackRule
from mcptest.security.subject import ToolArgument, ToolSubject
from mcptest.wire.reply import Reply, ReplyKind

FEATURE: Final = "security"
_WAIT: Final = 10.0
_MOST_CALLS: Final = 200  # of one tool
_SUSPECTED: Final = 5.0
_ENDS: Final = {
    ReplyKind.TIMED_OUT: "the server did not respond in time",
    ReplyKind.CLOSED: "the server closed the connection",
}


class ProbeVerdict(StrEnum):
    """How a probe of one argument ended."""

    CONFIRMED = "confirmed"
    SUSPECTED = "suspected"
    PASSED = "passed"
    ON_PURPOSE = "on purpose"
    STOPPED = "stopped"


@record
class Probed:
    verdict: ProbeVerdict
    calls: int
    hit: SecurityHit | None = None


class ToolProbe:
    """One tool under attack: counts the calls, and stops at the first sign of harm."""

    def __init__(self, context: Context, subject: ToolSubject, canaries: Canaries) -> None:
        self._context = context
        self._subject = subject
        self._grounds = canaries
        made = valid_arguments(subject.tool, context.gate, sandboxed=False)
        self._base: JsonObject = made.value if isinstance(made.value, dict) else {}
        self.calls = 0
        self.stopped: str | None = None

    async def run(self, rule: AttackRule, argument: ToolArgument) -> Probed:
        attack, before = rule.attack, self.calls
        control = attack.control
        if control is not None and attack.excuses(self._subject):
            trial = self._grounds.trial()
            if await self._proves(rule, argument, trial, control(trial)) is not None:
                return Probed(ProbeVerdict.ON_PURPOSE, self.calls - before)
        for form in range(len(attack.forms(self._grounds.trial()))):
            found = await self._try(rule, argument, form)
            if found is None:
                if self.stopped is not None:
                    return Probed(ProbeVerdict.STOPPED, self.calls - before)
                continue
            again = await self._try(rule, argument, form)
            verdict = ProbeVerdict.CONFIRMED if again is not None else ProbeVerdict.SUSPECTED
            hit = self._hit(rule, argument, again or found, verdict)
            return Probed(verdict, self.calls - before, hit)
        return Probed(ProbeVerdict.PASSED, self.calls - before)

    async def _try(
        self, rule: AttackRule, argument: ToolArgument, form: int
    ) -> tuple[str, Exchange] | None:
        trial = self._grounds.trial()
        value = rule.attack.forms(trial)[form]
        return await self._proves(rule, argument, trial, value)

    async def _proves(
        self, rule: AttackRule, argument: ToolArgument, trial: Trial, value: str
    ) -> tuple[str, Exchange] | None:
        reply = await self._call({**self._base, argument.name: _shaped(argument, value)})
        if reply is None or not rule.attack.proves(trial, _text(reply, self._subject.tool.name)):
            return None
        return value, reply.exchange

    async def _call(self, arguments: JsonObject) -> Reply | None:
        if self.stopped is not None or self.calls >= _MOST_CALLS:
            self.stopped = self.stopped or f"{_MOST_CALLS} calls were made"
            return None
        context, tool = self._context, self._subject.tool
        session = await context.session()
        async with context.gate.enter(context.server, tool, FEATURE) as answer:
            if isinstance(answer, Refusal):
                self.stopped = answer.skip.detail
                return None
            self.calls += 1
            params: JsonObject = {"name": tool.name, "arguments": arguments}
            limit = min(_WAIT, context.limits.timeout)
            reply = await session.request("tools/call", params, timeout=limit)
        if reply.kind in {ReplyKind.TIMED_OUT, ReplyKind.CLOSED}:
            self.stopped = _ENDS[reply.kind]
            context.retire_session()
        return reply

    def _hit(
        self,
        rule: AttackRule,
        argument: ToolArgument,
        found: tuple[str, Exchange],
        verdict: ProbeVerdict,
    ) -> SecurityHit:
        value, exchange = found
        certain = verdict is ProbeVerdict.CONFIRMED
        times = "twice, with new numbers each time" if certain else "once of two times"
        lowered = rule.attack.rate(self._subject)
        what = f"{rule.title[0].lower()}{rule.title[1:]}"
        where = f'"{argument.name}" of "{self._subject.tool.name}"'
        return SecurityHit(
            message=f"{what}: {where} ({times}); sent {value!r}",
            pointer=argument.pointer,
            tool=self._subject.index,
            score=lowered if certain else _SUSPECTED,
            kind=argument.name,
            signals=(Signal(f"proof arrived {times}", 5.0 if certain else 2.0, value),),
            remedy=rule.fix,
            proof=verdict.value,
            exchange=exchange,
            text=argument.name,
        )


def _shaped(argument: ToolArgument, value: str) -> Json:
    """A list of texts gets a list of one."""
    return [value] if argument.schema.get("type") == "array" else value


def _text(reply: Reply, tool: str) -> str:
    return "\n".join(response_texts(SeenResponse(tool, {}, reply.result, reply.error)))


def told(probed: Iterable[Probed]) -> str:
    """How many probes were sent, and how they ended."""
    counts: dict[str, int] = {}
    calls = 0
    for one in probed:
        counts[one.verdict.value] = counts.get(one.verdict.value, 0) + 1
        calls += one.calls
    ends = ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))
    return f"{counted(calls, 'call')}: {ends or 'no argument suits a probe'}"
