"""The messages that one case exchanged with the server, in order, within a limit."""

from __future__ import annotations

from collections.abc import Callable

from mcptest.engine.clock import Clock
from mcptest.engine.protocol.violations import Violations
from mcptest.model.json import MaybeJson
from mcptest.model.outcome import Said
from mcptest.wire.link import Outgoing
from mcptest.wire.reply import Reply, ReplyKind

MOST = 20  # exchanges that a case keeps; a fuzzed tool alone has hundreds
_LONGEST = 200
_SUBJECT = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


class Conversation:
    """A listener: the first exchanges of a case, and how many there were in all."""

    def __init__(self, clock: Clock, since: float) -> None:
        self.total = 0
        self.violations = Violations()  # in the responses that it got
        self._clock = clock
        self._since = since
        self._first: list[_LoggedRequest] = []

    def asked(self, out: Outgoing) -> Callable[[Reply], None]:
        self.total += 1
        if self.total > MOST:
            return _ignore
        exchange = _LoggedRequest(out, (self._clock.seconds() - self._since) * 1000)
        self._first.append(exchange)
        return exchange.end

    @property
    def said(self) -> tuple[Said, ...]:
        return tuple([exchange.said for exchange in self._first])


class _LoggedRequest:
    """A request, and what came of it first."""

    __slots__ = ("_at", "_out", "_outcome", "_took")

    def __init__(self, out: Outgoing, at: float) -> None:
        self._out = out
        self._at = at
        self._outcome: str | None = None
        self._took = 0.0

    def end(self, reply: Reply) -> None:
        if self._outcome is None:
            self._outcome, self._took = outcome_of(reply), reply.duration_ms

    @property
    def said(self) -> Said:
        out = self._out
        return Said(out.method[:_LONGEST], _subject(out), self._outcome, self._took, self._at)


def _ignore(_reply: Reply) -> None:
    """For an exchange that is only counted."""


def outcome_of(reply: Reply) -> str:
    """One word, or two with the code of an error."""
    if reply.kind is not ReplyKind.ANSWERED:
        return reply.kind.value
    if reply.ok:
        failed = isinstance(reply.result, dict) and reply.result.get("isError") is True
        return "tool-error" if failed else "result"
    return "error" if reply.error_code is None else f"error {reply.error_code}"


def _subject(out: Outgoing) -> str | None:
    """Which tool, prompt or resource it was about."""
    params: MaybeJson = out.message.get("params") if isinstance(out.message, dict) else None
    member = _SUBJECT.get(out.method)
    name = params.get(member) if isinstance(params, dict) and member else None
    return name[:_LONGEST] if isinstance(name, str) else None
