"""How each call ended, on each side and twice: result, tool error, error or no response."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from mcptest.lint.diff.value_diff import Impact
from mcptest.match.normalise import normalise
from mcptest.model.counted import counted
from mcptest.model.json import (
    MISSING,
    Json,
    JsonObject,
    MaybeJson,
    json_kind,
    json_type,
    same_json,
)
from mcptest.model.record import record
from mcptest.scaffold.trial import first_text
from mcptest.wire.reply import Reply, ReplyKind

_DEEPEST: Final = 12
_ARTICLES: Final = {"tool error": "a ", "error": ""}


@record
class CallAnswer:
    """``form`` is result, tool error, error, or none; ``value`` what was said."""

    form: str
    value: MaybeJson = MISSING

    @property
    def text(self) -> str:
        """For people, on one line."""
        if self.form == "tool error":
            said = first_text(self.value) if isinstance(self.value, dict) else None
            return f"tool error: {said}" if isinstance(said, str) else "tool error"
        if self.form == "error" and isinstance(self.value, dict):
            return f"error {self.value.get('code')}: {self.value.get('message')}"
        return "no response" if self.form == "none" else "a result"

    @property
    def returned(self) -> str:
        """``returns a tool error: no such city``, of the present."""
        if self.form == "none":
            return "does not respond"
        return f"returns {_ARTICLES.get(self.form, '')}{self.text}"

    @property
    def returned_before(self) -> str:
        """The same of the past."""
        if self.form == "none":
            return "did not respond"
        return f"returned {_ARTICLES.get(self.form, '')}{self.text}"


@record
class AnswerChange:
    """What differs between two stable answers."""

    impact: Impact
    message: str
    place: str = ""
    base: MaybeJson = MISSING
    head: MaybeJson = MISSING


def answer_of(reply: Reply) -> CallAnswer:
    if reply.kind is not ReplyKind.ANSWERED:
        return CallAnswer("none")
    if reply.error is not MISSING:
        return CallAnswer("error", reply.error)
    result = reply.result
    if isinstance(result, dict) and result.get("isError") is True:
        return CallAnswer("tool error", result)
    return CallAnswer("result", result if result is MISSING else normalise(result))


def compare_answers(
    base: tuple[CallAnswer, CallAnswer], head: tuple[CallAnswer, CallAnswer]
) -> Iterator[AnswerChange]:
    """Only what each side repeats counts; ids, times and the like never do."""
    if base[0].form != base[1].form or head[0].form != head[1].form:
        return
    before, after = base[0], head[0]
    if before.form == after.form == "result":
        loose = {place for one, other in (base, head) for place in _unequal(one.value, other.value)}
        yield from _differ(before.value, after.value, "", loose, 0)
    elif before.form == "result":
        words = f"returned a result, now {after.returned}"
        yield AnswerChange(Impact.BREAKING, words)
    elif after.form == "result":
        yield AnswerChange(Impact.SAFE, f"{before.returned_before}, now returns a result")
    elif before.form != after.form:
        worse = Impact.BREAKING if after.form == "none" else Impact.RISKY
        yield AnswerChange(worse, f"{before.returned_before}, now {after.returned}")
    elif before.form == "error":
        yield from _errors(before, after)


def _errors(before: CallAnswer, after: CallAnswer) -> Iterator[AnswerChange]:
    was, now = _code(before), _code(after)
    if was != now:
        words = f"the error code changed from {was} to {now}"
        yield AnswerChange(Impact.RISKY, words, "/error/code", was, now)


def _code(answer: CallAnswer) -> Json:
    return answer.value.get("code") if isinstance(answer.value, dict) else None


def _opened(left: MaybeJson, right: MaybeJson) -> tuple[MaybeJson, MaybeJson]:
    """Texts that are both JSON count by what they say."""
    if not isinstance(left, str) or not isinstance(right, str):
        return left, right
    try:
        both = [json.loads(text) for text in (left, right) if text[:1] in ("{", "[")]
    except (ValueError, RecursionError):
        return left, right
    return (normalise(both[0]), normalise(both[1])) if len(both) == 2 else (left, right)  # noqa: PLR2004


def _unequal(left: MaybeJson, right: MaybeJson, place: str = "") -> Iterator[str]:
    left, right = _opened(left, right)
    if isinstance(left, dict) and isinstance(right, dict):
        for key in dict.fromkeys((*left, *right)):
            inner = f"{place}/{key}"
            yield from _unequal(left.get(key, MISSING), right.get(key, MISSING), inner)
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for number, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from _unequal(one, other, f"{place}/{number}")
    elif not same_json(left, right):
        yield place


def _differ(
    base: MaybeJson, head: MaybeJson, place: str, loose: set[str], depth: int
) -> Iterator[AnswerChange]:
    if place in loose or depth > _DEEPEST:
        return
    base, head = _opened(base, head)
    if isinstance(base, dict) and isinstance(head, dict):
        yield from _objects(base, head, place, loose, depth)
    elif isinstance(base, list) and isinstance(head, list):
        yield from _lists(base, head, place, loose, depth)
    elif _type(base) != _type(head):
        words = f"was {json_kind(base)}, is {json_kind(head)}"
        yield AnswerChange(Impact.BREAKING, words, place, base, head)
    elif not same_json(base, head):
        yield AnswerChange(Impact.RISKY, "the value changed", place, base, head)


def _type(value: MaybeJson) -> str:
    kind = json_type(value)
    return "number" if kind == "integer" else kind


def _objects(
    base: JsonObject, head: JsonObject, place: str, loose: set[str], depth: int
) -> Iterator[AnswerChange]:
    for key in dict.fromkeys((*base, *head)):
        inner = f"{place}/{key}"
        if inner in loose:
            continue
        if key not in head:
            yield AnswerChange(Impact.BREAKING, f'"{key}" is gone', inner, base[key])
        elif key not in base:
            yield AnswerChange(Impact.SAFE, f'"{key}" is new', inner, head=head[key])
        else:
            yield from _differ(base[key], head[key], inner, loose, depth + 1)


def _lists(
    base: list[Json], head: list[Json], place: str, loose: set[str], depth: int
) -> Iterator[AnswerChange]:
    if len(base) != len(head):
        words = f"has {counted(len(head), 'item')}, had {len(base)}"
        yield AnswerChange(Impact.RISKY, words, place, len(base), len(head))
        return
    for number, (one, other) in enumerate(zip(base, head, strict=True)):
        yield from _differ(one, other, f"{place}/{number}", loose, depth + 1)
