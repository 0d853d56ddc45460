"""Classify one response: clean, crash, hang or protocol violation, and whether it leaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Final

from mcptest.engine.answer import AnswerKind, error_text, sort_answer
from mcptest.engine.protocol.message_rules import ProtocolJudge
from mcptest.model.escape import one_line
from mcptest.model.finding import Severity
from mcptest.model.json import JsonObject
from mcptest.model.leak import NOTHING, Given, Leak, find_leaks
from mcptest.model.texts import texts_in
from mcptest.schema.validate import Validator
from mcptest.wire.lines import ENDLESS
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.transcript import TranscriptEntry

_CHANGING: Final = re.compile(r"0x[0-9a-f]+|\d+|'[^']*'|\"[^\"]*\"")
_OUR_LIMITS: Final = ("(limit-", "(frame-surrogate)")


class FuzzOutcome(StrEnum):
    CLEAN = "clean"
    CRASH = "crash"
    HANG = "hang"
    PROTOCOL_VIOLATION = "protocol_violation"


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was seen for one input; ``leaks`` is independent of the outcome."""

    outcome: FuzzOutcome
    problem: str = ""
    leaks: tuple[Leak, ...] = ()
    reply: Reply | None = None

    @property
    def is_bad(self) -> bool:
        return self.outcome is not FuzzOutcome.CLEAN or bool(self.leaks)

    @property
    def succeeded(self) -> bool:
        """Whether the tool did what it was called for."""
        return self.reply is not None and sort_answer(self.reply).kind is AnswerKind.RESULT

    @property
    def signature(self) -> str:
        """The same for the same fault, whatever the numbers and names in its message."""
        leaked = ",".join(leak.kind for leak in self.leaks)
        text = one_line(_CHANGING.sub("_", self.problem), limit=80)
        return f"{self.outcome}|{text}|{leaked}"

    def same_fault(self, other: Sighting) -> bool:
        """Whether the other shows it too; a message may differ while a thing is made smaller."""
        if self.outcome is not other.outcome:
            return False
        kinds = {leak.kind for leak in self.leaks}
        return kinds <= {leak.kind for leak in other.leaks}


def look(
    reply: Reply,
    problems: Sequence[TranscriptEntry],
    output: Validator | None,
    protocol: ProtocolJudge,
    given: Given = NOTHING,
) -> Sighting:
    """Judge one call, with what the wire flagged meanwhile and the tool's outputSchema."""
    answer = sort_answer(reply)
    leaks = _leaks(reply, given)
    if answer.kind is AnswerKind.CRASH:
        return Sighting(FuzzOutcome.CRASH, answer.problem, leaks, reply)
    if answer.kind is AnswerKind.HANG:
        return Sighting(FuzzOutcome.HANG, answer.problem, leaks, reply)
    problem = _violation(answer.kind, answer.problem, problems) or _misfit(reply, protocol)
    if not problem and isinstance(reply.result, dict) and output is not None:
        problem = _output_problem(reply.result, output)
    outcome = FuzzOutcome.PROTOCOL_VIOLATION if problem else FuzzOutcome.CLEAN
    return Sighting(outcome, problem, leaks, reply)


def _violation(kind: AnswerKind, problem: str, problems: Sequence[TranscriptEntry]) -> str:
    if kind is AnswerKind.MALFORMED:
        beyond_us = any(code in problem for code in _OUR_LIMITS)
        return "" if beyond_us and ENDLESS not in problem else problem
    odd = [entry for entry in problems if not (entry.code or "").startswith("limit-")]
    return odd[0].problem or "an invalid message" if odd else ""


def _misfit(reply: Reply, protocol: ProtocolJudge) -> str:
    """The first message that does not have the shape of its revision."""
    unasked = (*reply.notifications, *reply.server_requests)
    found = chain.from_iterable(protocol.said(each) for each in unasked if isinstance(each, dict))
    if reply.kind is ReplyKind.ANSWERED and isinstance(reply.message, dict):
        found = chain(found, protocol.response(reply.method, reply.message, reply.request))
    errors = (finding.message for finding in found if finding.severity is Severity.ERROR)
    return next(errors, "")


def _output_problem(result: JsonObject, output: Validator) -> str:
    interim = result.get("resultType", "complete") != "complete" or "task" in result
    if interim or result.get("isError") is True:
        return ""
    if "structuredContent" not in result:
        return "the tool has an outputSchema, but the result has no structuredContent"
    errors = output.errors(result["structuredContent"])
    return f"structuredContent does not match outputSchema: {errors[0].message}" if errors else ""


def _leaks(reply: Reply, given: Given) -> tuple[Leak, ...]:
    text = error_text(reply)
    return find_leaks(text, known=texts_in(reply.request), given=given) if text else ()
