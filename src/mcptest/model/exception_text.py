"""Whether a tool error is the text of an uncaught exception."""

from __future__ import annotations

from typing import Final

from mcptest.model.exception_patterns import MASKED, PATTERNS, SURROUNDINGS, Grade, Pattern
from mcptest.model.json import MISSING, Json, MaybeJson
from mcptest.model.leak_patterns import TRACES
from mcptest.model.record import record
from mcptest.model.texts import texts_in

_LONGEST: Final = 64 * 1024
_SHOWN: Final = 200


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
    numbers = _has_number(sent)
    best: tuple[Grade, str, str] = (Grade.NOTHING, "", "")
    for pattern in PATTERNS:
        for found in pattern.expression.finditer(text):
            if found.group().strip() in mine:
                continue
            grade = _grade(pattern, found.groupdict().get("name"), mine, numbers=numbers)
            if grade is Grade.NOTHING:
                text = text.replace(found.group(), " " * len(found.group()))
            if grade > best[0]:
                best = (grade, pattern.runtime, _line_of(text, found.start()))
    trace = None if best[0] > Grade.NOTHING else TRACES.search(text)
    if trace is not None and trace.group() not in mine:
        best = (Grade.LIKELY, "stack trace", _last_line(text, trace.start()))
    grade, runtime, excerpt = best
    if SURROUNDINGS.search(text):
        grade = Grade(max(grade - 1, Grade.NOTHING))
    if grade is Grade.NOTHING:
        return None
    return ExceptionText(runtime, excerpt, certain=grade is Grade.CERTAIN)


def is_masked(text: str) -> bool:
    """Whether an SDK hides the text of an exception that the tool did not catch."""
    return MASKED.match(text) is not None


def _grade(pattern: Pattern, name: str | None, mine: str, *, numbers: bool) -> Grade:
    if pattern.ours is pattern.grade:
        return pattern.grade
    about_ours = numbers if name is None else name in mine
    return pattern.ours if about_ours else pattern.grade


def _has_number(value: MaybeJson) -> bool:
    """As a number, or in a text, which a tool may read one from."""
    waiting: list[MaybeJson] = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, int | float) and not isinstance(here, bool):
            return True
        if isinstance(here, str) and any(map(str.isdigit, here)):
            return True
        if isinstance(here, list | dict):
            inner: list[Json] = list(here.values()) if isinstance(here, dict) else here
            waiting.extend(inner)
    return False


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
