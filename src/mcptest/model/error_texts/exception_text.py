"""Whether a tool error is the text of an uncaught exception."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from mcptest.model.error_texts.exception_patterns import (
    MASKED,
    PATTERNS,
    SURROUNDINGS,
    Grade,
    Pattern,
)
from mcptest.model.json import MISSING, Json, MaybeJson
from mcptest.model.leak_patterns import TRACES
from mcptest.model.record import record
from mcptest.model.texts import texts_in

_NUMBER: Final = re.compile(r"[0-9]{1,40}(?:\.[0-9]{1,40})?")
_LONGEST: Final = 64 * 1024
_SHOWN: Final = 200
TRACE: Final = "stack trace"  # in place of a runtime, which it does not show


@record
class ExceptionText:
    """``certain`` where only a mistake in the program produces such a text."""

    runtime: str
    excerpt: str
    certain: bool


def find_exception(text: str, *, sent: MaybeJson = MISSING) -> ExceptionText | None:
    """The strongest sign of an uncaught exception in an error; ``sent`` is the call's arguments.

    What the arguments themselves say is nobody's exception, and where the machine lacks a network
    or an account, the error proves one grade less.
    """
    text = text[:_LONGEST]
    mine = texts_in(sent)
    numbers = tuple(_numbers_in(sent))
    best: tuple[Grade, str, str] = (Grade.NOTHING, "", "")
    for pattern in PATTERNS:
        for found in pattern.expression.finditer(text):
            if found.group().strip() in mine:
                continue
            grade = _grade(pattern, found.groupdict().get("name"), mine, numbers)
            if grade is Grade.NOTHING:
                text = text.replace(found.group(), " " * len(found.group()))
            if grade > best[0]:
                best = (grade, pattern.runtime, _line_of(text, found.start()))
    trace = None if best[0] > Grade.NOTHING else TRACES.search(text)
    if trace is not None and trace.group() not in mine:
        best = (Grade.LIKELY, TRACE, _last_line(text, trace.start()))
    grade, runtime, excerpt = best
    if SURROUNDINGS.search(text):
        grade = Grade(max(grade - 1, Grade.NOTHING))
    if grade is Grade.NOTHING:
        return None
    return ExceptionText(runtime, excerpt, certain=grade is Grade.CERTAIN)


def is_masked(text: str) -> bool:
    """Whether an SDK hides the text of an exception that the tool did not catch."""
    return MASKED.match(text) is not None


def _grade(pattern: Pattern, name: str | None, mine: str, numbers: Iterable[float]) -> Grade:
    if pattern.ours is pattern.grade:
        return pattern.grade
    if name is not None:
        about_ours = name in mine
    else:
        about_ours = any(abs(number) < 1 or not pattern.zero for number in numbers)
    return pattern.ours if about_ours else pattern.grade


def _numbers_in(value: MaybeJson) -> Iterator[float]:
    """Numbers, and those in a text, which a tool may read from it."""
    waiting: list[MaybeJson] = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, int | float) and not isinstance(here, bool):
            yield here
        elif isinstance(here, str):
            yield from map(float, _NUMBER.findall(here))
        elif isinstance(here, list | dict):
            inner: list[Json] = list(here.values()) if isinstance(here, dict) else here
            waiting.extend(inner)


def _line_of(text: str, at: int) -> str:
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    return text[start : end if end != -1 else len(text)].strip()[:_SHOWN]


def _last_line(text: str, at: int) -> str:
    """Python says the reason last, the others first."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if not lines:
        return ""
    python = text.startswith("Traceback", at) or text[at:].lstrip().startswith('File "')
    return (lines[-1] if python else lines[0])[:_SHOWN]
