"""What one answer shows: clean, crash, hang or protocol violation, and whether it leaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mcptest.engine.answer import AnswerKind, error_text, sort_answer
from mcptest.model.escape import one_line
from mcptest.model.json import JsonObject
from mcptest.model.leak import Leak, find_leaks, texts_in
from mcptest.schema.validate import Validator
from mcptest.wire.lines import ENDLESS
from mcptest.wire.reply import Reply
from mcptest.wire.transcript import Entry

_CHANGING: Final = re.compile(r"0x[0-9a-f]+|\d+|'[^']*'|\"[^\"]*\"")
_OUR_LIMITS: Final = ("(limit-", "(frame-surrogate)")


class Outcome(StrEnum):
    CLEAN = "clean"
    CRASH = "crash"
    HANG = "hang"
    PROTOCOL_VIOLATION = "protocol_violation"


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was seen for one input; ``leaks`` is independent of the outcome."""

    outcome: Outcome
    problem: str = ""
    leaks: tuple[Leak, ...] = ()
    reply: Reply | None = None

    @property
    def is_bad(self) -> bool:
        return self.outcome is not Outcome.CLEAN or bool(self.leaks)

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


def look(reply: Reply, problems: Sequence[Entry], output: Validator | None) -> Sighting:
    """Judge one call, with what the wire flagged meanwhile and the tool's outputSchema."""
    answer = sort_answer(reply)
    leaks = _leaks(reply)
    if answer.kind is AnswerKind.CRASH:
        return Sighting(Outcome.CRASH, answer.problem, leaks, reply)
    if answer.kind is AnswerKind.HANG:
        return Sighting(Outcome.HANG, answer.problem, leaks, reply)
    problem = _violation(reply, answer.kind, answer.problem, problems, output)
    outcome = Outcome.PROTOCOL_VIOLATION if problem else Outcome.CLEAN
    return Sighting(outcome, problem, leaks, reply)


def _violation(
    reply: Reply,
    kind: AnswerKind,
    problem: str,
    problems: Sequence[Entry],
    output: Validator | None,
) -> str:
    if kind is AnswerKind.MALFORMED:
        beyond_us = any(code in problem for code in _OUR_LIMITS)
        return "" if beyond_us and ENDLESS not in problem else problem
    odd = [entry for entry in problems if not (entry.code or "").startswith("limit-")]
    if odd:
        return odd[0].problem or "an odd message"
    if isinstance(reply.result, dict):
        return _result_problem(reply.result, output)
    return ""


def _result_problem(result: JsonObject, output: Validator | None) -> str:
    """Tools, calling tools: ``content`` is a list of blocks with a type, ``isError`` a boolean."""
    if result.get("resultType", "complete") != "complete" or "task" in result:
        return ""
    content = result.get("content")
    if not isinstance(content, list):
        return "the result has no list of content"
    if any(not isinstance(b, dict) or not isinstance(b.get("type"), str) for b in content):
        return "a block of content has no type"
    if not isinstance(result.get("isError", False), bool):
        return "isError is not a boolean"
    if output is None or result.get("isError") is True:
        return ""
    return _output_problem(result, output)


def _output_problem(result: JsonObject, output: Validator) -> str:
    if "structuredContent" not in result:
        return "the tool has an outputSchema, and the result no structuredContent"
    errors = output.errors(result["structuredContent"])
    return f"structuredContent breaks outputSchema: {errors[0].message}" if errors else ""


def _leaks(reply: Reply) -> tuple[Leak, ...]:
    text = error_text(reply)
    return find_leaks(text, known=texts_in(reply.request)) if text else ()
